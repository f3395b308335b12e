"""Which block it is that ends a worker, or keeps it from answering."""

from __future__ import annotations

from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.problems import Problem, problem
from blockloom.runtime.worker import client


def suspect(reason: str, do: str, arrays: list[np.ndarray] | None = None, within: float | None = None,
            **asked: Any) -> Problem | None:
    """The problem of the block over which a worker ended that was asked this ("open" or "export"), for that `reason`.

    Another worker is asked once more, within so many seconds; it tells of each block before TensorFlow sees it. None
    where it is no block, or the answer comes this time.
    """
    at = Address()

    def hear(message: dict, arrays: list[np.ndarray]) -> None:
        nonlocal at
        if message.get("event") == "building":
            at = parse(message["at"])
    worker = client.Worker(on_message=hear, keep_state=False)
    worker.start()
    try:
        worker.call(do, arrays, within=within, careful=True, **asked)
    except client.WorkerDied:
        return problem("kills-worker", at, why=reason) if at.block else None
    except client.WorkerError:
        pass
    finally:
        worker.close()
    return None
