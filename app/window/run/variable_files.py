"""Files with values of variables, and recordings of runs."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import (
    QFileDialog,
    QMessageBox,
)

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.files.atomic_replace import may_replace
from blockloom.blocks.files.documents import FileError
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import (
    HistoryOpenedReply,
    RestoreVariablesReply,
    SaveVariablesReply,
    TrainedValuesReply,
)

_TOLD = 5  # most names in a message


class VariableFiles(QObject):
    """Commands that save and restore variables, and open recordings."""

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
        """Ask for a path, and save the variables of the page that ran last."""
        worker, page = self.runs.worker, self.runs.result_page
        if not page or worker.state != IDLE:
            self.workspace.refuse(self.tr("Run a page first: its variables have no values yet."))
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
                why = translated(reply.refusal) if reply else self.tr("the worker does not answer")
                QMessageBox.critical(self.tabs.window(), self.tr("Cannot save the state"), as_is(why))
            else:
                self._say(self.tr("{0}: saved {1} in {2}"), page, reply.saved, path)

        worker.ask(requests.SaveVariablesRequest(path), done)

    def restore(self) -> None:
        """Ask for a file, and restore the variables of the current page from it."""
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
                    self.tr("{0}: {1} have no value in {2} and were not changed"),
                    page,
                    list(map(spelled, reply.missing)),
                    path,
                )

        runs.begin(lambda text, page, target: runs.worker.restore(text, page, path, done, target))

    def open_history(self) -> None:
        """Ask for a recording of a run of the current page, and open it."""
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
                told = self.tr("{0} was edited since {1} was recorded: blocks show results of the edited page")
                self.workspace.tell(told.format(runs.status.page, path), "warning", seen=True)
            runs.go_back(reply.step, reply.step_failed)

        runs.begin(lambda text, page, target: runs.worker.open_history(text, page, path, opened, target))

    def keep_trained(self) -> None:
        """Store the present values of variables of the page that ran as their initial values."""
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
                workspace.say(self.tr("The values of the variables are now their initial values."))
                if change.message:
                    workspace.tell(translated(change.message), seen=True)
            elif change is None:
                workspace.refuse(self.tr("The variables have their initial values already."))

        worker.ask(requests.GetTrainedValuesRequest(), kept)

    def _say(self, text: str, page: str, names: Sequence[str], path: str) -> None:
        shown = ", ".join(names[:_TOLD])
        if len(names) > _TOLD:
            shown = self.tr("{0} and {1} more").format(shown, len(names) - _TOLD)
        told = text.format(page, shown, path)
        self.workspace.tell(told)
        self.workspace.say(told)
