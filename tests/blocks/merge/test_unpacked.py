"""Instances that one side unpacked, or whose page it removed, where the other side edited the page."""

import pytest

from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Remove, RemovePage, Rename, SetValue
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.merge.merge_documents import merge_documents
from blockloom.blocks.operations import unpack
from blockloom.blocks.operations.measures import Measures
from tests.pages import document


@pytest.fixture
def base(catalogue):
    """Two instances of a page, one after the other."""
    made = document(
        catalogue,
        {"X": ("Const", {"value": "1.0"}), "ONE": "page:inner", "TWO": "page:inner"},
        inner="a loom.Arg; N Neg x=<a.output; E Exp x=<N.y; r loom.Retval input=<E.y",
    )
    for source, pin, target in (("X", "output", "ONE"), ("ONE", "r", "TWO")):
        made.pages["main"].put_wire(
            made.pages["inner"]
            .wires_into("N", "x")[0]
            ._replace(source=source, source_pin=pin, target=target, target_pin="a")
        )
    return made


@pytest.fixture
def unpacked(catalogue):
    """Return a function that ungroups instances of a document."""

    def do(base, *names, gone=False):
        made = UndoStack(base.copy())
        for name in names:
            rules = WireRules(made.document.pages["main"], catalogue.with_pages(made.document))
            made.do(unpack(made.document, rules, name, Measures(rules.page, rules.catalogue)).edit)
        if gone:
            made.do(RemovePage("inner"))
        return made.document

    return do


def edited(base, *edits):
    made = UndoStack(base.copy())
    for edit in edits:
        made.do(edit)
    return made.document


def test_an_edit_of_a_page_is_not_in_its_ungrouped_blocks_and_that_is_reported(catalogue, base, unpacked):
    theirs = edited(base, SetValue("inner", "E", "T", "DT_FLOAT"))
    for sides in ((unpacked(base, "ONE"), theirs), (theirs, unpacked(base, "ONE"))):
        found = merge_documents(base, *sides, catalogue)
        pages = found.document.pages
        assert not found.document.conflicts and pages["inner"].blocks["E"].values == {"T": "DT_FLOAT"}
        assert pages["main"].blocks["E"].values == {}
        (note,) = map(str, found.notes)
        assert note == "main/ONE: unpacked by one side, without what the other changed on its page: inner/E.T"
    assert not merge_documents(
        base, unpacked(base, "ONE"), edited(base, SetValue("main", "X", "value", "2")), catalogue
    ).notes


@pytest.mark.parametrize("edit", [Rename("inner", "a", "b"), SetValue("inner", "a", "label", "in")])
def test_what_an_arg_is_called_does_not_matter_where_its_page_was_unpacked_and_removed(catalogue, base, unpacked, edit):
    Remove("main", ("TWO",)).apply(base)
    ours, theirs = unpacked(base, "ONE", gone=True), edited(base, edit, SetValue("inner", "E", "T", "DT_FLOAT"))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *sides, catalogue).document
        assert not found.conflicts and [*found.pages] == ["main"]
        assert found.pages["main"].blocks["E"].values == {"T": "DT_FLOAT"}
    theirs = edited(base, SetValue("inner", "a", "dtype", "DT_FLOAT"))
    assert "page-removed" in {one.what for one in merge_documents(base, ours, theirs, catalogue).document.conflicts}
