"""The measures of a block as it is drawn: its size, category, and positions of pins and values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.parameters import SIGNATURE, page_of_type
from blockloom.blocks.document.fields import ACTIVATION, FEED_BLOCK, QUEUE_RUNNER, SESSION, STATIC_SHAPE, VALIDATION
from blockloom.blocks.document.pages import Slider, split_index
from blockloom.blocks.layout.block_rows import LABEL

RADIUS, PIN, QUIET = 8.0, 5.5, 3.0  # corner radius of a block; radius of a pin, and of a pin that accepts no wire
TITLE, TYPE = 18.0, 33.0  # baselines of the two title lines
CONTROL_Y = 10.0  # height of control ports, at the corners, on a row of the grid of 20 pixels
SCOPE_Y = 20.0  # height of the Scope pin, on the left edge
INDENT = 8.0  # distance from the left edge to the centre of an attr's pin
TILE = 24.0  # size of the tile with the mark of the category, at distance INDENT from the corner
CHECK = 13.0  # size of the mark before a truth value
SLIDE = 5.0  # distance from the edge of a field to the end of its slider
LEAST_FIELD = 40.0  # least width of a value that must be cut
FIELD_HIGH = 17.0
STATE = 15.0  # distance from the right edge to the middle of the mark of a state
CLOSE = 11.0  # distance from the corner of a pinned monitor to the middle of its close button


Font = TypeVar("Font")


class Fonts(NamedTuple, Generic[Font]):
    """The fonts of a block's texts, or what measures them."""

    title: Font
    type: Font
    label: Font
    value: Font
    attr: Font
    chip: Font
    note: Font


@lru_cache(1)
def fonts() -> Fonts[QFont]:
    """Return the fonts of the canvas, for the window's thread."""
    return make_fonts()


def make_fonts() -> Fonts[QFont]:
    """Make fonts equal to those of the canvas.

    Widths scale with the zoom exactly, so texts that fit at 100 % fit at every zoom.
    """

    def font(size: int, bold: bool = False) -> QFont:
        made = QFont()
        made.setFamilies(["Arial", "Liberation Sans", "Helvetica", "Noto Sans", "DejaVu Sans"])
        made.setPixelSize(size)
        made.setBold(bold)
        made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return made

    return Fonts(font(14, True), font(12), font(12), font(12), font(11), font(10), font(13))


class Spot(Struct, frozen=True):
    """A pin as it is drawn.

    `label`, which begins at `label_x`, and `value` are elided; `state` is typed, missing, wired or "".
    """

    name: str
    role: str  # "scope", "input", "attr", "output", "result" or "unknown"
    x: float
    y: float
    label: str = ""
    value: str = ""
    state: str = ""
    field: QRectF | None = None  # rectangle of the typed value
    pin: Pin | Attr | None = None
    many: bool = False  # whether the pin is a list
    slider: Slider | None = None  # slider that changes the typed value
    label_x: float = LABEL
    small: bool = False  # whether the attr shares its line with others: its value has no frame
    wires: int = 0  # number of wires into a list pin, which is as high as they need


NO_SPOT = Spot("", "", 0.0, 0.0)


class Text(Struct, frozen=True):
    """A text on its baseline; `ink` names a colour of the theme."""

    text: str
    x: float
    y: float
    size: int
    ink: str


class Shape(Struct, frozen=True):
    """The texts of a symbol, with the lowest y of its title as `head`."""

    texts: tuple[Text, ...]
    head: float


