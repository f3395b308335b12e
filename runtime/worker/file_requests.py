"""Requests about files and documents, independent of the open page: models are read, models and scripts written."""

from __future__ import annotations

import time
from collections.abc import Callable, Container
from pathlib import Path

from msgspec.structs import replace

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files import documents
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.model_files import write
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import CompareProgressEvent, Event, ReadProgressEvent
from blockloom.runtime.protocol.replies import (
    CompareModelsReply,
    ExportReply,
    ModelReadReply,
    PageCostsReply,
    PreviewReply,
)
from blockloom.runtime.run.dataset_preview_run import preview
from blockloom.runtime.run.output_comparison import ComparedModel, ComparisonCancelled, compare
from blockloom.runtime.run.variable_state import State
from blockloom.runtime.types.page_costs import page_costs

_PROGRESS_INTERVAL = 0.1  # seconds between two progress events


class FileRequests:
    """Handlers of these requests.

    Args:
        enter: makes the folder of a document the current folder.
        building: reports the next block that TensorFlow gets.
        tell: sends an event.
    """

    def __init__(
        self,
        catalogue: Callable[[], Catalogue],
        enter: Callable[[str], None],
        building: Callable[[Address], None],
        tell: Callable[[Event], None],
    ):
        self._catalogue, self._enter, self._building, self._tell = catalogue, enter, building, tell

    def read_model(self, request: requests.ReadModelRequest) -> ModelReadReply:
        """Convert a model file to a document."""
        from blockloom.runtime.model_files.model_opening import (
            open_as_document,  # late, because this imports Keras and h5py, which are rarely needed
        )

        last = 0.0, ""

        def on_progress(phase: str, fraction: float) -> None:
            nonlocal last
            if phase != last[1] or time.monotonic() - last[0] > _PROGRESS_INTERVAL:
                last = time.monotonic(), phase
                self._tell(ReadProgressEvent(phase, fraction))

        return open_as_document(request.path, request.signatures, self._catalogue(), on_progress)

    def trace(self, request: requests.OpenFunctionRequest) -> ModelReadReply:
        """Trace a function of a Python file and convert it to a document."""
        from blockloom.runtime.model_files.model_opening import open_function_as_document

        return open_function_as_document(request.path, request.function, request.specs, self._catalogue())

    def export(self, request: requests.ExportRequest) -> ExportReply:
        """Write a graph, a model, or values of variables."""
        self._enter(request.folder)
        return write.export(
            documents.loads(request.document, request.folder),
            list(request.signatures) or [request.page],
            Path(request.path),
            self._catalogue(),
            request.frozen,
            Path(request.checkpoint) if request.checkpoint else None,
            request.map_variables,
            self._building if request.careful else None,
        )

    def script(self, request: requests.WriteScriptRequest) -> ExportReply:
        """Write a page as a Python script."""
        from blockloom.runtime.script import writer  # late, because it is rarely needed

        self._enter(request.folder)
        return writer.export(
            documents.loads(request.document, request.folder),
            request.page,
            Path(request.path),
            self._catalogue(),
            Path(request.arrays_path),
            request.name,
            request.folder_path,
            request.check,
            self._building if request.careful else None,
        )


# Requests about a document in the request, independent of the open page.
#
# They preview datasets, compute the costs of a page, and compare the outputs of two pages.


_COST_LIMIT = 45  # most seconds for the costs of a page; the deadline of the request is later


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

    def preview(self, request: requests.PreviewDatasetRequest) -> PreviewReply:
        """Return the first elements of a dataset."""
        document = documents.loads(request.document, request.folder)
        return preview(request, document, self._catalogue(), lambda: request.job in self._cancelled)

    def costs(self, request: requests.GetCostsRequest) -> PageCostsReply:
        """Return the costs of a page within a time limit.

        A late answer would end the process with its sessions.
        """
        document, begin = documents.loads(request.document, request.folder), time.monotonic()

        def tick() -> None:
            if time.monotonic() - begin > _COST_LIMIT:
                raise RuntimeError(phrase("the page is too large: its costs take more than {} s", _COST_LIMIT))

        return page_costs(document, request.page, self._catalogue(), request.batch, tick)

    def compare(self, request: requests.CompareModelsRequest, state: State) -> CompareModelsReply:
        """Compare the outputs of two pages.

        Args:
            state: values of the variables of the second page.
        """

        def on_progress(compared: int, total: int) -> None:
            if request.job in self._cancelled:
                raise ComparisonCancelled
            self._tell(CompareProgressEvent(request.job, compared, total))

        text, page, folder = request.reference
        feed = {at._replace(page=at.page or request.page): value for at, value in request.feed.items()}
        comparison = compare(
            ComparedModel(documents.loads(text, folder), page, {}),
            ComparedModel(documents.loads(request.document, request.folder), request.page, state),
            feed,
            self._catalogue(),
            self._enter,
            on_progress,
        )
        return replace(comparison, trained=sum(map(len, state.values())))
