"""Errors, waits, times and state of blocks inside instances and functions, by address."""

import pytest

from blockloom import RunFailed, TimedOut, run
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.protocol import requests
from tests.pages import page, pages

INT = "dtype=DT_INT32"


def gathering() -> Document:
    """Return a document: `main` has `T` of page `outer`, whose `LOOP` runs `next`, which has `G` of page `get`."""
    return pages(
        main=f"I Const value=0 {INT}; A Const value=[1,2] {INT}; T page:outer i=<I.output a=<A.output; "
        "N Identity input=<T.r",
        outer=f"i loom.Arg {INT}; a loom.Arg {INT} index=1; LOOP While cond=less body=next input=<i.output,a.output; "
        "r loom.Retval input=<LOOP.output[1]",
        less=f"i loom.Arg {INT}; a loom.Arg {INT} index=1; L Less y=10 x=<i.output; r loom.Retval input=<L.z",
        next=f"i loom.Arg {INT}; a loom.Arg {INT} index=1; ADD AddV2 y=1 x=<i.output; "
        "G page:get a=<a.output i=<i.output; r0 loom.Retval input=<ADD.z; r1 loom.Retval index=1 input=<G.r",
        get=f"a loom.Arg {INT}; i loom.Arg {INT} index=1; X ExpandDims dim=0 input=<GATHER.output; "
        "GATHER GatherV2 axis=0 indices=<i.output params=<a.output; r loom.Retval input=<X.output",
    )


def waiting() -> Document:
    """Return a document whose `TAKE` waits forever for the empty `QUEUE`, and whose `SUM` counts.

    `main` has `T`, an instance of `outer`, which has `S`, an instance of `inner`, with these blocks.
    """
    return pages(
        main="T page:outer; N Identity input=<T.r",
        outer="S page:inner; r loom.Retval input=<S.r",
        inner="QUEUE FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[]]; "
        "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<QUEUE.handle; "
        "W loom.ResourceVariable initvalues=[1.5] dtype=DT_FLOAT; "
        "UP AssignAddVariableOp value=[1.0] dtype=DT_FLOAT resource=<W.handle; "
        "r loom.Retval input=<TAKE.components[0]; UP -> r",
    )


def test_an_error_names_the_block_and_the_path_of_calls(worker):
    with pytest.raises(RunFailed) as caught:
        run(gathering(), page="main", worker=worker)
    (found,) = caught.value.problems
    assert found.place_text == "main/T/LOOP -> next/G/GATHER" and "indices = 1 is not in [0, 1)" in found.message
    assert (found.page, found.address.path, found.block) == ("next", ("G",), "GATHER")
    assert str(found).startswith(f"error: {found.place_text}: indices")


def test_possible_changes_of_a_step_that_failed_inside_a_function_are_reported(worker):
    made = pages(
        main=f"C Const value=true dtype=DT_BOOL; I Const value=5 {INT}; "
        "B If then_branch=count else_branch=count Tout=[DT_INT32] cond=<C.output input=<I.output",
        count=f"i loom.Arg {INT}; GATHER GatherV2 params=[1,2] axis=0 indices=<i.output; "
        "r loom.Retval input=<GATHER.output; V loom.ResourceVariable initvalues=[1.5] dtype=DT_FLOAT; "
        "UP AssignAddVariableOp value=[1.0] dtype=DT_FLOAT resource=<V.handle",
    )
    with pytest.raises(RunFailed) as caught:
        run(made, page="main", worker=worker)
    assert [p.place_text for p in caught.value.problems] == ["main/B -> count/GATHER"]
    assert caught.value.changed == ["count/V"] and "may have changed count/V" in str(caught.value)


def test_waits_and_changes_of_a_half_step_are_reported_by_address(worker):
    with pytest.raises(TimedOut) as caught:
        run(waiting(), page="main", timeout=0.5, worker=worker)
    assert caught.value.waiting == {"/T/S/TAKE": "0 of 1 elements. No block of the page adds elements to T/S/QUEUE"}
    assert "main/T/S/TAKE waits: 0 of 1 elements" in str(caught.value)
    assert "main/T/S/W" in str(caught.value) and {"/T/S/QUEUE", "/T/S/W"} == set(caught.value.changed)


CALLS = {
    "While": "While cond=less body=next input=<I.output,Q.handle",
    "StatefulPartitionedCall": "StatefulPartitionedCall f=next Tout=[DT_INT32,DT_RESOURCE] args=<I.output,Q.handle",
    "PartitionedCall": "PartitionedCall f=next Tout=[DT_INT32,DT_RESOURCE] args=<I.output,Q.handle",
    "If": "If cond=<C.output then_branch=next else_branch=other Tout=[DT_INT32,DT_RESOURCE] input=<I.output,Q.handle",
}
ARGS = f"i loom.Arg {INT}; q loom.Arg dtype=DT_RESOURCE index=1; "
RETVALS = "r0 loom.Retval input=<{}; r1 loom.Retval index=1 input=<q.output"


