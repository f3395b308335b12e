"""The start page: lessons, ordered examples, recent documents with previews; mouse, keyboard, small windows."""

import os
import threading

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea

from blockloom.app.window import user_settings
from blockloom.app.window.document import thumbnails
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents, examples
from tests.extent import slow


@pytest.fixture
def start(window):
    window.centre.show_start()
    QApplication.processEvents()
    return window.centre.start


def test_every_example_is_on_it_once_with_a_small_picture(start):
    assert sorted([*examples.names(), *examples.LIBRARIES]) == sorted(
        path.stem for path in examples.FOLDER.glob("*.loom")
    )
    assert list(start.cards) == examples.names()
    for name in examples.names():
        for theme in ("dark", "light"):
            assert 0 < examples.picture_of(name, theme).stat().st_size <= 15_000
    assert len(list(examples.PICTURES.iterdir())) == 2 * len(examples.names())
    for title, group in examples.GROUPS.items():
        assert title in [label.text() for label in start.findChildren(QLabel)] and len(group) > 1
        for name, sentence in group.items():
            assert sentence in [label.text() for label in start.cards[name].findChildren(QLabel)]
            assert "Results" in [label.accessibleName() for label in start.cards[name].findChildren(QLabel)]


@pytest.mark.parametrize("size", [(800, 600), (1400, 860)])
def test_the_cards_of_examples_are_a_grid_and_the_accumulator_is_seen_at_once(window, start, qtbot, size):
    window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    start.draw()
    cards = start.cards.values()
    qtbot.waitUntil(lambda: len({card.y() for card in cards}) > 4)
    assert len({card.size().toTuple() for card in cards}) == 1
    columns, card = sorted({card.x() for card in cards}), start.cards["sparse_accumulator"]
    assert len(columns) > 1 and {b - a for a, b in zip(columns, columns[1:], strict=False)} == {card.width() + 12}
    area = start.findChild(QScrollArea)
    qtbot.waitUntil(lambda: area.viewport().rect().contains(card.geometry()))


def test_the_notes_of_an_example_are_translated_however_it_is_opened(window):
    class Translator(QTranslator):
        def translate(self, context, source, disambiguation=None, count=-1):
            return source.upper()

    (note, *_) = documents.load(examples.path_of("queue")).pages["queue"].notes.values()
    translator = Translator()
    QApplication.installTranslator(translator)
    try:
        for copy in (True, False):
            window.file.open_path(str(examples.path_of("queue")), copy=copy)
            assert window.page().notes[note.id].text == note.text.upper() != note.text
    finally:
        QApplication.removeTranslator(translator)


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


def texts(start):
    return [start.recent.item(row).text().splitlines()[0] for row in range(start.recent.count())]


def icons(start):
    """Return the previews of the recent documents, by file name."""
    rows = {text: start.recent.item(row).icon() for row, text in enumerate(texts(start))}
    return {name: icon.pixmap(start.recent.iconSize()).toImage() for name, icon in rows.items()}


def test_a_recent_document_that_is_gone_is_shown_as_missing(window, tmp_path, qtbot):
    here, gone = tmp_path / "here.loom", tmp_path / "gone.loom"
    for path in (here, gone):
        documents.save(new_document(), path)
        user_settings.add_recent(str(path))
    gone.unlink()
    window.centre.show_start()
    qtbot.waitUntil(lambda: texts(window.centre.start) == ["gone.loom (missing)", "here.loom"])
    window.recent_menu.aboutToShow.emit()
    assert [a.isEnabled() for a in window.recent_menu.actions()[:2]] == [False, True]
    for number in range(10):
        user_settings.add_recent(f"/{number}")
    window.recent_menu.aboutToShow.emit()
    assert [a.text() for a in window.recent_menu.actions()[8:10]] == ["&9 /1", "/0"], "one digit is a key"


@slow
def test_recent_documents_look_as_they_were_saved_last_and_none_keeps_others_waiting(
    window, tmp_path, qtbot, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(thumbnails, "_LARGE", 100_000)
    away, stat = threading.Event(), os.stat

    def slow(path, *args, **options):
        if str(path).endswith("away.loom"):
            away.wait()
        return stat(path, *args, **options)

    monkeypatch.setattr(thumbnails.os, "stat", slow)
    made = {
        "away.loom": b"",
        "damaged.loom": examples.path_of("queue").read_bytes()[:50],
        "huge.loom": examples.path_of("queue").read_bytes() + b" " * 100_000,
        "empty.loom": documents.dumps(new_document()).encode(),
        "good.loom": examples.path_of("queue").read_bytes(),
    }
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
        user_settings.add_recent(str(tmp_path / name))
    os.mkfifo(tmp_path / "pipe.loom")
    user_settings.add_recent(str(tmp_path / "pipe.loom"))

    def shown():
        window.centre.show_start()
        page = window.centre.start
        before = icons(page)
        qtbot.waitUntil(lambda: icons(page)["good.loom"] != before["good.loom"], timeout=20_000)
        qtbot.waitUntil(lambda: not page.thumbnails.drawing, timeout=20_000)
        return {name for name, picture in icons(page).items() if picture != before[name]}, icons(page)["good.loom"]

    names, first = shown()
    assert names == {"good.loom"}
    assert shown() == ({"good.loom"}, first)  # from the cache
    (tmp_path / "good.loom").write_bytes(examples.path_of("beats").read_bytes())
    names, second = shown()
    assert names == {"good.loom"} and second != first
    window.centre.leave_start()
    away.set()


def test_without_the_process_that_draws_there_are_sheets(window, tmp_path, qtbot, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    started = []
    monkeypatch.setattr(
        thumbnails.programs, "python", lambda *words: started.append(words) or [str(tmp_path / "none"), *words]
    )
    for name in ("a.loom", "b.loom"):
        (tmp_path / name).write_bytes(examples.path_of("queue").read_bytes())
        user_settings.add_recent(str(tmp_path / name))
    window.centre.show_start()
    page = window.centre.start
    before = icons(page)
    qtbot.waitUntil(lambda: len(started) == 2 and not page.thumbnails.drawing)
    assert icons(page) == before


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
    lessons = {start.lessons, start.guide, start.on_data, start.find_wrong}
    assert {start.new, start.open, start.help, start.recent, *lessons, *start.cards.values()} <= {*seen, focus}
    shown = focus.visibleRegion().boundingRect()  # it was scrolled to
    assert shown.height() >= focus.height() - 2 and shown.width() == focus.width()
    QTest.keyClick(focus, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "SEND" in window.page().blocks)


def test_it_leads_to_the_documentation(window, start, qtbot):
    QTest.mouseClick(start.help, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.help.window is not None and window.help.window.isVisible())
    assert window.help.window.windowTitle() == "Blockloom - Help"
    QTest.keyClick(start.lessons, Qt.Key.Key_Return)
    assert window.help.window.windowTitle() == "Tutorials - Help"
