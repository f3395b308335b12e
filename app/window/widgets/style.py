"""The look of the window around the canvas: colours of its themes, which change while it is open."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict
from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.theme import DARK, LIGHT, Theme, faded
from blockloom.app.window import user_settings


class Colours(Struct, frozen=True):
    """Colours of the window, by their roles. Those that the canvas has, too, are its `Theme`'s."""

    window: str  # background of menus, the tool bar, and between panels
    base: str  # background of panels
    raised: str  # background of buttons, and of widgets over others
    field: str  # background of text fields
    field_edge: str
    border: str  # colour of lines
    text: str
    dim: str
    gold: str  # text of current items
    edge: str  # lines at current items
    blue: str  # text of titles and links
    select: str  # background of selected rows
    selected_text: str
    focus: str  # ring around the widget with the focus
    error: str
    warning: str
    good: str
    run: str  # green of the Run button
    stroke: str  # tick of a check box


def _colours(theme: Theme, window: str, border: str, gold: str, selected: float) -> Colours:
    """Return the colours of the window; `selected` is the share of the selection's colour behind selected rows."""
    return Colours(
        window=window,
        base=theme.canvas,
        raised=theme.block,
        field=theme.field,
        field_edge=theme.field_edge,
        border=border,
        text=theme.label,
        dim=theme.muted,
        gold=gold,
        edge=theme.edge,
        blue=theme.title,
        select=faded(theme.selection, theme.canvas, selected),
        selected_text=theme.label,
        focus=theme.selection,
        error=theme.error,
        warning=theme.warning,
        good=theme.running,
        run=theme.session,
        stroke=theme.mark,
    )


DARK_COLOURS = _colours(DARK, "#17191C", "#33373D", "#D9A52C", 0.32)
LIGHT_COLOURS = _colours(LIGHT, "#E9E9E5", "#D0D0CA", "#7A5600", 0.2)

