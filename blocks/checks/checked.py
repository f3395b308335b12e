"""A page while it is checked."""

from __future__ import annotations

from typing import Any, NamedTuple

from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Page, Wire
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.infer.page_uses import circle, reached
from blockloom.blocks.problems import Problem, problem

_SUGGEST = 5  # names that are looked up among the nearest: each look-up takes 10 ms


class Names(NamedTuple):
    """The pins and attrs of a block type by name: looked up for every wire and value."""

    type: BlockType
    inputs: dict[str, Pin]
    outputs: dict[str, Pin]
    attrs: dict[str, Attr]
    bounded: tuple[Attr, ...]
    shaped: bool        # it has an attr "shapes" with one for each of its attr "dtypes"
    counted: tuple[Pin, ...]
    functions: tuple[Attr, ...]


class CheckedPage:
    """What is looked up of a page and its catalogue, and the problems so far."""

    def __init__(self, page: Page, catalogue: Catalogue, inference: Inference):
        self.page, self.catalogue, self.inference = page, catalogue, inference
        self.problems: list[Problem] = []
        self.names: dict[str, Names | None] = {}
        self.suggestions = _SUGGEST
        self.missing: set[tuple[str, str]] = set()  # of the block under check: block and pin
        self.fitting: set[tuple[str, ...]] = set()  # ends of wires by type, and their kind
        self.sound: set[tuple[str, ...]] = set()    # what arrives at blocks whose attrs are as they should be
        self.handles: set[tuple[str, str]] = set()  # those of them where the handle is of another thing
        self._circles: dict[tuple[str, str], list[str]] = {}
        self._apart: dict[str, set[str]] = {}       # page -> pages that do not lead to it

    def say(self, kind: str, block: str, pin: str = "", /, **facts: Any) -> None:
        self.problems.append(problem(kind, address(self.page.name, block, pin), **facts))

    def circle(self, page: str, wanted: str) -> list[str]:
        """The pages from one that uses another to itself again; none where there is no such way."""
        apart, catalogue = self._apart.setdefault(page, set()), self.catalogue
        if wanted in apart or wanted not in catalogue.document.pages:
            return []
        if (page, wanted) not in self._circles:
            found = self._circles[page, wanted] = circle(catalogue.document, page, wanted, catalogue)
            if not found:
                apart.update(reached(catalogue.document, [wanted], catalogue))
        return self._circles[page, wanted]

    def of(self, name: str) -> Names | None:
        """The pins and attrs of a block type; None for an unknown one."""
        if name not in self.names:
            found: BlockType | None = self.catalogue.get(name)
            self.names[name] = found and Names(
                found, {p.name: p for p in found.inputs}, {p.name: p for p in found.outputs},
                {a.name: a for a in found.attrs}, tuple(a for a in found.attrs if a.minimum is not None),
                {("dtypes", "list(type)", True), ("shapes", "list(shape)", True)} <= {
                    (a.name, a.type, a.required) for a in found.attrs},
                tuple(p for p in found.inputs if p.number_attr or p.type_list_attr),
                tuple(a for a in found.attrs if a.type in ("func", "list(func)")))
        return self.names[name]

    def inferred(self, block: str) -> list[Problem]:
        """What `infer` found at the block that was checked last, without attrs that are unknown only because of a pin
        of which something is said."""
        found = self.inference.problems_of(block)
        if not found:
            return []
        said = self.missing | {(p.block, p.pin) for p in found if p.code == "bad-value"}

        def told(problem: Problem) -> bool:
            if problem.code != "missing-attr":
                return problem.code == "dtype-clash" and (problem.block, problem.pin) in self.handles
            names = self.of(self.page.blocks[problem.block].type)
            return names is not None and any(
                problem.pin in (pin.type_attr, pin.type_list_attr, pin.number_attr)
                for pin in names.type.inputs if (problem.block, pin.name) in said)
        return [p for p in found if not told(p)]


def begin(wire: Wire) -> str:
    """Where a wire begins, as `BLOCK.PIN`."""
    return f"{wire.source}.{wire.source_pin}"
