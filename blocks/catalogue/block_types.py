"""Block types: what the palette offers and what a block's pins mean.

A catalogue is read from the file that the runtime writes (`runtime.compile.registry`: the ops of the installed
TensorFlow) and from the project's own data (`assets/catalogue`: composite blocks and short texts for ops that
TensorFlow leaves undocumented). It is kept as plain JSON objects, those that `blockloom ops --format json` prints. An
object is parsed, and a BlockType made of it, when it is asked for, so that opening a window does not make two thousand
of them.
"""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.catalogue import dataset_types, monitor_types
from blockloom.blocks.catalogue.op_traits import Traits, traits_of
from blockloom.blocks.catalogue.search import Entry
from blockloom.blocks.catalogue.type_search import TypeSearch
from blockloom.blocks.document.own_types import SESSION
from blockloom.blocks.document.pages import REF, TENSOR, WIRE_KINDS, Block, Document, split_index
from blockloom.blocks.enuspace import symbols
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights.document_weights import WeightsError
from blockloom.blocks.weights.weight_files import Stored

SESSIONS = frozenset({SESSION, symbols.PREFIX + "ClientSession"})
_TYPE = itemgetter(Block._fields.index("type"))
# Attrs that TensorFlow keeps beside those of an op, of which few mean something to a graph that is run anew. They are
# typed as others are; `_device` is that of the block's own node, before that of its frame.
INTERNAL_ATTRS: Mapping[str, str] = {
    "_class": "list(string)", "_device": "string", "_gradient_op_type": "string", "_kernel": "string",
    "_lower_using_switch_merge": "bool", "_num_original_outputs": "int", "_read_only_resource_inputs": "list(int)",
    "_stateful_parallelism": "bool"}
DEVICE, BESIDE = "_device", "_class"
ASSETS = Path(__file__).resolve().parents[2] / "assets"


class Pin(NamedTuple):
    """An input or output. Its dtype is fixed (`dtype`), or that of an attr (`type_attr`), or, for a list, one per
    element (`type_list_attr`). `list`: takes several wires; `number_attr` then counts them. `default` is what an
    optional pin stands for where nothing is wired or typed."""

    name: str
    kind: str
    dtype: str | None = None
    type_attr: str | None = None
    type_list_attr: str | None = None
    number_attr: str | None = None
    list: bool = False
    ref: bool = False
    optional: bool = False
    doc: str = ""
    default: str = ""


class Attr(NamedTuple):
    """An attribute: `type` as in an OpDef (type, shape, int, float, bool, string, tensor, func or list(...)).

    `default` is JSON; `required` says that there is none. `allowed` lists the values that TensorFlow accepts, `minimum`
    is the least number, or the least length of a list. `unit` is that of a parameter of a page.
    """

    name: str
    type: str
    default: Any = None
    allowed: tuple | None = None
    minimum: int | None = None
    required: bool = False
    doc: str = ""
    unit: str = ""


class BlockType(NamedTuple):
    """`op` is the TensorFlow op, None for a composite. `devices` are those with a kernel; `reference` says that without
    one it runs by the CPU reference. `kernels` has what those of a device take, attr -> values each; nothing of an op
    with one that takes everything."""

    name: str
    title: str
    op: str | None
    category: str
    inputs: tuple[Pin, ...]
    outputs: tuple[Pin, ...]
    attrs: tuple[Attr, ...]
    devices: tuple[str, ...]
    doc: str
    deprecated: str
    stateful: bool
    reference: bool = False
    kernels: Mapping[str, list[dict[str, list]]] = MappingProxyType({})

    def input(self, name: str) -> Pin | None:
        return next((p for p in self.inputs if p.name == name), None)

    def output(self, name: str) -> Pin | None:
        """The output pin of that name; for `output[1]` one element of the list pin `output`."""
        pin = next((p for p in self.outputs if p.name == name), None)
        if pin is None:
            stem, index = split_index(name)
            pin = next((p for p in self.outputs if p.name == stem and p.list), None) if index is not None else None
            if pin is not None:
                pin = pin._replace(name=name, kind=REF if pin.ref else TENSOR, list=False)
        return pin

    def attr(self, name: str) -> Attr | None:
        return next((a for a in self.attrs if a.name == name), None)

    @property
    def traits(self) -> Traits:
        """What is known of its op, of a composite of itself, and of a symbol of what it stands for."""
        return traits_of(self.op or native(self.name))

    @property
    def inferred(self) -> frozenset[str]:
        """The attrs that follow from the wires, maybe among others that the op does not have."""
        return frozenset(n for p in self.inputs for n in (p.type_attr, p.type_list_attr, p.number_attr) if n) | \
            dataset_types.inferred(self.op or "")


