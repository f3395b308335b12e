r"""Search for blocks on the pages of a document: by name, type, attribute and shape.

A query is searched in ids, names of nodes and types (see `search`). Words with a colon are filters, all of which must
be true:

    type:Conv2D         blocks of this type; if there is none, of types whose name contains it
    name:*/conv1/*      with an id or node whose name contains this
    attr:padding=SAME   with this value of an attr or input, typed or by default; `attr:padding` with any typed value.
                        `padding=SAME` alone is the same, and `SAME` for any attr, unless a name contains it
    pause:              with a breakpoint; `pause:>` for a condition that contains this
    reads:*.csv         that read a file whose name contains this, also inside an instance; similarly `writes:`, and
                        `sends:` for addresses
    shape:[?, 7, 7, ?]  with an output or a typed tensor of this shape; ? stands for any size

`*` and `?` stand for any letters, and for one; the pattern is then the whole text. Text between slashes is a regular
expression: `/conv\d+$/`, `type:/^Conv/`, `attr:padding=/SAME|VALID/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import translate
from functools import cached_property
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.search import SearchEntry, casefold_text, find, name_of
from blockloom.blocks.document.literal_cache import read_tensor
from blockloom.blocks.document.pages import Block, Document
from blockloom.blocks.lower.outside import Outside, every_act
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.text.similar_names import natural
from blockloom.blocks.values import literals
from blockloom.blocks.weights.document_weights import WeightsError
from blockloom.blocks.weights.weight_files import StoredArray

# Page -> block -> output -> [dtype, shape, ...], or a list of these.
Types = Mapping[str, Mapping[str, Mapping[str, Any]]]
FILTERS = ("type", "name", "attr", "shape", "pause", "reads", "writes", "sends")
_FILTER = re.compile(rf"\b({'|'.join(FILTERS)}):((?:[\w*?]+=)?(?:\[[^\]]*\]|/(?:\\.|[^/\\])+/(?=\s|$)|\S*))")
_OUTSIDE = ("reads", "writes", "sends")


class BlockMatch(NamedTuple):
    """A block, the title of its type, and the name of its node if it has one."""

    page: str
    block: str
    title: str
    node: str


class PageSearch:
    """The blocks of a document at the time of creation, prepared for searches.

    `types` are the known dtypes and shapes of TensorFlow.
    """

    def __init__(self, document: Document, catalogue: Catalogue, types: Types | None = None):
        self.document, self.catalogue, self.types = document, catalogue, types or {}
        self._titles: dict[str, str] = {}  # cached by type, since many blocks have one type
        self._entries = [
            SearchEntry(
                BlockMatch(name, block.id, self._title(block.type), block.names.get("", "")),
                tuple(name_of(text) for text in (block.id, self._title(block.type), *_nodes(block))),
            )
            for name, page in document.pages.items()
            for block in sorted(page.blocks.values(), key=lambda block: natural(block.id.casefold()))
        ]

    def _title(self, type_: str) -> str:
        title = self._titles.get(type_)
        if title is None:
            entry = self.catalogue.entries.get(type_)
            title = self._titles[type_] = (entry.get("title") if entry else None) or type_
        return title

    def find(self, query: str, page: str) -> list[BlockMatch]:
        """Return the blocks that match, best first, those of a page before others.

        Raises:
            PatternError: A regular expression of the query is invalid.
        """
        words = _FILTER.sub(" ", query).strip()
        entries: Sequence[SearchEntry[BlockMatch]] = self._entries
        for kind, wanted in _FILTER.findall(query):
            if kind in _OUTSIDE:
                entries = [entry for entry in entries if any(self._acting(entry.key, kind, wanted))]
            elif kind == "pause":
                entries = [entry for entry in entries if (has := self._block(entry).pause) and wanted in has]
            elif wanted:
                filters = {"type": self._of_type, "name": self._of_name, "attr": self._of_attr, "shape": self._of_shape}
                entries = filters[kind](entries, wanted)
        if is_expression(words):
            fits, words = matcher(words), ""
            entries = [entry for entry in entries if any(map(fits, (entry.key.title, *self._names(entry))))]
        found = find(entries, words)
        if words and not any(map(matcher(words), (n for e in entries for n in (e.key.title, *self._names(e))))):
            by_value = [entry.key for entry in self._of_attr(entries, words if "=" in words else f"*={words}")]
            found = [*dict.fromkeys((*by_value, *found))]
        return sorted(found, key=lambda block: block.page != page)

    def acts_inside(self, found: BlockMatch, query: str) -> dict[str, str]:
        """Return the files and addresses because of which a query finds a block, by place inside the block.

        The query has `reads:`, `writes:` or `sends:`. The place "" is the block itself, `INNER/BLOCK` is in an
        instance.
        """
        named: dict[str, list[str]] = {}
        for kind, wanted in _FILTER.findall(query):
            for act in self._acting(found, kind, wanted):
                named.setdefault(act.address.flat.removeprefix(found.block).removeprefix("/"), []).append(act.target)
        return {inside: ", ".join(targets) for inside, targets in named.items()}

    @cached_property
    def _acts(self) -> Mapping[tuple[str, str], Sequence[Outside]]:
        """The effects outside, by page and block."""
        found: dict[tuple[str, str], list[Outside]] = {}
        for act in every_act(self.document, self.catalogue):
            found.setdefault((act.address.page, act.address.top), []).append(act)
        return found

    def _acting(self, found: BlockMatch, kind: str, wanted: str) -> Iterator[Outside]:
        fits = matcher(wanted)
        for act in self._acts.get((found.page, found.block), ()):
            if act.kind == kind and fits(act.target):
                yield act

    def _block(self, entry: SearchEntry[BlockMatch]) -> Block:
        return self.document.pages[entry.key.page].blocks[entry.key.block]

    def _names(self, entry: SearchEntry[BlockMatch]) -> tuple[str, ...]:
        return entry.key.block, *_nodes(self._block(entry))

    def _of_type(self, entries: Sequence[SearchEntry[BlockMatch]], wanted: str) -> list[SearchEntry[BlockMatch]]:
        rows = [(entry, (entry.key.title, self._block(entry).type)) for entry in entries]
        exactly, loosely = matcher(wanted, whole=True), matcher(wanted)
        found = [entry for entry, names in rows if any(map(exactly, names))]
        return found or [entry for entry, names in rows if any(map(loosely, names))]

    def _of_name(self, entries: Sequence[SearchEntry[BlockMatch]], wanted: str) -> list[SearchEntry[BlockMatch]]:
        fits = matcher(wanted)
        return [entry for entry in entries if any(map(fits, self._names(entry)))]

    def _of_attr(self, entries: Sequence[SearchEntry[BlockMatch]], wanted: str) -> list[SearchEntry[BlockMatch]]:
        name, _, value = wanted.partition("=")
        value = value if is_expression(value) else "".join(value.split())
        named, fits = matcher(name.strip(), whole=True), matcher(value, whole=True) if value else None
        return [
            entry
            for entry in entries
            if any(
                fits is None or fits("".join(text.split()).strip("\"'"))
                for attr, text in self._values(entry, defaults=fits is not None)
                if named(attr)
            )
        ]

    def _values(self, entry: SearchEntry[BlockMatch], defaults: bool) -> Iterator[tuple[str, str]]:
        """Yield the typed values of a block, and if wanted the defaults of its other attrs as they are typed."""
        block = self._block(entry)
        yield from block.values.items()
        block_type = self.catalogue.get(block.type) if defaults else None
        for attr in block_type.attrs if block_type is not None else ():
            if attr.name not in block.values and attr.default is not None:
                yield attr.name, str(attr.default).lower() if isinstance(attr.default, bool) else str(attr.default)

    def _of_shape(self, entries: Sequence[SearchEntry[BlockMatch]], wanted: str) -> list[SearchEntry[BlockMatch]]:
        try:
            sizes = literals.shape(wanted)
        except literals.ValueSyntaxError:
            return []
        return [entry for entry in entries if any(_alike(shape, sizes) for shape in self._shapes(entry))]

    def _weight(self, key: str) -> tuple[StoredArray, str]:
        return self.document.weights.find(key, self.document.folder)

    def _shapes(self, entry: SearchEntry[BlockMatch]) -> Iterator[Sequence[int | None] | None]:
        """Yield the shapes of a block's outputs, and of its typed tensors."""
        block = self._block(entry)
        for type_ in self.types.get(entry.key.page, {}).get(block.id, {}).values():
            yield from (t[1] for t in (type_ if type_ and isinstance(type_[0], list | tuple) else [type_]) if t)
        block_type = self.catalogue.get(block.type) if block.values else None
        if block_type is None:
            return
        for name, text in block.values.items():
            attr = block_type.attr(name)
            if block_type.input(name) is not None or attr is not None and attr.type == "tensor":
                try:
                    yield read_tensor(text, None, self._weight).array.shape
                except (literals.ValueSyntaxError, WeightsError):
                    continue
            elif attr is not None and attr.type == "shape":
                try:
                    yield [None if size < 0 else size for size in literals.shape(text) or ()]
                except literals.ValueSyntaxError:
                    continue


