"""Saves that take long: editing goes on, Cancel keeps the old file, closing waits. The disk does what a test says."""

import os
import threading

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QProgressBar, QPushButton, QToolButton

from blockloom.app.window.dialogs import waiting
from blockloom.app.window.document import document_saver
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.editing import recovery
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents, sidecar_files
from tests.app.windowkit import answer_dialog, press_in_dialog, with_progress
from tests.pages import insert


@pytest.fixture
def slow(window, tmp_path, monkeypatch):
    """Return the window with net.loom, whose saves wait for `go`."""
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    window.go, window.path = threading.Event(), path
    write = documents.write_atomic

    def slowly(*args):
        window.go.wait(20)
        return write(*args)

    monkeypatch.setattr(documents, "write_atomic", slowly)
    monkeypatch.setattr(document_saver, "AT_ONCE", 0.01)
    monkeypatch.setattr(waiting, "PATIENCE", 50)
    window.file.saving.patience.setInterval(50)
    yield window
    window.go.set()
    window.file.saving.wait()


def add(window, name):
    window.do(Insert("main", (Block(name, "Const"),)), "Add")


def on_disk(window):
    return list(documents.load(window.path).pages["main"].blocks)


def test_what_is_edited_while_a_save_runs_is_kept_and_not_taken_for_saved(slow, qtbot):
    window, path = slow, str(slow.path)
    add(window, "A")
    assert window.file.save() and window.file.saving.busy and window.isWindowModified()
    add(window, "B")
    qtbot.waitUntil(lambda: window.statusBar().findChild(QProgressBar) is not None)
    window.file.look_at_disk()  # the file that is being replaced was changed by nobody else
    window.go.set()
    qtbot.waitUntil(lambda: not window.file.saving.busy)
    assert on_disk(window) == ["A"] and window.isWindowModified()
    qtbot.waitUntil(lambda: window.statusBar().findChild(QProgressBar) is None)
    qtbot.waitUntil(lambda: window.autosave.journal.file is not None)
    window.autosave.journal.close()  # as after a kill
    window.autosave.journal = None
    (found,) = recovery.leftovers([path])
    press_in_dialog("Cancel", asked := [])
    assert not window.autosave.recover(found) and "Save the changes" in asked[0]
    assert window.isWindowModified() and recovery.leftovers([path]) == [found], "the document and the journal stay"
    assert window.history.undo() and not window.isWindowModified()
    assert window.autosave.recover(found) and set(window.page().blocks) == {"A", "B"}
    assert window.isWindowModified() and window.file.save(wait=True) and on_disk(window) == ["A", "B"]
    assert not window.isWindowModified() and recovery.leftovers([path]) == []


def test_a_save_that_ends_soon_shows_no_progress_later(slow, qtbot):
    add(slow, "A")
    slow.file.saving.patience.setInterval(60_000)  # ms: a busy machine may take longer than people wait
    slow.file.save()
    slow.go.set()
    qtbot.waitUntil(lambda: not slow.file.saving.busy)
    assert not slow.file.saving.patience.isActive() and slow.statusBar().findChild(QProgressBar) is None


def test_save_pressed_again_saves_what_came_since(slow, qtbot):
    add(slow, "A")
    slow.file.save()
    add(slow, "B")
    slow.file.save()
    slow.go.set()
    qtbot.waitUntil(lambda: not slow.file.saving.busy)
    assert on_disk(slow) == ["A", "B"] and not slow.isWindowModified()


def test_a_cancelled_save_leaves_the_file_as_it_was(slow, qtbot):
    before = slow.path.read_bytes()
    add(slow, "A")
    slow.file.save()
    qtbot.waitUntil(lambda: slow.statusBar().findChild(QProgressBar) is not None)
    slow.statusBar().findChild(QProgressBar).parent().findChild(QToolButton).click()
    assert not slow.file.saving.busy and "cancelled" in slow.statusBar().currentMessage()
    other = slow.path.with_name("other.loom")  # a hanging disk does not block the window
    threading.Timer(0.2, slow.go.set).start()
    assert slow.file.write(str(other), True) and list(documents.load(other).pages["main"].blocks) == ["A"]
    assert slow.path.read_bytes() == before and slow.file.path == str(other)
    assert {p.name for p in slow.path.parent.iterdir()} == {"net.loom", "other.loom"}


