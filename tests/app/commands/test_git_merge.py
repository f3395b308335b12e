"""Branches with documents are merged by the real git: with the driver, without it, and where it fails."""

import contextlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from blockloom.app import git_lfs
from blockloom.app.cli import main
from blockloom.blocks.document.pages import Block, Page, Placed, Wire
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, Insert, Rename, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.merge.conflict_resolution import THEIRS, resolve_conflict
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights.document_weights import key_of, value_of
from blockloom.blocks.weights.weight_files import WeightsFile, file_hash
from blockloom.blocks.weights.weight_format import WeightsError
from tests.extent import slow
from tests.gitkit import Repository, alone
from tests.pages import document
from tests.waiting import PATIENCE, until

NET = 'a net/it\'s "our" $net.loom'  # as people call files
WEIGHTS = NET.replace(".loom", ".safetensors")


@pytest.fixture
def repository(tmp_path, monkeypatch, request):
    """Create a repository whose documents are merged by the merge driver."""
    alone(tmp_path / "home", monkeypatch)
    made = Repository(tmp_path / "repository")
    monkeypatch.chdir(made.root)
    assert main(["integrate", "--git"]) == 0
    return made


@pytest.fixture
def base(catalogue):
    """Return a document with a small net."""
    return document(
        catalogue,
        {"X": ("Const", {"value": "1.0"}), "A": "Neg", "B": "Neg", "SUM": "AddV2", "OUT": "Identity"},
        "X.output -> A.x\nA.y -> B.x\nB.y -> SUM.x\nX.output -> SUM.y\nSUM.z -> OUT.input",
    )


@pytest.fixture
def change(repository):
    """Edit the document of the working tree, as the editor does it, and commit that."""

    def do(*edits, name=NET, commit=True):
        made = repository.load(name)
        history = UndoStack(made)
        for edit in edits:
            history.do(edit(made) if callable(edit) else edit)
        documents.save(made, repository.path(name))
        if commit:
            repository.commit()
        return made

    return do


@pytest.fixture
def fork(repository, change):
    """Commit a document, and on `main` and `theirs` what became of it; `main` is checked out."""

    def do(start, ours, theirs, name=NET):
        repository.commit(start, name)
        repository.git("checkout", "-q", "-b", "theirs")
        change(*theirs, name=name)
        repository.git("checkout", "-q", "main")
        change(*ours, name=name)

    return do


def value(block, pin, text):
    return SetValue("main", block, pin, text)


def add(block, kind, values, *wires, y=500.0):
    """Return an edit that adds a block with wires such as `A.x -> B.y`."""

    def edit(made):
        placed = []
        for wire in wires:
            (a, _, out), (b, _, pin) = (end.partition(".") for end in wire.split(" -> "))
            placed.append(Placed(Wire(a, out, b, pin), 0))
        return Insert("main", (Block(block, kind, 500.0, y, values),), tuple(placed))

    return edit


def trained(block, number):
    """Return an edit that sets a variable to a new array, as *Store Trained Values as Initial Values* does."""

    def edit(made):
        page = home(made, block)
        key = key_of(page.blocks[block].values.get("initvalues", "")) or block
        given, keys = add_weights(made, {f"{key.partition('.')[0]}.{number:08x}": np.full(2, number, np.float32)})
        (key,) = keys.values()
        return CompositeEdit((given, SetValue(page.name, block, "initvalues", value_of(key))))

    return edit


def home(made, block):
    return next(page for page in made.pages.values() if block in page.blocks)


def number(made, block):
    """Return the initial value of a variable, read from its weight file in the document's folder."""
    key = key_of(home(made, block).blocks[block].values["initvalues"])
    array = made.weights.find(key, made.folder)[0]
    assert str(array.file.path.parent) == made.folder
    return int(array[0])


def wires(made, page="main"):
    return {str(wire) for wire in made.page(page).wires()}


