"""The path from the page that runs to the shown page: block by block, the outermost first.

Each step is the address of a block, PAGE/BLOCK: an instance of the next page, or a block that has it as a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block
from blockloom.blocks.infer.page_uses import function_values, used_pages

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
