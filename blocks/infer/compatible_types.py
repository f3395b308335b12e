"""Block types that can be wired to an end, or inserted into a wire: offers of the quick-add box and fixes.

They are found by the catalogue's plain entries, so that a search does not create two thousand block types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from blockloom.blocks.catalogue.block_types import native
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import CONTROL, REF, TENSOR, WIRE_KINDS
from blockloom.blocks.text.phrases import Phrase, join, phrase
from blockloom.blocks.values.dtypes import DTYPES

# Conversions (input dtype, output dtype) -> block type. Attrs that wires do not determine get typed values.
_NUMBERS = frozenset(
    {
        "DT_FLOAT",
        "DT_DOUBLE",
        "DT_HALF",
        "DT_BFLOAT16",
        "DT_INT8",
        "DT_INT16",
        "DT_INT32",
        "DT_INT64",
        "DT_UINT8",
        "DT_UINT16",
        "DT_UINT32",
        "DT_UINT64",
        "DT_BOOL",
        "DT_COMPLEX64",
        "DT_COMPLEX128",
    }
)
_TO_TEXT = frozenset(
    {"DT_FLOAT", "DT_DOUBLE", "DT_INT8", "DT_INT16", "DT_INT32", "DT_INT64", "DT_BOOL", "DT_COMPLEX64", "DT_COMPLEX128"}
)
_FROM_TEXT = frozenset({"DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_INT64"})
_WHOLE = ("i", "u")  # families of signed and unsigned integers
_LABELS = ("labels", "label", "targets", "y_true")  # names of inputs for the correct values


class FreeEndRequirement(Struct, frozen=True):
    """The requirement at the free end of a wire.

    Attributes:
        side: The side of the end that exists: output or input.
        kind, dtype, list, allowed: Kind and dtypes of that end.
        handles: The kinds of resources of its handle (see `blocks.catalogue.resource_kinds`).
    """

    side: str
    kind: str
    dtype: str | None = None
    list: bool = False
    allowed: tuple[Any, ...] | None = None
    handles: tuple[str, ...] = ()


class InsertableBlock(Struct, frozen=True):
    """A block for a wire: its type, the pins at which the wire enters and leaves it, and its values."""

    type: str
    input_pin: str
    output_pin: str
    values: Mapping[str, str]


def fitting_pin(entry: Mapping[str, Any], want: FreeEndRequirement) -> str | None:
    """Return the pin of a type's entry for the wire; None if none fits, "" for the control port.

    The first pin that fits the handle is preferred, then the first intended for such values, then any other that fits,
    except hyperparameters.
    """
    if want.kind == CONTROL:
        return ""
    return min(
        (pin for pin in fitting_pins(entry, want) if pin not in hyperparameters(entry)),
        key=lambda pin: (not right(entry, pin, want), unlikely(entry, pin, want)),
        default=None,
    )


def unlikely(entry: Mapping[str, Any], pin: str, want: FreeEndRequirement) -> bool:
    """Return whether a pin accepts the value of a wire, but is intended for others.

    This is so for integers if the wire has other numbers, or the reverse, and for labels if the wire has no integers.
    An unknown dtype counts as a float.
    """
    row = next(p for p in (*entry["inputs"], *entry["outputs"]) if p["name"] == pin)
    attr = (
        next((a for a in entry["attrs"] if a["name"] == row.get("type_attr")), None) if row.get("type_attr") else None
    )
    meant, brought = row.get("dtype") or (attr and attr.get("default")), want.dtype or "DT_FLOAT"
    whole = DTYPES[brought].family in _WHOLE if brought in DTYPES else False
    if want.side == "output" and not whole and pin in _LABELS:
        return True
    return meant in DTYPES and {meant, brought} <= _NUMBERS and (DTYPES[meant].family in _WHOLE) != whole


def right(entry: Mapping[str, Any], pin: str, want: FreeEndRequirement) -> bool:
    """Return whether a pin fits the handle at the existing end."""
    if not want.handles:
        return False
    traits = traits_of(entry["op"] or entry["name"])
    return not set(want.handles).isdisjoint(
        traits.handle_inputs.get(pin, ()) if want.side == "output" else traits.things
    )


def hyperparameters(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the inputs of a type that are set by the user only."""
    return traits_of(entry["op"] or native(entry["name"])).hyperparameters


def fitting_pins(entry: Mapping[str, Any], want: FreeEndRequirement) -> Iterator[str]:
    """Yield all pins of an entry that fit the wire, in order, without the control port."""
    for pin in entry["inputs" if want.side == "output" else "outputs"]:
        kind, many = pin["kind"], bool(pin.get("list"))
        source, sink = (want.kind, kind) if want.side == "output" else (kind, want.kind)
        from_list, to_list = (want.list, many) if want.side == "output" else (many, want.list)
        if from_list and not to_list and sink in (TENSOR, REF):
            # A wire can carry one element of a list.
            source = REF if want.side == "output" and want.kind == REF else TENSOR
        if source not in WIRE_KINDS[sink].accepts:
            continue
        if want.dtype is not None and not _takes(entry, pin, want.dtype):
            continue
        if want.dtype is None and want.allowed and pin.get("dtype") and pin["dtype"] not in want.allowed:
            continue
        yield pin["name"]


