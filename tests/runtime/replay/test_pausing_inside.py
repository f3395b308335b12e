"""A run pauses inside instances, loops, branches and calls: numpy says in which call."""

import threading
import time

import pytest
import tensorflow as tf

from blockloom import BadPage, run
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.results import breakpoints
from blockloom.blocks.results.conditions import ConditionError
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.api.results import as_data
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.taps import MOST_CALLS
from blockloom.runtime.protocol import requests
from blockloom.runtime.replay.paused_step import BreakpointController, why_not
from blockloom.runtime.replay.step_replayer import StepNotRecorded
from blockloom.runtime.run.runner import Runner
from tests.extent import slow, slow_after
from tests.pages import page, pages
from tests.runtime import breaks_drawing
from tests.runtime.breaks_inside import walk
from tests.runtime.compile.test_functions import INT, fibonacci
from tests.runtime.replay.test_pausing import pauses_at


@pytest.mark.parametrize("seed", slow_after(1, range(4)))
def test_random_breaks_inside_pause_in_their_calls_and_change_nothing(catalogue, seed):
    wrong, count = walk(seed, catalogue, 8)
    assert not wrong and count


@pytest.mark.parametrize("seed", slow_after(1, [2, 3, 5005]))
def test_random_breaks_where_functions_draw_pause_in_their_calls_and_change_nothing(catalogue, seed):
    wrong, count = breaks_drawing.walk(seed, catalogue, 8)
    assert not wrong and count


@pytest.fixture
def inside(catalogue):
    """Lets the runs of a page pause inside of one of its functions."""
    made = []

    def opened(document, function, text):
        types = catalogue.with_pages(document)
        runner = Runner(compile_page(document, "main", types, CompileOptions(breakpoint_pages=[function])))
        assert runner.program.ok
        pauses = BreakpointController(runner)
        pauses.breakpoints, pauses.types = [breakpoints.parse_breakpoint(text, document.pages["main"], types)], types
        made.append(pauses)
        return pauses

    yield opened
    for one in made:
        one.runner.close()


TURNS = 20_000


def long_loop():
    document = fibonacci(Document())
    document.pages["less"].blocks["L"] = document.pages["less"].blocks["L"]._replace(values={"y": str(TURNS)})
    return document


@slow
def test_a_run_records_the_calls_of_a_long_loop_in_which_a_break_is_met(inside):
    pauses = inside(long_loop(), "next", "next/N > 15000")
    runner, n, loop = pauses.runner, Address("next", "N"), Address("", block="LOOP")
    assert pauses_at(pauses) and pauses.paused_at().call == 15001 and runner.latest()[n]["z"] == 15001
    assert runner.latest()[loop]["output"][0] == TURNS and runner.steps == 0
    met = pauses.paused_at().matching_calls
    assert [*met] == [*range(15001, 15001 + MOST_CALLS)], "as many as there is room for"
    (tap,) = runner.program.taps
    for call in 15002, 15003, met[-1], 15777:
        tap.choose_call(call - 1)
        assert pauses.paused_at().call == call and runner.latest()[n]["z"] == call
    pauses.pause.go_on(False), pauses.go_on()
    assert runner.steps == 1


def test_values_that_are_tried_reach_the_call_and_what_was_shown_comes_back(inside):
    pauses = inside(fibonacci(Document()), "next", "next/M > 20")
    runner, m = pauses.runner, Address("next", "M")
    (tap,) = runner.program.taps
    assert pauses_at(pauses) and pauses.paused_at().call == 7 and runner.latest()[m]["z"] == 21
    assert [*pauses.paused_at().matching_calls] == [7, 8, 9, 10]
    pauses.pause.what_if({Address("main", "B", "output"): "2"})
    assert pauses.paused_at().call == 7 and runner.latest()[m]["z"] == 42
    pauses.pause.what_if({})
    assert runner.latest()[m]["z"] == 21 and [*pauses.paused_at().matching_calls] == [7, 8, 9, 10]
    pauses.pause.give_up()
    assert tap.shown_calls.count == 0 and tap.chosen == -1 and m not in runner.latest()


