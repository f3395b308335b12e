"""The start page: new, open, recent documents, lessons, and examples by task."""

from __future__ import annotations

import os

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QPushButton, QScrollArea, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.thumbnails import Thumbnails
from blockloom.app.window.user_settings import recent_files
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.app.window.widgets.icons import pixmap
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks import guide
from blockloom.blocks.files import examples

_PICTURE = QSize(196, 127)  # size of the picture of an example: three fit next to each other in a window of 1024 pixels
_SPACE = 12  # pixels between two cards
_THUMBNAIL = QSize(84, 56)  # size of the picture of a recent document
_SHEET = 24  # pixels of the icon of a document without thumbnail
_LETTERS = 54  # most characters of the left column, enough for whole file names
_PATH = Qt.ItemDataRole.UserRole


class Card(QPushButton):
    """A button with a title and a sentence; the card of an example has a `name` and a picture."""

    def __init__(self, title: str, sentence: str, name: str = ""):
        super().__init__(objectName="card")
        self.name = name
        self.equal = [self]  # cards that have the same size
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.setAutoDefault(True)  # makes Enter press the button
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._picture = qt.with_name(Label(), self.tr("Results"))
        self._picture.setFixedSize(_PICTURE)
        labels = [*([self._picture] if name else ()), Label(title, objectName="name"), Label(sentence)]
        for label in labels:
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.setWordWrap(label is not self._picture)
            label.setMaximumWidth(_PICTURE.width())
        self._rows = qt.column(*labels, None, of=self, margins=7)

    def show_theme(self, theme: str) -> None:
        """Show the picture for a theme, none if it is missing."""
        picture = QPixmap(str(examples.picture_of(self.name, theme)))
        if not picture.isNull():
            sharp = _PICTURE * self.devicePixelRatio()
            picture = picture.scaled(
                sharp, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            picture.setDevicePixelRatio(self.devicePixelRatio())
        self._picture.setPixmap(picture)

    def sizeHint(self) -> QSize:
        """Return the fixed width, and the height that the texts of all cards of this size need."""
        margins = self._rows.contentsMargins()
        width = _PICTURE.width() + margins.left() + margins.right()
        return QSize(width, max(card._rows.heightForWidth(width) for card in self.equal))


class StartPage(QWidget):
    """The start page of a window without a document.

    To be shown quickly, it adds pictures and most examples only in `draw`, after the first paint.
    """

    file_wanted = Signal(str, bool)  # path, whether to open a copy

    def __init__(self, theming: Theming):
        super().__init__()
        self.theming = theming
        self.cards: dict[str, Card] = {}
        self._examples: list[Card] = []  # cards of examples, which have the same size
        self._rest = list(examples.GROUPS.items())  # groups of examples that have no cards yet
        self._column = qt.column()
        title = Label(self.tr("Blockloom"), objectName="heading")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.9)
        title.setFont(font)
        summary = Label(self.tr("Build TensorFlow graphs out of blocks, run them, and see the results of every block."))
        self.new, self.open = QPushButton(self.tr("&New Document")), QPushButton(self.tr("&Open…"))
        self.help = QPushButton(self.tr("&Documentation"))
        for button in (self.new, self.open, self.help):
            button.setAutoDefault(True)  # makes Enter press the button
        note = Label(
            self.tr("Edits are autosaved to a crash journal within a second; the file itself changes when you save."),
            objectName="dim",
        )
        self.recent = qt.with_name(QListWidget(frameShape=QFrame.Shape.NoFrame, spacing=2), self.tr("Recent documents"))
        self.recent.setMinimumHeight(40)  # in a small window, the list shrinks instead of the texts
        self.recent.setIconSize(_THUMBNAIL)
        self.recent.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # long names are elided
        self.recent.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.recent.itemActivated.connect(self._open)
        self.recent.itemClicked.connect(self.recent.itemActivated)  # a single click opens a document, as for links
        self.recent.setCursor(Qt.CursorShape.PointingHandCursor)
        self._items: dict[str, QListWidgetItem] = {}  # path -> item of `recent`
        self.thumbnails = Thumbnails(self)
        self.thumbnails.picture_found.connect(self._show_picture)
        self.thumbnails.missing.connect(self._show_missing)
        self.guide = Card(
            translated(guide.FIRST_GRAPH.name), self.tr("Five steps on an empty page: place, wire, type, run, look")
        )
        self.on_data = Card(
            translated(guide.ON_DATA.name),
            self.tr("From a table, an array or pictures to a model that is trained and validated"),
        )
        self.find_wrong = Card(
            translated(guide.FIND_WRONG.name),
            self.tr("A page whose loss becomes NaN: find the origin and fix it"),
        )
        self.lessons = QPushButton(self.tr("More lessons"), objectName="link")
        self.lessons.setStyleSheet("padding-bottom: 0")  # aligns the baseline with that of the heading
        self.lessons.setAutoDefault(True)
        self.lessons.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusProxy(self.new)
        left = QWidget()
        qt.column(
            title,
            summary,
            self.new,
            self.open,
            self.help,
            self._heading(self.tr("Recent documents")),
            (self.recent, 1),
            note,
            of=left,
            margins=0,
            space=8,
        )
        left.setMaximumWidth(_LETTERS * self.fontMetrics().averageCharWidth())
        for label in (summary, note):
            label.setWordWrap(True)
            label.setMinimumHeight(4 * label.fontMetrics().lineSpacing())
            label.setMinimumWidth(150)
        qt.line((left, 2), (self._gallery(), 5), of=self, margins=(28, 24, 20, 16), space=20)

    def _open(self, item: QListWidgetItem) -> None:
        """Open the document of an item; the placeholder of an empty list has none."""
        if item.data(_PATH):
            self.file_wanted.emit(item.data(_PATH), False)

    def _gallery(self) -> QScrollArea:
        """Return the gallery with the lessons and the first examples."""
        inside = QWidget()
        area = qt.with_name(
            QScrollArea(frameShape=QFrame.Shape.NoFrame, widgetResizable=True), self.tr("Lessons and examples")
        )
        qt.column(self._column, None, of=inside, margins=(0, 0, 8, 0))
        lessons = [self.guide, self.on_data, self.find_wrong]
        self._add(self.tr("Lessons"), lessons, lessons, self.lessons)
        self._add_examples(1)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the cards get the focus instead
        area.setWidget(inside)
        area.setMinimumWidth(_PICTURE.width() + 60)
        return area

    def _add_examples(self, groups: int) -> None:
        """Add the next groups of examples."""
        for title, group in self._rest[:groups]:
            cards = []
            for name, sentence in group.items():
                card = self.cards[name] = Card(translated(examples.titled(name)), translated(sentence), name)
                card.setToolTip(as_is(self.tr("Open a copy of {}").format(f"{name}.loom")))
                path = str(examples.path_of(name))
                card.clicked.connect(lambda _=False, path=path: self.file_wanted.emit(path, True))
                cards.append(card)
            self._examples += cards
            self._add(translated(title), cards, self._examples)
        del self._rest[:groups]

    def _add(self, text: str, cards: list[Card], equal: list[Card], *more: QWidget) -> None:
        """Add cards under a heading, as large as `equal` ones, with further widgets next to the heading."""
        line = qt.line(self._heading(text), *more, None, space=14)
        for widget in more:
            line.setAlignment(widget, Qt.AlignmentFlag.AlignBottom)
        self._column.addLayout(line)
        flow = Flow(space=_SPACE, line_space=_SPACE)
        for card in cards:
            card.equal = equal
            flow.addWidget(card)
        self._column.addLayout(flow)

    @staticmethod
    def _heading(text: str) -> QLabel:
        return Label(text, objectName="section")

    def draw(self) -> None:
        """Add all examples, and pictures in the colours of the theme, once the window is visible."""
        self._add_examples(len(self._rest))
        for card in self.cards.values():
            card.show_theme(self.theming.theme)
        ratio = self.devicePixelRatio()
        self.thumbnails.look(self._items, self.theming.theme, _THUMBNAIL * ratio, ratio)

    def fill(self) -> None:
        """List the recent documents, without waiting for drives to check whether the files exist."""
        self.recent.clear()
        self._items.clear()
        blank = self._blank()
        for path in recent_files():
            item = self._items[path] = QListWidgetItem(
                blank, f"{os.path.basename(path)}\n{os.path.dirname(path)}", self.recent
            )
            item.setData(_PATH, path)
            item.setToolTip(as_is(path))
        if not self.recent.count():
            item = QListWidgetItem(self.tr("None yet"), self.recent)
            item.setFlags(Qt.ItemFlag.NoItemFlags)

    def leave(self) -> None:
        """End the drawing of thumbnails, before the page is removed."""
        self.thumbnails.leave()

    def _blank(self) -> QIcon:
        """Return the icon of a document without thumbnail: a sheet."""
        ratio, colours = self.devicePixelRatio(), self.theming.colours
        picture = QPixmap(_THUMBNAIL * ratio)
        picture.fill(QColor(colours.raised))
        sheet = pixmap("new", colours, round(_SHEET * ratio), False)
        p = QPainter(picture)
        p.drawPixmap((picture.width() - sheet.width()) // 2, (picture.height() - sheet.height()) // 2, sheet)
        p.end()
        return self._framed(picture)

    def _framed(self, picture: QPixmap) -> QIcon:
        """Return a picture with a border, since its background is that of the page."""
        p = QPainter(picture)
        p.setPen(QColor(self.theming.colours.border))
        p.drawRect(picture.rect().adjusted(0, 0, -1, -1))
        p.end()
        picture.setDevicePixelRatio(self.devicePixelRatio())
        return QIcon(picture)

    def _show_picture(self, path: str, image: QImage) -> None:
        if path in self._items:
            self._items[path].setIcon(self._framed(QPixmap.fromImage(image)))

    def _show_missing(self, path: str) -> None:
        if path in self._items:
            item, name = self._items[path], os.path.basename(path)
            item.setText(self.tr("{} (missing)").format(name) + f"\n{os.path.dirname(path)}")
            item.setToolTip(
                as_is(self.tr("{} is missing: it was moved or deleted, or its drive is not connected.").format(path))
            )
            item.setForeground(self.palette().placeholderText())
