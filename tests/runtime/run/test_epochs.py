"""The end of the data: what happens once when a session begins, and runs by epochs."""

import pytest

from blockloom import RunFailed, WorkerError, run
from blockloom.blocks import checks
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.extent import slow_after
from tests.pages import document

PAGE = """
DATA TensorSliceDataset components=[[1, 2, 4.0]] Toutput_types=[DT_FLOAT]; ITER IteratorV2
MAKE MakeIterator dataset=<DATA.handle iterator=<ITER.handle; NEXT IteratorGetNext iterator=<ITER.handle
ADD AssignAdd ref=<SUM.ref value=<NEXT.components[0]; SUM loom.Variable initvalues=0.0 dtype=DT_FLOAT;"""
BY_SESSION = PAGE + "SESSION loom.Session fetch_outputs=<ADD.output_ref "


@pytest.mark.parametrize(
    "text",
    [PAGE, BY_SESSION + "start_outputs=<MAKE.operation", BY_SESSION],
    ids=["no session", "start_outputs", "wired to nothing"],
)
@pytest.mark.parametrize("epochs", slow_after(1, [3, 1]))
def test_epochs_go_to_the_end_of_the_data(catalogue, worker, text, epochs):
    made = document(catalogue, text)
    result = run(made, epochs=epochs, worker=worker)
    assert result.steps == 3 * epochs
    assert result.results["SUM"]["ref"] == result.results["ADD"]["output_ref"] == 7 * epochs
    assert run(made, epochs=epochs, steps=2, worker=worker).results["SUM"]["ref"] == 3 * epochs, "of each epoch"
    assert run(made, epochs=epochs, fetch=["NEXT"], worker=worker).results == {"NEXT": {"components": [4]}}


def test_a_run_of_steps_says_that_the_data_has_ended(catalogue, worker):
    made = document(catalogue, PAGE)
    assert run(made, steps=3, worker=worker).results["SUM"]["ref"] == 7
    with pytest.raises(
        RunFailed, match="ran 3 steps, then the data of NEXT ended; to stop at the end of data, run epochs"
    ):
        run(made, steps=4, worker=worker)


def test_a_condition_that_no_epoch_meets(catalogue, worker):
    made = document(catalogue, PAGE)
    assert run(made, epochs=3, until="SUM.ref >= 10", worker=worker).steps == 5
    with pytest.raises(RunFailed, match="6 steps, and the condition did not become true"):
        run(made, epochs=2, until="SUM.ref > 100", worker=worker)


COUNTS = "STEPS loom.Variable initvalues=0; COUNT AssignAdd value=1 ref=<STEPS.ref;"


@pytest.mark.parametrize(
    ("counts", "value"),
    [
        (COUNTS, "ref"),
        ("STEPS loom.ResourceVariable initvalues=0; COUNT AssignAddVariableOp value=1 resource=<STEPS.handle", "value"),
    ],
)
def test_what_does_not_hang_on_the_data_happens_once_for_each_of_its_elements(catalogue, worker, counts, value):
    made = document(catalogue, PAGE + counts)
    found = run(made, epochs=2, worker=worker)
    assert found.steps == found.results["STEPS"][value] == 6
    with pytest.raises(RunFailed) as caught:
        run(made, steps=4, worker=worker)
    assert "may have changed" not in str(caught.value)


def test_data_may_wait_for_what_the_same_step_writes(catalogue, worker):
    made = document(
        catalogue,
        "Q FIFOQueueV2 component_types=[DT_INT32]; PUT QueueEnqueueV2 components=[7] handle=<Q.handle; "
        "DATA RangeDataset start=0 stop=3 step=1; "
        "MAP MapDataset f=take input_dataset=<DATA.handle other_arguments=<Q.handle; ITER IteratorV2; "
        "MAKE MakeIterator dataset=<MAP.handle iterator=<ITER.handle; NEXT IteratorGetNext iterator=<ITER.handle",
        take="n loom.Arg dtype=DT_INT64; q loom.Arg dtype=DT_RESOURCE index=1; "
        "TAKE QueueDequeueV2 component_types=[DT_INT32] handle=<q.output; "
        "out loom.Retval input=<TAKE.components[0]",
    )
    assert run(made, steps=2, timeout=20, worker=worker).results["NEXT"]["components"] == [7]


def test_another_session_may_have_changed_before_the_data_ended(catalogue, worker):
    """S1 has counted when S2 asks for more."""
    made = document(
        catalogue,
        f"{PAGE}{COUNTS} S1 loom.Session fetch_outputs=<COUNT.output_ref; "
        "S2 loom.Session fetch_outputs=<ADD.output_ref start_outputs=<MAKE.operation",
    )
    with pytest.raises(RunFailed, match=r"may have changed STEPS;") as caught:
        run(made, steps=4, worker=worker)
    assert "SUM" not in str(caught.value)


def test_no_data_is_an_error_that_says_where(catalogue, worker):
    text = (
        PAGE.replace("dataset=<DATA.handle", "dataset=<NONE.handle")
        + "NONE SkipDataset count=3 input_dataset=<DATA.handle"
    )
    with pytest.raises(RunFailed, match=r"main/NEXT.*there is no data"):
        run(document(catalogue, text), epochs=2, worker=worker)


def test_epochs_of_a_page_without_iterators(catalogue, worker):
    with pytest.raises(WorkerError, match="no iterator"):
        run(document(catalogue, "A Neg x=1.0"), epochs=1, worker=worker)


def test_after_a_time_out_and_after_reset_the_data_starts_again(catalogue, worker):
    made = document(
        catalogue,
        "DATA RangeDataset start=0 stop=1000000000000 step=1; "
        "FEW FilterDataset predicate=small input_dataset=<DATA.handle; "
        "MAKE MakeIterator dataset=<FEW.handle iterator=<ITER.handle; ITER IteratorV2; "
        "NEXT IteratorGetNext iterator=<ITER.handle; SESSION loom.Session fetch_outputs=<NEXT.components[0]",
        small="n loom.Arg dtype=DT_INT64 shape=[]; LESS Less y=3 x=<n.output; out loom.Retval input=<LESS.z",
    )
    worker.call(requests.OpenRequest(document=documents.dumps(made), page="main"))

    def steps(count, **how):
        told = worker.call(requests.RunRequest(mode=RunMode(count), **how))
        results = worker.call(requests.GetResultsRequest())
        return told.outcome, results.arrays[results.results["NEXT"]["components"]["list"][0]["array"]]

    assert steps(2) == ("done", 1)
    # 2, and then none for a long time
    assert worker.call(requests.RunRequest(mode=RunMode(2), timeout=0.2)).outcome == "timeout"
    assert steps(1) == ("done", 0) and steps(1) == ("done", 1)
    worker.call(requests.ResetRequest())
    assert steps(1) == ("done", 0)


def test_data_that_starts_again_in_each_step_is_warned_of(catalogue):
    made = document(catalogue, BY_SESSION + "run_outputs=<MAKE.operation")
    assert [str(one.address) for one in checks.check(made, catalogue, "main") if one.code == "anew-each-step"] == [
        "main/MAKE"
    ]
