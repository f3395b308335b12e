"""Block types that an addition brings: symbols, which stand for native types under names and looks of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from blockloom.blocks.catalogue.entries import Row
from blockloom.blocks.text.phrases import Json


class Symbol(Protocol):
    """`type` is the native type that it stands for; "" where that is none."""

    type: str


class AddedTypes(NamedTuple):
    """The names of all begin with `prefix`. `sessions` are those that are sessions. A search that begins as `asked`
    finds them alone. `entries` gives their rows, by the entries of the native types; `symbol` what a type is, None for
    a name under the prefix that is none."""

    prefix: str
    sessions: frozenset[str]
    asked: re.Pattern[str]
    entries: Callable[[Mapping[str, Json]], list[Row]]
    symbol: Callable[[str], Symbol | None]
