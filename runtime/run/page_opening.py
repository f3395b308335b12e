"""Open a page: compile it, connect to its target, and hand over the state of sessions before an edit."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.cluster import tasks_of_page
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.editing.identities import DocumentNames
from blockloom.blocks.infer.page_uses import reached
from blockloom.blocks.lower.muting import active
from blockloom.blocks.problems import ERROR, Problem, make_problem
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.frontend import target_of
from blockloom.runtime.compile.program import Program
from blockloom.runtime.compile.side_outputs import watched_variables
from blockloom.runtime.compile.variables import kept_values
from blockloom.runtime.protocol.replies import OpenedReply
from blockloom.runtime.protocol.requests import TargetSpec
from blockloom.runtime.resources.resource import CapturedResource
from blockloom.runtime.resources.resource_transfer import match_resources
from blockloom.runtime.run.held_back import not_held
from blockloom.runtime.run.remote import RemoteTarget
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.variable_state import State, followed, identity_of, key_of


class PageRequest(NamedTuple):
    """A page to open: the fields of `OpenRequest`, parsed."""

    document: Document
    page: str
    fetch: list[Address]
    feed: Mapping[Address, str | np.ndarray]
    target: TargetSpec | None
    tapped_pages: frozenset[str] = frozenset()
    breakpoint_pages: frozenset[str] = frozenset()
    watched: bool = False
    pinned: Mapping[Address, list[np.ndarray]] = MappingProxyType({})
    gradients: str | None = None
    only_fetch: bool = False

    def signature(self, catalogue: Catalogue) -> tuple[Any, ...]:
        """Return a value that is equal for two requests if one can use the sessions of the other.

        It covers the page and the pages it uses, fetches, feeds, target and taps; for requests that feed no arrays.
        """
        pages = self.document.pages
        used = reached(self.document, [self.page], catalogue.with_pages(self.document))
        return (
            [(name, _signature(pages[name])) for name in used],
            [[b.uid for b in pages[name].blocks.values() if b.type not in MONITORS] for name in used],
            self.fetch,
            self.feed,
            self.target,
            self.tapped_pages,
            self.breakpoint_pages,
            self.watched and watched_variables(pages[self.page]),
            self.gradients,
            self.only_fetch,
            self.document.weights.signature(self.document.folder),
        )


class Handover(NamedTuple):
    """State that the old sessions of a page hand over to new ones.

    Attributes:
        state: the values of variables.
        resources: the contents of resources, by session and block.
        lost: the blocks (addresses as text) whose state ended, unless it is in `resources`.
    """

    state: State
    resources: dict[str, dict[str, CapturedResource]]
    lost: list[str]


class OpenedPage(NamedTuple):
    """An opened page, which cannot run if `problems` contain an error."""

    runner: Runner
    problems: list[Problem]
    handover: Handover

    @property
    def ok(self) -> bool:
        """True if the page can run."""
        return self.runner.program.ok


def open_page(
    request: PageRequest,
    old: Runner | None,
    catalogue: Catalogue,
    saved: Callable[[DocumentNames], State],
    tell: Callable[[Address], None] | None,
) -> OpenedPage:
    """Compile a page and take over the state of `old`, whose sessions are closed unless there are errors.

    Variables keep their values if uid, dtype and shape are unchanged.

    Args:
        request: the page to open.
        old: the runner before, if any.
        catalogue: block types.
        saved: returns the state that an ended worker saved, by these names.
        tell: as in `compile_page`.
    """
    program, names = compiled(request, catalogue, tell), DocumentNames(request.document)
    same = old if old is not None and names.page(old.names.uid(old.program.page)) == request.page else None
    handover = _hand_over(old, same is not None, program.ok, request, names, saved)
    remote, warnings = _connect(request, program, catalogue, same)
    runner = Runner(program, handover.state if remote is None else {}, remote, names, same, handover.resources)
    return OpenedPage(runner, program.problems + warnings, handover)


def reopen(old: Runner) -> OpenedPage:
    """Return the unchanged page with its sessions, which are closed if tasks of the target changed."""
    met = old.remote.connect(old.program) if old.remote is not None else []
    if met and old.remote is not None:
        old.close()
        old.remote.initialised.clear()
    old.read_files_again()
    return OpenedPage(old, old.program.problems + met, Handover(old.state, {}, []))


def reply(opened: OpenedPage, pauses: bool = False) -> OpenedReply:
    """Return the answer to the parent about an opened page; with `pauses` its runs may pause.

    Slots of an optimizer (OPT.momentum:W) are named by its block.
    """
    program, (state, carried, lost) = opened.runner.program, opened.handover
    problems = list(opened.problems)
    variables = [v for s in program.sessions for v in s.variables if not (v.each_epoch or v.counts)]
    if opened.ok:
        waiting = not_held(program) if pauses and opened.runner.remote is None else []
        problems += kept_values(program.page, variables, opened.runner.variable_origins())
        problems += [make_problem("not-held", at._replace(page=at.page or program.page)) for at in waiting]
    keys = {v.block: v.key for v in variables}
    # The state of removed sessions is ignored.
    had = [(b, value.key) for s in program.sessions for b, value in state.get(s.id, {}).items() if b in keys]
    kept = {b for b, key in had if keys[b] == key}
    dropped = {b for b, key in had if keys[b] != key}
    moved, kept_over = set[str](), set[str]()
    for session in program.sessions:
        held = carried.get(session.id, {})
        given = {block for resource, _ in match_resources(session.resources, held) for block in resource.blocks}
        empty = {block for block, one in held.items() if one.nothing}
        moved |= given | empty
        kept_over |= given - empty
    still = set(program.address_texts({b for s in program.sessions for b in s.stateful} - moved))
    iterators = program.address_texts({b for s in program.sessions for b in s.iterators})
    reset = {*(b for b in lost if b in still), *map(program.address_text, dropped)}
    return OpenedReply(
        problems,
        [b for b in program.address_texts(kept | kept_over) if b not in reset]
        if opened.ok
        else [],  # an optimizer may be among both kept and reset blocks
        sorted(reset) if opened.ok else [],
        sorted(
            {str(at) for value in (*program.sessions, *program.taps) for at in value.sources}
            | {str(at) for s in program.sessions for at in (*s.reads, *s.side_sources)}
            | ({program.validation.session} if program.validation is not None else set())
        ),
        program.address_texts(program.reference),
        [s.id for s in program.sessions],
        sorted(reset.intersection(iterators)) if opened.ok else [],
        str(opened.runner.loss.address) if opened.ok and opened.runner.loss is not None else "",
    )


def compiled(
    request: PageRequest, catalogue: Catalogue, tell: Callable[[Address], None] | None, sessions: bool = True
) -> Program:
    """Return the program of a page, for this process or a target; without `sessions` the page can only be checked."""
    # The devices of a target are unknown; devices of this machine are known.
    target = target_of(request.document.pages[request.page]) if request.target is None else "native"
    return compile_page(
        request.document,
        request.page,
        catalogue,
        CompileOptions(
            fetch=request.fetch,
            feed=request.feed,
            pinned=request.pinned,
            gradients=request.gradients,
            only_fetch=request.only_fetch,
            target=target,
            tell=tell,
            folder="" if request.target is None else os.getcwd(),
            container="" if request.target is None else request.target.get("container", ""),
            tapped_pages=request.tapped_pages if request.target is None else (),
            breakpoint_pages=request.breakpoint_pages if request.target is None else (),
            watched=request.watched and request.target is None,
            shared=request.target is not None,
            sessions=sessions,
        ),
    )


def _hand_over(
    old: Runner | None,
    same_page: bool,
    sound: bool,
    request: PageRequest,
    names: DocumentNames,
    saved: Callable[[DocumentNames], State],
) -> Handover:
    """Take the state from the old sessions, with the names of blocks on the new page."""
    if old is None:
        return Handover(saved(names), {}, [])

    @cache
    def find(key: str) -> str | None:
        return key_of(identity_of(key, old.names, old.program.page), names, request.page, old.names)

    state, lost, carried = old.snapshot(), old.stateful(), {}
    if sound:
        if same_page and request.target is None:
            carried = old.carry()
        old.close()
    if not same_page:
        return Handover({}, {}, lost)
    held = {
        session: {block: taken for key, taken in blocks.items() if (block := find(key)) is not None}
        for was, blocks in carried.items()
        if (session := find(was) if was else was) is not None
    }
    uid = names.uid(request.page)
    now = [names.follow(at, old.names, uid) or at for at in map(parse, lost)]
    return Handover(followed(state, find), held, list(map(str, now)))


def _connect(
    request: PageRequest, program: Program, catalogue: Catalogue, before: Runner | None
) -> tuple[RemoteTarget | None, list[Problem]]:
    """Return the target, if any, with its warnings; errors are added to the program.

    `before` is the previous runner of the page.
    """
    if request.target is None:
        return None, []
    remote = RemoteTarget(request.target["address"], request.target["init"], request.target["cluster"])
    if remote.cluster:
        program.problems += tasks_of_page(active(request.document.pages[request.page], catalogue), remote.cluster)[1]
    program.target = remote.target
    met = remote.connect(program) if program.ok else []
    if before is not None and not met:
        remote.follow(before.remote, program, before.program)
    program.problems += [p for p in met if p.severity == ERROR]
    return remote, [p for p in met if p.severity != ERROR]


def _signature(page: Page) -> tuple[Any, ...]:
    """Return everything on a page that compiling depends on: not positions, appearance, notes and monitors."""
    watching = {b.id for b in page.blocks.values() if b.type in MONITORS}
    blocks = sorted(
        (b.id, b.type, sorted(b.values.items()), b.frame, b.mode) for b in page.blocks.values() if b.id not in watching
    )
    frames = sorted((f.id, f.title, f.device, f.frame) for f in page.frames.values())
    wires = [
        (target, pin, [w[:5] for w in wires])
        for target in sorted(page.into.keys() - watching)
        for pin, wires in sorted(page.into[target].items())
    ]
    return blocks, frames, wires
