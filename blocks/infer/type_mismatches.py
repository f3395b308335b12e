"""Problems of a block of an inferred page.

These are wires whose dtype the pin does not accept, unknown attrs, and dtypes that an op does not allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from blockloom.blocks.catalogue import dataset_types, tensor_shapes
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.function_signatures import follows
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import CONTROL, REF, Block, Wire
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.values.dtypes import DTYPES

# Family of a dtype -> rank: each family can represent the values of lower ranks.
_FAMILIES = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


class MismatchInference(tensor_shapes.ShapeInference, Protocol):
    """The part of `PageInference` that this module uses, whose module imports this one."""

    def wire_dtypes(self, wire: Wire) -> list[str | None]: ...

    def given_by_pages(self, block_type: BlockType, attrs: dict[str, Any]) -> dict[str, list[str | None]]: ...


def misfits(inference: MismatchInference, name: str) -> list[Problem]:
    """Return the problems of a block of the page; all its sources must be visited."""
    return list(_Misfits(inference, inference.page.blocks[name]).problems())


def widens(inference: MismatchInference, block: Block, pin: Pin, got: str, wanted: str | None) -> bool:
    """Return whether an input and those that share its dtype can be changed to the dtype `got` of a wire.

    `got` must be able to represent all values of the wanted dtype, and more.
    """
    type_ = inference.catalogue[block.type]
    attr = type_.attr(pin.type_attr) if pin.type_attr and pin.type_attr not in block.values else None
    return (
        attr is not None
        and holds_more(got, wanted)
        and got in (attr.allowed or (got,))
        and not any(other.kind == REF and other.type_attr == pin.type_attr for other in type_.inputs)
    )


class _Misfits:
    """The problems of one block."""

    def __init__(self, inference: MismatchInference, block: Block):
        self.inference, self.page, self.block = inference, inference.page, block
        self.type = inference.catalogue[block.type]
        self.attrs = inference.known[block.id].attrs
        self.wired = self.page.into.get(block.id, {})
        self.clashed = set[str | None]()  # attrs for which a wire has another dtype

    def problems(self) -> Iterator[Problem]:
        """Yield all problems; those of the pins first."""
        for pin in self.type.inputs:
            yield from self._of_pin(pin)
        if self.type.inputs and self.type.inputs[0].dtype == "DT_RESOURCE":
            yield from self._of_variable()
        lacking = set[str]()
        for attr in self.type.attrs:
            value = self.attrs.get(attr.name)
            if value is None and not (attr.type == "shape" and attr.name in self.attrs):
                if attr.required:
                    yield from self._untold(attr, lacking)
            elif (
                attr.allowed
                and value is not None
                and attr.name not in self.clashed
                and not (isinstance(value, str) and value in attr.allowed)
            ):
                yield from self._refused(attr, value)

    def _say(self, kind: str, pin: str, /, **facts: Any) -> Problem:
        return make_problem(kind, address(self.page.name, self.block.id, pin), **facts)

    def _of_pin(self, pin: Pin) -> Iterator[Problem]:
        """Yield problems of wires into a pin with another dtype."""
        expected = pin.dtype or self.attrs.get(pin.type_attr or "")
        for wire in self.wired.get(pin.name, ()) if expected else ():
            carried = self.inference.dtype(wire.source, wire.source_pin)
            if carried == expected or wire.kind == CONTROL:
                continue
            dtypes = carried if isinstance(carried, list) else [carried]
            got = next((dtype for dtype in dtypes if dtype and dtype != expected), None)
            if got is None:
                continue
            self.clashed.add(pin.type_attr)
            yield self._say(
                "dtype-clash",
                pin.name,
                source=f"{wire.source}.{wire.source_pin}",
                got=got,
                wanted=expected,
                attr="" if pin.dtype else pin.type_attr,
                castable=_castable(got, expected),
                widens=widens(self.inference, self.block, pin, got, expected),
            )

    def _of_variable(self) -> Iterator[Problem]:
        """Yield a problem if a variable has another dtype than this op: TensorFlow reports it only in a run."""
        pin = self.type.inputs[0].name
        if not self.type.traits.takes_variable:
            return
        wires = self.wired.get(pin, ())
        maker = self.page.blocks.get(wires[0].source) if len(wires) == 1 else None
        if maker is None or traits_of(maker.type).variable != "resource":
            return
        theirs, attrs = self.inference.known[maker.id].attrs.get("dtype"), self.attrs
        name = "dtype" if "dtype" in attrs else "T"
        if theirs and attrs.get(name) and theirs != attrs[name]:
            yield self._say("dtype-clash:variable", pin, maker=maker.id, holds=theirs, attr=name, own=attrs[name])

    def _untold(self, attr: Attr, lacking: set[str]) -> Iterator[Problem]:
        """Yield a problem for a required attr without a value; `lacking` are the attrs that another problem reports."""
        block, type_ = self.block, self.type
        if (
            attr.name in block.values
            or attr.name == "dtype"
            and any(a.type == "tensor" and (a.required or a.name in block.values) for a in type_.attrs)
        ):
            return  # a problem already reports the invalid or missing value, or the tensor that determines it
        if attr.name in type_.inferred and self._hangs(block.id):
            return  # the source has a problem already
        if attr.name in follows(type_.op) and not self.inference.given_by_pages(type_, self.attrs):
            return  # a missing page, or a missing name of a page, is another problem
        if attr.name in dataset_types.ATTRS and (sources := self._without_element()):
            if attr.name not in lacking and not any(map(self._lacks, sources)):
                yield self._say("missing-attr:elements", attr.name, source=sources[0])
            lacking.update(dataset_types.ATTRS)  # the element determines all of these attrs
            return
        pins = [p.name for p in type_.inputs if attr.name in (p.type_attr, p.type_list_attr, p.number_attr)]
        yield self._say("missing-attr", attr.name, type=attr.type, pins=pins)

    def _refused(self, attr: Attr, value: Any) -> Iterator[Problem]:
        """Yield a problem for a value that the op does not allow, at the pin with the value."""
        values, allowed = map(_plain, value if isinstance(value, list) else [value]), attr.allowed or ()
        refused = [value for value in values if value not in allowed]
        if not refused or refused[0] is None:
            return
        typed = attr.name in self.block.values
        pins = (p.name for p in self.type.inputs if not typed and attr.name in (p.type_attr, p.type_list_attr))
        yield self._say(
            "not-allowed",
            next(pins, attr.name),
            attr=attr.name,
            value=refused[0],
            type=self.type.title,
            takes=attr.allowed,
        )

    def _without_element(self) -> list[str]:
        """Return the sources that are datasets or iterators with unknown elements."""
        wires = [
            *(w for pins in self.wired.values() for w in pins if w.kind != CONTROL),
            *dataset_types.feeders(self.page, self.block.id),
        ]
        return [
            w.source
            for w in wires
            if self.inference.dtype(w.source, w.source_pin) in ("DT_VARIANT", "DT_RESOURCE")
            and dataset_types.element(self.inference, w.source, w.source_pin) is None
        ]

    def _lacks(self, name: str) -> bool:
        """Return whether the elements of a block are unknown because of a missing attr or its own sources."""
        type_ = self.inference.catalogue.get(self.page.blocks[name].type) if name in self.page.blocks else None
        return (
            type_ is None
            or self._hangs(name)
            or any(
                attr.required
                and attr.name in dataset_types.ATTRS
                and self.inference.known[name].attrs.get(attr.name) is None
                for attr in type_.attrs
            )
        )

    def _hangs(self, block: str) -> bool:
        """Return whether an input comes from a block whose dtype is unknown."""
        return any(
            None in self.inference.wire_dtypes(w)
            for pins in self.page.into.get(block, {}).values()
            for w in pins
            if w.kind != CONTROL
        )


def _plain(value: Any) -> Any:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _castable(a: str, b: str) -> bool:
    return all(d in DTYPES and DTYPES[d].family in _FAMILIES for d in (a, b))


def holds_more(got: str, wanted: str | None) -> bool:
    """Return whether a dtype exceeds the wanted one: fractions, complex numbers, or larger integers."""
    if wanted is None or not _castable(got, wanted):
        return False
    one, other = DTYPES[got], DTYPES[wanted]
    have, want = _FAMILIES[one.family], _FAMILIES[other.family]
    return have > want or have == want == _FAMILIES["i"] and np.can_cast(other.via, one.via, "safe")
