"""What another program changed in the document's file comes into what is open, as an edit."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from blockloom.app.window.dialogs.waiting import wait_for
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import Edit, EditError, leaves
from blockloom.blocks.files import documents
from blockloom.blocks.files.saved_file import KnownFile, known
from blockloom.blocks.infer.page_uses import Types
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.stamps import stamp
from blockloom.blocks.text.phrases import Phrase, phrase, plural, why


class _Merge(NamedTuple):
    """What comes of a file: the edit on what is open, what was decided without asking, and whether the file now holds
    all that came out.
    """

    known: KnownFile
    edit: Edit
    notes: tuple[Phrase, ...]
    is_all: bool


@dataclass
class _AppliedMerge:
    """A merge that was done: the edit by which it is undone or, where it is, done again, and what is known of the file
    without and with it.
    """

    next: Edit | None
    without: KnownFile
    known: KnownFile
    is_in: bool = True


class FileMerges(QObject):
    """Merges, and remembers which of them the document has: once one is undone, the file has what the document lacks,
    and saving asks again.
    """

    def __init__(self, workspace: Workspace, window: QMainWindow):
        super().__init__(window)
        self.workspace, self.window = workspace, window
        self._done: list[_AppliedMerge] = []

    def merge(self, path: str, before: KnownFile) -> KnownFile:
        """Merge the file as it is now, which was known as `before`, into what is open; gives what is known of it now.
        Raises FileError, with nothing changed, where it or what it was before cannot be read, and WaitCancelled.
        """
        workspace, name = self.workspace, os.path.basename(path)
        workspace.typing_ends.emit()
        ours, types = workspace.document.copy(), workspace.catalogue.base
        found: Any = wait_for(
            lambda: _merged(path, before, ours, types), self.tr("Merging {} ...").format(path), self.window
        )
        if any(leaves(found.edit)):
            try:
                workspace.history.do(found.edit, self.tr("Merge {}").format(name))
            except EditError as error:
                raise documents.FileError(str(error)) from None
            workspace.mixed.emit()
            self._done.append(_AppliedMerge(workspace.history.back, before, found.known))
            workspace.document.weights.look(os.path.dirname(path))
        if found.is_all:
            workspace.history.mark_saved()
        for note in found.notes:
            workspace.tell(note)
        left = len(workspace.document.conflicts)
        workspace.say(
            plural("Merged: {0} conflict is left to be chosen", "Merged: {0} conflicts are left to be chosen", left)
            if left
            else self.tr("Merged with {}").format(name)
        )
        return found.known

    def follow(self, edit: Edit) -> KnownFile | None:
        """Take note of an edit; gives what is known of the file where a merge was undone by it, or done again."""
        for one in self._done:
            if edit is one.next:
                one.is_in = not one.is_in
                one.next = self.workspace.history.back if one.is_in else self.workspace.history.forth
                return one.known if one.is_in else one.without
        return None

    def forget(self) -> None:
        """The document was saved, or is another one."""
        self._done.clear()


def _merged(path: str, before: KnownFile, ours: Document, types: Types) -> _Merge:
    """Read the file and merge it, in a thread. Raises FileError."""
    from blockloom.blocks.diff.edits_between import edits_between  # rarely needed
    from blockloom.blocks.merge.merge_documents import merge

    folder, at = os.path.dirname(path), stamp(path)
    try:
        data = bounded_io.read(path, "document")
    except OSError as error:
        raise documents.FileError(phrase("{}: cannot be read: {}", path, why(error))) from None
    try:
        theirs, base = documents.loads(data, folder), documents.loads(before.data, folder)
    except documents.FileError as error:
        raise documents.FileError(phrase("{}: {}", path, error)) from None
    made, notes = merge(base, ours, theirs, types)
    is_all = documents.dumps(made).encode() == data
    return _Merge(known(data, at), edits_between(ours, made), notes, is_all)
