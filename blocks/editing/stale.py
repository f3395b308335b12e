"""Blocks of a page that ran whose results can be out of date.

These are the blocks that were edited since, and all that depend on them. They are updated edit by edit; an edit that is
undone has no effect.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.edits.base import Touched
from blockloom.blocks.infer.page_uses import used_pages, uses_of


class StaleResults:
    """Blocks whose results are out of date since a run, in `names`.

    Pass every edit of the page to `follow`, and those of `used` pages to `follow_used`. The time is proportional to the
    number of blocks that an edit touches and makes stale.
    """

    def __init__(self, page: Page, used: Iterable[Page] = ()):
        self._blocks, self._out = dict(page.blocks), dict(page.out)
        self._into = {name: dict(pins) for name, pins in page.into.items()}
        self._was: dict[str, str] = {}  # current name -> name during the run, if they differ
        self._changed: set[str] = set()  # blocks that were edited
        self._later: set[str] = set()  # these, and all downstream blocks
        self._kept: set[str] = set()  # blocks out of date since an earlier run, which this run did not fetch
        self._used = {other.name: StaleResults(other) for other in used}
        self._other: set[str] = set()  # pages that were edited, or that use such pages
        self._inside: set[str] = set()  # blocks that use one of these pages

    @property
    def names(self) -> set[str]:
        """The ids of stale blocks."""
        return self._later | self._kept

    def neighbours(self, blocks: Iterable[str], used_page: str = "") -> set[str]:
        """Return the current names of blocks that were wired to given blocks during the run, which may be removed.

        Args:
            used_page: The page that this page uses and that has the blocks, "" for this page.
        """
        if used_page:
            return self._used[used_page].neighbours(blocks) if used_page in self._used else set()
        found = set[str]()
        for name in (self._was.get(block, block) for block in blocks):
            found.update(wire.target for wire in self._out.get(name, ()))
            found.update(wire.source for wires in self._into.get(name, {}).values() for wire in wires)
        return {self._now(name) for name in found}

    def keep(self, blocks: Iterable[str]) -> None:
        """Mark blocks as stale that show results of an earlier run."""
        self._kept.update(blocks)

    def fetched(self, blocks: Collection[str]) -> None:
        """Mark blocks as having results of this run."""
        self._kept.difference_update(blocks)

    def follow(self, touched: Touched, page: Page) -> None:
        """Update after a simple edit of the page, which is already applied."""
        if touched.renamed:
            self._rename(*touched.renamed)
        near = {
            *touched.valued,
            *touched.muted,
            *touched.removed,
            *(block.id for block in touched.added),
            *(placed.wire.target for placed in touched.wires),
        }
        if touched.removed:  # the edit may also have removed wires that were added after the run
            near |= self._changed
        for name in (*touched.removed, *(block.id for block in touched.added)):
            near.update(wire.target for wire in page.out.get(name, ()))
            near.update(self._now(wire.target) for wire in self._out.get(self._was.get(name, name), ()))
        self._look_at(near, page, touched.added)

    def follow_used(self, touched: Touched, page: Page, catalogue: Catalogue) -> None:
        """Update after a simple edit of a page that this page uses."""
        if touched.page_was in self._used:
            self._used[touched.page] = self._used.pop(touched.page_was)
        pages = catalogue.document.pages
        if touched.page not in self._used:
            return
        if touched.page in pages:
            self._used[touched.page].follow(touched, pages[touched.page])
        uses = {name: uses_of(pages[name], catalogue) if name in pages else set() for name in self._used}
        other, more = set[str](), {name for name, since in self._used.items() if since.names or name not in pages}
        while more:
            other |= more
            more = {name for name, named in uses.items() if not named.isdisjoint(more)} - other
        if other != self._other:
            self._other = other
            inside = {block.id for block in page.blocks.values() if not other.isdisjoint(used_pages(block, catalogue))}
            near, self._inside = inside ^ self._inside, inside
            self._look_at(near, page)

    def _look_at(self, near: set[str], page: Page, added: Iterable[Block] = ()) -> None:
        """Update blocks that can differ now."""
        now = {name for name in near if self._differs(name, page)}
        new, gone = now - self._changed, (near & self._changed) - now
        self._changed = (self._changed | now) - gone
        if gone:
            self._later, new = set(), self._changed
        new = {*new, *(block.id for block in added if self._behind(block.id, page))}
        self._spread(new, page)

    def _spread(self, names: Iterable[str], page: Page) -> None:
        todo = [name for name in names if name not in self._later]
        self._later.update(todo)
        while todo:
            for wire in page.out.get(todo.pop(), ()):
                if wire.target not in self._later and wire.target in page.blocks:
                    self._later.add(wire.target)
                    todo.append(wire.target)

    def _behind(self, name: str, page: Page) -> bool:
        """Return whether something stale is wired to a block."""
        return any(wire.source in self._later for wires in page.into.get(name, {}).values() for wire in wires)

    def _differs(self, name: str, page: Page) -> bool:
        """Return whether a block, its values or its incoming wires differ from the run; False if it is removed."""
        block, was = page.blocks.get(name), self._blocks.get(self._was.get(name, name))
        if block is None:
            return False
        if was is None or name in self._inside:
            return True
        if (block.type, block.mode) != (was.type, was.mode) or block.values != was.values:
            return True
        into, before = page.into.get(name, {}), self._into.get(was.id, {})
        return into.keys() != before.keys() or any(
            [(self._was.get(w.source, w.source), w.source_pin, w.kind) for w in wires]
            != [(w.source, w.source_pin, w.kind) for w in before[pin]]
            for pin, wires in into.items()
        )

    def _rename(self, old: str, new: str) -> None:
        """Swap two names, of which one has no block."""
        was = self._was
        was[new], was[old] = was.get(old, old), was.get(new, new)
        for names in (self._changed, self._later, self._kept, self._inside):
            if old in names:
                names.remove(old)
                names.add(new)

    def _now(self, name: str) -> str:
        """Return the current name of a block of the run."""
        return next((now for now, was in self._was.items() if was == name), name) if self._was else name
