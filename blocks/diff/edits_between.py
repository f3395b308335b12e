"""Edits that turn one document into another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping

from blockloom.blocks.diff.changes import array_hashes, named_arrays
from blockloom.blocks.diff.matching import match_documents
from blockloom.blocks.diff.renaming import NameMap
from blockloom.blocks.document.fields import FIELDS
from blockloom.blocks.document.pages import Block, Document, Page, Placed, Wire, free_page_name
from blockloom.blocks.document.uids import completed
from blockloom.blocks.edits import (
    AddPage,
    AddWeights,
    CompositeEdit,
    Edit,
    Enclose,
    Insert,
    Move,
    MovePage,
    NameWeights,
    Remove,
    RemovePage,
    RemoveWeights,
    Rename,
    RenamePage,
    Replace,
    SetBookmark,
    SetConflicts,
    SetField,
    SetOrigin,
    SetSheet,
    SetSlider,
    SetUids,
    SetValue,
)

_UNNAMED = Page("")  # an empty page, which generates free ids


def edits_between(a: Document, b: Document, names: NameMap | None = None) -> Edit:
    """Return the edit that turns A into B.

    Args:
        names: The names in A of the pages and items of B, which are matched if None. Different names become a Rename or
            RenamePage; the result is B in any case.
    """
    a, b = completed(a), completed(b)
    return CompositeEdit(tuple(_edits(a.copy(), b, match_documents(a, b) if names is None else names)))


def _edits(have: Document, b: Document, names: NameMap) -> Iterator[Edit]:
    def done(edit: Edit) -> Edit:
        edit.apply(have)
        return edit

    pages = {old: new for new, old in names.pages.items()}
    for old, new in _in_turn(pages, lambda: have.pages.keys(), free_page_name):
        yield done(RenamePage(old, new))
    own = names.pages
    by_page: dict[str, dict[str, str]] = {}
    for (page, new), (there, old) in names.items.items():
        if own.get(page, page) == there and new != old:
            by_page.setdefault(page, {})[old] = new
    for name, ids in by_page.items():
        if name in have.pages:
            for old, new in _in_turn(ids, have.pages[name].ids, _UNNAMED.free_id):
                yield done(Rename(name, old, new))
    yield from map(done, _weights(have, b))
    if have.conflicts != b.conflicts:
        yield done(SetConflicts(b.conflicts))
    for name in b.pages:
        if name not in have.pages:
            yield done(AddPage(name, uid=b.pages[name].uid))
    for name, wanted in b.pages.items():
        if have.pages[name] is not wanted:
            for edit in _on_page(have.pages[name], wanted):
                yield done(edit)
    for name in [name for name in have.pages if name not in b.pages]:
        yield done(RemovePage(name))
    for index, name in enumerate(b.pages):
        if list(have.pages)[index] != name:
            yield done(MovePage(name, index))


def _in_turn(
    wanted: Mapping[str, str], names: Callable[[], Collection[str]], free: Callable[[str, Container[str]], str]
) -> Iterator[tuple[str, str]]:
    """Yield renames, old and new name, after which each part has its wanted name.

    A part with a name that another one wants gets a `free` one first; so does one part of a ring, temporarily.

    Args:
        names: Returns the present names.
    """
    todo = {old: new for old, new in wanted.items() if old in names() and old != new}
    while todo:
        taken = names()
        ready = next((old for old, new in todo.items() if new not in taken), None)
        if ready is not None:
            yield ready, todo.pop(ready)
            continue
        old, new = next(iter(todo.items()))
        for_now = free(new, {*taken, *todo.values()})
        if new in todo:
            del todo[old]
            todo[for_now] = new
            yield old, for_now
        else:
            yield new, for_now


def _weights(have: Document, b: Document) -> Iterator[Edit]:
    mine, theirs = array_hashes(have), array_hashes(b)
    differing = sorted(key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key))
    gone = tuple(key for key in differing if key in have.weights.added)
    if gone:
        yield RemoveWeights(gone)
    was, now = named_arrays(have), named_arrays(b)
    arrays = {key: now.get(key, "") for key in differing if now.get(key) != was.get(key)}
    if arrays:
        yield NameWeights(arrays)
    files: dict[str, dict[str, str]] = {}
    for key in differing:
        if key in b.weights.added:
            ref = b.weights.added[key]
            files.setdefault(ref.sha256, {})[key] = ref.key
    for sha256, keys in files.items():
        yield AddWeights(sha256, keys)


def _on_page(a: Page, b: Page) -> Iterator[Edit]:
    """Yield the edits that give a page the content of another one; A is changed meanwhile."""
    name = a.name
    if (a.size, a.background) != (b.size, b.background):
        yield SetSheet(name, b.size, b.background)
    if a.origin != b.origin:
        yield SetOrigin(name, b.origin)
    for number in sorted({*a.bookmarks, *b.bookmarks}):
        if a.bookmarks.get(number) != b.bookmarks.get(number):
            yield SetBookmark(name, number, b.bookmarks.get(number))
    new = _anew(a, b)
    gone = {
        "blocks": tuple(i for i in a.blocks if i not in b.blocks or i in new),
        "frames": tuple(i for i in a.frames if i not in b.frames),
        "notes": tuple(i for i in a.notes if i not in b.notes),
    }
    leaving = set(gone["blocks"])
    wires = tuple(
        Placed(wire, index)
        for target, pins in a.into.items()
        if target not in leaving and (leaving or pins != b.into.get(target))
        for pin, old in pins.items()
        if old != (now := b.into.get(target, {}).get(pin, ())) or any(w.source in leaving for w in old)
        for index, wire in enumerate(old)
        if index >= _kept(old, now, leaving)
    )
    if any(gone.values()) or wires:
        yield Remove(name, gone["blocks"], wires, gone["frames"], gone["notes"])
    blocks = tuple(block for i, block in b.blocks.items() if i not in a.blocks)
    frames = tuple(frame for i, frame in b.frames.items() if i not in a.frames)
    notes = tuple(note for i, note in b.notes.items() if i not in a.notes)
    laid = tuple(
        Placed(wire, index)
        for target, pins in b.into.items()
        if pins != a.into.get(target)
        for pin, now in pins.items()
        if (there := a.into.get(target, {}).get(pin, ())) != now
        for index, wire in enumerate(now)
        if index >= len(there)
    )
    if blocks or frames or notes or laid:
        yield Insert(name, blocks, laid, frames, notes)
    yield from _fields(a, b)
    uids = {
        name: item.uid for name, item in b.items().items() if (was := a.item(name)) is not None and was.uid != item.uid
    }
    uids |= {"": b.uid} if a.uid != b.uid else {}
    if uids:
        yield SetUids(name, uids)


def _anew(a: Page, b: Page) -> set[str]:
    """Return the blocks with a differing field that no edit sets: they are removed and inserted again."""
    return {
        name
        for name, block in a.blocks.items()
        if (now := b.blocks.get(name)) is not None
        and now is not block
        and (now.type, now.names) != (block.type, block.names)
    }


def _kept(old: tuple[Wire, ...], now: tuple[Wire, ...], leaving: set[str]) -> int:
    """Return the number of wires into a pin that stay unchanged, from the first on."""
    for index, (was, wire) in enumerate(zip(old, now)):
        if was != wire or was.source in leaving:
            return index
    return min(len(old), len(now))


def _fields(a: Page, b: Page) -> Iterator[Edit]:
    name = a.name
    both = [(was, now) for i, now in b.blocks.items() if (was := a.blocks[i]) is not now and was != now]
    places = {now.id: (now.x, now.y) for was, now in both if (was.x, was.y) != (now.x, now.y)}
    if places:
        yield Move(name, places)
    for was, now in both:
        for pin in sorted({*was.values, *now.values}):
            if was.values.get(pin) != now.values.get(pin):
                yield SetValue(name, now.id, pin, now.values.get(pin))
        for pin in sorted({*was.sliders, *now.sliders}):
            if was.sliders.get(pin) != now.sliders.get(pin):
                yield SetSlider(name, now.id, pin, now.sliders.get(pin))
    for field in (field.name for field in FIELDS[Block] if field.touches):
        changed = {now.id: getattr(now, field) for was, now in both if getattr(was, field) != getattr(now, field)}
        if changed:
            yield SetField(name, field, changed)
    boxes = [(a.frames[i], frame) for i, frame in b.frames.items() if a.frames[i] != frame]
    homes = {now.id: now.frame for was, now in both if was.frame != now.frame}
    homes |= {now.id: now.frame for was, now in boxes if was.frame != now.frame}
    if homes:
        yield Enclose(name, homes)
    for i, frame in b.frames.items():
        if a.frames[i] != frame:
            yield Replace(name, frame)
    for i, note in b.notes.items():
        if a.notes[i] != note:
            yield Replace(name, note)
