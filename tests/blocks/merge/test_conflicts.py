"""Conflicts of a merge: either side of each field can be taken and undone.

Conflicts follow the items that they are about.
"""

import contextlib
import random

import pytest

from blockloom.blocks.document.pages import (
    Block,
    Conflict,
    Document,
    Frame,
    Look,
    Note,
    Origin,
    Page,
    Slider,
    Wire,
    control,
)
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, Remove, RemovePage, RenamePage, SetValue, rename
from blockloom.blocks.files import documents
from blockloom.blocks.merge.conflict_cells import CELLS as KINDS
from blockloom.blocks.merge.conflict_resolution import (
    BASE,
    BOTH,
    OURS,
    THEIRS,
    available_sides,
    drop_conflicts,
    is_gone,
    is_resolved,
    resolve_conflict,
    wire_source_text,
)
from tests.extent import slow_after

RED = Look("#ff0000")


def make_document(*conflicts: Conflict) -> Document:
    document = Document()
    page = document.pages["main"] = Page("main")
    page.size, page.origin = (10.0, 20.0), Origin("a.loom", "p", "0" * 64)
    page.blocks = {
        "A": Block("A", "Const", values={"value": "2", "@": "@SUM"}, names={"": "mine"}, frame="F", mode="mute"),
        "B": Block("B", "Const", sliders={"value": Slider(0.0, 1.0)}, color="#00ff00", pause="before"),
        "SUM": Block("SUM", "AddN"),
        "USE": Block("USE", "page:part"),
    }
    page.frames = {"F": Frame("F", "ours", device="/cpu:0"), "G": Frame("G", frame="F")}
    page.notes = {"N": Note("N", "ours", color="#00ff00", font=12.0)}
    page.put_all(
        [
            Wire("A", "output", "SUM", "inputs", look=RED),
            Wire("B", "output", "SUM", "inputs"),
            Wire("SUM", "sum", "USE", "x"),
            Wire("USE", "y", "B", "value"),
            control("A", "B"),
        ]
    )
    part = document.pages["part"] = Page("part")
    part.blocks = {"x": Block("x", "loom.Arg"), "y": Block("y", "loom.Retval"), "k": Block("k", "loom.Parameter")}
    part.blocks["M"] = Block("M", "Neg", 200.0)
    part.put_all([Wire("x", "output", "M", "x"), Wire("M", "y", "y", "input")])
    document.conflicts = conflicts
    return document


def wires(document: Document, block: str, pin: str, page: str = "main") -> list[str]:
    return [wire_source_text(wire) for wire in document.page(page).wires_into(block, pin)]


def on_main(name: str):
    return lambda document: {**document.page("main").items()}.get(name)


