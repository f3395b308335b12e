"""Results, times, problems, and values of monitors that a canvas shows on blocks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.look.repaint import Repaint
from blockloom.app.canvas.page.marks import BlockNumbers, Marks
from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.page.view import MIDDLE, View
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import tints
from blockloom.blocks.lower.muting import active, left_out
from blockloom.blocks.problems import Problem
from blockloom.blocks.results.monitors import Watch, watches_of
from blockloom.runtime.run.monitor_traces import Traces


class Annotations(QObject):
    """Puts results, types, times and problems onto blocks, and repaints blocks that change."""

    problems_changed = Signal()

    def __init__(
        self,
        open_page: OpenPage,
        scene: Scene,
        view: View,
        marks: Marks,
        repaint: Repaint,
        parent: QObject | None = None,
    ):
        super().__init__(parent)
        self._gradients = False
        self._open_page, self._scene, self._view, self._marks, self._repaint = open_page, scene, view, marks, repaint

    def set_results(self, results: Mapping[str, Mapping[str, Any]] | None, step: int = 0) -> None:
        """Show the results of a step on blocks, {block: {output pin: Summary}}; None clears."""
        self._marks.step = step
        self._show_near(self._marks.set_results(results))
        self._tint()

    def set_gradients(self, shown: bool) -> None:
        """Tint wires by the size of their gradients in the results, or stop doing so."""
        self._gradients = shown
        self._tint()

    def _tint(self) -> None:
        found = tints(self._marks.results) if self._gradients else {}
        self._marks.tinted, self._marks.summed = bool(found), bool(self._open_page.function)
        if self._scene.set_tints(found):
            self._repaint.all()

    def _show_near(self, names: set[str]) -> None:
        if self._view.scale >= MIDDLE:
            self._repaint.blocks(names)
        else:  # nothing looks different, because results and types are not shown at this zoom
            self._scene.changed.update(s for s in map(self._scene.slot.get, names) if s is not None)

    def set_older(self, why: str) -> None:
        """Show that results are of an earlier step, with `why` on hover; "" for the latest step."""
        self._repaint.blocks(self._marks.set_older(why))

    def set_stale(self, blocks: Iterable[str]) -> None:
        """Show the blocks whose results are older than the page."""
        self._repaint.blocks(self._marks.set_stale(blocks))

    def set_pinned(self, pinned: Mapping[str, Mapping[str, str]], stale: Iterable[str], idle: Iterable[str]) -> None:
        """Mark pinned outputs, out-of-date pinned values, and blocks that do not run.

        Args:
            pinned: block -> output -> its description.
            stale: blocks whose pinned value is older than the page.
            idle: blocks that do not run, which are dimmed.
        """
        names = self._marks.set_pinned(pinned, stale, [name for name in idle if name in self._scene.slot])
        if self._scene.leave_out(self._marks.left_out | self._marks.idle):
            self._repaint.all()  # the wires of these blocks also look different
        self._repaint.blocks(names)

    def set_failed(self, unreached: Iterable[str], took: Mapping[str, Mapping[str, str]]) -> None:
        """Show the blocks that a failed step did not reach, and the inputs of the failed block as texts."""
        self._repaint.blocks(self._marks.set_failed(unreached, took))

    def light(self, way: Iterable[str] | None) -> None:
        """Dim all blocks except these, with the wires that do not connect two of them; None: dim none."""
        self._marks.way = None if way is None else frozenset(way)
        beside = set[str]() if self._marks.way is None else self._scene.slot.keys() - self._marks.way
        self._scene.leave_out(self._marks.left_out | self._marks.idle | beside)
        self._repaint.all()
        self._repaint.blocks(self._scene.slot)

    def set_paused(self, block: str, ahead: Iterable[str], tried: Iterable[str]) -> None:
        """Mark the block at which a run is paused, dim blocks `ahead`, and mark overridden values.

        `tried` are blocks with an override, or with a value computed from one. `block` is "" if no run is paused here.
        """
        there = self._scene.slot
        names = self._marks.set_paused(
            block if block in there else "", filter(there.__contains__, ahead), filter(there.__contains__, tried)
        )
        self._repaint.blocks(names)
        self._repaint.all()  # the pointer at the paused block is outside the block

    def set_pauses(self, pauses: Mapping[str, str]) -> None:
        """Mark the blocks with breakpoints in the shown instance only: {block: kind}."""
        self._repaint.blocks(self._marks.set_pauses(pauses))

    def set_running(self, blocks: Iterable[str]) -> None:
        """Show which sessions run."""
        self._repaint.blocks(self._marks.set_running(blocks))

    def set_waiting(self, waiting: Mapping[str, str]) -> None:
        """Show the reasons for which blocks wait."""
        self._repaint.blocks(self._marks.set_waiting(waiting))

    def set_types(self, types: Mapping[str, Mapping[str, Any]]) -> None:
        """Show types of outputs that have no result, and on hover.

        `types` is {block: {output pin: [dtype, shape, because] or a list of these}}.
        """
        self._show_near(self._marks.set_types(types))

    def set_reference(self, blocks: Iterable[str]) -> None:
        """Mark the blocks that the CPU reference runs."""
        self._repaint.blocks(self._marks.set_reference(blocks))

    def set_problems(self, problems: list[Problem]) -> None:
        """Show problems on their blocks and pins, also on blocks that contain or call these."""
        found: dict[str, list[Problem]] = {}
        for problem in problems:
            for block in dict.fromkeys(map(self._open_page.block_at, (problem.address, *problem.calls))):
                if block:
                    found.setdefault(block, []).append(problem)
        self._repaint.blocks(self._marks.set_problems(found))
        self.problems_changed.emit()

    def set_numbers(self, numbers: BlockNumbers) -> None:
        """Show numbers of blocks as colours; without values, show no more of their kind."""
        shown = self._marks.numbers
        if numbers == shown.get(numbers.kind) or not numbers.values and numbers.kind not in shown:
            return
        shown.pop(numbers.kind, None)
        if numbers.values:
            shown[numbers.kind] = numbers
        self._repaint.all()


class Monitors(QObject):
    """Reports to the run which outputs the monitors show, and repaints monitors with new data."""

    changed = Signal()  # emitted after the monitored outputs change

    def __init__(
        self, open_page: OpenPage, scene: Scene, marks: Marks, repaint: Repaint, parent: QObject | None = None
    ):
        super().__init__(parent)
        self._open_page, self._scene, self._marks, self._repaint = open_page, scene, marks, repaint
        self.page_changed()

    def set_traces(self, traces: Traces) -> None:
        """Show these traces, which are stored; `traces_changed` reports more data."""
        self._marks.traces = traces
        self._repaint.blocks(self._marks.watching)

    def traces_changed(self, watches: set[Watch] | None = None) -> None:
        """Repaint the monitors that show any of these; None: all."""
        self._repaint.blocks(
            [name for name, mine in self._marks.watching.items() if watches is None or not watches.isdisjoint(mine)]
        )

    def page_changed(self) -> None:
        """Look for monitors again after blocks or wires changed."""
        self._find_left_out()
        self._find_watches()

    def _find_watches(self) -> None:
        scene, page, marks, catalogue = self._scene, self._open_page.page, self._marks, self._open_page.catalogue
        slots = np.flatnonzero(scene.monitor[: scene.count] & scene.alive[: scene.count]).tolist()
        if not slots and not marks.watching:
            return
        names = [scene.blocks[slot].id for slot in slots]
        page = active(page, catalogue)
        before, marks.watching = marks.watching, {name: watches_of(page, name) for name in names if name in page.blocks}
        self._repaint.blocks([name for name, mine in marks.watching.items() if before.get(name) != mine])
        if set(itertools.chain(*before.values())) != set(itertools.chain(*marks.watching.values())):
            self.changed.emit()

    def _find_left_out(self) -> None:
        self._marks.left_out = left_out(self._open_page.page, self._open_page.catalogue)
        idle = {name for name in self._marks.idle if name in self._scene.slot}
        names = self._scene.leave_out(self._marks.left_out | idle)
        if names:
            self._repaint.blocks(names)
            self._repaint.all()  # the wires of these blocks also look different
