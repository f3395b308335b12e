"""The target of runs, this machine or a task of a cluster, and its button in the status bar."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from blockloom.app.canvas.scene.translation import translated
from blockloom.app.plain import as_is
from blockloom.app.window.dialogs.waiting import Job
from blockloom.app.window.run.worker_session import OPENING, RUNNING, STOPPING, WorkerSession
from blockloom.app.window.user_settings import settings, texts
from blockloom.app.window.widgets.style import Colours
from blockloom.blocks import cluster as clusters
from blockloom.blocks.cluster import Cluster, ClusterError, Task
from blockloom.blocks.io import bounded_io
from blockloom.blocks.problems import Problem
from blockloom.runtime.protocol import requests

_EVERY = 2000  # milliseconds between two checks of the tasks
_WITHIN = 1.0  # most seconds to wait for a task
_RECENT = 8
REACHABLE = ""


class RunTarget(NamedTuple):
    """A target of runs: `grpc://HOST:PORT`, or "" for this machine, and its cluster file, if any."""

    address: str = ""
    file: str = ""


class Targets(QObject):
    """The chosen target, and the states of all tasks, which threads check."""

    changed = Signal()  # emitted when the target, the cluster or `init` changes
    states_checked = Signal()  # emitted when the states of tasks have been checked
    error_changed = Signal(str)  # why a cluster file or an address is not accepted

    def __init__(self, worker: WorkerSession):
        super().__init__(worker)
        self.worker, self.target, self.init = worker, RunTarget(), False
        self.file = ""  # path of the cluster file whose tasks are listed
        self.cluster: Cluster = {}
        self.states: dict[str, str] = {}  # address of a task -> why it is not reachable, or REACHABLE
        self.notes: dict[str, str] = {}  # name of a task -> its state in the last run
        self.watching = False  # whether the states are shown
        self.looking: Job | None = None
        self.timer = QTimer(self, interval=_EVERY)
        self.timer.timeout.connect(self.look)
        worker.state_changed.connect(lambda _: self.watch(self.watching))
        worker.opened.connect(lambda reply: self._note(reply.problems, anew=True))
        worker.ended.connect(lambda reply: self._note(reply.problems, anew=False))

    def open_file(self, path: str) -> bool:
        """List the tasks of a cluster file. Return False, and emit `error_changed`, if the file cannot be read."""
        try:
            self.cluster, self.file = clusters.load(path), path
        except ClusterError as error:
            self.error_changed.emit(translated(error))
            return False
        self.error_changed.emit("")
        self.changed.emit()
        self.look()
        return True

    def choose(self, address: str) -> bool:
        """Set the target: `grpc://HOST:PORT`, or "" for this machine.

        Return False, and emit `error_changed`, if the address is not a target.
        """
        from blockloom.runtime.run import task_reachability  # late, so that the window opens quickly

        try:
            task = task_reachability.task_at(clusters.target_address(address), self.cluster) if address else None
        except ClusterError as error:
            self.error_changed.emit(translated(error))
            return False
        self.target = RunTarget(address, self.file if task is not None else "")
        if address:
            recent = [self.target, *(t for t in recent_targets() if t != self.target)][:_RECENT]
            settings().setValue("targets", [json.dumps(t) for t in recent])
        self.notes = {}
        self.error_changed.emit("")
        self.changed.emit()
        self.look()
        return True

    def choose_recent(self, target: RunTarget) -> bool:
        """Set a recent target, and read its cluster file again."""
        return (not target.file or self.open_file(target.file)) and self.choose(target.address)

    def set_init(self, on: bool) -> None:
        """Set whether runs initialise the variables on the target (the chief)."""
        if on != self.init:
            self.init = on
            self.changed.emit()

    def request(self) -> requests.TargetSpec | None:
        """Return the target for an `OpenRequest`, None for this machine. The cluster file is read again.

        Raises:
            ClusterError: The cluster file is invalid.
        """
        if not self.target.address:
            return None
        cluster = clusters.load(self.target.file) if self.target.file else None
        if cluster != self.cluster and self.file == self.target.file and cluster is not None:
            self.cluster = cluster
            self.changed.emit()
        return requests.TargetSpec(address=self.target.address, init=self.init, cluster=cluster)

    def tasks(self) -> list[Task]:
        """Return the tasks of the cluster file, and the target if not among them."""
        listed = clusters.tasks(self.cluster)
        own = self.task()
        return listed if own is None or own in listed else [*listed, own]

    def task(self) -> Task | None:
        """Return the target, None for this machine."""
        if not self.target.address:
            return None
        from blockloom.runtime.run import task_reachability

        address = clusters.target_address(self.target.address)
        return task_reachability.task_at(address, self.cluster if self.target.file == self.file else None) or Task(
            "", 0, address
        )

    def state(self, task: Task) -> tuple[str, str]:
        """Return the state of a task as a text, and one of the window's colours."""
        why, note = self.states.get(task.address), self.notes.get(task.name, "")
        if why is None:
            return self.tr("asking…"), "dim"
        if why == REACHABLE:
            return "; ".join(filter(None, (self.tr("reachable"), note))), "warning" if note else "good"
        return self.tr("not reachable: {}").format("; ".join(filter(None, (why, note)))), "error"

    def watch(self, on: bool) -> None:
        """Check the states regularly while they are shown (`on`). During a run on a target, they always are."""
        begins = on and not self.watching
        self.watching = on
        running = self.worker.target is not None and self.worker.state in (OPENING, RUNNING, STOPPING)
        if not (on or running):
            self.timer.stop()
            self.states_checked.emit()
        elif not self.timer.isActive():
            self.timer.start()
            begins = True
        if begins:
            self.look()

    @property
    def fresh(self) -> bool:
        """True while the states are checked regularly, and so up to date."""
        return self.timer.isActive()

    def look(self) -> None:
        """Connect to every task once, in a thread, and then emit `states_checked`."""
        tasks = self.tasks()
        if not tasks or self.looking:
            return
        from blockloom.runtime.run import task_reachability

        def work() -> dict[str, str]:
            gone = task_reachability.unreachable(tasks, _WITHIN)
            return {task.address: gone.get(task, REACHABLE) for task in tasks}

        self.looking = Job(work)
        self.looking.when_done(self._show_seen)

    def _show_seen(self) -> None:
        if self.looking is None or not self.looking.over.is_set():
            return
        job, self.looking = self.looking, None
        self.states |= {address: translated(state) for address, state in job.result().items()}
        self.states_checked.emit()
        if any(task.address not in self.states for task in self.tasks()):
            self.look()  # the cluster has changed, so check again

    def _note(self, problems: Sequence[Problem], anew: bool) -> None:
        """Note the tasks that were lost or restarted in a run."""
        if self.worker.target is None:
            return
        if anew:
            self.notes = {}
        words = {
            "task-lost": self.tr("lost in the last run"),
            "task-unreachable": "",
            "task-restarted": self.tr("restarted: its state is lost"),
        }
        told = [p for p in problems if p.code in words]
        for task in self.tasks():
            for problem in told:
                if any(t.name == task.name if task.job else t.address == task.address for t in _tasks(problem)):
                    self.notes[task.name] = words[problem.code]
        if told or anew:
            self.states_checked.emit()
            self.look()