# A conflict whose `ours` is the state of the document, a query of the document, and its answer for each side.
CELLS = [
    (Conflict("main/A.value", "value", "1", "2", "3"), lambda d: on_main("A")(d).values.get("value"), "231"),
    (
        Conflict("main/A.value", "value", None, "2", "3"),
        lambda d: on_main("A")(d).values.get("value"),
        ["2", "3", None],
    ),
    (
        Conflict("main/A.value", "weights", None, "2", "weights:W.theirs"),
        lambda d: on_main("A")(d).values["value"],
        ["2", "weights:W.theirs"],
    ),
    (
        Conflict("main/B.value", "slider", (0, 9), (0, 1), (0, 5, 1)),
        lambda d: tuple(on_main("B")(d).sliders["value"]),
        [(0, 1, 0), (0, 5, 1), (0, 9, 0)],
    ),
    (Conflict("main/B.value", "slider", None, (0, 1), (0, 2)), lambda d: len(on_main("B")(d).sliders), [1, 1, 0]),
    (Conflict("main/A", "name", "old", "mine", None), lambda d: on_main("A")(d).names.get(""), ["mine", None, "old"]),
    (
        Conflict("main/A", "type", "Const", "Const", "Placeholder"),
        lambda d: (on_main("A")(d).type, wires(d, "SUM", "inputs"), wires(d, "B", "")),
        [(type_, ["A.output", "B.output"], ["A"]) for type_ in ("Const", "Placeholder")],
    ),
    (Conflict("main/A", "mode", "", "mute", "bypass"), lambda d: on_main("A")(d).mode, ["mute", "bypass", ""]),
    (Conflict("main/B", "pause", "", "before", "x > 1"), lambda d: on_main("B")(d).pause, ["before", "x > 1", ""]),
    (Conflict("main/A", "frame", "", "F", "G"), lambda d: on_main("A")(d).frame, ["F", "G", ""]),
    (Conflict("main/G", "frame", "", "F", "H"), lambda d: on_main("G")(d).frame, ["F", "H", ""]),
    (
        Conflict("main/B", "color", "", "#00ff00", "#0000ff"),
        lambda d: on_main("B")(d).color[1:],
        ["00ff00", "0000ff", ""],
    ),
    (
        Conflict("main/N", "color", "", "#00ff00", "#0000ff"),
        lambda d: on_main("N")(d).color[1:],
        ["00ff00", "0000ff", ""],
    ),
    (Conflict("main/F", "title", "", "ours", "theirs"), lambda d: on_main("F")(d).title, ["ours", "theirs", ""]),
    (Conflict("main/F", "device", "", "/cpu:0", "/gpu:0"), lambda d: on_main("F")(d).device, ["/cpu:0", "/gpu:0", ""]),
    (Conflict("main/F", "collapsed", True, False, True), lambda d: on_main("F")(d).collapsed, [False, True]),
    (Conflict("main/N", "text", "", "ours", "theirs"), lambda d: on_main("N")(d).text, ["ours", "theirs", ""]),
    (Conflict("main/N", "font", 8, 12, 10.5), lambda d: on_main("N")(d).font, [12, 10.5, 8]),
    (
        Conflict("main/F", "box", (0, 0, 1, 1), (0, 0, 300, 200), (5, 6, 7, 8)),
        lambda d: on_main("F")(d)[2:6],
        [(0, 0, 300, 200), (5, 6, 7, 8), (0, 0, 1, 1)],
    ),
    (
        Conflict("main/SUM", "id", "XADD", "SUM", "TOTAL"),
        lambda d: [
            (n, wires(d, n, "inputs"), on_main("A")(d).values["@"]) for n in d.page("main").blocks if n[0] in "STX"
        ],
        [[(name, ["A.output", "B.output"], f"@{name}")] for name in ("SUM", "TOTAL", "XADD")],
    ),
    (
        Conflict("main/SUM", "id", None, "SUM", "B"),
        lambda d: set(d.page("main").blocks),
        [{"A", "B", "SUM", "USE"}, {"A", "B", "B_2", "USE"}],
    ),
    (
        Conflict("main/USE.x", "wires", "A.output", "SUM.sum", "ref B.output"),
        lambda d: wires(d, "USE", "x"),
        [["SUM.sum"], ["ref B.output"], ["A.output"]],
    ),
    (
        Conflict("main/USE.x", "wires", None, "SUM.sum", "B.output"),
        lambda d: wires(d, "USE", "x"),
        [["SUM.sum"], ["B.output"], []],
    ),
    (
        Conflict(
            "main/SUM.inputs", "wires", (), ("A.output", "B.output"), ("A.output", "USE.y", "B.output", "A.output")
        ),
        lambda d: wires(d, "SUM", "inputs"),
        [
            ["A.output", "B.output"],
            ["A.output", "USE.y", "B.output", "A.output"],
            [],
            ["A.output", "USE.y", "B.output", "A.output"],
        ],
    ),
    (
        Conflict("main/SUM.inputs", "wires", ("B.output", "A.output"), ("A.output", "B.output"), ("B.output",)),
        lambda d: wires(d, "SUM", "inputs"),
        [["A.output", "B.output"], ["B.output"], ["B.output", "A.output"]],  # theirs added nothing: there is no both
    ),
    (
        Conflict("main/B", "wires", (), ("A",), ("SUM",)),
        lambda d: wires(d, "B", ""),
        [["A"], ["SUM"], [], ["SUM", "A"]],
    ),
    (
        Conflict("main/A", "removed", False, False, True),
        lambda d: (on_main("A")(d) is None, wires(d, "SUM", "inputs")),
        [(False, ["A.output", "B.output"]), (True, ["B.output"])],
    ),
    (Conflict("main/A", "removed", False, True, False), lambda d: on_main("A")(d) is None, [True, False]),
    (
        Conflict("main/F", "removed", False, True, False),
        lambda d: (on_main("F")(d) is None, on_main("A")(d).frame, on_main("G")(d).frame),
        [(True, "", ""), (False, "F", "F")],
    ),
    (Conflict("main/N", "removed", False, False, True), lambda d: on_main("N")(d) is None, [False, True]),
    (Conflict("part/", "page-removed", False, False, True), lambda d: list(d.pages), [["main", "part"], ["main"]]),
    (
        Conflict("part/", "page-name", "p", "part", "piece"),
        lambda d: (list(d.pages)[1], on_main("USE")(d).type),
        [(name, f"page:{name}") for name in ("part", "piece", "p")],
    ),
    (Conflict("part/", "page-name", "p", "part", "main"), lambda d: list(d.pages)[1], ["part", "main 2", "p"]),
    (Conflict("main/", "size", None, (10, 20), (30, 40)), lambda d: d.page("main").size, [(10, 20), (30, 40), None]),
    (
        Conflict("part/", "background", "#111111", "", "#222222"),
        lambda d: d.page("part").background[1:4],
        ["", "222", "111"],
    ),
    (
        Conflict("main/", "library", None, ("a.loom", "p", "0" * 64), ("a.loom", "p", "1" * 64)),
        lambda d: d.page("main").origin[2][0],
        ["0"],
    ),
    (
        Conflict("main/", "cycle", None, ("SUM.sum -> USE.x",), ("USE.y -> B.value",)),
        lambda d: (wires(d, "USE", "x"), wires(d, "B", "value")),
        [(["SUM.sum"], []), ([], ["USE.y"]), ([], [])],
    ),
    (
        Conflict("part/", "cycle", None, ("main/USE",), ("part/x",)),
        lambda d: (on_main("USE")(d) is not None, "x" in d.page("part").blocks),
        [(True, False), (False, True), (False, False)],
    ),
]


