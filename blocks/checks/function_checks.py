"""Checks of pages that are functions of blocks."""

from __future__ import annotations

from collections.abc import Sequence

from blockloom.blocks.catalogue.block_types import Attr
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import PREFIX
from blockloom.blocks.checks.checked import CheckedPage
from blockloom.blocks.checks.types import missing_page
from blockloom.blocks.document.addresses import inside
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block
from blockloom.blocks.infer.function_contracts import function_contract
from blockloom.blocks.infer.page_uses import reached
from blockloom.blocks.values.literals import ValueSyntaxError
from blockloom.blocks.values.shapes import shape_text


def check(checked: CheckedPage, block: Block, attr: Attr) -> None:
    """Add problems of an attr that names pages as functions.

    These are missing pages, pages that use themselves, and unsuitable Args and Retvals.
    """
    known = checked.inference.known.get(block.id)
    value = known.attrs.get(attr.name) if known is not None else None
    catalogue, sound = checked.catalogue, list[str]()
    for page in value if isinstance(value, list) else [value] if value else ():
        if page not in catalogue.document.pages:
            missing_page(checked, block, attr.name, page)
        else:
            ring = checked.circle(catalogue.page_at(checked.page.name, inside("", block.id).path), page)
            if ring:
                checked.say("recursion", block.id, attr.name, pages=ring)
                continue
            _fits(checked, catalogue, block, attr, page)
            sound.append(page)
    names = checked.members(block.type)
    if sound and names is not None and names.type.traits.dataset:
        _elements(checked, catalogue, block, attr, sound)


def _fits(checked: CheckedPage, catalogue: Catalogue, block: Block, attr: Attr, page: str) -> None:
    """Add problems if the Args and Retvals of a function's page do not match the op."""
    want = function_contract(checked.inference, block.id, attr.name)
    if want is None:
        return
    signature, type_ = catalogue.signature(page), catalogue[PREFIX + page]
    parameters: dict[str, str] = {}  # of the page: the dtypes that it is used with here
    for gives, slots, open_, pins, blocks in (
        (False, want.args, want.args_open, type_.inputs, signature.args),
        (True, want.results, want.results_open, type_.outputs, signature.retvals),
    ):
        if len(pins) < len(slots) or len(pins) > len(slots) and not open_:
            checked.say(
                "function-misfit",
                block.id,
                attr.name,
                page=page,
                gives=gives,
                have=[pin.name for pin in pins],
                wanted=[f"{slot.name} {slot.dtype}".rstrip() for slot in slots],
            )
            continue
        for slot, pin, interface_block in zip(slots, pins, blocks):
            dtype = parameters.setdefault(pin.type_attr, slot.dtype) if pin.type_attr and slot.dtype else pin.dtype
            shape = _shape(interface_block)
            if slot.dtype and dtype and dtype != slot.dtype:
                checked.say(
                    "function-misfit:dtype",
                    block.id,
                    attr.name,
                    page=page,
                    gives=gives,
                    name=pin.name,
                    have=dtype,
                    wanted=slot.dtype,
                )
            elif slot.shape is not None and shape is not None and not _may_be(slot.shape, shape):
                checked.say(
                    "function-misfit:shape",
                    block.id,
                    attr.name,
                    page=page,
                    name=pin.name,
                    have=shape_text(shape),
                    wanted=shape_text(slot.shape),
                )


def _shape(block: Block) -> list[int | None] | None:
    """Return the shape that is typed for an Arg; None if unknown or invalid."""
    try:
        found = read_attr(block.values.get("shape", "?"), "shape")
    except ValueSyntaxError:
        return None
    return None if found is None else [None if size < 0 else size for size in found]


def _may_be(one: Sequence[int | None], other: Sequence[int | None]) -> bool:
    return len(one) == len(other) and all(a is None or b is None or a == b for a, b in zip(one, other))


def _elements(checked: CheckedPage, catalogue: Catalogue, block: Block, attr: Attr, pages: list[str]) -> None:
    """Add a problem if a function of a dataset has state."""
    for name in reached(catalogue.document, pages, catalogue):
        for one in catalogue.document.pages[name].blocks.values():
            found = catalogue.get(one.type)
            if found is not None and found.stateful and not (found.traits.dataset or found.traits.only_tells):
                checked.say("stateful-element", block.id, attr.name, page=name, block=one.id, type=found.title)
                return
