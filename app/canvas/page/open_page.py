"""The page that a canvas has open: its edits and types, the call that is shown, and the selection."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.translation import translated
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import types_on
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.pages import Document, Page, Wire
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Edit, EditError
from blockloom.blocks.infer.incremental import IncrementalInference
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.results import breakpoints
from blockloom.blocks.results.breakpoints import Trail


class CallChooser(QObject):
    """The shown call of a function: number `call`, from 0, of `count`.

    `count` is 0 if the function was not run while its page was open.
    """

    changed = Signal()
    call_wanted = Signal(int)  # emitted to show another call, with its number

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.call, self.count = -1, 0

    def show(self, call: int, count: int) -> None:
        """Show this call."""
        if (call, count) != (self.call, self.count):
            self.call, self.count = call, count
            self.changed.emit()


# Function (work, text, then, long) that calls `work` and passes the result to `then`, showing the text and the progress
# if it takes time. `long`: it certainly does. Returns the result of `then`, or None if the user cancelled.
Wait = Callable[..., Any]


def at_once(
    work: Callable[[], Any], text: str, then: Callable[[Any], Any] = lambda found: found, long: bool = False
) -> Any:
    """Do `work` and pass the result to `then`, without a window that could show progress."""
    return then(work())


class OpenPage(QObject):
    """The page `name` of `history.document`, as a canvas shows it.

    All changes go through the history. `wait` runs what may take long.
    """

    status_message = Signal(str)  # one line for the status bar, for example why an edit was refused
    instance_changed = Signal()  # emitted when the page is shown as another instance, or by itself
    edited = Signal(object)  # emitted after an edit of this page, or of types on it, with the edit

    def __init__(
        self, history: UndoStack, name: str, catalogue: Catalogue, parent: QObject | None = None, wait: Wait = at_once
    ):
        super().__init__(parent)
        self.history, self.name, self.catalogue, self.wait = history, name, catalogue, wait
        self.trail: Trail = ()  # path from another page to this one
        self.function = ""  # page on the trail that is a function: this one, or one that contains it
        # Instances on the trail after the function; this page is the page of the last one.
        self.path: tuple[str, ...] = ()
        self._names = history.names
        self.calls = CallChooser(self)  # chooses a call of that function
        self._rules: WireRules | None = None
        _listen(history, self)

    @property
    def page(self) -> Page:
        """The page; an empty one after it was removed from the document."""
        return self.history.document.pages.get(self.name) or Page(self.name)

    def release(self) -> None:
        """Release the document, when the canvas is closed."""
        self.history = UndoStack(Document())
        self._names = self.history.names

    def address_of(self, block: str, pin: str = "") -> Address:
        """Return the address of a block or pin as runs use it: page "" for the page that runs."""
        return address(self.function, block, pin)._replace(path=self.path)

    def block_at(self, at: Address) -> str:
        """Return the block of this page that is at an address, or contains it; "" if there is none."""
        steps, depth = (*at.path, at.block), len(self.path)
        return (
            steps[depth]
            if at.page == (self.function or self.top) and steps[:depth] == self.path and len(steps) > depth
            else ""
        )

    @property
    def top(self) -> str:
        """The page whose results are shown: this one, or that from which the trail led here."""
        return self.trail[0].page if self.trail else self.name

    @property
    def place(self) -> Address:
        """The address of the page without a block: its `path` are the instances that lead here."""
        return Address(self.function or self.top, path=self.path)

    @property
    def instance(self) -> str:
        """The instance through which the page is shown, as text: MAIN/S/T; "" for none."""
        return self.place.display_text if self.path else ""

    def look(self, trail: Trail = ()) -> None:
        """Show the page through this trail; () shows it by itself."""
        found = breakpoints.place(trail, self.name, self.catalogue)
        if (trail, *found) != (self.trail, self.function, self.path):
            self.trail, (self.function, self.path) = trail, found
            self.instance_changed.emit()

    def within(self, block: str, attr: str = "") -> list[str]:
        """Return the pages inside a block, or inside one of its attrs."""
        there = self.page.blocks.get(block)
        return breakpoints.within(self.catalogue, there, attr) if there is not None else []

    @property
    def empty(self) -> bool:
        """True if the page has no blocks, frames and notes."""
        page = self.page
        return not (page.blocks or page.notes or page.frames)

    def do(self, edit: Edit, label: str, merge: bool = False) -> bool:
        """Apply an edit as one undo entry. Return False, with a message, if it does not fit.

        `merge` as in `UndoStack.do`.
        """
        try:
            self.history.do(edit, label, merge)
        except EditError as error:
            self.status_message.emit(translated(error))
            return False
        return True

    def _heard(self, edit: Edit) -> None:
        mine = bool(self.retyped)
        if mine:
            self._rules = None
        for touched in edit.touched():
            mine = mine or touched.conflicts
            if touched.on(self.name):
                mine, self.name = True, touched.page
                if touched.types:
                    self._rules = None
        if self.trail and self.name in self.history.document.pages:
            was, now = self._names, self.history.names
            self.look(
                breakpoints.trail_after_edit(
                    self.trail, self.name, lambda step: now.follow(step, was, ""), self.catalogue
                )
            )
        self._names = self.history.names
        if mine:
            self.edited.emit(edit)

    @property
    def retyped(self) -> frozenset[str]:
        """The block types of this page that the last edit changed by editing other pages."""
        types = self.history.inferences(self.catalogue).retyped
        return types and types & types_on(self.page)

    @property
    def inference(self) -> IncrementalInference:
        """The inference of the page, shared by all users of the history."""
        if self.name in self.history.document.pages:
            return self.history.inferences(self.catalogue).inference_of(self.name)
        return IncrementalInference(self.page, self.catalogue)

    def rules(self) -> WireRules:
        """Return the WireRules of the page in its present state."""
        if self._rules is None:
            self._rules = WireRules(self.page, self.catalogue, lambda: self.inference.current())
        return self._rules


def _listen(history: UndoStack, page: OpenPage) -> None:
    """Report edits to a page for as long as it exists; neither object keeps the other alive."""
    hearing, owner = weakref.ref(page), weakref.ref(history)

    def listener(edit: Edit) -> None:
        heard, edited = hearing(), owner()
        if heard is not None and shiboken6.isValid(heard):
            heard._heard(edit)
        elif edited is not None:
            edited.listeners.remove(listener)

    history.listeners.append(listener)


class Selection(QObject):
    """The selected blocks, frames and notes, by id, and wires. The scene stores them and applies edits."""

    changed = Signal()

    def __init__(self, scene: Scene, update: Callable[[], None], parent: QObject | None = None):
        super().__init__(parent)
        self._scene, self._update = scene, update

    def __call__(self) -> set[str]:
        """Return the ids of the selected blocks, frames and notes."""
        return self._scene.selection()

    def wires(self) -> list[Wire]:
        """Return the selected wires."""
        return self._scene.selected_wires()

    def wire_slots(self) -> list[int]:
        """Return the selected wires, by their slots in the scene."""
        return np.flatnonzero(self._scene.wselected).tolist()

    def has_items_and_wires(self) -> tuple[bool, bool]:
        """Return whether any block, frame or note is selected, and whether any wire is."""
        scene = self._scene
        return bool(scene.selected[: scene.count].any() or scene.chosen), bool(scene.wselected[: scene.wcount].any())

    def choose(self, ids: Iterable[str], wires: Iterable[int] = (), keep_wires: bool = False) -> None:
        """Select these ids and wires (by slot), and nothing else. Ids that the page does not have are skipped.

        `keep_wires`: the selected wires stay selected.
        """
        if self._scene.select(ids, self.wire_slots() if keep_wires else wires):
            self._update()
            self.changed.emit()

    def toggle_wire(self, slot: int) -> None:
        """Select a wire, or deselect it."""
        self._scene.wselected[slot] ^= True
        self._update()
        self.changed.emit()

    def all(self) -> None:
        """Select every block, frame and note."""
        if self._scene.select_all():
            self._update()
            self.changed.emit()
