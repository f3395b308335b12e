"""The dock for the target of runs."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QHideEvent, QIcon, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.run.targets import Targets, recent_targets
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours, Theming
from blockloom.blocks.cluster import Task

_ADDRESS = Qt.ItemDataRole.UserRole


class TaskList(QTreeWidget):
    """The list of tasks. Enter, Space or a double click makes a task the target."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentItem() is not None:
            self.itemDoubleClicked.emit(self.currentItem(), 0)
        else:
            super().keyPressEvent(event)


class TargetPanel(QWidget):
    """The dock for the target of runs: this machine, a task of a cluster file, or an address."""

    def __init__(self, targets: Targets, theming: Theming, file: DocumentFile):
        super().__init__()
        self.targets, self.colours, self._file = targets, theming.colours, file
        theming.changed.connect(lambda: self.set_colours(theming.colours))
        self.list = TaskList(columnCount=3, rootIsDecorated=False, uniformRowHeights=True)
        self.list.setHeaderLabels([self.tr("Runs on"), self.tr("State"), self.tr("Address")])
        self.list.setAccessibleName(self.tr("Targets"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setToolTip(self.tr("Double click, Enter or Space: run there from now on"))
        self.list.setMinimumHeight(8 * self.list.fontMetrics().height())  # space for five tasks and the scroll bar
        header = self.list.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemDoubleClicked.connect(lambda item, _: self.targets.choose(item.data(0, _ADDRESS)))
        self.list.currentItemChanged.connect(lambda *_: self._enable())
        self.use = qt.button(
            self.tr("&Run here"),
            lambda: self.targets.choose(self._marked()),
            self.tr("Make the selected task the target"),
        )
        self.file = qt.button(
            self.tr("&Cluster file…"),
            self._ask_file,
            self.tr('A JSON file of jobs and their addresses: {"ps": ["localhost:2222"]}'),
        )
        self.recent = QToolButton(text=self.tr("Recent"), popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.recent.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.recent.setAccessibleName(self.tr("Recent targets"))
        menu = QMenu(self.recent)
        menu.aboutToShow.connect(lambda: self._fill_recent(menu))
        self.recent.setMenu(menu)
        self.address = qt.with_name(
            QLineEdit(placeholderText="grpc://HOST:PORT", clearButtonEnabled=True),
            self.tr("Address of another target"),
            self.tr("A target without a cluster file. Press Enter to run there from now on"),
        )
        self.address.returnPressed.connect(self._take_address)
        self.init = QCheckBox(self.tr("&Initialise variables (the chief)"))
        self.init.setToolTip(
            self.tr(
                "Runs initialise the variables on the cluster: the first run, and runs after Reset or the loss of a "
                "task.\nRuns without this option wait until the variables are initialised."
            )
        )
        self.init.toggled.connect(targets.set_init)
        self.cluster = Label(objectName="dim", wordWrap=True)
        self.message = qt.with_name(Label(objectName="error", wordWrap=True), self.tr("Error of the target"))
        self.message.hide()
        qt.column(
            qt.line((self.file, 1), self.recent),
            self.address,
            self.cluster,
            (self.list, 1),
            self.message,
            qt.line((self.init, 1), self.use),
            of=self,
            margins=8,
            space=6,
        )
        self.setFocusProxy(self.list)
        targets.changed.connect(self.fill)
        targets.states_checked.connect(self._show_states)
        targets.error_changed.connect(self.say)
        self.fill()

    def set_colours(self, colours: Colours) -> None:
        """Draw the states in the colours of a theme."""
        self.colours = colours
        self._show_states()

    def say(self, text: str) -> None:
        """Show an error message, "" for none."""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def _marked(self) -> str:
        """Return the address of the selected task."""
        item = self.list.currentItem()
        return item.data(0, _ADDRESS) if item is not None else ""

    def _items(self) -> list[QTreeWidgetItem]:
        rows = map(self.list.topLevelItem, range(self.list.topLevelItemCount()))
        return [item for item in rows if item is not None]

    def fill(self) -> None:
        """List this machine and the tasks of the cluster."""
        targets = self.targets
        marked = self._marked() if self.list.currentItem() is not None else targets.target.address
        self.list.clear()
        target_task = targets.task()
        self._row(self.tr("This machine"), "", None, not targets.target.address)
        for task in targets.tasks():
            self._row(task.name.strip("/") if task.job else self.tr("target"), task.address, task, task == target_task)
        for row, item in enumerate(self._items()):
            if item.data(0, _ADDRESS) == marked or row == 0:
                self.list.setCurrentItem(item)
        self.cluster.setText(
            self.tr("Tasks of {}").format(targets.file)
            if targets.file
            else self.tr("Choose a cluster file to run on one of its tasks.")
        )
        self.init.setChecked(targets.init)
        self.init.setEnabled(target_task is not None)
        self.recent.setEnabled(bool(recent_targets()))
        self._show_states()

    def _row(self, name: str, address: str, task: Task | None, chosen: bool) -> None:
        item = QTreeWidgetItem([name, "", address])
        item.setData(0, _ADDRESS, f"grpc://{address}" if address else "")
        item.setData(1, _ADDRESS, task)
        item.setIcon(0, self._bullet(chosen))
        if chosen:
            font = item.font(0)
            font.setBold(True)
            item.setFont(0, font)
            item.setToolTip(0, self.tr("The page runs here"))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, self.tr("{}, runs here").format(name) if chosen else name)
        self.list.addTopLevelItem(item)

    def _bullet(self, on: bool) -> QIcon:
        return icon("chosen" if on else "choice", self.colours)

    def _show_states(self) -> None:
        for item in self._items():
            task = item.data(1, _ADDRESS)
            if task is not None:
                text, colour = self.targets.state(task)
                item.setText(1, text)
                item.setToolTip(1, as_is(text))
                item.setForeground(1, QColor(getattr(self.colours, colour)))
            item.setIcon(0, self._bullet(item.font(0).bold()))
        self._enable()

    def _enable(self) -> None:
        item = self.list.currentItem()
        self.use.setEnabled(item is not None and item.data(0, _ADDRESS) != self.targets.target.address)

    def _ask_file(self) -> None:
        folder = os.path.dirname(self.targets.file or self._file.path)
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Cluster File"), folder, self.tr("Clusters (*.json);;All files (*)")
        )
        if path and self.targets.open_file(path):
            self.list.setFocus()

    def _take_address(self) -> None:
        text = self.address.text().strip()
        if self.targets.choose(text if "://" in text or not text else f"grpc://{text}"):
            self.address.clear()

    def _fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        for target in recent_targets():
            text = f"{target.address}  ({os.path.basename(target.file)})" if target.file else target.address
            menu.addAction(text.replace("&", "&&"), qt.call(self.targets.choose_recent, target))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.targets.watch(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.targets.watch(False)
