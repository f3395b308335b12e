"""Wires drawn, re-plugged and refused by real drags."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from blockloom.blocks.document.pages import OPERATION, Block
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import CTRL, pixels
from tests.pages import insert


def test_a_wire_from_an_output_to_an_input(hands):
    before = hands.text
    hands.drag(hands.pin("B", "output", "output"), hands.pin("C", "y"))
    assert "B.output -> C.y" in hands.wires()
    assert hands.history.undo_label == "Wire B.output to C.y"
    hands.history.undo()
    assert hands.text == before


def test_a_wire_backwards_from_an_input(hands):
    hands.drag(hands.pin("C", "y"), hands.pin("B", "output", "output"))
    assert "B.output -> C.y" in hands.wires()


def test_a_taken_pin_gets_the_new_wire_in_one_step(hands):
    hands.drag(hands.pin("B", "output", "output"), hands.pin("C", "x"))
    assert hands.wires() == ["B.output -> C.x", "C.z -> D.x"]
    hands.history.undo()
    assert hands.wires() == ["A.output -> C.x", "C.z -> D.x"]


def test_dragging_an_end_off_its_pin_replugs_or_removes_it(hands):
    hands.drag(hands.pin("C", "x"), hands.pin("C", "y"))
    assert hands.wires() == ["A.output -> C.y", "C.z -> D.x"]
    assert len(hands.steps()) == 2
    hands.drag(hands.pin("C", "y"), QPointF(250, 300))
    assert hands.wires() == ["C.z -> D.x"]


def test_the_end_of_a_wire_can_be_taken_by_the_wire(hands):
    end = hands.pin("C", "x") - QPointF(20, 0)
    hands.drag(end, hands.pin("C", "y"))
    assert hands.wires() == ["A.output -> C.y", "C.z -> D.x"]


def test_a_wire_is_seen_between_its_pin_and_the_pointer(hands):
    start = hands.pin("B", "output", "output")
    middle = hands.widget_point(start + QPointF(50, 0))

    def drawn():
        around = pixels(hands.canvas.grab().toImage())[
            middle.y() - 15 : middle.y() + 15, middle.x() - 10 : middle.x() + 10
        ]
        return (around != around[0, 0]).any(0)

    hands.press(start)
    assert not drawn().any()
    for x in (40, 100):
        hands.move(start + QPointF(x, 0))
    assert drawn().all()
    hands.release(start)


@pytest.mark.parametrize("block, ink, other", [("S", "error", "accept"), ("B", "accept", "error")])
def test_the_end_of_a_wire_over_a_pin_says_whether_it_fits(hands, block, ink, other):
    hands.history.do(Insert("main", (Block("S", "Const", 0, 400, {"value": "'a'", "dtype": "DT_STRING"}),)))
    end = hands.pin("C", "y")
    hands.press(hands.pin(block, "output", "output"))
    hands.move(end - QPointF(40, 0))
    hands.move(end)
    place, theme = hands.widget_point(end), hands.canvas.painter.theme
    around = hands.canvas.grab().toImage().copy(place.x() - 14, place.y() - 14, 28, 28)
    colours = {f"#{number:06x}" for number in np.unique(pixels(around)).tolist()}
    assert getattr(theme, ink).lower() in colours and getattr(theme, other).lower() not in colours
    hands.release(end)


def test_a_drop_that_does_not_fit_is_refused_with_the_reason(hands):
    hands.history.do(insert("S Const @at=0,400 value='a' dtype=DT_STRING; ASSIGN Assign @at=300,450"))
    before = hands.text
    hands.drag(hands.pin("S", "output", "output"), hands.pin("C", "y"))
    assert hands.text == before
    assert "DT_STRING" in hands.said[-1] and "DT_FLOAT" in hands.said[-1]
    hands.drag(hands.pin("A", "output", "output"), hands.pin("ASSIGN", "ref"))
    assert hands.text == before and "ref pin" in hands.said[-1]
    hands.drag(hands.pin("A", "output", "output"), hands.pin("B", "output", "output"))
    assert hands.text == before


def test_a_drop_on_a_body_takes_the_fitting_pin(hands):
    hands.drag(hands.pin("B", "output", "output"), hands.body("C"))
    assert "B.output -> C.y" in hands.wires()


def test_a_drop_on_the_empty_canvas_asks_for_a_block(hands, qtbot):
    with qtbot.waitSignal(hands.canvas.requests.add_wanted) as asked:
        hands.drag(hands.pin("B", "output", "output"), QPointF(250, 450))
    end = asked.args[1]
    assert (end.block, end.pin, end.side) == ("B", "output", "output")


def test_escape_leaves_the_wire_that_was_taken(hands):
    before = hands.text
    hands.press(hands.pin("C", "x"))
    hands.move(QPointF(250, 300))
    hands.key(Qt.Key.Key_Escape)
    hands.release(QPointF(250, 300))
    assert hands.text == before


def test_a_control_wire_goes_from_block_to_block(hands):
    slot = hands.canvas.scene.slot["B"]
    width = hands.canvas.scene.size[slot][0]
    hands.drag(QPointF(width, 200 + 15), hands.body("D"))
    assert "B -> D" in hands.wires()
    assert hands.history.undo_label == "Wire B to D"
    before = hands.text
    hands.drag(QPointF(width, 200 + 15), hands.body("D"))
    assert hands.text == before and "already" in hands.said[-1]


def right_diamond(hands, block):
    slot = hands.canvas.scene.slot[block]
    return QPointF(*hands.canvas.scene.pos[slot]) + QPointF(hands.canvas.scene.size[slot][0], 10)


@pytest.fixture
def sessions(hands):
    """Add a Session S to the page."""
    hands.history.do(Insert("main", (Block("S", "loom.Session", 300, 450),)))
    return hands


@pytest.mark.parametrize("pin", ["run_outputs", "start_outputs"])
def test_the_right_diamond_of_an_op_wires_its_operation_to_a_pin_that_runs_it(sessions, pin):
    outs = lambda: sessions.canvas.scene.layouts[sessions.canvas.scene.slot["C"]].outs  # noqa: E731
    assert "operation" not in outs()
    sessions.drag(right_diamond(sessions, "C"), sessions.pin("S", pin))
    (wire,) = sessions.page.wires_into("S", pin)
    assert (str(wire), wire.kind) == (f"C.operation -> S.{pin}", OPERATION)
    assert "operation" in outs(), "it is drawn as long as it is wired"
    sessions.drag(sessions.pin("C", "operation", "output"), sessions.body("B"))
    assert "C -> B" in sessions.wires(), "and a wire from there to a block lets that wait"
    sessions.history.undo()
    sessions.history.undo()
    assert "operation" not in outs()


def test_anywhere_on_a_session_a_block_is_run_and_not_waited_for(sessions):
    sessions.drag(right_diamond(sessions, "C"), sessions.body("S"))
    assert [w for w in sessions.wires() if "S" in w] == ["C.operation -> S.run_outputs"]


def test_a_pin_that_runs_blocks_is_wired_to_the_right_diamond_of_one(sessions):
    sessions.drag(sessions.pin("S", "run_outputs"), right_diamond(sessions, "D"))
    assert [w for w in sessions.wires() if "S" in w] == ["D.operation -> S.run_outputs"]


def test_the_right_diamond_is_not_a_value(sessions):
    before = sessions.text
    sessions.drag(right_diamond(sessions, "B"), sessions.pin("C", "y"))
    assert sessions.wires()[-1] != "B.operation -> C.y" and "B -> C" in sessions.wires()
    sessions.history.undo()
    sessions.drag(right_diamond(sessions, "S"), sessions.body("D"))
    assert sessions.text == before and "not an operation" in sessions.said[-1]


def test_wires_into_a_list_pin_keep_their_order(hands):
    hands.history.do(Insert("main", (Block("L", "Pack", 300, 450),)))
    hands.drag(hands.pin("B", "output", "output"), hands.pin("L", "values"))
    hands.drag(hands.pin("A", "output", "output"), hands.pin("L", "values"))
    assert [w.source for w in hands.page.wires_into("L", "values")] == ["B", "A"]


def test_one_element_of_a_list_output(hands, qtbot):
    hands.history.do(insert("S Split @at=300,450 split_dim=0 num_split=2 value=<A.output"))
    hands.drag(hands.pin("S", "output", "output"), hands.pin("C", "y"))
    menu = next(m for m in hands.canvas.findChildren(QMenu) if m.isVisible())
    assert [a.text() for a in menu.actions()] == ["output[0]", "output[1]"]
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert "S.output[0] -> C.y" in hands.wires()
    hands.drag(hands.pin("S", "output", "output"), hands.pin("D", "x"))
    menu = next(m for m in hands.canvas.findChildren(QMenu) if m.isVisible())
    assert menu.activeAction().text() == "output[1]"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert "C.z -> D.x" in hands.wires()


def test_a_click_selects_a_wire_and_delete_removes_it(hands):
    middle = QPointF((hands.pin("C", "z", "output").x() + 600) / 2, hands.pin("C", "z", "output").y())
    hit = hands.canvas.parts.hit(middle)
    hands.click(middle if hit.wire >= 0 else middle - QPointF(30, 0))
    assert [str(w) for w in hands.canvas.selection.wires()] == ["C.z -> D.x"]
    hands.key(Qt.Key.Key_Delete)
    assert hands.wires() == ["A.output -> C.x"]
    assert hands.history.undo_label == "Delete C.z -> D.x"
    hands.key(Qt.Key.Key_Z, CTRL)
    assert len(hands.wires()) == 2


def test_fitting_pins_light_up_while_dragging(hands):
    hands.press(hands.pin("B", "output", "output"))
    hands.move(QPointF(250, 300))
    marks = {(at.x(), at.y()): ok for at, ok in hands.canvas.gestures.current.marks}
    assert marks[hands.pin("C", "y").toTuple()] is True
    assert marks[hands.pin("A", "output", "output").toTuple()] is False
    hands.canvas.grab()  # paints the gesture
    hands.key(Qt.Key.Key_Escape)
