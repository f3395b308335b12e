"""Finding the way on a large page: a map in the corner, and bookmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from blockloom.app.canvas.paint.batch import draw_rects
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.theme import colour, qt_colour
from blockloom.app.canvas.words import tr
from blockloom.blocks.document import Bookmark
from blockloom.blocks.edits import SetBookmark

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

SIZE, MARGIN, EDGE = QSize(210, 140), 12, 5      # of the map, from the canvas's corner, inside it; widget pixels
_BOXES = 5000     # frames from which on the map draws fewer: they cannot be told apart
FLAG = 13.0                                     # of a bookmark's digit
LATER = 60                                      # milliseconds after an edit until the map shows it


class MiniMap(QWidget):
    """The whole page, small, with what is in view and the bookmarks: press or drag to go there, the wheel zooms the
    page."""

    def __init__(self, canvas: Canvas):
        super().__init__(canvas)
        self.canvas = canvas
        self.resize(SIZE)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("Map of the page"))
        self._picture: QPixmap | None = None
        self._dragged = False           # the view, by the mouse
        self._later = QTimer(self, singleShot=True, interval=LATER)
        self._later.timeout.connect(self.refresh)

    def changed(self) -> None:
        """The page looks different: it is drawn anew a moment later."""
        self._later.start()

    def refresh(self) -> None:
        self._picture = None
        self.update()

    def place(self) -> None:
        """To the lower right corner of the canvas."""
        at = self.canvas.rect().bottomRight()
        self.move(at.x() - self.width() - MARGIN + 1, at.y() - self.height() - MARGIN + 1)

    def _fit(self) -> tuple[float, QPointF]:
        """The scale of the map, and the canvas point in its middle."""
        extent = self.canvas.scene.extent()
        if extent.isNull():
            extent = self.canvas.view.rect_to_canvas(QRectF(self.canvas.rect()))
        room = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        scale = min(room.width() / max(1.0, extent.width()), room.height() / max(1.0, extent.height()), 0.2)
        return scale, extent.center()

    def _paint_page(self) -> QPixmap:
        scene, theme = self.canvas.scene, self.canvas.theme
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        ground = QColor(colour(qt_colour(scene.background) or theme.block))
        ground.setAlpha(235)
        picture.fill(ground)
        self._scale, self._middle = self._fit()
        p = QPainter(picture)
        middle = np.array([self.width() / 2, self.height() / 2]) - np.array(self._middle.toTuple()) * self._scale
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(theme.frame, 1.0))
        boxes = scene.boxes()[1] * self._scale
        boxes[:, :2] += middle
        draw_rects(p, boxes[::len(boxes) // _BOXES + 1])
        slots = np.flatnonzero(scene.alive[:scene.count] & (scene.fold[:scene.count] == 0))
        rows = np.empty((len(slots), 4))
        rows[:, :2] = scene.pos[slots] * self._scale + middle
        rows[:, 2:] = np.maximum(1.0, scene.size[slots] * self._scale)
        p.setPen(Qt.PenStyle.NoPen)
        for far, text in enumerate((theme.far, theme.far_session, theme.error)):
            p.setBrush(colour(text))
            draw_rects(p, rows[scene.far[slots] == far])
        p.end()
        return picture

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None or self._picture.devicePixelRatio() != self.devicePixelRatioF():
            self._picture = self._paint_page()
        canvas, theme = self.canvas, self.canvas.theme
        p = QPainter(self)
        p.drawPixmap(0, 0, self._picture)
        seen = canvas.view.rect_to_canvas(QRectF(canvas.rect()))
        box = QRectF((seen.topLeft() - self._middle) * self._scale + QPointF(self.width() / 2, self.height() / 2),
                     seen.size() * self._scale)
        fill = QColor(theme.selection)
        fill.setAlpha(24)
        p.setPen(pen_of(theme.selection, 1.5))
        p.setBrush(fill)
        p.drawRect(box)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(theme.frame, 1.0))
        p.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        self._paint_bookmarks(p)
        p.end()

    def _paint_bookmarks(self, p: QPainter) -> None:
        theme = self.canvas.theme
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setFont(self.canvas.fonts.label)
        for number, at in self._bookmarks():
            flag = QRectF(at.x() - FLAG / 2, at.y() - FLAG / 2, FLAG, FLAG)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(theme.selection))
            p.drawRoundedRect(flag, 3, 3)
            p.setPen(colour(theme.canvas))
            p.drawText(flag, Qt.AlignmentFlag.AlignCenter, str(number))

    def _bookmarks(self) -> list[tuple[int, QPointF]]:
        """Where the digits of the page's bookmarks stand, inside the map."""
        room, middle = QRectF(self.rect()).adjusted(FLAG, FLAG, -FLAG, -FLAG), QPointF(self.rect().center())
        found = []
        for number, mark in sorted(self.canvas.page.bookmarks.items()):
            at = (QPointF(mark.x, mark.y) - self._middle) * self._scale + middle
            found.append((number, QPointF(min(room.right(), max(room.left(), at.x())),
                                          min(room.bottom(), max(room.top(), at.y())))))
        return found

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._picture is not None:
            self._dragged = False
            near = next((n for n, at in reversed(self._bookmarks())
                         if (at - event.position()).manhattanLength() < FLAG), None)
            if near is not None:
                self.canvas.go_bookmark(near)
            else:
                self._dragged = True
                self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._dragged:
            self._go(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        canvas = self.canvas
        canvas.zoom_to(canvas.view.scale * 2 ** (event.angleDelta().y() / 480))

    def _go(self, at: QPointF) -> None:
        self.canvas.center_on(self._middle + (at - QPointF(self.width() / 2, self.height() / 2)) / self._scale)


class Looking:
    """Mixed into the canvas."""

    minimap: MiniMap | None = None

    def toggle_map(self: Canvas) -> None:
        """Show the map of the page, or hide it."""
        self.show_map(self.minimap is None)

    def show_map(self: Canvas, show: bool) -> None:
        if show and self.minimap is None:
            self.minimap = MiniMap(self)
            self.minimap.place()
            self.minimap.show()
        elif not show and self.minimap is not None:
            self.minimap.hide()
            self.minimap.deleteLater()
            self.minimap = None

    def map_changed(self: Canvas) -> None:
        if self.minimap is not None:
            self.minimap.changed()

    def view_moved(self: Canvas) -> None:
        """What is in view changed, or the widget's size."""
        if self.minimap is not None:
            self.minimap.place()
            self.minimap.update()

    # --- bookmarks -------------------------------------------------------------------------------------------

    def set_bookmark(self: Canvas, number: int) -> None:
        """Keep what is in view under a digit; it is named after the frame in its middle."""
        middle = self.view.to_canvas(QPointF(self.width() / 2, self.height() / 2))
        frame = self.page.frames.get(self.frame_at(middle))
        mark = Bookmark(round(middle.x(), 2), round(middle.y(), 2), round(self.view.scale, 4),
                        frame.title if frame is not None else "")
        if self.do(SetBookmark(self.page_name, number, mark), tr("Set bookmark {0}").format(number)):
            self.said.emit(self.tr("Bookmark {0} is set: press {0} to come back").format(number))

    def add_bookmark(self: Canvas) -> None:
        """Keep what is in view under the first digit that is free."""
        number = next((n for n in range(1, 10) if n not in self.page.bookmarks), None)
        if number is None:
            self.said.emit(self.tr("This page has its nine bookmarks: Ctrl+Shift+1 ... 9 sets one anew"))
        else:
            self.set_bookmark(number)

    def go_bookmark(self: Canvas, number: int) -> None:
        """Show what was in view when the bookmark was set."""
        mark = self.page.bookmarks.get(number)
        if mark is None:
            self.said.emit(self.tr("There is no bookmark {0}: Ctrl+Shift+{0} sets it").format(number))
            return
        self.zoom_to(mark.scale)
        self.center_on(QPointF(mark.x, mark.y))