def _pin(data: Mapping[str, Any]) -> Pin:
    return Pin(**{key: data[key] for key in Pin._fields if key in data})


def block_type(data: Mapping[str, Any]) -> BlockType:
    """A block type from its JSON object."""
    attrs = (Attr(a["name"], a["type"], a.get("default"), tuple(a["allowed"]) if a.get("allowed") is not None else None,
                  a.get("minimum"), a.get("required", False), a.get("doc", "")) for a in data["attrs"])
    return BlockType(data["name"], data.get("title") or data["name"], data["op"], data["category"],
                     tuple(map(_pin, data["inputs"])), tuple(map(_pin, data["outputs"])), tuple(attrs),
                     tuple(data["devices"]), data.get("doc", ""), data.get("deprecated", ""),
                     data.get("stateful", False), data.get("reference", False), data.get("kernels", {}))


class Entries(Mapping[str, dict]):
    """The JSON objects of block types by name, each made when it is first asked for. `categories` are known at once."""

    def __init__(self, rows: Iterable[tuple[str, str, Callable[[], dict]]]):
        """`rows` are names, categories, and what makes an entry."""
        self.categories: dict[str, str] = {}
        self._make: dict[str, Callable[[], dict]] = {}
        self._made: dict[str, dict] = {}
        for name, category, make in rows:
            self.categories[name] = category
            self._make[name] = make

    def __getitem__(self, name: str) -> dict:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._make[name]()
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._make

    def __iter__(self) -> Iterator[str]:
        return iter(self._make)

    def __len__(self) -> int:
        return len(self._make)


class Catalogue(Mapping[str, BlockType]):
    """All block types by name. Missing names raise KeyError."""

    def __init__(self, entries: Entries | Iterable[dict], version: str = ""):
        self.entries = entries if isinstance(entries, Entries) else Entries(map(_row, entries))
        self.version = version
        self._types: dict[str, BlockType] = {}
        self._search = TypeSearch(self.entries)
        self._by_plain: dict[str, str] | None = None    # ops by their names in small letters, without versions

    # See `blocks.infer.document_catalogue`.
    libraries: Mapping[str, tuple[str, Callable[[], BlockType]]] = MappingProxyType({})

    @property
    def base(self) -> Catalogue:
        """The same without the pages of a document."""
        return self

    def gives(self, page: str, retval: str = "") -> list:
        """What is known of the Retvals of a page: nothing where there are no pages."""
        return []

    def weight(self, key: str) -> tuple[np.ndarray | Stored, str]:
        """The weights of a key, and their dtype: see `Weights.find`. Raises WeightsError."""
        raise WeightsError(phrase("there are no weights {}", key))

    def __getitem__(self, name: str) -> BlockType:
        found = self._types.get(name)
        if found is None:
            found = self._types[name] = block_type(self.entries[name])
        return found

    def get(self, name: str, default: Any = None) -> Any:
        """Like Mapping.get, without an exception raised and caught for the types that are there."""
        return self._types.get(name) or (self[name] if name in self.entries else default)

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def op_of(self, reference: str) -> str | None:
        """The op that a text means by `tf.gather_nd`, `tf.nn.conv2d` or its name; None where it means none. Of one
        that has newer versions, the newest."""
        if not reference.startswith("tf."):
            return reference if "." not in reference and len(reference) > 2 and reference in self.entries else None
        if self._by_plain is None:
            versions = sorted((int(found[2] or 1), found[1].lower(), name) for name in self.entries
                              if "." not in name and (found := re.fullmatch(r"(\w+?)(?:V(\d+))?", name)))
            self._by_plain = {plain: name for _, plain, name in versions}
        return self._by_plain.get(reference.rpartition(".")[2].replace("_", "").lower())

    def search(self, query: str, use: Mapping[str, float] | None = None, symbols: bool = True,
               more: Iterable[Entry[str]] = ()) -> list[str]:
        """Names of the types that fit a query, best first; see `blocks.catalogue.type_search`."""
        return self._search.find(query, use, symbols, more)


def own_entries() -> list[dict]:
    """The project's own block types: composites that expand to more than one op, and monitors."""
    entries = [*json.loads((ASSETS / "catalogue" / "composites.json").read_text("utf-8")), *monitor_types.entries()]
    for attr in (attr for entry in entries for attr in entry["attrs"]):
        attr.setdefault("default", None)
        attr.setdefault("allowed", None)
    return entries


