"""Requests about files: read models, and write models, graphs and scripts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files import documents
from blockloom.runtime.model_files import write
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import Event, ReadProgressEvent
from blockloom.runtime.protocol.replies import ExportReply, ModelReadReply

_PROGRESS_INTERVAL = 0.1  # seconds between two events about the progress of reading a model


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

    def read_model(self, asked: requests.ReadModelRequest) -> ModelReadReply:
        """Convert a model file to a document."""
        from blockloom.runtime.model_files.model_opening import (
            open_as_document,  # imports Keras and h5py, which are rarely needed
        )

        last = 0.0, ""

        def on_progress(phase: str, fraction: float) -> None:
            nonlocal last
            if phase != last[1] or time.monotonic() - last[0] > _PROGRESS_INTERVAL:
                last = time.monotonic(), phase
                self._tell(ReadProgressEvent(phase, fraction))

        return open_as_document(asked.path, asked.signatures, self._catalogue(), on_progress)

    def trace(self, asked: requests.OpenFunctionRequest) -> ModelReadReply:
        """Trace a function of a Python file and convert it to a document."""
        from blockloom.runtime.model_files.model_opening import of_function

        return of_function(asked.path, asked.function, asked.specs, self._catalogue())

    def export(self, asked: requests.ExportRequest) -> ExportReply:
        """Write a graph, a model, or values of variables."""
        self._enter(asked.folder)
        return write.export(
            documents.loads(asked.document, asked.folder),
            list(asked.signatures) or [asked.page],
            Path(asked.path),
            self._catalogue(),
            asked.frozen,
            Path(asked.checkpoint) if asked.checkpoint else None,
            asked.variable_map,
            self._building if asked.careful else None,
        )

    def script(self, asked: requests.WriteScriptRequest) -> ExportReply:
        """Write a page as a Python script."""
        from blockloom.runtime.script import export  # rarely needed

        self._enter(asked.folder)
        return export.export(
            documents.loads(asked.document, asked.folder),
            asked.page,
            Path(asked.path),
            self._catalogue(),
            Path(asked.arrays_path),
            asked.name,
            asked.folder_path,
            asked.check,
            self._building if asked.careful else None,
        )
