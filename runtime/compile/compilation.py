"""The state of a page under compilation: facts about it and its problems.

The page has native types. The checks, the plan and the emitter add their findings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.checks import Faults, instances, page_checks
from blockloom.blocks.checks.session_closure import idle, needed, spoilt, weighed
from blockloom.blocks.document import scopes
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.lower.outside import changing
from blockloom.blocks.lower.source_map import LoweredPage
from blockloom.blocks.lower.structure import session_plans
from blockloom.blocks.plan.plan_nodes import PagePlan
from blockloom.blocks.plan.planner import Planner, is_step, leave_out
from blockloom.blocks.problems import ERROR, Problem, make_problem
from blockloom.blocks.results.monitors import watches


class Compilation:
    """A page on its way to a graph.

    Attributes:
        source_page: The page as drawn, without muted blocks.
        page: The lowered page.
        instead: Outputs that replace the fetches of sessions, see `session_plans`.
        fed: Outputs that are fed.
        target: `native`, or `reference` to expand the ops in `expanded` to other ops.
        need: The blocks that sessions need; None for all.
        left_out: The blocks that are not compiled, each with the block that is the reason.
        added: Data of additions, by name of the addition.
    """

    def __init__(
        self,
        source_page: Page,
        lowered: LoweredPage,
        page: Page,
        catalogue: Catalogue,
        target: str,
        bare: bool,
        need: set[str] | None,
        expanded: Collection[str],
        inference: PageInference | None = None,
        instead: Iterable[Address] = (),
        fed: Iterable[Address] = (),
    ):
        self.source_page, self.lowered, self.page, self.catalogue = source_page, lowered, page, catalogue
        self.target, self.bare, self.need, self.expanded = target, bare, need, expanded
        self.instead = self._natives(instead)
        self.fed = [(block, pin or self._first_output(block)) for block, pin in self._natives(fed)]
        acting = changing(page, catalogue) if self.instead else ()
        self.sessions = session_plans(page, catalogue, self.fed, self.instead, acting)
        self.inference = inference or PageInference(page, catalogue)
        self.faults = Faults(page, catalogue, self.inference, self.sessions)
        # Problems of instances of pages, and of the interface of this page, with the names of the original page.
        self.of_instances = [
            *instances.check(lowered, catalogue),
            *(page_checks.check_interface(source_page, catalogue) if lowered.page is not source_page else ()),
        ]
        runs = session_plans(page, catalogue) if self.instead or self.fed else self.sessions
        told = [*self.faults.all(), *instances.effects(lowered, catalogue, runs)]
        self.problems: list[Problem] = instances.apart(source_page, told, self.of_instances)
        self.left_out: dict[str, str] = {}
        self.leave_out(instances.spoilt(page, self.of_instances))
        self.leave_out({p.block for p in set(told).difference(self.problems) if p.severity == ERROR})
        self.added: dict[str, Any] = {}
        self.scope = ""  # scope of all nodes if the page is compiled as a function
        self.keeps_random = False  # whether the states of random blocks are variables

    def native(self, output: Address) -> list[tuple[str, str]]:
        """Return the native (block, pin) of an output of the original page; pin "" is the whole block."""
        end = output.flat, output.end
        return [end] if self.page is self.source_page else self.lowered.native(*end)

    @cached_property
    def watched(self) -> list[str]:
        """The blocks with outputs that monitors show."""
        return [block for watch in watches(self.source_page) for block, _ in self.native(watch.address)]

    def _natives(self, outputs: Iterable[Address]) -> list[tuple[str, str]]:
        """Return the native outputs of outputs of the drawn page, without those of blocks that are muted."""
        return [end for at in outputs if at.top in self.source_page.blocks for end in self.native(at)]

    def _first_output(self, block: str) -> str:
        found = self.catalogue.get(self.page.blocks[block].type) if block in self.page.blocks else None
        return found.outputs[0].name if found is not None and found.outputs else ""

    def say(self, kind: str, block: str, pin: str = "", /, **facts: Any) -> None:
        """Add a problem of a block, which is left out if it is an error."""
        found = make_problem(kind, address(self.page.name, block, pin), **facts)
        if found.severity == ERROR:
            self.left_out.setdefault(block, block)
        self.problems.append(found)

    def leave_out(self, blocks: Collection[str]) -> None:
        """Leave out these blocks and all that depend on them."""
        leave_out(self.page, blocks, self.left_out)

    def ok(self, also: Iterable[str] = ()) -> bool:
        """Return whether everything that the sessions and the blocks `also` need is free of errors."""
        need = needed(self.source_page, also, bool(self.instead)) if self.of_instances else None
        return not any(
            one.severity == ERROR for one in (*self.problems, *weighed(self.source_page, self.of_instances, need))
        )

    def weigh(self) -> None:
        """Leave out unneeded blocks with errors, and turn these errors into warnings.

        Unneeded blocks on missing devices are left out as well, since TensorFlow places all nodes.
        """
        self.leave_out(spoilt(self.page, idle(self.page, self.problems, self.need)))
        if self.need is not None and not self.bare:
            devices = scopes.devices(self.page.frames)
            self.leave_out(
                {
                    name
                    for name, block in self.page.blocks.items()
                    if name not in self.need and (devices.get(block.frame) or not self._on_cpu(name))
                }
            )
        self.problems[:] = weighed(self.page, self.problems, self.need)

    def _on_cpu(self, block: str) -> bool:
        found = self.catalogue.get(self.page.blocks[block].type)
        return found is not None and (
            not found.op
            or "CPU" in found.devices
            or is_step(self.page, self.page.blocks[block], self.catalogue, self.expanded)
        )

    def plan(self, partial: bool = False, tick: Callable[[], None] = lambda: None) -> PagePlan:
        """Plan all blocks that are not left out, with a `planner` that can plan single blocks again.

        `partial` and `tick` are arguments of `make_plan`.
        """
        self.planner = Planner(
            self.page, self.catalogue, self.inference, self.expanded, self.left_out, self.bare, partial, self.scope
        )
        self.planner.keeps_random = self.keeps_random
        made = self.planner.plan(tick)
        self.problems += made.problems
        self.left_out = made.left_out
        return made


class CompileOptions(msgspec.Struct, frozen=True):
    """Options of `compile_page`.

    Attributes:
        fetch: Outputs to fetch in addition to the fetches of the sessions; without a pin, all outputs of a block. The
            pages of functions with such outputs are tapped.
        only_fetch: Whether `fetch` replaces the fetches of the sessions, see `session_plans`.
        feed: Values for outputs, as texts or arrays.
        pinned: Values that are fed in place of outputs, several for a list. The blocks before them do not run.
        gradients: The address of the block that computes the gradients to show at all wires; "" for any block, None to
            show none.
        target: `native`, or `reference` to lower ops without a CPU kernel.
        bare: Whether the graph has only the ops of the page, for export.
        inlines: Whether the nodes of pages replace calls in an export, too.
        tell: Gets the address of each block before TensorFlow gets the block, and "" after the last.
        tapped_pages: Pages of functions whose values are shown.
        breakpoint_pages: Pages of functions in which runs may pause.
        differentiable: Whether others differentiate loops of the graph.
        runs: Whether the graph is run, with loops in place.
        shared: Whether other processes may supply the data that blocks wait for.
        watched: Whether the outputs that no session needs can be shown, see `side_outputs`.
        sessions: Whether to prepare runs. If not, the program only has problems.
        folder: The folder of relative file names, "" for the current folder.
        container: The container of resources that name none.
    """

    fetch: Collection[Address] = ()
    only_fetch: bool = False
    feed: Mapping[Address, str | np.ndarray] = MappingProxyType({})
    pinned: Mapping[Address, list[np.ndarray]] = MappingProxyType({})
    gradients: str | None = None
    target: str = "native"
    bare: bool = False
    inlines: bool = False
    tell: Callable[[Address], None] | None = None
    tapped_pages: Collection[str] = ()
    breakpoint_pages: Collection[str] = ()
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
