"""The help by keys and clicks: what F1 opens where, searching, links, back and forward, and the box of commands."""

import ast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from blockloom.app.canvas.edit.inline_editors import SliderBox
from blockloom.app.help import help_pages
from blockloom.app.help.help_pages import about
from blockloom.app.window.results.summaries import WindowBefore
from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.document.pages import Block, Conflict
from blockloom.blocks.edits import Insert, SetConflicts
from blockloom.blocks.problems import Problem
from blockloom.blocks.problems.kinds import KINDS
from tests import sources

KEY, MOD = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def read(window, qtbot):
    """Return a function that waits until the help shows a page, and returns its window."""

    def wait(title, text):
        qtbot.waitUntil(lambda: window.help.window is not None and text in shown(window.help.window))
        qtbot.waitUntil(window.help.window.isActiveWindow)
        assert window.help.window.windowTitle() == f"{title} - Help"
        return window.help.window

    return wait


def shown(help_):
    """Return the visible text, from the current heading on."""
    return help_.text.toPlainText()[help_.text.textCursor().position() :]


def link_at(help_, text):
    """Return the middle of a link on the visible part of the page."""
    found = help_.text.document().find(text)
    found.setPosition(found.position() - 2)
    return help_.text.cursorRect(found).center()


def test_f1_opens_what_is_about_the_block_the_problem_the_dialog_or_all(filled, read, qtbot):
    def ask(widget):
        filled.activateWindow()
        qtbot.waitUntil(filled.isActiveWindow)
        QTest.keyClick(widget, KEY.Key_F1)

    ask(filled.canvas())
    read("Blockloom", "Tutorials")
    own = next(one["name"] for one in own_entries() if about("type", one["name"])[0] == "reference/blocks")
    filled.do(Insert("main", (Block("S", own), Block("P", "BitwiseXor"))), "Add")
    filled.canvas().selection.choose({"S"})
    ask(filled.canvas())
    read("Blocks of Blockloom", own.removeprefix("loom.") + "\n")
    filled.canvas().selection.choose({"P"})
    ask(filled.canvas())
    help_ = read("BitwiseXor", "BitwiseXor(")
    rows = filled.problem_list
    code = next(kind for kind in sorted(KINDS) if about("problem", kind.partition(":")[0])[0] == "reference/problems")
    code = code.partition(":")[0]
    filled.lists.set_problems([Problem.from_texts("error", code, "main", "A", "", "It is wrong.")])
    filled.docks.show("lists")
    filled.lists.show_problems()
    filled.activateWindow()
    rows.setFocus()
    rows.setCurrentIndex(rows.rows.index(0, 0))
    ask(rows)
    assert shown(read("Problems", code)).startswith(code)
    assert help_.text.verticalScrollBar().value() > 0
    conflict = Conflict("main/A.value", "value", "1.", "1.0", "3.")
    filled.do(SetConflicts((conflict,)), "Merge")
    filled.canvas().selection.choose({"P"})
    filled.docks.show("comparison")
    panel = filled.docks["comparison"].widget()
    panel.list.setFocus()
    panel.list.setCurrentIndex(panel.rows.find(lambda what: what == conflict))
    ask(panel.list)
    read(help_pages.page(about("problem", "conflict")[0]).title, "")
    filled.activateWindow()
    filled.commands["run_until"].trigger()
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog, KEY.Key_F1)
    read(help_pages.page(about("command", "run_until")[0]).title, "")
    assert help_.isVisible()
    dialog.reject()
    filled.history.mark_saved()
    filled.close()
    assert not help_.isVisible()


def object_names(node):
    """Yield the object names that are set in a piece of source."""
    for one in ast.walk(node):
        given = [keyword.value for keyword in getattr(one, "keywords", ()) if keyword.arg == "objectName"]
        if isinstance(one, ast.Call) and getattr(one.func, "attr", "") == "setObjectName":
            given += one.args
        yield from (leaf.value for value in given for leaf in ast.walk(value) if isinstance(leaf, ast.Constant))


def test_every_dialog_has_a_page():
    bases = {"QDialog", "WindowBefore"}
    made = [
        (path, node)
        for path in sources.files("app")
        for node in sources.nodes(path, ast.ClassDef, ast.Call)
        if (isinstance(node, ast.ClassDef) and bases & {ast.unparse(base) for base in node.bases})
        or (isinstance(node, ast.ClassDef) and node.name == "WindowBefore")
        or (isinstance(node, ast.Call) and ast.unparse(node.func) == "QDialog")
    ]
    lost = [
        f"{path.name}:{node.lineno}"
        for path, node in made
        if not any(about("dialog", name) or about("command", name) for name in object_names(node))
        and "WindowBefore" not in map(ast.unparse, getattr(node, "bases", ()))  # which have its name
    ]
    assert len(made) > 18 and lost == []


def test_f1_in_a_dialog_opens_the_page_about_it(filled, read, qtbot):
    for key in ("preferences", "shortcuts", "fit_model", "data_from", "compare_with", "legend", "handling", "about"):
        filled.commands[key].trigger()
        dialog = next(one for one in filled.findChildren(QDialog) if one.objectName() == key)
        qtbot.waitUntil(dialog.isActiveWindow)
        QTest.keyClick(dialog, KEY.Key_F1)
        page, slug = about("command", key)
        help_ = read(help_pages.page(page).title, "")
        heading = next((one.title for one in help_pages.page(page).headings if one.slug == slug), "")
        assert shown(help_).startswith(heading) and dialog.isVisible(), key
        dialog.reject()


