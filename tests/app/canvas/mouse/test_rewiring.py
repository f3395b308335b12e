"""Gestures that rewire blocks: removing, copying, chaining, swapping inputs, and turning values into blocks and back.

Each gesture is one undo entry; undoing it restores the document to the byte.
"""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from blockloom.app.canvas.edit.clipboard import WIRES_MIME
from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks import tooltips
from blockloom.blocks.document.pages import Block, Frame, Look, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Enclose, Insert, Move, Remove
from tests.app.canvaskit import ALT, CTRL, LEFT, NONE, SHIFT
from tests.app.windowkit import press_in_menu

RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def undo_restores_bytes(hands):
    """At the end of the test, undo brings back every byte."""
    before, steps = hands.text, len(hands.steps())
    yield
    assert len(hands.steps()) == steps + 1
    hands.history.undo()
    assert hands.text == before


def insert(hands, *blocks, wires=()):
    hands.history.do(Insert("main", blocks, tuple(Placed(w, i) for w, i in wires)))


def test_what_a_deleted_block_fed_is_fed_by_what_fed_it(hands, undo_restores_bytes):
    hands.canvas.selection.choose({"C"})
    hands.canvas.editing.delete_healed()
    assert "C" not in hands.page.blocks and hands.wires() == ["A.output -> D.x"]


def test_a_run_of_blocks_is_bridged_as_one_and_lists_keep_their_order(hands):
    insert(
        hands,
        Block("E", "Exp", 900, 0),
        Block("L", "AddN", 1200, 0),
        wires=(
            (Wire("D", "y", "E", "x"), 0),
            (Wire("B", "output", "L", "inputs"), 0),
            (Wire("E", "y", "L", "inputs"), 1),
            (Wire("B", "output", "L", "inputs"), 2),
        ),
    )
    before = hands.text
    hands.canvas.selection.choose({"C", "D", "E"})
    hands.canvas.editing.delete_healed()
    assert [w.source for w in hands.page.wires_into("L", "inputs")] == ["B", "A", "B"]
    hands.history.undo()
    assert hands.text == before


def test_a_selected_wire_or_frame_is_only_deleted(hands):
    hands.canvas.selection.choose((), wires=[0])
    hands.canvas.editing.delete_healed()
    assert hands.history.undo_label == "Delete A.output -> C.x" and hands.wires() == ["C.z -> D.x"]


def test_where_no_input_is_of_the_type_of_the_output_nothing_is_bridged(hands, undo_restores_bytes):
    hands.canvas.selection.choose({"A"})
    hands.canvas.editing.delete_healed()
    assert hands.wires() == ["C.z -> D.x"]


def test_detached_blocks_stay_where_they_are(hands, undo_restores_bytes):
    hands.canvas.selection.choose({"C"})
    hands.canvas.editing.detach()
    assert hands.wires() == ["A.output -> D.x"] and hands.page.blocks["C"].x == 300


def test_a_block_is_dragged_out_of_its_wires_with_alt(hands, undo_restores_bytes):
    hands.drag(hands.body("C"), hands.body("C") + QPointF(0, 150), ALT)
    assert hands.wires() == ["A.output -> D.x"] and hands.page.blocks["C"].y == 150
    assert not hands.canvas.scene.hidden.any() and hands.canvas.selection() == {"C"}


def test_x_stands_for_alt_which_window_managers_take(hands):
    """Every gesture with Alt, with X held instead; let go, drags are what they were."""

    def held(do, *args):
        QTest.keyPress(hands.canvas, Qt.Key.Key_X)
        do(*args)
        QTest.keyRelease(hands.canvas, Qt.Key.Key_X)

    held(hands.drag, hands.body("C"), hands.body("C") + QPointF(0, 150))
    assert hands.wires() == ["A.output -> D.x"]
    held(hands.drag, hands.body("B"), hands.body("C"), NONE, RIGHT)
    assert hands.wires() == ["A.output -> D.x", "B.output -> C.x"]
    held(hands.drag, (-60, 170), (160, 420))  # a stroke, around nothing's middle
    assert not hands.canvas.selection()
    hands.drag(hands.body("C"), hands.body("C") + QPointF(0, 50))
    assert "B.output -> C.x" in hands.wires() and hands.page.blocks["C"].y == 200


