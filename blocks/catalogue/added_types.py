"""Block types that an addition brings: symbols, which stand for native types under names and looks of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from blockloom.blocks.catalogue.entries import Row
from blockloom.blocks.text.phrases import Json


class AddedType(Protocol):
    """A block type of an addition. `type` is the native type that it stands for, "" where it stands for none."""

    type: str


class AddedTypes(NamedTuple):
    """The block types of an addition, whose names begin with `prefix`. `sessions` are those that are sessions. A search
    that `asked` matches at its beginning gives these types alone. `entries` makes their rows from the entries of native
    types; `symbol` gives the Symbol of a type, None where the addition has no such type.
    """

    prefix: str
    sessions: frozenset[str]
    asked: re.Pattern[str]
    entries: Callable[[Mapping[str, Json]], list[Row]]
    symbol: Callable[[str], AddedType | None]