def test_a_step_that_never_ends_with_what_is_tried_can_be_rolled_back(inside):
    document = fibonacci(Document())
    less = document.pages["less"].blocks
    less["L"] = less["L"]._replace(type="NotEqual")
    pauses = inside(document, "main", "LOOP")
    runner, told = pauses.runner, []

    def tries():
        with pytest.raises(tf.errors.OpError):
            pause.what_if({Address("main", "I", "output"): "11"})
        told.append("ended")

    assert pauses_at(pauses)
    thread, pause = threading.Thread(target=tries), pauses.pause
    thread.start()
    while not pause.tries:
        time.sleep(0.01)
    time.sleep(0.3)
    began = time.monotonic()
    assert pause.give_up() == [] and time.monotonic() - began < 1
    thread.join()
    assert told and runner.steps == 0 and pauses_at(pauses)


def draws_what_it_puts():
    """Return a page whose steps put 5 into a queue, take it, and count from there to 10 in a loop."""
    return pages(
        main=f"Q FIFOQueueV2 component_types=[DT_INT32] shapes=[[]]; FIVE Const value=5 {INT}; "
        "PUT QueueEnqueueV2 handle=<Q.handle components=<FIVE.output; "
        "TAKE QueueDequeueV2 component_types=[DT_INT32] handle=<Q.handle; "
        "LOOP While cond=less body=next input=<TAKE.components[0]; W loom.ResourceVariable initvalues=0; "
        "ADD AssignAddVariableOp resource=<W.handle value=<LOOP.output[0]; "
        "RUN loom.Session run_outputs=<ADD.operation; PUT -> TAKE",
        less=f"i loom.Arg {INT}; L Less y=10 x=<i.output; r loom.Retval input=<L.z",
        next=f"i loom.Arg {INT}; N AddV2 y=1 x=<i.output; r loom.Retval input=<N.z",
    )


def test_a_step_that_draws_what_it_put_pauses_inside_and_is_rolled_back(inside):
    document = draws_what_it_puts()
    pauses = inside(document, "next", "next/N > 7")
    runner, n = pauses.runner, Address("next", "N")
    assert pauses_at(pauses) and [*pauses.paused_at().matching_calls] == [3, 4, 5]
    assert pauses.paused_at().call == 3 and runner.latest()[n]["z"] == 8 and runner.values()["W"] == 0
    assert pauses.pause.give_up() == [] and runner.values()["W"] == 0 and runner.steps == 0
    assert pauses_at(pauses)
    pauses.go_on()
    assert runner.values()["W"] == 10
    pauses.breakpoints = [breakpoints.parse_breakpoint("next/N > 70", document.pages["main"], pauses.types)]
    assert not pauses_at(pauses)
    assert runner.values()["W"] == 20 and runner.looked_back is None and n not in runner.latest()


def test_a_run_makes_as_many_steps_as_were_asked_for_however_often_it_pauses(worker):
    document = draws_what_it_puts()
    worker.call(
        requests.OpenRequest(documents.dumps(document), "main", watched=True, breakpoint_pages=["next"], owner=7302)
    )
    worker.call(requests.ResetRequest())
    rows = [breakpoints.Breakpoint(Address("next", "N"), text="next/N")]
    ended, paused = worker.call(requests.RunRequest(mode=RunMode(3), breakpoints=rows)), []
    while ended.outcome == "paused" and len(paused) < 20:
        paused.append((ended.step, ended.paused.step, [*ended.paused.matching_calls]))
        chosen = worker.call(requests.ChooseCallRequest("next", 3))
        assert chosen.results["next/N"]["z"]["text"] == "9"
        ended = worker.call(requests.RunRequest(breakpoints=rows, continue_with="plain"))
    assert (ended.outcome, ended.step) == ("done", 3)
    assert paused == [(step, step + 1, [1, 2, 3, 4, 5]) for step in range(3)]
    worker.call(requests.SetDocumentRequest(owner=0))


