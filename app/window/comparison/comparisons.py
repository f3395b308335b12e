"""Comparing and merging in a window: asks with what, reads it, and shows what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialog, QScrollArea

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.window.comparison.compare_dialog import ChooseOther
from blockloom.app.window.comparison.compare_sources import Choice
from blockloom.app.window.comparison.document_comparison import ComparedDocument, DocumentComparison
from blockloom.app.window.comparison.panel import ComparisonPanel
from blockloom.app.window.dialogs.waiting import WaitCancelled, busy, wait_for
from blockloom.app.window.docks.docks import Docks
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.filereading import ReadDocument
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.saved_runs import SavedRuns
from blockloom.app.window.widgets.theming import Theming
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import Edit, leaves
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.results.output_differences import GONE, VALUES
from blockloom.blocks.weights.document_weights import WeightsError

if TYPE_CHECKING:
    from blockloom.app.window.comparison.file_history import FileHistory
    from blockloom.app.window.runs.comparison_dock import ModelComparisonDock

_LARGEST = QSize(1600, 1100)  # pixels of the picture of a page


class Comparisons(QObject):
    """`numbers` gives the dock of what blocks compute differently, which is made with the first comparison of
    numbers.
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

    # --- panels ---------------------------------------------------------------------------------------------------

    def panel(self) -> ComparisonPanel:
        """The dock of what differs."""
        made = ComparisonPanel(self.comparison, self.tabs, self.theming, self.file.name)
        made.other_wanted.connect(self.ask)
        made.numbers_wanted.connect(self._compare_numbers)
        made.page_wanted.connect(busy(self._look_at))
        self.file.changed.connect(made.fill)
        self._hear()
        return made

    def _put_away(self) -> None:
        """The dock goes with what it lists."""
        if self.comparison.other is None and not self.comparison.conflicts and "comparison" in self.docks:
            dock, canvas = self.docks["comparison"], self.tabs.canvas()
            if canvas is not None and dock.isAncestorOf(self.tabs.window().focusWidget() or self.tabs):
                canvas.setFocus()
            self.docks.surface("comparison", False)

    def history(self) -> FileHistory:
        """The dock of the commits of the file."""
        from blockloom.app.window.comparison.file_history import FileHistory

        made = FileHistory(self.workspace, self.tabs, self.file)
        made.chosen.connect(self.compare)
        return made

    def step(self, by: int) -> None:
        """Go to the next change, or the one before. The next key is about that: on the page Del deletes its block."""
        if self.comparison.other is None and not self.comparison.conflicts:
            self.workspace.refuse(self.tr("Choose what to compare with first: File > Versions > Compare"))
            return
        if "comparison" not in self.docks or not self.docks["comparison"].isVisible():
            self.docks.show("comparison")
        panel: Any = self.docks["comparison"].widget()
        panel.step(by)
        panel.setFocus()

    # --- comparing ------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask what to compare with."""
        dialog = ChooseOther(
            self.workspace, self.file, self.tabs.page_name(), self._keeping.kept.runs, False, self.tabs.window()
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
        """What somebody chose; None where it cannot be read, which is said."""
        found: Any = None
        try:
            found = wait_for(choice.begin(), self.tr("Reading {} ...").format(choice.name), self.tabs.window())
        except FileError as error:
            self.file.complain(str(error), title)
        except WaitCancelled:
            pass
        return found.document if isinstance(found, ReadDocument) else found

    def _look_at(self, name: str) -> None:
        """A page that only the other document has, as a picture."""
        from blockloom.app.canvas.look.picture import Picture

        other = self.comparison.other
        if other is None or name not in other.document.pages:
            return
        types = self.workspace.catalogue.base.with_pages(other.document)
        title = self.tr("{0} in {1}").format(name, other.name)
        dialog = QDialog(self.tabs.window(), windowTitle=title, objectName="compare_with")
        picture, ratio = Picture(other.document.pages[name], types, self.theming.canvas), dialog.devicePixelRatioF()
        image = picture.sketch(picture.area.size().toSize().boundedTo(_LARGEST) * ratio, ratio)
        label = qt.named(Label(), dialog.windowTitle())
        label.setPixmap(QPixmap.fromImage(image))
        area = QScrollArea(widgetResizable=False)
        area.setWidget(label)
        qt.close_with(dialog, Label(self.tr("This page is in {} only.").format(other.name)), (area, 1))
        size = image.deviceIndependentSize().toSize() + QSize(60, 120)
        dialog.resize(size.boundedTo(self.tabs.window().size()))
        dialog.show()

    # --- numbers --------------------------------------------------------------------------------------------------

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
            dock.found.connect(self._show_numbers)
            self._show_numbers()

    def _show_numbers(self) -> None:
        if self._heard is None or "comparison" not in self.docks:
            return
        numbers = dict[tuple[str, str], tuple[float, str]]()
        for row, block in self._heard.by_block():
            size = row.relative if row.kind == VALUES else float("inf")
            if row.kind != GONE and size >= numbers.get(block, (0.0, ""))[0]:
                numbers[block] = size, row.cells[0] or translated(row.said)
        panel: Any = self.docks["comparison"].widget()
        panel.set_numbers({block: text for block, (_, text) in numbers.items()})

    # --- merging --------------------------------------------------------------------------------------------------

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
        """Merge a document into the open one, as one edit: what came is listed, conflicts first. False where that
        cannot be done, or is not wanted.
        """
        document = self.workspace.document
        ours, types = document.copy(), self.workspace.catalogue.base

        def work() -> tuple[Edit, Any]:
            from blockloom.blocks.diff.edits_between import edits_between  # imported here, where nobody waits
            from blockloom.blocks.merge.merge_documents import merge

            merged = merge(base, ours, theirs, types)
            mine, used = {*document.weights.arrays.values()}, theirs.keys()
            new = [key for key in used if theirs.weights.arrays.get(key) not in mine]
            if new:
                document.weights.take(theirs.weights, new, theirs.folder)
            return edits_between(ours, merged.document), merged

        try:
            found: Any = wait_for(work, self.tr("Merging {} ...").format(name), self.tabs.window())
        except WeightsError as error:
            self.workspace.refuse(str(error))
            return False
        except WaitCancelled:
            return False
        edit, merged = found
        if not any(leaves(edit)):
            self.workspace.say(self.tr("{} has nothing new").format(name))
            return True
        if not self.workspace.do(edit, self.tr("Merge with {}").format(name)):
            return False
        self.workspace.mixed.emit()
        for note in merged.notes:
            self.workspace.tell(translated(note))
        left = len(merged.document.conflicts)
        self.workspace.say(
            self.tr("Merged with {0}: {1:,} conflicts are left").format(name, left)
            if left
            else self.tr("Merged with {}").format(name)
        )
        self._show(ComparedDocument(ours, self.tr("before the merge"), name))
        return True
