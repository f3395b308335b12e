"""Runs that are saved under names, in a file next to the document."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.page_results import PageResults
from blockloom.blocks.files import documents, kept_runs
from blockloom.blocks.files.kept_runs import KeptRuns, KeptRunsError
from blockloom.blocks.text.phrases import file_error_reason


class SavedRuns(QObject):
    """Saves runs of the document, and reads and writes them with the document.

    The runs of a document without a file are lost when it is closed.
    """

    def __init__(self, workspace: Workspace, tabs: PageTabs, file: DocumentFile, pages: PageResults):
        super().__init__(tabs)
        self.workspace, self.tabs, self.file, self.pages = workspace, tabs, file, pages
        self._unread = False  # whether the file is unreadable, and so must not be overwritten
        workspace.replaced.connect(self._load)
        file.written.connect(self._save)

    @property
    def runs(self) -> KeptRuns:
        """The saved runs of the document."""
        return self.pages.saved_runs

    def keep(self) -> bool:
        """Ask for a name, and save the records of the current page since the last reset."""
        page = self.tabs.page_name()
        recorded = {watch: series.points for watch, series in self.pages.run_of(page).traces.series.items()}
        try:
            # A trial, which raises an error before the user enters a name.
            KeptRuns(self.runs.runs).keep("", page, recorded)
            name, ok = QInputDialog.getText(
                self.tabs.window(),
                self.tr("Save Run"),
                self.tr("Charts show the run together with later ones. Name of the run:"),
                text=self.runs.suggestion(self.tr("run {}")),
            )
            if not ok:
                return False
            text = documents.dumps(self.workspace.document)
            run = self.runs.keep(name or self.tr("run {}").format(1), page, recorded, text)
        except KeptRunsError as error:
            self.workspace.say(self.tr("The run was not saved: {}").format(translated(error)))
            return False
        self.save_changes()
        self.workspace.say(self.tr("Saved {0}: {1} steps of {2}").format(run.name, f"{run.steps:,}", page))
        return True

    def keep_as(self, page: str, name: str) -> None:
        """Save the records of a page under a name, or show why that is impossible."""
        recorded = {watch: series.points for watch, series in self.pages.run_of(page).traces.series.items()}
        try:
            self.runs.keep(name, page, recorded, documents.dumps(self.workspace.document))
        except KeptRunsError as error:
            self.workspace.say(self.tr("The run was not saved: {}").format(translated(error)))
        else:
            self.save_changes()

    def save_changes(self) -> None:
        """Write the file and update the charts, after runs were added, removed or changed."""
        self.runs.follow(self.workspace.document)
        self._save()
        self.pages.show_kept()

    def _load(self) -> None:
        self._unread = False
        if self.file.path:
            try:
                self.pages.saved_runs = kept_runs.load(self.file.path)
                self.runs.follow(self.workspace.document)
            except (OSError, ValueError) as error:
                self._unread = True
                self.workspace.tell(
                    self.tr("The saved runs cannot be read: {}").format(
                        translated(file_error_reason(error) if isinstance(error, OSError) else error)
                    ),
                    "warning",
                )
        self.pages.show_kept()

    def _save(self) -> None:
        if self.file.path and (self.runs.runs or not self._unread):
            try:
                kept_runs.save(self.file.path, self.runs)
            except (OSError, documents.FileError) as error:
                self.workspace.tell(
                    self.tr("The runs could not be saved and will be lost with this window: {}").format(
                        translated(file_error_reason(error) if isinstance(error, OSError) else error)
                    ),
                    "warning",
                )
