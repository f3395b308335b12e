"""Pages of 100,000 blocks compared with those of 10,000: painting all of a page, and opening it in the window."""

from __future__ import annotations

import gc
import math
import os
import statistics
import tempfile
from pathlib import Path

from tests.bench.canvas import application, shown
from tests.bench.measure import RUNS, ratio

LARGE, HUGE = 10_000, 100_000
GAP = 0.1  # seconds


def bench_fit() -> bool:
    """Compare a frame that shows all of 100,000 blocks with one that shows 10,000."""
    from blockloom.blocks.editing.undo_stack import UndoStack
    from blockloom.runtime.worker.client import ensure_catalogue
    from tests.bench.__main__ import big_document

    app, catalogue = application(), ensure_catalogue()
    canvases = []
    for count in (HUGE, LARGE):  # both about as wide as high: they fill the window
        canvas = shown(UndoStack(big_document(count, columns=math.isqrt(count))), catalogue)
        canvas.fit()
        canvas.repaint()
        app.processEvents()
        canvases.append(canvas)

    def frames(canvas) -> None:
        for _ in range(10):
            canvas.repaint()

    huge, large = canvases
    return ratio(f"10 frames, fit: {HUGE:,} blocks / {LARGE:,}", lambda: frames(huge), lambda: frames(large), 1.2)


def bench_opening() -> bool:
    """Measure the longest pause of the window's event loop while a file of 100,000 blocks opens.

    The file replaces an empty document, one of the same size, and one that is painted at intervals meanwhile.
    """
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = folder
        app = application()
        app.setStyle("Fusion")
        return _opening(folder)


def _opening(folder: str) -> bool:
    from PySide6.QtCore import QTimer

    from blockloom.app.window.faults import GcTimer
    from blockloom.app.window.mainwindow import MainWindow
    from blockloom.blocks.files import documents
    from blockloom.runtime.worker.client import ensure_catalogue
    from tests.bench.__main__ import big_document
    from tests.bench.gaps import Gaps

    path = Path(folder) / "huge.loom"
    path.write_text(documents.dumps(big_document(HUGE, columns=math.isqrt(HUGE))), "utf-8")
    window = MainWindow(ensure_catalogue())
    window.resize(1600, 900)
    window.show()
    gc.freeze()  # as app.window.main does
    GcTimer(window)
    meter = Gaps(bool(os.environ.get("BLOCKLOOM_EXPLAIN")))
    painting = QTimer(window, interval=500, timeout=lambda: window.canvas().update())
    found: dict[str, list[float]] = {"first": [], "replacing": [], "replacing, painted": []}

    def open_as(turn: str, path: Path) -> None:
        opened: list[bool] = []
        # From an event, as in the window, so that deferred deletions run before the next event and not in a dialog's
        # loop.
        found[turn].append(
            meter.measure(
                f"opening {HUGE:,} blocks, {turn}",
                lambda: QTimer.singleShot(0, lambda: opened.append(window.file.open_path(str(path)))),
                lambda: bool(opened),
                limit=None,
            )
        )

    for _ in range(RUNS):
        open_as("first", path)
        open_as("replacing", path)
        painting.start()
        open_as("replacing, painted", path)
        painting.stop()
        window.file.new()
    ok = True
    for turn, gaps in found.items():
        longest = statistics.median(gaps)
        ok &= longest <= GAP
        print(
            f"opening {HUGE:,} blocks, {turn}: longest gap, median {longest * 1e3:9.0f} ms   "
            f"at most {GAP * 1e3:.0f} ms   {'ok' if longest <= GAP else 'TOO LONG'}",
            flush=True,
        )
    window.history.mark_saved()
    window.close()
    return ok
