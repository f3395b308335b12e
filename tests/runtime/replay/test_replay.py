"""Replayed steps equal the original ones to the bit, without side effects."""

from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Document, Frame
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.replay.step_replayer import StepNotRecorded, StepReplayer
from blockloom.runtime.run.runner import Runner
from tests.extent import slow_after
from tests.pages import page, pages
from tests.runtime.replays import differences, is_equal, run_steps
from tests.runtime.walks import walk

EXAMPLES = Path(__file__).parents[3] / "assets" / "examples"
# A queue, an iterator whose order no seed says, random numbers for a dropout, and a variable that is trained.
DRAWS = (
    "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; PUT QueueEnqueueV2 handle=<Q.handle components=<ROW.y; "
    "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle; "
    "D RangeDataset start=1 stop=1000 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
    "S ShuffleDataset buffer_size=50 seed=0 seed2=0 output_types=[DT_INT64] output_shapes=[[]] "
    "input_dataset=<D.handle; IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]; "
    "MAKE MakeIterator dataset=<S.handle iterator=<IT.handle; "
    "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle; "
    "ROW Cast SrcT=DT_INT64 DstT=DT_FLOAT x=<NEXT.components[0]; RANDOM RandomUniform shape=[3] dtype=DT_FLOAT; "
    "KEPT Floor x=<SHARE.z; SHARE AddV2 y=0.5f x=<RANDOM.output; W loom.ResourceVariable initvalues=[1.0f,2.0f,3.0f]; "
    "READ ReadVariableOp dtype=DT_FLOAT resource=<W.handle; DROPPED Mul x=<READ.value y=<KEPT.y; "
    "SUM AddV2 x=<DROPPED.z y=<ROW.y; SCALED Mul y=0.01f x=<SUM.z; "
    "TRAIN AssignSubVariableOp resource=<W.handle value=<SCALED.z; ALL AddV2 x=<TAKE.components[0] y=<SUM.z; "
    "RUN loom.Session fetch_outputs=<ALL.z run_outputs=<TRAIN.operation; PUT -> TAKE"
)


def opened(catalogue, document, name="main"):
    program = compile_page(document, name, catalogue.with_pages(document))
    assert program.ok, [str(p) for p in program.problems]
    return program


def pins_of(results, block):
    return next(pins for at, pins in results.items() if str(at) == block)


