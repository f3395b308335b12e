"""State of a page between steps belongs to its document: with the real worker."""

import numpy as np
import pytest
from msgspec import structs
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.app.window.run.worker_session import IDLE, RUNNING
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import AddPage, Insert, Remove, SetValue, rename
from blockloom.blocks.files import documents
from blockloom.blocks.problems import KEPT_VALUE
from blockloom.runtime.protocol import requests
from tests.app.windowkit import at_work, entries_of, give_up
from tests.pages import document

CTRL = Qt.KeyboardModifier.ControlModifier


def test_a_result_older_than_the_page_says_so_until_the_next_run(window, qtbot, catalogue):
    window.file.take(
        document(catalogue, "A Const value=2.0f; B Const value=3.0f; SQ Square x=<A.output"),
        "",
    )
    run(window, qtbot)
    canvas = window.canvas()
    assert canvas.marks.stale == set() and canvas.marks.fresh("SQ", "y")
    fresh = canvas.grab().toImage()
    window.do(SetValue("main", "A", "value", "5.0f"), "Set A.value")
    assert {b for b in ("A", "B", "SQ") if canvas.marks.state(b) == "stale"} == {"A", "SQ"}
    assert not canvas.marks.fresh("SQ", "y") and canvas.marks.fresh("B", "output")
    assert canvas.grab().toImage() != fresh
    title = CanvasHit("title", "SQ")
    assert "edited since the run" in tip(title, canvas.scene, canvas.page, canvas.marks, None)
    window.undo()
    assert canvas.marks.stale == set()
    window.redo()
    run(window, qtbot)
    assert canvas.marks.stale == set() and value(window, "SQ", "y") == "25"
    assert "edited since the run" not in tip(title, canvas.scene, canvas.page, canvas.marks, None)


def counter(catalogue, begins, by="1"):
    """Return a page whose V grows in each step, with a trend of it."""
    return document(
        catalogue,
        {"V": ("loom.Variable", {"initvalues": begins}), "UP": ("AssignAdd", {"value": by}), "TREND": "loom.Trend"},
        "V.ref -> UP.ref\nUP.output_ref -> TREND.value",
    )


@pytest.fixture(scope="module")
def worked(qapp, catalogue):
    with at_work(catalogue, new_document()) as window:
        window.worker.start()
        yield window
        give_up(window)


@pytest.fixture
def window(worked, qtbot):
    qtbot.waitUntil(lambda: worked.worker.ready and worked.worker.state == IDLE)
    give_up(worked)
    worked.file.new()
    worked.activateWindow()
    qtbot.waitUntil(worked.isActiveWindow)
    yield worked
    worked.runs.stop()
    qtbot.waitUntil(lambda: worked.worker.state == IDLE)
    give_up(worked)


def run(window, qtbot, steps=1):
    ended = []
    window.worker.ended.connect(ended.append)
    window.runs.run(steps)
    assert window.worker.state != IDLE
    qtbot.waitUntil(lambda: bool(ended) and window.worker.state == IDLE)
    window.worker.ended.disconnect(ended.append)
    return ended[0]


def output_of(canvas, block):
    """Return the canvas hit on the first output of a block."""
    spots = canvas.scene.layouts[canvas.scene.slot[block]].spots
    return CanvasHit("pin", block, spot=next(s for s in spots if s.role == "output"))


def value(window, block="V", pin="ref"):
    return window.canvas().marks.results[block][pin]["text"]


