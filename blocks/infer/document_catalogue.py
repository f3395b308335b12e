"""The catalogue of a document: all block types, and its pages, each as the type `page:NAME`.

The pins of a page's type are the ids of its Arg and Retval blocks, its attrs those of its Parameter blocks. An Arg or
Retval whose dtype is `=NAME`, a parameter of the type `type`, has the dtype that is typed for this or wired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.catalogue import dataset_types, tensor_shapes
from blockloom.blocks.catalogue.block_types import Attr, BlockType, Catalogue, Entries, Pin
from blockloom.blocks.catalogue.function_signatures import named
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import names_in
from blockloom.blocks.catalogue.search import Entry
from blockloom.blocks.catalogue.signature import (
    ARG,
    DEEPEST,
    PREFIX,
    RETVAL,
    Signature,
    about,
    page_of_type,
    signature,
    types_on,
)
from blockloom.blocks.catalogue.type_search import piece
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import TENSOR, Block, Document, Page
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.values import literals
from blockloom.blocks.weights.weight_files import Stored

CATEGORY = "This document"


class Given(NamedTuple):
    """What is known of a Retval: its dtype, its shape, and, where it is a dataset, what its elements are."""

    dtype: str | None
    shape: tensor_shapes.Shape
    element: dataset_types.Element | None


class DocumentCatalogue(Catalogue):
    """A catalogue with the pages of a document. Tell it by `changed` and `forget` which pages were edited. `infer`
    gives what finds what follows from the wires of a page, while that is there."""

    def __init__(self, base: Catalogue, document: Document):
        vars(self).update(vars(base))
        self._base, self.document = base, document
        # Types on offer whose pages are still to be copied, each with its library and what makes it.
        self.libraries: Mapping[str, tuple[str, Callable[[], BlockType]]] = {}
        self._types: dict[str, BlockType] = {}
        self._types_on: dict[str, set[str]] = {}
        self._signatures: dict[str, Signature] = {}
        self._given: dict[str, list[Given]] = {}
        self.infer: Callable[[], Callable[[Page], Inference] | None] = lambda: None
        self._under_way: set[str] = set()   # pages whose outputs are being inferred: one may use itself

    @property
    def base(self) -> Catalogue:
        return self._base

    @property
    def entries(self) -> PageEntries:       # type: ignore[override]
        return PageEntries(self)    # not kept: nothing of a document that is gone waits for the circle to be found

    def __getitem__(self, name: str) -> BlockType:
        found = self._types.get(name)
        if found is None:
            page = self.page_of(name)
            found = self._types[name] = self._made(page) if page is not None else (
                self.libraries[name][1]() if name in self.libraries else self.base[name])
        return found

    def get(self, name: str, default: Any = None) -> Any:
        found = self._types.get(name)
        if found is None and name in self:
            found = self[name]
        return default if found is None else found

    def __contains__(self, name: object) -> bool:
        return name in self.base.entries or name in self.libraries or (
            isinstance(name, str) and self.page_of(name) is not None)

    def page_of(self, block_type: str) -> Page | None:
        """The page that blocks of a type are instances of; None for other types, and where there is no such page."""
        name = page_of_type(block_type)
        return self.document.pages.get(name) if name else None

    def signature(self, page: str) -> Signature:
        """What a page takes and gives. Raises KeyError where there is no such page."""
        found = self._signatures.get(page)
        if found is None:
            found = self._signatures[page] = signature(self.document.pages[page])
        return found

    def gives(self, page: str, retval: str = "") -> list[Given]:
        """What a page gives, or one Retval of it; nothing where there is no such page."""
        if page not in self.document.pages:
            return []
        found = self._given.get(page)
        if found is None:
            inferred = self._inferred(self.document.pages[page])
            found = [Given(inferred.dtype(one.id, "output"), tensor_shapes.of(inferred, one.id, "output"),
                           next((dataset_types.element(inferred, wire.source, wire.source_pin) for wire in
                                 inferred.page.into.get(one.id, {}).get("input", ())), None))
                     for one in self.signature(page).retvals]
            if page not in self._under_way:
                self._given[page] = found
        names = [one.id for one in self.signature(page).retvals]
        return [one for name, one in zip(names, found) if not retval or name == retval]

    def weight(self, key: str) -> tuple[np.ndarray | Stored, str]:
        return self.document.weights.find(key, self.document.folder)

    def page_at(self, page: str, path: Iterable[str]) -> str:
        """The page that instances lead to, from a page on; "" where they lead nowhere."""
        for name in path:
            there = self.document.pages.get(page)
            block = there.blocks.get(name) if there is not None else None
            page = page_of_type(block.type) if block is not None else ""
        return page

    def usable(self) -> list[str]:
        """The types of the pages that can be used as blocks: those with an Arg or a Retval."""
        return [PREFIX + name for name in self.document.pages if not self._on(name).isdisjoint((ARG, RETVAL))]

    def _on(self, page: str) -> set[str]:
        """The types of the blocks of a page, and those of the pages that these name as functions."""
        found = self._types_on.get(page)
        if found is None:
            on = self.document.pages[page]
            found = self._types_on[page] = types_on(on)
            with_functions = {name for name in found if traits_of(name).functions}
            found |= {PREFIX + other for block in (on.blocks.values() if with_functions else ())
                      if block.type in with_functions for _, other in named(block, self[block.type])}
        return found

    def reaching(self, pages: Iterable[str]) -> set[str]:
        """The pages that use any of these, as blocks or functions, those that use them, and so on."""
        found, todo = set[str](), {PREFIX + page for page in pages}
        while todo:
            new = {name for name in self.document.pages if not self._on(name).isdisjoint(todo)} - found
            found |= new
            todo = {PREFIX + name for name in new}
        return found

    def search(self, query: str, use: Mapping[str, float] | None = None, symbols: bool = True,
               more: Iterable[Entry[str]] = ()) -> list[str]:
        own = [piece(name, page_of_type(name) or name.partition("#")[2]) for name in (*self.usable(), *self.libraries)]
        return self.base.search(query, use, symbols, [*own, *more])

    def changed(self, page: str) -> bool:
        """The page was edited, made, removed or renamed. Whether its type, as far as it was asked for, is another."""
        before, known, given = self._types.get(PREFIX + page), self._signatures.get(page), self._given.get(page)
        self.forget((page,))
        return before is not None and (page not in self.document.pages or self[PREFIX + page] != before
                                       or self.signature(page) != known) or \
            given is not None and self.gives(page) != given

    def forget(self, pages: Iterable[str]) -> None:
        """The types of these pages are to be found anew."""
        for page in pages:
            self._types.pop(PREFIX + page, None)
            self._types_on.pop(page, None)
            self._signatures.pop(page, None)
            self._given.pop(page, None)

    # --- the type of a page ---------------------------------------------------------------------------------------

    def _made(self, page: Page) -> BlockType:
        args, retvals, parameters = self.signature(page.name)
        attrs = tuple(map(_attr, parameters))
        types = {attr.name for attr in attrs if attr.type == "type"}
        inputs = tuple(Pin(arg.id, TENSOR, *_dtype(arg, types), optional="default" in arg.values,
                           doc=arg.values.get("label", ""), default=arg.values.get("default", "")) for arg in args)
        inferred = None
        outputs = []
        for retval in retvals:
            dtype, type_attr = _dtype(retval, types)
            if not (dtype or type_attr or types):
                inferred = inferred or self._inferred(page)
                known = inferred.known.get(retval.id)
                dtype = known.attrs.get("dtype") if known is not None else None
            outputs.append(Pin(retval.id, TENSOR, dtype, type_attr, doc=retval.values.get("label", "")))
        return BlockType(PREFIX + page.name, page.name, None, CATEGORY, inputs, tuple(outputs), attrs, ("CPU",),
                         about(page), "", False)

    def _inferred(self, page: Page) -> Inference:
        if page.name in self._under_way or len(self._under_way) >= DEEPEST:
            return Inference(Page(page.name), self)
        self._under_way.add(page.name)
        try:
            infer = self.infer()
            return infer(page) if infer is not None else Inference(page, self)
        finally:
            self._under_way.discard(page.name)


class PageEntries(Entries):
    """The entries of a catalogue and those of the pages, of which the ones that can be used come first."""

    def __init__(self, catalogue: DocumentCatalogue):
        self._of = catalogue

    @property
    def categories(self) -> dict[str, str]:     # type: ignore[override]
        return dict.fromkeys(self._of.usable(), CATEGORY) | {
            name: title for name, (title, _) in self._of.libraries.items()} | self._of.base.entries.categories

    def __getitem__(self, name: str) -> dict:
        if name in self._of.base.entries:
            return self._of.base.entries[name]
        entry = self._of[name]._asdict()
        return entry | {key: [row._asdict() for row in entry[key]] for key in ("inputs", "outputs", "attrs")}

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def __iter__(self) -> Iterator[str]:
        yield from self._of.usable()
        yield from self._of.libraries
        yield from self._of.base.entries

    def __len__(self) -> int:
        return len(self._of.usable()) + len(self._of.libraries) + len(self._of.base.entries)


def with_pages(catalogue: Catalogue, document: Document) -> DocumentCatalogue:
    """The catalogue of a document, which `catalogue` may be already."""
    if isinstance(catalogue, DocumentCatalogue):
        if catalogue.document is document:
            return catalogue
        catalogue = catalogue.base
    return DocumentCatalogue(catalogue, document)


def _attr(parameter: Block) -> Attr:
    type_ = parameter.values.get("type", "float")
    required = "default" not in parameter.values
    default = None
    if not required and type_ != "tensor":
        try:
            default = _plain(read_attr(parameter.values["default"], type_))
        except literals.ValueSyntaxError:
            required = not parameter.values["default"].startswith("=")     # of others: see parameters.given
    unit, label = parameter.values.get("unit", ""), parameter.values.get("label", "")
    return Attr(parameter.id, type_, default, None, None, required, label, unit)


def _plain(value: Any) -> Any:
    """A value as a catalogue has defaults: as JSON, with texts in the place of bytes."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def _dtype(block: Block, types: set[str]) -> tuple[str | None, str | None]:
    """The dtype of an Arg or Retval, and the parameter that says it; one of them, or neither."""
    text = block.values.get("dtype", "")
    names = names_in(text) & types
    if names:
        return None, next(iter(names))
    try:
        return (read_attr(text, "type") if text else None), None
    except literals.ValueSyntaxError:
        return None, None


def pages_of(catalogue: Catalogue) -> list[str]:
    """The pages of the document that a catalogue is of; none where it is of no document."""
    return list(catalogue.document.pages) if isinstance(catalogue, DocumentCatalogue) else []
