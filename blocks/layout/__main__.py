"""`python -m blockloom.blocks.layout`: arranges in a process of its own, for a window that must not wait and may
cancel.

The arguments of `arrange` (page, boxes, only) come pickled from stdin, which only the parent writes. The Arrangement
goes pickled to stdout; exit code REFUSED says that there is none, and stdout why. How far it is goes to stderr: 0..1,
a line each.
"""

from __future__ import annotations

import pickle
import sys

from blockloom.blocks.layout.arrange import REFUSED, LayoutTooLarge, arrange


def main() -> int:
    """Read page, boxes and `only` from stdin (pickled), arrange, and write progress and the arrangement to stdout."""
    told = -1.0
    page, boxes, only = pickle.load(sys.stdin.buffer)

    def progress(done: float) -> None:
        nonlocal told
        if done - told >= 0.02:
            told = done
            print(f"{done:.2f}", file=sys.stderr, flush=True)

    try:
        sys.stdout.buffer.write(pickle.dumps(arrange(page, boxes, only, progress=progress), pickle.HIGHEST_PROTOCOL))
    except LayoutTooLarge as error:
        sys.stdout.buffer.write(str(error).encode())
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
