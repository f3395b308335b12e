"""The files that lie beside a document, and that it reads."""

from __future__ import annotations

import os
import re

from blockloom.blocks.document import Document

_NAME = re.compile(r"""["']([^"'/\\:\n]{1,200})["']""")


def named(document: Document) -> list[str]:
    """Names of files in the document's folder that typed-in values name, each once, in order of pages and blocks."""
    found = (name for page in document.pages.values() for block in page.blocks.values()
             for text in block.values.values() for name in _NAME.findall(text))
    return [name for name in dict.fromkeys(found) if os.path.isfile(os.path.join(document.folder, name))]
