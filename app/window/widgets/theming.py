"""Dark or light, as the user or the system says, and the size of texts; both change while the window is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from blockloom.app.canvas import DARK, LIGHT
from blockloom.app.window import settings
from blockloom.app.window.widgets import style

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow

_PLAIN = "plain_font_points"    # a property of the application: the system's size of texts


class Theming(QObject):
    """Keeps the window in the theme that is chosen."""

    def __init__(self, window: MainWindow):
        super().__init__(window)
        self.window = window
        QApplication.styleHints().colorSchemeChanged.connect(self.follow)

    def choose(self, choice: str) -> None:
        """Remember "dark", "light" or "system", and look so."""
        settings.settings().setValue("theme", choice)
        self.follow()

    def toggle(self) -> None:
        """The other one, from now on whatever the system says."""
        self.choose("light" if self.window.theme == "dark" else "dark")

    def follow(self) -> None:
        """Colours as the settings say, where that has changed."""
        if settings.theme() != self.window.theme:
            self.window.theme = settings.theme()
            self.window.colours = style.colours_of(self.window.theme)
            self.show()

    def show(self) -> None:
        """Give every part the look of the window; icons are drawn for the screens that there are now."""
        window, colours = self.window, self.window.colours
        style.apply(window.theme)
        window.commands["theme"].setChecked(window.theme == "light")
        parts = [window.commands, window.palette_view, window.problem_list.rows, window.messages, window.target_button]
        if "target" in window.docks:
            parts.append(window.docks["target"].widget())
        for part in parts:
            part.set_colours(colours)
        window.set_problems(window.problem_list.rows.problems)
        window.runs.show_state()
        for canvas in window.tabs.canvases():
            canvas.set_theme(LIGHT if window.theme == "light" else DARK)
        if window.centre.currentWidget() is not window.tabs:
            window.centre.currentWidget().fill()
            window.centre.currentWidget().draw()


def scale_texts(percent: int) -> None:
    """Show the texts of all windows at so many per cent of the system's size."""
    app = QApplication.instance()
    plain = app.property(_PLAIN) or app.font().pointSizeF()
    app.setProperty(_PLAIN, plain)
    font = app.font()
    if plain > 0 and font.pointSizeF() != plain * percent / 100:
        font.setPointSizeF(plain * percent / 100)
        app.setFont(font)
