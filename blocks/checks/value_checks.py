"""Checks of typed values, and of attrs against wires."""

from __future__ import annotations

from blockloom.blocks.catalogue.block_types import DEVICE, INTERNAL_ATTRS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import ARG, RETVAL
from blockloom.blocks.checks.checked import CheckedPage, TypeMembers, begin
from blockloom.blocks.checks.wire_checks import of_handle
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import LIST, REF, TENSOR, Block
from blockloom.blocks.values.devices import is_device
from blockloom.blocks.values.literals import ValueSyntaxError


def values(checked: CheckedPage, block: Block, names: TypeMembers) -> None:
    """Add problems of values typed into pins that do not exist, or that accept only wires."""
    for name, text in block.values.items():
        pin = names.inputs.get(name)
        if pin is None:
            if name in INTERNAL_ATTRS and (names.type.op or _is_node(block.type)):
                internal(checked, block, name, text)
            elif name not in names.attrs:
                checked.say("unknown-pin", block.id, name, type=block.type, takes=[*names.inputs, *names.attrs])
        elif (kind := REF if pin.list and pin.ref else pin.kind) not in (
            TENSOR,
            LIST,
        ) and name not in checked.page.into.get(block.id, ()):
            checked.say("not-typeable", block.id, name, wire=kind, handle=of_handle(pin), many=pin.list)


def _is_node(block_type: str) -> bool:
    """Return whether a composite stands for one node."""
    return block_type in (ARG, RETVAL) or traits_of(block_type).with_value


def internal(checked: CheckedPage, block: Block, name: str, text: str) -> None:
    """Add a problem if the value of an internal attr, such as `_class`, cannot be read."""
    try:
        value = read_attr(text, INTERNAL_ATTRS[name])
    except ValueSyntaxError as error:
        checked.say("bad-value:attr", block.id, name, why=str(error), type=INTERNAL_ATTRS[name])
    else:
        if name == DEVICE and not is_device(value.decode()):
            checked.say("bad-device", block.id, name, device=value.decode())


def minima(checked: CheckedPage, block: Block, names: TypeMembers) -> None:
    """Add problems of numbers and lists that are smaller than the op's minimum."""
    known = checked.inference.known.get(block.id)
    if known is None:
        return
    for attr in names.bounded:
        value = known.attrs.get(attr.name)
        count = len(value) if isinstance(value, list) else value
        if not isinstance(count, int | float) or attr.minimum is None or count >= attr.minimum:
            continue
        pin = next((p for p in names.type.inputs if attr.name in (p.number_attr, p.type_list_attr)), None)
        if pin is None or attr.name in block.values:
            checked.say("too-few", block.id, attr.name, count=count, least=attr.minimum, listed=isinstance(value, list))
        elif (block.id, pin.name) not in checked.missing:
            checked.say("too-few:wires", block.id, pin.name, count=count, least=attr.minimum)


def shapes(checked: CheckedPage, block: Block) -> None:
    """Add a problem where the attrs `dtypes` and `shapes` differ in length, which may leave TensorFlow hanging."""
    known = checked.inference.known.get(block.id)
    dtypes, shapes = (known.attrs.get(name) if known else None for name in ("dtypes", "shapes"))
    if isinstance(dtypes, list) and isinstance(shapes, list) and len(dtypes) != len(shapes):
        checked.say("unequal-lists", block.id, "shapes", count=len(shapes), other="dtypes", wanted=len(dtypes))


def counts(checked: CheckedPage, block: Block, names: TypeMembers) -> None:
    """Add problems of list pins whose wires differ from attrs in number or dtypes."""
    known = checked.inference.known.get(block.id)
    if known is None:
        return
    for pin in names.counted:
        wires = checked.page.into.get(block.id, {}).get(pin.name, ())
        carried = [(w, checked.inference.dtype(w.source, w.source_pin)) for w in wires]
        if not wires or any(w.kind == LIST and not isinstance(d, list) for w, d in carried):
            continue
        have = [(w, dtype) for w, d in carried for dtype in (d if isinstance(d, list) else [d])]
        name = pin.number_attr or pin.type_list_attr or ""
        told = known.attrs.get(name)
        count = len(told) if isinstance(told, list) else told
        if count is not None and count != len(have):
            checked.say(
                "wrong-count",
                block.id,
                pin.name,
                count=len(have),
                attr=name,
                wanted=count,
                listed=isinstance(told, list),
                typed=name in block.values,
            )
        elif isinstance(told, list):
            for (wire, got), want in zip(have, told, strict=True):
                if got and want and got != want:
                    checked.say(
                        "dtype-clash:listed", block.id, pin.name, source=begin(wire), got=got, wanted=want, attr=name
                    )
