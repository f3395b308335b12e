"""Libraries: documents whose pages are copied into others.

A document contains the pages that it uses, so that it is complete without libraries. Each copy has its origin
(`Origin`) and the SHA-256 of the page when it was copied, which shows whether the library's page has changed since.

Libraries come with Blockloom (`blockloom:NAME.loom`), or are in the user's folder (`user:NAME.loom`) or in the folder
of the document. A library is read within bounds, like any document; nothing in it is executed. Unreadable files are
ignored.
"""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.catalogue.parameters import IN_LIBRARY, PREFIX, Signature, about, signature
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import LIBRARY, Document, Origin, Page
from blockloom.blocks.files import documents
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.io.locks import stamp
from blockloom.blocks.problems import Problem, make_problem

TYPE = IN_LIBRARY
# `library:FILE#PAGE` -> (title of the library, function that returns the type).
LibraryTypes = dict[str, tuple[str, Callable[[], BlockType]]]
BUILT_IN, USER = "blockloom:", "user:"
FOLDER = ASSETS / "library"
# Most files of a folder that are read, and most bytes: they are read without confirmation.
_MOST, _MOST_BYTES = 100, 16 << 20


class BlockLibrary(Struct, frozen=True):
    """A library: its `file`, as origins name it, and its document, which is shared and must not be changed."""

    file: str
    document: Document

    @property
    def title(self) -> str:
        """The title of the library: its file's name without folder and extension."""
        return os.path.basename(self.file.rpartition(":")[2]).removesuffix(".loom").replace("_", " ")

    def pages(self) -> Iterator[LibraryPage]:
        """Yield the pages that can be used as blocks."""
        for page in self.document.pages.values():
            found = signature(page)
            if found.args or found.retvals:
                yield LibraryPage(page.name, found, about(page))


class LibraryPage(Struct, frozen=True):
    """A page of a library: its name, its Args, Retvals and Parameters, and its description."""

    name: str
    signature: Signature
    doc: str


def libraries(folder: str = "", apart: str = "") -> list[BlockLibrary]:
    """Return the libraries with usable pages: those of Blockloom, the user's, and those in a folder.

    Args:
        folder: The folder of the document; "" for none.
        apart: The file of the document itself, which is omitted.
    """
    known = [*_in(FOLDER, BUILT_IN), *_in(user_folder(), USER)]
    if folder:
        known += (lib for lib in _in(Path(folder), "", os.path.abspath(apart) if apart else ""))
    return [lib for lib in known if next(lib.pages(), None) is not None]


def library(file: str, folder: str = "") -> BlockLibrary | None:
    """Return the library of an origin, for a document in `folder`; None if missing or unreadable."""
    if not re.fullmatch(LIBRARY, file):
        return None
    scheme, name = file.rpartition(":")[::2]
    path = os.path.join({"blockloom": FOLDER, "user": user_folder()}[scheme] if scheme else folder, name)
    document = _document(path, stamp(path))
    return BlockLibrary(file, document) if document is not None else None


def types(found: Iterable[BlockLibrary], catalogue: Catalogue) -> LibraryTypes:
    """Return the pages of libraries as block types."""
    return {
        f"{TYPE}{one.file}#{page.name}": (one.title, partial(_type, one, page, own))
        for one in found
        for own in (catalogue.with_pages(one.document),)
        for page in one.pages()
    }


def _type(found: BlockLibrary, page: LibraryPage, own: Catalogue) -> BlockType:
    """Return the type of a page of a library, whose catalogue is `own`."""
    type_ = own[PREFIX + page.name]
    return replace(type_, name=f"{TYPE}{found.file}#{page.name}", category=found.title, doc=page.doc)


def of_type(name: str, folder: str = "") -> tuple[BlockLibrary, str] | None:
    """Return the library and the page of a type `library:FILE#PAGE`; None if they are missing."""
    file, ending, page = name.removeprefix(TYPE).partition(".loom#")
    found = library(file + ending[:-1], folder) if name.startswith(TYPE) and page else None
    return (found, page) if found is not None and page in found.document.pages else None


def user_folder() -> Path:
    """Return the folder of the user's libraries, even if it does not exist."""
    from platformdirs import user_data_dir  # importing it takes longer than importing this module

    return Path(user_data_dir("blockloom", appauthor=False)) / "library"


def origin(found: BlockLibrary, page: str) -> Origin:
    """Return the Origin for a copy of the current page of a library."""
    return Origin(found.file, page, _digest(found.document.pages[page]))


def drifted(document: Document, pages: Iterable[str]) -> list[Problem]:
    """Return a warning for each page whose original has changed since it was copied, or is removed."""
    problems = []
    for page in map(document.page, pages):
        copied = page.origin
        source = library(copied.file, document.folder) if copied is not None else None
        if copied is None or source is None:
            continue
        if copied.page not in source.document.pages:
            problems.append(
                make_problem("library-drift:gone", Address(page.name), library=source.title, of=copied.page)
            )
        elif origin(source, copied.page) != copied:
            problems.append(make_problem("library-drift", Address(page.name), library=source.title, of=copied.page))
    return problems


def _in(folder: Path, scheme: str, apart: str = "") -> Iterator[BlockLibrary]:
    paths = sorted(glob.glob(os.path.join(glob.escape(str(folder)), "*.loom")))[:_MOST]
    left = _MOST_BYTES
    for path in paths:
        file, state = scheme + os.path.basename(path), stamp(path)
        if path == apart or state is None or state.size > left or not re.fullmatch(LIBRARY, file):
            continue
        left -= state.size
        document = _document(path, state)
        if document is not None:
            yield BlockLibrary(file, document)


@lru_cache(maxsize=200)
def _document(path: str, stamp: object) -> Document | None:
    """Return the document of a file with this stamp, from a cache."""
    try:
        return documents.load(path, "library")
    except documents.FileError:
        return None


def _digest(page: Page) -> str:
    """Return the SHA-256 of a page's content, independent of its origin."""
    return hashlib.sha256(page_text(page.replaced(origin=None)).encode("utf-8", "replace")).hexdigest()
