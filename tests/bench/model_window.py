"""A model in the window: how long until its first picture."""

from __future__ import annotations

import time

_LIMIT = 2.0  # times as long as opening it without a window


def bench_model_window() -> bool:
    """Compare opening ResNet50 in a window, up to the first picture, with reading it without a window.

    Both start a worker.
    """
    from PySide6.QtWidgets import QApplication

    from blockloom.app import formats
    from blockloom.app.window.mainwindow import MainWindow
    from blockloom.runtime.worker.client import ensure_catalogue
    from tests.bench.measure import timed_ratio
    from tests.bench.models import folder_of_models

    app = QApplication.instance() or QApplication([])
    path = str(folder_of_models({"resnet50"}) / "resnet50")
    window = MainWindow(ensure_catalogue())
    window.resize(1600, 900)
    window.show()
    window.worker.start()  # as it is while somebody chooses a file

    def shown() -> float:
        begin = time.perf_counter()
        assert window.file.open_path(path)
        app.processEvents()
        assert not window.canvas().grab().isNull()
        return time.perf_counter() - begin

    def read() -> float:
        begin = time.perf_counter()
        formats.open_with_report(path)
        return time.perf_counter() - begin

    ok = timed_ratio("ResNet50 to its first picture, beside reading it", shown, read, _LIMIT, runs=3)
    window.history.mark_saved()
    window.close()
    return ok
