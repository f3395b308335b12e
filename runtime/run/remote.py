"""Open sessions on a target: a task of a cluster that TensorFlow's own runtime serves.

State on a target belongs to the cluster: variables, queues and accumulators are shared by container and shared_name
among all sessions, and outlive them. So nothing is saved or restored here. Only a run with `init` initialises
variables; other runs wait for the initialisation.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import tensorflow as tf
from platformdirs import user_state_dir

from blockloom.blocks import cluster as clusters
from blockloom.blocks.cluster import Cluster, Task, task_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.io import bounded_io
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.frontend import added_ops
from blockloom.runtime.compile.program import Program
from blockloom.runtime.run import task_reachability

_ANSWER = 5_000  # milliseconds to wait for a TensorFlow server
_LOOK_AFTER = 1.0  # seconds after which a step checks the tasks, and between two checks
_ASIDE = 0.5  # seconds to wait for a checking thread
# A device filter that matches no task limits a session to the devices of the target itself. TensorFlow must be able to
# parse the filter, or the server exits.
_NO_TASK = "/job:none_of_them"
_MOST_SEEN = 500  # most tasks in the file of known tasks
_NAMED = re.compile(r"/job:(\w+)(?:/replica:\d+)?/task:(\d+)")
# Errors that TensorFlow raises if a task, or the connection to it, is lost.
_LOST = (
    tf.errors.UnavailableError,
    tf.errors.AbortedError,
    tf.errors.DeadlineExceededError,
    tf.errors.CancelledError,
    tf.errors.InternalError,
    tf.errors.UnknownError,
)


class RemoteTarget:
    """A target with the tasks that a page needs there. `connect` finds them, `session` opens sessions on them."""

    def __init__(self, target: str, init: bool = False, cluster: Cluster | None = None):
        self.target, self.init, self.cluster = target, init, cluster
        self.own = task_reachability.task_at(clusters.target_address(target), cluster) or Task(
            "", 0, clusters.target_address(target)
        )
        self.tasks: list[Task] = [self.own]  # tasks with a known address; these are checked
        self.initialised: set[str] = set()  # initialised nodes of variables that sessions of a page share
        self._filters: list[str] = [_NO_TASK]
        self._found: dict[tuple[str, int], int] = {}
        self._kinds: set[str] = set()  # device types of these tasks
        self._looking: threading.Thread | None = None
        self._lost: dict[Task, str] = {}
        self._asking: threading.Thread | None = None
        self._answer: Any = None

    def connect(self, program: Program) -> list[Problem]:
        """Find the tasks that the graph names; return errors for missing tasks, warnings for lost state."""
        names = {task_of(op.device): None for op in program.graph.get_operations() if op.device}
        wanted = {f"/job:{n[0]}" + (f"/task:{n[1]}" if n[1] is not None else ""): n for n in names if n}
        known = [t for name, index in wanted.values() if index is not None and (t := self._task(name, index)).address]
        refused = task_reachability.check(program.page, self.target, known, self.cluster)
        if refused:
            return refused
        try:
            devices = self._devices([_NO_TASK])
        except tf.errors.OpError as error:
            return [
                task_reachability.unreachable_problem(
                    program.page, self.own, phrase("it does not answer as a TensorFlow server ({})", _short(error))
                )
            ]
        self.own = Task(*next(iter(devices)), self.own.address)
        self._filters = [*wanted] or [_NO_TASK]
        try:
            devices |= self._devices(self._filters)
        except tf.errors.OpError as error:
            return [
                task_reachability.unreachable_problem(program.page, task, why) for task, why in self._silent().items()
            ] or [task_reachability.unreachable_problem(program.page, self.own, _short(error))]
        self._found = devices
        self.tasks = [task for name in devices if (task := self._task(*name)).address]
        missing = self._without_device(program)
        if missing is not None:
            return [missing]
        problems = [
            self._no_task(program, name)
            for name in wanted.values()
            if not any(j == name[0] and name[1] in (None, i) for j, i in devices)
        ]
        return problems or self._remember(program.page, devices)

    def follow(self, old: RemoteTarget | None, program: Program, before: Program) -> None:
        """Take over the initialised variables from `old`, if tasks and variables are the same after an edit."""
        if (
            old is None
            or old.target != self.target
            or any(self._found.get(task, which) != which for task, which in old._found.items())
        ):
            return
        had, now = _whereabouts(before), _whereabouts(program)
        self.initialised = {node for node in old.initialised & now.keys() if had[node] == now[node]}

    def _silent(self) -> dict[Task, str]:
        """Return the tasks of the page that do not answer the target, when asked one by one."""
        names = {
            filter_: name
            for filter_ in self._filters
            if filter_ != _NO_TASK and (name := task_of(filter_)) and name != self.own[:2]
        }

        def answers(filter_: str) -> bool:
            try:
                return len(names) > 1 and bool(self._devices([filter_]))
            except tf.errors.OpError:
                return False

        with ThreadPoolExecutor(32) as pool:
            answered = dict(zip(names, pool.map(answers, names)))
        return {
            self._task(names[f][0], names[f][1] or 0): phrase("{} cannot reach it", self.target)
            for f, yes in answered.items()
            if not yes
        }

    def _devices(self, filters: list[str]) -> dict[tuple[str, int], int]:
        """Return job and index of every matching task, with the incarnation of its first device.

        A restart of the task changes the incarnation.
        """
        config = tf.compat.v1.ConfigProto(operation_timeout_in_ms=_ANSWER, device_filters=filters)
        with tf.Graph().as_default():
            session = tf.compat.v1.Session(self.target, config=config)
            incarnations: dict[tuple[str, int], int] = {}
            try:
                for device in session.list_devices():
                    self._kinds.add(device.device_type)
                    if named := _NAMED.search(device.name):
                        incarnations.setdefault((named[1], int(named[2])), device.incarnation)
            finally:
                with contextlib.suppress(tf.errors.OpError):
                    session.close()
        return incarnations

    def _task(self, job: str, index: int) -> Task:
        if (job, index) == self.own[:2]:
            return self.own
        addresses = (self.cluster or {}).get(job, [])
        return Task(job, index, addresses[index] if index < len(addresses) else "")

    def _without_device(self, program: Program) -> Problem | None:
        """Return the error of an op for which no task of the page has a device with a kernel."""
        for added in added_ops():
            op = (
                None
                if added.device in self._kinds
                else next((op for op in program.graph.get_operations() if op.type in added.expanders), None)
            )
            place = program.place(op.name) if op is not None else None
            if place is not None:
                return make_problem(added.missing, place.at_pin(""), target=self.target)
        return None

    def _no_task(self, program: Program, name: tuple[str, int | None]) -> Problem:
        op = next(op for op in program.graph.get_operations() if task_of(op.device) == name)
        place = program.place(op.name)
        return make_problem(
            "no-task:at-target",
            place.at_pin("") if place else Address(program.page),
            device=op.device,
            target=self.target,
        )

    def _remember(self, page: str, incarnations: dict[tuple[str, int], int]) -> list[Problem]:
        """Warn of tasks that were restarted since the last run from this machine."""
        path = Path(user_state_dir("blockloom", appauthor=False)) / "tasks.json"
        seen: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError, TypeError):
            seen = dict(bounded_io.parsed(bounded_io.read(path, "cluster")))
        problems = []
        for (job, index), incarnation in incarnations.items():
            task = self._task(job, index)
            key = f"{task.name} of {self.target}"
            if seen.get(key, str(incarnation)) != str(incarnation):
                problems.append(make_problem("task-restarted", Address(page), task=task, init=self.init))
            seen.pop(key, None)
            seen[key] = str(incarnation)
        with contextlib.suppress(OSError):  # without the file, the next run cannot detect restarted tasks
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_suffix(f".{os.getpid()}.tmp")
            temporary.write_text(json.dumps(dict([*seen.items()][-_MOST_SEEN:])), "utf-8")
            os.replace(temporary, path)
        return problems

    def session(self, graph: tf.Graph, config: Any) -> tf.compat.v1.Session:
        """Return a session that sees only the target and the page's tasks, so that other tasks may be missing."""
        self._lost = {}
        config.device_filters.extend(self._filters)
        return tf.compat.v1.Session(self.target, graph=graph, config=config)

    def close(self, live: Iterable[Any]) -> None:
        """Close sessions; those on lost tasks are abandoned."""

        def work() -> None:
            for session in live:
                with contextlib.suppress(tf.errors.OpError):
                    session.close()

        closing = threading.Thread(target=work, daemon=True)
        closing.start()
        closing.join(_ASIDE)

    def shared(self, program: Program) -> set[str]:
        """Return the blocks (addresses as text) whose state has a name on the target, so that it outlives a session."""
        places = (
            program.place(op.name)
            for op in program.graph.get_operations()
            if "shared_name" in op.node_def.attr and op.get_attr("shared_name")
        )
        return {str(place.owner_on(program.page)) for place in places if place}

    def lost(self, page: str, step_takes: float) -> Problem | None:
        """Return the problem of a task lost during a step of `step_takes` seconds; None if all tasks answer.

        Never blocks: a thread checks the tasks.
        """
        if self._lost:
            return self._gone(page, self._lost)
        if step_takes > _LOOK_AFTER and (self._looking is None or not self._looking.is_alive()):
            self._looking = threading.Thread(target=self._look, daemon=True)
            self._looking.start()
        return None

    def _look(self) -> None:
        found = task_reachability.unreachable(self.tasks)
        if found:
            self._lost = task_reachability.unreachable(found)  # checks again, because a packet may be lost
        time.sleep(_LOOK_AFTER)

    def problem(self, error: Exception, page: str) -> Problem | None:
        """Return the lost task that caused an error of a run; None if the error has another cause."""
        if not isinstance(error, _LOST):
            return None
        return self._gone(page, task_reachability.unreachable(self.tasks) or self._changed())

    def _changed(self) -> dict[Task, str]:
        """Return the tasks that no longer answer, or were restarted."""
        try:
            now = self._devices(self._filters)
        except tf.errors.OpError:
            return self._silent()
        return {
            self._task(*name): task_reachability.ANEW
            for name, incarnation in self._found.items()
            if now.get(name) != incarnation
        }

    def _gone(self, page: str, found: dict[Task, str]) -> Problem | None:
        if not found:
            return None
        self.initialised.clear()
        return task_reachability.lost_problem(page, found)

    def aside(self, ask: Callable[[], Any], default: Any) -> Any:
        """Call `ask` in a thread and return its result; its last result, or `default`, if it takes long."""
        if self._asking is None or not self._asking.is_alive():

            def work() -> None:
                self._answer = ask()

            self._asking = threading.Thread(target=work, daemon=True)
            self._asking.start()
        self._asking.join(_ASIDE)
        return default if self._answer is None else self._answer


def _whereabouts(program: Program) -> dict[str, tuple[Any, ...]]:
    """Return what identifies each variable of a page on a target."""
    found = {}
    for variable in (v for s in program.sessions for v in s.variables):
        op = program.graph.get_operation_by_name(variable.node)
        found[variable.node] = (variable.key, op.device, op.get_attr("container"), op.get_attr("shared_name"))
    return found


def _short(error: Exception) -> str:
    text = str(getattr(error, "message", error)).removeprefix("Graph execution error:").strip()
    return text.partition("\n")[0].rstrip(".")