def test_another_document_starts_again_and_shows_nothing_of_the_one_before(window, qtbot, catalogue, tmp_path):
    for name, begins in (("one", "0"), ("two", "100")):
        documents.save(counter(catalogue, begins), tmp_path / f"{name}.loom")
    assert window.file.open_path(str(tmp_path / "one.loom"))
    run(window, qtbot, 10)
    assert value(window) == "10" and "step 10" in window.status.state.text()
    assert window.canvas().marks.results["V"]["ref"]["text"] == "10"
    assert window.file.open_path(str(tmp_path / "two.loom"))
    assert (
        window.canvas().marks.results == {}
        and window.runs.pages.run_of("main").results == {}
        and window.worker.step == 0
    )
    held = []
    window.worker.ask(requests.GetSliceRequest(parse("V.ref"), []), held.append)
    qtbot.waitUntil(lambda: bool(held))
    assert held[0].dtype == ""  # the worker has nothing of it either
    ended = run(window, qtbot)
    assert (value(window), ended.step, ended.reset) == ("101", 1, [])
    assert "step 1" in window.status.state.text()
    before = []
    window.worker.ask(requests.GetSliceRequest(parse("V.ref"), [], True), before.append)
    qtbot.waitUntil(lambda: bool(before))
    assert before[0].dtype == ""  # a run of the document before is none to compare with


def test_a_new_document_counts_its_steps_from_the_start(window, qtbot, catalogue):
    window.file.take(counter(catalogue, "0"), "")
    run(window, qtbot, 4)
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    assert not window.page().blocks
    window.canvas().clipboard.paste(documents.dumps(counter(catalogue, "0")))
    assert run(window, qtbot).step == 1 and value(window) == "1"


def test_a_run_that_goes_on_while_another_document_opens_tells_it_nothing(window, qtbot, catalogue):
    window.file.take(counter(catalogue, "0"), "")
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING and window.worker.step > 3)
    window.file.take(counter(catalogue, "100"), "")
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    assert (
        window.worker.step == 0
        and window.runs.pages.run_of("main").results == {}
        and window.runs.times.of_page("main") == {}
    )
    assert not window.canvas().marks.traces.series and "step" not in window.status.state.text()
    assert run(window, qtbot).step == 1 and value(window) == "101"


def test_saving_under_another_name_keeps_the_state_and_reloading_does_not(window, qtbot, catalogue, tmp_path):
    window.file.take(counter(catalogue, "0"), "")
    run(window, qtbot, 3)
    assert window.file.write(str(tmp_path / "kept.loom"), wait=True)
    assert run(window, qtbot).step == 4 and value(window) == "4"
    assert window.file.open_path(str(tmp_path / "kept.loom"))
    assert run(window, qtbot).step == 1 and value(window) == "1"


def kept_blocks(window):
    return [p.block for p in window.problem_list.rows.problems if p.code == KEPT_VALUE]


def test_an_initial_value_edited_later_is_said_and_the_box_at_the_block_initialises_it(window, qtbot, catalogue):
    window.file.take(counter(catalogue, "0"), "")
    run(window, qtbot, 3)
    window.do(SetValue("main", "V", "initvalues", "50"), "Set V.initvalues")
    qtbot.waitUntil(lambda: kept_blocks(window) == ["V"])
    canvas = window.canvas()
    assert canvas.marks.severity("V", "initvalues") == "warning"
    assert "keeps its present value" in canvas.marks.messages("V")[0]
    window.undo()
    qtbot.waitUntil(lambda: kept_blocks(window) == [])
    window.redo()
    assert run(window, qtbot).step == 4 and value(window) == "4" and kept_blocks(window) == ["V"]
    canvas.setFocus()
    canvas.selection.choose(["V"])
    QTest.keyClick(canvas, Qt.Key.Key_Period, CTRL)
    qtbot.waitUntil(lambda: window.quick_fixes.box is not None)
    assert [b.text() for b in window.quick_fixes.box.buttons] == ["Initialise V now"]
    said = window.messages.count()
    with qtbot.waitSignal(window.worker.ended):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert value(window) == "50" and kept_blocks(window) == [] and window.quick_fixes.box is None
    assert window.status.state.text() == "step 4: V has its initial value"
    assert window.messages.count() == said  # without a message that V kept its state
    assert not window.history.redo_label and window.history.undo_label == "Set V.initvalues"  # not an undo entry
    assert run(window, qtbot).step == 5 and value(window) == "51"


