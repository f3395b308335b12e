"""The two lists at the foot of the window: problems, which jump to their block, and messages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cache

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QTreeView,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import in_language, translated
from blockloom.app.plain import as_is
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.problems import ERROR, Problem

_MOST_MESSAGES = 2000
Choices = Callable[[Problem], Iterable[tuple[str, Callable[[], object]]]]
_DETAILS, _SEVERITY = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class ProblemModel(QAbstractTableModel):
    """One row per problem, errors first: where, what is wrong, what to do."""

    def __init__(self, colours: Colours, parent: QObject | None = None):
        super().__init__(parent)
        self.problems: list[Problem] = []
        self.set_colours(colours)

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme."""
        self.beginResetModel()
        self._icon = cache(lambda name: icon(name, colours))  # drawn when there is a problem
        self.endResetModel()

    def set_problems(self, problems: list[Problem]) -> None:
        """Show these problems."""
        self.beginResetModel()
        self.problems = sorted(problems, key=lambda p: p.severity != ERROR)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.problems)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return (self.tr("Where"), self.tr("Problem"), self.tr("What to do"))[section]
        return None

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        problem = self.problems[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = translated((problem.where, problem.message, problem.remedy)[index.column()])
            return as_is(text) if role == Qt.ItemDataRole.ToolTipRole else text  # of the rows that are seen alone
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return self._icon("error" if problem.severity == ERROR else "warning")
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            return f"{problem.severity} {problem.where}"
        return None


class ProblemList(QTreeView):
    """The list of problems. `jump` emits a problem to be shown (double click or Enter), `mend` one to be fixed
    (Ctrl+.). `label_of` gives the name of a problem's fix, "" for none; `choices_of` what can be chosen right away,
    where that is more than one thing: names, and what each does.
    """

    jump = Signal(object)
    mend = Signal(object)

    def __init__(
        self, colours: Colours, label_of: Callable[[Problem], str], choices_of: Choices, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Problems"))
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.rows = ProblemModel(colours, self)
        self.setModel(self.rows)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)  # what to do is read as what is wrong
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(0, 200)
        self.activated.connect(lambda index: self.jump.emit(self.rows.problems[index.row()]))
        self._label_of, self._choices_of = label_of, choices_of
        self.fixing = qt.action(self, self.tr("Fix"), self._mend, "Ctrl+.")
        qt.action(self, self.tr("Copy"), self._copy, QKeySequence.StandardKey.Copy)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def step(self, by: int) -> None:
        """Go to the next problem, or the one before; from the last to the first."""
        count = len(self.rows.problems)
        if count:
            at = self.currentIndex().row()
            row = (at + by) % count if at >= 0 else 0 if by > 0 else count - 1
            self.setCurrentIndex(self.rows.index(row, 0))
            self.jump.emit(self.rows.problems[row])

    def menu(self) -> QMenu:
        """What can be done about the chosen problem."""
        problem = self.current()
        label = self._label_of(problem) if problem is not None else ""
        menu = QMenu(self)
        for name, do in self._choices_of(problem) if problem is not None else ():
            menu.addAction(name.replace("&", "&&"), do)
        text = self.tr("Fix: {}").format(label) if label else self.tr("No fix: see What to do")
        fix = menu.addAction(text, self._mend)
        fix.setEnabled(bool(label))
        fix.setShortcut(self.fixing.shortcut())
        menu.addAction(self.tr("Copy"), self._copy)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        qt.popup(self.menu(), event.globalPos())

    def current(self) -> Problem | None:
        """The problem that is chosen."""
        row = self.currentIndex().row()
        return self.rows.problems[row] if 0 <= row < len(self.rows.problems) else None

    def _mend(self) -> None:
        problem = self.current()
        if problem is not None:
            self.mend.emit(problem)

    def _copy(self) -> None:
        rows = sorted({i.row() for i in self.selectedIndexes()})
        QGuiApplication.clipboard().setText("\n".join(map(str, in_language([self.rows.problems[r] for r in rows]))))


class Messages(QListWidget):
    """What happened, newest last. A message with details opens them on double click or Enter."""

    def __init__(self, colours: Colours, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Messages"))
        self.setWordWrap(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.colours = colours
        # Each look at the end has all lines laid out, so several that come together have one.
        self._to_end = QTimer(self, singleShot=True, interval=0)
        self._to_end.timeout.connect(self.scrollToBottom)
        self.itemActivated.connect(self._show)
        qt.action(self, self.tr("Copy"), self._copy, QKeySequence.StandardKey.Copy)
        qt.action(self, self.tr("Clear"), self.clear)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def add(self, text: str, severity: str = "", details: str = "") -> None:
        """Append one line; `severity` "error" or "warning" colours it."""
        item = QListWidgetItem(
            f"{time.strftime('%H:%M:%S')}  {translated(text)}"
            + (self.tr("  (double click for details)") if details else "")
        )
        if severity:
            item.setForeground(QColor(getattr(self.colours, severity)))
        item.setData(_DETAILS, details)
        item.setData(_SEVERITY, severity)
        bar = self.verticalScrollBar()
        at_end = self._to_end.isActive() or bar.value() >= bar.maximum() - 4
        self.addItem(item)
        if self.count() > _MOST_MESSAGES:
            self.takeItem(0)
        if at_end:
            self._to_end.start()

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme."""
        self.colours = colours
        for i in range(self.count()):
            severity = self.item(i).data(_SEVERITY)
            if severity:
                self.item(i).setForeground(QColor(getattr(colours, severity)))

    def _copy(self) -> None:
        chosen = [self.item(row) for row in sorted({index.row() for index in self.selectedIndexes()})]
        text = "\n".join("\n".join(filter(None, (item.text(), item.data(_DETAILS)))) for item in chosen)
        QGuiApplication.clipboard().setText(text)

    def _show(self, item: QListWidgetItem) -> None:
        if not item.data(_DETAILS):
            return
        dialog = QDialog(self.window(), windowTitle=self.tr("Details"), objectName="to_messages")
        text = qt.named(QPlainTextEdit(item.text() + "\n\n" + item.data(_DETAILS), readOnly=True), self.tr("Details"))
        copy = qt.close_with(dialog, text).addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text.toPlainText()))
        dialog.resize(760, 420)
        dialog.open()
