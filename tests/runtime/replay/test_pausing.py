"""A run that pauses: nothing is drawn, written or done twice, and nothing is lost."""

import threading
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from msgspec.structs import replace

from blockloom import BadPage, run
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.results import breakpoints
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.api.results import as_data
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import PausedAt
from blockloom.runtime.replay.paused_step import BreakpointController
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.worker.errors import WorkerError
from tests.extent import slow_after
from tests.pages import page, pages
from tests.runtime import breaks
from tests.runtime.breaks import page_state
from tests.runtime.replay.test_replay import opened, pins_of

REGRESSION = Path(__file__).resolve().parents[3] / "assets" / "examples" / "linear_regression.loom"


@pytest.mark.parametrize("seed", slow_after(1, range(12)))
def test_what_is_dequeued_written_and_stored_is_the_same_with_random_pauses(catalogue, seed, tmp_path):
    wrong, count, rolled_back = breaks.walk(seed, catalogue, 6, tmp_path)
    assert not wrong and count and rolled_back


QUEUE = (
    "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; "
    "FILL QueueEnqueueManyV2 handle=<Q.handle components=<WITH.output; "
    "WITH Const value=[1.0f,2.0f,3.0f] dtype=DT_FLOAT; "
    "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle; TWICE Mul y=2.0f x=<TAKE.components[0]; "
    "LOG Log x=<TWICE.z; W loom.ResourceVariable initvalues=0.0f; "
    "ADD AssignAddVariableOp resource=<W.handle value=<TWICE.z; "
    "RUN loom.Session start_outputs=<FILL.operation fetch_outputs=<LOG.y run_outputs=<ADD.operation"
)


def pauses_at(pauses):
    """Make a step; return whether the run pauses after it."""
    pauses.prepare_step(), pauses.runner.step(True)
    return pauses.check_step()


@pytest.fixture
def queue(catalogue):
    document = pages(main=QUEUE)
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)

    def typed(*texts):
        pauses.breakpoints = [breakpoints.parse_breakpoint(text, document.pages["main"], catalogue) for text in texts]
        return pauses

    yield typed
    runner.close()


def test_what_is_tried_is_dropped_or_goes_on(queue):
    pauses = queue("LOG")
    runner, at = pauses.runner, Address("main", "TWICE", "z")
    assert pauses_at(pauses) and pauses.pause.step == 1 and runner.steps == 0
    pause = pauses.pause
    assert pins_of(pause.what_if({at: "40"}), "LOG")["y"] == pytest.approx(np.log(40))
    assert pins_of(runner.latest(), "LOG")["y"] == pytest.approx(np.log(40)), "that is what is looked at"
    with pytest.raises(tf.errors.InvalidArgumentError, match="shape"):
        pause.what_if({at: np.zeros(2)})
    assert pins_of(runner.latest(), "LOG")["y"] == pytest.approx(np.log(2)) and runner.values() == {"W": 0}
    pause.go_on(False), pauses.go_on()
    assert runner.values() == {"W": 2} and runner.steps == 1
    assert pauses_at(pauses)
    pauses.pause.what_if({at: "40"})
    pauses.pause.go_on(True), pauses.go_on()
    assert runner.values() == {"W": 42} and pins_of(runner.latest(), "LOG")["y"] == pytest.approx(np.log(40))
    assert pauses_at(pauses) and pins_of(runner.latest(), "TAKE")["components"][0] == 3, (
        "what was drawn is gone, with all"
    )
    assert pauses.pause.give_up() == [] and runner.steps == 2
    assert page_state(runner)["Q"] == [[3]] and runner.values() == {"W": 42}


def test_a_page_without_a_session_pauses_too(catalogue):
    document = Document()
    wires = ("W.ref -> ADD.ref", "ADD.output_ref -> LOG.x", "LOG.y -> NEG.x")
    page(document, "main", "W loom.Variable initvalues=1.0f; ADD AssignSub value=1.0f; LOG Log; NEG Neg", *wires)
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)
    pauses.breakpoints = [breakpoints.parse_breakpoint("LOG.y is not finite", document.pages["main"], catalogue)]
    assert pauses_at(pauses) and runner.values() == {"W": 1}
    pauses.pause.go_on(False), pauses.go_on()
    assert runner.values() == {"W": 0} and pins_of(runner.latest(), "NEG")["y"] == np.inf
    runner.close()


