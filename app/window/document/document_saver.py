"""Saving, off the window's thread: editing goes on, and what is edited meanwhile is not taken for saved."""

from __future__ import annotations

import os
import threading

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QMessageBox, QProgressBar, QSizePolicy, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.dialogs import waiting
from blockloom.app.window.dialogs.waiting import Job, WaitCancelled
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.files import documents
from blockloom.blocks.files.saved_file import write

_LAST = 10.0  # seconds for a save under way when the window is ended by a signal
AT_ONCE = 0.3  # seconds that the window waits for a save before it goes on meanwhile


class DocumentSaver(QObject):
    """Saves in a thread, one save at a time. A cancelled save leaves the file; a hanging disk holds nobody up."""

    saved = Signal(object)  # Written
    elsewhere_wanted = Signal()  # it failed, and another place is to be asked for

    def __init__(self, workspace: Workspace, window: QMainWindow):
        super().__init__(window)
        self.workspace, self.window = workspace, window
        self.job: Job | None = None
        self._history: UndoStack | None = None
        self._path = ""
        self._again = False  # Ctrl+S was pressed during a save: what was edited since is saved after it
        self._cancel = threading.Event()
        self._done = False  # whether the last save was
        self._bar: QWidget | None = None
        self.patience = qt.timer(self, self._show, waiting.PATIENCE)

    @property
    def busy(self) -> bool:
        """Whether a save is under way."""
        return self.job is not None and not self._cancel.is_set()

    def save(self, path: str, wait: bool = False) -> bool:
        """Save the document; False, with a message, where that failed or was cancelled. Without `wait` it may go on."""
        if self.busy and not self.wait():
            return False
        self._begin(path)
        return self.wait() if wait else self.busy or self._done

    def again(self) -> None:
        """Save once more after the present save, if the document changed."""
        self._again = True

    def wait(self) -> bool:
        """Wait for the present save, with Cancel. Whether the last save succeeded."""
        while (job := self.job) is not None and self.busy:
            self._hide()
            try:
                waiting.close(job.wait(self.tr("Saving {} ...").format(self._path), self.window))
            except WaitCancelled:
                self.cancel()
                return False
            self._end()
        return self._done

    def settle(self) -> None:
        """Wait a while for the present save, silently, as the window ends."""
        if self.job is not None and self.busy and self.job.over.wait(_LAST):
            self._again = False
            self._end()

    def cancel(self) -> None:
        """Cancel the present save; the file stays."""
        self._cancel.set()
        self._hide()
        self.workspace.say(self.tr("Not saved: cancelled."))

    def _begin(self, path: str) -> None:
        history = self._history = self.workspace.history
        document, cancel = history.document.copy(), threading.Event()
        history.begin_save()
        self._path, self._cancel, self._again, self._done = path, cancel, False, False
        job = self.job = Job(lambda: write(document, path, lambda: not cancel.is_set()))
        job.done.connect(self._end, Qt.ConnectionType.QueuedConnection)
        if job.over.wait(AT_ONCE):
            self._end()
        else:
            self.patience.start()

    def _end(self) -> None:
        job = self.job
        if job is None or not job.over.is_set():
            return  # a signal that was overtaken
        self.job = None
        self._hide()
        try:
            written = job.result()
        except documents.FileError as error:
            if not self._cancel.is_set():
                self._failed(translated(error))
            return
        if written is None or self._history is not self.workspace.history:
            return  # cancelled; too late for the file, but another document may be open now
        self._done = True
        self._history.end_save()
        self.saved.emit(written)
        if self._again and self._history.dirty:
            self._begin(self._path)

    def _failed(self, why: str) -> None:
        """Say why, and offer what can be done about it."""
        box = QMessageBox(
            QMessageBox.Icon.Critical,
            self.tr("Cannot save"),
            as_is(why),
            QMessageBox.StandardButton.NoButton,
            self.window,
        )
        box.setInformativeText(self.tr("The document stays open with all its changes."))
        again = box.addButton(self.tr("&Try Again"), QMessageBox.ButtonRole.AcceptRole)
        other = box.addButton(self.tr("Save &As ..."), QMessageBox.ButtonRole.ActionRole)
        box.setDefaultButton(other)
        box.setEscapeButton(box.addButton(self.tr("&Close"), QMessageBox.ButtonRole.RejectRole))
        box.exec()
        box.deleteLater()
        if box.clickedButton() is again:
            self._begin(self._path)
        elif box.clickedButton() is other:
            self.elsewhere_wanted.emit()

    # --- progress -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """What is under way, and how to end it, in the status bar."""
        bar = self._bar = qt.named(QWidget(), self.tr("Saving"))
        bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        cancel = QToolButton(text=self.tr("Cancel"), autoRaise=True)
        cancel.clicked.connect(self.cancel)
        progress = QProgressBar(maximum=0, textVisible=False)
        progress.setFixedSize(80, 10)
        text = Label(self.tr("Saving {} ...").format(os.path.basename(self._path)))
        qt.line(text, progress, cancel, of=bar, margins=0)
        self.window.statusBar().insertPermanentWidget(0, bar)

    def _hide(self) -> None:
        self.patience.stop()
        bar, self._bar = self._bar, None
        if bar is not None:
            self.window.statusBar().removeWidget(bar)
            bar.deleteLater()
