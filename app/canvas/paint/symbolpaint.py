"""Painting blocks as enuSpace draws its symbols."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from blockloom.app.canvas.page.marks import Marks, not_finite, short
from blockloom.app.canvas.paint.statemarks import paint_rays
from blockloom.app.canvas.scene.block_layout import PIN, QUIET, Layout
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.symbolshape import SESSION, VALUE, font, metrics
from blockloom.app.canvas.scene.theme import Theme, colour
from blockloom.blocks.document.pages import Block
from blockloom.blocks.problems import ERROR

_SESSION_PINS = {
    "Scope": "#FF00FF",
    "inputs": "#00B050",
    "fetch_outputs": "#F2E63C",
    "run_outputs": "#35D6D6",
    "status": "#8ACF57",
    "INFINITE_LOOP": "#00B050",
    "SHOW_DEBUG": "#00B050",
}


class SymbolPainter:
    """Paints with one theme and geometry what is inside a symbol's outline."""

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry = theme, geometry

    def paint(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        """Everything but the box and the badges."""
        theme = self.theme
        waiting = marks.waiting.get(block.id)
        for text in layout.shape.texts if layout.shape is not None else ():
            if waiting and text.ink == "title":
                continue
            p.setFont(font(text.size))
            p.setPen(colour(getattr(theme, text.ink)))
            p.drawText(QPointF(text.x, text.y), text.text)
        if waiting:
            self._line(p, waiting, QRectF(5, 4, layout.width - 18, 12), theme.waiting, 10)
        troubled = bool(marks.problems.get(block.id))
        session, results = layout.type is not None and layout.type.name == SESSION, marks.results_of(block.id)
        for spot in layout.spots:
            if spot.role == "output" and not_finite(results.get(spot.name)) is not None:
                paint_rays(p, theme, spot.x, spot.y)
            severity = marks.severity(block.id, spot.name) if troubled else ""
            if severity:
                p.setPen(QPen(colour(theme.error if severity == ERROR else theme.warning), 2.0))
                p.setBrush(Qt.BrushStyle.NoBrush)
                p.drawEllipse(QPointF(spot.x, spot.y), PIN + 3, PIN + 3)
            fill, edge = theme.pins[spot.role]
            p.setPen(QPen(colour(edge), 1.0))
            p.setBrush(colour(_SESSION_PINS.get(spot.name, fill) if session else fill))
            radius = PIN if session or spot.role not in ("scope", "attr") else QUIET
            p.drawEllipse(QPointF(spot.x, spot.y), radius, radius)
        for name, (box, _) in layout.results.items():
            if name in results:
                finite = theme.result if marks.fresh(block.id, name) else theme.muted
                ink = finite if not_finite(results[name]) is None else theme.not_finite
                self._line(p, short(results[name]), box, ink, VALUE)

    def _line(self, p: QPainter, text: str, box: QRectF, ink: str, size: int) -> None:
        """A text in the middle of a box, cut short where it is too long."""
        text = metrics(size).elidedText(" ".join(text[:200].split()), Qt.TextElideMode.ElideRight, box.width())
        p.setFont(font(size))
        p.setPen(colour(ink))
        p.drawText(box, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip), text)