def test_a_run_pauses_in_a_loop_of_which_nobody_can_take_a_call_again(inside):
    document = pages(
        main=f"I Const value=0 {INT}; LOOP While cond=less body=next input=<I.output",
        less=f"i loom.Arg {INT}; L Less y=50 x=<i.output; r loom.Retval input=<L.z",
        next=f"i loom.Arg {INT}; VALUES Const value=[1,2,3]; R RandomShuffle seed=3 value=<VALUES.output; "
        "FIRST Max reduction_indices=[0] input=<ONCE.output_true; ZERO Mul y=0 x=<FIRST.output; "
        "UP AddV2 y=<ZERO.z x=<i.output; N AddV2 y=1 x=<UP.z; ONCE Switch pred=true data=<R.output; "
        "r loom.Retval input=<N.z",
    )
    pauses = inside(document, "next", "next/i > 46")
    assert pauses_at(pauses) and [*pauses.paused_at().matching_calls] == [48, 49, 50]
    with pytest.raises(ValueError, match="the call of next in which it is computed is unknown"):
        pauses.pause.what_if({Address("next", "i", "output"): "3"})
    pauses.go_on()
    assert pauses.runner.steps == 1


LARGE = 1_000_000  # numbers, 4 MB


def large_draws(turns, size=LARGE):
    """Return a page whose loop takes `size` numbers from a queue in each iteration, and adds them up."""
    state = "i loom.Arg dtype=DT_INT32; x loom.Arg index=1 dtype=DT_FLOAT; q loom.Arg index=2 dtype=DT_RESOURCE; "
    return pages(
        main=f"Q FIFOQueueV2 component_types=[DT_FLOAT] shapes=[[{size}]]; ALL Fill dims=[20,{size}] value=0.5f; "
        f"FILL QueueEnqueueManyV2 handle=<Q.handle components=<ALL.output; I Const value=0 {INT}; "
        "X Const value=0.0f; LOOP While cond=less body=next input=<I.output,X.output,Q.handle; "
        "W loom.ResourceVariable initvalues=0.0f; "
        "ADD AssignAddVariableOp resource=<W.handle value=<LOOP.output[1]; "
        "RUN loom.Session start_outputs=<FILL.operation run_outputs=<ADD.operation",
        less=f"{state} L Less y={turns} x=<i.output; r loom.Retval input=<L.z",
        next=f"{state} UP AddV2 y=1 x=<i.output; TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<q.output; "
        "M Max reduction_indices=[0] input=<TAKE.components[0]; A AddV2 x=<x.output y=<M.output; "
        "r0 loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<A.z; r2 loom.Retval index=2 input=<q.output",
    )


@slow
def test_a_step_that_draws_too_much_to_be_taken_again_is_kept_or_rolled_back_as_it_is(inside):
    pauses = inside(large_draws(18), "next", "next/A > 2")
    runner = pauses.runner
    assert pauses_at(pauses) and pauses.paused_at().call == 5
    with pytest.raises(StepNotRecorded):
        pauses.pause.what_if({Address("main", "X", "output"): "1"})
    assert pauses.pause.give_up() == [] and runner.values()["W"] == 0
    assert pauses_at(pauses)
    pauses.go_on()
    assert runner.values()["W"] == 9 and runner.past.path_to(1) is None


def test_what_follows_a_value_that_is_tried_draws_what_the_step_drew_and_no_more(inside):
    pauses = inside(large_draws(15, 1), "next", "next/A > 2")
    runner, a, i, loop = pauses.runner, Address("next", "A"), Address("next", "i", "output"), Address("", block="LOOP")
    assert pauses_at(pauses) and pauses.paused_at().call == 5 and runner.latest()[a]["z"] == 2.5
    pauses.pause.what_if({i: "13"})  # two more turns
    assert runner.latest()[a]["z"] == 2.5 and runner.latest()[loop]["output"][:2] == [15, 3]
    with pytest.raises(tf.errors.OpError) as error:
        pauses.pause.what_if({i: "-9"})
    assert why_not(error.value) == "with this value the step reads more external inputs than were recorded"
    assert runner.latest()[a]["z"] == 2.5 and runner.latest()[loop]["output"][:2] == [15, 7.5]
    assert pauses.pause.give_up() == []


