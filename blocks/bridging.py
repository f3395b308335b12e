"""Wires that lead around blocks that are taken out: what they fed is fed by what fed them, as if they were bypassed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from blockloom.blocks.catalogue import BlockType
from blockloom.blocks.document import BYPASS, CONTROL, Look, Page, Placed
from blockloom.blocks.muting import Muting


def bridged(page: Page, catalogue: Mapping[str, BlockType], gone: Collection[str]) -> list[Placed]:
    """The wires that stand in for those from the blocks `gone` to others, where an input of theirs is of the type of
    the output; each with its place in its pin once those are removed."""
    around = Page(page.name)
    around.into, around.out = page.into, page.out
    around.blocks = page.blocks | {name: page.blocks[name]._replace(mode=BYPASS) for name in gone}
    muting = Muting(around, catalogue, set(gone))
    found = []
    for target, pin in sorted({(w.target, w.target_pin) for name in gone for w in page.out.get(name, ())
                               if w.kind != CONTROL and w.target not in gone}):
        place = 0
        for wire in page.into[target][pin]:
            if wire.source in gone:
                end = muting.end(wire)
                if end is None or end.source == target:
                    continue
                found.append(Placed(end._replace(target=target, target_pin=pin, look=Look(wire.look.color)), place))
            place += 1
    return found
