"""Run after Each Edit: one step soon after an edit, never in the middle of something."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert, Move, SetValue
from blockloom.blocks.problems import ERROR, Problem


@pytest.fixture
def auto(window, monkeypatch):
    """Return a window that runs soon after each edit."""
    window.do(Insert("main", (Block("A", "Const", values={"value": "1."}),)), "Add")
    window.runs.auto.timer.setInterval(1)
    window.worker.process.answers["run"] = {"outcome": "done", "step": 1}
    window.commands["auto_run"].trigger()
    return window


def runs(window):
    return window.worker.process.did().count("run")


def settled(window, qtbot, count):
    qtbot.waitUntil(lambda: runs(window) == count)
    qtbot.wait(40)
    assert runs(window) == count and window.worker.state == "idle"


def test_an_edit_runs_a_step_and_a_move_does_not(auto, qtbot):
    settled(auto, qtbot, 1)
    auto.do(SetValue("main", "A", "value", "2."), "Set")
    auto.do(SetValue("main", "A", "value", "3."), "Set")
    settled(auto, qtbot, 2)
    auto.do(Move("main", {"A": (50.0, 50.0)}), "Move")
    settled(auto, qtbot, 2)
    auto.undo()
    auto.undo()
    settled(auto, qtbot, 3)


def test_turned_off_nothing_runs(auto, qtbot):
    settled(auto, qtbot, 1)
    said = []
    auto.workspace.status_message.connect(lambda text, *_: said.append(text))
    for _ in range(3):
        auto.commands["auto_run"].trigger()
    on, off = "A step runs after each edit that leaves the page without errors", "Edits no longer run a step"
    assert said == [off, on, off]
    auto.do(SetValue("main", "A", "value", "2."), "Set")
    settled(auto, qtbot, 1)


def test_another_document_runs_nothing_unasked(auto, qtbot):
    settled(auto, qtbot, 1)
    auto.history.mark_saved()
    auto.workspace.replace(new_document())
    assert not auto.commands["auto_run"].isChecked()
    auto.do(Insert("main", (Block("A", "Const", values={"value": "1."}),)), "Add")
    settled(auto, qtbot, 1)


def test_a_page_with_errors_is_not_run(auto, qtbot):
    settled(auto, qtbot, 1)
    auto.do(SetValue("main", "A", "value", None), "Clear")
    auto.runs.show_checks("main", [Problem.from_texts(ERROR, "missing", "main", "A", "value", "no value")])
    settled(auto, qtbot, 1)


def test_what_is_being_typed_is_typed_to_its_end_first(auto, qtbot):
    settled(auto, qtbot, 1)
    canvas = auto.canvas()
    canvas.inline.value("A", "value")
    auto.do(SetValue("main", "A", "dtype", "DT_FLOAT"), "Set")
    QTest.keyClicks(canvas.inline.editor, "4.")
    qtbot.wait(40)
    assert runs(auto) == 1 and canvas.inline.editor is not None
    QTest.keyClick(canvas.inline.editor, Qt.Key.Key_Return)
    settled(auto, qtbot, 2)
    assert auto.page().blocks["A"].values["value"] == "4."


def test_a_run_that_the_user_began_is_left_alone(auto, qtbot):
    settled(auto, qtbot, 1)
    auto.worker.process.answers["run"] = None
    auto.runs.run(0)
    qtbot.waitUntil(lambda: auto.worker.state == "running")
    auto.do(SetValue("main", "A", "value", "2."), "Set")
    qtbot.wait(40)
    assert runs(auto) == 2
    auto.worker.process.finish(outcome="stopped", step=9)
    settled(auto, qtbot, 2)


def test_a_run_of_the_user_covers_the_edits_before_it(auto, qtbot):
    settled(auto, qtbot, 1)
    auto.runs.auto.timer.setInterval(20)  # the run is over by then
    auto.do(SetValue("main", "A", "value", "2."), "Set")
    auto.runs.run(1)
    settled(auto, qtbot, 2)


def test_a_page_that_was_refused_does_not_run_when_a_run_of_the_user_is_over(auto, qtbot):
    settled(auto, qtbot, 1)
    worker = auto.worker.process
    good = worker.answers["open"]
    worker.answers["open"] = good | {"problems": [Problem.from_texts(ERROR, "refused", "main", "A", "", "no")]}
    auto.do(SetValue("main", "A", "value", "2."), "Set")
    qtbot.waitUntil(lambda: worker.did().count("open") == 2 and auto.worker.state == "idle")
    worker.answers |= {"open": good, "run": None}
    auto.runs.run(0)
    qtbot.waitUntil(lambda: auto.worker.state == "running")
    auto.do(SetValue("main", "A", "value", "3."), "Set")
    qtbot.wait(40)
    worker.finish(outcome="stopped", step=9)
    settled(auto, qtbot, 2)


def test_it_is_off_when_a_window_starts(window):
    assert not window.commands["auto_run"].isChecked() and not window.runs.auto.on
