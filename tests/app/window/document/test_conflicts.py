"""Conflicts of a merge in the window: marks on blocks, stepping through them, resolving, undoing, saving."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from blockloom.blocks.document.pages import Block, Conflict, Document, Note, Page, Wire
from blockloom.blocks.edits import RenamePage, SetValue, rename
from blockloom.blocks.files import documents

CONFLICTS = (
    Conflict("main/A.value", "value", "1", "2", "3"),
    Conflict("second/SUM.inputs", "wires", (), ("C.output",), ("D.output",)),
    Conflict("main/N", "text", "", "ours", "theirs & more"),
    Conflict("main/GONE.x", "value", "1", "2", "3"),
    Conflict("nowhere/GONE.x", "value", "1", "2", "3"),
)


@pytest.fixture
def merged(window, tmp_path):
    """Return the window with a merged document."""
    document = Document()
    main, second = (document.pages.setdefault(name, Page(name)) for name in ("main", "second"))
    main.blocks = {"A": Block("A", "Const", values={"value": "2"})}
    main.notes = {"N": Note("N", "ours", 400.0)}
    second.blocks = {name: Block(name, "Const", values={"value": "1.0"}) for name in "CD"}
    second.blocks["SUM"] = Block("SUM", "AddN", 300.0)
    second.put_wire(Wire("C", "output", "SUM", "inputs"))
    document.conflicts = CONFLICTS
    documents.save(document, tmp_path / "merged.loom")
    assert window.file.open_path(str(tmp_path / "merged.loom"))
    return window


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def key(widget, name, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(widget, name, modifier)


def panel_of(window):
    return window.docks["comparison"].widget()


def choices(window):
    return [button.text().replace("&", "") for button in panel_of(window).sides.values() if button.isVisible()]


def choose(window, text):
    buttons = panel_of(window).sides.values()
    press(next(b for b in buttons if b.isVisible() and b.text().replace("&", "") == text))


def conflict_group(window):
    return panel_of(window).rows.groups[0].title, len(panel_of(window).rows.groups[0].rows)


def test_they_are_seen_on_their_blocks_first_in_the_list_and_counted(merged, qtbot):
    qtbot.waitUntil(lambda: "comparison" in merged.docks and merged.docks["comparison"].isVisible())
    assert (
        conflict_group(merged) == ("Conflicts", 5)
        and panel_of(merged).head.text() == "5 conflicts of a merge are unresolved."
    )
    assert merged.canvas().hasFocus()
    assert [p.code for p in merged.problem_list.rows.problems[:5]] == ["conflict"] * 5
    assert [p.pin for p in merged.canvas().marks.problems["A"]] == ["value"]
    assert "ours 2, theirs 3, before 1" in merged.canvas().marks.problems["A"][0].message


def test_one_after_the_other_is_gone_to_and_chosen(merged, qtbot):
    qtbot.waitUntil(lambda: "comparison" in merged.docks)
    panel, document = panel_of(merged), merged.workspace.document
    press(panel.next)
    assert merged.canvas().selection() == {"A"}
    assert panel.about.text() == "main/A.value: the value: ours 2, theirs 3, before 1"
    assert choices(merged) == ["Ours", "Theirs", "Base"]
    choose(merged, "Theirs")
    assert document.pages["main"].blocks["A"].values == {"value": "3"} and conflict_group(merged) == ("Conflicts", 4)
    assert "A" not in merged.canvas().marks.problems
    qtbot.waitUntil(lambda: merged.tabs.page_name() == "second")  # the next one
    assert merged.canvas().selection() == {"SUM"} and panel.list.hasFocus()
    choose(merged, "Both")
    assert [wire.source for wire in document.pages["second"].wires_into("SUM", "inputs")] == ["D", "C"]
    qtbot.waitUntil(lambda: merged.tabs.page_name() == "main")
    key(panel.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert document.pages["main"].notes["N"].text == "theirs & more"
    choose(merged, "Dismiss")  # the conflict of the deleted block
    assert panel.head.text() == "1 conflict of a merge is unresolved."
    choose(merged, "Dismiss")
    assert document.conflicts == () and not merged.docks["comparison"].isVisible() and merged.canvas().hasFocus()
    for _ in range(5):
        merged.undo()
    assert document.conflicts == CONFLICTS and document.pages["main"].blocks["A"].values == {"value": "2"}
    qtbot.waitUntil(merged.docks["comparison"].isVisible)


def test_the_list_and_the_page_choose_the_same(merged, qtbot):
    qtbot.waitUntil(lambda: "comparison" in merged.docks)
    panel, canvas = panel_of(merged), merged.canvas()
    slot = canvas.scene.slot["A"]
    at = canvas.view.to_widget(canvas.scene.box(slot).center()).toPoint()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert panel.list.currentIndex().data().startswith("main/A.value") and canvas.hasFocus()
    note = canvas.view.to_widget(QPointF(420.0, 12.0)).toPoint()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=note)
    assert canvas.selection() == {"N"} and panel.list.currentIndex().data().startswith("main/N")
    key(canvas, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert panel.list.currentIndex().data().startswith("second/SUM") and merged.canvas().selection() == {"SUM"}


def test_all_are_decided_for_one_side_at_once(merged, qtbot):
    qtbot.waitUntil(lambda: "comparison" in merged.docks)
    panel, document = panel_of(merged), merged.workspace.document
    panel.list.setFocus()
    for row in range(1, 3):
        panel.list.setCurrentIndex(panel.rows.row(0, row))
    panel.list.setCurrentIndex(panel.rows.row(0, 0))
    for _ in range(2):
        key(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    choose(merged, "Theirs")
    assert document.conflicts == CONFLICTS[3:] and document.pages["main"].notes["N"].text == "theirs & more"
    assert [wire.source for wire in document.pages["second"].wires_into("SUM", "inputs")] == ["D"]
    merged.undo()
    assert document.conflicts == CONFLICTS and document.pages["main"].notes["N"].text == "ours"


def test_the_list_of_problems_and_the_box_at_a_block_have_the_choices(merged):
    rows = merged.problem_list
    rows.setCurrentIndex(rows.rows.index(0, 0))
    menu = rows.menu()
    assert [action.text() for action in menu.actions()][:3] == ["Ours: 2", "Theirs: 3", "Base: 1"]
    menu.actions()[2].trigger()
    assert merged.page().blocks["A"].values == {"value": "1"} and len(merged.workspace.document.conflicts) == 4
    merged.undo()
    merged.quick_fixes.open(merged.canvas(), "A", "value")
    box = merged.quick_fixes.box
    assert [button.text() for button in box.buttons] == ["Ours: 2", "Theirs: 3", "Base: 1"]
    press(box.buttons[1])
    assert merged.page().blocks["A"].values == {"value": "3"}


def test_they_keep_to_what_they_are_about(merged):
    merged.do(rename(merged.page(), "A", "FIRST"), "Rename")
    assert [p.pin for p in merged.canvas().marks.problems["FIRST"]] == ["value"]
    merged.do(RenamePage("second", "other"), "Rename")
    assert [one.at for one in merged.workspace.document.conflicts][:2] == ["main/FIRST.value", "other/SUM.inputs"]


def test_a_manual_resolution_may_stay_and_a_document_is_saved_with_what_is_left(merged, tmp_path, qtbot):
    qtbot.waitUntil(lambda: "comparison" in merged.docks)
    merged.do(SetValue("main", "A", "value", "2.5"), "Type")
    assert merged.file.save() and not merged.history.dirty
    assert documents.load(tmp_path / "merged.loom").conflicts == CONFLICTS
    press(panel_of(merged).next)
    choose(merged, "Dismiss")
    assert merged.page().blocks["A"].values == {"value": "2.5"} and len(merged.workspace.document.conflicts) == 4
    assert merged.file.save()
    merged.file.new()
    assert "comparison" not in merged.docks or not merged.docks["comparison"].isVisible()


def test_a_run_that_they_stop_says_them_once(merged):
    conflict = next(p for p in merged.problem_list.rows.problems if p.block == "A")
    merged.worker.process.answers["open"] = {"problems": [conflict], "retained": [], "reset": [], "blocks": []}
    merged.commands.do("step")
    assert [p for p in merged.problem_list.rows.problems if p == conflict] == [conflict]


def test_a_note_has_a_mark_too_which_offers_them(merged):
    canvas, note = merged.canvas(), merged.page().notes["N"]
    corner = canvas.view.to_widget(QPointF(note.x + note.width, note.y)).toPoint()
    assert canvas.rect().contains(corner)
    assert canvas.grab().toImage().pixelColor(corner + QPoint(-4, 0)).name().upper() == canvas.painter.theme.error
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=corner)
    box = merged.quick_fixes.box
    assert [button.text() for button in box.buttons] == ["Ours: ours", "Theirs: theirs && more", "Base: nothing"]
    press(box.buttons[1])
    assert merged.page().notes["N"].text == "theirs & more" and "N" not in canvas.marks.problems
    assert canvas.grab().toImage().pixelColor(corner + QPoint(-4, 0)).name().upper() != canvas.painter.theme.error
