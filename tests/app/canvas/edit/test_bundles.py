"""Wires of collapsed frames with many pins: one port for each neighbour, opened by a click. Real events."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt

from blockloom.app.canvas.marks.tooltips import tip
from blockloom.blocks.document.pages import Block, Frame, Placed, Wire
from blockloom.blocks.edits import Insert, Remove
from blockloom.blocks.layout.collapsed_frames import LIMIT, ports
from tests.app.canvaskit import Hands, pixels

KEY = Qt.Key
COUNT = LIMIT + 2


@pytest.fixture
def hands(qtbot, catalogue):
    """Return hands on a page whose collapsed frames F and G have ten wires between them, and F one to block END."""
    made = Hands(qtbot, catalogue)
    frames = (
        Frame("F", "left", 0, 400, 300, 300, collapsed=True),
        Frame("G", "right", 400, 400, 300, 300, collapsed=True),
    )
    blocks = [Block(f"X{i}", "Neg", 20, 450 + 10 * i, frame="F") for i in range(COUNT)]
    blocks += [Block(f"Y{i}", "Neg", 420, 450 + 10 * i, frame="G") for i in range(COUNT)]
    wires = [Placed(Wire(f"X{i}", "y", f"Y{i}", "x"), 0) for i in range(COUNT)]
    wires.append(Placed(Wire("X0", "y", "END", "x"), 0))
    made.history.do(Insert("main", (*blocks, Block("END", "Neg", 400, 600)), tuple(wires), frames))
    return made


def drawn_pairs(scene):
    """Return the pairs of blocks whose wires are drawn."""
    slots = [w for w in range(scene.wcount) if scene.walive[w] and not scene.inner[w]]
    return [(scene.wires[w].source, scene.wires[w].target) for w in slots]


def port_at(hands, frame, number, out=True):
    scene = hands.canvas.scene
    rows = scene.folds[frame].outs if out else scene.folds[frame].ins
    return QPointF(*scene.port(*rows[number].pins[0], out))


def test_wires_between_two_frames_are_one_wire_with_one_port_at_each(hands):
    scene = hands.canvas.scene
    bundle, single = scene.folds["F"].outs
    assert (bundle.neighbour, bundle.wires, len(bundle.pins)) == ("G", COUNT, COUNT)
    assert (single.neighbour, single.wires, single.pins) == ("END", 1, (("X0", "y"),))
    assert (
        drawn_pairs(scene).count(("X0", "END")) == 1
        and sum(target.startswith("Y") for _, target in drawn_pairs(scene)) == 1
    )
    (port, rest) = scene.folds["G"].ins, scene.folds["G"].outs
    assert [one.neighbour for one in port] == ["F"] and [len(one.pins) for one in rest] == [COUNT]
    size = ports(hands.page, lambda name: ["y"])["F"].size
    assert scene.rect_of(scene.frames["F"]).size().toTuple() == size and size[1] < 100
    drawn = []
    hands.canvas.view.zoom_to(0.7)
    corner = hands.widget_point((0, 400))
    title = pixels(hands.canvas.grab(QRect(corner, corner + QPoint(60, 20))).toImage())
    assert int(hands.canvas.painter.theme.frame_title[1:], 16) in title
    for name in ("X9", "Y9"):
        place = hands.widget_point(port_at(hands, "F", 0))
        drawn.append(pixels(hands.canvas.grab(QRect(place - QPoint(40, 6), place - QPoint(7, -6))).toImage()))
        hands.history.do(Remove("main", (name,)))
    assert (drawn[0] != drawn[1]).any(), "ten wires, and then nine"


def test_a_click_on_a_bundle_shows_each_pin_until_the_frame_is_deselected(hands):
    canvas, before = hands.canvas, hands.text
    hit = canvas.parts.hit(port_at(hands, "F", 0))
    assert (hit.kind, hit.id) == ("bundle", "F")
    text = tip(hit, canvas.scene, hands.page, canvas.marks, None)
    assert f"{COUNT} wires" in text and "X0.y -&gt; Y0.x" in text
    hands.click(port_at(hands, "F", 0))
    assert canvas.selection() == {"F"} and [len(port.pins) for port in canvas.scene.folds["F"].outs] == [1] * COUNT
    assert canvas.parts.hit(port_at(hands, "F", 3)).kind == "port"
    hands.key(KEY.Key_Escape)
    assert len(canvas.scene.folds["F"].outs) == 2 and hands.text == before


def test_a_bundle_is_selected_and_deleted_as_a_whole(hands):
    scene, before = hands.canvas.scene, hands.text
    start, end = port_at(hands, "F", 0), port_at(hands, "G", 0, out=False)
    hands.click((start + end) / 2)
    assert len(hands.canvas.selection.wires()) == COUNT
    hands.key(KEY.Key_Delete)
    assert [pair for pair in drawn_pairs(scene) if pair[0].startswith("X")] == [("X0", "END")]
    hands.history.undo()
    assert hands.text == before and scene.folds["F"].outs[0].wires == COUNT
