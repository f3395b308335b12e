"""Recovery from the journals of crashed processes: find, read, replay and remove them."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from blockloom.blocks.document.pages import Document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit, EditError
from blockloom.blocks.edits.edit_json import from_json
from blockloom.blocks.files import documents
from blockloom.blocks.files.journal import FORMAT, KEY, digest
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.journal_places import next_to, of_document, state_folder
from blockloom.blocks.io.locks import lock
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase, plural


class CrashJournal(Struct, frozen=True):
    """A journal of a crashed process.

    Attributes:
        when: The time of its last edit, in seconds since 1970.
        unreadable_lines: The number of lines from the first unreadable one on.
        reason: Why that line is unreadable.
        folder: The folder to which relative file names refer.
    """

    journal: Path
    path: str
    name: str
    base: str
    text: str
    edits: list[Edit]
    when: float
    unreadable_lines: int = 0
    reason: Phrase | str = ""
    folder: str = ""


def edited_elsewhere(path: str | Path) -> bool:
    """Return whether another process has unsaved edits of a document."""
    return any(journal.is_file() and _busy(journal) for journal in of_document(path))


def leftovers(documents: Iterable[str]) -> list[CrashJournal]:
    """Return the journals of crashed processes: newest first, unreadable ones last.

    They are in the folders of these documents and in the state folder.
    """
    places = [(next_to(path), os.path.abspath(path)) for path in documents]
    with contextlib.suppress(OSError):
        places += [(file, "") for file in state_folder().glob("*.journal")]
    found = [read(journal, path) for journal, path in places if journal.is_file() and not _busy(journal)]
    return sorted(
        (f for f in found if f is not None and (f.text or f.edits or f.unreadable_lines)),
        key=lambda f: (not (f.text or f.edits), -f.when),
    )


def read(journal: Path, path: str = "") -> CrashJournal | None:
    """Return a journal up to its first bad line; None without a complete head.

    Args:
        journal: The file of the journal. Its errors are part of the result.
        path: The document in the same folder, which may have been moved.
    """
    name = os.path.basename(path) or journal.name
    try:
        when = journal.stat().st_mtime
        first, *lines = bounded_io.read(journal, "journal").split(b"\n")
    except OSError as error:
        return (
            CrashJournal(journal, path, name, "", "", [], when, 1, file_error_reason(error))
            if error.errno == errno.EFBIG
            else None
        )
    if not lines:
        return None
    torn = lines.pop()  # text after the last line end is an incomplete line
    try:
        texts = _head(_json(first))
    except ValueError as error:
        return CrashJournal(journal, path, name, "", "", [], when, 1 + len(lines), phrase("line {}: {}", 1, error))
    edits: list[Edit] = []
    reason: Phrase | str = phrase("its last line was cut off") if torn else ""
    try:
        for line in lines:
            edits.append(from_json(_json(line)))
    except ValueError as error:
        reason = phrase("line {}: {}", len(edits) + 2, error)
    return CrashJournal(
        journal, path or texts[0], texts[1], texts[2], texts[3], edits, when, len(lines) - len(edits), reason, texts[4]
    )


def _json(line: bytes) -> Any:
    try:
        return bounded_io.parsed(line)
    except (json.JSONDecodeError, UnicodeDecodeError):  # leaves out the position in the line, which does not help users
        raise ValueError(phrase("it is not JSON")) from None


def _head(fields: Any) -> list[str]:
    """Return path, name, base, text and folder.

    Raises:
        ValueError: The fields are not a head of a journal.
    """
    version = fields.get(KEY) if isinstance(fields, dict) else None
    if type(version) is not int or version < 1:
        raise ValueError(phrase("it is not the head of a journal"))
    if version > FORMAT:
        raise ValueError(phrase("it was written by a newer Blockloom: update Blockloom to recover it"))
    texts = [*(fields.get(key) for key in ("path", "name", "base", "text")), fields.get("folder", "")]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(phrase("it is not the head of a journal"))
    return texts


def recover(found: CrashJournal, label: str) -> tuple[UndoStack, bool, int]:
    """Open the document of a journal, and replay its edits.

    Returns:
        The undo stack, whether the file is the one that the edits began with, and the number of edits that did not fit.

    Raises:
        FileError: The document cannot be read.
    """
    if not (found.text or found.path and found.edits):
        raise documents.FileError(
            phrase(
                "{} is kept: nothing in it can be recovered ({})",
                found.journal,
                found.reason or phrase("it names no document"),
            )
        )
    folder = os.path.dirname(os.path.abspath(found.path)) if found.path else found.folder
    document = documents.loads(found.text, folder) if found.text else documents.load(found.path)
    same = bool(found.path) and digest(found.path) == found.base
    history, misfits = replay(found, document, label)
    return history, same, misfits


def replay(journal: CrashJournal, document: Document, label: str) -> tuple[UndoStack, int]:
    """Apply the edits of a journal to a document.

    Returns:
        The undo stack, and the number of edits that did not fit.
    """
    history, misfits = UndoStack(document), 0
    for edit in journal.edits:
        try:
            history.do(edit, label)
        except EditError:
            misfits += 1
    if journal.text:
        history.mark_unsaved()
    return history, misfits


def unreadable_report(found: CrashJournal) -> Phrase:
    """Return a message about the unreadable part of a journal; "" if there is none."""
    if not found.unreadable_lines:
        return phrase("{}: {}", found.journal, found.reason) if found.reason else Phrase("")
    return plural(
        "{1}: {0} line cannot be read: {2}",
        "{1}: {0} lines cannot be read: {2}",
        found.unreadable_lines,
        found.journal,
        found.reason,
    )


def remove_recovered(journal: CrashJournal) -> Path | None:
    """Remove a recovered journal, or rename it and return its new path if lines were unreadable."""
    if not journal.unreadable_lines:
        discard(journal)
        return None
    names = (f"{journal.journal}.damaged{number}" for number in itertools.chain([""], itertools.count(2)))
    kept = next(name for name in names if not os.path.lexists(name))
    try:
        os.rename(journal.journal, kept)
    except OSError:
        return journal.journal
    return Path(kept)


def discard(found: CrashJournal) -> None:
    """Delete a journal."""
    with contextlib.suppress(OSError):
        found.journal.unlink()


def _busy(journal: Path) -> bool:
    try:
        with open(journal, "r+b") as file:
            return lock(file) is False
    except OSError:
        return False
