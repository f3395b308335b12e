"""Editors of values with choices: lists for dtypes and enumerations, a click for booleans."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import CTRL, LEFT, Hands
from tests.pages import insert


@pytest.fixture
def hands(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.history.do(
        insert("M MatMul @at=300,400 transpose_a=true b=[[1.0]]; V Conv2D @at=600,400 padding=VALID strides=[1]")
    )
    return hands


def offered(hands):
    """Return the rows of the list below the editor."""
    popup = hands.canvas.inline.editor.completer().popup()
    assert popup.isVisible()
    rows = [popup.model().index(row, 0).data() for row in range(popup.model().rowCount())]
    assert popup.viewport().width() > max(map(popup.fontMetrics().horizontalAdvance, rows)), "no word is cut"
    return rows


def test_a_dtype_opens_the_list_and_letters_leave_what_may_be_meant(hands):
    hands.double_click(hands.field("A", "dtype"))
    assert offered(hands)[:4] == ["DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_INT64"]
    hands.type("float6")
    assert offered(hands) == ["DT_DOUBLE"]
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["A"].values["dtype"] == "DT_DOUBLE"


def test_what_the_wires_give_is_offered_first(hands):
    hands.history.do(insert("I Const @at=0,400 value=[[1]] dtype=DT_INT64; I.output -> M.a"))
    hands.canvas.inline.value("M", "T")
    words = offered(hands)
    assert words[:2] == ["DT_INT64", "DT_FLOAT"] and "DT_STRING" not in words


def test_a_click_in_the_list_takes_it(hands, qtbot):
    hands.double_click(hands.field("V", "padding"))
    assert offered(hands) == ["SAME", "VALID", "EXPLICIT"]
    popup = hands.canvas.inline.editor.completer().popup()
    QTest.mouseClick(popup.viewport(), LEFT, pos=popup.visualRect(popup.model().index(0, 0)).center())
    qtbot.waitUntil(lambda: hands.canvas.inline.editor is None)
    assert hands.page.blocks["V"].values["padding"] == "SAME"


def test_a_click_makes_true_false_and_a_second_one_true(hands):
    place = hands.field("M", "transpose_a")
    hands.click(place)
    assert hands.page.blocks["M"].values["transpose_a"] == "false" and hands.canvas.selection() == {"M"}
    hands.double_click(place)  # the second press of two quick ones
    assert hands.page.blocks["M"].values["transpose_a"] == "true"
    assert hands.steps()[2:] == ["Set M.transpose_a"] * 2
    assert hands.canvas.inline.editor is None


def test_what_is_dragged_or_added_to_the_selection_is_not_clicked(hands):
    place = hands.field("M", "transpose_a")
    hands.click(place, CTRL)
    hands.drag(place, (500, 600))
    assert hands.page.blocks["M"].values["transpose_a"] == "true" and hands.page.blocks["M"].x != 300


def test_a_tensor_of_booleans_is_not_a_toggle(hands, catalogue):
    condition = catalogue["Assert"].input("condition")
    assert (
        operations.parse_bool(condition, "true") is True and operations.parse_bool(condition, "[true, false]") is None
    )
    assert (
        operations.parse_bool(condition, "") is False
        and operations.parse_bool(catalogue["MatMul"].input("a"), "true") is None
    )


def test_the_inspector_has_a_box_to_tick(window, qtbot):
    window.workspace.do(Insert("main", (Block("M", "MatMul", values={"a": "[[1.]]", "b": "[[1.]]"}),)), "Add")
    window.canvas().selection.choose({"M"})
    qtbot.waitUntil(lambda: "transpose_a" in window.inspector.fields)
    box = window.inspector.fields["transpose_a"].box
    assert not box.isChecked()
    QTest.mouseClick(box, LEFT, pos=box.rect().center())
    assert window.workspace.document.page("main").blocks["M"].values["transpose_a"] == "true"
    window.undo()
    qtbot.waitUntil(lambda: not window.inspector.fields["transpose_a"].box.isChecked())
