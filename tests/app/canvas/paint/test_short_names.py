"""Blocks and frames in a frame show short names, at every zoom; their ids stay in the tooltip and while renaming."""

from PySide6.QtCore import QPointF, Qt

from blockloom.app.canvas.marks.tooltips import tip
from blockloom.blocks.document.pages import Block, Frame, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Enclose, Insert, Rename, Replace
from tests.app.canvaskit import Hands, pixels

SCALES = [1.0, 0.65, 0.5, 0.35, 0.2]


def make_hands(qtbot, catalogue, *names, inner=""):
    """Return hands on a page with a frame of blocks, and in it a collapsed frame and an expanded frame."""
    blocks = [Block(name, "Neg", 40.0 + 200 * i, 60.0, frame="F") for i, name in enumerate(names)]
    frames = [Frame("F", "net", 0, 0, 600, 500)]
    for i, letter in enumerate("GH"):
        frames.append(Frame(letter, f"{inner}stage{letter}", 20 + 260 * i, 250, 240, 200, frame="F", collapsed=not i))
        blocks.append(Block(letter * 2, "Neg", 60 + 260 * i, 290, frame=letter))
    history = UndoStack(new_document())
    history.do(Insert("main", tuple(blocks), frames=tuple(frames)))
    hands = Hands(qtbot, catalogue, history)
    hands.canvas.view.center_on(QPointF(300, 250))
    return hands


def grabs(hands):
    """Return pictures of the page at several zooms."""
    pictures = []
    for scale in SCALES:
        hands.canvas.view.zoom_to(scale)
        hands.canvas.view.center_on(QPointF(300, 250))
        pictures.append(pixels(hands.canvas.grab().toImage()))
    return pictures


def test_at_every_zoom_a_block_and_a_frame_show_the_name_without_the_shared_words(qtbot, catalogue):
    short = grabs(make_hands(qtbot, catalogue, "ab", "cd"))
    long = grabs(make_hands(qtbot, catalogue, "net_ab", "net_cd", inner="net_"))
    for scale, one, other in zip(SCALES, short, long, strict=True):
        assert (one == other).all(), scale
    whole = grabs(make_hands(qtbot, catalogue, "nut_ab", "not_cd", inner="nit_"))
    assert all((one != other).any() for one, other in zip(short, whole, strict=True))


def test_renaming_and_tooltips_have_the_whole_id(qtbot, catalogue):
    hands = make_hands(qtbot, catalogue, "net_ab", "net_cd", inner="net_")
    canvas = hands.canvas
    for place, wanted in (
        (hands.title("net_ab"), "<b>net_ab</b>"),
        (hands.body("net_ab"), "<b>net_ab</b>"),
        (QPointF(60, 262), "<b>net_stageG</b>"),
        (QPointF(340, 262), "<b>net_stageH</b>"),
    ):
        hit = canvas.parts.hit(place)
        assert wanted in tip(hit, canvas.scene, canvas.page, canvas.marks, None), hit
    hands.click(hands.title("net_ab"))
    hands.key(Qt.Key.Key_F2)
    assert canvas.inline.editor.text() == "net_ab"


def test_names_follow_edits(qtbot, catalogue):
    hands = make_hands(qtbot, catalogue, "net_ab", "net_cd", inner="net_")

    def titles():
        page, title_of = hands.page, hands.canvas.scene.geometry.title_of
        return {item.id: title_of(item) for item in (*page.blocks.values(), *page.frames.values())}

    first = {"net_ab": "ab", "net_cd": "cd", "GG": "GG", "HH": "HH", "F": "net", "G": "stageG", "H": "stageH"}
    assert titles() == first
    before = grabs(hands)
    hands.history.do(Rename("main", "net_cd", "out"))
    assert titles() == {key: name for key, name in first.items() if key != "net_cd"} | {"out": "out"}
    hands.history.do(Enclose("main", {"net_ab": ""}))
    assert titles()["net_ab"] == "net_ab"
    hands.history.undo()
    hands.history.do(Replace("main", hands.page.frames["F"]._replace(title="other")))
    assert [titles()[key] for key in ("net_ab", "F", "G")] == ["net_ab", "other", "net_stageG"]
    hands.history.undo()
    hands.history.undo()
    assert titles() == first
    assert all((one == other).all() for one, other in zip(before, grabs(hands), strict=True))
