"""The generated parts of the pages in `docs/reference`: commands, blocks, problems and functions."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from functools import lru_cache

# NAME of `% generated: NAME ARGUMENT ...` in a page -> (module, function) that returns the text.
GENERATED = {
    "commands": ("blockloom.app.help.of_programs", "commands"),
    "exit-codes": ("blockloom.app.help.of_programs", "exit_codes"),
    "keys": ("blockloom.app.help.of_programs", "keys"),
    "python": ("blockloom.app.help.of_python", "calls"),
    "blocks": ("blockloom.app.help.of_types", "own_blocks"),
    "enuspace": ("blockloom.app.help.of_types", "symbols"),
    "ops": ("blockloom.app.help.of_types", "ops"),
    "problems": ("blockloom.app.help.of_problems", "problems"),
    "file-format": ("blockloom.app.help.of_python", "file_format"),
    "gallery": ("blockloom.app.help.of_assets", "gallery"),
    "library": ("blockloom.app.help.of_assets", "library_blocks"),
}


@lru_cache(32)
def generated(name: str, *arguments: str) -> str:
    """Return the generated Markdown for a name. Raises KeyError if it is not in GENERATED."""
    module, function = GENERATED[name]
    return getattr(importlib.import_module(module), function)(*arguments)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; "" if it has no rows."""
    lines = [_row(map(cell, row)) for row in rows]
    head = list(head)
    return "\n".join([_row(head), "|" + "---|" * len(head), *lines]) + "\n" if lines else ""


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def cell(text: str) -> str:
    """Markdown as it can stand in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def words(text: str) -> str:
    """Return a text as Markdown: characters that would be marks are escaped outside of code."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):  # parts between backquotes are code
        parts[at] = re.sub(r"[\\*<\[]|(?<!\w)_|_(?!\w)", r"\\\g<0>", parts[at])
    return "`".join(parts) if len(parts) % 2 else text.replace("`", "'")
