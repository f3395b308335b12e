"""Infer types on request from a copy of the editor's document that follows its edits.

Each request has the edits since the previous one.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.tensor_shapes import shape_text
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import TENSOR, Block, Document, Page, Wire, split_index
from blockloom.blocks.edits.edit_json import from_json
from blockloom.blocks.edits.edit_rules import EditError
from blockloom.blocks.files import documents
from blockloom.blocks.infer.incremental import Inferences, Visits
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.variables import Begun
from blockloom.runtime.protocol.replies import InferredTypesReply, TriedFixReply, TryFixesReply
from blockloom.runtime.protocol.requests import GetTypesRequest, TryFixesRequest
from blockloom.runtime.types.following_types import FollowingTypes, can_follow
from blockloom.runtime.types.inferred_types import PageTypes, TypesSuperseded
from blockloom.runtime.types.training_steps import TrainingSteps

_PATIENCE = 3.0  # most seconds to try the fixes of one problem


class DocumentTypes:
    """A copy of the editor's document, and the types on its pages."""

    def __init__(self) -> None:
        self._document: Document | None = None
        self._inferences: Inferences | None = None
        self._known: dict[str, Mapping[str, Any]] = {}  # page -> its types in the last answer
        self._following: dict[str, tuple[FollowingTypes, Visits]] = {}
        self._rebuilt: set[str] = set()  # pages whose blocks or wires changed since the last answer
        self._states: dict[str, int] = {}  # page -> number of its last answer
        self._numbers = itertools.count(1)
        self._training = TrainingSteps()
        self._suspects: dict[str, set[str]] = {}  # page -> nodes that TensorFlow refused in the last inference

    def take(self, request: GetTypesRequest | TryFixesRequest) -> None:
        """Load a whole document, or apply edits.

        If the edits do not apply, the next request must have the whole document.
        """
        try:
            if request.document is not None:
                self._document, self._inferences = documents.loads(request.document, request.folder), None
                self._following.clear()
                self._known.clear()
                self._suspects.clear()
            for data in request.edits:
                if self._document is None:
                    break
                edit = from_json(data)
                back = edit.apply(self._document)
                if self._inferences is not None:
                    self._inferences.follow(edit, back)
                for touched in edit.touched():
                    if (
                        touched.scopes
                        or touched.muted
                        or touched.renamed
                        or touched.new
                        or touched.removes_page
                        or touched.page_was
                        or any(block.mode for block in touched.added)
                    ):
                        for page in (touched.page, touched.page_was):
                            self._following.pop(page, None)
                    elif touched.added or touched.removed or touched.wires:
                        self._rebuilt.add(touched.page)
        except EditError:
            self._document = None

    def types(
        self,
        page: str,
        catalogue: Catalogue,
        wanted: Callable[[], bool] = lambda: True,
        tell: Callable[[Address], None] | None = None,
        without: Collection[str] = (),
        begun: Begun = MappingProxyType({}),
        held: int = 0,
    ) -> InferredTypesReply:
        """Return the types of a page, or only the changes since the answer with version `held`.

        Args:
            page: name of the page.
            catalogue: block types.
            wanted: returns False if the request is obsolete.
            tell: as in `compile_page`.
            without: blocks to leave out, with everything that depends on them.
            begun: the values that the variables of the page have.
            held: version of the answer that the caller has.

        Raises:
            TypesSuperseded: soon after `wanted` returns False.
        """

        def tick() -> None:
            if not wanted():
                raise TypesSuperseded

        if self._document is None or page not in self._document.pages:
            return InferredTypesReply(stale=True)
        if self._inferences is None or self._inferences.catalogue.base is not catalogue.base:
            self._inferences = Inferences(self._document, catalogue.with_pages(self._document))
            self._following.clear()
        catalogue = self._inferences.catalogue
        with gc_paused():
            followed = None if tell or without else self._follow(page, tick)
            whole = followed.found if followed is not None else self._find(page, catalogue, tick, tell, without)
            problems = list(whole.problems(begun))
        before, state = self._states.get(page), next(self._numbers)
        self._known[page], self._states[page] = whole.types, state
        if followed is None:
            return InferredTypesReply(dict(whole.types), problems=problems, version=state)
        changed, followed.changed = followed.changed, set()
        if held and held == before:
            return InferredTypesReply(
                changed={block: whole.types.get(block, {}) for block in changed}, problems=problems, version=state
            )
        return InferredTypesReply(dict(whole.types), problems=problems, version=state)

    def _follow(self, page: str, tick: Callable[[], None]) -> FollowingTypes | None:
        """Return the types of the page, updated from the previous ones; None if all types have to be inferred."""
        following, visits = self._following.pop(page, (None, None))
        if following is None or visits is None or self._inferences is None:
            return None
        inference = self._inferences.inference_of(page)
        inference.current()
        visited = visits.take()
        if visited is None or inference.inference is not following.emitter.inference:
            return None
        try:
            done = following.update(inference, visited, page in self._rebuilt, tick)
        except TypesSuperseded:
            self._following[page] = following, visits
            raise
        if not done:
            return None
        self._rebuilt.discard(page)
        self._following[page] = following, visits
        return following

    def _find(
        self,
        page: str,
        catalogue: Catalogue,
        tick: Callable[[], None],
        tell: Callable[[Address], None] | None,
        without: Collection[str],
    ) -> PageTypes:
        """Infer the types of the whole page."""
        assert self._document is not None and self._inferences is not None
        self._following.pop(page, None)
        page_types = PageTypes(
            self._document,
            page,
            catalogue,
            tick,
            self._suspects.get(page, set()),
            tell,
            without,
            self._inferences,
            self._training,
        )
        self._suspects[page] = page_types.refused
        if not without and can_follow(page_types, self._document):
            visits = self._inferences.inference_of(page).visits()
            visits.take()
            self._rebuilt.discard(page)
            self._following[page] = FollowingTypes(page_types), visits
        return page_types

    def tries(
        self, request: TryFixesRequest, catalogue: Catalogue, wanted: Callable[[], bool] = lambda: True
    ) -> TryFixesReply:
        """Return the problems that remain after each fix of a problem; the document is unchanged.

        Raises:
            TypesSuperseded: as in `types`.
        """
        page, block, without = request.page, request.block, request.ignored_blocks

        def tick() -> None:
            if not wanted():
                raise TypesSuperseded

        document, until = self._document, time.monotonic() + _PATIENCE
        if document is None or page not in document.pages:
            return TryFixesReply(stale=True)
        tried: list[TriedFixReply | None] = []
        with gc_paused():
            part = around(document, page, block, self._known.get(page, {}))
            before = _errors(PageTypes(part, page, catalogue, tick, without=without, training=self._training))
            mended = {
                p
                for p in before
                if p.code == request.code and p.block == block and (p.pin == request.pin or p.code == "refused")
            }
            for edit in request.fixes:
                if time.monotonic() > until:
                    tried.append(None)
                    continue
                try:
                    back = from_json(edit).apply(document)
                except EditError:
                    tried.append(None)
                    continue
                try:
                    part = around(document, page, block, self._known.get(page, {}))
                finally:
                    back.apply(document)
                page_types = PageTypes(part, page, catalogue, tick, without=without, training=self._training)
                known = {(p.code, p.address) for p in before - mended}
                now = _errors(page_types)
                tried.append(
                    TriedFixReply(
                        [p for p in now if (p.code, p.address) not in known],
                        not any(p.block == block for p in now),
                        page_types.types.get(block, {}),
                    )
                )
        return TryFixesReply(tried)


