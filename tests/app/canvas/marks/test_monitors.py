"""Monitors on the canvas and in the window: their values and wires. Running changes no document."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from blockloom.app.canvas.paint.monitor_painter import line_styles
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import IDLE, RUNNING, WorkerSession
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.document.uids import page_uid
from blockloom.blocks.edits import Insert, Rename, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireEnd
from blockloom.blocks.results.monitors import Watch, size, watches
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol.events import StepResultsEvent
from blockloom.runtime.protocol.records import MonitorUpdate, ShownStep
from blockloom.runtime.protocol.replies import RunEndedReply
from blockloom.runtime.run.monitor_traces import KEPT, MonitorSeries, Traces
from tests.app.canvaskit import Hands
from tests.app.monitorkit import add_monitors, feed, picture, rows
from tests.app.windowkit import at_work, ready
from tests.pages import document, insert

Z, NEG = Watch(parse("C.z")), Watch(parse("D.y"))


def make_update(step, *values, watch=Z, text=None, matrices=()):
    """Return an update of a worker for one monitor, with the values of the steps up to `step`."""
    return MonitorUpdate(
        rows(values, step - len(values) + 1),
        [watch],
        [text if text is not None else f"{values[-1]:g}"],
        [w for w, _ in matrices],
        [array for _, array in matrices],
    )


@given(st.lists(st.integers(1, 4000), min_size=1, max_size=12), st.integers(0, 2**31))
def test_long_series_keep_ends_peaks_and_the_newest_points(sizes, seed):
    values = np.random.default_rng(seed).normal(size=sum(sizes))
    series, start = MonitorSeries(), 0
    for count in sizes:
        series.add(rows(values[start : start + count], start + 1))
        start += count
    got = series.points
    assert (np.diff(got[:, 0]) > 0).all()
    assert got[0, 0] == 1 and got[-1, 0] == len(values)
    assert got[:, 2].min() == values.min() and got[:, 2].max() == values.max()
    np.testing.assert_array_equal(got[-KEPT:, 2], values[-KEPT:])
    np.testing.assert_array_equal(got[:, 2], values[got[:, 0].astype(int) - 1])


def test_a_million_points_are_few():
    series = MonitorSeries()
    for start in range(0, 1_000_000, 50_000):
        series.add(rows(np.arange(50_000.0), start + 1))
    assert len(series.points) < 25_000


def test_gaps_survive_thinning():
    series = MonitorSeries()
    values = np.ones(5 * KEPT)
    values[:100] = np.nan
    series.add(rows(values))
    assert np.isnan(series.points[0, 2]) and np.isfinite(series.points[-KEPT:, 2]).all()


def test_runs_add_up_and_steps_that_start_again_forget():
    traces = Traces()
    traces.add(make_update(3, 9.0, 8.0, 7.0))
    traces.add(make_update(5, 6.0, 5.0))
    recorded = make_update(6, 4.0)
    recorded.points[:, 1] = 0.001  # a second run: its clock starts again
    traces.add(recorded)
    got = traces.series[Z].points
    assert got[:, 2].tolist() == [9, 8, 7, 6, 5, 4] and (np.diff(got[:, 1]) > 0).all()
    traces.add(make_update(1, 2.5))  # after a reset
    assert traces.series[Z].points[:, 2].tolist() == [2.5] and traces.texts == {Z: "2.5"}


@pytest.fixture
def hands(qtbot, catalogue):
    return add_monitors(Hands(qtbot, catalogue))


def test_a_monitor_shows_the_number_that_is_looked_back_at(hands):
    """Not the latest, which may be none: in its colour, and in its format with its unit."""
    canvas = hands.canvas
    hands.history.do(SetValue("main", "NUM", "format", '"%.3f"'), "write it")
    canvas.view.center_on(QPointF(860, 240))
    fine = feed(hands, 1.5)
    wanted = picture(canvas)
    traces = feed(hands, 1.5, float("nan"))
    assert picture(canvas) != wanted
    shown = list(traces.series)
    looked = MonitorUpdate(rows([])[:, :2], shown, [fine.texts[watch] for watch in shown], [], [])
    canvas.monitors.traces_changed(traces.add(looked))
    area = canvas.view.rect_to_widget(QRectF(800, 200, *size(hands.page.blocks["NUM"]))).toRect()
    assert picture(canvas).copy(area) == wanted.copy(area)


class Painted(QObject):
    """Collects what is repainted."""

    def __init__(self, canvas):
        super().__init__()
        self.area = QRectF()
        canvas.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.area = self.area.united(QRectF(event.rect()))
        return False


def test_only_the_monitor_that_changed_is_repainted(hands, qtbot):
    canvas = hands.canvas
    traces = feed(hands, 1.0, 2.0)
    hands.history.do(
        Insert("main", (Block("OTHER", "loom.Number", 600, 200),), (Placed(Wire("D", "y", "OTHER", "value"), 0),)),
        "one more",
    )
    qtbot.waitUntil(lambda: not canvas.dtype_colours.timer.isActive())  # wires get their colours a moment later
    canvas.repaint()  # what was still to be painted is
    painted = Painted(canvas)
    canvas.monitors.traces_changed(traces.add(make_update(3, 7.0, watch=NEG)))
    qtbot.waitUntil(lambda: not painted.area.isNull())
    box = canvas.view.rect_to_widget(QRectF(600, 200, *size(hands.page.blocks["OTHER"]))).adjusted(-25, -45, 25, 25)
    assert box.contains(painted.area)


def test_a_wire_is_drawn_from_the_result_pin_at_the_foot(hands):
    scene = hands.canvas.scene
    layout = scene.layouts[scene.slot["C"]]
    w = next(w for w in range(scene.wcount) if scene.wires[w].target == "T")
    assert scene.e1[w].tolist() == [300 + layout.feet["z"][0], layout.height]
    ((_, points),) = scene.polylines(np.array([w]))
    assert points[0, 1, 1] > layout.height  # first down, clear of the block


@pytest.mark.parametrize("start", ["result", "output"])
def test_dragging_wires_a_monitor(hands, start):
    hands.history.do(Insert("main", (Block("N2", "loom.Number", 760, 100),)), "another")
    slot = hands.canvas.scene.slot["D"]
    spot = hands.canvas.scene.layouts[slot].spot("y", start)
    hands.drag((600 + spot.x, spot.y), (766, 115))
    assert "D.y -> N2.value" in hands.wires()
    assert hands.steps()[-1].startswith("Wire")
    hands.history.undo()
    assert "D.y -> N2.value" not in hands.wires()


def test_what_a_pick_gives_goes_to_monitors_only(hands):
    canvas = hands.canvas
    slot = canvas.scene.slot["PICK"]
    spot = canvas.scene.layouts[slot].spot("elements[1]")
    start = (800 + spot.x, 300 + spot.y)
    before = hands.text
    a = canvas.scene.layouts[canvas.scene.slot["D"]].spot("x", "input")
    hands.drag(start, (600 + a.x, a.y))
    assert hands.text == before and any("for monitors only" in s for s in hands.said)
    hands.history.do(Insert("main", (Block("N2", "loom.Number", 1020, 300),)), "another")
    canvas.view.center_on(QPointF(700, 300))
    hands.drag(start, (1026, 315))
    assert "PICK.elements[1] -> N2.value" in hands.wires()
    assert watches(hands.page).count(Watch(parse("C.z"), flat=1)) == 1


def test_nothing_waits_for_a_monitor(hands):
    rules = hands.canvas.open_page.rules()
    for ends in (
        (WireEnd("A", "", "output", "control"), WireEnd("NUM", "", "input", "control")),
        (WireEnd("NUM", "", "output", "control"), WireEnd("A", "", "input", "control")),
    ):
        assert "not part of the graph" in rules.fit(*ends).reason


def test_of_a_list_output_an_element_is_chosen(hands):
    hands.history.do(
        insert("U Unpack @at=20,650 num=3 value=[1, 2, 3]; L loom.Chart @at=400,640"),
        "list",
    )
    hands.canvas.view.center_on(QPointF(400, 600))
    hands.drag(hands.pin("U", "output", "output"), hands.pin("L", "series"))
    menu = next(m for m in hands.canvas.findChildren(QMenu) if m.isVisible())
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(menu, key)
    assert "U.output[2] -> L.series" in hands.wires()


def test_the_corner_resizes_a_chart_and_a_map(hands):
    before = hands.text
    hands.canvas.view.center_on(QPointF(400, 500))  # dragging at the edge of the canvas scrolls
    hands.drag((355, 615), (455, 665))
    block = hands.page.blocks["LINES"]
    assert (block.values["width"], block.values["height"]) == ("460", "250")
    assert hands.canvas.scene.size[hands.canvas.scene.slot["LINES"]].tolist() == [460, 250]
    hands.history.undo()
    assert hands.text == before


def test_a_double_click_opens_what_a_monitor_shows(hands, qtbot):
    with qtbot.waitSignal(hands.canvas.requests.viewer_wanted) as asked:
        hands.double_click((880, 100))
    assert asked.args == ["C", "z", "T"]


def test_the_name_of_a_monitor_and_of_what_it_shows_can_change(hands):
    traces = feed(hands, 3.0, 2.0)
    was = hands.history.names
    hands.history.do(Rename("main", "C", "SUM"), "rename")
    traces.follow(was, hands.history.names, page_uid(hands.page), False)
    hands.history.do(Rename("main", "NUM", "NOW"), "rename")
    assert hands.canvas.marks.watching["NOW"] == [Watch(parse("SUM.z"))]
    assert traces.texts[Watch(parse("SUM.z"))] == "2"


@pytest.fixture
def window(window):
    window.do(
        insert("A Const value=1.0; C Neg @at=300,0 x=<A.output; N loom.Number @at=600,0 value=<C.y"),
        "page",
    )
    return window


Y = Watch(parse("C.y"))


def show(window, qtbot, *message):
    worker = window.worker.process
    worker.on_event(StepResultsEvent(message[0], ShownStep(monitors=make_update(*message, watch=Y))))
    qtbot.waitUntil(lambda: window.worker.step == message[0])


def test_the_window_asks_for_what_monitors_show_and_shows_it(window, qtbot):
    before = documents.dumps(window.history.document)
    page, worker = window.tabs.page_name(), window.worker.process
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    asked = [request for request in worker.asked if request[0] in ("set_watches", "run")]
    assert asked[-2:] == [("set_watches", {"watches": [Y]}), ("run", {"mode": RunMode(0)})]
    show(window, qtbot, 2, 9.0, 8.0)
    show(window, qtbot, 3, 7.0)
    traces = window.runs.pages.run_of(page).traces
    assert window.canvas().marks.traces is traces and traces.texts[Y] == "7"
    assert traces.series[Y].points[:, 2].tolist() == [9, 8, 7]
    _, answer = worker.last["run"]  # the remaining values arrive with the end of the run
    answer.set_result(RunEndedReply("stopped", 4, shown=ShownStep(monitors=make_update(4, 6.0, watch=Y))))
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    assert traces.texts[Y] == "6"
    assert documents.dumps(window.history.document) == before


def test_a_monitor_wired_while_a_page_runs_is_asked_for(window, qtbot):
    worker = window.worker.process
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    count = len(worker.asked)
    window.do(
        Insert("main", (Block("M", "loom.Trend", 600, 200),), (Placed(Wire("A", "output", "M", "value"), 0),)),
        "monitor",
    )
    assert worker.asked[count:] == [("set_watches", {"watches": [Y, Watch(parse("A.output"))]})]
    window.do(SetValue("main", "M", "label", "x"), "label")  # nothing else is shown now
    assert len(worker.asked) == count + 1


def test_a_monitor_wired_while_a_page_is_compiled_is_asked_for(window, qtbot):
    worker = window.worker.process
    answer, worker.answers["open"] = worker.answers["open"], None
    window.runs.run(0)
    window.do(
        Insert("main", (Block("M", "loom.Trend", 600, 200),), (Placed(Wire("A", "output", "M", "value"), 0),)),
        "monitor",
    )
    worker.finish("open", **answer)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    assert worker.asked[-2] == ("set_watches", {"watches": [Y, Watch(parse("A.output"))]})


def test_pages_without_monitors_ask_for_nothing(window, qtbot):
    window.undo()
    window.do(Insert("main", (Block("A", "Const", 0, 0, {"value": "1.0"}),)), "page")
    window.runs.run(1)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    assert "set_watches" not in window.worker.process.did()


def test_reset_empties_monitors(window, qtbot):
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    show(window, qtbot, 2, 9.0, 8.0)
    window.worker.process.finish(outcome="stopped", step=2, shown={"results": {}})
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    window.runs.reset()
    traces = window.runs.pages.run_of(window.tabs.page_name()).traces
    qtbot.waitUntil(lambda: not traces.series)
    assert window.canvas().marks.traces is traces and not traces.texts


def test_a_new_worker_is_reported_again(window, qtbot):
    worker = window.worker.process
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    show(window, qtbot, 2, 9.0, 8.0)
    worker.die()
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    assert worker.did().count("set_watches") == 2


def test_the_loss_chart_of_the_example_falls_while_it_runs(qtbot, catalogue):
    """With the real worker."""
    window = MainWindow(catalogue, WorkerSession())
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.file.take(documents.load(ASSETS / "examples" / "linear_regression.loom"), "")
    window.show()
    before = documents.dumps(window.history.document)
    ended = []
    window.worker.ended.connect(ended.append)
    window.runs.run(100)
    qtbot.waitUntil(lambda: bool(ended))
    loss = window.runs.pages.run_of("regression").traces.series[Watch(parse("LOSS.output"))].points
    assert loss[:, 0].tolist() == list(range(1, 101))
    assert loss[-1, 2] < loss[0, 2] / 1000 and (np.diff(loss[:, 2]) <= 0).all()
    assert float(window.runs.pages.run_of("regression").traces.texts[Watch(parse("W.ref"))]) == pytest.approx(
        2, abs=0.1
    )
    assert documents.dumps(window.history.document) == before
    window.worker.close()


COUNTER = {
    "W": ("loom.ResourceVariable", {"initvalues": "[1.0f, 2.0f]"}),
    "READ": ("ReadVariableOp", {"dtype": "DT_FLOAT"}),
    "UP": ("AssignAddVariableOp", {"value": "[1.0f, 2.0f]"}),
    "S": "loom.Session",
}
COUNTER_WIRES = """W.handle -> READ.resource
                   W.handle -> UP.resource
                   READ -> UP
                   READ.value -> S.fetch_outputs
                   UP.operation -> S.run_outputs"""


def test_a_chart_that_is_added_and_edited_keeps_the_steps_and_its_lines(qtbot, catalogue):
    with at_work(catalogue, document(catalogue, COUNTER, COUNTER_WIRES)) as window:
        timeline, canvas = window.looking_back.timeline.axis, window.canvas()

        def run(last):
            QTest.keyClick(window, Qt.Key.Key_F10)
            qtbot.waitUntil(lambda: timeline.last == last and window.worker.state == IDLE, timeout=60_000)
            assert timeline.first == 1

        def lines():
            watching, series = canvas.marks.watching["C"], window.runs.pages.run_of("main").traces.series
            names = [line.name for line in line_styles(canvas.page.blocks["C"], watching, ["red"])]
            return {name: series[w].points[:, 2].tolist() for name, w in zip(names, watching, strict=True)}

        ready(window, qtbot)
        run(1)
        chart = Insert(
            "main", (Block("C", "loom.Chart", 300, 300),), (Placed(Wire("READ", "value", "C", "series"), 0),)
        )
        window.do(chart, "Add")
        run(2)
        assert lines() == {"READ": [2.0]}
        canvas.selection.choose({"C"})
        qtbot.waitUntil(lambda: "indices" in window.inspector.fields)
        field = window.inspector.fields["indices"].edit
        field.setFocus()
        QTest.keyClicks(field, '["[0]", "[1]"]')
        QTest.keyClick(field, Qt.Key.Key_Return)
        run(3)
        assert lines() == {"READ[0]": [2.0, 3.0], "READ[1]": [6.0]}
