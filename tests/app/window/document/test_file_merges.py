"""Changes of the open file by another program are merged as an edit, and nothing is lost."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from blockloom.blocks.document.pages import Block, Wire, new_document
from blockloom.blocks.editing import recovery
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert, Move, Remove, SetValue, connect, rename
from blockloom.blocks.files import documents
from tests.app.window.document.test_journal import begin_with, begins_with, weighted
from tests.app.windowkit import answer_dialog, press_in_dialog


@pytest.fixture
def net(window, tmp_path):
    """Open a file in the window, with A wired to B."""
    document = new_document()
    blocks = Block("A", "Const", values={"value": "1.0"}), Block("B", "Neg", 300.0)
    Insert("main", blocks).apply(document)
    connect(document.pages["main"], Wire("A", "output", "B", "x")).apply(document)
    documents.save(document, path := tmp_path / "net.loom")
    window.file.open_path(str(path))
    return path


def elsewhere(path, *edits):
    """Another program edits the file."""
    document = documents.load(path)
    for edit in edits:
        edit.apply(document)
    documents.save(document, path)


def came_back(window, button):
    """Activate the window again, press a button of its question, and return the question."""
    said = []
    press_in_dialog(button, said)
    window.file.look_at_disk()
    return said


def value(window, block="A"):
    return window.page().blocks[block].values.get("value")


def unresolved(window):
    return [(one.at, one.ours, one.theirs) for one in window.workspace.document.conflicts]


def test_both_sides_edits_are_there_in_one_step_and_saving_asks_no_more(window, net):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, Insert("main", (Block("C", "Const", 0.0, 200.0),)))
    came_back(window, "Merge")
    assert set(window.page().blocks) == {"A", "B", "C"} and value(window) == "2.0"
    assert window.history.undo_label == "Merge net.loom" and window.history.dirty
    assert window.file.save()  # without a question
    assert set(documents.load(net).pages["main"].blocks) == {"A", "B", "C"}
    window.workspace.undo()
    assert set(window.page().blocks) == {"A", "B"} and value(window) == "2.0"


def take_theirs(window, qtbot):
    """Resolve the conflict in the list with theirs."""
    qtbot.waitUntil(lambda: "comparison" in window.docks and window.docks["comparison"].isVisible())
    panel = window.docks["comparison"].widget()
    for button in (panel.next, panel.sides["theirs"]):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_what_both_changed_is_a_conflict_that_is_chosen(window, net, qtbot):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, SetValue("main", "A", "value", "3.0"))
    came_back(window, "Merge")
    assert unresolved(window) == [("main/A.value", "2.0", "3.0")] and value(window) == "2.0"
    take_theirs(window, qtbot)
    assert value(window) == "3.0" and not unresolved(window)
    assert window.file.save() and not window.history.dirty


def test_one_change_after_the_other_is_merged_with_what_was_there_before_it(window, net):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, rename(documents.load(net).pages["main"], "B", "NEG"))
    came_back(window, "Merge")
    elsewhere(net, Move("main", {"NEG": (500.0, 50.0)}), Insert("main", (Block("C", "NoOp", 0.0, 300.0),)))
    came_back(window, "Merge")
    elsewhere(net, Remove("main", ("C",)))
    came_back(window, "Merge")
    page = window.page()
    assert set(page.blocks) == {"A", "NEG"} and page.blocks["NEG"].x == 500.0 and value(window) == "2.0"
    assert [str(wire) for wire in page.wires()] == ["A.output -> NEG.x"] and not unresolved(window)
    assert window.file.save()
    assert documents.dumps(documents.load(net)) == documents.dumps(window.workspace.document)


def test_of_what_was_kept_once_all_is_merged_later(window, net):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, Insert("main", (Block("C", "NoOp", 0.0, 300.0),)))
    came_back(window, "Keep What Is Open")
    assert "C" not in window.page().blocks
    elsewhere(net, Insert("main", (Block("D", "NoOp", 0.0, 400.0),)))
    came_back(window, "Merge")
    assert set(window.page().blocks) == {"A", "B", "C", "D"}


def test_saving_over_a_changed_file_offers_to_merge_first(window, net):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, Insert("main", (Block("C", "NoOp", 0.0, 300.0),)))
    press_in_dialog("Merge")
    assert window.file.save()
    saved = documents.load(net).pages["main"]
    assert set(saved.blocks) == {"A", "B", "C"} and saved.blocks["A"].values["value"] == "2.0"
    window.do(SetValue("main", "A", "value", "4.0"), "Type")
    elsewhere(net, SetValue("main", "A", "value", "5.0"))
    press_in_dialog("Merge")
    assert not window.file.save() and unresolved(window) == [
        ("main/A.value", "4.0", "5.0")
    ]  # somebody has to choose first
    assert documents.load(net).pages["main"].blocks["A"].values["value"] == "5.0"
    assert window.file.save() and documents.load(net).conflicts == window.workspace.document.conflicts


def test_once_a_merge_is_undone_saving_asks_again(window, net):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, Insert("main", (Block("C", "NoOp", 0.0, 300.0),)))
    came_back(window, "Merge")
    window.workspace.undo()
    said = []
    press_in_dialog("Cancel", said)
    assert not window.file.save() and "net.loom" in said[0] and "C" in documents.load(net).pages["main"].blocks
    window.workspace.redo()
    assert window.file.save()
    window.workspace.undo()  # undoes the saved merge
    assert window.file.save() and "C" not in documents.load(net).pages["main"].blocks


def test_the_same_change_on_both_sides_is_saved_already(window, net):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, SetValue("main", "A", "value", "2.0"))
    came_back(window, "Merge")
    assert not window.history.dirty and not unresolved(window) and window.file.unchanged_on_disk()


def test_where_nothing_was_changed_here_there_is_nothing_to_merge(window, net):
    elsewhere(net, SetValue("main", "A", "value", "2.0"))
    offered = []

    def reload(box):
        offered.extend(sorted(box.buttons(), key=lambda button: button.text()))
        assert [button.text() for button in offered] == ["&Keep What Is Open", "&Reload"]
        offered[1].click()

    answer_dialog(reload)
    window.file.look_at_disk()
    assert value(window) == "2.0" and offered


@pytest.mark.parametrize("content", ["<<<<<<< HEAD\n", '{"blockloom": 99, "pages": []}'])
def test_a_file_that_cannot_be_read_any_more_leaves_what_is_open(window, net, content):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    before = documents.dumps(window.workspace.document)
    net.write_text(content)
    press_in_dialog("Merge")
    press_in_dialog("OK", said := [])
    window.file.look_at_disk()
    assert "net.loom" in said[0] and documents.dumps(window.workspace.document) == before and window.history.dirty
    net.unlink()
    window.file.look_at_disk()
    assert window.history.dirty and documents.dumps(window.workspace.document) == before
    assert window.file.save() and documents.dumps(documents.load(net)) == before


def test_a_crash_after_a_merge_loses_nothing(window, net, qtbot):
    window.do(SetValue("main", "A", "value", "2.0"), "Type")
    elsewhere(net, Insert("main", (Block("C", "NoOp", 0.0, 300.0),)))
    came_back(window, "Merge")
    window.do(SetValue("main", "B", "T", "DT_FLOAT"), "Type")
    now = documents.dumps(window.workspace.document)
    window.autosave.keep()
    (found,) = recovery.leftovers([str(net)])
    history, same, misfits = recovery.recover(found, "Recovered edit")
    assert same and not misfits and documents.dumps(history.document) == now


def test_trained_weights_of_another_program_come_with_the_merge(window, tmp_path, qtbot):
    documents.save(weighted(1), path := tmp_path / "net.loom")
    window.file.open_path(str(path))
    window.do(Insert("main", (Block("C", "NoOp", 0.0, 300.0),)), "Add")
    other = documents.load(path)
    begin_with(UndoStack(other), 2)
    documents.save(other, path)
    came_back(window, "Merge")
    document = window.workspace.document
    assert begins_with(document) == 2 and "C" in window.page().blocks
    begin_with(window.history, 3)
    begin_with(UndoStack(other), 4)
    documents.save(other, path)
    came_back(window, "Merge")
    (conflict,) = document.conflicts
    assert conflict.at == "main/W.initvalues" and begins_with(document) == 3
    assert window.file.save() and begins_with(documents.load(path)) == 3
    take_theirs(window, qtbot)
    assert begins_with(document) == 4
    assert window.file.save() and begins_with(documents.load(path)) == 4
