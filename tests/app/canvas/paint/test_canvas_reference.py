"""Blocks that run by the CPU reference, and texts of many lines, on the canvas."""

import pytest
from PySide6.QtCore import QRectF, Qt

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import CTRL, Hands

TEXT = "mode: TRAINING\nbatch_size_per_tensor_core: 4\n"


@pytest.fixture
def hands(qtbot, catalogue):
    hands = Hands(qtbot, catalogue)
    hands.history.do(Insert("main", (Block("CONFIGURE", "ConfigureTPUEmbedding", 300, 200, {"config": TEXT}),)))
    return hands


def test_a_text_of_many_lines_stays_one(hands):
    hands.canvas.inline.value("CONFIGURE", "config")
    assert hands.canvas.inline.editor.toPlainText() == TEXT
    assert hands.canvas.rect().contains(hands.canvas.inline.editor.geometry())
    hands.key(Qt.Key.Key_Return, CTRL)
    assert hands.canvas.inline.editor is None and hands.page.blocks["CONFIGURE"].values["config"] == TEXT
    before = len(hands.steps())
    hands.canvas.inline.value("CONFIGURE", "config")
    hands.type("mode: INFERENCE")
    hands.key(Qt.Key.Key_Return)
    hands.type("num_hosts: 1")
    hands.key(Qt.Key.Key_Return, CTRL)
    assert hands.page.blocks["CONFIGURE"].values["config"] == "mode: INFERENCE\nnum_hosts: 1"
    assert len(hands.steps()) == before + 1


def test_a_config_that_is_named_follows_a_new_name(hands):
    naming = Block("RECV", "RecvTPUEmbeddingActivations", 600, 200, {"config": "@CONFIGURE"})
    hands.history.do(Insert("main", (naming,)))
    before = hands.text
    hands.canvas.inline.name("CONFIGURE")
    hands.type("TABLES")
    hands.key(Qt.Key.Key_Return)
    assert hands.page.blocks["RECV"].values["config"] == "@TABLES" and "CONFIGURE" not in hands.page.blocks
    hands.history.undo()
    assert hands.text == before


def picture(hands):
    slot = hands.canvas.scene.slot["CONFIGURE"]
    box = QRectF(*hands.canvas.scene.pos[slot], *hands.canvas.scene.size[slot])
    return hands.canvas.grab(hands.canvas.view.rect_to_widget(box).toRect()).toImage()


def test_the_badge_is_drawn_and_described_and_disappears(hands):
    plain = picture(hands)
    hands.canvas.annotations.set_reference(["CONFIGURE", "gone"])
    worn = picture(hands)
    assert worn != plain
    changed = [
        x for x in range(plain.width()) for y in range(min(24, plain.height())) if plain.pixel(x, y) != worn.pixel(x, y)
    ]
    assert changed and min(changed) > plain.width() * 0.3  # at the right of the title, which stays readable
    canvas = hands.canvas
    assert "CPU reference" in tip(CanvasHit("title", "CONFIGURE"), canvas.scene, canvas.page, canvas.marks, None)
    hands.canvas.annotations.set_reference([])
    assert picture(hands) == plain
    assert "CPU reference" not in tip(CanvasHit("body", "CONFIGURE"), canvas.scene, canvas.page, canvas.marks, None)
