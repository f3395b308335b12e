"""Work that may take longer than half a second: off the window's thread, with a dialog that can cancel it."""

from __future__ import annotations

import contextlib
import functools
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMessageBox, QProgressDialog, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is

T = TypeVar("T")
U = TypeVar("U")
_WIDE = 60  # least characters in a line of the dialog, so that progress texts do not resize it
PATIENCE = 500  # milliseconds until progress is shown
_AT_ONCE = 0.05  # seconds; shorter work needs no event loop
# Seconds after which Python switches between threads. The default of 5 ms is too long for the window: painting a page
# of 100,000 blocks switches a hundred times, and would take half a second more while another thread works.
_TURN = 0.0002


class WaitCancelled(Exception):
    """The user cancelled the wait."""


class Job(QObject):
    """Work without widgets in a thread.

    `done` is emitted there at its end. Work that `cancel` can end gets `tell`, for its progress.
    """

    done = Signal()
    _told = Signal()

    def __init__(self, work: Callable[..., Any], cancel: Callable[[], object] | None = None):
        super().__init__()
        self._work, self._cancel = work if cancel is None else functools.partial(work, self.tell), cancel
        self._progress: tuple[str, float] | None = None
        self._result: Any = None
        self._error: BaseException | None = None
        self.over = threading.Event()
        self._ending = threading.Lock()  # ensures that a callback is either connected before the end or called after it
        sys.setswitchinterval(_TURN)
        # Keeps the job until the window's thread releases it: Qt objects must not be deleted in another thread.
        _jobs.add(self)
        self.done.connect(self._leave, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def tell(self, what: str, done: float) -> None:
        """Report what is being done, and its progress from 0.0 to 1.0; from any thread."""
        self._progress = what, done
        with contextlib.suppress(RuntimeError):  # the window was closed, as in `_run`
            self._told.emit()

    def _run(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:
            self._error = error
        with self._ending, contextlib.suppress(RuntimeError):  # the window was closed
            self.over.set()
            self.done.emit()

    def _show(self) -> None:
        if self._progress is not None and not self.over.is_set():
            what, done = self._progress
            self._dialog.setLabelText(as_is(f"{self._text}\n{translated(what)}"))
            self._dialog.setMaximum(100)
            self._dialog.setValue(min(99, int(100 * done)))  # at 100 the dialog would close

    def _leave(self) -> None:
        self._thread.join()  # the thread is about to end, and refers to this object until then
        _jobs.discard(self)

    def when_done(self, slot: Callable[[], object]) -> None:
        """Call a QObject's method in its thread at the end of the work, if the object exists."""
        with self._ending:
            if not self.over.is_set():
                self.done.connect(slot, Qt.ConnectionType.QueuedConnection)
                return
        QTimer.singleShot(0, slot.__self__, slot)  # type: ignore[attr-defined]

    def result(self) -> Any:
        """Return the result of the work, or raise its exception."""
        if self._error is not None:
            raise self._error
        return self._result

    def wait(self, text: str, parent: QWidget, at_once: bool = False) -> QProgressDialog | None:
        """Wait for the end of the work, with a dialog unless it ends soon.

        Args:
            text: the text of the dialog.
            parent: the parent of the dialog.
            at_once: show the dialog without the delay of half a second.

        Returns:
            The dialog, if one was shown, which the caller closes.

        Raises:
            WaitCancelled: the user cancelled the wait.
        """
        if not at_once and self.over.wait(_AT_ONCE):
            return None
        loop = QEventLoop()
        self.done.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
        if not at_once:
            QTimer.singleShot(PATIENCE, loop.quit)
            if not self.over.is_set():  # without input events, nothing changes until the dialog is open
                loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
            if self.over.is_set():
                return None
        dialog = progress_dialog(text, 0, parent)
        dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
        dialog.setMinimumWidth(dialog.fontMetrics().averageCharWidth() * _WIDE)
        dialog.canceled.connect(loop.quit)

        self._dialog, self._text = dialog, text
        self._told.connect(self._show, Qt.ConnectionType.QueuedConnection)
        self._told.emit()
        dialog.show()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        if not self.over.is_set() and not dialog.wasCanceled():  # both may have changed by now
            loop.exec()
        dialog.canceled.disconnect(loop.quit)
        self._told.disconnect(self._show)
        if not self.over.is_set():
            if self._cancel is not None:
                self._cancel()
            close(dialog)
            raise WaitCancelled
        return dialog


_jobs: set[Job] = set()


def progress_dialog(text: str, steps: int, parent: QWidget) -> QProgressDialog:
    """Create a progress dialog with a Cancel button that Enter does not press; without a number of steps for 0."""
    dialog = QProgressDialog(as_is(text), "", 0, steps, parent)
    dialog.setCancelButton(qt.button(QProgressDialog.tr("Cancel")))  # type: ignore[arg-type]   # a text of Qt itself
    return dialog


def close(dialog: QProgressDialog | None) -> None:
    """Close a progress dialog, if there is one."""
    if dialog is not None:
        dialog.close()
        dialog.deleteLater()


def wait_for(
    work: Callable[[], T] | Job, text: str, parent: QWidget, then: Callable[[T], U] | None = None, at_once: bool = False
) -> T | U:
    """Run work without widgets in a thread, or wait for a job.

    Args:
        work: a function, or a job that has begun.
        text: the text of the dialog.
        parent: the parent of the dialog.
        then: gets the result in the window's thread, before the dialog closes.
        at_once: show the dialog without a delay.

    Returns:
        The result of the work, or of `then`.

    Raises:
        WaitCancelled: the user cancelled the wait. Exceptions of the work are raised as well.
    """
    job = work if isinstance(work, Job) else Job(work)
    dialog = job.wait(text, parent, at_once)
    try:
        return job.result() if then is None else then(job.result())
    finally:
        close(dialog)


@contextlib.contextmanager
def troubles_told(over: QWidget, title: str, *errors: type[Exception]) -> Iterator[None]:
    """Context manager that shows these errors in a box; WaitCancelled ends without one."""
    try:
        yield
    except WaitCancelled:
        pass
    except errors as error:
        QMessageBox.critical(over, title, as_is(translated(error)))


def busy(do: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls `do` with a busy pointer, for work in the window's thread."""

    @functools.wraps(do)
    def done(*args: Any) -> Any:
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            return do(*args)
        finally:
            QApplication.restoreOverrideCursor()

    return done


def waits(parent: QWidget) -> Callable[..., Any]:
    """Return the function by which a canvas waits (see `Canvas.wait`)."""

    def wait(work: Callable[..., Any], text: str, then: Callable[..., Any] | None = None, long: bool = False) -> Any:
        try:
            return wait_for(work, text, parent, then, long)
        except WaitCancelled:
            return None

    return wait
