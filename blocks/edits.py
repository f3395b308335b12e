"""Every change to a document is an edit: a small, serialisable value whose `apply` gives its inverse.

An edit that does not fit the document raises EditError and changes nothing. `edit_json` carries edits through a journal
or a pipe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from blocks.document import Block, Bookmark, Document, Frame, Note, Page, Placed, Wire
from blocks.edit_rules import (
    EditError,
    check_bookmark,
    check_color,
    check_id,
    check_mode,
    check_note,
    check_page_name,
    check_place,
    check_wire,
)
from blocks.phrases import phrase


def _page(document: Document, name: str) -> Page:
    try:
        return document.pages[name]
    except KeyError:
        raise EditError(phrase("there is no page {!r}", name)) from None


def _home(page: Page, name: str) -> dict:
    """The page's blocks, frames or notes: whichever holds the id."""
    for have in (page.blocks, page.frames, page.notes):
        if name in have:
            return have
    raise EditError(phrase("there is no {} on page {}", name, page.name))


def _touching(page: Page, ids: Iterable[str]) -> dict[tuple[str, str, int], Placed]:
    """The wires that begin or end at any of the ids, by target, pin and index."""
    gone = set(ids)
    found = {}
    for block in gone:
        for target, pin in {(w.target, w.target_pin) for w in page.out.get(block, ()) if w.target not in gone}:
            found.update({(target, pin, index): Placed(wire, index)
                          for index, wire in enumerate(page.into[target][pin]) if wire.source in gone})
        for pin, wires in page.into.get(block, {}).items():
            found.update({(block, pin, index): Placed(wire, index) for index, wire in enumerate(wires)})
    return found


class Insert(NamedTuple):
    """Add blocks, wires, frames and notes to a page. Wires go to their index in their pin (or its end).

    Dangling wires that name an inserted block are its wires from then on.
    """

    page: str
    blocks: tuple[Block, ...] = ()
    wires: tuple[Placed, ...] = ()
    frames: tuple[Frame, ...] = ()
    notes: tuple[Note, ...] = ()

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        new = [item.id for items in (self.blocks, self.frames, self.notes) for item in items]
        used = next((i for i in new if i in page.blocks or i in page.frames or i in page.notes), None)
        if used is not None or len(set(new)) != len(new):
            raise EditError(phrase("{} is already used on page {}", used or phrase("an id"), self.page))
        for name in new:
            check_id(name)
        for block in self.blocks:
            check_place(block.x, block.y)
            check_color(block.color)
            check_mode(block.mode)
        for note in self.notes:
            check_note(note)
        for box in (*self.frames, *self.notes):
            check_place(box.x, box.y, box.width, box.height)
        for wire, _ in self.wires:
            check_wire(wire)
        dangling = _touching(page, (b.id for b in self.blocks))
        if dangling:  # taken up and laid again, so that undo leaves them as they were
            there = tuple(dangling[key] for key in sorted(dangling))
            return Many((Remove(self.page, wires=there), self, Insert(self.page, wires=there))).apply(document)
        page.blocks.update((b.id, b) for b in self.blocks)
        page.frames.update((f.id, f) for f in self.frames)
        page.notes.update((n.id, n) for n in self.notes)
        # In rising order per pin, so that each index given back is the wire's place when all are in.
        wires = sorted(self.wires, key=lambda p: (p.wire.target, p.wire.target_pin, p.index))
        placed = [Placed(p.wire, index) for p, index in zip(wires, page.put_wires(wires), strict=True)]
        return Remove(self.page, tuple(b.id for b in self.blocks), tuple(placed),
                      tuple(f.id for f in self.frames), tuple(n.id for n in self.notes))


