"""Weights in the user's state folder: those of open documents that no document on disk has.

The name of each file there is a SHA-256 of its content, which never changes. Only the cache of models links to some
(`lend`).

Each process claims the files that it uses: it has a file in `claims`, locked while it lives, with the names of the
arrays of its open documents (also for undo), of its last write, which another process may be about to use, and of its
crash journals. Files claimed only by ended processes without journals are deleted when the next file is written, or the
last process ends; files that were never claimed after 30 days.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import shutil
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np

from blockloom.blocks.io.locks import lock, wait_for_lock
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.weights.weight_files import (
    SUFFIX,
    StoredArray,
    WeightsFile,
    hashes_in,
    open_weights,
    sync_folder,
    write,
)
from blockloom.blocks.weights.weight_format import HASH, WeightsError

_KEPT_DAYS = 30  # days for which unclaimed files are kept
_PATIENCE = 2.0  # most seconds to wait for another process


def state_folder() -> Path:
    """Return the folder of weights that are not in the folder of a document."""
    from platformdirs import user_state_dir  # importing it takes longer than importing this module

    return Path(user_state_dir("blockloom")) / "weights"


def in_state_folder(sha256: str) -> Path:
    """Return the path of a file in the state folder."""
    return state_folder() / f"{sha256}{SUFFIX}"


def state_file(sha256: str) -> WeightsFile:
    """Return the file of the state folder with this name.

    Raises:
        WeightsError: The file is missing or unsound.
    """
    return open_weights(in_state_folder(sha256))


def write_state_file(arrays: Mapping[str, np.ndarray | StoredArray]) -> str:
    """Write arrays to a file in the state folder, and return its name. Unused files are removed.

    Raises:
        WeightsError: The file cannot be written.
    """
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WeightsError(phrase("{}: cannot be made: {}", folder, file_error_reason(error))) from None
    temporary = folder / f".{os.urandom(8).hex()}.tmp"
    sha256, _ = write(arrays, temporary, 0o600)
    claims.last = sha256
    claims.add((sha256,))
    os.replace(temporary, in_state_folder(sha256))
    sync_folder(folder)
    claims.clean()
    return sha256


def lend(sha256: str, path: Path, most: int) -> None:
    """Link a file of the state folder at a path as well.

    Raises:
        OSError: The link fails, or a copy to another drive would exceed `most` bytes.
    """
    _link(in_state_folder(sha256), path, most)


def take_in(path: Path, sha256: str, most: int) -> None:
    """Return a lent file to the state folder, if its bytes are unchanged.

    Raises:
        WeightsError: The file was changed.
        OSError: As in `lend`.
    """
    claims.add((sha256,))
    if not in_state_folder(sha256).exists():
        file = WeightsFile(path, "")  # opened again, because a cached file may have other hashes
        if file.head_hash() != sha256:
            raise WeightsError(phrase("{}: it was changed", path))
        for key in file.entries:
            file.stored(key).verify()
        state_folder().mkdir(parents=True, exist_ok=True)
        _link(path, in_state_folder(sha256), most)


def _link(path: Path, target: Path, most: int) -> None:
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        os.link(path, temporary)
    except OSError:  # the folder may be on another drive
        if path.stat().st_size > most:
            raise
        shutil.copyfile(path, temporary)
    os.replace(temporary, target)
    temporary.unlink(missing_ok=True)  # the temporary file remains if both are the same file


def find_in_state_folder(sha256: str) -> tuple[str, str] | None:
    """Return the file in the state folder with an array of this hash, and its key, None if there is none."""
    with contextlib.suppress(OSError):
        for file in sorted(state_folder().glob(f"*{SUFFIX}")):
            if HASH.fullmatch(file.stem) and (key := hashes_in(file).get(sha256)) is not None:
                return file.stem, key
    return None


class StateFolderUser(Protocol):
    """A user of files of the state folder during its lifetime; `claimed` are their names."""

    claimed: set[str]


class FileClaims:
    """The files of the state folder that this process uses."""

    def __init__(self) -> None:
        self.last = ""  # the latest file, which may have no user yet
        self._users = weakref.WeakSet[StateFolderUser]()
        self._said: set[str] = set()
        self.journals: set[Path] = set()
        self._file: BinaryIO | None = None
        self._process = 0
        self._own = threading.RLock()

    def user(self, weights: StateFolderUser) -> None:
        """Register a user of files, with its present and later claims."""
        with self._own:
            self._users.add(weights)
        self.add(weights.claimed)

    def add(self, names: Iterable[str]) -> None:
        """Claim these files."""
        new = set(names) - self._said
        if new:
            with self._own, contextlib.suppress(OSError), _alone():
                self._say([f"array {name}" for name in sorted(new)])
            self._said |= new

    def journal(self, path: Path) -> None:
        """Register a journal that names such files, which are needed while it exists."""
        self.journals.add(path)
        if self._said:
            with self._own, contextlib.suppress(OSError), _alone():
                self._say([_journal_line(path)])

    def _say(self, lines: list[str]) -> None:
        folder = state_folder() / "claims"
        file = self._file if self._process == os.getpid() else None
        own = Path(file.name) if file is not None else folder
        # After a fork, or if the folder was emptied, there is none either.
        if file is None or own.parent != folder or not own.exists():
            folder.mkdir(parents=True, exist_ok=True)
            self._file = file = (folder / f"{os.getpid()}-{os.urandom(4).hex()}").open("xb", buffering=0)
            lock(file)
            self._process = os.getpid()
            atexit.register(self.end)
            lines = [*(f"array {name}" for name in sorted(self._said)), *lines]
            lines += map(_journal_line, sorted(self.journals))
        file.write("".join(f"{line}\n" for line in lines).encode())

    def clean(self, ends: bool = False) -> None:
        """Delete unused files. With `ends`, this process needs only those that its journals name."""
        with self._own, contextlib.suppress(OSError), _alone():
            self._clean(ends)

    def _clean(self, ends: bool) -> None:
        claim = self._file if self._process == os.getpid() else None
        own_process = Path(claim.name) if claim is not None else None
        used = set() if ends else {self.last}.union(*(user.claimed.copy() for user in self._users))
        done = self._said - used if claim is not None else set()
        if claim is not None:
            if ends and any(map(_may_be_there, self.journals)):
                claim.close()
                used, done = used | self._said, set()
            elif ends:
                claim.close()
                Path(claim.name).unlink(missing_ok=True)
            else:
                claim.truncate(0)
                claim.seek(0)
                self._said = set()
                self.journals = {path for path in self.journals if _may_be_there(path)}
                self._say([*(f"array {name}" for name in sorted(used)), *map(_journal_line, self.journals)])
                self._said = set(used)
        for file in (state_folder() / "claims").glob("*"):
            if file == own_process:
                continue
            names, journals, lives = _claim(file)
            if lives or any(map(_may_be_there, journals)):
                used |= names
            else:
                done |= names
                file.unlink()
        old = time.time() - _KEPT_DAYS * 86400
        for file in state_folder().iterdir():
            if file.suffix in (SUFFIX, ".tmp") and file.stem not in used:
                state = file.stat()
                # Use all times, because not every file system stores times of reading.
                if file.stem in done or max(state.st_atime, state.st_mtime, state.st_ctime) < old:
                    file.unlink()

    def end(self) -> None:
        """Clean up at the end of the process."""
        if self._process == os.getpid():
            self.clean(ends=True)


claims = FileClaims()


def _claim(file: Path) -> tuple[set[str], list[Path], bool]:
    """Return the names and journals of a claim, and whether its process lives."""
    with open(file, "r+b") as there:
        lines = there.read().decode("utf-8", "surrogateescape").split("\n")
        lives = lock(there) is not True  # whether the process lives is unknown without locks
    words = [line.partition(" ") for line in lines]
    return (
        {rest for word, _, rest in words if word == "array"},
        [_path(rest) for word, _, rest in words if word == "journal"],
        lives,
    )


def _journal_line(path: Path) -> str:
    return f"journal {json.dumps(str(path))}"


def _path(text: str) -> Path:
    """Return the path in a line: a JSON string, or the plain path from older versions."""
    with contextlib.suppress(ValueError):
        return Path(json.loads(text)) if text.startswith('"') else Path(text)
    return Path(text)


def _may_be_there(journal: Path) -> bool:
    """Return whether a journal exists, or its folder is missing, such as on a removed drive."""
    return journal.exists() or not journal.parent.is_dir()


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Context manager that excludes claims and cleaning of other processes.

    Raises:
        OSError: The lock fails.
    """
    folder = state_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "ab") as file:
        wait_for_lock(file, _PATIENCE)
        yield
