"""How a kind of problem gets into the table (see `kinds`)."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from typing import NamedTuple

ERROR, WARNING = "error", "warning"
Said = tuple[str, str]  # message and remedy


class ProblemKind(NamedTuple):
    """A row of the table of kinds. `fields` are the facts that `say` takes besides the address, `texts` those that are
    phrases; `about` says when there is such a problem.
    """

    severity: str
    say: Callable[..., Said]
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    about: str


KINDS: dict[str, ProblemKind] = {}


def kind(name: str, severity: str = ERROR) -> Callable[[Callable[..., Said]], Callable[..., Said]]:
    """Decorator: enter a function in the table of kinds under CODE, or CODE:CASE."""

    def enter(say: Callable[..., Said]) -> Callable[..., Said]:
        code = say.__code__
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        texts = tuple(one for one in names if say.__annotations__[one] == "Phrase")
        KINDS[name] = ProblemKind(severity, say, names, texts, cleandoc(say.__doc__ or ""))
        return say

    return enter
