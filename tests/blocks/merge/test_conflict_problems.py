"""Conflicts are problems, with a fix for each side that can be taken."""

import pytest

from blockloom.blocks import checks
from blockloom.blocks.document.pages import Conflict
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Remove, SetConflicts, SetValue
from blockloom.blocks.files import library
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.quickfixes import fix, fixes
from tests.blocks.files.test_library import folder, opened, write  # noqa: F401  a fixture
from tests.blocks.merge.test_conflicts import make_document

VALUE = Conflict("main/A.value", "value", "1", "2", "3")


def conflict_problems(document, catalogue, *, page=None) -> list[Problem]:
    return [p for p in checks.check(document, catalogue, page) if p.code == "conflict"]


def labels(document, catalogue, problem) -> list[str]:
    return [str(one.label) for one in fixes(document, catalogue, problem)]


def test_a_conflict_says_where_and_what_each_side_has(catalogue):
    (problem,) = conflict_problems(make_document(VALUE), catalogue)
    assert str(problem) == (
        "error: main/A.value: the value: ours 2, theirs 3, before 1. Both sides of a merge changed it: choose one"
    )


@pytest.mark.parametrize(
    "conflict, message, choices",
    [
        (VALUE, "the value", ["Ours: 2", "Theirs: 3", "Base: 1"]),
        (
            Conflict("main/A.value", "value", None, "2", "word " * 5000),
            f"ours 2, theirs {'word ' * 11}word…, before nothing",
            ["Ours: 2", f"Theirs: {'word ' * 11}word…", "Base: nothing"],
        ),
        (
            Conflict("main/SUM.inputs", "wires", (), ("A.output", "B.output"), tuple(f"A.x[{i}]" for i in range(9))),
            "its wires: ours A.output, B.output, theirs A.x[0], A.x[1], A.x[2], A.x[3], …",
            [
                "Ours: A.output, B.output",
                "Theirs: A.x[0], A.x[1], A.x[2], A.x[3], …",
                "Base: nothing",
                "Both",
            ],
        ),
        (Conflict("main/A", "removed", False, True, False), "ours removed it", ["Ours: remove it", "Theirs: keep it"]),
        (
            Conflict("main/A", "removed", False, False, True),
            "theirs removed it",
            ["Ours: keep it", "Theirs: remove it"],
        ),
        (
            Conflict("part/", "page-removed", False, False, True),
            "theirs removed the page",
            ["Ours: keep it", "Theirs: remove it"],
        ),
        (
            Conflict("main/", "cycle", None, ("SUM.sum -> USE.x",), ("USE.y -> B.value",)),
            "form a cycle: ours by SUM.sum -> USE.x, theirs by USE.y -> B.value",
            ["Ours: SUM.sum -> USE.x", "Theirs: USE.y -> B.value", "Base: take both away"],
        ),
        (
            Conflict("main/F", "collapsed", True, False, True),
            "whether it is collapsed: ours no, theirs yes, before yes",
            ["Ours: no", "Theirs: yes"],
        ),
        (
            Conflict("main/A", "odd", 1, (2,), ""),
            "odd: ours 2, theirs nothing",
            ["Discard the conflict and keep the current state"],
        ),
        (
            Conflict("main/", "library", None, ("x.loom", "p", "0"), ("x.loom", "p", "1")),
            "from its library",
            ["Ours: keep it"],
        ),
    ],
)
def test_what_is_said_of_each_sort_and_what_can_be_chosen(catalogue, conflict, message, choices):
    document = make_document(conflict)
    (problem,) = conflict_problems(document, catalogue)
    assert message in problem.message and problem.severity == ERROR
    assert labels(document, catalogue, problem) == choices
    assert fix(document, catalogue, problem) is None  # somebody has to choose


def test_a_choice_takes_the_problem_away_and_undo_brings_it_back(catalogue):
    history = UndoStack(make_document(VALUE, Conflict("main/A", "mode", "", "mute", "bypass")))
    problem = conflict_problems(history.document, catalogue)[0]
    (theirs,) = (one for one in fixes(history.document, catalogue, problem) if one.label.startswith("Theirs"))
    history.do(theirs.edit, theirs.label)
    assert history.document.pages["main"].blocks["A"].values["value"] == "3"
    assert [p.fact("what") for p in conflict_problems(history.document, catalogue)] == ["mode"]
    assert fixes(history.document, catalogue, problem) == []  # it has been solved
    history.undo()
    assert conflict_problems(history.document, catalogue)[0] == problem


