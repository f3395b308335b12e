"""Insertion and removal of blocks, wires, frames and notes, and edits of the weights of a document."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from itertools import chain, groupby
from typing import Any, NamedTuple, TypeVar

from blockloom.blocks.document.pages import SHA256, Block, Document, Frame, Note, Page, Placed, Wire
from blockloom.blocks.document.uids import homes, with_uids
from blockloom.blocks.edits.base import Edit, Touched
from blockloom.blocks.edits.edit_rules import (
    EditError,
    check_fields,
    check_id,
    check_names,
    check_place,
    check_sliders,
    check_uid,
    check_wire,
)
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights.document_weights import KEY, StateFolderArray

T = TypeVar("T")


def page_of(document: Document, name: str) -> Page:
    """Return the page of this name.

    Raises:
        EditError: The document has no such page.
    """
    try:
        return document.pages[name]
    except KeyError:
        raise EditError(phrase("there is no page {!r}", name)) from None


def home_of(page: Page, name: str) -> dict[str, Any]:
    """Return the dict of the page with an id: its blocks, its frames or its notes.

    Raises:
        EditError: No dict has the id.
    """
    for home in homes(page):
        if name in home:
            return home
    raise EditError(phrase("there is no {} on page {}", name, page.name))


def touching(page: Page, ids: Iterable[str]) -> dict[tuple[str, str, int], Placed]:
    """Return the wires at any of these blocks: (target, pin, index) -> the wire with its index."""
    gone = set(ids)
    wires_at = {}
    for block in gone:
        for target, pin in {(w.target, w.target_pin) for w in page.out.get(block, ()) if w.target not in gone}:
            wires_at.update(
                {
                    (target, pin, index): Placed(wire, index)
                    for index, wire in enumerate(page.into[target][pin])
                    if wire.source in gone
                }
            )
        for pin, wires in page.into.get(block, {}).items():
            wires_at.update({(block, pin, index): Placed(wire, index) for index, wire in enumerate(wires)})
    return wires_at


class Insert(NamedTuple):
    """Addition of blocks, wires, frames and notes to a page.

    Wires go to their index in their pin, or its end. Dangling wires that name the id of an inserted block become its
    wires. An item without a uid gets the default.
    """

    page: str
    blocks: tuple[Block, ...] = ()
    wires: tuple[Placed, ...] = ()
    frames: tuple[Frame, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its blocks, then frames, then notes."""
        return (
            *(block.id for block in self.blocks),
            *(frame.id for frame in self.frames),
            *(note.id for note in self.notes),
        )

    def apply(self, document: Document) -> Edit:
        """Insert the items.

        Raises:
            EditError: An id is in use, or a field is invalid: an id, position, colour, mode, slider, name or wire.
        """
        page = page_of(document, self.page)
        new = self.ids
        used = next((i for i in new if i in page.blocks or i in page.frames or i in page.notes), None)
        if used is not None or len(set(new)) != len(new):
            raise EditError(phrase("{} is already used on page {}", used or phrase("an id"), self.page))
        for name in new:
            check_id(name)
        for block in self.blocks:
            check_place(block.x, block.y)
            check_fields(block)
            check_sliders(block.sliders)
            check_names(block.names)
        check_uid(*(item.uid for items in (self.blocks, self.frames, self.notes) for item in items))
        boxes: tuple[Frame | Note, ...] = *self.frames, *self.notes
        for box in boxes:
            check_place(box.x, box.y, box.width, box.height)
            check_fields(box)
        for wire, _ in self.wires:
            check_wire(wire)
        dangling = touching(page, (b.id for b in self.blocks))
        if dangling:  # removed and added again, so that undo restores them exactly
            cut = tuple(dangling[key] for key in sorted(dangling))
            return CompositeEdit((Remove(self.page, wires=cut), self, Insert(self.page, wires=cut))).apply(document)
        page.blocks.update((b.id, b) for b in with_uids(document, page, self.blocks))
        page.frames.update((f.id, f) for f in with_uids(document, page, self.frames))
        page.notes.update((n.id, n) for n in with_uids(document, page, self.notes))
        # In ascending order per pin, so that each returned index is final.
        wires = sorted(self.wires, key=lambda p: (p.wire.target, p.wire.target_pin, p.index))
        placed = [Placed(p.wire, index) for p, index in zip(wires, page.put_wires(wires), strict=True)]
        return Remove(
            self.page,
            tuple(b.id for b in self.blocks),
            tuple(placed),
            tuple(f.id for f in self.frames),
            tuple(n.id for n in self.notes),
        )

    def touched(self) -> Iterator[Touched]:
        yield Touched(
            self.page,
            added=self.blocks,
            wires=self.wires,
            boxes=bool(self.frames or self.notes),
            scopes=bool(self.frames),
        )


