"""Small pictures of documents, drawn once and kept in the user's cache, which holds the latest of them."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage

from blockloom.app.window.widgets.theming import canvas_theme
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.blocks.io import bounded_io

_DRAWN = "3"  # goes up when pages are drawn differently, so that pictures are made anew
_MOST = 200  # pictures that are kept, of some 20 kB each: snippets and examples in two themes are 60


def sketch(path: Path, catalogue: Catalogue, theme: str, size: QSize) -> QImage | None:
    """The first page of a document, as large as fits; from the user's cache where it was drawn before. None where the
    document cannot be read.
    """
    from blockloom.blocks.files import documents

    try:
        document = documents.load(path)
    except documents.FileError:
        return None
    name = name_of(documents.dumps(document), theme, size.width(), catalogue.version)
    image = kept(name)
    if image is None:
        image = drawn(document, catalogue, theme, size, QGuiApplication.primaryScreen().devicePixelRatio())
        keep(name, image)
    return image


def drawn(document: Document, catalogue: Catalogue, theme: str, size: QSize, ratio: float) -> QImage:
    """The first page of a document that has blocks, else its first; what it says in notes is too small to be read, and
    is left out of the document.
    """
    from blockloom.app.canvas.look.picture import Picture

    pages = list(document.pages.values())
    page = next((one for one in pages if one.blocks), pages[0])
    page.notes.clear()
    return Picture(page, catalogue.with_pages(document), canvas_theme(theme)).sketch(size, ratio)


# --- the cache --------------------------------------------------------------------------------------------------------


def name_of(*of: object) -> str:
    """The name under which a picture of this is kept."""
    return hashlib.sha256(repr((*of, _DRAWN)).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def kept(name: str) -> QImage | None:
    """The picture of that name; None where there is none."""
    try:
        image = QImage.fromData(bounded_io.read(_folder() / f"{name}.png", "cache"))
    except OSError:
        return None
    return None if image.isNull() else image


def keep(name: str, image: QImage) -> None:
    """Keep a picture. Those that are the oldest go; where the disk is full it is drawn again next time."""
    folder = _folder()
    whole, part = folder / f"{name}.png", folder / f"{name}.{os.getpid()}.tmp"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        image.save(str(part), "PNG")
        os.replace(part, whole)
        found = sorted(folder.iterdir(), key=lambda path: path.lstat().st_mtime, reverse=True)
        for old in found[_MOST:]:
            old.unlink()


def _folder() -> Path:
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("blockloom")) / "gallery"
