"""`python -m tests.bench blocked`: random pages with a blocked op, and the state that the watchdog leaves."""

from __future__ import annotations

PAGES = 300


def bench_blocked() -> bool:
    """Compare the state after 300 random pages with that of unrecorded runs.

    Each page has a blocked op that needs a number that depends on ops with effects.
    """
    from tests.bench.__main__ import _quiet

    _quiet()
    import tensorflow as tf

    tf.compat.v1.disable_eager_execution()
    from blockloom.runtime.worker.client import ensure_catalogue
    from tests.runtime.blocked import states

    catalogue = ensure_catalogue()
    rows = [(seed, *states(seed, catalogue)) for seed in range(PAGES)]
    wrong = [(seed, found, wanted) for seed, found, wanted in rows if found != wanted]
    for seed, found, wanted in wrong:
        print(f"  page {seed}: {found} in the place of {wanted}")
    print(f"blocked: {PAGES - len(wrong)} of {PAGES} pages have the state of an unwatched run")
    return not wrong
