"""Colours of the canvas: enuSpace's dark style and a light one beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtGui import QColor

from blockloom.blocks.document import CONTROL, FEED, GRADIENTS, LIST, OPERATION, OPTIMIZER, REF, TENSOR
from blockloom.blocks.dtypes import DTYPES

# What a tensor's wire and pin show of its dtype. Floating point has the colour of tensors.
FAMILIES = ("integer", "bool", "string", "complex", "resource", "variant")


def family(dtype: str | None) -> str:
    """The family of a dtype, "" for floating point and where it is unknown."""
    if not dtype or dtype not in DTYPES:
        return ""
    if dtype in ("DT_RESOURCE", "DT_VARIANT"):
        return dtype[3:].lower()
    return {"i": "integer", "u": "integer", "b": "bool", "s": "string", "c": "complex"}.get(DTYPES[dtype].family, "")


@lru_cache(256)
def colour(text: str) -> QColor:
    """`#RRGGBB` or `#AARRGGBB` as a QColor; shared, so never change one."""
    return QColor(text)


def qt_colour(text: str) -> str:
    """A document's `#rrggbb` or `#rrggbbaa` as Qt writes it, with alpha first."""
    return f"#{text[7:]}{text[1:7]}" if len(text) == 9 else text


@lru_cache(256)
def faded(text: str, ground: str, share: float = 0.35) -> str:
    """A colour of which only a share is left on another one."""
    a, b = colour(text), colour(ground)
    return QColor(*(round(y + (x - y) * share) for x, y in zip(a.getRgb()[:3], b.getRgb()[:3], strict=True))).name()


@dataclass(frozen=True)
class Theme:
    """Every colour as text, so that themes compare and can be written down; `colour` makes the QColor."""

    name: str
    canvas: str
    block: str                  # fill of a block
    edge: str                   # its outline
    session: str                # outline of a Session block
    title: str                  # block id
    subtitle: str               # block type
    label: str                  # name of an input or output
    muted: str                  # Scope, attrs, placeholders
    field: str                  # behind a typed-in value
    value: str                  # a typed-in value
    missing: str                # placeholder of a value that is required
    result: str                 # text of a product_result
    selection: str
    error: str
    warning: str
    waiting: str
    accept: str                 # ring on pins that would take the wire being dragged
    far: str                    # a block too small for anything but a rectangle
    far_session: str
    note: str
    note_text: str
    frame: str
    frame_title: str
    pins: Mapping[str, tuple[str, str]] = field(default_factory=dict)   # role -> fill, edge
    wires: Mapping[str, str] = field(default_factory=dict)              # kind, or family of a tensor's dtype -> colour
    monitors: Mapping[str, str] = field(default_factory=dict)           # part of a monitor -> colour
    series: tuple[str, ...] = ()                                        # of charts, in this order


_PINS = {"scope": ("#000000", "#C80000"), "input": ("#FFFF31", "#FF1418"), "attr": ("#808080", "#FF1418"),
         "output": ("#8ACF57", "#FFFFFF"), "result": ("#BEBEBE", "#FFFFFF"), "unknown": ("#2A2A2A", "#FF3B30"),
         "fetch_outputs": ("#FFFF00", "#FF1418"), "run_outputs": ("#00FFFF", "#FF1418"),
         "inputs": ("#00B050", "#FF1418")}

# enuSpace's brown #8C4002 lifted until it stands out from the canvas; the other kinds keep its weight.
DARK = Theme(
    "dark", canvas="#2A2A2A", block="#303030", edge="#FFBF28", session="#00AF54", title="#00AEEE", subtitle="#A8A8A8",
    label="#FFFBF0", muted="#9A9A9A", field="#1C1C1C", value="#FFFFFF", missing="#C98A2B", result="#9BE08A",
    selection="#4DC3FF", error="#FF4D42", warning="#FFA726", waiting="#FFB300", accept="#7CFF6B", far="#8F7330",
    far_session="#2E8B57", note="#383838", note_text="#35D07F", frame="#7F7F7F", frame_title="#FFBF28",
    pins=_PINS,
    wires={TENSOR: "#C0702E", REF: "#4E9FD8", LIST: "#D9A441", OPERATION: "#B18AE0", CONTROL: "#A7ADB5",
           OPTIMIZER: "#E0708C", GRADIENTS: "#9CCC65", FEED: "#26B99A", "monitor": "#FC8A2C",
           "integer": "#7F8CFF", "bool": "#E567E0", "string": "#E8E04C", "complex": "#3FD6E8", "resource": "#E6D3B8",
           "variant": "#B5B5B5"},
    monitors={"panel": "#1E1E1E", "frame": "#0080FF", "grid": "#465030", "axis": "#B8B8B8", "label": "#00C060",
              "value": "#FFBF28", "lcd": "#006FBD", "pin": "#00FFFF", "pin_edge": "#C80000", "arrow": "#00AEEE"},
    series=("#00FF00", "#FF8A3D", "#4DC3FF", "#FF5FA2", "#FFE14D", "#B18AE0", "#5FE0C0", "#FFFFFF"))

LIGHT = Theme(
    "light", canvas="#F4F4F2", block="#FFFFFF", edge="#D99A00", session="#00944A", title="#0077B6", subtitle="#6A6A6A",
    label="#222222", muted="#858585", field="#EFEFEC", value="#111111", missing="#B26A00", result="#1E7A2E",
    selection="#0A84FF", error="#D6281E", warning="#C77700", waiting="#B26A00", accept="#1FA51F", far="#D9B65C",
    far_session="#6CBF8E", note="#FFFBE6", note_text="#2F6B46", frame="#9A9A9A", frame_title="#9A6B00",
    pins=_PINS | {"output": ("#6DBB36", "#3F7A1A"), "result": ("#C4C4C4", "#7A7A7A"), "attr": ("#9A9A9A", "#B03030"),
                  "input": ("#FFE81A", "#D01014"), "unknown": ("#FFFFFF", "#D6281E")},
    wires={TENSOR: "#8C4002", REF: "#1F77B4", LIST: "#A8760A", OPERATION: "#7B4FB5", CONTROL: "#6E747B",
           OPTIMIZER: "#C2405F", GRADIENTS: "#558B2F", FEED: "#00876C", "monitor": "#D9600A",
           "integer": "#3A49D6", "bool": "#B3209F", "string": "#857A00", "complex": "#007F95", "resource": "#5C4A32",
           "variant": "#4F4F4F"},
    monitors={"panel": "#FCFCFA", "frame": "#5B9BD5", "grid": "#DDE3C8", "axis": "#555555", "label": "#00803C",
              "value": "#A35F00", "lcd": "#E6F1FA", "pin": "#00D5D5", "pin_edge": "#B03030", "arrow": "#0077B6"},
    series=("#128A12", "#D95F02", "#1F77B4", "#C2186B", "#9A7B00", "#7B4FB5", "#00876C", "#333333"))
