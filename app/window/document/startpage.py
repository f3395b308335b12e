"""What is seen before there is a document: new, open, the documents opened last, and examples with what they give."""

from __future__ import annotations

import os

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QPushButton, QScrollArea, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.words import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.settings import recent_files
from blockloom.app.window.widgets.flow import Flow
from blockloom.app.window.widgets.theming import Theming
from blockloom.blocks.files import examples

_PICTURE = QSize(216, 140)  # of what an example gives
_PATH = Qt.ItemDataRole.UserRole


class Card(QPushButton):
    """A button for an example: picture, title, and for some a sentence."""

    def __init__(self, name: str, sentence: str = ""):
        super().__init__(objectName="card")
        self.name = name
        self.row = [self]  # the cards that it stands among
        title = translated(examples.titled(name))
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.setToolTip(as_is(self.tr("Open a copy of {}").format(f"{name}.loom")))
        self.setAutoDefault(True)  # Enter presses it
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._picture = qt.named(Label(), self.tr("What it gives"))
        self._picture.setFixedSize(_PICTURE)
        labels = [self._picture, Label(title, objectName="name"), *([Label(sentence)] if sentence else ())]
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
    """What a window without a document shows: recent files and examples. Pictures and most examples come with `draw`,
    after the first paint."""

    file_wanted = Signal(str, bool)  # its path, and whether a copy of it is wanted

    def __init__(self, theming: Theming):
        super().__init__()
        self.theming = theming
        self.cards: dict[str, Card] = {}
        self._column = qt.column()
        title = Label(self.tr("Blockloom"), objectName="heading")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.9)
        title.setFont(font)
        summary = Label(self.tr("Build TensorFlow graphs out of blocks, run them, and see what every block gave."))
        self.new, self.open = QPushButton(self.tr("&New Document")), QPushButton(self.tr("&Open ..."))
        self.guide = QPushButton(self.tr("Your &First Graph"))
        self.guide.setToolTip(self.tr("Five steps on an empty page: place, wire, type, run, look"))
        self.on_data = QPushButton(self.tr("&Train on Your Data"))
        self.on_data.setToolTip(self.tr("From a table, an array or pictures to a model that is trained and validated"))
        self.find_wrong = QPushButton(self.tr("Find What Went Wron&g"))
        self.find_wrong.setToolTip(self.tr("A page whose loss becomes nan: where that began, and what mends it"))
        for button in (self.new, self.open, self.guide, self.on_data, self.find_wrong):
            button.setAutoDefault(True)  # Enter presses it
        note = Label(
            self.tr("Edits are autosaved to a crash journal within a second; the file itself changes when you save."),
            objectName="dim",
        )
        self.recent = qt.named(QListWidget(frameShape=QFrame.Shape.NoFrame, spacing=3), self.tr("Recent documents"))
        self.recent.setMinimumHeight(40)  # in a small window the list gives way, not the texts
        self.recent.itemActivated.connect(self._open)
        self.recent.itemClicked.connect(self.recent.itemActivated)  # one click is enough, as on a link
        self.recent.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusProxy(self.new)
        left = qt.column(
            title,
            summary,
            self.new,
            self.open,
            self.guide,
            self.on_data,
            self.find_wrong,
            self._heading(self.tr("Recent documents")),
            (self.recent, 1),
            note,
            space=8,
        )
        for label in (summary, note):
            label.setWordWrap(True)
            label.setMinimumHeight(4 * label.fontMetrics().lineSpacing())
            label.setMinimumWidth(150)
        qt.line((left, 2), (self._gallery(), 5), of=self, margins=(28, 24, 20, 16), space=20)

    def _open(self, item: QListWidgetItem) -> None:
        """Open the document of an item, which that of an empty list has not."""
        if item.data(_PATH):
            self.file_wanted.emit(item.data(_PATH), False)

    def _gallery(self) -> QScrollArea:
        """Where to start, and room for the other examples."""
        inside = QWidget()
        area = qt.named(QScrollArea(frameShape=QFrame.Shape.NoFrame, widgetResizable=True), self.tr("Examples"))
        qt.column(self._column, None, of=inside, margins=(0, 0, 8, 0))
        self._add(self.tr("Start here"), [Card(name, translated(text)) for name, text in examples.START.items()])
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its cards have it
        area.setWidget(inside)
        area.setMinimumWidth(_PICTURE.width() + 60)
        return area

    def _add(self, text: str, cards: list[Card]) -> None:
        """Cards under a heading."""
        self._column.addWidget(self._heading(text))
        flow = Flow(space=12)
        for card in cards:
            self.cards[card.name], card.row = card, cards
            path = str(examples.path_of(card.name))
            card.clicked.connect(lambda _=False, path=path: self.file_wanted.emit(path, True))
            flow.addWidget(card)
        self._column.addLayout(flow)

    def draw(self) -> None:
        """Show all examples, with pictures in the colours of the theme: the window is on the screen."""
        for theme, names in examples.THEMES.items() if len(self.cards) == len(examples.START) else ():
            self._add(translated(theme), [Card(name) for name in names])
        for card in self.cards.values():
            card.show_theme(self.theming.theme)

    @staticmethod
    def _heading(text: str) -> QLabel:
        return Label(text, objectName="section")

    def fill(self) -> None:
        """List what is there now."""
        self.recent.clear()
        for path in recent_files():
            item = QListWidgetItem(f"{os.path.basename(path)}\n{os.path.dirname(path)}", self.recent)
            item.setData(_PATH, path)
            item.setToolTip(as_is(path))
            if not os.path.exists(path):
                item.setText(self.tr("{} (missing)").format(os.path.basename(path)) + f"\n{os.path.dirname(path)}")
                item.setToolTip(
                    as_is(
                        self.tr("{} is not there any more: it was moved or deleted, or its drive is away.").format(path)
                    )
                )
                item.setForeground(self.palette().placeholderText())
        if not self.recent.count():
            item = QListWidgetItem(self.tr("None yet"), self.recent)
            item.setFlags(Qt.ItemFlag.NoItemFlags)