class Remove(NamedTuple):
    """Remove blocks with all their wires, and single wires, frames and notes."""

    page: str
    blocks: tuple[str, ...] = ()
    wires: tuple[Placed, ...] = ()
    frames: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        for names, have in ((self.blocks, page.blocks), (self.frames, page.frames), (self.notes, page.notes)):
            missing = next((n for n in names if n not in have), None)
            if missing is not None:
                raise EditError(phrase("there is no {} on page {}", missing, self.page))
        gone, single = set(self.blocks), self._single(page)
        blocks = tuple(map(page.blocks.pop, self.blocks))
        frames, notes = tuple(map(page.frames.pop, self.frames)), tuple(map(page.notes.pop, self.notes))
        # Whole entries of the adjacency go, and come back, as they are: so does a page of ten thousand blocks at once.
        into = {b: page.into.pop(b) for b in self.blocks if b in page.into}
        out = {b: page.out.pop(b) for b in self.blocks if b in page.out}
        if page.into:
            ends = {(w.target, w.target_pin) for wires in out.values() for w in wires if w.target not in gone}
            single.update(((target, pin, index), Placed(wire, index)) for target, pin in ends
                          for index, wire in enumerate(page.into[target][pin]) if wire.source in gone)
        outer = tuple([single[key] for key in sorted(single)])
        starts = tuple([w for pins in into.values() for wires in pins.values() for w in wires if w.source not in gone]
                       if page.out else ())
        page.cut_ends(outer)
        page.cut_starts((*starts, *(p.wire for p in outer if p.wire.source not in gone)))
        return Again(self.page, blocks, outer, frames, notes, into, out, starts, self)

    def _single(self, page: Page) -> dict[tuple[str, str, int], Placed]:
        """The wires given, but for those that go with the block that they end at."""
        found, gone = {}, set(self.blocks)
        for wire, index in self.wires:
            wires = page.into.get(wire.target, {}).get(wire.target_pin, ())
            if not (0 <= index < len(wires) and wires[index] == wire):
                raise EditError(phrase("there is no wire {} on page {}", wire, self.page))
            if wire.target not in gone:
                found[wire.target, wire.target_pin, index] = Placed(wire, index)
        return found


class Again(NamedTuple):
    """The undo of `undoes`: what comes back was sound when it went, so nothing of it is checked again.

    `wires` are those that go on to, or between, blocks that stayed; `into` and `out` those at the blocks, as the page
    has them; `starts` those among `into` that come from blocks that stayed.
    """

    page: str
    blocks: tuple[Block, ...]
    wires: tuple[Placed, ...]
    frames: tuple[Frame, ...]
    notes: tuple[Note, ...]
    into: Mapping[str, Mapping[str, tuple[Wire, ...]]]
    out: Mapping[str, tuple[Wire, ...]]
    starts: tuple[Wire, ...]
    undoes: Remove

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        names = [[item.id for item in items] for items in (self.blocks, self.frames, self.notes)]
        for have in (page.blocks, page.frames, page.notes):
            for some in names:
                if not have.keys().isdisjoint(some):
                    raise EditError(phrase("{} is already used on page {}", next(n for n in some if n in have),
                                           self.page))
        for have, some, items in ((page.blocks, names[0], self.blocks), (page.frames, names[1], self.frames),
                                  (page.notes, names[2], self.notes)):
            have.update(zip(some, items, strict=True))
        page.into.update(self.into)
        page.out.update(self.out)
        loose = [placed for placed in self.wires if placed.wire.source not in self.out]
        page.put_ends(self.wires)
        page.put_starts((*self.starts, *(placed.wire for placed in loose)))
        return Remove(self.page, tuple(names[0]), tuple(loose), tuple(names[1]), tuple(names[2]))

    def insert(self) -> Insert:
        """The same as an edit that stands for itself."""
        own = (Placed(wire, index) for pins in self.into.values() for wires in pins.values()
               for index, wire in enumerate(wires))
        return Insert(self.page, self.blocks, (*own, *self.wires), self.frames, self.notes)


class Move(NamedTuple):
    """Place blocks, frames and notes: id -> (x, y)."""

    page: str
    places: Mapping[str, tuple[float, float]]

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        homes: dict[str, dict] = {}
        for name, place in self.places.items():
            check_place(*place)
            homes[name] = _home(page, name)
        back = {name: (home[name].x, home[name].y) for name, home in homes.items()}
        for name, (x, y) in self.places.items():
            homes[name][name] = homes[name][name]._replace(x=x, y=y)
        return Move(self.page, back)


class SetValue(NamedTuple):
    """Type a value into a pin or attr of a block; None clears it."""

    page: str
    block: str
    pin: str
    text: str | None

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        block = page.blocks.get(self.block)
        if block is None:
            raise EditError(phrase("there is no {} on page {}", self.block, self.page))
        values = dict(block.values)
        old = values.pop(self.pin, None)
        if self.text is not None:
            values[self.pin] = self.text
        page.blocks[self.block] = block._replace(values=values)
        return SetValue(self.page, self.block, self.pin, old)


