"""How large blocks are and where things lie on a page, for the operations that place something."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TypeVar

import numpy as np

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Frame, Page
from blockloom.blocks.find.free_space import APART, free_place
from blockloom.blocks.layout.block_rows import estimated
from blockloom.blocks.layout.boxes import Box, Point
from blockloom.blocks.layout.collapsed_frames import ports
from blockloom.blocks.results import monitors

GRID = 5.0      # canvas pixels between two lines of the grid, unless another is chosen

Item = TypeVar("Item", Block, Frame)


class Measures:
    """Sizes and places in canvas pixels, of a page as it is now: after an edit there are others.

    Widths are estimated from numbers of letters. A canvas, which knows what it draws, has a subclass with its own.
    """

    def __init__(self, page: Page, catalogue: Catalogue, grid: float = GRID):
        self.page, self.catalogue, self.grid = page, catalogue, grid
        self._given: list[tuple[float, float, float, float]] = []   # to what is not on the page yet

    def box(self, block: Block, wired: Collection[str] = ()) -> Box:
        """The size of a block and where its pins are, whether it is on the page or not yet. Of a new one, `wired` are
        the inputs that wires will lead to."""
        if block.type in monitor_types.MONITORS:
            return Box(*monitors.size(block))
        return estimated(block, self.catalogue.get(block.type), {*self.page.into.get(block.id, ()), *wired} - {""})

    @cached_property
    def blocks(self) -> tuple[list[str], np.ndarray]:
        """The blocks that are seen, and where: ids, and (n, 4) x, y, width, height."""
        rows = [(b.x, b.y, *self.box(b)[:2]) for b in self.page.blocks.values()]
        return list(self.page.blocks), np.array(rows, float).reshape(-1, 4)

    @cached_property
    def frames(self) -> tuple[list[str], np.ndarray]:
        """The frames that are seen, and where, in the same way."""
        small = ports(self.page)
        rows = [(f.x, f.y, *(small[f.id].size if f.collapsed else (f.width, f.height)))
                for f in self.page.frames.values()]
        return list(self.page.frames), np.array(rows, float).reshape(-1, 4)

    def snapped(self, value: float) -> float:
        """The nearest line of the grid."""
        return round(value / self.grid) * self.grid

    def rect(self, name: str) -> tuple[float, float, float, float]:
        """Where a block, frame or note is: x, y, width, height."""
        page = self.page
        if name in page.blocks:
            block = page.blocks[name]
            return block.x, block.y, *self.box(block)[:2]
        if name in page.frames:
            names, rows = self.frames
            if name in names:   # a collapsed one is smaller than its own measures say
                return tuple(rows[names.index(name)].tolist())
        item = page.frames.get(name) or page.notes[name]
        return item.x, item.y, item.width, item.height

    def drawn(self, name: str) -> tuple[float, float, float, float]:
        """Where a block is seen: as `rect`, or that of the outermost collapsed frame which it is in."""
        found, frame, seen = name, self.page.blocks[name].frame, set[str]()
        while frame in self.page.frames and frame not in seen:
            seen.add(frame)
            found = frame if self.page.frames[frame].collapsed else found
            frame = self.page.frames[frame].frame
        return self.rect(found)

    # --- which frame something is in -------------------------------------------------------------------------------

    def frame_at(self, x: float, y: float, around: tuple[float, float, float, float] | None = None,
                 but: Collection[str] = ()) -> str:
        """The id of the innermost frame at a point, of those that hold all of a box x, y, width, height; "" where there
        is none. Those in `but` do not count."""
        names, rows = self.frames
        if not names:
            return ""
        low, high = rows[:, :2], rows[:, :2] + rows[:, 2:]
        inside = ((low <= (x, y)) & (high >= (x, y))).all(1)
        if around is not None:
            inside &= ((low <= around[:2]) & (high >= np.add(around[:2], around[2:]))).all(1)
        found = [(rows[i, 2] * rows[i, 3], names[i]) for i in np.flatnonzero(inside).tolist() if names[i] not in but]
        return min(found)[1] if found else ""

    def home(self, item: Block | Frame, dx: float = 0.0, dy: float = 0.0, but: Collection[str] = ()) -> str:
        """The frame that a block or frame would be in, were it moved by so much: that in which its middle lies, and of
        a frame all of it."""
        x, y = item.x + dx, item.y + dy
        width, height = (item.width, item.height) if isinstance(item, Frame) else self.box(item)[:2]
        return self.frame_at(x + width / 2, y + height / 2,
                             (x, y, width, height) if isinstance(item, Frame) else None, but)

    def housed(self, item: Item) -> Item:
        """A new block or frame, in the frame that it lies in."""
        return item._replace(frame=self.home(item)) if self.page.frames else item

    # --- where there is room ---------------------------------------------------------------------------------------

    def free(self, x: float, y: float, width: float, height: float, moved: Mapping[str, Point] = {},
             apart: float = APART) -> Point:
        """The place nearest to a point, on the grid, where something of a size covers no block, no note, no collapsed
        frame and no new block that has its place already. `moved` are blocks that are about to lie elsewhere."""
        names, rows = self.blocks
        if moved:
            rows = rows.copy()
            for i, name in enumerate(names):
                if name in moved:
                    rows[i, :2] = moved[name]
        more = [(n.x, n.y, n.width, n.height) for n in self.page.notes.values()] + self._given
        more += [row for name, row in zip(*self.frames, strict=True) if self.page.frames[name].collapsed]
        return free_place(np.concatenate((rows, np.array(more, float).reshape(-1, 4))), (x, y), (width, height),
                          self.grid, apart)

    def at(self, block: Block, x: float, y: float) -> Block:
        """A new block at the free place nearest to a point, in the frame that lies there. The next one keeps off it."""
        size = self.box(block)[:2]
        x, y = self.free(x, y, *size)
        self._given.append((x, y, *size))
        return self.housed(block._replace(x=x, y=y))
