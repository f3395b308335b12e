"""A whole page on any QPainter, as vectors: for picture files, SVG, PDF and print."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.canvas import routing
from app.canvas.batch import path
from app.canvas.blockpaint import BlockPainter, _pen
from app.canvas.geometry import Geometry
from app.canvas.marks import Marks
from app.canvas.painting import DASHES, WIRE, draw_tips
from app.canvas.scene import KIND, Scene
from app.canvas.theme import Theme, colour
from blocks.catalogue import Catalogue
from blocks.document import CONTROL, Page

BORDER = 24.0       # canvas pixels around the page


class Picture:
    """A page to be painted once. `area` is what it takes, in canvas coordinates."""

    def __init__(self, page: Page, catalogue: Catalogue, theme: Theme, marks: Marks | None = None):
        self.theme, self.marks = theme, marks or Marks()
        self.scene = Scene(Geometry(catalogue))
        self.scene.load(page)
        extent = self.scene.extent()
        n = self.scene.wcount
        if n:   # wires that turn back leave the box of the blocks
            for _, points in routing.corners(self.scene.e1[:n], self.scene.e2[:n], self.scene.lane[:n]):
                low, high = points.min((0, 1)), points.max((0, 1))
                extent = extent.united(QRectF(*low, *(high - low)))
        self.area = extent.adjusted(-BORDER, -BORDER, BORDER, BORDER)

    def paint(self, p: QPainter) -> None:
        """Paint with the painter's coordinates being the canvas's."""
        scene, theme = self.scene, self.theme
        painter = BlockPainter(theme, scene.geometry)
        p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        p.fillRect(self.area, colour(theme.canvas))
        for frame in sorted(scene.frames.values(), key=lambda f: -f.width * f.height):
            painter.frame(p, frame)
        for note in scene.notes.values():
            painter.note(p, note)
        ws = np.arange(scene.wcount)
        groups = [(ws[scene.kind[ws] == code], kind) for kind, code in KIND.items()]
        for mine, kind in groups:
            pen = _pen(theme.wires[kind], WIRE)
            if kind == CONTROL:
                pen.setDashPattern(DASHES)
            p.setPen(pen)
            p.setBrush(Qt.BrushStyle.NoBrush)
            for _, points in routing.corners(scene.e1[mine], scene.e2[mine], scene.lane[mine]):
                p.drawPath(path(routing.rounded(points, routing.CORNER)))
        for slot in range(scene.count):
            p.save()
            p.translate(*scene.pos[slot].tolist())
            painter.block(p, scene.blocks[slot], scene.layouts[slot], self.marks)
            p.restore()
        for mine, kind in groups:
            if len(mine):
                draw_tips(p, scene.e1[mine], scene.e2[mine], scene.inset[mine], theme.wires[kind], 1.0)
                p.setRenderHint(QPainter.RenderHint.Antialiasing)
