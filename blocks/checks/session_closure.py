"""Blocks that the sessions of a page need. Errors elsewhere are warnings: the page runs without them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from blockloom.blocks.catalogue.block_types import SESSIONS
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import types_on
from blockloom.blocks.checks.checked import CheckedPage, begin
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.fields import FEED_BLOCK, SESSION, VALIDATION
from blockloom.blocks.document.pages import Page
from blockloom.blocks.document.scopes import inherited
from blockloom.blocks.infer.page_uses import reached, used_pages
from blockloom.blocks.lower.structure import SessionPlan, Structure, resource_suppliers, upstream
from blockloom.blocks.problems import ERROR, WIRE_FAULTS, Problem, make_problem


def needed(page: Page, also: Iterable[str] = (), instead: bool = False) -> set[str] | None:
    """Return the blocks that must have no errors for a page to run; None for all blocks.

    Args:
        page: the page, without muted blocks.
        also: more blocks that run.
        instead: whether, on a page without a Session block, these replace the blocks of the implied session.

    Returns:
        The sessions of the page with all that they fetch, run, feed and depend on, and likewise the blocks of `also`.
        None on a page without sessions, unless `instead` is true.
    """
    blocks = page.blocks.values()
    sessions = [block.id for block in blocks if block.type in SESSIONS]
    if not sessions and not instead:
        return None
    also = list(also)
    needed_blocks = upstream(page, [*sessions, *also])
    needed_blocks |= resource_suppliers(page, needed_blocks)
    # These ops configure and fill the tables that all other TPU embedding ops share.
    filling = {name for name in types_on(page) if traits_of(name).embedding in ("configure", "load")}
    tables = [block.id for block in blocks if block.type in filling] if filling else []
    if tables and any(traits_of(page.blocks[name].type).embedding for name in needed_blocks):
        needed_blocks |= upstream(page, tables)
    return needed_blocks.union(also)  # keeps requested blocks, even muted ones, which are an error


def spoilt(page: Page, errors: Iterable[Problem]) -> set[str]:
    """Return the ids of blocks that cannot run because of errors.

    These are the block of an error, the block at the end of a faulty wire, and the blocks inside a faulty frame.
    """
    blocks: set[str] = set()
    frames: set[str] = set()
    for error in errors:
        if _of_frame(page, error):
            frames.add(error.block)
        else:
            blocks.update(_blocks(page, error))
    if not frames:
        return blocks
    inside = inherited(page.frames, False, lambda frame, outer: outer or frame.id in frames)
    return blocks | {block.id for block in page.blocks.values() if inside.get(block.frame)}


def _of_frame(page: Page, problem: Problem) -> bool:
    name = problem.block
    return name in page.frames and name not in page.blocks and problem.code not in WIRE_FAULTS


def _blocks(page: Page, error: Problem) -> list[str]:
    """Return the blocks that cannot run because of an error that is not of a frame."""
    out = page.out.get(error.block, ())
    if error.code == "missing-output":
        return [w.target for w in out if w.source_pin == error.pin and w.target == error.fact("target")]
    if error.code == "bad-index":
        return [w.target for w in out if w.source_pin == error.fact("output")]
    if error.code == "missing-target":
        return [w.target for w in out if w.target not in page.blocks]
    return [error.address.top]


def _around(page: Page, blocks: Collection[str]) -> set[str]:
    """Return the frames that contain blocks, including outer frames."""
    found: set[str] = set()
    for block in page.blocks.values():
        frame = block.frame if block.id in blocks else ""
        while frame in page.frames and frame not in found:
            found.add(frame)
            frame = page.frames[frame].frame
    return found


def idle(page: Page, problems: Iterable[Problem], need: Collection[str] | None) -> set[Problem]:
    """Return the errors in blocks that nothing needs, without errors of the page as a whole."""
    problems = [problem for problem in problems if problem.severity == ERROR]
    if need is None or not problems:
        return set()
    frames = _around(page, need)
    return {
        p
        for p in problems
        if (p.block or p.code in WIRE_FAULTS)
        and not (p.block in frames if _of_frame(page, p) else any(name in need for name in _blocks(page, p)))
    }


def faulty(problem: Problem) -> bool:
    """Return whether a problem is an error, or would be if a session needed its block."""
    return problem.severity == ERROR or problem.is_idle


def weighed(page: Page, problems: Iterable[Problem], need: Collection[str] | None) -> list[Problem]:
    """Return the problems, errors first; errors in blocks that nothing needs become warnings.

    `need` is the result of `needed`.
    """
    problems = list(problems)
    met_by_none = idle(page, problems, need)
    found = [p.as_idle() if p in met_by_none else p for p in problems]
    return sorted(found, key=lambda problem: problem.severity != ERROR)


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
