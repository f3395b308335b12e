"""Documents with which random edits begin: the examples, one with something of everything, pages of enuSpace."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from blockloom.app.formats import open_document
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from tests.extent import ALL

ROOT = Path(__file__).resolve().parents[1]
_ENUSPACE = ROOT.parent / "shared" / "enuspace" / "samples"


def some(part: int, parts: int = 3 if ALL else 6) -> list[tuple[str, Document]]:
    """Return part number `part` of `parts` of the documents, with their names."""
    return list(bases().items())[part % parts :: parts]


@cache
def bases() -> dict[str, Document]:
    """Return the documents for tests of edits, by name, which must not be changed.

    The pages of enuSpace are included if its samples are in the folder that contains the project.
    """
    found = {path.stem: documents.load(path) for path in sorted((ROOT / "assets" / "examples").glob("*.loom"))}
    found["everything"] = documents.load(ROOT / "tests" / "blocks" / "everything.loom")
    found["everything"].conflicts = ()  # it has some of another merge
    for folder in ("1.5", "2.0/picture"):
        found |= {path.stem: open_document(path) for path in sorted((_ENUSPACE / folder).glob("*.svg"))}
    return found
