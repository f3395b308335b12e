"""Frames as scopes: put around blocks, entered and left by blocks, collapsed and expanded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np

from blockloom.blocks.document.pages import Block, Frame, Page
from blockloom.blocks.document.scopes import frames_in_cycles, inherited
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Enclose, Insert, Move, Replace
from blockloom.blocks.layout.collapsed_frames import ports
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.walks import reached

TITLE, MARGIN = 26.0, 20.0  # space of a frame above its content, and around it, in canvas pixels


def with_frame_members(page: Page, names: Iterable[str]) -> set[str]:
    """Return these ids with those of everything in the frames among them."""
    names = set(names)
    todo = names & page.frames.keys()
    if todo:
        inside: dict[str, list[str]] = {}
        items: list[Block | Frame] = [*page.blocks.values(), *page.frames.values()]
        for item in items:
            if item.frame:
                inside.setdefault(item.frame, []).append(item.id)
        names.update(reached(todo, lambda one: inside.get(one, ())))
    return names


def add_frame(page: Page, names: Collection[str], measures: Measures) -> PageChange:
    """Put a frame around blocks and frames, and select it.

    Raises:
        EditError: There are none.
    """
    inside = [n for n in names if n in page.blocks or n in page.frames]
    if not inside:
        raise EditError(phrase("Select the blocks for the frame"))
    # A collapsed frame counts with its expanded size.
    rects = [measures.rect(n) if n in page.blocks else page.frames[n][2:6] for n in inside]
    left, top = min(r[0] for r in rects) - MARGIN, min(r[1] for r in rects) - MARGIN - TITLE
    right, bottom = (max(r[i] + r[i + 2] for r in rects) + MARGIN for i in (0, 1))
    outer = {(page.blocks.get(n) or page.frames[n]).frame for n in inside}
    name = page.free_id("FRAME")
    new = Frame(name, name.title(), left, top, right - left, bottom - top)
    if len(outer) == 1:
        new = new._replace(frame=outer.pop())
    edit = CompositeEdit((Insert(page.name, frames=(new,)), Enclose(page.name, dict.fromkeys(inside, name))))
    return PageChange(edit, count_label(inside, phrase("Frame {0}"), phrase("Frame {0} items")), (name,))


def unframe(page: Page, names: Collection[str]) -> PageChange | None:
    """Move blocks and frames out of their frame, into the one around it; None if they are in none."""
    homes = {}
    for name in names:
        item = page.blocks.get(name) or page.frames.get(name)
        if item is not None and item.frame:
            outer = page.frames.get(item.frame)
            homes[name] = outer.frame if outer is not None else ""
    if not homes:
        return None
    return PageChange(
        Enclose(page.name, homes), count_label(homes, phrase("Take {0} out"), phrase("Take {0} items out"))
    )


def collapse(page: Page, names: Iterable[str], measures: Measures, collapsed: bool = True) -> PageChange | None:
    """Collapse or expand frames, and move items to the right and below; None if nothing changes."""
    frames = {name: page.frames[name] for name in sorted(names) if page.frames[name].collapsed != collapsed}
    if not frames:
        return None
    room, small = FrameLayout(page, measures), ports(page, measures.outputs, frames)
    depth = inherited(page.frames, 0, lambda frame, outer: outer + 1)
    order = sorted(frames, key=lambda name: -depth[name])  # inner frames are expanded first, and collapsed last
    for name in order[::-1] if collapsed else order:
        (room.collapsed.add if collapsed else room.collapsed.discard)(name)
        room.resize(name, *(small[name].size if collapsed else room.size(frames[name])))
    label = (
        (phrase("Collapse {0}"), phrase("Collapse {0} frames"))
        if collapsed
        else (phrase("Expand {0}"), phrase("Expand {0} frames"))
    )
    return PageChange(combine_edits(room.edits(dict.fromkeys(frames, collapsed))), count_label(list(frames), *label))


def frames_overlap(page: Page, names: Collection[str], measures: Measures) -> bool:
    """Return whether any of these frames, expanded in its place, would cover an item or exceed its outer frame."""
    room = FrameLayout(page, measures) if names else None
    return room is not None and any(room.crowded(page.frames[name]) for name in names)


_CLOSE = 100.0  # canvas pixels: items that are closer to an expanding frame have to move


class FrameLayout:
    """Items of a page while frames change size.

    Attributes:
        shifts: Items that moved, with their content, by (dx, dy) pixels.
        grown: Frames that became larger, by (width, height).
    """

    def __init__(self, page: Page, measures: Measures):
        self.page, self._rings = page, frames_in_cycles(page.frames)
        self.collapsed = {name for name, frame in page.frames.items() if frame.collapsed}
        self.rects = {
            name: tuple(rect)
            for names, rows in (measures.blocks, measures.frames)
            for name, rect in zip(names, rows.tolist())
        }
        self.rects |= {n.id: (n.x, n.y, n.width, n.height) for n in page.notes.values()}
        self.rects |= {name: measures.rect(name) for name in (*page.blocks, *page.frames) if name not in self.rects}
        self.inside: dict[str, list[str]] = {}
        for name in self.rects:
            self.inside.setdefault(self._home(name), []).append(name)
        self.shifts: dict[str, tuple[float, float]] = {}
        self.grown: dict[str, tuple[float, float]] = {}

    def _home(self, name: str) -> str:
        item = self.page.blocks.get(name) or self.page.frames.get(name)
        return item.frame if item is not None and item.frame in self.page.frames and name not in self._rings else ""

    def resize(self, name: str, width: float, height: float) -> None:
        """Change the size of a frame; items to the right and below move, and outer frames grow or shrink."""
        while True:
            home = self._home(name)
            others = [other for other in self.inside[home] if other != name]
            old, new = np.array(self.rects[name]), np.array((*self.rects[name][:2], width, height))
            rects = np.array([self.rects[other] for other in others], float).reshape(-1, 4)
            moves = _moves(rects, old, new)
            ends = [
                (at[:, :2] + at[:, 2:]).max(0)
                for at in (np.vstack((rects, old)), np.vstack((_moved(rects, moves), new)))
            ]
            self.rects[name] = tuple(new.tolist())
            for i in np.flatnonzero(moves.any(1)).tolist():
                self._shift(others[i], *moves[i].tolist())
            wider, higher = (ends[1] - ends[0]).tolist()
            if not home or not (wider or higher):
                return
            had = self.grown.get(home, (0.0, 0.0))
            self.grown[home] = had[0] + wider, had[1] + higher
            if home in self.collapsed:
                return
            name, (width, height) = home, np.add(self.rects[home][2:], (wider, higher)).tolist()

    def crowded(self, frame: Frame) -> bool:
        """Return whether a frame, if expanded, would cover items, or extend beyond the expanded frame around it."""
        home = self._home(frame.id)
        others = [self.rects[other] for other in self.inside[home] if other != frame.id]
        box = np.array(frame[2:6], float)
        around = np.array(self.page.frames[home][2:6], float) if home else None
        return bool(_hit(np.array(others, float).reshape(-1, 4), box).any()) or (
            around is not None and bool((box[:2] + box[2:] > around[:2] + around[2:]).any())
        )

    def _shift(self, name: str, dx: float, dy: float) -> None:
        x, y, *size = self.rects[name]
        self.rects[name] = x + dx, y + dy, *size
        had = self.shifts.get(name, (0.0, 0.0))
        self.shifts[name] = had[0] + dx, had[1] + dy
        for one in self.inside.get(name, ()):
            self._shift(one, dx, dy)

    def size(self, frame: Frame) -> tuple[float, float]:
        """Return the present width and height of an expanded frame, in pixels."""
        wider, higher = self.grown.get(frame.id, (0.0, 0.0))
        return max(1.0, frame.width + wider), max(1.0, frame.height + higher)

    def edits(self, collapsed: Mapping[str, bool]) -> list[Edit]:
        """Return the edits that bring the page into this state.

        Args:
            collapsed: Whether each frame is collapsed afterwards.
        """
        frames = [self.page.frames[name] for name in {**collapsed, **self.grown}]
        edits: list[Edit] = [
            Replace(
                self.page.name,
                f._replace(collapsed=collapsed.get(f.id, f.collapsed), width=self.size(f)[0], height=self.size(f)[1]),
            )
            for f in frames
        ]
        items = self.page.items()
        places = {name: (items[name].x + dx, items[name].y + dy) for name, (dx, dy) in self.shifts.items() if dx or dy}
        return [*edits, Move(self.page.name, places)] if places else edits


def _moves(rects: np.ndarray, old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Return the moves (n, 2) of boxes when another box grows or shrinks; boxes are x, y, width, height."""
    if (new[2:] <= old[2:]).all():
        return _come_back(rects, old, new)
    return _make_way(rects, old, np.maximum(old, new))


