"""Values, names and notes edited in place."""

import itertools

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from blockloom.blocks.document.pages import Block, Frame
from blockloom.blocks.edits import Insert, Move, Remove
from blockloom.blocks.infer.wire_rules import WireEnd
from tests.app.canvaskit import CTRL
from tests.app.windowkit import press_in_menu
from tests.pages import insert


def test_double_click_on_a_value_edits_it(hands):
    hands.double_click(hands.field("A", "value"))
    assert hands.canvas.inline.editor.text() == "[1., 2.]"
    hands.type("[5., 6.]")  # all is selected: typing replaces it
    hands.key(Qt.Key.Key_Return)
    assert hands.canvas.inline.editor is None
    assert hands.page.blocks["A"].values["value"] == "[5., 6.]"
    assert hands.steps()[1:] == ["Set A.value"]


def test_escape_and_the_same_text_add_no_undo_entry(hands):
    hands.double_click(hands.field("A", "value"))
    hands.type("7")
    hands.key(Qt.Key.Key_Escape)
    hands.double_click(hands.field("A", "value"))
    hands.key(Qt.Key.Key_Return)
    assert len(hands.steps()) == 1


def test_the_value_of_a_block_that_is_removed_meanwhile_is_dropped(hands):
    hands.double_click(hands.field("A", "value"))
    hands.type("7.")
    hands.history.do(Remove("main", ("A",)))
    hands.canvas.inline.close()
    assert hands.canvas.inline.editor is None and "A" not in hands.page.blocks


def test_a_text_that_is_not_a_value_keeps_the_editor_open_and_says_why(hands):
    hands.double_click(hands.field("A", "value"))
    hands.type("[1, 2")
    hands.key(Qt.Key.Key_Return)
    assert hands.canvas.inline.editor is not None
    assert "never closed" in hands.canvas.inline.editor.hint.text() and hands.canvas.inline.editor.hint.isVisible()
    hands.type("]")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["A"].values["value"] == "[1, 2]"


def test_a_value_must_fit_what_the_wires_say(hands):
    hands.canvas.view.center_on(QPointF(5000, 250))
    hands.canvas.inline.value("C", "y")  # its sibling x is a float tensor
    assert hands.canvas.selection() == {"C"} and hands.canvas.rect().contains(hands.canvas.inline.editor.geometry())
    hands.type("'text'")
    hands.key(Qt.Key.Key_Return)
    assert "not a number" in hands.canvas.inline.editor.hint.text()
    hands.key(Qt.Key.Key_Escape)
    assert "y" not in hands.page.blocks["C"].values


def test_tab_goes_to_the_next_value(hands):
    hands.double_click(hands.field("A", "value"))
    hands.type("3.")
    hands.key(Qt.Key.Key_Tab)
    hands.type("DT_DOUBLE")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["A"].values == {"value": "3.", "dtype": "DT_DOUBLE"}
    assert hands.steps()[1:] == ["Set A.value", "Set A.dtype"]


def test_an_attr_takes_only_what_is_allowed(hands):
    hands.canvas.inline.value("A", "dtype")
    hands.type("DT_NONSENSE")
    hands.key(Qt.Key.Key_Return)
    assert "is not a dtype" in hands.canvas.inline.editor.hint.text()


@pytest.mark.parametrize("typed", ["double", "tf.float64", "dt_dou"])
def test_a_dtype_is_written_by_its_name(hands, typed):
    hands.canvas.inline.value("A", "dtype")
    hands.type(typed)
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["A"].values["dtype"] == "DT_DOUBLE"


def test_an_empty_text_clears_the_value(hands):
    hands.double_click(hands.field("A", "value"))
    hands.key(Qt.Key.Key_Delete)
    hands.key(Qt.Key.Key_Return)
    assert "value" not in hands.page.blocks["A"].values


def test_f2_renames_the_selected_block(hands):
    hands.click(hands.body("C"))
    hands.key(Qt.Key.Key_F2)
    hands.type("SUM")
    hands.key(Qt.Key.Key_Return)
    assert set(hands.page.blocks) == {"A", "B", "SUM", "D"} and hands.canvas.selection() == {"SUM"}


def test_f2_on_a_name_that_is_being_typed_keeps_it_and_edits_it_again(hands):
    hands.click(hands.body("C"))
    hands.key(Qt.Key.Key_F2)
    hands.type("SUM")
    hands.key(Qt.Key.Key_F2)
    assert "SUM" in hands.page.blocks and hands.canvas.inline.editor.text() == "SUM"
    hands.type("TOTAL")
    hands.key(Qt.Key.Key_Return)
    assert set(hands.page.blocks) == {"A", "B", "TOTAL", "D"}


def test_enter_edits_the_first_value_of_the_selected_block(hands):
    hands.click(hands.body("C"))
    hands.key(Qt.Key.Key_Return)
    hands.type("4.")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["C"].values == {"y": "4."}  # x is wired


def test_a_wired_pin_has_no_value_to_edit(hands):
    hands.canvas.inline.value("C", "x")
    assert hands.canvas.inline.editor is None and "wired" in hands.said[-1]


def test_clicking_elsewhere_commits(hands):
    hands.double_click(hands.field("A", "value"))
    hands.type("9.")
    hands.click((500, 520))
    assert hands.page.blocks["A"].values["value"] == "9." and hands.canvas.inline.editor is None


def test_double_click_on_the_title_renames(hands):
    hands.double_click(hands.title("A"))
    hands.type("C")
    hands.key(Qt.Key.Key_Return)
    assert "already used" in hands.canvas.inline.editor.hint.text()
    hands.key(Qt.Key.Key_A, CTRL)
    hands.type("START")
    hands.key(Qt.Key.Key_Return)
    assert "START.output -> C.x" in hands.wires()
    assert hands.history.undo_label == "Rename A to START"
    assert hands.canvas.selection() == {"START"}
    hands.history.undo()
    assert "A.output -> C.x" in hands.wires()


