"""Commands by name, shortcuts, start page, outline, pictures of pages, find in the document, work that takes time."""

import gc
import threading

import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QPushButton

from blockloom.app.canvas import LIGHT
from blockloom.app.window import language
from blockloom.app.window.commands.shortcuts import Shortcuts
from blockloom.app.window.dialogs import waiting
from blockloom.app.window.dialogs.preferences import Preferences
from blockloom.app.window.dialogs.waiting import WaitCancelled, wait_for
from blockloom.app.window.docks.outline import BLOCK, PAGE, PIN, WIRE, Outline
from blockloom.app.window.document.sketches import sketch
from blockloom.blocks.document.pages import Block, Wire
from blockloom.blocks.edits import AddPage, Insert, SetValue, connect
from blockloom.blocks.files import examples
from tests.app.windowkit import make_window, with_progress

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def filled(window):
    window.do(Insert("main", (Block("A", "Const", values={"value": "1.0"}), Block("B", "Neg", 300.0, 0.0))), "Add")
    window.do(connect(window.page(), Wire("A", "output", "B", "x")), "Connect")
    window.do(AddPage("second"), "Add page")
    window.do(Insert("second", (Block("C", "Const"),)), "Add")
    window.tabs.show_page("main")
    return window


# --- commands and keys ------------------------------------------------------------------------------------------------

def test_a_command_is_found_by_words_and_initials_and_done(filled, qtbot):
    filled.canvas().setFocus()
    QTest.keyClick(filled, Qt.Key.Key_P, CONTROL | SHIFT)
    box = filled.panels.command_box
    qtbot.waitUntil(box.edit.hasFocus)
    QTest.keyClicks(box.edit, "sel all")
    assert box.list.currentItem().text(0) == "Select: Select All" and box.list.currentItem().text(1) == "Ctrl+A"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: filled.canvas().selection() == {"A", "B"})
    assert box.isHidden()
    filled.commands["commands"].trigger()
    assert box.list.topLevelItem(0).text(0) == "Select: Select All"       # done last
    box.edit.setText("np")
    assert box.list.topLevelItem(0).text(0) == "Page: New Page"
    box.edit.setText("zzzz")
    assert not box.list.topLevelItemCount()
    QTest.keyClick(box.edit, Qt.Key.Key_Escape)
    assert box.isHidden()


def test_a_command_that_cannot_be_done_says_so(window):
    window.commands["commands"].trigger()
    box = window.panels.command_box
    QTest.keyClicks(box.edit, "edit: undo")
    assert box.list.currentItem().text(0) == "Edit: Undo"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    assert box.isVisible() and "cannot be done now: nothing was done yet" in box.count.text()
    assert "nothing was done yet · Ctrl+Z" in box.list.currentItem().text(1)


@pytest.mark.parametrize("typed, wanted", [
    ("layout", "Arrange: Arrange"), ("save picture", "File: Export Page"), ("settings", "Edit: Preferences"),
    ("group", "Arrange: Frame around the Selection"), ("chnage type", "Wires: Change Type"), ("dark mode",
     "View: Light Theme"), ("rns", "Run: Run N Steps"), ("play", "Run: Run Continuously")])
def test_commands_are_found_by_what_people_call_them(window, typed, wanted):
    window.commands["commands"].trigger()
    box = window.panels.command_box
    QTest.keyClicks(box.edit, typed)
    assert box.list.topLevelItem(0).text(0) == wanted


def test_every_action_is_in_the_box(window):
    window.commands["commands"].trigger()
    shown = window.panels.command_box.list.topLevelItemCount()
    assert shown == len(window.commands.table) - 1 + len(window.docks) + len(examples.names())


@pytest.mark.parametrize("typed, title", [
    ("mnist", "Digit classifier"), ("overfit", "Overfitting"), ("xornet", "XOR network")])
def test_an_example_is_found_and_its_copy_opened(window, qtbot, typed, title):
    window.commands["commands"].trigger()
    box = window.panels.command_box
    QTest.keyClicks(box.edit, typed)
    assert box.list.currentItem().text(0) == f"Example: {title}"
    QTest.keyClick(box.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.page().blocks))
    assert not window.file.path


