"""Unexpected exceptions as messages, and garbage that is collected in the window's thread only."""

from __future__ import annotations

import gc
import sys
import threading
import time
import traceback
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from blockloom.blocks.text.gc_pause import is_gc_paused

_tell: Callable[[str, str], None] | None = None


def _say(kind: type[BaseException], error: BaseException | None, trace: object) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    line = f"{kind.__name__}: {error}".splitlines()[0]
    details = "".join(traceback.format_exception(kind, error, trace))
    try:
        if _tell is not None:
            _tell(line, details)
            return
    except Exception:  # showing the message failed, so print one line
        pass
    print(f"blockloom: internal error: {line}", file=sys.stderr)


def install(tell: Callable[[str, str], None] | None) -> None:
    """Send all uncaught exceptions, of any thread, to `tell(line, details)`; with None, print a line on stderr."""
    global _tell
    _tell = tell
    sys.excepthook = _say
    threading.excepthook = lambda args: _say(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: _say(args.exc_type, args.exc_value, args.exc_traceback)


_MANY = 200_000  # new objects after which garbage is collected
_EVERY = 1000  # milliseconds between two checks
# A full collection waits for this multiple of its duration, because it visits all objects of a large document.
_SHARE = 200


class GcTimer(QObject):
    """Replaces Python's automatic garbage collection by a timer with the same thresholds."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        gc.disable()
        self._next, self._frozen = 0.0, False
        timer = QTimer(self, interval=_EVERY)
        timer.timeout.connect(self.collect)
        timer.start()

    def collect(self) -> None:
        """Collect the generations of objects that are due.

        The oldest is not collected while a mouse button is pressed, and none while a large document is read or
        changed. After a large document is read, its objects wait for the next collection of the oldest generation: to
        collect them at once would block the window.
        """
        if is_gc_paused():
            return
        young, middle, old = (have > limit for have, limit in zip(gc.get_count(), gc.get_threshold()))
        began = time.monotonic()
        if gc.get_count()[0] > _MANY:
            gc.freeze()
            self._frozen = True
        elif old and began >= self._next and not QGuiApplication.mouseButtons():
            if self._frozen:
                gc.unfreeze()
                self._frozen = False
            gc.collect()
            ended = time.monotonic()
            self._next = ended + _SHARE * (ended - began)
        elif middle or young:
            gc.collect(1 if middle else 0)
