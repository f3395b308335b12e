"""Dependencies of blocks: closures, cycles, order, and the plan of each session of a page for a step.

A page's own adjacency is used for closures; networkx, imported on first use, finds cycles and orders.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from blockloom.blocks.catalogue import op_traits
from blockloom.blocks.catalogue.block_types import PREPARES, SESSIONS, BlockType
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import SIGNATURE, signature
from blockloom.blocks.document.fields import FEED_BLOCK, QUEUE_RUNNER, SESSION, STATIC_SHAPE, VALIDATION
from blockloom.blocks.document.pages import LIST, OPERATION, OPTIMIZER, REF, TENSOR, Page, Wire, split_index
from blockloom.blocks.walks import reached

if TYPE_CHECKING:
    import networkx

DEEPEST_LOOP = 100  # most nested loops: in an invalid page (an Enter that depends on itself) they would not end


class SessionPlan(Struct, frozen=True):
    """Plan of one session for a step. `id` is its Session block, "" the implied session of a page without one.

    `fetches` are (block, output pin), `targets` blocks that run without being fetched, `feeds` Feed blocks, `closure`
    all blocks that fetches and targets depend on. `starts` are blocks that run once, when the session begins; `runners`
    are QueueRunner blocks that fill queues of the closure. `initial` are the blocks that starts and runners depend on
    and no step does. A plan with `within` is a Validation's: it runs in the TensorFlow session of that plan, after
    each epoch; `monitor` is the output that it watches.
    """

    id: str
    fetches: tuple[tuple[str, str], ...]
    targets: tuple[str, ...]
    feeds: tuple[str, ...]
    closure: frozenset[str]
    starts: tuple[str, ...] = ()
    runners: tuple[str, ...] = ()
    initial: frozenset[str] = frozenset()
    within: str | None = None
    monitor: tuple[str, str] | None = None


def upstream(page: Page, blocks: Iterable[str], early: bool = False) -> set[str]:
    """Return these blocks and all blocks that they depend on, by wires of any kind.

    `early` stops at StaticShape blocks, of whose inputs only the shapes matter before the page runs. Unknown ids are
    left out.
    """
    have, into = page.blocks, page.into
    found = {block for block in blocks if block in have}
    todo = list(found)
    while todo:  # equal to walks.reached, in half the time: every compilation does this for all blocks
        name = todo.pop()
        if name not in into or early and have[name].type == STATIC_SHAPE:
            continue
        for wires in into[name].values():
            for wire in wires:
                source = wire.source
                if source not in found and source in have:
                    found.add(source)
                    todo.append(source)
    return found


def downstream(page: Page, blocks: Iterable[str]) -> set[str]:
    """Return these blocks and all that depend on them."""
    have, out = page.blocks, page.out
    starts = (b for b in blocks if b in have)
    return {*reached(starts, lambda name: [wire.target for wire in out.get(name, ()) if wire.target in have])}


def running(page: Page, plan: SessionPlan, pinned: Collection[tuple[str, str]]) -> set[str]:
    """Return the blocks of a session's closure that run if the outputs `pinned`, (block, pin), are fed.

    Blocks that only pinned outputs depend on do not run.
    """
    return set(plan.closure) & not_fed(page, [*plan.fetches, *((block, "") for block in plan.targets)], pinned)


def not_fed(page: Page, ends: Iterable[tuple[str, str]], fed: Collection[tuple[str, str]]) -> set[str]:
    """Return the blocks that run to compute some outputs, in a step that takes other outputs from outside.

    Args:
        page: the page of the blocks.
        ends: the outputs to compute, (block, pin); with pin "" the block runs.
        fed: the outputs that the step takes from outside, (block, pin): blocks that only they depend on do not run.
    """
    if not fed:
        return upstream(page, [block for block, _ in ends])

    def taken(block: str, pin: str) -> bool:
        return block in page.blocks and (block, pin) not in fed and (block, split_index(pin)[0]) not in fed

    def sources(name: str) -> list[str]:
        wired = page.into.get(name, {}).values()
        return [wire.source for wires in wired for wire in wires if taken(wire.source, wire.source_pin)]

    return {*reached((block for block, pin in ends if taken(block, pin)), sources)}


def prepared_pin(page: Page, block: str) -> str:
    """Return the pin that a block prepares once, when a session begins; "" if it has no such pin."""
    type_, values = page.blocks[block].type, page.blocks[block].values
    return op_traits.prepared_pin(type_, values.get(PREPARES, "").strip().lower() == "true")


def preparing(page: Page, closure: Collection[str]) -> list[str]:
    """Return the unused blocks that prepare a resource in a closure, such as filling a table, by id.

    A session runs them once when it begins, as it initialises variables, though no wire leads to them.
    """
    pins = {b: pin for b in page.blocks.keys() - page.out.keys() if (pin := prepared_pin(page, b))}
    preparers: list[str] = []
    known = set(closure) if pins else set()
    while new := [
        name
        for name, pin in sorted(pins.items())
        if name not in preparers and any(wire.source in known for wire in page.wires_into(name, pin))
    ]:
        preparers += new
        known |= upstream(page, new)
    return preparers


def filling(page: Page, closure: Collection[str]) -> list[str]:
    """Return the QueueRunner blocks that fill queues of a closure, and queues from which these take, by id."""
    queues = {block.id: _filled(page, block.id) for block in page.blocks.values() if block.type == QUEUE_RUNNER}
    runners: list[str] = []
    known = set(closure) if queues else set()
    while new := [name for name, filled in sorted(queues.items()) if name not in runners and filled & known]:
        runners += new
        known |= upstream(page, new)
    return runners


def _filled(page: Page, runner: str) -> set[str]:
    """Return the queues that a QueueRunner block fills."""
    enqueue = [wire.source for wire in page.wires_into(runner, "enqueue") if wire.source in page.blocks]
    return {
        wire.source for name in enqueue for wire in page.wires_into(name, traits_of(page.blocks[name].type).shared_by)
    }


def resource_suppliers(page: Page, closure: Collection[str]) -> set[str]:
    """Return the blocks that prepare tables and fill queues for a closure, with all that they depend on."""
    prepared = upstream(page, preparing(page, closure))
    runners = filling(page, {*closure, *prepared})
    filled = upstream(page, runners)
    return prepared | filled | (upstream(page, preparing(page, filled)) if runners else set())


class Structure:
    """The order and the cycles of a page in its present state; an edit needs a new one."""

    def __init__(self, page: Page):
        self.page = page

    @cached_property
    def graph(self) -> networkx.DiGraph[str]:
        """Return the block ids as a directed graph, with an edge from each block to those that use it.

        Back edges of loops are left out.
        """
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(sorted(self.page.blocks))
        graph.add_edges_from((block, wire.target) for block in self.page.blocks for wire in self._forward(block))
        return graph

    def _forward(self, block: str) -> Iterable[Wire]:
        blocks = self.page.blocks
        # The next iteration reads this: the only legal cycle.
        if traits_of(blocks[block].type).flow == "next_iteration":
            return ()
        return (wire for wire in self.page.out.get(block, ()) if wire.target in blocks)

    @cached_property
    def order(self) -> list[str]:
        """Return all block ids, each after those that it depends on, apart from back edges of loops.

        The order is the same for pages of the same content. Blocks in or behind an illegal cycle come last, by id.
        """
        # Without networkx, which is 10 times as slow: every compilation needs this order.
        waits_for = dict.fromkeys(sorted(self.page.blocks), 0)
        for block in waits_for:
            for wire in self._forward(block):
                waits_for[wire.target] += 1
        order: list[str] = []
        ready = [block for block, count in waits_for.items() if not count]
        while ready:
            order += ready
            freed = []
            for block in ready:
                for wire in self._forward(block):
                    waits_for[wire.target] -= 1
                    if not waits_for[wire.target]:
                        freed.append(wire.target)
            ready = sorted(freed)
        self._stuck = [block for block, count in waits_for.items() if count]
        return order + self._stuck

    @cached_property
    def cycles(self) -> list[list[str]]:
        """Return one cycle for each strongly connected set of blocks that is not a loop construct.

        Its block ids are in wire order, the least id first.
        """
        import networkx

        cycles = []
        for knot in self.knots:
            ring = [source for source, _ in networkx.find_cycle(self.graph.subgraph(knot), min(knot))]
            least = ring.index(min(ring))
            cycles.append(ring[least:] + ring[:least])
        return sorted(cycles)

    @cached_property
    def knots(self) -> list[set[str]]:
        """Return the strongly connected sets of blocks that are not loop constructs."""
        if not (self.order and self._stuck):
            return []
        import networkx

        found = networkx.strongly_connected_components(self.graph.subgraph(self._stuck))
        return [knot for knot in found if len(knot) > 1 or self.graph.has_edge(min(knot), min(knot))]


def sinks(page: Page) -> list[str]:
    """Return the blocks that no other block uses, by id. A Feed does not use the placeholder that it feeds."""
    blocks = page.blocks
    return sorted(
        b
        for b in blocks
        if not any(w.target in blocks and blocks[w.target].type != FEED_BLOCK for w in page.out.get(b, ()))
    )


def session_plans(
    page: Page,
    catalogue: Mapping[str, BlockType],
    fed: Collection[tuple[str, str]] = (),
    instead: Sequence[tuple[str, str]] = (),
    changing: Collection[str] = (),
) -> list[SessionPlan]:
    """Return the plans of the sessions of a page, in the order in which they run.

    A page without a Session block has one implied session, with all Feed blocks. Of the blocks that nothing uses, it
    fetches those with outputs, and runs the others. A Validation comes last, within the last session. Wires and blocks
    with errors are skipped.

    Args:
        page: the page, without muted blocks.
        catalogue: the block types.
        fed: more outputs, (block, pin), that a run feeds. Blocks that only they depend on are in no closure.
        instead: outputs, (block, pin), that a run asks for; pin "" is for all outputs of a block, which also runs. An
            implied session fetches them and runs nothing else. So does the only Session block of a page, if it only
            fetches, and no block in `changing`.
        changing: blocks that change a variable or such, see `effects.changing`.
    """
    sessions, validations = (
        sorted(b.id for b in page.blocks.values() if b.type == type_) for type_ in (SESSION, VALIDATION)
    )
    if not sessions and not validations:
        return [_implied(page, catalogue, fed, instead)]
    plans = [_session(page, s, fed) for s in sessions]
    if instead and not validations and _only_fetches(page, sessions, changing):
        return [_plan(page, sessions[0], *_ends(page, catalogue, instead), plans[0].feeds, [], fed)]
    return plans + [_session(page, v, fed, within=plans[-1].id) for v in validations if plans]


def _only_fetches(page: Page, sessions: Sequence[str], changing: Collection[str]) -> bool:
    """Return whether there is one Session block, which runs nothing, and fetches nothing `changing`."""
    if len(sessions) != 1:
        return False
    into = page.into.get(sessions[0], {})
    return into.keys() <= {"fetch_outputs", "inputs"} and not any(
        wire.source in changing for wire in into.get("fetch_outputs", ())
    )


def _wired(page: Page, session: str, pin: str) -> list[tuple[str, str]]:
    wires = page.into.get(session, {}).get(pin, ())
    return list(dict.fromkeys((w.source, w.source_pin) for w in wires if w.source in page.blocks))


def _session(page: Page, session: str, fed: Collection[tuple[str, str]], within: str | None = None) -> SessionPlan:
    fetches = _wired(page, session, "fetch_outputs")
    targets = list(dict.fromkeys(block for block, _ in _wired(page, session, "run_outputs")))
    feeds = [b for b, _ in _wired(page, session, "inputs") if page.blocks[b].type == FEED_BLOCK]
    starts = [block for block, _ in _wired(page, session, "start_outputs")]
    if within is None:
        return _plan(page, session, fetches, targets, feeds, starts, fed)
    monitor = next(iter(_wired(page, session, "monitor")), None)
    fetches += [monitor] if monitor is not None and monitor not in fetches else []
    return replace(_plan(page, session, fetches, targets, feeds, starts, fed), within=within, monitor=monitor)


def _plan(
    page: Page,
    session: str,
    fetches: list[tuple[str, str]],
    targets: list[str],
    feeds: Sequence[str],
    starts: Sequence[str],
    fed: Collection[tuple[str, str]],
) -> SessionPlan:
    given = {*fed, *fed_by(page, feeds)}
    closure = not_fed(page, [*fetches, *((block, "") for block in targets)], given)
    wanted = {block for block, _ in fetches} & page.blocks.keys()
    closure |= {
        block
        for block, _ in given
        if block in wanted or not closure.isdisjoint(wire.target for wire in page.out.get(block, ()))
    }
    runners = filling(page, closure | upstream(page, starts))
    filled = upstream(page, runners)
    starts = list(dict.fromkeys([*starts, *preparing(page, closure | upstream(page, starts) | filled)]))
    return SessionPlan(
        session,
        tuple(fetches),
        tuple(targets),
        tuple(feeds),
        frozenset(closure),
        tuple(starts),
        tuple(runners),
        frozenset(upstream(page, [*starts, *runners]) - closure) if starts or runners else frozenset(),
    )


def fed_by(page: Page, feeds: Iterable[str]) -> set[tuple[str, str]]:
    """Return the outputs, (block, pin), that Feed blocks with a value feed."""
    return {
        (wire.source, wire.source_pin)
        for feed in feeds
        if page.blocks[feed].values.get("value")
        for wire in page.wires_into(feed, "placeholder")
    }


def _implied(
    page: Page,
    catalogue: Mapping[str, BlockType],
    fed: Collection[tuple[str, str]],
    instead: Sequence[tuple[str, str]],
) -> SessionPlan:
    feeds = sorted(b.id for b in page.blocks.values() if b.type == FEED_BLOCK)
    if instead:
        return _plan(page, "", *_ends(page, catalogue, instead), feeds, [], fed)
    fetches: list[tuple[str, str]] = []
    targets: list[str] = []
    starts: list[str] = []
    for block in sinks(page):
        type_ = catalogue.get(page.blocks[block].type)
        if type_ is None or type_.name == FEED_BLOCK:
            continue
        fetches += [(block, pin.name) for pin in type_.outputs if pin.kind in (TENSOR, REF, LIST)]
        if any(pin.kind == OPERATION for pin in type_.outputs):
            (starts if prepared_pin(page, block) else targets).append(block)
    return _plan(page, "", fetches, targets, feeds, starts, fed)


def _ends(
    page: Page, catalogue: Mapping[str, BlockType], asked: Iterable[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the outputs to fetch, and the blocks to run, for (block, pin) that are asked for."""
    fetches: list[tuple[str, str]] = []
    targets: list[str] = []
    for block, only in asked:
        type_ = catalogue.get(page.blocks[block].type) if block in page.blocks else None
        if type_ is None or type_.name in (FEED_BLOCK, SESSION, VALIDATION):
            continue
        given = [(block, only or pin.name) for pin in type_.outputs_at(only) if pin.kind in (TENSOR, REF, LIST)]
        fetches += given
        targets += [] if given else [block]
        if any(pin.kind == OPTIMIZER for pin in type_.outputs):  # the users of an optimizer create its slots
            targets += [wire.target for wire in page.out.get(block, ()) if wire.target in page.blocks]
    return fetches, targets


