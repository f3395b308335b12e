"""Block types of additions: symbols, which stand for native types with their own names and looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from blockloom.blocks.catalogue.entries import Row
from blockloom.blocks.text.phrases import Json


class AddedType(Protocol):
    """A block type of an addition. `type` is the native type that it stands for; "" if none."""

    type: str


class AddedTypes(NamedTuple):
    """The block types of an addition.

    Attributes:
        prefix: The beginning of their names.
        sessions: Those that are sessions.
        query: A query that matches this at its beginning searches only these types.
        entries: Returns their rows, from the entries of native types.
        symbol: Returns the symbol of a type; None if the addition has no such type.
    """

    prefix: str
    sessions: frozenset[str]
    query: re.Pattern[str]
    entries: Callable[[Mapping[str, Json]], list[Row]]
    symbol: Callable[[str], AddedType | None]
