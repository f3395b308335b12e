"""Another type in the place of a block: wires and values go over by name, else by place; undo brings back the bytes."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.app.canvas.edit.block_placement import Retype
from blockloom.blocks.document.pages import BYPASS, Block, Placed, Wire, control
from blockloom.blocks.edits import AddPage, Insert


def insert(hands, *blocks, wires=()):
    hands.history.do(Insert("main", blocks, tuple(Placed(w, i) for w, i in wires)))


def test_wires_and_values_stay_and_undo_brings_all_back(hands):
    hands.canvas.editing.set_value("C", "y", "5.")
    before = hands.text
    assert hands.canvas.editing.retype(("C",), "Sub")
    assert hands.page.blocks["C"].type == "Sub" and hands.page.blocks["C"].values == {"y": "5."}
    assert hands.wires() == ["A.output -> C.x", "C.z -> D.x"] and hands.canvas.selection() == {"C"}
    assert hands.history.undo_label == "Change the type of C"
    hands.history.undo()
    assert hands.text == before


def test_a_type_is_replaced_on_all_pages_in_one_step(hands):
    insert(hands, Block("E", "Neg", 900, 0))
    hands.history.do(AddPage("other"))
    hands.history.do(
        Insert("other", (Block("F", "Neg", 0, 0), Block("G", "Exp", 200, 0)), (Placed(Wire("F", "y", "G", "x"), 0),))
    )
    before = hands.text
    hands.canvas.selection.choose({"D"})
    hands.canvas.placing.want_retype(True)
    wanted = Retype(("D",), True)
    assert hands.canvas.placing.wired("Square", QPointF(), wanted) == "Square"
    other = hands.history.document.page("other")
    assert [hands.page.blocks[n].type for n in "DE"] == ["Square"] * 2 and other.blocks["F"].type == "Square"
    assert other.blocks["G"].type == "Exp" and [str(w) for w in other.wires()] == ["F.y -> G.x"]
    assert hands.history.undo_label == "Change Neg to Square on all pages"
    hands.history.undo()
    assert hands.text == before


def test_pins_of_other_names_are_found_by_their_place(hands):
    assert hands.canvas.editing.retype(("C",), "MatMul")
    assert hands.wires() == ["A.output -> C.a", "C.product -> D.x"]


def test_an_optimizer_is_exchanged_for_another_with_its_place_colour_and_mode(hands):
    blocks = (
        Block("W", "loom.Variable", 0, 500, {"initvalues": "0f"}),
        Block("TRAIN", "ApplyGradientDescent", 300, 500, {"alpha": "0.1", "delta": "1."}, color="#aa0000", mode=BYPASS),
    )
    insert(hands, *blocks, wires=((Wire("W", "ref", "TRAIN", "var", "ref"), 0), (control("A", "TRAIN"), 0)))
    before = hands.text
    assert hands.canvas.editing.retype(("TRAIN",), "ApplyProximalGradientDescent")
    made = hands.page.blocks["TRAIN"]
    assert made == blocks[1]._replace(type="ApplyProximalGradientDescent", uid=made.uid)
    assert {"W.ref -> TRAIN.var", "A -> TRAIN"} <= {*hands.wires()}
    hands.history.undo()
    assert hands.text == before


def test_the_order_of_wires_into_a_list_stays(hands):
    insert(
        hands,
        Block("L", "AddN", 900, 0),
        wires=(
            (Wire("B", "output", "L", "inputs"), 0),
            (Wire("D", "y", "L", "inputs"), 1),
            (Wire("B", "output", "L", "inputs"), 2),
        ),
    )
    assert hands.canvas.editing.retype(("D",), "Exp")
    assert [w.source for w in hands.page.wires_into("L", "inputs")] == ["B", "D", "B"]
    assert hands.canvas.editing.retype(("L",), "Pack")
    assert [w.target_pin for w in hands.page.wires_into("L")] == ["values"] * 3


def test_several_blocks_change_in_one_step_and_names_made_of_the_type_follow(hands):
    insert(hands, Block("NEG", "Neg", 0, 500), Block("NEG_2", "Neg", 200, 500))
    hands.canvas.editing.retype(("D", "NEG", "NEG_2"), "Exp")
    assert {"D", "EXP", "EXP_2"} <= set(hands.page.blocks) and hands.history.undo_label == "Change the type of 3 blocks"


def test_blocks_that_are_wired_to_each_other_stay_so_and_inputs_keep_their_order(hands):
    insert(
        hands,
        Block("ADD", "AddV2", 0, 500),
        Block("ADD_2", "AddV2", 200, 500),
        wires=(
            (Wire("B", "output", "ADD", "y"), 0),
            (Wire("A", "output", "ADD", "x"), 0),
            (Wire("A", "output", "ADD_2", "x"), 0),
            (Wire("ADD", "z", "ADD_2", "y"), 0),
        ),
    )
    before = hands.text
    assert hands.canvas.editing.retype(("ADD", "ADD_2"), "Pack")
    stack, stack_2 = sorted(hands.page.blocks.keys() - set("ABCD"))
    assert [(w.source, w.source_pin) for w in hands.page.wires_into(stack_2, "values")] == [
        ("A", "output"),
        (stack, "output"),
    ]
    assert [w.source for w in hands.page.wires_into(stack, "values")] == ["A", "B"]
    hands.history.undo()
    assert hands.text == before


def test_elements_of_lists_stay_elements(hands):
    insert(
        hands,
        Block("S", "Split", 0, 500),
        Block("P", "Pack", 300, 500),
        wires=((Wire("S", "output[1]", "P", "values"), 0), (Wire("S", "output[0]", "P", "values"), 1)),
    )
    assert hands.canvas.editing.retype(("S",), "Unpack")
    assert [w[:2] for w in hands.page.wires_into("P", "values")] == [("S", "output[1]"), ("S", "output[0]")]


def test_what_is_offered_keeps_wires_and_says_which_lose_some(hands):
    offered = hands.canvas.placing.fitting(Retype(("C",)))
    assert offered["Sub"] == "" and offered["MatMul"] == "" and "ReadFile" not in offered and "AddV2" not in offered
    hands.history.do(Insert("main", wires=(Placed(Wire("B", "output", "C", "y"), 0),)))
    assert hands.canvas.placing.fitting(Retype(("C",)))["Exp"] == "loses a wire"


def test_the_command_asks_and_the_box_gives_the_type(window, qtbot):
    window.do(
        Insert(
            "main",
            (Block("A", "Const", values={"value": "1."}), Block("N", "Neg", 300.0)),
            (Placed(Wire("A", "output", "N", "x"), 0),),
        ),
        "Add",
    )
    canvas = window.canvas()
    canvas.selection.choose({"N"})
    canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier)
    box = window.adding.box
    assert box.isVisible() and box.head.text() == "Replace N"
    entries = window.catalogue.entries
    assert {entries[n]["category"] for n in box.model.names[:20]} == {entries["Neg"]["category"]}
    QTest.keyClicks(box.edit, "exp")
    assert box.model.names[0] == "Exp"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    assert window.page().blocks["N"].type == "Exp" and [*window.page().wires()] == [Wire("A", "output", "N", "x")]


def test_blocks_of_different_types_are_not_changed_together(hands, qtbot):
    hands.canvas.selection.choose({"A", "C"})
    hands.canvas.placing.want_retype()
    assert "of one type" in hands.said[-1]
    hands.canvas.selection.choose({"A", "B"})
    with qtbot.waitSignal(hands.canvas.requests.add_wanted) as asked:
        hands.canvas.placing.want_retype()
    assert asked.args[1] == Retype(("A", "B"))
