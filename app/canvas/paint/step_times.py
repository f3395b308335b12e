"""How long each block took, above its upper right corner: green where it hardly counts, red for the slowest."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from blockloom.app.canvas.scene import Scene
from blockloom.app.canvas.theme import Theme, colour
from blockloom.app.canvas.view import MIDDLE, NEAR, View
from blockloom.app.canvas.words import tr

HIGH, WIDE = 15.0, 64.0     # of a label, in widget pixels, at most


def spelled(micros: float) -> str:
    """A time in the unit that reads best."""
    for most, factor, unit in ((1e3, 1.0, "µs"), (1e6, 1e-3, "ms")):
        if micros < most * 0.9995:
            return f"{micros * factor:.3g} {unit}"
    return f"{micros * 1e-6:.3g} s"


def paint_times(p: QPainter, area: QRect, times: Mapping[str, float], scene: Scene, view: View, theme: Theme) -> None:
    """The times of the blocks in an area of the widget: as dots where they are small."""
    if not times or view.scale < MIDDLE:
        return
    most = max(times.values()) or 1.0
    box = view.rect_to_canvas(QRectF(area).adjusted(-4, -4, WIDE, HIGH + 4))
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.setPen(Qt.PenStyle.NoPen)
    font = QFont(p.font())
    font.setPixelSize(10)
    p.setFont(font)
    for slot in scene.visible(box.left(), box.top(), box.right(), box.bottom()).tolist():
        took = times.get(scene.blocks[slot].id)
        if took is None or scene.fold[slot]:
            continue
        share = took / most
        hue = QColor.fromHsvF((1 - share) / 3, 0.75, 0.55 if theme.name == "light" else 0.6)
        corner = view.to_widget(QPointF(scene.pos[slot, 0] + scene.size[slot, 0], scene.pos[slot, 1]))
        p.setBrush(hue)
        if view.scale < NEAR:
            p.drawEllipse(corner, 4, 4)
            continue
        text = spelled(took)
        wide = p.fontMetrics().horizontalAdvance(text) + 8.0
        label = QRectF(corner.x() - wide, corner.y() - HIGH - 1, wide, HIGH)
        p.drawRoundedRect(label, 4, 4)
        p.setPen(colour("#FFFFFF"))
        p.drawText(label, Qt.AlignmentFlag.AlignCenter, text)
        p.setPen(Qt.PenStyle.NoPen)


def told(times: Mapping[str, float], block: str) -> str:
    """For the tooltip of a block."""
    if block not in times:
        return ""
    share = 100 * times[block] / (sum(times.values()) or 1.0)
    return tr("{0} a step, {1} % of all blocks").format(spelled(times[block]), round(share))
