"""Names of our block types that are not ops of TensorFlow, and the fields of blocks, frames and notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from blockloom.blocks.document.pages import COLOR, LONGEST_PAUSE, MODES, REACH, SHAPE, Block, Frame, Item, Note
from blockloom.blocks.text.phrases import Phrase, join, phrase


class Kind(Struct, frozen=True):
    """A kind of value: JSON types, test, error text for wrong values, and reader."""

    types: tuple[type, ...]
    wrong: Phrase  # problem text: {0} is the field, {1} the value
    is_valid: Callable[[Any], object] = lambda value: True
    read: Callable[[Any], Any] = lambda value: value

    def accepts(self, value: Any) -> bool:
        """Return whether a field of this kind can have a value. A text may be a phrase, which is translated."""
        kind = str if isinstance(value, str) else type(value)
        return kind in self.types and bool(self.is_valid(value))


_TEXT = Kind((str,), phrase('"{0}" is not a text'))
_COLOR = Kind((str,), phrase('"{0}" is not a colour such as #8c4002'), COLOR.fullmatch)
_FLAG = Kind((bool,), phrase('"{0}" is neither true nor false'))
_FONT = Kind((int, float), phrase('"{0}" is not a size in pixels'), lambda size: abs(size) <= REACH, float)
_SHAPE = Kind((str,), phrase('"{0}" is not rect, script or an SVG path'), SHAPE.fullmatch)
_KNOWN = join(", ", filter(None, MODES))
_MODE = Kind((str,), phrase("the unknown mode {1!r:.40}; there are {2}"), MODES.__contains__)
_PAUSE = Kind(
    (str,),
    phrase("{1!r:.80} is too long for a condition"),
    lambda text: len(text) <= LONGEST_PAUSE,
    lambda text: text[:LONGEST_PAUSE],
)
_MAP = Kind((dict,), phrase('"{0}" is not a JSON object'))


class Field(Struct, frozen=True):
    """A field of a block, frame or note.

    A conflict of a merge calls it `about`, a list of differences `word`. Diff and merge compare a mapping entry by
    entry, and call each entry `cell`.
    """

    name: str
    kind: Kind
    about: Phrase
    word: Phrase
    required: bool = False  # whether a file must have the field
    layout: bool = False  # whether the field affects only the appearance
    touches: str = ""  # field of `Touched` that lists the blocks of an edit
    cell: str = ""


_LOOK = phrase("how it looks")
_FRAME = Field("frame", _TEXT, phrase("the frame around it"), phrase("frame"))
_BLOCK_COLOR = Field("color", _COLOR, phrase("the colour"), phrase("colour"), layout=True, touches="painted")
FIELDS: Mapping[type[Item], tuple[Field, ...]] = {
    Block: (
        Field("type", _TEXT, phrase("the type of the block"), phrase("type"), required=True),
        Field("values", _MAP, phrase("the value"), phrase("value"), cell="value"),
        _FRAME,
        _BLOCK_COLOR,
        Field("mode", _MODE, phrase("whether the block takes part"), phrase("mode"), touches="muted"),
        Field("sliders", _MAP, phrase("the slider"), phrase("slider"), layout=True, cell="slider"),
        Field("names", _MAP, phrase("the name of the node"), phrase("name"), cell="name"),
        Field("pause", _PAUSE, phrase("where runs pause"), phrase("pause"), touches="painted"),
    ),
    Frame: (
        Field("title", _TEXT, phrase("the title"), phrase("title"), required=True),
        Field("device", _TEXT, phrase("the device"), phrase("device")),
        _FRAME,
        Field("collapsed", _FLAG, phrase("whether it is collapsed"), phrase("collapsed"), layout=True),
    ),
    Note: (
        Field("text", _TEXT, phrase("the text"), phrase("text"), required=True),
        _BLOCK_COLOR,
        Field("fill", _COLOR, _LOOK, phrase("fill"), layout=True),
        Field("font", _FONT, _LOOK, phrase("font"), layout=True),
        Field("bold", _FLAG, _LOOK, phrase("bold"), layout=True),
        Field("shape", _SHAPE, _LOOK, phrase("shape"), layout=True),
    ),
}
CELLS: Mapping[str, Field] = {field.cell or field.name: field for fields in FIELDS.values() for field in fields}


def wrong(field: Field, value: Any) -> Phrase:
    """Return what is wrong with a value of a field."""
    return phrase(field.kind.wrong.template, field.name, value, _KNOWN)


# `catalogue/parameters.py` and `catalogue/monitor_types.py` have further types, `catalogue/op_traits.py` their facts.
PREFIX = "loom."
SESSION = "loom.Session"
VALIDATION = "loom.Validation"
FEED_BLOCK = "loom.Feed"
QUEUE_RUNNER = "loom.QueueRunner"
STATIC_SHAPE = "loom.StaticShape"
ACTIVATION = "loom.Activation"
VARIABLE = "loom.Variable"
RESOURCE_VARIABLE = "loom.ResourceVariable"
DIFFERENTIATE = "loom.Gradients"
COMPUTE_GRADIENTS = "loom.ComputeGradients"
APPLY_GRADIENTS = "loom.ApplyGradients"
MINIMIZE = "loom.Minimize"
GRADIENT_DESCENT = "loom.GradientDescentOptimizer"
ADAM = "loom.AdamOptimizer"
SYNC_REPLICAS = "loom.SyncReplicasOptimizer"
DROP_STALE = "loom.DropStaleGradientOptimizer"
# Types without a node in the graph, for which no block can wait.
NO_NODE = (SESSION, VALIDATION, FEED_BLOCK, QUEUE_RUNNER)


def is_own(block_type: str) -> bool:
    """Return whether a block type has the prefix of our types, even if there is no such type."""
    return block_type.startswith(PREFIX)
