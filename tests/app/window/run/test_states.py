"""Display of runs in the window."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run import worker_session
from blockloom.app.window.run.run_dialogs import FitDialog
from blockloom.app.window.run.worker_session import IDLE, RUNNING, WorkerSession
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import AddPage, Insert, Remove, RenamePage, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.problems import KEPT_VALUE, Problem
from blockloom.blocks.results.run_modes import RunMode
from tests.app.windowkit import FakeWorker, make_window
from tests.pages import document


def worker(window):
    return window.worker.process


def add(window, *blocks):
    window.do(Insert(window.tabs.page_name(), blocks), "Add")


def inspect(window, qtbot, block):
    window.canvas().selection.choose([block])
    qtbot.waitUntil(lambda: window.inspector.shown == block)
    return window.inspector.fields


PROBLEM = Problem.from_texts("error", "missing-input", "main", "A", "", "nothing is wired", "Wire it")


def test_errors_stop_the_run_and_the_list_jumps(window, qtbot):
    add(window, Block("A", "NoOp"), Block("B", "NoOp"))
    window.do(AddPage("other"), "Add page")
    worker(window).answers["open"] = {"problems": [Problem.from_texts("warning", "w", "main", "B", "", "odd"), PROBLEM]}
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: len(window.problem_list.rows.problems) == 2)
    assert "run" not in worker(window).did() and "cannot run" in window.status.state.text()
    assert window.problem_list.rows.problems[0].code == "missing-input"  # errors first
    window.tabs.show_page("other")
    view = window.problem_list
    view.setFocus()
    view.setCurrentIndex(view.rows.index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert window.tabs.page_name() == "main" and window.canvas().selection() == {"A"}
    second = view.visualRect(view.rows.index(1, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert window.canvas().selection() == {"B"} and view.hasFocus()
    QTest.mouseClick(
        view.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ControlModifier,
        view.visualRect(view.rows.index(0, 0)).center(),
    )
    assert len(view.selectionModel().selectedRows()) == 2 and window.canvas().selection() == {"B"}
    worker(window).answers["get_types"] = {"types": {}, "problems": []}
    window.do(Remove("main", ("A",)), "Delete")  # the cause that kept the page from running
    qtbot.waitUntil(lambda: window.status.state.text() == "idle")


def click_on(canvas, name):
    place = canvas.navigation.place_of(name)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(place.center().x(), place.top() + 8))


@pytest.mark.parametrize("chosen", ["A", "B"])
def test_what_has_a_problem_and_what_is_selected_stays_in_view_beside_the_list(window, qtbot, chosen):
    canvas = window.canvas()
    add(window, Block("A", "NoOp"), Block("B", "NoOp", 300.0))
    low = QPointF(canvas.width() / 2, canvas.height() - 60)
    canvas.view.place(1.0, canvas.scene.box(canvas.scene.slot["B"]).center(), low)
    click_on(canvas, chosen)
    worker(window).answers["open"] = {"problems": [PROBLEM]}
    before = canvas.height()
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: canvas.height() < before)
    assert all(canvas.rect().contains(canvas.navigation.place_of(name)) for name in "AB")
    window.resize(window.width(), window.minimumSizeHint().height())
    qtbot.waitUntil(lambda: canvas.height() < before // 2)
    assert canvas.rect().contains(canvas.navigation.place_of(chosen))


def test_a_double_click_on_a_problem_brings_its_whole_block_into_view(window, qtbot):
    canvas = window.canvas()
    add(window, Block("A", "NoOp"))
    worker(window).answers["open"] = {"problems": [PROBLEM]}
    view, before = window.problem_list, canvas.height()
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: canvas.height() < before)
    box = canvas.scene.box(canvas.scene.slot["A"])
    canvas.view.place(1.0, box.center(), QPointF(20, 30))  # partly beyond the left edge
    at = view.visualRect(view.rows.index(0, 1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert canvas.selection() == {"A"} and canvas.rect().contains(canvas.navigation.place_of("A"))


def test_warnings_appear_and_the_run_starts(window, qtbot):
    add(window, Block("A", "NoOp"))
    worker(window).answers["open"] = {"problems": [["warning", *PROBLEM[1:]]], "retained": ["W"], "reset": ["Q"]}
    window.commands.steps.setValue(4)
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    assert ("run", {"mode": RunMode(4)}) in worker(window).asked
    assert len(window.problem_list.rows.problems) == 1
    said = " ".join(window.messages.item(i).text() for i in range(window.messages.count()))
    assert "kept the state of W" in said and "reset Q" in said
    assert not window.commands["run"].isEnabled() and window.commands["stop"].isEnabled()


@pytest.mark.parametrize("mode, told", [(RunMode(0, epochs=2), "reset Q"), (RunMode(2), "reset ITER, Q")])
def test_data_that_each_epoch_restarts_is_reported_as_reset_only_by_other_runs(window, qtbot, mode, told):
    add(window, Block("A", "NoOp"))
    worker(window).answers["open"] = {"problems": [], "reset": ["ITER", "Q"], "restarted": ["ITER"]}
    window.runs.start(mode)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    assert window.messages.item(window.messages.count() - 1).text().endswith(told)


def test_an_initialised_variable_is_not_reported_as_kept(window, qtbot):
    add(window, Block("W", "NoOp"), Block("X", "NoOp"))
    kept = [Problem.from_texts("warning", KEPT_VALUE, "main", name, "", f"{name} keeps its value") for name in "WX"]
    worker(window).answers["open"] = {"problems": kept, "retained": ["W", "X"], "reset": []}
    window.runs.initialise(["W"])
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    said = [window.messages.item(i).text() for i in range(window.messages.count())]
    assert any("X keeps its value" in text for text in said) and not any("W" in text for text in said)
    assert any("kept the state of X" in text for text in said)


def test_waiting_and_results_reach_status_canvas_and_inspector(window, qtbot):
    add(window, Block("TAKE", "SparseAccumulatorTakeGradient"))
    inspect(window, qtbot, "TAKE")
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    blocked = {"block": "TAKE", "available": 1, "required": 2, "text": "1 of 2 gradients"}
    worker(window).tell("waiting", blocks=[blocked])
    qtbot.waitUntil(lambda: "TAKE waits: 1 of 2 gradients" in window.status.state.text())
    worker(window).tell("waiting", blocks=[])
    summary = {"dtype": "float64", "shape": [2, 2], "text": "[[1.4 2.4] [3.4 4.4]]"}
    worker(window).tell("step_results", step=12, shown={"results": {"TAKE": {"values": summary}}})
    qtbot.waitUntil(lambda: "running, step 12" in window.status.state.text())
    (line,) = window.inspector.outputs.links
    assert "values[2][2] = [[1.4 2.4]" in line.accessibleName()
    window.commands["stop"].trigger()
    worker(window).finish(outcome="stopped", step=13, shown={"results": {}})
    qtbot.waitUntil(lambda: "stopped after step 13" in window.status.state.text())


def test_results_of_a_dead_worker_look_their_age_when_the_next_one_fails(window, qtbot, catalogue):
    window.workspace.replace(document(catalogue, {"A": ("Const", {"value": "1.0"})}))

    def step(**ended):
        window.runs.run(1)
        qtbot.waitUntil(lambda: window.worker.state == RUNNING)
        worker(window).finish(**ended)
        qtbot.waitUntil(lambda: window.worker.state == IDLE)
        return window.canvas().marks.older

    half = {"outcome": "error", "step": 0, "problems": [], "partial_step": True, "changed": [], "shown": {"step": 0}}
    assert step(**half) == ""  # nothing is shown yet, and so nothing is old
    shown = {"step": 1, "results": {"A": {"output": {"dtype": "float32", "shape": [], "text": "1.0"}}}}
    assert step(outcome="done", step=1, shown=shown) == ""
    worker(window).answers["open"]["blocks"] = ["A"]
    worker(window).die()
    qtbot.waitUntil(lambda: worker(window).starts == 2)
    assert step(**half) == "of an earlier run: step 1 did not complete"


def test_a_dead_worker_is_said_and_the_next_run_works(window, qtbot):
    add(window, Block("A", "NoOp"))
    before = documents.dumps(window.history.document)
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    worker(window).die("the worker process was ended by SIGKILL")
    qtbot.waitUntil(lambda: "SIGKILL" in window.status.state.text())
    assert "SIGKILL" in window.messages.item(window.messages.count() - 1).text()
    assert documents.dumps(window.history.document) == before and window.commands["step"].isEnabled()
    worker(window).answers["run"] = {"outcome": "done", "step": 1, "problems": [], "shown": {"results": {}}}
    window.commands["step"].trigger()
    qtbot.waitUntil(lambda: "done, step 1" in window.status.state.text())


def test_what_no_session_needs_any_more_shows_nothing(window, qtbot):
    add(window, Block("A", "NoOp"), Block("B", "NoOp"))
    opened, run = worker(window).answers["open"], {"outcome": "done", "step": 1, "problems": []}
    for results, blocks, left in (
        ({"A": {"x": None}, "B": {"y": None}}, ["A", "B"], {"A", "B"}),
        ({}, ["A", "B"], {"A", "B"}),
        ({}, ["B"], {"B"}),
    ):
        worker(window).answers |= {"open": {**opened, "blocks": blocks}, "run": {**run, "shown": {"results": results}}}
        add(window, Block(f"C{len(left)}{len(results)}", "NoOp"))  # the page is another, and opened again
        window.runs.run(1)
        qtbot.waitUntil(lambda: window.worker.state == IDLE)
        assert window.canvas().marks.results.keys() == left


def test_of_a_process_that_does_not_react_it_is_said_why_it_was_ended(qtbot, catalogue, monkeypatch):
    monkeypatch.setattr(worker_session, "_STOP_MS", 0)
    window = make_window(qtbot, catalogue)
    window.worker.start()
    add(window, Block("A", "NoOp"))
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    window.commands["stop"].trigger()
    qtbot.waitUntil(lambda: "did not react to Stop, so its process was ended" in window.status.state.text())
    qtbot.waitUntil(lambda: worker(window).starts == 2 and window.commands["run"].isEnabled())
    worker(window).die("the worker process was ended by SIGKILL")  # the next worker's end is reported as well
    qtbot.waitUntil(lambda: "SIGKILL" in window.messages.item(window.messages.count() - 1).text())
    window.worker.close()


def test_reset_clears_the_results(window, qtbot):
    add(window, Block("A", "NoOp"))
    worker(window).answers["run"] = {"outcome": "done", "step": 1, "shown": {"results": {"A": {"x": None}}}}
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.canvas().marks.results == {"A": {"x": None}})
    window.commands["reset"].trigger()
    qtbot.waitUntil(lambda: window.runs.pages.run_of("main").results == {})


def test_a_renamed_page_keeps_the_epochs_that_it_was_fitted_for(window, qtbot):
    add(window, Block("A", "NoOp"))
    worker(window).answers["run"] = {"outcome": "done", "step": 3, "epochs": 25}
    window.commands["fit_model"].trigger()
    dialog = window.findChildren(FitDialog)[-1]
    dialog.epochs.setValue(25)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "run" in worker(window).did() and window.worker.state == IDLE)
    window.do(RenamePage("main", "other"), "Rename")
    window.commands["fit_model"].trigger()
    again = window.findChildren(FitDialog)[-1]
    assert again is not dialog and again.epochs.value() == 25
    again.close()


def test_a_new_document_knows_nothing_of_a_page_that_was_going_back(window, qtbot):
    add(window, Block("A", "NoOp"))
    worker(window).answers["run"] = {"outcome": "done", "step": 1}
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: window.status.state.text() == "done, step 1")
    window.runs.go_back(0)
    assert worker(window).did()[-1] == "rewind"
    window.history.mark_saved()
    window.file.new()
    worker(window).finish("rewind", outcome="done", step=0)
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    add(window, Block("B", "NoOp"))
    QTest.keyClick(window, Qt.Key.Key_F10)
    qtbot.waitUntil(lambda: worker(window).did().count("run") == 2 and window.worker.state == IDLE)
    assert window.status.state.text() == "done, step 1"


def test_a_new_document_ends_the_run_of_the_old_one(window, qtbot):
    add(window, Block("A", "NoOp"))
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    window.history.mark_saved()
    window.file.new()
    assert worker(window).did()[-1] == "stop"
    worker(window).finish(outcome="stopped", step=3, shown={"results": {"A": {"x": None}}})
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    assert window.runs.pages.run_of("main").results == {}


def test_a_worker_that_cannot_read_the_ops_is_said_and_run_tries_again(qtbot, catalogue):
    window = MainWindow(None, WorkerSession(FakeWorker))
    qtbot.addWidget(window)
    window.worker.fetch_catalogue()
    worker(window).die("TensorFlow cannot be imported")
    qtbot.waitUntil(lambda: "could not be read" in window.palette_view.none.text())
    assert "cannot be imported" in window.status.state.text()
    window.commands["step"].trigger()
    assert worker(window).did().count("write_catalogue") == 2
    window.worker.close()


def test_a_problem_of_a_run_disappears_when_its_block_is_edited(window, qtbot):
    add(window, Block("P", "Placeholder"), Block("N", "NoOp"))
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    unfed = Problem.from_texts("error", "failed", "main", "P", "output", "no value is fed")
    worker(window).finish("run", outcome="error", step=0, problems=[unfed], shown={"step": 0})

    def has_problem():
        return any(problem.block == "P" for problem in window.runs.pages.run_of("main").run_problems)

    qtbot.waitUntil(has_problem)
    window.do(SetValue("main", "N", "note", "1"), "another block")
    assert has_problem()
    window.do(SetValue("main", "P", "shape", "[2]"), "the block itself")
    assert not has_problem()


@pytest.mark.parametrize(("gone", "stays"), [("P", False), ("A", False), ("B", False), ("S", False), ("N", True)])
def test_a_problem_of_a_run_disappears_when_a_block_around_it_is_deleted(window, catalogue, qtbot, gone, stays):
    blocks = {"P": "Placeholder", "A": "Neg", "B": "Neg", "S": "loom.Session", "N": "NoOp"}
    wires = "P.output -> A.x\nA.y -> B.x\nB.y -> S.fetch_outputs"
    window.workspace.replace(document(catalogue, blocks, wires))
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    unfed = Problem.from_texts("error", "failed", "main", "P", "output", "no value is fed")
    worker(window).finish("run", outcome="error", step=0, problems=[unfed], shown={"step": 0})

    def has_problem():
        return any(problem.code == "failed" for problem in window.problem_list.rows.problems)

    qtbot.waitUntil(has_problem)
    canvas = window.canvas()
    canvas.setFocus()
    canvas.selection.choose({gone})
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    assert gone not in window.page().blocks and has_problem() == stays
