"""The crash journal: the edits of a document since it was saved, so that a crash loses at most a second.

A head, then one edit per line (see `edit_json`):

    {"blockloom-journal": 2, "path": "/home/ada/net.loom", "name": "net.loom", "base": "9f86d0...", "text": ""}
    {"SetValue": {"page": "main", "block": "TAKE", "pin": "num_required", "text": "2"}}

The edits begin with the document `text`, or if it is empty, with the file whose bytes have the SHA-256 `base`. If the
document has no file, "folder" can have the folder of the files that it reads, as for a copy of an example. In format 1,
which is still read, fields of edits have no names.

A journal is in the folder of its document (`.net.loom.journal`), or in the user's state folder: for a document without
a file, in a folder that is write-protected or in a git repository that does not ignore journals, or if an older journal
exists. It is locked while its process lives, and removed when the document is saved.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import Edit
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.io import bounded_io, journal_places
from blockloom.blocks.io.locks import Stamp, lock, stamp
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase
from blockloom.blocks.weights.document_weights import SavedWeights
from blockloom.blocks.weights.store import claims

KEY = "blockloom-journal"
FORMAT = 2
_MOMENT = 0.02  # most seconds that an edit waits for the journal, so that a slow disk does not block the user
_SYNC = 0.25  # most seconds until an edit is synchronised with the disk
_AGAIN = 5.0  # seconds until a failed write is tried again


def digest(path: str | Path) -> str:
    """Return the SHA-256 of a file as hex digits; "" if there is no such file."""
    try:
        with bounded_io.open_bounded(path, "document") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


class Journal:
    """The journal of a document's edits, written by a thread.

    A write that fails is repeated, and then made in the state folder.

    Args:
        path, name, base, text, folder: The fields of its head. A function as `text` is called in the thread whenever
        the journal is created or moved.
        told: Called from the thread with the reason when writing begins to fail, and with "" when all is written again.
        then: Called once, when the head is on disk or the journal is dropped: a former journal can then be removed.
    """

    def __init__(
        self,
        path: str,
        name: str,
        base: str,
        text: str | Callable[[], str],
        told: Callable[[str], object],
        then: Callable[[], object] | None = None,
        folder: str = "",
    ):
        """Start the thread, which creates the file."""
        self._path = path
        self._head = {KEY: FORMAT, "path": path, "name": name, "base": base}
        if folder and not path:
            self._head["folder"] = folder
        self._text = text
        self._told, self._then = told, then
        self._queue: queue.SimpleQueue[tuple[Edit | None, threading.Event]] = queue.SimpleQueue()
        self._edits: list[Edit] = []  # edits of all lines, in case the journal moves
        self._written = 0  # number of lines in the file
        self._file: BinaryIO | None = None
        self._sure = 0, 0, 0  # edits and bytes that are synchronised with the disk, and `size` at that time
        self._due: float | None = None  # time at which later lines must be synchronised
        self.file: Path | None = None
        self.whole = bool(text)  # whether the journal begins with the whole document instead of the file name
        self.size = 0  # bytes written after the head
        self.broken = False  # whether the last line could not be written yet
        self._dropped = False
        self._thread = threading.Thread(target=self._work, daemon=True, name="journal")
        self._thread.start()

    def add(self, edit: Edit) -> None:
        """Write an edit, which must not change any more.

        Unless the disk is slow, the edit is written when this returns, and survives the end of the process.
        """
        done = threading.Event()
        self._queue.put((edit, done))
        if not self.broken:
            done.wait(_MOMENT)

    def drop(self) -> None:
        """Remove the journal: the document is saved, or discarded."""
        self._dropped = True
        self._end(0.3)  # waits 0.3 s; a thread that is busy longer notices it afterwards
        self._remove()
        self._replace()

    def close(self) -> None:
        """Write what was added and leave the file."""
        self._end(20.0)

    def _replace(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _end(self, within: float) -> None:
        self._queue.put((None, threading.Event()))
        self._thread.join(within)

    def _remove(self) -> None:
        if self.file is not None:
            with contextlib.suppress(OSError):
                self.file.unlink()

    def _work(self) -> None:
        going = True
        waiting: list[threading.Event] = []
        while not self._dropped:
            self._try()
            for event in waiting:
                event.set()
            if not going:
                break
            new = list(self._take())
            going = all(edit is not None for edit, _ in new)
            self._edits += [edit for edit, _ in new if edit is not None]
            waiting = [event for _, event in new]
        if self._file is not None:
            with contextlib.suppress(OSError):
                if not self._dropped:
                    self._sync()
            with contextlib.suppress(OSError):
                self._file.close()
        if self._dropped:
            self._remove()

    def _take(self) -> Iterator[tuple[Edit | None, threading.Event]]:
        """Yield added edits, as soon as there are any or other work is due."""
        patience = _AGAIN if self.broken else None if self._due is None else max(self._due - time.monotonic(), 0)
        with contextlib.suppress(queue.Empty):
            yield self._queue.get(timeout=patience)
            while True:
                yield self._queue.get_nowait()

    def _try(self) -> None:
        """Bring the file up to date, if necessary in another place. Never raises."""
        before = self.broken
        try:
            try:
                self._append()
            except OSError:
                self._begin()
            self.broken, said = False, Phrase("")
        except Exception as error:  # continues after any error, not only one of the disk, and tries again
            self.broken, said = True, file_error_reason(error, as_is=True)
        if self.broken != before:
            with contextlib.suppress(Exception):  # the receiver may not exist anymore
                self._told(said)

    def _append(self) -> None:
        """Write the edits that the file lacks.

        Raises:
            OSError: A write failed; the file has the edits that were synced last.
        """
        if (
            self._file is None
            or self.file is None
            or not os.path.samestat(os.stat(self.file), os.fstat(self._file.fileno()))
        ):
            raise FileNotFoundError(errno.ENOENT, phrase("the journal is gone"))
        try:
            self._write(self._file)
            if self._due is not None and time.monotonic() >= self._due:
                self._sync()
        except OSError:
            self._written, end, self.size = self._sure
            with contextlib.suppress(OSError):
                os.ftruncate(self._file.fileno(), end)
                os.lseek(self._file.fileno(), end, os.SEEK_SET)
            raise

    def _write(self, file: BinaryIO) -> None:
        data = _lines(self._edits[self._written :])
        if data:
            _all(file, data)
            self._written, self.size = len(self._edits), self.size + len(data)
            if self._due is None:
                self._due = time.monotonic() + _SYNC

    def _sync(self) -> None:
        assert self._file is not None
        os.fsync(self._file.fileno())
        self._sure = self._written, os.lseek(self._file.fileno(), 0, os.SEEK_CUR), self.size
        self._due = None

    def _begin(self) -> None:
        """Create a new file with all edits, in the document's folder if possible, else in the state folder.

        Raises:
            OSError: Neither is possible. Exceptions of `text` are raised, too.
        """
        text = self._text if isinstance(self._text, str) else self._text()
        head = (json.dumps({**self._head, "text": text}) + "\n").encode()
        data = _lines(self._edits)
        failed = None
        for make in (self._beside, self._in_state_folder):
            try:
                path, file = make()
                try:
                    _all(file, head + data)
                    os.fsync(file.fileno())
                except OSError:
                    file.close()
                    path.unlink()
                    raise
            except OSError as error:
                failed = error
                continue
            if self._file is not None:
                with contextlib.suppress(OSError):
                    self._file.close()
                self._remove()  # if it still exists
            self._file, self.file, self._due = file, path, None
            claims.journal(path)
            self._written, self.size = len(self._edits), len(data)
            self._sure = self._written, len(head) + len(data), self.size
            self._replace()
            return
        assert failed is not None
        raise failed

    def _beside(self) -> tuple[Path, BinaryIO]:
        if not self._path:
            raise FileNotFoundError(errno.ENOENT, phrase("the document has no file"))
        if not journal_places.may_be_next_to(self._path):
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        return _new(journal_places.next_to(self._path))

    def _in_state_folder(self) -> tuple[Path, BinaryIO]:
        path = journal_places.new_in_state_folder(self._path)
        path.parent.mkdir(parents=True, exist_ok=True)
        return _new(path)


def _new(path: Path) -> tuple[Path, BinaryIO]:
    number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
    file = os.fdopen(number, "wb", buffering=0)
    lock(file)
    return path, file


def _lines(edits: list[Edit]) -> bytes:
    return "".join(json.dumps(to_json(edit)) + "\n" for edit in edits).encode()


def _all(file: BinaryIO, data: bytes) -> None:
    """Write all data: a disk that is nearly full accepts only a part at a time."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


