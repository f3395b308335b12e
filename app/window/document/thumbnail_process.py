"""A process that draws thumbnails of documents, so that a malicious or huge file cannot stop the window.

Run it as `python -m blockloom.app.window.document.thumbnail_process`. Each line of stdin is a request in JSON: the path
of the document, the name of its picture in the cache, theme, width and height in pixels, and the pixel ratio of the
screen. The answer to each is a line in stdout, "drawn" or "none".
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

_MEMORY = 1 << 30  # most bytes of memory for the process
_LESS = 10  # nice value: the window has priority


def main() -> int:
    """Draw the requested thumbnails until stdin ends."""
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
        if formats.is_model(path):  # models would need TensorFlow
            return False
        document = formats.open_document(path)
        if not any(page.blocks for page in document.pages.values()):
            return False
        thumbnails.store_picture(name, thumbnails.draw_page(document, catalogue, theme, QSize(width, height), ratio))
    except Exception:  # a bad file must not prevent the thumbnails of others
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
