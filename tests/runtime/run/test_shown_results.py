"""Shown results of a step do not change with later steps."""

import itertools

import pytest

from blockloom.blocks.edits import SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.pages import document, page, pages

_owners = itertools.count(1500)


@pytest.fixture
def opened(worker):
    def work(made, owner=None, **fields):
        reply = worker.call(requests.OpenRequest(documents.dumps(made), "main", owner=owner or next(_owners), **fields))
        assert not [p for p in reply.problems if p.severity == "error"]
        return worker

    yield work
    worker.call(requests.SetDocumentRequest(owner=0))


def whole(worker):
    """All results as nested lists of numbers."""
    message = worker.call(requests.GetResultsRequest())

    def plain(value):
        if value is None or "about" in value:
            return value
        return [plain(one) for one in value["list"]] if "list" in value else message.arrays[value["array"]].tolist()

    return {block: {pin: plain(value) for pin, value in pins.items()} for block, pins in message.results.items()}


# UP gives the buffer of V, which is written in place; each of these hands it on, or a part of it. Step 3 fails at AT.
HANDS_ON = (
    "V loom.Variable initvalues={0}; UP AssignAdd ref=<V.ref value={1}; SAME Identity input=<UP.output_ref; "
    "FLAT Reshape tensor=<UP.output_ref shape=[-1,1]; CAST Cast x=<UP.output_ref DstT=DT_INT32; "
    "SUM Sum input=<UP.output_ref reduction_indices=[]; ROWS Unpack value=<UP.output_ref num=2; "
    "BITS Bitcast input=<UP.output_ref type=DT_FLOAT; SUB Slice input=<UP.output_ref begin=[1,0] size=[1,-1]; "
    "Q FIFOQueueV2 component_types=[DT_INT32]; PUT QueueEnqueueV2 handle=<Q.handle components=<UP.output_ref; "
    "TAKE QueueDequeueV2 handle=<Q.handle component_types=[DT_INT32]; W VariableV2 dtype=DT_INT32 shape=[2,{columns}]; "
    "SET Assign ref=<W.ref value={5}; R loom.ResourceVariable initvalues={0}; "
    "MORE AssignAddVariableOp resource=<R.handle value={1}; READ ReadVariableOp resource=<R.handle; "
    "AT GatherV2 params=[10,20,30] axis=0 indices=<UP.output_ref; PUT -> TAKE; MORE -> READ"
)


@pytest.mark.parametrize("columns", [1, 2000])  # large results are only copied if they share memory with a variable
def test_later_steps_do_not_change_it(catalogue, opened, columns):
    """The third step fails, the second is not shown: the results are of the first, even in memory of a variable."""
    filled = {str(number): str([[number] * columns] * 2).replace(" ", "") for number in (0, 1, 5)}
    text = HANDS_ON.replace("{columns}", str(columns))
    for number, value in filled.items():
        text = text.replace(f"{{{number}}}", value)
    made = document(catalogue, text)
    worker = opened(made)
    worker.call(requests.RunRequest(mode=RunMode(1)))
    first = whole(worker)
    ones = [[1] * columns] * 2
    assert first["V"] == {"ref": ones} and first["UP"] == {"output_ref": ones} and first["SUB"] == {"output": ones[:1]}
    opened(made)
    ended = worker.call(requests.RunRequest(mode=RunMode(9)))
    assert (ended.outcome, ended.step, ended.shown.step) == ("error", 2, 1)
    assert whole(worker) == first


