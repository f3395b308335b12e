"""Python text: expressions in pieces, names, quoted texts and comments.

An expression is a list of pieces, between which a line may be broken where brackets are open. Between pieces stands a
space, except after one that opens brackets. A text from a document goes into a script by `quoted` and `comment` only,
which leave nothing in it that could end the text or hide what follows.
"""

from __future__ import annotations

import builtins
import keyword
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

WIDTH = 120
Pieces = list[str]
_LONGEST = 80  # of a quoted piece
_OPENING, _CLOSING = "([{", ")]}"
_LITERAL = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*\'""")
_LONGEST_NAME = 48
_AMBIGUOUS = ("l", "O", "I")


def call(function: str, *arguments: Pieces, **named: Pieces) -> Pieces:
    """Return a call as Python code. Named arguments must be identifiers."""
    items = [*arguments, *([f"{name}={value[0]}", *value[1:]] for name, value in named.items())]
    return bracketed(f"{function}(", items, ")")


def bracketed(start: str, items: Sequence[Pieces], end: str) -> Pieces:
    """Return items with commas between `start` and `end`."""
    if not items:
        return [start + end]
    pieces = [piece for item in items[:-1] for piece in (*item[:-1], f"{item[-1]},")]
    pieces += items[-1]
    return [start, *pieces[:-1], pieces[-1] + end]


def listed(items: Iterable[Pieces]) -> Pieces:
    """Return a list as Python code."""
    return bracketed("[", list(items), "]")


def lines(pieces: Pieces, indent: int = 0, within: bool = False) -> list[str]:
    """Return a statement as lines; continuation lines are indented further.

    `within` means that the statement is in brackets, so that it may be broken anywhere.
    """
    done, line, depth = [], " " * indent + pieces[0], within + _opened(pieces[0])
    for piece in pieces[1:]:
        space = "" if line[-1] in _OPENING else " "
        if depth and len(line) + len(space) + len(piece) > WIDTH:
            done.append(line)
            line = " " * (indent + 4) + piece
        else:
            line += space + piece
        depth += _opened(piece)
    return [*done, line]


def _opened(piece: str) -> int:
    """Return the number of brackets that a piece opens and does not close."""
    bare = _LITERAL.sub("", piece)
    return sum(map(bare.count, _OPENING)) - sum(map(bare.count, _CLOSING))


def assigned(name: str, value: Pieces) -> Pieces:
    """Return the assignment of a value to a name; the value alone if the name is ""."""
    return [f"{name} = {value[0]}", *value[1:]] if name else value


def quoted(text: str | bytes) -> Pieces:
    """Return a text as string literals; a long one as several, to be joined within brackets."""
    mark = "b" if isinstance(text, bytes) else ""
    signs = [_escaped(chr(c), True) for c in text] if isinstance(text, bytes) else [_escaped(c, False) for c in text]
    pieces, piece = [], ""
    for sign in signs:
        if len(piece) + len(sign) > _LONGEST:
            pieces.append(piece)
            piece = ""
        piece += sign
    return [f'{mark}"{part}"' for part in (*pieces, piece)]


def literal(text: str | bytes) -> str:
    """Return a text as one string literal of any length."""
    return (
        quoted(text)[0]
        if len(text) < _LONGEST // 10
        else "".join(one[2:-1] if isinstance(text, bytes) else one[1:-1] for one in quoted(text)).join(
            ('b"' if isinstance(text, bytes) else '"', '"')
        )
    )


def _escaped(sign: str, ascii_only: bool) -> str:
    """Return a character for a string literal, escaped if it is invisible or changes the writing direction."""
    if sign in '"\\':
        return f"\\{sign}"
    if sign == "\n":
        return "\\n"
    number = ord(sign)
    if " " <= sign <= "~" or not ascii_only and number > 127 and sign.isprintable():
        return sign
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def comment(text: str, indent: int = 0) -> list[str]:
    """Return a text as comment lines, at least one for each of its lines."""
    texts = []
    for line in re.split(r"\r\n|[\r\n]", text.strip()):
        seen = (sign if sign.isprintable() else " " if sign.isspace() else _escaped(sign, False) for sign in line)
        texts += textwrap.wrap("".join(seen), WIDTH - indent - 2) or [""]
    return [f"{' ' * indent}# {line}".rstrip() for line in texts]


class PythonNames:
    """Unique names of Python variables and functions."""

    def __init__(self, taken: Iterable[str] = ()):
        self._taken = {*taken, *dir(builtins), *keyword.kwlist, *keyword.softkwlist, *_AMBIGUOUS}

    def new(self, text: str) -> str:
        """Return an unused name that resembles the text."""
        text = unicodedata.normalize("NFKC", text)  # as Python reads names
        name = "".join(sign if f"a{sign}".isidentifier() else "_" for sign in text).lstrip("_")[:_LONGEST_NAME]
        if not name or not name.isidentifier():
            name = f"n{name}"
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name
