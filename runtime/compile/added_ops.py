"""Ops of a device that additions know: what is to be checked of them, and what stands in for them without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import tensorflow as tf

from blockloom.blocks.additions import parts
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Page
from blockloom.runtime.compile.compilation import Compilation
from blockloom.runtime.compile.emitter import Emitter

Expander = Callable[[Emitter, Block], None]


class AddedOps(NamedTuple):
    """Only a `device` (TPU) runs the ops of `expanders`, which expand each to ordinary ops for the target `reference`;
    `ordered` gives the page with the control wires that these need. `prepare` reads and checks what is typed in before
    the graph is built, `verify` checks what was built. `once` gives those of the nodes to run that are run when a
    session begins, not in each step, in order. `missing` is the kind of problem that a target without the device has.
    """

    device: str
    expanders: Mapping[str, Expander]
    ordered: Callable[[Page, Catalogue], Page]
    prepare: Callable[[Compilation], None]
    verify: Callable[[Emitter], None]
    once: Callable[[Emitter, Iterable[str]], list[str]]
    missing: str


def added_ops() -> tuple[AddedOps, ...]:
    """Those of all additions."""
    return parts("ops")


def stand_ins() -> dict[str, Expander]:
    """The expanders of all ops that only a device of an addition runs."""
    return {op: expand for added in added_ops() for op, expand in added.expanders.items()}


def target_of(page: Page) -> str:
    """What a page is compiled for on this machine: `reference` where it has ops of a device that is not here, else
    `native`."""
    types = {block.type for block in page.blocks.values()}
    without = any(not types.isdisjoint(added.expanders) and not tf.config.list_physical_devices(added.device)
                  for added in added_ops())
    return "reference" if without else "native"
