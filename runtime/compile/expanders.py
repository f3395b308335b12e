"""The expanders of all steps of a plan, by block type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import tensorflow as tf

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.own_types import RESOURCE_VARIABLE, VARIABLE
from blockloom.blocks.document.pages import Block, Page
from blockloom.runtime.compile import composites, optimizers, variables
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.program import Expansion

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
