"""Muting and bypassing on the canvas and in the window: keys, menu, looks, and the file."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QKeySequence, QPainter
from PySide6.QtTest import QTest

from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.canvas.look.picture import Picture
from blockloom.app.window import user_settings
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import BYPASS, MUTE, Block
from blockloom.blocks.edits import Insert, SetField
from blockloom.blocks.files import documents
from tests.app.canvaskit import CTRL, SHIFT
from tests.app.windowkit import FakeWorker, press_in_menu

KEY = Qt.Key


def modes(hands):
    return {name: block.mode for name, block in hands.page.blocks.items() if block.mode}


def test_keys_mute_and_bypass_the_selection_in_one_step(hands):
    hands.click(hands.title("A"))
    hands.click(hands.title("B"), SHIFT)
    hands.key(KEY.Key_M, CTRL)
    assert modes(hands) == {"A": MUTE, "B": MUTE} and hands.steps()[-1] == "Mute 2 blocks"
    hands.history.undo()
    assert modes(hands) == {}
    hands.click(hands.title("C"))
    hands.key(KEY.Key_B, CTRL | SHIFT)
    assert modes(hands) == {"C": BYPASS} and hands.history.undo_label == "Bypass C"
    hands.key(KEY.Key_M, CTRL)
    assert modes(hands) == {"C": MUTE}
    hands.key(KEY.Key_M, CTRL)
    assert modes(hands) == {} and hands.steps()[-1] == "Put C back in"


def test_nothing_selected_is_said(hands):
    hands.canvas.selection.choose(())
    hands.key(KEY.Key_M, CTRL)
    assert "Select" in hands.said[-1]


def test_the_menu_mutes(hands):
    hands.canvas.selection.choose({"C"})
    for text, mode in (("Mute", MUTE), ("Bypass", BYPASS), ("Bypass", "")):
        menu = hands.canvas.menus.context(hands.canvas.parts.hit(hands.title("C")), hands.title("C"))
        press_in_menu(menu, text)
        menu.close()
        assert hands.page.blocks["C"].mode == mode


def test_copies_and_files_keep_modes(hands):
    hands.history.do(SetField("main", "mode", {"A": MUTE, "C": BYPASS}), "mode")
    assert {n: b.mode for n, b in documents.loads(hands.text).pages["main"].blocks.items() if b.mode} == modes(hands)
    hands.canvas.selection.choose({"A", "C"})
    hands.canvas.clipboard.duplicate()
    assert sorted(modes(hands).values()) == [BYPASS, BYPASS, MUTE, MUTE]
    hands.canvas.selection.choose({"A"})
    hands.canvas.editing.delete_selection()
    hands.history.undo()
    assert hands.page.blocks["A"].mode == MUTE


def test_what_is_left_out_is_dimmed_and_shows_no_results(hands):
    canvas = hands.canvas
    canvas.annotations.set_results({name: {"y": {"dtype": "float32", "shape": [], "text": "1"}} for name in "ACD"})
    assert canvas.marks.results_of("D")
    hands.history.do(SetField("main", "mode", {"A": MUTE}), "mode")
    assert canvas.marks.left_out == {"A", "C", "D"} and not canvas.marks.results_of("D")
    scene = canvas.scene
    assert {n: int(scene.dim[s]) for n, s in scene.slot.items()} == {"A": 2, "B": 0, "C": 1, "D": 1}
    canvas.editing.set_value("C", "x", None)
    hands.history.do(SetField("main", "mode", {"A": ""}), "mode")
    assert canvas.marks.left_out == set() and not scene.dim.any()
    hands.history.undo()
    hands.history.do(Insert("main", (Block("E", "Neg", 0, 400, mode=BYPASS),)), "E")
    assert scene.dim[scene.slot["E"]] == 3


def looks(picture):
    image = QImage(1300, 700, QImage.Format.Format_ARGB32)
    p = QPainter(image)
    picture.paint(p)
    p.end()
    return image


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_every_mode_has_looks_of_its_own_at_every_zoom(hands, catalogue, theme):
    canvas = hands.canvas
    canvas.set_theme(theme)
    seen = {"picture": [], 1.0: [], 0.4: [], 0.1: []}
    for mode in ("", MUTE, BYPASS):
        hands.history.do(SetField("main", "mode", {"C": mode}), "mode")
        seen["picture"].append(looks(Picture(hands.page, catalogue, theme)))
        for zoom in (1.0, 0.4, 0.1):
            canvas.view.zoom_to(zoom)
            canvas.view.center_on(QPointF(400, 250))
            seen[zoom].append(canvas.grab().toImage())
    for where, (plain, mute, bypass) in seen.items():
        assert plain != mute and plain != bypass, where
        assert where == 0.1 or mute != bypass, where  # rectangles have no room for a badge


def test_a_wire_of_a_muted_block_is_fainter(hands):
    """Near the end of the wire from A to C, seen on the canvas."""
    canvas = hands.canvas
    canvas.dtype_colours.go_on()

    def strength():
        at, ground = canvas.view.to_widget(hands.pin("A", "output") + QPointF(12, 0)).toPoint(), QColor(DARK.canvas)
        image = canvas.grab().toImage()
        return max(
            abs(a - b)
            for dy in (-2, -1, 0, 1, 2)
            for a, b in zip(image.pixelColor(at.x(), at.y() + dy).getRgb()[:3], ground.getRgb()[:3], strict=True)
        )

    before = strength()
    hands.history.do(SetField("main", "mode", {"A": MUTE}), "mode")
    assert 0 < strength() < before / 2


def test_the_window_has_the_commands_and_its_keys_can_be_changed(qtbot, catalogue):
    user_settings.settings().clear()
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    window.do(Insert("main", (Block("A", "Const", values={"value": "1.0"}),)), "Add")
    canvas = window.canvas()
    canvas.setFocus()
    canvas.selection.choose({"A"})
    block = lambda: window.page().blocks["A"]  # noqa: E731
    QTest.keyClick(canvas, KEY.Key_M, CTRL)
    assert block().mode == MUTE
    QTest.keyClick(canvas, KEY.Key_B, CTRL | SHIFT)
    assert block().mode == BYPASS
    window.commands.set_keys("bypass", [QKeySequence("Ctrl+Alt+B")])
    QTest.keyClick(canvas, KEY.Key_B, CTRL | Qt.KeyboardModifier.AltModifier)
    assert block().mode == ""
    window.runs.pages.run_of("main").results = {
        Address("", "A"): {"output": {"dtype": "float32", "shape": [], "text": "1"}}
    }
    window.commands["mute"].trigger()
    assert block().mode == MUTE and window.runs.pages.run_of("main").results == {}
