"""Arrange in the window: the real process, progress, cancel, one edit."""

import sys

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressDialog, QPushButton

from blockloom.blocks.document.pages import Document, Frame
from blockloom.blocks.edits import Move
from blockloom.blocks.files import documents
from tests.blocks.layouts import layered_page, page_of
from tests.extent import slow


def show(window, page):
    document = Document()
    document.pages[page.name] = page
    window.workspace.replace(document)
    window.canvas().setFocus()
    return page


def places(page):
    return {b.id: (b.x, b.y) for b in page.blocks.values()}


def arrange(window, qtbot):
    window.activateWindow()
    window.canvas().setFocus()
    qtbot.waitUntil(lambda: window.isActiveWindow() and window.canvas().hasFocus())
    QTest.keyClick(window.canvas(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert window.arranging.busy
    qtbot.waitUntil(lambda: not window.arranging.busy)


def test_the_page_is_arranged_in_one_step_and_undone_in_one(window, qtbot):
    page = show(window, page_of([(0, 1, "x"), (1, 2, "x"), (0, 2, "y")], 3))
    before = documents.dumps(window.history.document)
    arrange(window, qtbot)
    found = places(page)
    assert found["B0"][0] < found["B1"][0] < found["B2"][0] and window.history.undo_label == "Arrange Page"
    window.undo()
    assert documents.dumps(window.history.document) == before and not window.history.undo_label
    window.redo()
    assert places(page) == found
    arrange(window, qtbot)  # nothing left to do: nothing to undo
    assert "already arranged" in window.statusBar().currentMessage()
    window.undo()
    assert documents.dumps(window.history.document) == before


def test_only_what_is_selected_is_arranged(window, qtbot):
    page = show(window, page_of([(0, 1, "x"), (1, 2, "x")], 3, [(0, 0), (0, 300), (0, 600)]))
    window.canvas().selection.choose(["B0", "B1"])
    arrange(window, qtbot)
    found = places(page)
    assert found["B2"] == (0, 600) and found["B0"][0] < found["B1"][0]
    assert window.history.undo_label == "Arrange Selection"


def test_a_selected_frame_is_arranged_with_its_blocks(window, qtbot):
    page = show(window, page_of([(0, 1, "x"), (1, 2, "x")], 3, None, (Frame("F"),), {0: "F", 1: "F"}))
    window.canvas().selection.choose(["F"])
    arrange(window, qtbot)
    found, frame = places(page), page.frames["F"]
    assert found["B0"][0] < found["B1"][0] and found["B2"] == (0, 0)
    assert frame.x < found["B0"][0] and found["B1"][0] < frame.x + frame.width


def test_an_empty_page_says_so(window, qtbot):
    window.commands["arrange"].trigger()
    assert not window.arranging.busy and "no blocks" in window.statusBar().currentMessage()


@slow
def test_a_page_that_changes_meanwhile_is_left_alone(window, qtbot):
    page = show(window, layered_page(200, 8, 1))
    window.commands["arrange"].trigger()
    window.do(Move("main", {"B0": (5.0, 5.0)}), "Move")
    qtbot.waitUntil(lambda: not window.arranging.busy)
    assert "changed meanwhile" in window.statusBar().currentMessage()
    assert {p for b, p in places(page).items() if b != "B0"} == {(0, 0)}


@slow
def test_progress_is_shown_and_cancel_changes_nothing(window, qtbot, monkeypatch):
    window.arranging.patience.setInterval(0)
    page = show(window, layered_page(500, 10, 1))
    before = documents.dumps(window.history.document)
    window.commands["arrange"].trigger()
    qtbot.waitUntil(lambda: bool(window.findChildren(QProgressDialog)))
    dialog = window.findChildren(QProgressDialog)[0]
    qtbot.waitUntil(lambda: dialog.value() > 0)
    process = window.arranging.process
    QTest.mouseClick(dialog.findChild(QPushButton), Qt.MouseButton.LeftButton)
    assert not window.arranging.busy and process.state() == process.ProcessState.NotRunning
    assert "cancelled" in window.statusBar().currentMessage()
    assert documents.dumps(window.history.document) == before
    qtbot.waitUntil(lambda: not window.findChildren(QProgressDialog))
    arrange(window, qtbot)  # the command can run again
    assert len(set(places(page).values())) == 500
    qtbot.waitUntil(lambda: not window.findChildren(QProgressDialog))  # it stays until the page is shown


def test_what_keeps_it_from_working_is_said(window, qtbot, monkeypatch):
    show(window, page_of([(0, 1, "x")], 2))
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    window.commands["arrange"].trigger()
    qtbot.waitUntil(lambda: not window.arranging.busy)
    assert "Not arranged" in window.statusBar().currentMessage()
    monkeypatch.undo()
    window.commands["arrange"].trigger()
    window.arranging.process.kill()
    qtbot.waitUntil(lambda: not window.arranging.busy)
    assert "ended unexpectedly" in window.statusBar().currentMessage()


def test_a_layout_larger_than_a_page_is_refused(window, qtbot):
    page = show(window, page_of([(0, 1, "x")], 2, [(9_999_900, 0), (9_999_900, 400)]))
    arrange(window, qtbot)
    assert "larger than a page" in window.statusBar().currentMessage() and page.blocks["B1"].y == 400


def test_closing_the_window_ends_it(window, qtbot):
    show(window, layered_page(500, 10, 1))
    window.commands["arrange"].trigger()
    process = window.arranging.process
    window.history.mark_saved()
    window.close()
    assert process.state() == process.ProcessState.NotRunning
