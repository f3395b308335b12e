"""Painting wires: many at once, at the level of detail of the zoom, on the canvas and in pictures of pages.

near     rounded, with gaps where they pass under others, dots where those of an output part, and their ends
middle   with square corners
far      straight lines
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QPolygonF

from blockloom.app.canvas.page.view import MIDDLE, NEAR, View
from blockloom.app.canvas.paint.batch import draw_lines, joined, path
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.scene.arrays import DASHED
from blockloom.app.canvas.scene.block_layout import PIN
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import BEADS, PLAIN, STROKES, Stroke, Theme, colour, faded, legible, qt_colour
from blockloom.blocks import routing

START, ARROW = 3.0, 9.0  # radius of the dot at a wire's start, length of its arrow
FORK, CROSSING = 3.5, 3.0  # radius of the dot where wires of an output part; of what a wire keeps from one above it
WIDER = 1.5  # by how much chosen wires, and those at chosen blocks, are wider
FEW = 40  # selected blocks whose wires stand out
DENSE = 24_000  # wires in sight from which on the far view draws fewer
OVER = 4_000_000  # pairs of ends and blocks from which on nobody looks which ends are covered
_AA = QPainter.RenderHint.Antialiasing
_STEALTH = np.array([[0, 0], [-ARROW, -0.42 * ARROW], [-0.68 * ARROW, 0], [-ARROW, 0.42 * ARROW], [0, 0]])


class Group(NamedTuple):
    """Wires that are painted alike."""

    wires: np.ndarray
    colour: str
    stroke: Stroke


class WirePainter:
    """Paints the wires of a scene through a view; without one with canvas coordinates, as paths."""

    def __init__(self, scene: Scene, view: View | None, theme: Theme):
        self.scene, self.view, self.theme = scene, view, theme
        self.scale = 1.0

    @property
    def ground(self) -> str:
        """The colour of the page."""
        return self.theme.ground(self.scene.background)

    def paint(self, p: QPainter, ws: np.ndarray, area: QRect) -> list[Group]:
        """Paint wires; gives them by colour, for `tips`."""
        scene, view = self.scene, self.view
        self.scale = view.scale if view else 1.0
        # Hidden ones show where they go when they are selected only.
        plain, chosen = ws[~scene.wselected[ws] & ~scene.hidden[ws]], ws[scene.wselected[ws]]
        if view is not None and self.scale < MIDDLE:
            if len(plain) > DENSE:
                plain = plain[:: len(plain) // DENSE + 1]  # so many cannot be told apart: a sample looks the same
            p.setBrush(Qt.BrushStyle.NoBrush)
            for mine, text, _ in self._tinted(plain):
                p.setPen(pen_of(text, 0))
                p.drawPath(path(np.stack((view.widget(scene.e1[mine]), view.widget(scene.e2[mine])), 1)))
            plain = plain[:0]
        lit = self._lit(plain)
        groups = self._tinted(plain[~lit])
        groups += [group._replace(stroke=group.stroke.wider(WIDER)) for group in self._tinted(plain[lit])]
        if len(chosen):
            groups.append(Group(chosen, self.theme.selection, PLAIN.wider(WIDER)))
        self._groups(p, groups, area)
        return groups if self.scale >= NEAR else []

    def whole(self, p: QPainter, ws: np.ndarray, text: str, area: QRect) -> None:
        """Wires in one colour, over what is there."""
        self.scale = self.view.scale if self.view else 1.0
        for w in ws:  # each alone: under no other one
            self._groups(p, [Group(np.array([w]), text, PLAIN.wider(WIDER))], area)

    def _tinted(self, ws: np.ndarray) -> list[Group]:
        """Wires by colour: first those of blocks that are left out, faded."""
        scene, groups = self.scene, []
        inks, dim = scene.ink[ws], scene.dimmed(ws)
        for out in (True, False) if dim.any() else (False,):
            for code in sorted(set(inks[dim == out].tolist())):
                name = scene.inks[code].removesuffix(DASHED)
                text = legible(self.theme.wires.get(name) or qt_colour(name), self.ground, 3.0)
                stroke = STROKES.get(name, PLAIN)
                if scene.inks[code].endswith(DASHED):
                    stroke = STROKES[DASHED]
                groups.append(
                    Group(ws[(inks == code) & (dim == out)], faded(text, self.ground) if out else text, stroke)
                )
        return groups

    def _lit(self, ws: np.ndarray) -> np.ndarray:
        """Which of the wires are drawn wider: those at the selected blocks, where these are few."""
        scene = self.scene
        if not 0 < np.count_nonzero(scene.selected) <= FEW:
            return np.zeros(len(ws), bool)
        src, dst = scene.wsrc[ws], scene.wdst[ws]
        return scene.selected[src] & (src >= 0) | scene.selected[dst] & (dst >= 0)

    def _groups(self, p: QPainter, groups: list[Group], area: QRect) -> None:
        if not groups:
            return
        scene, view, scale = self.scene, self.view, self.scale
        near, ratio = scale >= NEAR, view.ratio if view else 1.0
        ws = np.concatenate([group.wires for group in groups])
        wide = np.repeat([group.stroke.width * scale for group in groups], [len(group.wires) for group in groups])
        grow = 4 + 2 * wide.max() + CROSSING * scale
        # A crowd of wires is a hatching: gaps and dots would make it noise.
        gap = None if scene.crowded else CROSSING * scale
        drawn = routing.drawn(
            scene.polylines(ws, scale, view.widget) if view else scene.polylines(ws),
            scene.nets(ws),
            wide,
            routing.CORNER * scale * near,
            gap,
            (area.left() - grow, area.top() - grow, area.right() + grow, area.bottom() + grow),
        )
        order = np.argsort(drawn.owner, kind="stable")
        first = 0
        p.setRenderHint(_AA, near)
        for mine, text, stroke in groups:
            last = first + len(mine)
            rows = drawn.rows[order[slice(*np.searchsorted(drawn.owner, (first, last), sorter=order))]]
            draw_rows(p, rows, text, stroke, scale, ratio, self.ground, view.origin / ratio if view else None)
            forks = drawn.forks[(drawn.forked >= first) & (drawn.forked < last)]
            draw_dots(p, forks, text, FORK * scale)
            first = last
        p.setRenderHint(_AA, False)

    # --- what lies over the blocks ---------------------------------------------------------------------------

    def tips(self, p: QPainter, groups: list[Group], slots: np.ndarray, area: QRect | None = None) -> None:
        """The dots on outputs, and the arrows from the blocks' edges to the inputs, but for those that another one of
        the blocks `slots` covers. A wire in sight often has its ends elsewhere."""
        scene, view, scale = self.scene, self.view, self.scale
        for ws, text, _ in groups:
            starts, edges = (view.widget(ends) if view else ends for ends in (scene.e1[ws], scene.e2[ws]))
            inset, reach = scene.inset[ws] * scale, ARROW * scale
            first, last = np.ones(len(ws), bool), np.ones(len(ws), bool)
            if area is not None:
                first, last = within(starts, area, reach), within(edges, area, inset + reach)
            middle = scene.e2[ws] + np.stack((scene.inset[ws] - PIN - 1 - ARROW / 2, np.zeros(len(ws))), 1)
            first[first] = ~self._covered(scene.e1[ws[first]], scene.wsrc[ws[first]], slots)
            last[last] = ~self._covered(middle[last], scene.wdst[ws[last]], slots)
            draw_tips(p, starts[first], edges[last], inset[last], text, scale)

    def _covered(self, at: np.ndarray, own: np.ndarray, slots: np.ndarray) -> np.ndarray:
        """Which of (n, 2) points, each on a block `own`, lie under one of the others."""
        scene = self.scene
        if len(at) * len(slots) > OVER:
            return np.zeros(len(at), bool)
        level = np.where((own >= 0) & (scene.fold[own] == 0), scene.z[own], -1)
        (left, top), (right, foot) = scene.pos[slots].T, (scene.pos[slots] + scene.size[slots]).T
        x, y = at.T[:, :, None]
        return ((x > left) & (x < right) & (y > top) & (y < foot) & (scene.z[slots] > level[:, None])).any(1)

    def orders(self, p: QPainter, groups: list[Group]) -> None:
        """The places of wires among those into their list pin, before the block, in two columns."""
        scene, view = self.scene, self.view
        for ws, text, _ in groups:
            several = ws[scene.order[ws] > 0]
            if len(several):
                ends = view.widget(scene.e2[several]) if view else scene.e2[several]
                draw_orders(p, ends, scene.order[several], text, self.ground, scene.geometry.fonts.label, self.scale)


def draw_rows(
    p: QPainter,
    rows: np.ndarray,
    text: str,
    stroke: Stroke,
    scale: float,
    ratio: float,
    ground: str,
    origin: np.ndarray | None,
) -> None:
    """Pieces of wires. `origin`: of the widget on the canvas, in widget pixels; None: as a path, for vectors."""
    near = scale >= NEAR
    wide = max(stroke.width * scale, 1.0)
    if not near:  # without antialiasing, a line of one and a half pixels would be one here and two there
        wide = round(wide * ratio) / ratio
    pen = pen_of(text, wide)
    zero = (0.0, 0.0) if origin is None else (-float(origin[0]), -float(origin[1]))
    if stroke.dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        on, off = (max(n * scale, 2.0) for n in stroke.dash)
        rows = routing.dashes(rows, on, on + off, zero)

    def draw() -> None:
        if origin is None:
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawPath(joined(rows))
        else:
            draw_lines(p, rows)

    p.setPen(pen)
    draw()
    if stroke.core and near:
        p.setPen(pen_of(ground, stroke.core * scale))
        draw()
    if stroke.beads and near:
        draw_dots(p, routing.dashes(rows, 0.0, BEADS * scale, zero)[:, :2], text, stroke.beads * scale)


def draw_dots(p: QPainter, at: np.ndarray, text: str, radius: float) -> None:
    """Dots of one size at (n, 2) points."""
    if len(at):
        pen = pen_of(text, 2 * radius)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        p.setPen(pen)
        draw_lines(p, np.hstack((at, at + np.array([0.01, 0.0]))))


def within(points: np.ndarray, area: QRect, reach: np.ndarray | float) -> np.ndarray:
    """Which of the points (n, 2) are in an area, or at most `reach` pixels outside."""
    x, y = points[:, 0], points[:, 1]
    return (
        (x > area.left() - reach) & (x < area.right() + reach) & (y > area.top() - reach) & (y < area.bottom() + reach)
    )


def draw_tips(p: QPainter, starts: np.ndarray, edges: np.ndarray, inset: np.ndarray, text: str, scale: float) -> None:
    """Dots at the starts of wires and stealth arrows at their ends, `inset` beyond the edge that a route ends at."""
    p.setRenderHint(_AA)
    tips = edges.copy()
    tips[:, 0] += inset - (PIN + 1) * scale
    pen = pen_of(text, PLAIN.width * scale)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    p.setPen(pen)
    notch = tips - np.array([ARROW * 0.6 * scale, 0])
    draw_lines(p, np.hstack((edges, notch))[inset > 0])
    draw_dots(p, starts, text, START * scale)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour(text))
    p.drawPath(path(tips[:, None] + _STEALTH * scale))
    p.setRenderHint(_AA, False)


def draw_orders(
    p: QPainter, ends: np.ndarray, numbers: np.ndarray, text: str, ground: str, font: QFont, scale: float
) -> None:
    """Numbers before the ends of wires into list pins, on the colour of the page."""
    font = QFont(font)
    font.setPixelSize(max(6, round(9 * scale)))
    p.setFont(font)
    p.setBrush(colour(ground))
    for (x, y), number in zip(ends.tolist(), numbers.tolist(), strict=True):
        x -= (ARROW + PIN + 8 + 12 * (number % 2)) * scale
        box = QRectF(x - 6 * scale, y - 5 * scale, 12 * scale, 10 * scale)
        p.setPen(Qt.PenStyle.NoPen)
        p.drawRect(box.adjusted(scale, 0, -scale, 0))
        p.setPen(colour(text))
        p.drawText(box, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip), str(number))


def rubber(p: QPainter, start: QPointF, end: QPointF, text: str, scale: float, dashed: bool = False) -> None:
    """A wire that is being dragged, in widget coordinates."""
    a, b = (np.array([[q.x(), q.y()]]) for q in (start, end))
    pen = QPen(colour(text), max(1.5, PLAIN.width * scale))
    if dashed:
        pen.setDashPattern([3.0, 2.0])
    p.setPen(pen)
    p.setBrush(Qt.BrushStyle.NoBrush)
    for _, points in routing.corners(a, b, np.zeros(1), scale):
        p.drawPolyline(QPolygonF([QPointF(x, y) for x, y in routing.rounded(points, routing.CORNER * scale)[0]]))
    p.setBrush(colour(text))
    p.setPen(Qt.PenStyle.NoPen)
    p.drawEllipse(start, START * scale, START * scale)
