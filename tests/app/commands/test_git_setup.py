"""`blockloom integrate --git`: settings that it writes or keeps, and the comparisons that git shows."""

import os
import sys

import pytest

from blockloom.app.cli import main
from blockloom.app.commands import git_setup
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert, SetValue
from tests.gitkit import Repository, alone


@pytest.fixture
def home(tmp_path, monkeypatch):
    home = tmp_path / "my home"
    alone(home, monkeypatch)
    monkeypatch.chdir(tmp_path)  # in no repository
    return home


@pytest.fixture
def repository(home, tmp_path, monkeypatch):
    made = Repository(tmp_path / "a repository")
    monkeypatch.chdir(made.root)
    return made


def git_settings(home):
    """Return the contents of the user's settings and attributes, by file name."""
    texts = (home / "gitconfig", home / "config/git/attributes")
    return {path.name: path.read_text() for path in texts if path.exists()}


def test_it_sets_all_and_takes_all_back(home, capsys):
    (home / "gitconfig").write_text("[user]\n\tname = somebody\n")
    (home / "config/git").mkdir(parents=True)
    (home / "config/git/attributes").write_bytes(b"*.txt text\r\n\xff binary")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert main(["integrate", "--git"]) == 0
    told = capsys.readouterr().out
    assert all(key in told for key in git_setup.settings()) and "attributes" in told and "--repo" in told
    after = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert all(after[path].startswith(data.rstrip(b"\n")) for path, data in before.items())
    assert main(["integrate", "--git"]) == 0 and "already" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == after
    assert main(["integrate", "--git", "--remove"]) == 0
    before[home / "config/git/attributes"] += b"\n"
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
    capsys.readouterr()
    assert main(["integrate", "--git", "--remove"]) == 0
    assert capsys.readouterr().out == "there is nothing to remove\n"


@pytest.mark.parametrize("words", [[], ["--repo"]])
def test_crash_journals_are_excluded_from_the_repository(repository, words):
    exclude = repository.path(".git/info/exclude")
    before = exclude.read_text()
    for _ in range(2):
        assert main(["integrate", "--git", *words]) == 0
        assert exclude.read_text() == before + "".join(f"{line}\n" for line in git_setup.JOURNAL_LINES)
    repository.path("pages").mkdir()
    for name in (".net.loom.journal", "pages/.[a] net.loom.journal", "pages/.net.loom.journal.damaged2"):
        assert repository.git("check-ignore", name)
    repository.git("check-ignore", "net.loom", "net.journal", code=1)
    assert main(["integrate", "--git", *words, "--remove"]) == 0 and exclude.read_text() == before


def test_a_setting_of_somebody_else_stays_and_nothing_is_written(home, capsys):
    (home / "gitconfig").write_text('[merge "blockloom"]\n\tdriver = mine %A\n')
    before = git_settings(home)
    assert main(["integrate", "--git"]) == 2
    assert "git config --global --unset-all merge.blockloom.driver" in capsys.readouterr().err
    assert git_settings(home) == before
    assert main(["integrate", "--git", "--remove"]) == 0
    assert git_settings(home) == before and "kept merge.blockloom.driver" in capsys.readouterr().out


def test_one_of_another_version_is_replaced(home, monkeypatch):
    with monkeypatch.context() as older:
        older.setattr(sys, "executable", "/gone/python")
        main(["integrate", "--git"])
    assert "/gone/python" in git_settings(home)["gitconfig"]
    assert main(["integrate", "--git"]) == 0
    assert "/gone/python" not in git_settings(home)["gitconfig"] and sys.executable in git_settings(home)["gitconfig"]


