"""Properties of a merge, over what two people do who begin with one document: examples, and pages of enuSpace."""

import pytest

from blockloom.blocks.catalogue.parameters import ARG, PARAMETER
from blockloom.blocks.document.pages import Block, Conflict, Document, Frame, Page, Placed, Wire
from blockloom.blocks.document.uids import items_of
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import (
    AddPage,
    Enclose,
    Insert,
    Move,
    MovePage,
    Remove,
    RemovePage,
    Rename,
    RenamePage,
    SetValue,
)
from blockloom.blocks.files.documents import dumps
from blockloom.blocks.merge.conflict_resolution import available_sides
from blockloom.blocks.merge.merge_documents import merge_documents
from tests.bases import bases, some
from tests.extent import slow_after
from tests.human_edits import (
    HARD,
    KINDS,
    Person,
    add_block,
    arrange_page,
    cut,
    looks,
    make_block,
    move,
    remove,
    rewire,
    set_value,
    two,
    view,
    wire,
)
from tests.merges import judged, opens

ON_PAGE = {set_value: 3, add_block: 2, wire: 2, rewire: 1, cut: 1, remove: 1, looks: 1, move: 1}


@pytest.mark.parametrize(
    ("count", "kinds"),
    slow_after(2, [(3, KINDS), (8, HARD), (1, KINDS), (1, HARD), (3, HARD), (8, KINDS)]),
)
def test_nothing_is_lost_or_mistaken_the_result_opens_and_sides_are_alike(catalogue, count, kinds):
    for number, (name, base) in enumerate(some(count, 2)):
        ours, theirs = two(base, 17 * count + number, count, catalogue, kinds=kinds)
        found = judged(base, ours, theirs, catalogue)
        about = f"{name}: {ours.done} and {theirs.done}"
        assert not found.verdict.lost and not found.verdict.mistaken, f"{about}: {found}"
        assert not found.opens and not found.faults, f"{about}: {found}"
        assert not found.both_ways, f"{about}: {found}"
        if count < 8:
            assert not found.verdict.spurious, f"{about}: {found}"


def test_who_changed_nothing_takes_what_the_other_has_to_the_byte(catalogue):
    for number, (name, base) in enumerate(some(0)):
        for count in (1, 6):
            there = Person(base, "theirs", number, catalogue).work(count)
            other, text = there.document, dumps(there.document)
            for ours, theirs in ((base, other), (other, base), (other, other)):
                found = merge_documents(base, ours.copy(), theirs.copy(), catalogue)
                assert dumps(found.document) == text and not found.notes, (name, there.done, found.notes)


