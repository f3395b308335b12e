"""The model of the palette: block types in a tree of categories, favourites, and recently added types."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont

from blockloom.app.canvas.mouse.dropping import TYPE_MIME
from blockloom.app.canvas.scene.block_layout import category
from blockloom.app.canvas.scene.theme import DARK, LIGHT
from blockloom.app.canvas.scene.translation import documented, tr
from blockloom.app.window.adding import describe
from blockloom.app.window.user_settings import count, counts, settings, texts
from blockloom.app.window.widgets.icons import category_icons
from blockloom.app.window.widgets.style import DARK_COLOURS, LIGHT_COLOURS, Colours
from blockloom.blocks.catalogue.block_types import is_symbol
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_types import CATEGORY
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.catalogue.search import casefold_text, usage
from blockloom.blocks.catalogue.type_search import asks_symbols
from blockloom.blocks.document.fields import is_own
from blockloom.blocks.text.similar_names import natural

RECENT = 8  # number of recently added types that are remembered


class _Notifier(QObject):
    changed = Signal()


notifier = _Notifier()  # emits `changed` when favourites or recent types change


def favourites() -> list[str]:
    """Return the favourite block types of the user, oldest first."""
    return texts("types/favourites")


def recent() -> list[str]:
    """Return the block types that were added last, newest first."""
    return texts("types/recent")


def use() -> dict[str, float]:
    """Return the usage of each type, for searches."""
    return usage(counts("types/uses"), recent(), favourites())


def shows_symbols() -> bool:
    """Return whether the palette offers the symbols of enuSpace on pages without any."""
    return settings().value("types/symbols") in (True, "true")


def show_symbols(on: bool) -> None:
    """Set whether enuSpace's symbols are offered on pages without any."""
    settings().setValue("types/symbols", on)


def remember(name: str) -> None:
    """Count the use of a type, or of one of the pieces of `snippets`."""
    count("types/uses", name)
    if ":" in name:
        return
    _store("recent", [name, *(n for n in recent() if n != name)][:RECENT])


def mark(name: str) -> None:
    """Add a type to the favourites, or remove it."""
    have = favourites()
    _store("favourites", [n for n in have if n != name] if name in have else [*have, name])


def _store(key: str, names: list[str]) -> None:
    settings().setValue(f"types/{key}", names)
    notifier.changed.emit()


# Categories that people need first; the others follow by name, and these last.
_FIRST = (
    "Blockloom",
    "Math",
    "Array",
    "Linear algebra",
    "Neural network",
    "State",
    "Training",
    "Control flow",
    "Data flow",
    "Random",
    "Sparse",
    "Image",
    "Logging and debug",
)
_LAST = ("CPU and GPU kernels", "TPU", "XLA", "Internal", "Other")
NAME = Qt.ItemDataRole.UserRole  # role: name of the block type, None for a category
_ROLE = Qt.ItemDataRole
_ROLES = {_ROLE.DisplayRole, _ROLE.DecorationRole, _ROLE.ForegroundRole, _ROLE.FontRole, _ROLE.ToolTipRole, NAME}


def grouped(catalogue: Catalogue) -> list[tuple[str, list[str]]]:
    """Return all type names by category, in the order of the palette."""
    groups: dict[str, list[str]] = {}
    for name, group in catalogue.base.entries.categories.items():
        groups.setdefault(group, []).append(name)

    def place(group: str) -> tuple[int, str]:
        if group in _FIRST:
            return _FIRST.index(group), ""
        return (len(_FIRST) + 1 + _LAST.index(group) if group in _LAST else len(_FIRST)), group.casefold()

    return [(c, sorted(groups[c], key=lambda name: natural(name.casefold()))) for c in sorted(groups, key=place)]


def in_words(catalogue: Catalogue, query: str) -> list[str]:
    """Return the types that a query in the user's language describes.

    Our own types match by their documentation, others by the names of their categories.
    """
    words = casefold_text(query).split()
    if not words:
        return []
    entries = catalogue.entries
    ours = [
        name
        for name in filter(is_own, entries)
        if (doc := casefold_text(documented(entries[name].get("doc", "")))) and all(word in doc for word in words)
    ]

    def fits(group: str) -> bool:
        parts = casefold_text(describe.category_of(group.split("/")[0])).split()
        return all(any(part.startswith(word) for part in parts) for word in words)

    groups = set(filter(fits, {*catalogue.base.entries.categories.values()}))  # usually none fits
    return ours + [name for group, names in (grouped(catalogue) if groups else ()) if group in groups for name in names]


Index = QModelIndex | QPersistentModelIndex


class PaletteGroup:
    """A branch of the palette's tree: groups, then types by name. `parent` is None for the root."""

    def __init__(self, title: str, parent: PaletteGroup | None = None, names: list[str] | None = None):
        self.title, self.parent, self.names = title, parent, names or []
        self.groups: list[PaletteGroup] = []
        self.row = 0
        if parent is not None:
            self.row = len(parent.groups)
            parent.groups.append(self)

    def all(self) -> list[str]:
        """Return the types in the group, at any depth."""
        return [name for group in self.groups for name in group.all()] + self.names

    def shows_same(self, other: PaletteGroup) -> bool:
        """Return whether another group has the same title, types and groups."""
        mine, theirs = (self.title, self.names, len(self.groups)), (other.title, other.names, len(other.groups))
        return mine == theirs and all(map(PaletteGroup.shows_same, self.groups, other.groups))


def category_of(catalogue: Catalogue, name: str) -> str:
    """Return the category of a type as on the canvas; types of libraries count as pages."""
    return "function" if name in catalogue.libraries else category(catalogue.get(name))


