"""Devices as TensorFlow writes them: `/job:ps/task:0/device:CPU:0`, or some of these parts."""

from __future__ import annotations

import re

JOB = re.compile(r"[A-Za-z]\w*", re.ASCII)
_DEVICE_JOB = re.compile(rf"/job:({JOB.pattern})(?=/|$)", re.ASCII)
_DEVICE_TASK = re.compile(r"/task:(\d{1,9})(?=/|$)", re.ASCII)
# TensorFlow's syntax: parts in any order, or the short forms /cpu:0 and /gpu:0.
_PART = re.compile(
    rf"/(?:job:{JOB.pattern}|(?:replica|task):(?:\d{{1,9}}|\*)|device:[A-Za-z]\w*:(?:\d{{1,9}}|\*)|"
    r"(?:cpu|gpu|CPU|GPU):(?:\d{1,9}|\*))",
    re.ASCII,
)
_UNIT = re.compile(r"/(?:device:\w+|cpu|gpu|CPU|GPU):(?:\d+|\*)", re.ASCII)


def is_device(text: str) -> bool:
    """Return whether a text is a device that TensorFlow can read.

    With other texts, TensorFlow aborts the process or reports a misleading error.
    """
    return not _PART.sub("", text)


def on_host(device: str) -> str:
    """Return the CPU of the task of a device."""
    return _UNIT.sub("/device:CPU:0", device)


def task_of(device: str) -> tuple[str, int | None] | None:
    """Return the job and task of a device such as `/job:ps/task:0/device:CPU:0`; None if it names no job.

    The task is None if the device names a job only: TensorFlow may then use any task of the job.
    """
    job, task = _DEVICE_JOB.search(device), _DEVICE_TASK.search(device)
    return (job[1], int(task[1]) if task else None) if job else None
