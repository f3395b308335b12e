"""A canvas with monitors, and numbers for them as the worker sends them."""

import numpy as np
from PySide6.QtGui import QImage

from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert
from blockloom.blocks.results.monitors import watches
from blockloom.runtime.protocol.records import MonitorUpdate
from blockloom.runtime.run.monitor_traces import Traces


def rows(values, first=1):
    """Points of one step and a hundredth of a second each."""
    steps = np.arange(first, first + len(values), dtype=float)
    return np.stack((steps, steps / 100, np.array(values, float)), 1)


MONITORS = (
    Block("T", "loom.Trend", 800, 0, {"label": "loss", "unit": "m"}),
    Block("NUM", "loom.Number", 800, 200),
    Block("PICK", "loom.Pick", 800, 300),
    Block("LINES", "loom.Chart", 0, 420, {"title": "all", "labels": '["z"]'}),
    Block("MAP", "loom.HeatMap", 400, 420, {"width": "200", "colors": '["#000000", "#ff0000"]'}),
)


def add_monitors(hands):
    """Put monitors on a page of four, of the sum C."""
    hands.history.do(
        Insert(
            "main",
            MONITORS,
            tuple(
                Placed(Wire("C", "z", name, pin), 0)
                for name, pin in (
                    ("T", "value"),
                    ("NUM", "value"),
                    ("PICK", "value"),
                    ("LINES", "series"),
                    ("MAP", "value"),
                )
            ),
        ),
        "monitors",
    )
    return hands


def picture(canvas):
    """Return an image of a canvas."""
    return canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def feed(hands, *values, matrix=None, text=None):
    """Show these values, a step each, at all monitors of numbers, and the matrix at those of one; gives the traces."""
    traces, shown = Traces(), watches(hands.page)
    numbers = [w for w in shown if not w.matrix]
    points = np.stack([*rows(values).T[:2], *(np.array(values, float) for _ in numbers)], 1)
    traces.add(
        MonitorUpdate(
            points,
            numbers,
            [text or f"{values[-1]:g}"] * len(numbers),
            [w for w in shown if w.matrix],
            [np.arange(6.0).reshape(2, 3) if matrix is None else matrix],
        )
    )
    hands.canvas.monitors.set_traces(traces)
    return traces
