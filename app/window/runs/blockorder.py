"""In which order a step may run blocks, and how far it is looked at."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping

from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Page


class StepCursor:
    """How many of the blocks `order` ran, where a step is looked at; where it paused, `stood` ran."""

    def __init__(self, order: list[str], block: str, behind: bool):
        """It paused before a block, or `behind` it."""
        self.order = order
        known = order.index(block) if block in order else 0
        self.at = self.stood = known + (behind and block in order)

    @property
    def stands(self) -> bool:
        """Whether it is looked at where it paused."""
        return self.at == self.stood

    @property
    def ahead(self) -> list[str]:
        """The blocks that are yet to run."""
        return self.order[self.at :]

    @property
    def next(self) -> str:
        """The block that runs next; "" at the end."""
        return self.order[self.at] if self.at < len(self.order) else ""

    def move(self, by: int) -> bool:
        """Look so many blocks further on, or back; False where there are none."""
        if not 0 <= self.at + by <= len(self.order):
            return False
        self.at += by
        return True


def order(page: Page, runs: Collection[str]) -> list[str]:
    """The blocks among these in an order in which a step may run them, from left to right where there is a choice."""
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
        while not ready:  # all that is left lies in loops, or behind one
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