def test_a_variable_that_is_initialised_is_not_asked_to_keep_its_value(window, qtbot, catalogue):
    window.file.take(counter(catalogue, "0"), "")
    run(window, qtbot, 3)
    window.do(SetValue("main", "V", "initvalues", "50"), "Set V.initvalues")
    said = window.messages.count()
    with qtbot.waitSignal(window.worker.ended):
        window.runs.initialise(["V"])  # no run was between: initialising compiles the page again
    assert value(window) == "50" and window.messages.count() == said


def test_the_menu_of_a_variable_initialises_it_and_reset_takes_the_mark_away(window, qtbot, catalogue):
    window.file.take(counter(catalogue, "0"), "")
    run(window, qtbot, 3)
    canvas = window.canvas()

    def entries(block):
        return entries_of(canvas.menus.context(CanvasHit("title", block), QPointF()))

    assert "Initialise now" not in entries("UP")
    with qtbot.waitSignal(window.worker.ended):
        entries("V")["Initialise now"].trigger()
    assert value(window) == "0"
    window.do(SetValue("main", "V", "initvalues", "7"), "Set V.initvalues")
    qtbot.waitUntil(lambda: kept_blocks(window) == ["V"])
    with qtbot.waitSignal(window.worker.was_reset):
        window.runs.reset()
    assert kept_blocks(window) == [] and canvas.marks.severity("V") == ""
    run(window, qtbot)
    assert value(window) == "8"


def test_a_step_that_fails_is_said_to_have_failed_half_way_and_results_look_their_age(window, qtbot, catalogue):
    made = document(
        catalogue,
        "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; "
        "AT GatherV2 params=[10, 20, 30] axis=0 indices=<UP.output_ref",
    )
    window.file.take(made, "")
    for _ in range(2):
        run(window, qtbot)
    canvas = window.canvas()
    assert canvas.marks.older == ""
    ended = run(window, qtbot)
    show_whole(window, qtbot)
    assert (ended.step, ended.changed) == (2, ["V"])
    assert window.status.state.text() == "step 3, failed; it may have changed V"
    window.do(AddPage("other"), "Add page")
    window.tabs.show_page("other")
    assert window.status.state.text() == "idle", "another page has not run"
    window.tabs.show_page("main")
    assert window.status.state.text() == "step 3, failed; it may have changed V"
    told = [window.messages.item(i).text() for i in range(window.messages.count())]
    assert any(
        "step 3 did not complete and is not counted; it may have changed V. The results that blocks show "
        "are of step 2" in text
        for text in told
    )
    assert value(window, "AT", "output") == "30"
    result = output_of(canvas, "AT")
    assert "of step 2: step 3 did not complete" in tip(result, canvas.scene, canvas.page, canvas.marks, None)
    with qtbot.waitSignal(window.worker.ended):
        window.runs.initialise(["V"])
    assert canvas.marks.older  # of AT, there is nothing newer
    variable = output_of(canvas, "V")
    assert "0<br>set after step 2<" in tip(variable, canvas.scene, canvas.page, canvas.marks, None)
    run(window, qtbot)
    assert "1<br>of step 3<" in tip(variable, canvas.scene, canvas.page, canvas.marks, None)
    assert canvas.marks.older == "" and value(window, "AT", "output") == "20"


def show_whole(window, qtbot):
    """Show the last whole step in the place of the one that failed."""
    qtbot.waitUntil(lambda: window.runs.failed.shows)
    window.commands["failed_step"].trigger()


