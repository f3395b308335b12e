"""Colours of blocks, second views of pages, the history list, problems by key, help on a block."""

import subprocess

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog, QFileDialog, QMenu, QMessageBox

from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.window.dialogs.preferences import Preferences
from blockloom.app.window.user_settings import canvas_settings
from blockloom.blocks.document.pages import Block, Bookmark, Note, new_document
from blockloom.blocks.edits import AddPage, Insert, SetBookmark, SetSheet
from blockloom.blocks.files import documents
from blockloom.blocks.problems import ERROR, Problem
from tests.app.windowkit import press_in_menu
from tests.pages import insert

KEY, SHIFT = Qt.Key, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def filled(window):
    window.do(
        insert("A Const value=1.; N Neg @at=300,0 x=<A.output", notes=(Note("NOTE", "text"),)),
        "Add",
    )
    window.canvas().setFocus()
    return window


def text(window):
    return documents.dumps(window.history.document)


def choose(menu, name):
    next(a for a in menu.actions() if a.text().replace("&", "") == name).trigger()


def test_blocks_and_notes_get_a_colour_and_lose_it_again(filled):
    before, canvas = text(filled), filled.canvas()
    canvas.selection.choose({"A", "NOTE"})
    menu = canvas.menus.context(CanvasHit("body", "A"), QPointF())
    press_in_menu(menu, "Blue")
    assert filled.page().blocks["A"].color == filled.page().notes["NOTE"].fill == "#4a90e0"
    assert filled.page().blocks["N"].color == "" and filled.history.undo_label == "Colour 2 items"
    canvas.editing.paint_selection("#4a90e0")  # the same colour adds no undo entry
    choose(canvas.menus.colours(), "Default colour")
    assert text(filled) == before
    filled.undo()
    filled.undo()
    assert text(filled) == before


def test_any_colour_can_be_asked_for(filled, monkeypatch):
    filled.canvas().selection.choose({"N"})
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor())  # cancelled
    choose(filled.canvas().menus.colours(), "Another…")
    assert filled.page().blocks["N"].color == ""
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor("#123456"))
    choose(filled.canvas().menus.colours(), "Another…")
    assert filled.page().blocks["N"].color == "#123456"


def without_uids(page):
    """Return the blocks and notes of a page without the uids, which a copy does not share."""
    return [{one.id: one._replace(uid="") for one in some.values()} for some in (page.blocks, page.notes)]


def test_a_page_is_duplicated_with_all_that_is_on_it(filled):
    filled.do(SetSheet("main", (800.0, 600.0), "#ffffff"), "Size")
    filled.do(SetBookmark("main", 1, Bookmark(5.0, 6.0)), "Mark")
    before, page = text(filled), filled.page()
    filled.commands["duplicate_page"].trigger()
    made = filled.page()
    assert filled.tabs.page_name() == "main 2" and list(filled.history.document.pages) == ["main", "main 2"]
    assert without_uids(made) == without_uids(page)
    assert (made.bookmarks, made.size) == (page.bookmarks, page.size)
    assert [*made.wires()] == [*page.wires()]
    filled.commands["duplicate_page"].trigger()
    assert filled.tabs.page_name() == "main 2 2"
    filled.undo()
    filled.undo()
    assert text(filled) == before


def test_pages_of_another_file_are_imported_in_one_step(filled, tmp_path, monkeypatch):
    other = new_document("main")
    Insert("main", (Block("Q", "Neg"),)).apply(other)
    AddPage("more").apply(other)
    documents.save(other, tmp_path / "other.loom")
    before = text(filled)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "other.loom"), ""))
    filled.commands["import_pages"].trigger()
    assert list(filled.history.document.pages) == ["main", "main 2", "more"]
    assert filled.tabs.page_name() == "main 2" and set(filled.page().blocks) == {"Q"} and filled.file.path == ""
    assert filled.history.undo_label == "Import 2 pages"
    filled.undo()
    assert text(filled) == before


