"""Merges of two people's edits of one document: the result contains both."""

import pytest

from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, RETVAL
from blockloom.blocks.document.pages import (
    Block,
    Conflict,
    Document,
    Frame,
    Look,
    Page,
    Placed,
    Slider,
    Wire,
)
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import (
    AddPage,
    Edit,
    Enclose,
    Insert,
    Move,
    Remove,
    RemovePage,
    Rename,
    RenamePage,
    SetSlider,
    SetValue,
)
from blockloom.blocks.files import documents
from blockloom.blocks.merge.conflict_resolution import resolve_conflict
from blockloom.blocks.merge.merge_documents import MergeResult, merge_documents


def _base() -> Document:
    document, page = Document(), Page("main")
    document.pages["main"] = page
    blocks = [Block("A", "Const", values={"value": "1"}), Block("B", "Neg", 200), Block("N", "AddN", 400)]
    page.blocks = {block.id: block for block in blocks}
    page.put_all([Wire("A", "output", "B", "x"), Wire("A", "output", "N", "inputs"), Wire("B", "y", "N", "inputs")])
    return document


def _edited(*edits: Edit) -> Document:
    document = _base()
    for edit in edits:
        edit.apply(document)
    return document


def _merged(ours: Document, theirs: Document) -> MergeResult:
    """Return the merge, after checking that it opens, and has as many conflicts with the sides swapped."""
    found, swapped = (merge_documents(_base(), *both) for both in ((ours, theirs), (theirs, ours)))
    assert len(found.document.conflicts) == len(swapped.document.conflicts)
    text = documents.dumps(found.document)
    read = documents.loads(text)
    assert not read.troubles and documents.dumps(read) == text
    return found


def _value(text: str, block: str = "A") -> SetValue:
    return SetValue("main", block, "value", text)


def test_different_values_of_a_block_are_both_taken() -> None:
    found = _merged(_edited(_value("2")), _edited(SetValue("main", "A", "dtype", "DT_FLOAT")))
    assert found.document.pages["main"].blocks["A"].values == {"value": "2", "dtype": "DT_FLOAT"}
    assert not found.document.conflicts and not found.notes


def test_a_merge_keeps_the_spaces_in_a_value_that_names_a_block() -> None:
    made = _edited(SetValue("main", "B", "color", "@ A"), Rename("main", "N", "SUM"))
    assert _merged(made, made.copy()).document.pages["main"].blocks["B"].values == {"color": "@ A"}


@pytest.mark.parametrize("side, value", [("ours", "2"), ("theirs", "3"), ("base", "1")])
def test_a_value_changed_twice_is_a_conflict_until_a_side_is_taken(side: str, value: str) -> None:
    document = _merged(_edited(_value("2")), _edited(_value("3"))).document
    assert document.conflicts == (Conflict("main/A.value", "value", "1", "2", "3"),)
    assert document.pages["main"].blocks["A"].values["value"] == "2"
    resolve_conflict(document, document.conflicts[0], side).apply(document)
    assert not document.conflicts and document.pages["main"].blocks["A"].values["value"] == value


def test_a_side_that_is_favoured_is_taken_and_reported() -> None:
    found = merge_documents(_base(), _edited(_value("2")), _edited(_value("3")), favor="theirs")
    assert found.document.pages["main"].blocks["A"].values["value"] == "3"
    assert not found.document.conflicts and "main/A.value" in found.notes[0]


@pytest.mark.parametrize("favor, name", [("ours", "one"), ("theirs", "two")])
def test_what_uses_a_page_has_the_name_of_the_side_that_is_favoured(favor: str, name: str) -> None:
    base = _base()
    UndoStack(base).do(AddPage("cell"), "")
    Insert("cell", (Block("IN", ARG), Block("D", "Neg", 99), Block("OUT", RETVAL, 200))).apply(base)
    Insert("main", (Block("C", "page:cell", 600),), (Placed(Wire("B", "y", "C", "IN"), None),)).apply(base)
    sides = []
    for new in ("one", "two"):
        side = base.copy()
        for edit in (Rename("cell", "IN", f"in_{new}"), RenamePage("cell", new)):
            UndoStack(side).do(edit, "")
        sides.append(side)
    found = merge_documents(base, *sides, favor=favor).document
    assert not found.conflicts and list(found.pages) == ["main", name]
    assert found.pages["main"].blocks["C"].type == f"page:{name}"
    assert found.pages["main"].wires_into("C") == [Wire("B", "y", "C", f"in_{name}")]


