"""Paint a page with its differences from one of another document: added, changed and removed items."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from itertools import repeat
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.view import FAR, MIDDLE, NEAR
from blockloom.app.canvas.paint.painted_shapes import draw_lines, draw_rects
from blockloom.app.canvas.paint.painting import Painter
from blockloom.app.canvas.scene.block_layout import RADIUS, make_fonts
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.scene_arrays import DASHED, WIRE_REACH
from blockloom.app.canvas.scene.theme import colour
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import PLAIN, Frame, Note, Page, Wire


class PageChanges(NamedTuple):
    """Differences of a page from the other document, with the ids of blocks, frames and notes.

    Attributes:
        added: ids that only this page has.
        changed: ids that differ, with the other document's values of pins and attrs that differ.
        old_places: ids at another position, with the other document's position of their corner.
        wires: wires that only this page has, without their looks.
        ghosts: removed wires, and the items of the other document that they end at.
        removed: ids in `ghosts` that only the other document has.
    """

    added: frozenset[str]
    changed: Mapping[str, Mapping[str, str]]
    old_places: Mapping[str, tuple[float, float]]
    wires: frozenset[Wire]
    ghosts: Page
    removed: frozenset[str]


ADDED, REMOVED, CHANGED = "added", "removed", "changed"  # names of colours in themes
SIGNS = {ADDED: "+", REMOVED: "\N{MINUS SIGN}", CHANGED: "~"}
GHOST = 0.55  # opacity of removed items
HALO, BAND = 6.0, 8.0  # widget pixels of the halo around a block, and width of an added wire
TAB_HIGH, TAB_WIDE = 15.0, 19.0  # size of a sign, in widget pixels
TAG = 110.0  # most widget pixels of a former value
DASHES = 500  # most removed wires that are dashed: a dash takes as long to draw as a line
SIGNED = 300  # most visible blocks with signs
_AA = QPainter.RenderHint.Antialiasing
_PAD = 130  # most widget pixels that marks extend beyond their blocks


def ghosts(compared: PageChanges, types: Catalogue) -> Scene:
    """Return a scene of the removed items, laid out with the types of the other document, in any thread."""
    scene = Scene(Geometry(types, make_fonts()))  # separate fonts: two threads must not measure with the same one
    scene.load(compared.ghosts)
    # These blocks are only ends of removed wires.
    scene.alive[[slot for name, slot in scene.slot.items() if name not in compared.removed]] = False
    return scene


class ComparedPainter:
    """Paints under and over the blocks of a page. `scene` is the scene of `ghosts`.

    `chosen` is the item of the current entry in the list of changes, and the field of that change.
    """

    def __init__(self, painter: Painter, compared: PageChanges, scene: Scene):
        self._painter, self.compared, self.ghosts = painter, compared, scene
        self.chosen = "", ""
        self._from = np.array([*compared.old_places.values()], float).reshape(-1, 2)
        scene.geometry.measure_with()
        self._ghost = Painter(scene, painter.view, Marks(), painter.theme)
        self._take_theme()

    def _take_theme(self) -> None:
        theme, scene = self._painter.theme, self.ghosts
        self._ghost.set_theme(theme)
        scene.inks.append(theme.removed + DASHED * (scene.wcount <= DASHES))
        scene.ink[: scene.wcount] = len(scene.inks) - 1

    def place_of(self, name: str) -> QRectF:
        """Return the rectangle of a removed item; null if the item was not removed."""
        slot, scene = self.ghosts.slot.get(name), self.ghosts
        if slot is not None:
            return scene.box(slot) if scene.alive[slot] else QRectF()
        item = scene.frames.get(name) or scene.notes.get(name)
        return QRectF() if item is None else self._ghost.box_of(item)

    def gone_at(self, at: QPointF) -> tuple[str, str]:
        """Return the removed item at a canvas point, as `Layers` does: a block before wires, notes, frames."""
        scene, x, y = self.ghosts, at.x(), at.y()
        names = [scene.blocks[slot].id for slot in scene.visible(x, y, x, y).tolist()]
        if name := self._first(names, at):
            return name, ""
        slot = scene.wire_at(x, y, WIRE_REACH * max(1.0, 0.7 / self._painter.view.scale))
        if slot is not None:
            return scene.wires[slot].target, f"wires:{scene.wires[slot].target_pin}"
        return self._first([*scene.notes, *scene.frames], at), ""

    def _first(self, names: Iterable[str], at: QPointF) -> str:
        return next((name for name in names if self.place_of(name).contains(at)), "")

    def under(self, p: QPainter, exposed: QRect) -> None:
        """Paint removed items, and the halos of added and changed blocks and wires."""
        painter, scene, theme = self._painter, self._painter.scene, self._painter.theme
        if self._ghost.theme is not theme:
            self._take_theme()
        p.setOpacity(GHOST)
        self._ghost.content(p, exposed)
        p.setOpacity(1.0)
        area = self._area(exposed)
        box = area.left(), area.top(), area.right(), area.bottom()
        if self.compared.wires and painter.view.scale >= FAR:
            seen, mine = scene.visible_wires(*box), self.compared.wires
            plain = (
                w if w[-1] is PLAIN else w._replace(look=PLAIN) for w in map(scene.wires.__getitem__, seen.tolist())
            )
            ws = seen[[wire in mine for wire in plain]] if len(seen) else seen
            painter.wires.band(p, ws, theme.added, BAND, exposed)
        if painter.view.scale < MIDDLE:
            return
        p.setRenderHint(_AA)
        p.setBrush(Qt.BrushStyle.NoBrush)
        radius, out = RADIUS * painter.view.scale + HALO / 2, HALO / 2
        for kind, names in self._kinds():
            p.setPen(QPen(_faint(getattr(theme, kind)), HALO))
            for x, y, w, h in self._rows(names, area).tolist():
                p.drawRoundedRect(QRectF(x - out, y - out, w + HALO, h + HALO), radius, radius)
        p.setPen(self._pen(REMOVED))
        for row in self._rows(self.compared.removed, area, True).tolist():
            p.drawRoundedRect(QRectF(*row), RADIUS * painter.view.scale, RADIUS * painter.view.scale)
        p.setRenderHint(_AA, False)

    def over(self, p: QPainter, exposed: QRect) -> None:
        """Paint the signs, the former values, and arrows from former positions."""
        view, theme, area = self._painter.view, self._painter.theme, self._area(exposed)
        p.setRenderHint(_AA)
        self._moves(p, area)
        for kind, names in (*self._kinds(), (REMOVED, self.compared.removed)):
            rows = self._rows(names, area, kind == REMOVED)
            if view.scale < MIDDLE:
                p.setPen(self._pen(kind))
                p.setBrush(Qt.BrushStyle.NoBrush)
                p.setRenderHint(_AA, False)
                draw_rects(p, rows + np.array([-2, -2, 4, 4]))
                p.setRenderHint(_AA)
            if len(rows) <= SIGNED:
                self._signs(p, rows, kind)
        if view.scale >= NEAR:
            self._tags(p, area)
        item, field = self.chosen
        if field.startswith("wires:"):
            slots = np.flatnonzero(self.ghosts.walive[: self.ghosts.wcount])
            ends = [self.ghosts.wires[slot][2:4] for slot in slots.tolist()]
            mine = slots[[end == (item, field[6:]) for end in ends]] if ends else slots
            self._ghost.wires.whole(p, mine, theme.selection, exposed)
        elif not (box := self.place_of(item)).isNull():
            p.setPen(QPen(colour(theme.selection), 2.0))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(view.rect_to_widget(box).adjusted(-4, -4, 4, 4), RADIUS, RADIUS)
        p.setRenderHint(_AA, False)

    def _pen(self, kind: str) -> QPen:
        """Return the pen of outlines, dashed for removed items."""
        pen = QPen(colour(getattr(self._painter.theme, kind)), 2.0)
        if kind == REMOVED:
            pen.setDashPattern([3.0, 2.0])
        return pen

    def _kinds(self) -> tuple[tuple[str, Collection[str]], ...]:
        return (ADDED, self.compared.added), (CHANGED, self.compared.changed.keys())

    def _area(self, exposed: QRect) -> QRectF:
        """Return the part of the page that is visible in a part of the widget, with a margin for marks."""
        return self._painter.view.rect_to_canvas(QRectF(exposed.adjusted(-_PAD, -_PAD, _PAD, _PAD)))

    def _rows(self, names: Collection[str], area: QRectF, gone: bool = False) -> np.ndarray:
        """Return the visible rectangles of items in an area, (n, 4) x y w h in widget pixels.

        Blocks in collapsed frames have the rectangles of these frames.
        """
        painter, view = self._ghost if gone else self._painter, self._painter.view
        scene = painter.scene
        slots = scene.visible(area.left(), area.top(), area.right(), area.bottom())
        slots = slots[[scene.blocks[slot].id in names for slot in slots.tolist()]] if len(slots) else slots
        items: list[Frame | Note] = [*scene.frames.values(), *scene.notes.values()]
        boxes = [painter.box_of(box) for box in items if box.id in names and box.id not in scene.concealed]
        if scene.folds:
            inside = (slot for name in names if (slot := scene.slot.get(name)) is not None and scene.fold[slot])
            boxes += {int(scene.fold[slot]): scene.visible_rect(slot) for slot in inside}.values()
        seen = [view.rect_to_widget(box).getRect() for box in boxes if box.intersects(area)]
        rows = np.hstack((view.widget(scene.pos[slots]), scene.size[slots] * view.scale))
        return np.concatenate((rows, np.array(seen, float).reshape(-1, 4)))

    def _signs(self, p: QPainter, rows: np.ndarray, kind: str) -> None:
        """Paint a tab with a sign on the upper left corner of each rectangle."""
        theme = self._painter.theme
        font = QFont(p.font())
        font.setPixelSize(13)
        font.setBold(True)
        p.setFont(font)
        small = self._painter.view.scale < MIDDLE
        high, wide, out = (11.0, 12.0, 2.0) if small else (TAB_HIGH, TAB_WIDE, HALO)
        for x, y, *_ in rows.tolist():
            # The sign is left of the id, which is above a symbol.
            tab = QRectF(x - wide - 2.0, y - high - out / 2, wide, high)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(getattr(theme, kind)))
            p.drawRoundedRect(tab, 4, 4)
            p.setPen(colour(theme.canvas))
            p.drawText(tab, Qt.AlignmentFlag.AlignCenter, SIGNS[kind])

    def _tags(self, p: QPainter, area: QRectF) -> None:
        """Paint former values next to the rows of their pins."""
        scene, view, theme = self._painter.scene, self._painter.view, self._painter.theme
        font = QFont(p.font())
        font.setPixelSize(11)
        font.setBold(False)
        p.setFont(font)
        metrics = p.fontMetrics()
        for name, was in self.compared.changed.items():
            slot = scene.slot.get(name)
            if slot is None or scene.fold[slot] or not was or not scene.box(slot).intersects(area):
                continue
            corner, layout = scene.box(slot).topLeft(), scene.layouts[slot]
            below = layout.height
            for pin, text in was.items():
                spot = layout.spot(pin)
                if spot is None:  # symbols have no rows for attrs: paint the value below their rows
                    text, below = f"{pin}: {text}", below + TAB_WIDE / view.scale
                text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(TAG)) + " \N{RIGHTWARDS ARROW}"
                end = view.to_widget(corner + QPointF(0.0, spot.y if spot is not None else below))
                wide = metrics.horizontalAdvance(text) + 10.0
                tag = QRectF(end.x() - wide - HALO - 4, end.y() - 8, wide, 16)
                p.setPen(QPen(colour(theme.changed), 1.0))
                p.setBrush(colour(theme.field))
                p.drawRoundedRect(tag, 4, 4)
                p.setPen(colour(theme.value))
                p.drawText(tag, Qt.AlignmentFlag.AlignCenter, text)

    def _moves(self, p: QPainter, area: QRectF) -> None:
        """Paint arrows from the positions in the other document, or plain lines if many items have moved."""
        scene, view, theme = self._painter.scene, self._painter.view, self._painter.theme
        ink = QColor(colour(theme.muted))
        ink.setAlphaF(0.7)
        if len(self.compared.old_places) > SIGNED:
            slots = np.fromiter(map(scene.slot.get, self.compared.old_places, repeat(-1)), np.intp, len(self._from))
            starts, slots = self._from[slots >= 0], slots[slots >= 0]
            half = scene.size[slots] / 2
            p.setPen(QPen(ink, 1.0))
            p.setRenderHint(_AA, False)
            draw_lines(p, np.hstack((view.widget(scene.pos[slots] + half), view.widget(starts + half))))
            p.setRenderHint(_AA)
            return
        box_of = self._painter.box_of
        for name, (x, y) in self.compared.old_places.items():
            slot, item = scene.slot.get(name), scene.frames.get(name) or scene.notes.get(name)
            here = scene.visible_rect(slot) if slot is not None else box_of(item) if item is not None else QRectF()
            if here.isNull():
                continue
            there = QRectF(QPointF(x, y), here.size())
            if not here.united(there).intersects(area):
                continue
            pen = QPen(ink, 1.3, Qt.PenStyle.DashLine)
            p.setPen(pen)
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(view.rect_to_widget(there), RADIUS * view.scale, RADIUS * view.scale)
            pen.setStyle(Qt.PenStyle.SolidLine)
            p.setPen(pen)
            _arrow(p, view.to_widget(there.center()), view.rect_to_widget(here))


def _arrow(p: QPainter, start: QPointF, box: QRectF) -> None:
    """Paint an arrow from a point to the edge of a box, or to its middle if the point is in the box."""
    line = QLineF(start, box.center())
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        corners = box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()
        kind, at = line.intersects(QLineF(corners[a], corners[b]))
        if kind == QLineF.IntersectionType.BoundedIntersection:
            line.setP2(at)
            break
    p.drawLine(line)
    turn, length = math.atan2(line.dy(), line.dx()), 8.0
    if line.length() > length:
        ends = [line.p2() - QPointF(math.cos(turn + by), math.sin(turn + by)) * length for by in (-0.4, 0.4)]
        p.setBrush(p.pen().color())
        p.drawPolygon(QPolygonF([line.p2(), *ends]))


def _faint(text: str) -> QColor:
    made = QColor(colour(text))
    made.setAlphaF(0.5)
    return made