def test_one_renames_a_block_and_the_other_wires_it(repository, fork, base):
    fork(base, [Rename("main", "A", "SOURCE")], [add("N", "Neg", {}, "A.y -> N.x"), value("X", "value", "5.0")])
    repository.git("merge", "-q", "--no-edit", "theirs")
    merged = repository.load(NET)
    assert not merged.conflicts and wires(merged) >= {"SOURCE.y -> N.x", "SOURCE.y -> B.x", "X.output -> SOURCE.x"}
    assert "A" not in merged.page("main").blocks and merged.page("main").blocks["X"].values["value"] == "5.0"


@slow
def test_rebase_cherry_pick_and_stash(repository, fork, change, base):
    fork(base, [value("X", "value", "2.0")], [add("N", "Neg", {}, "A.y -> N.x")])
    repository.git("checkout", "-q", "theirs")
    change(value("X", "name", "second"))
    repository.git("rebase", "-q", "main")
    rebased = repository.load(NET)
    assert rebased.page("main").blocks["X"].values == {"value": "2.0", "name": "second"} and "A.y -> N.x" in wires(
        rebased
    )
    repository.git("checkout", "-q", "main")
    repository.git("cherry-pick", "theirs")
    picked = repository.load(NET)
    assert picked.page("main").blocks["X"].values == {"value": "2.0", "name": "second"}
    assert "N" not in picked.page("main").blocks
    change(add("LATER", "Neg", {}, "B.y -> LATER.x"), commit=False)
    repository.git("stash", "-q")
    change(Rename("main", "B", "MIDDLE"))
    repository.git("stash", "pop", "-q")
    popped = repository.load(NET)
    assert "MIDDLE.y -> LATER.x" in wires(popped) and not popped.conflicts
    assert repository.git("diff", "--name-only", "--diff-filter=U") == ""


@slow
def test_a_criss_cross_merge(repository, fork, change, base):
    fork(base, [value("X", "value", "2.0")], [value("X", "value", "3.0"), value("X", "name", "theirs")])
    repository.git("branch", "before")
    repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    merged = change(lambda made: resolve_conflict(made, made.conflicts[0], THEIRS))
    assert not merged.conflicts and merged.page("main").blocks["X"].values == {"value": "3.0", "name": "theirs"}
    repository.git("checkout", "-q", "theirs")
    repository.git("merge", "-q", "--no-edit", "before", code=1)
    change(lambda made: resolve_conflict(made, made.conflicts[0], "ours"), value("A", "name", "last"))
    repository.git("checkout", "-q", "main")
    change(Rename("main", "A", "FIRST"))
    assert len(repository.git("merge-base", "--all", "main", "theirs").split()) == 2
    assert "conflict" not in repository.git("merge", "-q", "--no-edit", "theirs")
    merged = repository.load(NET)
    assert not merged.conflicts and merged.page("main").blocks["FIRST"].values == {"name": "last"}
    assert merged.page("main").blocks["X"].values == {"value": "3.0", "name": "theirs"}


@slow
def test_ends_of_lines_are_git_s(repository, fork, base):
    repository.git("config", "core.autocrlf", "true")
    fork(base, [value("X", "value", "2.0")], [value("A", "name", "n")])
    assert b"\r\n" not in repository.path(NET).read_bytes()  # as it was saved
    repository.git("merge", "-q", "--no-edit", "theirs")
    assert b"\r\n" in repository.path(NET).read_bytes() and not repository.load(NET).conflicts
    repository.git("config", "core.autocrlf", "false")
    repository.git("checkout", "-q", "-f", "-b", "crlf", "main~1")
    repository.path(NET).write_bytes(repository.path(NET).read_bytes().replace(b"\n", b"\r\n"))
    repository.commit()
    repository.git("merge", "-q", "--no-edit", "theirs")
    merged = repository.load(NET)
    assert (
        merged.page("main").blocks["X"].values["value"] == "2.0"
        and merged.page("main").blocks["A"].values["name"] == "n"
    )


