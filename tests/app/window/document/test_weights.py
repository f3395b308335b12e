"""Weights in the window: seen and edited as a table, taken from files and written to them, and kept after a run."""

import os

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialogButtonBox, QFileDialog, QMessageBox

from blockloom.app.window.dialogs.textdialog import WeightDialog
from blockloom.app.window.run.worker_session import IDLE
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.files import documents
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.document_weights import key_of
from blockloom.blocks.weights.store import state_folder
from tests.app.windowkit import make_window
from tests.pages import insert


def net():
    document = new_document()
    add_weights(document, {"W": np.arange(12, dtype="f4").reshape(3, 2, 2)})[0].apply(document)
    document.pages["main"].blocks["W"] = Block(
        "W", "loom.ResourceVariable", values={"initvalues": "weights:W", "dtype": "DT_FLOAT"}
    )
    return document


@pytest.fixture
def window(qtbot, catalogue):
    made = make_window(qtbot, catalogue)
    made.workspace.replace(net())
    return made


def initial_values(window, block="W"):
    known = window.workspace.types_of("main", block)
    return known.literals["initvalues"][0].array


def opened(window):
    """Open the table of the weights by a double click on the value."""
    window.canvas().inline.value("W", "initvalues")
    return window.findChild(WeightDialog)


def ok(dialog):
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok).click()


def test_a_weight_is_edited_as_a_table_and_undone(window, qtbot):
    dialog = opened(window)
    qtbot.waitUntil(lambda: dialog.grid.text(0, 0)[0] == "0")
    dialog.viewer.picker.go((2, 0, 0))
    dialog.grid.go(1, 0)
    QTest.keyClicks(dialog.grid, "-")
    QTest.keyClicks(dialog.editor, "7.5")
    QTest.keyClick(dialog.editor, Qt.Key.Key_Return)
    assert dialog.array[2, 1, 0] == -7.5 and dialog.editor is None
    QGuiApplication.clipboard().setText("100\t101\n102\t103")
    dialog.grid.go(0, 0)
    QTest.keyClick(dialog.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert dialog.array[2].tolist() == [[100, 101], [102, 103]]
    QTest.keyClick(dialog.grid, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    dialog.grid.go(0, 1)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClicks(dialog.grid, "n")
    QTest.keyClicks(dialog.editor, "onsense")
    QTest.keyClick(dialog.editor, Qt.Key.Key_Return)
    assert dialog.editor.text() == "nonsense" and dialog.viewer.note.text()
    dialog.editor.clear()
    QTest.keyClicks(dialog.editor, "90")
    assert dialog.editor.hasFocus()
    dialog.grid.setFocus()  # as where OK is clicked
    ok(dialog)
    assert initial_values(window).ravel().tolist() == [*range(9), 90, -7.5, 11]
    window.workspace.undo()
    assert initial_values(window).ravel().tolist() == [*range(12)]


def test_a_file_that_is_imported_into_the_table_is_one_change_of_it(window, qtbot, tmp_path, monkeypatch):
    dialog = opened(window)
    np.save(tmp_path / "new.npy", np.ones((3, 2, 2), "f4"))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(tmp_path / "new.npy"), ""))
    (button,) = (button for button in dialog.findChildren(QAbstractButton) if "Import" in button.text())
    button.click()
    qtbot.waitUntil(lambda: dialog.grid.text(0, 0)[0] == dialog.grid.text(1, 1)[0] == "1")
    dialog.grid.go(1, 1)
    QTest.keyClicks(dialog.grid, "5")
    QTest.keyClick(dialog.editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.grid.text(1, 1)[0] == "5")
    for last in ("1", "3", "3"):  # the element, the file, and nothing more
        QTest.keyClick(dialog.grid, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda last=last: dialog.grid.text(1, 1)[0] == last)
    assert not dialog.changed
    button.click()
    ok(dialog)
    assert (initial_values(window) == 1).all()


def test_escape_leaves_an_element_as_it_was_and_then_asks_before_changes_are_lost(window, qtbot, monkeypatch):
    dialog = opened(window)
    qtbot.waitUntil(lambda: dialog.grid.text(0, 0)[0] == "0")
    asked = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()) or box.StandardButton.Cancel)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    for text, key in (("5", Qt.Key.Key_Return), ("6", Qt.Key.Key_Escape)):
        dialog.grid.go(0, 0)
        QTest.keyClicks(dialog.grid, text)
        QTest.keyClick(dialog.editor, key)
        assert dialog.editor is None and dialog.grid.hasFocus() and dialog.array[0, 0, 0] == 5
    assert not asked
    QTest.keyClick(dialog.grid, Qt.Key.Key_Escape)
    assert len(asked) == 1 and dialog.isVisible()
    monkeypatch.setattr(QMessageBox, "exec", lambda box: box.StandardButton.Discard)
    QTest.keyClick(dialog.grid, Qt.Key.Key_Escape)
    assert dialog.isHidden() and initial_values(window)[0, 0, 0] == 0


