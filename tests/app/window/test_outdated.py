"""Texts, lists and problems disappear when they no longer apply."""

import subprocess

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.window.run.worker_session import RUNNING
from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
from blockloom.blocks.edits import Insert, SetValue, connect
from blockloom.blocks.files import documents
from blockloom.blocks.problems import Problem

NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


def middle(canvas, block):
    return canvas.view.to_widget(canvas.scene.box(canvas.scene.slot[block]).center()).toPoint()


def test_the_hint_and_the_message_of_a_page_go_with_it(filled, qtbot):
    canvas, status = filled.canvas(), filled.status
    canvas.setFocus()
    QTest.mouseMove(canvas, middle(canvas, "A"))
    qtbot.waitUntil(lambda: bool(status.hint.text()))
    hint = status.hint.text()
    QTest.keyClick(canvas, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert filled.tabs.page_name() == "second" and status.hint.text() != hint
    filled.commands["find_next"].trigger()
    status.say("a message about this document")
    filled.history.mark_saved()
    filled.commands["new"].trigger()
    assert not status.currentMessage() and status.hint.text() != hint  # the pointer may be over the new page


def test_the_palette_describes_no_type_of_a_closed_document(filled, qtbot):
    filled.do(Insert("second", (Block("y", "loom.Retval"),)), "Add")
    filled.do(Insert("main", (Block("I", "page:second", 0.0, 300.0),)), "Add")
    filled.tabs.show_page("main")
    canvas, palette = filled.canvas(), filled.palette_view
    QTest.mouseClick(canvas, LEFT, NONE, middle(canvas, "I"))
    qtbot.waitUntil(lambda: palette.described == "page:second")
    shown = palette.help.toPlainText()
    assert "second" in shown
    filled.history.mark_saved()
    filled.commands["new"].trigger()
    qtbot.waitUntil(lambda: not palette.described)
    assert "second" not in palette.help.toPlainText()


def test_a_conflict_that_is_undone_is_in_no_list(window, qtbot):
    """A merge leaves a conflict; Undo of the merge removes it from the page, the problems and the dock."""
    window.do(Insert("main", (Block("A", "Const", values={"value": "1"}),)), "Add")
    base, theirs = (documents.loads(documents.dumps(window.workspace.document)) for _ in range(2))
    window.do(SetValue("main", "A", "value", "2"), "Set A.value")
    SetValue("main", "A", "value", "3").apply(theirs)
    assert window.comparisons.merge_documents(base, theirs, "theirs.loom")
    qtbot.waitUntil(lambda: "comparison" in window.docks and window.docks["comparison"].isVisible())
    assert [p.code for p in window.problem_list.rows.problems] == ["conflict"]
    window.canvas().setFocus()
    QTest.keyClick(window.canvas(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.workspace.document.conflicts == ()
    qtbot.waitUntil(lambda: not window.docks["comparison"].isVisible())
    assert not window.problem_list.rows.problems and "A" not in window.canvas().marks.problems
    qtbot.waitUntil(lambda: not window.docks["lists"].isVisible())


UNFED = Problem.from_texts("error", "failed", "main", "P", "output", "no value is fed")


def run_without_feed(window, qtbot):
    """Run the page; the worker reports that the placeholder P is not fed."""
    window.commands["run"].trigger()
    qtbot.waitUntil(lambda: window.worker.state == RUNNING)
    window.worker.process.finish("run", outcome="error", step=0, problems=[UNFED], shown={"step": 0})
    qtbot.waitUntil(lambda: is_listed(window))


def is_listed(window):
    return UNFED.message in [p.message for p in window.problem_list.rows.problems]


def test_a_placeholder_that_is_fed_has_no_problem(window, qtbot):
    blocks = (
        Block("P", "Placeholder"),
        Block("N", "Neg", 300.0),
        Block("F", "loom.Feed", 300.0, 300.0),
        Block("C", "Const", 0.0, 500.0),
        Block("S", "loom.Session", 600.0),
    )
    wires = (
        Wire("P", "output", "N", "x"),
        Wire("N", "y", "S", "fetch_outputs"),
        Wire("P", "output", "F", "placeholder"),
    )
    window.do(Insert("main", blocks, tuple(Placed(wire, 0) for wire in wires)), "Add")
    run_without_feed(window, qtbot)
    window.do(SetValue("main", "C", "value", "1.0"), "a block that is not connected")
    assert is_listed(window)
    window.do(connect(window.page(), Wire("F", "output", "S", "inputs")), "Connect")
    assert not is_listed(window) and "P" not in window.canvas().marks.problems


def test_an_empty_list_of_problems_hides_also_if_it_has_the_focus(window, qtbot):
    window.do(Insert("main", (Block("P", "Placeholder"), Block("N", "Neg", 300.0))), "Add")
    run_without_feed(window, qtbot)
    rows = window.problem_list
    qtbot.waitUntil(window.docks["lists"].isVisible)
    QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualRect(rows.rows.index(0, 0)).center())
    assert window.lists.isAncestorOf(QApplication.focusWidget())
    window.do(SetValue("main", "P", "shape", "[2]"), "Set P.shape")
    qtbot.waitUntil(lambda: not window.docks["lists"].isVisible())
    qtbot.waitUntil(window.canvas().hasFocus)


def test_the_history_of_a_file_shows_no_commits_of_another(window, tmp_path, qtbot, monkeypatch):
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        documents.save(new_document(), folder / "net.loom")
        for words in (("init", "-q"), ("add", "."), ("commit", "-qm", f"of {name}")):
            identity = "-c", "user.name=Ada", "-c", "user.email=ada@example.org"
            subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)
    window.file.open_path(str(tmp_path / "one" / "net.loom"))
    window.commands["file_history"].trigger()
    panel = window.docks["file_history"].widget()
    qtbot.waitUntil(lambda: panel.list.count() == 1)
    window.file.open_path(str(tmp_path / "two" / "net.loom"))
    assert panel.list.count() == 0, "git has not answered yet"
    qtbot.waitUntil(lambda: panel.list.count() == 1)
    assert panel.list.item(0).text().startswith("of two")
    window.commands["new"].trigger()
    assert panel.list.count() == 0
    qtbot.waitUntil(lambda: "not saved in a file" in panel.message.text())
