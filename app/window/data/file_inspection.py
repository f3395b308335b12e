"""A look at a file in another thread, which can be ended at any time: the window goes on meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from blockloom.app import qt
from blockloom.app.window.dialogs.waiting import Job
from blockloom.blocks.datasets.array_scan import Array
from blockloom.blocks.datasets.file_scan import Found, ScanCancelledError, look

_EVERY = 100  # milliseconds between two reports


class FileInspection(QObject):
    """Looks at one file after another; each look ends the one before."""

    found = Signal(object, object)  # what the file holds, and the array of its labels or None
    failed = Signal(str)
    share = Signal(float)  # of what is to be read, from 0 to 1

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.job: Job | None = None
        self._stop = threading.Event()
        self._share = 0.0
        self._timer = qt.timer(self, self._tell, _EVERY)

    @property
    def busy(self) -> bool:
        """Whether a file is looked at."""
        return self.job is not None

    def begin(self, path: Path, separator: str | None = None, header: bool | None = None) -> None:
        """Look at a file or folder, and at the labels that belong to it."""

        def work() -> tuple[Found, Array | None]:
            held = look(path, separator, header, going)
            beside = look(held.labels, going=going, alone=True) if isinstance(held, Array) and held.labels else None
            return held, beside if isinstance(beside, Array) else None

        going = self._going()
        self._start(Job(work))

    def begin_labels(self, path: Path, held: Found) -> None:
        """Look at the labels of what was found before."""
        going = self._going()

        def work() -> tuple[Found, Array | None]:
            labels = look(path, going=going, alone=True)
            return held, labels if isinstance(labels, Array) else None

        self._start(Job(work))

    def end(self) -> None:
        """Look no further."""
        self._stop.set()
        self.job = None
        self._timer.stop()

    def _going(self) -> Callable[[float], None]:
        """What a look calls while it reads."""
        self.end()
        stop = self._stop = threading.Event()
        self._share = 0.0

        def going(share: float) -> None:
            if stop.is_set():
                raise ScanCancelledError
            self._share = share

        return going

    def _start(self, job: Job) -> None:
        self.job = job
        self._timer.start()
        job.then(self._over)

    def _tell(self) -> None:
        self.share.emit(self._share)
        self._timer.start()

    def _over(self) -> None:
        job = self.job
        if job is None or not job.over.is_set():  # of a look that was ended
            return
        self.job = None
        self._timer.stop()
        try:
            held, labels = job.result()
        except ScanCancelledError:
            return
        except ValueError as error:
            self.failed.emit(str(error))
            return
        self.found.emit(held, labels)