def _tasks(problem: Problem) -> list[Task]:
    """Return the tasks of a problem."""
    lost = [task for task, _ in problem.fact("tasks", ())]
    return [Task(*task) for task in (*lost, *filter(None, [problem.fact("task")]))]


def recent_targets() -> list[RunTarget]:
    """Return the recent targets, newest first."""
    found = []
    for text in texts("targets"):
        try:
            found.append(RunTarget(*map(str, bounded_io.parsed(text))))
        except (ValueError, TypeError):
            continue  # another version wrote this entry
    return found


class TargetButton(QToolButton):
    """The button in the status bar with the target of runs and its state, which opens the dock."""

    def __init__(self, targets: Targets, colours: Colours, parent: QWidget | None = None):
        super().__init__(parent)
        self.targets, self.colours = targets, colours
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        targets.changed.connect(self.show_target)
        targets.states_checked.connect(self.show_target)
        self.show_target()

    def set_colours(self, colours: Colours) -> None:
        """Show the state in the colours of a theme."""
        self.colours = colours
        self.show_target()

    def show_target(self) -> None:
        """Show the target."""
        task, colour, state = self.targets.task(), "", self.tr("Sessions run in a process of this machine")
        text = self.tr("This machine")
        if task is not None:
            text = f"{task.name.strip('/')} ({task.address})" if task.job else task.address
            text += self.tr(", chief") if self.targets.init else ""
            state, colour = self.targets.state(task)
            if not self.targets.fresh:
                colour, state = "", self.tr("{} when last checked").format(state)
        self.setText(text)
        self.setStyleSheet(f"QToolButton {{ color: {getattr(self.colours, colour)} }}" if colour else "")
        self.setToolTip(as_is(self.tr("Runs on {}: {}").format(text, state)))
        self.setAccessibleName(self.tr("Target: {}").format(text))
        self.setAccessibleDescription(state)
