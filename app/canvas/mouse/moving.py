"""Gestures that move: the page, blocks, frames, notes, corners and sliders; and clicks on handles."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter

from blockloom.app.canvas.mouse.gesture import TOGGLE, Gesture
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.scene.block_layout import SLIDE
from blockloom.app.canvas.scene.theme import colour
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Frame, Note
from blockloom.blocks.operations import PageChange
from blockloom.blocks.results.monitors import size


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
    """Move the selected blocks, frames (with their content) and notes. Alt moves off the grid.

    A single block without wires is put into a wire that it is dropped on, unless Ctrl is pressed.
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
        self.taken = False  # whether the moving items have been determined
        self.wire: int | None = None  # wire into which a drop would insert the block
        self.home = ""  # frame into which a drop would put the block

    def _take(self) -> None:
        parts, scene = self.parts, self.parts.scene
        page = parts.page
        names = parts.selection() | {self.hit.id}
        self.names = set(names)
        self.members = operations.with_frame_members(page, names)  # includes the content of frames, also of nested ones
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
        """Return the frame into which the item would be dropped."""
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
        """Return the wire into which a single block without wires would be put at its current position."""
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
        """Return the change of the drop: put a block into a wire, or move everything."""
        parts = self.parts
        page, measures = parts.page, parts.editing.measures()
        if wire is None:
            dx, dy = shift.tolist()
            return operations.drop_into_frames(page, self.names, names, dx, dy, measures)
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
    """Collapse or expand a frame by its handle; dragged by the handle, the frame moves."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.parts.frames.toggle(self.hit.id)


class BundleClick(Drag):
    """Gesture at a bundle of wires: a click shows each pin of the collapsed frame, a drag moves the frame."""

    cursor = Qt.CursorShape.PointingHandCursor

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.parts.frames.unbundle(self.hit.id)


class BadgeClick(Drag):
    """Ask for the fixes of a block; dragged by its badge, the block moves."""

    cursor = Qt.CursorShape.PointingHandCursor

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.parts.requests.fixes_wanted.emit(self.hit.id, "")


class ToggleClick(Drag):
    """Invert a truth value; dragged by its box, the block moves."""

    cursor = Qt.CursorShape.PointingHandCursor

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved and not event.modifiers():
            self.parts.editing.toggle(self.hit.id, self.hit.spot.name)


class CloseClick(Gesture):
    """Remove a pinned monitor by a click on its cross."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        parts, name = self.parts, self.hit.id
        if not self.moved and name in parts.page.blocks:
            parts.editing.run(operations.remove_monitor, parts.page, name)


SMALLEST = 40.0  # canvas pixels: smallest side of a frame, note, chart or map


class Resize(Gesture):
    """Drag the lower right corner of a frame or note."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def begin(self, event: QMouseEvent) -> None:
        self.parts.selection.choose({self.hit.id})

    def _have(self) -> dict[str, Any]:
        scene = self.parts.scene
        return scene.frames if self.hit.id in scene.frames else scene.notes

    def _item(self) -> Frame | Note:
        page = self.parts.page
        return page.frames.get(self.hit.id) or page.notes[self.hit.id]

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        item = self._item()
        width = max(SMALLEST, self.parts.settings.snapped(item.width + at.x() - self.start.x()))
        height = max(SMALLEST / 2, self.parts.settings.snapped(item.height + at.y() - self.start.y()))
        self._have()[self.hit.id] = item._replace(width=width, height=height)
        self.parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        new = self._have()[self.hit.id]
        self.parts.editing.run(operations.resize, self.parts.page, self.hit.id, new.width, new.height)

    def cancel(self) -> None:
        self._have()[self.hit.id] = self._item()
        self.parts.repaint.all()


class ResizeMonitor(Gesture):
    """Drag the lower right corner of a chart or heat map."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def begin(self, event: QMouseEvent) -> None:
        self.parts.selection.choose({self.hit.id})
        self.size = self.before = size(self.parts.page.blocks[self.hit.id])

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        away = at - self.start
        width, height = self.before
        snapped = self.parts.settings.snapped
        self.size = max(SMALLEST, snapped(width + away.x())), max(SMALLEST, snapped(height + away.y()))
        self.parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        self.parts.repaint.all()
        self.parts.editing.run(operations.resize, self.parts.page, self.hit.id, *self.size)

    def cancel(self) -> None:
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        block = self.parts.page.blocks[self.hit.id]
        p.setPen(colour(self.parts.painter.theme.selection))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRect(self.parts.view.rect_to_widget(QRectF(block.x, block.y, *self.size)))


class Slide(Gesture):
    """Set a value by the pointer, as one undo entry; a click selects the block."""

    cursor = Qt.CursorShape.SizeHorCursor
    live = True

    def begin(self, event: QMouseEvent) -> None:
        parts, name, spot = self.parts, self.hit.id, self.hit.spot
        field = spot.field or QRectF()
        parts.selection.choose({name})
        self.whole = operations.is_whole(parts.open_page.rules(), name, self.hit.spot.name)
        self.left = parts.scene.pos[parts.scene.slot[name], 0] + field.x() + SLIDE
        self.width = field.width() - 2 * SLIDE
        self.steps = 0

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        parts, name = self.parts, self.hit.id
        place = (at.x() - self.left) / self.width
        change = operations.slide(parts.page, name, self.hit.spot.name, place, self.whole)
        self.editing = True
        if change is not None and parts.editing.do(change, merge=self.steps > 0):
            self.steps += 1
        self.editing = False

    def cancel(self) -> None:
        if self.steps:
            self.parts.open_page.history.undo()

    def lost(self) -> None:
        """Keep the value, since the last undo entry may be another one by now."""
