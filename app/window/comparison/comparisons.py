"""Comparing and merging in a window: from its commands, and from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QPixmap, QShowEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QListWidget, QListWidgetItem, QScrollArea, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label, as_is
from blockloom.app.window.comparison import compare_dialog
from blockloom.app.window.comparison.compare_dialog import Choice, ChooseOther
from blockloom.app.window.comparison.document_comparison import ComparedDocument, DocumentComparison
from blockloom.app.window.comparison.panel import ComparisonPanel
from blockloom.app.window.dialogs.waiting import Job, WaitCancelled, busy, wait_for
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.document_saver import ReadDocument
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.saved_runs import SavedRuns
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import Edit, flatten_edits
from blockloom.blocks.files import git_files
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.files.git_files import Commit
from blockloom.blocks.results.output_differences import GONE, VALUES
from blockloom.blocks.text.phrases import plural
from blockloom.blocks.weights.document_weights import WeightsError

if TYPE_CHECKING:
    from blockloom.app.window.measure.comparison_dock import ModelComparisonDock


_COMMIT = Qt.ItemDataRole.UserRole


class FileHistory(QWidget):
    """The list. `chosen` emits the Choice of a commit to compare with: Enter or a double click."""

    chosen = Signal(object)

    def __init__(self, workspace: Workspace, tabs: PageTabs, file: DocumentFile):
        super().__init__()
        self._tabs, self._file = tabs, file
        self._commits: list[Commit] = []
        self._asked = "", ""  # (file whose log is read, page whose changes are listed)
        self._pages: dict[tuple[str, str], int] = {}  # (revision, page) -> hash of the page, for the open file
        self._log: Job | None = None
        self.list = qt.with_name(QListWidget(), self.tr("Commits of the file"))
        self.list.setWordWrap(True)
        self.message = Label(wordWrap=True, objectName="dim")
        self.here = QCheckBox(self.tr("&Only Commits That Change This Page"))
        self.compare = qt.button(
            self.tr("&Compare"), self._choose, self.tr("Compare the open document with this commit")
        )
        qt.column(self.message, self.here, (self.list, 1), qt.line(self.compare, None), of=self, margins=8)
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
                self._show_commits([])  # an empty list until git answers
            path, page = self._asked = self._about()
            known = self._pages
            self._log = Job(lambda: _commits(path, page, known))
            self._log.when_done(self._listed)

    def _about(self) -> tuple[str, str]:
        return self._file.path, self._tabs.page_name() if self.here.isChecked() else ""

    def _listed(self) -> None:
        log, self._log = self._log, None
        if log is None:
            return
        if self._asked != self._about():  # the user opened another document or page meanwhile
            self.fill()
            return
        try:
            found, why = log.result(), ""
        except FileError as error:
            found, why = [], translated(error)
        if not self._file.path:
            why = self.tr("The document is not saved in a file: git has no commits of it.")
        self.message.setText(why or ("" if found else self.tr("git has no commit of this file.")))
        self.message.setVisible(not found)
        self.here.setVisible(bool(found) or self.here.isChecked())
        self.compare.setVisible(bool(found))
        self._show_commits(found)

    def _show_commits(self, commits: list[Commit]) -> None:
        if commits == self._commits:
            return
        self._commits = commits
        self.list.clear()
        for commit in commits:
            text = f"{commit.subject}\n{commit.author}, {compare_dialog.ago(commit.when)}"
            item = QListWidgetItem(text, self.list)
            item.setToolTip(as_is(f"{commit.short}\n{commit.subject}"))
            item.setData(_COMMIT, commit)
        self.list.setCurrentRow(0)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(compare_dialog.of_commit(self._file.path, item.data(_COMMIT)))

    def is_about(self) -> tuple[str, str]:
        """Return the topic for F1."""
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
    if not page or not found:
        return found
    for commit in found:
        if (commit.revision, page) not in known:
            known[commit.revision, page] = _hash(path, commit, page)
    hashes = [known[commit.revision, page] for commit in found]
    return [commit for commit, now, before in zip(found, hashes, [*hashes[1:], hash("")], strict=True) if now != before]


def _hash(path: str, commit: Commit, name: str) -> int:
    """Return the hash of the text of a page in a commit; of "" if the page is missing or the file is damaged."""
    try:
        page = compare_dialog.read(path, commit).pages.get(name)
    except FileError:
        page = None
    return hash(page_text(page) if page is not None else "")


_LARGEST = QSize(1600, 1100)  # most pixels of the picture of a page


class Comparisons(QObject):
    """Comparisons and merges of the open document.

    `numbers` returns the dock of numeric differences, which is created for the first comparison of numbers.
    """

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        file: DocumentFile,
        keeping: SavedRuns,
        theming: Theming,
        docks: Docks,
    ):
        super().__init__(tabs)
        self._keeping = keeping
        self.workspace, self.tabs, self.file, self.theming, self.docks = workspace, tabs, file, theming, docks
        self.comparison = DocumentComparison(workspace, tabs)
        self.comparison.changed.connect(self._put_away)
        self._heard: ModelComparisonDock | None = None
        self._before_merge: ComparedDocument | None = None

    def panel(self) -> ComparisonPanel:
        """Create the dock of the changes."""
        made = ComparisonPanel(self.comparison, self.tabs, self.theming, self.file.name)
        made.other_wanted.connect(self.ask)
        made.numbers_wanted.connect(self._compare_numbers)
        made.page_wanted.connect(busy(self._look_at))
        self.file.changed.connect(made.fill)
        self._hear()
        return made

    def _put_away(self) -> None:
        """Hide the dock when it has nothing to list, and end the comparison with the state before an undone merge."""
        compared = self.comparison
        if compared.other is not None and compared.other is self._before_merge and compared.are_equal:
            self._before_merge = None
            compared.end()
        elif compared.other is None and not compared.conflicts and "comparison" in self.docks:
            dock, canvas = self.docks["comparison"], self.tabs.canvas()
            if canvas is not None and dock.isAncestorOf(self.tabs.window().focusWidget() or self.tabs):
                canvas.setFocus()
            self.docks.surface("comparison", False)

    def history(self) -> FileHistory:
        """Create the dock of the commits of the file."""
        made = FileHistory(self.workspace, self.tabs, self.file)
        made.chosen.connect(self.compare)
        return made

    def step(self, by: int) -> None:
        """Go to the next change, or the one before, and give the focus to their list, not to the page."""
        if self.comparison.other is None and not self.comparison.conflicts:
            self.workspace.refuse(self.tr("Choose what to compare with first: File > Versions > Compare"))
            return
        if "comparison" not in self.docks or not self.docks["comparison"].isVisible():
            self.docks.show("comparison")
        panel: Any = self.docks["comparison"].widget()
        panel.step(by)
        panel.setFocus()

    def ask(self) -> None:
        """Ask what to compare with."""
        dialog = ChooseOther(
            self.workspace, self.file, self.tabs.page_name(), self._keeping.runs.runs, False, self.tabs.window()
        )
        dialog.chosen.connect(lambda choice, _: self.compare(choice))
        dialog.open()

    def compare(self, choice: Choice) -> None:
        """Compare the open document with another one."""
        self.workspace.typing_ends.emit()
        document = self.read(choice, self.tr("Cannot compare"))
        if document is not None:
            self._show(ComparedDocument(document, choice.name, choice.about))

    def _show(self, other: ComparedDocument) -> None:
        self.comparison.compare(other)
        self.docks.show("comparison")

    def read(self, choice: Choice, title: str) -> Document | None:
        """Read a chosen document; None, after a message, if it cannot be read."""
        found: Any = None
        try:
            found = wait_for(choice.begin(), self.tr("Reading {}…").format(choice.name), self.tabs.window())
        except FileError as error:
            self.file.complain(str(error), title)
        except WaitCancelled:
            pass
        return found.document if isinstance(found, ReadDocument) else found

    def _look_at(self, name: str) -> None:
        """Show a page that only the other document has, as a picture."""
        from blockloom.app.canvas.look.picture import Picture

        other = self.comparison.other
        if other is None or name not in other.document.pages:
            return
        types = self.workspace.catalogue.base.with_pages(other.document)
        title = self.tr("{0} in {1}").format(name, other.name)
        dialog = QDialog(self.tabs.window(), windowTitle=title, objectName="compare_with")
        picture, ratio = Picture(other.document.pages[name], types, self.theming.canvas), dialog.devicePixelRatioF()
        image = picture.sketch(picture.area.size().toSize().boundedTo(_LARGEST) * ratio, ratio)
        label = qt.with_name(Label(), dialog.windowTitle())
        label.setPixmap(QPixmap.fromImage(image))
        area = QScrollArea(widgetResizable=False)
        area.setWidget(label)
        qt.close_with(dialog, Label(self.tr("This page is in {} only.").format(other.name)), (area, 1))
        size = image.deviceIndependentSize().toSize() + QSize(60, 120)
        dialog.resize(size.boundedTo(self.tabs.window().size()))
        dialog.show()

    def _compare_numbers(self) -> None:
        other = self.comparison.other
        if other is not None:
            self.docks.show("differences")
            dock: Any = self.docks["differences"].widget()
            self._hear()
            dock.compare(other.document, other.name)
            self.docks.bring("comparison")

    def _hear(self) -> None:
        """Follow the numbers, once there are some."""
        if self._heard is None and "differences" in self.docks:
            dock: Any = self.docks["differences"].widget()
            self._heard = dock
            dock.differences_changed.connect(self._show_numbers)
            self._show_numbers()

    def _show_numbers(self) -> None:
        if self._heard is None or "comparison" not in self.docks:
            return
        numbers = dict[tuple[str, str], tuple[float, str]]()
        for row, block in self._heard.by_block():
            size = row.relative if row.kind == VALUES else float("inf")
            if row.kind != GONE and size >= numbers.get(block, (0.0, ""))[0]:
                numbers[block] = size, row.cells[0] or translated(row.description)
        panel: Any = self.docks["comparison"].widget()
        panel.set_numbers({block: text for block, (_, text) in numbers.items()})

    def ask_merge(self) -> None:
        """Ask what to merge with."""
        dialog = ChooseOther(self.workspace, self.file, self.tabs.page_name(), (), True, self.tabs.window())
        dialog.chosen.connect(self.merge)
        dialog.open()

    def merge(self, theirs: Choice, base: Choice) -> None:
        """Merge another document into the open one, as one edit."""
        self.workspace.typing_ends.emit()
        title = self.tr("Cannot merge")
        their_document = self.read(theirs, title)
        base_document = self.read(base, title) if their_document is not None else None
        if their_document is not None and base_document is not None:
            self.merge_documents(base_document, their_document, theirs.name)

    def merge_documents(self, base: Document, theirs: Document, name: str) -> bool:
        """Merge a document into the open one, as one edit, and list the changes, conflicts first.

        Returns:
            False if they cannot be merged, or the user cancels.
        """
        document = self.workspace.document
        ours, types = document.copy(), self.workspace.catalogue.base

        def work() -> tuple[Edit, Any]:
            from blockloom.blocks.diff.edits_between import edits_between  # late, in the thread
            from blockloom.blocks.merge.merge_documents import merge_documents

            merged = merge_documents(base, ours, theirs, types)
            mine, used = {*document.weights.arrays.values()}, theirs.keys()
            new = [key for key in used if theirs.weights.arrays.get(key) not in mine]
            if new:
                document.weights.take(theirs.weights, new, theirs.folder)
            return edits_between(ours, merged.document), merged

        try:
            found: Any = wait_for(work, self.tr("Merging {}…").format(name), self.tabs.window())
        except WeightsError as error:
            self.workspace.refuse(str(error))
            return False
        except WaitCancelled:
            return False
        edit, merged = found
        if not any(flatten_edits(edit)):
            self.workspace.say(self.tr("{} has nothing new").format(name))
            return True
        if not self.workspace.do(edit, self.tr("Merge with {}").format(name), complete=True):
            return False
        self.workspace.mixed.emit()
        for note in merged.notes:
            self.workspace.tell(translated(note))
        left = len(merged.document.conflicts)
        unresolved = plural("{0:,} unresolved conflict", "{0:,} unresolved conflicts", left)
        said = self.tr("Merged with {}").format(name)
        self.workspace.say(f"{said}: {translated(unresolved)}" if left else said)
        self._before_merge = ComparedDocument(ours, self.tr("before the merge"), name)
        self._show(self._before_merge)
        return True
