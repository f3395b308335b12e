"""`blockloom [edit] [FILE]`: the window."""

from __future__ import annotations

import argparse
import builtins
import contextlib
import gc
import importlib
import itertools
import os
import signal
import socket
import sys
import time
from typing import TYPE_CHECKING, Any

from blockloom.app import libraries
from blockloom.app.formats import suffixes
from blockloom.blocks.text.terminal import BAD, say

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from blockloom.app.window.comparison.compare_dialog import StartupTask
    from blockloom.app.window.mainwindow import MainWindow

# Modules that are imported after the window is painted.
_LATER = "blockloom.app.canvas.mouse.table", "blockloom.app.canvas.marks.tooltips"
_AT_ONCE = 1.0  # a document that is read within these seconds is open when the window appears


def first_size(width: int, height: int) -> tuple[int, int]:
    """Return the size of a window that was never open: 80 % of a screen, within 1400 x 860 and 1920 x 1200 pixels."""
    return max(1400, min(1920, width * 8 // 10)), max(860, min(1200, height * 8 // 10))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `blockloom edit`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a document: " + ", ".join(suffixes("read")))
    parser.add_argument(
        "--compare",
        nargs="+",
        metavar=("OTHER", "FILE"),
        help="open FILE, and show how it differs from another document, or from REV:PATH of git",
    )
    parser.add_argument(
        "--merge",
        nargs=3,
        metavar=("BASE", "OURS", "THEIRS"),
        help="merge two versions with their common ancestor, and save the result as -o OUT. Exits "
        "with 0 if that was done and no conflict is left, else with 1",
    )
    parser.add_argument("-o", dest="out", metavar="OUT", help="with --merge: where the result is saved")


def run(args: argparse.Namespace) -> int:
    """Show the window until it is closed. Return 0, or 2 if there is no display or Qt lacks a system library."""
    if missing := _no_display():
        say(f"blockloom: {missing}. `blockloom run FILE` and `blockloom render FILE OUT` work without one.")
        return BAD
    task = None
    if args.compare is not None or args.merge is not None or args.out is not None:
        from blockloom.app.window.comparison import compare_dialog

        try:
            task = compare_dialog.task(args)
        except ValueError as error:
            say(f"blockloom edit: {error}")
            return BAD
    file = args.file if task is None else task.file
    # Until the window is painted: creating the catalogue would make the collector visit 100,000 objects ten times.
    gc.disable()
    start_pyside()
    from PySide6.QtCore import QSize
    from PySide6.QtWidgets import QApplication

    from blockloom.app.window import faults, user_settings

    if missing := libraries.why_no_window():
        say(f"blockloom: {missing}")
        return BAD
    # Not by app.setStyle, which returns a QStyle, for whose 566 enum members Python takes 10 ms.
    app = QApplication([sys.argv[0] if sys.argv else "blockloom", "-style", "Fusion"])
    app.setApplicationName("Blockloom")
    app.setDesktopFileName("blockloom")
    without_font = user_settings.missing_font(user_settings.language())
    user_settings.install(app, "en" if without_font else "")
    from blockloom.app.window.mainwindow import MainWindow
    from blockloom.app.window.user_settings import chosen_environment
    from blockloom.runtime.worker import environment
    from blockloom.runtime.worker.catalogue_cache import cached_catalogue, shipped_catalogue

    if not any(environment.selected_environment()):  # options and variables take precedence over the setting
        environment.select_environment(*chosen_environment())
    cached = cached_catalogue()
    window = MainWindow(cached or shipped_catalogue(), empty=not file)
    told = set[str]()  # report an error once, even if each paint fails

    def tell(line: str, details: str) -> None:
        window.workspace.tell(line, "error", details, seen=line not in told)
        told.add(line)

    faults.install(tell)
    if without_font:
        window.workspace.tell(without_font, "warning", seen=True)
    opening = Opening(window, file) if file else None
    if opening is None and task is None:
        window.centre.show_start()
    window.painted.connect(lambda: start_after_paint(window, opening, task, fetch=cached is None))
    # The title of the frame takes about two lines. On a screen that is too small, the bottom of the window would be cut
    # off.
    room = window.screen().availableSize() - QSize(0, 2 * window.fontMetrics().height())
    wanted = (
        window.size()
        if user_settings.settings().contains("geometry")
        else QSize(*first_size(room.width(), room.height()))
    )
    window.resize(wanted.boundedTo(room))
    if window.size() == wanted:
        window.show()
    else:
        window.showMaximized()
    _close_on_interrupt(app, window)
    code = app.exec()
    faults.install(None)
    return code if task is None else task.code()


class Opening:
    """A document that a thread reads at the start: open at the first paint, unless reading takes long."""

    def __init__(self, window: MainWindow, path: str):
        from blockloom.blocks.files.documents import FileError

        self._file, self._offer, self.path = window.file, window.autosave.offer, path
        self._job = window.file.make_reading_job(path)
        self._report: list[str] | None = None
        if self._job.over.wait(_AT_ONCE):
            with contextlib.suppress(FileError):  # the window reports the error later
                read = self._job.result()
                window.file.take(read.document, path, known=read.known)
                self._report = read.report
        if self._report is None:
            window.workspace.replace(window.workspace.document)  # shows an empty document meanwhile

    def go_on(self) -> None:
        """Open the file of the command line in the window, which is shown now."""
        from blockloom.app.window import user_settings

        if self._report is None:
            self._file.open_path(self.path, job=self._job)
        else:
            self._file.imported(self.path, self._report)
            user_settings.add_recent(self.path)  # this waits for the disk
            self._offer(self._file.path, quiet=True)


def start_after_paint(
    window: MainWindow, opening: Opening | None, task: StartupTask | None = None, fetch: bool = False
) -> None:
    """Start the slow parts once the window is on the screen.

    Args:
        fetch: make the catalogue of the installed TensorFlow, since that of the window may be of another one
    """
    from blockloom.app.canvas.scene.translation import tr as _tr
    from blockloom.app.canvas.scene.translation import translated
    from blockloom.app.window import user_settings
    from blockloom.app.window.faults import GcTimer

    gc.freeze()
    GcTimer(window)
    window.activateWindow()
    if os.environ.get("BLOCKLOOM_STARTUP_PROBE") == "1":
        print(f"painted {time.time()}", flush=True)
        window.close()
        return
    _start_worker(window, fetch)
    if unread := user_settings.trouble():
        window.messages.add(_tr("The settings were reset: {}").format(translated(unread)), "warning")
    _import_rest()
    _parse_types(window)
    window.restore_later()
    if opening is not None:
        opening.go_on()
    elif task is None:
        window.autosave.offer(quiet=True)
    if task is not None:
        task.begin(window)


def _start_worker(window: MainWindow, fetch: bool) -> None:
    """Start the worker. A missing TensorFlow is only reported: it is an error when the user runs a page."""
    from blockloom.app.canvas.scene.translation import tr as _tr
    from blockloom.app.canvas.scene.translation import translated
    from blockloom.runtime.worker import catalogue_cache, environment
    from blockloom.runtime.worker.errors import BadEnvironment

    with contextlib.suppress(BadEnvironment):  # the selected environment does not exist, which the start reports
        if not catalogue_cache.is_installed():
            told = _tr("Pages can be drawn and checked. To run them: {}").format(
                translated(environment.missing_tensorflow_text())
            )
            window.messages.add(told)
            return
    if fetch:
        window.worker.fetch_catalogue()
    else:
        window.worker.start()


def _import_rest() -> None:
    """Import what the first press and the first tool tip would wait for."""
    for module in _LATER:
        importlib.import_module(module)


def _parse_types(window: MainWindow) -> None:
    """Parse the block types, some at a time, before somebody searches them."""
    from PySide6.QtCore import QTimer

    rest = iter(window.catalogue.entries.values())
    timer = QTimer(window, interval=0)
    timer.timeout.connect(lambda: len(list(itertools.islice(rest, 100))) or timer.stop())
    timer.start()


def _no_display() -> str:
    """Return the reason why no window can be shown; "" if one can. Qt itself would end the process with a core dump."""
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
    """Close the window on Ctrl-C in the terminal as its button does, with the question about unsaved changes.

    If a dialog is open, maybe that question, or on SIGTERM, the window closes at once, with unsaved changes in its
    journal.
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
    window.signals = reader, writer, notifier  # keeps these objects as long as the window


# Modules of PySide for the texts of TypeErrors and help(). They are sources in its library, without bytecode, so
# importing them is slow.
_SOURCES = tuple(
    f"shibokensupport/signature/{name}.py"
    for name in ("errorhandler", "layout", "parser", "lib/enum_sig", "lib/pyi_generator", "lib/tool")
)
_AT_FIRST_USE = """
def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    del globals()["__getattr__"]
    exec(compile({source!r}, {path!r}, "exec"), globals())
    return globals()[name]
"""


def start_pyside() -> None:
    """Import PySide with fewer modules.

    PySide compiles sources of its library at each start: here each waits for the first use of a name in it. A PySide
    without these sources starts as usual.

    PySide also replaces `import` by a function that searches the source of every module for its `__feature__`s, and
    knows the meaning of `from PySide6.QtCore import *`. Blockloom uses neither, so `import` is restored.
    """
    compiled: Any = builtins.compile
    imported, everywhere = builtins.__import__, vars(builtins)

    def later(source: Any, path: str, *how: Any, **flags: Any) -> Any:
        if path in _SOURCES:
            source = _AT_FIRST_USE.format(source=source, path=path)
        return compiled(source, path, *how, **{"dont_inherit": True} | flags)

    everywhere["compile"] = later
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        builtins.compile, builtins.__import__ = compiled, imported
