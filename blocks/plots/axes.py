"""Numbers of a line chart: ticks, labels and ranges of its axes, and the visible ones of many points."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return the round numbers (1, 2 or 5 times a power of ten) in a range, about `most` of them."""
    if not (math.isfinite(low) and math.isfinite(high) and high > low):
        return []
    rough = (high - low) / max(1, most)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((n * power for n in (1, 2, 5) if n * power >= rough * 0.999), 10 * power)
    first = math.ceil(low / step - 1e-9)
    count = math.floor(high / step + 1e-9) - first + 1
    return [(first + i) * step + 0.0 for i in range(max(0, min(count, 100)))]


def label(value: float, step: float = 0.0) -> str:
    """Return a number for an axis, with just enough digits to distinguish it from others `step` away."""
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
    """Return a power of ten for an axis."""
    return (
        f"1e{exponent:g}"
        if exponent == int(exponent) and not -3 <= exponent <= 3
        else label(float(f"{10.0**exponent:.2g}"))
    )


def logarithms(points: np.ndarray) -> np.ndarray:
    """Return points with the logarithm of y to the base of 10; NaN for y of 0 and below."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.stack((points[:, 0], np.where(points[:, 1] > 0, np.log10(points[:, 1]), np.nan)), 1)


def bounds(
    lines: Sequence[np.ndarray], low: float | None, high: float | None, level: bool = False
) -> tuple[float, float]:
    """Return the range of y: the fixed limits, else a little more than the finite values cover.

    `lines` are (n, 2) x and y each; without values the range is 0 to 1. The range includes 0 if values are close to it,
    unless the line is a `level`.
    """
    known = [np.clip(y[np.isfinite(y)], -1e300, 1e300) for y in (points[:, 1] for points in lines)]
    known = [y for y in known if len(y)]
    least = min((float(y.min()) for y in known), default=0.0)
    most = max((float(y.max()) for y in known), default=1.0)
    if most - least <= 1e-9 * max(abs(least), abs(most)):  # a horizontal line is in the middle
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
    """Return up to four points for each of `columns`: the first, least, greatest and last of each."""
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
    keep |= ~known  # a gap remains a gap
    return points[keep]