def test_escape_leaves_its_wires_where_they_were(hands):
    before = hands.text
    hands.press(hands.body("C"), ALT)
    hands.move(hands.body("C") + QPointF(40, 90))
    assert hands.canvas.scene.hidden.any()
    hands.key(Qt.Key.Key_Escape)
    hands.release(hands.body("C"), ALT)
    assert hands.text == before and not hands.canvas.scene.hidden.any()


def test_out_of_one_wire_and_into_another_in_one_step(hands):
    insert(
        hands,
        Block("P", "Const", 0, 400, {"value": "1f"}),
        Block("Q", "Exp", 700, 382),
        wires=((Wire("P", "output", "Q", "x"), 0),),
    )
    before = hands.text
    middle = (hands.pin("P", "output", "output") + hands.pin("Q", "x", "input")) / 2
    hands.drag(hands.title("C"), middle, ALT)
    assert hands.wires() == ["A.output -> D.x", "C.z -> Q.x", "P.output -> C.x"]
    hands.history.undo()
    assert hands.text == before


def test_a_pinned_result_stays_with_its_block(hands):
    hands.canvas.selection.choose({"C"})
    hands.canvas.pinning.pin_selection()
    (pinned,) = set(hands.page.blocks) - {"A", "B", "C", "D"}
    before = hands.text
    hands.canvas.selection.choose({"C"})
    hands.canvas.editing.detach()
    assert [w.target for w in hands.page.wires_from("C")] == [pinned] and "A.output -> D.x" in hands.wires()
    hands.history.undo()
    hands.drag(hands.pin("C", "z", "output"), hands.pin("B", "output", "output"), SHIFT)
    assert {"B.output -> D.x"} <= {*hands.wires()} and [w.target for w in hands.page.wires_from("C")] == [pinned]
    hands.history.undo()
    hands.canvas.selection.choose({"C"})
    hands.canvas.editing.delete_healed()
    assert set(hands.page.blocks) == {"A", "B", "D"} and hands.wires() == ["A.output -> D.x"]
    hands.history.undo()
    assert hands.text == before


def test_ctrl_drags_a_copy_and_shift_keeps_what_feeds_it(hands):
    before = hands.text
    hands.drag(hands.body("C"), hands.body("C") + QPointF(3, 203), CTRL)
    assert hands.page.blocks["C_2"][2:4] == (305, 205) and hands.page.blocks["C"][2:4] == (300, 0)
    assert hands.canvas.selection() == {"C_2"} and "A.output -> C_2.x" not in hands.wires()
    hands.history.undo()
    hands.drag(hands.body("C"), hands.body("C") + QPointF(0, 200), CTRL | SHIFT)
    assert "A.output -> C_2.x" in hands.wires()
    hands.history.undo()
    assert hands.text == before


def test_ctrl_click_still_adds_and_takes_away(hands):
    hands.click(hands.body("A"))
    hands.click(hands.body("C"), CTRL)
    assert hands.canvas.selection() == {"A", "C"}
    hands.click(hands.body("C"), CTRL)
    assert hands.canvas.selection() == {"A"}


def test_a_frame_is_copied_with_what_is_in_it(hands):
    hands.history.do(
        Insert("main", (Block("E", "Neg", 30, 450, frame="F"),), frames=(Frame("F", "f", 0, 400, 300, 200),))
    )
    hands.drag((150, 410), (550, 410), CTRL)
    assert hands.page.frames["F_2"].x == 400 and hands.page.blocks["E_2"].frame == "F_2"


