"""Paint wires, many at once, at the level of detail of the zoom, for the canvas and for pictures.

near     rounded, with hops over others, and dots where those of an output part
middle   thinner, without hops; tiles: thinner still
far      square, straight where there are many
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from blockloom.app.canvas.page.view import FAR, MIDDLE, NEAR, View
from blockloom.app.canvas.paint.blockpaint import pen_of
from blockloom.app.canvas.paint.painted_shapes import draw_lines, joined, path
from blockloom.app.canvas.scene.block_layout import PIN
from blockloom.app.canvas.scene.folded_frames import FEW
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.scene_arrays import DASHED
from blockloom.app.canvas.scene.theme import PLAIN, STROKES, Stroke, Theme, colour, faded, legible, look, qt_colour
from blockloom.blocks import routing

FORK = 4.2  # radius of the dot at which wires of one output part
MID, THIN = 1.4, 1.2  # widths in widget pixels: from the scale MIDDLE on, and below
STRAIGHT = 3000  # with more visible wires, the view at a small zoom draws them straight
WIDER = 1.5  # additional width of selected wires, and of wires of selected blocks
BUNDLED = 2.0  # additional width of a wire that represents several between two collapsed frames
DENSE = 24_000  # with more visible wires, the view at a small zoom draws only some
_AA = QPainter.RenderHint.Antialiasing


class WireGroup(NamedTuple):
    """Wires that are painted alike."""

    wires: np.ndarray
    colour: str
    stroke: Stroke


class WirePainter:
    """Paints the wires of a scene through a view; without a view in canvas coordinates, as paths."""

    def __init__(self, scene: Scene, view: View | None, theme: Theme):
        self.scene, self.view, self.theme = scene, view, theme
        self.scale = 1.0

    @property
    def ground(self) -> str:
        """The colour of the page."""
        return self.theme.ground(self.scene.background)

    def paint(self, p: QPainter, ws: np.ndarray, area: QRect) -> list[WireGroup]:
        """Paint wires; return them by colour, for `insets`."""
        scene, view = self.scene, self.view
        self.scale = view.scale if view else 1.0
        # Hidden wires are painted only if they are selected.
        plain, chosen = ws[~scene.wselected[ws] & ~scene.hidden[ws]], ws[scene.wselected[ws]]
        if view is not None and self.scale < FAR and len(plain) > STRAIGHT:
            if len(plain) > DENSE:
                plain = plain[:: len(plain) // DENSE + 1]  # with more wires, a sample looks the same
            p.setBrush(Qt.BrushStyle.NoBrush)
            for mine, text, _ in self._tinted(plain):
                p.setPen(pen_of(text, 0))
                p.drawPath(path(np.stack((view.widget(scene.e1[mine]), view.widget(scene.e2[mine])), 1)))
            plain = plain[:0]
        into, out = self._lit(plain)
        bundled, lit = np.isin(plain, [*scene.bundles]) if scene.bundles else np.zeros(len(plain), bool), into | out
        groups = []
        for wires, text, wider in (
            (~lit, "", 0.0),
            (into & out, "", WIDER),
            (into & ~out, self.theme.feeds, WIDER),
            (out & ~into, self.theme.fed, WIDER),
        ):
            for mine, more in ((wires & ~bundled, 0.0), (wires & bundled, BUNDLED)):
                groups += [
                    WireGroup(group.wires, text or group.colour, group.stroke.wider(wider + more))
                    for group in (self._tinted(plain[mine]) if mine.any() else ())
                ]
        if len(chosen):
            groups.append(WireGroup(chosen, self.theme.selection, PLAIN.wider(WIDER)))
        self._groups(p, groups, area)
        return groups if self.scale >= MIDDLE else []  # below this scale, symbols are tiles without pins

    def whole(self, p: QPainter, ws: np.ndarray, text: str, area: QRect) -> None:
        """Paint wires in one colour over the page."""
        self.scale = self.view.scale if self.view else 1.0
        for w in ws:  # after all wires, so that no dot is under a wire
            self._groups(p, [WireGroup(np.array([w]), text, PLAIN.wider(WIDER))], area)

    def band(self, p: QPainter, ws: np.ndarray, text: str, width: float, area: QRect) -> None:
        """Paint bands of `width` widget pixels, in half of a colour, below wires that are painted later."""
        self.scale = self.view.scale if self.view else 1.0
        self._groups(p, [WireGroup(ws, faded(text, self.ground, 0.5), Stroke(width / self.scale))], area)

    def _tinted(self, ws: np.ndarray) -> list[WireGroup]:
        """Return wires by colour: first the faded wires of blocks that are left out."""
        scene, groups = self.scene, []
        tint = scene.tint[ws]
        for number in sorted(set(tint[tint > 0].tolist())):
            groups.append(WireGroup(ws[tint == number], *look(self.theme, number)))
        ws = ws[tint == 0]
        inks, dim = scene.ink[ws], scene.dimmed(ws)
        for out in (True, False) if dim.any() else (False,):
            for code in sorted(set(inks[dim == out].tolist())):
                name = scene.inks[code].removesuffix(DASHED)
                text = legible(self.theme.wires.get(name) or qt_colour(name), self.ground, 3.0)
                stroke = STROKES.get(name, PLAIN)
                if scene.inks[code].endswith(DASHED):
                    stroke = STROKES[DASHED]
                groups.append(
                    WireGroup(ws[(inks == code) & (dim == out)], faded(text, self.ground) if out else text, stroke)
                )
        return groups

    def _lit(self, ws: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return which of the wires end at the selection, and which begin there; none if much is selected."""
        scene = self.scene
        if not 0 < np.count_nonzero(scene.selected) + len(scene.chosen & scene.folds.keys()) <= FEW:
            return np.zeros(len(ws), bool), np.zeros(len(ws), bool)
        held, src, dst = scene.selected_mask(), scene.wsrc[ws], scene.wdst[ws]
        return held[dst] & (dst >= 0), held[src] & (src >= 0)

    def _groups(self, p: QPainter, groups: list[WireGroup], area: QRect) -> None:
        if not groups:
            return
        scene, view, scale = self.scene, self.view, self.scale
        ratio = view.ratio if view else 1.0
        ws = np.concatenate([group.wires for group in groups])
        grow = 4 + 10 * scale
        # Many wires look like hatching, so paint no hops and dots.
        ways = scene.polylines(ws, scale, view.widget) if view else scene.polylines(ws)
        if scale < NEAR:  # align thin lines to pixels, so that all look alike
            ways = [(ix, (np.rint(points * ratio - 0.5) + 0.5) / ratio) for ix, points in ways]
        drawn = routing.make_segments(
            ways,
            scene.nets(ws),
            routing.CORNER * scale * (scale >= FAR),
            None if scene.crowded else scale,
            (area.left() - grow, area.top() - grow, area.right() + grow, area.bottom() + grow),
            scale >= NEAR,
        )
        order = np.argsort(drawn.owner, kind="stable")
        first = 0
        p.setRenderHint(_AA, scale >= FAR)
        for mine, text, stroke in groups:
            last = first + len(mine)
            rows = drawn.rows[order[slice(*np.searchsorted(drawn.owner, (first, last), sorter=order))]]
            draw_rows(p, rows, text, stroke, scale, ratio, self.ground, view.origin / ratio if view else None)
            forks = drawn.forks[(drawn.forked >= first) & (drawn.forked < last)]
            draw_dots(p, forks, text, max(FORK * scale, 1.6))
            first = last
        p.setRenderHint(_AA, False)

    def insets(self, p: QPainter, groups: list[WireGroup]) -> None:
        """Paint the ends of wires from the edge of a block to pins inside, which symbols have."""
        scene, view = self.scene, self.view
        for ws, text, stroke in groups:
            ws = ws[scene.inset[ws] > PIN]
            if len(ws):
                edges = view.widget(scene.e2[ws]) if view else scene.e2[ws]
                ends = edges + np.stack((scene.inset[ws] - PIN, np.zeros(len(ws))), 1) * self.scale
                p.setRenderHint(_AA)
                p.setPen(pen_of(text, max(stroke.width * self.scale, THIN)))
                draw_lines(p, np.hstack((edges, ends)))
                p.setRenderHint(_AA, False)


