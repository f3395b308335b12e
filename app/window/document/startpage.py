"""What is seen before there is a document: new, open, the documents opened last, and examples with their pictures."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from blockloom.app.canvas.words import translated
from blockloom.app.window.document.examples import example_files, titled, translate
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.settings import recent_files
from blockloom.app.window.widgets.theming import Theming, canvas_theme
from blockloom.blocks.catalogue import Catalogue

_SIZE = QSize(216, 140)     # of an example's picture
_PATH = Qt.ItemDataRole.UserRole
_DRAWN = "2"                # goes up when pages are drawn differently, so that pictures are made anew


class StartPage(QWidget):
    """Lists that open what they name. Pictures are drawn one by one while nothing else happens, and kept on disk."""

    file_wanted = Signal(str, bool)     # its path, and whether a copy of it is wanted

    def __init__(self, workspace: Workspace, theming: Theming):
        super().__init__()
        self.workspace, self.theming = workspace, theming
        self._todo: list[QListWidgetItem] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._draw_one)
        title = QLabel(self.tr("Blockloom"), objectName="heading")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.9)
        title.setFont(font)
        about = QLabel(self.tr("Build TensorFlow graphs out of blocks, run them, and see what every block gave."))
        self.new, self.open = QPushButton(self.tr("&New Document")), QPushButton(self.tr("&Open ..."))
        for button in (self.new, self.open):
            button.setAutoDefault(True)     # Enter presses it
        note = QLabel(self.tr("Edits are autosaved to a crash journal within a second; the file itself changes when "
                              "you save."), objectName="dim")
        note.setWordWrap(True)
        self.recent = QListWidget()
        self.recent.setAccessibleName(self.tr("Recent documents"))
        self.recent.setFrameShape(QFrame.Shape.NoFrame)
        self.recent.setSpacing(3)
        self.recent.setMinimumHeight(40)    # in a small window the list gives way, not the texts
        self.gallery = QListWidget()
        self.gallery.setAccessibleName(self.tr("Examples"))
        self.gallery.setFrameShape(QFrame.Shape.NoFrame)
        self.gallery.setViewMode(QListView.ViewMode.IconMode)
        self.gallery.setResizeMode(QListView.ResizeMode.Adjust)
        self.gallery.setMovement(QListView.Movement.Static)
        self.gallery.setIconSize(_SIZE)
        self.gallery.setGridSize(_SIZE + QSize(14, 40))
        self.gallery.setUniformItemSizes(True)
        self.recent.itemActivated.connect(lambda item: self.file_wanted.emit(item.data(_PATH), False))
        self.gallery.itemActivated.connect(lambda item: self.file_wanted.emit(item.data(_PATH), True))
        for view in (self.recent, self.gallery):    # one click is enough, as on a link
            view.itemClicked.connect(view.itemActivated)
            view.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusProxy(self.new)
        self.gallery.setMinimumWidth(self.gallery.gridSize().width() + 24)
        left = QVBoxLayout()
        left.setSpacing(8)
        for widget in (title, about, self.new, self.open, self._heading(self.tr("Recent documents"))):
            left.addWidget(widget)
        about.setWordWrap(True)
        left.addWidget(self.recent, 1)
        left.addWidget(note)
        right = QVBoxLayout()
        right.addWidget(self._heading(self.tr("Examples")))
        right.addWidget(self.gallery, 1)
        line = QHBoxLayout(self)
        line.setContentsMargins(28, 24, 20, 16)
        line.setSpacing(20)
        line.addLayout(left, 2)
        line.addLayout(right, 5)
        for label in (about, note):
            label.setMinimumHeight(4 * label.fontMetrics().lineSpacing())
            label.setMinimumWidth(150)

    @staticmethod
    def _heading(text: str) -> QLabel:
        return QLabel(text, objectName="section")

    def fill(self) -> None:
        """List what is there now."""
        self.recent.clear()
        for path in recent_files():
            item = QListWidgetItem(f"{os.path.basename(path)}\n{os.path.dirname(path)}", self.recent)
            item.setData(_PATH, path)
            item.setToolTip(path)
        if not self.recent.count():
            item = QListWidgetItem(self.tr("None yet"), self.recent)
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.gallery.clear()
        blank = QPixmap(_SIZE)
        blank.fill(QColor(self.theming.colours.raised))
        self._todo = []
        for path in example_files():
            item = QListWidgetItem(QIcon(blank), translated(titled(path)), self.gallery)
            item.setData(_PATH, str(path))
            item.setToolTip(self.tr("Open a copy of {}").format(path.name))
            self._todo.append(item)

    def draw(self) -> None:
        """Draw the pictures from now on: the window is on the screen."""
        if self.workspace.catalogue.version:
            self._timer.start()

    def _draw_one(self) -> None:
        if not self._todo:
            self._timer.stop()
            return
        item = self._todo.pop(0)
        image = example_picture(Path(item.data(_PATH)), self.workspace.catalogue, self.theming.theme,
                                _SIZE * self.devicePixelRatio())
        if image is not None:
            pixmap = QPixmap.fromImage(image)
            pixmap.setDevicePixelRatio(self.devicePixelRatio())
            item.setIcon(QIcon(pixmap))


def example_picture(path: Path, catalogue: Catalogue, theme: str, size: QSize) -> QImage | None:
    """The first page of a document, as large as fits; from the user's cache where it was drawn before. None where the
    document cannot be read."""
    import hashlib

    from platformdirs import user_cache_dir

    from blockloom.app.canvas.paint.picture import Picture
    from blockloom.blocks import files, reading

    try:
        document = files.load(path)
        translate(document)
        about = f"{files.dumps(document)}{theme}{size.width()}{_DRAWN}{catalogue.version}"
        of = hashlib.sha256(about.encode()).hexdigest()[:24]
        cached = Path(user_cache_dir("blockloom")) / "gallery" / f"{of}.png"
    except files.FileError:
        return None
    try:
        image = QImage.fromData(reading.read(cached, "cache"))
        if not image.isNull():
            return image
    except OSError:
        pass    # it was not drawn yet
    page = next(iter(document.pages.values()))
    page.notes.clear()      # too small to be read
    ratio = QGuiApplication.primaryScreen().devicePixelRatio()
    image = Picture(page, catalogue, canvas_theme(theme)).sketch(size, ratio)
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        drawn = cached.with_suffix(f".{os.getpid()}.tmp")
        image.save(str(drawn), "PNG")
        os.replace(drawn, cached)
    except OSError:
        pass    # drawn again next time
    return image
