"""Undo and redo: a stack of edits and their inverses, and listeners to every change."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Conflict, Document, Frame, Note
from blockloom.blocks.document.uids import complete
from blockloom.blocks.editing.edit_propagation import with_consequences
from blockloom.blocks.editing.identities import DocumentNames
from blockloom.blocks.edits import Edit, SetValue, assign_new_uids
from blockloom.blocks.edits.content import touched_kept
from blockloom.blocks.infer.incremental import Inferences
from blockloom.blocks.text.gc_pause import gc_paused

MOST = 256_000_000  # most bytes of the undo entries; the oldest are dropped first, the latest never
T = TypeVar("T")
_PART = 400  # approximate bytes of a block, wire or place in an edit, without its texts


def _value(edit: Edit) -> tuple[str, str, str] | None:
    """Return the page, block and pin whose value an edit sets; None for another edit."""
    return edit[:3] if isinstance(edit, SetValue) else None


class UndoStep(Struct, frozen=True):
    """An undo entry: its label in the menu, its edit, and the edit's approximate size in bytes."""

    label: str
    edit: Edit
    size: int


def edit_size(edit: Edit) -> int:
    """Return the approximate number of bytes that an edit holds."""
    parts = [(field,) if isinstance(field, Frame | Note) else field for field in edit]
    return _PART + sum(
        len(field) if isinstance(field, str) else _of_parts(field)
        for field in parts
        if isinstance(field, str | tuple | Mapping)
    )


def _of_parts(fields: tuple[Any, ...] | Mapping[Any, Any]) -> int:
    """Return the approximate size of parts of one kind, in bytes.

    Texts of values, notes and frames count, since they can be megabytes.
    """
    parts: Collection[Any] = fields.values() if isinstance(fields, Mapping) else fields
    total, first = _PART * len(parts), next(iter(parts), None)
    if isinstance(first, Block):
        total += sum([sum(map(len, block.values.values())) for block in parts if block.values])
    elif isinstance(first, Conflict):
        total += sum([len(side) for one in parts for side in one.sides if isinstance(side, str)])
    elif isinstance(first, Note):
        total += sum([len(note.text) + len(note.shape) for note in parts])
    elif isinstance(first, Frame):
        total += sum([len(frame.title) for frame in parts])
    elif hasattr(first, "touched"):
        total += sum([len(one.text or "") if isinstance(one, SetValue) else edit_size(one) for one in parts])
    return total


