"""Libraries: documents whose pages are copied into others.

A document holds the pages that it uses, so it is whole without the libraries that they came from. Of each copy it says
which page it is of (`Origin`), and the SHA-256 of that page as it was then, by which is noticed that the library has
another one now.

Libraries come with Blockloom (`blockloom:NAME.loom`), lie in a folder of the user's (`user:NAME.loom`), or beside the
document. A library is read, like any document, within bounds; nothing of it is run. One that cannot be read is none.
"""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.catalogue.signature import PREFIX, Signature, about, signature
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import LIBRARY, Document, Origin, Page
from blockloom.blocks.files import documents
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.files.saved_file import stamp
from blockloom.blocks.problems import Problem, problem

TYPE = "library:"       # of blocks that are to be instances of a page of a library, until it is copied
BUILT_IN, USER = "blockloom:", "user:"
FOLDER = ASSETS / "library"
_MOST, _MOST_BYTES = 100, 16 << 20   # files of a folder that are looked at, and their bytes: they are read unasked


class Library(NamedTuple):
    """A library: its `file` as origins name it. Its document is read by all who ask: nobody changes it."""

    file: str
    document: Document

    @property
    def title(self) -> str:
        """What it is called: its file without the ending."""
        return os.path.basename(self.file.rpartition(":")[2]).removesuffix(".loom").replace("_", " ")

    def pages(self) -> Iterator[LibraryPage]:
        """Those that can be used as blocks."""
        for page in self.document.pages.values():
            found = signature(page)
            if found.args or found.retvals:
                yield LibraryPage(page.name, found, about(page))


class LibraryPage(NamedTuple):
    """A page on offer, what it takes and gives, and what its author wrote about it."""

    name: str
    signature: Signature
    doc: str


def libraries(folder: str = "", apart: str = "") -> list[Library]:
    """All that are there, for a document in a folder ("": in none yet), `apart` from the file of the document itself:
    those of Blockloom, the user's, and those beside the document."""
    found = [*_in(FOLDER, BUILT_IN), *_in(user_folder(), USER)]
    if folder:
        found += (one for one in _in(Path(folder), "", os.path.abspath(apart) if apart else ""))
    return [one for one in found if next(one.pages(), None) is not None]


def library(file: str, folder: str = "") -> Library | None:
    """The library that an origin names, for a document in a folder; None where there is none that can be read."""
    if not LIBRARY.fullmatch(file):
        return None
    scheme, name = file.rpartition(":")[::2]
    path = os.path.join({"blockloom": FOLDER, "user": user_folder()}[scheme] if scheme else folder, name)
    document = _document(path, stamp(path))
    return Library(file, document) if document is not None else None


def types(found: Iterable[Library], catalogue: Catalogue) -> dict[str, tuple[str, Callable[[], BlockType]]]:
    """The pages of libraries as types on offer, `library:FILE#PAGE`: the title of each and what makes it."""
    return {f"{TYPE}{one.file}#{page.name}": (one.title, partial(_type, one, page, catalogue))
            for one in found for page in one.pages()}


def _type(found: Library, page: LibraryPage, catalogue: Catalogue) -> BlockType:
    made = catalogue.with_pages(found.document)[PREFIX + page.name]
    return made._replace(name=f"{TYPE}{found.file}#{page.name}", category=found.title, doc=page.doc)


def of_type(name: str, folder: str = "") -> tuple[Library, str] | None:
    """The library and the page that such a type means, for a document in a folder; None where they are not there."""
    file, ending, page = name.removeprefix(TYPE).partition(".loom#")
    found = library(file + ending[:-1], folder) if name.startswith(TYPE) and page else None
    return (found, page) if found is not None and page in found.document.pages else None


def user_folder() -> Path:
    """Where the user's libraries lie; it need not exist yet."""
    from platformdirs import user_data_dir  # takes longer to import than this module
    return Path(user_data_dir("blockloom", appauthor=False)) / "library"


def origin(found: Library, page: str) -> Origin:
    """That of a copy of a page as it is in the library now."""
    return Origin(found.file, page, _digest(found.document.pages[page]))


def drifted(document: Document, pages: Iterable[str]) -> list[Problem]:
    """A warning for each of these pages that its library has in another form than when it was copied, or no longer."""
    found = []
    for page in map(document.page, pages):
        copied = page.origin
        there = library(copied.file, document.folder) if copied is not None else None
        if copied is None or there is None:
            continue
        if copied.page not in there.document.pages:
            found.append(problem("library-drift:gone", Address(page.name), library=there.title, of=copied.page))
        elif origin(there, copied.page) != copied:
            found.append(problem("library-drift", Address(page.name), library=there.title, of=copied.page))
    return found


def _in(folder: Path, scheme: str, apart: str = "") -> Iterator[Library]:
    paths = sorted(glob.glob(os.path.join(glob.escape(str(folder)), "*.loom")))[:_MOST]
    left = _MOST_BYTES
    for path in paths:
        file, found = scheme + os.path.basename(path), stamp(path)
        if path == apart or found is None or found.size > left or not LIBRARY.fullmatch(file):
            continue
        left -= found.size
        document = _document(path, found)
        if document is not None:
            yield Library(file, document)


@lru_cache(maxsize=200)
def _document(path: str, stamp: object) -> Document | None:
    """The document of a file that looks like this now."""
    try:
        return documents.load(path, "library")
    except documents.FileError:
        return None


def _digest(page: Page) -> str:
    """Of what a page is, wherever it came from itself."""
    return hashlib.sha256(page_text(page.replaced(origin=None)).encode("utf-8", "replace")).hexdigest()
