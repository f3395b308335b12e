"""Lines of charts and marks of states, by painted pixels."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.canvas.paint.painted_shapes import PlotLine, draw
from blockloom.app.canvas.paint.statemarks import paint_mark
from blockloom.app.canvas.scene.theme import colour
from tests.app.canvaskit import pixels

BOX = QRectF(10, 10, 200, 100)
INK = 0xFF00FF


def painted_rows(points, x=(0.0, 10.0), y=(0.0, 10.0)):
    """Return the middle of the painted rows of a line 1 pixel wide, by column, without empty columns."""
    image = QImage(220, 120, QImage.Format.Format_RGB32)
    image.fill(0)
    p = QPainter(image)
    draw(p, BOX, [PlotLine(np.array(points, float), f"#{INK:06x}")], x, y, 1.0, 200)
    p.end()
    rows, columns = np.nonzero(pixels(image) == INK)
    return {int(column): float(rows[columns == column].mean()) for column in np.unique(columns)}


def test_a_line_goes_through_its_points():
    found = painted_rows([(0, 0), (5, 10), (10, 0)])
    assert found[60] == pytest.approx(60, abs=2) and found[160] == pytest.approx(60, abs=2)
    assert min(found.values()) <= 12 and found[208] >= 105
    level = painted_rows([(0, 2.5), (10, 2.5)])
    assert level.keys() >= set(range(11, 209)) and set(level.values()) <= {84.0, 85.0, 84.5}


def test_nan_leaves_a_gap_and_a_single_value_is_a_dot():
    found = painted_rows([(0, 5), (2, 5), (3, np.nan), (4, 5), (5, np.inf), (6, 5), (10, 5)])
    assert all(found[column] == pytest.approx(60, abs=1) for column in (20, 45, 90, 140, 200))
    assert not found.keys() & {60, 75, 80, 105, 120}
    assert not painted_rows([(1, np.nan), (2, -np.inf)])


def test_points_outside_the_ranges_are_clipped():
    assert not painted_rows([(0, 20), (10, 20)])
    steep = painted_rows([(0, -1e300), (5, 5), (10, 1e300)])
    assert all(108 <= column <= 112 for column in steep), steep
    assert min(painted_rows([(-10, 5), (5, 5)], x=(0.0, 10.0))) <= 11


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize(
    "state, ink, ground",
    [
        ("error", [(-5, 0), (5, 0), (0, 6)], {}),
        ("warning", [(0, 5.9), (-4, 5)], {}),
        ("running", [(-5, 0), (0, 6)], {(0, 0): "mark", (7, 7): None}),
        ("waiting", [(-5, 0), (0, 5)], {(0, -2): "mark", (7, 7): None}),
        ("pinned", [(-7.5, 0), (0, 7.5), (0, -5), (0, 5), (4.3, 2.5)], {(5.6, 0): "block", (2.9, 0): "block"}),
        ("stale", [(-7.5, 0), (0, 7.5), (-3.4, 0), (2, -3.2)], {(0, 0): "block"}),
    ],
)
def test_the_marks_of_states_have_their_shapes(qapp, theme, state, ink, ground):
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(colour("#123456"))
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_mark(p, theme, state, 50, 50, 4.0)
    p.end()

    def at(place):
        return image.pixelColor((QPointF(*place) * 4 + QPointF(50, 50)).toPoint()).name()

    assert {at(place) for place in ink} == {getattr(theme, state).lower()}
    for place, name in ground.items():
        assert at(place) == (getattr(theme, name).lower() if name else "#123456")
    if state in ("error", "warning"):
        assert at((0, -2)) == at((0, 3.8)) == theme.mark.lower()