def test_keys_can_be_changed_conflicts_are_told_and_it_lasts(window, qtbot, catalogue):
    dialog = Shortcuts(window, window.commands)
    dialog.open()
    dialog.choose("step")
    dialog.keys.setKeySequence(QKeySequence("Ctrl+S"))
    assert "Ctrl+S is taken by Save" in dialog.note.text()
    dialog.take.click()
    actions = window.commands
    assert actions["step"].shortcut().toString() == "Ctrl+S" and actions["save"].shortcuts() == []
    assert "Save has lost its keys" in dialog.note.text() and dialog.items["save"].text(1) == ""
    dialog.close()
    other = make_window(qtbot, catalogue)
    assert other.commands["step"].shortcut().toString() == "Ctrl+S" and other.commands["save"].shortcuts() == []
    assert other.commands.set_keys("save", None) == ["step"]
    other.commands.default_keys()
    last = make_window(qtbot, catalogue)
    assert last.commands["step"].shortcut().toString() == "F10"
    assert last.commands["redo"].shortcuts() == [QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")]


# --- sketches -------------------------------------------------------------------------------------------------------

def test_pictures_of_documents_are_kept(catalogue, tmp_path, monkeypatch, qapp):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = examples.path_of("matrix_product")
    first = sketch(path, catalogue, "dark", QSize(172, 112))
    kept = list((tmp_path / "blockloom" / "gallery").glob("*.png"))
    assert len(kept) == 1 and first.size() == QSize(172, 112)
    QImage(1, 1, QImage.Format.Format_RGB32).save(str(kept[0]))
    assert sketch(path, catalogue, "dark", QSize(172, 112)).width() == 1     # from the cache
    assert sketch(path, catalogue, "light", QSize(172, 112)).width() == 172
    assert sketch(tmp_path / "none.loom", catalogue, "dark", QSize(172, 112)) is None


# --- outline ----------------------------------------------------------------------------------------------------------

def lines(outline: Outline):
    found = []

    def walk(item, depth):
        found.append((depth, item.data(0, Qt.ItemDataRole.UserRole).kind, item.text(0)))
        for row in range(item.childCount()):
            walk(item.child(row), depth + 1)
    for row in range(outline.tree.topLevelItemCount()):
        walk(outline.tree.topLevelItem(row), 0)
    return found


@pytest.fixture
def outline(filled, qtbot):
    filled.docks.show("outline")
    outline = filled.docks["outline"].widget()
    qtbot.waitUntil(outline.tree.hasFocus)
    return outline


def test_the_outline_mirrors_the_document(outline, filled, qtbot):
    assert lines(outline) == [(0, PAGE, "main"), (1, BLOCK, "A"), (1, BLOCK, "B"), (0, PAGE, "second"), (1, BLOCK, "C")]
    tree = outline.tree
    tree.setCurrentItem(outline._items["main", "B"])
    QTest.keyClick(tree, Qt.Key.Key_Right)
    assert [line for line in lines(outline) if line[0] > 1] == [(2, PIN, "x"), (3, WIRE, "← A.output"), (2, PIN, "y")]
    filled.do(Insert("main", (Block("D", "Const"),)), "Add")
    qtbot.waitUntil(lambda: (1, BLOCK, "D") in lines(outline))
    assert (3, WIRE, "← A.output") in lines(outline) and outline._key(tree.currentItem()) == ("main", "B")
    outline.search.setText("neg")
    assert [line for line in lines(outline) if line[1] == BLOCK] == [(1, BLOCK, "B")]


def test_a_name_given_in_the_outline_reaches_the_values_that_name_the_block(outline, filled):
    filled.do(SetValue("main", "B", "y", "@A"), "Set")
    outline.fill()
    outline._items["main", "A"].setText(0, "FIRST")
    assert filled.page().blocks["B"].values["y"] == "@FIRST" and "FIRST" in filled.page().blocks
    filled.undo()
    assert filled.page().blocks["B"].values["y"] == "@A" and "A" in filled.page().blocks


def test_the_outline_of_a_very_large_page_says_how_much_it_leaves_out(outline, filled, monkeypatch):
    monkeypatch.setattr("blockloom.app.window.docks.outline._MOST", 1)
    outline.fill()
    top = outline.tree.topLevelItem(0)
    assert [top.child(i).text(0) for i in range(top.childCount())] == ["A", "1 more: filter them"]
    QTest.mouseClick(outline.tree.viewport(), Qt.MouseButton.LeftButton, pos=outline.tree.visualItemRect(
        top.child(1)).center())
    outline.search.setText("B")
    top = outline.tree.topLevelItem(0)
    assert [top.child(i).text(0) for i in range(top.childCount())] == ["B"]


def test_bookmarks_in_the_menu_and_in_the_outline(outline, filled, qtbot):
    pages = filled.history.document.pages
    filled.commands["bookmark"].trigger()
    filled.tabs.show_page("second")
    filled.canvas().view.zoom_to(0.5)
    filled.commands["bookmark"].trigger()
    filled.canvas().view.zoom_to(2.0)
    menu = next(a.menu() for a in filled.commands.menu_of("fit").actions() if a.text() == "Boo&kmarks")
    menu.aboutToShow.emit()
    texts = [a.text() for a in menu.actions() if a.text()]
    assert texts == ["Bookmark 1\t1", "main", "Bookmark 1", "Rename or Remove ..."]
    menu.actions()[0].trigger()
    assert filled.canvas().view.scale == 0.5
    menu.actions()[2].trigger()
    assert filled.tabs.page_name() == "main"
    menu.actions()[-1].trigger()
    tree = outline.tree
    assert tree.currentItem().text(0) == "Bookmark 1" and tree.currentItem().parent().text(0) == "second"
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_F2)
    editor = tree.findChild(QLineEdit)
    editor.setText("the loss")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: pages["second"].bookmarks[1].name == "the loss")
    qtbot.waitUntil(lambda: tree.currentItem() is not None and tree.currentItem().text(0) == "the loss")
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert filled.tabs.page_name() == "second"
    outline._menu(tree.visualItemRect(tree.currentItem()).center())
    entries = {a.text(): a for a in QApplication.activePopupWidget().actions()}
    assert list(entries) == ["Go There", "Rename\tF2", "Delete\tDel"]
    entries["Delete\tDel"].trigger()
    QApplication.activePopupWidget().close()
    assert not pages["second"].bookmarks and pages["main"].bookmarks
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions() if a.text()] == ["main", "Bookmark 1", "Rename or Remove ..."]


