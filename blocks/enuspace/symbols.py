"""The enuSpace symbols as block types `enu.NAME`, from our own table and the entries of the native types.

A row of `assets/catalogue/enuspace.json`: `op` is the native type that it lowers to; a pin is `[name, kind, x, y]`,
then the native pin if that has another name, then its default text; kinds are input, attr (the pin is an attribute),
attrs (one pin for all other attributes), scope and unused. An output is `[name, x, y]` and its native name, a result
`[name, x, y]` and its output. Places are relative to the block, in pixels; null if enuSpace's library lacks the pin.
`defaults` are enuSpace's for native attributes, if they differ from TensorFlow's; `omitted` are those for an `attrs`
text that leaves the attribute out. `kinds` are those of outputs that are not plain tensors, `lists` the inputs that
take lists, `vectors` those whose tensor of texts has one dimension.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from blockloom.blocks.catalogue.block_types import AddedTypes
from blockloom.blocks.catalogue.entries import Row
from blockloom.blocks.document.pages import FEED, LIST, OPERATION, TENSOR
from blockloom.blocks.text.phrases import Json

PREFIX = "enu."
_TABLE = Path(__file__).resolve().parent.parent.parent / "assets" / "catalogue" / "enuspace.json"
# Attributes that enuSpace's libraries misspell -> their correct names.
MISSPELT = {"kip_header_lines": "skip_header_lines", "dialtions": "dilations", "SharedName": "shared_name"}
# (type, output) -> kind of its wires, for types whose row in the table of symbols has no `kinds`.
_CORE_KINDS = {
    ("InputList", "output"): LIST,
    ("Operation", "output"): OPERATION,
    ("FeedType", "output"): FEED,
    ("AddSymbolicGradients", "grad_outputs"): LIST,
}
INPUT, ATTR, ATTRS, SCOPE, UNUSED = "input", "attr", "attrs", "scope", "unused"


class Symbol:
    """A symbol of enuSpace: its pins by their names in enuSpace and in Blockloom, with their positions."""

    def __init__(self, row: Mapping[str, Any]):
        self.row = row
        self.name: str = row["symbol"]
        self.type: str = row.get("op", "")
        self.size: tuple[float, float] | None = tuple(row["size"]) if row.get("size") else None
        self.title: str = row.get("title", self.name)
        self.defaults: Mapping[str, Any] = row.get("defaults", {})

    @cached_property
    def pins(self) -> dict[str, str]:
        """Every left pin with its kind."""
        return {pin[0]: pin[1] for pin in self.row["pins"]}

    @cached_property
    def inputs(self) -> dict[str, str]:
        """EnuSpace's name -> native name, of inputs."""
        return {pin[0]: pin[4] if len(pin) > 4 else pin[0] for pin in self.row["pins"] if pin[1] == INPUT}

    @cached_property
    def outputs(self) -> dict[str, str]:
        """EnuSpace's name -> native name, of outputs."""
        return {out[0]: out[3] if len(out) > 3 else out[0] for out in self.row["outputs"]}

    @cached_property
    def literals(self) -> dict[str, str]:
        """Default texts of inputs."""
        return {pin[0]: pin[5] for pin in self.row["pins"] if len(pin) > 5}

    def kind(self, output: str) -> str:
        """Return the kind of the wires from an output."""
        return self.row.get("kinds", {}).get(output) or _CORE_KINDS.get((self.name, output), TENSOR)

    def is_list(self, pin: str) -> bool:
        """Return whether an input takes a list."""
        return pin in self.row.get("lists", ())

    def is_vector(self, pin: str) -> bool:
        """Return whether an input takes any number of texts in one tensor."""
        return pin in self.row.get("vectors", ())

    def result(self, pin: str) -> str:
        """Return the output whose value the result pin `result_...` shows; "" if there is none."""
        for row in self.row.get("results", ()):
            if row[0] == pin:
                return row[3] if len(row) > 3 else pin.removeprefix("result_")
        stem = pin.removeprefix("result_")
        return stem if stem != pin and stem in self.outputs else ""

    @cached_property
    def places(self) -> dict[str, tuple[float, float]]:
        """Every pin's centre, results included."""
        found = {pin[0]: (pin[2], pin[3]) for pin in self.row["pins"]}
        found |= {out[0]: (out[1], out[2]) for out in (*self.row["outputs"], *self.row.get("results", ()))}
        return {name: place for name, place in found.items() if place[0] is not None}

    def attr(self, name: str, known: Mapping[str, Any]) -> str | None:
        """Return the native attr that a name in an `attrs` text means, or None."""
        name = name.removesuffix("_")
        name = MISSPELT.get(name, name)
        if name in known:
            return name
        plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        if plain in known:
            return plain
        import difflib

        near = difflib.get_close_matches(plain, known, 1, 0.85)
        return near[0] if near else None


