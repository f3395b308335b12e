"""Unresolved conflicts of merges: an error for each, even if no session needs the block."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from blockloom.blocks.document.addresses import Address, address_of
from blockloom.blocks.document.pages import MOST_CONFLICTS, Conflict, Document
from blockloom.blocks.merge.conflict_resolution import is_gone
from blockloom.blocks.problems import Problem, make_problem


def conflicts(document: Document, pages: Collection[str] | None = None) -> list[Problem]:
    """Return the conflicts of a document as problems, in their order.

    Args:
        document: The document.
        pages: If set, only conflicts of these pages. A conflict of a missing page belongs to the document.
    """
    mine = (one for one in document.conflicts if pages is None or address_of(one.at).page in pages)
    return [problem_of(document, one) for one in mine]


def problem_of(document: Document, one: Conflict) -> Problem:
    """Return the problem of a conflict."""
    return _problem(one, is_gone(document, one), address_of(one.at).page in document.pages)


@lru_cache(2 * MOST_CONFLICTS)
def _problem(one: Conflict, gone: bool, on_page: bool) -> Problem:
    """Return the problem of a conflict from a cache, since it is the same after most edits."""
    at, facts = address_of(one.at), {"what": one.what, "base": one.base, "ours": one.ours, "theirs": one.theirs}
    if gone:
        return make_problem("conflict:gone", at if on_page else Address(), was_at=at.display_text, **facts)
    return make_problem("conflict", at, **facts)