def test_a_failed_step_is_shown_at_once_and_leads_to_the_last_whole_one_and_back_before_it(
    window, qtbot, catalogue, tmp_path, monkeypatch
):
    made = document(
        catalogue,
        "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; P Const value=[10, 20, 30]; "
        "AT GatherV2 axis=0 params=<P.output indices=<UP.output_ref; NEG Neg x=<AT.output",
    )
    window.file.take(made, "")
    for _ in range(2):
        run(window, qtbot)
    canvas, failed = window.canvas(), window.runs.failed
    assert run(window, qtbot).outcome == "error"
    qtbot.waitUntil(lambda: failed.shows)
    marks = canvas.marks
    assert (value(window, "UP", "output_ref"), value(window, "V", "ref")) == ("3", "3")
    assert marks.unreached == {"NEG"} and marks.took == {"AT": {"params": "[10 20 30]", "indices": "3", "axis": "0"}}
    assert marks.step == 3 and marks.older == "" and marks.severity("AT") == "error"
    assert window.status.state.text() == "step 3, failed; it may have changed V"
    assert failed.bar.isVisible() and "Step 3, failed: AT: params = [10 20 30], indices = 3" in failed.bar.text.text()
    assert "Not reached" in tip(CanvasHit("title", "NEG"), canvas.scene, canvas.page, marks, None)
    canvas.setFocus()
    canvas.selection.choose({"AT"})
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    assert failed.bar.text.text() == "Step 3 did not complete"
    QTest.keyClick(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "Step 3, failed: AT: " in failed.bar.text.text()
    for differs in (True, False):
        op = structs.replace(failed.failed.failed, differs=differs)
        failed.failed = structs.replace(failed.failed, failed=op)
        failed.bar.show_step()
        told = failed.bar.accessibleName()
        assert ("of a replay that did not fail in the same way" in told) == differs
    wide = window.size()
    window.resize(700, 500)
    qtbot.waitUntil(lambda: failed.bar.other.y() > failed.bar.text.y() and failed.bar.width() <= window.tabs.width())
    told = failed.bar.text
    assert told.text() == failed.bar.accessibleName() or told.toolTip() == failed.bar.accessibleName()
    assert told.fontMetrics().horizontalAdvance(told.text()) <= told.width(), "nothing of it is cut off"
    window.resize(wide)
    hatched = canvas.grab().toImage()
    QTest.mouseClick(failed.bar.other, Qt.MouseButton.LeftButton)
    assert (value(window, "UP", "output_ref"), marks.unreached, marks.took) == ("2", set(), {})
    assert marks.older == "of step 2: step 3 did not complete" and failed.bar.other.text() == "Show Step 3, Failed"
    for button in failed.bar.other, failed.bar.back:
        assert button.width() >= button.sizeHint().width(), "the button grows with its text"
    assert canvas.grab().toImage() != hatched
    window.commands["failed_step"].trigger()
    qtbot.waitUntil(lambda: failed.shows)
    assert value(window, "UP", "output_ref") == "3" and marks.unreached == {"NEG"}
    looking = window.looking_back
    qtbot.waitUntil(lambda: looking.history is not None)
    looking.look(1)
    qtbot.waitUntil(lambda: value(window, "UP", "output_ref") == "1")
    assert marks.unreached == set() and "step 1" in marks.older and not failed.shows
    QTest.mouseClick(failed.bar.other, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: failed.shows)
    assert (value(window, "UP", "output_ref"), marks.older, looking.shown_step) == ("3", "", 0)
    assert failed.bar.back.text().replace("&", "") == "Roll Back Step 3"
    with qtbot.waitSignal(window.worker.ended):
        QTest.mouseClick(failed.bar.back, Qt.MouseButton.LeftButton)
    assert not failed.bar.isVisible() and canvas.hasFocus() and marks.unreached == set() and marks.older == ""
    assert (value(window, "V", "ref"), value(window, "AT", "output")) == ("2", "30")
    assert window.status.state.text() == "rolled back step 3"
    window.do(SetValue("main", "P", "value", "[10, 20, 30, 40]"), "Set P.value")
    ended = run(window, qtbot)
    assert (ended.step, value(window, "V", "ref"), value(window, "AT", "output")) == (3, "3", "40")
    before = window.messages.count()
    window.commands["undo_step"].trigger()
    told = [window.messages.item(i).text() for i in range(before, window.messages.count())]
    assert window.worker.state == IDLE and value(window, "V", "ref") == "3", told
    window.do(SetValue("main", "P", "value", "[10, 20, 30, 40, 50, 60]"), "Set P.value")
    assert run(window, qtbot, 9).outcome == "error"
    qtbot.waitUntil(lambda: failed.shows and looking.timeline.position_label.text() == "Step 6, failed")
    qtbot.waitUntil(lambda: failed.bar.other.text() == "Show Step 5")
    QTest.mouseClick(failed.bar.other, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: value(window, "AT", "output") == "60")
    assert (marks.step, marks.older) == (5, "of step 5: step 6 did not complete")
    assert looking.timeline.position_label.text() == "Step 5" and not looking.timeline.latest.isVisible()
    history = str(tmp_path / "run.history")
    window.worker.ask(requests.WriteHistoryRequest(history), lambda reply: None)
    window.commands["reset"].trigger()
    qtbot.waitUntil(lambda: not looking.timeline.axis.last and not failed.bar.isVisible())
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (history, ""))
    window.commands["open_history"].trigger()
    qtbot.waitUntil(lambda: failed.shows and looking.timeline.position_label.text() == "Step 6, failed")
    assert window.status.state.text() == "step 6, failed" and marks.unreached == {"NEG"}
    told = failed.bar.accessibleName()
    assert (
        "Step 6, failed: AT: params = [10 20 30 40 50 60], indices = 6" in told
        and "\N{HORIZONTAL ELLIPSIS}" not in told
    )
    assert value(window, "UP", "output_ref") == "6" and marks.severity("AT") == "error"
    with qtbot.waitSignal(window.worker.ended):
        QTest.mouseClick(failed.bar.back, Qt.MouseButton.LeftButton)
    assert value(window, "V", "ref") == "5" and window.status.state.text() == "rolled back step 6"
    window.do(SetValue("main", "P", "value", "[10, 20, 30, 40, 50, 60, 70]"), "Set P.value")
    ended = run(window, qtbot)
    assert (ended.outcome, ended.step, value(window, "AT", "output")) == ("done", 6, "70")


