"""The dock that compares outputs of the current page with the opened model, largest differences first."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QProgressBar, QPushButton, QTreeView, QVBoxLayout, QWidget

from blockloom.app.canvas.page.marks import DIFFERENCES, BlockNumbers
from blockloom.app.canvas.scene.translation import translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.blocks.document.addresses import parse, spelled
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import documents
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.results.output_differences import GONE, SHAPE, TOLERANCE, VALUES, OutputDifference
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import CompareModelsReply


class ModelComparisonDock(QWidget):
    """Compares the current page with the model as it was opened, or with a page of another document.

    The worker runs both; the current page has the present values of its variables. While the list is visible, blocks
    on the page show their differences.
    """

    differences_changed = Signal()  # emitted when the list has changed

    def __init__(self, workspace: Workspace, tabs: PageTabs, runs: RunController):
        super().__init__()
        self.workspace, self.tabs, self.runs = workspace, tabs, runs
        self.page, self._job = "", 0
        self._with: tuple[Document | None, str] = None, ""  # (other document of the last comparison, its name)
        self.rows = _ComparisonModel(self)
        self.list = QTreeView(rootIsDecorated=False, uniformRowHeights=True, allColumnsShowFocus=True)
        self.list.setAccessibleName(self.tr("Differences"))
        self.list.setModel(self.rows)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for section, width in enumerate((200, 80, 80, 110, 150, 130)):
            self.list.setColumnWidth(section, width)
        self.message = Label(wordWrap=True)
        self.bar = QProgressBar()
        self.compare_button, self.stop = QPushButton(self.tr("&Compare Again")), QPushButton(self.tr("&Stop"))
        self.choose = QPushButton(self.tr("Se&lect Differing Blocks"))
        row = QHBoxLayout()
        row.addWidget(self.message, 1)
        for part in (self.bar, self.choose, self.compare_button, self.stop):
            row.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addLayout(row)
        column.addWidget(self.list)
        self.setFocusProxy(self.list)
        self.compare_button.clicked.connect(lambda: self.compare(*self._with))
        self.stop.clicked.connect(lambda: self.end(self.tr("Stopped.")))
        self.choose.clicked.connect(self._choose)
        for signal in (self.list.clicked, self.list.activated):
            signal.connect(lambda index: self._go(self.rows.differences[index.row()]))
        runs.worker.comparing.connect(self._progress)
        runs.worker.died.connect(lambda _: self.end(self.tr("The TensorFlow process ended.")) if self._job else None)
        workspace.replaced.connect(self.forget)
        workspace.edited.connect(self._follow)
        tabs.instance_changed.connect(self._mark)
        self._enable()

    def compare(self, other: Document | None = None, name: str = "") -> None:
        """Compare the current page, or the page that contains its instance.

        Args:
            other: The document with the other page; None is the document as it was opened.
            name: The name of the other document.
        """
        worker, workspace = self.runs.worker, self.workspace
        workspace.typing_ends.emit()
        self.end("")
        if not self.runs.consent.may_run(lambda: self.compare(other, name), other):
            return
        text = self.runs.text()
        if text is None or not worker.start():
            return
        page, folder = self.tabs.top(), workspace.document.folder
        self._with = other, name

        def look(document: Document) -> tuple[str, list[str]]:
            return documents.dumps(document), list(document.pages)

        was, pages = workspace.history.as_opened(look) if other is None else look(other)
        if page not in pages:
            self.end(
                self.tr("{1} has no page {0}.").format(page, name)
                if other is not None
                else self.tr("The opened model had no page {}.").format(page)
            )
            return
        self.page, job = page, next(requests.job_numbers)
        self._job = job
        self.rows.show([])
        self.bar.setRange(0, 0)
        self.message.setText(
            self.tr("Comparing {0} with {1}…").format(page, name)
            if other is not None
            else self.tr("Comparing {} with the opened model…").format(page)
        )
        self._enable()
        worker.ask(
            requests.CompareModelsRequest((was, page, folder), text, page, folder, use_trained_values=True, job=job),
            lambda reply: self._arrived(reply) if job == self._job else None,
        )

    def end(self, why: str) -> None:
        """Cancel the comparison if one is running, and show a text."""
        if self._job:
            self.runs.worker.ask(requests.CancelRequest(self._job), lambda reply: None)
            self._job = 0
        self.message.setText(why)
        self._enable()

    def forget(self) -> None:
        """Clear the list, because another document is open."""
        self.end("")
        self._with = None, ""
        self.rows.show([])
        self._show_marks()
        self.differences_changed.emit()

    def _enable(self) -> None:
        busy = bool(self._job)
        self.bar.setVisible(busy)
        self.stop.setVisible(busy)
        self.compare_button.setEnabled(not busy)
        self.choose.setEnabled(not busy and any(one.is_in_both for one in self.rows.differences))

    def _progress(self, job: int, done: int, of: int) -> None:
        if job == self._job:
            self.bar.setRange(0, of)
            self.bar.setValue(done)

    def _arrived(self, reply: CompareModelsReply | None) -> None:
        self._job = 0
        page = self.workspace.document.pages.get(self.page)
        if reply is None or page is None:
            self.end(
                self.tr("The TensorFlow process does not answer.")
                if reply is None
                else self.tr("The page {} was removed.").format(self.page)
            )
            return
        if reply.problems:
            side = (
                (
                    self.tr("The other document cannot run: {}")
                    if self._with[0]
                    else self.tr("The opened model cannot run: {}")
                )
                if reply.side == "was"
                else self.tr("The page cannot run: {}")
            )
            why = (f"{translated(row.place_text)}: {translated(row.message)}" for row in reply.problems[:3])
            self.end(side.format("; ".join(why)))
            return
        differences = list(reply.differences)
        self.rows.show(differences, node_names(page))
        beyond = [row for row in differences if row.beyond(TOLERANCE)]
        by_chance = sum(row.random for row in beyond)
        said = [
            self.tr("{0}: {1:,} outputs differ, {2:,} by rounding, {3:,} are equal.").format(
                self.page, len(beyond) - by_chance, len(differences) - len(beyond), reply.equal
            )
        ]
        if by_chance:
            said.append(self.tr("{:,} more depend on random ops without a seed.").format(by_chance))
        if reply.random_feeds:
            said.append(
                self.tr("Random numbers were fed to {}.").format(
                    ", ".join(f"{name} ({what})" for name, what in reply.random_feeds.items())
                )
            )
        if reply.trained:
            said.append(self.tr("Variables have the values of the last run."))
        self.message.setText(" ".join(said))
        self._enable()
        self._show_marks()
        self.differences_changed.emit()

    def _follow(self, edit: Edit) -> None:
        """Add a note that the page was edited after the comparison."""
        note = self.tr("The page was edited since.")
        if (
            self.rows.differences
            and any(one.graph for one in edit.touched())
            and not self.message.text().endswith(note)
        ):
            self.message.setText(f"{self.message.text()} {note}")

    def _go(self, row: OutputDifference) -> None:
        at = parse(row.at, self.page)
        if row.kind == GONE:
            self.workspace.say(self.tr("{} was removed from the page.").format(at.local))
        else:
            self.tabs.goto_address(at)

    def _choose(self) -> None:
        """Select the blocks that differ by more than rounding."""
        if self.tabs.show_page(self.page):
            canvas = self.tabs.canvas()
            canvas.selection.choose({block for block, part in self._on(canvas).items() if part > TOLERANCE})
            canvas.setFocus()

    def _on(self, canvas: Canvas) -> dict[str, float]:
        """Return the relative difference of each block of a canvas; for an instance, the largest inside."""
        found: dict[str, float] = {}
        if canvas.open_page.top == self.page and self.isVisible():
            for row in self.rows.differences:
                block = canvas.open_page.block_at(parse(row.at, self.page)) if row.kind in (VALUES, SHAPE) else ""
                if block:
                    found[block] = max(found.get(block, 0.0), row.relative if row.kind == VALUES else math.inf)
        return found

    def by_block(self) -> list[tuple[OutputDifference, tuple[str, str]]]:
        """Return the differences, each with the page and the block on it that contains the output."""
        places = ((row, parse(row.at, self.page)) for row in self.rows.differences)
        return [(row, (at.page or self.page, at.top)) for row, at in places]

    def _mark(self, canvas: Canvas) -> None:
        canvas.annotations.set_numbers(BlockNumbers(DIFFERENCES, self.tr("Difference"), self._on(canvas)))

    def _show_marks(self) -> None:
        for canvas in self.tabs.canvases():
            self._mark(canvas)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_marks()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._show_marks()


class _ComparisonModel(QAbstractTableModel):
    """The table of differences, one row per output."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.differences: list[OutputDifference] = []
        self.nodes: Mapping[str, str] = {}

    def show(self, found: Sequence[OutputDifference], nodes: Mapping[str, str] = MappingProxyType({})) -> None:
        """Show differences; `nodes` has the node name of each block."""
        self.beginResetModel()
        self.differences, self.nodes = list(found), nodes
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.differences)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 7

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return (
                self.tr("Output"),
                self.tr("Relative"),
                self.tr("Largest"),
                self.tr("At"),
                self.tr("Elements"),
                self.tr("Note"),
                self.tr("Node"),
            )[section]
        if role == Qt.ItemDataRole.ToolTipRole and orientation == Qt.Orientation.Horizontal:
            tips = (
                self.tr("Output of a block"),
                self.tr("Largest difference, divided by the largest value"),
                self.tr("Largest difference of two elements"),
                self.tr("Index of the largest difference"),
                self.tr("Number of elements that differ, of all"),
                "",
                self.tr("Name of the node in the graph"),
            )
            return as_is(tips[section])
        return None

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            row = self.differences[index.row()]
            at = parse(row.at)
            node = "" if at.path else self.nodes.get(at.block, "")
            text = (spelled(row.at), *row.cells, translated(row.description), node)[index.column()]
            return as_is(text) if role == Qt.ItemDataRole.ToolTipRole else text
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (1, 2):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None
