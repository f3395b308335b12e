"""State across edits belongs to blocks by their uids, whatever the blocks and pages are called."""

import itertools

import pytest

from blockloom.blocks import operations
from blockloom.blocks.document.pages import Document, Placed
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, Insert, Remove, Rename, RenamePage, rename
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from tests.pages import document, page, pages

# Two counters, by 1 and by 10, and a queue that gets an element in each step.
COUNTERS = (
    "A loom.Variable initvalues=0.0f; UP_A AssignAdd value=1.0f ref=<A.ref; B loom.Variable initvalues=0.0f; "
    "UP_B AssignAdd value=10.0f ref=<B.ref; Q FIFOQueueV2 component_types=DT_FLOAT shapes=[[]]; ONE Const value=1.0f; "
    "PUT QueueEnqueueV2 handle=<Q.handle components=<ONE.output; SIZE QueueSizeV2 handle=<Q.handle; PUT -> SIZE"
)
_owners = itertools.count(9_000)


@pytest.fixture
def step(worker):
    """Run a step of a page of a document as it is by then, and return what each block gives, by address."""
    owner = next(_owners)

    def stepped(made, name="main"):
        opened = worker.call(requests.OpenRequest(document=documents.dumps(made), page=name, owner=owner))
        assert [p for p in opened.problems if p.severity == "error"] == []
        ended = worker.call(requests.RunRequest(mode=RunMode(1)))
        assert ended.outcome == "done"
        shown = ended.shown.results.items()
        return {at: float(pin["text"]) for at, pins in shown for pin in pins.values() if "text" in (pin or ())}

    yield stepped
    worker.call(requests.SetDocumentRequest(owner=0))


@pytest.fixture
def counters(catalogue):
    return UndoStack(document(catalogue, COUNTERS))


def swap(name, one, other):
    """Return an edit that gives each of two blocks the name of the other."""
    steps = ((one, "BETWEEN"), (other, one), ("BETWEEN", other))
    return CompositeEdit(tuple(Rename(name, old, new) for old, new in steps))


def test_a_renamed_block_keeps_its_state_after_undo_and_redo_too(counters, step):
    made = counters.document
    step(made)
    for old, new in (("A", "Z"), ("Q", "A")):  # the name of one block becomes that of another
        counters.do(rename(made.pages["main"], old, new))
    found = step(made)
    assert (found["UP_A"], found["UP_B"], found["SIZE"]) == (2, 20, 2)
    for turn in (counters.undo, counters.redo):
        turn()
        turn()
        found = step(made)
    assert (found["UP_A"], found["UP_B"], found["SIZE"]) == (4, 40, 4)


def test_blocks_that_swap_names_in_one_edit_keep_their_states(counters, step):
    made = counters.document
    step(made)
    counters.do(swap("main", "A", "B"))
    found = step(made)
    assert (found["B"], found["UP_A"], found["A"], found["UP_B"]) == (2, 2, 20, 20)
    counters.undo()
    found = step(made)
    assert (found["A"], found["UP_A"], found["B"], found["UP_B"]) == (3, 3, 30, 30)


def test_a_page_with_instances_and_the_page_that_runs_are_renamed(step):
    made = pages(
        main="T page:counter; U page:counter",
        counter="A loom.Variable initvalues=0.0f; UP AssignAdd value=1.0f ref=<A.ref",
    )
    history = UndoStack(made)
    assert step(made)["/T/UP"] == 1
    history.do(RenamePage("counter", "tally"))
    history.do(RenamePage("main", "first"))
    history.do(swap("first", "T", "U"))
    history.do(rename(made.pages["tally"], "A", "COUNT"))
    found = step(made, "first")
    assert (found["/T/UP"], found["/U/UP"]) == (2, 2)
    history.undo()
    assert step(made, "first")["/T/UP"] == 3


def test_blocks_keep_variables_and_queues_when_they_become_a_block_and_are_unpacked(counters, catalogue, step):
    made = counters.document
    main = made.pages["main"]

    def run():
        found = step(made)
        inner = {at.rpartition("/")[2]: value for at, value in found.items()}
        return inner["UP_A"], inner["UP_B"], inner["SIZE"]

    def pack(*names):
        pages = catalogue.with_pages(made)
        counters.do(operations.group_as_instance(made, WireRules(main, pages), {*names}, Measures(main, pages)).edit)

    def unpack():
        (instance,) = (block.id for block in main.blocks.values() if block.type.startswith("page:"))
        pages = catalogue.with_pages(made)
        counters.do(operations.unpack(made, WireRules(main, pages), instance, Measures(main, pages)).edit)

    assert run() == (1, 10, 1)
    pack("A", "UP_A", "Q", "PUT", "ONE", "SIZE")
    assert "A" not in main.blocks and run() == (2, 20, 2)
    counters.undo()
    assert run() == (3, 30, 3)
    counters.redo()
    assert run() == (4, 40, 4)
    unpack()
    assert run() == (5, 50, 5)
    counters.undo()
    assert run() == (6, 60, 6)


def test_an_unpacked_copy_keeps_the_state_of_its_instance(catalogue, step):
    made = Document()
    main = page(made, "main", "T page:counter; U page:counter")
    page(made, "counter", "A loom.Variable initvalues=0.0f; UP AssignAdd value=1.0f ref=<A.ref")
    history = UndoStack(made)
    step(made)
    pages = catalogue.with_pages(made)
    history.do(operations.unpack(made, WireRules(main, pages), "U", Measures(main, pages)).edit)
    found = step(made)
    assert (found["/T/UP"], found["UP"]) == (2, 2)
    history.undo()
    found = step(made)
    assert (found["/T/UP"], found["/U/UP"]) == (3, 3)


def test_a_copy_has_no_state_even_under_the_name_of_its_original(counters, step):
    made = counters.document
    main = made.pages["main"]
    step(made)
    copies = tuple(main.blocks[name]._replace(uid="") for name in ("A", "UP_A"))
    wires = tuple(Placed(wire, 0) for wire in main.wires() if wire.target == "UP_A")
    counters.do(CompositeEdit((Remove("main", ("A", "UP_A")), Insert("main", copies, wires))))
    found = step(made)
    assert (found["UP_A"], found["UP_B"]) == (1, 20)


def test_a_document_without_uids_keeps_state_by_names(catalogue, step):
    text = documents.dumps(document(catalogue, COUNTERS))
    assert '"uid"' not in text
    made = documents.loads(text)
    step(made)
    history = UndoStack(made)
    history.do(swap("main", "A", "B"))
    assert '"uid"' in documents.dumps(made)
    found = step(made)
    assert (found["B"], found["A"]) == (2, 20)
    again = documents.loads(documents.dumps(made))
    found = step(again)
    assert (found["B"], found["A"]) == (3, 30)
