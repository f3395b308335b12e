"""Numbers of a JSON or CSV file as colours of the blocks whose nodes have these names."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QFileDialog, QMenu

from blockloom.app import qt
from blockloom.app.canvas.page.block_numbers import FILE, BlockNumbers
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Page
from blockloom.blocks.io.bounded_io import FileError
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.results.number_files import read_numbers


class NumberFile(QObject):
    """Shows a column of a file on the blocks of all pages, by the names of their nodes or by their ids."""

    def __init__(self, workspace: Workspace, tabs: PageTabs, commands: CommandActions):
        super().__init__(tabs)
        self.workspace, self.tabs, self.commands = workspace, tabs, commands
        self.title, self.column = "", dict[str, float]()
        tabs.instance_changed.connect(self._show_on)
        workspace.edited.connect(lambda _: self.column and self._show())
        workspace.replaced.connect(self.clear)

    def toggle(self) -> None:
        """Hide the shown numbers; if there are none, ask for a file and show its numbers."""
        if self.column:
            self.clear()
            return
        path, _ = QFileDialog.getOpenFileName(
            self.tabs.window(),
            self.tr("Numbers from a File"),
            self.workspace.document.folder,
            self.tr("Numbers (*.json *.csv)"),
        )
        if path:
            self.open(path)
        self.commands["number_file"].setChecked(bool(self.column))

    def open(self, path: str) -> None:
        """Show the numbers of a file; offer its columns if it has several."""
        try:
            columns = read_numbers(path)
        except FileError as error:
            self.workspace.refuse(translated(error))
            return
        name = os.path.basename(path)
        if len(columns) == 1:
            self.show_column(name, next(iter(columns.values())))
            return
        menu = QMenu(self.tabs.window())
        for column, numbers in columns.items():
            menu.addAction(column.replace("&", "&&"), qt.call(self.show_column, f"{name}: {column}", numbers))
        qt.popup(menu, QCursor.pos())

    def show_column(self, title: str, column: dict[str, float]) -> None:
        """Show numbers by node name, with the count of names that are blocks of the page in front."""
        self.title, self.column = title, column
        self._show()
        count = len(self._values(self.tabs.page()))
        self.workspace.say(
            self.tr("{0}: {1} of {2} names are blocks of this page").format(title, count, len(column))
            if count
            else self.tr("{0}: no name is a block of this page; names are those of nodes, or ids").format(title)
        )
        self.commands["number_file"].setChecked(True)

    def clear(self) -> None:
        """Hide the numbers of the file."""
        self.title, self.column = "", {}
        self.commands["number_file"].setChecked(False)
        self._show()

    def _show(self) -> None:
        for canvas in self.tabs.canvases():
            self._show_on(canvas)

    def _show_on(self, canvas: Canvas) -> None:
        canvas.annotations.set_numbers(BlockNumbers(FILE, self.title, self._values(canvas.page)))

    def _values(self, page: Page) -> dict[str, float]:
        """Return the numbers of the blocks of a page: by the name of the node, else by the id."""
        names = node_names(page) if self.column else {}
        found = {block: self.column.get(name, self.column.get(block)) for block, name in names.items()}
        return {block: number for block, number in found.items() if number is not None}
