"""Muted and bypassed blocks: the page that is run and checked is the page without them.

The input is a page as it is drawn, the output the page without those blocks. A muted block is removed with its wires,
and so is every downstream block that then lacks a required input. An output of a bypassed block is replaced by the
source of the block's first input of that type.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from blockloom.blocks.catalogue.block_types import SESSIONS, BlockType, Pin
from blockloom.blocks.document.pages import BYPASS, CONTROL, REF, TENSOR, Page, Wire, control


def active(page: Page, catalogue: Mapping[str, BlockType]) -> Page:
    """Return the page without its muted and bypassed blocks; the page itself if it has none."""
    gone = left_out(page, catalogue)
    return Muting(page, catalogue, gone).page() if gone else page


def left_out(page: Page, catalogue: Mapping[str, BlockType]) -> set[str]:
    """Return the ids of muted and bypassed blocks, and of blocks that cannot run without them."""
    moded = {block.id for block in page.blocks.values() if block.mode}
    return Muting(page, catalogue, moded).spread() if moded else moded


def may_be_empty(pin: Pin, type_: BlockType) -> bool:
    """Return whether an input is a list whose length may be 0."""
    if not pin.list:
        return False
    attr = type_.attr(pin.number_attr or pin.type_list_attr or "")
    return attr is not None and not attr.minimum


class Muting:
    """A page without some of its blocks: `gone` are their ids."""

    def __init__(self, page: Page, catalogue: Mapping[str, BlockType], gone: set[str]):
        self.drawn, self.catalogue, self.gone = page, catalogue, gone

    def spread(self) -> set[str]:
        """Add to `gone` the blocks that lack an input because of it, directly or through others, and return `gone`."""
        fresh = self.gone = set(self.gone)
        while fresh:
            fresh = {
                target for target, pin in self._users(fresh) if target not in self.gone and self._lacks(target, pin)
            }
            self.gone |= fresh
        return self.gone

    def _users(self, blocks: set[str]) -> Iterator[tuple[str, str]]:
        """Yield the pins that outputs of blocks are wired to, also through bypassed blocks."""
        todo, seen = list(blocks), set(blocks)
        while todo:
            for wire in self.drawn.out.get(todo.pop(), ()):
                yield wire.target, wire.target_pin
                if wire.target not in seen and self._bypassed(wire.target):
                    seen.add(wire.target)
                    todo.append(wire.target)

    def _bypassed(self, block: str) -> bool:
        return block in self.drawn.blocks and self.drawn.blocks[block].mode == BYPASS

    def _lacks(self, block: str, pin: str) -> bool:
        there = self.drawn.blocks.get(block)
        type_ = self.catalogue.get(there.type) if there is not None and there.type not in SESSIONS else None
        if there is None or type_ is None or pin in there.values:
            return False
        found = type_.input(pin)
        if found is None or found.optional or may_be_empty(found, type_):
            return False
        return not any(self.end(wire) for wire in self.drawn.into[block][pin])

    def end(self, wire: Wire) -> Wire | None:
        """Return the wire that replaces a wire from a removed block, through bypassed blocks.

        The result is the wire itself if its source is on the page, and None if nothing replaces it.
        """
        todo, seen = [wire], set()
        while todo:
            start = todo.pop()
            if start.source not in self.gone:
                return start
            output = start.source, start.source_pin
            if self._bypassed(start.source) and output not in seen:
                seen.add(output)
                todo += reversed(self._inputs(*output))
        return None

    def _inputs(self, block: str, pin: str) -> list[Wire]:
        """Return the wires into those inputs of a bypassed block that have the type of its output, in order."""
        type_ = self.catalogue.get(self.drawn.blocks[block].type)
        out = next((p for p in type_.outputs if p.name == pin), None) if type_ is not None else None
        if type_ is None or out is None or not (out.type_attr or out.dtype) or not _single(out):
            return []
        wired = self.drawn.into.get(block, {})
        return [
            wired[p.name][0]
            for p in type_.inputs
            if p.name in wired and _single(p) and (p.type_attr, p.dtype) == (out.type_attr, out.dtype)
        ]

    def _before(self, block: str) -> list[str]:
        """Return the blocks that a bypassed one comes after."""
        todo, seen = [block], {block}
        before: dict[str, None] = {}
        while todo:
            for wires in self.drawn.into.get(todo.pop(), {}).values():
                for name in (w.source for w in wires):
                    if name in seen:
                        continue
                    seen.add(name)
                    if self._bypassed(name):
                        todo.append(name)
                    elif name in self.drawn.blocks and name not in self.gone:
                        before[name] = None
        return list(before)

    def page(self) -> Page:
        """Return a copy of the page without removed blocks; wires pass through bypassed ones."""
        drawn, made = self.drawn, Page(self.drawn.name)
        made.size, made.background, made.frames, made.notes = drawn.size, drawn.background, drawn.frames, drawn.notes
        made.blocks = {name: block for name, block in drawn.blocks.items() if name not in self.gone}
        made.put_wires(
            [
                (wire, None)
                for target, pins in drawn.into.items()
                if target not in self.gone
                for wires in pins.values()
                for wire in self._laid(wires)
            ]
        )
        return made

    def _laid(self, wires: Collection[Wire]) -> Iterator[Wire]:
        """Yield the wires that replace the wires into a pin."""
        placed = set(wires)
        for wire in wires:
            if wire.source not in self.gone:
                yield wire
            elif wire.kind == CONTROL:
                for name in self._before(wire.source) if self._bypassed(wire.source) else ():
                    new = control(name, wire.target)
                    if name != wire.target and new not in placed:
                        placed.add(new)
                        yield new
            else:
                start = self.end(wire)
                if start is not None:
                    yield wire._replace(source=start.source, source_pin=start.source_pin, kind=start.kind)


def _single(pin: Pin) -> bool:
    return pin.kind in (TENSOR, REF) and not pin.list
