"""Garbage is collected in the window's thread only.

Cycles of Python objects hold Qt objects (plots above all). Python collects in whichever thread happens to allocate, and
a Qt object that dies in a thread which reads the worker's messages takes the process down.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

_EVERY = 1000  # milliseconds
_SHARE = 200   # of the time that a whole collection takes must pass before the next: it walks all of a large document


class GcTimer(QObject):
    """Switches Python's own collector off and does its work from a timer, by its own thresholds."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        gc.disable()
        self._next = 0.0
        timer = QTimer(self, interval=_EVERY)
        timer.timeout.connect(self.collect)
        timer.start()

    def collect(self) -> None:
        """Collect the generations that are due; the oldest not while a mouse button is down."""
        young, middle, old = (have > limit for have, limit in zip(gc.get_count(), gc.get_threshold()))
        began = time.monotonic()
        if old and began >= self._next and not QGuiApplication.mouseButtons():
            gc.collect()
            ended = time.monotonic()
            self._next = ended + _SHARE * (ended - began)
        elif middle or young:
            gc.collect(1 if middle else 0)
