"""Drops on a page: types of blocks, on wires too, and files that blocks can read."""

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from blockloom.blocks.document.pages import new_document
from blockloom.blocks.editing.history import History
from tests.app.canvaskit import LEFT, NONE, Hands


@pytest.fixture
def hands(qtbot, catalogue):
    return Hands(qtbot, catalogue)


def type_of(name):
    data = QMimeData()
    data.setData("application/x-blockloom-type", QByteArray(name))
    return data


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


def drop(hands, data, place):
    """The events of a drag that ends at a place; whether it was taken."""
    point = hands.at(place)
    for kind in (QDragEnterEvent, QDragMoveEvent):
        QApplication.sendEvent(hands.canvas, kind(point, Qt.DropAction.CopyAction, data, LEFT, NONE))
    event = QDropEvent(QPointF(point), Qt.DropAction.CopyAction, data, LEFT, NONE)
    event.ignore()
    QApplication.sendEvent(hands.canvas, event)
    return event.isAccepted()


def test_a_type_dropped_from_the_palette_becomes_a_block(hands):
    assert drop(hands, type_of(b"MatMul"), (300, 500))
    assert hands.page.blocks["MATMUL"].type == "MatMul"
    assert abs(hands.page.blocks["MATMUL"].x - 240) <= 5
    assert hands.canvas.selection() == {"MATMUL"}


def test_a_type_dropped_on_a_wire_stands_in_it(hands):
    before, middle = hands.text, (hands.pin("C", "z", "output") + hands.pin("D", "x", "input")) / 2
    assert drop(hands, type_of(b"Exp"), middle)
    assert hands.wires() == ["A.output -> C.x", "C.z -> EXP.x", "EXP.y -> D.x"]
    assert hands.canvas.dropping.wire is None
    hands.history.undo()
    assert hands.text == before


def test_a_type_that_does_not_fit_into_the_wire_is_laid_beside_it(hands):
    wires, middle = hands.wires(), (hands.pin("C", "z", "output") + hands.pin("D", "x", "input")) / 2
    assert drop(hands, type_of(b"ReadFile"), middle)
    assert hands.wires() == wires and "READFILE" in hands.page.blocks


def test_pictures_and_sounds_come_with_what_decodes_them(hands, tmp_path):
    before = hands.text
    cat, bell = tmp_path / "a cat.png", tmp_path / 'bell".WAV'
    assert drop(hands, files(str(cat), str(bell)), (0, 500))
    read, sound = hands.page.blocks["A_CAT"], hands.page.blocks["BELL_"]
    assert read.values == {"filename": f'"{cat}"'} and sound.values["filename"].endswith('bell\\".WAV"')
    assert {"A_CAT.contents -> A_CAT_DECODED.contents", "BELL_.contents -> BELL__DECODED.contents"} <= {*hands.wires()}
    assert hands.page.blocks["A_CAT_DECODED"].type == "DecodeImage"
    hands.history.undo()
    assert hands.text == before


def test_files_that_no_block_reads_are_left_to_the_window(hands, tmp_path):
    assert not drop(hands, files(str(tmp_path / "a.png"), str(tmp_path / "b.loom")), (0, 500))


def test_an_empty_page_says_how_to_begin_and_then_no_more(qtbot, catalogue):
    hands = Hands(qtbot, catalogue, History(new_document()))
    empty = hands.canvas.grab().toImage()
    middle = empty.rect().adjusted(100, 100, -100, -100)

    def ink(image):
        ground = image.pixel(5, 5)
        return any(
            image.pixel(x, y) != ground
            for x in range(middle.left(), middle.right(), 2)
            for y in range(middle.center().y() - 20, middle.center().y() + 20)
        )

    assert ink(empty)
    hands.canvas.placing.block("Neg", QPointF(-5000, -5000))
    assert not ink(hands.canvas.grab().toImage())
