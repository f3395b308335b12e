"""The box that shows the origin of a non-finite output at the block in question, with the path to the output."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.window.dialogs.fixbox import FixOffer, WhyBox
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.app.window.run.livetypes import LiveTypes
from blockloom.app.window.run.worker_session import WorkerSession
from blockloom.app.window.widgets.style import Theming
from blockloom.blocks import operations
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.files import documents
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import join
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import NonFiniteOriginReply

if TYPE_CHECKING:
    from blockloom.app.canvas import Canvas
    from blockloom.app.canvas.page.view import View
    from blockloom.blocks.quickfixes import QuickFix


class NonFiniteBox(QObject):
    """Asks the worker for the origin, shows a box at its block, and offers fixes that the worker has tried."""

    answered = Signal()  # emitted when the box is open

    def __init__(
        self, workspace: Workspace, tabs: PageTabs, worker: WorkerSession, live_types: LiveTypes, theming: Theming
    ):
        super().__init__(tabs)
        self.workspace, self.tabs, self.worker = workspace, tabs, worker
        self.live_types, self.theming = live_types, theming
        self.box: WhyBox | None = None
        self._follows: tuple[View, Callable[..., None]] | None = None  # (view of a page, callback) that move the box
        self._question = 0  # number of the latest query: replies to earlier ones are ignored
        self._offers: list[FixOffer] = []
        self._place: Callable[[], None] = lambda: None  # function that moves the box to free space

    def ask(self, canvas: Canvas, block: str, pin: str) -> None:
        """Ask the worker why an output is not finite in the shown step."""
        self.close()
        self._question += 1
        output, top = canvas.open_page.address_of(block, pin), canvas.open_page.top
        self.workspace.say(self.tr("Searching for the origin of {0} in {1}…").format(pin, block))
        self.worker.ask(
            requests.FindNonFiniteOriginRequest(output), partial(self._answered, self._question, top, output)
        )

    def close(self) -> None:
        """Close the box, and end the dimming of other blocks."""
        if self.box is not None:
            box, self.box = self.box, None
            if self._follows is not None:
                (view, stand), self._follows = self._follows, None
                view.changed.disconnect(stand)
                view.scrolled.disconnect(stand)
            box.close()
            box.deleteLater()
            self.workspace.say("")
            for canvas in self.tabs.canvases():
                if canvas.marks.way is not None:
                    canvas.annotations.light(None)

    def _answered(self, question: int, top: str, output: Address, found: NonFiniteOriginReply | None) -> None:
        if question != self._question:
            return
        if found is None or found.refusal:
            why = translated(found.refusal) if found is not None else self.tr("no run is open")
            self.workspace.refuse(self.tr("The origin was not found: {0}").format(why))
        elif not found.kind:
            self.workspace.refuse(self.tr("The value is finite when the step is replayed."))
        else:
            self._show(top, output, found)

    # --- the answer -----------------------------------------------------------------------------------------------

    def _show(self, top: str, output: Address, found: NonFiniteOriginReply) -> None:
        at = parse(found.block)
        self.tabs.goto_address(at._replace(block=""), [parse(block) for block, _, _ in found.calls])
        canvas = self.tabs.canvas()
        block = at.block
        if canvas is None or block not in canvas.scene.slot:
            self.workspace.refuse(translated(found.sentence))
            return
        self.workspace.say(translated(found.sentence))
        self._light(found, output, top)
        way = {block, *(canvas.marks.way or ())} & canvas.scene.slot.keys()
        canvas.navigation.show(*way)
        canvas.navigation.select(block)
        asked = f"{output.block}.{output.end}"
        place = output._replace(page=output.page or top)
        places = [(self.tr("Go back to {0}").format(asked), place)] if place.owner != at.owner else []
        others = map(parse, found.other_origins)
        places += [(self.tr("Another origin: {0}").format(other.display_text), other) for other in others]
        self.box = WhyBox(canvas, self.theming.colours, block, found, places)
        self.box.dismissed.connect(canvas.setFocus)
        self.box.closed.connect(self.close)
        self.box.place_wanted.connect(self._go)
        said = make_problem("not-finite", at, said=join("", (found.sentence,)), when=join("", (found.step_text,)))
        fixes = list(self._fixes(canvas, block)) if found.kind == "made" else []
        self._offers = []
        self.box.chosen.connect(partial(self._mend, canvas))
        self.box.show_rows([(said, [])], bool(fixes))
        self._place = self._following(self.box, canvas, block, way)
        self._place()
        self.box.show_rows([(said, [])], bool(fixes))  # again, now that the box has the focus
        self.answered.emit()
        again = parse(found.variable) if found.variable else output
        self._try(self.box, found, again, said, fixes)

    def _following(self, box: WhyBox, canvas: Canvas, block: str, way: Collection[str]) -> Callable[[], None]:
        """Return a function that opens the box where it covers little of the path.

        If the box still covers its block, the page is scrolled. The box follows its block when the page moves.
        """
        place = canvas.navigation.place_of

        def stand(*moved: int) -> None:
            if self.box is box and block in canvas.scene.slot:
                box.open(place(block), [place(name) for name in way if name in canvas.scene.slot])

        def open_clear() -> None:
            stand()
            covered = box.geometry()
            if covered.intersects(place(block)):
                left, right = covered.left(), canvas.width() - covered.right()
                middle = left // 2 if left > right else canvas.width() - right // 2
                canvas.view.scroll(middle - place(block).center().x(), 0)

        canvas.view.changed.connect(stand)
        canvas.view.scrolled.connect(stand)
        self._follows = canvas.view, stand
        return open_clear

    def _light(self, found: NonFiniteOriginReply, output: Address, top: str) -> None:
        """Dim all blocks that are not on the path, on each of its pages."""
        way = [*map(parse, found.path), parse(found.block), output._replace(page=output.page or top)]
        for canvas in self.tabs.canvases():
            pages = canvas.open_page
            told = [at._replace(page="" if at.page == pages.top and not pages.function else at.page) for at in way]
            seen = {pages.block_at(at if pages.function else at._replace(page=at.page or pages.top)) for at in told} - {
                ""
            }
            if seen:
                canvas.annotations.light(seen)

    def _go(self, at: Address) -> None:
        self.close()
        self.tabs.goto_address(at)

    # --- fixes ----------------------------------------------------------------------------------------------------

    def _fixes(self, canvas: Canvas, block: str) -> Iterator[QuickFix]:
        from blockloom.blocks.quickfixes.nonfinite_fixes import mends

        page = canvas.open_page.name
        return mends(canvas.page, self.workspace.catalogue, block, self.live_types.types.get(page, {}))

    def _try(
        self, box: WhyBox, found: NonFiniteOriginReply, output: Address, said: Problem, left: list[QuickFix]
    ) -> None:
        """Have the worker replay the step with each fix, one after the other, and offer those that help."""
        if self.box is not box or not left:
            return
        fix, *others = left
        document = self.workspace.document
        inverse = fix.edit.apply(document)
        text = documents.dumps(document)
        inverse.apply(document)

        def tried(answer: NonFiniteOriginReply | None) -> None:
            if self.box is not box:
                return
            if answer is not None and not answer.refusal and not answer.kind:
                self._offers.append(FixOffer(fix, self.tr("tried: the value becomes finite")))
            box.show_rows([(said, self._offers)], bool(others))
            self._place()  # the box has become higher
            self._try(box, found, output, said, others)

        self.worker.ask(requests.FindNonFiniteOriginRequest(output, found.step, text, document.folder), tried)

    def _mend(self, canvas: Canvas, fix: QuickFix) -> None:
        self.close()
        there = set(canvas.page.blocks)
        edit = operations.move_to_free_places(fix.edit, canvas.editing.measures())
        if self.workspace.do(edit, translated(fix.label)):
            canvas.navigation.show(*canvas.page.blocks.keys() - there)
        canvas.setFocus()
