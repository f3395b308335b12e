"""Wires as straight pieces: gaps at crossings, forks, dashes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks import routing

EVERYWHERE = -1e6, -1e6, 1e6, 1e6
WIRES = st.lists(st.tuples(*[st.integers(0, 40)] * 4, st.integers(0, 3)), min_size=1, max_size=12)


def drawn(wires, radius=1.0, gap=0.25):
    """Wires across, down, across; each is (x0, y0, x1, y1, net). Their corners and what is drawn."""
    rows = np.array(wires, float)
    a, b = rows[:, :2], rows[:, 2:4] + (100, 0)  # ahead: all have four points or two
    found = routing.corners(a, b, np.zeros(len(rows)))
    return found, routing.drawn(found, rows[:, 4].astype(int), np.zeros(len(rows)), radius, gap, EVERYWHERE)


def length(rows):
    return np.hypot(*(rows[:, 2:] - rows[:, :2]).T)


@given(WIRES)
def test_gaps_are_where_an_upright_piece_of_another_net_passes_and_nowhere_else(wires):
    wires = [(*wire[:4], net) for net, wire in enumerate(wires)]
    _, found = drawn(wires, gap=1e-3)
    alone = [drawn([wire])[1].rows for wire in wires]
    uprights = [rows[(rows[:, 0] == rows[:, 2]) & (rows[:, 1] != rows[:, 3])].tolist() for rows in alone]
    for w, rows in enumerate(alone):
        met = {
            (x, y)
            for x0, y, x1, _ in rows[rows[:, 1] == rows[:, 3]].tolist()
            for v, others in enumerate(uprights)
            for x, top, _, foot in others
            if v != w and x0 < x < x1 and min(top, foot) < y < max(top, foot)
        }
        lost = length(rows).sum() - length(found.rows[found.owner == w]).sum()
        assert abs(lost - 2e-3 * len(met)) < 1e-6


def test_wires_of_one_output_have_no_gaps():
    crossing = (0, 0, 0, 20, 0), (20, 10, 90, 10)
    assert [len(drawn([crossing[0], (*crossing[1], net)])[1].rows) for net in (0, 1)] == [10, 11]


@given(WIRES, st.floats(0.5, 9))
def test_pieces_of_a_wire_follow_each_other_in_its_direction(wires, radius):
    corners, found = drawn(wires, radius)
    for ix, points in corners:
        for w, way in zip(ix.tolist(), points, strict=True):
            rows = found.rows[found.owner == w]
            assert (rows[0, :2] == way[0]).all() and (rows[-1, 2:] == way[-1]).all()
            assert (np.diff(rows[:, ::2].ravel()) * np.sign(way[-1, 0] - way[0, 0]) >= -1e-9).all()


def test_a_fork_is_where_three_directions_of_one_net_meet():
    _, found = drawn([(0, 0, 0, 0, 0), (0, 0, 0, 20, 0), (0, 40, 0, 60, 1)])
    assert found.forks.tolist() == [[50, 0]] and found.forked.tolist() == [1]
    _, found = drawn([(0, 0, 0, -20, 0), (0, 0, 0, 20, 0)])  # one up, one down
    assert {tuple(at) for at in found.forks.tolist()} == {(50, 0)}
    _, found = drawn([(0, 0, 0, 0, 0), (0, 0, 0, 20, 1)])  # of two outputs
    assert not len(found.forks)


# Where somebody drags something to: a hundredth of a pixel is the finest that a file keeps.
@given(st.lists(st.tuples(*[st.floats(-50, 50).map(lambda at: round(at, 2))] * 4), max_size=8), st.floats(-20, 20))
def test_dashes_lie_on_their_rows_wherever_these_are_cut(rows, zero):
    rows = np.array(rows).reshape(-1, 4)
    whole = routing.dashes(rows, 2.0, 5.0, (zero, 0.0))
    assert (length(whole) <= 2.0 * np.sqrt(2) + 1e-6).all()
    middle = (rows[:, :2] + rows[:, 2:]) / 2
    halves = np.concatenate((np.hstack((rows[:, :2], middle)), np.hstack((middle, rows[:, 2:]))))
    assert np.isclose(length(routing.dashes(halves, 2.0, 5.0, (zero, 0.0))).sum(), length(whole).sum(), atol=1e-6)
    points = routing.dashes(rows, 0.0, 5.0, (zero, 0.0))
    assert (points[:, :2] == points[:, 2:]).all()
