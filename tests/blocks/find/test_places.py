"""Free places for new blocks: nothing is covered, and no place on the grid is nearer."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.find.free_space import BACK, free_place

GRID, SIZE, APART = 10.0, (80.0, 50.0), 20.0
coordinates = st.integers(-15, 15).map(lambda n: 10.0 * n)
sizes = st.integers(1, 12).map(lambda n: 10.0 * n)
boxes = st.lists(st.tuples(coordinates, coordinates, sizes, sizes), max_size=12).map(
    lambda rows: np.array(rows, float).reshape(-1, 4)
)


def free(there, x, y):
    low, high = (x - APART, y - APART), (x + SIZE[0] + APART, y + SIZE[1] + APART)
    return not ((there[:, :2] < high) & (there[:, :2] + there[:, 2:] > low)).all(1).any()


def away(dx, dy):
    return math.hypot(max(dx, -BACK * dx), max(dy, -BACK * dy))


@given(boxes, coordinates, coordinates)
def test_the_nearest_free_place_is_found(there, x, y):
    found = free_place(there, (x, y), SIZE, GRID, APART)
    assert free(there, *found)
    far = away(found[0] - x, found[1] - y)
    around = np.arange(-int(far // 10) - 1, int(far // 10) + 2) * 10.0
    assert not any(away(dx, dy) < far - 1e-6 and free(there, x + dx, y + dy) for dx in around for dy in around)


def test_a_free_place_is_kept_and_a_grid_held():
    assert free_place(np.empty((0, 4)), (31.0, 49.0), SIZE, 20.0) == (40.0, 40.0)
    there = np.array([[3.0, 3.0, 101.0, 77.0]])
    assert free_place(there, (0.0, 0.0), SIZE, 20.0, 7.0) == (0.0, -60.0)  # 80 px below would be 100
    assert free_place(there, (0.0, 30.0), SIZE, 20.0, 7.0) == (0.0, 100.0)
