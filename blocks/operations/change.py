"""What operations give: an edit with the label that it has in the undo menu."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from blockloom.blocks.edits import Edit, Many
from blockloom.blocks.text.phrases import Phrase, phrase


class Change(NamedTuple):
    """An edit, its label, and the ids of what is selected once it is done; None: the same as before. `told` is what to
    say then, where the page alone does not show what was done."""

    edit: Edit
    label: str
    selection: tuple[str, ...] | None = None
    told: str = ""


def as_one(edits: Iterable[Edit]) -> Edit:
    """Edits as one that applies them in this order; a single one as it is."""
    edits = tuple(edits)
    return edits[0] if len(edits) == 1 else Many(edits)


def several(names: Collection[str], one: str, more: str) -> Phrase:
    """`Move TAKE`, `Move 3 items`: a label, of a text for one name and a text for their number."""
    return phrase(one, *names) if len(names) == 1 else phrase(more, len(names))
