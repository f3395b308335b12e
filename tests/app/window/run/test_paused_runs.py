"""A run pauses at a block: the tests step through it, try other values, and keep the step or roll it back."""

import os
import signal
import time

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks import tooltips
from blockloom.app.window.debug.debug_toolbar import order
from blockloom.app.window.document.pagebar import CallBox
from blockloom.app.window.run.run_dialogs import ConditionalBreakpointDialog
from blockloom.app.window.run.worker_session import IDLE, RUNNING
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document, Wire
from blockloom.blocks.edits import Remove, SetField, SetValue
from tests.app.windowkit import at_work, entries_of, ready
from tests.extent import slow
from tests.pages import page
from tests.runtime.compile.test_functions import fibonacci

BLOCKS = """Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; FILL QueueEnqueueManyV2;
    WITH Const value=[1.0f,2.0f,3.0f,4.0f] dtype=DT_FLOAT; TAKE QueueDequeueV2 component_types=[DT_FLOAT];
    TWICE Mul y=2.0f; LOG Log; W loom.Variable initvalues=0.0f; ADD AssignAdd; UNUSED Neg x=1.0f;
    TEXT AsString; FILE PrintV2; RUN loom.Session"""
WIRES = (
    "Q.handle -> FILL.handle",
    "WITH.output -> FILL.components",
    "FILL.operation -> RUN.start_outputs",
    "Q.handle -> TAKE.handle",
    "TAKE.components[0] -> TWICE.x",
    "TWICE.z -> LOG.x",
    "W.ref -> ADD.ref",
    "TWICE.z -> ADD.value",
    "LOG.y -> RUN.fetch_outputs",
    "ADD.output_ref -> RUN.fetch_outputs",
    "TWICE.z -> TEXT.input",
    "TEXT.output -> FILE.input",
    "FILE.operation -> RUN.run_outputs",
)


def key(window, key, how=Qt.KeyboardModifier.NoModifier):
    window.canvas().setFocus()
    QTest.keyClick(window.canvas(), key, how)


def ends(window, qtbot, do):
    with qtbot.waitSignal(window.worker.ended, timeout=60_000) as found:
        do()
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    return found.args[0]


def text(canvas, block):
    return next((s["text"] for s in canvas.marks.results.get(block, {}).values() if s and "text" in s), "")


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_step_looks_behind_the_next_block_while_a_run_is_paused(filled, qtbot):
    worker, bar = filled.worker.process, filled.runs.paused.bar
    paused = {"step": 1, "block": "B"}
    worker.answers["run"] = {"outcome": "paused", "step": 0, "paused": paused, "shown": {"step": 1, "kind": "paused"}}
    ends(filled, qtbot, filled.commands["step"].trigger)
    assert bar.isVisible() and bar.accessibleName() == "Step 1, paused before B"
    assert filled.canvas().marks.state("B") == "paused"
    filled.commands["step"].trigger()
    assert bar.accessibleName() == "Step 1, paused at its end" and worker.did().count("run") == 1
    for _ in range(3):
        press(bar.back)
    assert bar.accessibleName() == "Step 1, paused before A"
    for chosen, place in ((set(), "A"), ({"A", "B"}, "A"), ({"B"}, "B"), ({"A"}, "A")):
        filled.canvas().selection.choose(chosen)
        filled.commands["run_to_block"].trigger()
        assert bar.accessibleName() == f"Step 1, paused before {place}"
        assert len(chosen) == 1 or filled.statusBar().currentMessage() == "Select the block to run to"
    wide, style = bar.width(), Qt.ToolButtonStyle
    for width, shown in ((260, style.ToolButtonIconOnly), (max(wide, 1200), style.ToolButtonTextBesideIcon)):
        bar.resize(width, bar.height())
        assert bar.step.toolButtonStyle() == shown and bar.step.accessibleName() == "Step Over"
        assert bar.text.text() == "Step 1, paused before A" or width == 260
    for away in (True, False):  # a step of before is shown in its place
        filled.runs.paused.look_away(away)
        assert bar.isVisible() != away


