"""State of the check of a page."""

from __future__ import annotations

from typing import Any, NamedTuple

from blockloom.blocks.catalogue.block_types import Attr, BlockType, Pin
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Page, Wire
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import find_cycle, reached
from blockloom.blocks.problems import Problem, make_problem

_SUGGEST = 5  # most names for which a similar name is searched: each search takes 10 ms


class TypeMembers(NamedTuple):
    """The pins and attrs of a block type by name, for quick look-ups."""

    type: BlockType
    inputs: dict[str, Pin]
    outputs: dict[str, Pin]
    attrs: dict[str, Attr]
    bounded: tuple[Attr, ...]
    shaped: bool  # whether the attr "shapes" has an element for each element of the attr "dtypes"
    counted: tuple[Pin, ...]
    functions: tuple[Attr, ...]


class CheckedPage:
    """A page during its check, with its catalogue and inference, and the problems so far."""

    def __init__(self, page: Page, catalogue: Catalogue, inference: PageInference):
        self.page, self.catalogue, self.inference = page, catalogue, inference
        self.problems: list[Problem] = []
        self.names: dict[str, TypeMembers | None] = {}
        self.suggestions = _SUGGEST
        self.missing: set[tuple[str, str]] = set()  # (block, pin) of missing inputs of the block under check
        self.fitting: set[tuple[str, ...]] = set()  # (types and pins of both ends, kind) of wires that fit
        self.sound: set[tuple[str, ...]] = set()  # (type, inputs) of blocks with correct attrs
        self.handles: set[tuple[str, str]] = set()  # (block, pin) with a handle of another kind of resource
        self._circles: dict[tuple[str, str], list[str]] = {}
        self._apart: dict[str, set[str]] = {}  # page -> pages that do not use it, not even indirectly

    def say(self, kind: str, block: str, pin: str = "", /, **facts: Any) -> None:
        """Add a problem of this kind at a block, or at a pin of it, with its facts."""
        self.problems.append(make_problem(kind, address(self.page.name, block, pin), **facts))

    def find_cycle(self, page: str, wanted: str) -> list[str]:
        """Return the result of `page_uses.find_cycle`, from a cache."""
        apart, catalogue = self._apart.setdefault(page, set()), self.catalogue
        if wanted in apart or wanted not in catalogue.document.pages:
            return []
        if (page, wanted) not in self._circles:
            found = self._circles[page, wanted] = find_cycle(catalogue.document, page, wanted, catalogue)
            if not found:
                apart.update(reached(catalogue.document, [wanted], catalogue))
        return self._circles[page, wanted]

    def members(self, name: str) -> TypeMembers | None:
        """Return the pins and attrs of a block type; None for an unknown type."""
        if name not in self.names:
            block_type: BlockType | None = self.catalogue.get(name)
            self.names[name] = (
                None
                if block_type is None
                else TypeMembers(
                    block_type,
                    {p.name: p for p in block_type.inputs},
                    {p.name: p for p in block_type.outputs},
                    {a.name: a for a in block_type.attrs},
                    tuple(a for a in block_type.attrs if a.minimum is not None),
                    {("dtypes", "list(type)", True), ("shapes", "list(shape)", True)}
                    <= {(a.name, a.type, a.required) for a in block_type.attrs},
                    tuple(p for p in block_type.inputs if p.number_attr or p.type_list_attr),
                    tuple(a for a in block_type.attrs if a.type in ("func", "list(func)")),
                )
            )
        return self.names[name]

    def inferred(self, block: str) -> list[Problem]:
        """Return the problems that inference found at the block checked last.

        Attrs that are unknown because of a pin with a problem are omitted.
        """
        problems = self.inference.problems_of(block)
        if not problems:
            return []
        said = self.missing | {(p.block, p.pin) for p in problems if p.code == "bad-value"}

        def told(problem: Problem) -> bool:
            if problem.code != "missing-attr":
                return problem.code == "dtype-clash" and (problem.block, problem.pin) in self.handles
            names = self.members(self.page.blocks[problem.block].type)
            return names is not None and any(
                problem.pin in (pin.type_attr, pin.type_list_attr, pin.number_attr)
                for pin in names.type.inputs
                if (problem.block, pin.name) in said
            )

        return [p for p in problems if not told(p)]


def begin(wire: Wire) -> str:
    """Return the source of a wire, as `BLOCK.PIN`."""
    return f"{wire.source}.{wire.source_pin}"