def test_results_look_their_age_on_a_page_without_state_too(window, qtbot, catalogue):
    window.file.take(
        document(catalogue, {"AT": ("GatherV2", {"params": "[10, 20, 30]", "indices": "1", "axis": "0"})}), ""
    )
    run(window, qtbot)
    assert window.canvas().marks.older == ""
    window.do(SetValue("main", "AT", "indices", "7"), "Set AT.indices")
    before = window.messages.count()
    ended = run(window, qtbot)
    show_whole(window, qtbot)
    assert (ended.outcome, ended.changed, value(window, "AT", "output")) == ("error", [], "20")
    assert window.canvas().marks.older == "of step 1: step 2 did not complete"
    told = [window.messages.item(i).text() for i in range(before, window.messages.count())]
    assert any("main: The results that blocks show are of step 1: step 2 did not" in text for text in told)
    assert not any("may have changed" in text for text in told) and "changed" not in window.status.state.text()
    window.undo()
    run(window, qtbot)
    assert window.canvas().marks.older == ""


def test_all_that_is_shown_is_of_one_step_and_what_failed_is_gone_with_the_next_run(window, qtbot, catalogue):
    window.file.take(
        document(
            catalogue,
            "V loom.Variable initvalues=[3.0, 4.0]; UP AssignSub value=[1.0, 1.0] ref=<V.ref; "
            "L Log x=<UP.output_ref; C CheckNumerics message=bad tensor=<L.y",
        ),
        "",
    )
    assert run(window, qtbot, 9).outcome == "error"
    show_whole(window, qtbot)
    canvas = window.canvas()
    step = window.runs.pages.run_of("main").step  # on a slow machine the second is shown, too
    assert canvas.marks.older == f"of step {step}: step 3 did not complete"
    assert [value(window, block, pin) for block, pin in (("V", "ref"), ("UP", "output_ref"), ("C", "output"))] == {
        1: ["[2 3]", "[2 3]", "[0.693147 1.09861]"],
        2: ["[1 2]", "[1 2]", "[0 0.693147]"],
    }[step]
    for _ in range(2):
        assert run(window, qtbot).outcome == "error"
    assert [p.block for p in window.problem_list.rows.problems] == ["C"] and canvas.marks.severity("C") == "error"
    with qtbot.waitSignal(window.worker.was_reset):
        window.runs.reset()
    assert window.problem_list.rows.problems == [] and canvas.marks.severity("C") == ""
    run(window, qtbot, 2)
    up = output_of(canvas, "UP")
    assert value(window, "UP", "output_ref") == "[1 2]" and canvas.marks.older == ""
    assert "of step 2<" in tip(up, canvas.scene, canvas.page, canvas.marks, None)
    assert run(window, qtbot).outcome == "error" and window.problem_list.rows.problems
    window.do(SetValue("main", "UP", "value", "[-5.0, -5.0]"), "Set UP.value")
    assert run(window, qtbot).outcome == "done" and window.problem_list.rows.problems == []


