"""Blocks that exchange through a shared thing: what a run never gives them, and accumulators of another dtype.

What is never given is a warning only: another process may supply what is shared by name. Gradients in loops are passed
over, since nobody knows how often they run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from blockloom.blocks.checks import tables
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.lower.structure import SessionPlan, in_loops
from blockloom.blocks.problems import Problem, problem
from blockloom.blocks.values import literals


class Exchange(NamedTuple):
    """Ops that take from a shared thing and ops that give to it; the first of these is the one to suggest.

    `takers` has the pin that the thing is wired to, "" where only container and shared_name tell it; givers have `pin`.
    """

    takers: dict[str, str]
    givers: tuple[str, ...]
    pin: str


_QUEUE = [f"Queue{op}{v}" for op in ("Dequeue", "DequeueMany", "DequeueUpTo") for v in ("", "V2")]
_READ = [f"{op}{v}" for op in ("ReaderRead", "ReaderReadUpTo") for v in ("", "V2")]
_ENQUEUE = tuple(f"Queue{op}{v}" for op in ("Enqueue", "EnqueueMany") for v in ("", "V2"))
_MAP = ("Unstage", "UnstageNoKey", "Peek")
EXCHANGES = (
    Exchange(dict.fromkeys(_QUEUE, "handle") | dict.fromkeys(_READ, "queue_handle"), _ENQUEUE, "handle"),
    Exchange({"BarrierTakeMany": "handle"}, ("BarrierInsertMany",), "handle"),
    Exchange(dict.fromkeys(("Unstage", "StagePeek"), ""), ("Stage",), ""),
    Exchange({f"Map{op}": "" for op in _MAP}, ("MapStage",), ""),
    Exchange({f"OrderedMap{op}": "" for op in _MAP}, ("OrderedMapStage",), ""))
_GRADIENTS = {f"{kind}AccumulatorTakeGradient": f"{kind}AccumulatorApplyGradient"
              for kind in ("", "Sparse", "Resource")}
_DTYPE_ATTR = dict.fromkeys(_GRADIENTS, "dtype") | dict.fromkeys(_GRADIENTS.values(), "dtype")
_TAKERS = {op: exchange for exchange in EXCHANGES for op in exchange.takers}
_SOON = 10  # steps
_CONCERNED = frozenset({*_TAKERS, *_GRADIENTS, *_GRADIENTS.values(), *(g for e in EXCHANGES for g in e.givers)})


def concerned(page: Page) -> bool:
    """Whether the page has blocks that exchange something: only these can have the problems found here."""
    return any(block.type in _CONCERNED or block.type in tables.TABLES for block in page.blocks.values())


def check(page: Page, inference: Inference, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Errors for accumulators of another dtype and for tables that nothing fills; a warning for each block that will
    wait for ever, as far as this page's sessions can tell."""
    exchanging = [b for b in page.blocks.values() if b.type in _CONCERNED]
    unfilled = tables.check(page, inference, plans)
    if not exchanging:
        return unfilled
    loops = in_loops(page)
    found = [*unfilled, *_dtypes(page, inference, exchanging), *_too_few(page, inference, exchanging)]
    for session in plans:
        blocks = sorted(b for b in exchanging if b.id in session.closure)
        found += _exchanges(page, blocks)
        found += _gradients(page, inference, blocks, loops)
        found += _soon_stale(page, blocks, loops)
    return found


def _exchanges(page: Page, blocks: list[Block]) -> Iterable[Problem]:
    for block in blocks:
        exchange = _TAKERS.get(block.type)
        if exchange is None:
            continue
        shared = _shared(page, block, exchange.takers[block.type])
        if shared and not any(b.type in exchange.givers and _shared(page, b, exchange.pin) == shared for b in blocks):
            yield problem("never-supplied", address(page.name, block.id), giver=exchange.givers[0],
                          handle=bool(exchange.pin))


