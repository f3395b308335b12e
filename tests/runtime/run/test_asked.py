"""A run executes the blocks that its named outputs need, without those upstream of fed outputs."""

import numpy as np
import pytest

from blockloom import run
from tests.pages import document

COUNTING = """
V loom.Variable initvalues=1f; ADD AssignAdd value=2f ref=<V.ref; Y Neg x=<V.ref; X Placeholder dtype=DT_FLOAT
Z Square x=<X.output;"""
FETCHING = "S loom.Session fetch_outputs=<Y.y,Z.y "


@pytest.mark.parametrize("session", [False, True], ids=["implied", "fetches"])
def test_only_what_is_asked_for_is_run(catalogue, worker, session):
    """ADD does not run, and X need not be fed."""
    made = document(catalogue, COUNTING + FETCHING * session)
    assert run(made, steps=3, fetch=["Y"], worker=worker).results == {"Y": {"y": -1.0}}
    assert run(made, steps=3, fetch=["V"], worker=worker).results == {"V": {"ref": 1.0}}
    assert run(made, steps=3, fetch=["ADD"], worker=worker).results["ADD"] == {"output_ref": 7.0}
    assert run(made, fetch=["Y"], until="Z > 4", feed={"X": 3.0}, worker=worker).steps == 1


def test_what_a_session_runs_is_run_in_any_case(catalogue, worker):
    made = document(catalogue, COUNTING + FETCHING + "run_outputs=<ADD.operation")
    assert run(made, steps=3, fetch=["V"], feed={"X": 0.0}, worker=worker).results == {"V": {"ref": 7.0}}
    made = document(catalogue, COUNTING + "S loom.Session fetch_outputs=<ADD.output_ref")
    assert run(made, steps=3, fetch=["V"], worker=worker).results == {"V": {"ref": 7.0}}


def test_what_is_upstream_of_what_is_fed_is_not_run(catalogue, worker):
    """A dequeue whose output is fed waits for nothing, be it fed by the run or by a Feed block."""
    text = """
        QUEUE FIFOQueue component_types=[DT_FLOAT] shapes=[[2]]; Y Neg x=<TAKE.components[0]
        TAKE QueueDequeueMany n=3 component_types=[DT_FLOAT] handle=<QUEUE.handle
        """
    batch = np.arange(6, dtype=np.float32).reshape(3, 2)
    made = document(catalogue, text)
    found = run(made, feed={"TAKE.components[0]": batch}, timeout=60, worker=worker).results
    assert np.array_equal(found["Y"]["y"], -batch)
    found = run(made, fetch=["Y"], feed={"TAKE": batch}, timeout=60, worker=worker).results
    assert np.array_equal(found["Y"]["y"], -batch)
    text += """
        FEED loom.Feed value=[[1, 2], [3, 4], [5, 6]] placeholder=<TAKE.components[0]
        S loom.Session inputs=<FEED.feed fetch_outputs=<Y.y"""
    found = run(document(catalogue, text), timeout=60, worker=worker).results
    assert np.array_equal(found["Y"]["y"], [[-1, -2], [-3, -4], [-5, -6]])


def test_a_run_of_epochs_gives_variables_where_nothing_is_fetched(catalogue, worker):
    made = document(
        catalogue,
        "DATA RangeDataset start=0 stop=4 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
        "ITERATOR IteratorV2 output_types=[DT_INT64] output_shapes=[[]]; "
        "MAKE MakeIterator dataset=<DATA.handle iterator=<ITERATOR.handle; "
        "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<ITERATOR.handle; "
        "V loom.Variable initvalues=0 dtype=DT_INT64; "
        "ADD AssignAdd ref=<V.ref value=<NEXT.components[0]; "
        "S loom.Session run_outputs=<ADD.operation",
    )
    assert run(made, epochs=2, fetch=["V"], worker=worker).results == {"V": {"ref": 12}}