def test_a_note_is_edited_in_place(hands):
    hands.double_click((350, 340))
    hands.type("two")
    hands.key(Qt.Key.Key_Return)
    hands.type("lines")
    hands.key(Qt.Key.Key_Return, CTRL)
    assert hands.page.notes["N"].text == "two\nlines"
    assert hands.steps()[1:] == ["Write N"]
    hands.double_click((350, 340))
    hands.type("moved meanwhile")
    hands.history.do(Move("main", {"N": (310.0, 310.0)}))
    hands.key(Qt.Key.Key_Return, CTRL)
    assert (hands.page.notes["N"].text, hands.page.notes["N"].x) == ("moved meanwhile", 310)


def test_a_frame_title_is_edited_in_place(hands):
    hands.history.do(Insert("main", frames=(Frame("F", "part", -50, 400, 300, 150),)))
    hands.double_click((20, 412))
    hands.type("loss")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.frames["F"].title == "loss"


def test_shortcuts_belong_to_the_open_editor(hands):
    hands.double_click(hands.field("A", "value"))
    hands.type("12")
    hands.key(Qt.Key.Key_Backspace)
    hands.key(Qt.Key.Key_Z, CTRL)
    assert len(hands.history.document.pages["main"].blocks) == 4
    hands.key(Qt.Key.Key_Escape)
    assert len(hands.steps()) == 1


def context_menu(hands, point):
    QApplication.sendEvent(
        hands.canvas, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, hands.canvas.mapToGlobal(point))
    )
    return next(m for m in hands.canvas.findChildren(QMenu) if m.isVisible())


def test_a_context_menu_closes_when_the_page_changes_beneath_it(hands):
    menu = context_menu(hands, hands.widget_point(hands.field("A", "value")))
    hands.history.do(Remove("main", ("A",)))
    assert not menu.isVisible()


def test_the_menu_of_a_wire_offers_to_pause_at_its_value(hands):
    menu = context_menu(hands, hands.widget_point((hands.pin("C", "z") + hands.pin("D", "x")) / 2))
    wanted = []
    hands.canvas.requests.pause_when_wanted.connect(lambda *place: wanted.append(place))
    press_in_menu(menu, "Conditional Breakpoint…")
    menu.close()
    assert wanted == [("C", "z")]


def test_context_menu_offers_and_does(hands):
    menu = context_menu(hands, hands.widget_point(hands.field("A", "value")))
    assert hands.canvas.selection() == {"A"}
    press_in_menu(menu, "Clear the value of value")
    menu.close()
    assert "value" not in hands.page.blocks["A"].values


def test_an_unknown_type_shows_the_pins_that_its_wires_name(hands):
    hands.history.do(insert("U NoSuchOp @at=600,300 foo=1 odd=<A.output; U.res -> C.y"))
    layout = hands.canvas.scene.layouts[hands.canvas.scene.slot["U"]]
    assert layout.type is None
    assert {s.name for s in layout.spots if s.role == "unknown"} == {"foo", "odd", "res"}
    assert hands.canvas.parts.hit(hands.pin("U", "odd")).kind == "pin"
    hands.canvas.grab()


def test_nothing_is_wider_than_its_place(hands):
    """Texts are cut with an ellipsis before they reach past the block or into each other."""
    hands.history.do(
        Insert(
            "main",
            (
                Block(
                    "X" * 150,
                    "SparseAccumulatorApplyGradient",
                    0,
                    400,
                    {"gradient_indices": "[" + "1, " * 300 + "1]", "local_step": "123456789012345678"},
                ),
            ),
        )
    )
    scene = hands.canvas.scene
    for slot in range(scene.count):
        layout, metrics = scene.layouts[slot], scene.geometry.metrics
        right = {
            s.y: layout.width - 10 - metrics.label.horizontalAdvance(s.label)
            for s in layout.spots
            if s.role == "output"
        }
        for spot in layout.spots:
            if spot.field is not None:
                value, label = (metrics.attr,) * 2 if spot.small else (metrics.value, metrics.label)
                assert value.horizontalAdvance(spot.value) <= spot.field.width() - (1 if spot.small else 4)
                assert spot.field.right() <= right.get(spot.y, layout.width)
                assert spot.field.left() >= spot.label_x + label.horizontalAdvance(spot.label)


def test_keys_reach_the_note_editor(hands):
    name = hands.canvas.placing.note(QPointF(100, 500))
    QTest.keyClicks(hands.canvas.inline.editor, "remember")
    hands.click((700, 560))
    assert hands.page.notes[name].text == "remember"
    assert hands.steps()[1:] == [f"Add {name}", f"Write {name}"]


def test_what_is_new_covers_nothing_and_is_in_view(hands):
    canvas = hands.canvas
    for where in (QPointF(0, 0), QPointF(10, 30), canvas.view.area().bottomRight(), canvas.view.area().topLeft()):
        name = canvas.placing.block("MatMul", where)
        assert canvas.view.area().contains(canvas.scene.box(canvas.scene.slot[name])), where
    canvas.selection.choose({"A", "B", "N"})
    canvas.clipboard.duplicate()
    canvas.clipboard.paste(canvas.clipboard.copy(), QPointF(300, 20))
    canvas.placing.wired("Neg", QPointF(290, 20), WireEnd("A", "output", "output"))
    rects = [canvas.scene.box(s) for s in canvas.scene.slot.values()] + [
        canvas.scene.rect_of(n) for n in canvas.page.notes.values()
    ]
    assert len(rects) == 16 and not any(a.intersects(b) for a, b in itertools.combinations(rects, 2))
