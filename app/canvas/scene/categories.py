"""What kind of block one is, as its colour and its mark tell: ten categories, each of many of the catalogue."""

from __future__ import annotations

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.page_signature import SIGNATURE, page_of_type
from blockloom.blocks.document.own_types import ACTIVATION, FEED_BLOCK, QUEUE_RUNNER, SESSION, STATIC_SHAPE, VALIDATION

# In the order in which legends have them.
CATEGORIES = ("math", "array", "neural", "state", "data", "control", "training", "session", "function", "monitor")
# Categories of the catalogue. Those that are not here are of "math" or, of libraries, of "function".
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
    """The category of a block type, one of CATEGORIES; that of an unknown type is "math"."""
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