def thickness(stroke: Stroke, scale: float) -> float:
    """Return the width of a wire in widget pixels at a scale."""
    wide = stroke.width * scale
    if scale >= NEAR:
        return max(wide, 1.0)
    least = MID if scale >= MIDDLE else THIN
    return max(least + (stroke.width - PLAIN.width) * scale, 1.0)


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
    """Paint pieces of wires.

    `origin` is that of the widget on the canvas, in widget pixels; None paints a path, for vectors.
    """
    wide = thickness(stroke, scale)
    if scale < FAR:  # a whole width: without antialiasing, 1.5 pixels would be 1 or 2 by chance
        wide = max(1.0, round(wide * ratio)) / ratio
    pen = pen_of(faded(text, ground, 0.75) if scale < MIDDLE else text, wide)
    zero = (0.0, 0.0) if origin is None else (-float(origin[0]), -float(origin[1]))
    if stroke.dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        on, off = (max(n * scale, 1.5) for n in stroke.dash)
        rows = routing.dashes(rows, on, on + off, zero)

    def draw() -> None:
        if origin is None:
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawPath(joined(rows))
        else:
            draw_lines(p, rows)

    p.setPen(pen)
    draw()
    if stroke.core and scale >= MIDDLE and wide > stroke.core * scale + 1:
        p.setPen(pen_of(ground, stroke.core * scale))
        draw()


def draw_dots(p: QPainter, at: np.ndarray, text: str, radius: float) -> None:
    """Paint dots of one size at (n, 2) points."""
    if len(at):
        pen = pen_of(text, 2 * radius)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        p.setPen(pen)
        draw_lines(p, np.hstack((at, at + np.array([0.01, 0.0]))))


def rubber(p: QPainter, start: QPointF, end: QPointF, text: str, scale: float, dashed: bool = False) -> None:
    """Paint a wire that is being dragged, in widget coordinates."""
    a, b = (np.array([[q.x(), q.y()]]) for q in (start, end))
    pen = QPen(colour(text), max(1.5, PLAIN.width * scale))
    if dashed:
        pen.setDashPattern([3.0, 2.0])
    p.setPen(pen)
    p.setBrush(Qt.BrushStyle.NoBrush)
    for _, points in routing.corners(a, b, np.zeros(1), scale):
        p.drawPolyline(QPolygonF([QPointF(x, y) for x, y in routing.rounded(points, routing.CORNER * scale)[0]]))
