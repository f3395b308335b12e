"""How a page differs from that of another document, as far as it is painted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blockloom.blocks.document.pages import Page, Wire


class PageChanges(NamedTuple):
    """Ids are those of blocks, frames and notes alike. `added` are here only. `changed` are otherwise there, with what
    the other document has in those pins and attrs whose value differs. `moved` are elsewhere there, with the place of
    their corner. `wires`, without their looks, are here only.

    `ghosts` has what is there only, where it is there: of its blocks, frames and notes those of `gone`, the others are
    what its wires end at; all its wires are gone.
    """

    added: frozenset[str]
    changed: Mapping[str, Mapping[str, str]]
    moved: Mapping[str, tuple[float, float]]
    wires: frozenset[Wire]
    ghosts: Page
    gone: frozenset[str]
