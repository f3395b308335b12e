"""Breakpoints in one instance of a page: they follow all edits of the document."""

import pytest

from blockloom.blocks import operations
from blockloom.blocks.diff.differences import diff_documents
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Remove, Rename, RenamePage, SetField
from blockloom.blocks.files import documents
from blockloom.blocks.infer.breakpoint_text import alone
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.merge.merge_documents import merge_documents
from blockloom.blocks.operations import Measures
from blockloom.blocks.results import breakpoints
from blockloom.blocks.results.conditions import ConditionError
from tests.pages import pages


def _made() -> Document:
    """main/A and main/B of outer, which has I and J of inner, which has LOG."""
    return pages(
        main="A page:outer; B page:outer",
        outer="I page:inner; J page:inner; EXP Exp x=1.0f",
        inner="LOG Log x=1.0f; NEG Neg x=1.0f",
    )


def _kept(document: Document) -> dict[str, str]:
    return {f"{p.name}/{b.id}": b.pause for p in document.pages.values() for b in p.blocks.values() if b.pause}


def _toggle(catalogue, document: Document, at: str, name: str, one: bool) -> None:
    page_, *path = at.split("/")
    types = catalogue.with_pages(document)
    on = document.pages[types.page_at(page_, path)]
    operations.toggle_breakpoint(types, on, [name], Address(page_, path=tuple(path)), one).edit.apply(document)


def _met(catalogue, document: Document) -> set[str]:
    return {str(one.address) for one in breakpoints.of_page(document.pages["main"], catalogue.with_pages(document))}


def test_a_break_is_of_all_instances_or_of_one(catalogue) -> None:
    document = _made()
    _toggle(catalogue, document, "main/A/I", "LOG", one=False)
    assert _met(catalogue, document) == {f"main/{outer}/{inner}/LOG" for outer in "AB" for inner in "IJ"}
    # It becomes a breakpoint of one instance with its condition; other instances of the page have none.
    log = document.pages["inner"].blocks["LOG"]
    document.pages["inner"].blocks["LOG"] = log._replace(pause="y > 1")
    _toggle(catalogue, document, "main/A/I", "LOG", one=True)
    assert _kept(document) == {"main/A": "I/LOG: y > 1"} and _met(catalogue, document) == {"main/A/I/LOG"}
    types = catalogue.with_pages(document)
    assert alone(types, Address("main", path=("A", "I"))) == {"LOG": "y > 1"}
    assert not alone(types, Address("main", path=("A", "J"))) and not alone(types, Address("inner"))
    # Of an inner instance by itself: it is met in all of its outer ones.
    _toggle(catalogue, document, "outer/J", "NEG", one=True)
    assert _met(catalogue, document) == {"main/A/I/LOG", "main/A/J/NEG", "main/B/J/NEG"}
    # F9 at a block that pauses as it is seen lets it pause no more, whichever instance keeps it.
    _toggle(catalogue, document, "main/B/J", "NEG", one=False)
    _toggle(catalogue, document, "main/A/I", "LOG", one=False)
    assert not _kept(document)
    # A breakpoint on the instance itself coexists with those inside.
    _toggle(catalogue, document, "main", "A", one=False)
    _toggle(catalogue, document, "main/A", "EXP", one=True)
    assert _kept(document) == {"main/A": "before\nEXP: before"} and _met(catalogue, document) == {
        "main/A",
        "main/A/EXP",
    }
    _toggle(catalogue, document, "main", "A", one=False)
    assert _kept(document) == {"main/A": "EXP: before"}
    operations.set_conditional_breakpoint(
        types, document.pages["outer"], "EXP", "y < 2", Address("main", path=("A",)), True
    ).edit.apply(document)
    assert documents.loads(documents.dumps(document)).pages["main"].blocks["A"].pause == "EXP: y < 2"
    document.pages["main"].blocks["A"] = document.pages["main"].blocks["A"]._replace(pause="I: before\nI/NONE: before")
    assert _met(catalogue, document) == {"main/A/I"}, "what is not there is passed over"


