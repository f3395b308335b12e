"""Outlines of the selection: hidden blocks on their collapsed frames, neighbours, and the colours of wires."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize

from blockloom.blocks.document.pages import Block, Frame, Look, Placed, Wire
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import Hands, pixels


@pytest.fixture
def hands(qtbot, catalogue):
    """Return hands on a page: A feeds C, which feeds D, and D feeds E and F in the collapsed frame PART."""
    made = Hands(qtbot, catalogue)
    frame = Frame("PART", "part", 600, 350, 300, 300, collapsed=True)
    blocks = Block("E", "Neg", 640, 400, frame="PART"), Block("F", "Neg", 640, 500, frame="PART")
    wires = tuple(Placed(Wire("D", "y", name, "x"), 0) for name in "EF")
    made.history.do(Insert("main", blocks, wires, (frame,)))
    made.canvas.view.center_on(QPointF(450, 300))
    return made


def colours(hands, rect):
    """Return the colours of the page on the left edge and a few pixels beyond, at the middle of a rectangle."""
    image, place = hands.canvas.grab().toImage(), hands.widget_point(QPointF(rect.left(), rect.bottom() - 14))
    return {image.pixelColor(place.x() + x, place.y()).name().upper() for x in range(-6, 1)}


def frame_rect(hands):
    return hands.canvas.scene.rect_of(hands.canvas.scene.frames["PART"])


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_collapsed_frame_shows_how_many_of_its_blocks_are_selected(hands, scale):
    hands.canvas.view.zoom_to(scale)
    scene, theme = hands.canvas.scene, hands.canvas.painter.theme
    assert theme.selection not in colours(hands, frame_rect(hands))
    hands.canvas.selection.choose({"E", "F"})
    assert scene.hidden_selection() == {"PART": 2}
    assert theme.selection in colours(hands, frame_rect(hands))
    hands.canvas.selection.choose({"PART"})
    assert scene.hidden_selection() == {}


def test_a_selected_wire_is_seen_on_a_block_that_it_crosses(hands):
    blocks = Block("OVER", "Neg", 800, 0), Block("G", "Neg", 1050, 0)
    wire = Wire("D", "y", "G", "x", look=Look(route=((100.0, 0.0), (200.0, 0.0))))
    hands.history.do(Insert("main", blocks, (Placed(wire, 0),)))
    start, end = hands.pin("D", "y", "output"), hands.pin("G", "x")
    middle = hands.widget_point((start + end) / 2)

    def colours_of_middle():
        return pixels(hands.canvas.grab(QRect(middle - QPoint(1, 12), QSize(2, 24))).toImage())

    ink = int(hands.canvas.painter.theme.selection[1:], 16)
    assert ink not in colours_of_middle()
    hands.canvas.selection.choose((), wires=hands.canvas.scene.slots_of([wire]))
    assert ink in colours_of_middle()


def test_what_feeds_the_selection_and_what_it_feeds_have_different_colours(hands):
    canvas, theme = hands.canvas, hands.canvas.painter.theme

    def box(name):
        return canvas.scene.box(canvas.scene.slot[name])

    canvas.selection.choose({"D"})
    assert theme.feeds in colours(hands, box("C")) and theme.fed not in colours(hands, box("C"))
    assert theme.fed in colours(hands, frame_rect(hands))
    into, out = hands.pin("D", "x"), hands.pin("D", "y", "output")
    image = canvas.grab().toImage()
    near = {
        name: {image.pixelColor(hands.widget_point(end) + QPoint(x, 0)).name().upper() for x in steps}
        for name, end, steps in (("into", into, range(-20, -8)), ("out", out, range(8, 20)))
    }
    assert theme.feeds in near["into"] and theme.fed in near["out"]
    canvas.selection.choose({"PART"})
    assert theme.feeds in colours(hands, box("D"))
    canvas.selection.choose(())
    assert not {theme.feeds, theme.fed} & colours(hands, box("D"))
