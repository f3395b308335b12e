"""Completion scripts for bash, zsh and fish, written by shtab from the parsers."""

from __future__ import annotations

import argparse
import importlib.metadata
import re

import shtab
from argparse_manpage.manpage import Manpage

from blockloom.app import formats
from blockloom.app.cli import COMMANDS, parser_of

# Metavars of arguments that are documents, and of those that are other files.
_DOCUMENTS, _FILES = ("FILE", "IN"), ("OUT", "FILE", "PATH", "FILE.so", "BLOCK=VALUE|@file.npy")


def script(shell: str) -> str:
    """Return the script for "bash", "zsh" or "fish"."""
    kinds = [suffix.lstrip(".") for suffix in formats.suffixes("read")]
    documents = {
        "bash": "_blockloom_files",
        "zsh": f"_files -g '*.({'|'.join(kinds)})'",
        "fish": f"__fish_complete_suffix {' '.join(f'.{kind}' for kind in kinds)}",
    }
    preamble = f"""
_blockloom_files() {{
    compgen -d -- "$1"
    for kind in {" ".join(kinds)}; do
        compgen -f -X "!*.$kind" -- "$1"
    done
}}
"""
    whole, parsers = whole_parser()
    for one in parsers:
        for action in one._actions:
            value = action.metavar or action.dest.upper()
            if action.help != argparse.SUPPRESS and not action.choices and action.nargs != 0:
                if not action.option_strings and value in _DOCUMENTS:
                    action.complete = documents  # type: ignore[attr-defined]
                elif value in _FILES:
                    action.complete = shtab.FILE  # type: ignore[attr-defined]
    return shtab.complete(whole, shell, preamble=preamble if shell == "bash" else "")


def whole_parser() -> tuple[argparse.ArgumentParser, list[argparse.ArgumentParser]]:
    """Return one parser with all commands, for programs that describe the command line, and those of the commands."""
    whole = argparse.ArgumentParser(prog="blockloom", description="Build TensorFlow graphs out of blocks and run them.")
    whole.add_argument("-V", "--version", action="store_true", help="print the version")
    commands, parsers = whole.add_subparsers(metavar="COMMAND"), []
    for name, (_, about) in COMMANDS.items():
        parser = parser_of(name)
        one = commands.add_parser(
            name, help=about, description=parser.description, epilog=parser.epilog, parents=[parser], add_help=False
        )
        one.usage = parser.usage and parser.usage.replace("%(prog)s", parser.prog)
        parsers.append(one)
    return whole, parsers


def man_page() -> str:
    """Return the man page, section 1, as roff."""
    page = Manpage(whole_parser()[0])
    page.date, page.source = "", f"blockloom {importlib.metadata.version('blockloom')}"
    page.manual = "User Commands"
    # Escapes file extensions at the start of a line, which roff would read as macros.
    return re.sub(r"(?m)^\.(?=[a-z])", r"\\&.", str(page))
