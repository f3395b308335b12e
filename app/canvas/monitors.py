"""Monitors of a canvas that is looked at: which results they show, what arrives for them, and their size."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter

from blockloom.app.canvas.commands.pinning import Pinning
from blockloom.app.canvas.grid import snapped
from blockloom.app.canvas.mouse.gestures import Gesture
from blockloom.app.canvas.theme import colour
from blockloom.app.canvas.traces import Traces
from blockloom.app.canvas.words import tr
from blockloom.blocks.edits import Many, SetValue
from blockloom.blocks.monitors import Watch, followers, shown, size
from blockloom.blocks.muting import active, left_out

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

LEAST = 40.0    # side of a chart or map


class Monitors(Pinning):
    """Mixed into the canvas."""

    def set_traces(self: Canvas, traces: Traces) -> None:
        """Show what these hold. The canvas keeps them; `traces_changed` says that more came."""
        self.marks.traces = traces
        self._marked(set(self.marks.watching))

    def traces_changed(self: Canvas, watches: set[Watch] | None = None) -> None:
        """Repaint the monitors that show any of these; None: all."""
        self._marked({name for name, mine in self.marks.watching.items()
                      if watches is None or not watches.isdisjoint(mine)})

    def followers(self: Canvas, names: Iterable[str]) -> set[str]:
        """The monitors that move, and go, with these blocks."""
        scene = self.scene
        return followers(self.page, names) if scene.monitor[:scene.count].any() else set()

    def _watch(self: Canvas) -> None:
        """The page changed: what its monitors show may have changed with it."""
        scene, page, marks = self.scene, self.page, self.marks
        slots = np.flatnonzero(scene.monitor[:scene.count] & scene.alive[:scene.count]).tolist()
        if not slots and not marks.watching:
            return
        names = [scene.blocks[slot].id for slot in slots]
        page = active(page, self.catalogue)
        before, marks.watching = marks.watching, {name: shown(page, name) for name in names if name in page.blocks}
        self._marked({name for name, mine in marks.watching.items() if before.get(name) != mine})
        if set(itertools.chain(*before.values())) != set(itertools.chain(*marks.watching.values())):
            self.watching_changed.emit()

    def _mute(self: Canvas) -> None:
        """The page changed: which blocks are left out of it may have changed with it."""
        self.marks.left_out = left_out(self.page, self.catalogue)
        names = self.scene.leave_out(self.marks.left_out)
        if names:
            self._marked(names)
            self.update()   # their wires


class ResizeMonitor(Gesture):
    """Drag the lower right corner of a chart or heat map."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def begin(self, event: QMouseEvent) -> None:
        self.canvas.choose({self.hit.id})
        self.size = self.before = size(self.canvas.page.blocks[self.hit.id])

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        away = at - self.start
        self.size = tuple(max(LEAST, snapped(had + by))
                          for had, by in zip(self.before, (away.x(), away.y()), strict=True))
        self.canvas.update()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        canvas, name = self.canvas, self.hit.id
        canvas.update()
        if self.size != self.before:
            canvas.do(Many(tuple(SetValue(canvas.page_name, name, side, f"{length:g}")
                                 for side, length in zip(("width", "height"), self.size, strict=True))),
                      tr("Resize {0}").format(name))

    def cancel(self) -> None:
        self.canvas.update()

    def paint(self, p: QPainter) -> None:
        block = self.canvas.page.blocks[self.hit.id]
        p.setPen(colour(self.canvas.theme.selection))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRect(self.canvas.view.rect_to_widget(QRectF(block.x, block.y, *self.size)))
