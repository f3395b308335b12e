"""Check the calls of layers in the config of a functional Keras 2 model.

Keras 2 retries calls that wait for the output of another call, endlessly if that call is missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

_CONSTANT = "_CONSTANT_VALUE"


def stuck_layer(layers: Any) -> str:
    """Return the name of a layer that takes the output of a missing call; "" if there is none."""
    rows = {
        row["name"]: row
        for row in (layers if isinstance(layers, list) else ())
        if isinstance(row, dict) and isinstance(row.get("name"), str) and isinstance(row.get("inbound_nodes"), list)
    }
    # Building a nested model has already called it once.
    made = {name: int(isinstance(row.get("config"), dict) and "layers" in row["config"]) for name, row in rows.items()}
    left = {name: [list(_taken(call)) for call in row["inbound_nodes"]][::-1] for name, row in rows.items()}
    inputs = {name for name, row in rows.items() if row.get("class_name") == "InputLayer"}
    waiting: defaultdict[str, list[str]] = defaultdict(list)
    todo = list(rows)
    while todo:
        name = todo.pop()
        while left[name]:
            ends = [(of, number) for of, number in left[name][-1] if of in rows and of not in inputs]
            missing = next((of for of, number in ends if number not in range(made[of])), None)
            if missing is not None:
                waiting[missing].append(name)
                break
            left[name].pop()
            made[name] += 1
            todo += waiting.pop(name, ())
    return next((name for name in rows if left[name]), "")


def _taken(call: Any) -> Iterator[tuple[str, Any]]:
    """Yield the outputs that a call takes: the name of a layer, and the number of its call."""
    todo = [call]
    while todo:
        item = todo.pop()
        if isinstance(item, list) and len(item) in (3, 4) and isinstance(item[0], str):
            if item[0] != _CONSTANT:
                yield item[0], item[1]
            todo += item[3:]
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            todo += item.values()
