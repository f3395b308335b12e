"""Failed steps: their partial results, and inputs of the failed op as in TensorFlow's own dump."""

import threading

import numpy as np
import pytest
import tensorflow as tf

from blockloom import RunFailed, run
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.api.results import failed_as_table
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.replay.failed_step_replay import NOT_KNOWN, failed_step
from blockloom.runtime.replay.replica import NOT_REACHED
from blockloom.runtime.run.external_input_recorder import NOTHING
from blockloom.runtime.run.runner import Runner
from tests.pages import WHILE, page, pages
from tests.pages import document as made_of
from tests.runtime.failing_pages import KINDS, PLACES, differences, dumped, failing_page, write_files

COUNTS = "V loom.Variable initvalues=0; UP AssignAdd value=1; RUN loom.Session"


def failed(catalogue, document, steps=9):
    """Return the view of the step that failed, and the runner."""
    program = compile_page(document, "main", catalogue.with_pages(document))
    assert program.ok, [str(p) for p in program.problems]
    runner = Runner(program)
    with pytest.raises(tf.errors.OpError):
        for _ in range(steps):
            runner.step(True)
    return failed_step(program, runner.past, runner.failure, runner.steps + 1), runner


def texts(found):
    return {str(at): pins for results in found.results.values() for at, pins in results.items()}


def inputs(found):
    return {one.name: one.value for one in found.failed_op.inputs}


@pytest.mark.parametrize("number", range(len(KINDS) + 2))
def test_inputs_are_those_of_tensorflows_dump(catalogue, number, tmp_path, monkeypatch):
    asked = failing_page(number, list(KINDS)[number % len(KINDS)], PLACES[number * 3 % len(PLACES)])
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, asked.limit)
    found, runner = failed(catalogue, asked.document)
    assert (found.step, found.failed_op.op, found.kind) == (asked.step, asked.op, "failed"), asked.about
    assert not list(differences(found, dumped(runner.program, asked.step, asked.op))), asked.about
    assert texts(found)["AFTER"]["z"] is NOT_REACHED and not found.failed_op.differs
    assert {"AFTER", "TRAIN"} <= set(map(str, found.failed_op.unreached))
    drew = runner.past.failed.get("RUN") or NOTHING  # the step may have failed before its external inputs
    assert isinstance(texts(found)["N0"]["y"], np.ndarray) or len(drew.names) < len(
        runner.program.sessions[0].external_inputs.slots
    )
    runner.close()


def test_an_op_in_a_loop_of_blocks_tells_what_it_took_in_the_turn_that_failed(catalogue):
    text = f"""
        {WHILE} V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; NEG Neg x=<EXIT.output
        ENTER Enter frame_name=f data=<UP.output_ref; LESS Less y=9 x=<MERGE.output
        AT GatherV2 params=[1, 2, 3, 4, 5] axis=0 indices=<ADD.z; Z Mul y=0 x=<AT.output
        S AddV2 x=<Z.z y=<ADD.z; NEXT NextIteration data=<S.z"""
    found, _ = failed(catalogue, made_of(catalogue, text))
    assert (str(found.failed_op.place), found.failed_op.call, int(inputs(found)["indices"])) == ("main/AT", 4, 5)
    assert int(texts(found)["ADD"]["z"]) == 5, "of the turn that failed"
    assert {"EXIT", "NEG"} == set(map(str, found.failed_op.unreached))


def test_what_acts_outside_is_not_done_again_and_tells_what_it_took(catalogue, tmp_path):
    (tmp_path / "file").write_text("")
    document = pages(
        main=f"{COUNTS}; T AsString input=<UP.output_ref; W WriteFile filename={tmp_path}/file/in contents=<T.output; "
        f"LOG WriteFile filename={tmp_path}/log contents=<T.output; V.ref -> UP.ref; LOG -> W; "
        "W.operation -> RUN.run_outputs",
    )
    program = compile_page(document, "main", catalogue)
    runner = Runner(program)
    with pytest.raises(tf.errors.OpError):
        runner.step(True)
    (tmp_path / "log").unlink()
    found = failed_step(program, runner.past, runner.failure, 1)
    assert inputs(found)["contents"] == b"1" and not (tmp_path / "log").exists()
    op = found.failed_op
    assert (str(op.place), op.op, op.unreached) == ("main/W", "WriteFile", frozenset())


