"""Painting one frame or note, or the sheet, with any QPainter, in canvas coordinates."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from blockloom.app.canvas.page.marks import Marks, type_chip, typed
from blockloom.app.canvas.page.view import MIDDLE, NEAR
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.paint.painted_shapes import filled, svg_path
from blockloom.app.canvas.paint.statemarks import EDGE, FAR_MARK, WIDTHS, paint_mark, paint_rays, rounded
from blockloom.app.canvas.paint.text_fitting import NARROW, FontStyle, TextFitter
from blockloom.app.canvas.scene.block_layout import PIN, RADIUS, fonts
from blockloom.app.canvas.scene.folded_frames import Fold
from blockloom.app.canvas.scene.geometry import TAB, Geometry
from blockloom.app.canvas.scene.theme import Theme, colour, faded, legible, qt_colour, turned
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import Frame, Note
from blockloom.blocks.layout.block_rows import HEAD
from blockloom.blocks.layout.collapsed_frames import WIDTH as FOLDED
from blockloom.blocks.layout.collapsed_frames import Port, pitch
from blockloom.blocks.layout.collapsed_frames import row as row_of

# Styles of the title of a collapsed frame, best first.
_TITLES = (
    FontStyle(12, True),
    FontStyle(11, True),
    FontStyle(10, True),
    FontStyle(10, True, NARROW),
    FontStyle(9, True, NARROW),
)
_FAR_TITLES = _TITLES[2:]
_NEAR_TITLES = FontStyle(13, True), *_TITLES
_INPUT = 60.0  # most width of the name of an input of a collapsed frame
_LEAST_ROW = 9.0  # least height in screen pixels of a row with the text of a bundle
_READABLE = 13.0  # least height of a row with the name of a pin
FRAME_TITLE = 26.0  # height of the part of a frame by which it is dragged and collapsed
CORNER = 12.0  # radius of a frame's corners
# Space from the edges of a note to its text; width of the bar at its left edge.
NOTE, BAR = (16.0, 8.0, -12.0, -8.0), 4.0
_WHOLE = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class BoxPainter:
    """Paints frames and notes, with one theme and geometry. `zoom` is that of the screen."""

    zoom = 1.0

    def __init__(self, theme: Theme, geometry: Geometry):
        self.theme, self.geometry, self.fonts = theme, geometry, geometry.fonts
        self._bold = QFont(self.fonts.title)
        self._titles = TextFitter(lambda bold: self._bold)
        self._bold.setPixelSize(13)

    def sheet(self, p: QPainter, size: tuple[float, float]) -> None:
        """Paint the outline of a page that has a size."""
        p.setPen(pen_of(self.theme.muted, 2.0))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRect(QRectF(0, 0, *size))

    def frame(self, p: QPainter, frame: Frame, titled: bool = True) -> None:
        """Paint a tinted box behind the blocks, and if `titled` its title in a tab at its corner."""
        theme = self.theme
        fill, line = (QColor(theme.frame) for _ in range(2))
        fill.setAlphaF(0.08)
        line.setAlphaF(0.45)
        p.setPen(QPen(line, 1.3))
        p.setBrush(fill)
        box = QRectF(frame.x, frame.y, frame.width, frame.height)
        p.drawRoundedRect(box, CORNER, CORNER)
        if not titled:
            return
        title = self.geometry.title_of(frame) + (f"   {frame.device}" if frame.device else "")
        text = self._titles.fit(title, frame.width - 36, _NEAR_TITLES)  # whole, or not there
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(faded(theme.frame, theme.canvas, 0.22)))
        p.drawPath(tab(self.geometry.tab(frame), CORNER))
        self._triangle(p, frame, False)
        if text is not None:
            p.setFont(self._titles.font(text.style))
            p.setPen(colour(theme.frame_title))
            p.drawText(QPointF(frame.x + 26, frame.y + 16), title)

    def _triangle(self, p: QPainter, frame: Frame, right: bool) -> None:
        """Paint the handle that collapses and expands a frame."""
        x, y = frame.x + FRAME_TITLE / 2 + 1, frame.y + (FRAME_TITLE / 2 + 1 if right else TAB / 2)
        points = ((-3, -5), (4, 0), (-3, 5)) if right else ((-5, -2.5), (5, -2.5), (0, 4))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.frame_title))
        p.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in points]))

    def folded(
        self, p: QPainter, frame: Frame, fold: Fold, marks: Marks, state: str = "", not_finite: bool = False
    ) -> None:
        """Paint a collapsed frame as a box: its count of blocks, its pins, dtype and shape of its outputs.

        Args:
            fold: the count of blocks and the pins.
            marks: the types of outputs.
            state: the most urgent state of the blocks.
            not_finite: an output of one of the blocks is non-finite.
        """
        edge = getattr(self.theme, state) if state else self.theme.not_finite if not_finite else self.theme.frame
        if self.zoom < NEAR:
            p.save()
            p.translate(frame.x, frame.y)
            p.scale(1 / self.zoom, 1 / self.zoom)
            self._small(p, frame, fold, edge, 2.0 if state or not_finite else 1.0, state)
            p.restore()
            return
        theme, fonts = self.theme, self.fonts
        box = QRectF(frame.x, frame.y, FOLDED, fold.height)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(theme.block))
        p.drawRoundedRect(box, RADIUS, RADIUS)
        p.setBrush(colour(faded(theme.frame, theme.block, 0.2)))
        p.drawPath(rounded(QRectF(frame.x, frame.y, FOLDED, HEAD), RADIUS, True, False))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(edge, WIDTHS.get(state, EDGE)))
        p.drawRoundedRect(box, RADIUS, RADIUS)
        p.setPen(pen_of(edge, 1.0))
        p.drawRoundedRect(box.adjusted(3.5, 3.5, -3.5, -3.5), RADIUS - 3, RADIUS - 3)
        self._triangle(p, frame, True)
        title = self._titles.fit(self.geometry.title_of(frame), FOLDED - 34, _NEAR_TITLES, 2)
        if title is not None:  # whole, or not there
            p.setFont(self._titles.font(title.style))
            p.setPen(colour(theme.frame_title))
            for at, line in enumerate(title.lines):
                p.drawText(QPointF(frame.x + 26, frame.y + 19 + at * (title.style.size + 3)), line)
        for count in (f"{_count(fold)}  {frame.device}".strip(), _count(fold)):
            if title is not None and len(title.lines) > 1:  # which is more important
                break
            if self.geometry.metrics.type.horizontalAdvance(count) <= FOLDED - 34:
                p.setFont(fonts.type)
                p.setPen(colour(theme.type))
                p.drawText(QPointF(frame.x + 26, frame.y + 34), count)
                break
        p.setFont(fonts.label)
        advance = self.geometry.metrics.label.horizontalAdvance
        widest = _INPUT if fold.outs else FOLDED - 30
        taken = max((min(widest, advance(port_text(port))) + 8 for port in fold.ins), default=0.0)
        for pins, x, role in ((fold.ins, 0.0, "input"), (fold.outs, FOLDED, "output")):
            fill, edge = theme.pins[role]
            high = pitch(len(pins))
            for i, port in enumerate(pins):
                y = frame.y + row_of(i, len(pins))
                if x and not_finite and any(marks.not_finite(*pin) for pin in port.pins):
                    paint_rays(p, theme, frame.x + x, y)
                known = marks.type_of(*port.pins[0]) if x and not port.bundled else None
                room = FOLDED - 30 - taken if x else widest
                texts = [(port_text(port), theme.label)]
                if known:
                    chips = type_chip(None, known, "")
                    short = (typed(known), *chips, chips[1].replace(" ", ""))
                    texts = [(text, theme.muted) for text in short] + texts
                text, ink = next((one for one in texts if advance(one[0]) <= room), ("", theme.label))
                p.setPen(colour(ink))
                side = Qt.AlignmentFlag.AlignRight if x else Qt.AlignmentFlag.AlignLeft
                row = QRectF(frame.x + 12, y - 9, FOLDED - 24, 18)
                if high >= _READABLE:
                    p.drawText(row, int(side | Qt.AlignmentFlag.AlignVCenter), text)
                p.setPen(pen_of(edge, 1.0))
                p.setBrush(colour(fill))
                if port.bundled:
                    p.drawRoundedRect(QRectF(frame.x + x - PIN + 1, y - PIN - 2, 2 * PIN - 2, 2 * PIN + 4), 3, 3)
                else:
                    p.drawEllipse(QPointF(frame.x + x, y), PIN, min(PIN, high / 2))

    def _small(self, p: QPainter, frame: Frame, fold: Fold, edge: str, wide_edge: float, state: str) -> None:
        """Paint a collapsed frame in screen pixels: title and count keep their size; at a small zoom only the title."""
        theme, far = self.theme, self.zoom < MIDDLE
        wide, high = FOLDED * self.zoom, fold.height * self.zoom
        p.setPen(pen_of(edge, wide_edge))
        p.setBrush(colour(faded(theme.frame, theme.block, 0.34 if far else 0.2)))
        radius = max(2.0, RADIUS * self.zoom)
        box = QRectF(0.5, 0.5, wide - 1, high - 1)
        p.drawRoundedRect(box, radius, radius)
        p.drawRoundedRect(box.adjusted(2, 2, -2, -2), radius, radius)
        rows = max(1, int((high - 4) // 11)) if far else 2 if high >= 30 else 1
        title = self._titles.fit(self.geometry.title_of(frame), wide - 8, _FAR_TITLES if far else _TITLES, rows)
        if title is not None:  # None if it does not fit
            p.setFont(self._titles.font(title.style))
            p.setPen(colour(theme.name_text if far else theme.frame_title))
            for i, line in enumerate(title.lines):
                left = (wide - self._titles.width(line, title.style)) / 2
                middle = left, high / 2 + 4 + 11 * (i + 0.5 - len(title.lines) / 2)
                p.drawText(QPointF(*middle) if far else QPointF(7, 15 + 12 * i), line)
        if far:
            return
        labels: list[tuple[QRectF, str]] = []
        font = QFont(self._bold)
        font.setPixelSize(10)
        font.setBold(False)
        advance = QFontMetricsF(font).horizontalAdvance
        for pins, x, role in ((fold.ins, 0.0, "input"), (fold.outs, wide, "output")):
            p.setPen(pen_of(theme.pins[role][1], 0.8))
            p.setBrush(colour(theme.pins[role][0]))
            for i, port in enumerate(pins):
                y = row_of(i, len(pins)) * self.zoom
                tall = 5.0 if port.bundled else 3.0
                p.drawRoundedRect(QRectF(x - 3, y - tall, 6, 2 * tall), 1.5, 1.5)
                if port.bundled and pitch(len(pins)) * self.zoom >= _LEAST_ROW:
                    room = advance(port_text(port))
                    place = QRectF(wide - 7 - room if x else 7, y - 7, room + 1, 14)
                    if not x or not any(place.intersects(other) and other.x() < 8 for other, _ in labels):
                        labels.append((place, port_text(port)))
        p.setFont(font)
        p.setPen(colour(theme.label))
        for place, text in labels:
            p.drawText(place, _WHOLE, text)
        font.setPixelSize(11)
        text = _count(fold)
        count = QRectF(7, 19, QFontMetricsF(font).horizontalAdvance(text) + 1, 13)
        is_free = title is None or len(title.lines) == 1  # the title is more important
        if (
            high >= 34
            and is_free
            and count.right() <= wide - 2
            and not any(place.intersects(count) for place, _ in labels)
        ):
            p.setFont(font)
            p.setPen(colour(theme.type))
            p.drawText(count, _WHOLE, text)

    def note(self, p: QPainter, note: Note, background: str = "") -> None:
        """Paint a note: a card, or text and drawings with the looks of a document.

        `background` is the background of the page in its document.
        """
        theme, page = self.theme, self.theme.ground(background)
        box = QRectF(note.x, note.y, note.width, note.height)
        has_looks = _has_looks(note)
        fill = qt_colour(note.fill)
        if background and page != qt_colour(background):  # the note was drawn for a page with another background colour
            fill = fill and turned(fill, theme.canvas)
        ground = fill or (page if has_looks else theme.note)
        edge = legible(qt_colour(note.color) or theme.muted, page, 2.6)
        p.setPen(pen_of(edge, 1.0) if note.shape == "rect" else Qt.PenStyle.NoPen)
        p.setBrush(colour(fill) if fill else Qt.BrushStyle.NoBrush if has_looks else colour(theme.note))
        if not has_looks:
            box = self._card(note)
        if note.shape[:1] in ("M", "m"):
            p.setPen(Qt.PenStyle.NoPen)
            p.drawPath(svg_path(filled(note.shape)).translated(note.x, note.y))
            p.setPen(pen_of(edge, 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawPath(svg_path(note.shape).translated(note.x, note.y))
        else:
            p.drawRoundedRect(box, 6, 6)
        if not has_looks:
            p.setBrush(colour(theme.note_bar))
            p.drawPath(tab(QRectF(box.x(), box.y(), BAR, box.height()), 2))
        if not note.text:
            return
        font = self._note_font(note, 1.0 if has_looks else self.zoom)
        p.setFont(font)
        p.setPen(
            colour(
                legible(
                    theme.muted if note.shape == "script" else qt_colour(note.color) or theme.note_text, ground, 4.5
                )
            )
        )
        if has_looks:
            p.drawText(box, int(_WRAP | Qt.TextFlag.TextDontClip), note.text)
            return
        inner, line = box.adjusted(*NOTE), QFontMetricsF(font).lineSpacing()
        for i, text in enumerate(self._note_lines(note, font)):
            p.drawText(QPointF(inner.x(), inner.y() + line * i + QFontMetricsF(font).ascent()), text)

    def note_rect(self, note: Note) -> QRectF:
        """Return the visible rectangle of a note: a card as high as its text, or the drawn shape."""
        if note.shape[:1] in ("M", "m"):  # the shape may extend to the left of its origin, and above
            return svg_path(note.shape).boundingRect().translated(note.x, note.y)
        return QRectF(note.x, note.y, note.width, note.height) if _has_looks(note) else self._card(note)

    def state(self, p: QPainter, box: QRectF, state: str, edged: bool) -> None:
        """Paint the state of a frame or note in `box`: its mark on the upper right corner, and an edge.

        Both are equally large on the screen at any zoom below 100 %. `edged`: paint the edge.
        """
        wide = max(1.0, 1 / self.zoom)
        if edged:
            p.setPen(pen_of(getattr(self.theme, state), WIDTHS.get(state, EDGE) * wide))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(box, 6, 6)
        paint_mark(p, self.theme, state, box.right(), box.top(), FAR_MARK * wide if self.zoom < NEAR else 1.0)

    def outline(self, p: QPainter, box: QRectF, text: str, width: float, count: str = "") -> None:
        """Paint an outline around a collapsed frame in a colour, with a count at its top; both keep their size."""
        unit = 1 / self.zoom
        p.setPen(pen_of(text, width * unit))
        p.setBrush(Qt.BrushStyle.NoBrush)
        radius = RADIUS + 3 * unit
        p.drawRoundedRect(box.adjusted(-3 * unit, -3 * unit, 3 * unit, 3 * unit), radius, radius)
        if not count:
            return
        p.save()
        p.translate(box.topRight())
        p.scale(unit, unit)
        font = QFont(self._bold)
        font.setPixelSize(11)
        wide = QFontMetricsF(font).horizontalAdvance(count) + 10
        label = QRectF(-14 - wide, -11, wide, 16)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(text))
        p.drawRoundedRect(label, 8, 8)
        p.setFont(font)
        p.setPen(colour(self.theme.canvas))
        p.drawText(label, int(Qt.AlignmentFlag.AlignCenter), count)
        p.restore()

    def _card(self, note: Note) -> QRectF:
        """Return the box of a note, no higher than its text and at least one line at any zoom."""
        box = QRectF(note.x, note.y, note.width, note.height)
        if not note.text:
            return box
        size = round(note.font) or self.fonts.note.pixelSize()
        lines = len(wrapped(note.text, note.width + NOTE[2] - NOTE[0], 1000, size))
        line, here = (QFontMetricsF(self._note_font(note, zoom)).lineSpacing() for zoom in (1.0, self.zoom))
        box.setHeight(min(note.height, max(28.0, max(line * lines, here) + NOTE[1] - NOTE[3])))
        return box

    def is_cut(self, note: Note) -> bool:
        """Return whether the text of a note is not whole on the page."""
        if not note.text or _has_looks(note):
            return False
        return " ".join(self._note_lines(note, self._note_font(note, self.zoom))).split() != note.text.split()

    def _note_lines(self, note: Note, font: QFont) -> tuple[str, ...]:
        """Return the lines of a note that have room on its card."""
        inner = self._card(note).adjusted(*NOTE)
        most = max(1, int((inner.height() + 2) / QFontMetricsF(font).lineSpacing()))
        return wrapped(note.text, inner.width(), most, font.pixelSize())

    def _note_font(self, note: Note, zoom: float) -> QFont:
        """Return the font of a note; a note without custom looks is legible at any zoom."""
        font = QFont(self.fonts.note)
        if note.font:
            font.setPixelSize(max(1, round(note.font)))
            font.setBold(note.bold)
        if zoom < NEAR:
            font.setPixelSize(max(font.pixelSize(), round(10 / zoom)))
        return font


@lru_cache(1000)
def wrapped(text: str, width: float, most: int, size: int) -> tuple[str, ...]:
    """Return at most `most` lines of a note; a longer one ends in "…" after a whole word.

    Args:
        text: the text of the note.
        width: the width of a line in pixels.
        most: the largest number of lines.
        size: the size of the letters in pixels.
    """
    font = QFont(fonts().note)
    font.setPixelSize(size)
    metrics, lines = QFontMetricsF(font), list[str]()
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and metrics.horizontalAdvance(f"{line} {word}") > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    if len(lines) > most:
        words = " ".join(lines[most - 1 :]).split(" ")
        while len(words) > 1 and metrics.horizontalAdvance(" ".join(words) + " …") > width:
            words.pop()
        lines[most - 1 :] = [" ".join(words) + " …"]
    return tuple(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines)


def _has_looks(note: Note) -> bool:
    return bool(note.shape not in ("", "script") or note.color or note.fill)


def port_text(port: Port) -> str:
    """Return the name of the pin of a port, or how many wires or unconnected outputs it stands for."""
    if port.wires > 1:
        return tr("{0} wires").format(port.wires)
    if len(port.pins) > 1:
        return tr("{0} outputs").format(len(port.pins))
    block, pin = port.pins[0]
    return pin or block


def _count(fold: Fold) -> str:
    return tr("1 block") if fold.count == 1 else tr("{0} blocks").format(fold.count)


def tab(box: QRectF, radius: float) -> QPainterPath:
    """Return a box at the upper left corner of a box with round corners of this radius."""
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    path.addRect(box.adjusted(0, radius, 0, 0) if box.height() > radius else box)
    path.addRoundedRect(box.adjusted(radius, 0, 0, 0), 3, 3)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path
