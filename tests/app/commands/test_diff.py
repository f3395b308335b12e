"""`blockloom diff`: files, revisions and models, as text and as JSON."""

import json
from pathlib import Path

import numpy as np
import pytest

from blockloom.app.cli import main
from blockloom.blocks.document.pages import Block, Wire, new_document
from blockloom.blocks.files import documents
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights.document_weights import value_of
from tests.gitkit import Repository, alone

ROOT = Path(__file__).resolve().parents[3]


def net(rate="0.1", *more, x=0.0):
    document = new_document()
    blocks = Block("A", "Const", x, values={"value": rate}), Block("B", "Neg", 200), *more
    document.pages["main"].blocks.update((block.id, block) for block in blocks)
    document.pages["main"].put_all([Wire("A", "output", "B", "x")])
    return document


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Two documents, a.loom and b.loom, in the current folder."""
    monkeypatch.chdir(tmp_path)
    documents.save(net(), "a.loom")
    documents.save(net("0.2", Block("C", "Exp", 400), x=9.0), "b.loom")
    return tmp_path


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Create a repository with two commits of pages/net.loom and an uncommitted change."""
    alone(tmp_path / "home", monkeypatch)
    made = Repository(tmp_path / "repository")
    made.commit(net("1"), "pages/net.loom")
    made.commit(net("2"), "pages/net.loom")
    documents.save(net("3"), made.path("pages/net.loom"))
    monkeypatch.chdir(made.root)
    return made


def run_diff(capfd, *words, code=0):
    capfd.readouterr()
    assert main(["diff", *map(str, words)]) == code
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return out if code < 2 else err


def test_it_says_what_differs(files, capfd):
    assert run_diff(capfd, "a.loom", "b.loom") == (
        "page main:\n  + C (Exp)\n  ~ A.value 0.1 -> 0.2\n  . 1 more of layout and looks (--layout)\n"
    )
    assert "  . A moved (0, 0) -> (9, 0)\n" in run_diff(capfd, "a.loom", "b.loom", "--layout")
    assert run_diff(capfd, "a.loom", "a.loom") == ""
    assert "+ page main (2 blocks, 1 wire)" in run_diff(capfd, "/dev/null", "a.loom")
    (files / "empty.loom").touch()
    assert "- page main (2 blocks, 1 wire)" in run_diff(capfd, "a.loom", "empty.loom")


def test_the_exit_code_is_asked_for(files, capfd):
    run_diff(capfd, "a.loom", "b.loom", code=0)
    run_diff(capfd, "a.loom", "b.loom", "--exit-code", code=1)
    run_diff(capfd, "a.loom", "a.loom", "--exit-code", code=0)
    documents.save(net(x=9.0), "moved.loom")
    run_diff(capfd, "a.loom", "moved.loom", "--exit-code", code=0)
    run_diff(capfd, "a.loom", "moved.loom", "--exit-code", "--layout", code=1)


def test_json_has_every_change(files, capfd):
    got = json.loads(run_diff(capfd, "a.loom", "b.loom", "--format", "json"))
    assert got["arrays"] == []
    rows = {(row["item"], row["field"]): row for row in got["changes"]}
    assert rows["A", "value:value"] == {
        "kind": "changed",
        "page": "main",
        "item": "A",
        "field": "value:value",
        "layout": False,
        "was": "0.1",
        "now": "0.2",
        "in_b": {"page": "main", "item": "A"},
    }
    assert rows["C", ""]["now"] == {"id": "C", "type": "Exp", "at": [400, 0]} and rows["C", ""]["kind"] == "added"
    assert rows["A", "at"]["layout"] and rows["A", "at"]["kind"] == "layout"
    gone = json.loads(run_diff(capfd, "a.loom", "/dev/null", "--format", "json"))["changes"]
    wires = next(
        row
        for row in json.loads(run_diff(capfd, "/dev/null", "a.loom", "--format", "json"))["changes"]
        if "wires" in row["field"]
    )
    assert wires["now"] == [{"from": "A.output", "to": "B.x", "kind": "tensor"}] and gone[0]["in_b"] is None


