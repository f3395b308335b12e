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
    """The wires of a circle, each to be removed."""
    ring = next((r for r in Structure(page).cycles if block in r), [])
    for one, two in zip(ring, [*ring[1:], ring[0]] if ring else (), strict=True):
        wires = [w for w in page.out.get(one, ()) if w.target == two]
        if len(wires) == 1:
            there = page.into[two][wires[0].target_pin]
            yield QuickFix(phrase("Remove the wire {}", wires[0]),
                           Remove(page.name, wires=(Placed(wires[0], there.index(wires[0])),)))


def wait(page: Page, one: str, other: str) -> Iterator[QuickFix]:
    """A control wire between two blocks that run in no order, either way."""
    for first, then in ((one, other), (other, one)):
        if first in page.blocks and then in page.blocks:
            yield QuickFix(phrase("Let {} wait for {}", then, first), Insert(
                page.name, wires=(Placed(control(first, then), len(page.wires_into(then, ""))),)))


def touching(page: Page, problem: Problem) -> list[Wire]:
    """The wires at the pin that a problem names; where the block is not there, those that end at nothing."""
    into = page.wires_into(problem.block, problem.pin) if problem.block else []
    out = [w for w in page.wires_from(problem.block) if w.source_pin == problem.pin] if problem.block else []
    loose = [w for w in page.wires() if w.source not in page.blocks and w.target not in page.blocks]
    return into + out + ([] if problem.block else loose)


def nowhere(page: Page, wire: Wire) -> bool:
    return wire.source not in page.blocks or wire.target not in page.blocks


def remove(page: Page, wires: list[Wire]) -> QuickFix | None:
    if not wires:
        return None
    gone: list[Placed] = []
    for wire in wires:  # equal wires are told apart by their places
        there = page.into[wire.target][wire.target_pin]
        taken = {p.index for p in gone if p.wire == wire}
        gone.append(Placed(wire, next(i for i, w in enumerate(there) if w == wire and i not in taken)))
    label = phrase("Remove the wire {}", wires[0]) if len(wires) == 1 else phrase("Remove {} wires", len(wires))
    return QuickFix(label, Remove(page.name, wires=tuple(gone)))