@pytest.mark.parametrize("full", [False, True])
def test_a_cancelled_save_whose_disk_comes_back_is_nothing_to_another_document(slow, qtbot, monkeypatch, full):
    write = documents.write_atomic

    def too_late(path, data, wanted):
        if full:
            raise documents.FileError("the disk is full")
        return write(path, data)

    monkeypatch.setattr(documents, "write_atomic", lambda *args: slow.go.wait(20) and too_late(*args))
    add(slow, "A")
    slow.file.save()
    slow.file.saving.cancel()
    slow.file.take(new_document(), "")
    add(slow, "B")
    slow.go.set()
    qtbot.waitUntil(lambda: slow.file.saving.job is None)
    assert QApplication.activeModalWidget() is None
    assert (slow.file.path, slow.file.name()) == ("", "untitled") and slow.isWindowModified()


def test_closing_waits_for_the_save(slow, qtbot):
    add(slow, "A")
    slow.file.save()
    with_progress(slow, lambda dialog: dialog.findChild(QPushButton).click())
    assert not slow.close() and slow.isVisible()  # the save was cancelled, and with it the closing
    slow.file.save()
    seen = []

    def look(dialog):
        seen.append(dialog.labelText())
        slow.go.set()

    with_progress(slow, look)
    assert slow.close() and str(slow.path) in seen[0] and on_disk(slow) == ["A"]


def test_a_save_that_fails_can_be_tried_again_or_elsewhere(slow, qtbot, monkeypatch):
    said, other = [], slow.path.with_name("other.loom")
    add(slow, "A")
    slow.path.unlink()
    slow.path.mkdir()  # nothing can be written in its place
    slow.go.set()
    press_in_dialog("Close", said)
    assert not slow.file.saving.save(str(slow.path), wait=True)
    assert "net.loom" in said[0] and slow.isWindowModified() and not slow.file.saving.busy

    def mend(box):
        slow.path.rmdir()
        next(one for one in box.findChildren(QPushButton) if one.text().replace("&", "") == "Try Again").click()

    answer_dialog(mend)
    assert slow.file.saving.save(str(slow.path), wait=True) and on_disk(slow) == ["A"]
    slow.path.unlink()
    slow.path.mkdir()
    add(slow, "B")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(other), ""))
    press_in_dialog("Save As")
    assert slow.file.saving.save(str(slow.path), wait=True) and slow.file.path == str(other)
    assert list(documents.load(other).pages["main"].blocks) == ["A", "B"] and not slow.isWindowModified()


def test_dialogs_begin_where_the_window_was_started_or_in_the_folder_of_the_document(window, tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (begun.append(args[2]), ("", ""))[1])
    monkeypatch.chdir(tmp_path)
    window.file.save_as()
    monkeypatch.chdir("/")  # a menu of the desktop starts it there
    window.file.save_as()
    window.file.saving.save(str(tmp_path / "net.loom"), wait=True)
    window.file.save_as()
    home = os.path.expanduser("~/untitled.loom")
    assert begun == [str(tmp_path / "untitled.loom"), home, str(tmp_path / "net.loom")]


def test_the_files_of_a_model_are_written_into_the_folder_of_the_document(window, tmp_path, monkeypatch):
    folder = tmp_path / "model" / "assets"
    folder.mkdir(parents=True)
    (folder / "words.txt").write_text("a\nb\n")
    (folder.parent / "saved_model.pb").write_bytes(b"")
    window.do(
        insert(
            f"""
            W Const value="{folder / "words.txt"}"; N Const value="{tmp_path / "assets" / "no.txt"}"
            """
        ),
        "Add",
    )
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "net.loom"), ""))
    copies, copy = [], sidecar_files.shutil.copyfile
    monkeypatch.setattr(
        sidecar_files.shutil, "copyfile", lambda *args: (copies.append(threading.current_thread()), copy(*args))
    )
    assert window.file.save(wait=True)
    assert len(copies) == 1 and threading.main_thread() not in copies, "the window waits for no copy"
    assert (tmp_path / "net.assets" / "words.txt").read_text() == "a\nb\n"
    saved = documents.load(tmp_path / "net.loom").pages["main"].blocks
    assert (
        saved["W"].values["value"]
        == window.history.document.pages["main"].blocks["W"].values["value"]
        == '"net.assets/words.txt"'
    )
    assert saved["N"].values["value"].endswith('assets/no.txt"')
    window.history.undo()
    assert window.history.document.pages["main"].blocks["W"].values["value"].endswith('model/assets/words.txt"')
