"""The command line: `blockloom COMMAND ...`. Each command is a module that is imported only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import os
import sys

# name -> (module, one line of help)
COMMANDS = {
    "run": ("app.commands.run", "run a page without a window"),
    "check": ("app.commands.check", "say every problem of every page, without running"),
    "convert": ("app.commands.convert", "convert a document by extension"),
    "render": ("app.commands.render", "draw a page as .png, .svg or .pdf"),
    "serve": ("app.commands.serve", "be a task of a cluster"),
    "ops": ("app.commands.ops", "the catalogue of block types"),
    "edit": ("app.window.main", "open the window (the default)"),
}
DONE, FAILED, BAD, TIMED_OUT, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: list[str] | None = None) -> int:
    """Run a command and give its exit code: 0 done, 1 failed, 2 bad usage or file, 3 timed out, 130 interrupted."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
        if words and not _may_be_file(words[0]):
            print(f"blockloom: {words[0]!r} is neither a command ({', '.join(COMMANDS)}) nor a file", file=sys.stderr)
            return BAD
        words.insert(0, "edit")
    parser = argparse.ArgumentParser(prog="blockloom",
                                     description="Build TensorFlow graphs out of blocks and run them.")
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    if words[0] == "--version":
        import importlib.metadata as metadata
        print("blockloom", metadata.version("blockloom"))
        return DONE
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    chosen = None
    for name, (module, text) in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name == words[0]:
            chosen = importlib.import_module(module)
            chosen.add_arguments(sub)
    try:
        arguments = parser.parse_args(words)
    except SystemExit as end:
        return int(end.code or 0)
    if chosen is None:
        parser.print_help()
        return DONE
    try:
        return chosen.run(arguments)
    except KeyboardInterrupt:
        print("blockloom: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone: nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def seconds(text: str) -> float:
    """The type of an option that is a time."""
    number = float(text)
    if not 0 < number < 1e8:
        raise argparse.ArgumentTypeError("must be a number of seconds above 0")
    return number


def _may_be_file(word: str) -> bool:
    return "." in word or os.sep in word or os.path.exists(word)


if __name__ == "__main__":
    sys.exit(main())
