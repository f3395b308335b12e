"""Completions of a condition: blocks, then their outputs, then comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.search import SearchEntry, find, name_of
from blockloom.blocks.document.pages import Page
from blockloom.blocks.results.conditions import COMPARED, FINITE, NOT_FINITE, OPENED, testable_outputs

MOST = 50  # completions of a word
_PAGE = r"\s*(?:[^\W_][^/\\<>=!]*/)?"
_BLOCK = re.compile(rf"({_PAGE})([\w-]*)")
_PIN = re.compile(rf"({_PAGE}([\w-]+)\.)([^\s\[\]<>=!]*)")
_TEST = re.compile(rf"({_PAGE}([\w-]+)(?:\.[^\s\[\]<>=!]+)?(?:\s*\[[\d\s,]*\])*)\s*(\S{{0,2}}|i[a-z ]*)")


class ConditionWords:
    """Completes the text of a condition, by the blocks of a page in its present state."""

    def __init__(self, page: Page, catalogue: Mapping[str, BlockType]):
        self._pins = {
            block.id: pins for block in page.blocks.values() if (pins := testable_outputs(catalogue.get(block.type)))
        }
        fetched = {w.source for pins in page.into.values() for w in pins.get("fetch_outputs", ())}
        # Outputs that sessions fetch come first: run conditions mostly use these.
        self._blocks = _entries(sorted(self._pins, key=lambda name: (name not in fetched, name)))

    def completions(self, text: str, at: int) -> list[str]:
        """Return the texts that `text` becomes by completing the word before character `at`, best first."""
        head, tail = text[:at], text[at:]
        if re.match(r"[\w-]", tail):
            return []  # in the middle of a word
        opened = OPENED.match(head)
        before = opened[0] if opened else ""
        found = [before + word for word in self._found(head[len(before) :])]
        if tail.strip():
            found = [word.rstrip(" .") + tail for word in found]
        return [word for word in found if word != text]

    def _found(self, head: str) -> list[str]:
        """Return the completions of a text that ends in a word."""
        if match := _BLOCK.fullmatch(head):
            names = find(self._blocks, match[2])[:MOST]
            return [f"{match[1]}{name}{'. '[len(self._pins[name]) == 1]}" for name in names]
        if match := _PIN.fullmatch(head):
            return [f"{match[1]}{pin} " for pin in find(_entries(self._pins.get(match[2], ())), match[3])[:MOST]]
        match = _TEST.fullmatch(head)
        if match is None or match[2] not in self._pins:
            return []
        return [
            f"{match[1]} {test}"
            for test in (*(f"{sign} " for sign in COMPARED), FINITE, NOT_FINITE)
            if test.startswith(match[3])
        ]


def _entries(names: Iterable[str]) -> list[SearchEntry[str]]:
    return [SearchEntry(name, (name_of(name),)) for name in names]
