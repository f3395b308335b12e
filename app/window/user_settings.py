"""The settings that the window stores: theme, geometry, recent files, language."""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, Qt, QTranslator
from PySide6.QtGui import QAction, QFontDatabase, QGuiApplication

from blockloom.app.canvas.scene.canvas_requests import GRIDS, CanvasSettings
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.catalogue.search import counted
from blockloom.blocks.io import bounded_io

_RECENT = 12


def settings() -> QSettings:
    """Return the user's settings: an .ini file in the user's configuration folder.

    If Qt must not read this file, such as a pipe, for which it would wait forever, they last as long as the process.
    """
    if trouble():
        return QSettings(_elsewhere(), QSettings.Format.IniFormat)
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "blockloom", "window")


def trouble() -> str:
    """Return the reason why the file of the settings is not read; "" if it is."""
    if os.name != "posix":
        return ""  # only Qt knows the path there, which is never a pipe
    folder = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return bounded_io.trouble(os.path.join(folder, "blockloom", "window.ini"), "settings")


@functools.cache
def _elsewhere() -> str:
    from blockloom.runtime.protocol import scratch

    return str(scratch.make_temporary_folder() / "window.ini")


TEXT_SIZES = (80, 90, 100, 110, 125, 150, 200)  # text sizes in percent of the system's


def theme_choice() -> str:
    """Return "dark", "light" or "system"."""
    choice = settings().value("theme")
    return choice if choice in ("light", "system") else "dark"


def theme() -> str:
    """Return "dark" or "light", as chosen or else as the system is; "dark" if that is unknown."""
    choice = theme_choice()
    if choice == "system":
        return "light" if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light else "dark"
    return choice


def text_size() -> int:
    """Return the size of the texts of the window, in percent of the system's."""
    value = str(settings().value("text_size", 100))
    return int(value) if value.isdecimal() and int(value) in TEXT_SIZES else 100


def canvas_settings(action_of: Callable[[str], QAction | None] = lambda command: None) -> CanvasSettings:
    """Return the settings of canvases; `action_of` returns the action of a command."""
    grid = str(settings().value("grid", 5))
    return CanvasSettings(
        int(grid) if grid.isdecimal() and int(grid) in GRIDS else 5,
        grid_shown=settings().value("grid_shown", True) in (True, "true"),
        wheel_scrolls=settings().value("wheel") == "scroll",
        action_of=action_of,
    )


PAST_SIZES = (256, 1024, 4096)  # sizes of the recorded steps in MB


def past_size() -> int:
    """Return how many MB of memory the recording of past steps may take."""
    value = str(settings().value("past", 1024))
    return int(value) if value.isdecimal() and int(value) in PAST_SIZES else 1024


def chosen_environment() -> tuple[str, list[str]]:
    """Return the Python whose TensorFlow runs, and the libraries of custom ops: see `environment.Environment`."""
    return str(settings().value("python") or ""), texts("ops")


def keep_environment(python: str, ops: Iterable[str]) -> None:
    """Store the chosen environment."""
    settings().setValue("python", python)
    settings().setValue("ops", list(ops))


def shows_map() -> bool:
    """Return whether pages open with their map."""
    return settings().value("map") in (True, "true")


def texts(key: str) -> list[str]:
    """Return a stored list of texts."""
    value = settings().value(key) or []
    found = [value] if isinstance(value, str) else list(value)  # QSettings returns a list of one element as a text
    return [text for text in found if isinstance(text, str)]


def counts(key: str) -> dict[str, int]:
    """Return stored numbers by name, without entries that are damaged."""
    found = (text.rpartition(" ") for text in texts(key))
    return {name: int(number) for name, _, number in found if number.isdecimal() and len(number) < 10}


def count(key: str, name: str) -> None:
    """Add one to the stored number of uses."""
    settings().setValue(key, [f"{n} {number}" for n, number in counted(counts(key), name).items()])


def recent_files() -> list[str]:
    """Return the files that were opened last, newest first. Some may be missing: their drive may come back."""
    return texts("recent")


def missing(paths: Iterable[str], seconds: float = 0.2) -> set[str]:
    """Return the paths that do not exist. A path whose drive does not answer in time may exist."""
    found: set[str] = set()
    end = time.monotonic() + seconds

    def look(path: str) -> None:
        if not os.path.exists(path):
            found.add(path)

    threads = [threading.Thread(target=look, args=(path,), daemon=True) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return set(found)


def add_recent(path: str) -> None:
    """Put a file in front of the recent ones."""
    path = os.path.abspath(path)
    settings().setValue("recent", [path, *(p for p in recent_files() if p != path)][:_RECENT])


def clear_recent() -> None:
    """Forget the recent files."""
    settings().remove("recent")


LANGUAGES = {"en": "English", "fr": "Français", "ko": "한국어"}
FOLDER = Path(__file__).resolve().parents[2] / "assets" / "translations"
_installed = "en"


def forced() -> str:
    """Return the language of the environment, such as "fr"; "" if there is none."""
    return _stem(os.environ.get("BLOCKLOOM_LANGUAGE", ""))


def chosen() -> str:
    """Return the language in the settings; "" for the system's."""
    code = str(settings().value("language") or "")
    return code if code in LANGUAGES else ""


def choose(code: str) -> str:
    """Store the language for the next start, "" for the system's. Returns a text for the user."""
    settings().setValue("language", code)
    return (
        tr("BLOCKLOOM_LANGUAGE is set, and decides the language instead.")
        if forced()
        else tr("The language changes when Blockloom is started next.")
    )


def missing_font(code: str) -> str:
    """Return a text that names a font to install if no font has the letters of a language; "" if one has them."""
    if code != "ko" or QFontDatabase.families(QFontDatabase.WritingSystem.Korean):
        return ""
    return tr("No font here has Korean letters: install one, such as Noto Sans CJK (fonts-noto-cjk in Debian)")


def language() -> str:
    """Return the language to start in; English if there is no translation."""
    system = (QLocale.system().uiLanguages() or [""])[0]
    return next((code for code in (forced(), chosen(), _stem(system)) if code in LANGUAGES), "en")


def spoken() -> str:
    """Return the installed language."""
    return _installed


def install(app: QCoreApplication, code: str = "") -> None:
    """Install the translations for new widgets and for Qt's dialogs."""
    global _installed
    code = _installed = code or language()
    if code == "en":
        return
    for name, folder in (
        (f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        (f"blockloom_{code}", str(FOLDER)),
    ):
        translator = QTranslator(app)
        if translator.load(name, folder):
            app.installTranslator(translator)


def _stem(locale: str) -> str:
    """Return the language of a locale: `fr` for `fr_CA.UTF-8` and for `fr-CA`."""
    return locale.replace("-", "_").split("_")[0].split(".")[0].lower()
