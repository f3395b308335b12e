"""Short forms for Qt: layouts, names for screen readers, buttons, actions, menus, images."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numpy as np
from PySide6.QtCore import QBuffer, QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QHelpEvent, QImage, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QBoxLayout,
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabWidget,
    QToolTip,
    QTreeView,
    QWidget,
)

from blockloom.app.plain import Label, as_is

W = TypeVar("W", bound=QWidget)
Args = ParamSpec("Args")
# A widget or layout, or (widget or layout, stretch) if it gets the free space. None is free space.
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | None
OK = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel
_FIT = QHeaderView.ResizeMode.ResizeToContents
Margins = int | tuple[int, int, int, int]


def application() -> QApplication:
    """Return the running application.

    Raises:
        RuntimeError: there is none.
    """
    found = QApplication.instance()
    if not isinstance(found, QApplication):
        raise RuntimeError
    return found


def list_of(completer: QCompleter) -> QAbstractItemView:
    """Return the list of a completer."""
    found = completer.popup()
    if found is None:
        raise RuntimeError
    return found


def edit_of(box: QComboBox) -> QLineEdit:
    """Return the line edit of an editable combo box."""
    found = box.lineEdit()
    if found is None:
        raise RuntimeError
    return found


def call(do: Callable[Args, object], *args: Args.args, **named: Args.kwargs) -> Callable[[], None]:
    """Return a function that calls `do` with these arguments, for a signal without arguments."""

    def done() -> None:
        do(*args, **named)

    return done


def column(
    *parts: Part, of: QWidget | None = None, margins: Margins | None = None, space: int | None = None, down: bool = True
) -> QBoxLayout:
    """Lay out parts from top to bottom, as the layout `of` a widget.

    Margins (of all sides, or left, top, right, bottom) and the space between parts are in pixels; the default is the
    style's.
    """
    direction = QBoxLayout.Direction.TopToBottom if down else QBoxLayout.Direction.LeftToRight
    layout = QBoxLayout(direction, of)
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if space is not None:
        layout.setSpacing(space)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            layout.addWidget(item, stretch)
        elif item is not None:
            layout.addLayout(item, stretch)
        else:
            layout.addStretch(1)
    return layout


def line(
    *parts: Part, of: QWidget | None = None, margins: Margins | None = None, space: int | None = None
) -> QBoxLayout:
    """Lay out parts from left to right; arguments as in `column`."""
    return column(*parts, of=of, margins=margins, space=space, down=False)


def with_name(widget: W, name: str, tip: str = "") -> W:
    """Set the name of a widget for screen readers, and a tooltip, which may be HTML. Returns the widget."""
    widget.setAccessibleName(name)
    if tip:
        widget.setToolTip(tip)
    return widget


def button(text: str, do: Callable[[], object] | None = None, tip: str = "", default: bool = False) -> QPushButton:
    """Create a button. Enter elsewhere in a dialog presses it only if `default`; `tip` may be HTML."""
    made = QPushButton(text)
    made.setAutoDefault(default)
    made.setToolTip(tip)
    if do is not None:
        made.clicked.connect(lambda: do())
    return made


def fit_row(row: QBoxLayout, label: Label, text: str, whole: QLayout, wide: int) -> None:
    """Fit a row with a text to the room in the `whole` layout.

    Widgets to the right of the text move below it. A text that is still too long is elided, and its tooltip has all of
    it.
    """

    def over() -> int:
        for part in filter(None, map(row.itemAt, range(row.count()))):
            part.invalidate()  # the size of a nested row is out of date if the text of its buttons changed
        row.invalidate()
        whole.invalidate()
        return whole.sizeHint().width() - wide

    label.setText(text)
    label.setToolTip("")
    row.setDirection(QBoxLayout.Direction.LeftToRight)
    if over() > 0:
        row.setDirection(QBoxLayout.Direction.TopToBottom)
    if (most := label.sizeHint().width() - over()) < label.sizeHint().width():
        label.setText(label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, max(most, 60)))
        label.setToolTip(as_is(text))
        whole.invalidate()


def top_of_page(tabs: QTabWidget) -> int:
    """Return the y at which the last part of the page in front begins, below the parts over it."""
    page = tabs.currentWidget()
    layout = page.layout() if page is not None else None
    if page is not None and layout is not None:
        layout.activate()
        if (last := layout.itemAt(layout.count() - 1)) is not None:
            return page.mapTo(tabs, last.geometry().topLeft()).y()
    return tabs.tabBar().geometry().bottom()


def action(
    widget: QWidget,
    text: str,
    do: Callable[[], object],
    keys: QKeySequence.StandardKey | str = "",
    where: Qt.ShortcutContext = Qt.ShortcutContext.WidgetShortcut,
) -> QAction:
    """Add an action to a widget, whose keys work while the widget has the focus."""
    made = QAction(text, widget)
    made.setShortcut(keys)
    made.setShortcutContext(where)
    made.triggered.connect(lambda: do())
    widget.addAction(made)
    return made


def closes_by_escape(window: QWidget) -> None:
    """Close a window when Esc is pressed."""
    action(window, "", window.close, "Esc", Qt.ShortcutContext.WindowShortcut)


def buttons(dialog: QDialog, *which: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """Create the buttons of a dialog that accept and reject it: Close, if none are named."""
    box = QDialogButtonBox()
    for one in which or (QDialogButtonBox.StandardButton.Close,):
        box.addButton(one)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


def close_with(dialog: QDialog, *parts: Part, space: int | None = None) -> QDialogButtonBox:
    """Lay out a dialog with a Close button, which also deletes the dialog. Returns the button box."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box = buttons(dialog)
    column(*parts, box, of=dialog, space=space)
    return box