def _takes(entry: Mapping[str, Any], pin: Mapping[str, Any], dtype: str) -> bool:
    if pin.get("dtype"):
        return pin["dtype"] == dtype
    name = pin.get("type_attr") or pin.get("type_list_attr")
    attr = next((a for a in entry["attrs"] if a["name"] == name), None) if name else None
    return attr is None or not attr.get("allowed") or dtype in attr["allowed"]


def fitting(catalogue: Catalogue, want: FreeEndRequirement) -> dict[str, str]:
    """Return all types with a pin that fits: name -> the pin for the wire."""
    found = {}
    for name, entry in catalogue.entries.items():
        pin = fitting_pin(entry, want)
        if pin is not None:
            found[name] = pin
    return found


def between(catalogue: Catalogue, source: FreeEndRequirement, target: FreeEndRequirement) -> dict[str, tuple[str, str]]:
    """Return all types that can be inserted into a wire: name -> the pins at which it enters and leaves.

    If input and output share a dtype, that of the wire must fit both ends.
    """
    found = {}
    for name, entry in catalogue.entries.items():
        pins = pins_between(entry, source, target)
        if pins is not None:
            found[name] = pins
    return found


def pins_between(
    entry: Mapping[str, Any], source: FreeEndRequirement, target: FreeEndRequirement
) -> tuple[str, str] | None:
    """Return the pins by which a type can be inserted into a wire, (input, output); None if it cannot."""
    into, out = fitting_pin(entry, source), fitting_pin(entry, target)
    return None if into is None or out is None or source.kind == CONTROL else (into, out)


def conversions(source: str | None, target: str | None, handle_dtype: str | None = None) -> list[InsertableBlock]:
    """Return the blocks that convert a dtype to another; [] if there are none.

    `handle_dtype` is the dtype of the variable behind a resource.
    """
    if source == "DT_RESOURCE":
        return [InsertableBlock("ReadVariableOp", "resource", "value", {"dtype": handle_dtype})] if handle_dtype else []
    if not source or not target or source == target:
        return []
    ways = []
    if source in _NUMBERS and target in _NUMBERS:
        ways.append(InsertableBlock("Cast", "x", "y", {"DstT": target}))
    if source in _TO_TEXT and target == "DT_STRING":
        ways.append(InsertableBlock("AsString", "input", "output", {}))
    if source == "DT_STRING" and target in _FROM_TEXT:
        ways.append(InsertableBlock("StringToNumber", "string_tensor", "output", {"out_type": target}))
    return ways


_RANK = r"(?i)(?:an? |the |must be an? )?(?:(\d|N)-?D|(scalar|vector|matrix))\b"


def pin_text(entry: Mapping[str, Any], pin: str, want: FreeEndRequirement) -> Phrase | str:
    """Return a pin with the type of its values, for people: `x: DT_FLOAT`, `filter: 4-D DT_HALF`.

    The rank comes from TensorFlow's text about the pin. The result is "" for the control port.
    """
    entry_pin = next((p for p in (*entry["inputs"], *entry["outputs"]) if p["name"] == pin), None)
    if entry_pin is None:
        return ""
    attr = entry_pin.get("type_attr") or entry_pin.get("type_list_attr")
    if entry_pin["kind"] not in (TENSOR, REF, "list"):
        what: Phrase | str = entry_pin["kind"]
    elif entry_pin.get("dtype") or attr and want.dtype:
        what = entry_pin.get("dtype") or want.dtype or ""
    else:
        allowed = next((a.get("allowed") for a in entry["attrs"] if a["name"] == attr), None)
        what = dtypes_text(allowed)
    rank = re.match(_RANK, entry_pin.get("doc", ""))
    if rank:
        what = join(" ", (f"{rank[1]}-D" if rank[1] else rank[2].lower(), what))
    if entry_pin.get("list"):
        what = phrase("list of {}", what)
    return join(": ", (pin, phrase("ref {}", what) if entry_pin.get("ref") or entry_pin["kind"] == REF else what))


def dtypes_text(allowed: Sequence[str] | None) -> Phrase | str:
    """Return dtypes in a word or two, for people; None stands for all."""
    if not allowed:
        return phrase("any type")
    if len(allowed) <= 2:
        return phrase("{0} or {1}", *allowed) if len(allowed) == 2 else allowed[0]
    kinds = {DTYPES[name].family if name in DTYPES else "" for name in allowed}
    if all(name.startswith(("DT_Q", "DT_UQ")) for name in allowed):
        return phrase("quantized integers")
    return (
        phrase("floats")
        if kinds == {"f"}
        else phrase("integers")
        if kinds <= {"i", "u"}
        else phrase("complex numbers")
        if kinds == {"c"}
        else phrase("numbers")
        if kinds <= set("fiucb")
        else phrase("many types")
    )
