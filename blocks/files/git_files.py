"""Versions of a file in git: its commits, and its content in each of them. See `io.git`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.io import git
from blockloom.blocks.io.git import GitError, Revision
from blockloom.blocks.text.phrases import phrase

MOST = 200  # most listed commits of a file, and branches
_LOOKED_AT = 2000  # latest branches that are searched


class Commit(NamedTuple):
    """A commit that changed a file.

    `when` is in seconds since 1970; `name` is the file's path in it, from the top of the repository.
    """

    revision: str
    author: str
    when: int
    subject: str
    name: str

    @property
    def short(self) -> str:
        """The abbreviated revision."""
        return self.revision[:7]


def log(path: str | Path, most: int = MOST) -> list[Commit]:
    """Return the last commits that changed a file, latest first, including its former names.

    Raises:
        GitError: git fails.
    """
    form = "--format=%x01%H%x00%an%x00%at%x00%s"
    told = _git(path, "log", "-z", "--follow", "--name-only", "--no-ext-diff", f"-n{most}", form, "--", _name(path))
    words, found, at = told.decode("utf-8", "replace").split("\0"), list[Commit](), 0
    while at < len(words):
        if not words[at].startswith("\1"):
            at += 1
            continue
        revision, author, when, subject = words[at][1:], *words[at + 1 : at + 4]
        at += 4
        name = found[-1].name if found else ""
        if at < len(words) and words[at] and not words[at].startswith("\1"):  # git prints no file name for a merge
            name = words[at].lstrip("\n")
            at += 1
        found.append(Commit(revision, author, int(when), subject, name))
    return found


def branches(path: str | Path, most: int = MOST) -> list[Commit]:
    """Return the last commits of branches that have a file, latest first; `name` is the branch.

    The current branch is not included.

    Raises:
        GitError: git fails.
    """
    form = "--format=%(objectname)%00%(authorname)%00%(committerdate:unix)%00%(subject)%00%(refname:short)%00%(HEAD)"
    places = "refs/heads", "refs/remotes"
    told = _git(path, "for-each-ref", f"--count={_LOOKED_AT}", "--sort=-committerdate", form, *places)
    rows = [line.split("\0") for line in told.decode("utf-8", "replace").split("\n")]
    found = [Commit(row[0], row[1], int(row[2] or 0), *row[3:5]) for row in rows if len(row) == 6 and row[5] != "*"]
    file = f":./{_name(path)}"
    lacking = git.find_missing_objects(dict.fromkeys(commit.revision + file for commit in found), _folder(path))
    return [commit for commit in found if commit.revision + file not in lacking][:most]


def at_revision(path: str | Path, revision: str, name: str = "") -> bytes:
    """Return the bytes of a file in a revision (a commit, a branch, `HEAD~2`).

    Args:
        path: The path of the file.
        name: The path of the file in the revision, from the top of the repository, if different.

    Raises:
        GitError: git fails, or the revision has no such file.
    """
    return git.read(Revision(revision, name or f"./{_name(path)}"), "document", _folder(path))[0]


def commit_of(path: str | Path, revision: str) -> str:
    """Return the full hash of the commit of a revision in the repository of a file.

    Raises:
        GitError: git fails, or there is no such revision.
    """
    try:
        return _git(path, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").decode().split()[-1]
    except GitError as error:
        if any(said in str(error) for said in ("Needed a single revision", "Not a valid object name")):
            raise GitError(phrase("{}: git has no {}", path, revision)) from None
        raise


def merge_base(path: str | Path, one: str, other: str) -> str:
    """Return the merge base of two revisions; "" if they have no common ancestor.

    Raises:
        GitError: git fails, or a revision does not exist.
    """
    ours, theirs = commit_of(path, one), commit_of(path, other)
    try:
        return _git(path, "merge-base", ours, theirs).decode().strip()
    except GitError:
        return ""


def _name(path: str | Path) -> str:
    return os.path.basename(os.path.abspath(path))


def _folder(path: str | Path) -> str:
    return os.path.dirname(os.path.abspath(path))


def _git(path: str | Path, *words: str) -> bytes:
    return git.git(*words, folder=_folder(path))
