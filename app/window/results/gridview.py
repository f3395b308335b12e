"""A slice of a tensor as a grid of cells, of any size: only the tiles on screen are asked of the worker."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from blockloom.runtime import messages

HIGH, WIDE = 64, 32     # of a tile
_KEPT = 400             # tiles
NAN, INFINITE = "#C62828", "#C77700"    # behind a NaN and an infinity, in every theme
CHANGED = "#2E7D32"                     # behind what differs from the run before
# asks for cells: (row, row end), (column, column end), of the run before, and a callback that gets them or None
Ask = Callable[[tuple[int, int], tuple[int, int], bool, Callable[[np.ndarray | None], None]], None]


class Tiles:
    """Cells as far as they are here. `changed` is called when more have come."""

    def __init__(self, ask: Ask, before: bool, changed: Callable[[], None]):
        self._ask, self._before, self._changed = ask, before, changed
        self._have: OrderedDict[tuple[int, int], np.ndarray] = OrderedDict()
        self._asked: set[tuple[int, int]] = set()
        self._stale: set[tuple[int, int]] = set()
        self._turn = 0      # an answer to an earlier slice is no answer
        self.rows = self.columns = 0

    def set_size(self, rows: int, columns: int, keep: bool) -> None:
        """There are new values; with `keep` the old ones are shown until those are here."""
        if not keep or (rows, columns) != (self.rows, self.columns):
            self._have.clear()
        self.rows, self.columns = rows, columns
        self._stale = set(self._have)
        self._asked.clear()
        self._turn += 1

    def value(self, row: int, column: int) -> object:
        """A cell; None while it is on its way, or where there is none."""
        key = row // HIGH, column // WIDE
        tile = self._have.get(key)
        if (tile is None or key in self._stale) and key not in self._asked:
            self._asked.add(key)
            r, c = key[0] * HIGH, key[1] * WIDE
            turn = self._turn
            self._ask((r, min(r + HIGH, self.rows)), (c, min(c + WIDE, self.columns)), self._before,
                      lambda cells: self._got(key, cells) if turn == self._turn else None)
        if tile is None or row % HIGH >= tile.shape[0] or column % WIDE >= tile.shape[1]:
            return None
        return tile[row % HIGH, column % WIDE]

    def _got(self, key: tuple[int, int], cells: np.ndarray | None) -> None:
        if cells is not None:   # else it stays asked for: there is no such value
            self._stale.discard(key)
            self._asked.discard(key)
            self._have[key] = cells
            while len(self._have) > _KEPT:
                self._have.popitem(last=False)
            self._changed()


def differ(value: object, was: object) -> bool:
    """Whether two elements differ; a NaN is like another."""
    return not (was == value or was != was and value != value)


def shade(value: object) -> str:
    """The colour behind a value that is not finite, else empty."""
    if isinstance(value, (float, np.floating)) and not math.isfinite(value):
        return NAN if math.isnan(value) else INFINITE
    if isinstance(value, (complex, np.complexfloating)) and not np.isfinite(value):
        return NAN if np.isnan(value) else INFINITE
    return ""


class GridView(QAbstractScrollArea):
    """The grid. `current` and `anchor` (row, column) bound the selection."""

    def __init__(self, ask: Ask, parent: QWidget | None = None):
        super().__init__(parent)
        self.tiles = Tiles(ask, False, self.viewport().update)
        self.before = Tiles(ask, True, self.viewport().update)
        self.compare = False
        self.current = self.anchor = (0, 0)
        self._chars = 8         # of the widest cell so far
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(False)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(1)

    # --- measures -------------------------------------------------------------------------------------------------

    @property
    def _height(self) -> int:
        return self.fontMetrics().height() + 5

    @property
    def _width(self) -> int:
        return self.fontMetrics().horizontalAdvance("0") * min(self._chars + 2, 40)

    @property
    def _head(self) -> int:
        return self.fontMetrics().horizontalAdvance(str(max(self.tiles.rows - 1, 0))) + 16

    def _shown(self) -> tuple[range, range]:
        row, column = self.verticalScrollBar().value(), self.horizontalScrollBar().value()
        high = (self.viewport().height() - self._height) // self._height + 2
        wide = (self.viewport().width() - self._head) // self._width + 2
        return range(row, min(row + high, self.tiles.rows)), range(column, min(column + wide, self.tiles.columns))

    def set_size(self, rows: int, columns: int, keep: bool) -> None:
        """Show other values: rows x columns of them."""
        if not keep:
            self._chars = 8
        self.tiles.set_size(rows, columns, keep)
        self.before.set_size(rows, columns, keep)
        self.current, self.anchor = self._inside(*self.current), self._inside(*self.anchor)
        self._bars()
        self.viewport().update()

    def set_compare(self, on: bool) -> None:
        """Mark what differs from the run before, and show what it was."""
        self.compare, self._chars = on, 8
        self.viewport().update()

    def _bars(self) -> None:
        for bar, count, room, size in (
                (self.verticalScrollBar(), self.tiles.rows, self.viewport().height() - self._height, self._height),
                (self.horizontalScrollBar(), self.tiles.columns, self.viewport().width() - self._head, self._width)):
            page = max(1, room // size)
            bar.setPageStep(page)
            bar.setRange(0, max(0, min(count - page, 2**31 - 1)))

    def resizeEvent(self, event) -> None:
        super().resizeEvent(event)
        self._bars()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    # --- painting -------------------------------------------------------------------------------------------------

    def text(self, row: int, column: int) -> tuple[str, str]:
        """What stands in a cell, and the colour behind it, if any."""
        value = self.tiles.value(row, column)
        if value is None:
            return "...", ""
        said, behind = messages.element(value), shade(value)
        if self.compare:
            was = self.before.value(row, column)
            if was is not None and differ(value, was):
                return f"{said} ({messages.element(was)})", behind or CHANGED
        return said, behind

    def paintEvent(self, event: QPaintEvent) -> None:
        rows, columns = self._shown()
        height, head, metrics = self._height, self._head, self.fontMetrics()
        texts = {(r, c): self.text(r, c) for r in rows for c in columns}
        widest = min(max((len(t) for t, _ in texts.values()), default=8), 38)
        if widest > self._chars:
            self._chars = widest
            self._bars()
        width = self._width
        palette, role = self.palette(), QPalette.ColorRole
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), palette.color(role.Base))
        low, high = self._selection()
        ink, line = palette.color(role.Text), palette.color(role.Mid)
        for (row, column), (text, behind) in texts.items():
            cell = QRect(head + (column - columns.start) * width, height * (row - rows.start + 1), width, height)
            chosen = low[0] <= row <= high[0] and low[1] <= column <= high[1]
            if chosen:
                painter.fillRect(cell, palette.color(role.Highlight))
            if behind:
                painter.fillRect(cell.adjusted(*((2, 2, -2, -2) if chosen else (0, 0, 0, 0))), QColor(behind))
            painter.setPen(QColor("#FFFFFF") if behind else palette.color(role.HighlightedText) if chosen else ink)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(cell.adjusted(4, 0, -6, 0), right,
                             metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 10))
            painter.setPen(line)
            painter.drawLine(cell.right(), cell.top(), cell.right(), cell.bottom())
            painter.drawLine(cell.left(), cell.bottom(), cell.right(), cell.bottom())
        self._paint_heads(painter, rows, columns, head, height, width)
        if not rows or not columns:
            painter.setPen(palette.color(role.PlaceholderText))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.tr("no elements"))

    def _paint_heads(self, painter: QPainter, rows: range, columns: range, head: int, height: int, width: int) -> None:
        palette, role = self.palette(), QPalette.ColorRole
        painter.fillRect(0, 0, self.viewport().width(), height, palette.color(role.Button))
        painter.fillRect(0, 0, head, self.viewport().height(), palette.color(role.Button))
        painter.setPen(palette.color(role.ButtonText))
        for column in columns:
            painter.drawText(QRect(head + (column - columns.start) * width, 0, width, height),
                             Qt.AlignmentFlag.AlignCenter, str(column))
        for row in rows:
            painter.drawText(QRect(0, height * (row - rows.start + 1), head - 6, height),
                             Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(row))

    # --- the cursor -----------------------------------------------------------------------------------------------

    def _inside(self, row: int, column: int) -> tuple[int, int]:
        return max(0, min(row, self.tiles.rows - 1)), max(0, min(column, self.tiles.columns - 1))

    def _selection(self) -> tuple[tuple[int, int], tuple[int, int]]:
        a, b = self.anchor, self.current
        return (min(a[0], b[0]), min(a[1], b[1])), (max(a[0], b[0]), max(a[1], b[1]))

    def selected(self) -> tuple[range, range]:
        """The selected rows and columns."""
        low, high = self._selection()
        return range(low[0], high[0] + 1), range(low[1], high[1] + 1)

    def go(self, row: int, column: int, extend: bool = False) -> None:
        """Move the cursor to a cell and show it."""
        self.current = self._inside(row, column)
        if not extend:
            self.anchor = self.current
        for bar, place in zip((self.verticalScrollBar(), self.horizontalScrollBar()), self.current, strict=True):
            if place < bar.value():
                bar.setValue(place)
            elif place >= bar.value() + bar.pageStep():
                bar.setValue(place - bar.pageStep() + 1)
        row, column = self.current
        self.setAccessibleDescription(f"{row}, {column}: {self.text(row, column)[0]}")
        self.viewport().update()

    def _cell_at(self, point: QPoint) -> tuple[int, int]:
        return (self.verticalScrollBar().value() + point.y() // self._height - 1,
                self.horizontalScrollBar().value() + (point.x() - self._head) // self._width)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.go(*self._cell_at(event.position().toPoint()),
                    bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.go(*self._cell_at(event.position().toPoint()), True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, column = self.current
        page = self.verticalScrollBar().pageStep()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        last = self.tiles.rows - 1, self.tiles.columns - 1
        key = Qt.Key
        places = {key.Key_Up: (0 if control else row - 1, column), key.Key_Left: (row, 0 if control else column - 1),
                  key.Key_Down: (last[0] if control else row + 1, column),
                  key.Key_Right: (row, last[1] if control else column + 1),
                  key.Key_PageUp: (row - page, column), key.Key_PageDown: (row + page, column),
                  key.Key_Home: (0 if control else row, 0), key.Key_End: (last[0] if control else row, last[1])}
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.anchor = (0, 0)
            self.go(*last, True)
        elif event.key() in places:
            self.go(*places[Qt.Key(event.key())], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row, column = self._cell_at(event.pos())
            if 0 <= row < self.tiles.rows and 0 <= column < self.tiles.columns:
                QToolTip.showText(event.globalPos(), f"[{row}, {column}]  {self.text(row, column)[0]}", self)
            return True
        return super().viewportEvent(event)
