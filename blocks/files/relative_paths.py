"""Absolute paths of files that are in the folder of a document."""

from __future__ import annotations

import os
import re

from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import CompositeEdit, SetValue


def made_relative(document: Document, folder: str) -> CompositeEdit | None:
    """Return the edit that makes the paths of existing files in `folder` relative to it; None for no such path."""
    below = re.escape(folder.rstrip(os.sep) + os.sep)
    # The whole text, or a text in quotes without escapes.
    path = re.compile(rf'\A{below}(?P<bare>[^"]+)\Z|(?<="){below}(?P<quoted>[^"\\\n]+)(?=")')

    def name(found: re.Match[str]) -> str:
        return (found["bare"] or found["quoted"]) if os.path.exists(found[0]) else found[0]

    edits = [
        SetValue(page.name, block.id, pin, new)
        for page in document.pages.values()
        for block in page.blocks.values()
        for pin, text in block.values.items()
        if folder in text and (new := path.sub(name, text)) != text
    ]
    return CompositeEdit(tuple(edits)) if edits else None