_LOOK = Path(__file__).resolve().parents[3] / "assets" / "look"  # folder of the arrows and ticks in the style sheet
# Property of the application with the current style sheet, and the font that it was set for.
_MADE = "style_that_is_set"
# A flat style: no bevels, lines of one pixel, corners of 6 pixels (small parts: 4), a ring of 2 around the widget with
# the focus.
_SHEET = """
QMainWindow::separator {{ background: {window}; width: 5px; height: 5px; }}
QMainWindow::separator:hover {{ background: {border}; }}
QMenuBar {{ background: {window}; }}
QMenuBar::item {{ padding: 4px 8px; background: transparent; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {select}; color: {selected_text}; }}
QToolBar {{ background: {window}; border: none; border-bottom: 1px solid {border}; padding: 0 6px; spacing: 3px; }}
QToolBar::separator {{ background: {border}; width: 1px; margin: 6px 5px; }}
QStatusBar {{ background: {window}; border-top: 1px solid {border}; }}
QStatusBar::item {{ border: none; }}
QStatusBar QLabel {{ padding: 2px 8px; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {border}; padding: 4px; }}
QToolButton {{ border: 1px solid transparent; border-radius: 6px; padding: 4px; }}
QToolButton:hover, QToolButton:checked {{ background: {raised}; }}
QToolButton:pressed {{ background: {border}; }}
QToolButton:focus {{ border: 2px solid {focus}; padding: 3px; }}
QToolButton#quiet, QToolButton#cross {{ padding: 1px; border-radius: 4px; }}
QFrame#focusline {{ background: {focus}; border: none; }}
QPushButton {{ background: {raised}; border: 1px solid {field_edge}; border-radius: 6px; padding: 4px 10px; }}
QPushButton:hover {{ border-color: {dim}; }}
QPushButton:pressed, QPushButton:checked {{ background: {border}; }}
QPushButton:disabled {{ border-color: {border}; }}
QPushButton:focus {{ border: 2px solid {focus}; padding: 3px 9px; }}
QPushButton#small {{ border-radius: 4px; padding: 1px 8px; margin: 1px 0; }}
QPushButton#small:focus {{ padding: 0 7px; }}
QPushButton::menu-indicator {{ image: url("{look}/down_{theme}.svg"); width: 12px; right: 6px;
    subcontrol-origin: padding; subcontrol-position: right center; }}
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit {{ background: {field};
    border: 1px solid {field_edge}; border-radius: 4px; padding: 2px 4px; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus {{
    border: 2px solid {focus}; padding: 1px 3px; }}
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{ border-color: {border}; }}
QTextBrowser, QTextBrowser:focus {{ background: {base}; border: none; padding: 2px; }}
QComboBox QLineEdit, QSpinBox QLineEdit, QComboBox QLineEdit:focus {{ border: none; padding: 0;
    background: transparent; }}
QComboBox {{ combobox-popup: 0; }}
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus {{ background: {raised};
    border: 1px solid {field_edge}; }}
QComboBox QAbstractItemView::item {{ padding: 3px 4px; }}
QMenu {{ background: {raised}; border: 1px solid {field_edge}; padding: 3px 0; }}
QMenu::item {{ padding: 3px 32px 3px 28px; }}
QMenu::item:selected {{ background: {select}; color: {selected_text}; }}
QMenu::item:disabled {{ color: {field_edge}; }}
QMenu::icon {{ left: 6px; }}
QMenu::separator {{ background: {border}; height: 1px; margin: 2px 8px; }}
QMenu::indicator {{ width: 12px; height: 12px; left: 9px; }}
QMenu::indicator:checked {{ image: url("{look}/tick_{theme}.svg"); }}
QComboBox::drop-down {{ border: none; width: 18px; }}
QComboBox::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: url("{look}/down_{theme}.svg");
    width: 12px; height: 12px; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url("{look}/up_{theme}.svg"); width: 12px; height: 12px; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{ border: none;
    background: transparent; width: 16px; }}
QCheckBox::indicator {{ background: {field}; border: 1px solid {dim}; border-radius: 3px; width: 13px; height: 13px; }}
QCheckBox::indicator:checked {{ background: {focus}; border-color: {focus}; image: url("{look}/check_{theme}.svg"); }}
QCheckBox::indicator:disabled {{ border-color: {border}; }}
QCheckBox {{ border: 2px solid transparent; border-radius: 4px; padding: 1px; }}
QCheckBox:focus {{ border-color: {focus}; }}
QScrollBar {{ background: transparent; border: none; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {field_edge}; border-radius: 4px; margin: 2px; min-height: 28px; min-width: 28px; }}
QScrollBar::handle:hover {{ background: {dim}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QHeaderView::section {{ background: {base}; color: {dim}; border: none; border-bottom: 1px solid {border};
    padding: 4px 6px; }}
QTreeView, QListView, QTableView {{ border: 1px solid transparent; }}
QTreeView:focus, QListView:focus, QTableView:focus {{ border: 1px solid {focus}; }}
QTreeView::item {{ padding: 2px 0; }}
QTreeView#palette::item {{ height: 26px; padding: 0; }}
QTreeView#found::item {{ height: 22px; padding: 0; }}
QFrame#box {{ background: {base}; border: 1px solid {edge}; border-radius: 6px; }}
QSplitter::handle {{ background: {border}; }}
QSplitter::handle:vertical {{ height: 1px; margin: 2px 0; }}
QSplitter::handle:horizontal {{ width: 1px; margin: 0 2px; }}
QTabWidget::pane {{ border: none; }}
QTabBar {{ background: {window}; }}
QTabBar::tab {{ background: {window}; color: {dim}; border: none; border-top: 2px solid transparent;
    padding: 5px 12px; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:selected {{ background: {base}; color: {text}; border-top: 2px solid {edge}; }}
QTabBar::tab:left {{ border-top: none; border-left: 2px solid transparent; padding: 8px 4px; }}
QTabBar::tab:left:selected {{ border-top: none; border-left: 2px solid {edge}; }}
QTabBar::tab:bottom {{ border-top: none; border-bottom: 2px solid transparent; }}
QTabBar::tab:bottom:selected {{ border-top: none; border-bottom: 2px solid {edge}; }}
QTabBar#pages::tab {{ padding: 7px 24px 8px 14px; }}
QWidget#corner {{ background: {window}; }}
QWidget#docktitle {{ background: {base}; border-bottom: 1px solid {border}; }}
QWidget#docktitle QLabel {{ font-weight: bold; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QLabel#dim {{ color: {dim}; }}
QLabel#heading {{ color: {blue}; font-weight: bold; }}
QLabel#error {{ color: {error}; }}
QLabel#section {{ color: {dim}; font-weight: bold; padding-top: 6px; }}
QPushButton#card {{ background: {base}; border: 1px solid {border}; border-radius: 6px; padding: 0; }}
QPushButton#card:hover {{ border-color: {dim}; }}
QPushButton#card:focus {{ border: 2px solid {focus}; }}
QPushButton#card:pressed {{ background: {raised}; }}
QFrame#bubble {{ background: {raised}; border: 1px solid {edge}; border-radius: 6px; }}
QLabel#name {{ font-weight: bold; }}
QPushButton#link {{ background: transparent; color: {blue}; border: none; text-align: left; padding: 2px 0; }}
QPushButton#link:disabled {{ color: {dim}; }}
QPushButton#link:hover, QPushButton#link:focus {{ text-decoration: underline; }}
"""


