"""Map from a page in native types, which checks and compilation use, back to the user's page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Page, split_index
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.problems import Problem

Pin = tuple[str, str]  # (block, pin)


class InlinedInstance(NamedTuple):
    """A page that has instances, with parameters replaced by values, and its inference.

    `path` are the instances that lead down to its first use.
    """

    path: tuple[str, ...]
    page: Page
    inference: PageInference


class LoweredPage(NamedTuple):
    """A page of native types, and its relation to the user's page.

    `pins`: block -> {native pin: user's pin}, if they differ; `passed`: outputs of removed blocks -> the outputs that
    they pass on; `types`: block -> (native type, user's type); `within`: the pages that had instances; `typed`: blocks
    with a value -> the pin of an instance, or Arg, into which it was typed.
    """

    page: Page
    pins: Mapping[str, Mapping[str, str]] = {}
    passed: Mapping[Pin, list[Pin]] = {}
    types: Mapping[str, tuple[str, str]] = {}
    problems: tuple[Problem, ...] = ()
    within: tuple[InlinedInstance, ...] = ()
    typed: Mapping[str, Pin] = {}

    def pin(self, block: str, pin: str) -> str:
        """Return the user's name of a pin of the lowered page."""
        names = self.pins.get(block)
        if not names:
            return pin
        stem, index = split_index(pin)
        return names.get(pin) or (f"{names[stem]}[{index}]" if index is not None and stem in names else pin)

    def native(self, block: str, pin: str) -> list[Pin]:
        """Return the outputs on the lowered page of an output on the user's page, or of the whole block if `pin` is "".

        The result is empty for a block that is not part of the graph.
        """
        if (block, pin) in self.passed:
            return list(self.passed[block, pin])
        if block not in self.page.blocks:
            return [end for (name, _), ends in self.passed.items() if name == block and not pin for end in ends]
        stem, index = split_index(pin)
        for native, shown in self.pins.get(block, {}).items():
            if shown in (pin, stem):
                return [(block, native if shown == pin else f"{native}[{index}]")]
        return [(block, pin)]

    def followed_by(self, more: LoweredPage) -> LoweredPage:
        """Return the combination of this lowering and another: `more` is the lowering of this one's page."""
        passed = {end: [native for one in ends for native in more.native(*one)] for end, ends in self.passed.items()}
        return self._replace(
            page=more.page,
            pins={**self.pins, **more.pins},
            passed={**passed, **more.passed},
            types={**self.types, **more.types},
            problems=(*self.problems, *more.problems),
        )

    def place(self, at: Address) -> Address:
        """Return the address on the user's page of an address on the lowered page."""
        block, pin = self.typed.get(at.block) or (at.block, self.pin(at.block, at.end))
        return inside(at.page, block, pin)

    def problem(self, problem: Problem) -> Problem:
        """Return a problem of the lowered page as one of the user's page, with the user's names of types and pins."""
        at = self.place(problem.address)
        names = {n: s for n, s in self.pins.get(problem.block, {}).items() if len(n) > 2}
        native, shown = self.types.get(problem.block, ("", ""))
        if native:
            names[native] = shown
        if not names:
            return problem._replace(address=at)
        words = re.compile(r"(?<![\w.])(?:" + "|".join(map(re.escape, names)) + r")(?!\w)")
        return problem.translate(at, lambda text: words.sub(lambda match: names[match[0]], text))
