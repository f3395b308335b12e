"""Types of the examples that train, after an edit and from nothing."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from blockloom.runtime.protocol.requests import GetTypesRequest
from tests.bench.measure import timed_ratio

EXAMPLES = Path(__file__).resolve().parents[2] / "assets" / "examples"
NAMES = (
    "convolutional_network",
    "digit_classifier",
    "overfitting",
    "recurrent_loop",
    "validated_digits",
    "xor_network",
)


def bench_edited_types() -> bool:
    """Print the CPU time of types after a new block on the page of each example, and of the first types of the page."""
    from blockloom.blocks.document.pages import Block
    from blockloom.blocks.edits import Insert
    from blockloom.blocks.edits.edit_json import to_json
    from blockloom.blocks.files import documents
    from blockloom.runtime.types.types_service import DocumentTypes
    from blockloom.runtime.worker.client import ensure_catalogue

    catalogue = ensure_catalogue()
    texts = {name: (EXAMPLES / f"{name}.loom").read_text("utf-8") for name in NAMES}
    pages = {name: next(iter(documents.loads(text, str(EXAMPLES)).pages)) for name, text in texts.items()}

    def inferred(name: str, types: DocumentTypes, **asked: Any) -> float:
        types.take(GetTypesRequest(page=pages[name], **asked))
        start = time.process_time()
        assert types.types(pages[name], catalogue).types
        return time.process_time() - start

    def first(name: str, types: DocumentTypes) -> float:
        return inferred(name, types, document=texts[name], folder=str(EXAMPLES))

    edited = {name: DocumentTypes() for name in NAMES}
    for name, types in edited.items():
        first(name, types)
    made = 0

    def after_edits() -> float:
        nonlocal made
        made += 1
        one = Block(f"NEW_{made}", "Const", values={"value": "1.0"})
        return sum(
            inferred(name, types, edits=[to_json(Insert(pages[name], (one,)))]) for name, types in edited.items()
        )

    return timed_ratio(
        "types of 6 examples that train, after an edit / from nothing",
        after_edits,
        lambda: sum(first(name, DocumentTypes()) for name in NAMES),
        0.5,
        runs=3,
    )
