"""Scratch repositories with the real git, which knows nothing of the person who runs the tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from tests.waiting import PATIENCE


class Repository:
    """A repository on a branch `main`."""

    def __init__(self, root: Path):
        self.root = root
        root.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str, code: int = 0) -> str:
        """Return all output of git, after checking its exit code."""
        done = subprocess.run(
            ["git", *words], cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == code, f"git {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def path(self, name: str = "net.loom") -> Path:
        return self.root / name

    def load(self, name: str = "net.loom") -> Document:
        return documents.load(self.path(name))

    def commit(self, document: Document | None = None, name: str = "net.loom") -> None:
        """Commit all, first a document, if one is given, as a file."""
        if document is not None:
            self.path(name).parent.mkdir(exist_ok=True, parents=True)
            documents.save(document, self.path(name))
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", name)


def alone(home: Path, patch: pytest.MonkeyPatch) -> None:
    """Set up git with an empty home, without other settings, and with a name for commits."""
    home.mkdir(parents=True, exist_ok=True)
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"  # with the block types, which take long to read
    for name, value in {
        "HOME": home,
        "XDG_CONFIG_HOME": home / "config",
        "XDG_CACHE_HOME": cache,
        "GIT_CONFIG_GLOBAL": home / "gitconfig",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a",
        "GIT_EDITOR": "true",
        "LC_ALL": "C.UTF-8",
    }.items():
        patch.setenv(name, str(value))
    patch.delenv("GIT_DIR", raising=False)
