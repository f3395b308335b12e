"""Which page of the documentation is about what a command failed of: the first of the problems that an error lists, its
class, or that of what caused it. Pages say so, as `% about: error:ConditionError`.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.app.help import help_pages
from blockloom.blocks.problems import ERROR, Problem

_LISTED = "reference/problems"  # which has what the problem says itself


def page_of(error: BaseException) -> str:
    """The page about an error, as `blockloom help` takes it; "" where there is none."""
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
    """The page about the first of the errors among problems that has one; "" where none has."""
    for problem in problems:
        found = help_pages.about("problem", problem.code) if problem.severity == ERROR else None
        if found and found[0] != _LISTED:
            return _named(*found)
    return ""


def _named(page: str, slug: str) -> str:
    return f"{page}#{slug}" if slug else page
