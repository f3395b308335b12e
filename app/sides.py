"""Documents to compare and merge, as the command line names them: a file, or REV:PATH of git."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from blockloom.app import formats, git_lfs
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.io import git, lfs
from blockloom.blocks.io.git import GitError, Revision
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.weights.weight_files import SUFFIX

if TYPE_CHECKING:
    from blockloom.runtime.protocol.events import Event
    from blockloom.runtime.worker.client import Worker

Tell = Callable[[str, float], None]
SIDE = "a document or model, or REV:PATH of git, such as HEAD~1:pages/net.loom"
_HEADS = ("HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD", "REVERT_HEAD", "stash@{0}", "ORIG_HEAD")
_BLOB = re.compile(rb":[0-7]{6} [0-7]{6} [0-9a-f]+ ([0-9a-f]+) [AMT]\0")  # matches a change in the output of git
_COMMITS = 100  # most commits that changed a weight file, in which arrays are searched
_NOTHING = (os.devnull, "/dev/null")
_WITH_OTHERS = (".enup", ".meta")  # extensions of files that need other files in the same folder


class Sides:
    """Context manager that reads the documents that words of the command line name.

    Models are read by one process of TensorFlow, which starts with the first one. `tell` gets the part of a model that
    is being read, and the progress from 0.0 to 1.0.
    """

    def __init__(self, tell: Tell = lambda what, done: None):
        self._tell = tell
        self._ends = contextlib.ExitStack()
        self._worker: Worker | None = None

    def __enter__(self) -> Sides:
        return self

    def __exit__(self, *error: object) -> None:
        self._ends.close()

    def read(self, text: str) -> Document:
        """Return the document that a word of the command line names: a file, else a revision.

        A document without pages stands for /dev/null and an empty file.

        Raises:
            FileError: the file cannot be read. Reading a model raises other errors as well.
        """
        if is_nothing(text):
            return Document()
        revision = git.parse_revision(text)
        return self._open(text) if revision is None else self.read_revision(revision, ".")

    def committed(self, path: str) -> Document:
        """Return a file as in the last commit. Raises as `read`."""
        folder, name = os.path.split(os.path.normpath(path))
        return self.read_revision(Revision("HEAD", f"./{name}"), folder or ".")

    def read_revision(self, revision: Revision, folder: str) -> Document:
        """Return the document or model of a revision; its weights are looked for in the folder of its path.

        Raises as `read`.
        """
        name = ":".join(revision)
        try:
            revision = git.resolve_link(revision, folder)
            if os.path.splitext(revision.path)[1].lower() == formats.OWN.suffix:
                data, place = git.read(revision, "document", folder)
                try:
                    found = documents.loads(data, place, os.path.basename(revision.path)) if data else Document()
                except FileError as error:
                    raise FileError(phrase("{}: {}", name, error)) from None
                self._bring_weights(found, revision, folder)
                return found
            with tempfile.TemporaryDirectory(prefix="blockloom-") as there:
                beside = os.path.splitext(revision.path)[1].lower() in _WITH_OTHERS
                return self._open(git.extract_revision(revision, Path(there), folder, beside))
        except OSError as error:
            raise FileError(phrase("{}: cannot be read: {}", name, file_error_reason(error))) from None

    def weights(self, file: str) -> tuple[str, str]:
        """Return the folder and name of a file of weights, as in `Weights.sources`.

        A file of a revision is copied to a temporary folder, which exists until the exit of this context manager.

        Raises:
            FileError: the revision or the file cannot be read.
        """
        revision = git.parse_revision(file)
        if revision is None:
            return os.path.split(os.path.abspath(file))
        try:
            return os.path.split(git_lfs.content(git.extract_revision(revision, self._folder(), "."), file))
        except OSError as error:
            raise FileError(phrase("{}: cannot be read: {}", file, file_error_reason(error))) from None

    def look_in_commits(self, document: Document) -> None:
        """Add files of weights from commits as sources of the arrays of a document.

        These are its file in the merged commits and in the latest ones, and then all files in its folder.

        Raises:
            FileError: git cannot read a file.
        """
        weights, keys, folder = document.weights, document.keys(), document.folder
        log = ["--no-literal-pathspecs", "log", "--all", "--format=", "--raw", "--no-abbrev", "--no-renames", "-z"]
        log += [f"-n{_COMMITS}", "--"]
        for files in (f":(literal){weights.file}", f":(glob)*{SUFFIX}"):
            if weights.name_arrays(keys, folder):
                return
            found = [f"{commit}:./{weights.file}" for commit in _HEADS if files.startswith(":(literal)")]
            found += [blob.decode() for blob in _BLOB.findall(git.git(*log, files, folder=folder))]
            for name in dict.fromkeys(found):
                if weights.name_arrays(keys, folder):
                    return
                there = self._folder() / "net.safetensors"
                try:
                    git.save_object(name, there, folder)
                    weights.sources += (os.path.split(git_lfs.content(there, weights.file)),)
                except git.NotFetchedError as error:
                    weights.unread = error.args[0]
                except (GitError, OSError):
                    pass
        weights.name_arrays(keys, folder)

    def _bring_weights(self, document: Document, revision: Revision, folder: str) -> None:
        """Let a document of a revision find the arrays that are not in the working tree any more, as in a merge."""
        weights, keys = document.weights, document.keys()
        if weights.file and not weights.name_arrays(keys, document.folder):
            file = revision.path[: revision.path.rfind("/") + 1] + weights.file
            try:
                there = git.extract_revision(revision._replace(path=file), self._folder(), folder)
                found = lfs.fetched(there, folder) if git_lfs.is_pointer(str(there)) else there
                if found is None:
                    weights.unread = phrase("{}: git LFS has not fetched it: `git lfs fetch --all` does", file)
                else:
                    weights.sources += (os.path.split(found),)
            except git.NotFetchedError as error:
                weights.unread = error.args[0]
            except (GitError, OSError):
                pass
            # Opens the file, which then exists as long as the document.
            weights.name_arrays(keys, document.folder)

    def _folder(self) -> Path:
        """Create a temporary folder, which exists until the exit of this context manager."""
        return Path(self._ends.enter_context(tempfile.TemporaryDirectory(prefix="blockloom-")))

    def _open(self, path: str | Path) -> Document:
        if not formats.is_model(path):
            return formats.open_document(path)
        if self._worker is None:
            from blockloom.runtime.worker.client import Worker

            self._worker = Worker(self._hear, keep_state=False)
            self._ends.callback(self._worker.close)
        return formats.open_document(path, worker=self._worker)

    def _hear(self, event: Event) -> None:
        from blockloom.runtime.protocol.events import ReadProgressEvent

        if isinstance(event, ReadProgressEvent):
            self._tell(event.phase, event.fraction)


def is_nothing(text: str) -> bool:
    """Return whether a word names an empty file, as git does for a side without the file."""
    if text in _NOTHING:
        return True
    try:
        found = os.stat(text)
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size == 0
