"""The menus whose entries depend on what is there: recent files, examples, docks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import clear_recent, missing, recent_files
from blockloom.blocks.files import examples

SHOWN = 20  # steps of the undo history before and after the present


def add(
    commands: CommandActions,
    docks: Docks,
    workspace: Workspace,
    tabs: PageTabs,
    open_path: Callable[[str, bool], object],
) -> tuple[QMenu, QMenu]:
    """Add the menus of recent files and examples (File), and of bookmarks and panels (View).

    Args:
        open_path: opens a file, or a copy of it.

    Returns:
        The menus of recent files and examples.
    """
    file, view = commands.menu_of("open"), commands.menu_of("bookmark")
    after = file.actions()[file.actions().index(commands["open"]) + 1]
    recent = _filled(file, _tr("Open &Recent"), lambda menu: _recent(menu, open_path))
    examples = _filled(file, _tr("&Examples"), lambda menu: _examples(menu, open_path))
    file.insertMenu(after, recent)
    file.insertMenu(after, examples)
    bookmarks = _filled(view, _tr("Boo&kmarks"), lambda menu: _bookmarks(menu, workspace, tabs, docks))
    view.insertMenu(view.actions()[view.actions().index(commands["bookmark"]) + 1], bookmarks)
    view.addMenu(
        _filled(view, _tr("Pa&nels"), lambda menu: menu.addActions([d.toggleViewAction() for d in docks.values()]))
    )
    return recent, examples


def show_history(workspace: Workspace, tabs: PageTabs) -> None:
    """Show a menu of what was done and undone. An entry goes to the state right after it."""
    done, undone = workspace.history.labels()
    menu = QMenu(tabs.window())
    entries = [_tr("As it was opened"), *done, *undone]
    first = max(0, len(done) - SHOWN)
    for place, label in enumerate(entries[first : len(done) + SHOWN], first):
        action = menu.addAction(label.replace("&", "&&"), qt.call(workspace.travel, place - len(done)))
        action.setCheckable(True)
        action.setChecked(place == len(done))
        if place == len(done):
            now = action
    qt.popup(menu, tabs.mapToGlobal(QPoint(24, 24)), now)


def _filled(parent: QMenu, title: str, fill: Callable[[QMenu], None]) -> QMenu:
    menu = QMenu(title, parent)
    menu.aboutToShow.connect(lambda: (menu.clear(), fill(menu)))
    return menu


def _recent(menu: QMenu, open_path: Callable[[str, bool], object]) -> None:
    paths = recent_files()
    gone = missing(paths)
    for number, path in enumerate(paths, 1):
        name = path.replace("&", "&&")
        action = menu.addAction(f"&{number} {name}" if number < 10 else name, qt.call(open_path, path, False))
        action.setEnabled(path not in gone)
    if paths:
        menu.addSeparator()
        menu.addAction(_tr("Clear"), clear_recent)
    else:
        menu.addAction(_tr("No recent files")).setEnabled(False)


def _examples(menu: QMenu, open_path: Callable[[str, bool], object]) -> None:
    for title, group in examples.GROUPS.items():
        inner = menu.addMenu(translated(title))
        inner.setToolTipsVisible(True)
        for name, sentence in group.items():
            path = str(examples.path_of(name))
            entry = inner.addAction(translated(examples.titled(name)), qt.call(open_path, path, True))
            entry.setToolTip(as_is(translated(sentence)))


def _bookmarks(menu: QMenu, workspace: Workspace, tabs: PageTabs, docks: Docks) -> None:
    """Those of the page in front, with their keys, then those of the others."""
    front = tabs.page()
    for page in (front, *(p for p in workspace.document.pages.values() if p is not front and p.bookmarks)):
        if page is not front:
            menu.addSection(page.name.replace("&", "&&"))
        for number, mark in sorted(page.bookmarks.items()):
            name = mark.name.replace("&", "&&").replace("\n", " ") or _tr("Bookmark {}").format(number)
            menu.addAction(f"{name}\t{number}" if page is front else name, qt.call(_go, tabs, page.name, number))
    if menu.isEmpty():
        menu.addAction(_tr("No bookmarks")).setEnabled(False)
    else:
        menu.addSeparator()
        menu.addAction(_tr("Rename or Remove ..."), qt.call(_to_bookmarks, docks, front.name))


def _to_bookmarks(docks: Docks, page: str) -> None:
    docks.show("outline").to_bookmarks(page)


def _go(tabs: PageTabs, page: str, bookmark: int) -> None:
    tabs.show_page(page)
    tabs.canvas().bookmarks.go(bookmark)
