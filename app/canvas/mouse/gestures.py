"""Gestures of the mouse, one class each. A gesture shows what it does as it goes; the document changes at its end.

`START` says which one a press begins. A gesture that is cancelled leaves everything as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter

from blockloom.app.canvas.grid import snapped, step
from blockloom.app.canvas.mouse.hits import Hit
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.words import tr
from blockloom.blocks.edits import Move, Replace

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

SLACK = 4.0     # widget pixels that a press may wander and still be a click
SMALLEST = 40.0  # side of a frame or note
DROP_REACH = 12.0   # widget pixels from a wire within which a block is dropped into it

_TOGGLE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier


class Gesture:
    """Begins with the press. `at` is in canvas coordinates, `event` holds the widget's."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, canvas: Canvas, hit: Hit, at: QPointF, event: QMouseEvent):
        self.canvas, self.hit, self.start = canvas, hit, at
        self.pressed, self.button = event.position(), event.button()
        self.moved = False
        self.begin(event)

    def begin(self, event: QMouseEvent) -> None:
        """At the press."""

    def mouse_moved(self, at: QPointF, event: QMouseEvent) -> None:
        """Every move; `move` hears of it once the pointer has really moved."""
        if not self.moved:
            away = event.position() - self.pressed
            self.moved = abs(away.x()) + abs(away.y()) >= SLACK
        if self.moved:
            self.move(at, event)

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        """The pointer moves with the button down."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        """The button was released."""

    def cancel(self) -> None:
        """Escape, or something took the page away."""

    def paint(self, p: QPainter) -> None:
        """What the gesture shows over the page, in widget coordinates."""


class Pan(Gesture):
    """Drag the page about."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def begin(self, event: QMouseEvent) -> None:
        self.last = event.position().toPoint()

    def mouse_moved(self, at: QPointF, event: QMouseEvent) -> None:
        now = event.position().toPoint()
        self.canvas.scroll_by(now.x() - self.last.x(), now.y() - self.last.y())
        self.last = now


class BoxSelect(Gesture):
    """Select what lies in a box: everything that it touches. Shift adds to the selection, Ctrl takes away."""

    def begin(self, event: QMouseEvent) -> None:
        self.had = self.canvas.selection(), np.flatnonzero(self.canvas.scene.wselected).tolist()
        self.before, self.wires = self.had if event.modifiers() & _TOGGLE else (set(), [])
        self.less = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self.box: QRectF | None = None

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        self.box = QRectF(self.start, at).normalized()
        scene, box = self.canvas.scene, self.box
        slots = scene.visible(box.left(), box.top(), box.right(), box.bottom())
        pos, end = scene.pos[slots], scene.pos[slots] + scene.size[slots]
        inside = slots[(pos[:, 0] < box.right()) & (end[:, 0] > box.left()) & (pos[:, 1] < box.bottom())
                       & (end[:, 1] > box.top())]
        names = {scene.blocks[s].id for s in inside.tolist()}
        names |= {n.id for n in scene.notes.values() if box.intersects(QRectF(n.x, n.y, n.width, n.height))}
        names |= {f.id for f in scene.frames.values() if f.id not in scene.concealed and box.contains(scene.rect_of(f))}
        self.canvas.choose(self.before - names if self.less and self.before else self.before | names, self.wires)
        self.canvas.update()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        if self.box is None and not (self.before or self.wires):
            self.canvas.choose(())
        self.canvas.update()

    def cancel(self) -> None:
        self.canvas.choose(*self.had)

    def paint(self, p: QPainter) -> None:
        if self.box is not None:
            fill = QColor(self.canvas.theme.selection)
            fill.setAlpha(36)
            p.setPen(pen_of(self.canvas.theme.selection, 1.0))
            p.setBrush(fill)
            p.drawRect(self.canvas.view.rect_to_widget(self.box))


