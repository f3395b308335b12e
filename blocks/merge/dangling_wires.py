"""Removal of dangling wires and frames of a merged document."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.diff.renaming import place_of
from blockloom.blocks.document.pages import Document, Page, Wire
from blockloom.blocks.merge.pending_conflicts import NotePlace
from blockloom.blocks.text.phrases import Phrase, phrase


def remove_dangling(made: Document, ours: Document, theirs: Document) -> Iterator[Phrase]:
    """Remove wires of removed blocks, and the frames of items that were removed; yield a note on each.

    Those that dangle in `ours` or `theirs` stay. All documents are in the names of base.
    """
    for name, page in made.pages.items():
        loose = set(_loose(made, name, page))
        if loose:
            for document in (ours, theirs):
                if name in document.pages:
                    loose -= set(_loose(document, name, document.pages[name]))
        if loose:
            page.into, kept = {}, [wire for wire in page.wires() if wire not in loose]
            page.out = {}
            page.put_all(kept)
            for wire in sorted(loose):
                yield phrase("{}: the wire {} was removed with its block", NotePlace(name), NotePlace(name, wire=wire))
        for home in (page.blocks, page.frames):
            for item in [item for item in home.values() if item.frame and _is_lost(made, name, item.frame)]:
                if not any(
                    name in document.pages
                    and _frame_of(document.pages[name], item.id) == item.frame
                    and _is_lost(document, name, item.frame)
                    for document in (ours, theirs)
                ):
                    home[item.id] = item._replace(frame="")  # type: ignore[assignment]
                    yield phrase("{} is not in a frame: {} was removed", NotePlace(name, item.id), item.frame)
        if name in ours.pages and page.frames != ours.pages[name].frames:
            yield from _opened(name, page, ours.pages[name])


def _opened(name: str, page: Page, ours: Page) -> Iterator[Phrase]:
    """Break cycles of frames that each side put into the other: they are as in ours."""
    for frame in sorted(page.frames.values()):
        inside, around = {frame.id}, frame.frame
        while around in page.frames and around not in inside:
            inside.add(around)
            around = page.frames[around].frame
        mine = ours.frames.get(frame.id)
        if around == frame.id and mine is not None and mine.frame != frame.frame:
            page.frames[frame.id] = frame._replace(frame=mine.frame)
            yield phrase("{} is not in the frame {}, which is inside it", NotePlace(name, frame.id), frame.frame)


def _loose(document: Document, name: str, page: Page) -> Iterator[Wire]:
    blocks = page.blocks
    for wire in page.wires():
        if wire.target not in blocks or (wire.source not in blocks and _is_missing(document, name, wire.source)):
            yield wire


def _is_missing(document: Document, page: str, name: str) -> bool:
    there, item = place_of(page, name)
    return there not in document.pages or item not in document.pages[there].blocks


def _is_lost(document: Document, page: str, name: str) -> bool:
    there, item = place_of(page, name)
    return there not in document.pages or item not in document.pages[there].frames


def _frame_of(page: Page, item: str) -> str:
    found = page.blocks.get(item) or page.frames.get(item)
    return found.frame if found is not None else ""
