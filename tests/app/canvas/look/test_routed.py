"""Wires on the canvas go around blocks: when a page opens, after edits and undo, on large pages a moment later."""

import itertools

import numpy as np
from PySide6.QtCore import QPointF

from blockloom.app import formats
from blockloom.app.canvas import Canvas
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.look.repaint import AT_ONCE
from blockloom.app.canvas.scene.block_layout import PIN
from blockloom.app.canvas.scene.theme import DARK
from blockloom.blocks.document.pages import Block, Frame, Note, Placed, Wire, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert, Move
from tests.app.canvaskit import Hands


def row(*more, notes=(), rows=1):
    """SRC at the left and DST far at the right, wired; `rows` of them. And more blocks."""
    history = UndoStack(new_document())
    history.do(
        Insert(
            "main",
            (
                *(
                    block
                    for i in range(rows)
                    for block in (
                        Block(f"SRC{i}", "Const", 0, 600 * i, {"value": "1.0"}),
                        Block(f"DST{i}", "Neg", 700, 600 * i),
                    )
                ),
                *more,
            ),
            tuple(Placed(Wire(f"SRC{i}", "output", f"DST{i}", "x"), 0) for i in range(rows)),
            notes=notes,
        ),
        "Add",
    )
    return history


def way(scene, target="DST0"):
    """Return the corner points of the wire to a block."""
    w = next(w for w in np.flatnonzero(scene.walive[: scene.wcount]).tolist() if scene.wires[w].target == target)
    ((_, points),) = scene.polylines(np.array([w]))
    return points[0]


def passes(points, box):
    """Return whether a line through points crosses a box `(x, y, width, height)`."""
    x, y, width, height = box
    low, high = np.minimum(points[:-1], points[1:]), np.maximum(points[:-1], points[1:])
    return ((low < (x + width, y + height)) & (high > (x, y))).all(1).any()


def beneath(scene, target="DST0", block="MID"):
    return passes(way(scene, target), (*scene.pos[scene.slot[block]], *scene.size[scene.slot[block]]))


MID = Block("MID", "NoOp", 330, 10)


def test_the_first_picture_has_wires_around_blocks_and_notes(qtbot, catalogue):
    for more, notes, box in (((MID,), (), None), ((), (Note("N", "text", 300, 0, 160, 120),), (300, 0, 160, 120))):
        history = row(*more, notes=notes)
        hands = Hands(qtbot, catalogue, history)
        picture = Picture(history.document.page("main"), catalogue, DARK)
        for scene in (hands.canvas.scene, picture.scene):
            box = box or (*scene.pos[scene.slot["MID"]], *scene.size[scene.slot["MID"]])
            assert not passes(way(scene), box)
            assert len(way(scene)) > 4


def test_wires_keep_clear_of_the_pins_at_the_foot_of_a_block(qtbot, catalogue):
    hands = Hands(qtbot, catalogue, row(Block("MID", "Const", 330, 300, {"value": "1.0"})))
    scene = hands.canvas.scene
    slot, level = scene.slot["MID"], way(scene)[0, 1]
    width, height = scene.size[slot].tolist()
    hands.canvas.editing.open_page.history.do(Move("main", {"MID": (330.0, level - 3 - height)}), "Move")
    assert scene.pos[slot, 1] + height == level - 3
    assert not passes(way(scene), (330, level - 3 - height, width, height + PIN))


def test_a_dragged_block_takes_plain_wires_along_and_covered_wires_are_routed_again_at_the_drop(qtbot, catalogue):
    hands = Hands(qtbot, catalogue, row(MID._replace(y=300)))
    scene, start = hands.canvas.scene, hands.title("MID")
    before = way(scene)
    hands.press(start)
    for y in (250, 150, 20):
        hands.move(start + QPointF(0, y - 300))
    assert (way(scene) == before).all() and beneath(scene), "while it is dragged the wires of others stay"
    hands.release(start + QPointF(0, 20 - 300))
    assert not beneath(scene)
    hands.history.undo()
    assert (way(scene) == before).all()
    hands.history.redo()
    assert not beneath(scene)
    hands.drag(hands.title("SRC0"), hands.title("SRC0") + QPointF(-50, 100))
    assert not beneath(scene) and (way(scene)[0] == scene.e1[0]).all()


def test_a_gesture_that_is_cancelled_leaves_ways_as_they_were(qtbot, catalogue):
    hands = Hands(qtbot, catalogue, row(MID))
    scene, start, before = hands.canvas.scene, hands.title("DST0"), way(hands.canvas.scene)
    hands.press(start)
    hands.move(start + QPointF(0, 150))
    assert len(way(scene)) == 4, "across, down, across"
    hands.canvas.gestures.cancel()
    assert (way(scene) == before).all()


