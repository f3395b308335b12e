"""A page that goes back goes on as if nothing had come after."""

import threading

import pytest

from blockloom.blocks.document.pages import REF, Document, Wire
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.replay.step_replayer import ReplaySuperseded, StepReplayer, go_back
from blockloom.runtime.worker.errors import WorkerError
from tests.extent import examples, slow_after
from tests.pages import page, pages
from tests.runtime.replay.test_replay import EXAMPLES, opened
from tests.runtime.replays import is_equal, run_steps
from tests.runtime.walks import is_same, walk

# A queue that is fed with what is computed of an iterator's elements and a variable.
PLAIN = (
    "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; PUT QueueEnqueueV2 handle=<Q.handle components=<SUM.z; "
    "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle; "
    "D RangeDataset start=0 stop=1000 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
    "IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]; "
    "MAKE MakeIterator dataset=<D.handle iterator=<IT.handle; "
    "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle; "
    "ROW Cast SrcT=DT_INT64 DstT=DT_FLOAT x=<NEXT.components[0]; W loom.ResourceVariable initvalues=1.0f; "
    "READ ReadVariableOp dtype=DT_FLOAT resource=<W.handle; SUM AddV2 x=<READ.value y=<ROW.y; "
    "TRAIN AssignAddVariableOp resource=<W.handle value=<ROW.y; ALL AddV2 x=<TAKE.components[0] y=<SUM.z; "
    "RUN loom.Session fetch_outputs=<ALL.z run_outputs=<PUT.operation,TRAIN.operation; READ -> TRAIN"
)


def drawing(catalogue, blocks=PLAIN):
    document = pages(main=blocks)
    return opened(catalogue, document)


def test_gradients_that_are_signed_with_a_variable_are_put_back(catalogue):
    """Taking a variable in addition to an accumulator has no other effect: no extra snapshot is needed."""
    runner, seen = run_steps(
        opened(catalogue, documents.load(EXAMPLES / "resource_accumulator.loom"), "resource_accumulator"),
        8,
        share=0.001,
    )
    assert go_back(runner, StepReplayer(runner.program, runner.past), 3) == []
    runner.step(True)
    assert is_same(seen[4], runner.results)
    runner.close()


@pytest.mark.parametrize(("step", "share"), [(4, 1), (11, 0.001), (3, 0.001), (0, 1)])
def test_a_branch_gives_what_followed(catalogue, step, share):
    runner, seen = run_steps(drawing(catalogue), 12, share=share)
    assert go_back(runner, StepReplayer(runner.program, runner.past), step) == []
    assert (runner.steps, runner.shown) == (step, step)
    assert not step or is_same(seen[step], runner.results)
    for later in range(step + 1, 15):
        runner.step(True)
        assert later not in seen or is_same(seen[later], runner.results), f"step {later} after going back to {step}"
    assert runner.past.steps()[-1][1] == 14
    assert list(runner.past.loss.steps) == list(range(1, 15)), "one line, without the branch that was left"
    runner.close()


def test_what_cannot_go_back_is_named_and_left_as_it_is(catalogue):
    say = "; TEXT AsString T=DT_FLOAT input=<SUM.z; SAY PrintV2 input=<TEXT.output; SAY.operation -> RUN.run_outputs"
    runner, seen = run_steps(drawing(catalogue, PLAIN + say), 6)
    replayer = StepReplayer(runner.program, runner.past)
    assert go_back(runner, replayer, 3) == ["SAY"], "at a moment, all but what was printed goes back"
    runner.step(True)
    assert is_same(seen[4], runner.results)
    runner.past.share = 0.0001
    for _ in range(6):
        runner.step(True)
    row = float(runner.latest()[next(at for at in runner.latest() if str(at) == "ROW")]["y"])
    assert set(go_back(runner, replayer, 8)) == {"SAY", "Q", "IT"}, "between moments, steps would print once more"
    runner.step(True)
    now = {str(at): pins for at, pins in runner.latest().items()}
    assert float(now["ROW"]["y"]) == row + 1 and runner.steps == 9, "the iterator went on"
    assert is_equal(
        now["READ"]["value"],
        replayer.replay_results(9)["RUN"][next(a for a in runner.latest() if str(a) == "READ")]["value"],
    )
    runner.close()


def test_states_on_a_long_way_are_kept(catalogue, monkeypatch):
    monkeypatch.setattr("blockloom.runtime.replay.step_replayer._NEAR", 0.0)
    runner, seen = run_steps(drawing(catalogue), 30, share=0.0001)
    assert len(runner.past.segments) < 4
    taken = []
    replayer = StepReplayer(runner.program, runner.past)
    replayer.is_wanted = lambda: taken.append(1) or len(taken) < 1000
    for step in (29, 5, 6, 30, 2):
        assert is_same(seen[step], replayer.replay_results(step))
    assert len(taken) < 45, "29 steps of the first, and few since"
    replayer.is_wanted = threading.Event().is_set
    replayer.close()
    with pytest.raises(ReplaySuperseded):
        replayer.replay_results(25)
    runner.close()


@pytest.mark.parametrize("name", slow_after(1, ["sparse_accumulator", "linear_regression", "queue", "rents_by_epochs"]))
def test_walks_equal_a_straight_run(catalogue, name, monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    document = documents.load(EXAMPLES / f"{name}.loom")
    assert walk(catalogue, document, next(iter(document.pages)), examples(50), 1) == []


def test_the_value_of_a_variable_is_not_reported_as_lost(catalogue):
    blocks = """A_W loom.Variable initvalues=1.0f; A_UP ApplyGradientDescent alpha=1.0f delta=1.0f;
                X PlaceholderWithDefault input=2.0f shape=None; LOSS Square; RUN loom.Session"""
    wires = "A_W.ref -> A_UP.var", "X.output -> LOSS.x", "LOSS.y -> RUN.fetch_outputs"
    page(document := Document(), "main", blocks, *wires).put_wire(Wire("A_UP", "out", "RUN", "fetch_outputs", REF))
    runner, _ = run_steps(opened(catalogue, document), 1)
    assert str(runner.loss.address) == "LOSS.y", "its shape is not known before the run"
    runner.close()


def test_a_worker_goes_back(catalogue, worker):
    document = pages(main=PLAIN)
    opened = worker.call(requests.OpenRequest(document=documents.dumps(document), page="main", owner=7301))
    assert opened.loss == "ALL.z"
    steps = {}
    for step in range(1, 7):
        steps[step] = worker.call(requests.RunRequest(mode=RunMode(1, watch=True))).shown.results
    kept = worker.call(requests.GetHistoryRequest())
    assert (kept.step, kept.loss, kept.replayable_spans[0][0], kept.replayable_spans[-1][1]) == (6, "ALL.z", 1, 6)
    assert kept.loss_points.tolist() == [[step, float(steps[step]["ALL"]["z"]["text"])] for step in steps]
    assert worker.call(requests.ShowPastStepRequest(step=2)).shown.results == steps[2]
    with pytest.raises(WorkerError, match="no longer recorded"):
        worker.call(requests.RewindRequest(step=9))
    ended = worker.call(requests.RewindRequest(step=2))
    assert (ended.outcome, ended.step, ended.shown.step, list(ended.not_rewound)) == ("done", 2, 2, [])
    assert ended.shown.results == steps[2]
    assert worker.call(requests.RunRequest(mode=RunMode(1, watch=True))).shown.results == steps[3]
    assert worker.call(requests.GetHistoryRequest()).loss_points[-1].tolist() == [3, kept.loss_points[2, 1]]
    worker.call(requests.SetDocumentRequest(owner=0))
