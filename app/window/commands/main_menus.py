"""Menus with changing entries, and use of the window without a mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QFrame, QMenu, QStackedWidget, QTabWidget, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.docks.docks import AREA, Docks
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import clear_recent, missing, recent_files
from blockloom.blocks.files import examples

SHOWN = 20  # shown undo entries before and after the current state


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
    """Show the undo history as a menu. An entry goes to the state right after it."""
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
    """Add the bookmarks of the page in front, with their keys, then those of the other pages."""
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
        menu.addAction(_tr("Rename or Remove…"), qt.call(_to_bookmarks, docks, front.name))


def _to_bookmarks(docks: Docks, page: str) -> None:
    docks.show("outline").to_bookmarks(page)


def _go(tabs: PageTabs, page: str, bookmark: int) -> None:
    tabs.show_page(page)
    tabs.canvas().bookmarks.go(bookmark)


_LINE = 2  # width of the line in pixels


class FocusLine(QFrame):
    """A line along the part of the window that has the focus.

    The parts are the widget that `centre` shows, the docks, and `others`.
    """

    def __init__(self, centre: QStackedWidget, tabs: PageTabs, docks: Docks, others: list[QWidget]):
        super().__init__(centre, objectName="focusline")
        self.centre, self.tabs, self.docks, self.others = centre, tabs, docks, others
        self._part: QWidget | None = None
        # Part that opened a dialog: it gets the focus afterwards, instead of the page.
        self.field: QWidget | None = None
        self._in_dialog = False  # whether a dialog had the focus last
        self._before: QWidget | None = None  # part that had the focus before the dialog
        self._after = qt.timer(self, self._leave_dialog)  # later, because Qt is still closing the dialog
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        qt.application().focusChanged.connect(self._moved)

    def parts(self) -> list[QWidget]:
        """Return the visible parts, clockwise from the page."""
        area = self.docks.window.dockWidgetArea
        docks = [d for d in self.docks.values() if d.isVisible() and not d.visibleRegion().isEmpty()]
        docks.sort(
            key=lambda d: (
                area(d) != AREA.RightDockWidgetArea,
                area(d) != AREA.BottomDockWidgetArea,
                d.isFloating(),
                d.y(),
            )
        )
        return [self._page(), *docks, *(w for w in self.others if w.isVisible())]

    def _page(self) -> QWidget:
        return self.centre.currentWidget() or self.centre

    def turn(self, by: int) -> None:
        """Move the focus by a number of parts."""
        found, now = self.parts(), self._part_of(QApplication.focusWidget())
        place = found.index(now) if now in found else 0
        self._enter(found[(place + by) % len(found)])

    def to_page(self) -> None:
        """Move the focus to the page."""
        self._enter(self._page())

    def _leave_dialog(self) -> None:
        """Move the focus to the page when a dialog is closed, or to the field that the dialog opened."""
        if any(dialog.isVisible() for dialog in self.docks.window.findChildren(QDialog)):
            return
        self._in_dialog, field, self.field = False, self.field, None
        if field is None and self.docks.window.focusWidget() is self._before:
            self.to_page()

    def _part_of(self, widget: QWidget | None) -> QWidget | None:
        """Return the part that contains a widget; None if no part does."""
        return next((p for p in self.parts() if widget is not None and (p is widget or p.isAncestorOf(widget))), None)

    def _enter(self, part: QWidget) -> None:
        target: QWidget | None = self.tabs.canvas() if part is self.tabs else part
        if isinstance(part, QDockWidget) and part in self.docks.values():
            target = part.widget()
            target = target.currentWidget() if isinstance(target, QTabWidget) else target
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        window = new.window() if new is not None else None
        if new is None or window is not self.docks.window:
            if isinstance(window, QDialog) and not self._in_dialog:
                self._in_dialog, self._before = True, self.docks.window.focusWidget()
            return
        if self._in_dialog:
            self._after.start()
        part = self._part_of(new)
        if part is self._part:
            return
        if self._part is not None:
            self._part.removeEventFilter(self)
        shown = part in (self.tabs, *self.docks.values())
        self._part = part if shown else None
        self.setVisible(shown)
        if part is not None and shown:
            self.setParent(part)
            part.installEventFilter(self)
            self._place(part)
            self.show()
            self.raise_()

    def _place(self, part: QWidget) -> None:
        top = self.tabs.bar.height() - _LINE if part is self.tabs else 0
        self.setGeometry(0, top, part.width(), _LINE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._part is not None and watched is self._part:
            self._place(self._part)
        return super().eventFilter(watched, event)
