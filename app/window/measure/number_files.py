"""Numbers of a JSON or CSV file as colours of the blocks whose nodes have these names."""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QFileDialog, QMenu

from blockloom.app import qt
from blockloom.app.canvas.page.marks import FILE, BlockNumbers
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.commands.actions import CommandActions
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.document.pages import Page
from blockloom.blocks.io import bounded_io
from blockloom.blocks.io.bounded_io import FileError
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.text.phrases import Phrase, file_error_reason, phrase


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


Columns = dict[str, dict[str, float]]  # column -> node name -> number


def read_numbers(path: str | Path) -> Columns:
    """Return the columns of a file: the one object of a JSON file, or the columns of numbers of a CSV file.

    A JSON file has an object such as `{"dense/MatMul": 1.5}`; its column has the name of the file. A CSV file has a
    line of titles, then a name and its numbers in each line. An empty cell is skipped.

    Raises:
        FileError: The file cannot be read, or a row has no name, a name twice, or a text that is not a number.
    """
    try:
        text = bounded_io.read(path, "settings").decode("utf-8-sig")
        columns = _from_json(text, Path(path).stem) if str(path).lower().endswith(".json") else _from_csv(text)
    except OSError as error:
        raise FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
    except (ValueError, csv.Error) as error:
        why = phrase("it is not a text in UTF-8") if isinstance(error, UnicodeDecodeError) else error
        raise FileError(phrase("{}: {}", path, why)) from None
    if not any(columns.values()):
        raise FileError(phrase("{}: it has no numbers", path))
    return columns


def _from_json(text: str, name: str) -> Columns:
    found = bounded_io.parsed(text, object_pairs_hook=_checked_object)
    if not isinstance(found, Mapping):
        raise ValueError(phrase('it has no object of names and numbers, such as {"dense/MatMul": 1.5}'))
    column: dict[str, float] = {}
    for row, (node, number) in enumerate(found.items(), 1):
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise ValueError(phrase("entry {}, {:.60}: the value is not a number", row, node))
        column[node] = _finite(number, phrase("entry {}, {:.60}", row, node))
    return {name: column}


def _checked_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for row, (name, value) in enumerate(pairs, 1):
        if name in found:
            raise ValueError(phrase("entry {}, {:.60}: the name occurs twice", row, name))
        found[name] = value
    return found


def _from_csv(text: str) -> Columns:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    titles = [title.strip() for title in next(reader, [])]
    if len(titles) < 2:
        raise ValueError(phrase("row 1: it has no titles of a column of names and a column of numbers"))
    columns: Columns = {title or str(place): {} for place, title in enumerate(titles[1:], 2)}
    if len(columns) < len(titles) - 1:
        raise ValueError(phrase("row 1: a title occurs twice"))
    names: set[str] = set()
    for cells in reader:
        if not any(map(str.strip, cells)):
            continue
        row, name = reader.line_num, cells[0].strip()
        if len(cells) != len(titles):
            raise ValueError(phrase("row {}: it has {} cells, row 1 has {}", row, len(cells), len(titles)))
        if not name:
            raise ValueError(phrase("row {}: it has no name", row))
        if name in names:
            raise ValueError(phrase("row {}, {:.60}: the name occurs twice", row, name))
        names.add(name)
        for title, cell in zip(columns, cells[1:], strict=True):
            if cell.strip():
                columns[title][name] = _number(cell.strip(), phrase("row {}, {:.60}", row, title))
    return {title: column for title, column in columns.items() if column}


def _number(text: str, place: Phrase) -> float:
    try:
        number = float(text)
    except ValueError:
        raise ValueError(phrase("{}: “{:.60}” is not a number", place, text)) from None
    return _finite(number, place)


def _finite(number: float, place: Phrase) -> float:
    try:
        if math.isfinite(number):
            return float(number)
    except OverflowError:
        pass
    raise ValueError(phrase("{}: the number is not finite, or too large", place))
