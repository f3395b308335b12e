"""Reading, saving and merging of document files, outside the window's thread."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QMessageBox, QProgressBar, QSizePolicy, QToolButton, QWidget

from blockloom.app import formats, qt
from blockloom.app.canvas.scene.scene import prepare
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.dialogs import waiting
from blockloom.app.window.dialogs.waiting import Job, WaitCancelled, wait_for
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit, EditError, flatten_edits
from blockloom.blocks.files import documents
from blockloom.blocks.files.journal import KnownFile, file_state, look, write
from blockloom.blocks.infer.inference import read_long_values
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.locks import stamp
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase, plural

_LAST = 10.0  # most seconds for a save when a signal ends the window
AT_ONCE = 0.3  # most seconds that the window waits for a save; then it continues in the background


class DocumentSaver(QObject):
    """Saves the document in a thread, one save at a time. A cancelled save leaves the file unchanged."""

    saved = Signal(object)  # the WrittenFile
    elsewhere_wanted = Signal()  # emitted if the user selects Save As after a failure

    def __init__(self, workspace: Workspace, window: QMainWindow):
        super().__init__(window)
        self.workspace, self.window = workspace, window
        self.job: Job | None = None
        self._history: UndoStack | None = None
        self._path = ""
        self._again = False  # whether Ctrl+S was pressed during the save: later edits are then saved after it
        self._cancel = threading.Event()
        self._done = False  # whether the last save succeeded
        self._bar: QWidget | None = None
        self.patience = qt.timer(self, self._show, waiting.PATIENCE)

    @property
    def busy(self) -> bool:
        """True while the document is being saved."""
        return self.job is not None and not self._cancel.is_set()

    def save(self, path: str, wait: bool = False) -> bool:
        """Save the document. Return False, with a message, if that failed or was cancelled.

        Without `wait`, a slow save continues after the return.
        """
        if self.busy and not self.wait():
            return False
        self._begin(path)
        return self.wait() if wait else self.busy or self._done

    def save_again(self) -> None:
        """Save again after the present save, if the document changed."""
        self._again = True

    def wait(self) -> bool:
        """Wait for the present save, which the user can cancel, and return whether it succeeded."""
        while (job := self.job) is not None and self.busy:
            self._hide()
            try:
                waiting.close(job.wait(self.tr("Saving {}…").format(self._path), self.window))
            except WaitCancelled:
                self.cancel()
                return False
            self._end()
        return self._done

    def settle(self) -> None:
        """Wait at most `_LAST` seconds for the present save, while the window closes."""
        if self.job is not None and self.busy and self.job.over.wait(_LAST):
            self._again = False
            self._end()

    def cancel(self) -> None:
        """Cancel the present save, and leave the file unchanged."""
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
            return  # the signal is from a job that has already ended
        self.job = None
        self._hide()
        try:
            written = job.result()
        except documents.FileError as error:
            if not self._cancel.is_set():
                self._failed(translated(error))
            return
        if written is None or self._history is not self.workspace.history:
            return  # cancelled; or too late to cancel, and another document may be open
        self._done = True
        self._history.end_save()
        self.saved.emit(written)
        if self._again and self._history.dirty:
            self._begin(self._path)

    def _failed(self, why: str) -> None:
        """Show why a save failed, and offer to try again or to save as another file."""
        box = QMessageBox(
            QMessageBox.Icon.Critical,
            self.tr("Cannot save"),
            as_is(why),
            QMessageBox.StandardButton.NoButton,
            self.window,
        )
        box.setInformativeText(self.tr("The document stays open with all its changes."))
        again = box.addButton(self.tr("&Try Again"), QMessageBox.ButtonRole.AcceptRole)
        other = box.addButton(self.tr("Save &As…"), QMessageBox.ButtonRole.ActionRole)
        box.setDefaultButton(other)
        box.setEscapeButton(box.addButton(self.tr("&Close"), QMessageBox.ButtonRole.RejectRole))
        box.exec()
        box.deleteLater()
        if box.clickedButton() is again:
            self._begin(self._path)
        elif box.clickedButton() is other:
            self.elsewhere_wanted.emit()

    def _show(self) -> None:
        """Show progress and a Cancel button in the status bar."""
        bar = self._bar = qt.with_name(QWidget(), self.tr("Saving"))
        bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        cancel = QToolButton(text=self.tr("Cancel"), autoRaise=True)
        cancel.clicked.connect(self.cancel)
        progress = QProgressBar(maximum=0, textVisible=False)
        progress.setFixedSize(80, 10)
        text = Label(self.tr("Saving {}…").format(os.path.basename(self._path)))
        qt.line(text, progress, cancel, of=bar, margins=0)
        self.window.statusBar().insertPermanentWidget(0, bar)

    def _hide(self) -> None:
        self.patience.stop()
        bar, self._bar = self._bar, None
        if bar is not None:
            self.window.statusBar().removeWidget(bar)
            bar.deleteLater()


class ReadDocument(Struct, frozen=True):
    """A document read from a file, the report of an import, and the state of the file."""

    document: Document
    report: list[str]
    known: KnownFile


def make_reading_job(path: str, workspace: Workspace, shown: bool = True) -> Job:
    """Return a job that reads a file as a `ReadDocument`, or raises FileError.

    With `shown`, the job also lays out the first page. A worker reads models; it ends when the job is cancelled.
    """
    if not formats.is_model(path):
        return Job(lambda: _read(path, workspace, shown))
    from blockloom.runtime.protocol.events import Event, ReadProgressEvent
    from blockloom.runtime.worker.client import Worker

    tells: list[Callable[[str, float], None]] = []  # contains the callback when the job starts

    def on_event(event: Event) -> None:
        if isinstance(event, ReadProgressEvent):
            for tell in tells:
                tell(event.phase, event.fraction)

    def read(tell: Callable[[str, float], None]) -> ReadDocument:
        tells.append(tell)
        tell(tr("starting TensorFlow"), 0.0)
        try:
            return _read(path, workspace, shown, worker=worker)
        finally:
            worker.close()

    worker = Worker(on_event, keep_state=False)
    return Job(read, worker.kill)


def _read(path: str, workspace: Workspace, shown: bool, **options: Any) -> ReadDocument:
    known = look(path) if formats.is_own(path) else KnownFile()
    document, report = formats.open_with_report(path, **options)
    read_long_values(document, workspace.catalogue)
    return ReadDocument(prepare(document, workspace.catalogue) if shown else document, report, known)


class _Merge(Struct, frozen=True):
    """A merge: its edit of the open document, notes, and whether the file already contains the result."""

    known: KnownFile
    edit: Edit
    notes: tuple[Phrase, ...]
    is_all: bool


class _AppliedMerge(Struct):
    """A merge in the undo stack: its next edit (undo or redo), and the file states without and with the merge."""

    next: Edit | None
    without: KnownFile
    known: KnownFile
    is_in: bool = True


class FileMerges(QObject):
    """Merges of the file into the open document, and whether each is undone.

    After a merge is undone, the file has changes that the document lacks, and saving asks again.
    """

    def __init__(self, workspace: Workspace, window: QMainWindow):
        super().__init__(window)
        self.workspace, self.window = workspace, window
        self._done: list[_AppliedMerge] = []

    def merge(self, path: str, before: KnownFile) -> KnownFile:
        """Merge the changed file into the open document, and return the file's new state.

        Args:
            before: The state of the file that the open document is based on.

        Raises:
            FileError: A version of the file cannot be read. The document is unchanged.
            WaitCancelled: The user cancelled. The document is unchanged.
        """
        workspace, name = self.workspace, os.path.basename(path)
        workspace.typing_ends.emit()
        ours, types = workspace.document.copy(), workspace.catalogue.base
        found: Any = wait_for(
            lambda: _merged(path, before, ours, types), self.tr("Merging {}…").format(path), self.window
        )
        if any(flatten_edits(found.edit)):
            try:
                workspace.history.do(found.edit, self.tr("Merge {}").format(name), complete=True)
            except EditError as error:
                raise documents.FileError(str(error)) from None
            workspace.mixed.emit()
            self._done.append(_AppliedMerge(workspace.history.undo_edit, before, found.known))
            workspace.document.weights.open_sidecar(os.path.dirname(path))
        if found.is_all:
            workspace.history.mark_saved()
        for note in found.notes:
            workspace.tell(note)
        left = len(workspace.document.conflicts)
        workspace.say(
            plural("Merged, with {0} unresolved conflict", "Merged, with {0} unresolved conflicts", left)
            if left
            else self.tr("Merged with {}").format(name)
        )
        return found.known

    def follow(self, edit: Edit) -> KnownFile | None:
        """Follow an edit. If it undoes or redoes a merge, return the file state that now applies."""
        for one in self._done:
            if edit is one.next:
                one.is_in = not one.is_in
                one.next = self.workspace.history.undo_edit if one.is_in else self.workspace.history.redo_edit
                return one.known if one.is_in else one.without
        return None

    def forget(self) -> None:
        """Forget all merges, after the document was saved or replaced."""
        self._done.clear()


def _merged(path: str, before: KnownFile, ours: Document, types: Types) -> _Merge:
    """Read the file and merge it, in a thread.

    Raises:
        FileError: A version of the file cannot be read.
    """
    from blockloom.blocks.diff.edits_between import edits_between  # late, because it is rarely needed
    from blockloom.blocks.merge.merge_documents import merge_documents

    folder, at = os.path.dirname(path), stamp(path)
    try:
        data = bounded_io.read(path, "document")
    except OSError as error:
        raise documents.FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
    try:
        theirs, base = documents.loads(data, folder), documents.loads(before.data, folder)
    except documents.FileError as error:
        raise documents.FileError(phrase("{}: {}", path, error)) from None
    made, notes = merge_documents(base, ours, theirs, types)
    is_all = documents.dumps(made).encode() == data
    return _Merge(file_state(data, at), edits_between(ours, made), notes, is_all)
