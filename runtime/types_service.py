"""The types service: the document as its editor has it, and the types on its pages whenever they are asked for.

In come requests, each with what changed since the one before; out come answers to the last ones (`page_types`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from types import MappingProxyType
from typing import Any

from blockloom.blocks import files
from blockloom.blocks.addresses import Address
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Document
from blockloom.blocks.edits.as_json import from_json
from blockloom.blocks.edits.rules import EditError
from blockloom.blocks.gc_pause import gc_paused
from blockloom.blocks.incremental import Inferences
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime.neighbourhood import around
from blockloom.runtime.page_types import Superseded, page_types
from blockloom.runtime.variables import Begun

_PATIENCE = 3.0     # seconds for the tries of one problem


class DocumentTypes:
    """The document as its editor has it, and the types on its pages."""

    def __init__(self) -> None:
        self._document: Document | None = None
        self._inferences: Inferences | None = None
        self._known: dict[str, dict] = {}           # page -> its types when they were last asked for
        self._suspects: dict[str, set[str]] = {}    # page -> nodes that TensorFlow refused the last time

    def take(self, document: str | None = None, edits: list | None = None) -> None:
        """Take a whole document (its text), then edits as JSON. Where these do not fit, a whole one is needed again."""
        try:
            if document is not None:
                self._document, self._inferences = files.loads(document), None
            for data in edits or () if self._document is not None else ():
                edit = from_json(data)
                back = edit.apply(self._document)
                if self._inferences is not None:
                    self._inferences.follow(edit, back)
        except EditError:
            self._document = None

    def types(self, page: str, catalogue: Catalogue, wanted: Callable[[], bool] = lambda: True,
              tell: Callable[[Address], None] | None = None, without: Collection[str] = (),
              begun: Begun = MappingProxyType({})) -> dict:
        """{"types": {block: {pin: type or list of types}}, "problems": [...]}; a type is [dtype, shape, because].
        `begun`: the values that the page's variables have.

        `tell` is that of `compile_page`. Blocks `without` which it is to be done are left out, with what hangs on them.
        {"stale": True} where there is no document with this page: whole, it must be taken again.
        Raises Superseded soon after `wanted` gives False.
        """
        def tick() -> None:
            if not wanted():
                raise Superseded
        if self._document is None or page not in self._document.pages:
            return {"stale": True}
        if self._inferences is None or self._inferences.catalogue is not catalogue:
            self._inferences = Inferences(self._document, catalogue)
        with gc_paused():
            reply, self._suspects[page] = page_types(self._document, page, catalogue, tick,
                                                     self._suspects.get(page, set()), tell=tell, without=without,
                                                     begun=begun, inferences=self._inferences)
        self._known[page] = reply["types"]
        return reply

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
            before = _errors(page_types(part, page, catalogue, tick, weigh=False, without=without)[0])
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
                reply = page_types(part, page, catalogue, tick, weigh=False, without=without)[0]
                known = {(p.code, p.address) for p in before - mended}
                now = _errors(reply)
                found.append({"left": [p.row() for p in now if (p.code, p.address) not in known],
                              "sound": not any(p.block == block for p in now), "types": reply["types"].get(block, {})})
        return {"tries": found}


def _errors(reply: dict) -> set[Problem]:
    return {p for p in map(Problem.read, reply["problems"]) if p.severity == ERROR}


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
            careful: bool = False, **change: Any) -> None:
        """Answer a request soon; those not answered by then get {"superseded": True}. `do` is "types" or "try", which
        takes the arguments of `tries` as `tried`. For `without` see `types`, for `change` `take`; what is asked
        `careful`ly is told."""
        with self._ready:
            old = [self._next.pop(kind) for kind in ("try", do) if kind in self._next and (do == "types" or kind == do)]
            self._next[do] = number, page, {**(tried or {}), "without": without}
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
