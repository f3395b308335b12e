"""Edits of items of a page: positions, values, ids, looks, frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from blockloom.blocks.document.fields import CELLS
from blockloom.blocks.document.pages import Document, Frame, Note, Page, Placed, Slider, Wire
from blockloom.blocks.document.uids import uid_of
from blockloom.blocks.edits.base import Edit, Touched
from blockloom.blocks.edits.content import CompositeEdit, Insert, Remove, home_of, page_of, touching
from blockloom.blocks.edits.edit_rules import (
    EditError,
    check_field,
    check_fields,
    check_id,
    check_place,
    check_sliders,
)
from blockloom.blocks.text.phrases import phrase


class Move(NamedTuple):
    """Move blocks, frames and notes: id -> (x, y) in pixels."""

    page: str
    places: Mapping[str, tuple[float, float]]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The page does not have an id, or a position is outside the canvas.
        """
        page = page_of(document, self.page)
        homes: dict[str, dict[str, Any]] = {}
        for name, place in self.places.items():
            check_place(*place)
            homes[name] = home_of(page, name)
        back = {name: (home[name].x, home[name].y) for name, home in homes.items()}
        for name, (x, y) in self.places.items():
            homes[name][name] = homes[name][name]._replace(x=x, y=y)
        return Move(self.page, back)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, placed=self.places.keys())


class SetValue(NamedTuple):
    """Set the text of a value of a pin or attr; None clears it."""

    page: str
    block: str
    pin: str
    text: str | None

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse. The checks report an invalid text.

        Raises:
            EditError: The page has no such block.
        """
        page = page_of(document, self.page)
        block = page.blocks.get(self.block)
        if block is None:
            raise EditError(phrase("there is no {} on page {}", self.block, self.page))
        values = dict(block.values)
        old = values.pop(self.pin, None)
        if self.text is not None:
            values[self.pin] = self.text
        page.blocks[self.block] = block._replace(values=values)
        return SetValue(self.page, self.block, self.pin, old)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, valued=(self.block,))

    @staticmethod
    def touched_together(edits: Iterable[SetValue]) -> Iterator[Touched]:
        """Yield the changes of consecutive edits of this class: one Touched for all values of a page."""
        for page, mine in groupby(edits, attrgetter("page")):
            yield Touched(page, valued=[edit.block for edit in mine])


class SetSlider(NamedTuple):
    """Set the slider of a pin or attr of a block; None removes it."""

    page: str
    block: str
    pin: str
    slider: Slider | None

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The page has no such block, or the numbers are not a slider (see `is_slider`).
        """
        page = page_of(document, self.page)
        block = page.blocks.get(self.block)
        if block is None:
            raise EditError(phrase("there is no {} on page {}", self.block, self.page))
        sliders = dict(block.sliders)
        old = sliders.pop(self.pin, None)
        if self.slider is not None:
            check_sliders({self.pin: self.slider})
            sliders[self.pin] = self.slider
        page.blocks[self.block] = block._replace(sliders=sliders)
        return SetSlider(self.page, self.block, self.pin, old)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, painted=(self.block,))


