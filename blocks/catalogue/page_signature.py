"""Inputs and outputs of a page that another page uses as a block (`page:NAME`) or a function.

Its Arg and Retval blocks are the inputs and outputs, named by their ids, in the order of their `index`; its Parameter
blocks are the attrs of each instance.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from blockloom.blocks.document.pages import Block, Page

PREFIX = "page:"  # prefix of types of blocks that are instances of a page
IN_LIBRARY = "library:"  # prefix of types for a library page that is not copied yet
_TYPE = itemgetter(Block._fields.index("type"))
DEEPEST = 50  # deepest nesting of pages, as blocks or as functions
ARG, RETVAL, PARAMETER = SIGNATURE = "loom.Arg", "loom.Retval", "loom.Parameter"


class Signature(NamedTuple):
    """The Arg, Retval and Parameter blocks of a page, each in the order of its pins."""

    args: tuple[Block, ...]
    retvals: tuple[Block, ...]
    parameters: tuple[Block, ...]


def signature(page: Page) -> Signature:
    """Return the Args, Retvals and Parameters of a page."""
    by_type: dict[str, list[Block]] = {ARG: [], RETVAL: [], PARAMETER: []}
    for block in page.blocks.values():
        if block.type in by_type:
            by_type[block.type].append(block)
    return Signature(*(tuple(sorted(blocks, key=_place)) for blocks in by_type.values()))


def _place(block: Block) -> tuple[float, str]:
    try:
        return int(block.values.get("index", "0")), block.id
    except ValueError:
        return 0, block.id


def page_of_type(block_type: str) -> str:
    """Return the name of the page of an instance's type; "" for any other type."""
    return block_type[len(PREFIX) :] if block_type.startswith(PREFIX) else ""


def is_instance(block_type: str) -> bool:
    """Return whether blocks of a type are instances of a page, or will be of one of a library."""
    return block_type.startswith((PREFIX, IN_LIBRARY))


def instances(blocks: Iterable[Block]) -> list[Block]:
    """Return the blocks that are instances of pages."""
    return [block for block in blocks if block.type.startswith(PREFIX)]


def types_on(page: Page) -> set[str]:
    """Return the types of the blocks of a page."""
    return set(map(_TYPE, page.blocks.values()))


def about(page: Page) -> str:
    """Return the description of a page: the text of its topmost note, "" without a note."""
    texts = [note for note in page.notes.values() if note.text.strip()]
    return min(texts, key=lambda note: (note.y, note.x, note.id)).text.strip() if texts else ""