def test_the_outline_by_keyboard(outline, filled, qtbot):
    tree = outline.tree
    tree.setCurrentItem(outline._items["second", "C"])
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert filled.tabs.page_name() == "second" and filled.canvas().selection() == {"C"}
    tree.setFocus()
    tree.setCurrentItem(outline._items["main", "A"])
    QTest.keyClick(tree, Qt.Key.Key_F2)
    editor = tree.findChild(QLineEdit)
    editor.setText("ALPHA")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "ALPHA" in filled.history.document.pages["main"].blocks)
    qtbot.waitUntil(lambda: outline._key(tree.currentItem()) == ("main", "ALPHA"))
    tree.setCurrentItem(outline._items["main", "B"])
    QTest.keyClick(tree, Qt.Key.Key_Right)
    wire = outline._items["main", "B"].child(0).child(0)
    tree.setCurrentItem(wire)
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert not list(filled.history.document.pages["main"].wires())
    tree.setCurrentItem(outline._items["main", "ALPHA"])
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert list(filled.history.document.pages["main"].blocks) == ["B"]
    tree.setCurrentItem(outline._items["second", ""])
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert list(filled.history.document.pages) == ["main"]
    for _ in range(4):
        filled.undo()
    assert list(filled.history.document.pages) == ["main", "second"]
    assert set(filled.history.document.pages["main"].blocks) == {"A", "B"}


def test_a_wrong_name_in_the_outline_is_refused(outline, filled, qtbot):
    item = outline._items["main", "A"]
    item.setText(0, "not a name")
    assert "not a name" in filled.statusBar().currentMessage()
    qtbot.waitUntil(lambda: outline._items["main", "A"].text(0) == "A")


# --- pictures and print -----------------------------------------------------------------------------------------------

