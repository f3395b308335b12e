"""The results on a canvas as bytes, for another process that draws a picture of the page."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import numpy as np

from blockloom.app.canvas.page.marks import Marks
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import messages, records
from blockloom.runtime.protocol.records import JsonValue
from blockloom.runtime.protocol.steps import Summary
from blockloom.runtime.run.monitor_traces import MonitorSeries, Traces


class _Shown(records.Record):
    """The results and the data of monitors: a series has an array of points, a matrix one of its values."""

    results: Mapping[str, Mapping[str, Summary | None]]
    texts: Sequence[tuple[Watch, str]]
    series: Sequence[tuple[Watch, np.ndarray]]
    matrices: Sequence[tuple[Watch, np.ndarray]]
    abouts: Sequence[tuple[Watch, Mapping[str, JsonValue]]]


def dump(marks: Marks) -> bytes:
    """Return the results and the data of monitors."""
    traces = marks.traces
    shown = _Shown(
        marks.results,
        list(traces.texts.items()),
        [(watch, series.points) for watch, series in traces.series.items()],
        list(traces.matrices.items()),
        list(traces.abouts.items()),
    )
    return b"".join(messages.encode(shown))


def load(data: bytes) -> Marks:
    """Return marks with the results that `dump` wrote. Raises ValueError."""
    message = messages.read(io.BytesIO(data))
    if message is None:
        raise ValueError("it ends too early")
    shown, marks = records.from_json(_Shown, *message), Marks()
    marks.set_results(shown.results)
    traces = marks.traces = Traces()
    traces.texts, traces.matrices, traces.abouts = dict(shown.texts), dict(shown.matrices), dict(shown.abouts)
    for watch, points in shown.series:
        series = traces.series[watch] = MonitorSeries()
        series.add(points)
    return marks
