"""Breakpoints: before a block, or conditional.

They are written as `LOG`, `max(abs(LOG.y)) > 10`, `/INSTANCE/LOG`, or `PAGE/LOG > 10` inside a function.

The page stores a breakpoint with its block, as a text: PAUSE_BEFORE, or a condition in which a pin stands for the
block: `y > 10`. An instance also stores those inside itself only (see `blocks.infer.breakpoint_text`).
"""

from __future__ import annotations

import contextlib
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from msgspec import structs

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.document.addresses import Address, AddressError
from blockloom.blocks.document.addresses import parse as read_address
from blockloom.blocks.document.pages import PAUSE_BEFORE, Block, Page
from blockloom.blocks.infer.breakpoint_text import pauses
from blockloom.blocks.infer.page_uses import function_values, used_pages
from blockloom.blocks.results.conditions import FINITE, NOT_FINITE, Condition, ConditionError, parse, resolve
from blockloom.blocks.text.phrases import phrase

_MOST = 10_000  # most instances and calls that are searched
_DEEPEST = 50  # deepest nesting of instances and calls

Calls = tuple[Address, ...]


class Breakpoint(NamedTuple):
    """A breakpoint at a block, or on a condition of the block.

    Inside a function, `calls` are the blocks that lead there, the outermost first; () if there are several ways.
    """

    address: Address
    condition: Condition | None = None
    text: str = ""
    calls: Calls = ()

    def inside(self, at: Address, ways: Collection[Calls]) -> Breakpoint:
        """Return the breakpoint of a page for the instance of the page at an address, or for the function."""
        placed = at._replace(block=self.address.block)
        condition = self.condition
        if condition is not None:
            condition = structs.replace(condition, address=placed.at_pin(condition.pin))
        return self._replace(address=placed, condition=condition, calls=next(iter(ways)) if len(ways) == 1 else ())


def parse_breakpoint(text: str, page: Page, catalogue: Catalogue) -> Breakpoint:
    """Return the breakpoint that a text means in a run of a page: the address of a block, or a condition.

    Raises:
        ConditionError: if the text is neither.
    """
    name = text.strip()
    if name in page.blocks:
        return Breakpoint(Address(page.name, name), None, name)
    try:
        at = read_address(name)
        place, on = _place(at, page, catalogue)
        found = Breakpoint(Address(on.name, at.block), None, name) if at.block in on.blocks and not at.pin else None
    except (AddressError, ConditionError):
        found = None
    if found is None:
        if re.fullmatch(r"[\w/]+", name):
            raise ConditionError(phrase("there is no block {} on page {}", name, page.name))
        read = parse(text)
        at = read.address
        place, on = _place(at, page, catalogue)
        condition = resolve(structs.replace(read, address=at._replace(page=on.name, path=())), on, catalogue)
        found = Breakpoint(condition.address.at_pin(""), condition, name)
    ways: list[Calls] = [()]
    if place.page != page.name:
        ways = [calls for calls, one, _ in _places(page, catalogue, {on.name}, None) if one == place]
        if not ways:
            raise ConditionError(
                phrase("{} is not part of this run: fetch it, or an output that depends on it", at.display_text)
            )
    return found.inside(place, ways)


def _place(at: Address, page: Page, catalogue: Catalogue) -> tuple[Address, Page]:
    """Return the instance or function that contains an address, as an address without a block, and its page.

    Raises:
        ConditionError: if there is no such instance or page.
    """
    pages = {**catalogue.document.pages, page.name: page}
    place = Address(at.page or page.name, path=at.path)
    if at.page and at.page not in pages:  # the text is `INSTANCE/BLOCK`, not `PAGE/BLOCK`
        place = Address(page.name, path=(at.page, *at.path))
    on = pages.get(catalogue.page_at(place.page, place.path))
    if on is None:
        raise ConditionError(phrase("there is no block {} on page {}", at.display_text, page.name))
    return place, on


def of_block(block: Block, pause: str, page: Page, catalogue: Catalogue) -> Breakpoint:
    """Return the breakpoint that the text of a block means.

    Raises:
        ConditionError: if the text is not a condition of the block.
    """
    at = Address(page.name, block.id)
    if pause == PAUSE_BEFORE:
        return Breakpoint(at, None, block.id)
    found = parse(pause)
    if found.address.page or found.address.pin:
        raise ConditionError(phrase("{!r:.80} is not a condition of an output of {}", pause, block.id))
    return Breakpoint(at, resolve(structs.replace(found, address=at._replace(pin=found.block)), page, catalogue), pause)


def kept_text(condition: Condition) -> str:
    """Return the text by which a block stores a condition on one of its outputs."""
    what = condition.pin + "".join(f"[{number}]" for number in condition.index)
    for name in reversed(condition.over):
        what = f"{name}({what})"
    return f"{what} {condition.test}" + ("" if condition.test in (FINITE, NOT_FINITE) else f" {condition.value!r}")


