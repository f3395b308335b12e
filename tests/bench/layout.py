"""Automatic layout: its time, and its crossings compared with those of people and of Graphviz dot."""

from __future__ import annotations

import os

from tests.bench.measure import absolute, seconds
from tests.blocks.layouts import (
    SAMPLES,
    beside_dot,
    beside_people,
    boxes_of,
    has_dot,
    layered_page,
    page_of,
    wide_page,
)

SECONDS, WORSE_THAN_DOT = 2.0, 1.2


def bench() -> bool:
    """Print all figures; True where each is within its limit."""
    from blockloom.blocks.layout.arrange import arrange
    from tests.bench.__main__ import big_document

    ok = True
    for name, page in (
        ("steps", big_document().pages["main"]),
        ("wired at random", wide_page()),
        ("60 layers", layered_page(10_000, 60, 1)),
        ("2,500 parts", page_of([(i, i + 1, "x") for i in range(10_000) if i % 4], 10_001)),
    ):
        boxes = boxes_of(page)
        ok &= absolute(
            f"layout: {len(page.blocks):,} blocks, {page.wire_count():,} wires, {name}",
            lambda page=page, boxes=boxes: seconds(lambda: arrange(page, boxes)),
            SECONDS,
            runs=3,
        )
    if has_dot():
        ok &= _crossings(beside_dot(), "dot", WORSE_THAN_DOT)
    else:
        print("Graphviz is not installed: no comparison with dot")
    if SAMPLES.is_dir():
        ok &= _crossings(beside_people(_boxes()), "by hand", 1.0)
    else:
        print("the enuSpace samples are not beside this checkout: no comparison with people")
    return ok


def _boxes():
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from blockloom.app.window.document.auto_layout import boxes
    from blockloom.runtime.worker.client import ensure_catalogue

    qt, catalogue = QApplication.instance() or QApplication([]), ensure_catalogue()
    return lambda page, qt=qt: boxes(page, catalogue)


def _crossings(rows: list[tuple[str, int, int]], whose: str, limit: float) -> bool:
    ok = True
    for name, ours, theirs in rows:
        fine = ours <= limit * theirs
        ratio = f"ratio {ours / theirs:5.2f}" if theirs else ""
        print(
            f"{name:58} {ours:6} crossings, {whose} {theirs:6}   {ratio:11}   at most {limit:.1f}   "
            f"{'ok' if fine else 'TOO MANY'}",
            flush=True,
        )
        ok &= fine
    return ok
