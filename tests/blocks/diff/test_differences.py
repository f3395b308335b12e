"""Differences between two documents, and the edits from one to the other."""

from blockloom.blocks.catalogue.parameters import ARG, PARAMETER, RETVAL
from blockloom.blocks.diff.differences import Diff, diff_documents
from blockloom.blocks.document.pages import Block, Document, Page, Wire
from blockloom.blocks.files import documents


def _page(name: str, blocks: list[Block], *wires: str) -> Page:
    page = Page(name)
    page.blocks = {block.id: block for block in blocks}
    ends = [[end.partition(".") for end in wire.split(" ")] for wire in wires]
    page.put_all(Wire(source[0], source[2], target[0], target[2]) for source, target in ends)
    return page


def _document(*pages: Page) -> Document:
    document = Document()
    document.pages = {page.name: page for page in pages}
    return document


def _holds(a: Document, b: Document) -> Diff:
    """Return the diff, after checking that it leads from A to B and back."""
    found, before = diff_documents(a, b), documents.dumps(a)
    made = a.copy()
    back = found.edit().apply(made)
    assert documents.dumps(made) == documents.dumps(b)
    back.apply(made)
    assert documents.dumps(made) == before == documents.dumps(a)
    assert not diff_documents(b, b).changes
    return found


def test_a_value_and_a_wire_are_a_change_each() -> None:
    a = _document(_page("main", [Block("A", "Const", values={"value": "1"}), Block("B", "Neg")]))
    b = _document(_page("main", [Block("A", "Const", values={"value": "2"}), Block("B", "Neg")], "A.output B.x"))
    value, wires = _holds(a, b).changes
    assert value[:5] == ("main", "A", "value:value", "1", "2")
    assert wires[:3] == ("main", "B", "wires:x") and wires.new == (Wire("A", "output", "B", "x"),)


def test_a_block_with_another_id_is_known_by_its_place_and_its_wires_follow() -> None:
    a = _document(_page("main", [Block("A", "Const", 5, 5), Block("B", "Neg", 90)], "A.output B.x"))
    b = _document(_page("main", [Block("IN", "Const", 5, 5), Block("B", "Neg", 90)], "IN.output B.x"))
    (change,) = _holds(a, b).changes
    assert change == ("main", "A", "id", "A", "IN")


def test_a_page_and_its_arg_have_other_names_and_what_uses_them_follows() -> None:
    def made(page: str, pin: str) -> Document:
        inner = _page(page, [Block(pin, ARG), Block("N", "Neg", 50), Block("OUT", RETVAL, 99)], f"{pin}.output N.x")
        return _document(
            _page(
                "main", [Block("C", "Const"), Block("I", f"page:{page}", 70, values={pin: "2"})], f"C.output I.{pin}"
            ),
            inner,
        )

    found = _holds(made("double", "x"), made("negate", "angle"))
    assert {change[1:] for change in found.changes} == {
        ("", "name", "double", "negate"),
        ("x", "id", "x", "angle"),
    }


def test_blocks_that_moved_into_a_page_are_the_same_blocks() -> None:
    a = _document(
        _page("main", [Block("C", "Const"), Block("R", "Relu", 50), Block("N", "Neg", 90)], "C.output R.x", "R.y N.x")
    )
    b = _document(
        _page(
            "main", [Block("C", "Const"), Block("I", "page:part", 50), Block("N", "Neg", 90)], "C.output I.x", "I.y N.x"
        ),
        _page("part", [Block("x", ARG), Block("R", "Relu", 50), Block("y", RETVAL, 90)], "x.output R.x", "R.y y.value"),
    )
    found = _holds(a, b)
    assert ("main", "R", "page", "main", "part") in found.changes
    assert found.in_b("main", "R") == ("part", "R") and found.in_a("part", "R") == ("main", "R")
    moved = next(change for change in found.changes if change.field == "page")
    made = a.copy()
    found.edit([moved]).apply(made)  # takes what it needs
    assert documents.dumps(made) == documents.dumps(b)


def test_a_wire_takes_the_new_block_that_it_comes_from_and_nothing_else() -> None:
    a = _document(_page("main", [Block("B", "Neg")]))
    b = _document(_page("main", [Block("A", "Const", 9), Block("B", "Neg", 7), Block("D", "Exp", 40)], "A.output B.x"))
    found = _holds(a, b)
    wire = next(change for change in found.changes if change.name == "wires")
    made = a.copy()
    found.edit([wire]).apply(made)
    assert sorted(made.pages["main"].blocks) == ["A", "B"] and made.pages["main"].wire_count() == 1
    assert made.pages["main"].blocks["B"].x == 0


def test_a_block_that_goes_takes_its_wires_along() -> None:
    a = _document(_page("main", [Block("A", "Const"), Block("B", "Neg", 9)], "A.output B.x"))
    b = _document(_page("main", [Block("B", "Neg", 9, values={"x": "1"})]))
    found = _holds(a, b)
    gone = next(change for change in found.changes if not change.field)
    made = a.copy()
    found.edit([gone]).apply(made)
    assert list(made.pages["main"].blocks) == ["B"] and not made.pages["main"].wire_count()
    assert "x" not in made.pages["main"].blocks["B"].values


def test_in_a_model_the_node_says_which_block_it_is_not_the_counted_id() -> None:
    def layer(number: int, node: str) -> Block:
        return Block(f"MatMul_{number}" if number > 1 else "MatMul", "MatMul", names={"": node})

    a = _document(_page("main", [layer(1, "head/MatMul"), layer(2, "end/MatMul")], "MatMul.product MatMul_2.a"))
    b = _document(
        _page(
            "main",
            [layer(1, "hidden/MatMul"), layer(2, "head/MatMul"), layer(3, "end/MatMul")],
            "MatMul.product MatMul_2.a",
            "MatMul_2.product MatMul_3.a",
        )
    )
    found = _holds(a, b)
    assert {change[1:3] for change in found.changes} == {
        ("MatMul", "id"),
        ("MatMul_2", "id"),
        ("MatMul+", ""),
        ("MatMul", "wires:a"),
    }
    _holds(b, a)


def test_a_parameter_of_the_page_into_which_its_block_went_is_another_one() -> None:
    gain, scale = Block("gain", PARAMETER, 0, 300), Block("S", "Mul", 90, values={"y": "=gain"})
    a = _document(_page("main", [gain, scale]))
    volume = gain._replace(id="volume")
    inner = _page("part", [gain._replace(x=-100, y=0), scale])
    b = _document(_page("main", [volume, Block("I", "page:part", 90, values={"gain": "=volume"})]), inner)
    changes = _holds(a, b).changes
    assert ("main", "gain", "id", "gain", "volume") in changes and ("main", "S", "page", "main", "part") in changes
