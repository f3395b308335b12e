"""Automatic layout of the selection or the page, computed in a separate process and applied as one edit."""

from __future__ import annotations

import pickle
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Qt, QTimer
from PySide6.QtWidgets import QProgressDialog

from blockloom.app import qt
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.window.dialogs.waiting import WaitCancelled, close, progress_dialog, wait_for
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page
from blockloom.blocks.layout.block_rows import Box
from blockloom.blocks.text import programs

_PATIENCE = 500  # milliseconds until progress is shown


class AutoLayout(QObject):
    """The command Arrange, one layout at a time.

    After Cancel, or if the page changed meanwhile, nothing is moved.
    """

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs
        self.process: QProcess | None = None
        self._dialog: QProgressDialog | None = None
        self._page: Page | None = None
        self._state: tuple[Any, ...] = ()
        self._whole = True
        self.patience = qt.timer(self, self._show_progress, _PATIENCE)

    @property
    def busy(self) -> bool:
        """True while a layout is being computed."""
        return self.process is not None

    def start(self) -> None:
        """Arrange the selection if it has more than one block or a frame, otherwise the current page."""
        workspace = self.workspace
        if self.busy:
            return
        workspace.typing_ends.emit()
        page, canvas = self.tabs.page(), self.tabs.canvas()
        chosen = canvas.selection()
        only = chosen if len(chosen) > 1 or chosen & page.frames.keys() else None
        if not page.blocks:
            workspace.refuse(self.tr("There is nothing to arrange: the page has no blocks."))
            return
        try:
            work = wait_for(
                lambda: pickle.dumps(
                    (page, boxes(page, workspace.catalogue, canvas.scene), only), pickle.HIGHEST_PROTOCOL
                ),
                self.tr("Arranging…"),
                self.tabs.window(),
            )
        except WaitCancelled:
            return
        self._page, self._state, self._whole = page, self._now(page), only is None
        self.process = process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONPATH", programs.python_path())
        process.setProcessEnvironment(environment)
        process.readyReadStandardError.connect(self._tell)
        process.finished.connect(self._finished)
        process.errorOccurred.connect(self._failed_to_start)
        program, *words = programs.python("blockloom.blocks.layout")
        process.start(program, words)
        process.write(work)
        process.closeWriteChannel()
        self.patience.start()

    def cancel(self) -> None:
        """Cancel the layout."""
        process = self._leave()
        if process is not None:
            process.kill()
            process.waitForFinished(2000)
            process.deleteLater()
            self.workspace.say(self.tr("Not arranged: cancelled."))

    @staticmethod
    def _now(page: Page) -> tuple[Any, ...]:
        """Return the items of a page that a layout depends on: a changed item makes the layout obsolete."""
        return dict(page.blocks), dict(page.frames), dict(page.notes), page.wire_count()

    def _tell(self) -> None:
        if self.process is not None and self._dialog is not None:
            lines = bytes(self.process.readAllStandardError().data()).split()
            if lines and lines[-1].replace(b".", b"").isdigit():
                self._dialog.setValue(round(float(lines[-1]) * 100))

    def _show_progress(self) -> None:
        dialog = self._dialog = progress_dialog(self.tr("Arranging…"), 100, self.tabs.window())
        dialog.setWindowTitle(self.tr("Arrange"))
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        dialog.canceled.connect(self.cancel)
        dialog.show()
        dialog.setValue(0)  # this also handles events, so the layout may end meanwhile
        self._tell()

    def _leave(self) -> QProcess | None:
        """Become idle, and return the process of the layout."""
        self.patience.stop()
        process, self.process = self.process, None
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            dialog.canceled.disconnect(self.cancel)
            QTimer.singleShot(0, lambda: close(dialog))  # later, after the page shows the result
        if process is not None:
            process.blockSignals(True)
        return process

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self.process is not None:
            process, why = self.process, self.process.errorString()
            self._leave()
            process.deleteLater()
            self.workspace.refuse(self.tr("Not arranged: {}").format(why))

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        from blockloom.blocks.layout.arrange import REFUSED

        process, workspace = self._leave(), self.workspace
        page, self._page = self._page, None
        if process is None or page is None:
            return
        out = bytes(process.readAllStandardOutput().data())
        process.deleteLater()
        if code == REFUSED and out:
            workspace.refuse(self.tr("Not arranged: {}").format(out.decode()))
        elif code or status != QProcess.ExitStatus.NormalExit:
            workspace.refuse(self.tr("Not arranged: the process that does it ended unexpectedly."))
        elif workspace.history.document.pages.get(page.name) is not page or self._now(page) != self._state:
            workspace.refuse(self.tr("Not arranged: the page changed meanwhile. Arrange it again."))
        else:
            self._apply(page, pickle.loads(out))

    def _apply(self, page: Page, found: Any) -> None:
        edit = found.edit(page)
        if edit is None:
            self.workspace.refuse(self.tr("The page is already arranged."))
            return
        self.workspace.do(edit, self.tr("Arrange Page") if self._whole else self.tr("Arrange Selection"))
        canvas = self.tabs.canvas()
        if self._whole and canvas.open_page.name == page.name:
            canvas.fit()


def boxes(page: Page, catalogue: Catalogue, scene: Scene | None = None) -> dict[str, Box]:
    """Return the boxes of all blocks, from the scene or computed, which needs a QGuiApplication."""
    geometry = scene.geometry if scene is not None else Geometry(catalogue)
    by_layout: dict[int, Box] = {}  # id of a layout -> box, since similar blocks share their layout
    by_name = {}
    for name, block in page.blocks.items():
        layout = (
            scene.layouts[scene.slot[name]]
            if scene is not None and name in scene.slot
            else geometry.layout(block, page.into.get(name, {}), page.out.get(name, []))
        )
        box = by_layout.get(id(layout))
        if box is None:
            box = by_layout[id(layout)] = Box(layout.width, layout.height, layout.ins, layout.outs)
        by_name[name] = box
    return by_name
