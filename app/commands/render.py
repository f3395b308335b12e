"""`blockloom render`: a page as a picture, without a window or a display."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from blockloom.app.cli import BAD, DONE, FAILED, say
from blockloom.app.documents import open_document
from blockloom.blocks import reading
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Page
from blockloom.blocks.files import FileError, write_atomic
from blockloom.blocks.phrases import join, phrase, why

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

    from blockloom.app.canvas.marks import Marks
    from blockloom.app.canvas.paint.picture import Picture

FORMATS = (".png", ".svg", ".pdf")
MOST = 32_000 * 32_000      # pixels of a PNG: what memory and QImage bear
SIDE = 32_767               # pixels of its longer side


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, OUT and their options."""
    parser.add_argument("file", metavar="FILE", help="a .loom document")
    parser.add_argument("out", metavar="OUT", help="the picture: " + ", ".join(FORMATS))
    parser.add_argument("--page", metavar="NAME", help="the page, where there are several")
    parser.add_argument("--scale", type=float, default=1.0, metavar="S", help="size, 1.0 is 100 %% (default)")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--shown", metavar="FILE", help=argparse.SUPPRESS)  # of the window: see app.canvas.render_state
    parser.add_argument("--language", metavar="CODE", help=argparse.SUPPRESS)  # of the window


def run(args: argparse.Namespace) -> int:
    """Write the picture: 0 done, 1 where TensorFlow's ops cannot be read, 2 for a bad file, page, OUT or scale."""
    from blockloom.runtime.api import BadPage, choose_page
    from blockloom.runtime.client import WorkerDied, WorkerError, ensure_catalogue

    worded, app = _in_language(args.language) if args.language else (str, None)
    try:
        suffix = Path(args.out).suffix.lower()
        if suffix not in FORMATS:
            raise FileError(phrase("{}: a picture is one of {}", args.out, join(", ", FORMATS)))
        if not (math.isfinite(args.scale) and 0.01 <= args.scale <= 100):
            raise FileError(phrase("--scale is between 0.01 and 100"))
        document = open_document(args.file)
        for problem in document.troubles:
            say(problem)
        page = choose_page(document, args.page)
        write_atomic(args.out, picture(page, ensure_catalogue(), suffix, args.scale, args.theme, _marks(args.shown)))
    except (FileError, BadPage) as error:
        say(f"blockloom: {worded(error)}")
        return BAD
    except (WorkerDied, WorkerError) as error:
        failed = phrase("TensorFlow's ops could not be read: {}", error)
        say(f"blockloom: {worded(failed)}")
        return FAILED
    finally:
        del app
    return DONE


def _marks(path: str | None) -> Marks | None:
    """What a canvas showed, from the file that its window wrote. Raises FileError."""
    if not path:
        return None
    from blockloom.app.canvas import render_state

    try:
        return render_state.load(reading.read(path, "canvas"))
    except OSError as error:
        raise FileError(phrase("{}: cannot be read: {}", path, why(error))) from None
    except Exception as error:      # anything can be in it; the window alone writes such files
        raise FileError(phrase("{}: it is not what a canvas shows: {}", path, repr(error))) from None


def _in_language(code: str) -> tuple[Callable[[object], str], QGuiApplication]:
    """Draw in a language of the window from now on, as long as the application lives; what says texts in it."""
    app = _application()
    from blockloom.app.canvas.words import translated
    from blockloom.app.window.language import install

    install(app, code)
    return translated, app


def _application() -> QGuiApplication:
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("win32", "darwin")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    return QGuiApplication.instance() or QGuiApplication(["blockloom"])


def picture(page: Page, catalogue: Catalogue, suffix: str, scale: float = 1.0, theme: str = "dark",
            shown: Marks | None = None) -> bytes:
    """The bytes of a picture file, with what a canvas shows. Raises FileError where it would be too large."""
    app = _application()
    from blockloom.app.canvas.paint.picture import Picture
    from blockloom.app.canvas.theme import DARK, LIGHT

    drawn = Picture(page, catalogue, LIGHT if theme == "light" else DARK, shown)
    found = {".png": _png, ".svg": _svg, ".pdf": _pdf}[suffix](drawn, scale)
    del app
    return found


def _png(drawn: Picture, scale: float) -> bytes:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter

    width, height = math.ceil(drawn.area.width() * scale), math.ceil(drawn.area.height() * scale)
    if max(width, height) > SIDE or width * height > MOST // 4:
        fits = min(SIDE / max(drawn.area.width(), drawn.area.height()),
                   math.sqrt(MOST / 4 / (drawn.area.width() * drawn.area.height())))
        raise FileError(phrase("a PNG of {} x {} pixels is too large: use --scale {:.2g} or less, or .svg", width,
                               height, fits))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise FileError(phrase("there is no memory for a PNG of {} x {} pixels: use a smaller --scale, or .svg", width,
                               height))
    image.setDotsPerMeterX(round(96 * scale / 0.0254))
    image.setDotsPerMeterY(round(96 * scale / 0.0254))
    p = QPainter(image)
    p.scale(scale, scale)
    p.translate(-drawn.area.topLeft())
    drawn.paint(p)
    p.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data.data())


def _svg(drawn: Picture, scale: float) -> bytes:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgGenerator

    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    svg = QSvgGenerator()
    svg.setOutputDevice(buffer)
    svg.setResolution(96)
    area = drawn.area
    svg.setSize(QSize(math.ceil(area.width() * scale), math.ceil(area.height() * scale)))
    svg.setViewBox(QRectF(0, 0, area.width() * scale, area.height() * scale))
    svg.setTitle("Blockloom")
    p = QPainter(svg)
    p.scale(scale, scale)
    p.translate(-area.topLeft())
    drawn.paint(p)
    p.end()
    return bytes(data.data())


def _pdf(drawn: Picture, scale: float) -> bytes:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
    from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

    area, data = drawn.area, QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pdf = QPdfWriter(buffer)
    pdf.setCreator("Blockloom")
    size = QPageSize(QSizeF(area.width(), area.height()) * scale * 0.75, QPageSize.Unit.Point)   # 96 to 72 an inch
    pdf.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    pdf.setResolution(96 * 8)   # fine enough for hairlines; the texts are outlines or fonts either way
    p = QPainter(pdf)
    p.scale(8 * scale, 8 * scale)
    p.translate(-area.topLeft())
    drawn.paint(p)
    p.end()
    return bytes(data.data())
