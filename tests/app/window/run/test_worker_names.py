"""The names that the worker has, and those that the document has meanwhile."""

from blockloom.app.window.run.worker_names import WorkerNames
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, RenamePage, rename
from blockloom.blocks.problems import make_problem
from blockloom.runtime.protocol.records import ShownStep
from blockloom.runtime.protocol.replies import RunEndedReply
from tests.pages import page


def test_they_follow_the_instance_and_not_the_block_of_the_same_name():
    made = Document()
    main = page(made, "main", "A Neg; LAYER page:scale; RUN PartitionedCall f=body")
    page(made, "scale", "A Neg")
    page(made, "body", "A Neg")
    history, names = UndoStack(made), WorkerNames()
    names.now = lambda: history.names
    names.compiled("main", history.names)
    history.do(CompositeEdit((rename(main, "A", "B"), rename(main, "LAYER", "L2"))))
    history.do(RenamePage("main", "first"))
    found = [make_problem("kills-worker", parse(text), why="") for text in ("main/LAYER/A", "body/A")]
    told = names.translate_end(
        RunEndedReply(
            "error",
            1,
            found,
            ShownStep(results={"A": {}, "/LAYER/A": {"x": None}}),
            changed=["A", "/LAYER/A", "body/A"],
        )
    )
    assert told.shown.results == {"B": {}, "/L2/A": {"x": None}}
    assert told.changed == ["B", "/L2/A", "body/A"]
    assert [one.place_text for one in told.problems] == ["first/L2/A", "body/A"]
    assert names.theirs(parse("/L2/A.output")) == parse("/LAYER/A.output")
    assert names.theirs(parse("first/B")) == parse("main/A") and names.theirs(parse("A.output")) is None