@pytest.mark.parametrize(
    ("name", "seed", "count", "kinds"),
    slow_after(
        12,
        [
            ("Xor", 2007, 20, KINDS),  # both arranged the page, and added blocks to it
            ("Xor", 5007, 20, HARD),
            ("square_wave", 40005, 3, HARD),  # both unpacked an instance, and changed its page
            ("waves", 14006, 3, KINDS),
            ("waves", 701758, 8, HARD),  # both swapped parameters of an expression
            ("convolutional_network", 1301643, 20, KINDS),  # an expression of a parameter that the page lacks
            *((None, seed, count, kinds) for seed in range(6) for count in (8, 20) for kinds in (KINDS, HARD)),
        ],
    ),
)
def test_what_both_sides_did_alike_leaves_no_conflict_and_no_note(catalogue, name, seed, count, kinds):
    if name is not None and name not in bases():
        pytest.skip(f"the samples of enuSpace, such as {name}, are not here")
    part = dict(some(seed // 1000))
    base = bases()[name or sorted(part)[seed % len(part)]]
    there = Person(base, "theirs", seed, catalogue, kinds=kinds).work(count)
    found = merge_documents(base, there.document.copy(), there.document.copy(), catalogue)
    assert not found.document.conflicts and not found.notes, there.done
    assert dumps(found.document) == dumps(there.document), there.done


def test_pages_that_only_one_side_changed_and_moves_never_conflict(catalogue):
    for number, (name, base) in enumerate(some(1)):
        pages = list(base.pages)
        half = len(pages) // 2
        if half:
            ours, theirs = (
                Person(base, side, number + seed, catalogue, kinds=ON_PAGE, only=only).work(5)
                for seed, (side, only) in enumerate((("ours", pages[:half]), ("theirs", pages[half:])))
            )
            found = merge_documents(base, ours.document, theirs.document, catalogue)
            assert not found.document.conflicts, (name, ours.done, theirs.done)
        places = {move: 3, arrange_page: 0.3, view: 1}
        ours, theirs = (Person(base, side, number, catalogue, kinds=places).work(2) for side in ("ours", "theirs"))
        assert not merge_documents(base, ours.document, theirs.document, catalogue).document.conflicts, name


def test_a_value_goes_to_the_block_that_the_other_side_renamed(catalogue):
    for name, base in some(2):
        page = next(iter(base.pages.values()))
        for number, block in enumerate(list(page.blocks.values())[:6]):
            ours, theirs = UndoStack(base.copy()), UndoStack(base.copy())
            ours.do(Rename(page.name, block.id, f"OTHER_{number}"))
            theirs.do(SetValue(page.name, block.id, "_seen", "7"))
            for sides in ((ours, theirs), (theirs, ours)):
                found = merge_documents(base, *(side.document.copy() for side in sides), catalogue).document
                made = found.pages[page.name].blocks[f"OTHER_{number}"]
                assert not found.conflicts and made.values["_seen"] == "7", (name, block.id)


def test_an_edit_of_a_block_is_in_the_page_that_the_other_side_made_of_it(catalogue):
    tried = 0
    for number, (name, base) in enumerate(some(0, 2)):
        ours = Person(base, "ours", number, catalogue, kinds={make_block: 1}).work(1)
        was = {item.uid: (page, name) for page, name, item in items_of(base)}
        for page, block, item in items_of(ours.document):
            at = was.get(item.uid)
            if at is not None and at[0] != page and isinstance(item, Block):
                theirs = base.copy()
                SetValue(*at, "_seen", "7").apply(theirs)
                found = merge_documents(base, ours.document.copy(), theirs, catalogue).document
                assert found.pages[page].blocks[block].values["_seen"] == "7", (name, page, block)
                assert not found.conflicts, (name, page, block)
                tried += 1
    assert tried > 10


def _document(*blocks: Block) -> Document:
    document = Document()
    page = document.pages["main"] = Page("main")
    page.blocks = {block.id: block for block in blocks}
    return document


def test_frames_and_notes_that_both_sides_added_are_two(catalogue):
    base = _document(Block("A", "Const"), Block("B", "Const", 900))
    sides = [base.copy(), base.copy()]
    for side, block, x in zip(sides, "AB", (-20.0, 880.0), strict=True):
        Insert("main", frames=(Frame("FRAME", "Frame", x, -60),)).apply(side)
        page = side.pages["main"]
        page.blocks[block] = page.blocks[block]._replace(frame="FRAME")
    found = merge_documents(base, *sides, catalogue).document.pages["main"]
    assert len(found.frames) == 2
    assert found.frames[found.blocks["A"].frame].x == -20 and found.frames[found.blocks["B"].frame].x == 880


@pytest.mark.parametrize("retyped", [0, 1])
def test_a_type_without_the_pin_that_the_other_side_wired_is_to_be_chosen(catalogue, retyped):
    base = _document(Block("A", "Const"), Block("B", "Sum", 300))
    sides = [base.copy(), base.copy()]
    page = sides[retyped].pages["main"]
    page.blocks["B"] = page.blocks["B"]._replace(type="Neg")
    wired = Wire("A", "output", "B", "reduction_indices")
    Insert("main", wires=(Placed(wired, 0),)).apply(sides[1 - retyped])
    found = merge_documents(base, *sides, catalogue).document
    types = ("Neg", "Sum") if not retyped else ("Sum", "Neg")
    assert found.conflicts == (Conflict("main/B", "type", "Sum", *types),)
    assert wired in found.pages["main"].wires() and found.pages["main"].blocks["B"].type == types[0]


def test_what_is_put_in_the_place_of_a_frame_of_its_name_by_both_is_one(catalogue):
    base = _document(Block("A", "Const"))
    Insert("main", frames=(Frame("NET", "net"),)).apply(base)
    side = _document(Block("A", "Const"), Block("NET", "Neg", 5))
    found = merge_documents(base, side.copy(), side.copy(), catalogue)
    assert dumps(found.document) == dumps(side)


def test_a_parameter_of_one_page_is_not_that_of_another_into_which_a_block_went(catalogue):
    parameter = Block("gain", PARAMETER, values={"default": "1"})
    base = _document(parameter, Block("A", "Mul", 300, values={"y": "=gain"}))
    ours, theirs = base.copy(), UndoStack(base.copy())
    inner = ours.pages["inner"] = Page("inner")
    inner.blocks = {"gain": parameter, "A": ours.pages["main"].blocks.pop("A")}
    ours.pages["main"].blocks["BLOCK"] = Block("BLOCK", "page:inner", 300, values={"gain": "=gain"})
    theirs.do(Rename("main", "gain", "volume"))
    theirs.do(Move("main", {"A": (320.0, 0.0)}))
    found = merge_documents(base, ours, theirs.document, catalogue).document
    assert found.pages["inner"].blocks["A"].values == {"y": "=gain"}
    assert found.pages["main"].blocks["BLOCK"].values == {"gain": "=volume"}


def test_expressions_name_the_parameters_that_the_other_side_swapped(catalogue):
    blocks = [Block(name, PARAMETER, y, values={"default": name[-1]}) for y, name in enumerate(("gain_1", "gain_2"))]
    base = _document(*blocks, Block("A", "Mul", 300, values={"y": "=gain_1-gain_2*2"}))
    ours, theirs = UndoStack(base.copy()), UndoStack(base.copy())
    for old, new in (("gain_1", "other"), ("gain_2", "gain_1"), ("other", "gain_2")):
        ours.do(Rename("main", old, new))
    theirs.do(SetValue("main", "A", "x", "=gain_2-gain_1"))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.document.copy() for side in sides), catalogue).document
        page = found.pages["main"]
        assert page.blocks["gain_2"].values == {"default": "1"} and not found.conflicts
        assert page.blocks["A"].values == {"x": "=gain_1-gain_2", "y": "=gain_2-gain_1*2"}


