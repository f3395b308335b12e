"""Line charts with any QPainter: ticks, thinning to the pixels there are, gaps where nothing is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from blockloom.app.canvas.paint.batch import draw_lines
from blockloom.app.canvas.theme import colour


class Line(NamedTuple):
    """A series: (n, 2) x and y, any of which may be no number, and its colour."""

    points: np.ndarray
    color: str


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers (1, 2 or 5 times a power of ten) in a range, about `most` at most."""
    if not (math.isfinite(low) and math.isfinite(high) and high > low):
        return []
    rough = (high - low) / max(1, most)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((n * power for n in (1, 2, 5) if n * power >= rough * 0.999), 10 * power)
    first = math.ceil(low / step - 1e-9)
    count = math.floor(high / step + 1e-9) - first + 1
    return [(first + i) * step + 0.0 for i in range(max(0, min(count, 100)))]


def label(value: float, step: float = 0.0) -> str:
    """A number for an axis, no longer than it must be to tell it from others `step` away."""
    size = max(abs(value), step)
    if size >= 1e6 or 0 < size < 1e-4:
        digits = 2
        if step > 0 and value:
            digits = max(0, min(12, math.floor(math.log10(abs(value)) + 1e-9) - math.floor(math.log10(step) + 1e-9)))
        mantissa, _, exponent = f"{value:.{digits}e}".partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{mantissa}e{int(exponent)}" if float(mantissa) else "0"
    places = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 4
    text = f"{value:.{min(places, 8)}f}"
    text = text.rstrip("0").rstrip(".") if step == 0 and "." in text else text
    return "0" if float(text) == 0 else text


def power(exponent: float) -> str:
    """A power of ten for an axis."""
    return f"1e{exponent:g}" if exponent == int(exponent) and not -3 <= exponent <= 3 else label(
        float(f"{10.0 ** exponent:.2g}"))


def logarithms(points: np.ndarray) -> np.ndarray:
    """The same with the logarithm of y to the base of 10; none where it is not above 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.stack((points[:, 0], np.where(points[:, 1] > 0, np.log10(points[:, 1]), np.nan)), 1)


def bounds(lines: Sequence[Line], low: float | None, high: float | None, level: bool = False) -> tuple[float, float]:
    """The range of y: what is fixed, else a little more than the finite values take; 0 to 1 where there are none.

    Where values come near 0 it is shown, unless it is a `level` like all others.
    """
    known = [np.clip(y[np.isfinite(y)], -1e300, 1e300) for y in (line.points[:, 1] for line in lines)]
    known = [y for y in known if len(y)]
    least = min((float(y.min()) for y in known), default=0.0)
    most = max((float(y.max()) for y in known), default=1.0)
    if most - least <= 1e-9 * max(abs(least), abs(most)):     # a level line runs through the middle
        pad = abs(most) * 0.1 or 1.0
    else:
        pad = (most - least) * 0.06
    if low is None:
        low = 0.0 if 0 <= least < pad * 6 and most > 0 and not level else least - pad
    if high is None:
        high = most + pad
    if not high > low:
        high = low + max(abs(low) * 0.1, 1.0)
    return low, high


def thinned(points: np.ndarray, columns: int) -> np.ndarray:
    """At most some four points for each of so many columns: the first, least, greatest and last of each."""
    if len(points) <= 4 * columns:
        return points
    x = points[:, 0]
    span = x[-1] - x[0]
    column = ((x - x[0]) / (span or 1.0) * columns).astype(int)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    y = points[:, 1]
    known = np.isfinite(y)
    ends = np.append(starts[1:], len(points)) - 1
    keep = np.zeros(len(points), bool)
    keep[starts] = keep[ends] = True
    for best, filled in ((np.minimum, np.where(known, y, np.inf)), (np.maximum, np.where(known, y, -np.inf))):
        peaks = np.repeat(best.reduceat(filled, starts), ends - starts + 1)
        at = np.flatnonzero(filled == peaks)
        _, first = np.unique(column[at], return_index=True)
        keep[at[first]] = True
    keep |= ~known      # a gap stays one
    return points[keep]


def draw(p: QPainter, box: QRectF, lines: Sequence[Line], x: tuple[float, float], y: tuple[float, float],
         width: float, columns: int) -> None:
    """Draw lines in a box that stands for the ranges `x` and `y`. `columns` is how many device pixels it is wide."""
    p.save()
    p.setClipRect(box, Qt.ClipOperation.IntersectClip)
    sx, sy = box.width() / ((x[1] - x[0]) or 1.0), box.height() / (y[1] - y[0])
    for line in lines:
        points = line.points
        first = max(0, int(np.searchsorted(points[:, 0], x[0])) - 1)
        points = thinned(points[first:], max(columns, 1))
        if not len(points):
            continue
        at = np.empty_like(points)
        at[:, 0] = box.left() + (points[:, 0] - x[0]) * sx
        with np.errstate(invalid="ignore", over="ignore"):
            at[:, 1] = np.clip(box.bottom() - (points[:, 1] - y[0]) * sy, box.top() - 1e5, box.bottom() + 1e5)
        known = np.isfinite(points[:, 1])
        pen = QPen(colour(line.color), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        p.setPen(pen)
        joined = known[:-1] & known[1:]
        draw_lines(p, np.hstack((at[:-1], at[1:]))[joined])
        alone = known & ~np.append(joined, False) & ~np.insert(joined, 0, False)
        if alone.any():     # one value between gaps, or the only one so far
            p.setPen(QPen(colour(line.color), width + 2.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            draw_lines(p, np.hstack((at[alone], at[alone] + (0.01, 0))))
        if known[-1]:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(line.color))
            p.drawEllipse(QPointF(*at[-1]), width * 1.3, width * 1.3)
    p.restore()


def legible(text: str, ground: str, least: float = 2.6) -> str:
    """A colour of the document, darker or lighter until it stands out from the ground."""
    ink, back = QColor(text), _luminance(QColor(ground))
    for _ in range(12):
        front = _luminance(ink)
        if (max(front, back) + 0.05) / (min(front, back) + 0.05) >= least:
            break
        h, s, v, a = ink.getHslF()
        ink = QColor.fromHslF(max(h, 0.0), s, min(1.0, v + 0.07) if back < 0.4 else max(0.0, v - 0.07), a)
    return ink.name(QColor.NameFormat.HexArgb)


def _luminance(c: QColor) -> float:
    parts = [n / 12.92 if n <= 0.03928 else ((n + 0.055) / 1.055) ** 2.4 for n in (c.redF(), c.greenF(), c.blueF())]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
