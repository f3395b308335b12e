"""Collapsed frames: how large each is drawn, and by which of the pins in it wires cross its edge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from blockloom.blocks.document.pages import Frame, Page

WIDTH, HEAD, ROW, FOOT = 210.0, 40.0, 20.0, 10.0  # canvas pixels; a row for each pin, or each two at both edges
MOST = 24  # rows of the full height: where there are more pins, the rows are lower

Pin = tuple[str, str]


class Ports(NamedTuple):
    """Pins (block, pin) inside a frame at which wires from outside end, and at which wires to the outside begin.

    `outs` also has the unconnected outputs of blocks.
    """

    ins: dict[Pin, None]
    outs: dict[Pin, None]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the frame while it is collapsed."""
        return WIDTH, height(len(self.ins), len(self.outs))


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
                    by_frame[frame].outs[wire.source, wire.source_pin] = None
            for frame in target:
                if frame not in source:
                    by_frame[frame].ins[wire.target, wire.target_pin] = None
    for name, chain in homes.items():
        if chain and not page.out.get(name):
            for pin in filter(None, outputs(name)):
                for frame in chain:
                    by_frame[frame].outs[name, pin] = None
    return by_frame


def edge(pins: Mapping[Pin, float]) -> list[Pin]:
    """Return the pins at an edge from top to bottom; `pins` has the height of each in the frame."""
    return sorted(pins, key=lambda pin: (pins[pin], pin))
