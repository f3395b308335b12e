"""The start page: examples in their order, documents opened last, by mouse, by keyboard, in a small window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from blockloom.app.window import settings
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents, examples


@pytest.fixture
def start(window):
    window.centre.show_start()
    QApplication.processEvents()
    return window.centre.start


def test_every_example_is_on_it_once_with_a_small_picture(start):
    assert sorted([*examples.names(), *examples.LIBRARIES]) == sorted(
        path.stem for path in examples.FOLDER.glob("*.loom")
    )
    assert list(start.cards) == examples.names() and list(start.cards)[:3] == list(examples.START)
    for name in examples.names():
        for theme in ("dark", "light"):
            assert 0 < examples.picture_of(name, theme).stat().st_size <= 15_000
    assert len(list(examples.PICTURES.iterdir())) == 2 * len(examples.names())
    for name, sentence in examples.START.items():
        assert sentence in [label.text() for label in start.cards[name].findChildren(QLabel)]


def test_a_click_opens_a_copy_and_an_edit_leaves_the_page(window, start, qtbot):
    QTest.mouseClick(start.cards["linear_regression"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.centre.currentWidget() is window.tabs)
    assert window.file.path == "" and "LOSS_CHART" in window.page().blocks
    window.commands["start"].trigger()
    assert window.centre.currentWidget() is not window.tabs
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    assert window.centre.currentWidget() is window.tabs


def test_a_click_on_what_says_that_there_is_none_does_nothing(start, qtbot):
    item = start.recent.item(0)
    assert start.recent.count() == 1 and item.text() == "None yet"
    with qtbot.assertNotEmitted(start.file_wanted):
        QTest.mouseClick(
            start.recent.viewport(), Qt.MouseButton.LeftButton, pos=start.recent.visualItemRect(item).center()
        )


def test_a_recent_document_that_is_gone_is_shown_as_missing(window, tmp_path):
    here, gone = tmp_path / "here.loom", tmp_path / "gone.loom"
    for path in (here, gone):
        documents.save(new_document(), path)
        settings.add_recent(str(path))
    gone.unlink()
    window.centre.show_start()
    texts = [window.centre.start.recent.item(row).text().splitlines()[0] for row in range(2)]
    assert texts == ["gone.loom (missing)", "here.loom"]
    window.recent_menu.aboutToShow.emit()
    assert [a.isEnabled() for a in window.recent_menu.actions()[:2]] == [False, True]


def test_it_is_used_by_keyboard_alone_in_a_small_window(window, start, qtbot):
    window.resize(800, 600)
    QApplication.processEvents()
    seen = []
    for _ in range(40):
        focus = QApplication.focusWidget()
        if getattr(focus, "name", "") == "tpu_embedding":
            break
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    assert {start.new, start.open, start.recent, *start.cards.values()} <= {*seen, focus}
    shown = focus.visibleRegion().boundingRect()  # it was scrolled to
    assert shown.height() >= focus.height() - 2 and shown.width() == focus.width()
    QTest.keyClick(focus, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "SEND" in window.page().blocks)
