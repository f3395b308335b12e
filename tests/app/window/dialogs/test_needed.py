"""Blocks that no session needs: a warning on the canvas and in the list, and no result."""

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from blockloom.app.canvas.marks.tooltips import _type
from blockloom.app.window.run.worker_session import IDLE, RUNNING
from blockloom.blocks import checks
from blockloom.blocks.document.pages import Placed
from blockloom.blocks.edits import Remove
from tests.app.windowkit import make_window
from tests.pages import document

PAGE = """
A Const value=1.0; N Neg x=<A.output; B AddV2 x=<A.output; ODD NoSuchOp; S loom.Session fetch_outputs=<N.y"""
ONE = {"text": "1", "dtype": "float64", "shape": []}


@pytest.fixture
def window(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    window.workspace.replace(document(catalogue, PAGE))
    return window


def colours(canvas, block):
    """All colours of a block as it is painted."""
    image = canvas.grab(canvas.navigation.place_of(block).adjusted(-6, -6, 6, 6)).toImage()
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}


def test_it_is_drawn_as_a_warning(window, catalogue, qtbot):
    canvas = window.canvas()
    canvas.view.zoom_to(1.0)
    found = checks.check(window.history.document, catalogue)
    window.runs.show_checks("main", found)
    error, warning = (QColor(c).name() for c in (canvas.painter.theme.error, canvas.painter.theme.warning))
    for name in ("B", "ODD"):
        canvas.navigation.select(name)
        assert canvas.marks.severity(name) == "warning"
        assert error not in colours(canvas, name) and warning in colours(canvas, name), name
    assert "no session needs" in window.problem_list.rows.data(window.problem_list.rows.index(0, 1))
    window.do(Remove("main", ("S",)), "Remove S")
    window.runs.show_checks("main", checks.check(window.history.document, catalogue))
    assert canvas.marks.severity("B") == "error"
    canvas.navigation.select("ODD")
    assert error in colours(canvas, "ODD")
    told = "This TensorFlow has no block type "
    qtbot.waitUntil(lambda: any(label.text().startswith(told) for label in window.findChildren(QLabel, "error")))


def test_an_unknown_type_behind_it_names_it(window, catalogue):
    canvas = window.canvas()
    window.runs.show_checks("main", checks.check(window.history.document, catalogue))
    canvas.annotations.set_types({"B": {"z": [None, None, "B"]}})
    assert "because of the problem here" in _type("B", "z", window.page(), canvas.marks)[0]


def test_what_no_session_needs_any_more_shows_no_result(window, qtbot):
    window.worker.start()
    worker = window.worker.process
    worker.answers["open"] = {"problems": [], "retained": [], "reset": [], "blocks": ["A", "N"]}
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    worker.finish(outcome="done", step=1, shown={"results": {"A": {"output": ONE}, "N": {"y": ONE}}})
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    assert window.canvas().marks.results.keys() == {"A", "N"}
    (wire,) = window.page().wires_into("S", "fetch_outputs")
    window.do(Remove("main", wires=(Placed(wire, 0),)), "Remove the wire")
    worker.answers["open"] = {"problems": [], "retained": [], "reset": [], "blocks": ["A"]}
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    assert window.canvas().marks.results.keys() == {"A"}
