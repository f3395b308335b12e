"""Selecting, moving, panning, zooming, clipboard: each gesture is one undo step, and Escape leaves no trace."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas.scene.canvas_requests import CanvasSettings
from blockloom.blocks.document.pages import Block, Frame
from blockloom.blocks.edits import Insert, Move
from tests.app.canvaskit import ALT, CTRL, MIDDLE, NONE, SHIFT, Hands
from tests.pages import insert


def test_click_selects_and_modifiers_toggle(hands, qtbot):
    with qtbot.waitSignal(hands.canvas.selection.changed):
        hands.click(hands.body("A"))
    assert hands.canvas.selection() == {"A"}
    hands.click(hands.body("C"), SHIFT)
    hands.click(hands.body("D"), CTRL)
    assert hands.canvas.selection() == {"A", "C", "D"}
    hands.click(hands.body("C"), CTRL)
    assert hands.canvas.selection() == {"A", "D"}
    hands.click((500, 500))
    assert hands.canvas.selection() == set()
    assert len(hands.steps()) == 1  # the page itself


def test_box_selects_what_it_touches_and_shift_adds(hands):
    hands.drag((-40, -40), (50, 500))
    assert hands.canvas.selection() == {"A", "B"}
    hands.drag((560, -40), (650, 50), SHIFT)
    assert hands.canvas.selection() == {"A", "B", "D"}


def test_drag_moves_the_selection_in_one_step(hands):
    before = hands.text
    hands.drag((-40, -40), (50, 500))
    hands.drag(hands.body("A"), hands.body("A") + QPointF(52, 31))
    assert hands.page.blocks["A"][2:4] == (50, 30)  # on the grid
    assert hands.page.blocks["B"][2:4] == (50, 230)
    assert hands.history.undo_label == "Move 2 items"
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.text == before
    assert hands.canvas.scene.pos[hands.canvas.scene.slot["A"]].tolist() == [0, 0]


def test_each_canvas_keeps_to_the_grid_of_its_own_settings(qtbot, catalogue):
    for settings, lands in ((CanvasSettings(grid=20), (40, 40)), (CanvasSettings(grid=1), (47, 33))):
        hands = Hands(qtbot, catalogue, settings=settings)
        hands.drag(hands.title("A"), hands.title("A") + QPointF(47, 33))
        assert hands.page.blocks["A"][2:4] == lands
        settings.grid = 10  # chosen while the page is open
        hands.drag(hands.title("B"), hands.title("B") + QPointF(47, 33))
        assert hands.page.blocks["B"][2:4] == (50, 230)
        name = hands.canvas.placing.block("NoOp", QPointF(507, 513))
        assert hands.page.blocks[name][2:4] == (510, 510)


def test_dragging_an_unselected_block_selects_it(hands):
    hands.click(hands.body("A"))
    hands.drag(hands.body("C"), hands.body("C") + QPointF(0, 100), ALT)
    assert hands.canvas.selection() == {"C"}
    assert hands.page.blocks["C"].y == 100 and hands.page.blocks["A"].y == 0


def test_escape_cancels_a_drag(hands):
    before = hands.text
    hands.press(hands.body("C"))
    hands.move(hands.body("C") + QPointF(80, 80))
    assert hands.canvas.scene.pos[hands.canvas.scene.slot["C"]].tolist() == [380, 80]
    hands.key(Qt.Key.Key_Escape)
    assert hands.canvas.scene.pos[hands.canvas.scene.slot["C"]].tolist() == [300, 0]
    hands.release(hands.body("C") + QPointF(80, 80))
    assert hands.text == before and hands.history.undo_label == "Edit"


def test_wires_follow_their_block(hands):
    scene = hands.canvas.scene
    hands.drag(hands.body("C"), hands.body("C") + QPointF(50, 50))
    for w in range(scene.wcount):
        wire = scene.wires[w]
        assert scene.e1[w].tolist() == [*hands.pin(wire.source, wire.source_pin, "output").toTuple()]
        assert scene.e2[w, 1] == hands.pin(wire.target, wire.target_pin, "input").y()


def test_a_frame_takes_along_what_is_in_it(hands):
    hands.history.do(insert("E Neg @frame=F @at=-20,440", frames=(Frame("F", "part", -50, 400, 300, 200),)))
    hands.drag((0, 410), (20, 390))
    assert (hands.page.frames["F"].x, hands.page.frames["F"].y) == (-30, 380)
    assert hands.page.blocks["E"][2:4] == (0, 420)
    assert hands.page.blocks["A"][2:4] == (0, 0)


def test_the_corner_resizes_a_note(hands):
    hands.drag((455, 375), (505, 405))
    assert hands.page.notes["N"][4:6] == (210, 110)
    assert hands.history.undo_label == "Resize N"


def test_arrow_keys_nudge(hands):
    hands.click(hands.body("A"))
    hands.key(Qt.Key.Key_Right)
    hands.key(Qt.Key.Key_Down, SHIFT)
    assert hands.page.blocks["A"][2:4] == (10, 1)
    assert hands.steps()[1:] == ["Move A", "Move A"]


def test_middle_button_and_space_pan(hands):
    before = hands.canvas.view.to_widget(QPointF(0, 0))
    hands.drag((500, 500), (540, 520), button=MIDDLE)
    assert hands.canvas.view.to_widget(QPointF(0, 0)) == before + QPointF(40, 20)
    from PySide6.QtTest import QTest

    QTest.keyPress(hands.canvas, Qt.Key.Key_Space)
    hands.drag(hands.body("A"), hands.body("A") + QPointF(-40, -20))
    QTest.keyRelease(hands.canvas, Qt.Key.Key_Space)
    assert hands.canvas.view.to_widget(QPointF(0, 0)) == before
    assert hands.page.blocks["A"][2:4] == (0, 0)


def wheel(hands, at, angle, pixels, modifiers=NONE):
    point = QPointF(hands.widget_point(at))
    event = QWheelEvent(
        point,
        QPointF(hands.canvas.mapToGlobal(point.toPoint())),
        pixels,
        angle,
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(hands.canvas, event)


def test_the_wheel_zooms_at_the_pointer(hands, qtbot):
    point = hands.widget_point((300, 100))
    with qtbot.waitSignal(hands.canvas.view.zoomed):
        wheel(hands, (300, 100), QPoint(0, 120), QPoint())
    assert hands.canvas.view.scale > 1.1
    assert (hands.widget_point((300, 100)) - point).manhattanLength() <= 2


def test_two_fingers_pan(hands):
    before = hands.canvas.view.to_widget(QPointF(0, 0))
    wheel(hands, (300, 100), QPoint(0, 40), QPoint(7, 12))
    assert hands.canvas.view.to_widget(QPointF(0, 0)) == before + QPointF(7, 12)
    assert hands.canvas.view.scale == 1.0


def test_a_wheel_that_tilts_or_turns_with_shift_pans_to_the_side(hands):
    before = hands.canvas.view.to_widget(QPointF(0, 0))
    wheel(hands, (300, 100), QPoint(120, 0), QPoint())
    wheel(hands, (300, 100), QPoint(0, 120), QPoint(), SHIFT)
    assert hands.canvas.view.to_widget(QPointF(0, 0)) == before + QPointF(160, 0)
    assert hands.canvas.view.scale == 1.0


def test_the_wheel_can_move_the_page_and_zoom_with_ctrl(hands):
    before, hands.canvas.settings.wheel_scrolls = hands.canvas.view.to_widget(QPointF(0, 0)), True
    wheel(hands, (300, 100), QPoint(0, 120), QPoint())
    assert hands.canvas.view.to_widget(QPointF(0, 0)) == before + QPointF(0, 80) and hands.canvas.view.scale == 1.0
    wheel(hands, (300, 100), QPoint(0, 120), QPoint(), CTRL)
    assert hands.canvas.view.scale > 1.1


def test_fit_and_zoom_keys(hands):
    hands.key(Qt.Key.Key_Plus, CTRL)
    assert hands.canvas.view.scale > 1
    hands.key(Qt.Key.Key_0, CTRL)
    assert hands.canvas.view.scale == 1
    hands.canvas.resize(500, 300)
    hands.key(Qt.Key.Key_F)
    assert hands.canvas.view.scale < 1
    assert hands.canvas.rect().contains(hands.widget_point((0, 0)))
    assert hands.canvas.rect().contains(hands.widget_point(hands.body("D")))


def test_delete_and_undo(hands):
    before = hands.text
    hands.click(hands.body("C"))
    hands.key(Qt.Key.Key_Delete)
    assert set(hands.page.blocks) == {"A", "B", "D"} and hands.wires() == []
    assert hands.history.undo_label == "Delete C"
    hands.key(Qt.Key.Key_Z, CTRL)
    assert hands.text == before
    hands.key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert "C" not in hands.page.blocks


def test_copy_paste_keeps_wires_and_gives_new_ids(hands):
    hands.drag((-40, -40), (430, 60))  # A and C
    hands.key(Qt.Key.Key_C, CTRL)
    hands.key(Qt.Key.Key_V, CTRL)
    assert set(hands.page.blocks) == {"A", "B", "C", "D", "A_2", "C_2"}
    assert "A_2.output -> C_2.x" in hands.wires()
    assert hands.page.blocks["A_2"].values == hands.page.blocks["A"].values
    assert hands.canvas.selection() == {"A_2", "C_2"}
    assert hands.steps()[1:] == ["Paste 2 items"]
    hands.key(Qt.Key.Key_V, CTRL)
    places = [b[2:4] for b in hands.page.blocks.values()]
    assert len(set(places)) == len(places)


def test_cut_and_duplicate(hands):
    hands.click(hands.body("D"))
    hands.key(Qt.Key.Key_D, CTRL)
    assert "D_2" in hands.page.blocks and hands.history.undo_label == "Duplicate D_2"
    hands.key(Qt.Key.Key_X, CTRL)
    assert "D_2" not in hands.page.blocks
    assert hands.canvas.clipboard.paste(QApplication.clipboard().text(), QPointF(100, 500))
    assert hands.page.blocks["D_2"][2:4] == (100, 500)


def test_pasting_anything_else_says_so(hands):
    before = hands.text
    assert not hands.canvas.clipboard.paste("not blocks")
    assert hands.said and hands.text == before


def test_select_all(hands):
    hands.key(Qt.Key.Key_A, CTRL)
    assert hands.canvas.selection() == {"A", "B", "C", "D", "N"}


def test_add_block_without_a_place_goes_where_it_can_be_seen(hands):
    name = hands.canvas.placing.block("loom.Session")
    assert name == "SESSION"
    assert hands.canvas.rect().contains(hands.widget_point(hands.title(name)))


def test_double_click_and_tab_on_the_empty_canvas_want_a_block(hands, qtbot):
    with qtbot.waitSignal(hands.canvas.requests.add_wanted) as asked:
        hands.double_click((500, 520))
    assert (asked.args[0] - QPointF(500, 520)).manhattanLength() < 2 and asked.args[1] is None
    with qtbot.waitSignal(hands.canvas.requests.add_wanted):
        hands.key(Qt.Key.Key_Tab)


def test_double_click_on_a_body_wants_results(hands, qtbot):
    with qtbot.waitSignal(hands.canvas.requests.results_wanted) as asked:
        hands.double_click(hands.body("C"))
    assert asked.args == ["C", ""]
    with qtbot.waitSignal(hands.canvas.requests.results_wanted) as asked:
        hands.double_click(hands.pin("C", "z", "result"))
    assert asked.args == ["C", "z"]


def test_reveal_scrolls_to_a_block_and_selects_it(hands):
    hands.canvas.view.center_on(QPointF(90000, 90000))
    hands.canvas.navigation.reveal("D")
    assert hands.canvas.selection() == {"D"}
    assert hands.canvas.rect().contains(hands.widget_point(hands.body("D")))


def test_a_page_that_was_fitted_is_whole_in_less_room_until_something_is_done(hands):
    canvas = hands.canvas
    canvas.fit()
    canvas.resize(canvas.width(), canvas.height() // 3)  # as panels do that come up after the page
    assert all(canvas.rect().contains(canvas.navigation.place_of(name)) for name in canvas.page.blocks)
    hands.click((-300, -300))
    before = canvas.navigation.place_of("A")
    canvas.resize(canvas.width(), canvas.height() // 2)
    assert canvas.navigation.place_of("A") == before


def test_dragging_at_the_edge_scrolls_on(hands, qtbot):
    corner = hands.canvas.view.to_canvas(QPointF(hands.canvas.width() - 5, 300))
    hands.press(hands.body("D"))
    hands.move(corner)
    before = hands.canvas.view.to_widget(QPointF(0, 0)).x()
    qtbot.waitUntil(lambda: hands.canvas.view.to_widget(QPointF(0, 0)).x() < before - 60)
    hands.key(Qt.Key.Key_Escape)
    hands.release(corner)
    assert hands.page.blocks["D"][2:4] == (600, 0)
    assert hands.canvas.scene.pos[hands.canvas.scene.slot["D"]].tolist() == [600, 0]


def test_a_frame_around_the_selection_and_away_again(hands):
    wires = sorted(map(str, hands.page.wires()))
    hands.drag((-40, -40), (430, 60))  # A and C
    before = hands.text
    hands.key(Qt.Key.Key_G, CTRL)
    hands.type("inner")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.frames["FRAME"].title == "inner"
    assert {b.id for b in hands.page.blocks.values() if b.frame == "FRAME"} == {"A", "C"}
    assert sorted(map(str, hands.page.wires())) == wires
    frame = hands.page.frames["FRAME"]
    hands.click((frame.x + 100, frame.y + 10))
    hands.key(Qt.Key.Key_Delete)
    assert not hands.page.frames and {b.frame for b in hands.page.blocks.values()} == {""}
    assert sorted(map(str, hands.page.wires())) == wires
    assert hands.text == before
    hands.history.undo()
    assert hands.page.blocks["A"].frame == "FRAME"
    for _ in range(2):
        hands.history.undo()
    assert hands.text == before


def test_the_way_of_a_selected_wire_is_seen_under_a_block(hands):
    hands.canvas.editing.route(
        hands.page.wires_into("C", "x")[0], [(90, 0), (90, 10), (110, 10), (110, 0)]
    )  # else it goes around B
    hands.history.do(Move("main", {"B": (150, -20)}))
    hands.canvas.selection.choose(())
    canvas, ink = hands.canvas, QColor(hands.canvas.painter.theme.selection)
    (wire,) = canvas.scene.slots_of(hands.page.wires_into("C", "x"))

    def seen():
        image = canvas.grab().toImage()
        box = canvas.navigation.place_of("B").adjusted(12, 12, -12, -12)
        return any(
            image.pixelColor(x, y) == ink
            for x in range(box.left(), box.right())
            for y in range(box.top(), box.bottom())
        )

    assert not seen()
    canvas.selection.choose((), wires=[wire])
    assert seen()


def over_wire(hands):
    """Return a place for a block's title at which the block covers the wire from A to C, far from the pointer."""
    middle = (hands.pin("A", "output", "output") + hands.pin("C", "x", "input")) / 2
    return middle + QPointF(0, -70)