class Layout(NamedTuple):
    """A block's measures. `ins` and `outs` map pin names to (x, y); "" is the control port."""

    type: BlockType | None
    title: str
    width: float
    height: float
    spots: tuple[Spot, ...]
    ins: Mapping[str, tuple[float, float]]
    outs: Mapping[str, tuple[float, float]]
    results: Mapping[str, tuple[QRectF, str]]  # output -> position of its result, and its dtype if fixed
    strip: float  # top of the strip of results; the height of the block if it has none
    look: int  # number that is equal for blocks that differ only in their texts
    lists: tuple[str, ...] = ()  # inputs that accept several wires
    feet: Mapping[str, tuple[float, float]] = {}  # output -> position of its result pin
    monitor: bool = False
    shape: Shape | None = None  # the shape of a symbol of enuSpace, which determines its layout

    def inlet(self, pin: str) -> tuple[float, float]:
        """Return the end of wires into a pin, from the block's corner."""
        return self.ins.get(pin) or self.ins[""]

    def foot(self, pin: str) -> tuple[float, float] | None:
        """Return the result pin of an output, where wires to monitors begin; None if there is none."""
        return self.feet.get(pin) or self.feet.get(split_index(pin)[0])

    def outlet(self, pin: str) -> tuple[float, float]:
        """Return the start of wires from a pin, from the block's corner."""
        return self.outs.get(pin) or self.outs.get(split_index(pin)[0]) or self.outs[""]

    @property
    def badge(self) -> tuple[float, float]:
        """The middle of the badge of a problem, from the block's corner."""
        return (self.width - 3, 3.0) if self.shape is not None else (self.width - STATE, 20.0)

    def unlisted_attrs(self) -> list[Attr]:
        """Return the attrs behind a symbol's pin `attrs`: those without a row that are not inferred."""
        if self.type is None:
            return []
        mine, inferred = {s.name for s in self.spots}, self.type.inferred
        return [a for a in self.type.attrs if a.name not in mine and a.name not in inferred]

    def spot(self, name: str, *roles: str) -> Spot | None:
        """Return the pin with this name and one of these roles; None if there is none."""
        return next((s for s in self.spots if s.name == name and (not roles or s.role in roles)), None)


NOT_LAID = Layout(None, "", 0.0, 0.0, (), {}, {}, {}, 0.0, -1)  # stands for the layout of a block that has none yet


# Categories in the order of legends.
CATEGORIES = ("math", "array", "neural", "state", "data", "control", "training", "session", "function", "monitor")
# Category of the catalogue -> category of the canvas. Other categories are "math" or, for libraries, "function".
_OF = {
    "Array": "array",
    "Sparse": "array",
    "Ragged": "array",
    "Image": "array",
    "String": "array",
    "Tensor lists": "array",
    "Quantization": "array",
    "Neural network": "neural",
    "Audio": "neural",
    "CPU and GPU kernels": "neural",
    "TPU": "neural",
    "XLA": "neural",
    "Boosted trees": "neural",
    "State": "state",
    "Lookup tables": "state",
    "Dataset": "data",
    "Files": "data",
    "Parsing": "data",
    "Random": "data",
    "Control flow": "control",
    "Data flow": "control",
    "Distributed": "control",
    "Logging and debug": "control",
    "Script": "function",
    "Functions": "function",
    "Training": "training",
    "Monitors": "monitor",
}


_OWN = {
    SESSION: "session",
    VALIDATION: "session",
    FEED_BLOCK: "data",
    QUEUE_RUNNER: "data",
    ACTIVATION: "neural",
    STATIC_SHAPE: "array",
}


def category(type_: BlockType | None) -> str:
    """Return the category of a block type, one of CATEGORIES; "math" for an unknown type."""
    if type_ is None:
        return "math"
    if type_.name in _OWN:
        return _OWN[type_.name]
    if type_.name in monitor_types.MONITORS:
        return "monitor"
    traits = type_.traits
    if type_.name in SIGNATURE or page_of_type(type_.name) or traits.functional:
        return "control" if traits.functional in ("loop", "branch") else "function"
    if traits.variable or traits.assigns:
        return "state"
    if traits.step:
        return "training"
    if traits.fed or type_.op == "Const":
        return "data"
    return _OF.get(type_.category, "math")