@pytest.mark.parametrize("text", ["=gain", "=gain*2-volume"])
def test_an_expression_of_a_missing_parameter_gets_none_by_a_merge(catalogue, text):
    base = _document(Block("gain", PARAMETER, values={"default": "1"}), Block("A", "Mul", 300))
    ours, theirs = UndoStack(base.copy()), UndoStack(base.copy())
    ours.do(Rename("main", "gain", "volume"))
    ours.do(SetValue("main", "A", "y", text))
    theirs.do(SetValue("main", "A", "x", "=gain+1"))
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.document.copy() for side in sides), catalogue).document
        assert found.pages["main"].blocks["A"].values == {"x": "=volume+1", "y": text} and not found.conflicts


def _both_ways(base: Document, ours: Document, theirs: Document, catalogue) -> Document:
    """Return the merge, which opens, and whose conflicts are those with the sides exchanged."""
    found = merge_documents(base, ours.copy(), theirs.copy(), catalogue).document
    other = merge_documents(base, theirs.copy(), ours.copy(), catalogue).document
    exchanged = [one._replace(ours=one.theirs, theirs=one.ours) for one in other.conflicts]
    assert sorted(map(repr, found.conflicts)) == sorted(map(repr, exchanged)) and not opens(found)
    return found


@pytest.mark.parametrize(("named", "text"), [("gain", "=gain"), ("gain", "=1+gain*2"), ("A", "@A")])
def test_what_a_value_of_the_other_side_names_is_not_removed_without_a_conflict(catalogue, named, text):
    base = _document(Block("gain", PARAMETER, values={"default": "1"}), Block("A", "Const"), Block("B", "Mul", 300))
    ours, theirs = UndoStack(base.copy()), UndoStack(base.copy())
    ours.do(Remove("main", (named,)))
    theirs.do(SetValue("main", "B", "y", text))
    added = UndoStack(base.copy())
    added.do(Insert("main", (Block("NEW", "Mul", 300, 200, values={"y": text}),)))
    for side in (theirs, added):
        found = _both_ways(base, ours.document, side.document, catalogue)
        assert found.conflicts == (Conflict(f"main/{named}", "removed", False, True, False),)
        assert named in found.pages["main"].blocks


