"""What tooltips say of typed values."""

import pytest
from PySide6.QtCore import QPointF

from blockloom.app.canvas.look.hits import Hit
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import Hands


@pytest.fixture
def hands(qtbot, catalogue):
    return Hands(qtbot, catalogue)


def told(hands, block, pin):
    scene = hands.canvas.scene
    spot = scene.layouts[scene.slot[block]].spot(pin)
    return tip(Hit("pin", block, spot=spot), scene, hands.page, hands.canvas.marks, None)


@pytest.mark.parametrize("length, whole", [(1, True), (400, True), (401, False), (5000, False)])
def test_of_a_long_value_the_beginning_is_told(hands, length, whole):
    hands.history.do(Insert("main", (Block("L", "Const", 0, 420, {"value": "'" + "<" * (length - 1)}),)))
    shown = told(hands, "L", "value").partition("<code>")[2].partition("</code>")[0]
    assert shown == "&#x27;" + "&lt;" * (min(length, 400) - 1) + "…" * (not whole)


def test_a_pin_tells_its_type_and_where_what_arrives_comes_from(hands):
    assert "from A.output" in told(hands, "C", "x") and "<code>" not in told(hands, "C", "x")
    assert "from" not in told(hands, "C", "y") and "<b>y</b>" in told(hands, "C", "y")
    assert "[1., 2.]" in told(hands, "A", "value")


def test_where_nothing_lies_nothing_is_told(hands):
    assert (
        tip(hands.canvas.parts.hit(QPointF(5000, 5000)), hands.canvas.scene, hands.page, hands.canvas.marks, None) == ""
    )
