"""After an import: the report, and local folders for the Windows folders that the file names."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QGridLayout, QLineEdit, QScrollArea, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import Label
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.edits import CompositeEdit
from blockloom.blocks.files.windows_paths import Mapping, found_beside, mapped, problems, windows_folders
from blockloom.blocks.problems import Problem


class FolderDialog(QDialog):
    """The dialog that asks for the local folder of each Windows folder; an empty row changes nothing."""

    def __init__(self, folders: list[str], places: dict[str, str], start: str, parent: QWidget | None = None):
        super().__init__(parent, windowTitle=_tr("Folders of the page"), objectName="map_folders")
        # Not application modal, so that users can read the help meanwhile.
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.start = start
        why = Label(
            _tr(
                "The page names files in Windows folders. Enter where these folders are on this machine. Paths in "
                "folders without an entry stay unchanged. Folders of the same name next to the page are filled in."
            ),
            wordWrap=True,
        )
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setColumnStretch(1, 1)
        self.fields: dict[str, QLineEdit] = {}
        for row, folder in enumerate(folders):
            label = Label(folder)
            field = self.fields[folder] = qt.with_name(QLineEdit(places.get(folder, "")), folder)
            field.setPlaceholderText(_tr("unchanged"))
            field.setMinimumWidth(260)
            label.setBuddy(field)
            browse = qt.button(_tr("Browse…"), partial(self._browse, field))
            for column, widget in enumerate((label, field, browse)):
                grid.addWidget(widget, row, column)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setWidget(rows)
        buttons = qt.buttons(self, *qt.OK)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(_tr("Use These Folders"))
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(_tr("Leave As They Are"))
        qt.column(why, scroll, buttons, of=self)
        self.resize(760, min(190 + 34 * len(folders), 560))

    def _browse(self, field: QLineEdit) -> None:
        chosen = QFileDialog.getExistingDirectory(self, _tr("Folder"), field.text() or self.start)
        if chosen:
            field.setText(chosen)

    def mappings(self) -> list[Mapping]:
        """Return the entered mappings."""
        return [
            Mapping(f"{folder}={field.text().strip()}") for folder, field in self.fields.items() if field.text().strip()
        ]


def map_folders(workspace: Workspace, parent: QWidget, folder: str, quiet: bool = False) -> list[Problem] | None:
    """Ask for the local folders of the document's Windows folders, and map all paths as one undo entry.

    Args:
        folder: The folder in which folders of the same names are searched.
        quiet: Show no message if the document names no Windows folders.

    Returns:
        The remaining problems, None if nothing changed.
    """
    document = workspace.document
    folders = windows_folders(document)
    if not folders:
        if not quiet:
            workspace.refuse(_tr("No value of this document names a file in a Windows folder"))
        return None
    places = {folder: str(place) for folder, place in found_beside(document, Path(folder))}
    dialog = FolderDialog(folders, places, folder, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    edits = mapped(document, dialog.mappings() if accepted else ())
    dialog.deleteLater()
    if not edits or not workspace.do(CompositeEdit(tuple(edits)), _tr("Map folders")):
        return None
    workspace.say(
        _tr("{} values name local files now").format(len(edits))
        if len(edits) > 1
        else _tr("One value names a local file now")
    )
    return problems(document, Path(folder)) if os.name != "nt" else []


def tell_report(workspace: Workspace, path: str, report: list[str]) -> None:
    """Add an import's report to the messages, and its length to the status bar."""
    if report:
        workspace.tell(
            _tr("{}: {} things were changed, kept as notes or left out").format(path, len(report)),
            details="\n".join(map(translated, report)),
        )
        workspace.say(_tr("Imported; the messages list all that was changed, kept as a note or left out"))
