"""The dock of the commits of the document."""

import subprocess

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import AddPage, Insert, SetValue
from blockloom.blocks.files import documents


@pytest.fixture
def path(tmp_path):
    """Create a file with three commits, two of which change page `main`, and the second the other page only."""
    document, path = new_document(), tmp_path / "net.loom"

    def commit(subject):
        documents.save(document, path)
        for words in (("init", "-q"), ("add", "."), ("commit", "-qm", subject)):
            identity = "-c", "user.name=Ada", "-c", "user.email=ada@example.org"
            subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    Insert("main", (Block("A", "Const", 0, 0, {"value": "1."}),)).apply(document)
    commit("first")
    AddPage("other").apply(document)
    commit("another page")
    SetValue("main", "A", "value", "2.").apply(document)
    commit("two")
    return path


def shown(panel):
    items = [panel.list.item(at) for at in range(panel.list.count())]
    return [item.text().splitlines()[0] for item in items if not item.isHidden()]


def test_commits_are_listed_and_compared_with(window, path, qtbot):
    window.commands["file_history"].trigger()
    panel = window.docks["file_history"].widget()
    qtbot.waitUntil(lambda: "not saved in a file" in panel.message.text())
    window.file.open_path(str(path))
    qtbot.waitUntil(lambda: shown(panel) == ["two", "another page", "first"])
    assert "Ada" in panel.list.item(0).text()
    QTest.mouseClick(panel.here, Qt.MouseButton.LeftButton, pos=QPoint(8, panel.here.height() // 2))
    qtbot.waitUntil(lambda: shown(panel) == ["two", "first"])
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_End)
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    comparison = window.docks["comparison"].widget()
    qtbot.waitUntil(lambda: comparison.rows.rowCount() == 2)
    assert comparison.head.text().startswith("net.loom ↔ net.loom at ") and "first" in comparison.head.text()


def test_without_a_repository_that_is_said(window, tmp_path, qtbot):
    documents.save(new_document(), tmp_path / "net.loom")
    window.file.open_path(str(tmp_path / "net.loom"))
    window.commands["file_history"].trigger()
    panel = window.docks["file_history"].widget()
    qtbot.waitUntil(lambda: "in no git repository" in panel.message.text())
    assert not panel.list.count() and not panel.compare.isVisible()
