"""The menus whose entries depend on what is there: recent files, examples, docks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from app.window.keeper import example_files
from app.window.settings import clear_recent, recent_files

if TYPE_CHECKING:
    from app.window.mainwindow import MainWindow


def _tr(text: str) -> str:
    return QCoreApplication.translate("menus", text)


def add(window: MainWindow) -> tuple[QMenu, QMenu]:
    """Add them to the window's File and View menus; gives the menus of recent files and of examples."""
    actions = window.actions_
    file, view = actions.menu_of("open"), actions.menu_of("fit")
    after = file.actions()[file.actions().index(actions["open"]) + 1]
    recent, examples = _filled(window, _tr("Open &Recent"), _recent), _filled(window, _tr("&Examples"), _examples)
    file.insertMenu(after, recent)
    file.insertMenu(after, examples)
    view.addSeparator()
    for dock in window.docks.values():
        view.addAction(dock.toggleViewAction())
    return recent, examples


def _filled(window: MainWindow, title: str, fill: Callable[[MainWindow, QMenu], None]) -> QMenu:
    menu = QMenu(title, window)
    menu.aboutToShow.connect(lambda: (menu.clear(), fill(window, menu)))
    return menu


def _recent(window: MainWindow, menu: QMenu) -> None:
    paths = recent_files()
    for number, path in enumerate(paths, 1):
        name = path.replace("&", "&&")
        menu.addAction(f"&{number} {name}" if number < 10 else name, lambda p=path: window.keeper.open_path(p))
    if paths:
        menu.addSeparator()
        menu.addAction(_tr("Clear"), clear_recent)
    else:
        menu.addAction(_tr("No recent files")).setEnabled(False)


def _examples(window: MainWindow, menu: QMenu) -> None:
    paths = example_files()
    for path in paths:
        name = path.stem.replace("_", " ").capitalize()
        menu.addAction(name, lambda p=str(path): window.keeper.open_path(p, copy=True))
    if not paths:
        menu.addAction(_tr("No examples are installed")).setEnabled(False)
