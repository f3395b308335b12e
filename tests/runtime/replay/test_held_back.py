"""Files and prints of a step wait while the run may pause: they come once if the step is kept, and never else."""

import pytest
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files import documents
from blockloom.blocks.results import breakpoints
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.replay.paused_step import BreakpointController
from blockloom.runtime.run.held_back import not_held
from blockloom.runtime.run.runner import Runner
from tests.pages import page, pages
from tests.runtime.replay.test_pausing import pauses_at
from tests.runtime.replay.test_replay import opened, pins_of

COUNTS = (
    "N loom.Variable initvalues=0.0f; UP AssignAdd value=1.0f ref=<N.ref; TEXT AsString input=<UP.output_ref; "
    "RUN loom.Session fetch_outputs=<LOG.y; LOG Log x=<UP.output_ref"
)


def acting(log, folder):
    """Return a page whose step prints a number and passes it on, writes it to a file, and counts that."""
    return pages(
        main=f"{COUNTS}; SAY PrintV2 output_stream=file://{log} input=<TEXT.output; "
        f'NAME Const value="{folder}/" dtype=DT_STRING; PATH StringJoin inputs=<NAME.output,TEXT.output; '
        "FILE WriteFile filename=<PATH.output contents=<TEXT.output; W loom.ResourceVariable initvalues=0.0f; "
        "ONE Const value=1.0f dtype=DT_FLOAT; ADD AssignAddVariableOp resource=<W.handle value=<ONE.output; "
        "TOLD Print input=<UP.output_ref data=<UP.output_ref; NEG Neg x=<TOLD.output; SAY -> ADD; FILE -> ADD; "
        "ADD.operation -> RUN.run_outputs; NEG.y -> RUN.fetch_outputs",
    )


@pytest.fixture
def outside(catalogue, tmp_path):
    log, files = tmp_path / "log", tmp_path / "files"
    files.mkdir()
    document = acting(log, files)
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)

    def written():
        lines = [float(line) for line in log.read_text().split()] if log.exists() else []
        assert sorted(lines) == sorted(float(one.read_text()) for one in files.iterdir())
        return lines

    def typed(text):
        pauses.breakpoints = [breakpoints.parse_breakpoint(text, document.pages["main"], catalogue)] if text else []
        return pauses

    yield typed, written
    runner.close()


def test_files_are_written_when_a_step_is_kept_and_by_no_step_that_is_rolled_back(outside):
    typed, written = outside
    pauses = typed("LOG")
    for kept in range(3):
        for _ in range(2):
            assert pauses_at(pauses) and written() == [1 + n for n in range(kept)]
            assert pins_of(pauses.runner.latest(), "NEG")["y"] == -1 - kept, "what is passed on arrives"
            assert pauses.pause.give_up() == []
        assert pauses_at(pauses)
        pauses.go_on()
        assert written() == [1 + n for n in range(kept + 1)] and pauses.runner.values() == {
            "N": kept + 1,
            "W": kept + 1,
        }
    pauses = typed("LOG > 9")
    assert not pauses_at(pauses) and written() == [1, 2, 3, 4], "it does not pause, and so the step is kept"
    typed("").prepare_step(), pauses.runner.step(True)
    assert written() == [1, 2, 3, 4, 5] and pauses.runner.values() == {"N": 5, "W": 5}


def test_a_value_that_is_tried_is_written_in_the_place_of_that_of_the_step(outside):
    typed, written = outside
    pauses = typed("LOG")
    assert pauses_at(pauses)
    pauses.pause.what_if({Address("main", "TEXT", "output"): "17"})
    assert written() == []
    pauses.pause.go_on(True), pauses.go_on()
    assert written() == [17] and pauses.runner.values() == {"N": 1, "W": 1}


