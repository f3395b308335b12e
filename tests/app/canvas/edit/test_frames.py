"""Frames and the order of a page: in and out, collapsed, aligned, duplicated; the map and bookmarks. Real events."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas import LIGHT
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Bookmark, Frame, Look, Placed, Wire, control, new_document
from blockloom.blocks.edits import Insert, Rename
from blockloom.blocks.files import documents
from blockloom.blocks.layout.collapsed_frames import Port, ports
from tests.app.canvaskit import CTRL, SHIFT, Hands
from tests.pages import insert

KEY = Qt.Key


@pytest.fixture
def hands(qtbot, catalogue):
    """Return hands on a page: A feeds C, which feeds D; frame F contains C; G is empty and contains frame H."""
    made = Hands(qtbot, catalogue)
    made.history.do(
        Insert(
            "main",
            frames=(
                Frame("F", "part", 270, -50, 190, 250),
                Frame("G", "rest", 500, 250, 400, 320),
                Frame("H", "inner", 540, 300, 200, 200, frame="G"),
            ),
        )
    )
    made.canvas.view.center_on(QPointF(400, 250))
    return made


def homes(hands):
    return {b.id: b.frame for b in hands.page.blocks.values() if b.frame}


def test_a_block_dragged_into_a_frame_is_in_it_and_dragged_out_no_longer(hands):
    before = hands.text
    hands.drag(hands.body("C"), hands.body("C") + QPointF(0, 5))  # it stays inside: it was put there by hand
    assert homes(hands) == {}
    hands.history.undo()
    hands.drag(hands.body("D"), QPointF(620, 400))
    assert homes(hands) == {"D": "H"}  # the innermost
    assert hands.history.undo_label == "Move D"
    hands.drag(hands.body("D"), QPointF(830, 500))
    assert homes(hands) == {"D": "G"}
    hands.drag(hands.body("D"), QPointF(150, 480))
    assert homes(hands) == {}
    for _ in range(3):
        hands.history.undo()
    assert hands.text == before


def test_a_frame_takes_its_members_along_and_goes_into_another(hands):
    hands.drag(hands.body("D"), QPointF(620, 400))
    before = hands.text
    hands.drag(QPointF(620, 310), QPointF(80, 460))  # H, by its title
    assert hands.page.frames["H"].frame == "" and homes(hands) == {"D": "H"}
    assert (hands.page.frames["H"].x, hands.page.frames["H"].y) == (0, 450)
    hands.drag(QPointF(80, 460), QPointF(620, 310))
    assert hands.page.frames["H"].frame == "G"
    hands.history.undo()
    hands.history.undo()
    assert hands.text == before


def test_new_blocks_may_be_taken_out_by_the_menu(hands):
    hands.drag(hands.body("D"), QPointF(620, 400))
    hands.canvas.selection.choose({"D"})
    hands.canvas.frames.take_out()
    assert homes(hands) == {"D": "G"}
    hands.canvas.frames.take_out()
    assert homes(hands) == {}


def fold(hands, frame):
    box = hands.canvas.scene.frames[frame]
    hands.click((box.x + 14, box.y + 13))


@pytest.fixture
def folded(hands):
    """F holds C, and is collapsed."""
    hands.drag(hands.body("C"), hands.body("C") + QPointF(0, 600))
    hands.drag(hands.body("C"), hands.body("C") - QPointF(0, 600))
    assert homes(hands) == {"C": "F"}
    fold(hands, "F")
    return hands


def test_a_collapsed_frame_hides_its_blocks_and_keeps_the_wires_that_cross(folded):
    hands, scene = folded, folded.canvas.scene
    assert hands.history.undo_label == "Collapse F" and hands.page.frames["F"].collapsed
    box = scene.rect_of(scene.frames["F"])
    collapsed = scene.folds["F"]
    assert (collapsed.count, collapsed.ins, collapsed.outs) == (1, (Port((("C", "x"),)),), (Port((("C", "z"),)),))
    ends = {
        (scene.wires[w].source, scene.wires[w].target): (scene.e1[w].tolist(), scene.e2[w].tolist())
        for w in range(scene.wcount)
        if scene.walive[w]
    }
    assert ends["A", "C"][1][0] == box.left() and ends["C", "D"][0][0] == box.right()
    slot = scene.slot["C"]
    assert slot not in scene.visible(-1e4, -1e4, 1e4, 1e4)
    assert hands.canvas.parts.hit(hands.body("C")).id != "C"
    assert not hands.canvas.grab().isNull()
    fold(hands, "F")
    assert not scene.folds and slot in scene.visible(-1e4, -1e4, 1e4, 1e4)
    assert scene.e2[0].tolist() == [300, hands.pin("C", "x", "input").y()]
    assert hands.history.undo_label == "Expand F" and "collapsed" not in hands.text
    hands.history.undo()
    assert "F" in scene.folds and slot not in scene.visible(-1e4, -1e4, 1e4, 1e4)


def test_a_collapsed_frame_moves_as_one_and_survives_undo(folded):
    hands, scene = folded, folded.canvas.scene
    hands.drag(QPointF(370, -40), QPointF(370, 560))
    assert hands.page.blocks["C"].y == 600 and hands.page.frames["F"].y == 550
    w = next(w for w in range(scene.wcount) if scene.walive[w] and scene.wires[w].target == "C")
    assert scene.e2[w].tolist()[0] == 270 and 550 < scene.e2[w][1] < 700
    hands.canvas.selection.choose({"F", "C", "D"})
    hands.key(KEY.Key_Delete)
    assert not scene.folds
    hands.history.undo()
    assert "F" in scene.folds
    hands.history.undo()
    assert scene.frames["F"].y == -50 and "F" in scene.folds


def test_revealing_a_block_expands_what_hides_it(folded):
    hands, canvas, before = folded, folded.canvas, folded.text
    canvas.navigation.reveal("C")
    assert not canvas.scene.folds and canvas.selection() == {"C"}
    assert hands.text == before  # searching a block does not edit the page
    hands.history.do(Rename("main", "F", "PART"))
    assert not canvas.scene.folds
    canvas.selection.choose({"PART"})
    hands.key(KEY.Key_C)
    assert set(canvas.scene.folds) == {"PART"} and hands.history.undo_label == "Edit"  # as the document has it
    hands.key(KEY.Key_C)
    assert hands.history.undo_label == "Expand PART"


def test_a_page_is_shown_as_it_was_left_and_a_copy_of_a_frame_too(folded, catalogue):
    hands = folded
    hands.canvas.selection.choose({"F", "C"})
    hands.canvas.clipboard.duplicate()
    assert set(hands.canvas.scene.folds) == {"F", "F_2"}
    again = Scene(Geometry(catalogue))
    again.load(documents.loads(hands.text).pages["main"])
    assert set(again.folds) == {"F", "F_2"}
    picture = Picture(hands.page, catalogue, LIGHT)
    assert set(picture.scene.folds) == {"F", "F_2"}


def test_nested_frames_collapse_into_the_outermost(hands):
    hands.drag(hands.body("D"), QPointF(620, 400))
    hands.canvas.selection.choose({"G", "H"})
    hands.key(KEY.Key_C)
    scene = hands.canvas.scene
    assert set(scene.folds) == {"G"} and scene.concealed == {"H"} and scene.folds["G"].ins == (Port((("D", "x"),)),)
    assert hands.canvas.parts.hit(QPointF(560, 480)).kind == "empty"  # where H was
    hands.key(KEY.Key_C)
    assert not scene.folds and not scene.concealed


def test_title_and_device_are_typed_where_they_stand(hands):
    before = hands.text
    hands.double_click((600, 262))
    editor = hands.canvas.inline.editor
    editor.selectAll()
    hands.type("encoder")
    hands.key(KEY.Key_Tab)
    hands.type("/device:GPU:0")
    hands.key(KEY.Key_Return)
    assert hands.page.frames["G"][1] == "encoder" and hands.page.frames["G"].device == "/device:GPU:0"
    hands.history.undo()
    hands.history.undo()
    assert hands.text == before


@pytest.mark.parametrize(
    "how, edge",
    [
        ("left", lambda b, s: b.x),
        ("right", lambda b, s: b.x + s[0]),
        ("centre", lambda b, s: b.x + s[0] / 2),
        ("top", lambda b, s: b.y),
        ("bottom", lambda b, s: b.y + s[1]),
        ("middle", lambda b, s: b.y + s[1] / 2),
    ],
)
def test_align(hands, how, edge):
    before, scene = hands.text, hands.canvas.scene
    hands.canvas.selection.choose({"A", "B", "D"})
    hands.canvas.editing.align(how)
    places = {edge(hands.page.blocks[n], scene.size[scene.slot[n]]) for n in "ABD"}
    assert len(places) == 1
    hands.canvas.editing.align(how)  # in line already: no step
    hands.history.undo()
    assert hands.text == before


def test_space_evenly_keeps_the_outermost_and_one_is_too_few(hands):
    hands.canvas.selection.choose({"A", "C", "D"})
    hands.canvas.editing.align("top")
    hands.canvas.editing.run(operations.move, hands.page, ["C"], 35, 0)
    hands.canvas.editing.distribute(False)
    scene, blocks = hands.canvas.scene, hands.page.blocks
    gaps = [blocks[b].x - blocks[a].x - scene.size[scene.slot[a]][0] for a, b in ("AC", "CD")]
    assert gaps[0] == gaps[1] and blocks["A"].x == 0 and blocks["D"].x == 600
    before = hands.text
    hands.canvas.selection.choose({"A"})
    hands.canvas.editing.distribute(True)
    hands.canvas.editing.align("left")
    assert hands.text == before and "two or more" in hands.said[-1]


def test_a_frame_is_aligned_with_what_is_in_it(hands):
    hands.drag(hands.body("D"), QPointF(620, 400))
    x = hands.page.blocks["D"].x
    hands.canvas.selection.choose({"A", "G", "D"})
    hands.canvas.editing.align("left")
    assert hands.page.frames["G"].x == 0 and hands.page.blocks["D"].x == x - 500
    assert hands.page.frames["H"].x == 40


def test_duplicate_keeps_what_comes_in(hands):
    feeds = (("A", "output"), ("D", "y"), ("B", "output"))
    hands.history.do(
        Insert(
            "main",
            (Block("S", "AddN", 600, 600),),
            tuple(Placed(Wire(n, p, "S", "inputs"), i) for i, (n, p) in enumerate(feeds)),
        )
    )
    before = hands.text
    hands.canvas.selection.choose({"D", "S"})
    hands.key(KEY.Key_D, CTRL | SHIFT)
    assert hands.canvas.selection() == {"D_2", "S_2"}
    assert [w.source for w in hands.page.wires_into("S_2", "inputs")] == ["A", "D_2", "B"]
    assert [w.source for w in hands.page.wires_into("D_2", "x")] == ["C"]
    hands.history.undo()
    assert hands.text == before


def middle(canvas):
    return canvas.view.to_canvas(QPointF(canvas.width() / 2, canvas.height() / 2))


def test_the_map_goes_where_it_is_pressed_and_stays_in_its_corner(hands):
    canvas = hands.canvas
    canvas.view.zoom_to(2.0)
    hands.key(KEY.Key_M)
    small = canvas.minimap
    assert small.isVisible() and not small.grab().isNull()
    corner = small.pos()
    QTest.mousePress(small, Qt.MouseButton.LeftButton, pos=QPoint(30, 30))
    left = middle(canvas)
    QTest.mouseMove(small, QPoint(170, 110))
    QTest.mouseRelease(small, Qt.MouseButton.LeftButton, pos=QPoint(170, 110))
    right = middle(canvas)
    assert right.x() > left.x() + 300 and right.y() > left.y() + 200
    canvas.view.scroll(33, 44)
    assert small.pos() == corner
    canvas.resize(900, 600)
    assert small.geometry().bottomRight() == QPoint(900 - 13, 600 - 13)
    hands.key(KEY.Key_M)
    assert not canvas.minimap.on


def test_the_map_is_visible_only_while_the_page_does_not_fit(hands, qtbot):
    canvas = hands.canvas
    canvas.fit()
    hands.key(KEY.Key_M)
    assert canvas.minimap.on and canvas.minimap.isHidden() and "map appears when" in hands.said[-1]
    canvas.view.zoom_to(2.0)
    assert not canvas.view.area().contains(canvas.scene.extent()) and canvas.minimap.isVisible()
    hands.key(KEY.Key_F)
    assert canvas.view.area().contains(canvas.scene.extent()) and canvas.minimap.isHidden()
    hands.history.do(Insert("main", (Block("FAR", "Neg", 3000, 3000),)))
    qtbot.waitUntil(canvas.minimap.isVisible)
    hands.history.undo()
    qtbot.waitUntil(canvas.minimap.isHidden)
    hands.key(KEY.Key_M)
    canvas.view.zoom_to(2.0)
    assert not canvas.minimap.on and canvas.minimap.isHidden()


def test_the_map_shows_what_was_added(hands, qtbot):
    hands.canvas.minimap.turn(True)
    before = hands.canvas.minimap.grab().toImage()
    hands.history.do(Insert("main", (Block("FAR", "Neg", 3000, 3000),)))
    qtbot.waitUntil(lambda: hands.canvas.minimap.grab().toImage() != before)


def test_the_map_shows_what_was_added_while_it_was_off(hands):
    small = hands.canvas.minimap
    small.turn(True)
    before = small.grab().toImage()
    small.turn(False)
    hands.history.do(Insert("main", (Block("FAR", "Neg", 3000, 3000),)))
    small.turn(True)
    assert small.grab().toImage() != before


def test_bookmarks_come_back_to_what_was_in_view(hands):
    canvas = hands.canvas
    canvas.view.zoom_to(1.5)
    canvas.view.center_on(QPointF(700, 300))
    hands.key(KEY.Key_3, CTRL | SHIFT)
    canvas.fit()
    hands.key(KEY.Key_3)
    QApplication.processEvents()
    assert canvas.view.scale == 1.5 and (middle(canvas) - QPointF(700, 300)).manhattanLength() < 2
    hands.key(KEY.Key_4)
    assert "Bookmark 4 is not set" in hands.said[-1]
    assert hands.page.bookmarks == {3: Bookmark(700.0, 300.0, 1.5, "inner")}  # called as the frame there is
    canvas.minimap.turn(True)
    canvas.view.zoom_to(2.0)
    small = canvas.minimap
    small.grab()
    QTest.mouseClick(small, Qt.MouseButton.LeftButton, pos=small.bookmarks()[0][1].toPoint())
    assert canvas.view.scale == 1.5 and (middle(canvas) - QPointF(700, 300)).manhattanLength() < 2
    hands.history.undo()
    assert not hands.page.bookmarks and not small.bookmarks()
    for number in range(1, 11):
        canvas.bookmarks.add()
        assert sorted(hands.page.bookmarks) == list(range(1, min(number, 9) + 1))
    assert "nine bookmarks" in hands.said[-1]


def test_a_new_block_belongs_to_the_frame_around_it(hands):
    hands.canvas.placing.block("Neg", QPointF(560, 340))
    hands.canvas.placing.block("Tanh", QPointF(50, 500))
    assert homes(hands) == {"NEG": "H"}
    hands.canvas.selection.choose({"NEG"})
    hands.canvas.clipboard.duplicate()
    assert homes(hands) == {"NEG": "H", "NEG_2": "G"}  # next to the block, if the inner frame has no room
    hands.canvas.selection.choose({"H", "NEG"})
    text = hands.canvas.clipboard.copy()
    assert hands.canvas.clipboard.paste(text, QPointF(0, 800))
    assert hands.page.frames["H_2"].frame == "" and homes(hands)["NEG_3"] == "H_2"


def test_a_hidden_control_wire_takes_no_room_and_is_seen_when_it_is_selected(qapp, catalogue):
    document = new_document("main")
    insert("A NoOp @frame=f; B NoOp @at=600,0", frames=(Frame("f", "f", collapsed=True),)).apply(document)
    made = document.pages["main"]
    size = ports(made, lambda name: ())["f"].size
    made.put_wire(control("A", "B")._replace(look=Look(hidden=True)))
    assert ports(made, lambda name: ())["f"].size == size
    scene = Scene(Geometry(catalogue))
    scene.load(made)
    assert scene.folds["f"].outs == () and np.isfinite(scene.e1[0]).all()
    made.put_wire(control("A", "B"))
    assert ports(made, lambda name: ())["f"].outs == {("A", ""): {"B": 1}}


def test_where_nothing_is_inside_it_is_said_what_has_something(hands):
    for chosen in ({"A"}, {"A", "B"}, ()):
        hands.said.clear()
        hands.canvas.selection.choose(chosen)
        hands.key(Qt.Key.Key_Down, CTRL)
        assert hands.said == ["Select an instance of a page, or a block with a page as its function"]


def test_delete_takes_a_collapsed_frame_with_what_is_in_it(folded):
    hands, before = folded, folded.text
    hands.canvas.selection.choose({"F"})
    hands.key(KEY.Key_Delete)
    assert not {"F", "C"} & hands.page.items().keys() and hands.wires() == []
    hands.history.undo()
    assert hands.text == before
    fold(hands, "F")
    hands.canvas.selection.choose({"F"})
    hands.key(KEY.Key_Delete)  # of an expanded one, what is in it stays
    assert "C" in hands.page.blocks and "F" not in hands.page.frames


def test_a_collapsed_frame_is_cut_and_duplicated_whole(folded):
    hands = folded
    hands.canvas.selection.choose({"F"})
    hands.key(KEY.Key_D, CTRL)
    assert homes(hands) == {"C": "F", "C_2": "F_2"}
    hands.canvas.selection.choose({"F_2"})
    hands.key(KEY.Key_X, CTRL)
    assert homes(hands) == {"C": "F"}
    hands.key(KEY.Key_V, CTRL)
    assert homes(hands) == {"C": "F", "C_2": "F_2"} and hands.page.frames["F_2"].collapsed


def test_select_the_scope_selects_a_collapsed_frame(hands):
    hands.drag(hands.body("D"), QPointF(620, 400))
    fold(hands, "H")
    hands.history.do(Insert("main", (Block("E", "Neg", 760, 340, frame="G"),)))
    hands.canvas.selection.choose({"E"})
    hands.canvas.editing.select("blocks_in_scope")
    assert hands.canvas.selection() == {"D", "E", "H"}
    hands.canvas.selection.choose({"H"})
    for selected in ({"D", "H"}, {"D", "E", "H"}):
        hands.canvas.editing.select("blocks_in_scope")
        assert hands.canvas.selection() == selected


def test_an_output_that_nobody_takes_has_a_pin_at_a_collapsed_frame(folded):
    hands, scene = folded, folded.canvas.scene
    hands.drag(hands.pin("D", "x"), QPointF(500, -150))  # the wire from C comes off
    assert hands.wires() == ["A.output -> C.x"]
    assert scene.folds["F"].outs == (Port((("C", "z"),)),)
    start = QPointF(*scene.port("C", "z", True))
    assert start.x() == scene.rect_of(scene.frames["F"]).right()
    hands.drag(start, hands.pin("D", "x"))
    assert hands.wires() == ["A.output -> C.x", "C.z -> D.x"] and scene.folds["F"].outs == (Port((("C", "z"),)),)
    hands.click(start)
    assert hands.canvas.selection() == {"F"}
    hands.drag(hands.pin("B", "output"), QPointF(*scene.port("C", "x", False)))  # and wires end there
    assert hands.wires() == ["B.output -> C.x", "C.z -> D.x"]


def test_revealing_blocks_in_nested_collapsed_frames_makes_room_on_each_level(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    inner = [Block(f"X{i}", "Neg", 1000 + 250 * i, 100, frame="IN") for i in range(3)]
    frames = (
        Frame("OUT", "outer", 900, 0, 500, 300, frame="", collapsed=True),
        Frame("IN", "inner", 950, 60, 800, 200, frame="OUT", collapsed=True),
    )
    beside = (Block("Y", "Neg", 1200, 80, frame="OUT"), Block("Z", "Neg", 1450, 0))
    hands.history.do(Insert("main", (*inner, *beside), frames=frames))
    canvas, scene = hands.canvas, hands.canvas.scene
    canvas.navigation.reveal("X1", edits=False)  # no edit is done: the frame around it is in the middle
    assert canvas.selection() == set() and hands.history.undo_label == "Edit"
    assert scene.rect_of(scene.frames["OUT"]).contains(canvas.view.to_canvas(canvas.view.middle()))
    for name in ("Y", "X1"):
        canvas.navigation.reveal(name)
        assert canvas.selection() == {name} and not scene.fold[scene.slot[name]]
    rects = {name: scene.box(scene.slot[name]) for name in ("X0", "X1", "X2", "Y", "Z")}
    around = {name: scene.rect_of(scene.frames[name]) for name in ("IN", "OUT")}
    assert all(around["IN"].contains(rects[name]) for name in ("X0", "X1", "X2"))
    assert around["OUT"].contains(around["IN"]) and around["OUT"].contains(rects["Y"])
    assert not around["IN"].intersects(rects["Y"]) and not around["OUT"].intersects(rects["Z"])
    assert hands.history.undo_label.startswith("Expand")


def test_frames_that_are_expanded_and_collapsed_again_bring_a_page_back(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    frames = [Frame(f"F{i}", "f", 260.0 * i, 500, 400 + 50 * i, 300, collapsed=True) for i in range(3)]
    frames.append(Frame("G", "g", 290.0, 560, 300, 200, frame="F1", collapsed=True))
    blocks = [Block(f"X{i}", "Neg", 260.0 * i + 40, 700, frame=f"F{i}") for i in range(3)]
    blocks += [Block("Y", "Neg", 300.0, 620, frame="G"), Block("R", "Neg", 800.0, 500), Block("U", "Neg", 0.0, 700)]
    hands.history.do(Insert("main", tuple(blocks), frames=tuple(frames)))
    before, canvas = hands.text, hands.canvas
    qtbot.waitUntil(canvas.isActiveWindow)
    canvas.selection.choose({f.id for f in frames})
    hands.key(KEY.Key_C)
    assert not canvas.scene.folds and hands.page.blocks["R"].x > 1500
    hands.key(KEY.Key_C)
    assert hands.text == before
    for key, modifiers in ((KEY.Key_C, SHIFT), (KEY.Key_C, SHIFT)):
        hands.key(key, modifiers)
    assert not canvas.scene.folds
    for _ in range(2):
        canvas.frames.collapse_level()
    assert hands.text == before
