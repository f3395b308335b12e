"""Wires as straight pieces: gaps at crossings, forks, dashes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks import routing

EVERYWHERE = -1e6, -1e6, 1e6, 1e6
WIRES = st.lists(st.tuples(*[st.integers(0, 40)] * 4, st.integers(0, 3)), min_size=1, max_size=12)


def route_wires(wires, radius=1.0, unit=1.0, scale=1.0):
    """Route wires `(x0, y0, x1, y1, net)` across, down, across, multiplied by `scale`; return corners and segments."""
    rows = np.array(wires, float)
    a, b = rows[:, :2] * scale, (rows[:, 2:4] + (100, 0)) * scale  # ahead: all have four points or two
    found = routing.corners(a, b, np.zeros(len(rows)))
    return found, routing.make_segments(found, rows[:, 4].astype(int), radius, unit, EVERYWHERE)


def length(rows):
    return np.hypot(*(rows[:, 2:] - rows[:, :2]).T)


def hops(found, wire, y):
    """Return the (left, right) ends of the parts of a wire above the level `y`."""
    rows = found.rows[found.owner == wire]
    over = (np.minimum(rows[:, 1], rows[:, 3]) < y - 1e-6) & (np.maximum(rows[:, 1], rows[:, 3]) < y + 1e-6)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], over, [0]))))
    return [(rows[i, 0], rows[j - 1, 2]) for i, j in edges.reshape(-1, 2)]


def test_a_level_wire_hops_over_upright_ones_of_other_outputs_only():
    level, upright = (0, 0, 400, 0), (100, -200, 100, 200)
    for net, crossed in ((1, [(145.0, 155.0)]), (0, [])):
        _, found = route_wires([(*level, 0), (*upright, net)])
        assert hops(found, 0, 0) == crossed  # the run of the upright one is half way: 150
    _, found = route_wires([(*level, 0), (*upright, 1), (104, -200, 104, 200, 2), (200, -200, 200, 200, 3)])
    assert hops(found, 0, 0) == [(145.0, 159.0), (245.0, 255.0)], "two that are near share one bridge"
    assert found.rows[found.owner == 0][:, 1].min() == -5.0, "of the radius of a hop"
    _, found = route_wires([(*level, 0), (*upright, 1)], unit=2.0)
    assert hops(found, 0, 0) == [(140.0, 160.0)]


def test_no_hop_without_room_or_at_forks():
    _, found = route_wires([(0, 0, 400, 0, 0), (-95, -200, -95, 200, 1)])  # at -45 + ... before the wire begins
    assert hops(found, 0, 0) == []
    parting = [(0, 0, 400, 0, 0), (0, 0, 200, 80, 0)]  # they part at 150
    _, found = route_wires([*parting, (110, -200, 110, 200, 1)])
    assert found.forks.tolist() == [[150.0, 0.0]] and hops(found, 0, 0) == []
    _, found = route_wires([*parting, (150, -200, 150, 200, 1)])
    assert hops(found, 0, 0) == [(195.0, 205.0)]


@given(WIRES, st.floats(0.5, 9))
def test_pieces_of_a_wire_follow_each_other_in_its_direction(wires, radius):
    corners, found = route_wires(wires, radius, scale=8.0)
    for ix, points in corners:
        for w, way in zip(ix.tolist(), points, strict=True):
            rows = found.rows[found.owner == w]
            assert (rows[0, :2] == way[0]).all() and (rows[-1, 2:] == way[-1]).all()
            assert (np.diff(rows[:, ::2].ravel()) * np.sign(way[-1, 0] - way[0, 0]) >= -1e-9).all()


def test_a_fork_is_where_three_directions_of_one_net_meet():
    _, found = route_wires([(0, 0, 0, 0, 0), (0, 0, 0, 20, 0), (0, 40, 0, 60, 1)])
    assert found.forks.tolist() == [[50, 0]] and found.forked.tolist() == [1]
    _, found = route_wires([(0, 0, 0, -20, 0), (0, 0, 0, 20, 0)])  # one up, one down
    assert {tuple(at) for at in found.forks.tolist()} == {(50, 0)}
    _, found = route_wires([(0, 0, 0, 0, 0), (0, 0, 0, 20, 1)])  # of two outputs
    assert not len(found.forks)


# Where somebody drags something to: a hundredth of a pixel is the finest that a file keeps.
@given(st.lists(st.tuples(*[st.floats(-50, 50).map(lambda at: round(at, 2))] * 4), max_size=8), st.floats(-20, 20))
def test_dashes_are_on_their_rows_wherever_these_are_cut(rows, zero):
    rows = np.array(rows).reshape(-1, 4)
    whole = routing.dashes(rows, 2.0, 5.0, (zero, 0.0))
    assert (length(whole) <= 2.0 * np.sqrt(2) + 1e-6).all()
    middle = (rows[:, :2] + rows[:, 2:]) / 2
    halves = np.concatenate((np.hstack((rows[:, :2], middle)), np.hstack((middle, rows[:, 2:]))))
    assert np.isclose(length(routing.dashes(halves, 2.0, 5.0, (zero, 0.0))).sum(), length(whole).sum(), atol=1e-6)
    points = routing.dashes(rows, 0.0, 5.0, (zero, 0.0))
    assert (points[:, :2] == points[:, 2:]).all()
