"""Instances of pages: what is wired to them and typed into them, and what is told once of many of them."""

from __future__ import annotations

from collections.abc import Iterable

from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.checks.block import check_block
from blockloom.blocks.checks.checked import CheckedPage
from blockloom.blocks.lowered import Lowered
from blockloom.blocks.page_blocks import DocumentCatalogue
from blockloom.blocks.problems import ERROR, Problem, order
from blockloom.blocks.signature import instances


def check(lowered: Lowered, catalogue: Catalogue) -> list[Problem]:
    """The problems of the instances that a flattened page had, on it and within others of them."""
    found = []
    for path, page, inference in lowered.within:
        checked = CheckedPage(page, catalogue, inference)
        for block in instances(page.blocks.values()):
            checked.missing, checked.handles = set(), set()
            check_block(checked, block)
            checked.problems += checked.inferred(block.id)
        top = lowered.page.name
        found += [p._replace(address=p.address._replace(page=top, path=path)) for p in checked.problems]
    return found


def apart(told: Iterable[Problem], found: Iterable[Problem]) -> list[Problem]:
    """What is told of a flattened page, without what follows inside an instance from an error found at it."""
    bad = {p.address.flat for p in found if p.severity == ERROR}
    if not bad:
        return list(told)
    return [p for p in told if not any(p.block[:at] in bad for at, sign in enumerate(p.block) if sign == "/")]


def once(problems: Iterable[Problem], catalogue: Catalogue) -> list[Problem]:
    """Of a problem that several instances of a page have in common the first only: errors first, then by place."""
    found: dict[tuple, Problem] = {}
    for one in sorted(dict.fromkeys(problems), key=order):
        at = one.address
        page = catalogue.page_at(at.page, at.path) if at.path and isinstance(catalogue, DocumentCatalogue) else ""
        found.setdefault((page, at._replace(page="", path=()) if page else at, one.severity, one.kind, one.facts), one)
    return list(found.values())
