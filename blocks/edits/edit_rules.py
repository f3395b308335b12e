"""What an edit may put into a document: nothing that the file reader would refuse."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from blockloom.blocks.document.addresses import AddressError, address_of
from blockloom.blocks.document.fields import FIELDS, Field, wrong
from blockloom.blocks.document.pages import (
    CELL,
    COLOR,
    CONTROL,
    ID,
    LARGEST,
    LIBRARY,
    MOST_CONFLICTS,
    NODE_NAME,
    PAGE_NAME,
    REACH,
    SCALES,
    SHA256,
    WIRE_KINDS,
    Bookmark,
    Conflict,
    Document,
    Item,
    Origin,
    Slider,
    Wire,
    is_side,
    is_slider,
)
from blockloom.blocks.document.uids import LONGEST_UID
from blockloom.blocks.text.phrases import phrase


class EditError(ValueError):
    """An edit that does not fit the document; `str()` of it says why."""


def check_id(name: str) -> None:
    """Raise EditError for a text that is no id: letters, digits, `_` and `-`."""
    if not ID.fullmatch(name):
        raise EditError(phrase("{!r} is not a name for a block: use letters, digits, _ and -", name))


def check_page_name(document: Document, name: str) -> None:
    """Raise EditError for a text that is no name for a page, or that a page of the document has."""
    if not PAGE_NAME.fullmatch(name):
        raise EditError(phrase("{!r} is not a name for a page: begin with a letter or digit, without / and \\", name))
    if name in document.pages:
        raise EditError(phrase("there is already a page {!r}", name))


def check_place(*numbers: float) -> None:
    """Raise EditError for a coordinate or size, in pixels, that lies beyond the canvas or is NaN."""
    for number in numbers:  # thousands of blocks are moved at once: `all` would take three times as long
        if not -REACH <= number <= REACH:  # so is a NaN
            raise EditError(phrase("that lies beyond the canvas"))


def check_bookmark(number: int, bookmark: Bookmark | None) -> None:
    """Raise EditError for a number not from 1 to 9, or a bookmark whose place or scale cannot be."""
    if number not in range(1, 10):
        raise EditError(phrase("{!r:.40} is no number of a bookmark: there are 1 to 9", number))
    if bookmark is not None:
        check_place(bookmark.x, bookmark.y)
        if not SCALES[0] <= bookmark.scale <= SCALES[1]:
            raise EditError(phrase("{!r:.40} is no scale of a bookmark", bookmark.scale))


def check_origin(origin: Origin | None) -> None:
    """Raise EditError for an origin without a library, a page's name and a SHA-256."""
    if origin is not None and not (
        LIBRARY.fullmatch(origin.file) and PAGE_NAME.fullmatch(origin.page) and SHA256.fullmatch(origin.sha256)
    ):
        raise EditError(phrase("{!r:.80} is no page of a library", origin))


def check_uid(*uids: str, most: int = LONGEST_UID) -> None:
    """Raise EditError for a text that is too long for a uid."""
    if max(map(len, uids), default=0) > most:
        raise EditError(phrase("a uid has {} characters at most", most))


def check_wire(wire: Wire) -> None:
    """Raise EditError for a wire that the file reader would refuse: of no kind, of ids or pins that are none."""
    if wire.kind not in WIRE_KINDS:
        raise EditError(phrase("{!r} is not a kind of wire", wire.kind))
    check_id(wire.source)
    check_id(wire.target)
    pins = (wire.source_pin, wire.target_pin)
    if any(pins) if wire.kind == CONTROL else not all(pins):
        raise EditError(
            phrase("a {} wire goes from block to block", wire.kind)
            if wire.kind == CONTROL
            else phrase("a {} wire goes from pin to pin", wire.kind)
        )
    check_color(wire.look.color)
    for point in wire.look.route:
        check_place(*point)


def check_color(*colors: str) -> None:
    """Raise EditError for a text that is no colour: "", `#rrggbb` or `#rrggbbaa`."""
    bad = next((c for c in colors if not COLOR.fullmatch(c)), None)
    if bad is not None:
        raise EditError(phrase("{!r:.40} is not a colour: write #rrggbb", bad))


def check_sliders(sliders: Mapping[str, Slider]) -> None:
    """Raise EditError for a slider whose numbers are no range (see `is_slider`)."""
    for pin, slider in sliders.items():
        if not is_slider(*slider):
            raise EditError(
                phrase(
                    "{0} to {1} by {2} is no slider for {3}: it goes from the least number to the most, {4} at most",
                    *slider,
                    pin,
                    LARGEST,
                )
            )


def check_names(names: Mapping[str, str]) -> None:
    """Raise EditError for a text that is no name of a TensorFlow node."""
    bad = next((name for name in names.values() if not NODE_NAME.fullmatch(name)), None)
    if bad is not None:
        raise EditError(phrase("{!r:.60} is no name of a node", bad))


def check_conflicts(conflicts: Sequence[Conflict], known: Collection[Conflict] = ()) -> None:
    """Raise EditError for more conflicts than a document keeps, or one that is not `known` and whose address or sides
    cannot be.
    """
    if len(conflicts) > MOST_CONFLICTS:
        raise EditError(
            phrase("there are {0:,} conflicts; a document keeps {1:,} at most", len(conflicts), MOST_CONFLICTS)
        )
    for conflict in set(conflicts).difference(known):
        try:
            address_of(conflict.at)
        except AddressError as error:
            raise EditError(error.args[0]) from None
        if not CELL.fullmatch(conflict.what) or not all(map(is_side, conflict.sides)):
            raise EditError(phrase("{!r:.80} is no conflict", conflict))


def check_fields(item: Item) -> None:
    """Raise EditError for a block, frame or note with a field that no file can have."""
    for field in FIELDS[type(item)]:
        if not field.cell:
            check_field(field, getattr(item, field.name))


def check_field(field: Field, value: Any) -> None:
    """Raise EditError for a value that a field does not take."""
    if not field.kind.takes(value):
        raise EditError(wrong(field, value))
