"""Monitors: blocks that show results on the canvas. They are wired like others and are no part of the graph."""

from __future__ import annotations

from typing import NamedTuple

from blocks import values
from blocks.document import Page, split_index

TREND, NUMBER, PICK, CHART, HEAT_MAP = "loom.Trend", "loom.Number", "loom.Pick", "loom.Chart", "loom.HeatMap"
MONITORS = frozenset({TREND, NUMBER, PICK, CHART, HEAT_MAP})


class Source(NamedTuple):
    """What a monitor shows: an output and the indices of an element in it (fewer of them: a part of it).

    `flat` counts elements row by row instead, as a Pick does.
    """

    block: str
    pin: str
    index: tuple[int, ...] = ()
    flat: int | None = None


def sources(page: Page, monitor: str) -> list[Source]:
    """What the monitor shows, in the order of its wires; through Pick blocks to what is wired to them."""
    block = page.blocks[monitor]
    pin = "series" if block.type == CHART else "value"
    many = _strings(block.values.get("indices", "")) if block.type == CHART else []
    one = _index(block.values.get("index", ""))
    found = []
    for number, wire in enumerate(page.into.get(monitor, {}).get(pin, ())):
        index = (_index(many[number]) if number < len(many) else ()) if block.type == CHART else one
        source = _through(page, wire.source, wire.source_pin, index)
        if source is not None:
            found.append(source)
    return found


def _through(page: Page, name: str, pin: str, index: tuple[int, ...]) -> Source | None:
    flat, seen = None, set()
    while name in page.blocks and page.blocks[name].type == PICK and name not in seen:
        seen.add(name)
        wires = page.into.get(name, {}).get("value")
        if not wires:
            return None
        flat = split_index(pin)[1] or 0
        name, pin = wires[0].source, wires[0].source_pin
    if name not in page.blocks or name in seen:
        return None
    return Source(name, pin, () if flat is not None else index, flat)


def _index(text: str) -> tuple[int, ...]:
    """`[0][3]`, `[0, 3]` or `0,3`; nothing for what is none of these."""
    try:
        return tuple(values.shape(text) or ())
    except values.ValueSyntaxError:
        return ()


def _strings(text: str) -> list[str]:
    try:
        found = values.attr(text, "list(string)")
    except values.ValueSyntaxError:
        return []
    return [one.decode("utf-8", "replace") for one in found]
