"""Repairs of a merged document: cycles that only the merge has, dangling wires, frames, places of new blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set

import numpy as np

from blockloom.blocks.diff.renaming import place_of
from blockloom.blocks.document.pages import Block, Document, Page, Wire
from blockloom.blocks.find.free_space import free_place
from blockloom.blocks.infer.page_uses import Types, find_cycle, used_pages, uses_of
from blockloom.blocks.layout.block_rows import estimated
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.merge.merge_sides import MergeSide
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


_ARRANGED = 0.5  # least share of moved blocks for a page to count as arranged
_FEW = 3  # fewest moved blocks for a page to count as arranged
_GRID = 20.0
_NEAR = 1000.0  # canvas pixels: blocks farther from a new block are unrelated to it


def keep_arranged(base: Document, ours: MergeSide, theirs: MergeSide) -> Counter[str]:
    """Keep the layout of the side that arranged a page, of ours if both did.

    Moves of the other side are dropped, and its new blocks keep their offset to the nearest block.

    Returns:
        The number of dropped moves, by page.
    """
    dropped = Counter[str]()
    moved = {side: Counter(page for page, _, field in side.changes if field == "at") for side in (ours, theirs)}
    for name, page in base.pages.items():
        if len(page.blocks) < _FEW:
            continue
        for one, other in ((ours, theirs), (theirs, ours)):
            if moved[one][name] >= _ARRANGED * len(page.blocks):
                for key in [key for key in other.changes if key[0] == name and key[2] in ("at", "box")]:
                    gone, stays = other.changes.pop(key), one.changes.get(key)
                    dropped[name] += stays is None or stays.new != gone.new
                _follow(name, one.aligned.document, other)
                break
    return dropped


def _follow(name: str, arranged: Document, side: MergeSide) -> None:
    """Move additions of a side to a page like the nearest common block, which the other side arranged."""
    there, here = arranged.pages.get(name), side.aligned.document.pages.get(name)
    if there is None or here is None:
        return
    both = [block for block in here.blocks.values() if block.id in there.blocks and not side.adds((name, block.id))]
    if not both:
        return
    places = np.array([(block.x, block.y) for block in both])
    for change in side.added(name):
        new = change.new
        nearest = both[int(np.hypot(*(places - (new.x, new.y)).T).argmin())]
        then = there.blocks[nearest.id]
        # Compute the difference first: it is exactly 0 if nothing moved, so equal additions of both sides stay equal.
        moved = new._replace(x=new.x + (then.x - nearest.x), y=new.y + (then.y - nearest.y))
        side.changes[change.key] = change._replace(new=moved)


def make_room(made: Document, ours: MergeSide, theirs: MergeSide, catalogue: Types) -> None:
    """Move new blocks of theirs that would cover new ones of ours to the nearest free place."""
    for name, page in made.pages.items():
        mine = {change.item for change in ours.added(name)}
        if mine:
            for change in theirs.added(name):
                if change.item not in mine and change.item in page.blocks:
                    _place(page, page.blocks[change.item], mine, catalogue)


def _place(page: Page, block: Block, others: set[str], catalogue: Types) -> None:
    def box(one: Block) -> tuple[float, float, float, float]:
        size = estimated(one, catalogue.get(one.type), {pin: len(w) for pin, w in page.into.get(one.id, {}).items()})
        return one.x, one.y, size.width, size.height

    x, y, *size = box(block)
    near = [
        (box(one), one.id in others)
        for one in page.blocks.values()
        if one.id != block.id and abs(one.x - x) < _NEAR and abs(one.y - y) < _NEAR
    ]
    if any(there and _cover((x, y, *size), rect) for rect, there in near):
        place = free_place(np.array([rect for rect, _ in near]), (x, y), (size[0], size[1]), _GRID)
        page.blocks[block.id] = block._replace(x=place[0], y=place[1])


def _cover(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(a[i] < b[i] + b[i + 2] and b[i] < a[i] + a[i + 2] for i in (0, 1))
