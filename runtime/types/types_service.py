"""The types service: the document as its editor has it, and the types on its pages whenever they are asked for.

In come requests, each with what changed since the one before; out come answers to the last ones (`page_types`).
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Collection
from types import MappingProxyType
from typing import Any

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits.as_json import from_json
from blockloom.blocks.edits.rules import EditError
from blockloom.blocks.files import documents
from blockloom.blocks.infer.incremental import Inferences, Visits
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.variables import Begun
from blockloom.runtime.types.following_types import FollowingTypes, can_follow
from blockloom.runtime.types.page_types import PageTypes, Superseded
from blockloom.runtime.types.subgraph import around

_PATIENCE = 3.0     # seconds for the tries of one problem


class DocumentTypes:
    """The document as its editor has it, and the types on its pages."""

    def __init__(self) -> None:
        self._document: Document | None = None
        self._inferences: Inferences | None = None
        self._known: dict[str, dict] = {}           # page -> its types when they were last asked for
        self._following: dict[str, tuple[FollowingTypes, Visits]] = {}
        self._rebuilt: set[str] = set()             # pages on which blocks or wires were changed since
        self._states: dict[str, int] = {}           # page -> the number of the last answer
        self._numbers = itertools.count(1)
        self._suspects: dict[str, set[str]] = {}    # page -> nodes that TensorFlow refused the last time

    def take(self, document: str | None = None, edits: list | None = None, folder: str = "") -> None:
        """Take a whole document (its text, and where it lies), then edits as JSON. Where these do not fit, a whole one
        is needed again."""
        try:
            if document is not None:
                self._document, self._inferences = documents.loads(document, folder), None
                self._following.clear()
            for data in edits or () if self._document is not None else ():
                edit = from_json(data)
                back = edit.apply(self._document)
                if self._inferences is not None:
                    self._inferences.follow(edit, back)
                for touched in edit.touched():
                    if touched.scopes or touched.muted or touched.renamed or touched.new or touched.gone \
                            or touched.page_was or any(block.mode for block in touched.added):
                        for page in (touched.page, touched.page_was):
                            self._following.pop(page, None)
                    elif touched.added or touched.removed or touched.wires:
                        self._rebuilt.add(touched.page)
        except EditError:
            self._document = None

    def types(self, page: str, catalogue: Catalogue, wanted: Callable[[], bool] = lambda: True,
              tell: Callable[[Address], None] | None = None, without: Collection[str] = (),
              begun: Begun = MappingProxyType({}), held: int = 0) -> dict:
        """{"types": {block: {pin: type or list of types}}, "problems": [...], "state": its number}; a type is
        [dtype, shape, because]. `begun`: the values that the page's variables have.

        Whoever has the answer `held` gets {"changed": {block: its types, {} where it has none any more}} in the place
        of "types" where that is known. `tell` is that of `compile_page`. Blocks `without` which it is to be done are
        left out, with what hangs on them. {"stale": True} where there is no document with this page: whole, it must be
        taken again. Raises Superseded soon after `wanted` gives False.
        """
        def tick() -> None:
            if not wanted():
                raise Superseded
        if self._document is None or page not in self._document.pages:
            return {"stale": True}
        if self._inferences is None or self._inferences.catalogue.base is not catalogue.base:
            self._inferences = Inferences(self._document, catalogue.with_pages(self._document))
            self._following.clear()
        catalogue = self._inferences.catalogue
        with gc_paused():
            followed = None if tell or without else self._follow(page, tick)
            found = followed.found if followed is not None else self._find(page, catalogue, tick, tell, without)
            problems = [p.row() for p in found.problems(begun)]
        before, state = self._states.get(page), next(self._numbers)
        self._known[page], self._states[page] = found.types, state
        reply: dict = {"problems": problems, "state": state}
        if followed is None:
            return {"types": dict(found.types), **reply}
        changed, followed.changed = followed.changed, set()
        if held and held == before:
            return {"changed": {block: found.types.get(block, {}) for block in changed}, **reply}
        return {"types": dict(found.types), **reply}

    def _follow(self, page: str, tick: Callable[[], None]) -> FollowingTypes | None:
        """The types of the page as it is, from those that were found before; None where they are to be found anew."""
        following, visits = self._following.pop(page, (None, None))
        if following is None or visits is None or self._inferences is None:
            return None
        inference = self._inferences.of(page)
        inference.now()
        visited = visits.take()
        if visited is None or inference.inference is not following.emitter.inference:
            return None
        try:
            done = following.update(inference, visited, page in self._rebuilt, tick)
        except Superseded:
            self._following[page] = following, visits
            raise
        if not done:
            return None
        self._rebuilt.discard(page)
        self._following[page] = following, visits
        return following

    def _find(self, page: str, catalogue: Catalogue, tick: Callable[[], None], tell: Callable[[Address], None] | None,
              without: Collection[str]) -> PageTypes:
        """The types of the page, found at once."""
        assert self._document is not None and self._inferences is not None
        self._following.pop(page, None)
        found = PageTypes(self._document, page, catalogue, tick, self._suspects.get(page, set()), tell, without,
                          self._inferences)
        self._suspects[page] = found.refused
        if not without and can_follow(found, self._document):
            visits = self._inferences.of(page).visits()
            visits.take()
            self._rebuilt.discard(page)
            self._following[page] = FollowingTypes(found), visits
        return found

    def tries(self, page: str, block: str, pin: str, code: str, edits: list, catalogue: Catalogue,
              wanted: Callable[[], bool] = lambda: True, without: Collection[str] = ()) -> dict:
        """What each edit (as JSON) would make of the problem of that code at a pin. The document stays as it is, and
        blocks are left out as in `types`.

        {"tries": [{"left": errors there with it that are not there without it, "sound": whether the block has none at
        all, "types": those of the block} or None (it does not fit the document, or time was up), ...]}. An error counts
        as left, too, where it is the one to be mended. Raises Superseded as `types` does.
        """
        def tick() -> None:
            if not wanted():
                raise Superseded
        document, until = self._document, time.monotonic() + _PATIENCE
        if document is None or page not in document.pages:
            return {"stale": True}
        found: list[dict | None] = []
        with gc_paused():
            part = around(document, page, block, self._known.get(page, {}))
            before = _errors(PageTypes(part, page, catalogue, tick, without=without))
            mended = {p for p in before if p.code == code and p.block == block and (p.pin == pin or code == "refused")}
            for edit in edits:
                if time.monotonic() > until:
                    found.append(None)
                    continue
                try:
                    back = from_json(edit).apply(document)
                except EditError:
                    found.append(None)
                    continue
                try:
                    part = around(document, page, block, self._known.get(page, {}))
                finally:
                    back.apply(document)
                reply = PageTypes(part, page, catalogue, tick, without=without)
                known = {(p.code, p.address) for p in before - mended}
                now = _errors(reply)
                found.append({"left": [p.row() for p in now if (p.code, p.address) not in known],
                              "sound": not any(p.block == block for p in now), "types": reply.types.get(block, {})})
        return {"tries": found}


def _errors(found: PageTypes) -> set[Problem]:
    return {p for p in found.problems(weigh=False) if p.severity == ERROR}


class TypesService:
    """Answers requests, for types or for tries of fixes, one after the other in a thread of its own. Where several
    requests of one kind wait, only the newest is answered. A request for types ends a try that is under way, since it
    says that the page has changed."""

    def __init__(self, catalogue: Callable[[], Catalogue], send: Callable[[dict], None],
                 tell: Callable[[Address], None], begun: Callable[[str], Begun]):
        self._catalogue, self._send, self._tell, self._begun = catalogue, send, tell, begun
        self._types = DocumentTypes()
        self._ready = threading.Condition()
        self._next: dict[str, tuple[int, str, dict]] = {}   # kind -> number, page, and how it is asked
        self._changes: list[dict] = []
        self._started = False

    def ask(self, number: int, do: str, page: str, tried: dict | None = None, without: Collection[str] = (),
            careful: bool = False, held: int = 0, **change: Any) -> None:
        """Answer a request soon; those not answered by then get {"superseded": True}. `do` is "types" or "try", which
        takes the arguments of `tries` as `tried`. For `without` and `held` see `types`, for `change` `take`; what is
        asked `careful`ly is told."""
        with self._ready:
            old = [self._next.pop(kind) for kind in ("try", do) if kind in self._next and (do == "types" or kind == do)]
            self._next[do] = number, page, {**(tried or {}), "without": without}
            if held:
                self._next[do][2]["held"] = held
            if careful:
                self._next[do][2]["tell"] = self._tell
            if change:
                self._changes.append(change)
            if not self._started:
                self._started = True
                threading.Thread(target=self._serve, daemon=True).start()
            self._ready.notify()
        for one in old:
            self._send({"reply": one[0], "superseded": True})

    def _serve(self) -> None:
        while True:
            with self._ready:
                while not self._next:
                    self._ready.wait()
                do = "types" if "types" in self._next else "try"
                number, page, how = self._next.pop(do)
                changes, self._changes = self._changes, []
            try:
                for change in changes:
                    self._types.take(**change)
                if do == "types":
                    reply = self._types.types(page, self._catalogue(), lambda: "types" not in self._next,
                                              begun=self._begun(page), **how)
                else:
                    reply = self._types.tries(page, **how, catalogue=self._catalogue(), wanted=lambda: not self._next)
            except Superseded:
                reply = {"superseded": True}
            except Exception as error:  # the parent shows it; the worker goes on
                reply = {"failed": phrase("{}: {}", type(error).__name__, error)}
            self._send({"reply": number, **reply})
