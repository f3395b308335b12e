"""The crash journal without a window: its content, recovery from it, and a thread that survives errors."""

import errno
import json
import os
import random
import shutil
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.app.cli import main
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.editing import recovery
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, Insert, SetField, SetValue
from blockloom.blocks.edits.edit_json import from_json, to_json
from blockloom.blocks.files import documents, journal
from blockloom.blocks.files.journal import Journal
from blockloom.blocks.io import journal_places
from blockloom.blocks.weights.sidecars import references_in_folder
from tests.blocks.mutation import DEEP, random_journal, recovers
from tests.blocks.strategies import seeds
from tests.extent import examples
from tests.gitkit import Repository, alone

HEAD = {"blockloom-journal": 2, "path": "", "name": "net.loom", "base": "", "text": documents.dumps(new_document())}
EDITS = [Insert("main", (Block("A", "Const", uid="a2b3c4d5"),)), SetValue("main", "A", "value", "1")]


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def lines(*rows) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def test_edits_have_named_fields():
    assert to_json(EDITS[1]) == {"SetValue": {"page": "main", "block": "A", "pin": "value", "text": "1"}}
    nested = CompositeEdit((EDITS[0], CompositeEdit((EDITS[1], CompositeEdit((EDITS[1],))))))
    assert from_json(to_json(nested)) == CompositeEdit((*EDITS, EDITS[1]))  # a row, however it was nested