def test_a_side_of_a_conflict_does_not_name_a_block_that_has_the_name_of_a_removed_one(catalogue):
    base = _document(
        Block("A", "Const"), Block("B", "Neg", 300), Block("C", "Const", 0, 200), Block("D", "Const", 0, 400)
    )
    Insert("main", wires=(Placed(Wire("A", "output", "B", "x"), 0),)).apply(base)
    sides = [UndoStack(base.copy()), UndoStack(base.copy())]
    for side, source in zip(sides, "CD", strict=True):
        side.do(Remove("main", ("A",)))
        side.do(Insert("main", wires=(Placed(Wire(source, "output", "B", "x"), 0),)))
    sides[0].do(Insert("main", (Block("A", "Const", 0, 600),)))
    ours, theirs = (side.document for side in sides)
    found = _both_ways(base, ours, theirs, catalogue)
    assert found.conflicts == (Conflict("main/B.x", "wires", "A_2.output", "C.output", "D.output"),)
    assert found.pages["main"].ids() == {"A", "B", "C", "D"}


def _with_inner_page(base: Document, *moved: str) -> Document:
    """Return the document, which has uids, with blocks moved to the page `inner`."""
    made = base.copy()
    inner = made.pages["inner"] = Page("inner").replaced(uid="new")
    inner.blocks = {name: made.pages["main"].blocks.pop(name) for name in moved}
    return made


def test_an_expression_of_a_block_that_went_to_another_page_is_as_it_was_typed(catalogue):
    base = UndoStack(_document(Block("A", "Mul"), Block("gain", "Neg", 300))).document
    ours = UndoStack(base.copy())
    ours.do(Rename("main", "gain", "other"))
    ours.do(Insert("main", (Block("gain", PARAMETER, values={"default": "1"}),)))
    ours.do(SetValue("main", "A", "x", "=gain"))
    ours.do(SetValue("main", "A", "y", "=gain*2"))
    found = _both_ways(base, ours.document, _with_inner_page(base, "A"), catalogue)
    assert found.pages["inner"].blocks["A"].values == {"x": "=gain", "y": "=gain*2"}


def test_a_wire_of_a_variable_on_another_page_follows_the_names_of_both(catalogue):
    base = UndoStack(_document(Block("V", "VariableV2"), Block("B", "Assign", 300))).document
    ours = UndoStack(base.copy())
    ours.do(Insert("main", wires=(Placed(Wire("V", "ref", "B", "ref", "ref"), 0),)))
    found = _both_ways(base, ours.document, _with_inner_page(base, "V"), catalogue)
    assert found.conflicts == (Conflict("main/B.ref", "wires", None, "inner/ref V.ref", None),)
    history = UndoStack(found)
    history.do(Rename("inner", "V", "W"))
    history.do(RenamePage("inner", "layer"))
    assert found.conflicts == (Conflict("main/B.ref", "wires", None, "layer/ref W.ref", None),)


def test_a_frame_of_another_page_is_named_with_its_page_and_not_to_be_chosen(catalogue):
    base = UndoStack(_document(Block("A", "Const", frame="F"))).document
    Insert("main", frames=(Frame("F", "f"), Frame("G", "g"))).apply(base)
    ours, theirs = UndoStack(base.copy()), UndoStack(_with_inner_page(base, "A"))
    ours.do(Enclose("main", {"A": "G"}))
    theirs.do(Enclose("inner", {"A": ""}))
    theirs.do(Insert("inner", frames=(Frame("G", "another one"),)))
    found = _both_ways(base, ours.document, theirs.document, catalogue)
    assert found.conflicts == (Conflict("inner/A", "frame", "main/F", "main/G", ""),)
    assert available_sides(found.conflicts[0], found) == ("theirs",)


def test_a_frame_that_went_into_a_page_left_its_id_to_the_instance(catalogue):
    base = _document(Block("A", "Const", frame="NET"))
    Insert("main", frames=(Frame("NET", "net", device="/device:CPU:0"),)).apply(base)
    ours, theirs = base.copy(), base.copy()
    SetValue("main", "A", "value", "1").apply(ours)
    inner = theirs.pages["inner"] = Page("inner")
    inner.blocks, inner.frames = dict(base.pages["main"].blocks), dict(base.pages["main"].frames)
    theirs.pages["main"].blocks, theirs.pages["main"].frames = {"NET": Block("NET", "page:inner")}, {}
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *sides, catalogue).document
        assert not opens(found) and not found.conflicts
        assert found.pages["main"].items().keys() == {"NET"} and found.pages["inner"].items().keys() == {"A", "NET"}
        assert found.pages["inner"].blocks["A"].values == {"value": "1"}


