"""The results that the window shows of a page: calls of functions, and visible blocks."""

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
from blockloom.runtime.protocol.records import Calls
from blockloom.runtime.protocol.replies import CallChosenReply, MonitorsReply
from blockloom.runtime.run.monitor_traces import Traces


class InspectedCalls(QObject):
    """Has the worker capture values of function pages that are open, and shows one of their calls.

    Blocks show the values of the chosen call, monitors of the page those of all calls. `paused_in(page, call)` chooses
    a call, from 1, of a function in which the run is paused, and returns False if the run is not paused there.
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
        tabs.instance_changed.connect(self.show)

    def begin(self, page: str) -> None:
        """Set the function pages to capture, before a page runs."""
        self.worker.tapped_pages = tuple(sorted({canvas.open_page.function for canvas in self._canvases(page)}))

    def show_calls(self, page: str, calls: Calls) -> None:
        """Show the numbers of calls of a run, or of a newly chosen call."""
        names = self.workspace.history.names
        self.pages.run_of(page).calls.update({names.uid(name): call for name, call in calls.items()})
        for canvas in self._canvases(page):
            self.show(canvas)

    def dress(self, canvas: Canvas) -> None:
        """Connect a new canvas."""
        canvas.open_page.calls.call_wanted.connect(lambda call: self._choose(canvas, call))
        canvas.monitors.changed.connect(lambda: self._ask_over_calls(canvas))
        self.show(canvas)

    def show(self, canvas: Canvas) -> None:
        """Show on a canvas which call its values are of."""
        open_page = canvas.open_page
        function = self.workspace.history.names.uid(open_page.function)
        call, count = self.pages.run_of(open_page.top).calls.get(function, (-1, 0))
        open_page.calls.show(call, count)
        if open_page.function:
            self._ask_over_calls(canvas)
        else:
            canvas.monitors.set_traces(self.pages.run_of(open_page.name).traces)

    def forget(self) -> None:
        """Forget the calls of all runs."""
        for run in self.pages.runs.values():
            run.calls = {}
        for canvas in self.tabs.canvases():
            self.show(canvas)

    def _choose(self, canvas: Canvas, call: int) -> None:
        """Show another call of the function of a canvas."""
        top, function = canvas.open_page.top, canvas.open_page.function
        if self._paused_in(function, call + 1):
            return
        self.worker.ask(requests.ChooseCallRequest(function, call), partial(self._chosen, top))

    def _chosen(self, page: str, reply: CallChosenReply | None) -> None:
        if reply is not None and self.pages.run_of(page).results:
            results = {parse(at): pins for at, pins in reply.results.items()}
            self.pages.set_results(page, self.pages.run_of(page).results | results)
            self.show_calls(page, reply.calls)

    def _ask_over_calls(self, canvas: Canvas) -> None:
        """Ask the worker for the values of monitors over all calls."""
        open_page = canvas.open_page
        wanted = watches(active(open_page.page, self.workspace.catalogue)) if open_page.function else []
        if wanted and open_page.calls.count:
            self.worker.ask(
                requests.GetCallSeriesRequest(open_page.function, open_page.path, wanted),
                partial(self._show_over_calls, canvas),
            )

    def _show_over_calls(self, canvas: Canvas, reply: MonitorsReply | None) -> None:
        if reply is not None and reply.monitors is not None and canvas in self.tabs.canvases():
            traces = Traces()
            traces.add(reply.monitors)
            canvas.monitors.set_traces(traces)

    def _canvases(self, page: str) -> list[Canvas]:
        return [canvas for canvas in self.tabs.canvases() if canvas.open_page.top == page and canvas.open_page.function]


FEW = 100  # with fewer blocks on a page, all results are fetched
_SETTLE_MS = 50  # milliseconds between two updates while the view moves
_ROOM = 0.5  # share of the view that is added on each side, so that results are available after scrolling
_MUCH = 4  # factor: if more blocks are fetched than this multiple of those near the view, the others are dropped


class VisibleResults(QObject):
    """Tells the worker which blocks of the running page are visible, so that it fetches only their results.

    These are blocks in and near the view, selected blocks, and blocks that are open in a table or viewer. The worker
    knows monitors and pinned outputs already.
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
        self._opened = opened  # function that returns the blocks of a page that are open in a table or viewer
        self._told: set[Address] | None = None  # blocks of the last request; None for all
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._timer.timeout.connect(self.tell)
        worker.progressed.connect(self._later)
        tabs.current_changed.connect(self._later)

    def follow(self, canvas: Canvas) -> None:
        """Connect a new canvas."""
        for signal in (canvas.view.changed, canvas.view.scrolled, canvas.selection.changed):
            signal.connect(self._later)

    def _later(self) -> None:
        if self._worker.runs and not self._timer.isActive():
            self._timer.start()

    def begin(self) -> None:
        """Send the visible blocks before a run begins."""
        self._told = None
        self.tell()

    def tell(self) -> None:
        """Send the visible blocks, and recompute the area around the view if necessary."""
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
        self._worker.set_visible_blocks(self._told, bool(self._workspace.document.weights), opened)

    def _in_view(self, page: str) -> tuple[set[Address], set[Address]]:
        """Return the blocks in view or selected, and those near the view; none if the page is not shown."""
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