def test_a_file_that_cannot_be_imported_changes_nothing(filled, tmp_path, monkeypatch):
    (tmp_path / "bad.loom").write_text("{")
    before, said = text(filled), []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "bad.loom"), ""))
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[2]))
    filled.commands["import_pages"].trigger()
    assert len(said) == 1 and text(filled) == before


def test_another_window_is_a_process_of_its_own(filled, monkeypatch):
    started = []

    class Started:
        def __init__(self, command, **_):
            started.append(command[1:])

        def poll(self):
            return None

    monkeypatch.setattr(subprocess, "Popen", Started)
    filled.commands["new_window"].trigger()
    assert started == [["-P", "-m", "blockloom", "edit"]]

    def refuse(*_, **__):
        raise OSError(11, "no more processes")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    filled.commands["new_window"].trigger()
    assert "no more processes" in filled.statusBar().currentMessage()


def history(window):
    window.commands["history"].trigger()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_the_history_goes_to_any_step_and_back(filled):
    texts = [text(filled)]
    for _ in range(3):
        filled.canvas().placing.block("Neg", QPointF())
        texts.append(text(filled))
    menu = history(filled)
    assert [a.text() for a in menu.actions()] == ["As it was opened", "Add", "Add NEG", "Add NEG_2", "Add NEG_3"]
    assert [a.text() for a in menu.actions() if a.isChecked()] == ["Add NEG_3"]
    choose(menu, "Add")
    assert text(filled) == texts[0]
    menu.close()
    menu = history(filled)
    assert [a.text() for a in menu.actions() if a.isChecked()] == ["Add"]
    choose(menu, "Add NEG_2")
    assert text(filled) == texts[2]
    menu.close()


def test_a_long_history_shows_what_is_near(filled):
    for _ in range(30):
        filled.canvas().placing.block("Neg", QPointF())
    menu = history(filled)
    assert len(menu.actions()) == 21 and menu.actions()[-1].isChecked()
    menu.close()


def test_the_find_box_completes_writes_and_shows_the_files(filled):
    values = {"filename": "/tmp/log.csv", "contents": "x"}
    filled.do(Insert("main", (Block("LOG", "WriteFile", values=values),)), "Add")
    filled.commands["find"].trigger()
    box = filled.find_box
    assert "attr:" in box.edit.placeholderText() and box.list.textElideMode() == Qt.TextElideMode.ElideMiddle
    box.edit.clear()
    QTest.keyClicks(box.edit, "wri")
    rows = [box.list.topLevelItem(row).text(0) for row in range(box.list.topLevelItemCount())]
    assert rows == ["LOG", "writes:"]  # WriteFile holds "wri", too
    QTest.keyClick(box.edit, KEY.Key_Down)
    QTest.keyClick(box.edit, KEY.Key_Return)
    assert box.isVisible() and box.edit.text() == "writes:"
    assert [box.list.topLevelItem(0).text(0), box.list.topLevelItemCount()] == ["LOG  ·  /tmp/log.csv", 1]
    QTest.keyClick(box.edit, KEY.Key_Return)
    assert not box.isVisible() and filled.canvas().selection() == {"LOG"}
    filled.commands["pauses"].trigger()
    assert box.isVisible() and box.edit.text() == "pause:"


def test_f3_goes_from_one_found_block_to_the_next_on_all_pages(filled):
    filled.commands["duplicate_page"].trigger()
    filled.commands["find_next"].trigger()  # nothing was searched for: the box comes
    box = filled.find_box
    assert box.isVisible()
    QTest.keyClicks(box.edit, "neg")
    QTest.keyClick(box.edit, KEY.Key_Escape)
    filled.tabs.show_page("main")
    filled.canvas().selection.choose(())
    seen = []
    for key in ((KEY.Key_F3,), (KEY.Key_F3,), (KEY.Key_F3,), (KEY.Key_F3, SHIFT)):
        QTest.keyClick(filled.canvas(), *key)
        seen.append((filled.tabs.page_name(), *filled.canvas().selection()))
    assert seen == [("main", "N"), ("main 2", "N"), ("main", "N"), ("main 2", "N")]
    box.edit.setText("nothing like it")
    filled.commands["find_next"].trigger()
    assert "No block" in filled.statusBar().currentMessage()


