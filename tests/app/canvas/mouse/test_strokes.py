"""Wires worked on by hand: cut, routed, stood in, put in order. Real events, one step each."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.scene.theme import DARK
from blockloom.blocks.document.pages import Block, Frame, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Enclose, Insert, Move
from tests.app.canvaskit import CTRL, pixels
from tests.app.monitorkit import add_monitors
from tests.app.windowkit import entries_of

RIGHT = Qt.MouseButton.RightButton


def slot(hands, source, target):
    scene = hands.canvas.scene
    return next(
        w
        for w in range(scene.wcount)
        if scene.walive[w] and scene.wires[w].source == source and scene.wires[w].target == target
    )


def polyline(hands, source, target):
    """Return the corner points of a wire as it is drawn."""
    return hands.canvas.scene.polylines(np.array([slot(hands, source, target)]))[0][1][0]


def middle(hands, source, target):
    """Return a point in the middle of a wire that is level or falls."""
    points = polyline(hands, source, target)
    i = len(points) // 2
    return QPointF(*((points[i - 1] + points[i]) / 2).tolist())


def entries(hands, hit):
    return entries_of(hands.canvas.menus.context(hit, QPointF()))


def test_a_stroke_with_ctrl_and_the_right_button_cuts_all_it_crosses(hands):
    before = hands.text
    a, b = middle(hands, "A", "C"), middle(hands, "C", "D")
    hands.drag((a.x(), a.y() - 60), (a.x(), a.y() + 60), CTRL, RIGHT)
    assert hands.wires() == ["C.z -> D.x"]
    hands.history.undo()
    hands.press((a.x() - 30, a.y() - 90), CTRL, RIGHT)
    for point in ((a.x(), a.y() + 80), (b.x(), b.y() + 90), (b.x(), b.y() - 90)):
        hands.move(point)
    hands.release((b.x(), b.y() - 90), CTRL, RIGHT)
    assert hands.wires() == [] and hands.history.undo_label == "Cut 2 wires"
    hands.history.undo()
    assert hands.text == before


def test_y_held_cuts_with_the_left_button(hands):
    a = middle(hands, "A", "C")
    QTest.keyPress(hands.canvas, Qt.Key.Key_Y)
    hands.drag((a.x(), a.y() - 60), (a.x(), a.y() + 60))
    QTest.keyRelease(hands.canvas, Qt.Key.Key_Y)
    assert hands.wires() == ["C.z -> D.x"]
    hands.drag(hands.body("D"), hands.body("D") + QPointF(0, 50))  # the knife is away again
    assert hands.page.blocks["D"].y == 50


def test_a_stroke_that_is_cancelled_or_meets_nothing_cuts_nothing(hands):
    before, a = hands.text, middle(hands, "A", "C")
    hands.press((a.x(), a.y() - 60), CTRL, RIGHT)
    hands.move((a.x(), a.y() + 60))
    hands.key(Qt.Key.Key_Escape)
    hands.release((a.x(), a.y() + 60), CTRL, RIGHT)
    hands.drag((0, 450), (200, 500), CTRL, RIGHT)
    assert hands.text == before and len(hands.steps()) == 1


def test_equal_wires_into_a_list_are_cut_one_by_one(hands):
    wire = Wire("A", "output", "N2", "inputs")
    hands.history.do(Insert("main", (Block("N2", "AddN", 300, 450),), (Placed(wire, 0), Placed(wire, 1))))
    before = hands.text
    hands.drag((280, 380), (285, 560), CTRL, RIGHT)
    assert hands.page.wires_into("N2") == []
    hands.history.undo()
    assert hands.text == before


def test_dragging_a_run_bends_the_wire_and_a_double_click_leaves_it_to_the_canvas_again(hands):
    hands.history.do(Move("main", {"C": (300, 40)}))
    before, at = hands.text, middle(hands, "A", "C")
    hands.drag(at, at + QPointF(30, 0))
    (wire,) = hands.page.wires_into("C", "x")
    assert len(wire.look.route) == 2 and {x for x, _ in wire.look.route} == {wire.look.route[0][0]}
    start = hands.canvas.scene.e1[slot(hands, "A", "C")]
    assert start[0] + wire.look.route[0][0] == round((at.x() + 30) / 5) * 5
    assert hands.canvas.selection.wires() == [wire]
    hands.double_click(middle(hands, "A", "C"))
    assert hands.page.wires_into("C", "x")[0].look.route == ()
    hands.history.undo()
    hands.history.undo()
    assert hands.text == before


@pytest.mark.parametrize("bent", [False, True])
def test_the_bends_of_a_wire_at_a_collapsed_frame_stay_as_they_are(hands, bent):
    hands.history.do(Move("main", {"C": (300, 40)}))
    at = middle(hands, "A", "C")
    if bent:
        hands.drag(at, at + QPointF(30, 0))
    frame = Frame("F", "frame", 280, 0, 300, 300)
    hands.history.do(CompositeEdit((Insert("main", frames=(frame,)), Enclose("main", {"C": "F"}))))
    expanded = polyline(hands, "A", "C")
    hands.canvas.frames.toggle("F")
    before, at = hands.text, middle(hands, "A", "C")
    collapsed = polyline(hands, "A", "C")
    hands.drag(at, at + QPointF(0, 60))
    assert hands.text == before and (polyline(hands, "A", "C") == collapsed).all()
    assert hands.said[-1] == "Expand the frame at the end of this wire to bend the wire"
    wanted = []
    hands.canvas.requests.add_wanted.connect(lambda point, wire: wanted.append(wire))
    hands.double_click(at)
    (wire,) = hands.page.wires_into("C", "x")
    assert hands.text == before and wanted == [wire], "a double click offers blocks, as on other wires"
    menu = hands.canvas.menus.context(hands.canvas.parts.hit(at), at)
    assert not entries_of(menu)["Route automatically"].isEnabled()
    hands.canvas.frames.toggle("F")
    assert (polyline(hands, "A", "C") == expanded).all()


def test_a_level_wire_gets_a_detour_between_stubs(hands):
    hands.history.do(
        Insert("main", (Block("P", "Neg", 0, 500), Block("Q", "Neg", 500, 500)), (Placed(Wire("P", "y", "Q", "x"), 0),))
    )
    at = middle(hands, "P", "Q")
    hands.canvas.view.center_on(at)  # near its edge a canvas scrolls for as long as a drag takes
    hands.drag(at, at + QPointF(0, 80))
    (wire,) = hands.page.wires_into("Q", "x")
    ys = [y for _, y in wire.look.route]
    assert ys[0] == ys[-1] == 0 and abs(ys[1] - 80) <= 3 and ys[1] == ys[2]


def test_escape_leaves_the_wire_as_it_was(hands):
    before, at = hands.text, middle(hands, "A", "C")
    hands.press(at)
    hands.move(at + QPointF(40, 0))
    assert slot(hands, "A", "C") in hands.canvas.scene.bends
    hands.key(Qt.Key.Key_Escape)
    hands.release(at)
    assert hands.text == before and not hands.canvas.scene.bends


def test_a_block_without_wires_dropped_on_a_wire_stands_in_it(hands):
    hands.history.do(Insert("main", (Block("E", "Neg", 300, 420),)))
    before, at = hands.text, middle(hands, "C", "D")
    grip = hands.body("E")
    hands.drag(grip, at)
    assert hands.wires() == ["A.output -> C.x", "C.z -> E.x", "E.y -> D.x"]
    assert (hands.page.blocks["E"].x, hands.page.blocks["E"].y) != (300, 420)
    hands.history.undo()
    assert hands.text == before


def test_one_that_does_not_fit_is_only_moved(hands):
    hands.history.do(Insert("main", (Block("E", "NoOp", 300, 420), Block("L", "LogicalNot", 0, 420))))
    for name in "EL":
        hands.drag(hands.body(name), middle(hands, "C", "D"))
    assert hands.wires() == ["A.output -> C.x", "C.z -> D.x"]


def test_a_double_click_on_a_wire_asks_for_a_block_to_stand_in_it(hands, qtbot):
    with qtbot.waitSignal(hands.canvas.requests.add_wanted) as asked:
        hands.double_click(middle(hands, "C", "D"))
    point, wire = asked.args
    assert str(wire) == "C.z -> D.x"
    fitting = hands.canvas.placing.fitting(wire)
    assert fitting["Tanh"] == "x, y" and "LogicalNot" not in fitting and "Const" not in fitting
    hands.canvas.placing.wired("Tanh", point, wire)
    assert hands.wires() == ["A.output -> C.x", "C.z -> TANH.x", "TANH.y -> D.x"]


def test_the_menu_of_a_wire_inserts_a_reshape(hands):
    wire = slot(hands, "C", "D")
    entries(hands, CanvasHit("wire", wire=wire))["Insert Reshape"].trigger()
    assert {"C.z -> RESHAPE.tensor", "RESHAPE.output -> D.x"} <= set(hands.wires())
    hands.history.undo()
    assert hands.wires() == ["A.output -> C.x", "C.z -> D.x"]


def test_wires_into_a_list_end_side_by_side_and_change_places(hands):
    names = "ABC"
    pins = {"A": "output", "B": "output", "C": "z"}
    hands.history.do(
        Insert(
            "main",
            (Block("S", "AddN", 600, 300),),
            tuple(Placed(Wire(n, pins[n], "S", "inputs"), i) for i, n in enumerate(names)),
        )
    )
    scene, before = hands.canvas.scene, hands.text

    def shown():
        ws = sorted(
            (w for w in range(scene.wcount) if scene.walive[w] and scene.wires[w].target == "S"),
            key=lambda w: scene.e2[w, 1],
        )
        assert [scene.order[w] for w in ws] == [1, 2, 3]
        assert scene.e2[ws[0], 1] + 4 < scene.e2[ws[1], 1]
        return [scene.wires[w].source for w in ws]

    assert shown() == ["A", "B", "C"]
    menu = entries(hands, CanvasHit("wire", wire=slot(hands, "C", "S")))
    assert not menu["Move down in inputs"].isEnabled()
    menu["Move up in inputs"].trigger()
    assert [w.source for w in hands.page.wires_into("S", "inputs")] == shown() == ["A", "C", "B"]
    hands.history.undo()
    assert shown() == ["A", "B", "C"] and hands.text == before
    hands.canvas.selection.choose((), wires=[slot(hands, "B", "S")])
    hands.canvas.selection.choose((), wires=[slot(hands, "A", "S")])
    hands.canvas.editing.delete_selection()
    hands.canvas.selection.choose((), wires=[slot(hands, "B", "S")])
    hands.canvas.editing.delete_selection()
    (last,) = (w for w in range(scene.wcount) if scene.walive[w] and scene.wires[w].target == "S")
    assert scene.order[last] == 0 and scene.e2[last, 1] == hands.pin("S", "inputs", "input").y()


def test_a_monitor_under_the_pointer_shows_where_it_is_resized(hands):
    canvas = add_monitors(hands).canvas
    corner = canvas.scene.box(canvas.scene.slot["LINES"]).bottomRight() - QPointF(4, 4)

    def ink():
        at = hands.widget_point(corner)
        return int(DARK.selection.lstrip("#"), 16) in pixels(canvas.grab().toImage())[at.y() - 8 :, at.x() - 8 :]

    hands.move(QPointF(-100, -100))
    assert not ink()
    hands.move(corner)
    assert ink()
