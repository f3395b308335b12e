"""Completion of `blockloom`'s command line for bash, zsh and fish, made from the parsers of the commands."""

from __future__ import annotations

import argparse
import re
from typing import NamedTuple

# What an argument's metavar tells of its value.
_DOCUMENTS, _FILES = ("FILE", "IN"), ("OUT", "FILE", "PATH", "FILE.so", "BLOCK=VALUE|@file.npy")


class Option(NamedTuple):
    """An option, or (without flags) a positional argument: `choices` are all that it takes, else it takes documents,
    any files, or what nobody can complete. `value` is the name of its value, "" for a flag.
    """

    flags: tuple[str, ...]
    help: str
    value: str
    choices: tuple[str, ...]
    documents: bool
    files: bool


class Command(NamedTuple):
    """One of `blockloom`'s commands."""

    name: str
    help: str
    options: tuple[Option, ...]

    @property
    def positionals(self) -> list[Option]:
        return [option for option in self.options if not option.flags]

    @property
    def flags(self) -> list[str]:
        return [flag for option in self.options for flag in option.flags]


def command(name: str, help: str, parser: argparse.ArgumentParser) -> Command:
    """What a parser takes."""
    return Command(name, help, tuple(_option(action) for action in parser._actions if action.help != argparse.SUPPRESS))


def _option(action: argparse.Action) -> Option:
    value = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
    documents = not action.option_strings and value in _DOCUMENTS
    text = (action.help or "") % {"default": action.default, "prog": "blockloom"}
    return Option(
        tuple(action.option_strings),
        text,
        value,
        tuple(map(str, action.choices or ())),
        documents,
        value in _FILES and not documents,
    )


def bash(commands: list[Command], documents: list[str]) -> str:
    """For bash; `documents` are the extensions of files that commands read."""
    cases = []
    for command in commands:
        for option in command.options:
            if option.flags and option.value:
                what = f"words='{' '.join(option.choices)}'" if option.choices else "files='*'" if option.files else ":"
                cases.append(f"        {'|'.join(f'{command.name},{flag}' for flag in option.flags)}) {what};;")
    for command in commands:
        files = (
            "; files='*'"
            if any(o.files for o in command.positionals)
            else f"; files='{' '.join(documents)}'"
            if any(o.documents for o in command.positionals)
            else ""
        )
        cases.append(f"        {command.name},*) options='{' '.join(command.flags)}'{files};;")
    return f"""# bash completion for blockloom, by `blockloom integrate`
_blockloom() {{
    local current=$2 previous=$3 words= options= files= kind
    COMPREPLY=()
    if [ "$COMP_CWORD" -le 1 ]; then
        words='{" ".join(command.name for command in commands)}' files='{" ".join(documents)}'
    else
        case "${{COMP_WORDS[1]}},$previous" in
{chr(10).join(cases)}
        esac
    fi
    case "$current,$files" in -*|*,) words="$words $options";; esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [ -n "$files" ] || return 0
    compopt -o filenames 2>/dev/null
    set -f
    for kind in $files; do
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -X "!*$kind" -- "$current")
    done
    set +f
    [ "$files" = '*' ] || mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -d -- "$current")
}}
complete -F _blockloom blockloom
"""


def zsh(commands: list[Command], documents: list[str]) -> str:
    """For zsh: to lie as `_blockloom` in a folder of its fpath."""
    cases = []
    glob = "*.(" + "|".join(kind.lstrip(".") for kind in documents) + ")"
    for command in commands:
        words = []
        for option in command.options:
            takes = (
                f"({' '.join(option.choices)})"
                if option.choices
                else "_files"
                if option.files
                else f'_files -g "{glob}"'
                if option.documents
                else " "
            )
            value = f":{_plain(option.value)}:{takes}" if option.value else ""
            help_text = re.sub(r"([\[\]:\\])", r"\\\1", _plain(option.help))
            words += [f"'*{flag}[{help_text}]{value}'" for flag in option.flags] or [
                f"'*:{_plain(option.value)}:{takes}'"
                if option is command.positionals[-1]
                else f"':{_plain(option.value)}:{takes}'"
            ]
        cases.append(f"        {command.name}) _arguments {' '.join(words)};;")
    listed = " ".join(f"'{command.name}:{_plain(command.help)}'" for command in commands)
    return f"""#compdef blockloom
# zsh completion for blockloom, by `blockloom integrate`
_blockloom() {{
    local -a commands=({listed})
    if (( CURRENT == 2 )); then
        _describe command commands
        _files -g '{glob}'
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{chr(10).join(cases)}
    esac
}}
_blockloom "$@"
"""


def fish(commands: list[Command], documents: list[str]) -> str:
    """For fish."""
    lines = ["# fish completion for blockloom, by `blockloom integrate`", "complete -c blockloom -f"]
    for kind in documents:
        lines.append(f"complete -c blockloom -n __fish_use_subcommand -a '(__fish_complete_suffix {kind})'")
    for command in commands:
        lines.append(f"complete -c blockloom -n __fish_use_subcommand -a {command.name} -d '{_plain(command.help)}'")
        inside = f"complete -c blockloom -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
            takes = (
                f" -x -a '{' '.join(option.choices)}'"
                if option.choices
                else " -r -F"
                if option.files
                else " -x"
                if option.value
                else ""
            )
            if option.flags:
                lines.append(f"{inside} {flags}{takes} -d '{_plain(option.help)}'")
            elif option.documents:
                lines += [f"{inside} -a '(__fish_complete_suffix {kind})'" for kind in documents]
            elif option.files:
                lines.append(f"{inside} -F")
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """A text between single quotes: the quotes in it are typographic ones."""
    return text.replace("'", "’").replace("\n", " ").replace("\\", "/")
