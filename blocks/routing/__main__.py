"""Route the wires of a large page in a separate process, while the window paints.

`python -m blockloom.blocks.routing` reads a pickled `RoutingPlan` from stdin each time that the page changes, and
writes the pickled `WireRoutes` to stdout. An 8-byte length precedes each of them. Only the parent process writes to
stdin. The process exits at the end of stdin.
"""

from __future__ import annotations

import pickle
import sys

from blockloom.blocks.routing import Router


def framed(value: object) -> bytes:
    """Return a pickled value with its length in 8 bytes in front."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(8, "little") + data


def main() -> None:
    """Answer plans from stdin with the ways of their wires on stdout, until stdin ends."""
    router = None
    while head := sys.stdin.buffer.read(8):
        plan = pickle.loads(sys.stdin.buffer.read(int.from_bytes(head, "little")))
        if router is None:
            router = Router(plan)
        else:
            router.update(plan)
        sys.stdout.buffer.write(framed(router.ways))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
