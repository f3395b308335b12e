"""The scene follows any edits exactly, and random gestures undo to the same bytes."""

import random
from html import escape

import numpy as np
import pytest
from hypothesis import given, settings
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas import DARK, LIGHT, Canvas
from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.scene_arrays import BULK
from blockloom.app.canvas.scene.theme import colour
from blockloom.blocks.document.pages import OPERATION, Block, Look, Placed, Wire, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, Insert, Move, Remove, SetField, SetSheet
from blockloom.blocks.files.documents import dumps
from blockloom.blocks.problems import Problem
from tests.app.canvaskit import ALT, CTRL, SHIFT, Hands, pixels
from tests.blocks.strategies import random_edit, seeds
from tests.extent import examples, slow, slow_after
from tests.pages import insert


def shown(scene):
    """Return the content of a scene, without the order of its slots."""
    blocks = {
        b.id: (*scene.pos[s], *scene.size[s], int(scene.far[s]), scene.layouts[s]._replace(look=0))
        for b, s in ((scene.blocks[s], s) for s in np.flatnonzero(scene.alive[: scene.count]).tolist())
    }
    ws = np.flatnonzero(scene.walive[: scene.wcount]).tolist()
    wires = sorted(((*scene.wires[w], *scene.e1[w], *scene.e2[w], scene.inset[w]) for w in ws), key=repr)
    return blocks, wires, scene.frames, scene.notes, set(scene.slot)


@given(seeds)
@settings(max_examples=examples(40))
def test_following_edits_gives_what_a_fresh_load_gives(qapp, catalogue, seed):
    chance, history, geometry = random.Random(seed), UndoStack(new_document()), Geometry(catalogue)
    scene = Scene(geometry)
    name = "main"

    def follow(edit):
        if name in history.document.pages:
            scene.apply(edit, history.document.pages[name])

    history.listeners.append(follow)

    def check():
        if name in history.document.pages:
            fresh = Scene(geometry)
            fresh.load(history.document.pages[name])
            assert shown(scene) == shown(fresh)

    for _ in range(25):
        try:
            edit = random_edit(chance, history.document)
            if "Page" in type(edit).__name__ or any("Page" in type(e).__name__ for e in getattr(edit, "edits", ())):
                continue
            history.do(edit)
        except EditError:
            continue
        check()
        if chance.random() < 0.3:
            history.undo()
            check()
            history.redo()
            check()
    while history.undo():
        check()
    while history.redo():
        check()


@slow
def test_ten_thousand_blocks_go_and_come_back(qapp, catalogue):
    history, scene = UndoStack(new_document()), Scene(Geometry(catalogue))
    history.listeners.append(lambda edit: scene.apply(edit, history.document.pages["main"]))
    names = [f"B{i}" for i in range(10_000)]
    history.do(
        Insert(
            "main",
            tuple(Block(n, "Neg", 200 * (i % 100), i) for i, n in enumerate(names)),
            tuple(Placed(Wire(a, "y", b, "x"), 0) for a, b in zip(names, names[1:], strict=False)),
        )
    )
    before = shown(scene)
    history.do(Remove("main", tuple(names)))
    assert shown(scene)[:2] == ({}, [])
    late = Scene(scene.geometry)
    late.load(history.document.pages["main"])
    history.listeners.append(lambda edit: late.apply(edit, history.document.pages["main"]))
    history.undo()
    assert shown(scene) == before and scene.count == 10_000
    assert shown(late) == before  # one that never saw them


def test_wires_are_a_crowd_where_there_are_many_in_little_room_as_long_as_they_are_there(qapp, catalogue):
    history, scene = UndoStack(new_document()), Scene(Geometry(catalogue))
    page = history.document.pages["main"]
    scene.load(page)
    history.listeners.append(lambda edit: scene.apply(edit, page))
    assert not scene.crowded
    history.do(
        Insert(
            "main",
            tuple(Block(f"A{i}", "Const", 0, 10 * i) for i in range(40))
            + tuple(Block(f"B{i}", "AddN", 400, 10 * i) for i in range(40)),
            tuple(Placed(Wire(f"A{i}", "output", f"B{j}", "inputs"), i) for i in range(40) for j in range(40)),
        )
    )
    assert scene.crowded
    history.do(insert("C Const @at=1e+06,1e+06; D Neg @at=2e+06,2e+06 x=<C.output"))
    assert not scene.crowded, "there is room now"
    history.undo()
    assert scene.crowded
    history.undo()
    assert not scene.crowded