def in_loops(page: Page) -> set[str]:
    """Return the ids of blocks inside dataflow loops, which may run any number of times in a step.

    These are the blocks behind more Enters than Exits.
    """
    depth: dict[str, int] = {}  # block downstream of an Enter -> number of Enters minus Exits
    todo = deque(b.id for b in page.blocks.values() if traits_of(b.type).flow == "enter")
    while todo:
        block = page.blocks[todo.popleft()]
        flow = traits_of(block.type).flow
        here = depth.get(block.id, 0) + (flow == "enter") - (flow == "exit")
        for wire in page.out.get(block.id, ()):
            if wire.target in page.blocks and depth.get(wire.target, 0) < here <= DEEPEST_LOOP:
                depth[wire.target] = here
                todo.append(wire.target)
    return {name for name, enters in depth.items() if enters > (traits_of(page.blocks[name].type).flow == "exit")}


def can_be_block(page: Page) -> bool:
    """Return whether a page can be used as a block: it has Args, Retvals or Parameters, or runs no session itself."""
    return any(signature(page)) or not has_session(page)


def unoffered_types(page: Page) -> tuple[str, ...]:
    """Return the block types that are not offered on a page: those of a signature, if it cannot be used as a block."""
    return () if can_be_block(page) else SIGNATURE


def has_session(page: Page) -> bool:
    """Return whether a page has a block that runs a session."""
    return any(block.type in SESSIONS for block in page.blocks.values())