def test_a_write_of_the_value_of_a_reference_is_not_done_again(catalogue, tmp_path):
    document = pages(
        main='TEXT loom.Variable initvalues="x" dtype=DT_STRING; '
        f"LOG WriteFile filename={tmp_path}/log contents=<TEXT.ref; "
        f"SAY PrintV2 output_stream=file://{tmp_path}/said input=<TEXT.ref; {COUNTS}; "
        "G GatherV2 params=[1] axis=0 indices=<UP.output_ref; V.ref -> UP.ref; LOG -> G; SAY -> G; "
        "G.output -> RUN.fetch_outputs",
    )
    program = compile_page(document, "main", catalogue)
    runner = Runner(program)
    with pytest.raises(tf.errors.OpError):
        runner.step(True)
    assert (tmp_path / "said").read_text() == "x\n"
    (tmp_path / "log").unlink()
    found = failed_step(program, runner.past, runner.failure, 1)
    assert int(inputs(found)["indices"]) == 1
    assert (tmp_path / "said").read_text() == "x\n" and not (tmp_path / "log").exists()
    runner.close()


def test_a_value_that_an_op_dumps_into_a_file_is_not_dumped_again(catalogue, tmp_path):
    """DebugIdentity is not stateful by its OpDef, and computes nothing: its trait `outside` marks the write."""
    document = pages(
        main=f"{COUNTS}; "
        f'DUMP DebugIdentity device_name=cpu tensor_name=UP:0 debug_urls=["file://{tmp_path}"] input=<UP.output_ref; '
        "G GatherV2 params=[1] axis=0 indices=<DUMP.output; V.ref -> UP.ref; G.output -> RUN.fetch_outputs",
    )
    program = compile_page(document, "main", catalogue)
    runner = Runner(program)
    with pytest.raises(tf.errors.OpError):
        runner.step(True)
    dumped = sorted(tmp_path.rglob("*"))
    found = failed_step(program, runner.past, runner.failure, 1)
    assert int(inputs(found)["indices"]) == 1 and int(texts(found)["DUMP"]["output"]) == 1
    assert dumped and sorted(tmp_path.rglob("*")) == dumped
    runner.close()


@pytest.mark.parametrize("race", [True, False])
def test_a_replay_that_does_not_fail_in_the_same_way_is_said_to_differ(catalogue, worker, race):
    """In a race of G and UP, G reads V late in the run, and before UP in the replay."""
    document = Document()
    page(
        document,
        "main",
        "SLOW Fill dims=[700,700] value=1.0f; LONG MatMul a=<SLOW.output b=<SLOW.output; "
        f"G GatherV2 params=[1,2] axis=0 indices=<V.ref; {COUNTS}; LONG -> G; V.ref -> UP.ref; "
        "UP.output_ref -> RUN.run_outputs; G.output -> RUN.fetch_outputs",
        *(() if race else ("UP -> G",)),
    )
    found, runner = failed(catalogue, document)
    assert "indices = 2 is not in" in runner.failure.error.message
    assert (int(inputs(found)["indices"]), found.failed_op.differs) == ((1, True) if race else (2, False))
    runner.close()
    with pytest.raises(RunFailed) as raised:
        run(document, steps=3, on_error="values", worker=worker)
    step = raised.value.failed
    assert step.differs == race and ("did not fail in the same way" in failed_as_table(step).decode()) == race


def test_where_it_cannot_be_known_that_is_said(catalogue):
    """Random numbers in a loop are not recorded; for a data pipeline, the block that requested the element is named."""
    document = pages(
        main=f"{COUNTS}; L While cond=cond body=body input=<UP.output_ref; N Neg x=<L.output[0]; V.ref -> UP.ref; "
        "N.y -> RUN.fetch_outputs",
        cond="i loom.Arg dtype=DT_INT32; LESS Less y=7 x=<i.output; O loom.Retval input=<LESS.z",
        body="i loom.Arg dtype=DT_INT32; R RandomShuffle value=[1,1]; M Max reduction_indices=0 input=<R.output; "
        "UP AddV2 x=<M.output y=<i.output; AT GatherV2 params=[1,2,3] axis=0 indices=<UP.z; "
        "O loom.Retval input=<AT.output",
    )
    found, _ = failed(catalogue, document)
    assert (str(found.failed_op.place), [str(at) for at in found.failed_op.calls]) == ("body/AT", ["main/L"])
    assert inputs(found)["indices"] is NOT_KNOWN and set(map(str, found.failed_op.unreached)) == {"N"}

    document = pages(
        main="D RangeDataset start=0 stop=9 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
        "M MapDataset f=f output_types=[DT_INT64] output_shapes=[[]] input_dataset=<D.handle; "
        "MAKE MakeIterator dataset=<M.handle iterator=<IT.handle; "
        "IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]; K Const value=3.0f; KN Neg x=<K.output; "
        "N Neg x=<NEXT.components[0]; RUN loom.Session fetch_outputs=<N.y,KN.y; "
        "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle",
        f="i loom.Arg dtype=DT_INT64; AT GatherV2 params=[1,2] axis=0 indices=<i.output; "
        "C Cast SrcT=DT_INT32 DstT=DT_INT64 x=<AT.output; r loom.Retval input=<C.y",
    )
    found, _ = failed(catalogue, document)
    assert (found.step, str(found.failed_op.place)) == (3, "main/NEXT")
    assert float(texts(found)["KN"]["y"]) == -3 and texts(found)["N"]["y"] is NOT_REACHED