_MOST = 64_000_000  # most bytes of a file that are kept in memory


class KnownFile(Struct, frozen=True):
    """A file as it was read or written.

    Attributes:
        stamp: Its Stamp.
        digest: The SHA-256 of its bytes; "" if they could not be read.
        data: Its bytes; b"" for a file that is too large.
    """

    stamp: Stamp | None = None
    digest: str = ""
    data: bytes = b""


class WrittenFile(Struct, frozen=True):
    """A file as it was written, with the weights saved with it."""

    path: str
    state: KnownFile
    weights: SavedWeights


def file_state(data: bytes, at: Stamp | None) -> KnownFile:
    """Return the state of a file with these bytes, and the Stamp that it had before they were read."""
    return KnownFile(at, hashlib.sha256(data).hexdigest(), data if len(data) <= _MOST else b"")


def look(path: str) -> KnownFile:
    """Return the current state of a file."""
    at = stamp(path)
    try:
        return file_state(bounded_io.read(path, "document"), at)
    except OSError:
        return KnownFile(at)


def write(document: Document, path: str, go_on: Callable[[], bool]) -> WrittenFile | None:
    """Write a document, for a thread, and return the state of the file.

    The result is None if `go_on` returned False before the file was replaced.

    Raises:
        FileError: The file cannot be written.
    """
    try:
        data, weights = documents.write(document, path, go_on)
    except documents.WriteCancelledError:
        return None
    return WrittenFile(path, file_state(data, stamp(path)), weights)
