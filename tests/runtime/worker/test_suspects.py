"""The block over which a worker ends while a page is opened is found and named."""

import functools

import pytest
from msgspec.structs import replace

from blockloom.app.cli import main
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Page, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.runtime.api import checking, run_errors, running
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import BuildProgressEvent
from blockloom.runtime.worker import client
from tests.pages import document
from tests.runtime.puppet import PUPPET
from tests.workers import Real


@pytest.fixture
def deadly(monkeypatch):
    """Return a page that kills a puppet; in careful mode, at B."""
    monkeypatch.setattr(client, "Worker", functools.partial(Real, command=PUPPET))
    made = new_document()
    made.pages.clear()
    made.pages["deadly"] = Page("deadly")
    Insert("deadly", (Block("A", "NoOp"), Block("B", "NoOp")), ()).apply(made)
    return made


def test_check_names_it(deadly):
    (problem,) = checking.check(deadly)
    assert (problem.place_text, problem.code) == ("deadly/B.x", "kills-worker")  # the pin where it is known
    assert "SIGABRT" in problem.message and "values or wires" in problem.remedy


def test_a_run_and_a_conversion_name_it(deadly, tmp_path, capsys):
    with pytest.raises(run_errors.RunFailed, match=r"deadly/B.x: TensorFlow's process ends at it: .*SIGABRT"):
        running.run(deadly, timeout=20)
    documents.save(deadly, tmp_path / "deadly.loom")
    assert main(["convert", str(tmp_path / "deadly.loom"), str(tmp_path / "deadly.pb")]) == 2
    assert "deadly/B.x: TensorFlow's process ends at it" in capsys.readouterr().err


def test_tensorflow_itself_ends_over_some_and_they_are_named(catalogue):
    """The shape function of this op reads a dimension that is not there."""
    made = document(
        catalogue,
        "A Const value=1.0; "
        "TREES BoostedTreesAggregateStats node_ids=1 gradients=[1.0,1.0] hessians=[] feature=[] "
        "max_splits=1 num_buckets=1",
    )
    (problem,) = [p for p in checking.check(made) if p.severity == "error"]
    assert (problem.place_text, problem.code) == ("main/TREES", "kills-worker") and "SIGSEGV" in problem.message


def test_blocks_that_crash_tensorflow_are_reported_without_asking_it(catalogue):
    """With more shapes than dtypes its shape function leaves the graph locked for ever."""
    made = document(catalogue, "IN InfeedDequeueTuple dtypes=[DT_FLOAT] shapes=[[2],[3]]")
    (found,) = [p for p in checking.check(made) if p.severity == "error"]
    assert (found.place_text, found.code) == ("main/IN.shapes", "unequal-lists")
    assert found.message == "shapes has 2 elements, but dtypes has 1: they belong together"
    equal = document(catalogue, "IN InfeedDequeueTuple dtypes=[DT_FLOAT] shapes=[[2]]")
    assert not [p for p in checking.check(equal) if p.severity == "error"]


def test_asked_with_care_a_worker_tells_of_each_block_and_answers_the_same(worker, catalogue, tmp_path):
    made = document(
        catalogue,
        "A Const value=[1.0,2.0]; B AddV2 y=1.0 x=<A.output; BAD MatMul a=[[1.0]] b=<B.z; "
        "G loom.Gradients ys=<B.z xs=<A.output; C Neg x=<G.grads[0]",
    )
    told = []

    worker.on_event = lambda event: (
        told.append(parse(event.block).block) if isinstance(event, BuildProgressEvent) else None
    )
    text = documents.dumps(made)
    for asked in (
        requests.OpenRequest(text, "main"),
        requests.GetTypesRequest("main", text),
        requests.ExportRequest(text, "main", str(tmp_path / "page.pb")),
    ):
        plain = worker.call(asked)
        assert not told
        careful = worker.call(replace(asked, careful=True))
        assert careful.problems == plain.problems
        assert getattr(careful, "types", None) == getattr(plain, "types", None)
        assert [p.block for p in careful.problems if p.severity == "error"] == ["BAD"]
        assert sorted(set(told[:-1])) == ["A", "B", "BAD", "C", "G"] and told[-1] == ""
        assert told.index("A") < told.index("B") < told.index("G") < told.index("C")
        told.clear()


def test_types_are_known_except_those_of_a_block_and_its_dependents(worker, catalogue):
    made = document(catalogue, "A Const value=[1.0,2.0]; B Exp x=<A.output; C Neg x=<B.y; D Neg x=<A.output")
    reply = worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main", ignored_blocks=["B"]))
    assert reply.types["D"]["y"] == ["float64", [2], ""]
    assert reply.types["C"]["y"] == ["float64", None, "B"]


def test_a_check_of_all_pages_has_an_end(catalogue, monkeypatch):
    monkeypatch.setattr(checking, "_PAGES", 0)
    made = document(catalogue, "C Const value=1")
    assert [(p.code, p.place_text) for p in checking.check(made)] == [("no-answer", "main")]
