"""The help: a field that searches it, its contents, and the page that is read."""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QDesktopServices,
    QFontDatabase,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QSplitter, QTextBrowser, QToolButton, QTreeWidget, QTreeWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.lineedit import SearchField
from blockloom.app.help import help_pages, help_search, source_reference
from blockloom.app.plain import Label, as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import settings
from blockloom.app.window.widgets.listbox import wrap_texts
from blockloom.app.window.widgets.style import Theming, roomy
from blockloom.runtime.worker.errors import WorkerError

_MARGIN, _CELL = 18.0, 5.0  # margins in pixels, of the text and of cells
# Without text in between, Qt formats the first cell of a table after code as code.
_APART = re.compile(r"(?m)^(`{3,}\n\n)(?=\|)")
_FENCE, _LEVEL = QTextFormat.Property.BlockCodeFence, QTextFormat.Property.BlockQuoteLevel


class HelpText(QTextBrowser):
    """A view of a page.

    Nothing is fetched for it: pictures are those that are shipped. `turned` is emitted for the mouse buttons that go
    back (-1) and forward (1).
    """

    turned = Signal(int)

    def __init__(self, theming: Theming):
        super().__init__(openLinks=False, frameShape=QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Page of the help"))
        self._theming, self._shown, self._html, self._pictures = theming, "", False, False
        self._wide = qt.timer(self, self.colour, 100)
        self.document().setDocumentMargin(_MARGIN)
        # Always visible. Otherwise, showing the bar would change the width of pictures, and so whether the bar is
        # needed.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def show_page(self, text: str, slug: str = "", html: bool = False) -> None:
        """Show Markdown or HTML from its beginning, or from one of its headings."""
        self._shown, self._html, self._pictures = text, html, False
        self.document().clear()
        if html:
            self.setHtml(text)
        else:
            self.setMarkdown(_APART.sub("\\1\u200b\n\n", text))
        self._dress()
        self.go_to(slug)

    def go_to(self, slug: str) -> None:
        """Scroll to a heading; to the top if there is no such heading."""
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)
        found = next((block for block, name in self._headings() if name == slug), None) if slug else None
        if found is not None:
            self.setTextCursor(QTextCursor(found))
            top = self.document().documentLayout().blockBoundingRect(found).top()
            self.verticalScrollBar().setValue(int(top - _MARGIN / 2))

    def colour(self) -> None:
        """Show the same page again, at the same position, after a change of the theme or the width."""
        at = self.verticalScrollBar().value()
        self.show_page(self._shown, html=self._html)
        self.verticalScrollBar().setValue(at)

    def _blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    def _headings(self) -> Iterator[tuple[QTextBlock, str]]:
        """Yield the headings, each with its name in links."""
        slugs = help_pages.Slugs()
        for block in self._blocks():
            if block.blockFormat().headingLevel():
                yield block, slugs.next_slug(block.text())

    def _dress(self) -> None:
        """Add backgrounds to code and notes, and lines around cells."""
        colours, cursor = self._theming.colours, QTextCursor(self.document())
        ground = QColor(colours.field)
        fixed = QTextCharFormat()
        fixed.setFontFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
        cursor.beginEditBlock()
        for block in self._blocks():
            form = block.blockFormat()
            fenced, noted = form.hasProperty(_FENCE), form.intProperty(_LEVEL) > 0
            if fenced or noted:
                form.setBackground(ground if fenced else QColor(colours.raised))
                form.setLeftMargin(_MARGIN / 2)
                form.setRightMargin(_MARGIN / 2)
                form.setNonBreakableLines(False)  # wraps long lines, so that they need no scrolling
                cursor.setPosition(block.position())
                cursor.setBlockFormat(form)
            elif form.headingLevel() > 1:
                form.setTopMargin(_MARGIN)
                form.setBottomMargin(_MARGIN / 3)
                cursor.setPosition(block.position())
                cursor.setBlockFormat(form)
            if fenced:
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(fixed)
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table = frame.format().toTableFormat()
                table.setBorder(1)
                table.setBorderBrush(QColor(colours.border))
                table.setBorderStyle(table.BorderStyle.BorderStyle_Solid)
                table.setBorderCollapse(True)
                table.setCellPadding(_CELL)
                table.setTopMargin(_CELL)
                table.setBottomMargin(_CELL)
                table.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                frame.setFormat(table)
        cursor.endEditBlock()

    def loadResource(self, kind: int, url: QUrl | str) -> object:
        """Return a picture of the documentation, at most as wide as the text; nothing else."""
        url = QUrl(url)
        path = Path(url.toLocalFile()) if url.isLocalFile() else None
        if kind != QTextDocument.ResourceType.ImageResource or path is None or help_pages.ROOT not in path.parents:
            return QImage()
        self._pictures = True
        picture = QImage(str(path))
        room = self.viewport().width() - 2 * _MARGIN - 4
        if picture.width() > room > 0:
            ratio = self.devicePixelRatio()
            picture = picture.scaledToWidth(int(room * ratio), Qt.TransformationMode.SmoothTransformation)
            picture.setDevicePixelRatio(ratio)
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._pictures and event.size().width() != event.oldSize().width():
            self._wide.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        by = {Qt.MouseButton.BackButton: -1, Qt.MouseButton.ForwardButton: 1}.get(event.button(), 0)
        if by:
            self.turned.emit(by)
        else:
            super().mouseReleaseEvent(event)


