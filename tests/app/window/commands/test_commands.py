"""The table of commands: each has an action, and no key is used twice."""

import re
from collections import Counter
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from blockloom.app.command_table import BLOCKS, SELECTION, commands, missing
from blockloom.app.window.widgets import icons
from blockloom.blocks.catalogue import type_search
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from blockloom.blocks.files.documents import dumps
from tests.app.windowkit import make_window

ROOT = Path(__file__).resolve().parents[4]


def test_a_command_is_done_by_the_canvas_or_by_the_window_and_never_by_both(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    does = window.does()
    for command in commands():
        assert bool(command.on) != (command.key in does), command.key
        assert not command.on or callable(attrgetter(command.on[0])(window.canvas())), command.key
    assert set(does) <= {command.key for command in commands()}


def test_no_two_commands_have_the_same_name_or_the_same_keys():
    table = commands()
    assert not [key for key, count in Counter(c.key for c in table).items() if count > 1]
    keys = Counter(QKeySequence(keys).toString() for command in table for keys in command.keys + command.page_keys)
    assert keys[""] == 0 and max(keys.values()) == 1


def test_without_a_selection_what_needs_one_cannot_be_done_and_its_key_says_why(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    window.do(Insert("main", tuple(Block(name, "NoOp", 200.0 * i, 0) for i, name in enumerate("AB")), ()), "Add")
    window.canvas().setFocus()
    window.canvas().selection.choose({"A"})
    before = dumps(window.workspace.document)
    for command in commands():
        if command.when in (BLOCKS, SELECTION):
            assert window.commands[command.key].isEnabled(), command.key
    window.canvas().selection.choose(())
    for command in commands():
        needs = command.when in (BLOCKS, SELECTION)
        assert window.commands[command.key].isEnabled() or needs or command.when, command.key
        for keys in command.keys if needs else ():
            window.statusBar().clearMessage()
            press(window.canvas(), keys)
            assert missing(command.when) in window.statusBar().currentMessage(), command.key
    assert dumps(window.workspace.document) == before
    for command in commands():  # no other one asks for a selection
        if command.on and not command.when:
            window.statusBar().clearMessage()
            window.commands[command.key].trigger()
            assert not window.statusBar().currentMessage().startswith("Select"), command.key


def press(widget, keys):
    there = QKeySequence(keys)[0]
    QTest.keyClick(widget, there.key(), there.keyboardModifiers())


def test_where_nothing_runs_nothing_can_be_stopped(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    assert not window.commands["stop"].isEnabled() and window.commands["run"].isEnabled()


def test_every_icon_of_a_command_is_drawn():
    assert {command.icon for command in commands()} - {""} <= set(icons.DRAWINGS)


def test_the_keys_that_the_documentation_names_are_those_of_commands():
    named = set(
        re.findall(
            r"\b(?:Ctrl\+(?:Shift\+|Alt\+)*(?:[A-Z0-9]\b|[.,]|Del)|F\d+\b)",
            "".join(page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("window*.md")),
        )
    )
    assert len(named) > 10
    assert named <= {keys for command in commands() for keys in command.keys}


def test_every_word_for_a_command_leads_to_one_that_there_is():
    assert set(type_search.commands()) <= {command.key for command in commands()}


def test_the_number_of_steps_is_typed_over_once_it_is_clicked(qtbot, catalogue):
    window = make_window(qtbot, catalogue)
    window.show()
    window.activateWindow()
    steps = window.commands.steps
    qtbot.mouseClick(steps.lineEdit(), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: steps.lineEdit().hasSelectedText())
    qtbot.keyClicks(steps.lineEdit(), "50")
    assert steps.value() == 50
