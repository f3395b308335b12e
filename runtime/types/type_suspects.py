"""Blocks over which a worker ended that nobody had told to run anything: it was asked for types, after an edit.

Once that has happened the next worker is asked with care: it tells of each block before TensorFlow sees it, so that the
one at fault is known if it ends, too. From then on questions leave that block out, until it or what it depends on is
edited.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Page
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.problems import Problem, make_problem

_MOST = 3  # blocks of a page: where there are more, nothing is asked of it until it is edited


class Suspects:
    """The blocks of a document's pages whose types kill TensorFlow's process."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, tuple[Any, Problem]]] = {}  # page -> block, or "" for the page as a whole
        self._careful: set[str] = set()
        self._last = Address()  # of what TensorFlow was given last
        self._tries: set[tuple[str, ...]] = set()

    def building(self, at: str) -> None:
        """Take note that TensorFlow gets this block, or a value at this address, next; a page alone: it has all
        blocks.
        """
        self._last = parse(at)

    def may_ask(self, page: Page) -> bool:
        """Whether types of the page in its present state may be asked for."""
        self._last = Address()
        found = self._found.get(page.name, {})
        for block in [b for b, (content, _) in found.items() if content != _content(page, b)]:
            del found[block]
        return "" not in found

    def careful(self, page: str) -> bool:
        """Whether to give TensorFlow the page's blocks one by one."""
        return page in self._careful

    def without(self, page: str) -> list[str]:
        """The blocks of a page to leave out."""
        return sorted(self._found.get(page, ()))

    def died(self, page: Page, reason: str) -> None:
        """Take note that a worker died over the types of a page, in this state."""
        if page.name not in self._careful:
            self._careful.add(page.name)
            return
        found = self._found.setdefault(page.name, {})
        known = self._last.block in page.blocks and len(found) < _MOST
        at = self._last if known else Address(page.name)
        found[at.block] = _content(page, at.block), make_problem("kills-worker", at, why=reason)

    def survived(self, page: str) -> None:
        """Take note that the types of a page were found."""
        self._careful.discard(page)

    def problems(self, page: str) -> list[Problem]:
        """The problems of the blocks that are left out."""
        return [problem for _, problem in self._found.get(page, {}).values()]

    # --- tried fixes ----------------------------------------------------------------------------------------------

    def may_try(self, tried: tuple[str, ...]) -> bool:
        """Whether these fixes may be tried: no worker died over them."""
        return tried not in self._tries

    def died_trying(self, tried: tuple[str, ...]) -> None:
        """Take note that a worker died over these fixes."""
        self._tries.add(tried)

    def edited(self) -> None:
        """Take note that the document was edited: fixes may be tried again."""
        self._tries.clear()


def _content(page: Page, block: str) -> Any:
    """What a block gives TensorFlow, with all that it depends on; "": what the page does."""
    names: Iterable[str] = upstream(page, [block]) if block else page.blocks
    return sorted(
        (b.id, b.type, b.mode, sorted(b.values.items()), sorted(w[:5] for w in page.wires_into(b.id)))
        for b in map(page.blocks.__getitem__, names)
    )
