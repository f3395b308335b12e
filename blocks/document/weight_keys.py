"""Keys of weights in a document's values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.weights.document_weights import rename_keys


def with_keys(document: Document, names: Mapping[str, str]) -> Document:
    """Return the document, or a copy whose values and conflicts have renamed keys of weights.

    Args:
        document: The document, which is not changed.
        names: New keys by former key. If empty, the document itself is returned.
    """
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
    """Return a side of a conflict with renamed keys."""
    if isinstance(side, tuple):
        return tuple(_renamed(one, names) for one in side)
    return rename_keys(side, names) if isinstance(side, str) else side
