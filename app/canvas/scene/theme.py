"""Colours of the canvas: enuSpace's dark style, a light one, and colours of wires with gradients."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtGui import QColor, QGuiApplication

from blockloom.app.canvas.scene.translation import tr
from blockloom.blocks.document.pages import CONTROL, FEED, GRADIENTS, LIST, OPERATION, OPTIMIZER, REF, TENSOR
from blockloom.blocks.results.run_modes import SIZES, output_of, step
from blockloom.blocks.values.dtypes import DTYPES


class Stroke(Struct, frozen=True):
    """The stroke of a wire without its colour, in canvas pixels.

    Attributes:
        width: the width of the line.
        dash: lengths on and off; None for a solid line.
        core: the width of a line of the page's colour in its middle.
    """

    width: float = 2.2
    dash: tuple[float, float] | None = None
    core: float = 0.0

    def wider(self, by: float) -> Stroke:
        """Return the stroke, wider by `by` pixels."""
        return replace(self, width=self.width + by)


PLAIN = Stroke()
_DOUBLE, _WIDE, _DOTTED = Stroke(4.0, core=1.6), Stroke(4.0), Stroke(dash=(2.4, 3.2))
_LONG = Stroke(dash=(10.0, 2.4))
# Kind of a wire, or family of dtypes -> stroke. If strokes are equal, their colours differ in lightness, so that people
# with a colour vision deficiency can distinguish them.
STROKES: Mapping[str, Stroke] = {
    "string": _LONG,
    "complex": _LONG,
    REF: _DOUBLE,
    LIST: _DOUBLE,
    "resource": _DOUBLE,
    "variant": _DOUBLE,  # double lines: several values, or a handle
    OPERATION: _WIDE,
    OPTIMIZER: _WIDE,
    GRADIENTS: _WIDE,  # wide lines: no tensors
    CONTROL: Stroke(dash=(6.0, 4.0)),
    "bool": _DOTTED,
    "monitor": Stroke(1.6, dash=(1.6, 3.2)),
    " dashed": _DOTTED,
}

# Families of dtypes with separate colours of wires and pins. Floats have the colour of tensors.
FAMILIES = ("integer", "bool", "string", "complex", "resource", "variant")


def family(dtype: str | None) -> str:
    """Return the family of a dtype, "" for floating point and for an unknown dtype."""
    if not dtype or dtype not in DTYPES:
        return ""
    if dtype in ("DT_RESOURCE", "DT_VARIANT"):
        return dtype[3:].lower()
    return {"i": "integer", "u": "integer", "b": "bool", "s": "string", "c": "complex"}.get(DTYPES[dtype].family, "")


@lru_cache(256)
def colour(text: str) -> QColor:
    """Return `#RRGGBB` or `#AARRGGBB` as a QColor, which is shared: never change it."""
    return QColor(text)


def qt_colour(text: str) -> str:
    """Return a document's `#rrggbb` or `#rrggbbaa` as Qt writes it, with alpha first."""
    return f"#{text[7:]}{text[1:7]}" if len(text) == 9 else text


@lru_cache(256)
def faded(text: str, ground: str, share: float = 0.35) -> str:
    """Return a colour mixed with its background; `share` is the share of the colour."""
    a, b = colour(text), colour(ground)
    red, green, blue = (
        round(y + (x - y) * share) for x, y in ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    )
    return QColor(red, green, blue).name()


