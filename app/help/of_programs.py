"""The reference of the command line, from its parsers, and of the window's commands, from their table."""

from __future__ import annotations

import argparse
from itertools import groupby

from blockloom.app import cli, command_table
from blockloom.app.help.generated_reference import table, words


def commands() -> str:
    """Each command with its usage, options and exit codes."""
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
