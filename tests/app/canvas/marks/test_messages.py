"""Messages at the pointer and at the selected block, and the bar after a page is deleted."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.window.document.workspace import DoubleClickFilter
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from blockloom.blocks.files.documents import dumps
from tests.app.canvaskit import CTRL, LEFT

KEY = Qt.Key


def point(canvas, place):
    return canvas.view.to_widget(QPointF(*place)).toPoint()


def test_a_refusal_is_said_at_the_pointer_and_goes_with_the_next_press(window):
    canvas = window.canvas()
    window.do(Insert("main", (Block("A", "Const", 0, 0, {"value": "1"}),)), "Add")
    canvas.view.center_on(QPointF(0, 0))
    QApplication.clipboard().setText("nothing that is a block")
    QTest.mouseClick(canvas, LEFT, pos=QPoint(300, 250))
    QTest.mouseMove(canvas, QPoint(300, 250))
    canvas.clipboard.paste_clipboard()
    bubble = canvas.bubble
    assert bubble.isVisible() and bubble.text() and bubble.text() == window.status.currentMessage()
    assert QPoint(300, 250).manhattanLength() - bubble.pos().manhattanLength() < 40
    assert canvas.rect().contains(bubble.geometry())
    canvas.view.scroll(-2000, -30)  # following the added blocks
    assert bubble.isVisible() and canvas.rect().contains(bubble.geometry())
    QTest.mouseClick(canvas, LEFT, pos=QPoint(30, 30))
    assert not bubble.isVisible()


def test_by_keys_it_is_said_at_the_selected_block(window):
    canvas = window.canvas()
    window.do(Insert("main", (Block("A", "NoOp", 0, 0),)), "Add")
    canvas.view.center_on(QPointF(0, 0))
    canvas.setFocus()
    QTest.mouseMove(canvas, QPoint(5, 5))
    canvas.selection.choose({"A"})
    QTest.keyClick(canvas, KEY.Key_Return)
    assert "A" in canvas.bubble.text() and canvas.bubble.isVisible()
    below = canvas.navigation.place_of("A").bottomLeft()
    assert (canvas.bubble.pos() - below).manhattanLength() < 60
    QTest.keyClick(canvas, KEY.Key_Left)
    assert not canvas.bubble.isVisible()


def delete_page(window, index):
    window.tabs.setCurrentIndex(index)
    QTest.keyClick(window.canvas(), KEY.Key_W, CTRL | Qt.KeyboardModifier.ShiftModifier)


def test_a_deleted_page_comes_back_from_a_bar_that_stays(window):
    window.do(Insert("main", (Block("A", "Const", 0, 0, {"value": "1"}),)), "Add")
    window.tabs.add_page()
    window.tabs.show_page("page 2")
    before, bar = dumps(window.workspace.document), window.tabs.removed
    assert not bar.isVisible()
    delete_page(window, 0)
    assert list(window.workspace.document.pages) == ["page 2"] and bar.isVisible() and "main" in bar.text.text()
    window.do(Insert("page 2", (Block("B", "Const", 0, 0, {"value": "1"}),)), "Add")
    QTest.mouseClick(window.canvas(), LEFT, pos=QPoint(200, 200))
    assert bar.isVisible()
    QTest.mouseClick(bar.undo, LEFT)  # edits since then stay
    assert not bar.isVisible() and list(window.workspace.document.pages) == ["main", "page 2"]
    assert window.page().name == "main" and "A" in window.page().blocks
    assert "B" in window.workspace.document.pages["page 2"].blocks
    window.undo()
    assert bar.isVisible() is False and "main" not in window.workspace.document.pages
    window.undo()
    window.undo()
    assert dumps(window.workspace.document) == before


def test_the_bar_goes_when_the_page_is_back_or_it_is_put_away(window):
    window.tabs.add_page()
    window.tabs.add_page()
    bar = window.tabs.removed
    delete_page(window, 2)
    delete_page(window, 1)
    assert "page 2" in bar.text.text()
    QTest.keyClick(window.canvas(), KEY.Key_Z, CTRL)
    assert bar.isVisible() and "page 3" in bar.text.text()
    QTest.mouseClick(bar.close_, LEFT)
    assert not bar.isVisible()


def test_the_bar_comes_again_when_a_removal_is_done_again_and_not_when_a_new_page_is_taken_back(window):
    window.tabs.add_page()
    bar = window.tabs.removed
    window.undo()
    assert window.tabs.count() == 1 and not bar.isVisible()
    window.redo()
    delete_page(window, 1)
    window.undo()
    assert window.tabs.count() == 2 and not bar.isVisible()
    window.redo()
    assert window.tabs.count() == 1 and bar.isVisible() and "page 2" in bar.text.text()
    QTest.mouseClick(bar.undo, LEFT)
    assert window.tabs.count() == 2 and not bar.isVisible()


def test_the_second_click_on_an_example_does_nothing_to_what_it_opened(window, qtbot):
    window.centre.show_start()
    card = window.centre.start.cards["sparse_accumulator"]
    QTest.mouseClick(card, LEFT)
    qtbot.waitUntil(lambda: window.centre.start is None)
    canvas, before = window.canvas(), dumps(window.workspace.document)
    assert "TAKE" in window.page().blocks
    QApplication.processEvents()  # the page is fitted into the view
    canvas.view.zoom_to(1.0)
    canvas.view.center_on(canvas.scene.box(canvas.scene.slot["TAKE"]).center())
    title = canvas.navigation.place_of("TAKE").topLeft() + QPoint(30, 14)
    QTest.mouseDClick(canvas, LEFT, pos=title)  # what Qt makes of a second click
    assert canvas.inline.editor is None and not canvas.selection()
    qtbot.waitUntil(lambda: not canvas.findChildren(DoubleClickFilter))
    QTest.mouseDClick(canvas, LEFT, pos=title)
    assert canvas.inline.editor is not None
    QTest.keyClick(canvas.inline.editor, KEY.Key_Escape)
    assert dumps(window.workspace.document) == before
