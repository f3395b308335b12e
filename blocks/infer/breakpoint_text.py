"""Where runs pause, as blocks keep it: each line of `Block.pause` is one place.

before                 the block itself; or a condition on what an output of it gives: y > 10
BLOCK: before          a block inside of an instance, in this instance alone; INNER/BLOCK is further in
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import page_of_type
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Document, Page

_INSIDE = re.compile(r"([^\s:/]+(?:/[^\s:/]+)*): (.+)")


def pauses(text: str) -> dict[str, str]:
    """Where runs pause by the text that a block keeps: "" is the block itself, `INNER/BLOCK` lies inside of it."""
    found = dict[str, str]()
    for line in text.splitlines():
        inside = _INSIDE.fullmatch(line)
        place, pause = inside.groups() if inside else ("", line)
        found.setdefault(place, pause)
    return found


def pausing_inside(page: Page) -> list[Block]:
    """The instances on a page that keep where runs pause inside of them."""
    return [block for block in page.blocks.values() if ": " in block.pause]


def pause_text(found: Mapping[str, str]) -> str:
    """The text by which a block keeps where runs pause; "" in the place of a pause is none."""
    return "\n".join(f"{place}: {pause}" if place else pause for place, pause in sorted(found.items()) if pause)


def with_pause(block: Block, place: str, pause: str) -> str:
    """The text that a block keeps once runs pause so at this place of it, "": not there."""
    return pause_text({**pauses(block.pause), place: pause})


def keepers(catalogue: Catalogue, at: Address) -> Iterator[tuple[str, Block, str]]:
    """The instances that may keep where runs pause in what is looked at through them, the outermost first: the page of
    each, and what leads on from it, `INNER/`. `at` is the innermost of them, as an address without a block.
    """
    for depth, name in enumerate(at.path):
        page = catalogue.page_at(at.page, at.path[:depth])
        on = catalogue.document.pages.get(page)
        if on is not None and name in on.blocks:
            yield page, on.blocks[name], "".join(f"{inner}/" for inner in at.path[depth + 1 :])


def alone(catalogue: Catalogue, at: Address) -> dict[str, str]:
    """The blocks at which runs pause in one instance alone: the one that `keepers` takes."""
    found = dict[str, str]()
    for _, block, way in keepers(catalogue, at):
        for place, pause in pauses(block.pause).items():
            if place.startswith(way) and "/" not in (name := place[len(way) :]) and name:
                found.setdefault(name, pause)
    return found


def unpacked(instance: Block, inner: Block) -> str:
    """The text that a block inside of an instance keeps once it lies in its place."""
    found = pauses(inner.pause)
    for place, pause in pauses(instance.pause).items():
        name, _, further = place.partition("/")
        if name == inner.id:
            found[further] = pause
    return pause_text(found)


def called_inside(block: Block, document: Document, called: Callable[[str, str], str]) -> str:
    """The text that an instance keeps once blocks inside of it are called otherwise: `called` takes a page of the
    document and a block on it, and gives its name, "" where it is there no more.
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
