"""Checks of one block, its values and its wires."""

from __future__ import annotations

from blockloom.blocks.checks import types, value_checks, wire_checks
from blockloom.blocks.checks.checked import CheckedPage
from blockloom.blocks.document.pages import Block


def check_block(checked: CheckedPage, block: Block) -> None:
    """Add the problems of a block, its values and its wires to `checked.problems`."""
    names = checked.members(block.type)
    if names is None:
        types.unknown(checked, block)
        return
    if names.type.deprecated:
        types.deprecated(checked, block, names)
    if block.values:
        value_checks.values(checked, block, names)
    if block.frame and block.frame not in checked.page.frames:
        checked.say("missing-frame", block.id, frame=block.frame)
    arrived, before = checked.inference.arrived(block.id), len(checked.problems)
    is_sound = arrived is not None and arrived in checked.sound
    if not is_sound:
        wire_checks.missing(checked, block, names)
    wire_checks.check_wires(checked, block, names)
    if not is_sound:
        value_checks.minima(checked, block, names)
        if names.shaped:
            value_checks.shapes(checked, block)
        value_checks.counts(checked, block, names)
        if names.type.kernels:
            types.kernel(checked, block, names)
        if arrived is not None and len(checked.problems) == before:
            checked.sound.add(arrived)
    for attr in names.functions:
        if attr.name in block.values or attr.required:
            value_checks.check_function(checked, block, attr)
