"""Copies of library pages in the window: a changed library is reported, and a fix can be chosen."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas.scene.translation import translated
from blockloom.blocks import operations
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.files import documents, library
from tests.app.windowkit import press_in_menu
from tests.blocks.files.test_library import maths, write


@pytest.fixture
def drifted(window, catalogue, tmp_path, monkeypatch, qtbot):
    """Return a window on a document whose copy of a library page differs from the library."""
    monkeypatch.setattr(library, "FOLDER", tmp_path / "shipped")
    monkeypatch.setattr(library, "user_folder", lambda: tmp_path / "user")
    write(tmp_path)
    made = new_document()
    made.folder = str(tmp_path)
    operations.use_library_page(made, catalogue, maths(tmp_path), "times")[0].edit.apply(made)
    documents.save(made, tmp_path / "mine.loom")
    write(tmp_path, "7")
    window.file.open_path(str(tmp_path / "mine.loom"))
    qtbot.waitUntil(lambda: bool(drift_problems(window)))
    return window


def drift_problems(window):
    return [p for p in window.problem_list.rows.problems if p.code == "library-drift"]


def choose(window, qtbot, text):
    """Ask for a fix of the row by Ctrl+., and press the entry of the menu that comes."""
    rows = window.problem_list
    window.lists.show_problems()
    qtbot.waitUntil(rows.hasFocus)
    rows.setCurrentIndex(rows.model().index(rows.rows.problems.index(drift_problems(window)[0]), 0))
    QTest.keyClick(rows, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    press_in_menu(QApplication.activePopupWidget(), text)
    qtbot.waitUntil(lambda: not drift_problems(window))


def test_a_page_is_updated_from_the_list_and_that_is_undone(drifted, qtbot):
    page = drifted.workspace.document.pages["times"]
    choose(drifted, qtbot, "Update times from maths")
    assert drifted.workspace.document.pages["times"].blocks["M"].values == {"y": "7"}
    drifted.undo()
    assert page.blocks["M"].values == {"y": "2"}
    qtbot.waitUntil(lambda: bool(drift_problems(drifted)))


def test_a_page_is_kept_as_a_copy(drifted, qtbot):
    choose(drifted, qtbot, "Keep times as an independent copy")
    page = drifted.workspace.document.pages["times"]
    assert (page.origin, page.blocks["M"].values) == (None, {"y": "2"})


def test_library_changes_are_reported_when_the_window_becomes_active(drifted, tmp_path, qtbot):
    choose(drifted, qtbot, "Update times from maths")
    write(tmp_path, "9")
    assert os.stat(tmp_path / "maths.loom").st_mtime_ns == 9
    drifted.file.look_at_disk()
    qtbot.waitUntil(lambda: bool(drift_problems(drifted)))
    assert "times of the library maths" in translated(drift_problems(drifted)[0].message)
