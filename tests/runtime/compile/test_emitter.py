"""Graphs from plans: waves, control dependencies, and the receivers of messages."""

import pytest
import tensorflow as tf

from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Frame
from blockloom.blocks.files import documents
from blockloom.blocks.problems import ERROR
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.frontend import NATIVE, checked
from blockloom.runtime.protocol import requests
from tests.pages import document


@pytest.fixture
def emitted(catalogue):
    def make(blocks, wires="", tell=None):
        compilation = checked(document(catalogue, blocks, wires), "main", catalogue)
        emitter = Emitter(compilation, compilation.plan(), NATIVE, tell)
        emitter.run()
        return emitter

    return make


TWO_WAVES = """
C Const value=3.0; SQ Square x=<C.output; FIRST NoOp; G loom.Gradients ys=<SQ.y xs=<C.output
AFTER Identity input=<G.grads[0]; FIRST -> AFTER; FIRST -> SQ"""


def test_dependents_of_a_step_are_in_the_next_wave(emitted):
    emitter = emitted(TWO_WAVES)
    assert emitter.problems == [] and emitter.left_out == {}
    after = emitter.graph.get_operation_by_name("AFTER")
    assert emitter.place(after.inputs[0].op.name).block == "G"
    with tf.compat.v1.Session(graph=emitter.graph) as session:
        assert session.run("AFTER:0") == 6.0


def test_an_op_without_outputs_is_waited_for_in_later_waves_too(emitted):
    emitter = emitted(TWO_WAVES)
    (same,) = emitter.graph.get_operation_by_name("SQ").control_inputs
    (later,) = emitter.graph.get_operation_by_name("AFTER").control_inputs
    assert same.name == "FIRST" and [op.name for op in later.control_inputs] == ["FIRST"]
    assert emitter.place(later.name).block == "FIRST"


def test_a_block_is_placed_next_to_those_that_move_with_it(emitted):
    text = TWO_WAVES.replace("SQ Square", 'SQ Square _class=["loc:@C", "loc:@gone"]')
    graph = emitted(text.replace("AFTER Identity", 'AFTER Identity _class=["loc:@C"]')).graph
    assert [graph.get_operation_by_name(name).node_def.attr["_class"].list.s for name in ("SQ", "AFTER")] == [
        [b"loc:@C"],
        [],
    ]


def test_each_block_is_reported_and_then_the_end(emitted):
    told = []
    emitter = emitted(TWO_WAVES, tell=lambda place: told.append(place.block))
    assert emitter.problems == []
    assert sorted(told[:3]) == ["C", "FIRST", "SQ"] and told.index("SQ") > told.index("C")
    assert told[3:] == ["G", "AFTER", ""]


def test_dependents_of_a_refused_block_in_later_waves_are_refused(emitted):
    emitter = emitted(
        "A Const value=[1.0,2.0]; B Const value=[1.0,2.0,3.0]; SUM AddV2 x=<A.output y=<B.output; "
        "G loom.Gradients ys=<SUM.z xs=<A.output; END Identity input=<G.grads[0]; "
        "ALONE Const value=1.0"
    )
    assert [(p.code, p.block) for p in emitter.problems] == [("refused", "SUM")]
    assert emitter.left_out == {"SUM": "SUM", "G": "SUM", "END": "SUM"}
    assert emitter.graph.get_operation_by_name("ALONE")


@pytest.mark.parametrize("careful", [False, True])
def test_a_block_is_called_like_a_frame_whose_blocks_it_needs(catalogue, worker, careful):
    made = document(
        catalogue,
        "N Neg x=1.0f; F loom.Variable dtype=DT_FLOAT initvalues=<N.y; "
        "G loom.Gradients ys=<SQ.y xs=<N.y; SQ Square x=<N.y; P AddV2 y=1.0f x=<G.grads[0]; F -> P",
        frames=(Frame("F0", title="F"), Frame("F1", title="P")),
        framed={"N": "F0", "SQ": "F1"},
    )
    compilation = checked(made, "main", catalogue)
    emitter = Emitter(compilation, compilation.plan(), NATIVE, (lambda place: None) if careful else None)
    emitter.run()
    assert emitter.problems == []
    with tf.compat.v1.Session(graph=emitter.graph) as session:
        session.run("F/init")
        assert session.run(["F:0", "F/N:0", "P/SQ:0", "P:0"]) == [-1, -1, 1, -1]
    assert [op.name for op in emitter.graph.get_operation_by_name("P").control_inputs] == ["F"]
    assert worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main")).problems == []


