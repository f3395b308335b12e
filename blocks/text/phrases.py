"""English texts that remember their template and values, so that the window can translate them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]  # a JSON object


class Phrase(str):
    """An English text with its `template` and `values`, so that it can be translated.

    Values may be phrases. `many` is the template for a first value other than 1, if there is one. `+` and `str()`
    return a Phrase; other methods and f-strings a plain text (see `join`).
    """

    __slots__ = ("many", "template", "values")
    many: str
    template: str
    values: tuple[Any, ...]

    def __new__(cls, english: str, template: str = "", values: tuple[Any, ...] = (), many: str = "") -> Phrase:
        self = super().__new__(cls, english)
        self.template, self.values, self.many = template or english, values, many
        return self

    def __str__(self) -> str:
        return self

    def filled(self, values: Iterable[Any]) -> Phrase:
        """Return the same text with other values."""
        if not self.values:
            return self
        values = tuple(values)
        template = self.many if self.many and values[0] != 1 else self.template
        return Phrase(template.format(*values), self.template, values, self.many)

    def __add__(self, other: str) -> Phrase:
        return join("", (self, other))

    def __radd__(self, other: str) -> Phrase:
        return join("", (other, self))


def phrase(template: str, *values: Any) -> Phrase:
    """Return a text whose placeholders are filled as by `str.format`; without values, braces are literal."""
    values = tuple(map(_kept, values))
    return Phrase(template.format(*values) if values else template, template, values)


def _kept(value: Any) -> Any:
    """Return a value as a phrase stores it: an exception or object whose text is a phrase becomes that phrase."""
    text = value if isinstance(value, str | int | float) else str(value)
    return text if isinstance(text, Phrase) else value


def plural(one: str, many: str, number: float, *values: Any) -> Phrase:
    """Return a text about a number, the first placeholder: `one` is the template for 1, `many` for other numbers."""
    values = number, *map(_kept, values)
    return Phrase((one if number == 1 else many).format(*values), one, values, many)


def join(separator: str, parts: Iterable[str]) -> Phrase:
    """Join phrases like `separator.join(parts)`, but keep them translatable."""
    pieces: list[str] = []
    for part in parts:
        pieces += (separator, part) if pieces else (part,)
    return Phrase("".join(pieces), "{}" * len(pieces), tuple(pieces))


def packed(text: Phrase) -> Json:
    """Return a phrase as JSON data: {"<phrase>": [English, template, many, values]}."""
    values = [
        packed(v) if isinstance(v, Phrase) else v if isinstance(v, str | int | float) else str(v) for v in text.values
    ]
    return {_KEY: [str.__str__(text), text.template, text.many, values]}


def unpacked(value: Json) -> Any:
    """Return the phrase that `packed` wrote as this dict; other dicts unchanged. Use as `object_hook`."""
    match value:
        case {"<phrase>": [str(english), str(template), str(many), list(values)]} if len(value) == 1 and all(
            isinstance(v, str | int | float) for v in values
        ):
            return Phrase(english, template, tuple(values), many)
    return value


_KEY = "<phrase>"
PACKED = _KEY.encode()  # in the text of every JSON document with phrases


def article(word: str) -> Phrase:
    """Return the word with "a" or "an" before it."""
    return phrase("an {}", word) if word.startswith(tuple("aeiou")) else phrase("a {}", word)


def phrase_of_error(error: BaseException) -> Phrase | None:
    """Return the text of an error that was raised with a Phrase; None for others, whose texts are for programmers."""
    text = str(error)
    return text if isinstance(text, Phrase) else None


def file_error_reason(error: Exception, as_is: bool = False) -> Phrase:
    """Return the reason of the system or Python for a file error, in lower case unless `as_is`, as a Phrase."""
    text = getattr(error, "strerror", None) or str(error)
    lower = text[:1].lower() + text[1:]
    if isinstance(text, Phrase):
        return Phrase(text if as_is else lower, text.template, text.values, text.many)
    return Phrase(text if as_is else lower, lower)


# Frequent error texts of the system, for the translators.
_SAID = (
    phrase("no such file or directory"),
    phrase("permission denied"),
    phrase("no space left on device"),
    phrase("is a directory"),
    phrase("not a directory"),
    phrase("read-only file system"),
    phrase("file name too long"),
    phrase("disk quota exceeded"),
    phrase("input/output error"),
    phrase("Expecting value"),
    phrase("Expecting ',' delimiter"),
    phrase("Expecting ':' delimiter"),
    phrase("Expecting property name enclosed in double quotes"),
    phrase("Extra data"),
    phrase("Illegal trailing comma before end of object"),
    phrase("Illegal trailing comma before end of array"),
    phrase("Unterminated string starting at"),
    phrase("Invalid control character at"),
    phrase("Invalid \\escape"),
)
