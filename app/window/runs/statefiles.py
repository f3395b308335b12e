"""What the variables of a run hold: saved in files, restored from them, and kept in the document."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.controller import RunController
from blockloom.app.window.runs.worker_session import IDLE
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.files.atomic_replace import may_replace
from blockloom.blocks.files.documents import FileError
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import (
    HistoryOpenedReply,
    KeepTrainedReply,
    RestoreVariablesReply,
    SaveVariablesReply,
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
            if reply is None or reply.refused:
                why = translated(reply.refused) if reply else self.tr("the worker has no answer")
                QMessageBox.critical(self.tabs.window(), self.tr("Cannot save the state"), as_is(why))
            else:
                self._say(self.tr("{0}: saved {1} in {2}"), page, reply.stored, path)

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
            if not reply.refused:
                runs.pages.drop_kept(runs.status.page)
                runs.show_results(reply.shown)
            else:
                QMessageBox.critical(
                    self.tabs.window(), self.tr("Cannot restore the state"), as_is(translated(reply.refused))
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
            if reply.refused:
                runs.fail(translated(reply.refused))
                return
            if reply.edited:
                told = self.tr("{0} was edited since {1} was written: blocks show what it gives as it is now")
                self.workspace.tell(told.format(runs.status.page, path), "warning", seen=True)
            runs.go_back(reply.step, reply.half)

        runs.begin(lambda text, page, target: runs.worker.open_history(text, page, path, opened, target))

    def keep_trained(self) -> None:
        """Let the variables of the page that was run begin with what they hold now."""
        page, workspace, worker = self.runs.status.page, self.workspace, self.runs.worker
        document = workspace.document

        def kept(reply: KeepTrainedReply | None) -> None:
            if document is not workspace.document:
                return
            if reply is None or reply.refused:
                workspace.refuse(reply.refused if reply else self.tr("No variable has a value: run the page first."))
                return
            values = worker.names.by_block(reply.values)
            change = operations.keep_trained(document, workspace.catalogue, page, reply.sha256, values)
            if change is not None and workspace.do(change.edit, translated(change.label)):
                workspace.say(self.tr("What the variables hold is what they begin with from now on."))
                if change.told:
                    workspace.tell(translated(change.told), seen=True)
            elif change is None:
                workspace.refuse(self.tr("The variables hold what they begin with."))

        worker.ask(requests.KeepTrainedRequest(), kept)

    def _say(self, text: str, page: str, names: Sequence[str], path: str) -> None:
        shown = ", ".join(names[:_TOLD])
        if len(names) > _TOLD:
            shown = self.tr("{0} and {1} more").format(shown, len(names) - _TOLD)
        told = text.format(page, shown, path)
        self.workspace.tell(told)
        self.workspace.say(told)