TYPE = "type:"  # the documentation of a block type, as a page: `type:MatMul`
_AT = Qt.ItemDataRole.UserRole


class HelpAddress(NamedTuple):
    """A page and the heading on it, "" for its beginning."""

    page: str
    slug: str = ""


class HelpWindow(QWidget):
    """The window of the help. It has no parent, so that dialogs of the main window do not lock it."""

    _written = Signal(str, str)  # page and its Markdown, from a thread

    def __init__(self, workspace: Workspace, theming: Theming, parent: QWidget):
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowIcon(parent.windowIcon())
        self._workspace, self._theming = workspace, theming
        self._places: list[tuple[HelpAddress, int]] = []  # visited pages with their scroll positions
        self._at, self._shows = -1, ""
        self.search = SearchField(self.tr("Search the help"))
        self.list = qt.with_name(
            QTreeWidget(columnCount=1, headerHidden=True, rootIsDecorated=False),
            self.tr("Pages of the help"),
        )
        self.list.setIndentation(12)
        wrap_texts(self.list)
        self.count = Label(objectName="dim")
        self.text = HelpText(theming)
        self.back = self._button("←", self.tr("Back"), lambda: self.turn(-1), "Alt+Left")
        self.forward = self._button("→", self.tr("Forward"), lambda: self.turn(1), "Alt+Right")
        self.home = self._button("⌂", self.tr("Contents"), lambda: self.open(help_pages.HOME), "Alt+Home")
        self.place_label = Label(objectName="dim")
        side, right = QWidget(), QWidget()
        qt.column(self.search, (self.list, 1), self.count, of=side, margins=(8, 8, 4, 6), space=4)
        bar = qt.line(self.back, self.forward, self.home, (self.place_label, 1), margins=(6, 6, 6, 0), space=3)
        qt.column(bar, (self.text, 1), of=right, margins=0, space=4)
        split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        split.addWidget(side)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([250, 700])
        side.setMinimumWidth(160)
        qt.column(split, of=self, margins=0)
        qt.closes_by_escape(self)
        find = partial(qt.action, self, do=self._to_search, where=Qt.ShortcutContext.WindowShortcut)
        find("", keys=QKeySequence.StandardKey.Find)
        self.search.typed.connect(self._list)
        self.search.installEventFilter(self)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.text.anchorClicked.connect(self._follow)
        self.text.turned.connect(self.turn)
        self._written.connect(self._show_written)
        theming.changed.connect(self._colour)
        self.resize(roomy(self, 150, 42).boundedTo(QSize(1000, 720)))
        self.restoreGeometry(settings().value("help/geometry") or b"")
        self._list("")

    def _button(self, sign: str, name: str, do: Callable[[], object], keys: str) -> QToolButton:
        shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        button = qt.with_name(QToolButton(text=sign), name, as_is(f"{name} ({shown})"))
        button.clicked.connect(do)
        qt.action(self, name, do, keys, Qt.ShortcutContext.WindowShortcut)
        return button

    def open(self, page: str, slug: str = "") -> None:
        """Show a page, in front of the other windows. *Back* returns to the previous page."""
        place = HelpAddress(page, slug)
        if self.isMinimized():
            self.showNormal()
        self.show()  # show it first, because positions of headings depend on the width of the window
        self.raise_()
        self.activateWindow()
        if not self._places or self._places[self._at][0] != place:
            self._remember()
            self._places = [*self._places[: self._at + 1], (place, 0)]
            self._at = len(self._places) - 1
            self._show()
        elif self._shows == page:
            self.text.go_to(slug)
        self.text.setFocus()

    def turn(self, by: int) -> None:
        """Show the page before the current one, or the one after it."""
        if 0 <= self._at + by < len(self._places):
            self._remember()
            self._at += by
            self._show()

    def _remember(self) -> None:
        if self._at >= 0:
            self._places[self._at] = self._places[self._at][0], self.text.verticalScrollBar().value()

    def _show(self) -> None:
        (page, _), _ = self._places[self._at]
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at + 1 < len(self._places))
        name = page.removeprefix(TYPE)
        type_ = self._workspace.catalogue.get(name) if page.startswith(TYPE) else None
        title = type_.title if type_ is not None else help_pages.page(page).title
        section = help_pages.SECTIONS.get(page.partition("/")[0], "")
        self.setWindowTitle(self.tr("{} - Help").format(title))
        self.place_label.setText(" › ".join(filter(None, (section, title))))
        self._mark(page)
        if self._shows == page and type_ is None:
            self._scroll()
        elif type_ is not None:
            self._show_type(name)
        elif "% generated:" in help_pages.source(page):  # writing a generated page may take seconds
            self._shows = ""
            self.text.show_page(f"# {title}\n\n" + self.tr("Generating the page…"))
            threading.Thread(target=self._write, args=(page,), daemon=True).start()
        else:
            self._show_written(page, help_pages.markdown(page))

    def _write(self, page: str) -> None:
        """Write a page as Markdown, in a thread."""
        try:
            text = help_pages.markdown(page)
        except WorkerError as error:
            text = f"# {help_pages.page(page).title}\n\n" + source_reference.words(str(error))
        with contextlib.suppress(RuntimeError):  # the window was closed
            self._written.emit(page, text)

    def _show_written(self, page: str, text: str) -> None:
        if page == self._places[self._at][0].page:
            self._shows = page
            self.text.show_page(text)
            self._scroll()

    def _show_type(self, name: str) -> None:
        catalogue = self._workspace.catalogue
        self._shows = TYPE + name
        html = f"<h1>{describe.distinct(catalogue, name)}</h1>"
        self.text.show_page(html + describe.type_html(catalogue, name, self._theming.colours), html=True)
        self._scroll()

    def _colour(self) -> None:
        """Apply another theme."""
        if self._shows.startswith(TYPE):
            self._remember()
            self._show()
        else:
            self.text.colour()

    def _scroll(self) -> None:
        (_, slug), top = self._places[self._at]
        self.text.go_to(slug)
        if top:
            self.text.verticalScrollBar().setValue(top)

    def _follow(self, url: QUrl) -> None:
        """Follow a link that was clicked, or chosen with Enter."""
        page = self._places[self._at][0].page
        if url.scheme() == "op":
            self.open(TYPE + url.path())
        elif found := help_pages.followed(page, url.toString()):
            self.open(*found)
        elif url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)

    def _to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _list(self, query: str) -> None:
        """List the pages that fit best, best first; for an empty query all pages, by section."""
        self.list.clear()
        hits = help_search.find(query)
        if query.strip():
            for hit in hits:
                title = f"{hit.title} › {hit.heading}" if hit.slug else hit.title
                self._row(self.list, title, HelpAddress(hit.page, hit.slug))
            self.count.setText(self._told(len(hits)))
            self.list.setCurrentIndex(self.list.model().index(0, 0))
        else:
            for section, title in help_pages.SECTIONS.items():
                above = self._row(self.list, title, HelpAddress(f"{section}/index"))
                font = above.font(0)
                font.setBold(True)
                above.setFont(0, font)
                for name in help_pages.listed(section):
                    self._row(above, help_pages.page(name).title, HelpAddress(name))
            self.list.expandAll()
            if self._at >= 0:
                self._mark(self._places[self._at][0].page)
        self.count.setVisible(bool(query.strip()))

    @staticmethod
    def _row(above: QTreeWidget | QTreeWidgetItem, title: str, place: HelpAddress) -> QTreeWidgetItem:
        row = QTreeWidgetItem(above, [title])
        row.setToolTip(0, as_is(title))
        row.setData(0, _AT, place)
        return row

    def _told(self, count: int) -> str:
        if not count:
            return self.tr("No page has these words.")
        return self.tr("1 page") if count == 1 else self.tr("{} pages").format(count)

    def _mark(self, page: str) -> None:
        """Make the row of a page the current one, among all pages."""
        if not self.search.whole().strip():
            self.list.setCurrentIndex(QModelIndex())
            for row in self.list.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive):
                if row.data(0, _AT)[0] == page:
                    self.list.setCurrentItem(row)

    def _choose(self, item: QTreeWidgetItem) -> None:
        self.open(*item.data(0, _AT))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle keys of the field: arrow keys select in the list, and Enter opens the selected page."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            item = self.list.currentItem()
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if item is not None:
                    self._choose(item)
                return True
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                forward = event.key() == Qt.Key.Key_Down
                beside = self.list.itemBelow if forward else self.list.itemAbove
                other = self.list.topLevelItem(0) if item is None else beside(item)
                if other is not None:
                    self.list.setCurrentItem(other)
                    self.search.setAccessibleDescription(other.text(0))
                return True
        return super().eventFilter(watched, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        settings().setValue("help/geometry", self.saveGeometry())
        super().closeEvent(event)
