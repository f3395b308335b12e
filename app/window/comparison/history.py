"""The dock of the commits of the document: who changed it when and why, each with a picture of the page in front."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QIcon, QPixmap, QShowEvent
from PySide6.QtWidgets import QCheckBox, QListView, QListWidget, QListWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.words import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.comparison import others
from blockloom.app.window.comparison.pictures import picture_of
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.widgets.theming import Theming
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.files import git_files
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.files.git_files import Commit

_PICTURE = QSize(168, 104)
_DRAWN = 150  # blocks of a page up to which its picture shows more than a rectangle for each
_AT = Qt.ItemDataRole.UserRole


class _Seen(NamedTuple):
    """A commit that was read: the page, and the hash of it; None where it does not have the page."""

    page: Page | None
    digest: str
    document: Document


class FileHistory(QWidget):
    """The list. What is in view is read in a thread, one commit after the other. `chosen` emits the Choice of a commit
    to compare with: Enter or a double click.
    """

    chosen = Signal(object)

    def __init__(self, workspace: Workspace, tabs: PageTabs, file: DocumentFile, theming: Theming):
        super().__init__()
        self._workspace, self._tabs, self._file, self._theming = workspace, tabs, file, theming
        self._commits: list[Commit] = []
        self._page = ""  # of which there are pictures
        self._digests: dict[int, str] = {}  # of that page, by commit
        self._soon = qt.timer(self, self._read_next)
        self._log: Job | None = None
        self._asked = ""  # the path of the file that it is about
        self._job: Job | None = None
        self._reading = -1
        self.list = qt.named(QListWidget(), self.tr("Commits of the file"))
        self.list.setIconSize(_PICTURE)
        self.list.setWordWrap(True)
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.told = Label(wordWrap=True, objectName="dim")
        self.here = QCheckBox(self.tr("&Only What Changed This Page"))
        self.compare = qt.button(
            self.tr("&Compare"), self._choose, self.tr("Compare the open document with this commit")
        )
        qt.column(self.told, self.here, (self.list, 1), qt.line(self.compare, None), of=self, margins=8)
        self.setFocusProxy(self.list)
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(lambda *_: self._enable())
        self.list.verticalScrollBar().valueChanged.connect(lambda _: self._soon.start())
        self.here.toggled.connect(lambda _: self._filter())
        for signal in (file.changed, file.written, workspace.replaced):
            signal.connect(self.fill)
        tabs.current_changed.connect(self._turned)
        theming.changed.connect(self._anew)
        self.fill()

    def fill(self) -> None:
        """Ask git for the commits."""
        if self.isVisible() and self._log is None:
            path = self._asked = self._file.path
            self._log = Job(lambda: git_files.log(path) if path else [])
            self._log.then(self._listed)

    def _listed(self) -> None:
        log, self._log = self._log, None
        if log is None:
            return
        if self._asked != self._file.path:  # another document came meanwhile
            self.fill()
            return
        try:
            found, why = log.result(), ""
        except FileError as error:
            found, why = [], translated(error)
        if not self._file.path:
            why = self.tr("The document is in no file: git has no commits of it.")
        self.told.setText(why or ("" if found else self.tr("git has no commit of this file.")))
        self.told.setVisible(not found)
        self.here.setVisible(bool(found))
        self.compare.setVisible(bool(found))
        if found == self._commits:
            self._turned()
            return
        self._commits = found
        self.list.clear()
        for at, commit in enumerate(found):
            item = QListWidgetItem(_blank(), f"{commit.subject}\n{commit.author}\n{others.ago(commit.when)}", self.list)
            item.setToolTip(as_is(f"{commit.short}\n{commit.subject}"))
            item.setData(_AT, at)
        self.list.setCurrentRow(0)
        self._anew()

    def _turned(self) -> None:
        """Another page is in front."""
        if self._tabs.page_name() != self._page:
            self._anew()

    def _anew(self) -> None:
        """All pictures are to be drawn again."""
        self._page = self._tabs.page_name()
        self._digests.clear()
        for at in range(self.list.count()):
            self.list.item(at).setIcon(_blank())
        self._filter()

    # --- one commit after the other -------------------------------------------------------------------------------

    def _read_next(self) -> None:
        """Read a commit that is in view, or, to know what changed the page, the next one."""
        if self._job is not None or not self.isVisible():
            return
        seen = self.list.viewport().rect()
        for at, commit in enumerate(self._commits):
            if at not in self._digests and (
                self.here.isChecked() or self.list.visualItemRect(self.list.item(at)).intersects(seen)
            ):
                self._reading, page, path = at, self._page, self._file.path
                self._job = Job(lambda: _look(path, commit, page))  # noqa: B023   # before the next turn
                self._job.then(self._arrived)
                return

    def _arrived(self) -> None:
        job, self._job = self._job, None
        if job is None or not job.over.is_set():
            self._job = job
            return
        at, item = self._reading, self.list.item(self._reading)
        try:
            found: Any = job.result()
        except FileError as error:
            found = None
            if item is not None:
                item.setToolTip(as_is(translated(error)))
        if item is not None:
            self._digests[at] = found.digest if found is not None else ""
            if found is not None and found.page is not None and found.page.name == self._page:
                item.setIcon(self._picture(found))
        self._filter()

    def _picture(self, seen: _Seen) -> QIcon:
        page, ratio = seen.page, self.devicePixelRatioF()
        assert page is not None
        types, theme = self._workspace.catalogue.base.with_pages(seen.document), self._theming.canvas
        image = picture_of(page, types, theme, _PICTURE, ratio, _DRAWN)
        return QIcon(QPixmap.fromImage(image))

    def _filter(self) -> None:
        """Hide the commits that left the page as it was before."""
        only = self.here.isChecked()
        for at in range(self.list.count()):
            now, before = self._digests.get(at), self._digests.get(at + 1, "" if at + 1 == len(self._commits) else None)
            self.list.item(at).setHidden(only and now is not None and now == before)
        self._enable()
        self._soon.start()

    # --- what is done ---------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(others.of_commit(self._file.path, self._commits[item.data(_AT)]))

    def _enable(self) -> None:
        item = self.list.currentItem()
        self.compare.setEnabled(item is not None and not item.isHidden())

    def is_about(self) -> tuple[str, str]:
        """What F1 is about here."""
        return "command", "file_history"

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fill()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._soon.stop()


def _look(path: str, commit: Commit, name: str) -> _Seen:
    document = others.read(path, commit)
    page = document.pages.get(name)
    digest = hashlib.sha256(page_text(page).encode("utf-8", "replace")).hexdigest() if page is not None else ""
    return _Seen(page, digest, document)


def _blank() -> QIcon:
    pixmap = QPixmap(_PICTURE)
    pixmap.fill(Qt.GlobalColor.transparent)
    return QIcon(pixmap)
