"""One side groups blocks that the other side wires: the wires go through the pins of the new page."""

from blockloom.blocks.catalogue.parameters import ARG, RETVAL
from blockloom.blocks.document.pages import Block, Conflict, Document, Frame, Page, Placed, Wire
from blockloom.blocks.document.uids import complete
from blockloom.blocks.edits import AddPage, Enclose, Insert, Remove
from blockloom.blocks.files import documents
from blockloom.blocks.merge.merge_documents import MergeResult, merge_documents


def _base() -> Document:
    document, page = Document(), Page("main")
    document.pages["main"] = page
    blocks = ("A", "Const", 0), ("B", "Neg", 200), ("C", "Abs", 400), ("D", "Exp", 600)
    page.blocks = {name: Block(name, type_, x) for name, type_, x in blocks}
    page.put_all([Wire("A", "output", "B", "x"), Wire("B", "y", "C", "x"), Wire("C", "y", "D", "x")])
    return document


def _packed() -> Document:
    """B made a block."""
    document = _base()
    Remove("main", ("B",)).apply(document)
    AddPage("part").apply(document)
    inner = (Block("x", ARG), Block("B", "Neg", 200), Block("y", RETVAL, 400))
    wires = Wire("x", "output", "B", "x"), Wire("B", "y", "y", "input")
    Insert("part", inner, tuple(Placed(wire, 0) for wire in wires)).apply(document)
    outer = Wire("A", "output", "I", "x"), Wire("I", "y", "C", "x")
    Insert("main", (Block("I", "page:part", 200),), tuple(Placed(wire, 0) for wire in outer)).apply(document)
    return document


def _rewired(cut: Wire, led: Wire, *blocks: Block) -> Document:
    document = _base()
    Remove("main", wires=(Placed(cut, 0),)).apply(document)
    Insert("main", blocks, wires=(Placed(led, 0),)).apply(document)
    return document


def _both_ways(theirs: Document) -> list[MergeResult]:
    found = [
        merge_documents(_base(), *(side.copy() for side in sides))
        for sides in ((_packed(), theirs), (theirs, _packed()))
    ]
    for one in found:
        text = documents.dumps(one.document)
        assert not documents.loads(text).troubles
    return found


def _wires(found: MergeResult, page: str) -> set[str]:
    return {str(wire) for wire in found.document.pages[page].wires()}


def test_a_wire_from_what_the_other_side_packed_leads_out_of_the_page() -> None:
    theirs = _base()
    Insert("main", (Block("NEW", "Neg", 400, 300),), (Placed(Wire("B", "y", "NEW", "x"), 0),)).apply(theirs)
    for found in _both_ways(theirs):
        assert not found.document.conflicts
        assert {"I.y -> NEW.x", "I.y -> C.x"} < _wires(found, "main")
        assert [str(note) for note in found.notes] == ["main/NEW.x: a wire from another page leads through its pins"]


def test_a_block_whose_frame_the_other_side_moved_to_another_page_is_in_no_frame() -> None:
    base = _base()
    page = base.pages["main"]
    page.frames["F"], page.blocks["B"] = Frame("F"), page.blocks["B"]._replace(frame="F")
    complete(base)
    ours, theirs = base.copy(), base.copy()
    Remove("main", ("B",), frames=("F",)).apply(ours)
    AddPage("part").apply(ours)
    Insert("part", (page.blocks["B"],), (), (page.frames["F"],)).apply(ours)
    Enclose("main", {"D": "F"}).apply(theirs)
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(base, *(side.copy() for side in sides))
        assert not found.document.conflicts and found.document.pages["main"].blocks["D"].frame == ""
        assert [str(note) for note in found.notes] == ["main: D is not in a frame: its frame is on another page now"]


def test_a_wire_into_what_the_other_side_packed_leads_into_the_page() -> None:
    theirs = _rewired(Wire("A", "output", "B", "x"), Wire("NEW", "output", "B", "x"), Block("NEW", "Const", 0, 300))
    for found in _both_ways(theirs):
        assert not found.document.conflicts
        (inner,) = found.document.pages["part"].wires_into("B", "x")
        (outer,) = found.document.pages["main"].wires_into("I", inner.source)
        assert outer.source == "NEW"


