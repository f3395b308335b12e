"""Checks of block types, their kernels, and frames."""

from __future__ import annotations

import re

from blockloom.blocks.catalogue import kernels
from blockloom.blocks.catalogue.page_signature import page_of_type
from blockloom.blocks.checks.checked import CheckedPage, TypeMembers
from blockloom.blocks.cluster import is_device
from blockloom.blocks.document import scopes
from blockloom.blocks.document.pages import Block
from blockloom.blocks.text.similar_names import similar_names


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