@pytest.mark.parametrize("conflict, ask, answers", CELLS, ids=[f"{c.what} {i}" for i, (c, _, _) in enumerate(CELLS)])
def test_each_side_can_be_taken_and_undone(conflict, ask, answers):
    found = available_sides(conflict)
    assert len(found) == len(answers)
    other = Conflict("main/B", "text", "kept")
    for side, answer in zip(found, answers):
        history = UndoStack(make_document(conflict, other))
        text = documents.dumps(history.document)
        assert not is_gone(history.document, conflict)
        history.do(resolve_conflict(history.document, conflict, side))
        assert ask(history.document) == answer
        assert history.document.conflicts == (other,)
        history.undo()
        assert documents.dumps(history.document) == text


def test_which_sides_there_are():
    assert [available_sides(conflict) for conflict, _, _ in CELLS[:3]] == [(OURS, THEIRS, BASE)] * 2 + [(OURS, THEIRS)]
    assert available_sides(Conflict("main/SUM.inputs", "wires", (), ("A.x",), ("B.x",))) == (OURS, THEIRS, BASE, BOTH)
    assert available_sides(Conflict("main/A", "removed", False, True, False)) == (OURS, THEIRS)
    assert available_sides(Conflict("main/", "library", None, ("a",), ("b",))) == (OURS,)
    assert available_sides(Conflict("main/A", "whatever", "1", "2", "3")) == ()
    assert available_sides(Conflict("main/A", "cycle", None, ("A -> B",), 1.5)) == ()
    assert available_sides(Conflict("main/A.value", "value", ("1",), "2", True)) == (
        OURS,
    )  # as a hand-edited file has it


