"""Files of revisions, out of real repositories."""

import os

import pytest

from blockloom.blocks.io import git
from blockloom.blocks.io.git import GitError, Revision
from tests.gitkit import Repository, alone


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Create a repository with two commits as the current folder."""
    alone(tmp_path, monkeypatch)
    made = Repository(tmp_path / "repository")
    monkeypatch.chdir(made.root)
    made.path("pages/model").mkdir(parents=True)
    made.path("pages/net.loom").write_bytes(b"one\n")
    made.path("pages/model/saved_model.pb").write_bytes(b"\0graph")
    made.path("link").symlink_to("pages")
    made.commit(name="first")
    made.path("pages/net.loom").write_bytes(b"two\n")
    made.commit(name="second")
    return made


def test_a_file_is_what_it_was(repository):
    read = git.read(Revision("HEAD~1", "pages/net.loom"), "document")
    assert read == (b"one\n", str(repository.path("pages")))
    assert git.read(Revision("main", "pages/net.loom"), "document")[0] == b"two\n"
    repository.path("pages/net.loom").write_bytes(b"three\n")
    repository.git("add", "-A")
    assert git.read(Revision("", "pages/net.loom"), "document")[0] == b"three\n", "the index"
    assert git.read(Revision(":0", "pages/net.loom"), "document")[0] == b"three\n"


def test_a_path_counts_from_the_top_or_from_the_folder(repository, monkeypatch):
    monkeypatch.chdir(repository.path("pages"))
    wanted = b"one\n", str(repository.path("pages"))
    assert git.read(Revision("HEAD~1", "pages/net.loom"), "document") == wanted
    assert git.read(Revision("HEAD~1", "net.loom"), "document") == wanted
    monkeypatch.chdir("/")
    assert git.read(Revision("HEAD~1", "net.loom"), "document", repository.path("pages")) == wanted


def test_links_of_a_revision_are_followed(repository, monkeypatch):
    repository.path("deep").mkdir()
    repository.path("-dashed.loom").symlink_to("a.loom")
    repository.path(".hidden").mkdir()
    repository.path(".hidden/c.loom").symlink_to("../a.loom")
    for link, target in (("a.loom", "pages/net.loom"), ("deep/b.loom", "../a.loom"), ("out.loom", "/etc/passwd")):
        repository.path(link).symlink_to(target)
    for link, target in (("up.loom", "../x.loom"), ("ring.loom", "ring.loom"), ("nothing.loom", "gone.loom")):
        repository.path(link).symlink_to(target)
    repository.commit(name="links")
    wanted = b"two\n", str(repository.path("pages"))
    for link in ("a.loom", "deep/b.loom", "./deep/b.loom", "-dashed.loom"):
        assert git.read(Revision("HEAD", link), "document") == wanted
    monkeypatch.chdir(repository.path("deep"))
    assert git.read(Revision("HEAD", ".hidden/c.loom"), "document") == wanted
    assert (
        git.read(Revision("HEAD", "b.loom"), "document")
        == wanted
        == git.read(Revision("HEAD", "../a.loom"), "document")
    )
    for link, said in (("out.loom", "leads out of"), ("up.loom", "leads out of"), ("nothing.loom", "no such file")):
        with pytest.raises(GitError, match=said):
            git.read(Revision("HEAD", link), "document")
    with pytest.raises(GitError, match="lead to each other"):
        git.read(Revision("HEAD", "ring.loom"), "document")


def test_folders_are_taken_whole_and_without_links(repository, tmp_path):
    (tmp_path / "a").mkdir()
    model = git.extract_revision(Revision("HEAD", "pages/model"), tmp_path / "a")
    assert model.name == "model" and (model / "saved_model.pb").read_bytes() == b"\0graph"
    (tmp_path / "b").mkdir()
    file = git.extract_revision(Revision("HEAD~1", "pages/net.loom"), tmp_path / "b", siblings=True)
    assert file.read_bytes() == b"one\n" and (file.parent / "model/saved_model.pb").exists()
    repository.git("branch", "a/branch")
    (tmp_path / "c").mkdir()
    git.extract_revision(
        Revision("a/branch", "model/saved_model.pb"), tmp_path / "c", repository.path("pages"), siblings=True
    )
    assert sorted(path.name for path in (tmp_path / "c").rglob("*")) == ["saved_model.pb"]


def test_what_cannot_be_had_is_said(repository, tmp_path, monkeypatch):
    for revision, path, wanted in (
        ("nowhere", "pages/net.loom", "no revision nowhere"),
        ("HEAD", "pages/other.loom", "no such file"),
        ("HEAD", "pages", "is a folder"),
    ):
        with pytest.raises(GitError, match=wanted):
            git.read(Revision(revision, path), "document")
    with pytest.raises(GitError, match="larger than"):
        monkeypatch.setitem(git.LIMITS, "document", 3)
        git.read(Revision("HEAD", "pages/net.loom"), "document")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    with pytest.raises(GitError, match="in no git repository"):
        git.read(Revision("HEAD", "net.loom"), "document", tmp_path)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match="not installed here"):
        git.read(Revision("HEAD", "pages/net.loom"), "document")


def test_no_program_that_a_repository_names_is_started(repository, tmp_path):
    """A repository of anyone, unpacked here, has a configuration of anyone."""
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    repository.path(".gitattributes").write_text("*.loom diff=evil filter=evil\n")
    for name in (
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.editor",
        "diff.external",
        "diff.evil.textconv",
        "filter.evil.smudge",
        "gpg.program",
        "uploadpack.packObjectsHook",
        "alias.cat-file",
    ):
        repository.git("config", name, f"!{trap}" if name.startswith("alias") else str(trap))
    repository.git("config", "log.showSignature", "true")
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
        hook = repository.path(f".git/hooks/{name}")
        hook.write_text(trap.read_text())
        hook.chmod(0o755)
    repository.git("status")
    (tmp_path / "sprung").unlink()  # git itself starts them
    gone = repository.path(".git").glob("objects/*/*")
    assert git.read(Revision("HEAD", "pages/net.loom"), "document")[0] == b"two\n"
    git.git("log", "-1", folder=repository.root)
    # A partial clone fetches missing objects.
    repository.git("config", "remote.origin.url", f"ext::{trap} %S")
    repository.git("config", "remote.origin.promisor", "true")
    repository.git("config", "protocol.ext.allow", "always")
    repository.git("config", "extensions.partialClone", "origin")
    repository.git("config", "core.repositoryFormatVersion", "1")
    for file in gone:
        file.unlink()
    with pytest.raises(GitError):
        git.read(Revision("HEAD", "pages/net.loom"), "document")
    assert not (tmp_path / "sprung").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_pipes_that_a_repository_names_are_not_waited_for(repository, tmp_path, monkeypatch):
    os.mkfifo(pipe := tmp_path / "pipe")
    repository.path("other.loom").touch()
    repository.commit(name="two files, which an order file would sort")
    for name in ("diff.orderFile", "mailmap.file", "core.attributesFile", "core.excludesFile"):
        repository.git("config", name, str(pipe))
    assert b"other.loom" in git.git("log", "--format=%aN", "--raw", "-1", folder=repository.root)
    assert git.read(Revision("HEAD", "pages/net.loom"), "document")[0] == b"two\n"
    repository.path(".git/config").open("a").write(f"[include]\n\tpath = {pipe}\n")
    monkeypatch.setattr(git, "_FIRST", 0.3)
    with pytest.raises(
        GitError, match=r"git does not answer within 0\.3 s: `git rev-parse --show-cdup`\. Look for a pipe"
    ):
        git.read(Revision("HEAD", "pages/net.loom"), "document")


def test_what_a_partial_clone_left_out_is_said(repository, tmp_path):
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.git("clone", "-q", "--filter=blob:none", f"file://{repository.root}", str(tmp_path / "clone"))
    there = tmp_path / "clone"
    assert git.read(Revision("HEAD", "pages/net.loom"), "document", there)[0] == b"two\n"
    with pytest.raises(GitError, match=r"`git show HEAD~1:pages/net\.loom` fetches it"):
        git.read(Revision("HEAD~1", "pages/net.loom"), "document", there)
    repository.git("-C", str(there), "show", "HEAD~1:pages/net.loom")
    assert git.read(Revision("HEAD~1", "pages/net.loom"), "document", there)[0] == b"one\n"


def test_which_words_name_a_revision(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert git.parse_revision("HEAD~1:pages/net.loom") == Revision("HEAD~1", "pages/net.loom")
    assert git.parse_revision(":net.loom") == Revision("", "net.loom")
    assert git.parse_revision(":2:net.loom") == Revision(":2", "net.loom")
    assert (
        git.parse_revision("net.loom") is None
        and git.parse_revision("-x:net.loom") is None
        and git.parse_revision("a:b\nc") is None
    )
    (tmp_path / "a:b.loom").touch()
    assert git.parse_revision("a:b.loom") is None, "a file of that name"
    assert os.path.exists("a:b.loom")


def test_a_repository_in_the_environment_does_not_make_a_folder_its_top(repository, monkeypatch):
    monkeypatch.setenv("GIT_DIR", ".git")  # as hooks have it
    assert git.git("log", "--format=%s", "--", "net.loom", folder="pages").split() == [b"second", b"first"]
    repository.git("worktree", "add", "-q", "../further")
    monkeypatch.setenv("GIT_DIR", str(repository.path(".git/worktrees/further")))
    found = git.git("log", "--format=%s", "--", "net.loom", folder=repository.root.parent / "further/pages")
    assert found.split() == [b"second", b"first"]
    monkeypatch.chdir("/")
    monkeypatch.setenv("GIT_DIR", str(repository.path(".git")))
    assert git.git("log", "--format=%s", folder="/").split() == [b"second", b"first"]
