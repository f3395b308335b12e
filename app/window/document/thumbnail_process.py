"""`python -m blockloom.app.window.document.thumbnail_process`: draws small pictures of documents, each of which may be
anything, in a process that may be killed.

What is wanted comes from stdin, a line of JSON for each: the path of the document, the name under which its picture is
kept, theme, width and height in pixels, and the pixel ratio of the screen. What stands in stdout is a line for each:
"drawn" or "none".
"""

from __future__ import annotations

import contextlib
import json
import os
import sys

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication

from blockloom.app import formats
from blockloom.app.window.document import thumbnails
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.runtime.model_files import bounds
from blockloom.runtime.worker.catalogue_cache import cached_catalogue, shipped_catalogue

_MEMORY = 1 << 30  # bytes that all of them may take
_LESS = 10  # of priority: the window comes first


def main() -> int:
    """Draw what is wanted until there is nothing more."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_LESS)
    app = QGuiApplication([sys.argv[0]])
    catalogue = cached_catalogue() or shipped_catalogue()
    with bounds.limited(_MEMORY):
        for line in sys.stdin:
            print("drawn" if _draw(catalogue, *json.loads(line)) else "none", flush=True)
    del app
    return 0


def _draw(catalogue: Catalogue, path: str, name: str, theme: str, width: int, height: int, ratio: float) -> bool:
    try:
        if formats.is_model(path):  # which TensorFlow reads
            return False
        document = formats.open_document(path)
        if not any(page.blocks for page in document.pages.values()):
            return False
        thumbnails.keep(name, thumbnails.drawn(document, catalogue, theme, QSize(width, height), ratio))
    except Exception:  # whatever is in the file, there are others
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
