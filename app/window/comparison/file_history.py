"""The dock of the commits of the document: who changed it when and why. Any of them can be compared with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QListWidget, QListWidgetItem, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.comparison import compare_sources
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.files import git_files
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.files.git_files import Commit

_COMMIT = Qt.ItemDataRole.UserRole


class FileHistory(QWidget):
    """The list. `chosen` emits the Choice of a commit to compare with: Enter or a double click."""

    chosen = Signal(object)

    def __init__(self, workspace: Workspace, tabs: PageTabs, file: DocumentFile):
        super().__init__()
        self._tabs, self._file = tabs, file
        self._commits: list[Commit] = []
        self._asked = "", ""  # the file whose log is read, and the page whose changes are wanted
        self._pages: dict[tuple[str, str], int] = {}  # hash of a page by revision and page, of the file that is open
        self._log: Job | None = None
        self.list = qt.named(QListWidget(), self.tr("Commits of the file"))
        self.list.setWordWrap(True)
        self.told = Label(wordWrap=True, objectName="dim")
        self.here = QCheckBox(self.tr("&Only What Changed This Page"))
        self.compare = qt.button(
            self.tr("&Compare"), self._choose, self.tr("Compare the open document with this commit")
        )
        qt.column(self.told, self.here, (self.list, 1), qt.line(self.compare, None), of=self, margins=8)
        self.setFocusProxy(self.list)
        self.list.itemActivated.connect(self._choose)
        self.here.toggled.connect(lambda _: self.fill())
        for signal in (file.changed, file.written, workspace.replaced, tabs.current_changed):
            signal.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """Ask git for the commits."""
        if self.isVisible() and self._log is None:
            if self._file.path != self._asked[0]:
                self._pages = {}
            path, page = self._asked = self._about()
            known = self._pages
            self._log = Job(lambda: _commits(path, page, known))
            self._log.then(self._listed)

    def _about(self) -> tuple[str, str]:
        return self._file.path, self._tabs.page_name() if self.here.isChecked() else ""

    def _listed(self) -> None:
        log, self._log = self._log, None
        if log is None:
            return
        if self._asked != self._about():  # another document or page came meanwhile
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
        self.here.setVisible(bool(found) or self.here.isChecked())
        self.compare.setVisible(bool(found))
        if found != self._commits:
            self._commits = found
            self.list.clear()
            for commit in found:
                text = f"{commit.subject}\n{commit.author}, {compare_sources.ago(commit.when)}"
                item = QListWidgetItem(text, self.list)
                item.setToolTip(as_is(f"{commit.short}\n{commit.subject}"))
                item.setData(_COMMIT, commit)
            self.list.setCurrentRow(0)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(compare_sources.of_commit(self._file.path, item.data(_COMMIT)))

    def is_about(self) -> tuple[str, str]:
        """What F1 is about here."""
        return "command", "file_history"

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fill()


def _commits(path: str, page: str, known: dict[tuple[str, str], int]) -> list[Commit]:
    """Return the commits of a file; with a page only those that changed it.

    Args:
        known: Hashes of pages that were read before, by revision and page. New ones are added.

    Raises:
        FileError: The file is in no repository, or git fails.
    """
    found = git_files.log(path) if path else []
    if not page:
        return found
    for commit in found:
        if (commit.revision, page) not in known:
            known[commit.revision, page] = _hash(path, commit, page)
    hashes = [known[commit.revision, page] for commit in found]
    return [commit for commit, now, before in zip(found, hashes, [*hashes[1:], hash("")], strict=True) if now != before]


def _hash(path: str, commit: Commit, name: str) -> int:
    """Return the hash of a page in a commit. That of a missing page, and of one in a damaged file, is of ""."""
    try:
        page = compare_sources.read(path, commit).pages.get(name)
    except FileError:
        page = None
    return hash(page_text(page) if page is not None else "")