@pytest.mark.parametrize("name", ["queue", "resource_accumulator", "drop_stale"])
def test_an_op_that_only_reads_state_can_be_rolled_back(catalogue, name):
    document = documents.load(REGRESSION.with_name(f"{name}.loom"))
    runner = Runner(opened(catalogue, document, name))
    runner.step(True)
    before = page_state(runner)
    pauses = BreakpointController(runner)
    first = next(one for one in ("LOSS", "TAKE") if one in document.pages[name].blocks)
    pauses.breakpoints = [breakpoints.parse_breakpoint(first, document.pages[name], catalogue)]
    assert pauses_at(pauses) and pauses.pause.give_up() == [] and page_state(runner) == before
    runner.close()


def test_what_no_step_can_answer_takes_nothing(queue):
    pauses = queue("TAKE[0] > 5", "WITH")
    with pytest.raises(ConditionError, match="WITH is not part"):
        pauses.prepare_step()
    assert page_state(pauses.runner)["Q"] == [[1, 2, 3]]


def test_a_worker_pauses_tries_goes_on_and_gives_up(catalogue, worker):
    document = pages(main=QUEUE)
    text, main = documents.dumps(document), document.pages["main"]
    worker.call(requests.OpenRequest(document=text, page="main", owner=7301))
    rows = [breakpoints.parse_breakpoint("TWICE.z >= 4", main, catalogue)]
    run = requests.RunRequest(mode=RunMode(3, watch=True), breakpoints=rows)
    ended = worker.call(run)
    assert (ended.outcome, ended.step, ended.partial_step, ended.changed) == ("paused", 1, False, [])
    assert ended.paused == PausedAt(2, "TWICE", "TWICE.z >= 4", True)
    assert (ended.shown.step, ended.shown.kind) == (2, "paused") and ended.shown.results["TAKE"]["components"]
    tried = worker.call(requests.WhatIfRequest(requests.Feeds({parse("TWICE.z"): "10"})))
    assert tried.shown.results["LOG"]["y"]["text"] == "2.30259"
    assert "shape" in worker.call(requests.WhatIfRequest(requests.Feeds({parse("TWICE.z"): "[1, 2]"}))).refusal
    assert worker.call(requests.WhatIfRequest()).shown.results == ended.shown.results
    worker.call(requests.WhatIfRequest(requests.Feeds({parse("TWICE.z"): "10"})))
    # It goes on with what was tried, to the next step, of which it gives up.
    ended = worker.call(replace(run, continue_with="tried"))
    assert (ended.outcome, ended.step, ended.paused and ended.paused.step) == ("paused", 2, 3), ended.problems
    given_up = worker.call(requests.RollBackStepRequest())
    assert (given_up.not_restored, given_up.shown.step, given_up.shown.kind) == ([], 2, "")
    assert given_up.shown.results["TWICE"]["z"]["text"] == "10"
    with pytest.raises(WorkerError, match="no run is paused"):
        worker.call(replace(run, continue_with="plain"))
    # Opening another page rolls back as well, and hands over the state before the step.
    assert worker.call(run).outcome == "paused"
    main.blocks["TWICE"] = main.blocks["TWICE"]._replace(values={"y": "3.0f"})
    worker.call(requests.OpenRequest(document=documents.dumps(document), page="main", owner=7301))
    ended = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert (ended.outcome, ended.step, ended.shown.results["TWICE"]["z"]["text"]) == ("done", 3, "9")
    worker.call(requests.SetDocumentRequest(owner=0))


def test_a_command_ends_before_a_step_for_which_a_condition_holds(worker):
    done = run(REGRESSION, breaks=["max(LOSS) < 0.2"], worker=worker)
    assert (done.paused.step, done.steps) == (4, 3) and done.results["LOSS"]["output"] < 0.2
    until = run(REGRESSION, until="LOSS < 0.2", worker=worker)
    assert until.steps == 4 and until.paused is None
    assert until.results["LOSS"]["output"] == done.results["LOSS"]["output"]
    assert as_data(done)["paused"] == {"step": 4, "block": "LOSS", "break": "max(LOSS) < 0.2"}
    assert run(REGRESSION, breaks=["LOSS < 0"], steps=3, worker=worker).paused is None
    for text, says in ("LOS", "no block LOS"), ("max(LOSS < 1", "each"), ("LOSS[1] < 1", "no element"):
        with pytest.raises(BadPage, match=f"break: .*{says}"):
            run(REGRESSION, breaks=[text], steps=3, worker=worker)


