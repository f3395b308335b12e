"""What a page, its frames, blocks and instances hold and compute, as a tree: before a run, and of a timed step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Page

_DEEPEST = 100  # frames in one another


class Costs(NamedTuple):
    """`parameters`: elements of variables; `flops`: floating point operations of a step; `bytes`: of what the ops of a
    step give. `unknown_flops` and `unknown_bytes` are of how many ops these are not known, since shapes are not;
    `loops` how many ops run a loop, of which one turn is counted. Of a step that was timed: `ns` that kernels took, and
    the bytes that they `allocated`.
    """

    parameters: int = 0
    flops: int = 0
    bytes: int = 0
    unknown_flops: int = 0
    unknown_bytes: int = 0
    loops: int = 0
    ns: int = 0
    allocated: int = 0

    def plus(self, other: Costs) -> Costs:
        """Both together."""
        return Costs(*(mine + more for mine, more in zip(self, other, strict=True)))


class CostPart(NamedTuple):
    """A page, frame, block or instance, by its `kind`; `at` is the text of its address, `name` what people call it.
    `own` is its type.
    """

    kind: str
    at: str
    name: str
    own: str
    costs: Costs
    parts: tuple[CostPart, ...] = ()

    def walk(self, depth: int = 0) -> Iterator[tuple[int, CostPart]]:
        """It with all in it, each with how deep it lies."""
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    def as_json(self) -> dict[str, Any]:
        """The part as a JSON object for other programs."""
        costs = self.costs
        row: dict[str, Any] = {"kind": self.kind, "at": self.at, "name": self.name, "type": self.own}
        row |= {"parameters": costs.parameters, "flops": costs.flops, "activation_bytes": costs.bytes}
        row |= {"unknown_flops": costs.unknown_flops, "unknown_bytes": costs.unknown_bytes, "loops": costs.loops}
        return row | ({"parts": [part.as_json() for part in self.parts]} if self.parts else {})


def tree(page: Page, found: Mapping[str, Costs], types: Mapping[str, str] = MappingProxyType({})) -> CostPart:
    """The page with what is in it: blocks in their frames, instances with their parts. `found` is by the texts of
    addresses, as a run of the page tells them, and so are `types`, of what is inside of instances. Blocks that are not
    in it are left out, as are empty frames. What lies on pages that are functions, such as the variables of a loop's
    body, comes after the rest, by page.
    """
    by_top: dict[str, list[tuple[Address, Costs]]] = {}
    others: dict[str, list[tuple[Address, Costs]]] = {}
    for text, costs in found.items():
        at = parse(text)
        if at.page:
            others.setdefault(at.page, []).append((at, costs))
        elif at.top in page.blocks:
            by_top.setdefault(at.top, []).append((at, costs))
    inside: dict[str, list[CostPart]] = {}  # frame -> its blocks
    around: dict[str, dict[str, None]] = {}  # frame -> the frames in it
    for top, rows in by_top.items():
        way = _way(page, page.blocks[top].frame)
        for outer, frame in pairwise(way):
            around.setdefault(outer, {})[frame] = None
        inside.setdefault(way[-1], []).append(_block(top, page.blocks[top].type, rows, types))

    def parts(frame: str) -> tuple[CostPart, ...]:
        made = [(name, parts(name)) for name in around.get(frame, ())]
        frames = [
            CostPart("frame", str(Address(block=name)), page.frames[name].title or name, "", total(within), within)
            for name, within in made
        ]
        return (*frames, *inside.get(frame, ()))

    functions = ((name, _inside(name, (), rows, types)) for name, rows in others.items())
    whole = (
        *parts(""),
        *(CostPart("page", str(Address(name)), name, "", total(within), within) for name, within in functions),
    )
    return CostPart("page", str(Address(page.name)), page.name, "", total(whole), whole)


def _way(page: Page, frame: str) -> list[str]:
    """The frames that lead to one, from "" on, not deeper than anybody looks, and no frame twice."""
    way: dict[str, None] = {}
    while frame in page.frames and frame not in way:
        way[frame] = None
        frame = page.frames[frame].frame
    return ["", *reversed(way)][:_DEEPEST]


def total(parts: Iterable[CostPart]) -> Costs:
    """What parts have together."""
    return Costs(*map(sum, zip(*(part.costs for part in parts), strict=True)))


def _block(top: str, own: str, rows: list[tuple[Address, Costs]], types: Mapping[str, str]) -> CostPart:
    """A block, or an instance with what is inside of it."""
    parts = _inside("", (top,), [row for row in rows if row[0].path], types)
    costs = total([*parts, *(CostPart("", "", "", "", more) for at, more in rows if not at.path)])
    return CostPart("instance" if parts else "block", str(Address(block=top)), top, own, costs, parts)


def _inside(
    page: str, path: tuple[str, ...], rows: list[tuple[Address, Costs]], types: Mapping[str, str]
) -> tuple[CostPart, ...]:
    deeper: dict[str, list[tuple[Address, Costs]]] = {}
    made: list[CostPart] = []
    for at, costs in rows:
        if at.path == path:
            made.append(CostPart("block", str(at), at.block, types.get(str(at), ""), costs))
        else:
            deeper.setdefault(at.path[len(path)], []).append((at, costs))
    for name, more in deeper.items():
        parts = _inside(page, (*path, name), more, types)
        text = str(Address(page, name, path=path))
        made.append(CostPart("instance", text, name, types.get(text, ""), total(parts), parts))
    return tuple(made)
