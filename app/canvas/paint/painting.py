"""One frame of the canvas: what is visible, at the level of detail of the zoom, in few calls.

    near     blocks in full from the atlas, rounded wires with their ends
    middle   sketches of blocks from a second atlas, wires with square corners
    far      one rectangle per block, one straight line per wire
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from blockloom.app.canvas.arrays import DASHED, DIM, FAR_SESSION, FAR_UNKNOWN
from blockloom.app.canvas.block_layout import PIN
from blockloom.app.canvas.marks import Marks
from blockloom.app.canvas.paint.atlas import Atlas
from blockloom.app.canvas.paint.batch import draw_lines, draw_rects, path
from blockloom.app.canvas.paint.blockpaint import BlockPainter, pen_of
from blockloom.app.canvas.paint.boxpaint import BoxPainter
from blockloom.app.canvas.paint.svgpath import svg_path
from blockloom.app.canvas.scene import Scene
from blockloom.app.canvas.theme import Theme, colour, faded, qt_colour
from blockloom.app.canvas.view import MIDDLE, NEAR, View
from blockloom.blocks import routing
from blockloom.blocks.catalogue import made_of
from blockloom.blocks.document import CONTROL

WIRE, START, ARROW = 2.0, 3.0, 9.0      # width of a wire, radius of the dot at its start, length of its arrow
FEW = 40                                # selected blocks whose wires stand out
NAMED = 200                             # sketches in sight that have their names above them
DENSE = 24_000                          # blocks or wires in sight from which on the far view draws fewer
FRAMES = 300                            # frames in sight that are drawn with their titles
OVER = 50                               # selected wires up to which they are drawn above the blocks
DASHES = [3.0, 2.0]                     # of control wires
DOTS = [1.5, 1.5]                       # of wires that a document has dashed
_AA = QPainter.RenderHint.Antialiasing
_MODES = (None, *DIM)                   # by the numbers in `Scene.dim`
_FAR_OUT = 3                            # beside FAR_PLAIN and so on
_STEALTH = np.array([[0, 0], [-ARROW, -0.42 * ARROW], [-0.68 * ARROW, 0], [-ARROW, 0.42 * ARROW], [0, 0]])


class Painter:
    """Paints a scene through a view."""

    def __init__(self, scene: Scene, view: View, marks: Marks, theme: Theme):
        self.scene, self.view, self.marks = scene, view, marks
        self.near = Atlas(self._near)
        self.middle = Atlas(self._middle)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.blocks, self.boxes = BlockPainter(theme, self.scene.geometry), BoxPainter(theme, self.scene.geometry)
        self.near.clear()
        self.middle.clear()

    def _near(self, p: QPainter, slot: int) -> None:
        self.blocks.block(p, self.scene.blocks[slot], self.scene.layouts[slot], self.marks)

    def _middle(self, p: QPainter, look: int) -> None:
        self.blocks.sketch(p, self._looks[look], self.view.scale, _MODES[look % len(_MODES)])

    def frame(self, p: QPainter, exposed: QRect) -> None:
        """Paint the exposed part of the widget."""
        scene, view = self.scene, self.view
        if scene.changed:
            self.near.drop(scene.changed)
            scene.changed.clear()
        p.fillRect(exposed, colour(qt_colour(scene.background) or self.theme.canvas))
        area = view.rect_to_canvas(QRectF(exposed))
        box = area.left(), area.top(), area.right(), area.bottom()
        self._boxes(p, area)
        far = view.scale < MIDDLE
        seen = scene.visible_wires(*box, pad=0 if far else routing.REACH)
        wires = self._wires(p, seen, exposed)
        for ws, text in wires:
            self._orders(p, ws[scene.order[ws] > 0], text)
        slots = scene.visible(*box)
        if far:
            self._far(p, slots)
            return
        corner = view.device(scene.pos[slots])
        if view.scale >= NEAR:
            self.near.draw(p, slots, corner, scene.size[slots], view.scale, view.ratio)
        else:
            live = scene.monitor[slots]     # what monitors show is worth a picture of its own at any size
            plain = slots[~live]
            looks = scene.look[plain] * len(_MODES) + scene.dim[plain]
            self._looks = {look: scene.layouts[s] for look, s in zip(looks.tolist(), plain.tolist(), strict=True)}
            self.middle.draw(p, looks, corner[~live], scene.size[plain], view.scale, view.ratio)
            self.near.draw(p, slots[live], corner[live], scene.size[slots[live]], view.scale, view.ratio)
            if len(plain) <= NAMED and view.scale >= NEAR / 2:
                self._names(p, area)
        for ws, text in wires:
            self._tips(p, ws, text, exposed)
        self._outlines(p, slots)
        over = seen[scene.wselected[seen]]
        if 0 < len(over) <= OVER:       # the way of a wire that was chosen is seen whole, also under blocks
            self._lines(p, over, self.theme.selection, WIRE + 1.5, "", exposed)

    def _names(self, p: QPainter, area: QRectF) -> None:
        """Above sketches, which show their types: the names that people gave."""
        scene, view = self.scene, self.view
        font = QFont(self.blocks.fonts.title)
        font.setPixelSize(10)
        metrics = QFontMetricsF(font)
        p.setFont(font)
        p.setPen(colour(self.theme.label))
        below = 20 / view.scale      # a name in the area may be that of a block below it
        slots = scene.visible(area.left(), area.top(), area.right(), area.bottom() + below)
        for slot in slots[~scene.monitor[slots]].tolist():
            name, layout = scene.blocks[slot].id, scene.layouts[slot]
            if layout.shape is None and not made_of(name, layout.title):
                at = view.widget(scene.pos[slot])
                wide = float(scene.size[slot, 0]) * view.scale + 8
                up = 7.0 if scene.selected[slot] else 2.5       # above the outline
                p.drawText(QPointF(at[0] - 2, at[1] - up), metrics.elidedText(name, Qt.TextElideMode.ElideRight, wide))

    def _boxes(self, p: QPainter, area: QRectF) -> None:
        scene = self.scene
        if not scene.frames and not scene.notes and scene.sheet is None:
            return
        p.save()
        p.setRenderHint(_AA)
        p.translate(-self.view.origin[0] / self.view.ratio, -self.view.origin[1] / self.view.ratio)
        p.scale(self.view.scale, self.view.scale)
        if scene.sheet is not None:
            self.boxes.sheet(p, scene.sheet)
        pad = 4
        frames, rows = scene.boxes_at(area.left() - pad, area.top() - pad, area.right() + pad, area.bottom() + pad)
        for frame in frames[:FRAMES]:
            self.boxes.frame(p, frame, scene.folds.get(frame.id))
        if len(frames) > FRAMES:    # so many cannot be told apart: the smaller ones are drawn as boxes, at once
            p.setRenderHint(_AA, False)
            p.setPen(pen_of(self.theme.frame, 0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            draw_rects(p, rows[FRAMES::(len(rows) - FRAMES) // DENSE + 1])
            p.setRenderHint(_AA)
        for note in scene.notes.values():
            box = QRectF(note.x, note.y, note.width, note.height)
            if note.shape[:1] in ("M", "m"):    # it may go to the left of its origin, and above
                box = svg_path(note.shape).boundingRect().translated(note.x, note.y)
            if area.intersects(box.adjusted(-4, -4, 4, 4)):
                self.boxes.note(p, note)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(self.theme.selection, 2 / self.view.scale))
        for box in (scene.frames.get(i) or scene.notes[i] for i in scene.chosen):
            if box.id not in scene.concealed:
                p.drawRect(scene.rect_of(box).adjusted(-3, -3, 3, 3))
        p.restore()

    # --- wires ---------------------------------------------------------------------------------------------

    def _wires(self, p: QPainter, ws: np.ndarray, exposed: QRect) -> list[tuple[np.ndarray, str]]:
        """Paint wires; gives them by colour, for `_tips`."""
        scene, scale = self.scene, self.view.scale
        # Hidden ones show where they go when they are selected only.
        plain, chosen = ws[~scene.wselected[ws] & ~scene.hidden[ws]], ws[scene.wselected[ws]]
        if scale < MIDDLE and len(plain) > DENSE:
            plain = plain[::len(plain) // DENSE + 1]    # so many cannot be told apart: a sample looks the same
        lit = self._lit(plain)
        groups, lit = tinted(scene, self.theme, plain[~lit]), plain[lit]
        if scale < MIDDLE:
            p.setBrush(Qt.BrushStyle.NoBrush)
            for mine, text, _ in groups:
                if len(mine):
                    p.setPen(pen_of(text, 0))
                    ends = self.view.widget(scene.e1[mine]), self.view.widget(scene.e2[mine])
                    p.drawPath(path(np.stack(ends, 1)))
            groups = []
        wide = WIRE + 1.5
        drawn = [(*group, WIRE) for group in groups] + [(*group, wide) for group in tinted(scene, self.theme, lit)]
        drawn = [row for row in (*drawn, (chosen, self.theme.selection, "", wide)) if len(row[0])]
        for mine, text, kind, width in drawn:
            self._lines(p, mine, text, width, kind, exposed)
        return [(mine, text) for mine, text, _, _ in drawn] if scale >= NEAR else []

    def _lit(self, ws: np.ndarray) -> np.ndarray:
        """Which of the wires are drawn wider: those at the selected blocks, where these are few."""
        scene = self.scene
        count = np.count_nonzero(scene.selected)
        if not 0 < count <= FEW or self.view.scale < MIDDLE:
            return np.zeros(len(ws), bool)
        src, dst = scene.wsrc[ws], scene.wdst[ws]
        return scene.selected[src] & (src >= 0) | scene.selected[dst] & (dst >= 0)

    def highlight(self, p: QPainter, wire: int, exposed: QRect, text: str = "") -> None:
        """The wire under the pointer, over what is there."""
        ws, text = np.array([wire]), text or self.theme.selection
        self._lines(p, ws, text, WIRE + 1, "", exposed)
        if self.view.scale >= NEAR:
            self._tips(p, ws, text, exposed)

    def _lines(self, p: QPainter, ws: np.ndarray, text: str, width: float, kind: str, exposed: QRect) -> None:
        scene, view = self.scene, self.view
        near = view.scale >= NEAR
        a, b = view.widget(scene.e1[ws]), view.widget(scene.e2[ws])
        radius = routing.CORNER * view.scale if near else 0.0
        lines = np.concatenate([routing.segments(routing.rounded(points, radius))
                                for _, points in scene.polylines(ws, a, b, view.scale)])
        grow = 4 + width
        lines = lines[(np.minimum(lines[:, 0], lines[:, 2]) < exposed.right() + grow)
                      & (np.maximum(lines[:, 0], lines[:, 2]) > exposed.left() - grow)
                      & (np.minimum(lines[:, 1], lines[:, 3]) < exposed.bottom() + grow)
                      & (np.maximum(lines[:, 1], lines[:, 3]) > exposed.top() - grow)]
        wide = max(width * view.scale, 1.0)
        if not near:    # without antialiasing, a line of one and a half pixels would be one here and two there
            wide = round(wide * view.ratio) / view.ratio
        pen = lined(pen_of(text, wide), kind)
        p.setPen(pen)
        p.setRenderHint(_AA, near)
        draw_lines(p, lines)
        p.setRenderHint(_AA, False)

    def _tips(self, p: QPainter, ws: np.ndarray, text: str, exposed: QRect) -> None:
        """What lies over the blocks: the dot on the output, and the arrow from the block's edge to the input. A wire
        in sight often has its ends elsewhere."""
        scene, scale = self.scene, self.view.scale
        starts, edges = self.view.widget(scene.e1[ws]), self.view.widget(scene.e2[ws])
        inset, reach = scene.inset[ws] * scale, ARROW * scale
        ends = within(edges, exposed, inset + reach)
        draw_tips(p, starts[within(starts, exposed, reach)], edges[ends], inset[ends], text, scale)

    def _orders(self, p: QPainter, ws: np.ndarray, text: str) -> None:
        """The places of wires among those into their list pin, before the block, in two columns."""
        if len(ws):
            scene = self.scene
            draw_orders(p, self.view.widget(scene.e2[ws]), scene.order[ws], text,
                        qt_colour(scene.background) or self.theme.canvas, self.blocks.fonts.label, self.view.scale)

    # --- blocks --------------------------------------------------------------------------------------------

    def _far(self, p: QPainter, slots: np.ndarray) -> None:
        scene, view, theme = self.scene, self.view, self.theme
        if len(slots) > DENSE:
            self._dense(p, slots)
            return
        rows = np.empty((len(slots), 4))
        rows[:, :2] = view.widget(scene.pos[slots])
        rows[:, 2:] = np.maximum(1.0, np.rint(scene.size[slots] * view.scale))
        code = np.where(scene.selected[slots], -1, np.where(scene.dim[slots] > 0, _FAR_OUT, scene.far[slots]))
        for number, text in ((_FAR_OUT, faded(theme.far, theme.canvas)), (0, theme.far),
                             (FAR_SESSION, theme.far_session), (FAR_UNKNOWN, theme.error), (-1, theme.selection)):
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(text))
            draw_rects(p, rows[code == number])
        for severity, names in self._troubled():
            p.setBrush(colour(severity))
            mine = [s for s in map(scene.slot.get, names) if s is not None]
            at = view.widget(scene.pos[mine]) if mine else np.empty((0, 2))
            draw_rects(p, np.hstack((at - 1, np.full((len(at), 2), 5.0))))

    def _dense(self, p: QPainter, slots: np.ndarray) -> None:
        """More blocks than there is room for: plotted into a picture, all of one size."""
        scene, view, theme = self.scene, self.view, self.theme
        width, height = (round(n * view.ratio) for n in (p.viewport().width(), p.viewport().height()))
        inks = (theme.far, theme.far_session, theme.error, faded(theme.far, theme.canvas), theme.selection)
        which = np.where(scene.selected[slots], 4, np.where(scene.dim[slots] > 0, _FAR_OUT, scene.far[slots]))
        ink = np.array([colour(text).rgba() for text in inks], np.uint32)[which]
        some = np.sort(scene.size[slots[::len(slots) // 1000 + 1]], 0)
        middle = some[len(some) // 2]       # np.median would import numpy.ma
        w, h = np.maximum(1, np.rint(middle * view.scale * view.ratio)).astype(int).tolist()
        x, y = np.add(view.device(scene.pos.take(slots, 0)).astype(np.intp), (w, h)).T
        inside = (x >= 0) & (x < width + w) & (y >= 0) & (y < height + h)
        stride = width + 2 * w      # of a picture with a margin, which blocks at the edges reach into
        first, ink = (y * stride + x)[inside], ink[inside]
        wider = np.zeros((height + 2 * h) * stride, np.uint32)
        for step in (row * stride + column for row in range(h) for column in range(w)):
            wider[first + step] = ink
        pixels = wider.reshape(-1, stride)[h:-h, w:-w].copy()
        image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(view.ratio)
        p.drawImage(0, 0, image)

    def _troubled(self) -> list[tuple[str, list[str]]]:
        marks = self.marks
        return [(self.theme.warning, [b for b in marks.problems if marks.severity(b) == "warning"]),
                (self.theme.error, [b for b in marks.problems if marks.severity(b) == "error"]),
                (self.theme.waiting, list(marks.waiting))] if marks.problems or marks.waiting else []

    def _outlines(self, p: QPainter, slots: np.ndarray) -> None:
        """Round the selected blocks; and, where badges are too small to see, round those with problems."""
        scene, view = self.scene, self.view
        p.setBrush(Qt.BrushStyle.NoBrush)
        if view.scale < NEAR:
            for text, names in self._troubled():
                mine = [s for s in map(scene.slot.get, names) if s is not None]
                if mine:
                    p.setPen(pen_of(text, 2.0))
                    draw_rects(p, np.hstack((view.widget(scene.pos[mine]), scene.size[mine] * view.scale)))
        chosen = slots[scene.selected[slots]]
        if not len(chosen):
            return
        out = 4.0 * min(1.0, view.scale) + 1
        rows = np.hstack((view.widget(scene.pos[chosen]) - out, scene.size[chosen] * view.scale + 2 * out))
        p.setPen(pen_of(self.theme.selection, 2.0))
        if view.scale < NEAR or len(chosen) > 300:
            draw_rects(p, rows)
            return
        p.setRenderHint(_AA)
        radius = 12 * view.scale
        for x, y, w, h in rows.tolist():
            p.drawRoundedRect(QRectF(x, y, w, h), radius, radius)
        p.setRenderHint(_AA, False)
        for slot, (x, y, *_) in zip(chosen.tolist(), rows.tolist(), strict=True):
            if scene.layouts[slot].shape:   # whose id stands nowhere on it
                p.setFont(self.blocks.fonts.label)
                name = scene.blocks[slot].id
                box = QRectF(x, y - 17, p.fontMetrics().horizontalAdvance(name) + 8, 15)
                p.fillRect(box, colour(self.theme.field))
                p.drawText(box, int(Qt.AlignmentFlag.AlignCenter), name)


def ink(scene: Scene, theme: Theme, code: int) -> str:
    """The colour of the wires with this ink: the theme's for their kind, or the document's own."""
    name = scene.inks[code].removesuffix(DASHED)
    return theme.wires.get(name) or qt_colour(name)


def lined(pen: QPen, kind: str) -> QPen:
    """The pen with the dashes of the wires that `kind` stands for, one of `Scene.inks`."""
    if kind == CONTROL or kind.endswith(DASHED):
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if kind != CONTROL else pen.capStyle())
        pen.setDashPattern(DASHES if kind == CONTROL else DOTS)
    return pen


def tinted(scene: Scene, theme: Theme, ws: np.ndarray) -> list[tuple[np.ndarray, str, str]]:
    """Wires by colour, with that colour and what it stands for: first those of blocks that are left out, faded."""
    groups, inks, dim = [], scene.ink[ws], scene.dimmed(ws)
    ground = qt_colour(scene.background) or theme.canvas
    for out in (True, False) if dim.any() else (False,):
        for code in sorted(set(inks[dim == out].tolist())):
            text = ink(scene, theme, code)
            groups.append((ws[(inks == code) & (dim == out)], faded(text, ground) if out else text, scene.inks[code]))
    return groups


def within(points: np.ndarray, area: QRect, reach: np.ndarray | float) -> np.ndarray:
    """Which of (n, 2) points are in an area, or so near that what reaches that far is."""
    x, y = points[:, 0], points[:, 1]
    return ((x > area.left() - reach) & (x < area.right() + reach)
            & (y > area.top() - reach) & (y < area.bottom() + reach))


def draw_tips(p: QPainter, starts: np.ndarray, edges: np.ndarray, inset: np.ndarray, text: str, scale: float) -> None:
    """Dots at the starts of wires and stealth arrows at their ends, `inset` beyond the edge that a route ends at."""
    p.setRenderHint(_AA)
    tips = edges.copy()
    tips[:, 0] += inset - (PIN + 1) * scale
    pen = pen_of(text, WIRE * scale)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    p.setPen(pen)
    notch = tips - np.array([ARROW * 0.6 * scale, 0])
    draw_lines(p, np.hstack((edges, notch))[inset > 0])
    pen = pen_of(text, 2 * START * scale)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    p.setPen(pen)
    draw_lines(p, np.hstack((starts, starts + np.array([0.01, 0]))))
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour(text))
    p.drawPath(path(tips[:, None] + _STEALTH * scale))
    p.setRenderHint(_AA, False)


def draw_orders(p: QPainter, ends: np.ndarray, numbers: np.ndarray, text: str, ground: str, font: QFont,
                scale: float) -> None:
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
    pen = QPen(colour(text), max(1.5, WIRE * scale))
    if dashed:
        pen.setDashPattern(DASHES)
    p.setPen(pen)
    p.setBrush(Qt.BrushStyle.NoBrush)
    for _, points in routing.corners(a, b, np.zeros(1), scale):
        p.drawPolyline(QPolygonF([QPointF(x, y) for x, y in routing.rounded(points, routing.CORNER * scale)[0]]))
    p.setBrush(colour(text))
    p.setPen(Qt.PenStyle.NoPen)
    p.drawEllipse(start, START * scale, START * scale)
