"""The language of the window: BLOCKLOOM_LANGUAGE, else what was chosen in the View menu, else the system's."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from blockloom.app.canvas.scene.translation import tr
from blockloom.app.window.user_settings import settings

LANGUAGES = {"en": "English", "fr": "Français", "ko": "한국어"}
FOLDER = Path(__file__).resolve().parents[2] / "assets" / "translations"
_installed = "en"


def forced() -> str:
    """The language that the environment asks for, such as "fr"; empty where it asks for none."""
    return _stem(os.environ.get("BLOCKLOOM_LANGUAGE", ""))


def chosen() -> str:
    """The language of the next start by the settings; empty: the system's."""
    code = str(settings().value("language") or "")
    return code if code in LANGUAGES else ""


def choose(code: str) -> str:
    """Remember a language for the next start; empty: the system's. Gives what there is to say of that."""
    settings().setValue("language", code)
    return (
        tr("BLOCKLOOM_LANGUAGE is set, and decides the language instead.")
        if forced()
        else tr("The language changes when Blockloom is started next.")
    )


def language() -> str:
    """The language to start in. English where there is no translation."""
    system = (QLocale.system().uiLanguages() or [""])[0]
    return next((code for code in (forced(), chosen(), _stem(system)) if code in LANGUAGES), "en")


def spoken() -> str:
    """The language that is installed."""
    return _installed


def install(app: QCoreApplication, code: str = "") -> None:
    """Translate what is made from now on, Qt's own dialogs too."""
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
    """`fr` of `fr_CA.UTF-8` and of `fr-CA`."""
    return locale.replace("-", "_").split("_")[0].split(".")[0].lower()