@lru_cache(1)
def _texts() -> tuple[dict[str, dict], list[tuple[re.Pattern[str], dict]], frozenset[str]]:
    """Our own short texts by op, those for many ops with their patterns, and the ops that run by the CPU reference."""
    data = json.loads((ASSETS / "catalogue" / "docs.json").read_text("utf-8"))
    patterns = [(re.compile(fnmatch.translate(name)), about) for name, about in data["ops"].items() if "*" in name]
    return data["ops"], patterns, frozenset(data["reference"])


def _complete(entry: dict) -> dict:
    """An entry of TensorFlow with our own short texts where it ships none."""
    ops, patterns, reference = _texts()
    name = entry["name"]
    own = [ops[name]] if name in ops else []
    for about in own + [about for pattern, about in patterns if pattern.match(name)]:
        entry["doc"] = entry.get("doc") or about.get("doc", "")
        for kind, rows in (("pins", entry["inputs"] + entry["outputs"]), ("attrs", entry["attrs"])):
            for row in rows:
                if row["name"] in about.get(kind, ()) and not row.get("doc"):
                    row["doc"] = about[kind][row["name"]]
    if name in reference:
        entry["reference"] = True
    return entry


def is_symbol(block_type: str) -> bool:
    """Whether a type is a symbol of enuSpace, known or not."""
    return block_type.startswith(symbols.PREFIX)


def uses_symbols(document: Document) -> bool:
    """Whether a document has a block that is a symbol of enuSpace."""
    return any(is_symbol(name) for page in document.pages.values() for name in set(map(_TYPE, page.blocks.values())))


def symbol(block_type: str) -> symbols.Symbol | None:
    """The symbol of enuSpace that a type is: its pins there, and how it is drawn. None for all other types."""
    return symbols.of_type(block_type)


@lru_cache(4096)
def native(block_type: str) -> str:
    """The type that a symbol of enuSpace stands for; any other type itself."""
    found = symbols.of_type(block_type)
    return found.type if found is not None and found.type else block_type


def _row(entry: dict, finish: Callable[[dict], dict] = lambda entry: entry) -> tuple[str, str, Callable[[], dict]]:
    return entry["name"], entry["category"], partial(finish, entry)


def make_catalogue(types: Iterable[dict], version: str) -> Catalogue:
    """The catalogue of TensorFlow's entries with the project's own types and enuSpace's symbols."""
    return _catalogue([_row(entry, _complete) for entry in types], version)


def stored_catalogue(types: Iterable[tuple[str, str, bytes | memoryview]], version: str) -> Catalogue:
    """As `make_catalogue`, of names, categories and JSON texts; a text is parsed when its entry is asked for."""
    return _catalogue([(name, category, partial(_parsed, text)) for name, category, text in types], version)


def _parsed(text: bytes | memoryview) -> dict:
    return _complete(json.loads(bytes(text)))


def _catalogue(types: list[tuple[str, str, Callable[[], dict]]], version: str) -> Catalogue:
    native = Entries([*map(_row, own_entries()), *types])
    rows = [(name, category, partial(native.__getitem__, name)) for name, category in native.categories.items()]
    return Catalogue(Entries(rows + symbols.entries(native)), version)


def id_stem(title: str) -> str:
    """What a new block of a type is called: `AddV2` ADD, `MatMul` MATMUL, `QueueDequeueManyV2` DEQUEUE_MANY."""
    words = re.findall(r"[A-Z]+\d*(?![a-z])|[A-Z]?[a-z]+(?:\d+D?)?|\d+", re.sub(r"V\d+$|_", "", title))
    whole = "".join(words)
    return (whole if len(words) < 3 or len(whole) <= 12 else "_".join(words[-2:])).upper() or title.upper()


@lru_cache(4096)
def made_of(name: str, title: str) -> bool:
    """Whether a block's id is what a new block of a type is called: nobody gave it."""
    return re.fullmatch(rf"{re.escape(id_stem(title))}(_\d+)?", name) is not None


def fits(source: Pin, target: Pin) -> str:
    """Why an output cannot feed an input; empty where it can, as far as the types alone tell."""
    if source.kind not in WIRE_KINDS[target.kind].accepts:
        return phrase("a {} output does not fit a {} pin", source.kind, target.kind)
    if source.dtype and target.dtype and source.dtype != target.dtype:
        return phrase("{} does not fit {}", source.dtype, target.dtype)
    return ""
