"""Open a model's file or folder as a document, the reply of a worker to `read_model`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.from_graph.document import document_of
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.model_files import bounds
from blockloom.runtime.model_files.import_check import differences
from blockloom.runtime.model_files.progress import Tell
from blockloom.runtime.model_files.read import as_file_error, read, settle
from blockloom.runtime.model_files.tracing import trace_file_function
from blockloom.runtime.protocol.replies import ModelReadReply


@gc_paused()
def open_as_document(path: str, signatures: Collection[str], catalogue: Catalogue, tell: Tell) -> ModelReadReply:
    """Return the document of a model's file, with these signatures (empty: all)."""
    most = bounds.memory(Path(path))
    try:
        with bounds.limited(most):
            model = read(path, tell)
            _choose(model, signatures)
            tell(phrase("making pages of it"), 0.9)
            document = document_of(model, catalogue)
            model.report += differences(model, document, catalogue)
            return _answer(model, document)
    except MemoryError:
        return ModelReadReply(
            refusal=phrase(
                "{}: reading it takes more than {} MiB of memory: no sound file of its size does",
                path,
                most // bounded_io.MIB,
            )
        )
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        return ModelReadReply(refusal=as_file_error(path, error).args[0])


def of_function(path: str, name: str, specs: Collection[str], catalogue: Catalogue) -> ModelReadReply:
    """Return the document of a function in a Python file, which is run: see `tracing.called`."""
    try:
        model = trace_file_function(Path(path), name, specs)
        settle(model)
        return _answer(model, document_of(model, catalogue))
    except ValueError as error:
        return ModelReadReply(refusal=str(error))


def _answer(model: Model, document: Document) -> ModelReadReply:
    return ModelReadReply(documents.dumps(document), model.report, model.missing)


def _choose(model: Model, signatures: Collection[str]) -> None:
    missing = [name for name in signatures if name not in model.signatures]
    if missing:
        raise FileError(
            phrase(
                "the model has no signature {}; it has: {}", missing[0], ", ".join(model.signatures) or phrase("none")
            )
        )
    if signatures:
        model.signatures = {name: one for name, one in model.signatures.items() if name in signatures}