def taking(call: str) -> Document:
    """Return a document whose `main` calls `next` by `CALL`, which calls `take`, where `GET` takes 2 of 1 elements."""
    queue = "Q FIFOQueueV2 component_types=[DT_INT32] shapes=[[]]; PUT QueueEnqueueV2 components=[7]"
    first = f"C Const value=true dtype=DT_BOOL; F Const value=0 {INT}; I Identity input=<F.output; PUT -> I; "
    inner = "T StatefulPartitionedCall f=take Tout=[DT_INT32,DT_RESOURCE] args=<i.output,q.output"
    get = "GET QueueDequeueManyV2 n=2 component_types=[DT_INT32] handle=<q.output"
    mean = "MEAN Mean reduction_indices=0 input=<GET.components[0]"
    return pages(
        main=f"{queue} handle=<Q.handle; {first}CALL {CALLS[call]}; N Identity input=<CALL.output[0]",
        less=ARGS + "L Less y=10 x=<i.output; r loom.Retval input=<L.z",
        next=f"{ARGS}{inner}; {RETVALS.format('T.output[0]')}",
        other=ARGS + RETVALS.format("i.output"),
        take=f"{ARGS}{get}; {mean}; {RETVALS.format('MEAN.output')}",
    )


@pytest.mark.parametrize("call", CALLS)
def test_a_block_that_waits_in_a_function_is_named_with_its_callers(worker, call):
    with pytest.raises(TimedOut) as caught:
        run(taking(call), page="main", timeout=1.0, worker=worker)
    waits = "for take/GET, inside it"
    assert caught.value.waiting == {"take/GET": "0 of 2 elements", "CALL": waits, "next/T": waits}


@pytest.mark.parametrize("value, attrs", [("[7,8]", "DT_INT32 shapes=[[2]]"), ("abc", "DT_STRING shapes=[[]]")])
def test_a_constant_that_a_function_adds_to_a_queue_is_no_number_of_elements(catalogue, value, attrs):
    made, (dtype, shapes) = Document(), attrs.split()
    queue = f"Q FIFOQueueV2 capacity=3 component_types=[{dtype}] {shapes}"
    page(made, "main", f"{queue}; I Const value=0 {INT}; CALL {CALLS['While']}")
    page(made, "less", ARGS + "L Less y=2 x=<i.output; r loom.Retval input=<L.z")
    put = f"V Const value={value} dtype={dtype}; PUT QueueEnqueueV2 components=<V.output handle=<q.output"
    page(made, "next", f"{ARGS}{put}; ADD AddV2 y=1 x=<i.output; {RETVALS.format('ADD.z')}")
    (session,) = compile_page(made, "main", catalogue).sessions
    assert [(probe.required, probe.room) for probe in session.probes] == [(1, 3)]


def test_very_many_calls_of_an_op_that_may_wait_are_not_all_followed(catalogue):
    queue = "Q FIFOQueueV2 capacity=3 component_types=[DT_INT32] shapes=[[]]"
    made = pages(
        main=f"{queue}; C Const value=true dtype=DT_BOOL; I Const value=0 {INT}; CALL {CALLS['If']}",
        other=ARGS + RETVALS.format("i.output"),
    )
    names = ["next", "f1", "f2", "f3", "f4"]
    for name, inner in zip(names, names[1:]):
        case = f"A Case branches=[{','.join([inner] * 4)}] Tout=[DT_INT32,DT_RESOURCE] branch_index=<i.output"
        page(made, name, f"{ARGS}{case} input=<i.output,q.output; {RETVALS.format('A.output[0]')}")
    put = "PUT QueueEnqueueV2 components=<i.output handle=<q.output"
    page(made, names[-1], f"{ARGS}{put}; ADD AddV2 y=1 x=<i.output; {RETVALS.format('ADD.z')}")
    (session,) = compile_page(made, "main", catalogue).sessions
    assert 0 < len(session.probes) <= 100


def test_state_and_times_are_reported_by_address(worker):
    made = waiting()
    page(
        made,
        "inner",
        "QUEUE RandomShuffleQueueV2 component_types=[DT_FLOAT] shapes=[[]] seed=1; "
        "SIZE QueueSizeV2 handle=<QUEUE.handle; W loom.ResourceVariable initvalues=[1.5] dtype=DT_FLOAT; "
        "UP AssignAddVariableOp value=[1.0] dtype=DT_FLOAT resource=<W.handle; r loom.Retval input=<SIZE.size; "
        "UP -> r",
    )
    opened = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
    assert not opened.problems
    ended = worker.call(requests.RunRequest(mode=RunMode(1, timed=True)))
    assert {"/T/S/UP", "/T/S/SIZE"} <= ended.shown.times["blocks"].keys()
    made.pages["inner"].blocks["W"].values["initvalues"] = "[2.5]"
    opened = worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))
    (found,) = opened.problems
    assert (found.code, found.place_text) == ("kept-value", "main/T/S/W.initvalues")
    assert (opened.retained, opened.reset) == (["/T/S/W"], ["/T/S/QUEUE"])
    ended = worker.call(requests.InitialiseRequest(blocks=["/T/S/W"]))
    assert ended.outcome == "done" and ended.shown.results["/T/S/W"]["value"]["text"] == "[2.5]"
