"""Drops on a page: types of blocks, on wires too, and files that blocks can read."""

from PySide6.QtCore import QByteArray, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from blockloom.blocks.document.pages import new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from tests.app.canvaskit import CTRL, LEFT, NONE, Hands


def type_of(name):
    data = QMimeData()
    data.setData("application/x-blockloom-type", QByteArray(name))
    return data


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


def drag(hands, data, place, modifiers=NONE):
    """Send the events of a drag onto a place, and return whether the canvas took the last one."""
    for kind in (QDragEnterEvent, QDragMoveEvent):
        event = kind(hands.widget_point(place), Qt.DropAction.CopyAction, data, LEFT, modifiers)
        event.ignore()
        QApplication.sendEvent(hands.canvas, event)
    return event.isAccepted()


def drop(hands, data, place, modifiers=NONE):
    """Send the events of a drag that ends at a place, and return whether the canvas took the drop."""
    drag(hands, data, place, modifiers)
    event = QDropEvent(QPointF(hands.widget_point(place)), Qt.DropAction.CopyAction, data, LEFT, modifiers)
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


def test_a_type_that_does_not_fit_into_the_wire_is_placed_next_to_it(hands):
    wires, middle = hands.wires(), (hands.pin("C", "z", "output") + hands.pin("D", "x", "input")) / 2
    assert drop(hands, type_of(b"ReadFile"), middle)
    assert hands.wires() == wires and "READFILE" in hands.page.blocks


def wire_middle(hands, source, target):
    return (hands.pin(*source, "output") + hands.pin(*target, "input")) / 2


def test_a_type_dropped_on_a_wire_with_ctrl_is_laid_over_it(hands):
    wires, middle = hands.wires(), wire_middle(hands, ("C", "z"), ("D", "x"))
    assert drop(hands, type_of(b"Exp"), middle, CTRL)
    assert hands.wires() == wires and "EXP" in hands.page.blocks


def test_the_wire_is_marked_until_the_drag_leaves_it(hands):
    middle = wire_middle(hands, ("C", "z"), ("D", "x"))
    assert drag(hands, type_of(b"Exp"), middle)
    marked = hands.canvas.scene.wires[hands.canvas.dropping.wire]
    assert (marked.source, marked.target) == ("C", "D")
    assert drag(hands, type_of(b"Exp"), (300, 700)) and hands.canvas.dropping.wire is None
    drag(hands, type_of(b"Exp"), middle)
    QApplication.sendEvent(hands.canvas, QDragLeaveEvent())
    assert hands.canvas.dropping.wire is None
    drag(hands, type_of(b"Exp"), middle, CTRL)
    assert hands.canvas.dropping.wire is None


def test_a_type_that_is_not_known_is_named_and_not_added(hands):
    before = hands.text
    assert not drop(hands, type_of(b"NoSuchType"), wire_middle(hands, ("C", "z"), ("D", "x")))
    assert hands.text == before and "NoSuchType" in hands.said[-1]


def test_a_folder_of_pictures_is_to_be_trained_on_and_a_model_is_left_to_the_window(hands, tmp_path):
    wanted, before = [], hands.text
    hands.canvas.requests.data_wanted.connect(lambda path, at: wanted.append(path))
    model, checkpoints, folder = tmp_path / "model", tmp_path / "net.ckpt", tmp_path / "flowers"
    for made in (model, checkpoints, folder):
        made.mkdir()
    (model / "saved_model.pb").write_bytes(b"")
    for other in (model, checkpoints):
        assert not drag(hands, files(str(other)), (0, 500)) and not drop(hands, files(str(other)), (0, 500))
    assert drag(hands, files(str(folder)), (0, 500)) and drop(hands, files(str(folder)), (0, 500))
    QApplication.processEvents()  # the request follows the drag
    assert wanted == [str(folder)] and hands.text == before


def test_a_picture_and_a_sound_become_a_block_each(hands, tmp_path):
    before = hands.text
    cat, bell = tmp_path / "a cat.png", tmp_path / 'bell".WAV'
    assert drop(hands, files(str(cat), str(bell)), (0, 500))
    picture, sound = hands.page.blocks["A_CAT"], hands.page.blocks["BELL_"]
    assert (picture.type, picture.values) == ("page:ImageFile", {"file": f'"{cat}"'})
    assert sound.type == "page:WavFile" and sound.values["file"].endswith('bell\\".WAV"')
    assert hands.canvas.selection() == {"A_CAT", "BELL_"}
    hands.history.undo()
    assert hands.text == before


def test_files_that_no_block_reads_are_left_to_the_window(hands, tmp_path):
    assert not drop(hands, files(str(tmp_path / "a.png"), str(tmp_path / "b.loom")), (0, 500))


def test_an_empty_page_says_how_to_begin_and_then_no_more(qtbot, catalogue):
    hands = Hands(qtbot, catalogue, UndoStack(new_document()))
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