def test_of_a_collapsed_frame_only_what_is_seen_is_dragged_as_a_copy(hands):
    hands.history.do(
        CompositeEdit(
            (Insert("main", frames=(Frame("F", "F", 280, -60, 300, 300, collapsed=True),)), Enclose("main", {"C": "F"}))
        )
    )
    middle = QPointF(*hands.canvas.scene.pos[hands.canvas.scene.slot["C"]]) + QPointF(60, 80)
    hands.press((400, -30), CTRL)
    hands.move((500, 270))
    seen = hands.canvas.grab().toImage()
    below, head = (
        seen.pixelColor(hands.widget_point(place + QPointF(100, 300))) for place in (middle, QPointF(400, -30))
    )
    assert below == QColor(hands.canvas.painter.theme.canvas) != head
    hands.release((500, 270), CTRL)
    assert "C_2" in hands.page.blocks and hands.page.frames["F_2"].collapsed


def test_paste_with_wires_of_the_originals(hands):
    hands.canvas.selection.choose({"C", "D"})
    hands.canvas.clipboard.copy()
    hands.canvas.clipboard.paste_wired()
    assert {"A.output -> C_2.x", "C_2.z -> D_2.x"} <= {*hands.wires()}
    hands.canvas.selection.choose({"A"})
    hands.canvas.editing.delete_selection()
    hands.canvas.clipboard.paste_wired()  # the deleted block feeds nothing
    assert "C_3.z -> D_3.x" in hands.wires() and not hands.page.wires_into("C_3")


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b"5",
        b'{"AddPage": {"name": "x"}}',
        b'[["A", "output", {"a": 1}, "x", "tensor", 0]]',
        b'{"Insert": {"page": "main", "wires": [{"wire": {"source": [], "source_pin": "x", "target": "C"}, '
        b'"index": 0}]}}',
    ],
)
def test_wires_on_the_clipboard_that_are_none_paste_nothing(hands, data):
    hands.canvas.selection.choose({"C", "D"})
    text, before = hands.canvas.clipboard.copy(), hands.text
    mime = QMimeData()
    mime.setText(text)
    mime.setData(WIRES_MIME, data)
    QGuiApplication.clipboard().setMimeData(mime)
    assert not hands.canvas.clipboard.paste_wired()
    assert hands.text == before and "no blocks" in hands.said[-1]


def test_alt_and_the_right_button_wire_from_block_to_block(hands, undo_restores_bytes):
    hands.drag(hands.body("B"), hands.body("C"), ALT, RIGHT)
    assert "B.output -> C.y" in hands.wires()


def test_where_nothing_fits_the_drag_says_so(hands):
    before = hands.text
    hands.drag(hands.body("D"), hands.body("A"), ALT, RIGHT)
    assert hands.text == before and "No output of D fits a free input of A" in hands.said


def test_selected_blocks_are_wired_to_the_nearest_on_their_right(hands):
    insert(
        hands,
        Block("P", "Const", 0, 600, {"value": "1f"}),
        Block("Q", "Const", 20, 800, {"value": "2f"}),
        Block("SUM", "AddV2", 400, 700),
        Block("OUT", "Exp", 700, 700),
    )
    before = hands.text
    hands.canvas.selection.choose({"P", "Q", "SUM", "OUT"})
    hands.canvas.editing.wire_selection()
    assert {"P.output -> SUM.x", "Q.output -> SUM.y", "SUM.z -> OUT.x"} <= {*hands.wires()}
    hands.history.undo()
    assert hands.text == before


def test_a_list_takes_the_selected_blocks_in_their_order(hands):
    insert(hands, Block("L", "AddN", 300, 150))
    hands.canvas.selection.choose({"A", "B", "L"})
    hands.canvas.editing.wire_selection()
    assert [w.source for w in hands.page.wires_into("L", "inputs")] == ["A", "B"]


def test_many_selected_blocks_are_offered_wires_to_their_neighbours(hands):
    insert(hands, *(Block(f"N{i:03}", "Neg", 200 * i, 900) for i in range(320)))
    hands.canvas.selection.all()
    texts = [joint.text for joint in hands.canvas.without_mouse.candidates()]
    assert any(text.startswith("N100.y → N101.x") for text in texts) and len(texts) < 3000
    assert not any(text.startswith("N100.y → N201.x") for text in texts)


def test_an_input_with_a_wire_is_not_taken_away(hands):
    before = hands.text
    hands.canvas.selection.choose({"C", "D"})
    hands.canvas.editing.wire_selection()
    assert hands.text == before and hands.said


