"""Garbage is collected in the window's thread only.

Cycles of Python objects hold Qt objects (plots above all). Python collects in whichever thread happens to allocate, and
a Qt object that dies in a thread which reads the worker's messages takes the process down.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from blockloom.blocks.text.gc_pause import paused

_MANY = 200_000  # objects
_EVERY = 1000  # milliseconds
_SHARE = 200  # of the time that a whole collection takes must pass before the next: it walks all of a large document


class GcTimer(QObject):
    """Switches Python's own collector off and does its work from a timer, by its own thresholds."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        gc.disable()
        self._next, self._frozen = 0.0, False
        timer = QTimer(self, interval=_EVERY)
        timer.timeout.connect(self.collect)
        timer.start()

    def collect(self) -> None:
        """Collect the generations that are due; the oldest not while a mouse button is down, and nothing while a large
        document is read or changed. Of very many new objects, which are such a document's, all are left to the next
        collection of the oldest: to walk them stops the window.
        """
        if paused():
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