class Remove(NamedTuple):
    """Removal of blocks with all their wires, and of single wires, frames and notes."""

    page: str
    blocks: tuple[str, ...] = ()
    wires: tuple[Placed, ...] = ()
    frames: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def apply(self, document: Document) -> Edit:
        """Remove the items.

        Raises:
            EditError: The page lacks a block, wire, frame or note.
        """
        page = page_of(document, self.page)
        gone = set(self.blocks)
        for names, all_, have in (
            (self.blocks, gone, page.blocks),
            (self.frames, set(self.frames), page.frames),
            (self.notes, set(self.notes), page.notes),
        ):
            if missing := all_.difference(have):
                raise EditError(phrase("there is no {} on page {}", min(missing), self.page))
            if len(all_) < len(names):
                raise EditError(phrase("not an edit: {}", f"{self!r:.80}"))
        single = self._single(page, gone)
        # Moves whole entries of the adjacency unchanged, which is fast for a page of ten thousand blocks.
        blocks = _taken(page.blocks, self.blocks, gone)
        into, out = _taken(page.into, self.blocks, gone), _taken(page.out, self.blocks, gone)
        frames = {name: page.frames.pop(name) for name in self.frames}
        notes = {name: page.notes.pop(name) for name in self.notes}
        if page.into:
            ends = {(w.target, w.target_pin) for wires in out.values() for w in wires if w.target not in gone}
            single.update(
                ((target, pin, index), Placed(wire, index))
                for target, pin in ends
                for index, wire in enumerate(page.into[target][pin])
                if wire.source in gone
            )
        outer = tuple([single[key] for key in sorted(single)])
        starts = tuple(
            [w for pins in into.values() for wires in pins.values() for w in wires if w.source not in gone]
            if page.out
            else ()
        )
        page.cut_ends(outer)
        page.cut_starts((*starts, *(p.wire for p in outer if p.wire.source not in gone)))
        return Reinsert(self.page, blocks, outer, frames, notes, into, out, starts, self)

    def _single(self, page: Page, gone: set[str]) -> dict[tuple[str, str, int], Placed]:
        """Return the given wires, except those removed with their target block."""
        found = {}
        for wire, index in self.wires:
            wires = page.into.get(wire.target, {}).get(wire.target_pin, ())
            if not (0 <= index < len(wires) and wires[index] == wire):
                raise EditError(phrase("there is no wire {} on page {}", wire, self.page))
            if wire.target not in gone:
                found[wire.target, wire.target_pin, index] = Placed(wire, index)
        return found

    def touched(self) -> Iterator[Touched]:
        yield Touched(
            self.page,
            removed=self.blocks,
            wires=self.wires,
            boxes=bool(self.frames or self.notes),
            scopes=bool(self.frames),
        )