def test_wires_that_stay_keep_their_looks():
    conflict = Conflict("main/SUM.inputs", "wires", (), ("A.output", "B.output"), ("USE.y", "A.output"))
    document = make_document(conflict)
    resolve_conflict(document, conflict, BOTH).apply(document)
    laid = document.page("main").wires_into("SUM", "inputs")
    assert [(wire.source, wire.look) for wire in laid] == [("USE", Look()), ("A", RED), ("B", Look())]


def test_what_a_side_cannot_be_is_refused_with_nothing_changed():
    for conflict in (
        Conflict("main/B", "color", "", "#00ff00", "green"),
        Conflict("main/SUM.inputs", "wires", (), ("A.output", "B.output"), ("nothing at all",)),
        Conflict("main/SUM", "id", "", "SUM", "../x"),
        Conflict("part/", "page-name", "p", "part", "/x"),
    ):
        history = UndoStack(make_document(conflict))
        text = documents.dumps(history.document)
        with pytest.raises(EditError):
            history.do(resolve_conflict(history.document, conflict, THEIRS))
        assert documents.dumps(history.document) == text


@pytest.mark.parametrize(
    "conflict",
    [
        Conflict("main/NOBODY.value", "value", "1", "2", "3"),
        Conflict("nowhere/A.value", "value", "1", "2", "3"),
        Conflict("main/USE/A.value", "value", "1", "2", "3"),
        Conflict("main/", "value", "1", "2", "3"),
        Conflict("main/N.value", "value", "1", "2", "3"),
        Conflict("main/A", "page-name", "1", "2", "3"),
        Conflict("main/A", "title", "1", "2", "3"),
        Conflict("", "value", "1", "2", "3"),
    ],
)
def test_a_conflict_about_nothing_that_is_there_can_be_forgotten(conflict):
    document = make_document(conflict)
    page = documents.dumps(document).partition('"pages"')[2]
    assert is_gone(document, conflict) and not is_resolved(document, conflict)
    resolve_conflict(document, conflict, THEIRS).apply(document)
    assert document.conflicts == () and documents.dumps(document).partition('"pages"')[2] == page


def test_a_place_that_was_fixed_by_hand_is_known_and_may_stay_so():
    conflict = Conflict("main/A.value", "value", "1", "2", "3")
    document = make_document(conflict)
    assert not is_resolved(document, conflict)
    SetValue("main", "A", "value", "2.5").apply(document)
    assert is_resolved(document, conflict)
    drop_conflicts(document, [conflict]).apply(document)
    assert document.page("main").blocks["A"].values["value"] == "2.5" and document.conflicts == ()


def test_mended_wires_are_known():
    single = Conflict("main/USE.x", "wires", None, "SUM.sum", "B.output")
    many = Conflict("main/SUM.inputs", "wires", (), ("A.output", "B.output"), ())
    loop = Conflict("main/", "cycle", None, ("SUM.sum -> USE.x",), ("USE.y -> B.value",))
    document = make_document(single, many, loop)
    assert not any(is_resolved(document, one) for one in document.conflicts)
    page = document.page("main")
    Remove("main", wires=(page.placed(page.wires_into("USE", "x")[0]),)).apply(document)
    assert [is_resolved(document, one) for one in document.conflicts] == [True, False, True]