def test_sessions_before_the_one_that_failed_are_of_that_step_and_later_ones_were_not_reached(catalogue):
    document = pages(
        main="X loom.Variable initvalues=0; MORE AssignAdd value=1 ref=<X.ref; "
        "A loom.Session fetch_outputs=<MORE.output_ref,R.output; V loom.Variable initvalues=0; "
        "UP AssignAdd value=1 ref=<V.ref; AT GatherV2 params=[1,2] axis=0 indices=<UP.output_ref; "
        "A2 GatherV2 params=[3,4] axis=0 indices=<UP.output_ref; "
        "B loom.Session fetch_outputs=<AT.output,A2.output; C loom.Session fetch_outputs=<KN.y; "
        "K Const value=1.0f; KN Neg x=<K.output; R RandomGamma shape=[2] alpha=1.0f",
    )
    found, runner = failed(catalogue, document)
    shown = texts(found)
    assert (found.step, int(shown["MORE"]["output_ref"]), int(shown["UP"]["output_ref"])) == (2, 2, 2)
    assert np.array_equal(shown["R"]["output"], runner.past.failed["A"].values[0])
    assert "KN" not in shown and {"K", "KN"} <= set(map(str, found.failed_op.unreached))
    assert {"AT", "A2"} & set(map(str, found.failed_op.unreached)), "both fail, one was the first"


def test_a_step_that_was_stopped_shows_what_it_came_to(catalogue):
    document = pages(
        main=f"{COUNTS}; Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; "
        "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle; N Neg x=<TAKE.components[0]; "
        "A Neg x=<UP.output_ref; V.ref -> UP.ref; N.y -> RUN.fetch_outputs; A.y -> RUN.fetch_outputs",
    )
    program = compile_page(document, "main", catalogue)
    runner = Runner(program)
    runner._begin()
    timer = threading.Timer(0.3, runner.cancel)
    timer.start()
    with pytest.raises(tf.errors.OpError):
        runner.step(True)
    found = failed_step(program, runner.past, runner.failure, 1)
    assert int(texts(found)["A"]["y"]) == -1 and set(map(str, found.failed_op.unreached)) == {"N", "TAKE"}
    assert found.failed_op.place is None and not found.failed_op.inputs


def test_a_worker_shows_the_failed_step_and_the_last_whole_one(catalogue, worker):
    asked = failing_page(3, "index", "nested")
    worker.call(requests.OpenRequest(documents.dumps(asked.document), "main", owner=7400))
    ended = worker.call(requests.RunRequest(mode=RunMode(9)))
    assert (ended.outcome, ended.partial_step, ended.step) == ("error", True, asked.step - 1)
    shown = worker.call(requests.ShowPastStepRequest(ended.step + 1)).shown
    assert (shown.step, shown.kind, shown.failed.op, shown.failed.block) == (
        asked.step,
        "failed",
        "GatherV2",
        "part/AT",
    )
    source, index = next((source, one["text"]) for name, source, one in shown.failed.inputs if name == "indices")
    assert (source, index) == ("part/k.output", str(asked.limit)) and shown.results["part/k"]["output"]["text"] == index
    assert index == str(asked.limit) and "AFTER" in shown.failed.unreached
    whole = worker.call(requests.GetResultsRequest())
    (taken,) = (value for name, _, value in whole.failed_op.inputs if name == "indices")
    assert whole.arrays[taken["array"]] == asked.limit and whole.steps == asked.step
    back = worker.call(requests.ShowPastStepRequest(0)).shown
    assert (back.step, back.kind, back.failed) == (ended.shown.step, "", None)
    assert worker.call(requests.RunRequest(mode=RunMode(1))).shown.failed is None
    worker.call(requests.SetDocumentRequest(owner=0))
