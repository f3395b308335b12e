"""Pinned outputs: a value of a step replaces an output, and its upstream blocks do not run."""

import numpy as np
import pytest

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Document
from blockloom.blocks.lower.lowering import not_run
from blockloom.runtime.run.page_opening import PageRequest, open_page, reply
from blockloom.runtime.run.pinned_values import PinError, PinnedValues, value_of
from tests.pages import page

# An iterator that gives its elements in order, which a queue hands on, noise for them, and a variable that is trained.
BLOCKS = (
    "D RangeDataset start=0 stop=1000 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
    "IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]; "
    "MAKE MakeIterator dataset=<D.handle iterator=<IT.handle; "
    "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle; "
    "ROW Cast SrcT=DT_INT64 DstT=DT_FLOAT x=<NEXT.components[0]; "
    "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; PUT QueueEnqueueV2 handle=<Q.handle components=<ROW.y; "
    "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle; RANDOM RandomUniform shape=[3] dtype=DT_FLOAT; "
    "W loom.Variable initvalues=2.0f; H Mul x=<TAKE.components[0] y=<W.ref; "
    "V loom.Variable initvalues=[1.0f,2.0f,3.0f]; OUT Mul x=<H.z y=<V.ref; NOISY AddV2 x=<OUT.z y=<RANDOM.output; "
    "SQ Square x=<NOISY.z; AXES Const value=0 dtype=DT_INT32; LOSS Sum input=<SQ.y reduction_indices=<AXES.output; "
    "SGD loom.GradientDescentOptimizer learning_rate=0.1; "
    "TRAIN loom.Minimize loss=<LOSS.output optimizer=<SGD.optimizer; "
    "RUN loom.Session run_outputs=<TRAIN.operation fetch_outputs=<LOSS.output; PUT -> TAKE"
)


@pytest.fixture
def opened(catalogue):
    """Return a function that opens the page with pinned values, replacing the open one."""
    document, runners = Document(), []
    page(document, "main", BLOCKS)

    def open_with(**pinned):
        asked = PageRequest(
            document, "main", [], {}, None, pinned={parse(at.replace("__", ".")): value for at, value in pinned.items()}
        )
        found = open_page(
            asked, runners[-1] if runners else None, catalogue.with_pages(document), lambda names: {}, None
        )
        if found.ok:
            runners.append(found.runner)
        return found

    yield open_with
    for runner in runners:
        runner.close()


def shown(runner, block, pin):
    """Return the result of a block; None if it did not run."""
    return next((pins for at, pins in runner.latest().items() if str(at) == block), {}).get(pin)


def stepped(runner, count=1):
    for _ in range(count):
        runner.step(True)
    return runner


def test_what_is_upstream_draws_nothing_and_goes_on_from_where_it_was(opened):
    runner = stepped(opened().runner, 3)
    assert shown(runner, "ROW", "y") == 2
    row = value_of(runner, parse("TAKE.components"))
    noise = value_of(runner, parse("RANDOM.output"))
    found = opened(TAKE__components=row, RANDOM__output=noise)
    runner = stepped(found.runner, 2)
    assert "ROW" not in set(map(str, runner.latest())), "what does not run shows nothing"
    assert shown(runner, "TAKE", "components") == row and (shown(runner, "RANDOM", "output") == noise[0]).all()
    assert not {"ROW", "NEXT", "PUT"} & set(reply(found).blocks)
    runner = stepped(opened().runner)
    assert shown(runner, "ROW", "y") == 3 == shown(runner, "TAKE", "components")[0], "nothing was drawn meanwhile"
    assert (shown(runner, "RANDOM", "output") != noise[0]).all()


def test_no_gradient_leads_to_what_is_upstream_and_its_variables_stay(opened):
    runner = stepped(opened().runner, 2)
    hidden, w = value_of(runner, parse("H.z")), shown(runner, "W", "ref")
    runner = stepped(opened(H__z=hidden).runner)
    v = shown(runner, "V", "ref")
    stepped(runner)
    assert shown(runner, "W", "ref") == w and (shown(runner, "V", "ref") != v).all()
    assert shown(runner, "TAKE", "components") is None and shown(runner, "H", "z") == hidden[0]
    rows = shown(stepped(opened().runner), "ROW", "y")
    assert rows == 2 and shown(runner, "ROW", "y") is None


def test_what_does_not_fit_is_said_where_it_is(opened):
    runner = stepped(opened().runner)
    loss = value_of(runner, parse("LOSS.output"))
    (problem,) = [p for p in opened(LOSS__output=loss).problems if p.severity == "error"]
    assert str(problem.address) == "main/TRAIN.loss" and "pinned" in problem.message
    (problem,) = opened(ROW__y=[np.zeros((), np.int32)]).problems
    assert str(problem.address) == "main/ROW.y"
    assert problem.message.endswith("its dtype is now DT_FLOAT, and that of the value is DT_INT32")


def test_what_cannot_be_pinned_says_why(opened):
    runner = stepped(opened().runner)
    for output, why in {
        "W.ref": "a variable holds its value by itself",
        "Q.handle": "it has no value that can be fed",
        "SGD.optimizer": "it has no value that can be fed",
        "NOTHING.z": "the last step did not compute it",
    }.items():
        with pytest.raises(PinError, match=why):
            value_of(runner, parse(output))
    with pytest.raises(PinError, match="a value for each call"):
        value_of(runner, Address("body", "ADD", "z"))


def test_what_no_step_runs(catalogue):
    document = Document()
    drawn = page(document, "main", BLOCKS)

    def names(*pinned):
        return {str(at) for at in not_run(drawn, catalogue, [parse(at) for at in pinned])}

    assert names() == set()
    assert names("RANDOM.output") == set() and names("NOISY.z") == {
        "RANDOM",
        "OUT",
        "V",
        "H",
        "W",
        "TAKE",
        "PUT",
        "Q",
        "ROW",
        "NEXT",
        "IT",
    }
    assert names("H.z") == {"TAKE", "PUT", "Q", "ROW", "NEXT", "IT", "W"}
    assert names("ROW.y") == {"NEXT", "IT"}, "what waits for the queue still does"


def test_values_outlive_a_worker_and_end_with_the_document(tmp_path):
    given = {
        1: [np.arange(6, dtype=np.float32).reshape(2, 3)],
        2: [np.array([b"a\0", b""], object), np.int64(7) * np.ones((), np.int64)],
    }
    first = PinnedValues(tmp_path / "state")
    first.own(5)
    for number, values in given.items():
        first.keep(number, values)
    then = PinnedValues(tmp_path / "state")
    then.own(5)
    for number, values in given.items():
        got = then.get(number)
        assert [(g.dtype, g.shape, g.tolist()) for g in got] == [(v.dtype, v.shape, v.tolist()) for v in values]
    then.drop(1)
    assert then.get(1) is None
    then.own(6)
    assert then.get(2) is None and not list(tmp_path.iterdir())
