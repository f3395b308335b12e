"""Colours of the canvas: enuSpace's dark style and a light one beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtGui import QColor

from blocks.document import CONTROL, FEED, GRADIENTS, LIST, OPERATION, OPTIMIZER, REF, TENSOR


@lru_cache(256)
def colour(text: str) -> QColor:
    """`#RRGGBB` or `#AARRGGBB` as a QColor; shared, so never change one."""
    return QColor(text)


def qt_colour(text: str) -> str:
    """A document's `#rrggbb` or `#rrggbbaa` as Qt writes it, with alpha first."""
    return f"#{text[7:]}{text[1:7]}" if len(text) == 9 else text


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
    wires: Mapping[str, str] = field(default_factory=dict)              # kind -> colour


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
           OPTIMIZER: "#E0708C", GRADIENTS: "#9CCC65", FEED: "#26B99A"})

LIGHT = Theme(
    "light", canvas="#F4F4F2", block="#FFFFFF", edge="#D99A00", session="#00944A", title="#0077B6", subtitle="#6A6A6A",
    label="#222222", muted="#858585", field="#EFEFEC", value="#111111", missing="#B26A00", result="#1E7A2E",
    selection="#0A84FF", error="#D6281E", warning="#C77700", waiting="#B26A00", accept="#1FA51F", far="#D9B65C",
    far_session="#6CBF8E", note="#FFFBE6", note_text="#2F6B46", frame="#9A9A9A", frame_title="#9A6B00",
    pins=_PINS | {"output": ("#6DBB36", "#3F7A1A"), "result": ("#C4C4C4", "#7A7A7A"), "attr": ("#9A9A9A", "#B03030"),
                  "input": ("#FFE81A", "#D01014"), "unknown": ("#FFFFFF", "#D6281E")},
    wires={TENSOR: "#8C4002", REF: "#1F77B4", LIST: "#A8760A", OPERATION: "#7B4FB5", CONTROL: "#6E747B",
           OPTIMIZER: "#C2405F", GRADIENTS: "#558B2F", FEED: "#00876C"})