def test_a_step_whose_loop_draws_is_made_with_a_value_that_is_tried(inside):
    pauses = inside(large_draws(4, 1), "next", "LOOP")
    assert pauses_at(pauses) and pauses.runner.latest()[Address("", block="LOOP")]["output"][1] == 2
    pauses.pause.what_if({Address("main", "X", "output"): "100"})
    pauses.pause.go_on(True), pauses.go_on()
    assert pauses.runner.values()["W"] == 102 and pauses.runner.steps == 1


def test_what_a_dataset_calls_is_not_paused_in(inside):
    document = pages(
        main="D RangeDataset start=0 stop=9 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
        "M MapDataset f=more output_types=[DT_INT64] output_shapes=[[]] input_dataset=<D.handle; "
        "IT IteratorV2 output_types=[DT_INT64] output_shapes=[[]]; "
        "MAKE MakeIterator dataset=<M.handle iterator=<IT.handle; "
        "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle",
        more="x loom.Arg dtype=DT_INT64; N AddV2 y=1 x=<x.output; r loom.Retval input=<N.z",
    )
    with pytest.raises(ConditionError, match="a dataset calls more"):
        inside(document, "more", "more/N > 3").prepare_step()


def test_breaks_of_pages_are_those_of_their_instances_and_functions(catalogue):
    document = fibonacci(Document())
    main = document.pages["main"]
    page(document, "half", "x loom.Arg dtype=DT_INT32; H Neg x=<x.output; y loom.Retval input=<H.y")
    page(document, "twice", "x loom.Arg dtype=DT_INT32; A page:half x=<x.output; B page:half x=<A.y")
    page(document, "unused", "U NoOp")
    more = page(Document(), "more", "S page:twice x=<A.output; C PartitionedCall f=half args=<B.output")
    main.blocks |= more.blocks
    for name, block, pause in (
        ("half", "H", "y > 1"),
        ("next", "M", "before"),
        ("next", "N", "q > 1"),
        ("unused", "U", "before"),
        ("main", "A", "before"),
    ):
        blocks = document.pages[name].blocks
        blocks[block] = blocks[block]._replace(pause=pause)
    types = catalogue.with_pages(document)
    found = {str(one.address): [*map(str, one.calls)] for one in breakpoints.of_page(main, types)}
    assert found == {
        "main/A": [],
        "main/S/A/H": [],
        "main/S/B/H": [],
        "next/M": ["main/LOOP"],
        "half/H": ["main/C"],
    }
    for one in breakpoints.of_page(main, types, {"S"}):
        assert one.address.path and one.condition.owner == one.address._replace(page="")
    for text in "S/A/H", "/S/A/H", "max(S/B/H.y) > 1", "half/H":
        assert "H" in str(breakpoints.parse_breakpoint(text, main, types).address)
    for text, says in ("S/A/X", "no block S/A/X"), ("S/Z/H > 1", "no block"), ("unused/U", "not part"):
        with pytest.raises(ConditionError, match=says):
            breakpoints.parse_breakpoint(text, main, types)


def test_a_command_ends_before_a_step_with_the_call_in_which_a_condition_holds(worker):
    done = run(fibonacci(Document()), page="main", breaks=["max(next/M.z) > 20"], worker=worker)
    assert as_data(done)["paused"] == {
        "step": 1,
        "block": "next/M",
        "break": "max(next/M.z) > 20",
        "calls": ["LOOP"],
        "call": 7,
    }
    assert done.steps == 0 and [int(one) for one in done.results["next/M"]["z"]] == [21]
    assert run(fibonacci(Document()), page="main", breaks=["next/M > 99"], steps=2, worker=worker).paused is None
    with pytest.raises(BadPage, match="no block"):
        run(fibonacci(Document()), page="main", breaks=["next/Q > 99"], steps=2, worker=worker)
