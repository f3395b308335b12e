"""A whole page on any QPainter, as vectors: for picture files, SVG, PDF and print, with results."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPaintDevice, QPainter

from blockloom.app.canvas.look.repaint import all_dtypes, paint_wires, route
from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.page.view import FAR, View
from blockloom.app.canvas.paint.blockpaint import BlockPainter
from blockloom.app.canvas.paint.boxpaint import BoxPainter
from blockloom.app.canvas.paint.painting import Painter
from blockloom.app.canvas.paint.wire_painter import WirePainter
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, colour
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Page
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.muting import active, left_out
from blockloom.blocks.results.monitors import Watch, watches_of
from blockloom.runtime.protocol import messages, records
from blockloom.runtime.protocol.records import JsonValue, Summary
from blockloom.runtime.run.monitor_traces import MonitorSeries, Traces

BORDER = 24.0  # canvas pixels around the page


class Picture:
    """A page that is painted once. `area` is its extent in canvas coordinates."""

    def __init__(self, page: Page, catalogue: Catalogue, theme: Theme, marks: Marks | None = None):
        self.theme, self.marks = theme, marks or Marks()
        self.scene = Scene(Geometry(catalogue))
        self.scene.load(page)
        self.scene.narrow(page)
        route(self.scene)
        inference = PageInference(page, catalogue)
        self.marks.dtypes = dict(all_dtypes(inference))
        paint_wires(self.scene, inference)
        self.marks.left_out = left_out(page, catalogue)
        self.scene.leave_out(self.marks.left_out)
        run = active(page, catalogue)
        self.marks.watching = {b.id: watches_of(run, b.id) for b in run.blocks.values() if b.type in MONITORS}
        extent = self.scene.extent()
        if page.size:
            extent = extent.united(QRectF(0, 0, *page.size))
        inner = self.scene.inner[: self.scene.wcount]
        # Wires with a block at one end at least.
        ws = np.flatnonzero(np.isfinite(self.scene.e1[: len(inner), 0]) & ~inner)
        if len(ws):  # wires that turn back are partly outside the bounding box of the blocks
            for _, points in self.scene.polylines(ws):
                low, high = points.min((0, 1)), points.max((0, 1))
                extent = extent.united(QRectF(*low, *(high - low)))
        self.area = extent.adjusted(-BORDER, -BORDER, BORDER, BORDER)

    def sketch(self, size: QSize, ratio: float = 1.0) -> QImage:
        """Return the page as an image of `size` pixels, drawn like a canvas at low zoom.

        Names and outlines stay legible. `ratio` is the pixel ratio of the screen.
        """
        view = View()
        view.size = size / ratio
        view.fit(self.area, 0.0)
        large = min(
            4.0, max(1.0, 1.01 * FAR / view.scale)
        )  # a page whose blocks would be mere rectangles is drawn larger first
        image = QImage(size * large, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        view.ratio, view.size = ratio, image.size() / ratio
        view.fit(self.area, 0.0)
        p = QPainter(image)
        Painter(self.scene, view, self.marks, self.theme).frame(p, QRect(QPoint(), image.size() / ratio))
        p.end()
        if large > 1:
            image = image.scaled(size, mode=Qt.TransformationMode.SmoothTransformation)
        return image

    def paint_on(self, device: QPaintDevice, scale: float = 1.0) -> None:
        """Paint into the upper left corner of a device, with `scale` device pixels per canvas pixel."""
        p = QPainter(device)
        p.scale(scale, scale)
        p.translate(-self.area.topLeft())
        self.paint(p)
        p.end()

    def paint(self, p: QPainter) -> None:
        """Paint the page in canvas coordinates."""
        p.fillRect(self.area, colour(self.theme.ground(self.scene.background)))
        self.content(p)

    def content(self, p: QPainter) -> None:
        """Paint the page over the current picture."""
        scene, theme = self.scene, self.theme
        painter, boxes = BlockPainter(theme, scene.geometry), BoxPainter(theme, scene.geometry)
        p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        if scene.sheet is not None:
            boxes.sheet(p, scene.sheet)
        for frame in scene.boxes()[0]:
            if frame.id in scene.folds:
                boxes.folded(p, frame, scene.folds[frame.id], self.marks)
            else:
                boxes.frame(p, frame)
        for note in scene.notes.values():
            boxes.note(p, note, scene.background)
        ws = np.flatnonzero(np.isfinite(scene.e1[: scene.wcount, 0]) & ~scene.inner[: scene.wcount])
        wires, area = WirePainter(scene, None, theme), self.area.toAlignedRect()
        groups = wires.paint(p, ws, area)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        slots = np.flatnonzero(scene.fold[: scene.count] == 0)
        for slot in slots.tolist():
            p.save()
            p.translate(*scene.pos[slot].tolist())
            painter.block(p, scene.blocks[slot], scene.layouts[slot], self.marks)
            p.restore()
        wires.insets(p, groups)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)


class _Shown(records.Record):
    """The results and the data of monitors: a series has an array of points, a matrix one of its values."""

    results: Mapping[str, Mapping[str, Summary | None]]
    texts: Sequence[tuple[Watch, str]]
    series: Sequence[tuple[Watch, np.ndarray]]
    matrices: Sequence[tuple[Watch, np.ndarray]]
    abouts: Sequence[tuple[Watch, Mapping[str, JsonValue]]]


def dump_marks(marks: Marks) -> bytes:
    """Return the results and the data of monitors as bytes."""
    traces = marks.traces
    shown = _Shown(
        marks.results,
        list(traces.texts.items()),
        [(watch, series.points) for watch, series in traces.series.items()],
        list(traces.matrices.items()),
        list(traces.abouts.items()),
    )
    return b"".join(messages.encode_message(shown))


def load_marks(data: bytes) -> Marks:
    """Return marks with the results that `dump_marks` wrote.

    Raises:
        ValueError: the data are not complete.
    """
    message = messages.read_message(io.BytesIO(data))
    if message is None:
        raise ValueError("it ends too early")
    shown, marks = records.from_json(_Shown, *message), Marks()
    marks.set_results(shown.results)
    traces = marks.traces = Traces()
    traces.texts.update(shown.texts)
    traces.matrices.update(shown.matrices)
    traces.abouts.update(shown.abouts)
    for watch, points in shown.series:
        series = traces.series[watch] = MonitorSeries()
        series.add(points)
    return marks
