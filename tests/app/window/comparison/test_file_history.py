"""The dock of the commits of the document."""

import subprocess

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from blockloom.app.canvas import DARK
from blockloom.app.window.comparison.pictures import picture_of
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import AddPage, Insert, SetValue
from blockloom.blocks.files import documents


@pytest.fixture
def path(tmp_path):
    """A file of three commits: two changed the page `main`, the second the other one alone."""
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


def test_commits_have_pictures_and_are_compared_with(window, path, qtbot):
    window.commands["file_history"].trigger()
    panel = window.docks["file_history"].widget()
    qtbot.waitUntil(lambda: "in no file" in panel.told.text())
    window.file.open_path(str(path))
    qtbot.waitUntil(lambda: shown(panel) == ["two", "another page", "first"])
    assert "Ada" in panel.list.item(0).text()

    def drawn(at):
        image = panel.list.item(at).icon().pixmap(panel.list.iconSize()).toImage()
        return image.pixelColor(4, 4).alpha() == 255

    qtbot.waitUntil(lambda: all(map(drawn, range(3))))
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
    qtbot.waitUntil(lambda: "in no git repository" in panel.told.text())
    assert not panel.list.count() and not panel.compare.isVisible()


def test_a_large_page_is_drawn_as_a_rectangle_for_each_block(qapp, catalogue):
    document = new_document()
    blocks = [Block(f"N{i}", "Neg", i % 20 * 200.0, i // 20 * 200.0) for i in range(200)]
    Insert("main", tuple(blocks)).apply(document)
    image = picture_of(document.pages["main"], catalogue, DARK, QSize(200, 100), 1.0, 150)
    assert image.size() == QSize(200, 100)
    assert picture_of(document.pages["main"], catalogue, DARK, QSize(200, 100), 1.0, 200) != image
    assert {image.pixelColor(x, 2).name() for x in (3, 13, 197)} == {QColor(DARK.far("math")).name()}
    assert image.pixelColor(9, 2).name() == QColor(DARK.canvas).name()
