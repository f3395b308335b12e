"""The generated parts of the pages in `docs/reference`: commands, blocks, problems and functions."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby

from blockloom.app import cli, command_table
from blockloom.app.help.source_reference import calls, file_format, problems, table, words
from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.document.pages import Block
from blockloom.blocks.files import examples, library
from blockloom.blocks.text.phrases import Json


def commands() -> str:
    """Return the reference of the commands as Markdown, each with its usage, options and exit codes."""
    parts = []
    for name in cli.COMMANDS:
        parser = cli.parser_of(name)
        actions = [
            action
            for group in parser._action_groups
            for action in group._group_actions
            if action.help != argparse.SUPPRESS and group.title != cli.COMMON
        ]
        rows = [(_spelled(one), words((one.help or "") % {"default": one.default})) for one in actions]
        parts += [
            f"## blockloom {name}\n",
            words(parser.description or "") + "\n",
            f"```text\n{parser.format_usage().removeprefix('usage: ').strip()}\n```\n",
            table(("option", "meaning"), rows),
            table(("exit code", "meaning"), ((str(code), words(why)) for code, why in cli.EXIT_CODES[name].items())),
        ]
    return "\n".join(parts)


def _spelled(action: argparse.Action) -> str:
    names = ", ".join(action.option_strings)
    value = "|".join(map(str, action.choices or ()))
    if action.nargs != 0:
        value = value or str(action.metavar or action.dest.upper())
    return " or ".join(f"`{one}`" for one in " ".join(filter(None, (names, value))).split("|"))


def exit_codes() -> str:
    """Return a table of the exit codes of commands."""
    codes = sorted({code for of in cli.EXIT_CODES.values() for code in of})
    rows = []
    for code in codes:
        by_text: dict[str, list[str]] = {}
        for name, of in cli.EXIT_CODES.items():
            if code in of:
                by_text.setdefault(of[code], []).append(name)
        rows += [(str(code), words(text), ", ".join(f"`{one}`" for one in names)) for text, names in by_text.items()]
    return table(("code", "meaning", "commands"), rows)


def keys() -> str:
    """Return the commands of the window by menu, with their keys."""
    parts = []
    for menu, entries in groupby(command_table.commands(), key=lambda command: command.menu[:1]):
        rows = (
            (words(command_table.plain(one.text)), ", ".join(f"`{key}`" for key in one.keys), words(one.tip))
            for one in entries
        )
        title = command_table.plain(menu[0]) if menu else "In the command box only"
        parts += [f"## {title}\n", table(("command", "keys", "what it does"), rows)]
    return "\n".join(parts)


def own_blocks() -> str:
    """Return the blocks other than TensorFlow's ops, each with its pins and attributes."""
    parts = []
    for entry in sorted(own_entries(), key=lambda entry: entry["name"].casefold()):
        rows = [
            (kind, f"`{row['name']}`", words(_about_pin(row)))
            for kind in ("inputs", "attrs", "outputs")
            for row in entry[kind]
        ]
        parts += [
            f"## {entry['name'].removeprefix('loom.')}\n",
            words(entry["doc"]) + "\n",
            table(
                ("", "name", "description"),
                (({"inputs": "input", "attrs": "attribute", "outputs": "output"}[row[0]], *row[1:]) for row in rows),
            ),
        ]
    return "\n".join(parts)


def _about_pin(row: Json) -> str:
    default = row.get("default")
    told = "" if default in (None, "") else f" Default: `{json.dumps(default)}`."
    allowed = row.get("allowed") or ()
    one_of = f" One of {', '.join(map(str, allowed))}." if allowed and allowed != [False, True] else ""
    return (row.get("doc") or "") + told + one_of


def symbols() -> str:
    """Return the symbols of enuSpace by category, with their pins."""
    entries = [entry for entry in _entries() if entry["name"].startswith("enu.")]
    return _by(sorted(entries, key=lambda entry: entry["category"]), lambda entry: entry["category"].partition("/")[2])


def ops() -> str:
    """Return every op of TensorFlow by its first letter; `blockloom ops NAME` has its documentation."""
    entries = [entry for entry in _entries() if "." not in entry["name"]]
    return _by(
        sorted(entries, key=lambda entry: entry["name"].lstrip("_").lower()),
        lambda entry: entry["name"].lstrip("_")[0].upper(),
    )


def _by(entries: Iterable[Json], key: Callable[[Json], str]) -> str:
    return "\n".join(
        f"## {title}\n\n" + table(("", "inputs", "outputs", "attributes"), map(_op_row, inside))
        for title, inside in groupby(entries, key=key)
    )


def _op_row(entry: Json) -> tuple[str, ...]:
    names = ", ".join(row["name"] for row in entry["inputs"]), ", ".join(row["name"] for row in entry["outputs"])
    told = (
        row["name"] + ("" if row["default"] in (None, "") else f"={json.dumps(row['default'])}")
        for row in entry["attrs"]
    )
    return f"**{words(entry.get('title') or entry['name'])}**", *map(words, names), words(", ".join(told))


def _entries() -> list[Json]:
    from blockloom.runtime.worker.client import ensure_catalogue

    return list(ensure_catalogue().entries.values())


def gallery() -> str:
    """Return the examples in groups, each with its title, picture and description."""
    parts = []
    for title, group in examples.GROUPS.items():
        parts.append(f"## {title}\n")
        for name, about in group.items():
            picture = examples.picture_of(name, "light").relative_to(examples.PICTURES.parent)
            parts += [
                f"### {examples.titled(name)}\n",
                f"{words(str(about))} `blockloom edit examples/{name}.loom`\n",
                f"![{examples.titled(name)}](../../assets/{picture.as_posix()})\n",
            ]
    return "\n".join(parts)


def library_blocks(name: str) -> str:
    """Return the blocks of an included library, each with its description and pins.

    Args:
        name: The name of the library, such as "layers".

    Raises:
        KeyError: Blockloom includes no such library.
    """
    found = library.library(f"{library.BUILT_IN}{name}.loom")
    if found is None:
        raise KeyError(name)
    parts = []
    for page in found.pages():
        inputs, outputs, parameters = page.signature
        rows = [
            (kind, f"`{block.id}`", words(_about_page_block(block)))
            for kind, blocks in (("input", inputs), ("parameter", parameters), ("output", outputs))
            for block in blocks
        ]
        parts += [f"## {page.name}\n", words(page.doc) + "\n", table(("", "name", "description"), rows)]
    return "\n".join(parts)


def _about_page_block(block: Block) -> str:
    text, default = block.values.get("label", ""), block.values.get("default", "")
    return ". ".join(filter(None, (text, f"Default: `{default}`." if default else "")))


# NAME of `% generated: NAME ARGUMENT ...` in a page -> the function that returns the text.
GENERATED: dict[str, Callable[..., str]] = {
    "commands": commands,
    "exit-codes": exit_codes,
    "keys": keys,
    "python": calls,
    "blocks": own_blocks,
    "enuspace": symbols,
    "ops": ops,
    "problems": problems,
    "file-format": file_format,
    "gallery": gallery,
    "library": library_blocks,
}


@lru_cache(32)
def generated(name: str, *arguments: str) -> str:
    """Return the generated Markdown for a name. Raises KeyError if it is not in GENERATED."""
    return GENERATED[name](*arguments)