class UndoStack:
    """All changes of a document.

    Listeners get each edit after it is applied, undo and redo too, in order: those that store edits before those that
    show them. An exception of a listener goes to `sys.excepthook`. Beyond `most` bytes, the oldest entries are dropped.
    """

    def __init__(self, document: Document, most: int = MOST):
        self.document = document
        complete(document)
        self._most, self._size = most, 0
        self._dropped = 0  # number of dropped undo entries
        self.listeners: list[Callable[[Edit], None]] = []
        self._undo: list[UndoStep] = []
        self._redo: list[UndoStep] = []
        # Number of edits when the document was saved; None if undo cannot restore that state.
        self._clean: int | None = 0
        self._saving: int | None = None  # number of edits when the current save began
        self._inferences: Inferences | None = None
        self._names: DocumentNames | None = None

    def do(self, edit: Edit, label: str = "Edit", merge: bool = False, complete: bool = False) -> None:
        """Apply an edit with its consequences (see `edit_propagation`).

        Args:
            label: The label of the undo entry in the menu.
            merge: Extend the last undo entry if both set the same value.
            complete: The edit already has its consequences, as those of `edits_between` have.

        Raises:
            EditError: The edit does not fit; nothing is changed.
        """
        with gc_paused(), touched_kept():
            edit = assign_new_uids(edit)
            if not complete:
                edit = with_consequences(self.document, edit, self.catalogue)
            kept = back = edit.apply(self.document)
            if merge and self._undo and isinstance(back, SetValue) and _value(self._undo[-1].edit) == _value(back):
                merged = self._undo.pop()
                kept = merged.edit
                self._size -= merged.size
            if self._clean is not None and self._clean > self._done:
                self._clean = None
            if self._saving is not None and self._saving > self._done:
                self._saving = None
            self._size -= sum(entry.size for entry in self._redo)
            self._redo.clear()
            self._push(self._undo, label, kept)
            self._tell(edit, back)

    def as_opened(self, look: Callable[[Document], T]) -> T:
        """Return the result of `look` for the document as it was opened, or as far back as undo goes.

        Listeners are not called; the document is unchanged afterwards.
        """
        backs: list[Edit] = []
        with gc_paused():
            try:
                for entry in reversed(self._undo):
                    backs.append(entry.edit.apply(self.document))
                return look(self.document)
            finally:
                for back in reversed(backs):
                    back.apply(self.document)

    def undo(self) -> bool:
        """Undo the last entry, and return whether there was one."""
        return self._shift(self._undo, self._redo)

    def redo(self) -> bool:
        """Redo the entry undone last, and return whether there was one."""
        return self._shift(self._redo, self._undo)

    def labels(self) -> tuple[list[str], list[str]]:
        """Return the labels of done entries, oldest first, and of undone entries, the next to redo first."""
        return [entry.label for entry in self._undo], [entry.label for entry in reversed(self._redo)]

    def _shift(self, source: list[UndoStep], target: list[UndoStep]) -> bool:
        if not source:
            return False
        step = source[-1]
        with gc_paused(), touched_kept():
            back = step.edit.apply(self.document)
            source.pop()
            self._size -= step.size
            self._push(target, step.label, back)
            self._tell(step.edit, back)
        return True

    def _push(self, target: list[UndoStep], label: str, back: Edit) -> None:
        target.append(UndoStep(label, back, edit_size(back)))
        self._size += target[-1].size
        while self._size > self._most and len(self._undo) > 1:
            self._size -= self._undo.pop(0).size
            self._dropped += 1

    @property
    def _done(self) -> int:
        """The number of edits between the first state of the document and this one."""
        return self._dropped + len(self._undo)

    @property
    def names(self) -> DocumentNames:
        """The current names of pages and blocks, by which identities are found."""
        if self._names is None:
            self._names = DocumentNames(self.document)
        return self._names

    @property
    def catalogue(self) -> Catalogue | None:
        """The catalogue of the last call of `inferences`; None before."""
        return self._inferences.catalogue if self._inferences is not None else None

    def inferences(self, catalogue: Catalogue) -> Inferences:
        """Return the inferences of the document's pages, which get each edit before the listeners."""
        if self._inferences is None or self._inferences.catalogue is not catalogue:
            self._inferences = Inferences(self.document, catalogue)
        return self._inferences

    def _tell(self, edit: Edit, back: Edit) -> None:
        if any(touched.names for touched in edit.touched()):
            self._names = None
        if self._inferences is not None:
            self._inferences.follow(edit, back)
        for listener in tuple(self.listeners):
            try:
                listener(edit)
            except Exception as error:
                sys.excepthook(type(error), error, error.__traceback__)

    def mark_saved(self) -> None:
        """Mark the current state as the one on disk."""
        self._clean = self._done

    def begin_save(self) -> None:
        """Record that the current state is being saved; `end_save` marks it as saved, despite later edits."""
        self._saving = self._done

    def end_save(self) -> None:
        """Mark the state at `begin_save` as the one on disk."""
        self._clean = self._saving

    def mark_unsaved(self) -> None:
        """Mark the document as different from its file in every state."""
        self._clean = None

    @property
    def dirty(self) -> bool:
        """Return whether the document has unsaved changes."""
        return self._done != self._clean

    @property
    def undo_label(self) -> str:
        """The label of the next entry to undo; "" if there is none."""
        return self._undo[-1].label if self._undo else ""

    @property
    def undo_edit(self) -> Edit | None:
        """The edit that undoes the last entry; None if there is none."""
        return self._undo[-1].edit if self._undo else None

    @property
    def redo_edit(self) -> Edit | None:
        """The edit of the next entry to redo; None if there is none."""
        return self._redo[-1].edit if self._redo else None

    @property
    def redo_label(self) -> str:
        """The label of the next entry to redo; "" if there is none."""
        return self._redo[-1].label if self._redo else ""
