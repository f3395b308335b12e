"""The reasons that are given for a block that waits, from the blocks that add to its resource."""

import pytest

from blockloom import run
from blockloom.runtime.api.run_errors import TimedOut
from tests.pages import document

TYPES = "component_types=DT_INT32"
QUEUE = (
    f"Q FIFOQueueV2 {TYPES} shapes=[[]]; PUT QueueEnqueueV2 handle=<Q.handle components=[7]; "
    f"GET QueueDequeueV2 handle=<Q.handle {TYPES}"
)
OTHER = QUEUE.replace("Q ", "R ").replace("Q.", "R.").replace("PUT", "PUT2").replace("GET", "GET2")
ADDS = "{}, which adds elements to {}, "
LOOP = (
    f"Q FIFOQueueV2 {TYPES} shapes=[[]]; PUT QueueEnqueueV2 handle=<Q.handle components=[7]; "
    f"GET QueueDequeueV2 handle=<ENTER_Q.output {TYPES}; ZERO Const value=0; "
    "ENTER Enter data=<ZERO.output frame_name=f; "
    "ENTER_Q Enter data=<Q.handle frame_name=f is_constant=true; MERGE Merge inputs=<ENTER.output,NEXT.output; "
    "LESS Less x=<MERGE.output y=3; COND LoopCond input=<LESS.z; SWITCH Switch data=<MERGE.output pred=<COND.output; "
    "UP AddV2 x=<SWITCH.output_true y=1; NEXT NextIteration data=<UP.z; EXIT Exit data=<SWITCH.output_false; GET -> UP"
)
ACCUMULATOR = "; ".join(
    (
        "ACC ConditionalAccumulator dtype=DT_FLOAT shape=[]",
        *(f"{name} AccumulatorApplyGradient handle=<ACC.handle gradient=1.0f local_step=3" for name in ("A0", "A1")),
        *(
            f"{name} AccumulatorTakeGradient handle=<ACC.handle num_required=1 dtype=DT_FLOAT"
            for name in ("TAKE", "TAKE2")
        ),
    )
)


@pytest.mark.parametrize(
    ("blocks", "waiting"),
    [
        (
            f"{QUEUE}; S loom.Session fetch_outputs=<GET.components",
            {"GET": "0 of 1 elements. PUT adds elements to Q, but is not connected to the Session block S"},
        ),
        (f"{QUEUE}; GET -> PUT", {"GET": "0 of 1 elements. " + ADDS.format("PUT", "Q") + "runs after GET"}),
        (
            QUEUE.replace("QueueDequeueV2", "QueueDequeueManyV2 n=4"),
            {"GET": "0 of 4 elements. A step adds 1 (PUT) and takes 4 (GET)"},
        ),
        (
            f"{QUEUE}; {OTHER}; GET2 -> PUT; GET -> PUT2",
            {
                "GET": "0 of 1 elements. " + ADDS.format("PUT", "Q") + "waits for GET2",
                "GET2": "0 of 1 elements. " + ADDS.format("PUT2", "R") + "waits for GET",
            },
        ),
        (
            LOOP,
            {
                "GET": "0 of 1 elements. GET takes elements in each iteration of a loop, "
                "and PUT adds them once in a step"
            },
        ),
        (
            "STAGE Stage values=[1] shared_name=a; TAKE Unstage dtypes=DT_INT32 shared_name=a; "
            "TAKE2 Unstage dtypes=DT_INT32 shared_name=a",
            dict.fromkeys(("TAKE", "TAKE2"), "0 of 1 staged elements. A step adds 1 (STAGE) and takes 2 (TAKE, TAKE2)"),
        ),
        (
            f"B Barrier {TYPES} shapes=[[]]; TAKE BarrierTakeMany handle=<B.handle {TYPES} num_elements=2; "
            'PUT BarrierInsertMany handle=<B.handle keys=["a"] values=[1] component_index=0; TAKE -> PUT',
            {"TAKE": "0 of 2 complete elements. PUT, which adds complete elements to B, runs after TAKE"},
        ),
        (
            f"{ACCUMULATOR}; A0 -> TAKE; A1 -> TAKE; TAKE -> TAKE2",
            {
                name: f"0 of 1 gradients. Also taken by {other}, and a take removes all gradients of ACC"
                for name, other in (("TAKE", "TAKE2"), ("TAKE2", "TAKE"))
            },
        ),
    ],
    ids=["unconnected", "after", "many", "circle", "loop", "stage", "barrier", "all"],
)
def test_a_block_that_waits_says_why(catalogue, worker, blocks, waiting):
    with pytest.raises(TimedOut) as caught:
        run(document(catalogue, blocks), timeout=0.5, worker=worker)
    assert caught.value.waiting == waiting


def test_a_run_that_needs_no_supplier_says_so(catalogue, worker):
    made = document(catalogue, QUEUE)
    with pytest.raises(TimedOut) as caught:
        run(made, fetch=["GET"], timeout=0.5, worker=worker)
    assert caught.value.waiting == {"GET": "0 of 1 elements. PUT adds elements to Q, but this run does not need it"}


def test_several_takes_of_a_step_know_that_gradients_became_too_old(catalogue, worker):
    """Each take increases the step of the accumulator: with two takes in a step, it is 4 before step 3."""
    made = document(catalogue, f"{ACCUMULATOR}; A0 -> TAKE; TAKE -> A1; A1 -> TAKE2")
    assert run(made, steps=2, worker=worker).results["TAKE2"]["average"] == 1
    with pytest.raises(TimedOut) as caught:
        run(made, steps=3, timeout=1.5, worker=worker)
    old = (
        "0 of 1 gradients. The local_step 3 is older than the accumulator's step, which is at least 4, so the gradient"
    )
    assert caught.value.waiting == dict.fromkeys(("TAKE", "TAKE2"), f"{old} was dropped")
