"""Results pinned to the canvas: which monitor, where, what it shows, and that it goes along with its block."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QImage, QPainter

from blockloom.app.canvas.look.picture import Picture, dump_marks, load_marks
from blockloom.app.canvas.scene.theme import DARK, LIGHT
from blockloom.app.window.results import viewermode as viewers
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.catalogue.monitor_types import HEAT_MAP, HISTOGRAM, IMAGE, LINES, TABLE, TREND
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.edits import SetValue
from blockloom.blocks.results.monitors import Watch, watches
from tests.app.canvaskit import Hands, pixels
from tests.app.windowkit import at_work, press_in_menu
from tests.extent import slow
from tests.pages import document

PAGE = """
SEED Const value=[[[[0.0, 0.5, 1.0], [0.25, 0.5, 0.75]], [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]]]
PICTURE ResizeNearestNeighbor size=[6, 8] images=<SEED.output; LABELS Const value=["cat", "dog"]
BAD Const value=[[1.0, nan], [inf, -2.0]]; SPLIT Unpack num=2 value=<BAD.output; V loom.Variable initvalues=1.0
UP AssignAdd value=1.0 ref=<V.ref; LONG Range start=0 limit=500 delta=1; NONE Const value=[] dtype=DT_FLOAT"""


@pytest.fixture
def hands(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.canvas.annotations.set_results({"C": {"z": {"dtype": "float32", "shape": [2, 3], "text": "..."}}})
    return hands


def test_a_pinned_result_is_one_step_and_takes_no_ones_place(hands):
    before = hands.text
    names = [hands.canvas.pinning.pin("C", "z", kind) for kind in hands.canvas.pinning.kinds("C", "z")]
    boxes = [QRectF(*hands.canvas.scene.pos[s], *hands.canvas.scene.size[s]) for s in range(hands.canvas.scene.count)]
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert all(f"C.z -> {name}.value" in hands.wires() for name in names) and len(set(names)) == 6
    assert set(hands.canvas.marks.watching) == set(names)
    for _ in names:
        hands.history.undo()
    assert hands.text == before


def test_results_of_all_selected_blocks_are_pinned_in_one_step_side_by_side(hands):
    before, scene = hands.text, hands.canvas.scene
    hands.canvas.selection.choose("ABCD")
    hands.canvas.pinning.pin_selection()
    assert len(hands.canvas.selection()) == 4 and hands.canvas.parts.followers("ABCD") == hands.canvas.selection()
    boxes = [QRectF(*scene.pos[s], *scene.size[s]) for s in range(scene.count)]
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])
    hands.history.undo()
    assert hands.text == before


@pytest.mark.parametrize(
    ("dtype", "shape", "best"),
    [
        ("float32", [], TREND),
        ("float32", [3], TABLE),
        ("float64", [500], LINES),
        ("int32", [3, 4], TABLE),
        ("float32", [64, 64], HEAT_MAP),
        ("float32", [None, 64], HEAT_MAP),
        ("uint8", [4, 28, 28, 1], IMAGE),
        ("float32", [None, None, None, 3], IMAGE),
        ("float32", [2, 2, 2, 2], TABLE),
        ("string", [500], TABLE),
        ("complex64", [64, 64], TABLE),
        ("bool", [64, 64], HEAT_MAP),
        ("", None, TABLE),
    ],
)
def test_the_kind_that_fits_best_comes_first(hands, dtype, shape, best):
    known = shape is not None and None not in shape
    hands.canvas.annotations.set_results({"C": {"z": {"dtype": dtype, "shape": shape, "text": ""}}} if known else None)
    hands.canvas.annotations.set_types({"C": {"z": [dtype, shape, ""]}})
    assert hands.canvas.pinning.kinds("C", "z")[0] == best
    assert hands.canvas.pinning.pin("C", "z")


def test_it_moves_and_goes_with_its_block_and_closes_by_its_cross(hands):
    name = hands.canvas.pinning.pin("C", "z", TABLE)
    scene, before = hands.canvas.scene, hands.text
    slot = scene.slot[name]
    apart = scene.pos[slot] - scene.pos[scene.slot["C"]]
    hands.drag((350, 10), (350, -50))
    assert (scene.pos[slot] - scene.pos[scene.slot["C"]] == apart).all() and hands.text != before
    hands.history.undo()
    assert hands.text == before
    hands.canvas.selection.choose(["C"])
    hands.canvas.editing.nudge(10, 0)
    assert (scene.pos[scene.slot[name]] - scene.pos[scene.slot["C"]] == apart).all()
    hands.history.undo()
    hands.canvas.selection.choose(["C"])
    hands.canvas.editing.delete_selection()
    assert name not in hands.page.blocks
    hands.history.undo()
    assert hands.text == before
    hands.canvas.selection.choose(["C"])
    hands.canvas.clipboard.cut()
    assert {"C", name}.isdisjoint(hands.page.blocks)
    hands.canvas.clipboard.paste_clipboard()
    assert f"C.z -> {name}.value" in hands.wires()
    hands.history.undo()
    hands.history.undo()
    assert hands.text == before
    slot = scene.slot[name]
    x, y = scene.pos[slot] + (scene.size[slot, 0] - 11, 11)
    hands.canvas.view.zoom_to(0.4)  # the cross is not seen there
    hands.click((x, y))
    assert hands.canvas.selection() == {name}
    hands.canvas.view.zoom_to(1.0)
    hands.canvas.view.center_on(QPointF(x, y))
    hands.move((x, y))
    middle = hands.widget_point((x, y))
    cross = pixels(hands.canvas.grab(QRect(middle - QPoint(5, 5), middle + QPoint(5, 5))).toImage())
    red = cross >> 16
    assert max(red[2, 2], red[2, 7], red[7, 2], red[7, 7]) < 120 and red[2, 4] > 240, "two lines in a disc"
    hands.click((x, y))
    assert name not in hands.page.blocks and hands.steps()[-1] == f"Unpin {name}"


def test_what_is_not_pinned_stays(hands):
    name = hands.canvas.pinning.pin("C", "z", TABLE)
    hands.history.do(SetValue("main", name, "follows", None), "by hand now")
    hands.canvas.selection.choose(["C"])
    hands.canvas.editing.delete_selection()
    assert name in hands.page.blocks


def test_the_menus_pin_and_switch(hands):
    slot = hands.canvas.scene.slot["C"]
    spot = hands.canvas.scene.layouts[slot].spot("z")
    at = QPointF(300 + spot.x, spot.y)
    press_in_menu(hands.canvas.menus.context(hands.canvas.parts.hit(at), at), "Pin Result to the Canvas")
    (name,) = hands.canvas.marks.watching
    assert hands.page.blocks[name].type == TABLE
    block = hands.page.blocks[name]
    at = QPointF(block.x + 40, block.y + 12)
    menu = hands.canvas.menus.context(hands.canvas.parts.hit(at), at)
    press_in_menu(menu, "Histogram")
    assert hands.page.blocks[name].type == HISTOGRAM and hands.canvas.marks.watching[name][0].form == HISTOGRAM
    assert hands.page.blocks[name].values["follows"] == "true" and f"C.z -> {name}.value" in hands.wires()


@pytest.fixture(scope="module")
def window(qapp, catalogue):
    with at_work(catalogue, document(catalogue, PAGE)) as window:
        yield window


@pytest.fixture
def ran(window, qtbot):
    ended = []
    window.worker.ended.connect(ended.append)
    window.runs.run(1)
    qtbot.waitUntil(lambda: bool(ended) and window.worker.state == IDLE)
    assert not window.runs.status.bad
    yield window
    window.views.close_all()
    while window.history.undo_label:
        window.undo()


def matrix(window, name):
    (watch,) = window.canvas().marks.watching[name]
    traces = window.runs.pages.run_of("main").traces
    return traces.matrices.get(watch), traces.abouts.get(watch), traces.texts.get(watch)


def pinned(window, qtbot, block, pin, kind=""):
    name = window.canvas().pinning.pin(block, pin, kind)
    qtbot.waitUntil(lambda: any(part is not None for part in matrix(window, name)))
    return matrix(window, name)


def test_what_was_run_already_is_shown_at_once(ran, qtbot):
    image, about, _ = pinned(ran, qtbot, "PICTURE", "resized_images")
    assert image.shape == (6, 8, 3) and about["shape"] == [1, 6, 8, 3] and image[0, 0].tolist() == [0, 0.5, 1]
    cells, about, _ = pinned(ran, qtbot, "LABELS", "output")
    assert cells.tolist() == [b"cat", b"dog"] and about["dtype"] == "string"
    cells, *_ = pinned(ran, qtbot, "SPLIT", "output[1]")
    assert cells.tolist() == [np.inf, -2]
    counts, about, _ = pinned(ran, qtbot, "BAD", "output", HISTOGRAM)
    assert counts.sum() == 2 and about["bad"] == 2 and about["edges"] == [-2, 1]
    points, about, _ = pinned(ran, qtbot, "LONG", "output", LINES)
    assert points[:, 0].tolist() == list(range(500)) and about["step"] == 1
    *_, why = pinned(ran, qtbot, "LABELS", "output", LINES)
    assert "not a real number" in why
    *_, why = pinned(ran, qtbot, "NONE", "output", IMAGE)
    assert why == "no elements"


def test_each_run_brings_what_it_gave(ran, qtbot):
    name = ran.canvas().pinning.pin("UP", "output_ref", TABLE)
    qtbot.waitUntil(lambda: matrix(ran, name)[0] is not None)
    before = matrix(ran, name)[0].item()
    ran.runs.run(3)
    qtbot.waitUntil(lambda: ran.worker.state == IDLE and matrix(ran, name)[0].item() == before + 3)


def test_a_viewer_pins_what_it_shows(ran, qtbot):
    row = viewers_row(ran, "PICTURE", "resized_images")
    for kind, monitor, values in (
        (viewers.IMAGE, IMAGE, {"index": "[0]", "minimum": "-1", "maximum": "1"}),
        (viewers.HEAT, HEAT_MAP, {"index": "[0, 4]"}),
        (viewers.TEXT, TABLE, {}),
        (viewers.HISTOGRAM, HISTOGRAM, {}),
    ):
        view = ran.views.open_viewer(ran.page(), Address("", "PICTURE"), row, kind)
        if kind == viewers.HEAT:
            view.picker.index[1] = 4
        view.range.setCurrentText("-1 .. 1")
        have = set(ran.page().blocks)
        view.to_canvas.trigger()
        (name,) = set(ran.page().blocks) - have
        block = ran.page().blocks[name]
        assert block.type == monitor and values.items() <= block.values.items()
        qtbot.waitUntil(lambda name=name: matrix(ran, name)[0] is not None)
    view = ran.views.open_viewer(ran.page(), Address("", "BAD"), viewers_row(ran, "BAD", "output"), viewers.STEPS)
    view.to_canvas.trigger()
    chart = ran.page().blocks["BAD_CHART"]
    assert chart.values["indices"] == '["[0][0]", "[0][1]", "[1][0]", "[1][1]"]'
    assert ran.canvas().marks.watching["BAD_CHART"][3] == Watch(parse("BAD.output"), (1, 1))


def viewers_row(window, block, pin):
    from blockloom.app.window.results.summaries import rows_of

    return rows_of(pin, window.canvas().marks.results[block][pin])[0]


def test_the_command_pins_the_selection_and_a_double_click_opens_it_large(ran, qtbot):
    ran.canvas().selection.choose(["PICTURE", "LABELS"])
    ran.commands["pin_result"].trigger()
    assert {b.type for b in ran.page().blocks.values()} >= {TABLE, IMAGE}
    ran.canvas().selection.choose([])
    assert not ran.commands["pin_result"].isEnabled()
    ran.canvas().requests.viewer_wanted.emit("PICTURE", "resized_images", "PICTURE_IMAGE")
    assert ran.views.viewers[-1][1].kind.currentData() == viewers.IMAGE


def test_the_table_of_a_block_pins_the_row_of_its_cursor(ran, qtbot):
    ran.views.open_block(ran.page(), Address("", "SPLIT", "output"))
    ((_, table),) = ran.views.tables
    table.view.setCurrentIndex(table.model.index(1, 0))
    next(a for a in table.view.actions() if a.text().replace("&", "") == "Pin Result to the Canvas").trigger()
    assert ran.canvas().marks.watching["SPLIT_TABLE"] == [Watch(parse("SPLIT.output[1]"), matrix=True, form=TABLE)]


@slow
@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_every_kind_bears_every_output_at_every_zoom(ran, qtbot, catalogue, theme):
    canvas = ran.canvas()
    for block, pin in (
        ("PICTURE", "resized_images"),
        ("LABELS", "output"),
        ("BAD", "output"),
        ("NONE", "output"),
        ("UP", "output_ref"),
        ("LONG", "output"),
    ):
        for kind in (TABLE, LINES, IMAGE, HISTOGRAM, HEAT_MAP, TREND):
            canvas.pinning.pin(block, pin, kind)
    qtbot.waitUntil(
        lambda: all(w in canvas.marks.traces.matrices or w in canvas.marks.traces.texts for w in watches(ran.page()))
    )
    canvas.set_theme(theme)
    for scale in (2.0, 1.0, 0.5, 0.1):
        canvas.view.zoom_to(scale)
        assert not canvas.grab().isNull()  # an exception in here fails the test
    drawn = Picture(ran.page(), catalogue, theme, load_marks(dump_marks(canvas.marks)))
    image = QImage(drawn.area.size().toSize(), QImage.Format.Format_RGB32)
    p = QPainter(image)
    p.translate(-drawn.area.topLeft())
    drawn.paint(p)
    p.end()
    block = ran.page().blocks["PICTURE_IMAGE"]
    at = QPointF(block.x, block.y) - drawn.area.topLeft() + QPointF(20, 40)
    assert image.pixelColor(at.toPoint()).getRgb()[:3] == (0, 128, 255) or image.pixelColor(at.toPoint()).getRgb()[
        :3
    ] == (0, 127, 255)


@slow
def test_an_export_shows_what_the_canvas_shows(ran, qtbot, tmp_path):
    pinned(ran, qtbot, "PICTURE", "resized_images")
    ran.exporter.export_to(str(tmp_path / "page.png"), 1.0)
    qtbot.waitUntil(lambda: ran.exporter.process is None)
    image = QImage(str(tmp_path / "page.png"))
    colours = {image.pixel(x, y) for x in range(0, image.width(), 4) for y in range(0, image.height(), 4)}
    assert {0xFF0000FF, 0xFFFF0000} <= colours  # pixels of the image; no block has such colours


def test_trends_show_the_curve_of_before_the_reset_where_they_should(ran, qtbot):
    name = ran.canvas().pinning.pin("UP", "output_ref", TREND)
    ran.runs.run(5)
    qtbot.waitUntil(lambda: ran.worker.state == IDLE and bool(ran.canvas().marks.traces.series))
    ran.runs.reset()
    qtbot.waitUntil(lambda: not ran.canvas().marks.traces.series)
    slot = ran.canvas().scene.slot[name]
    box = QRectF(*ran.canvas().scene.pos[slot], *ran.canvas().scene.size[slot])

    def picture():
        return ran.canvas().grab(ran.canvas().view.rect_to_widget(box).toRect()).toImage()

    ran.canvas().view.zoom_to(1.0)
    ran.canvas().view.center_on(box.center())
    without = picture()
    ran.do(SetValue("main", name, "before", "true"), "with the run before")
    assert picture() != without
