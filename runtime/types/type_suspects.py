"""Record the blocks that end the worker when it infers the types of an edited page.

After the first such end, the next worker is asked with `careful`: it names each block before TensorFlow sees it, so
that the block at fault is known if the worker ends again. Requests leave out that block until the block or its upstream
blocks are edited.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Page
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.problems import Problem, make_problem

_MOST = 3  # most suspect blocks of a page; with more, types are requested again only after an edit of the page


class Suspects:
    """Blocks, by page of a document, whose types end the worker."""

    def __init__(self) -> None:
        # Page -> block ("" for the page itself) -> the suspicion.
        self._found: dict[str, dict[str, tuple[Any, Problem]]] = {}
        self._careful: set[str] = set()
        self._last = Address()  # address of the block that TensorFlow built last
        self._tries: set[tuple[str, ...]] = set()

    def building(self, at: str) -> None:
        """Record the address that TensorFlow builds next: of a block, of a value, or of a page for all its blocks."""
        self._last = parse(at)

    def may_ask(self, page: Page) -> bool:
        """Return whether types of the page in its present state may be requested."""
        self._last = Address()
        found = self._found.get(page.name, {})
        for block in [b for b, (content, _) in found.items() if content != _content(page, b)]:
            del found[block]
        return "" not in found

    def careful(self, page: str) -> bool:
        """Return whether to give TensorFlow the blocks of the page one by one."""
        return page in self._careful

    def without(self, page: str) -> list[str]:
        """Return the blocks of a page to leave out."""
        return sorted(self._found.get(page, ()))

    def died(self, page: Page, reason: str) -> None:
        """Record that a worker ended while it inferred the types of a page in this state."""
        if page.name not in self._careful:
            self._careful.add(page.name)
            return
        found = self._found.setdefault(page.name, {})
        known = self._last.block in page.blocks and len(found) < _MOST
        at = self._last if known else Address(page.name)
        found[at.block] = _content(page, at.block), make_problem("kills-worker", at, why=reason)

    def survived(self, page: str) -> None:
        """Record that the types of a page were inferred."""
        self._careful.discard(page)

    def problems(self, page: str) -> list[Problem]:
        """Return the problems of the blocks that are left out."""
        return [problem for _, problem in self._found.get(page, {}).values()]

    def may_try(self, tried: tuple[str, ...]) -> bool:
        """Return whether these fixes may be tried: no worker ended during them."""
        return tried not in self._tries

    def died_trying(self, tried: tuple[str, ...]) -> None:
        """Record that a worker ended while it tried these fixes."""
        self._tries.add(tried)

    def edited(self) -> None:
        """Record that the document was edited: fixes may be tried again."""
        self._tries.clear()


def _content(page: Page, block: str) -> Any:
    """Return all that determines the types of a block, or of the page for "", in a comparable form."""
    names: Iterable[str] = upstream(page, [block]) if block else page.blocks
    return sorted(
        (b.id, b.type, b.mode, sorted(b.values.items()), sorted(w[:5] for w in page.wires_into(b.id)))
        for b in map(page.blocks.__getitem__, names)
    )
