"""Both sides group nearly the same selection."""

import pytest

from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Block
from blockloom.blocks.editing.edit_propagation import with_consequences
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert, SetValue
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.merge.conflict_resolution import resolve_conflict
from blockloom.blocks.merge.merge_documents import merge_documents
from blockloom.blocks.operations import group_as_instance
from blockloom.blocks.operations.measures import Measures
from tests.pages import document


@pytest.fixture
def base(catalogue):
    return document(
        catalogue,
        {"X": ("Const", {"value": "1.0"}), "A": "Neg", "B": "Exp", "C": "Log", "SUM": "AddV2", "OUT": "Identity"},
        "X.output -> A.x\nA.y -> B.x\nB.y -> C.x\nC.y -> SUM.x\nX.output -> SUM.y\nSUM.z -> OUT.input",
    )


def packed(catalogue, base, name, blocks, *edits, page="main"):
    made = UndoStack(base.copy())
    rules = WireRules(made.document.pages[page], catalogue.with_pages(made.document))
    made.do(group_as_instance(made.document, rules, set(blocks), Measures(rules.page, rules.catalogue), name).edit)
    for edit in edits:
        made.do(edit)
    return made.document


def test_one_selection_under_two_names_is_one_page_whose_name_is_chosen(catalogue, base):
    ours = packed(catalogue, base, "inner", "AB", SetValue("inner", "A", "T", "DT_DOUBLE"))
    theirs = packed(catalogue, base, "part", "AB", SetValue("part", "B", "T", "DT_DOUBLE"))
    made, notes = merge_documents(base, ours, theirs, catalogue)
    assert [*made.pages] == ["main", "inner"] and not [one for one in check(made, catalogue) if one.code != "conflict"]
    assert [*made.conflicts] == [("inner/", "page-name", None, "inner", "part")]
    assert {name: block.values for name, block in made.pages["inner"].blocks.items() if name in "AB"} == {
        "A": {"T": "DT_DOUBLE"},
        "B": {"T": "DT_DOUBLE"},
    }
    (instance,) = [block for block in made.pages["main"].blocks.values() if block.type == "page:inner"]
    assert instance.id == "INNER" and "main/INNER: both sides added it; theirs calls it PART" in notes
    assert len(made.pages["main"].wires_into(instance.id)) == 1
    history = UndoStack(made)
    history.do(with_consequences(made, resolve_conflict(made, made.conflicts[0], "theirs"), catalogue))
    assert [*made.pages] == ["main", "part"] and not made.conflicts and not check(made, catalogue)


def test_different_selections_are_two_pages(catalogue, base):
    ours, theirs = packed(catalogue, base, "inner", "AB"), packed(catalogue, base, "part", ["SUM", "OUT"])
    made = merge_documents(base, ours, theirs, catalogue).document
    assert {*made.pages} == {"main", "part", "inner"} and not made.conflicts


def test_a_block_within_a_block_is_that_of_the_other_side_whatever_the_outer_one_is_called(catalogue, base):
    ours = packed(catalogue, base, "block", "AB", SetValue("block", "A", "T", "DT_DOUBLE"))
    outer = packed(catalogue, base, "block", "ABC")
    theirs = packed(catalogue, outer, "inner", "AB", SetValue("inner", "B", "T", "DT_DOUBLE"), page="block")
    for sides, wanted in (((ours, theirs), ("block", "inner")), ((theirs, ours), ("inner", "block"))):
        made = merge_documents(base, *sides, catalogue).document
        assert (f"{wanted[0]}/", "page-name", None, *wanted) in made.conflicts
        assert [made.pages[wanted[0]].blocks[name].values for name in "AB"] == [{"T": "DT_DOUBLE"}] * 2
        assert "C" not in made.pages["main"].blocks and len(made.pages) == 3


def test_of_two_pages_that_are_as_much_alike_the_one_of_the_same_name_is_it(catalogue, base):
    outer = packed(catalogue, base, "dense", ["A", "B", "C", "SUM"])
    ours = packed(catalogue, outer, "block", "AB", page="dense")
    theirs = packed(catalogue, base, "dense", ["A", "B", "C", "SUM"], SetValue("dense", "C", "T", "DT_DOUBLE"))
    for sides in ((ours, theirs), (theirs, ours)):
        made = merge_documents(base, *sides, catalogue).document
        assert "page-name" not in [conflict.what for conflict in made.conflicts]
        assert made.pages["dense"].blocks["C"].values == {"T": "DT_DOUBLE"}


def test_more_instances_of_it_are_all_there(catalogue):
    """Also where the block has the id of one that it was made of."""
    base = document(catalogue, {"X": "Const", "INNER": "Neg", "B": "Exp"}, "X.output -> INNER.x\nINNER.y -> B.x")
    ours, theirs = (
        packed(catalogue, base, "inner", ["INNER", "B"], Insert("main", (Block("MORE", "page:inner", 0.0, y),)))
        for y in (500.0, 900.0)
    )
    for sides in ((ours, theirs), (theirs, ours)):
        made = merge_documents(base, *sides, catalogue).document
        places = [block.y for block in made.pages["main"].blocks.values() if block.type == "page:inner"]
        assert len(places) == 3 and {500.0, 900.0} < {*places}
