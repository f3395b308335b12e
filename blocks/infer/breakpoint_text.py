"""Breakpoints as text of a block: each line of `Block.pause` is one of them.

before           before the block itself; or a condition on an output: y > 10
BLOCK: before    before a block inside an instance, only in this instance; INNER/BLOCK is nested deeper
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Document, Page

_INSIDE = r"([^\s:/]+(?:/[^\s:/]+)*): (.+)"


def pauses(text: str) -> dict[str, str]:
    """Return the breakpoints of a block's text: "" is the block itself, `INNER/BLOCK` is inside it."""
    found = dict[str, str]()
    for line in text.splitlines():
        inside = re.fullmatch(_INSIDE, line)
        place, pause = inside.groups() if inside else ("", line)
        found.setdefault(place, pause)
    return found


def pausing_inside(page: Page) -> list[Block]:
    """Return the instances on a page that have breakpoints inside them."""
    return [block for block in page.blocks.values() if ": " in block.pause]


def pause_text(found: Mapping[str, str]) -> str:
    """Return the text of these breakpoints, without empty ones."""
    return "\n".join(f"{place}: {pause}" if place else pause for place, pause in sorted(found.items()) if pause)


def with_pause(block: Block, place: str, pause: str) -> str:
    """Return the text of a block with one breakpoint set at a place in it; "" removes it."""
    return pause_text({**pauses(block.pause), place: pause})


def keepers(catalogue: Catalogue, at: Address) -> Iterator[tuple[str, Block, str]]:
    """Yield the instances that can have breakpoints in the page shown through them, the outermost first.

    Each comes with its page, and the path from it to the shown page, `INNER/`.

    Args:
        catalogue: The catalogue of the document.
        at: The innermost instance, as an address without a block.
    """
    for depth, name in enumerate(at.path):
        page = catalogue.page_at(at.page, at.path[:depth])
        on = catalogue.document.pages.get(page)
        if on is not None and name in on.blocks:
            yield page, on.blocks[name], "".join(f"{inner}/" for inner in at.path[depth + 1 :])


def alone(catalogue: Catalogue, at: Address) -> dict[str, str]:
    """Return the breakpoints that apply only in one instance, by block; see `keepers` for `at`."""
    found = dict[str, str]()
    for _, block, way in keepers(catalogue, at):
        for place, pause in pauses(block.pause).items():
            if place.startswith(way) and "/" not in (name := place[len(way) :]) and name:
                found.setdefault(name, pause)
    return found


def unpacked(instance: Block, inner: Block) -> str:
    """Return the breakpoints of a block of an instance, for the block that replaces it when unpacked."""
    found = pauses(inner.pause)
    for place, pause in pauses(instance.pause).items():
        name, _, further = place.partition("/")
        if name == inner.id:
            found[further] = pause
    return pause_text(found)


def called_inside(block: Block, document: Document, called: Callable[[str, str], str]) -> str:
    """Return the breakpoints of an instance after blocks inside it are renamed.

    Args:
        block: The instance.
        called: Takes a page of the document and a block on it, and returns its new name; "" if it is removed.
    """
    found = dict[str, str]()
    for place, pause in pauses(block.pause).items():
        page, names = page_of_type(block.type), list[str]()
        for name in place.split("/") if place else ():
            on = document.pages.get(page)
            inner = on.blocks.get(name) if on is not None else None
            names.append(called(page, name))
            page = page_of_type(inner.type) if inner is not None else ""
        if all(names):
            found["/".join(names)] = pause
    return pause_text(found)
