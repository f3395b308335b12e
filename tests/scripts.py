"""Scripts of pages: run in a separate process, several in one, and compared with runs."""

from __future__ import annotations

import inspect
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import blockloom
from blockloom.blocks import operations
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.pages import Document, split_index
from blockloom.blocks.lower.structure import session_plans
from blockloom.runtime.api.page_names import choose_page
from blockloom.runtime.worker import client
from tests import fork_server

# How examples run that do not run 20 steps: one waits in the eleventh, one takes data that ends.
STEPS = {"queue": {"steps": 10}, "rents_by_epochs": {"epochs": 3}, "validated_digits": {"epochs": 2}}


def plain(value: Any) -> Any:
    """Return a fetched value as JSON; a value that JSON cannot represent becomes a text."""
    if isinstance(value, dict):
        return [plain(one) for one in value.values()]
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if isinstance(value, complex):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return str(value)
    return plain(value.tolist()) if hasattr(value, "tolist") else value


# Calls the main function of scripts, and keeps what each prints last.
_RUNNER = (
    inspect.getsource(plain)
    + """
import json, pickle, sys
import tensorflow as tf

found = []
for path, how, feed in pickle.load(sys.stdin.buffer):
    printed = []
    scope = {"__name__": "script", "__file__": path, "print": lambda count, *values: printed.append(values)}
    exec(compile(open(path, encoding="utf-8").read(), path, "exec"), scope)
    if feed:
        with tf.Graph().as_default() as graph:
            scope["build"]()
        tensors = {op.name.rpartition("/")[2]: f"{op.name}:0" for op in graph.get_operations()}
        how["feed"] = {tensors[name]: value for name, value in feed.items()}
    scope["main"](**how)
    found.append([plain(one) for value in printed[-1] for one in (value.values() if type(value) is dict else [value])]
                 if printed else [])
json.dump(found, sys.stdout)
"""
).replace("value: Any) -> Any", "value)")


def outputs(runs: Iterable[tuple[str | Path, dict[str, Any]]], folder: Path) -> list[list[Any]]:
    """Return the values that `main` of scripts prints last, run in a process that has nothing of this project.

    Args:
        runs: paths of scripts with `steps` or `epochs`, and `feed` by the ids of blocks.
        folder: where the process runs.
    """
    asked = [
        (str(path), {name: one for name, one in how.items() if name in ("steps", "epochs")}, how.get("feed", {}))
        for path, how in runs
    ]
    done = fork_server.run_script(_RUNNER, input=pickle.dumps(asked), capture_output=True, cwd=folder)
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return json.loads(done.stdout)


def fetched(document: Document, page: str | None = None, **how: Any) -> list[Any]:
    """Return what the sessions of a page fetch in the last step that `blockloom.run` makes."""
    name = choose_page(document, page).name
    types = client.ensure_catalogue().with_pages(document)
    found = blockloom.run(document, page=name, **how)
    shown = document.copy()  # without monitors, which show what is fetched
    monitors = {one.id for one in shown.pages[name].blocks.values() if one.type in MONITORS}
    operations.remove_blocks(shown.pages[name], monitors).apply(shown)
    plans = session_plans(shown.pages[name], types)
    values = []
    for plan in plans:
        results = found.sessions[plan.id] if len(plans) > 1 else found.results
        ends = dict.fromkeys((block, split_index(pin)[0]) for block, pin in plan.fetches if block in results)
        blocks = document.pages[name].blocks
        ordered = sorted(ends, key=lambda end: traits_of(blocks[end[0]].type).with_value)  # variables after the step
        values += [results[block].get(pin) for block, pin in ordered]
    return [
        plain(one)
        for value in values
        for one in (value if isinstance(value, list) else [value])
        if one is None or isinstance(one, (np.ndarray, np.generic))
    ]


def apart(one: Any, other: Any) -> float:
    """Return the distance of two outputs, relative to those above 1; infinite if anything but numbers differs."""
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        return max((apart(one[key], other[key]) for key in one), default=0.0)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return max(map(apart, one, other), default=0.0)
    if one == other:
        return 0.0
    return abs(one - other) / max(1.0, abs(one)) if isinstance(one, float) and isinstance(other, float) else math.inf


def ruff(folder: Path) -> str:
    """Return the report of ruff on the scripts of a folder, "" if it finds nothing.

    They may use private parts of TensorFlow, and `main` has no docstring.
    """
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            "check",
            "--no-cache",
            "--config",
            str(Path(__file__).resolve().parents[1] / "pyproject.toml"),
            "--extend-ignore",
            "D103,SLF001",
            str(folder),
        ],
        capture_output=True,
        text=True,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr
