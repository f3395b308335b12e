"""Arrange a page in a separate process, so that the window does not wait and can cancel.

`python -m blockloom.blocks.layout` reads the pickled arguments of `arrange` (page, boxes, only) from stdin, to which
only the parent process writes. It writes the pickled `Arrangement` to stdout. If there is none, it writes the reason,
and the exit code is REFUSED. Progress goes to stderr, one number in 0..1 per line.
"""

from __future__ import annotations

import pickle
import sys

from blockloom.blocks.layout.arrange import REFUSED, LayoutTooLarge, arrange


def main() -> int:
    """Read page, boxes and `only` from stdin, arrange, and write progress and the arrangement."""
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
