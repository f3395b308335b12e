"""Accumulators on pages: averages, steps, stale gradients, blocking, and survival of Stop, time-outs and edits."""

from pathlib import Path

import numpy as np
import pytest

from blockloom import BadPage, TimedOut, run
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import WaitingEvent
from tests.pages import document
from tests.waiting import until

EXAMPLES = Path(__file__).resolve().parents[3] / "assets" / "examples"

KINDS = ["", "Resource"]


def page(catalogue, kind, applies, need, more="", reduction="MEAN"):
    """Return a page with an accumulator, an apply for each (local_step, gradient), and one take after them."""
    text = f"ACC {kind}ConditionalAccumulator dtype=DT_DOUBLE shape=[2] reduction_type={reduction};"
    text += f"TAKE {kind}AccumulatorTakeGradient num_required={need} handle=<ACC.handle;"
    for number, (step, gradient) in enumerate(applies):
        text += f"A{number} {kind}AccumulatorApplyGradient gradient={gradient} local_step={step} handle=<ACC.handle;"
        text += f"A{number} -> TAKE;"
    return document(catalogue, text + more)


@pytest.mark.parametrize("kind", KINDS)
def test_a_take_gives_the_mean_of_all_there_are_and_counts_the_step_up(catalogue, worker, kind):
    counted = f"LEFT {kind}AccumulatorNumAccumulated handle=<ACC.handle; TAKE -> LEFT"
    made = page(catalogue, kind, [(100, "[1,2]"), (100, "[3,4]"), (100, "[8,0]")], 2, counted)
    got = run(made, steps=3, worker=worker).results
    assert got["TAKE"]["average"].tolist() == [4, 2]  # of three: at least two are needed, all are taken
    assert got["LEFT"]["num_accumulated"] == 0
    assert got["ACC"]["handle"]["dtype"] == ("resource" if kind else "string_ref")


@pytest.mark.parametrize("kind", KINDS)
def test_a_sum_instead_of_a_mean(catalogue, worker, kind):
    made = page(catalogue, kind, [(9, "[1,2]"), (9, "[3,4]")], 1, reduction="SUM")
    assert run(made, worker=worker).results["TAKE"]["average"].tolist() == [4, 6]


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_with_an_old_local_step_are_ignored(catalogue, worker, kind):
    made = page(catalogue, kind, [(1, "[1,2]"), (100, "[3,4]")], 1)
    for steps, mean in ((1, [2, 3]), (2, [2, 3]), (3, [3, 4])):  # before step 3 the accumulator's step is 2
        assert run(made, steps=steps, worker=worker).results["TAKE"]["average"].tolist() == mean


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_that_is_set(catalogue, worker, kind):
    more = f"SET {kind}AccumulatorSetGlobalStep new_global_step=5 handle=<ACC.handle; SET -> A0; SET -> A1"
    made = page(catalogue, kind, [(4, "[1,1]"), (5, "[7,7]")], 1, more)
    for steps in (1, 2):
        assert run(made, steps=steps, worker=worker).results["TAKE"]["average"].tolist() == [7, 7]
    with pytest.raises(TimedOut) as caught:
        run(made, timeout=0.5, values={"A1.local_step": "4"}, worker=worker)
    assert caught.value.waiting == {"TAKE": "0 of 1 gradients"}


def test_sparse_gradients_are_averaged_row_by_row(catalogue, worker):
    apply = "SparseAccumulatorApplyGradient handle=<ACC.handle local_step=3 gradient_shape=[4,2] has_known_shape=true"
    made = document(
        catalogue,
        "ACC SparseConditionalAccumulator dtype=DT_FLOAT shape=[4,2]; "
        "TAKE SparseAccumulatorTakeGradient handle=<ACC.handle num_required=2; "
        "LEFT AccumulatorNumAccumulated handle=<ACC.handle; "
        "SET AccumulatorSetGlobalStep handle=<ACC.handle new_global_step=3; "
        f"A {apply} gradient_indices=[1,3] gradient_values=[[1,1],[2,2]]; "
        f"B {apply} gradient_indices=[3] gradient_values=[[4,0]]; "
        "SET -> A; SET -> B; A -> LEFT; B -> LEFT; LEFT -> TAKE",
    )
    got = run(made, steps=2, worker=worker).results
    assert got["TAKE"]["indices"].tolist() == [1, 3]
    assert got["TAKE"]["values"].tolist() == [[1, 1], [3, 1]]
    assert got["TAKE"]["shape"].tolist() == [4, 2]
    assert got["LEFT"]["num_accumulated"] == 2


@pytest.mark.parametrize("kind", [*KINDS, "Sparse"])
@pytest.mark.parametrize(
    ("need", "said"),
    [
        ("0", "num_required is 0"),
        ("-3", "num_required is -3"),
        ("2147483648", "2147483648 does not fit DT_INT32"),
        ("1.5", "not a whole number"),
    ],
)
def test_impossible_numbers_of_gradients(catalogue, worker, kind, need, said):
    made = page(catalogue, kind, [], need)
    with pytest.raises(BadPage) as caught:
        run(made, worker=worker)
    problem = next(p for p in caught.value.problems if p.severity == "error")
    assert (problem.page, problem.block, problem.pin) == ("main", "TAKE", "num_required")
    assert said in problem.message
    assert problem.remedy


