"""The time of a key press in a search box."""

from __future__ import annotations

import time

from tests.bench.measure import absolute

TYPED = ("saag", "sparseaccapp", "csv", "image file", "softmax", "dense", "mnist", "convoltuion", "a")
FRAME = 0.016  # seconds


def bench_search() -> bool:
    """All block types, symbols included, for each letter that is typed: the slowest of several queries."""
    from blockloom.runtime.worker.client import ensure_catalogue

    catalogue = ensure_catalogue()

    def slowest() -> float:
        found = 0.0
        for text in (query[:end] for query in TYPED for end in range(1, len(query) + 1)):
            start = time.process_time()
            catalogue.search(text)
            found = max(found, time.process_time() - start)
        return found

    return absolute(f"search in {len(catalogue)} types, one letter", slowest, FRAME)
