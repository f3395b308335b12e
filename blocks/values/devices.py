"""Devices as TensorFlow writes them: `/job:ps/task:0/device:CPU:0`, or some of these parts."""

from __future__ import annotations

import re

JOB = re.compile(r"[A-Za-z]\w*", re.ASCII)
_DEVICE_JOB = re.compile(rf"/job:({JOB.pattern})(?=/|$)", re.ASCII)
_DEVICE_TASK = re.compile(r"/task:(\d{1,9})(?=/|$)", re.ASCII)
# What TensorFlow takes: parts in any order, among them the short forms /cpu:0 and /gpu:0.
_PART = re.compile(
    rf"/(?:job:{JOB.pattern}|(?:replica|task):(?:\d{{1,9}}|\*)|device:[A-Za-z]\w*:(?:\d{{1,9}}|\*)|"
    r"(?:cpu|gpu|CPU|GPU):(?:\d{1,9}|\*))",
    re.ASCII,
)
_UNIT = re.compile(r"/(?:device:\w+|cpu|gpu|CPU|GPU):(?:\d+|\*)", re.ASCII)


def is_device(text: str) -> bool:
    """Whether a text is a device that TensorFlow can read. For others TensorFlow ends the process, or says something
    misleading.
    """
    return not _PART.sub("", text)


def on_host(device: str) -> str:
    """The CPU beside a device: of the same task."""
    return _UNIT.sub("/device:CPU:0", device)


def task_of(device: str) -> tuple[str, int | None] | None:
    """The job and task that a device such as `/job:ps/task:0/device:CPU:0` names; None where it names no job.

    The task is None where the device names a job only: TensorFlow may then take any task of it.
    """
    job, task = _DEVICE_JOB.search(device), _DEVICE_TASK.search(device)
    return (job[1], int(task[1]) if task else None) if job else None