def test_a_pause_on_a_large_page_shows_also_outputs_that_the_step_did_not_fetch(catalogue):
    document, count = Document(), 250
    blocks = "; ".join(f"B{n} AddV2 y=1.0f" for n in range(count))
    wires = [f"B{n}.z -> B{n + 1}.x" for n in range(count - 1)]
    page(
        document,
        "main",
        f"W loom.Variable initvalues=0.0f; ADD AssignAdd value=5.0f ref=<W.ref; {blocks}; RUN loom.Session; "
        "ADD.output_ref -> B0.x",
        *wires,
        f"B{count - 1}.z -> RUN.fetch_outputs",
    )
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)
    pauses.breakpoints = [breakpoints.parse_breakpoint("B9 > 0", document.pages["main"], catalogue)]
    for step in (1, 2):
        pauses.prepare_step(), runner.step(True, frozenset([Address(block="B9")]))
        assert pauses.check_step()
        shown = runner.latest()
        assert [float(pins_of(shown, f"B{n}")["z"]) for n in (0, 9, 249)] == [5 * step + n for n in (1, 10, 250)]
        assert pins_of(shown, "W")["ref"] == 5 * step - 5
        pauses.go_on()
    runner.close()


def test_blocks_upstream_of_an_override_stay_unchanged(catalogue):
    """Nothing waits for it any more, and it reads a variable that the step writes."""
    document = pages(
        main="W loom.Variable initvalues=1.0f; BEFORE Mul y=10.0f x=<W.ref; SUM AddV2 y=1.0f x=<BEFORE.z; "
        "ADD AssignAdd ref=<W.ref value=<SUM.z; OUT FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; "
        "PUT QueueEnqueueV2 handle=<OUT.handle components=<BEFORE.z; "
        "RUN loom.Session fetch_outputs=<ADD.output_ref run_outputs=<PUT.operation",
    )
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)
    pauses.breakpoints = [breakpoints.parse_breakpoint("ADD", document.pages["main"], catalogue)]
    for _ in range(20):
        assert pauses_at(pauses)
        held = float(runner.values()["W"])
        shown = pauses.pause.what_if({Address("main", "SUM", "z"): "5"})
        assert pins_of(shown, "BEFORE")["z"] == 10 * held and pins_of(shown, "W")["ref"] == held
        pauses.pause.go_on(True), pauses.go_on()
        assert runner.values()["W"] == held + 5
    assert page_state(runner)["OUT"] == [[10.0 * (1 + 5 * n) for n in range(20)]]
    runner.close()


@pytest.mark.parametrize("full", [False, True])
def test_what_waits_is_stopped_and_loses_nothing(catalogue, full):
    """One queue has an element and the other has none, or has no room for the step's element."""
    document = Document()
    page(
        document,
        "main",
        "A FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; "
        "B FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]] capacity=1; "
        "FILL QueueEnqueueManyV2 handle=<A.handle components=<WITH.output; "
        "WITH Const value=[1.0f,2.0f,3.0f] dtype=DT_FLOAT; "
        "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<A.handle; "
        "OTHER QueueDequeueV2 component_types=[DT_FLOAT]; PUT QueueEnqueueV2; LOG Log x=<TAKE.components[0]; "
        "RUN loom.Session start_outputs=<FILL.operation fetch_outputs=<LOG.y",
        *(
            ("B.handle -> PUT.handle", "LOG.y -> PUT.components", "PUT.operation -> RUN.run_outputs")
            if full
            else ("B.handle -> OTHER.handle", "OTHER.components[0] -> RUN.fetch_outputs")
        ),
    )
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)
    pauses.breakpoints = [breakpoints.parse_breakpoint("LOG > 99", document.pages["main"], catalogue)]

    if full:
        assert not pauses_at(pauses)
    ended = threading.Event()

    def stop():
        while not ended.wait(0.2):
            runner.cancel()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(tf.errors.OpError):
        pauses_at(pauses)
    ended.set(), thread.join()
    pauses.end_failed_step(True)
    left = page_state(runner)
    assert left["A"] == [[2, 3] if full else [1, 2, 3]] and not runner.changed_blocks() and runner.steps == full
    assert left["B"] == ([[pytest.approx(0)]] if full else [])
    runner.close()


def test_texts_that_a_branch_does_not_draw_are_passed_over(catalogue):
    document = pages(
        main="P PlaceholderWithDefault input=false dtype=DT_BOOL shape=[]; "
        "IF Switch pred=<P.output data=<TEXTS.output; "
        'TEXTS Const value=["a","b"]; MIXED RandomShuffle value=<IF.output_true; '
        "BOTH Merge inputs=<MIXED.output,IF.output_false; LONG StringLength input=<BOTH.output",
    )
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)
    pauses.breakpoints = [breakpoints.parse_breakpoint("LONG", document.pages["main"], catalogue)]
    for step in (1, 2, 3):
        assert pauses_at(pauses) and pauses.pause.step == step
        pauses.go_on()
        assert pins_of(runner.latest(), "LONG")["output"].tolist() == [1, 1]
    runner.close()
