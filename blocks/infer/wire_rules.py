"""Rules for wires on a page: possible wires, and the requirements for a new block at an end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from blockloom.blocks.catalogue.block_types import Pin, native, wire_error
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS, PICK
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.fields import NO_NODE, VALIDATION
from blockloom.blocks.document.pages import (
    CONTROL,
    OPERATION,
    REF,
    TENSOR,
    WIRE_KINDS,
    Page,
    Wire,
    control,
    split_index,
)
from blockloom.blocks.infer.compatible_types import FreeEndRequirement
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.text.phrases import phrase


class WireEnd(Struct, frozen=True):
    """One end of a wire: an output or input (`side`). Its pin is "" for a control port."""

    block: str
    pin: str
    side: str
    kind: str = TENSOR


class WireFit(Struct, frozen=True):
    """The possible wire between two ends, or the `reason` why there is none ("" if there is one).

    `element`: an element of the list output must still be selected.
    """

    reason: str
    wire: Wire | None = None
    element: bool = False


def source_of(wire: Wire) -> WireEnd:
    """Return the output at which a wire begins."""
    return WireEnd(wire.source, wire.source_pin, "output", wire.kind)


def target_of(wire: Wire) -> WireEnd:
    """Return the input at which a wire ends."""
    return WireEnd(wire.target, wire.target_pin, "input", wire.kind)


class WireRules:
    """The rules for wires on a page in its current state.

    `inference` is called at the first use of dtypes; without it, they are inferred here.
    """

    def __init__(self, page: Page, catalogue: Catalogue, inference: Callable[[], PageInference] | None = None):
        self.page, self.catalogue = page, catalogue
        self._infer = inference or cache(lambda: PageInference(page, catalogue))

    @property
    def inference(self) -> PageInference:
        """The inference of the page."""
        return self._infer()

    def fit(self, output: WireEnd, target: WireEnd) -> WireFit:
        """Return whether an output can be wired to an input, with the wire or the reason why not."""
        if output.block == target.block and not self._loops(output.block):
            return WireFit(phrase("a block cannot feed itself"))
        output = self._of_op(output, target)
        if CONTROL in (output.kind, target.kind):
            if output.kind != target.kind:
                return WireFit(phrase("a control wire goes from block to block, not to a pin"))
            wire = control(output.block, target.block)
            for end in (output, target):
                if self.page.blocks[end.block].type in NO_NODE:
                    return WireFit(phrase("the control wire {} touches {}, which is not an operation", wire, end.block))
                if self.page.blocks[end.block].type in MONITORS:
                    return WireFit(phrase("{0} is not part of the graph: it takes no control wires", end.block))
            placed = wire in self.page.wires_into(target.block, "")
            return WireFit(phrase("{0} already waits for {1}", target.block, output.block) if placed else "", wire)
        source, sink = self.pin(output), self.pin(target)
        if source is None or sink is None:
            return WireFit(phrase("{0} has no such pin", (output if source is None else target).block))
        shows = self.page.blocks[target.block].type in MONITORS
        if self.page.blocks[output.block].type in (PICK, VALIDATION) and not shows:
            return WireFit(phrase("{0} is not part of the graph: its outputs are for monitors only", output.block))
        element = source.list and (shows or not sink.list and sink.kind in (TENSOR, REF))
        if element:
            source = replace(source, kind=REF if source.ref else TENSOR, list=False)
        reason = wire_error(source, sink) or self._dtypes(output, target, sink, element)
        return WireFit(reason, Wire(output.block, output.pin, target.block, target.pin, source.kind), element)

    def _of_op(self, output: WireEnd, target: WireEnd) -> WireEnd:
        """Return the output that runs a block, its `operation` or its control port, as the input requires."""
        if target.kind == CONTROL and output.kind == OPERATION:
            return replace(output, pin="", kind=CONTROL)
        operation, sink = replace(output, pin=OPERATION, kind=OPERATION), self.pin(target)
        runs = sink is not None and OPERATION in WIRE_KINDS[sink.kind].accepts and self.pin(operation) is not None
        return operation if output.kind == CONTROL and runs else output

    def _loops(self, name: str) -> bool:
        block = self.page.blocks.get(name)
        return block is not None and traits_of(native(block.type)).flow == "next_iteration"

    def pin(self, end: WireEnd) -> Pin | None:
        """Return the pin at an end; None if its block type has no such pin, and for a control port."""
        block = self.page.blocks.get(end.block)
        type_ = block and self.catalogue.get(block.type)
        return type_ and (type_.output(end.pin) if end.side == "output" else type_.input(end.pin))

    def _dtypes(self, output: WireEnd, target: WireEnd, sink: Pin, element: bool) -> str:
        got = self.inference.dtype(output.block, output.pin)
        if isinstance(got, list):
            got = got[0] if got and len(set(got)) == 1 else None
        wanted = sink.dtype
        if wanted is None and sink.type_attr:
            wanted = self.shared(target, sink)
        if got and wanted and got != wanted:
            return phrase(
                "{0} gives {1}, but {2} takes {3}",
                f"{output.block}.{output.pin}",
                got,
                f"{target.block}.{target.pin}",
                wanted,
            )
        attr = self.catalogue[self.page.blocks[target.block].type].attr(sink.type_attr) if sink.type_attr else None
        if got and attr is not None and attr.allowed and got not in attr.allowed:
            return phrase(
                "{0} takes {1}, not {2}", f"{target.block}.{target.pin}", ", ".join(map(str, attr.allowed[:6])), got
            )
        return ""

    def shared(self, target: WireEnd, sink: Pin) -> str | None:
        """Return the dtype that an input already has, by an attr or other wires; None if undecided."""
        block = self.page.blocks[target.block]
        type_ = self.catalogue[block.type]
        if sink.type_attr and sink.type_attr in block.values:
            dtype = self.inference.known[target.block].attrs.get(sink.type_attr)
            return dtype if isinstance(dtype, str) else None
        for pin in type_.inputs:
            if pin.type_attr == sink.type_attr and (pin.name != sink.name or sink.list):
                for wire in self.page.wires_into(target.block, pin.name):
                    dtypes = [d for d in self.inference.wire_dtypes(wire) if d]
                    if dtypes:
                        return dtypes[0]
        return None

    def elements(self, end: WireEnd) -> tuple[int | None, int]:
        """Return the number of elements of a list output (None if unknown), and the first without a wire."""
        found = self.inference.dtype(end.block, end.pin)
        used = {
            split_index(w.source_pin)[1]
            for w in self.page.wires_from(end.block)
            if split_index(w.source_pin)[0] == end.pin
        }
        count = len(found) if isinstance(found, list) else None
        free = next(i for i in range(len(used) + 1) if i not in used)
        return count, min(free, count - 1) if count else free

    def single(self, target: WireEnd) -> bool:
        """Return whether an input accepts only one wire."""
        pin = self.pin(target)
        return target.kind != CONTROL and (pin is None or not pin.list)

    def want(self, end: WireEnd) -> FreeEndRequirement:
        """Return the requirement for a new block at an end."""
        if end.kind == CONTROL:
            return FreeEndRequirement(end.side, CONTROL)
        pin = self.pin(end)
        if pin is None:
            return FreeEndRequirement(end.side, end.kind)
        type_ = self.catalogue[self.page.blocks[end.block].type]
        if end.side == "output":
            dtype = self.inference.dtype(end.block, end.pin)
            if isinstance(dtype, list):
                dtype = dtype[0] if dtype and len(set(dtype)) == 1 else None
            return FreeEndRequirement("output", pin.kind, dtype, pin.list, handles=type_.traits.things)
        dtype = pin.dtype or (self.shared(end, pin) if pin.type_attr else None)
        attr = type_.attr(pin.type_attr) if pin.type_attr else None
        return FreeEndRequirement(
            "input",
            pin.kind,
            dtype,
            pin.list,
            attr.allowed if attr else None,
            type_.traits.handle_inputs.get(pin.name, ()),
        )

    def wants(self, wire: Wire) -> tuple[FreeEndRequirement, FreeEndRequirement]:
        """Return the requirements for a new block in a wire: at the wire's source, and at its target."""
        return self.want(source_of(wire)), self.want(target_of(wire))
