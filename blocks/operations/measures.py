"""Sizes of blocks and positions of items on a page, for operations that place something."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import TypeVar

import numpy as np

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Frame, Page
from blockloom.blocks.find.free_space import APART, free_place
from blockloom.blocks.layout.block_rows import Box, Point, estimated
from blockloom.blocks.layout.collapsed_frames import Ports, ports
from blockloom.blocks.results import monitors

GRID = 5.0  # default distance of grid lines in canvas pixels

Item = TypeVar("Item", Block, Frame)


class Measures:
    """Sizes and positions of items of a page in its present state, in canvas pixels.

    Widths are estimated from numbers of letters; a canvas has a subclass with exact ones.
    """

    def __init__(self, page: Page, catalogue: Catalogue, grid: float = GRID):
        self.page, self.catalogue, self.grid = page, catalogue, grid
        self._given: list[tuple[float, float, float, float]] = []  # rectangles of items that are not on the page yet

    def box(self, block: Block, wired: Collection[str] = ()) -> Box:
        """Return the size of a block, on the page or new, and the positions of its pins.

        Args:
            wired: Inputs of a new block that will have wires.
        """
        if block.type in monitor_types.MONITORS:
            return Box(*monitors.size(block))
        wires = {pin: len(wires) for pin, wires in self.page.into.get(block.id, {}).items() if pin}
        return estimated(block, self.catalogue.get(block.type), dict.fromkeys(wired, 1) | wires)

    def outputs(self, block: str) -> Collection[str]:
        """Return the output pins of a block on the page."""
        return self.box(self.page.blocks[block]).outs

    @cached_property
    def blocks(self) -> tuple[list[str], np.ndarray]:
        """The visible blocks: their ids, and (n, 4) x, y, width, height."""
        rows = [(b.x, b.y, *self.box(b)[:2]) for b in self.page.blocks.values()]
        return list(self.page.blocks), np.array(rows, float).reshape(-1, 4)

    @cached_property
    def frames(self) -> tuple[list[str], np.ndarray]:
        """The visible frames: their ids, and (n, 4) x, y, width, height."""
        rows = [
            (f.x, f.y, *(self.small[f.id].size if f.collapsed else (f.width, f.height)))
            for f in self.page.frames.values()
        ]
        return list(self.page.frames), np.array(rows, float).reshape(-1, 4)

    @cached_property
    def small(self) -> Mapping[str, Ports]:
        """The ports of collapsed frames, visible or not, which determine their size."""
        return ports(self.page, self.outputs)

    def snapped(self, value: float) -> float:
        """Return the coordinate of the grid line nearest to `value`."""
        return round(value / self.grid) * self.grid

    def rect(self, name: str) -> tuple[float, float, float, float]:
        """Return the rectangle of a block, frame or note: x, y, width, height."""
        page = self.page
        if name in page.blocks:
            block = page.blocks[name]
            return block.x, block.y, *self.box(block)[:2]
        if name in page.frames:
            names, rows = self.frames
            if name in names:  # a collapsed frame is smaller than its stored size
                return tuple(rows[names.index(name)].tolist())
            if page.frames[name].collapsed:
                return page.frames[name].x, page.frames[name].y, *self.small[name].size
        item = page.frames.get(name) or page.notes[name]
        return item.x, item.y, item.width, item.height

    def drawn_rect(self, name: str) -> tuple[float, float, float, float]:
        """Return the visible rectangle of a block: its own, or that of the outermost collapsed frame around it."""
        outermost, frame, seen = name, self.page.blocks[name].frame, set[str]()
        while frame in self.page.frames and frame not in seen:
            seen.add(frame)
            outermost = frame if self.page.frames[frame].collapsed else outermost
            frame = self.page.frames[frame].frame
        return self.rect(outermost)

    def frame_at(
        self, x: float, y: float, around: tuple[float, float, float, float] | None = None, but: Collection[str] = ()
    ) -> str:
        """Return the innermost frame at a point that contains the box `around` (x, y, width, height), or "".

        Args:
            but: Frames to ignore.
        """
        names, rows = self.frames
        if not names:
            return ""
        low, high = rows[:, :2], rows[:, :2] + rows[:, 2:]
        inside = ((low <= (x, y)) & (high >= (x, y))).all(1)
        if around is not None:
            inside &= ((low <= around[:2]) & (high >= np.add(around[:2], around[2:]))).all(1)
        areas = [(rows[i, 2] * rows[i, 3], names[i]) for i in np.flatnonzero(inside).tolist() if names[i] not in but]
        return min(areas)[1] if areas else ""

    def home(self, item: Block | Frame, dx: float = 0.0, dy: float = 0.0, but: Collection[str] = ()) -> str:
        """Return the frame of an item moved by (dx, dy); "" for none.

        That is the frame around its middle, or for a frame the one around all of it.
        """
        x, y = item.x + dx, item.y + dy
        width, height = (item.width, item.height) if isinstance(item, Frame) else self.box(item)[:2]
        return self.frame_at(
            x + width / 2, y + height / 2, (x, y, width, height) if isinstance(item, Frame) else None, but
        )

    def avoid_frames(self, x: float, y: float) -> None:
        """Treat expanded frames that do not contain a point as occupied, for later calls of `free`."""
        for name, (left, top, width, height) in zip(*self.frames, strict=True):
            if not (left <= x <= left + width and top <= y <= top + height) and not self.page.frames[name].collapsed:
                self._given.append((left, top, width, height))

    def housed(self, item: Item) -> Item:
        """Return a new block or frame as a member of the frame at its position."""
        return item._replace(frame=self.home(item) if self.page.frames else "")

    def free(
        self, x: float, y: float, width: float, height: float, moved: Mapping[str, Point] = {}, apart: float = APART
    ) -> Point:
        """Return the place on the grid nearest to (x, y) where a box of this size covers nothing.

        Blocks, notes, collapsed frames and blocks placed before by `block_at` count.

        Args:
            moved: Places of blocks that are about to move.
            apart: The least distance.
        """
        names, rows = self.blocks
        if moved:
            rows = rows.copy()
            for i, name in enumerate(names):
                if name in moved:
                    rows[i, :2] = moved[name]
        more = [(n.x, n.y, n.width, n.height) for n in self.page.notes.values()] + self._given
        more += [row for name, row in zip(*self.frames, strict=True) if self.page.frames[name].collapsed]
        return free_place(
            np.concatenate((rows, np.array(more, float).reshape(-1, 4))), (x, y), (width, height), self.grid, apart
        )

    def block_at(self, block: Block, x: float, y: float) -> Block:
        """Return a new block at the free place nearest to (x, y), as a member of the frame there.

        Later calls keep the place free.
        """
        size = self.box(block)[:2]
        x, y = self.free(x, y, *size)
        self._given.append((x, y, *size))
        return self.housed(block._replace(x=x, y=y))
