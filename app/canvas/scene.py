"""The page as numpy arrays, followed edit by edit; paints nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import repeat

import numpy as np
from PySide6.QtCore import QRectF

from app.canvas.arrays import BULK, FAR_PLAIN, FAR_SESSION, FAR_UNKNOWN, KIND, SHOWN
from app.canvas.folding import Folding
from app.canvas.geometry import PITCH, SESSION, Geometry
from blocks.document import CONTROL, Frame, Look, Note, Page, Placed, Wire
from blocks.edits import (
    AddPage,
    Edit,
    Enclose,
    Insert,
    Many,
    Move,
    Paint,
    Remove,
    RemovePage,
    Rename,
    SetMode,
    SetValue,
)

PLAIN = Look()
FAN, FAN_MOST = 5.0, 16.0       # canvas pixels between the ends of wires into one list pin, and of all together


class Scene(Folding):
    """Blocks, wires, frames and notes of one page."""

    def __init__(self, geometry: Geometry):
        super().__init__()
        self.geometry = geometry
        self.clear()

    def clear(self) -> None:
        """Hold nothing."""
        super().clear()
        self.frames: dict[str, Frame] = {}
        self.notes: dict[str, Note] = {}
        self.sheet: tuple[float, float] | None = None
        self.background = ""
        self.chosen: set[str] = set()           # selected frames and notes
        self.changed: set[int] = set()          # slots whose pictures are out of date
        self._grave: dict[str, int] = {}        # where removed blocks and wires lie: by id, by the wire's identity
        self._wgrave: dict[int, int] = {}
        self._top = 0

    def forget(self) -> None:
        self._grave.clear()
        self._wgrave.clear()

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
        elif isinstance(edit, Paint):
            self._touch([self.slot[name] for name in edit.colors if name in self.slot])
        elif isinstance(edit, SetMode):
            self._touch([self.slot[name] for name in edit.modes if name in self.slot])
        elif isinstance(edit, Enclose):
            self._touch([self.slot[name] for name in edit.frames if name in self.slot])
        else:   # a frame or note, the sheet
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
            self.ink[made] = [KIND[w.kind] if w.look == PLAIN else self.ink_of(w) for w in new]
            self.hidden[made] = [w.look.hidden for w in new]
            for w, wire in zip(made.tolist(), new, strict=True):
                if wire.look.route:
                    self.bends[w] = np.array(wire.look.route, float)
                    self.reach = max(self.reach, float(np.abs(self.bends[w]).max()))
                elif self.bends:
                    self.bends.pop(w, None)     # of the wire that had the slot before
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
            self.chosen, self.opened = ({edit.new if name == edit.old else name for name in names}
                                        for names in (self.chosen, self.opened))
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
        for slot in self._moved:
            if self.alive[slot]:
                self.blocks[slot] = page.blocks[self.blocks[slot].id]
        if relaid:
            laid = [self.layouts[s] for s in relaid]
            self.size[relaid] = [(at.width, at.height) for at in laid]
            self.look[relaid] = [at.look for at in laid]
            self.monitor[relaid] = [at.monitor for at in laid]
            self.laid[relaid] += 1
            self.far[relaid] = [FAR_UNKNOWN if at.type is None else FAR_SESSION if at.type.name == SESSION
                                else FAR_PLAIN for at in laid]
        self.changed.update(touched)
        ws = np.concatenate((self.wires_of(relaid), np.array(self._new, np.intp)))
        if len(ws):  # the first unique imports numpy.ma, 20 ms that the start of an empty window need not wait for
            ws = np.unique(ws)
        ws = ws[self.walive[ws]]
        self._ends(ws)
        ends = self.wdst[ws]
        lists = [s for s in {*touched, *ends[ends >= 0].tolist()} if self.layouts[s].lists]
        if lists:
            self._fan(lists, into)
        self.place_wires(self.wires_of(list(self._moved)))
        self._note(np.array([*touched, *(s for s in self._moved if self.alive[s])], np.intp))
        if self.refold(page):
            self._damage = None

    def end_wires(self, ws: np.ndarray, page: Page) -> None:
        self._ends(ws)
        ends = self.wdst[ws]
        self._fan([s for s in set(ends[ends >= 0].tolist()) if self.layouts[s].lists], page.into)

    def _ends(self, ws: np.ndarray) -> None:
        """Place the ends of wires on their pins. A missing block leaves a stub at the other end."""
        layouts, wires = self.layouts, self.wires
        first, second, inset = [], [], []
        for w, s, t in zip(ws.tolist(), self.wsrc[ws].tolist(), self.wdst[ws].tolist(), strict=True):
            wire = wires[w]
            shows = t >= 0 and layouts[t].monitor and wire.kind != CONTROL
            foot = layouts[s].foot(wire.source_pin) if shows and s >= 0 else None
            a = foot or (layouts[s].outlet(wire.source_pin) if s >= 0 else None)
            self.foot[w] = foot is not None
            if shows and not wire.look.color:
                self.ink[w] = SHOWN
            elif self.ink[w] == SHOWN:
                self.ink[w] = self.ink_of(wire)
            b = layouts[t].inlet(wire.target_pin) if t >= 0 else None
            first.append(a or (b and (b[0] - 40, b[1])) or (0.0, 0.0))
            # Routes end at the block's edge; from there a wire runs straight to the pin, over the block.
            second.append((0.0, b[1]) if b else (a and (a[0] + 40, a[1])) or (0.0, 0.0))
            inset.append(b[0] if b else 0.0)
        if first:
            self.off1[ws], self.off2[ws], self.inset[ws], self.order[ws] = first, second, inset, 0
            self.lane[ws] = (self.wsrc[ws] * 3 + (self.off1[ws, 1] / PITCH).astype(int)) % 7 - 3
            self.wlaid[ws] = self._laid(ws)
            self.place_wires(ws)

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
