"""The position in a paused step, and an order in which a step may run blocks."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping

from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Page


class StepCursor:
    """A position in a paused step: `at` blocks of `order` ran, `stood` of them when the run paused."""

    def __init__(self, order: list[str], block: str, behind: bool):
        """Create a cursor for a run that paused before a block, or `behind` it."""
        self.order = order
        known = order.index(block) if block in order else 0
        self.at = self.stood = known + (behind and block in order)

    @property
    def is_at_breakpoint(self) -> bool:
        """True if the cursor is where the run paused."""
        return self.at == self.stood

    @property
    def ahead(self) -> list[str]:
        """The blocks after the cursor."""
        return self.order[self.at :]

    @property
    def next(self) -> str:
        """The block after the cursor, "" at the end."""
        return self.order[self.at] if self.at < len(self.order) else ""

    def move(self, by: int) -> bool:
        """Move the cursor by a number of blocks. Return False if there are not enough."""
        if not 0 <= self.at + by <= len(self.order):
            return False
        self.at += by
        return True


def order(page: Page, runs: Collection[str]) -> list[str]:
    """Return blocks in an order in which a step may run them, from left to right if there are several."""
    blocks: Mapping[str, object] = {
        name: None for name in runs if name in page.blocks and page.blocks[name].type not in MONITORS
    }
    into: dict[str, set[str]] = {name: set() for name in blocks}
    after: dict[str, list[str]] = {}
    for wire in page.wires():
        if wire.source in blocks and wire.target in blocks and wire.source not in into[wire.target]:
            into[wire.target].add(wire.source)
            after.setdefault(wire.source, []).append(wire.target)

    def key(name: str) -> tuple[float, float, str]:
        return page.blocks[name].x, page.blocks[name].y, name

    ready = [key(name) for name, sources in into.items() if not sources]
    heapq.heapify(ready)
    left, found = {name: len(sources) for name, sources in into.items()}, list[str]()
    waiting = sorted(map(key, blocks), reverse=True)
    done = set[str]()
    while len(found) < len(blocks):
        while not ready:  # all remaining blocks are in loops, or depend on one
            first = waiting.pop()
            if first[2] not in done:
                ready.append(first)
        name = heapq.heappop(ready)[2]
        if name in done:
            continue
        done.add(name)
        found.append(name)
        for target in after.get(name, ()):
            left[target] -= 1
            if not left[target] and target not in done:
                heapq.heappush(ready, key(target))
    return found