def _dtypes(page: Page, inference: Inference, blocks: list[Block]) -> Iterable[Problem]:
    """Accumulators and their users must agree on the dtype: TensorFlow does not check, it ends the process."""
    for block in blocks:
        attr = _DTYPE_ATTR.get(block.type)
        wires = page.into.get(block.id, {}).get("handle", ()) if attr else ()
        for wire in wires:
            maker = page.blocks.get(wire.source)
            if maker is None or "ConditionalAccumulator" not in maker.type or maker.id not in inference.known:
                continue
            theirs = inference.known[maker.id].attrs.get("dtype")
            own = inference.known[block.id].attrs.get(attr)
            if own and theirs and own != theirs:
                yield problem("dtype-clash:accumulator", address(page.name, block.id, "handle"), maker=maker.id,
                              holds=theirs, attr=attr, own=own)


def _too_few(page: Page, inference: Inference, blocks: list[Block]) -> Iterable[Problem]:
    for block in blocks:
        need = _required(page, inference, block) if block.type in _GRADIENTS else None
        if need is not None and need < 1:
            yield problem("too-few:gradients", address(page.name, block.id, "num_required"), count=need)


def _soon_stale(page: Page, blocks: list[Block], loops: set[str]) -> Iterable[Problem]:
    """A warning for a typed-in local_step that the accumulator's own step, counted up by each take, soon leaves behind.

    A large one is taken to be meant to last; an accumulator whose step is set, or that others share, tells nothing.
    """
    for apply in blocks:
        if apply.type not in _GRADIENTS.values():
            continue
        wires = page.into.get(apply.id, {}).get("handle", ())
        maker = page.blocks.get(wires[0].source) if len(wires) == 1 else None
        local = _typed(page, apply, "local_step", "DT_INT64")
        if maker is None or local is None or maker.values.get("shared_name"):
            continue
        users = [page.blocks[w.target] for w in page.out.get(maker.id, ()) if w.target in page.blocks]
        takes = [b for b in blocks if b in users and b.type in _GRADIENTS]
        if not takes or any("SetGlobalStep" in b.type for b in users) or not loops.isdisjoint(
                b.id for b in (apply, *takes)):
            continue
        step = local // len(takes) + 2
        if step <= _SOON:
            yield problem("stale-step", address(page.name, apply.id, "local_step"), local=local, step=step)


def _gradients(page: Page, inference: Inference, blocks: list[Block], loops: set[str]) -> Iterable[Problem]:
    takes: dict[tuple, list[Block]] = {}
    for block in blocks:
        if block.type in _GRADIENTS:
            takes.setdefault((_GRADIENTS[block.type], _shared(page, block, "handle")), []).append(block)
    for (apply, shared), takers in takes.items():
        applies = [b for b in blocks if b.type == apply and _shared(page, b, "handle") == shared]
        needs = [_required(page, inference, b) for b in takers]
        known = [n for n in needs if n is not None]
        if shared is None or not known or sum(known) <= len(applies) or not loops.isdisjoint(
                b.id for b in (*takers, *applies)):
            continue
        for block, need in zip(takers, needs, strict=True):
            if need:
                yield problem("never-supplied:gradients", address(page.name, block.id, "num_required"), required=need,
                              total=sum(known), several=len(known) > 1, supplied=len(applies), apply=apply)


def _shared(page: Page, block: Block, pin: str) -> tuple | None:
    """What tells the thing that a block uses: the container and name that it is shared by, else its block."""
    if pin:
        wires = page.into.get(block.id, {}).get(pin, ())
        if len(wires) != 1 or wires[0].source not in page.blocks:
            return None
        block = page.blocks[wires[0].source]
    name = block.values.get("shared_name", "").strip(" '\"")
    return (block.values.get("container", "").strip(" '\""), name) if name else (block.id,)


def _required(page: Page, inference: Inference, block: Block) -> int | None:
    """num_required where it is typed in, here or in the Const that is wired to it."""
    return _typed(page, block, "num_required", "DT_INT32")


def _typed(page: Page, block: Block, pin: str, dtype: str) -> int | None:
    """A whole number that is typed in, here or in the Const that is wired to the pin."""
    wires = page.into.get(block.id, {}).get(pin)
    text = block.values.get(pin)
    if wires:
        source = page.blocks.get(wires[0].source)
        text = source.values.get("value") if source and source.type == "Const" else None
    try:
        return int(literals.tensor(text, dtype)[0]) if text is not None else None
    except (literals.ValueSyntaxError, TypeError):
        return None
