"""`python -m tests.pictures [NAME ...]`: the pictures in assets/pictures, of the real window with a real worker.

Each is made in a process of its own, without a display, with settings of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES, PICTURES = ROOT / "assets" / "examples", ROOT / "assets" / "pictures"
WIDTH, HEIGHT = 1360, 850
PATIENCE = 1000     # looks, 50 ms apart, until what is waited for has to be there


class Stage:
    """The window, on an example where one is named, and what a hand does with it."""

    def __init__(self, example: str = "", size: tuple[int, int] = (WIDTH, HEIGHT)):
        from PySide6.QtWidgets import QApplication

        from blockloom.app.window.mainwindow import MainWindow
        from blockloom.runtime.client import ensure_catalogue
        self.app = QApplication([])
        self.app.setStyle("Fusion")
        self.window = MainWindow(ensure_catalogue())
        if example:
            self.window.file.open_path(str(EXAMPLES / f"{example}.loom"))
        else:
            self.window.centre.show_start()
        self.window.resize(*size)
        self.window.show()
        self.window.worker.start()
        self.window.restore_later()
        self.rest()
        if example:
            self.window.canvas().fit()

    def until(self, true) -> None:
        for _ in range(PATIENCE):
            if true():
                return
            self.rest(50)
        raise TimeoutError("what was waited for did not come")

    def rest(self, milliseconds: int = 1500) -> None:
        """Let what a person would wait for come to its end."""
        from PySide6.QtTest import QTest
        QTest.qWait(milliseconds)

    def run(self, steps: int) -> None:
        from blockloom.app.window.runs.session import IDLE
        self.until(lambda: self.window.worker.state == IDLE)
        self.window.runs.run(steps)
        self.until(lambda: self.window.worker.state == IDLE and
                   self.window.runs.pages.results.get(self.window.page().name))
        self.rest()

    def keys(self, text: str) -> None:
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication
        QTest.keyClicks(QApplication.focusWidget(), text)
        self.rest(600)

    def show(self, *blocks: str, zoom: float = 1.0) -> None:
        """Bring the middle of these blocks into view."""
        from PySide6.QtCore import QPointF
        canvas = self.window.canvas()
        slots = [canvas.scene.slot[name] for name in blocks]
        middle = (canvas.scene.pos[slots] + canvas.scene.size[slots] / 2).mean(0)
        canvas.view.zoom_to(zoom)
        canvas.view.center_on(QPointF(*middle.tolist()))

    def view(self, block: str, kind: str) -> None:
        """A result of a block in a viewer of that kind, in a dock beside the page."""
        from blockloom.app.window.results.resultwindow import block_rows
        page, views = self.window.page(), self.window.views
        rows = block_rows(page, block, self.window.catalogue, self.window.runs.pages.results[page.name])
        viewer = views.open_viewer(page, block, next(row for row in rows if row.pin), kind)
        next(a for a in viewer.pin.menu().actions() if "dock" in a.text()).trigger()
        self.rest()

    def save(self, name: str) -> None:
        """The window with all that floats above it."""
        from PySide6.QtGui import QPainter
        picture = self.window.grab()
        painter = QPainter(picture)
        for other in self.app.topLevelWidgets():
            if other.isVisible() and other is not self.window:
                painter.drawPixmap(other.pos() - self.window.pos(), other.grab())
        painter.end()
        picture.save(str(PICTURES / f"{name}.png"))
        self.window.history.mark_saved()
        self.window.close()


def window() -> None:
    stage = Stage("sparse_accumulator")
    stage.run(4)
    stage.window.canvas().selection.choose(["TAKE"])
    stage.rest(300)
    stage.save("window")


def start_page() -> None:
    Stage().save("start_page")


def regression() -> None:
    stage = Stage("linear_regression")
    stage.run(200)
    stage.save("regression")


def quick_add() -> None:
    from PySide6.QtCore import QPointF
    stage = Stage("matrix_product")
    stage.window.canvas().requests.add_wanted.emit(QPointF(330, -60), None)
    stage.keys("take gr")
    stage.save("quick_add")


def frames() -> None:
    stage = Stage("xor_network")
    stage.run(200)
    stage.window.canvas().show_map(True)
    for key in ("palette", "lists"):
        stage.window.docks[key].hide()
    stage.rest(300)
    stage.show("LOSS_CHART", "MAP_NOW", "MAP", "S", zoom=0.6)
    stage.rest(300)
    stage.save("frames")


def viewers() -> None:
    stage = Stage("image_edges", (1500, 900))
    canvas = stage.window.canvas()
    stage.run(1)
    for block, pin, kind in (("EDGES", "output", "loom.Image"), ("SUM", "output", "loom.Histogram"),
                             ("LINE", "output", "loom.Lines"), ("ROWS", "output", "loom.Table")):
        canvas.pinning.pin(block, pin, kind)
    for key in ("palette", "inspector", "lists"):
        stage.window.docks[key].hide()
    for block, kind in (("EDGES", "image"), ("STRENGTH", "histogram")):
        stage.view(block, kind)
    stage.run(1)
    canvas.selection.choose([])
    stage.show("RINGS", "STEEP", zoom=0.62)
    stage.rest(300)
    stage.save("viewers")


def type_error() -> None:
    from PySide6.QtWidgets import QPushButton

    from blockloom.blocks.document import Block, Placed, Wire
    from blockloom.blocks.edits import Insert
    stage = Stage("matrix_product")
    blocks = (Block("PIXELS", "RandomUniform", 0, 0, {"shape": "[32, 784]", "dtype": "DT_FLOAT"}),
              Block("INIT", "TruncatedNormal", 0, 220, {"shape": "[28, 10]", "dtype": "DT_FLOAT"}),
              Block("WEIGHTS", "loom.Variable", 220, 220), Block("LOGITS", "MatMul", 420, 60),
              Block("SOFTMAX", "Softmax", 560, 300))
    wires = (("INIT.output", "WEIGHTS.initvalues"), ("PIXELS.output", "LOGITS.a"), ("WEIGHTS.ref", "LOGITS.b"),
             ("LOGITS.product", "SOFTMAX.logits"))
    kinds = {"WEIGHTS.ref": "ref"}
    stage.window.tabs.add_page()
    stage.window.do(Insert(stage.window.page().name, blocks, tuple(
        Placed(Wire(*a.split("."), *b.split("."), kinds.get(a, "tensor")), 0) for a, b in wires)), "Add")
    canvas = stage.window.canvas()
    stage.window.docks["palette"].hide()
    stage.rest(300)
    stage.show("PIXELS", "WEIGHTS", "LOGITS", "SOFTMAX")
    canvas.selection.choose(["LOGITS"])
    canvas.setFocus()
    stage.until(lambda: stage.window.problem_list.rows.problems)
    stage.window.quick_fixes.open_selected()
    stage.until(lambda: len(stage.window.quick_fixes.box.findChildren(QPushButton)) > 1)
    stage.save("type_error")


def light() -> None:
    stage = Stage("optimizers")
    stage.window.theming.choose("light")
    stage.run(50)
    stage.window.canvas().selection.choose(["ADAM"])
    stage.rest(300)
    stage.save("light")


def scale2() -> None:
    stage = Stage("sparse_accumulator", (1000, 640))
    stage.run(4)
    stage.save("scale2")


SCENES = {scene.__name__: scene for scene in (
    window, start_page, regression, quick_add, type_error, frames, viewers, light, scale2)}


def main(names: list[str]) -> int:
    if len(names) == 1 and os.environ.get("BLOCKLOOM_SCENE"):
        SCENES[names[0]]()
        return 0
    for name in names or SCENES:
        with tempfile.TemporaryDirectory(prefix="blockloom-pictures-") as home:
            own = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), home)
            subprocess.run([sys.executable, "-m", "tests.pictures", name], check=True, cwd=ROOT, env={
                **os.environ, **own, "QT_QPA_PLATFORM": "offscreen", "BLOCKLOOM_SCENE": name,
                "BLOCKLOOM_LANGUAGE": "en", "QT_SCALE_FACTOR": "2" if name == "scale2" else "1"})
        print(PICTURES / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
