"""One frame of the canvas: the visible items at the level of detail of the zoom, in few calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Protocol

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPixmap

from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.view import FAR, MIDDLE, NEAR, View
from blockloom.app.canvas.paint.blockpaint import BlockPainter, pen_of
from blockloom.app.canvas.paint.boxpaint import BoxPainter
from blockloom.app.canvas.paint.painted_shapes import draw_rects
from blockloom.app.canvas.paint.smallpaint import LEAST_HEAD, TITLED, NamePainter, SmallPainter
from blockloom.app.canvas.paint.statemarks import DASHES as STALE
from blockloom.app.canvas.paint.statemarks import FAR_MARK, paint_mark, paint_pauses, paint_pointer, paint_rays
from blockloom.app.canvas.paint.wire_painter import WireGroup, WirePainter
from blockloom.app.canvas.scene.block_layout import CATEGORIES, PIN, RADIUS
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.scene_arrays import DIM, FAR_UNKNOWN
from blockloom.app.canvas.scene.theme import PLAIN, Theme, colour, faded
from blockloom.blocks.document.pages import Frame, Note
from blockloom.blocks.layout.block_rows import HEAD

SHEET = 2048, 1024  # device pixels of a sheet
SHEETS = 8  # with this many sheets, the atlas is cleared
PAD = 12.0  # canvas pixels around a block in its picture, for pins and rings


class Atlas:
    """Cached pictures by number (a block's slot, or its look) at one scale.

    `paint(painter, number)` paints a picture at (0, 0).
    """

    def __init__(self, paint: Callable[[QPainter, int], None]):
        self.paint = paint
        self.scale = 0.0
        self.clear()
        self._fragments = np.zeros((0, 10))
        self._first: QPainter.PixmapFragment | None = None

    def clear(self) -> None:
        """Forget all pictures."""
        self.sheets: list[QPixmap] = []
        self._x = self._y = self._row = 0
        # Number of a picture -> sheet; -1: none; -2 - sheet: exists, but is out of date.
        self._have = np.full(256, -1, np.int32)
        self._place = np.zeros((256, 4))  # number of a picture -> x, y, width, height on its sheet, in device pixels

    def drop(self, numbers: Iterable[int]) -> None:
        """Invalidate pictures, so that they are painted again before they are drawn next."""
        ix = np.fromiter(numbers, np.intp)
        ix = ix[ix < len(self._have)]
        self._have[ix] = np.where(self._have[ix] >= 0, -2 - self._have[ix], self._have[ix])

    def draw(
        self, p: QPainter, numbers: np.ndarray, corner: np.ndarray, size: np.ndarray, scale: float, ratio: float
    ) -> None:
        """Draw pictures of blocks of `size`, with their top left corners at `corner`, (n, 2) whole device pixels."""
        if not len(numbers):
            return
        if scale * ratio != self.scale or len(self.sheets) > SHEETS:
            self.scale = scale * ratio
            self.clear()
        if numbers.max() >= len(self._have):
            grow = max(int(numbers.max()) + 1, 2 * len(self._have))
            self._have = np.concatenate((self._have, np.full(grow - len(self._have), -1, np.int32)))
            self._place = np.concatenate((self._place, np.zeros((grow - len(self._place), 4))))
        missing = np.flatnonzero(self._have[numbers] < 0)
        if len(missing):
            each = list(dict(zip(numbers[missing].tolist(), missing.tolist(), strict=True)).values())
            self._add(numbers[each], size[each])
        pad = round(PAD * self.scale)
        sheet, place = self._have[numbers], self._place[numbers]
        n = len(numbers)
        if n > len(self._fragments):
            self._fragments = np.zeros((2 * n, 10))
            self._fragments[:, 9] = 1.0
        f = self._fragments
        f[:n, 6:8] = 1 / ratio
        # The order within a sheet is kept. Blocks on different sheets rarely overlap.
        start = 0
        for i in np.flatnonzero(np.bincount(sheet[sheet >= 0])).tolist():
            mine = sheet == i
            end = start + int(mine.sum())
            at = place[mine]
            f[start:end, 0:2] = (corner[mine] - pad + at[:, 2:4] / 2) / ratio
            f[start:end, 2:6] = at
            first: Any = shiboken6.wrapInstance(f.ctypes.data + 80 * start, QPainter.PixmapFragment)
            p.drawPixmapFragments(first, end - start, self.sheets[i])
            start = end

    def _add(self, numbers: np.ndarray, sizes: np.ndarray) -> None:
        pad = round(PAD * self.scale)
        boxes = np.ceil(sizes * self.scale).astype(int) + 2 * pad + 2
        painters: dict[int, QPainter] = {}
        try:
            for number, (width, height) in zip(numbers.tolist(), boxes.tolist(), strict=True):
                sheet = self._find_room(number, width, height)
                p = painters.get(sheet)
                if p is None:
                    p = painters[sheet] = QPainter(self.sheets[sheet])
                    p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
                x, y, width, height = self._place[number].tolist()
                p.save()
                p.setClipRect(QRectF(x, y, width, height))
                p.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                p.fillRect(QRectF(x, y, width, height), Qt.GlobalColor.transparent)
                p.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
                p.translate(x + pad, y + pad)
                p.scale(self.scale, self.scale)
                self.paint(p, number)
                p.restore()
        finally:
            for p in painters.values():
                p.end()

    def _find_room(self, number: int, width: int, height: int) -> int:
        """Return the sheet for a picture of this size, and record its position. Outdated pictures keep theirs."""
        before = int(self._have[number])
        if before < -1 and (self._place[number, 2:] == (width, height)).all():
            self._have[number] = -2 - before
            return -2 - before
        if self._x + width > SHEET[0] and self._x:
            self._x, self._y, self._row = 0, self._y + self._row, 0
        if not self.sheets or self._y + height > self.sheets[-1].height():
            sheet = QPixmap(max(SHEET[0], width), max(SHEET[1], height))
            sheet.fill(Qt.GlobalColor.transparent)
            self.sheets.append(sheet)
            self._x = self._y = self._row = 0
        self._have[number] = len(self.sheets) - 1
        self._place[number] = self._x, self._y, width, height
        self._x += width
        self._row = max(self._row, height)
        return len(self.sheets) - 1


POINTER = 6.0  # widget pixels between the pointer at a paused block and the block
MARKED = 400  # most visible blocks with marks for their states, at a small zoom
DENSE = 24_000  # with more visible blocks, the view at a small zoom draws only some
OUTLINED = 1000  # most selected blocks with an outline in addition to the colour, at a small zoom
MARK = 10.0  # widget pixels, or canvas pixels, that the mark of a frame or note extends beyond it
APART = 16.0  # least widget pixels between two dots of the grid
GLOWING, ROUND = 12, 40  # most visible selected blocks that glow, and that have a round outline
FRAMES = 300  # most visible frames with titles
OVER = 50  # most selected wires that are drawn above the blocks
_AA = QPainter.RenderHint.Antialiasing
_MODES = (None, *DIM)  # number in `Scene.dim` -> mode
_FAR_OUT = FAR_UNKNOWN + 1  # colour of a block that is left out


def far_inks(theme: Theme) -> tuple[str, ...]:
    """Return the colours of rectangles for blocks, by the numbers in `Scene.far`, then of left-out blocks."""
    return *map(theme.far, CATEGORIES), theme.error, faded(theme.muted, theme.canvas)


class Layers(Protocol):
    """Layers painted below and above the page."""

    def under(self, p: QPainter, exposed: QRect) -> None: ...

    def over(self, p: QPainter, exposed: QRect) -> None: ...

    def gone_at(self, at: QPointF) -> tuple[str, str]:
        """Return the item painted by a layer at a canvas point, with a field; "" and "" if there is none.

        The field is "", or wires:PIN for a wire that ends at the item.
        """
        ...


class Painter:
    """Paints a scene through a view."""

    layers: Layers | None = None

    def __init__(self, scene: Scene, view: View, marks: Marks, theme: Theme):
        self.scene, self.view, self.marks = scene, view, marks
        self.near = Atlas(self._near)
        self.tiles = Atlas(self._tile)
        self.names = NamePainter(scene, view)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint with this theme from now on."""
        self.theme = theme
        self.blocks, self.boxes = BlockPainter(theme, self.scene.geometry), BoxPainter(theme, self.scene.geometry)
        self.wires = WirePainter(self.scene, self.view, theme)
        self.small = SmallPainter(self.blocks)
        self.near.clear()
        self.tiles.clear()

    def _near(self, p: QPainter, slot: int) -> None:
        block, layout, scale = self.scene.blocks[slot], self.scene.layouts[slot], self.view.scale
        if layout.monitor:
            self.blocks.monitors.zoom = scale
        if scale >= NEAR or layout.monitor or layout.shape is not None:
            self.blocks.block(p, block, layout, self.marks)
        else:
            self.small.middle(p, block, layout, self.marks, scale)

    def _tile(self, p: QPainter, look: int) -> None:
        self.small.tile(p, self._looks[look], self.view.scale, _MODES[look % len(_MODES)])

    def frame(self, p: QPainter, exposed: QRect, grid: float = 0.0) -> None:
        """Paint the exposed part of the widget, with a dot every `grid` canvas pixels, 0 for none."""
        p.fillRect(exposed, colour(self.theme.ground(self.scene.background)))
        if grid:
            self._grid(p, self.view.rect_to_canvas(QRectF(exposed)), grid)
        if self.layers is not None:
            self.layers.under(p, exposed)
        self.content(p, exposed)
        if self.layers is not None:
            self.layers.over(p, exposed)

    def content(self, p: QPainter, exposed: QRect) -> None:
        """Paint the page over the current picture."""
        scene, view = self.scene, self.view
        if scene.changed:
            self.near.drop(scene.changed)
            scene.changed.clear()
        area = view.rect_to_canvas(QRectF(exposed))
        box = area.left(), area.top(), area.right(), area.bottom()
        self._boxes(p, area)
        far = view.scale < FAR
        seen = scene.visible_wires(*box, straight=far)
        wires = self.wires.paint(p, seen, exposed)
        slots = scene.visible(*box)
        if far:
            self._far(p, slots)
            self._unreached(p, slots)
            self._not_finite(p, slots)
            self._states(p, slots)
            self._titles(p)
            self._pauses(p, slots)
            return
        corner = view.device(scene.pos[slots])
        if view.scale >= MIDDLE:
            self.near.draw(p, slots, corner, scene.size[slots], view.scale, view.ratio)
        else:
            live = scene.monitor[slots]  # monitors show their values at any size
            plain = slots[~live]
            looks = scene.look[plain] * len(_MODES) + scene.dim[plain]
            self._looks = {look: scene.layouts[s] for look, s in zip(looks.tolist(), plain.tolist(), strict=True)}
            self.tiles.draw(p, looks, corner[~live], scene.size[plain], view.scale, view.ratio)
            self.near.draw(p, slots[live], corner[live], scene.size[slots[live]], view.scale, view.ratio)
            self._unreached(p, slots)
            self._not_finite(p, slots)
            self._states(p, slots)
            self.names.paint_ids(p, area, self.theme)
        self._titles(p)
        self.wires.insets(p, wires)
        self._outlines(p, slots)
        self._pauses(p, slots)
        over = seen[scene.wselected[seen]]
        if len(over) <= OVER:  # draw selected wires above blocks, so that their whole paths are visible
            self.wires.whole(p, over, self.theme.selection, exposed)

    def _grid(self, p: QPainter, area: QRectF, step: float) -> None:
        """Paint dots of a pixel, `step` canvas pixels apart, or a multiple until they are APART."""
        while step * self.view.scale < APART:
            step *= 2
        x, y = (
            np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
            for low, high in ((area.left(), area.right()), (area.top(), area.bottom()))
        )
        points = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
        rows = np.rint(self.view.widget(points) * self.view.ratio) / self.view.ratio
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(self.theme.grid))
        draw_rects(p, np.hstack((rows, np.ones_like(rows))))

    def _boxes(self, p: QPainter, area: QRectF) -> None:
        scene = self.scene
        if not scene.frames and not scene.notes and scene.sheet is None:
            return
        self.boxes.zoom = self.view.scale
        p.save()
        p.setRenderHint(_AA)
        p.translate(-self.view.origin[0] / self.view.ratio, -self.view.origin[1] / self.view.ratio)
        p.scale(self.view.scale, self.view.scale)
        if scene.sheet is not None:
            self.boxes.sheet(p, scene.sheet)
        pad = MARK / min(1.0, self.view.scale)
        frames, rows = scene.boxes_at(area.left() - pad, area.top() - pad, area.right() + pad, area.bottom() + pad)
        own = self.marks.states()
        states, titled = scene.fold_states(own), self.view.scale >= TITLED
        bad = scene.fold_states(dict.fromkeys(self.marks.not_finite_blocks(), "not_finite")) if scene.folds else {}
        for frame in frames[:FRAMES]:
            fold = scene.folds.get(frame.id)
            if fold is None:
                self.boxes.frame(p, frame, titled)
            else:
                self.boxes.folded(p, frame, fold, self.marks, states.get(frame.id, ""), frame.id in bad)
            if frame.id in own:
                self.boxes.state(p, scene.rect_of(frame), own[frame.id], False)
        if len(frames) > FRAMES:  # with more frames, the smaller ones are drawn as boxes, in one call
            p.setRenderHint(_AA, False)
            p.setPen(pen_of(self.theme.frame, 0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            draw_rects(p, rows[FRAMES :: (len(rows) - FRAMES) // DENSE + 1])
            p.setRenderHint(_AA)
        for note in scene.notes.values():
            box = self.boxes.note_rect(note)
            if area.intersects(box.adjusted(-pad, -pad, pad, pad)):
                self.boxes.note(p, note, scene.background)
                if note.id in own:
                    self.boxes.state(p, box, own[note.id], True)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(self.theme.selection, 2 / self.view.scale))
        for item in (scene.frames.get(i) or scene.notes[i] for i in scene.chosen):
            if item.id not in scene.concealed:
                p.drawRect(scene.rect_of(item).adjusted(-3, -3, 3, 3))
        self._mark_folds(p)
        p.restore()

    def _mark_folds(self, p: QPainter) -> None:
        """Paint outlines around collapsed frames with selected blocks and their counts, and around neighbours."""
        scene, theme = self.scene, self.theme
        if not scene.folds:
            return
        names = [*scene.folds]
        for slots, text in zip(scene.neighbours(), (theme.feeds, theme.fed), strict=True):
            for number in set(scene.fold[slots].tolist()) - {0}:
                if names[number - 1] not in scene.chosen:
                    self.boxes.outline(p, scene.rect_of(scene.frames[names[number - 1]]), text, 2.0)
        for name, count in scene.hidden_selection().items():
            self.boxes.outline(p, scene.rect_of(scene.frames[name]), theme.selection, 2.0, str(count))

    def box_of(self, item: Frame | Note) -> QRectF:
        """Return the visible rectangle of a frame or note."""
        return self.boxes.note_rect(item) if isinstance(item, Note) else self.scene.rect_of(item)

    def _titles(self, p: QPainter) -> None:
        if self.view.scale < TITLED and self.scene.frames:
            self.names.paint_titles(p, self.theme)

    def highlight(self, p: QPainter, wire: int, exposed: QRect, text: str = "") -> None:
        """Paint the wire under the pointer over the page."""
        ws, text = np.array([wire]), text or self.theme.selection
        self.wires.whole(p, ws, text, exposed)
        self.wires.insets(p, [WireGroup(ws, text, PLAIN)])

    def _far(self, p: QPainter, slots: np.ndarray) -> None:
        scene, view, theme = self.scene, self.view, self.theme
        if len(slots) > DENSE:
            self._dense(p, slots)
            return
        rows = np.empty((len(slots), 4))
        rows[:, :2] = view.widget(scene.pos[slots])
        rows[:, 2:] = np.maximum(1.0, np.rint(scene.size[slots] * view.scale))
        chosen = scene.selected[slots]
        code = np.where(scene.dim[slots] > 0, _FAR_OUT, scene.far[slots])
        p.setPen(Qt.PenStyle.NoPen)
        for number, text in enumerate(far_inks(theme)):
            p.setBrush(colour(text))
            draw_rects(p, rows[(code == number) & ~chosen])
        p.setBrush(colour(theme.selection))
        draw_rects(p, rows[chosen])
        if np.count_nonzero(chosen) <= OUTLINED:
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.setPen(pen_of(theme.selection, 1.0))
            draw_rects(p, rows[chosen] + np.array([-3, -3, 6, 6]))

    def _dense(self, p: QPainter, slots: np.ndarray) -> None:
        """Paint more blocks than there is room for: plotted into a picture, all in one size."""
        scene, view, theme = self.scene, self.view, self.theme
        width, height = (round(n * view.ratio) for n in (p.viewport().width(), p.viewport().height()))
        inks = (*far_inks(theme), theme.selection)
        which = np.where(
            scene.selected[slots], _FAR_OUT + 1, np.where(scene.dim[slots] > 0, _FAR_OUT, scene.far[slots])
        )
        ink = np.array([colour(text).rgba() for text in inks], np.uint32)[which]
        some = np.sort(scene.size[slots[:: len(slots) // 1000 + 1]], 0)
        middle = some[len(some) // 2]  # a median without np.median, which would import numpy.ma
        w, h = np.maximum(1, np.rint(middle * view.scale * view.ratio)).astype(int).tolist()
        x, y = np.add(view.device(scene.pos.take(slots, 0)).astype(np.intp), (w, h)).T
        inside = (x >= 0) & (x < width + w) & (y >= 0) & (y < height + h)
        stride = width + 2 * w  # row length of a picture with a margin for blocks at the edges
        first, ink = (y * stride + x)[inside], ink[inside]
        wider = np.zeros((height + 2 * h) * stride, np.uint32)
        for step in (row * stride + column for row in range(h) for column in range(w)):
            wider[first + step] = ink
        pixels = wider.reshape(-1, stride)[h:-h, w:-w].copy()
        image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(view.ratio)
        p.drawImage(0, 0, image)

    def _unreached(self, p: QPainter, slots: np.ndarray) -> None:
        """Paint lines across the blocks that a failed step did not reach, if they are not part of pictures."""
        rows = self._of(self.marks.unreached, slots)
        if len(rows) <= DENSE:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(QBrush(colour(self.theme.stale), Qt.BrushStyle.BDiagPattern))
            draw_rects(p, rows)

    def _not_finite(self, p: QPainter, slots: np.ndarray) -> None:
        """Paint edges around blocks with a non-finite output, and rays at their right side."""
        rows = self._of(self.marks.not_finite_blocks(), slots)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(pen_of(self.theme.not_finite, 1.6))
        draw_rects(p, rows)
        if len(rows) <= MARKED:
            p.setRenderHint(_AA)
            for x, y, wide, high in rows.tolist():
                paint_rays(p, self.theme, x + wide - PIN + 3, y + high / 2)
            p.setRenderHint(_AA, False)

    def _pauses(self, p: QPainter, slots: np.ndarray) -> None:
        """Paint breakpoints at every zoom, above the outlines of selected blocks."""
        scene, view = self.scene, self.view
        mine = self._among(scene.pausing | self.marks.pauses.keys(), slots)
        if len(mine) <= MARKED:
            p.setRenderHint(_AA)
            for slot, (x, y) in zip(mine.tolist(), view.widget(scene.pos[mine]).tolist(), strict=True):
                paint_pauses(p, self.theme, scene.blocks[slot], self.marks, x, y, max(0.8, view.scale))
            p.setRenderHint(_AA, False)
        for slot in self._among({self.marks.paused}, slots).tolist():
            (x, y), high = view.widget(scene.pos[slot]).tolist(), scene.size[slot, 1] * view.scale
            p.setRenderHint(_AA)
            paint_pointer(p, self.theme, x - POINTER, y + min(max(LEAST_HEAD, HEAD * view.scale), high) / 2)
            p.setRenderHint(_AA, False)

    def _among(self, blocks: Collection[str], slots: np.ndarray) -> np.ndarray:
        """Return which of the slots are of these blocks."""
        known = [slot for slot in map(self.scene.slot.get, blocks) if slot is not None]
        return slots[np.isin(slots, np.array(known, np.intp))] if known else slots[:0]

    def _of(self, blocks: Collection[str], slots: np.ndarray) -> np.ndarray:
        """Return the rectangles of these blocks that are among the slots, (n, 4) x y width height in widget pixels."""
        return self._rects(self._among(blocks, slots))

    def _rects(self, slots: np.ndarray) -> np.ndarray:
        scene, view = self.scene, self.view
        return np.hstack((view.widget(scene.pos[slots]), np.maximum(2.0, scene.size[slots] * view.scale)))

    def _states(self, p: QPainter, slots: np.ndarray) -> None:
        """Paint edges and marks of states, in one size, if marks in pictures of blocks are too small."""
        states = self.marks.states()
        if not states:
            return
        mine = self._among(states, slots)
        named, rows = [states[self.scene.blocks[slot].id] for slot in mine.tolist()], self._rects(mine)
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

    def _neighbours(self, p: QPainter, slots: np.ndarray) -> None:
        """Paint outlines around the blocks that feed the selection, and around those that it feeds."""
        scene, view = self.scene, self.view
        for near, text in zip(scene.neighbours(), (self.theme.feeds, self.theme.fed), strict=True):
            mine = near[np.isin(near, slots) & ~scene.selected[near]] if len(near) else near
            p.setPen(pen_of(text, 2.0))
            p.setRenderHint(_AA)
            radius = RADIUS * view.scale + 3
            for x, y, w, h in self._rects(mine).tolist():
                p.drawRoundedRect(QRectF(x - 3, y - 3, w + 6, h + 6), radius, radius)
            p.setRenderHint(_AA, False)

    def _outlines(self, p: QPainter, slots: np.ndarray) -> None:
        """Paint outlines around the selected blocks."""
        scene, view = self.scene, self.view
        p.setBrush(Qt.BrushStyle.NoBrush)
        self._neighbours(p, slots)
        chosen = slots[scene.selected[slots]]
        if not len(chosen):
            return
        out = 3.0
        rows = np.hstack((view.widget(scene.pos[chosen]) - out, scene.size[chosen] * view.scale + 2 * out))
        p.setPen(pen_of(self.theme.selection, 2.0))
        if view.scale < MIDDLE or len(chosen) > ROUND:
            draw_rects(p, rows)
            return
        p.setRenderHint(_AA)
        radius = RADIUS * view.scale + out
        glow = QColor(colour(self.theme.selection))
        glow.setAlphaF(0.27)
        for pen in (*([QPen(glow, 7.0)] * (len(chosen) <= GLOWING)), pen_of(self.theme.selection, 2.0)):
            p.setPen(pen)
            for x, y, w, h in rows.tolist():
                p.drawRoundedRect(QRectF(x, y, w, h), radius, radius)
        p.setRenderHint(_AA, False)
        for slot, (x, y, *_) in zip(chosen.tolist(), rows.tolist(), strict=True):
            if scene.layouts[slot].shape:  # symbols do not show their ids
                p.setFont(self.blocks.fonts.label)
                name = scene.blocks[slot].id
                box = QRectF(x, y - 17, p.fontMetrics().horizontalAdvance(name) + 8, 15)
                p.fillRect(box, colour(self.theme.field))
                p.drawText(box, int(Qt.AlignmentFlag.AlignCenter), name)
