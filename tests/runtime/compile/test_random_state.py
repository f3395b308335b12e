"""Random blocks give the numbers of TensorFlow's own ops, and go on with them after an edit."""

import numpy as np
import pytest
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Frame
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run.runner import Runner
from tests.extent import examples
from tests.pages import page, pages
from tests.runtime.walks import walk

OPS = {
    "RandomUniform": "shape=[2,3] dtype=DT_DOUBLE",
    "RandomStandardNormal": "shape=[7] dtype=DT_HALF",
    "TruncatedNormal": "shape=[300] dtype=DT_FLOAT",
    "RandomUniformInt": "shape=[4] minval=-5 maxval=1000",
}


def results(runner, block="R"):
    (pins,) = (pins for at, pins in runner.latest().items() if str(at) == block)
    return pins["output"]


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("seeds", [(7, -11), (0, 3), (2**40, 0)])
def test_they_are_the_same_numbers(catalogue, op, seeds):
    document = pages(main=f"R {op} {OPS[op]} seed={seeds[0]} seed2={seeds[1]}")
    both = [
        compile_page(document, "main", catalogue.with_pages(document), CompileOptions(runs=runs))
        for runs in (True, False)
    ]
    assert [any(o.type == op for o in program.graph.get_operations()) for program in both] == [False, True]
    ours, theirs = map(Runner, both)
    for _ in range(3):
        ours.step(True), theirs.step(True)
        assert results(ours).tobytes() == results(theirs).tobytes()


def test_a_shape_that_is_computed_moves_the_state_as_far(catalogue):
    document = pages(
        main="N loom.Variable initvalues=0; UP AssignAdd value=1 ref=<N.ref; "
        "ONE ExpandDims dim=0 input=<UP.output_ref; "
        "R RandomUniform seed=3 dtype=DT_HALF shape=<ONE.output; OUT Cast SrcT=DT_HALF DstT=DT_FLOAT x=<R.output",
    )
    ours, theirs = (
        Runner(compile_page(document, "main", catalogue.with_pages(document), CompileOptions(runs=runs)))
        for runs in (True, False)
    )
    for count in range(1, 6):
        ours.step(True), theirs.step(True)
        assert results(ours).shape == (count,) and results(ours).tobytes() == results(theirs).tobytes()


def in_functions():
    """Return a page whose loops, branches and calls draw, the same function in several places."""
    document = pages(
        main="I Const value=0 dtype=DT_INT32; X Const value=0.25 dtype=DT_DOUBLE; "
        "LOOP While cond=less body=next input=<I.output,X.output; "
        "MORE While cond=less body=next input=<I.output,LOOP.output[1]; P Greater y=0.5 x=<MORE.output[1]; "
        "B If then_branch=one else_branch=one Tout=[DT_DOUBLE] cond=<P.z input=<MORE.output[1]; "
        "CALL PartitionedCall f=one Tout=[DT_DOUBLE] args=<B.output[0]",
    )
    args = "i loom.Arg dtype=DT_INT32; x loom.Arg index=1 dtype=DT_DOUBLE; "
    page(document, "less", f"{args}L Less y=3 x=<i.output; r loom.Retval input=<L.z")
    page(
        document,
        "next",
        f"{args}UP AddV2 y=1 x=<i.output; S Const value=[] dtype=DT_INT32; "
        "R RandomUniform seed=3 dtype=DT_DOUBLE shape=<S.output; A Mul x=<R.output y=<x.output; "
        "IN PartitionedCall f=one Tout=[DT_DOUBLE] args=<A.z; J Const value=0 dtype=DT_INT32; "
        "DEEP While cond=less body=deep input=<J.output,IN.output[0]; r loom.Retval input=<UP.z; "
        "r1 loom.Retval index=1 input=<DEEP.output[1]",
    )
    page(
        document,
        "deep",
        f"{args}UP AddV2 y=1 x=<i.output; N RandomStandardNormal shape=[1] seed=5 seed2=1 dtype=DT_DOUBLE; "
        "S Sum reduction_indices=[0] input=<N.output; A AddV2 x=<x.output y=<S.output; r loom.Retval input=<UP.z; "
        "r1 loom.Retval index=1 input=<A.z",
    )
    page(
        document,
        "one",
        "x loom.Arg dtype=DT_DOUBLE; R RandomUniformInt shape=[1] minval=0 maxval=100 seed=9; "
        "S Sum reduction_indices=[0] input=<R.output; C Cast SrcT=DT_INT32 DstT=DT_DOUBLE x=<S.output; "
        "A AddV2 x=<C.y y=<x.output; r loom.Retval input=<A.z",
    )
    return document


