"""Checks of shared resources: blocks that a run never supplies, accumulators of another dtype.

A missing supply is only a warning: another process may supply a resource that is shared by name. Gradients in loops are
skipped, since the number of iterations is unknown.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import types_on
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import CONTROL, Block, Page
from blockloom.blocks.infer.inference import PageInference, known_values
from blockloom.blocks.infer.page_uses import reached, used_pages, uses
from blockloom.blocks.lower.structure import SessionPlan, in_loops
from blockloom.blocks.lower.supplies import shared_resource
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.values import literals

_SOON = 10  # the problem is reported if it occurs within this many steps


def concerned(page: Page) -> bool:
    """Return whether the page has blocks that exchange data (queues, accumulators, tables)."""
    return any(_exchanges_something(name) or traits_of(name).table == "filled_once" for name in types_on(page))


def _exchanges_something(block_type: str) -> bool:
    traits = traits_of(block_type)
    return bool(traits.supplies or traits.supplied_by)


def check(page: Page, inference: PageInference, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Return errors for accumulator dtypes and unfilled tables, and warnings for blocks that wait forever.

    The warnings consider only the sessions of this page.
    """
    exchanging = [b for b in page.blocks.values() if _exchanges_something(b.type)]
    unfilled = check_tables(page, inference, plans)
    if not exchanging:
        return unfilled
    loops = in_loops(page)
    problems = [*unfilled, *_dtypes(page, inference, exchanging), *_too_few(page, inference, exchanging)]
    for session in plans:
        blocks = sorted(b for b in exchanging if b.id in session.closure)
        problems += _exchanges(page, [b for b in exchanging if b.id in session.closure | session.initial])
        problems += _gradients(page, inference, blocks, loops)
        problems += _soon_stale(page, blocks, loops)
    return problems


def _exchanges(page: Page, blocks: list[Block]) -> Iterable[Problem]:
    traits = {block.id: traits_of(block.type) for block in blocks}
    for block in blocks:
        takes = traits[block.id]
        if not takes.supplied_by or takes.gradients:
            continue
        shared = shared_resource(page, block, takes.shared_by)
        if shared and not any(
            traits[b.id].supplies == takes.supplied_by and shared_resource(page, b, traits[b.id].shared_by) == shared
            for b in blocks
        ):
            yield make_problem(
                "never-supplied", address(page.name, block.id), giver=takes.supplied_by, handle=bool(takes.shared_by)
            )


def _dtypes(page: Page, inference: PageInference, blocks: list[Block]) -> Iterable[Problem]:
    """Return errors for blocks whose dtype differs from their accumulator's.

    TensorFlow does not check this: the process would end.
    """
    for block in blocks:
        for wire in page.wires_into(block.id, "handle") if traits_of(block.type).gradients else ():
            maker = page.blocks.get(wire.source)
            if maker is None or traits_of(maker.type).makes not in ACCUMULATORS or maker.id not in inference.known:
                continue
            theirs = inference.known[maker.id].attrs.get("dtype")
            dtype = inference.known[block.id].attrs.get("dtype")
            if dtype and theirs and dtype != theirs:
                yield make_problem(
                    "dtype-clash:accumulator",
                    address(page.name, block.id, "handle"),
                    maker=maker.id,
                    holds=theirs,
                    attr="dtype",
                    own=dtype,
                )


def _too_few(page: Page, inference: PageInference, blocks: list[Block]) -> Iterable[Problem]:
    for block in blocks:
        need = _required(page, inference, block) if traits_of(block.type).gradients == "take" else None
        if need is not None and need < 1:
            yield make_problem("too-few:gradients", address(page.name, block.id, "num_required"), count=need)


def _soon_stale(page: Page, blocks: list[Block], loops: set[str]) -> Iterable[Problem]:
    """Return a warning for a typed local_step that the accumulator's step soon exceeds.

    Each take increases that step. A large local_step is assumed to be intended; an accumulator whose step is set, or
    that is shared, is skipped.
    """
    for apply in blocks:
        if traits_of(apply.type).gradients != "apply":
            continue
        wires = page.into.get(apply.id, {}).get("handle", ())
        maker = page.blocks.get(wires[0].source) if len(wires) == 1 else None
        local = _typed(page, apply, "local_step", "DT_INT64")
        if maker is None or local is None or maker.values.get("shared_name"):
            continue
        users = [page.blocks[w.target] for w in page.out.get(maker.id, ()) if w.target in page.blocks]
        takes = [b for b in blocks if b in users and traits_of(b.type).gradients == "take"]
        if (
            not takes
            or any(traits_of(b.type).gradients == "set_step" for b in users)
            or not loops.isdisjoint(b.id for b in (apply, *takes))
        ):
            continue
        step = local // len(takes) + 2
        if step <= _SOON:
            yield make_problem("stale-step", address(page.name, apply.id, "local_step"), local=local, step=step)


