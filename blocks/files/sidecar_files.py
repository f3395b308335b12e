"""The files that lie beside a document, and that it reads, or that it has pages of."""

from __future__ import annotations

import os
import re
from itertools import count
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.values.grammar import quoted

_NAME = re.compile(r"""["']([^"'/\\:\n]{1,200})["']""")


def named(document: Document) -> list[str]:
    """The existing files of the document's folder that its values name, in order and each once, with those of libraries
    that pages came from.
    """
    pages = document.pages.values()
    found = [
        name
        for page in pages
        for block in page.blocks.values()
        for text in block.values.values()
        for name in _NAME.findall(text)
    ]
    found += (page.origin.file for page in pages if page.origin is not None and not set("/:") & set(page.origin.file))
    return [name for name in dict.fromkeys(found) if os.path.isfile(os.path.join(document.folder, name))]


def written(folder: str, name: str, data: bytes) -> Path:
    """Write a new file of this name to a folder, with the first free number where it is taken. Gives its path. Raises
    OSError.
    """
    stem, suffix = os.path.splitext(name)
    for number in count(1):
        path = Path(folder, name if number == 1 else f"{stem}_{number}{suffix}")
        try:
            with open(path, "xb") as file:
                file.write(data)
        except FileExistsError:
            continue
        return path
    raise AssertionError


def whole_paths(document: Document) -> None:
    """Write files of the document's folder in its values as absolute paths, so that blocks can be put into other
    documents.
    """
    there = {name: quoted(os.path.abspath(os.path.join(document.folder, name))) for name in named(document)}
    for page in document.pages.values():
        for name, block in page.blocks.items():
            values = {pin: _NAME.sub(lambda m: there.get(m[1], m[0]), text) for pin, text in block.values.items()}
            if values != block.values:
                page.blocks[name] = block._replace(values=values)
