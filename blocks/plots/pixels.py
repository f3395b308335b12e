"""Numbers as the pixels of an image, in a viewer and on the canvas."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

TILES = 64  # most channels that are shown
NAN, INFINITE = (255, 0, 255), (255, 40, 40)  # conspicuous colours for non-finite pixels


def tile_corners(rows: int, columns: int, count: int) -> list[tuple[int, int]]:
    """Return the row and column at which each of `count` tiles of rows x columns begins, in a wide picture."""
    across = min(max(math.ceil(math.sqrt(1.5 * count * rows / max(columns, 1))), 1), count)
    gap = max(1, max(rows, columns) // 32)
    return [(i // across * (rows + gap), i % across * (columns + gap)) for i in range(count)]


def tiled(pixels: np.ndarray, span: tuple[float, float]) -> np.ndarray:
    """Return channels (rows, columns, n) as grey tiles of a wide picture, with transparent gaps between them."""
    rows, columns, count = pixels.shape
    places = tile_corners(rows, columns, count)
    high, wide = (max(place) + size for place, size in zip(zip(*places, strict=True), (rows, columns), strict=True))
    tiles = np.zeros((high, wide, 2))
    tiles[..., 1] = span[0]
    for i, (y, x) in enumerate(places):
        tiles[y : y + rows, x : x + columns, 0] = pixels[:, :, i]
        tiles[y : y + rows, x : x + columns, 1] = span[1]
    return tiles


def span_of(pictures: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return the values for black and white: of bytes, 0 to 1, or the least and the greatest of these."""
    if pictures[0].dtype == np.uint8:
        return 0.0, 255.0
    finite = np.concatenate([p[np.isfinite(p)] if p.dtype.kind == "f" else p.reshape(-1) for p in pictures])
    if not finite.size:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    if finite.dtype.kind == "f" and low >= 0 and high <= 1:
        return 0.0, 1.0
    return low, high


def rgb(pixels: np.ndarray, span: tuple[float, float]) -> np.ndarray:
    """Return pixels (rows, columns, channels) as bytes of RGB or RGBA: one channel is grey, a second its opacity.

    `span` has the values for black and white.
    """
    values: NDArray[np.floating] = pixels.astype(np.float64 if pixels.dtype.itemsize > 4 else np.float32)
    low, high = span
    with np.errstate(invalid="ignore", over="ignore"):
        levels = np.rint((values - low) / ((high - low) or 1.0) * 255)
    not_all_finite = not np.isfinite(levels).all()
    if not_all_finite:
        levels = np.nan_to_num(levels, nan=0, posinf=255, neginf=0)
    levels = levels.clip(0, 255).astype(np.uint8)
    if levels.shape[2] == 1:
        levels = np.repeat(levels, 3, 2)
    elif levels.shape[2] == 2:
        levels = np.concatenate([np.repeat(levels[:, :, :1], 3, 2), levels[:, :, 1:]], 2)
    if not_all_finite:
        levels[np.isinf(values).any(2), :3] = INFINITE
        levels[np.isnan(values).any(2), :3] = NAN
    return levels
