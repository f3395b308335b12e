"""Where wires begin and end: on the pins of their blocks, side by side in a list pin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter

import numpy as np

from blockloom.app.canvas.scene.block_layout import Layout
from blockloom.app.canvas.scene.scene_arrays import SHOWN, Arrays
from blockloom.blocks.document.pages import CONTROL, Page, Wire
from blockloom.blocks.layout.block_rows import PITCH, WIRE, WIRES

PIECE = 10_000  # wires that are placed in one go: numpy lets no other thread work meanwhile
_SOURCE_PIN, _TARGET_PIN = (itemgetter(Wire._fields.index(name)) for name in ("source_pin", "target_pin"))
_Ends = Callable[[Layout], dict[str, tuple[float, float]]]
_INS: _Ends = itemgetter(Layout._fields.index("ins"))
_OUTS: _Ends = itemgetter(Layout._fields.index("outs"))
FAN, FAN_MOST = (
    5.0,
    16.0,
)  # canvas pixels between wires into a list pin that is no higher than others, and of all together


class WireEnds(Arrays):
    """What a scene knows of the ends of wires."""

    def end_wires(self, ws: np.ndarray, page: Page, also: Iterable[int] = ()) -> None:
        """Place the ends of wires, as if no frame were collapsed. Into the list pins of the blocks `also` as well,
        since wires may have gone from them.
        """
        for first in range(0, len(ws), PIECE):
            self._end_at_pins(ws[first : first + PIECE])
        ends = self.wdst[ws]
        lists = [s for s in {*also, *ends[ends >= 0].tolist()} if self.layouts[s].lists]
        if lists:
            self._fan(lists, page.into)

    def _end_at_pins(self, ws: np.ndarray) -> None:
        """Place the ends of wires on their pins. A missing block leaves a stub at the other end."""
        layouts, wires = self.layouts, self.wires
        s, t = self.wsrc[ws], self.wdst[ws]
        alone = (s < 0) | (t < 0) | self.monitor[t] | self.foot[ws] | (self.ink[ws] == SHOWN)
        first: list = [None] * len(ws)
        second = first.copy()
        if not alone.any():  # all at once
            rows = [wires[w] for w in ws.tolist()]
            first = list(map(dict.get, map(_OUTS, map(layouts.__getitem__, s.tolist())), map(_SOURCE_PIN, rows)))
            second = list(map(dict.get, map(_INS, map(layouts.__getitem__, t.tolist())), map(_TARGET_PIN, rows)))
        if None in first or None in second:
            for i, (w, a, b, apart) in enumerate(zip(ws.tolist(), s.tolist(), t.tolist(), alone.tolist(), strict=True)):
                if not apart:
                    first[i], second[i] = layouts[a].outs.get(wires[w][1]), layouts[b].ins.get(wires[w][3])
                if first[i] is None or second[i] is None:
                    first[i], second[i] = self._end(w, wires[w], a, b)
        self.off1[ws], ends = _points(first), _points(second)
        # Routes end at the block's edge; from there a wire runs straight to the pin, over the block.
        self.inset[ws], self.off2[ws, 0], self.off2[ws, 1] = (
            np.where(t < 0, 0, ends[:, 0]),
            np.where(t < 0, ends[:, 0], 0),
            ends[:, 1],
        )
        self.order[ws] = 0
        self.lane[ws] = (self.wsrc[ws] * 3 + (self.off1[ws, 1] / PITCH).astype(int)) % 7 - 3
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

    def _fan(self, slots: list[int], into: Mapping[str, Mapping[str, Sequence[Wire]]]) -> None:
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
                apart = fan(len(wires), layout.monitor or layout.shape is not None)
                for i, wire in enumerate(wires):
                    w = have[wire].pop(0)
                    self.off2[w, 1] = y + apart * (i - (len(wires) - 1) / 2)
                    self.order[w] = i + 1 if len(wires) > 1 else 0
                    moved.append(w)
        self.place_wires(np.array(moved, np.intp))


def fan(wires: int, small: bool) -> float:
    """The distance of the ends of so many wires into one list pin, in canvas pixels. `small`: on a block whose rows do
    not grow with them.
    """
    least, most = (FAN, FAN_MOST) if small else (WIRE, WIRE * (WIRES - 1))
    return min(least, most / max(1, wires - 1))


def _points(pairs: list[tuple[float, float]]) -> np.ndarray:
    """(n, 2) of n pairs: numpy alone takes three times as long."""
    return np.fromiter(chain.from_iterable(pairs), float, 2 * len(pairs)).reshape(-1, 2)
