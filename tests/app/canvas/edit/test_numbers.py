"""Numbers counted up and down by keys and wheel, in the fields of the canvas and of the inspector."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas.scene.lineedit import stepped
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import CTRL, SHIFT

UP, DOWN, RETURN = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return


@pytest.mark.parametrize(
    ("text", "at", "by", "after"),
    [
        ("3", 1, 1, "4"),
        ("0.02", 4, 1, "0.03"),
        ("0.02", 0, -10, "-0.08"),
        ("0.1", 3, -1, "0.0"),
        ("-0.1", 4, 1, "0.0"),
        ("9.99", 4, 1, "10.00"),
        ("1.", 2, 1, "2."),
        ("0.5f", 4, 1, "0.6f"),
        ("1e-3", 1, 1, "2e-3"),
        (".5", 2, 1, "0.6"),
        ("[1, -2, 3]", 5, 1, "[1, -1, 3]"),
        ("[1, 2]", 6, 1, "[1, 3]"),
        ("[1, 2]", 0, 1, "[2, 2]"),
        ("{{1.0f,2}}", 3, 1, "{{1.1f,2}}"),
        ("DT_INT32", 8, 1, None),
        ("true", 2, 1, None),
        ("", 0, 1, None),
        ("10000000000000000001", 20, 1, "10000000000000000002"),
    ],
)
def test_the_number_at_the_cursor_changes_by_its_last_digit(text, at, by, after):
    found = stepped(text, at, by)
    assert (found and found[0]) == after


def test_keys_and_wheel_count_in_the_editor_of_a_pin_and_enter_takes_it(hands):
    before = hands.text
    hands.double_click(hands.field("A", "value"))
    editor = hands.canvas.inline.editor
    for key, keys in ((UP, Qt.KeyboardModifier(0)), (UP, SHIFT), (DOWN, Qt.KeyboardModifier(0))):
        QTest.keyClick(editor, key, keys)
    assert editor.text() == "[1., 12.]"
    middle = QPointF(editor.rect().center())
    QApplication.sendEvent(
        editor,
        QWheelEvent(
            middle,
            editor.mapToGlobal(middle),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier(0),
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )
    assert editor.text() == "[1., 13.]" and editor.selectedText() == "13." and hands.canvas.view.scale == 1.0
    hands.key(Qt.Key.Key_Z, CTRL)
    assert editor.text() == "[1., 12.]"
    hands.key(RETURN)
    assert hands.page.blocks["A"].values["value"] == "[1., 12.]"
    hands.history.undo()
    assert hands.text == before


def test_words_to_choose_from_are_walked_through_as_before(hands):
    hands.double_click(hands.field("A", "dtype"))
    text = hands.canvas.inline.editor.text()
    QTest.keyClick(hands.canvas.inline.editor, UP)
    assert hands.canvas.inline.editor.text() == text


def test_numbers_count_in_the_inspector(window, qtbot):
    window.do(Insert("main", (Block("A", "Const", values={"value": "0.5"}),)), "Add")
    window.canvas().selection.choose({"A"})
    qtbot.waitUntil(lambda: "value" in window.inspector.fields)
    edit = window.inspector.fields["value"].edit
    edit.setFocus()
    QTest.keyClick(edit, UP)
    QTest.keyClick(edit, RETURN)
    assert window.page().blocks["A"].values["value"] == "0.6"
