"""Which pages the blocks of a page name, as their types and as functions among their values, and where one is named."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from blockloom.blocks import walks
from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import PARAMETER, PREFIX, page_of_type, types_on
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block, Document, Page
from blockloom.blocks.edits import EditError
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals

_FUNCTIONS = ("func", "list(func)")
Types = Mapping[str, BlockType]  # a catalogue, or {} where only instances are looked for
_WORD = re.compile(r"[^\W_][\w.-]*")


def function_values(block: Block, catalogue: Types) -> Iterator[tuple[str, str, list[str]]]:
    """The values of a block that name pages as functions: attr, its type (func or list(func)), and the pages."""
    for name, text in block.values.items():
        type_ = _type_of(block, name, catalogue)
        if type_ in _FUNCTIONS and not text.startswith("="):
            try:
                found = read_attr(text, type_)
            except literals.ValueSyntaxError:
                continue
            yield name, type_, found if isinstance(found, list) else [found] if found else []


def has_as_function(page: Page, names: Collection[str], catalogue: Types) -> bool:
    """Whether a block of a page has one of these pages as a function."""
    return any(
        name in names
        for block in page.blocks.values()
        if block.values
        for _, _, pages in function_values(block, catalogue)
        for name in pages
    )


def used(block: Block, catalogue: Types) -> list[str]:
    """The names of the pages that a block uses, whether there are such pages or not: first that which it is an instance
    of.
    """
    page = page_of_type(block.type)
    found = [page] if page else []
    if block.values:
        found += [name for _, _, pages in function_values(block, catalogue) for name in pages]
    return found


def uses_of(page: Page, catalogue: Types) -> set[str]:
    """The pages that the blocks of a page name."""
    return set(filter(None, map(page_of_type, types_on(page)))) | functions_of(page, catalogue)


def functions_of(page: Page, catalogue: Types) -> set[str]:
    """Return the names of the pages that blocks of a page have as functions."""
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
    """These pages and all that they use, directly or through others, by name and each once. Names of no page are left
    out.
    """
    pages = document.pages
    return list(
        walks.reached(
            (name for name in names if name in pages),
            lambda name: sorted(other for other in uses_of(pages[name], catalogue) if other in pages),
        )
    )


def usable_on(catalogue: Catalogue, page: str) -> list[str]:
    """The pages that a page may use, as blocks or functions: those with an Arg or Retval that do not use this page
    themselves.
    """
    users = {page} | catalogue.reaching((page,))
    return [name for name in map(page_of_type, catalogue.usable()) if name not in users]


def uses(document: Document, page: str, catalogue: Types) -> list[Address]:
    """The addresses of all uses of a page: blocks that are instances of it, and attrs that name it."""
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


def circle(document: Document, page: str, wanted: str, catalogue: Types) -> list[str]:
    """The pages that lead from `page` to itself again if it used the page `wanted`, both ends included; [] where it
    would not.
    """
    if page == wanted:
        return [page, page]
    before = {wanted: ""}
    todo = [wanted]
    while todo:
        name = todo.pop()
        for other in (its for block in document.pages[name].blocks.values() for its in used(block, catalogue)):
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


def refuse_circle(catalogue: Catalogue, page: str, types: Iterable[str]) -> None:
    """Raise EditError where a page would use itself through blocks of one of these types."""
    for wanted in dict.fromkeys(map(page_of_type, types)):
        if wanted in catalogue.document.pages and (found := circle(catalogue.document, page, wanted, catalogue)):
            raise EditError(phrase("the page would use itself: {}", " -> ".join(found)))


def renamed(block: Block, names: Mapping[str, str], catalogue: Types) -> Block:
    """The block with the pages that it names renamed: `names` maps old names to new ones."""
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
    """The page with the pages that its blocks name renamed, as by `renamed`; everything else is shared with the
    original.
    """
    return page.replaced(blocks={b.id: renamed(b, names, catalogue) for b in page.blocks.values()})


def function_text(type_: str, pages: list[str]) -> str:
    """The text of an attr of type func or list(func) that names these pages."""
    if type_ == "func":
        return pages[0]
    return f"[{', '.join(name if _WORD.fullmatch(name) else json.dumps(name, ensure_ascii=False) for name in pages)}]"


def _type_of(block: Block, attr: str, catalogue: Types) -> str:
    if block.type == PARAMETER:
        return block.values.get("type", "") if attr == "default" else ""
    found = catalogue.get(block.type)
    wanted = found.attr(attr) if found is not None else None
    return wanted.type if wanted is not None else ""