def test_new_blocks_of_one_id_are_two_blocks_each_with_its_wires() -> None:
    def added(block_type: str, x: float) -> Insert:
        wire = Placed(Wire("A", "output", "NEW", "x"), None)
        return Insert("main", (Block("NEW", block_type, x),), (wire,))

    found = _merged(_edited(added("Exp", 600)), _edited(added("Log", 900)))
    page = found.document.pages["main"]
    assert {block.id: block.type for block in page.blocks.values() if "NEW" in block.id} == {
        "NEW": "Exp",
        "NEW_2": "Log",
    }
    assert page.wires_into("NEW_2") == [Wire("A", "output", "NEW_2", "x")]
    assert not found.document.conflicts and "NEW_2" in found.notes[0]


def test_one_block_that_both_picked_from_one_commit_is_one() -> None:
    new = Insert("main", (Block("NEW", "Exp", 600),))
    found = _merged(_edited(new), _edited(new, SetValue("main", "NEW", "x", "1")))
    assert sorted(found.document.pages["main"].blocks) == ["A", "B", "N", "NEW"]
    assert found.document.pages["main"].blocks["NEW"].values == {"x": "1"} and not found.document.conflicts


def test_a_block_that_was_removed_and_wired_stays_until_somebody_chooses() -> None:
    wired = Insert("main", (Block("E", "Exp", 600),), (Placed(Wire("B", "y", "E", "x"), None),))
    document = _merged(_edited(Remove("main", ("B",))), _edited(wired)).document
    assert document.conflicts == (Conflict("main/B", "removed", False, True, False),)
    assert document.pages["main"].wires_into("B") and document.pages["main"].wires_into("E")
    resolve_conflict(document, document.conflicts[0], "ours").apply(document)
    assert "B" not in document.pages["main"].blocks


def test_a_page_that_stays_keeps_its_fields() -> None:
    base = _base()
    base.pages["more"] = Page("more").replaced(background="#202020", uid="q2w3e4r5")
    Insert("more", (Block("M", "Const"),)).apply(base)
    ours, theirs = UndoStack(base.copy()), UndoStack(base.copy())
    ours.do(RemovePage("more"))
    theirs.do(SetValue("more", "M", "value", "1"))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.document for side in sides)).document
        assert [one.what for one in found.conflicts] == ["page-removed"]
        assert (found.pages["more"].background, found.pages["more"].uid) == ("#202020", "q2w3e4r5")


@pytest.mark.parametrize("edit", [_value("-", "B"), Rename("main", "B", "NEG")])
def test_a_block_that_stays_keeps_the_wires_that_went_with_it(edit: Edit) -> None:
    left = _edited(Remove("main", ("B",)), SetValue("main", "N", "N", "1"))
    kept = _edited(edit)
    document = _merged(left, kept).document
    (conflict,) = document.conflicts
    for side, wanted in (("ours", left), ("theirs", kept)):
        chosen = document.copy()
        resolve_conflict(chosen, conflict, side).apply(chosen)
        assert chosen.pages["main"].into == wanted.pages["main"].into


def test_wires_of_a_block_that_stays_do_not_lead_to_another_page() -> None:
    packed = [Remove("main", ("A", "B")), AddPage("p"), Insert("p", (Block("B", "Neg", 200), Block("y", RETVAL, 400)))]
    ours = _edited(*packed, Insert("main", (Block("P", "page:p"),)))
    document = _merged(ours, _edited(_value("2"))).document
    assert [conflict[:2] for conflict in document.conflicts] == [("main/A", "removed")]


@pytest.mark.parametrize("edit", [Move("main", {"B": (5, 5)}), Remove("main", ("N",))])
def test_a_removal_wins_over_a_move_and_over_what_goes_itself(edit: Edit) -> None:
    found = _merged(_edited(Remove("main", ("B",))), _edited(edit))
    assert "B" not in found.document.pages["main"].blocks and not found.document.conflicts


