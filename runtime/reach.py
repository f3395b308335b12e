"""Whether tasks of a cluster can be reached: a TCP connect with a short time-out. No TensorFlow here.

TensorFlow's own time-outs do not hold where an address is unreachable, so this is asked before a session opens, and
again while a step takes long.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from blocks.cluster import Cluster, Task, split_address, target_address, tasks
from blocks.problems import ERROR, Problem

WITHIN = 2.0  # seconds
ANEW = "it was started anew meanwhile"


def refused(address: str, within: float = WITHIN) -> str:
    """Why nobody can connect to HOST:PORT; "" where one can."""
    host, port = split_address(address)
    try:
        socket.create_connection((host, port), within).close()
    except TimeoutError:
        return f"it does not answer within {within:g} s"
    except ConnectionRefusedError:
        return "nothing listens there"
    except socket.gaierror:
        return f"the host name {host} is unknown"
    except OSError as error:
        return error.strerror or str(error)
    return ""


def unreachable(wanted: Iterable[Task], within: float = WITHIN) -> dict[Task, str]:
    """Those of the tasks that cannot be reached, and why. All are asked at the same time."""
    wanted = list(dict.fromkeys(wanted))
    if not wanted:
        return {}
    with ThreadPoolExecutor(min(len(wanted), 32)) as pool:
        return {task: why for task, why in zip(wanted, pool.map(lambda t: refused(t.address, within), wanted)) if why}


def task_at(address: str, cluster: Cluster | None) -> Task | None:
    """The task of a cluster that listens at an address, as far as its spelling tells."""
    end = split_address(address)
    return next((t for t in tasks(cluster or {}) if split_address(t.address) == end), None)


def check(page: str, target: str, wanted: list[Task], cluster: Cluster | None) -> list[Problem]:
    """An error for the target, and for each of the tasks, that cannot be reached."""
    address = target_address(target)
    own = task_at(address, cluster) or Task("", 0, address)
    return [gone(page, task, why) for task, why in unreachable([own, *wanted]).items()]


def gone(page: str, task: Task, why: str, during: bool = False) -> Problem:
    """The error for a task that cannot be reached; `during` a run its state went with it."""
    what = f"the task {task}" if task.job else f"the target grpc://{task.address}"
    command = f"--job {task.job} --index {task.index}" if task.job else "--job NAME --index N"
    start = f"`blockloom serve --cluster FILE {command} --expose`"
    if during:
        return Problem(ERROR, "task-lost", page, "", "", f"{what} was lost during the run: {why}",
                       ("" if why == ANEW else f"Start it again with {start}. ")
                       + "The state on it is gone: run the chief with --init after that")
    return Problem(ERROR, "task-unreachable", page, "", "", f"{what} cannot be reached: {why}",
                   f"Start it with {start}, or correct its address")
