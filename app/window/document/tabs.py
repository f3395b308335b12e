"""The pages of a document as tabs.

Closing a tab changes nothing in the document; all other changes of tabs are edits, and the tabs follow edits. A canvas
is built when its page is first shown, because a document may have a thousand pages.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import cast

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QTabWidget, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas import Canvas
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.document.pagebar import PageBar, RemovedBar, TrailBar
from blockloom.app.window.user_settings import settings
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import AddPage, Edit, EditError, MovePage, RemovePage, RenamePage
from blockloom.blocks.problems import Problem
from blockloom.blocks.results import breakpoints
from blockloom.blocks.results.breakpoints import Trail


class PageTab(QWidget):
    """The content of a tab: the page's canvas, built when the tab is first shown."""

    canvas: Canvas | None = None

    def fill(self, canvas: Canvas, bar: TrailBar) -> None:
        """Put the canvas and its trail bar into the tab."""
        self.canvas = canvas
        self.setFocusProxy(canvas)
        column = qt.column(bar, (canvas, 1), of=self, margins=0, space=0)
        canvas.show()
        column.activate()  # sets the size of the canvas at once


class PageTabs(QTabWidget):
    """The tabs of pages. `make_canvas(name)` builds the canvas of a page when the page is first shown."""

    current_changed = Signal()
    instance_changed = Signal(object)  # emitted if a canvas shows its page as another instance, or by itself
    refused = Signal(str)  # why a command was refused

    def __init__(self, make_canvas: Callable[[str], Canvas], history: UndoStack, parent: QWidget | None = None):
        super().__init__(parent)
        self._make, self.history = make_canvas, history
        self._busy = False
        self._ground = QColor()
        self._known: set[str] = set()  # pages at the last call of `_sync`
        self._closed: set[str] = set()  # pages without a tab
        self._trail: Trail = ()  # trail to the page that is about to be shown
        self.removed = RemovedBar(self, self._bring_back)
        self.bar = PageBar(self)
        self.setTabBar(self.bar)
        self.setAccessibleName(self.tr("Pages"))
        self.setDocumentMode(True)
        self.bar.setDrawBase(False)
        self.bar.dropped.connect(self._dropped)
        self.tabBarClicked.connect(self._by_itself)
        self.bar.renamed.connect(self._rename)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.bar.customContextMenuRequested.connect(self._menu)
        self.bar.close_wanted.connect(self.close_tab)
        self.currentChanged.connect(lambda _: None if self._busy else self._show_current())
        self.add = qt.with_name(
            QToolButton(autoRaise=True, objectName="quiet"), self.tr("New page"), self.tr("New page")
        )
        self.add.clicked.connect(self.add_page)
        self.all = qt.with_name(
            QToolButton(autoRaise=True, objectName="quiet"), self.tr("All pages"), self.tr("All pages")
        )
        self.all.clicked.connect(self._list)
        corner = QWidget(objectName="corner")
        corner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        qt.line(self.add, self.all, of=corner, margins=(2, 0, 6, 0), space=2)
        self.setCornerWidget(corner, Qt.Corner.TopRightCorner)

    def set_colours(self, colours: Colours) -> None:
        """Draw the icons in the colours of a theme."""
        self._ground = QColor(colours.window)
        self.bar.set_colours(colours)
        self.removed.set_colours(colours)
        self.add.setIcon(icon("add", colours))
        self.all.setIcon(icon("list", colours))

    def set_history(self, history: UndoStack) -> None:
        """Show another document's pages."""
        self._busy = True
        with self._unseen():
            for canvas in self.canvases() if history is not self.history else ():
                canvas.leave()
            for i in reversed(range(self.count())):
                self._take(i)
            if history is not self.history:
                self.removed.clear()
                self._known.clear()
                self._closed.clear()
            self.history = history
            self._sync()
            self.setCurrentIndex(0)
        self._busy = False
        self._show_current()

    def _show_current(self) -> None:
        canvas = self.canvas_at(self.currentIndex())
        if canvas is not None:
            canvas.open_page.look(self._trail)
        self.current_changed.emit()

    @contextlib.contextmanager
    def _unseen(self) -> Iterator[None]:
        """Context manager that hides the tabs, so that Qt does not lay out all of them after each change."""
        focus, hidden = QApplication.focusWidget(), self.isHidden()
        self.hide()
        try:
            yield
        finally:
            self.setHidden(hidden)
            if focus is not None and self.isAncestorOf(focus):
                focus.setFocus()

    def follow(self, edit: Edit, show: bool = False) -> None:
        """Follow an edit. With `show` (undo, redo), a changed page is brought to the front."""
        tabs = [touched for touched in edit.touched() if touched.tabs]
        for touched in tabs:
            if touched.page_was:
                for names in (self._known, self._closed):
                    if touched.page_was in names:
                        names.remove(touched.page_was)
                        names.add(touched.page)
                index = self._index(touched.page_was)
                if index is not None:
                    self._label(index, touched.page)
        gone, back = {touched.page for touched in tabs if touched.removes_page}, self.history.undo_edit
        if gone and back is not None:  # offers to restore a removed page, except after undo, because redo restores it
            for touched in back.touched():
                if touched.new and touched.page in gone:
                    self.removed.offer(
                        touched.page,
                        back,
                        operations.users_text(self.history.document, touched.page, self.history.catalogue or {}),
                    )
        if tabs:
            self._sync()
        pages = [touched.page for touched in edit.touched() if touched.page in self.history.document.pages]
        if show and pages and self.page_name() not in pages:
            self.show_page(pages[-1])

    def show_page(self, name: str) -> bool:
        """Show a page, and open its tab if closed. Return False if there is no such page."""
        index = self._opened(name)
        if index is not None:
            self.setCurrentIndex(index)
        return index is not None

    def enter(self, trail: Trail, page: str, block: str = "") -> None:
        """Show a page through a trail, and optionally one of its blocks."""
        canvas = self.canvas_of(page)
        if canvas is not None:
            canvas.open_page.look(trail)
            self._trail = trail
            self.goto(page, block)
            self._trail = ()

    def _back(self, trail: Trail, page: str, block: str) -> None:
        """Show a page of the trail again, and select the block through which it was left."""
        self.enter(trail, page)
        if self.page_name() == page:
            self.canvas().navigation.select(block)

    def goto_problem(self, problem: Problem) -> None:
        """Show the block of a problem, inside its instance or function."""
        self.goto_address(problem.address, problem.calls)

    def goto_address(self, at: Address, calls: Iterable[Address] = ()) -> None:
        """Show the block of an address, inside its instance or the function that `calls` lead to."""
        canvas = self.canvas_of(at.page)
        if canvas is not None:
            trail, page = breakpoints.trail_to(calls, at, canvas.open_page.catalogue)
            self.enter(trail, page, at.block)

    def turn(self, by: int) -> None:
        """Show the tab `by` positions after the current one, cyclically."""
        self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def canvases(self) -> list[Canvas]:
        """Return all canvases that were built."""
        sheets = (self._sheet(i) for i in range(self.count()))
        return [sheet.canvas for sheet in sheets if sheet is not None and sheet.canvas is not None]

    def canvas(self) -> Canvas:
        """Return the canvas of the current page."""
        return cast(Canvas, self.canvas_at(self.currentIndex()))

    def canvas_of(self, name: str) -> Canvas | None:
        """Return the canvas of a page, and open its tab if closed. Return None if there is no such page."""
        index = self._opened(name)
        return None if index is None else self.canvas_at(index)

    def _sheet(self, index: int) -> PageTab | None:
        return cast(PageTab | None, self.widget(index))

    def canvas_at(self, index: int) -> Canvas | None:
        """Return the canvas of a tab, which is built if necessary; None if there is no such tab."""
        sheet = self._sheet(index)
        if sheet is not None and sheet.canvas is None:
            canvas = self._make(self.bar.tabData(index))
            bar = TrailBar(canvas.open_page, self._back)
            canvas.requests.up_wanted.connect(bar.up)
            canvas.requests.enter_wanted.connect(
                lambda block, page: self.enter((*canvas.open_page.trail, Address(canvas.open_page.name, block)), page)
            )
            canvas.open_page.instance_changed.connect(lambda: self.instance_changed.emit(canvas))
            sheet.fill(canvas, bar)
        return sheet.canvas if sheet is not None else None

    def _by_itself(self, index: int) -> None:
        """Show the current page by itself rather than as an instance, after a click on its tab."""
        if index == self.currentIndex():
            self.canvas().open_page.look()

    def page_name(self) -> str:
        """Return the name of the current page."""
        return self.bar.tabData(self.currentIndex()) or ""

    def top(self) -> str:
        """Return the page that runs for the current page: itself, or the one that contains its instance."""
        sheet = self._sheet(self.currentIndex())
        return sheet.canvas.open_page.top if sheet is not None and sheet.canvas is not None else self.page_name()

    def page(self) -> Page:
        """Return the current page."""
        return self.history.document.pages[self.page_name()]

    def goto(self, page: str, block: str) -> None:
        """Show a block of a page."""
        if self.show_page(page):
            canvas = self.canvas()
            if block in self.page().ids():
                canvas.navigation.visit(block)
            canvas.setFocus()

    def add_page(self) -> None:
        """Add an empty page and show it."""
        pages = self.history.document.pages
        name = next(f"page {n}" for n in range(len(pages) + 1, 10**6) if f"page {n}" not in pages)
        self._do(AddPage(name, list(pages).index(self.page_name()) + 1), self.tr("Add page {}").format(name))
        self.show_page(name)

    def duplicate_page(self, index: int | None = None) -> None:
        """Add a copy of a page after it, and show the copy."""
        index = self.currentIndex() if index is None else index
        change, name = operations.duplicate_page(self.history.document, self.bar.tabData(index))
        self._do(change.edit, translated(change.label))
        self.show_page(name)

    def take_pages(self, document: Document) -> None:
        """Append the pages of another document as one undo entry, and show the first of them."""
        catalogue = self.history.catalogue or self.canvas().open_page.catalogue
        change, first = operations.import_pages(self.history.document, document, catalogue)
        self._do(change.edit, translated(change.label))
        self.show_page(first)

    def rename_page(self) -> None:
        """Rename the current page, in its tab."""
        self.bar.rename(self.currentIndex())

    def close_tab(self, index: int | None = None) -> None:
        """Close a tab, by default the current one. The page stays in the document, and the last tab stays open."""
        index = self.currentIndex() if index is None else index
        if self.count() < 2:
            self.refused.emit(self.tr("One tab stays open."))
        elif index >= 0:
            self._closed.add(self.bar.tabData(index))
            self._sync()
            self.canvas().setFocus()

    def remove_page(self, name: str = "") -> None:
        """Remove a page from the document, by default the current one."""
        name = name or self.page_name()
        if len(self.history.document.pages) < 2:
            self.refused.emit(self.tr("A document keeps at least one page."))
            return
        self._do(RemovePage(name), self.tr("Delete page {}").format(name))

    def _bring_back(self, name: str, back: Edit) -> None:
        """Restore a removed page, and keep later changes."""
        if self.history.undo_edit is back:
            self.history.undo()
        else:
            self._do(back, self.tr("Restore page {}").format(name))
        self.show_page(name)

    def move_page(self, by: int) -> None:
        """Move the current page by a number of tabs."""
        names, index = self._names(), self.currentIndex() + by
        if 0 <= index < len(names):
            names.insert(index, names.pop(self.currentIndex()))
            self._move(self.page_name(), names)

    def _move(self, name: str, tabs: list[str]) -> None:
        """Move a page so that the tabs get the given order."""
        others, at = [page for page in self.history.document.pages if page != name], tabs.index(name)
        place = others.index(tabs[at - 1]) + 1 if at else others.index(tabs[1])
        self._do(MovePage(name, place), self.tr("Move page {}").format(name))

    def _rename(self, index: int, name: str) -> None:
        old = self.bar.tabData(index)
        if name and old and name != old:
            self._do(RenamePage(old, name), self.tr("Rename page {}").format(old))
        self.canvas().setFocus()

    def _dropped(self) -> None:
        names = self._names()
        have = [page for page in self.history.document.pages if page not in self._closed]
        if names != have and sorted(names) == sorted(have):
            self._move(next(n for n in names if [x for x in names if x != n] == [x for x in have if x != n]), names)

    def _menu(self, point: QPoint) -> None:
        index = self.bar.tabAt(point)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        name = self.bar.tabData(index) if index >= 0 else ""
        entries: list[tuple[str, Callable[[], object], str]] = [("add_page", self.add_page, "")]
        if name:
            entries += [
                ("duplicate_page", lambda: self.duplicate_page(index), ""),
                ("rename_page", lambda: self.bar.rename(index), ""),
                ("close_tab", lambda: self.close_tab(index), ""),
                ("remove_page", lambda: self.remove_page(name), self.goes(name)),
            ]
        for command, do, text in entries:
            action = self.canvas().settings.action_of(command)
            if action is not None:
                qt.entry_like(menu, action, do, text)
        qt.popup(menu, self.bar.mapToGlobal(point))

    def goes(self, name: str) -> str:
        """Return the text of the command that deletes a page, with its number of blocks."""
        count = len(self.history.document.pages[name].blocks)
        name = name.replace("&", "&&")
        if count == 1:
            return self.tr("&Delete Page “{}” with 1 block").format(name)
        return self.tr("&Delete Page “{0}” with {1} blocks").format(name, f"{count:,}")

    def _list(self) -> None:
        """Open a menu of all pages; those with a tab are checked."""
        menu = QMenu(self)
        for name in self.history.document.pages:
            action = menu.addAction(name.replace("&", "&&"), partial(self.goto, name, ""))
            action.setCheckable(True)
            action.setChecked(name not in self._closed)
        qt.popup(menu, self.all.mapToGlobal(self.all.rect().bottomLeft()))

    def _do(self, edit: Edit, label: str) -> bool:
        try:
            self.history.do(edit, label)
        except EditError as error:
            self.refused.emit(translated(error))
            return False
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the background around the tabs, without the line that Qt would draw at the buttons."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._ground)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.removed.place()

    def _names(self) -> list[str]:
        """Return the names of the pages with a tab, in order."""
        return [self.bar.tabData(i) for i in range(self.count())]

    def _index(self, name: str) -> int | None:
        return next((i for i in range(self.count()) if self.bar.tabData(i) == name), None)

    def _opened(self, name: str) -> int | None:
        """Return the index of a page's tab, which is opened if closed; None if there is no such page."""
        if name in self._closed:
            self._closed.remove(name)
            self._sync()
        return self._index(name)

    def _label(self, index: int, name: str) -> None:
        self.bar.setTabData(index, name)
        self.bar.setTabText(index, name.replace("&", "&&"))
        self.bar.setTabToolTip(index, self.tr("{} (double click to rename, drag to move)").format(name))

    def _take(self, index: int) -> None:
        sheet = self.widget(index)
        self.removeTab(index)
        if sheet is not None:
            sheet.hide()
            sheet.deleteLater()

    def _sync(self) -> None:
        """Update the tabs to the document's pages. New pages from libraries get no tab until they are opened."""
        all_pages = self.history.document.pages
        self._closed |= {n for n, page in all_pages.items() if page.origin is not None and n not in self._known}
        self._known = set(all_pages)
        self._closed &= self._known
        if len(self._closed) == len(all_pages):
            self._closed.remove(next(iter(all_pages)))
        pages = [name for name in all_pages if name not in self._closed]
        with self._unseen() if abs(len(pages) - self.count()) > 1 else contextlib.nullcontext():
            wanted = set(pages)
            for i in reversed(range(self.count())):
                if self.bar.tabData(i) not in wanted:
                    self._take(i)
            have = self._names()
            present = set(have)
            for place, name in enumerate(pages):
                if place < len(have) and have[place] == name:
                    continue
                if name in present:
                    index = have.index(name, place)
                    self.bar.moveTab(index, place)
                    del have[index]
                else:
                    self.insertTab(place, PageTab(), name)
                    self._label(place, name)
                have.insert(place, name)
        self.removed.drop_existing(all_pages)