def test_f8_goes_from_problem_to_problem(filled):
    filled.lists.set_problems(
        [Problem.from_texts(ERROR, "x", "main", "A", "", "one"), Problem.from_texts(ERROR, "x", "main", "N", "", "two")]
    )
    seen = []
    for key in ((KEY.Key_F8,), (KEY.Key_F8,), (KEY.Key_F8,), (KEY.Key_F8, SHIFT)):
        QTest.keyClick(filled.canvas(), *key)
        seen += filled.canvas().selection()
    assert seen == ["A", "N", "A", "N"]
    filled.lists.set_problems([])
    QTest.keyClick(filled.canvas(), KEY.Key_F8)
    assert filled.canvas().selection() == {"N"}


def test_help_on_the_selected_block_has_the_keyboard(filled, qtbot):
    filled.docks["palette"].hide()
    filled.canvas().selection.choose({"N"})
    QTest.keyClick(filled.canvas(), KEY.Key_F1, SHIFT)
    assert filled.docks["palette"].isVisible() and "Neg" in filled.palette_view.help.toPlainText()
    assert filled.palette_view.help.hasFocus()
    filled.canvas().selection.choose(())
    QTest.keyClick(filled.canvas(), KEY.Key_F1, SHIFT)
    assert "select a block" in filled.statusBar().currentMessage()


def test_what_the_wheel_does_is_chosen_and_remembered(filled):
    filled.commands["preferences"].trigger()
    dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, Preferences) and w.isVisible())
    dialog.wheel.setCurrentIndex(1)
    dialog.wheel.activated.emit(1)
    assert filled.canvas().settings.wheel_scrolls
    filled.tabs.add_page()
    assert filled.canvas().settings.wheel_scrolls and canvas_settings().wheel_scrolls
    dialog.wheel.setCurrentIndex(0)
    dialog.wheel.activated.emit(0)
    assert not filled.canvas().settings.wheel_scrolls and not canvas_settings().wheel_scrolls
    dialog.close()


def test_the_selection_or_the_page_is_copied_as_a_picture(filled):
    clipboard = QGuiApplication.clipboard()
    filled.canvas().selection.choose({"A"})
    filled.commands["copy_picture"].trigger()
    part = clipboard.image()
    filled.canvas().selection.choose(())
    filled.commands["copy_picture"].trigger()
    whole = clipboard.image()
    assert 0 < part.width() < whole.width() and len({whole.pixel(x, 150) for x in range(0, whole.width(), 3)}) > 3
    filled.tabs.add_page()
    clipboard.clear()
    filled.commands["copy_picture"].trigger()
    assert clipboard.image().isNull() and "nothing" in filled.statusBar().currentMessage()


def test_panels_go_and_come_back_as_they_were(filled):
    filled.docks["inspector"].hide()
    before = filled.canvas().width()
    filled.commands["only_page"].trigger()
    QApplication.processEvents()
    assert not any(dock.isVisible() for dock in filled.docks.values()) and filled.canvas().width() > before
    filled.commands["only_page"].trigger()
    assert {key for key, dock in filled.docks.items() if dock.isVisible()} == {"palette"}
    filled.commands["full_screen"].trigger()
    assert filled.isFullScreen()
    filled.commands["full_screen"].trigger()
    assert not filled.isFullScreen()


def test_the_dtype_of_a_constant_follows_from_its_value(filled, qtbot):
    filled.do(Insert("main", (Block("K", "Const", 0.0, 400.0), Block("P", "Placeholder", 0.0, 600.0))), "Add")
    for name, told in (("K", "inferred"), ("P", "required"), ("A", "inferred: DT_DOUBLE")):
        filled.canvas().selection.choose({name})
        qtbot.waitUntil(lambda name=name: filled.inspector.shown == name)
        assert filled.inspector.fields["dtype"].edit.placeholderText() == told
