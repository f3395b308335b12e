"""Pictures in assets/pictures and assets/thumbnails, of the real window with a real worker.

`python -m tests.pictures [NAME ...]` writes all, or some.

`python -m tests.pictures --into FOLDER [EXAMPLE ...]`: examples at 100, 50 and 25 %, dark and light, to be looked at.
Each is made in a separate process, without a display, with separate settings.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import VALIDATION
from blockloom.blocks.files.examples import PICTURES as PICTURES_OF_EXAMPLES
from blockloom.blocks.files.examples import picture_of
from blockloom.blocks.results.run_modes import RunMode
from tests.pages import insert

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES, PICTURES = ROOT / "assets" / "examples", ROOT / "assets" / "pictures"
WIDTH, HEIGHT = 1360, 850
FEW = 96  # colours of the pictures of the documentation, which the window includes
PATIENCE = 1000  # looks, 50 ms apart, until what is waited for has to be there


class Stage:
    """The window, with an example if one is named, and the actions of a user."""

    def __init__(self, example: str = "", size: tuple[int, int] = (WIDTH, HEIGHT)):
        from PySide6.QtWidgets import QApplication

        from blockloom.app.window.mainwindow import MainWindow
        from blockloom.runtime.worker.client import ensure_catalogue

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
        """Wait as long as a person would."""
        from PySide6.QtTest import QTest

        QTest.qWait(milliseconds)

    def run(self, steps: int) -> None:
        from blockloom.app.window.run.worker_session import IDLE

        self.until(lambda: self.window.worker.state == IDLE)
        if any(block.type == VALIDATION for block in self.window.page().blocks.values()):
            self.window.runs.start(RunMode(0, epochs=steps))
        else:
            self.window.runs.run(steps)
        self.until(lambda: self.window.worker.state == IDLE and self.window.canvas().marks.results)
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
        """Show a result of a block in a viewer of that kind, in a dock next to the page."""
        from blockloom.app.window.results.resultwindow import block_rows

        page, views = self.window.page(), self.window.views
        rows = block_rows(page.blocks[block], self.window.catalogue, self.window.canvas().marks.results[block])
        viewer = views.open_viewer(page, Address("", block), next(row for row in rows if row.pin), kind)
        next(a for a in viewer.pin.menu().actions() if "dock" in a.text()).trigger()
        self.rest()

    def save(self, name: str, colours: int = 0) -> None:
        """Write a picture of the window with all that floats above it, in this many colours; 0 for all."""
        from PySide6.QtGui import QPainter

        picture = self.window.grab()
        painter = QPainter(picture)
        for other in self.app.topLevelWidgets():
            if other.isVisible() and other is not self.window:
                painter.drawPixmap(other.pos() - self.window.pos(), other.grab())
        painter.end()
        image = in_few_colours(picture.toImage(), colours) if colours else picture.toImage()
        image.save(str(PICTURES / f"{name}.png"), "PNG", 0)
        self.leave()

    def leave(self) -> None:
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
    stage.window.canvas().minimap.turn(True)
    for key in ("palette", "lists"):
        stage.window.docks[key].hide()
    stage.rest(300)
    stage.window.canvas().fit()
    view = stage.window.canvas().view
    view.zoom_to(1.25 * view.scale)  # the map is hidden while the page fits
    stage.rest(300)
    stage.save("frames")


def viewers() -> None:
    stage = Stage("image_edges", (1500, 900))
    canvas = stage.window.canvas()
    stage.run(1)
    for block, pin, kind in (
        ("EDGES", "output", "loom.Image"),
        ("SUM", "output", "loom.Histogram"),
        ("LINE", "output", "loom.Lines"),
        ("ROWS", "output", "loom.Table"),
    ):
        canvas.pinning.pin(block, pin, kind)
    for key in ("palette", "inspector", "lists"):
        stage.window.docks[key].hide()
    for block, kind in (("EDGES", "image"), ("STRENGTH", "histogram")):
        stage.view(block, kind)
    stage.run(1)
    canvas.selection.choose([])
    canvas.fit()
    stage.rest(300)
    stage.save("viewers")


def type_error() -> None:
    from PySide6.QtWidgets import QPushButton

    from blockloom.blocks.document.pages import Block, Placed, Wire
    from blockloom.blocks.edits import Insert

    stage = Stage("matrix_product")
    blocks = (
        Block("PIXELS", "RandomUniform", 0, 0, {"shape": "[32, 784]", "dtype": "DT_FLOAT"}),
        Block("INIT", "TruncatedNormal", 0, 220, {"shape": "[28, 10]", "dtype": "DT_FLOAT"}),
        Block("WEIGHTS", "loom.Variable", 220, 220),
        Block("LOGITS", "MatMul", 420, 60),
        Block("SOFTMAX", "Softmax", 560, 300),
    )
    wires = (
        ("INIT.output", "WEIGHTS.initvalues"),
        ("PIXELS.output", "LOGITS.a"),
        ("WEIGHTS.ref", "LOGITS.b"),
        ("LOGITS.product", "SOFTMAX.logits"),
    )
    kinds = {"WEIGHTS.ref": "ref"}
    stage.window.tabs.add_page()
    stage.window.do(
        Insert(
            stage.window.page().name,
            blocks,
            tuple(Placed(Wire(*a.split("."), *b.split("."), kinds.get(a, "tensor")), 0) for a, b in wires),
        ),
        "Add",
    )
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


def inside() -> None:
    """Show an open block from the library of layers, with the results of that instance."""
    from PySide6.QtCore import QPointF

    from blockloom.blocks.document.pages import Placed, Wire, new_document
    from blockloom.blocks.edits import Insert

    stage = Stage("matrix_product")
    window, document = stage.window, new_document("network")
    insert("X RandomUniform shape=[8, 4] dtype=DT_FLOAT; S loom.Session @at=900,0", "network").apply(document)
    window.file.take(document, "")
    stage.until(lambda: window.catalogue.libraries)
    placing = window.canvas().placing
    hidden, last = (placing.block("library:blockloom:layers.loom#Dense", QPointF(x, 0)) for x in (300, 600))
    ends = ("X.output", f"{hidden}.x"), (f"{hidden}.y", f"{last}.x"), (f"{last}.y", "S.fetch_outputs")
    window.do(Insert("network", wires=tuple(Placed(Wire(*a.split("."), *b.split(".")), 0) for a, b in ends)), "Wire")
    for name, units in ((hidden, "16"), (last, "3")):
        window.canvas().editing.set_value(name, "units", units)
    stage.run(1)
    window.canvas().requests.enter_wanted.emit(last, "Dense")
    window.docks["palette"].hide()
    stage.rest(300)
    window.canvas().fit()
    stage.save("inside")


def iterations() -> None:
    """Show the open body of a loop, with the values of the selected iteration and a chart of all."""
    from blockloom.blocks.document.pages import Block, Placed, Wire
    from blockloom.blocks.edits import Insert

    stage = Stage("recurrent_loop")
    window, page = stage.window, stage.window.page()
    loop = next(block for block in page.blocks.values() if block.type == "While")
    window.do(
        Insert(
            loop.values["body"],
            (Block("CHART", "loom.Chart", 280, 460),),
            (Placed(Wire("NUMBER", "output", "CHART", "series"), 0),),
        ),
        "Add",
    )
    window.canvas().requests.enter_wanted.emit(loop.id, loop.values["body"])
    stage.run(1)
    canvas = window.canvas()
    stage.until(lambda: canvas.open_page.calls.count)
    canvas.open_page.calls.call_wanted.emit(6)
    stage.until(lambda: canvas.open_page.calls.call == 6)
    window.docks["palette"].hide()
    stage.rest(300)
    canvas.fit()
    stage.save("iterations")


def data() -> None:
    """Show the first elements of a dataset, read without a run of the page."""
    from blockloom.app.window.results.resultwindow import DataWindow

    stage = Stage("rents_by_epochs")
    window = stage.window
    window.canvas().navigation.select("MIXED")
    window.commands["look_at_data"].trigger()
    seen = next(other for other in stage.app.topLevelWidgets() if isinstance(other, DataWindow))
    stage.until(lambda: seen.table.rowCount())
    window.docks["palette"].hide()
    seen.resize(420, 400)
    seen.move(window.pos().x() + 610, window.pos().y() + 400)
    stage.rest()
    window.canvas().fit()
    stage.save("data")


def paused() -> None:
    """Show a run paused at a breakpoint: later blocks are dimmed, and the bar has the buttons of a debugger."""
    stage = Stage("linear_regression")
    window = stage.window
    stage.run(3)
    window.docks["palette"].hide()
    window.canvas().selection.choose(["LOSS"])
    window.commands["pause_before"].trigger()
    window.commands["step"].trigger()
    stage.until(window.runs.paused.bar.isVisible)
    stage.rest()
    window.canvas().fit()
    stage.rest(300)
    stage.save("paused", FEW)


def timeline() -> None:
    """Show an earlier step, selected in the timeline under the page."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    stage = Stage("linear_regression")
    window = stage.window
    stage.run(60)
    bar = window.looking_back.timeline
    stage.until(lambda: bar.isVisible() and bar.axis.last == 60)
    QTest.mouseClick(bar.axis, Qt.MouseButton.LeftButton, pos=QPoint(bar.axis.width() // 3, bar.axis.height() // 2))
    stage.until(bar.go_on.isVisible)
    window.docks["palette"].hide()
    stage.rest()
    window.canvas().fit()
    stage.rest(300)
    stage.save("timeline", FEW)


def cost() -> None:
    """Show the cost of a page, with the times of a step."""
    stage = Stage("xor_network")
    window = stage.window
    window.docks["palette"].hide()
    window.commands["cost"].trigger()
    panel = window.docks["cost"].widget()
    stage.until(lambda: panel.list.topLevelItemCount() and panel.time.isEnabled())
    panel.time.click()
    stage.until(panel.save.isEnabled)
    stage.rest()
    window.canvas().fit()
    stage.rest(300)
    stage.save("cost", FEW)


def origin() -> None:
    """Show the origin of a NaN: the block, the step, its inputs, and the fixes."""
    from blockloom.app.window.dialogs.fixbox import WhyBox

    stage = Stage("find_the_nan")
    window = stage.window
    stage.run(40)
    window.docks["palette"].hide()
    stage.rest(300)
    window.canvas().fit()
    window.canvas().selection.choose(["LOSS"])
    window.canvas().setFocus()
    window.quick_fixes.open_selected()
    stage.until(lambda: window.findChildren(WhyBox))
    stage.rest(3000)
    stage.save("origin", FEW)


def waiting() -> None:
    """Show a waiting step, with the reason at the block."""
    stage = Stage("queue")
    window, canvas = stage.window, stage.window.canvas()
    window.docks["palette"].hide()
    window.runs.run(20)
    stage.until(lambda: canvas.marks.state("PUT") == "waiting")
    stage.rest()
    canvas.fit()
    stage.rest(300)
    stage.save("waiting", FEW)


def epochs() -> None:
    """Show a run of epochs: the chart has the losses of training and validation after each epoch."""
    stage = Stage("validated_digits")
    stage.window.docks["palette"].hide()
    stage.run(8)
    stage.window.canvas().fit()
    stage.rest(300)
    stage.save("epochs", FEW)


def conflicts() -> None:
    """Show the conflicts of a merge, with a button for each side."""
    text = (EXAMPLES / "linear_regression.loom").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder, f"{name}.loom")) for name in ("base", "ours", "theirs", "merged")]
        for path, alpha in zip(paths, ("0.02", "0.04", "0.01"), strict=False):
            Path(path).write_text(text.replace('"alpha": "0.02"', f'"alpha": "{alpha}"'), "utf-8")
        subprocess.run([sys.executable, "-m", "blockloom", "merge", *paths[:3], "-o", paths[3]], check=False)
        stage = Stage("matrix_product")
        window = stage.window
        window.file.open_path(paths[3])
        window.commands["next_change"].trigger()
        window.docks["palette"].hide()
        stage.rest()
        window.canvas().fit()
        stage.rest(300)
        stage.save("conflicts", FEW)