def test_f1_in_a_window_of_results_and_in_a_dialog_of_the_canvas(filled, read, qtbot):
    block = min(name for name, one in filled.page().blocks.items() if one.type == "Const")
    filled.canvas().selection.choose({block})
    filled.commands["view_result"].trigger()
    results = next(one for one in filled.findChildren(WindowBefore))
    qtbot.waitUntil(results.isActiveWindow)
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_F1)
    assert shown(read("See results and data in the window", "Look at results")).startswith("Look at results")
    results.close()
    dialog = SliderBox(filled.canvas(), filled.canvas().editing, block, "value")
    dialog.open()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog, KEY.Key_F1)
    assert shown(read("Edit a page in the window", "Sliders and pasted values")).startswith("Sliders")
    dialog.reject()


def test_what_was_read_is_a_step_back_and_where_it_was_scrolled(window, read):
    QTest.keyClick(window.canvas(), KEY.Key_F1)
    help_ = read("Blockloom", "Tutorials")
    help_.resize(900, 600)
    QTest.mouseClick(help_.text.viewport(), Qt.MouseButton.LeftButton, pos=link_at(help_, "Reference"))
    read("Reference", "Exit codes")
    QTest.mouseClick(help_.text.viewport(), Qt.MouseButton.LeftButton, pos=link_at(help_, "Exit codes"))
    read("Exit codes", "code")
    assert help_.list.currentItem().text(0) == "Exit codes" and not help_.forward.isEnabled()
    QTest.keyClick(help_.text, KEY.Key_Left, MOD.AltModifier)
    read("Reference", "Exit codes")
    QTest.mouseClick(help_.back, Qt.MouseButton.LeftButton)
    read("Blockloom", "Tutorials")
    assert not help_.back.isEnabled()
    QTest.keyClick(help_.text, KEY.Key_Right, MOD.AltModifier)
    read("Reference", "Exit codes")
    QTest.keyClick(help_.text, KEY.Key_Home, MOD.AltModifier)
    read("Blockloom", "Tutorials")
    QTest.keyClick(help_.text, KEY.Key_Escape)
    assert not help_.isVisible()


def test_it_is_searched_by_other_words_with_keys_alone(window, read, qtbot):
    QTest.keyClick(window.canvas(), KEY.Key_F1)
    help_ = read("Blockloom", "Tutorials")
    QTest.keyClick(help_.text, KEY.Key_F, MOD.ControlModifier)
    assert help_.search.hasFocus()
    QTest.keyClicks(help_.search, "hotkeys")
    assert help_.list.topLevelItem(0).text(0) == help_pages.page("reference/keys").title
    QTest.keyClick(help_.search, KEY.Key_Return)
    read("Commands and keys of the window", "Zoom In")
    help_.search.clear()
    QTest.keyClicks(help_.search, "zzzz")
    assert not help_.list.topLevelItemCount() and help_.count.text() == "No page has these words."
    help_.search.clear()
    titles = [help_.list.topLevelItem(row).text(0) for row in range(help_.list.topLevelItemCount())]
    assert titles == list(help_pages.SECTIONS.values())
    QTest.keyClick(help_.search, KEY.Key_Up)
    QTest.keyClick(help_.search, KEY.Key_Return)
    assert (
        help_.list.currentItem().text(0) + " - Help" == help_.windowTitle() != "Commands and keys of the window - Help"
    )


def test_a_link_out_of_it_opens_only_when_clicked_and_nothing_else_is_read(window, read, monkeypatch):
    asked = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: asked.append(url.toString()))
    window.help.open("reference/file-format")
    help_ = read("The file", "safetensors")
    help_.resize(900, 5000)
    QApplication.processEvents()
    assert not asked
    QTest.mouseClick(help_.text.viewport(), Qt.MouseButton.LeftButton, pos=link_at(help_, "safetensors"))
    assert asked == ["https://github.com/huggingface/safetensors"]
    for url in ("file:///etc/passwd", "https://example.org/x.png"):
        assert help_.text.loadResource(2, url).isNull()


def test_the_box_of_commands_finds_pages(window, read, qtbot):
    QTest.keyClick(window.canvas(), KEY.Key_P, MOD.ControlModifier | MOD.ShiftModifier)
    box = window.command_box
    QTest.keyClicks(box.edit, "errorlevel")
    assert box.list.topLevelItem(0).text(0) == "Help: Exit codes"
    QTest.keyClick(box.edit, KEY.Key_Return)
    read("Exit codes", "code")


def test_the_help_goes_with_its_window_and_comes_again(window, read):
    window.help.open("index")
    first = window.help.window
    window.help.close()
    assert not first.isVisible() and window.help.window is None
    window.help.open("index")
    assert window.help.window.isVisible()


def test_the_pages_that_fit_best_are_listed_with_their_whole_titles(window, read):
    window.commands["help"].trigger()
    help_ = read("Blockloom", "Tutorials")
    QTest.keyClick(help_, KEY.Key_F, MOD.ControlModifier)
    QTest.keyClicks(help_.search, "breakpoint")
    rows = [help_.list.topLevelItem(row) for row in range(help_.list.topLevelItemCount())]
    assert 3 < len(rows) <= 10 and help_.count.text() == f"{len(rows)} pages"
    line = help_.list.fontMetrics()
    long = [row for row in rows if line.horizontalAdvance(row.text(0)) > help_.list.viewport().width()]
    assert long and all(help_.list.visualItemRect(row).height() >= 2 * line.height() for row in long)
