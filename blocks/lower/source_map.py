"""Map from a page in native types, which checks and compilation use, back to the user's page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sized
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from blockloom.blocks.catalogue.parameters import RETVAL
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import Block, Frame, Page, Wire, split_index
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


EACH = 2  # number of wires, problems and other items that count as one block
_TEXT = 250  # typed characters that count as one block


class WireSource(NamedTuple):
    """Source of a wire: an output of a block, with the kind of the wire."""

    block: str
    pin: str
    kind: str


@dataclass
class InlinedPage:
    """A page in the form in which it replaces an instance, with its own instances replaced.

    Wires from an Arg have its id as their source; `retvals` are the sources of Retvals. `first` depend on nothing
    inside, and nothing inside depends on `last`. `passed` are outputs of replaced blocks, with the outputs that they
    pass on.
    """

    page: str
    blocks: list[Block] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    args: dict[str, Block] = field(default_factory=dict)
    retvals: dict[str, WireSource | None] = field(default_factory=dict)
    first: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    passed: dict[Pin, list[Pin]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    within: list[InlinedInstance] = field(default_factory=list)
    typed: dict[str, Pin] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        """Return the size that an instance adds to a page, in blocks, at least 1.

        Wires, texts and other items count as fractions of a block.
        """
        lists: tuple[Sized, ...] = self.wires, self.frames, self.passed, self.problems, self.within, self.typed
        others = sum(map(len, lists))
        texts = sum(len(text) for block in self.blocks for text in block.values.values())
        return 1 + max(len(self.blocks), others // EACH, texts // _TEXT)


class Sources:
    """Finder of sources for a page that is being flattened, whose instances have the content `bodies`.

    With `alone`, the page runs by itself, and only instances are replaced.
    """

    def __init__(self, page: Page, bodies: Mapping[str, InlinedPage], alone: bool):
        self._page, self._bodies, self._alone = page, bodies, alone
        self._sources: dict[tuple[str, str], WireSource | None] = {}  # output of a replaced block -> its source

    def source(self, block: str, pin: str, kind: str = "") -> WireSource | None:
        """Return the source of an output after instances are replaced, or None.

        `kind` is that of a wire from the output.
        """
        led = dict[tuple[str, str], None]()  # number of outputs in a chain of wires: the chain may be a cycle
        origin: WireSource | None = None
        while (block, pin) not in led:
            if (block, pin) in self._sources:
                origin = self._sources[block, pin]
                break
            retval, wire = None, None
            if block in self._bodies:
                retval = self._bodies[block].retvals.get(pin)
                wire = self._given(block, retval) if retval is not None else None
            elif self.passes(block):
                wire = self._first(block, "input")
            else:
                origin = WireSource(block, pin, kind)
            if wire is None:
                origin = self._within(block, retval, kind) if retval is not None else origin
                break
            led[block, pin] = None
            block, pin, kind = wire.source, wire.source_pin, wire.kind
        self._sources |= dict.fromkeys(led, origin)
        return origin

    def outward(self, instance: str, found: WireSource) -> WireSource | None:
        """Return the source on this page for a source in a body: for an Arg, the wired or typed value."""
        wire = self._given(instance, found)
        return (
            self._within(instance, found, "") if wire is None else self.source(wire.source, wire.source_pin, wire.kind)
        )

    def _given(self, instance: str, found: WireSource) -> Wire | None:
        """Return the wire into an instance for an Arg, if the source within its body is one; else None."""
        return self._first(instance, found.block) if found.block in self._bodies[instance].args else None

    def _within(self, instance: str, found: WireSource, kind: str) -> WireSource | None:
        """Return the source within a body under its name on this page; None for an Arg without a value."""
        body, name = self._bodies[instance], f"{instance}/{found.block}"
        kind = found.kind or kind
        if found.block not in body.args:
            return WireSource(name, found.pin, kind)
        typed = found.block in self._page.blocks[instance].values or "default" in body.args[found.block].values
        return WireSource(name, "output", kind) if typed else None

    def _first(self, block: str, pin: str) -> Wire | None:
        wires = self._page.into.get(block, {}).get(pin, ())
        return wires[0] if wires else None

    def passes(self, block: str) -> bool:
        """Return whether a block is a Retval that is replaced: one without control dependencies."""
        there = self._page.blocks.get(block)
        return (
            not self._alone
            and there is not None
            and there.type == RETVAL
            and not self._page.into.get(block, {}).get("")
        )