def test_a_place_fixed_by_hand_may_stay_as_it_is(catalogue):
    document = make_document(VALUE)
    SetValue("main", "A", "value", "2.5").apply(document)
    (problem,) = conflict_problems(document, catalogue)
    offered = fixes(document, catalogue, problem)
    assert str(offered[-1].label) == "Discard the conflict and keep the current state" and len(offered) == 4
    offered[-1].edit.apply(document)
    assert not document.conflicts and document.pages["main"].blocks["A"].values["value"] == "2.5"


def test_what_is_gone_says_so_and_can_only_be_forgotten(catalogue):
    document = make_document(VALUE, Conflict("nowhere/A", "removed", False, True, False), Conflict("", "order", "a"))
    Remove("main", ("A",)).apply(document)
    of_page, *others = sorted(conflict_problems(document, catalogue), key=lambda p: p.page == "")
    assert str(of_page).startswith("error: main/A.value: it no longer exists: the value: ours") and of_page.page
    assert {str(p)[7:].partition(" no longer")[0].partition(". ")[0] for p in others} == {
        "nowhere/A",
        "order: ours nothing, theirs nothing, before a",
    }
    for problem in (of_page, *others):
        (only,) = fixes(document, catalogue, problem)
        assert only.label == "Discard the conflict and keep the current state"
        only.edit.apply(document)
    assert document.conflicts == ()


def test_of_a_page_are_those_on_it_whether_a_session_needs_the_block_or_not(catalogue):
    document = make_document(
        VALUE, Conflict("part/x.value", "value", "1", "2", "3"), Conflict("nowhere/A.x", "value", "1")
    )
    assert [p.place_text for p in conflict_problems(document, catalogue)] == ["main/A.value", "part/x.value", ""]
    assert [p.place_text for p in conflict_problems(document, catalogue, page="part")] == ["part/x.value"]
    assert {p.severity for p in conflict_problems(document, catalogue)} == {ERROR}


def test_two_updates_from_a_library_are_fixed_by_updating_it(folder, catalogue):  # noqa: F811
    from blockloom.blocks import operations
    from tests.blocks.small import SMALL

    history = UndoStack(opened(folder))
    change, _ = operations.use_library_page(
        history.document, SMALL, library.library("maths.loom", str(folder)), "times"
    )
    history.do(change.edit)
    name = next(page.name for page in history.document.pages.values() if page.origin is not None)
    write(folder, by="3")
    history.do(SetConflicts((Conflict(f"{name}/", "library", None, ("maths.loom", "times", "0" * 64), None),)))
    (problem,) = (p for p in checks.conflicts(history.document))
    update, keep = fixes(history.document, SMALL, problem)
    assert update.label == f"Update {name} from maths" and keep.label == "Ours: keep it"
    history.do(update.edit)
    assert history.document.pages[name].blocks["M"].values["y"] == "3" and history.document.conflicts == ()
    history.undo()
    assert history.document.pages[name].blocks["M"].values["y"] == "2" and len(history.document.conflicts) == 1


def test_long_sides_show_what_differs(catalogue):
    begin = "0.25, " * 20
    (problem,) = conflict_problems(
        make_document(Conflict("main/A.value", "value", f"{begin}1]", f"{begin}2]", f"{begin}3]")), catalogue
    )
    ours, theirs, base = (f"…{begin[-20:]}{n}]" for n in (2, 3, 1))
    assert f"ours {ours}, theirs {theirs}, before {base}. Both" in str(problem)
    wires = tuple(f"A.x[{i}]" for i in range(9))
    document = make_document(Conflict("main/SUM.inputs", "wires", wires, (*wires, "B.y"), (*wires, "C.y")))
    (problem,) = conflict_problems(document, catalogue)
    assert "ours …, A.x[8], B.y, theirs …, A.x[8], C.y, before …, A.x[8]" in str(problem)
    assert labels(document, catalogue, problem)[:2] == ["Ours: …, A.x[8], B.y", "Theirs: …, A.x[8], C.y"]
