"""The page of the documentation about an error of a command.

It is about the first of the error's problems, its class, or the class of its cause. Pages declare these topics, as
`% about: error:ConditionError`.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.app.help import help_pages
from blockloom.blocks.problems import ERROR, Problem

_LISTED = "reference/problems"  # page that lists the texts of problems; only other pages explain them


def page_of(error: BaseException) -> str:
    """Return the page about an error, as a topic of `blockloom help`; "" if there is none."""
    if page := page_of_problems(getattr(error, "problems", ())):
        return page
    cause: BaseException | None = error
    while cause is not None:
        for kind in type(cause).__mro__:
            if found := help_pages.about("error", kind.__name__):
                return _named(*found)
        cause = cause.__cause__ or cause.__context__
    return ""


def page_of_problems(problems: Iterable[Problem]) -> str:
    """Return the page about the first of the errors among problems that has one; "" if none has."""
    for problem in problems:
        found = help_pages.about("problem", problem.code) if problem.severity == ERROR else None
        if found and found[0] != _LISTED:
            return _named(*found)
    return ""


def _named(page: str, slug: str) -> str:
    return f"{page}#{slug}" if slug else page