def _gradients(page: Page, inference: PageInference, blocks: list[Block], loops: set[str]) -> Iterable[Problem]:
    takes: dict[tuple[str, tuple[str, ...] | None], list[Block]] = {}
    for block in blocks:
        traits = traits_of(block.type)
        if traits.gradients == "take":
            takes.setdefault((traits.supplied_by, shared_resource(page, block, "handle")), []).append(block)
    for (apply, shared), takers in takes.items():
        applies = [b for b in blocks if b.type == apply and shared_resource(page, b, "handle") == shared]
        needs = [_required(page, inference, b) for b in takers]
        known = [n for n in needs if n is not None]
        if (
            shared is None
            or not known
            or sum(known) <= len(applies)
            or not loops.isdisjoint(b.id for b in (*takers, *applies))
        ):
            continue
        for block, need in zip(takers, needs, strict=True):
            if need:
                yield make_problem(
                    "never-supplied:gradients",
                    address(page.name, block.id, "num_required"),
                    required=need,
                    total=sum(known),
                    several=len(known) > 1,
                    supplied=len(applies),
                    apply=apply,
                )


def _required(page: Page, inference: PageInference, block: Block) -> int | None:
    """Return num_required if it is typed, here or in the Const that is wired to it."""
    return _typed(page, block, "num_required", "DT_INT32")


def _typed(page: Page, block: Block, pin: str, dtype: str) -> int | None:
    """Return a whole number that is typed, here or in the Const that is wired to the pin."""
    wires = page.into.get(block.id, {}).get(pin)
    text = block.values.get(pin)
    if wires:
        source = page.blocks.get(wires[0].source)
        text = source.values.get("value") if source and source.type == "Const" else None
    try:
        return int(literals.tensor(text, dtype)[0]) if text is not None else None
    except (literals.ValueSyntaxError, TypeError):
        return None


# Only tables that are filled once are checked; those that ops change (MutableHashTable ...) begin empty.


def check_tables(page: Page, inference: PageInference, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Return an error for each table that a session uses without filling it.

    A page that others use has none: they may fill the table.
    """
    catalogue = inference.catalogue
    tables = [block for block in page.blocks.values() if traits_of(block.type).table == "filled_once"]
    if not tables or uses(catalogue.document, page.name, catalogue):
        return []
    problems = []
    for plan in plans:
        run = plan.closure | plan.initial
        if not _fills_within(page, run, catalogue):
            filled = {_key(page.blocks[table]) for block in run for table in _tables_of(page, block, fills=True)}
            asked = {
                table
                for block in plan.closure
                for table in _tables_of(page, block, fills=False)
                if traits_of(page.blocks[block].type).table == "asks" or used_pages(page.blocks[block], catalogue)
            }
            problems += [
                make_problem("never-supplied:table", address(page.name, table.id), reference=table.type == "HashTable")
                for table in tables
                if table.id in asked and _key(table) not in filled
            ]
    return list(dict.fromkeys(problems))


def _tables_of(page: Page, block: str, fills: bool) -> Iterable[str]:
    """Return the tables that are wired to a block that fills them, or that reads them."""
    user = page.blocks.get(block)
    if user is None:
        return []
    role = traits_of(user.type).table
    if (role == "fills") != fills or role == "size":  # an op that returns the size may use an empty table
        return []
    return [
        wire.source
        for wires in page.into.get(block, {}).values()
        for wire in wires
        if wire.kind != CONTROL
        and wire.source in page.blocks
        and traits_of(page.blocks[wire.source].type).table == "filled_once"
    ]


def _key(table: Block) -> tuple[str, ...]:
    """Return the identity of a table: its container and shared name, else its block."""
    name = table.values.get("shared_name", "").strip(" '\"")
    return (table.values.get("container", "").strip(" '\""), name) if name else (table.id,)


def _fills_within(page: Page, run: Collection[str], catalogue: Catalogue) -> bool:
    """Return whether a function of the running blocks fills tables."""
    pages = {name for block in run if block in page.blocks for name in used_pages(page.blocks[block], catalogue)}
    return any(
        traits_of(type_).table == "fills"
        for name in reached(catalogue.document, pages, catalogue)
        for type_ in types_on(catalogue.document.pages[name])
    )


def missing_files(page: Page, inference: PageInference) -> list[Problem]:
    """Return an error for each table that is filled from a missing file. This reads the disk.

    Only typed names are checked, and only if no control wire waits for a block that may write the file.
    """
    problems = []
    reading = {name for name in types_on(page) if traits_of(name).file}
    for block in page.blocks.values() if reading else ():
        known, pin = inference.known.get(block.id), traits_of(block.type).file
        if not pin or known is None or page.into.get(block.id, {}).get(""):
            continue
        for value in known_values(inference, block.id, pin):
            path = os.fsdecode(value.array.item()) if value.dtype == "DT_STRING" and value.array.size == 1 else ""
            if path and not os.path.isfile(path):
                problems.append(make_problem("missing-file", address(page.name, block.id, pin), path=path))
    return problems