def test_a_pin_that_the_other_side_wired_elsewhere_is_not_kept_by_packing() -> None:
    theirs = _rewired(Wire("B", "y", "C", "x"), Wire("A", "output", "C", "x"))
    for found in _both_ways(theirs):
        assert not found.document.conflicts and not found.notes
        assert "A.output -> C.x" in _wires(found, "main") and "I.y -> C.x" not in _wires(found, "main")


def test_a_wire_that_would_lead_back_into_the_block_is_to_be_chosen() -> None:
    ours = _base()  # B and D are a block, with C between
    Remove("main", ("B", "D")).apply(ours)
    AddPage("part").apply(ours)
    inner = Block("x", ARG), Block("B", "Neg", 200), Block("D", "Exp", 600), Block("y", RETVAL, 800)
    wires = Wire("x", "output", "B", "x"), Wire("B", "y", "y", "input")
    Insert("part", inner, tuple(Placed(wire, 0) for wire in wires)).apply(ours)
    outer = Wire("A", "output", "I", "x"), Wire("I", "y", "C", "x")
    Insert("main", (Block("I", "page:part", 200),), tuple(Placed(wire, 0) for wire in outer)).apply(ours)
    theirs = _base()
    Insert("main", (Block("E", "Neg", 500, 200),), (Placed(Wire("C", "y", "E", "x"), 0),)).apply(theirs)
    Remove("main", wires=(Placed(Wire("C", "y", "D", "x"), 0),)).apply(theirs)
    Insert("main", wires=(Placed(Wire("E", "y", "D", "x"), 0),)).apply(theirs)
    for sides in ((ours, theirs), (theirs, ours)):
        found = merge_documents(_base(), *(side.copy() for side in sides)).document
        assert [(one.at, one.what) for one in found.conflicts] == [("part/D.x", "wires")]
        assert not found.pages["part"].wires_into("D")


def _made_a_block(of: str, called: str) -> Document:
    """One block of the chain made a block, `called` so, as is its page."""
    document, place = _base(), {"B": ("A", "C"), "C": ("B", "D")}[of]
    block = document.pages["main"].blocks[of]
    pins = [(w.source_pin, w.target_pin) for w in document.pages["main"].wires() if of in (w.source, w.target)]
    Remove("main", (of,)).apply(document)
    AddPage(called).apply(document)
    inner = (Block("x", ARG), block, Block("y", RETVAL, 800))
    wires = Wire("x", "output", of, pins[0][1]), Wire(of, pins[1][0], "y", "input")
    Insert(called, inner, tuple(Placed(wire, 0) for wire in wires)).apply(document)
    outer = Wire(place[0], pins[0][0], called.upper(), "x"), Wire(called.upper(), "y", place[1], pins[1][1])
    Insert("main", (Block(called.upper(), f"page:{called}"),), tuple(Placed(wire, 0) for wire in outer)).apply(document)
    return document


def test_neighbours_of_which_each_side_made_one_a_block_stay_wired() -> None:
    left, right = _made_a_block("B", "left"), _made_a_block("C", "right")
    for sides in ((left, right), (right, left)):
        found = merge_documents(_base(), *(side.copy() for side in sides))
        assert not found.document.conflicts
        assert _wires(found, "main") == {"A.output -> LEFT.x", "LEFT.y -> RIGHT.x", "RIGHT.y -> D.x"}
        assert _wires(found, "left") == {"x.output -> B.x", "B.y -> y.input"}
        assert _wires(found, "right") == {"x.output -> C.x", "C.y -> y.input"}


def test_a_wire_that_both_sides_have_through_other_pins_is_a_conflict_with_equal_sides() -> None:
    sides = []
    for of, called in ("B", "left"), ("C", "right"):
        side = _made_a_block(of, called)
        AddPage("third").apply(side)
        Insert("third", (Block("COPY", f"page:{called}"),)).apply(side)  # no pins lead from page to page
        sides.append(side)
    for both in (sides, sides[::-1]):
        found = merge_documents(_base(), *(side.copy() for side in both)).document
        assert found.conflicts == (Conflict("right/C.x", "wires", None, "left/B.y", "left/B.y"),)
