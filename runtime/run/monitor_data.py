"""Reduce a tensor to the data of a monitor: cells, lines, pixels or counts, never all of a large tensor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.monitor_types import HISTOGRAM, IMAGE, LINES, TABLE
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import label_of, plain
from blockloom.runtime.run import slices

ROWS, COLUMNS = 100, 32  # of tables
POINTS, MOST = 1024, 8  # points per line; lines
SIDE = 256  # largest height and width of an image
TILES = 64  # channels of an image shown side by side
SAMPLE = 200_000  # elements counted in a histogram
BINS = 48
_CHARS, _TEXT = 200, 4000  # of each string in a table; of a scalar string

Told = tuple[dict[str, Any], np.ndarray]


def form(kind: str, value: np.ndarray, channel: int = -1) -> Told | str:
    """Return facts about a tensor and an array to show, for one of `monitor_types.FORMS`.

    The array has for TABLE the first rows and columns; for LINES (points, lines), each `step` elements apart; for IMAGE
    (rows, columns, channels), with the last axis of an array of rank 3 as channels if it is at most 4 long; for
    HISTOGRAM counts of equal bins between `edges`, over each `every`-th element.

    Args:
        kind: the form.
        value: the tensor.
        channel: the channel of an image to return; -1 for all.

    Returns:
        A dict with `dtype`, `shape` and `at`, the indices of leading axes, and an array; or a text with the reason why
        there is no array.
    """
    dtype = label_of(value)
    if kind != TABLE and (value.dtype.kind not in "fiubV" or dtype == "string"):
        return phrase("{} is not a real number", dtype)
    if kind != TABLE and not value.size:
        return phrase("no elements")
    about, part = _FORMS[kind](value, channel)
    return {"dtype": dtype, "shape": list(value.shape), **about}, part


def _trailing(value: np.ndarray, rank: int) -> tuple[list[int], np.ndarray]:
    """Return the first part along the last `rank` axes, and the indices of the other axes."""
    at = [0] * max(0, value.ndim - rank)
    index: tuple[Any, ...] = (*at, ...)
    return at, value[index] if all(value.shape[: len(at)]) else value.reshape((0,) * rank)


def _table(value: np.ndarray, channel: int) -> Told:
    at, part = _trailing(value, 2)
    part = plain(np.asarray(part[:ROWS, :COLUMNS] if part.ndim == 2 else part[:ROWS] if part.ndim else part))
    if part.dtype == object:
        short = np.empty(part.shape, object)
        short.reshape(-1)[:] = [bytes(v)[: _CHARS if part.ndim else _TEXT] for v in part.reshape(-1)]
        part = short
    return {"at": at}, part


def _lines(value: np.ndarray, channel: int) -> Told:
    at, part = _trailing(value, 2)
    cut = (
        slices.cut(part.reshape(-1), [[0, part.size, POINTS]])
        if part.ndim < 2
        else slices.cut(part[:, :MOST], [[0, len(part), POINTS], [0, MOST, MOST]])
    )
    assert cut.array is not None
    points = cut.array[:, None] if part.ndim < 2 else cut.array
    return {"at": at, "step": cut.steps[0]}, points.astype(np.float64)


def _image(value: np.ndarray, channel: int) -> Told:
    colours = value.ndim > 3 or value.ndim == 3 and value.shape[-1] <= 4
    at, part = _trailing(value, 3 if colours else 2)
    if not colours:
        part = part.reshape(part.shape if part.ndim == 2 else (-1, 1))[:, :, None]
    count = min(part.shape[2], TILES)
    part = part[:, :, channel : channel + 1] if 0 <= channel < part.shape[2] else part[:, :, :count]
    side = SIDE if part.shape[2] <= 4 else SIDE // math.isqrt(count)
    down, across = (-(-n // side) for n in part.shape[:2])
    part = plain(part[::down, ::across])
    with np.errstate(over="ignore"):
        return {"at": at, "pixels": [down, across]}, part if part.dtype == np.uint8 else part.astype(np.float32)


def _histogram(value: np.ndarray, channel: int) -> Told:
    flat = value.reshape(-1)
    every = -(-flat.size // SAMPLE)
    found = slices.statistics(flat[::every], BINS)
    assert found.array is not None
    return {
        "at": [],
        "every": every,
        "edges": list(found.edges) or None,
        "bad": found.nan + found.inf + found.minus_inf,
    }, found.array


_FORMS = {TABLE: _table, LINES: _lines, IMAGE: _image, HISTOGRAM: _histogram}


def form_at(value: Any, index: tuple[int, ...], kind: str, channel: int = -1) -> Told | str:
    """Return `form` of the part of an output at an index; a text if there is no such part."""
    if isinstance(value, str):
        return value
    if len(index) > value.ndim or any(not -n <= i < n for i, n in zip(index, value.shape)):
        return phrase("no element {}", list(index))
    told = form(kind, value[(*index, ...)], channel)
    if isinstance(told, str):
        return told
    facts, part = told
    return {**facts, "shape": list(value.shape), "at": [*index, *facts["at"]]}, part
