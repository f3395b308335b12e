"""A page in native types, which checks and compilation know, and how what they say of it is told of the user's page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Page, split_index
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.problems import Problem

Pin = tuple[str, str]   # a block, and one of its pins


class Within(NamedTuple):
    """A page with instances of others, its parameters replaced by values, with what follows from its wires; and the
    instances that lead down to it, where it is first used."""

    path: tuple[str, ...]
    page: Page
    inference: Inference


class Lowered(NamedTuple):
    """A page of native types. `pins` maps the renamed native pins of a block to the user's, `passed` the outputs of
    blocks that vanished to what they pass on; `within` are the pages that had instances of others on them; `typed` are
    the blocks that hold what is typed into a pin of an instance, or as the default of an Arg."""

    page: Page
    pins: Mapping[str, Mapping[str, str]] = {}
    passed: Mapping[Pin, list[Pin]] = {}
    types: Mapping[str, tuple[str, str]] = {}
    problems: tuple[Problem, ...] = ()
    within: tuple[Within, ...] = ()
    typed: Mapping[str, Pin] = {}

    def pin(self, block: str, pin: str) -> str:
        """The user's name of a native pin."""
        names = self.pins.get(block)
        if not names:
            return pin
        stem, index = split_index(pin)
        return names.get(pin) or (f"{names[stem]}[{index}]" if index is not None and stem in names else pin)

    def native(self, block: str, pin: str) -> list[Pin]:
        """The native outputs of a user's; pin "" means all of them. Empty for a block that is no part of the graph."""
        if (block, pin) in self.passed:
            return list(self.passed[block, pin])
        if block not in self.page.blocks:
            return [end for (name, _), ends in self.passed.items() if name == block and not pin for end in ends]
        stem, index = split_index(pin)
        for native, shown in self.pins.get(block, {}).items():
            if shown in (pin, stem):
                return [(block, native if shown == pin else f"{native}[{index}]")]
        return [(block, pin)]

    def then(self, more: Lowered) -> Lowered:
        """This page lowered once more: `more` is what became of its page."""
        passed = {end: [native for one in ends for native in more.native(*one)] for end, ends in self.passed.items()}
        return self._replace(page=more.page, pins={**self.pins, **more.pins}, passed={**passed, **more.passed},
                             types={**self.types, **more.types}, problems=(*self.problems, *more.problems))

    def place(self, at: Address) -> Address:
        """A place on the lowered page as one on the user's."""
        block, pin = self.typed.get(at.block) or (at.block, self.pin(at.block, at.end))
        return inside(at.page, block, pin)

    def problem(self, problem: Problem) -> Problem:
        """A problem of the lowered page as one of the user's page."""
        at = self.place(problem.address)
        names = {n: s for n, s in self.pins.get(problem.block, {}).items() if len(n) > 2}
        native, shown = self.types.get(problem.block, ("", ""))
        if native:
            names[native] = shown
        if not names:
            return problem._replace(address=at)
        words = re.compile(r"(?<![\w.])(?:" + "|".join(map(re.escape, names)) + r")(?!\w)")
        return problem.renamed(at, lambda text: words.sub(lambda match: names[match[0]], text))