@pytest.fixture
def opened(worker):
    """Return a page that is open in the worker, with a method for each request."""

    class Opened:
        def open(self, made):
            reply = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
            assert not [p for p in reply.problems if p.severity == "error"], reply.problems
            return reply

        def run(self, **options):
            return worker.call(requests.RunRequest(mode=RunMode(options.pop("steps", 1)), **options))

        def value(self, block, pin):
            message = worker.call(requests.GetResultsRequest())
            return message.arrays[message.results[block][pin]["array"]]

        def stop_when_blocked(self):
            heard = []
            worker.on_event = heard.append
            run = worker.send(requests.RunRequest(mode=RunMode(0)))
            until(lambda: any(isinstance(event, WaitingEvent) and event.blocks for event in heard))
            worker.send(requests.StopRequest())
            return run.result(20)

    yield Opened()
    worker.call(requests.ResetRequest())


@pytest.mark.parametrize(("kind", "how"), [("", "stop"), ("Resource", "timeout")])
def test_a_run_that_is_ended_leaves_the_gradients(catalogue, opened, kind, how):
    made = page(catalogue, kind, [(100, "[1,2]")], 3)
    opened.open(made)
    for has in (1, 2):  # each run adds a gradient and waits
        ended = opened.run(timeout=1.5) if how == "timeout" else opened.stop_when_blocked()
        assert ended.outcome == ("timeout" if how == "timeout" else "stopped")
        text = f"{has} of 3 gradients. A step adds 1 (A0) and takes 3 (TAKE)"
        assert ended.waiting == [{"block": "TAKE", "available": has, "required": 3, "text": text}]
        assert (ended.reset, ended.problems, ended.is_stuck) == ([], [], False)
    assert opened.run().outcome == "done"
    assert opened.value("TAKE", "average").tolist() == [1, 2]
    assert opened.stop_when_blocked().waiting[0]["available"] == 1  # the take has emptied it


@pytest.mark.parametrize(("kind", "reduction"), [("", "MEAN"), ("Resource", "SUM")])
def test_gradients_and_the_step_survive_an_edit(catalogue, opened, kind, reduction):
    made = page(
        catalogue,
        kind,
        [(6, "[1,2]"), (7, "[4,8]")],
        1,
        "COUNT loom.Variable initvalues=0.0; UP AssignAdd value=1.0 ref=<COUNT.ref",
        reduction=reduction,
    )
    opened.open(made)
    opened.run(steps=7)  # the accumulator's step is 7: A0 is too old from now on
    SetValue("main", "TAKE", "num_required", "4").apply(made)
    assert opened.open(made).reset == []
    assert opened.stop_when_blocked().waiting[0]["available"] == 1
    SetValue("main", "A1", "gradient", "[10, 20]").apply(made)
    reply = opened.open(made)
    assert (reply.retained, reply.reset) == (["ACC", "COUNT"], [])
    assert opened.stop_when_blocked().waiting[0]["available"] == 2
    SetValue("main", "A1", "gradient", "[16, 32]").apply(made)
    opened.open(made)
    SetValue("main", "A1", "gradient", "[1, 2]").apply(made)
    opened.open(made)  # two edits in a row
    assert opened.stop_when_blocked().waiting[0]["available"] == 3
    SetValue("main", "TAKE", "num_required", "3").apply(made)
    opened.open(made)
    assert opened.run().outcome == "done"
    total = np.array([4 + 10 + 1 + 1, 8 + 20 + 2 + 2])
    assert opened.value("TAKE", "average").tolist() == (total / (4 if reduction == "MEAN" else 1)).tolist()


def test_another_shape_resets_an_accumulator(catalogue, opened):
    made = page(catalogue, "", [(100, "[1,2]")], 2)
    opened.open(made)
    opened.stop_when_blocked()
    SetValue("main", "ACC", "shape", "[3]").apply(made)
    SetValue("main", "A0", "gradient", "[1, 2, 3]").apply(made)
    assert opened.open(made).reset == ["ACC"]
    assert opened.stop_when_blocked().waiting[0]["available"] == 1


