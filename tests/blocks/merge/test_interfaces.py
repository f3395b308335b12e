"""Args, Retvals and Parameters that both sides add, and the wires to them by position."""

import pytest

from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert, Remove, Rename, SetValue
from blockloom.blocks.merge.merge_documents import merge_documents
from blockloom.blocks.operations import add_pin, copy_page_for_instances, move_pin
from tests.pages import document, page

LOOP = {"cond": "cond", "body": "body"}


@pytest.fixture
def loop(catalogue):
    """Return a document with a While over two values, of which the second is used."""
    made = document(
        catalogue,
        {"A": ("Const", {"value": "1"}), "B": ("Const", {"value": "2"}), "W": ("While", LOOP), "SEEN": "Neg"},
        "A.output -> W.input\nB.output -> W.input",
    )
    made.pages["main"].put_wire(Wire("W", "output[1]", "SEEN", "x"))
    args = "a loom.Arg dtype=DT_INT32 index=0;b loom.Arg dtype=DT_INT32 index=1"
    page(made, "cond", f"{args};LESS Less y=9;go loom.Retval", "a.output -> LESS.x", "LESS.z -> go.input")
    body = f"{args};next_a loom.Retval index=0;next_b loom.Retval index=1"
    page(made, "body", body, "a.output -> next_a.input", "b.output -> next_b.input")
    return made


def grown(catalogue, loop, name, place=2, source=""):
    """Return the document with an additional loop value at an index, which is used as well."""
    made = loop.copy()
    for there, kinds in (("cond", ("Arg",)), ("body", ("Arg", "Retval"))):
        for kind, pin in zip(kinds, (name, f"next_{name}")):
            values = {"dtype": "DT_INT32"} if kind == "Arg" else {}
            add_pin(made.pages[there], catalogue.with_pages(made), f"loom.{kind}", pin, values).edit.apply(made)
            if place < 2:
                move_pin(made.pages[there], pin, place).edit.apply(made)
    Insert("body", wires=(Placed(Wire(name, "output", f"next_{name}", "input"), 0),)).apply(made)
    new = [Block(f"SEEN_{name}", "Neg", 900, ord(name))]
    new += [] if source else [Block(name.upper(), "Const", 0, ord(name), {"value": str(ord(name))})]
    into = Wire(source or name.upper(), "output", "W", "input")
    Insert("main", tuple(new), (Placed(into, place),)).apply(made)
    out = [Wire("W", f"output[{place}]", f"SEEN_{name}", "x")]
    if place < 2:  # the second value is the third then
        Remove("main", wires=(Placed(Wire("W", "output[1]", "SEEN", "x"), 0),)).apply(made)
        out.append(Wire("W", "output[2]", "SEEN", "x"))
    Insert("main", wires=tuple(Placed(wire, 0) for wire in out)).apply(made)
    return made


def led(made, index, source):
    """Lead another block to a value of the loop."""
    old = made.pages["main"].wires_into("W", "input")[index]
    Remove("main", wires=(Placed(old, index),)).apply(made)
    Insert("main", wires=(Placed(old._replace(source=source), index),)).apply(made)


def order(made, name, kind="loom.Arg"):
    blocks = [block for block in made.pages[name].blocks.values() if block.type == kind]
    found = {int(block.values["index"]): block.id for block in blocks}
    assert len(found) == len(blocks)
    return [found[index] for index in sorted(found)]


def shown(made):
    main = made.pages["main"]
    return {main.wires_into(block, "x")[0].source_pin: block for block in main.blocks if block.startswith("SEEN")}


@pytest.mark.parametrize(
    "sides, places, args",
    [
        ("cd", (2, 2), "abcd"),
        ("dc", (2, 2), "abdc"),
        ("cd", (1, 2), "acbd"),
        ("cd", (2, 1), "adbc"),
        ("cd", (1, 1), "acdb"),
    ],
)
def test_each_side_adds_a_value_to_a_loop(catalogue, loop, sides, places, args):
    both = [grown(catalogue, loop, *row) for row in zip(sides, places)]
    found = merge_documents(loop, *both, catalogue)
    made = found.document
    assert not made.conflicts and not [check(one, catalogue) for one in (*both, made) if check(one, catalogue)]
    assert order(made, "cond") == order(made, "body") == [*args]
    assert order(made, "body", "loom.Retval") == [f"next_{arg}" for arg in args]
    assert [wire.source for wire in made.pages["main"].wires_into("W", "input")] == [*args.upper()]
    assert shown(made) == {f"output[{args.index(pin[5:] or 'b')}]": pin for pin in ("SEEN", "SEEN_c", "SEEN_d")}
    late = {f"{place}{arg}" for arg in args if arg == sides[1] for place in ("cond/", "body/", "body/next_")}
    if places == (2, 2):
        assert {str(note).partition(":")[0] for note in found.notes} == late