def test_it_says_which_attributes_it_overrules(repository, home, capsys):
    lines = "*.loom linguist-language=JSON\n*.safetensors filter=lfs diff=lfs merge=lfs -text\n"
    repository.path(".gitattributes").write_text(lines)
    assert main(["integrate", "--git", "--repo"]) == 0
    told = capsys.readouterr().out
    assert "merge=lfs -text` is overruled" in told and "linguist" not in told and "commit" in told
    says = repository.git("check-attr", "merge", "filter", "eol", "--", "a/net.loom", "a/net.safetensors")
    assert says.splitlines() == [
        "a/net.loom: merge: blockloom",
        "a/net.loom: filter: unspecified",
        "a/net.loom: eol: lf",
        "a/net.safetensors: merge: blockloom",
        "a/net.safetensors: filter: lfs",
        "a/net.safetensors: eol: unspecified",
    ]
    assert git_settings(home) == {}, "what is for the repository leaves the user's settings alone"
    assert main(["integrate", "--git", "--repo", "--remove"]) == 0
    assert repository.path(".gitattributes").read_text() == lines


def test_it_goes_where_the_user_has_the_attributes(home, tmp_path):
    (home / "gitconfig").write_text(f"[core]\n\tattributesFile = {tmp_path}/mine\n")
    assert main(["integrate", "--git"]) == 0
    assert "*.loom" in (tmp_path / "mine").read_text() and not (home / "config").exists()


@pytest.mark.parametrize("words", [["--repo"], ["--git", "--repo"]])
def test_a_repository_is_needed_for_its_attributes(home, tmp_path, monkeypatch, words, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["integrate", *words]) == 2
    assert "git" in capsys.readouterr().err and not (tmp_path / ".gitattributes").exists()


def test_without_git_it_says_so(home, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["integrate", "--git"]) == 2
    assert "git is not installed" in capsys.readouterr().err


def test_a_program_in_a_folder_of_any_name_is_started(repository, tmp_path):
    """Git runs it through a shell, and replaces % words in the commands of drivers."""
    folder = tmp_path / 'it\'s 100%A "quoted" $HOME'
    folder.mkdir()
    (folder / "python").write_text(
        '#!/bin/sh\nshift 3\necho "started $*" >&2\n[ "$1" = merge ] && echo merged > "$3"\n'
    )
    (folder / "python").chmod(0o755)
    for key, text in git_setup.settings([str(folder / "python"), "-P", "-m", "blockloom"]).items():
        repository.git("config", "--global", key, text)
    main(["integrate", "--git", "--repo"])
    name = "-a 'net' of $5.loom"
    repository.path(name).write_text("a\n")
    repository.commit()
    repository.git("checkout", "-q", "-b", "other")
    repository.path(name).write_text("b\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.path(name).write_text("c\n")
    repository.commit()
    assert "started text -- " in repository.git("diff", "HEAD~1")
    said = repository.git("merge", "-q", "--no-edit", "other")
    assert f"--path={name}" in said and repository.path(name).read_text() == "merged\n"


@pytest.fixture
def net(repository):
    """Return a document in a repository with two commits."""
    document = new_document()
    Insert("main", (Block("OPT", "GradientDescent", 0.0, 0.0, {"learning_rate": "0.1"}),)).apply(document)
    repository.commit(document)
    SetValue("main", "OPT", "learning_rate", "0.2").apply(document)
    repository.commit(document)
    main(["integrate", "--git"])
    return repository


def test_git_shows_what_computes(net):
    lines = net.git("diff", "-U0", "HEAD~1").splitlines()
    assert lines[-3].endswith("@@ main/OPT: GradientDescent")
    assert lines[-2:] == ["-    learning_rate = 0.1", "+    learning_rate = 0.2"]


def test_git_shows_what_cannot_be_read_as_it_is(net):
    net.path().write_text(net.path().read_text().replace("{", "<<<<<<< ours\n{", 1))
    shown = net.git("diff")
    assert "+<<<<<<< ours" in shown and "conflict marks" in shown


def test_git_still_shows_text_where_the_program_is_gone(net, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/gone/python")
    main(["integrate", "--git"])
    assert '+  {"id": "OPT"' in net.git("diff", "HEAD~1")
    assert os.path.exists(net.path())
