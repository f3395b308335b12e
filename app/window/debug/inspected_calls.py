"""Which results of a page the window looks at: calls of functions, visible blocks, what the worker is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer

from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.page_results import PageResults
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.lower.muting import active
from blockloom.blocks.results.monitors import watches
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import CallChosenReply, MonitorsReply
from blockloom.runtime.protocol.steps import Calls
from blockloom.runtime.run.monitor_traces import Traces


class InspectedCalls(QObject):
    """Has the pages tapped that are open as functions of the page that runs, and shows what is known of their calls:
    the values of one on the blocks, those of all on the monitors of that page. `paused_in` takes another call, from 1,
    of a function inside of which the run is paused; False: it is not.
    """

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        pages: PageResults,
        paused_in: Callable[[str, int], bool],
    ):
        super().__init__(tabs)
        self._paused_in = paused_in
        self.workspace, self.tabs, self.worker, self.pages = workspace, tabs, worker, pages
        tabs.looked.connect(self.show)

    def begin(self, page: str) -> None:
        """A page is about to be run."""
        self.worker.tapped = tuple(sorted({canvas.open_page.function for canvas in self._canvases(page)}))

    def heard(self, page: str, calls: Calls) -> None:
        """What a run told, or the answer to another choice."""
        names = self.workspace.history.names
        self.pages.of(page).calls.update({names.uid(name): call for name, call in calls.items()})
        for canvas in self._canvases(page):
            self.show(canvas)

    def dress(self, canvas) -> None:
        """Follow a new canvas."""
        canvas.open_page.calls.wanted.connect(lambda call: self._choose(canvas, call))
        canvas.monitors.changed.connect(lambda: self._ask_over_calls(canvas))
        self.show(canvas)

    def show(self, canvas) -> None:
        """On a canvas, which call it shows."""
        open_page = canvas.open_page
        function = self.workspace.history.names.uid(open_page.function)
        call, count = self.pages.of(open_page.top).calls.get(function, (-1, 0))
        open_page.calls.show(call, count)
        if open_page.function:
            self._ask_over_calls(canvas)
        else:
            canvas.monitors.set_traces(self.pages.of(open_page.name).traces)

    def forget(self) -> None:
        """Nothing is known of any run any more."""
        for run in self.pages.runs.values():
            run.calls = {}
        for canvas in self.tabs.canvases():
            self.show(canvas)

    def _choose(self, canvas, call: int) -> None:
        """Show another call on a canvas, and on all others that are inside of the same function."""
        top, function = canvas.open_page.top, canvas.open_page.function
        if self._paused_in(function, call + 1):
            return
        self.worker.ask(requests.ChooseCallRequest(function, call), partial(self._chosen, top))

    def _chosen(self, page: str, reply: CallChosenReply | None) -> None:
        if reply is not None and self.pages.of(page).results:
            results = {parse(at): pins for at, pins in reply.results.items()}
            self.pages.set_results(page, self.pages.of(page).results | results)
            self.heard(page, reply.calls)

    def _ask_over_calls(self, canvas) -> None:
        """Have what the monitors of a function's page show over the calls."""
        open_page = canvas.open_page
        wanted = watches(active(open_page.page, self.workspace.catalogue)) if open_page.function else []
        if wanted and open_page.calls.count:
            self.worker.ask(
                requests.GetCallSeriesRequest(open_page.function, open_page.path, wanted),
                partial(self._show_over_calls, canvas),
            )

    def _show_over_calls(self, canvas, reply: MonitorsReply | None) -> None:
        if reply is not None and reply.monitors is not None and canvas in self.tabs.canvases():
            traces = Traces()
            traces.add(reply.monitors)
            canvas.monitors.set_traces(traces)

    def _canvases(self, page: str) -> list:
        return [canvas for canvas in self.tabs.canvases() if canvas.open_page.top == page and canvas.open_page.function]


FEW = 100  # blocks: of a page with no more, everything is fetched
_SETTLE_MS = 50  # a view that is moved is asked again so long after it began to move
_ROOM = 0.5  # of the view, on each side of it: what is scrolled to first has its results already
_MUCH = 4  # times as many blocks as are near may be fetched until they are told anew


class VisibleResults(QObject):
    """Tells the worker which blocks of the page that runs can be looked at: those in view and around it, the selected
    ones, and those that are open in a table or a viewer. What monitors show, pinned results among it, it knows.
    """

    def __init__(
        self,
        workspace: Workspace,
        tabs: PageTabs,
        worker: WorkerSession,
        page: Callable[[], str],
        opened: Callable[[str], set[Address]],
    ):
        super().__init__(tabs)
        self._workspace, self._tabs, self._worker, self._page = workspace, tabs, worker, page
        self._opened = opened  # those with open results, of a page
        self._told: set[Address] | None = None  # None: everything
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._timer.timeout.connect(self.tell)
        worker.progressed.connect(self._later)
        tabs.current_changed.connect(self._later)

    def follow(self, canvas: Canvas) -> None:
        """What is in view of this canvas, too, decides."""
        for signal in (canvas.view.moved, canvas.view.scrolled, canvas.selection.changed):
            signal.connect(self._later)

    def _later(self) -> None:
        if self._worker.runs and not self._timer.isActive():
            self._timer.start()

    def begin(self) -> None:
        """A run is about to begin."""
        self._told = None
        self.tell()

    def tell(self) -> None:
        """Tell the worker; what is around the view anew where what it knows will not do."""
        page = self._workspace.document.pages.get(self._page())
        opened = self._opened(page.name) if page is not None else set()
        if page is None or len(page.blocks) <= FEW:
            self._told = None
        else:
            seen, near = self._in_view(page.name)
            seen |= opened
            near |= seen
            if self._told is None or not seen <= self._told or len(self._told) > _MUCH * len(near):
                self._told = near
        self._worker.look(self._told, bool(self._workspace.document.weights), opened)

    def _in_view(self, page: str) -> tuple[set[Address], set[Address]]:
        """The blocks in view or selected, and those around the view; none of a page that is not in front."""
        canvas = self._tabs.canvas()
        if canvas is None or canvas.open_page.top != page:
            return set(), set()
        area = canvas.view.area()
        wide, high = area.width() * _ROOM, area.height() * _ROOM
        at, scene = canvas.open_page.address_of, canvas.scene
        return (
            {*map(at, scene.names_in(area)), *map(at, canvas.selection())},
            set(map(at, scene.names_in(area.adjusted(-wide, -high, wide, high)))),
        )
