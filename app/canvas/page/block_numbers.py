"""Numbers of blocks that a canvas shows as a scale of colours: times, costs, differences, numbers of a file."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec import Struct

from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.layout.collapsed_frames import around

DIFFERENCES, FILE, COST, TIMES = "differences", "file", "cost", "times"
KINDS = (DIFFERENCES, FILE, COST, TIMES)  # a canvas shows the first of these that it has


class BlockNumbers(Struct, frozen=True):
    """Numbers of one kind, by block.

    Attributes:
        kind: one of KINDS.
        title: the title of the legend.
        values: by block. Times are in microseconds. Differences are relative to the largest value, or inf for another
            shape.
        is_time: the numbers are times.
    """

    kind: str
    title: str
    values: Mapping[str, float]
    is_time: bool = False

    def text(self, value: float) -> str:
        """Return a number as a text."""
        if self.kind == DIFFERENCES:
            return f"± {value:.2g}" if math.isfinite(value) else tr("shape")
        return time_text(value) if self.is_time else number_text(value)

    def share(self, value: float, low: float, high: float) -> float:
        """Return the position of a number on the scale, from 0.0 to 1.0; for differences, a log scale from 1e-6."""
        if self.kind == DIFFERENCES:
            return min(max(1.0 + math.log10(max(value, 1e-9)) / 6.0, 0.0), 1.0)
        return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 1.0

    def by_frame(self, scene: Scene) -> dict[str, float]:
        """Return the number of each frame: the sum of the blocks in it, or the largest difference."""
        direct: dict[str, list[float]] = {}
        for name, value in self.values.items():
            slot = scene.slot.get(name)
            if slot is not None and scene.blocks[slot].frame:
                direct.setdefault(scene.blocks[slot].frame, []).append(value)
        inside: dict[str, list[float]] = {}
        for frame, values in direct.items():
            for outer in around(scene.frames, frame):
                inside.setdefault(outer, []).extend(values)
        together = max if self.kind == DIFFERENCES else sum
        return {frame: together(values) for frame, values in inside.items()}

    def line(self, block: str) -> str:
        """Return the line about a block in its tooltip; "" if it has no number."""
        if block not in self.values:
            return ""
        value, whole = self.values[block], sum(self.values.values())
        if self.is_time:
            return tr("{0} per step, {1} % of all blocks").format(self.text(value), round(100 * value / (whole or 1.0)))
        return f"{self.title}: {self.text(value)}"


def time_text(micros: float) -> str:
    """Return a time in the unit that suits its size."""
    for most, factor, unit in ((1e3, 1.0, "µs"), (1e6, 1e-3, "ms")):
        if micros < most * 0.9995:
            return f"{micros * factor:.3g} {unit}"
    return f"{micros * 1e-6:.3g} s"


def number_text(value: float) -> str:
    """Return a number in few digits, large ones with a letter."""
    for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if abs(value) >= size:
            return f"{value / size:,.4g} {letter}"
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1e4 else f"{value:.4g}"
