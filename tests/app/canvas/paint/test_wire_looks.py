"""Looks of wires: crossings, forks, pins under other blocks, and kinds that everybody can distinguish."""

from itertools import combinations

import numpy as np
import pytest

from blockloom.app.canvas.scene import scene_arrays
from blockloom.app.canvas.scene.theme import DARK, LIGHT, PLAIN, STROKES
from blockloom.blocks.document.pages import Block, Look, Placed, Wire, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import Hands

APART = 20  # in CIELAB; about ten times what people just notice side by side, since wires are thin and far apart
# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation of Color Vision
# Deficiency, IEEE TVCG 15 (6), 2009: severity 1.0, on linear RGB.
SIGHT = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def lab(text, sight):
    """Return a colour `#RRGGBB` in CIELAB (D65) as a kind of sight perceives it."""
    rgb = np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(sight @ linear, 0, 1) / WHITE
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("theme", (DARK, LIGHT), ids=("dark", "light"))
@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT)
def test_kinds_of_wires_differ_by_pattern_or_in_every_sight(theme, sight):
    alike = [(a, b) for a, b in combinations(theme.wires, 2) if STROKES.get(a, PLAIN) == STROKES.get(b, PLAIN)]
    assert 0 < len(alike) < 20, "most differ by their pattern"
    for a, b in alike:
        assert np.linalg.norm(lab(theme.wires[a], sight) - lab(theme.wires[b], sight)) >= APART, (a, b)


def test_refs_texts_and_control_have_patterns_that_numbers_have_not():
    assert len({STROKES["string"], STROKES["ref"], STROKES["control"], PLAIN}) == 4


@pytest.fixture
def crossed(qtbot, catalogue):
    """Return hands on a page with routed wires: A to C and D; B to E, whose vertical part crosses both."""

    def wire(a, b, x, y):
        return Placed(Wire(a, "output", b, "x", look=Look(route=((x, 0.0), (x, y)))), 0)

    history = UndoStack(new_document())
    history.do(
        Insert(
            "main",
            (
                Block("A", "Const", 0, 0, {"value": "1.0"}),
                Block("B", "Const", 0, 300, {"value": "1.0"}),
                Block("C", "Neg", 600, 0),
                Block("D", "Neg", 600, 150),
                Block("E", "Neg", 600, -150),
            ),
            (wire("A", "C", 232.0, 18.0), wire("A", "D", 232.0, 168.0), wire("B", "E", 256.0, -432.0)),
        ),
        "Add",
    )
    return Hands(qtbot, catalogue, history)


def bends(hands, target):
    """Return the points of the wire to a block."""
    scene = hands.canvas.scene
    (w,) = (w for w, wire in enumerate(scene.wires[: scene.wcount]) if wire.target == target)
    ((_, points),) = scene.polylines(np.array([w]))
    return points[0]


def colour_at(hands, x, y):
    return hands.canvas.grab().toImage().pixelColor(hands.widget_point((x, y))).name().upper()


def test_a_level_wire_hops_over_an_upright_one_of_another_output(crossed):
    x, y = bends(crossed, "E")[1][0], bends(crossed, "C")[-1][1]
    wire = DARK.wires["tensor"]
    assert colour_at(crossed, x, y) == wire, "the upright one goes on"
    assert colour_at(crossed, x - 3, y) == colour_at(crossed, x + 2, y) == DARK.canvas
    assert colour_at(crossed, x - 12, y) == colour_at(crossed, x + 12, y) == wire
    assert wire in {colour_at(crossed, x + 4, y - dy) for dy in range(2, 6)}, "the bow"


def test_wires_of_one_output_part_with_a_dot(crossed):
    x, y = bends(crossed, "C")[2]
    assert x == bends(crossed, "D")[1][0], "they share a run"
    assert colour_at(crossed, x - 3, y + 1) == DARK.wires["tensor"]
    assert colour_at(crossed, x, y - 4) == DARK.wires["tensor"]
    assert colour_at(crossed, x - 4, y - 4) == DARK.canvas, "the dot is round"
    assert colour_at(crossed, x - 3, y + 20) == DARK.canvas, "elsewhere the wire is thinner than the dot"


def test_a_crowd_of_wires_is_drawn_without_hops(crossed, monkeypatch):
    x, y = bends(crossed, "E")[1][0], bends(crossed, "C")[-1][1]
    monkeypatch.setattr(scene_arrays, "CROWD", 2)
    monkeypatch.setattr(scene_arrays, "APART", 1e6)
    crossed.history.do(Insert("main", (Block("F", "NoOp", 0, 600),)))
    assert {colour_at(crossed, x + away, y) for away in range(-6, 7, 3)} == {DARK.wires["tensor"]}
