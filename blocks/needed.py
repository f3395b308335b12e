"""Which blocks the sessions of a page need. A problem elsewhere is a warning: the rest of the page runs without it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from blocks.document import Page
from blocks.muting import SESSIONS
from blocks.phrases import Phrase, phrase
from blocks.problems import ERROR, WARNING, WIRE_FAULTS, Problem
from blocks.structure import upstream

_TABLES = ("Configure", "Load")     # of TPU embedding ops: what tells and fills the tables that all others share


def _idle(message: str) -> Phrase:
    return phrase("{} (no session needs this block: the rest of the page runs without it)", message)


_IDLE = _idle("").template


def needed(page: Page, also: Iterable[str] = ()) -> set[str] | None:
    """The sessions of a page, all that they fetch, run and feed, and what this depends on; so for the blocks of `also`.

    None where no block is a session: then everything is needed.
    """
    blocks = page.blocks.values()
    sessions = [block.id for block in blocks if block.type in SESSIONS]
    if not sessions:
        return None
    found = upstream(page, [*sessions, *also])
    tables = [block.id for block in blocks if "TPUEmbedding" in block.type and block.type.startswith(_TABLES)]
    if tables and any("TPUEmbedding" in page.blocks[name].type for name in found):
        found |= upstream(page, tables)
    return found


def spoilt(page: Page, problem: Problem) -> list[str]:
    """The blocks that cannot be had because of an error: where it is of a wire, the one that the wire ends at; where it
    is of a frame, those in it."""
    name, out = problem.block, page.out.get(problem.block, ())
    said = getattr(problem.message, "values", ())   # of the wire, where it is said at the output that this begins at
    if problem.code == "missing-output":
        return [w.target for w in out if w.source_pin == problem.pin and w.target in said]
    if problem.code == "bad-index":
        return [w.target for w in out if w.source_pin in said[-1:]]
    if problem.code == "missing-target":
        return [w.target for w in out if w.target not in page.blocks]
    if name in page.frames and name not in page.blocks:
        return [block.id for block in page.blocks.values() if name in _frames(page, block.frame)]
    return [name]


def _frames(page: Page, frame: str) -> set[str]:
    """A frame and those that it lies in."""
    found: set[str] = set()
    while frame in page.frames and frame not in found:
        found.add(frame)
        frame = page.frames[frame].frame
    return found


def idle(page: Page, problem: Problem, need: Collection[str] | None) -> bool:
    """Whether a problem is an error in what nothing needs. That of a page as a whole is not."""
    if need is None or problem.severity != ERROR or not problem.block and problem.code not in WIRE_FAULTS:
        return False
    return not any(name in need for name in spoilt(page, problem))


def faulty(problem: Problem) -> bool:
    """Whether a problem is an error, or would be one if a session needed its block."""
    return problem.severity == ERROR or getattr(problem.message, "template", "") == _IDLE


def weighed(page: Page, problems: Iterable[Problem], need: Collection[str] | None) -> list[Problem]:
    """The problems with warnings in the place of the errors that no session meets; errors come first, as before."""
    found = [p._replace(severity=WARNING, message=_idle(p.message)) if idle(page, p, need) else p for p in problems]
    return sorted(found, key=lambda problem: problem.severity != ERROR)
