"""The open windows of results and data of a document; they follow runs and edits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from blockloom.app.canvas import Canvas
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.results.summaries import ResultRow, rows_of
from blockloom.app.window.results.viewermode import ShownMonitor
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.run.page_results import BlockResults
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.edits import Edit
from blockloom.blocks.results.monitors import Watch, watches_of
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import PreviewReply
from blockloom.runtime.protocol.requests import R, Request

if TYPE_CHECKING:
    from blockloom.app.window.results.resultwindow import DataWindow, ResultWindow
    from blockloom.app.window.results.summaries import WindowBefore
    from blockloom.app.window.results.viewer import Viewer, ViewerWindow


class ResultViews(QObject):
    """The windows of results: one for each block, with its rows and a viewer of the current one.

    Further viewers may be in separate windows and docks, side by side.
    """

    shown = Signal()  # emitted when a table or viewer opens

    def __init__(
        self, window: QMainWindow, workspace: Workspace, tabs: PageTabs, runs: RunController, commands: CommandActions
    ):
        super().__init__(window)
        self.window, self.workspace, self.tabs, self.runs, self.worker = window, workspace, tabs, runs, runs.worker
        # Commands whose keys also work in the windows of results.
        self._actions = [commands[key] for key in ("run_n", "step", "run", "stop", "reset", "save")]
        self.tables: list[tuple[Page, ResultWindow]] = []
        self.viewers: list[tuple[Page, Viewer]] = []
        self.data_windows: list[DataWindow] = []
        self._viewed: dict[str, tuple[str, int | None]] = {}  # block type -> output that was viewed last
        self._names = workspace.history.names
        workspace.replaced.connect(self.close_all)
        workspace.edited.connect(self._follow)
        runs.pages.results_changed.connect(self.refresh)
        runs.pages.kept_changed.connect(lambda: [v.update_view() for _, v in self.viewers if v.watches])
        self.worker.saving.connect(lambda job, part: [v.file.saving(job, part) for _, v in self.viewers])

    def open_block(self, page: Page, at: Address, kind: str = "") -> None:
        """Show the window of a block, with the cursor on the output that is named.

        If none is named, the cursor is on the output that was viewed last of a block of the same type.
        """
        # Late, because it is needed only for the first window.
        from blockloom.app.window.results.resultwindow import ResultWindow

        block = self._block(page, at)
        if block is None:
            return
        view = next((v for p, v in self.tables if p is page and v.address == at.owner), None)
        if view is None:
            pins = self.tabs.canvas().settings.action_of("pin_result")
            view = ResultWindow(at.owner, pins.text() if pins is not None else "", self.window)
            view.chosen.connect(lambda row: self._see(page, view, row))
            view.viewer_wanted.connect(lambda row: self.open_viewer(page, view.address, row))
            view.pin_wanted.connect(lambda row: self._pin_row(page, view.address, row))
            self.tables.append((page, view))
            self._fill(page, view)
            self._show(view, len(self.tables))
        self._fill(page, view)
        self._front(view)
        view.view.setFocus()
        pin, element = (at.pin, at.element) if at.pin else self._viewed.get(block.type, ("", None))
        view.select(pin, element)
        if kind and view.viewer is not None:
            view.viewer.show_kind(kind)

    def _see(self, page: Page, view: ResultWindow, row: ResultRow) -> None:
        """Show the tensor of a row in the window of its block, in the kind of the one before."""
        at, block = row.address_of(view.address), self._block(page, view.address)
        if view.viewer is not None and view.viewer.address == at:
            return
        kind = view.viewer.kind.currentData() if view.viewer is not None else ""
        if view.viewer is not None:
            self._forget(view.viewer)
        view.show_viewer(self._viewer(page, view.address, row, kind))
        if block is not None:
            self._viewed[block.type] = row.pin, row.element

    def open_viewer(self, page: Page, block: Address, row: ResultRow, kind: str = "") -> Viewer:
        """Show a tensor of a block as a grid, plots or an image in a separate window.

        Each call opens another one, so that views can be side by side.
        """
        from blockloom.app.window.results.viewer import ViewerWindow

        viewer = self._viewer(page, block, row, kind)
        view = ViewerWindow(viewer, self.window)
        self._show(view, len(self.viewers))
        self._front(view)
        viewer.grid.setFocus()
        return viewer

    def _viewer(self, page: Page, block: Address, row: ResultRow, kind: str) -> Viewer:
        from blockloom.app.window.results.viewer import Viewer  # late, because it is needed only for the first window

        def ask(request: Request[R], done: Callable[[R | None], None]) -> None:
            if not isinstance(request, requests.CancelRequest) and page.name != self.runs.result_page:
                done(None)  # the worker has another page open now
            else:
                self.worker.ask(request, done)

        runs = self.runs
        viewer = Viewer(
            row.address_of(block), row.type, row.shape or (), ask, lambda: runs.pages.run_of(page.name).traces
        )
        self.viewers.append((page, viewer))
        viewer.watches_changed.connect(lambda: runs.watch(page.name))
        viewer.pin_wanted.connect(lambda: self._pin(viewer))
        viewer.canvas_wanted.connect(lambda: self._pin_on_canvas(page, viewer))
        viewer.show_kind(kind or viewer.usual_kind)
        return viewer

    def look_at_data(self) -> None:
        """Show the first elements of the dataset of the selected dataset or iterator block in a separate window."""
        # Late, because it is needed only for the first window.
        from blockloom.app.window.results.resultwindow import DataWindow

        canvas, worker, runs = self.tabs.canvas(), self.worker, self.runs
        self.workspace.typing_ends.emit()
        if not runs.consent.may_run(self.look_at_data):
            return
        text, block = runs.text(), min(canvas.selection() & canvas.page.blocks.keys(), default="")
        if text is None or not block or not worker.start():
            return
        at = canvas.open_page.address_of(block)
        at, folder = at._replace(page=at.page or self.tabs.top()), self.workspace.document.folder

        def ask(count: int, job: int, done: Callable[[PreviewReply | None], None]) -> None:
            worker.ask(requests.PreviewDatasetRequest(runs.text() or text, at, count, job=job, folder=folder), done)

        def cancel(job: int) -> None:
            worker.ask(requests.CancelRequest(job), lambda reply: None)

        view = DataWindow(at, ask, cancel, self.window)
        self.data_windows.append(view)
        view.closed.connect(self.data_windows.remove)
        view.show()

    def open_result(self, page: Page, at: Address, monitor: str) -> None:
        """Open the window of a block, with an output as a monitor shows it."""
        opened, first = at.owner._replace(block=monitor), self.workspace.history.names

        def shown() -> ShownMonitor | None:
            names, pages = self.workspace.history.names, self.workspace.document.pages
            here = names.follow(opened, first, names.uid(page.name))
            block = self._block(page, here) if here is not None else None
            if here is None or block is None:
                return None
            on = pages[self.workspace.catalogue.page_at(here.page or page.name, here.path)]
            inside = [
                watch._replace(address=watch.address._replace(page=here.page, path=here.path))
                for watch in watches_of(on, here.block)
            ]
            return ShownMonitor(block, inside)

        self.open_block(page, at)
        view = next((v for p, v in self.tables if p is page and v.address == at.owner), None)
        if view is not None and view.viewer is not None:
            view.viewer.show_monitor(shown)

    def _views(self) -> list[tuple[Page, ResultWindow | Viewer]]:
        return [*self.tables, *self.viewers]

    def _block(self, page: Page, at: Address) -> Block | None:
        """Return the block at an address of a page, maybe inside an instance."""
        there = self.workspace.document.pages.get(self.workspace.catalogue.page_at(at.page or page.name, at.path))
        return there.blocks.get(at.block) if there is not None else None

    def _shown(self, page: Page, at: Address) -> BlockResults:
        """Return the results of a block."""
        return self.runs.pages.run_of(page.name).results.get(at.owner, {})

    def _tensors(self, page: Page, at: Address) -> list[ResultRow]:
        """Return the tensors of an output: several of a list."""
        have = self._shown(page, at)
        return [row for row in rows_of(at.pin, have[at.pin]) if row.shape is not None] if at.pin in have else []

    def _pin_on_canvas(self, page: Page, viewer: Viewer) -> None:
        """Pin the view of a viewer to the canvas, next to its block."""
        at = viewer.address
        kind, values, lines = viewer.mode.pinned()
        canvas = self._pins_on(page, at)
        if canvas is not None and canvas.pinning.pin(at.block, at.end, kind, values, lines):
            self.tabs.show_page(page.name)

    def _pins_on(self, page: Page, at: Address) -> Canvas | None:
        """Return the canvas where a result can be pinned; None inside an instance, whose page is shared by all."""
        if at.path:
            self.workspace.refuse(self.tr("You cannot pin a result inside an instance: make it an output of its page"))
            return None
        return self.tabs.canvas_of(page.name)

    def watches(self, page_name: str) -> list[Watch]:
        """Return the elements of a page to record step by step, for plots over steps."""
        return [watch for page, viewer in self.viewers if page.name == page_name for watch in viewer.watches]

    def open_blocks(self, page_name: str) -> set[Address]:
        """Return the blocks of a page whose results are open in a table or a viewer."""
        return {view.address.owner for page, view in self._views() if page.name == page_name}

    def windows(self) -> list[QWidget]:
        """Return the visible windows with results."""
        windows = dict.fromkeys(view.window() for _, view in self._views())
        return [one for one in windows if one is not self.window and one.isVisible()]

    def open_selected(self) -> None:
        """Open the window of the selected block; if several are selected, of one with results."""
        canvas = self.tabs.canvas()
        page = self.workspace.document.pages[self.tabs.top()]
        blocks = [canvas.open_page.address_of(name) for name in sorted(canvas.selection() & canvas.page.blocks.keys())]
        if blocks:
            self.open_block(page, next((at for at in blocks if self._shown(page, at)), blocks[0]))
        else:
            self.workspace.refuse(self.tr("Select a block that has a result: run the page first."))

    def _pin(self, viewer: Viewer) -> None:
        """Move a viewer from a separate window to a dock of the main window."""
        used = {d.objectName() for d in self.window.findChildren(QDockWidget)}
        name = next(f"pin{n}" for n in range(1, len(used) + 2) if f"pin{n}" not in used)
        dock = QDockWidget(viewer.title(), self.window, objectName=name)
        dock.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window = cast("ViewerWindow", viewer.window())
        viewer.to_dock.setVisible(False)
        dock.setWidget(viewer)
        viewer.titled.connect(dock.setWindowTitle)
        dock.destroyed.connect(lambda: self._forget(viewer))
        window.viewer = None
        window.close()
        self.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        self.window.resizeDocks([dock], [430], Qt.Orientation.Horizontal)
        dock.show()

    def _pin_row(self, page: Page, at: Address, row: ResultRow) -> None:
        canvas = self._pins_on(page, at)
        if canvas is not None:
            canvas.pinning.pin(at.block, row.address_of(at).end)

    def _forget(self, viewer: Viewer) -> None:
        self.viewers = [(p, v) for p, v in self.viewers if v is not viewer]

    @staticmethod
    def _close(view: ResultWindow | Viewer) -> None:
        dock = view.parentWidget()
        (dock if isinstance(dock, QDockWidget) else view.window()).close()

    def refresh(self, page_name: str | None) -> None:
        """Show new results of a page, or, if None, of all pages."""
        for page, table in self.tables:
            if page_name in (None, page.name):
                self._fill(page, table)
                if table.viewer is None:  # the table had no result yet
                    table.select("")
        for page, view in self.viewers:
            if page_name in (None, page.name):
                row = next(
                    (row for row in self._tensors(page, view.address) if row.element == view.address.element), None
                )
                if row is not None:
                    view.refresh(row.type, row.shape or ())
                else:
                    view.lose()

    def _follow(self, edit: Edit) -> None:
        """Follow the blocks of the windows after a change of the document, and close the windows of removed blocks."""
        was, now, pages = self._names, self.workspace.history.names, self.workspace.document.pages
        self._names = now
        for page, view in self._views():
            at = now.follow(view.address, was, now.uid(page.name))
            view.follow(at or view.address)
            if at is None or pages.get(page.name) is not page or self._block(page, at) is None:
                self._close(view)
        for page, table in self.tables:
            self._fill(page, table)

    def close_all(self) -> None:
        """Close all windows of results and data."""
        self._names = self.workspace.history.names
        for _, view in self._views():
            self._close(view)
        for data in [*self.data_windows]:
            data.close()

    def _fill(self, page: Page, view: ResultWindow) -> None:
        from blockloom.app.window.results.resultwindow import block_rows

        block, have = self._block(page, view.address), self._shown(page, view.address)
        if block is not None:
            view.show_rows(
                block_rows(block, self.workspace.catalogue, have),
                "" if have else self.tr("No result yet: run the page."),
            )

    def _show(self, view: WindowBefore, number: int) -> None:
        view.closed.connect(self._gone)
        view.addActions(self._actions)
        corner = self.window.frameGeometry().topLeft()
        area, step = view.screen().availableGeometry(), 28 * (number % 10)
        view.move(
            max(area.left(), min(corner.x() + 260 + step, area.right() - view.width())),
            max(area.top(), min(corner.y() + 110 + step, area.bottom() - view.height())),
        )
        view.show()
        self.shown.emit()

    @staticmethod
    def _front(view: QWidget) -> None:
        view.raise_()
        view.activateWindow()

    def _gone(self, view: ResultWindow | ViewerWindow) -> None:
        viewer = view.viewer  # None if the window has none, or if it was moved into a dock
        if viewer is not None:
            self._forget(viewer)
        self.tables = [(p, v) for p, v in self.tables if v is not view]
