"""Views of opened pages: the whole page, the first block of a large one, and the last position."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files.documents import dumps


def written(folder, name, count, apart=400.0):
    """Write a document with a row of blocks, each wired to the next, the last one at the left; return its path."""
    document = new_document("main")
    blocks = [Block(f"B{i}", "Neg", apart * ((i + 1) % count), 100.0) for i in range(count)]
    wires = [Placed(Wire(f"B{i}", "y", f"B{i + 1}", "x"), 0) for i in range(count - 1)]
    Insert("main", tuple(blocks), tuple(wires)).apply(document)
    path = folder / f"{name}.loom"
    path.write_text(dumps(document), "utf-8")
    return str(path)


@pytest.fixture
def opened(window, tmp_path):
    """Return a function that writes and opens a document with a row of blocks, and returns its canvas."""

    def show(name, count=0):
        path = tmp_path / f"{name}.loom"
        assert window.file.open_path(str(path) if path.exists() else written(tmp_path, name, count))
        QApplication.processEvents()  # the view is set in the next turn
        return window.canvas()

    return show


def test_a_page_opens_as_a_whole_if_it_fits_at_35_per_cent(opened):
    canvas = opened("small", 2)
    assert canvas.view.area().contains(canvas.scene.extent()) and not canvas.minimap.on
    canvas = opened("middle", 4)
    assert 0.35 <= canvas.view.scale < 1 and canvas.view.area().contains(canvas.scene.extent())


def test_a_large_page_opens_at_50_per_cent_with_its_first_block_and_the_map(opened, window, qtbot):
    canvas = opened("large", 30)
    assert canvas.view.scale == 0.5 and canvas.minimap.on and canvas.minimap.isVisible()
    assert canvas.minimap.accessibleName() == "Map of the page"
    ticked = window.commands["minimap"].isChecked
    qtbot.waitUntil(ticked)
    window.commands["minimap"].trigger()
    qtbot.waitUntil(lambda: not canvas.minimap.on and not ticked())
    canvas.minimap.turn(True)
    qtbot.waitUntil(ticked)
    first = canvas.view.to_widget(QPointF(400, 100))  # of B0, which has no input; B29 is at the left
    assert first.toTuple() == (40, 40)


def test_a_document_opens_where_it_was_left(opened, window):
    canvas = opened("one", 30)
    canvas.view.zoom_to(0.7)
    canvas.view.center_on(QPointF(5000, 200))
    canvas = opened("two", 3)
    assert canvas.view.area().contains(canvas.scene.extent())
    canvas = opened("one")
    assert canvas.view.scale == pytest.approx(0.7)
    middle = canvas.view.to_canvas(canvas.view.middle())
    assert (middle - QPointF(5000, 200)).manhattanLength() < 4
