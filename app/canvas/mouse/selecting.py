"""Gestures that select, cut and straighten wires, and drag blocks as copies or out of their wires."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPolygonF

from blockloom.app.canvas.mouse.gesture import TOGGLE, Gesture
from blockloom.app.canvas.mouse.moving import Drag
from blockloom.app.canvas.mouse.wire_gestures import rubber_wire
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Placed
from blockloom.blocks.operations import PageChange
from blockloom.blocks.routing import GAP
from blockloom.blocks.text.phrases import phrase


class BoxSelect(Gesture):
    """Select everything that a box touches. Shift adds to the selection, Ctrl removes."""

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
    """Ask for an item that only the other of two compared pages has; or select in a box."""

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        super().finish(at, event)
        if not self.moved:
            self.parts.requests.gone_clicked.emit(self.hit.id, self.hit.field)


class Lasso(Gesture):
    """Select the blocks and notes whose middle a stroke encloses (Alt on the empty page). Shift adds."""

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
            for each in parts.scene.bundle([wire]):
                parts.selection.toggle_wire(each)
        else:
            parts.selection.choose((), wires=parts.scene.bundle([wire]))
        parts.repaint.all()


class Cut(Gesture):
    """Remove the wires that a stroke crosses, as one undo entry."""

    cursor = Qt.CursorShape.CrossCursor

    def begin(self, event: QMouseEvent) -> None:
        self.stroke = [self.start]
        self.found: dict[int, None] = {}

    def mouse_moved(self, at: QPointF, event: QMouseEvent) -> None:
        if at == self.stroke[-1]:
            return
        self.moved = True
        self.found.update(dict.fromkeys(crossed(self.parts.scene, self.stroke[-1], at)))
        self.stroke.append(at)
        self.parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        parts, wires = self.parts, [self.parts.scene.wires[w] for w in self.found]
        parts.editing.run(operations.remove_wires, parts.page, wires)
        parts.repaint.all()

    def cancel(self) -> None:
        self.parts.repaint.all()

    def paint(self, p: QPainter) -> None:
        parts = self.parts
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        for wire in self.found:
            parts.painter.highlight(p, wire, parts.view.rect(), parts.painter.theme.error)
        pen = pen_of(parts.painter.theme.error, 2.0)
        pen.setDashPattern([4.0, 3.0])
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(pen)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawPolyline(QPolygonF([parts.view.to_widget(q) for q in self.stroke]))


class Reroute(Click):
    """Select a wire; drag a segment of it sideways, which gives the wire a custom route.

    A wire at a collapsed frame keeps the route that it has while the frame is expanded.
    """

    def begin(self, event: QMouseEvent) -> None:
        super().begin(event)
        self.points: np.ndarray | None = None
        self.refused = False

    def _take(self) -> np.ndarray:
        scene, w = self.parts.scene, self.hit.wire
        self.had = scene.bends.get(w)
        ws = np.array([w])
        points = scene.polylines(ws)[0][1][0]
        points, self.run = with_stubs(points, run_at(points, self.start))
        away = points[self.run + 1] - points[self.run]
        self.across = int(abs(away[0]) >= abs(away[1]))  # index of the coordinate that moves: y for a level run
        self.points, self.from_ = points, points.copy()
        return points

    def move(self, at: QPointF, event: QMouseEvent) -> None:
        if self.hit.wire in self.parts.scene.crossing:
            if not self.refused:
                self.parts.editing.say(phrase("Expand the frame at the end of this wire to bend the wire"))
            self.refused = True
            return
        points = self.points if self.points is not None else self._take()
        now = (at.x(), at.y())[self.across]
        if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            now = self.parts.settings.snapped(now)
        points[self.run : self.run + 2, self.across] = now
        scene, w = self.parts.scene, self.hit.wire
        scene.bend(w, points[1:-1] - points[0])
        self.parts.repaint.all()

    def finish(self, at: QPointF, event: QMouseEvent) -> None:
        if self.points is None:
            return
        route = tidy(self.points)
        self.cancel()
        parts = self.parts
        wire = parts.scene.wires[self.hit.wire]
        parts.editing.route(wire, [(round(x, 3), round(y, 3)) for x, y in (route[1:-1] - route[0]).tolist()])

    def cancel(self) -> None:
        if self.points is None:
            return
        self.parts.scene.bend(self.hit.wire, self.had)
        self.points = None
        self.parts.repaint.all()


def crossed(scene: Scene, a: QPointF, b: QPointF) -> list[int]:
    """Return the slots of wires that the line from `a` to `b` crosses."""
    p, q = np.array([a.x(), a.y()]), np.array([b.x(), b.y()])
    low, high = np.minimum(p, q), np.maximum(p, q)
    near = scene.visible_wires(*low, *high)
    near = near[~scene.hidden[near]]
    slots: list[int] = []
    for ix, points in scene.polylines(near):
        c, d = points[:, :-1], points[:, 1:]

        def side(start: np.ndarray, end: np.ndarray, of: np.ndarray) -> np.ndarray:
            return ((end - start)[..., 0] * (of - start)[..., 1] - (end - start)[..., 1] * (of - start)[..., 0]) > 0

        meets = ((side(p, q, c) != side(p, q, d)) & (side(c, d, p) != side(c, d, q))).any(1)
        slots += near[ix[meets]].tolist()
    return slots


def run_at(points: np.ndarray, at: QPointF) -> int:
    """Return the number of the segment of a polyline (m, 2) that is nearest to a point."""
    a, d = points[:-1], points[1:] - points[:-1]
    here = np.array([at.x(), at.y()])
    t = np.clip(((here - a) * d).sum(1) / np.maximum((d * d).sum(1), 1e-9), 0, 1)
    return int(np.abs(a + d * t[:, None] - here).max(1).argmin())


def with_stubs(points: np.ndarray, run: int) -> tuple[np.ndarray, int]:
    """Return a polyline with stubs at ends that the segment would move, and its new number."""
    points = points.copy()
    if run == len(points) - 2:
        stub = points[-1] - (min(GAP, abs(points[-1, 0] - points[-2, 0]) / 3 or GAP), 0)
        points = np.concatenate((points[:-1], [stub, stub, points[-1]]))
    if run == 0:
        stub = points[0] + (min(GAP, abs(points[1, 0] - points[0, 0]) / 3 or GAP), 0)
        points, run = np.concatenate((points[:1], [stub, stub], points[1:])), run + 2
    return points, run


def tidy(points: np.ndarray) -> np.ndarray:
    """Return the polyline without repeated and collinear points; its ends and at least one bend stay."""
    keep = [points[0]]
    for i in range(1, len(points) - 1):
        a, b, c = keep[-1], points[i], points[i + 1]
        if abs((b - a)[0] * (c - b)[1] - (b - a)[1] * (c - b)[0]) > 1e-6:
            keep.append(b)
    if len(keep) == 1:
        keep.append(points[1])
    return np.array([*keep, points[-1]])


_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Copy(Gesture):
    """Drag a copy of the selection (Ctrl), with Shift wired to the sources of the originals.

    A click adds to the selection, or removes.
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
            self.names = operations.with_frame_members(page, parts.selection())
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
    """Drag the selected blocks out of their wires (Alt), which then connect the other blocks.

    A single block may be dropped on another wire. Alt moves off the grid only if it is pressed during the drag.
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
        self.bridges = operations.bypass_wires(self.parts.page, self.parts.open_page.catalogue, self.blocks)
        mine = np.isin(scene.wsrc[self.wires], self.slots) & np.isin(scene.wdst[self.wires], self.slots)
        self.cut = self.wires[~mine & ~scene.hidden[self.wires]]
        scene.hidden[self.cut] = True
        self.parts.repaint.all()

    def _off_grid(self, event: QMouseEvent) -> bool:
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self.free = self.free or not alt  # once Alt was released, it has its usual meaning
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
