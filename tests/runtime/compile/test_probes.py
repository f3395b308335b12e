"""The reasons that are given for a block that waits, from the blocks that add to its resource."""

import pytest

from blockloom import run
from blockloom.runtime.api.run_errors import TimedOut
from tests.pages import document

TYPES = {"component_types": "DT_INT32"}
PUT, GET = ("QueueEnqueueV2", {"components": "[7]"}), ("QueueDequeueV2", TYPES)
QUEUE = {"Q": ("FIFOQueueV2", TYPES | {"shapes": "[[]]"}), "PUT": PUT, "GET": GET}
HANDLES = "Q.handle -> PUT.handle\nQ.handle -> GET.handle\n"
OTHER = {"R": QUEUE["Q"], "GET2": GET, "PUT2": PUT}
OTHER_HANDLES = HANDLES + "R.handle -> GET2.handle\nR.handle -> PUT2.handle\n"
ADDS = "{}, which adds elements to {}, "
STAGE = {
    "STAGE": ("Stage", {"values": "[1]", "shared_name": "a"}),
    "TAKE": ("Unstage", {"dtypes": "DT_INT32", "shared_name": "a"}),
}
BARRIER = {
    "B": ("Barrier", TYPES | {"shapes": "[[]]"}),
    "TAKE": ("BarrierTakeMany", TYPES | {"num_elements": "2"}),
    "PUT": ("BarrierInsertMany", {"keys": '["a"]', "values": "[1]", "component_index": "0"}),
}
LOOP = {
    "ZERO": ("Const", {"value": "0"}),
    "ENTER": ("Enter", {"frame_name": "f"}),
    "ENTER_Q": ("Enter", {"frame_name": "f", "is_constant": "true"}),
    "MERGE": "Merge",
    "LESS": ("Less", {"y": "3"}),
    "COND": "LoopCond",
    "SWITCH": "Switch",
    "UP": ("AddV2", {"y": "1"}),
    "NEXT": "NextIteration",
    "EXIT": "Exit",
}
LOOP_WIRES = """ZERO.output -> ENTER.data
                ENTER.output -> MERGE.inputs
                NEXT.output -> MERGE.inputs
                MERGE.output -> LESS.x
                LESS.z -> COND.input
                MERGE.output -> SWITCH.data
                COND.output -> SWITCH.pred
                SWITCH.output_true -> UP.x
                UP.z -> NEXT.data
                SWITCH.output_false -> EXIT.data
                Q.handle -> PUT.handle
                Q.handle -> ENTER_Q.data
                ENTER_Q.output -> GET.handle
                GET -> UP"""
ACCUMULATOR = {
    "ACC": ("ConditionalAccumulator", {"dtype": "DT_FLOAT", "shape": "[]"}),
    "A0": ("AccumulatorApplyGradient", {"gradient": "1.0f", "local_step": "3"}),
    "A1": ("AccumulatorApplyGradient", {"gradient": "1.0f", "local_step": "3"}),
    "TAKE": ("AccumulatorTakeGradient", {"num_required": "1", "dtype": "DT_FLOAT"}),
    "TAKE2": ("AccumulatorTakeGradient", {"num_required": "1", "dtype": "DT_FLOAT"}),
}
ACCUMULATOR_HANDLES = "".join(f"ACC.handle -> {name}.handle\n" for name in ACCUMULATOR if name != "ACC")


@pytest.mark.parametrize(
    ("blocks", "wires", "waiting"),
    [
        (
            QUEUE | {"S": "loom.Session"},
            HANDLES + "GET.components -> S.fetch_outputs",
            {"GET": "0 of 1 elements. PUT adds elements to Q, but is not connected to the Session block S"},
        ),
        (QUEUE, HANDLES + "GET -> PUT", {"GET": "0 of 1 elements. " + ADDS.format("PUT", "Q") + "runs after GET"}),
        (
            QUEUE | {"GET": ("QueueDequeueManyV2", TYPES | {"n": "4"})},
            HANDLES,
            {"GET": "0 of 4 elements. A step adds 1 (PUT) and takes 4 (GET)"},
        ),
        (
            QUEUE | OTHER,
            OTHER_HANDLES + "GET2 -> PUT\nGET -> PUT2",
            {
                "GET": "0 of 1 elements. " + ADDS.format("PUT", "Q") + "waits for GET2",
                "GET2": "0 of 1 elements. " + ADDS.format("PUT2", "R") + "waits for GET",
            },
        ),
        (
            QUEUE | LOOP,
            LOOP_WIRES,
            {
                "GET": "0 of 1 elements. GET takes elements in each iteration of a loop, "
                "and PUT adds them once in a step"
            },
        ),
        (
            STAGE | {"TAKE2": STAGE["TAKE"]},
            "",
            dict.fromkeys(("TAKE", "TAKE2"), "0 of 1 staged elements. A step adds 1 (STAGE) and takes 2 (TAKE, TAKE2)"),
        ),
        (
            BARRIER,
            "B.handle -> TAKE.handle\nB.handle -> PUT.handle\nTAKE -> PUT",
            {"TAKE": "0 of 2 complete elements. PUT, which adds complete elements to B, runs after TAKE"},
        ),
        (
            ACCUMULATOR,
            ACCUMULATOR_HANDLES + "A0 -> TAKE\nA1 -> TAKE\nTAKE -> TAKE2",
            {
                name: f"0 of 1 gradients. Also taken by {other}, and a take removes all gradients of ACC"
                for name, other in (("TAKE", "TAKE2"), ("TAKE2", "TAKE"))
            },
        ),
    ],
    ids=["unconnected", "after", "many", "circle", "loop", "stage", "barrier", "all"],
)
def test_a_block_that_waits_says_why(catalogue, worker, blocks, wires, waiting):
    with pytest.raises(TimedOut) as caught:
        run(document(catalogue, blocks, wires), timeout=1.0, worker=worker)
    assert caught.value.waiting == waiting


def test_a_run_that_needs_no_supplier_says_so(catalogue, worker):
    made = document(catalogue, QUEUE, HANDLES)
    with pytest.raises(TimedOut) as caught:
        run(made, fetch=["GET"], timeout=1.0, worker=worker)
    assert caught.value.waiting == {"GET": "0 of 1 elements. PUT adds elements to Q, but this run does not need it"}


def test_several_takes_of_a_step_know_that_gradients_became_too_old(catalogue, worker):
    """Each take increases the step of the accumulator: with two takes in a step, it is 4 before step 3."""
    made = document(catalogue, ACCUMULATOR, ACCUMULATOR_HANDLES + "A0 -> TAKE\nTAKE -> A1\nA1 -> TAKE2")
    assert run(made, steps=2, worker=worker).results["TAKE2"]["average"] == 1
    with pytest.raises(TimedOut) as caught:
        run(made, steps=3, timeout=1.5, worker=worker)
    old = (
        "0 of 1 gradients. The local_step 3 is older than the accumulator's step, which is at least 4, so the gradient"
    )
    assert caught.value.waiting == dict.fromkeys(("TAKE", "TAKE2"), f"{old} was dropped")
