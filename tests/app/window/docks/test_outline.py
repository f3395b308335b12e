"""The outline of a document."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QToolTip

from blockloom.app.window.docks.outline import BLOCK, PAGE, PIN, WIRE, Outline
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert, SetValue


def lines(outline: Outline):
    found = []

    def walk(item, depth):
        found.append((depth, item.data(0, Qt.ItemDataRole.UserRole).kind, item.text(0)))
        for row in range(item.childCount()):
            walk(item.child(row), depth + 1)

    for row in range(outline.tree.topLevelItemCount()):
        walk(outline.tree.topLevelItem(row), 0)
    return found


def row(outline: Outline, page: str, *texts: str):
    """Return the row of a page, or the one below it that these texts lead to."""
    tree = outline.tree
    item = next(top for i in range(tree.topLevelItemCount()) if (top := tree.topLevelItem(i)).text(0) == page)
    for text in texts:
        item = next(child for i in range(item.childCount()) if (child := item.child(i)).text(0) == text)
    return item


@pytest.fixture
def outline(filled, qtbot):
    filled.docks.show("outline")
    outline = filled.docks["outline"].widget()
    qtbot.waitUntil(outline.tree.hasFocus)
    return outline


def test_the_outline_mirrors_the_document(outline, filled, qtbot):
    assert lines(outline) == [(0, PAGE, "main"), (1, BLOCK, "A"), (1, BLOCK, "B"), (0, PAGE, "second"), (1, BLOCK, "C")]
    tree = outline.tree
    tree.setCurrentItem(row(outline, "main", "B"))
    QTest.keyClick(tree, Qt.Key.Key_Right)
    assert [line for line in lines(outline) if line[0] > 1] == [(2, PIN, "x"), (3, WIRE, "← A.output"), (2, PIN, "y")]
    filled.do(Insert("main", (Block("D", "Const"),)), "Add")
    qtbot.waitUntil(lambda: (1, BLOCK, "D") in lines(outline))
    assert (3, WIRE, "← A.output") in lines(outline) and tree.currentItem() is row(outline, "main", "B")
    outline.search.setText("neg")
    assert [line for line in lines(outline) if line[1] == BLOCK] == [(1, BLOCK, "B")]


def test_the_outline_shows_what_was_edited_while_it_was_hidden(outline, filled):
    filled.docks["outline"].hide()
    filled.do(Insert("main", (Block("D", "Const"),)), "Add")
    assert (1, BLOCK, "D") not in lines(outline)
    filled.docks.show("outline")
    assert (1, BLOCK, "D") in lines(outline)


def test_a_name_given_in_the_outline_reaches_the_values_that_name_the_block(outline, filled):
    filled.do(SetValue("main", "B", "y", "@A"), "Set")
    outline.fill()
    row(outline, "main", "A").setText(0, "FIRST")
    assert filled.page().blocks["B"].values["y"] == "@FIRST" and "FIRST" in filled.page().blocks
    filled.undo()
    assert filled.page().blocks["B"].values["y"] == "@A" and "A" in filled.page().blocks


def test_the_outline_of_a_very_large_page_says_how_much_it_leaves_out(outline, filled, monkeypatch):
    monkeypatch.setattr("blockloom.app.window.docks.outline._MOST", 1)
    outline.fill()
    top = outline.tree.topLevelItem(0)
    assert [top.child(i).text(0) for i in range(top.childCount())] == ["A", "1 more: filter them"]
    QTest.mouseClick(
        outline.tree.viewport(), Qt.MouseButton.LeftButton, pos=outline.tree.visualItemRect(top.child(1)).center()
    )
    outline.search.setText("B")
    top = outline.tree.topLevelItem(0)
    assert [top.child(i).text(0) for i in range(top.childCount())] == ["B"]


def test_bookmarks_in_the_menu_and_in_the_outline(outline, filled, qtbot):
    pages = filled.history.document.pages
    filled.commands["bookmark"].trigger()
    filled.tabs.show_page("second")
    filled.canvas().view.zoom_to(0.5)
    filled.commands["bookmark"].trigger()
    filled.canvas().view.zoom_to(2.0)
    menu = next(a.menu() for a in filled.commands.menu_of("bookmark").actions() if a.text() == "Boo&kmarks")
    menu.aboutToShow.emit()
    texts = [a.text() for a in menu.actions() if a.text()]
    assert texts == ["Bookmark 1\t1", "main", "Bookmark 1", "Rename or Remove…"]
    menu.actions()[0].trigger()
    assert filled.canvas().view.scale == 0.5
    menu.actions()[2].trigger()
    assert filled.tabs.page_name() == "main"
    menu.actions()[-1].trigger()
    tree = outline.tree
    assert tree.currentItem().text(0) == "Bookmark 1" and tree.currentItem().parent().text(0) == "second"
    assert tree.currentItem().parent().isExpanded()
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_F2)
    editor = tree.findChild(QLineEdit)
    editor.setText("the loss")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: pages["second"].bookmarks[1].name == "the loss")
    qtbot.waitUntil(lambda: tree.currentItem() is not None and tree.currentItem().text(0) == "the loss")
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert filled.tabs.page_name() == "second"
    tree.customContextMenuRequested.emit(tree.visualItemRect(tree.currentItem()).center())
    entries = {a.text(): a for a in QApplication.activePopupWidget().actions()}
    assert list(entries) == ["Go There", "Rename\tF2", "Delete\tDel"]
    entries["Delete\tDel"].trigger()
    QApplication.activePopupWidget().close()
    assert not pages["second"].bookmarks and pages["main"].bookmarks
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions() if a.text()] == ["main", "Bookmark 1", "Rename or Remove…"]


def test_the_outline_by_keyboard(outline, filled, qtbot):
    tree = outline.tree
    tree.setCurrentItem(row(outline, "second", "C"))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert filled.tabs.page_name() == "second" and filled.canvas().selection() == {"C"}
    tree.setFocus()
    tree.setCurrentItem(row(outline, "main", "A"))
    QTest.keyClick(tree, Qt.Key.Key_F2)
    editor = tree.findChild(QLineEdit)
    editor.setText("ALPHA")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "ALPHA" in filled.history.document.pages["main"].blocks)
    qtbot.waitUntil(lambda: tree.currentItem() is row(outline, "main", "ALPHA"))
    tree.setCurrentItem(row(outline, "main", "B"))
    QTest.keyClick(tree, Qt.Key.Key_Right)
    wire = row(outline, "main", "B").child(0).child(0)
    tree.setCurrentItem(wire)
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert not list(filled.history.document.pages["main"].wires())
    tree.setCurrentItem(row(outline, "main", "ALPHA"))
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert list(filled.history.document.pages["main"].blocks) == ["B"]
    tree.setCurrentItem(row(outline, "second"))
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert list(filled.history.document.pages) == ["main"]
    for _ in range(4):
        filled.undo()
    assert list(filled.history.document.pages) == ["main", "second"]
    assert set(filled.history.document.pages["main"].blocks) == {"A", "B"}


def test_a_wrong_name_in_the_outline_is_refused(outline, filled, qtbot):
    item = row(outline, "main", "A")
    item.setText(0, "not a name")
    assert "not a name" in filled.statusBar().currentMessage()
    qtbot.waitUntil(lambda: (1, BLOCK, "A") in lines(outline))


def test_blocks_are_in_the_order_of_their_numbers(outline, filled, qtbot):
    filled.do(Insert("main", tuple(Block(name, "Const") for name in ("c10", "C2", "C1"))), "Add")
    qtbot.waitUntil(lambda: (1, BLOCK, "C2") in lines(outline))
    assert [line[2] for line in lines(outline) if line[:2] == (1, BLOCK)][:5] == ["A", "B", "C1", "C2", "c10"]


def test_a_name_that_is_wider_than_its_column_is_whole_in_its_tooltip(outline, filled, qtbot):
    long = "A_NAME_THAT_IS_MUCH_WIDER_THAN_THE_COLUMN_OF_NAMES_OF_THE_OUTLINE_1"
    filled.do(Insert("main", (Block(long, "Const"),)), "Add")
    qtbot.waitUntil(lambda: (1, BLOCK, long) in lines(outline))
    tree = outline.tree

    def tip_at(item):
        at = tree.visualItemRect(item).center()
        QApplication.sendEvent(tree.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, tree.viewport().mapToGlobal(at)))
        return QToolTip.text()

    assert tip_at(row(outline, "main", "A")) != "A"
    assert tip_at(row(outline, "main", long)) == long
    assert tree.textElideMode() == Qt.TextElideMode.ElideMiddle
