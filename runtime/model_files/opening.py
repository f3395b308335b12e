"""A model's file or folder as a document: what a worker answers to `read_model`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from blockloom.blocks import files
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.files import FileError
from blockloom.blocks.from_graph.document import document_of
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.gc_pause import gc_paused
from blockloom.blocks.phrases import phrase
from blockloom.runtime.model_files.progress import Tell
from blockloom.runtime.model_files.read import read, settle
from blockloom.runtime.model_files.tracing import called


@gc_paused()
def opened(path: str, signatures: Collection[str], catalogue: Catalogue, tell: Tell) -> dict[str, Any]:
    """The text of the `document` that a model is, with these signatures (none: all), and a `report` of what was changed
    or left out; or why it is `refused`."""
    try:
        model = read(path, tell)
        _choose(model, signatures)
        tell(phrase("making pages of it"), 0.9)
        return {"document": files.dumps(document_of(model, catalogue)), "report": model.report}
    except ValueError as error:     # FileError, WeightsError
        text = str(error)
        return {"refused": error.args[0] if path in text else phrase("{}: {}", path, error)}


def of_function(path: str, name: str, specs: Collection[str], catalogue: Catalogue) -> dict[str, Any]:
    """The same of a function of a Python file, which runs: see tracing.called."""
    try:
        model = called(Path(path), name, specs)
        settle(model)
        return {"document": files.dumps(document_of(model, catalogue)), "report": model.report}
    except ValueError as error:
        return {"refused": str(error)}


def _choose(model: Model, signatures: Collection[str]) -> None:
    missing = [name for name in signatures if name not in model.signatures]
    if missing:
        raise FileError(phrase("the model has no signature {}; it has: {}", missing[0],
                               ", ".join(model.signatures) or phrase("none")))
    if signatures:
        model.signatures = {name: one for name, one in model.signatures.items() if name in signatures}
