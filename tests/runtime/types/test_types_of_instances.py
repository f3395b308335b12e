"""Types, fixes and sessions of pages with instances of other pages, while these are edited."""

import pytest

from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert, SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.pages import page, pages


@pytest.fixture
def nested():
    """Return a document: `main` has two instances of `scale`, by way of `twice`, and a call of it."""
    return pages(
        main="C Const value=[3.0,1.0] dtype=DT_FLOAT; T page:twice k=5 a=<C.output; N Identity input=<T.out; "
        "P PartitionedCall f=scale Tin=[DT_FLOAT] Tout=[DT_FLOAT] args=<C.output",
        twice="a loom.Arg dtype=DT_FLOAT; k loom.Parameter; S page:scale gain==k x=<a.output; "
        "out loom.Retval input=<S.y",
        scale="x loom.Arg dtype=DT_FLOAT; gain loom.Parameter default=2; M Mul y==gain x=<x.output; "
        "y loom.Retval input=<M.z",
    )


def types(worker, nested, *edits, name="main"):
    """Return the types of a page after edits that the document does not have yet."""
    rows = [to_json(edit) for edit in edits]
    for edit in edits:
        edit.apply(nested)
    whole = {} if edits else {"document": documents.dumps(nested)}
    reply = worker.call(requests.GetTypesRequest(page=name, edits=rows, **whole), 60)
    fresh = worker.call(requests.GetTypesRequest(page=name, document=documents.dumps(nested)), 60)
    assert reply.types == fresh.types and reply.problems == fresh.problems
    return reply.types


def test_instances_and_what_is_inside_of_them_have_types(worker, nested):
    found = types(worker, nested)
    for block, pin in ("T", "out"), ("N", "output"), ("T/S/M", "z"), ("T/S", "y"), ("T/a", "output"):
        assert found[block][pin] == ["float32", [2], ""]


def test_an_edit_of_a_page_is_one_of_those_that_use_it(worker, nested):
    types(worker, nested)
    found = types(worker, nested, SetValue("scale", "M", "y", "[[1.0], [2.0]]"))
    assert found["T"]["out"] == found["N"]["output"] == ["float32", [2, 2], ""]
    found = types(
        worker, nested, SetValue("twice", "S", "gain", "[1.0, 2.0, 3.0]"), SetValue("scale", "M", "y", "=gain")
    )
    assert found["N"]["output"][2] == "T/S/M"  # it is refused, which is why nothing is known
    assert types(worker, nested, SetValue("twice", "S", "gain", "7"))["N"]["output"] == ["float32", [2], ""]


def test_an_instance_may_take_an_output_that_its_source_lost(worker, nested):
    page(nested, "main", "S Split split_dim=0 value=[1.0,2.0,3.0] num_split=3; U page:scale x=<S.output[2]")
    assert types(worker, nested)["U"]["y"][0] == "float64"
    assert len(types(worker, nested, SetValue("main", "S", "num_split", "1"))["S"]["output"]) == 1


def test_a_fix_is_tried_on_a_page_that_others_use(worker, nested):
    Insert("scale", (Block("BAD", "Abs"),)).apply(nested)
    types(worker, nested)
    good, bad = worker.call(
        requests.TryFixesRequest(
            "scale",
            block="BAD",
            pin="x",
            code="missing-input",
            fixes=[to_json(SetValue("scale", "BAD", "x", text)) for text in ("1.0f", "word")],
        ),
        60,
    ).tries
    assert good.is_valid and good.types["y"][0] == "float32" and bad.remaining_problems


def test_the_sessions_of_a_page_are_created_again_after_a_change_of_a_page_that_it_uses(worker, nested):
    def given(*edits):
        for edit in edits:
            edit.apply(nested)
        assert not worker.call(requests.OpenRequest(document=documents.dumps(nested), page="main"), 60).problems
        worker.call(requests.RunRequest(mode=RunMode(1), timeout=60))
        message = worker.call(requests.GetResultsRequest())
        (call,) = message.results["P"]["output"]["list"]
        return [message.arrays[one["array"]].tolist() for one in (message.results["N"]["output"], call)]

    assert given() == [[15, 5], [6, 2]]
    assert given(SetValue("twice", "S", "gain", "=2*k")) == [[30, 10], [6, 2]]
    assert given(SetValue("scale", "gain", "default", "3")) == [[30, 10], [9, 3]]
