"""Positions of items: moved, aligned, distributed evenly, snapped to the grid, wires levelled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from blockloom.blocks.document.pages import Frame, Note, Page
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Enclose, Move, Replace, SetValue
from blockloom.blocks.operations.change import PageChange, count_label
from blockloom.blocks.operations.frame_edits import with_frame_members
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.results.monitors import followers, size
from blockloom.blocks.text.phrases import phrase

Rect = tuple[float, float, float, float]  # x, y, width, height

# Alignment -> new position of a box, from its rectangle and the bounding box of all.
_ALIGN = {
    "left": lambda r, a: (a[0], r[1]),
    "right": lambda r, a: (a[0] + a[2] - r[2], r[1]),
    "top": lambda r, a: (r[0], a[1]),
    "bottom": lambda r, a: (r[0], a[1] + a[3] - r[3]),
    "centre": lambda r, a: (a[0] + a[2] / 2 - r[2] / 2, r[1]),
    "middle": lambda r, a: (r[0], a[1] + a[3] / 2 - r[3] / 2),
}


def move(page: Page, names: Iterable[str], dx: float, dy: float) -> PageChange | None:
    """Move exactly these items by (dx, dy) pixels; None if there are none."""
    items = page.items()
    places = {n: (items[n].x + dx, items[n].y + dy) for n in names}
    if not places:
        return None
    return PageChange(Move(page.name, places), count_label(places, phrase("Move {0}"), phrase("Move {0} items")))


def nudge(page: Page, names: Iterable[str], dx: float, dy: float) -> PageChange | None:
    """Move these items by (dx, dy) pixels; frames take along their content, blocks their pinned monitors."""
    names = with_frame_members(page, names)
    return move(page, sorted(names | followers(page, names)), dx, dy)


def drop_into_frames(
    page: Page, dragged: Collection[str], names: Sequence[str], dx: float, dy: float, measures: Measures
) -> PageChange | None:
    """Move all of `names` by (dx, dy) pixels, and move the dragged items into or out of frames.

    None if nothing moves.
    """
    change, homes = move(page, names, dx, dy), {}
    if change is None:
        return None
    moving = with_frame_members(page, dragged) if page.frames else ()
    for name in dragged if page.frames else ():
        item = page.blocks.get(name) or page.frames.get(name)
        if item is None or item.frame in dragged:
            continue  # a note, or an item that moves with its frame
        # An item that is outside the rectangle of its frame remains a member.
        home, was = measures.home(item, dx, dy, moving), measures.home(item, but=moving)
        if home not in (was, item.frame):
            homes[name] = home
    return replace(change, edit=CompositeEdit((change.edit, Enclose(page.name, homes)))) if homes else change


def _rects(page: Page, names: Collection[str], measures: Measures) -> dict[str, Rect]:
    """Return the rectangles of items that move by themselves; members of a frame among them move with the frame."""
    names = set(names)
    inside = {member for f in names & page.frames.keys() for member in with_frame_members(page, {f}) - {f}}
    return {name: measures.rect(name) for name in names - inside}


def _put(page: Page, places: Mapping[str, tuple[float, float]], label: str) -> PageChange | None:
    """Move items, frames with their content and blocks with pinned monitors; None if nothing moves."""
    items = page.items()
    moves = {}
    for name, (x, y) in places.items():
        dx, dy = x - items[name].x, y - items[name].y
        if dx or dy:
            along = with_frame_members(page, {name})
            for item in along | followers(page, along) - places.keys():
                moves[item] = items[item].x + dx, items[item].y + dy
    return PageChange(Move(page.name, moves), label) if moves else None


def align(page: Page, names: Collection[str], how: str, measures: Measures) -> PageChange | None:
    """Align items: left, right, top, bottom, centre (one below the other) or middle (in a row).

    None if they are aligned.

    Raises:
        EditError: There are fewer than two items.
    """
    rects = _rects(page, names, measures)
    if len(rects) < 2:
        raise EditError(phrase("Select two or more blocks to align"))
    left, top = (min(r[i] for r in rects.values()) for i in (0, 1))
    around = (
        left,
        top,
        max(r[0] + r[2] for r in rects.values()) - left,
        max(r[1] + r[3] for r in rects.values()) - top,
    )
    return _put(
        page, {name: _ALIGN[how](rect, around) for name, rect in rects.items()}, phrase("Align {0} items", len(rects))
    )


def distribute(page: Page, names: Collection[str], down: bool, measures: Measures) -> PageChange | None:
    """Make the gaps between items equal, across or `down`; the outermost two stay.

    None if they are equal.

    Raises:
        EditError: There are fewer than three items.
    """
    rects = _rects(page, names, measures)
    if len(rects) < 3:
        raise EditError(phrase("Select three or more blocks to space evenly"))
    i = int(down)
    rows = sorted(rects, key=lambda name: (rects[name][i] + rects[name][i + 2] / 2, name))
    first, last = rects[rows[0]], rects[rows[-1]]
    at = first[i]
    gap = (last[i] + last[i + 2] - at - sum(rects[name][i + 2] for name in rows)) / (len(rows) - 1)
    places = {}
    for name in rows:
        places[name] = (rects[name][0], at) if down else (at, rects[name][1])
        at += rects[name][i + 2] + gap
    return _put(page, places, phrase("Space {0} items", len(rows)))


def snap(page: Page, names: Collection[str], measures: Measures) -> PageChange | None:
    """Snap items to the grid; None if they are on it."""
    rects = _rects(page, names, measures)
    return _put(
        page,
        {name: (measures.snapped(r[0]), measures.snapped(r[1])) for name, r in rects.items()},
        phrase("Snap {0} items", len(rects)),
    )


def resize(page: Page, name: str, width: float, height: float) -> PageChange | None:
    """Set the size of a frame, note or monitor in pixels; None if it has this size."""
    item: Frame | Note | None = page.frames.get(name) or page.notes.get(name)
    if item is None:
        if (width, height) == size(page.blocks[name]):
            return None
        edit: Edit = CompositeEdit(
            (SetValue(page.name, name, "width", f"{width:g}"), SetValue(page.name, name, "height", f"{height:g}"))
        )
    elif (width, height) == (item.width, item.height):
        return None
    else:
        edit = Replace(page.name, item._replace(width=width, height=height))
    return PageChange(edit, phrase("Resize {0}", name))


class LevelWire(NamedTuple):
    """A wire that can be levelled: its blocks, and the pixels that the target would move down."""

    source: str
    target: str
    rise: float


def level_wires(page: Page, names: Collection[str], measures: Measures) -> list[LevelWire]:
    """Return the wires among these blocks that run to the right, from left to right, for `straighten`."""
    rows = []
    for wire in (w for name in names if name in page.blocks for w in page.wires_from(name) if w.target in names):
        source, target = page.blocks[wire.source], page.blocks.get(wire.target)
        if target is not None:
            x, y = measures.box(source).outlet(wire.source_pin)
            _, into = measures.box(target).inlet(wire.target_pin)
            if source.x + x < target.x:
                rows.append(
                    (target.x, target.y + into, LevelWire(wire.source, wire.target, source.y + y - target.y - into))
                )
    return [row[-1] for row in sorted(rows)]


def straighten(page: Page, runs: Sequence[LevelWire], measures: Measures) -> PageChange | None:
    """Move blocks up or down so that wires run level.

    Each block moves by the first of the wires into it that does not put it on another block. `runs` are from
    `level_wires`.

    Raises:
        EditError: There are no such wires.
    """
    if not runs:
        raise EditError(phrase("Select blocks that are wired to each other, from left to right"))
    names, rects = measures.blocks
    slot = {name: i for i, name in enumerate(names)}
    top, placed = rects[:, 1].copy(), set()
    low, extent = rects[:, :2].copy(), rects[:, 2:]
    for run in runs:
        s, t = slot.get(run.source), slot[run.target]  # a source in a collapsed frame does not move
        if t not in placed:
            placed |= {s, t}
            corner = np.array((low[t, 0], top[t] + run.rise + (low[s, 1] - top[s] if s is not None else 0.0)))
            hit = (low < corner + extent[t]).all(1) & (low + extent > corner).all(1)
            hit[t] = False
            if not hit.any():
                low[t] = corner
    moved = np.flatnonzero(low[:, 1] != top)
    return _put(
        page, {names[i]: tuple(low[i].tolist()) for i in moved.tolist()}, phrase("Straighten {0} wires", len(runs))
    )
