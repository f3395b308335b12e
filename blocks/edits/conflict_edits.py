"""Edits of the conflicts that a merge left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.edits.base import Edit, Touched
from blockloom.blocks.edits.edit_rules import check_conflicts


class SetConflicts(NamedTuple):
    """Replacement of all conflicts of a document."""

    conflicts: tuple[Conflict, ...] = ()

    def apply(self, document: Document) -> Edit:
        """Replace the conflicts; their places need not exist.

        Raises:
            EditError: There are more conflicts than a document keeps, or one is invalid.
        """
        check_conflicts(self.conflicts, document.conflicts)
        back = SetConflicts(document.conflicts)
        document.conflicts = self.conflicts
        return back

    def touched(self) -> Iterator[Touched]:
        yield Touched("", conflicts=True)