def test_frames_that_the_sides_put_into_each_other_do_not_contain_themselves() -> None:
    base = _base()
    Insert("main", frames=(Frame("F", "", 0, 0, 9, 9), Frame("G", "", 0, 0, 9, 9))).apply(base)
    sides = [base.copy(), base.copy()]
    for side, frames in zip(sides, ({"F": "G"}, {"G": "F"})):
        Enclose("main", frames).apply(side)
    found = merge_documents(base, *sides)
    assert {frame.id: frame.frame for frame in found.document.pages["main"].frames.values()} == {"F": "G", "G": ""}
    assert len(found.notes) == 1 and "G is not in the frame F" in found.notes[0]


def test_a_single_pin_has_one_source_and_the_other_is_a_conflict() -> None:
    def led(source: str) -> list[Edit]:
        old = Placed(Wire("A", "output", "B", "x"), 0)
        new = Insert(
            "main", (Block(source, "Const", len(source) * 99),), (Placed(Wire(source, "output", "B", "x"), 0),)
        )
        return [Remove("main", wires=(old,)), new]

    document = _merged(_edited(*led("C")), _edited(*led("DD"))).document
    assert document.conflicts == (Conflict("main/B.x", "wires", "A.output", "C.output", "DD.output"),)
    resolve_conflict(document, document.conflicts[0], "theirs").apply(document)
    assert document.pages["main"].wires_into("B") == [Wire("DD", "output", "B", "x")]


def test_a_list_takes_what_both_put_at_different_places() -> None:
    def put(source: str, index: int) -> Insert:
        wire = Wire(source, "output", "N", "inputs")
        return Insert("main", (Block(source, "Const", index * 99),), (Placed(wire, index),))

    found = _merged(_edited(put("C", 0)), _edited(put("D", 2)))
    sources = [wire.source for wire in found.document.pages["main"].wires_into("N")]
    assert sources == ["C", "A", "B", "D"] and not found.document.conflicts


def test_a_list_with_two_wires_at_one_place_is_a_conflict_that_can_have_both() -> None:
    def put(source: str) -> Insert:
        wire = Wire(source, "output", "N", "inputs")
        return Insert("main", (Block(source, "Const", 99),), (Placed(wire, 2),))

    document = _merged(_edited(put("C")), _edited(put("D"))).document
    (conflict,) = document.conflicts
    assert conflict[:3] == ("main/N.inputs", "wires", ("A.output", "B.y"))
    resolve_conflict(document, conflict, "both").apply(document)
    assert sorted(wire.source for wire in document.pages["main"].wires_into("N")) == ["A", "B", "C", "D"]


def test_wires_of_both_that_close_a_circle_are_there_and_marked() -> None:
    def led(source: str, pin: str, target: str) -> Insert:
        return Insert("main", wires=(Placed(Wire(source, pin, target, "inputs"), None),))

    both = Insert("main", (Block("M", "AddN", 700),))
    base = _base()
    both.apply(base)
    ours, theirs = base.copy(), base.copy()
    led("N", "sum", "M").apply(ours)
    led("M", "sum", "N").apply(theirs)
    document = merge_documents(base, ours, theirs).document
    (conflict,) = document.conflicts
    assert conflict[1:] == ("cycle", None, ("N.sum -> M.inputs",), ("M.sum -> N.inputs",))
    resolve_conflict(document, conflict, "ours").apply(document)
    assert document.pages["main"].wires_into("M") and len(document.pages["main"].wires_into("N")) == 2


def _with_instance() -> tuple[UndoStack, UndoStack]:
    """Two who have a page with a parameter, and an instance of it with a value."""
    base = _base()
    base.pages["part"] = Page("part")
    base.pages["part"].blocks = {"gain": Block("gain", PARAMETER, values={"default": "1"})}
    base.pages["main"].blocks["I"] = Block("I", "page:part", 600, values={"gain": "2"})
    ours, theirs = UndoStack(base.copy()), UndoStack(base.copy())
    theirs.do(Remove("part", ("gain",)))
    assert not theirs.document.pages["main"].blocks["I"].values
    return ours, theirs


def test_a_value_of_a_new_instance_keeps_the_pin_that_the_other_side_removed() -> None:
    ours, theirs = _with_instance()
    base = ours.document.copy()
    ours.do(Insert("main", (Block("NEW", "page:part", 800, values={"gain": "3"}),)))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.document.copy() for side in sides)).document
        assert [(one.at, one.what) for one in found.conflicts] == [("part/gain", "removed")]
        values = [found.pages["main"].blocks[name].values["gain"] for name in ("I", "NEW")]
        assert "gain" in found.pages["part"].blocks and values == ["2", "3"]