def of_page(page: Page, catalogue: Catalogue, runs: Collection[str] | None = None) -> Iterator[Breakpoint]:
    """Yield the breakpoints of a run of a page: of its blocks, and of the pages that it uses.

    Breakpoints of used pages are yielded for each instance and function; invalid ones are left out.

    Args:
        page: the page that runs.
        catalogue: the block types.
        runs: the page's own blocks that run; None for all.
    """
    pages = {**catalogue.document.pages, page.name: page}
    ends = {name for name, one in pages.items() if any(block.pause for block in one.blocks.values())}
    ways: dict[Address, list[Calls]] = {}
    for calls, place, _ in _places(page, catalogue, ends, runs) if ends else ():
        ways.setdefault(place, []).append(calls)
    for place, found in ways.items():
        on = pages[catalogue.page_at(place.page, place.path)]
        for block in on.blocks.values():
            if place == Address(page.name) and runs is not None and block.id not in runs:
                continue
            for inside, pause in pauses(block.pause).items():
                *path, name = (block.id, *inside.split("/")) if inside else (block.id,)
                there = pages.get(catalogue.page_at(on.name, path))
                with contextlib.suppress(ConditionError, KeyError):
                    if there is not None:
                        at = place._replace(path=(*place.path, *path))
                        yield of_block(there.blocks[name], pause, there, catalogue).inside(at, found)


def _places(
    page: Page, catalogue: Catalogue, ends: Collection[str], runs: Collection[str] | None
) -> Iterator[tuple[Calls, Address, Page]]:
    """Yield the places of the pages `ends` in a run of a page.

    Each has the calls that lead there, the outermost first, and the instance or function, as an address without a
    block.
    """
    pages = catalogue.document.pages
    leading = {*ends, *catalogue.reaching(ends)}
    todo: deque[tuple[Calls, Address, Page]] = deque([((), Address(page.name), page)])
    for _ in range(_MOST):
        if not todo:
            return
        calls, place, on = todo.popleft()
        if on.name in ends:
            yield calls, place, on
        if len(calls) + len(place.path) > _DEEPEST:
            continue
        for block in on.blocks.values():
            if place == Address(page.name) and runs is not None and block.id not in runs:
                continue
            for name in within(catalogue, block):
                if name in leading and page_of_type(block.type) == name:
                    todo.append((calls, place._replace(path=(*place.path, block.id)), pages[name]))
                elif name in leading:
                    todo.append(((*calls, place._replace(block=block.id)), Address(name), pages[name]))


# Each step is the address of a block, PAGE/BLOCK: an instance of the next page, or a block that has it as a function.


Trail = tuple[Address, ...]


def within(catalogue: Catalogue, block: Block, attr: str = "") -> list[str]:
    """Return the pages of the document inside a block: that of an instance, and its functions.

    With `attr`, the pages are the functions of that attr.
    """
    named = (
        [page for name, _, pages in function_values(block, catalogue) if name == attr for page in pages]
        if attr
        else used_pages(block, catalogue)
    )
    return [name for name in dict.fromkeys(named) if name in catalogue.document.pages]


def place(trail: Trail, page: str, catalogue: Catalogue) -> tuple[str, tuple[str, ...]]:
    """Return the last page on a trail that is a function ("" for none), and the ids of the instances after it."""
    function, path = "", tuple[str, ...]()
    for step, to in zip(trail, [*(step.page for step in trail), page][1:], strict=True):
        is_instance = catalogue.page_at(step.page, (step.block,)) == to
        function, path = (function, (*path, step.block)) if is_instance else (to, ())
    return function, path


def trail_to(calls: Iterable[Address], at: Address, catalogue: Catalogue) -> tuple[Trail, str]:
    """Return the trail to a block, and its page.

    The trail leads through the blocks that call functions, the outermost first, and their instances.
    """
    steps, page = [], at.page
    for place in (*calls, at):
        page = place.page
        for instance in place.path:
            steps.append(Address(page, instance))
            page = catalogue.page_at(page, (instance,))
        if place is not at:
            steps.append(Address(page, place.block))
    return tuple(steps), page


def trail_after_edit(trail: Trail, page: str, find: Callable[[Address], Address | None], catalogue: Catalogue) -> Trail:
    """Return the trail to a page after an edit; () if it no longer leads to the page.

    `find` returns the address of a step after the edit.
    """
    steps = [step for step in map(find, trail) if step is not None and not step.path]
    if len(steps) < len(trail):
        return ()
    pages = catalogue.document.pages
    for step, to in zip(steps, (*(step.page for step in steps[1:]), page), strict=True):
        block = pages[step.page].blocks.get(step.block) if step.page in pages else None
        if block is None or to not in within(catalogue, block):
            return ()
    return tuple(steps)
