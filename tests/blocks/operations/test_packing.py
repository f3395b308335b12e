"""Grouping blocks as a page, and ungrouping: the lowered graph stays equal, and undo restores the bytes."""

import random

import pytest

from blockloom.blocks import operations
from blockloom.blocks.catalogue.parameters import ARG, RETVAL, signature
from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import Document, Frame, Note, Page, control
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError
from blockloom.blocks.files import documents
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.lower.page_inlining import flatten
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.operations import Measures
from tests.blocks.small import SMALL, document
from tests.extent import slow_after

CHAIN = """
X Const value=1.5f dtype=DT_FLOAT
W Const value=2.5f dtype=DT_FLOAT
ADD AddV2
SUM AddN
BOTH AddV2
LOSS Exit
S loom.Session
X.output -> ADD.x
W.output -> ADD.y
X.output -> SUM.inputs
ADD.z -> SUM.inputs
W.output -> SUM.inputs
ADD.z -> BOTH.x
SUM.sum -> BOTH.y
BOTH.z -> LOSS.data
SUM.sum -> S.fetch_outputs
LOSS.output -> S.fetch_outputs
"""


def rules(made: Document, page: str = "main") -> WireRules:
    return WireRules(made.page(page), SMALL.with_pages(made))


def packed(made: Document, names: set[str], name: str = "", page: str = "main") -> operations.PageChange:
    """Group blocks, undo and redo."""
    here = rules(made, page)
    change = operations.group_as_instance(made, here, names, Measures(here.page, here.catalogue), name)
    _done(made, change)
    return change


def unpacked(made: Document, block: str, page: str = "main") -> operations.PageChange:
    here = rules(made, page)
    change = operations.unpack(made, here, block, Measures(here.page, here.catalogue))
    _done(made, change)
    return change


def _done(made: Document, change: operations.PageChange) -> None:
    history, before = UndoStack(made), documents.dumps(made)
    history.do(change.edit, change.label)
    after = documents.dumps(made)
    assert documents.dumps(documents.loads(after)) == after
    history.undo()
    assert documents.dumps(made) == before
    history.redo()
    assert documents.dumps(made) == after


def graph(made: Document, page: str = "main") -> tuple[dict, dict]:
    """Return the lowered graph of a page: blocks, and the ordered wires into each pin.

    The ids are without those of instances.
    """
    flat: Page = flatten(made.page(page), SMALL.with_pages(made)).page

    def plain(name: str) -> str:
        return name.rpartition("/")[2]

    return (
        {plain(b.id): (b.type, dict(b.values)) for b in flat.blocks.values()},
        {
            (plain(target), pin): [(plain(w.source), w.source_pin, w.kind) for w in wires]
            for target, pins in flat.into.items()
            for pin, wires in pins.items()
            if pin
        },
    )


def waiting_pairs(made: Document) -> set[tuple[str, str]]:
    """Return which blocks of `main` wait for which, directly or indirectly."""
    flat = flatten(made.page("main"), SMALL.with_pages(made)).page
    return {
        (name.rpartition("/")[2], other.rpartition("/")[2])
        for name in flat.blocks
        for other in upstream(flat, {name}) - {name}
    }


def errors(made: Document, page: str = "main") -> list[str]:
    return [p.place_text + " " + p.message for p in check(made, SMALL, page) if p.severity == "error"]


def test_a_block_made_of_a_selection_gives_what_the_blocks_gave():
    made = document(CHAIN)
    before = graph(made)
    change = packed(made, {"ADD", "SUM", "BOTH"}, "middle")
    assert list(made.pages) == ["main", "middle"] and change.selection == ("MIDDLE",)
    page, (args, retvals, parameters) = made.page("middle"), signature(made.page("middle"))
    assert set(page.blocks) == {"ADD", "SUM", "BOTH", "x", "w", "sum", "both"} and not parameters
    assert all(b.values["dtype"] == "DT_FLOAT" for b in args)
    assert [b.id for b in args] == ["w", "x"] and [b.id for b in retvals] == ["both", "sum"]
    assert [w.source for w in page.wires_into("SUM", "inputs")] == ["x", "ADD", "w"]
    main = made.page("main")
    assert [(w.source, w.source_pin) for w in main.wires_into("S", "fetch_outputs")] == [
        ("MIDDLE", "sum"),
        ("LOSS", "output"),
    ]
    assert graph(made) == before and errors(made) == errors(document(CHAIN))


