"""The marks of listed changes on the pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any
from weakref import WeakSet

from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas import Canvas
from blockloom.app.canvas.paint.comparedpaint import ComparedPainter, PageChanges, ghosts
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.window.comparison.change_model import LONGEST
from blockloom.app.window.comparison.document_comparison import DocumentComparison
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.document.tabs import PageTabs
from blockloom.blocks.diff.change_format import shorten
from blockloom.blocks.diff.changes import ADDED, CellChange
from blockloom.blocks.document.pages import PLAIN, Block, Frame, Item, Note, Page, Wire

NOTHING = "\N{EMPTY SET}"  # text that stands for a missing value


def compared(page: Page, changes: Iterable[CellChange]) -> PageChanges:
    """Return the changes of a page of the open document; changes of other pages are skipped."""
    added, gone = set[str](), dict[str, Item]()
    changed, moved = dict[str, dict[str, str]](), dict[str, tuple[float, float]]()
    here, there = list[Wire](), list[Wire]()
    for change in changes:
        name = change.item
        if change.page != page.name or not name:
            continue
        if not change.field:
            if change.kind == ADDED:
                gone[name] = _ghost(change.new)
            else:
                added.add(name)
        elif change.name in ("at", "box"):
            moved[name] = change.new[:2]
        elif change.name == "wires":
            if change.old and change.new:
                was, now = Counter(change.old), Counter(change.new)
                here += (was - now).elements()
                there += (now - was).elements()
            else:
                here += change.old or ()
                there += change.new or ()
            changed.setdefault(name, {})
        elif not change.layout:
            texts = changed.setdefault(name, {})
            if change.name == "value":
                texts[change.pin] = NOTHING if change.new is None else shorten(str(change.new), LONGEST)
    # The wires of an added block were added with it.
    here += [wire._replace(look=PLAIN) for name in added for wire in page.wires_into(name)]
    ghosts = Page(page.name)
    for name, item in gone.items():
        _home(ghosts, item)[name] = item
    ends = {end for wire in there for end in (wire.source, wire.target)} - gone.keys()
    ghosts.blocks.update({end: page.blocks[end]._replace(frame="") for end in ends if end in page.blocks})
    ghosts.put_all(w for w in there if w.source in ghosts.blocks and w.target in ghosts.blocks)
    changes_here = {name: texts for name, texts in changed.items() if name not in gone and name not in added}
    return PageChanges(frozenset(added), changes_here, moved, frozenset(here), ghosts, frozenset(gone))


def _ghost(item: Any) -> Item:
    """Return a removed item as it is painted: without its frame, and expanded."""
    made: Item = item
    if isinstance(made, Note):
        return made
    return made._replace(frame="") if isinstance(made, Block) else made._replace(frame="", collapsed=False)


def _home(page: Page, item: Item) -> dict[str, Any]:
    return page.blocks if isinstance(item, Block) else page.frames if isinstance(item, Frame) else page.notes


class ChangeOverlay(QObject):
    """Paints the changes on the page in front at once, on the others when they are shown."""

    chosen = Signal(str, str, str)  # page, item, field or "": a removed item was clicked, or an item was selected

    def __init__(self, comparison: DocumentComparison, tabs: PageTabs):
        super().__init__(tabs)
        self.comparison, self._tabs = comparison, tabs
        self._on = self._layout = False
        self._marked: set[Canvas] = set()  # canvases that show the current changes, or will after a job
        self._heard: WeakSet[Canvas] = WeakSet()
        self._job: Job | None = None  # job that lays out the changes for one canvas
        self._marking: Canvas | None = None
        self._place = "", "", ""  # (page, item, field) of the selected row
        tabs.current_changed.connect(self._mark)

    def show(self, on: bool, layout: bool) -> None:
        """Show the present changes, with those of `layout`, or none."""
        self._on, self._layout = on, layout
        self._marked.clear()
        shows = on and self.comparison.diff is not None
        for canvas in self._tabs.canvases():
            if canvas.painter.layers is not None and (not shows or canvas is not self._tabs.canvas()):
                canvas.painter.layers = None
                canvas.update()
        self._mark()

    def point(self, page: str, item: str, field: str) -> None:
        """Highlight the removed items of the change that is current in the list."""
        self._place = page, item, field
        canvas = self._tabs.canvas()
        layers = canvas.painter.layers if canvas is not None else None
        if isinstance(layers, ComparedPainter):
            layers.chosen = (item, field) if page == canvas.page.name else ("", "")
            canvas.update()

    def _mark(self) -> None:
        """Mark the changes of the page in front, after a layout in a thread."""
        canvas, other, diff = self._tabs.canvas(), self.comparison.other, self.comparison.diff
        if canvas is None or not self._on:
            return
        self._hear(canvas)
        if canvas in self._marked or other is None or diff is None or self._job is not None:
            return
        self._marked.add(canvas)
        page, layout, kept = canvas.page, self._layout, frozenset(self.comparison.kept)
        types, found, here = canvas.open_page.catalogue.base, self.comparison.listed, diff.a.pages.get(page.name)

        def work() -> tuple[PageChanges, Scene] | None:
            rows = [change for one in found if one.page == page.name for change in (*one.rows, *one.layout * layout)]
            rows = [change for change in rows if change[:3] not in kept]
            if not rows or here is None:
                return None
            made = compared(here, rows)
            return made, ghosts(made, types.with_pages(other.document))

        self._job, self._marking = Job(work), canvas
        self._job.when_done(self._laid)

    def _laid(self) -> None:
        """Show the marks whose layout is done."""
        job, canvas = self._job, self._marking
        if job is None or canvas is None or not job.over.is_set():
            return
        self._job = self._marking = None
        found = job.result()
        if canvas in self._marked and canvas in self._tabs.canvases():  # otherwise the result is out of date
            canvas.painter.layers = ComparedPainter(canvas.painter, *found) if found is not None else None
            canvas.update()
            self.point(*self._place)
        self._mark()

    def _hear(self, canvas: Canvas) -> None:
        if canvas not in self._heard:
            self._heard.add(canvas)
            canvas.selection.changed.connect(lambda: self._selected(canvas))
            canvas.requests.gone_clicked.connect(lambda *place: self._choose(canvas, *place))

    def _selected(self, canvas: Canvas) -> None:
        names, wires = canvas.selection(), canvas.selection.wires()
        if len(names) == 1 and not wires:
            self._choose(canvas, *names)
        elif len(wires) == 1 and not names:
            self._choose(canvas, wires[0].target, f"wires:{wires[0].target_pin}")

    def _choose(self, canvas: Canvas, item: str, field: str = "") -> None:
        if self._on and canvas is self._tabs.canvas():
            self.chosen.emit(canvas.page.name, item, field)