def test_an_item_that_both_sides_added_to_different_pages_is_on_that_of_ours(catalogue):
    base = UndoStack(_document(Block("A", "Const"))).document
    ours, theirs = base.copy(), base.copy()
    AddPage("inner", uid="inner").apply(ours)
    for side, page in ((ours, "inner"), (theirs, "main")):
        Insert(page, (Block("NEW", "Neg", 300, uid="packed"),)).apply(side)
    for sides, page in (((ours, theirs), "inner"), ((theirs, ours), "main")):
        found = merge_documents(base, *(side.copy() for side in sides), catalogue)
        assert [str(note) for note in found.notes] == [f"{page}/NEW: both sides moved it to another page; ours is used"]
        assert "NEW" in found.document.pages[page].blocks and not found.document.conflicts


def test_a_note_says_that_both_sides_ordered_the_pages(catalogue):
    base = _document()
    for name in ("second", "third"):
        AddPage(name).apply(base)
    sides = [base.copy(), base.copy()]
    for side, name in zip(sides, ("second", "third"), strict=True):
        MovePage(name, 0).apply(side)
    found = merge_documents(base, *sides, catalogue)
    assert [*found.document.pages] == ["second", "main", "third"]
    assert [str(note) for note in found.notes] == ["both sides changed the order of pages; ours is used"]


def test_instances_of_a_missing_page_are_not_those_of_a_new_page_of_its_name(catalogue):
    base = UndoStack(_document(Block("A", "Const"))).document
    ours, theirs = base.copy(), UndoStack(base.copy())
    Insert("main", (Block("LOST", "page:block", 300, uid="lost"),)).apply(ours)
    theirs.do(AddPage("block"))
    theirs.do(Insert("main", (Block("USED", "page:block", 300, 200),)))
    for sides, types in (
        ((ours, theirs.document), {"LOST": "page:block", "USED": "page:block 2"}),
        ((theirs.document, ours), {"LOST": "page:block 2", "USED": "page:block"}),
    ):
        found = merge_documents(base, *(side.copy() for side in sides), catalogue).document
        assert {name: found.pages["main"].blocks[name].type for name in types} == types
        assert found.pages.keys() == {"main", types["USED"].removeprefix("page:")} and not opens(found)


def test_a_block_that_went_to_another_page_stays_if_both_sides_remove_its_page(catalogue):
    base = UndoStack(_document(Block("A", "Const"), Block("B", "Const", 300))).document
    AddPage("rest", uid="rest").apply(base)
    ours, theirs = UndoStack(_with_inner_page(base, "A")), UndoStack(base.copy())
    ours.do(RemovePage("main"))
    theirs.do(RemovePage("main"))
    found = _both_ways(base, ours.document, theirs.document, catalogue)
    assert found.pages.keys() == {"inner", "rest"} and [*found.pages["inner"].blocks] == ["A"]
    assert found.conflicts == (Conflict("inner/A", "removed", False, False, True),)


def test_a_value_names_the_block_that_went_to_another_page_with_it(catalogue):
    base = UndoStack(_document(Block("A", "Const"), Block("B", "Mul", 300, values={"y": "@A"}))).document
    side = _with_inner_page(base, "A", "B")
    copies = (Block("A", "Const", uid="copy"), Block("B", "Mul", 300, values={"y": "@A"}, uid="copied"))
    Insert("main", copies).apply(side)
    found = merge_documents(base, side.copy(), side.copy(), catalogue)
    assert dumps(found.document) == dumps(side) and not found.notes


def _packed(base: Document, *moved: str) -> Document:
    """Return the document with blocks moved to the page `inner`, which has the Arg x, and an instance of it."""
    made = _with_inner_page(base, *moved)
    Insert("inner", (Block("x", ARG, -300),)).apply(made)
    Insert("main", (Block("BLOCK", "page:inner", 600, 300),)).apply(made)
    return made


