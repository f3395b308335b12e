"""Documents that are opened, saved, dropped and closed."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from tests.app.windowkit import press_in_dialog, press_in_menu


def add(window, *blocks):
    window.do(Insert(window.tabs.page_name(), blocks), "Add")


def tabs(window):
    return [window.tabs.bar.tabData(i) for i in range(window.tabs.count())]


def test_save_open_and_the_title(window, tmp_path, monkeypatch, qtbot):
    path = tmp_path / "a.loom"
    monkeypatch.setattr(
        "blockloom.app.window.document.documentfile.QFileDialog.getSaveFileName", lambda *a: (str(tmp_path / "a"), "")
    )
    add(window, Block("A", "NoOp"))
    assert window.isWindowModified()
    QTest.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert not window.isWindowModified() and window.windowTitle().startswith("a.loom")
    assert documents.load(path).pages["main"].blocks.keys() == {"A"}
    window.file.new()
    assert not window.page().blocks and window.windowTitle().startswith("untitled")
    press_in_menu(window.recent_menu, f"1 {path}")
    assert set(window.page().blocks) == {"A"}
    path.unlink()
    window.recent_menu.aboutToShow.emit()
    first, *_ = window.recent_menu.actions()
    assert first.text() == f"&1 {path}" and not first.isEnabled()  # it is gone, and may come back


def test_files_of_a_new_document_are_looked_for_where_the_window_was_started(window, tmp_path, monkeypatch):
    for started, folder in ((tmp_path, tmp_path), (Path("/"), Path.home())):
        monkeypatch.chdir(started)
        assert window.file.folder() == str(folder)


def test_undo_back_to_what_was_saved_is_clean(window):
    window.history.mark_saved()
    add(window, Block("A", "NoOp"))
    assert window.isWindowModified()
    window.undo()
    assert not window.isWindowModified()
    window.redo()
    assert window.isWindowModified() and set(window.page().blocks) == {"A"}


@pytest.mark.parametrize(("answer", "closed"), [("Cancel", False), ("Discard", True), ("Save", True)])
def test_close_with_unsaved_changes_asks(window, tmp_path, answer, closed):
    window.file.path = str(tmp_path / "b.loom")
    add(window, Block("A", "NoOp"))
    press_in_dialog(answer)
    assert window.close() == closed
    assert (tmp_path / "b.loom").exists() == (answer == "Save")


def test_a_bad_file_is_one_dialog_and_changes_nothing(window, tmp_path, monkeypatch):
    add(window, Block("A", "NoOp"))
    window.history.mark_saved()
    for data in (b"", b"\x00\xff\xfe", b'{"blockloom": 99, "pages": []}', b'{"blockloom": 1, "pages": [{'):
        (tmp_path / "bad.loom").write_bytes(data)
        said = []
        monkeypatch.setattr(QMessageBox, "critical", lambda parent, title, text, said=said: said.append(text))
        assert not window.file.open_path(str(tmp_path / "bad.loom"))
        assert len(said) == 1 and "bad.loom" in said[0] and set(window.page().blocks) == {"A"}, data


def test_a_failed_save_says_why_and_keeps_everything(window, tmp_path):
    window.file.path = str(tmp_path / "missing" / "c.loom")
    add(window, Block("A", "NoOp"))
    said = []
    press_in_dialog("Close", said)
    assert not window.file.save()
    assert "missing" in said[0] and window.isWindowModified() and set(window.page().blocks) == {"A"}


def test_a_file_changed_on_disk_is_not_overwritten_unasked(window, tmp_path):
    path = tmp_path / "d.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    add(window, Block("A", "NoOp"))
    path.write_text("changed by somebody else\n")
    said = []
    press_in_dialog("Cancel", said)
    assert not window.file.save()
    assert "d.loom" in said[0] and path.read_text() == "changed by somebody else\n"
    press_in_dialog("Overwrite")
    assert window.file.save() and "A" in documents.load(path).pages["main"].blocks


def test_repairs_of_the_reader_are_in_the_problems(window, tmp_path):
    path = tmp_path / "twice.loom"
    path.write_text(
        '{"blockloom": 1, "pages": [{"name": "main", "blocks": [{"id": "A", "type": "NoOp", "at": [0, 0]}, '
        '{"id": "A", "type": "NoOp", "at": [9, 9]}]}]}'
    )
    assert window.file.open_path(str(path))
    assert [p.code for p in window.problem_list.rows.problems] == ["duplicate-id"]


def test_an_example_opens_as_a_copy(window):
    window.example_menu.aboutToShow.emit()
    window.example_menu.actions()[0].menu().actions()[0].trigger()
    assert window.page().blocks and window.file.path == "" and not window.isWindowModified()


def test_a_dropped_file_is_opened(window, tmp_path, qtbot):
    document = new_document("dropped")
    documents.save(document, tmp_path / "x.loom")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "x.loom"))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)
    qtbot.waitUntil(lambda: tabs(window) == ["dropped"])


def test_files_of_every_kind_that_opens_can_be_dropped(window):
    for name in ("page.loom", "page.svg", "project.ENUP"):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(f"/tmp/{name}")])
        event = QDragEnterEvent(
            QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        event.ignore()
        window.dragEnterEvent(event)
        assert event.isAccepted(), name


def test_a_file_with_data_is_refused_with_where_it_is_read(window, tmp_path, monkeypatch):
    (tmp_path / "flowers.csv").write_text("a,kind\n1.5,red\n")
    said = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(tmp_path / "flowers.csv"), ""))
    monkeypatch.setattr(QMessageBox, "critical", lambda parent, title, text: said.append(text))
    QTest.keySequence(window, "Ctrl+O")
    assert len(said) == 1 and "flowers.csv" in said[0] and "File > Data from…" in said[0]
