"""The open result windows of a document: which there are, and that they follow runs and edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.window.elements import ElementsWindow
from app.window.results import ResultWindow, WhiteWindow, block_rows
from app.window.summaries import Row, rows_of
from blocks.document import Page
from blocks.edits import Edit

if TYPE_CHECKING:
    from app.window.mainwindow import MainWindow


class ResultViews(QObject):
    """Opens one table per block and one per tensor; several may be open."""

    def __init__(self, window: MainWindow):
        super().__init__(window)
        self.window = window
        self.tables: list[tuple[Page, ResultWindow]] = []
        self.tensors: list[tuple[Page, ElementsWindow]] = []

    def open_block(self, page: Page, block: str, pin: str = "") -> None:
        """Show the table of a block, with the cursor on an output."""
        if block not in page.blocks:
            return
        view = next((v for p, v in self.tables if p is page and v.block == block), None)
        if view is None:
            view = ResultWindow(block, self.window.windowIcon(), self.window)
            view.elements_wanted.connect(lambda name, row: self.open_elements(page, name, row))
            self.tables.append((page, view))
            self._show(view, len(self.tables) + len(self.tensors))
        self._fill(page, view)
        self._front(view)
        view.select_pin(pin)

    def open_elements(self, page: Page, block: str, row: Row) -> None:
        """Show the elements of one tensor."""
        key = block, row.pin, row.element
        view = next((v for p, v in self.tensors if p is page and v.key == key), None)
        if view is None:
            def ask(start: int, count: int, done) -> None:
                if page.name != self.window.runner.result_page:
                    done(None)  # the worker has another page now
                else:
                    self.window.engine.tensor(block, row.pin, row.element, start, count, done)
            view = ElementsWindow(key, row.type, row.shape or (), ask, self.window.windowIcon(), self.window)
            self.tensors.append((page, view))
            view.resize(360, min(view.sizeHint().height(), 460))
            self._show(view, len(self.tables) + len(self.tensors))
        self._front(view)
        view.view.setFocus()

    def refresh(self, page_name: str | None) -> None:
        """New results on a page; None: on all."""
        results = self.window.runner.results
        for page, view in self.tables:
            if page_name in (None, page.name):
                self._fill(page, view)
        for page, view in self.tensors:
            if page_name in (None, page.name):
                block, pin, element = view.key
                have = results.get(page.name, {}).get(block, {})
                rows = rows_of(pin, have[pin]) if pin in have else []
                row = next((r for r in rows if r.element == element), None)
                if row is not None and row.shape is not None:
                    view.refresh(row.type, row.shape)
                else:
                    view.lose()

    def follow(self, edit: Edit, renamed: dict[tuple[str, str], str]) -> None:
        """The document changed: tables follow renamed blocks, and close with what is gone."""
        pages = self.window.history.document.pages
        for page, view in list(self.tables):
            view.block = renamed.get((page.name, view.block), view.block)
            if pages.get(page.name) is not page or view.block not in page.blocks:
                view.close()
            else:
                self._fill(page, view)
        for page, tensor in list(self.tensors):
            if pages.get(page.name) is not page or tensor.key[0] not in page.blocks:
                tensor.close()

    def close_all(self) -> None:
        for _, view in [*self.tables, *self.tensors]:
            view.close()

    def _fill(self, page: Page, view: ResultWindow) -> None:
        results = self.window.runner.results.get(page.name, {})
        view.setWindowTitle(view.block)
        view.show_rows(block_rows(page, view.block, self.window.catalogue, results),
                       "" if view.block in results else self.tr("No result yet: run the page."))

    def _show(self, view: WhiteWindow, number: int) -> None:
        view.gone.connect(self._gone)
        # The keys that run the page work while its tables are watched.
        view.addActions([self.window.actions_[key] for key in ("run_n", "step", "run", "stop", "reset", "save")])
        corner = self.window.frameGeometry().topLeft()
        view.move(corner.x() + 260 + 28 * (number % 10), corner.y() + 110 + 28 * (number % 10))
        view.show()

    @staticmethod
    def _front(view: WhiteWindow) -> None:
        view.raise_()
        view.activateWindow()

    def _gone(self, view: WhiteWindow) -> None:
        self.tables = [(p, v) for p, v in self.tables if v is not view]
        self.tensors = [(p, v) for p, v in self.tensors if v is not view]
