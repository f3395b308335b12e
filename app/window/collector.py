"""Garbage is collected in the window's thread only.

Cycles of Python objects hold Qt objects (plots above all). Python collects in whichever thread happens to allocate, and
a Qt object that dies in a thread which reads the worker's messages takes the process down.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY = 1000  # milliseconds


class Collector(QObject):
    """Switches Python's own collector off and does its work from a timer, by its own thresholds."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        gc.disable()
        timer = QTimer(self, interval=_EVERY)
        timer.timeout.connect(self.collect)
        timer.start()

    def collect(self) -> None:
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return
