"""Checks of the Args, Retvals and Parameters of a page, which lowering removes.

The instances of a page supply values of parameters without a default, the shapes of Args, and elements of datasets.
Without them, the page cannot run by itself, but is not faulty.
"""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import ARG, signature
from blockloom.blocks.catalogue.parameters import names_in, parameter_values
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.infer.page_uses import uses
from blockloom.blocks.problems import Problem, make_problem

_MISSING = ("missing-attr", "missing-input")
_OF_ARGS = ("refused:no-static-shape", "missing-attr:elements")
_WORDS = ("label", "unit")  # fields of a Parameter with plain text, in quotes or not


def check(page: Page, catalogue: Catalogue) -> list[Problem]:
    """Return problems of Parameters, and warnings for unused Args and Parameters, and for equal indices.

    On a page that is a function, unused Args have no warning: its op may require them.
    """
    args, retvals, parameters = signature(page)
    alone = Page(page.name)
    for parameter in parameters:
        values = {name: text for name, text in parameter.values.items() if name not in _WORDS}
        alone.blocks[parameter.id] = parameter._replace(values=values)
    problems = [*PageInference(alone, catalogue).problems] if parameters else []
    for several in (args, retvals, parameters):
        places: dict[str, list[str]] = {}
        for block in several:
            if "index" in block.values:
                places.setdefault(block.values["index"].strip(), []).append(block.id)
        problems += [
            make_problem("same-index", address(page.name, names[-1], "index"), index=index, others=names[:-1])
            for index, names in places.items()
            if len(names) > 1
        ]
    unused = [arg for arg in args if arg.id not in page.out]
    if unused and not any(at.pin for at in uses(catalogue.document, page.name, catalogue)):
        problems += [make_problem("unused:arg", address(page.name, arg.id)) for arg in unused]
    if parameters:
        named = frozenset().union(*(names_in(text) for block in page.blocks.values() for text in block.values.values()))
        problems += [
            make_problem("unused:parameter", address(page.name, parameter.id))
            for parameter in parameters
            if parameter.id not in named
        ]
    return problems


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
