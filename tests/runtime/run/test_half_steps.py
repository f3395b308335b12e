"""A step that fails half way: changed variables are named, it does not count, and results are of a whole step."""

import itertools
import json

import pytest

from blockloom import RunFailed, TimedOut, run
from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.api.results import FAILED
from blockloom.runtime.protocol import requests
from tests.pages import document

# V counts up; from 3 on the index is out of range, after V was counted up.
FAILS = (
    "V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; W loom.Variable initvalues=[10,20,30]; "
    "AT GatherV2 axis=0 params=<W.ref indices=<UP.output_ref"
)
_owners = itertools.count(500)


@pytest.fixture
def opened(worker):
    def work(made, owner=None):
        reply = worker.call(
            requests.OpenRequest(document=documents.dumps(made), page="main", owner=owner or next(_owners))
        )
        assert not [p for p in reply.problems if p.severity == "error"]
        return worker

    yield work
    worker.call(requests.SetDocumentRequest(owner=0))


def texts(ended, *blocks):
    return [next(r["text"] for r in ended.shown.results[b].values() if r and "text" in r) for b in blocks]


def test_what_it_may_have_changed_is_named_and_what_it_only_reads_is_not(catalogue, opened):
    worker = opened(document(catalogue, FAILS))
    ended = worker.call(requests.RunRequest(mode=RunMode(9)))
    assert (ended.outcome, ended.step, ended.changed, ended.shown.step) == ("error", 2, ["V"], 1)
    assert texts(ended, "V", "UP", "AT") == ["1", "1", "20"]  # the last step that was shown: the one to come failed
    again = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert (again.step, again.changed, texts(again, "V")) == (2, ["V"], ["1"])
    worker.call(requests.InitialiseRequest(blocks=["V"]))
    whole = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert (whole.outcome, whole.step, whole.changed, whole.shown.step) == ("done", 3, [], 3)
    assert texts(whole, "V", "AT") == ["1", "20"]


def test_the_step_that_was_shown_last_is_known_after_an_edit_too(catalogue, opened):
    made, owner = document(catalogue, FAILS), next(_owners)
    worker = opened(made, owner)
    assert worker.call(requests.RunRequest(mode=RunMode(2))).step == 2
    SetValue("main", "UP", "value", "7").apply(made)
    opened(made, owner)
    ended = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert (ended.outcome, ended.step, ended.changed, ended.shown.step) == ("error", 2, ["V"], 2)


def test_a_session_that_succeeded_before_the_one_that_failed_counts_as_changed(catalogue, opened):
    worker = opened(
        document(
            catalogue,
            FAILS
            + (
                "; X loom.Variable initvalues=0.0f; MORE AssignAdd value=1.0f ref=<X.ref; "
                "Y loom.Variable initvalues=0.0f; LATE AssignAdd value=1.0f ref=<Y.ref; "
                "S1 loom.Session fetch_outputs=<MORE.output_ref; S2 loom.Session fetch_outputs=<AT.output; "
                "S3 loom.Session fetch_outputs=<LATE.output_ref"
            ),
        )
    )
    for number in (1, 2):
        assert worker.call(requests.RunRequest(mode=RunMode(1))).step == number
    ended = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert (ended.step, ended.changed, ended.shown.step) == (2, ["V", "X"], 2)  # the third had not begun
    assert texts(ended, "X", "V", "AT", "Y") == ["2", "2", "30", "2"]  # all of one step


def test_queues_and_accumulators_are_named_too(catalogue, opened):
    worker = opened(
        document(
            catalogue,
            FAILS
            + (
                "; Q FIFOQueueV2 component_types=[DT_INT32]; PUT QueueEnqueueV2 components=[1] handle=<Q.handle; "
                "LEFT QueueSizeV2 handle=<Q.handle; ACC ConditionalAccumulator dtype=DT_FLOAT shape=[]; "
                "APPLY AccumulatorApplyGradient local_step=0 gradient=1.0f handle=<ACC.handle; "
                "P FIFOQueueV2 component_types=[DT_INT32]; SIZE QueueSizeV2 handle=<P.handle; "
                "TABLE MutableHashTableV2 key_dtype=DT_STRING value_dtype=DT_INT32; "
                "ROWS LookupTableSizeV2 table_handle=<TABLE.table_handle"
            ),
        )
    )
    assert worker.call(requests.RunRequest(mode=RunMode(9))).changed == ["ACC", "Q", "V"]


