"""Checks of sessions, feeds and cycles of wires."""

from __future__ import annotations

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import types_on
from blockloom.blocks.checks.checked import CheckedPage, begin
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.own_types import FEED_BLOCK, SESSION, VALIDATION
from blockloom.blocks.document.pages import Page
from blockloom.blocks.infer.page_uses import reached, used_pages
from blockloom.blocks.lower.structure import SessionPlan, Structure, upstream
from blockloom.blocks.problems import Problem, make_problem


def cycles(checked: CheckedPage) -> None:
    """Add a problem for each cycle of wires that is not a loop construct."""
    if checked.inference.acyclic:
        return
    for ring in Structure(checked.page).cycles:
        checked.say("cycle", ring[0], ring=ring)


def sessions(checked: CheckedPage, plans: list[SessionPlan]) -> None:
    """Add problems of sessions: those that do nothing, initialise data in each step, or run an op without a kernel."""
    types = [block.type for block in checked.page.blocks.values()]
    for block in checked.page.blocks.values() if VALIDATION in types else ():
        if block.type == VALIDATION and (types.count(SESSION) != 1 or types.count(VALIDATION) != 1):
            checked.say("bad-validation", block.id, sessions=types.count(SESSION))
    checked.problems += apart(checked.page, checked.catalogue)
    for session in plans:
        if session.id and not (session.fetches or session.targets or session.starts):
            checked.say("idle-session", session.id)
        for name in session.targets:
            if session.id and traits_of(checked.page.blocks[name].type).renews:
                checked.say("anew-each-step", name, session=session.id)
    for name in sorted(frozenset().union(*(s.closure | s.initial for s in plans))):
        names = checked.members(checked.page.blocks[name].type)
        if names and names.type.op and "CPU" not in names.type.devices and not names.type.reference:
            checked.say("no-kernel", name, op=names.type.op, devices=names.type.devices)


def apart(page: Page, catalogue: Catalogue) -> list[Problem]:
    """Return a problem for each block that uses a page with a Validation.

    Only the page itself is validated there, not this page. Indirect uses count, too; a page that has a Validation has
    no such problem.
    """
    document = catalogue.document
    with_one = {name for name, other in document.pages.items() if VALIDATION in types_on(other)}
    if not with_one or VALIDATION in types_on(page):
        return []
    found = {
        block.id: with_one.intersection(reached(document, used_pages(block, catalogue), catalogue))
        for block in page.blocks.values()
    }
    return [
        make_problem("validation-apart", address(page.name, name), page=min(pages))
        for name, pages in found.items()
        if pages
    ]


def feeds(checked: CheckedPage, plans: list[SessionPlan]) -> None:
    """Add problems of feeds: outputs fed twice, placeholders fed by nothing, Feed blocks that feed nothing."""
    blocks, into = checked.page.blocks, checked.page.into
    placeholders = {b.id for b in blocks.values() if traits_of(b.type).fed == "must"}
    for session in plans:
        fed: dict[tuple[str, str], str] = {}
        for feed in session.feeds:
            for wire in into.get(feed, {}).get("placeholder", ()):
                first = fed.setdefault((wire.source, wire.source_pin), feed)
                if first != feed:
                    checked.say("fed-twice", feed, "placeholder", source=begin(wire), first=first, session=session.id)
        for name in sorted(placeholders & (session.closure | session.initial) - {block for block, _ in fed}):
            checked.say("not-fed", name, session=session.id)
    used = {feed for session in plans for feed in session.feeds}
    for block in blocks.values():
        if block.type == FEED_BLOCK:
            if block.id not in used:
                checked.say("idle-feed", block.id, "feed")
            if "value" in into.get(block.id, ()):
                checked.say("wired-feed", block.id, "value")
        elif placeholders and traits_of(block.type).with_value:
            sources = [w.source for w in into.get(block.id, {}).get("initvalues", ())]
            for name in sorted(placeholders & upstream(checked.page, sources, early=True)):
                checked.say("fed-initial-value", block.id, "initvalues", placeholder=name)
