"""How wires look whose gradients are shown: by how large these are, in few steps, each of its own width as well, so
that no colour is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blockloom.app.canvas.scene.theme import Stroke, Theme
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.results.gradients import SIZES, output_of, step

NOT_FINITE, NONE = len(SIZES) + 1, len(SIZES) + 2  # behind the steps, which are counted from 1
_WIDTHS = (1.0, 1.8, 2.8, 4.0, 5.4)


def tints(results: Mapping[str, Mapping[str, Any]]) -> dict[tuple[str, str], int]:
    """What outputs have for a tint, by block and pin, elements of lists by themselves."""
    found = dict[tuple[str, str], int]()
    for block, pins in results.items():
        for pin, summary in pins.items():
            output = output_of(pin)
            if output and summary and "list" in summary:
                found |= {(block, f"{output}[{n}]"): _tint(one) for n, one in enumerate(summary["list"])}
                largest = [one["size"] for one in summary["list"] if one and "size" in one]
                found[block, output] = _tint({"size": max(largest)} if largest else None)
            elif output:
                found[block, output] = _tint(summary)
    return found


def _tint(summary: Any) -> int:
    if not summary or "size" not in summary:
        return NONE
    number = step(summary["size"])
    return NOT_FINITE if number < 0 else number + 1


def look(theme: Theme, tint: int) -> tuple[str, Stroke]:
    """The colour and the stroke of a tint."""
    if tint == NONE:
        return theme.muted, Stroke(1.0, dash=(1.6, 4.8))
    if tint == NOT_FINITE:
        return theme.not_finite, Stroke(_WIDTHS[-1], dash=(8.0, 3.0))
    return theme.gradients[tint - 1], Stroke(_WIDTHS[tint - 1])


def legend() -> list[tuple[int, str]]:
    """The tints, with what they mean."""
    rows = [(number, f"< {size:g}") for number, size in enumerate(SIZES[1:], 1)]
    return [*rows, (len(SIZES), f">= {SIZES[-1]:g}"), (NOT_FINITE, tr("not finite")), (NONE, tr("none"))]