@pytest.mark.parametrize("names", ["ABC", "AC", "A"])
def test_blocks_come_back_under_what_lay_over_them(qtbot, catalogue, names):
    hands = Hands(qtbot, catalogue, UndoStack(new_document()))
    hands.history.do(Insert("main", tuple(Block(n, "Neg", 20 * i, 20 * i) for i, n in enumerate("ABC"))))
    hands.drag(hands.title("A"), hands.title("A") + QPointF(20, 0))  # raised above the others from now on
    hands.move((500, 500))
    hands.canvas.selection.choose(())
    before = hands.canvas.grab().toImage()
    hands.canvas.selection.choose(names)
    hands.key(Qt.Key.Key_Delete)
    assert sorted(hands.page.blocks) == sorted(set("ABC") - set(names))
    hands.history.undo()
    hands.canvas.selection.choose(())
    assert hands.canvas.grab().toImage() == before


def test_what_many_blocks_look_like_is_painted(qtbot, catalogue, monkeypatch):
    history, names = UndoStack(new_document()), [f"B{i}" for i in range(BULK + 1)]
    history.do(Insert("main", tuple(Block(name, "Neg") for name in names)))
    hands, painted = Hands(qtbot, catalogue, history), []
    monkeypatch.setattr(hands.canvas.painter, "content", lambda *_: painted.append(True))
    history.do(Move("main", {name: (0.0, 200.0 * at) for at, name in enumerate(names)}))
    assert not hands.canvas.updatesEnabled()
    painted.clear()
    qtbot.waitUntil(lambda: bool(painted))


def test_a_canvas_that_is_gone_hears_nothing(qtbot, catalogue):
    import gc

    history = UndoStack(new_document())
    canvas = Canvas(history, "main", catalogue)
    assert len(history.listeners) == 1
    del canvas
    gc.collect()
    history.do(Insert("main", (Block("A", "Neg"),)))
    assert history.listeners == []


@slow
def test_every_type_has_a_layout_and_tips(qapp, catalogue):
    """Each of the installed TensorFlow's ops: pins within the block, texts that fit, a tip for every pin."""
    history, geometry = UndoStack(new_document()), Geometry(catalogue)
    history.do(Insert("main", tuple(Block(f"B{i}", name) for i, name in enumerate(catalogue))))
    scene, page = Scene(geometry), history.document.pages["main"]
    scene.load(page)
    for slot in range(scene.count):
        layout, name = scene.layouts[slot], scene.blocks[slot].id
        assert layout.monitor or layout.shape or 130 <= layout.width <= 280
        assert scene.size[slot].tolist() == [layout.width, layout.height]
        for spot in layout.spots:
            assert escape(spot.name) in tip(CanvasHit("pin", name, spot), scene, page, Marks(), None)
            if layout.shape:  # test_enu_drawing looks at these
                continue
            assert 0 <= spot.x <= layout.width and 0 < spot.y <= layout.height
            metrics = geometry.metrics.attr if spot.small else geometry.metrics.label
            label = spot.label_x + metrics.horizontalAdvance(spot.label)
            out = next((s for s in layout.spots if s.role == "output" and s.y == spot.y), None)
            end = layout.width - 10 - geometry.metrics.label.horizontalAdvance(out.label) if out else layout.width
            assert spot.role in ("output", "result") or label < end
            assert spot.field is None or label < spot.field.left() < spot.field.right() < end
        assert escape(layout.title) in tip(CanvasHit("title", name), scene, page, Marks(), None)


def test_marks_change_the_picture(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)

    def picture():
        return hands.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)

    plain = picture()
    hands.canvas.annotations.set_results({"C": {"z": {"dtype": "float32", "shape": [2], "text": "[4 6]"}}, "gone": {}})
    with_results = picture()
    assert with_results != plain
    hands.canvas.annotations.set_waiting({"D": "1 of 2 gradients"})
    waiting = picture()
    assert waiting != with_results
    hands.canvas.annotations.set_problems(
        [
            Problem.from_texts("error", "x", "main", "B", "value", "wrong", "mend it"),
            Problem.from_texts("error", "x", "other page", "A", "", "not here"),
        ]
    )
    assert picture() != waiting
    hands.canvas.annotations.set_results(None)
    hands.canvas.annotations.set_waiting({})
    hands.canvas.annotations.set_problems([])
    assert picture() == plain
    hands.canvas.set_theme(LIGHT)
    assert picture() != plain
    hands.canvas.set_theme(DARK)
    assert picture() == plain


