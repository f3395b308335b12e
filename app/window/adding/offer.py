"""What the quick-add box offers: block types, snippets, examples and commands, as a list of rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from blockloom.app.window.adding import describe
from blockloom.app.window.adding.favourites import favourites
from blockloom.app.window.adding.palettemodel import category_of
from blockloom.app.window.adding.snippets import EXAMPLE
from blockloom.app.window.widgets.icons import category_icons
from blockloom.app.window.widgets.style import DARK_COLOURS, Colours
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.type_search import odd
from blockloom.blocks.infer.inference import PageInference

NAME = Qt.ItemDataRole.UserRole


class Offer(NamedTuple):
    """What the quick-add box offers. `pins`: only these types, with the pins that a wire takes or what is lost; `told`
    gives the text beside a type. The types `best` come first, then those of the category `near`. `pieces` are titles of
    snippets and examples; `symbols`: enuSpace's too; `pages` are the types of pages. `blocks` are those of the page,
    which a typed line may name; `commands` have their names and what they do. `others`: what is typed finds types that
    do not fit as well, which are not wired.
    """

    pins: Mapping[str, str] | None = None
    told: Callable[[str], str | None] = str
    best: Collection[str] = ()
    near: str = ""
    pieces: Mapping[str, str] = {}
    symbols: bool = False
    pages: Collection[str] = ()
    blocks: Collection[str] = ()
    commands: Mapping[str, tuple[str, str]] = {}
    others: bool = False


class OfferModel(QAbstractTableModel):
    """The types on offer: title, and what else there is to say: the pin that the wire takes, or the category."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.catalogue, self.offer = Catalogue([], PageInference), Offer()
        self.set_colours(DARK_COLOURS)
        self.names: list[str] = []
        self.starred: set[str] = set()
        self.groups: dict[str, str] = {}

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme."""
        self.colours, self._icon = colours, category_icons(colours)

    def set_names(self, names: list[str], groups: dict[str, str]) -> None:
        """Offer these, in this order; `groups` names what some are offered as: favourite, recent."""
        self.beginResetModel()
        self.names, self.groups, self.starred = names, groups, set(favourites())
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.names)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 2

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        name = self.names[index.row()]
        entry = self.catalogue.entries.get(name)
        if role == NAME:
            return name
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column():
                return self._beside(name, entry)
            if name in self.offer.commands:
                return self.offer.commands[name][0]
            title = describe.distinct(self.catalogue, name) if entry else self.offer.pieces[name]
            return ("★ " if name in self.starred else "") + title
        if role == Qt.ItemDataRole.DecorationRole and entry and not index.column():
            return self._icon(category_of(self.catalogue, name))
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(self.colours.dim) if index.column() or entry and odd(name, entry) else None
        return None

    def _beside(self, name: str, entry: dict | None) -> str:
        if name in self.offer.commands:
            return self.tr("command")
        if entry is None:
            return self.tr("example") if name.startswith(EXAMPLE) else self.tr("snippet")
        pins = self.offer.pins
        if pins is not None and name not in pins:
            return self.tr("not wired")
        return (
            pins is not None
            and self.offer.told(name)
            or self.groups.get(name)
            or describe.category_of(entry["category"].split("/")[0])
        )