def luminance(text: str) -> float:
    """Return the relative luminance of a colour, 0 to 1.

    See https://www.w3.org/TR/WCAG22/#dfn-relative-luminance.
    """
    ink = colour(text)
    parts = [
        n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4 for n in (ink.redF(), ink.greenF(), ink.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def is_dark(text: str) -> bool:
    """Return whether white stands out from a colour more than black does."""
    return luminance(text) < 0.18


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21.

    See https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
    """
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def hsl(ink: QColor) -> tuple[float, float, float, float]:
    """Return hue (-1 for grey), saturation, lightness and alpha, each 0 to 1."""
    return ink.hslHueF(), ink.hslSaturationF(), ink.lightnessF(), ink.alphaF()


@lru_cache(4096)
def legible(text: str, ground: str, least: float = 2.6) -> str:
    """Return a colour of the document, darkened or lightened until it stands out from the background."""
    ink, dark = QColor(text), is_dark(ground)
    for _ in range(20):
        if contrast(text, ground) >= least:
            break
        h, s, v, a = hsl(ink)
        ink = QColor.fromHslF(max(h, 0.0), s, min(1.0, v + 0.05) if dark else max(0.0, v - 0.05), a)
        text = ink.name(QColor.NameFormat.HexArgb)
    return text


@lru_cache(256)
def turned(text: str, canvas: str) -> str:
    """Return a document's background, light for a light canvas and dark for a dark one.

    The hue stays, and so does the order of two backgrounds by contrast.
    """
    if is_dark(text) == is_dark(canvas):
        return text
    h, s, v, a = hsl(QColor(text))
    return QColor.fromHslF(max(h, 0.0), s, (1 - v) / 4 + 0.12 if is_dark(canvas) else 1 - v / 4, a).name(
        QColor.NameFormat.HexArgb
    )


class Theme(Struct, frozen=True):
    """All colours as text, so that themes can be compared and saved; `colour` makes a QColor."""

    name: str
    canvas: str
    grid: str  # dots of the grid
    block: str  # fill of a block
    edge: str  # outline of a block
    session: str  # outline of a Session block
    title: str  # block id
    type: str  # block type
    label: str  # name of an input or output
    muted: str  # Scope and attrs, which accept no wires; placeholders of values
    field: str  # background of a typed value
    field_edge: str
    value: str  # text of a typed value
    strip: str  # background of a result, at the bottom of a block
    result: str  # text of a result
    chip: str  # background of dtype and shape of a result
    chip_text: str
    name_text: str  # text of ids at a small zoom, on tiles in the colours of categories
    selection: str
    feeds: str  # wires into the selection, and their source blocks
    fed: str  # wires out of the selection, and their target blocks
    error: str  # from here to `stale`, colours of the states of `Marks.state`
    warning: str  # only errors and warnings have the colours `error` and `warning`
    waiting: str
    running: str
    pinned: str
    pin_stale: str
    paused: str
    overridden: str
    stale: str
    not_finite: str  # an output with a NaN or infinity, which is not an error
    added: str  # in a comparison: only in this document; then only in the other one; then different
    removed: str
    changed: str
    mark: str  # the exclamation mark on the badges of errors and warnings
    accept: str  # ring around pins that accept the dragged wire
    note: str
    note_bar: str  # bar at the left of a note
    note_text: str
    frame: str  # fill of a frame at 8 % opacity, its outline at 45 %
    frame_title: str
    shadow: str  # shadow of blocks
    accents: Mapping[str, str]  # one of CATEGORIES -> colour
    band: float  # share of the accent colour in the head of a block
    tile: float  # share of the accent colour in a block at a small zoom
    pins: Mapping[str, tuple[str, str]]  # role of a pin -> (fill, edge)
    wires: Mapping[str, str]  # kind, or family of a tensor's dtype -> colour
    monitors: Mapping[str, str]  # part of a monitor -> colour
    gradients: tuple[str, ...]  # colours of wires by size of gradient, see blocks.results.gradients.SIZES
    series: tuple[str, ...]  # colours of series in charts, in this order

    def head(self, category: str) -> str:
        """Return the background of the head of a block of a category."""
        return faded(self.accents[category], self.block, self.band)

    def far(self, category: str) -> str:
        """Return the background of a block of a category that is too small for texts."""
        return faded(self.accents[category], self.block, self.tile)

    def ground(self, background: str) -> str:
        """Return the colour of a page with this background in its document; "" for none."""
        return turned(qt_colour(background), self.canvas) if background else self.canvas


_PINS = {
    "scope": "#000000",
    "input": "#F2E63C",
    "attr": "#808080",
    "output": "#8ACF57",
    "result": "#BEBEBE",
    "fetch_outputs": "#F2E63C",
    "run_outputs": "#35D6D6",
    "inputs": "#00B050",
}  # the colours of enuSpace


def _pins(edge: str, quiet: str, unknown: tuple[str, str], **own: str) -> dict[str, tuple[str, str]]:
    """Return fills and edges: one edge for pins that take wires, a muted one for pins that take none."""
    return {role: (fill, quiet if role in ("scope", "attr") else edge) for role, fill in (_PINS | own).items()} | {
        "unknown": unknown
    }


# enuSpace's brown #8C4002 and gold #FFBF28, changed such that wires stand out from the canvas, and warnings from edges.
DARK = Theme(
    "dark",
    canvas="#1E2023",
    grid="#43474E",
    block="#2B2E33",
    edge="#87774B",
    session="#1FBE68",
    title="#66C8FF",
    type="#C4C9D0",
    label="#F1F1EC",
    muted="#A2A8B1",
    field="#383C43",
    field_edge="#5A606A",
    value="#FFFFFF",
    strip="#17191C",
    result="#9BE08A",
    chip="#2B3037",
    chip_text="#A9B4C2",
    name_text="#FFFFFF",
    selection="#4DC3FF",
    feeds="#3FE0D0",
    fed="#FF8FC4",
    error="#FF6A60",
    warning="#FFB020",
    waiting="#C9A9FF",
    running="#59E08C",
    pinned="#9CE3FF",
    pin_stale="#FFB020",
    paused="#FFFFFF",
    overridden="#FF9D4D",
    stale="#A2A8B1",
    not_finite="#FF6A60",
    added="#46D483",
    removed="#E39AC0",
    changed="#EDBB63",
    mark="#141414",
    accept="#7CFF6B",
    note="#2E2C26",
    note_bar="#8C7A45",
    note_text="#D6D2C4",
    frame="#A7B0BC",
    frame_title="#C9D0D9",
    shadow="#61000000",
    accents={
        "math": "#93A4B8",
        "array": "#3FB8A6",
        "neural": "#B08CF0",
        "state": "#4E9FD8",
        "data": "#B9CA60",
        "control": "#D9713A",
        "training": "#EE7597",
        "session": "#1FBE68",
        "function": "#CDB890",
        "monitor": "#49C9DC",
    },
    band=0.21,
    tile=0.42,
    pins=_pins("#101010", "#8C8C8C", ("#1E2023", "#FF6A60")),
    wires={
        TENSOR: "#D07C38",
        REF: "#4E9FD8",
        LIST: "#D9A441",
        OPERATION: "#B18AE0",
        CONTROL: "#A7ADB5",
        OPTIMIZER: "#E0708C",
        GRADIENTS: "#9CCC65",
        FEED: "#26B99A",
        "monitor": "#A3B4C2",
        "integer": "#8C96FF",
        "bool": "#E567E0",
        "string": "#E8E04C",
        "complex": "#3FD6E8",
        "resource": "#E6D3B8",
        "variant": "#8E8E8E",
    },
    monitors={
        "panel": "#17191C",
        "grid": "#33373D",
        "axis": "#B4BAC2",
        "value": "#9BE08A",
        "lcd": "#0F1E2B",
        "pin": "#35D6D6",
        "pin_edge": "#101010",
        "arrow": "#66C8FF",
    },
    gradients=("#7C83B8", "#4E9FD8", "#3FC0A0", "#C9D94A", "#FFF3A0"),
    series=("#7BE08A", "#FF9A52", "#4DC3FF", "#FF6FAE", "#FFE14D", "#B18AE0", "#5FE0C0", "#FFFFFF"),
)

LIGHT = Theme(
    "light",
    canvas="#F3F3F0",
    grid="#D3D3CC",
    block="#FFFFFF",
    edge="#9A8A5C",
    session="#00783B",
    title="#00588C",
    type="#4C5259",
    label="#1F2226",
    muted="#5F656D",
    field="#FFFFFF",
    field_edge="#A3A8AF",
    value="#111111",
    strip="#ECEEEA",
    result="#17692A",
    chip="#FFFFFF",
    chip_text="#48515B",
    name_text="#14171A",
    selection="#0070D8",
    feeds="#00786C",
    fed="#B3206F",
    error="#C4170D",
    warning="#A05500",
    waiting="#7443C0",
    running="#12733A",
    pinned="#0A6C94",
    pin_stale="#A05500",
    paused="#14171A",
    overridden="#B04A00",
    stale="#666666",
    not_finite="#C4170D",
    added="#1B7F45",
    removed="#A14E78",
    changed="#8A6100",
    mark="#FFFFFF",
    accept="#1FA51F",
    note="#FBF6E3",
    note_bar="#C9A94E",
    note_text="#45423A",
    frame="#5F6975",
    frame_title="#3A4149",
    shadow="#30000000",
    accents={
        "math": "#5E7188",
        "array": "#0A7F70",
        "neural": "#7A4CC8",
        "state": "#1F77B4",
        "data": "#6E8420",
        "control": "#A8440C",
        "training": "#C2405F",
        "session": "#00783B",
        "function": "#846A34",
        "monitor": "#00889C",
    },
    band=0.24,
    tile=0.42,
    pins=_pins(
        "#4A4A4A",
        "#8C8C8C",
        ("#FFFFFF", "#C4170D"),
        output="#6DBB36",
        result="#C4C4C4",
        input="#FFE81A",
        fetch_outputs="#FFE81A",
        attr="#A8A8A8",
    ),
    wires={
        TENSOR: "#9A4C0A",
        REF: "#1F77B4",
        LIST: "#A8760A",
        OPERATION: "#7B4FB5",
        CONTROL: "#6E747B",
        OPTIMIZER: "#C2405F",
        GRADIENTS: "#558B2F",
        FEED: "#00876C",
        "monitor": "#6A7A88",
        "integer": "#3A49D6",
        "bool": "#B3209F",
        "string": "#857A00",
        "complex": "#007F95",
        "resource": "#5C4A32",
        "variant": "#8A8A8A",
    },
    monitors={
        "panel": "#FAFAF8",
        "grid": "#E2E4DE",
        "axis": "#555B62",
        "value": "#17692A",
        "lcd": "#E6F1FA",
        "pin": "#00BFBF",
        "pin_edge": "#4A4A4A",
        "arrow": "#00588C",
    },
    gradients=("#7D85A0", "#4A7FB8", "#14807A", "#3D6B1E", "#4A1A5C"),
    series=("#128A12", "#D95F02", "#1F77B4", "#C2186B", "#9A7B00", "#7B4FB5", "#00876C", "#333333"),
)


NOT_FINITE, NONE = len(SIZES) + 1, len(SIZES) + 2  # numbers after the levels of gradients, which count from 1
_WIDTHS = (1.0, 1.8, 2.8, 4.0, 5.4)


def tints(results: Mapping[str, Mapping[str, Any]]) -> dict[tuple[str, str], int]:
    """Return the tints of outputs, by block and pin, with separate tints for elements of lists."""
    found = dict[tuple[str, str], int]()
    for block, pins in results.items():
        for pin, summary in pins.items():
            output = output_of(pin)
            if output and summary and "list" in summary:
                found |= {(block, f"{output}[{n}]"): _tint(one) for n, one in enumerate(summary["list"])}
                largest = [one["size"] for one in summary["list"] if one and "size" in one]
                found[block, output] = _tint({"size": max(largest)} if largest else None)
            elif output:
                found[block, output] = _tint(summary)
    return found


def _tint(summary: Any) -> int:
    if not summary or "size" not in summary:
        return NONE
    number = step(summary["size"])
    return NOT_FINITE if number < 0 else number + 1


def look(theme: Theme, tint: int) -> tuple[str, Stroke]:
    """Return the colour and the stroke of a tint."""
    if tint == NONE:
        return theme.muted, Stroke(1.0, dash=(1.6, 4.8))
    if tint == NOT_FINITE:
        return theme.not_finite, Stroke(_WIDTHS[-1], dash=(8.0, 3.0))
    return theme.gradients[tint - 1], Stroke(_WIDTHS[tint - 1])


def legend() -> list[tuple[int, str]]:
    """Return the tints with their meanings."""
    rows = [(number, f"< {size:g}") for number, size in enumerate(SIZES[1:], 1)]
    return [*rows, (len(SIZES), f">= {SIZES[-1]:g}"), (NOT_FINITE, tr("not finite")), (NONE, tr("none"))]


def theme_of_window() -> Theme:
    """Return the theme whose colours are legible on the panels of the window now."""
    return DARK if is_dark(QGuiApplication.palette().base().color().name()) else LIGHT
