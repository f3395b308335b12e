"""Tables of any size and slices of tensors: only the cells on screen are known."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from blockloom.app.canvas.paint.forms import shade
from blockloom.app.plain import as_is
from blockloom.runtime.protocol import messages
from blockloom.runtime.run.textdiff import differ

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LONGEST = 2**31 - 1  # largest value of a scroll bar


class PagedTable(QAbstractScrollArea):
    """A table of any size that asks for the cells it shows.

    `head` is the width for row numbers; `current` and `anchor`, (row, column), bound the selection; `whole` selects
    whole rows.
    """

    whole = False

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.rows = self.columns = 0
        self.current = self.anchor = (0, 0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(False)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(1)

    def text(self, row: int, column: int) -> tuple[str, str]:
        """Return the text of a cell, and the colour behind it, if any."""
        raise NotImplementedError

    def title(self, column: int) -> str:
        """Return the title of a column."""
        return str(column)

    def described(self, row: int, column: int) -> str:
        """Return a cell for a screen reader."""
        return f"{row}, {column}: {self.text(row, column)[0]}"

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Return the alignment of the texts of a column."""
        return RIGHT

    def spans(self, rows: range) -> dict[int, tuple[int, int]]:
        """Return the left edge and width, in pixels, of each visible column for these rows."""
        raise NotImplementedError

    def fitting(self) -> tuple[int, int]:
        """Return how many whole rows and columns fit, at least one."""
        raise NotImplementedError

    def column_at(self, x: int) -> int:
        """Return the column at a place; it may be outside the table."""
        raise NotImplementedError

    @property
    def head(self) -> int:
        """Pixels at the left for the numbers of the rows."""
        return 0

    @property
    def row_height(self) -> int:
        """The height of a row, in pixels."""
        return self.fontMetrics().height() + 5

    def set_size(self, rows: int, columns: int) -> None:
        """Set the numbers of rows and columns."""
        self.rows, self.columns = rows, columns
        self.current, self.anchor = self._inside(*self.current), self._inside(*self.anchor)
        self.set_bars()
        self.viewport().update()

    def set_bars(self) -> None:
        """Fit the scroll bars to the cells and the room."""
        for bar, count, page in zip(
            (self.verticalScrollBar(), self.horizontalScrollBar()),
            (self.rows, self.columns),
            self.fitting(),
            strict=True,
        ):
            bar.setPageStep(page)
            bar.setRange(0, max(0, min(count - page, _LONGEST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_bars()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def cell_at(self, point: QPoint) -> tuple[int, int]:
        """Return the row and the column at a place; they may be outside the table."""
        return self.verticalScrollBar().value() + point.y() // self.row_height - 1, self.column_at(point.x())

    def cell_rect(self, row: int, column: int) -> QRect:
        """Return the rectangle of a visible cell."""
        first, height = self.verticalScrollBar().value(), self.row_height
        rows = range(first, min(first + self.viewport().height() // height + 1, self.rows))
        left, width = self.spans(rows).get(column, (self.head, 0))
        return QRect(left, height * (row - first + 1), width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        first, height, metrics = self.verticalScrollBar().value(), self.row_height, self.fontMetrics()
        rows = range(first, min(first + self.viewport().height() // height + 1, self.rows))
        spans = self.spans(rows)
        palette, role = self.palette(), QPalette.ColorRole
        palette.setCurrentColorGroup(QPalette.ColorGroup.Active if self.hasFocus() else QPalette.ColorGroup.Inactive)
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), palette.color(role.Base))
        down, across = self.selected()
        for row in rows:
            for column, (left, width) in spans.items():
                text, behind = self.text(row, column)
                cell = QRect(left, height * (row - first + 1), width, height)
                chosen = row in down and (self.whole or column in across)
                if chosen:
                    painter.fillRect(cell, palette.color(role.Highlight))
                if behind:
                    painter.fillRect(cell.adjusted(*((2, 2, -2, -2) if chosen else (0, 0, 0, 0))), QColor(behind))
                painter.setPen(
                    QColor("#FFFFFF") if behind else palette.color(role.HighlightedText if chosen else role.Text)
                )
                painter.drawText(
                    cell.adjusted(6, 0, -6, 0),
                    self.alignment(column),
                    metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 10),
                )
                painter.setPen(palette.color(role.Mid))
                painter.drawLine(cell.right(), cell.top(), cell.right(), cell.bottom())
                painter.drawLine(cell.left(), cell.bottom(), cell.right(), cell.bottom())
        painter.fillRect(0, 0, self.viewport().width(), height, palette.color(role.Button))
        painter.fillRect(0, 0, self.head, self.viewport().height(), palette.color(role.Button))
        painter.setPen(palette.color(role.ButtonText))
        for column, (left, width) in spans.items():
            painter.drawText(QRect(left, 0, width, height), Qt.AlignmentFlag.AlignCenter, self.title(column))
        for row in rows if self.head else ():
            painter.drawText(QRect(0, height * (row - first + 1), self.head - 6, height), RIGHT, str(row))
        if not rows or not spans:
            painter.setPen(palette.color(role.PlaceholderText))
            painter.drawText(
                self.viewport().rect(),
                Qt.AlignmentFlag.AlignCenter,
                QCoreApplication.translate("GridView", "no elements"),
            )

    def _inside(self, row: int, column: int) -> tuple[int, int]:
        return max(0, min(row, self.rows - 1)), max(0, min(column, self.columns - 1))

    def selected(self) -> tuple[range, range]:
        """Return the selected rows and columns."""
        (a, b), (c, d) = self.anchor, self.current
        return range(min(a, c), min(max(a, c) + 1, self.rows)), range(min(b, d), min(max(b, d) + 1, self.columns))

    def go(self, row: int, column: int = 0, extend: bool = False) -> None:
        """Move the cursor to a cell and show it."""
        self.current = self._inside(row, column)
        if not extend:
            self.anchor = self.current
        for bar, place in zip((self.verticalScrollBar(), self.horizontalScrollBar()), self.current, strict=True):
            if place < bar.value():
                bar.setValue(place)
            elif place >= bar.value() + bar.pageStep():
                bar.setValue(place - bar.pageStep() + 1)
        if self.rows and self.columns:
            self.setAccessibleDescription(self.described(*self.current))
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().y() >= self.row_height:
            self.go(
                *self.cell_at(event.position().toPoint()), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.go(*self.cell_at(event.position().toPoint()), True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        (row, column), page, key = self.current, self.verticalScrollBar().pageStep(), Qt.Key
        last = self.rows - 1, self.columns - 1
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        ends = control or self.whole  # whether Home and End move through the rows
        places = {
            key.Key_Up: (0 if control else row - 1, column),
            key.Key_Left: (row, 0 if control else column - 1),
            key.Key_Down: (last[0] if control else row + 1, column),
            key.Key_Right: (row, last[1] if control else column + 1),
            key.Key_PageUp: (row - page, column),
            key.Key_PageDown: (row + page, column),
            key.Key_Home: (0 if ends else row, 0),
            key.Key_End: (last[0] if ends else row, last[1]),
        }
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.anchor = (0, 0)
            self.go(*last, True)
        elif event.key() in places:
            self.go(*places[Qt.Key(event.key())], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)


HIGH, WIDE = 64, 32  # height and width of a tile in cells
_KEPT = 400  # most tiles in the cache
CHANGED = "#2E7D32"  # background of cells that differ from the previous run
# Function that requests cells: (row, end), (column, end), whether of the previous run, and a callback for the cells or
# None.
Ask = Callable[[tuple[int, int], tuple[int, int], bool, Callable[[np.ndarray | None], None]], None]


class Tiles:
    """The cells of a slice that have arrived. `changed` is called when more arrive."""

    def __init__(self, ask: Ask, before: bool, changed: Callable[[], None]):
        self._ask, self._before = ask, before
        self._tiles = Pieces(_KEPT, self._fetch, lambda tile: changed())
        self.rows = self.columns = 0

    def set_size(self, rows: int, columns: int, keep: bool) -> None:
        """Set the size (rows, columns) of new values; `keep` shows the old ones until they arrive."""
        self._tiles.renew(keep and (rows, columns) == (self.rows, self.columns))
        self.rows, self.columns = rows, columns

    def value(self, row: int, column: int) -> object:
        """Return the value of a cell; None if it has not arrived, or if there is none."""
        tile = self._tiles.get((row // HIGH, column // WIDE))
        if tile is None or row % HIGH >= tile.shape[0] or column % WIDE >= tile.shape[1]:
            return None
        return tile[row % HIGH, column % WIDE]

    def _fetch(self, key: tuple[int, int], got: Callable[[np.ndarray | None], None]) -> None:
        r, c = key[0] * HIGH, key[1] * WIDE
        self._ask((r, min(r + HIGH, self.rows)), (c, min(c + WIDE, self.columns)), self._before, got)


class GridView(PagedTable):
    """Shows a slice as a table."""

    def __init__(self, ask: Ask, parent: QWidget | None = None):
        super().__init__(parent)
        self.tiles = Tiles(ask, False, self.viewport().update)
        self.before = Tiles(ask, True, self.viewport().update)
        self.compare = False
        self._chars = 8  # characters of the widest cell so far

    def set_values(self, rows: int, columns: int, keep: bool) -> None:
        """Show other values, (rows, columns). With `keep`, the old values stay until the new ones arrive."""
        if not keep:
            self._chars = 8
        self.tiles.set_size(rows, columns, keep)
        self.before.set_size(rows, columns, keep)
        self.set_size(rows, columns)

    def set_compare(self, on: bool) -> None:
        """Mark the cells that differ from the previous run, and show their previous values."""
        self.compare, self._chars = on, 8
        self.viewport().update()

    @property
    def _width(self) -> int:
        return self.fontMetrics().horizontalAdvance("0") * min(self._chars + 2, 40)

    @property
    def head(self) -> int:
        return self.fontMetrics().horizontalAdvance(str(max(self.rows - 1, 0))) + 16

    def fitting(self) -> tuple[int, int]:
        return (
            max(1, (self.viewport().height() - self.row_height) // self.row_height),
            max(1, (self.viewport().width() - self.head) // self._width),
        )

    def column_at(self, x: int) -> int:
        return self.horizontalScrollBar().value() + (x - self.head) // self._width

    def spans(self, rows: range) -> dict[int, tuple[int, int]]:
        first = self.horizontalScrollBar().value()

        def shown() -> range:
            return range(first, min(first + (self.viewport().width() - self.head) // self._width + 2, self.columns))

        widest = min(max((len(self.text(r, c)[0]) for r in rows for c in shown()), default=8), 38)
        if widest > self._chars:
            self._chars = widest
            self.set_bars()
        return {column: (self.head + (column - first) * self._width, self._width) for column in shown()}

    def text(self, row: int, column: int) -> tuple[str, str]:
        value = self.tiles.value(row, column)
        if value is None:
            return "…", ""
        said, behind = messages.element_text(value), shade(value)
        if self.compare:
            was = self.before.value(row, column)
            if was is not None and differ(value, was):
                return f"{said} ({messages.element_text(was)})", behind or CHANGED
        return said, behind

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row, column = self.cell_at(event.pos())
            if 0 <= row < self.rows and 0 <= column < self.columns:
                QToolTip.showText(event.globalPos(), as_is(f"[{row}, {column}]  {self.text(row, column)[0]}"), self)
            return True
        return super().viewportEvent(event)


class Pieces:
    """Cache of parts of a large value, at most `most` of them.

    `ask(key, got)` requests a part. The part that `got` receives is stored and passed to `changed`. If it is None, the
    value no longer exists (`lost`), and nothing is requested until the next `renew`.
    """

    def __init__(self, most: int, ask: Callable[[Any, Callable[[Any], None]], None], changed: Callable[[Any], None]):
        self._most, self._ask, self._changed = most, ask, changed
        self._have: OrderedDict[Hashable, Any] = OrderedDict()
        self._asked: set[Hashable] = set()
        self._stale: set[Hashable] = set()
        self._turn = 0
        self.lost = False

    def renew(self, keep: bool) -> None:
        """Mark all parts as out of date; with `keep` they are shown until their new versions arrive.

        Answers to earlier requests are ignored.
        """
        if not keep:
            self._have.clear()
        self._stale, self.lost = set(self._have), False
        self._asked.clear()
        self._turn += 1

    def get(self, key: Hashable) -> Any:
        """Return a part; None if it has not arrived, or does not exist."""
        piece = self._have.get(key)
        if (piece is None or key in self._stale) and key not in self._asked and not self.lost:
            self._asked.add(key)
            turn = self._turn
            self._ask(key, lambda part: self._got(key, part) if turn == self._turn else None)
            piece = self._have.get(key)  # the reply may have arrived at once
        if piece is not None:
            self._have.move_to_end(key)
        return piece

    def _got(self, key: Hashable, part: Any) -> None:
        self._asked.discard(key)
        if part is None:
            self.lost = True
        else:
            self._stale.discard(key)
            self._have[key] = part
            while len(self._have) > self._most:
                self._stale.discard(self._have.popitem(last=False)[0])
        self._changed(part)
