"""Blocks made of a selection on a canvas, unpacked, and given pages of their own."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog

from tests.app.canvaskit import ALT, CTRL, Hands


@pytest.fixture
def hands(qtbot, catalogue):
    return Hands(qtbot, catalogue)


def make_block(hands: Hands, text: str | None) -> None:
    """Press the keys, and type into the dialog that comes, or close it."""
    def typed() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        if text is not None:
            dialog.setTextValue(text)
        QTest.keyClick(dialog, Qt.Key.Key_Return if text is not None else Qt.Key.Key_Escape)
    QTimer.singleShot(0, hands.canvas, typed)
    hands.key(Qt.Key.Key_G, CTRL | ALT)
    hands.canvas.activateWindow()
    assert QTest.qWaitForWindowActive(hands.canvas)


def test_a_block_is_made_of_the_selection_and_unpacked_by_keys(hands):
    before = hands.text
    hands.canvas.selection.choose(("C", "D"))
    make_block(hands, "negated sum")
    assert list(hands.history.document.pages) == ["main", "negated sum"]
    assert hands.canvas.selection() == {"NEGATEDSUM"}
    assert {w.target_pin for w in hands.page.wires_into("NEGATEDSUM")} == {"a"}
    made = hands.text
    hands.key(Qt.Key.Key_U, CTRL | ALT)
    assert hands.canvas.selection() == {"C", "D"}, hands.said
    assert hands.steps()[-2:] == [
        "Make the block negated sum", "Unpack NEGATEDSUM"]
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.text == made
    hands.canvas.selection.choose(("NEGATEDSUM",))
    hands.canvas.editing.own_copy()
    assert hands.page.blocks["NEGATEDSUM"].type == "page:negated sum 2"
    for _ in range(2):
        hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.text == before


def test_nothing_is_made_without_a_name_or_of_nothing(hands):
    before = hands.text
    hands.canvas.selection.choose(("C", "D"))
    make_block(hands, None)
    hands.canvas.selection.choose(("N",))
    hands.key(Qt.Key.Key_G, CTRL | ALT)
    assert hands.text == before and hands.said[-1].startswith("Select the blocks")


def test_a_frame_becomes_a_page_without_a_question(hands):
    hands.canvas.selection.choose(("C", "D"))
    frame = hands.canvas.placing.frame()
    hands.key(Qt.Key.Key_Escape)
    hands.canvas.selection.choose((frame,))
    hands.key(Qt.Key.Key_G, CTRL | ALT)
    assert list(hands.history.document.pages) == ["main", "Frame"] and not hands.page.frames
