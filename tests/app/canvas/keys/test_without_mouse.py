"""The window by keyboard and by screen reader: every part is reached, every control has a name, no two keys clash."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPointF, Qt, QTranslator
from PySide6.QtGui import QAccessible, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QPushButton,
    QWidget,
)

from blockloom.app.command_table import plain
from blockloom.app.window import user_settings
from blockloom.app.window.commands.actions import keep_apart, letter, spread
from blockloom.app.window.document.autosave import RecoverDialog
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.results.summaries import ResultRow
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.app.window.widgets.codeedit import Finding
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Wire
from blockloom.blocks.editing.recovery import CrashJournal
from blockloom.blocks.edits import AddPage, Insert
from blockloom.blocks.problems import ERROR, Problem
from tests.app.windowkit import FakeWorker
from tests.extent import at_release
from tests.pages import insert

KEY, ALT, SHIFT = Qt.Key, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
_ROLE = QAccessible.Role
_BOXES = (  # these need no name
    _ROLE.Client,
    _ROLE.Grouping,
    _ROLE.Pane,
    _ROLE.LayeredPane,
    _ROLE.Splitter,
    _ROLE.Separator,
    _ROLE.ScrollBar,
    _ROLE.StaticText,
    _ROLE.Border,
    _ROLE.Cell,
    _ROLE.Row,
    _ROLE.ListItem,
    _ROLE.TreeItem,
    _ROLE.ColumnHeader,
    _ROLE.RowHeader,
    _ROLE.Indicator,
    _ROLE.Grip,
    _ROLE.NoRole,
    _ROLE.ToolBar,
    _ROLE.MenuBar,
    _ROLE.StatusBar,
)


def unnamed(widget):
    """Return the controls and focusable widgets that have no name for a screen reader."""
    found = []

    def walk(one, path):
        state = one.state()
        if state.invisible:
            return
        name, of = one.text(QAccessible.Text.Name), one.object()
        if not name and (
            one.role() not in _BOXES or isinstance(of, QWidget) and not isinstance(of, QLabel) and state.focusable
        ):
            found.append((one.role().name, type(of).__name__, of.objectName() if isinstance(of, QObject) else "", path))
        if one.role() not in (_ROLE.Tree, _ROLE.Table, _ROLE.List):
            for i in range(one.childCount()):
                child = one.child(i)
                if child is not None and child.isValid():
                    walk(child, path + "/" + (name or one.role().name))

    walk(QAccessible.queryAccessibleInterface(widget), "")
    return found


def dialogs(window):
    """Every dialog of the window, open, one after the other."""
    window.do(Insert("main", (Block("E", "TPUEmbeddingActivations"), Block("S", "Const"))), "Add")
    for show in (
        *(window.commands[key].trigger for key in ("shortcuts", "preferences", "about", "handling", "legend")),
        lambda: window.long_values.open(window.page(), "S", "value"),
        lambda: window.messages.itemActivated.emit(window.messages.item(window.messages.count() - 1)),
    ):
        window.messages.add("it broke", "error", "line 1")
        show()
        dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
        if hasattr(dialog, "edit"):
            dialog.edit.set_findings([Finding(ERROR, 1, 1, "wrong", "")])
        yield dialog
        dialog.close()
        QApplication.processEvents()
    dialog = RecoverDialog(window.autosave, [CrashJournal(Path("j"), "", "page", "", "", [], 0.0)])
    dialog.open()
    yield dialog
    dialog.close()


@pytest.fixture
def full(window, qtbot):
    """All parts of the window at once."""
    window.do(Insert("main", (Block("A", "Const", values={"value": "1.0"}), Block("B", "Neg", 300.0, 0.0))), "Add")
    window.canvas().selection.choose({"A"})
    window.docks.show("outline")
    window.docks.show("target")
    window.find_box.ask()
    window.commands["commands"].trigger()
    window.canvas().minimap.toggle()
    window.lists.set_problems([Problem.from_texts(ERROR, "wrong", "main", "A", "", "wrong", "mend it")])
    window.canvas().requests.add_wanted.emit(window.canvas().gestures.pointer, None)
    qtbot.waitUntil(lambda: "value" in window.inspector.fields)
    QApplication.processEvents()
    return window


def test_every_control_has_a_name(full, qtbot):
    assert unnamed(full) == []
    for dialog in dialogs(full):
        assert dialog.windowTitle() and unnamed(dialog) == []
    full.centre.show_start()
    qtbot.waitUntil(lambda: unnamed(full) == [])


def test_every_control_of_a_viewer_has_a_name(window):
    window.do(Insert("main", (Block("A", "Const"),)), "Add")
    at = Address("", "A")
    window.views.open_block(window.page(), at)
    viewer = window.views.open_viewer(
        window.page(), at, ResultRow("DT_FLOAT", "output", "1", "output", None, (3, 4, 5))
    )
    for view in [v for _, v in window.views.tables] + [viewer.window()]:
        assert view.windowTitle() and unnamed(view) == []


def test_the_page_says_what_is_selected(full):
    canvas = full.canvas()
    face = QAccessible.queryAccessibleInterface(canvas)
    canvas.annotations.set_problems([Problem.from_texts(ERROR, "wrong", "main", "A", "", "wrong", "mend it")])
    canvas.selection.choose({"A"})
    canvas.screen_reader.tell()
    assert "main" in face.text(QAccessible.Text.Name)
    assert face.text(QAccessible.Text.Description) == "A (Const). without wires. wrong. mend it."
    canvas.editing.put_wire(Wire("A", "output", "B", "x"))
    canvas.selection.choose({"B"})
    canvas.screen_reader.tell()
    assert face.text(QAccessible.Text.Description) == "B (Neg). A.output → B.x"
    canvas.placing.note(QPointF(500, 500))
    canvas.screen_reader.tell()
    assert face.text(QAccessible.Text.Description).startswith("1 selected: ")
    canvas.selection.choose(())
    canvas.screen_reader.tell()
    assert "2" in face.text(QAccessible.Text.Description)


@pytest.fixture(params=["en", *(pytest.param(code, marks=at_release) for code in ("fr", "ko"))])
def spoken(request, qapp, catalogue, qtbot, translations):
    user_settings.install(qapp, request.param)
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.show()
    yield window
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()


def clashes(texts):
    many = Counter(filter(None, map(letter, texts)))
    return [[t for t in texts if letter(t) == key] for key, count in many.items() if count > 1]


def test_no_two_keys_of_a_menu_or_dialog_clash(spoken):
    wrong = {}
    bar = spoken.menuBar().actions()
    menus = {plain(a.text()): a.menu() for a in bar if a.menu()}
    for menu in menus.values():
        menu.aboutToShow.emit()
    titles = {"menu bar": [a.text() for a in bar], **{n: [a.text() for a in m.actions()] for n, m in menus.items()}}
    for name, texts in titles.items():
        wrong[name] = clashes(texts), [t for t in texts if name == "menu bar" and not letter(t)]
    for dialog in dialogs(spoken):
        texts = [
            w.text()
            for kind in (QAbstractButton, QLabel)
            for w in dialog.findChildren(kind)
            if w.isVisible() and (kind is QAbstractButton or w.buddy())
        ]
        wrong[dialog.windowTitle()] = clashes(texts), []
    assert {name: found for name, found in wrong.items() if found != ([], [])} == {}


def test_letters_are_spread():
    assert spread(["&Undo", "D&uplicate", "R&&D", "&Cut"], [""] * 4) == ["&Undo", "&Duplicate", "&R&&D", "&Cut"]
    assert spread(["명령(&C)…", "색(&C)", "색(&C)"], ["", "legend", ""]) == ["명령(&C)…", "색(&L)", "색(&A)"]
    assert spread(["&A", "A", "A"], [""] * 3) == ["&A", "A", "A"]
    assert spread(["&A", "&É", "é"], [""] * 3) == ["&A", "&É", "é"]  # no letter in brackets, which French has not


def test_f6_goes_around_the_window_and_back(full, qtbot):
    full.adding.box.hide()
    full.canvas().setFocus()
    seen = []
    for _ in range(12):
        QTest.keyClick(QApplication.focusWidget(), KEY.Key_F6)
        seen.append(QApplication.focusWidget())
        if seen[-1] is full.canvas():
            break
        line, part = full.focus_line, next((d for d in full.docks.values() if d.isAncestorOf(seen[-1])), None)
        assert line.isVisible() == (part is not None) and (part is None or line.parentWidget() is part)
    docks = {d.objectName() for w in seen for d in full.docks.values() if d.isAncestorOf(w)}
    assert docks == {"inspector", "target", "lists", "outline"} and seen[-1] is full.canvas()
    assert full.commands.steps in seen and full.target_button in seen
    QTest.keyClick(full.canvas(), KEY.Key_F6, SHIFT)
    assert QApplication.focusWidget() is seen[-2]


def test_boxes_of_a_page_close_with_it(window):
    window.do(Insert("main", (Block("A", "Const", values={"value": "1.0"}), Block("B", "Neg", 300.0, 0.0))), "Add")
    window.do(AddPage("second"), "Add page")
    for key, modifiers in ((KEY.Key_W, NONE), (KEY.Key_A, SHIFT)):  # the box of wires, that of types
        for leave in (lambda: window.tabs.turn(1), window.undo):
            window.tabs.show_page("main")
            window.canvas().setFocus()
            window.canvas().selection.choose({"A"})
            QTest.keyClick(window.canvas(), key, modifiers)
            box = QApplication.focusWidget().parentWidget()
            assert box in (window.wire_box, window.adding.box)
            leave()
            assert not box.isVisible() and window.canvas().hasFocus()
        window.redo()


def test_blocks_are_chosen_and_wired_without_a_mouse(window, qtbot):
    window.do(
        insert("A Const value=1.0; B Neg @at=300,0; C AddV2 @at=300,200; OFF Neg @at=0,330"),
        "Add",
    )
    canvas = window.canvas()
    canvas.setFocus()
    for key, chosen in (
        (KEY.Key_Right, "A"),
        (KEY.Key_Right, "B"),
        (KEY.Key_Down, "C"),
        (KEY.Key_Left, "OFF"),
        (KEY.Key_Up, "A"),
    ):
        QTest.keyClick(canvas, key, ALT)
        assert canvas.selection() == {chosen}, key
    QTest.keyClick(canvas, KEY.Key_W)
    box = window.wire_box
    offered = [box.list.topLevelItem(i).text(0) for i in range(box.list.topLevelItemCount())]
    assert offered[0] == "A.output → B.x  ·  Neg" and "OFF before A  ·  Neg" in offered
    QTest.keyClicks(box.edit, "c.y")
    assert {label.text() for label in box.findChildren(QLabel)} & {"1 wire fits", "1 wires fit"} == {"1 wire fits"}
    QTest.keyClick(box.edit, KEY.Key_Return)
    qtbot.waitUntil(lambda: [str(w) for w in window.page().wires()] == ["A.output -> C.y"])
    assert canvas.hasFocus()
    QTest.keyClick(canvas, KEY.Key_Right, ALT)
    QTest.keyClick(canvas, KEY.Key_Down, ALT | SHIFT)
    assert canvas.selection() == {"B", "C"}
    QTest.keyClick(canvas, KEY.Key_W)
    offered = [box.list.topLevelItem(i).text(0) for i in range(box.list.topLevelItemCount())]
    assert offered[0] == "B.y → C.x  ·  AddV2" and not any("A." in text for text in offered)
    assert offered.index("B.y → C.y  ·  AddV2") > offered.index("C.z → B.x  ·  Neg")  # C.y is wired already
    QTest.keyClick(box.edit, KEY.Key_Escape)
    assert canvas.hasFocus() and len(list(window.page().wires())) == 1
    canvas.selection.choose(())
    QTest.keyClick(canvas, KEY.Key_W)
    assert not box.isVisible() and "select a block first" in window.statusBar().currentMessage()


def test_the_menu_of_a_block_opens_on_it(window, monkeypatch):
    window.do(Insert("main", (Block("A", "Const"), Block("FAR", "Neg", 5000.0, 3000.0))), "Add")
    canvas, places = window.canvas(), []
    canvas.selection.choose({"FAR"})
    monkeypatch.setattr(QMenu, "popup", lambda _, at: places.append(canvas.mapFromGlobal(at)))
    middle = canvas.rect().center()
    QApplication.sendEvent(
        canvas, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, canvas.mapToGlobal(middle))
    )
    corner = canvas.view.to_widget(QPointF(5000.0, 3000.0)).toPoint()
    assert canvas.rect().contains(places[0]) and (places[0] - corner).manhattanLength() < 60


def test_blocks_added_by_keyboard_are_side_by_side(window, qtbot):
    canvas = window.canvas()
    canvas.setFocus()
    for _ in range(3):
        QTest.keyClick(canvas, KEY.Key_Tab)
        QTest.keyClicks(window.adding.box.edit, "const")
        QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    canvas.selection.choose({"CONST"})
    QTest.keyClick(canvas, KEY.Key_Tab)
    QTest.keyClicks(window.adding.box.edit, "const")
    QTest.keyClick(window.adding.box.edit, KEY.Key_Return)
    places = [(b.x, b.y) for b in window.page().blocks.values()]
    assert places[0][0] < places[1][0] < places[2][0] and len(places) == 4
    assert places[3][0] == places[1][0] and places[3][1] > places[1][1] + 50


def test_buttons_of_a_bar_have_letters_that_no_menu_has(qtbot):
    window, bar = QMainWindow(), QWidget()
    qtbot.addWidget(window)
    window.menuBar().addMenu("&Edit")
    row = QHBoxLayout(bar)
    for text in ("&End", "&Next", "Next &Enough"):
        row.addWidget(QPushButton(text))
    keep_apart(bar)
    window.setCentralWidget(bar)
    window.show()
    letters = [letter(button.text()) for button in bar.findChildren(QPushButton)]
    assert "E" not in letters and "" not in letters and len(set(letters)) == 3 and letters[1] == "N"
