"""Results, charts, times, pins and problems of a run keep to their blocks while the document is edited."""

import pytest

from blockloom.app.window.run.worker_session import RUNNING
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Wire, new_document
from blockloom.blocks.edits import CompositeEdit, Insert, Remove, Rename, RenamePage, connect, rename
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.measures import Measures
from tests.app.window.document.test_file_merges import came_back, elsewhere


def make_result(text):
    return {"output": {"dtype": "float32", "shape": [], "text": text}}


@pytest.fixture
def ran(window, qtbot, tmp_path):
    """Open a file, set results of A and B, and start a run that has compiled the page and is under way."""
    document = new_document()
    blocks = Block("A", "Const", values={"value": "1.0"}), Block("B", "Const", 0.0, 200.0), Block("C", "Neg", 300.0)
    Insert("main", blocks).apply(document)
    connect(document.pages["main"], Wire("A", "output", "C", "x")).apply(document)
    documents.save(document, path := tmp_path / "net.loom")
    window.file.open_path(str(path))
    window.worker.process.answers["run"] = None
    window.runs.run(0)
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    tell(window, qtbot, 1)
    return window


def tell(window, qtbot, step):
    """Send the results of a step with the names that the worker knows."""
    window.worker.process.tell(
        "step_results", step=step, shown={"results": {"A": make_result("1"), "B": make_result("2")}}
    )
    qtbot.waitUntil(lambda: window.worker.step == step)


def shown(window):
    return {block: pins["output"]["text"] for block, pins in window.canvas().marks.results.items()}


def swap(page):
    return CompositeEdit(tuple(Rename(page, *step) for step in (("A", "Z"), ("B", "A"), ("Z", "B"))))


def test_names_that_are_swapped_undone_and_done_again(ran, qtbot):
    ran.do(swap("main"), "Swap")
    assert shown(ran) == {"B": "1", "A": "2"}
    tell(ran, qtbot, 2)
    assert shown(ran) == {"B": "1", "A": "2"}
    ran.undo()
    assert shown(ran) == {"A": "1", "B": "2"}
    ran.redo()
    tell(ran, qtbot, 3)
    assert shown(ran) == {"B": "1", "A": "2"}


def test_a_block_that_comes_back_has_its_results_and_another_of_its_name_has_none(ran):
    ran.do(Remove("main", ("B",)), "Delete")
    ran.do(Insert("main", (Block("B", "Const", 0.0, 200.0),)), "Add")
    assert shown(ran) == {"A": "1"}
    ran.undo()
    ran.undo()
    assert shown(ran) == {"A": "1", "B": "2"}


def test_a_page_that_is_renamed_and_blocks_that_become_a_block(ran, qtbot):
    ran.do(RenamePage("main", "first"), "Rename")
    tell(ran, qtbot, 2)
    assert shown(ran) == {"A": "1", "B": "2"} and ran.runs.status.page == "first"
    document, catalogue = ran.workspace.document, ran.workspace.catalogue
    first = document.pages["first"]
    ran.do(
        operations.group_as_instance(
            document, WireRules(first, catalogue), {"A", "C"}, Measures(first, catalogue)
        ).edit,
        "Make",
    )
    (instance,) = (name for name, block in first.blocks.items() if block.type.startswith("page:"))
    results = ran.runs.pages.run_of("first").results
    assert results.keys() == {parse("B"), parse(f"/{instance}/A")} and shown(ran) == {"B": "2"}
    change = operations.unpack(document, WireRules(first, catalogue), instance, Measures(first, catalogue))
    ran.do(change.edit, "Unpack")
    assert sorted(shown(ran).values()) == ["1", "2"]
    tell(ran, qtbot, 3)
    assert sorted(shown(ran).values()) == ["1", "2"]


def test_a_merge_from_disk_while_a_run_is_open(ran, qtbot):
    ran.do(rename(ran.page(), "B", "BIAS"), "Rename")
    elsewhere(ran.file.path, swap("main"), Insert("main", (Block("NEW", "Const", 0.0, 400.0),)))
    came_back(ran, "Merge")
    names = {block.uid: name for name, block in ran.page().blocks.items()}
    assert "NEW" in names.values()
    wanted = {names["main/A"]: "1", names["main/B"]: "2"}
    assert shown(ran) == wanted and set(wanted) != {"A", "B"}
    tell(ran, qtbot, 2)
    assert shown(ran) == wanted
    ran.undo()
    assert shown(ran) == {"A": "1", "BIAS": "2"}
