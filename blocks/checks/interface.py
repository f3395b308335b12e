"""The Args, Retvals and Parameters of a page, which are no part of what it is lowered to."""

from __future__ import annotations

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import names_in
from blockloom.blocks.catalogue.signature import signature
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.infer.page_uses import uses
from blockloom.blocks.problems import Problem, problem

_WORDS = ("label", "unit")  # of a Parameter: as they stand, in quotes or not


def check(page: Page, catalogue: Catalogue) -> list[Problem]:
    """What is wrong with values of Parameters, and warnings for those that nothing uses or that have one place. An op
    whose function the page is may ask for Args that the page does not need."""
    args, retvals, parameters = signature(page)
    alone = Page(page.name)
    alone.blocks.update((one.id, one._replace(values={name: text for name, text in one.values.items()
                                                      if name not in _WORDS})) for one in parameters)
    found = [*Inference(alone, catalogue).problems] if parameters else []
    for several in (args, retvals, parameters):
        places: dict[str, list[str]] = {}
        for block in several:
            if "index" in block.values:
                places.setdefault(block.values["index"].strip(), []).append(block.id)
        found += [problem("same-index", address(page.name, names[-1], "index"), index=index, others=names[:-1])
                  for index, names in places.items() if len(names) > 1]
    unused = [arg for arg in args if arg.id not in page.out]
    if unused and not any(at.pin for at in uses(catalogue.document, page.name, catalogue)):
        found += [problem("unused:arg", address(page.name, arg.id)) for arg in unused]
    if parameters:
        named = frozenset().union(*(names_in(text) for block in page.blocks.values() for text in block.values.values()))
        found += [problem("unused:parameter", address(page.name, one.id)) for one in parameters if one.id not in named]
    return found
