"""Pages and their tabs."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from blockloom.app.canvas import Canvas
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import AddPage, Insert, RemovePage


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
    editor = window.tabs.bar._editor
    editor.selectAll()
    QTest.keyClicks(editor, "second")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert tabs(window) == ["main", "second"] == list(window.history.document.pages)
    window.commands["page_left"].trigger()
    assert tabs(window) == ["second", "main"] == list(window.history.document.pages)
    window.tabs.remove_page(0)
    assert tabs(window) == ["main"]
    assert window.tabs.removed.isVisible()
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
    window.tabs._rename(1, "main")
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