def _nodes(block: Block) -> tuple[str, ...]:
    """Return the names of nodes of a block."""
    return tuple(dict.fromkeys(block.names.values()))


def _alike(shape: Sequence[int | None] | None, wanted: Sequence[int] | None) -> bool:
    """Return whether a shape is the wanted one, whose sizes below 0 stand for any."""
    if shape is None or wanted is None:
        return shape is None and wanted is None
    return len(shape) == len(wanted) and all(want < 0 or size == want for size, want in zip(shape, wanted, strict=True))


_EXPRESSION = re.compile(r"/(.+)/", re.DOTALL)
# A repeated group that contains a repetition or alternatives, as in (a+)+: Python can take hours for such expressions.
_SLOW = re.compile(r"\((?:\\.|[^()\\])*[*+{|](?:\\.|[^()\\])*\)[*+{]|\)\)[*+{]")
_LONGEST = 100, 1000  # most characters of an expression, and of a text to search


class PatternError(ValueError):
    """Raised for an invalid regular expression; `str()` of it is for the user."""


def is_expression(pattern: str) -> bool:
    """Return whether a pattern is a regular expression: text between slashes."""
    return _EXPRESSION.fullmatch(pattern) is not None


def matcher(pattern: str, whole: bool = False) -> Callable[[str], bool]:
    """Return a function that tests whether a text matches a pattern, regardless of case.

    Args:
        pattern: A regular expression between slashes, which is searched; a text with the wildcards `*` and `?`, which
            matches a whole text; or any other text, which is searched.
        whole: Whether a text without wildcards must match a whole text, too.

    Raises:
        PatternError: The regular expression is invalid, too long, or of a kind that can take very long.
    """
    if found := _EXPRESSION.fullmatch(pattern):
        if len(found[1]) > _LONGEST[0] or _SLOW.search(found[1]):
            raise PatternError(phrase("The regular expression {} is too complex", pattern))
        try:
            search = re.compile(found[1], re.IGNORECASE).search
        except (re.error, OverflowError, RecursionError) as error:
            raise PatternError(phrase("{} is not a regular expression: {}", pattern, error)) from None
        return lambda text: search(text[: _LONGEST[1]]) is not None
    plain = casefold_text(pattern)
    if "*" in pattern or "?" in pattern:
        match = re.compile(translate(plain.replace("[", "[[]"))).match
        return lambda text: match(casefold_text(text)) is not None
    return (lambda text: casefold_text(text) == plain) if whole else (lambda text: plain in casefold_text(text))
