"""Wires added, moved and swapped: between two pins, two blocks, a row of blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from blockloom.blocks.document.pages import BENDS, CONTROL, Page, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, Insert, Remove, SetValue, connect
from blockloom.blocks.infer import compatible_types
from blockloom.blocks.infer.wire_rules import WireEnd, WireFit, WireRules, source_of, target_of
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.operations.removing import with_wire_indices
from blockloom.blocks.text.phrases import join, phrase
from blockloom.blocks.walks import reached


def add_wire(rules: WireRules, new: Wire, old: Wire | None = None) -> PageChange | None:
    """Wire two pins; a pin for a single wire loses the present one. None if the wire exists.

    Args:
        old: The dragged wire, which is removed.
    """
    page = rules.page
    if new == old:
        return None
    single = rules.single(target_of(new))
    same_pin = old is not None and old[2:4] == new[2:4]
    if single and new in page.wires_into(new.target, new.target_pin):
        return None
    parts: list[Edit] = []
    if old is not None and not (single and same_pin):
        old_place = page.placed(old)
        parts.append(Remove(page.name, wires=(old_place,)))
        if same_pin:  # a new source of the same list pin keeps the index
            parts.append(Insert(page.name, wires=(Placed(new, old_place.index),)))
    if len(parts) < 2:
        parts.append(connect(page, new, single))
    return PageChange(combine_edits(parts), phrase("Wire {0} to {1}", *str(new).split(" -> ")))


def remove_wire(page: Page, old: Wire) -> PageChange:
    """Remove a wire."""
    return PageChange(Remove(page.name, wires=(page.placed(old),)), phrase("Unwire {0}", old))


def remove_wires(page: Page, wires: Sequence[Wire]) -> PageChange | None:
    """Remove several wires; None for none."""
    if not wires:
        return None
    return PageChange(
        Remove(page.name, wires=with_wire_indices(page, wires)),
        count_label([*map(str, wires)], phrase("Cut {0}"), phrase("Cut {0} wires")),
    )


def _replaced(page: Page, old: Wire, new: Wire, label: str, index: int | None = None) -> PageChange:
    there = page.placed(old)
    return PageChange(
        CompositeEdit(
            (
                Remove(page.name, wires=(there,)),
                Insert(page.name, wires=(Placed(new, there.index if index is None else index),)),
            )
        ),
        label,
    )


def reorder_wire(page: Page, wire: Wire, index: int) -> PageChange:
    """Move a wire to another index among those into its pin, from 0."""
    return _replaced(page, wire, wire, phrase("Order {0}", wire), index)


def set_bends(page: Page, wire: Wire, bends: Sequence[tuple[float, float]] = ()) -> PageChange | None:
    """Set the bends of a wire, (x, y) in pixels from its start; none for automatic routing.

    None if it has these bends.

    Raises:
        EditError: There are too many bends.
    """
    if len(bends) > BENDS:
        raise EditError(phrase("{}: it has {:,} bends; a wire has at most {:,}", wire, len(bends), BENDS))
    new = wire._replace(look=wire.look._replace(route=tuple(bends)))
    return _replaced(page, wire, new, phrase("Route {0}", wire)) if new != wire else None


def change_sources(rules: WireRules, wires: Sequence[Wire], output: WireEnd) -> PageChange:
    """Wire the targets of wires to another output.

    Raises:
        EditError: The output does not fit a target.
    """
    page, new = rules.page, []
    for old in wires:
        fit = rules.fit(output, target_of(old))
        if fit.reason or fit.element or fit.wire is None:
            raise EditError(fit.reason or phrase("{0} is a list: wire its elements one by one", output.pin))
        new.append(fit.wire._replace(look=old.look._replace(route=())))
    had = with_wire_indices(page, wires)
    insert = tuple(Placed(w, p.index) for w, p in zip(new, had, strict=True))
    return PageChange(
        CompositeEdit((Remove(page.name, wires=had), Insert(page.name, wires=insert))),
        count_label([*map(str, new)], phrase("Move {0}"), phrase("Move {0} wires")),
    )


def best_wire(rules: WireRules, source: str, target: str, taken: Container[tuple[str, str]] = ()) -> WireFit | None:
    """Return the best wire from an output of one block to an unwired input of another, None if none fits.

    Inputs without values and unused outputs come first, hyperparameters never.

    Args:
        taken: Inputs (block, pin) that count as wired.
    """
    page = rules.page
    giver, taker = (rules.catalogue.get(page.blocks[n].type) for n in (source, target))
    if source == target or giver is None or taker is None:
        return None
    typed, into = page.blocks[target].values, page.into.get(target, {})
    used = {w.source_pin for w in page.wires_from(source)}
    best = None
    for i, output in enumerate(giver.outputs):
        want = rules.want(WireEnd(source, output.name, "output", output.kind))
        for j, sink in enumerate(taker.inputs):
            if not sink.list and (sink.name in into or (target, sink.name) in taken):
                continue
            if sink.name in taker.traits.hyperparameters:
                continue
            fit = rules.fit(
                WireEnd(source, output.name, "output", output.kind), WireEnd(target, sink.name, "input", sink.kind)
            )
            if fit.reason or fit.wire in into.get(sink.name, ()):
                continue
            odd = compatible_types.unlikely(rules.catalogue.entries[page.blocks[target].type], sink.name, want)
            rank = (sink.name in typed, sink.optional, fit.element, output.name in used, odd, i, j)
            if best is None or rank < best[0]:
                best = rank, fit
    return best[1] if best else None


def _no_fit(source: str, target: str) -> EditError:
    return EditError(phrase("No output of {0} fits a free input of {1}", source, target))


def _of_element(rules: WireRules, fit: WireFit) -> Wire:
    """Return the wire; from a list output the wire of the next free element."""
    wire = fit.wire
    if wire is None:
        raise EditError(fit.reason)
    if fit.element:
        wire = wire._replace(source_pin=f"{wire.source_pin}[{rules.elements(source_of(wire))[1]}]")
    return wire


def wire_blocks(rules: WireRules, source: str, target: str) -> PageChange:
    """Wire one block to another by the pins that fit best.

    Raises:
        EditError: No pins fit.
    """
    fit = best_wire(rules, source, target)
    if fit is None:
        raise _no_fit(source, target)
    new = _of_element(rules, fit)
    return PageChange(connect(rules.page, new, rules.single(target_of(new))), phrase("Wire {0} to {1}", source, target))


def wire_row(rules: WireRules, names: Collection[str], measures: Measures) -> tuple[PageChange | None, list[EditError]]:
    """Wire blocks from left to right, each to the nearest on its right, by the pins that fit best.

    Returns:
        The change (None if no wire fits), and the reasons for skipped blocks.

    Raises:
        EditError: No block is to the right of another.
    """
    mine = sorted((measures.rect(name), name) for name in names if name in rules.page.blocks)
    rects = np.array([rect for rect, _ in mine]).reshape(-1, 4)
    low, high = rects[:, :2], rects[:, :2] + rects[:, 2:]
    new: list[Placed] = []
    failed = []
    taken: Counter[tuple[str, str]] = Counter()
    for i, (_, source) in enumerate(mine):
        right = np.flatnonzero(low[:, 0] >= high[i, 0])
        if not len(right):
            continue
        column = right[low[right, 0] < high[right, 0].min()]  # nearest column first, then the nearest in height
        away = np.abs(low[column, 1] + high[column, 1] - low[i, 1] - high[i, 1])
        target = mine[column[away.argmin()]][1]
        fit = best_wire(rules, source, target, taken)
        if fit is None:
            failed.append(_no_fit(source, target))
            continue
        element_wire = _of_element(rules, fit)
        new.append(Placed(element_wire, len(rules.page.wires_into(*element_wire[2:4])) + taken[element_wire[2:4]]))
        taken[element_wire[2:4]] += 1
    if not new and not failed:
        raise EditError(phrase("Select the blocks to wire, one to the right of the other"))
    if not new:
        return None, failed
    return PageChange(
        Insert(rules.page.name, wires=tuple(new)),
        count_label([w.source for w, _ in new], phrase("Wire {0}"), phrase("Wire {0} blocks")),
    ), failed


def swap_inputs(rules: WireRules, name: str) -> PageChange:
    """Rotate the wires and values of a block's first inputs of one kind.

    Raises:
        EditError: The block has no two such inputs.
    """
    page = rules.page
    block = page.blocks.get(name)
    type_ = rules.catalogue.get(block.type) if block is not None else None
    groups: dict[tuple[str, str | None, str | None], list[str]] = {}
    for pin in type_.inputs if type_ is not None else ():
        if not pin.list:
            groups.setdefault((pin.kind, pin.dtype, pin.type_attr), []).append(pin.name)
    values = block.values if block is not None else {}
    alike = next(
        (g for g in groups.values() if len(g) > 1 and any(p in values or page.wires_into(name, p) for p in g)), None
    )
    if alike is None:
        raise EditError(phrase("Select a block with two inputs of one type, or two wires"))
    had = [Placed(w, i) for p in alike for i, w in enumerate(page.wires_into(name, p))]
    to = dict(zip(alike, [*alike[1:], alike[0]], strict=True))
    parts: list[Edit] = [Remove(page.name, wires=tuple(had))] if had else []
    parts += [SetValue(page.name, name, to[p], values.get(p)) for p in alike if values.get(p) != values.get(to[p])]
    parts += (
        [
            Insert(
                page.name, wires=tuple(p._replace(wire=p.wire._replace(target_pin=to[p.wire.target_pin])) for p in had)
            )
        ]
        if had
        else []
    )
    return PageChange(CompositeEdit(tuple(parts)), phrase("Swap the inputs of {0}", name))


def swap_sources(rules: WireRules, first: Wire, second: Wire) -> PageChange:
    """Exchange the sources of two wires.

    Raises:
        EditError: The sources do not fit.
    """
    page, swapped = rules.page, []
    for changed, other in ((first, second), (second, first)):
        fit = rules.fit(replace(source_of(other), pin=other.source_pin.partition("[")[0]), target_of(changed))
        if fit.reason:
            raise EditError(phrase("Not swapped: {0}", fit.reason))
        swapped.append(changed._replace(source=other.source, source_pin=other.source_pin, kind=other.kind))
    had = with_wire_indices(page, [first, second])
    new = tuple(Placed(w, p.index) for w, p in zip(swapped, had, strict=True))
    return PageChange(
        CompositeEdit((Remove(page.name, wires=had), Insert(page.name, wires=new))),
        phrase("Swap the sources of two wires"),
    )


class Candidate(NamedTuple):
    """A possible wire: its text in a list, and its source."""

    text: str
    source: WireEnd
    fit: WireFit


def find_candidates(rules: WireRules, names: Sequence[str], others: Sequence[Sequence[str]]) -> list[Candidate]:
    """Return the wires that fit between each block and its `others`, in this order.

    A single block is wired in both directions. Wires that close a cycle come after all others. Free inputs come before
    wired ones; control wires, and those by which a session runs an op, last.
    """
    page, seen = rules.page, set[Wire]()
    rows: list[tuple[bool, bool, bool, int, Candidate]] = []
    downstream = {
        block: reached([block], lambda name: (wire.target for wire in page.wires_from(name)))
        for block in {*names, *chain.from_iterable(others)}
    }
    pairs = [(here, near_block) for here, near in zip(names, others, strict=True) for near_block in near]
    for rank, (here, near_block) in enumerate(pairs):
        type_ = rules.catalogue.get(page.blocks[near_block].type)
        title = type_.title if type_ is not None else page.blocks[near_block].type
        for a, b in ((here, near_block), (near_block, here)) if len(names) == 1 else ((here, near_block),):
            for source in _ends(rules, a, "output"):
                for target in _ends(rules, b, "input"):
                    if target.kind == CONTROL != source.kind:
                        continue
                    fit = rules.fit(source, target)
                    have = page.wires_into(b, target.pin)
                    if fit.reason or fit.wire is None or fit.wire in have or fit.wire in seen:
                        continue
                    seen.add(fit.wire)
                    before = phrase("{0} before {1}", a, b)
                    text = before if target.kind == CONTROL else f"{a}.{fit.wire.source_pin} → {b}.{target.pin}"
                    taken = bool(have) and rules.single(target)
                    candidate = Candidate(join("", (text, f"  ·  {title}")), source, fit)
                    rows.append((a in downstream[b], source.kind == CONTROL, taken, rank, candidate))
    return [row[-1] for row in sorted(rows, key=lambda row: row[:-1])]


def _ends(rules: WireRules, block: str, side: str) -> list[WireEnd]:
    type_ = rules.catalogue.get(rules.page.blocks[block].type)
    pins = (type_.outputs if side == "output" else type_.inputs) if type_ is not None else ()
    return [*(WireEnd(block, pin.name, side, pin.kind) for pin in pins), WireEnd(block, "", side, CONTROL)]