def comparison() -> None:
    """ResNet50 in which a normalisation was changed, compared with what it was: the frames from there on differ."""
    from PySide6.QtCore import Qt

    from tests.models import built

    folder = built(Path(os.environ.get("BLOCKLOOM_MODELS") or os.environ["XDG_STATE_HOME"], "models"), ["resnet50"])
    stage = Stage()
    window = stage.window
    window.file.open_path(str(folder / "resnet50"))
    stage.until(lambda: "serving_default" in window.workspace.document.pages)
    changed = next(
        block.id
        for block in window.page().blocks.values()
        if block.names.get("", "").endswith("conv4_block1_1_bn_1/batchnorm/add")
    )
    window.canvas().editing.set_value(changed, "y", "0.3")
    window.commands["compare"].trigger()
    panel = window.docks["differences"].widget()
    stage.until(lambda: panel.rows.rowCount())
    row = next(n for n, one in enumerate(panel.rows.differences) if one.begins)
    panel.list.setCurrentIndex(panel.rows.index(row, 0))
    window.docks["palette"].hide()
    window.docks["inspector"].hide()
    window.resizeDocks([window.docks["differences"]], [300], Qt.Orientation.Vertical)
    stage.rest()
    window.canvas().fit()
    stage.rest()
    stage.save("comparison")


