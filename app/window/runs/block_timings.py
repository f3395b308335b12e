"""How long each block takes: timed runs, what they told of each page, and the summary in the messages."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.paint.figures import spelled
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.user_settings import settings
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.addresses import spelled as shown
from blockloom.blocks.edits import Edit
from blockloom.runtime.protocol.steps import BlockTimesMessage as BlockTimes

_SAID = 5  # of the slowest blocks are named


class BlockTimings(QObject):
    """`on`: runs are timed. It is remembered."""

    toggled = Signal(bool)

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self.tabs = workspace, tabs
        self.on = settings().value("times") in (True, "true")
        self.pages: dict[str, BlockTimes] = {}  # what the last timed run of each told

    def toggle(self) -> None:
        """Time the blocks from the next run on, or no more."""
        self.on = not self.on
        settings().setValue("times", self.on)
        self.toggled.emit(self.on)
        if not self.on:
            self.clear()
        self.workspace.say(
            self.tr("The next run tells how long each block takes") if self.on else self.tr("Runs are no longer timed")
        )

    def clear(self) -> None:
        """Forget all times."""
        self.pages.clear()
        self.show()

    def heard(self, page: str, times: BlockTimes | None, ended: bool = False) -> None:
        """What a run told; at its end the slowest blocks are named in the messages."""
        if not times or not self.on:
            return
        self.pages[page] = times
        self.show()
        blocks = times["blocks"]
        if ended and blocks:
            slowest = sorted(blocks, key=lambda b: (-blocks[b], b))[:_SAID]
            self.workspace.tell(
                self.tr("{0}: a step takes {1} (of {2} that were timed); slowest: {3}").format(
                    page,
                    spelled(times["step"]),
                    times["steps"],
                    ", ".join(f"{shown(b)} {spelled(blocks[b])}" for b in slowest),
                )
            )

    def on_canvas(self, canvas) -> dict[str, float]:
        """The times of the blocks of a canvas: an instance takes what is within takes."""
        times: dict[str, float] = {}
        top = canvas.open_page.top
        for text, took in self.of_page(top).items():
            block = canvas.open_page.seen(parse(text, top))
            if block:
                times[block] = times.get(block, 0.0) + took
        return times

    def of_page(self, page: str) -> dict[str, float]:
        """The times of a page's blocks, in microseconds."""
        return self.pages[page]["blocks"] if page in self.pages else {}

    def follow(self, edit: Edit) -> None:
        """Times keep to the block and page that they are of."""
        for touched in edit.touched():
            old, new = touched.renamed or ("", "")
            if old and touched.page in self.pages:
                self.pages[touched.page]["blocks"] = {
                    str(at.moved(new)) if (at := parse(text)).top == old and not at.page else text: took
                    for text, took in self.of_page(touched.page).items()
                }
                self.show()
            if touched.page_was in self.pages:
                self.pages[touched.page] = self.pages.pop(touched.page_was)

    def show(self) -> None:
        """Show the times on all canvases."""
        for canvas in self.tabs.canvases():
            self.show_on(canvas)

    def show_on(self, canvas) -> None:
        """Show the times on a canvas."""
        canvas.annotations.set_times(self.on_canvas(canvas))
