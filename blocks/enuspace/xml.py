"""enuSpace's XML as a small tree: UTF-16 or mislabelled UTF-8, possibly truncated, never with custom entities.

Parsed by expat with every document type declaration refused: without one no entity can be declared, so nothing expands
(billion laughs) and nothing outside is read. Elements before an error are kept.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from xml.parsers import expat

from blockloom.blocks.text.phrases import phrase

_DEEPEST = 60  # deepest nesting of elements; pages use 4 levels
_DECLARATION = re.compile(r"^\s*<\?xml\b[^>]*\?>")
_CDATA = re.compile(r"(<!\[CDATA\[.*?(?:\]\]>|\Z))", re.S)
_STRAY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_BAD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class XmlError(ValueError):
    """Raised for a file that is not readable XML; `str()` of it is for the user."""


class XmlElement:
    """An element: its tag and attribute names without their name spaces, its children and its own text."""

    __slots__ = ("attrs", "children", "tag", "text")

    def __init__(self, tag: str, attrs: dict[str, str]):
        self.tag, self.attrs = tag, attrs
        self.children: list[XmlElement] = []
        self.text = ""

    def all(self, tag: str) -> Iterator[XmlElement]:
        """Return the children of a tag."""
        return (child for child in self.children if child.tag == tag)

    def get(self, *names: str) -> str:
        """Return the first of these attributes that exists, else ""."""
        return next((self.attrs[name] for name in names if name in self.attrs), "")


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and the reason why a part could not be read ("" for none).

    enuSpace writes UTF-16 with a byte order mark. Other programs leave the mark out, or write UTF-8, whatever they
    declare: UTF-16 is recognised by its zero bytes, anything else is read as UTF-8, without losses.

    Raises:
        XmlError: if the file is not text.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif data.startswith(codecs.BOM_UTF8):
        encoding = "utf-8-sig"
    elif data[1:400:2].count(0) > len(data[:400]) // 4:
        encoding = "utf-16-le"
    elif data[:400:2].count(0) > len(data[:400]) // 4:
        encoding = "utf-16-be"
    else:
        encoding = "utf-8"
    fault = ""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        text = data.decode(encoding, "replace")
        fault = phrase("byte {} is no {} text", error.start, encoding.removesuffix("-sig").upper())
    if "<" not in text:
        raise XmlError(phrase("there is no XML in it"))
    clean = _BAD.sub("\ufffd", text)
    if clean != text:
        fault = fault or phrase("it contains characters that XML does not allow")
    return clean, fault


def parse(text: str) -> tuple[XmlElement, str]:
    """Return the root element, and where and why reading stopped ("" for nothing).

    Raises:
        XmlError: if there is no root, or a document type is declared.
    """
    tree = _Tree()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = tree.start, tree.end
    parser.CharacterDataHandler = tree.data
    parser.StartDoctypeDeclHandler = tree.refuse
    parser.EntityDeclHandler = tree.refuse
    parser.ExternalEntityRefHandler = None
    # Escape stray entities and ampersands, so that they do not stop the import of a page.
    parts = _CDATA.split(_DECLARATION.sub("", text))
    clean = [_STRAY.sub("&amp;", part) if number % 2 == 0 else part for number, part in enumerate(parts)]
    fault = ""
    try:
        parser.Parse("".join(clean).encode(), True)
    except expat.ExpatError as error:
        inside = next(
            (phrase(" in the {}", f"{e.tag} {e.get('id')}".rstrip()) for e in reversed(tree.open) if e.tag != "svg"), ""
        )
        fault = phrase("line {}: {}{}", error.lineno, expat.ErrorString(error.code), inside)
        while tree.open:  # truncated elements keep the text that they have so far
            tree.end("")
    if tree.root is None:
        raise XmlError(fault or phrase("there is no element in it"))
    return tree.root, fault


class _Tree:
    def __init__(self) -> None:
        self.root: XmlElement | None = None
        self.open: list[XmlElement] = []
        self.texts: list[list[str]] = []  # pieces of text of each open element

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        if len(self.open) >= _DEEPEST:
            raise XmlError(phrase("its elements are nested deeper than {}", _DEEPEST))
        element = XmlElement(tag.rpartition(":")[2], {name.rpartition(":")[2]: value for name, value in attrs.items()})
        if self.open:
            self.open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self.open.append(element)
        self.texts.append([])

    def end(self, tag: str) -> None:
        self.open.pop().text = "".join(self.texts.pop())

    def data(self, text: str) -> None:
        if self.open:
            self.texts[-1].append(text)

    def refuse(self, *details: object) -> None:
        raise XmlError(
            phrase(
                "it declares a document type, which no enuSpace file does: it is not read, lest it read "
                "other files or grow without end"
            )
        )
