"""One frame of the canvas: what is visible, at the level of detail of the zoom, in few calls.

near     blocks in full from the atlas, wires with their ends
middle   sketches of blocks from a second atlas
far      one rectangle per block
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.view import MIDDLE, NEAR, View
from blockloom.app.canvas.paint.atlas import Atlas
from blockloom.app.canvas.paint.batch import draw_lines, draw_rects
from blockloom.app.canvas.paint.blockpaint import BlockPainter, pen_of
from blockloom.app.canvas.paint.boxpaint import BoxPainter
from blockloom.app.canvas.paint.names import TITLED, Names
from blockloom.app.canvas.paint.statemarks import DASHES as STALE
from blockloom.app.canvas.paint.statemarks import FAR_MARK, paint_mark
from blockloom.app.canvas.paint.svgpath import svg_path
from blockloom.app.canvas.paint.wires import Group, WirePainter
from blockloom.app.canvas.scene.arrays import DIM, FAR_SESSION, FAR_UNKNOWN
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import PLAIN, Theme, colour, faded

MARKED = 400  # blocks in sight that stand out and have marks, far out
DENSE = 24_000  # blocks in sight from which on the far view draws fewer
OUTLINED = 1000  # selected blocks far out up to which each has an outline as well as the colour
APART = 12.0  # widget pixels between two lines of the grid, at least
FRAMES = 300  # frames in sight that are drawn with their titles
OVER = 50  # selected wires up to which they are drawn above the blocks
_AA = QPainter.RenderHint.Antialiasing
_MODES = (None, *DIM)  # by the numbers in `Scene.dim`
_FAR_OUT = 3  # beside FAR_PLAIN and so on


class Painter:
    """Paints a scene through a view."""

    def __init__(self, scene: Scene, view: View, marks: Marks, theme: Theme):
        self.scene, self.view, self.marks = scene, view, marks
        self.near = Atlas(self._near)
        self.middle = Atlas(self._middle)
        self.names = Names(scene, view)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint with this theme from now on."""
        self.theme = theme
        self.blocks, self.boxes = BlockPainter(theme, self.scene.geometry), BoxPainter(theme, self.scene.geometry)
        self.wires = WirePainter(self.scene, self.view, theme)
        self.near.clear()
        self.middle.clear()

    def _near(self, p: QPainter, slot: int) -> None:
        self.blocks.block(p, self.scene.blocks[slot], self.scene.layouts[slot], self.marks)

    def _middle(self, p: QPainter, look: int) -> None:
        self.blocks.sketch(p, self._looks[look], _MODES[look % len(_MODES)])

    def frame(self, p: QPainter, exposed: QRect, grid: float = 0.0) -> None:
        """Paint the exposed part of the widget, with a grid every `grid` canvas pixels, 0: none."""
        scene, view = self.scene, self.view
        if scene.changed:
            self.near.drop(scene.changed)
            scene.changed.clear()
        p.fillRect(exposed, colour(self.theme.ground(scene.background)))
        area = view.rect_to_canvas(QRectF(exposed))
        box = area.left(), area.top(), area.right(), area.bottom()
        if grid:
            self._grid(p, area, grid)
        self._boxes(p, area)
        far = view.scale < MIDDLE
        seen = scene.visible_wires(*box, straight=far)
        wires = self.wires.paint(p, seen, exposed)
        self.wires.orders(p, wires)
        slots = scene.visible(*box)
        if far:
            self._far(p, slots)
            self._states(p, slots)
            self._titles(p)
            return
        corner = view.device(scene.pos[slots])
        if view.scale >= NEAR:
            self.near.draw(p, slots, corner, scene.size[slots], view.scale, view.ratio)
        else:
            live = scene.monitor[slots]  # what monitors show is worth a picture of its own at any size
            plain = slots[~live]
            looks = scene.look[plain] * len(_MODES) + scene.dim[plain]
            self._looks = {look: scene.layouts[s] for look, s in zip(looks.tolist(), plain.tolist(), strict=True)}
            self.middle.draw(p, looks, corner[~live], scene.size[plain], view.scale, view.ratio)
            self.near.draw(p, slots[live], corner[live], scene.size[slots[live]], view.scale, view.ratio)
            self.names.paint_ids(p, area, self.theme)
            self._states(p, slots)
        self._titles(p)
        self.wires.tips(p, wires, slots, exposed)
        self._outlines(p, slots)
        over = seen[scene.wselected[seen]]
        if len(over) <= OVER:  # the way of a wire that was chosen is seen whole, also under blocks
            self.wires.whole(p, over, self.theme.selection, exposed)

    def _grid(self, p: QPainter, area: QRectF, step: float) -> None:
        """Lines that are so many canvas pixels apart, or as many times that as leaves them room."""
        while step * self.view.scale < APART:
            step *= 5
        box = area.left(), area.top(), area.right(), area.bottom()
        ground = self.theme.ground(self.scene.background)
        for strong in (False, True):
            p.setPen(pen_of(faded(self.theme.frame, ground, 0.45 if strong else 0.2), 0))
            for axis in (0, 1):
                numbers = np.arange(np.ceil(box[axis] / step), np.floor(box[axis + 2] / step) + 1)
                numbers = numbers[(numbers % 5 == 0) == strong]
                ends = np.empty((len(numbers), 2, 2))
                ends[:, :, axis], ends[:, :, 1 - axis] = numbers[:, None] * step, (box[1 - axis], box[3 - axis])
                draw_lines(p, self.view.widget(ends).reshape(-1, 4))

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
        states, titled = scene.fold_states(self.marks.states()), self.view.scale >= TITLED
        for frame in frames[:FRAMES]:
            fold = scene.folds.get(frame.id)
            if fold is None:
                self.boxes.frame(p, frame, titled)
            else:
                self.boxes.folded(p, frame, fold, self.marks, states.get(frame.id, ""), titled)
        if len(frames) > FRAMES:  # so many cannot be told apart: the smaller ones are drawn as boxes, at once
            p.setRenderHint(_AA, False)
            p.setPen(pen_of(self.theme.frame, 0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            draw_rects(p, rows[FRAMES :: (len(rows) - FRAMES) // DENSE + 1])
            p.setRenderHint(_AA)
        for note in scene.notes.values():
            box = QRectF(note.x, note.y, note.width, note.height)
            if note.shape[:1] in ("M", "m"):  # it may go to the left of its origin, and above
                box = svg_path(note.shape).boundingRect().translated(note.x, note.y)
            if area.intersects(box.adjusted(-4, -4, 4, 4)):
                self.boxes.note(p, note, scene.background)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(self.theme.selection, 2 / self.view.scale))
        for item in (scene.frames.get(i) or scene.notes[i] for i in scene.chosen):
            if item.id not in scene.concealed:
                p.drawRect(scene.rect_of(item).adjusted(-3, -3, 3, 3))
        p.restore()

    def _titles(self, p: QPainter) -> None:
        if self.view.scale < TITLED and self.scene.frames:
            self.names.paint_titles(p, self.theme)

    def highlight(self, p: QPainter, wire: int, exposed: QRect, text: str = "") -> None:
        """The wire under the pointer, over what is there."""
        ws, text = np.array([wire]), text or self.theme.selection
        self.wires.whole(p, ws, text, exposed)
        if self.view.scale >= NEAR:
            self.wires.tips(p, [Group(ws, text, PLAIN)], ws[:0], exposed)

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
        for number, text in (
            (_FAR_OUT, faded(theme.far, theme.canvas)),
            (0, theme.far),
            (FAR_SESSION, theme.far_session),
            (FAR_UNKNOWN, theme.error),
            (-1, theme.selection),
        ):
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(text))
            draw_rects(p, rows[code == number])
        if np.count_nonzero(code == -1) <= OUTLINED:
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.setPen(pen_of(theme.selection, 1.0))
            draw_rects(p, rows[code == -1] + np.array([-3, -3, 6, 6]))

    def _dense(self, p: QPainter, slots: np.ndarray) -> None:
        """More blocks than there is room for: plotted into a picture, all of one size."""
        scene, view, theme = self.scene, self.view, self.theme
        width, height = (round(n * view.ratio) for n in (p.viewport().width(), p.viewport().height()))
        inks = (theme.far, theme.far_session, theme.error, faded(theme.far, theme.canvas), theme.selection)
        which = np.where(scene.selected[slots], 4, np.where(scene.dim[slots] > 0, _FAR_OUT, scene.far[slots]))
        ink = np.array([colour(text).rgba() for text in inks], np.uint32)[which]
        some = np.sort(scene.size[slots[:: len(slots) // 1000 + 1]], 0)
        middle = some[len(some) // 2]  # np.median would import numpy.ma
        w, h = np.maximum(1, np.rint(middle * view.scale * view.ratio)).astype(int).tolist()
        x, y = np.add(view.device(scene.pos.take(slots, 0)).astype(np.intp), (w, h)).T
        inside = (x >= 0) & (x < width + w) & (y >= 0) & (y < height + h)
        stride = width + 2 * w  # of a picture with a margin, which blocks at the edges reach into
        first, ink = (y * stride + x)[inside], ink[inside]
        wider = np.zeros((height + 2 * h) * stride, np.uint32)
        for step in (row * stride + column for row in range(h) for column in range(w)):
            wider[first + step] = ink
        pixels = wider.reshape(-1, stride)[h:-h, w:-w].copy()
        image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(view.ratio)
        p.drawImage(0, 0, image)

    def _states(self, p: QPainter, slots: np.ndarray) -> None:
        """Where the marks on blocks are too small to see: round the blocks that stand out, and marks of one size."""
        scene, view, states = self.scene, self.view, self.marks.states()
        if not states:
            return
        mine = slots[np.isin(slots, np.array([s for s in map(scene.slot.get, states) if s is not None], np.intp))]
        named = [states[scene.blocks[slot].id] for slot in mine.tolist()]
        rows = np.hstack((view.widget(scene.pos[mine]), np.maximum(2.0, scene.size[mine] * view.scale)))
        p.setBrush(Qt.BrushStyle.NoBrush)
        for state in dict.fromkeys(named):
            pen = pen_of(getattr(self.theme, state), 2.0 if state != "stale" else 1.0)
            if state == "stale":
                pen.setDashPattern(STALE)
            p.setPen(pen)
            draw_rects(p, rows[[other == state for other in named]])
        if len(mine) <= MARKED:
            p.setRenderHint(_AA)
            for state, (x, y, wide, _) in zip(named, rows.tolist(), strict=True):
                paint_mark(p, self.theme, state, x + wide, y, FAR_MARK)
            p.setRenderHint(_AA, False)

    def _outlines(self, p: QPainter, slots: np.ndarray) -> None:
        """Round the selected blocks."""
        scene, view = self.scene, self.view
        p.setBrush(Qt.BrushStyle.NoBrush)
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
            if scene.layouts[slot].shape:  # whose id stands nowhere on it
                p.setFont(self.blocks.fonts.label)
                name = scene.blocks[slot].id
                box = QRectF(x, y - 17, p.fontMetrics().horizontalAdvance(name) + 8, 15)
                p.fillRect(box, colour(self.theme.field))
                p.drawText(box, int(Qt.AlignmentFlag.AlignCenter), name)