def test_values_come_from_files_and_go_to_files(window, qtbot, tmp_path, monkeypatch):
    new = np.linspace(0, 1, 12).reshape(3, 2, 2)
    page, values = window.page(), window.long_values

    def through(name, do):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(tmp_path / name), ""))
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / name), ""))
        do(page, "W", "initvalues")

    np.save(tmp_path / "new.npy", new)
    through("new.npy", values.import_value)
    assert (initial_values(window) == new.astype("f4")).all() and initial_values(window).dtype == np.float32
    for name in ("out.npy", "out.csv", "out.safetensors"):
        through(name, values.export_value)
        window.workspace.undo()
        assert initial_values(window)[2, 1, 1] == 11
        through(name, values.import_value)
        assert (initial_values(window) == new.astype("f4")).all(), name
    said = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[2]))
    np.save(tmp_path / "bad.npy", np.zeros(5))
    through("bad.npy", values.import_value)
    assert "[5]" in said[0] and "[3, 2, 2]" in said[0] and initial_values(window)[2, 1, 1] == 1
    picture = QImage(2, 3, QImage.Format.Format_Grayscale8)
    picture.fill(51)
    picture.save(str(tmp_path / "grey.png"))
    window.workspace.do(
        insert(
            """
            P loom.ResourceVariable @at=0,300 initvalues=[[[1.0], [2.0]], [[1.0], [2.0]], [[1.0], [2.0]]] \
                dtype=DT_FLOAT"""
        ),
        "add",
    )
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(tmp_path / "grey.png"), ""))
    values.import_value(page, "P", "initvalues")
    assert initial_values(window, "P").shape == (3, 2, 1) and np.allclose(initial_values(window, "P"), 0.2)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "back.png"), ""))
    values.export_value(page, "P", "initvalues")
    assert QImage(str(tmp_path / "back.png")).pixelColor(1, 2).red() == 51


def test_an_imported_array_becomes_weights_where_it_is_large(window, tmp_path, monkeypatch):
    for name, array in (("small", np.array([1.5, 2])), ("large", np.zeros((30, 30)))):
        np.save(tmp_path / f"{name}.npy", array)
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args, n=name: (str(tmp_path / f"{n}.npy"), ""))
        window.page().blocks["C"] = Block("C", "Const")
        window.long_values.import_value(window.page(), "C", "value")
        text = window.page().blocks["C"].values["value"]
        assert text == "[1.5, 2.0]" if name == "small" else key_of(text) == "C/value"


def test_what_was_trained_is_kept_by_a_command(window, qtbot):
    page, worker = window.page(), window.worker
    sha256 = document_weights.write_state_file({"W.00000000": np.ones((3, 2, 2), "f4")})
    fake = started(window, qtbot)
    fake.answers["get_trained_values"] = {"values": {"W": "weights:W.00000000"}, "sha256": sha256}
    window.commands["keep_trained"].trigger()
    qtbot.waitUntil(lambda: page.blocks["W"].values["initvalues"] == "weights:W.00000000")
    assert (initial_values(window) == 1).all() and worker.state == IDLE
    said = []
    window.workspace.refused.connect(said.append)
    window.commands["keep_trained"].trigger()
    qtbot.waitUntil(lambda: said == ["The variables have their initial values already."])
    said.clear()
    fake.answers["get_trained_values"] = {"refusal": "no variable has a value"}
    window.commands["keep_trained"].trigger()
    qtbot.waitUntil(lambda: said == ["no variable has a value"])
    window.workspace.undo()
    assert initial_values(window)[2, 1, 1] == 11


def started(window, qtbot):
    """Run the page once, and return the fake worker of the window."""
    window.runs.run(1)
    fake = window.worker.process
    qtbot.waitUntil(lambda: "run" in fake.last)
    fake.finish("run", outcome="done", step=1, problems=[], waiting=[], changed=[])
    qtbot.waitUntil(lambda: window.worker.state == IDLE)
    return fake


def test_a_file_that_others_write_to_ends_no_window_and_is_reported(window, tmp_path, monkeypatch):
    documents.save(net(), path := tmp_path / "net.loom")
    window.workspace.replace(new_document())
    for kept in state_folder().glob("*.safetensors"):
        kept.unlink()
    window.file.open_path(str(path))
    page, said, told, offered = window.page(), [], [], []
    monkeypatch.setattr(QMessageBox, "critical", lambda *args: said.append(args[2]))
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *args: offered.append(args[2]) or (str(tmp_path / "out.npy"), "")
    )
    window.workspace.message_added.connect(lambda text, *_: told.append(text))
    known, values = window.workspace.types_of("main", "W").value("initvalues"), window.long_values
    with open(tmp_path / "net.safetensors", "r+b") as file:
        file.truncate(os.path.getsize(file.name) - 20)  # in place, as it is open here
    values.export_value(page, "W", "initvalues")
    with monkeypatch.context() as before:  # as it was known before
        before.setattr(values, "_value", lambda *args: known)
        values.export_value(page, "W", "initvalues")
        assert opened(window) is None
    assert len(said) == 3 and all("cut off" in text for text in said) and not (tmp_path / "out.npy").exists()
    assert set(offered) == {str(tmp_path / "W_initvalues.npy")}  # in the folder of the document
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "other.loom"), ""))
    assert window.file.save_as(wait=True)
    assert "saved without the weights W" in told[0]
    assert "W" in documents.load(tmp_path / "other.loom").weights.arrays, "it is named still"


def test_blocks_are_pasted_into_another_document_with_their_weights(window, tmp_path):
    documents.save(net(), tmp_path / "net.loom")
    window.file.open_path(str(tmp_path / "net.loom"))
    window.canvas().selection.choose({"W"})
    assert window.canvas().clipboard.copy()
    other = new_document()
    add_weights(other, {"W": np.zeros(3)})[0].apply(other)
    window.workspace.replace(other)
    assert window.canvas().clipboard.paste_clipboard()
    assert initial_values(window).ravel().tolist() == [*range(12)] and other.weights.find("W", "")[0].shape == (3,)
    window.workspace.undo()
    assert other.weights.added.keys() == {"W"}
