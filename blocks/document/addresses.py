r"""Addresses of pages, blocks and pins in a document, and their text form.

    PAGE/                       a page
    PAGE/BLOCK                  a block
    PAGE/BLOCK.PIN              a pin of the block
    PAGE/BLOCK.PIN[2]           an element of a list pin, counted from 0
    PAGE/INSTANCE/BLOCK.PIN     a pin of a block inside an instance of another page; instances can be nested
    BLOCK, BLOCK.PIN            on the page that the context states
    /INSTANCE/BLOCK.PIN         inside an instance on the page that the context states

A backslash escapes a `/`, `.`, `[` or backslash that is part of a name: `PAGE/BLOCK.a\/b`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from blockloom.blocks.document.pages import MOST_CONFLICTS, split_index
from blockloom.blocks.text.phrases import phrase

_ELEMENT = re.compile(r"(?s)(.+)\[([0-9]{1,6})\]")
_PART = re.compile(r"(?s)(?:\\.|[^\\/])*")
_NAME = re.compile(r"(?s)(?:\\.|[^\\.])*")


class AddressError(ValueError):
    """Raised for a text that is not an address; `str()` of it is the reason."""


class Address(NamedTuple):
    """A page, a block or frame on it, a pin of a block, or an element of a list pin.

    A field is "" (`element` None) if the address does not go that far. `path` has the ids of the instances around the
    block, the outermost first. `page` is "" if the context states the page.
    """

    page: str = ""
    block: str = ""
    pin: str = ""
    element: int | None = None
    path: tuple[str, ...] = ()

    @property
    def end(self) -> str:
        """The pin as in wires: `output[1]` for an element of a list."""
        return self.pin if self.element is None else f"{self.pin}[{self.element}]"

    @property
    def top(self) -> str:
        """The id on the page itself: that of the outermost instance around the block, or of the block."""
        return self.path[0] if self.path else self.block

    @property
    def flat(self) -> str:
        """The block's id on a flattened page: `INSTANCE/BLOCK` for a block inside an instance."""
        return "/".join((*self.path, self.block)) if self.path else self.block

    @property
    def display_text(self) -> str:
        """The address for people: `PAGE/INSTANCE/BLOCK.PIN`, without escapes."""
        place = "/".join((*filter(None, (self.page, *self.path)), *filter(None, (self.block,))))
        return f"{place}.{self.end}" if self.pin else place

    @property
    def local(self) -> str:
        """The address for people who know the page: `BLOCK.PIN`, without page and instances."""
        return self._replace(page="", path=()).display_text

    @property
    def owner(self) -> Address:
        """The address of the block, without pin and element.

        Results of a run are stored by owner, with page "" for the page that runs.
        """
        return self._replace(pin="", element=None)

    def owner_on(self, page: str) -> Address:
        """Return the address of the block, without pin and element, as in a run of `page`.

        A block of that page has page "".
        """
        return self._replace(page="" if self.page == page else self.page, pin="", element=None)

    def with_top(self, top: str) -> Address:
        """Return this address with `top` as the outermost id: of the instance or block on the page itself."""
        return self._replace(path=(top, *self.path[1:])) if self.path else self._replace(block=top)

    def at_pin(self, pin: str) -> Address:
        """Return the address of a pin of the same block, or of the block if `pin` is "".

        Args:
            pin: The pin as in wires: `output[1]` for an element of a list.
        """
        stem, element = split_index(pin)
        return self._replace(pin=stem, element=element)

    def __str__(self) -> str:
        """Return the text that `parse` reads as this address."""
        if not (self.page or self.path or self.pin) and self.block.isidentifier():
            return self.block  # a fast path for most blocks, since a message may have thousands
        pin = _kept(self.pin, "/")
        if self.element is not None:
            pin += f"[{self.element}]"
        elif _ELEMENT.fullmatch(self.pin):
            head, _, tail = pin.rpartition("[")
            pin = f"{head}\\[{tail}"
        local = _kept(self.block, "/.") + (f".{pin}" if pin else "")
        if not (self.page or self.path):
            return local
        return "/".join((_kept(self.page, "/"), *(_kept(name, "/.") for name in self.path), local))


def address(page: str, block: str = "", pin: str = "") -> Address:
    """Return the address of a block, or of a pin as in wires: `output[1]` is element 1 of `output`."""
    return Address(page, block, *split_index(pin)) if pin else Address(page, block)


def inside(page: str, block: str, pin: str = "") -> Address:
    """Return the address of a block of a flattened page.

    Args:
        page: The page that was flattened.
        block: `INSTANCE/BLOCK` for a block inside an instance, `/PAGE/BLOCK` for a block on a function page.
        pin: As in `address`.
    """
    if "/" not in block:
        return address(page, block, pin)
    *path, name = block.split("/")
    if not path[0]:
        page, path = path[1], path[2:]
    return address(page, name, pin)._replace(path=tuple(path))


def parse(text: str, page: str = "") -> Address:
    """Parse the text form of an address.

    Args:
        text: The address.
        page: The page of an address that names none.

    Raises:
        AddressError: The text is not an address.
    """
    if text.isidentifier():  # the same fast path
        return Address(page, text)
    parts = [text[m.start() : m.end()] for m in _parts(text)]
    if not text:
        raise AddressError(phrase("an address is missing: write BLOCK, BLOCK.PIN or PAGE/BLOCK.PIN"))
    *above, local = parts
    if above and not all(above[len(above) > 1 :]):
        raise AddressError(phrase("{!r:.80} is not an address: there is no name before a /", text))
    block = next(_NAME.finditer(local))[0]
    rest = local[len(block) :]
    if rest == "." or rest and not block and not above:
        raise AddressError(phrase("{!r:.80} is not an address: write BLOCK, BLOCK.PIN or PAGE/BLOCK.PIN", text))
    pin, element = rest[1:], None
    match = _ELEMENT.fullmatch(pin)
    if match and not _open(match[1]):
        pin, element = match[1], int(match[2])
    names = [_plain(name) for name in above]
    return Address(names[0] if names and names[0] else page, _plain(block), _plain(pin), element, tuple(names[1:]))


@lru_cache(2 * MOST_CONFLICTS)
def address_of(conflict_at: str) -> Address:
    """Return the address of a conflict by its `at`; an empty address for "", the document.

    The result is cached, since all conflicts are read after each edit.

    Raises:
        AddressError: The text is not an address.
    """
    return parse(conflict_at) if conflict_at else Address()


def spelled(text: str, page: str = "") -> str:
    """Return an address for people, with the instances around the block.

    Args:
        text: The text form of the address.
        page: The page to add to an address inside an instance that names no page.

    Raises:
        AddressError: The text is not an address.
    """
    at = parse(text)
    return (at._replace(page=at.page or page) if at.path else at).display_text


def _parts(text: str) -> Iterator[re.Match[str]]:
    """Yield the parts of a text between its slashes.

    Raises:
        AddressError: The text ends with a backslash.
    """
    at = 0
    while True:
        match = next(_PART.finditer(text, at))
        yield match
        at = match.end()
        if at == len(text):
            return
        if text[at] != "/":
            raise AddressError(phrase("{!r:.80} is not an address: nothing follows the backslash", text))
        at += 1


def _open(text: str) -> bool:
    """Return whether a text ends with a backslash that escapes the next character."""
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


def _kept(name: str, separators: str) -> str:
    for sign in ("\\", *separators):
        name = name.replace(sign, f"\\{sign}")
    return name


def _plain(text: str) -> str:
    return re.sub(r"(?s)\\(.)", r"\1", text)
