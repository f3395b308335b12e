"""Positions in a merge, which never conflict: arranged pages stay arranged, and new blocks get free places."""

from __future__ import annotations

from collections import Counter

import numpy as np

from blockloom.blocks.document.pages import Block, Document, Page
from blockloom.blocks.find.free_space import free_place
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.layout.block_rows import estimated
from blockloom.blocks.merge.merge_sides import MergeSide

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
