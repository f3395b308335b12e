"""enuSpace pages in the window: the report, and the folders that they name."""

import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox

from blockloom.app import formats
from blockloom.app.canvas import Canvas
from blockloom.app.window import main, mainwindow
from blockloom.app.window.docks.problems import _DETAILS
from blockloom.app.window.document.importing import FolderDialog
from blockloom.app.window.mainwindow import MainWindow
from tests.app.windowkit import answer_dialog

PAGE = """<?xml version="1.0" encoding="UTF-16"?>
<svg id="P" enuspace-version="3.0.3.0" width="8" height="6" xmlns:xlink="http://www.w3.org/1999/xlink">
 <use id="READ" type="tensorflow" transform="translate(100,100)" xlink:href="#ReadFile">
  <pg-set-pin variable="#filename" auto="true" shape="" var-type="string"
              value="C:\\\\Users\\\\me\\\\Dataset\\\\a.txt"/>
 </use>
 <text id="T" stroke="rgb(0,175,84)" transform="translate(10,10)">A text</text>
</svg>"""


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.svg"
    path.write_bytes(PAGE.encode("utf-16"))
    (tmp_path / "dataset").mkdir()
    (tmp_path / "dataset" / "a.txt").write_text("hello")
    return path


def _answer(found, which, fill=None):
    """Press a button of the folder dialog when it comes."""

    def press(dialog):
        found.update({folder: field.text() for folder, field in dialog.fields.items()})
        for field in dialog.fields.values() if fill is not None else ():
            field.setText(fill)
        dialog.findChild(QDialogButtonBox).button(which).click()

    answer_dialog(press, FolderDialog)


def test_opening_offers_the_folder_of_the_page_and_undo_takes_it_back(window, page):
    found = {}
    _answer(found, QDialogButtonBox.StandardButton.Ok)
    assert window.file.open_path(str(page))
    assert found == {"C:\\Users\\me\\Dataset": str(page.parent / "dataset")}
    read = window.history.document.pages["page"].blocks["READ"]
    assert Path(read.values["filename"].strip('"')) == page.parent / "dataset" / "a.txt"
    assert window.history.undo_label == "Map folders"
    assert not [p for p in window.runs.pages.run_of("").problems if p.code == "windows-path"]
    window.undo()
    assert "Users" in window.history.document.pages["page"].blocks["READ"].values["filename"]
    assert not window.history.dirty
    details = [window.messages.item(row).data(_DETAILS) or "" for row in range(window.messages.count())]
    said = "\n".join(details)
    assert "kept as a note" in said


def test_a_page_given_at_the_start_goes_the_same_way(window, page, monkeypatch):
    monkeypatch.setattr(main.gc, "freeze", lambda: None)
    opening = main.Opening(window, str(page))
    assert "page" in window.history.document.pages
    found = {}
    _answer(found, QDialogButtonBox.StandardButton.Ok)
    main.start_after_paint(window, opening)
    assert found == {"C:\\Users\\me\\Dataset": str(page.parent / "dataset")}
    assert str(page.parent) in window.history.document.pages["page"].blocks["READ"].values["filename"]
    details = [window.messages.item(row).data(_DETAILS) or "" for row in range(window.messages.count())]
    assert "kept as a note" in "\n".join(details)


@pytest.mark.parametrize("there, page_name", [(True, "page"), (False, "main")])
def test_a_window_that_is_given_a_document_makes_one_canvas(catalogue, qtbot, page, monkeypatch, there, page_name):
    made = []

    def canvas(history, page, *arguments, **more):
        made.append(page)
        return Canvas(history, page, *arguments, **more)

    monkeypatch.setattr(mainwindow, "Canvas", canvas)
    window = MainWindow(catalogue, empty=False)
    qtbot.addWidget(window)
    main.Opening(window, str(page if there else page.parent / "nowhere.loom"))
    assert made == [page_name] and window.tabs.page_name() == page_name


def test_a_page_that_takes_long_to_read_comes_after_the_window(window, page, monkeypatch, qtbot):
    began, go_on, read = threading.Event(), threading.Event(), formats.open_with_report

    def slow(path, **options):
        began.set()
        assert threading.current_thread() is not threading.main_thread() and go_on.wait(60)
        return read(path, **options)

    monkeypatch.setattr(formats, "open_with_report", slow)
    monkeypatch.setattr(main, "_AT_ONCE", 0.0)
    monkeypatch.setattr(main.gc, "freeze", lambda: None)
    opening = main.Opening(window, str(page))
    assert began.wait(60) and "page" not in window.history.document.pages
    go_on.set()
    _answer({}, QDialogButtonBox.StandardButton.Ok)
    main.start_after_paint(window, opening)
    assert "page" in window.history.document.pages


def test_leaving_the_folders_changes_nothing(window, page):
    found = {}
    _answer(found, QDialogButtonBox.StandardButton.Cancel, fill="/somewhere")
    assert window.file.open_path(str(page))
    assert [p.pin for p in window.runs.pages.run_of("").problems if p.code == "windows-path"] == ["filename"]
    assert found
    assert not window.history.dirty
    again = {}
    _answer(again, QDialogButtonBox.StandardButton.Ok, fill="/data")
    window.file.map_folders()
    assert "/data/a.txt" in window.history.document.pages["page"].blocks["READ"].values["filename"]


def test_a_document_without_such_folders_is_reported(window):
    window.file.map_folders()
    assert "Windows folder" in window.statusBar().currentMessage()
