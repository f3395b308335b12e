"""The quick-add box: the search for a block type at the pointer, and its offer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import QColor, QImage, QKeyEvent, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHeaderView,
    QMenu,
    QTextBrowser,
    QTreeView,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.edit.block_placement import Entered
from blockloom.app.canvas.scene.lineedit import LineEdit
from blockloom.app.plain import Label, as_is
from blockloom.app.window.adding import describe
from blockloom.app.window.adding.palettemodel import (
    category_of,
    favourites,
    grouped,
    in_words,
    mark,
    recent,
    remember,
    show_symbols,
    shows_symbols,
    use,
)
from blockloom.app.window.adding.snippets import EXAMPLE, PREFIX, is_piece
from blockloom.app.window.widgets.icons import category_icons
from blockloom.app.window.widgets.style import DARK_COLOURS, Colours, roomy
from blockloom.blocks.catalogue import type_search
from blockloom.blocks.catalogue.block_types import is_symbol
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.catalogue.search import casefold_text
from blockloom.blocks.catalogue.type_search import COMMAND, asks_symbols, odd, piece
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.operations import TypedLine, parse_line
from blockloom.blocks.text.phrases import Json

NAME = Qt.ItemDataRole.UserRole


class Offer(NamedTuple):
    """The offer of the quick-add box.

    Attributes:
        pins: only these types, with the pins that a wire takes, or the wires that are lost.
        hint_of: returns the text next to a type.
        best: the types that come first; those of the category `near` follow.
        pieces: titles of snippets and examples.
        symbols: also offer the symbols of enuSpace.
        pages: the types of pages.
        blocks: the blocks of the page, which a typed line may name.
        commands: names and descriptions of commands.
        unfit: a typed query also finds types that do not fit, which are not wired.
        unoffered: types that the page cannot use.
    """

    pins: Mapping[str, str] | None = None
    hint_of: Callable[[str], str | None] = str
    best: Collection[str] = ()
    near: str = ""
    pieces: Mapping[str, str] = {}
    symbols: bool = False
    pages: Collection[str] = ()
    blocks: Collection[str] = ()
    commands: Mapping[str, tuple[str, str]] = {}
    unfit: bool = False
    unoffered: Collection[str] = ()


class OfferModel(QAbstractTableModel):
    """The offered types: title, and the pin that the wire takes, or the origin."""

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
        """Offer these types in this order; `groups` has labels for some: favourite, recent."""
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
            return ("★ " if name in self.starred else "") + self._title(name)
        if role == Qt.ItemDataRole.DecorationRole and entry and not index.column():
            return self._icon(category_of(self.catalogue, name))
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(self.colours.dim) if index.column() or entry and odd(name, entry) else None
        return None

    def _title(self, name: str) -> str:
        if name not in self.catalogue.entries:
            return self.offer.pieces[name]
        origin = describe.origin(self.catalogue, name)
        title = describe.title_of if self._beside(name, self.catalogue.entries[name]) == origin else describe.distinct
        return title(self.catalogue, name)

    def _beside(self, name: str, entry: Json | None) -> str:
        if name in self.offer.commands:
            return self.tr("command")
        if entry is None:
            return self.tr("example") if name.startswith(EXAMPLE) else self.tr("snippet")
        pins = self.offer.pins
        if pins is not None and name not in pins:
            return self.tr("not wired")
        return (
            pins is not None
            and self.offer.hint_of(name)
            or self.groups.get(name)
            or describe.origin(self.catalogue, name)
        )


SIZE = 96, 22  # most characters and lines of the box
_MOVES = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


class QuickAdd(QFrame):
    """The quick-add box: a field, the types that fit, and a description.

    `chosen` emits the type, and the box closes. `entered` returns the pins that get typed values, `picture` the
    picture of a snippet.
    """

    chosen = Signal(str)
    next_wanted = Signal()  # emitted after a choice with Shift: another block is wanted, wired from the new one
    dismissed = Signal()  # emitted when a key closes the box without a choice: the focus returns

    def __init__(
        self, parent: QWidget, entered: Callable[[str, TypedLine], Entered], picture: Callable[[str], QImage | None]
    ):
        super().__init__(parent, objectName="box")
        self._over = parent
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Add a block"))
        self.head = Label(objectName="heading")
        self.edit = qt.with_name(
            LineEdit(placeholderText=self.tr("Name or what it does, and values: Const 3.0"), clearButtonEnabled=True),
            self.tr("Search block types"),
        )
        self.model = OfferModel(self)
        self._order: tuple[Catalogue, list[str]] | None = None
        self._picture, self._tried = picture, entered
        # The parsed line, and the same line parsed after an exact name of a type.
        self._typed = self._named = TypedLine("")
        self._exact: list[str] = []  # types with this exact name
        # Line with values that was typed before the box closed: the box shows it again when it opens.
        self.unfinished = ""
        self.view = qt.with_name(
            QTreeView(headerHidden=True, uniformRowHeights=True, rootIsDecorated=False, objectName="found"),
            self.tr("Block types that fit"),
        )
        self.view.setModel(self.model)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        qt.stretch(self.view.header(), 0, QHeaderView.ResizeMode.Fixed)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.help = qt.with_name(
            QTextBrowser(openLinks=False, frameShape=QTextBrowser.Shape.NoFrame),
            self.tr("Description of the block type"),
        )
        self.help.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.foot = Label(objectName="dim")
        self.symbols = QCheckBox(self.tr("enuSpace's symbols (Ctrl+E)"), focusPolicy=Qt.FocusPolicy.NoFocus)
        self.symbols.setToolTip(
            self.tr("Also offer the symbols of enuSpace. A search that begins with enu finds them in any case.")
        )
        self.symbols.clicked.connect(lambda on: (show_symbols(on), self._fill()))
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 6, 6, 6)
        grid.setSpacing(4)
        grid.addWidget(self.head, 0, 0)
        grid.addWidget(self.symbols, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.edit, 1, 0)
        grid.addWidget(self.view, 2, 0)
        grid.addWidget(self.help, 1, 1, 2, 1)
        grid.addWidget(self.foot, 3, 0, 1, 2)
        grid.setColumnStretch(0, 6)
        grid.setColumnStretch(1, 5)
        self._shown = ""
        self._use: dict[str, float] = {}
        self._searches: dict[tuple[str, bool], list[str]] = {}
        self.help.anchorClicked.connect(self._follow)
        self.edit.typed.connect(self._fill)
        self.edit.installEventFilter(self)
        self.view.clicked.connect(lambda index: self._choose(index.data(NAME)))
        self.view.selectionModel().currentChanged.connect(lambda index, _: self._describe(index.data(NAME)))
        self.view.customContextMenuRequested.connect(self._menu)
        self.hide()

    def open(self, catalogue: Catalogue, colours: Colours, at: QPoint, offer: Offer, title: str = "") -> None:
        """Show the box at a point of its parent."""
        self.model.set_names([], {})  # forgets the previous offer
        self.model.catalogue, self.model.offer = catalogue, offer
        self.model.set_colours(colours)
        self.symbols.setChecked(offer.symbols or shows_symbols())
        self._use, self._searches, self._shown = use(), {}, ""
        self.head.setText(title)
        self.head.setVisible(bool(title))
        area = self._over.rect().adjusted(4, 4, -4, -4)
        size = roomy(self, *SIZE).boundedTo(area.size())
        width, height = size.width(), size.height()
        self.view.setColumnWidth(1, width // 5)
        self.setGeometry(
            max(area.left(), min(at.x(), area.right() - width)),
            max(area.top(), min(at.y(), area.bottom() - height)),
            width,
            height,
        )
        self.edit.setText(self.unfinished)
        self.edit.selectAll()
        self._fill()
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)
        qt.application().focusChanged.connect(self._focus, Qt.ConnectionType.UniqueConnection)

    def close_box(self) -> None:
        """Close without a choice."""
        self.hide()
        self.dismissed.emit()

    def _focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.isVisible() and new is not None and not self.isAncestorOf(new):
            self.hide()

    def _fill(self) -> None:
        catalogue, offer, text = self.model.catalogue, self.model.offer, self.edit.whole()
        self._typed = parse_line(text, offer.blocks)
        self.unfinished = text if self._typed.id or self._typed.typed else ""
        query = self._typed.words
        entries, typed, asked = catalogue.entries, bool(query.strip()), asks_symbols(query)
        groups: dict[str, str] = {}
        self._exact = []
        if typed:
            names = self._by_name(text)
        else:
            for name in favourites():
                groups[name] = self.tr("favourite")
            for name in recent():
                groups.setdefault(name, self.tr("recent"))
            snippets = [n for n in offer.pieces if n.startswith(PREFIX)]
            names = [*(n for n in groups if n in catalogue), *snippets, *offer.pages, *self._in_order(), *offer.pieces]
        if not self.symbols.isChecked() and not asked:
            names = [n for n in names if not is_symbol(n)]
        names = [n for n in names if n not in offer.unoffered and (n in offer.pages or not page_of_type(n))]
        pins = offer.pins
        if pins is not None:  # types that would lose wires as a replacement come last
            near = offer.near if not typed else ""
            names = sorted(
                (n for n in names if n in pins or typed and offer.unfit and not is_piece(n)),
                key=lambda n: (
                    n not in self._exact,
                    n not in pins,
                    n not in offer.best,
                    bool(pins.get(n)),
                    bool(near) and entries[n]["category"] != near,
                ),
            )
        self.model.set_names([*dict.fromkeys(names)], groups)
        if self.model.names:
            self.view.setCurrentIndex(self.model.index(0, 0))  # this also describes the first type
        else:
            self._say(None)
            self._show_plain(self.foot.text())

    def _search(self, query: str) -> list[str]:
        """Return the results of a query, cached while the box is open: most keys change only values behind it."""
        key, offer, catalogue = (query, self.symbols.isChecked()), self.model.offer, self.model.catalogue
        if key not in self._searches:
            pieces = [piece(name, title) for name, title in offer.pieces.items()]
            pieces += [piece(name, title) for name, (title, _) in offer.commands.items()]
            found = catalogue.search(query, self._use, key[1], pieces)
            self._searches[key] = [*found, *in_words(catalogue, query)]
        return self._searches[key]

    def _by_name(self, text: str) -> list[str]:
        """Return the types that were found, those first that the first word names exactly.

        The words after such a name are values of the block, unless they are words of a search.
        """
        first, entries = self._typed.words.split()[0], self.model.catalogue.entries
        names, words = self._search(self._typed.words), parse_line(text).words
        if words != self._typed.words:  # the last word may be the name of a block, or a word of the search
            names = [*names, *self._search(words)]
        self._named = parse_line(text, self.model.offer.blocks, named=True)

        def is_named(name: str) -> bool:
            return first.casefold() in (name.casefold(), (entries[name].get("title") or "").casefold())

        # The search puts a rare type of this name behind a common one that more likely is meant.
        exact = list(takewhile(is_named, (name for name in dict.fromkeys(self._search(first)) if name in entries)))
        if self._typed.id or self._typed.typed:  # snippets accept no id and values, so they come last
            names = sorted(names, key=is_piece)
        if names and self._means(names[0], self._typed.words.split()):
            return [*names, *exact]
        self._exact = sorted(exact, key=lambda name: (is_symbol(name), bool(self._entered(name, self._named).refusal)))
        return [*self._exact, *names]

    def _means(self, name: str, words: list[str]) -> bool:
        """Return whether several words together are a name or a synonym of a result."""
        offer = self.model.offer
        title = offer.commands[name][0] if name in offer.commands else offer.pieces.get(name, name)
        called = {**type_search.types(), **type_search.commands()}.get(name.removeprefix(COMMAND), {})
        return len(words) > 1 and (
            all(word in casefold_text(title) for word in map(casefold_text, words))
            or any(one.startswith(casefold_text(" ".join(words))) for one in called)
        )

    def line(self, name: str) -> TypedLine:
        """Return the typed line, parsed for one of the offered types."""
        return self._named if name in self._exact else self._typed

    def _in_order(self) -> list[str]:
        """Return all types by category, the most wanted types first."""
        catalogue = self.model.catalogue.base
        if self._order is None or self._order[0] is not catalogue:
            names = [name for _, some in grouped(catalogue) for name in some]
            wanted = type_search.types()
            names.sort(key=lambda n: (odd(n, catalogue.entries[n]), is_symbol(n), n not in wanted))
            self._order = catalogue, names
        return self._order[1]

    def _describe(self, name: str | None) -> None:
        if name is not None and name in self.model.offer.commands:
            self._show_plain(self.model.offer.commands[name][1])
        elif name and is_piece(name):
            image = self._picture(name)
            if image is not None:
                self.help.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl("picture"), image)
            self.help.setHtml("<img src='picture'>" if image is not None else self.tr("The snippet cannot be read."))
            self._shown = ""
        elif name and name != self._shown:
            self._show_text(name)
        self._say(name)

    def _show_plain(self, text: str) -> None:
        self.help.setPlainText(text)
        self._shown = ""

    def _show_text(self, name: str, back: str = "") -> None:
        self.help.setHtml(describe.type_html(self.model.catalogue, name, self.model.colours, back))
        self._shown = name

    def _follow(self, url: QUrl) -> None:
        name = describe.link(url)
        if name in self.model.catalogue:
            self._show_text(name, self._shown)

    def _say(self, name: str | None) -> str:
        """Show in the last line the effect of Enter, or why it has none; return the reason, or ""."""
        line = self.line(name) if name else self._typed
        reason, given = self._entered(name, line) if name else Entered(self._none())
        self.foot.setText(
            reason
            or (
                self.tr("Enter: add with {0}").format(", ".join(f"{pin} = {text}" for pin, text in given.items()))
                if given
                else self.tr(
                    "Enter: add · Shift+Enter: and the next one · ↑ ↓: choose · Ctrl+B: favourite · Esc: close"
                )
            )
        )
        self.foot.setStyleSheet(f"color: {self.model.colours.error}" if reason else "")
        self.foot.setToolTip(as_is(self.foot.text()))
        return reason

    def _none(self) -> str:
        return (
            self.tr("No block type is named or described like that.")
            if self.model.offer.pins is None or self.model.offer.unfit
            else self.tr("No block type that fits is named or described like that.")
        )

    def _entered(self, name: str, line: TypedLine) -> Entered:
        if not line.id and not line.typed:
            return Entered()
        if is_piece(name):
            return Entered(self.tr("Type only the name: snippets and commands have no name and values"))
        return self._tried(name, line)

    def _choose(self, name: str | None, another: bool = False) -> None:
        if name and not self._say(name):
            self.hide()
            self.unfinished = ""
            remember(name)
            self.chosen.emit(name)
            if another:
                self.next_wanted.emit()

    def _mark(self, name: str | None) -> None:
        if name and not is_piece(name):
            mark(name)
            self._use, self._searches = use(), {}
            self._fill()
            if name in self.model.names:
                self.view.setCurrentIndex(self.model.index(self.model.names.index(name), 0))

    def _menu(self, at: QPoint) -> None:
        name = self.view.indexAt(at).data(NAME)
        if name and not is_piece(name):
            menu = QMenu(self)
            menu.addAction(
                self.tr("Remove from favourites") if name in favourites() else self.tr("Add to favourites"),
                lambda: self._mark(name),
            )
            qt.popup(menu, self.view.viewport().mapToGlobal(at))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()  # the keys are this box's while it is open
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Escape, Qt.Key.Key_Backtab):
                self.close_box()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
                shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self._choose(self.view.currentIndex().data(NAME), shift)
                return True
            if key in _MOVES:
                QApplication.sendEvent(self.view, event)
                return True
            if key == Qt.Key.Key_E and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
                self.symbols.click()
                return True
            if key == Qt.Key.Key_B and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
                self._mark(self.view.currentIndex().data(NAME))
                return True
        return super().eventFilter(watched, event)