def test_two_sliders_of_one_pin_are_not_a_conflict_and_a_note_names_the_pin() -> None:
    ours, theirs = (_edited(SetSlider("main", "A", "value", Slider(0.0, most))) for most in (10.0, 100.0))
    found = _merged(ours, theirs)
    assert not found.document.conflicts and found.document.pages["main"].blocks["A"].sliders == {"value": (0, 10, 0)}
    assert [*found.notes] == ["main/A.value: both sides set its slider; ours is used"]


def test_another_name_is_not_that_of_what_went_or_was_renamed() -> None:
    base = _edited(Insert("main", (Block("E_2", "Exp", 420, 150), Block("E_3", "Exp", 420, 300))))
    ours, theirs = base.copy(), base.copy()
    for edit in (Remove("main", ("E_2",)), Rename("main", "E_3", "F"), Insert("main", (Block("E", "Log", 700, 0),))):
        edit.apply(ours)
    Insert("main", (Block("E", "Tan", 700, 0),)).apply(theirs)
    for sides, types in (((ours, theirs), ("Log", "Tan")), ((theirs, ours), ("Tan", "Log"))):
        blocks = merge_documents(base, *sides).document.pages["main"].blocks
        assert {name: blocks[name].type for name in blocks if name not in "ABN"} == {
            "E": types[0],
            "E_4": types[1],
            "F": "Exp",
        }


def test_blocks_that_are_alike_are_two_where_nothing_is_wired_to_them_or_what_is_wired_is_two() -> None:
    def added(type_: str, y: float) -> Document:
        blocks = Block("ARG", ARG, 0, y, {"index": "0"}), Block("E", type_, 700, y), Block("F", "Neg", 900, y)
        return _edited(Insert("main", blocks, (Placed(Wire("E", "y", "F", "x"), 0),)))

    found = _merged(added("Log", 300), added("Tan", 500))
    page = found.document.pages["main"]
    assert not found.document.conflicts and {*page.blocks} == {*"ABNEF", "ARG", "ARG_2", "E_2", "F_2"}
    assert [page.wires_into(name, "x") for name in ("F", "F_2")] == [
        [Wire("E", "y", "F", "x")],
        [Wire("E_2", "y", "F_2", "x")],
    ]


def test_a_slider_goes_with_the_pin_that_the_other_side_removed() -> None:
    ours, theirs = _with_instance()
    base = ours.document.copy()
    ours.do(SetSlider("main", "I", "gain", Slider(0, 10)))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.document.copy() for side in sides))
        assert documents.dumps(found.document) == documents.dumps(theirs.document) and found.notes


def test_wires_of_a_block_that_stays_keep_their_looks() -> None:
    base, look = _base(), Look(dashed=True)
    wires = [wire._replace(look=look) if wire.target == "N" else wire for wire in base.pages["main"].wires()]
    base.pages["main"].into, base.pages["main"].out = {}, {}
    base.pages["main"].put_all(wires)
    ours, theirs = base.copy(), base.copy()
    _value("2").apply(ours)
    Remove("main", ("A",)).apply(theirs)
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.copy() for side in sides)).document
        assert len(found.conflicts) == 1 and [w.look for w in found.pages["main"].wires_into("N")] == [look, look]


def test_both_added_the_file() -> None:
    empty = Document()
    found = merge_documents(empty, _edited(_value("2")), _edited(_value("3")))
    assert list(found.document.pages) == ["main"]
    assert [conflict[:2] for conflict in found.document.conflicts] == [("main/A.value", "value")]


def test_a_page_that_one_side_arranged_stays_so_and_new_blocks_of_the_other_come_along() -> None:
    arranged = _edited(Move("main", {"A": (0, 1000), "B": (300, 1000), "N": (700, 1000)}))
    other = _edited(Insert("main", (Block("E", "Exp", 420, 150),)), Move("main", {"B": (210, 10)}))
    for ours, theirs in ((arranged, other), (other, arranged)):
        found = _merged(ours, theirs)
        assert [note for note in found.notes if note.startswith("1 change of position or appearance was not applied")]
        blocks = found.document.pages["main"].blocks
        assert {i: (block.x, block.y) for i, block in blocks.items()} == {
            "A": (0, 1000),
            "B": (300, 1000),
            "N": (700, 1000),
            "E": (720, 1150),
        }


