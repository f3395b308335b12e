"""The bar of a paused run, and the order in which a step may run blocks."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping

from PySide6.QtWidgets import QFrame, QLineEdit

from blockloom.app import qt
from blockloom.app.plain import Label
from blockloom.app.window.commands import actions
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Page

_VALUE = 36  # letters of the value that is tried


class PausedBar(QFrame):
    """`does` has what its buttons do, by name, and `tries` takes the text of a value for the output that is named."""

    def __init__(self, tabs: PageTabs, does: dict[str, Callable[[], object]], tries: Callable[[str], object]):
        super().__init__(objectName="paused", autoFillBackground=True, frameShape=QFrame.Shape.StyledPanel)
        self._tabs = tabs
        self.text = Label(objectName="name", wordWrap=True)
        self.go_on = qt.button(self.tr("&Continue"), does["go_on"], self.tr("Keep the step and continue the run"))
        self.back = qt.button(
            self.tr("Step &Back"), does["back"], self.tr("Show the values before the block that ran last")
        )
        self.step = qt.button(self.tr("&Step Over"), does["step"], self.tr("Show the values after the next block"))
        self.here = qt.button(
            self.tr("Run to Selected Bloc&k"), does["here"], self.tr("Show the values before the selected block")
        )
        self.next = qt.button(
            self.tr("&Next Call"), does["next"], self.tr("Show the next call in which the breakpoint was hit")
        )
        self.give_up = qt.button(
            self.tr("&Roll Back Step"), does["give_up"], self.tr("Restore the state before the step")
        )
        self.output = Label()
        self.value = QLineEdit()
        self.value.setClearButtonEnabled(True)
        self.alone = Label(self.tr("in this call alone"), objectName="dim")
        self.tried = qt.button(
            self.tr("Continue &with This Value"), does["go_on_tried"], self.tr("Run the step with this value")
        )
        self.drop = qt.button(self.tr("C&lear Value"), does["drop"], self.tr("Show the recorded values again"))
        self.value.returnPressed.connect(lambda: tries(self.value.text()))
        self.value.setMinimumWidth(self.fontMetrics().averageCharWidth() * _VALUE)
        row = Flow()
        steps = self.go_on, self.back, self.step, self.here, self.next, self.give_up
        for part in (*steps, self.output, self.value, self.alone, self.tried, self.drop):
            row.addWidget(part)
        qt.column(self.text, row, of=self, margins=(12, 5, 8, 5), space=4)
        self.setFocusProxy(self.go_on)
        actions.keep_apart(self)
        self.hide()

    def show_at(
        self,
        text: str,
        output: str,
        about: str,
        tried: bool,
        goes: bool,
        may: tuple[bool, bool],
        inside: bool,
        alone: bool,
    ) -> None:
        """Show where the run is paused, and the name of the output of which another value may be tried, "": none. It
        `may` be looked at further back, and further on. `goes`: the step can be made with what is tried. `inside`: of a
        function. `alone`: what is tried is so in the call that is looked at, and in no other.
        """
        self.text.setText(text)
        self.setAccessibleName(text)
        asks = self.tr("What if {0} =").format(output)
        if asks != self.output.text():
            self.value.clear()  # what was typed was about another one
        self.output.setText(asks)
        for part in (self.output, self.value):
            part.setVisible(bool(output))
        self.value.setPlaceholderText(about)
        self.value.setAccessibleName(asks)
        self.alone.setVisible(alone)
        self.tried.setVisible(tried and goes)
        self.drop.setVisible(tried)
        self.back.setEnabled(may[0])
        self.step.setEnabled(may[1])
        self.next.setVisible(inside)
        self.show()

    def hide(self) -> None:
        self._leave()
        super().hide()

    def _leave(self) -> None:
        """Give the keyboard to the page in front, if it is here: else it goes to whatever comes next in the window."""
        canvas = self._tabs.canvas()
        if canvas is not None and self.isAncestorOf(self.window().focusWidget()):
            canvas.setFocus()


class StepCursor:
    """A position in a paused step: `at` blocks of `order` ran, `stood` of them when the run paused."""

    def __init__(self, order: list[str], block: str, behind: bool):
        """The run paused before a block, or `behind` it."""
        self.order = order
        known = order.index(block) if block in order else 0
        self.at = self.stood = known + (behind and block in order)

    @property
    def is_at_breakpoint(self) -> bool:
        """True if the cursor is where the run paused."""
        return self.at == self.stood

    @property
    def ahead(self) -> list[str]:
        """The blocks after the cursor."""
        return self.order[self.at :]

    @property
    def next(self) -> str:
        """The block after the cursor, "" at the end."""
        return self.order[self.at] if self.at < len(self.order) else ""

    def move(self, by: int) -> bool:
        """Move the cursor by a number of blocks. Return False if there are not enough."""
        if not 0 <= self.at + by <= len(self.order):
            return False
        self.at += by
        return True


def order(page: Page, runs: Collection[str]) -> list[str]:
    """Return blocks in an order in which a step may run them, from left to right if there are several."""
    blocks: Mapping[str, object] = {
        name: None for name in runs if name in page.blocks and page.blocks[name].type not in MONITORS
    }
    into: dict[str, set[str]] = {name: set() for name in blocks}
    after: dict[str, list[str]] = {}
    for wire in page.wires():
        if wire.source in blocks and wire.target in blocks and wire.source not in into[wire.target]:
            into[wire.target].add(wire.source)
            after.setdefault(wire.source, []).append(wire.target)

    def key(name: str) -> tuple[float, float, str]:
        return page.blocks[name].x, page.blocks[name].y, name

    ready = [key(name) for name, sources in into.items() if not sources]
    heapq.heapify(ready)
    left, found = {name: len(sources) for name, sources in into.items()}, list[str]()
    waiting = sorted(map(key, blocks), reverse=True)
    done = set[str]()
    while len(found) < len(blocks):
        while not ready:  # all remaining blocks are in loops, or depend on one
            first = waiting.pop()
            if first[2] not in done:
                ready.append(first)
        name = heapq.heappop(ready)[2]
        if name in done:
            continue
        done.add(name)
        found.append(name)
        for target in after.get(name, ()):
            left[target] -= 1
            if not left[target] and target not in done:
                heapq.heappush(ready, key(target))
    return found
