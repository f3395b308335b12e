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
