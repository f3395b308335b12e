"""Find the blocks that add to the resource from which a block takes, and the reason why a step lacks elements.

Queues, barriers, accumulators and staging areas are such resources.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Block, Page, Wire
from blockloom.blocks.lower.structure import in_loops, not_fed
from blockloom.blocks.text.phrases import join, phrase

_NAMED = 3  # most blocks that a text names


class Supplier(NamedTuple):
    """A block that adds to a resource.

    Attributes:
        block: Its id.
        runs: Whether the session runs it.
        dependencies: The blocks that can wait and run before it, itself included.
    """

    block: str
    runs: bool
    dependencies: frozenset[str]


class Supply(NamedTuple):
    """The blocks that add to a resource and take from it, for a block that takes.

    Attributes:
        resource: The block of the resource; "" if a shared name alone identifies it.
        session: The Session block; "" for the implied session.
        suppliers: The blocks of the page that add to the resource.
        takers: The blocks of the session that take from it in each step.
        total: The number of elements that a step adds; None if unknown.
        demand: The number of elements that a step takes; None if unknown.
        loops: Whether the block runs in each iteration of a loop, and its suppliers once in a step.
        takes_all: Whether a take removes all that was added.
    """

    resource: str
    session: str
    suppliers: tuple[Supplier, ...]
    takers: tuple[str, ...]
    total: int | None
    demand: int | None
    loops: bool
    takes_all: bool


def shared_resource(page: Page, block: Block, pin: str) -> tuple[str, ...] | None:
    """Return the identity of the resource at a pin: its container and shared name, else its block.

    With pin "", the block itself has the container and the shared name.
    """
    maker = _maker(page, block, pin) if pin else block
    if maker is None:
        return None
    name = maker.values.get("shared_name", "").strip(" '\"")
    return (maker.values.get("container", "").strip(" '\""), name) if name else (maker.id,)


def _maker(page: Page, block: Block, pin: str) -> Block | None:
    """Return the block whose handle is at a pin, perhaps through blocks that pass it on; None if it is unknown."""
    wires: Sequence[Wire] = page.into.get(block.id, {}).get(pin, ())
    while len(wires) == 1 and wires[0].source in page.blocks:
        maker = page.blocks[wires[0].source]
        traits = traits_of(maker.type)
        if not traits.same_value and traits.flow != "enter":
            return maker
        wires = [wire for at, inputs in page.into.get(maker.id, {}).items() if at for wire in inputs]
    return None


def find_supplies(
    page: Page,
    session: str,
    runs: Collection[str],
    initial: Collection[str],
    required: dict[str, int | None],
    fed: Collection[tuple[str, str]],
) -> dict[str, Supply]:
    """Return the supply of each block that takes from a known resource.

    Args:
        page: The page, without instances.
        session: The Session block, "" for the implied session.
        runs: The blocks that run in each step.
        initial: The blocks that run when the session begins, or in the threads of queue runners.
        required: The blocks of the session that can wait, with the number of elements that they take; None if unknown.
        fed: The outputs that a step feeds.
    """
    takers: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name in sorted(required):
        traits = traits_of(page.blocks[name].type) if name in page.blocks else None
        if traits is not None and traits.supplied_by:
            shared = shared_resource(page, page.blocks[name], traits.shared_by)
            if shared is not None:
                takers.setdefault((traits.supplied_by, shared), []).append(name)
    if not takers:
        return {}
    found, loops = dict[str, Supply](), in_loops(page)
    adding = sorted(b for b in page.blocks.values() if traits_of(b.type).supplies)
    for (kind, shared), names in takers.items():
        blocks = [
            block.id
            for block in adding
            if traits_of(block.type).supplies == kind
            and shared_resource(page, block, traits_of(block.type).shared_by) == shared
        ]
        suppliers = tuple(
            Supplier(
                block,
                block in runs or block in initial,
                # In a loop, each block runs after all others of the previous iteration.
                frozenset(not_fed(page, [(block, "")], fed) & required.keys() if block not in loops else ()),
            )
            for block in blocks
        )
        running = [one.block for one in suppliers if one.runs]
        steady = loops.isdisjoint((*running, *names)) and not any(block in initial for block in running)
        adds_one = steady and not any(traits_of(page.blocks[block].type).many for block in running)
        needs = [required[name] for name in names]
        demand = sum(need or 0 for need in needs) if steady and None not in needs else None
        for name in names:
            maker = _maker(page, page.blocks[name], traits_of(page.blocks[name].type).shared_by)
            found[name] = Supply(
                maker.id if maker is not None else "",
                session,
                suppliers,
                tuple(names),
                len(running) if adds_one else None,
                demand,
                bool(running) and name in loops and loops.isdisjoint(running),
                traits_of(page.blocks[name].type).gradients == "take",
            )
    return found


def explain_lack(
    text: str, unit: str, block: str, supply: Supply, blocked: Collection[str], named: Callable[[str], str]
) -> str:
    """Return the text of a block that waits, with the reason if it is known.

    Args:
        text: The numbers of elements that the block has and needs.
        unit: The word for the elements.
        block: Its id.
        supply: Its supply.
        blocked: All blocks that wait now.
        named: Returns the name of a block for people.
    """
    running = [one for one in supply.suppliers if one.runs]

    def names(blocks: Iterable[str]) -> str:
        ids = list(dict.fromkeys(blocks))
        return join(", ", [*map(named, ids[:_NAMED]), *(["…"] if len(ids) > _NAMED else [])])

    where = named(supply.resource) if supply.resource else phrase("the staging area of its container and shared_name")
    if not supply.suppliers:
        return phrase("{}. No block of the page adds {} to {}", text, unit, where)
    if not running:
        idle = names(one.block for one in supply.suppliers)
        if supply.session:
            return phrase(
                "{}. {} adds {} to {}, but is not connected to the Session block {}",
                text,
                idle,
                unit,
                where,
                named(supply.session),
            )
        return phrase("{}. {} adds {} to {}, but this run does not need it", text, idle, unit, where)
    adding = names(one.block for one in running)
    if all(block in one.dependencies for one in running):
        return phrase("{}. {}, which adds {} to {}, runs after {}", text, adding, unit, where, named(block))
    waits = [one.dependencies & {*blocked} for one in running]
    if all(waits):
        before = names(sorted(frozenset[str]().union(*waits)))
        if before == adding:
            return phrase("{}. {}, which adds {} to {}, waits too", text, adding, unit, where)
        return phrase("{}. {}, which adds {} to {}, waits for {}", text, adding, unit, where, before)
    if supply.loops:
        return phrase(
            "{}. {} takes {} in each iteration of a loop, and {} adds them once in a step",
            text,
            named(block),
            unit,
            adding,
        )
    if supply.total is not None and supply.demand is not None and supply.total < supply.demand:
        return phrase(
            "{}. A step adds {} ({}) and takes {} ({})",
            text,
            supply.total,
            adding,
            supply.demand,
            names(supply.takers),
        )
    others = [taker for taker in supply.takers if taker != block]
    if others and supply.takes_all:
        return phrase("{}. Also taken by {}, and a take removes all {} of {}", text, names(others), unit, where)
    return text
