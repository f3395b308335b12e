"""Texts of blocks by zoom level: all of them; then id, type and value; then category and id."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.app.canvas.page.marks import reason_text
from blockloom.app.canvas.page.view import MIDDLE
from blockloom.app.canvas.paint.boxpaint import wrapped
from blockloom.app.canvas.paint.painted_shapes import paint_category
from blockloom.app.canvas.scene.block_layout import CATEGORIES, PIN, category
from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import MUTE, Block, Frame, Note, Placed, Wire, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert, Move, SetField, rename
from tests.app.canvaskit import Hands, pixels

RESULT = {"dtype": "DT_FLOAT", "shape": [2], "text": "[1 2]"}


def grab_pixels(hands):
    return pixels(hands.canvas.grab().toImage())


def red(hands):
    """Return the number of pixels in the colour of non-finite values."""
    image = hands.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    colour = QColor(hands.canvas.painter.theme.not_finite).rgb()
    return np.count_nonzero(np.frombuffer(image.constBits(), np.uint32) == colour)


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.4])
def test_values_are_painted_down_to_two_fifths(hands, scale):
    hands.canvas.view.zoom_to(scale)
    before = grab_pixels(hands)
    hands.canvas.annotations.set_results({"C": {"z": RESULT}})
    with_value = grab_pixels(hands)
    assert (with_value != before).any()
    hands.canvas.annotations.set_results({"C": {"z": RESULT | {"text": "[3 4]"}}})
    assert (grab_pixels(hands) != with_value).any()


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.34, 0.25, 0.1, 0.05])
def test_what_is_not_finite_is_marked_at_any_size(hands, scale):
    hands.canvas.view.zoom_to(scale)
    hands.canvas.view.center_on(QPointF(400, 50))

    hands.canvas.annotations.set_results({"C": {"z": RESULT}})
    assert not red(hands)
    hands.canvas.annotations.set_results({"C": {"z": RESULT | {"text": "[1 nan]", "not_finite": 3}}})
    assert red(hands) >= 4
    hands.canvas.annotations.set_results({"C": {"z": RESULT}})
    assert not red(hands)


@pytest.mark.parametrize("scale", [1.5, 1.0, 0.6, 0.4, 0.2, 0.08])
def test_rays_are_a_target_of_16_pixels_that_asks_for_the_origin(hands, scale):
    canvas, asked = hands.canvas, []
    canvas.requests.why_wanted.connect(lambda block, pin: asked.append((block, pin)))
    canvas.view.zoom_to(scale)
    canvas.view.center_on(QPointF(400, 100))
    canvas.annotations.set_results({"C": {"z": RESULT | {"text": "[1 nan]", "not_finite": 3}}})
    box = canvas.scene.box(canvas.scene.slot["C"])
    place = hands.pin("C", "z", "output") if scale >= 0.32 else QPointF(box.right(), box.center().y())
    for number, away in enumerate([(5, 0), (5, 7), (5, -7), (12, 0)], 1):
        point = hands.widget_point(place) + QPoint(*away)
        hit = canvas.parts.hit(canvas.view.to_canvas(QPointF(point)))
        assert hit.id == "C" and hit.spot.name == "z", hit
        assert "origin" in tip(hit, canvas.scene, canvas.page, canvas.marks, None)
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=point)
        assert asked == [("C", "z")] * number


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.1])
def test_a_collapsed_frame_is_marked_for_what_is_not_finite_in_it(qtbot, catalogue, scale):
    history = UndoStack(new_document())
    inside = tuple(Block(name, "Neg", 40.0, 40.0 + 90 * n, frame="F") for n, name in enumerate("AB"))
    blocks = (*inside, Block("C", "Neg", 500.0, 0.0))
    frame = Frame("F", "frame", 0, 0, 300, 300, collapsed=True)
    history.do(Insert("main", blocks, (Placed(Wire("A", "y", "C", "x"), 0),), frames=(frame,)))
    hands = Hands(qtbot, catalogue, history)
    hands.canvas.view.zoom_to(scale)
    hands.canvas.view.center_on(QPointF(150, 50))
    counts, pictures = [], []
    for block in "", "B", "A":
        bad = {block: {"y": RESULT | {"text": "[1 nan]", "not_finite": 3}}} if block else {}
        hands.canvas.annotations.set_results({"A": {"y": RESULT}, "B": {"y": RESULT}} | bad)
        counts.append(red(hands))
        pictures.append(grab_pixels(hands))
    assert counts[0] == 0 and min(counts[1:]) >= 4
    assert (pictures[1] != pictures[2]).any() or scale < 1, "the pin has rays"


def test_an_id_that_fits_a_block_is_not_cut_for_its_mark(qtbot, catalogue):
    """In one line, next to the mark, both ids would be cut after `LOG`."""
    history = UndoStack(new_document())
    history.do(Insert("main", (Block("LOGITS", "Neg", 0, 0),)))
    hands = Hands(qtbot, catalogue, history)
    hands.canvas.view.zoom_to(0.37)
    hands.canvas.view.center_on(QPointF(60, 60))
    before = grab_pixels(hands)
    history.do(rename(history.document.pages["main"], "LOGITS", "LOGITE"))
    assert (grab_pixels(hands) != before).any()


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_categories_have_marks_that_differ_without_colour(qapp, theme):
    marks = []
    for name in CATEGORIES:
        image = QImage(24, 24, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        p = QPainter(image)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_category(p, name, QRectF(0, 0, 24, 24), QColor("black"))
        p.end()
        marks.append(np.array([[image.pixelColor(x, y).lightness() for x in range(24)] for y in range(24)]))
    for i, one in enumerate(marks):
        assert (one < 128).sum() > 20, CATEGORIES[i]
        assert all(np.count_nonzero(abs(one - other) > 100) > 25 for other in marks[:i])


def test_every_type_is_of_a_category_and_those_that_people_know_are_where_they_look(catalogue):
    assert {category(catalogue.get(name)) for name in catalogue} == set(CATEGORIES)
    known = {
        "Const": "data", "Placeholder": "data", "loom.Feed": "data", "VarHandleOp": "state", "Assign": "state",
        "MatMul": "math", "Reshape": "array", "Conv2D": "neural", "Relu": "neural", "While": "control",
        "SparseAccumulatorTakeGradient": "control", "ApplyAdam": "training", "loom.Gradients": "training",
        "loom.Session": "session", "loom.Chart": "monitor", "loom.Arg": "function",
    }  # fmt: skip
    assert {name: category(catalogue.get(name)) for name in known} == known


def test_far_out_a_block_has_the_colour_of_its_category(hands):
    hands.history.do(Insert("main", (Block("R", "Reshape", 300, 300),)))
    hands.canvas.view.zoom_to(0.1)
    hands.canvas.view.center_on(QPointF(400, 300))
    image = hands.canvas.grab().toImage()
    told = {
        name: image.pixelColor(
            hands.widget_point(hands.canvas.scene.box(hands.canvas.scene.slot[name]).center())
        ).name()
        for name in "CR"
    }
    assert told == {"C": DARK.far("math").lower(), "R": DARK.far("array").lower()}


def test_a_list_pin_is_as_high_as_its_wires_and_they_end_apart(qtbot, catalogue):
    history = UndoStack(new_document())
    sources = [Block(f"A{i}", "Const", 0, 200 * i, {"value": "1.0"}) for i in range(12)]
    history.do(Insert("main", (*sources, Block("SUM", "AddN", 400, 300))))
    hands = Hands(qtbot, catalogue, history)
    scene, heights = hands.canvas.scene, []
    for i in range(12):
        history.do(Insert("main", wires=(Placed(Wire(f"A{i}", "output", "SUM", "inputs"), i),)))
        heights.append(scene.size[scene.slot["SUM"], 1])
        ys = np.diff(np.sort(scene.e2[scene.wires_of([scene.slot["SUM"]]), 1]))
        assert (ys == 10).all() if i < 9 else ((ys < 10) & (ys > 6)).all()
    assert heights[0] == heights[1] == 112 and heights == sorted(heights) and heights[8] == heights[11] < 200


def test_wires_that_are_nearly_level_are_level(hands):
    scene = hands.canvas.scene
    for dy, level in ((3, True), (-3, True), (5, False)):
        hands.history.do(Move("main", {"D": (600, dy)}))
        (w,) = scene.slots_of(hands.page.wires_into("D", "x"))
        assert (scene.e1[w, 1] == scene.e2[w, 1]) == level


def test_no_block_covers_another_because_it_is_wider_than_it_was(qtbot, catalogue):
    history = UndoStack(new_document())
    name = "A_LONG_NAME_OF_A_BLOCK"
    history.do(
        Insert(
            "main",
            (Block(name, "SquaredDifference", 0, 0), Block("NEXT", "Neg", 140, 30), Block("LOW", "Neg", 140, 300)),
        )
    )
    scene = Hands(qtbot, catalogue, history).canvas.scene
    slot = scene.slot[name]
    assert 130 < scene.size[slot, 0] < 140
    history.do(Move("main", {name: (0.0, -300.0)}))
    assert scene.size[slot, 0] > 180, "where it is now there is room"


def test_the_text_of_a_note_is_cut_at_whole_lines(qapp):
    text = "one two three four five\nsix"
    lines = wrapped(text, 60.0, 9, 13)
    assert " ".join(lines).split() == text.split() and lines[-1] == "six" and len(lines) > 2
    assert wrapped(text, 60.0, 2, 13)[0] == lines[0] and wrapped(text, 60.0, 2, 13)[1].endswith("…")


def test_wires_reach_the_pins_within_symbols_wherever_these_are_drawn(qtbot, catalogue):
    history, wire = UndoStack(new_document()), DARK.wires["tensor"]
    sink = Block("B", "enu.Abs", 300.0, 0.0)
    history.do(
        Insert(
            "main", (Block("A", "Const", 0.0, 0.0, {"value": "1."}), sink), (Placed(Wire("A", "output", "B", "x"), 0),)
        )
    )
    hands = Hands(qtbot, catalogue, history)
    scene, view = hands.canvas.scene, hands.canvas.view
    assert scene.inset[0] > PIN
    for scale in (2.0, 0.6):
        view.zoom_to(scale)
        view.center_on(QPointF(300, 50))
        image, (x, y) = hands.canvas.grab().toImage(), scene.e2[0]
        inside = view.to_widget(QPointF(x + (scene.inset[0] - PIN) / 2, y)).toPoint()
        near = [image.pixelColor(inside.x(), inside.y() + dy) for dy in (-1, 0, 1)]
        assert any(abs(ink.hslHue() - QColor(wire).hslHue()) < 12 and ink.hslSaturation() > 60 for ink in near), scale


def test_the_strip_names_the_pin_of_an_error_once(hands, catalogue):
    """Some messages begin with the pin, and some do not name it."""
    hands.history.do(
        Insert("main", (Block("LONE", "Const", 0, 400), Block("BAD", "Const", 300, 400, {"value": "[1,"})))
    )
    problems = [p for p in check(hands.history.document, catalogue) if p.block in ("LONE", "BAD")]
    marks = hands.canvas.marks
    hands.canvas.annotations.set_problems(problems)
    assert reason_text("LONE", marks) == "value (tensor) has no value"
    assert reason_text("BAD", marks) == "value: [ is never closed (at character 1)"


def test_types_stand_in_chips_of_their_own_colour(hands):
    chip = QColor(hands.canvas.painter.theme.chip).rgb() & 0xFFFFFF
    assert (grab_pixels(hands) == chip).sum() > 100


def test_half_as_large_a_block_tells_the_dtype_that_follows_from_its_wires(hands, qtbot):
    hands.canvas.view.zoom_to(0.5)
    box = hands.canvas.navigation.place_of("C")
    strip = slice(box.bottom() - 14, box.bottom() - 2), slice(box.left() + 9, box.right() - 24)
    qtbot.waitUntil(lambda: hands.canvas.marks.dtypes.get("C") == {"T": "DT_FLOAT"})
    assert len(np.unique(grab_pixels(hands)[strip])) > 5, "a text"


@pytest.mark.parametrize("scale", [0.5, 0.4])
def test_the_badge_of_a_muted_block_is_as_large_at_any_zoom(hands, scale):
    hands.canvas.view.zoom_to(scale)
    hands.history.do(SetField("main", "mode", {"C": MUTE}))
    box = hands.canvas.navigation.place_of("C")
    badge = grab_pixels(hands)[box.top() + 2 : box.top() + 17, box.right() - 16 : box.right() - 1]
    ring = QColor(hands.canvas.painter.theme.label).rgb() & 0xFFFFFF
    rows = np.flatnonzero((badge == ring).any(1))
    assert rows[-1] - rows[0] >= 9


def test_a_note_that_has_a_problem_is_edged_no_higher_than_its_text(hands):
    low, high = (
        hands.canvas.painter.boxes.note_rect(Note("N", "text", 0, 0, 160, 80, shape=shape)) for shape in ("", "rect")
    )
    assert low.width() == 160 and low.height() < 60 and high == QRectF(0, 0, 160, 80)


def test_types_at_collapsed_frames_are_whole_in_a_shorter_form(hands):
    """Shapes that differ in their last size look different."""
    hands.history.do(
        Insert(
            "main",
            (Block("INSIDE", "Neg", 0.0, 2000.0, frame="F"),),
            frames=(Frame("F", "", 0.0, 1960.0, collapsed=True),),
        )
    )
    hands.canvas.view.center_on(QPointF(300, 2100))

    def shown(size):
        hands.canvas.annotations.set_types({"INSIDE": {"y": ("DT_COMPLEX128", (None, 1024, 1024, 1024, size), "")}})
        return grab_pixels(hands)

    assert (shown(1024) != shown(1025)).any()


@pytest.mark.parametrize("scale", [1.0, 0.7, 0.5, 0.4, 0.3, 0.2])
def test_titles_of_collapsed_frames_and_numbers_are_whole_or_not_there(hands, scale):
    """Names of which only the begin would have room look alike; a short one is there."""

    def grabbed(name):
        numbers = [Block(name + "_", "loom.Number", 400.0, 2000.0)] * (scale > MIDDLE)  # a tile far out shortens its id
        hands.history.do(
            Insert(
                "main",
                (Block("INSIDE", "Neg", 0.0, 2000.0, frame=name), *numbers),
                frames=(Frame(name, "", 0.0, 1960.0, collapsed=True),),
            )
        )
        hands.canvas.view.zoom_to(scale)
        hands.canvas.view.center_on(QPointF(300, 2100))
        found = grab_pixels(hands)
        hands.history.undo()
        return found

    long, other, short = grabbed("W" * 60), grabbed("M" * 60), grabbed("Q")
    assert (long == other).all() and (long != short).any()


@pytest.mark.parametrize("scale", [1.0, 0.8, 0.7, 0.5, 0.4, 0.25])
@pytest.mark.parametrize("kind", ["Neg", "loom.Chart", "loom.Number"])
def test_ids_of_blocks_and_monitors_are_whole_or_not_there(qtbot, catalogue, scale, kind):
    """An id without room looks like any other; one with room in narrow letters or several lines is there."""

    def grabbed(name):
        history = UndoStack(new_document())
        history.do(Insert("main", (Block(name, kind, 0.0, 0.0), Block("NEXT", "Neg", 320.0, 0.0))))
        hands = Hands(qtbot, catalogue, history)
        hands.canvas.view.zoom_to(scale)
        hands.canvas.view.center_on(QPointF(300, 100))
        return grab_pixels(hands), hands.canvas.navigation.place_of(name)

    (begin, box), (other, _) = grabbed("A" + "W" * 120), grabbed("B" + "W" * 119 + "A")
    around = slice(box.top() - 2, box.bottom() + 12), slice(box.left() - 20, box.right() + 1)
    assert (begin[around] == other[around]).all()
    if kind == "Neg" or kind == "loom.Chart" and scale > 0.5:
        (one, box), (another, _) = grabbed("VALIDATED_PART_A"), grabbed("VALIDATED_PART_B")
        around = slice(box.top() - 2, box.bottom() + 12), slice(box.left() - 20, box.right() + 1)
        assert (one[around] != another[around]).any()


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.25])
def test_what_a_level_leaves_out_is_in_the_tooltip(hands, scale):
    """The tooltip of a block names it at each zoom; that of a note has its text where the note does not."""
    text = "The first words of a note, " + "and many others that have no room on its card, " * 6
    hands.history.do(
        Insert("main", notes=(Note("LONG", text, 0, 700, 160, 40), Note("SHORT", "brief", 400, 700, 160, 40)))
    )
    canvas = hands.canvas
    canvas.view.zoom_to(scale)
    canvas.view.center_on(QPointF(300, 400))
    canvas.grab()

    def shown(at):
        QApplication.sendEvent(canvas, QHelpEvent(QEvent.Type.ToolTip, at, canvas.mapToGlobal(at)))
        return QToolTip.text()

    assert text.strip() in shown(canvas.navigation.place_of("LONG").center())
    assert "brief" not in shown(canvas.navigation.place_of("SHORT").center())
    box = canvas.navigation.place_of("C")
    assert "<b>C</b>" in shown(QPoint(box.center().x(), box.top() + box.height() // 2))