def test_an_unpacked_block_leaves_the_page_as_it_was():
    made = document(CHAIN)
    for i, (name, block) in enumerate(made.page("main").blocks.items()):
        made.page("main").blocks[name] = block._replace(x=200.0 * i, y=5.0 * i)
    before, blocks, wires = graph(made), dict(made.page("main").blocks), set(made.page("main").wires())
    packed(made, {"ADD", "SUM", "BOTH"}, "middle")
    assert set(unpacked(made, "MIDDLE").selection) == {"ADD", "SUM", "BOTH"}
    assert graph(made) == before
    there = made.page("main").blocks
    assert set(made.page("main").wires()) == wires and there.keys() == blocks.keys()
    assert (
        len({(b.x - blocks[n].x, b.y - blocks[n].y) for n, b in there.items() if n in ("ADD", "SUM", "BOTH")}) == 1
    ), "as they lay to each other"


@pytest.mark.parametrize("seed", slow_after(6, range(25)))
def test_any_selection_that_becomes_a_block_and_is_unpacked_again_runs_as_before(seed: int):
    dice = random.Random(seed)
    made = document(CHAIN + "X -> LOSS\nW -> BOTH\nADD -> LOSS")
    page, before, waiting = made.page("main"), graph(made), waiting_pairs(made)
    names = set(dice.sample(sorted(page.blocks), dice.randint(2, 6)))
    try:
        change = packed(made, names, "part")
    except EditError as error:
        assert "is between" in str(error)
        return
    assert graph(made) == before and waiting_pairs(made) >= waiting
    unpacked(made, *change.selection)
    assert graph(made) == before and waiting_pairs(made) >= waiting


@pytest.mark.parametrize(
    ("text", "names", "named"),
    [
        ("A Const value=1f\nB AddV2 y=1\nC AddV2 y=1\nA.output -> B.x\nB.z -> C.x", {"A", "C"}, "B is between"),
        (
            "V FIFOQueue\nE QueueDequeue\nV.handle -> E.handle",
            {"E"},
            "E.handle takes a variable.*Select V as well",
        ),
        (
            "P Print text='a'\nS loom.Session\nP.operation -> S.fetch_outputs",
            {"P"},
            r"P.operation -> S.fetch_outputs cannot cross .* Leave P out",
        ),
        ("Q Unstage\nT Tee\nQ.values -> T.data", {"T"}, "unknown number of tensors"),
        ("A Const value=1f\nB Print text=@A", {"A"}, r"B\.text names A, which"),
        ("S loom.Session", {"S"}, "Select the blocks"),
        ("A Const value=1f", set(), "Select the blocks"),
    ],
)
def test_what_cannot_cross_is_refused_and_named(text: str, names: set[str], named: str):
    made = document(text)
    with pytest.raises(EditError, match=named):
        packed(made, names)


def test_lists_cross_one_by_one():
    made = document("""
        V Const value=[1f,2f]
        N Split split_dim=0 num_split=3
        SUM AddN
        V.output -> N.value
        N.output -> SUM.inputs
        V.output -> SUM.inputs""")
    packed(made, {"N", "V"}, "parts")
    assert [w.source_pin for w in made.page("main").wires_into("SUM", "inputs")] == [
        "n_output_0",
        "n_output_1",
        "n_output_2",
        "v",
    ]
    assert graph(made)[1]["SUM", "inputs"] == [("N", f"output[{i}]", "tensor") for i in range(3)] + [
        ("V", "output", "tensor")
    ]


def test_control_wires_lead_to_the_block_and_out_of_it():
    made = document(CHAIN)
    for wire in (
        control("W", "ADD"),
        control("X", "ADD"),
        control("X", "BOTH"),
        control("ADD", "LOSS"),
        control("BOTH", "LOSS"),
    ):
        made.page("main").put_wire(wire)
    waiting = waiting_pairs(made)
    packed(made, {"ADD", "SUM", "BOTH"}, "middle")
    main = made.page("main")
    assert sorted(w.source for w in main.wires_into("MIDDLE", "")) == ["W", "X"]
    assert main.wires_into("LOSS", "") == [control("MIDDLE", "LOSS")]
    assert waiting_pairs(made) == waiting


