"""Monitors as they are painted."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from blockloom.app import diff_pictures
from blockloom.app.canvas import LIGHT
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.paint.monitor_parts import titled
from blockloom.app.canvas.scene.theme import DARK, colour, contrast, legible
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert, Remove, SetValue
from blockloom.blocks.results.monitors import Watch, watches
from blockloom.runtime.run.monitor_traces import Traces
from tests.app.canvaskit import Hands, pixels
from tests.app.monitorkit import add_monitors, feed, picture


@pytest.fixture
def hands(qtbot, catalogue):
    return add_monitors(Hands(qtbot, catalogue))


@pytest.mark.parametrize("ground", [DARK.monitors["panel"], LIGHT.monitors["panel"]])
@pytest.mark.parametrize("ink", ["#ffffff", "#000000", "#00ff00", "#ffff00", "#1e1e1e", "#fcfcfa", "#0000ff"])
def test_lines_stand_out_from_their_ground(ink, ground):
    assert contrast(legible(ink, ground), ground) >= 2.6


def test_every_kind_of_monitor_paints_at_every_zoom(hands):
    canvas = hands.canvas
    for theme, scale in itertools.product((DARK, LIGHT), (3.0, 1.0, 0.6, 0.3, 0.05)):
        canvas.set_theme(theme)
        canvas.view.zoom_to(scale)
        canvas.view.center_on(QPointF(500, 300))
        canvas.monitors.set_traces(Traces())
        empty = picture(canvas)
        feed(hands, 5.0, 4.0, np.nan, np.inf, 3.0, -1e30, matrix=np.array([[1, np.nan], [np.inf, 2.0]]))
        assert (picture(canvas) != empty) == (scale > 0.1)  # far out a monitor is a rectangle


@pytest.mark.parametrize("values", [[np.nan], [np.inf], [0.0], [-np.inf, 1.0], [1e308, -1e308], [3.0] * 5000])
def test_no_value_is_too_strange(hands, values):
    feed(hands, *values, matrix=np.full((3, 3), values[0]), text="strange")
    hands.history.do(SetValue("main", "LINES", "logarithmic", "true"), "log")
    hands.history.do(SetValue("main", "NUM", "format", "%999999999d"), "not a format that is safe")
    assert not picture(hands.canvas).isNull()


def test_the_line_falls_where_values_fall(hands):
    canvas = hands.canvas
    hands.history.do(SetValue("main", "LINES", "colors", '["#ff00ff"]'), "colour")
    feed(hands, *np.linspace(10, 0, 300))
    image, at = picture(canvas), [canvas.view.to_widget(QPointF(0, 420)), canvas.view.to_widget(QPointF(360, 620))]
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)[:, : image.width()]
    box = pixels[int(at[0].y()) + 30 : int(at[1].y()), int(at[0].x()) + 40 : int(at[1].x())]
    ys, xs = np.nonzero((box[..., 0] > 180) & (box[..., 1] < 90) & (box[..., 2] > 180))
    assert len(xs) > 200
    assert np.corrcoef(xs, ys)[0, 1] > 0.99  # down to the right


@pytest.mark.parametrize("labels, same", [('["loss"]', True), ("[]", False), ('["loss", "other"]', False)])
def test_lines_with_names_are_those_that_are_shown(hands, labels, same):
    values = {"labels": labels, "begin": "1", "axis": "epoch", "width": "400"}
    lines, wire = Block("ROWS", "loom.Lines", 0, 0, values), Wire("C", "z", "ROWS", "value")
    hands.history.do(Insert("main", (lines,), (Placed(wire, 0),)), "lines")
    (watch,) = (watch for watch in watches(hands.page) if watch.form == "loom.Lines")
    shown = []
    for columns in (1, 2):
        traces = Traces()
        traces.matrices[watch] = np.arange(8.0).reshape(4, 2)[:, :columns]
        traces.abouts[watch] = {"dtype": "float64", "shape": [4, 2], "at": [], "step": 1}
        hands.canvas.monitors.set_traces(traces)
        shown.append(picture(hands.canvas))
    assert (shown[0] == shown[1]) == same


def test_a_title_far_out_has_the_room_of_the_legend_that_is_not_there(hands):
    canvas, shown = hands.canvas, []
    canvas.view.zoom_to(0.4)
    for title in ("losses of both epochs", "losses of both"):
        hands.history.do(SetValue("main", "LINES", "title", title), "title")
        shown.append(picture(canvas))
    assert shown[0] != shown[1]


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_pictures_of_pages_show_monitors(hands, catalogue, theme):
    drawn = Picture(hands.page, catalogue, theme)
    image = QImage(int(drawn.area.width()), int(drawn.area.height()), QImage.Format.Format_RGB32)
    p = QPainter(image)
    p.translate(-drawn.area.topLeft())
    drawn.paint(p)
    p.end()
    at = QPointF(900, 100) - drawn.area.topLeft()
    assert image.pixelColor(at.toPoint()) != colour(theme.canvas)


@pytest.mark.parametrize("value, ink", [(5.0, "value"), (np.nan, "muted"), (-np.inf, "muted")])
def test_nan_is_grey_among_sampled_values(hands, value, ink):
    feed(hands, 1.0, value)
    slot, canvas = hands.canvas.scene.slot["PICK"], hands.canvas
    row = next(spot for spot in canvas.scene.layouts[slot].spots if spot.role == "output")
    (x, y), (width, _) = canvas.scene.pos[slot].tolist(), canvas.scene.size[slot].tolist()
    canvas.view.zoom_to(4.0)
    canvas.view.center_on(QPointF(x + width / 2, y + row.y))
    box = canvas.view.rect_to_widget(QRectF(x + width / 2, y + row.y - 8, width / 2 - 20, 16)).toRect()
    shown = {f"#{number:06x}" for number in np.unique(pixels(picture(canvas).copy(box))).tolist()}
    inks = {"value": DARK.monitors["value"].lower(), "muted": DARK.muted.lower()}
    assert {name for name, text in inks.items() if text in shown} == {ink}


def test_a_monitor_that_is_pinned_is_titled_with_what_it_shows_and_others_with_their_id():
    pinned, watch = Block("NUM", "loom.Number", values={"follows": "true"}), Watch(parse("W.output"), (2, 0))
    assert titled(pinned, [watch]) == "W.output[2][0]"
    assert titled(pinned, []) == titled(Block("NUM", "loom.Number"), [watch]) == "NUM"


@pytest.mark.parametrize("height, titles", [("", 1), ("50", 0)])
def test_a_pick_that_is_small_has_no_title(hands, catalogue, height, titles):
    if height:
        hands.history.do(SetValue("main", "PICK", "height", height))
    assert diff_pictures.svg(Picture(hands.page, catalogue, DARK), 1.0).decode().count(">PICK<") == titles


@pytest.mark.parametrize("labels, name", [('["the loss"]', "the loss"), ("[]", "C")])
def test_the_legend_of_a_chart_names_its_lines(hands, catalogue, labels, name):
    hands.history.do(Remove("main", ("A", "B", "D", "T", "NUM", "PICK", "MAP")), "the chart alone")
    before = diff_pictures.svg(Picture(hands.page, catalogue, DARK), 1.0).decode().count(f">{name}<")
    hands.history.do(SetValue("main", "LINES", "labels", labels), "labels")
    assert diff_pictures.svg(Picture(hands.page, catalogue, DARK), 1.0).decode().count(f">{name}<") == before + 1


def test_a_table_cuts_no_number_that_fits_and_a_histogram_tells_what_it_leaves_out(hands, catalogue):
    advance = hands.canvas.scene.geometry.metrics.value.horizontalAdvance
    width = 16 + advance("1") + 12 + advance("1234567890123") + 12
    values = {"width": f"{width}", "height": "140"}
    blocks = (
        Block("TABLE", "loom.Table", 0, 700, values),
        Block("BINS", "loom.Histogram", 400, 700, {"width": "400", "height": "140"}),
    )
    hands.history.do(Insert("main", blocks, tuple(Placed(Wire("C", "z", one.id, "value"), 0) for one in blocks)))
    marks, about = Marks(), {"dtype": "int64", "shape": [1], "at": []}
    for watch in watches(hands.page):
        if watch.form == "loom.Table":
            marks.traces.matrices[watch], marks.traces.abouts[watch] = np.array([1234567890123]), about
        elif watch.form:
            marks.traces.matrices[watch] = np.array([1, 3])
            marks.traces.abouts[watch] = about | {"edges": [0.0, 1.0], "bad": 2, "every": 3}
    drawn = diff_pictures.svg(Picture(hands.page, catalogue, DARK, marks), 1.0).decode()
    assert ">1234567890123<" in drawn and ">2 not finite, only one of 3 values<" in drawn


def test_a_heat_map_turns_by_any_angle(hands):
    canvas = hands.canvas
    hands.history.do(SetValue("main", "MAP", "rotation", "45"), "turn")
    feed(hands, 0.0, matrix=np.array([[0.0, 1.0]]))
    box = canvas.view.rect_to_widget(canvas.scene.box(canvas.scene.slot["MAP"])).toRect()
    image = pixels(picture(canvas).copy(box))
    down, right = np.argwhere(image == 0xFF0000).mean(0) - np.argwhere(image == 0).mean(0)
    assert down == pytest.approx(right, rel=0.3) and right > 10
