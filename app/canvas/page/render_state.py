"""What a canvas shows of the last run, as bytes: a picture of the page is drawn by another process."""

from __future__ import annotations

import io

from blockloom.app.canvas.page.marks import Marks
from blockloom.blocks.results.monitors import Watch
from blockloom.runtime.protocol import messages
from blockloom.runtime.run.traces import Series, Traces


def dump(marks: Marks) -> bytes:
    """The results and what monitors were told."""
    traces = marks.traces
    about = {
        "results": dict(marks.results),
        "texts": [(w.row(), text) for w, text in traces.texts.items()],
        "series": [w.row() for w in traces.series],
        "matrices": [w.row() for w in traces.matrices],
        "abouts": [traces.abouts.get(w, {}) for w in traces.matrices],
    }
    arrays = [series.points for series in traces.series.values()] + list(traces.matrices.values())
    return b"".join(messages.encode(about, arrays))


def load(data: bytes) -> Marks:
    """Marks with what `dump` took. Raises ValueError."""
    message = messages.read(io.BytesIO(data))
    if message is None:
        raise ValueError("it ends too early")
    (fields, arrays), marks = message, Marks()
    marks.set_results(fields["results"])
    traces = marks.traces = Traces()
    traces.texts = {Watch.read(row): text for row, text in fields["texts"]}
    for row, points in zip(fields["series"], arrays):
        series = traces.series[Watch.read(row)] = Series()
        series.add(points)
    matrices = list(map(Watch.read, fields["matrices"]))
    traces.matrices = dict(zip(matrices, arrays[len(fields["series"]) :], strict=True))
    traces.abouts = dict(zip(matrices, fields["abouts"], strict=True))
    return marks
