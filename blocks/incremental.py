"""The inference of a page that is edited: brought up to date bit by bit, from what an edit touched."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Page, Wire
from blockloom.blocks.edits import (
    Again,
    Edit,
    Enclose,
    Insert,
    Move,
    MovePage,
    Paint,
    Remove,
    Rename,
    Replace,
    SetBookmark,
    SetMode,
    SetSheet,
    SetValue,
    leaves,
)
from blockloom.blocks.infer import Inference, Known, Value

LOOKS = (Move, MovePage, Paint, Enclose, Replace, SetSheet, SetBookmark)    # edits that change no dtype
_PIECE = 20     # blocks between two looks at the clock
_MANY = 500     # blocks that one edit may bring or take: with more, finding what it touched takes longer than it saves


class IncrementalInference:
    """Tell it of every edit by `follow`, give it time by `go_on`, and ask `now`.

    A page with loops is walked from its beginning after each edit: what is known there depends on where the walk
    enters.
    """

    def __init__(self, page: Page, catalogue: Catalogue):
        self.catalogue = catalogue
        self.restart(page)

    def restart(self, page: Page) -> None:
        """Nothing is known of the page as it is."""
        self.page = page
        self.inference = Inference(page, self.catalogue, whole=False)
        self._walk: Iterator[None] | None = self.inference.walk()
        self._dirty: dict[str, None] = {}       # blocks to be visited again, in order
        self._others: dict[str, None] | None = None

    def follow(self, edit: Edit, page: Page, users: Callable[[Iterable[str]], Iterable[str]]) -> None:
        """The page changed by this edit, and is now this one. `users` gives the blocks to which wires led from some
        that the edit removed."""
        dirty: dict[str, None] = {}
        wires: list[Wire] = []
        known = page is self.page and all(self._touched(leaf, dirty, wires, users) for leaf in leaves(edit))
        if not known or dirty and (self._walk is not None or self.inference.looped or self._circle(wires)):
            self.restart(page)
        else:
            self._dirty |= dirty

    def _touched(self, edit: Edit, dirty: dict[str, None], wires: list[Wire], users: Callable) -> bool:
        """Collect the blocks whose values or sources are others by a simple edit, and new wires. False: it may be
        any."""
        page = self.page
        if isinstance(edit, (*LOOKS, SetMode)) or getattr(edit, "page", page.name) != page.name:
            return True
        if isinstance(edit, Insert | Again | Remove) and len(edit.blocks) > _MANY:
            return False
        if isinstance(edit, SetValue):
            dirty[edit.block] = None
        elif isinstance(edit, Insert | Again):
            new = [placed.wire for placed in edit.wires]
            for block in edit.blocks:
                dirty[block.id] = None
                new += self._wires_of(block.id)
            dirty.update(dict.fromkeys([w.target for w in new]))
            dirty.update(dict.fromkeys([w.source for w in new]))    # is as it was, but the wires are new
            wires += new
        elif isinstance(edit, Remove):
            dirty.update(dict.fromkeys(edit.blocks))
            dirty.update(dict.fromkeys(users(edit.blocks)))
            dirty.update(dict.fromkeys([placed.wire.target for placed in edit.wires]))
        elif isinstance(edit, Rename):
            dirty.update(dict.fromkeys((edit.old, edit.new)))
            dirty.update(dict.fromkeys([w.target for w in page.out.get(edit.new, ())]))
            wires += self._wires_of(edit.new)   # those that dangled there are new
        else:
            return False
        return True

    def _wires_of(self, block: str) -> list[Wire]:
        return [*self.page.out.get(block, ()), *self.page.wires_into(block)]

    def _circle(self, wires: list[Wire]) -> bool:
        """Whether these wires may close a circle: a way from where one ends leads to where one begins."""
        sources, out = {wire.source for wire in wires}, self.page.out
        todo = [wire.target for wire in wires]
        seen = set(todo)
        while todo:
            for wire in out.get(todo.pop(), ()):
                if wire.target in sources:
                    return True
                if wire.target not in seen:
                    seen.add(wire.target)
                    todo.append(wire.target)
        return any(wire.target == wire.source for wire in wires)

    # --- bringing up to date --------------------------------------------------------------------------------------

    def go_on(self, until: float) -> bool:
        """Go on until that moment of time.monotonic(). True when nothing is left to find."""
        while time.monotonic() < until:
            if self._walk is not None:
                if next(self._walk, self) is self:
                    self._walk = None
            elif self._dirty:
                for _ in range(min(_PIECE, len(self._dirty))):
                    self._visit()
            else:
                return True
        return self._walk is None and not self._dirty

    def _visit(self) -> None:
        name = next(iter(self._dirty))
        del self._dirty[name]
        if self._others is not None:
            self._others[name] = None
        known, block = self.inference.known, self.page.blocks.get(name)
        before = known.pop(name, None)
        if block is not None and block.type in self.catalogue:
            self.inference.visit(block)
            self.inference.order.clear()        # what a walk leaves, and nobody asks of this one
            self.inference.problems.clear()
        if _said(before) != _said(known.get(name)):
            for wire in self.page.out.get(name, ()):
                self._dirty.pop(wire.target, None)      # visited after what is found before it
                self._dirty[wire.target] = None

    def now(self) -> Inference:
        """All that is known of the page as it is; `order` and `problems` are not kept."""
        self.go_on(float("inf"))
        return self.inference

    def others(self) -> dict[str, None] | None:
        """The blocks that were visited since this was last asked, in order, those that went included; None: all."""
        found, self._others = self._others, {}
        return found


def _said(known: Known | None) -> list[dict[str, Any]] | None:
    """What blocks further on can see of one."""
    if known is None:
        return None
    parts = [known.attrs] if known.maker is known.attrs else [known.attrs, known.maker]
    return [{name: value for name, value in part.items() if not isinstance(value, Value)} for part in parts]
