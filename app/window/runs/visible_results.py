"""Which results of the page that runs can be looked at: of a large page, runs of several steps fetch these alone, and
of a model, all of whose results would take gigabytes, those of one step.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from blockloom.app.canvas.widget import Canvas
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.runs.worker_session import WorkerSession
from blockloom.blocks.document.addresses import Address

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
        at, scene = canvas.open_page.at, canvas.scene
        return (
            {*map(at, scene.names_in(area)), *map(at, canvas.selection())},
            set(map(at, scene.names_in(area.adjusted(-wide, -high, wide, high)))),
        )