def test_functions_draw_the_same_numbers_and_go_on_with_them_after_an_edit(catalogue):
    document = in_functions()
    types = catalogue.with_pages(document)
    both = [
        compile_page(document, "main", types, CompileOptions(shared=shared)) for shared in (False, True)
    ]  # these are TensorFlow's
    assert all(program.ok for program in both)
    ours, theirs = map(Runner, both)
    (session,) = ours.program.sessions
    # Of each loop its own two and that of the loop inside, of each branch and of the call one.
    assert sum(variable.counts for variable in session.variables) == 2 * 3 + 2 + 1 and not session.external_inputs.slots
    for _ in range(3):
        ours.step(True), theirs.step(True)
        assert results(ours, "CALL")[0].tobytes() == results(theirs, "CALL")[0].tobytes()
    SetValue("main", "X", "value", "0.5").apply(document)
    edited, straight = (Runner(compile_page(document, "main", types), state) for state in (ours.snapshot(), None))
    for _ in range(3):
        straight.step(True)
    for _ in range(3):
        edited.step(True), straight.step(True)
        assert results(edited, "CALL")[0].tobytes() == results(straight, "CALL")[0].tobytes()
    replayer = StepReplayer(edited.program, edited.past)  # nothing of it is on the tape, and the state is known
    (found,) = replayer.replay_results(3).values()
    assert found[Address("", block="CALL")]["output"][0].tobytes() == results(edited, "CALL")[0].tobytes()
    replayer.close()


def test_without_seeds_each_run_has_numbers_of_its_own(catalogue):
    document = pages(main="R RandomUniform shape=[4] dtype=DT_FLOAT")
    program = compile_page(document, "main", catalogue.with_pages(document))
    runners = [Runner(program) for _ in range(2)]
    for runner in runners:
        runner.step(True)
    assert not np.array_equal(results(runners[0]), results(runners[1]))
    assert isinstance(runners[0].program.graph, tf.Graph)


def test_random_numbers_continue_after_an_edit_and_their_state_is_not_reported(catalogue, worker):
    document = pages(main="R RandomUniform shape=[2] dtype=DT_FLOAT seed=5; M Mul y=2.0f x=<R.output")
    straight = Runner(compile_page(document, "main", catalogue.with_pages(document)))
    wanted = []
    for _ in range(4):
        straight.step(True)
        wanted.append(results(straight).tolist())
    got = []
    for number in range(4):
        SetValue("main", "M", "y", f"{number}.0f").apply(document)
        opened = worker.call(requests.OpenRequest(document=documents.dumps(document), page="main", owner=7400))
        assert (opened.retained, opened.reset) == ([], [])
        worker.call(requests.RunRequest(mode=RunMode(1)))
        whole = worker.call(requests.GetResultsRequest())
        got.append(whole.arrays[whole.results["R"]["output"]["array"]].tolist())
    assert got == wanted and straight.values() == {}
    worker.call(requests.SetDocumentRequest(owner=0))


def test_the_state_does_not_move_where_nothing_is_drawn(catalogue):
    document = pages(
        main="N loom.Variable initvalues=0; UP AssignAdd value=1 ref=<N.ref; ODD Mod y=2 x=<UP.output_ref; "
        "EVEN Equal y=0 x=<ODD.z; LOW Const value=0; IF Switch pred=<EVEN.z data=<LOW.output; "
        "R RandomUniformInt shape=[2] maxval=100 seed=4 minval=<IF.output_true",
    )
    ours, theirs = (
        Runner(compile_page(document, "main", catalogue.with_pages(document), CompileOptions(runs=runs)))
        for runs in (True, False)
    )
    for step in range(1, 7):
        ours.step(True), theirs.step(True)
        if step % 2:
            assert results(ours) is None is results(theirs)
        else:
            assert results(ours).tobytes() == results(theirs).tobytes()


def test_the_order_of_data_that_a_block_draws_goes_over_edits_and_goes_back(catalogue):
    document = pages(
        main="R RandomUniformInt minval=0 maxval=1000000 shape=[1] T=DT_INT32 seed=3 Tout=DT_INT64; "
        "ONE Squeeze input=<R.output; "
        "D RangeDataset start=0 stop=6 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
        "MIXED ShuffleDataset buffer_size=50 seed2=0 output_types=[DT_INT64] output_shapes=[[]] "
        "seed=<ONE.output input_dataset=<D.handle; IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]; "
        "MAKE MakeIterator dataset=<MIXED.handle iterator=<IT.handle; "
        "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle; "
        "ROW AddV2 y=0 x=<NEXT.components[0]; ALSO Neg x=<R.output; RUN loom.Session fetch_outputs=<ROW.z,ALSO.y",
    )
    assert walk(catalogue.with_pages(document), document, "main", examples(40), 3) == []


def test_its_errors_are_those_of_the_block(catalogue):
    for shape in ("[-3]", "3"):
        document = pages(main=f"R RandomUniform shape={shape} dtype=DT_FLOAT seed=1")
        told = [
            [
                str(p)
                for p in compile_page(
                    document, "main", catalogue.with_pages(document), CompileOptions(runs=runs)
                ).problems
            ]
            for runs in (True, False)
        ]
        assert told[0] == told[1] != []


def test_on_any_device_its_state_is_in_the_memory_of_the_host(catalogue):
    document = pages(main="R RandomUniform shape=[2] dtype=DT_FLOAT seed=5")
    document.pages["main"].frames["F"] = Frame("F", device="/gpu:0")
    block = document.pages["main"].blocks["R"]
    document.pages["main"].blocks["R"] = block._replace(frame="F")
    graph = compile_page(document, "main", catalogue.with_pages(document)).graph
    devices = {op.type: op.device for op in graph.get_operations()}
    assert devices["StatefulUniform"] == devices["VarHandleOp"] == "/device:CPU:0"
