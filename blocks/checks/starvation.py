"""Checks of shared resources: blocks that a run never supplies, accumulators of another dtype.

A missing supply is only a warning: another process may supply a resource that is shared by name. Gradients in loops are
skipped, since the number of iterations is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import types_on
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.checks import table_checks
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.inference import PageInference
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
    unfilled = table_checks.check(page, inference, plans)
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
