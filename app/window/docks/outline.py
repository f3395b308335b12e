"""The document as a tree of pages, bookmarks, blocks, pins and wires.

By keyboard: Enter shows an item, F2 renames it, Del deletes it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QPoint, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.lineedit import SearchField, cut
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks import operations
from blockloom.blocks.catalogue.search import casefold_text
from blockloom.blocks.document.pages import Block, Page, Wire
from blockloom.blocks.edits import Remove, RenamePage, SetBookmark, rename
from blockloom.blocks.text.similar_names import natural

_WHAT = Qt.ItemDataRole.UserRole
_SOON = 120  # milliseconds after an edit until the outline is updated
_MOST = 20_000  # most listed blocks of a page: more would take too long, and nobody reads them
PAGE, BLOCK, PIN, WIRE, FRAME, BOOKMARK = "page", "block", "pin", "wire", "frame", "bookmark"


class OutlineItem(NamedTuple):
    """The item of a row of the tree."""

    kind: str
    page: str
    block: str = ""
    pin: str = ""
    wire: Wire | None = None
    number: int = 0  # number of a bookmark


class Outline(QWidget):
    """The tree of pages, blocks, pins and wires.

    It follows the document while visible, and fills branches when opened.
    """

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__()
        self.workspace, self.tabs = workspace, tabs
        self.search = SearchField(self.tr("Filter by name or type"))
        self.tree = qt.with_name(QTreeWidget(columnCount=2, uniformRowHeights=True), self.tr("Outline of the document"))
        self.tree.setHeaderLabels([self.tr("Name"), self.tr("Type")])
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.tree.setColumnWidth(0, 170)
        qt.show_whole_texts(self.tree)
        qt.column(self.search, self.tree, of=self, margins=0)
        self.setFocusProxy(self.tree)
        self._items: dict[tuple[Any, ...], QTreeWidgetItem] = {}
        self._open: set[tuple[Any, ...]] = set()
        self._next: tuple[Any, ...] | None = None  # key of the item that is current after the next update
        self._timer = qt.timer(self, self.fill, _SOON)
        self.search.typed.connect(lambda _: self.fill())
        self.tree.itemExpanded.connect(self._expanded)
        self.tree.itemCollapsed.connect(lambda item: self._open.discard(self._key(item)))
        self.tree.itemActivated.connect(lambda item, _: self.go(item))
        self.tree.itemClicked.connect(lambda item, _: self.go(item, focus=False))
        self.tree.itemChanged.connect(self._renamed)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._menu)
        self.tree.installEventFilter(self)
        workspace.replaced.connect(self.fill)
        workspace.edited.connect(self.document_changed)

    def document_changed(self) -> None:
        """Update the tree after a change of the document, if it is visible."""
        if self.isVisible():
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fill()

    def fill(self) -> None:
        """Show the document in its present state; open and current rows stay so."""
        self._timer.stop()
        current, self._next = self._next or self._key(self.tree.currentItem()), None
        scrolled = self.tree.verticalScrollBar().value()
        with QSignalBlocker(self.tree):
            self.tree.clear()
            self._items.clear()
            words = casefold_text(self.search.whole()).split()
            for page in self.workspace.document.pages.values():
                self._add_page(page, words)
            if current in self._items:
                self.tree.setCurrentItem(self._items[current])
        self.tree.verticalScrollBar().setValue(scrolled)

    def _add_page(self, page: Page, words: list[str]) -> None:
        top = QTreeWidgetItem(
            self.tree,
            [page.name, self.tr("1 block") if len(page.blocks) == 1 else self.tr("{} blocks").format(len(page.blocks))],
        )
        self._mark(top, OutlineItem(PAGE, page.name), editable=True)
        self._items[page.name, ""] = top
        rows: list[QTreeWidgetItem] = []
        for number, mark in sorted(page.bookmarks.items()):
            kind = self.tr("Bookmark {}").format(number)
            if all(word in casefold_text(f"{mark.name} {kind}") for word in words):
                item = QTreeWidgetItem(top, [mark.name or kind, kind])
                self._mark(item, OutlineItem(BOOKMARK, page.name, number=number), editable=True)
                self._items[page.name, "", number] = item
        left = 0
        for block in sorted(page.blocks.values(), key=lambda b: natural(b.id.casefold())):
            kind = self._title(block)
            if all(word in casefold_text(f"{block.id} {kind}") for word in words):
                if len(rows) == _MOST:
                    left += 1
                    continue
                item = QTreeWidgetItem(top, [block.id, kind])
                self._mark(item, OutlineItem(BLOCK, page.name, block.id), editable=True)
                item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
                self._items[page.name, block.id] = item
                rows.append(item)
        if left:
            more = QTreeWidgetItem(top, [self.tr("{} more: filter them").format(left)])
            more.setFlags(Qt.ItemFlag.NoItemFlags)
        for frame in sorted(page.frames.values(), key=lambda f: natural(f.id.casefold())):
            if all(word in casefold_text(f"{frame.id} {frame.title}") for word in words):
                item = QTreeWidgetItem(top, [frame.id, self.tr("Frame {}").format(frame.title)])
                self._mark(item, OutlineItem(FRAME, page.name, frame.id), editable=True)
                self._items[page.name, frame.id] = item
                rows.append(item)
        top.setExpanded((page.name, "") not in self._open or bool(words))
        for item in rows:
            if self._key(item) in self._open:
                self._add_pins(item)
                item.setExpanded(True)

    def _title(self, block: Block) -> str:
        entry = self.workspace.catalogue.entries.get(block.type)
        return (entry.get("title") if entry else None) or block.type

    @staticmethod
    def _mark(item: QTreeWidgetItem, what: OutlineItem, editable: bool = False) -> None:
        item.setData(0, _WHAT, what)
        if editable:
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)

    @staticmethod
    def _key(item: QTreeWidgetItem | None) -> tuple[Any, ...]:
        what = item.data(0, _WHAT) if item is not None else None
        if what is None:
            return "", ""
        return (what.page, "", what.number) if what.kind == BOOKMARK else (what.page, what.block)

    def _expanded(self, item: QTreeWidgetItem) -> None:
        what = item.data(0, _WHAT)
        if what.kind == BLOCK:
            self._open.add(self._key(item))
            if not item.childCount():
                self._add_pins(item)

    def _add_pins(self, item: QTreeWidgetItem) -> None:
        """Add the inputs with their values or wires, then the outputs with theirs, then control wires."""
        what = item.data(0, _WHAT)
        page = self.workspace.document.pages[what.page]
        block, type_ = page.blocks[what.block], self.workspace.catalogue.get(page.blocks[what.block].type)
        into, out = page.into.get(block.id, {}), page.out.get(block.id, ())
        names = [p.name for p in (*type_.inputs, *type_.attrs)] if type_ is not None else []
        for name in [*names, *(n for n in (*into, *block.values) if n not in names and n)]:
            if name in into or name in block.values:
                pin = self._child(
                    item, [name, cut(block.values.get(name, ""))], OutlineItem(PIN, page.name, block.id, name)
                )
                for wire in into.get(name, ()):
                    source = f"{wire.source}.{wire.source_pin}"
                    self._child(pin, [f"← {source}", wire.kind], OutlineItem(WIRE, page.name, wire.source, name, wire))
        outputs = [p.name for p in type_.outputs] if type_ is not None else []
        for name in [*outputs, *sorted({w.source_pin for w in out if w.source_pin} - set(outputs))]:
            pin = self._child(item, [name, self.tr("output")], OutlineItem(PIN, page.name, block.id, name))
            for wire in out:
                if wire.source_pin == name:
                    target = f"{wire.target}.{wire.target_pin}"
                    self._child(pin, [f"→ {target}", wire.kind], OutlineItem(WIRE, page.name, wire.target, name, wire))
        for wire in into.get("", ()):
            self._child(item, [f"← {wire.source}", wire.kind], OutlineItem(WIRE, page.name, wire.source, "", wire))
        for wire in out:
            if not wire.source_pin:
                self._child(item, [f"→ {wire.target}", wire.kind], OutlineItem(WIRE, page.name, wire.target, "", wire))
        for row in range(item.childCount()):
            if (child := item.child(row)) is not None:
                child.setExpanded(True)

    def _child(self, parent: QTreeWidgetItem, texts: list[str], what: OutlineItem) -> QTreeWidgetItem:
        item = QTreeWidgetItem(parent, texts)
        self._mark(item, what)
        return item

    def to_bookmarks(self, page: str) -> None:
        """Make the first bookmark of a page current."""
        self.search.clear()
        self.fill()
        marks = [item for key, item in self._items.items() if len(key) == 3 and key[0] == page]
        if marks:
            self.tree.setCurrentItem(marks[0])

    def select(self, page: str, chosen: set[str]) -> None:
        """Make the rows of the canvas's selection current."""
        item = self._items.get((page, min(chosen))) if len(chosen) == 1 else None
        if item is not None and self.isVisible() and not self.tree.hasFocus():
            with QSignalBlocker(self.tree):
                self.tree.setCurrentItem(item)

    def go(self, item: QTreeWidgetItem | None, focus: bool = True) -> None:
        """Show the item of a row; for a wire, its other end."""
        what = item.data(0, _WHAT) if item is not None else None
        if what is None or not self.tabs.show_page(what.page):
            return
        if what.kind == BOOKMARK:
            self.tabs.canvas().bookmarks.go(what.number)
        elif what.block in self.tabs.page().ids():
            self.tabs.canvas().navigation.reveal(what.block)
        if focus:
            self.tabs.canvas().setFocus()

    def _menu(self, point: QPoint) -> None:
        item = self.tree.itemAt(point)
        if item is None or item.data(0, _WHAT) is None:
            return
        self.tree.setCurrentItem(item, 0, QItemSelectionModel.SelectionFlag.NoUpdate)
        menu = QMenu(self)
        menu.addAction(self.tr("Go There"), lambda: self.go(self.tree.currentItem()))
        if item.flags() & Qt.ItemFlag.ItemIsEditable:
            menu.addAction(self.tr("Rename\tF2"), lambda: self.tree.edit(self.tree.currentIndex()))
        if item.data(0, _WHAT).kind != PIN:
            menu.addAction(self.tr("Delete\tDel"), self.delete)
        qt.popup(menu, self.tree.viewport().mapToGlobal(point))

    def _renamed(self, item: QTreeWidgetItem, column: int) -> None:
        what, text = item.data(0, _WHAT), item.text(0).strip()
        if column == 0 and what is not None and what.kind == BOOKMARK:
            mark = self.workspace.document.pages[what.page].bookmarks[what.number]
            if text != (mark.name or item.text(1)):
                self.workspace.do(
                    SetBookmark(what.page, what.number, mark._replace(name=text)),
                    self.tr("Rename bookmark {}").format(what.number),
                )
            QTimer.singleShot(0, self.fill)
        if column != 0 or what is None or what.kind not in (PAGE, BLOCK, FRAME):
            return
        old = what.block or what.page
        if text and text != old:
            edit = (
                RenamePage(old, text)
                if what.kind == PAGE
                else rename(self.workspace.document.pages[what.page], old, text)
            )
            self.workspace.do(edit, self.tr("Rename {}").format(old))
            self._next = (text, "") if what.kind == PAGE else (what.page, text)
        QTimer.singleShot(0, self.fill)  # later, because the tree is still closing its editor

    def delete(self) -> None:
        """Delete the selected blocks, frames, wires and bookmarks; a page is deleted alone."""
        chosen = [item.data(0, _WHAT) for item in self.tree.selectedItems()]
        pages = [w.page for w in chosen if w.kind == PAGE]
        if pages:
            self.tabs.remove_page(pages[0])
            return
        row = self._row(self.tree.currentItem())
        for what in chosen:
            if what.kind == BOOKMARK:
                self.workspace.do(
                    SetBookmark(what.page, what.number, None), self.tr("Remove bookmark {}").format(what.number)
                )
        for name in dict.fromkeys(w.page for w in chosen):
            page = self.workspace.document.pages[name]
            gone = {w.block for w in chosen if w.page == name and w.kind in (BLOCK, FRAME)}
            wires = dict.fromkeys(
                w.wire
                for w in chosen
                if w.page == name and w.kind == WIRE and w.wire.source not in gone and w.wire.target not in gone
            )
            if wires:
                self.workspace.do(
                    Remove(name, wires=operations.with_wire_indices(page, wires)), self.tr("Delete wires")
                )
            if gone and self.tabs.show_page(name):  # the canvas also handles the blocks of a frame
                self.tabs.canvas().selection.choose(gone)
                self.tabs.canvas().editing.delete_selection()
        self.fill()
        self._to_row(row)

    def _row(self, item: QTreeWidgetItem | None) -> int:
        row = 0
        above = self.tree.itemAbove(item) if item is not None else None
        while above is not None:
            row, above = row + 1, self.tree.itemAbove(above)
        return row

    def _to_row(self, row: int) -> None:
        item = self.tree.topLevelItem(0)
        for _ in range(row):
            below = self.tree.itemBelow(item) if item is not None else None
            item = below or item
        if item is not None:
            self.tree.setCurrentItem(item)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Delete:
                self.delete()
                return True
            if (
                event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
                and self.tree.currentItem() is not None
                and self.tree.state() != QAbstractItemView.State.EditingState
            ):
                self.go(self.tree.currentItem())
                return True
        return super().eventFilter(watched, event)
