"""enuSpace's symbols on the canvas: where their pins are, that their texts keep apart, what they show."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QMenu

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.paint.painted_shapes import svg_path
from blockloom.app.canvas.scene.block_layout import PIN
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.symbolshape import box_of
from blockloom.app.canvas.scene.theme import DARK
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Block, Look, Placed, Wire, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert
from blockloom.blocks.enuspace import symbols
from blockloom.blocks.enuspace.reader import read
from blockloom.blocks.results.monitors import size
from tests.app.canvaskit import Hands, pixels
from tests.enuspace.pages import page, pin, use, wire, write
from tests.extent import slow

SHARED = Path(__file__).resolve().parents[5] / "shared" / "enuspace"
NEAR = 1.01  # canvas pixels: the grid that enuSpace's editor put wires on


@pytest.fixture
def hands(qtbot, catalogue):
    """Return hands on a page of enuSpace: a MatMul fed by a Const, with a fetched product."""
    history = UndoStack(new_document())
    straight = Look("", ((0.0, 0.0),))
    history.do(
        Insert(
            "main",
            (
                Block("A", "enu.Const", 0, 100, {"val": "[[1., 2.]]"}),
                Block("M", "enu.MatMul", 180, 80, {"transpose_b": "true"}),
                Block("K", "enu.TopK", 180, 260),
                Block("S", "enu.ClientSession", 400, 100),
            ),
            (
                Placed(Wire("A", "output", "M", "a", look=straight), 0),
                Placed(Wire("A", "output", "M", "b"), 0),
                Placed(Wire("M", "product", "S", "fetch_outputs"), 0),
                Placed(Wire("K", "values", "S", "fetch_outputs"), 1),
            ),
        )
    )
    found = Hands(qtbot, catalogue, history)
    found.canvas.view.center_on(QPointF(300, 200))
    return found


@slow
def test_no_text_of_any_symbol_meets_another_or_a_pin(qapp, catalogue):
    geometry, seen = Geometry(catalogue), 0
    for name in symbols.rows():
        symbol = symbols.symbol(name)
        if "enu." + name not in catalogue or symbol.size is None:
            continue
        seen += 1
        layout = geometry.layout(Block("X", "enu." + name), {}, [])
        assert (layout.width, layout.height) == (symbol.size[0], max(symbol.size[1], layout.height)), name
        texts = [(t.text, box_of(t)) for t in layout.shape.texts]
        rooms = texts + [(f"result {out}", box) for out, (box, _) in layout.results.items()]
        pins = [(f"pin {s.name}", QRectF(s.x - PIN, s.y - PIN, 2 * PIN, 2 * PIN)) for s in layout.spots]
        for i, (text, box) in enumerate(rooms):
            assert QRectF(0, 0, layout.width, layout.height).contains(box), f"{name}: {text} sticks out"
            for other, there in rooms[i + 1 :] + pins:
                assert not box.adjusted(0.3, 0.3, -0.3, -0.3).intersects(there), f"{name}: {text} meets {other}"
        for spot in layout.spots:
            assert spot.role not in ("scope", "input", "attr") or spot.label, f"{name}.{spot.name} has no label"
            there = symbol.places.get("scope" if spot.role == "scope" else spot.name)
            assert spot.role == "result" or there is None or there == (spot.x, spot.y)
        assert max(t.size for t in layout.shape.texts) >= 11, f"{name}: its title is small"
    assert seen >= 480


def _scenes(path, catalogue):
    found = read(path)
    for name, mine in found.document.pages.items():
        scene = Scene(Geometry(catalogue))
        scene.load(mine)
        yield scene, found.drawn_wires[name]


def test_wires_of_the_samples_meet_the_drawn_pins(qapp, catalogue):
    if not SHARED.is_dir():
        pytest.skip("the enuSpace samples are not here")
    count, missed = 0, []
    for path in sorted(SHARED.glob("samples/**/*.svg")):
        if path.parent.name == "global":
            continue
        for scene, drawn in _scenes(path, catalogue):
            ends = {}
            for w in range(scene.wcount):
                ends.setdefault(scene.wires[w], (scene.e1[w], scene.e2[w] + (scene.inset[w], 0)))
            for one in drawn:
                if scene.blocks[scene.slot[one.wire.target]].type in MONITORS:
                    continue
                for here, there in zip(ends[one.wire], (one.start, one.end), strict=True):
                    count += 1
                    if np.abs(here - there).max() > NEAR:
                        missed.append(f"{path.name}: {one.wire}: {here} is not {there}")
    print(f"\n{count} ends of wires meet the drawn pins")
    assert not missed and count > 400, missed[:5]


def test_blocks_of_the_samples_do_not_overlap(qapp, catalogue):
    if not SHARED.is_dir():
        pytest.skip("the enuSpace samples are not here")
    for path in sorted(SHARED.glob("samples/1.5/*.svg")):
        for scene, _ in _scenes(path, catalogue):
            boxes = [
                (b.id, QRectF(*scene.pos[s], *scene.size[s]))
                for s, b in enumerate(scene.blocks)
                if b.type.startswith("enu.")
            ]
            for i, (name, box) in enumerate(boxes):
                for other, there in boxes[i + 1 :]:
                    assert not box.intersects(there), f"{path.name}: {name} and {other}"


def test_a_straight_wire_is_straight_and_list_wires_end_on_their_pin(hands):
    scene = hands.canvas.scene
    ws = {scene.wires[w]: w for w in range(scene.wcount)}
    w = next(w for wire, w in ws.items() if wire.look.route)
    ((_, points),) = scene.polylines(np.array([w]))
    assert points.tolist() == [[[100.0, 130.0], [180.0, 121.8]]]
    into = [w for wire, w in ws.items() if wire.target == "S"]
    assert {tuple(scene.e2[w] + (scene.inset[w], 0)) for w in into} == {(411.0, 164.1)}


def _picture(hands):
    return hands.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize("zoom", [0.6, 1.0, 2.0])
def test_results_problems_and_waiting_are_shown(hands, zoom):
    canvas = hands.canvas
    canvas.view.zoom_to(zoom)
    canvas.view.center_on(QPointF(240, 130))
    layout = canvas.scene.layouts[canvas.scene.slot["M"]]
    box = layout.results["product"][0].translated(180, 80)
    plain = _picture(hands)
    canvas.annotations.set_results({"M": {"product": {"dtype": "float64", "shape": [1, 1], "text": "[[5]]"}}})
    shown = _picture(hands)
    area = canvas.view.rect_to_widget(box).toAlignedRect().adjusted(-1, -1, 1, 1)
    assert shown.copy(area) != plain.copy(area)
    assert hands.canvas.parts.hit(box.center()).kind == "result"
    canvas.annotations.set_waiting({"M": "waits for 2"})
    waiting = _picture(hands)
    assert waiting != shown
    canvas.annotations.set_waiting({})
    assert _picture(hands) == shown


def test_pins_tell_and_take_values(hands, qtbot):
    canvas = hands.canvas
    scene = canvas.scene
    layout = scene.layouts[scene.slot["M"]]
    told = tip(CanvasHit("pin", "M", layout.spot("attrs")), scene, hands.page, Marks(), None)
    assert "transpose_a = False" in told and "transpose_b = <code>true</code>" in told
    assert "<b>M</b> MatMul" in tip(CanvasHit("body", "M"), scene, hands.page, Marks(), None)
    hands.double_click(hands.pin("K", "k"))
    hands.type("3")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["K"].values["k"] == "3"
    assert "3" in tip(CanvasHit("pin", "K", scene.layouts[scene.slot["K"]].spot("k")), scene, hands.page, Marks(), None)
    hands.double_click(hands.pin("M", "attrs"))
    menu = next(m for m in canvas.findChildren(QMenu) if m.isVisible())
    action = next(a for a in menu.actions() if a.text().startswith("transpose_a"))
    menu.close()
    action.trigger()
    assert canvas.inline.editor is not None
    canvas.inline.editor.setText("true")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["M"].values["transpose_a"] == "true"
    hands.double_click(hands.pin("S", "INFINITE_LOOP"))
    canvas.inline.editor.setText("true")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["S"].values["INFINITE_LOOP"] == "true"


def test_what_a_symbol_does_not_have_is_seen(qapp, catalogue):
    block = Block("X", "enu.MatMul", values={"nothing": "1"})
    layout = Geometry(catalogue).layout(block, {"a": [], "more": []}, [Wire("X", "lost", "Y", "x")])
    assert {s.name for s in layout.spots if s.role == "unknown"} == {"nothing", "more", "lost"}
    assert layout.height > 92.3 and layout.inlet("more")[0] < 20 and layout.outlet("lost")[0] == layout.width
    assert Geometry(catalogue).layout(Block("X", "enu.NoSuch"), {}, []).type is None


def test_monitors_have_the_size_of_the_page(tmp_path, qapp, catalogue):
    found = read(
        write(
            tmp_path,
            page(
                use("A", "Const", pin("val", "1;2;3", "double", "[3]")),
                use("T", "SENSOR_TREND", task="logic", at=(300, 0)),
                use("L", "SENSOR_LCD", task="logic", at=(500, 0)),
                use("P", "ARAAY_3_OUT", task="logic", at=(300, 300)),
                wire("A.result_output", "P.INPUT"),
                wire("P.OUTPUT_3", "L.INPUT"),
                '<text id="N" font-size="60" transform="translate(10,500)"><script><![CDATA[function _ontaskview()\n'
                'text = string.format("%d", A.result_output[1])\nend]]></script>7</text>',
            ),
        )
    )
    (mine,) = found.document.pages.values()
    geometry = Geometry(catalogue)
    sizes = {n: geometry.layout(b, mine.into.get(n, {}), mine.out.get(n, []))[2:4] for n, b in mine.blocks.items()}
    assert (sizes["T"], sizes["L"], sizes["P"]) == ((160, 160), (80, 80), (160, 57))
    assert sizes["N"] == size(mine.blocks["N"]) and sizes["N"][0] <= 100 and sizes["N"][1] <= 100
    layout = geometry.layout(mine.blocks["P"], mine.into["P"], mine.out["P"])
    assert [round(s.y) for s in layout.spots if s.role == "output"] == [10, 28, 48]


def test_arcs_of_drawings_are_drawn():
    circle = svg_path("M0 20a20 20 0 1 0 40 0a20 20 0 1 0 -40 0z")
    assert circle.boundingRect() == QRectF(0, 0, 40, 40) and abs(circle.length() - 40 * np.pi) < 0.2
    assert svg_path("M0,0 A1306.87,1306.87 0 0,1 490,-43 L4,5").elementCount() > 4


def test_a_dashed_wire_is_drawn_with_gaps_in_its_own_colour(qtbot, catalogue):
    def inked(dashed):
        history = UndoStack(new_document())
        look = Look("#7d7d7d", ((0.0, 0.0),), dashed=dashed)
        history.do(
            Insert(
                "main",
                (Block("A", "enu.Const", 0, 100, {"val": "1"}), Block("M", "enu.Abs", 500, 100)),
                (Placed(Wire("A", "output", "M", "x", look=look), 0),),
            )
        )
        picture = Picture(history.document.page("main"), catalogue, DARK)
        canvas = Hands(qtbot, catalogue, history).canvas
        canvas.view.zoom_to(1.0)
        images = [
            QImage(round(picture.area.width()), round(picture.area.height()), QImage.Format.Format_RGB32),
            canvas.grab().toImage(),
        ]
        painter = QPainter(images[0])
        painter.translate(-picture.area.topLeft())
        picture.paint(painter)
        painter.end()
        return [_grey(pixels(image)).sum() for image in images]

    whole, gaps = inked(False), inked(True)
    assert all(0.3 * a < b < 0.7 * a for a, b in zip(whole, gaps, strict=True)), (whole, gaps)


def _grey(colours):
    """Return which pixels have the grey of the wire, antialiased or not."""
    red, green, blue = (colours.astype(int) >> bits & 0xFF for bits in (16, 8, 0))
    return (abs(red - 0x7D) < 12) & (red == green) & (green == blue)