def test_both_lead_one_block_to_what_they_add(catalogue, loop):
    both = [grown(catalogue, loop, name, source="A") for name in "cd"]
    made = merge_documents(loop, *both, catalogue).document
    assert not made.conflicts and [wire.source for wire in made.pages["main"].wires_into("W", "input")] == [*"ABAA"]


def test_what_was_led_to_an_old_arg_by_one_side_stays(catalogue, loop):
    ours, theirs = (grown(catalogue, loop, name) for name in "cd")
    led(theirs, 0, "B")
    made = merge_documents(loop, ours, theirs, catalogue).document
    assert not made.conflicts and [wire.source for wire in made.pages["main"].wires_into("W", "input")] == [*"BBCD"]
    led(ours, 0, "C")
    made = merge_documents(loop, ours, theirs, catalogue).document
    assert [conflict.at for conflict in made.conflicts] == ["main/W.input"]


def test_parameters_that_both_add_have_an_index_each(catalogue):
    base = document(
        catalogue,
        {"X": "page:inner"},
        inner="gain loom.Parameter index=0 default=1",
    )
    sides = [base.copy(), base.copy()]
    for side, name in zip(sides, "cd"):
        add_pin(side.pages["inner"], catalogue, "loom.Parameter", name, {"default": "2"}).edit.apply(side)
        SetValue("main", "X", name, "3").apply(side)
    found = merge_documents(base, *sides, catalogue)
    assert order(found.document, "inner", "loom.Parameter") == ["gain", "c", "d"]
    assert found.document.pages["main"].blocks["X"].values == {"c": "3", "d": "3"}
    assert [str(note) for note in found.notes] == [
        "inner/d: its index is 2 here, because the other side added a pin, too"
    ]


def test_a_page_of_its_own_without_a_pin_that_the_other_side_wired_is_to_be_chosen(catalogue):
    base = document(
        catalogue,
        {"X": "Const", "A": "page:inner", "B": "Neg"},
        "X.output -> A.x",
        inner="x loom.Arg; NEG Neg x=<x.output; y loom.Retval input=<NEG.y",
    )
    ours, theirs = base.copy(), base.copy()
    Insert("main", wires=(Placed(Wire("A", "y", "B", "x"), 0),)).apply(ours)
    copy_page_for_instances(theirs, theirs.pages["main"], ["A"]).edit.apply(theirs)
    Rename("inner 2", "y", "z").apply(theirs)
    for sides, types in (((ours, theirs), ("inner", "inner 2")), ((theirs, ours), ("inner 2", "inner"))):
        made = merge_documents(base, *sides, catalogue).document
        assert [*made.conflicts] == [("main/A", "type", "page:inner", *(f"page:{name}" for name in types))]


def test_pins_that_both_put_in_another_order_have_that_of_ours_with_what_theirs_added(catalogue, loop):
    base = document(
        catalogue,
        {"X": "page:inner"},
        inner=";".join(f"{name} loom.Arg dtype=DT_FLOAT index={at}" for at, name in enumerate("abc")),
    )
    ours, theirs = base.copy(), base.copy()
    move_pin(ours.pages["inner"], "a", 2).edit.apply(ours)
    move_pin(theirs.pages["inner"], "c", 0).edit.apply(theirs)
    add_pin(theirs.pages["inner"], catalogue, "loom.Arg", "d", {"dtype": "DT_FLOAT"}).edit.apply(theirs)
    move_pin(theirs.pages["inner"], "d", 1).edit.apply(theirs)
    said = "inner: both sides changed the order of its pins; ours is used"
    for sides, args in (((ours, theirs), "bcda"), ((theirs, ours), "cdab")):
        found = merge_documents(base, *sides, catalogue)
        assert order(found.document, "inner") == [*args] and not found.document.conflicts
        assert said in map(str, found.notes)
    both = [loop.copy(), loop.copy()]
    for side in both:
        move_pin(side.pages["body"], "a", 1).edit.apply(side)
    assert not merge_documents(loop, *both, catalogue).notes, "both did the same"
