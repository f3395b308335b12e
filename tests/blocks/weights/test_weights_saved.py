"""A document on disk always finds its weights.

This includes saving, copying, renaming, truncating, and changes of the folder by others.
"""

import errno
import json
import os
import shutil
import stat
import subprocess
import sys
import time

import numpy as np
import pytest
import safetensors.numpy

from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, SetValue, edit_json
from blockloom.blocks.files import documents
from blockloom.blocks.files.journal import Journal
from blockloom.blocks.io import locks
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights import saving, sidecars, store
from blockloom.blocks.weights.document_weights import WeightsError, key_of, value_of
from blockloom.blocks.weights.sidecars import can_delete, references_in_folder
from blockloom.blocks.weights.store import claims, in_state_folder, state_folder, write_state_file
from blockloom.blocks.weights.weight_files import file_hash, open_weights
from tests.extent import SEED, slow, slow_after
from tests.waiting import until

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX has links, modes and forks")


def set_variables(document, **arrays):
    """Let blocks of a document begin with these numbers, in one step that can be undone."""
    history = document if isinstance(document, UndoStack) else UndoStack(document)
    document = history.document
    edit, keys = add_weights(document, {name: np.float32(array) for name, array in arrays.items()})
    for name in arrays:
        document.pages["main"].blocks.setdefault(name, Block(name, "loom.ResourceVariable"))
    history.do(
        CompositeEdit((edit, *(SetValue("main", name, "initvalues", value_of(key)) for name, key in keys.items()))), ""
    )
    return document


def saved_values(path):
    """Return the values of a document on disk, read only from the files in its folder."""
    document = documents.load(path)
    folder = store.state_folder
    store.state_folder = lambda: path.parent / "nothing"
    try:
        return held_in(document)
    finally:
        store.state_folder = folder


def held_in(document):
    values = {name: block.values.get("initvalues") for name, block in document.pages["main"].blocks.items()}
    return {
        name: document.weights.find(key_of(text), document.folder)[0].tolist() for name, text in values.items() if text
    }


def saved(document, path):
    """Save a document as a window does, which moves it to the path."""
    _, kept = documents.write(document, path)
    document.weights.adopt_saved(kept)
    document.folder = str(path.parent)
    return document


def test_no_document_takes_the_weights_of_another_one(tmp_path):
    one, two, copy = (tmp_path / f"{name}.loom" for name in ("net", "net_2", "copy"))
    document = saved(set_variables(new_document(), A=[1], B=[2]), two)
    saved(document, one)
    saved(set_variables(document, A=[3]), one)
    assert documents.load(one).weights.file == "net.safetensors"
    assert saved_values(two) == {"A": [1], "B": [2]} and saved_values(one) == {"A": [3], "B": [2]}
    shutil.copyfile(one, copy)
    saved(set_variables(document, A=[4]), one)
    assert (
        saved_values(two) == {"A": [1], "B": [2]}
        and saved_values(one) == {"A": [4], "B": [2]}
        and saved_values(copy) == {"A": [3], "B": [2]}
    )
    copy.unlink()
    saved(set_variables(document, A=[5]), one)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["net.loom", "net_2.loom", documents.load(one).weights.file, "net_2.safetensors"]
    ), "what nobody needs goes"


def test_unreadable_or_wrong_files_are_not_relied_on(tmp_path):
    path, copy = tmp_path / "net.loom", tmp_path / "copy.loom"
    document = saved(set_variables(new_document(), A=[1], B=[2]), path)
    shutil.copyfile(path, copy)
    data = bytearray((tmp_path / "net.safetensors").read_bytes())
    data[-1] ^= 1
    (tmp_path / "lies.safetensors").write_bytes(data)  # claims to have the same arrays
    saved(set_variables(document, A=[3], B=[4]), path)
    assert saved_values(copy) == {"A": [1], "B": [2]}
    copy.unlink()
    with open(tmp_path / "large.loom", "wb") as file:  # names who knows what
        file.truncate(600 << 20)
    for number in range(4):
        saved(set_variables(document, A=[number]), path)
    kept = [one.name for one in tmp_path.glob("net*.safetensors")]
    assert "net.safetensors" in kept and len(kept) <= 3, "what is older than it stays, and no more"
    assert saved_values(path) == {"A": [3], "B": [4]}


