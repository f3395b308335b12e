"""Input methods: preedit text is searched for and never lost, and letters on the page are commands."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.window.commands.shortcuts import Shortcuts
from blockloom.blocks.catalogue.search import casefold_text
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert


def compose(widget, preedit, commit=""):
    """Send the event of an input method while a word is typed."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(widget, event)


@pytest.fixture
def korean(qapp, catalogue, translations):
    from PySide6.QtCore import QTranslator

    translator = QTranslator(qapp)
    assert translator.load("blockloom_ko", str(translations))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def test_searches_compare_without_case_accents_and_by_jamo():
    assert (
        casefold_text("하") in casefold_text("한국")
        and casefold_text("ㅎ") in casefold_text("한국")
        and casefold_text("국") in casefold_text("한국")
    )
    assert casefold_text("한") not in casefold_text("하늘") and casefold_text("DÉFAIRE") == casefold_text("defaire")


def test_a_category_is_found_by_its_name_while_it_is_composed(window, korean):
    window.canvas().requests.add_wanted.emit(window.canvas().gestures.pointer, None)
    box = window.adding.box
    compose(box.edit, "ㅅ")
    compose(box.edit, "수")
    compose(box.edit, "ㅎ", "수")
    names = set(box.model.names)
    compose(box.edit, "학")
    names &= set(box.model.names)
    assert "AddV2" in names and "Queue" not in " ".join(names) and box.edit.text() == "수"
    QTest.keyClick(box.edit, Qt.Key.Key_Escape)
    window.palette_view.search.setFocus()
    compose(window.palette_view.search, "학", "수")
    assert "AddV2" in window.palette_view.names()
    window.palette_view.search.clear()
    compose(window.palette_view.search, "", "확률표")  # of the documentation of HeatMap
    assert window.palette_view.names() == ["loom.HeatMap"]


def test_commands_are_found_in_korean(window, korean):
    dialog = Shortcuts(window, window.commands)
    name = dialog.items["save"].text(0)
    compose(dialog.search, name[:1])
    assert not dialog.items["save"].isHidden()
    compose(dialog.search, "뷁")
    assert dialog.items["save"].isHidden()
    dialog.deleteLater()


def test_commands_are_found_by_their_english_names_in_korean(korean, new_window):
    new_window.commands["commands"].trigger()
    box = new_window.command_box
    for words, key in (("cost", "cost"), ("save as", "save_as"), ("toggle break", "pause_before"), ("fit page", "fit")):
        box.edit.clear()
        QTest.keyClicks(box.edit, words)
        rows = [box.list.topLevelItem(at) for at in range(box.list.topLevelItemCount())]
        found = [item.data(0, Qt.ItemDataRole.UserRole) for item in rows]
        assert key in [row.key for row in found[:6]], (words, [row.title for row in found])
        assert next(row for row in found if row.key == key).name != words, "it is shown in Korean"
    box.edit.clear()
    compose(box.edit, "", "비용")
    assert box.list.topLevelItemCount()


def test_what_is_composed_is_kept_when_an_editor_closes(window, qtbot):
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    canvas = window.canvas()
    canvas.inline.value("A", "value")
    compose(canvas.inline.editor, "글", '"한')
    wide = canvas.inline.editor.width()
    compose(canvas.inline.editor, '글이 매우 길어서 칸이 넓어진다"')
    assert canvas.inline.editor.width() > wide
    QTest.keyClick(canvas.inline.editor, Qt.Key.Key_Return)
    assert canvas.inline.editor is None
    assert window.page().blocks["A"].values["value"] == '"한글이 매우 길어서 칸이 넓어진다"'
    name = canvas.placing.note(canvas.gestures.pointer)
    compose(canvas.inline.editor, "글", "한")
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.rect().bottomLeft())
    assert window.page().notes[name].text == "한글"


def test_no_input_method_where_letters_are_commands(window):
    window.docks.show("lists")
    for widget in (window.canvas(), window.problem_list, window.palette_view.view):
        assert not widget.inputMethodQuery(Qt.InputMethodQuery.ImEnabled), widget
    assert window.palette_view.search.inputMethodQuery(Qt.InputMethodQuery.ImEnabled)
