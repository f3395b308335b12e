"""Checks of block types and frames, of typed values, and of attrs against wires."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blockloom.blocks.catalogue import kernels
from blockloom.blocks.catalogue.block_types import DEVICE, INTERNAL_ATTRS, Attr
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import ARG, PREFIX, RETVAL, page_of_type
from blockloom.blocks.catalogue.tensor_shapes import shape_text
from blockloom.blocks.checks import wire_checks
from blockloom.blocks.checks.checked import CheckedPage, TypeMembers, begin
from blockloom.blocks.checks.wire_checks import of_handle
from blockloom.blocks.cluster import is_device
from blockloom.blocks.document import scopes
from blockloom.blocks.document.addresses import Address, address, inside
from blockloom.blocks.document.literal_cache import Value, read_attr
from blockloom.blocks.document.pages import LIST, REF, TENSOR, Block, Document
from blockloom.blocks.infer.function_contracts import function_contract
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import reached
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.similar_names import similar_names
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
    """Add a problem if the attrs `dtypes` and `shapes` differ in length, since TensorFlow may then hang."""
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


def check_function(checked: CheckedPage, block: Block, attr: Attr) -> None:
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
            ring = checked.find_cycle(catalogue.page_at(checked.page.name, inside("", block.id).path), page)
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
    parameters: dict[str, str] = {}  # parameter of the page -> the dtype that it needs here
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


GRAPH = (1 << 31) - (1 << 20)  # most bytes of constants in a GraphDef, whose message is limited to 2 GiB


def check(document: Document, page: str, inference: PageInference) -> Iterator[Problem]:
    """Yield problems of the weights that a page names: files that changed or are missing.

    Files that were not read yet, or have changed, are read.
    """
    if not document.weights:
        return
    keys = sorted(document.keys())
    changed = [key for key in keys if document.weights.changed(key, document.folder)]
    if changed or keys and document.weights.file_changed(document.folder):
        yield make_problem("weights-changed", Address(page), file=document.weights.file, keys=changed)
    sizes = {
        name: _constants(inference, name)
        for name in inference.known
        if not traits_of(inference.page.blocks[name].type).variable
    }
    total = sum(sizes.values())
    if total > GRAPH:
        yield make_problem(
            "graph-too-large",
            address(inference.page.name, max(sizes, key=lambda name: sizes[name])),
            gigabytes=f"{total / 1e9:.1f}",
        )


def _constants(inference: PageInference, block: str) -> int:
    """Return the number of bytes of a block's weights that become constants of the graph."""
    known = inference.known[block]
    found = [*known.attrs.values(), *(value for values in known.literals.values() for value in values)]
    return sum(value.array.nbytes for value in found if isinstance(value, Value) and value.key)


def check_block(checked: CheckedPage, block: Block) -> None:
    """Add the problems of a block, its values and its wires to `checked.problems`."""
    names = checked.members(block.type)
    if names is None:
        unknown(checked, block)
        return
    if names.type.deprecated:
        deprecated(checked, block, names)
    if block.values:
        values(checked, block, names)
    if block.frame and block.frame not in checked.page.frames:
        checked.say("missing-frame", block.id, frame=block.frame)
    arrived, before = checked.inference.arrived(block.id), len(checked.problems)
    is_sound = arrived is not None and arrived in checked.sound
    if not is_sound:
        wire_checks.missing(checked, block, names)
    wire_checks.check_wires(checked, block, names)
    if not is_sound:
        minima(checked, block, names)
        if names.shaped:
            shapes(checked, block)
        counts(checked, block, names)
        if names.type.kernels:
            kernel(checked, block, names)
        if arrived is not None and len(checked.problems) == before:
            checked.sound.add(arrived)
    for attr in names.functions:
        if attr.name in block.values or attr.required:
            check_function(checked, block, attr)


def unknown(checked: CheckedPage, block: Block) -> None:
    """Add a problem for a block type that the catalogue does not have, or a page that the document does not have."""
    page = page_of_type(block.type)
    if page:
        missing_page(checked, block, "", page)
        return
    near: list[str] = []
    if checked.suggestions:
        checked.suggestions -= 1
        near = similar_names(block.type, checked.catalogue, 3)
    checked.say("unknown-type", block.id, type=block.type, near=near, version=checked.catalogue.version)


def deprecated(checked: CheckedPage, block: Block, names: TypeMembers) -> None:
    """Add a problem for a type that TensorFlow no longer accepts, with the types that its text names."""
    named = re.findall(r"\b[A-Z]\w+", names.type.deprecated)
    checked.say(
        "deprecated-type",
        block.id,
        type=block.type,
        about=names.type.deprecated,
        instead=[name for name in named if name in checked.catalogue and name != block.type],
    )


def kernel(checked: CheckedPage, block: Block, names: TypeMembers) -> None:
    """Add a problem if no kernel accepts the block's dtypes.

    Inference reports dtypes that the op itself does not accept.
    """
    known = checked.inference.known.get(block.id)
    misfit = kernels.misfit(names.type, known.attrs) if known else None
    if misfit is None or misfit.value is None:
        return
    allowed = names.attrs[misfit.attr].allowed
    if allowed is not None and misfit.value not in allowed:
        return
    wired = checked.page.into.get(block.id, ())
    pin = next(
        (
            p.name
            for p in names.type.inputs
            if misfit.attr in (p.type_attr, p.type_list_attr)
            and misfit.attr not in block.values
            and (p.name in wired or p.name in block.values)
        ),
        misfit.attr,
    )
    checked.say(
        "no-kernel-type", block.id, pin, attr=misfit.attr, dtype=misfit.value, op=names.type.op, takes=misfit.accepted
    )


def missing_page(checked: CheckedPage, block: Block, pin: str, page: str) -> None:
    """Add a problem for a page that the document does not have, with pages of similar names."""
    checked.say(
        "missing-page",
        block.id,
        pin,
        page=page,
        near=similar_names(page, checked.catalogue.document.pages, 3),
    )


def frames(checked: CheckedPage) -> None:
    """Add problems of frames that are inside themselves, or have an invalid device."""
    cyclic = scopes.frames_in_cycles(checked.page.frames)
    for frame in checked.page.frames.values():
        if frame.id in cyclic:
            checked.say("frame-cycle", frame.id)
        if frame.device and not is_device(frame.device):
            checked.say("bad-device", frame.id, device=frame.device)