@pytest.mark.parametrize(("reduction", "runs", "kept"), [("MEAN", 1, True), ("SUM", 2, True), ("MEAN", 2, False)])
def test_sparse_gradients_survive_an_edit_where_their_counts_are_known(catalogue, opened, reduction, runs, kept):
    made = document(
        catalogue,
        f"ACC SparseConditionalAccumulator dtype=DT_FLOAT shape=[4,2] reduction_type={reduction}; "
        f"TAKE SparseAccumulatorTakeGradient handle=<ACC.handle num_required={runs + 1}; "
        "A SparseAccumulatorApplyGradient handle=<ACC.handle local_step=100 gradient_indices=[1,3] "
        "gradient_values=[[1,2],[3,4]] gradient_shape=[4,2] has_known_shape=true; A -> TAKE",
    )
    opened.open(made)
    for _ in range(runs):
        opened.stop_when_blocked()
    SetValue("main", "A", "gradient_values", "[[3, 2], [3, 4]]").apply(made)
    assert opened.open(made).reset == ([] if kept else ["ACC"])
    if not kept:
        assert opened.stop_when_blocked().waiting[0]["available"] == 1
        return
    assert opened.run().outcome == "done"
    assert opened.value("TAKE", "indices").tolist() == [1, 3]
    wanted = [[2, 2], [3, 4]] if reduction == "MEAN" else [[5, 6], [9, 12]]
    assert opened.value("TAKE", "values").tolist() == wanted


def test_elements_that_an_ended_dequeue_had_taken_are_reported_lost(catalogue, opened):
    opened.open(
        document(
            catalogue,
            "Q FIFOQueueV2 component_types=DT_INT32 shapes=[[]]; PUT QueueEnqueueV2 components=1 handle=<Q.handle; "
            "GET QueueDequeueManyV2 n=3 component_types=DT_INT32 handle=<Q.handle; PUT -> GET",
        )
    )
    ended = opened.stop_when_blocked()
    assert (ended.outcome, ended.reset) == ("stopped", ["Q"])


def test_a_queue_keeps_its_elements_when_a_run_is_ended(catalogue, opened):
    opened.open(
        document(
            catalogue,
            "Q FIFOQueueV2 component_types=DT_INT32 shapes=[[]] capacity=2; "
            "PUT QueueEnqueueV2 components=7 handle=<Q.handle; SIZE QueueSizeV2 handle=<Q.handle; PUT -> SIZE",
        )
    )
    ended = opened.stop_when_blocked()
    assert (ended.outcome, ended.reset, ended.step) == ("stopped", [], 2)
    assert ended.waiting[0]["text"] == "full: 2 of 2 elements"


def test_an_op_that_blocks_but_is_fed_is_not_run(catalogue, worker):
    made = document(
        catalogue,
        "Q FIFOQueueV2 component_types=DT_INT32 shapes=[[]]; N Neg x=<GET.components[0]; "
        "GET QueueDequeueV2 component_types=DT_INT32 handle=<Q.handle; "
        "PUT QueueEnqueueV2 components=1 handle=<Q.handle",
    )
    got = run(made, steps=3, feed={"GET.components[0]": "5"}, timeout=10, worker=worker).results
    assert got["N"]["y"] == -5


def test_a_step_that_blocks_behind_a_switch_is_ended_all_the_same(catalogue, worker):
    """An op that may be dead does not guard its step: then the session is closed."""
    made = document(
        catalogue,
        "ON Const value=true; SWITCH Switch data=1 pred=<ON.output; Q FIFOQueueV2 component_types=DT_INT32; "
        "GET QueueDequeueV2 component_types=DT_INT32 handle=<Q.handle; PASS Identity input=<SWITCH.output_true; "
        "PASS -> GET",
    )
    with pytest.raises(TimedOut) as caught:
        run(made, timeout=0.4, worker=worker)
    assert caught.value.waiting == {"GET": "0 of 1 elements. No block of the page adds elements to Q"}


def test_reset_empties_an_accumulator(catalogue, worker, opened):
    made = page(catalogue, "", [(100, "[1,2]")], 3)
    opened.open(made)
    opened.stop_when_blocked()
    worker.call(requests.ResetRequest())
    assert opened.stop_when_blocked().waiting[0]["available"] == 1


def test_the_example_drops_the_worker_that_fell_behind(worker):
    for steps, count, mean in ((1, 3, (4 + 12 + 1000) / 3), (2, 2, None)):
        got = run(EXAMPLES / "resource_accumulator.loom", steps=steps, worker=worker).results
        assert got["COUNT"]["num_accumulated"] == count
        if mean is not None:
            np.testing.assert_allclose(got["TAKE"]["average"][0], mean, rtol=1e-6)
            w = 4 - 0.1 * mean
    np.testing.assert_allclose(got["TAKE"]["average"][0], 2 * w, rtol=1e-6)  # of w and 3 w


@pytest.mark.parametrize("kind", KINDS)
def test_a_take_that_gets_only_old_gradients_says_so(catalogue, worker, kind):
    made = page(catalogue, kind, [(2, "[1,2]")], 1)
    said = "0 of 1 gradients. The local_step 2 is older than the accumulator's step 3, so the gradient was dropped"
    with pytest.raises(TimedOut) as caught:
        run(made, steps=5, timeout=1.5, worker=worker)
    assert caught.value.waiting == {"TAKE": said}
    run(made, steps=3, worker=worker)  # a new session begins with step 0
