"""The debug toolbar of a paused run, the position in its step, and the override of a value in the inspector."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping

from msgspec import Struct
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QToolButton, QWidget

from blockloom.app import qt
from blockloom.app.canvas.scene.translation import tr
from blockloom.app.plain import Label, as_is
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.widgets.flow_layout import Flow
from blockloom.app.window.widgets.icons import icon
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.document.pages import Page

_ICON = 18  # size of icons in pixels


class DebugButton(Struct, frozen=True):
    """A button of the toolbar: its name in the code, icon, text and tooltip."""

    key: str
    icon: str
    text: str
    tip: str


def _buttons() -> tuple[DebugButton, ...]:
    return (
        DebugButton("go_on", "continue", tr("Continue"), tr("Keep the step and continue the run (F5)")),
        DebugButton("step", "step_over", tr("Step Over"), tr("Show the values after the next block (F10)")),
        DebugButton("back", "step_back", tr("Step Back"), tr("Show the values before the last block (Ctrl+F10)")),
        DebugButton("next", "next_call", tr("Next Call"), tr("Continue to the next call with a hit (Shift+F10)")),
        DebugButton(
            "give_up",
            "undo",
            tr("Roll Back Step"),
            tr("Stop the run and restore the state before the step (Shift+F5)"),
        ),
    )


class DebugToolbar(QFrame):
    """The toolbar of a paused run. `does` has the function of each button; words are hidden if the bar is narrow."""

    def __init__(self, tabs: PageTabs, does: dict[str, Callable[[], object]]):
        super().__init__(objectName="paused", autoFillBackground=True)
        self._tabs, self._full = tabs, ""
        self.buttons: dict[str, QToolButton] = {}
        for row in _buttons():
            button = QToolButton(text=row.text, autoRaise=True)
            qt.with_name(button, row.text, as_is(row.tip))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setIconSize(QSize(_ICON, _ICON))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.clicked.connect(lambda _=False, do=does[row.key]: do())
            self.buttons[row.key] = button
        self.go_on, self.step, self.back, self.next, self.give_up = self.buttons.values()
        self.text = Label(objectName="name")
        self.text.setMinimumWidth(1)  # the text is elided if there is no room
        qt.line(*self.buttons.values(), (self.text, 1), of=self, margins=(8, 3, 8, 3), space=4)
        self.setFocusProxy(self.go_on)
        self.hide()

    def set_colours(self, colours: Colours) -> None:
        """Draw the icons in the colours of a theme."""
        for row in _buttons():
            self.buttons[row.key].setIcon(icon(row.icon, colours))

    def show_at(self, text: str, can_go_back: bool, can_step: bool, in_function: bool) -> None:
        """Show where the run is paused, and enable the buttons."""
        self._full = text
        self.setAccessibleName(text)
        self.back.setEnabled(can_go_back)
        self.step.setEnabled(can_step)
        self.next.setVisible(in_function)
        self.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide the words of the buttons if they leave too little room for the text, and elide the text."""
        shown = [button for button in self.buttons.values() if not button.isHidden()]
        needed = self.text.fontMetrics().horizontalAdvance(self._full)
        for style in (Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly):
            for button in shown:
                button.setToolButtonStyle(style)
            room = self.width() - sum(button.sizeHint().width() + 4 for button in shown) - 20
            if room >= needed:
                break
        self.text.setText(self.text.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideRight, max(room, 1)))
        self.text.setToolTip(as_is(self._full) if room < needed else "")

    def hide(self) -> None:
        """Hide the toolbar, and give its keyboard focus to the current page."""
        focus_page(self._tabs, self)
        super().hide()


class OverrideBox(QFrame):
    """The row in the inspector that overrides an output of the paused step.

    `does` has the functions of the buttons, and `override` gets the typed value.
    """

    def __init__(self, tabs: PageTabs, does: dict[str, Callable[[], object]], override: Callable[[str], object]):
        super().__init__(objectName="override")
        self._tabs = tabs
        self.output = Label(objectName="section")
        self.value = QLineEdit()
        self.value.setClearButtonEnabled(True)
        self.value.returnPressed.connect(lambda: override(self.value.text()))
        self.alone = Label(self.tr("in this call only"), objectName="dim")
        self.continue_button = qt.button(
            self.tr("Continue with Override"), does["go_on_tried"], self.tr("Run the step with this value")
        )
        self.drop = qt.button(self.tr("Clear Override"), does["drop"], self.tr("Show the recorded values again"))
        row = Flow()
        for part in (self.alone, self.continue_button, self.drop):
            row.addWidget(part)
        qt.column(self.output, self.value, row, of=self, margins=8, space=4)
        self.hide()

    def show_output(self, output: str, about: str, has_override: bool, can_continue: bool, in_function: bool) -> None:
        """Show the output that can be overridden.

        Args:
            output: The name of the output, "" for none.
            about: Its present value.
            has_override: Whether any output is overridden.
            can_continue: Whether the run can continue with the overrides.
            in_function: Whether the output is inside a call of a function.
        """
        asks = self.tr("What if {0} =").format(output)
        if asks != self.output.text():
            self.value.clear()  # the typed value was for another output
        self.output.setText(asks)
        for part in (self.output, self.value):
            part.setVisible(bool(output))
        self.value.setPlaceholderText(about)
        self.value.setAccessibleName(asks)
        self.alone.setVisible(in_function)
        self.continue_button.setVisible(has_override and can_continue)
        self.drop.setVisible(has_override)
        self.setVisible(bool(output) or has_override)

    def hide(self) -> None:
        """Hide the row, and give its keyboard focus to the current page."""
        focus_page(self._tabs, self)
        super().hide()


def focus_page(tabs: PageTabs, part: QWidget) -> None:
    """Move the keyboard focus from `part` to the current page; Qt would move it to the next widget."""
    canvas = tabs.canvas()
    if canvas is not None and part.isAncestorOf(part.window().focusWidget()):
        canvas.setFocus()


class StepCursor:
    """A position in a paused step: `position` blocks of `order` ran, `stood` of them when the run paused."""

    def __init__(self, order: list[str], block: str, behind: bool):
        """Create a cursor for a run that paused before a block, or `behind` it."""
        self.order = order
        known = order.index(block) if block in order else 0
        self.position = self.stood = known + (behind and block in order)

    @property
    def is_at_breakpoint(self) -> bool:
        """True if the cursor is where the run paused."""
        return self.position == self.stood

    @property
    def ahead(self) -> list[str]:
        """The blocks after the cursor."""
        return self.order[self.position :]

    @property
    def next(self) -> str:
        """The block after the cursor, "" at the end."""
        return self.order[self.position] if self.position < len(self.order) else ""

    def move(self, by: int) -> bool:
        """Move the cursor by a number of blocks. Return False if there are not enough."""
        if not 0 <= self.position + by <= len(self.order):
            return False
        self.position += by
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
        while not ready:  # every remaining block is in a loop, or depends on one
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
