"""Input of the layout for each block: its size, and the positions of its pins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blockloom.blocks.document.pages import split_index

Point = tuple[float, float]
Rect = tuple[float, float, float, float]  # x, y, width, height


class Box(NamedTuple):
    """A block's size in canvas pixels; `ins` and `outs` map pins to (x, y) from its top left corner."""

    width: float
    height: float
    ins: Mapping[str, Point] = {}
    outs: Mapping[str, Point] = {}

    def inlet(self, pin: str) -> Point:
        """Return the end (x, y) of wires into a pin; the middle of the left edge for an unknown pin."""
        return self.ins.get(pin) or (0.0, self.height / 2)

    def outlet(self, pin: str) -> Point:
        """Return the start (x, y) of wires from a pin; the middle of the right edge for an unknown pin."""
        return self.outs.get(pin) or self.outs.get(split_index(pin)[0]) or (self.width, self.height / 2)
