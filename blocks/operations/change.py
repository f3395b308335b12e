"""What operations give: an edit with the label that it has in the undo menu."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from blockloom.blocks.edits import CompositeEdit, Edit
from blockloom.blocks.text.phrases import Phrase, phrase


class PageChange(NamedTuple):
    """An edit with its label, and the ids to be selected after it (None: as before). `told` is shown then, where the
    page does not show what was done.
    """

    edit: Edit
    label: str
    selection: tuple[str, ...] | None = None
    told: str = ""


def combine_edits(edits: Iterable[Edit]) -> Edit:
    """Several edits as one, in this order; a single edit unchanged."""
    edits = tuple(edits)
    return edits[0] if len(edits) == 1 else CompositeEdit(edits)


def count_label(names: Collection[str], one: str, more: str) -> Phrase:
    """A label for one name or for their number: `Move TAKE`, `Move 3 items`."""
    return phrase(one, *names) if len(names) == 1 else phrase(more, len(names))
