"""Results of operations: edits with the labels of the undo menu."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct

from blockloom.blocks.edits import CompositeEdit, Edit
from blockloom.blocks.text.phrases import Phrase, phrase


class PageChange(Struct, frozen=True):
    """An edit with its label.

    Attributes:
        selection: The ids to select afterwards, None to keep the selection.
        message: A message to show afterwards, if the page does not show the change.
    """

    edit: Edit
    label: str
    selection: tuple[str, ...] | None = None
    message: str = ""


def combine_edits(edits: Iterable[Edit]) -> Edit:
    """Return several edits as one, in this order; a single edit unchanged."""
    edits = tuple(edits)
    return edits[0] if len(edits) == 1 else CompositeEdit(edits)


def count_label(names: Collection[str], one: str, more: str) -> Phrase:
    """Return a label for one name or for the number of names: `Move TAKE`, `Move 3 items`."""
    return phrase(one, *names) if len(names) == 1 else phrase(more, len(names))
