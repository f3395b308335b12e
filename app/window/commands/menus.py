"""The menus whose entries depend on what is there: recent files, examples, docks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from blockloom.app.canvas.words import tr as _tr
from blockloom.app.canvas.words import translated
from blockloom.app.window import language
from blockloom.app.window.document.examples import example_files, titled
from blockloom.app.window.settings import clear_recent, recent_files

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow


def add(window: MainWindow) -> tuple[QMenu, QMenu]:
    """Add them to the window's File and View menus; gives the menus of recent files and of examples."""
    actions = window.commands
    file, view = actions.menu_of("open"), actions.menu_of("fit")
    after = file.actions()[file.actions().index(actions["open"]) + 1]
    recent, examples = _filled(window, _tr("Open &Recent"), _recent), _filled(window, _tr("&Examples"), _examples)
    file.insertMenu(after, recent)
    file.insertMenu(after, examples)
    bookmarks = _filled(window, _tr("Boo&kmarks"), _bookmarks)
    view.insertMenu(view.actions()[view.actions().index(actions["bookmark"]) + 1], bookmarks)
    view.addSeparator()
    view.addMenu(_filled(window, _tr("Lan&guage"), _languages))
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
        menu.addAction(f"&{number} {name}" if number < 10 else name, lambda p=path: window.file.open_path(p))
    if paths:
        menu.addSeparator()
        menu.addAction(_tr("Clear"), clear_recent)
    else:
        menu.addAction(_tr("No recent files")).setEnabled(False)


def _examples(window: MainWindow, menu: QMenu) -> None:
    paths = example_files()
    for path in paths:
        menu.addAction(translated(titled(path)), lambda p=str(path): window.file.open_path(p, copy=True))
    if not paths:
        menu.addAction(_tr("No examples are installed")).setEnabled(False)


def _bookmarks(window: MainWindow, menu: QMenu) -> None:
    """Those of the page in front, with their keys, then those of the others."""
    front = window.page()
    for page in (front, *(p for p in window.history.document.pages.values() if p is not front and p.bookmarks)):
        if page is not front:
            menu.addSection(page.name.replace("&", "&&"))
        for number, mark in sorted(page.bookmarks.items()):
            name = mark.name.replace("&", "&&").replace("\n", " ") or _tr("Bookmark {}").format(number)
            menu.addAction(f"{name}\t{number}" if page is front else name,
                           lambda p=page.name, n=number: (window.tabs.show_page(p), window.canvas().bookmarks.go(n)))
    if menu.isEmpty():
        menu.addAction(_tr("No bookmarks")).setEnabled(False)
    else:
        menu.addSeparator()
        menu.addAction(_tr("Rename or Remove ..."), lambda: (
            window.panels.show_outline(), window.docks["outline"].widget().to_bookmarks(front.name)))


def _languages(window: MainWindow, menu: QMenu) -> None:
    group = QActionGroup(menu)
    for code, name in (("", _tr("System Language")), *language.LANGUAGES.items()):
        action = menu.addAction(name, lambda c=code: _speak(window, c))
        action.setCheckable(True)
        action.setChecked(code == language.chosen())
        group.addAction(action)


def _speak(window: MainWindow, code: str) -> None:
    language.choose(code)
    window.say(_tr("BLOCKLOOM_LANGUAGE is set, and decides the language instead.") if language.forced() else
               _tr("The language changes when Blockloom is started next."))
