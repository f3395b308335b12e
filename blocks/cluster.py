"""Clusters: their tasks, the addresses of these, and the tasks that a page names.

A cluster file is JSON, job -> addresses: `{"ps": ["localhost:2222"], "worker": ["localhost:2223", "localhost:2224"]}`.
A task is one address of a job, named by its place in the list: /job:worker/task:1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.block_types import DEVICE
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.io import bounded_io
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import Phrase, file_error_reason, join, phrase, plural

Cluster = dict[str, list[str]]
_ADDRESS = r"(\[[0-9A-Fa-f:.%]+\]|[\w.-]+):(\d{1,5})"


class ClusterError(ValueError):
    """Raised for an invalid cluster file, task or address; the text has the reason and a correction."""


class Task(NamedTuple):
    """One process of a cluster. `address` is "" if unknown."""

    job: str
    index: int  # type: ignore[assignment]   # tuples have a method of this name, which nobody calls
    address: str = ""

    @property
    def name(self) -> str:
        return f"/job:{self.job}/task:{self.index}"

    def __str__(self) -> str:
        return f"{self.name} ({self.address})" if self.address else self.name


def load(path: str | Path) -> Cluster:
    """Read a cluster file. Raises ClusterError."""
    try:
        text = bounded_io.read(path, "cluster").decode("utf-8")
    except OSError as error:
        raise ClusterError(phrase("{}: cannot be read: {}", path, file_error_reason(error, as_is=True))) from None
    except UnicodeDecodeError:
        raise ClusterError(phrase("{}: is not a text in UTF-8", path)) from None
    try:
        return parse(bounded_io.parsed(text, object_pairs_hook=_once))
    except json.JSONDecodeError as error:
        raise ClusterError(
            phrase("{}: line {}, column {}: {}", path, error.lineno, error.colno, Phrase(error.msg))
        ) from None
    except ValueError as error:  # also raised as ClusterError
        raise ClusterError(phrase("{}: {}", path, error)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ClusterError(phrase("the job {!r} is there twice: write all of its addresses in one list", twice))
    return found


def parse(data: Any) -> Cluster:
    """Check the content of a cluster file, and return the cluster. Raises ClusterError."""
    if not isinstance(data, Mapping) or not data:
        raise ClusterError(
            phrase('a cluster is an object of jobs and their addresses, such as {"ps": ["localhost:2222"]}')
        )
    at: dict[tuple[str, int], str] = {}
    for job, addresses in data.items():
        if not isinstance(job, str) or not re.fullmatch(JOB, job):
            raise ClusterError(
                phrase("{!r} is not a valid job name: use letters, digits and _, beginning with a letter", job)
            )
        if not isinstance(addresses, list) or not addresses:
            raise ClusterError(phrase("the job {!r} wants a list of addresses, one for each of its tasks", job))
        for index, address in enumerate(addresses):
            task = Task(job, index).name
            try:
                end = split_address(address)
            except ClusterError as error:
                raise ClusterError(phrase("{}: {}", task, error)) from None
            if end in at:
                raise ClusterError(
                    phrase("{} and {} have the same address {}: each task needs its own", task, at[end], address)
                )
            at[end] = task
    return {job: list(addresses) for job, addresses in data.items()}


def split_address(address: Any) -> tuple[str, int]:
    """Return host and port of `localhost:2222`, without the brackets of IPv6. Raises ClusterError."""
    match = re.fullmatch(_ADDRESS, address) if isinstance(address, str) else None
    if match is None or not 1 <= int(match[2]) <= 65535:
        raise ClusterError(
            phrase(
                "{!r} is not an address: write HOST:PORT with a port from 1 to 65535, such as localhost:2222", address
            )
        )
    return match[1].strip("[]").lower(), int(match[2])


def target_address(target: str) -> str:
    """Return the HOST:PORT of `grpc://HOST:PORT`.

    Raises:
        ClusterError: if it is not such an address.
    """
    scheme, found, address = target.partition("://")
    if not found or scheme != "grpc":
        raise ClusterError(
            phrase("{!r} is not a target: write grpc://HOST:PORT, such as grpc://localhost:2223", target)
        )
    split_address(address)
    return address


def task(cluster: Cluster, job: str, index: int) -> Task:
    """Return a task by job and index.

    Raises:
        ClusterError: if there is none; the text lists the existing ones.
    """
    if job not in cluster:
        raise ClusterError(phrase("the cluster has no job {!r}; its jobs are: {}", job, join(", ", cluster)))
    if not 0 <= index < len(cluster[job]):
        count = len(cluster[job])
        raise ClusterError(
            plural(
                "the job {1!r} has no task {2}: it has {0} task, 0",
                "the job {1!r} has no task {2}: it has {0} tasks, 0 to {3}",
                count,
                job,
                index,
                count - 1,
            )
        )
    return Task(job, index, cluster[job][index])


def tasks(cluster: Cluster) -> list[Task]:
    """Return all tasks of a cluster."""
    return [Task(job, index, address) for job, addresses in cluster.items() for index, address in enumerate(addresses)]


def tasks_of_page(page: Page, cluster: Cluster) -> tuple[list[Task], list[Problem]]:
    """Return the tasks that the frames and blocks of a page name, and an error for each that the cluster lacks."""
    used = {item.frame for items in (page.blocks, page.frames) for item in items.values()}
    named: dict[Task, None] = {}
    problems = []
    devices = [(frame.id, frame.device) for frame in page.frames.values() if frame.id in used]
    devices += [(block.id, block.values[DEVICE]) for block in page.blocks.values() if DEVICE in block.values]
    for item, device in devices:
        name = task_of(device)
        if name is None:
            continue
        job, index = name
        try:
            first = task(cluster, job, index or 0)
            named.update(dict.fromkeys([first] if index is not None else tasks({job: cluster[job]})))
        except ClusterError as error:
            problems.append(make_problem("no-task", Address(page.name, item), device=device, why=str(error)))
    return list(named), problems


JOB = r"[A-Za-z][A-Za-z0-9_]*"
_DEVICE_JOB = rf"(?a)/job:({JOB})(?=/|$)"
_DEVICE_TASK = r"(?a)/task:(\d{1,9})(?=/|$)"
# TensorFlow's syntax: parts in any order, or the short forms /cpu:0 and /gpu:0.
_PART = (
    rf"(?a)/(?:job:{JOB}|(?:replica|task):(?:\d{{1,9}}|\*)|device:[A-Za-z]\w*:(?:\d{{1,9}}|\*)|"
    r"(?:cpu|gpu|CPU|GPU):(?:\d{1,9}|\*))"
)
_UNIT = r"(?a)/(?:device:\w+|cpu|gpu|CPU|GPU):(?:\d+|\*)"


def is_device(text: str) -> bool:
    """Return whether a text is a device that TensorFlow can read.

    With other texts, TensorFlow aborts the process or reports a misleading error.
    """
    return not re.sub(_PART, "", text)


def on_host(device: str) -> str:
    """Return the CPU of the task of a device."""
    return re.sub(_UNIT, "/device:CPU:0", device)


def task_of(device: str) -> tuple[str, int | None] | None:
    """Return the job and task of a device such as `/job:ps/task:0/device:CPU:0`; None if it names no job.

    The task is None if the device names a job only: TensorFlow may then use any task of the job.
    """
    job, task = re.search(_DEVICE_JOB, device), re.search(_DEVICE_TASK, device)
    return (job[1], int(task[1]) if task else None) if job else None