class Rename(NamedTuple):
    """Give a block, frame or note another id; wires and frame members follow. Dangling wires that name the new id of
    a block are its wires from then on."""

    page: str
    old: str
    new: str

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        check_id(self.new)
        have = _home(page, self.old)
        if self.new == self.old:
            return Rename(self.page, self.old, self.old)
        if self.new in page.blocks or self.new in page.frames or self.new in page.notes:
            raise EditError(phrase("{} is already used on page {}", self.new, self.page))
        dangling = _touching(page, [self.new]) if have is page.blocks else {}
        if dangling:
            there = tuple(dangling[key] for key in sorted(dangling))
            laid = tuple(Placed(self._renamed(wire), index) for wire, index in there)
            return Many((Remove(self.page, wires=there), self, Insert(self.page, wires=laid))).apply(document)
        have[self.new] = have.pop(self.old)._replace(id=self.new)
        if have is page.frames:
            for members in (page.blocks, page.frames):
                for name, item in members.items():
                    if item.frame == self.old:
                        members[name] = item._replace(frame=self.new)
        if have is page.blocks:
            self._rewire(page)
        return Rename(self.page, self.new, self.old)

    def _renamed(self, wire: Wire) -> Wire:
        if self.old not in (wire.source, wire.target):
            return wire
        return wire._replace(source=self.new if wire.source == self.old else wire.source,
                             target=self.new if wire.target == self.old else wire.target)

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


class Replace(NamedTuple):
    """Put a frame or note in the place of the one with its id (its text, size, device)."""

    page: str
    item: Frame | Note

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        have: dict = page.frames if isinstance(self.item, Frame) else page.notes
        if self.item.id not in have:
            raise EditError(phrase("there is no {} on page {}", self.item.id, self.page))
        check_place(self.item.x, self.item.y, self.item.width, self.item.height)
        if isinstance(self.item, Note):
            check_note(self.item)
        old = have[self.item.id]
        have[self.item.id] = self.item
        return Replace(self.page, old)


class AddPage(NamedTuple):
    """Add an empty page at a position among the tabs (at the end without one)."""

    name: str
    index: int | None = None

    def apply(self, document: Document) -> Edit:
        check_page_name(document, self.name)
        names = list(document.pages)
        names.insert(len(names) if self.index is None else self.index, self.name)
        document.pages[self.name] = Page(self.name)
        _order(document, names)
        return RemovePage(self.name)


class RemovePage(NamedTuple):
    """Remove a page with everything on it."""

    name: str

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.name)
        index = list(document.pages).index(self.name)
        # Emptied first, so that the inverse is made of the ordinary edits and nothing need hold a page.
        content = Remove(self.name, tuple(page.blocks), tuple(_loose(page)), tuple(page.frames), tuple(page.notes))
        back = content.apply(document)
        del document.pages[self.name]
        marks = (SetBookmark(self.name, number, mark) for number, mark in page.bookmarks.items())
        return Many((AddPage(self.name, index), SetSheet(self.name, page.size, page.background), *marks, back))


class SetSheet(NamedTuple):
    """Give a page a size in pixels (None: endless) and a background (empty: that of the theme)."""

    page: str
    size: tuple[float, float] | None
    background: str

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        check_place(*(self.size or ()))
        check_color(self.background)
        back = SetSheet(self.page, page.size, page.background)
        page.size, page.background = self.size, self.background
        return back


class SetBookmark(NamedTuple):
    """Put a bookmark of a page under a digit from 1 to 9; None takes away what is there."""

    page: str
    number: int
    bookmark: Bookmark | None

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        check_bookmark(self.number, self.bookmark)
        back = SetBookmark(self.page, self.number, page.bookmarks.pop(self.number, None))
        if self.bookmark is not None:
            page.bookmarks[self.number] = self.bookmark
        return back


class Paint(NamedTuple):
    """Give blocks another colour; empty for that of the theme."""

    page: str
    colors: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        blocks = _page(document, self.page).blocks
        check_color(*self.colors.values())
        missing = next((name for name in self.colors if name not in blocks), None)
        if missing is not None:
            raise EditError(phrase("there is no {} on page {}", missing, self.page))
        back = {name: blocks[name].color for name in self.colors}
        for name, color in self.colors.items():
            blocks[name] = blocks[name]._replace(color=color)
        return Paint(self.page, back)


