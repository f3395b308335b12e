"""Texts of tooltips for typed values."""

import pytest
from PySide6.QtCore import QPointF

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert


def tooltip(hands, block, pin):
    scene = hands.canvas.scene
    spot = scene.layouts[scene.slot[block]].spot(pin)
    return tip(CanvasHit("pin", block, spot=spot), scene, hands.page, hands.canvas.marks, None)


@pytest.mark.parametrize("length, whole", [(1, True), (400, True), (401, False), (5000, False)])
def test_a_long_value_is_cut_in_its_tooltip(hands, length, whole):
    hands.history.do(Insert("main", (Block("L", "Const", 0, 420, {"value": "'" + "<" * (length - 1)}),)))
    shown = tooltip(hands, "L", "value").partition("<code>")[2].partition("</code>")[0]
    assert shown == "&#x27;" + "&lt;" * (min(length, 400) - 1) + "…" * (not whole)


def test_a_pin_tells_its_type_and_where_what_arrives_comes_from(hands):
    assert "from A.output" in tooltip(hands, "C", "x") and "<code>" not in tooltip(hands, "C", "x")
    assert "from" not in tooltip(hands, "C", "y") and "<b>y</b>" in tooltip(hands, "C", "y")
    assert "[1., 2.]" in tooltip(hands, "A", "value")


def test_the_type_of_an_element_is_shown_for_outputs_with_many(hands):
    blocks = Block("U", "Unpack", 0, 420, {"num": "3"}), Block("E", "Neg", 300, 420), Block("F", "Neg", 300, 560)
    wires = Placed(Wire("U", "output[1]", "E", "x"), 0), Placed(Wire("U", "output[2]", "F", "x"), 0)
    hands.history.do(Insert("main", blocks, wires))
    canvas = hands.canvas
    canvas.marks.types = {"U": {"output": [["DT_FLOAT", [7], ""], ["DT_FLOAT", [8], ""]]}}

    def of_wire(source_pin):
        wires = canvas.scene.wires
        number = next(n for n, wire in enumerate(wires) if wire is not None and wire.source_pin == source_pin)
        return tip(CanvasHit("wire", wire=number), canvas.scene, hands.page, canvas.marks, None)

    assert "DT_FLOAT [8]" in of_wire("output[1]")
    assert "DT_FLOAT" not in of_wire("output[2]")


def test_no_tooltip_on_empty_canvas(hands):
    assert (
        tip(hands.canvas.parts.hit(QPointF(5000, 5000)), hands.canvas.scene, hands.page, hands.canvas.marks, None) == ""
    )
