"""Block types, their kernels, and frames."""

from __future__ import annotations

import difflib
import re

from blockloom.blocks.catalogue import kernels
from blockloom.blocks.catalogue.signature import page_of_type
from blockloom.blocks.checks.checked import CheckedPage, Names
from blockloom.blocks.document import scopes
from blockloom.blocks.document.pages import Block
from blockloom.blocks.values.devices import is_device


def unknown(checked: CheckedPage, block: Block) -> None:
    """The catalogue has no such type, or the document no such page."""
    page = page_of_type(block.type)
    if page:
        missing_page(checked, block, "", page)
        return
    near: list[str] = []
    if checked.suggestions:
        checked.suggestions -= 1
        near = difflib.get_close_matches(block.type, checked.catalogue, 3)
    checked.say("unknown-type", block.id, type=block.type, near=near, version=checked.catalogue.version)


def deprecated(checked: CheckedPage, block: Block, names: Names) -> None:
    """The type is one that TensorFlow no longer takes; what it says of that names another, mostly."""
    named = re.findall(r"\b[A-Z]\w+", names.type.deprecated)
    checked.say("deprecated-type", block.id, type=block.type, about=names.type.deprecated,
                instead=[name for name in named if name in checked.catalogue and name != block.type])


def kernel(checked: CheckedPage, block: Block, names: Names) -> None:
    """Is there a kernel for the dtypes? What the op itself does not take is said of it."""
    known = checked.inference.known.get(block.id)
    found = kernels.misfit(names.type, known.attrs) if known else None
    if found is None or found.value is None:
        return
    allowed = names.attrs[found.attr].allowed
    if allowed is not None and found.value not in allowed:
        return
    wired = checked.page.into.get(block.id, ())
    pin = next((p.name for p in names.type.inputs if found.attr in (p.type_attr, p.type_list_attr)
                and found.attr not in block.values and (p.name in wired or p.name in block.values)), found.attr)
    checked.say("no-kernel-type", block.id, pin, attr=found.attr, dtype=found.value, op=names.type.op,
                takes=found.takes)


def missing_page(checked: CheckedPage, block: Block, pin: str, page: str) -> None:
    checked.say("missing-page", block.id, pin, page=page,
                near=difflib.get_close_matches(page, checked.catalogue.document.pages, 3))


def frames(checked: CheckedPage) -> None:
    """Frames that lie in themselves, or have a device that is none."""
    circles = scopes.circles(checked.page.frames)
    for frame in checked.page.frames.values():
        if frame.id in circles:
            checked.say("frame-cycle", frame.id)
        if frame.device and not is_device(frame.device):
            checked.say("bad-device", frame.id, device=frame.device)
