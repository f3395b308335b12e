"""Wires keep off the lines of frames, also if they go back to the left, and go around frames that they do not enter."""

import numpy as np
import pytest

from blockloom.blocks.routing import Router, RoutingPlan

BOXES = np.array([(0.0, 0, 100, 60), (400, 0, 500, 60), (0, 400, 100, 460)])


def runs(plan):
    """Return the segments of all routes: axis (1 for level ones), place, and both ends."""
    ways, found = Router(plan).ways, []
    for w in range(len(plan.net)):
        points = ways.points[ways.first[w] : ways.first[w + 1]]
        for (x0, y0), (x1, y1) in zip(points[:-1].tolist(), points[1:].tolist(), strict=True):
            found.append((1, y0, min(x0, x1), max(x0, x1)) if y0 == y1 else (0, x0, min(y0, y1), max(y0, y1)))
    return found


def plan_of(source, target, frames):
    """Return a plan with a wire from the right edge of one box to the left edge of another."""
    starts, ends = BOXES[[source], 2:] - (0.0, 30.0), BOXES[[target], :2] + (0.0, 30.0)
    none = np.zeros(1, bool)
    return RoutingPlan(BOXES, starts, ends, np.array([source]), np.array([target]), np.array([1]), none, frames)


def along(run, frame):
    """Return the distance of a segment from the nearest line that it runs along for a while; inf for none."""
    axis, place, low, high = run
    begin, end = (frame[0], frame[2]) if axis else (frame[1], frame[3])
    lines = (frame[1], frame[3]) if axis else (frame[0], frame[2])
    return min(abs(place - line) for line in lines) if min(high, end) - max(low, begin) > 24 else np.inf


@pytest.mark.parametrize("shift", range(-10, 11, 2))
def test_a_wire_that_goes_back_keeps_off_the_line_of_a_frame(shift):
    plain = runs(plan_of(1, 2, np.zeros((0, 4))))
    (level,) = [place for axis, place, low, high in plain if axis and high - low > 200]
    frame = np.array([-50.0, -50, 600, level + shift])
    assert abs(level - frame[3]) < 12
    found = runs(plan_of(1, 2, frame[None]))
    assert min(along(run, frame) for run in found) >= 12


def test_a_wire_without_room_next_to_the_line_stays(shift=0):
    frame = np.array([-50.0, -50, 600, 30.0])  # its line is at the height of the pins
    assert runs(plan_of(0, 1, frame[None])) == runs(plan_of(0, 1, np.zeros((0, 4))))


def test_a_frame_that_moves_moves_wires_off_its_line():
    plain = plan_of(1, 2, np.zeros((0, 4)))
    router = Router(plain)
    (level,) = [place for axis, place, low, high in runs(plain) if axis and high - low > 200]
    framed = plan_of(1, 2, np.array([[-50.0, -50, 600, level]]))
    assert router.update(framed).tolist() == [0]
    np.testing.assert_array_equal(router.ways.points, Router(framed).ways.points)


def test_a_frame_that_moves_far_from_a_wire_leaves_its_route():
    router = Router(plan_of(1, 2, np.array([[2000.0, 2000, 2400, 2400]])))
    before = router.ways.points.copy()
    assert router.update(plan_of(1, 2, np.array([[2100.0, 2050, 2500, 2450]]))).tolist() == []
    np.testing.assert_array_equal(router.ways.points, before)


def entered(plan, ways):
    """Return whether the route of the only wire enters each frame."""
    low, high = (function(ways.points[:-1], ways.points[1:])[:, None] for function in (np.minimum, np.maximum))
    inside = (low < plan.frames[:, 2:] - 1) & (high > plan.frames[:, :2] + 1)
    return inside.all(-1).any(0).tolist()


BETWEEN = np.array([(180.0, -40, 330, 90)])  # right of box 0, left of box 1, no box in it


