"""A cluster of real `blockloom serve` processes on this machine, and pages that run on one."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document, Frame
from tests import fork_server
from tests.pages import document

ROOT = Path(__file__).resolve().parent.parent
PS = Frame("PS", "parameters", device="/job:ps/task:0")


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("localhost", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Servers:
    """One ps and some workers. `path` is the cluster file, `said[task]` what a task wrote on stderr."""

    def __init__(self, folder: Path, workers: int = 2):
        ports = free_ports(1 + workers)
        self.jobs = {"ps": [f"localhost:{ports[0]}"]}
        if workers:
            self.jobs["worker"] = [f"localhost:{port}" for port in ports[1:]]
        self.path = folder / "cluster.json"
        self.path.write_text(json.dumps(self.jobs))
        self.processes: dict[tuple[str, int], subprocess.Popen] = {}
        self.said: dict[tuple[str, int], list[str]] = {}
        self._ready: dict[tuple[str, int], threading.Event] = {}
        for job, addresses in self.jobs.items():
            for index in range(len(addresses)):
                self.start(job, index)

    def start(self, job: str, index: int, folder: Path = ROOT) -> None:
        """Start a task in a folder; `wait` returns when it is ready."""
        task = job, index
        process = self.processes[task] = fork_server.Popen(
            [
                sys.executable,
                "-m",
                "blockloom",
                "serve",
                "--cluster",
                str(self.path),
                "--job",
                job,
                "--index",
                str(index),
                "--expose",
            ],
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
        )
        said = self.said[task] = []
        ready = self._ready[task] = threading.Event()

        def listen() -> None:
            with process.stderr:
                for line in process.stderr:
                    said.append(line)
                    if "is ready" in line:
                        ready.set()
            ready.set()

        threading.Thread(target=listen, daemon=True).start()

    def wait(self) -> Servers:
        """Until all tasks are ready. Raises where one is not."""
        for task, event in self._ready.items():
            if not event.wait(60) or not any("is ready" in line for line in self.said[task]):
                raise RuntimeError(f"{task} did not start: {self.said[task]}")
        return self

    def kill(self, job: str, index: int) -> None:
        """End a task as a crash would."""
        process = self.processes[job, index]
        process.kill()
        process.wait(10)

    def target(self, job: str = "worker", index: int = 0) -> str:
        return f"grpc://{self.jobs[job][index]}"

    def close(self) -> None:
        for process in self.processes.values():
            process.kill()
        for process in self.processes.values():
            process.wait(10)


def counter(catalogue: Catalogue, name: str, step: str = "1.0", frame: Frame = PS, **more: str) -> Document:
    """Return a page with a variable on the parameter server that each step increases."""
    return document(
        catalogue,
        {name: ("loom.Variable", {"initvalues": "0.0f", **more}), "UP": ("AssignAdd", {"value": step})},
        f"{name}.ref -> UP.ref",
        frames=(frame,),
        framed={name: frame.id},
    )


def drop_stale(catalogue: Catalogue, worker: int, workers: int, staleness: int, tag: str) -> Document:
    """Return the page of one worker in TensorFlow's scenario of stale gradients.

    Worker 0 computes its gradients after all others, and all apply theirs in the order of their numbers. All shared
    names begin with `tag`.
    """

    def variable(name: str, value: str) -> tuple[str, dict[str, str]]:
        return "loom.Variable", {"initvalues": value, "shared_name": f"{tag}_{name}"}

    def queue(name: str) -> tuple[str, dict[str, str]]:
        return "FIFOQueueV2", {"component_types": "DT_INT32", "shapes": "[[]]", "shared_name": f"{tag}_{name}"}

    blocks: dict = {
        "V0": variable("v0", "0.0f"),
        "V1": variable("v1", "1.0f"),
        "STEP": ("loom.Variable", {"initvalues": "0", "dtype": "DT_INT64", "shared_name": f"{tag}_global_step"}),
        "MINUS": ("Sub", {"x": "0.0f"}),
        "LOSS": "Sub",
        "SGD": ("loom.GradientDescentOptimizer", {"learning_rate": "1.0"}),
        "DROP": ("loom.DropStaleGradientOptimizer", {"staleness": str(staleness)}),
        "COMPUTE": "loom.ComputeGradients",
        "APPLY": "loom.ApplyGradients",
        "S": "loom.Session",
    }
    shared = ["V0", "V1", "STEP"]
    wires = [
        "V0.ref -> MINUS.y",
        "MINUS.z -> LOSS.x",
        "V1.ref -> LOSS.y",
        "SGD.optimizer -> DROP.optimizer",
        "STEP.ref -> DROP.global_step",
        "DROP.optimizer -> COMPUTE.optimizer",
        "LOSS.z -> COMPUTE.loss",
        "DROP.optimizer -> APPLY.optimizer",
        "COMPUTE.gradients -> APPLY.gradients",
        "STEP.ref -> APPLY.global_step",
        "APPLY.operation -> S.run_outputs",
    ]
    if workers > 1:
        blocks["COMPUTED"] = queue("computed")
        shared.append("COMPUTED")
    if worker == 0 and workers > 1:
        blocks["ALL"] = "QueueDequeueManyV2", {"n": str(workers - 1)}
        wires += ["COMPUTED.handle -> ALL.handle", "ALL -> COMPUTE"]
    if worker > 0:
        blocks |= {
            "DONE": ("QueueEnqueueV2", {"components": "[1]"}),
            "TURN": queue(f"turn_{worker}"),
            "WAIT": "QueueDequeueV2",
        }
        shared.append("TURN")
        wires += [
            "COMPUTED.handle -> DONE.handle",
            "COMPUTE -> DONE",
            "TURN.handle -> WAIT.handle",
            "DONE -> WAIT",
            "WAIT -> APPLY",
        ]
    if worker + 1 < workers:
        blocks |= {"NEXT": queue(f"turn_{worker + 1}"), "PASS": ("QueueEnqueueV2", {"components": "[1]"})}
        shared.append("NEXT")
        wires += ["NEXT.handle -> PASS.handle", "APPLY -> PASS", "PASS.operation -> S.run_outputs"]
    return document(catalogue, blocks, "\n".join(wires), frames=(PS,), framed=dict.fromkeys(shared, "PS"))
