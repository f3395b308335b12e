"""Types of a page while it is edited, as the worker infers them.

The worker has a copy of the document: it gets the whole text once, and from then on the edits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.worker_session import OFF, WorkerSession
from blockloom.blocks.edits import Edit
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.problems import Problem
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.records import JsonValue
from blockloom.runtime.protocol.replies import InferredTypesReply, TriedFixReply, TryFixesReply
from blockloom.runtime.types.type_suspects import Suspects

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
