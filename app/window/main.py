"""`blockloom [edit] [FILE]`: the window."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import socket
import sys
import time
from typing import TYPE_CHECKING

from blockloom.app import libraries
from blockloom.app.cli import BAD, say
from blockloom.app.formats import suffixes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from blockloom.app.window.mainwindow import MainWindow


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `blockloom edit`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a document: " + ", ".join(suffixes("read")))


def run(args: argparse.Namespace) -> int:
    """Show the window until it is closed. 0, or 2 where there is no display, or Qt lacks a system library."""
    if missing := _no_display():
        say(f"blockloom: {missing}. `blockloom run FILE` and `blockloom render FILE OUT` work without one.")
        return BAD
    gc.disable()  # until the window is painted: the catalogue alone makes the collector walk 100,000 objects ten times
    from PySide6.QtWidgets import QApplication

    from blockloom.app.window import faults, language
    if missing := libraries.why_no_window():
        say(f"blockloom: {missing}")
        return BAD
    app = QApplication([sys.argv[0] if sys.argv else "blockloom"])
    app.setApplicationName("Blockloom")
    app.setDesktopFileName("blockloom")
    app.setStyle("Fusion")
    language.install(app)
    from blockloom.app.window.mainwindow import MainWindow
    from blockloom.runtime.catalogue_cache import cached_catalogue
    window = MainWindow(cached_catalogue())
    faults.install(lambda line, details: window.messages.add(line, "error", details))
    trouble, report = _open(window, args.file) if args.file else ("", [])
    if not args.file:
        window.centre.show_start()
    window.painted.connect(lambda: _painted(window, trouble, args.file or "", report))
    window.show()
    _close_on_interrupt(app, window)
    code = app.exec()
    faults.install(None)
    return code


def _open(window: MainWindow, path: str) -> tuple[str, list[str]]:
    """Show a document from the start; why that is impossible, else empty, and what an import left out."""
    from blockloom.app.formats import open_with_report
    from blockloom.blocks import files
    from blockloom.blocks.infer import read_long_values
    try:
        document, report = open_with_report(path)
    except files.FileError as error:
        return str(error), []
    window.file.take(read_long_values(document, window.catalogue), path)
    return "", report


def _painted(window: MainWindow, trouble: str, path: str, report: list[str]) -> None:
    """The window is on the screen: what takes longer begins now."""
    from blockloom.app.canvas.words import tr as _tr
    from blockloom.app.canvas.words import translated
    from blockloom.app.window import settings
    from blockloom.app.window.gc_timer import GcTimer

    gc.freeze()
    GcTimer(window)
    window.activateWindow()
    if os.environ.get("BLOCKLOOM_STARTUP_PROBE") == "1":
        print(f"painted {time.time()}", flush=True)
        window.close()
        return
    if window.catalogue.version:
        window.worker.start()
    else:
        window.worker.fetch_catalogue()
    if unread := settings.trouble():
        window.messages.add(_tr("The settings begin anew: {}").format(translated(unread)), "warning")
    window.restore_later()
    if trouble:
        window.file.complain(trouble)
    else:
        window.file.imported(path, report)
        window.autosave.offer(window.file.path, quiet=True)


def _no_display() -> str:
    """Why no window can be shown; empty where one can. Qt itself would end the process with a core dump."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    display = os.environ.get("DISPLAY", "")
    if not display:
        return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    number = display[1:].split(".")[0]
    if display.startswith(":") and number.isdigit():
        for address in (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}"):
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(address) == 0:
                    return ""
        return f"there is no display {display}"
    return ""


def _close_on_interrupt(app: QApplication, window: MainWindow) -> None:
    """Ctrl-C in the terminal closes the window as its button does, with the question about unsaved changes. Where a
    dialog is open, which may be that question, and at SIGTERM, the window ends with what is not saved in its journal.
    """
    if sys.platform == "win32":
        return
    from PySide6.QtCore import QSocketNotifier

    reader, writer = socket.socketpair()
    for end in (reader, writer):
        end.setblocking(False)
    signal.set_wakeup_fd(writer.fileno())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)

    def hear() -> None:
        if signal.SIGTERM in reader.recv(64) or app.activeModalWidget() is not None:
            window.end()
        else:
            window.close()
    notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read, app)
    notifier.activated.connect(lambda *_: hear())
    window._signals = reader, writer, notifier  # as long as the window lives
