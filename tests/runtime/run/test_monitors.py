"""Values of monitors: which numbers of which steps, their cost, and no change of the run."""

import itertools

import numpy as np
import pytest

from blockloom import run
from blockloom.blocks import checks
from blockloom.blocks.catalogue.monitor_types import CHART, NUMBER
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.blocks.results.monitors import Watch, scale, size, text, watches, watches_of
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import StepResultsEvent
from blockloom.runtime.run.monitor_recorder import FIRST, SIDE, MonitorRecorder, matrix
from tests.pages import document
from tests.waiting import until

COUNT = """
V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; X Const value=[[1.5, nan], [inf, 4.]]
SUM Add x=<X.output y=<X.output; S loom.Session fetch_outputs=<UP.output_ref,SUM.z"""
SHOWN = """
LINE loom.Chart indices=["", "[1]", "[1, 1]"] series=<UP.output_ref,X.output,SUM.z; N loom.Number value=<V.ref
T loom.Trend value=<UP.output_ref; P loom.Pick value=<X.output; Q loom.Number value=<P.elements[3]
MAP loom.HeatMap value=<SUM.z"""


@pytest.fixture
def step_events(worker):
    """Yield the results of steps that the worker reports; a busy machine causes other events."""
    found = []
    worker.on_event = lambda event: found.append(event) if isinstance(event, StepResultsEvent) else None
    yield found
    worker.on_event = lambda event: None
    worker.call(requests.SetWatchesRequest(watches=[]))


@pytest.fixture
def page(catalogue):
    return document(catalogue, COUNT + SHOWN)


def recorded(step_events, ended):
    """Return the updates of monitors."""
    shown = [*(event.shown for event in step_events), ended.shown]
    return [one.monitors for one in shown if one.monitors is not None]


def points(step_events, ended):
    """All that was recorded, as one array (steps, 2 + numbers)."""
    return np.concatenate([one.points for one in recorded(step_events, ended)])


def opened(worker, page, *wanted):
    reply = worker.call(requests.OpenRequest(document=documents.dumps(page), page="main"))
    assert not [p for p in reply.problems if p.severity == "error"]
    worker.call(requests.ResetRequest())
    worker.call(requests.SetWatchesRequest(watches=wanted or watches(page.pages["main"])))
    return reply


def test_what_monitors_show_is_read_from_the_page(page):
    main = page.pages["main"]
    assert watches_of(main, "LINE") == [
        Watch(parse("UP.output_ref")),
        Watch(parse("X.output"), (1,)),
        Watch(parse("SUM.z"), (1, 1)),
    ]
    assert watches_of(main, "N") == [Watch(parse("V.ref"))]
    assert watches_of(main, "P") == [Watch(parse("X.output"), flat=i) for i in range(4)]
    assert watches_of(main, "Q") == [Watch(parse("X.output"), flat=3)]
    assert watches_of(main, "MAP") == [Watch(parse("SUM.z"), matrix=True)]
    # Each once, however many monitors show it.
    assert len(watches(main)) == 9 and len(set(watches(main))) == 9


def test_wires_that_lead_nowhere_show_nothing(catalogue):
    page = document(
        catalogue,
        {"A": "loom.Pick", "B": "loom.Pick", "N": "loom.Number", "L": "loom.Number"},
        "A.elements[0] -> B.value\nB.elements[0] -> A.value\nB.elements[1] -> N.value",
    ).pages["main"]
    page.put_wire(Wire("GONE", "z", "L", "value"))
    assert watches(page) == []


def test_attributes_that_cannot_be_read_have_their_defaults():
    bad = Block("C", CHART, values={"width": "wide", "height": "1e99", "minimum": "5", "maximum": "1", "title": '"a"'})
    assert size(bad) == (360.0, 4000.0) and scale(bad) == (None, None) and text(bad, "title") == "a"
    digit = bad._replace(type=NUMBER, values={"format": "%d", "size": "78"})
    assert size(digit)[0] < size(digit._replace(values={"size": "78"}))[0] < 1000
    assert scale(bad._replace(values={"minimum": "nan", "maximum": "2"})) == (None, 2.0)


def test_monitors_change_nothing(worker, catalogue, page):
    without = document(catalogue, COUNT)
    assert checks.check(page, catalogue, "main") == checks.check(without, catalogue, "main")
    before = documents.dumps(page)
    got, plain = (run(d, steps=3, worker=worker).results for d in (page, without))
    assert got.keys() == plain.keys() and documents.dumps(page) == before
    for block, pins in plain.items():
        for pin, value in pins.items():
            np.testing.assert_array_equal(got[block][pin], value)


def test_a_block_that_only_monitors_use_is_run_as_one_that_nothing_uses(worker, catalogue):
    page = document(catalogue, "A Const value=3; N loom.Number value=<A.output")
    assert run(page, worker=worker).results["A"]["output"] == 3


