"""Large documents in the window: work that is done once, or only for the visible part."""

import gc
import json
import sys
import threading
import weakref

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas import Canvas
from blockloom.app.canvas.scene import scene
from blockloom.app.window.dialogs import textdialog
from blockloom.blocks import checks
from blockloom.blocks.document.pages import Block, Document, Frame, Page
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, CompositeEdit, Insert, Move, RemovePage, SetValue
from blockloom.blocks.values import literals, number_texts
from tests.bench.__main__ import big_document


def pages(count):
    document = Document()
    for number in range(count):
        name = f"p{number}"
        document.pages[name] = Page(name)
        Insert(name, (Block("A", "Const", values={"value": "1"}),)).apply(document)
    return document


def shown(window):
    return sorted(canvas.open_page.name for canvas in window.tabs.canvases())


def test_a_canvas_is_made_when_its_page_is_shown(window):
    window.workspace.replace(pages(120))
    assert window.tabs.count() == 120
    assert shown(window) == ["p0"]
    assert window.canvas().open_page.name == "p0" and window.canvas().isVisible()
    QTest.keyClick(window, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    window.tabs.goto("p77", "A")
    assert shown(window) == ["p0", "p1", "p77"]
    assert window.canvas().open_page.name == "p77" and window.canvas().selection() == {"A"}
    assert window.tabs.canvas_of("p5").open_page.name == "p5"
    window.workspace.set_catalogue(window.catalogue)
    assert window.canvas().open_page.name == "p77"
    assert "p5" not in shown(window)


def test_a_document_that_was_replaced_goes_without_the_collector(window, qtbot):
    gc.collect()
    gc.disable()
    try:
        window.workspace.replace(big_document(1_000))
        qtbot.waitUntil(lambda: bool(window.canvas().marks.dtypes))  # all that looks at its types has begun to
        page = next(iter(window.workspace.document.pages.values()))
        dies, block = weakref.ref(page), next(iter(page.blocks.values()))
        del page
        window.workspace.replace(pages(1))
        qtbot.waitUntil(lambda: dies() is None and sys.getrefcount(block) == 2)  # the variable and the argument
    finally:
        gc.enable()


def test_many_pages_come_and_go_in_one_step(window):
    window.workspace.replace(pages(2))
    window.canvas().setFocus()
    window.do(CompositeEdit(tuple(AddPage(f"new {i}", 1) for i in range(60))), "Add")
    assert [window.tabs.bar.tabData(i) for i in range(62)] == list(window.history.document.pages)
    assert window.tabs.page_name() == "p0" and window.canvas().hasFocus()
    window.do(CompositeEdit(tuple(RemovePage(f"new {i}") for i in range(60))), "Remove")
    assert [window.tabs.bar.tabData(i) for i in range(window.tabs.count())] == ["p0", "p1"]
    assert window.canvas().open_page.name == "p0" and window.canvas().hasFocus()


def test_an_edit_of_one_page_is_nothing_to_the_canvases_of_others(window, monkeypatch):
    window.workspace.replace(pages(3))
    for number in range(3):
        window.tabs.show_page(f"p{number}")
    followed = []
    for canvas in window.tabs.canvases():
        monkeypatch.setattr(
            canvas.scene,
            "apply",
            lambda edit, page, *retyped, true=canvas.scene.apply: (
                followed.append(page.name) or true(edit, page, *retyped)
            ),
        )
    window.do(SetValue("p1", "A", "value", "2"), "Set")
    assert followed == ["p1"]


def test_of_many_frames_in_sight_the_largest_alone_are_drawn_with_their_titles(window, monkeypatch):
    frames = tuple(Frame(f"F{i}", width=100.0 + i, x=i % 40 * 1500.0, y=i // 40 * 400.0) for i in range(1000))
    window.do(Insert("main", frames=frames), "Insert")
    canvas, drawn = window.canvas(), []
    canvas.fit()
    monkeypatch.setattr(canvas.painter.boxes, "frame", lambda p, frame, titled: drawn.append(frame.id))
    canvas.grab()
    assert drawn == [f"F{i}" for i in range(999, 699, -1)]
    drawn.clear()
    canvas.view.zoom_to(1.0)
    canvas.navigation.reveal("F3")
    canvas.grab()
    assert "F3" in drawn and len(drawn) < 10


ROWS = [[round(0.001 * i * j, 3) for j in range(100)] for i in range(400)]


def with_value(window, text):
    big, other = Block("BIG", "Const", values={"value": text}), Block("OTHER", "NoOp", 0.0, 300.0)
    window.do(Insert("main", (big, other)), "Add")
    QApplication.processEvents()
    return window.canvas()


def test_a_value_of_many_numbers_is_read_once_whatever_shows_it(window, qtbot, monkeypatch):
    read = []
    monkeypatch.setattr(
        number_texts, "array", lambda text, dtype, true=number_texts.array: read.append(dtype) or true(text, dtype)
    )
    monkeypatch.setattr(
        literals,
        "by_grammar",
        lambda text, dtype=None, true=literals.by_grammar: (
            read.append(text) if len(text) > literals.LONG else true(text, dtype)
        ),
    )
    canvas = with_value(window, json.dumps(ROWS))
    for name in ("BIG", "OTHER", "BIG"):
        canvas.navigation.reveal(name)
        qtbot.waitUntil(lambda name=name: window.inspector.shown == name)
    window.do(SetValue("main", "BIG", "dtype", "DT_DOUBLE"), "Set")
    window.undo()
    window.commands["copy"].trigger()
    window.commands["paste"].trigger()
    canvas.open_page.rules()
    checks.check(window.history.document, window.catalogue)
    QApplication.processEvents()
    assert read == [None]


def test_the_inspector_shows_the_beginning_of_a_long_value_and_leaves_it_as_it_is(window, qtbot):
    text = json.dumps(ROWS)
    canvas = with_value(window, text)
    canvas.navigation.reveal("BIG")
    qtbot.waitUntil(lambda: window.inspector.shown == "BIG")
    field = window.inspector.fields["value"]
    assert field.edit.isReadOnly() and len(field.edit.text()) < 2000 and field.edit.text()[:500] == text[:500]
    assert field.more.isVisible()
    field.edit.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_X, Qt.Key.Key_Escape):
        QTest.keyClick(field.edit, key)
    window.workspace.typing_ends.emit()
    assert window.page().blocks["BIG"].values["value"] == text
    wanted = []
    window.inspector.text_wanted.connect(lambda *what: wanted.append(what[:2]))
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert wanted == [("BIG", "value")]
    QApplication.activeModalWidget().reject()
    window.do(SetValue("main", "BIG", "value", "1.5"), "Set")
    qtbot.waitUntil(lambda: not field.edit.isReadOnly() and field.edit.text() == "1.5")


def test_a_long_value_is_edited_in_a_dialog_whose_lines_are_short(window, qtbot):
    text = json.dumps(ROWS * 3)
    canvas = with_value(window, text)
    canvas.inline.value("BIG", "value")
    assert canvas.inline.editor is None
    dialog = QApplication.activeModalWidget()
    ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
    qtbot.waitUntil(ok.isEnabled)
    shown = dialog.text()
    assert json.loads(shown) == ROWS * 3 and max(map(len, shown.split("\n"))) < 2200
    dialog.accept()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)
    assert window.page().blocks["BIG"].values["value"] == text  # nothing was changed

    canvas.inline.value("BIG", "value")
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(dialog.buttons.button(dialog.buttons.StandardButton.Ok).isEnabled)
    cursor = dialog.edit.textCursor()
    cursor.setPosition(2)
    dialog.edit.setTextCursor(cursor)
    QTest.keyClicks(dialog.edit, "x")
    dialog.accept()
    qtbot.waitUntil(lambda: bool(dialog.edit.findings))
    assert "is not a number" in dialog.list.item(0).text()
    QTest.keyClick(dialog.edit, Qt.Key.Key_Delete)
    QTest.keyClicks(dialog.edit, "7")
    dialog.accept()
    qtbot.waitUntil(lambda: window.page().blocks["BIG"].values["value"] != text)
    new = json.loads(window.page().blocks["BIG"].values["value"])
    assert new[0][0] != ROWS[0][0] and new[1:] == (ROWS * 3)[1:]


def test_text_is_never_broken_into_lines_of_its_own():
    for text in ("[" + "1, " * 9000 + "2]", "1;" * 9000):
        assert textdialog.breakable(text)
        assert max(map(len, textdialog.broken(text).split("\n"))) < 1100
    for text in ('["' + "a, " * 9000 + '"]', "word, " * 9000, "[1, 2]"):
        assert not textdialog.breakable(text)


def test_a_page_that_was_laid_out_in_a_thread_is_shown_as_any_other(qtbot, catalogue):
    document = big_document(scene.LARGE)
    page = document.pages["main"]
    thread = threading.Thread(target=lambda: scene.prepare(document, catalogue))
    thread.start()
    thread.join()
    ready, made = scene.scene_of(page, catalogue), scene.scene_of(page, catalogue)
    assert ready is not made, "it is given once: the next canvas has its own"
    assert ready.geometry.fonts is made.geometry.fonts, "of the window's thread"
    for name in ("pos", "size", "e1", "e2", "ink", "far"):
        assert (getattr(ready, name) == getattr(made, name)).all()
    assert [layout.title for layout in ready.layouts] == [layout.title for layout in made.layouts]
    history = UndoStack(document)
    canvas = Canvas(history, "main", catalogue)
    qtbot.addWidget(canvas)
    history.do(Move("main", {"op_1": (5.0, 5.0)}))
    assert canvas.scene.pos[canvas.scene.slot["op_1"]].tolist() == [5.0, 5.0]
