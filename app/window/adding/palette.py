"""The palette: block types by category, a search field, and a description of the highlighted type."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QDrag, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QMenu,
    QSplitter,
    QTextBrowser,
    QTreeView,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.paint.painted_shapes import paint_tile
from blockloom.app.canvas.scene.lineedit import SearchField
from blockloom.app.plain import Label
from blockloom.app.window.adding import describe, palettemodel
from blockloom.app.window.adding.palettemodel import NAME, PaletteModel, category_of
from blockloom.app.window.widgets.style import Colours, roomy
from blockloom.blocks.catalogue.block_types import uses_symbols
from blockloom.blocks.catalogue.catalogue import Catalogue


class TypeTree(QTreeView):
    """The tree of types. A dragged type looks like the title of its block."""

    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        index, model = self.currentIndex().siblingAtColumn(0), self.model()
        if index.data(NAME):
            drag = QDrag(self)
            drag.setMimeData(model.mimeData([index]))
            drag.setPixmap(self.head(index))
            drag.setHotSpot(QPoint(20, 14))
            drag.exec(supportedActions, Qt.DropAction.CopyAction)

    def head(self, index: QModelIndex) -> QPixmap:
        """Return the picture of a type: its icon and name on the tint of its category."""
        model, ratio = cast(PaletteModel, self.model()), self.devicePixelRatioF()
        theme, text = model.theme, index.data()
        width = 40 + self.fontMetrics().horizontalAdvance(text) + 10
        picture = QPixmap(round(width * ratio), round(28 * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter, kind = QPainter(picture), category_of(model.catalogue, index.data(NAME))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.edge), 1.3))
        painter.setBrush(QColor(theme.head(kind)))
        painter.drawRoundedRect(QRectF(1, 1, width - 2, 26), 6, 6)
        paint_tile(painter, theme, kind, QRectF(8, 5, 18, 18))
        painter.setPen(QColor(theme.title))
        painter.setFont(self.font())
        painter.drawText(QRectF(34, 0, width - 34, 28), Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()
        return picture


class Palette(QWidget):
    """The content of the palette dock.

    `chosen` emits a type to add to the page (Enter or double click); a drag carries the name of the type.
    """

    chosen = Signal(str)

    def __init__(self, catalogue: Catalogue, colours: Colours, parent: QWidget | None = None):
        super().__init__(parent)
        self.search = SearchField(self.tr("Search block types"))
        self.search.setToolTip(
            self.tr(
                "Name, part of a name (TakeGrad) or a word of the documentation. "
                "Enter adds the first one, the arrow keys choose."
            )
        )
        self.model = PaletteModel(catalogue, self)
        self.model.set_colours(colours)
        self.symbols = QCheckBox(self.tr("enuSpace's symbols"))
        self.symbols.setToolTip(
            self.tr("Also show the symbols of enuSpace. A search that begins with enu finds them in any case.")
        )
        self.view = qt.with_name(
            TypeTree(headerHidden=True, uniformRowHeights=True, rootIsDecorated=True, dragEnabled=True),
            self.tr("Block types"),
        )
        self.view.setObjectName("palette")
        self.view.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.view.setModel(self.model)
        self.view.setIndentation(14)
        qt.stretch(self.view.header(), 0, QHeaderView.ResizeMode.Interactive)
        self.view.setColumnWidth(1, roomy(self, 11, 1).width())
        self.none = Label(objectName="dim", wordWrap=True)
        self.none.hide()
        self.help = qt.with_name(
            QTextBrowser(openLinks=False, frameShape=QTextBrowser.Shape.NoFrame),
            self.tr("Description of the block type"),
        )
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.view)
        split.addWidget(self.help)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        qt.column(self.search, self.none, (split, 1), self.symbols, of=self, margins=4, space=4)
        self.setFocusProxy(self.search)
        self.described, self._type = "", None  # name of the described type, and its entry when it was described
        self.search.typed.connect(self._search)
        self.search.installEventFilter(self)
        self.view.installEventFilter(self)
        self.symbols.setChecked(palettemodel.shows_symbols())
        self.model.symbols = self.symbols.isChecked()
        self.symbols.clicked.connect(lambda on: (palettemodel.show_symbols(on), self._search(self.search.whole())))
        self.view.doubleClicked.connect(self._choose)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        palettemodel.notifier.changed.connect(self._remarked)
        self.view.selectionModel().currentChanged.connect(self._describe)
        self.help.anchorClicked.connect(self._follow)
        if self.model.symbols:
            self.model.search("")
        self._show_found()

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Offer the types of a catalogue. Until it has TensorFlow's, a label reports that they are being read."""
        self.model.set_catalogue(catalogue)
        self._search(self.search.whole())

    def set_document(self, catalogue: Catalogue) -> None:
        """Show the types of another document, with enuSpace's symbols if it uses them, or if the user wants them."""
        self.model.catalogue = catalogue
        self.described, self._type = "", None  # the described type may be a page of the other document
        self._describe(self.view.currentIndex())
        wanted = uses_symbols(catalogue.document) or palettemodel.shows_symbols()
        if wanted != self.symbols.isChecked():
            self.symbols.setChecked(wanted)
            self._search(self.search.whole())
        # The described type was in the closed document.
        if self.described and catalogue.get(self.described) != self._type:
            self.described, self._type = "", None
            self._describe(QModelIndex())

    def set_pages(self, names: list[str], unoffered: Collection[str]) -> None:
        """Offer these pages of the document, and leave out some types."""
        if (names, unoffered) != (self.model.pages, self.model.unoffered):
            self.model.pages, self.model.unoffered = names, unoffered
            self.set_libraries()

    def set_libraries(self) -> None:
        """Offer the libraries that the catalogue has now."""
        if self.model.query:
            self._search(self.search.whole())
        else:
            self._remarked()

    def say_missing(self) -> None:
        """Show that the worker died, so that TensorFlow's ops are missing."""
        if not self.model.catalogue.version:
            self.none.setText(self.tr("TensorFlow's ops could not be read: see the messages. Run tries again."))

    def set_colours(self, colours: Colours) -> None:
        """Take over the colours of a theme."""
        self.model.set_colours(colours)
        name, self.described = self.described, ""
        self.describe(name)
        self._describe(self.view.currentIndex())  # describes the current type, or shows the hint

    def names(self) -> list[str]:
        """Return the offered names, in order."""
        return self.model.names()

    def _remarked(self) -> None:
        """Show other favourites or recent types, with the same open categories and current type."""
        model, view = self.model, self.view
        if not model.is_outdated():
            view.viewport().update()  # the tree is the same, but the types of another document may be known only now
            return

        def branches(parent: QModelIndex) -> list[QModelIndex]:
            holder = model.group(parent)
            indices = [model.index(row, 0, parent) for row in range(len(holder.groups))] if holder is not None else []
            return indices + [inner for index in indices for inner in branches(index)]

        shut = {
            group.title
            for index in branches(QModelIndex())
            if not view.isExpanded(index) and (group := model.group(index)) is not None
        }
        top, current = view.verticalScrollBar().value(), view.currentIndex().data(NAME)
        above = model.group(view.currentIndex().parent()) if current else None
        title = above.title if above is not None else ""
        model.search("")
        for index in branches(QModelIndex()):
            group = model.group(index)
            if group is None:
                continue
            view.setExpanded(index, group.title not in shut)
            if current and group.title == title and current in group.names:
                view.setCurrentIndex(model.index(len(group.groups) + group.names.index(current), 0, index))
        view.verticalScrollBar().setValue(top)

    def _menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        name = index.siblingAtColumn(0).data(NAME)
        if not name:
            return
        menu = QMenu(self)
        menu.addAction(self.tr("Add to the page"), lambda: self.chosen.emit(name))
        menu.addAction(
            self.tr("Remove from favourites") if name in palettemodel.favourites() else self.tr("Add to favourites"),
            lambda: palettemodel.mark(name),
        )
        qt.popup(menu, self.view.viewport().mapToGlobal(at))

    def _search(self, query: str) -> None:
        self.model.symbols = self.symbols.isChecked()
        self.model.search(query)
        self._show_found()

    def _show_found(self) -> None:
        query = self.model.query
        self.view.setRootIsDecorated(not query.strip())
        self.view.setColumnHidden(1, not query.strip())
        if query.strip():
            self.view.setCurrentIndex(self.model.index(0, 0))
        else:
            for row in range(self.model.marked + 1 + bool(self.model.pages)):
                self.view.expand(self.model.index(row, 0))
        if not self.model.catalogue.version:
            self.none.setText(self.tr("Reading TensorFlow's ops…"))
        else:
            self.none.setText(self.tr("No block type is named or described like that."))
        self.none.setVisible(not self.model.catalogue.version or not self.names())
        self._describe(self.view.currentIndex())

    def describe(self, name: str, back: str = "") -> None:
        """Show what a type is, with a link `back` to the one from which it was reached."""
        type_ = self.model.catalogue.get(name)
        if type_ is not None and (name, type_) != (self.described, self._type):
            self.described, self._type = name, type_
            self.help.setHtml(describe.type_html(self.model.catalogue, name, self.model.colours, back))

    def _follow(self, url: QUrl) -> None:
        name = describe.link(url)
        if name:
            self.describe(name, self.described)

    def _describe(self, index: QModelIndex, _old: QModelIndex | None = None) -> None:
        name = index.data(NAME) if index.isValid() else None
        if name:
            self.describe(name)
        elif not self.described:
            self.help.setHtml(
                f"<p style='color:{self.model.colours.dim}'>"
                + self.tr("Drag a block type to the page, or choose one and press Enter.")
                + "</p>"
            )

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
