"""Checks of instances of pages: their wires, values and effects; problems that several share."""

from __future__ import annotations

from collections.abc import Container, Iterable

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import ARG, instances, page_of_type
from blockloom.blocks.checks.checked import CheckedPage
from blockloom.blocks.checks.value_checks import check_block
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import OPERATION, REF, Page
from blockloom.blocks.lower.source_map import LoweredPage
from blockloom.blocks.lower.structure import SessionPlan
from blockloom.blocks.problems import ERROR, Problem, make_problem, problem_sort_key


def check(lowered: LoweredPage, catalogue: Catalogue) -> list[Problem]:
    """Return the problems of instances on a flattened page, at any depth.

    Problems inside a faulty instance are omitted.
    """
    problems = []
    for path, page, inference in lowered.within:
        checked = CheckedPage(page, catalogue, inference)
        for block in instances(page.blocks.values()):
            checked.missing, checked.handles = set(), set()
            check_block(checked, block)
            checked.problems += checked.inferred(block.id)
        top = lowered.page.name
        problems += [p._replace(address=p.address._replace(page=top, path=path)) for p in checked.problems]
    problems += lowered.problems if lowered.within else ()
    bad = {p.address.flat for p in problems if p.severity == ERROR}
    return [p for p in problems if not _within(p.address.flat, bad)]


def effects(lowered: LoweredPage, catalogue: Catalogue, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Return a warning for each op with an effect inside an instance that no session runs."""
    if not lowered.within:
        return []
    page, done = lowered.page, frozenset().union(*(plan.closure | plan.initial for plan in plans))
    return [
        make_problem("effect-left-out", address(page.name, block.id), type=type_.title)
        for block in page.blocks.values()
        if "/" in block.id
        and block.id not in done
        and (type_ := catalogue.get(block.type)) is not None
        and _is_for_its_effect(type_)
    ]


def _is_for_its_effect(type_: BlockType) -> bool:
    """Return whether a block has an effect and no value: only an operation, or a reference that it writes."""
    takes_reference, gives = any(pin.kind == REF for pin in type_.inputs), {pin.kind for pin in type_.outputs}
    writes_reference = takes_reference and REF in gives and not type_.traits.same_reference
    return type_.has_effect and (OPERATION in gives or writes_reference)


def apart(drawn: Page, told: Iterable[Problem], found: Iterable[Problem]) -> list[Problem]:
    """Return the problems of a flattened page without consequences of errors at instances.

    Args that are not fed are omitted, too: the page that uses this one feeds them.

    Args:
        drawn: The page before flattening.
        told: The problems of the flattened page.
        found: The problems of instances and their wires.
    """
    args = {block.id for block in drawn.blocks.values() if block.type == ARG}
    told = [one for one in told if not (one.code == "not-fed" and one.block in args)] if args else told
    bad = {p.address.flat for p in found if p.severity == ERROR}
    if not bad:
        return list(told)
    without = _without(drawn, {name.partition("/")[0] for name in bad})
    return [
        p
        for p in told
        if not _within(p.block, bad)
        and not (
            p.code == "missing-input"
            and (p.block.partition("/")[0] in without if "/" in p.block else (p.block, p.pin) in without)
        )
    ]


def _without(drawn: Page, bad: Iterable[str]) -> set[str | tuple[str, str]]:
    """Return pins that may get nothing because of faulty instances, and instances that depend on these."""
    lacking: set[str | tuple[str, str]] = set()
    todo = list(bad)
    while todo:
        for wire in drawn.wires_from(todo.pop()):
            lacking.add((wire.target, wire.target_pin))
            target = drawn.blocks.get(wire.target)
            if target is not None and page_of_type(target.type) and target.id not in lacking:
                lacking.add(target.id)
                todo.append(target.id)
    return lacking


def spoilt(page: Page, found: Iterable[Problem]) -> set[str]:
    """Return the ids of blocks of a flattened page that are inside instances with errors."""
    bad = {p.address.flat for p in found if p.severity == ERROR}
    return {name for name in page.blocks if _within(name, bad)} if bad else set()


def _within(block: str, instances: Container[str]) -> bool:
    return any(block[:at] in instances for at, sign in enumerate(block) if sign == "/")


def without_repeats(problems: Iterable[Problem], catalogue: Catalogue) -> list[Problem]:
    """Return the problems, errors first; a problem that instances of the same page share appears once."""
    found: dict[tuple[object, ...], Problem] = {}
    for one in sorted(dict.fromkeys(problems), key=problem_sort_key):
        at = one.address
        page = catalogue.page_at(at.page, at.path) if at.path else ""
        found.setdefault((page, at._replace(page="", path=()) if page else at, one.severity, one.kind, one.facts), one)
    return list(found.values())


def at_home(problems: Iterable[Problem], catalogue: Catalogue) -> list[Problem]:
    """Return the problems of several pages, each once.

    A problem inside an instance is omitted if its own page has it as well.
    """
    found = dict.fromkeys(problems)
    own = {(one.address, one.severity, one.kind, one.facts) for one in found if not one.address.path}
    return [
        one
        for one in found
        if not (at := one.address).path
        or (at._replace(page=catalogue.page_at(at.page, at.path), path=()), one.severity, one.kind, one.facts)
        not in own
    ]