def colours_of(theme: str) -> Colours:
    """Return the colours of the theme "dark" or "light"."""
    return LIGHT_COLOURS if theme == "light" else DARK_COLOURS


def roomy(widget: QWidget, letters: int, lines: int) -> QSize:
    """Return the size of `letters` by `lines` in a widget's font, at most that of its screen."""
    metrics, most = widget.fontMetrics(), widget.screen().availableSize() - QSize(40, 80)
    return QSize(letters * metrics.horizontalAdvance("n"), lines * metrics.height()).boundedTo(most)


def apply(theme: str) -> None:
    """Apply the palette and style sheet of a theme to the application."""
    app, colours = qt.application(), colours_of(theme)
    palette, role = QPalette(), QPalette.ColorRole
    for roles, colour in (
        ((role.Window, role.AlternateBase, role.Base), colours.base),
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
    sheet = _SHEET.format(**asdict(colours), theme=theme, look=_LOOK.as_posix()), app.font().toString()
    if sheet != app.property(_MADE):  # only if it has changed, because setting the style of all widgets takes a while
        app.setProperty(_MADE, sheet)
        app.setStyleSheet(sheet[0])


_PLAIN = "plain_font_points"  # property of the application with the system's text size


class Theming(QObject):
    """The theme that is chosen, "dark" or "light". `changed` is emitted when everything must be drawn again."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.theme = user_settings.theme()
        apply(self.theme)
        self.changed.connect(lambda: apply(self.theme))
        QApplication.styleHints().colorSchemeChanged.connect(self.follow)

    @property
    def colours(self) -> Colours:
        """The colours of the window's theme."""
        return colours_of(self.theme)

    @property
    def canvas(self) -> Theme:
        """Theme of the canvases."""
        return canvas_theme(self.theme)

    def choose(self, choice: str) -> None:
        """Store "dark", "light" or "system", and apply it."""
        user_settings.settings().setValue("theme", choice)
        self.follow()

    def toggle(self) -> None:
        """Choose the other theme, whatever the system has."""
        self.choose("light" if self.theme == "dark" else "dark")

    def follow(self) -> None:
        """Apply the theme of the settings, if it has changed."""
        if user_settings.theme() != self.theme:
            self.theme = user_settings.theme()
            self.changed.emit()


def canvas_theme(theme: str) -> Theme:
    """Return the theme of canvases for the theme "dark" or "light" of the window."""
    return LIGHT if theme == "light" else DARK


def scale_texts(percent: int) -> None:
    """Show the texts of all windows at a percentage of the system's size."""
    app = qt.application()
    plain = app.property(_PLAIN) or app.font().pointSizeF()
    app.setProperty(_PLAIN, plain)
    font = app.font()
    if plain > 0 and font.pointSizeF() != plain * percent / 100:
        font.setPointSizeF(plain * percent / 100)
        app.setFont(font)
