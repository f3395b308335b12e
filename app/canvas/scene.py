"""The page as numpy arrays: what is where. Follows the document edit by edit; paints nothing.

A block has a slot in the block arrays, a wire one in the wire arrays. Slots of removed blocks and wires stay as they
are for a while, so that an undo finds them ready: taking ten thousand blocks away and back costs milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas import routing
from app.canvas.geometry import PITCH, SESSION, Geometry, Layout
from blocks.document import WIRE_KINDS, Block, Frame, Note, Page, Placed, Wire
from blocks.edits import AddPage, Edit, Insert, Many, Move, Remove, RemovePage, Rename, Replace, SetValue

SPARE = 20_000      # dead slots kept for an undo before they are used again
BULK = 200          # touching more blocks than this repaints everything
MARGIN = 16.0       # what a block paints beyond its rectangle
KIND = {kind: i for i, kind in enumerate(WIRE_KINDS)}
FAR_PLAIN, FAR_SESSION, FAR_UNKNOWN = range(3)
_BLOCK_ARRAYS = {"pos": (float, 2), "size": (float, 2), "alive": (bool, 0), "selected": (bool, 0), "z": (np.int64, 0),
                 "look": (np.int32, 0), "far": (np.int8, 0), "degree": (np.int32, 0),
                 "laid": (np.int64, 0)}
_WIRE_ARRAYS = {"wsrc": (np.int32, 0), "wdst": (np.int32, 0), "off1": (float, 2), "off2": (float, 2),
                "e1": (float, 2), "e2": (float, 2), "inset": (float, 0), "kind": (np.int8, 0),
                "lane": (np.int8, 0), "walive": (bool, 0),
                "wselected": (bool, 0), "wlaid": (np.int64, 0)}


class Scene:
    """Blocks, wires, frames and notes of one page. `count` and `wcount` are the used lengths of the arrays."""

    def __init__(self, geometry: Geometry):
        self.geometry = geometry
        self.clear()

    def clear(self) -> None:
        """Hold nothing."""
        self.slot: dict[str, int] = {}
        self.blocks: list[Block] = []
        self.layouts: list[Layout | None] = []
        self.wires: list[Wire] = []
        self.frames: dict[str, Frame] = {}
        self.notes: dict[str, Note] = {}
        self.chosen: set[str] = set()           # selected frames and notes
        self.changed: set[int] = set()          # slots whose pictures are out of date
        self.count = self.wcount = self._top = 0
        self._grave: dict[str, int] = {}
        self._wgrave: dict[int, int] = {}
        self._free: dict[int, None] = {}
        self._wfree: dict[int, None] = {}
        for arrays in (_BLOCK_ARRAYS, _WIRE_ARRAYS):
            for name, (dtype, columns) in arrays.items():
                setattr(self, name, np.zeros((64, columns) if columns else 64, dtype))

    # --- following the document ------------------------------------------------------------------------

    def load(self, page: Page) -> None:
        """Start again from a page."""
        self.clear()
        wires = tuple(Placed(w, i) for pins in page.into.values() for ws in pins.values() for i, w in enumerate(ws))
        self.apply(Insert(page.name, tuple(page.blocks.values()), wires, tuple(page.frames.values()),
                          tuple(page.notes.values())), page)

    def apply(self, edit: Edit, page: Page) -> QRectF | None:
        """Follow an edit that the document has taken. Gives what to repaint, in canvas coordinates; None: all."""
        self._touched: set[int] = set()
        self._moved: set[int] = set()
        self._new: list[int] = []               # wires whose ends are still to be placed
        self._damage: np.ndarray | None = np.array([np.inf, np.inf, -np.inf, -np.inf])
        self._apply(edit, page)
        self._settle(page)
        if self._damage is None:
            return None
        x0, y0, x1, y1 = self._damage.tolist()
        return QRectF(x0, y0, x1 - x0, y1 - y0) if x1 >= x0 else QRectF()

    def _apply(self, edit: Edit, page: Page) -> None:
        if isinstance(edit, Many):
            for part in edit.edits:
                self._apply(part, page)
        elif isinstance(edit, AddPage):
            pass
        elif isinstance(edit, RemovePage):
            if edit.name == page.name:
                self.clear()
                self._damage = None
        elif getattr(edit, "page", None) != page.name:
            pass
        elif isinstance(edit, Insert):
            self._insert(edit)
        elif isinstance(edit, Remove):
            self._remove(edit)
        elif isinstance(edit, Move):
            self._move(edit)
        elif isinstance(edit, SetValue):
            self._touch([self.slot[edit.block]] if edit.block in self.slot else [])
        elif isinstance(edit, Rename):
            self._rename(edit)
        elif isinstance(edit, Replace):
            self._damage = None

    def _insert(self, edit: Insert) -> None:
        if edit.frames or edit.notes:
            self._damage = None
        back = []
        for block in edit.blocks:
            slot = self._grave.get(block.id, -1)
            back.append(slot if slot >= 0 and self.blocks[slot] is block else -1)
        slots = np.array(back, np.intp)
        fresh = np.flatnonzero(slots < 0)
        if len(fresh):
            slots[fresh] = made = self._slots(len(fresh))
            for i, slot in zip(fresh.tolist(), made.tolist(), strict=True):
                self.blocks[slot], self.layouts[slot] = edit.blocks[i], None
            self.pos[made] = [edit.blocks[i][2:4] for i in fresh.tolist()]
            self._touched.update(made.tolist())
        for slot in back:
            self._free.pop(slot, None)
        self.slot.update(zip([b.id for b in edit.blocks], slots.tolist(), strict=True))
        self.alive[slots] = True
        self.selected[slots] = False
        self.z[slots] = np.arange(self._top, self._top + len(slots))
        self._top += len(slots)
        self._insert_wires([p.wire for p in edit.wires], slots, slots[np.array(back, np.intp) >= 0])
        if len(slots) and (self.wsrc[:self.wcount].min(initial=0) < 0 or self.wdst[:self.wcount].min(initial=0) < 0):
            self._attach()
        self._note(slots)

    def _insert_wires(self, wires: list[Wire], inserted: np.ndarray, revived: np.ndarray) -> None:
        back = [self._wgrave.pop(id(w), -1) for w in wires] if self._wgrave else [-1] * len(wires)
        old = np.array([w for w in back if w >= 0], np.intp)
        if len(old) and not (self.alive[self.wsrc[old]].all() and self.alive[self.wdst[old]].all()):
            back, old = [-1] * len(wires), old[:0]      # they hung on blocks that came back elsewhere
        for w in back:
            self._wfree.pop(w, None)
        # Their blocks may have been laid out anew meanwhile, or moved.
        self._new.extend(old[self._laid(old) != self.wlaid[old]].tolist())
        self.place_wires(old)
        new = [wire for wire, w in zip(wires, back, strict=True) if w < 0]
        ws = old
        if new:
            made = self._wire_slots(len(new))
            for w, wire in zip(made.tolist(), new, strict=True):
                self.wires[w] = wire
            slot = self.slot.get
            self.wsrc[made] = [slot(w.source, -1) for w in new]
            self.wdst[made] = [slot(w.target, -1) for w in new]
            self.kind[made] = [KIND[w.kind] for w in new]
            self._new.extend(made.tolist())
            ws = np.concatenate((old, made))
        self.walive[ws] = True
        self.wselected[ws] = False
        # A block that came back as it went, with all its wires, keeps its layout; every other end is laid out anew.
        ends = np.concatenate((self.wsrc[ws], self.wdst[ws]))
        if len(revived):
            count = np.bincount(ends[ends >= 0], minlength=self.count)
            same = revived[count[revived] == self.degree[revived]]
            keep = np.zeros(len(self.alive) + 1, bool)
            keep[same] = True
            self._touched.update(revived[count[revived] != self.degree[revived]].tolist())
            ends = ends[~keep[ends]]
        self._touch(ends[ends >= 0].tolist())

    def _remove(self, edit: Remove) -> None:
        if edit.frames or edit.notes:
            self._damage = None
        gone = np.array([self.slot.pop(b) for b in edit.blocks], np.intp)
        self._note(gone)
        mask = np.zeros(len(self.alive) + 1, bool)      # [-1] stands for a block that does not exist
        mask[gone] = True
        n = self.wcount
        going = self.walive[:n] & (mask[self.wsrc[:n]] | mask[self.wdst[:n]])
        names = set(edit.blocks)
        single = [p.wire for p in edit.wires if p.wire.source not in names and p.wire.target not in names]
        going[self._find(single, going)] = True
        ws = np.flatnonzero(going)
        ends = np.concatenate((self.wsrc[ws], self.wdst[ws]))
        degree = np.bincount(ends[ends >= 0], minlength=self.count)
        self.degree[gone] = degree[gone]
        self._touch(ends[(ends >= 0) & ~mask[ends]].tolist())
        self.walive[ws] = False
        self.wselected[ws] = False
        self.alive[gone] = False
        self.selected[gone] = False
        gone, ws = gone.tolist(), ws.tolist()
        self._grave.update(zip(edit.blocks, gone, strict=True))
        self._wgrave.update(zip([id(self.wires[w]) for w in ws], ws, strict=True))
        self._free.update(zip(gone, repeat(None)))
        self._wfree.update(zip(ws, repeat(None)))
        self._touched.difference_update(gone)

    def _find(self, wires: list[Wire], taken: np.ndarray) -> list[int]:
        """The slots of wires given by value; equal wires (one output twice in a list) are told apart by `taken`."""
        found: list[int] = []
        if len(wires) > 32:
            have: dict[Wire, list[int]] = {}
            for w in np.flatnonzero(self.walive[:self.wcount] & ~taken).tolist():
                have.setdefault(self.wires[w], []).append(w)
            return [have[wire].pop() for wire in wires]
        n = self.wcount
        for wire in wires:
            source, target = self.slot.get(wire.source, -1), self.slot.get(wire.target, -1)
            near = np.flatnonzero(self.walive[:n] & (self.wsrc[:n] == source) & (self.wdst[:n] == target))
            found.append(next(w for w in near.tolist() if self.wires[w] == wire and w not in found and not taken[w]))
        return found

    def _move(self, edit: Move) -> None:
        slots = [self.slot[name] for name in edit.places if name in self.slot]
        self._note(np.array(slots, np.intp))
        if len(slots) < len(edit.places):
            self._damage = None
        self.pos[slots] = [place for name, place in edit.places.items() if name in self.slot] or np.empty((0, 2))
        self._moved.update(slots)

    def _rename(self, edit: Rename) -> None:
        if edit.old not in self.slot:
            self._damage = None
            self.chosen = {edit.new if name == edit.old else name for name in self.chosen}
            return
        slot = self.slot[edit.new] = self.slot.pop(edit.old)
        for w in self.wires_of([slot]).tolist():
            wire = self.wires[w]
            self.wires[w] = wire._replace(source=edit.new if wire.source == edit.old else wire.source,
                                          target=edit.new if wire.target == edit.old else wire.target)
        self.blocks[slot] = self.blocks[slot]._replace(id=edit.new)
        self._touch([slot])
        self._attach()

    def _attach(self) -> None:
        """Find the blocks of dangling wires: one of that name may have come."""
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
        """Add these blocks, as they are now, to what must be repainted."""
        if self._damage is None or len(slots) > BULK:
            self._damage = None
        elif len(slots):
            box = self.bounds(slots)
            low, high = np.minimum(self._damage[:2], box[:2]), np.maximum(self._damage[2:], box[2:])
            self._damage = np.concatenate((low, high))

    def _settle(self, page: Page) -> None:
        """After the edit: lay out what it touched, place the ends of wires, and refresh what mirrors the page."""
        self.frames, self.notes = dict(page.frames), dict(page.notes)
        self.chosen &= self.frames.keys() | self.notes.keys()
        touched = [s for s in self._touched if self.alive[s] and self.blocks[s].id in page.blocks]
        relaid, into, out, layout = [], page.into, page.out, self.geometry.layout
        for slot in touched:
            block = self.blocks[slot] = page.blocks[self.blocks[slot].id]
            made = layout(block, into.get(block.id, {}), out.get(block.id, ()))
            if made is not self.layouts[slot]:
                self.layouts[slot] = made
                relaid.append(slot)
        for slot in self._moved:
            if self.alive[slot]:
                self.blocks[slot] = page.blocks[self.blocks[slot].id]
        if relaid:
            laid = [self.layouts[s] for s in relaid]
            self.size[relaid] = [(at.width, at.height) for at in laid]
            self.look[relaid] = [at.look for at in laid]
            self.laid[relaid] += 1
            self.far[relaid] = [FAR_UNKNOWN if at.type is None else FAR_SESSION if at.type.name == SESSION
                                else FAR_PLAIN for at in laid]
        self.changed.update(touched)
        ws = np.unique(np.concatenate((self.wires_of(relaid), np.array(self._new, np.intp))))
        self._ends(ws[self.walive[ws]])
        self.place_wires(self.wires_of(list(self._moved)))
        self._note(np.array([*touched, *(s for s in self._moved if self.alive[s])], np.intp))

    def _ends(self, ws: np.ndarray) -> None:
        """Place the ends of wires on their pins. A missing block leaves a stub at the other end."""
        layouts, wires = self.layouts, self.wires
        first, second, inset = [], [], []
        for w, s, t in zip(ws.tolist(), self.wsrc[ws].tolist(), self.wdst[ws].tolist(), strict=True):
            wire = wires[w]
            a = layouts[s].outlet(wire.source_pin) if s >= 0 else None
            b = layouts[t].inlet(wire.target_pin) if t >= 0 else None
            first.append(a or (b and (b[0] - 40, b[1])) or (0.0, 0.0))
            # Routes end at the block's edge; from there a wire runs straight to the pin, over the block.
            second.append((0.0, b[1]) if b else (a and (a[0] + 40, a[1])) or (0.0, 0.0))
            inset.append(b[0] if b else 0.0)
        if first:
            self.off1[ws], self.off2[ws], self.inset[ws] = first, second, inset
            self.lane[ws] = (self.wsrc[ws] * 3 + (self.off1[ws, 1] / PITCH).astype(int)) % 7 - 3
            self.wlaid[ws] = self._laid(ws)
            self.place_wires(ws)

    def _laid(self, ws: np.ndarray) -> np.ndarray:
        """Changes whenever a block at either end is laid out anew; -1 where an end has no block."""
        s, t = self.wsrc[ws], self.wdst[ws]
        return np.where((s < 0) | (t < 0), -1, self.laid[s] + self.laid[t])

    # --- arrays ------------------------------------------------------------------------------------------

    def place_wires(self, ws: np.ndarray) -> None:
        """Let the ends of wires follow their blocks."""
        s, t = self.wsrc[ws], self.wdst[ws]
        self.e1[ws] = self.pos[np.where(s < 0, t, s)] + self.off1[ws]
        self.e2[ws] = self.pos[np.where(t < 0, s, t)] + self.off2[ws]
        nowhere = ws[(s < 0) & (t < 0)]     # neither block exists: never in sight
        self.e1[nowhere] = self.e2[nowhere] = np.inf

    def wires_of(self, slots: list[int] | np.ndarray) -> np.ndarray:
        """The living wires at any of these blocks."""
        n = self.wcount
        if len(slots) == 0 or n == 0:
            return np.empty(0, np.intp)
        if len(slots) == 1:
            return np.flatnonzero(self.walive[:n] & ((self.wsrc[:n] == slots[0]) | (self.wdst[:n] == slots[0])))
        mask = np.zeros(len(self.alive) + 1, bool)
        mask[slots] = True
        return np.flatnonzero(self.walive[:n] & (mask[self.wsrc[:n]] | mask[self.wdst[:n]]))

    def bounds(self, slots: np.ndarray | list[int]) -> np.ndarray:
        """x0, y0, x1, y1 around blocks and the wires at them."""
        pos, ws = self.pos[slots], self.wires_of(slots)
        low, high = pos.min(0) - MARGIN, (pos + self.size[slots]).max(0) + MARGIN
        if len(ws):
            low = np.minimum(low, np.minimum(self.e1[ws], self.e2[ws]).min(0) - routing.REACH)
            high = np.maximum(high, np.maximum(self.e1[ws], self.e2[ws]).max(0) + routing.REACH)
        return np.concatenate((low, high))

    def extent(self, slots: np.ndarray | None = None) -> QRectF:
        """The box of everything on the page, or of some blocks; null where there is nothing."""
        live = np.flatnonzero(self.alive[:self.count]) if slots is None else slots
        boxes = [] if slots is not None else [(b.x, b.y, b.x + b.width, b.y + b.height)
                                              for b in (*self.frames.values(), *self.notes.values())]
        if len(live):
            low, high = self.pos[live].min(0), (self.pos[live] + self.size[live]).max(0)
            boxes.append((*low.tolist(), *high.tolist()))
        if not boxes:
            return QRectF()
        x0, y0, _, _ = map(min, zip(*boxes, strict=True))
        _, _, x1, y1 = map(max, zip(*boxes, strict=True))
        return QRectF(x0, y0, x1 - x0, y1 - y0)

    def _slots(self, n: int) -> np.ndarray:
        if len(self._free) - n > SPARE:
            self._grave.clear()
            self._wgrave.clear()
            return np.array([self._free.popitem()[0] for _ in range(n)], np.intp)
        first, self.count = self.count, self.count + n
        self._grow(_BLOCK_ARRAYS, self.count)
        self.blocks.extend(repeat(Block("", ""), n))
        self.layouts.extend(repeat(None, n))
        return np.arange(first, self.count)

    def _wire_slots(self, n: int) -> np.ndarray:
        if len(self._wfree) - n > SPARE:
            self._wgrave.clear()
            return np.array([self._wfree.popitem()[0] for _ in range(n)], np.intp)
        first, self.wcount = self.wcount, self.wcount + n
        self._grow(_WIRE_ARRAYS, self.wcount)
        self.wires.extend(repeat(Wire("", "", "", ""), n))
        return np.arange(first, self.wcount)

    def _grow(self, arrays: dict, n: int) -> None:
        for name in arrays:
            array = getattr(self, name)
            if n > len(array):
                bigger = np.zeros((max(n, 2 * len(array)), *array.shape[1:]), array.dtype)
                bigger[:len(array)] = array
                setattr(self, name, bigger)

    # --- looking -----------------------------------------------------------------------------------------

    def visible(self, x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
        """The blocks in a rectangle, lowest first."""
        n = self.count
        pos, size = self.pos[:n], self.size[:n]
        found = np.flatnonzero(self.alive[:n] & (pos[:, 0] < x1 + MARGIN) & (pos[:, 1] < y1 + MARGIN)
                               & (pos[:, 0] + size[:, 0] > x0 - MARGIN) & (pos[:, 1] + size[:, 1] > y0 - MARGIN))
        return found[np.argsort(self.z[found], kind="stable")]

    def visible_wires(self, x0: float, y0: float, x1: float, y1: float, pad: float = routing.REACH) -> np.ndarray:
        """The wires that may cross a rectangle."""
        n = self.wcount
        a, b = self.e1[:n], self.e2[:n]
        return np.flatnonzero(self.walive[:n]
                              & (np.minimum(a[:, 0], b[:, 0]) < x1 + pad) & (np.maximum(a[:, 0], b[:, 0]) > x0 - pad)
                              & (np.minimum(a[:, 1], b[:, 1]) < y1 + pad) & (np.maximum(a[:, 1], b[:, 1]) > y0 - pad))

    def wire_at(self, x: float, y: float, reach: float) -> int | None:
        """The wire that passes nearest to a point, within `reach`."""
        near = self.visible_wires(x, y, x, y)
        best, at = None, reach
        for ix, points in routing.corners(self.e1[near], self.e2[near], self.lane[near]):
            away = routing.distance(points, x, y)
            i = int(away.argmin())
            if away[i] < at:
                best, at = int(near[ix[i]]), float(away[i])
        return best

    # --- selection -----------------------------------------------------------------------------------------

    def selection(self) -> set[str]:
        return {self.blocks[s].id for s in np.flatnonzero(self.selected[:self.count]).tolist()} | self.chosen

    def selected_wires(self) -> list[Wire]:
        return [self.wires[w] for w in np.flatnonzero(self.wselected[:self.wcount]).tolist()]

    def select(self, names: Iterable[str], wires: Iterable[int] = ()) -> None:
        """Select exactly these."""
        names = set(names)
        self.selected[:] = False
        self.wselected[:] = False
        self.selected[[s for s in map(self.slot.get, names) if s is not None]] = True
        self.wselected[list(wires)] = True
        self.chosen = names & (self.frames.keys() | self.notes.keys())

    def raise_up(self, slots: Iterable[int]) -> None:
        """Draw these blocks above the others."""
        for slot in slots:
            self.z[slot] = self._top
            self._top += 1
