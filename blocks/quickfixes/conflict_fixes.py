"""Fixes of conflicts: use a side, or dismiss the conflict."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import address_of
from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.edits import CompositeEdit
from blockloom.blocks.merge.conflict_resolution import (
    BASE,
    BOTH,
    OURS,
    THEIRS,
    available_sides,
    drop_conflicts,
    is_gone,
    is_resolved,
    resolve_conflict,
)
from blockloom.blocks.operations import PageChange, library_pages
from blockloom.blocks.problems import Problem
from blockloom.blocks.problems.about_conflicts import sides_text
from blockloom.blocks.quickfixes.context import QuickFix
from blockloom.blocks.text.phrases import phrase

UPDATE, FORGET = "update", "forget"  # choices in addition to the sides
_REMOVALS = ("removed", "page-removed")
_LABELS = {
    OURS: phrase("Ours: {}"),
    THEIRS: phrase("Theirs: {}"),
    BASE: phrase("Base: {}"),
    BOTH: phrase("Both"),
}


def conflict_of(document: Document, problem: Problem) -> Conflict | None:
    """Return the conflict of a document that a problem reports; None if it has been resolved."""
    facts = dict(problem.facts)
    for one in document.conflicts:
        if one.what == facts["what"] and one.sides == (facts["base"], facts["ours"], facts["theirs"]):
            at = address_of(one.at)
            if at.display_text == facts["was_at"] if "was_at" in facts else at == problem.address:
                return one
    return None


def fixes(document: Document, catalogue: Catalogue, problem: Problem) -> Iterator[QuickFix]:
    """Yield the fixes of a conflict: a side to use, or to forget the conflict.

    A conflict can be forgotten if its object no longer exists, if it was fixed by other edits, or if no side can be
    used.
    """
    one = conflict_of(document, problem)
    if one is not None:
        yield from (chosen(document, catalogue, one, choice) for choice in choices(document, catalogue, one))


def choices(document: Document, catalogue: Catalogue, one: Conflict) -> tuple[str, ...]:
    """Return the choices for a conflict: UPDATE (its page, from the library), the available sides, FORGET."""
    gone = is_gone(document, one)
    updates = one.what == "library" and not gone and _update(document, catalogue, one) is not None
    takes = () if gone else available_sides(one, document)
    return (UPDATE,) * updates + takes + (FORGET,) * (not takes or is_resolved(document, one))


def chosen(document: Document, catalogue: Catalogue, one: Conflict, choice: str) -> QuickFix:
    """Return the fix for one of the `choices`."""
    if choice == FORGET:
        return QuickFix(phrase("Discard the conflict and keep the current state"), drop_conflicts(document, [one]))
    if choice == UPDATE and (change := _update(document, catalogue, one)) is not None:
        return QuickFix(change.label, CompositeEdit((drop_conflicts(document, [one]), change.edit)))
    return QuickFix(_label(one, choice), resolve_conflict(document, one, choice))


def _update(document: Document, catalogue: Catalogue, one: Conflict) -> PageChange | None:
    return library_pages.update_library_page(document, catalogue, address_of(one.at).page)


def _label(one: Conflict, side: str) -> str:
    if side == BOTH:
        return _LABELS[side]
    value = getattr(one, side)
    if one.what in _REMOVALS:
        return phrase(_LABELS[side], phrase("remove it") if value else phrase("keep it"))
    if one.what == "library":
        return phrase(_LABELS[side], phrase("keep it"))
    if one.what == "cycle" and side == BASE:
        return phrase(_LABELS[side], phrase("take both away"))
    return phrase(_LABELS[side], dict(zip((BASE, OURS, THEIRS), sides_text(one.what, *one.sides)))[side])