class PaletteModel(QAbstractItemModel):
    """The tree, read from the entries of the catalogue. An index has the number of its parent group."""

    def __init__(self, catalogue: Catalogue, parent: QObject | None = None):
        super().__init__(parent)
        self.set_colours(DARK_COLOURS)
        self.query = ""
        self.symbols = False  # whether blocks of enuSpace are shown
        self.pages: list[str] = []  # types that are pages of the document and are offered
        self.unoffered: Collection[str] = ()  # types that the page in front cannot use
        self.set_catalogue(catalogue)

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme: categories have the marks that they have on the canvas."""
        self.colours, self._icon = colours, category_icons(colours)
        self.theme = LIGHT if colours == LIGHT_COLOURS else DARK

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Show the types of this catalogue."""
        self.catalogue = catalogue
        self._categories = grouped(catalogue)
        self.search(self.query)

    def search(self, query: str) -> None:
        """Show the types that fit the query; without one, all types by category."""
        self.beginResetModel()
        self.query = query.strip()
        if self.query:
            names = dict.fromkeys(self.catalogue.search(self.query, use(), self.symbols))
            names.update(dict.fromkeys(in_words(self.catalogue, self.query)))
            all_ = self.symbols or asks_symbols(self.query)
            self.root = PaletteGroup("", None, [name for name in names if self._offers(name, all_)])
        else:
            self.root, self.marked = self._tree()
        self._groups, todo = [], [self.root]
        while todo:
            self._groups.append(todo.pop())
            todo += self._groups[-1].groups
        self._number = {group: number for number, group in enumerate(self._groups)}
        self.endResetModel()

    def is_outdated(self) -> bool:
        """Return whether the tree of all types by category is another one than is shown."""
        return not self.query and not self.root.shows_same(self._tree()[0])

    def _offers(self, name: str, symbols: bool) -> bool:
        if page_of_type(name):
            return name in self.pages
        return name not in self.unoffered and (symbols or not is_symbol(name))

    def _tree(self) -> tuple[PaletteGroup, int]:
        """Return the tree of all types by category, and the number of its groups of favourites and recent types."""
        root, groups = PaletteGroup(""), dict[str, PaletteGroup]()
        for title, names in ((tr("Favourites"), favourites()), (tr("Recently added"), recent())):
            names = [name for name in names if name in self.catalogue and self._offers(name, self.symbols)]
            if names:
                PaletteGroup(title, root, names)
        marked = len(root.groups)
        libraries: dict[str, list[str]] = {}
        for name, (title, _) in self.catalogue.libraries.items():
            libraries.setdefault(f"Libraries/{title}", []).append(name)
        for above_title, names in [*[(CATEGORY, self.pages)] * bool(self.pages), *libraries.items(), *self._categories]:
            if not self.symbols and is_symbol(names[0]):
                continue
            above, _, title = above_title.rpartition("/")
            parent = root
            if above:  # the categories of enuSpace are a separate branch
                parent = groups.get(above) or groups.setdefault(above, PaletteGroup(above, root))
            PaletteGroup(title, parent, [name for name in names if name not in self.unoffered])
        return root, marked

    def names(self) -> list[str]:
        """Return the offered types, in order, each once."""
        return (
            [name for group in self.root.groups[self.marked :] for name in group.all()]
            if not self.query
            else self.root.names
        )

    def group(self, index: Index) -> PaletteGroup | None:
        """Return the group of an index; None for a type."""
        if not index.isValid():
            return self.root
        holder = self._groups[index.internalId()]
        return holder.groups[index.row()] if index.row() < len(holder.groups) else None

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not (0 <= row < self.rowCount(parent) and 0 <= column < self.columnCount()):
            return QModelIndex()
        return self.createIndex(row, column, self._number[self.group(parent) or self.root])

    def parent(self, index: QModelIndex = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        holder = self._groups[index.internalId()] if index.isValid() else self.root
        return self.createIndex(holder.row, 0, self._number[holder.parent]) if holder.parent else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        group = self.group(parent)
        return len(group.groups) + len(group.names) if group else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 2  # columns: the name, and in a search its origin

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in _ROLES:  # a fast path: a view requests all roles for each painted row
            return None
        group = self.group(index)
        if group is not None:
            if index.column():
                return None
            if role == _ROLE.DisplayRole:
                return f"{describe.category_of(group.title)}  {len(group.all())}"
            return QColor(self.colours.dim) if role == _ROLE.ForegroundRole else None
        holder = self._groups[index.internalId()]
        name = holder.names[index.row() - len(holder.groups)]
        type_ = self.catalogue.get(name)
        if type_ is None:  # the page was removed, but the tree is not updated yet
            return None
        if role == NAME:
            return name
        dim = index.column() or type_.deprecated or not (type_.devices or type_.reference)
        if role == _ROLE.ForegroundRole:
            return QColor(self.colours.dim) if dim else None
        if index.column():
            return describe.origin(self.catalogue, name) if role == _ROLE.DisplayRole else None
        if role == _ROLE.DisplayRole:  # the origin is shown once: in the second column, by the group, or here
            said = self.query or name in self.catalogue.libraries and self.catalogue.libraries[name][0] == holder.title
            return (describe.title_of if said else describe.distinct)(self.catalogue, name)
        if role == _ROLE.DecorationRole:
            return self._icon(category_of(self.catalogue, name))
        if role == _ROLE.ToolTipRole:
            return describe.doc_tooltip(type_.deprecated or type_.doc.split("\n\n")[0] or name)
        if type_.deprecated:
            font = QFont()
            font.setStrikeOut(True)
            return font
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags if self.group(index) else flags | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [TYPE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        mime = QMimeData()
        name = next((i.data(NAME) for i in indexes if i.data(NAME)), "")
        mime.setData(TYPE_MIME, name.encode())
        return mime
