"""Completions for a config: a value that is a protocol buffer in text format, or @BLOCK."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from blockloom.blocks.text.phrases import Json
from blockloom.blocks.values import prototext


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
        here = prototext.cursor(text, at)
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