@pytest.mark.parametrize(
    "name",
    slow_after(
        4, ["queue", "recurrent_loop", "sparse_accumulator", "switch_counter", "digit_classifier", "rents_by_epochs"]
    ),
)
def test_examples_are_the_same_to_the_bit(catalogue, name, monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    document = documents.load(EXAMPLES / f"{name}.loom")
    runner, seen = run_steps(opened(catalogue, document, next(iter(document.pages))), 5, share=0.01)
    assert seen and differences(StepReplayer(runner.program, runner.past), seen) == []
    runner.close()


@pytest.mark.parametrize("frame", ["data", ".drawn_inside"])  # this is how scopes of ours are called, too
def test_what_is_drawn_is_drawn_once(catalogue, frame):
    document = Document()
    main = page(document, "main", DRAWS)
    main.frames["F"] = Frame("F", frame)
    main.blocks["NEXT"] = main.blocks["NEXT"]._replace(frame="F")
    runner, seen = run_steps(opened(catalogue, document), 6, share=0.01)
    replayer = StepReplayer(runner.program, runner.past)
    assert differences(replayer, seen) == [] == differences(replayer, seen)
    rows = [pins_of(seen[step]["RUN"], "ROW")["y"] for step in seen]
    runner.step(True)
    rows.append(pins_of(runner.latest(), "ROW")["y"])
    assert len(rows) == len(set(map(float, rows))) == 7, "the iterator gave each of its elements once"
    state = replayer.variables_after(3)
    assert not is_equal(state["RUN"]["W"], replayer.variables_after(2)["RUN"]["W"])
    assert is_equal(state["RUN"]["W"], pins_of(replayer.replay_results(4)["RUN"], "READ")["value"])


def test_a_cancel_after_the_end_of_a_step(catalogue):
    document = pages(main=DRAWS.replace("W loom.ResourceVariable", "W loom.ResourceVariable each_epoch=true"))
    runner, seen = run_steps(opened(catalogue, document), 20, share=0.01)
    assert len(runner.past.segments) < 20
    with runner.repeating(runner.training()[0]):  # it is asked for while the step ends
        assert runner.cancel()
    for _ in range(3):  # of another epoch
        runner.step(True)
        seen[runner.steps] = dict(runner.results)
    assert pins_of(seen[21]["RUN"], "READ")["value"].tolist() == [1, 2, 3]
    assert differences(StepReplayer(runner.program, runner.past), seen) == []


def test_a_step_whose_past_went_is_refused(catalogue):
    document = pages(main=DRAWS)
    runner = Runner(opened(catalogue, document))
    runner.past.budget = 120_000
    for _ in range(300):
        runner.step(False)
    past = runner.past
    assert past.size <= past.budget * 1.1, "the latest segment stays whatever it takes"
    kept = past.steps()
    assert kept[-1][1] == 300 and len(kept) > 3
    replayer = StepReplayer(runner.program, past)
    for first, last in kept:
        replayer.replay_results(first), replayer.replay_results(last)
    gone = next(step for step in range(1, 300) if not any(first <= step <= last for first, last in kept))
    with pytest.raises(StepNotRecorded):
        replayer.replay_results(gone)


def test_a_page_that_holds_nothing_needs_one_moment(catalogue):
    document = pages(main="R RandomGamma shape=[2] alpha=1.0f; S Square x=<R.output")
    runner, seen = run_steps(opened(catalogue, document), 40)
    assert (runner.past.steps(), len(runner.past.segments)) == ([(1, 40)], 1)
    replayer, before = StepReplayer(runner.program, runner.past), runner.past.size
    assert differences(replayer, seen) == []
    assert len(runner.past.path_to(40).tapes) == 1, "each step is taken again alone"
    runner.past.budget = 16 * before  # of which steps may draw a sixteenth until there is a new moment
    for _ in range(1000):
        runner.step(False)
    assert len(runner.past.segments) > 3 and runner.past.size <= runner.past.budget
    replayer.replay_results(runner.past.steps()[0][1])
    runner.close()


def test_moments_of_small_variables_of_any_dtype(catalogue):
    document = Document()
    held = {"A": ("DT_UINT8", "[1,2,3]"), "B": ("DT_DOUBLE", "[0.1,0.2]"), "C": ("DT_BOOL", "true")}
    held |= {"E": ("DT_COMPLEX64", "[1j]"), "F": ("DT_HALF", "1.5")}
    parts = [f"{name} loom.ResourceVariable initvalues={value} dtype={dtype}" for name, (dtype, value) in held.items()]
    reads = [f"READ{name} ReadVariableOp dtype={dtype}" for name, (dtype, _) in held.items()]
    more = "N loom.Variable initvalues=0; UP AssignAdd value=1; T loom.ResourceVariable initvalues=[7] dtype=DT_INT64"
    parts += [*reads, more, "READT ReadVariableOp dtype=DT_INT64; ADD AssignAddVariableOp value=[1]"]
    wires = [f"{name}.handle -> READ{name}.resource" for name in [*held, "T"]]
    page(document, "main", "; ".join(parts), *wires, "N.ref -> UP.ref", "T.handle -> ADD.resource")
    runner, _ = run_steps(opened(catalogue, document), 4)
    replayer = StepReplayer(runner.program, runner.past)
    states = [replayer.variables_after(step)[""] for step in range(4)]
    assert [(int(one["N"]), one["T"].tolist()) for one in states] == [(n, [7 + n]) for n in range(4)]
    for name in held:
        now = runner.values()[name]
        assert all((one[name].dtype, one[name].tolist()) == (now.dtype, now.tolist()) for one in states), name
    runner.close()


def test_a_failed_step_leaves_what_it_drew(catalogue):
    document = pages(
        main="R RandomGamma shape=[2] alpha=1.0f; N loom.Variable initvalues=0; UP AssignAdd value=1 ref=<N.ref; "
        "AT GatherV2 params=[1.0f,2.0f,3.0f] axis=0 indices=<UP.output_ref; BOTH Mul x=<AT.output y=<R.output; "
        "LATE RandomGamma alpha=1.0f shape=<ONE.output; SIZE Cast SrcT=DT_FLOAT DstT=DT_INT32 x=<AT.output; "
        "ONE ExpandDims dim=0 input=<SIZE.y; RUN loom.Session fetch_outputs=<BOTH.z,LATE.output",
    )
    runner = Runner(opened(catalogue, document))
    runner.step(True), runner.step(True)
    before = runner.latest()
    with pytest.raises(tf.errors.InvalidArgumentError):
        runner.step(True)
    drew = runner.past.path_to(3).tapes[-1]["RUN"]
    assert drew.keys() == {"R:0"}, "the step failed before LATE"
    assert not np.array_equal(drew["R:0"], pins_of(before, "R")["output"])


def test_a_worker_shows_steps_of_before(catalogue, worker):
    document = pages(main=DRAWS)
    worker.call(requests.OpenRequest(document=documents.dumps(document), page="main", owner=7300))
    texts = {}
    for step in range(1, 5):
        shown = worker.call(requests.RunRequest(mode=RunMode(1, watch=True))).shown
        texts[step] = {at: pins for at, pins in shown.results.items() if at in ("ROW", "RANDOM", "TAKE", "READ")}
    back = worker.call(requests.ShowPastStepRequest(step=2))
    assert (back.shown.step, back.shown.kind) == (2, "again")
    assert {at: back.shown.results[at] for at in texts[2]} == texts[2] != texts[4]
    cut = requests.GetSliceRequest(output=parse("READ.value"), index=[[0, 3, 3]])
    looked = worker.call(cut)
    latest = worker.call(requests.ShowPastStepRequest(step=0))
    assert (latest.shown.step, latest.shown.kind) == (4, "")
    assert not np.array_equal(looked.array, worker.call(cut).array)
    assert "no longer recorded" in worker.call(requests.ShowPastStepRequest(step=9)).refusal
    worker.call(requests.SetDocumentRequest(owner=0))


ODD = (
    "N loom.Variable initvalues=0; UP AssignAdd value=1 ref=<N.ref; ODD Mod y=2 x=<UP.output_ref; "
    "EVEN Equal y=0 x=<ODD.z; IF Switch pred=<EVEN.z"
)


@pytest.mark.parametrize(
    "blocks",
    [
        (  # texts are drawn right behind a Switch
            'TEXTS Const value=["a","b"]; TEXTS.output -> IF.data; MIXED RandomShuffle value=<IF.output_true; '
            "BOTH Merge inputs=<MIXED.output,IF.output_false; LONG StringLength input=<BOTH.output; "
            "JOINED ReduceJoin inputs=<MIXED.output reduction_indices=0"
        ),
        (  # waits for a side effect on a branch
            "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; X Const value=2.0f; X.output -> IF.data; "
            "PUT QueueEnqueueV2 handle=<Q.handle components=<IF.output_true; V loom.ResourceVariable initvalues=1.0f; "
            "ADD AssignAddVariableOp resource=<V.handle value=1.0f; PUT -> ADD; "
            "READ ReadVariableOp resource=<V.handle dtype=DT_FLOAT; READ -> ADD"
        ),
        (  # a branch that gives one and the same array in each step that takes it
            "Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[2]]; X Const value=[2.0f,1.0f]; X.output -> IF.data; "
            "HERE Identity input=<IF.output_true; PUT QueueEnqueueV2 handle=<Q.handle components=<X.output; "
            "HERE -> PUT; "
            "TAKE QueueDequeueV2 handle=<Q.handle component_types=[DT_FLOAT]; PUT -> TAKE; "
            "BOTH Merge inputs=<TAKE.components[0],IF.output_false"
        ),
    ],
    ids=["drawn", "acting", "drawn from the same memory"],
)
def test_what_a_branch_did_not_do_is_not_done_again(catalogue, blocks):
    document = pages(main=f"{ODD}; {blocks}")
    runner, seen = run_steps(opened(catalogue, document), 6, share=0.01)
    assert len(seen) == 6 and differences(StepReplayer(runner.program, runner.past), seen) == []


def test_quantized_elements_are_given_back(catalogue):
    document = pages(
        main="R RandomUniform shape=[3] dtype=DT_FLOAT seed=1; "
        "Q8 QuantizeV2 min_range=0.0f max_range=1.0f T=DT_QUINT8 input=<R.output; "
        "Q FIFOQueueV2 component_types=[DT_QUINT8] shapes=[[3]]; "
        "PUT QueueEnqueueV2 handle=<Q.handle components=<Q8.output; "
        "MORE QueueEnqueueV2 handle=<Q.handle components=<Q8.output; "
        "TAKE QueueDequeueV2 component_types=[DT_QUINT8] handle=<Q.handle; "
        "ROW Dequantize min_range=0.0f max_range=1.0f input=<TAKE.components[0]; "
        "V loom.ResourceVariable initvalues=<Q8.output; "
        "KEEP AssignVariableOp resource=<V.handle value=<Q8.output; PUT -> TAKE; MORE -> TAKE",
    )
    runner, seen = run_steps(opened(catalogue, document), 4, share=0.01)
    assert len(seen) == 4 and differences(StepReplayer(runner.program, runner.past), seen) == []
    assert walk(catalogue.with_pages(document), document, "main", 20, 1) == []


def test_what_led_only_to_something_drawn_is_done_again(catalogue):
    document = pages(
        main="N loom.Variable initvalues=0; UP AssignAdd value=1 ref=<N.ref; CLIP Minimum y=7 x=<UP.output_ref; "
        "SHAPE ExpandDims dim=0 input=<CLIP.z; R RandomGamma alpha=[1.0f] shape=<SHAPE.output; "
        "S Sum reduction_indices=[0,1] input=<R.output; RUN loom.Session fetch_outputs=<S.output,READ.output; "
        "READ Identity input=<N.ref; R -> READ",
    )
    runner, seen = run_steps(opened(catalogue, document), 6, share=0.01)
    replayer = StepReplayer(runner.program, runner.past)
    for step in (5, 3, 6, 2):
        assert differences(replayer, {step: seen[step]}) == []


DRAW = {  # by name: blocks that draw one number N each
    "uniform": "V{0} Const value=[2] dtype=DT_INT32; R{0} RandomUniform dtype=DT_FLOAT shape=<V{0}.output",
    "gamma": "V{0} Const value=[2] dtype=DT_INT32; R{0} RandomGamma alpha=3.0f shape=<V{0}.output",
    "shuffle": "V{0} Const value=[1.0f,2.0f,3.0f,4.0f]; R{0} RandomShuffle value=<V{0}.output",
}


@pytest.mark.parametrize("share", [1.0, 1e-9])
@pytest.mark.parametrize("other", ["gamma", "shuffle"])
def test_a_loop_with_several_random_ops_and_a_variable_draws_the_same_again(catalogue, other, share):
    document = pages(
        main="I Const value=0; X Const value=1.0f; W loom.ResourceVariable initvalues=2.0f; "
        "LOOP While cond=less body=next input=<I.output,X.output,W.handle; "
        "RUN loom.Session fetch_outputs=<LOOP.output[1]",
    )
    args = "i loom.Arg dtype=DT_INT32; x loom.Arg index=1 dtype=DT_FLOAT; w loom.Arg index=2 dtype=DT_RESOURCE; "
    page(document, "less", f"{args} L Less y=3 x=<i.output; r loom.Retval input=<L.z")
    blocks = "; ".join(
        f"{DRAW[name].format(letter)}; N{letter} Mean input=<R{letter}.output reduction_indices=0"
        for letter, name in zip("AB", ("uniform", other))
    )
    page(
        document,
        "next",
        f"{args} {blocks}; UP AddV2 x=<i.output y=1; BOTH AddV2 x=<NA.output y=<NB.output; "
        "ALL AddV2 x=<BOTH.z y=<x.output; ADD AssignAddVariableOp resource=<w.output value=<BOTH.z dtype=DT_FLOAT; "
        "READ ReadVariableOp resource=<w.output dtype=DT_FLOAT; SUM AddV2 x=<READ.value y=<ALL.z; ADD -> READ; "
        "r loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<SUM.z; r2 loom.Retval index=2 input=<w.output",
    )
    program = compile_page(document, "main", catalogue.with_pages(document))
    assert program.ok, [str(one) for one in program.problems]
    runner = Runner(program)
    runner.past.share = share
    shown = []
    for _ in range(8):
        runner.step(True)
        shown.append(runner.latest())
    replayer = StepReplayer(program, runner.past)
    assert len({one[parse("LOOP")]["output"][1].item() for one in shown}) == 8
    for step, wanted in enumerate(shown, 1):
        got = replayer.replay_results(step)["RUN"]
        assert is_equal(got[parse("LOOP")]["output"][1], wanted[parse("LOOP")]["output"][1]), step
        assert is_equal(replayer.variables_after(step)["RUN"]["W"], wanted[parse("W")]["value"])
    replayer.close()
    runner.close()
