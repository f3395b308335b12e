"""Wires on real pages and random graphs: blocks above them, distances, crossings, and time to route."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from blockloom.blocks.layout.arrange import arrange
from blockloom.blocks.routing import Router, RoutingPlan
from tests.blocks.layouts import GRAPHS, SAMPLES, boxes_of, has_dot, layered_page, wide_page
from tests.blocks.routes import bends, beneath, close_pairs, crossed, dot_crossed, plan_of

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "assets" / "examples"
SHARE_BENEATH = 0.001  # of the wires of a random graph
WORSE_THAN_DOT = 1.05  # crossings of all graphs together
SLOWER_THAN_LAYOUT = 1.5
DROP_SECONDS = 0.008


def bench() -> bool:
    """Print all figures; True where each is within its limit."""
    fine = [
        _row(f"{name}, {plan.net.max() + 1} outputs", plan, 0, 0 if kind == "example" else None)
        for kind, name, plan in pages()
    ]
    if has_dot():
        fine.append(_beside_dot())
    else:
        print("Graphviz is not installed: no comparison with dot")
    for name, page in (
        ("100 blocks", layered_page(100, 10, 1)),
        ("500 blocks", layered_page(500, 20, 2)),
        ("10,000 blocks in 60 layers", layered_page(10_000, 60, 1)),
        ("10,000 blocks wired at random", wide_page()),
    ):
        fine.append(_random(name, page))
    return all(fine)


def _row(
    name: str, plan: RoutingPlan, most_beneath: float, most_close: int | None, router: Router | None = None
) -> bool:
    ways = (router or Router(plan)).ways
    below, near = int(beneath(plan, ways).sum()), len(close_pairs(plan, ways))
    ok = below <= most_beneath and (most_close is None or near <= most_close)
    crossings = f"{crossed(plan, ways):6}" if len(plan.net) < 5_000 else "     -"
    print(
        f"{name:58} {int((plan.net >= 0).sum()):6} wires {below:3} beneath boxes {near:6} pairs too close "
        f"{bends(ways):5.2f} bends {crossings} crossings   {'ok' if ok else 'TOO MANY'}",
        flush=True,
    )
    return ok


def _beside_dot() -> bool:
    ours = theirs = 0
    for count, *graph in ((100, 10, 1, 0.1, 6.0), *((500, *g) for g in GRAPHS)):
        page = layered_page(count, *graph)
        boxes = boxes_of(page)
        plan = plan_of(page, boxes, arrange(page, boxes).places)
        mine, dot = crossed(plan, Router(plan).ways), dot_crossed(page, boxes)
        print(
            f"{count} blocks in {graph[0]} layers, {graph[2]:.0%} of the wires long".ljust(58),
            f"{mine:6} crossings, dot as it draws them {dot:6}   ratio {mine / dot:5.2f}",
            flush=True,
        )
        ours, theirs = ours + mine, theirs + dot
    ok = ours <= WORSE_THAN_DOT * theirs
    print(
        f"{'all of them':58} {ours:6} crossings, dot as it draws them {theirs:6}   ratio {ours / theirs:5.2f}   "
        f"at most {WORSE_THAN_DOT}   {'ok' if ok else 'TOO MANY'}",
        flush=True,
    )
    return ok


def _random(name: str, page) -> bool:
    """Print the row of a random graph after Arrange: times of routing and layout, and of dropped blocks."""
    boxes = boxes_of(page)
    layout, routing = [], []
    for _ in range(3):
        spent, arranged = _spent(lambda: arrange(page, boxes))
        layout.append(spent)
        plan = plan_of(page, boxes, arranged.places)
        spent, router = _spent(lambda plan=plan: Router(plan))
        routing.append(spent)
    ok = _row(name, plan, SHARE_BENEATH * len(plan.net), None, router)
    ratio = statistics.median(routing) / statistics.median(layout)
    fast = ratio <= SLOWER_THAN_LAYOUT
    print(
        f"{name + ': routing / layout':58} {statistics.median(routing) * 1e3:9.1f} ms "
        f"{statistics.median(layout) * 1e3:9.1f} ms   ratio {ratio:5.2f}   at most {SLOWER_THAN_LAYOUT}   "
        f"{'ok' if fast else 'TOO SLOW'}",
        flush=True,
    )
    drops = _drops(router)
    typical = statistics.median(drops)
    soon = typical <= DROP_SECONDS
    print(
        f"{name + ': after a drop, of 40 the median and the longest':58} {typical * 1e3:9.1f} ms "
        f"{max(drops) * 1e3:9.1f} ms   at most {DROP_SECONDS * 1e3:.0f} ms   {'ok' if soon else 'TOO SLOW'}",
        flush=True,
    )
    return ok and fast and soon


def _drops(router: Router) -> list[float]:
    """Seconds after each of 40 drops of a block some way off."""
    chance, found = np.random.default_rng(1), []
    for turn in range(40):
        plan = router.plan
        box, by = int(chance.integers(len(plan.boxes))), np.array(((-300.0, 500.0), (40.0, 60.0))[turn % 2])
        boxes = plan.boxes.copy()
        boxes[box] += np.tile(by, 2)
        plan = plan._replace(
            boxes=boxes,
            starts=plan.starts + by * (plan.source == box)[:, None],
            ends=plan.ends + by * (plan.target == box)[:, None],
        )
        found.append(_spent(lambda plan=plan: router.update(plan))[0])
    return found


def _spent(work: Callable) -> tuple[float, object]:
    """Seconds of this process, and the result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def scene_plan(scene) -> RoutingPlan:
    """Return the routing plan of a canvas: its blocks and notes, and the wires without a saved route."""
    n, m = scene.count, scene.wcount
    notes = [(x.x, x.y, x.x + x.width, x.y + x.height) for x in scene.notes.values() if not x.shape]
    blocks = np.hstack((scene.pos[:n], scene.pos[:n] + scene.size[:n]))
    blocks[~scene.alive[:n]] = np.nan
    nets: dict = {}
    net = np.array([nets.setdefault((w.source, w.source_pin), len(nets)) for w in scene.wires[:m]], int)
    net[[w for w in range(m) if w in scene.bends or not scene.walive[w]]] = -1
    return RoutingPlan(
        np.vstack((blocks, np.array(notes, float).reshape(-1, 4))),
        scene.e1[:m].copy(),
        scene.e2[:m].copy(),
        scene.wsrc[:m].astype(int),
        scene.wdst[:m].astype(int),
        net,
        scene.foot[:m].copy(),
    )


def pages():
    """Return (kind, name, plan) of each example as saved, and of each available page of enuSpace after Arrange."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from blockloom.app.canvas.scene.geometry import Geometry
    from blockloom.app.canvas.scene.layout_boxes import boxes
    from blockloom.app.canvas.scene.scene import Scene
    from blockloom.app.formats import open_document
    from blockloom.runtime.worker.client import ensure_catalogue

    _qt, catalogue = QApplication.instance() or QApplication([]), ensure_catalogue()
    more = SAMPLES.parent / "examples"
    for path in (*sorted(EXAMPLES.glob("*.loom")), *sorted(SAMPLES.rglob("*.svg")), *sorted(more.glob("*.svg"))):
        if path.parent.name == "global":
            continue
        document = open_document(path)
        types = catalogue.with_pages(document)
        for page in document.pages.values():
            if not page.wire_count():
                continue
            kind = "example" if path.suffix == ".loom" else "sample"
            if kind == "sample":
                edit = arrange(page, boxes(page, types)).edit(page)
                if edit is not None:
                    edit.apply(document)
            scene = Scene(Geometry(types))
            scene.load(page)
            yield kind, f"{path.stem}, page {page.name}", scene_plan(scene)
