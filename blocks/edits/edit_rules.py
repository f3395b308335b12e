"""Rules for edits: no value that the file reader would refuse."""

from __future__ import annotations

import re
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
    """An edit that does not fit the document; `str()` of it is the reason."""


def check_id(name: str) -> None:
    """Check that a text is an id: letters, digits, `_` and `-`.

    Raises:
        EditError: It is not.
    """
    if not ID.fullmatch(name):
        raise EditError(phrase("{!r} is not a name for a block: use letters, digits, _ and -", name))


def check_page_name(document: Document, name: str) -> None:
    """Check that a text is a valid and free name of a page.

    Raises:
        EditError: It is not.
    """
    if not PAGE_NAME.fullmatch(name):
        raise EditError(phrase("{!r} is not a name for a page: begin with a letter or digit, without / and \\", name))
    if name in document.pages:
        raise EditError(phrase("there is already a page {!r}", name))


def check_place(*numbers: float) -> None:
    """Check that coordinates and sizes, in pixels, are on the canvas.

    Raises:
        EditError: One is beyond the canvas or NaN.
    """
    for number in numbers:  # thousands of blocks may move at once: `all` would take three times as long
        if not -REACH <= number <= REACH:  # this also refuses NaN
            raise EditError(phrase("that is beyond the canvas"))


def check_bookmark(number: int, bookmark: Bookmark | None) -> None:
    """Check the number, from 1 to 9, position and scale of a bookmark.

    Raises:
        EditError: One is invalid.
    """
    if number not in range(1, 10):
        raise EditError(phrase("{!r:.40} is not the number of a bookmark: use 1 to 9", number))
    if bookmark is not None:
        check_place(bookmark.x, bookmark.y)
        if not SCALES[0] <= bookmark.scale <= SCALES[1]:
            raise EditError(phrase("{!r:.40} is not a scale of a bookmark", bookmark.scale))


def check_origin(origin: Origin | None) -> None:
    """Check that an origin has a library, the name of a page and a SHA-256.

    Raises:
        EditError: It has not.
    """
    if origin is not None and not (
        re.fullmatch(LIBRARY, origin.file) and PAGE_NAME.fullmatch(origin.page) and SHA256.fullmatch(origin.sha256)
    ):
        raise EditError(phrase("{!r:.80} is not a page of a library", origin))


def check_uid(*uids: str, most: int = LONGEST_UID) -> None:
    """Check the lengths of uids.

    Raises:
        EditError: A uid is too long.
    """
    if max(map(len, uids), default=0) > most:
        raise EditError(phrase("a uid has {} characters at most", most))


def check_wire(wire: Wire) -> None:
    """Check that the file reader accepts a wire.

    Raises:
        EditError: Its kind, an id or a pin is invalid.
    """
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
    """Check that texts are colours: "", `#rrggbb` or `#rrggbbaa`.

    Raises:
        EditError: One is not.
    """
    bad = next((c for c in colors if not COLOR.fullmatch(c)), None)
    if bad is not None:
        raise EditError(phrase("{!r:.40} is not a colour: write #rrggbb", bad))


def check_sliders(sliders: Mapping[str, Slider]) -> None:
    """Check that the numbers of sliders are ranges (see `is_slider`).

    Raises:
        EditError: One is not.
    """
    for pin, slider in sliders.items():
        if not is_slider(*slider):
            raise EditError(
                phrase(
                    "{0} to {1} by {2} is not a slider for {3}: the numbers are least, greatest (up to {4}) and step",
                    *slider,
                    pin,
                    LARGEST,
                )
            )


def check_names(names: Mapping[str, str]) -> None:
    """Check that texts are names of TensorFlow nodes.

    Raises:
        EditError: One is not.
    """
    bad = next((name for name in names.values() if not NODE_NAME.fullmatch(name)), None)
    if bad is not None:
        raise EditError(phrase("{!r:.60} is not a name of a node", bad))


def check_conflicts(conflicts: Sequence[Conflict], known: Collection[Conflict] = ()) -> None:
    """Check the number of conflicts, and the address and sides of each that is not `known`.

    Raises:
        EditError: There are too many, or one is invalid.
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
            raise EditError(phrase("{!r:.80} is not a conflict", conflict))


def check_fields(item: Item) -> None:
    """Check the fields of a block, frame or note.

    Raises:
        EditError: A field is invalid.
    """
    for field in FIELDS[type(item)]:
        if not field.cell:
            check_field(field, getattr(item, field.name))


def check_field(field: Field, value: Any) -> None:
    """Check the value of a field.

    Raises:
        EditError: The field does not accept it.
    """
    if not field.kind.accepts(value):
        raise EditError(wrong(field, value))
