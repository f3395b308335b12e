"""Texts and marks on a page that is zoomed out too far for the texts on its blocks."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.canvas.paint.smallpaint import BEYOND, LINE, rooms
from blockloom.app.canvas.scene.theme import faded
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Frame
from blockloom.blocks.edits import CompositeEdit, Insert, Remove, SetField, rename
from blockloom.blocks.problems import make_problem
from tests.app.canvaskit import pixels


def wrong(block, severity="error"):
    return make_problem("bad-device", Address("main", block), severity, device="x")


SCALES = 1.0, 0.5, 0.25, 0.06  # near, middle, tiles, far


@given(st.lists(st.tuples(*[st.integers(0, 300)] * 2, *[st.integers(5, 60)] * 2), min_size=1, max_size=12))
def test_the_id_of_a_block_runs_over_no_other_and_no_id_of_another(sizes):
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h in dict.fromkeys(sizes)], float)
    room = rooms(boxes, boxes)
    lines = boxes + np.stack((-room, boxes[:, 3] - LINE - boxes[:, 1], room, 0 * room), 1)
    for i, j in itertools.permutations(np.flatnonzero(room >= 0).tolist(), 2):
        if not meets(boxes[i], boxes[j]):
            assert not meets(lines[i], boxes[j]) and (not meets(lines[i], lines[j]) or meets(boxes[i], lines[j]))


def meets(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_ids_stand_at_the_feet_of_their_blocks_and_reach_no_further_than_there_is_room(hands):
    names = hands.canvas.painter.names
    small, large = (0.0, 100.0, 50.0, 130.0), (0.0, 200.0, 90.0, 230.0)
    boxes = np.array([small, large])
    first, second = names.place(["PREDICTED", "PREDICTED"], boxes, boxes)
    assert first.text == second.text and first.text.lines == ("PREDICTED",) and first.text.style.stretch == 100
    assert 0 < first.beyond < BEYOND and second.beyond == 0
    beside = np.array([small, (54.0, 100.0, 84.0, 130.0)])
    (line,) = names.place(["PREDICTED"], beside[:1], beside)
    assert line.text.lines == ("PREDICTED",) and line.text.style.stretch < 100 and line.beyond <= 1
    narrow = beside[:1] + np.array([0, 0, -40, 0])
    assert names.place(["PREDICTED"], narrow, np.concatenate((narrow, narrow + np.array([12, 0, 12, 0])))) == [None], (
        "one or two letters of it would say nothing"
    )


def test_ids_that_are_wider_than_their_blocks_are_whole_in_two_lines(hands):
    names = hands.canvas.painter.names
    ids = ["VALIDATION_LOSS_1", "VALIDATION_LOSS_2", "LABEL_VALIDATED_PART", "LOGIT_VALIDATED_PART"]
    boxes = np.array([(0.0, 200.0 * i, 70.0, 200.0 * i + 30) for i in range(len(ids))])
    beside = boxes + np.array((72.0, 0.0, 72.0, 0.0))  # so near that no id may reach past its block
    lines = [line.text.lines for line in names.place(ids, boxes, np.concatenate((boxes, beside)))]
    assert ["".join(line) for line in lines] == ids and {len(line) for line in lines} == {2}


@pytest.mark.parametrize("scale", [0.45, 0.25])
def test_another_id_looks_different(hands, scale):
    hands.canvas.view.zoom_to(scale)
    before = hands.canvas.grab().toImage()
    hands.history.do(rename(hands.page, "C", "ADD"))
    assert hands.canvas.grab().toImage() != before


def test_tiles_have_the_colour_of_their_category_in_each_theme(hands):
    canvas = hands.canvas
    canvas.view.zoom_to(0.25)
    box = canvas.navigation.place_of("C")
    for theme in (DARK, LIGHT):
        canvas.set_theme(theme)
        shown = pixels(canvas.grab().toImage().copy(box))
        assert (shown == int(theme.far("math")[1:], 16)).mean() > 0.3


@pytest.mark.parametrize("scale", [0.6, 0.3, 0.1, 0.06])
def test_frame_titles_keep_their_size(hands, scale):
    frame, canvas = Frame("F", "LLLL", -60, -60, 1400, 700), hands.canvas
    hands.history.do(Insert("main", frames=(frame,)))
    canvas.view.zoom_to(scale)
    canvas.view.center_on(QPointF(600, 200))
    before = pixels(canvas.grab().toImage())
    hands.history.do(
        CompositeEdit((Remove("main", frames=("F",)), Insert("main", frames=(frame._replace(title="FFFF"),))))
    )
    rows = np.flatnonzero((pixels(canvas.grab().toImage()) != before).any(1))
    assert 6 <= rows[-1] - rows[0] <= 9, "the height of a letter"


@pytest.mark.parametrize("scale", [1.0, 0.3])
def test_the_tab_of_a_frame_is_tinted_and_has_smooth_corners(hands, scale):
    theme, canvas = hands.canvas.painter.theme, hands.canvas
    hands.history.do(Insert("main", frames=(Frame("F", "LLLL", -60, -60, 900, 700),)))
    canvas.view.zoom_to(scale)
    seen = pixels(canvas.grab().toImage())
    rows, columns = np.nonzero(seen == int(faded(theme.frame, theme.canvas, 0.22)[1:], 16))
    assert len(rows) > 100
    if scale < 1.0:  # nothing else has that colour
        corner = seen[rows.min() - 1 : rows.min() + 3, columns.min() - 1 : columns.min() + 3]
        assert len(np.unique(corner)) > 2


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("scale", SCALES)
def test_each_state_can_be_seen_and_distinguished_from_the_others_without_colour(hands, theme, scale):
    canvas = hands.canvas
    canvas.set_theme(theme)
    canvas.view.zoom_to(scale)
    canvas.view.center_on(QPointF(*canvas.scene.pos[canvas.scene.slot["C"]]) + QPointF(60, 60))
    canvas.annotations.set_results({"C": {"z": {"text": "1", "dtype": "float32", "shape": []}}})
    told, tell = {}, canvas.annotations
    states = {
        "": lambda: None,
        "not reached": lambda: tell.set_failed(("C",), {}),
        "selected": lambda: (tell.set_failed((), {}), canvas.selection.choose({"C"})),
        "stale": lambda: tell.set_stale({"C"}),
        "pinned": lambda: tell.set_pinned({"C": {"z": ""}}, (), ()),
        "running": lambda: tell.set_running({"C"}),
        "warning": lambda: tell.set_problems([wrong("C", "warning")]),
        "waiting": lambda: tell.set_waiting({"C": "1 of 2"}),
        "error": lambda: tell.set_problems([wrong("C")]),
    }
    for state, begin in states.items():
        canvas.selection.choose(())
        begin()
        colours = pixels(canvas.grab().toImage())
        middle = hands.widget_point(QPointF(*canvas.scene.pos[canvas.scene.slot["C"]]))
        reach = int(220 * scale) + 20
        around = colours[middle.y() - 16 : middle.y() + reach, middle.x() - 16 : middle.x() + reach]
        parts = np.stack([around >> shift & 0xFF for shift in (16, 8, 0)]).astype(int)
        told[state] = (parts.max(0) + parts.min(0)) // 2  # the lightness of HSL
    for a, b in itertools.combinations(told, 2):
        assert np.count_nonzero(abs(told[a] - told[b]) > 40) >= 6, (a, b)


@pytest.mark.parametrize("scale", SCALES)
def test_where_runs_pause_is_seen_at_every_zoom_also_on_what_is_selected(hands, scale):
    canvas = hands.canvas
    canvas.view.zoom_to(scale)
    canvas.view.center_on(QPointF(*canvas.scene.pos[canvas.scene.slot["C"]]))
    canvas.selection.choose({"C"})
    told = {}
    for pause, here in (("", ""), ("before", ""), ("z > 1", ""), ("", "before"), ("", "z > 1"), ("IN: before", "")):
        hands.history.do(SetField("main", "pause", {"C": pause}))
        canvas.annotations.set_pauses({"C": here} if here else {})
        image, at = canvas.grab().toImage(), hands.widget_point(QPointF(*canvas.scene.pos[canvas.scene.slot["C"]]))
        told[pause, here] = np.array(
            [[image.pixelColor(at.x() + x, at.y() + y).lightness() for x in range(-9, 12)] for y in range(-9, 12)]
        )
    for a, b in itertools.combinations(told, 2):
        assert np.count_nonzero(abs(told[a] - told[b]) > 20) >= 6, (a, b)


@pytest.mark.parametrize("scale", SCALES[1:])
def test_the_badge_can_be_clicked_far_out(hands, scale):
    canvas = hands.canvas
    canvas.annotations.set_problems([wrong("C")])
    canvas.view.zoom_to(scale)
    canvas.view.center_on(QPointF(400, 100))
    slot = canvas.scene.slot["C"]
    corner = canvas.scene.pos[slot] + (canvas.scene.size[slot][0], 0)
    for dx, dy in ((0, 0), (4, -4)):
        found = canvas.parts.hit(QPointF(*(corner + np.array([dx, dy]) / scale)))
        assert (found.kind, found.id) == ("badge", "C")
    assert canvas.parts.hit(QPointF(*(corner + np.array([0, -14]) / scale))).kind != "badge"


def test_many_blocks_that_stand_out_are_drawn_without_marks(hands, monkeypatch):
    hands.history.do(
        Insert("main", tuple(Block(f"N{i}", "Neg", 200.0 * (i % 40), 200.0 * (i // 40)) for i in range(500)))
    )
    hands.canvas.annotations.set_problems([wrong(f"N{i}") for i in range(500)])
    hands.canvas.view.zoom_to(0.1)
    hands.canvas.view.center_on(QPointF(4000, 1200))
    before = hands.canvas.grab().toImage()
    hands.canvas.annotations.set_problems([])
    assert hands.canvas.grab().toImage() != before