def stretch(header: QHeaderView, column: int, others: QHeaderView.ResizeMode = _FIT) -> None:
    """Stretch one of several columns; the others are as wide as their contents, or as `others` states."""
    header.setStretchLastSection(False)
    header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    for at in range(header.count()):
        header.setSectionResizeMode(at, QHeaderView.ResizeMode.Stretch if at == column else others)


class _WholeTexts(QObject):
    """Shows the text of a cell as its tooltip if the cell is too narrow for it and has no tooltip."""

    def __init__(self, view: QTreeView):
        super().__init__(view)
        self._view = view
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        index = self._view.indexAt(event.pos())
        text, cell = index.data(), self._view.visualRect(index)
        if not isinstance(text, str) or index.data(Qt.ItemDataRole.ToolTipRole):
            return False
        is_cut = self._view.sizeHintForIndex(index).width() > cell.width()
        QToolTip.showText(event.globalPos(), as_is(text) if is_cut else "", self._view, cell)
        return True


def show_whole_texts(view: QTreeView) -> None:
    """Cut long texts of a list in the middle, since names often differ at their ends, with all of it as a tooltip."""
    view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    _WholeTexts(view)


def empty(layout: QLayout) -> None:
    """Take all widgets out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def entry(menu: QMenu, text: str, do: Callable[[], object], keys: QKeySequence | str = "") -> QAction:
    """Add an entry to a menu. The keys are only shown: they do nothing."""
    made = menu.addAction(text, do)
    made.setShortcut(keys)
    made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    return made


def entry_like(menu: QMenu, shown: QAction, do: Callable[[], object], text: str = "") -> None:
    """Add an entry with the looks and keys of an action, but with another text and effect."""
    made = entry(menu, text or shown.text(), do, shown.shortcut())
    made.setIcon(shown.icon())
    made.setToolTip(shown.toolTip())
    made.setEnabled(shown.isEnabled())


def popup(menu: QMenu, at: QPoint, first: QAction | None = None) -> None:
    """Show a menu at a point of the screen, with one of its entries selected; it is deleted when it closes."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if first is not None:
        menu.setActiveAction(first)
    menu.popup(at)


def image(pixels: np.ndarray) -> QImage:
    """Return an image of (rows, columns, 3 or 4) bytes of RGB or RGBA."""
    pixels = np.ascontiguousarray(pixels)
    rows, columns, channels = pixels.shape
    kind = QImage.Format.Format_RGBA8888 if channels == 4 else QImage.Format.Format_RGB888
    return QImage(pixels.data, columns, rows, channels * columns, kind).copy()


def png(picture: QImage | QPixmap) -> bytes:
    """Return a picture as a PNG file."""
    data = QBuffer()
    data.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(data, "PNG")  # type: ignore[call-overload]   # the types of a QImage want bytes, it takes both
    return bytes(data.data().data())


def timer(parent: QObject, do: Callable[[], object], wait: int = 0) -> QTimer:
    """Create a single-shot timer that calls `do` `wait` milliseconds after each start."""
    made = QTimer(parent, singleShot=True, interval=wait)
    made.timeout.connect(do)
    return made