def test_conflicts_follow_renames_and_come_back_with_undo():
    conflicts = (
        Conflict("main/A.value", "value", "1", "2", "@SUM"),
        Conflict("main/SUM.inputs", "wires", (), ("A.output", "B.output"), ("ref A.output",)),
        Conflict("main/B", "wires", (), ("A",), ()),
        Conflict("main/", "cycle", None, ("SUM.sum -> USE.x",), ("A.output -> SUM.inputs", "A -> B")),
        Conflict("main/A", "frame", "F", "F", ""),
        Conflict("part/A.value", "value", "1", "2", "@SUM"),
        Conflict("main/A", "removed", False, False, True),
    )
    history = UndoStack(make_document(*conflicts))
    for edit in (rename(history.document.page("main"), "A", "FIRST"), RenamePage("main", "net")):
        history.do(edit)
    history.do(rename(history.document.page("net"), "SUM", "TOTAL"))
    history.do(rename(history.document.page("net"), "F", "BOX"))
    assert history.document.conflicts == (
        Conflict("net/FIRST.value", "value", "1", "2", "@TOTAL"),
        Conflict("net/TOTAL.inputs", "wires", (), ("FIRST.output", "B.output"), ("ref FIRST.output",)),
        Conflict("net/B", "wires", (), ("FIRST",), ()),
        Conflict("net/", "cycle", None, ("TOTAL.sum -> USE.x",), ("FIRST.output -> TOTAL.inputs", "FIRST -> B")),
        Conflict("net/FIRST", "frame", "BOX", "BOX", ""),
        Conflict("part/A.value", "value", "1", "2", "@SUM"),
        Conflict("net/FIRST", "removed", False, False, True),
    )
    while history.undo():
        pass
    assert history.document.conflicts == conflicts


def test_conflicts_follow_pins_of_instances_and_the_page_that_they_are_of():
    history = UndoStack(
        make_document(
            Conflict("main/USE.k", "value", "1", "2", "3"),
            Conflict("main/USE.x", "wires", None, "SUM.sum", "A.output"),
            Conflict("main/B.value", "wires", None, "USE.y", "A.output"),
            Conflict("main/A", "type", "Const", "Const", "page:part"),
        )
    )
    for old, new in (("k", "gain"), ("x", "input"), ("y", "result")):
        history.do(rename(history.document.page("part"), old, new))
    history.do(RenamePage("part", "layer"))
    assert history.document.conflicts == (
        Conflict("main/USE.gain", "value", "1", "2", "3"),
        Conflict("main/USE.input", "wires", None, "SUM.sum", "A.output"),
        Conflict("main/B.value", "wires", None, "USE.result", "A.output"),
        Conflict("main/A", "type", "Const", "Const", "page:layer"),
    )


def test_the_other_conflicts_follow_where_a_side_is_taken_that_renames():
    name = Conflict("main/A", "id", "X", "A", "FIRST")
    history = UndoStack(make_document(name, Conflict("main/A.value", "value", "1", "2", "3")))
    history.do(resolve_conflict(history.document, name, THEIRS))
    assert history.document.conflicts == (Conflict("main/FIRST.value", "value", "1", "2", "3"),)


def test_what_was_removed_leaves_its_conflict_and_undo_gives_it_back_its_place():
    conflict = Conflict("part/x.value", "value", "1", "2", "3")
    history = UndoStack(make_document(conflict))
    for edit in (Remove("part", ("x",)), RemovePage("part")):
        history.do(edit)
        assert history.document.conflicts == (conflict,) and is_gone(history.document, conflict)
    history.undo()
    history.undo()
    assert not is_gone(history.document, conflict)


def test_a_wire_from_a_page_that_a_block_stands_for_is_led_out_of_it():
    there = Conflict("main/B.value", "wires", "A.output", "USE.y", "part/M.y")  # the Retval y has that wire
    history = UndoStack(make_document(there))
    assert available_sides(there, history.document) == (OURS, THEIRS, BASE) and available_sides(there) == (OURS, BASE)
    history.do(resolve_conflict(history.document, there, THEIRS))
    assert wires(history.document, "B", "value") == ["USE.y"] and history.document.conflicts == ()
    new = Conflict("main/SUM.inputs", "wires", (), ("A.output", "B.output"), ("part/x.output", "part/k.output"))
    history = UndoStack(make_document(new))
    text = documents.dumps(history.document)
    history.do(resolve_conflict(history.document, new, THEIRS))
    assert wires(history.document, "SUM", "inputs") == ["USE.output", "USE.output_2"]
    assert wires(history.document, "output", "input", "part") == ["x.output"]
    assert wires(history.document, "output_2", "input", "part") == ["k.output"]
    history.undo()
    assert documents.dumps(history.document) == text


