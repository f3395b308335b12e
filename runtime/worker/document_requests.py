"""Requests about a document in the request, independent of the open page.

They preview datasets, compute the costs of a page, and compare the outputs of two pages.
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

_COST_LIMIT = 45  # seconds for the costs of a page: the deadline of the request is longer


class DocumentRequests:
    """Handlers of these requests.

    Args:
        enter: makes the folder of a document the current folder.
        tell: sends an event.
        cancelled: numbers of cancelled jobs.
    """

    def __init__(
        self,
        catalogue: Callable[[], Catalogue],
        enter: Callable[[str], None],
        tell: Callable[[Event], None],
        cancelled: Container[int],
    ):
        self._catalogue, self._enter, self._tell, self._cancelled = catalogue, enter, tell, cancelled

    def preview(self, asked: requests.PreviewDatasetRequest) -> PreviewReply:
        """Return the first elements of a dataset."""
        document = documents.loads(asked.document, asked.folder)
        return preview(asked, document, self._catalogue(), lambda: asked.job in self._cancelled)

    def costs(self, asked: requests.GetCostsRequest) -> PageCostsReply:
        """Return the costs of a page within a time limit.

        A late answer would end the process with its sessions.
        """
        document, begin = documents.loads(asked.document, asked.folder), time.monotonic()

        def tick() -> None:
            if time.monotonic() - begin > _COST_LIMIT:
                raise RuntimeError(phrase("the page is too large: its costs take more than {} s", _COST_LIMIT))

        return page_costs(document, asked.page, self._catalogue(), asked.batch, tick)

    def compare(self, asked: requests.CompareModelsRequest, state: State) -> CompareModelsReply:
        """Compare the outputs of two pages.

        Args:
            state: values of the variables of the second page.
        """

        def on_progress(compared: int, total: int) -> None:
            if asked.job in self._cancelled:
                raise ComparisonCancelled
            self._tell(CompareProgressEvent(asked.job, compared, total))

        text, page, folder = asked.reference
        feed = {at._replace(page=at.page or asked.page): value for at, value in asked.feed.items()}
        comparison = compare(
            ComparedModel(documents.loads(text, folder), page, {}),
            ComparedModel(documents.loads(asked.document, asked.folder), asked.page, state),
            feed,
            self._catalogue(),
            self._enter,
            on_progress,
        )
        return replace(comparison, trained=sum(map(len, state.values())))