def test_new_blocks_of_both_do_not_overlap() -> None:
    page = _merged(
        _edited(Insert("main", (Block("E", "Exp", 600, 0),))), _edited(Insert("main", (Block("F", "Log", 610, 10),)))
    ).document.pages["main"]
    assert (page.blocks["E"].x, page.blocks["E"].y) == (600, 0)
    assert abs(page.blocks["F"].x - 600) >= 130 or abs(page.blocks["F"].y) >= 70


def test_a_value_typed_where_the_other_side_led_a_wire_is_reported() -> None:
    added = Block("E", "Exp", 600)
    base = _base()
    Insert("main", (added,)).apply(base)
    ours, theirs = base.copy(), base.copy()
    SetValue("main", "E", "x", "1").apply(ours)
    Insert("main", wires=(Placed(Wire("A", "output", "E", "x"), None),)).apply(theirs)
    found = merge_documents(base, ours, theirs)
    assert not found.document.conflicts and "main/E.x" in found.notes[0]


def test_more_conflicts_than_a_document_keeps_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blockloom.blocks.merge.merge_documents.MOST_CONFLICTS", 5)
    base = _base()
    Insert("main", tuple(Block(f"V{i}", "Const", values={"value": "1"}) for i in range(8))).apply(base)
    sides = [base.copy(), base.copy()]
    for number, side in enumerate(sides):
        blocks = side.pages["main"].blocks
        blocks.update(
            (i, block._replace(values={"value": f"side {number}"})) for i, block in blocks.items() if i[0] == "V"
        )
    found = merge_documents(base, *sides)
    assert len(found.document.conflicts) == 5 and "3 more" in found.notes[-1]


def test_a_block_that_both_put_on_another_page_stays_on_that_of_ours_and_is_reported() -> None:
    def put(page: str, *more: str) -> Document:
        document = _edited(Remove("main", ("B", *more)), AddPage(page))
        blocks = (_base().pages["main"].blocks[block] for block in more)
        Insert(page, (Block("B", "Neg", 200), Block(f"of_{page}", ARG), *blocks)).apply(document)
        Insert("main", (Block("I", f"page:{page}", 200),)).apply(document)
        return document

    found = _merged(put("first"), put("second", "A", "N"))
    assert "B" in found.document.pages["first"].blocks and "B" not in found.document.pages["second"].blocks
    assert any("first/B" in note for note in found.notes)


def test_what_has_a_free_name_keeps_it_and_another_gives_way() -> None:
    ours = _edited(Insert("main", (Block("NEW", "Neg", 0, 300),)))
    theirs = _edited(Insert("main", (Block("NEW", "Abs", 0, 600), Block("NEW_2", "Exp", 0, 900))))
    blocks = _merged(ours, theirs).document.pages["main"].blocks
    assert [blocks[name].type for name in ("NEW", "NEW_2", "NEW_3")] == ["Neg", "Exp", "Abs"]


def test_a_page_that_both_copied_and_pruned_is_two_and_one_that_both_picked_is_one() -> None:
    sides = []
    for gone in ("A", "B"):
        side = _base()
        side.pages["main 2"] = _base().pages["main"].replaced(name="main 2", uid=f"copy without {gone}")
        picked = side.copy()
        Remove("main 2", (gone,)).apply(side)
        sides.append(side)
    found = _merged(*sides)
    assert [set(page.blocks) for page in found.document.pages.values()] == [set("ABN"), set("BN"), set("AN")]
    assert list(found.document.pages) == ["main", "main 2", "main 2 2"] and len(found.notes) == 1
    assert list(_merged(picked, picked.copy()).document.pages) == ["main", "main 2"]


