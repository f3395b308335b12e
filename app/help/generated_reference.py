"""What is generated in the pages of `docs/reference`: lists of what the program has, from the program itself."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from functools import lru_cache

# `% generated: NAME` in a page -> the function that makes what stands there.
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
}


@lru_cache(16)
def generated(name: str) -> str:
    """The Markdown that stands for a name. Raises KeyError for one that is not in GENERATED."""
    module, function = GENERATED[name]
    return getattr(importlib.import_module(module), function)()


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table, "" where it has no rows."""
    lines = [_row(map(cell, row)) for row in rows]
    head = list(head)
    return "\n".join([_row(head), "|" + "---|" * len(head), *lines]) + "\n" if lines else ""


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def cell(text: str) -> str:
    """Markdown as it can stand in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def words(text: str) -> str:
    """Plain words as Markdown shows them: of what is no code, the characters that would be marks are escaped."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):  # those between backquotes are code
        parts[at] = re.sub(r"[\\*<\[]|(?<!\w)_|_(?!\w)", r"\\\g<0>", parts[at])
    return "`".join(parts) if len(parts) % 2 else text.replace("`", "'")
