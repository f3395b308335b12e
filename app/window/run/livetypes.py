"""Types of a page while it is edited, as the worker infers them.

The worker has a copy of the document: it gets the whole text once, and from then on the edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.worker_session import OFF, WorkerSession
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Page
from blockloom.blocks.edits import Edit
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.problems import Problem, make_problem
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import JsonValue
from blockloom.runtime.protocol.replies import InferredTypesReply, TriedFixReply, TryFixesReply

_PAUSE = 150  # milliseconds without an edit before the worker is asked
_MOST = 20_000  # most blocks of a document with live types: in larger ones, replies come too late to help


class LiveTypes(QObject):
    """Requests types of the current page after each edit, and shows them on its canvases."""

    problems_found = Signal(str, object)  # page, its current Problems

    def __init__(self, workspace: Workspace, tabs: PageTabs, worker: WorkerSession):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker = workspace, tabs, worker
        self.types: dict[str, dict[str, Mapping[str, JsonValue]]] = {}  # page -> replies.Types
        self._states: dict[str, int] = {}  # page -> version of its types
        self._fresh: set[str] = set()  # pages whose types are up to date
        self._edits: list[Edit] | None = None  # edits that the worker's copy lacks; None if the worker has no copy
        self._weights = "", ""  # folder and weight file of the worker's copy, which a save may change
        self._text: str | None = None  # text of the whole document, to be sent before `_edits`
        self.writing: Job | None = None  # job that writes the text
        self._asked = ("", 0)  # (page, number) of the latest request
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE)
        self._timer.timeout.connect(self._ask)
        worker.state_changed.connect(self._on_state)
        self._suspects = Suspects()
        worker.building.connect(lambda block: self._suspects.building(block))
        worker.died.connect(lambda _: self._lost())
        workspace.replaced.connect(self._forget)
        workspace.catalogue_changed.connect(self.look)
        tabs.current_changed.connect(self.look)

    def _forget(self) -> None:
        """Forget all types, because another document is open."""
        self.types, self._states = {}, {}
        self._suspects = Suspects()
        self._lost()
        self._timer.start()

    def follow(self, edit: Edit) -> None:
        """Send an edit to the worker with the next request; schedule the request if the graph changed."""
        if self._edits is not None:
            self._edits.append(edit)
        if any(touched.graph for touched in edit.touched()):
            self._fresh.clear()
            self._suspects.edited()
            self._timer.start()

    def look(self) -> None:
        """Request the types of the current page if they are not up to date."""
        if self.tabs.page_name() not in self._fresh and not self._timer.isActive():
            self._timer.start()

    def _on_state(self, state: str) -> None:
        if state != OFF:
            self.look()

    def _lost(self) -> None:
        """Forget that the worker has a copy."""
        self._edits = self.writing = None
        self._states = {}
        self._fresh.clear()

    def _ask(self) -> None:
        document = self.workspace.document
        page = self.tabs.page_name()
        if (
            page in self._fresh
            or page not in document.pages
            or not self.worker.ready
            or self.worker.state == OFF
            or not self.workspace.catalogue.version
            or sum(len(p.blocks) for p in document.pages.values()) > _MOST
        ):
            return
        if not self._suspects.may_ask(document.pages[page]):
            self.problems_found.emit(page, self._suspects.problems(page))
            return
        if not self._ready():
            return
        whole, text, edits = self._text is not None, self._text, self._take_edits()
        self._asked = mine = page, self._asked[1] + 1
        self._fresh.add(page)

        def answered(reply: InferredTypesReply | None) -> None:
            if document is not self.workspace.document:
                return
            if reply is None:  # None if the worker died or the request failed
                if self._over_this() and page in self._fresh:
                    self._suspects.died(document.pages[page], self.worker.idle_death)
                self._lost()
            elif reply.stale:
                self._lost()
                if not whole:
                    self._timer.start()
            elif self._asked == mine or self._asked[0] != page:  # if not, a later reply will follow
                if reply.superseded:
                    self._fresh.discard(page)
                else:
                    self._suspects.survived(page)
                    self._show(page, reply)

        self.worker.ask(
            requests.GetTypesRequest(
                page,
                text,
                edits,
                document.folder if whole else "",
                self._suspects.without(page),
                self._states.get(page, 0),
                self._suspects.careful(page),
            ),
            answered,
        )

    def _over_this(self) -> bool:
        """Return whether the worker died without a run, so that the request for types is the likely cause."""
        return self.worker.state == OFF and bool(self.worker.idle_death)

    def _take_edits(self) -> list[JsonValue]:
        """Return the edits that the worker's copy lacks, and mark them as sent."""
        edits, self._text, self._edits = self._edits, None, []
        return [to_json(edit) for edit in edits or ()]

    def _ready(self) -> bool:
        """Return whether the worker's copy can be updated now.

        If there is no copy, a thread first writes the text of the document, which takes 0.1 s for 10,000 blocks.
        """
        document = self.workspace.document
        if self._edits is None or self._weights != (document.folder, document.weights.file):
            self._weights = document.folder, document.weights.file
            document = document.copy()
            self._edits, self._text, self.writing = [], None, Job(lambda: documents.dumps(document))
            self.writing.when_done(self._take_text)
        return self.writing is None

    def _take_text(self) -> None:
        if self.writing is not None and self.writing.over.is_set():
            self._text, self.writing = self.writing.result(), None
            self._ask()

    def try_fixes(
        self, problem: Problem, edits: Sequence[Edit], done: Callable[[Sequence[TriedFixReply | None]], None]
    ) -> None:
        """Have the worker try fixes of a problem.

        Args:
            edits: The edit of each fix.
            done: Gets a result for each fix, or an empty sequence if there is no reply.
        """
        page, key = problem.page, (problem.page, problem.block, problem.pin, problem.code)

        def answered(reply: TryFixesReply | None) -> None:
            if reply is None and self._over_this():
                self._suspects.died_trying(key)
            if reply is None or reply.stale:
                self._lost()
            done(reply.tries if reply is not None else ())

        if not self.worker.ready or self.worker.state == OFF or not self._suspects.may_try(key) or not self._ready():
            done(())
        else:
            text = self._text
            self.worker.ask(
                requests.TryFixesRequest(
                    page,
                    text,
                    self._take_edits(),
                    "" if text is None else self.workspace.document.folder,
                    self._suspects.without(page),
                    problem.block,
                    problem.pin,
                    problem.code,
                    list(map(to_json, edits)),
                ),
                answered,
            )

    def _show(self, page: str, reply: InferredTypesReply) -> None:
        if page not in self.workspace.document.pages:
            return
        if reply.changed is None:
            self.types[page] = dict(reply.types or {})
        else:  # the reply has only the changes since the last one
            known = self.types[page]
            for block, pins in reply.changed.items():
                if pins:
                    known[block] = pins
                else:
                    known.pop(block, None)
        self._states[page] = reply.version
        for canvas in self.tabs.canvases():
            if canvas.open_page.name == page:
                canvas.annotations.set_types(self.types[page])
        self.problems_found.emit(page, [*self._suspects.problems(page), *reply.problems])