def a_model(name: str) -> Stage:
    """Return the window on a Keras model with random weights, built here, without docks."""
    from tests.models import built

    stage = Stage("matrix_product")
    window = stage.window
    folder = built(Path(os.environ.get("BLOCKLOOM_MODELS") or os.environ["XDG_STATE_HOME"], "models"), [name])
    for key in ("palette", "inspector", "lists"):
        window.docks[key].hide()
    stage.rest(300)
    assert window.file.open_path(str(folder / name))
    stage.until(lambda: len(window.canvas().marks.types) > len(window.page().blocks) / 2)
    window.canvas().fit()
    stage.rest()
    return stage


def resnet50() -> None:
    a_model("resnet50").save("resnet50")


def transformer() -> None:
    a_model("transformer").save("transformer")


def residual_block() -> None:
    """One of the collapsed frames of ResNet50, expanded; the others make room."""
    stage = a_model("resnet50")
    canvas = stage.window.canvas()
    name = next(frame.id for frame in canvas.page.frames.values() if frame.title == "conv3_block1")
    canvas.frames.toggle(name)
    canvas.selection.choose([name])
    canvas.navigation.fit_selection()
    canvas.selection.choose([])
    stage.rest()
    stage.save("residual_block")


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


# The result of an example, for the start page: how many steps it takes, and the blocks that show it.
THUMBNAILS = {
    "matrix_product": (1, "A", "B", "PRODUCT"),
    "linear_regression": (150, "LOSS_CHART"),
    "digit_classifier": (60, "CONFUSION_MAP"),
    "overfitting": (300, "LOSSES"),
    "find_the_nan": (40, "LOSS_CHART"),
    "xor_network": (200, "MAP_NOW"),
    "convolutional_network": (60, "SEEN_NOW"),
    "recurrent_loop": (100, "LOSS_CHART"),
    "optimizers": (50, "LOSS", "ADAM", "TRAIN"),
    "csv_and_npy": (1, "MAP"),
    "validated_digits": (12, "EPOCHS"),
    "rents_by_epochs": (6, "MIXED", "BATCHES", "AHEAD"),
    "image_edges": (1, "STEEP"),
    "beats": (1, "SLOW_NOW"),
    "square_wave": (1, "SQUARE_NOW"),
    "switch_counter": (3, "MERGE", "ON", "BACK"),
    "queue": (3, "QUEUE", "PUT", "TAKE"),
    "sparse_accumulator": (4, "APPLY", "TAKE"),
    "resource_accumulator": (3, "COUNT", "TAKE"),
    "drop_stale": (8, "DROP", "GRADS"),
    "tpu_embedding": (50, "LOSS", "GRADS"),
}
_THUMBNAIL = 432, 280  # pixels: twice what the start page shows, for fine screens
_LARGEST = 15_000  # bytes


