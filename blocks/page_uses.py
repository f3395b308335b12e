"""Which pages the blocks of a page name: as their types, and as functions among their values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from blockloom.blocks import values
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Block, Document
from blockloom.blocks.signature import PARAMETER, PREFIX, page_of_type
from blockloom.blocks.typed_in import read_attr

_FUNCTIONS = ("func", "list(func)")
_WORD = re.compile(r"[^\W_][\w.-]*")


def function_values(block: Block, catalogue: Catalogue) -> Iterator[tuple[str, str, list[str]]]:
    """The values of a block that name pages as functions: attr, its type (func or list(func)), and the pages."""
    for name, text in block.values.items():
        type_ = _type_of(block, name, catalogue)
        if type_ in _FUNCTIONS and not text.startswith("="):
            try:
                found = read_attr(text, type_)
            except values.ValueSyntaxError:
                continue
            yield name, type_, found if isinstance(found, list) else [found] if found else []


def used(block: Block, catalogue: Catalogue) -> list[str]:
    """The pages that a block names, be they there or not: the one that it is an instance of first."""
    page = page_of_type(block.type)
    found = [page] if page else []
    if block.values:
        found += [name for _, _, pages in function_values(block, catalogue) for name in pages]
    return found


def reached(document: Document, names: Iterable[str], catalogue: Catalogue) -> list[str]:
    """These pages of a document, and those that they use, and so on; each once, those with no such page left out."""
    found = dict.fromkeys(name for name in names if name in document.pages)
    todo = list(found)
    while todo:
        for block in document.pages[todo.pop()].blocks.values():
            for name in used(block, catalogue):
                if name not in found and name in document.pages:
                    found[name] = None
                    todo.append(name)
    return list(found)


def renamed(block: Block, names: Mapping[str, str], catalogue: Catalogue) -> Block:
    """A block that names pages by other names: `names` maps the old ones to those."""
    page = page_of_type(block.type)
    changed = {attr: function_text(type_, [names.get(name, name) for name in pages])
               for attr, type_, pages in (function_values(block, catalogue) if block.values else ())
               if any(names.get(name, name) != name for name in pages)}
    if names.get(page, page) != page:
        block = block._replace(type=PREFIX + names[page])
    return block._replace(values={**block.values, **changed}) if changed else block


def function_text(type_: str, pages: list[str]) -> str:
    """What is typed for an attr of the type func or list(func)."""
    if type_ == "func":
        return pages[0]
    return f"[{', '.join(name if _WORD.fullmatch(name) else json.dumps(name, ensure_ascii=False) for name in pages)}]"


def _type_of(block: Block, attr: str, catalogue: Catalogue) -> str:
    if block.type == PARAMETER:
        return block.values.get("type", "") if attr == "default" else ""
    found = catalogue.get(block.type)
    wanted = found.attr(attr) if found is not None else None
    return wanted.type if wanted is not None else ""
