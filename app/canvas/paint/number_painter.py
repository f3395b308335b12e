"""Paint the numbers of blocks and frames: a colour over each block, the number above it, and a legend."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter

from blockloom.app.canvas.page.marks import DIFFERENCES, FILE, BlockNumbers
from blockloom.app.canvas.page.view import FAR, MIDDLE, NEAR, View
from blockloom.app.canvas.paint.painted_shapes import draw_rects, paint_legend_box
from blockloom.app.canvas.scene.block_layout import RADIUS
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, colour

HIGH, WIDE = 15.0, 64.0  # most height and width of a label, in widget pixels
LEVELS = 16  # number of colours of the scale
MANY = 400  # most visible blocks with round corners of their colours
COVER, TILE_COVER, FAR_COVER = 70, 110, 190  # opacity of the colours (0 to 255): the less text they cover, the higher
BAR, BAR_HIGH = 120.0, 9.0  # width and height of the scale in the legend


class NumberPainter:
    """Paints the numbers of one kind on a scene, through a view."""

    def __init__(self, numbers: BlockNumbers, scene: Scene, view: View, theme: Theme):
        self.numbers, self.scene, self.view, self.theme = numbers, scene, view, theme
        self.version = scene.version
        self.frames = numbers.by_frame(scene)
        self.by_slot = np.full(scene.count, np.nan)
        for name, value in numbers.values.items():
            if (slot := scene.slot.get(name)) is not None:
                self.by_slot[slot] = value
        self.by_slot[scene.fold[: scene.count] > 0] = np.nan  # the frames show numbers instead of their blocks
        folded = [self.frames[name] for name in scene.folds if name in self.frames]
        # The scale begins at 0, except for a file, whose numbers may be close together.
        least = [] if numbers.kind == FILE else [0.0]
        shown = np.concatenate((self.by_slot[~np.isnan(self.by_slot)], folded, least))
        self.low, self.high = (float(shown.min()), float(shown.max())) if len(shown) else (0.0, 0.0)

    def paint(self, p: QPainter, area: QRect) -> None:
        """Paint the colours and numbers in an area of the widget."""
        view = self.view
        box = view.rect_to_canvas(QRectF(area).adjusted(-4, -4, WIDE, HIGH + 4))
        rows, values = self._items(box)
        self._cover(p, rows, values)
        if view.scale < MIDDLE or len(rows) > MANY:
            return
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(p.font())
        font.setPixelSize(10)
        p.setFont(font)
        bands = self._bands(box) if view.scale < NEAR else np.zeros((0, 4))
        for row, value in zip(rows.tolist(), values.tolist(), strict=True):
            self._label(p, QRectF(*row), value, hue(self._share(value), self.theme), bands)
        ink = QColor(colour(self.theme.frame_title))
        for frame in self.scene.boxes_at(box.left(), box.top(), box.right(), box.bottom())[0]:
            if frame.id in self.frames and frame.id not in self.scene.folds:
                seen = view.rect_to_widget(self.scene.rect_of(frame))
                self._label(p, seen, self.frames[frame.id], ink, np.zeros((0, 4)))

    def _items(self, area: QRectF) -> tuple[np.ndarray, np.ndarray]:
        """Return the blocks and collapsed frames in an area of the page that have a number.

        Returns:
            Their rectangles, (n, 4) x y width height in widget pixels, and their numbers, (n,).
        """
        scene, view = self.scene, self.view
        slots = scene.visible(area.left(), area.top(), area.right(), area.bottom())
        slots = slots[~np.isnan(self.by_slot[slots])]
        blocks = np.hstack((view.widget(scene.pos[slots]), scene.size[slots] * view.scale))
        boxes = {name: scene.rect_of(scene.frames[name]) for name in scene.folds if name in self.frames}
        seen = {name: view.rect_to_widget(box) for name, box in boxes.items() if box.intersects(area)}
        folds = [(box.x(), box.y(), box.width(), box.height()) for box in seen.values()]
        rows = np.vstack((blocks, np.array(folds, float).reshape(-1, 4)))
        return rows, np.concatenate((self.by_slot[slots], [self.frames[name] for name in seen]))

    def _share(self, value: float) -> float:
        return self.numbers.share(value, self.low, self.high)

    def _cover(self, p: QPainter, rows: np.ndarray, values: np.ndarray) -> None:
        """Paint the colour of each item over it."""
        levels = np.array([round(self._share(value) * LEVELS) for value in values.tolist()], int)
        p.setPen(Qt.PenStyle.NoPen)
        p.setRenderHint(QPainter.RenderHint.Antialiasing, len(rows) <= MANY)
        scale = self.view.scale
        for level in sorted(set(levels.tolist())):
            ink = hue(level / LEVELS, self.theme)
            ink.setAlpha(COVER if scale >= MIDDLE else TILE_COVER if scale >= FAR else FAR_COVER)
            p.setBrush(ink)
            mine = rows[levels == level]
            if len(rows) > MANY:
                draw_rects(p, mine)
                continue
            for row in mine.tolist():
                p.drawRoundedRect(QRectF(*row), RADIUS * scale, RADIUS * scale)

    def _label(self, p: QPainter, seen: QRectF, value: float, ink: QColor, bands: np.ndarray) -> None:
        """Paint a number above the upper right corner of an item, whose rectangle is in widget pixels."""
        corner, text = seen.topRight(), self.numbers.text(value)
        wide = p.fontMetrics().horizontalAdvance(text) + 8.0
        label = QRectF(corner.x() - wide, corner.y() - HIGH - 1, wide, HIGH)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(ink)
        if _covered(label, seen, bands):
            p.drawEllipse(corner, 4, 4)
            return
        p.drawRoundedRect(label, 4, 4)
        p.setPen(colour("#FFFFFF" if ink.lightnessF() < 0.6 else "#14171A"))
        p.drawText(label, Qt.AlignmentFlag.AlignCenter, text)

    def _bands(self, area: QRectF) -> np.ndarray:
        """Return the blocks around an area of the page and the collapsed frames, each with room for its number above.

        Returns:
            (n, 4) x0 y0 x1 y1 in widget pixels.
        """
        scene, view, aside = self.scene, self.view, 2 * WIDE / self.view.scale
        slots = scene.visible(area.left() - aside, area.top() - aside, area.right() + aside, area.bottom() + aside)
        folds = [scene.rect_of(scene.frames[name]).getCoords() for name in scene.folds]
        boxes = np.hstack((scene.pos[slots], scene.pos[slots] + scene.size[slots]))
        boxes = np.vstack((boxes, np.array(folds, float).reshape(-1, 4)))
        return np.hstack((view.widget(boxes[:, :2]) - (0.0, HIGH), view.widget(boxes[:, 2:])))

    def legend(self, p: QPainter, area: QRect, above: float) -> None:
        """Paint the title and the scale at the lower left of an area, `above` pixels over its lower edge."""
        text, theme = self.numbers.text, self.theme
        ends = ("≤ 1e-06", "≥ 1") if self.numbers.kind == DIFFERENCES else (text(self.low), text(self.high))
        widest = round(area.width() / 3)
        end = paint_legend_box(p, area, theme, self.numbers.title, ends, 12 + 6 + BAR + 6, above, widest)
        x, y = end.x() + 12, end.y()
        p.setPen(colour(theme.label))
        p.drawText(QPointF(x, y), ends[0])
        x += p.fontMetrics().horizontalAdvance(ends[0]) + 6
        p.drawText(QPointF(x + BAR + 6, y), ends[1])
        ramp = QLinearGradient(x, 0, x + BAR, 0)
        for level in range(LEVELS + 1):
            ramp.setColorAt(level / LEVELS, hue(level / LEVELS, theme))
        p.fillRect(QRectF(x, y - BAR_HIGH, BAR, BAR_HIGH), ramp)


def hue(share: float, theme: Theme) -> QColor:
    """Return the colour at a place of the scale, from green at 0.0 to red at 1.0."""
    return QColor.fromHsvF((1 - share) / 3, 0.75, 0.55 if theme.name == "light" else 0.6)


def _covered(label: QRectF, own: QRectF, bands: np.ndarray) -> bool:
    """Return whether a label above a block covers another block or the number of another block."""
    x0, y0, x1, y1 = bands.T
    others = (abs(x0 - own.left()) > 0.5) | (abs(y1 - own.bottom()) > 0.5)
    over = (x0 < label.right()) & (x1 > label.left()) & (y0 < label.bottom()) & (y1 > label.top())
    return bool((others & over).any())
