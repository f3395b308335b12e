"""Scripts that pages became: run in a process of their own, several in one, and held against runs here."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import blockloom
from blockloom.runtime.api import result_output

# How examples run that do not run 20 steps: one waits in the eleventh, one takes data that ends.
STEPS = {"queue": {"steps": 10}, "rents_by_epochs": {"epochs": 3}, "validated_digits": {"epochs": 2}}
_RUNNER = """
import io, json, runpy, sys
found, out = [], sys.stdout
for path, *arguments in json.load(sys.stdin):
    sys.argv = [path, *arguments]
    sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8")
    runpy.run_path(path, run_name="__main__")
    sys.stdout.flush()
    found.append(sys.stdout.buffer.getvalue().decode())
json.dump(found, out)
"""


def outputs(runs: Iterable[tuple[str | Path, ...]], folder: Path) -> list[str]:
    """What scripts print, each with its arguments, in a process that has nothing of this project and runs there."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"TF_CPP_MIN_LOG_LEVEL": "3"}
    asked = json.dumps([list(map(str, one)) for one in runs])
    done = subprocess.run(
        [sys.executable, "-P", "-c", _RUNNER], input=asked, env=env, capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def arguments(how: dict[str, Any]) -> list[str]:
    """The arguments of a script that say what these say of `blockloom.run`."""
    found = ["--format", "json"]
    for name, value in how.items():
        items = (
            [f"{key}={one}" for key, one in value.items()]
            if isinstance(value, dict)
            else value
            if isinstance(value, list)
            else [value]
        )
        found += [word for one in items for word in (f"--{name}", str(one))]
    return found


def printed(document: Any, **how: Any) -> str:
    """What `blockloom run --format json` prints."""
    result = blockloom.run(document, **how)
    return result_output.FORMATS["json"](result if how.get("fetch") else result_output.of_page(result)).decode()


def apart(one: Any, other: Any) -> float:
    """How far the numbers of two outputs are apart, relative to those above 1; infinite where anything else differs."""
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        return max((apart(one[key], other[key]) for key in one), default=0.0)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return max(map(apart, one, other), default=0.0)
    if one == other:
        return 0.0
    return abs(one - other) / max(1.0, abs(one)) if isinstance(one, float) and isinstance(other, float) else math.inf


def ruff(folder: Path) -> str:
    """Return the report of ruff on the scripts of a folder, "" if it finds nothing. They may use private parts of
    TensorFlow.
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
            "SLF001",
            str(folder),
        ],
        capture_output=True,
        text=True,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr
