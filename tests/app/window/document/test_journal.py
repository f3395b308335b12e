"""Not losing work: the crash journal, what it recovers, files that change or cannot be written."""

import contextlib
import errno
import json
import os
import random
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog

from blockloom.app.window import user_settings
from blockloom.app.window.document.autosave import RecoverDialog
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.editing import recovery
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, EditError, Insert, Move, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.files.journal import Journal
from blockloom.blocks.io import journal_places
from blockloom.blocks.operations import add_weights
from blockloom.blocks.values import number_texts
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.store import claims
from tests.app.windowkit import make_window, press_in_dialog
from tests.blocks.strategies import grow, random_edit, seeds
from tests.extent import slow_after
from tests.waiting import PATIENCE

# The real window, editing for as long as it lives: it prints the number of each edit that was done.
EDITING = """
import sys
from PySide6.QtCore import QTimer
from blockloom.app.window import main
from blockloom.app.window import mainwindow
from blockloom.blocks.document.pages import Block
from blockloom.blocks.edits import Insert

made = []
class Window(mainwindow.MainWindow):
    def __init__(self, *args, **named):
        super().__init__(*args, **named)
        made.append(self)
        self.painted.connect(lambda: timer.start(20))

def edit():
    window = made[0]
    n = len(window.page().blocks)
    if n == 5 and "dialog" in sys.argv:
        timer.timer.stop()
        QTimer.singleShot(0, lambda: print("open", flush=True))
        QMessageBox.information(window, "A dialog", "that nobody answers")
        return
    window.history.do(Insert(window.tabs.page_name(), (Block(f"B{n}", "Const", 40.0 * n, 0.0),)), "Add")
    print(n + 1, flush=True)

mainwindow.MainWindow = Window
from PySide6.QtWidgets import QApplication, QMessageBox
timer = None
class Timer:
    def start(self, ms):
        self.timer = QTimer()
        self.timer.timeout.connect(edit)
        self.timer.start(ms)
timer = Timer()
from blockloom.app.cli import parser_of
sys.exit(main.run(parser_of("edit").parse_args(sys.argv[1:2])))
"""


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    for name in ("STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    user_settings.settings().clear()
    user_settings.settings().sync()


def add(window, name):
    window.do(Insert("main", (Block(name, "Const"),)), "Add")


def written(window, qtbot, edits):
    """Wait until the journal contains a number of edits, and return the journal."""
    qtbot.waitUntil(
        lambda: (
            window.autosave.journal is not None
            and window.autosave.journal.file is not None
            and len(recovery.read(window.autosave.journal.file).edits) == edits
        )
    )
    return window.autosave.journal.file


def crash(window):
    """Simulate a killed window: its journal stays and is no longer locked."""
    window.autosave.flush()
    window.autosave.journal.close()
    window.autosave.journal = None


def recover_dialog(qtbot, window):
    qtbot.waitUntil(lambda: window.findChild(RecoverDialog) is not None)
    return window.findChild(RecoverDialog)


@pytest.mark.parametrize("name", slow_after(1, ["net.loom", "untitled"]))
def test_kill_9_loses_nothing_that_was_written_while_edits_went_on(tmp_path, qtbot, catalogue, name):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    saved = path.read_bytes()
    argument = str(path) if name == path.name else ""
    process = subprocess.Popen(
        [sys.executable, "-c", EDITING, *filter(None, [argument])],
        stdout=subprocess.PIPE,
        text=True,
        cwd=os.getcwd(),
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    must = done = 0
    while must < 20:  # as many are on the disk, while more come
        done = int(process.stdout.readline())
        found = map(recovery.read, (journal_places.next_to(path), *journal_places.state_folder().glob("*.journal")))
        must = max((len(one.edits) for one in found if one is not None), default=0)
    process.send_signal(signal.SIGKILL)
    done = max(done, *map(int, process.communicate()[0].split()), 0)
    assert path.read_bytes() == saved
    window = make_window(qtbot, catalogue)
    if argument:
        window.file.open_path(argument)
    else:
        window.autosave.offer()
    dialog = recover_dialog(qtbot, window)
    assert dialog.list.topLevelItem(0).text(0) == name
    dialog.recover()
    assert must <= len(window.page().blocks) <= done + 1  # one was made and not yet told
    assert window.history.dirty and bool(window.file.path) == bool(argument)
    if argument:  # undo one by one, to the content of the file
        while window.history.undo():
            pass
        assert documents.dumps(window.history.document).encode() == saved
    window.history.mark_saved()
    window.close()
    assert recovery.leftovers([str(path)]) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("number", slow_after(1, [signal.SIGTERM, signal.SIGINT]))
def test_a_signal_ends_the_window_under_a_dialog_and_keeps_what_is_not_saved(tmp_path, number):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    process = subprocess.Popen(
        [sys.executable, "-c", EDITING, str(path), "dialog"],
        stdout=subprocess.PIPE,
        text=True,
        stderr=subprocess.PIPE,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    assert "open\n" in iter(process.stdout.readline, "")
    process.send_signal(number)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and "Traceback" not in said
    (found,) = recovery.leftovers([str(path)])
    assert len(found.edits) == 5 and documents.load(path).pages["main"].blocks == {}


def test_the_journal_is_in_the_folder_of_the_document_until_it_is_saved(window, tmp_path, qtbot):
    path = str(tmp_path / "net.loom")
    documents.save(new_document(), path)
    window.file.open_path(path)
    add(window, "A")
    file = written(window, qtbot, 1)
    assert file == tmp_path / ".net.loom.journal" and json.loads(file.read_text().splitlines()[0])["text"] == ""
    assert window.status.autosave.text() == "autosaved"
    assert recovery.leftovers([path]) == []  # its process lives
    window.undo()
    assert not file.exists()  # nothing is unsaved
    window.redo()
    file = written(window, qtbot, 1)
    window.file.save()
    assert not file.exists() and window.status.autosave.text() == ""
    add(window, "B")
    assert written(window, qtbot, 1) == file
    window.history.mark_saved()
    window.close()
    assert not file.exists()


def test_where_the_folder_cannot_be_written_it_is_in_the_state_folder(window, tmp_path, qtbot, monkeypatch):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    opened = os.open

    def refuse(name, *rest):
        if str(name).endswith("net.loom.journal"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(name, *rest)

    monkeypatch.setattr(os, "open", refuse)
    add(window, "A")
    assert written(window, qtbot, 1).parent == journal_places.state_folder()
    crash(window)
    window.file.take(documents.load(path), str(path))
    assert len(window.page().blocks) == 0
    window.autosave.offer(str(path))
    recover_dialog(qtbot, window).recover()
    assert list(window.page().blocks) == ["A"] and window.file.path == str(path)


def test_a_recovered_document_replaces_no_file_that_others_wrote_since_without_asking(window, tmp_path, qtbot):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    add(window, "A")
    window.autosave.drop()
    crash(window)  # which writes the whole document
    documents.save(new_document("other"), path)
    window.file.take(documents.load(path), str(path))
    (found,) = recovery.leftovers([str(path)])
    assert window.autosave.recover(found) and set(window.page().blocks) == {"A"}
    press_in_dialog("Cancel", said := [])
    assert not window.file.save() and "changed" in said[0]
    assert list(documents.load(path).pages) == ["other"]


def test_a_disk_that_fills_up_is_said_once_and_edits_go_on(window, qtbot, monkeypatch):
    def full(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    said = []
    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(window.messages, "add", lambda text, *rest: said.append(text))
    add(window, "A")
    qtbot.waitUntil(lambda: window.status.autosave.text() == "not autosaved")
    assert "No space left" in window.status.autosave.toolTip()
    add(window, "B")
    window.autosave.flush()
    assert set(window.page().blocks) == {"A", "B"}
    assert len(said) == 1 and "No space left" in said[0]


def test_a_save_on_a_full_disk_keeps_the_old_file_and_the_journal(window, tmp_path, qtbot, monkeypatch):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    before = path.read_bytes()
    window.file.open_path(str(path))
    add(window, "A")
    file = written(window, qtbot, 1)
    said = []
    press_in_dialog("Close", said)
    with monkeypatch.context() as full:

        def fsync(number):
            raise OSError(errno.ENOSPC, "No space left on device")

        full.setattr(os, "fsync", fsync)
        assert not window.file.save()
    assert "no space left on device" in said[0] and "unchanged" in said[0]
    assert path.read_bytes() == before and file.exists() and window.history.dirty
    assert sorted(p.name for p in tmp_path.glob("*net*")) == [".net.loom.journal", "net.loom"]


def test_a_torn_line_ends_the_journal(tmp_path):
    edits = [
        Insert("main", (Block("A", "Const"),)),
        SetValue("main", "A", "value", "1"),
        Move("main", {"A": (3.0, 4.0)}),
    ]
    whole = Journal("", "untitled", "", documents.dumps(new_document()), pytest.fail)
    for edit in edits:
        whole.add(edit)
    whole.close()
    data = whole.file.read_bytes()
    for cut in range(len(data) - 60, len(data)):
        whole.file.write_bytes(data[:cut])
        found = recovery.read(whole.file)
        assert found.edits == edits[: len(found.edits)] and len(found.edits) == data[:cut].count(b"\n") - 1
        history, misfits = recovery.replay(found, documents.loads(found.text), "again")
        assert misfits == 0 and history.dirty and list(history.document.pages["main"].blocks) == ["A"]
    whole.file.write_bytes(data[:40])
    assert recovery.read(whole.file) is None and recovery.leftovers([]) == []


def test_a_damaged_journal_is_recovered_to_its_first_bad_line_reported_and_kept(window, tmp_path, qtbot):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    add(window, "A")
    add(window, "B")
    file = written(window, qtbot, 2)
    crash(window)
    head, first, second = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(head + first + second.replace(b'"B"', b"7") + second)
    file.with_name(file.name + ".damaged").write_text("an older one")
    window.file.take(documents.load(path), str(path))
    window.autosave.offer(str(path))
    recover_dialog(qtbot, window).recover()
    assert list(window.page().blocks) == ["A"] and window.lists.currentWidget() is window.messages
    texts = lambda: [window.messages.item(row).text() for row in range(window.messages.count())]  # noqa: E731
    assert any("2 lines cannot be read: line 3" in said for said in texts())
    qtbot.waitUntil(lambda: any(f"kept as {file}.damaged2." in said for said in texts()))
    assert not file.exists() and file.with_name(file.name + ".damaged").read_text() == "an older one"
    assert file.with_name(file.name + ".damaged2").read_bytes().endswith(second)


def test_autosave_that_works_again_says_so(window, qtbot, monkeypatch):
    full, fsync = [True], os.fsync

    def full_disk(number):
        if full[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(number)

    monkeypatch.setattr(os, "fsync", full_disk)
    add(window, "A")
    qtbot.waitUntil(lambda: window.status.autosave.text() == "not autosaved")
    full[0] = False
    add(window, "B")
    qtbot.waitUntil(lambda: window.status.autosave.text() == "autosaved")
    assert "autosaved again" in window.messages.item(window.messages.count() - 1).text()
    assert set(documents.loads(recovery.read(window.autosave.journal.file).text).pages["main"].blocks) == {"A"}
    assert len(recovery.read(window.autosave.journal.file).edits) == 1


def test_a_document_that_changed_since_takes_what_fits(window, tmp_path, qtbot):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    add(window, "A")
    add(window, "B")
    written(window, qtbot, 2)
    crash(window)
    other = new_document()
    Insert("main", (Block("A", "Add"),)).apply(other)
    documents.save(other, path)
    window.file.take(documents.load(path), str(path))
    window.autosave.offer(str(path))
    recover_dialog(qtbot, window).recover()
    assert {b.id: b.type for b in window.page().blocks.values()} == {"A": "Add", "B": "Const"}
    assert window.lists.currentWidget() is window.messages


def test_journals_and_the_long_values_in_them_are_read_off_the_windows_thread(window, qtbot, monkeypatch):
    text, threads = str(list(range(31, 3031))), {}
    lost = Journal("", "untitled", "", documents.dumps(new_document()), pytest.fail)
    lost.add(Insert("main", (Block("BIG", "Const", values={"value": text}),)))
    lost.close()
    for name, true in (("array", number_texts.array), ("read", recovery.read)):
        monkeypatch.setattr(
            sys.modules[true.__module__],
            name,
            lambda *args, name=name, true=true: (
                threads.setdefault(name, set()).add(threading.current_thread()),
                true(*args),
            )[1],
        )
    window.autosave.offer()
    recover_dialog(qtbot, window).recover()
    assert window.page().blocks["BIG"].values["value"] == text
    QApplication.processEvents()
    assert threads.keys() == {"array", "read"} and threading.main_thread() not in set.union(*threads.values())


def test_later_keeps_the_edits_and_discard_deletes_them(window, qtbot):
    add(window, "A")
    file = written(window, qtbot, 0)  # without a file the journal begins with the whole document
    crash(window)
    window.history.mark_saved()
    window.autosave.offer()
    dialog = recover_dialog(qtbot, window)
    assert [dialog.list.headerItem().text(column) for column in range(3)] == ["Document", "Edits", "Last edit"]
    dialog.reject()
    assert file.exists()
    qtbot.waitUntil(lambda: window.findChild(RecoverDialog) is None)
    window.autosave.offer()
    recover_dialog(qtbot, window).discard()
    assert not file.exists()


@given(seeds)
def test_replaying_gives_the_same_document(seed):
    document = grow(new_document(), seed, 10).document
    text = documents.dumps(document)
    history, chance, folder = UndoStack(documents.loads(text)), random.Random(seed), journal_places.state_folder()
    kept = Journal("", "untitled", "", text, print)
    history.listeners.append(kept.add)
    for _ in range(20):
        with contextlib.suppress(EditError):
            history.do(random_edit(chance, history.document))
    history.undo()
    kept.close()
    try:
        assert kept.file.parent == folder
        again, misfits = recovery.replay(recovery.read(kept.file), documents.loads(text), "again")
        assert misfits == 0 and documents.dumps(again.document) == documents.dumps(history.document)
    finally:
        kept.drop()


def test_a_document_with_unsaved_edits_in_another_window_says_so(window, tmp_path, qtbot, catalogue):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    assert window.messages.count() == 0
    add(window, "A")
    written(window, qtbot, 1)
    other = make_window(qtbot, catalogue)
    other.file.open_path(str(path))
    assert "Another window" in other.messages.item(0).text() and other.findChild(RecoverDialog) is None
    add(other, "B")
    assert written(other, qtbot, 1).parent == journal_places.state_folder()


def test_an_edit_of_many_blocks_is_written_before_what_follows_it(window, tmp_path, qtbot):
    path, document = tmp_path / "net.loom", new_document()
    names = [f"B{number}" for number in range(1000)]
    Insert("main", tuple(Block(name, "Const", 0.0, 100.0 * at) for at, name in enumerate(names))).apply(document)
    documents.save(document, path)
    window.file.open_path(str(path))
    many = CompositeEdit(tuple(SetValue("main", name, "value", "1.0") for name in names))
    for text in ("2.0", "3.0"):  # begins a journal, then goes on with it
        window.history.do(many, "Set many")
        window.history.do(SetValue("main", "B1", "value", text), "Set")
        window.history.undo()
        window.history.redo()
    left = recovery.read(written(window, qtbot, 8))
    assert [type(edit) for edit in left.edits] == [CompositeEdit, SetValue, SetValue, SetValue] * 2
    window.history.do(many, "Set many")
    window.autosave.keep()  # as the window ends, before it had a turn
    assert len(recovery.read(window.autosave.journal.file).edits) == 9


def test_what_is_open_is_unsaved_once_its_file_is_gone_or_another(window, tmp_path, qtbot, monkeypatch):
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    path.rename(tmp_path / "moved.loom")
    assert not window.history.dirty
    press_in_dialog("Cancel")
    assert not window.close() and window.history.dirty  # it may be all that is left
    assert "moved or deleted" in window.messages.item(window.messages.count() - 1).text()
    assert written(window, qtbot, 0).parent in (tmp_path, journal_places.state_folder())
    assert window.file.save() and path.exists() and not window.history.dirty
    other = new_document()
    Insert("main", (Block("X", "Const"),)).apply(other)
    documents.save(other, path)
    press_in_dialog("Keep What Is Open")
    window.file.look_at_disk()
    assert window.history.dirty and not window.page().blocks


def test_undo_over_a_save_is_recovered_with_the_weights_that_it_brings_back(window, tmp_path, qtbot):
    documents.save(weighted(1), path := tmp_path / "net.loom")
    window.file.open_path(str(path))
    begin_with(window.history, 2)
    assert window.file.save()
    begin_with(window.history, 3)
    assert window.file.save()
    window.workspace.undo()
    window.workspace.undo()
    written(window, qtbot, 1)
    crash(window)
    (found,) = recovery.leftovers([str(path)])
    history, same, misfits = recovery.recover(found, "Recovered edit")
    assert same and not misfits and begins_with(history.document) == 1


def test_weights_of_what_is_open_outlive_another_document_in_its_place(window, tmp_path, qtbot):
    documents.save(weighted(1), path := tmp_path / "net.loom")
    claims.last = ""
    claims.clean()
    window.file.open_path(str(path))
    add(window, "B")
    written(window, qtbot, 1)
    documents.save(weighted(2), path)
    press_in_dialog("Keep What Is Open")
    window.file.look_at_disk()
    written(window, qtbot, 0)
    crash(window)
    (found,) = recovery.leftovers([str(path)])
    history, _, misfits = recovery.recover(found, "Recovered edit")
    assert not misfits and begins_with(history.document) == 1 and "B" in history.document.pages["main"].blocks


def weighted(number):
    document = new_document()
    document.pages["main"].blocks["W"] = Block("W", "loom.ResourceVariable")
    begin_with(UndoStack(document), number)
    return document


def begin_with(history, number):
    given, keys = add_weights(history.document, {"W": np.float32([number])})
    history.do(
        CompositeEdit((given, SetValue("main", "W", "initvalues", document_weights.value_of(keys["W"])))), "Edit"
    )


def begins_with(document):
    """Return the weight in the document's file, as recovery after a crash finds it."""
    text = document.pages["main"].blocks["W"].values["initvalues"]
    return document.weights.find(document_weights.key_of(text), document.folder)[0][0]


def test_coming_back_to_a_changed_file_offers_to_reload(window, tmp_path, monkeypatch):
    monkeypatch.setattr(window, "isActiveWindow", lambda: True)  # not every platform gives the focus back
    path = tmp_path / "net.loom"
    documents.save(new_document(), path)
    window.file.open_path(str(path))
    os.utime(path)
    other = new_document()
    Insert("main", (Block("X", "Const"),)).apply(other)

    def come_back():
        QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
        QApplication.processEvents()

    come_back()
    assert QApplication.activeModalWidget() is None  # touched, but the same
    documents.save(other, path)
    seen = []
    press_in_dialog("Reload", seen)
    come_back()
    assert "Another program changed" in seen[0] and list(window.page().blocks) == ["X"]
    add(window, "Y")
    documents.save(new_document(), path)
    press_in_dialog("Keep What Is Open")
    come_back()
    come_back()  # asked once
    assert set(window.page().blocks) == {"X", "Y"} and not any(
        isinstance(w, QDialog) and w.isVisible() for w in QApplication.topLevelWidgets()
    )
    press_in_dialog("Cancel")
    assert not window.file.save()  # and saving warns still
