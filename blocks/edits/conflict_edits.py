"""What a merge left to be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.edits.base import Edit, Touched
from blockloom.blocks.edits.edit_rules import check_conflicts


class SetConflicts(NamedTuple):
    """Put these in the place of all conflicts of a document."""

    conflicts: tuple[Conflict, ...] = ()

    def apply(self, document: Document) -> Edit:
        """Raises EditError for more conflicts than a document keeps, or one that no file could hold. What they are at
        need not be there.
        """
        check_conflicts(self.conflicts, document.conflicts)
        back = SetConflicts(document.conflicts)
        document.conflicts = self.conflicts
        return back

    def touched(self) -> Iterator[Touched]:
        yield Touched("", conflicts=True)
