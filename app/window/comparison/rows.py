"""The list of what differs: conflicts first, then page by page, what computes before what only looks otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from blockloom.app.canvas.scene.theme import Theme
from blockloom.app.canvas.scene.words import tr, translated
from blockloom.app.plain import as_is
from blockloom.app.window.comparison.words import here_and_there, label, sign
from blockloom.blocks.diff.changes import Change
from blockloom.blocks.document.pages import Conflict

CHANGE, THERE, HERE, NUMBER = range(4)
Index = QModelIndex | QPersistentModelIndex
Numbers = Mapping[tuple[str, str], str]  # of a page and block: the largest difference
_TOP = QModelIndex()
_COLOURS = {"+": "added", "\N{MINUS SIGN}": "gone", "~": "changed"}


class Group(NamedTuple):
    """Rows below one title: the conflicts, those of the document, or those of a page, which is what `itself` is about
    where the page is in one document only."""

    title: str
    page: str
    rows: Sequence[Change | Conflict]
    itself: Change | None = None

    @property
    def changes(self) -> list[Change]:
        """All changes of the group."""
        mine = [row for row in self.rows if isinstance(row, Change)]
        return [self.itself, *mine] if self.itself is not None else mine


def groups(changes: Sequence[Change], conflicts: Sequence[Conflict], layout: bool) -> list[Group]:
    """What is listed: with `layout`, too, what only lies or looks otherwise."""
    by_page: dict[str, list[Change]] = {}
    itself: dict[str, Change] = {}
    for change in changes:
        if not change.item and not change.field and change.page:
            itself[change.page] = change
            by_page.setdefault(change.page, [])
        elif layout or not change.layout:
            by_page.setdefault(change.page, []).append(change)
    found = [Group(tr("Conflicts"), "", conflicts)] if conflicts else []
    for page, rows in by_page.items():
        whole = [change.item for change in rows if not change.field]
        place = {item: at for at, item in enumerate(dict.fromkeys([*whole, *(change.item for change in rows)]))}
        rows.sort(key=lambda change: (change.layout, place[change.item]))  # what comes or goes first, with its wires
        if rows or page in itself:
            found.append(Group(page or tr("Document"), page, rows, itself.get(page)))
    return found


class Rows(QAbstractItemModel):
    """Two levels: groups, and their rows. `titles` are those of the columns."""

    def __init__(self, theme: Theme, parent: QObject):
        super().__init__(parent)
        self.groups: list[Group] = []
        self.numbers: Numbers = {}
        self.titles = ("", "", "", "")
        self.theme = theme

    def show(self, found: list[Group], titles: tuple[str, str, str, str]) -> None:
        """Show these."""
        self.beginResetModel()
        self.groups, self.titles = found, titles
        self.endResetModel()

    def set_numbers(self, numbers: Numbers) -> None:
        """Show by how much the outputs of blocks differ."""
        self.numbers = numbers
        self._look_again()

    def set_theme(self, theme: Theme) -> None:
        """Take over the colours of a theme."""
        self.theme = theme
        self._look_again()

    def _look_again(self) -> None:
        for at in range(len(self.groups)):
            group = self.index(at, 0)
            if count := self.rowCount(group):
                self.dataChanged.emit(self.index(0, 0, group), self.index(count - 1, NUMBER, group))
        if self.groups:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.groups) - 1, NUMBER))

    def at(self, index: Index) -> Group | Change | Conflict | None:
        """What a row stands for."""
        if not index.isValid():
            return None
        number = index.internalId()
        return self.groups[index.row()] if number == 0 else self.groups[number - 1].rows[index.row()]

    def find(self, fits: Callable[[Any], bool]) -> QModelIndex:
        """The first row that fits; an invalid index for none."""
        for at, group in enumerate(self.groups):
            above = self.index(at, 0)
            if fits(group):
                return above
            for row, one in enumerate(group.rows):
                if fits(one):
                    return self.index(row, 0, above)
        return QModelIndex()

    # --- as Qt asks -----------------------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = _TOP) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = _TOP) -> Any:
        number = index.internalId() if index.isValid() else 0
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = _TOP) -> int:
        if not parent.isValid():
            return len(self.groups)
        return len(self.groups[parent.row()].rows) if parent.internalId() == 0 and parent.column() == 0 else 0

    def columnCount(self, parent: Index = _TOP) -> int:
        return len(self.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation == Qt.Orientation.Horizontal and role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            text = self.titles[section]
            return as_is(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None

    def data(self, index: Index, role: int = 0) -> object:
        what = self.at(index)
        if what is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            text = self._text(what, index.column())
            return as_is(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.FontRole and isinstance(what, Group) and index.column() == CHANGE:
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == CHANGE:
            return self._colour(what)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == NUMBER:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _colour(self, what: Group | Change | Conflict) -> QColor | None:
        if isinstance(what, Conflict) or isinstance(what, Group) and what.rows and isinstance(what.rows[0], Conflict):
            return QColor(self.theme.error)
        change = what.itself if isinstance(what, Group) else what
        name = _COLOURS.get(sign(change), "") if change is not None else ""
        return QColor(getattr(self.theme, name)) if name else None

    def _text(self, what: Group | Change | Conflict, column: int) -> str:
        if isinstance(what, Group):
            before = f"{sign(what.itself)} " if what.itself is not None else ""
            return f"{before}{what.title} ({len(what.rows):,})" if column == CHANGE else ""
        if column == CHANGE:
            return label(what)
        if column in (THERE, HERE):
            here, there = here_and_there(what)
            return translated(there if column == THERE else here)
        return self.numbers.get((what.page, what.item), "") if isinstance(what, Change) else ""