def _errors(found: PageTypes) -> set[Problem]:
    return {p for p in found.problems(weigh=False) if p.severity == ERROR}


class TypesService:
    """A thread that answers requests for types and tries of fixes one by one.

    Only the newest waiting request of each kind is answered. A request for types ends a try, since the page has
    changed.
    """

    def __init__(
        self,
        catalogue: Callable[[], Catalogue],
        answer: Callable[[int, InferredTypesReply | TryFixesReply], None],
        refuse: Callable[[int, str], None],
        tell: Callable[[Address], None],
        begun: Callable[[str], Begun],
    ):
        self._catalogue, self._answer, self._refuse, self._tell, self._begun = catalogue, answer, refuse, tell, begun
        self._types = DocumentTypes()
        self._ready = threading.Condition()
        self._next_types: tuple[int, GetTypesRequest] | None = None
        self._next_try: tuple[int, TryFixesRequest] | None = None
        self._changes: list[GetTypesRequest | TryFixesRequest] = []
        self._started = False

    def ask(self, number: int, request: GetTypesRequest | TryFixesRequest) -> None:
        """Queue a request; older ones of its kind are answered as superseded."""
        with self._ready:
            old_try, self._next_try = self._next_try, None
            old_types = self._next_types if isinstance(request, GetTypesRequest) else None
            if isinstance(request, GetTypesRequest):
                self._next_types = number, request
            else:
                self._next_try = number, request
            self._changes.append(request)
            if not self._started:
                self._started = True
                threading.Thread(target=self._serve, daemon=True).start()
            self._ready.notify()
        if old_try is not None:
            self._answer(old_try[0], TryFixesReply(superseded=True))
        if old_types is not None:
            self._answer(old_types[0], InferredTypesReply(superseded=True))

    def _serve(self) -> None:
        while True:
            with self._ready:
                while not (self._next_types or self._next_try):
                    self._ready.wait()
                types, self._next_types = self._next_types, None
                tried = None
                if types is None:
                    tried, self._next_try = self._next_try, None
                changes, self._changes = self._changes, []
            number = (types or tried or (0,))[0]
            try:
                for change in changes:
                    self._types.take(change)
                del changes
                if types is not None:
                    self._answer(number, self._types_of(types[1]))
                elif tried is not None:
                    self._answer(number, self._tries_of(tried[1]))
            except Exception as error:  # the parent shows the error; the worker continues
                self._refuse(number, phrase("{}: {}", type(error).__name__, error))

    def _types_of(self, request: GetTypesRequest) -> InferredTypesReply:
        try:
            return self._types.types(
                request.page,
                self._catalogue(),
                lambda: self._next_types is None,
                self._tell if request.careful else None,
                request.ignored_blocks,
                self._begun(request.page),
                request.known_version,
            )
        except TypesSuperseded:
            return InferredTypesReply(superseded=True)

    def _tries_of(self, request: TryFixesRequest) -> TryFixesReply:
        try:
            return self._types.tries(request, self._catalogue(), lambda: not (self._next_types or self._next_try))
        except TypesSuperseded:
            return TryFixesReply(superseded=True)


