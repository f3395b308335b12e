"""The palette: every block type by category, a search field, and what the highlighted type is."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QMimeData, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QSplitter,
    QTextBrowser,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.canvas.lineedit import SearchField, folded
from app.window import describe
from app.window.style import DARK_LOOK, Look
from blocks.catalogue import Catalogue

MIME = "application/x-blockloom-type"
# What people reach for first; the other categories follow by name, these last.
_FIRST = ("Blockloom", "Math", "Array", "Linear algebra", "Neural network", "State", "Training", "Control flow",
          "Data flow", "Random", "Sparse", "Image", "Logging and debug")
_LAST = ("CPU and GPU kernels", "TPU", "XLA", "Internal", "Other")
NAME = Qt.ItemDataRole.UserRole  # the block type's name; None on a category


def grouped(catalogue: Catalogue) -> list[tuple[str, list[str]]]:
    """All type names by category, in the order of the palette."""
    groups: dict[str, list[str]] = {}
    for name, entry in catalogue.entries.items():
        groups.setdefault(entry["category"], []).append(name)

    def place(category: str) -> tuple[int, str]:
        if category in _FIRST:
            return _FIRST.index(category), ""
        return (len(_FIRST) + 1 + _LAST.index(category) if category in _LAST else len(_FIRST)), category.casefold()
    return [(c, sorted(groups[c], key=str.casefold)) for c in sorted(groups, key=place)]


def by_category(catalogue: Catalogue, query: str) -> list[str]:
    """The names of the types in categories that are called so in the user's language: every word begins one of it."""
    words = folded(query).split()
    if not words:
        return []
    return [name for category, names in grouped(catalogue) for name in names
            if all(any(part.startswith(word) for part in folded(describe.category_of(category.split("/")[0])).split())
                   for word in words)]


class PaletteModel(QAbstractItemModel):
    """Categories with their types, read straight from the catalogue's entries. A search is one nameless category,
    which the view takes for its root."""

    def __init__(self, catalogue: Catalogue, parent: QObject | None = None):
        super().__init__(parent)
        self.look: Look = DARK_LOOK
        self._empty = QModelIndex()
        self.set_catalogue(catalogue)

    def set_catalogue(self, catalogue: Catalogue) -> None:
        self.beginResetModel()
        self.catalogue = catalogue
        self.all = grouped(catalogue)
        self.groups = self.all
        self.endResetModel()

    def search(self, query: str) -> None:
        """Show what fits the query; everything by category where it is empty."""
        self.beginResetModel()
        found = dict.fromkeys(self.catalogue.search(query))
        found.update(dict.fromkeys(by_category(self.catalogue, query)))
        self.groups = [("", list(found))] if query.strip() else self.all
        self.endResetModel()

    def index(self, row: int, column: int, parent: QModelIndex = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: QModelIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        group = index.internalId() if index.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() else len(self.groups[parent.row()][1])

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 2  # the name, and in a search its category

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        group = index.internalId()
        if not group:
            title, names = self.groups[index.row()]
            if index.column():
                return None
            if role == Qt.ItemDataRole.DisplayRole:
                return f"{describe.category_of(title)} ({len(names)})"
            return QColor(self.look.gold) if role == Qt.ItemDataRole.ForegroundRole else None
        name = self.groups[group - 1][1][index.row()]
        entry = self.catalogue.entries[name]
        if index.column():
            return {Qt.ItemDataRole.DisplayRole: describe.category_of(entry["category"].split("/")[0]), NAME: name,
                    Qt.ItemDataRole.ForegroundRole: QColor(self.look.dim)}.get(Qt.ItemDataRole(role))
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.get("title") or name
        if role == NAME:
            return name
        if role == Qt.ItemDataRole.ToolTipRole:
            return describe.tooltip(entry.get("deprecated") or entry.get("doc", "").split("\n\n")[0] or name)
        runs = entry["devices"] or entry.get("reference")
        if role == Qt.ItemDataRole.ForegroundRole and (entry.get("deprecated") or not runs):
            return QColor(self.look.dim)
        if role == Qt.ItemDataRole.FontRole and entry.get("deprecated"):
            font = QFont()
            font.setStrikeOut(True)
            return font
        return None

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.internalId() else flags

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: list[QModelIndex]) -> QMimeData:
        mime = QMimeData()
        name = next((i.data(NAME) for i in indexes if i.data(NAME)), "")
        mime.setData(MIME, name.encode())
        return mime


