"""Muted and bypassed blocks: the page that is run and checked is the page without them.

A page as it is drawn comes in, the page without those blocks goes out. A muted block goes with its wires. So does,
downstream, every block that thereby lacks an input that it must have. In the place of a bypassed block's output stands
what is wired to its first input of that type.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from blockloom.blocks.catalogue.block_types import SESSIONS, BlockType, Pin
from blockloom.blocks.document.pages import BYPASS, CONTROL, REF, TENSOR, Page, Wire, control


def active(page: Page, catalogue: Mapping[str, BlockType]) -> Page:
    """The page without what is muted or bypassed; the page itself where nothing is."""
    gone = left_out(page, catalogue)
    return Muting(page, catalogue, gone).page() if gone else page


def left_out(page: Page, catalogue: Mapping[str, BlockType]) -> set[str]:
    """The blocks that are muted or bypassed, and those that are left out because of them."""
    moded = {block.id for block in page.blocks.values() if block.mode}
    return Muting(page, catalogue, moded).spread() if moded else moded


def may_be_empty(pin: Pin, type_: BlockType) -> bool:
    """Whether an input is a list whose length may be 0."""
    if not pin.list:
        return False
    attr = type_.attr(pin.number_attr or pin.type_list_attr or "")
    return attr is not None and not attr.minimum


class Muting:
    """A page as it is drawn, and the blocks that are gone from it."""

    def __init__(self, page: Page, catalogue: Mapping[str, BlockType], gone: set[str]):
        self.drawn, self.catalogue, self.gone = page, catalogue, gone

    def spread(self) -> set[str]:
        """Add to what is gone what cannot be without it."""
        fresh = self.gone = set(self.gone)
        while fresh:
            fresh = {target for target, pin in self._users(fresh)
                     if target not in self.gone and self._lacks(target, pin)}
            self.gone |= fresh
        return self.gone

    def _users(self, blocks: set[str]) -> Iterator[tuple[str, str]]:
        """The pins that outputs of blocks are wired to, also by way of bypassed blocks."""
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
        """The wire whose output stands in for a wire's: itself where that is there; None where nothing does."""
        todo, seen = [wire], set()
        while todo:
            found = todo.pop()
            if found.source not in self.gone:
                return found
            output = found.source, found.source_pin
            if self._bypassed(found.source) and output not in seen:
                seen.add(output)
                todo += reversed(self._inputs(*output))
        return None

    def _inputs(self, block: str, pin: str) -> list[Wire]:
        """The wires into the inputs of a bypassed block that are of the type of its output, in the order of its
        inputs."""
        type_ = self.catalogue.get(self.drawn.blocks[block].type)
        out = next((p for p in type_.outputs if p.name == pin), None) if type_ is not None else None
        if type_ is None or out is None or not (out.type_attr or out.dtype) or not _single(out):
            return []
        wired = self.drawn.into.get(block, {})
        return [wired[p.name][0] for p in type_.inputs if p.name in wired and _single(p)
                and (p.type_attr, p.dtype) == (out.type_attr, out.dtype)]

    def _before(self, block: str) -> list[str]:
        """The blocks that a bypassed one comes after."""
        todo, seen = [block], {block}
        found: dict[str, None] = {}
        while todo:
            for wires in self.drawn.into.get(todo.pop(), {}).values():
                for name in (w.source for w in wires):
                    if name in seen:
                        continue
                    seen.add(name)
                    if self._bypassed(name):
                        todo.append(name)
                    elif name in self.drawn.blocks and name not in self.gone:
                        found[name] = None
        return list(found)

    def page(self) -> Page:
        """The page without what is gone."""
        drawn, made = self.drawn, Page(self.drawn.name)
        made.size, made.background, made.frames, made.notes = drawn.size, drawn.background, drawn.frames, drawn.notes
        made.blocks = {name: block for name, block in drawn.blocks.items() if name not in self.gone}
        made.put_wires([(wire, None) for target, pins in drawn.into.items() if target not in self.gone
                        for wires in pins.values() for wire in self._laid(wires)])
        return made

    def _laid(self, wires: Collection[Wire]) -> Iterator[Wire]:
        """What the wires into a pin become."""
        there = set(wires)
        for wire in wires:
            if wire.source not in self.gone:
                yield wire
            elif wire.kind == CONTROL:
                for name in self._before(wire.source) if self._bypassed(wire.source) else ():
                    new = control(name, wire.target)
                    if name != wire.target and new not in there:
                        there.add(new)
                        yield new
            else:
                found = self.end(wire)
                if found is not None:
                    yield wire._replace(source=found.source, source_pin=found.source_pin, kind=found.kind)


def _single(pin: Pin) -> bool:
    return pin.kind in (TENSOR, REF) and not pin.list
