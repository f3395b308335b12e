"""What a canvas shows of the last run, as bytes: a picture of the page is drawn by another process."""

from __future__ import annotations

import io

from blockloom.app.canvas.marks import Marks
from blockloom.app.canvas.traces import Series, Traces, as_watch
from blockloom.runtime import messages


def dump(marks: Marks) -> bytes:
    """The results and what monitors were told."""
    traces = marks.traces
    about = {"results": dict(marks.results), "texts": list(traces.texts.items()), "series": list(traces.series),
             "matrices": list(traces.matrices), "abouts": [traces.abouts.get(w, {}) for w in traces.matrices]}
    arrays = [series.points for series in traces.series.values()] + list(traces.matrices.values())
    return b"".join(messages.encode(about, arrays))


def load(data: bytes) -> Marks:
    """Marks with what `dump` took. Raises ValueError."""
    found = messages.read(io.BytesIO(data))
    if found is None:
        raise ValueError("it ends too early")
    (about, arrays), marks = found, Marks()
    marks.set_results(about["results"])
    traces = marks.traces = Traces()
    traces.texts = {as_watch(row): text for row, text in about["texts"]}
    for row, points in zip(about["series"], arrays):
        series = traces.series[as_watch(row)] = Series()
        series.add(points)
    matrices = list(map(as_watch, about["matrices"]))
    traces.matrices = dict(zip(matrices, arrays[len(about["series"]):], strict=True))
    traces.abouts = dict(zip(matrices, about["abouts"], strict=True))
    return marks
