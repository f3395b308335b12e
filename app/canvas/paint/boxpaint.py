"""Painting one frame or note, or the sheet, with any QPainter, in canvas coordinates."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPolygonF

from blockloom.app.canvas.page.marks import Marks, typed
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.paint.statemarks import WIDTHS
from blockloom.app.canvas.paint.svgpath import filled, svg_path
from blockloom.app.canvas.scene.block_layout import PIN, RADIUS
from blockloom.app.canvas.scene.collapsed_frames import Fold
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.theme import Theme, colour, legible, qt_colour, turned
from blockloom.app.canvas.scene.words import tr
from blockloom.blocks.document.pages import Frame, Note
from blockloom.blocks.layout.collapsed_frames import WIDTH as FOLDED
from blockloom.blocks.layout.collapsed_frames import row as row_of

_INPUT = 60.0  # most of the name of an input of a collapsed frame
FRAME_TITLE = 26.0  # height of a frame's title bar
_DASHES = [3.0, 3.0]
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class BoxPainter:
    """Paints frames and notes, with one theme and geometry."""

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry, self.fonts = theme, geometry, geometry.fonts

    def sheet(self, p: QPainter, size: tuple[float, float]) -> None:
        """The outline of a page that has a size."""
        pen = pen_of(self.theme.frame, 2.0)
        pen.setDashPattern([1.0, 1.0])
        p.setPen(pen)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRect(QRectF(0, 0, *size))

    def frame(self, p: QPainter, frame: Frame, titled: bool = True) -> None:
        """A dashed box with its title where it is `titled`, behind the blocks."""
        theme = self.theme
        fill = QColor(theme.frame)
        fill.setAlpha(26)
        pen = pen_of(theme.frame, 2.0)
        pen.setDashPattern(_DASHES)
        p.setPen(pen)
        p.setBrush(fill)
        p.drawRoundedRect(QRectF(frame.x, frame.y, frame.width, frame.height), RADIUS, RADIUS)
        self._triangle(p, frame, False)
        if not titled:
            return
        p.setFont(self.fonts.note)
        p.setPen(colour(theme.frame_title))
        title = (frame.title or frame.id) + (f"   {frame.device}" if frame.device else "")
        p.drawText(QPointF(frame.x + 26, frame.y + 19), self.geometry.elided(title, "note", frame.width - 38))

    def _triangle(self, p: QPainter, frame: Frame, right: bool) -> None:
        """The handle by which a frame is collapsed and expanded."""
        x, y = frame.x + FRAME_TITLE / 2 + 2, frame.y + FRAME_TITLE / 2 + 1
        points = ((-3, -5), (4, 0), (-3, 5)) if right else ((-5, -3), (5, -3), (0, 4))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.frame_title))
        p.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in points]))

    def folded(self, p: QPainter, frame: Frame, fold: Fold, marks: Marks, state: str = "", titled: bool = True) -> None:
        """Paint a collapsed frame as a box: how many blocks it holds, the pins at its edges, dtype and shape of its
        outputs. `state` is the most urgent of its blocks'."""
        theme, fonts, elided = self.theme, self.fonts, self.geometry.elided
        box = QRectF(frame.x, frame.y, FOLDED, fold.height)
        p.setPen(pen_of(getattr(theme, state) if state else theme.frame_title, WIDTHS.get(state, 2.0)))
        p.setBrush(colour(theme.block))
        p.drawRoundedRect(box, RADIUS, RADIUS)
        p.drawRoundedRect(box.adjusted(4, 4, -4, -4), RADIUS - 4, RADIUS - 4)
        self._triangle(p, frame, True)
        p.setFont(fonts.note)
        p.setPen(colour(theme.frame_title))
        if titled:
            p.drawText(QPointF(frame.x + 26, frame.y + 19), elided(frame.title or frame.id, "note", FOLDED - 38))
        p.setFont(fonts.type)
        p.setPen(colour(theme.subtitle))
        text = tr("1 block") if fold.count == 1 else tr("{0} blocks").format(fold.count)
        p.drawText(QPointF(frame.x + 26, frame.y + 34), elided(f"{text}  {frame.device}", "type", FOLDED - 38))
        p.setFont(fonts.label)
        advance = self.geometry.metrics.label.horizontalAdvance
        taken = max((min(_INPUT, advance(pin or block)) + 8 for block, pin in fold.ins), default=0.0)
        for pins, x, role in ((fold.ins, 0.0, "input"), (fold.outs, FOLDED, "output")):
            fill, edge = theme.pins[role]
            for i, (block, pin) in enumerate(pins):
                y = frame.y + row_of(i)
                known = marks.type_of(block, pin) if x else None
                text = elided(typed(known) if known else pin or block, "label", FOLDED - 30 - taken if x else _INPUT)
                p.setPen(colour(theme.muted if known else theme.label))
                side = Qt.AlignmentFlag.AlignRight if x else Qt.AlignmentFlag.AlignLeft
                row = QRectF(frame.x + 12, y - 9, FOLDED - 24, 18)
                p.drawText(row, int(side | Qt.AlignmentFlag.AlignVCenter), text)
                p.setPen(pen_of(edge, 1.0))
                p.setBrush(colour(fill))
                p.drawEllipse(QPointF(frame.x + x, y), PIN, PIN)

    def note(self, p: QPainter, note: Note, background: str = "") -> None:
        """A text box; with looks of its own, text or a drawing without one, on a page of this background."""
        theme, page = self.theme, self.theme.ground(background)
        box = QRectF(note.x, note.y, note.width, note.height)
        has_looks = bool(note.shape not in ("", "script") or note.color or note.fill)
        fill = qt_colour(note.fill)
        if background and page != qt_colour(background):  # drawn for a page that is light here and dark there
            fill = fill and turned(fill, theme.canvas)
        ground = fill or (page if has_looks else theme.note)
        edge = legible(qt_colour(note.color) or theme.frame, page, 2.6)
        p.setPen(pen_of(edge, 1.0) if not has_looks or note.shape == "rect" else Qt.PenStyle.NoPen)
        p.setBrush(colour(fill) if fill else Qt.BrushStyle.NoBrush if has_looks else colour(theme.note))
        if note.shape[:1] in ("M", "m"):
            p.setPen(Qt.PenStyle.NoPen)
            p.drawPath(svg_path(filled(note.shape)).translated(note.x, note.y))
            p.setPen(pen_of(edge, 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawPath(svg_path(note.shape).translated(note.x, note.y))
        else:
            p.drawRoundedRect(box, 4, 4)
        if not note.text:
            return
        font = QFont(self.fonts.note)
        if note.font:
            font.setPixelSize(max(1, round(note.font)))
            font.setBold(note.bold)
        p.setFont(font)
        p.setPen(
            colour(
                legible(
                    theme.muted if note.shape == "script" else qt_colour(note.color) or theme.note_text, ground, 4.5
                )
            )
        )
        inner = box.adjusted(9, 5, -9, -5) if not has_looks else box
        metrics = QFontMetricsF(font)
        if has_looks or metrics.boundingRect(inner, int(_WRAP), note.text).height() <= inner.height() + 1:
            p.drawText(inner, int(_WRAP | Qt.TextFlag.TextDontClip), note.text)
            return
        line = metrics.lineSpacing()  # too long: whole lines only, and an ellipsis below
        p.drawText(QPointF(inner.right() - 14, box.bottom() - 5), "…")
        inner.setHeight(max(line, (inner.height() - 8) // line * line))
        p.save()
        p.setClipRect(inner, Qt.ClipOperation.IntersectClip)
        p.drawText(inner, int(_WRAP), note.text)
        p.restore()