@pytest.fixture
def lone(hands):
    """Add a block without wires below the others."""
    hands.history.do(Insert("main", (Block("E", "Exp", 300, 430),)), "Add E")
    return hands


def test_a_block_dropped_anywhere_over_a_wire_stands_in_it_and_the_wire_is_lit_before(lone):
    hands = lone
    hands.press(hands.title("E"))
    hands.move(over_wire(hands) + QPointF(0, -200))
    assert hands.canvas.gestures.current.wire is None
    hands.move(over_wire(hands))
    lit = hands.canvas.gestures.current.wire
    assert str(hands.canvas.scene.wires[lit]) == "A.output -> C.x"
    hands.release(over_wire(hands))
    assert hands.wires() == ["A.output -> E.x", "C.z -> D.x", "E.y -> C.x"]
    rects = [hands.canvas.scene.box(slot) for slot in hands.canvas.scene.slot.values()]
    assert not any(a.intersects(b) for a in rects for b in rects if a is not b)
    hands.history.undo()
    assert hands.wires() == ["A.output -> C.x", "C.z -> D.x"]


def test_escape_or_ctrl_keep_it_out_of_the_wire(lone):
    hands, before = lone, lone.text
    hands.press(hands.title("E"))
    hands.move(over_wire(hands))
    hands.key(Qt.Key.Key_Escape)
    hands.release(over_wire(hands))
    assert hands.text == before
    hands.press(hands.title("E"))
    hands.move(over_wire(hands))
    hands.release(over_wire(hands), CTRL)
    assert hands.wires() == ["A.output -> C.x", "C.z -> D.x"] and hands.page.blocks["E"].y < 100
