"""Small pictures of documents, drawn in a process and kept in the user's cache."""

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


_DEADLINE = 15_000  # milliseconds for a picture, the start of the process included
_LARGE = 16 << 20  # bytes of a document of which none is drawn: that has some 50,000 blocks
_hopeless: set[str] = set()  # names of pictures that could not be drawn since the program was started


class ThumbnailRequest(NamedTuple):
    """A picture: of which document, as it is on the disk now, and what it is called in the cache."""

    path: str
    name: str
    theme: str
    size: QSize
    ratio: float

    def line(self) -> bytes:
        """What is said to the process that draws."""
        return json.dumps([*self[:3], self.size.width(), self.size.height(), self.ratio]).encode() + b"\n"


class Thumbnails(QObject):
    """Finds out in threads which files are there, and takes pictures from the cache, or has them drawn by a process."""

    found = Signal(str, QImage)  # path and picture
    missing = Signal(str)  # path
    _undrawn = Signal(object)  # Wanted, from a thread

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._wanted: list[ThumbnailRequest] = []  # the first is being drawn
        self._process: QProcess | None = None
        self._late = qt.timer(self, self._give_up, _DEADLINE)
        self._undrawn.connect(self._draw)

    @property
    def drawing(self) -> bool:
        """Whether there are some to be drawn."""
        return bool(self._wanted)

    def look(self, paths: Iterable[str], theme: str, size: QSize, ratio: float) -> None:
        """Tell of each of these documents what it looks like, or that it is missing. A thread each: one that waits for
        its drive keeps nobody waiting.
        """
        for path in paths:
            threading.Thread(target=self._look, args=(path, theme, size, ratio), daemon=True).start()

    def _look(self, path: str, theme: str, size: QSize, ratio: float) -> None:
        """In a thread."""
        with contextlib.suppress(RuntimeError):  # nobody wants to know any more
            try:
                state = os.stat(path)
            except (OSError, ValueError):
                self.missing.emit(path)
                return
            name = name_of(path, state.st_mtime_ns, state.st_size, theme, size.width(), size.height(), ratio)
            image = kept(name)
            if image is not None:
                self.found.emit(path, image)
            elif state.st_size <= _LARGE:
                self._undrawn.emit(ThumbnailRequest(path, name, theme, size, ratio))

    def _draw(self, wanted: ThumbnailRequest) -> None:
        if wanted.name not in _hopeless:
            self._wanted.append(wanted)
            if len(self._wanted) == 1:
                self._next()

    def _next(self) -> None:
        """Have the first one drawn."""
        if not self._wanted:
            self._let_go()
            return
        if self._process is None:
            self._start()
        if self._process is not None:  # else it cannot be started, and that was told at once
            self._late.start()
            self._process.write(self._wanted[0].line())

    def _start(self) -> None:
        self._process = process = QProcess(qt.application())  # it may end after the start page
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
        image = kept(wanted.name) if drawn else None
        if image is not None:
            self.found.emit(wanted.path, image)
        else:
            _hopeless.add(wanted.name)
        self._next()

    def _give_up(self) -> None:
        """It takes too long."""
        if self._process is not None:
            self._process.kill()

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._gone()

    def _gone(self) -> None:
        """The process ended: of what it was at work on there is no picture."""
        self._process = None
        if self._wanted:
            self._done(False)

    def _let_go(self) -> QProcess | None:
        """The process ends once it has nothing more to read."""
        process, self._process = self._process, None
        if process is not None:
            process.readyReadStandardOutput.disconnect(self._read)
            process.finished.disconnect(self._gone)
            process.errorOccurred.disconnect(self._failed)
            process.closeWriteChannel()
        return process

    def leave(self) -> None:
        """Nothing is wanted any more."""
        self._late.stop()
        self._wanted.clear()
        process = self._let_go()
        if process is not None:
            process.kill()
