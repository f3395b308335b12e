"""Problems shown for faulty pages: block types spoilt in all ways of tests.spoilt, and random pages.

BLOCKLOOM_COUNT is the number of random pages, BLOCKLOOM_SEED the first seed.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator

from blockloom.blocks.document.pages import Document
from blockloom.runtime.protocol.requests import GetTypesRequest, OpenRequest
from blockloom.runtime.worker.errors import WorkerDied


def bench_messages() -> bool:
    """No text of a problem has the words of Python or of nodes in it."""
    from blockloom.blocks.files import documents
    from blockloom.blocks.problems import Problem
    from blockloom.runtime.worker import client
    from tests.spoilt import Case, library_pages, message_fault, of_library_page, of_type, spoilt

    catalogue, worker = client.ensure_catalogue(), client.Worker(keep_state=False)
    count, seed = int(os.environ.get("BLOCKLOOM_COUNT", 5_000)), int(os.environ.get("BLOCKLOOM_SEED", 1))
    died: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    name = ""

    def ask(request: type[OpenRequest | GetTypesRequest], made: Document, page: str) -> list[Problem]:
        try:
            return list(worker.call(request(page=page, document=documents.dumps(made))).problems)
        except WorkerDied:
            died[name] += 1
            worker.start()
            return []

    def every(folder: str) -> Iterator[Case]:
        for source, page in library_pages():
            yield from of_library_page(source, page, catalogue)
        for kind in sorted(catalogue):
            yield from of_type(kind, catalogue)
        yield from (spoilt(random.Random(seed + number), catalogue, folder) for number in range(count))

    begun, done = time.monotonic(), 0
    worker.start()
    with tempfile.TemporaryDirectory() as folder:
        for case in every(folder):
            name, done = case.name, done + 1
            found = message_fault(case, catalogue, ask)
            if found:
                kind = found.rpartition(": ")[2]
                wrong[kind] += 1
                if wrong[kind] == 1:
                    print(f"  {found:.400}", flush=True)
    worker.close()
    print(
        f"{done:,} pages in {time.monotonic() - begun:.0f} s: {wrong.total()} with words that are not for people; "
        f"the worker ended over {', '.join(died) or 'none'}"
    )
    return not wrong
