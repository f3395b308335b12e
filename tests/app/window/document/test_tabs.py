"""Pages and their tabs."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from blockloom.app.canvas import Canvas
from blockloom.blocks.document.pages import Block, Origin, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, CompositeEdit, Insert, RemovePage, SetOrigin
from blockloom.blocks.files.documents import dumps
from tests.app.windowkit import press_in_menu


def add(window, *blocks):
    window.do(Insert(window.tabs.page_name(), blocks), "Add")


def tabs(window):
    return [window.tabs.bar.tabData(i) for i in range(window.tabs.count())]


def test_pages_are_added_renamed_moved_removed_and_undone(window):
    window.commands["add_page"].trigger()
    assert tabs(window) == ["main", "page 2"] and window.tabs.page_name() == "page 2"
    add(window, Block("A", "NoOp"))
    rect = window.tabs.bar.tabRect(1)
    QTest.mouseDClick(window.tabs.bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())
    editor = window.tabs.bar.findChild(QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, "second")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert tabs(window) == ["main", "second"] == list(window.history.document.pages)
    window.commands["page_left"].trigger()
    assert tabs(window) == ["second", "main"] == list(window.history.document.pages)
    window.tabs.remove_page("second")
    assert tabs(window) == ["main"]
    assert window.tabs.removed.isVisible()
    history = window.history
    window.tabs.set_history(UndoStack(new_document()))
    assert not window.tabs.removed.isVisible(), "another document is open"
    window.tabs.set_history(history)
    window.undo()
    window.tabs.remove_page("second")
    window.tabs.set_history(history)
    assert window.tabs.removed.isVisible(), "of the same document it stays"
    while window.history.undo_label:
        window.undo()
        assert tabs(window) == list(window.history.document.pages)
    assert tabs(window) == ["main"]
    while window.history.redo_label:
        window.redo()
    window.undo()
    assert tabs(window) == ["second", "main"] and window.tabs.page_name() == "second"
    assert set(window.page().blocks) == {"A"}


def test_dragging_a_tab_moves_the_page(window, qtbot):
    for name in ("b", "c"):
        window.do(AddPage(name), "Add")
    bar = window.tabs.bar
    start, end = bar.tabRect(0).center(), bar.tabRect(2).center() + QPoint(20, 0)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for i in range(1, 11):
        QTest.mouseMove(bar, start + (end - start) * i / 10)
        qtbot.wait(5)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end)
    assert list(window.history.document.pages) == ["b", "c", "main"] == tabs(window)


def test_a_wrong_page_name_is_refused_with_a_reason(window):
    window.commands["add_page"].trigger()
    window.tabs.bar.renamed.emit(1, "main")
    assert "main" in window.statusBar().currentMessage() and tabs(window) == ["main", "page 2"]


def test_the_last_page_stays(window):
    window.tabs.remove_page()
    assert tabs(window) == ["main"] and window.statusBar().currentMessage()


def test_removing_a_page_leaves_no_listener_behind(window, qtbot):
    before = len(window.history.listeners)
    window.do(AddPage("gone"), "Add")
    window.do(RemovePage("gone"), "Remove")
    qtbot.waitUntil(lambda: len(window.findChildren(Canvas)) == 1)
    add(window, Block("A", "NoOp"))  # the listener of a canvas that went leaves at the next edit
    assert len(window.history.listeners) == before


LEFT = Qt.MouseButton.LeftButton


def close(window, index):
    """Move to a tab, and press the cross that comes there."""
    bar = window.tabs.bar
    for x in (2, bar.tabRect(index).width() // 2):  # moving to the present position is ignored by Qt
        QTest.mouseMove(bar, bar.tabRect(index).topLeft() + QPoint(x, 8))
    assert bar.cross.isVisible() and bar.tabRect(index).contains(bar.cross.geometry())
    QTest.mouseClick(bar.cross, LEFT)


@pytest.fixture
def three(filled):
    """Pages main, second and third, of which second has an instance of third."""
    filled.do(AddPage("third"), "Add")
    filled.do(Insert("third", (Block("T", "NoOp"),)), "Add")
    filled.do(Insert("second", (Block("I", "page:third", 300.0, 0.0),)), "Add")
    filled.tabs.show_page("main")
    return filled


def test_closing_a_tab_closes_a_view_and_the_page_is_found_again(three, qtbot):
    before = dumps(three.workspace.document)
    for again in ("instance", "find", "outline", "list"):
        three.tabs.show_page("third")
        close(three, 2)
        assert tabs(three) == ["main", "second"] and dumps(three.workspace.document) == before
        assert not three.tabs.removed.isVisible() and three.canvas().hasFocus()
        three.tabs.show_page("second")
        canvas = three.canvas()
        if again == "list":
            QTest.mouseClick(three.tabs.all, LEFT)
            press_in_menu(QApplication.activePopupWidget(), "third")
            QApplication.activePopupWidget().close()
        elif again == "instance":
            canvas.view.center_on(canvas.scene.extent().center())
            QTest.mouseDClick(canvas, LEFT, pos=canvas.navigation.place_of("I").center())
        elif again == "find":
            QTest.keyClick(canvas, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
            QTest.keyClicks(three.find_box.edit, "name:T")
            QTest.keyClick(three.find_box.edit, Qt.Key.Key_Return)
        else:
            three.docks.show("outline")
            outline = three.docks["outline"].widget()
            (found,) = outline.tree.findItems("T", Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)
            outline.go(found)
        assert three.tabs.page_name() == "third" and tabs(three) == ["main", "second", "third"], again
    assert dumps(three.workspace.document) == before and not three.history.redo_label


def test_tabs_close_by_the_middle_button_and_by_a_key_and_the_last_one_stays(three):
    bar = three.tabs.bar
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, pos=bar.tabRect(1).center())
    assert tabs(three) == ["main", "third"]
    QTest.keyClick(three.canvas(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert tabs(three) == ["third"] and three.tabs.page_name() == "third"
    QTest.keyClick(three.canvas(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseMove(bar, bar.tabRect(0).center())
    assert tabs(three) == ["third"] and not bar.cross.isVisible()
    assert list(three.workspace.document.pages) == ["main", "second", "third"]


def test_edits_of_closed_pages_are_followed(three):
    close(three, 1)
    three.commands["page_left"].trigger()  # there is nothing left of main
    three.tabs.show_page("third")
    three.commands["page_left"].trigger()
    assert tabs(three) == ["third", "main"]
    assert list(three.workspace.document.pages) == ["third", "main", "second"]
    three.undo()
    three.do(RemovePage("second"), "Remove")
    three.tabs.show_page("main")
    three.undo()
    assert three.tabs.page_name() == "second" and tabs(three) == ["main", "second", "third"]


def test_deleting_a_page_says_what_goes(three, qtbot):
    command = three.commands["remove_page"]
    qtbot.waitUntil(lambda: command.text() == "&Delete Page “main” with 2 blocks")
    three.tabs.show_page("third")
    qtbot.waitUntil(lambda: command.text() == "&Delete Page “third” with 1 block")
    QTest.keyClick(
        three.canvas(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert "third" not in three.workspace.document.pages
    assert "third" in three.tabs.removed.text.text() and "second" in three.tabs.removed.text.text()


def test_pages_of_libraries_have_a_tab_once_they_are_opened(three, qtbot):
    use = (
        AddPage("dense"),
        Insert("dense", (Block("D", "NoOp"),)),
        SetOrigin("dense", Origin("layers.loom", "dense", "0" * 64)),
        Insert("main", (Block("LAYER", "page:dense", 0.0, 300.0),)),
    )
    three.do(CompositeEdit(use), "Use dense")
    assert tabs(three) == ["main", "second", "third"]
    canvas = three.canvas()
    canvas.view.center_on(canvas.scene.extent().center())
    QTest.mouseDClick(canvas, LEFT, pos=canvas.navigation.place_of("LAYER").center())
    assert tabs(three) == ["main", "second", "third", "dense"] and three.tabs.page_name() == "dense"
    document = three.workspace.document
    three.history.mark_saved()
    three.workspace.replace(document)
    assert tabs(three) == ["main", "second", "third"]
