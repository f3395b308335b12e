"""Fixing problems from the list, by its key and by its menu."""

import pytest
from PySide6.QtCore import Qt

from blockloom.blocks import checks
from blockloom.blocks.document.addresses import address
from blockloom.blocks.problems import make_problem
from tests.pages import document


@pytest.fixture
def clash(window, catalogue):
    made = document(catalogue, "A Neg x=1.5f; B Neg x=2; C AddV2 x=<A.y y=<B.y")
    window.workspace.replace(made)
    window.problem_list.rows.set_problems(checks.check(made, catalogue))
    window.lists.show_problems()
    window.problem_list.setCurrentIndex(window.problem_list.rows.index(0, 0))
    return window


def test_the_key_inserts_the_cast_and_undo_takes_it_out(clash, qtbot):
    page = clash.history.document.pages["main"]
    clash.problem_list.setFocus()
    qtbot.keyClick(clash.problem_list, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert "CAST" in page.blocks
    assert clash.history.undo_label == "Insert Cast to DT_FLOAT"
    assert not any(p.code == "dtype-clash" for p in clash.problem_list.rows.problems)
    assert clash.canvas().selection() == {"C"}
    clash.undo()
    assert set(page.blocks) == {"A", "B", "C"}


def test_the_menu_names_the_fix(clash):
    texts = [a.text() for a in clash.problem_list.menu().actions()]
    assert texts[0] == "Fix: Insert Cast to DT_FLOAT"
    clash.problem_list.menu().actions()[0].trigger()
    assert "CAST" in clash.history.document.pages["main"].blocks


def test_what_has_no_fix_says_what_to_do(window, catalogue, qtbot):
    made = document(catalogue, "A Const value=1; N ConcatV2 axis=0 values=<A.output")
    window.workspace.replace(made)
    window.problem_list.rows.set_problems(checks.check(made, catalogue))
    window.lists.show_problems()
    window.problem_list.setCurrentIndex(window.problem_list.rows.index(0, 0))
    assert not window.problem_list.menu().actions()[0].isEnabled()
    qtbot.keyClick(window.problem_list, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert "Blockloom has no fix" in window.statusBar().currentMessage()
    assert not window.history.dirty


def test_on_the_page_the_key_is_about_the_page_where_no_block_has_a_problem(window, catalogue, qtbot):
    window.workspace.replace(document(catalogue, {"A": "NoOp"}))
    canvas, fix = window.canvas(), (Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(canvas, *fix)
    assert window.statusBar().currentMessage() == "No block of this page has a problem."
    window.problem_list.rows.set_problems([make_problem("too-deep", address("main"), most=60)])
    qtbot.keyClick(canvas, *fix)
    assert "Unpack some of them" in window.statusBar().currentMessage()
