"""Registry of kinds of problems (see `kinds`)."""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc

from msgspec import Struct

ERROR, WARNING = "error", "warning"
# (message, remedy), and possibly a further remedy: an option of a command, which the window does not show.
ProblemTexts = tuple[str, str] | tuple[str, str, str]


class ProblemKind(Struct, frozen=True):
    """A row of the table of kinds.

    Attributes:
        say: Returns message and remedy for an address and facts.
        fields: The facts that `say` takes, without the address.
        texts: The facts that are phrases.
        about: The condition for the problem.
    """

    severity: str
    say: Callable[..., ProblemTexts]
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    about: str


KINDS: dict[str, ProblemKind] = {}


def kind(name: str, severity: str = ERROR) -> Callable[[Callable[..., ProblemTexts]], Callable[..., ProblemTexts]]:
    """Return a decorator that registers a function in the table of kinds under CODE, or CODE:CASE."""

    def enter(say: Callable[..., ProblemTexts]) -> Callable[..., ProblemTexts]:
        code = say.__code__
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        texts = tuple(one for one in names if say.__annotations__[one] == "Phrase")
        KINDS[name] = ProblemKind(severity, say, names, texts, cleandoc(say.__doc__ or ""))
        return say

    return enter