def test_arrays_are_found_whatever_their_file_is_called(tmp_path):
    saved(set_variables(new_document(), A=[1], B=[2]), path := tmp_path / "net.loom")
    (tmp_path / "net.safetensors").rename(tmp_path / "elsewhere.safetensors")
    assert saved_values(path) == {"A": [1], "B": [2]}
    both = safetensors.numpy.load_file(tmp_path / "elsewhere.safetensors")
    (tmp_path / "elsewhere.safetensors").unlink()
    for name, array in both.items():  # by another program, which keeps no hashes
        safetensors.numpy.save_file({name: array}, tmp_path / f"{name}.safetensors")
    safetensors.numpy.save_file({"A": np.float32([9])}, tmp_path / "net.safetensors")
    assert saved_values(path) == {"A": [1], "B": [2]}
    saved(set_variables(documents.load(path), A=[3]), path)
    assert saved_values(path) == {"A": [3], "B": [2]}
    assert open_weights(tmp_path / "net.safetensors").array("A")[0].tolist() == [9], "what is of others stays"


def test_a_document_of_the_format_before_opens_and_is_brought_up_to_date_by_a_save(tmp_path):
    safetensors.numpy.save_file({"A": np.float32([1]), "B": np.float32([2])}, tmp_path / "net.safetensors")
    document = set_variables(new_document(), A=[1], B=[2])
    document.weights.added.clear()
    document.weights.file, document.weights.sha256 = "net.safetensors", file_hash(tmp_path / "net.safetensors")
    for name in ("net", "twin"):
        (tmp_path / f"{name}.loom").write_text(documents.dumps(document))
    assert '{"blockloom": 7,' in (tmp_path / "net.loom").read_text()
    assert saved_values(tmp_path / "net.loom") == {"A": [1], "B": [2]}
    history = UndoStack(documents.load(tmp_path / "net.loom"))
    saved(set_variables(history, A=[3]), tmp_path / "net.loom")
    assert '{"blockloom": 8,' in (tmp_path / "net.loom").read_text()
    assert [saved_values(tmp_path / f"{name}.loom")["A"] for name in ("net", "twin")] == [[3], [1]]
    assert history.undo() and held_in(history.document) == {"A": [1], "B": [2]}
    (tmp_path / "twin.loom").unlink()
    (tmp_path / "net.safetensors").unlink()
    (tmp_path / "net.loom").write_text(documents.dumps(document))
    again = documents.load(tmp_path / "net.loom")
    assert saved(set_variables(again, A=[3]), tmp_path / "net.loom").weights.sha256 == document.weights.sha256
    safetensors.numpy.save_file({"A": np.float32([1]), "B": np.float32([2])}, tmp_path / "net.safetensors")
    assert saved_values(tmp_path / "net.loom") == {"A": [3], "B": [2]}, "what was away is named as it was"


