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
from blockloom.blocks.catalogue.page_signature import IN_LIBRARY, PREFIX, Signature, about, signature
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import LIBRARY, Document, Origin, Page
from blockloom.blocks.files import documents
from blockloom.blocks.files.file_writer import page_text
from blockloom.blocks.io.stamps import stamp
from blockloom.blocks.problems import Problem, make_problem

TYPE = IN_LIBRARY
BUILT_IN, USER = "blockloom:", "user:"
FOLDER = ASSETS / "library"
_MOST, _MOST_BYTES = 100, 16 << 20  # files of a folder that are looked at, and their bytes: they are read unasked


class BlockLibrary(NamedTuple):
    """A library: its `file`, as origins name it, and its document, which is shared and must not be changed."""

    file: str
    document: Document

    @property
    def title(self) -> str:
        """The title of the library: its file's name without folder and extension."""
        return os.path.basename(self.file.rpartition(":")[2]).removesuffix(".loom").replace("_", " ")

    def pages(self) -> Iterator[LibraryPage]:
        """The pages that can be used as blocks."""
        for page in self.document.pages.values():
            found = signature(page)
            if found.args or found.retvals:
                yield LibraryPage(page.name, found, about(page))


class LibraryPage(NamedTuple):
    """A page of a library: its name, its Args, Retvals and Parameters, and its description."""

    name: str
    signature: Signature
    doc: str


def libraries(folder: str = "", apart: str = "") -> list[BlockLibrary]:
    """The libraries with pages to use, for a document in `folder` ("": in none): those of Blockloom, the user's, and
    those beside the document, except the file `apart`, the document itself.
    """
    known = [*_in(FOLDER, BUILT_IN), *_in(user_folder(), USER)]
    if folder:
        known += (lib for lib in _in(Path(folder), "", os.path.abspath(apart) if apart else ""))
    return [lib for lib in known if next(lib.pages(), None) is not None]


def library(file: str, folder: str = "") -> BlockLibrary | None:
    """The library that an origin names, for a document in `folder`; None where it is missing or cannot be read."""
    if not LIBRARY.fullmatch(file):
        return None
    scheme, name = file.rpartition(":")[::2]
    path = os.path.join({"blockloom": FOLDER, "user": user_folder()}[scheme] if scheme else folder, name)
    document = _document(path, stamp(path))
    return BlockLibrary(file, document) if document is not None else None


def types(found: Iterable[BlockLibrary], catalogue: Catalogue) -> dict[str, tuple[str, Callable[[], BlockType]]]:
    """The pages of libraries as block types, `library:FILE#PAGE` -> (title of the library, what makes the type)."""
    return {
        f"{TYPE}{one.file}#{page.name}": (one.title, partial(_type, one, page, own))
        for one in found
        for own in (catalogue.with_pages(one.document),)
        for page in one.pages()
    }


def _type(found: BlockLibrary, page: LibraryPage, own: Catalogue) -> BlockType:
    """The type of a page of a library, of which `own` is the catalogue."""
    type_ = own[PREFIX + page.name]
    return type_._replace(name=f"{TYPE}{found.file}#{page.name}", category=found.title, doc=page.doc)


def of_type(name: str, folder: str = "") -> tuple[BlockLibrary, str] | None:
    """The library and the page that a type `library:FILE#PAGE` names, for a document in `folder`; None where they are
    missing.
    """
    file, ending, page = name.removeprefix(TYPE).partition(".loom#")
    found = library(file + ending[:-1], folder) if name.startswith(TYPE) and page else None
    return (found, page) if found is not None and page in found.document.pages else None


def user_folder() -> Path:
    """The folder of the user's libraries, whether it exists or not."""
    from platformdirs import user_data_dir  # takes longer to import than this module

    return Path(user_data_dir("blockloom", appauthor=False)) / "library"


def origin(found: BlockLibrary, page: str) -> Origin:
    """The Origin of a copy that is made now of a page in a library."""
    return Origin(found.file, page, _digest(found.document.pages[page]))


def drifted(document: Document, pages: Iterable[str]) -> list[Problem]:
    """A warning for each of these pages whose original in its library has changed since it was copied, or is gone."""
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
        if path == apart or state is None or state.size > left or not LIBRARY.fullmatch(file):
            continue
        left -= state.size
        document = _document(path, state)
        if document is not None:
            yield BlockLibrary(file, document)


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