def test_wires_on_their_way_end_at_the_frame_that_conceals_their_block(hands):
    hands.history.do(
        CompositeEdit(
            (Insert("main", frames=(Frame("F", "F", 560, 300, 300, 200, collapsed=True),)), Enclose("main", {"D": "F"}))
        )
    )
    hands.press(hands.pin("C", "z", "output"), SHIFT)
    hands.move((420, 500))
    hands.move((400, 500))
    seen, edge = hands.canvas.grab().toImage(), hands.widget_point((548, 300))
    assert any(seen.pixelColor(edge + QPoint(0, y)) == QColor(hands.canvas.painter.theme.selection) for y in range(80))
    hands.release((400, 500))


def test_all_wires_of_an_output_go_to_another(hands):
    insert(hands, Block("E", "Exp", 300, 300), wires=((Wire("A", "output", "E", "x"), 0),))
    before = hands.text
    hands.drag(hands.pin("A", "output", "output"), hands.pin("B", "output", "output"), SHIFT)
    assert hands.wires() == ["B.output -> C.x", "B.output -> E.x", "C.z -> D.x"]
    hands.history.undo()
    assert hands.text == before
    hands.history.do(
        CompositeEdit(
            (
                Remove("main", wires=(Placed(Wire("A", "output", "C", "x"), 0),)),
                Insert(
                    "main",
                    wires=(Placed(Wire("A", "output", "C", "x", look=Look(route=((30.0, 0.0), (30.0, 40.0)))), 0),),
                ),
            )
        )
    )
    before = hands.text
    hands.press(hands.pin("A", "output", "output"), SHIFT)
    hands.move((200, 400))
    hands.move(hands.pin("A", "output", "output"))
    hands.release(hands.pin("A", "output", "output"), SHIFT)  # back where they were, with their way
    assert hands.text == before
    hands.drag(hands.pin("C", "z", "output"), hands.pin("D", "y", "output"), SHIFT)  # D would feed itself
    assert hands.text == before and hands.said[-1].startswith("Not wired")


def test_inputs_of_a_block_change_places_with_values_and_wires(hands, undo_restores_bytes):
    hands.canvas.selection.choose({"C"})
    hands.canvas.editing.swap_inputs()
    assert hands.wires() == ["A.output -> C.y", "C.z -> D.x"]


def test_a_typed_value_changes_places_with_a_wire(hands):
    hands.canvas.editing.set_value("C", "y", "5.")
    hands.canvas.selection.choose({"C"})
    hands.canvas.editing.swap_inputs()
    assert hands.page.blocks["C"].values == {"x": "5."} and "A.output -> C.y" in hands.wires()
    hands.canvas.editing.swap_inputs()
    assert hands.page.blocks["C"].values == {"y": "5."} and "A.output -> C.x" in hands.wires()


def test_two_selected_wires_change_their_sources(hands):
    insert(hands, Block("E", "Exp", 300, 300), wires=((Wire("B", "output", "E", "x"), 0),))
    scene = hands.canvas.scene
    hands.canvas.selection.choose((), wires=[w for w in range(scene.wcount) if scene.wires[w].source in "AB"])
    hands.canvas.editing.swap_inputs()
    assert hands.wires() == ["A.output -> E.x", "B.output -> C.x", "C.z -> D.x"]


def test_a_block_without_inputs_alike_has_nothing_to_swap(hands):
    before = hands.text
    hands.canvas.selection.choose({"D"})
    hands.canvas.editing.swap_inputs()
    assert hands.text == before and hands.said


def press_menu(hands, hit, text):
    press_in_menu(hands.canvas.menus.context(hit, QPointF()), text)


