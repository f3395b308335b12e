"""The open document and the one that it is compared with: what differs now, and what was decided about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from blockloom.app import qt
from blockloom.app.window.comparison.rows import Listed, listed
from blockloom.app.window.comparison.words import label
from blockloom.app.window.dialogs.waiting import Job, WaitCancelled, wait_for
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.diff.changes import Change
from blockloom.blocks.diff.differences import Diff, diff
from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.merge import conflicts

_SOON = 120  # milliseconds after an edit


class Other(NamedTuple):
    """A document to compare with, what it is called, and what else there is to say of it."""

    document: Document
    name: str
    about: str = ""


class Comparison(QObject):
    """`diff` leads from the open document to the other one. It is computed in a thread, and again after each edit."""

    changed = Signal()  # there is another diff, another conflict, or something was decided

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self._tabs = workspace, tabs
        self.other: Other | None = None
        self.diff: Diff | None = None
        self.listed: list[Listed] = []  # its changes, as they are listed
        self.kept: set[tuple[str, str, str]] = set()  # cells that stay as they are
        self._stale = False  # the document was edited since
        self._job: Job | None = None
        self._later = qt.timer(self, self._begin, _SOON)
        workspace.edited.connect(self._edited)
        workspace.replaced.connect(self.end)

    def compare(self, other: Other) -> None:
        """Compare the open document with another one from now on."""
        self.other, self.diff, self.listed = other, None, []
        self.kept.clear()
        self._stale = True
        self._begin()
        self.changed.emit()

    def end(self) -> None:
        """Compare no more."""
        self.other = self.diff = self._job = None
        self.listed = []
        self.kept.clear()
        self._later.stop()
        self.changed.emit()

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What a merge left undecided in the open document."""
        return self.workspace.document.conflicts

    @property
    def changes(self) -> list[Change]:
        """What differs and is not decided."""
        changes = self.diff.changes if self.diff is not None else ()
        return [change for change in changes if change[:3] not in self.kept]

    # --- following ------------------------------------------------------------------------------------------------

    def _edited(self) -> None:
        if self.other is not None:
            self._stale = True
            self._later.start()
        elif self.conflicts:
            self.changed.emit()

    def _work(self, other: Other) -> Callable[[], tuple[Diff, list[Listed]]]:
        """What compares the document as it is now."""
        ours, types = self.workspace.document.copy(), self.workspace.catalogue.base

        def work() -> tuple[Diff, list[Listed]]:
            found = diff(ours, other.document, types)
            return found, listed(found.changes)

        return work

    def _begin(self) -> None:
        if self.other is not None and self._job is None:
            self._stale = False
            self._job = Job(self._work(self.other))
            self._job.then(self._found)

    def _found(self) -> None:
        job = self._job
        if job is None or not job.over.is_set():  # of a comparison that ended
            return
        self._job = None
        self.diff, self.listed = job.result()
        if self._stale:
            self._later.start()
        self.changed.emit()

    def _now(self) -> Diff | None:
        """The diff of the document as it is now; None where there is none, or the user does not wait for it."""
        if self.other is not None and (self._stale or self._job is not None or self.diff is None):
            text = self.tr("Comparing with {} ...").format(self.other.name)
            try:
                found: Any = wait_for(self._work(self.other), text, self._over)
            except WaitCancelled:
                return None
            return found[0]
        return self.diff

    @property
    def _over(self) -> Any:
        return self._tabs.window()

    # --- deciding -------------------------------------------------------------------------------------------------

    def take(self, changes: Iterable[Change]) -> bool:
        """Take these from the other document into the open one, as one edit, with what they need."""
        self.workspace.typing_ends.emit()
        wanted = {change.key for change in changes}
        found = self._now()
        if found is None or self.other is None:
            return False
        mine = [change for change in found.changes if change.key in wanted]
        if not mine:
            return False
        try:
            edit: Any = wait_for(
                lambda: found.edit(mine), self.tr("Taking over from {} ...").format(self.other.name), self._over
            )
        except WaitCancelled:
            return False
        what = label(mine[0]) if len(mine) == 1 else self.tr("{:,} changes").format(len(mine))
        return self.workspace.do(edit, self.tr("Take over from {0}: {1}").format(self.other.name, what))

    def keep(self, changes: Iterable[Change]) -> None:
        """Let these stay as they are in the open document, and list them no more while the comparison lasts."""
        self.kept |= {change.key for change in changes}
        self.changed.emit()

    def list_kept(self) -> None:
        """List again what stays as it is."""
        self.kept.clear()
        self.changed.emit()

    def solve(self, found: Iterable[Conflict], side: str) -> None:
        """Decide conflicts for one side, where that fits, as one step each."""
        self.workspace.typing_ends.emit()
        for conflict in found:
            if side in conflicts.sides(conflict) and conflict in self.conflicts:
                edit = conflicts.solved(self.workspace.document, conflict, side)
                self.workspace.do(edit, self.tr("Decide the conflict at {}").format(conflict.at or self._name()))

    def _name(self) -> str:
        return self.tr("the document")
