"""The list of changes: conflicts first, then page by page, with a text for each change."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication

from blockloom.app.canvas.scene.theme import Theme
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.plain import as_is
from blockloom.blocks.diff.change_format import FIELDS, shorten
from blockloom.blocks.diff.change_format import format_value as in_line
from blockloom.blocks.diff.changes import ADDED, MOVED, REMOVED, CellChange
from blockloom.blocks.document.pages import Block, Conflict, Frame, Note, Wire
from blockloom.blocks.merge.conflict_resolution import wire_source_text

HERE_ONLY, THERE_ONLY, OTHERWISE, ELSEWHERE = "+", "\N{MINUS SIGN}", "~", "\N{RIGHTWARDS ARROW}"
LONGEST = 200  # most characters of a value
EMPTY = "\N{EM DASH}"  # for a missing value


def _field(name: str, other: str = "") -> str:
    """Return the title of a field, or `other` for a value."""
    return translated(FIELDS[name]) if name in FIELDS else other


def sign(change: CellChange) -> str:
    """Return the sign of a change, for the open document A: + if only A has the item, a minus if only B has it."""
    if change.name == "wires" and not (change.old and change.new):
        return HERE_ONLY if change.old else THERE_ONLY
    return {ADDED: THERE_ONLY, REMOVED: HERE_ONLY, MOVED: ELSEWHERE}.get(change.kind, OTHERWISE)


def label(what: CellChange | Conflict) -> str:
    """Return the title of a change or conflict: `~ OPT.learning_rate`."""
    if isinstance(what, Conflict):
        field = _field(what.what)
        base = tr("base {}").format(spelled(what.base)) if what.base not in (None, False) else ""
        return " · ".join(filter(None, (what.at or tr("Document"), field, base)))
    name, pin = what.name, what.pin
    item = what.old if what.old is not None else what.new
    if not name:
        return f"{sign(what)} {_named(what.item, item)}"
    field = _field(name, name if name not in ("value", "wires") else "")
    place = f"{what.item}.{pin}" if what.item and pin else what.item or pin
    if name == "wires" and not pin:
        field = tr("runs after")
    return f"{sign(what)} {' · '.join(filter(None, (place, field)))}"


def _named(name: str, item: Any) -> str:
    if isinstance(item, Block):
        return f"{name} ({item.type})"
    if isinstance(item, Frame):
        return tr("frame {}").format(item.title or name)
    if isinstance(item, Note):
        return tr("note {}").format(shorten(item.text, LONGEST) or name)
    return str(item)


def here_and_there(what: CellChange | Conflict) -> tuple[str, str]:
    """Return the texts of the values in the open document and in the other one; ours and theirs for a conflict."""
    if isinstance(what, Conflict):
        return tr("ours: {}").format(spelled(what.ours)), tr("theirs: {}").format(spelled(what.theirs))
    if not what.field:
        return _there(what.old), _there(what.new)
    ways: dict[str, Callable[[Any], str]] = {"wires": _wires, "weights": _hash}
    as_text = ways.get(what.name, spelled)
    return as_text(what.old), as_text(what.new)


def _there(item: Any) -> str:
    return tr("is there") if item is not None else ""


def _hash(sha256: str | None) -> str:
    return (sha256 or "")[:8]


def _wires(wires: tuple[Wire, ...] | None) -> str:
    return ", ".join(map(wire_source_text, wires or ()))


def spelled(value: Any) -> str:
    """Return a value as a line; "" if there is none."""
    return "" if value is None else translated(in_line(value, LONGEST))


CHANGE, THERE, HERE, NUMBER = range(4)
Index = QModelIndex | QPersistentModelIndex
Key = tuple[str, str, str]  # (page, item, field) of a change
NO_ARRAYS: Mapping[Key, CellChange] = MappingProxyType({})
# Texts with differences: by (page, id) for outputs of a block, by the key of a change for arrays.
Numbers = Mapping[tuple[str, ...], str]
_AROUND = 9  # pixels around the text of a row: buttons fit in it
_PIECE = 1000  # rows of a group that a view fetches in one request
_TOP = QModelIndex()
_COLOURS = {"+": "added", "\N{MINUS SIGN}": "removed", "~": "changed"}


class ChangeGroup(NamedTuple):
    """Rows below one title: the conflicts, or the changes of the document or of a page.

    `itself` is the change of a page that only one document has.
    """

    title: str
    page: str
    rows: Sequence[CellChange | Conflict]
    itself: CellChange | None = None

    @property
    def changes(self) -> list[CellChange]:
        """All changes of the group."""
        mine = [row for row in self.rows if isinstance(row, CellChange)]
        return [self.itself, *mine] if self.itself is not None else mine


class ListedChanges(NamedTuple):
    """The changes of a page, in the order of the list: `rows`, and `looks`, those of position and appearance."""

    page: str
    itself: CellChange | None
    rows: list[CellChange]
    layout: list[CellChange]


def listed(changes: Iterable[CellChange], arrays: Mapping[Key, CellChange] = NO_ARRAYS) -> list[ListedChanges]:
    """Return the changes page by page, those that add or remove items first, with the wires into them. For any thread.

    Args:
        changes: the changes of a diff.
        arrays: the changes of pins by which changes of weights are listed.
    """
    by_page: dict[str, list[CellChange]] = {}
    itself: dict[str, CellChange] = {}
    for change in changes:
        if change.name == "conflicts":  # conflicts have a separate list
            continue
        if change.name == "weights":
            change = arrays.get(change.key, change)
        rows = by_page.setdefault(change.page, [])
        if change.page and not change.item and not change.field:
            itself[change.page] = change
        else:
            rows.append(change)
    found = []
    for page, rows in by_page.items():
        whole = [change.item for change in rows if not change.field]
        place = {item: at for at, item in enumerate(dict.fromkeys([*whole, *(change.item for change in rows)]))}
        rows.sort(key=lambda change: place[change.item])
        looks = [change for change in rows if change.layout]
        rest = [change for change in rows if not change.layout] if looks else rows
        found.append(ListedChanges(page, itself.get(page), rest, looks))
    return found


def groups(
    found: Iterable[ListedChanges], conflicts: Sequence[Conflict], layout: bool, kept: Container[Key]
) -> list[ChangeGroup]:
    """Return the groups of the list, without the `kept` cells; `layout` includes changes of position and appearance."""
    made = [ChangeGroup(tr("Conflicts"), "", conflicts)] if conflicts else []
    for page, itself, rows, looks in found:
        shown = [*rows, *looks] if layout else rows
        if kept:
            shown = [change for change in shown if change[:3] not in kept]
            itself = itself if itself is not None and itself[:3] not in kept else None
        if shown or itself is not None:
            made.append(ChangeGroup(page or tr("Document"), page, shown, itself))
    return made


class ChangeModel(QAbstractItemModel):
    """A model of two levels: groups, and their rows, which are fetched when the view scrolls to the end.

    `titles` are the titles of the columns.
    """

    def __init__(self, theme: Theme, parent: QObject):
        super().__init__(parent)
        self.groups: list[ChangeGroup] = []
        self._given: list[int] = []  # number of rows of each group that the view has fetched
        self.numbers: Numbers = {}
        self.titles = ("", "", "", "")
        self.theme = theme

    def show(self, found: list[ChangeGroup], titles: tuple[str, str, str, str]) -> None:
        """Show these changes."""
        self.beginResetModel()
        self.groups, self.titles = found, titles
        self._given = [min(len(group.rows), _PIECE) for group in found]
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
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, NUMBER, NUMBER)

    def entry(self, index: Index) -> ChangeGroup | CellChange | Conflict | None:
        """Return the group, change or conflict of a row."""
        if not index.isValid():
            return None
        number = index.internalId()
        return self.groups[index.row()] if not number else self.groups[number - 1].rows[index.row()]

    def find(self, fits: Callable[[Any], bool]) -> QModelIndex:
        """Return the first row that fits; an invalid index if none does."""
        for at, group in enumerate(self.groups):
            if fits(group):
                return self.index(at, 0)
            for row, one in enumerate(group.rows):
                if fits(one):
                    return self.row(at, row)
        return QModelIndex()

    def values_text(self, index: Index) -> str:
        """Return the values of a change in both documents, each on a line; "" for a row without."""
        what = self.entry(index)
        if not isinstance(what, CellChange) or not what.field:
            return ""
        cells = ((self.titles[column], self._text(what, column)) for column in (THERE, HERE))
        return "\n".join(f"{title}: {text or EMPTY}" for title, text in cells)

    def row(self, at: int, row: int) -> QModelIndex:
        """Return a row of a group, which is fetched if necessary; an invalid index if the group has fewer rows."""
        above = self.index(at, 0)
        while self._given[at] <= row < len(self.groups[at].rows):
            self.fetchMore(above)
        return self.index(row, 0, above)

    def index(self, row: int, column: int, parent: Index = _TOP) -> QModelIndex:
        top = not parent.isValid()
        if 0 <= row < (len(self.groups) if top else self._given[parent.row()]) and 0 <= column < len(self.titles):
            return self.createIndex(row, column, 0 if top else parent.row() + 1)
        return QModelIndex()

    def parent(self, index: Index = _TOP) -> Any:
        number = index.internalId() if index.isValid() else 0
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = _TOP) -> int:
        if not parent.isValid():
            return len(self.groups)
        return self._given[parent.row()] if parent.internalId() == 0 and parent.column() == 0 else 0

    def canFetchMore(self, parent: Index) -> bool:
        at = parent.row()
        return parent.isValid() and parent.internalId() == 0 and self._given[at] < len(self.groups[at].rows)

    def fetchMore(self, parent: Index) -> None:
        at = parent.row()
        first, last = self._given[at], min(self._given[at] + _PIECE, len(self.groups[at].rows))
        self.beginInsertRows(self.index(at, 0), first, last - 1)
        self._given[at] = last
        self.endInsertRows()

    def columnCount(self, parent: Index = _TOP) -> int:
        return len(self.titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if orientation == Qt.Orientation.Horizontal and role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            # Without numbers, the column contains only buttons.
            text = self.titles[section] if section != NUMBER or self.numbers else ""
            return as_is(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None

    def data(self, index: Index, role: int = 0) -> object:
        what = self.entry(index)
        if what is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            text = self._text(what, index.column())
            if role == Qt.ItemDataRole.ToolTipRole and index.column() == CHANGE:  # values may have no columns
                text = "\n".join(filter(None, (text, self.values_text(index))))
            return as_is(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, QFontMetrics(QGuiApplication.font()).height() + _AROUND)
        if role == Qt.ItemDataRole.FontRole and isinstance(what, ChangeGroup) and index.column() == CHANGE:
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == CHANGE:
            return self._colour(what)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == NUMBER:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _colour(self, what: ChangeGroup | CellChange | Conflict) -> QColor | None:
        if (
            isinstance(what, Conflict)
            or isinstance(what, ChangeGroup)
            and what.rows
            and isinstance(what.rows[0], Conflict)
        ):
            return QColor(self.theme.error)
        change = what.itself if isinstance(what, ChangeGroup) else what
        name = _COLOURS.get(sign(change), "") if change is not None else ""
        return QColor(getattr(self.theme, name)) if name else None

    def _text(self, what: ChangeGroup | CellChange | Conflict, column: int) -> str:
        if isinstance(what, ChangeGroup):
            before = f"{sign(what.itself)} " if what.itself is not None else ""
            return f"{before}{what.title} ({len(what.rows):,})" if column == CHANGE else ""
        if column == CHANGE:
            return label(what)
        if column in (THERE, HERE):
            here, there = here_and_there(what)
            return translated(there if column == THERE else here)
        if not isinstance(what, CellChange):
            return ""
        return self.numbers.get(what.key) or self.numbers.get((what.page, what.item), "")
