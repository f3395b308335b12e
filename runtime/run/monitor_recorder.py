"""Record what monitors show during a run: numbers of steps, and matrices no larger than their display.

Every step that is shown is recorded, and so is each of the first steps of a run. Later, steps that are faster than
monitors can follow are sampled, so that recording takes at most a tenth of the time. Nothing is recorded without
monitors.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.monitor_types import HISTOGRAM, IMAGE, LINES, TABLE
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import label_of, plain
from blockloom.runtime.compile.program import DescribedResult, Results
from blockloom.runtime.protocol import messages
from blockloom.runtime.protocol.records import MonitorUpdate
from blockloom.runtime.run import slices
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.step_fetches import Fetches

FIRST = 1000  # first steps of a run, which are all recorded
SHARE = 0.1  # share of the time that recording may take after these steps
SLOW = 0.002  # seconds: longer steps are all recorded
SIDE = 256  # largest number of rows and columns of a matrix or an image sent to the parent
_PROBE = 64  # one in this many steps is not recorded, to measure the cost of recording


class MonitorRecorder:
    """Collects the data of monitors during a run."""

    def __init__(self, watches: Iterable[Watch]):
        self.watches = list(dict.fromkeys(watches))
        self._numbers = [w for w in self.watches if not w.matrix]
        self._pins = frozenset(w.address._replace(element=None) for w in self._numbers)
        self._blocks = frozenset(w.address.owner for w in self.watches)
        self._rows: list[list[float]] = []
        self._began = time.monotonic()
        self._count = 0
        self._cost: dict[bool, float] = {}  # running mean seconds of a step, by whether it was recorded
        self._every = 1

    def step(
        self, runner: Runner, show: bool, visible_blocks: Fetches | None = None, side_outputs: Fetches = frozenset()
    ) -> None:
        """Run a step, and record its numbers if the step is shown or sampled.

        Args:
            runner: the runner of the page.
            show: whether the step is shown.
            visible_blocks: blocks to show in addition to those of monitors; None for all that sessions need.
            side_outputs: outputs that no session needs.
        """
        began = time.monotonic()
        record = show or self._wants()
        if show:
            fetches = None if visible_blocks is None else visible_blocks | self._blocks
            results = runner.step(True, fetches, side_outputs=side_outputs | self._blocks)
        else:
            pins = self._pins if record else frozenset()
            results = runner.step(False, pins or None, side_outputs=pins)
        if record and self._numbers:
            self.record(runner.steps, time.monotonic() - self._began, results)
        if not show:
            self._took(record, time.monotonic() - began)

    def record(self, step: int, seconds: float, results: Results) -> None:
        """Record the watched numbers of a step; `seconds` since the run began."""
        self._rows.append([step, seconds, *(_number(_element(results, w)) for w in self._numbers)])

    def forget(self, step: int) -> None:
        """Drop the numbers of a step that is paused."""
        while self._rows and self._rows[-1][0] >= step:
            self._rows.pop()

    def _wants(self) -> bool:
        """Return whether to record the next step although it is not shown."""
        self._count += 1
        if not self._pins:
            return False
        if self._count <= FIRST or self._cost.get(True, 0.0) > SLOW:
            return True
        return self._count % self._every == 0 and self._count % _PROBE != _PROBE - 1

    def _took(self, recorded: bool, seconds: float) -> None:
        """Record the time of a step that was not shown, and adapt the sampling."""
        mean = self._cost.get(recorded)
        self._cost[recorded] = seconds if mean is None else mean + 0.05 * (seconds - mean)
        if len(self._cost) == 2:
            plain = self._cost[False]
            self._every = max(1, math.ceil((self._cost[True] - plain) / max(SHARE * plain, 1e-9)))

    def take(self, results: Results) -> MonitorUpdate:
        """Return the data recorded since the last call, with matrices and forms of the last shown step."""
        rows, self._rows = self._rows, []
        points = np.array(rows, np.float64).reshape(len(rows), 2 + len(self._numbers))
        found = [(w, _matrix(results, w)) for w in self.watches if w.matrix]
        shown = [(w, *told) for w, told in found if not isinstance(told, str)]
        return MonitorUpdate(
            points,
            self._numbers,
            [_text(_element(results, w)) for w in self._numbers],
            [w for w, *_ in shown],
            [array for *_, array in shown],
            [about for _, about, _ in shown],
            [(w, why) for w, why in found if isinstance(why, str)],
        )


def _output(results: Results, watch: Watch) -> tuple[Any, tuple[int, ...]]:
    """Return the array of a watched output and the index into it; a text instead of the array if there is none."""
    pins, at, element, index = results.get(watch.address.owner, {}), watch.address, watch.address.element, watch.index
    if not pins:
        return phrase("not in this run"), ()
    value = pins.get(at.end, pins.get(at.pin))
    if isinstance(value, list):  # the elements of a list output are the first dimension
        if element is None:
            element, index = (index[0], index[1:]) if index else (0, ())
        value = value[element] if -len(value) <= element < len(value) else phrase("no element {}", element)
    if isinstance(value, np.ndarray):
        return value, index
    return value.text if isinstance(value, DescribedResult) else value or phrase("no value"), ()


def _element(results: Results, watch: Watch) -> Any:
    """Return the watched element; a text if there is none."""
    value, index = _output(results, watch)
    if isinstance(value, str):
        return value
    if watch.flat is not None:
        return value.item(watch.flat) if watch.flat < value.size else phrase("no element {}", watch.flat)
    while len(index) > value.ndim and index[-1] == 0:
        index = index[:-1]
    try:
        return value[index + (0,) * (value.ndim - len(index))]
    except IndexError:
        return phrase("no element {}", list(index))


def _number(value: Any) -> float:
    """Return a real number; NaN for other values."""
    if isinstance(value, (str, bytes, complex, np.complexfloating)):
        return math.nan
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def _text(value: Any) -> str:
    return value if isinstance(value, str) else messages.element_text(value)


def _matrix(results: Results, watch: Watch) -> tuple[dict[str, Any], np.ndarray] | str:
    """Return facts about a watched output and its array, in the form of the watch; a text if there is none."""
    value, index = _output(results, watch)
    if watch.form:
        return form_at(value, index, watch.form, watch.channel)
    found, rectangle = matrix(results, watch), _rectangle(value, index, watch)
    if found is None or rectangle is None:
        return value if isinstance(value, str) else phrase("no matrix of numbers")
    return {"size": list(rectangle[1:])}, found


def matrix(results: Results, watch: Watch) -> np.ndarray | None:
    """Return a watched output as (rows, columns) of float32; None for an output without numbers.

    A large output is thinned out; cells after the last element are NaN.
    """
    rectangle = _rectangle(*_output(results, watch), watch)
    if rectangle is None:
        return None
    value, rows, columns = rectangle
    down, across = -(-rows // SIDE), -(-columns // SIDE)
    if rows * columns == value.size:
        return _float32(value.reshape(rows, columns)[::down, ::across])
    at = np.arange(0, rows, down)[:, None] * columns + np.arange(0, columns, across)
    cells = np.full(at.shape, np.nan, np.float32)
    cells[at < value.size] = _float32(value.reshape(-1)[at[at < value.size]])
    return cells


def _rectangle(value: Any, index: tuple[int, ...], watch: Watch) -> tuple[np.ndarray, int, int] | None:
    """Return the part of an output at an index, and the requested numbers of rows and columns."""
    if isinstance(value, str) or len(index) > value.ndim or value.dtype.kind not in "fiubV":
        return None
    try:
        value = value[index]
    except IndexError:
        return None
    rows, columns = watch.rows, watch.columns
    if not rows and not columns:
        while value.ndim > 2 and value.shape[-1] == 1:
            value = value[..., 0]
        columns = value.shape[-1] if value.ndim else 1
    if not value.size:
        return None
    columns = columns or -(-value.size // rows)
    return value, rows or -(-value.size // columns), columns


def _float32(value: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):  # large values become infinite without a warning
        return value.astype(np.float32)


ROWS, COLUMNS = 100, 32  # most rows and columns of a table
POINTS, MOST = 1024, 8  # most points per line; most lines
TILES = 64  # most channels of an image that are shown side by side
SAMPLE = 200_000  # most elements that a histogram counts
BINS = 48
_CHARS, _TEXT = 200, 4000  # most characters of a string in a table, and of a scalar string

Told = tuple[dict[str, Any], np.ndarray]


def form(kind: str, value: np.ndarray, channel: int = -1) -> Told | str:
    """Return facts about a tensor and an array to show, for one of `monitor_types.FORMS`.

    The array depends on the form:

    - TABLE: the first rows and columns.
    - LINES: (points, lines), points `step` elements apart.
    - IMAGE: (rows, columns, channels); for a tensor of rank 3, the last axis has the channels if it is at most 4 long.
    - HISTOGRAM: the counts of equal bins between `edges`, over each `every`-th element.

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