def test_it_follows_names_and_goes_with_its_block(catalogue) -> None:
    document = _made()
    SetField("main", "pause", {"A": "EXP: before\nI/LOG: y > 1\nI/NEG: before"}).apply(document)
    history = UndoStack(document)
    before = documents.dumps(document)
    history.do(Rename("inner", "LOG", "LN"))
    history.do(Rename("outer", "I", "FIRST"))
    history.do(Rename("main", "A", "MODEL"))
    history.do(RenamePage("inner", "within"))
    assert _kept(document) == {"main/MODEL": "EXP: before\nFIRST/LN: y > 1\nFIRST/NEG: before"}
    assert _met(catalogue, document) == {"main/MODEL/EXP", "main/MODEL/FIRST/LN", "main/MODEL/FIRST/NEG"}
    history.do(Remove("within", ("NEG",)))
    history.do(Remove("outer", ("EXP",)))
    assert _kept(document) == {"main/MODEL": "FIRST/LN: y > 1"}
    while history.undo():
        pass
    assert documents.dumps(document) == before
    # A copy of the instance has the same breakpoints; ungrouping moves them to the blocks.
    types, main = catalogue.with_pages(document), document.pages["main"]
    copy = operations.duplicate(main, ["A"], Measures(main, types))
    copy.edit.apply(document)
    assert main.blocks[copy.edit.ids[0]].pause == main.blocks["A"].pause
    Remove("main", copy.edit.ids).apply(document)
    operations.unpack(document, WireRules(main, types), "A", Measures(main, types)).edit.apply(document)
    assert _kept(document) == {"main/EXP": "before", "main/I": "LOG: y > 1\nNEG: before"}


def test_two_sides_add_their_own_and_follow_each_others_names(catalogue) -> None:
    base, ours, theirs = _made(), _made(), _made()
    for document in (base, ours, theirs):
        SetField("main", "pause", {"A": "EXP: before\nI/NEG: before"}).apply(document)
    history = UndoStack(ours)
    history.do(Rename("inner", "LOG", "LN"))
    history.do(Rename("outer", "I", "FIRST"))
    SetField("main", "pause", {"A": "FIRST/NEG: before"}).apply(ours)  # EXP no more
    SetField("main", "pause", {"A": "EXP: before\nI/LOG: before\nI/NEG: before\nJ/LOG: y > 1"}).apply(theirs)
    for sides in ((ours, theirs), (theirs, ours)):
        made = merge_documents(base, *sides, catalogue)
        assert not made.document.conflicts
        assert _kept(made.document) == {"main/A": "FIRST/LN: before\nFIRST/NEG: before\nJ/LN: y > 1"}
    SetField("main", "pause", {"A": "FIRST/NEG: y > 2"}).apply(ours)
    SetField("main", "pause", {"A": "I/NEG: y > 3"}).apply(theirs)
    made = merge_documents(base, ours, theirs, catalogue)
    assert [one.what for one in made.document.conflicts] == ["pause"]
    # Names alone make no difference.
    other = _made()
    SetField("main", "pause", {"A": "EXP: before\nI/NEG: before"}).apply(other)
    UndoStack(other).do(Rename("inner", "NEG", "MINUS"))
    assert {change.name for change in diff_documents(base, other, catalogue).changes} == {"id"}


def test_what_is_typed_and_names_no_block_is_said_as_that(catalogue):
    document = _made()
    types, main = catalogue.with_pages(document), document.pages["main"]
    assert breakpoints.parse_breakpoint("/A/I/LOG", main, types).address == Address("main", "LOG", path=("A", "I"))
    for text, said in (("LOGG", "no block LOGG"), ("/A/I/EXP", "no block /A/I/EXP"), ("A >", "is not a condition")):
        with pytest.raises(ConditionError, match=said):
            breakpoints.parse_breakpoint(text, main, types)
