"""Problems of a page that other pages use as a part.

Its instances supply values of parameters without a default, the shapes of Args, and elements of datasets. Without them,
the page cannot run by itself, but is not faulty.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.catalogue.page_signature import ARG
from blockloom.blocks.catalogue.parameters import names_in, parameter_values
from blockloom.blocks.document.pages import Page
from blockloom.blocks.problems import Problem

_MISSING = ("missing-attr", "missing-input")
_OF_ARGS = ("refused:no-static-shape", "missing-attr:elements")


def as_part(page: Page, problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems of a page, except for missing values of its Args and Parameters."""
    lacking = {name for name, text in parameter_values(page).items() if text is None}
    shapeless = any(block.type == ARG for block in page.blocks.values())

    def is_given(problem: Problem) -> bool:
        if problem.kind in _OF_ARGS:
            return shapeless
        block = page.blocks.get(problem.block) if problem.code in _MISSING and not problem.address.path else None
        return block is not None and bool(names_in(block.values.get(problem.pin, "")) & lacking)

    return [problem for problem in problems if not is_given(problem)] if lacking or shapeless else list(problems)