def test_a_page_is_exported_by_a_process_of_its_own(filled, qtbot, tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[2]))
    for name, head in (("p.png", b"\x89PNG"), ("p.svg", b"<?xml"), ("p.pdf", b"%PDF")):
        filled.panels.exporter.export_to(str(tmp_path / name))
        qtbot.waitUntil(lambda: filled.panels.exporter.process is None)
        assert not said and (tmp_path / name).read_bytes().startswith(head)
    filled.panels.exporter.export_to(str(tmp_path / "none" / "p.png"))
    qtbot.waitUntil(lambda: filled.panels.exporter.process is None)
    assert "none" in said[0] and "Traceback" not in said[0]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["p.pdf", "p.png", "p.svg"]


def test_a_page_is_printed_whole(filled, tmp_path):
    from PySide6.QtPrintSupport import QPrinter
    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "out.pdf"))
    filled.panels.exporter.paint(printer, filled.panels.exporter._picture())
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")


def test_the_print_preview_opens_draws_and_closes(filled, qtbot):
    drawn = []
    paint = filled.panels.exporter.paint
    filled.panels.exporter.paint = lambda *what: (drawn.append(what), paint(*what))
    filled.commands["print"].trigger()
    gc.collect()        # the preview must hold on to its printer
    dialog = filled.panels.exporter.preview[0]
    qtbot.waitUntil(lambda: dialog.isVisible() and bool(drawn))
    dialog.reject()
    qtbot.waitUntil(lambda: filled.panels.exporter.preview is None)


# --- work that takes time ---------------------------------------------------------------------------------------------

def test_what_takes_long_can_be_cancelled_and_errors_come_back(window, qtbot, monkeypatch):
    monkeypatch.setattr(waiting, "PATIENCE", 50)
    assert wait_for(lambda: 3, "working", window) == 3
    with pytest.raises(ZeroDivisionError):
        wait_for(lambda: 1 // 0, "working", window)
    release = threading.Event()

    def cancel(dialog):
        assert "working" in dialog.labelText()
        dialog.findChild(QPushButton).click()
    with_progress(window, cancel)
    with pytest.raises(WaitCancelled):
        wait_for(lambda: release.wait(20), "working", window)
    release.set()
    assert window.isEnabled() and QApplication.activeModalWidget() is None


# --- preferences ------------------------------------------------------------------------------------------------------

def choose(box, value):
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_preferences_are_taken_at_once_and_last(filled, qtbot, catalogue, monkeypatch):
    filled.commands["preferences"].trigger()
    dialog = filled.findChild(Preferences)
    choose(dialog.theme, "light")
    assert filled.theming.theme == "light" and filled.canvas().painter.theme is LIGHT
    assert filled.commands["theme"].isChecked()
    system = [Qt.ColorScheme.Dark]
    monkeypatch.setattr(type(QApplication.styleHints()), "colorScheme", lambda _: system[0])
    choose(dialog.theme, "system")
    assert filled.theming.theme == "dark"
    system[0] = Qt.ColorScheme.Light
    QApplication.styleHints().colorSchemeChanged.emit(system[0])
    assert filled.theming.theme == "light" and filled.canvas().painter.theme is LIGHT
    plain = filled.font().pointSizeF()
    choose(dialog.texts, 150)
    assert filled.menuBar().font().pointSizeF() == pytest.approx(1.5 * plain)
    choose(dialog.grid, 20)
    filled.canvas().selection.choose({"A"})
    filled.canvas().editing.snap()
    filled.canvas().placing.block("Const", QPointF(31.0, 649.0))
    assert (filled.page().blocks["CONST"].x, filled.page().blocks["CONST"].y) == (40.0, 640.0)
    dialog.map.click()
    assert filled.canvas().minimap is not None
    choose(dialog.language, "fr")
    assert language.chosen() == "fr" and "started next" in dialog.told.text()
    other = make_window(qtbot, catalogue)
    assert other.theming.theme == "light" and other.canvas().minimap is not None
    assert other.font().pointSizeF() == pytest.approx(1.5 * plain)
    for box, value in ((dialog.texts, 100), (dialog.theme, "dark"), (dialog.grid, 5)):
        choose(box, value)
    assert filled.font().pointSizeF() == plain and filled.theming.theme == "dark"


def test_docks_are_away_while_the_start_page_is_there(window, qtbot):
    window.docks["inspector"].hide()
    window.centre.show_start()
    assert all(dock.isHidden() for dock in window.docks.values())
    window.centre.show_start()
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    assert [key for key, dock in window.docks.items() if not dock.isHidden()] == ["palette", "lists"]
