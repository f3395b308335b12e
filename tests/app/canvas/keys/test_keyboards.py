"""Keyboards that are not American: digits under Shift, letters of other scripts. Keys come as X11 tells them."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas.look.hits import EMPTY, CanvasHit
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from tests.app.windowkit import entries_of

CONTROL, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)
FIRST, THIRD, ZERO, M, F, Z = 10, 12, 19, 58, 41, 52  # scan codes of X11


@pytest.fixture
def x11(window, monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    window.canvas().setFocus()
    return window


def press(widget, code, text, modifiers=NONE):
    """Send a key event that no shortcut handled, and return whether the widget accepted it."""
    event = QKeyEvent(QEvent.Type.KeyPress, ord(text.upper()), modifiers, code, ord(text), 0, text)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def test_digits_under_shift_find_commands_and_bookmarks(x11):
    canvas = x11.canvas()
    canvas.view.zoom_to(0.7)
    press(canvas, ZERO, "à", CONTROL)
    assert canvas.view.scale == 1.0
    canvas.view.zoom_to(2.0)
    over = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_1, CONTROL | SHIFT, FIRST, ord("1"), 0, "1")
    over.ignore()
    QApplication.sendEvent(canvas, over)
    assert over.isAccepted()  # else it would be Ctrl+1, Go to Page
    press(canvas, FIRST, "1", CONTROL | SHIFT)
    canvas.view.zoom_to(0.5)
    press(canvas, FIRST, "&")
    assert canvas.view.scale == 2.0
    press(canvas, THIRD, '"', CONTROL)
    assert x11.problem_list.hasFocus()
    press(x11.problem_list, FIRST, "&", CONTROL)
    assert canvas.hasFocus()


def test_letters_of_another_script_are_commands_where_they_lie(x11):
    canvas = x11.canvas()
    press(canvas, M, "ь")
    assert canvas.minimap.on
    canvas.view.zoom_to(3.0)
    press(canvas, F, "ㄹ")
    assert canvas.view.scale == 1.0
    press(canvas, Z, "я", CONTROL)
    assert not x11.page().blocks
    x11.redo()
    canvas.selection.choose({"A"})
    x11.lists.show_problems()
    press(x11.problem_list, M, "ь", CONTROL)  # a command of the page, and the page has not the focus
    assert not x11.page().blocks["A"].mode
    canvas.setFocus()
    press(canvas, M, "ь", CONTROL)
    assert x11.page().blocks["A"].mode == "mute"


def test_a_letter_of_the_layout_is_what_it_says(x11):
    assert not press(x11.canvas(), M, ",") and not x11.canvas().minimap.on  # the French key of ,
    press(x11.canvas(), 47, "m")  # their key of M
    assert x11.canvas().minimap.on
    press(x11.canvas(), Z, "y", CONTROL)
    assert x11.page().blocks  # the German key of Y: no undo


def test_escape_leads_back_to_the_page(x11):
    for key in ("inspector", "palette", "lists"):
        x11.docks.show(key)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        assert x11.canvas().hasFocus(), key


def test_the_page_fits_from_everywhere_and_by_keys_that_panels_need_on_the_page_only(window):
    canvas, search = window.canvas(), window.palette_view.search
    for widget, key, modifiers, scale in (
        (canvas, Qt.Key.Key_9, CONTROL, 1.0),
        (search, Qt.Key.Key_9, CONTROL, 1.0),
        (canvas, Qt.Key.Key_F, NONE, 1.0),
        (canvas, Qt.Key.Key_Home, NONE, 1.0),
        (canvas, Qt.Key.Key_Home, Qt.KeyboardModifier.KeypadModifier, 1.0),
        (search, Qt.Key.Key_Home, NONE, 2.0),
    ):
        widget.setFocus()
        canvas.view.zoom_to(2.0)
        QTest.keyClick(widget, key, modifiers)
        assert canvas.view.scale == scale, (widget, key)


def test_the_other_keys_of_the_clipboard_work_on_the_page(window):
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    window.canvas().setFocus()
    window.canvas().selection.choose({"A"})
    blocks = window.page().blocks
    for key, modifiers, count in (
        (Qt.Key.Key_Insert, CONTROL, 1),
        (Qt.Key.Key_Insert, SHIFT, 2),
        (Qt.Key.Key_Delete, SHIFT, 1),
        (Qt.Key.Key_Insert, SHIFT, 2),
    ):
        QTest.keyClick(window.canvas(), key, modifiers)
        assert len(blocks) == count, key


def test_a_command_that_was_given_other_keys_no_longer_answers_to_its_old_ones(window):
    window.do(Insert("main", (Block("A", "Const"), Block("B", "Const"))), "Add")
    canvas = window.canvas()
    canvas.setFocus()
    canvas.selection.choose({"A"})
    commands = window.commands
    keys = {
        "mute": ("F12", lambda: window.page().blocks["A"].mode == "mute"),
        "fit": ("F4", lambda: canvas.view.scale == 1.0),
        "select_all": ("Ctrl+Alt+A", lambda: canvas.selection() == {"A", "B"}),
        "minimap": ("Ctrl+Alt+M", lambda: canvas.minimap.on),
        "bookmark": ("Ctrl+Alt+B", lambda: 1 in window.page().bookmarks),
        "duplicate": ("Ctrl+Alt+D", lambda: len(window.page().blocks) == 3),
        "delete": ("Ctrl+Alt+X", lambda: len(window.page().blocks) == 2),
        "undo": ("Ctrl+Alt+U", lambda: len(window.page().blocks) == 3),
    }
    try:
        for key, (new, done) in keys.items():
            old = commands[key].shortcuts() + [
                QKeySequence(k) for c in commands.table if c.key == key for k in c.page_keys
            ]
            commands.set_keys(key, [QKeySequence(new)])
            canvas.view.zoom_to(2.0)
            before = window.history.undo_label, canvas.selection(), canvas.view.scale, canvas.minimap.on
            for sequence in old:
                pressed = sequence[0]
                QTest.keyClick(canvas, pressed.key(), pressed.keyboardModifiers())
                after = window.history.undo_label, canvas.selection(), canvas.view.scale, canvas.minimap.on
                assert after == before, key
            pressed = QKeySequence(new)[0]
            QTest.keyClick(canvas, pressed.key(), pressed.keyboardModifiers())
            assert done(), key
            menu = canvas.menus.context(CanvasHit("body", "A") if key in ("mute", "duplicate") else EMPTY, QPointF())
            shown = [action.shortcut().toString() for action in entries_of(menu).values()]
            assert new in shown or key == "delete", key
            assert not {sequence.toString() for sequence in old} & set(shown), key
            menu.deleteLater()
            if key in ("select_all", "undo"):
                canvas.selection.choose({"A"})
    finally:
        commands.default_keys()
