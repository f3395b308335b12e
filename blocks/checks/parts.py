"""What is said of a page that is a part of others.

What its instances give is not there while it is looked at by itself: values of parameters that have no default, the
shapes of Args, and the elements of those that are datasets. Nothing is wrong with the page for that, though it cannot
be run by itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.catalogue.page_signature import ARG
from blockloom.blocks.catalogue.parameters import given, names_in
from blockloom.blocks.document.pages import Page
from blockloom.blocks.problems import Problem

_MISSING = ("missing-attr", "missing-input")
_OF_ARGS = ("refused:no-static-shape", "missing-attr:elements")


def as_part(page: Page, problems: Iterable[Problem]) -> list[Problem]:
    """The problems of a page without those that only come from missing values of its Args and Parameters: its instances
    have them.
    """
    lacking = {name for name, text in given(page).items() if text is None}
    shapeless = any(block.type == ARG for block in page.blocks.values())

    def is_given(problem: Problem) -> bool:
        if problem.kind in _OF_ARGS:
            return shapeless
        block = page.blocks.get(problem.block) if problem.code in _MISSING and not problem.address.path else None
        return block is not None and bool(names_in(block.values.get(problem.pin, "")) & lacking)

    return [problem for problem in problems if not is_given(problem)] if lacking or shapeless else list(problems)
