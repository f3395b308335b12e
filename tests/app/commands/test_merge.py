"""`blockloom merge`: its output and messages. A failed merge loses nothing."""

from pathlib import Path

import numpy as np
import pytest

from blockloom.app.cli import main
from blockloom.app.commands import merge as command
from blockloom.blocks.document.pages import Block, Document, Page, Wire, new_document
from blockloom.blocks.files import documents
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights.document_weights import value_of
from tests.gitkit import Repository, alone


def net(a="1.0", b="2.0", *more):
    document = new_document()
    blocks = Block("A", "Const", values={"value": a}), Block("B", "Const", 0, 200, {"value": b}), *more
    document.pages["main"].blocks.update((block.id, block) for block in blocks)
    return document


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Save documents as base.loom, ours.loom and theirs.loom in the current folder."""
    monkeypatch.chdir(tmp_path)

    def do(*sides):
        for name, document in zip(("base", "ours", "theirs"), sides):
            documents.save(document, f"{name}.loom")

    return do


THREE = "base.loom", "ours.loom", "theirs.loom"


def merged(capfd, *words, code=0):
    """Run a merge and return its stderr."""
    capfd.readouterr()
    assert main(["merge", *map(str, words)]) == code
    out, err = capfd.readouterr()
    assert out == "" and "Traceback" not in err
    return err


def value(path, block):
    return documents.load(path).page("main").blocks[block].values["value"]


def test_it_writes_ours_with_what_theirs_changed(write, capfd):
    write(net(), net(a="5.0"), net(b="7.0"))
    theirs = Path("theirs.loom").read_bytes()
    assert merged(capfd, *THREE) == ""
    assert (value("ours.loom", "A"), value("ours.loom", "B")) == ("5.0", "7.0")
    assert Path("theirs.loom").read_bytes() == theirs


def test_conflicts_are_kept_and_said(write, capfd):
    write(net(), net(a="5.0"), net(a="6.0", b="7.0"))
    before = Path("ours.loom").read_bytes()
    said = merged(capfd, *THREE, "-o", "out.loom", code=1)
    assert said.startswith("conflict: main/A.value: ") and "5.0" in said and "6.0" in said and said.count("\n") == 2
    assert Path("ours.loom").read_bytes() == before
    (conflict,) = documents.load("out.loom").conflicts
    assert conflict == ("main/A.value", "value", "1.0", "5.0", "6.0")
    assert (value("out.loom", "A"), value("out.loom", "B")) == ("5.0", "7.0")
    said = merged(capfd, *THREE, "-o", "out.loom", "--favor", "theirs")
    assert value("out.loom", "A") == "6.0" and said.startswith("note: main/A.value")


def test_a_side_is_taken_in_the_conflicts_that_a_document_holds(write, capfd):
    """As git's own options, such as -X theirs, do not reach a driver."""
    write(net(), net(a="5.0", b="8.0"), net(a="6.0", b="7.0"))
    merged(capfd, *THREE, code=1)
    assert "main/A.value: value is taken from theirs" in merged(
        capfd, "ours.loom", "--favor", "theirs", "-o", "out.loom"
    )
    assert (value("out.loom", "A"), value("out.loom", "B")) == ("6.0", "7.0")
    assert "conflict: main/A.value" in merged(capfd, "ours.loom", "--favor", "union", code=1)
    merged(capfd, "ours.loom", "--favor", "ours", "--weights")
    assert (value("ours.loom", "A"), value("ours.loom", "B")) == ("5.0", "8.0")
    assert merged(capfd, "ours.loom", "--weights") == "" == merged(capfd, "ours.loom", "--favor", "theirs")


def test_both_added_the_file(write, capfd):
    write(net(), net(a="5.0"), net(a="5.0", b="2.0"))
    Path("empty").touch()
    for base in ("/dev/null", "empty"):
        assert merged(capfd, base, *THREE[1:], "-o", "out.loom") == ""
        assert Path("out.loom").read_bytes() == Path("ours.loom").read_bytes()


