"""Gestures that take blocks along as copies, or out of their wires."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter

from blockloom.app.canvas.mouse.gesture import Gesture
from blockloom.app.canvas.mouse.moving import Drag
from blockloom.app.canvas.mouse.rewiring import rubber_wire
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Placed
from blockloom.blocks.operations import PageChange

_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Copy(Gesture):
    """Ctrl: drag a copy of the selection to its place; with Shift too, wired to what feeds the originals. A click adds
    to the selection, or takes away.
    """

    cursor = Qt.CursorShape.DragCopyCursor

    def begin(self, event: QMouseEvent) -> None:
        self.wired = bool(event.modifiers() & _SHIFT)
        self.names: set[str] = set()
        self.boxes: list[QRectF] = []
        self.shift = QPointF()

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        parts, page, scene = self.parts, self.parts.page, self.parts.scene
        if not self.names:
            if self.hit.id not in parts.selection():
                parts.selection.choose({self.hit.id})
            self.names = operations.members(page, parts.selection())
            items = [page.blocks.get(n) or page.frames.get(n) or page.notes[n] for n in self.names]
            self.corner = QPointF(min(i.x for i in items), min(i.y for i in items))
            slots = [scene.slot[n] for n in self.names & scene.slot.keys()]
            self.boxes = [scene.box(s) for s in slots if not scene.fold[s]]
            self.boxes += [scene.rect_of(i) for i in items if not isinstance(i, Block) and i.id not in scene.concealed]
        away = self.corner + at - self.start
        self.shift = QPointF(self.parts.settings.snapped(away.x()), self.parts.settings.snapped(away.y())) - self.corner
        parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        parts = self.parts
        parts.repaint.all()
        if not self.moved:
            parts.selection.choose(parts.selection() ^ {self.hit.id}, keep_wires=True)
        elif not self.shift.isNull():
            parts.clipboard.copy_to(self.names, self.corner + self.shift, self.wired)

    def cancel(self) -> None:
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        parts = self.parts
        fill = QColor(parts.painter.theme.selection)
        fill.setAlpha(48)
        p.setPen(pen_of(parts.painter.theme.selection, 1.5))
        p.setBrush(fill)
        for box in self.boxes:
            p.drawRoundedRect(parts.view.rect_to_widget(box.translated(self.shift)), 4, 4)


class Detach(Drag):
    """Alt: drag the selected blocks out of their wires, which then lead around them. A lone block may be dropped on
    another wire. Alt held since the press does not take it off the grid: pressed later it does.
    """

    def begin(self, event: QMouseEvent) -> None:
        super().begin(event)
        self.bridges: list[Placed] = []
        self.cut = np.empty(0, np.intp)
        self.free = False

    def _take(self) -> None:
        super()._take()
        scene = self.parts.scene
        self.blocks = {scene.blocks[s].id for s in self.slots.tolist()}
        self.bridges = operations.reconnected(self.parts.page, self.parts.open_page.catalogue, self.blocks)
        mine = np.isin(scene.wsrc[self.wires], self.slots) & np.isin(scene.wdst[self.wires], self.slots)
        self.cut = self.wires[~mine & ~scene.hidden[self.wires]]
        scene.hidden[self.cut] = True
        self.parts.repaint.all()

    def _off_grid(self, event: QMouseEvent) -> bool:
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self.free = self.free or not alt  # Alt was let go: from now on it means what it does in any drag
        return alt and self.free

    def _lone(self) -> bool:
        return len(self.slots) == 1 and not self.boxes

    def _wire_under(self, at: QPointF) -> int | None:
        return self._wire_for(at, True) if self._lone() else None

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        if self.taken:
            self._back()
        super().finish(at, event)
        self.parts.repaint.all()

    def _dropped(self, names: list[str], shift: np.ndarray, wire: int | None) -> PageChange | None:
        change, page = super()._dropped(names, shift, wire), self.parts.page
        if not any(operations.outer_wires(page, self.blocks)):
            return change
        return operations.detach(page, self.parts.open_page.catalogue, self.names, change)

    def _back(self) -> None:
        self.parts.scene.hidden[self.cut] = False
        self.cut = self.cut[:0]

    def cancel(self) -> None:
        if self.taken:
            self._back()
            self.parts.repaint.all()
        super().cancel()

    def paint(self, p: QPainter) -> None:
        for wire, _ in self.bridges:
            rubber_wire(self.parts, p, wire)
        super().paint(p)