def test_a_typed_value_becomes_a_block_and_goes_back(hands):
    hands.canvas.editing.set_value("C", "y", "5")
    before = hands.text
    spot, asked = hands.canvas.scene.layouts[hands.canvas.scene.slot["C"]].spot("y"), []
    hands.canvas.requests.file_wanted.connect(lambda *what: asked.append(what))
    press_menu(hands, CanvasHit("field", "C", spot), "Export the value of y…")
    press_menu(hands, CanvasHit("field", "C", spot), "Import the value of y…")
    assert asked == [("C", "y", True), ("C", "y", False)]
    press_menu(hands, CanvasHit("field", "C", spot), "Replace by a Const block")
    assert hands.page.blocks["Y"].values == {"value": "5", "dtype": "DT_FLOAT"}  # parsed with the dtype of the wired x
    assert "Y.output -> C.y" in hands.wires() and "y" not in hands.page.blocks["C"].values
    scene = hands.canvas.scene
    wire = next(w for w in range(scene.wcount) if scene.wires[w].source == "Y")
    press_menu(hands, CanvasHit("wire", wire=wire), "Type the value of Y into y")
    assert hands.text == before
    hands.history.undo()
    hands.history.undo()
    assert hands.text == before


def test_a_value_that_goes_back_alone_keeps_its_dtype(hands):
    insert(
        hands,
        Block("K", "Const", 0, 500, {"value": "5", "dtype": "DT_DOUBLE"}),
        Block("E", "Exp", 300, 500),
        wires=((Wire("K", "output", "E", "x"), 0),),
    )
    hands.canvas.selection.choose({"E"})
    hands.canvas.editing.take_in_selected()
    assert hands.page.blocks["E"].values == {"x": "5", "T": "DT_DOUBLE"} and "K" not in hands.page.blocks


def test_a_const_that_feeds_others_stays(hands):
    insert(hands, Block("E", "Exp", 300, 300), wires=((Wire("A", "output", "E", "x"), 0),))
    hands.canvas.selection.choose({"E"})
    hands.canvas.editing.take_in_selected()
    assert "A" in hands.page.blocks and hands.page.blocks["E"].values["x"] == "[1., 2.]"


def test_all_values_of_the_selection_become_blocks_of_their_own(hands, undo_restores_bytes):
    insert(hands, Block("S", "AddV2", 600, 400, {"x": "1.", "y": "2."}))
    before = hands.text
    hands.canvas.selection.choose({"S", "A"})
    hands.canvas.editing.extract_selected()
    assert {"X.output -> S.x", "Y.output -> S.y"} <= {*hands.wires()}
    assert hands.page.blocks["Y"].y >= hands.page.blocks["X"].y + 60
    hands.history.undo()
    assert hands.text == before


@pytest.fixture
def stairs(hands):
    """No wire runs level."""
    hands.history.do(Move("main", {"C": (300, 20), "D": (600, 60)}))


def level(hands, source, target):
    scene = hands.canvas.scene
    return next(
        scene.e1[w, 1] == scene.e2[w, 1]
        for w in range(scene.wcount)
        if scene.walive[w] and (scene.wires[w].source, scene.wires[w].target) == (source, target)
    )


def test_wires_between_selected_blocks_run_level(stairs, hands, undo_restores_bytes):
    hands.canvas.selection.choose({"A", "C", "D"})
    hands.canvas.editing.straighten()
    assert level(hands, "A", "C") and level(hands, "C", "D")
    assert hands.page.blocks["A"].y == hands.page.blocks["B"].y - 200 == 0


def test_no_block_is_put_onto_another(stairs, hands):
    insert(hands, Block("E", "Exp", 600, 200), wires=((Wire("C", "z", "E", "x"), 0),))
    hands.canvas.selection.choose({"C", "D", "E"})
    hands.canvas.editing.straighten()
    d, e = (hands.canvas.scene.pos[hands.canvas.scene.slot[n]][1] for n in "DE")
    assert level(hands, "C", "D") and e == 200 and abs(d - e) > 80


def test_a_selected_wire_runs_level_and_others_stay(stairs, hands):
    scene = hands.canvas.scene
    hands.canvas.selection.choose((), wires=[w for w in range(scene.wcount) if scene.wires[w].source == "C"])
    hands.canvas.editing.straighten()
    assert level(hands, "C", "D") and not level(hands, "A", "C") and hands.page.blocks["C"].y == 20
    hands.canvas.selection.choose({"A", "B"})
    hands.canvas.editing.straighten()
    assert hands.said


