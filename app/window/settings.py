"""What the window remembers between runs: theme, geometry, recent files."""

from __future__ import annotations

import os

from PySide6.QtCore import QSettings

_RECENT = 12


def settings() -> QSettings:
    """The user's settings: an .ini file in the user's configuration folder."""
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "blockloom", "window")


def theme() -> str:
    """"dark" or "light"."""
    return "light" if settings().value("theme") == "light" else "dark"


def texts(key: str) -> list[str]:
    """A stored list of texts."""
    value = settings().value(key) or []
    found = [value] if isinstance(value, str) else list(value)  # QSettings gives a list of one as a text
    return [text for text in found if isinstance(text, str)]


def recent_files() -> list[str]:
    """The files opened last, newest first, without those that are gone."""
    return [path for path in texts("recent") if os.path.isfile(path)]


def add_recent(path: str) -> None:
    """Put a file in front of the recent ones."""
    path = os.path.abspath(path)
    settings().setValue("recent", [path, *(p for p in recent_files() if p != path)][:_RECENT])


def clear_recent() -> None:
    settings().remove("recent")
