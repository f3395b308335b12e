"""Checks of weights before a page is compiled: against their file, and the limit of a GraphDef."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Document
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.problems import Problem, make_problem

GRAPH = (1 << 31) - (1 << 20)  # bytes that a GraphDef may have of constants: as a message it has 2 GiB at most


def check(document: Document, page: str, inference: PageInference) -> Iterator[Problem]:
    """Yield problems of the weights that a page names: files that changed or are missing.

    Files that were not read yet, or have changed, are read.
    """
    if not document.weights:
        return
    keys = sorted(document.keys())
    changed = [key for key in keys if document.weights.changed(key, document.folder)]
    if changed or keys and document.weights.file_changed(document.folder):
        yield make_problem("weights-changed", Address(page), file=document.weights.file, keys=changed)
    sizes = {
        name: _constants(inference, name)
        for name in inference.known
        if not traits_of(inference.page.blocks[name].type).variable
    }
    total = sum(sizes.values())
    if total > GRAPH:
        yield make_problem(
            "graph-too-large",
            address(inference.page.name, max(sizes, key=lambda name: sizes[name])),
            gigabytes=f"{total / 1e9:.1f}",
        )


def _constants(inference: PageInference, block: str) -> int:
    """Return the number of bytes of a block's weights that become constants of the graph."""
    known = inference.known[block]
    found = [*known.attrs.values(), *(value for values in known.literals.values() for value in values)]
    return sum(value.array.nbytes for value in found if isinstance(value, Value) and value.key)