def test_an_initialisation_that_fails_names_what_it_began(catalogue, opened):
    """C has its initial value from A, which has it by then."""

    def made(a, by):
        return document(
            catalogue,
            {
                "A": ("loom.Variable", {"initvalues": a}),
                "N": ("Const", {"value": by, "dtype": "DT_FLOAT"}),
                "LOG": "Log",
                "ADD": "AddV2",
                "CHECK": ("CheckNumerics", {"message": "bad"}),
                "C": ("loom.Variable", {"dtype": "DT_FLOAT"}),
                "READ": "Identity",
            },
            """N.output -> LOG.x
               LOG.y -> ADD.x
               A.ref -> ADD.y
               ADD.z -> CHECK.tensor
               CHECK.output -> C.initvalues
               C.ref -> READ.input""",
        )

    def edited(to):
        worker.call(requests.OpenRequest(document=documents.dumps(to), page="main", owner=owner))

    worker, owner = opened(made("1.0f", "1.0")), next(_owners)
    edited(made("1.0f", "1.0"))
    assert worker.call(requests.RunRequest(mode=RunMode(1))).outcome == "done"
    edited(made("7.0f", "-1.0"))
    ended = worker.call(requests.InitialiseRequest(blocks=["A", "C"]))
    assert (ended.outcome, ended.changed, texts(ended, "A", "C")) == ("error", ["A", "C"], ["7", "1"])
    edited(made("3.0f", "1.0"))
    whole = worker.call(requests.InitialiseRequest(blocks=["A", "C"]))
    assert (whole.outcome, whole.changed, texts(whole, "A", "C")) == ("done", [], ["3", "3"])


def test_the_call_tells_it(catalogue, worker):
    made = document(catalogue, FAILS)
    with pytest.raises(RunFailed, match="failed in step 3; it is not counted, and may have changed V\n") as failed:
        run(made, steps=9, worker=worker)
    assert failed.value.changed == ["V"] and failed.value.failed is None
    with pytest.raises(RunFailed) as failed:
        run(made, steps=9, worker=worker, on_error="values")
    step = failed.value.failed
    assert (step.step, step.block, step.op, step.inputs["indices"], step.sources["indices"]) == (
        3,
        "AT",
        "GatherV2",
        3,
        "UP.output_ref",
    )
    assert step.results["UP"]["output_ref"] == 3 and "AT" in step.results
    shown = json.loads(FAILED["json"](step))["failed"]
    assert shown["inputs"]["params"] == {
        "value": {"dtype": "int32", "shape": [3], "value": [10, 20, 30]},
        "from": "W.ref",
    }
    table = FAILED["table"](step).decode()
    assert "Step 3 failed in AT (GatherV2), with the inputs:" in table and "indices  DT_INT32     3" in table
    blocked = document(
        catalogue,
        FAILS
        + (
            "; Q FIFOQueueV2 component_types=[DT_INT32]; "
            "TAKE QueueDequeueV2 component_types=[DT_INT32] handle=<Q.handle"
        ),
    )
    with pytest.raises(TimedOut, match=r"in step 1.*may have changed Q, V") as late:
        run(blocked, timeout=0.4, worker=worker, on_error="values")
    assert late.value.changed == ["Q", "V"]
    assert late.value.failed.unreached == ["TAKE"] and late.value.failed.results["UP"]["output_ref"] == 1
    with pytest.raises(TimedOut) as idle:
        run(
            document(catalogue, "A Const value=1.0f; N Neg x=<A.output"),
            until="N < -2",
            timeout=0.4,
            worker=worker,
        )
    assert idle.value.changed == []
