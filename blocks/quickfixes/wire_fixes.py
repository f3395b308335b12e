"""Wires that are too many, that lead nowhere, or that go in a circle: removed. Control wires that are missing."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.document.pages import Page, Placed, Wire, control
from blockloom.blocks.edits import Insert, Remove
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.problems import Problem
from blockloom.blocks.quickfixes.context import QuickFix
from blockloom.blocks.text.phrases import phrase


def cycle(page: Page, block: str) -> Iterator[QuickFix]:
    """Yield the removal of each wire of the cycle that a block is in."""
    ring = next((r for r in Structure(page).cycles if block in r), [])
    for first, second in zip(ring, [*ring[1:], ring[0]] if ring else (), strict=True):
        wires = [w for w in page.out.get(first, ()) if w.target == second]
        if len(wires) == 1:
            there = page.into[second][wires[0].target_pin]
            yield QuickFix(
                phrase("Remove the wire {}", wires[0]),
                Remove(page.name, wires=(Placed(wires[0], there.index(wires[0])),)),
            )


def wait(page: Page, one: str, other: str) -> Iterator[QuickFix]:
    """Yield a control wire between two blocks that may run in any order, either way."""
    for first, then in ((one, other), (other, one)):
        if first in page.blocks and then in page.blocks:
            yield QuickFix(
                phrase("Make {} wait for {}", then, first),
                Insert(page.name, wires=(Placed(control(first, then), len(page.wires_into(then, ""))),)),
            )


def touching(page: Page, problem: Problem) -> list[Wire]:
    """Return the wires at the pin of a problem.

    If the problem names no block, these are the wires between missing blocks.
    """
    into = page.wires_into(problem.block, problem.pin) if problem.block else []
    out = [w for w in page.wires_from(problem.block) if w.source_pin == problem.pin] if problem.block else []
    loose = [w for w in page.wires() if w.source not in page.blocks and w.target not in page.blocks]
    return into + out + ([] if problem.block else loose)


def nowhere(page: Page, wire: Wire) -> bool:
    """Return whether a wire begins or ends at a block that the page does not have."""
    return wire.source not in page.blocks or wire.target not in page.blocks


def remove(page: Page, wires: list[Wire]) -> QuickFix | None:
    """Return the removal of wires, equal ones distinguished by their indices; None for no wires."""
    if not wires:
        return None
    gone: list[Placed] = []
    for wire in wires:  # equal wires are told apart by their places
        pin_wires = page.into[wire.target][wire.target_pin]
        taken = {p.index for p in gone if p.wire == wire}
        gone.append(Placed(wire, next(i for i, w in enumerate(pin_wires) if w == wire and i not in taken)))
    label = phrase("Remove the wire {}", wires[0]) if len(wires) == 1 else phrase("Remove {} wires", len(wires))
    return QuickFix(label, Remove(page.name, wires=tuple(gone)))
