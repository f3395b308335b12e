"""Gestures on wires: cut those that a stroke crosses, and drag the runs of a wire to where they should go."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPolygonF

from blockloom.app.canvas.mouse.gesture import Gesture
from blockloom.app.canvas.mouse.selecting import Click
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.scene.scene import Scene
from blockloom.blocks import operations
from blockloom.blocks.routing import GAP


class Cut(Gesture):
    """Remove the wires that a stroke crosses, as one step."""

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
        parts.editing.run(operations.cut, parts.page, wires)
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
    """Select a wire; dragged, the run under the pointer moves across and the wire keeps the way it was given."""

    def begin(self, event: QMouseEvent) -> None:
        super().begin(event)
        self.points: np.ndarray | None = None

    def _take(self) -> np.ndarray:
        scene, w = self.parts.scene, self.hit.wire
        self.had = scene.bends.get(w)
        ws = np.array([w])
        points = scene.polylines(ws)[0][1][0]
        points, self.run = with_stubs(points, run_at(points, self.start))
        away = points[self.run + 1] - points[self.run]
        self.across = int(abs(away[0]) >= abs(away[1]))  # the coordinate that moves: y of a level run
        self.points, self.from_ = points, points.copy()
        return points

    def move(self, at: QPointF, event: QMouseEvent) -> None:
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
    """The slots of wires that the line from `a` to `b` crosses."""
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
    """The number of the segment of a polyline (m, 2) that is nearest to a point."""
    a, d = points[:-1], points[1:] - points[:-1]
    here = np.array([at.x(), at.y()])
    t = np.clip(((here - a) * d).sum(1) / np.maximum((d * d).sum(1), 1e-9), 0, 1)
    return int(np.abs(a + d * t[:, None] - here).max(1).argmin())


def with_stubs(points: np.ndarray, run: int) -> tuple[np.ndarray, int]:
    """The polyline with short pieces added at ends that the segment would move, and the segment's new number."""
    points = points.copy()
    if run == len(points) - 2:
        stub = points[-1] - (min(GAP, abs(points[-1, 0] - points[-2, 0]) / 3 or GAP), 0)
        points = np.concatenate((points[:-1], [stub, stub, points[-1]]))
    if run == 0:
        stub = points[0] + (min(GAP, abs(points[1, 0] - points[0, 0]) / 3 or GAP), 0)
        points, run = np.concatenate((points[:1], [stub, stub], points[1:])), run + 2
    return points, run


def tidy(points: np.ndarray) -> np.ndarray:
    """The polyline without points that repeat or lie on a line; its ends and at least one bend stay."""
    keep = [points[0]]
    for i in range(1, len(points) - 1):
        a, b, c = keep[-1], points[i], points[i + 1]
        if abs((b - a)[0] * (c - b)[1] - (b - a)[1] * (c - b)[0]) > 1e-6:
            keep.append(b)
    if len(keep) == 1:
        keep.append(points[1])
    return np.array([*keep, points[-1]])