class SetMode(NamedTuple):
    """Mute or bypass blocks, or neither: id -> one of MODES."""

    page: str
    modes: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        blocks = _page(document, self.page).blocks
        check_mode(*self.modes.values())
        missing = next((name for name in self.modes if name not in blocks), None)
        if missing is not None:
            raise EditError(phrase("there is no {} on page {}", missing, self.page))
        back = {name: blocks[name].mode for name in self.modes}
        for name, mode in self.modes.items():
            blocks[name] = blocks[name]._replace(mode=mode)
        return SetMode(self.page, back)


class Enclose(NamedTuple):
    """Put blocks and frames into frames: id -> frame; empty takes them out of the one they are in.

    Frames are named, as in a file: one that is not on the page, or lies in itself, is for the checks to report.
    """

    page: str
    frames: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.page)
        homes: dict[str, dict] = {}
        for name in self.frames:
            homes[name] = page.blocks if name in page.blocks else page.frames
            if name not in homes[name]:
                raise EditError(phrase("there is no block or frame {} on page {}", name, self.page))
        back = {name: home[name].frame for name, home in homes.items()}
        for name, frame in self.frames.items():
            homes[name][name] = homes[name][name]._replace(frame=frame)
        return Enclose(self.page, back)


class RenamePage(NamedTuple):
    """Rename a page, in its place among the tabs."""

    old: str
    new: str

    def apply(self, document: Document) -> Edit:
        page = _page(document, self.old)
        if self.new != self.old:
            check_page_name(document, self.new)
            names = [self.new if n == self.old else n for n in document.pages]
            document.pages[self.new] = document.pages.pop(self.old)
            page.name = self.new
            _order(document, names)
        return RenamePage(self.new, self.old)


class MovePage(NamedTuple):
    """Put a page at another position among the tabs."""

    name: str
    index: int

    def apply(self, document: Document) -> Edit:
        _page(document, self.name)
        names = list(document.pages)
        old = names.index(self.name)
        names.insert(self.index, names.pop(old))
        _order(document, names)
        return MovePage(self.name, old)


class Many(NamedTuple):
    """Several edits as one: all apply, or none."""

    edits: tuple[Edit, ...]

    def apply(self, document: Document) -> Edit:
        done: list[Edit] = []
        try:
            for edit in self.edits:
                done.append(edit.apply(document))
        except EditError:
            for back in reversed(done):
                back.apply(document)
            raise
        return Many(tuple(reversed(done)))


Edit = (Insert | Remove | Again | Move | SetValue | Rename | Replace | AddPage | RemovePage | RenamePage | MovePage
        | SetSheet | SetBookmark | Paint | SetMode | Enclose | Many)


def _order(document: Document, names: list[str]) -> None:
    pages = {name: document.pages[name] for name in names}
    document.pages.clear()
    document.pages.update(pages)


def _loose(page: Page) -> Iterable[Placed]:
    """Wires that touch no block of the page (a hand-edited file): removing the blocks would not take them."""
    for target, pins in page.into.items():
        if target not in page.blocks:
            for wires in pins.values():
                yield from (Placed(w, i) for i, w in enumerate(wires) if w.source not in page.blocks)


def connect(page: Page, wire: Wire, single: bool = True) -> Edit:
    """The edit that adds a wire. Into a pin that takes one wire (`single`), it replaces the wire that is there."""
    there = page.wires_into(wire.target, wire.target_pin)
    if not single or not there:
        return Insert(page.name, wires=(Placed(wire, len(there)),))
    old = tuple(Placed(w, i) for i, w in reversed(list(enumerate(there))))
    return Many((Remove(page.name, wires=old), Insert(page.name, wires=(Placed(wire, 0),))))


def rename(page: Page, old: str, new: str) -> Edit:
    """The edit that gives a block, frame or note another id, in values that name it (`@OLD`, see TPU configs) too."""
    naming = tuple(SetValue(page.name, new if block.id == old else block.id, pin, f"@{new}")
                   for block in page.blocks.values() for pin, text in block.values.items() if text.strip() == f"@{old}")
    own = Rename(page.name, old, new)
    return Many((own, *naming)) if naming and old in page.blocks else own