@lru_cache(1)
def _data() -> dict[str, Any]:
    return json.loads(_TABLE.read_bytes())


@lru_cache(1)
def rows() -> dict[str, Json]:
    """Return the rows of the table by symbol."""
    return {row["symbol"]: row for row in _data()["symbols"]}


@lru_cache(1024)
def symbol(name: str) -> Symbol | None:
    """Return a symbol by enuSpace's name, or None."""
    row = rows().get(name)
    return Symbol(row) if row is not None else None


def of_type(block_type: str) -> Symbol | None:
    """Return the symbol of a block type `enu.NAME`."""
    return symbol(block_type[len(PREFIX) :]) if block_type.startswith(PREFIX) else None


def entries(native: Mapping[str, Json]) -> list[Row]:
    """Return the name, the category and a constructor of the catalogue entry of every symbol.

    A symbol whose op the installed TensorFlow lacks is left out: a page that uses it has a problem.

    Args:
        native: the entries of the native types by name.
    """
    rows_by_name: dict[str, tuple[str, Callable[[], Json]]] = {
        entry["name"]: (entry["category"], partial(dict, entry)) for entry in _data()["core"]
    }
    for name, row in rows().items():
        op = row.get("op", "")
        if op in native and PREFIX + name not in rows_by_name:
            rows_by_name[PREFIX + name] = _category(row), partial(_entry, row, native, op)
    return [(name, *rest) for name, rest in rows_by_name.items()]


def _category(row: Mapping[str, Any]) -> str:
    return "enuSpace/" + row["library"]


def _entry(row: Mapping[str, Any], native: Mapping[str, Json], op: str) -> Json:
    base = native[op]
    pins = {pin["name"]: pin for pin in base["inputs"]}
    inputs = []
    for pin in row["pins"]:
        if pin[1] == INPUT:
            entry_pin = pins.get(pin[4] if len(pin) > 4 else pin[0])
            if entry_pin is not None:
                inputs.append(entry_pin if entry_pin["name"] == pin[0] else {**entry_pin, "name": pin[0]})
    have = {pin["name"]: pin for pin in base["outputs"]}
    outputs = []
    for out in row["outputs"]:
        entry_pin = have.get(out[3] if len(out) > 3 else out[0])
        if entry_pin is not None:
            outputs.append(entry_pin if entry_pin["name"] == out[0] else {**entry_pin, "name": out[0]})
    attrs, defaults = base["attrs"], row.get("defaults")
    if defaults:
        attrs = [
            {**a, "default": defaults[a["name"]], "required": False} if a["name"] in defaults else a for a in attrs
        ]
    return {
        **base,
        "name": PREFIX + row["symbol"],
        "title": row["symbol"],
        "category": _category(row),
        "inputs": inputs,
        "outputs": outputs,
        "attrs": attrs,
    }


TYPES = AddedTypes(
    PREFIX,
    frozenset({PREFIX + "ClientSession"}),
    re.compile(r"\s*enu(?:space)?\b[.:\s]*", re.IGNORECASE),
    entries,
    of_type,
)