def test_non_finite_values_are_marked_on_their_pin_without_a_problem(window, qtbot, catalogue):
    window.file.take(
        document(
            catalogue, "V loom.Variable initvalues=2.0f; UP AssignSub value=1.0f ref=<V.ref; LOG Log x=<UP.output_ref"
        ),
        "",
    )
    canvas = window.canvas()
    canvas.fit()

    def pixels():
        """Return the number of pixels in the colour of non-finite values."""
        image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        return (np.frombuffer(image.constBits(), np.uint32) == QColor(canvas.painter.theme.not_finite).rgb()).sum()

    run(window, qtbot)
    assert pixels() == 0
    run(window, qtbot)
    assert canvas.marks.results["LOG"]["y"]["not_finite"] == 2 and pixels() > 0
    log = output_of(canvas, "LOG")
    assert "not finite: first seen in step 2" in tip(log, canvas.scene, canvas.page, canvas.marks, None)
    assert window.problem_list.rows.problems == [] and canvas.marks.state("LOG") == ""
    red, looking = pixels(), window.looking_back
    run(window, qtbot)
    qtbot.waitUntil(lambda: looking.history is not None and looking.history.step == 3)
    looking.look(2)
    qtbot.waitUntil(lambda: value(window, "LOG", "y") == "-inf")
    assert canvas.marks.older and pixels() == red, "it is as red in a step of before"


def test_state_goes_with_blocks_that_are_renamed(window, qtbot, catalogue):
    """Of variables, queues and slots, also where the page could not run in between."""
    made = document(
        catalogue,
        """
        V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref
        Q FIFOQueueV2 component_types=DT_FLOAT shapes=[[]]; ONE Const value=1.0f
        PUT QueueEnqueueV2 handle=<Q.handle components=<ONE.output; LEFT QueueSizeV2 handle=<Q.handle
        W loom.Variable initvalues=4.0f; OPT loom.MomentumOptimizer learning_rate=0.1 momentum=0.5
        LOSS Square x=<W.ref; TRAIN loom.Minimize loss=<LOSS.y optimizer=<OPT.optimizer; PUT -> LEFT""",
    )
    window.file.take(made, "")
    run(window, qtbot, 4)
    wanted = value(window, "W")
    window.file.take(documents.loads(documents.dumps(made)), "")
    run(window, qtbot, 2)
    for old, new in (("V", "COUNTED"), ("Q", "V"), ("W", "Q"), ("OPT", "OPT_2")):  # V and Q are others now
        window.do(rename(window.page(), old, new), "Rename")
    opened = []
    window.worker.opened.connect(opened.append)
    window.do(Insert("main", (Block("BAD", "Reshape", values={"shape": "[3]", "tensor": "[1.0, 2.0]"}),)), "Insert")
    window.runs.run(1)
    qtbot.waitUntil(lambda: bool(opened) and window.worker.state == IDLE)
    assert [p for p in opened[0].problems if p.severity == "error"]
    window.do(Remove("main", ("BAD",)), "Remove")
    run(window, qtbot, 2)
    window.worker.opened.disconnect(opened.append)
    assert opened[-1].reset == []
    assert (value(window, "COUNTED"), value(window, "LEFT", "size"), value(window, "Q")) == ("4", "4", wanted)
