"""The page as numpy arrays, updated edit by edit, without painting.

Scenes of large pages are made in a thread.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import repeat
from operator import itemgetter
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QRectF

from blockloom.app.canvas.scene.block_layout import CATEGORIES, NOT_LAID, Layout, category, make_fonts
from blockloom.app.canvas.scene.folded_frames import FoldedFrames
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene_arrays import BULK, FAR_UNKNOWN, KIND, PIECE
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import PLAIN, Block, Document, Frame, Note, Page, Wire
from blockloom.blocks.document.scopes import shown_names
from blockloom.blocks.edits import Edit, Insert, Reinsert, Remove, flatten_edits
from blockloom.blocks.edits.base import Touched
from blockloom.blocks.routing import ranges
from blockloom.blocks.text.gc_pause import gc_paused

BAND = 32.0  # height of the bands in which neighbours of a block are searched, in canvas pixels
KEPT = 4.0  # canvas pixels that stay free before the right neighbour
MOST = 20_000  # larger pages are not searched: programs create them, and leave space between blocks


def rooms(pos: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Return the widths (n,) up to which blocks cover no block at their right; inf if nothing is there.

    Args:
        pos: upper left corners, (n, 2).
        size: widths and heights, (n, 2).
    """
    free = np.full(len(pos), np.inf)
    if len(pos) > MOST:
        return free
    first = np.floor(pos[:, 1] / BAND).astype(np.intp)
    count = np.floor((pos[:, 1] + size[:, 1]) / BAND).astype(np.intp) - first + 1
    block, band = ranges(first, count)
    order = np.lexsort((pos[block, 0], band))
    block, band = block[order], band[order]
    x, top, foot = pos[block, 0], pos[block, 1], pos[block, 1] + size[block, 1]
    for step in (1, 2, 3):  # compare with the next blocks of the band; those at the same height come first
        i, j = np.arange(len(block) - step), np.arange(step, len(block))
        met = (band[i] == band[j]) & (x[j] > x[i]) & (top[i] < foot[j]) & (top[j] < foot[i])
        i, j = i[met], j[met]
        np.minimum.at(free, block[i], x[j] - x[i] - KEPT)
    return free


T = TypeVar("T")
LEAST_WIDTH = 100.0  # least width of a narrowed block, in canvas pixels
_COLUMNS = [itemgetter(Wire._fields.index(name)) for name in ("source", "target", "kind", "look")]


class Removed(Struct, frozen=True):
    """Slots of removed blocks and wires. `outer` are wires with an end at a block that stayed."""

    edit: Remove
    slot: dict[str, int]
    slots: np.ndarray  # slots of the blocks
    wires: np.ndarray
    outer: np.ndarray


