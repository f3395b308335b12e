"""Routes of wires around boxes: their guarantees on any page."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.routing import Router, RoutingPlan
from blockloom.blocks.routing.obstacles import Obstacles
from tests.blocks.routes import beneath, close_pairs


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
    starts = np.where(
        down[:, None],
        np.stack((boxes[source, 0] + 20 + 18 * out, boxes[source, 3]), 1),
        np.stack((boxes[source, 2], boxes[source, 1] + 20 + 18 * out), 1),
    )
    ends = np.stack((boxes[target, 0], boxes[target, 1] + 20 + 18 * into), 1)
    return RoutingPlan(boxes, starts, ends, source, target, source * 6 + out * 2 + down, down)


def way(ways, w):
    return ways.points[ways.first[w] : ways.first[w + 1]]


@given(plans())
def test_wires_run_from_their_start_to_their_end_level_or_upright(plan):
    ways = Router(plan).ways
    for w in range(len(plan.net)):
        points = way(ways, w)
        assert np.array_equal(points[0], plan.starts[w]) and np.array_equal(points[-1], plan.ends[w])
        steps = np.diff(points, axis=0)
        assert (steps == 0).any(1).all() or len(points) == 2 and abs(steps[0, 1]) < 1.5


def test_a_wire_from_a_foot_goes_straight_down_to_the_height_of_its_end_where_it_can():
    source, between, far = (0.0, 0.0, 100.0, 90.0), (0.0, 150.0, 100.0, 180.0), (240.0, 220.0, 340.0, 310.0)
    ways = Router(plan_of(np.array([source, far]), [(0, 1, 1, 0, True)])).ways
    assert way(ways, 0).tolist() == [[38, 90], [38, 240], [240, 240]]
    ways = Router(plan_of(np.array([source, between, far]), [(0, 1, 2, 0, True)])).ways
    (x, y), (turned, _), *_ = way(ways, 0)[1:].tolist()
    assert x == 38 and 90 < y < 150 and turned > 100, "it turns above the box in its way, and goes past it"


def test_a_wire_from_the_bottom_to_a_higher_block_first_leaves_its_block_downwards():
    source, far = (0.0, 220.0, 100.0, 310.0), (240.0, 0.0, 340.0, 90.0)
    ways = Router(plan_of(np.array([source, far]), [(0, 1, 1, 0, True)])).ways
    assert way(ways, 0).tolist() == [[38, 310], [38, 328], [176, 328], [176, 20], [240, 20]]


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


def move_box(plan, number, place):
    """Return the plan with a box, and the ends of wires on it, at another place."""
    by = np.subtract(place, plan.boxes[number, :2])
    boxes = plan.boxes.copy()
    boxes[number] += np.tile(by, 2)
    return plan._replace(
        boxes=boxes,
        starts=plan.starts + by * (plan.source == number)[:, None],
        ends=plan.ends + by * (plan.target == number)[:, None],
    )


@given(plans(), st.data())
def test_after_an_edit_ways_are_as_good_as_if_all_were_found_again(plan, data):
    router = Router(plan)
    free = sorted({(240.0 * x, 220.0 * y) for x in range(8) for y in range(8)} - {tuple(b) for b in plan.boxes[:, :2]})
    for _ in range(3):
        before, old = router.ways, plan
        plan = move_box(plan, data.draw(st.integers(0, len(plan.boxes) - 1)), data.draw(st.sampled_from(free)))
        changed = router.update(plan)
        assert not beneath(plan, router.ways).any() or any(
            (a[:2] < b[2:]).all() and (b[:2] < a[2:]).all() for i, a in enumerate(plan.boxes) for b in plan.boxes[:i]
        )
        same = [w for w in range(len(plan.net)) if np.array_equal(way(before, w), way(router.ways, w))]
        assert set(range(len(plan.net))) - set(changed.tolist()) <= set(same)
        elsewhere = (plan.starts != old.starts).any(1) | (plan.ends != old.ends).any(1)
        assert set(np.flatnonzero(elsewhere).tolist()) <= set(changed.tolist())
        for w in range(len(plan.net)):
            assert np.array_equal(way(router.ways, w)[[0, -1]], [plan.starts[w], plan.ends[w]])


@given(st.lists(st.lists(st.tuples(st.integers(0, 9), *4 * [st.integers(-60, 60)]), max_size=5), max_size=5))
def test_boxes_that_come_go_and_move_are_in_the_way_as_if_they_had_always_been_there(edits):
    boxes = np.full((10, 4), np.nan)
    around = Obstacles(boxes)
    for edit in edits:
        boxes = boxes.copy()
        for i, x, y, width, height in edit:  # without a width there is none
            boxes[i] = (9 * x, 7 * y, 9 * x + 9 * width, 7 * y + abs(9 * height)) if width > 0 else np.nan
        around.update(boxes)
        for strips, anew in zip((around.rows, around.columns), (Obstacles(boxes).rows, Obstacles(boxes).columns)):
            assert np.array_equal(strips.begin, anew.begin) and np.array_equal(strips.end, anew.end)
            assert sorted(strips.box) == sorted(anew.box)


@given(plans(), st.data())
def test_wires_and_boxes_come_and_go(plan, data):
    router = Router(plan)
    gone = data.draw(st.integers(0, len(plan.boxes) - 1))
    boxes = plan.boxes.copy()
    boxes[gone] = np.nan
    less = plan._replace(boxes=boxes, net=np.where((plan.source == gone) | (plan.target == gone), -1, plan.net))
    for now in (less, plan, RoutingPlan(plan.boxes[:0], *(v[:0] for v in plan[1:-1])), plan):
        router.update(now)
        assert len(router.ways.first) == len(now.net) + 1
        assert ((np.diff(router.ways.first) > 0) == (now.net >= 0)).all()
        assert not beneath(now, router.ways).any()


@given(plans(), st.randoms(use_true_random=False))
def test_ways_do_not_depend_on_the_order_of_wires(plan, chance):
    order = list(range(len(plan.net)))
    chance.shuffle(order)
    order = np.array(order, int)
    ways, others = Router(plan).ways, Router(RoutingPlan(plan.boxes, *(v[order] for v in plan[1:-1]))).ways
    for place, w in enumerate(order.tolist()):
        assert np.array_equal(way(ways, w), way(others, place))


def test_wires_side_by_side_have_lanes_of_their_own():
    boxes = np.array(
        [(0, 300 * i, 100, 300 * i + 90) for i in range(6)] + [(260, 300 * i, 360, 300 * i + 90) for i in range(6)],
        float,
    )
    plan = plan_of(boxes, [(i, i % 3, 6 + (i + 3) % 6, (i + 1) % 3, False) for i in range(6)])
    assert not close_pairs(plan, Router(plan).ways)
    assert len({x for w in range(6) for x in way(Router(plan).ways, w)[1:3, 0].tolist()}) > 1


def test_wires_of_one_output_share_a_trunk_and_part_late():
    boxes = np.array([(0, 0, 100, 90), (900, 400, 1000, 490), (900, 600, 1000, 690), (900, -300, 1000, -210)], float)
    plan = plan_of(boxes, [(0, 0, target, 0, False) for target in (1, 2, 3)])
    ways = Router(plan).ways
    turns = {way(ways, w)[1, 0] for w in range(3)}
    assert len(turns) == 1 and turns.pop() > 500


def test_wires_of_one_output_go_back_along_one_row_between_their_ends():
    """From a block in the upper row to two in the lower one; no row next to any of the three is free."""
    boxes = np.array(
        [
            (260, 0, 420, 240),
            (0, 160, 180, 280),
            (260, 350, 410, 440),
            (0, 620, 150, 760),
            (0, 860, 260, 980),
            (340, 540, 540, 820),
        ],
        float,
    )
    plan = plan_of(boxes, [(0, 1, 3, 0, False), (0, 1, 4, 0, False)])
    first, second = (way(Router(plan).ways, w) for w in range(2))
    assert first[2, 1] == second[2, 1] and 440 < first[2, 1] < 540
    assert len(first) == len(second) == 6 and not beneath(plan, Router(plan).ways).any()


def test_a_wire_that_is_free_keeps_its_simple_shape():
    boxes = np.array([(0, 0, 100, 90), (200, 0, 300, 90), (200, 300, 300, 390)], float)
    plan = plan_of(boxes, [(0, 0, 1, 0, False), (0, 1, 2, 0, False), (0, 2, 2, 2, True)])
    assert [len(way(Router(plan).ways, w)) for w in range(3)] == [2, 4, 3]


def test_pins_within_their_box_and_boxes_under_others_do_no_harm():
    boxes = np.array([(0, 0, 100, 90), (300, 0, 400, 90), (-50, -50, 700, 500)], float)  # the last: a sheet under all
    plan = plan_of(boxes, [(0, 0, 1, 0, False)])
    inside = plan._replace(starts=np.subtract(plan.starts, (8, 0)), ends=np.add(plan.ends, (5, 0)))
    for wires in (plan, inside):
        assert len(Router(wires).ways.points) == 2


def test_blocked_wires_still_get_a_route():
    boxes = np.array([(0, 0, 100, 90), (300, 0, 400, 90), (-60, -60, 160, 20), (-60, 15, 160, 150)], float)
    plan = plan_of(boxes, [(0, 0, 1, 0, False), (0, 0, 1, 0, True), (1, 0, 0, 0, False)])
    ways = Router(plan).ways
    for w in range(3):
        points = way(ways, w)
        assert np.array_equal(points[[0, -1]], [plan.starts[w], plan.ends[w]])
        assert (np.diff(points, axis=0) == 0).any(1).all()


def test_one_edit_may_take_the_way_of_a_wire_and_give_another_a_new_one():
    boxes = np.array([(240.0 * x, 220.0 * y, 240.0 * x + 100, 220.0 * y + 90) for x in range(20) for y in range(20)])
    plan = plan_of(boxes, [(0, 0, 21, 0, False), (40, 0, 61, 0, False)])
    router = Router(plan)
    net, ends = plan.net.copy(), plan.ends.copy()
    net[0], ends[1] = -1, ends[1] + (0.0, 18.0)
    other = plan._replace(net=net, ends=ends)
    router.update(other)
    assert not len(way(router.ways, 0)) and np.array_equal(way(router.ways, 1)[-1], ends[1])
    assert not beneath(other, router.ways).any()