def test_every_zoom_paints_every_block(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.click((500, 520))
    for scale in (0.05, 0.3, 0.5, 1.0, 3.0):
        for block in "ABCD":
            hands.canvas.view.zoom_to(scale)
            hands.canvas.view.center_on(hands.body(block))
            image = hands.canvas.grab().toImage()
            ratio = image.devicePixelRatio()
            slot = hands.canvas.scene.slot[block]
            box = (
                hands.canvas.view.rect_to_widget(hands.canvas.scene.extent(np.array([slot])))
                .toAlignedRect()
                .adjusted(-1, -1, 1, 1)
            )
            colours = {
                image.pixel(int(x * ratio), int(y * ratio))
                for x in range(box.left(), box.right() + 1)
                for y in range(max(0, box.top()), min(hands.canvas.height(), box.bottom() + 1), 2)
                if 0 <= x < hands.canvas.width()
            }
            assert len(colours) >= 2, (scale, block)


def test_scrolling_paints_what_a_full_repaint_paints(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.canvas.view.zoom_to(0.7)
    hands.canvas.grab()
    hands.drag((500, 500), (437, 463), button=Qt.MouseButton.MiddleButton)
    QTest.qWait(1)
    scrolled = hands.canvas.screen().grabWindow(hands.canvas.winId()).toImage()
    hands.canvas.repaint()
    assert hands.canvas.screen().grabWindow(hands.canvas.winId()).toImage() == scrolled


def test_looks_of_the_document_are_shown(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.history.do(
        Insert(
            "main",
            wires=(Placed(Wire("B", "output", "C", "y", look=Look("#12fe34", ((100.0, 0.0), (100.0, 150.0)))), 0),),
        )
    )

    def colours():
        return {f"#{colour:06x}" for colour in np.unique(pixels(hands.canvas.grab().toImage()))}

    assert "#12fe34" in colours()
    start = hands.pin("B", "output", "output")
    hit = hands.canvas.parts.hit(start + QPointF(100, 80))  # on the bend that it was given
    assert hands.canvas.scene.wires[hit.wire].source == "B"
    hands.history.do(SetField("main", "color", {"A": "#fe12aa"}))
    hands.history.do(SetSheet("main", (2000.0, 1000.0), "#203040"))
    assert {"#fe12aa", "#203040"} <= colours()
    hands.history.undo()
    hands.history.undo()
    assert not {"#fe12aa", "#203040"} & colours()


def test_wires_that_a_document_hides_are_not_shown(qtbot, catalogue):
    hands, wire = Hands(qtbot, catalogue), Wire("B", "output", "C", "y")
    for look, seen in ((Look("#12fe34"), True), (Look("#12fe34", (), True), False), (Look("#12fe34"), True)):
        hands.history.do(Insert("main", wires=(Placed(wire._replace(look=look), 0),)))
        assert (0x12FE34 in pixels(hands.canvas.grab().toImage())) == seen
        hands.history.do(Remove("main", wires=(Placed(wire._replace(look=look), 0),)))


def test_so_many_that_they_are_plotted(qtbot, catalogue):
    history = UndoStack(new_document())
    history.do(Insert("main", tuple(Block(f"B{i}", "Neg", 300 * (i % 200), 200 * (i // 200)) for i in range(25_000))))
    hands = Hands(qtbot, catalogue, history)
    hands.canvas.fit()
    plain = hands.canvas.grab().toImage()
    assert plain.pixelColor(hands.widget_point((360, 260))).name() == DARK.far("math").lower()
    hands.canvas.selection.choose({"B201"})
    chosen = hands.canvas.grab().toImage()
    assert chosen.pixelColor(hands.widget_point((360, 260))).name() == DARK.selection.lower()


@given(seeds)
@settings(max_examples=examples(8))
def test_random_gestures_undo_to_the_same_bytes(qtbot, catalogue, seed):
    chance = random.Random(seed)
    hands = Hands(qtbot, catalogue)

    def place():
        scene = hands.canvas.scene
        live = np.flatnonzero(scene.alive[: scene.count]).tolist()
        if live and chance.random() < 0.8:
            slot = chance.choice(live)
            spot = chance.choice(scene.layouts[slot].spots)
            at = QPointF(*scene.pos[slot]) + (
                QPointF(spot.x, spot.y)
                if chance.random() < 0.6
                else QPointF(chance.randint(0, 150), chance.randint(0, 120))
            )
        else:
            at = QPointF(chance.randint(-50, 900), chance.randint(-50, 600))
        return (
            at
            if hands.canvas.rect().contains(hands.widget_point(at))
            else QPointF(hands.canvas.view.to_canvas(QPointF(9, 9)))
        )

    keys = (
        (Qt.Key.Key_Delete, 0),
        (Qt.Key.Key_D, CTRL),
        (Qt.Key.Key_A, CTRL),
        (Qt.Key.Key_C, CTRL),
        (Qt.Key.Key_V, CTRL),
        (Qt.Key.Key_X, CTRL),
        (Qt.Key.Key_Z, CTRL),
        (Qt.Key.Key_Z, CTRL | SHIFT),
        (Qt.Key.Key_Right, 0),
        (Qt.Key.Key_Escape, 0),
        (Qt.Key.Key_F, 0),
        (Qt.Key.Key_F2, 0),
    )
    for _ in range(30):
        act = chance.random()
        if act < 0.45:
            hands.drag(place(), place(), chance.choice((Qt.KeyboardModifier.NoModifier, SHIFT, ALT)))
        elif act < 0.6:
            hands.click(place(), chance.choice((Qt.KeyboardModifier.NoModifier, SHIFT, CTRL)))
        elif act < 0.7:
            hands.double_click(place())
            if hands.canvas.inline.editor:
                hands.type(chance.choice(("1", "[1, 2]", "x")))
                hands.key(chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape)))
        else:
            key, modifiers = chance.choice(keys)
            hands.key(key, modifiers or Qt.KeyboardModifier.NoModifier)
        while popup := QApplication.activePopupWidget():
            popup.close()
    hands.canvas.inline.close()
    fresh = Scene(hands.canvas.scene.geometry)
    fresh.load(hands.page)
    assert shown(hands.canvas.scene) == shown(fresh)
    after, steps = hands.text, 0
    while hands.history.undo():
        steps += 1
    assert hands.text == dumps(new_document())
    for _ in range(steps):
        hands.history.redo()
    assert hands.text == after


@pytest.mark.parametrize("ratio", slow_after(2, [1.0, 1.5, 1.25, 2.0]))
def test_wires_of_a_page_zoomed_out_are_equally_wide(qapp, catalogue, ratio):
    colours, across = {colour(text).rgb() for text in DARK.wires.values()}, set()
    for place in range(8):
        history = UndoStack(new_document())
        blocks = Block("A", "Const"), Block("B", "Neg", 300.0 + 1.3 * place, 300.0)
        history.do(Insert("main", blocks, (Placed(Wire("A", "output", "B", "x"), 0),)), "Add")
        picture = Picture(history.document.pages["main"], catalogue, DARK)
        image = picture.sketch((picture.area.size() * 0.4 * ratio).toSize(), ratio)
        y = image.height() // 2  # between the blocks: only the wire's vertical part is there
        across.add(sum(image.pixel(x, y) in colours for x in range(image.width())))
    assert len(across) == 1 and 0 not in across


@pytest.mark.parametrize("type_", ["AccumulatorTakeGradient", "enu.AccumulatorTakeGradient"])
def test_the_operation_of_an_op_is_a_pin_while_a_wire_begins_there(qapp, catalogue, type_):
    geometry, block = Geometry(catalogue), Block("TAKE", type_)
    bare = geometry.layout(block, {}, [])
    wired = geometry.layout(block, {}, [Wire("TAKE", "operation", "S", "run_outputs", OPERATION)])
    assert "operation" not in bare.outs
    (spot,) = (spot for spot in wired.spots if spot.name == "operation")
    assert (spot.role, spot.pin.kind) == ("output", OPERATION)
    assert wired.outs["operation"] == (spot.x, spot.y) and spot.x == wired.width and 0 < spot.y < wired.height
    assert {spot.name for spot in wired.spots} == {spot.name for spot in bare.spots} | {"operation"}
