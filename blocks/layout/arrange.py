"""Automatic layout of a page or a selection: wires run left to right, few cross, nothing overlaps.

A frame is arranged first, and then counts as one item of its surroundings; a collapsed frame has the size at which it
is drawn. A text note next to a block moves with the block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import REACH, Block, Frame, Note, Page, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Edit, Insert, Move, Remove, Replace
from blockloom.blocks.layout.block_rows import Box, Rect
from blockloom.blocks.layout.collapsed_frames import Pin, edge, port_rows, ports, row
from blockloom.blocks.layout.flow import flow
from blockloom.blocks.layout.refine import Wires
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase

Places = dict[str, tuple[float, float]]  # id -> (x, y)

TITLE, MARGIN = 40.0, 25.0  # space of a frame above its content, and around it
_PILE = 8.0  # space between a block and its notes


REFUSED = 3  # exit code of `python -m blockloom.blocks.layout` if the page is too large


class LayoutTooLarge(ValueError):
    """The layout would reach beyond the largest page."""


class Arrangement(NamedTuple):
    """The places of blocks, notes and frames that move, and the frames with their new sizes, in pixels."""

    places: Places
    frames: dict[str, Frame]

    def edit(self, page: Page) -> Edit | None:
        """Return the edit that applies the arrangement, or None if the page already has it.

        Bends of wires whose ends move differently are removed.
        """
        items: dict[str, Block | Note] = {**page.blocks, **page.notes}
        places = {
            name: place
            for name, place in self.places.items()
            if name in items and (items[name].x, items[name].y) != place
        }
        frames = [Replace(page.name, frame) for name, frame in self.frames.items() if page.frames.get(name) != frame]

        def shift(name: str) -> tuple[float, float]:
            x, y = places.get(name, (page.blocks[name].x, page.blocks[name].y))
            return x - page.blocks[name].x, y - page.blocks[name].y

        bent = [
            Placed(w, i)
            for pins in page.into.values()
            for wires in pins.values()
            for i, w in enumerate(wires)
            if w.look.route
            and w.source in page.blocks
            and w.target in page.blocks
            and shift(w.source) != shift(w.target)
        ]
        edits: list[Edit] = []
        if bent:
            # Highest index first, so that the removal of a wire does not change the indices of others.
            bent.sort(key=lambda p: (p.wire.target, p.wire.target_pin, -p.index))
            straight = tuple(Placed(w._replace(look=w.look._replace(route=())), i) for w, i in reversed(bent))
            edits += [Remove(page.name, wires=tuple(bent)), Insert(page.name, wires=straight)]
        if places:
            edits.append(Move(page.name, places))
        edits += frames
        if len(edits) < 2:
            return edits[0] if edits else None
        return CompositeEdit(tuple(edits))


def arrange(
    page: Page,
    boxes: Mapping[str, Box],
    only: Iterable[str] | None = None,
    *,
    progress: Callable[[float], None] = lambda done: None,
) -> Arrangement:
    """Arrange a page, or only the blocks, frames (with their content) and notes of `only`.

    The page is not changed: see `Arrangement.edit`.

    Args:
        boxes: size and pins of every block.
        only: the names of the items to arrange; None for all.
        progress: called with numbers in 0..1.

    Raises:
        LayoutTooLarge: if the page has too many items.
    """
    furthest = 0.0

    def tick(done: float) -> None:
        nonlocal furthest
        furthest = max(furthest, min(done, 1.0))
        progress(furthest)

    tick(0.0)
    with gc_paused():
        arrangement = _Work(page, boxes, None if only is None else set(only), tick).run()
    tick(1.0)
    return arrangement


class _Group:
    """A page or frame while it is arranged: its items, their wires and positions."""

    def __init__(self) -> None:
        self.items: list[str] = []
        self.wires: list[tuple[str, str, Wire]] = []  # (item, item, wire) for wires between two items


class _Work:
    def __init__(self, page: Page, boxes: Mapping[str, Box], only: set[str] | None, tick: Callable[[float], None]):
        self.page, self.boxes, self.only, self.tick = page, boxes, only, tick
        self.homes = self._homes()
        self.frames = {
            f: page.frames[f] for f in page.frames if only is None or any(a in only for a in (f, *self._above(f)))
        }
        self.blocks = [b for b in page.blocks if only is None or b in only or self.homes[b] in self.frames]
        self.groups: dict[str, _Group] = {}
        self.rects: dict[str, Rect] = {}  # item -> rectangle, relative to its position
        self.extents: Places = {}  # frame -> size if it is expanded
        self.ports = ports(page, lambda name: boxes[name].outs)  # pins of collapsed frames
        self.notes = self._notes()  # block or frame -> its notes
        self.at_edge: dict[tuple[str, str, str, str], tuple[float, float]] = {}  # (frame, side, pin) -> position
        self.inside: dict[str, Places] = {}  # frame -> positions of its items
        self.piles: dict[str, float] = {}  # note -> distance below the top of its block
        self.done, self.total = 0, max(1, len(self.blocks))

    def _homes(self) -> dict[str, str]:
        """Return the frame of each block and frame; "" for the page itself, and for frames that contain each other."""
        page = self.page
        homes = {
            name: item.frame if item.frame in page.frames else ""
            for have in (page.frames, page.blocks)
            for name, item in have.items()
        }
        done: set[str] = set()
        for at in page.frames:
            way: set[str] = set()
            while at and at not in done:
                if at in way:
                    homes[at] = ""
                    break
                way.add(at)
                at = homes[at]
            done |= way
        return homes

    def _above(self, name: str) -> list[str]:
        """Return the frames around an item, innermost first."""
        found = []
        while name := self.homes[name]:
            found.append(name)
        return found

    def _notes(self) -> dict[str, list[Note]]:
        """Return the notes by the block or frame that each belongs to, and the others under ""."""
        page = self.page
        mine = [n for n in page.notes.values() if self.only is None or n.id in self.only]
        seen = {i for i in (*self.blocks, *self.frames) if not any(page.frames[f].collapsed for f in self._above(i))}
        return owners(
            mine,
            {b: (page.blocks[b].x, page.blocks[b].y, *self.boxes[b][:2]) for b in self.blocks if b in seen},
            {f.id: (f.x, f.y, *self._seen(f)) for f in self.frames.values() if f.id in seen},
        )

    def run(self) -> Arrangement:
        for name in (*self.blocks, *self.frames):
            self.groups.setdefault(self.homes[name], _Group()).items.append(name)
        self._sort_wires()
        for name in self.blocks:
            self.rects[name] = self._rect(name, *self.boxes[name][:2])
        for name in self.frames.keys() - self.groups.keys():
            self.inside[name], self.extents[name] = {}, self.frames[name][4:6]
            self.rects[name] = self._rect(name, *self._seen(self.frames[name]))
        places: Places = {}
        frames: dict[str, Frame] = {}
        depth = {g: len(self._above(g)) + 1 if g else 0 for g in self.groups}
        # Inner frames first; all frames of one depth together, which is faster than one by one.
        for deep in range(max(depth.values(), default=0), -1, -1):
            names = [name for name in self.groups if depth[name] == deep]
            for name, group_places in zip(names, self._flows([self.groups[name] for name in names])):
                self._settle(name, group_places, places, frames)
        self._enclose(places, frames)
        if self.only is None:
            self._clear(places, frames)
        reach = max((abs(v) for place in places.values() for v in place), default=0.0)
        if reach > REACH:
            raise LayoutTooLarge(phrase("the layout would be larger than a page can be: arrange parts of it"))
        return Arrangement(places, frames)

    def _settle(self, name: str, within: Places, places: Places, frames: dict[str, Frame]) -> None:
        """Store the positions of the items of a group."""
        group = self.groups[name]
        if name in self.frames:
            self.inside[name] = {i: (x + MARGIN, y + TITLE) for i, (x, y) in within.items()}
            wide, tall = (
                max((within[i][k] + self.rects[i][2 + k] for i in group.items), default=0.0) + room
                for k, room in ((0, 2 * MARGIN), (1, TITLE + MARGIN))
            )
            if name in self.ports:  # an expanded frame is at least as large as a collapsed one
                wide, tall = np.maximum((wide, tall), self.ports[name].size).tolist()
                ins, outs = (self._sorted_pins(name, side, pins) for side, pins in zip(("in", "out"), self.ports[name]))
                edges = port_rows(ins, self.ports[name].ins, outs, self.ports[name].outs)
                for side, rows in zip(("in", "out"), edges):
                    for i, port in enumerate(rows):
                        at = self.ports[name].size[0] * (side == "out"), row(i, len(rows))
                        self.at_edge |= {(name, side, *pin): at for pin in port.pins}
            self.extents[name] = wide, tall
            self.rects[name] = self._rect(name, *self._seen(self.frames[name]._replace(width=wide, height=tall)))
        else:
            self._put(within, *self._origin(group, within), places, frames)

    def _sorted_pins(self, frame: str, side: str, pins: Iterable[Pin]) -> list[Pin]:
        """Return the pins at an edge of a collapsed frame by their height in the frame."""
        inside = (pin for pin in pins if pin[0] in self.rects)
        return edge({pin: self._pin(frame, pin[0], self._spot(side, *pin))[1] for pin in inside})

    def _sort_wires(self) -> None:
        """Assign each wire to the innermost group that contains both its ends."""
        mine = set(self.blocks)
        chains = {b: (b, *(f for f in self._above(b)), "") for b in mine} if self.page.frames else {}
        for source in self.blocks:
            for wire in self.page.out.get(source, ()):
                if wire.target not in mine or wire.target == source or wire.unseen:
                    continue
                if not chains:
                    self.groups[""].wires.append((source, wire.target, wire))
                    continue
                a, b = chains[source], chains[wire.target]
                common = next(c for c in a[1:] if c in b[1:])
                if common in self.groups:
                    ends = a[a.index(common) - 1], b[b.index(common) - 1]
                    if all(e in mine or e in self.frames for e in ends):
                        self.groups[common].wires.append((*ends, wire))

    def _rect(self, name: str, wide: float, tall: float) -> Rect:
        """Return a block or frame of this size with its notes, relative to its own corner.

        The notes are stacked above or below it, on the side where they are now, but not below a block that has wires at
        its bottom, nor above a frame, where its title is. `piles` has their positions.
        """
        item = self.page.blocks.get(name) or self.page.frames[name]
        top, bottom, middle = 0.0, tall, item.y + tall / 2
        foot = any(
            self.page.blocks[w.target].type in MONITORS
            for w in self.page.out.get(name, ())
            if w.target in self.page.blocks
        )
        for note in sorted(self.notes.get(name, ()), key=lambda n: abs(n.y - item.y)):
            wide = max(wide, note.width)
            if name not in self.frames and (foot or note.y + note.height / 2 < middle):
                top -= note.height + _PILE
                self.piles[note.id] = top
            else:
                self.piles[note.id] = bottom + _PILE
                bottom += note.height + _PILE
        return 0.0, top, wide, bottom - top

    def _flows(self, groups: list[_Group]) -> list[Places]:
        """Return the positions of the rects of the items of groups, from (0, 0) in each group.

        Equal groups, such as the layers of a model, are laid out once.
        """
        alike: dict[tuple[object, ...], _Group] = {}
        kinds = []
        for group in groups:
            number = {name: i for i, name in enumerate(group.items)}
            corner = self._now(group.items[0])
            look = (
                *((*self.rects[i][2:], *np.subtract(self._now(i), corner).tolist()) for i in group.items),
                *((number[a], number[b], *self._ends(a, b, w), self._loops(w)) for a, b, w in group.wires),
            )
            kinds.append(look)
            alike.setdefault(look, group)
        flowed = dict(zip(alike, self._flow(list(alike.values()))))
        self.done += sum(len(group.items) for group in groups)
        return [dict(zip(group.items, flowed[kind].values())) for group, kind in zip(groups, kinds)]

    def _flow(self, groups: list[_Group]) -> list[Places]:
        """Return the positions of each of the groups, without looking for equal ones."""
        rects, items = self.rects, [i for group in groups for i in group.items]
        wires = [w for group in groups for w in group.wires]
        number = {name: i for i, name in enumerate(items)}
        size = np.array([rects[i][2:] for i in items], float).reshape(-1, 2)
        now = np.array([self._now(i) for i in items], float).reshape(-1, 2)
        ends = np.array([self._ends(*wire) for wire in wires], float).reshape(-1, 4)
        done, share = self.done / self.total, len(items) / (self.total + len(self.frames))
        lies_in = np.repeat(np.arange(len(groups)), [len(group.items) for group in groups])
        places = flow(
            size,
            Wires(
                np.array([number[a] for a, _, _ in wires], int),
                np.array([number[b] for _, b, _ in wires], int),
                ends[:, :2],
                ends[:, 2:],
                np.array([self._loops(w) for _, _, w in wires], bool),
            ),
            now,
            lies_in,
            lambda part: self.tick(done + share * part),
        )
        flowed = dict(zip(items, map(tuple, places.tolist())))
        return [{i: flowed[i] for i in group.items} for group in groups]

    def _loops(self, wire: Wire) -> bool:
        """Return whether a wire leads back to the start of a loop."""
        return traits_of(self.page.blocks[wire.source].type).flow == "next_iteration"

    def _now(self, name: str) -> tuple[float, float]:
        item = self.page.blocks.get(name) or self.page.frames[name]
        return item.x + self.rects[name][0], item.y + self.rects[name][1]

    def _seen(self, frame: Frame) -> tuple[float, float]:
        """Return the width and height at which a frame is drawn."""
        return self.ports[frame.id].size if frame.id in self.ports else (frame.width, frame.height)

    def _spot(self, side: str, block: str, pin: str) -> tuple[float, float]:
        """Return the position of a pin on its block."""
        return self.boxes[block].outlet(pin) if side == "out" else self.boxes[block].inlet(pin)

    def _ends(self, a: str, b: str, wire: Wire) -> tuple[float, ...]:
        """Return both ends of a wire between two items, relative to their corners: x1 y1 x2 y2."""
        return (*self._end(a, "out", wire.source, wire.source_pin), *self._end(b, "in", wire.target, wire.target_pin))

    def _end(self, item: str, side: str, block: str, pin: str) -> tuple[float, float]:
        """Return the visible end of a wire at a block's pin, in an item that is the block or a frame around it."""
        at, home, wanted = None, block, item
        while home != item:
            home = self.homes[home]
            if (home, side, block, pin) in self.at_edge:
                at, wanted = self.at_edge[home, side, block, pin], home
        if at is None:
            return self._pin(item, block, self._spot(side, block, pin))
        return self._pin(item, wanted, at)

    def _pin(self, item: str, block: str, pin: tuple[float, float]) -> tuple[float, float]:
        """Return a position in a block or frame relative to an item: itself, or a frame around it."""
        x, y = pin[0] - self.rects[block][0], pin[1] - self.rects[block][1]
        while block != item:
            at = self.inside[self.homes[block]][block]
            x, y, block = x + at[0], y + at[1], self.homes[block]
        return x, y

    def _origin(self, group: _Group, found: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
        """Return the position of (0, 0): a page keeps its top left corner, a selection its centre."""
        low = np.min([self._now(i) for i in group.items], axis=0)
        if self.only is None:
            return float(low[0]), float(low[1])
        high = np.max([np.add(self._now(i), self._old_size(i)) for i in group.items], axis=0)
        extent = np.max([np.add(found[i], self.rects[i][2:]) for i in group.items], axis=0)
        x, y = np.rint((low + high - extent) / 2)
        return float(x), float(y)

    def _old_size(self, name: str) -> tuple[float, float]:
        frame = self.page.frames.get(name)
        return self._seen(frame) if frame is not None else self.rects[name][2:]

    def _put(self, within: Places, x: float, y: float, places: Places, frames: dict[str, Frame]) -> None:
        """Set the positions on the page of the items of a group, and of all items inside them."""
        for name, (left, top) in within.items():
            rect = self.rects[name]
            at = x + left - rect[0], y + top - rect[1]
            places.update((note.id, (at[0], at[1] + self.piles[note.id])) for note in self.notes.get(name, ()))
            if name in self.frames:
                wide, tall = self.extents[name]
                frames[name] = self.page.frames[name]._replace(x=at[0], y=at[1], width=wide, height=tall)
                self._put(self.inside[name], *at, places, frames)
                continue
            places[name] = at

    def _enclose(self, places: Places, frames: dict[str, Frame]) -> None:
        """Let frames that stay, around blocks that move, grow around them."""
        for name in sorted(
            {f for b in (*self.blocks, *self.frames) for f in self._above(b)} - self.frames.keys(),
            key=lambda f: (-len(self._above(f)), f),
        ):
            frame = self.page.frames[name]
            x1, y1, x2, y2 = frame.x, frame.y, frame.x + frame.width, frame.y + frame.height
            for item, home in self.homes.items():
                if home == name and (item in places or item in frames):
                    moved = frames.get(item)
                    x, y = (moved.x, moved.y) if moved else places[item]
                    wide, tall = self._seen(moved) if moved else self.boxes[item][:2]
                    x1, y1 = min(x1, x - MARGIN), min(y1, y - TITLE)
                    x2, y2 = max(x2, x + wide + MARGIN), max(y2, y + tall + MARGIN)
            grown = frame._replace(x=x1, y=y1, width=x2 - x1, height=y2 - y1)
            if grown != frame:
                frames[name] = grown

    def _clear(self, places: Places, frames: dict[str, Frame]) -> None:
        """Place notes that belong to no block or frame around all other items."""
        loose = self.notes.get("", [])
        if not loose or not places:
            return
        taken = [(*places[b], *self.boxes[b][:2]) for b in self.blocks]
        taken += [(f.x, f.y, *self._seen(f)) for f in frames.values()]
        owned = (n for owner, have in self.notes.items() if owner for n in have)
        taken += [(*places[n.id], n.width, n.height) for n in owned]
        top = min(self._now(i)[1] for i in self.groups[""].items)
        places.update(placed(loose, top, np.array(taken, float)))


BESIDE = 40.0  # a text within this distance of a block or frame belongs to it
AROUND = 80.0  # distance between independent texts and items, to leave space for the tabs of frames
_APART = 20.0  # distance between independent texts
_LARGE = 600.0  # a drawing, or a larger text, is independent: it is a background of blocks


def owners(notes: Sequence[Note], blocks: Mapping[str, Rect], frames: Mapping[str, Rect]) -> dict[str, list[Note]]:
    """Return notes by the nearest block or frame, "" for none.

    A note inside a frame belongs to the frame only if no block is near.
    """
    by_owner: dict[str, list[Note]] = {}
    names = [*blocks, *frames]
    rects = np.array([*blocks.values(), *frames.values()], float).reshape(-1, 4)
    for note in notes:
        owner = ""
        if names and not note.shape and max(note.width, note.height) <= _LARGE:
            after, before = rects[:, :2] - (note.x + note.width, note.y + note.height), (note.x, note.y) - rects[:, :2]
            away = np.maximum(np.maximum(after, before - rects[:, 2:]), 0).max(1)
            around = away[len(blocks) :]
            around[around == 0] = BESIDE
            nearest = int(np.argmin(away))
            owner = names[nearest] if away[nearest] <= BESIDE else ""
        by_owner.setdefault(owner, []).append(note)
    return by_owner


def placed(notes: Sequence[Note], top: float, taken: np.ndarray) -> dict[str, tuple[float, float]]:
    """Return the places of the notes that belong to no block or frame.

    Texts go above the content if they were above, otherwise below, in reading order. If there are drawings, the notes
    keep their arrangement, and all move below if one would overlap.

    Args:
        top: the former top of the content.
        taken: (n, 4), the areas that the content now covers.
    """
    low, high = taken[:, :2].min(0), (taken[:, :2] + taken[:, 2:]).max(0)
    if any(note.shape for note in notes):
        now = np.array([(n.x, n.y, n.width, n.height) for n in notes], float)
        over = (
            (now[:, None, :2] < taken[None, :, :2] + taken[None, :, 2:])
            & (taken[None, :, :2] < now[:, None, :2] + now[:, None, 2:])
        ).all(2)
        x, y = np.rint((low[0] - now[:, 0].min(), high[1] + AROUND - now[:, 1].min())) if over.any() else (0.0, 0.0)
        return {note.id: (note.x + float(x), note.y + float(y)) for note in notes}
    above = [note for note in notes if note.y + note.height / 2 < top]
    below = [note for note in notes if note not in above]
    wide = high[0] - low[0]
    places: dict[str, tuple[float, float]] = {}
    for part, up in ((above, True), (below, False)):
        within, tall = _lines(part, wide)
        start = low[1] - AROUND - tall if up else high[1] + AROUND
        places |= {name: (float(np.rint(low[0] + x)), float(np.rint(start + y))) for name, (x, y) in within.items()}
    return places


def _lines(notes: Sequence[Note], wide: float) -> tuple[dict[str, tuple[float, float]], float]:
    """Return places of notes in lines of about a width, from (0, 0), and their total height."""
    places: dict[str, tuple[float, float]] = {}
    x = y = tall = 0.0
    for note in sorted(notes, key=lambda n: (n.y, n.x)):
        if x and x + note.width > wide:
            x, y, tall = 0.0, y + tall + _APART, 0.0
        places[note.id] = x, y
        x, tall = x + note.width + _APART, max(tall, note.height)
    return places, y + tall
