"""The elements of one tensor, a row each, of any size: only the rows on screen are asked of the worker."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from blockloom.app.canvas.words import tr
from blockloom.app.window.results.resultwindow import WhiteWindow
from blockloom.app.window.results.summaries import dims

PAGE = 1000          # rows per request
_KEPT = 60           # pages kept
_MOST_COPIED = 100_000
# asks for rows: start, count, and a callback that gets the reply or None
Ask = Callable[[int, int, Callable[[dict | None], None]], None]


def unravel(row: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The indices of the row-th element in row-major order."""
    index = []
    for size in reversed(shape):
        row, place = divmod(row, size)
        index.append(place)
    return tuple(reversed(index))


class Elements:
    """The rows of a tensor as far as they are here. `changed` is called when more have come."""

    def __init__(self, name: str, dtype: str, shape: tuple[int, ...], ask: Ask, changed: Callable[[], None]):
        self.name = name
        self._ask, self._changed = ask, changed
        self._pages: OrderedDict[int, list[str]] = OrderedDict()
        self._asked: set[int] = set()
        self._stale: set[int] = set()
        self.gone = False  # the worker has no such result any more
        self.set_shape(dtype, shape)

    def set_shape(self, dtype: str, shape: tuple[int, ...]) -> None:
        self.dtype, self.shape, self.count = dtype, shape, math.prod(shape)

    def refresh(self, dtype: str, shape: tuple[int, ...]) -> None:
        """A new result: what is shown stays until the new values are here."""
        if shape != self.shape:
            self._pages.clear()
        self.set_shape(dtype, shape)
        self.gone = False
        self._stale = set(self._pages)

    def label(self, row: int) -> str:
        """`values[0][1]`."""
        return self.name + dims(unravel(row, self.shape))

    def value(self, row: int) -> str | None:
        """The element's text; None while it is on its way."""
        number = row // PAGE
        page = self._pages.get(number)
        if (page is None or number in self._stale) and number not in self._asked and not self.gone:
            self._asked.add(number)
            self._ask(number * PAGE, min(PAGE, self.count - number * PAGE), lambda reply: self._got(number, reply))
        if page is None or row % PAGE >= len(page):
            return None
        self._pages.move_to_end(number)
        return page[row % PAGE]

    def _got(self, number: int, reply: dict | None) -> None:
        self._asked.discard(number)
        if reply is None or not reply["dtype"]:
            self.gone = True
        else:
            self._stale.discard(number)
            self._pages[number] = list(reply["values"])
            while len(self._pages) > _KEPT:
                self._stale.discard(self._pages.popitem(last=False)[0])
            if tuple(reply.get("shape", self.shape)) != self.shape:
                self.set_shape(reply.get("dtype", self.dtype), tuple(reply["shape"]))
        self._changed()


