"""The map of the page in the corner of a canvas."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.look.navigation import Bookmarks
from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.page.view import View
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.paint.painted_shapes import draw_rects
from blockloom.app.canvas.paint.painting import Painter, far_inks
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import colour

# Widget pixels: size of the map, distance from the corner of the canvas, space inside.
SIZE, MARGIN, EDGE = QSize(210, 140), 12, 5
_BOXES = 5000  # with more frames, the map draws only some, because small frames run together
FLAG = 13.0  # size of the digit of a bookmark
LATER = 60  # milliseconds after an edit until the map shows it


class MiniMap(QWidget):
    """The whole page in small, with the view and the bookmarks. It is visible while it is on and the page does not fit.

    Press or drag to move the view there; the wheel zooms the page.
    """

    switched = Signal()  # on or off

    def __init__(
        self, parent: QWidget, open_page: OpenPage, scene: Scene, view: View, painter: Painter, bookmarks: Bookmarks
    ):
        super().__init__(parent)
        self._open_page, self._scene, self._view, self._painter = open_page, scene, view, painter
        self._marks = bookmarks
        self.resize(SIZE)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.tr("Map of the page"))
        self._picture: QPixmap | None = None
        self._dragged = False  # whether the mouse drags the view
        self._later = qt.timer(self, self.refresh, LATER)
        self.on = False
        self.hide()
        view.changed.connect(self.place)

    def turn(self, on: bool) -> bool:
        """Turn the map on or off. Return whether this changed anything."""
        if changed := on != self.on:
            self.on = on
            self.refresh()  # the page may have changed while the map was off
            self.switched.emit()
        return changed

    def toggle(self) -> None:
        """Turn the map on or off."""
        self.turn(not self.on)
        if self.on and self.isHidden():
            self._open_page.status_message.emit(self.tr("The map appears when the view does not show the whole page."))

    def refresh_later(self) -> None:
        """Repaint the map after a delay, since the page looks different."""
        if self.on:
            self._later.start()

    def refresh(self) -> None:
        """Repaint the map."""
        self._picture = None
        self.place()

    def place(self) -> None:
        """Move the map to the lower right corner of the canvas, or hide it while the view shows the whole page."""
        self.setVisible(self.on and not self._view.area().contains(self._scene.extent()))
        at = self._view.rect().bottomRight()
        self.move(at.x() - self.width() - MARGIN + 1, at.y() - self.height() - MARGIN + 1)
        self.update()

    def _fit(self) -> tuple[float, QPointF]:
        """Return the scale of the map, and the canvas point in its middle."""
        extent = self._scene.extent()
        if extent.isNull():
            extent = self._view.area()
        room = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        scale = min(room.width() / max(1.0, extent.width()), room.height() / max(1.0, extent.height()), 0.2)
        return scale, extent.center()

    def _paint_page(self) -> QPixmap:
        scene, theme = self._scene, self._painter.theme
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        ground = QColor(colour(theme.ground(scene.background) if scene.background else theme.block))
        ground.setAlpha(235)
        picture.fill(ground)
        self._scale, self._middle = self._fit()
        p = QPainter(picture)
        middle = np.array([self.width() / 2, self.height() / 2]) - np.array(self._middle.toTuple()) * self._scale
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(theme.frame, 1.0))
        boxes = scene.boxes()[1] * self._scale
        boxes[:, :2] += middle
        draw_rects(p, boxes[:: len(boxes) // _BOXES + 1])
        slots = np.flatnonzero(scene.alive[: scene.count] & (scene.fold[: scene.count] == 0))
        rows = np.empty((len(slots), 4))
        rows[:, :2] = scene.pos[slots] * self._scale + middle
        rows[:, 2:] = np.maximum(1.0, scene.size[slots] * self._scale)
        p.setPen(Qt.PenStyle.NoPen)
        for far, text in enumerate(far_inks(theme)[:-1]):
            p.setBrush(colour(text))
            draw_rects(p, rows[scene.far[slots] == far])
        p.end()
        return picture

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None or self._picture.devicePixelRatio() != self.devicePixelRatioF():
            self._picture = self._paint_page()
        theme = self._painter.theme
        p = QPainter(self)
        p.drawPixmap(0, 0, self._picture)
        seen = self._view.area()
        box = QRectF(
            (seen.topLeft() - self._middle) * self._scale + QPointF(self.width() / 2, self.height() / 2),
            seen.size() * self._scale,
        )
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
        theme = self._painter.theme
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setFont(self._scene.geometry.fonts.label)
        for number, at in self.bookmarks():
            flag = QRectF(at.x() - FLAG / 2, at.y() - FLAG / 2, FLAG, FLAG)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(theme.selection))
            p.drawRoundedRect(flag, 3, 3)
            p.setPen(colour(theme.canvas))
            p.drawText(flag, Qt.AlignmentFlag.AlignCenter, str(number))

    def bookmarks(self) -> list[tuple[int, QPointF]]:
        """Return the positions of the digits of the page's bookmarks on the map."""
        room, middle = QRectF(self.rect()).adjusted(FLAG, FLAG, -FLAG, -FLAG), QPointF(self.rect().center())
        found = []
        for number, mark in sorted(self._open_page.page.bookmarks.items()):
            at = (QPointF(mark.x, mark.y) - self._middle) * self._scale + middle
            found.append(
                (
                    number,
                    QPointF(min(room.right(), max(room.left(), at.x())), min(room.bottom(), max(room.top(), at.y()))),
                )
            )
        return found

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._picture is not None:
            self._dragged = False
            near = next(
                (n for n, at in reversed(self.bookmarks()) if (at - event.position()).manhattanLength() < FLAG), None
            )
            if near is not None:
                self._marks.go(near)
            else:
                self._dragged = True
                self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._dragged:
            self._go(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._view.zoom_to(self._view.scale * 2 ** (event.angleDelta().y() / 480))

    def _go(self, at: QPointF) -> None:
        self._view.center_on(self._middle + (at - QPointF(self.width() / 2, self.height() / 2)) / self._scale)
