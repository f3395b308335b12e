"""Gradients on wires in the window: runs are asked for them, wires are tinted by their sizes, tooltips have them."""

import pytest
from PySide6.QtCore import QPointF

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks import tooltips
from blockloom.app.canvas.scene.theme import DARK, LIGHT, NONE, NOT_FINITE, contrast, legend, look, tints
from blockloom.app.window import user_settings
from tests.app.canvaskit import pixels
from tests.pages import page

BLOCKS = """X Const value=[1.0f] dtype=DT_FLOAT; A Square; B Square; U Unpack num=2 axis=0;
    LOSS Sum reduction_indices=0; ASIDE Neg; SGD loom.GradientDescentOptimizer learning_rate=0.1;
    TRAIN loom.Minimize; OTHER loom.Minimize"""
WIRES = "X.output -> A.x", "A.y -> B.x", "B.y -> LOSS.input", "U.output[1] -> ASIDE.x"


def number(size=None, **more):
    return {"dtype": "float32", "shape": [1], "text": "7", **({} if size is None else {"size": size}), **more}


RESULTS = {
    "X": {"output": number(), "gradient:output": number(3e-5)},
    "A": {"y": number(), "gradient:y": number(0.5)},
    "B": {"y": number(), "gradient:y": {"about": "the loss does not depend on it"}},
    "U": {"output": {"list": [number(), number()]}, "gradient:output": {"list": [number(1e-9), number(float("inf"))]}},
}


@pytest.fixture
def shown(window, qtbot):
    page(window.workspace.document, "main", BLOCKS, *WIRES)
    window.workspace.replace(window.workspace.document)
    window.worker.start()
    window.worker.process.answers["run"] = {"outcome": "done", "step": 3, "shown": {"results": RESULTS, "step": 3}}
    window.runs.gradients.on or window.commands["gradients"].trigger()
    run(window, qtbot)
    return window


def run(window, qtbot):
    with qtbot.waitSignal(window.worker.ended):
        window.runs.run(1)
    return [fields.get("gradients") for name, fields in window.worker.process.asked if name == "open"][-1]


def tint_of(canvas, source):
    return next(int(canvas.scene.tint[w]) for w, wire in enumerate(canvas.scene.wires) if wire.source == source)


def test_wires_are_tinted_and_the_legend_is_there_until_it_is_turned_off(shown, qtbot):
    canvas = shown.canvas()
    assert [tint_of(canvas, block) for block in "XABU"] == [2, 4, NONE, NOT_FINITE]
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(QPointF(200, 50))
    before = pixels(canvas.grab().toImage())
    assert user_settings.settings().value("gradients") in (True, "true")
    shown.commands["gradients"].trigger()
    assert not canvas.scene.tint.any() and not canvas.marks.tinted
    after = pixels(canvas.grab().toImage())
    assert (before != after)[-30:, :300].any(), "the legend"
    assert run(shown, qtbot) is None


def test_runs_ask_for_those_of_the_selected_block(shown, qtbot):
    assert [f.get("gradients") for name, f in shown.worker.process.asked if name == "open"] == [""]
    for chosen, asked in ({"OTHER"}, "OTHER"), ({"A"}, ""), ({"A", "TRAIN"}, "TRAIN"):
        shown.canvas().selection.choose(chosen)
        assert run(shown, qtbot) == asked


def test_the_tooltip_of_a_wire_has_the_tensor(shown):
    canvas = shown.canvas()

    def tip(source):
        w = next(w for w, wire in enumerate(canvas.scene.wires) if wire.source == source)
        return tooltips.tip(CanvasHit("wire", "", wire=w), canvas.scene, canvas.page, canvas.marks, None)

    assert "gradient of the loss: DT_FLOAT [1]  7<br>its root mean square: 0.5" in tip("A")
    assert "gradient of the loss: the loss does not depend on it" in tip("B")
    assert "its root mean square: inf" in tip("U")


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_each_step_can_be_distinguished_without_colour(theme):
    looks = [look(theme, tint) for tint, _ in legend()]
    assert all(contrast(ink, theme.canvas) >= 3.0 for ink, _ in looks)
    assert len({(stroke.width, stroke.dash) for _, stroke in looks}) == len(looks) == len({ink for ink, _ in looks})
    assert tints({"A": {"gradient:y": number(0.0)}}) == {("A", "y"): 1}