def test_a_block_that_is_on_another_page_is_not_also_taken_for_its_copy_on_a_new_page() -> None:
    theirs = _edited(AddPage("other"), AddPage("copy"))
    moved = theirs.pages["main"].blocks["A"]._replace(uid="main/A")
    Insert("other", (moved,)).apply(theirs)
    Insert("copy", tuple(block._replace(uid="") for block in _base().pages["main"].blocks.values())).apply(theirs)
    RemovePage("main").apply(theirs)
    found = _merged(_base(), theirs).document
    assert {name: set(page.blocks) for name, page in found.pages.items()} == {"other": set("A"), "copy": set("ABN")}
    assert found.pages["other"].blocks["A"].uid == "main/A" and found.pages["copy"].blocks["A"].uid == "copy/A"


def test_a_circle_through_wires_that_are_to_be_chosen_is_none_yet() -> None:
    base = _base()
    Insert("main", (Block("M", "AddN", 600), Block("X", "Neg", 800))).apply(base)
    ours, theirs = base.copy(), base.copy()
    Insert("main", wires=(Placed(Wire("M", "sum", "X", "x"), 0),)).apply(ours)
    Insert("main", wires=(Placed(Wire("A", "output", "X", "x"), 0),)).apply(theirs)
    Insert("main", wires=(Placed(Wire("X", "y", "M", "inputs"), 0),)).apply(theirs)
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.copy() for side in sides)).document
        assert [(one.at, one.what) for one in found.conflicts] == [("main/X.x", "wires")]


def test_all_that_closes_circles_is_what_a_side_takes_back() -> None:
    base = _base()
    Insert("main", (Block("M", "AddN", 600),)).apply(base)
    ours, theirs = base.copy(), base.copy()
    Insert("main", wires=(Placed(Wire("M", "sum", "N", "inputs"), 2),)).apply(ours)
    laid = Wire("N", "sum", "M", "inputs"), Wire("N", "sum", "M", "inputs")
    Insert("main", wires=tuple(Placed(wire, index) for index, wire in enumerate(laid))).apply(theirs)
    document = merge_documents(base, ours, theirs).document
    (conflict,) = document.conflicts
    assert conflict.what == "cycle" and len(conflict.theirs) == 2
    resolve_conflict(document, conflict, "ours").apply(document)
    assert [*document.pages["main"].wires()] == [*ours.pages["main"].wires()]


def test_what_a_note_tells_of_is_called_as_in_the_result() -> None:
    ours = _edited(Remove("main", wires=(Placed(Wire("A", "output", "B", "x"), 0),)))
    Insert("main", wires=(Placed(Wire("N", "sum", "B", "x"), 0),)).apply(ours)
    RenamePage("main", "net").apply(ours)
    theirs = _edited(SetValue("main", "B", "x", "1"))
    (note,) = _merged(ours, theirs).notes
    assert note.startswith("net/B.x: one side typed a value")


def test_a_pin_that_was_removed_is_not_kept_by_its_place_among_the_others() -> None:
    ours, theirs = _with_instance()
    base = ours.document.copy()
    ours.do(SetValue("part", "gain", "index", "1"))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.document.copy() for side in sides)).document
        assert not found.conflicts and not found.pages["part"].blocks


def test_what_only_one_has_of_a_thing_that_both_picked_is_taken() -> None:
    sides = [_edited(Insert("main", (Block("P", "Neg", 5, 5, mode=mode),))) for mode in ("", "mute")]
    found = _merged(*sides).document
    assert not found.conflicts and found.pages["main"].blocks["P"].mode == "mute"


@pytest.mark.parametrize("text", ["=gain", "=2*gain + 1"])
def test_a_side_that_names_a_parameter_names_it_as_it_is_called_in_the_result(text: str) -> None:
    sides = []
    for default, x in (("1", 0), ("2", 600)):
        side = _edited(SetValue("main", "A", "value", text), SetValue("main", "B" if x else "N", "_seen", text))
        Insert("main", (Block("gain", PARAMETER, x, 900, values={"default": default, "label": str(x)}),)).apply(side)
        sides.append(side)
    document = _merged(*sides).document
    (conflict,) = document.conflicts
    late = text.replace("gain", "gain_2")
    assert conflict.sides == ("1", text, late)
    resolve_conflict(document, conflict, "theirs").apply(document)
    blocks = document.pages["main"].blocks
    assert blocks["A"].values["value"] == blocks["B"].values["_seen"] == late and blocks["N"].values["_seen"] == text
    assert blocks["gain_2"].values["default"] == "2"
