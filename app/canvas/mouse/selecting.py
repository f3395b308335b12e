"""Gestures that select: a box, a stroke around blocks, a click on a wire."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPolygonF

from blockloom.app.canvas.mouse.gesture import TOGGLE, Gesture
from blockloom.app.canvas.paint.blockpaint import pen_of


class BoxSelect(Gesture):
    """Select what lies in a box: everything that it touches. Shift adds to the selection, Ctrl takes away."""

    def begin(self, event: QMouseEvent) -> None:
        self.had = self.parts.selection(), np.flatnonzero(self.parts.scene.wselected).tolist()
        self.before, self.wires = self.had if event.modifiers() & TOGGLE else (set(), [])
        self.less = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self.box: QRectF | None = None

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        self.box = QRectF(self.start, at).normalized()
        scene, box = self.parts.scene, self.box
        slots = scene.visible(box.left(), box.top(), box.right(), box.bottom())
        pos, end = scene.pos[slots], scene.pos[slots] + scene.size[slots]
        inside = slots[
            (pos[:, 0] < box.right()) & (end[:, 0] > box.left()) & (pos[:, 1] < box.bottom()) & (end[:, 1] > box.top())
        ]
        names = {scene.blocks[s].id for s in inside.tolist()}
        names |= {n.id for n in scene.notes.values() if box.intersects(QRectF(n.x, n.y, n.width, n.height))}
        names |= {f.id for f in scene.frames.values() if f.id not in scene.concealed and box.contains(scene.rect_of(f))}
        less = self.less and self.before
        self.parts.selection.choose(self.before - names if less else self.before | names, self.wires)
        self.parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        if self.box is None and not (self.before or self.wires):
            self.parts.selection.choose(())
        self.parts.repaint.all()

    def cancel(self) -> None:
        self.parts.selection.choose(*self.had)

    def paint(self, p: QPainter) -> None:
        if self.box is not None:
            fill = QColor(self.parts.painter.theme.selection)
            fill.setAlpha(36)
            p.setPen(pen_of(self.parts.painter.theme.selection, 1.0))
            p.setBrush(fill)
            p.drawRect(self.parts.view.rect_to_widget(self.box))


class GoneClick(BoxSelect):
    """Ask for what is not on the page, and lies there on another one that is compared with it; or select in a box."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.parts.requests.gone_clicked.emit(self.hit.id, self.hit.field)


class Lasso(Gesture):
    """Alt on the empty page: select the blocks and notes whose middle a stroke goes around. Shift adds."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        self.had = self.parts.selection(), np.flatnonzero(self.parts.scene.wselected).tolist()
        self.before, self.wires = self.had if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else (set(), [])
        self.stroke = [self.start]

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        parts, scene = self.parts, self.parts.scene
        self.stroke.append(at)
        shape = QPolygonF(self.stroke)
        box = shape.boundingRect()
        slots = scene.visible(box.left(), box.top(), box.right(), box.bottom())
        middles = scene.pos[slots] + scene.size[slots] / 2
        rule = Qt.FillRule.OddEvenFill
        names = {
            scene.blocks[s].id
            for s, middle in zip(slots.tolist(), middles.tolist(), strict=True)
            if shape.containsPoint(QPointF(*middle), rule)
        }
        names |= {
            n.id
            for n in scene.notes.values()
            if shape.containsPoint(QPointF(n.x + n.width / 2, n.y + n.height / 2), rule)
        }
        parts.selection.choose(self.before | names, self.wires)
        parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        self.parts.repaint.all()

    def cancel(self) -> None:
        self.parts.selection.choose(*self.had)
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        parts = self.parts
        fill = QColor(parts.painter.theme.selection)
        fill.setAlpha(36)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(pen_of(parts.painter.theme.selection, 1.0))
        p.setBrush(fill)
        p.drawPolygon(QPolygonF([parts.view.to_widget(q) for q in self.stroke]))


class Click(Gesture):
    """Select a wire."""

    def begin(self, event: QMouseEvent) -> None:
        parts, wire = self.parts, self.hit.wire
        if event.modifiers() & TOGGLE:
            parts.selection.toggle_wire(wire)
        else:
            parts.selection.choose((), wires=[wire])
        parts.repaint.all()
