"""Commands by name and by keys, and keys that people choose."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from blockloom.app.help import help_search
from blockloom.app.window.commands.shortcuts import Shortcuts
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import AddPage, Insert
from blockloom.blocks.files import examples
from tests.app.windowkit import enter, make_window

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_a_command_is_found_by_words_and_initials_and_done(filled, qtbot):
    filled.canvas().setFocus()
    QTest.keyClick(filled, Qt.Key.Key_P, CONTROL | SHIFT)
    box = filled.command_box
    qtbot.waitUntil(box.edit.hasFocus)
    QTest.keyClicks(box.edit, "sel all")
    assert box.list.currentItem().text(0) == "Select: Select All" and box.list.currentItem().text(1) == "Ctrl+A"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: filled.canvas().selection() == {"A", "B"})
    assert box.isHidden()
    filled.commands["commands"].trigger()
    assert box.list.topLevelItem(0).text(0) == "Select: Select All"  # done last
    box.edit.setText("np")
    assert box.list.topLevelItem(0).text(0) == "Page: New Page"
    box.edit.setText("zzzz")
    assert not box.list.topLevelItemCount()
    QTest.keyClick(box.edit, Qt.Key.Key_Escape)
    assert box.isHidden()


def test_a_command_that_cannot_be_done_says_so(window):
    window.commands["commands"].trigger()
    box = window.command_box
    enter(box.edit, "edit: undo")
    assert box.list.currentItem().text(0) == "Edit: Undo"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    assert box.isVisible() and "cannot be done now: there is nothing to undo" in box.count.text()
    assert "there is nothing to undo · Ctrl+Z" in box.list.currentItem().text(1)


def test_commands_are_found_by_what_people_call_them(window):
    window.commands["commands"].trigger()
    box = window.command_box
    for typed, wanted in (
        ("layout", "Arrange: Arrange"),
        ("save picture", "File: Export Picture"),
        ("settings", "Edit: Preferences"),
        ("group", "Arrange: Frame Selection"),
        ("chnage type", "Wires: Change Type"),
        ("dark mode", "View: Light Theme"),
        ("rns", "Run: Run N Steps"),
        ("play", "Run: Run Continuously"),
        ("python", "File: Export Python Script"),
        ("export", "File: Export Picture"),
        ("comment", "Edit: Add Note"),
        ("freeze layer", "Model: Trainable"),
        ("validation", "Run: Fit the Model"),
        ("next batch", "Run: Step"),
        ("debug", "Debug: Toggle Breakpoint"),
    ):
        box.edit.clear()
        enter(box.edit, typed)
        assert box.list.topLevelItem(0).text(0) == wanted, typed


def test_a_command_whose_text_changes_is_found_by_its_own_name_first(window):
    window.do(Insert("main", (Block("A", "Neg", 0.0, 0.0),)), "Add Negative")
    window.commands["commands"].trigger()
    box = window.command_box
    for typed, key in (("undo", "undo"), ("undo add negative", "undo"), ("undo history", "history")):
        box.edit.setText(typed)
        assert box.list.topLevelItem(0).data(0, Qt.ItemDataRole.UserRole).key == key, typed


def test_formats_that_are_not_written_lead_to_the_help_that_says_how_to_convert(window):
    window.commands["commands"].trigger()
    box = window.command_box
    page = "Help: Export a SavedModel or a frozen graph"
    for typed in ("onnx", "tflite", "export onnx", "export tflite"):
        box.edit.clear()
        enter(box.edit, typed)
        rows = [box.list.topLevelItem(n).text(0) for n in range(box.list.topLevelItemCount())]
        assert rows[0] == page if "export" in typed else page in rows and "File: Export Model" not in rows, typed


def test_pages_of_the_help_are_in_the_order_of_its_search(window):
    window.commands["commands"].trigger()
    box = window.command_box
    for typed in ("cost", "export onnx", "breakpoint", "gradient"):
        box.edit.clear()
        enter(box.edit, typed)
        rows = [box.list.topLevelItem(n).text(0) for n in range(box.list.topLevelItemCount())]
        found = [row.removeprefix("Help: ").partition(" › ")[0] for row in rows if row.startswith("Help: ")]
        assert found == [hit.title for hit in help_search.find(typed, 5)], typed


def test_the_most_likely_type_comes_before_commands_that_a_query_only_begins(window, qtbot):
    qtbot.waitUntil(lambda: bool(window.workspace.catalogue.libraries))  # read after the window opens
    window.commands["commands"].trigger()
    box = window.command_box
    for typed, first in (
        ("conv", "Add: Conv2D"),
        ("lstm", "Add: LSTM"),
        ("print", "File: Print"),
        ("add", "Edit: Add Block"),
    ):
        box.edit.clear()
        enter(box.edit, typed)
        assert box.list.topLevelItem(0).text(0).startswith(first), typed


def test_the_box_of_commands_adds_blocks_that_people_have_words_for(window, qtbot):
    window.commands["commands"].trigger()
    enter(window.command_box.edit, "not a number")
    QTest.keyClick(window.command_box.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [b.type for b in window.page().blocks.values()] == ["IsNan"])


def test_python_is_exported_where_everything_is(window, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (asked.append(args), ("", ""))[1])
    window.commands["export_script"].trigger()
    _, title, path, kinds = asked[0]
    assert title == "Export Python Script" and path.endswith(".py") and kinds.startswith("Python scripts (*.py);;")
    menu = [action.objectName() for action in window.commands.menu_of("export").actions()]
    assert menu[:3] == ["export", "export_model", "export_script"]


def test_every_action_is_in_the_box(window):
    window.commands["commands"].trigger()
    shown = window.command_box.list.topLevelItemCount()
    assert shown == len(window.commands.table) - 1 + len(window.docks) + len(examples.names())


def test_an_example_is_found_and_its_copy_opened(window, qtbot):
    window.commands["commands"].trigger()
    box = window.command_box
    for typed, title in (("mnist", "Digit classifier"), ("overfit", "Overfitting"), ("xornet", "XOR network")):
        box.edit.clear()
        enter(box.edit, typed)
        assert box.list.currentItem().text(0) == f"Example: {title}"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.page().blocks))
    assert not window.file.path


def test_names_of_commands_have_the_room_that_keys_leave(window, qtbot):
    dialog = Shortcuts(window, window.commands)
    dialog.open()
    tree = dialog.tree
    dialog.resize(900, 600)
    qtbot.waitUntil(lambda: tree.columnWidth(0) + tree.columnWidth(1) == tree.viewport().width())
    assert tree.columnWidth(0) > tree.columnWidth(1) >= tree.sizeHintForColumn(1)
    dialog.search.setText("zoom in")
    assert [key for key, item in dialog.items.items() if not item.isHidden()] == ["zoom_in"]
    dialog.close()


def test_keys_can_be_changed_with_conflicts_reported_and_are_kept(window, qtbot, catalogue):
    dialog = Shortcuts(window, window.commands)
    dialog.open()
    dialog.choose("step")
    dialog.keys.setKeySequence(QKeySequence("Ctrl+S"))
    assert "Ctrl+S belongs to Save" in dialog.note.text()
    dialog.take.click()
    actions = window.commands
    assert actions["step"].shortcut().toString() == "Ctrl+S" and actions["save"].shortcuts() == []
    assert "Save has no keys anymore" in dialog.note.text() and dialog.items["save"].text(1) == ""
    dialog.close()
    other = make_window(qtbot, catalogue)
    assert other.commands["step"].shortcut().toString() == "Ctrl+S" and other.commands["save"].shortcuts() == []
    assert other.commands.set_keys("save", None) == ["step"]
    other.commands.default_keys()
    last = make_window(qtbot, catalogue)
    assert last.commands["step"].shortcut().toString() == "F10"
    assert last.commands["redo"].shortcuts() == [QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")]


def add(window, *blocks):
    window.do(Insert(window.tabs.page_name(), blocks), "Add")


def test_copy_cut_paste_by_keys_on_the_canvas(window, qtbot):
    add(window, Block("A", "NoOp"), Block("B", "NoOp"))
    canvas, ctrl = window.canvas(), Qt.KeyboardModifier.ControlModifier
    canvas.setFocus()
    canvas.selection.choose(["A"])
    QTest.keyClick(canvas, Qt.Key.Key_C, ctrl)
    QTest.keyClick(canvas, Qt.Key.Key_V, ctrl)
    assert set(window.page().blocks) == {"A", "A_2", "B"} or len(window.page().blocks) == 3
    QTest.keyClick(canvas, Qt.Key.Key_A, ctrl)
    QTest.keyClick(canvas, Qt.Key.Key_X, ctrl)
    assert not window.page().blocks
    window.undo()
    assert len(window.page().blocks) == 3
    QTest.keyClick(canvas, Qt.Key.Key_A, ctrl)
    QTest.keyClick(canvas, Qt.Key.Key_Delete)
    assert not window.page().blocks


def test_pasting_something_else_says_so(window):
    QGuiApplication.clipboard().setText("a mail")
    window.commands["paste"].trigger()
    assert window.statusBar().currentMessage() and not window.page().blocks


def test_find_jumps_across_pages(window):
    add(window, Block("A", "NoOp"))
    window.do(AddPage("other"), "Add page")
    window.do(Insert("other", (Block("NEEDLE", "MatMul"),)), "Add")
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(window.find_box.edit, "need")
    QTest.keyClick(window.find_box.edit, Qt.Key.Key_Return)
    assert window.tabs.page_name() == "other" and window.canvas().selection() == {"NEEDLE"}
    assert not window.find_box.isVisible()


def test_found_blocks_are_ordered_by_their_numbers(window):
    for number in (10, 2, 1, 21, 3):
        add(window, Block(f"A{number}", "NoOp"))
    box = window.find_box
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(box.edit, "type:noop")
    found = [box.list.topLevelItem(row).text(0) for row in range(box.list.topLevelItemCount())]
    assert found == ["A1", "A2", "A3", "A10", "A21"]


def test_all_that_is_found_on_the_page_is_selected(window):
    add(window, Block("A", "NoOp"))
    add(window, Block("B", "MatMul"))
    add(window, Block("C", "NoOp"))
    window.commands["find"].trigger()
    QTest.keyClicks(window.find_box.edit, "type:noop")
    QTest.keyClick(window.find_box.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.canvas().selection() == {"A", "C"} and not window.find_box.isVisible()


def test_blocks_are_found_by_attribute_and_a_wrong_expression_is_reported(window):
    add(window, Block("A", "Conv2D", values={"padding": "SAME"}))
    add(window, Block("B", "Conv2D", values={"padding": "VALID"}))
    box = window.find_box
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(box.edit, "VALID")
    assert box.list.topLevelItem(0).text(0) == "B" and box.list.topLevelItemCount() == 1
    box.edit.clear()
    QTest.keyClicks(box.edit, "att")
    assert box.list.topLevelItem(0).text(0) == "attr:"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    QTest.keyClicks(box.edit, "padding=SAME")
    assert box.list.topLevelItemCount() == 1 and box.list.topLevelItem(0).text(0) == "A"
    box.edit.selectAll()
    QTest.keyClicks(box.edit, "/B(/")
    assert box.list.topLevelItemCount() == 0 and box.count.text().startswith("/B(/ is not a regular expression")
    box.edit.selectAll()
    QTest.keyClicks(box.edit, "/^b$/")
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    assert window.canvas().selection() == {"B"} and not box.isVisible()


def test_no_menu_has_more_than_15_entries(window):
    def menus(actions):
        for action in actions:
            if action.menu() is not None:
                yield action.menu()
                yield from menus(action.menu().actions())

    entries = {
        menu.title(): [a for a in menu.actions() if not a.isSeparator()] for menu in menus(window.menuBar().actions())
    }
    assert len(entries) > 15 and {title: len(shown) for title, shown in entries.items() if len(shown) > 15} == {}


def test_toggles_are_checked_as_the_selection_is(window):
    canvas, commands = window.canvas(), window.commands
    window.do(Insert("main", (Block("V", "loom.ResourceVariable", 0, 0), Block("A", "AddV2", 300, 0))), "Insert")
    canvas.selection.choose({"V"})
    QApplication.processEvents()
    assert commands["freeze"].isChecked() and not commands["mute"].isChecked()
    for key in ("freeze", "mute"):
        commands[key].trigger()
    QApplication.processEvents()
    assert not commands["freeze"].isChecked() and commands["mute"].isChecked()
    canvas.selection.choose({"A"})
    QApplication.processEvents()
    assert not commands["mute"].isChecked()
    commands["freeze"].trigger()  # refused: it is not a variable
    QApplication.processEvents()
    assert not commands["freeze"].isChecked()
    window.undo()
    canvas.selection.choose({"V"})
    QApplication.processEvents()
    assert not commands["mute"].isChecked() and not commands["freeze"].isChecked()