def test_items_that_both_added_under_one_name_are_reported(write, capfd):
    write(net(), net("1.0", "2.0", Block("N", "Exp")), net("1.0", "2.0", Block("N", "Log", 300)))
    assert "N_2" in merged(capfd, *THREE)
    blocks = documents.load("ours.loom").page("main").blocks.values()
    assert {"Exp", "Log"} <= {block.type for block in blocks}


def test_the_result_goes_to_stdout(write, capfdbinary):
    write(net(), net(a="5.0"), net(b="7.0"))
    assert main(["merge", *THREE, "-o", "-"]) == 0
    made = documents.loads(capfdbinary.readouterr().out)
    assert made.page("main").blocks["B"].values["value"] == "7.0" and value("ours.loom", "B") == "2.0"


def test_nothing_is_changed_where_something_fails(write, tmp_path, capfd, monkeypatch):
    write(net(), net(a="5.0"), net(b="7.0"))
    Path("marks.loom").write_text("<<<<<<< ours\n{}\n")
    Path("marks").write_text("<<<<<<< ours\n{}\n")
    Path("cut.loom").write_bytes(Path("theirs.loom").read_bytes()[:-20])
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for words, wanted in (
        (("missing.loom", *THREE[1:]), "missing.loom"),
        ((*THREE[:2], "cut.loom"), "not a Blockloom document"),
        ((*THREE[:2], "marks.loom"), "conflict marks"),
        ((*THREE[:2], "marks"), "conflict marks"),
        ((*THREE[:2], "marks", "--path", "pages/net.loom"), "pages/net.loom: theirs: line 1 has conflict marks"),
        ((*THREE, "-o", "no/such/folder.loom"), "cannot be saved"),
        ((*THREE, "-o", "picture.png"), "name one with -o"),
        ((*THREE, "--weights", "missing.safetensors"), "missing.safetensors"),
        ((THREE[0], "HEAD:ours.loom", THREE[2]), "name a file with -o"),
        (THREE[:2], "BASE OURS THEIRS"),
    ):
        assert wanted in merged(capfd, *words, code=2)
    with monkeypatch.context() as full:

        def fail(*_):
            raise OSError(28, "No space left on device")

        full.setattr("os.fsync", fail)
        assert "no space left" in merged(capfd, *THREE, code=2)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_somebody_else_wrote_meanwhile_is_not_replaced(write, capfd, monkeypatch):
    write(net(), net(a="5.0"), net(b="7.0"))
    read = command.read_side

    def slowly(text, side, path, sides):
        document = read(text, side, path, sides)
        if side == "theirs":
            documents.save(net(a="9.0"), "ours.loom")
        return document

    monkeypatch.setattr(command, "read_side", slowly)
    assert "somebody else" in merged(capfd, *THREE, code=2)
    assert value("ours.loom", "A") == "9.0"


def test_stages_of_the_index_are_merged(tmp_path, capfd, monkeypatch):
    """In a repository without drivers, git leaves marks in the file."""
    alone(tmp_path / "home", monkeypatch)
    repository = Repository(tmp_path / "repository")
    monkeypatch.chdir(repository.root)
    repository.commit(net())
    repository.git("checkout", "-q", "-b", "theirs")
    repository.commit(net(a="6.0", b="7.0"))
    repository.git("checkout", "-q", "main")
    repository.commit(net(a="5.0"))
    repository.git("merge", "-q", "theirs", code=1)
    assert main(["check", "net.loom", "--fast"]) == 2
    again = capfd.readouterr().err.partition("`")[2].partition("`")[0].split()
    assert again[:2] == ["blockloom", "merge"]
    assert main(again[1:]) == 1
    assert (value("net.loom", "A"), value("net.loom", "B")) == ("5.0", "7.0")
    assert len(repository.load().conflicts) == 1


