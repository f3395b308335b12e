"""Export of pages as pictures (PNG, SVG, PDF, print) and of documents as TensorFlow models and scripts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPainter
from PySide6.QtWidgets import QFileDialog, QMessageBox

from blockloom.app import formats
from blockloom.app.canvas.look.picture import dump_marks, load_marks
from blockloom.app.canvas.scene.translation import tr as _tr
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.dialogs.waiting import WaitCancelled, busy, progress_dialog, wait_for
from blockloom.app.window.document.documentfile import DocumentFile
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import spoken
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents, file_kinds
from blockloom.blocks.text import programs
from blockloom.runtime.api.page_names import BadPage
from blockloom.runtime.protocol import scratch
from blockloom.runtime.worker.errors import WorkerDied, WorkerError

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from blockloom.app.canvas.look.picture import Picture

_LARGEST = 8000  # most pixels of a side of a picture on the clipboard


class Exporter(QObject):
    """Exports pages and models. Pictures are drawn by `blockloom render` in a process, which Cancel ends."""

    def __init__(
        self, workspace: Workspace, tabs: PageTabs, file: DocumentFile, theming: Theming, may_run: Callable[..., bool]
    ):
        """Create. `may_run` is `Consent.may_run`."""
        super().__init__(tabs)
        self.workspace, self.tabs, self.file, self.theming, self._may_run = workspace, tabs, file, theming, may_run
        self.process: QProcess | None = None
        self.preview: tuple[Any, ...] | None = None

    def export(self) -> None:
        """Ask for a file, and export the current page as a picture."""
        window = self.tabs.window()
        self.workspace.typing_ends.emit()
        path, chosen = QFileDialog.getSaveFileName(
            window,
            _tr("Export Page"),
            self.file.stem(self.tabs.page_name()) + ".png",
            ";;".join(f"{translated(f.name)} (*{f.suffix})" for f in formats.formats_that("draw")),
        )
        if path:
            if not formats.find(path, "draw"):
                path += next(f.suffix for f in formats.formats_that("draw") if f"*{f.suffix})" in chosen or not chosen)
            self.export_to(path)

    def export_to(self, path: str, scale: float = 2.0) -> None:
        """Export the current page as a picture; a PNG has `scale` pixels per canvas pixel."""
        window, workspace = self.tabs.window(), self.workspace
        document = Document()
        document.pages[self.tabs.page_name()] = self.tabs.page()
        whole = workspace.document
        marks = self.tabs.canvas().marks

        def prepare() -> Path:
            folder = scratch.make_temporary_folder()
            operations.take_weights(document, whole)
            (folder / "page.loom").write_text(documents.dumps(document), "utf-8")
            (folder / "shown").write_bytes(dump_marks(marks))
            return folder

        try:
            folder = wait_for(prepare, _tr("Drawing {}…").format(path), window)
        except WaitCancelled:
            workspace.say(_tr("Not exported."))
            return
        except OSError as error:
            QMessageBox.critical(window, _tr("Cannot export"), as_is(str(error)))
            return
        name = str(folder / "page.loom")
        progress = progress_dialog(_tr("Drawing {}…").format(path), 0, window)
        progress.setMinimumDuration(500)
        progress.setValue(0)
        process = self.process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        environment.insert("PYTHONPATH", programs.python_path())
        process.setProcessEnvironment(environment)

        def done(code: int) -> None:
            self.process = None
            cancelled = progress.wasCanceled()
            progress.canceled.disconnect()
            progress.close()
            progress.deleteLater()
            scratch.remove_temporary_folder(folder)
            why = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
            process.deleteLater()
            if cancelled:
                workspace.say(_tr("Not exported."))
            elif code:
                QMessageBox.critical(
                    window,
                    _tr("Cannot export"),
                    as_is(
                        why.removeprefix("blockloom: ").replace(name, path)
                        or _tr("The process that draws ended with code {}.").format(code)
                    ),
                )
            else:
                workspace.say(_tr("Exported {}").format(path))

        progress.canceled.connect(process.kill)
        process.finished.connect(
            lambda code, status: done(code if status == QProcess.ExitStatus.NormalExit else code or -1)
        )
        program, *args = programs.python(
            "blockloom",
            "render",
            name,
            path,
            "--theme",
            self.theming.theme,
            "--shown",
            str(folder / "shown"),
            "--language",
            spoken(),
        )
        args += ["--scale", str(scale)] if path.lower().endswith(".png") else []
        process.start(program, args)
        if not process.waitForStarted(5000):
            done(-1)

    def export_model(self, suffix: str = file_kinds.FOLDER) -> None:
        """Ask for a path, and export all signatures as a model, or the current page as a graph or script.

        Args:
            suffix: The extension of the format that is offered first.
        """
        window = self.tabs.window()
        self.workspace.typing_ends.emit()
        frozen = _tr("Frozen TensorFlow graphs")
        offered = [(f.suffix, translated(f.name)) for f in formats.formats_that("export")]
        offered.insert(1, (".pb", frozen))
        path, chosen = QFileDialog.getSaveFileName(
            window,
            _tr("Export Python Script") if suffix == ".py" else _tr("Export Model"),
            self.file.stem() + suffix,
            ";;".join(f"{name} (*{one})" for one, name in sorted(offered, key=lambda row: row[0] != suffix)),
        )
        if not path:
            return
        if not formats.find(path, "export"):
            path += next((one for one, _ in offered if f"*{one})" in chosen), suffix)
        self.export_model_to(path, chosen.startswith(frozen))

    def export_model_to(self, path: str, frozen: bool = False) -> None:
        """Export to a file or folder by its extension; a graph may be `frozen`."""
        window, workspace = self.tabs.window(), self.workspace
        graph = Path(path).suffix in (".pb", ".pbtxt")
        frozen = graph and frozen
        again = partial(self.export_model_to, path, frozen)
        if formats.runs_initial_values(path, frozen) and not self._may_run(again, everywhere=not graph):
            return
        page = self.tabs.page_name() if graph or Path(path).suffix == ".py" else None
        # A copy, because the thread may still read it after Cancel while the user edits.
        left, document = threading.Event(), workspace.document.copy()
        try:
            problems = wait_for(
                lambda: formats.save_document(document, path, page, frozen=frozen, is_wanted=lambda: not left.is_set()),
                _tr("Exporting {}…").format(path),
                window,
            )
        except WaitCancelled:
            left.set()
            workspace.say(_tr("Not exported."))
            return
        except (documents.FileError, BadPage, WorkerDied, WorkerError) as error:
            QMessageBox.critical(window, _tr("Cannot export"), as_is(translated(error)))
            return
        for problem in problems:
            workspace.tell(str(problem), problem.severity)
        workspace.say(_tr("Exported {}").format(path))

    def copy(self) -> None:
        """Copy the selection, or the current page, as a picture."""
        from blockloom.app.canvas.look.picture import Picture

        workspace, canvas = self.workspace, self.tabs.canvas()
        page = self.tabs.page()
        names = operations.with_frame_members(page, canvas.selection())
        if names:
            page = next(iter(documents.loads(documents.fragment(page, names)).pages.values()))
        if not page.ids():
            workspace.refuse(_tr("There is nothing on the page"))
            return
        picture = Picture(page, workspace.catalogue, self.theming.canvas, load_marks(dump_marks(canvas.marks)))
        area = picture.area
        scale = min(2.0, _LARGEST / max(area.width(), area.height()))
        image = QImage((area.size() * scale).toSize(), QImage.Format.Format_RGB32)
        picture.paint_on(image, scale)
        QGuiApplication.clipboard().setImage(image)
        workspace.say(_tr("A picture of {} is on the clipboard").format(_tr("the selection") if names else page.name))

    def print(self) -> None:
        """Show a print preview of the current page."""
        from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog

        self.workspace.typing_ends.emit()
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(f"{self.file.name()} {self.tabs.page_name()}")
        picture = self._picture()
        area = picture.area
        printer.setPageOrientation(
            QPageLayout.Orientation.Landscape if area.width() > area.height() else QPageLayout.Orientation.Portrait
        )
        dialog = QPrintPreviewDialog(printer, self.tabs.window())
        dialog.paintRequested.connect(lambda on: self.paint(on, picture))
        dialog.resize(900, 700)
        self.preview = dialog, printer  # keeps the printer, which the dialog does not own

        def done() -> None:
            dialog.deleteLater()
            dialog.destroyed.connect(lambda: setattr(self, "preview", None))

        dialog.finished.connect(done)
        dialog.open()

    @busy
    def _picture(self) -> Picture:
        from blockloom.app.canvas import LIGHT
        from blockloom.app.canvas.look.picture import Picture

        marks = load_marks(dump_marks(self.tabs.canvas().marks))  # a copy, because drawing changes them
        return Picture(self.tabs.page(), self.workspace.catalogue, LIGHT, marks)  # light, because paper is white

    @busy
    def paint(self, printer: QPrinter, picture: Picture) -> None:
        """Draw the whole page on one sheet, as large as fits."""
        painter = QPainter(printer)
        sheet = printer.pageLayout().paintRectPixels(printer.resolution())
        scale = min(sheet.width() / picture.area.width(), sheet.height() / picture.area.height())
        painter.scale(scale, scale)
        painter.translate(
            (sheet.width() / scale - picture.area.width()) / 2 - picture.area.left(),
            (sheet.height() / scale - picture.area.height()) / 2 - picture.area.top(),
        )
        picture.paint(painter)
        painter.end()
