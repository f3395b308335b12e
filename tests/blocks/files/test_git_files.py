"""git's knowledge of a file: its commits under all names, and its bytes in one of them. No program is started."""

import subprocess

import pytest

from blockloom.blocks.files import git_files
from blockloom.blocks.files.git_files import GitError


def git(folder, *words):
    done = subprocess.run(
        ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *words],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return done.stdout.decode().strip()


@pytest.fixture
def repository(tmp_path):
    """`sub/net.loom` of three commits: made as `old.loom`, renamed, changed on main; and changed on a branch `side`."""
    folder = tmp_path / "sub"
    folder.mkdir()
    git(tmp_path, "init", "-q", "-b", "main")
    (folder / "old.loom").write_text("one")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    git(tmp_path, "mv", "sub/old.loom", "sub/net.loom")
    git(tmp_path, "commit", "-qm", "renamed")
    git(tmp_path, "branch", "side")
    (folder / "net.loom").write_text("two")
    git(tmp_path, "commit", "-qam", "größer: \x02 weiter")
    return folder / "net.loom"


def test_commits_of_a_file(repository):
    found = git_files.log(repository)
    assert [one.subject for one in found] == ["größer: \x02 weiter", "renamed", "first"]
    assert [one.name for one in found] == ["sub/net.loom", "sub/net.loom", "sub/old.loom"]
    assert {one.author for one in found} == {"Ada"} and found[0].when >= found[2].when > 1e9
    assert [git_files.at_revision(repository, one.revision, one.name) for one in found] == [b"two", b"one", b"one"]
    assert git_files.log(repository, 1) == found[:1]
    assert git_files.at_revision(repository, "HEAD~1") == b"one"
    assert git_files.merge_base(repository, "HEAD", "side") == found[1].revision


def test_line_separators_of_unicode_end_no_row_of_a_branch(repository):
    git(repository.parent, "checkout", "-q", "side")
    subject = "one\u2028two\x85three\x0cfour"
    git(repository.parent, "commit", "-q", "--allow-empty", "-m", subject)
    git(repository.parent, "checkout", "-q", "main")
    assert [(one.name, one.subject) for one in git_files.branches(repository)] == [("side", subject)]


def test_what_git_does_not_have_is_said(repository, tmp_path_factory, monkeypatch):
    for revision in ("nowhere", "--help", "-x", "HEAD:", "HEAD\nHEAD"):
        with pytest.raises(GitError, match="git knows no revision"):
            git_files.at_revision(repository, revision)
    with pytest.raises(GitError, match="there is no such file in that revision"):
        git_files.at_revision(repository, "HEAD", "sub/old.loom")
    with pytest.raises(GitError, match="in no git repository"):
        git_files.log(tmp_path_factory.mktemp("apart") / "net.loom")
    git(repository.parent, "checkout", "-q", "--orphan", "alone")
    git(repository.parent, "commit", "-qm", "anew")
    assert git_files.merge_base(repository, "HEAD", "side") == ""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match="not installed"):
        git_files.log(repository)


def test_nothing_that_a_repository_names_is_started(repository):
    trap = repository.parent / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {repository.parent / 'ran'}\ncat\n")
    trap.chmod(0o755)
    (repository.parent / ".gitattributes").write_text("*.loom diff=x filter=x merge=x\n")
    for key in ("core.fsmonitor", "core.pager", "diff.external", "diff.x.textconv", "filter.x.smudge", "gpg.program"):
        git(repository.parent, "config", key, str(trap))
    git(repository.parent, "config", "log.showSignature", "true")
    git(repository.parent, "config", "pager.log", "true")
    hooks = repository.parent.parent / ".git" / "hooks"
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (hooks / name).write_text(trap.read_text())
        (hooks / name).chmod(0o755)
    ran = repository.parent / "ran"
    git(repository.parent, "status")
    assert ran.exists()  # as git does it by itself
    ran.unlink()
    for one in git_files.log(repository):
        git_files.at_revision(repository, one.revision, one.name)
    git_files.merge_base(repository, "HEAD", "side")
    assert not ran.exists()
