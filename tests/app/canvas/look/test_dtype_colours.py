"""Colours of pins and wires by dtype. After an edit they equal those of the page opened from its file."""

import random

import pytest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas.look import repaint
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.scene.theme import DARK
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import EditError, Insert, Remove, SetValue
from blockloom.blocks.infer.inference import PageInference
from tests.blocks.infer.test_incremental import random_edit
from tests.extent import slow_after


def inks(scene):
    return sorted((*scene.wires[w][:4], int(scene.ink[w])) for w in scene.walive[: scene.wcount].nonzero()[0].tolist())


def settle(qtbot, canvas):
    qtbot.waitUntil(lambda: not canvas.dtype_colours.timer.isActive())


def check_colours(canvas, catalogue):
    page = canvas.page
    assert canvas.marks.dtypes == repaint.all_dtypes(PageInference(page, catalogue))
    assert inks(canvas.scene) == inks(Picture(page, catalogue, DARK).scene)


@pytest.mark.parametrize("seed", slow_after(2, range(6)))
def test_after_any_edits_the_colours_are_those_of_the_page_opened_again(hands, qtbot, catalogue, monkeypatch, seed):
    monkeypatch.setattr(repaint, "SLICE", 0.0001)  # many small pieces
    monkeypatch.setattr(repaint, "PIECE", 2)
    chance, canvas, history = random.Random(seed), hands.canvas, hands.history
    for _ in range(40):
        if chance.random() < 0.2:
            history.undo()
        else:
            try:
                history.do(random_edit(chance, canvas.page, catalogue))
            except EditError:
                continue
        if chance.random() < 0.5:
            QApplication.processEvents()
        if chance.random() < 0.2:
            settle(qtbot, canvas)
            check_colours(canvas, catalogue)
    settle(qtbot, canvas)
    check_colours(canvas, catalogue)


def test_a_wire_drawn_right_after_an_edit_knows_of_it(hands):
    hands.history.do(SetValue("main", "A", "dtype", "DT_INT32"))
    assert hands.canvas.open_page.rules().inference.dtype("A", "output") == "DT_INT32"
    hands.history.do(Remove("main", ("A",)))
    assert hands.canvas.open_page.rules().inference.dtype("C", "z") is None
    hands.history.undo()
    assert hands.canvas.open_page.rules().inference.dtype("C", "z") == "DT_INT32"


@pytest.mark.parametrize("move", [lambda view: view.scroll(5, 5), lambda view: view.zoom_to(0.7)])
def test_types_wait_while_the_view_moves(hands, qtbot, move):
    hands.history.do(Insert("main", (Block("NEW", "Const", values={"value": "1.0f"}),)))
    colours = hands.canvas.dtype_colours
    assert colours.timer.isActive()
    move(hands.canvas.view)
    assert colours.timer.isActive() and colours.timer.interval() == repaint.STILL
    settle(qtbot, hands.canvas)
    assert "NEW" in hands.canvas.marks.dtypes
    hands.canvas.view.scroll(5, 5)
    assert not colours.timer.isActive(), "there is nothing to be found"


def test_where_no_value_is_stands_the_dtype_that_wires_tell(hands, qtbot):
    canvas, seen = hands.canvas, []
    canvas.view.zoom_to(1.0)
    hands.history.do(Insert("main", (Block("SUM", "AddV2", 0, 300),)))
    for edit in (
        Insert("main", wires=(Placed(Wire("A", "output", "SUM", "x"), 0),)),
        SetValue("main", "A", "dtype", "DT_INT32"),
    ):
        settle(qtbot, canvas)
        seen.append(field(hands))
        hands.history.do(edit)
    settle(qtbot, canvas)
    seen.append(field(hands))
    assert seen[0] != seen[1] != seen[2] != seen[0]


def field(hands):
    """Return the painted field of SUM.y as an image."""
    slot = hands.canvas.scene.slot["SUM"]
    box = hands.canvas.scene.layouts[slot].spot("y").field.translated(*hands.canvas.scene.pos[slot])
    return hands.canvas.grab(hands.canvas.view.rect_to_widget(box).toAlignedRect()).toImage()


def test_types_are_shown_before_there_is_a_result(hands):
    canvas = hands.canvas
    canvas.view.zoom_to(1.0)

    def seen(types):
        canvas.annotations.set_types(types)
        return canvas.grab().toImage()

    nothing, vector = seen({}), seen({"C": {"z": ["float32", [2], ""]}})
    assert vector != nothing
    assert seen({"C": {"z": ["float32", [3], ""]}}) != vector
    assert seen({"C": {"z": [None, None, "A"]}}) == nothing, "what is not known is not said on the block"
    canvas.annotations.set_results({"C": {"z": {"text": "7", "dtype": "float32", "shape": []}}})
    assert seen({"C": {"z": ["float32", [2], ""]}}) == seen({"C": {"z": ["float32", [3], ""]}})
