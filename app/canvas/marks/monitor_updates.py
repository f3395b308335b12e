"""What the monitors of a page show, and which of its blocks are left out: both follow from the page's wires."""

from __future__ import annotations

import itertools

import numpy as np
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.look.repaint import Repaint
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.open_page import OpenPage
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks.lower.muting import active, left_out
from blockloom.blocks.results.monitors import Watch, shown
from blockloom.runtime.run.monitor_traces import Traces


class Monitors(QObject):
    """Tells the run what the monitors show, and repaints them when more arrives."""

    changed = Signal()  # they show other things now

    def __init__(
        self, open_page: OpenPage, scene: Scene, marks: Marks, repaint: Repaint, parent: QObject | None = None
    ):
        super().__init__(parent)
        self._open_page, self._scene, self._marks, self._repaint = open_page, scene, marks, repaint
        self.page_changed()

    def set_traces(self, traces: Traces) -> None:
        """Show these traces, which are kept; `traces_changed` tells of more."""
        self._marks.traces = traces
        self._repaint.blocks(self._marks.watching)

    def traces_changed(self, watches: set[Watch] | None = None) -> None:
        """Repaint the monitors that show any of these; None: all."""
        self._repaint.blocks(
            [name for name, mine in self._marks.watching.items() if watches is None or not watches.isdisjoint(mine)]
        )

    def page_changed(self) -> None:
        """Blocks or wires changed: look for monitors again."""
        self._find_left_out()
        self._find_watches()

    def _find_watches(self) -> None:
        scene, page, marks, catalogue = self._scene, self._open_page.page, self._marks, self._open_page.catalogue
        slots = np.flatnonzero(scene.monitor[: scene.count] & scene.alive[: scene.count]).tolist()
        if not slots and not marks.watching:
            return
        names = [scene.blocks[slot].id for slot in slots]
        page = active(page, catalogue)
        before, marks.watching = marks.watching, {name: shown(page, name) for name in names if name in page.blocks}
        self._repaint.blocks([name for name, mine in marks.watching.items() if before.get(name) != mine])
        if set(itertools.chain(*before.values())) != set(itertools.chain(*marks.watching.values())):
            self.changed.emit()

    def _find_left_out(self) -> None:
        self._marks.left_out = left_out(self._open_page.page, self._open_page.catalogue)
        idle = {name for name in self._marks.idle if name in self._scene.slot}
        names = self._scene.leave_out(self._marks.left_out | idle)
        if names:
            self._repaint.blocks(names)
            self._repaint.all()  # their wires
