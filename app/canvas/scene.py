"""The page as numpy arrays, followed edit by edit; paints nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF

from blockloom.app.canvas.arrays import BULK, FAR_PLAIN, FAR_SESSION, FAR_UNKNOWN, KIND, SHOWN
from blockloom.app.canvas.block_layout import PITCH, SESSION
from blockloom.app.canvas.folded_frames import FoldedFrames
from blockloom.app.canvas.geometry import Geometry
from blockloom.blocks.document import CONTROL, PLAIN, Frame, Note, Page, Placed, Wire
from blockloom.blocks.edits import (
    Again,
    Edit,
    Insert,
    Remove,
    leaves,
)
from blockloom.blocks.edits.base import Touched

PIECE = 10_000      # wires that are placed in one go: numpy lets no other thread work meanwhile
FAN, FAN_MOST = 5.0, 16.0       # canvas pixels between the ends of wires into one list pin, and of all together


class Removed(NamedTuple):
    """Where blocks and wires lie that an edit took away. `outer` of the wires have an end at a block that stayed."""

    edit: Remove
    slots: np.ndarray
    wires: np.ndarray
    outer: np.ndarray


class Scene(FoldedFrames):
    """Blocks, wires, frames and notes of one page."""

    def __init__(self, geometry: Geometry):
        super().__init__()
        self.geometry = geometry
        self.clear()

    def clear(self) -> None:
        """Hold nothing."""
        super().clear()
        self.frames: dict[str, Frame] = {}
        self._boxes = None
        self.notes: dict[str, Note] = {}
        self.sheet: tuple[float, float] | None = None
        self.background = ""
        self.chosen: set[str] = set()           # selected frames and notes
        self.changed: set[int] = set()          # slots whose pictures are out of date
        self._removed: dict[int, Removed] = {}  # by the identity of the edit
        self._top = 0

    def forget(self) -> None:
        self._removed.clear()

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
        for leaf in leaves(edit):
            for touched in leaf.touched():
                if touched.gone and touched.page == page.name:
                    self.clear()
                    self._damage = None
                elif touched.page == page.name:
                    self._apply(leaf, touched)
        self._settle(page)
        if self._damage is None:
            return None
        x0, y0, x1, y1 = self._damage.tolist()
        return QRectF(x0, y0, x1 - x0, y1 - y0) if x1 >= x0 else QRectF()

    def _apply(self, edit: Edit, touched: Touched) -> None:
        if isinstance(edit, Again):     # what comes and goes is in these three, and nowhere else
            self._again(edit)
        elif isinstance(edit, Insert):
            self._insert(edit)
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

    def _again(self, edit: Again) -> None:
        """What comes back finds itself as it lay: only where blocks stayed meanwhile is anything laid out again."""
        lay = self._removed.pop(id(edit.undoes), None)
        if lay is None:
            self._insert(edit.insert())
            return
        self.slot.update(zip([b.id for b in edit.blocks], lay.slots.tolist(), strict=True))
        self._raise(lay.slots)
        self.walive[lay.wires] = True
        ends = np.concatenate((self.wsrc[lay.outer], self.wdst[lay.outer]))
        self._touch(ends[ends >= 0].tolist())
        self._new.extend(lay.outer.tolist())
        self._attach()
        self._note(lay.slots)

    def _insert(self, edit: Insert) -> None:
        slots = self._slots(len(edit.blocks))
        for block, slot in zip(edit.blocks, slots.tolist(), strict=True):
            self.blocks[slot], self.layouts[slot] = block, None
            self.slot[block.id] = slot
        self.pos[slots] = np.array([block[2:4] for block in edit.blocks], float).reshape(-1, 2)
        self._raise(slots)
        self._touched.update(slots.tolist())
        if edit.wires:
            self._insert_wires([p.wire for p in edit.wires])
        self._attach()
        self._note(slots)

    def _raise(self, slots: np.ndarray) -> None:
        """Blocks that came: living, above the others."""
        self.alive[slots] = True
        self.z[slots] = np.arange(self._top, self._top + len(slots))
        self._top += len(slots)

    def _insert_wires(self, wires: list[Wire]) -> None:
        ws, slot = self._wire_slots(len(wires)), self.slot.get
        self.wsrc[ws] = [slot(w.source, -1) for w in wires]
        self.wdst[ws] = [slot(w.target, -1) for w in wires]
        self.ink[ws] = [KIND[w.kind] if w.look == PLAIN else self.ink_of(w) for w in wires]
        self.hidden[ws] = [w.look.hidden for w in wires]
        for w, wire in zip(ws.tolist(), wires, strict=True):
            self.wires[w] = wire
            if wire.look.route:
                self.bends[w] = np.array(wire.look.route, float)
                self.reach = max(self.reach, float(np.abs(self.bends[w]).max()))
            elif self.bends:
                self.bends.pop(w, None)     # of the wire that had the slot before
        self._new.extend(ws.tolist())
        self.walive[ws] = True
        ends = np.concatenate((self.wsrc[ws], self.wdst[ws]))
        self._touch(ends[ends >= 0].tolist())

    def _remove(self, edit: Remove) -> None:
        gone = np.array([self.slot.pop(b) for b in edit.blocks], np.intp)
        self._note(gone)
        mask = np.zeros(len(self.alive) + 1, bool)      # [-1] stands for a block that does not exist
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
        self._removed[id(edit)] = Removed(edit, gone, ws, outer)
        self._touched.difference_update(gone.tolist())

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

    def slots_of(self, wires: Sequence[Wire]) -> list[int]:
        """The slots of wires given by value."""
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
            self.chosen, self.opened = ({new if name == old else name for name in names}
                                        for names in (self.chosen, self.opened))
            return
        slot = self.slot[new] = self.slot.pop(old)
        for w in self.wires_of([slot]).tolist():
            wire = self.wires[w]
            self.wires[w] = wire._replace(source=new if wire.source == old else wire.source,
                                          target=new if wire.target == old else wire.target)
        self.blocks[slot] = self.blocks[slot]._replace(id=new)
        self._touch([slot])
        self._attach()

    def _attach(self) -> None:
        """Find the blocks of dangling wires: one of that name may have come."""
        n = self.wcount
        if self.wsrc[:n].min(initial=0) >= 0 and self.wdst[:n].min(initial=0) >= 0:
            return
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
        if self.frames != page.frames:
            self.frames, self._boxes = dict(page.frames), None
        self.notes = dict(page.notes)
        self.sheet, self.background = page.size, page.background
        self.chosen &= self.frames.keys() | self.notes.keys()
        touched = [s for s in self._touched if self.alive[s] and self.blocks[s].id in page.blocks]
        relaid, into, out, layout = [], page.into, page.out, self.geometry.layout
        for slot in touched:
            block = self.blocks[slot] = page.blocks[self.blocks[slot].id]
            made = layout(block, into.get(block.id, {}), out.get(block.id, ()))
            if made is not self.layouts[slot]:
                self.layouts[slot] = made
                relaid.append(slot)
        moved = [slot for slot in self._moved if self.alive[slot]]
        for slot in moved:
            self.blocks[slot] = page.blocks[self.blocks[slot].id]
        if moved:
            self.pos[moved] = [self.blocks[slot][2:4] for slot in moved]
        if relaid:
            laid = [self.layouts[s] for s in relaid]
            self.size[relaid] = [(at.width, at.height) for at in laid]
            self.look[relaid] = [at.look for at in laid]
            self.monitor[relaid] = [at.monitor for at in laid]
            self.laid[relaid] += 1
            self.far[relaid] = [FAR_UNKNOWN if at.type is None else FAR_SESSION if at.type.name == SESSION
                                else FAR_PLAIN for at in laid]
        self.changed.update(touched)
        wanted = np.zeros(self.wcount, bool)    # each once; np.unique would import numpy.ma, 15 ms of the start
        wanted[self.wires_of(relaid)] = wanted[self._new] = True
        ws = np.flatnonzero(wanted & self.walive[:self.wcount])
        for first in range(0, len(ws), PIECE):
            self._ends(ws[first:first + PIECE])
        ends = self.wdst[ws]
        lists = [s for s in {*touched, *ends[ends >= 0].tolist()} if self.layouts[s].lists]
        if lists:
            self._fan(lists, into)
        self.place_wires(self.wires_of(list(self._moved)))
        self._note(np.array([*touched, *moved], np.intp))
        if self.refold(page):
            self._damage = None

    def end_wires(self, ws: np.ndarray, page: Page) -> None:
        self._ends(ws)
        ends = self.wdst[ws]
        self._fan([s for s in set(ends[ends >= 0].tolist()) if self.layouts[s].lists], page.into)

    def _ends(self, ws: np.ndarray) -> None:
        """Place the ends of wires on their pins. A missing block leaves a stub at the other end."""
        if len(ws):
            layouts, wires = self.layouts, self.wires
            s, t = self.wsrc[ws], self.wdst[ws]
            odd = (s < 0) | (t < 0) | self.monitor[t] | self.foot[ws] | (self.ink[ws] == SHOWN)
            first, second = [], []
            for w, a, b, apart in zip(ws.tolist(), s.tolist(), t.tolist(), odd.tolist(), strict=True):
                wire = wires[w]
                start = end = None
                if not apart:
                    start, end = layouts[a].outs.get(wire[1]), layouts[b].ins.get(wire[3])
                if start is None or end is None:
                    start, end = self._end(w, wire, a, b)
                first.append(start)
                second.append(end)
            self.off1[ws] = first
            ends = np.array(second, float)
            # Routes end at the block's edge; from there a wire runs straight to the pin, over the block.
            self.inset[ws], self.off2[ws, 0], self.off2[ws, 1] = np.where(t < 0, 0, ends[:, 0]), np.where(
                t < 0, ends[:, 0], 0), ends[:, 1]
            self.order[ws] = 0
            self.lane[ws] = (self.wsrc[ws] * 3 + (self.off1[ws, 1] / PITCH).astype(int)) % 7 - 3
            self.wlaid[ws] = self._laid(ws)
            self.place_wires(ws)

    def _end(self, w: int, wire: Wire, s: int, t: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where one wire begins and ends, from the corners of its blocks, whatever it is."""
        layouts = self.layouts
        shows = t >= 0 and layouts[t].monitor and wire.kind != CONTROL
        foot = layouts[s].foot(wire.source_pin) if shows and s >= 0 else None
        a = foot or (layouts[s].outlet(wire.source_pin) if s >= 0 else None)
        self.foot[w] = foot is not None
        if shows and not wire.look.color:
            self.ink[w] = SHOWN
        elif self.ink[w] == SHOWN:
            self.ink[w] = self.ink_of(wire)
        b = layouts[t].inlet(wire.target_pin) if t >= 0 else None
        return a or (b and (b[0] - 40, b[1])) or (0.0, 0.0), b or (a and (a[0] + 40, a[1])) or (0.0, 0.0)

    def _fan(self, slots: list[int], into: Mapping[str, Mapping[str, list[Wire]]]) -> None:
        """Several wires into one list pin end side by side, in their order."""
        ws = self.wires_of(slots)
        have: dict[Wire, list[int]] = {}
        for w in ws.tolist():
            have.setdefault(self.wires[w], []).append(w)
        moved = []
        for slot in slots:
            layout, pins = self.layouts[slot], into.get(self.blocks[slot].id, {})
            for pin in layout.lists:
                wires, y = pins.get(pin, ()), layout.inlet(pin)[1]
                apart = min(FAN, FAN_MOST / max(1, len(wires) - 1))
                for i, wire in enumerate(wires):
                    w = have[wire].pop(0)
                    self.off2[w, 1] = y + apart * (i - (len(wires) - 1) / 2)
                    self.order[w] = i + 1 if len(wires) > 1 else 0
                    moved.append(w)
        self.place_wires(np.array(moved, np.intp))

    def _laid(self, ws: np.ndarray) -> np.ndarray:
        """Changes whenever a block at either end is laid out anew; -1 where an end has no block."""
        s, t = self.wsrc[ws], self.wdst[ws]
        return np.where((s < 0) | (t < 0), -1, self.laid[s] + self.laid[t])

    # --- selection -----------------------------------------------------------------------------------------

    def selection(self) -> set[str]:
        return {self.blocks[s].id for s in np.flatnonzero(self.selected[:self.count]).tolist()} | self.chosen

    def selected_wires(self) -> list[Wire]:
        return [self.wires[w] for w in np.flatnonzero(self.wselected[:self.wcount]).tolist()]

    def select(self, names: Iterable[str], wires: Iterable[int] = ()) -> bool:
        """Select exactly these, wires by their slots. Whether that is another selection than before."""
        names, before = set(names), self.selected_state()
        self.selected[:] = False
        self.wselected[:] = False
        self.selected[[s for s in map(self.slot.get, names) if s is not None]] = True
        self.wselected[list(wires)] = True
        self.chosen = names & (self.frames.keys() | self.notes.keys())
        return self.selected_state() != before

    def select_all(self) -> bool:
        """Select every block, frame and note. Whether that is another selection than before."""
        before = self.selected_state()
        self.selected[:] = self.alive
        self.wselected[:] = False
        self.chosen = {*self.frames, *self.notes}
        return self.selected_state() != before

    def selected_state(self) -> tuple:
        """What is another after each change of the selection; to be compared alone."""
        return (np.flatnonzero(self.selected[:self.count]).tobytes(),
                np.flatnonzero(self.wselected[:self.wcount]).tobytes(), frozenset(self.chosen))

    def raise_up(self, slots: Iterable[int]) -> None:
        """Draw these blocks above the others."""
        for slot in slots:
            self.z[slot] = self._top
            self._top += 1