def test_a_folder_is_renamed_and_a_document_in_it_edited(repository, fork, change, base):
    fork(base, [value("X", "value", "2.0")], [value("A", "name", "n")])
    repository.git("mv", "a net", "nets")
    repository.commit()
    repository.git("merge", "-q", "--no-edit", "theirs")
    blocks = repository.load(NET.replace("a net", "nets")).page("main").blocks
    assert (blocks["X"].values, blocks["A"].values) == ({"value": "2.0"}, {"name": "n"})


@pytest.fixture
def nets(base):
    """Two networks, each with a variable that begins with an array."""
    base.pages["other"] = Page("other")
    for block, (page, begins) in {"V": ("main", 1), "U": ("other", 5)}.items():
        Insert(page, (Block(block, "loom.Variable", 500.0, 700.0, {"dtype": "DT_FLOAT"}),)).apply(base)
        trained(block, begins)(base).apply(base)
    return base


def test_each_trains_a_variable(repository, fork, nets):
    fork(nets, [trained("V", 2)], [trained("U", 3), value("X", "value", "2.0")])
    repository.git("merge", "-q", "--no-edit", "theirs")
    merged = repository.load(NET)
    assert not merged.conflicts and (number(merged, "V"), number(merged, "U")) == (2, 3)
    assert repository.git("status", "--porcelain") == ""


@slow
def test_both_train_one_and_the_choice_is_committed(repository, fork, nets, change, tmp_path):
    fork(nets, [trained("V", 2)], [trained("V", 3), trained("U", 4)])
    said = repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    assert said.count("CONFLICT") == 2 and f"{NET}: conflict: main/V.initvalues: " in said
    merged = repository.load(NET)
    (conflict,) = merged.conflicts
    assert (conflict.what, number(merged, "V"), number(merged, "U")) == ("weights", 2, 4)
    for side, wanted in (("ours", 2), ("theirs", 3), ("base", 1)):
        made = merged.copy()
        resolve_conflict(made, conflict, side).apply(made)
        assert number(made, "V") == wanted
    change(lambda made: resolve_conflict(made, made.conflicts[0], THEIRS))
    repository.git("clone", "-q", str(repository.root), str(tmp_path / "clone"))
    there = documents.load(tmp_path / "clone" / NET)
    assert (number(there, "V"), number(there, "U")) == (3, 4) and not there.conflicts
    file = WeightsFile(tmp_path / "clone" / WEIGHTS, "")
    assert file.entries.keys() == there.keys(), "what was only kept for the choice is gone"


LFS = """#!/bin/sh
case $1 in
clean) cat > new; oid=$(sha256sum new | cut -d " " -f 1); mv new $STORE/$oid
    printf "version https://git-lfs.github.com/spec/v1\\noid sha256:$oid\\nsize 1\\n" ;;
smudge) cat $STORE/$(sed -n "s/^oid sha256://p") ;;
esac
"""


@slow
def test_weights_that_git_lfs_keeps(repository, fork, nets, tmp_path, monkeypatch):
    """By a program that does with contents what that of git LFS does."""
    (tmp_path / "store").mkdir()
    (tmp_path / "git-lfs").write_text(LFS)
    (tmp_path / "git-lfs").chmod(0o755)
    monkeypatch.setenv("STORE", str(tmp_path / "store"))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for what in ("clean", "smudge"):
        repository.git("config", "--global", f"filter.lfs.{what}", f"git-lfs {what}")
    (repository.root / ".gitattributes").write_text("*.safetensors filter=lfs diff=lfs merge=lfs -text\n")
    assert main(["integrate", "--git", "--repo"]) == 0
    fork(nets, [trained("V", 2)], [trained("U", 3)])
    repository.git("merge", "-q", "--no-edit", "theirs")
    merged = repository.load(NET)
    assert (number(merged, "V"), number(merged, "U")) == (2, 3)
    assert repository.git("show", f"HEAD:{WEIGHTS}").startswith("version https://git-lfs")


