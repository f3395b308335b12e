"""The lists at the bottom of the window: problems and messages, and the status bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QIcon,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QStatusBar,
    QTabWidget,
    QTreeView,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import in_language, translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.listbox import wrap_texts
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.problems import ERROR, Problem

if TYPE_CHECKING:
    from blockloom.app.window.docks.printed import PrintedList


_MOST_MESSAGES = 2000
_WHERE = 200  # width of the column with the place of a problem, at most
_FEW = 500  # problems whose heights take a tenth of a second
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
        self._icon = cache(lambda name: icon(name, colours))  # icons are drawn when there is a problem
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
            text = translated((problem.place_text, problem.message, problem.remedy)[index.column()])
            return as_is(text) if role == Qt.ItemDataRole.ToolTipRole else text  # Qt asks only for visible rows
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return self._icon("error" if problem.severity == ERROR else "warning")
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == 0:
            return f"{problem.severity} {problem.place_text}"
        return None


class ProblemList(QTreeView):
    """The list of problems.

    `jump` emits a problem to show (click or Enter), `fix_wanted` one to fix. `label_of` returns the name of a problem's
    fix, "" for none. `choices_of` returns the names and functions of several fixes. `command` is the command that
    calls `fix` while the list has the focus: its keys are in the menu.
    """

    jump = Signal(object)
    fix_wanted = Signal(object)

    def __init__(
        self, colours: Colours, label_of: Callable[[Problem], str], choices_of: Choices, parent: QWidget | None = None
    ):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Problems"))
        self.setRootIsDecorated(False)
        wrap_texts(self)
        self.setAllColumnsShowFocus(True)
        self.rows = ProblemModel(colours, self)
        self.rows.modelReset.connect(self._choose_scrolling)
        self.setModel(self.rows)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)  # message and remedy are equally wide
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.header().setMinimumSectionSize(40)
        self.clicked.connect(self._follow_click)
        self.activated.connect(lambda index: self.jump.emit(self.rows.problems[index.row()]))
        self._label_of, self._choices_of = label_of, choices_of
        self.command: QAction | None = None
        qt.action(self, self.tr("Copy"), self._copy, QKeySequence.StandardKey.Copy)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def _choose_scrolling(self) -> None:
        """Scroll by pixels, since a row may be higher than the list, but not if the heights of all rows take long."""
        mode, few = QAbstractItemView.ScrollMode, len(self.rows.problems) <= _FEW
        self.setVerticalScrollMode(mode.ScrollPerPixel if few else mode.ScrollPerItem)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setColumnWidth(0, min(_WHERE, self.viewport().width() // 4))
        super().resizeEvent(event)

    def _follow_click(self, index: QModelIndex) -> None:
        """Go to the clicked problem, unless the click extends the selection. The list keeps the focus, for its keys."""
        if QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier:
            self.jump.emit(self.rows.problems[index.row()])
            self.setFocus()

    def step(self, by: int) -> None:
        """Go to the next problem, or to the previous one; the first follows the last."""
        count = len(self.rows.problems)
        if count:
            at = self.currentIndex().row()
            row = (at + by) % count if at >= 0 else 0 if by > 0 else count - 1
            self.setCurrentIndex(self.rows.index(row, 0))
            self.jump.emit(self.rows.problems[row])

    def menu(self) -> QMenu:
        """Return the menu of the current problem."""
        problem = self.current()
        label = self._label_of(problem) if problem is not None else ""
        menu = QMenu(self)
        for name, do in self._choices_of(problem) if problem is not None else ():
            menu.addAction(name.replace("&", "&&"), do)
        text = self.tr("Fix: {}").format(label) if label else self.tr("No fix: see What to do")
        fix = menu.addAction(text, self.fix)
        fix.setEnabled(bool(label))
        if self.command is not None:
            fix.setShortcut(self.command.shortcut())
        menu.addAction(self.tr("Copy"), self._copy)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        qt.popup(self.menu(), event.globalPos())

    def current(self) -> Problem | None:
        """Return the current problem."""
        row = self.currentIndex().row()
        return self.rows.problems[row] if 0 <= row < len(self.rows.problems) else None

    def fix(self) -> None:
        """Emit the current problem in `fix_wanted`."""
        problem = self.current()
        if problem is not None:
            self.fix_wanted.emit(problem)

    def _copy(self) -> None:
        rows = sorted({i.row() for i in self.selectedIndexes()})
        QGuiApplication.clipboard().setText("\n".join(map(str, in_language([self.rows.problems[r] for r in rows]))))


class Messages(QListWidget):
    """The list of messages, newest last. A message with details opens them on double click or Enter."""

    def __init__(self, colours: Colours, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName(self.tr("Messages"))
        self.setWordWrap(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.colours = colours
        # Scrolling to the end lays out all lines, so several requests in a row cause only one.
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
        text = qt.with_name(
            QPlainTextEdit(item.text() + "\n\n" + item.data(_DETAILS), readOnly=True), self.tr("Details")
        )
        copy = qt.close_with(dialog, text).addButton(self.tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text.toPlainText()))
        dialog.resize(760, 420)
        dialog.open()


STAYS = 1500  # milliseconds for which the list stays after the last problem is solved


class Lists(QTabWidget):
    """Tabs of problems, messages and, once there are any, printed lines."""

    show_wanted = Signal()  # emitted to show one of the lists
    news = Signal()  # emitted if a list has a new entry that need not be shown at once
    emptied = Signal()  # emitted when there are no problems anymore

    def __init__(
        self, colours: Colours, label_of: Callable[[Problem], str], choices_of: Choices, parent: QWidget | None = None
    ):
        """Create. For `label_of` and `choices_of` see ProblemList."""
        super().__init__(parent, documentMode=True)
        self.colours = colours
        for part in (self, self.tabBar()):
            part.setAccessibleName(self.tr("Problems and messages"))
        self.problems, self.messages = ProblemList(colours, label_of, choices_of), Messages(colours)
        self.output: PrintedList | None = None
        self.stays = qt.timer(self, self._emptied, STAYS)  # later, because an edit may replace a problem by another
        self.addTab(self.problems, self.tr("Problems"))
        self.addTab(self.messages, self.tr("Messages"))

    def set_problems(self, problems: list[Problem]) -> None:
        """Show these problems."""
        had = bool(self.problems.rows.problems)
        self.problems.rows.set_problems(problems)
        if problems and not had:
            self.stays.stop()
            self.setCurrentWidget(self.problems)
            self.news.emit()
        elif had and not problems:
            self.stays.start()
        errors = sum(p.severity == ERROR for p in problems)
        self.setTabText(0, self.tr("Problems ({})").format(len(problems)) if problems else self.tr("Problems"))
        self.setTabIcon(0, icon("error" if errors else "warning", self.colours) if problems else QIcon())

    def _emptied(self) -> None:
        if self.currentWidget() is self.problems:
            self.emptied.emit()

    def show_problems(self, focus: bool = True) -> None:
        """Bring the problems to the front, with the focus if wanted."""
        self._show(self.problems, focus)

    def show_messages(self, focus: bool = True) -> None:
        """Bring the messages to the front, with the focus if wanted."""
        self._show(self.messages, focus)

    def add_message(self, text: str, severity: str = "", details: str = "") -> None:
        """Add a message. Errors and warnings are seen."""
        self.messages.add(text, severity, details)
        if severity:
            self._tell(self.messages)

    def _tell(self, widget: QWidget) -> None:
        if not self.problems.rows.problems:
            self.setCurrentWidget(widget)
        self.news.emit()

    def show_printed(self, text: str) -> None:
        """Add text that ops printed."""
        if self.output is None:
            from blockloom.app.window.docks.printed import PrintedList

            self.output = PrintedList(self)
            self.addTab(self.output, self.tr("Output"))
            self.messages.add(self.tr("What operations print is in the list Output."))
            self._tell(self.output)
        self.output.add(text)

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme."""
        self.colours = colours
        self.problems.rows.set_colours(colours)
        self.messages.set_colours(colours)
        self.set_problems(self.problems.rows.problems)

    def _show(self, widget: QWidget, focus: bool) -> None:
        self.show_wanted.emit()
        self.setCurrentWidget(widget)
        if focus:
            widget.setFocus()


