"""Dark or light, as the user or the system says, and the size of texts; both change while the window is open."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from blockloom.app import qt
from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.canvas.scene.theme import Theme
from blockloom.app.window import user_settings
from blockloom.app.window.widgets import style

_PLAIN = "plain_font_points"  # a property of the application: the system's size of texts


class Theming(QObject):
    """The theme that is chosen, "dark" or "light". `changed` tells that everything is to be drawn anew."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.theme = user_settings.theme()
        style.apply(self.theme)
        self.changed.connect(lambda: style.apply(self.theme))
        QApplication.styleHints().colorSchemeChanged.connect(self.follow)

    @property
    def colours(self) -> style.Colours:
        """The colours of the window's theme."""
        return style.colours_of(self.theme)

    @property
    def canvas(self) -> Theme:
        """That of the canvases."""
        return canvas_theme(self.theme)

    def choose(self, choice: str) -> None:
        """Remember "dark", "light" or "system", and look so."""
        user_settings.settings().setValue("theme", choice)
        self.follow()

    def toggle(self) -> None:
        """The other one, from now on whatever the system says."""
        self.choose("light" if self.theme == "dark" else "dark")

    def follow(self) -> None:
        """Look as the settings say, where that has changed."""
        if user_settings.theme() != self.theme:
            self.theme = user_settings.theme()
            self.changed.emit()


def canvas_theme(theme: str) -> Theme:
    """That of canvases where the window has the theme "dark" or "light"."""
    return LIGHT if theme == "light" else DARK


def scale_texts(percent: int) -> None:
    """Show the texts of all windows at so many per cent of the system's size."""
    app = qt.application()
    plain = app.property(_PLAIN) or app.font().pointSizeF()
    app.setProperty(_PLAIN, plain)
    font = app.font()
    if plain > 0 and font.pointSizeF() != plain * percent / 100:
        font.setPointSizeF(plain * percent / 100)
        app.setFont(font)
