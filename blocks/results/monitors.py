"""Monitors: blocks that show results on the canvas. They are wired like others, but are not part of the graph."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.monitor_types import CHART, FORMS, HEAT_MAP, IMAGE, KINDS, MONITORS, NUMBER, PICK
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.pages import Block, Page, Wire, split_index
from blockloom.blocks.values import literals

MOST_PICKED = 64  # most elements that a Pick shows
_MANY = 200


class Watch(NamedTuple):
    """A value that a run sends to a monitor: a number, a matrix, or a form.

    A number is an element of an output (without its page), by its index or by `flat`, which counts elements in
    row-major order as a Pick does. With `matrix`, a part of an output as rows x columns, 0 for all. With a `form`, one
    of FORMS, the result of `runtime.run.monitor_recorder`. `channel` is the channel of an IMAGE, -1 for all.
    """

    address: Address
    index: tuple[int, ...] = ()  # type: ignore[assignment]   # tuples have a method of this name, which nobody calls
    flat: int | None = None
    matrix: bool = False
    rows: int = 0
    columns: int = 0
    form: str = ""
    channel: int = -1

    def with_top(self, top: str) -> Watch:
        """Return the watch with another outermost id in its address (see `Address.top`)."""
        return self._replace(address=self.address.with_top(top))


def watches(page: Page) -> list[Watch]:
    """Return the watches of all monitors of a page, each once."""
    return list(
        dict.fromkeys(
            watch for block in page.blocks.values() if block.type in MONITORS for watch in watches_of(page, block.id)
        )
    )


def watches_of(page: Page, monitor: str) -> list[Watch]:
    """Return the watches of a monitor.

    These are one number for a Trend or Number, one for each line of a Chart, and one for each element of a Pick.
    """
    block, shown_sources = page.blocks[monitor], sources(page, monitor)
    if block.type == HEAT_MAP:
        rows, columns = (int(number(block, name, 0)) for name in ("rows", "columns"))
        return [source._replace(matrix=True, rows=rows, columns=columns) for source in shown_sources[:1]]
    if block.type in FORMS:
        channel = int(number(block, "channel", -1)) if block.type == IMAGE else -1
        return [source._replace(matrix=True, form=block.type, channel=channel) for source in shown_sources[:1]]
    if block.type == PICK:
        return [
            source if source.flat is not None else Watch(source.address, flat=element)
            for source in shown_sources[:1]
            for element in elements(page.out.get(monitor, ()))
        ]
    return shown_sources if block.type == CHART else shown_sources[:1]


def follows(block: Block) -> bool:
    """Return whether a block is a monitor pinned to an output, which moves and is removed together with its block."""
    return block.type in MONITORS and flag(block, "follows")


def followers(page: Page, blocks: Iterable[str]) -> set[str]:
    """Return the monitors pinned to outputs of these blocks, and to no others."""
    names = set(blocks)
    if len(names) > _MANY and MONITORS.isdisjoint({block.type for block in page.blocks.values()}):
        return set()  # a fast path: checking every wire would take longer
    found = {
        wire.target
        for name in names
        for wire in page.out.get(name, ())
        if wire.target in page.blocks and follows(page.blocks[wire.target])
    }
    return {
        monitor
        for monitor in found
        if all(wire.source in names for wires in page.into[monitor].values() for wire in wires)
    }


def elements(wires: Iterable[Wire]) -> list[int]:
    """Return the elements that a Pick with these output wires shows: those of the wires, and the first three."""
    taken = {split_index(w.source_pin)[1] or 0 for w in wires}
    return sorted(taken | {0, 1, 2})[:MOST_PICKED]


def size(block: Block) -> tuple[float, float]:
    """Return the width and height of a monitor, in pixels at 100 %: typed values, else the size of its content."""
    width, height, least = *KINDS[block.type].size, 40.0
    if block.type == NUMBER:
        digits = min(400.0, max(6.0, number(block, "size", 20)))
        width = max(80.0, math.ceil(digits * 0.056 * _characters(block) + 2.6) * 10.0)
        height, least = round(digits * 1.5) + 30.0, 16.0
    elif block.type == PICK:
        height = 0.0
    width, height = number(block, "width", width), number(block, "height", height)
    return min(4000.0, max(least, width)), min(4000.0, max(least, height))


def _characters(block: Block) -> int:
    """Return the usual largest length of the number of a Number."""
    format_ = re.search(r"%[-+ 0]*(\d{0,2})(?:\.(\d{1,2}))?([a-zA-Z])", text(block, "format"))
    if format_ is None:
        length = 9
    elif format_[3] in "di":
        length = max(4, int(format_[1] or 0))
    else:
        length = max(int(format_[2] or 6) + 4, int(format_[1] or 0))
    unit = text(block, "unit")
    return min(40, length + (len(unit) + 1 if unit else 0))


def scale(block: Block) -> tuple[float | None, float | None]:
    """Return the typed ends of a monitor's scale, (least, most), each None if it follows from the data.

    Both are None if they are in the wrong order.
    """
    low, high = number(block, "minimum", None), number(block, "maximum", None)
    return (low, high) if low is None or high is None or low < high else (None, None)


def texts(block: Block, attr: str) -> list[str]:
    """Return the value of an attr that is a list of texts; [] if it cannot be read."""
    return _strings(block.values.get(attr, ""))


def text(block: Block, attr: str) -> str:
    """Return the value of an attr that is a text, typed with or without quotes."""
    typed = block.values.get(attr, "").strip()
    if typed[:1] not in ("'", '"'):
        return typed
    try:
        return literals.attr(typed, "string").decode("utf-8", "replace")
    except literals.ValueSyntaxError:
        return typed


def flag(block: Block, attr: str) -> bool:
    """Return the value of an attr that is a bool; False if it is missing or cannot be read."""
    return block.values.get(attr, "").strip().lower() in ("true", "1")


def number(block: Block, attr: str, default: Any) -> Any:
    """Return the value of an attr that is a number; `default` if it is missing, infinite or NaN."""
    try:
        found = float(block.values[attr])
    except (KeyError, ValueError):
        return default
    return found if math.isfinite(found) else default


def sources(page: Page, monitor: str) -> list[Watch]:
    """Return the outputs that a monitor shows, in the order of its wires; for Pick blocks, their elements."""
    block = page.blocks[monitor]
    pin = "series" if block.type == CHART else "value"
    many = _strings(block.values.get("indices", "")) if block.type == CHART else []
    same_index = index_of(block.values.get("index", ""))
    result, wires = [], list(page.into.get(monitor, {}).get(pin, ()))
    wires += wires[-1:] * (len(many) - len(wires))  # further indices are of the last output
    for place, wire in enumerate(wires):
        index = (index_of(many[place]) if place < len(many) else ()) if block.type == CHART else same_index
        if block.type not in (HEAT_MAP, *FORMS):
            index = without_zeros(index)
        source = _through(page, wire.source, wire.source_pin, index)
        if source is not None:
            result.append(source)
    return result


def _through(page: Page, name: str, pin: str, index: tuple[int, ...]) -> Watch | None:
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
    return Watch(address("", name, pin), () if flat is not None else index, flat)


def without_zeros(index: tuple[int, ...]) -> tuple[int, ...]:
    """Return the index of an element without zeros at the end, which are the default."""
    return index[: max((at + 1 for at, number in enumerate(index) if number), default=0)]


def index_of(text: str) -> tuple[int, ...]:
    """Return the index that a text such as `[0][3]`, `[0, 3]` or `0,3` spells; () for other texts."""
    try:
        return tuple(literals.shape(text) or ())
    except literals.ValueSyntaxError:
        return ()


def _strings(text: str) -> list[str]:
    try:
        found = literals.attr(text, "list(string)")
    except literals.ValueSyntaxError:
        return []
    return [one.decode("utf-8", "replace") for one in found]