def test_every_step_of_a_short_run_is_recorded(worker, page, step_events):
    opened(worker, page)
    ended = worker.call(requests.RunRequest(mode=RunMode(40)))
    got, last = points(step_events, ended), ended.shown.monitors
    numbers = last.numbers
    at = {
        name: 2 + numbers.index(Watch(parse(name[0]), *name[1:]))
        for name in (("UP.output_ref",), ("V.ref",), ("X.output", (), 3), ("X.output", (1,)), ("SUM.z", (1, 1)))
    }
    np.testing.assert_array_equal(got[:, 0], np.arange(1, 41))
    assert (np.diff(got[:, 1]) >= 0).all()
    np.testing.assert_array_equal(got[:, at["UP.output_ref",]], np.arange(1, 41))
    np.testing.assert_array_equal(got[:, at["V.ref",]], np.arange(1, 41))  # read after the step
    assert set(got[:, at["X.output", (), 3]]) == {4} and set(got[:, at["SUM.z", (1, 1)]]) == {8}
    assert np.isposinf(got[:, at["X.output", (1,)]]).all()
    texts = dict(zip(numbers, last.texts, strict=True))
    assert texts[Watch(parse("UP.output_ref"))] == "40" and texts[Watch(parse("X.output"), flat=1)] == "nan"
    np.testing.assert_array_equal(last.arrays[0], [[3, np.nan], [np.inf, 8]])


def test_long_runs_are_reported_in_few_messages(worker, page, step_events):
    """Numbers come in bundles: the loop is not held back by telling."""
    opened(worker, page)
    got = points(step_events, worker.call(requests.RunRequest(mode=RunMode(4000))))
    assert len(step_events) < 400
    np.testing.assert_array_equal(got[:FIRST, 0], np.arange(1, FIRST + 1))
    assert (np.diff(got[:, 0]) > 0).all() and got[-1, 0] == 4000


def test_recording_gets_a_tenth_of_the_time(monkeypatch):
    """With a fake clock: steps of 1 ms, recorded ones of 2 ms."""
    clock = [0.0]
    monkeypatch.setattr("blockloom.runtime.run.monitor_recorder.time.monotonic", lambda: clock[0])

    class Steps:
        steps, seen = 0, 0

        def step(self, show, watched, side_outputs=frozenset()):
            self.steps += 1
            clock[0] += 0.002 if watched else 0.001
            self.seen += bool(watched)
            return {"A": {"x": np.array(self.steps)}} if watched else {}

    recorder, runner = MonitorRecorder([Watch(parse("A.x"))]), Steps()
    for _ in range(FIRST):
        recorder.step(runner, False)
    assert runner.seen == FIRST
    before, began = runner.seen, clock[0]
    for _ in range(5000):
        recorder.step(runner, False)
    assert 0.05 < (runner.seen - before) * 0.001 / (clock[0] - began) < 0.15


def test_nothing_is_recorded_where_nothing_is_shown(worker, catalogue, step_events):
    opened(worker, document(catalogue, COUNT))
    assert not recorded(step_events, worker.call(requests.RunRequest(mode=RunMode(50))))


def test_headless_runs_take_no_notice_of_monitors(worker, page, step_events):
    opened(worker, page)
    ended = worker.call(requests.RunRequest(mode=RunMode(5, watch=False)))
    assert ended.shown.monitors is None and not step_events


def test_a_monitor_more_takes_no_state_away(worker, catalogue, step_events):
    page = document(
        catalogue,
        "Q FIFOQueueV2 capacity=9 component_types=[DT_INT32]; PUT QueueEnqueueV2 components=[7] handle=<Q.handle; "
        "LEFT QueueSizeV2 handle=<Q.handle; PUT -> LEFT",
    )
    opened(worker, page)
    worker.call(requests.RunRequest(mode=RunMode(2)))
    Insert("main", (Block("N", "loom.Number"),), (Placed(Wire("LEFT", "size", "N", "value"), 0),)).apply(page)
    reply = worker.call(requests.OpenRequest(document=documents.dumps(page), page="main"))
    assert not reply.reset
    worker.call(requests.SetWatchesRequest(watches=watches(page.pages["main"])))
    reply = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert reply.shown.monitors.texts == ["3"] and reply.step == 3


def test_a_monitor_that_comes_while_a_page_runs_is_reported_at_once(worker, page, step_events):
    opened(worker, page, Watch(parse("X.output")))
    run = worker.send(requests.RunRequest(mode=RunMode(0)))
    wanted = [Watch(parse("UP.output_ref"))]
    worker.send(requests.SetWatchesRequest(watches=wanted))
    until(
        lambda: any(
            event.shown.monitors is not None and event.shown.monitors.numbers == wanted for event in step_events
        ),
        "news of the new monitor",
    )
    worker.send(requests.StopRequest())
    assert run.result(20).outcome == "stopped"