class Palette(QWidget):
    """The dock's content. `chosen` tells that a type is wanted on the page: Enter or a double click; a drag carries
    the type's name to the canvas."""

    chosen = Signal(str)

    def __init__(self, catalogue: Catalogue, look: Look, parent: QWidget | None = None):
        super().__init__(parent)
        self.search = SearchField(self.tr("Search block types"))
        self.search.setToolTip(self.tr("Name, part of a name (TakeGrad) or a word of the documentation. "
                                       "Enter adds the first one, the arrow keys choose."))
        self.model = PaletteModel(catalogue, self)
        self.model.look = look
        self.view = QTreeView(headerHidden=True, uniformRowHeights=True, rootIsDecorated=True, dragEnabled=True)
        self.view.setAccessibleName(self.tr("Block types"))
        self.view.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.view.setModel(self.model)
        self.view.setIndentation(14)
        self.view.header().setStretchLastSection(False)
        self.view.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.view.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.view.setColumnWidth(1, 84)
        self.none = QLabel(objectName="dim", wordWrap=True)
        self.none.hide()
        self.help = QTextBrowser(openLinks=False)
        self.help.setAccessibleName(self.tr("Description of the block type"))
        self.help.setFrameShape(QTextBrowser.Shape.NoFrame)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.view)
        split.addWidget(self.help)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        for widget in (self.search, self.none, split):
            layout.addWidget(widget, 1 if widget is split else 0)
        self.setFocusProxy(self.search)
        self._described = ""
        self.search.typed.connect(self._search)
        self.search.installEventFilter(self)
        self.view.installEventFilter(self)
        self.view.doubleClicked.connect(self._choose)
        self.view.selectionModel().currentChanged.connect(self._describe)
        self.set_catalogue(catalogue)

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer these types. An empty or own-types-only catalogue says that TensorFlow's are still being read."""
        self.model.set_catalogue(catalogue)
        self._search(self.search.whole())

    def say_missing(self) -> None:
        """The worker died: the ops that it was to read do not come."""
        if not self.model.catalogue.version:
            self.none.setText(self.tr("TensorFlow's ops could not be read: see the messages. Run tries again."))

    def set_look(self, look: Look) -> None:
        self.model.look = look
        name, self._described = self._described, ""
        self.describe(name)

    def names(self) -> list[str]:
        """The names on offer, in order (of all groups)."""
        return [name for _, names in self.model.groups for name in names]

    def _search(self, query: str) -> None:
        self.model.search(query)
        self.view.setRootIsDecorated(not query.strip())
        self.view.setColumnHidden(1, not query.strip())
        if query.strip():
            root = self.model.index(0, 0)
            self.view.setRootIndex(root)
            self.view.setCurrentIndex(self.model.index(0, 0, root))
        else:
            self.view.setRootIndex(QModelIndex())
            self.view.expand(self.model.index(0, 0))
        if not self.model.catalogue.version:
            self.none.setText(self.tr("Reading TensorFlow's ops ..."))
        else:
            self.none.setText(self.tr("No block type is named or described like that."))
        self.none.setVisible(not self.model.catalogue.version or not self.names())
        self._describe(self.view.currentIndex())

    def describe(self, name: str) -> None:
        """Show what a type is."""
        if name != self._described and name in self.model.catalogue:
            self._described = name
            self.help.setHtml(describe.type_html(self.model.catalogue[name], self.model.look))

    def _describe(self, index: QModelIndex, _old: QModelIndex | None = None) -> None:
        name = index.data(NAME) if index.isValid() else None
        if name:
            self.describe(name)
        elif not self._described:
            self.help.setHtml(f"<p style='color:{self.model.look.dim}'>" + self.tr(
                "Drag a block type to the page, or choose one and press Enter.") + "</p>")

    def _choose(self, index: QModelIndex) -> None:
        name = index.data(NAME) if index.isValid() else None
        if name:
            self.chosen.emit(name)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(self.view.currentIndex())
                return True
            arrows = Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp
            if watched is self.search and key in arrows:
                if not self.view.currentIndex().isValid():
                    self.view.setCurrentIndex(self.model.index(0, 0))
                self.view.keyPressEvent(event)
                return True
            if watched is self.search and key == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)