def test_revisions_of_git(repository, capfd, monkeypatch):
    change = "page main:\n  ~ A.value {} -> {}\n"
    assert run_diff(capfd, "pages/net.loom") == change.format(2, 3)
    assert run_diff(capfd, "HEAD~1:pages/net.loom", "HEAD:pages/net.loom") == change.format(1, 2)
    assert run_diff(capfd, "HEAD~1:pages/net.loom", "pages/net.loom") == change.format(1, 3)
    assert run_diff(capfd, "HEAD~1:pages/net.loom") == change.format(1, 3)
    repository.git("add", "-A")
    assert run_diff(capfd, "HEAD:pages/net.loom", ":pages/net.loom") == change.format(2, 3)
    monkeypatch.chdir(repository.path("pages"))
    assert run_diff(capfd, "net.loom") == run_diff(capfd, "HEAD:net.loom", "net.loom") == change.format(2, 3)
    assert run_diff(capfd, "HEAD:net.loom") == run_diff(capfd, "HEAD:pages/net.loom") == change.format(2, 3)
    monkeypatch.chdir("/")
    assert run_diff(capfd, repository.path("pages/net.loom")) == change.format(2, 3)


def test_what_cannot_be_read_is_one_message_and_exit_code_2(repository, capfd, monkeypatch):
    repository.path("bad.loom").write_text("<<<<<<< HEAD\n")
    repository.git("add", "-A")
    for words, wanted in (
        (["missing.loom", "pages/net.loom"], "missing.loom: cannot be read"),
        (["bad.loom", "pages/net.loom"], "conflict marks"),
        ([":bad.loom", "pages/net.loom"], "conflict marks"),
        (["v1:pages/net.loom", "pages/net.loom"], "git knows no revision v1"),
        (["HEAD:net.loom", "pages/net.loom"], "no such file in that revision"),
        (["bad.loom"], "no such file in that revision"),
        (["-x:net.loom", "pages/net.loom"], "there is no option -x:net.loom"),
    ):
        assert wanted in run_diff(capfd, *words, code=2)
    monkeypatch.setenv("PATH", "")
    assert "git is not installed" in run_diff(capfd, "pages/net.loom", code=2)


def test_a_file_of_that_name_is_taken_before_a_revision(repository, capfd):
    documents.save(net("9"), repository.path("HEAD:pages").with_suffix(".loom"))
    assert "~ A.value 9 -> 3" in run_diff(capfd, "HEAD:pages.loom", "pages/net.loom")


def test_files_of_weights(repository, capfd):
    def save(path, **arrays):
        document = new_document()
        edit, _ = add_weights(document, {key: np.array(numbers, np.float32) for key, numbers in arrays.items()})
        edit.apply(document)
        page = document.pages["main"]
        for key in arrays:
            page.blocks[f"V_{key}"] = Block(f"V_{key}", "loom.Variable", values={"initvalues": value_of(key)})
        documents.save(document, path)

    save(repository.path("net.loom"), a=[1, 2], b=[1, 2], c=[1, 2])
    repository.commit()
    save(repository.path("net.loom"), a=[1, 3], b=[1, 2], d=[1, 2, 3])
    lines = ["the document:", "  ~ weights of a: differ by up to 50 %", "  + weights d", "  - weights c"]
    said = run_diff(capfd, "net.safetensors")
    assert sorted(said.splitlines()) == sorted(lines)
    assert run_diff(capfd, "HEAD:net.safetensors", "net.safetensors") == said == run_diff(capfd, "HEAD:net.safetensors")
    assert "differ by up to 50 %" in run_diff(capfd, "net.loom"), "also of a file that is only in git"
    assert "- weights a" in run_diff(capfd, "net.safetensors", "/dev/null")
    save(repository.path("zero.loom"), a=[0.0, 2])
    save(repository.path("negative.loom"), a=[-0.0, 2])
    assert "a (V_a) has the same values" in run_diff(capfd, "zero.loom", "negative.loom")
    repository.path("net.safetensors").write_bytes(b"x")
    assert "net.safetensors" in run_diff(capfd, "net.safetensors", code=2)


def test_models_on_either_side_and_in_revisions(repository, models, capfd):
    repository.path("frozen.pb").write_bytes((models / "frozen.pb").read_bytes())
    repository.commit()
    assert run_diff(capfd, "HEAD:frozen.pb", models / "frozen.pbtxt") == ""
