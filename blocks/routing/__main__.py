"""`python -m blockloom.blocks.routing`: keeps the ways of a large page in a process of its own, for a window that
paints meanwhile.

A Plan comes pickled from stdin, which only the parent writes, each time that the page has changed; the Ways go pickled
to stdout. Each is preceded by its length, 8 bytes. It ends with stdin.
"""

from __future__ import annotations

import pickle
import sys

from blockloom.blocks.routing import Router


def framed(value: object) -> bytes:
    """A value, pickled, behind its length in 8 bytes."""
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
