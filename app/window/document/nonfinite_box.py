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
            requests.FindNonFiniteOriginRequest(output), partial(self._take_reply, self._question, top, output)
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

    def _take_reply(self, question: int, top: str, output: Address, origin: NonFiniteOriginReply | None) -> None:
        if question != self._question:
            return
        if origin is None or origin.refusal:
            reason = translated(origin.refusal) if origin is not None else self.tr("no run is open")
            self.workspace.refuse(self.tr("The origin was not found: {0}").format(reason))
        elif not origin.kind:
            self.workspace.refuse(self.tr("The value is finite when the step is replayed."))
        else:
            self._show_origin(top, output, origin)

    def _show_origin(self, top: str, output: Address, origin: NonFiniteOriginReply) -> None:
        address = parse(origin.block)
        self.tabs.goto_address(address._replace(block=""), [parse(block) for block, _, _ in origin.calls])
        canvas = self.tabs.canvas()
        block = address.block
        if canvas is None or block not in canvas.scene.slot:
            self.workspace.refuse(translated(origin.sentence))
            return
        self.workspace.say(translated(origin.sentence))
        self._highlight_path(origin, output, top)
        path = {block, *(canvas.marks.way or ())} & canvas.scene.slot.keys()
        canvas.navigation.show(*path)
        canvas.navigation.select(block)
        output_text = f"{output.block}.{output.end}"
        place = output._replace(page=output.page or top)
        places = [(self.tr("Go back to {0}").format(output_text), place)] if place.owner != address.owner else []
        others = map(parse, origin.other_origins)
        places += [(self.tr("Another origin: {0}").format(other.display_text), other) for other in others]
        self.box = WhyBox(canvas, self.theming.colours, block, origin, places)
        self.box.dismissed.connect(canvas.setFocus)
        self.box.closed.connect(self.close)
        self.box.place_wanted.connect(self._go_to)
        problem = make_problem(
            "not-finite", address, said=join("", (origin.sentence,)), when=join("", (origin.step_text,))
        )
        fixes = list(self._fixes(canvas, block)) if origin.kind == "made" else []
        self._offers = []
        self.box.chosen.connect(partial(self._apply_fix, canvas))
        self.box.show_rows([(problem, [])], bool(fixes))
        self._place = self._following(self.box, canvas, block, path)
        self._place()
        self.box.show_rows([(problem, [])], bool(fixes))  # again, now that the box has the focus
        self.answered.emit()
        again = parse(origin.variable) if origin.variable else output
        self._try_fixes(self.box, origin, again, problem, fixes)

    def _following(self, box: WhyBox, canvas: Canvas, block: str, path: Collection[str]) -> Callable[[], None]:
        """Return a function that opens the box where it covers little of the path.

        If the box still covers its block, the page is scrolled. The box follows its block when the page moves.
        """
        place = canvas.navigation.place_of

        def stand(*moved: int) -> None:
            if self.box is box and block in canvas.scene.slot:
                box.open(place(block), [place(name) for name in path if name in canvas.scene.slot])

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

    def _highlight_path(self, origin: NonFiniteOriginReply, output: Address, top: str) -> None:
        """Dim all blocks that are not on the path, on each of its pages."""
        path = [*map(parse, origin.path), parse(origin.block), output._replace(page=output.page or top)]
        for canvas in self.tabs.canvases():
            pages = canvas.open_page
            path_on_page = [
                address._replace(page="" if address.page == pages.top and not pages.function else address.page)
                for address in path
            ]
            seen = {
                pages.block_at(address if pages.function else address._replace(page=address.page or pages.top))
                for address in path_on_page
            } - {""}
            if seen:
                canvas.annotations.light(seen)

    def _go_to(self, address: Address) -> None:
        self.close()
        self.tabs.goto_address(address)

    def _fixes(self, canvas: Canvas, block: str) -> Iterator[QuickFix]:
        from blockloom.blocks.quickfixes.nonfinite_fixes import mends

        page = canvas.open_page.name
        return mends(canvas.page, self.workspace.catalogue, block, self.live_types.types.get(page, {}))

    def _try_fixes(
        self, box: WhyBox, origin: NonFiniteOriginReply, output: Address, problem: Problem, fixes: list[QuickFix]
    ) -> None:
        """Have the worker replay the step with each fix, one after the other, and offer those that help."""
        if self.box is not box or not fixes:
            return
        fix, *others = fixes
        document = self.workspace.document
        inverse = fix.edit.apply(document)
        text = documents.dumps(document)
        inverse.apply(document)

        def tried(reply: NonFiniteOriginReply | None) -> None:
            if self.box is not box:
                return
            if reply is not None and not reply.refusal and not reply.kind:
                self._offers.append(FixOffer(fix, self.tr("tried: the value becomes finite")))
            box.show_rows([(problem, self._offers)], bool(others))
            self._place()  # the box has become higher
            self._try_fixes(box, origin, output, problem, others)

        self.worker.ask(requests.FindNonFiniteOriginRequest(output, origin.step, text, document.folder), tried)

    def _apply_fix(self, canvas: Canvas, fix: QuickFix) -> None:
        self.close()
        blocks_before = set(canvas.page.blocks)
        edit = operations.move_to_free_places(fix.edit, canvas.editing.measures())
        if self.workspace.do(edit, translated(fix.label)):
            canvas.navigation.show(*canvas.page.blocks.keys() - blocks_before)
        canvas.setFocus()
