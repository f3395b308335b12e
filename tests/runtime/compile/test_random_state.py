"""Random blocks give the numbers of TensorFlow's own ops, and go on with them after an edit."""

import numpy as np
import pytest
import tensorflow as tf

from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.run.runner import Runner
from tests.pages import page

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
    document = Document()
    page(document, "main", f"R {op} {OPS[op]} seed={seeds[0]} seed2={seeds[1]}")
    both = [compile_page(document, "main", catalogue.with_pages(document), runs=runs) for runs in (True, False)]
    assert [any(o.type == op for o in program.graph.get_operations()) for program in both] == [False, True]
    ours, theirs = map(Runner, both)
    for _ in range(3):
        ours.step(True), theirs.step(True)
        assert results(ours).tobytes() == results(theirs).tobytes()


def test_a_shape_that_is_computed_moves_the_state_as_far(catalogue):
    document = Document()
    page(
        document,
        "main",
        "N loom.Variable initvalues=0; UP AssignAdd value=1; ONE ExpandDims dim=0;"
        "R RandomUniform seed=3 dtype=DT_HALF;"
        "OUT Cast SrcT=DT_HALF DstT=DT_FLOAT",
        "R.output -> OUT.x",
        "N.ref -> UP.ref",
        "UP.output_ref -> ONE.input",
        "ONE.output -> R.shape",
    )
    ours, theirs = (
        Runner(compile_page(document, "main", catalogue.with_pages(document), runs=runs)) for runs in (True, False)
    )
    for count in range(1, 6):
        ours.step(True), theirs.step(True)
        assert results(ours).shape == (count,) and results(ours).tobytes() == results(theirs).tobytes()


def test_without_seeds_each_run_has_numbers_of_its_own(catalogue):
    document = Document()
    page(document, "main", "R RandomUniform shape=[4] dtype=DT_FLOAT")
    program = compile_page(document, "main", catalogue.with_pages(document))
    runners = [Runner(program) for _ in range(2)]
    for runner in runners:
        runner.step(True)
    assert not np.array_equal(results(runners[0]), results(runners[1]))
    assert isinstance(runners[0].program.graph, tf.Graph)


def test_numbers_go_on_after_an_edit_and_nobody_is_told_of_their_state(catalogue, worker):
    document = Document()
    page(document, "main", "R RandomUniform shape=[2] dtype=DT_FLOAT seed=5; M Mul y=2.0f", "R.output -> M.x")
    straight = Runner(compile_page(document, "main", catalogue.with_pages(document)))
    wanted = []
    for _ in range(4):
        straight.step(True)
        wanted.append(results(straight).tolist())
    got = []
    for number in range(4):
        SetValue("main", "M", "y", f"{number}.0f").apply(document)
        opened = worker.call(requests.Open(document=documents.dumps(document), page="main", owner=7400))
        assert (opened.kept, opened.reset) == ([], [])
        worker.call(requests.Run(mode=RunMode(1)))
        whole = worker.call(requests.Results())
        got.append(whole.arrays[whole.results["R"]["output"]["array"]].tolist())
    assert got == wanted and straight.values() == {}
    worker.call(requests.SetDocument(owner=0))
