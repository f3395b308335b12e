"""Thumbnails of documents, drawn in a process and stored in the user's cache."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QSize, Signal
from PySide6.QtGui import QGuiApplication, QImage

from blockloom.app import qt
from blockloom.app.window.widgets.style import canvas_theme
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text import programs

_DRAWN = "3"  # version of the drawing; increase it if pages are drawn differently
_MOST = 200  # most pictures in the cache, each about 20 kB; snippets and examples in two themes are 60


def sketch(path: Path, catalogue: Catalogue, theme: str, size: QSize) -> QImage | None:
    """Return a picture of a document's first page, from the cache if there; None if the file is unreadable."""
    from blockloom.blocks.files import documents

    try:
        document = documents.load(path)
    except documents.FileError:
        return None
    name = name_of(documents.dumps(document), theme, size.width(), catalogue.version)
    image = load_picture(name)
    if image is None:
        image = draw_page(document, catalogue, theme, size, QGuiApplication.primaryScreen().devicePixelRatio())
        store_picture(name, image)
    return image


def draw_page(document: Document, catalogue: Catalogue, theme: str, size: QSize, ratio: float) -> QImage:
    """Draw a document's first page that has blocks, otherwise its first page.

    The notes of the page are removed from `document`, because they would be too small to read.
    """
    from blockloom.app.canvas.look.picture import Picture

    pages = list(document.pages.values())
    page = next((one for one in pages if one.blocks), pages[0])
    page.notes.clear()
    return Picture(page, catalogue.with_pages(document), canvas_theme(theme)).sketch(size, ratio)


def name_of(*of: object) -> str:
    """Return the name in the cache for a picture with these properties."""
    return hashlib.sha256(repr((*of, _DRAWN)).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def load_picture(name: str) -> QImage | None:
    """Return a picture from the cache, None if missing."""
    try:
        image = QImage.fromData(bounded_io.read(_folder() / f"{name}.png", "cache"))
    except OSError:
        return None
    return None if image.isNull() else image


def store_picture(name: str, image: QImage) -> None:
    """Store a picture in the cache, and remove the oldest ones. Errors such as a full disk are ignored."""
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


_DEADLINE = 15_000  # most milliseconds for a picture, including the start of the process
_LARGE = 16 << 20  # documents with more bytes (about 50,000 blocks) have no picture
_hopeless: set[str] = set()  # names of pictures that could not be drawn since the program started


class ThumbnailRequest(NamedTuple):
    """A request for the picture of a document, with its name in the cache."""

    path: str
    name: str
    theme: str
    size: QSize
    ratio: float

    def line(self) -> bytes:
        """Return the request as a line for the drawing process."""
        return json.dumps([*self[:3], self.size.width(), self.size.height(), self.ratio]).encode() + b"\n"


class Thumbnails(QObject):
    """Finds thumbnails of files: threads look for the files and the cache, a process draws missing pictures."""

    picture_found = Signal(str, QImage)  # path and picture
    missing = Signal(str)  # path
    _undrawn = Signal(object)  # a ThumbnailRequest, from a thread

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._wanted: list[ThumbnailRequest] = []  # queue of requests; the first one is being drawn
        self._process: QProcess | None = None
        self._late = qt.timer(self, self._give_up, _DEADLINE)
        self._undrawn.connect(self._draw)

    @property
    def drawing(self) -> bool:
        """True while pictures are being drawn."""
        return bool(self._wanted)

    def look(self, paths: Iterable[str], theme: str, size: QSize, ratio: float) -> None:
        """Emit `picture_found` or `missing` for each path.

        Each path has its own thread, so that a slow drive does not delay the others.
        """
        for path in paths:
            threading.Thread(target=self._look, args=(path, theme, size, ratio), daemon=True).start()

    def _look(self, path: str, theme: str, size: QSize, ratio: float) -> None:
        """Look for a file and its picture, in a thread."""
        with contextlib.suppress(RuntimeError):  # the start page was closed
            try:
                state = os.stat(path)
            except (OSError, ValueError):
                self.missing.emit(path)
                return
            name = name_of(path, state.st_mtime_ns, state.st_size, theme, size.width(), size.height(), ratio)
            image = load_picture(name)
            if image is not None:
                self.picture_found.emit(path, image)
            elif state.st_size <= _LARGE:
                self._undrawn.emit(ThumbnailRequest(path, name, theme, size, ratio))

    def _draw(self, wanted: ThumbnailRequest) -> None:
        if wanted.name not in _hopeless:
            self._wanted.append(wanted)
            if len(self._wanted) == 1:
                self._next()

    def _next(self) -> None:
        """Send the first request of the queue to the process."""
        if not self._wanted:
            self._let_go()
            return
        if self._process is None:
            self._start()
        if self._process is not None:  # otherwise the start failed, and `_failed` has handled that
            self._late.start()
            self._process.write(self._wanted[0].line())

    def _start(self) -> None:
        # Owned by the application, because it may end after the start page.
        self._process = process = QProcess(qt.application())
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        environment.insert("PYTHONPATH", programs.python_path())
        process.setProcessEnvironment(environment)
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(process.deleteLater)
        process.finished.connect(self._gone)
        process.errorOccurred.connect(self._failed)
        self.destroyed.connect(process.kill)
        program, *words = programs.python("blockloom.app.window.document.thumbnail_process")
        process.start(program, words)

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            self._done(bytes(self._process.readLine().data()).strip() == b"drawn")

    def _done(self, drawn: bool) -> None:
        self._late.stop()
        wanted = self._wanted.pop(0)
        image = load_picture(wanted.name) if drawn else None
        if image is not None:
            self.picture_found.emit(wanted.path, image)
        else:
            _hopeless.add(wanted.name)
        self._next()

    def _give_up(self) -> None:
        """Kill the process after the deadline."""
        if self._process is not None:
            self._process.kill()

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._gone()

    def _gone(self) -> None:
        """Continue without a picture of the current document, after the process ended."""
        self._process = None
        if self._wanted:
            self._done(False)

    def _let_go(self) -> QProcess | None:
        """Close the stdin of the process, so that it exits, and return the process."""
        process, self._process = self._process, None
        if process is not None:
            process.readyReadStandardOutput.disconnect(self._read)
            process.finished.disconnect(self._gone)
            process.errorOccurred.disconnect(self._failed)
            process.closeWriteChannel()
        return process

    def leave(self) -> None:
        """Cancel all requests."""
        self._late.stop()
        self._wanted.clear()
        process = self._let_go()
        if process is not None:
            process.kill()