class Reinsert(NamedTuple):
    """Inverse of the Remove `undoes`: it restores the removed items, without checking them again.

    Attributes:
        into, out: The wires at the removed blocks, as the page stores them.
        starts: Those in `into` whose source blocks stayed.
        wires: Those whose target blocks stayed.
    """

    page: str
    blocks: Mapping[str, Block]
    wires: tuple[Placed, ...]
    frames: Mapping[str, Frame]
    notes: Mapping[str, Note]
    into: Mapping[str, Mapping[str, tuple[Wire, ...]]]
    out: Mapping[str, tuple[Wire, ...]]
    starts: tuple[Wire, ...]
    undoes: Remove

    def apply(self, document: Document) -> Edit:
        """Restore the items.

        Raises:
            EditError: An id is in use.
        """
        page = page_of(document, self.page)
        for have in (page.blocks, page.frames, page.notes):
            for items in (self.blocks, self.frames, self.notes):
                if not have.keys().isdisjoint(items.keys()):
                    raise EditError(
                        phrase("{} is already used on page {}", next(n for n in items if n in have), self.page)
                    )
        page.blocks.update(self.blocks)
        page.frames.update(self.frames)
        page.notes.update(self.notes)
        page.into.update(self.into)
        page.out.update(self.out)
        loose = [placed for placed in self.wires if placed.wire.source not in self.out]
        page.put_ends(self.wires)
        page.put_starts((*self.starts, *(placed.wire for placed in loose)))
        return Remove(self.page, tuple(self.blocks), tuple(loose), tuple(self.frames), tuple(self.notes))

    def insert(self) -> Insert:
        """Return an Insert of the same items, since journals do not write Reinsert."""
        own = (
            Placed(wire, index)
            for pins in self.into.values()
            for wires in pins.values()
            for index, wire in enumerate(wires)
        )
        return Insert(
            self.page,
            tuple(self.blocks.values()),
            (*own, *self.wires),
            tuple(self.frames.values()),
            tuple(self.notes.values()),
        )

    def touched(self) -> Iterator[Touched]:
        yield Touched(
            self.page,
            added=self.blocks.values(),
            wires=self.wires,
            boxes=bool(self.frames or self.notes),
            scopes=bool(self.frames),
        )


class CompositeEdit(NamedTuple):
    """Several edits as one: all apply, or none."""

    edits: tuple[Edit, ...]

    def apply(self, document: Document) -> Edit:
        """Apply the edits in order. If one raises EditError, the previous ones are undone."""
        done: list[Edit] = []
        try:
            for edit in self.edits:
                done.append(edit.apply(document))
        except EditError:
            for back in reversed(done):
                back.apply(document)
            raise
        return CompositeEdit(tuple(reversed(done)))

    def touched(self) -> Iterator[Touched]:
        """Yield the changes of the parts; consecutive values of a page are one."""
        if len(self.edits) < _LARGE:
            return (touched for edit in self.edits for touched in edit.touched())
        kept = _kept.get()
        found = next((found for edit, found in kept or () if edit is self), None)
        if found is None:
            found = [*_joined(self.edits)]
            if kept is not None:
                kept.append((self, found))
        return iter(found)


_LARGE = 100  # a compound edit with more edits caches its changes
_kept: ContextVar[list[tuple[CompositeEdit, list[Touched]]] | None] = ContextVar("kept", default=None)


@contextlib.contextmanager
def touched_kept() -> Iterator[None]:
    """Context manager that caches the changes of large edits in this thread, for a dozen listeners."""
    token = _kept.set([])
    try:
        yield
    finally:
        _kept.reset(token)


def _joined(edits: Iterable[Edit]) -> Iterator[Touched]:
    for kind, mine in groupby((leaf for edit in edits for leaf in flatten_edits(edit)), type):
        together = getattr(kind, "touched_together", None)
        if together is not None:
            yield from together(mine)
        else:
            yield from chain.from_iterable(leaf.touched() for leaf in mine)


def flatten_edits(edit: Edit) -> Iterator[Edit]:
    """Yield the edits of a CompositeEdit in order, or the edit itself if it is simple."""
    if isinstance(edit, CompositeEdit):
        for one in edit.edits:
            yield from flatten_edits(one)
    else:
        yield edit


