"""Extent of the tests: `make test` runs a fixed part, and `make test-all` everything.

`make test-all` draws new random cases. It prints `BLOCKLOOM_SEED`, which repeats them when it is set.
"""

import os
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

ALL = os.environ.get("BLOCKLOOM_TESTS") == "all"
SEED = int(os.environ.get("BLOCKLOOM_SEED", "7"))  # of the cases that are drawn at random

slow = pytest.mark.slow

# Whether texts are translated is tested when a version is tagged, for which its number in pyproject.toml loses ".dev".
_project = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8"))["project"]
at_release = pytest.mark.skipif(".dev" in _project["version"], reason="texts are translated when a version is tagged")


def examples(count: int) -> int:
    """Return how many random examples a test tries: `count` in `make test-all`, otherwise a quarter, at least 4."""
    return count if ALL else min(count, max(4, count // 4))


def slow_after(count: int, values: Iterable[Any]) -> list[Any]:
    """Return the values for `parametrize`, those after the first `count` marked as slow."""
    return [
        value if place < count else pytest.param(*(value if type(value) is tuple else (value,)), marks=slow)
        for place, value in enumerate(values)
    ]
