"""Pauses of the window's event loop: the real window on a virtual display, with real mouse and keys.

`Gaps` is a timer in the window: the longest time between two of its ticks is the longest time in which the window
ignores the user. A thread records the stack of the window's thread during long gaps.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tests.bench.measure import NotRun

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from blockloom.app.canvas import Canvas

MOST = 0.2  # seconds
_TICK = 5  # milliseconds
_SETTLED = 0.4  # seconds in which what follows an action is still counted
_SIZE = "1600x1000"


@contextlib.contextmanager
def display() -> Iterator[None]:
    """Context manager that runs a virtual display.

    Raises: NotRun if Xvfb or xdotool is missing.
    """
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        raise NotRun("Xvfb and xdotool are needed: apt-get install xvfb xdotool")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{_SIZE}x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            os.environ["DISPLAY"] = f":{told.readline().strip()}"
        os.environ["QT_QPA_PLATFORM"] = "xcb"
        yield
    finally:
        server.terminate()
        server.wait()


class Gaps:
    """The meter. Make it once the QApplication is there; `measure` prints a line for each action."""

    def __init__(self, explain: bool = False):
        from PySide6.QtCore import Qt, QTimer

        self.longest, self.missed, self._last, self._explain = 0.0, [], time.perf_counter(), explain
        self._where = ""
        self._timer = QTimer(interval=_TICK, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        self._main = threading.get_ident()
        if explain:
            threading.Thread(target=self._watch, daemon=True).start()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now

    def _watch(self) -> None:
        while True:
            time.sleep(0.02)
            if time.perf_counter() - self._last > MOST * 0.6:
                self._where = "".join(traceback.format_stack(sys._current_frames().get(self._main))[-6:])

    def wait(self, until: Callable[[], bool], most: float = 120.0) -> None:
        """Let the window work until something is so, and a moment longer. Raises TimeoutError."""
        from PySide6.QtWidgets import QApplication

        end, settled = time.perf_counter() + most, None
        while settled is None or time.perf_counter() < settled:
            QApplication.processEvents()
            time.sleep(0.001)
            if settled is None and until():
                settled = time.perf_counter() + _SETTLED
            if time.perf_counter() > end:
                raise TimeoutError

    def measure(
        self, name: str, do: Callable[[], object], until: Callable[[], bool] = lambda: True, limit: float | None = MOST
    ) -> float:
        """Do something, wait until it shows, and print the longest gap in seconds; without `limit` it may be any."""
        self.wait(lambda: True)
        start = self._last = time.perf_counter()
        self.longest, self._where = 0.0, ""
        do()
        self.wait(until)
        self._tick()
        took, found = time.perf_counter() - start - _SETTLED, self.longest
        ok = limit is None or found <= limit
        told = f"at most {limit * 1e3:.0f} ms   {'ok' if ok else 'TOO LONG'}" if limit is not None else ""
        print(f"{name:52} longest gap {found * 1e3:8.0f} ms   whole {took:7.2f} s   {told}", flush=True)
        if not ok:
            self.missed.append(name)
            if self._explain:
                print(self._where)
        return found


def real(*command: object) -> None:
    """Real events by xdotool, which goes on while the window works: `real("key", "F10")`."""
    from PySide6.QtWidgets import QApplication

    process = subprocess.Popen(["xdotool", *map(str, command)])
    while process.poll() is None:
        QApplication.processEvents()
        time.sleep(0.001)


def place(canvas: Canvas, at: QPointF) -> tuple[int, int]:
    """Return the position of a point of the canvas on the screen."""
    return canvas.mapToGlobal(canvas.view.to_widget(at).toPoint()).toTuple()
