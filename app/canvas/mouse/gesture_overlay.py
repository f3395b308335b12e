"""Paint over the page: numbers, the hovered item, the current gesture, the hint on an empty page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from blockloom.app.canvas.look.hits import EMPTY, CanvasHit
from blockloom.app.canvas.mouse.dropping import Drop
from blockloom.app.canvas.mouse.gesture import Parts
from blockloom.app.canvas.mouse.gestures import Gestures
from blockloom.app.canvas.page.marks import BlockNumbers
from blockloom.app.canvas.page.view import MIDDLE, NEAR
from blockloom.app.canvas.paint.blockpaint import control_ports, pen_of
from blockloom.app.canvas.paint.painted_shapes import paint_legend_box
from blockloom.app.canvas.paint.wire_painter import draw_rows
from blockloom.app.canvas.scene.block_layout import CLOSE, RADIUS, Layout
from blockloom.app.canvas.scene.theme import Theme, colour, legend, look
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import Block
from blockloom.blocks.results.monitors import follows

if TYPE_CHECKING:
    from blockloom.app.canvas.paint.number_painter import NumberPainter

_SWATCH = 20.0  # length of a wire in the legend of gradient colours
_LEGEND = 24.0  # height of this legend, with the space above it


class GestureOverlay:
    """Paints what a gesture or hovering shows over the page, in widget coordinates."""

    def __init__(self, parts: Parts, gestures: Gestures, drop: Drop):
        self._parts, self._gestures, self._drop = parts, gestures, drop
        self.hinted = False  # whether the hint on an empty page was shown
        self._numbers: NumberPainter | None = None  # of the numbers that were painted last

    @property
    def has_legend(self) -> bool:
        """True if a legend is painted, which stays at its place when the page is scrolled."""
        return self._parts.marks.tinted or self._parts.marks.shown_numbers is not None

    def paint(self, p: QPainter, area: QRect, font: QFont) -> None:
        """Paint everything over the page, in an area of the widget. `font` is the widget's."""
        parts, gesture, theme = self._parts, self._gestures.current, self._parts.painter.theme
        p.setFont(font)
        marks = parts.marks
        if marks.shown_numbers is not None:
            numbers = self._number_painter(marks.shown_numbers)
            numbers.paint(p, area)
            numbers.legend(p, parts.view.rect(), _LEGEND if marks.tinted else 0.0)
            p.setFont(font)
        if marks.tinted:
            _paint_legend(p, parts.view.rect(), theme)
        if self._drop.wire is not None:
            parts.painter.highlight(p, self._drop.wire, parts.view.rect(), theme.accept)
        if gesture is None and self._gestures.hover != EMPTY:
            self._paint_hover(p, self._gestures.hover, area)
        self.hinted = parts.open_page.empty
        if self.hinted:
            p.setPen(colour(theme.type))
            p.setFont(font)
            p.drawText(
                parts.view.rect().adjusted(20, 20, -20, -20),
                Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap,
                tr("Press Tab or double click here to add a block, or drag a type from the list."),
            )
        if gesture is not None:
            p.setFont(font)
            gesture.paint(p)

    def _number_painter(self, numbers: BlockNumbers) -> NumberPainter:
        """Return the painter of these numbers, a new one if they, the page or the theme have changed."""
        # Late, because it is needed only for numbers on blocks.
        from blockloom.app.canvas.paint.number_painter import NumberPainter

        scene, theme, made = self._parts.scene, self._parts.painter.theme, self._numbers
        if made is None or made.numbers is not numbers or made.version != scene.version or made.theme is not theme:
            made = self._numbers = NumberPainter(numbers, scene, self._parts.view, theme)
        return made

    def _paint_hover(self, p: QPainter, hit: CanvasHit, area: QRect) -> None:
        parts, scene, view, theme = self._parts, self._parts.scene, self._parts.view, self._parts.painter.theme
        if hit.wire >= 0:
            parts.painter.highlight(p, hit.wire, area)
            return
        if hit.kind == "bundle":
            for wire in scene.wires_at(hit.id, hit.side == "out", int(hit.field)):
                if not scene.inner[wire]:
                    parts.painter.highlight(p, wire, area)
            return
        slot = scene.slot.get(hit.id)
        if slot is None or view.scale < MIDDLE:
            return
        at = scene.port(hit.id, hit.spot.name, hit.side == "out") if hit.kind == "port" else None
        if at is not None:
            p.setRenderHint(QPainter.RenderHint.Antialiasing)
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.setPen(pen_of(theme.selection, 1.5))
            p.drawEllipse(view.to_widget(QPointF(*at)), 7.5 * view.scale, 7.5 * view.scale)
            return
        p.save()
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        corner = view.widget(scene.pos[slot])
        p.translate(*corner.tolist())
        p.scale(view.scale, view.scale)
        layout = scene.layouts[slot]
        if layout.monitor and view.scale >= NEAR:  # the handles cannot be hit at a smaller zoom
            _paint_handles(p, theme, layout, scene.blocks[slot], hit.kind)
        for i, port in enumerate(() if layout.monitor else control_ports(layout)):
            parts.painter.blocks.control_port(
                p, port.x(), port.y(), hit.kind == "control" and hit.side == ("in", "out")[i]
            )
        p.setBrush(Qt.BrushStyle.NoBrush)
        if not scene.selected[slot] and not parts.marks.outline(hit.id) and not layout.monitor:
            p.setPen(pen_of(theme.muted, 1.5 / view.scale))
            p.drawRoundedRect(QRectF(0, 0, layout.width, layout.height), RADIUS, RADIUS)
        p.setPen(pen_of(theme.selection, 1.5))
        if hit.kind in ("pin", "result") and hit.spot.role not in ("scope", "attr"):
            p.drawEllipse(QPointF(hit.spot.x, hit.spot.y), 7.5, 7.5)
        elif hit.kind in ("field", "toggle", "slider") and hit.spot.field is not None:
            p.drawRoundedRect(hit.spot.field, 3, 3)
        p.restore()


