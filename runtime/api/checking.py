"""Check pages without running them: behind `blockloom check` and `blockloom.check`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from blockloom.blocks import checks
from blockloom.blocks.checks import instances
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.problems import ERROR, Problem, make_problem
from blockloom.runtime.api.page_names import catalogue, choose_page
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.deadlines import CHECKED, OPENING
from blockloom.runtime.worker import client
from blockloom.runtime.worker.client import find_suspect
from blockloom.runtime.worker.errors import WorkerDied, WorkerTimeout

_PAGES = 5  # limit for all pages, as a multiple of the limit for one


def check(
    document: Document,
    page: str | None = None,
    *,
    tensorflow: bool = True,
    timeout: float = CHECKED,
    worker: client.Worker | None = None,
    say: Callable[[str], None] | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Problem]:
    """Return all problems of a document's pages without running them: see `blockloom.check`.

    All pages together may take five times as long as one, and at least 300 s.

    Args:
        page: name of a page; None for all pages.
        tensorflow: whether TensorFlow checks the pages as well.
        timeout: seconds for each page.
        worker: the worker to use, which keeps its listener; None for a new one.
        say: gets the reason if TensorFlow's process does not respond.
        progress: gets the page being checked.
    """
    names = [choose_page(document, page).name] if page is not None else list(document.pages)
    by_page: dict[str, list[Problem]] = {}
    begin, most = time.monotonic(), _PAGES * max(timeout, CHECKED)

    def pages(names: list[str], what: str) -> Iterator[str]:
        """Yield names while there is time; the other pages get the problem "no-answer"."""
        for number, name in enumerate(names):
            if time.monotonic() - begin > most:
                by_page[name] = [make_problem("no-answer", Address(name), seconds=most)]
                continue
            if progress:
                progress(f"{what} page {name}, {number + 1} of {len(names)}")
            yield name

    for name in pages(names, "checking"):
        by_page[name] = checks.check(document, catalogue(), name)
    sound = [name for name in names if not any(p.severity == ERROR for p in by_page[name])]
    if tensorflow and sound:
        with client.borrow_worker(worker, client.report_silence(say or (lambda text: None))) as lent:
            for name in pages(sound, "TensorFlow checks"):
                lent.start()  # restarts the worker if a page has ended it
                by_page[name] = checks.of_file(document, name) + _by_tensorflow(lent, document, name, timeout)
    told = [p for name in names for p in by_page[name]]
    if page is None:  # problems of the document, except those that a block of a page also has
        told[:0] = [
            p
            for p in (*checks.conflicts(document), *document.troubles)
            if not p.page and (p.kind, p.facts) not in {(fault.kind, fault.facts) for fault in told}
        ]
    return instances.at_home(told, catalogue().with_pages(document))


def _by_tensorflow(worker: client.Worker, document: Document, page: str, timeout: float) -> list[Problem]:
    asked = requests.CheckPageRequest(documents.dumps(document), page, folder=document.folder)
    try:
        checked = worker.call(asked, timeout)
    except WorkerTimeout as error:
        return [
            find_suspect(str(error), asked, min(timeout, OPENING))
            or make_problem("no-answer", Address(page), seconds=timeout)
        ]
    except WorkerDied as error:
        suspected = find_suspect(str(error), asked, timeout)
        if suspected is None:
            raise
        return [suspected]
    return checks.as_part(document.pages[page], checked.problems)