def layers(folder, **numbers) -> Document:
    """Save a document in a new folder, with a page for each of these keys, whose variable begins with that number."""
    document = new_document()
    edit, _ = add_weights(document, {key: np.full(2, number, np.float32) for key, number in numbers.items()})
    edit.apply(document)
    for key in numbers:
        block = Block(f"V_{key}", "loom.Variable", 0.0, 0.0, {"initvalues": value_of(key)})
        page = document.pages[key] = Page(key)
        page.blocks[block.id] = block
    Path(folder).mkdir()
    documents.save(document, Path(folder, "net.loom"))
    return document


def numbers(path):
    document = documents.load(path)
    return {
        block.id: int(document.weights.find(block.values["initvalues"].removeprefix("weights:"), document.folder)[0][0])
        for page in document.pages.values()
        for block in page.blocks.values()
    }


def test_the_arrays_of_all_sides_are_in_the_folder_of_the_result(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    layers("base", a=1, b=2)
    layers("ours", a=3, b=2)
    layers("theirs", a=1, b=4)
    assert merged(capfd, "base/net.loom", "ours/net.loom", "theirs/net.loom") == ""
    assert numbers("ours/net.loom") == {"V_a": 3, "V_b": 4}
    assert numbers("theirs/net.loom") == {"V_a": 1, "V_b": 4}


def test_arrays_are_gathered_from_files_that_are_named(tmp_path, capfd, monkeypatch):
    """A merge driver of git writes only the document: the weight files are in another folder."""
    monkeypatch.chdir(tmp_path)
    layers("base", a=1, b=2)
    layers("ours", a=3, b=2)
    layers("theirs", a=1, b=4)
    Path("apart").mkdir()
    Path("theirs/net.safetensors").rename("apart/w.safetensors")
    (tmp_path / "state").mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))  # nothing else has them
    three = "base/net.loom", "ours/net.loom", "theirs/net.loom"
    Path("worktree").mkdir()
    assert merged(capfd, *three, "-o", "temporary", "--path", "worktree/net.loom") == ""
    assert not list(tmp_path.glob("*.safetensors"))
    Path("temporary").rename("worktree/net.loom")
    assert "weights" in merged(capfd, "worktree/net.loom", "--weights", "ours/net.safetensors", code=1)
    assert merged(capfd, "worktree/net.loom", "--weights", "apart/w.safetensors") == ""
    assert numbers("worktree/net.loom") == {"V_a": 3, "V_b": 4}
    assert merged(capfd, *three, "-o", "all.loom", "--weights", "apart/w.safetensors") == ""
    assert numbers("all.loom") == {"V_a": 3, "V_b": 4}


@pytest.fixture
def revisions(tmp_path, monkeypatch):
    """Create a repository whose branches `main` and `theirs` trained both arrays of a page."""
    alone(tmp_path / "home", monkeypatch)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    repository = Repository(tmp_path / "repository")
    monkeypatch.chdir(repository.root)
    for words, values in ((), (1, 2)), (("-b", "theirs"), (5, 6)), (("main",), (3, 4)):
        if words:
            repository.git("checkout", "-q", *words)
        document = new_document()
        arrays = {key: np.full(2000, number, np.float32) for key, number in zip("ab", values)}
        add_weights(document, arrays)[0].apply(document)
        blocks = (Block(f"V_{key}", "loom.Variable", 0.0, 0.0, {"initvalues": value_of(key)}) for key in arrays)
        document.pages["main"].blocks.update((block.id, block) for block in blocks)
        repository.commit(document)
    return repository


