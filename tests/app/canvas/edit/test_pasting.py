"""Values and files of other programs, pasted onto a page and dropped there."""

import pytest
from PySide6.QtCore import QMimeData, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import Frame
from blockloom.blocks.edits import Insert
from tests.app.canvaskit import CTRL, LEFT, NONE


def paste(hands, **formats):
    """Put data on the clipboard as another program does, and press the key; the blocks that came."""
    data, before = QMimeData(), set(hands.page.blocks)
    for name, text in formats.items():
        data.setData("text/" + name, text.encode())
    QApplication.clipboard().setMimeData(data)
    hands.key(Qt.Key.Key_V, CTRL)
    return [block for name, block in hands.page.blocks.items() if name not in before]


@pytest.mark.parametrize(
    "formats, value, dtype",
    [
        ({"plain": "[[1, 2], [3, 4]]"}, "[[1, 2], [3, 4]]", "DT_INT32"),
        ({"plain": "2.5"}, "2.5", "DT_FLOAT"),
        ({"plain": '"a text"'}, '"a text"', "DT_STRING"),
        ({"plain": "1\t2.5\r\n3\t4\r\n", "csv": "1;2,5\r\n3;4"}, "[[1, 2.5], [3, 4]]", "DT_FLOAT"),
        ({"csv": "a,b\nc,d\n"}, '[["a", "b"], ["c", "d"]]', "DT_STRING"),
    ],
)
def test_a_value_is_pasted_as_a_block_in_view(hands, formats, value, dtype):
    before = hands.text
    (new,) = paste(hands, **formats)
    assert (new.type, new.values) == ("Const", {"value": value, "dtype": dtype})
    assert hands.canvas.selection() == {new.id}
    assert hands.canvas.view.area().contains(hands.canvas.scene.box(hands.canvas.scene.slot[new.id]))
    assert hands.steps()[1:] == [f"Paste {new.id}"]
    hands.history.undo()
    assert hands.text == before


def test_values_pasted_one_after_the_other_do_not_overlap(hands):
    new = [paste(hands, plain="1")[0] for _ in range(3)]
    assert len({(b.x, b.y) for b in new}) == 3


@pytest.mark.parametrize(
    "text, says",
    [("1\t2\n3\n", "rows 2 and 1 have 1 and 2 cells"), ("[1, 2", "never closed"), ("[[1, 2], [3]]", "not rectangular")],
)
def test_what_cannot_be_a_value_says_why(hands, text, says):
    before = hands.text
    assert paste(hands, plain=text) == [] and hands.text == before
    assert says in hands.said[-1]


@pytest.fixture
def table(hands, tmp_path):
    """Return mime data of a table in the folder of the document."""
    hands.history.document.folder = str(tmp_path)
    path = tmp_path / "rents.csv"
    path.write_text("m2,rent\n50,700\n80,990.5\n")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


def reading(hands):
    """Return the types of the blocks that were inserted, with the files that they read."""
    return [(b.type, b.values["file"]) for name, b in hands.page.blocks.items() if name.startswith("RENTS")]


READS = [("page:rents", '"rents.csv"')]


def test_a_file_that_was_copied_is_pasted_as_what_reads_it(hands, table):
    before = hands.text
    QApplication.clipboard().setMimeData(table)
    hands.key(Qt.Key.Key_V, CTRL)
    assert reading(hands) == READS and hands.steps()[1:] == ["Read rents.csv"]
    hands.history.undo()
    assert hands.text == before


def test_a_file_is_dropped_as_what_reads_it(hands, table):
    point = hands.widget_point((0, 500))
    QApplication.sendEvent(hands.canvas, QDragEnterEvent(point, Qt.DropAction.CopyAction, table, LEFT, NONE))
    event = QDropEvent(point, Qt.DropAction.CopyAction, table, LEFT, NONE)
    QApplication.sendEvent(hands.canvas, event)
    (menu,) = [m for m in hands.canvas.findChildren(QMenu) if m.isVisible()]
    assert event.isAccepted() and [a.text() for a in menu.actions()] == ["Train on It…", "Add a Block That Reads It"]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(menu, key)
    assert reading(hands) == READS


def test_a_file_is_pasted_at_the_pointer_and_outside_frames_around_it(hands, table, monkeypatch):
    hands.history.do(Insert("main", frames=(Frame("F", "part", 420, 420, 500, 300),)))
    monkeypatch.setattr(hands.canvas, "underMouse", lambda: True)
    QApplication.clipboard().setMimeData(table)
    for place, inside in (((300, 520), False), ((500, 520), True)):
        hands.move(place)
        hands.key(Qt.Key.Key_V, CTRL)
        blocks = [hands.page.blocks[name] for name in hands.canvas.selection()]
        corner = QPointF(min(block.x for block in blocks), min(block.y for block in blocks))
        assert (corner - QPointF(*place)).manhattanLength() < 900
        rects = [hands.canvas.scene.box(hands.canvas.scene.slot[block.id]) for block in blocks]
        assert any(rect.intersects(QRectF(420, 420, 500, 300)) for rect in rects) == inside
        assert ("F" in {block.frame for block in blocks}) == inside
        hands.history.undo()


def test_files_that_no_block_reads_are_named(hands, tmp_path):
    data, before = QMimeData(), hands.text
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "letter.pdf"))])
    QApplication.clipboard().setMimeData(data)
    hands.key(Qt.Key.Key_V, CTRL)
    assert hands.text == before and "letter.pdf: no block reads such a file" in hands.said[-1]


def menu_of_page(hands, place):
    point = hands.widget_point(place)
    QApplication.sendEvent(
        hands.canvas, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, hands.canvas.mapToGlobal(point))
    )
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMenu) and w.isVisible())


def test_a_picture_is_saved_in_the_folder_of_the_document_only_where_that_is_asked(hands, tmp_path):
    image, before = QImage(4, 3, QImage.Format.Format_RGB32), hands.text
    image.fill(0xFF8800)
    QApplication.clipboard().setImage(image)
    hands.key(Qt.Key.Key_V, CTRL)
    assert hands.text == before and "a picture, not a file" in hands.said[-1]

    def save(*place):
        menu = menu_of_page(hands, place)
        text = tr("Save the picture in the folder of the document, and add a block that reads it")
        next(a for a in menu.actions() if a.text() == text).trigger()
        menu.close()

    save(300, 450)
    assert hands.text == before and "Save the document first" in hands.said[-1]
    hands.history.document.folder = str(tmp_path)
    save(300, 450)
    save(-100, -100)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["picture.png", "picture_2.png"]
    assert QImage(str(tmp_path / "picture_2.png")).size() == image.size()
    assert [b.values["file"] for b in hands.page.blocks.values() if b.type == "page:ImageFile"] == [
        '"picture.png"',
        '"picture_2.png"',
    ]
