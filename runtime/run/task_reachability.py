"""Check whether tasks of a cluster are reachable: a TCP connect with a short timeout.

TensorFlow's own timeouts have no effect on unreachable addresses, so the check comes before a session opens, and again
while a step takes long. No TensorFlow here.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from blockloom.blocks.cluster import Cluster, Task, split_address, target_address, tasks
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import file_error_reason, phrase

WITHIN = 2.0  # seconds to wait for a task
ANEW = phrase("it was restarted meanwhile")


def refused(address: str, within: float = WITHIN) -> str:
    """Return why no connection to HOST:PORT is possible within `within` seconds; "" if it is."""
    host, port = split_address(address)
    try:
        socket.create_connection((host, port), within).close()
    except TimeoutError:
        return phrase("it does not answer within {:g} s", within)
    except ConnectionRefusedError:
        return phrase("nothing listens there")
    except socket.gaierror:
        return phrase("the host name {} is unknown", host)
    except OSError as error:
        return file_error_reason(error, as_is=True)
    return ""


def unreachable(wanted: Iterable[Task], within: float = WITHIN) -> dict[Task, str]:
    """Return the tasks that are unreachable within `within` seconds, and why; all are checked at once."""
    wanted = list(dict.fromkeys(wanted))
    if not wanted:
        return {}
    with ThreadPoolExecutor(min(len(wanted), 32)) as pool:
        return {task: why for task, why in zip(wanted, pool.map(lambda t: refused(t.address, within), wanted)) if why}


def task_at(address: str, cluster: Cluster | None) -> Task | None:
    """Return the task of a cluster with this address, compared as text; None if there is none."""
    end = split_address(address)
    return next((t for t in tasks(cluster or {}) if split_address(t.address) == end), None)


def check(page: str, target: str, wanted: list[Task], cluster: Cluster | None) -> list[Problem]:
    """Return a problem for each unreachable task, including the target."""
    address = target_address(target)
    own = task_at(address, cluster) or Task("", 0, address)
    return [unreachable_problem(page, task, why) for task, why in unreachable([own, *wanted]).items()]


def unreachable_problem(page: str, task: Task, why: str) -> Problem:
    """Return the problem of an unreachable task."""
    return make_problem("task-unreachable", Address(page), task=task, why=why)


def lost_problem(page: str, tasks: Mapping[Task, str]) -> Problem:
    """Return the problem of tasks that were lost during a run, with their state, and why."""
    return make_problem(
        "task-lost", Address(page), tasks=list(tasks.items()), restarted=next(iter(tasks.values())) == ANEW
    )
