"""Files in the folder of a document that it reads, or that its library pages come from."""

from __future__ import annotations

import os
import re
from itertools import count
from pathlib import Path

from blockloom.blocks.document.pages import Document
from blockloom.blocks.values.grammar import quoted

_NAME = re.compile(r"""["']([^"'/\\:\n]{1,200})["']""")


def named_files(document: Document) -> list[str]:
    """Return the existing files of the document's folder that its values name, each once.

    Libraries of its pages are included.
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


def write_new(folder: str, name: str, data: bytes) -> Path:
    """Write a new file to a folder, with the first free number if the name is taken; return its path.

    Raises:
        OSError: The file cannot be written.
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
    """Replace files of the document's folder in its values by absolute paths.

    The blocks can then be copied to other documents.
    """
    there = {name: quoted(os.path.abspath(os.path.join(document.folder, name))) for name in named_files(document)}
    for page in document.pages.values():
        for name, block in page.blocks.items():
            values = {pin: _NAME.sub(lambda m: there.get(m[1], m[0]), text) for pin, text in block.values.items()}
            if values != block.values:
                page.blocks[name] = block._replace(values=values)
