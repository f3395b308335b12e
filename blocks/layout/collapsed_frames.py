"""Collapsed frames: how large each is drawn, and by which of the pins in it wires cross its edge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from blockloom.blocks.document.pages import Frame, Page

WIDTH, HEAD, ROW, FOOT = 210.0, 40.0, 20.0, 10.0  # canvas pixels; each row has one pin, or one at either edge
MOST = 24  # most rows of full height: with more pins, rows are lower
LIMIT = 8  # most pins of a frame with a row each; with more, wires are bundled by neighbour

Pin = tuple[str, str]
Ends = Mapping[Pin, Mapping[str, int]]  # pin at an edge -> neighbour that it is wired to -> number of wires


class Port(Struct, frozen=True):
    """A row at the edge of a collapsed frame: a pin, or a bundle of the wires between the frame and a neighbour.

    `wires` is 0 for a single pin. `neighbour` is the block or the collapsed frame at the other end of a bundle, "" for
    the unconnected outputs.
    """

    pins: tuple[Pin, ...]
    neighbour: str = ""
    wires: int = 0

    @property
    def bundled(self) -> bool:
        """True for several wires or unconnected outputs."""
        return len(self.pins) > 1 or self.wires > 1


class Ports(NamedTuple):
    """Pins (block, pin) inside a frame at which wires from outside end, and at which wires to the outside begin.

    `outs` also has the unconnected outputs of blocks.
    """

    ins: dict[Pin, dict[str, int]]
    outs: dict[Pin, dict[str, int]]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the frame while it is collapsed."""
        ins, outs = port_rows([*self.ins], self.ins, [*self.outs], self.outs)
        return WIDTH, height(len(ins), len(outs))


def height(ins: int, outs: int) -> float:
    """Return the height of a collapsed frame with this number of pins at its edges, in canvas pixels."""
    return HEAD + ROW * min(MOST, max(ins, outs)) + FOOT


def pitch(count: int) -> float:
    """Return the height of each row of an edge with this number of pins, in canvas pixels."""
    return ROW * min(1.0, MOST / max(1, count))


def row(number: int, count: int) -> float:
    """Return the distance from the top of the frame to the middle of a row, in canvas pixels.

    Args:
        number: of the row at its edge, from 0.
        count: the number of rows at that edge.
    """
    return HEAD + pitch(count) * (number + 0.5)


def port_rows(
    ins: Sequence[Pin],
    in_ends: Ends,
    outs: Sequence[Pin],
    out_ends: Ends,
    bundles: bool = True,
    place_of: Callable[[str], float] = lambda neighbour: 0.0,
) -> tuple[list[Port], list[Port]]:
    """Return the rows at the left and right edge of a collapsed frame, from top to bottom.

    Args:
        ins: the pins at the left edge, from top to bottom.
        in_ends: their neighbours.
        outs: the pins at the right edge.
        out_ends: their neighbours.
        bundles: bundle wires if the frame has more than LIMIT pins.
        place_of: returns a number by which bundles are sorted, such as the y of a neighbour.
    """
    if not bundles or len(ins) + len(outs) <= LIMIT:
        return [Port((pin,)) for pin in ins], [Port((pin,)) for pin in outs]
    edges = []
    for pins, ends in ((ins, in_ends), (outs, out_ends)):
        found: dict[str, tuple[list[Pin], list[int]]] = {}
        for pin in pins:
            for neighbour, count in (ends[pin] or {"": 0}).items():
                members, counts = found.setdefault(neighbour, ([], []))
                members.append(pin)
                counts.append(count)
        rows = [Port(tuple(members), name, sum(counts)) for name, (members, counts) in found.items()]
        edges.append(sorted(rows, key=lambda port: (port.neighbour == "", place_of(port.neighbour))))
    return edges[0], edges[1]


def around(frames: Mapping[str, Frame], frame: str) -> Iterator[str]:
    """Yield a frame and the frames around it, innermost first, each once even if frames contain each other."""
    seen: set[str] = set()
    while frame in frames and frame not in seen:
        seen.add(frame)
        yield frame
        frame = frames[frame].frame


def ports(page: Page, outputs: Callable[[str], Iterable[str]], also: Collection[str] = ()) -> dict[str, Ports]:
    """Return the ports of every collapsed frame, nested ones too, and of the frames `also`, as if collapsed.

    `outputs` returns the output pins of a block, by its id.
    """
    by_frame = {name: Ports({}, {}) for name, frame in page.frames.items() if frame.collapsed or name in also}
    if not by_frame:
        return by_frame
    chains = {name: [f for f in around(page.frames, name) if f in by_frame] for name in page.frames}
    homes = {name: chain for name, block in page.blocks.items() if (chain := chains.get(block.frame))}
    for wire in page.wires():
        source, target = homes.get(wire.source, ()), homes.get(wire.target, ())
        if source is not target and not wire.unseen:
            for frame in source:
                if frame not in target:
                    other = next((f for f in reversed(target) if f not in source), wire.target)
                    _count(by_frame[frame].outs, (wire.source, wire.source_pin), other)
            for frame in target:
                if frame not in source:
                    other = next((f for f in reversed(source) if f not in target), wire.source)
                    _count(by_frame[frame].ins, (wire.target, wire.target_pin), other)
    for name, chain in homes.items():
        if chain and not page.out.get(name):
            for pin in filter(None, outputs(name)):
                for frame in chain:
                    by_frame[frame].outs[name, pin] = {}
    return by_frame


def _count(ends: dict[Pin, dict[str, int]], pin: Pin, neighbour: str) -> None:
    counts = ends.setdefault(pin, {})
    counts[neighbour] = counts.get(neighbour, 0) + 1


def edge(pins: Mapping[Pin, float]) -> list[Pin]:
    """Return the pins at an edge from top to bottom; `pins` has the height of each in the frame."""
    return sorted(pins, key=lambda pin: (pins[pin], pin))
