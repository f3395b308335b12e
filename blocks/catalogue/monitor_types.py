"""Types of monitors: documentation, attrs, sizes, and the outputs for which each is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from blockloom.blocks.text.phrases import Phrase, phrase

TREND, NUMBER, PICK, CHART, HEAT_MAP = "loom.Trend", "loom.Number", "loom.Pick", "loom.Chart", "loom.HeatMap"
TABLE, LINES, IMAGE, HISTOGRAM = "loom.Table", "loom.Lines", "loom.Image", "loom.Histogram"
Entry = dict[str, Any]  # entry of a block type, pin or attribute, as the catalogue reads it


def _attr(name: str, type: str, default: Any, doc: str, **more: Any) -> Entry:
    return {"name": name, "type": type, "default": default, "doc": doc, **more}


def _flag(name: str, doc: str) -> Entry:
    return _attr(name, "bool", False, doc, allowed=[False, True])


def _scale(low: str, high: str) -> tuple[Entry, Entry]:
    return _attr("minimum", "float", None, low), _attr("maximum", "float", None, high)


_ELEMENT = _attr(
    "index", "list(int)", [], "Which element, one number for each dimension; the first where none is given."
)
_PART = _attr(
    "index",
    "list(int)",
    [],
    "The leading indices: [3] shows the part with the index 3 of the first axis; 0 for each that is not given.",
)
_TITLE = _attr("title", "string", "", "What stands above it; the name of the output where nothing is given.")
_UNIT = _attr("unit", "string", "", "What stands behind the number.")
_FOLLOWS = _flag(
    "follows", "Whether it moves with the block that it shows, and is deleted with it: what is pinned does."
)
_ENDS = _scale(
    "The lower end of the scale; follows the values where none is given.",
    "The upper end of the scale; follows the values where none is given.",
)
_STEPS = (
    *_ENDS,
    _flag(
        "logarithmic",
        "Whether equal distances are equal ratios: how losses fall is seen so. Values of 0 and below are gaps then.",
    ),
    _flag("before", "Whether what was recorded before the last reset is there, too, pale."),
    _attr(
        "duration",
        "float",
        0.0,
        "How many seconds of running the chart reaches back; everything since the last reset where 0 is given.",
        minimum=0,
    ),
)


class MonitorKind(Struct, frozen=True):
    """A type of monitor.

    Attributes:
        doc: Its documentation.
        attrs: Its attrs, to which width and height are added.
        size: Width and height on the canvas in pixels at 100 %; None for the size of the content, see `needed`.
        least: The smallest width and height.
        name: Its name in menus, if `pinned`.
        pinned: True if it shows one output, and is offered for outputs with at least `rank` dimensions and `count`
            elements.
        form: True if `runtime.run.monitor_recorder` computes its data.
        real: True for real numbers only.
    """

    doc: str
    attrs: tuple[Entry, ...] = ()
    size: tuple[float | None, float | None] = (160.0, 160.0)
    least: float = 40
    name: Phrase | str = ""
    pinned: bool = False
    form: bool = False
    real: bool = True
    rank: int = 0
    count: int = 0
    # Name and description of the input, whether it is a list.
    input: tuple[str, str, bool] = ("value", "The output to show.", False)
    output: tuple[str, str] | None = None  # name and description of the output, if any
    needed: tuple[str, str] = ("", "")


# The kinds of monitors. Those that can be pinned are in the order of menus.
KINDS = {
    TABLE: MonitorKind(
        "Shows the elements of an output, of any dtype, as a table; a single text as it is written. It lives on the "
        "canvas: it is not part of the graph.",
        (_PART, _TITLE, _FOLLOWS),
        (220.0, 140.0),
        name=phrase("Table"),
        pinned=True,
        form=True,
        real=False,
    ),
    TREND: MonitorKind(
        "Shows one number of an output, large, with a line chart of its values over the steps. It lives on the canvas: "
        "it is not part of the graph, costs nothing in a run without a window, and keeps nothing alive.",
        (
            _ELEMENT,
            _attr("label", "string", "", "What stands above the number; the id of the block where nothing is given."),
            _UNIT,
            *_STEPS,
            _attr("color", "string", "#00ff00", "The colour of the line."),
            _FOLLOWS,
        ),
        least=16,
        name=phrase("Number over steps"),
        pinned=True,
    ),
    HISTOGRAM: MonitorKind(
        "Shows how often the values of an output occur. It lives on the canvas: it is not part of the graph.",
        (_PART, _TITLE, _FOLLOWS),
        (220.0, 150.0),
        name=phrase("Histogram"),
        pinned=True,
        form=True,
        count=2,
    ),
    LINES: MonitorKind(
        "Shows the rows of an output as lines over their index, one for each column. It lives on the canvas: it is not "
        "part of the graph.",
        (
            _PART,
            _TITLE,
            _attr(
                "labels",
                "list(string)",
                [],
                "The name of each line in the legend: only these are shown. Without any all are, and no legend.",
            ),
            _attr("begin", "float", 0.0, "What stands below the first row."),
            _attr("axis", "string", "", "What the rows are; their index where nothing is given."),
            *_ENDS,
            _FOLLOWS,
        ),
        (260.0, 160.0),
        name=phrase("Lines"),
        pinned=True,
        form=True,
        rank=1,
    ),
    HEAT_MAP: MonitorKind(
        "Shows a matrix as colours: an image, weights, a table of probabilities. It lives on the canvas: it is not "
        "part of the graph.",
        (
            _attr(
                "index",
                "list(int)",
                [],
                "The leading indices: [3] shows the fourth row of the output, as rows times columns.",
            ),
            _attr("rows", "int", 0, "How many rows; those of the output where 0 is given.", minimum=0),
            _attr("columns", "int", 0, "How many columns; those of the output where 0 is given.", minimum=0),
            *_scale(
                "The value of the first colour; the least value where none is given.",
                "The value of the last colour; the greatest value where none is given.",
            ),
            _attr("colors", "list(string)", [], "The colours from the least to the greatest value."),
            _attr(
                "rotation",
                "float",
                0.0,
                "In degrees, clockwise: images that are stored by columns stand upright at 90.",
            ),
            _FOLLOWS,
        ),
        least=20,
        name=phrase("Heat map"),
        pinned=True,
        rank=2,
    ),
    IMAGE: MonitorKind(
        "Shows an output as an image: grey, or in colours where its last axis holds 2 to 4 channels. It lives on the "
        "canvas: it is not part of the graph.",
        (
            _PART,
            _TITLE,
            _attr(
                "channel",
                "int",
                -1,
                "The channel that is shown; -1: all, up to 4 as colours, more as tiles.",
                minimum=-1,
            ),
            *_scale(
                "What is black; 0, or the least value where some are below 0 or above 1.",
                "What is white; 1 (255 of bytes), or the greatest value where some are below 0 or above 1.",
            ),
            _FOLLOWS,
        ),
        (200.0, 220.0),
        name=phrase("Image"),
        pinned=True,
        form=True,
        rank=2,
    ),
    CHART: MonitorKind(
        "A chart of several numbers over the steps, one line for each wire into `series`. It lives on the canvas: it "
        "is not part of the graph.",
        (
            _attr("title", "string", "", "What stands above the chart."),
            _attr(
                "indices",
                "list(string)",
                [],
                "Which element of each output, such as [0][1]; the first where none is given. Further ones are "
                "of the last output.",
            ),
            _attr(
                "labels",
                "list(string)",
                [],
                "The name of each line in the legend; that of its output where none is given.",
            ),
            _attr("colors", "list(string)", [], "The colour of each line."),
            *_STEPS,
            _FOLLOWS,
        ),
        (360.0, 200.0),
        name=phrase("Chart over steps"),
        input=("series", "The outputs to show, one line each.", True),
    ),
    NUMBER: MonitorKind(
        "Shows one number of an output. It lives on the canvas: it is not part of the graph.",
        (
            _ELEMENT,
            _attr("format", "string", "", "How the number is written, such as %.3f or %d."),
            _UNIT,
            _attr("size", "float", 20.0, "The height of the number in pixels.", minimum=1),
            _attr("color", "string", "#ffbf28", "The colour of the number."),
            _FOLLOWS,
        ),
        (None, None),
        least=16,
        needed=(
            "In pixels; as wide as the number needs where none is given.",
            "In pixels; as high as the number needs where none is given.",
        ),
    ),
    PICK: MonitorKind(
        "Takes an output apart for other monitors: elements[0] is its first element, elements[1] the second, and so "
        "on, row by row. It lives on the canvas: it is not part of the graph, so only monitors can be wired to it.",
        (),
        (160.0, None),
        least=16,
        input=("value", "The output to take apart.", False),
        output=("elements", "Its elements, to monitors."),
        needed=("", "In pixels; as high as its elements need where none is given."),
    ),
}
MONITORS = frozenset(KINDS)
FORMS = frozenset(name for name, kind in KINDS.items() if kind.form)


def entries() -> Iterator[Entry]:
    """Yield the monitors as entries of the catalogue."""
    for name, kind in KINDS.items():
        pin, about, many = kind.input
        sides = zip(("width", "height"), kind.size, kind.needed, strict=True)
        yield {
            "name": name,
            "title": name.removeprefix("loom."),
            "op": None,
            "category": "Monitors",
            "devices": ["CPU"],
            "doc": kind.doc,
            "inputs": [{"name": pin, "kind": "list", "list": many, "optional": True, "doc": about}],
            "outputs": [
                {"name": out, "kind": "list", "list": True, "doc": doc} for out, doc in filter(None, [kind.output])
            ],
            "attrs": [dict(attr) for attr in kind.attrs]
            + [_attr(side, "float", size, needed or "In pixels.", minimum=kind.least) for side, size, needed in sides],
        }
