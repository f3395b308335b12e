"""The tasks of `blockloom edit --compare` and `--merge`, for users and git's difftool and mergetool."""

from __future__ import annotations

import argparse
import glob
import os
from typing import TYPE_CHECKING, Any

from blockloom.app.canvas.scene.translation import tr
from blockloom.app.sides import is_nothing

if TYPE_CHECKING:
    from blockloom.app.window.mainwindow import MainWindow


class StartupTask:
    """A task of the command line: `file` is opened ("" for none), then `begin` is called, and `code` at the end."""

    file = ""

    def begin(self, window: MainWindow) -> None:
        """Begin the task in the window."""

    def code(self) -> int:
        """Return the exit code of the program."""
        return 0


class CompareTask(StartupTask):
    """Open a document and compare it with another one, which may be in a revision."""

    def __init__(self, other: str, file: str):
        self.file, self._other = "" if is_nothing(file) else file, other

    def begin(self, window: MainWindow) -> None:
        from blockloom.app.window.comparison import compare_dialog

        if window.file.path or not self.file:
            window.comparisons.compare(compare_dialog.of_side(self._other))


class MergeTask(StartupTask):
    """Merge three versions, to be saved as `out`.

    The program exits with code 0 if the merge was saved without unresolved conflicts, else with 1.
    """

    def __init__(self, base: str, ours: str, theirs: str, out: str):
        self._sides, self._out, self._saved = (base, ours, theirs), os.path.abspath(out), False

    def begin(self, window: MainWindow) -> None:
        from blockloom.app.window.comparison import compare_dialog

        comparisons = window.comparisons
        found: list[Any] = [comparisons.read(compare_dialog.of_side(side), tr("Cannot merge")) for side in self._sides]
        base, ours, theirs = found
        if base is None or ours is None or theirs is None:
            return
        window.file.take(ours, self._out)
        ours.weights.open_sidecar(os.path.dirname(self._out))
        window.file.written.connect(lambda: self._written(window))
        comparisons.merge_documents(base, theirs, os.path.basename(self._sides[2]))
        window.history.mark_unsaved()  # the file at `out` is out of date even if the merge changed nothing of ours
        window.file.changed.emit()

    def _written(self, window: MainWindow) -> None:
        self._saved = os.path.abspath(window.file.path) == self._out and not window.workspace.document.conflicts

    def code(self) -> int:
        return 0 if self._saved else 1


def task(args: argparse.Namespace) -> StartupTask:
    """Return the task of the options of `blockloom edit`.

    Raises:
        ValueError: the options contradict each other, or name folders without a model.
    """
    if args.merge is not None:
        if args.out is None or args.file is not None or args.compare is not None:
            raise ValueError("--merge BASE OURS THEIRS wants -o OUT, and nothing else")
        return MergeTask(*args.merge, args.out)
    if args.out is not None:
        raise ValueError("-o OUT goes with --merge")
    words = [*args.compare, *([args.file] if args.file is not None else [])]
    if len(words) != 2:
        raise ValueError("--compare wants two documents: --compare OTHER FILE, or FILE --compare OTHER")
    if any(os.path.isdir(word) and not glob.glob("saved_model.pb*", root_dir=word) for word in words):
        raise ValueError("folders are not compared: name two documents. `git difftool` without --dir-diff does so")
    return CompareTask(*words)