def _taken(have: dict[str, T], names: Iterable[str], gone: set[str]) -> dict[str, T]:
    """Remove these entries (`gone`: the same names) from a dict, and return those that it had."""
    if gone.issuperset(have):
        found = have.copy()
        have.clear()
        return found
    return {name: have.pop(name) for name in names if name in have}


def dangling_wires_on(page: Page) -> Iterable[Placed]:
    """Return wires between ids that are not blocks of the page, as in a hand-edited file.

    No block takes them along.
    """
    for target, pins in page.into.items():
        if target not in page.blocks:
            for wires in pins.values():
                yield from (Placed(w, i) for i, w in enumerate(wires) if w.source not in page.blocks)


def connect(page: Page, wire: Wire, single: bool = True) -> Edit:
    """Return the edit that adds a wire: at the end of its pin, or, for a pin with one wire (`single`), replacing it."""
    there = page.wires_into(wire.target, wire.target_pin)
    if not single or not there:
        return Insert(page.name, wires=(Placed(wire, len(there)),))
    old = tuple(Placed(w, i) for i, w in reversed(list(enumerate(there))))
    return CompositeEdit((Remove(page.name, wires=old), Insert(page.name, wires=(Placed(wire, 0),))))


class AddWeights(NamedTuple):
    """Add weights of a file in the state folder: key in the document -> key in the file.

    `sha256` identifies the file.
    """

    sha256: str
    keys: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: The document already has a key, or a text is not a key or SHA-256.
        """
        added = document.weights.added
        taken = next((key for key in self.keys if key in added), None)
        if taken is not None:
            raise EditError(phrase("there are weights {} already", taken))
        if not (
            SHA256.fullmatch(self.sha256) and all(re.fullmatch(KEY, key) for key in (*self.keys, *self.keys.values()))
        ):
            raise EditError(phrase("{!r:.80} is not a name of weights", self))
        document.weights.add({key: StateFolderArray(self.sha256, there) for key, there in self.keys.items()})
        return RemoveWeights(tuple(self.keys))

    def touched(self) -> Iterator[Touched]:
        return iter(())  # no value refers to these weights yet


class NameWeights(NamedTuple):
    """Set the arrays for keys of the weights file: key -> hash of the array.

    With the hash "", a key means any array that the file has for it.
    """

    arrays: Mapping[str, str]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: A text is not a key or SHA-256.
        """
        there = document.weights.arrays
        if not all(
            re.fullmatch(KEY, key) and (not text or SHA256.fullmatch(text)) for key, text in self.arrays.items()
        ):
            raise EditError(phrase("{!r:.80} is not a name of weights", self))
        before = {key: there.get(key, "") for key in self.arrays}
        there.update(self.arrays)
        for key in [key for key in self.arrays if not there[key]]:
            del there[key]
        return NameWeights(before)

    def touched(self) -> Iterator[Touched]:
        return iter(())


class RemoveWeights(NamedTuple):
    """Remove weights that AddWeights added."""

    keys: tuple[str, ...]

    def apply(self, document: Document) -> Edit:
        """Apply the edit, and return its inverse.

        Raises:
            EditError: A key was not added.
        """
        added = document.weights.added
        missing = next((key for key in self.keys if key not in added), None)
        if missing is not None:
            raise EditError(phrase("there are no weights {}", missing))
        files: dict[str, dict[str, str]] = {}
        for key in dict.fromkeys(self.keys):  # a damaged journal may contain a key twice
            ref = added.pop(key)
            files.setdefault(ref.sha256, {})[key] = ref.key
        edits = tuple(AddWeights(sha256, keys) for sha256, keys in files.items())
        return edits[0] if len(edits) == 1 else CompositeEdit(edits)

    def touched(self) -> Iterator[Touched]:
        return iter(())
