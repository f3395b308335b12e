"""The comparison of the open document with another one: the changes now, and the decisions about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from blockloom.app import qt
from blockloom.app.window.comparison.change_model import Key, ListedChanges, Numbers, label, listed
from blockloom.app.window.dialogs.waiting import Job, WaitCancelled, wait_for
from blockloom.app.window.document.tabs import PageTabs
from blockloom.app.window.document.workspace import Workspace
from blockloom.blocks.checks.page_checks import problem_of
from blockloom.blocks.diff.changes import CellChange
from blockloom.blocks.document.pages import Conflict, Document
from blockloom.blocks.edits import CompositeEdit, Edit, EditError, SetConflicts, flatten_edits
from blockloom.blocks.merge.conflict_resolution import drop_conflicts
from blockloom.blocks.quickfixes import conflict_fixes
from blockloom.blocks.text.phrases import Phrase
from blockloom.blocks.weights.document_weights import WeightsError

if TYPE_CHECKING:
    from blockloom.app.window.comparison.array_change_list import ArrayChanges
    from blockloom.blocks.diff.differences import Diff

_SOON = 120  # milliseconds after an edit until the documents are compared


class ComparedDocument(NamedTuple):
    """A document to compare with, its name, and a text about it."""

    document: Document
    name: str
    about: str = ""


class DocumentComparison(QObject):
    """`diff` leads from the open document to the other one. It is computed in a thread, and again after each edit."""

    changed = Signal()  # emitted after the diff or the conflicts changed, or the user decided a change
    measured = Signal()  # emitted when `numbers` of arrays are available

    def __init__(self, workspace: Workspace, tabs: PageTabs):
        super().__init__(tabs)
        self.workspace, self._tabs = workspace, tabs
        self.other: ComparedDocument | None = None
        self.diff: Diff | None = None
        self.listed: list[ListedChanges] = []  # changes of `diff` as they are listed
        self.arrays: ArrayChanges | None = None  # arrays that differ
        self.numbers: Numbers = {}  # sizes of these differences
        self.kept: set[Key] = set()  # changes that the user decided not to take
        self._said = set[str]()  # messages of this comparison that were shown
        self._stale = False  # whether the document was edited since the comparison
        self._had: tuple[Conflict, ...] = ()  # conflicts that were listed before without a comparison
        self._job: Job | None = None
        self._measuring: Job | None = None
        self._later = qt.timer(self, self._begin, _SOON)
        self._turn = qt.timer(self, self._later.start)  # later, because showing an edit of many blocks takes a while
        workspace.edited.connect(self._edited)
        workspace.replaced.connect(self.end)

    def compare(self, other: ComparedDocument) -> None:
        """Compare the open document with another one from now on."""
        self.other, self.diff, self.arrays, self.listed, self.numbers = other, None, None, [], {}
        self.kept.clear()
        self._said.clear()
        self._stale = True
        self._turn.start()
        self.changed.emit()

    def end(self) -> None:
        """End the comparison."""
        self.other = self.diff = self.arrays = self._job = None
        self.listed, self.numbers = [], {}
        self.kept.clear()
        self._later.stop()
        self.changed.emit()

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Unresolved conflicts of a merge in the open document."""
        return self.workspace.document.conflicts

    @property
    def are_equal(self) -> bool:
        """True if the documents were compared, and nothing differs or is left to decide."""
        return self.diff is not None and not self.changing and not self.listed and not self.conflicts

    @property
    def changing(self) -> bool:
        """True if the listed changes are those before an edit."""
        return self._stale or self._job is not None

    @property
    def changes(self) -> list[CellChange]:
        """Listed changes without a decision, including changes of layout."""
        found = (change for one in self.listed for change in (one.itself, *one.rows, *one.layout) if change is not None)
        return [change for change in found if change.key not in self.kept]

    def _edited(self) -> None:
        if self.other is not None:
            self._stale = True
            self._turn.start()
        elif self.conflicts != self._had:
            self._had = self.conflicts
            self.changed.emit()

    def _work(
        self, other: ComparedDocument
    ) -> Callable[[], tuple[Diff, ArrayChanges, list[ListedChanges], list[Phrase]]]:
        """Return a function that compares the present document, and lists arrays that are not found."""
        ours, types = self.workspace.document.copy(), self.workspace.catalogue.base
        here = self.tr("the open document")

        def work() -> tuple[Diff, ArrayChanges, list[ListedChanges], list[Phrase]]:
            from blockloom.app.window.comparison.array_change_list import (
                ArrayChanges,  # late, in the thread
            )
            from blockloom.blocks.diff.differences import diff_documents

            found = diff_documents(ours, other.document, types)
            arrays = ArrayChanges(found)
            changes = [change for change in found.changes if change.key not in arrays.unlisted]
            return found, arrays, listed(changes, arrays.listed), arrays.not_compared(here, other.name)

        return work

    def _begin(self) -> None:
        if self.other is not None and self._job is None:
            self._stale = False
            self._job = Job(self._work(self.other))
            self._job.when_done(self._found)

    def _found(self) -> None:
        job = self._job
        if job is None or not job.over.is_set():  # the comparison has ended
            return
        self._job = None
        self.diff, self.arrays, self.listed, lacking = job.result()
        if self._stale:
            self._later.start()
        self.changed.emit()
        for text in lacking:
            if text not in self._said:
                self._said.add(text)
                self.workspace.tell(text, "warning")
        self._measure()

    def _measure(self) -> None:
        """Start to compute the differences of arrays, unless that is under way or no arrays differ."""
        if self._measuring is None and self.arrays:
            self._measuring = Job(self.arrays.numbers)
            self._measuring.when_done(self._measured)

    def _measured(self) -> None:
        job = self._measuring
        if job is not None and job.over.is_set():
            self._measuring = None
            self.numbers = job.result() if self.arrays else {}
            self.measured.emit()

    def _now(self) -> tuple[Diff, ArrayChanges] | None:
        """Return the diff of the present document; None if there is none, or the user cancels."""
        if self.other is None:
            return None
        if self.diff is not None and self.arrays is not None and not self._stale and self._job is None:
            return self.diff, self.arrays
        text = self.tr("Comparing with {}…").format(self.other.name)
        try:
            found: Any = wait_for(self._work(self.other), text, self._over)
        except WaitCancelled:
            return None
        return found[:2]

    @property
    def _over(self) -> Any:
        return self._tabs.window()

    def take(self, changes: Iterable[CellChange]) -> bool:
        """Take these changes, and those that they need, into the open document as one edit."""
        self.workspace.typing_ends.emit()
        wanted, now = {change.key for change in changes}, self._now()
        if now is None or self.other is None:
            return False
        found, arrays = now
        document, other, mine = self.workspace.document, self.other.document, list[CellChange]()

        def work() -> Edit:
            listed = arrays.listed
            mine.extend(c for c in found.changes if (listed[c.key].key if c.key in listed else c.key) in wanted)
            if keys := set[str]().union(*(change.weights for change in found.with_needed(mine))):
                document.weights.take(other.weights, keys & other.keys(), other.folder)
            return found.edit(mine)

        try:
            edit: Any = wait_for(work, self.tr("Taking changes from {}…").format(self.other.name), self._over)
        except (WeightsError, EditError) as error:
            self.workspace.refuse(str(error))
            return False
        except WaitCancelled:
            return False
        if not mine:
            return False
        what = label(mine[0]) if len(mine) == 1 else self.tr("{:,} changes").format(len(mine))
        title = self.tr("Take from {0}: {1}").format(self.other.name, what)
        done = self.workspace.do(edit, title, complete=True)
        if done:
            self.workspace.mixed.emit()
        return done

    def keep(self, changes: Iterable[CellChange]) -> None:
        """Let these stay as they are in the open document, and list them no more while the comparison lasts."""
        self.kept |= {change.key for change in changes}
        self.changed.emit()

    def list_kept(self) -> None:
        """List the changes again that the user decided not to take."""
        self.kept.clear()
        self.changed.emit()

    def choices(self, conflict: Conflict) -> tuple[str, ...]:
        """Return the choices for a conflict: see `conflict_fixes.choices`."""
        return conflict_fixes.choices(self.workspace.document, self.workspace.catalogue, conflict)

    def text_of(self, conflict: Conflict) -> str:
        """Return the text of a conflict."""
        return problem_of(self.workspace.document, conflict).message

    def solve(self, found: Iterable[Conflict], choice: str) -> None:
        """Resolve those conflicts for which `choice` is possible, as one undo entry."""
        self.workspace.typing_ends.emit()
        document, catalogue = self.workspace.document, self.workspace.catalogue
        mine = [one for one in found if one in self.conflicts and choice in self.choices(one)]
        # Renames come last, because the others use the old names.
        mine.sort(key=lambda one: one.what in ("id", "page-name"))
        fixes = [conflict_fixes.chosen(document, catalogue, one, choice).edit for one in mine]
        if len(mine) == 1:
            self.workspace.do(fixes[0], self.tr("Resolve the conflict at {}").format(mine[0].at or self._name()))
        elif mine:
            edits = [one for fix in fixes for one in flatten_edits(fix) if not isinstance(one, SetConflicts)]
            whole = CompositeEdit((drop_conflicts(document, mine), *edits))
            self.workspace.do(whole, self.tr("Resolve {:,} conflicts").format(len(mine)))

    def _name(self) -> str:
        return self.tr("the document")
