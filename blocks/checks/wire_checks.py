"""Checks of wires: missing ends, kinds that do not fit, missing inputs."""

from __future__ import annotations

from blockloom.blocks.catalogue import resource_kinds
from blockloom.blocks.catalogue.block_types import Pin
from blockloom.blocks.checks.checked import CheckedPage, TypeMembers, begin
from blockloom.blocks.document.fields import NO_NODE, VALIDATION
from blockloom.blocks.document.pages import CONTROL, LIST, OPERATION, REF, TENSOR, WIRE_KINDS, Block, Wire, split_index
from blockloom.blocks.lower.muting import may_be_empty


def missing(checked: CheckedPage, block: Block, names: TypeMembers) -> None:
    """Add problems of a block's inputs that have neither a wire nor a value, or too many wires."""
    wired = checked.page.into.get(block.id, {})
    for pin in names.type.inputs:
        if (
            pin.name not in wired
            and not pin.optional
            and pin.name not in block.values
            and not may_be_empty(pin, names.type)
        ):
            checked.missing.add((block.id, pin.name))
            spelled = pin.kind == TENSOR or pin.kind == LIST and (pin.dtype or pin.type_attr or pin.type_list_attr)
            checked.say(
                "missing-input",
                block.id,
                pin.name,
                typed=bool(spelled and pin.dtype != "DT_RESOURCE"),
                many=pin.list,
                handle=of_handle(pin),
                variable=pin.kind == REF or pin.dtype == "DT_RESOURCE",
            )
    for name, wires in wired.items():
        sink = names.inputs.get(name)
        if sink is not None and not sink.list and len(wires) > 1:
            checked.say("too-many-wires", block.id, name, sources=[begin(wire) for wire in wires])


def check_wires(checked: CheckedPage, block: Block, names: TypeMembers) -> None:
    """Add problems of wires into a block that have no source, or that do not fit."""
    for name, wires in checked.page.into.get(block.id, {}).items():
        pin = names.inputs.get(name)
        for wire in wires:
            _fits(checked, wire, names, pin)


def _fits(checked: CheckedPage, wire: Wire, names: TypeMembers, pin: Pin | None) -> None:
    """Add problems of a wire into an existing block: a missing source, or a kind that does not fit."""
    source = checked.page.blocks.get(wire.source)
    if source is None:
        checked.say("missing-block", wire.target, wire.target_pin, wire=str(wire), source=wire.source)
        return
    if wire.kind == CONTROL:
        for block in (source, checked.page.blocks[wire.target]):
            if block.type in NO_NODE:
                checked.say("wrong-kind:control", wire.target, wire=str(wire), block=block.id)
        return
    if pin is None:
        checked.say(
            "missing-pin",
            wire.target,
            wire.target_pin,
            wire=str(wire),
            source=begin(wire),
            type=names.type.name,
            inputs=list(names.inputs),
            attr=wire.target_pin in names.attrs,
        )
        return
    if source.type == VALIDATION:  # the source has no outputs: monitors are outside the page
        checked.say("wrong-kind:monitors", wire.target, pin.name, wire=str(wire), block=source.id)
        return
    fits = source.type, wire.source_pin, names.type.name, wire.target_pin, wire.kind
    if fits in checked.fitting:
        return
    out = _output(checked, wire, source)
    if out is None or _other_handle(checked, wire, source, names, pin):
        return
    takes = REF if pin.list and pin.ref else pin.kind  # a list of variables accepts only variables
    if out.kind == wire.kind in WIRE_KINDS[takes].accepts and out.name == wire.source_pin:
        checked.fitting.add(fits)  # the types of the blocks determine this
    elif out.kind not in WIRE_KINDS[takes].accepts:
        checked.say(
            "wrong-kind", wire.target, pin.name, wire=str(wire), source=begin(wire), gives=out.kind, takes=takes
        )
    elif wire.kind != out.kind:
        checked.say(
            "wrong-kind:told", wire.target, pin.name, wire=str(wire), source=begin(wire), gives=out.kind, told=wire.kind
        )


def _other_handle(checked: CheckedPage, wire: Wire, source: Block, names: TypeMembers, pin: Pin) -> bool:
    """Return whether the handle at a pin is of another kind of resource, and add a problem if so."""
    giver = checked.members(source.type)
    have = giver.type.traits.makes if giver is not None else ""
    want = names.type.traits.handle_inputs.get(pin.name, ()) if have else ()
    if not want or have in want:
        return False
    checked.handles.add((wire.target, pin.name))
    others = [
        t
        for t in (resource_kinds.counterpart(source.type, want[0]), resource_kinds.counterpart(names.type.name, have))
        if t in checked.catalogue
    ]
    checked.say("wrong-handle", wire.target, pin.name, source=wire.source, have=have, want=want, others=others)
    return True


def _output(checked: CheckedPage, wire: Wire, source: Block) -> Pin | None:
    """Return the output at the source of a wire; None, with a problem, if it does not exist."""
    names = checked.members(source.type)
    if names is None:
        return None  # the source has a problem already
    out = names.outputs.get(wire.source_pin)
    if out is not None:
        return out
    if wire.source_pin == OPERATION and names.type.op:
        return names.type.output(OPERATION)
    stem, index = split_index(wire.source_pin)
    whole = names.outputs.get(stem) if index is not None else None
    if whole is None:
        checked.say(
            "missing-output",
            wire.source,
            wire.source_pin,
            wire=str(wire),
            target=wire.target,
            target_pin=wire.target_pin,
            type=source.type,
            outputs=list(names.outputs),
        )
        return None
    if not whole.list:
        checked.say(
            "bad-index:no-list",
            wire.source,
            stem,
            output=wire.source_pin,
            wire=str(wire),
            target=wire.target,
            target_pin=wire.target_pin,
        )
        return None
    have = checked.inference.dtype(wire.source, stem)
    if isinstance(have, list) and index is not None and index >= len(have):
        checked.say(
            "bad-index", wire.source, stem, output=wire.source_pin, wire=str(wire), target=wire.target, count=len(have)
        )
        return None
    return names.type.output(wire.source_pin)


def loose(checked: CheckedPage) -> None:
    """Add problems of wires that end at blocks which the page does not have."""
    page = checked.page
    for target in sorted(page.into.keys() - page.blocks.keys()):
        for wires in page.into[target].values():
            for wire in wires:
                checked.say(
                    "missing-target",
                    wire.source if wire.source in page.blocks else "",
                    wire.source_pin,
                    wire=str(wire),
                    target=target,
                )


def of_handle(pin: Pin) -> bool:
    """Return whether an input takes a handle (of a queue, table ...), not a variable."""
    return "handle" in pin.name or pin.dtype == "DT_RESOURCE"
