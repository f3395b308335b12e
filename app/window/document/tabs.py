"""The pages of a document as tabs. Every change of a tab is an edit; the tabs follow edits.

A page's canvas is made when it is shown first: a document may have a thousand pages, and one is in front.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QTabBar, QTabWidget, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas import Canvas
from blockloom.app.canvas.scene.words import translated
from blockloom.app.window.document.removedbar import RemovedBar
from blockloom.app.window.document.trailbar import TrailBar
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.editing.history import History
from blockloom.blocks.edits import AddPage, Edit, EditError, MovePage, RemovePage, RenamePage
from blockloom.blocks.problems import Problem
from blockloom.blocks.results import breadcrumbs
from blockloom.blocks.results.breadcrumbs import Trail

CROSSES = 50  # tabs, up to which each has one: Qt places all tabs for each


class PageBar(QTabBar):
    """A tab bar that tells when a dragged tab was dropped, and renames in place."""

    dropped = Signal()
    renamed = Signal(int, str)

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setMovable(True)
        self.setDocumentMode(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName(self.tr("Pages"))
        self._editor: QLineEdit | None = None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.dropped.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.tabAt(event.position().toPoint())
        if index >= 0:
            self.rename(index)

    def rename(self, index: int) -> None:
        """Edit a tab's name where it stands: Enter takes it, Escape leaves it."""
        self._done(False)
        editor = self._editor = QLineEdit(self.tabText(index), self)
        editor.setAccessibleName(self.tr("Name of the page"))
        editor.setProperty("tab", index)
        rect = self.tabRect(index)
        editor.setGeometry(rect.adjusted(1, 1, max(0, 110 - rect.width()), -1))
        editor.selectAll()
        editor.installEventFilter(self)
        editor.editingFinished.connect(lambda: self._done(True))
        editor.show()
        editor.setFocus()

    def _done(self, take: bool) -> None:
        editor, self._editor = self._editor, None
        if editor is not None:
            editor.hide()
            editor.deleteLater()
            if take:
                self.renamed.emit(editor.property("tab"), editor.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self._editor
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            self._done(False)
            return True
        return super().eventFilter(watched, event)


class Sheet(QWidget):
    """The content of a tab: the page's canvas, made when it is first shown."""

    canvas: Canvas | None = None

    def fill(self, canvas: Canvas, bar: TrailBar) -> None:
        """Put the canvas and its trail bar into the tab."""
        self.canvas = canvas
        self.setFocusProxy(canvas)
        column = qt.column(bar, canvas, of=self, margins=0, space=0)
        canvas.show()
        column.activate()  # it has its size from the start


class PageTabs(QTabWidget):
    """A canvas for each page that was in front, made by `make_canvas(name)`."""

    current_changed = Signal()
    looked = Signal(object)  # the canvas shows its page as another instance, or by itself
    refused = Signal(str)  # why something was not done

    def __init__(self, make_canvas: Callable[[str], Canvas], history: History, parent: QWidget | None = None):
        super().__init__(parent)
        self._make, self.history = make_canvas, history
        self._busy = False
        self._trail: Trail = ()  # the way to the page that is about to be shown
        self.removed = RemovedBar(self, self._bring_back)
        self.bar = PageBar(self)
        self.setTabBar(self.bar)
        self.setAccessibleName(self.tr("Pages"))
        self.setDocumentMode(True)
        self.bar.dropped.connect(self._dropped)
        self.tabBarClicked.connect(self._by_itself)
        self.bar.renamed.connect(self._rename)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.bar.customContextMenuRequested.connect(self._menu)
        self.tabCloseRequested.connect(self.remove_page)
        self.currentChanged.connect(lambda _: None if self._busy else self._show_current())
        add = QToolButton(text="+", autoRaise=True, toolTip=self.tr("New page"))
        add.setAccessibleName(self.tr("New page"))
        add.clicked.connect(self.add_page)
        self.setCornerWidget(add, Qt.Corner.TopRightCorner)

    def set_history(self, history: History) -> None:
        """Show another document's pages."""
        self._busy = True
        with self._unseen():
            for canvas in self.canvases() if history is not self.history else ():
                canvas.leave()
            for i in reversed(range(self.count())):
                self._take(i)
            if history is not self.history:
                self.removed.clear()
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
        """While this lasts no tab is placed: Qt would place all of them after each change."""
        focus, hidden = QApplication.focusWidget(), self.isHidden()
        self.hide()
        try:
            yield
        finally:
            self.setHidden(hidden)
            if focus is not None and self.isAncestorOf(focus):
                focus.setFocus()

    def follow(self, edit: Edit, show: bool = False) -> None:
        """Take over an edit; `show` brings a page that it changed to the front (undo, redo)."""
        tabs = [touched for touched in edit.touched() if touched.tabs]
        for touched in tabs:
            for i in range(self.count() if touched.page_was else 0):
                if self.bar.tabData(i) == touched.page_was:
                    self._label(i, touched.page)
                    break
        gone, back = {touched.page for touched in tabs if touched.gone}, self.history.back
        if gone and back is not None:  # what an undo removes is brought back by a redo
            for touched in back.touched():
                if touched.new and touched.page in gone:
                    self.removed.removed(
                        touched.page,
                        back,
                        operations.used_at(self.history.document, touched.page, self.history.catalogue or {}),
                    )
        if tabs:
            self._sync()
        pages = [touched.page for touched in edit.touched() if touched.page in self.history.document.pages]
        if show and pages and self.page_name() not in pages:
            self.show_page(pages[-1])

    def show_page(self, name: str) -> bool:
        """Bring a page to the front; False where there is none of that name."""
        index = self._index(name)
        if index is not None:
            self.setCurrentIndex(index)
        return index is not None

    def enter(self, trail: Trail, page: str, block: str = "") -> None:
        """Show a page through a trail, and a block on it, if one is named."""
        canvas = self.canvas_of(page)
        if canvas is not None:
            canvas.open_page.look(trail)
            self._trail = trail
            self.goto(page, block)
            self._trail = ()

    def goto_problem(self, problem: Problem) -> None:
        """Show a problem on its page, inside its instance or function."""
        self.goto_address(problem.address, problem.calls)

    def goto_address(self, at: Address, calls: Iterable[Address] = ()) -> None:
        """Show a block on its page, inside its instance, or the function that `calls` call."""
        canvas = self.canvas_of(at.page)
        if canvas is not None:
            trail, page = breadcrumbs.way(calls, at, canvas.open_page.catalogue)
            self.enter(trail, page, at.block)

    def turn(self, by: int) -> None:
        """Bring the tab `by` places further to the front, around the ends."""
        self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def canvases(self) -> list[Canvas]:
        """The canvases that are made."""
        sheets = (self._sheet(i) for i in range(self.count()))
        return [sheet.canvas for sheet in sheets if sheet is not None and sheet.canvas is not None]

    def canvas(self) -> Canvas:
        """The canvas of the page in front."""
        return cast(Canvas, self.canvas_at(self.currentIndex()))

    def canvas_of(self, name: str) -> Canvas | None:
        """The canvas of a page; None where there is no such page."""
        index = self._index(name)
        return None if index is None else self.canvas_at(index)

    def _sheet(self, index: int) -> Sheet | None:
        return cast(Sheet | None, self.widget(index))

    def canvas_at(self, index: int) -> Canvas | None:
        """The canvas of a tab; None where it is not made yet."""
        sheet = self._sheet(index)
        if sheet is not None and sheet.canvas is None:
            canvas = self._make(self.bar.tabData(index))
            bar = TrailBar(canvas.open_page, self.enter)
            canvas.requests.up_wanted.connect(bar.up)
            canvas.requests.enter_wanted.connect(
                lambda block, page: self.enter((*canvas.open_page.trail, Address(canvas.open_page.name, block)), page)
            )
            canvas.open_page.looked.connect(lambda: self.looked.emit(canvas))
            sheet.fill(canvas, bar)
        return sheet.canvas if sheet is not None else None

    def _by_itself(self, index: int) -> None:
        """The tab of a page shows it by itself."""
        if index == self.currentIndex():
            self.canvas().open_page.look()

    def page_name(self) -> str:
        """The name of the page in front."""
        return self.bar.tabData(self.currentIndex()) or ""

    def top(self) -> str:
        """The page that runs for the page in front: itself, or the one that has it as an instance."""
        sheet = self._sheet(self.currentIndex())
        return sheet.canvas.open_page.top if sheet is not None and sheet.canvas is not None else self.page_name()

    def page(self) -> Page:
        """The page in front."""
        return self.history.document.pages[self.page_name()]

    def goto(self, page: str, block: str) -> None:
        """Show a block, whatever page it is on."""
        if self.show_page(page):
            canvas = self.canvas()
            if block in self.page().ids():
                canvas.navigation.reveal(block)
            canvas.setFocus()

    # --- what the user does ---------------------------------------------------------------------------------------

    def add_page(self) -> None:
        """Add a page, and show it."""
        pages = self.history.document.pages
        name = next(f"page {n}" for n in range(len(pages) + 1, 10**6) if f"page {n}" not in pages)
        self._do(AddPage(name, self.currentIndex() + 1), self.tr("Add page {}").format(name))
        self.show_page(name)

    def duplicate_page(self, index: int | None = None) -> None:
        """Add a copy of a page beside it."""
        index = self.currentIndex() if index is None else index
        change, name = operations.duplicate_page(self.history.document, self.bar.tabData(index))
        self._do(change.edit, translated(change.label))
        self.show_page(name)

    def take_pages(self, document: Document) -> None:
        """Add the pages of another document behind this one's, as one step, and show the first of them."""
        catalogue = self.history.catalogue or self.canvas().open_page.catalogue
        change, first = operations.import_pages(self.history.document, document, catalogue)
        self._do(change.edit, translated(change.label))
        self.show_page(first)

    def rename_page(self) -> None:
        """Rename the page in front, in its tab."""
        self.bar.rename(self.currentIndex())

    def remove_page(self, index: int | None = None) -> None:
        """Remove a page, by its tab, None: the one in front."""
        name = self.bar.tabData(self.currentIndex() if index is None else index)
        if len(self.history.document.pages) < 2:
            self.refused.emit(self.tr("A document keeps at least one page."))
            return
        self._do(RemovePage(name), self.tr("Remove page {}").format(name))

    def _bring_back(self, name: str, back: Edit) -> None:
        """Undo the removal of a page; what was done since stays."""
        if self.history.back is back:
            self.history.undo()
        else:
            self._do(back, self.tr("Bring back page {}").format(name))
        self.show_page(name)

    def move_page(self, by: int) -> None:
        """Move the page in front by so many tabs."""
        index = self.currentIndex() + by
        if 0 <= index < self.count():
            self._do(MovePage(self.page_name(), index), self.tr("Move page {}").format(self.page_name()))

    def _rename(self, index: int, name: str) -> None:
        old = self.bar.tabData(index)
        if name and old and name != old:
            self._do(RenamePage(old, name), self.tr("Rename page {}").format(old))
        self.canvas().setFocus()

    def _dropped(self) -> None:
        names = [self.bar.tabData(i) for i in range(self.count())]
        have = list(self.history.document.pages)
        if names != have and sorted(names) == sorted(have):
            moved = next(n for n in names if [x for x in names if x != n] == [x for x in have if x != n])
            self._do(MovePage(moved, names.index(moved)), self.tr("Move page {}").format(moved))

    def _menu(self, point: QPoint) -> None:
        index = self.bar.tabAt(point)
        menu = QMenu(self)
        menu.addAction(self.tr("New page"), self.add_page)
        if index >= 0:
            menu.addAction(self.tr("Rename"), lambda: self.bar.rename(index))
            menu.addAction(self.tr("Duplicate"), lambda: self.duplicate_page(index))
            menu.addAction(self.tr("Remove"), lambda: self.remove_page(index)).setEnabled(self.count() > 1)
        qt.popup(menu, self.bar.mapToGlobal(point))

    def _do(self, edit: Edit, label: str) -> bool:
        try:
            self.history.do(edit, label)
        except EditError as error:
            self.refused.emit(translated(error))
            return False
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.removed.place()

    # --- following ------------------------------------------------------------------------------------------------

    def _index(self, name: str) -> int | None:
        return next((i for i in range(self.count()) if self.bar.tabData(i) == name), None)

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
        pages = self.history.document.pages
        with self._unseen() if abs(len(pages) - self.count()) > 1 else contextlib.nullcontext():
            for i in reversed(range(self.count())):
                if self.bar.tabData(i) not in pages:
                    self._take(i)
            have = [self.bar.tabData(i) for i in range(self.count())]
            present = set(have)
            for place, name in enumerate(pages):
                if place < len(have) and have[place] == name:
                    continue
                if name in present:
                    index = have.index(name, place)
                    self.bar.moveTab(index, place)
                    del have[index]
                else:
                    self.insertTab(place, Sheet(), name)
                    self._label(place, name)
                have.insert(place, name)
            self.setTabsClosable(1 < len(pages) <= CROSSES)
        self.removed.pages_are(pages)