def test_collapsed_frames_are_in_the_way_and_what_is_in_them_is_not(qtbot, catalogue):
    history = row(MID._replace(frame="F"))
    history.do(Insert("main", frames=(Frame("F", "", 300, 0, 200, 200),)), "Frame")
    hands = Hands(qtbot, catalogue, history)
    scene = hands.canvas.scene
    assert not beneath(scene)
    hands.canvas.frames.toggle("F")
    x, y, width, height = scene.rect_of(scene.frames["F"]).getRect()
    assert not passes(way(scene), (x, y, width, height))
    assert hands.canvas.frames.unfold("MID")
    assert not beneath(scene)


def test_a_wire_goes_around_a_frame_that_is_expanded_by_a_double_click(qtbot, catalogue):
    history = row(MID._replace(frame="F"))
    history.do(Insert("main", frames=(Frame("F", "", 300, -40, 200, 240, collapsed=True),)), "Frame")
    hands = Hands(qtbot, catalogue, history)
    scene = hands.canvas.scene
    hands.double_click((380, -25))
    assert not scene.folds
    frame = scene.rect_of(scene.frames["F"]).getRect()
    assert scene.e1[0, 0] < frame[0] and scene.e2[0, 0] > frame[0] + frame[2], "the frame is between the ends"
    assert not passes(way(scene), frame)


def test_bounds_hold_the_ways(qtbot, catalogue):
    wall = Block("MID", "Const", 330, -900, {"value": "1"})
    hands = Hands(qtbot, catalogue, row(*(wall._replace(id=f"M{i}", y=-900 + 100 * i) for i in range(20))))
    scene = hands.canvas.scene
    points = way(scene)
    _, y0, _, y1 = scene.bounds([scene.slot["SRC0"]])
    assert y0 <= points[:, 1].min() and points[:, 1].max() <= y1
    far = points[np.abs(points[:, 1]).argmax()]
    assert 0 in scene.visible_wires(*(far - 5), *(far + 5)) and scene.wire_at(*far, 3.0) == 0


def test_large_pages_get_their_ways_a_moment_later_and_after_edits(qtbot, catalogue):
    rows = AT_ONCE + 1
    hands = Hands(qtbot, catalogue, row(*(MID._replace(id=f"M{i}", y=10 + 600 * i) for i in range(rows)), rows=rows))
    scene = hands.canvas.scene
    assert beneath(scene, "DST7", "M7"), "at first with plain shapes"
    qtbot.waitUntil(lambda: not beneath(scene, "DST7", "M7"), timeout=60_000)
    assert not any(beneath(scene, f"DST{i}", f"M{i}") for i in range(rows))
    hands.canvas.selection.all()
    hands.canvas.editing.delete_selection()
    hands.history.undo()
    assert not beneath(scene, "DST7", "M7"), "what comes back goes as it went"
    hands.history.do(Move("main", {"M8": (330.0, 610.0 * 8 + 200)}), "Move")
    qtbot.waitUntil(lambda: len(way(scene, "DST8")) == 2)
    hands.canvas.leave()


def test_wires_in_a_collapsed_frame_do_not_delay_the_routes_of_others(qtbot, catalogue):
    history = row(MID)
    inside = [Block(f"N{i}", "Neg", 900, 600 + 20 * i, frame="F") for i in range(AT_ONCE + 2)]
    wires = [Placed(Wire(a.id, "y", b.id, "x"), 0) for a, b in itertools.pairwise(inside)]
    history.do(
        Insert("main", tuple(inside), tuple(wires), (Frame("F", "", 880, 580, 400, 9000, collapsed=True),)), "Add"
    )
    hands = Hands(qtbot, catalogue, history)
    assert not beneath(hands.canvas.scene) and hands.canvas.routed.process is None
    hands.canvas.frames.toggle("F")
    qtbot.waitUntil(lambda: hands.canvas.routed.process is not None)
    hands.canvas.leave()


def test_a_canvas_that_is_left_routes_no_more(qtbot, catalogue):
    canvas = Canvas(row(rows=AT_ONCE + 1), "main", catalogue)
    qtbot.addWidget(canvas)
    qtbot.waitUntil(lambda: canvas.routed.process is not None)
    process = canvas.routed.process
    canvas.leave()
    assert process.state() == process.ProcessState.NotRunning


def test_a_picture_shows_a_collapsed_frame_as_the_canvas_does(qtbot, catalogue, tmp_path):
    history = row(MID._replace(frame="F"))
    history.do(Insert("main", frames=(Frame("F", "", 300, 0, 200, 200, collapsed=True),)), "Frame")
    picture = Picture(history.document.page("main"), catalogue, DARK)
    svg = formats.format_for(tmp_path / "page.svg", "draw").draw(picture, 1.0)
    assert b"SRC0" in svg and b"MID" not in svg and b"1 block" in svg