@pytest.mark.parametrize(
    ("sizes", "wires"),
    [
        ({"size_splits": "[[2, 2]]"}, ""),
        ({"size_splits": "4"}, ""),
        ({}, "MATRIX.output -> SPLIT.size_splits"),
        ({}, "SUM.z -> SPLIT.size_splits"),
        ({}, "ROW.output -> SPLIT.size_splits"),
    ],
)
def test_sizes_that_are_not_a_vector_are_refused_before_they_end_the_process(catalogue, sizes, wires):
    """TensorFlow aborts where it knows them: typed in, wired, computed. Others it leaves to the run."""
    blocks = {
        "X": ("Const", {"value": "[1, 2, 3, 4]", "dtype": "DT_FLOAT"}),
        "MATRIX": ("Const", {"value": "[[2, 2]]", "dtype": "DT_INT32"}),
        "SUM": ("AddV2", {"y": "0"}),
        "ROW": ("Reshape", {"shape": "[1, 2]"}),
        "SPLIT": ("SplitV", {"split_dim": "0", "num_split": "2"} | sizes),
        "SESSION": "loom.Session",
    }
    wires += """
        MATRIX.output -> SUM.x
        MATRIX.output -> ROW.tensor
        X.output -> SPLIT.value
        SPLIT.output -> SESSION.fetch_outputs"""
    program = compile_page(document(catalogue, blocks, wires), "main", catalogue)
    if "ROW" in wires.partition("\n")[0]:
        assert program.ok, program.problems  # only the run knows
    else:
        (found,) = [one for one in program.problems if one.severity == ERROR]
        assert (found.kind, found.address) == ("refused:rank", address("main", "SPLIT", "size_splits"))


@pytest.mark.parametrize("count", [3, 40])
def test_sizes_of_an_earlier_wave_that_are_not_a_vector_are_refused(catalogue, count):
    """TensorFlow knows a Const of any size, and aborts as well if the SplitV is imported after a step."""
    blocks = {
        "X": ("Const", {"value": "[1, 2, 3, 4]", "dtype": "DT_FLOAT"}),
        "MATRIX": ("Const", {"value": str([[0] * count] * count), "dtype": "DT_INT32"}),
        "SQ": "Square",
        "G": "loom.Gradients",
        "SPLIT": ("SplitV", {"split_dim": "0", "num_split": str(count)}),
        "SESSION": "loom.Session",
    }
    wires = """
        X.output -> SQ.x
        SQ.y -> G.ys
        X.output -> G.xs
        G.grads[0] -> SPLIT.value
        MATRIX.output -> SPLIT.size_splits
        SPLIT.output -> SESSION.fetch_outputs"""
    program = compile_page(document(catalogue, blocks, wires), "main", catalogue)
    (found,) = [one for one in program.problems if one.severity == ERROR]
    assert (found.kind, found.address) == ("refused:rank", address("main", "SPLIT", "size_splits"))


def test_sizes_that_are_computed_give_known_shapes(catalogue):
    program = compile_page(
        document(
            catalogue,
            "X Const value=[1,2,3,4] dtype=DT_FLOAT; SIZES AddV2 x=[1,2] y=[0,1]; "
            "SPLIT SplitV split_dim=0 num_split=2 value=<X.output size_splits=<SIZES.z; "
            "SESSION loom.Session fetch_outputs=<SPLIT.output",
        ),
        "main",
        catalogue,
    )
    assert program.ok, program.problems
    assert [one.shape for one in program.graph.get_operation_by_name("SPLIT").outputs] == [[1], [3]]
