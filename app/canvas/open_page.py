"""The page of a document that a canvas has open: what is on it, what its types are, and the edits that change it."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal

from blockloom.app.canvas.words import translated
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Page
from blockloom.blocks.edits import AddPage, Edit, EditError, Many, MovePage, RemovePage, RenamePage, leaves
from blockloom.blocks.history import History
from blockloom.blocks.incremental import IncrementalInference
from blockloom.blocks.wire_rules import WireRules

T = TypeVar("T")
U = TypeVar("U")


def _pages(edit: Edit) -> tuple[str, ...]:
    """The pages that one leaf of an edit changes, by each name that they have had."""
    if isinstance(edit, RenamePage):
        return edit.old, edit.new
    return (edit.name,) if isinstance(edit, AddPage | RemovePage | MovePage) else (edit.page,)


class OpenPage(QObject):
    """The page `name` of `history.document`. It owns no data: every change goes through the history."""

    said = Signal(str)          # one line for the status bar: why something was not done, say
    edited = Signal(object)     # the edit, once the document has taken it: of this page alone

    def __init__(self, history: History, name: str, catalogue: Catalogue, parent: QObject | None = None):
        super().__init__(parent)
        self.history, self.name, self.catalogue = history, name, catalogue
        self.inference = IncrementalInference(self.page, catalogue)
        self._rules: WireRules | None = None
        self._parts: list[Edit] | None = None
        _listen(history, self)

    @property
    def page(self) -> Page:
        """The page; an empty one once it was removed from the document."""
        return self.history.document.pages.get(self.name) or Page(self.name)

    @property
    def empty(self) -> bool:
        page = self.page
        return not (page.blocks or page.notes or page.frames)

    def wait(self, work: Callable[[], T], text: str, then: Callable[[T], U] = lambda found: found,
             long: bool = False) -> U | None:
        """What `then` makes of work that may take its time; `long`: that surely does. A window has its own way to wait
        in the place of this: None is what it gives where the user cancelled."""
        return then(work())

    # --- edits -----------------------------------------------------------------------------------------------

    def do(self, edit: Edit, label: str) -> bool:
        """One undo step, or a part of one. An edit that does not fit says why in the status bar and gives False."""
        if self._parts is not None:
            self._parts.append(edit)
            return True
        try:
            self.history.do(edit, label)
        except EditError as error:
            self.said.emit(translated(error))
            return False
        return True

    @contextmanager
    def one_step(self, label: str) -> Iterator[None]:
        """What is done within is one edit, of parts that apply one after the other; nothing changes before the end."""
        parts = self._parts = []
        try:
            yield
        finally:
            self._parts = None
        if parts:
            self.do(Many(tuple(parts)), label)

    def _heard(self, edit: Edit) -> None:
        if any(self.name in _pages(leaf) for leaf in leaves(edit)):
            for leaf in leaves(edit):
                if isinstance(leaf, RenamePage) and leaf.old == self.name:
                    self.name = leaf.new
            self.edited.emit(edit)

    # --- types -----------------------------------------------------------------------------------------------

    def types_changed(self, edit: Edit, users: Callable[[Iterable[str]], list[str]]) -> None:
        """The page was changed by an edit that touches types. `users` gives the blocks that the wires from some lead
        to, as it was before."""
        self._rules = None
        self.inference.follow(edit, self.page, users)

    def rules(self) -> WireRules:
        """What can be wired to what, as the page is now."""
        if self._rules is None:
            self._rules = WireRules(self.page, self.catalogue, self.inference.now)
        return self._rules


def _listen(history: History, page: OpenPage) -> None:
    """Let a page hear of edits for as long as it exists: the history must not keep it alive."""
    method = weakref.WeakMethod(page._heard)

    def listener(edit: Edit) -> None:
        heard = method()
        if heard is not None and shiboken6.isValid(heard.__self__):
            heard(edit)
        else:
            history.listeners.remove(listener)

    history.listeners.append(listener)
