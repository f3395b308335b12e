"""Options for compiling a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

import msgspec
import numpy as np

from blockloom.blocks.document.addresses import Address


class CompileOptions(msgspec.Struct, frozen=True):
    """Options of `compile_page`.

    Attributes:
        fetch: Outputs to fetch in addition to the fetches of the sessions; without a pin, all outputs of a block. The
            pages of functions with such outputs are tapped.
        alone: Whether `fetch` replaces the fetches of the sessions, see `session_plans`.
        feed: Values for outputs, as texts or arrays.
        pinned: Values that are fed in place of outputs, several for a list. The blocks before them do not run.
        gradients: The address of the block that computes the gradients to show at all wires; "" for any block, None to
            show none.
        target: `native`, or `reference` to lower ops without a CPU kernel.
        bare: Whether the graph has only the ops of the page, for export.
        inlines: Whether the nodes of pages replace calls in an export, too.
        tell: Gets the address of each block before TensorFlow gets the block, and "" after the last.
        tapped: Pages of functions whose values are shown.
        breaks_in: Pages of functions in which runs may pause.
        differentiable: Whether others differentiate loops of the graph.
        runs: Whether the graph is run, with loops in place.
        shared: Whether other processes may supply the data that blocks wait for.
        watched: Whether the outputs that no session needs can be shown, see `side_outputs`.
        sessions: Whether to prepare runs. If not, the program only has problems.
        folder: The folder of relative file names, "" for the current folder.
        container: The container of resources that name none.
    """

    fetch: Collection[Address] = ()
    alone: bool = False
    feed: Mapping[Address, str | np.ndarray] = MappingProxyType({})
    pinned: Mapping[Address, list[np.ndarray]] = MappingProxyType({})
    gradients: str | None = None
    target: str = "native"
    bare: bool = False
    inlines: bool = False
    tell: Callable[[Address], None] | None = None
    tapped: Collection[str] = ()
    breaks_in: Collection[str] = ()
    differentiable: bool = False
    runs: bool = True
    shared: bool = False
    watched: bool = False
    sessions: bool = True
    folder: str = ""
    container: str = ""

    @property
    def is_run(self) -> bool:
        """True if the graph is run and has all that runs need."""
        return self.runs and not self.bare

    @property
    def keeps_random(self) -> bool:
        """True if variables hold the state of random blocks."""
        return self.is_run and not self.shared
