"""Small widgets: a layout in lines, a box for a number, and a field over a list."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QSpinBox, QWidget


class Flow(QLayout):
    """Widgets from left to right; those from the `tail`-th on are at the right edge if all fit on one line."""

    def __init__(self, parent: QWidget | None = None, space: int = 6, line_space: int | None = None):
        """Create, with pixels between widgets and between lines, by default half of these."""
        super().__init__(parent)
        self.line_space = space // 2 if line_space is None else line_space
        self._items: list[QLayoutItem] = []
        self.tail = 1 << 30
        self.setSpacing(space)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, True)

    def sizeHint(self) -> QSize:
        """Return the size with all items on one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        margins = self.contentsMargins()
        return QSize(
            sum(s.width() for s in sizes) + self.spacing() * max(len(sizes) - 1, 0) + margins.left() + margins.right(),
            max((s.height() for s in sizes), default=0) + margins.top() + margins.bottom(),
        )

    def minimumSize(self) -> QSize:
        margins = self.contentsMargins()
        found = QSize(0, 0)
        for item in self._shown():
            found = found.expandedTo(item.minimumSize())
        return found + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, move: bool) -> int:
        """Place the widgets, and return the height."""
        area = rect.marginsRemoved(self.contentsMargins())
        lines: list[list[tuple[QLayoutItem, QSize]]] = [[]]
        x = 0
        for item in self._shown():
            size = item.sizeHint()
            if lines[-1] and x + size.width() > area.width():
                lines.append([])
                x = 0
            lines[-1].append((item, size))
            x += size.width() + self.spacing()
        tail = set(map(id, self._items[self.tail :]))
        slack = area.width() - x + self.spacing() if len(lines) == 1 else 0
        y = area.y()
        for line in lines:
            x, high = area.x(), max((size.height() for _, size in line), default=0)
            for item, size in line:
                if id(item) in tail and slack > 0:
                    x, slack = x + slack, 0
                if move:
                    at = QPoint(x, y + (high - size.height()) // 2)
                    item.setGeometry(QRect(at, QSize(min(size.width(), area.width()), size.height())))
                x += size.width() + self.spacing()
            y += high + self.line_space
        return y - self.line_space - rect.y() + self.contentsMargins().bottom()


class NumberBox(QSpinBox):
    """A spin box in which typing after a click replaces the number."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self.selectAll)  # later, because the click sets the cursor position
