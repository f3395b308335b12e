"""Values of many lines: TPU configs with completion and checks, and long texts of any block."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.window import user_settings
from blockloom.app.window.dialogs.textdialog import TextDialog
from blockloom.app.window.mainwindow import MainWindow
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from tests.app.windowkit import FakeWorker, press_in_dialog

CONFIG = 'table_descriptor {\n  name: "t"\n}\nmode: TRAINING\n'


def field(type_, of="", repeated=False, oneof=""):
    return {"type": type_, "of": of, "repeated": repeated, "oneof": oneof, "old": False}


SCHEMA = {
    "root": "C",
    "enums": {"M": ["UNSPECIFIED", "INFERENCE", "TRAINING"]},
    "messages": {
        "C": {"table_descriptor": field("message", "T", True), "mode": field("enum", "M"), "batch": field("int32")},
        "T": {
            "name": field("string"),
            "shared": field("bool"),
            "adagrad": field("message", "O", oneof="parameters"),
            "adam": field("message", "O", oneof="parameters"),
        },
        "O": {},
    },
}


@pytest.fixture
def window(qtbot, catalogue):
    user_settings.settings().clear()
    window = MainWindow(catalogue, WorkerSession(FakeWorker))
    qtbot.addWidget(window, before_close_func=lambda w: w.history.mark_saved())
    window.resize(1400, 900)
    window.show()
    window.worker.start()
    window.worker.process.answers |= {"config_schema": SCHEMA, "check_config": {"findings": []}}
    window.do(
        Insert(
            "main",
            (
                Block("CONF", "ConfigureTPUEmbedding", 0, 0, {"config": CONFIG}),
                Block("RECV", "XlaRecvTPUEmbeddingActivations", 400, 0),
                Block("LIST", "Const", 0, 300, {"value": "[1,\n 2,\n 3]"}),
            ),
        ),
        "Add",
    )
    yield window
    for dialog in window.findChildren(TextDialog):
        dialog.done(0)
    window.views.close_all()
    window.worker.close()


def open_config(window, qtbot, block="CONF"):
    dialog = window.long_values.open(window.page(), block, "config")
    qtbot.waitUntil(lambda: window.long_values.schema is not None)
    return dialog


def value(window, block="CONF", pin="config"):
    return window.page().blocks[block].values.get(pin)


def offered(window, text):
    return [o.name for o in window.long_values.offers(window.page(), "RECV", text, len(text))[1]]


def test_completion_knows_the_message_at_the_cursor(window, qtbot):
    open_config(window, qtbot)
    assert offered(window, "") == ["table_descriptor", "mode", "batch"]
    assert offered(window, "mode: TRAINING ") == ["table_descriptor", "batch"]  # one mode is enough
    assert offered(window, "mode: ") == ["UNSPECIFIED", "INFERENCE", "TRAINING"]
    assert offered(window, "mode: tr") == ["TRAINING"]
    assert offered(window, "table_descriptor { ada") == ["adagrad", "adam"]
    assert offered(window, "table_descriptor { adam {} ") == ["name", "shared"]  # one optimizer is enough
    assert offered(window, "table_descriptor { shared: ") == ["true", "false"]
    assert offered(window, 'table_descriptor { name: "a') == offered(window, "nothing { a") == []
    assert offered(window, "@") == ["@CONF"]


def test_completions_are_typed_with_what_belongs_to_them(window, qtbot):
    dialog = open_config(window, qtbot, "RECV")
    for text in ("tab", "na"):
        QTest.keyClicks(dialog.edit, text)
        popup = dialog.edit.completer.popup()
        qtbot.waitUntil(popup.isVisible)
        QTest.keyClick(popup, Qt.Key.Key_Return)
    QTest.keyClicks(dialog.edit, "word")
    QTest.keyClick(dialog.edit, Qt.Key.Key_End)
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)
    QTest.keyClick(dialog.edit, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(dialog.edit.completer.popup(), Qt.Key.Key_Down)
    QTest.keyClick(dialog.edit.completer.popup(), Qt.Key.Key_Return)
    assert dialog.text() == 'table_descriptor {\n  name: "word"\n  adagrad {\n    \n  }\n}'
    assert dialog.edit.textCursor().blockNumber() == 3
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert value(window, "RECV") == dialog.text() and '"config": "table_descriptor {\\n  name' in documents.dumps(
        window.history.document
    )
    window.commands["undo"].trigger()
    assert value(window, "RECV") is None


def test_findings_are_listed_and_marked(window, qtbot):
    worker = window.worker.process
    worker.answers["check_config"] = {"findings": [["error", 4, 1, "no mode", "Give it"], ["warning", 0, 0, "odd", ""]]}
    dialog = open_config(window, qtbot)
    qtbot.waitUntil(lambda: dialog.list.count() == 2)
    assert [dialog.list.item(i).text() for i in range(2)] == ["4:1: no mode. Give it", "odd"]
    assert dialog.message.text().startswith("1 error")
    QTest.keyClick(dialog, Qt.Key.Key_F8)
    assert dialog.edit.textCursor().blockNumber() == 3
    assert [m.cursor.selectedText() for m in dialog.edit.extraSelections()][1:] == ["mode"]
    worker.answers["check_config"] = {"findings": []}
    QTest.keyClicks(dialog.edit, " ")
    qtbot.waitUntil(lambda: dialog.message.text() == "No errors" and not dialog.list.isVisible())
    assert worker.asked[-1] == ("check_config", {"text": dialog.text()})


def test_an_unfinished_config_is_kept_and_other_blocks_can_be_named(window, qtbot):
    dialog = open_config(window, qtbot, "RECV")
    dialog.edit.setPlainText("@NONE")
    dialog.check()
    assert "no other block @NONE" in dialog.list.item(0).text()
    dialog.accept()
    assert value(window, "RECV") == "@NONE"
    dialog = open_config(window, qtbot, "RECV")
    dialog.edit.setPlainText("@CONF")
    dialog.check()
    assert not dialog.list.count()


def test_a_worker_that_dies_is_said(window, qtbot):
    window.worker.process.answers["check_config"] = None
    dialog = open_config(window, qtbot)
    qtbot.waitUntil(lambda: "check_config" in window.worker.process.last)
    window.worker.process.die()
    qtbot.waitUntil(lambda: dialog.message.text() == "Not checked: the worker ended")


def test_escape_asks_before_it_drops_something(window, qtbot):
    dialog = open_config(window, qtbot)
    QTest.keyClicks(dialog.edit, "# ")
    press_in_dialog("Cancel")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    press_in_dialog("Discard")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible() and value(window) == CONFIG


@pytest.mark.parametrize(("block", "pin"), [("CONF", "config"), ("LIST", "value")])
def test_a_double_click_on_the_pin_and_the_button_of_the_inspector_open_it(window, qtbot, block, pin):
    canvas = window.canvas()
    canvas.selection.choose([block])
    canvas.view.zoom_to(1.0)
    canvas.navigation.reveal(block)
    slot = canvas.scene.slot[block]
    spot = canvas.scene.layouts[slot].spot(pin, "input", "attr")
    at = canvas.view.widget(
        np.array(
            [canvas.scene.pos[slot][0] + spot.field.center().x(), canvas.scene.pos[slot][1] + spot.field.center().y()]
        )
    )
    QTest.mouseDClick(
        canvas,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QPoint(round(float(at[0])), round(float(at[1]))),
    )
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, TextDialog) and dialog.text() == value(window, block, pin)
    dialog.reject()
    qtbot.waitUntil(lambda: window.inspector.shown == block)
    button = window.inspector.fields[pin].more
    assert button.isVisible() and f"Edit {pin}" in button.accessibleName()
    button.click()
    assert QApplication.activeModalWidget().windowTitle() == f"{block}.{pin}"
    assert not window.history.undo_label.startswith("Set")


def test_a_long_value_is_checked_where_it_goes_wrong(window, qtbot):
    dialog = window.long_values.open(window.page(), "LIST", "value")
    dialog.edit.setPlainText("[1,\n 2,\n x]")
    dialog.accept()
    assert dialog.isVisible() and dialog.edit.textCursor().blockNumber() == 2
    assert dialog.list.item(0).text().startswith("3:2: ")
    dialog.edit.setPlainText("[1,\n 2]")
    dialog.accept()
    assert not dialog.isVisible() and value(window, "LIST", "value") == "[1,\n 2]"


def test_what_the_inspector_refused_goes_on_in_the_dialog(window, qtbot):
    window.canvas().selection.choose(["LIST"])
    qtbot.waitUntil(lambda: window.inspector.shown == "LIST")
    edit = window.inspector.fields["value"].edit
    edit.setFocus()
    edit.setText("[1, 2")
    QTest.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    dialog = QApplication.activeModalWidget()
    assert dialog.text() == "[1, 2"
    QTest.keyClick(dialog.edit, Qt.Key.Key_End)
    QTest.keyClicks(dialog.edit, "]")
    dialog.accept()
    assert value(window, "LIST", "value") == "[1, 2]"
    qtbot.waitUntil(lambda: edit.text() == "[1, 2]")