class ElementsView(QAbstractScrollArea):
    """The table. Qt's own views keep a few bytes per row and count pixels in an int, which ends at some 90 million
    rows; this one knows only the rows on screen. `current` and `anchor` bound the selection."""

    def __init__(self, elements: Elements, parent: QWidget | None = None):
        super().__init__(parent)
        self.elements = elements
        self.current = self.anchor = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.verticalScrollBar().setSingleStep(1)
        self.refresh()

    @property
    def row_height(self) -> int:
        return self.fontMetrics().height() + 5

    def _page_rows(self) -> int:
        return max(1, self.viewport().height() // self.row_height - 1)  # the header takes one

    def refresh(self) -> None:
        """The rows changed in number or value."""
        bar = self.verticalScrollBar()
        bar.setPageStep(self._page_rows())
        bar.setRange(0, max(0, min(self.elements.count - self._page_rows(), 2**31 - 1)))
        last = max(0, self.elements.count - 1)
        self.current, self.anchor = min(self.current, last), min(self.anchor, last)
        self.viewport().update()

    def resizeEvent(self, event) -> None:
        super().resizeEvent(event)
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(360, self.row_height * (min(self.elements.count, 18) + 1) + 4)

    def go(self, row: int, extend: bool = False) -> None:
        """Move the cursor to a row and show it."""
        self.current = max(0, min(row, self.elements.count - 1))
        if not extend:
            self.anchor = self.current
        bar = self.verticalScrollBar()
        if self.current < bar.value():
            bar.setValue(self.current)
        elif self.current >= bar.value() + self._page_rows():
            bar.setValue(self.current - self._page_rows() + 1)
        if self.elements.count:
            name, value = self.elements.label(self.current), self.elements.value(self.current)
            self.setAccessibleDescription(f"{name} {value or ''}")
        self.viewport().update()

    def selected(self) -> range:
        """The selected rows."""
        low, high = sorted((self.current, self.anchor))
        return range(low, min(high + 1, self.elements.count))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        metrics, height, width = self.fontMetrics(), self.row_height, self.viewport().width()
        elements, first = self.elements, self.verticalScrollBar().value()
        shown = range(first, min(elements.count, first + self._page_rows() + 2))
        names = [elements.label(row) for row in shown]
        types = metrics.horizontalAdvance(max(elements.dtype, self.tr("Type"), key=len)) + 18
        column = types + max([metrics.horizontalAdvance(name) for name in names] + [80]) + 18
        painter.fillRect(self.viewport().rect(), QColor("#FFFFFF"))
        chosen = self.selected()
        for place, row in enumerate(shown):
            top = height * (place + 1)
            inside = row in chosen
            if inside:
                painter.fillRect(0, top, width, height, QColor("#3399FF" if self.hasFocus() else "#9CC9F5"))
            painter.setPen(QColor("#FFFFFF" if inside and self.hasFocus() else "#000000"))
            value = elements.value(row)
            for left, right, text, flag in ((6, types, elements.dtype, Qt.AlignmentFlag.AlignLeft),
                                            (types + 6, column, names[place], Qt.AlignmentFlag.AlignLeft),
                                            (column + 6, width - 6, "..." if value is None else value,
                                             Qt.AlignmentFlag.AlignRight)):
                painter.drawText(QRect(left, top, right - left, height), flag | Qt.AlignmentFlag.AlignVCenter,
                                 metrics.elidedText(text, Qt.TextElideMode.ElideRight, right - left))
            painter.setPen(QColor("#F0F0F0"))
            painter.drawLine(0, top + height - 1, width, top + height - 1)
        painter.setPen(QColor("#F0F0F0"))
        foot = height * (len(shown) + 1)
        for x in (types, column):
            painter.drawLine(x, height, x, foot)
        painter.fillRect(0, 0, width, height, QColor("#FFFFFF"))
        painter.setPen(QColor("#000000"))
        for left, right, text in ((0, types, self.tr("Type")), (types, column, self.tr("Name")),
                                  (column, width, self.tr("Value"))):
            painter.drawText(QRect(left, 0, right - left, height), Qt.AlignmentFlag.AlignCenter, text)
        painter.setPen(QColor("#828790"))
        painter.drawLine(0, height - 1, width, height - 1)

    def _row_at(self, point: QPoint) -> int:
        return self.verticalScrollBar().value() + point.y() // self.row_height - 1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().y() >= self.row_height:
            extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.go(self._row_at(event.position().toPoint()), extend)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.go(self._row_at(event.position().toPoint()), True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -self._page_rows(),
                 Qt.Key.Key_PageDown: self._page_rows(), Qt.Key.Key_Home: -self.elements.count,
                 Qt.Key.Key_End: self.elements.count}
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.anchor = 0
            self.go(self.elements.count - 1, True)
        elif event.key() in steps:
            extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.go(self.current + steps[Qt.Key(event.key())], extend)
        else:
            super().keyPressEvent(event)


class ElementsWindow(WhiteWindow):
    """The window of one tensor. `key` is (block, output pin, element of a list output or None)."""

    viewer_wanted = Signal()

    def __init__(self, key: tuple[str, str, int | None], dtype: str, shape: tuple[int, ...], ask: Ask, icon: QIcon,
                 parent: QWidget):
        block, pin, element = self.key = key
        name = pin if element is None else f"{pin}[{element}]"
        super().__init__(f"{block}.{name}{dims(shape)}", icon, parent)
        self._ask = ask
        self.elements = Elements(name, dtype, shape, ask, self._changed)
        self.view = ElementsView(self.elements)
        self.view.setAccessibleName(self.tr("Elements of {}").format(self.windowTitle()))
        self.count = QLabel()
        self.place = QLineEdit(placeholderText=self.tr("go to, e.g. 3 1"))
        self.place.setAccessibleName(self.tr("Go to element"))
        self.place.returnPressed.connect(self._go)
        self.place.setMaximumWidth(140)
        foot = QHBoxLayout()
        foot.setContentsMargins(4, 3, 4, 3)
        foot.addWidget(self.count, 1)
        foot.addWidget(self.place)
        see = QPushButton(self.tr("Plots ..."), autoDefault=False, toolTip=self.tr("As a grid, plots or an image"))
        see.clicked.connect(self.viewer_wanted)
        foot.addWidget(see)
        self.column.addWidget(self.view, 1)
        self.column.addLayout(foot)
        copy = QAction(self.tr("Copy rows"), self.view, shortcut=QKeySequence.StandardKey.Copy,
                       shortcutContext=Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy)
        self.view.addAction(copy)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._changed()
        self.view.setFocus()

    def refresh(self, dtype: str, shape: tuple[int, ...]) -> None:
        """A new result has this dtype and shape."""
        self.elements.refresh(dtype, shape)
        self._changed()

    def rename(self, block: str) -> None:
        """The block has this name now."""
        if block != self.key[0]:
            self.key = (block, *self.key[1:])
            self._changed()

    def lose(self) -> None:
        """There is no such result any more."""
        self.elements.gone = True
        self._changed()

    def _changed(self) -> None:
        elements = self.elements
        self.setWindowTitle(f"{self.key[0]}.{elements.name}{dims(elements.shape)}")
        self.count.setText(self.tr("The worker holds this result no longer: run again.") if elements.gone else
                           tr("1 element") if elements.count == 1 else
                           self.tr("{} elements").format(f"{elements.count:,}"))
        self.view.refresh()

    def _go(self) -> None:
        numbers = [int(n) for n in re.findall(r"\d+", self.place.text())]
        shape = self.elements.shape
        if not numbers or len(numbers) > len(shape) or any(n >= size for n, size in zip(numbers, shape, strict=False)):
            wanted = dims(shape) or self.tr("a scalar")
            self.count.setText(self.tr("There is no such element: the shape is {}").format(wanted))
            return
        row = 0
        for size, n in zip(shape, numbers + [0] * (len(shape) - len(numbers)), strict=True):
            row = row * size + n
        self.view.go(row)
        self.view.setFocus()

    def copy(self) -> None:
        """The selected rows to the clipboard (columns apart by tabs), asking the worker for those that are not here."""
        rows, elements = self.view.selected(), self.elements
        if len(rows) > _MOST_COPIED:
            self.count.setText(self.tr("At most {} rows can be copied at once").format(f"{_MOST_COPIED:,}"))
            return

        def done(reply: dict | None) -> None:
            if reply is None or not reply["dtype"]:
                self.lose()
                return
            QGuiApplication.clipboard().setText("\n".join(
                f"{elements.dtype}\t{elements.label(row)}\t{value}"
                for row, value in zip(rows, reply["values"], strict=False)))
            self.count.setText(self.tr("{} rows copied").format(f"{len(rows):,}"))
        self._ask(rows.start, len(rows), done)
