"""The look of the window around the canvas: a dark shell in enuSpace's manner, and a light one."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget

from blockloom.app import qt


class Colours(NamedTuple):
    """Colours of the shell. `gold` marks what is current, `blue` titles and links."""

    window: str
    base: str
    raised: str
    border: str
    text: str
    dim: str
    gold: str
    blue: str
    select: str
    selected_text: str
    error: str
    warning: str
    good: str


DARK_COLOURS = Colours(
    "#1E1E1E",
    "#2A2A2A",
    "#383838",
    "#4A4A4A",
    "#E8E6E1",
    "#9D9D9D",
    "#FFBF28",
    "#35BDF2",
    "#2B6CA8",
    "#FFFFFF",
    "#FF7B72",
    "#FFBF28",
    "#8ACF57",
)
LIGHT_COLOURS = Colours(
    "#ECEDEF",
    "#FFFFFF",
    "#DDDFE3",
    "#B9BDC4",
    "#1B1B1B",
    "#656A70",
    "#8A5C00",
    "#0068A8",
    "#2B78BA",
    "#FFFFFF",
    "#C21A12",
    "#8C5A00",
    "#286F1A",
)

_MADE = "style_that_is_set"  # a property of the application: the sheet, and the font that it was set for
_SHEET = """
QMainWindow::separator {{ background: {border}; width: 3px; height: 3px; }}
QMainWindow::separator:hover {{ background: {gold}; }}
QMenuBar {{ background: {window}; }}
QMenuBar::item {{ padding: 3px 8px; background: transparent; }}
QMenuBar::item:selected {{ background: {select}; color: {selected_text}; }}
QToolBar {{ background: {window}; border: none; border-bottom: 1px solid {border}; padding: 2px; spacing: 2px; }}
QToolBar::separator {{ background: {border}; width: 1px; margin: 3px 4px; }}
QStatusBar {{ background: {window}; border-top: 1px solid {border}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ padding: 1px 8px; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {border}; padding: 3px; }}
QToolButton:focus {{ background: {raised}; border: 1px solid {gold}; border-radius: 2px; }}
QFrame#focusline {{ background: {gold}; border: none; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QLabel#dim {{ color: {dim}; }}
QLabel#heading {{ color: {blue}; font-weight: bold; }}
QLabel#error {{ color: {error}; }}
QLabel#section {{ color: {gold}; font-weight: bold; padding-top: 6px; }}
QCheckBox::indicator:unchecked {{ background: {base}; border: 1px solid {dim}; width: 11px; height: 11px; }}
QCheckBox::indicator:unchecked:disabled {{ border-color: {border}; }}
QPushButton#card {{ background: {base}; border: 1px solid {border}; border-radius: 4px; }}
QPushButton#card:hover, QPushButton#card:focus {{ border-color: {gold}; }}
QPushButton#card:pressed {{ background: {raised}; }}
QFrame#bubble {{ background: {raised}; border: 1px solid {gold}; border-radius: 6px; }}
QLabel#name {{ font-weight: bold; }}
QPushButton#link {{ color: {blue}; border: none; text-align: left; padding: 2px 0; }}
QPushButton#link:disabled {{ color: {dim}; }}
QPushButton#link:hover, QPushButton#link:focus {{ text-decoration: underline; }}
"""


def colours_of(theme: str) -> Colours:
    """The colours of the theme "dark" or "light"."""
    return LIGHT_COLOURS if theme == "light" else DARK_COLOURS


def roomy(widget: QWidget, letters: int, lines: int) -> QSize:
    """The size of so many letters by so many lines in a widget's font, at most that of its screen."""
    metrics, most = widget.fontMetrics(), widget.screen().availableSize() - QSize(40, 80)
    return QSize(letters * metrics.horizontalAdvance("n"), lines * metrics.height()).boundedTo(most)


def apply(theme: str) -> None:
    """Give the application the palette and style sheet of a theme."""
    app, colours = qt.application(), colours_of(theme)
    palette, role = QPalette(), QPalette.ColorRole
    for roles, colour in (
        ((role.Window, role.AlternateBase), colours.window),
        ((role.Base,), colours.base),
        ((role.Button, role.ToolTipBase), colours.raised),
        ((role.Mid, role.Dark, role.Light, role.Midlight), colours.border),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText), colours.text),
        ((role.PlaceholderText,), colours.dim),
        ((role.Link,), colours.blue),
        ((role.Highlight,), colours.select),
        ((role.Accent,), colours.gold),
        ((role.HighlightedText,), colours.selected_text),
    ):
        for r in roles:
            palette.setColor(r, QColor(colour))
    for r in (role.WindowText, role.Text, role.ButtonText):
        dim = QColor(colours.dim)
        dim.setAlpha(130)
        palette.setColor(QPalette.ColorGroup.Disabled, r, dim)
    app.setPalette(palette)
    sheet = _SHEET.format(**colours._asdict()), app.font().toString()
    if sheet != app.property(_MADE):  # all widgets are styled anew, which takes a while
        app.setProperty(_MADE, sheet)
        app.setStyleSheet(sheet[0])
