"""Which block it is that ends a worker, or keeps it from answering."""

from __future__ import annotations

from typing import Any

import numpy as np

from blockloom.blocks.problems import Problem, kills_worker
from blockloom.runtime import client


def suspect(reason: str, do: str, arrays: list[np.ndarray] | None = None, within: float | None = None,
            **asked: Any) -> Problem | None:
    """The problem of the block over which a worker ended that was asked this ("open" or "export"), for that `reason`.

    Another worker is asked once more, within so many seconds; it tells of each block before TensorFlow sees it. None
    where it is no block, or the answer comes this time.
    """
    at = [""]

    def hear(message: dict, arrays: list[np.ndarray]) -> None:
        if message.get("event") == "building":
            at[0] = message["block"]
    worker = client.Worker(on_message=hear, keep_state=False)
    worker.start()
    try:
        worker.call(do, arrays, within=within, careful=True, **asked)
    except client.WorkerDied:
        return kills_worker(asked["page"], at[0], reason) if at[0] else None
    except client.WorkerError:
        pass
    finally:
        worker.close()
    return None
