"""Differences of two documents as lines of text: by page, most important first.

    + DROP (Dropout) rate=0.5       is new; the wires into it follow
    - DROP (Dropout)                is removed
    ~ OPT.learning_rate 0.1 -> 0.2  is changed
    x RELU.out -> DENSE.x           a removed wire; + for a new one
    . RELU moved (0, 0) -> (40, 0)  layout or appearance

Many similar changes are one line, unless all are wanted. Ids are those of A; of new items, those of B.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from blockloom.blocks.diff.array_differences import ArrayPair, array_changes, array_places, array_users
from blockloom.blocks.diff.change_format import (
    FIELDS,
    NAMES,
    format_before_after,
    format_counts,
    format_value,
    listed,
    percent,
    shorten,
)
from blockloom.blocks.diff.changes import CellChange
from blockloom.blocks.diff.differences import Diff
from blockloom.blocks.diff.renaming import place_of
from blockloom.blocks.document.addresses import address_of
from blockloom.blocks.document.pages import Block, Conflict, Frame, Item, Note, Wire
from blockloom.blocks.results.output_differences import SHAPE, OutputDifference

_ALIKE = 6  # most similar changes that are listed one by one; more are summarised in one line
_LINES = 40  # most listed lines of one rank on one page
_VALUES = 3  # most listed values of a new block

# Ranks, in this order: added, removed and moved items; computation; names; appearance.
_RANKS = (
    ("page", "name-of-page", "library"),
    ("",),
    ("id", "page-of-item"),
    ("type",),
    ("wires",),
    ("weights",),
    ("value",),
    ("mode",),
    ("device",),
    ("name", "frame", "title", "pause", "text"),
)
_RANK = {name: rank for rank, names in enumerate(_RANKS) for name in names}
_LAST = len(_RANKS)


class DiffLine(NamedTuple):
    """A line of a report.

    Attributes:
        sign: +, -, ~, x or `.`.
        items: The pages and ids that it is about, as in changes.
        below: Lines that belong to it.
    """

    sign: str
    text: str
    items: tuple[tuple[str, str], ...] = ()
    below: tuple[DiffLine, ...] = ()

    def __str__(self) -> str:
        return "\n".join([f"{self.sign} {self.text}", *(f"    {line}" for line in self.below)])


class DiffSection(NamedTuple):
    """The lines of a page, or of all pages that were added or removed.

    Attributes:
        page: The page by its key in changes; "" for the document.
        title: The name of the page in A, and in B.
        unsaid: The number of omitted changes of appearance.
    """

    page: str
    title: str
    lines: tuple[DiffLine, ...]
    unsaid: int = 0


def report_sections(
    diff: Diff, layout: bool = False, whole: bool = False, arrays: Mapping[ArrayPair, OutputDifference] | None = None
) -> list[DiffSection]:
    """Return the differences, the pages with most changes first.

    Args:
        diff: The differences.
        layout: Include layout and appearance.
        whole: Do not summarise similar changes.
        arrays: How much arrays differ.
    """
    return _Report(diff, layout, whole, arrays or {}).sections()


class _Report:
    def __init__(self, diff: Diff, layout: bool, whole: bool, arrays: Mapping[ArrayPair, OutputDifference]):
        self.diff, self.layout, self.whole, self.arrays = diff, layout, whole, arrays
        self.pairs = array_changes(diff)
        self.users = array_users(diff)

    def sections(self) -> list[DiffSection]:
        by_page: dict[str, list[CellChange]] = defaultdict(list)
        for change in self.diff.changes:
            by_page[change.page].append(change)
        of_document, whole = by_page.pop("", []), []
        for page in list(by_page):
            if any(not change.item and not change.field for change in by_page[page]):
                del by_page[page]
                whole.append(self._whole_page(page))
        weights = self._weights()
        rest = [*weights.pop("", ()), *self._document(of_document)]
        found = []
        for page in dict.fromkeys((*by_page, *weights)):
            changes = by_page.get(page, [])
            unsaid = [change for change in changes if change.layout and not self._moved_over(change)]
            lines = [*self._lines([change for change in changes if not change.layout], weights.pop(page, []))]
            if self.layout:
                lines += self._summed(unsaid, self._looks)
                unsaid = []
            if lines or unsaid:
                found.append((len(lines), DiffSection(page, self._title(page), tuple(lines), len(unsaid))))
        found.sort(key=lambda pair: -pair[0])
        order = sum(change.name == "order" for change in of_document) if not self.layout else 0
        first = [DiffSection("", "pages", tuple(whole))] if whole else []
        last = [DiffSection("", "the document", tuple(rest), order)] if rest or order else []
        return [*first, *(section for _, section in found), *last]

    def _title(self, page: str) -> str:
        there = self.diff.in_b(page)
        return f"page {page}" + (f", now {there[0]}" if there is not None and there[0] != page else "")

    def _name(self, page: str, item: str) -> str:
        """Return the name of an item of a change, or of the end of a wire on a page."""
        where, name = place_of(page, item)
        home = self.diff.a.pages.get(where)
        if home is None or not (name in home.blocks or name in home.frames or name in home.notes):
            there = self.diff.in_b(where, name)
            name = there[1] if there is not None else name
        return name if where == page else f"{where}/{name}"

    def _wire(self, page: str, wire: Wire, now: bool) -> str:
        """Return the text of a removed wire, or of a new one if `now`.

        The target of a new wire has its page if the block moved there.
        """
        target, there = self._name(page, wire.target), self.diff.in_b(page, wire.target)
        if now and there is not None and there[0] != self._page(page):
            target = "/".join(there)
        return str(wire._replace(source=self._name(page, wire.source), target=target))

    def _item(self, page: str, name: str, item: Item) -> str:
        """Return the description of an added or removed block, frame or note."""
        called = self._name(page, name)
        if isinstance(item, Frame):
            return f"{called} (frame {shorten(item.title)})"
        if isinstance(item, Note):
            return f"{called} (note {shorten(item.text)})"
        values = [f"{pin}={shorten(text)}" for pin, text in list(item.values.items())[:_VALUES]]
        more = ["..."] if len(item.values) > _VALUES else []
        return " ".join([f"{called} ({item.type})", *values, *more])

    def _whole_page(self, key: str) -> DiffLine:
        gone = key in self.diff.a.pages and self.diff.in_b(key) is None
        there = self.diff.in_b(key)
        page = self.diff.a.pages[key] if gone or there is None else self.diff.b.pages[there[0]]
        counts = format_counts((len(page.blocks), "block"), (page.wire_count(), "wire"), (len(page.notes), "note"))
        return DiffLine("-" if gone else "+", f"page {page.name} ({counts or 'empty'})", ((key, ""),))

    def _lines(self, changes: list[CellChange], weights: list[DiffLine]) -> Iterator[DiffLine]:
        by_rank: dict[int, list[CellChange]] = defaultdict(list)
        into: dict[str, list[CellChange]] = defaultdict(list)  # new block -> its wires, which its line lists
        new = {change.item for change in changes if not change.field and change.old is None}
        of_arrays = {change.key for found in self.pairs.values() for change in found}
        for change in changes:
            if change.name == "wires" and change.item in new:
                into[change.item].append(change)
            elif change.key not in of_arrays:
                by_rank[_rank(change)].append(change)
        for rank in range(_LAST + 1):
            if rank == _RANK["weights"]:
                yield from weights
            found = sorted(by_rank[rank], key=_weight)
            if rank == _RANK[""]:
                yield from self._summed(found, lambda change: self._come_or_gone(change, into.get(change.item, ())))
            elif rank == _RANK["wires"]:
                yield from self._cut([line for change in found for line in self._wires(change)])
            else:
                yield from self._summed(found, self._cell)

    def _come_or_gone(self, change: CellChange, into: Iterable[CellChange]) -> DiffLine:
        item = change.old if change.new is None else change.new
        below = tuple(line for wires in into for line in self._wires(wires))
        sign = "-" if change.new is None else "+"
        return DiffLine(sign, self._item(change.page, change.item, item), _at(change), below)

    def _wires(self, change: CellChange) -> Iterator[DiffLine]:
        was, now = Counter(change.old or ()), Counter(change.new or ())
        for sign, wires in (("x", was - now), ("+", now - was)):
            for wire in wires.elements():
                yield DiffLine(sign, self._wire(change.page, wire, sign == "+"), _at(change))
        if was == now:
            pin = f"{self._name(change.page, change.item)}.{change.pin}".rstrip(".")
            order = ["[" + ", ".join(self._begin(change.page, wire) for wire in side) + "]" for side in change[3:]]
            yield DiffLine("~", f"{pin} order {order[0]} -> {order[1]}", _at(change))

    def _begin(self, page: str, wire: Wire) -> str:
        return f"{self._name(page, wire.source)}.{wire.source_pin}".rstrip(".")

    def _cell(self, change: CellChange) -> DiffLine:
        page, item, name, pin = change.page, change.item, change.name, change.pin
        at = self._name(page, item) if item else ""
        if name == "id":
            return DiffLine("~", f"{at} renamed to {change.new}", _at(change))
        if name == "page" and item:
            return DiffLine("~", f"{at} moved to page {self._page(change.new)}", _at(change))
        if name == "name" and not item:
            return DiffLine("~", f"page {change.old} renamed to {change.new}", _at(change))
        if name == "name":
            what = f"{at}{f'.{pin}' if pin else ''} node name"
        elif name == "value":
            what = f"{at}.{pin}"
        else:
            what = f"{at} {FIELDS.get(name, name)}".strip()
        if name == "frame":
            was, now = (self._name(page, side) if side else "none" for side in change[3:])
        else:
            was, now = format_before_after(change.old, change.new)
        if name == "mode":
            was, now = (side if side != '""' else "none" for side in (was, now))
        return DiffLine("~", f"{what} {was} -> {now}", _at(change))

    def _page(self, key: str) -> str:
        there = self.diff.in_b(key)
        return there[0] if there is not None else key

    def _looks(self, change: CellChange) -> DiffLine:
        page, item, name, pin = change.page, change.item, change.name, change.pin
        at = self._name(page, item) if item else "the page"
        if name == "look":
            return DiffLine(".", f"{at}.{pin}".rstrip(".") + " wires look otherwise", _at(change))
        where = f"{at}.{pin}" if name == "slider" else f"{at} {pin}".strip()
        was, now = format_before_after(change.old, change.new)
        return DiffLine(".", f"{where} {FIELDS.get(name, name)} {was} -> {now}", _at(change))

    def _moved_over(self, change: CellChange) -> bool:
        """Return whether a layout change results from moving a block to another page."""
        return (
            change.name in ("at", "box", "look")
            and (there := self.diff.in_b(change.page, change.item)) is not None
            and there[0] != self._page(change.page)
        )

    def _summed(self, changes: Sequence[CellChange], line: Callable[[CellChange], DiffLine]) -> Iterator[DiffLine]:
        """Yield a line for each change, or for many similar ones."""
        if self.whole or len(changes) <= _ALIKE:
            yield from map(line, changes)
            return
        groups: dict[Hashable, list[CellChange]] = defaultdict(list)
        for change in changes:
            groups[self._alike(change)].append(change)
        lines: list[DiffLine] = []
        for found in groups.values():
            lines += [self._sum(found)] if len(found) > _ALIKE else map(line, found)
        yield from self._cut(lines)

    def _alike(self, change: CellChange) -> Hashable:
        """Return a value that is equal for changes that can share a line."""
        if not change.field:
            item = change.old if change.new is None else change.new
            kind = item.type if isinstance(item, Block) else type(item).__name__
            return change.field, change.new is None, kind
        if change.layout or change.name in ("id", "frame"):
            return change.field.partition(":")[0]
        if change.name == "name":
            return "name"
        return change.field, repr(change.old), repr(change.new)

    def _sum(self, changes: list[CellChange]) -> DiffLine:
        first, count = changes[0], len(changes)
        names = listed([self._name(change.page, change.item) for change in changes])
        at = tuple((change.page, change.item) for change in changes)
        if not first.field:
            item = first.old if first.new is None else first.new
            kind = f"blocks of type {item.type}" if isinstance(item, Block) else f"{type(item).__name__.lower()}s"
            return DiffLine("-" if first.new is None else "+", f"{count:,} {kind}: {names}", at)
        if first.layout:
            return DiffLine(".", f"{count:,} {FIELDS.get(first.name, first.name)}: {names}", at)
        if first.name in ("id", "name", "frame"):
            what = {"id": "renamed", "name": "node names", "frame": "in other frames"}[first.name]
            return DiffLine("~", f"{count:,} {what}: {names}", at)
        what = first.pin if first.name == "value" else FIELDS.get(first.name, first.name)
        return DiffLine(
            "~", f"{what} {format_value(first.old)} -> {format_value(first.new)} of {count:,} blocks: {names}", at
        )

    def _cut(self, lines: Sequence[DiffLine]) -> Iterator[DiffLine]:
        """Yield the first lines, and the number of others."""
        most = len(lines) if self.whole or len(lines) <= _LINES else _LINES
        yield from lines[:most]
        if most < len(lines):
            signs = Counter(line.sign for line in lines[most:])
            said = ", ".join(f"{count:,} {sign}" for sign, count in signs.items())
            yield DiffLine("~", f"and {len(lines) - most:,} more like these ({said})")

    def _weights(self) -> dict[str, list[DiffLine]]:
        """Return lines of arrays that differ, by page and layer: the part of keys before the last slash."""
        by_layer: dict[tuple[str, str], list[tuple[float, str, tuple[str, str]]]] = defaultdict(list)
        for pair, places in array_places(self.diff).items():
            for page, item, pin in places:
                layer, _, short = pair.old.rpartition("/")
                name = self._name(page, item) if item else ""
                size, said = self._differ(pair)
                block = f" of {name}.{pin}" if self.whole and name else f" ({name})" if name and name != short else ""
                text = said if not (layer or name) else f"{short if layer else pair.old}{block} {said}"
                by_layer[page, layer or name or pair.old].append((size, text, (page, item)))
        found: dict[str, list[tuple[float, DiffLine]]] = defaultdict(list)
        for (page, layer), rows in by_layer.items():
            rows.sort(key=lambda row: (-row[0], row[1]))
            text = ", ".join(row[1] for row in rows)
            found[page].append(
                (rows[0][0], DiffLine("~", f"weights of {layer}: {text}", tuple(row[2] for row in rows)))
            )
        return {
            page: [*self._layers(sorted(rows, key=lambda row: (-row[0], row[1].text)))] for page, rows in found.items()
        }

    def _layers(self, rows: list[tuple[float, DiffLine]]) -> Iterator[DiffLine]:
        if self.whole or len(rows) <= NAMES:
            yield from (line for _, line in rows)
            return
        yield from (line for _, line in rows[:_ALIKE])
        rest = rows[_ALIKE:]
        names = ", ".join(line.text.partition(":")[0].removeprefix("weights of ") for _, line in rest)
        most = f", by up to {percent(rest[0][0])}" if 0 < rest[0][0] < math.inf else ""
        at = tuple(place for _, line in rest for place in line.items)
        yield DiffLine("~", f"weights of {len(rest):,} more layers{most}: {names}", at)

    def _differ(self, pair: ArrayPair) -> tuple[float, str]:
        """Return the difference of arrays, relative to the largest value, and as text."""
        found = self.arrays.get(pair)
        other = f" (now {pair.new})" if pair.new != pair.old else ""
        if found is None:
            return 0.0, f"differ{other}"
        if found.kind == SHAPE:
            return math.inf, f"{found.was} -> {found.now}{other}"
        if not found.differing:
            return 0.0, f"has the same values{other}"  # only bytes differ: -0.0, or another NaN
        return found.relative, f"differ by up to {percent(found.relative)}{other}"

    def _document(self, changes: Iterable[CellChange]) -> Iterator[DiffLine]:
        for change in changes:
            if change.name == "weights" and (change.old is None or change.new is None):
                # Otherwise the line of a value shows the weights.
                if not any(change.pin in users for users in self.users):
                    yield DiffLine("+" if change.old is None else "-", f"weights {change.pin}")
            elif change.name == "conflicts":
                for sign, some, others in (("-", change.old, change.new), ("+", change.new, change.old)):
                    lines = [DiffLine(sign, f"conflict {_conflict(one)}") for one in some if one not in others]
                    yield from self._cut(lines)
            elif change.name == "order" and self.layout:
                yield DiffLine(
                    ".", f"order of pages {', '.join(change.old)} -> {', '.join(map(self._page, change.new))}"
                )


def _conflict(one: Conflict) -> str:
    """Return the text of an unresolved conflict with its sides."""
    field = "" if one.what in ("value", "wires") else f" {FIELDS.get(one.what, one.what)}"
    at = address_of(one.at).display_text or "of the document"
    ours, theirs, base = map(format_value, (one.ours, one.theirs, one.base))
    return f"{at}{field}: ours {ours}, theirs {theirs}, before {base}"


def _at(change: CellChange) -> tuple[tuple[str, str], ...]:
    return ((change.page, change.item),)


def _rank(change: CellChange) -> int:
    name = change.name
    if not change.item:
        name = {"": "page", "name": "name-of-page"}.get(name, name)
    elif name == "page":
        name = "page-of-item"
    return _RANK.get(name, _LAST)


def _weight(change: CellChange) -> float:
    """Return the sort key of a change in its rank: blocks before frames, large changes of numbers first."""
    if not change.field:
        return float(not isinstance(change.old or change.new, Block))
    if change.name == "value":
        try:
            was, now = float(change.old), float(change.new)
            return -abs(now - was) / max(abs(was), abs(now), 1e-300)
        except (TypeError, ValueError):
            return -1.0
    return 0.0
