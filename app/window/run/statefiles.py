"""Values of variables in files, and the dock of runs that are kept."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QObject, QSignalBlocker, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QGridLayout,
    QMenu,
    QMessageBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.run.saved_runs import SavedRuns
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.files import documents, kept_runs
from blockloom.blocks.files.atomic_replace import may_replace
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.kept_runs import COLOURS, KeptRun
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import (
    HistoryOpenedReply,
    RestoreVariablesReply,
    SaveVariablesReply,
    TrainedValuesReply,
)

_TOLD = 5  # names that are told


class StateFiles(QObject):
    """Asks for files, and has the worker write and read them."""

    def __init__(self, workspace: Workspace, tabs: PageTabs, file: DocumentFile, runs: RunController):
        super().__init__(tabs)
        self.workspace, self.tabs, self.file, self.runs = workspace, tabs, file, runs

    def _kinds(self) -> list[tuple[str, str]]:
        return [
            (".ckpt", self.tr("TensorFlow checkpoints")),
            (".safetensors", self.tr("Weights")),
            (".npz", self.tr("Arrays of numpy")),
        ]

    def save(self) -> None:
        """Ask for a file, and save what the variables of the page that ran last hold."""
        worker, page = self.runs.worker, self.runs.result_page
        if not page or worker.state != IDLE:
            self.workspace.refuse(self.tr("Run a page first: its variables hold nothing yet."))
            return
        path, chosen = QFileDialog.getSaveFileName(
            self.tabs.window(),
            self.tr("Save Variables"),
            self.file.stem(page) + ".ckpt",
            ";;".join(f"{name} (*{suffix})" for suffix, name in self._kinds()),
        )
        if not path:
            return
        if not os.path.splitext(path)[1]:
            path += next((suffix for suffix, _ in self._kinds() if f"*{suffix})" in chosen), ".ckpt")
        try:
            may_replace(self.workspace.document, path)
        except FileError as error:
            QMessageBox.critical(self.tabs.window(), self.tr("Cannot save the state"), as_is(translated(error)))
            return

        def done(reply: SaveVariablesReply | None) -> None:
            if reply is None or reply.refusal:
                why = translated(reply.refusal) if reply else self.tr("the worker has no answer")
                QMessageBox.critical(self.tabs.window(), self.tr("Cannot save the state"), as_is(why))
            else:
                self._say(self.tr("{0}: saved {1} in {2}"), page, reply.saved, path)

        worker.ask(requests.SaveVariablesRequest(path), done)

    def restore(self) -> None:
        """Ask for a file, and give the variables of the page in front the values that it has for them."""
        patterns = " ".join(f"*{suffix}" for suffix in (".index", ".safetensors", ".npz"))
        path, _ = QFileDialog.getOpenFileName(
            self.tabs.window(),
            self.tr("Restore Variables"),
            self.file.folder(),
            ";;".join((self.tr("Values of variables") + f" ({patterns})", self.tr("All files") + " (*)")),
        )
        if not path:
            return
        page, runs = self.tabs.top(), self.runs

        def done(reply: RestoreVariablesReply) -> None:
            if not reply.refusal:
                runs.pages.drop_kept(runs.status.page)
                runs.show_results(reply.shown)
            else:
                QMessageBox.critical(
                    self.tabs.window(), self.tr("Cannot restore the state"), as_is(translated(reply.refusal))
                )
                return
            self._say(self.tr("{0}: restored {1} from {2}"), page, list(map(spelled, reply.restored)), path)
            if reply.missing:
                self._say(
                    self.tr("{0}: {1} have no value in {2}, and keep theirs"),
                    page,
                    list(map(spelled, reply.missing)),
                    path,
                )

        runs.begin(lambda text, page, target: runs.worker.restore(text, page, path, done, target))

    def open_history(self) -> None:
        """Ask for the history of a run of the page in front, and open it."""
        path, _ = QFileDialog.getOpenFileName(
            self.tabs.window(), self.tr("Open Recording"), self.file.folder(), self.tr("All files") + " (*)"
        )
        if not path:
            return
        runs = self.runs

        def opened(reply: HistoryOpenedReply) -> None:
            if reply.refusal:
                runs.fail(translated(reply.refusal))
                return
            if reply.page_edited:
                told = self.tr("{0} was edited since {1} was written: blocks show what it gives as it is now")
                self.workspace.tell(told.format(runs.status.page, path), "warning", seen=True)
            runs.go_back(reply.step, reply.step_failed)

        runs.begin(lambda text, page, target: runs.worker.open_history(text, page, path, opened, target))

    def keep_trained(self) -> None:
        """Let the variables of the page that was run begin with what they hold now."""
        page, workspace, worker = self.runs.status.page, self.workspace, self.runs.worker
        document = workspace.document

        def kept(reply: TrainedValuesReply | None) -> None:
            if document is not workspace.document:
                return
            if reply is None or reply.refusal:
                workspace.refuse(reply.refusal if reply else self.tr("No variable has a value: run the page first."))
                return
            values = worker.names.by_block(reply.values)
            change = operations.keep_trained(document, workspace.catalogue, page, reply.sha256, values)
            if change is not None and workspace.do(change.edit, translated(change.label)):
                workspace.say(self.tr("What the variables hold is what they begin with from now on."))
                if change.told:
                    workspace.tell(translated(change.told), seen=True)
            elif change is None:
                workspace.refuse(self.tr("The variables hold what they begin with."))

        worker.ask(requests.GetTrainedValuesRequest(), kept)

    def _say(self, text: str, page: str, names: Sequence[str], path: str) -> None:
        shown = ", ".join(names[:_TOLD])
        if len(names) > _TOLD:
            shown = self.tr("{0} and {1} more").format(shown, len(names) - _TOLD)
        told = text.format(page, shown, path)
        self.workspace.tell(told)
        self.workspace.say(told)


_RUN = Qt.ItemDataRole.UserRole


class KeptPanel(QWidget):
    """The dock: each run with its colour, shown or not. Enter or F2 renames, Space shows or hides, Del removes."""

    def __init__(self, keeping: SavedRuns):
        super().__init__()
        self.keeping = keeping
        self.list = _List(self)
        self.empty = Label(
            self.tr(
                "Run a page with a chart, then keep the run under a name: charts and plots over steps show it beside "
                "later runs."
            ),
            objectName="dim",
            wordWrap=True,
        )
        self.keep = qt.button(self.tr("&Keep this run…"), keeping.keep)
        self.colour = qt.button(self.tr("C&olour"))
        self.save = qt.button(
            self.tr("&Save .csv…"), self.ask_path, self.tr("The selected runs, or all: a row for each point")
        )
        self.drop = qt.button(self.tr("Re&move"), self.remove)
        menu = QMenu(self.colour)
        for ink in COLOURS:
            menu.addAction(_patch(ink), ink, lambda ink=ink: self._paint(ink))
        self.colour.setMenu(menu)
        buttons = QGridLayout()
        for place, button in enumerate((self.keep, self.colour, self.save, self.drop)):
            buttons.addWidget(button, place // 2, place % 2)
        qt.column(self.empty, (self.list, 1), buttons, of=self, margins=8)
        self.setFocusProxy(self.list)
        self.list.itemChanged.connect(self._edited)
        self.list.itemSelectionChanged.connect(self._enable)
        self._soon = qt.timer(self, self.fill)  # not while a row is being edited
        keeping.pages.kept_changed.connect(self._soon.start)
        self.fill()

    def fill(self) -> None:
        """Show the runs as they are now."""
        chosen = {id(run) for run in self.chosen()}
        current = self.list.currentItem()
        now = current.data(0, _RUN) if current is not None else None
        with QSignalBlocker(self.list):
            self.list.clear()
            for run in self.keeping.kept.runs:
                item = QTreeWidgetItem(self.list, [run.name, run.page, f"{run.steps:,}"])
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(0, Qt.CheckState.Checked if run.shown else Qt.CheckState.Unchecked)
                item.setIcon(0, _patch(run.colour))
                item.setData(0, _RUN, run)
                item.setToolTip(0, as_is("\n".join(map(kept_runs.output, list(run.series)[:12]))))
                if run is now:
                    self.list.setCurrentItem(item)
                item.setSelected(id(run) in chosen)
        self.empty.setVisible(not self.keeping.kept.runs)
        self._enable()

    def chosen(self) -> list[KeptRun]:
        """The runs that are selected."""
        return [item.data(0, _RUN) for item in self.list.selectedItems()]

    def _enable(self) -> None:
        some = bool(self.list.selectedItems())
        self.colour.setEnabled(some)
        self.drop.setEnabled(some)
        self.save.setEnabled(bool(self.keeping.kept.runs))

    def _edited(self, item: QTreeWidgetItem, _column: int) -> None:
        run = item.data(0, _RUN)
        run.shown = item.checkState(0) == Qt.CheckState.Checked
        if item.text(0) != run.name and item.text(0).strip():
            self.keeping.kept.rename(run, item.text(0))
        self.keeping.changed()

    def _paint(self, ink: str) -> None:
        for run in self.chosen():
            run.colour = ink
        self.keeping.changed()

    def remove(self) -> None:
        """Keep the selected runs no longer."""
        for run in self.chosen():
            self.keeping.kept.remove(run)
        self.keeping.changed()

    def ask_path(self) -> None:
        """Ask where the selected runs, or all, are to be written."""
        folder = os.path.dirname(self.keeping.file.path)
        path, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the runs"), os.path.join(folder, "runs.csv"), self.tr("Comma-separated values (*.csv)")
        )
        if path:
            self.write(path if path.lower().endswith(".csv") else f"{path}.csv")

    def write(self, path: str) -> None:
        """The selected runs, or all, as .csv."""
        runs = self.chosen() or self.keeping.kept.runs
        try:
            documents.write_atomic(path, kept_runs.as_csv(runs).encode("utf-8", "replace"))
        except documents.FileError as error:
            self.keeping.workspace.tell(translated(error), "error", seen=True)
        else:
            self.keeping.workspace.say(self.tr("{0} saved").format(path))


class _List(QTreeWidget):
    """The rows of the dock."""

    def __init__(self, panel: KeptPanel):
        super().__init__(columnCount=3, rootIsDecorated=False, uniformRowHeights=True)
        self._panel = panel
        self.setHeaderLabels([self.tr("Run"), self.tr("Page"), self.tr("Steps")])
        self.setAccessibleName(self.tr("Kept runs"))
        qt.stretch(self.header(), 0)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)  # of names alone, by `editItem`
        self.itemDoubleClicked.connect(lambda item, _: self.editItem(item, 0))
        self.setMinimumHeight(5 * self.fontMetrics().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Delete:
            self._panel.remove()
        elif item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.editItem(item, 0)
        else:
            super().keyPressEvent(event)


def _patch(ink: str) -> QIcon:
    pixmap = QPixmap(12, 12)
    pixmap.fill(QColor(ink))
    return QIcon(pixmap)
