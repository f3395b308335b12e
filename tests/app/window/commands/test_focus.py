"""Keys are for the page after whatever took the focus from it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert

ESCAPE, CTRL = Qt.Key.Key_Escape, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def elsewhere(filled, qtbot):
    """Return the window with the focus in the search field of the palette."""
    filled.history.mark_saved()
    filled.palette_view.search.setFocus()
    assert filled.palette_view.search.hasFocus()
    return filled


def test_a_dialog_that_closes_leaves_the_focus_to_the_page(elsewhere, qtbot):
    for command in ("preferences", "about", "shortcuts", "handling", "legend"):
        elsewhere.palette_view.search.setFocus()
        elsewhere.commands[command].trigger()
        qtbot.waitUntil(lambda: QApplication.activeWindow() not in (None, elsewhere))
        dialog = QApplication.activeWindow()
        assert dialog.isAncestorOf(QApplication.focusWidget()), command
        QTest.keyClick(dialog, ESCAPE)
        elsewhere.activateWindow()  # as window managers do, and this platform does not
        qtbot.waitUntil(elsewhere.canvas().hasFocus)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_A, CTRL)
        assert elsewhere.canvas().selection() == {"A", "B"}, command
        elsewhere.canvas().selection.choose(())


def test_open_and_new_leave_the_focus_to_the_page(elsewhere, qtbot, tmp_path, monkeypatch):
    path = str(tmp_path / "page.loom")
    assert elsewhere.file.write(path, wait=True)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (path, ""))
    QTest.keyClick(elsewhere.palette_view.search, Qt.Key.Key_O, CTRL)
    qtbot.waitUntil(lambda: elsewhere.file.path == path)
    assert elsewhere.canvas().hasFocus()
    elsewhere.palette_view.search.setFocus()
    QTest.keyClick(elsewhere.palette_view.search, Qt.Key.Key_N, CTRL)
    assert not elsewhere.page().blocks and elsewhere.canvas().hasFocus()


def test_a_value_that_the_inspector_opens_returns_to_its_field(filled, qtbot):
    filled.do(Insert("main", (Block("L", "Const", values={"value": "[" + "1.0, " * 200 + "1.0]"}),)), "Add")
    filled.canvas().selection.choose({"L"})
    qtbot.waitUntil(lambda: "value" in filled.inspector.fields)
    field = filled.inspector.fields["value"]
    field.edit.setFocus()
    field.text_wanted.emit()
    qtbot.waitUntil(lambda: QApplication.activeWindow() not in (None, filled))
    QTest.keyClick(QApplication.activeWindow(), ESCAPE)
    filled.activateWindow()
    qtbot.waitUntil(lambda: filled.isActiveWindow() and field.edit.hasFocus())


def test_a_value_that_is_typed_on_the_page_leaves_the_keys_of_the_window_to_it(window, qtbot):
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    canvas = window.canvas()
    canvas.selection.choose({"A"})
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    editor = QApplication.focusWidget()
    assert editor is canvas.inline.editor
    QTest.keyClicks(editor, "77f")
    for keys in ((Qt.Key.Key_D, CTRL), (Qt.Key.Key_G, CTRL), (Qt.Key.Key_Y, CTRL), (Qt.Key.Key_A, CTRL)):
        QTest.keyClick(editor, *keys)  # keys of the page
    assert canvas.inline.editor is editor and editor.selectedText() == "77f"
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, "8f")
    QTest.keyClick(editor, Qt.Key.Key_R, CTRL)
    qtbot.waitUntil(lambda: "run" in window.worker.process.did())
    assert {name: block.values for name, block in window.page().blocks.items()} == {"A": {"value": "8f"}}
    assert canvas.inline.editor is None and canvas.hasFocus()


def test_the_key_of_a_fix_works_in_a_field_of_the_inspector(window, qtbot):
    window.do(Insert("main", (Block("A", "Placeholder"),)), "Add")
    window.canvas().selection.choose({"A"})
    qtbot.waitUntil(lambda: "shape" in window.inspector.fields)
    field = window.inspector.fields["shape"].edit
    field.setFocus()
    QTest.keyClicks(field, "[3]")
    QTest.keyClick(field, Qt.Key.Key_Period, CTRL)
    assert window.page().blocks["A"].values == {"shape": "[3]"}
    assert window.quick_fixes.box is not None and window.quick_fixes.box.isAncestorOf(QApplication.focusWidget())
