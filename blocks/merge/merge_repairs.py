"""Repairs of a merged document: cycles that only the merge has, dangling wires, missing frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from blockloom.blocks.diff.renaming import place_of
from blockloom.blocks.document.pages import Document, Page, Wire
from blockloom.blocks.infer.page_uses import Types, find_cycle, used_pages, uses_of
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.merge.pending_conflicts import NotePlace, PendingConflict
from blockloom.blocks.text.phrases import Phrase, phrase


def find_new_cycles(
    made: Document, ours: Document, theirs: Document, left: Iterable[PendingConflict], catalogue: Types
) -> Iterator[PendingConflict]:
    """Yield a conflict for each cycle of a merged document that neither side has.

    The sides of the conflict are the wires or uses of pages that only ours adds, and those that only theirs adds. A
    cycle through a pin whose wires are a conflict in `left` does not count. All documents are in the names of base.
    """
    open_pins = {(one.page, one.item, one.pin) for one in left if one.field == "wires"}
    for name, page in made.pages.items():
        mine, other = ours.pages.get(name), theirs.pages.get(name)
        if mine is None or other is None:
            continue
        if page.into not in (mine.into, other.into):
            yield from _of_wires(name, _without(page, open_pins), mine, other)
        for wanted in uses_of(page, catalogue) - uses_of(mine, catalogue):
            if wanted in made.pages and (ring := find_cycle(made, name, wanted, catalogue)):
                yield from _of_pages(ring, made, ours, theirs, catalogue)


def _without(page: Page, pins: Set[tuple[str, str, str]]) -> Page:
    if all(name != page.name for name, _, _ in pins):
        return page
    wires = [wire for wire in page.wires() if (page.name, wire.target, wire.target_pin) not in pins]
    made = page.replaced(into={}, out={})
    made.put_all(wires)
    return made


def _of_wires(name: str, page: Page, ours: Page, theirs: Page) -> Iterator[PendingConflict]:
    mine, other = ({wire[:5] for wire in one.wires()} for one in (ours, theirs))
    structure = Structure(page)
    for knot in structure.knots:
        inside = [w for w in page.wires() if w.source in knot and structure.graph.has_edge(w.source, w.target)]
        from_ours, from_theirs = (
            _closing([wire for wire in inside if wire[:5] in one], [wire for wire in inside if wire[:5] not in one])
            for one in (other, mine)
        )
        if from_ours and from_theirs:
            yield PendingConflict(name, min(knot), "", "cycle", None, from_ours, from_theirs)


def _closing(kept: Iterable[Wire], wires: Iterable[Wire]) -> tuple[Wire, ...]:
    """Return the wires that close a cycle with `kept` and the wires before them."""
    import networkx

    ways, found = networkx.DiGraph((wire.source, wire.target) for wire in kept), list[Wire]()
    for wire in sorted(wires):
        ways.add_nodes_from((wire.source, wire.target))
        if networkx.has_path(ways, wire.target, wire.source):
            found.append(wire)
        else:
            ways.add_edge(wire.source, wire.target)
    return tuple(found)


def _of_pages(
    ring: list[str], made: Document, ours: Document, theirs: Document, catalogue: Types
) -> Iterator[PendingConflict]:
    least = ring.index(min(ring))
    ring = [*ring[least:-1], *ring[: least + 1]]  # in a canonical order
    steps = list(zip(ring, ring[1:]))
    sides = []
    for other in (theirs, ours):
        sides.append(
            tuple(
                (page, block.id)
                for page, wanted in steps
                for block in made.pages[page].blocks.values()
                if wanted in used_pages(block, catalogue) and not _uses(other, page, block.id, wanted, catalogue)
            )
        )
    if all(sides):
        yield PendingConflict(ring[0], "", "", "cycle", None, *sides)


def _uses(document: Document, page: str, block: str, wanted: str, catalogue: Types) -> bool:
    there = document.pages.get(page)
    found = there.blocks.get(block) if there is not None else None
    return found is not None and wanted in used_pages(found, catalogue)


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
    """Break cycles of frames, where each side put one frame into the other: the frames are as in ours."""
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
