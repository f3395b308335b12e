"""Keys of weights in a document's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.weights.document_weights import rename_keys


def with_keys(document: Document, names: Mapping[str, str]) -> Document:
    """The document, or a copy of it whose values and conflicts name other keys of weights: key -> its new name."""
    if not names:
        return document
    made = document.copy()
    for page in made.pages.values():
        page.blocks = {
            name: block._replace(values={pin: rename_keys(text, names) for pin, text in block.values.items()})
            for name, block in page.blocks.items()
        }
    made.conflicts = tuple(
        Conflict(one.at, one.what, *(_renamed(side, names) for side in one.sides)) for one in document.conflicts
    )
    return made


def _renamed(side: Any, names: Mapping[str, str]) -> Any:
    """Return a side of a conflict that names other keys."""
    if isinstance(side, tuple):
        return tuple(_renamed(one, names) for one in side)
    return rename_keys(side, names) if isinstance(side, str) else side