_LEAST = 24  # fewest shown characters of the state of the run


class _Cut(Label):
    """A text that is cut at the end if there is no room for it, so that it does not widen the window."""

    def minimumSizeHint(self) -> QSize:
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), self.fontMetrics().horizontalAdvance("n" * _LEAST)), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        text, metrics, box = self.text(), self.fontMetrics(), self.contentsRect()
        if metrics.horizontalAdvance(text) <= box.width():
            super().paintEvent(event)
            return
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), cut)


class StatusBar(QStatusBar):
    """The status bar; `target` is the button for where pages run."""

    def __init__(self, target: QWidget, colours: Colours, parent: QWidget | None = None):
        super().__init__(parent)
        self.colours, self._hint = colours, ""
        self.state, self.zoom = _Cut(), Label("100 %")
        self.version, self.autosave = Label(objectName="dim"), Label(objectName="dim")
        self.hint = Label(objectName="dim")  # shows the effect of a click at the pointer
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.addWidget(self.hint, 1)
        for label, name in (
            (self.hint, self.tr("Effect of a click")),
            (self.state, self.tr("State of the run")),
            (self.autosave, self.tr("Autosave")),
            (self.zoom, self.tr("Zoom")),
            (self.version, self.tr("TensorFlow version")),
        ):
            label.setAccessibleName(name)
        for part in (self.state, target, self.autosave, self.zoom, self.version):
            self.addPermanentWidget(part)

    def show_hint(self, text: str) -> None:
        """Show the effect of a click, cut to the available width."""
        self._hint = text
        metrics = self.hint.fontMetrics()
        room = self.hint.contentsRect().width() - 16  # without the padding of labels in the bar
        self.hint.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_hint(self._hint)

    def show_autosave(self, word: str, meaning: str) -> None:
        """Show the state of the journal in a word, with its meaning on hovering."""
        self.autosave.setText(word)
        self.autosave.setToolTip(as_is(meaning))

    def show_version(self, version: str) -> None:
        """Show TensorFlow's version."""
        self.version.setText(f"TensorFlow {version}" if version else "")

    def show_zoom(self, zoom: float) -> None:
        """Show the zoom, 1.0 for 100 %."""
        self.zoom.setText(f"{zoom * 100:.0f} %")

    def show_state(self, text: str, severity: str) -> None:
        """Show the state of the run; `severity` names a colour, or is ""."""
        colour = f"color: {getattr(self.colours, severity)}" if severity else ""
        if colour != self.state.styleSheet():  # only if necessary: it takes time, and a run prints many lines
            self.state.setStyleSheet(colour)
        self.state.setText(text if len(text) < 110 else text[:109] + "…")
        self.state.setToolTip(as_is(text))

    def say(self, text: str) -> None:
        """Show a line for a while."""
        self.showMessage(translated(text), 8000)
