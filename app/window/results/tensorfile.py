"""Taking a result away: to the clipboard, or whole to a .npy or .csv file. The worker writes that: the window never has
more than it shows.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import QFileDialog, QMessageBox, QProgressDialog

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.dialogs.waiting import troubles_told
from blockloom.app.window.results.viewermode import ViewerState
from blockloom.blocks.files.documents import FileError, write_atomic
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.replies import SaveResultReply

_COPIED = 100_000  # cells, at most
_PATIENCE = 500  # milliseconds until the dialog appears


def exact(value: object) -> str:
    """An element as a spreadsheet reads it: all its digits; a text in quotes where it would not be one cell."""
    if isinstance(value, bytes):
        text = value.decode("utf-8", "replace")
        return '"' + text.replace('"', '""') + '"' if any(c in text for c in '\t\r\n"') else text
    return (
        str(value).removesuffix(".0")
        if isinstance(value, np.floating)
        else messages.element(value)
        if isinstance(value, np.bool_)
        else str(value)
    )


class TensorFile(QObject):
    """Copies and saves what a viewer shows. `progress` is the job under way and its dialog."""

    def __init__(self, viewer: ViewerState):
        super().__init__(viewer.stack)
        self.viewer = viewer
        self.progress: tuple[int, QProgressDialog] | None = None

    def copy(self) -> None:
        """The selected cells as text, columns apart by tabs; the text; or the plot as a picture."""
        viewer, copied = self.viewer, self.viewer.mode.copied()
        if isinstance(copied, str):
            QGuiApplication.clipboard().setText(copied)
            viewer.note.setText(self.tr("copied"))
        elif isinstance(copied, QPixmap):
            QGuiApplication.clipboard().setPixmap(copied)
            viewer.note.setText(self.tr("copied as a picture"))
        else:
            rows, columns = copied
            if len(rows) * len(columns) > _COPIED:
                viewer.note.setText(
                    self.tr("At most {} cells can be copied: save the tensor instead.").format(f"{_COPIED:,}")
                )
                return

            def done(cells: np.ndarray | None) -> None:
                if cells is not None:
                    QGuiApplication.clipboard().setText("\n".join("\t".join(map(exact, row)) for row in cells))
                    viewer.note.setText(self.tr("{} cells copied").format(f"{cells.size:,}"))

            viewer.cells((rows.start, rows.stop), (columns.start, columns.stop), False, done)

    def ask_path(self) -> None:
        """Ask for a file, and write it."""
        at = self.viewer.at
        kinds = self.tr("NumPy array (*.npy);;Comma-separated values (*.csv)")
        if self.viewer.mode.plot:
            kinds += ";;" + self.tr("Picture as it is shown (*.png)")
        path, chosen = QFileDialog.getSaveFileName(
            self.viewer.stack, self.tr("Save the tensor"), f"{at.block}_{at.pin}.npy", kinds
        )
        if path:
            ends = (".npy", ".csv", ".png")[: kinds.count(";;") + 1]
            if not path.lower().endswith(ends):
                path += next((end for end in ends if end in chosen), ".npy")
            self.save(path)

    def _picture(self, path: str) -> None:
        with troubles_told(self.viewer.stack, self.tr("Cannot save"), FileError):
            write_atomic(path, qt.png(self.viewer.mode.picture()))
            self.viewer.note.setText(self.tr("saved to {}").format(path))

    def save(self, path: str) -> None:
        """Have the worker write the file; what takes longer can be cancelled. A .png holds the plot."""
        if path.lower().endswith(".png"):
            self._picture(path)
            return
        viewer, job = self.viewer, next(requests.jobs)
        progress = QProgressDialog(
            as_is(self.tr("Writing {} ...").format(path)), self.tr("Cancel"), 0, 1000, viewer.stack
        )
        progress.setMinimumDuration(_PATIENCE)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.canceled.connect(lambda: viewer.ask(requests.CancelRequest(job), lambda _: None))
        progress.setValue(0)
        self.progress = job, progress

        def done(reply: SaveResultReply | None) -> None:
            self.progress = None
            progress.canceled.disconnect()
            progress.close()
            progress.deleteLater()
            why = self.tr("the worker ended") if reply is None else translated(reply.why)
            if reply is not None and reply.saved:
                viewer.note.setText(self.tr("saved to {}").format(path))
            elif why:
                QMessageBox.critical(viewer.stack, self.tr("Cannot save"), as_is(f"{path}: {why}"))
            else:
                viewer.note.setText(self.tr("not saved"))

        viewer.ask(requests.SaveResultRequest(viewer.at, path, job), done)

    def saving(self, job: int, part: float) -> None:
        """How much of a file is written."""
        if self.progress is not None and self.progress[0] == job and not self.progress[1].wasCanceled():
            self.progress[1].setValue(min(999, int(part * 1000)))