MOST = 50  # most documents whose views are stored
_KEY = "views"

View = tuple[float, float, float]  # (scale, x and y of the canvas point in the middle)


class PageViews:
    """Stores the views of the pages of documents in the settings, by the path of the document."""

    def __init__(self) -> None:
        self.path = ""  # path of the open document, "" if it has none

    def store(self, canvases: Iterable[Canvas]) -> None:
        """Store the views of canvases of the open document, except of pages that are shown as they opened."""
        places = {canvas.open_page.name: place for canvas in canvases if (place := canvas.opening.place()) is not None}
        if not self.path or not places:
            return
        stored = _stored()
        views = stored.pop(self.path, {}) | places
        recent = dict([*stored.items(), (self.path, views)][-MOST:])
        settings().setValue(_KEY, json.dumps(recent))

    def open(self, canvas: Canvas) -> None:
        """Show a page where it was left, or as it opens for the first time."""
        view = _stored().get(self.path, {}).get(canvas.open_page.name) if self.path else None
        if view is None:
            canvas.opening.first()
        else:
            canvas.opening.go_to(*view)


def _stored() -> dict[str, dict[str, View]]:
    """Return the views by path and page; {} if they cannot be read."""
    try:
        stored = json.loads(str(settings().value(_KEY, "{}")))
        return {
            str(path): {str(page): (float(scale), float(x), float(y)) for page, (scale, x, y) in views.items()}
            for path, views in stored.items()
        }
    except (ValueError, TypeError, AttributeError):
        return {}
