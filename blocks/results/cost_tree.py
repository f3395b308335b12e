"""Costs of a page, its frames, blocks and instances, as a tree: before a run, and of a timed step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Page

_DEEPEST = 100  # deepest nesting of frames


class Costs(NamedTuple):
    """Costs of a part of a page.

    `parameters` are the elements of variables, `flops` the floating point operations of a step, `bytes` the size of the
    outputs of its ops. `unknown_flops` and `unknown_bytes` are the numbers of ops with unknown shapes; `loops` that of
    ops that run a loop, of which one iteration is counted. For a timed step: `ns` spent in kernels, and the bytes that
    they `allocated`.
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
        """Return the sum of both."""
        return Costs(*(mine + more for mine, more in zip(self, other, strict=True)))


class CostPart(NamedTuple):
    """A page, frame, block or instance, by its `kind`.

    `address` is the text of its address, `name` its name for users, `own` its type.
    """

    kind: str
    address: str
    name: str
    own: str
    costs: Costs
    parts: tuple[CostPart, ...] = ()

    def walk(self, depth: int = 0) -> Iterator[tuple[int, CostPart]]:
        """Yield the part and all parts in it, each with its depth."""
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    def as_json(self) -> dict[str, Any]:
        """Return the part as a JSON object for other programs."""
        costs = self.costs
        row: dict[str, Any] = {"kind": self.kind, "at": self.address, "name": self.name, "type": self.own}
        row |= {"parameters": costs.parameters, "flops": costs.flops, "activation_bytes": costs.bytes}
        row |= {"unknown_flops": costs.unknown_flops, "unknown_bytes": costs.unknown_bytes, "loops": costs.loops}
        return row | ({"parts": [part.as_json() for part in self.parts]} if self.parts else {})


def tree(page: Page, found: Mapping[str, Costs], types: Mapping[str, str] = MappingProxyType({})) -> CostPart:
    """Return the page with its content as a tree: blocks in their frames, instances with their parts.

    Blocks that are not in `found` are left out, as are empty frames. Pages that are functions, with variables of the
    body of a loop for example, come after the rest.

    Args:
        found: costs by the texts of addresses, as a run of the page reports them.
        types: block types inside instances, by the texts of addresses.
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
    around: dict[str, dict[str, None]] = {}  # frame -> inner frames
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
    """Return the frames that lead to one, from "" on, up to the largest depth, and no frame twice."""
    way: dict[str, None] = {}
    while frame in page.frames and frame not in way:
        way[frame] = None
        frame = page.frames[frame].frame
    return ["", *reversed(way)][:_DEEPEST]


def total(parts: Iterable[CostPart]) -> Costs:
    """Return the sum of the costs of parts."""
    return Costs(*map(sum, zip(*(part.costs for part in parts), strict=True)))


def _block(top: str, own: str, rows: list[tuple[Address, Costs]], types: Mapping[str, str]) -> CostPart:
    """Return a block, or an instance with its content."""
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