class Rename(NamedTuple):
    """Rename a block, frame or note, with its wires and the members of a frame.

    Dangling wires that name the new id become wires of the block. Blocks and frames that name it as their frame become
    members of the frame.
    """

    page: str
    old: str
    new: str

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: An id is invalid, missing or taken.
        """
        page = page_of(document, self.page)
        check_id(self.new)
        have = home_of(page, self.old)
        if self.new == self.old:
            return Rename(self.page, self.old, self.old)
        if self.new in page.blocks or self.new in page.frames or self.new in page.notes:
            raise EditError(phrase("{} is already used on page {}", self.new, self.page))
        dangling = touching(page, [self.new]) if have is page.blocks else {}
        if dangling:
            wires = tuple(dangling[key] for key in sorted(dangling))
            laid = tuple(Placed(self._renamed(wire), index) for wire, index in wires)
            return CompositeEdit((Remove(self.page, wires=wires), self, Insert(self.page, wires=laid))).apply(document)
        uid = uid_of(page, have[self.old])
        have[self.new] = have.pop(self.old)._replace(id=self.new, uid=uid)
        back = Rename(self.page, self.new, self.old)
        if have is page.blocks:
            self._rewire(page)
        if have is not page.frames:
            return back
        staying = {}  # the item already refers to the new id, and must still do so after undo
        homes: tuple[dict[str, Any], ...] = page.blocks, page.frames
        for members in homes:
            for name, item in members.items():
                if item.frame == self.old:
                    members[name] = item._replace(frame=self.new)
                elif item.frame == self.new:
                    staying[self.old if name == self.new else name] = self.new
        return CompositeEdit((back, Enclose(self.page, staying))) if staying else back

    def _renamed(self, wire: Wire) -> Wire:
        if self.old not in (wire.source, wire.target):
            return wire
        return wire._replace(
            source=self.new if wire.source == self.old else wire.source,
            target=self.new if wire.target == self.old else wire.target,
        )

    def _rewire(self, page: Page) -> None:
        out, into = page.out.pop(self.old, ()), page.into.pop(self.old, {})
        for target in {w.target for w in out if w.target != self.old}:
            page.into[target] = self._pins(page.into[target])
        for source in {w.source for wires in into.values() for w in wires if w.source != self.old}:
            page.out[source] = tuple(map(self._renamed, page.out[source]))
        if out:
            page.out[self.new] = tuple(map(self._renamed, out))
        if into:
            page.into[self.new] = self._pins(into)

    def _pins(self, pins: Mapping[str, tuple[Wire, ...]]) -> dict[str, tuple[Wire, ...]]:
        return {pin: tuple(map(self._renamed, wires)) for pin, wires in pins.items()}

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, renamed=(self.old, self.new))


class Replace(NamedTuple):
    """Replace a frame or note by one with the same id: another text, size, title or device."""

    page: str
    item: Frame | Note

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The page has no such frame or note, or the position, size or colours are invalid.
        """
        page = page_of(document, self.page)
        have: dict[str, Any] = page.frames if isinstance(self.item, Frame) else page.notes
        if self.item.id not in have:
            raise EditError(phrase("there is no {} on page {}", self.item.id, self.page))
        check_place(self.item.x, self.item.y, self.item.width, self.item.height)
        check_fields(self.item)
        old = have[self.item.id]
        have[self.item.id] = self.item._replace(uid=self.item.uid or old.uid)
        return Replace(self.page, old)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, boxes=True, scopes=isinstance(self.item, Frame))


class SetField(NamedTuple):
    """Set a field of blocks: id -> value. `document/fields` has the fields and their values."""

    page: str
    field: str
    values: Mapping[str, Any]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The page does not have a block, or the field does not accept a value.
        """
        page, field = page_of(document, self.page), CELLS.get(self.field)
        if field is None or not field.touches:
            raise EditError(phrase("no edit sets the field {!r:.40}", self.field))
        blocks = page.blocks
        for name, value in self.values.items():
            if name not in blocks:
                raise EditError(phrase("there is no {} on page {}", name, page.name))
            check_field(field, value)
        back = {name: getattr(blocks[name], field.name) for name in self.values}
        for name, value in self.values.items():
            changed: dict[str, Any] = {field.name: value}
            blocks[name] = blocks[name]._replace(**changed)
        return SetField(self.page, self.field, back)

    def touched(self) -> Iterator[Touched]:
        field = CELLS.get(self.field)
        touches: dict[str, Any] = {field.touches: self.values.keys()} if field is not None and field.touches else {}
        yield Touched(self.page, **touches)


class Enclose(NamedTuple):
    """Move blocks and frames into frames: id -> id of the frame; "" removes it from its frame.

    The frame can be missing from the page, or be inside itself: the checks report this.
    """

    page: str
    frames: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: An id is not a block or frame of the page.
        """
        page = page_of(document, self.page)
        homes: dict[str, dict[str, Any]] = {}
        for name in self.frames:
            homes[name] = page.blocks if name in page.blocks else page.frames
            if name not in homes[name]:
                raise EditError(phrase("there is no block or frame {} on page {}", name, self.page))
        back = {name: home[name].frame for name, home in homes.items()}
        for name, frame in self.frames.items():
            homes[name][name] = homes[name][name]._replace(frame=frame)
        return Enclose(self.page, back)

    def touched(self) -> Iterator[Touched]:
        yield Touched(self.page, placed=self.frames.keys(), scopes=True)


def rename(page: Page, old: str, new: str) -> Edit:
    """Return the edit that renames a block, frame or note, also in values that name a block.

    Values of TPU configs name a block as `@OLD`.
    """
    naming = tuple(
        SetValue(page.name, new if block.id == old else block.id, pin, f"@{new}")
        for block in page.blocks.values()
        for pin, text in block.values.items()
        if text.strip() == f"@{old}"
    )
    own = Rename(page.name, old, new)
    return CompositeEdit((own, *naming)) if naming and old in page.blocks else own
