"""Reads during steps: variables, for the file from which a restarted worker resumes, and blocked ops."""

import contextlib
import threading

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.pages import Document
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.session_calls import SessionCalls
from blockloom.runtime.run.variable_state import size
from tests.pages import document, page
from tests.waiting import until


def test_a_snapshot_reads_no_variable_that_is_too_large_to_be_written(catalogue):
    made = document(
        catalogue,
        "SMALL loom.Variable initvalues=0.0f; UP AssignAdd value=1.0f ref=<SMALL.ref; "
        "LARGE loom.Variable initvalues=0.0f shape=[100,10]; "
        "MORE AssignAdd ref=<LARGE.ref value=<ONES.output; ONES Fill dims=[100,10] value=1.0f",
    )
    program = compile_page(made, "main", catalogue)
    assert {v.block: size(v.key) for v in program.sessions[0].variables} == {"SMALL": 4, "LARGE": 4000}
    runner = Runner(program)
    runner.step(False)
    (held,) = runner.snapshot(3999).values()
    assert {block: kept.value.max() for block, kept in held.items()} == {"SMALL": 1}
    runner.step(False)
    (held,) = runner.snapshot().values()  # before sessions end, all are read
    assert {block: kept.value.max() for block, kept in held.items()} == {"SMALL": 2, "LARGE": 2}
    runner.step(False)
    (held,) = runner.snapshot(3999).values()
    assert {block: kept.value.max() for block, kept in held.items()} == {"SMALL": 3, "LARGE": 2}
    runner.close()


def test_the_size_of_a_value_is_known_before_it_is_read_or_not_at_all():
    assert size(VariableKey("V", True, "DT_BFLOAT16", (3, 5))) == 30
    assert size(VariableKey("V", True, "DT_DOUBLE", ())) == 8
    assert size(VariableKey("V", True, "DT_DOUBLE", (3, -1))) is size(VariableKey("V", True, "DT_DOUBLE", None)) is None


# Ops that write to a variable [4] of floats or integers, and their other inputs.
WRITES = {
    "AssignVariableOp": "value=[9.0f,9.0f,9.0f,9.0f]",
    "AssignAddVariableOp": "value=[1.0f,1.0f,1.0f,1.0f]",
    "ResourceScatterUpdate": "indices=[1] updates=[7.0f]",
    "ResourceScatterNdAdd": "indices=[[2]] updates=[7.0f]",
    "ResourceStridedSliceAssign": "begin=[0] end=[2] strides=[1] value=[5.0f,5.0f]",
    "ResourceApplyGradientDescent": "alpha=0.5f delta=[1.0f,1.0f,1.0f,1.0f]",
    "ResourceSparseApplyProximalGradientDescent": "alpha=0.5f l1=0.0f l2=0.0f grad=[1.0f] indices=[3]",
    "RngSkip": "algorithm=1 delta=256",
    "StatefulUniform": "algorithm=1 shape=[3]",
}


def test_a_value_that_is_held_stays_as_it_is_whatever_writes_to_its_variable(catalogue):
    made, blocks, wires = Document(), [], []
    for op, takes in WRITES.items():
        numbers = (
            "DT_INT64 initvalues=[1,2,3,4]"
            if op in ("RngSkip", "StatefulUniform")
            else "DT_FLOAT initvalues=[1.0,2.0,3.0,4.0]"
        )
        pin = catalogue[op].inputs[0].name
        blocks.append(f"{op}_V loom.ResourceVariable dtype={numbers}; {op} {op} {takes}")
        wires.append(f"{op}_V.handle -> {op}.{pin}")
    page(
        made,
        "main",
        "; ".join(
            [
                *blocks,
                "REF_V loom.Variable dtype=DT_FLOAT initvalues=[1.0,2.0,3.0,4.0];"
                "REF AssignAdd value=[1.0f,1.0f,1.0f,1.0f]",
            ]
        ),
        *wires,
        "REF_V.ref -> REF.ref",
    )
    program = compile_page(made, "main", catalogue)
    assert program.ok, program.problems
    runner = Runner(program)
    runner.step(False)
    (held,) = runner.snapshot().values()
    before = {block: kept.value.tolist() for block, kept in held.items()}
    (again,) = runner.snapshot().values()  # variables that ops replace as a whole are not copied
    shared = {block for block in held if np.shares_memory(held[block].value, again[block].value)}
    assert shared >= {"AssignVariableOp_V", "AssignAddVariableOp_V", "ResourceApplyGradientDescent_V"}
    assert "REF_V" not in shared
    runner.step(True)
    assert {block: kept.value.tolist() for block, kept in held.items()} == before
    (now,) = runner.snapshot().values()
    changed = {block for block in before if now[block].value.tolist() != before[block]}
    assert changed >= {
        "REF_V",
        "RngSkip_V",
        "StatefulUniform_V",
        "AssignAddVariableOp_V",
        "ResourceScatterNdAdd_V",
        "ResourceApplyGradientDescent_V",
        "ResourceSparseApplyProximalGradientDescent_V",
    }
    runner.close()
    assert {block: kept.value.tolist() for block, kept in held.items()} == before


def test_what_a_step_waits_for_is_asked_again_and_again_by_what_was_made_once(catalogue, monkeypatch):
    """To make a callable of a large page takes a while, and a step that waits is asked three times a second."""
    made = document(
        catalogue,
        "Q FIFOQueueV2 component_types=[DT_INT32] shapes=[[]]; "
        "TAKE QueueDequeueV2 component_types=[DT_INT32] handle=<Q.handle",
    )
    runner = Runner(compile_page(made, "main", catalogue))

    def step():
        with contextlib.suppress(tf.errors.OpError, RuntimeError):  # it is ended
            runner.step(True)

    thread = threading.Thread(target=step)
    thread.start()
    try:
        until(runner.waiting)
        with monkeypatch.context() as patch:
            patch.setattr(SessionCalls, "apart", None)
            said = "0 of 1 elements. No block of the page adds elements to Q"
            assert [runner.waiting()[0]["text"] for _ in range(3)] == [said] * 3
    finally:
        runner.close()
        thread.join()
