"""The dock of a page's cost: parameters, operations and memory before a run, times of a timed step."""

from __future__ import annotations

import os
from collections import defaultdict

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHeaderView,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QTreeWidgetItemIterator,
    QWidget,
)

from blockloom.app import qt
from blockloom.app.canvas.page.marks import COST, BlockNumbers, time_text
from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.app.canvas.widget import Canvas
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.controller import RunController
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.edits import Edit
from blockloom.blocks.files import documents
from blockloom.blocks.results.cost_tree import CostPart, Costs, tree
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.similar_names import natural
from blockloom.runtime.api.results import as_chrome
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import StepTrace
from blockloom.runtime.protocol.replies import PageCostsReply, RunEndedReply, StepTracedReply

_PART = Qt.ItemDataRole.UserRole
_TINY = 20_000  # nanoseconds: tracing makes steps with shorter ops many times longer


class CostPanel(QWidget):
    """The cost of a page as a tree of frames, blocks and instances, with the trace of the last timed step."""

    def __init__(self, workspace: Workspace, tabs: PageTabs, runs: RunController):
        super().__init__()
        self.workspace, self.tabs, self.runs = workspace, tabs, runs
        self.page = ""
        self.counted: dict[str, Costs] = {}
        self.timed: dict[str, Costs] = {}
        self.trace: StepTrace | None = None
        self._types: dict[str, str] = {}
        self._whole = 0  # total nanoseconds of all ops of the step
        self._asked = 0  # number of the latest request: replies to earlier ones are ignored
        self._waits = False  # whether a timed step is running
        self.message = Label(self._hint(), wordWrap=True)
        self.batch = qt.with_name(QSpinBox(minimum=1, maximum=1_000_000), self.tr("Batch size"))
        self.batch.setPrefix(self.tr("Examples: "))
        self.batch.setToolTip(as_is(self.tr("Batch size for inputs whose first dimension is unknown")))
        self.count_button = qt.button(
            self.tr("&Count"), self.count, self.tr("Parameters, operations and memory of the page as it is now")
        )
        self.time = qt.button(
            self.tr("&Time a Step"),
            self.time_step,
            self.tr("Run one step and record the time of each op; uses more memory"),
        )
        self.save = qt.button(
            self.tr("&Save Trace…"),
            self.ask_path,
            self.tr("Save the start and duration of each op, for https://ui.perfetto.dev or chrome://tracing"),
        )
        self.save.setEnabled(False)
        self.colours = qt.with_name(QComboBox(), self.tr("Colours on the page"))
        self.colours.setToolTip(as_is(self.tr("The cost that the blocks on the page show as colours")))
        for text, field in (
            (self.tr("No Colours"), ""),
            (self.tr("Parameters"), "parameters"),
            (self.tr("FLOPs"), "flops"),
            (self.tr("Activations"), "bytes"),
            (self.tr("Time"), "ns"),
            (self.tr("Allocated"), "allocated"),
        ):
            self.colours.addItem(text, field)
        self.list = _Tree(self)
        controls = Flow()
        for part in (self.colours, self.batch, self.count_button, self.time, self.save):
            controls.addWidget(part)
        qt.column(self.message, controls, (self.list, 1), of=self, margins=6)
        self.setFocusProxy(self.list)
        self.batch.editingFinished.connect(self.count)
        self.colours.currentIndexChanged.connect(self._show_colours)
        tabs.instance_changed.connect(self._show_colours_on)
        runs.worker.ended.connect(self._ended)
        workspace.replaced.connect(self.forget)
        workspace.edited.connect(self._follow)

    def count(self) -> None:
        """Count the cost of the current page, or of the page that contains its instance."""
        self.workspace.typing_ends.emit()
        text = self.runs.text()
        if text is None or not self.runs.worker.start():
            return
        if self.page != self.tabs.top():
            self.forget()
        self.page = self.tabs.top()
        self._asked += 1
        number, page = self._asked, self.page
        self.message.setText(self.tr("Counting {}…").format(page))
        self.runs.worker.ask(
            requests.GetCostsRequest(text, page, self.workspace.document.folder, self.batch.value()),
            lambda reply: self._counted(reply) if number == self._asked else None,
        )

    def _counted(self, reply: PageCostsReply | None) -> None:
        if reply is None:
            self.message.setText(self.tr("The TensorFlow process does not answer."))
            return
        self.counted = {row[0]: Costs(*row[2:]) for row in reply.rows}
        self._types = {row[0]: row[1] for row in reply.rows}
        self.batch.setEnabled(reply.batched)
        whole = self._fill()
        said = [self.tr("{0}: {1:,} parameters.").format(self.page, whole.parameters)]
        if whole.unknown_flops or whole.unknown_bytes:
            unknown = max(whole.unknown_flops, whole.unknown_bytes)
            said.append(self.tr("Shapes of {} ops are not known.").format(unknown))
        if whole.loops:
            said.append(self.tr("Loops count as one iteration."))
        if reply.problems:
            said.append(self.tr("Blocks with errors are not counted."))
        self.message.setText(" ".join(said))

    def time_step(self) -> None:
        """Run one step, and request its trace."""
        if self.page != self.tabs.top():
            self.forget()
        self.page, self._waits = self.tabs.top(), True
        self.runs.start(RunMode(1, timed=True))

    def _ended(self, ended: RunEndedReply) -> None:
        waits, self._waits = self._waits, False
        if waits and ended.outcome == "done":
            if self.runs.worker.target is not None:
                self._traced(None)
            elif ended.shown.times is not None:  # without times, the timed run did not begin, and another run ended
                self.runs.worker.ask(requests.GetStepTraceRequest(), self._traced)

    def _traced(self, reply: StepTracedReply | None) -> None:
        trace = reply.trace if reply is not None else None
        if trace is None or not len(trace.events):
            self.message.setText(self.tr("The step has no trace: steps on a target cannot be traced."))
            return
        nodes = list(trace.nodes)
        blocks = self.runs.worker.names.texts(filter(None, (block for _, _, block in nodes)))
        renamed = iter(blocks)
        nodes = [(name, op, next(renamed) if block else "") for name, op, block in nodes]
        by_node = np.zeros((len(nodes), 2), np.int64)
        np.add.at(by_node, trace.events[:, 0], trace.events[:, 3:])
        sums: defaultdict[str, Costs] = defaultdict(Costs)
        for (_, _, block), (took, allocated) in zip(nodes, by_node.tolist(), strict=True):
            if block:
                sums[block] = sums[block].plus(Costs(ns=took, allocated=allocated))
        self.timed = dict(sums)
        self._whole = int(trace.events[:, 3].sum()) + trace.omitted_ns
        self.trace = StepTrace(
            trace.events, trace.memory, trace.step, trace.devices, nodes, trace.omitted_count, trace.omitted_ns
        )
        self.save.setEnabled(True)
        self._fill()
        ends = trace.events[:, 2] + trace.events[:, 3]
        spent = time_text(float(ends.max()) / 1000)
        count = len(trace.events) + trace.omitted_count
        said = [self.tr("Step {0}, traced: {1}, {2:,} ops.").format(trace.step, spent, count)]
        if self._whole < _TINY * len(trace.events):
            said.append(self.tr("Tracing slows down short ops: compare their shares, not their times."))
        if trace.step == 1:
            said.append(self.tr("The first step takes longer: time another step."))
        if trace.omitted_count:
            said.append(self.tr("The {:,} shortest ops are not shown.").format(trace.omitted_count))
        self.message.setText(" ".join(said))

    def ask_path(self) -> None:
        """Ask for a path, and save the trace of the step."""
        begin = os.path.join(self.workspace.document.folder, f"{self.page}-trace.json")
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Save the trace"), begin, self.tr("Traces (*.json)"))
        if path and self.trace is not None:
            self.write(path if path.lower().endswith(".json") else f"{path}.json", self.trace)

    def write(self, path: str, trace: StepTrace) -> None:
        """Write a trace to a file."""
        try:
            documents.write_atomic(path, as_chrome(trace, self.page))
        except documents.FileError as error:
            self.workspace.tell(translated(error), "error", seen=True)
        else:
            self.workspace.say(self.tr("{} is saved: open it in https://ui.perfetto.dev").format(path))

    def forget(self) -> None:
        """Clear the tree, because another page or document is open."""
        self._asked += 1
        self._waits = False
        self.counted, self.timed, self._types, self.page = {}, {}, {}, ""
        self.trace = None
        self.save.setEnabled(False)
        self.list.clear()
        self.message.setText(self._hint())
        self._show_colours()

    def _hint(self) -> str:
        return self.tr("Count the page before a run, or time a step of it.")

    def _follow(self, edit: Edit) -> None:
        """Add a note that the page was edited after counting."""
        note = self.tr("The page was edited since.")
        some, graph = self.counted or self.timed, any(one.graph for one in edit.touched())
        if some and graph and not self.message.text().endswith(note):
            self.message.setText(f"{self.message.text()} {note}")

    def _fill(self) -> Costs:
        page = self.workspace.document.pages.get(self.page)
        if page is None:
            self.forget()
            return Costs()
        whole = tree(page, self._costs(), self._types)
        self.list.fill(whole, self._whole if self.timed else 0)
        self._show_colours()
        return whole.costs

    def _costs(self) -> dict[str, Costs]:
        """Return the costs of blocks, by their addresses: those of the page, and those of the timed step."""
        both = {**self.counted, **self.timed}
        return {at: self.counted.get(at, Costs()).plus(self.timed.get(at, Costs())) for at in both}

    def _show_colours(self) -> None:
        for canvas in self.tabs.canvases():
            self._show_colours_on(canvas)

    def _show_colours_on(self, canvas: Canvas) -> None:
        """Show the chosen cost on the blocks of a canvas while the panel is visible; that of an instance is a sum."""
        field, values = self.colours.currentData(), dict[str, float]()
        if field and canvas.open_page.top == self.page and self.isVisible():
            for text, costs in self._costs().items():
                block, cost = canvas.open_page.block_at(parse(text, self.page)), getattr(costs, field)
                if block and cost:
                    values[block] = values.get(block, 0.0) + (cost / 1000 if field == "ns" else cost)
        canvas.annotations.set_numbers(BlockNumbers(COST, self.colours.currentText(), values, field == "ns"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_colours()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._show_colours()

    def _go(self, text: str) -> None:
        at = parse(text, self.page)
        page = self.workspace.document.pages.get(self.page)
        if page is not None and (at.top in page.blocks or at.top in page.frames or at.page != self.page):
            self.tabs.goto_address(at)
        else:
            self.workspace.say(self.tr("{} was removed from the page.").format(at.local))


class _Tree(QTreeWidget):
    """The tree of the dock. A click or Enter shows the block."""

    def __init__(self, panel: CostPanel):
        super().__init__(columnCount=8, uniformRowHeights=True, allColumnsShowFocus=True)
        self.setAccessibleName(self.tr("Cost of the page"))
        self.setHeaderLabels(
            [
                self.tr("Block"),
                self.tr("Share"),
                self.tr("Time"),
                self.tr("Allocated"),
                self.tr("Parameters"),
                self.tr("FLOPs"),
                self.tr("Activations"),
                self.tr("Type"),
            ]
        )
        tips = {
            1: self.tr("Share of the time of all ops"),
            2: self.tr("Time of the kernels in the traced step"),
            3: self.tr("Bytes that the ops allocated"),
            4: self.tr("Elements of the variables"),
            5: self.tr("Floating point operations: a multiplication with its addition counts as 2"),
            6: self.tr("Bytes of all outputs of ops in a step"),
        }
        for column, tip in tips.items():
            self.headerItem().setToolTip(column, as_is(tip))
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(False)
        qt.show_whole_texts(self)
        for column, width in enumerate((180, 60, 80, 100, 100, 120, 110, 180)):
            self.setColumnWidth(column, width)
        self.show_times(False)
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.DescendingOrder)
        for signal in (self.itemClicked, self.itemActivated):
            signal.connect(lambda item, _column: item.parent() and panel._go(item.data(0, _PART)))

    def show_times(self, on: bool) -> None:
        """Show or hide the columns of a timed step."""
        for column in (1, 2, 3):
            self.setColumnHidden(column, not on)

    def fill(self, whole: CostPart, ns: int) -> None:
        """Show the cost of a page, and keep the expanded rows.

        Args:
            whole: The cost.
            ns: The time of all ops of the step in nanoseconds, 0 if no step was timed.
        """
        rows = QTreeWidgetItemIterator(self, QTreeWidgetItemIterator.IteratorFlag.HasChildren)
        was = {whole.address}
        while (row := rows.value()) is not None:
            was |= {row.data(0, _PART)} if row.isExpanded() else set()
            rows += 1
        self.clear()
        self.setSortingEnabled(False)
        top = _Row(whole, ns)
        self.addTopLevelItem(top)
        todo, opened = [(top, whole)], [top]
        while todo:
            above, part = todo.pop()
            parts = sorted(part.parts, key=lambda one: (-one.costs.ns, natural(one.name.casefold())))
            made = [_Row(one, ns) for one in parts]
            above.addChildren(made)
            opened += made
            todo += [(row, one) for row, one in zip(made, parts, strict=True) if one.parts]
        self.setSortingEnabled(True)
        self.show_times(bool(ns))
        for row in opened:
            if row.childCount() and row.data(0, _PART) in was:
                row.setExpanded(True)


class _Row(QTreeWidgetItem):
    """A row of the tree; columns of numbers are sorted numerically."""

    def __init__(self, part: CostPart, ns: int):
        costs = part.costs
        kind = {"frame": tr("frame"), "page": tr("page")}.get(part.kind, part.own)
        share = costs.ns / ns if ns else 0.0
        super().__init__(
            [
                part.name,
                f"{share:.1%}" if costs.ns else "",
                time_text(costs.ns / 1000) if costs.ns else "",
                f"{costs.allocated:,}" if costs.allocated else "",
                f"{costs.parameters:,}" if costs.parameters else "",
                _number(costs.flops, costs.unknown_flops),
                _number(costs.bytes, costs.unknown_bytes),
                kind,
            ]
        )
        self.numbers = (costs.ns, costs.ns, costs.allocated, costs.parameters, costs.flops, costs.bytes)
        self.setData(0, _PART, part.address)
        for column in range(1, 7):
            self.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def __lt__(self, other: QTreeWidgetItem) -> bool:
        tree = self.treeWidget()
        column = tree.sortColumn() if tree is not None else 0
        if 1 <= column <= 6 and isinstance(other, _Row):
            return self.numbers[column - 1] < other.numbers[column - 1]
        return natural(self.text(column).casefold()) < natural(other.text(column).casefold())


def _number(number: int, unknown: int) -> str:
    """Return a number as a text, with "≥" if parts of it are unknown."""
    if not number:
        return tr("not known") if unknown else ""
    return f"≥ {number:,}" if unknown else f"{number:,}"