def test_a_frame_becomes_a_page_of_its_title():
    made = document(
        "A Const value=1f @frame=F\nB AddV2 y=1 @frame=F\nC AddV2 y=2\nA.output -> B.x\nB.z -> C.x",
        (Frame("F", "my net", collapsed=True, frame="G"), Frame("G", "all")),
    )
    made.page("main").notes["N"] = Note("N", "about it")
    change = packed(made, {"F"})
    page = made.page("my net")
    assert not page.frames and set(page.blocks) == {"A", "B", "b"} and made.page("main").frames.keys() == {"G"}
    assert made.page("main").blocks[change.selection[0]].frame == "G"
    unpacked(made, *change.selection)
    assert {b.frame for n, b in made.page("main").blocks.items() if n != "C"} == {"G"}
    made = document("A Const value=1f @frame=F", (Frame("F", "net", device="/device:CPU:0", collapsed=True),))
    packed(made, {"F"})
    assert made.page("net").frames["F"].device and not made.page("net").frames["F"].collapsed


def test_what_nothing_takes_is_given_where_nothing_else_is():
    made = document("A Const value=1f\nB AddV2 y=1\nA.output -> B.x")
    packed(made, {"A", "B"}, "end")
    assert [b.id for b in signature(made.page("end")).retvals] == ["b"]


def test_parameters_are_handed_on_and_values_stand_in_their_place_when_unpacked():
    made = document(CHAIN)
    made.pages["layer"] = document("""
        gain loom.Parameter default=2
        x loom.Arg dtype=DT_FLOAT index=0
        d loom.Arg dtype=DT_FLOAT index=1 default=7
        M AddV2 y==gain
        R AddV2 y==[gain*3]
        y loom.Retval
        x.output -> M.x
        M.z -> R.x
        R.z -> y.input""").page("main")
    made.pages["layer"].name = "layer"
    packed(made, {"M", "R"}, "inner", "layer")
    assert made.page("layer").blocks["INNER"].values == {"gain": "=gain"}
    unpacked(made, "INNER", "layer")
    assert made.page("layer").blocks["R"].values == {"y": "=[gain * 3]"}
    main = made.page("main")
    for text in ("L page:layer x=1 gain=5",):
        name, type_, *values = text.split()
        main.blocks[name] = operations.Measures(main, SMALL).block_at(
            main.blocks["X"]._replace(id=name, type=type_, values=dict(v.split("=") for v in values)), 0, 0
        )
    before = graph(made)
    names = unpacked(made, "L").selection
    assert main.blocks["M"].values == {"y": "5"} and main.blocks["R"].values == {"y": "[15]"}
    assert main.blocks["x"].values == {"value": "1", "dtype": "DT_FLOAT"} and "d" in names
    assert graph(made) == before


def test_what_follows_from_a_dtype_of_the_page_follows_from_it_on_the_new_page():
    made = document("""
        x loom.Arg dtype==T
        T loom.Parameter type=type default=DT_FLOAT
        C Const value=2 dtype=DT_INT32
        S AddV2 y=1
        D AddV2 y=3
        y loom.Retval dtype==T
        x.output -> S.x
        C.output -> D.x
        S.z -> y.input""")
    packed(made, {"S", "D"}, "inner")
    page = made.page("inner")
    assert {b.id: b.values["dtype"] for b in page.blocks.values() if b.type == ARG} == {"c": "DT_INT32", "x": "=T"}
    assert {b.id: b.values["dtype"] for b in page.blocks.values() if b.type == RETVAL} == {"s": "=T"}
    assert made.page("main").blocks["INNER"].values == {"T": "=T"}
    catalogue = SMALL.with_pages(made)
    assert catalogue["page:inner"].output("s").type_attr == "T"


def test_values_that_name_a_block_name_it_as_it_is_called_where_it_comes_to():
    made = document("A Const value=1f\nB Print text=@A")
    packed(made, {"A", "B"}, "both")
    made.page("main").blocks["A"] = made.page("both").blocks["A"]._replace(uid="another")
    unpacked(made, "BOTH")
    assert made.page("main").blocks["B"].values == {"text": "@A_2"}


def test_an_instance_gets_a_page_of_its_own():
    made = document(CHAIN)
    packed(made, {"ADD", "SUM", "BOTH"}, "middle")
    wires = sorted(map(str, made.page("main").wires()))
    change = operations.copy_page_for_instances(made, made.page("main"), {"MIDDLE", "LOSS"})
    _done(made, change)
    assert made.page("main").blocks["MIDDLE"].type == "page:middle 2"
    assert sorted(map(str, made.page("main").wires())) == wires
    copied = documents.dumps(made).count('"id": "BOTH"')
    assert copied == 2
    with pytest.raises(EditError, match="instance of a page"):
        operations.copy_page_for_instances(made, made.page("main"), {"LOSS"})
    with pytest.raises(EditError, match="instance of a page"):
        unpacked(made, "LOSS")