@pytest.mark.parametrize("inside", [False, True])
def test_ops_that_write_into_whatever_they_take_do_not_change_it(catalogue, opened, inside):
    """InplaceAdd writes into what the resource variable holds. The fourth step fails."""
    add = "PartitionedCall f=inner args" if inside else "InplaceAdd i=[0] v=[1] x"
    made = document(
        catalogue,
        f"V loom.ResourceVariable initvalues=[0,0]; READ ReadVariableOp resource=<V.handle; ADD {add}=<READ.value; "
        f"LOOK GatherV2 params=<ADD.{'output[0]' if inside else 'y'} indices=0 axis=0; "
        "AT GatherV2 params=[0,1,2,3] axis=0 indices=<LOOK.output",
    )
    if inside:
        page(made, "inner", "x loom.Arg dtype=DT_INT32; A InplaceAdd i=[0] v=[1] x=<x.output; y loom.Retval input=<A.y")
    worker = opened(made)
    ended = worker.call(requests.RunRequest(mode=RunMode(9)))
    assert (ended.outcome, ended.step) == ("error", 3)
    shown = whole(worker)
    assert shown["V"]["value"] == shown["READ"]["value"] == [ended.shown.step, 0] and shown["AT"]["output"] < 3


def test_values_inside_functions_are_of_the_same_step(catalogue, opened):
    """The third step fails after the function was called, the second is not shown; after a reset there are none."""
    made = pages(
        main="V loom.Variable initvalues=0; UP AssignAdd value=1 ref=<V.ref; "
        "CALL PartitionedCall f=inner args=<UP.output_ref; "
        "AT GatherV2 params=[10,20,30] axis=0 indices=<CALL.output[0]",
        inner="x loom.Arg dtype=DT_INT32; N AddV2 y=0 x=<x.output; y loom.Retval input=<N.z",
    )
    worker = opened(made, tapped_pages=["inner"])
    ended = worker.call(requests.RunRequest(mode=RunMode(9)))
    assert (ended.outcome, ended.step, ended.shown.step, ended.shown.calls) == ("error", 2, 1, {"inner": (0, 1)})
    assert {
        at: next(iter(pins.values()))["text"] for at, pins in ended.shown.results.items() if at in ("UP", "inner/N")
    } == {"UP": "1", "inner/N": "1"}
    worker.call(requests.ResetRequest())
    assert worker.call(requests.ChooseCallRequest(page="inner", call=-1)).results == {}


def test_what_is_not_finite_is_marked_with_the_step_since_which_it_is(catalogue, opened):
    """V goes 2, 1, 0, -1, ...: its logarithm is -inf in step 3 and NaN from then on, until V is initialised."""
    casts = ("DT_HALF", "DT_BFLOAT16", "DT_DOUBLE", "DT_COMPLEX64", "DT_INT32")
    made = document(
        catalogue,
        "V loom.Variable initvalues=[3.0f,9.0f]; UP AssignSub ref=<V.ref value=[1.0f,1.0f]; LOG Log x=<UP.output_ref; "
        "SPLIT Split value=<LOG.y split_dim=0 num_split=2; INF Const value=inf dtype=DT_FLOAT; "
        + "; ".join(f"{to} Cast x=<LOG.y DstT={to}" for to in casts),
    )
    owner = next(_owners)
    worker = opened(made, owner)

    def marked(request=None):
        told = worker.call(request or requests.RunRequest(mode=RunMode(1))).shown.results
        found = {}
        for block, pins in told.items():
            for summary in pins.values():
                many = [one.get("not_finite") for one in summary.get("list", ())]
                found[block] = many or summary.get("not_finite")
        assert found.pop("INF") == 1
        return {block: since for block, since in found.items() if since not in (None, [None, None])}

    assert marked() == {} == marked()
    floats = dict.fromkeys(["LOG", "DT_HALF", "DT_BFLOAT16", "DT_DOUBLE", "DT_COMPLEX64"], 3) | {"SPLIT": [3, None]}
    assert marked() == floats == marked()
    SetValue("main", "UP", "value", "[0.5f, 0.5f]").apply(made)
    opened(made, owner)  # sessions go on after an edit
    assert marked() == floats
    worker.call(requests.InitialiseRequest(blocks=["V"]))
    assert marked() == {}
    worker.call(requests.ResetRequest())
    assert marked() == {}
    assert marked(requests.RunRequest(mode=RunMode(9))) == {
        block: [10, None] if block == "SPLIT" else 10 for block in floats
    }