@pytest.mark.parametrize("lost", [False, True])
def test_all_arrays_of_a_conflict_of_revisions_are_in_the_result(revisions, capfd, monkeypatch, tmp_path, lost):
    sides = "main~1:net.loom", "main:net.loom", "theirs:net.loom"
    said = merged(capfd, *sides, "-o", "out.loom", code=1)
    assert "warning" not in said and "V_a.initvalues, V_b.initvalues" in said
    if lost:
        Path("out.safetensors").unlink()
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "of somebody else"))
        assert merged(capfd, "out.loom", "--weights") == ""
    for side, values in (("ours", (3, 4)), ("theirs", (5, 6))):
        merged(capfd, "out.loom", "--favor", side, "-o", f"{side}.loom")
        assert numbers(f"{side}.loom") == dict(zip(("V_a", "V_b"), values))


def test_a_file_that_a_partial_clone_left_out_is_named_with_how_to_fetch_it(revisions, capfd, monkeypatch, tmp_path):
    revisions.git("config", "uploadpack.allowFilter", "true")
    monkeypatch.chdir(tmp_path)
    revisions.git(
        "clone", "-q", "--no-checkout", "--filter=blob:limit=5k", revisions.root.as_uri(), str(tmp_path / "c")
    )
    monkeypatch.chdir(tmp_path / "c")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "of somebody else"))
    said = merged(capfd, "main~1:net.loom", "main:net.loom", "origin/theirs:net.loom", "-o", "out.loom", code=1)
    assert "`git show main:net.safetensors` fetches it" in said and "nowhere" not in said
    said = merged(capfd, "out.loom", "--weights", code=1)
    assert "partial clone" in said and "nowhere" not in said


def test_a_driver_prints_names_of_files_on_one_line(write, capfd):
    write(net(), net(a="5.0"), net(a="6.0"))
    said = merged(capfd, *THREE, "--path", "a\nb.loom", code=1)
    assert said.startswith("a\\nb.loom: conflict: main/A.value") and len(said.splitlines()) == 2
    Path("theirs.loom").write_text("{")
    assert "a\\nb.loom: theirs: " in (said := merged(capfd, *THREE, "--path", "a\nb.loom", code=2))
    assert not said.startswith("a\n")


def test_files_of_weights_are_merged_array_by_array(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    layers("base", a=1, b=2)
    layers("ours", a=3, b=5)
    layers("theirs", a=1, b=4)
    three = [f"{side}/net.safetensors" for side in ("base", "ours", "theirs")]
    before = Path(three[1]).read_bytes()
    assert "pages/net.safetensors: conflict: both sides have new weights b" in merged(
        capfd, *three, "-o", "out.safetensors", "--path", "pages/net.safetensors", code=1
    )
    assert Path(three[1]).read_bytes() == before and Path("out.safetensors").stat().st_size > 0
    assert "stdout" in merged(capfd, *three, "-o", "-", code=2)
    Path(three[2]).write_bytes(before[:-4])
    assert "not a valid weight file" in merged(capfd, *three, code=2) and Path(three[1]).read_bytes() == before


def test_check_warns_of_what_neither_side_has(write, capfd):
    def product(a, b, *more):
        made = net(a, b, Block("M", "MatMul", 400), *more)
        made.pages["main"].put_all([Wire("A", "output", "M", "a"), Wire("B", "output", "M", "b")])
        return made

    def variable(name):
        return Block(name, "loom.Variable", 0, 500, {"initvalues": "1.0f", "shared_name": "W"})

    ours = product(
        "[[1.0, 2.0]]", "[[1.0], [2.0]]", variable("V"), Block("N", "MatMul", 600, 0, {"b": "[[1.0], [2.0]]"})
    )
    ours.pages["main"].put_wire(Wire("A", "output", "N", "a"))
    theirs = product("[[1.0, 2.0, 3.0]]", "[[1.0], [2.0], [3.0]]", variable("U"))
    write(product("[[1.0, 2.0]]", "[[1.0], [2.0]]"), ours, theirs)
    said = merged(capfd, *THREE, "--check").splitlines()
    assert len(said) == 2 and "V have one shared_name now, W: they are one variable" in said[0].replace("U", "V")
    assert said[1].startswith("warning: of both sides together: main/N: a is [1, 3], b is [2, 1]")