def test_git_lfs_that_does_not_answer_is_ended(tmp_path, monkeypatch):
    """Its child processes end, too."""
    source, pids = tmp_path / "pointer", tmp_path / "pids"
    source.write_text(f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize {300 << 20}\n")
    (tmp_path / "git-lfs").write_text(f"#!/bin/sh\nsleep 1000 &\necho $! > '{pids}'\nwait\n")
    (tmp_path / "git-lfs").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(git_lfs, "_SECONDS", 0.3)
    monkeypatch.setattr(git_lfs, "_SPEED", 1000 << 20)
    with pytest.raises(FileError, match="git LFS did not smudge it within 1 s: `git lfs fetch --all`"):
        git_lfs.content(source, "net.safetensors")
    until(lambda: not alive(int(pids.read_text())))


def alive(pid):
    """Return True if a process runs, False for a zombie."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    return False


def older(path):
    """Save a document as formats before 8 were: the file of weights is named as a whole."""
    made = json.loads(path.read_text())
    file = made["weights"]["file"]
    made |= {"blockloom": 7, "weights": {"file": file, "sha256": file_hash(path.with_name(file))}}
    path.write_text(json.dumps(made))


@slow
def test_each_trains_a_variable_of_a_document_of_an_older_format(repository, change, nets, capsys):
    repository.commit(nets, NET)
    for branch, edits in (("base", ()), ("theirs", [trained("U", 3)]), ("main", [trained("V", 2)])):
        repository.git("checkout", "-q", "-B", branch, *(["base"] if edits else []))
        change(*edits, commit=False)
        older(repository.path(NET))
        repository.commit()
    capsys.readouterr()
    assert main(["diff", f"base:{NET}", f"theirs:{NET}"]) == 0
    assert "(U) differ by up to 40 %" in (said := capsys.readouterr().out) and "V" not in said
    repository.git("merge", "-q", "--no-edit", "theirs")
    merged = repository.load(NET)
    assert not merged.conflicts and (number(merged, "V"), number(merged, "U")) == (2, 3)
    repository.git("checkout", "-q", "main~1")
    repository.git("mv", "-f", WEIGHTS, "elsewhere")
    alone = [repository.path(f"{side}.loom") for side in ("base", "ours", "theirs")]
    for path, side in zip(alone, ("base", "main~1", "theirs")):
        path.write_text(repository.git("show", f"{side}:{NET}"))
    assert main(["diff", *map(str, alone[:2])]) == 0 and "its weights are not compared" in capsys.readouterr().err
    assert main(["merge", *map(str, alone)]) == 1
    assert "conflict: the document: the weights: ours" in capsys.readouterr().err


def test_without_the_driver_a_document_says_how_to_merge_it(repository, fork, nets, monkeypatch, capsys):
    main(["integrate", "--git", "--remove"])
    fork(nets, [trained("V", 2), value("X", "value", "2.0")], [trained("U", 3), value("A", "name", "n")])
    repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    with pytest.raises(FileError) as error:
        repository.load(NET)
    words = shlex.split(str(error.value).split("`")[1])
    monkeypatch.chdir(repository.path(NET).parent)
    assert words[0] == "blockloom" and main(words[1:]) == 0
    merged = repository.load(NET)
    assert (number(merged, "V"), number(merged, "U")) == (2, 3)
    blocks = merged.page("main").blocks
    assert (blocks["X"].values["value"], blocks["A"].values["name"]) == ("2.0", "n")


def test_files_that_git_leaves_out_are_reported_and_copied(repository, fork, nets, monkeypatch, tmp_path):
    """One side has a new weight file and the other reuses an old array: git takes the new file."""
    fork(
        nets,
        [trained("V", 2)],
        [add("COPY", "loom.Variable", {"dtype": "DT_FLOAT", "initvalues": "weights:V.00000001"})],
    )
    said = repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    words = shlex.split(said.split("`")[1])
    assert "V.00000001" in said and words[:2] == ["blockloom", "merge"]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "of somebody else"))
    with pytest.raises(WeightsError):
        number(repository.load(NET), "COPY")
    assert main(words[1:]) == 0
    merged = repository.load(NET)
    assert (number(merged, "V"), number(merged, "COPY")) == (2, 1)


@slow
@pytest.mark.parametrize("driver", [True, False])
def test_the_tool_takes_weights_that_are_merged_and_merges_others(repository, fork, nets, driver):
    name = NET.replace('"', "")  # git's own mergetool finds no file with such a name
    weights = name.replace(".loom", ".safetensors")
    if not driver:
        repository.path(".gitattributes").write_text("*.safetensors merge=binary\n")
    fork(nets, [trained("V", 2)], [trained("V", 3)], name)
    repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    before = repository.path(weights).read_bytes()
    repository.git("mergetool", "-y", "-t", "blockloom", "--", weights)
    assert (repository.path(weights).read_bytes() == before) == driver
    assert repository.git("diff", "--name-only", "--diff-filter=U").count("\n") == 1, "the document alone is left"
    merged = repository.load(name)
    for side, wanted in (("ours", 2), ("theirs", 3)):
        made = merged.copy()
        resolve_conflict(made, made.conflicts[0], side).apply(made)
        assert number(made, "V") == wanted


@slow
def test_weights_that_are_missing_are_named_and_collected(repository, fork, nets, capsys):
    (repository.root / ".gitattributes").write_text("*.safetensors merge=binary\n")
    fork(nets, [trained("V", 2)], [trained("U", 3)])
    repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    words = [sys.executable, "-P", "-m", "blockloom", "check", "--fast", NET]
    check = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    said = check.stdout
    assert check.returncode == 1 and "U.00000003" in said and "V.00000002" not in said and "--weights`" in said
    assert main(["merge", NET, "--weights", f"theirs:{WEIGHTS}"]) == 0
    merged = repository.load(NET)
    assert (number(merged, "V"), number(merged, "U")) == (2, 3)


def test_a_driver_whose_program_is_gone_leaves_a_conflict_and_ours(repository, fork, base, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/gone/python")
    main(["integrate", "--git"])
    fork(base, [value("X", "value", "2.0")], [value("A", "name", "n")])
    ours = repository.path(NET).read_bytes()
    said = repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    assert "/gone/python" in said and "CONFLICT" in said
    assert repository.path(NET).read_bytes() == ours and repository.git("diff", "--name-only", "--diff-filter=U")


def test_a_side_that_cannot_be_read_leaves_a_conflict_and_ours(repository, fork, base):
    fork(base, [value("X", "value", "2.0")], [value("A", "name", "n")])
    repository.git("checkout", "-q", "theirs")
    repository.path(NET).write_text('{"blockloom": 99, "pages": []}')
    repository.commit()
    repository.git("checkout", "-q", "main")
    ours = repository.path(NET).read_bytes()
    said = repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    assert "newer Blockloom" in said and NET in said and "CONFLICT" in said
    assert repository.path(NET).read_bytes() == ours and repository.git("diff", "--name-only", "--diff-filter=U")


def test_one_deleted_the_file_and_the_other_edited_it(repository, fork, base):
    fork(base, [value("X", "value", "2.0")], [value("A", "name", "n")])
    repository.git("checkout", "-q", "-b", "without", "main~1")
    repository.git("rm", "-q", NET)
    repository.git("commit", "-qm", "gone")
    assert "modify/delete" in repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    assert repository.load(NET).page("main").blocks["A"].values == {"name": "n"}


def test_both_added_the_file(repository, change, base):
    repository.git("commit", "-q", "--allow-empty", "-m", "nothing")
    repository.git("checkout", "-q", "-b", "theirs")
    repository.commit(base, NET)
    change(add("N", "Neg", {}, "A.y -> N.x"))
    repository.git("checkout", "-q", "main")
    value("X", "value", "2.0").apply(base)
    repository.commit(base, NET)
    repository.git("merge", "-q", "--no-edit", "theirs", code=1)
    merged = repository.load(NET)
    assert "A.y -> N.x" in wires(merged) and merged.page("main").blocks["X"].values["value"] == "2.0"
    assert [(one.at, one.base, one.theirs) for one in merged.conflicts] == [("main/X.value", None, "1.0")]