def _make_way(rects: np.ndarray, old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Return the moves of boxes away from a growing box; zeros if none would be under it or close to it.

    Boxes below move down with its lower edge, boxes to the right in the same row move with its right edge. Overlapping
    heights make one row.
    """
    moves = np.zeros((len(rects), 2))
    moves[_right(rects, old), 0], moves[rects[:, 1] >= old[1] + old[3], 1] = (new - old)[2:]
    close = _hit(rects, np.add(new, (0, 0, _CLOSE, _CLOSE)))
    return moves if (close & moves.any(1)).any() else np.zeros_like(moves)


def _come_back(rects: np.ndarray, old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Return the moves towards a shrinking box; zeros if growing it again would not revert them."""
    moves = np.zeros((len(rects), 2))
    wide, high = (old - new)[2:]
    moves[rects[:, 1] >= old[1] + old[3], 1] = -high
    at = _moved(rects, moves)
    moves[_right(at, np.array((*old[:3], new[3]))), 0] = -wide
    at = _moved(rects, moves)
    if not np.allclose(_make_way(at, new, old), -moves) or _meet(at, moves):
        return np.zeros((len(rects), 2))
    return moves


def _right(rects: np.ndarray, box: np.ndarray) -> np.ndarray:
    """Return which boxes are to the right of another, in its row."""
    low, high = box[1], box[1] + box[3]
    while True:
        row = (rects[:, 1] < high) & (rects[:, 1] + rects[:, 3] > low)
        reach = rects[row, 1].min(initial=low), (rects[row, 1] + rects[row, 3]).max(initial=high)
        if reach == (low, high):
            return row & (rects[:, 0] >= box[0] + box[2])
        low, high = reach


def _moved(rects: np.ndarray, moves: np.ndarray) -> np.ndarray:
    return np.hstack((rects[:, :2] + moves, rects[:, 2:]))


def _hit(rects: np.ndarray, box: np.ndarray) -> np.ndarray:
    return ((rects[:, :2] < box[:2] + box[2:]) & (rects[:, :2] + rects[:, 2:] > box[:2])).all(1)


def _meet(rects: np.ndarray, moves: np.ndarray) -> bool:
    """Return whether a moved box overlaps one that did not move with it."""
    return any((_hit(rects, rects[i]) & (moves != moves[i]).any(1)).any() for i in np.flatnonzero(moves.any(1)))
