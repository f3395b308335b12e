"""How a kind of problem gets into the table (see `kinds`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

ERROR, WARNING = "error", "warning"
Said = tuple[str, str]      # message and remedy


class Kind(NamedTuple):
    """One row of the table. `fields` are the names of the facts, besides the address, that `say` takes, and `texts`
    those of them that are annotated as phrases; `about` says when there is such a problem."""

    severity: str
    say: Callable[..., Said]
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    about: str


KINDS: dict[str, Kind] = {}


def kind(name: str, severity: str = ERROR) -> Callable[[Callable[..., Said]], Callable[..., Said]]:
    """Enter a function into the table, by the code of the problem and, where that has several cases, `:CASE`."""
    def enter(say: Callable[..., Said]) -> Callable[..., Said]:
        code = say.__code__
        names = code.co_varnames[1:code.co_argcount + code.co_kwonlyargcount]
        texts = tuple(one for one in names if say.__annotations__[one] == "Phrase")
        KINDS[name] = Kind(severity, say, names, texts, say.__doc__ or "")
        return say
    return enter
