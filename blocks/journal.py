"""The crash journal: what was done to a document since it was saved, so that a crash loses a second at most.

A head, then one edit per line (see `as_json`):

    {"blockloom-journal": 1, "path": "/home/ada/net.loom", "name": "net.loom", "base": "9f86d0...", "text": ""}
    ["SetValue", "main", "TAKE", "num_required", "2"]

The edits begin with `text`, a whole document, or where it is empty the file whose bytes have the SHA-256 `base`.
A journal lies beside its document (`.net.loom.journal`), or in the user's state folder where it cannot: for a document
without a file, in a folder that is write-protected, or beside an older journal. It is locked as long as its process
lives, and gone once the document is saved.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import queue
import secrets
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from blocks.document import Document
from blocks.edits import Edit, EditError
from blocks.edits.as_json import from_json, to_json
from blocks.history import History
from blocks.locks import lock
from blocks.phrases import why

_KEY = "blockloom-journal"
_FORMAT = 1


class Found(NamedTuple):
    """A journal that a process left behind. `when` is the time of its last edit, in seconds since 1970."""

    journal: Path
    path: str
    name: str
    base: str
    text: str
    edits: list[Edit]
    when: float


def digest(path: str | Path) -> str:
    """The hash of a file's bytes; "" where there is no such file."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def beside(path: str | Path) -> Path:
    """Where the journal of a document lies, if it can lie there."""
    path = Path(path)
    return path.with_name(f".{path.name}.journal")


def state_folder() -> Path:
    """Where journals lie that cannot lie beside their document."""
    from platformdirs import user_state_dir  # takes longer to import than this module
    return Path(user_state_dir("blockloom")) / "journals"


class Journal:
    """A journal being written, by a thread of its own: a slow disk never holds an edit back.

    `failed(why)` is called from that thread, once, when the file cannot be written; nothing is written after it. `then`
    is called, once, when the head is on disk or the journal is dropped: what kept the same edits before may go.
    """

    def __init__(self, path: str, name: str, base: str, text: str | Callable[[], str], failed: Callable[[str], None],
                 then: Callable[[], None] | None = None):
        """A `text` that takes its time is called for, in that thread."""
        self._head = {_KEY: _FORMAT, "path": path, "name": name, "base": base}
        self._text = text
        self._failed = failed
        self._then = then
        self._queue: queue.SimpleQueue[Edit | None] = queue.SimpleQueue()
        self.file: Path | None = None
        self.whole = bool(text)     # it begins with a document, not with that of the file
        self.size = 0               # bytes written since the head
        self.broken = False
        self._dropped = False
        self._thread = threading.Thread(target=self._work, daemon=True, name="journal")
        self._thread.start()

    def add(self, edit: Edit) -> None:
        """Write an edit, soon. It must not change any more."""
        self._queue.put(edit)

    def drop(self) -> None:
        """The document is safe elsewhere: the journal goes."""
        self._dropped = True
        self._end(0.3)  # seconds: a thread that is still busy finds it later
        self._remove()
        self._replace()

    def close(self) -> None:
        """Write what was added and leave the file where it is."""
        self._end(20.0)

    def _replace(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _end(self, within: float) -> None:
        self._queue.put(None)
        self._thread.join(within)

    def _remove(self) -> None:
        if self.file is not None:
            with contextlib.suppress(OSError):
                self.file.unlink()

    def _work(self) -> None:
        try:
            text = self._text if isinstance(self._text, str) else self._text()
            self._text = ""
            if self._dropped:
                return
            with self._create() as file:
                self._write(file, [json.dumps({**self._head, "text": text})])
                self.size = 0
                self._replace()
                going = True
                while going and not self._dropped:
                    edits = [self._queue.get()]
                    while not self._queue.empty():
                        edits.append(self._queue.get())
                    going = None not in edits
                    self._write(file, [json.dumps(to_json(e)) for e in edits if e is not None])
            if self._dropped:
                self._remove()
        except (OSError, ValueError) as error:
            self.broken = True
            self._failed(why(error, as_is=True))

    def _write(self, file: BinaryIO, lines: list[str]) -> None:
        data = "".join(line + "\n" for line in lines).encode("utf-8", "replace")
        file.write(data)
        file.flush()
        os.fsync(file.fileno())  # of a few bytes, off the window's thread
        self.size += len(data)

    def _create(self) -> BinaryIO:
        """A new file: beside the document where that is possible, else in the state folder."""
        if self._head["path"]:
            with contextlib.suppress(OSError):
                return self._open(beside(self._head["path"]))
        folder = state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return self._open(folder / f"{secrets.token_hex(8)}.journal")

    def _open(self, path: Path) -> BinaryIO:
        number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
        file = os.fdopen(number, "wb")
        lock(file)
        self.file = path
        return file


def edited_elsewhere(path: str | Path) -> bool:
    """Whether another process has unsaved edits of a document."""
    return beside(path).is_file() and _busy(beside(path))


def leftovers(documents: Iterable[str]) -> list[Found]:
    """What crashed processes left: beside these documents, and in the state folder. Newest first."""
    places = [(beside(path), os.path.abspath(path)) for path in documents]
    with contextlib.suppress(OSError):
        places += [(file, "") for file in state_folder().glob("*.journal")]
    found = [read(journal, path) for journal, path in places if journal.is_file() and not _busy(journal)]
    return sorted((f for f in found if f is not None and (f.text or f.edits)), key=lambda f: -f.when)


def read(journal: Path, path: str = "") -> Found | None:
    """A journal as far as it is whole: a line that was cut off ends it. None where not even the head can be read.

    `path` is the document that it lies beside; a folder may have been moved since.
    """
    try:
        head, *lines = journal.read_bytes().split(b"\n")
        fields = json.loads(head)
        if fields[_KEY] != _FORMAT:
            return None
        texts = [fields[key] for key in ("path", "name", "base", "text")]
        when = journal.stat().st_mtime
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not all(isinstance(text, str) for text in texts):
        return None
    edits = []
    for line in lines[:-1]:  # what stands behind the last line end was cut off
        try:
            edits.append(from_json(json.loads(line)))
        except ValueError:
            break
    return Found(journal, path or texts[0], texts[1], texts[2], texts[3], edits, when)


def replay(found: Found, document: Document, label: str) -> tuple[History, int]:
    """Do the journal's edits again. Gives the history, and how many edits did not fit (another program may have changed
    the document since)."""
    history, misfits = History(document), 0
    for edit in found.edits:
        try:
            history.do(edit, label)
        except EditError:
            misfits += 1
    if found.text:
        history.mark_unsaved()
    return history, misfits


def discard(found: Found) -> None:
    """Delete a journal that is of no use any more."""
    with contextlib.suppress(OSError):
        found.journal.unlink()


def _busy(journal: Path) -> bool:
    try:
        with open(journal, "r+b") as file:
            return lock(file) is False
    except OSError:
        return False