def _paint_legend(p: QPainter, area: QRect, theme: Theme) -> None:
    """Paint the meaning of the tints of wires, in a line at the lower left."""
    texts = [text for _, text in legend()]
    end = paint_legend_box(p, area, theme, tr("Gradient of the loss:"), texts, len(texts) * (_SWATCH + 14))
    x, y = end.x() + 10, end.y()
    for tint, text in legend():
        ink, stroke = look(theme, tint)
        draw_rows(p, np.array([[x, y - 4, x + _SWATCH, y - 4]]), ink, stroke, 1.0, 1.0, theme.canvas, np.zeros(2))
        p.setPen(colour(theme.label))
        p.drawText(QPointF(x + _SWATCH + 4, y), text)
        x += _SWATCH + 14 + p.fontMetrics().horizontalAdvance(text)


def _paint_handles(p: QPainter, theme: Theme, layout: Layout, block: Block, what: str) -> None:
    """Paint the handles of a monitor under the pointer, in its coordinates.

    They are the corner that resizes it, and the cross that closes a pinned one.
    """
    if layout.type is not None and layout.type.attr("width") is not None:
        p.setPen(QPen(colour(theme.selection if what == "grip" else theme.muted), 1.5))
        for size in (4, 8, 12):
            p.drawLine(
                QPointF(layout.width - 2 - size, layout.height - 2), QPointF(layout.width - 2, layout.height - 2 - size)
            )
    if follows(block):
        middle, arm = QPointF(layout.width - CLOSE, CLOSE), 3.5
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(theme.error if what == "close" else theme.muted))
        p.drawEllipse(middle, 8, 8)
        p.setPen(QPen(colour(theme.block), 1.8))
        p.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm))
        p.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))