def test_a_journal_of_format_1_is_read(tmp_path):
    found = recovery.read(Path(__file__).parents[1] / "journal_1.journal")
    history, _, misfits = recovery.recover(found, "again")
    assert (len(found.edits), found.unreadable_lines, found.reason, misfits) == (17, 0, "", 0)
    page = history.document.pages["first page"]
    assert sorted(page.ids()) == ["B", "F", "NOTE"] and page.blocks["B"].values == {"value": "[1, 2]"}
    assert page.notes["NOTE"].text == "changed" and page.frames["F"].collapsed and page.bookmarks[3].name == "here"
    assert [str(wire) for wire in page.wires()] == ["B.output -> GONE.x"] and page.size == (1920.0, 1080.0)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["main", "A", "Insert", "SetValue", "Many", "Replace", "page", "blocks", "edits"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=4)
            | st.sampled_from(["Insert", "Move", "SetValue", "Many", "page", "blocks", "edits", "id"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(st.lists(json_values, max_size=5))
def test_recovery_of_any_json_lines(tmp_path, rows):
    assert recovers(tmp_path / "x.journal", lines(HEAD, *map(to_json, EDITS), *rows), 2) == ""
    assert recovers(tmp_path / "x.journal", lines(*rows)) == ""


@given(st.binary(max_size=80))
def test_recovery_of_any_bytes(tmp_path, data):
    assert recovers(tmp_path / "x.journal", data) == ""
    assert recovers(tmp_path / "x.journal", lines(HEAD, *map(to_json, EDITS), data), 2) == ""


@settings(max_examples=examples(100))
@given(seeds)
def test_recovery_of_journals_that_are_wrong_in_places(tmp_path, seed):
    assert recovers(tmp_path / "x.journal", *random_journal(random.Random(seed))) == ""


@pytest.mark.parametrize(
    "bad, why",
    [
        (DEEP, "nested too deeply"),
        (b'{"a":' * 9000, "nested too deeply"),
        (b"9" * 5000, "number of 5000 digits"),
        (b"\xff", "not JSON"),
        ({"SetValue": {"page": "main", "block": "A", "pin": "x", "text": 5}}, "text: 5 is not a text"),
        ({"Insert": {"page": "main", "blocks": [{"id": "B", "type": "T", "x": "1"}]}}, "x: '1' is not a number"),
        ({"Move": {"page": "main", "places": {"A": [1, True]}}}, "True is not a number"),
        ({"MovePage": {"name": "main", "index": 10**30}}, "is not a whole number"),
        ({"SetMode": {"page": "main", "modes": {"A": "mute"}, "more": 1}}, "SetField has no field 'more'"),
        ({"Paint": {"page": "main"}}, "SetField is missing its values"),
        ({"Again": {"page": "main"}}, "there is no edit 'Again'"),
    ],
)
def test_edits_before_the_first_bad_line_are_recovered_and_the_rest_is_reported(tmp_path, bad, why):
    file = tmp_path / "x.journal"
    file.write_bytes(lines(HEAD, to_json(EDITS[0]), bad, to_json(EDITS[1]), to_json(EDITS[1])))
    found = recovery.read(file)
    assert (
        found.edits == EDITS[:1]
        and found.unreadable_lines == 3
        and found.reason.startswith("line 3: ")
        and why in found.reason
    )
    assert "3 lines cannot be read: line 3" in recovery.unreadable_report(found)
    kept = recovery.remove_recovered(found)  # the unreadable rest of a journal is kept
    assert kept.exists() and not file.exists() and recovery.leftovers([]) == []


def test_a_damaged_journal_replaces_no_other_and_stays_where_it_cannot_be_renamed(tmp_path, monkeypatch):
    file, kept = tmp_path / "x.journal", []
    for number in range(3):
        file.write_bytes(lines(HEAD, f"damage {number}".encode()))
        kept.append(recovery.remove_recovered(recovery.read(file)))
    assert [path.name for path in kept] == ["x.journal.damaged", "x.journal.damaged2", "x.journal.damaged3"]
    assert [path.read_bytes()[-2:-1] for path in kept] == [b"0", b"1", b"2"]
    file.write_bytes(lines(HEAD, b"damage"))

    def refuse(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    for name in ("rename", "replace"):
        monkeypatch.setattr(os, name, refuse)
    assert recovery.remove_recovered(recovery.read(file)) == file and file.exists()


def test_a_journal_that_cannot_be_read_hides_no_other_and_is_kept(tmp_path):
    folder = journal_places.state_folder()
    folder.mkdir(parents=True)
    (folder / "good.journal").write_bytes(lines(HEAD, *map(to_json, EDITS)))
    (folder / "deep.journal").write_bytes(DEEP + b"\n")
    (folder / "newer.journal").write_bytes(lines({**HEAD, "blockloom-journal": 3}))
    (folder / "empty.journal").touch()
    if sys.platform != "win32":
        os.mkfifo(folder / "pipe.journal")
    found = {f.journal.name: f for f in recovery.leftovers([])}
    assert sorted(found) == ["deep.journal", "good.journal", "newer.journal"] and next(iter(found)) == "good.journal"
    assert "update Blockloom" in found["newer.journal"].reason
    for name in ("deep.journal", "newer.journal"):
        with pytest.raises(documents.FileError, match=r"is kept: nothing in it can be recovered \(line 1: "):
            recovery.recover(found[name], "again")
        assert found[name].journal.exists()
    assert list(recovery.recover(found["good.journal"], "again")[0].document.pages["main"].blocks) == ["A"]


class Told:
    """Messages of a journal, and waiting for the next of them."""

    def __init__(self):
        self.all, self._new = [], threading.Semaphore(0)

    def __call__(self, why):
        self.all.append(why)
        self._new.release()

    def wait(self):
        assert self._new.acquire(timeout=30)
        return self.all[-1]


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(journal, "_MOMENT", 30.0)  # so that an edit is written once `add` returns
    (tmp_path / "folder").mkdir()
    path = tmp_path / "folder" / "net.loom"
    documents.save(new_document(), path)
    return path


def on_disk(kept: Journal) -> list:
    return recovery.read(kept.file).edits


@pytest.mark.parametrize("broken", ["fsync", "write"])
def test_a_disk_that_is_full_for_a_while_is_said_once_and_loses_nothing(path, monkeypatch, broken):
    told, full = Told(), [False]
    kept = Journal(str(path), "net.loom", journal.digest(path), "", told)
    kept.add(EDITS[0])
    real, there, all_ = os.fsync, kept.file, journal._all

    def fsync(number):
        if full[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(number)

    def half(file, data):
        if full[0]:
            file.write(data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        all_(file, data)

    monkeypatch.setattr(os, "fsync", fsync)
    if broken == "write":
        monkeypatch.setattr(journal, "_all", half)
    full[0] = True
    kept.add(EDITS[1])
    assert "No space left" in told.wait() and kept.broken
    assert on_disk(kept) in (EDITS[:1], [])  # never half an edit in the midst
    for _ in range(3):
        kept.add(EDITS[1])  # the waiting is over, and the message does not appear twice
    full[0] = False
    kept.add(EDITS[1])
    assert told.wait() == "" and len(told.all) == 2 and not kept.broken
    kept.close()
    assert kept.file == there and on_disk(kept) == [EDITS[0], *[EDITS[1]] * 5]


def test_a_journal_whose_folder_goes_is_written_elsewhere(path):
    told = Told()
    kept = Journal(str(path), "net.loom", journal.digest(path), "", told)
    kept.add(EDITS[0])
    assert kept.file == journal_places.next_to(path)
    shutil.rmtree(path.parent)
    kept.add(EDITS[1])
    assert kept.file.parent == journal_places.state_folder() and on_disk(kept) == EDITS and told.all == []
    kept.close()


def left_by_a_crash(path: Path) -> Path:
    """Return the path of a document's journal with an unsaved edit."""
    kept = Journal(str(path), path.name, journal.digest(path), "", pytest.fail)
    kept.add(EDITS[0])
    assert recovery.edited_elsewhere(path), "its process lives"
    kept.close()
    assert not recovery.edited_elsewhere(path)
    (found,) = recovery.leftovers([str(path)])
    assert (found.journal, found.path, found.edits) == (kept.file, str(path), EDITS[:1])
    return kept.file


@pytest.mark.parametrize("rule", ["", "info/exclude", ".gitignore"])
def test_git_adds_no_journal_and_a_crash_loses_none(tmp_path, monkeypatch, path, rule):
    alone(tmp_path / "home", monkeypatch)
    repository = Repository(tmp_path / "repository")
    monkeypatch.chdir(repository.root)
    document = repository.path("pages/a [net].loom")
    document.parent.mkdir()
    shutil.copyfile(path, document)
    if rule == ".gitignore":
        repository.path(rule).write_text("*.journal\n")
    elif rule:
        assert main(["integrate", "--git"]) == 0
    kept = left_by_a_crash(document)
    assert kept.parent == (document.parent if rule else journal_places.state_folder())
    repository.git("add", "-A")
    added = repository.git("ls-files").splitlines()
    assert "pages/a [net].loom" in added and not any(".journal" in name for name in added)


def test_weights_that_a_journal_in_the_state_folder_names_stay(tmp_path, monkeypatch, path):
    alone(tmp_path / "home", monkeypatch)
    root = Repository(tmp_path / "repository").root
    kept = Journal(
        str(root / "net.loom"), "net.loom", "", json.dumps({"blockloom": 10, "array": "a" * 64}), pytest.fail
    )
    kept.add(EDITS[0])
    assert kept.file.parent == journal_places.state_folder()
    assert references_in_folder(root).hashes == {"a" * 64} and not references_in_folder(root, [kept.file]).hashes
    assert not references_in_folder(path.parent).hashes, "a document of another folder"
    kept.close()


def test_nothing_ends_the_thread_of_a_journal(path):
    broken, told = [True], Told()

    def text():
        if broken[0]:
            raise MemoryError("no memory for the document")
        return documents.dumps(new_document())

    def tell(why):
        told(why)
        raise RuntimeError("who is told is gone")

    kept = Journal("", "untitled", "", text, tell)
    assert "no memory" in told.wait()
    kept.add(EDITS[0])
    broken[0] = False
    kept.add(EDITS[1])
    assert told.wait() == ""
    kept.close()
    assert on_disk(kept) == EDITS


def test_an_edit_is_in_the_file_before_any_display_hears_of_it(path):
    kept = Journal(str(path), "net.loom", journal.digest(path), "", pytest.fail)
    history, seen = UndoStack(documents.load(path)), []
    history.listeners += [kept.add, lambda edit: seen.append(on_disk(kept))]
    for edit in EDITS:
        history.do(edit)
    kept.drop()
    assert seen == [EDITS[:1], EDITS]


def test_a_listener_that_raises_takes_no_other_down(monkeypatch):
    caught, heard = [], []
    monkeypatch.setattr(sys, "excepthook", lambda *error: caught.append(error[1]))
    history = UndoStack(new_document())
    history.listeners += [heard.append, lambda edit: 1 / 0, heard.append]
    history.do(EDITS[0])
    history.undo()
    assert len(heard) == 4 and [type(e) for e in caught] == [ZeroDivisionError] * 2
    assert not history.dirty and history.redo() and list(history.document.pages["main"].blocks) == ["A"]


@pytest.mark.parametrize(
    "former, field",
    [
        ({"Paint": {"page": "main", "colors": {"A": "#ff0000"}}}, "color"),
        ({"SetMode": {"page": "main", "modes": {"A": "mute"}}}, "mode"),
        (["SetPause", "main", {"A": "before"}], "pause"),
    ],
)
def test_an_edit_in_a_journal_of_an_older_version_is_read(former, field):
    made = from_json(former)
    assert isinstance(made, SetField) and (made.page, made.field) == ("main", field) and made.values.keys() == {"A"}
