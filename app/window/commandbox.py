"""Ctrl+Shift+P: every command by name, with its keys. Enter does it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.canvas.lineedit import SearchField, folded
from app.window.settings import settings, texts
from app.window.style import roomy

_RECENT = 5
_DATA = Qt.ItemDataRole.UserRole
Entry = tuple[str, QAction]     # its name, with that of its menu


def ranked(entries: list[Entry], query: str, recent: list[str]) -> list[Entry]:
    """The commands whose name holds every word (a word may also be the first letters of words: `sp` finds Step Page).

    Those done last come first, then those where a word of the name begins with the query.
    """
    words = folded(query).split()
    found = []
    for place, (name, action) in enumerate(entries):
        text = folded(name)
        parts = text.replace(":", " ").split()
        initials = "".join(p[0] for p in parts)
        if all(word in text or word in initials for word in words):
            first = parts[1:] if ":" in text else parts
            good = bool(words) and any(p.startswith(words[0]) for p in first)
            seen = recent.index(name) if name in recent else _RECENT
            found.append((not good, not all(w in text for w in words), seen, place, (name, action)))
    return [row[-1] for row in sorted(found, key=lambda row: row[:-1])]


class CommandBox(QFrame):
    """A field and the commands that fit, over the page. `left` tells that it closed."""

    left = Signal()

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Commands"))
        self.edit = SearchField(self.asks())
        self.list = QTreeWidget(columnCount=2, rootIsDecorated=False, uniformRowHeights=True, headerHidden=True)
        self.list.setAccessibleName(self.tr("Commands found"))
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.count = QLabel(objectName="dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(4)
        for widget in (self.edit, self.list, self.count):
            layout.addWidget(widget)
        self._entries: list[Entry] = []
        self.edit.typed.connect(self._fill)
        self.edit.installEventFilter(self)
        self.list.itemClicked.connect(lambda item, _: self._do(item))
        self.hide()

    def asks(self) -> str:
        return self.tr("Type the name of a command")

    def told(self, count: int) -> str:
        """How many were found."""
        return (self.tr("1 command") if count == 1 else self.tr("{} commands").format(count) if count else
                self.tr("No command is named like that."))

    def recent(self) -> list[str]:
        """The names of what was done last, newest first."""
        return texts("commands/recent")

    def remember(self, name: str) -> None:
        settings().setValue("commands/recent", [name, *(r for r in self.recent() if r != name)][:_RECENT])

    def open(self, entries: list[Entry]) -> None:
        """Show the box at the top of its parent."""
        self._entries = entries
        parent = self.parentWidget()
        size = roomy(self, 70, 28).boundedTo(parent.size() - QSize(20, 80))
        width = size.width()
        self.setGeometry((parent.width() - width) // 2, 40, width, max(160, size.height()))
        self.edit.clear()
        self._fill()
        self.show()
        self.raise_()
        self.edit.setFocus()

    def _fill(self) -> None:
        found = ranked(self._entries, self.edit.whole(), self.recent())
        self.list.clear()
        for name, action in found:
            keys = ", ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in action.shortcuts())
            item = QTreeWidgetItem(self.list, [name, keys])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(0, _DATA, action)
            item.setToolTip(0, action.toolTip())
            if not action.isEnabled():
                for column in (0, 1):
                    item.setForeground(column, self.palette().placeholderText())
            if action.isCheckable() and action.isChecked():
                item.setText(0, name + "  ✓")
        if found:
            self.list.setCurrentItem(self.list.topLevelItem(0))
        self.count.setText(self.told(len(found)))

    def _do(self, item: QTreeWidgetItem | None) -> None:
        action = item.data(0, _DATA) if item is not None else None
        if action is None or not action.isEnabled():
            self.count.setText(self.tr("That cannot be done now."))
            return
        self.remember(next(n for n, a in self._entries if a is action))
        self.close_box()
        QTimer.singleShot(0, action.trigger)    # once the focus is back where the command works

    def close_box(self) -> None:
        self.hide()
        self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key, count = Qt.Key(event.key()), self.list.topLevelItemCount()
            row = self.list.indexOfTopLevelItem(self.list.currentItem()) if count else 0
            if key == Qt.Key.Key_Escape:
                self.close_box()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._do(self.list.currentItem())
                return True
            moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
            if key in moves and count:
                self.list.setCurrentItem(self.list.topLevelItem(max(0, min(count - 1, row + moves[key]))))
                self.edit.setAccessibleDescription(self.list.currentItem().text(0))
                return True
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            QTimer.singleShot(0, self._left_alone)
        return super().eventFilter(watched, event)

    def _left_alone(self) -> None:
        if self.isVisible() and not self.edit.hasFocus() and self.isActiveWindow():
            self.hide()
