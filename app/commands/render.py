"""`blockloom render`: a page as a picture, without a window or a display."""

from __future__ import annotations

import argparse
import importlib
import math
import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from blockloom.app import formats
from blockloom.app.commands.failing import name_page
from blockloom.app.formats import Format
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page
from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, say

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

    from blockloom.app.canvas.page.marks import Marks


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, OUT and the options of the command."""
    formats.add_document(parser)
    parser.add_argument("out", metavar="OUT", help="the picture: " + ", ".join(formats.suffixes("draw")))
    parser.add_argument("--page", metavar="NAME", help="the page, if there are several")
    parser.add_argument("--scale", type=float, default=1.0, metavar="S", help="the size; 1.0 is 100 %% (default)")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    # For calls by the window, see app.canvas.look.picture.
    parser.add_argument("--shown", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("--language", metavar="CODE", help=argparse.SUPPRESS)  # for calls by the window


def run(args: argparse.Namespace) -> int:
    """Write the picture; return 0 if done, 1 if TensorFlow's ops cannot be read, 2 for bad arguments."""
    from blockloom.runtime.api.page_names import BadPage, choose_page
    from blockloom.runtime.worker.client import ensure_catalogue
    from blockloom.runtime.worker.errors import WorkerDied, WorkerError

    worded, app = _in_language(args.language) if args.language else (str, None)
    try:
        format = formats.format_for(args.out, "draw")
        if not (math.isfinite(args.scale) and 0.01 <= args.scale <= 100):
            raise FileError(phrase("--scale is between 0.01 and 100"))
        # Another process reads a model. Meanwhile, import the drawing.
        if formats.is_model(args.file):
            threading.Thread(target=importlib.import_module, args=("blockloom.app.canvas.look.picture",)).start()
        document = formats.open_document(args.file)
        for problem in document.troubles:
            say(problem)
        page = choose_page(document, args.page)
        types = ensure_catalogue().with_pages(document)
        write_atomic(args.out, picture(page, types, format, args.scale, args.theme, _marks(args.shown)))
    except (FileError, BadPage) as error:
        say(f"blockloom: {worded(error)}")
        name_page(error)
        return BAD
    except (WorkerDied, WorkerError) as error:
        failed = phrase("TensorFlow's ops could not be read: {}", error)
        say(f"blockloom: {worded(failed)}")
        return FAILED
    finally:
        del app
    return DONE


def _marks(path: str | None) -> Marks | None:
    """Return the marks of a canvas, from the file that its window wrote.

    Raises:
        FileError: the file cannot be read.
    """
    if not path:
        return None
    from blockloom.app.canvas.look.picture import load_marks

    try:
        return load_marks(bounded_io.read(path, "canvas"))
    except OSError as error:
        raise FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
    except Exception as error:  # the file may contain anything, although only the window writes such files
        raise FileError(phrase("{}: it does not contain the state of a canvas: {}", path, repr(error))) from None


def _in_language(code: str) -> tuple[Callable[[object], str], QGuiApplication]:
    """Draw in a language of the window while the application exists, and return the function that translates texts."""
    app = application()
    from blockloom.app.canvas.scene.translation import translated
    from blockloom.app.window.user_settings import install

    install(app, code)
    return translated, app


def application() -> QGuiApplication:
    """Return the application that drawing needs, offscreen if there is no display. The caller keeps a reference."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("win32", "darwin")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    there = QGuiApplication.instance()
    return there if isinstance(there, QGuiApplication) else QGuiApplication(["blockloom"])


def picture(
    page: Page,
    catalogue: Catalogue,
    format: Format,
    scale: float = 1.0,
    theme: str = "dark",
    shown: Marks | None = None,
) -> bytes:
    """Return the bytes of a picture file, with the marks of a canvas.

    Raises:
        FileError: there is not enough memory.
    """
    app = application()
    from blockloom.app.canvas.look.picture import Picture
    from blockloom.app.canvas.scene.theme import DARK, LIGHT
    from blockloom.app.diff_pictures import fitting

    drawn = Picture(page, catalogue, LIGHT if theme == "light" else DARK, shown)
    if format.suffix == ".png" and (fits := fitting(drawn, scale)) < scale:
        say(f"blockloom: the picture is scaled down to {fits:.0%}, as large as a PNG may be; .svg has no limit")
    if format.draw is None:
        raise ValueError(format.suffix)
    drawing = format.draw(drawn, scale)
    del app
    return drawing