def test_reasons_for_a_missing_number(worker, catalogue, step_events):
    page = document(
        catalogue,
        'P Const value=true; D Const value=1.0; SW Switch data=<D.output pred=<P.output; TEXT Const value="hello"; '
        "BIG Const value=9007199254740993 dtype=DT_INT64; C Const value=1+2j; "
        "S loom.Session fetch_outputs=<SW.output_false,SW.output_true,TEXT.output,BIG.output,C.output",
    )
    opened(
        worker,
        page,
        Watch(parse("SW.output_false")),
        Watch(parse("SW.output_true")),
        Watch(parse("TEXT.output")),
        Watch(parse("BIG.output")),
        Watch(parse("C.output")),
        Watch(parse("D.output"), (5,)),
        Watch(parse("D.output"), flat=7),
        Watch(parse("NONE.z")),
        Watch(parse("D.output"), (0, 0)),
        Watch(parse("TEXT.output"), matrix=True),
    )
    told = worker.call(requests.RunRequest(mode=RunMode(1))).shown.monitors
    assert told.texts == [
        "no value",
        "1",
        '"hello"',
        "9007199254740993",
        "1+2j",
        "no element [5]",
        "no element 7",
        "not in this run",
        "1",
    ]
    nan = float("nan")
    np.testing.assert_array_equal(told.points[0, 2:], [nan, 1, nan, 9007199254740992, nan, nan, nan, nan, 1])
    assert told.matrices == []


def test_only_what_is_drawn_of_a_matrix_leaves():
    huge = np.broadcast_to(np.arange(10_000, dtype=np.float32), (10_000, 10_000))  # a hundred million elements
    got = matrix({Address("", "A"): {"x": huge}}, Watch(parse("A.x"), matrix=True))
    assert max(got.shape) <= SIDE and got.nbytes <= 4 * SIDE * SIDE
    assert (np.diff(got[0]) > 0).all() and got[0, 0] == 0


@pytest.mark.parametrize(
    ("shape", "asked", "wanted"),
    [
        ((6,), {}, (1, 6)),
        ((), {}, (1, 1)),
        ((2, 3, 1), {}, (2, 3)),
        ((2, 3, 4), {}, (6, 4)),
        ((2, 6), {"index": (1,)}, (1, 6)),
        ((2, 6), {"index": (1,), "rows": 3}, (3, 2)),
        ((6,), {"columns": 3}, (2, 3)),
        ((6,), {"rows": 2, "columns": 2}, (2, 2)),
        ((0, 3), {}, None),
        ((3,), {"index": (1, 1)}, None),
        ((3,), {"index": (7,)}, None),
    ],
)
def test_matrices_as_they_are_asked_for(shape, asked, wanted):
    value = np.arange(np.prod(shape, dtype=int), dtype=np.int64).reshape(shape)
    got = matrix({Address("", "A"): {"x": value}}, Watch(parse("A.x"), matrix=True, **asked))
    assert (got if got is None else got.shape) == wanted
    if got is not None:
        first = value[asked.get("index", ())].reshape(-1)[0]
        assert got.dtype == np.float32 and got[0, 0] == first


def test_a_matrix_larger_than_its_output_has_gaps():
    got = matrix({Address("", "A"): {"x": [np.arange(3.0)]}}, Watch(parse("A.x"), (0,), None, True, 2, 2))
    np.testing.assert_array_equal(got, [[0, 1], [2, np.nan]])


def test_what_is_too_large_for_a_colour_is_infinite():
    got = matrix({Address("", "A"): {"x": np.array([1e300, -1.0])}}, Watch(parse("A.x"), matrix=True))
    np.testing.assert_array_equal(got, [[np.inf, -1]])


def test_elements_of_list_outputs():
    recorder = MonitorRecorder(
        [Watch(parse("A.x[1]")), Watch(parse("A.x"), (2, 1)), Watch(parse("A.x"), (3,)), Watch(parse("A.x"), flat=1)]
    )
    told = recorder.take({Address("", "A"): {"x": [np.array(i * 10.0 + np.arange(3)) for i in range(3)]}})
    assert told.texts == ["10", "21", "no element 3", "1"]


def test_many_watches_many_steps_stay_in_order():
    """A bundle holds each step once, whatever is shown in between."""

    class Steps:
        steps = 0

        def step(self, show, watched, side_outputs=frozenset()):
            self.steps += 1
            return {"A": {"x": np.array(self.steps)}}

    recorder, runner = MonitorRecorder([Watch(parse("A.x")), Watch(parse("A.x"), (0,))]), Steps()
    taken = []
    for show in itertools.islice(itertools.cycle([False, False, True]), 30):
        recorder.step(runner, show)
        if show:
            taken.append(recorder.take({}).points)
    got = np.concatenate(taken)
    np.testing.assert_array_equal(got[:, 0], np.arange(1, 31))
    np.testing.assert_array_equal(got[:, 2], got[:, 3])
