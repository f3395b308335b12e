"""Paint monitors with any QPainter, in canvas coordinates: numbers, charts, elements and matrices."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from blockloom.app.canvas.page.marks import Marks
from blockloom.app.canvas.paint import forms, painted_shapes
from blockloom.app.canvas.paint.monitor_parts import DASH, LEFT, READABLE, RIGHT, MonitorParts, titled
from blockloom.app.canvas.paint.statemarks import EDGE, WIDTHS, outline, paint_box, rounded
from blockloom.app.canvas.scene.block_layout import PIN, RADIUS, Layout
from blockloom.app.canvas.scene.geometry import Geometry
from blockloom.app.canvas.scene.theme import Theme, colour, legible, qt_colour
from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.catalogue.monitor_types import CHART, HEAT_MAP, NUMBER, PICK, TREND
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plots import axes
from blockloom.blocks.results import monitors
from blockloom.blocks.results.monitors import Watch


class MonitorPainter(MonitorParts):
    """Paints monitors with one theme and geometry."""

    def __init__(self, theme: Theme, geometry: Geometry):
        super().__init__(theme, geometry)
        self._kinds: dict[str, Callable[..., None]] = {
            TREND: self._trend,
            NUMBER: self._number,
            CHART: self._chart,
            HEAT_MAP: lambda *given: forms.paint(self, *given),
        } | forms.painters(self)

    def paint(self, p: QPainter, block: Block, layout: Layout, marks: Marks) -> None:
        """Paint a monitor with its latest value."""
        theme = self.theme
        state = marks.state(block.id)
        edge = getattr(theme, state) if state else legible(qt_colour(block.color) or theme.edge, theme.canvas, 3.0)
        box = QRectF(0, 0, layout.width, layout.height)
        paint_box(p, theme, theme.block, layout.width, layout.height)
        if layout.height >= self.head + 16:
            p.setBrush(colour(theme.head("monitor")))
            p.drawPath(rounded(QRectF(0, 0, layout.width, self.head), RADIUS, True, False))
        outline(p, layout, edge, WIDTHS.get(state, EDGE), state == "stale")
        scale = p.worldTransform().m11()
        watches = marks.watching.get(block.id, [])
        if block.type == PICK:
            self._pick(p, block, layout, watches, marks, scale)
        else:
            self._kinds[block.type](p, block, box, watches, marks, scale)
        for spot in layout.spots:
            p.setPen(QPen(colour(theme.monitors["pin_edge"]), 1.2))
            p.setBrush(colour(theme.monitors["pin"] if spot.role == "input" else theme.edge))
            if spot.many:
                p.drawRoundedRect(QRectF(spot.x - PIN, spot.y - PIN, 2 * PIN, 2 * PIN), 2, 2)
            else:
                p.drawEllipse(QPointF(spot.x, spot.y), PIN, PIN)

    def _number(self, p: QPainter, block: Block, box: QRectF, watches: list[Watch], marks: Marks, scale: float) -> None:
        theme = self.theme
        digits = min(400.0, monitors.number(block, "size", 20))
        if box.height() >= digits + self.head + 8 and self.is_titled(block.id, box):
            self.title(p, block.id, box, scale)
            panel = QRectF(8, self.head, box.width() - 16, box.height() - self.head - 8)
        else:  # the number is alone: the monitor is only as large, or its title would be cut
            panel = box.adjusted(3, 3, -3, -3)
        self.panel(p, panel, theme.monitors["lcd"])
        text, good = self._value(block, watches, marks)
        ink = legible(_color(block) or theme.monitors["value"], theme.monitors["lcd"])
        self.fitted(
            p,
            panel.adjusted(5, 1, -5, -1),
            text,
            ink if good else theme.monitors["axis"] if not watches or text == DASH else theme.error,
            digits,
            scale,
        )

    def _trend(self, p: QPainter, block: Block, box: QRectF, watches: list[Watch], marks: Marks, scale: float) -> None:
        theme = self.theme
        self.title(p, monitors.text(block, "label") or titled(block, watches), box, scale)
        text, good = self._value(block, watches, marks)
        self.fitted(
            p,
            QRectF(10, self.head - 4, box.width() - 20, 26),
            text,
            theme.monitors["value"] if good else theme.muted,
            20.0,
            scale,
        )
        color = line_styles(block, watches[:1], theme.series)[0].colour if watches else theme.series[0]
        self._plot(
            p,
            block,
            QRectF(6, self.head + 24, box.width() - 14, box.height() - self.head - 28),
            watches,
            [color],
            marks,
            scale,
            (5, 5),
        )

    def _chart(self, p: QPainter, block: Block, box: QRectF, watches: list[Watch], marks: Marks, scale: float) -> None:
        theme, lines = self.theme, line_styles(block, watches, self.theme.series)
        names, colors = [line.name for line in lines], [line.colour for line in lines]
        title = monitors.text(block, "title") or titled(block, watches)
        used = self.title(p, title, self.title_room(box, 0.45, scale), scale)
        told = [marks.monitor_text(watch) for watch in watches]
        kept = [run for run in marks.traces.saved_runs if not run.series.keys().isdisjoint(watches)]
        inks = [legible(c, theme.monitors["panel"]) for c in (*colors, *(run.colour for run in kept))]
        self.legend(
            p,
            QRectF(used + 14, 4, box.width() - used - 24, self.head - 6),
            [*names, *(run.name for run in kept)],
            inks,
            [*told, *([""] * len(kept))],
            scale,
        )
        self._plot(
            p,
            block,
            QRectF(6, self.head, box.width() - 16, box.height() - self.head - 4),
            watches,
            colors,
            marks,
            scale,
            (max(2, int(box.width() / 64)), max(2, int((box.height() - self.head) / 34))),
        )

    def _pick(
        self, p: QPainter, block: Block, layout: Layout, watches: list[Watch], marks: Marks, scale: float
    ) -> None:
        theme, box = self.theme, QRectF(0, 0, layout.width, layout.height)
        outs = [s for s in layout.spots if s.role == "output"]
        if outs[0].y >= 40:
            self.title(p, block.id, box, scale)
        for i, spot in enumerate(outs):
            watch = watches[i] if i < len(watches) else None
            row = QRectF(14, spot.y - 8, box.width() - 30, 16)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(theme.monitors["panel"]))
            p.drawRoundedRect(row, 3, 3)
            p.setBrush(colour(theme.monitors["arrow"]))
            tip = box.width() - 7
            p.drawPolygon(
                QPolygonF([QPointF(tip - 7, spot.y - 4.5), QPointF(tip, spot.y), QPointF(tip - 7, spot.y + 4.5)])
            )
            if scale < READABLE:
                continue
            p.setFont(self.fonts.value)
            p.setPen(colour(theme.muted))
            p.drawText(row.adjusted(5, 0, -4, 0), LEFT, spot.name.removeprefix("elements"))
            shown = marks.monitor_text(watch, DASH) if watch is not None else DASH
            finite = watch is not None and math.isfinite(_number_of(watch, marks))
            p.setPen(colour(theme.monitors["value"] if finite else theme.muted))
            p.drawText(row.adjusted(34, 0, -5, 0), RIGHT, self.geometry.elided(shown, "value", row.width() - 40))

    def _value(self, block: Block, watches: list[Watch], marks: Marks) -> tuple[str, bool]:
        """Return a number as the block formats it, and whether the value is finite."""
        if not watches:
            return DASH, False
        text = marks.monitor_text(watches[0], DASH)
        if watches[0] not in marks.traces.texts:
            return DASH, False
        value = _number_of(watches[0], marks)
        written = monitors.text(block, "format")
        match = _FORMAT.fullmatch(written)
        if match and math.isfinite(value):
            text = written % (round(value) if match[1] in "di" else value)
        unit = monitors.text(block, "unit")
        known = math.isfinite(value)
        return f"{text} {unit}" if unit and known else text, known

    def _plot(
        self,
        p: QPainter,
        block: Block,
        box: QRectF,
        watches: list[Watch],
        colors: list[str],
        marks: Marks,
        scale: float,
        grid: tuple[int, int],
    ) -> None:
        """Paint lines over steps with their axes; the labels take a part of the box."""
        theme, traces = self.theme, marks.traces
        lines, since = [], max(0.0, monitors.number(block, "duration", 0.0))
        logs = monitors.flag(block, "logarithmic")
        shown = [(traces.series.get(watch), color) for watch, color in zip(watches, colors, strict=False)]
        if monitors.flag(block, "before"):
            shown = [
                (traces.earlier.get(watch), pale(color)) for watch, color in zip(watches, colors, strict=False)
            ] + shown
        drawn = [
            (run.series[watch], run.colour) for run in traces.saved_runs for watch in watches if watch in run.series
        ]
        drawn += [(series.points, color) for series, color in shown if series is not None]
        for points, color in drawn:
            if since and len(points):
                points = points[np.searchsorted(points[:, 1], points[-1, 1] - since) :]
            if len(points):
                points = axes.logarithms(points[:, ::2]) if logs else points[:, ::2]
                lines.append(painted_shapes.PlotLine(points, legible(color, theme.monitors["panel"])))
        least, most = (
            (math.log10(n) if n > 0 else None) if logs and n is not None else n for n in monitors.scale(block)
        )
        low, high = axes.bounds([line.points for line in lines], least, most, logs)
        texts = filter(None, map(marks.monitor_text, watches))
        self.draw_lines(
            p,
            box,
            lines,
            (low, high),
            scale,
            grid,
            logs,
            next(texts, tr("no data yet")) if watches else tr("no wire"),
            "step",
        )


_FORMAT = re.compile(r"[^%]{0,20}%[-+ 0]{0,3}\d{0,2}(?:\.\d{1,2})?([dieEfgGs])[^%]{0,20}")


def pale(color: str) -> str:
    """Return a colour for the previous run."""
    ink = QColor(color)
    ink.setAlphaF(0.4)
    return ink.name(QColor.NameFormat.HexArgb)


def _named(watch: Watch) -> str:
    """Return the name of a series without a label: its block, with the element if there are several."""
    if watch.flat is not None:
        return f"{watch.address.block}[{watch.flat}]"
    return watch.address.block + "".join(f"[{i}]" for i in watch.index)


class LineStyle(NamedTuple):
    """The name and colour of a line."""

    name: str
    colour: str


def line_styles(block: Block, watches: Sequence[Watch], series: Sequence[str]) -> list[LineStyle]:
    """Return the name and colour of each line of a Chart or Trend; `series` are those of a theme."""
    if block.type == TREND:
        names, colours = [monitors.text(block, "label")], [_color(block)]
    else:
        names, colours = monitors.texts(block, "labels"), list(map(_known, monitors.texts(block, "colors")))
        indices = map(monitors.index_of, monitors.texts(block, "indices"))
        watches = [
            watch if index is None else watch._replace(index=index)
            for watch, index in zip(watches, chain(indices, repeat(None)), strict=False)
        ]
    return [
        LineStyle(name or _named(watch), qt_colour(given) or series[i % len(series)])
        for i, (watch, name, given) in enumerate(
            zip(watches, chain(names, repeat("")), chain(colours, repeat("")), strict=False)
        )
    ]


def _color(block: Block) -> str:
    return _known(monitors.text(block, "color"))


def _known(text: str) -> str:
    """Return the name of a colour, "" if it is none."""
    return text if text and QColor.isValidColorName(qt_colour(text)) else ""


def _number_of(watch: Watch, marks: Marks) -> float:
    """Return the number whose text a monitor shows; NaN if there is none.

    This is the last recorded number, or the number in the text if the shown step was not recorded.
    """
    text, series = marks.traces.texts.get(watch, ""), marks.traces.series.get(watch)
    last = series.points[-1, 2] if series is not None and len(series.points) else math.nan
    if text == f"{last:.6g}":
        return float(last)
    try:
        return float({"true": "1", "false": "0"}.get(text, text))
    except ValueError:
        return math.nan
