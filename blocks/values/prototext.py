"""Protobuf text format while it is typed: its tokens, the surroundings of the cursor, and its messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from blockloom.blocks.text.phrases import Json

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*) | (?P<string>"(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'?)
                        | (?P<name>[A-Za-z_]\w*) | (?P<number>[-+]?\.?\d[\w.]*(?:(?<=[eE])[-+]\d+)?)
                        | (?P<mark>[{}<>\[\]:,;]) | (?P<other>\S)""",
    re.X | re.S,
)
_OPEN, _CLOSE = "{<", "}>"


class Token(NamedTuple):
    """A token of a protobuf in text format.

    `kind` is comment, string, name, number, mark or other; `start` is its first character, from 0.
    """

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The character after the token, from 0."""
        return self.start + len(self.text)


class Cursor(NamedTuple):
    """The surroundings of a cursor in a config.

    `path` are the fields whose messages contain the cursor, `present` the fields that the innermost message has so far;
    `field` is the field whose value is expected ("" if a field name is), `word` the word before the cursor. `quiet`
    means that the cursor is in a comment or string.
    """

    path: tuple[str, ...]
    field: str
    word: str
    present: frozenset[str]
    quiet: bool = False


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, including comments; spaces are left out."""
    for match in _TOKEN.finditer(text):
        yield Token(match.lastgroup or "", match[0], match.start())


def cursor(text: str, at: int) -> Cursor:
    """Return the surroundings of the cursor before character `at`, from 0."""
    path: list[str] = []
    present: list[set[str]] = [set()]
    name = field = word = ""  # last field name; field whose value comes next; current word
    listed = quiet = False  # whether the position is inside [ ... ]; whether nothing is to be completed
    for token in tokens(text[:at]):
        last = token.end == at
        quiet = last and token.kind in ("comment", "string")
        if token.kind == "comment":
            quiet = "\n" not in text[token.end : at]
            continue
        if last and token.kind in ("name", "number"):
            word = token.text
            break
        if token.kind == "name" and not field:
            name = token.text
            present[-1].add(name)
        elif token.kind == "mark" and token.text == ":":
            field = name
        elif token.kind == "mark" and token.text in _OPEN:
            path.append(field or name)
            present.append(set())
            field, listed = "", False
        elif token.kind == "mark" and token.text in _CLOSE:
            if path:
                path.pop()
                present.pop()
            field, listed = "", False
        elif token.text == "[":
            listed = True
        elif token.text == "]":
            field, listed = "", False
        elif token.kind in ("name", "number", "string") and not listed:
            field = ""
    return Cursor(tuple(path), field, word, frozenset(present[-1]), quiet)


def messages(text: str, name: str) -> list[int]:
    """Return the first characters of the names of messages `name { ... }` at the outermost level, from 0."""
    depth, starts, last = 0, [], None
    for token in tokens(text):
        if token.text in _OPEN and token.kind == "mark":
            if depth == 0 and last is not None and last.text == name:
                starts.append(last.start)
            depth += 1
        elif token.text in _CLOSE and token.kind == "mark":
            depth = max(0, depth - 1)
        elif token.kind == "name":
            last = token
    return starts


Path = tuple[tuple[str, int], ...]


def fields(text: str) -> Iterator[tuple[Path, int]]:
    """Yield every field of a text, with the position of its name.

    The path has the names from the outermost message down, each with the number of fields of that name before it in its
    message.
    """
    path: list[tuple[str, int]] = []
    counts: list[dict[str, int]] = [{}]
    name, value, listed = ("", 0), False, False
    for token in tokens(text):
        if token.kind == "name" and not value:
            name = token.text, counts[-1].get(token.text, 0)
            counts[-1][token.text] = name[1] + 1
            yield (*path, name), token.start
        elif token.kind == "mark" and token.text in _OPEN:
            path.append(name)
            counts.append({})
            value = listed = False
        elif token.kind == "mark" and token.text in _CLOSE:
            if path:
                name = path.pop()
                counts.pop()
            value = listed = False
        elif token.kind != "comment":
            listed = token.text == "[" or listed and token.text != "]"
            value = token.text == ":" or listed


def field_position(text: str, path: Path) -> int | None:
    """Return the position of a field, or of the innermost message on its path that the text has, or None."""
    found = {known: start for known, start in fields(text) if path[: len(known)] == known}
    return found[max(found, key=len)] if found else None


def line_column(text: str, at: int) -> tuple[int, int]:
    """Return the line and column of character `at`, both counted from 1."""
    before = text[:at]
    return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1


def offset(text: str, line: int, column: int) -> int:
    """Return the character at a line and column, both counted from 1; the end of the text if there is no such line."""
    lines = text.split("\n")
    return sum(len(one) + 1 for one in lines[: line - 1]) + column - 1 if line <= len(lines) else len(text)


class Completion(NamedTuple):
    """A completion of a config's text: its name in the list, and the texts before and after the cursor."""

    name: str
    prefix: str
    suffix: str = ""


class ConfigSchema:
    """The messages and enums of a protobuf config, as the worker sends them.

    The schema is {"root", "messages": {name: {field: {"type", "of", "repeated", "oneof", "old"}}}, "enums": {name:
    [value]}}.
    """

    def __init__(self, schema: Json):
        self._schema = schema

    def completions(self, text: str, at: int) -> tuple[str, list[Completion]]:
        """Return the word before character `at` of a text, and its completions; ("", []) if there are none."""
        here = cursor(text, at)
        fields = self.fields_at(here.path)
        if fields is None or here.quiet:
            return "", []
        if here.field:
            values = self._values(fields.get(here.field))
            return here.word, [Completion(name, name) for name in _fitting(values, here.word)]
        groups = {fields[name]["oneof"] for name in here.present if name in fields} - {""}
        free = [
            name
            for name, field in fields.items()
            if field["repeated"] or name not in here.present and field["oneof"] not in groups
        ]
        free.sort(key=lambda name: fields[name]["old"])
        return here.word, [_of_field(name, fields[name]) for name in _fitting(free, here.word)]

    def fields_at(self, path: Iterable[str]) -> Json | None:
        """Return the fields of the message at a path of field names from the root, or None."""
        messages = self._schema["messages"]
        fields: Json | None = messages[self._schema["root"]]
        for name in path:
            if fields is None:
                return None
            fields = messages.get(fields.get(name, {}).get("of", ""))
        return fields

    def _values(self, field: Json | None) -> list[str]:
        if field is None:
            return []
        return ["true", "false"] if field["type"] == "bool" else self._schema["enums"].get(field["of"], [])


def references(word: str, blocks: Iterable[str]) -> list[Completion]:
    """Return completions `@BLOCK` for a word that begins with @, which stand for the config of another block."""
    return [Completion(f"@{name}", f"@{name}") for name in blocks if f"@{name}".startswith(word)]


def _fitting(names: list[str], word: str) -> list[str]:
    """Return the names that begin with a word, then those that contain it."""
    low = word.lower()
    return sorted((n for n in names if low in n.lower()), key=lambda n: not n.lower().startswith(low))


def _of_field(name: str, field: Json) -> Completion:
    if field["type"] == "message":
        return Completion(name, f"{name} {{\n  ", "\n}")
    return Completion(name, f'{name}: "', '"') if field["type"] == "string" else Completion(name, f"{name}: ")
