"""A figure above the upper right corner of each block: how long it took, or by how much it differs from the model as it
came. Green where it hardly counts, red for the most.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from blockloom.app.canvas.page.view import MIDDLE, NEAR, View
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, colour
from blockloom.app.canvas.scene.translation import tr

HIGH, WIDE = 15.0, 64.0  # of a label, in widget pixels, at most


def spelled(micros: float) -> str:
    """A time in the unit that reads best."""
    for most, factor, unit in ((1e3, 1.0, "µs"), (1e6, 1e-3, "ms")):
        if micros < most * 0.9995:
            return f"{micros * factor:.3g} {unit}"
    return f"{micros * 1e-6:.3g} s"


class Figures(NamedTuple):
    """Numbers by block, with how one is written, how much it counts (0.0 to 1.0), and what several in a collapsed frame
    make together.
    """

    values: Mapping[str, float]
    text: Callable[[float], str]
    share: Callable[[float], float]
    together: Callable[[float, float], float]


def by_time(times: Mapping[str, float]) -> Figures:
    """Figures of times in microseconds, relative to the slowest block."""
    most = max(times.values(), default=0.0) or 1.0
    return Figures(times, spelled, lambda took: min(took / most, 1.0), operator.add)


def by_difference(differences: Mapping[str, float]) -> Figures:
    """Figures of differences relative to the largest value, from a millionth (rounding) on; inf for another shape."""
    return Figures(
        differences,
        lambda part: f"± {part:.2g}" if math.isfinite(part) else tr("shape"),
        lambda part: min(max(1.0 + math.log10(max(part, 1e-9)) / 6.0, 0.0), 1.0),
        max,
    )


def paint_figures(p: QPainter, area: QRect, figures: Figures, scene: Scene, view: View, theme: Theme) -> None:
    """Paint the figures of blocks in an area of the widget; far out as dots where other blocks leave them no room."""
    if not figures.values or view.scale < MIDDLE:
        return
    box = view.rect_to_canvas(QRectF(area).adjusted(-4, -4, WIDE, HIGH + 4))
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.setPen(Qt.PenStyle.NoPen)
    font = QFont(p.font())
    font.setPixelSize(10)
    p.setFont(font)
    bands = _bands(box, scene, view) if view.scale < NEAR else np.zeros((0, 4))
    for seen, value in _seen(figures, scene, box):
        share = figures.share(value)
        hue = QColor.fromHsvF((1 - share) / 3, 0.75, 0.55 if theme.name == "light" else 0.6)
        corner = view.to_widget(seen.topRight())
        p.setBrush(hue)
        text = figures.text(value)
        wide = p.fontMetrics().horizontalAdvance(text) + 8.0
        label = QRectF(corner.x() - wide, corner.y() - HIGH - 1, wide, HIGH)
        if _covered(label, view.rect_to_widget(seen), bands):
            p.drawEllipse(corner, 4, 4)
            continue
        p.drawRoundedRect(label, 4, 4)
        p.setPen(colour("#FFFFFF"))
        p.drawText(label, Qt.AlignmentFlag.AlignCenter, text)
        p.setPen(Qt.PenStyle.NoPen)


def _bands(area: QRectF, scene: Scene, view: View) -> np.ndarray:
    """The blocks around an area of the page, each with the room for its figure above it, (n, 4) x0 y0 x1 y1 in widget
    pixels.
    """
    aside = 2 * WIDE / view.scale
    slots = scene.visible(area.left() - aside, area.top() - aside, area.right() + aside, area.bottom() + aside)
    corner = view.widget(scene.pos[slots])
    return np.hstack((corner - (0.0, HIGH), corner + scene.size[slots] * view.scale))


def _covered(label: QRectF, own: QRectF, bands: np.ndarray) -> bool:
    """Whether a label above a block lies on another block, or where the figure of another stands."""
    x0, y0, x1, y1 = bands.T
    others = (abs(x0 - own.left()) > 0.5) | (abs(y1 - own.bottom()) > 0.5)
    over = (x0 < label.right()) & (x1 > label.left()) & (y0 < label.bottom()) & (y1 > label.top())
    return bool((others & over).any())


def _seen(figures: Figures, scene: Scene, area: QRectF) -> Iterator[tuple[QRectF, float]]:
    """Where the blocks in an area are seen that have a figure, and the collapsed frames that hold such."""
    for slot in scene.visible(area.left(), area.top(), area.right(), area.bottom()).tolist():
        value = figures.values.get(scene.blocks[slot].id)
        if value is not None and not scene.fold[slot]:
            yield scene.box(slot), value
    within: dict[int, tuple[int, float]] = {}  # by the number of a collapsed frame: one of its blocks
    for name, value in figures.values.items() if scene.folds else ():
        slot = scene.slot.get(name)
        if slot is not None and (fold := int(scene.fold[slot])):
            within[fold] = slot, figures.together(within[fold][1], value) if fold in within else value
    yield from ((box, value) for slot, value in within.values() if (box := scene.seen(slot)).intersects(area))


def told(times: Mapping[str, float], block: str) -> str:
    """The line about a block's time in its tooltip."""
    if block not in times:
        return ""
    share = 100 * times[block] / (sum(times.values()) or 1.0)
    return tr("{0} a step, {1} % of all blocks").format(spelled(times[block]), round(share))
