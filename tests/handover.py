"""Runs whose page is edited between two steps, compared with the same runs without edits."""

from __future__ import annotations

import random
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from blockloom.blocks.document.pages import Block, Document, Placed, Wire
from blockloom.blocks.edits import Insert, Remove, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests

EXAMPLES = Path(__file__).resolve().parents[1] / "assets" / "examples"
# Those that hold more than variables, with steps that go through the ends of their data.
STATEFUL = {
    "queue": 9,
    "rents_by_epochs": 15,
    "resource_accumulator": 2,
    "sparse_accumulator": 4,
    "validated_digits": 16,
}
Rows = list[dict[str, Any]]


def edited(made: Document, page: str, rng: random.Random) -> None:
    """Edit a page so that it is compiled again, but its earlier blocks keep their results."""
    blocks = made.pages[page].blocks
    ours = sorted(name for name in blocks if name.startswith("EDIT_"))
    fetching = [name for name, block in blocks.items() if block.type == "loom.Session"]
    what = rng.choice(["insert", "fetch"] if not ours else ["insert", "fetch", "set", "remove"])
    name = f"EDIT_{rng.randrange(10**9)}"
    if what == "set":
        SetValue(page, rng.choice(ours), "value", str(rng.randrange(10**9))).apply(made)
    elif what == "remove":
        Remove(page, (rng.choice(ours),)).apply(made)
    else:
        wires = (
            [Placed(Wire(name, "output", fetching[0], "fetch_outputs"), 999)] if what == "fetch" and fetching else []
        )
        Insert(page, (Block(name, "Const", values={"value": str(rng.randrange(10**9))}),), tuple(wires)).apply(made)


def rows(worker: Any, made: Document, steps: int, edits: Collection[int], seed: int = 0, folder: str = "") -> Rows:
    """Return the fetched values of each step of the first page, with an edit before some steps.

    Raises: AssertionError if an edit loses state.
    """
    rng, page = random.Random(seed), next(iter(made.pages))
    fetched = sorted({wire.source for wire in made.pages[page].wires() if wire.target_pin == "fetch_outputs"})
    worker.call(requests.OpenRequest(document=documents.dumps(made), page=page, folder=folder))
    worker.call(requests.ResetRequest())
    found = []
    for step in range(steps):
        if step in edits:
            edited(made, page, rng)
        opened = worker.call(requests.OpenRequest(document=documents.dumps(made), page=page, folder=folder))
        assert not opened.reset and not [p for p in opened.problems if p.severity == "error"], (step, opened)
        ended = worker.call(requests.RunRequest(mode=RunMode(1)))
        assert ended.outcome in ("done", "end"), ended  # "end": the data ended and starts again
        if ended.outcome == "end":
            found.append({})
            continue
        whole = worker.call(requests.GetResultsRequest())
        found.append(
            {
                f"{block}.{pin}": _value(value, whole.arrays)
                for block in fetched
                for pin, value in whole.results.get(block, {}).items()
            }
        )
    return found


def _value(told: Any, arrays: list[np.ndarray]) -> Any:
    if isinstance(told, dict) and "list" in told:
        return [_value(one, arrays) for one in told["list"]]
    if isinstance(told, dict) and "array" in told:
        array = arrays[told["array"]]
        return str(array.dtype), array.shape, array.tolist() if array.dtype.hasobject else array.tobytes()
    return told
