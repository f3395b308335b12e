"""What the dialog "Data from ..." asks for, made on the page in front."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QPointF

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.data.datadialog import DataDialog
from blockloom.app.window.dialogs.waiting import WaitCancelled, wait_for
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.datasets.choices import Choices
from blockloom.blocks.datasets.dataset_blocks import add_data, trains
from blockloom.blocks.datasets.file_scan import Found
from blockloom.blocks.edits import EditError

_MARGIN = 60.0  # canvas pixels from the corner of the view


class Making(QObject):
    """Adds the blocks at a place of the page in front, None: in view."""

    def __init__(self, workspace: Workspace, tabs: PageTabs, at: QPointF | None):
        super().__init__(tabs)
        self.workspace, self.tabs, self.at = workspace, tabs, at

    def make(self, found: Found, choices: Choices, model: bool) -> None:
        """Add what gives batches of a file, and with `model` what learns from them, in one step of undo."""
        canvas, document, catalogue = self.tabs.canvas(), self.workspace.document, self.workspace.catalogue
        page = canvas.open_page.name
        empty = not document.pages[page].blocks
        at = self.at or canvas.view.area().topLeft() + QPointF(_MARGIN, _MARGIN)
        place = (0.0, 0.0) if empty and self.at is None else (at.x(), at.y())
        self.deleteLater()
        try:
            change = wait_for(
                lambda: add_data(document, catalogue, page, found, choices, place, model, translated),
                self.tr("Adding {} ...").format(found.path.name),
                self.tabs.window(),
            )
        except WaitCancelled:
            return
        except EditError as error:
            self.workspace.refuse(str(error))
            return
        if canvas.editing.do(change):
            if empty:
                canvas.fit()
            else:
                canvas.navigation.show(*(change.selection or ()))
            canvas.setFocus()


def ask(workspace: Workspace, tabs: PageTabs, file: DocumentFile, path: str = "", at: QPointF | None = None) -> None:
    """Ask how a block makes batches of a file, and add the block to the page in front.

    Args:
        path: the file; "" asks for one
        at: where the block is placed
    """
    workspace.typing_ends.emit()
    dialog = DataDialog(file.folder(), trains(tabs.canvas().page), tabs.window())
    dialog.made.connect(Making(workspace, tabs, at).make)
    dialog.open()
    if path:
        dialog.look(Path(path))
