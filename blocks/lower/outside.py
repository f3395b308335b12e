"""Side effects outside the graph: files that pages read and write, servers, Python code, embedded graphs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import Traits, traits_of
from blockloom.blocks.catalogue.parameters import page_of_type, types_on
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.fields import FEED_BLOCK
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import Block, Document, Page
from blockloom.blocks.infer.inference import PageInference, known_values
from blockloom.blocks.infer.page_uses import function_values, functions_of, uses_of
from blockloom.blocks.lower.lowering import lower
from blockloom.blocks.lower.muting import active
from blockloom.blocks.lower.structure import downstream
from blockloom.blocks.text.phrases import Phrase, join, phrase, plural
from blockloom.blocks.values.dtypes import ARRAY, QUEUE, STACK

_LOCAL = "file://"


class Outside(NamedTuple):
    """A side effect of a block outside the graph.

    It "reads" or "writes" a file, "sends" to a server, runs "python" code, or "embeds" a graph, whose ops are not
    known. `target` is the file or server, "" if the page computes it.
    """

    kind: str
    target: str
    address: Address

    @property
    def message(self) -> Phrase:
        """Return a phrase such as "writes /tmp/log: main/LOG"."""
        if self.kind == "python":
            return phrase("runs Python code: {}", self.address.display_text)
        if self.kind == "embeds":
            return phrase("runs a graph stored in its data: {}", self.address.display_text)
        if not self.target:
            unknown = {
                "reads": phrase("reads files whose names it computes: {}", self.address.display_text),
                "writes": phrase("writes files whose names it computes: {}", self.address.display_text),
                "sends": phrase("sends data to an address that it computes: {}", self.address.display_text),
            }
            return unknown[self.kind]
        known = {
            "reads": phrase("reads {}: {}", self.target, self.address.display_text),
            "writes": phrase("writes {}: {}", self.target, self.address.display_text),
            "sends": phrase("sends data to {}: {}", self.target, self.address.display_text),
        }
        return known[self.kind]

    def as_json(self) -> dict[str, str]:
        """Return the note as `blockloom check --format json` prints it."""
        at = self.address
        return {
            "severity": "note",
            "code": f"outside:{self.kind}",
            "page": at.page,
            "block": at.flat,
            "pin": "",
            "message": str(self.message),
            "remedy": "",
        }

    def is_within(self, folder: str, start: str) -> bool:
        """Return whether this is a file in a folder or below it.

        Hidden files are not, since other programs run what they hold: `.bashrc`, `.git/hooks`. Nor is any file if the
        folder is the user's home folder, or holds it.

        Args:
            start: the folder from which relative names count.
        """
        if not folder or not self.target or self.kind not in ("reads", "writes") or "://" in self.target:
            return False
        own, user = Path(os.path.realpath(folder)), Path(os.path.realpath(os.path.expanduser("~")))
        try:
            there = Path(os.path.realpath(os.path.join(start, self.target)))
        except ValueError:  # the name contains a null character
            return False
        if user.is_relative_to(own) or not there.is_relative_to(own):
            return False
        return not any(part.startswith(".") for part in there.relative_to(own).parts)


def summary(acts: Iterable[Outside]) -> Phrase:
    """Return a phrase such as "Writes 2 files. Runs Python code."."""
    number = Counter(one.kind for one in acts)
    parts = {
        "writes": plural("Writes {} file.", "Writes {} files.", number["writes"]),
        "reads": plural("Reads {} file.", "Reads {} files.", number["reads"]),
        "sends": plural("Sends data to {} address.", "Sends data to {} addresses.", number["sends"]),
        "python": phrase("Runs Python code."),
        "embeds": phrase("Runs a graph stored in its data."),
    }
    return join(" ", (text for kind, text in parts.items() if number[kind]))


def outside(document: Document, catalogue: Catalogue, page: str | None = None) -> list[Outside]:
    """Return what the pages of a document do outside, each file, server and block once.

    Args:
        catalogue: the block types.
        page: the page whose run is meant, with all pages that it uses; None for all pages.
    """
    found: dict[tuple[str, str, str], Outside] = {}
    for one in every_act(document, catalogue, page):
        block = "" if one.target else one.address.flat.rpartition("/")[2]
        found.setdefault((one.kind, one.target, block), one)
    return list(found.values())


def every_act(document: Document, catalogue: Catalogue, page: str | None = None) -> Iterator[Outside]:
    """Yield what each block of a document does outside. The arguments are those of `outside`."""
    catalogue = catalogue.with_pages(document)
    for flat in _flat_pages(document, catalogue, page):
        yield from _of_page(flat, catalogue)


def may_act(document: Document, catalogue: Catalogue) -> bool:
    """Return whether a document has blocks that may act outside. It takes a small part of the time of `outside`."""
    catalogue = catalogue.with_pages(document)
    return any(_acting(flat, catalogue) for flat in _flat_pages(document, catalogue, None))


def _flat_pages(document: Document, catalogue: Catalogue, page: str | None) -> Iterator[Page]:
    """Yield the pages that run, with the blocks of their instances.

    A page that is used as an instance is left out unless it also runs as a function: the blocks of the instance have
    the values of its pins.
    """
    todo, pages = list(document.pages) if page is None else [page], dict[str, Page]()
    while todo:
        name = todo.pop(0)
        if name in document.pages and name not in pages:
            pages[name] = active(document.pages[name], catalogue)
            todo += sorted(uses_of(pages[name], catalogue))
    called = {name for one in pages.values() for name in functions_of(one, catalogue)}
    drawn = {page_of_type(type_) for one in pages.values() for type_ in types_on(one)}
    for name, one in pages.items():
        if name == page or name in called or name not in drawn:
            yield lower(one, catalogue).page


def _acting(flat: Page, catalogue: Catalogue) -> dict[str, Traits]:
    """Return the traits of the blocks that may act outside, by their ids."""
    return {
        block.id: traits
        for block in flat.blocks.values()
        if (traits := _traits(block.type, catalogue)).outside or traits.in_python
    }


def _of_page(flat: Page, catalogue: Catalogue) -> Iterator[Outside]:
    acting = _acting(flat, catalogue)
    if not acting:
        return
    inference = PageInference(flat, catalogue)
    for name, traits in acting.items():
        at = inside(flat.name, name)
        if traits.in_python:
            yield Outside("python", "", at)
        for kind, pin in traits.outside.items():
            for target in _targets(flat, flat.blocks[name], pin, inference):
                yield from _doing(kind, target, at)


def _traits(type_: str, catalogue: Catalogue) -> Traits:
    """Return the traits of a block type, also of an op that the catalogue does not have yet."""
    known = catalogue.get(type_)
    return traits_of(type_) if known is None else known.traits


def _doing(kind: str, target: str | None, at: Address) -> Iterator[Outside]:
    """Yield what an op does with a target: None if it is computed, "" if it names no file."""
    if kind == "streams":  # the output goes to a URL, or to the terminal
        if target is not None and "://" not in target:
            return
        local = target is None or target.startswith(_LOCAL)
        yield Outside("writes" if local else "sends", (target or "").removeprefix(_LOCAL), at)
    elif target != "" or kind == "embeds":
        yield Outside(kind, target or "", at)


def _targets(page: Page, block: Block, pin: str, inference: PageInference) -> list[str | None]:
    """Return the texts of a pin or attr: typed ones and those of constants. None stands for a computed text."""
    known = inference.known.get(block.id)
    if not pin or known is None:
        return [None]
    wires = page.into.get(block.id, {}).get(pin, ())
    if traits_of(block.type).supplied_by:
        return _enqueued(page, [wire.source for wire in wires], inference)
    if pin in known.attrs and not wires:
        attr = known.attrs[pin]
        return [_text(item) for item in (attr if isinstance(attr, list) else [attr])]
    return _constants(page, block.id, pin, inference)


def _constants(page: Page, block: str, pin: str, inference: PageInference) -> list[str | None]:
    """Return the texts of the constants before a pin, in any order. None stands for a computed text."""
    found: list[str | None] = []
    ends, seen = [(block, pin)], set[str]()
    while ends:
        end = ends.pop()
        values, wires = known_values(inference, *end), page.into.get(end[0], {}).get(end[1], ())
        if any(_is_fed(page, wire.source) for wire in wires):
            found.append(None)
            continue
        if values and (not wires or len(values) == len(wires)):
            found += [text for value in values for text in _texts(value)]
            continue
        passes = [wire.source for wire in wires if _passes(page, wire.source) and wire.source not in seen]
        found += [None] if not wires or len(passes) < len(wires) else []
        seen.update(passes)
        ends += [(name, traits_of(page.blocks[name].type).passes_texts) for name in passes]
    return found


def _is_fed(page: Page, block: str) -> bool:
    """Return whether a Feed block replaces an output of a block."""
    users = {wire.target for wire in page.wires_from(block)} & page.blocks.keys()
    return any(page.blocks[user].type == FEED_BLOCK for user in users)


def _passes(page: Page, block: str) -> bool:
    """Return whether a block only passes texts on."""
    return block in page.blocks and bool(traits_of(page.blocks[block].type).passes_texts)


def _enqueued(page: Page, queues: list[str], inference: PageInference) -> list[str | None]:
    """Return the texts of the constants that queues get. None stands for a computed text."""
    found: list[str | None] = []
    for queue in queues:
        block = page.blocks.get(queue)
        users = [page.blocks[wire.target] for wire in page.wires_from(queue) if wire.target in page.blocks]
        known = all(QUEUE in _handles(user.type) for user in users)
        if block is None or traits_of(block.type).makes != QUEUE or block.values.get("shared_name") or not known:
            return [None]  # other ops may fill the queue
        for user in users:
            if traits_of(user.type).supplies:
                found += _constants(page, user.id, "components", inference)
    return found or [None]


def _handles(type_: str) -> set[str]:
    return {thing for things in traits_of(type_).handle_inputs.values() for thing in things}


def _texts(value: Value) -> Iterator[str]:
    if value.dtype == "DT_STRING":
        yield from map(_text, value.array.ravel().tolist())


def _text(value: bytes | str) -> str:
    return os.fsdecode(value) if isinstance(value, bytes) else str(value)


_IN_A_STEP = frozenset({ARRAY, STACK})  # resources whose content ends with the step


def changing(page: Page, catalogue: Catalogue) -> set[str]:
    """Return the blocks that cannot run without a change of a variable, table, queue or file.

    To draw a random number, or to take the next element of a queue or of data, is no such change.

    Args:
        page: the page, of native types.
        catalogue: the block types, with the pages of the document.
    """
    return downstream(page, [name for name, block in page.blocks.items() if _changes(block, catalogue, set())])


def _changes(block: Block, catalogue: Catalogue, seen: set[str]) -> bool:
    type_ = catalogue.get(block.type)
    if type_ is None:
        return False
    if not type_.traits.functional:
        return _lasts(type_)
    pages = catalogue.document.pages
    names = {name for _, _, found in function_values(block, catalogue) for name in found if name in pages} - seen
    seen |= names
    return any(_changes(inner, catalogue, seen) for name in names for inner in pages[name].blocks.values())


def _lasts(type_: BlockType) -> bool:
    """Return whether the effect of a block is seen after the step."""
    traits = type_.traits
    if not type_.op:
        return traits.step in ("minimize", "apply")
    if not type_.has_effect:
        return False
    if type_.takes_handle:
        takes = traits.supplied_by and not traits.supplies or traits.next_element
        things = {thing for things in traits.handle_inputs.values() for thing in things}
        return not takes and not (things and things <= _IN_A_STEP)
    acts_outside = any(kind != "reads" for kind in traits.outside)
    return acts_outside or traits.in_python or bool(traits.supplies or traits.embedding)