def test_a_wire_from_the_page_with_the_block_that_stands_for_one_is_led_into_it():
    there = Conflict("part/M.x", "wires", None, "k.output", "main/SUM.sum")  # the Arg x gets that
    document = make_document(there)
    resolve_conflict(document, there, THEIRS).apply(document)
    assert wires(document, "M", "x", "part") == ["x.output"]
    new = Conflict("part/M.x", "wires", None, "x.output", "main/A.output")
    history = UndoStack(make_document(new))
    text = documents.dumps(history.document)
    history.do(resolve_conflict(history.document, new, THEIRS))
    assert wires(history.document, "M", "x", "part") == ["x_2.output"]
    assert wires(history.document, "USE", "x_2") == ["A.output"]
    history.undo()
    assert documents.dumps(history.document) == text


@pytest.mark.parametrize(
    "begin", ["part/NOBODY.y", "nowhere/A.output", "ref part/M.y", "part/M", "A", "odd A.output", ".x"]
)
def test_a_side_that_no_wire_can_begin_at_is_not_offered(begin):
    conflict = Conflict("main/B.value", "wires", "A.output", "USE.y", begin)
    document = make_document(conflict)
    assert available_sides(conflict, document) == (OURS, BASE)
    with pytest.raises(EditError):
        resolve_conflict(document, conflict, THEIRS)


def test_a_page_with_two_blocks_that_stand_for_it_leads_no_wire():
    conflict = Conflict("main/B.value", "wires", "A.output", "USE.y", "part/M.y")
    document = make_document(conflict)
    document.page("main").blocks["AGAIN"] = Block("AGAIN", "page:part")
    assert available_sides(conflict, document) == (OURS, BASE)


def test_wires_from_other_pages_follow_their_names():
    history = UndoStack(make_document(Conflict("main/B.value", "wires", "A.output", "USE.y", "part/M.y")))
    history.do(rename(history.document.page("part"), "M", "MINUS"))
    history.do(RenamePage("part", "layer"))
    assert history.document.conflicts[0].sides == ("A.output", "USE.y", "layer/MINUS.y")


AT = (
    "main/A",
    "main/A.value",
    "main/",
    "part/",
    "main/N",
    "main/F",
    "",
    "no/A.b",
    "main/USE/x.y",
    "main/SUM.inputs",
    "A",
)
SIDES = (
    *("", "1", "A.output", "ref A.output", "A", "part/M.y", "..", "@SUM", "#ff0000", "weights:K", "a -> b", "main/USE"),
    *("page:part", "\n", "//", True, False, 0, 1.5, -1e15, None, (), ("A.output", "A.output"), (1, 2), (0, 0, 1, 1)),
    *(("main/USE", "A -> B", ""), ("part/M.y",) * 3),
)


@pytest.mark.parametrize("seed", slow_after(2, range(4)))
def test_whatever_a_file_has_for_conflicts_a_side_is_taken_and_undone_or_refused(seed):
    chance = random.Random(seed)
    for _ in range(150):
        sort = chance.choice([*KINDS, "odd"])
        written = make_document(Conflict(chance.choice(AT), sort, *chance.choices(SIDES, k=3)))
        text = documents.dumps(written)
        document = documents.loads(text)
        (conflict,) = document.conflicts
        is_resolved(document, conflict)
        for side in available_sides(conflict, document):
            history = UndoStack(document)
            with contextlib.suppress(EditError):
                history.do(resolve_conflict(document, conflict, side))
                documents.loads(documents.dumps(document))
                assert document.conflicts == () and history.undo()
            assert documents.dumps(document) == text