@slow
def test_from_a_break_to_the_end(catalogue, qtbot, tmp_path):
    document, log = Document(), tmp_path / "log"  # each step adds a line
    page(document, "main", BLOCKS.replace("PrintV2", f"PrintV2 output_stream=file://{log}"), *WIRES)

    def written():
        return [float(line) for line in log.read_text().split()] if log.exists() else []

    with at_work(catalogue, document) as window:
        ready(window, qtbot)
        canvas, bar, paused = window.canvas(), window.runs.paused.bar, window.runs.paused
        canvas.selection.choose({"LOG", "UNUSED"})
        key(window, Qt.Key.Key_F9)
        assert "Breakpoint: runs pause before this block." in tooltips.tip(
            CanvasHit("body", "LOG"), canvas.scene, canvas.page, canvas.marks, None
        )
        canvas.selection.choose({"LOG"})
        assert canvas.page.blocks["LOG"].pause == "before" and not bar.isVisible()
        # A step pauses before LOG: the blocks that have not run are dimmed and show no values.
        ended = ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert ended.outcome == "paused" and bar.isVisible() and "before LOG" in bar.accessibleName()
        assert canvas.marks.state("LOG") == "paused" and text(canvas, "TWICE") == "2" and not text(canvas, "LOG")
        assert window.worker.step == 0 and "paused before LOG" in window.status.state.text()
        canvas.view.center_on(QPointF(5000, 5000))
        key(window, Qt.Key.Key_F10)
        assert text(canvas, "LOG") == "0.693147" and canvas.marks.state("LOG") != "paused"
        assert canvas.rect().contains(canvas.navigation.place_of(paused.outer.next).center())
        key(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ControlModifier)
        assert not text(canvas, "LOG")
        while paused.outer.position:
            press(bar.back)
        assert not bar.back.isEnabled() and not text(canvas, "TWICE") and canvas.marks.dims("LOG")
        canvas.selection.choose({"LOG"})
        window.commands["run_to_block"].trigger()
        # Another value is tried, and dropped, and goes on.
        canvas.selection.choose({"TWICE"})
        assert "TWICE.z" in paused.override.output.text() and "2" in paused.override.value.placeholderText()
        paused.override.value.setFocus()
        QTest.keyClicks(paused.override.value, "[1, 2]")
        QTest.keyClick(paused.override.value, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "the same size" in window.status.currentMessage())
        paused.override.value.clear()
        QTest.keyClicks(paused.override.value, "40")
        QTest.keyClick(paused.override.value, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: canvas.marks.state("TWICE") == "overridden")
        assert paused.override.drop.isVisible() and text(canvas, "TWICE") == "40"
        press(bar.step)
        assert text(canvas, "LOG") == "3.68888" and canvas.marks.state("LOG") == "overridden"
        press(paused.override.drop)
        qtbot.waitUntil(lambda: not canvas.marks.overridden)
        assert text(canvas, "LOG") == "0.693147" and not paused.override.drop.isVisible()
        QTest.keyClicks(paused.override.value, "7")
        bar.go_on.setFocus()
        ended = ends(window, qtbot, lambda: press(bar.go_on))
        assert not paused.override.value.text(), "no value of a step that is over"
        assert window.focusWidget() is canvas, "no field that is to be typed into"
        assert (ended.outcome, ended.step) == ("done", 1) and not bar.isVisible() and text(canvas, "W") == "2"
        assert written() == [2]
        assert not canvas.marks.paused and not canvas.marks.ahead
        # The next is given up by Stop: it is drawn again, and nothing was written. Then it is edited while it pauses.
        ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        # The step before is looked at meanwhile: nothing says then that what is shown is of the paused one.
        timeline = window.looking_back.timeline
        qtbot.waitUntil(lambda: timeline.position_label.text() == "Step 2, paused")
        for _ in range(2):
            key(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.AltModifier)
            qtbot.waitUntil(lambda: text(canvas, "LOG") == "0.693147")
            assert timeline.position_label.text() == "Step 1 of 2" and "step 1 of 2" in window.status.state.text()
            assert not bar.isVisible() and not canvas.marks.paused and not canvas.marks.ahead
            canvas.selection.choose({"TWICE"})
            assert not bar.isVisible()
            key(window, Qt.Key.Key_F10)
            qtbot.waitUntil(bar.isVisible)
            assert canvas.marks.state("LOG") == "paused" and not text(canvas, "LOG") and text(canvas, "TWICE") == "4"
            assert timeline.position_label.text() == "Step 2, paused" and "before LOG" in window.status.state.text()
            assert not canvas.marks.older
        key(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(lambda: text(canvas, "LOG") == "0.693147")
        key(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda: text(canvas, "W") == "2" and not bar.isVisible())
        qtbot.waitUntil(lambda: timeline.position_label.text() == "Step 1" and not canvas.marks.older)
        qtbot.waitUntil(lambda: "rolled back" in window.status.state.text())
        ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert text(canvas, "TWICE") == "4"
        window.workspace.do(SetValue("main", "TWICE", "y", "3.0f"), "3")
        qtbot.waitUntil(lambda: "page was edited" in window.status.state.text() and not bar.isVisible())
        window.workspace.do(SetField("main", "pause", {"LOG": "y > 100"}), "never")
        ended = ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert (ended.outcome, text(canvas, "TWICE"), text(canvas, "W")) == ("done", "6", "8")
        # A worker that dies while it pauses has written nothing.
        window.workspace.do(SetField("main", "pause", {"LOG": "y > 1"}), "now")
        ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert "y > 1" in bar.accessibleName() and text(canvas, "LOG") == "2.19722"
        with qtbot.waitSignal(window.worker.died, timeout=20_000):
            os.kill(window.worker.pid, signal.SIGKILL)
        assert not bar.isVisible() and written() == [2, 6]
        window.workspace.do(SetField("main", "pause", {"LOG": ""}), "none")
        qtbot.waitUntil(lambda: window.worker.state == IDLE, timeout=60_000)
        ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert text(canvas, "W") == "11", "8, and three times the first of a new queue"
        assert written() == [2, 6, 3]
        # One that dies while it makes the step has made it once, or not at all.
        window.workspace.do(SetField("main", "pause", {"LOG": "y > 1"}), "now")
        ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert bar.isVisible()
        with qtbot.waitSignal(window.worker.died, timeout=20_000):
            press(bar.go_on)
            os.kill(window.worker.pid, signal.SIGKILL)
        window.workspace.do(SetField("main", "pause", {"LOG": ""}), "none")
        qtbot.waitUntil(lambda: window.worker.state == IDLE, timeout=60_000)
        ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert text(canvas, "W") in ("14", "20") and text(canvas, "TWICE") == "3"
        made = [6] if text(canvas, "W") == "20" else []
        assert written() in ([2, 6, 3, *made, 3], [2, 6, 3, 6, 3]), "once, also where nobody was told of it any more"


def test_a_condition_may_name_the_block_or_only_its_pin(catalogue, qtbot):
    made = page(Document(), "main", "A Const value=1.0f; LOG Log", "A.output -> LOG.x")
    over = QWidget()
    qtbot.addWidget(over)
    for typed, keeps, says in (
        ("", "y is not finite", "an element of LOG.y is not finite"),
        ("y > 10", "y > 10.0", "for every element of LOG.y"),
        ("max(abs(A.output)) > 2", "max(abs(output)) > 2.0", "for every element of A.output"),
        ("x > 10", "", "there is no block x"),
    ):
        dialog, chosen = ConditionalBreakpointDialog(made, catalogue, "LOG", "", Address("main"), over), []
        dialog.chosen.connect(lambda text, one, chosen=chosen: chosen.append(text))
        if typed:
            QTest.keyClicks(dialog.edit, typed)
        assert says in dialog.message.text() and dialog.go.isEnabled() == bool(keeps)
        press(dialog.go)
        assert chosen == [keeps] * bool(keeps)
        dialog.close()


def test_a_condition_on_a_block_that_is_removed_meanwhile_pauses_nowhere(filled):
    dialog, chosen = (
        ConditionalBreakpointDialog(filled.page(), filled.workspace.catalogue, "B", "y", Address("main"), filled),
        [],
    )
    dialog.chosen.connect(lambda *condition: chosen.append(condition))
    wires = tuple(map(filled.page().placed, filled.page().wires_into("B")))
    filled.do(Remove("main", ("B",), wires), "Remove")
    dialog.edit.setText("y > 10")
    dialog.accept()
    assert chosen == [] and not dialog.go.isEnabled() and "no block y" in dialog.message.text()


def test_the_order_is_that_of_wires_and_takes_loops_as_they_come():
    document = Document()
    made = page(document, "main", "A Neg; B Neg; C Neg; D Neg; E Neg", "D.y -> A.x", "B.y -> C.x", "C.y -> B.x")
    assert order(made, {"A", "B", "C", "D", "nothing"}) == ["D", "A", "B", "C"]


@slow
def test_a_run_pauses_inside_an_instance_and_a_loop(catalogue, qtbot):
    document = fibonacci(Document())
    main = document.pages["main"]
    page(document, "half", "x loom.Arg dtype=DT_INT32; H Neg; y loom.Retval", "x.output -> H.x", "H.y -> y.input")
    main.blocks |= page(Document(), "more", "S page:half; T page:half").blocks
    main.put_wire(Wire("A", "output", "S", "x"))
    main.put_wire(Wire("A", "output", "T", "x"))
    with at_work(catalogue, document) as window:
        ready(window, qtbot)
        tabs, bar, paused = window.tabs, window.runs.paused.bar, window.runs.paused
        # F9 on a page that is open as an instance.
        tabs.goto_address(Address("main", "H", path=("S",)))
        window.canvas().selection.choose({"H"})
        key(window, Qt.Key.Key_F9)
        assert document.pages["half"].blocks["H"].pause == "before"
        tabs.goto("main", "A")
        ended = ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert ended.outcome == "paused" and "before S: S/H" in bar.accessibleName()
        assert window.canvas().open_page.instance == "main/S" and window.canvas().marks.state("H") == "paused"
        # In one instance alone: it is marked there, in no other one, and on the instance; the list leads there.
        canvas = window.canvas()
        key(window, Qt.Key.Key_F9)
        tabs.goto_address(Address("main", "H", path=("T",)))
        canvas.selection.choose({"H"})
        key(window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
        assert not document.pages["half"].blocks["H"].pause and main.blocks["T"].pause == "H: before"
        assert canvas.marks.pauses == {"H": "before"} and "Only in this instance" in tooltips.tip(
            CanvasHit("body", "H"), canvas.scene, canvas.page, canvas.marks, None
        )
        menu = canvas.menus.context(CanvasHit("body", "H"), QPointF())
        assert {"Toggle Breakpoint", "Toggle Breakpoint in This Instance Only"} <= entries_of(menu).keys()
        tabs.goto_address(Address("main", "H", path=("S",)))
        assert not canvas.marks.pauses
        window.commands["pauses"].trigger()
        row = window.find_box.list.topLevelItem(0)
        assert row.text(0) == "T/H  ·  before"
        window.find_box.take(row)
        assert canvas.open_page.instance == "main/T" and canvas.marks.pauses
        tabs.goto("main", "A")
        press(bar.give_up)
        qtbot.waitUntil(lambda: paused.paused_at is None and window.worker.state == IDLE)
        ended = ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert ended.outcome == "paused" and "before T: T/H" in bar.accessibleName()
        window.runs.paused.remove_all()
        assert not main.blocks["T"].pause
        ends(window, qtbot, lambda: press(bar.go_on))
        # A condition in the body of a loop: the page of the body is shown, with the call.
        tabs.goto("main", "A")
        window.workspace.do(SetField("next", "pause", {"M": "z > 20"}), "loop")
        window.commands["pauses"].trigger()
        assert window.find_box.list.topLevelItemCount() == 1
        window.find_box.hide()
        ended = ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10))
        assert ended.outcome == "paused" and "call 7 of LOOP -> next, before" in bar.accessibleName()
        canvas, box = window.canvas(), window.tabs.currentWidget().findChild(CallBox)
        assert (
            "because of M: z > 20" in bar.accessibleName()
            and canvas.open_page.name == "next"
            and text(canvas, "M") == "21"
        )
        assert canvas.marks.state(paused.inner.next) == "paused" and not text(canvas, paused.inner.next)
        assert (box.number.value(), box.count.text()) == (7, "of 10")
        # Going on keeps the step: nothing of its calls is shown then.
        assert ends(window, qtbot, lambda: key(window, Qt.Key.Key_F5)).outcome == "done"
        assert (
            paused.paused_at is None and not bar.isVisible() and not any(text(canvas, name) for name in ("i", "a", "M"))
        )
        assert ends(window, qtbot, lambda: key(window, Qt.Key.Key_F10)).paused.call == 7
        # A value of the call is overridden: values that depend on it are orange until the override is cleared.
        canvas.selection.choose({"a"})
        assert "a.output" in paused.override.output.text()
        paused.override.value.setFocus()
        QTest.keyClicks(paused.override.value, "100")
        QTest.keyClick(paused.override.value, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: canvas.marks.state("M") == "overridden")
        assert (text(canvas, "a"), text(canvas, "M")) == ("100", "113") and paused.override.alone.isVisible()
        assert (
            canvas.marks.state("a") == "overridden"
            and paused.override.drop.isVisible()
            and not paused.override.continue_button.isVisible()
        )
        canvas.selection.choose({"M"})
        assert "M.z" in paused.override.output.text() and not paused.override.value.text()  # 100 was about a
        press(paused.override.drop)
        qtbot.waitUntil(lambda: text(canvas, "M") == "21")
        assert (
            canvas.marks.state("M") != "overridden" != canvas.marks.state("a") and not paused.override.drop.isVisible()
        )
        canvas.selection.choose(())
        # Block by block through this call, into the next one, and back.
        while paused.inner.next:
            key(window, Qt.Key.Key_F10)
        assert "at the end of call 7" in bar.accessibleName() and text(canvas, "r2") == "21"
        key(window, Qt.Key.Key_F10)
        qtbot.waitUntil(lambda: paused.paused_at.call == 8)
        assert not text(canvas, "M") and not text(canvas, "i")
        while paused.inner.next != "M":
            press(bar.step)
        assert not text(canvas, "M") and text(canvas, "a") == "13"
        press(bar.step)
        assert text(canvas, "M") == "34"
        while paused.inner.position:
            key(window, Qt.Key.Key_F10, Qt.KeyboardModifier.ControlModifier)
        press(bar.back)
        qtbot.waitUntil(lambda: "at the end of call 7" in bar.accessibleName())
        assert text(canvas, "M") == "21" and bar.back.isEnabled()
        # Any other recorded call, and those for which the condition is true, up to the last.
        box.number.selectAll()
        QTest.keyClicks(box.number, "9")
        QTest.keyClick(box.number, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: text(canvas, "M") == "55")
        assert "call 9 of LOOP" in bar.accessibleName()
        box.number.selectAll()
        QTest.keyClicks(box.number, "7")
        QTest.keyClick(box.number, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: text(canvas, "M") == "21")
        for call, value in (8, "34"), (9, "55"), (10, "89"):
            press(bar.next)
            qtbot.waitUntil(lambda call=call: paused.paused_at.call == call)
            assert text(canvas, "M") == value and "because" in bar.accessibleName()
        press(bar.next)
        assert (
            "No later call of next hits the breakpoint" in window.status.currentMessage() and text(canvas, "M") == "89"
        )
        canvas.selection.choose({"a"})
        QTest.keyClicks(paused.override.value, "100")
        QTest.keyClick(paused.override.value, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: text(canvas, "M") == "155")
        tabs.goto("main", "A")  # the values after the call are computed from the override
        assert "155" in str(window.canvas().marks.results["LOOP"])
        press(paused.override.drop)
        qtbot.waitUntil(lambda: not window.canvas().marks.results.get("LOOP"))
        assert "paused in call 10 of LOOP -> next, because of M: z > 20" in bar.accessibleName()
        assert not text(window.canvas(), "LOOP")
        while paused.outer.next:  # over the loop, of which all is known
            key(window, Qt.Key.Key_F10)
        assert "89" in str(window.canvas().marks.results["LOOP"])
        press(bar.give_up)
        qtbot.waitUntil(lambda: "rolled back" in window.status.state.text())
        assert paused.paused_at is None and not bar.isVisible() and not text(canvas, "M")
        # A loop that never ends is stopped.
        window.workspace.do(SetValue("less", "L", "y", "2147483647"), "for ever")
        window.workspace.do(SetField("next", "pause", {"M": "z == 4"}), "never")
        with qtbot.waitSignal(window.worker.ended, timeout=60_000) as found:
            key(window, Qt.Key.Key_F10)
            qtbot.waitUntil(lambda: window.worker.state == RUNNING, timeout=60_000)
            QTest.qWait(500)
            began = time.monotonic()
            key(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
        assert found.args[0].outcome == "stopped" and time.monotonic() - began < 5 and not bar.isVisible()