# After the first such end, the next worker is asked with `careful`: it names each block before TensorFlow sees it, so
# that the block at fault is known if the worker ends again. Requests leave out that block until the block or its
# upstream blocks are edited.


_MOST_SUSPECTS = 3  # most suspect blocks of a page; with more, types are requested again only after an edit of the page


class Suspects:
    """Blocks, by page of a document, whose types end the worker."""

    def __init__(self) -> None:
        # Page -> block ("" for the page itself) -> the suspicion.
        self._found: dict[str, dict[str, tuple[Any, Problem]]] = {}
        self._careful: set[str] = set()
        self._last = Address()  # address of the block that TensorFlow built last
        self._tries: set[tuple[str, ...]] = set()

    def building(self, at: str) -> None:
        """Record the address that TensorFlow builds next: of a block, of a value, or of a page for all its blocks."""
        self._last = parse(at)

    def may_ask(self, page: Page) -> bool:
        """Return whether types of the page in its present state may be requested."""
        self._last = Address()
        found = self._found.get(page.name, {})
        for block in [b for b, (content, _) in found.items() if content != _content(page, b)]:
            del found[block]
        return "" not in found

    def careful(self, page: str) -> bool:
        """Return whether to give TensorFlow the blocks of the page one by one."""
        return page in self._careful

    def without(self, page: str) -> list[str]:
        """Return the blocks of a page to leave out."""
        return sorted(self._found.get(page, ()))

    def died(self, page: Page, reason: str) -> None:
        """Record that a worker ended while it inferred the types of a page in this state."""
        if page.name not in self._careful:
            self._careful.add(page.name)
            return
        found = self._found.setdefault(page.name, {})
        known = self._last.block in page.blocks and len(found) < _MOST_SUSPECTS
        at = self._last if known else Address(page.name)
        found[at.block] = _content(page, at.block), make_problem("kills-worker", at, why=reason)

    def survived(self, page: str) -> None:
        """Record that the types of a page were inferred."""
        self._careful.discard(page)

    def problems(self, page: str) -> list[Problem]:
        """Return the problems of the blocks that are left out."""
        return [problem for _, problem in self._found.get(page, {}).values()]

    def may_try(self, tried: tuple[str, ...]) -> bool:
        """Return whether these fixes may be tried: no worker ended during them."""
        return tried not in self._tries

    def died_trying(self, tried: tuple[str, ...]) -> None:
        """Record that a worker ended while it tried these fixes."""
        self._tries.add(tried)

    def edited(self) -> None:
        """Record that the document was edited: fixes may be tried again."""
        self._tries.clear()


def _content(page: Page, block: str) -> Any:
    """Return all that determines the types of a block, or of the page for "", in a comparable form."""
    names: Iterable[str] = upstream(page, [block]) if block else page.blocks
    return sorted(
        (b.id, b.type, b.mode, sorted(b.values.items()), sorted(w[:5] for w in page.wires_into(b.id)))
        for b in map(page.blocks.__getitem__, names)
    )