def test_nothing_moves_that_is_not_seen_and_what_is_pinned_goes_along(stairs, hands):
    hands.history.do(
        CompositeEdit(
            (Insert("main", frames=(Frame("F", "F", 580, -20, 200, 200, collapsed=True),)), Enclose("main", {"D": "F"}))
        )
    )
    hands.canvas.selection.choose({"C", "D"})
    hands.canvas.editing.straighten()
    assert hands.page.blocks["D"].y == 60
    pinned = hands.page.blocks[hands.canvas.pinning.pin("C", "z")]
    hands.canvas.selection.choose({"A", "C"})
    hands.canvas.editing.straighten()
    dy = hands.page.blocks["C"].y - 20
    assert level(hands, "A", "C") and dy and hands.page.blocks[pinned.id].y == pinned.y + dy


def test_the_selection_grows_along_the_wires(hands):
    insert(hands, Block("E", "Exp", 900, 0), wires=((Wire("D", "y", "E", "x"), 0),))
    hands.canvas.selection.choose({"D"})
    hands.canvas.editing.grow(True, False)
    assert hands.canvas.selection() == {"C", "D"}
    hands.canvas.selection.choose({"C"})
    hands.canvas.editing.grow(False, True)
    assert hands.canvas.selection() == {"C", "D"}
    hands.canvas.selection.choose({"D"})
    hands.canvas.editing.grow(True, False, True)
    assert hands.canvas.selection() == {"A", "C", "D"}
    hands.canvas.selection.choose({"D"})
    hands.canvas.editing.grow(True, True, True)
    assert hands.canvas.selection() == {"A", "C", "D", "E"}
    hands.canvas.editing.grow(True, True)
    assert hands.said[-1].startswith("No more blocks")


def test_all_blocks_of_a_type_are_selected(hands):
    hands.canvas.selection.choose({"A"})
    hands.canvas.editing.select("same_type_blocks")
    assert hands.canvas.selection() == {"A", "B"}


def test_the_size_of_the_batch_is_asked_for_where_something_is_fed(hands, monkeypatch):
    asked = []
    answer = "3"
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, text: (asked.append(text), (answer, True))[1])
    hands.canvas.menus.change_batch()
    assert not asked and hands.said[-1].startswith("Nothing is fed")
    hands.history.do(Insert("main", (Block("X", "Placeholder", 0, 600, {"dtype": "DT_FLOAT", "shape": "[8, 2]"}),)))
    hands.canvas.menus.change_batch()
    assert asked == ["8"] and hands.page.blocks["X"].values["shape"] == "[3, 2]"
    assert hands.said[-1] == "Batch size 3: at feeds 1, at typed values 0"
    answer = "many"
    hands.canvas.menus.change_batch()
    assert hands.said[-1] == "'many' is not a batch size" and hands.page.blocks["X"].values["shape"] == "[3, 2]"


def test_a_feed_an_output_and_what_trains_come_into_view_selected(hands):
    hands.canvas.selection.choose({"D"})
    hands.canvas.placing.feed_here()
    assert hands.canvas.selection() == {"INPUT"} and "INPUT.output -> D.x" in hands.wires()
    hands.canvas.selection.choose({"D"})
    hands.canvas.placing.output_here()
    assert hands.canvas.selection() == {"output"} and "D.y -> output.input" in hands.wires()
    hands.canvas.selection.choose({"D"})
    hands.canvas.placing.train_this()
    assert "TRAIN.operation -> TRAINING.run_outputs" in hands.wires() and hands.said[-1].startswith("Feed LABELS")
    view = hands.canvas.view.area()
    assert all(view.intersects(hands.canvas.scene.box(hands.canvas.scene.slot[n])) for n in ("ERRORS", "TRAINING"))


def test_a_box_takes_away_with_ctrl(hands):
    hands.drag((-40, -40), (500, 500))
    assert hands.canvas.selection() == {"A", "B", "C", "N"}
    hands.drag((-40, 180), (100, 600), CTRL)
    assert hands.canvas.selection() == {"A", "C", "N"}


