"""Small pictures of documents, drawn once and kept in the user's cache."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage

from blockloom.app.window.widgets.theming import canvas_theme
from blockloom.blocks.catalogue.catalogue import Catalogue

_DRAWN = "3"  # goes up when pages are drawn differently, so that pictures are made anew


def sketch(path: Path, catalogue: Catalogue, theme: str, size: QSize) -> QImage | None:
    """The first page of a document, as large as fits; from the user's cache where it was drawn before. None where the
    document cannot be read."""
    import hashlib

    from platformdirs import user_cache_dir

    from blockloom.app.canvas.look.picture import Picture
    from blockloom.blocks.files import documents
    from blockloom.blocks.io import bounded_io

    try:
        document = documents.load(path)
        content = f"{documents.dumps(document)}{theme}{size.width()}{_DRAWN}{catalogue.version}"
        of = hashlib.sha256(content.encode()).hexdigest()[:24]
        cached = Path(user_cache_dir("blockloom")) / "gallery" / f"{of}.png"
    except documents.FileError:
        return None
    try:
        image = QImage.fromData(bounded_io.read(cached, "cache"))
        if not image.isNull():
            return image
    except OSError:
        pass  # it was not drawn yet
    page = next(iter(document.pages.values()))
    page.notes.clear()  # too small to be read
    ratio = QGuiApplication.primaryScreen().devicePixelRatio()
    image = Picture(page, catalogue.with_pages(document), canvas_theme(theme)).sketch(size, ratio)
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        drawn = cached.with_suffix(f".{os.getpid()}.tmp")
        image.save(str(drawn), "PNG")
        os.replace(drawn, cached)
    except OSError:
        pass  # drawn again next time
    return image