class Drag(Gesture):
    """Move the selected blocks, frames (with what is in them) and notes. Alt moves without the grid."""

    cursor = Qt.CursorShape.SizeAllCursor

    def begin(self, event: QMouseEvent) -> None:
        canvas, name = self.canvas, self.hit.id
        chosen = canvas.selection()
        self.alone = name in chosen and not event.modifiers() & _TOGGLE
        if event.modifiers() & _TOGGLE:
            canvas.choose(chosen ^ {name}, keep_wires=True)
        elif name not in chosen:
            canvas.choose({name})
        self.slots: np.ndarray | None = None
        self.wire: int | None = None    # that a drop would put the block into
        self.home = ""                  # the frame that a drop would put it into

    def _take(self) -> None:
        canvas, scene = self.canvas, self.canvas.scene
        page = canvas.page
        names = canvas.selection() | {self.hit.id}
        self.names = set(names)
        self.members = canvas.members(names)    # frames take what is in them along, frames in frames included
        names = self.members | canvas.followers(self.members)
        self.slots = np.array([scene.slot[n] for n in names if n in scene.slot], np.intp)
        self.boxes = [n for n in names if n not in scene.slot]
        self.from_ = scene.pos[self.slots].copy()
        self.wires = scene.wires_of(self.slots)
        scene.raise_up(self.slots.tolist() if len(self.slots) < 500 else ())
        first = page.blocks.get(self.hit.id) or page.frames.get(self.hit.id) or page.notes[self.hit.id]
        self.anchor = np.array([first.x, first.y])
        self.shift = np.zeros(2)

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        if self.slots is None:
            self._take()
        away = np.array([at.x() - self.start.x(), at.y() - self.start.y()])
        if not self._off_grid(event):
            away = np.rint((self.anchor + away) / step()) * step() - self.anchor
        self._shift(away)
        wire, home = self._wire_under(at), self.canvas.home_at(self.hit.id, self.members, self.shift)
        if (wire, home) != (self.wire, self.home):
            self.wire, self.home = wire, home
            self.canvas.update()

    def _off_grid(self, event: QMouseEvent) -> bool:
        return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)

    def paint(self, p: QPainter) -> None:
        canvas = self.canvas
        if self.slots is None:
            return
        if self.wire is not None:
            canvas.painter.highlight(p, self.wire, canvas.rect(), canvas.theme.accept)
        item = canvas.page.blocks.get(self.hit.id) or canvas.page.frames.get(self.hit.id)
        if item is not None and self.home and self.home != item.frame:
            p.setPen(pen_of(canvas.theme.accept, 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRect(canvas.view.rect_to_widget(canvas.scene.rect_of(canvas.scene.frames[self.home])))

    def _shift(self, away: np.ndarray) -> None:
        canvas, scene = self.canvas, self.canvas.scene
        if (away == self.shift).all():
            return
        step, self.shift = away - self.shift, away
        canvas.update_around(self.slots)
        scene.pos[self.slots] = self.from_ + away
        for have in (scene.frames, scene.notes):
            for name in self.boxes:
                if name in have:
                    have[name] = have[name]._replace(x=have[name].x + step[0], y=have[name].y + step[1])
        scene.place_wires(self.wires)
        canvas.update() if self.boxes else canvas.update_around(self.slots)

    def reach(self) -> float:
        return DROP_REACH / min(1.0, self.canvas.view.scale)

    def _wire_under(self, at: QPointF) -> int | None:
        """The wire that a lone block without wires would be put into where it is now."""
        canvas = self.canvas
        if len(self.slots) != 1 or self.boxes or len(self.wires):
            return None
        wire = canvas.scene.wire_at(at.x(), at.y(), self.reach())
        name = canvas.scene.blocks[self.slots[0]].id
        return wire if wire is not None and canvas.fits_on_wire(name, canvas.scene.wires[wire]) else None

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        canvas = self.canvas
        if self.slots is None:
            if self.alone:
                canvas.choose({self.hit.id})
            return
        shift, wire = self.shift, self.wire
        names = [canvas.scene.blocks[s].id for s in self.slots.tolist()] + self.boxes
        self._shift(np.zeros(2))
        if shift.any() and wire is not None:
            block = canvas.page.blocks[names[0]]
            canvas.drop_on_wire(block.id, canvas.scene.wires[wire], (block.x + shift[0], block.y + shift[1]),
                                len(self.wires) > 0)
        elif shift.any():
            canvas.drop(self.names, names, *shift.tolist())

    def cancel(self) -> None:
        if self.slots is not None:
            self._shift(np.zeros(2))


class FoldClick(Drag):
    """Collapse or expand a frame by its handle; dragged by it, the frame moves."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.canvas.toggle_fold(self.hit.id)


class Resize(Gesture):
    """Drag the lower right corner of a frame or note."""

    cursor = Qt.CursorShape.SizeFDiagCursor

    def begin(self, event: QMouseEvent) -> None:
        self.canvas.choose({self.hit.id})

    def _have(self) -> dict:
        scene = self.canvas.scene
        return scene.frames if self.hit.id in scene.frames else scene.notes

    def _item(self):
        page = self.canvas.page
        return page.frames.get(self.hit.id) or page.notes[self.hit.id]

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        item = self._item()
        width = max(SMALLEST, snapped(item.width + at.x() - self.start.x()))
        height = max(SMALLEST / 2, snapped(item.height + at.y() - self.start.y()))
        self._have()[self.hit.id] = item._replace(width=width, height=height)
        self.canvas.update()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        new = self._have()[self.hit.id]
        if new != self._item():
            self.canvas.do(Replace(self.canvas.page_name, new), tr("Resize {0}").format(self.hit.id))

    def cancel(self) -> None:
        self._have()[self.hit.id] = self._item()
        self.canvas.update()


class Click(Gesture):
    """Select a wire."""

    def begin(self, event: QMouseEvent) -> None:
        canvas, wire = self.canvas, self.hit.wire
        if event.modifiers() & _TOGGLE:
            canvas.selection.toggle_wire(wire)
        else:
            canvas.choose((), wires=[wire])
        canvas.update()


def moved(page: str, items: dict, names: list[str], dx: float, dy: float) -> Move:
    """The edit that moves items by so much."""
    return Move(page, {n: (items[n].x + dx, items[n].y + dy) for n in names})