def test_a_box_or_stroke_that_is_given_up_leaves_the_selection(hands):
    for keys in (0, SHIFT, CTRL, CTRL | ALT):
        hands.canvas.selection.choose({"D", "N"}, [0])
        hands.press((-40, -40), keys or Qt.KeyboardModifier.NoModifier)
        hands.move((-40, 600))
        hands.move((950, 600))
        assert hands.canvas.selection() != {"D", "N"}
        QTest.keyClick(hands.canvas, Qt.Key.Key_Escape)
        assert hands.canvas.selection() == {"D", "N"} and len(hands.canvas.selection.wires()) == 1, keys
        hands.release((950, 600))


def test_a_stroke_around_blocks_selects_them(hands):
    points = [(-60, -60), (700, -60), (700, 130), (-60, 130), (-60, -60)]
    hands.press(points[0], CTRL | ALT)
    for point in points[1:]:
        hands.move(point)
    hands.release(points[-1], CTRL | ALT)
    assert hands.canvas.selection() == {"A", "C", "D"}


def test_the_view_goes_to_the_selection(hands):
    hands.canvas.selection.choose({"D"})
    hands.canvas.view.zoom_to(0.1)
    hands.canvas.navigation.fit_selection()
    middle = hands.canvas.view.to_widget(hands.title("D"))
    assert hands.canvas.view.scale == 1 and hands.canvas.rect().contains(middle.toPoint())
    QTest.keyClick(hands.canvas, Qt.Key.Key_Home)
    assert hands.canvas.rect().contains(hands.widget_point(hands.title("A")))


def test_a_wire_says_what_the_last_run_gave(hands):
    scene, marks = hands.canvas.scene, hands.canvas.marks
    wire = next(w for w in range(scene.wcount) if scene.wires[w].source == "C")
    assert "7.5" not in tooltips.tip(CanvasHit("wire", wire=wire), scene, hands.page, marks, None)
    hands.canvas.annotations.set_results({"C": {"z": {"dtype": "float32", "shape": [], "text": "7.5"}}})
    assert "DT_FLOAT []  7.5" in tooltips.tip(CanvasHit("wire", wire=wire), scene, hands.page, marks, None)
    hands.canvas.annotations.set_types({"C": {"z": ["float32", [], ""]}})
    assert tooltips.tip(CanvasHit("wire", wire=wire), scene, hands.page, marks, None).count("DT_FLOAT []") == 1
    hands.canvas.annotations.set_types({"C": {"z": ["float32", [2], ""]}})  # the page was edited since
    assert tooltips.tip(CanvasHit("wire", wire=wire), scene, hands.page, marks, None).count("DT_FLOAT [") == 2
    hands.canvas.annotations.set_results({"C": {"z": {"list": [{"text": "1"}, {"text": "8.5"}]}}})
    scene.wires[wire] = scene.wires[wire]._replace(source_pin="z[1]")
    assert "8.5" in tooltips.tip(CanvasHit("wire", wire=wire), scene, hands.page, marks, None)


def test_the_wires_of_the_selected_block_stand_out(hands):
    at = hands.pin("D", "x", "input") - QPointF(18, 0)  # where the wire from C runs level

    def ink():
        image, ground = hands.canvas.grab().toImage(), QColor(hands.canvas.painter.theme.canvas)
        place = hands.widget_point(at)
        return sum(
            abs(image.pixelColor(place.x(), place.y() + dy).lightness() - ground.lightness()) for dy in range(-8, 9)
        )

    hands.canvas.selection.choose({"B"})
    before = ink()
    hands.canvas.selection.choose({"C"})
    assert ink() > 1.3 * before > 0
    hands.canvas.selection.choose({"A"})
    assert ink() == before


def test_a_double_press_with_other_buttons_leaves_the_gesture_alone(hands):
    """A second button during a drag neither ends it nor begins another."""
    hands.press(hands.body("C"), CTRL, LEFT)
    hands.move(hands.body("C") + QPointF(0, 100))
    QTest.mouseClick(hands.canvas, RIGHT, ALT, hands.widget_point(hands.body("D")))
    hands.release(hands.body("C") + QPointF(0, 100), CTRL)
    assert "C_2" in hands.page.blocks
