"""Which block it is that ends a worker, or keeps it from answering."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.problems import Problem, make_problem
from blockloom.runtime.protocol.events import BuildProgressEvent, Event
from blockloom.runtime.protocol.requests import (
    CheckPageRequest,
    ExportRequest,
    OpenRequest,
    Request,
    WriteScriptRequest,
)
from blockloom.runtime.worker import client
from blockloom.runtime.worker.errors import WorkerDied, WorkerError


def suspect(
    reason: str,
    request: CheckPageRequest | OpenRequest | ExportRequest | WriteScriptRequest,
    within: float | None = None,
) -> Problem | None:
    """The problem of the block over which a worker ended that was asked this, for that `reason`.

    Another worker is asked once more, within so many seconds; it tells of each block before TensorFlow sees it. None
    where it is no block, or the answer comes this time.
    """
    at = Address()

    def hear(event: Event) -> None:
        nonlocal at
        if isinstance(event, BuildProgressEvent):
            at = parse(event.block)

    worker = client.Worker(hear, keep_state=False)
    worker.start()
    try:
        careful: Request[Any] = replace(request, careful=True)
        worker.call(careful, within)
    except WorkerDied:
        return make_problem("kills-worker", at, why=reason) if at.block else None
    except WorkerError:
        pass
    finally:
        worker.close()
    return None
