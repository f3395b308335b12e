"""Ops of a device that additions know: what is to be checked of them, and what stands in for them without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import tensorflow as tf

from blockloom.blocks.additions import load_parts
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Page
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.emitter import Emitter

Expander = Callable[[Emitter, Block], None]


class AddedOps(NamedTuple):
    """Ops of an addition that only a `device` (TPU) runs. `expanders` expand them to ordinary ops for the target
    `reference`; `ordered` adds the control wires that these need to the page. `prepare` checks typed values before the
    graph is built, `verify` the graph; `once` gives those nodes that run when a session begins, in order. `missing` is
    the kind of problem where there is no device.
    """

    device: str
    expanders: Mapping[str, Expander]
    ordered: Callable[[Page, Catalogue], Page]
    prepare: Callable[[Compilation], None]
    verify: Callable[[Emitter], None]
    once: Callable[[Emitter, Iterable[str]], list[str]]
    missing: str


def added_ops() -> tuple[AddedOps, ...]:
    """The added ops of all additions."""
    return load_parts("ops")


def stand_ins() -> dict[str, Expander]:
    """The expanders of all ops that only a device of an addition runs."""
    return {op: expand for added in added_ops() for op, expand in added.expanders.items()}


def target_of(page: Page) -> str:
    """The target that a page is compiled for on this machine: `reference` where it has ops of a missing device, else
    `native`.
    """
    types = {block.type for block in page.blocks.values()}
    without = any(
        not types.isdisjoint(added.expanders) and not tf.config.list_physical_devices(added.device)
        for added in added_ops()
    )
    return "reference" if without else "native"