@pytest.mark.parametrize(
    "source, target, frames",
    [
        (0, 1, BETWEEN),
        (0, 1, np.vstack((BETWEEN, np.add(BETWEEN, (20, 20, -20, -20))))),
        (0, 1, np.vstack((BETWEEN, (130.0, 92, 370, 200)))),
        (1, 2, np.array([(150.0, 150, 420, 320)])),
    ],
)
def test_a_wire_goes_around_frames_that_contain_none_of_its_ends(source, target, frames):
    assert any(entered(plan_of(source, target, frames), Router(plan_of(source, target, frames[:0])).ways))
    plan = plan_of(source, target, frames)
    assert not any(entered(plan, Router(plan).ways))
    assert min(along(run, frame) for run in runs(plan) for frame in frames) >= 6


@pytest.mark.parametrize(
    "frame",
    [
        (-50.0, -40, 330, 90),  # contains the source
        (180.0, -40, 550, 90),  # contains the target
        (180.0, -3000, 330, 3000),  # a route around it would be many times as long
    ],
)
def test_a_wire_enters_a_frame_of_one_of_its_ends_or_if_the_way_around_is_long(frame):
    plan = plan_of(0, 1, np.array([frame]))
    assert len(runs(plan)) == 1, "it is straight"


def test_a_route_around_a_frame_runs_under_no_box():
    above, below = (150.0, -200, 360, -42), (150.0, 92, 360, 300)
    plan = plan_of(0, 1, BETWEEN)
    plan = plan._replace(boxes=np.vstack((plan.boxes, above, below)))
    router = Router(plan)
    as_areas = plan._replace(frames=plan.boxes[3:])
    assert not any(entered(as_areas, router.ways))


def test_a_route_between_two_frames_does_not_move_into_one_of_them():
    frames = np.array([(150.0, 150, 420, 320), (150.0, 345, 420, 500)])
    plan = plan_of(1, 2, frames)
    plan = plan._replace(boxes=np.vstack((plan.boxes, (130.0, 62, 480, 140))))
    ways = Router(plan).ways
    assert ((ways.points[:, 1] > 320) & (ways.points[:, 1] < 345)).any(), "it runs between them"
    assert not any(entered(plan, ways))


def test_routes_follow_frames_that_appear_move_and_disappear():
    none, plan = plan_of(0, 1, BETWEEN[:0]), plan_of(0, 1, BETWEEN)
    router = Router(none)
    straight = router.ways.points.copy()
    for frames in (
        BETWEEN,
        np.add(BETWEEN, (0, 20, 0, 20)),
        np.add(BETWEEN, (0, 2000, 0, 2000)),
        BETWEEN,
        BETWEEN * np.nan,
    ):
        changed = plan_of(0, 1, frames)
        router.update(changed)
        np.testing.assert_array_equal(router.ways.points, Router(changed).ways.points)
    np.testing.assert_array_equal(router.ways.points, straight)
    assert any(entered(plan, router.ways))


def test_lanes_of_parallel_wires_keep_off_the_line_of_a_frame():
    """Seven wires next to each other move apart, and none of them onto the line."""
    count = 7
    boxes = np.array([(0.0, 100.0 * i, 100, 100 * i + 60) for i in range(count)] + [(600.0, 0, 700, 700)])
    starts = boxes[:count, 2:] - (0.0, 30.0)
    ends = np.stack((np.full(count, 600.0), np.linspace(30, 670, count)), 1)[::-1]
    numbers, none = np.arange(count), np.zeros(count, bool)
    plan = RoutingPlan(boxes, starts, ends, numbers, np.full(count, count), numbers + 1, none, np.zeros((0, 4)))
    upright = sorted(place for axis, place, low, high in runs(plan) if not axis and high - low > 24)
    assert len(upright) >= count - 1
    for line in upright:
        framed = plan._replace(frames=np.array([(line, -100.0, line + 2000, 900.0)]))
        assert min(along(run, framed.frames[0]) for run in runs(framed)) >= 8


def test_a_wire_that_leaves_a_frame_to_the_left_goes_back_outside_of_it():
    plain = runs(plan_of(1, 2, np.zeros((0, 4))))
    (level,) = [place for axis, place, low, high in plain if axis and high - low > 200]
    frame = np.array([300.0, -50, 600, level + 6])  # contains the source, and the level segment by a few pixels
    (place,) = [place for axis, place, low, high in runs(plan_of(1, 2, frame[None])) if axis and high - low > 200]
    assert place >= frame[3] + 12