def in_few_colours(image: QImage, count: int = 128) -> QImage:
    """Return the picture in its most frequent colours, without the dithering of Qt."""
    import numpy as np
    from PySide6.QtGui import QImage, qRgb

    image = image.convertToFormat(QImage.Format.Format_RGB32)
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4)[:, 2::-1]
    colours, of, often = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    kept = colours[np.argsort(-often, kind="stable")[:count]]
    nearest = ((colours[:, None].astype(int) - kept) ** 2).sum(2).argmin(1).astype(np.uint8)
    rows = np.zeros((height, -(-width // 4) * 4), np.uint8)  # lines begin at multiples of four bytes
    rows[:, :width] = nearest[of.reshape(height, width)]
    found = QImage(rows.tobytes(), width, height, rows.shape[1], QImage.Format.Format_Indexed8)
    found.setColorTable([qRgb(*map(int, colour)) for colour in kept])
    return found.copy()


def thumbnail(name: str) -> None:
    """Save the part of the canvas that shows the result, in few colours."""
    from PySide6.QtCore import QPoint, QRect, QSize

    stage = Stage(name, (1500, 1000))
    canvas, (steps, *blocks), (width, height) = stage.window.canvas(), THUMBNAILS[name], _THUMBNAIL
    stage.run(steps)
    for theme in ("dark", "light"):
        stage.window.theming.choose(theme)
        canvas.selection.choose([])
        stage.rest(300)
        slots = [canvas.scene.slot[block] for block in blocks]
        size = (canvas.scene.pos[slots] + canvas.scene.size[slots]).max(0) - canvas.scene.pos[slots].min(0)
        stage.show(*blocks, zoom=min(0.94 * width / float(size[0]), 0.94 * height / float(size[1]), 1.25))
        stage.rest(300)
        crop = QRect(QPoint(0, 0), QSize(width, height))
        crop.moveCenter(canvas.rect().center())
        path = picture_of(name, theme)
        in_few_colours(canvas.grab(crop).toImage()).save(str(path), "PNG", 0)  # as small as it gets
        assert path.stat().st_size <= _LARGEST, f"{path} has {path.stat().st_size} bytes"
    stage.leave()


# Library -> a page that shows what its blocks are made of.
LIBRARY_PAGES = {"data": "CSVFile", "layers": "Dense", "losses": "SparseSoftmaxCrossEntropy", "metrics": "Accuracy"}


def libraries() -> None:
    """Draw a page of each library that Blockloom includes, as library_NAME.png in few colours."""
    from PySide6.QtGui import QImage

    from blockloom.blocks.files.library import FOLDER

    for name, page in LIBRARY_PAGES.items():
        path = str(PICTURES / f"library_{name}.png")
        command = ["render", str(FOLDER / f"{name}.loom"), path, "--page", page, "--theme", "light"]
        subprocess.run([sys.executable, "-m", "blockloom", *command], check=True)
        in_few_colours(QImage(path)).save(path, "PNG", 0)


def views(name: str) -> None:
    """Save the canvas of an example near and far, in both themes, as FOLDER/NAME_THEME_PERCENT.png."""
    stage, folder = Stage(name, (1600, 1000)), Path(os.environ["BLOCKLOOM_INTO"])
    for key in ("palette", "inspector", "lists"):
        stage.window.docks[key].hide()
    stage.run(4)
    canvas = stage.window.canvas()
    canvas.selection.choose([])
    for theme in ("dark", "light"):
        stage.window.theming.choose(theme)
        for percent in (100, 50, 25):
            canvas.view.zoom_to(percent / 100)
            canvas.view.center_on(canvas.scene.extent().center())
            stage.rest(300)
            canvas.grab().save(str(folder / f"{name}_{theme}_{percent}.png"))
    stage.leave()


SCENES = {
    scene.__name__: scene
    for scene in (
        window,
        start_page,
        regression,
        quick_add,
        type_error,
        frames,
        viewers,
        inside,
        iterations,
        data,
        comparison,
        conflicts,
        cost,
        epochs,
        libraries,
        origin,
        paused,
        resnet50,
        residual_block,
        timeline,
        transformer,
        waiting,
        light,
        scale2,
    )
}


def main(names: list[str]) -> int:
    into = ""
    if names[:1] == ["--into"]:
        into, names = os.path.abspath(names[1]), names[2:] or list(THUMBNAILS)
        os.makedirs(into, exist_ok=True)
    if len(names) == 1 and os.environ.get("BLOCKLOOM_SCENE"):
        if os.environ.get("BLOCKLOOM_INTO"):
            views(names[0])
        elif names[0] in THUMBNAILS:
            thumbnail(names[0])
        else:
            SCENES[names[0]]()
        return 0
    PICTURES_OF_EXAMPLES.mkdir(exist_ok=True)
    for name in names or [*THUMBNAILS, *SCENES]:  # the start page shows the thumbnails
        with tempfile.TemporaryDirectory(prefix="blockloom-pictures-") as home:
            own = dict.fromkeys(("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), home)
            subprocess.run(
                [sys.executable, "-m", "tests.pictures", name],
                check=True,
                cwd=ROOT,
                env={
                    **os.environ,
                    **own,
                    "QT_QPA_PLATFORM": "offscreen",
                    "BLOCKLOOM_SCENE": name,
                    "BLOCKLOOM_INTO": into,
                    "BLOCKLOOM_LANGUAGE": "en",
                    "QT_SCALE_FACTOR": "2" if name == "scale2" else "1",
                },
            )
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
