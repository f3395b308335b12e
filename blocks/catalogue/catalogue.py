"""The catalogue: all block types by name, and the pages of a document, each as the type `page:NAME`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from msgspec.structs import asdict

from blockloom.blocks.catalogue.block_types import ADDED, BlockType, block_type
from blockloom.blocks.catalogue.dataset_types import RetvalType
from blockloom.blocks.catalogue.entries import Entries, Row, own_entries, parsed, rows_of, with_own_texts
from blockloom.blocks.catalogue.function_signatures import lines, named_functions
from blockloom.blocks.catalogue.page_types import CATEGORY, page_type, retval_type
from blockloom.blocks.catalogue.parameters import (
    ARG,
    DEEPEST,
    PREFIX,
    RETVAL,
    Signature,
    page_of_type,
    signature,
    types_on,
)
from blockloom.blocks.catalogue.search import SearchEntry
from blockloom.blocks.catalogue.tensor_shapes import ShapeInference
from blockloom.blocks.catalogue.type_search import TypeSearch, piece
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.text.phrases import Json
from blockloom.blocks.weights.weight_files import StoredArray

Infer = Callable[[Page, "Catalogue"], ShapeInference]


class Catalogue(Mapping[str, BlockType]):
    """All block types by name, each of which is created at its first use.

    Raises KeyError for unknown names. `with_pages` adds the pages of a document as types; call `changed` or `forget`
    after an edit of a page. `infer` infers the dtypes of a page; it is passed in, since `blocks.infer` itself uses the
    catalogue.
    """

    def __init__(
        self,
        entries: Entries | Iterable[Json],
        infer: Infer,
        version: str = "",
        document: Document | None = None,
        base: Catalogue | None = None,
    ):
        self._entries = entries if isinstance(entries, Entries) else Entries(rows_of(entries))
        self.infer, self.version = infer, version
        self.document = document if document is not None else Document()
        self._base = base
        # Offered types whose pages are not copied yet -> their library, and the function that copies the page.
        self.libraries: Mapping[str, tuple[str, Callable[[], BlockType]]] = MappingProxyType({})
        self._types: dict[str, BlockType] = {}
        self._search: TypeSearch = TypeSearch(self._entries) if base is None else base._search
        self._by_plain: dict[str, str] | None = None  # ops by their lower-case names, without versions
        self._types_on: dict[str, set[str]] = {}  # page -> types of its blocks; the next two are also by page
        self._signatures: dict[str, Signature] = {}
        self._given: dict[str, list[RetvalType]] = {}
        self._under_way: set[str] = set()  # pages whose outputs are being inferred, since a page may use itself

    @property
    def base(self) -> Catalogue:
        """The catalogue without the pages of a document."""
        return self if self._base is None else self._base

    def with_pages(self, document: Document) -> Catalogue:
        """Return this catalogue with the pages of a document as types; itself if it is that document's already."""
        return (
            self
            if self.document is document
            else Catalogue(self._entries, self.base.infer, self.version, document, self.base)
        )

    @property
    def entries(self) -> Entries:
        """The entries, JSON objects, of all types by name."""
        # Not cached: a cache would keep a closed document in memory until the garbage collector finds the cycle.
        return PageEntries(self._entries, self) if self._base is not None else self._entries

    def __getitem__(self, name: str) -> BlockType:
        type_ = self._types.get(name)
        if type_ is None:
            page = self.page_of(name)
            if page is not None:
                type_ = page_type(page, self.signature(page.name), self._inferred)
            elif name in self.libraries:
                type_ = self.libraries[name][1]()
            else:
                type_ = block_type(self._entries[name]) if self._base is None else self._base[name]
            self._types[name] = type_
        return type_

    def get(self, name: str, default: Any = None) -> Any:
        """Return the type of a name, or `default`; faster than `Mapping.get` for missing names."""
        type_ = self._types.get(name)
        if type_ is None and name in self:
            type_ = self[name]
        return default if type_ is None else type_

    def __contains__(self, name: object) -> bool:
        return (
            name in self._entries
            or name in self.libraries
            or (isinstance(name, str) and self.page_of(name) is not None)
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def op_of(self, reference: str) -> str | None:
        """Return the op of a text such as `tf.gather_nd`, `tf.nn.conv2d` or `GatherNd`; None if there is none.

        The newest version of an op is returned.
        """
        if not reference.startswith("tf."):
            return reference if "." not in reference and len(reference) > 2 and reference in self else None
        if self._by_plain is None:
            versions = sorted(
                (int(found[2] or 1), found[1].lower(), name)
                for name in self._entries
                if "." not in name and (found := re.fullmatch(r"(\w+?)(?:V(\d+))?", name))
            )
            self._by_plain = {plain: name for _, plain, name in versions}
        return self._by_plain.get(reference.rpartition(".")[2].replace("_", "").lower())

    def search(
        self,
        query: str,
        use: Mapping[str, float] | None = None,
        symbols: bool = True,
        more: Iterable[SearchEntry[str]] = (),
    ) -> list[str]:
        """Return the names of the types that match a query, best first: see `blocks.catalogue.type_search`."""
        own = [piece(name, page_of_type(name) or name.partition("#")[2]) for name in (*self.usable(), *self.libraries)]
        return self._search.find(query, use, symbols, [*own, *more])

    def page_of(self, block_type: str) -> Page | None:
        """Return the page of an instance's type; None for other types, and if the document has no such page."""
        name = page_of_type(block_type)
        return self.document.pages.get(name) if name else None

    def page_at(self, page: str, path: Iterable[str]) -> str:
        """Return the name of the page at the end of a path of instances that begins on `page`.

        The result is "" if the path does not exist.
        """
        for name in path:
            there = self.document.pages.get(page)
            block = there.blocks.get(name) if there is not None else None
            page = page_of_type(block.type) if block is not None else ""
        return page

    def signature(self, page: str) -> Signature:
        """Return the Args, Retvals and Parameters of a page.

        Raises:
            KeyError: The document has no such page.
        """
        found = self._signatures.get(page)
        if found is None:
            found = self._signatures[page] = signature(self.document.pages[page])
        return found

    def retval_types(self, page: str, retval: str = "") -> list[RetvalType]:
        """Return the types of the Retvals of a page, in order; [] if there is no such page.

        Args:
            page: The name of the page.
            retval: The id of a Retval; if set, only its type is returned.
        """
        if page not in self.document.pages:
            return []
        retvals = self.signature(page).retvals
        outputs = self._given.get(page)
        if outputs is None:
            inferred = self._inferred(self.document.pages[page])
            outputs = [retval_type(block, inferred) for block in retvals]
            if page not in self._under_way:
                self._given[page] = outputs
        return [output for block, output in zip(retvals, outputs) if not retval or block.id == retval]

    def weight(self, key: str) -> tuple[np.ndarray | StoredArray, str]:
        """Return the array of a key of weights, and its dtype: see `Weights.find`.

        Raises:
            WeightsError: The weights cannot be read.
        """
        return self.document.weights.find(key, self.document.folder)

    def usable(self) -> list[str]:
        """Return the types of the pages that can be blocks: those with an Arg or a Retval."""
        return [PREFIX + name for name in self.document.pages if not self._on(name).isdisjoint((ARG, RETVAL))]

    def _on(self, page: str) -> set[str]:
        """Return the types of the blocks of a page, and of the pages that these name as functions."""
        found = self._types_on.get(page)
        if found is None:
            on = self.document.pages[page]
            found = self._types_on[page] = types_on(on)
            with_functions = {name for name in found if lines(name)}
            found |= {
                PREFIX + other
                for block in (on.blocks.values() if with_functions else ())
                if block.type in with_functions
                for _, other in named_functions(block, self[block.type])
            }
        return found

    def reaching(self, pages: Iterable[str]) -> set[str]:
        """Return the pages that use any of these pages as blocks or functions, directly or through others."""
        found, todo = set[str](), {PREFIX + page for page in pages}
        while todo:
            new = {name for name in self.document.pages if not self._on(name).isdisjoint(todo)} - found
            found |= new
            todo = {PREFIX + name for name in new}
        return found

    def refresh(self, page: str) -> bool:
        """Forget a page that was edited, added, removed or renamed, and return whether its block type changed.

        A type that was never read counts as unchanged.
        """
        before, known, given = self._types.get(PREFIX + page), self._signatures.get(page), self._given.get(page)
        self.forget((page,))
        return (
            before is not None
            and (page not in self.document.pages or self[PREFIX + page] != before or self.signature(page) != known)
            or given is not None
            and self.retval_types(page) != given
        )

    def forget(self, pages: Iterable[str]) -> None:
        """Forget the types of these pages; they are created again at their next use."""
        for page in pages:
            self._types.pop(PREFIX + page, None)
            self._types_on.pop(page, None)
            self._signatures.pop(page, None)
            self._given.pop(page, None)

    def _inferred(self, page: Page) -> ShapeInference | None:
        """Return the inference of a page; None during its own inference, and beyond DEEPEST nested pages."""
        if page.name in self._under_way or len(self._under_way) >= DEEPEST:
            return None
        with self.inferring(page.name):
            return self.infer(page, self)

    @contextmanager
    def inferring(self, page: str) -> Iterator[None]:
        """Context manager that makes a page unknown to itself during its inference."""
        already = page in self._under_way
        self._under_way.add(page)
        try:
            yield
        finally:
            if not already:
                self._under_way.discard(page)


class PageEntries(Entries):
    """The entries of a catalogue and of its document's pages; pages that can be blocks come first."""

    def __init__(self, entries: Entries, catalogue: Catalogue):
        self._entries, self._of = entries, catalogue

    @property
    def categories(self) -> dict[str, str]:
        """Categories by name, of pages, libraries and all other types."""
        return (
            dict.fromkeys(self._of.usable(), CATEGORY)
            | {name: title for name, (title, _) in self._of.libraries.items()}
            | self._entries.categories
        )

    def __getitem__(self, name: str) -> Json:
        if name in self._entries:
            return self._entries[name]
        entry = asdict(self._of[name])
        return entry | {key: [asdict(row) for row in entry[key]] for key in ("inputs", "outputs", "attrs")}

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def __iter__(self) -> Iterator[str]:
        yield from self._of.usable()
        yield from self._of.libraries
        yield from self._entries

    def __len__(self) -> int:
        return len(self._of.usable()) + len(self._of.libraries) + len(self._entries)


def make_catalogue(types: Iterable[Json], infer: Infer, version: str) -> Catalogue:
    """Return the catalogue of these entries of TensorFlow's ops, our types, and those of additions."""
    return _catalogue(rows_of(types, with_own_texts), infer, version)


def stored_catalogue(types: Iterable[tuple[str, str, bytes | memoryview]], infer: Infer, version: str) -> Catalogue:
    """Return a catalogue like `make_catalogue`, from (name, category, JSON text) of each op.

    A text is parsed at the first use of its entry.
    """
    return _catalogue([(name, category, partial(parsed, text)) for name, category, text in types], infer, version)


def _catalogue(types: list[Row], infer: Infer, version: str) -> Catalogue:
    native = Entries([*rows_of(own_entries()), *types])
    rows: list[Row] = [
        (name, category, partial(native.__getitem__, name)) for name, category in native.categories.items()
    ]
    rows += (row for added in ADDED for row in added.entries(native))
    return Catalogue(Entries(rows), infer, version)
