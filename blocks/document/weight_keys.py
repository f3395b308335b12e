"""Keys of weights in a document's values."""

from __future__ import annotations

from collections.abc import Mapping

from blockloom.blocks.document.pages import Document
from blockloom.blocks.weights.document_weights import renamed


def with_keys(document: Document, names: Mapping[str, str]) -> Document:
    """The document, or a copy of it whose values and conflicts name other keys of weights: key -> its new name."""
    if not names:
        return document
    made = document.copy()
    for page in made.pages.values():
        page.blocks = {
            name: block._replace(values={pin: renamed(text, names) for pin, text in block.values.items()})
            for name, block in page.blocks.items()
        }
    made.conflicts = tuple(
        conflict._replace(
            **{
                side: renamed(text, names)
                for side in ("base", "ours", "theirs")
                if isinstance(text := getattr(conflict, side), str)
            }
        )
        for conflict in document.conflicts
    )
    return made
