"""The freezes that large documents brought: each action in the real window, with its longest gap."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.gaps import Gaps, display, place, real

if TYPE_CHECKING:
    from blockloom.blocks.document.pages import Document

EXPLAIN = bool(os.environ.get("BLOCKLOOM_EXPLAIN"))  # print the stack of the window's thread in a long gap


def large_const(side: int = 1000) -> Document:
    """Return a page `main` with a Const of shape `(side, side)`, blocks that use it, and two separate small blocks."""
    import numpy as np

    from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
    from blockloom.blocks.edits import Insert

    text = json.dumps(np.random.default_rng(1).random((side, side)).round(6).tolist())
    document = new_document()
    Insert(
        "main",
        (
            Block("BIG", "Const", 0, 0, {"value": text}),
            Block("SMALL", "Const", 0, 200, {"value": "2.0", "dtype": "DT_DOUBLE"}),
            Block("MUL", "Mul", 300, 0),
            Block("SUM", "Sum", 600, 0, {"reduction_indices": "[0, 1]"}),
            Block("S", "loom.Session", 900, 0),
        ),
        (
            Placed(Wire("BIG", "output", "MUL", "x"), 0),
            Placed(Wire("SMALL", "output", "MUL", "y"), 0),
            Placed(Wire("MUL", "z", "SUM", "input"), 0),
            Placed(Wire("SUM", "output", "S", "fetch_outputs"), 0),
        ),
    ).apply(document)
    return document


def many_pages(count: int) -> Document:
    """Pages of three blocks each."""
    from blockloom.blocks.document.pages import Block, Document, Page, Placed, Wire
    from blockloom.blocks.edits import Insert

    document = Document()
    for number in range(count):
        name = f"page {number}"
        document.pages[name] = Page(name)
        Insert(
            name,
            (
                Block("A", "Const", 0, 0, {"value": "1.0"}),
                Block("B", "Const", 0, 150, {"value": "2.0"}),
                Block("C", "AddV2", 300, 0),
            ),
            (Placed(Wire("A", "output", "C", "x"), 0), Placed(Wire("B", "output", "C", "y"), 0)),
        ).apply(document)
    return document


def many_frames(count: int, nested: bool) -> Document:
    """Return a page of frames, side by side or nested in each other, the last of which contains a block."""
    from blockloom.blocks.document.pages import Block, Frame, new_document
    from blockloom.blocks.edits import Insert

    document = new_document()
    frames = tuple(
        Frame(f"F{i}", f"f{i}", i % 200 * 320.0, i // 200 * 220.0, frame=f"F{i - 1}" if nested and i else "")
        for i in range(count)
    )
    block = Block("A", "Const", 10, 10, {"value": "1.0"}, frame=f"F{count - 1}")
    Insert("main", (block,), frames=frames).apply(document)
    return document


class Scene:
    """The window on a document that it opened from a file."""

    def __init__(self, document: Document, name: str, meter: Gaps, folder: str):
        from blockloom.app.window.faults import GcTimer
        from blockloom.app.window.mainwindow import MainWindow
        from blockloom.blocks.files import documents
        from blockloom.runtime.worker.catalogue_cache import cached_catalogue

        self.meter, path = meter, os.path.join(folder, f"{name}.loom")
        Path(path).write_text(documents.dumps(document), "utf-8")
        self.window = window = MainWindow(cached_catalogue())
        window.show()
        window.activateWindow()
        self.gc_timer = GcTimer(window)
        window.worker.start()
        meter.wait(lambda: window.worker.ready)
        meter.measure(f"{name}: opening", lambda: window.file.open_path(path), limit=None)
        self.name = name

    def click(self, block: str, dx: float = 30, dy: float = 8, times: int = 1) -> None:
        """On a block, so far from its corner."""
        from PySide6.QtCore import QPointF

        canvas = self.window.canvas()
        at = canvas.page.blocks[block]
        real("mousemove", *place(canvas, QPointF(at.x + dx, at.y + dy)), "click", "--repeat", times, 1)

    def hover(self, blocks: list[str]) -> None:
        from PySide6.QtCore import QPointF

        canvas = self.window.canvas()
        for block in blocks:
            at, layout = canvas.page.blocks[block], canvas.scene.layouts[canvas.scene.slot[block]]
            for spot in layout.spots:
                real("mousemove", *place(canvas, QPointF(at.x + spot.x, at.y + spot.y)))
                self.meter.wait(lambda: True)
                real("mousemove_relative", 1, 0)
                until = time.perf_counter() + 0.8  # the tooltip
                self.meter.wait(lambda until=until: time.perf_counter() > until)

    def say(
        self, what: str, do: Callable[[], object], until: Callable[[], bool] = lambda: True, limit: bool = True
    ) -> None:
        self.meter.measure(f"{self.name}: {what}", do, until, **({} if limit else {"limit": None}))

    def selected(self, block: str) -> Callable[[], bool]:
        return lambda: self.window.inspector.shown == block

    def close(self) -> None:
        self.window.history.mark_saved()
        self.window.close()
        self.window.deleteLater()
        self.meter.wait(lambda: True)


def _const(meter: Gaps, folder: str) -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QMessageBox

    scene = Scene(large_const(), "const", meter, folder)
    window = scene.window
    canvas = window.canvas()
    meter.wait(lambda: "BIG" in window.live_types.types.get("main", {}))
    scene.say("selecting it", lambda: scene.click("BIG"), scene.selected("BIG"))
    scene.say("selecting another block", lambda: scene.click("SMALL"), scene.selected("SMALL"))
    scene.say("selecting it again", lambda: scene.click("BIG"), scene.selected("BIG"))
    scene.say("hovering over it and its neighbours", lambda: scene.hover(["BIG", "MUL"]))
    scene.click("SMALL")

    def edit() -> None:
        spot = next(s for s in canvas.scene.layouts[canvas.scene.slot["SMALL"]].spots if s.name == "value")
        middle = spot.field.center()
        scene.click("SMALL", middle.x(), middle.y(), 2)
        real("key", "ctrl+a")
        real("type", "3.5")
        real("key", "Return")

    scene.say("editing elsewhere", edit, lambda: canvas.page.blocks["SMALL"].values["value"] == "3.5")
    scene.say(
        "undoing that", lambda: real("key", "ctrl+z"), lambda: canvas.page.blocks["SMALL"].values["value"] == "2.0"
    )
    scene.say("moving it", lambda: (scene.click("BIG"), real("key", "Right", "Right")))
    scene.say(
        "F10",
        lambda: real("key", "F10"),
        lambda: window.worker.state == "idle" and window.canvas().marks.results.get("SUM") is not None,
    )
    scene.say("F10 again", lambda: real("key", "F10"), lambda: window.worker.state == "idle")
    scene.say(
        "copying and pasting it",
        lambda: (scene.click("BIG"), real("key", "ctrl+c", "ctrl+v")),
        lambda: len(canvas.page.blocks) == 6,
    )
    scene.say("undoing that", lambda: real("key", "ctrl+z"), lambda: len(canvas.page.blocks) == 5)

    def double_click() -> None:
        spot = next(s for s in canvas.scene.layouts[canvas.scene.slot["BIG"]].spots if s.name == "value")
        scene.click("BIG", spot.field.center().x(), spot.field.center().y(), 2)

    scene.say("opening its editor", double_click, lambda: QApplication.activeModalWidget() is not None)
    text = QApplication.activeModalWidget().edit
    at = text.mapToGlobal(text.rect().center())
    before = text.document().characterCount()
    scene.say(
        "typing there",
        lambda: (real("mousemove", at.x(), at.y(), "click", 1), real("type", "--delay", 60, " 12 ")),
        lambda: text.document().characterCount() > before,
    )

    def discard() -> None:
        box = QApplication.activeModalWidget()
        button = box.button(QMessageBox.StandardButton.Discard) if isinstance(box, QMessageBox) else None
        if button is not None:
            at = button.mapToGlobal(button.rect().center())
            subprocess.Popen(["xdotool", "mousemove", str(at.x()), str(at.y()), "click", "1"])

    def leave() -> None:  # while the question is open nothing but a timer is heard here
        QTimer.singleShot(700, discard)
        real("key", "Escape")

    scene.say("leaving the editor", leave, lambda: QApplication.activeModalWidget() is None)
    scene.say("saving", lambda: real("key", "ctrl+s"), lambda: not window.file.saving.busy)
    scene.close()


def _pages(meter: Gaps, folder: str, count: int) -> None:
    scene = Scene(many_pages(count), f"{count} pages", meter, folder)
    window = scene.window

    def front(name: str) -> Callable[[], bool]:
        return lambda: window.tabs.page_name() == name

    for number in (1, 2, 3):
        scene.say("the next page", lambda: real("key", "ctrl+Next"), front(f"page {number}"))
    scene.say("the last page", lambda: window.tabs.show_page(f"page {count - 1}"), front(f"page {count - 1}"))
    scene.say("selecting a block", lambda: scene.click("A"), scene.selected("A"))
    scene.say("moving it", lambda: real("key", "Right", "Right"))
    scene.say("undoing that", lambda: real("key", "ctrl+z"))
    scene.say("adding a page", window.tabs.add_page)
    scene.say("removing it", window.tabs.remove_page)
    scene.say(
        "F10",
        lambda: real("key", "F10"),
        lambda: window.worker.state == "idle" and any(run.results for run in window.runs.pages.runs.values()),
    )
    scene.close()


def _frames(meter: Gaps, folder: str, count: int, nested: bool) -> None:
    scene = Scene(many_frames(count, nested), f"{count} frames {'nested' if nested else 'side by side'}", meter, folder)
    window = scene.window
    scene.say("looking for the block", lambda: window.canvas().navigation.reveal("A"), scene.selected("A"))
    scene.say("clicking it", lambda: scene.click("A"), scene.selected("A"))
    scene.say("moving it", lambda: real("key", "Right", "Right"))
    scene.say("undoing that", lambda: real("key", "ctrl+z"))
    scene.say(
        "F10",
        lambda: real("key", "F10"),
        lambda: window.worker.state == "idle" and any(run.results for run in window.runs.pages.runs.values()),
    )
    scene.close()


def bench_freezes(parts: tuple[str, ...] = ("const", "pages", "frames")) -> bool:
    """Check that no action blocks the window for 200 ms: a Const of a million numbers, 1,000 pages, 20,000 frames."""
    with display(), tempfile.TemporaryDirectory() as folder:
        for kind in ("CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = folder
        gc.disable()
        from PySide6.QtWidgets import QApplication

        from blockloom.runtime.worker.client import ensure_catalogue

        ensure_catalogue()
        app = QApplication.instance() or QApplication([])
        app.setStyle("Fusion")
        meter = Gaps(EXPLAIN)
        if "const" in parts:
            _const(meter, folder)
        if "pages" in parts:
            _pages(meter, folder, 1000)
        if "frames" in parts:
            for nested in (False, True):
                _frames(meter, folder, 20_000, nested)
    return not meter.missed