def test_a_save_that_is_cut_short_loses_nothing_and_leaves_nothing_for_long(tmp_path, monkeypatch):
    document = set_variables(saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom"), A=[2])
    order, replace, sync = [], os.replace, os.fsync

    def synced(number):
        order.append("a folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "a file")
        sync(number)

    def replaced(one, other):
        order.append(os.path.basename(other))
        if str(other).endswith("net.safetensors"):
            raise OSError(errno.EIO, "as if the machine had ended")
        replace(one, other)

    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(os, "fsync", synced)
    saved(document, path)
    assert order == ["a file", "a folder", "a file", "net.loom", "a folder", "net.safetensors"], (
        "what is new is on the disk before the document is, and that before what is old goes"
    )
    monkeypatch.undo()
    assert saved_values(path) == {"A": [2]} and len(list(tmp_path.glob("*.safetensors"))) == 2
    saved(set_variables(document, A=[3]), path)
    assert saved_values(path) == {"A": [3]} and len(list(tmp_path.iterdir())) == 2


def test_a_full_disk_and_a_folder_that_may_not_be_written_to_leave_all_as_it_was(tmp_path, monkeypatch):
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom")
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    set_variables(document, A=[2])
    monkeypatch.setattr(os, "fsync", lambda number: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
    for name in ("net.loom", "new.loom"):
        with pytest.raises(documents.FileError, match="full"):
            documents.save(document, tmp_path / name)
    monkeypatch.undo()
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before
    saved(document, path)
    assert saved_values(path) == {"A": [2]}


@posix
def test_a_symlink_is_replaced_and_never_followed(tmp_path):
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom")
    (tmp_path / "big").mkdir()
    (tmp_path / "net.safetensors").rename(target := tmp_path / "big" / "weights.safetensors")
    (tmp_path / "net.safetensors").symlink_to(target)
    before = target.read_bytes()
    assert saved_values(path) == {"A": [1]}
    saved(set_variables(document, A=[2]), path)
    assert saved_values(path) == {"A": [2]} and target.read_bytes() == before
    assert not (tmp_path / "net.safetensors").is_symlink()


@posix
def test_a_document_behind_a_symlink_has_its_weights_in_its_own_folder(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").mkdir()
    saved(set_variables(new_document(), A=[1]), real := tmp_path / "real" / "net.loom")
    (link := tmp_path / "link" / "net.loom").symlink_to(real)
    assert saved_values(link) == {"A": [1]}
    saved(set_variables(documents.load(link), A=[2]), link)
    assert saved_values(link) == saved_values(real) == {"A": [2]} and [path.name for path in link.parent.iterdir()] == [
        "net.loom"
    ]
    assert len(list(real.parent.iterdir())) == 2


@posix
def test_a_symlink_to_the_file_itself_is_the_same_file(tmp_path):
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom")
    shutil.copyfile(path, other := tmp_path / "other.loom")
    (tmp_path / "other.safetensors").symlink_to("net.safetensors")
    for number in (2, 3):
        saved(set_variables(document, A=[number]), path)
    assert saved_values(other) == {"A": [1]} and saved_values(path) == {"A": [3]}


@posix
def test_what_cannot_be_looked_at_hides_no_other_document(tmp_path, monkeypatch):
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom")
    shutil.copyfile(path, other := tmp_path / "other.loom")
    for name in ("a.loom", "z.loom"):
        (tmp_path / name).symlink_to(name)  # in a circle
    for number in (2, 3):
        saved(set_variables(document, A=[number]), path)
    assert saved_values(other) == {"A": [1]} and saved_values(path) == {"A": [3]}
    monkeypatch.setattr(sidecars.os, "scandir", lambda folder: os.listdir(tmp_path / "a.loom"))
    assert not can_delete(tmp_path / "net.safetensors", references_in_folder(tmp_path)), (
        "of a folder that cannot be listed"
    )


@pytest.mark.parametrize("name", ["NET.LOOM", "net.bak", "net", "Backup of net.json"])
def test_a_document_is_one_whatever_it_is_called(name, tmp_path):
    if (tmp_path / "net.loom").exists() or os.name == "nt" and name == "NET.LOOM":
        pytest.skip("the same name")
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom")
    shutil.copyfile(path, tmp_path / name)
    for number in (2, 3):
        saved(set_variables(document, A=[number]), path)
    assert saved_values(tmp_path / name) == {"A": [1]} and saved_values(path) == {"A": [3]}


@posix
@pytest.mark.parametrize(
    "name",
    [
        "a:b.loom",
        "a\\b.loom",
        "a\nb.loom",
        os.fsdecode(b"a\xffb.loom"),
        "n" * 240 + ".loom",
        "\ud55c" * 80 + ".loom",
        "net.safetensors",
    ],
    ids=ascii,
)
def test_a_document_opens_again_under_any_name_that_it_was_saved_by(name, tmp_path):
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / name)
    assert saved_values(path) == {"A": [1]}
    saved(set_variables(document, A=[2]), path)
    assert saved_values(path) == {"A": [2]} and len(list(tmp_path.iterdir())) == 2


def test_what_a_crash_left_keeps_its_weights_through_saves_of_the_document(tmp_path):
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom")
    (journal := tmp_path / ".net.loom.journal").write_text(json.dumps({"text": documents.dumps(documents.load(path))}))
    for number in (2, 3):
        saved(set_variables(document, A=[number]), path)
    (tmp_path / "recovered.loom").write_text(json.loads(journal.read_text())["text"])
    assert saved_values(tmp_path / "recovered.loom") == {"A": [1]}


@posix
def test_a_folder_that_another_program_has_locked_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "_PATIENCE", 0.1)
    document = set_variables(new_document(), A=[1])
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        assert locks.lock(folder)
        with pytest.raises(
            documents.FileError, match=r"another program has locked this folder .*Wait until that program"
        ):
            documents.save(document, tmp_path / "net.loom")
    finally:
        os.close(folder)
    documents.save(document, tmp_path / "net.loom")
    assert saved_values(tmp_path / "net.loom") == {"A": [1]}


def test_without_locks_no_save_takes_what_another_one_is_about_to_name(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "lock", lambda file: None)
    mine, theirs = set_variables(new_document(), A=[1]), set_variables(new_document(), A=[2])
    write_atomic, path = documents.write_atomic, tmp_path / "net.loom"

    def meanwhile(*args):
        monkeypatch.setattr(documents, "write_atomic", write_atomic)
        saved(theirs, path)  # while the weights of mine have no name yet
        return write_atomic(*args)

    monkeypatch.setattr(documents, "write_atomic", meanwhile)
    saved(mine, path)
    assert saved_values(path) == {"A": [1]}

    def late(*args):
        monkeypatch.setattr(documents, "write_atomic", write_atomic)
        done = write_atomic(*args)
        saved(set_variables(theirs, A=[3]), path)  # once mine is there
        return done

    monkeypatch.setattr(documents, "write_atomic", late)
    saved(set_variables(mine, A=[4]), path)
    assert saved_values(path) == {"A": [3]}


def test_a_document_that_is_saved_while_it_is_opened_is_of_one_save(tmp_path, monkeypatch):
    document = saved(set_variables(new_document(), A=[1]), path := tmp_path / "net.loom")
    loads = documents.loads

    def meanwhile(*args):
        monkeypatch.setattr(documents, "loads", loads)
        saved(set_variables(document, A=[2]), path)
        return loads(*args)

    monkeypatch.setattr(documents, "loads", meanwhile)
    assert saved_values(path) == {"A": [2]}


def test_what_others_write_into_a_file_is_neither_read_nor_undone(tmp_path):
    numbers = list(range(9000))
    saved(set_variables(new_document(), A=numbers), path := tmp_path / "net.loom")
    assert all(one.stat().st_nlink == 1 for one in state_folder().glob("*.safetensors")), "nobody else has them"
    document, data = documents.load(path), (tmp_path / "net.safetensors").read_bytes()

    def array():
        return document.weights.find("A", str(tmp_path))[0]

    one, other, kept = array(), array(), document.weights.refs(["A"], str(tmp_path))["A"]
    kept = in_state_folder(kept.sha256)
    kept.rename(aside := kept.with_suffix(".aside"))
    with open(tmp_path / "net.safetensors", "r+b") as file:  # in place, while a process has it open
        file.truncate(len(data) - 5000)
        with pytest.raises(WeightsError, match="cut off"):
            one.read()
        file.seek(len(data) - 5000)
        file.write(bytes(5000))
    for there in (other, array()):
        with pytest.raises(WeightsError, match="not those that the document was saved with"):
            np.asarray(there)
    aside.rename(kept)
    assert held_in(document) == {"A": numbers} and one.tolist() == numbers, "it lies in the state folder too"
    other = saved(set_variables(new_document(), A=numbers), tmp_path / "other.loom")
    kept = in_state_folder(other.weights.added["A"].sha256)
    kept.chmod(0o600)
    kept.write_bytes(kept.read_bytes()[:-1] + b"!")
    assert held_in(other) == {"A": numbers}, "and beside the document, where what is there is broken"
    history = UndoStack(document)
    set_variables(history, A=[2])
    saved(document, path)
    assert saved_values(path) == {"A": [2]} and history.undo() and held_in(document) == {"A": numbers}


@posix
def test_a_file_that_is_replaced_next_to_an_open_document_changes_nothing_in_it(tmp_path):
    saved(set_variables(new_document(), A=[1], B=[2]), path := tmp_path / "net.loom")
    for file in state_folder().glob("*.safetensors"):
        file.unlink()
    document = documents.load(path)
    (tmp_path / "net.safetensors").unlink()  # as a checkout of another commit does
    safetensors.numpy.save_file({"A": np.float32([7])}, tmp_path / "net.safetensors")
    saved(set_variables(document, A=[3]), path)
    assert saved_values(path) == {"A": [3], "B": [2]}


def test_what_is_nowhere_to_be_found_is_said_and_named_still(tmp_path):
    document = saved(set_variables(new_document(), A=[1], B=[2]), path := tmp_path / "net.loom")
    document.weights.added.clear()
    for file in state_folder().glob("*.safetensors"):
        file.unlink()
    (tmp_path / "net.safetensors").rename(away := tmp_path / "net.away")
    document = documents.load(path)
    set_variables(document, A=[3])
    for name in ("net.loom", "other.loom"):
        with pytest.raises(documents.FileError, match="its weights B were not found"):
            documents.save(document, tmp_path / name)
    _, kept = documents.write(document, path)
    assert kept.missing == ("B",)
    away.rename(tmp_path / "back.safetensors")
    assert saved_values(path) == {"A": [3], "B": [2]}


_OTHER = """
import sys, time, numpy as np
from blockloom.blocks.files import journal
from blockloom.blocks.operations import add_weights
from blockloom.blocks.document.pages import new_document
document = new_document()
edit, _ = add_weights(document, {"A": np.float32([float(sys.argv[1])])})
edit.apply(document)
if sys.argv[2:]:
    written = journal.Journal(sys.argv[2], "net.loom", "", "", lambda why: None)
    written.add(edit)
    while not written.size:  # a thread writes it
        time.sleep(0.01)
print(*document.weights.claimed, flush=True)
sys.stdin.read()
"""


def start_process(number, *path):
    """Start another process with an open document; return it and its name in the state folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", _OTHER, str(number), *map(str, path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return process, process.stdout.readline().strip()


def test_what_windows_and_journals_name_stays_however_old_and_the_rest_goes_at_once(tmp_path):
    (living, used), (dead, lost), (crashed, recovered) = (
        start_process(101),
        start_process(102),
        start_process(103, tmp_path / "net.loom"),
    )
    unclaimed = in_state_folder("f" * 64)
    shutil.copyfile(in_state_folder(used), unclaimed)
    for process in (dead, crashed):
        process.kill()
        process.wait()
    for name in (used, lost, recovered):
        os.utime(in_state_folder(name), (0, 0))
    (journal,) = tmp_path.glob(".*.journal")

    def there():
        write_state_file({"x": np.float32([time.time()])})
        return [in_state_folder(name).exists() for name in (used, lost, recovered)]

    assert there() == [True, False, True] and unclaimed.exists()
    document, edit = new_document(), edit_json.from_json(json.loads(journal.read_text().splitlines()[1]))
    edit.apply(document)
    assert document.weights.find("A", "")[0].tolist() == [103]
    journal.unlink()
    assert there() == [True, False, True], "the recovered document has it"
    del document
    assert there() == [True, False, False]
    living.communicate("")
    assert there() == [False, False, False]
    unclaimed.unlink()


@posix
@pytest.mark.parametrize("name", slow_after(3, ["a\nb", "a\udcffb", '"a', "a\u2028b", "a\x85b", "a\x0cb", "a "]))
def test_a_crash_loses_no_weights_whatever_a_folder_is_called(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    process, array = start_process(7, os.fsencode(folder / "net.loom").decode("utf-8", "surrogateescape"))
    process.kill()
    process.wait()
    write_state_file({"x": np.float32([time.time()])})
    assert in_state_folder(array).exists()
    next(folder.glob(".*.journal")).unlink()
    write_state_file({"x": np.float32([time.time()])})
    assert not in_state_folder(array).exists()


def test_saving_again_and_again_leaves_no_more_than_undo_needs(tmp_path):
    before = sum(file.stat().st_size for file in state_folder().glob("*.safetensors"))
    document = set_variables(new_document(), A=np.arange(10_000), B=[0])
    for number in range(10):
        saved(set_variables(document, B=[number]), tmp_path / "net.loom")

    def left():
        claims.last = ""
        claims.clean()
        return sum(file.stat().st_size for file in state_folder().glob("*.safetensors")) - before

    assert left() < 50_000, "what did not change is there once"
    del document
    assert left() <= 0
    document = documents.load(tmp_path / "net.loom")
    saved(
        set_variables(document, **{f"V{number}": np.arange(1000) + number for number in range(8)}),
        tmp_path / "net.loom",
    )
    document = documents.load(tmp_path / "net.loom")
    for number in range(8):
        SetValue("main", f"V{number}", "initvalues", None).apply(document)
        saved(set_variables(document, B=[-number]), tmp_path / "net.loom")
    assert left() < 8 * 5000 + 8 * 600, "what was put away is put away once"


def test_a_journal_is_claimed_for_as_long_as_it_is_there(tmp_path):
    edit, _ = add_weights(new_document(), {"A": np.float32([5])})
    written = Journal(str(tmp_path / "net.loom"), "net.loom", "", "", lambda why: None)
    written.add(edit)

    def claimed() -> list[str]:  # by all files of this process: it begins another one where tests change the folder
        files = (state_folder() / "claims").glob(f"{os.getpid()}-*")
        return [line for file in files for line in file.read_text().splitlines()]

    line = f"journal {json.dumps(str(tmp_path / '.net.loom.journal'))}"
    until(lambda: line in claimed(), "the claim")  # on a slow disk, `add` does not wait for the claim
    written.drop()
    claims.clean()
    assert line not in claimed()


@posix
def test_claims_are_said_again_where_the_folder_was_emptied(tmp_path):
    document = new_document()
    set_variables(document, A=[6])
    shutil.rmtree(state_folder() / "claims")
    set_variables(document, B=[7])
    (file,) = (state_folder() / "claims").glob(f"{os.getpid()}-*")
    assert {ref.sha256 for ref in document.weights.added.values()} <= {
        line.removeprefix("array ") for line in file.read_text().splitlines()
    }


@slow
@posix
def test_random_sequences_lose_no_array():
    done = subprocess.run(
        [sys.executable, "-m", "tests.weight_sequences", str(SEED), "10"], text=True, capture_output=True
    )
    found = json.loads(done.stdout)
    assert found["lost"] == [] and found["left"] == 0, done.stderr