class Scene(FoldedFrames):
    """Blocks, wires, frames and notes of one page."""

    def __init__(self, geometry: Geometry):
        super().__init__()
        self.geometry = geometry
        self.clear()

    def clear(self) -> None:
        """Remove everything."""
        super().clear()
        self.version += 1
        self.frames: dict[str, Frame] = {}
        self._boxes = None
        self.notes: dict[str, Note] = {}
        self.sheet: tuple[float, float] | None = None
        self.background = ""
        self.chosen: set[str] = set()  # selected frames and notes
        self.changed: set[int] = set()  # slots whose pictures are out of date
        self.pausing: set[str] = set()  # blocks with breakpoints, and some whose breakpoints were removed
        self.most: dict[str, float] = {}  # block -> width, if it has little space at its right
        self._removed: dict[int, Removed] = {}  # id() of an edit -> what it removed
        self._top = 0

    def forget(self) -> None:
        """Drop what is cached for slots that are about to be reused."""
        self._removed.clear()

    def load(self, page: Page) -> None:
        """Start again from a page."""
        self.clear()
        self._begin()
        self._insert(list(page.blocks.values()), list(page.wires()))
        self._shorten_names(page)
        self._settle(page)

    def narrow(self, page: Page) -> None:
        """Narrow blocks that cover others, as on pages that were laid out for narrower blocks.

        This applies while the page is open; blocks are not moved.
        """
        slots = np.flatnonzero(self.alive[: self.count])
        free = rooms(self.pos[slots], self.size[slots])
        tight = slots[(free < self.size[slots, 0]) & (free >= LEAST_WIDTH)]
        if len(tight):
            room = dict(zip(slots.tolist(), free.tolist(), strict=True))
            self.most = {self.blocks[slot].id: room[slot] for slot in tight.tolist()}
            self._begin()
            self._touch(tight.tolist())
            self._settle(page)

    def _begin(self) -> None:
        self._touched: set[int] = set()
        self._moved: set[int] = set()
        self._new: list[int] = []  # new wires without positions of their ends
        self._damage: np.ndarray | None = np.array([np.inf, np.inf, -np.inf, -np.inf])

    def apply(self, edit: Edit, page: Page, retyped: Collection[str] = ()) -> QRectF | None:
        """Take over an edit that was applied to the page.

        Args:
            page: the page after the edit.
            retyped: block types that the edit changed.

        Returns:
            The area to repaint in canvas coordinates; None for all.
        """
        self._begin()
        edits = [*flatten_edits(edit)]
        if len(edits) > BULK:  # repaint everything, which is faster than computing each area
            self._damage = None
        if any(isinstance(leaf, Reinsert | Insert | Remove) for leaf in edits):
            each = ((leaf, touched) for leaf in edits for touched in leaf.touched())
        else:
            # The edit itself, because its `touched` may merge many edits.
            each = ((edit, touched) for touched in edit.touched())
        for leaf, touched in each:
            if touched.removes_page and touched.page == page.name:
                self.clear()
                self._damage = None
            elif touched.page == page.name:
                self._apply(leaf, touched)
        if retyped:
            self.geometry.forget()
            self._touch([self.slot[block.id] for block in page.blocks.values() if block.type in retyped])
        if any(touched.names or touched.scopes or touched.boxes for touched in edit.touched()):
            self._shorten_names(page)
        self._settle(page)
        if self._damage is None:
            return None
        x0, y0, x1, y1 = self._damage.tolist()
        return QRectF(x0, y0, x1 - x0, y1 - y0) if x1 >= x0 else QRectF()

    def _apply(self, edit: Edit, touched: Touched) -> None:
        if isinstance(edit, Reinsert):  # only these three kinds of edits add and remove blocks
            self._again(edit)
        elif isinstance(edit, Insert):
            self._insert(edit.blocks, [p.wire for p in edit.wires])
        elif isinstance(edit, Remove):
            self._remove(edit)
        if touched.boxes:
            self._damage = None
        if touched.placed:
            self._place(touched.placed)
        if touched.renamed:
            self._rename(*touched.renamed)
        for names in (touched.valued, touched.painted, touched.muted):
            if names:
                self._touch([self.slot[name] for name in names if name in self.slot])

    def _again(self, edit: Reinsert) -> None:
        """Restore removed blocks in their slots; only blocks that stayed meanwhile are laid out again."""
        lay = self._removed.pop(id(edit.undoes), None)
        if lay is None:
            insert = edit.insert()
            self._insert(insert.blocks, [p.wire for p in insert.wires])
            return
        self.slot.update(lay.slot)
        self.alive[lay.slots] = self.walive[lay.wires] = True
        ends = np.concatenate((self.wsrc[lay.outer], self.wdst[lay.outer]))
        self._touch(ends[ends >= 0].tolist())
        self._new.extend(lay.outer.tolist())
        self._attach()
        self._note(lay.slots)

    def _insert(self, blocks: Sequence[Block], wires: list[Wire]) -> None:
        slots = self._slots(len(blocks))
        _put(self.blocks, slots, blocks)
        _put(self.layouts, slots, [NOT_LAID] * len(blocks))
        # A loop, because `update` would block other threads.
        for block, slot in zip(blocks, slots.tolist(), strict=True):
            self.slot[block.id] = slot
        self.pos[slots, 0], self.pos[slots, 1] = [block.x for block in blocks], [block.y for block in blocks]
        self.alive[slots] = True
        self.raise_up(slots)
        self._touched.update(slots.tolist())
        if wires:
            self._insert_wires(wires)
        self._attach()
        self._note(slots)

    def _insert_wires(self, wires: list[Wire]) -> None:
        ws = self._wire_slots(len(wires))
        for first in range(0, len(wires), PIECE):
            self._fill_wires(ws[first : first + PIECE], wires[first : first + PIECE])
        self._new.extend(ws.tolist())
        at_ends = np.zeros(self.count + 1, bool)  # element [-1] stands for a missing block
        at_ends[self.wsrc[ws]] = at_ends[self.wdst[ws]] = True
        self._touch(np.flatnonzero(at_ends[:-1]).tolist())

    def _fill_wires(self, ws: np.ndarray, wires: list[Wire]) -> None:
        """Put wires into slots."""
        n = len(wires)
        sources, targets, kinds, looks = (list(map(column, wires)) for column in _COLUMNS)
        self.wsrc[ws] = np.fromiter(map(self.slot.get, sources, repeat(-1)), np.int32, n)
        self.wdst[ws] = np.fromiter(map(self.slot.get, targets, repeat(-1)), np.int32, n)
        _put(self.wires, ws, wires)
        plain = looks.count(PLAIN) == n
        self.tint[ws] = 0
        self.ink[ws] = np.fromiter(map(KIND.get, kinds) if plain else map(self.ink_of, wires), np.int16, n)
        self.hidden[ws] = False if plain else [look.hidden for look in looks]
        self.beyond[ws] = 0.0
        if self.bends or not plain:  # a removed wire may have left bends in the slot
            for w, look in zip(ws.tolist(), looks, strict=True):
                self.bend(w, np.array(look.route, float) if look.route else None)
        self.walive[ws] = True

    def _remove(self, edit: Remove) -> None:
        if len(edit.blocks) == len(self.slot):
            slot, self.slot = self.slot, {}
        else:
            slot = {name: self.slot.pop(name) for name in edit.blocks}
        gone = np.fromiter(slot.values(), np.intp, len(slot))
        self._note(gone)
        mask = np.zeros(len(self.alive) + 1, np.bool_)  # element [-1] stands for a missing block
        mask[gone] = True
        n = self.wcount
        starts, ends = mask[self.wsrc[:n]], mask[self.wdst[:n]]
        going = self.walive[:n] & (starts | ends)
        if edit.wires:
            names = set(edit.blocks)
            single = [p.wire for p in edit.wires if p.wire.source not in names and p.wire.target not in names]
            going[self._find(single, going)] = True
        ws, outer = np.flatnonzero(going), np.flatnonzero(going & ~(starts & ends))
        left = np.concatenate((self.wsrc[outer], self.wdst[outer]))
        self._touch(left[(left >= 0) & ~mask[left]].tolist())
        self.walive[ws] = self.wselected[ws] = False
        self.alive[gone] = self.selected[gone] = False
        self._removed[id(edit)] = Removed(edit, slot, gone, ws, outer)
        self._touched.difference_update(gone.tolist())

    def _find(self, wires: list[Wire], taken: np.ndarray) -> list[int]:
        """Return the slots of wires given by value; equal wires, used twice in a list, get separate slots."""
        slots: list[int] = []
        if len(wires) > 32:
            have: dict[Wire, list[int]] = {}
            for w in np.flatnonzero(self.walive[: self.wcount] & ~taken).tolist():
                have.setdefault(self.wires[w], []).append(w)
            return [have[wire].pop() for wire in wires]
        n = self.wcount
        for wire in wires:
            source, target = self.slot.get(wire.source, -1), self.slot.get(wire.target, -1)
            near = np.flatnonzero(self.walive[:n] & (self.wsrc[:n] == source) & (self.wdst[:n] == target))
            slots.append(next(w for w in near.tolist() if self.wires[w] == wire and w not in slots and not taken[w]))
        return slots

    def slots_of(self, wires: Sequence[Wire]) -> list[int]:
        """Return the slots of wires given by value."""
        return self._find(list(wires), np.zeros(self.wcount, bool))

    def _place(self, names: Collection[str]) -> None:
        slots = [self.slot[name] for name in names if name in self.slot]
        self._note(np.array(slots, np.intp))
        if len(slots) < len(names):
            self._damage = None
        self._moved.update(slots)

    def _rename(self, old: str, new: str) -> None:
        if old not in self.slot:
            self._damage = None
            self.chosen, self.opened = (
                {new if name == old else name for name in names} for names in (self.chosen, self.opened)
            )
            return
        slot = self.slot[new] = self.slot.pop(old)
        for w in self.wires_of([slot]).tolist():
            wire = self.wires[w]
            self.wires[w] = wire._replace(
                source=new if wire.source == old else wire.source, target=new if wire.target == old else wire.target
            )
        self.blocks[slot] = self.blocks[slot]._replace(id=new)
        self._touch([slot])
        self._attach()

    def _attach(self) -> None:
        """Find the blocks of dangling wires, since a block with that name may have been added."""
        n = self.wcount
        for w in np.flatnonzero(self.walive[:n] & ((self.wsrc[:n] < 0) | (self.wdst[:n] < 0))).tolist():
            self.wsrc[w] = self.slot.get(self.wires[w].source, -1)
            self.wdst[w] = self.slot.get(self.wires[w].target, -1)
            self._new.append(w)
            self._touch([s for s in (int(self.wsrc[w]), int(self.wdst[w])) if s >= 0])

    def _touch(self, slots: list[int]) -> None:
        self._touched.update(slots)
        self._note(np.array(slots, np.intp))

    def _note(self, slots: np.ndarray) -> None:
        """Add the present areas of these blocks to the area to repaint."""
        if self._damage is None or len(slots) > BULK:
            self._damage = None
        elif len(slots):
            box = self.bounds(slots)
            low, high = np.minimum(self._damage[:2], box[:2]), np.maximum(self._damage[2:], box[2:])
            self._damage = np.concatenate((low, high))

    def _shorten_names(self, page: Page) -> None:
        """Find the names that blocks and frames show inside their frames."""
        names, before = shown_names(page), self.geometry.short_names
        different = [name for name in names.keys() | before.keys() if names.get(name) != before.get(name)]
        if different:
            self.geometry.short_names = names
            self._damage = None
            self.changed.update(slot for slot in map(self.slot.get, different) if slot is not None)

    def _settle(self, page: Page) -> None:
        """Lay out touched blocks after an edit, place ends of wires, and update the copies of the page's data."""
        if self.frames != page.frames:
            self.frames, self._boxes = dict(page.frames), None
        self.notes = dict(page.notes)
        self.sheet, self.background = page.size, page.background
        self.chosen &= self.frames.keys() | self.notes.keys()
        for slot in self._moved if self.most else ():  # the new position may leave more space
            if self.most.pop(self.blocks[slot].id, None):
                self._touched.add(slot)
        slots = np.fromiter(self._touched, np.intp, len(self._touched))
        touched = [s for s in slots[self.alive[slots]].tolist() if self.blocks[s][0] in page.blocks]
        relaid = []
        blocks = [page.blocks[self.blocks[slot][0]] for slot in touched]
        for slot, block, layout in zip(touched, blocks, self.geometry.layouts(blocks, page, self.most), strict=True):
            self.blocks[slot] = block
            if layout is not self.layouts[slot]:
                self.layouts[slot] = layout
                relaid.append(slot)
        moved = [slot for slot in self._moved if self.alive[slot]]
        for slot in moved:
            self.blocks[slot] = page.blocks[self.blocks[slot].id]
        if moved:
            self.pos[moved] = [self.blocks[slot][2:4] for slot in moved]
        laid = np.array(relaid, np.intp)
        if relaid:
            self._measure(laid, [self.layouts[slot] for slot in relaid])
        self.changed.update(touched)
        self.pausing.update(block.id for block in blocks if block.pause)
        # A mask, so that each wire is placed once; np.unique would import numpy.ma, which takes 15 ms at the start.
        wanted = np.zeros(self.wcount, bool)
        wanted[self.wires_of(laid)] = wanted[self._new] = True
        ws = np.flatnonzero(wanted & self.walive[: self.wcount])
        self.end_wires(ws, page, touched)
        self.place_wires(self.wires_of(list(self._moved)))
        self._crowded = None
        self._note(np.array([*touched, *moved], np.intp))
        if self.refold(page):
            self._damage = None

    def _measure(self, slots: np.ndarray, laid: list[Layout]) -> None:
        """Fill in the measures of blocks; few layouts are shared by many blocks."""
        layouts = {id(at): at for at in laid}
        number = dict(zip(layouts, range(len(layouts)), strict=True))
        which = np.array([number[id(at)] for at in laid], np.intp)
        for array, of in (
            (self.size, lambda at: (at.width, at.height)),
            (self.look, lambda at: at.look),
            (self.monitor, lambda at: at.monitor),
            (self.far, lambda at: FAR_UNKNOWN if at.type is None else CATEGORIES.index(category(at.type))),
        ):
            array[slots] = np.array([of(at) for at in layouts.values()])[which]

    def selection(self) -> set[str]:
        """Return the ids of selected blocks, frames and notes."""
        slots = np.flatnonzero(self.selected[: self.count])
        return (
            set(self.slot) if len(slots) == len(self.slot) else {self.blocks[s].id for s in slots.tolist()}
        ) | self.chosen

    def selected_wires(self) -> list[Wire]:
        """Return the selected wires."""
        return [self.wires[w] for w in np.flatnonzero(self.wselected[: self.wcount]).tolist()]

    def select(self, names: Iterable[str], wires: Iterable[int] = ()) -> bool:
        """Select these ids and wires (by slot), and nothing else. Return whether the selection changed."""
        names, before = set(names), self.selected_state()
        self.selected[:] = False
        self.wselected[:] = False
        self.selected[[s for s in map(self.slot.get, names) if s is not None]] = True
        self.wselected[list(wires)] = True
        self.chosen = names & (self.frames.keys() | self.notes.keys())
        return self.selected_state() != before

    def select_all(self) -> bool:
        """Select every block, frame and note. Return whether the selection changed."""
        before = self.selected_state()
        self.selected[:] = self.alive
        self.wselected[:] = False
        self.chosen = {*self.frames, *self.notes}
        return self.selected_state() != before

    def selected_state(self) -> tuple[bytes, bytes, frozenset[str]]:
        """Return a value that differs after each change of the selection, for comparison."""
        return (
            np.flatnonzero(self.selected[: self.count]).tobytes(),
            np.flatnonzero(self.wselected[: self.wcount]).tobytes(),
            frozenset(self.chosen),
        )

    def raise_up(self, slots: np.ndarray) -> None:
        """Draw these blocks above the others, the last of them uppermost."""
        self.z[slots] = np.arange(self._top, self._top + len(slots))
        self._top += len(slots)


