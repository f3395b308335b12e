"""Uses of pages: as types of blocks, and as functions among their values."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from blockloom.blocks import walks
from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import PARAMETER, PREFIX, page_of_type, types_on
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block, Document, Page
from blockloom.blocks.edits import EditError
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals

_FUNCTIONS = ("func", "list(func)")
Types = Mapping[str, BlockType]  # a catalogue, or {} to search for instances only
_WORD = re.compile(r"[^\W_][\w.-]*")


def function_values(block: Block, catalogue: Types) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the values of a block that name pages as functions: attr, its type, and the pages.

    The type is func or list(func).
    """
    for name, text in block.values.items():
        type_ = _type_of(block, name, catalogue)
        if type_ in _FUNCTIONS and not text.startswith("="):
            try:
                found = read_attr(text, type_)
            except literals.ValueSyntaxError:
                continue
            yield name, type_, found if isinstance(found, list) else [found] if found else []


def has_as_function(page: Page, names: Collection[str], catalogue: Types) -> bool:
    """Return whether a block of a page has one of these pages as a function."""
    return any(
        name in names
        for block in page.blocks.values()
        if block.values
        for _, _, pages in function_values(block, catalogue)
        for name in pages
    )


def used_pages(block: Block, catalogue: Types) -> list[str]:
    """Return the names of the pages that a block uses, existing or not: first that of an instance."""
    page = page_of_type(block.type)
    found = [page] if page else []
    if block.values:
        found += [name for _, _, pages in function_values(block, catalogue) for name in pages]
    return found


def uses_of(page: Page, catalogue: Types) -> set[str]:
    """Return the pages that the blocks of a page name."""
    return set(filter(None, map(page_of_type, types_on(page)))) | functions_of(page, catalogue)


def functions_of(page: Page, catalogue: Types) -> set[str]:
    """Return the names of the pages that are functions of blocks of a page."""
    with_functions = {
        name
        for name in types_on(page)
        if name == PARAMETER
        or (found := catalogue.get(name)) is not None
        and any(attr.type in _FUNCTIONS for attr in found.attrs)
    }
    return {
        name
        for block in (page.blocks.values() if with_functions else ())
        if block.type in with_functions and block.values
        for _, _, pages in function_values(block, catalogue)
        for name in pages
    }


def reached(document: Document, names: Iterable[str], catalogue: Types) -> list[str]:
    """Return these pages and all that they use, directly or through others, by name; missing pages are omitted."""
    pages = document.pages
    return list(
        walks.reached(
            (name for name in names if name in pages),
            lambda name: sorted(other for other in uses_of(pages[name], catalogue) if other in pages),
        )
    )


def usable_on(catalogue: Catalogue, page: str) -> list[str]:
    """Return the pages that a page can use as blocks or functions.

    They have an Arg or Retval, and do not use this page themselves.
    """
    users = {page} | catalogue.reaching((page,))
    return [name for name in map(page_of_type, catalogue.usable()) if name not in users]


def uses(document: Document, page: str, catalogue: Types) -> list[Address]:
    """Return the addresses of all uses of a page: its instances, and attrs that name it."""
    places = []
    for name, other in document.pages.items():
        for block in other.blocks.values():
            if block.type == PREFIX + page:
                places.append(address(name, block.id))
            if block.values:
                places += [
                    address(name, block.id, attr)
                    for attr, _, pages in function_values(block, catalogue)
                    if page in pages
                ]
    return places


def find_cycle(document: Document, page: str, wanted: str, catalogue: Types) -> list[str]:
    """Return the cycle of pages that would arise if `page` used the page `wanted`; [] if none would.

    The cycle begins and ends with `page`.
    """
    if page == wanted:
        return [page, page]
    before = {wanted: ""}
    todo = [wanted]
    while todo:
        name = todo.pop()
        for other in (its for block in document.pages[name].blocks.values() for its in used_pages(block, catalogue)):
            if other == page:
                way = []
                while name:
                    way.append(name)
                    name = before[name]
                return [page, *way[::-1], page]
            if other not in before and other in document.pages:
                before[other] = name
                todo.append(other)
    return []


def refuse_cycle(catalogue: Catalogue, page: str, types: Iterable[str]) -> None:
    """Check that a page would not use itself through blocks of one of these types.

    Raises:
        EditError: It would.
    """
    for wanted in dict.fromkeys(map(page_of_type, types)):
        if wanted in catalogue.document.pages and (found := find_cycle(catalogue.document, page, wanted, catalogue)):
            raise EditError(phrase("the page would use itself: {}", " -> ".join(found)))


def renamed(block: Block, names: Mapping[str, str], catalogue: Types) -> Block:
    """Return the block with renamed pages: `names` maps former names to new ones."""
    page = page_of_type(block.type)
    changed = {
        attr: function_text(type_, [names.get(name, name) for name in pages])
        for attr, type_, pages in (function_values(block, catalogue) if block.values else ())
        if any(names.get(name, name) != name for name in pages)
    }
    if names.get(page, page) != page:
        block = block._replace(type=PREFIX + names[page])
    return block._replace(values={**block.values, **changed}) if changed else block


def renamed_page(page: Page, names: Mapping[str, str], catalogue: Types) -> Page:
    """Return the page with blocks changed by `renamed`; everything else is shared with the original."""
    return page.replaced(blocks={b.id: renamed(b, names, catalogue) for b in page.blocks.values()})


def function_text(type_: str, pages: list[str]) -> str:
    """Return the text of an attr of type func or list(func) that names these pages."""
    if type_ == "func":
        return pages[0]
    return f"[{', '.join(name if _WORD.fullmatch(name) else json.dumps(name, ensure_ascii=False) for name in pages)}]"


def _type_of(block: Block, attr: str, catalogue: Types) -> str:
    if block.type == PARAMETER:
        return block.values.get("type", "") if attr == "default" else ""
    found = catalogue.get(block.type)
    wanted = found.attr(attr) if found is not None else None
    return wanted.type if wanted is not None else ""
