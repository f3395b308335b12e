"""Find the block that kills a worker or keeps it from answering."""

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


def find_suspect(
    reason: str,
    request: CheckPageRequest | OpenRequest | ExportRequest | WriteScriptRequest,
    within: float | None = None,
) -> Problem | None:
    """Return the problem of the block whose processing killed a worker with `reason`.

    Another worker gets the same request, with a limit of `within` seconds, and reports each block before TensorFlow
    gets it.

    Returns:
        None if the worker died without a block, or answers this time.
    """
    address = Address()

    def on_event(event: Event) -> None:
        nonlocal address
        if isinstance(event, BuildProgressEvent):
            address = parse(event.block)

    worker = client.Worker(on_event, keep_state=False)
    worker.start()
    try:
        careful: Request[Any] = replace(request, careful=True)
        worker.call(careful, within)
    except WorkerDied:
        return make_problem("kills-worker", address, why=reason) if address.block else None
    except WorkerError:
        pass
    finally:
        worker.close()
    return None
