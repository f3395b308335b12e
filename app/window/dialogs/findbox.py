"""Small boxes over the page: blocks that fit a query, and wires that fit the selected blocks."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QTreeWidgetItem

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.commands.commandbox import CommandBox, CommandRow
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.livetypes import LiveTypes
from blockloom.app.window.widgets.listbox import ListBox
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.find.page_search import FILTERS, BlockMatch, PageSearch, PatternError
from blockloom.blocks.infer.breakpoint_text import pauses

_MOST = 200


class FindBox(ListBox):
    """A list of the blocks that fit a query, over the canvas. The page shows the block of the current row."""

    def __init__(self, workspace: Workspace, tabs: PageTabs, live_types: LiveTypes):
        super().__init__(
            tabs, self.tr("Find block"), self.tr("Find a block by name, type: or attr:"), self.tr("Blocks found")
        )
        self.edit.setToolTip(
            self.tr(
                "type:Conv2D, attr:padding=SAME, name:*/conv1/*, shape:[?, 7, 7, ?] and reads:*.csv narrow down the "
                "list; /conv\\d/ is a regular expression. Ctrl+Enter selects all of it on this page."
            )
        )
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # long names of a model often differ at their ends
        self._told_of = {
            "type": self.tr("blocks of a type"),
            "name": self.tr("blocks by the names of their nodes"),
            "attr": self.tr("blocks by the value of an attribute"),
            "shape": self.tr("blocks with an output of a shape"),
            "pause": self.tr("blocks with breakpoints"),
            "reads": self.tr("blocks that read files"),
            "writes": self.tr("blocks that write files"),
            "sends": self.tr("blocks that send data"),
        }
        self._workspace, self._tabs, self._types = workspace, tabs, live_types
        self._search: PageSearch | None = None
        self._found: list[BlockMatch] = []
        self._error = ""  # error of a regular expression in the query
        self.dismissed.connect(lambda: tabs.canvas().setFocus())
        workspace.edited.connect(lambda _: self._forget())
        workspace.replaced.connect(self.hide)

    def ask(self, query: str = "") -> None:
        """Open the box, with a query if there is one."""
        self._forget()
        self.show_at(48, 19, middle=False)
        if query:
            self.edit.setText(query)

    def step(self, by: int) -> None:
        """Go to the next block that fits the last query, or to the previous one; the first follows the last."""
        tabs, query = self._tabs, self.edit.whole()
        if not query:
            self.ask()
            return
        try:
            blocks = [row[:2] for row in self._new_search().find(query, "")]
        except PatternError as error:
            self._workspace.say(translated(error.args[0]))
            return
        if not blocks:
            self._workspace.say(self.tr("No block is named like that."))
        else:
            here = tabs.page_name(), min(tabs.canvas().selection(), default="")
            place = (blocks.index(here) + by) % len(blocks) if here in blocks else 0 if by > 0 else -1
            tabs.goto(*blocks[place])
            self._workspace.say(self.tr("{0} of {1}").format(blocks.index(blocks[place]) + 1, len(blocks)))

    def _forget(self) -> None:
        self._search = None

    def _new_search(self) -> PageSearch:
        return PageSearch(self._workspace.document, self._workspace.catalogue, self._types.types)

    def _goto(self, page: str, block: str) -> None:
        """Show a block, inside the instances before it: `INSTANCE/BLOCK`."""
        *path, name = block.split("/")
        if path:
            self._tabs.goto_address(Address(page, name, path=tuple(path)))
        else:
            self._tabs.show_page(page)
            self._tabs.canvas().navigation.reveal(name)

    def fill(self, query: str) -> int:
        """List the blocks that fit, and return their number."""
        front, document = self._tabs.page_name(), self._workspace.document
        if self._search is None:
            self._search = self._new_search()
        self._found, self._error = [], ""
        try:
            rows = self._found = self._search.find(query, front)
        except PatternError as error:
            self._error = translated(error.args[0])
            return 0
        for found in rows[:_MOST]:
            page, block, title, node = found
            kept = pauses(document.pages[page].blocks[block].pause) if "pause:" in query else {}
            kept = kept or self._search.acts_inside(found, query) or {"": node}
            for inside, about in kept.items():
                place = f"{block}/{inside}" if inside else block
                name = f"{place}  ·  {about}" if about else place
                item = QTreeWidgetItem(self.list, [name, title if page == front else f"{title}  ·  {page}"])
                item.setForeground(1, self.palette().placeholderText())
                item.setData(0, Qt.ItemDataRole.UserRole, (page, place))
        self._complete(query)
        return len(rows)

    def _complete(self, query: str) -> None:
        """Offer words with a colon that begin as the last word of the query."""
        begun = query.rpartition(" ")[2]
        for name in FILTERS if len(begun) > 1 else ():
            if name.startswith(begun.casefold()):
                item = QTreeWidgetItem(self.list, [f"{name}:", self._told_of[name]])
                item.setForeground(1, self.palette().placeholderText())
                item.setData(0, Qt.ItemDataRole.UserRole, f"{query.removesuffix(begun)}{name}:")
        if self.list.currentItem() is None:
            self.list.setCurrentIndex(self.list.model().index(0, 0))

    def summary(self, count: int) -> str:
        """Return the text for the number of results, or the error in the query."""
        if self._error:
            return self._error
        if count < 2:
            return self.tr("1 block") if count else self.tr("No block is named like that.")
        return self.tr("{} blocks · Ctrl+Enter selects those of this page").format(count)

    def current_moved(self, item: QTreeWidgetItem) -> None:
        """Show the block of the current row."""
        data = item.data(0, Qt.ItemDataRole.UserRole)
        if not isinstance(data, str):
            self._goto(*data)

    def clicked(self, item: QTreeWidgetItem) -> None:
        """Show the block of the clicked row."""
        if not self._completed(item):
            self.current_moved(item)

    def take(self, item: QTreeWidgetItem) -> None:
        """Show the block, and close the box."""
        if not self._completed(item):
            self.current_moved(item)
            self.close_box()

    def _completed(self, item: QTreeWidgetItem) -> bool:
        """Return whether a row is a word with a colon, which then is in the field."""
        data = item.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(data, str):
            self.edit.setText(data)
        return isinstance(data, str)

    def take_all(self) -> None:
        """Select all found blocks of the page in front."""
        front = self._tabs.page_name()
        self._tabs.canvas().selection.choose({found.block for found in self._found if found.page == front})
        self.close_box()


class WireBox(CommandBox):
    """Finds a wire that fits: `a rel` finds A.output → RELU.features."""

    def asks(self) -> str:
        """Return the placeholder of the field."""
        return self.tr("Which wire: names of blocks or pins")

    def summary(self, count: int) -> str:
        """Return the number of wires that fit, as text."""
        return self.tr("1 wire fits") if count == 1 else self.tr("{} wires fit").format(count)

    def recent(self) -> list[str]:
        """Return no entries, because wires are never offered again."""
        return []

    def remember(self, name: str) -> None:
        """Do nothing, because wires are never offered again."""

    def offer(self) -> None:
        """Show the box for the selection of the page in front, or show the reason why nothing fits."""
        canvas = self.tabs.canvas()
        candidates = canvas.without_mouse.candidates()
        if not candidates:
            canvas.open_page.status_message.emit(
                self.tr("Everything that fits is already wired")
                if canvas.selection()
                else self.tr("Select a block to wire, or several to wire with each other")
            )
            return
        self.setAccessibleName(self.tr("Wire the selected blocks"))
        rows = []
        for row in candidates:
            text = translated(row.text)
            action = QAction(text, self)
            action.triggered.connect(lambda _=False, c=row: canvas.menus.put_wire(c.source, c.fit.wire, c.fit.element))
            rows.append(CommandRow("", text, action))
        for old in self._rows:
            old.action.deleteLater()
        self.open(rows)
