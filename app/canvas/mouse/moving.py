"""Gestures that move: the page, blocks, frames and notes; and the clicks on handles by which blocks are moved too."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter

from blockloom.app.canvas.mouse.gesture import TOGGLE, Gesture
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.blocks import operations
from blockloom.blocks.operations import PageChange


class Pan(Gesture):
    """Drag the page about."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def begin(self, event: QMouseEvent) -> None:
        self.last = event.position().toPoint()

    def mouse_moved(self, at: QPointF, event: QMouseEvent) -> None:
        now = event.position().toPoint()
        self.parts.view.scroll(now.x() - self.last.x(), now.y() - self.last.y())
        self.last = now


class Drag(Gesture):
    """Move the selected blocks, frames (with what is in them) and notes. Alt moves without the grid. A lone block
    without wires is put into a wire that it is dropped on, unless Ctrl is held then.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def begin(self, event: QMouseEvent) -> None:
        parts, name = self.parts, self.hit.id
        chosen = parts.selection()
        self.alone = name in chosen and not event.modifiers() & TOGGLE
        if event.modifiers() & TOGGLE:
            parts.selection.choose(chosen ^ {name}, keep_wires=True)
        elif name not in chosen:
            parts.selection.choose({name})
        self.slots = np.empty(0, np.intp)
        self.taken = False  # whether what moves is known
        self.wire: int | None = None  # that a drop would put the block into
        self.home = ""  # the frame that a drop would put it into

    def _take(self) -> None:
        parts, scene = self.parts, self.parts.scene
        page = parts.page
        names = parts.selection() | {self.hit.id}
        self.names = set(names)
        self.members = operations.members(page, names)  # frames take what is in them along, frames in frames included
        names = self.members | parts.followers(self.members)
        self.taken = True
        self.slots = np.array([scene.slot[n] for n in names if n in scene.slot], np.intp)
        self.boxes = [n for n in names if n not in scene.slot]
        self.from_ = scene.pos[self.slots].copy()
        self.wires = scene.wires_of(self.slots)
        scene.raise_up(self.slots[np.argsort(scene.z[self.slots])])
        first = page.blocks.get(self.hit.id) or page.frames.get(self.hit.id) or page.notes[self.hit.id]
        self.anchor = np.array([first.x, first.y])
        self.shift = np.zeros(2)

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        if not self.taken:
            self._take()
        away = np.array([at.x() - self.start.x(), at.y() - self.start.y()])
        if not self._off_grid(event):
            grid = self.parts.settings.grid
            away = np.rint((self.anchor + away) / grid) * grid - self.anchor
        self._shift(away)
        no_wire = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        wire, home = None if no_wire else self._wire_under(at), self._home()
        if (wire, home) != (self.wire, self.home):
            self.wire, self.home = wire, home
            self.parts.repaint.all()

    def _home(self) -> str:
        """The frame that what is dragged would be dropped into."""
        parts = self.parts
        item = parts.page.blocks.get(self.hit.id) or parts.page.frames.get(self.hit.id)
        dx, dy = self.shift.tolist()
        return parts.editing.measures().home(item, dx, dy, self.members) if item is not None else ""

    def _off_grid(self, event: QMouseEvent) -> bool:
        return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)

    def paint(self, p: QPainter) -> None:
        parts = self.parts
        if not self.taken:
            return
        if self.wire is not None:
            parts.painter.highlight(p, self.wire, parts.view.rect(), parts.painter.theme.accept)
        item = parts.page.blocks.get(self.hit.id) or parts.page.frames.get(self.hit.id)
        if item is not None and self.home and self.home != item.frame:
            p.setPen(pen_of(parts.painter.theme.accept, 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRect(parts.view.rect_to_widget(parts.scene.rect_of(parts.scene.frames[self.home])))

    def _shift(self, away: np.ndarray) -> None:
        parts, scene = self.parts, self.parts.scene
        if (away == self.shift).all():
            return
        step, self.shift = away - self.shift, away
        parts.repaint.around(self.slots)
        scene.pos[self.slots] = self.from_ + away
        homes: tuple[dict[str, Any], ...] = scene.frames, scene.notes
        for have in homes:
            for name in self.boxes:
                if name in have:
                    have[name] = have[name]._replace(x=have[name].x + step[0], y=have[name].y + step[1])
        scene.place_wires(self.wires)
        parts.repaint.all() if self.boxes else parts.repaint.around(self.slots)

    def _wire_under(self, at: QPointF) -> int | None:
        """The wire that a lone block without wires would be put into where it is now."""
        if len(self.slots) != 1 or self.boxes or len(self.wires):
            return None
        return self._wire_for(at, False)

    def _wire_for(self, at: QPointF, detached: bool) -> int | None:
        scene, rules = self.parts.scene, self.parts.open_page.rules()
        name = scene.blocks[self.slots[0]].id
        return self.parts.wire_under(
            scene.box(self.slots[0]),
            at,
            lambda wire: bool(
                wire not in self.wires and operations.pins_in_wire(rules, name, scene.wires[wire], detached)
            ),
        )

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        parts = self.parts
        if not self.taken:
            if self.alone:
                parts.selection.choose({self.hit.id})
            return
        shift, wire = self.shift, self.wire
        names = [parts.scene.blocks[s].id for s in self.slots.tolist()] + self.boxes
        self._shift(np.zeros(2))
        if shift.any():
            parts.editing.run(self._dropped, names, shift, wire)

    def _dropped(self, names: list[str], shift: np.ndarray, wire: int | None) -> PageChange | None:
        """What the drop does: put a block into a wire, or move everything."""
        parts = self.parts
        page, measures = parts.page, parts.editing.measures()
        if wire is None:
            dx, dy = shift.tolist()
            return operations.drop(page, self.names, names, dx, dy, measures)
        block = page.blocks[names[0]]
        return operations.move_into_wire(
            parts.open_page.rules(),
            block.id,
            parts.scene.wires[wire],
            (block.x + shift[0], block.y + shift[1]),
            measures,
            len(self.wires) > 0,
        )

    def cancel(self) -> None:
        if self.taken:
            self._shift(np.zeros(2))


class FoldClick(Drag):
    """Collapse or expand a frame by its handle; dragged by it, the frame moves."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.parts.frames.toggle(self.hit.id)


class BadgeClick(Drag):
    """Ask for the fixes of a block; dragged by its badge, the block moves."""

    cursor = Qt.CursorShape.PointingHandCursor

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.parts.requests.fixes_wanted.emit(self.hit.id, "")


class ToggleClick(Drag):
    """Make what is true false, and the other way round; dragged by it, the block moves."""

    cursor = Qt.CursorShape.PointingHandCursor

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved and not event.modifiers():
            self.parts.editing.toggle(self.hit.id, self.hit.spot.name)


class CloseClick(Gesture):
    """A click on the cross of a pinned result removes it."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        parts, name = self.parts, self.hit.id
        if not self.moved and name in parts.page.blocks:
            parts.editing.run(operations.unpin, parts.page, name)
