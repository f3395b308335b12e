"""What the worker answers about a document that comes with the request, without the page that is open: elements of a
dataset, what a page costs, and how far what two pages compute differs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container

from msgspec.structs import replace

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.files import documents
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import CompareProgressEvent, Event
from blockloom.runtime.protocol.replies import CompareModelsReply, PageCostsReply, PreviewReply
from blockloom.runtime.run.dataset_preview_run import preview
from blockloom.runtime.run.output_comparison import ComparedModel, ComparisonCancelled, compare
from blockloom.runtime.run.variable_state import State
from blockloom.runtime.types.page_costs import page_costs

_COUNTED = 45  # seconds for the costs of a page: its deadline is longer


class DocumentRequests:
    """`enter` makes the folder of a document the current one. `cancelled` are jobs whose answer nobody waits for."""

    def __init__(
        self,
        catalogue: Callable[[], Catalogue],
        enter: Callable[[str], None],
        tell: Callable[[Event], None],
        cancelled: Container[int],
    ):
        self._catalogue, self._enter, self._tell, self._cancelled = catalogue, enter, tell, cancelled

    def preview(self, asked: requests.PreviewDatasetRequest) -> PreviewReply:
        """The first elements of a dataset."""
        document = documents.loads(asked.document, asked.folder)
        return preview(asked, document, self._catalogue(), lambda: asked.job in self._cancelled)

    def costs(self, asked: requests.GetCostsRequest) -> PageCostsReply:
        """In time: what is late ends the process, with all that its sessions hold."""
        document, begin = documents.loads(asked.document, asked.folder), time.monotonic()

        def tick() -> None:
            if time.monotonic() - begin > _COUNTED:
                raise RuntimeError(phrase("the page is too large to be counted within {} s", _COUNTED))

        return page_costs(document, asked.page, self._catalogue(), asked.batch, tick)

    def compare(self, asked: requests.CompareModelsRequest, state: State) -> CompareModelsReply:
        """`state` are the values that variables have."""

        def told(done: int, of: int) -> None:
            if asked.job in self._cancelled:
                raise ComparisonCancelled
            self._tell(CompareProgressEvent(asked.job, done, of))

        text, page, folder = asked.reference
        feed = {at._replace(page=at.page or asked.page): value for at, value in asked.feed.items()}
        found = compare(
            ComparedModel(documents.loads(text, folder), page, {}),
            ComparedModel(documents.loads(asked.document, asked.folder), asked.page, state),
            feed,
            self._catalogue(),
            self._enter,
            told,
        )
        return replace(found, trained=sum(map(len, state.values())))