def test_a_step_that_fails_has_done_what_it_did_outside_until_then(catalogue, tmp_path):
    document = pages(
        main=f"{COUNTS}; SAY PrintV2 output_stream=file://{tmp_path}/log input=<TEXT.output; "
        "BAD CheckNumerics message=no tensor=<LOG.y; SAY -> BAD; BAD.output -> RUN.fetch_outputs",
    )
    document.pages["main"].blocks["N"] = document.pages["main"].blocks["N"]._replace(values={"initvalues": "-2.0f"})
    runner = Runner(opened(catalogue, document))
    pauses = BreakpointController(runner)
    pauses.breakpoints = [breakpoints.parse_breakpoint("LOG > 99", document.pages["main"], catalogue)]
    pauses.prepare_step()
    with pytest.raises(tf.errors.InvalidArgumentError):
        runner.step(True)
    assert not (tmp_path / "log").exists()
    pauses.end_failed_step(False)
    assert (tmp_path / "log").read_text().split() == ["-1.000000"] and runner.values() == {"N": -1}
    runner.close()


def test_a_run_without_breaks_writes_again_after_one_with_breaks(catalogue, worker, tmp_path):
    (tmp_path / "files").mkdir()
    document = acting(tmp_path / "log", tmp_path / "files")
    text, log = documents.dumps(document), tmp_path / "log"
    worker.call(requests.OpenRequest(text, "main", owner=7304, breakpoint_pages=["main"]))
    rows = [breakpoints.parse_breakpoint("LOG", document.pages["main"], catalogue)]
    assert worker.call(requests.RunRequest(mode=RunMode(1), breakpoints=rows)).outcome == "paused"
    assert worker.call(requests.RollBackStepRequest()).not_restored == [] and not log.exists()
    worker.call(requests.OpenRequest(text, "main", owner=7304))
    assert worker.call(requests.RunRequest(mode=RunMode(2))).outcome == "done"
    assert [float(line) for line in log.read_text().split()] == [1, 2]
    assert worker.call(requests.RunRequest(mode=RunMode(2), breakpoints=rows)).outcome == "paused"
    assert worker.call(requests.RunRequest(continue_with="plain")).outcome == "done"
    assert [float(line) for line in log.read_text().split()] == [1, 2, 3, 4]
    worker.call(requests.SetDocumentRequest(owner=0))


def test_what_cannot_be_held_back_is_listed_before_the_run(catalogue, worker, tmp_path):
    document = pages(
        main="SAY PrintV2 input=<TEXT.output; CALL PartitionedCall f=says Tout=[DT_FLOAT] args=<UP.output_ref; "
        "LOOP While cond=less body=next input=<CALL.output[0]; "
        f'DATA DebugNanCount tensor_name="x:0" input=<LOOP.output[0]; {COUNTS}; SAY.operation -> RUN.run_outputs; '
        "DATA.output -> RUN.fetch_outputs",
    )
    number = "dtype=DT_FLOAT"
    page(document, "less", f"x loom.Arg {number}; L Less y=3.0f x=<x.output; r loom.Retval input=<L.z")
    for name in "says", "next":
        page(
            document,
            name,
            f"x loom.Arg {number}; ADD AddV2 y=1.0f x=<x.output; T AsString input=<x.output; "
            "P PrintV2 input=<T.output; r loom.Retval input=<ADD.z",
        )
    assert [str(at) for at in not_held(opened(catalogue, document))] == ["DATA", "next/P"]
    text = documents.dumps(document)
    reply = worker.call(requests.OpenRequest(text, "main", owner=7303))
    assert not [p for p in reply.problems if p.code == "not-held"]
    reply = worker.call(requests.OpenRequest(text, "main", owner=7303, breakpoint_pages=["main"]))
    told = {str(p.address): p for p in reply.problems if p.code == "not-held"}
    assert told.keys() == {"main/DATA", "next/P"} and "while the run is paused" in str(told["next/P"].message)
    rows = [breakpoints.parse_breakpoint("LOG", document.pages["main"], catalogue.with_pages(document))]
    ended = worker.call(requests.RunRequest(mode=RunMode(1), breakpoints=rows))
    assert ended.outcome == "paused", ended.problems
    worker.call(requests.SetDocumentRequest(owner=0))
