"""Runs that are kept under names: asking for one, and the file that outlives the window."""

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
    """Keeps runs of the document, and reads and writes them with it. One that is in no file keeps them as long as it is
    open.
    """

    def __init__(self, workspace: Workspace, tabs: PageTabs, file: DocumentFile, pages: PageResults):
        super().__init__(tabs)
        self.workspace, self.tabs, self.file, self.pages = workspace, tabs, file, pages
        self._unread = False  # there is a file that cannot be read: it is not lost by saving the document
        workspace.replaced.connect(self._load)
        file.written.connect(self._save)

    @property
    def kept(self) -> KeptRuns:
        """The runs that are kept of the document."""
        return self.pages.kept

    def keep(self) -> bool:
        """Ask for a name, and keep what was recorded of the page in front since the last reset."""
        page = self.tabs.page_name()
        recorded = {watch: series.points for watch, series in self.pages.of(page).traces.series.items()}
        try:
            KeptRuns(self.kept.runs).keep("", page, recorded)  # nobody is asked for a name in vain
            name, ok = QInputDialog.getText(
                self.tabs.window(),
                self.tr("Keep this run"),
                self.tr("Charts show it beside later runs. Its name:"),
                text=self.kept.suggestion(self.tr("run {}")),
            )
            if not ok:
                return False
            text = documents.dumps(self.workspace.document)
            run = self.kept.keep(name or self.tr("run {}").format(1), page, recorded, text)
        except KeptRunsError as error:
            self.workspace.say(self.tr("No run is kept: {}").format(translated(error)))
            return False
        self.changed()
        self.workspace.say(self.tr("{0} is kept: {1} steps of {2}").format(run.name, f"{run.steps:,}", page))
        return True

    def keep_as(self, page: str, name: str) -> None:
        """Keep what was recorded of a page under a name; nothing where that is impossible."""
        recorded = {watch: series.points for watch, series in self.pages.of(page).traces.series.items()}
        try:
            self.kept.keep(name, page, recorded, documents.dumps(self.workspace.document))
        except KeptRunsError as error:
            self.workspace.say(self.tr("No run is kept: {}").format(translated(error)))
        else:
            self.changed()

    def changed(self) -> None:
        """Runs were kept or removed, or are to look different."""
        self.kept.follow(self.workspace.document)
        self._save()
        self.pages.show_kept()

    def _load(self) -> None:
        self._unread = False
        if self.file.path:
            try:
                self.pages.kept = kept_runs.load(self.file.path)
                self.kept.follow(self.workspace.document)
            except (OSError, ValueError) as error:
                self._unread = True
                self.workspace.tell(
                    self.tr("The runs that were kept cannot be read: {}").format(
                        translated(file_error_reason(error) if isinstance(error, OSError) else error)
                    ),
                    "warning",
                )
        self.pages.show_kept()

    def _save(self) -> None:
        if self.file.path and (self.kept.runs or not self._unread):
            try:
                kept_runs.save(self.file.path, self.kept)
            except (OSError, documents.FileError) as error:
                self.workspace.tell(
                    self.tr("Kept runs last as long as this window: {}").format(
                        translated(file_error_reason(error) if isinstance(error, OSError) else error)
                    ),
                    "warning",
                )