# Extract the part of a page that determines the types of a block and of its downstream blocks.
#
# Fixes are tried on this part instead of the whole page.


WHOLE = 300  # pages with more blocks are reduced to about this number
_NAMES = {about.label: name for name, about in DTYPES.items() if about.family != "opaque"}


def around(document: Document, page: str, block: str, types: Mapping[str, Mapping[str, Any]]) -> Document:
    """Return a document with the page, reduced to the surroundings of a block if the page is large.

    Downstream blocks and what they need are kept, the nearest first. Placeholders with the known `types` replace the
    other inputs.
    """
    whole, copy = document.pages[page], Document()
    # Edits are tried relative to the folder and weights of the original document.
    copy.folder, copy.weights = document.folder, document.weights.copy()
    copy.pages.update(document.pages)  # instances on the page need their pages
    part = copy.pages[page] = Page(page)
    part.frames = dict(whole.frames)
    names = set(whole.blocks)
    if len(names) > WHOLE:
        names = _nearest(whole, [block], WHOLE // 4, lambda name: [w.target for w in whole.out.get(name, ())])
        names = _nearest(whole, names, WHOLE, lambda name: [w.source for w in whole.wires_into(name)])
    border: dict[tuple[str, str], Block | None] = {}
    for wire in [wire for name in names for wire in whole.wires_into(name)]:
        if wire.source not in names and wire.source in whole.blocks:
            border[wire[:2]] = _stand_in(wire, types, len(border))
    names |= upstream(whole, [source for (source, _), new in border.items() if new is None])
    part.blocks = {name: block for name, block in whole.blocks.items() if name in names}
    part.blocks |= {new.id: new for (source, _), new in border.items() if new is not None and source not in names}
    part.put_wires([(_cut(wire, border, names, whole), None) for name in names for wire in whole.wires_into(name)])
    return copy


def _nearest(page: Page, start: Any, most: int, further: Any) -> set[str]:
    """Return the blocks to start with and their neighbours, level by level, until there are `most`."""
    found = set(start)
    todo = deque(found)
    while todo and len(found) < most:
        fresh = {name for name in further(todo.popleft()) if name in page.blocks} - found
        found |= fresh
        todo += fresh
    return found


def _stand_in(wire: Wire, types: Mapping[str, Mapping[str, Any]], number: int) -> Block | None:
    """Return a placeholder for an output; None for variables, handles, lists and unknown types."""
    stem, index = split_index(wire.source_pin)
    mine = types.get(wire.source, {})
    known = mine.get(wire.source_pin) or mine.get(stem)
    if known and isinstance(known[0], list | tuple):
        known = known[index] if index is not None and index < len(known) else None
    if wire.kind != TENSOR or not known or known[0] not in _NAMES:
        return None
    shape = "?" if known[1] is None else shape_text(known[1])
    return Block(f"border {number}", "Placeholder", values={"dtype": _NAMES[known[0]], "shape": shape})


def _cut(wire: Wire, border: Mapping[tuple[str, str], Block | None], names: set[str], whole: Page) -> Wire:
    made = border.get(wire[:2])
    if made is None or wire.source in names or wire.source not in whole.blocks:
        return wire
    return wire._replace(source=made.id, source_pin="output")