def _put(into: list[T], slots: np.ndarray, items: Sequence[T]) -> None:
    """Put items at rising indices of a list."""
    if len(slots) and slots[-1] - slots[0] + 1 == len(slots):
        into[slots[0] : slots[-1] + 1] = items
    else:
        for slot, item in zip(slots.tolist(), items, strict=True):
            into[slot] = item


LARGE = 5_000  # pages with at least this many blocks are laid out in advance
_scenes: WeakKeyDictionary[Page, Scene] = WeakKeyDictionary()


@gc_paused()
def prepare(document: Document, catalogue: Catalogue) -> Document:
    """Lay out the first page of a new document if it is large, in any thread."""
    page = next(iter(document.pages.values()))
    if len(page.blocks) > LARGE:
        # Separate fonts, because two threads must not measure with the same one.
        scene = Scene(Geometry(catalogue.with_pages(document), make_fonts()))
        scene.load(page)
        scene.narrow(page)
        _scenes[page] = scene
    return document


def scene_of(page: Page, catalogue: Catalogue) -> Scene:
    """Return the scene of a page: the prepared one, which is used once, or a new one."""
    scene = _scenes.pop(page, None)
    if scene is not None and scene.geometry.catalogue.base is catalogue.base:
        scene.geometry.catalogue = catalogue
        scene.geometry.measure_with()
        return scene
    scene = Scene(Geometry(catalogue))
    scene.load(page)
    scene.narrow(page)
    return scene
