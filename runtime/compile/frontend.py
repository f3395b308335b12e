"""Prepare a page of a document for the plan.

The compilation has the page without muted blocks (`blocks.lower.muting`), in native types (`blocks.lower.lowering`),
with the inferred types (`blocks.infer.inference`) and the problems found (`blocks.checks`, and the checks of
additions).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.checks.session_closure import needed
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.fields import RESOURCE_VARIABLE, VARIABLE
from blockloom.blocks.document.pages import LIST, OPERATION, Block, Document, Page, split_index
from blockloom.blocks.infer.incremental import Inferences
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active
from blockloom.blocks.lower.source_map import LoweredPage
from blockloom.blocks.results.run_modes import gradient_of, output_of
from blockloom.runtime.compile import composites, optimizers, variables
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.program import Expansion, Program


def checked(
    document: Document,
    page: str,
    catalogue: Catalogue,
    target: str = "native",
    bare: bool = False,
    also: Iterable[Address] = (),
    tick: Callable[[], None] = lambda: None,
    inferences: Inferences | None = None,
    given: Mapping[str, str | None] = MappingProxyType({}),
    instead: Collection[Address] = (),
    fed: Collection[Address] = (),
) -> Compilation:
    """Begin to compile a page: mute, lower, infer and check.

    Args:
        page: The name of the page.
        catalogue: The catalogue of block types.
        target: As in `compile_page`.
        bare: As in `compile_page`.
        also: Blocks that are needed in addition to those of sessions.
        tick: Called now and then; may raise.
        inferences: The inferences of the document, if any.
        given: Values of parameters.
        instead: Outputs that replace the fetches of sessions, if any.
        fed: Outputs that are fed.

    Raises:
        KeyError: The document has no page of this name.
    """
    catalogue = catalogue.with_pages(document)
    drawn = active(document.page(page), catalogue)
    lowered = lower(drawn, catalogue, given)
    tick()
    native = lowered.page
    for added in added_ops() if target == "reference" else ():
        native = added.ordered(native, catalogue)
    known = inferences.inference_of(page).whole() if inferences is not None and native is document.page(page) else None
    needed_page, ids = (lowered.page, [a.flat for a in also]) if lowered.within else (drawn, [a.block for a in also])
    need = needed(needed_page, ids, bool(instead))
    compilation = Compilation(
        drawn, lowered, native, catalogue, target, bare, need, expanders(target).keys(), known, instead, fed
    )
    tick()
    for added in added_ops():
        added.prepare(compilation)
    return compilation


def telling(tell: Callable[[Address], None] | None, lowered: LoweredPage) -> Callable[[Address], None] | None:
    """Return a `tell` that maps addresses of the lowered page to the user's page; None if `tell` is None."""
    if tell is None:
        return None
    return lambda place: tell(lowered.place(place._replace(page=lowered.page.name)))


def raise_program(program: Program, lowered: LoweredPage, page: Page, catalogue: Catalogue) -> None:
    """Rename results, addresses and problems of a lowered page to those of the user's page.

    Blocks that were removed show the values that they pass on.
    """
    program.problems[:] = dict.fromkeys(
        (*map(lowered.problem, program.problems), *(() if lowered.within else lowered.problems))
    )
    program.places.update(
        {node: lowered.place(p) for node, p in program.places.items() if "/" in p.block or p.block in lowered.pins}
    )
    passed = [
        (inside("", block), pin, _kind(page, block, pin, catalogue), ends)
        for (block, pin), ends in lowered.passed.items()
    ]
    for session in program.sessions:
        native, more = dict(session.sources), session.sources | session.side_sources
        for by_address in (session.sources, session.reads, session.side_sources):
            for at in by_address.keys() & {inside("", block) for block in lowered.pins}:
                by_address[at] = {_raised(lowered, at.flat, pin): value for pin, value in by_address[at].items()}
        for at, pin, kind, ends in passed:
            for known, shown in ((native, session.sources), (more, session.side_sources)):
                values = [_value(known.get(inside("", b), {}), p) for b, p in ends]
                if values and None not in values and kind != OPERATION:
                    flat = [tensor for value in values for tensor in (value if isinstance(value, list) else [value])]
                    shown.setdefault(at, {})[pin] = flat if kind == LIST else values[0]
                    grads = [_value(known.get(inside("", b), {}), gradient_of(p)) for b, p in ends]
                    if grads and None not in grads:
                        flat = [one for grad in grads for one in (grad if isinstance(grad, list) else [grad])]
                        shown[at][gradient_of(pin)] = flat if kind == LIST else grads[0]
                    break


def _raised(lowered: LoweredPage, block: str, pin: str) -> str:
    """Return the user's name of a result."""
    output = output_of(pin)
    return gradient_of(lowered.pin(block, output)) if output else lowered.pin(block, pin)


def _value(shown: dict[str, Any], pin: str) -> Any:
    """Return the source of an output, which may be an element of a list; None if there is none."""
    stem, element = split_index(pin)
    found = shown.get(pin) if pin in shown or element is None else shown.get(stem)
    if pin in shown or element is None or not isinstance(found, list):
        return found
    return found[element] if element < len(found) else None


def _kind(page: Page, block: str, pin: str, catalogue: Catalogue) -> str:
    """Return the kind of an output of a block that was removed."""
    *path, name = block.split("/")
    if path:
        page = catalogue.document.pages[catalogue.page_at(page.name, path)]
    return catalogue[page.blocks[name].type].known_output(pin).kind


Expander = Callable[[Emitter, Block], Expansion | None]


class AddedOps(NamedTuple):
    """Ops of an addition that run on one kind of device only.

    Attributes:
        device: The type of the device, such as TPU.
        expanders: Functions that expand the ops to ordinary ops for the target `reference`.
        ordered: Returns the page with the control wires that the expanded ops need.
        prepare: Checks typed values before the graph is built.
        verify: Checks the finished graph.
        setup_nodes: Returns, of some nodes, those that run once at the start of a session, in order.
        missing: The kind of problem to report if the device is missing.
    """

    device: str
    expanders: Mapping[str, Expander]
    ordered: Callable[[Page, Catalogue], Page]
    prepare: Callable[[Compilation], None]
    verify: Callable[[Emitter], None]
    setup_nodes: Callable[[Emitter, Iterable[str]], list[str]]
    missing: str


def added_ops() -> tuple[AddedOps, ...]:
    """Return the added ops of all additions."""
    return load_parts("ops")


def stand_ins() -> dict[str, Expander]:
    """Return the expanders of all ops that need a device of an addition."""
    return {op: expand for added in added_ops() for op, expand in added.expanders.items()}


def target_of(page: Page) -> str:
    """Return the target to compile a page for on this machine.

    Returns:
        `reference` if the page has ops of a missing device, else `native`.
    """
    types = {block.type for block in page.blocks.values()}
    without = any(
        not types.isdisjoint(added.expanders) and not tf.config.list_physical_devices(added.device)
        for added in added_ops()
    )
    return "reference" if without else "native"


NATIVE: Mapping[str, Expander] = (
    composites.LIVE | optimizers.LIVE | dict.fromkeys((VARIABLE, RESOURCE_VARIABLE), variables.expand)
)


def expanders(target: str) -> Mapping[str, Expander]:
    """Return the expanders for a target; with `reference`, also those of ops that lack a CPU kernel."""
    return {**NATIVE, **stand_ins()} if target == "reference" else NATIVE
