"""Resolve names of pages, blocks, pins and values that callers give."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import page_of_type
from blockloom.blocks.document import addresses
from blockloom.blocks.document.addresses import Address, AddressError
from blockloom.blocks.document.pages import OPTIMIZER, Block, Document, Page
from blockloom.blocks.edits import Edit, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.files.feeds import feed_array
from blockloom.blocks.from_graph.value_texts import spelled_text
from blockloom.blocks.infer.page_uses import reached
from blockloom.blocks.lower.model_signatures import main_page, signature_page
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.operations import normalize_value
from blockloom.blocks.plan.node_names import address_of_node
from blockloom.blocks.problems import Problem, format_problems
from blockloom.blocks.text.similar_names import did_you_mean, natural
from blockloom.runtime.protocol.requests import Feeds
from blockloom.runtime.worker import client, environment

# The name of a tensor, or of a node in a scope. An address on a page of functions also matches, but is not replaced.
_NODE = re.compile(r"(?<![\w./-])[A-Za-z0-9.][\w.-]*(?:(?:/[\w.-]+)+(?::\d+)?|:\d+)(?![\w/(])")


class WithProblems(Exception):
    """An error whose text lists `problems`, a line for each."""

    def __init__(self, message: str, problems: Iterable[Problem] = ()):
        super().__init__(message)
        self.problems = list(problems)

    def __str__(self) -> str:
        return "\n".join([str(self.args[0]), *format_problems(self.problems)])


class BadPage(WithProblems, ValueError):
    """A page that cannot run, with the reasons in `problems`; also an unknown name of a page, block or pin."""


def catalogue() -> Catalogue:
    """Return all block types of the TensorFlow that workers run."""
    return _catalogue(environment.selected_environment())


@functools.lru_cache(1)  # every lookup of a name needs this megabyte of JSON
def _catalogue(chosen: environment.Environment) -> Catalogue:
    return client.ensure_catalogue()


def choose_page(document: Document, name: str | None) -> Page:
    """Return the page with a name or signature; without a name the main page, see `model_signatures.main_page`.

    Raises:
        BadPage: there is no such page; the message lists the pages.
    """
    if name is not None and (page := signature_page(document, name)) is not None:
        return page
    pages = ", ".join(document.pages)
    if name is not None:
        raise BadPage(f"there is no page {name!r}; the pages are: {pages}")
    if not document.pages:
        raise BadPage("the document has no page")
    main = main_page(document, lambda: catalogue().with_pages(document))
    if main is None:
        raise BadPage(f"name one of the pages: {pages}")
    return main


def pin_at(document: Document, page: Page, name: str) -> Address:
    """Return the address that a text names: on the page, in an instance, or on a page used as a function.

    A text that is not an address may be the name of a node or tensor in TensorFlow.

    Raises:
        BadPage: there is no such block or pin.
    """
    try:
        return _pin_at(document, page, name)
    except BadPage:
        at = address_of_node(page, catalogue().with_pages(document), name)
        if at is None:
            raise
        return _pin_at(document, page, str(at))


def with_addresses(document: Document, page: Page, text: str) -> str:
    """Return a condition with addresses instead of the names of nodes and tensors."""

    def address_of(match: re.Match[str]) -> str:
        try:
            _pin_at(document, page, match[0])
            return match[0]
        except BadPage:
            at = address_of_node(page, catalogue().with_pages(document), match[0])
            return match[0] if at is None else str(at._replace(page=""))

    return _NODE.sub(address_of, text)


def _pin_at(document: Document, page: Page, name: str) -> Address:
    try:
        at = addresses.parse(name, page.name)
    except AddressError as error:
        raise BadPage(str(error)) from None
    if at.page not in reached(document, [page.name], catalogue().with_pages(document)):
        raise BadPage(f"{name!r} is not on page {page.name}, nor in what it uses")
    page_there = _page_of(document, page, at)
    block, pin = at.block, at.end
    _named(page_there, block)
    if pin:
        kind = catalogue().with_pages(document).get(page_there.blocks[block].type)
        # Slots of an optimizer are results too, but are known only after compiling.
        if (
            kind is not None
            and not any(p.kind == OPTIMIZER for p in kind.outputs)
            and kind.output(pin) is None
            and not any(p.name in (pin, at.pin) for p in (*kind.outputs, *kind.inputs, *kind.attrs))
        ):
            raise BadPage(f"{block} ({kind.title}) has no pin {pin!r}; {_its_outputs(kind)}")
    return at


def _named(page: Page, block: str) -> Block:
    """Return a block of a page.

    Raises:
        BadPage: there is no such block.
    """
    if block not in page.blocks:
        raise BadPage(f"there is no block {block!r} on page {page.name}{did_you_mean(block, page.blocks)}")
    return page.blocks[block]


def _page_of(document: Document, page: Page, at: Address) -> Page:
    """Return the page that the instances in an address lead to.

    Raises:
        BadPage: a block on the path is not an instance.
    """
    page = document.pages.get(at.page, page)
    for instance in at.path:
        below = document.pages.get(page_of_type(_named(page, instance).type))
        if below is None:
            raise BadPage(f"{instance} on page {page.name} is not an instance of a page")
        page = below
    return page


def output_at(document: Document, page: Page, name: str) -> Address:
    """Return the address of a block, or of an output that has a result.

    Raises:
        BadPage: there is no such block or output.
    """
    at = pin_at(document, page, name)
    if (read := _read(page, at, name)) is not None:
        return read
    kind = catalogue().with_pages(document).get(_page_of(document, page, at).blocks[at.block].type)
    if not at.pin or kind is None or kind.output(at.end) or any(p.kind == OPTIMIZER for p in kind.outputs):
        return at
    if kind.output(at.pin):
        raise BadPage(f"{at.block}.{at.pin} is not a list: there is no {at.end}")
    raise BadPage(f"{at.local} is not an output of {kind.title}; {_its_outputs(kind)}")


def fetched_at(document: Document, page: Page, name: str) -> Address:
    """Return the address of an output to fetch. Raises BadPage if there is none, or if it is in a loop of blocks."""
    at = output_at(document, page, name)
    if at.page != page.name or at.path or at.block not in (looped := in_loops(page)):
        return at
    leaving, seen, todo = [], {at.block}, [at.block]
    while todo:
        followers = {wire.target for wire in page.wires_from(todo.pop())} & page.blocks.keys()
        leaving += [one for one in followers - looped - seen if traits_of(page.blocks[one].type).flow == "exit"]
        todo += (followers & looped) - seen
        seen |= followers
    ways = ", ".join(sorted(leaving, key=natural))
    raise BadPage(
        f"{name}: the block {at.block} is inside a while loop, and TensorFlow cannot fetch values from there. "
        + (f"Fetch an output that leaves the loop: {ways}" if ways else "Nothing leaves the loop: there is no Exit")
    )


def _read(page: Page, at: Address, name: str) -> Address | None:
    """Return the output that an input takes whose wire stands for a node of this name, which reads a variable."""
    block = page.blocks.get(at.block) if at.page == page.name and not at.path else None
    if block is None or not at.end or block.names.get(at.end) != name.removesuffix(":0"):
        return None
    wires = page.wires_into(block.id, at.end)
    return addresses.address(page.name, wires[0].source, wires[0].source_pin) if len(wires) == 1 else None


def _its_outputs(kind: BlockType) -> str:
    return f"its outputs are: {', '.join(p.name for p in kind.outputs) or 'none'}"


def with_values(document: Document, page: Page, values: Mapping[str, Any]) -> str:
    """Return the text of the document with values of pins replaced; the document itself is unchanged.

    Raises:
        BadPage: a pin does not exist, or the value does not fit.
    """
    backs: list[Edit] = []
    try:
        for name, value in values.items():
            backs.append(set_value(document, page, name, _text(name, value)))
        return documents.dumps(document)
    finally:
        for back in reversed(backs):
            back.apply(document)


def _text(name: str, value: Any) -> str:
    """Return the text to type for a value: a text itself, or that of a number, an array or a list. Raises BadPage."""
    if isinstance(value, str):
        return value
    try:
        text = spelled_text(feed_array(value))
    except ValueError as error:
        raise BadPage(f"{name} cannot be set: {error}") from None
    if text is None:
        raise BadPage(f"{name} cannot be set: this array cannot be written as text. Give a text")
    return text


def set_value(document: Document, page: Page, name: str, text: str) -> Edit:
    """Set the value of `BLOCK.PIN`; return the inverse edit.

    Raises:
        BadPage: there is no such pin, or the pin is wired.
    """
    at = pin_at(document, page, name)
    block, pin = at.block, at.end
    if not pin:
        raise BadPage(f"{name!r} does not name a pin: write BLOCK.PIN=VALUE")
    if at.page != page.name:
        raise BadPage(f"{name!r} is not on page {page.name}: only values of this page can be set")
    if at.path:
        raise BadPage(
            f"{name!r} is shared by all instances of page {_page_of(document, page, at).name}: set a value of "
            f"{at.top} instead"
        )
    kind = catalogue().with_pages(document).get(page.blocks[block].type)
    if kind is not None and kind.input(pin) is None and kind.attr(pin) is None:
        known = ", ".join([p.name for p in kind.inputs] + [a.name for a in kind.attrs])
        raise BadPage(f"{block}.{pin} is not an input or attribute; {kind.title} has: {known}")
    if page.wires_into(block, pin):
        raise BadPage(f"{block}.{pin} is wired: remove the wire to set a value")
    return SetValue(page.name, block, pin, normalize_value(kind and kind.attr(pin), text)).apply(document)


def feeds_at(document: Document, page: Page, feed: Mapping[str, Any]) -> Feeds:
    """Return the feeds by address of output.

    Raises:
        BadPage: a name is not an output, or a value is neither numbers nor text.
    """
    for name in feed:
        if (read := _read(page, pin_at(document, page, name), name)) is not None:
            raise BadPage(
                f"{name!r} is one of several reads of {read.block}: feed {read.local}, which all of them read"
            )
    return Feeds({output_at(document, page, name): _fed(name, value) for name, value in feed.items()})


def _fed(name: str, value: Any) -> str | np.ndarray:
    if isinstance(value, str):
        return value
    try:
        return feed_array(value)
    except ValueError as error:
        raise BadPage(f"{name} cannot be fed: {error}") from None


def only(results: dict[str, dict[str, Any]], fetches: list[Address], page: str) -> dict[str, dict[str, Any]]:
    """Return the results of the given blocks and pins only.

    Raises:
        BadPage: an address has no result.
    """
    out: dict[str, dict[str, Any]] = {}
    for at in fetches:
        block, pin, stem, index = str(at.owner_on(page)), at.end, at.pin, at.element
        have = results.get(block, {})
        if not pin:
            out.setdefault(block, {}).update(have)
        elif pin in have:
            out.setdefault(block, {})[pin] = have[pin]
        elif index is not None and isinstance(have.get(stem), list):
            if index >= len(have[stem]):
                raise BadPage(f"{block}.{stem} has {len(have[stem])} elements: there is no {pin}")
            out.setdefault(block, {})[pin] = have[stem][index]
        elif any(":" in known for known in have):
            raise BadPage(f"{block} has no result {pin!r}; it has: {', '.join(have)}")
    return out