def _wired(document: Document, *wires: str) -> Document:
    """Add wires to the page `main`, each written like `A.y -> B.x`."""
    for text in wires:
        (source, source_pin), (target, pin) = (end.split(".") for end in text.split(" -> "))
        Insert("main", wires=(Placed(Wire(source, source_pin, target, pin), 0),)).apply(document)
    return document


def test_a_wire_is_not_routed_if_a_side_of_a_conflict_would_close_a_cycle_with_it(catalogue):
    blocks = (Block(name, "Neg", 300.0 * n) for n, name in enumerate("ACK"))
    base = UndoStack(_document(*blocks, Block("M", "Neg", 0, 300))).document
    ours, theirs = _packed(base, "A"), _wired(base.copy(), "K.y -> M.x", "A.y -> C.x")
    _wired(ours, "C.y -> M.x", "M.y -> BLOCK.x")
    found = _both_ways(base, ours, theirs, catalogue)
    assert {*found.conflicts} == {
        Conflict("main/M.x", "wires", None, "C.y", "K.y"),
        Conflict("main/C.x", "wires", None, None, "inner/A.y"),
    }


def test_of_two_wires_that_close_a_cycle_the_same_one_is_routed_with_the_sides_exchanged(catalogue):
    base = UndoStack(_document(*(Block(name, "Neg", 300.0 * n) for n, name in enumerate("AXB")))).document
    AddPage("rest", 0, uid="rest").apply(base)
    ours, theirs = _packed(base, "A", "B"), _wired(base.copy(), "A.y -> X.x", "X.y -> B.x")
    MovePage("inner", 0).apply(ours)
    MovePage("main", 0).apply(theirs)
    found = _both_ways(base, ours, theirs, catalogue)
    assert found.conflicts == (Conflict("main/X.x", "wires", None, None, "inner/A.y"),)


def test_wires_of_a_removed_pin_do_not_come_back_with_their_block(catalogue):
    base = UndoStack(_document(Block("A", "Const"), Block("USE", "page:inner", 300))).document
    AddPage("inner", uid="inner").apply(base)
    Insert("inner", (Block("x", ARG, uid="arg"),)).apply(base)
    ours, theirs = UndoStack(_wired(base, "A.output -> USE.x").copy()), UndoStack(base.copy())
    ours.do(SetValue("main", "A", "value", "1"))
    theirs.do(Remove("main", ("A",)))
    theirs.do(Remove("inner", ("x",)))
    theirs.do(Insert("inner", (Block("x", PARAMETER),)))
    found = _both_ways(base, ours.document, theirs.document, catalogue)
    assert found.conflicts == (Conflict("main/A", "removed", False, False, True),)
    assert not [*found.pages["main"].wires()]


def test_an_instance_of_a_page_that_one_side_removed_does_not_get_a_pin_of_the_other(catalogue):
    base = UndoStack(_document(Block("A", "Const"), Block("USE", "page:inner", 300))).document
    AddPage("inner", uid="inner").apply(base)
    Insert("inner", (Block("x", ARG, uid="arg"),)).apply(base)
    ours, theirs = UndoStack(base.copy()), base.copy()
    ours.do(Rename("inner", "x", "y"))
    RemovePage("inner").apply(theirs)
    _wired(theirs, "A.output -> USE.y")
    found = _both_ways(base, ours.document, theirs, catalogue)
    assert found.conflicts == (Conflict("inner/", "page-removed", False, False, True),)
    assert [*map(str, found.pages["main"].wires())] == ["A.output -> USE.y_2"] and "y" in found.pages["inner"].blocks


def test_a_merge_lists_the_items_of_a_page_as_often_for_many_blocks_as_for_few(catalogue, monkeypatch):
    lists, items = [], Page.items
    monkeypatch.setattr(Page, "items", lambda page: lists.append(page) or items(page))
    counts = []
    for count in (10, 300):
        base = UndoStack(_document(*(Block(f"B{n}", "Const", 9 * n) for n in range(count)))).document
        sides = [base.copy(), base.copy()]
        for side, name in zip(sides, ("B1", "B2"), strict=True):
            Rename("main", name, f"{name}_new").apply(side)
        lists.clear()
        merge_documents(base, *sides, catalogue)
        counts.append(len(lists))
    assert counts[0] == counts[1]
