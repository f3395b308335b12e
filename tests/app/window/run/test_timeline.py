"""The timeline under a page: steps of before by mouse and keys, and going on from one of them."""

import os
import signal
import time

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget

from blockloom.app.window.debug.timeline import StepAxis
from blockloom.app.window.run.worker_session import IDLE
from blockloom.app.window.widgets.style import DARK_COLOURS
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Document, new_document
from blockloom.blocks.edits import SetValue
from blockloom.runtime.protocol import records, requests
from blockloom.runtime.protocol.records import ShownStep
from blockloom.runtime.protocol.replies import HistoryReply, ShowPastStepReply
from tests.app.windowkit import at_work, make_window
from tests.pages import document, page

NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
COUNTER = """
W loom.ResourceVariable initvalues=1.0f; READ ReadVariableOp dtype=DT_FLOAT resource=<W.handle
LOSS Reciprocal x=<READ.value; UP AssignAddVariableOp value=1.0f resource=<W.handle
S loom.Session fetch_outputs=<LOSS.y run_outputs=<UP.operation; READ -> UP"""


def place(ticks, step):
    return QPoint(round(float(ticks.places(np.array([step]))[0])), ticks.height() // 2)


def click_on(canvas, name):
    box = canvas.navigation.place_of(name)
    QTest.mouseClick(canvas, LEFT, NONE, QPoint(box.center().x(), box.top() + 5))


def shown(window, block="READ", pin="value"):
    found = {at.block: pins for at, pins in window.runs.pages.run_of("main").results.items()}
    return found[block][pin]["text"] if block in found else ""


def test_steps_of_before_are_shown_and_a_branch_begins(qtbot, catalogue, tmp_path, monkeypatch):
    with at_work(catalogue, document(catalogue, COUNTER)) as window:
        window.resize(1400, 900)  # whatever windows before this one left
        timeline, worker = window.looking_back.timeline, window.worker
        ticks = timeline.axis
        qtbot.waitUntil(timeline.isVisible)
        high = timeline.height()
        assert ticks.last == 0 and not timeline.position_label.text(), "no step yet, and a text that says so"

        def idle():
            return worker.state == IDLE and not window.looking_back.requested_at

        window.commands.steps.setValue(12)
        window.commands["run_n"].trigger()
        qtbot.waitUntil(lambda: timeline.isVisible() and ticks.last == 12 and idle(), timeout=60_000)
        assert (
            timeline.height() == high <= 66
            and timeline.position_label.text() == "Step 12"
            and not timeline.go_on.isVisible()
        )
        wide = timeline.width()
        for width, texts in ((320, False), (wide, True)):  # without a text if that would leave too little room
            timeline.setFixedWidth(width)
            qtbot.waitUntil(lambda texts=texts: timeline.position_label.isVisible() == texts)
            qtbot.waitUntil(lambda width=width: ticks.width() > width * 0.4)
            assert timeline.height() == high
        QTest.mouseMove(ticks, place(ticks, 4))
        described = ("Step 4 · loss 0.25", "Step 4 · loss 0.25 · snapshot")  # snapshots depend on the time of steps
        qtbot.waitUntil(lambda: timeline.position_label.text() in described)
        QTest.mouseMove(window.tabs)
        qtbot.waitUntil(lambda: timeline.position_label.text() == "Step 12")
        assert window.looking_back.history.loss_points[:, 1].tolist() == [np.float32(1 / n) for n in range(1, 13)]
        QTest.mousePress(ticks, LEFT, NONE, place(ticks, 12))
        for step in (11, 8, 5, 3):
            QTest.mouseMove(ticks, place(ticks, step))
        QTest.mouseRelease(ticks, LEFT, NONE, place(ticks, 3))
        qtbot.waitUntil(lambda: shown(window) == "3" and idle())
        assert (shown(window, "LOSS", "y"), timeline.position_label.text()) == ("0.333333", "Step 3 of 12")
        assert "step 3 of 12" in window.status.state.text() and timeline.go_on.isVisible()
        assert "past step" in window.canvas().marks.older
        ticks.setFocus()
        for key, value in (
            (Qt.Key.Key_Right, "4"),
            (Qt.Key.Key_Left, "3"),
            (Qt.Key.Key_PageUp, "1"),
            (Qt.Key.Key_PageDown, "11"),
            (Qt.Key.Key_Home, "1"),
            (Qt.Key.Key_Escape, "12"),
        ):
            QTest.keyClick(ticks, key)
            qtbot.waitUntil(lambda value=value: shown(window) == value and idle())
        assert (timeline.position_label.text(), window.canvas().marks.older) == ("Step 12", "")
        window.commands["step_before"].trigger()
        qtbot.waitUntil(lambda: shown(window) == "11" and idle())
        took = []
        for step in (3, 9, 2, 7, 5):
            began = time.perf_counter()
            QTest.mouseClick(ticks, LEFT, NONE, place(ticks, step))
            qtbot.waitUntil(lambda step=step: shown(window) == str(step) and idle())
            took.append(time.perf_counter() - began)
        assert min(took) < 0.1, "a tick is shown within 100 ms"
        QTest.mouseClick(timeline.go_on, LEFT)
        qtbot.waitUntil(lambda: worker.state == IDLE and "rolled back step 6" in window.status.state.text())
        assert [(run.name, run.steps) for run in window.keeping.runs.runs] == [("until step 12", 12)]
        window.commands["step"].trigger()
        qtbot.waitUntil(lambda: shown(window) == "6" and ticks.last == 6 and idle())
        assert window.looking_back.history.loss_points[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
        traces = window.runs.pages.run_of("main").traces.series
        assert [points.points[-1, 0] for points in traces.values()] == [6]

        history = str(tmp_path / "run.history")
        window.worker.ask(requests.WriteHistoryRequest(history), lambda reply: None)
        window.commands["step_before"].trigger()
        qtbot.waitUntil(lambda: "step 5 of 6" in window.status.state.text() and idle())
        window.commands["reset"].trigger()
        qtbot.waitUntil(lambda: ticks.last == 0)
        assert window.status.state.text() == "reset: the next run initialises the variables"
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (history, ""))
        window.commands["open_history"].trigger()
        qtbot.waitUntil(lambda: shown(window) == "6" and timeline.isVisible() and ticks.last == 6 and idle())
        assert window.looking_back.history.loss_points[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
        window.commands["step_before"].trigger()
        qtbot.waitUntil(lambda: shown(window) == "5" and idle())
        assert window.commands["latest_step"].isEnabled()
        click_on(window.canvas(), "LOSS")  # the page has the focus, and a selection, which Escape leaves
        QTest.keyClick(window.canvas(), Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: shown(window) == "6" and idle())
        assert window.canvas().selection() == {"LOSS"} and not window.commands["latest_step"].isEnabled()
        QTest.keyClick(window.canvas(), Qt.Key.Key_Escape)
        assert not window.canvas().selection()
        QTest.mouseClick(ticks, LEFT, NONE, place(ticks, 2))
        os.kill(worker.pid, signal.SIGKILL)
        qtbot.waitUntil(lambda: worker.state == IDLE and worker.ready and ticks.last == 0, timeout=60_000)
        window.commands["step"].trigger()
        qtbot.waitUntil(lambda: shown(window) == "7" and idle(), timeout=60_000)
        window.do(SetValue("main", "UP", "value", "2.0f"), "Set UP.value")
        window.commands["step"].trigger()
        qtbot.waitUntil(lambda: shown(window) == "8" and timeline.isVisible() and ticks.last == 2 and idle())
        assert ticks.first == 2, "another page: what was before the edit is no step of it"


TAKING = """
ACC ConditionalAccumulator dtype=DT_FLOAT shape=[]
APPLY AccumulatorApplyGradient local_step=9 gradient=1.0f handle=<ACC.handle
TAKE AccumulatorTakeGradient num_required=1 dtype=DT_FLOAT handle=<ACC.handle
S loom.Session fetch_outputs=<TAKE.average; APPLY -> TAKE"""


def test_a_step_that_was_stopped_after_an_edit_is_on_the_timeline(qtbot, catalogue):
    with at_work(catalogue, document(catalogue, TAKING)) as window:
        timeline, worker, past = window.looking_back.timeline, window.worker, window.looking_back

        def step():
            window.commands["step"].trigger()

        step()
        qtbot.waitUntil(lambda: worker.state == IDLE and timeline.axis.last == 1, timeout=60_000)
        window.do(SetValue("main", "TAKE", "num_required", "2"), "Set TAKE.num_required")
        step()
        qtbot.waitUntil(lambda: "TAKE waits" in window.status.state.text(), timeout=60_000)
        compiled = "The page was compiled again after step 1: the steps that follow can be shown again here."
        qtbot.waitUntil(lambda: timeline.axis.accessibleDescription() == compiled)  # while the step waits
        window.commands["stop"].trigger()
        qtbot.waitUntil(lambda: timeline.position_label.text() == "Step 2, incomplete", timeout=60_000)
        assert timeline.axis.accessibleDescription() == f"Step 2, incomplete. {compiled}"
        assert past.history.step == 1 and not len(past.history.replayable_spans), "step 1 is of the page before"
        assert timeline.latest.isHidden(), "there is no complete step to show"
        window.do(SetValue("main", "TAKE", "num_required", "1"), "Set TAKE.num_required")
        step()
        qtbot.waitUntil(lambda: worker.state == IDLE and timeline.position_label.text() == "Step 2", timeout=60_000)
        assert (timeline.axis.first, timeline.axis.last) == (2, 2)


def test_a_step_that_was_stopped_while_a_called_function_waited_is_incomplete(qtbot, catalogue):
    made, queue = Document(), "component_types=[DT_INT32]"
    page(
        made,
        "main",
        f"Q FIFOQueueV2 {queue} shapes=[[]]; PUT QueueEnqueueV2 components=[7] handle=<Q.handle; PUT -> CALL; "
        "CALL StatefulPartitionedCall f=take Tout=[DT_INT32] args=<Q.handle; "
        "N Identity input=<CALL.output[0]; S loom.Session fetch_outputs=<N.output",
    )
    get = f"q loom.Arg dtype=DT_RESOURCE; GET QueueDequeueManyV2 n=2 {queue} handle=<q.output"
    page(made, "take", f"{get}; r loom.Retval input=<GET.components[0]")
    with at_work(catalogue, made) as window:
        window.tabs.show_page("main")
        window.commands["step"].trigger()
        qtbot.waitUntil(lambda: "take/GET waits" in window.status.state.text(), timeout=60_000)
        window.commands["stop"].trigger()
        qtbot.waitUntil(lambda: window.looking_back.timeline.position_label.text() != "", timeout=60_000)
        assert window.looking_back.timeline.position_label.text().startswith("Step 1, incompl")  # the rest may be cut
        assert window.runs.failed.bar.text.text() == "Step 1 did not complete"


def past(step, **more):
    arrays = []
    fields = {
        "replayable_spans": np.array([[1, step]]),
        "snapshot_steps": np.arange(0, step, 7),
        "loss_points": np.stack((np.arange(1.0, step + 1), np.geomspace(1e4, 1e-4, step)), 1),
        "nonfinite_steps": np.array([step // 2]),
    } | more
    return records.to_json(HistoryReply(step=step, loss="LOSS.y", **fields), arrays), arrays


def past_step_reply(step):
    results = {"LOSS": {"y": {"dtype": "float32", "shape": [], "text": str(step)}}}
    return records.to_json(ShowPastStepReply(ShownStep(step, results, kind="again")), []), []


def test_steps_that_nobody_waits_for_are_not_asked_for(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    window.workspace.replace(
        document(catalogue, {"A": ("Const", {"value": "2.0f"}), "LOSS": "Square"}, "A.output -> LOSS.x")
    )
    window.commands["run"].trigger()
    qtbot.waitUntil(lambda: window.worker.process is not None and "run" in window.worker.process.last)
    worker = window.worker.process
    results = {"LOSS": {"y": {"dtype": "float32", "shape": [], "text": "1"}}}
    worker.answers["get_history"] = past(100_000)
    worker.finish("run", outcome="done", step=100_000, shown=records.to_json(ShownStep(100_000, results), []))
    timeline = window.looking_back.timeline
    ticks = timeline.axis
    qtbot.waitUntil(lambda: ticks.last == 100_000)
    began = time.perf_counter()
    for _ in range(10):
        ticks.draw_again()
        ticks.grab()
    assert time.perf_counter() - began < 1.0, "100,000 steps are drawn fast"
    plain = ticks.grab().toImage()
    ticks.setFocus()
    assert ticks.grab().toImage() != plain, "a frame shows the focus"
    asked = []
    worker.answers["show_past_step"] = lambda step: asked.append(step)
    QTest.mousePress(ticks, LEFT, NONE, QPoint(ticks.width() - 20, 9))
    for x in range(ticks.width() - 21, 60, -7):
        QTest.mouseMove(ticks, QPoint(x, 9))
    wanted = window.looking_back.shown_step
    assert len(asked) < 8 and asked[0] > 90_000 > wanted, "one at a time, but for one that takes long"
    worker.answer(worker.last["show_past_step"], *past_step_reply(asked[-1]))
    qtbot.waitUntil(lambda: asked[-1] == wanted)
    QTest.mouseRelease(ticks, LEFT, NONE, QPoint(61, 9))
    described = ticks.describe(ticks.step_at(90))
    QTest.mouseMove(ticks, QPoint(90, 9))
    qtbot.waitUntil(lambda: timeline.position_label.text() == described)
    worker.answer(worker.last["show_past_step"], *past_step_reply(wanted))
    qtbot.waitUntil(lambda: window.runs.pages.run_of("main").results[parse("LOSS")]["y"]["text"] == str(wanted))
    worker.tell("step_results", shown=records.to_json(ShownStep(100_000, results), []), step=100_000)
    count = worker.did().count("get_history")
    qtbot.waitUntil(lambda: worker.did().count("get_history") > count)
    assert timeline.position_label.text() == described, "the step below the pointer, when the history arrives again"
    assert ticks.describe(49_999) == "Step 49,999 · loss 1.00028" and ticks.describe(50_000).endswith("not finite")
    window.commands["timeline"].trigger()
    assert not timeline.isVisible() and asked[-1] == 0
    window.commands["timeline"].trigger()
    qtbot.waitUntil(timeline.isVisible)
    window.workspace.replace(new_document())
    assert window.looking_back.history is None and ticks.last == 0


class Below(QWidget):
    """A widget that keeps which keys those in it leave."""

    def __init__(self):
        super().__init__()
        self.left = []

    def keyPressEvent(self, event):
        self.left.append(event.key())


def test_keys_that_ask_for_no_step_are_left_to_what_is_below(qtbot):
    below, ticks, asked = Below(), StepAxis(lambda: DARK_COLOURS), []
    qtbot.addWidget(below)
    ticks.setParent(below)
    ticks.step_wanted.connect(asked.append)
    QTest.keyClick(ticks, Qt.Key.Key_Left)
    none = np.zeros((0, 2))
    ticks.show_history(HistoryReply(9, np.array([[1, 9]]), np.zeros(0), none, np.zeros(0)))
    ticks.show_step(5)
    QTest.keyClick(ticks, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(ticks, Qt.Key.Key_F5)
    QTest.keyClick(ticks, Qt.Key.Key_Left)
    keys = Qt.Key
    assert below.left == [keys.Key_Left, keys.Key_Alt, keys.Key_Right, keys.Key_F5] and asked == [4]


def test_the_step_below_a_resting_pointer_is_described_when_steps_arrive_and_after_a_resize(qtbot):
    ticks, described = StepAxis(lambda: DARK_COLOURS), []
    qtbot.addWidget(ticks)
    ticks.hovered.connect(lambda: described.append(ticks.hovered_step))

    def show(count):
        nothing = np.zeros((0, 2))
        ticks.show_history(HistoryReply(count, np.array([[1, count]]), np.zeros(0), nothing, np.zeros(0)))

    show(9)
    ticks.resize(500, 60)
    ticks.show()
    pointer = place(ticks, 7)
    QTest.mouseMove(ticks, pointer)
    qtbot.waitUntil(lambda: described == [7])
    show(17)
    assert described == [7, ticks.step_at(pointer.x())] and described[-1] == 13
    ticks.resize(900, 60)
    qtbot.waitUntil(lambda: described[-1] == ticks.step_at(pointer.x()) == 7)
    show(0)
    assert described[-1] == 0
