"""git's knowledge of a file: its commits under all names, and its bytes in one of them."""

import pytest

from blockloom.blocks.files import git_files
from blockloom.blocks.files.git_files import GitError
from tests.gitkit import Repository, alone

NET = "sub/net.loom"


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """`sub/net.loom` of three commits: made as `old.loom`, renamed, changed on main; and changed on a branch `side`."""
    alone(tmp_path / "home", monkeypatch)
    made = Repository(tmp_path / "repository")
    made.path("sub").mkdir()
    made.path("sub/old.loom").write_text("one")
    made.commit(name="first")
    made.git("mv", "sub/old.loom", "sub/net.loom")
    made.commit(name="renamed")
    made.git("branch", "side")
    made.path("sub/net.loom").write_text("two")
    made.commit(name="größer: \x02 weiter")
    return made


def test_commits_of_a_file(repository):
    net = repository.path(NET)
    found = git_files.log(net)
    assert [one.subject for one in found] == ["größer: \x02 weiter", "renamed", "first"]
    assert [one.name for one in found] == ["sub/net.loom", "sub/net.loom", "sub/old.loom"]
    assert {one.author for one in found} == {"a"} and found[0].when >= found[2].when > 1e9
    assert [git_files.at_revision(net, one.revision, one.name) for one in found] == [b"two", b"one", b"one"]
    assert git_files.log(net, 1) == found[:1]
    assert git_files.at_revision(net, "HEAD~1") == b"one"
    assert git_files.merge_base(net, "HEAD", "side") == found[1].revision


def test_line_separators_of_unicode_end_no_row_of_a_branch(repository):
    repository.git("checkout", "-q", "side")
    subject = "one\u2028two\x85three\x0cfour"
    repository.git("commit", "-q", "--allow-empty", "-m", subject)
    repository.git("checkout", "-q", "main")
    assert [(one.name, one.subject) for one in git_files.branches(repository.path(NET))] == [("side", subject)]


def test_what_git_does_not_have_is_said(repository, tmp_path_factory, monkeypatch):
    net = repository.path(NET)
    for revision in ("nowhere", "--help", "-x", "HEAD:", "HEAD\nHEAD"):
        with pytest.raises(GitError, match="git knows no revision"):
            git_files.at_revision(net, revision)
    with pytest.raises(GitError, match="there is no such file in that revision"):
        git_files.at_revision(net, "HEAD", "sub/old.loom")
    with pytest.raises(GitError, match="in no git repository"):
        git_files.log(tmp_path_factory.mktemp("apart") / "net.loom")
    repository.git("checkout", "-q", "--orphan", "alone")
    repository.git("commit", "-qm", "anew")
    assert git_files.merge_base(net, "HEAD", "side") == ""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match="not installed"):
        git_files.log(net)
