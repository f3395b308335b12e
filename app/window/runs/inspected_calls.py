"""Calls of functions that are looked into: iterations of a loop, elements of a dataset's map. One of them is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.page_results import PageResults
from blockloom.app.window.runs.worker_session import WorkerSession
from blockloom.blocks.document.addresses import parse
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
        self.pages.of(page).calls.update(calls)
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
        call, count = self.pages.of(open_page.top).calls.get(open_page.function, (-1, 0))
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
