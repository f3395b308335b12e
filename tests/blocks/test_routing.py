"""The ways of wires around boxes: what they promise on any page."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.routing import Plan, Router
from tests.blocks.routes import beneath


@st.composite
def plans(draw, most=12):
    """Boxes on a lattice with room between them, and wires between any two of them."""
    places = draw(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=most, unique=True))
    boxes = np.array([(240.0 * x, 220.0 * y, 240.0 * x + 100, 220.0 * y + 90) for x, y in places])
    box, pin = st.integers(0, len(places) - 1), st.integers(0, 2)
    wires = draw(st.lists(st.tuples(box, pin, box, pin, st.booleans()), max_size=2 * most, unique=True))
    return plan_of(boxes, wires)


def plan_of(boxes, wires):
    """Wires are (box, output, box, input, whether it leaves the foot); pins are 18 apart."""
    source, out, target, into, down = np.array(wires, int).reshape(-1, 5).T
    down = down.astype(bool)
    starts = np.where(down[:, None], np.stack((boxes[source, 0] + 20 + 18 * out, boxes[source, 3]), 1),
                      np.stack((boxes[source, 2], boxes[source, 1] + 20 + 18 * out), 1))
    ends = np.stack((boxes[target, 0], boxes[target, 1] + 20 + 18 * into), 1)
    return Plan(boxes, starts, ends, source, target, source * 6 + out * 2 + down, down)


def way(ways, w):
    return ways.points[ways.first[w]:ways.first[w + 1]]


@given(plans())
def test_wires_run_from_their_start_to_their_end_level_or_upright(plan):
    ways = Router(plan).ways
    for w in range(len(plan.net)):
        points = way(ways, w)
        assert np.array_equal(points[0], plan.starts[w]) and np.array_equal(points[-1], plan.ends[w])
        steps = np.diff(points, axis=0)
        assert (steps == 0).any(1).all() or len(points) == 2 and abs(steps[0, 1]) < 1.5


@given(plans())
def test_shapes_hold_the_way_of_each_wire_once(plan):
    ways = Router(plan).ways
    ws = np.flatnonzero(plan.net >= 0)[::-1]
    found = {int(ws[i]): points for ix, many in ways.shapes(ws) for i, points in zip(ix.tolist(), many)}
    assert found.keys() == set(ws.tolist())
    assert all(np.array_equal(points, way(ways, w)) for w, points in found.items())


@given(plans())
def test_a_wire_that_is_not_routed_has_no_way(plan):
    ways = Router(plan._replace(net=np.full_like(plan.net, -1))).ways
    assert not len(ways.points) and len(ways.first) == len(plan.net) + 1


@given(plans())
def test_no_wire_runs_beneath_a_box_where_there_is_room(plan):
    assert not beneath(plan, Router(plan).ways).any()
