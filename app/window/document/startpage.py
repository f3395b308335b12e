"""What is seen before there is a document: new, open, the documents opened last, lessons, and examples by what people
want to do.
"""

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

_PICTURE = QSize(196, 127)  # of what an example gives: three are beside each other in a window of 1024 pixels
_THUMBNAIL = QSize(84, 56)  # of a document that was opened
_SHEET = 24  # of what stands for one that is not drawn
_LETTERS = 54  # of the column at the left, at most: beyond that names of files are all there
_PATH = Qt.ItemDataRole.UserRole


class Card(QPushButton):
    """A button with a title and a sentence; that of an example, which has a `name`, with a picture above."""

    def __init__(self, title: str, sentence: str, name: str = ""):
        super().__init__(objectName="card")
        self.name = name
        self.row = [self]  # the cards that it stands among
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.setAutoDefault(True)  # Enter presses it
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._picture = qt.named(Label(), self.tr("What it gives"))
        self._picture.setFixedSize(_PICTURE)
        labels = [*([self._picture] if name else ()), Label(title, objectName="name"), Label(sentence)]
        for label in labels:
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.setWordWrap(label is not self._picture)
            label.setMaximumWidth(_PICTURE.width())
        self._rows = qt.column(*labels, None, of=self, margins=7)

    def show_theme(self, theme: str) -> None:
        """The picture in these colours; none where it is missing."""
        picture = QPixmap(str(examples.picture_of(self.name, theme)))
        if not picture.isNull():
            sharp = _PICTURE * self.devicePixelRatio()
            picture = picture.scaled(
                sharp, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            picture.setDevicePixelRatio(self.devicePixelRatio())
        self._picture.setPixmap(picture)

    def sizeHint(self) -> QSize:
        """Of one width, and as high as the texts of its row need: a button would ask for the size of its own text."""
        margins = self._rows.contentsMargins()
        width = _PICTURE.width() + margins.left() + margins.right()
        return QSize(width, max(card._rows.heightForWidth(width) for card in self.row))


class StartPage(QWidget):
    """What a window without a document shows. Pictures, and most examples, come with `draw`, after the first paint."""

    file_wanted = Signal(str, bool)  # its path, and whether a copy of it is wanted

    def __init__(self, theming: Theming):
        super().__init__()
        self.theming = theming
        self.cards: dict[str, Card] = {}
        self._rest = list(examples.GROUPS.items())  # that have no cards yet
        self._column = qt.column()
        title = Label(self.tr("Blockloom"), objectName="heading")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.9)
        title.setFont(font)
        summary = Label(self.tr("Build TensorFlow graphs out of blocks, run them, and see what every block gave."))
        self.new, self.open = QPushButton(self.tr("&New Document")), QPushButton(self.tr("&Open…"))
        self.help = QPushButton(self.tr("&Documentation"))
        for button in (self.new, self.open, self.help):
            button.setAutoDefault(True)  # Enter presses it
        note = Label(
            self.tr("Edits are autosaved to a crash journal within a second; the file itself changes when you save."),
            objectName="dim",
        )
        self.recent = qt.named(QListWidget(frameShape=QFrame.Shape.NoFrame, spacing=2), self.tr("Recent documents"))
        self.recent.setMinimumHeight(40)  # in a small window the list gives way, not the texts
        self.recent.setIconSize(_THUMBNAIL)
        self.recent.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # what is long is cut
        self.recent.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.recent.itemActivated.connect(self._open)
        self.recent.itemClicked.connect(self.recent.itemActivated)  # one click is enough, as on a link
        self.recent.setCursor(Qt.CursorShape.PointingHandCursor)
        self._items: dict[str, QListWidgetItem] = {}  # of `recent`, by path
        self.thumbnails = Thumbnails(self)
        self.thumbnails.found.connect(self._show_picture)
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
            self.tr("A page whose loss becomes nan: where that began, and what mends it"),
        )
        self.lessons = QPushButton(self.tr("More lessons"), objectName="link")
        self.lessons.setStyleSheet("padding-bottom: 0")  # its words stand as high as those of the heading
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
        """Open the document of an item, which that of an empty list has not."""
        if item.data(_PATH):
            self.file_wanted.emit(item.data(_PATH), False)

    # --- lessons and examples -------------------------------------------------------------------------------------

    def _gallery(self) -> QScrollArea:
        """Lessons and the first examples, with room for the others."""
        inside = QWidget()
        area = qt.named(
            QScrollArea(frameShape=QFrame.Shape.NoFrame, widgetResizable=True), self.tr("Lessons and examples")
        )
        qt.column(self._column, None, of=inside, margins=(0, 0, 8, 0))
        self._add(self.tr("Lessons"), [self.guide, self.on_data, self.find_wrong], self.lessons)
        self._add_examples(1)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its cards have it
        area.setWidget(inside)
        area.setMinimumWidth(_PICTURE.width() + 60)
        return area

    def _add_examples(self, groups: int) -> None:
        """The next groups of examples."""
        for title, group in self._rest[:groups]:
            cards = []
            for name, sentence in group.items():
                card = self.cards[name] = Card(translated(examples.titled(name)), translated(sentence), name)
                card.setToolTip(as_is(self.tr("Open a copy of {}").format(f"{name}.loom")))
                path = str(examples.path_of(name))
                card.clicked.connect(lambda _=False, path=path: self.file_wanted.emit(path, True))
                cards.append(card)
            self._add(translated(title), cards)
        del self._rest[:groups]

    def _add(self, text: str, cards: list[Card], *more: QWidget) -> None:
        """Cards under a heading, with what else stands on its line."""
        line = qt.line(self._heading(text), *more, None, space=14)
        for widget in more:
            line.setAlignment(widget, Qt.AlignmentFlag.AlignBottom)
        self._column.addLayout(line)
        flow = Flow(space=12)
        for card in cards:
            card.row = cards
            flow.addWidget(card)
        self._column.addLayout(flow)

    @staticmethod
    def _heading(text: str) -> QLabel:
        return Label(text, objectName="section")

    # --- pictures, and what is there ------------------------------------------------------------------------------

    def draw(self) -> None:
        """Show all examples, and pictures in the colours of the theme: the window is on the screen."""
        self._add_examples(len(self._rest))
        for card in self.cards.values():
            card.show_theme(self.theming.theme)
        ratio = self.devicePixelRatio()
        self.thumbnails.look(self._items, self.theming.theme, _THUMBNAIL * ratio, ratio)

    def fill(self) -> None:
        """List the documents that were opened last, whether or not they are there: that takes as long as a drive."""
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
        """Another page is in its place."""
        self.thumbnails.leave()

    def _blank(self) -> QIcon:
        """What stands for a picture: a sheet."""
        ratio, colours = self.devicePixelRatio(), self.theming.colours
        picture = QPixmap(_THUMBNAIL * ratio)
        picture.fill(QColor(colours.raised))
        sheet = pixmap("new", colours, round(_SHEET * ratio), False)
        p = QPainter(picture)
        p.drawPixmap((picture.width() - sheet.width()) // 2, (picture.height() - sheet.height()) // 2, sheet)
        p.end()
        return self._framed(picture)

    def _framed(self, picture: QPixmap) -> QIcon:
        """A picture with a line around it: its ground is that of the page."""
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
                as_is(self.tr("{} is not there any more: it was moved or deleted, or its drive is away.").format(path))
            )
            item.setForeground(self.palette().placeholderText())
