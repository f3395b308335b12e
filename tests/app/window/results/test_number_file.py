"""Numbers of a file, and costs, as colours of blocks: a scale with a legend, sums on frames. Real events."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.marks.tooltips import tip
from blockloom.app.canvas.page.marks import BlockNumbers, number_text
from blockloom.app.canvas.paint.number_painter import NumberPainter, hue
from blockloom.blocks.document.pages import Block, Frame, new_document
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import pixels

PLACES = {"A": 0.0, "B": 200.0, "C": 700.0, "D": 900.0}


@pytest.fixture
def shown(window):
    """Return a window with blocks A and B, C in an expanded frame, and D in a collapsed one in that frame."""
    blocks = [Block(name, "Neg", x, 0.0, frame={"C": "F", "D": "G"}.get(name, "")) for name, x in PLACES.items()]
    frames = Frame("F", "net", 640, -60, 600, 300), Frame("G", "deep", 880, -20, 300, 200, frame="F", collapsed=True)
    window.do(Insert("main", tuple(blocks), frames=frames), "Add")
    window.resize(1300, 800)
    window.canvas().view.zoom_to(0.5)
    window.canvas().view.center_on(QPointF(580, 50))
    return window


def choose(window, monkeypatch, path):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    window.commands["number_file"].trigger()


def colour_of(window, block):
    """Return the difference between red and green on a block, in the middle of its lower part."""
    canvas = window.canvas()
    box = canvas.view.rect_to_widget(canvas.scene.visible_rect(canvas.scene.slot[block])).toRect()
    pixel = int(pixels(canvas.grab().toImage())[box.bottom() - 6, box.center().x()])
    return (pixel >> 16 & 255) - (pixel >> 8 & 255)


def test_blocks_have_colours_by_node_name_and_frames_the_sum(shown, tmp_path, monkeypatch):
    canvas, before = shown.canvas(), {name: colour_of(shown, name) for name in PLACES}
    plain = pixels(canvas.grab().toImage())
    path = tmp_path / "loss.json"
    path.write_text('{"A": 1, "net/C": 5, "net/deep/D": 9, "nothing": 100}')
    choose(shown, monkeypatch, path)
    assert canvas.marks.shown_numbers.values == {"A": 1.0, "C": 5.0, "D": 9.0}
    assert canvas.marks.shown_numbers.by_frame(canvas.scene) == {"F": 14.0, "G": 9.0}
    assert shown.commands["number_file"].isChecked()
    now = {name: colour_of(shown, name) - before[name] for name in PLACES}
    assert now["A"] < now["C"] < now["D"] and now["B"] == 0, now
    told = tip(CanvasHit("body", "C"), canvas.scene, canvas.page, canvas.marks, None)
    assert "loss.json: 5" in told
    coloured = pixels(canvas.grab().toImage())
    assert (coloured[-40:, :200] != plain[-40:, :200]).any(), "there is a legend"
    shown.commands["number_file"].trigger()
    assert not shown.commands["number_file"].isChecked() and not canvas.marks.numbers
    assert (pixels(canvas.grab().toImage()) == plain).all()


def test_numbers_follow_names_and_pages(shown, tmp_path, monkeypatch):
    (tmp_path / "a.json").write_text('{"A": 1, "net/deep/D": 9}')
    choose(shown, monkeypatch, tmp_path / "a.json")
    shown.canvas().selection.choose({"B"})
    shown.canvas().editing.delete_selection()
    assert shown.canvas().marks.shown_numbers.values == {"A": 1.0, "D": 9.0}
    shown.canvas().frames.toggle("G")
    shown.canvas().selection.choose({"D"})
    shown.canvas().frames.take_out()
    assert shown.canvas().marks.shown_numbers.values == {"A": 1.0}, "D has another name"
    shown.tabs.add_page()
    assert not shown.canvas().marks.numbers
    assert shown.commands["number_file"].isChecked()
    shown.workspace.replace(new_document())
    assert not shown.commands["number_file"].isChecked()


def test_a_file_of_several_columns_offers_them_in_a_menu(shown, tmp_path, monkeypatch, qtbot):
    (tmp_path / "all.csv").write_text("name,flops,ms\nA,10,1\nB,20,4\n")
    choose(shown, monkeypatch, tmp_path / "all.csv")
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert [action.text() for action in menu.actions()] == ["flops", "ms"]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert shown.canvas().marks.shown_numbers == BlockNumbers("file", "all.csv: ms", {"A": 1.0, "B": 4.0})


def test_a_malformed_file_is_refused_with_its_row(shown, tmp_path, monkeypatch):
    refused = []
    shown.workspace.refused.connect(refused.append)
    (tmp_path / "bad.csv").write_text("name,n\nA,1\nB,x\n")
    choose(shown, monkeypatch, tmp_path / "bad.csv")
    assert "row 3, n: “x” is not a number" in refused[0] and not shown.canvas().marks.numbers
    assert not shown.commands["number_file"].isChecked()


def test_the_legend_stays_when_the_page_scrolls(shown):
    canvas = shown.canvas()
    canvas.annotations.set_numbers(BlockNumbers("file", "n", {"A": 1.0}))
    canvas.view.scroll(300, 0)
    scrolled = pixels(canvas.grab().toImage())
    canvas.update()
    QApplication.processEvents()
    screen = pixels(shown.grab(canvas.rect().translated(canvas.mapTo(shown, QPoint()))).toImage())
    assert (scrolled == screen).all()


@pytest.mark.parametrize("scale", [1.0, 0.65, 0.5, 0.35, 0.2, 0.05])
def test_colours_are_painted_at_every_zoom(shown, scale):
    canvas = shown.canvas()
    canvas.view.zoom_to(scale)
    canvas.view.center_on(QPointF(450, 50))
    pictures = []
    for values in ({}, {"A": 1.0, "B": 2.0}, {"A": 2.0, "B": 1.0}):
        canvas.annotations.set_numbers(BlockNumbers("file", "n", values))
        pictures.append(pixels(canvas.grab().toImage())[:-40])
    assert all((one != other).any() for one, other in zip(pictures, pictures[1:], strict=False))


def test_the_scale_of_costs_begins_at_zero_and_that_of_a_file_at_the_least_number(shown):
    canvas = shown.canvas()

    def scale_of(kind, **values):
        painter = NumberPainter(BlockNumbers(kind, "n", values), canvas.scene, canvas.view, canvas.painter.theme)
        return painter.low, painter.high

    assert scale_of("cost", A=3.0, B=5.0) == (0.0, 5.0)
    assert scale_of("file", A=3.0, B=5.0) == (3.0, 5.0)
    assert scale_of("file", A=-3.0, D=5.0) == (-3.0, 5.0)
    hues = [hue(share, canvas.painter.theme).hueF() for share in np.linspace(0, 1, 5)]
    assert hues == sorted(hues, reverse=True)


@pytest.mark.parametrize(
    "value, text",
    [(0.0, "0"), (1234.0, "1,234"), (12345.6, "12,346"), (0.12345, "0.1235"), (2.5e6, "2.5 M"), (-3e9, "-3 G")],
)
def test_numbers_have_few_digits(value, text):
    assert number_text(value) == text
