"""The command line: `blockloom COMMAND ...`. Each command is a module that is imported only when it is asked for."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from typing import TextIO

from blockloom.app.commands import options
from blockloom.blocks.text.terminal import BAD, DONE, FAILED, FOUND, INTERRUPTED, TIMED_OUT, Unwritten, put, say
from blockloom.runtime.worker.errors import BadEnvironment

# name -> (module, one line of help)
COMMANDS = {
    "new": ("blockloom.app.commands.new", "a new document, empty or from a template"),
    "run": ("blockloom.app.commands.run", "run a page without a window"),
    "compare": ("blockloom.app.commands.compare", "what two models compute differently of the same feed"),
    "why": ("blockloom.app.commands.why", "where a value that is not finite began"),
    "check": ("blockloom.app.commands.check", "say every problem of every page, without running"),
    "cost": ("blockloom.app.commands.cost_command", "parameters, operations and memory of a page, without running it"),
    "preview": ("blockloom.app.commands.preview", "the first elements of a dataset, without running its page"),
    "diff": ("blockloom.app.commands.diff", "what differs between two documents, models or revisions"),
    "merge": ("blockloom.app.commands.merge", "merge two versions of a document that came from one"),
    "convert": ("blockloom.app.commands.convert", "convert a document by extension"),
    "text": ("blockloom.app.commands.text", "print a document as lines that people read and git compares"),
    "render": ("blockloom.app.commands.render", "draw a page as .png, .svg or .pdf"),
    "serve": ("blockloom.app.commands.serve", "be a task of a cluster"),
    "ops": ("blockloom.app.commands.ops_command", "the catalogue of block types"),
    "integrate": ("blockloom.app.commands.integrate", "add menu entry, file type and shell completion for this user"),
    "help": ("blockloom.app.commands.help", "pages of the documentation, by any words"),
    "edit": ("blockloom.app.window.main", "open the window (the default)"),
}

_BAD = "bad usage, or a file that cannot be read or written"
# What commands end with, by name. Each may be interrupted.
EXIT_CODES: dict[str, dict[int, str]] = {
    "new": {DONE: "done", BAD: "there is such a file, no such template, or it cannot be written"},
    "run": {
        DONE: "done",
        FAILED: "the run failed",
        BAD: "bad usage, a file that cannot be read or written, or a page with errors",
        TIMED_OUT: "timed out",
        FOUND: "at a break",
    },
    "compare": {
        DONE: "nothing differs by more than the tolerance",
        FAILED: "something differs by more than the tolerance",
        BAD: _BAD,
    },
    "why": {
        DONE: "it is told where the value began",
        FAILED: "the run failed",
        BAD: _BAD,
        TIMED_OUT: "timed out",
        FOUND: "all is finite",
    },
    "check": {DONE: "no errors", FAILED: "errors were found", BAD: "the file cannot be read"},
    "cost": {DONE: "done", FAILED: "TensorFlow's process failed", BAD: _BAD},
    "preview": {DONE: "done", FAILED: "the data cannot be read", BAD: _BAD, TIMED_OUT: "timed out"},
    "diff": {DONE: "done", FAILED: "something differs, with --exit-code", BAD: _BAD},
    "merge": {DONE: "merged without conflicts", FAILED: "conflicts, or weights that are missing", BAD: _BAD},
    "convert": {DONE: "done", FAILED: "written, but something is missing or differs", BAD: _BAD},
    "text": {DONE: "done", BAD: _BAD},
    "render": {DONE: "done", FAILED: "it cannot be drawn", BAD: _BAD},
    "serve": {FAILED: "it cannot start, or died", BAD: "bad usage, a bad cluster file or no --expose"},
    "ops": {DONE: "done", FAILED: "no block type fits"},
    "integrate": {DONE: "done", BAD: "something cannot be written"},
    "help": {DONE: "done", FAILED: "no page fits"},
    "edit": {DONE: "the window was closed", BAD: "the window cannot be opened"},
}
_WITHOUT = {"new", "integrate", "help"}  # commands that never ask TensorFlow
_ASK = ("run", "compare", "why", "preview", "convert")  # commands that run ops of a page
_UNFIT = "TensorFlow cannot be used as --python and --ops say"
for _name, _codes in EXIT_CODES.items():
    if _name in _ASK:
        _codes[BAD] += ", or a page that needs --trust"
    if _name not in _WITHOUT:
        _codes[BAD] = ", or ".join(filter(None, (_codes.get(BAD), _UNFIT)))
    _codes[INTERRUPTED] = "interrupted"


def main(argv: list[str] | None = None) -> int:
    """Run a command and give its exit code, see EXIT_CODES: 0 done, 1 failed, 2 bad usage or file, 3 timed out, 130
    interrupted.

    Nothing is raised: what nobody expected is one line, with the traceback in a file.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before the start
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  as long as the process lives
        # What a terminal has no characters for is written as \uXXXX. Some streams that are no terminals cannot be told.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            getattr(sys, name).reconfigure(errors="backslashreplace")
    try:
        code = _command(list(sys.argv[1:] if argv is None else argv))
        put("")
        return code
    except KeyboardInterrupt:
        say("blockloom: interrupted")
        return INTERRUPTED
    except Unwritten as error:
        _away(sys.stdout)
        if isinstance(error.__cause__, BrokenPipeError):  # its reader has gone: nothing is left to say
            return DONE
        say(f"blockloom: the output: cannot be written: {error}")
        return BAD
    except ImportError as error:
        from blockloom.app.libraries import why_not_imported

        if why := why_not_imported(error):
            say(f"blockloom: {why}")
            return BAD
        return _internal(error)
    except BadEnvironment as error:
        from blockloom.app.commands.failing import fail

        return fail(error, BAD)
    except MemoryError:
        say("blockloom: there is not enough memory for this")
        return FAILED
    except Exception as error:
        return _internal(error)


def _internal(error: Exception) -> int:
    say(f"blockloom: internal error: {_line(error)}. Please report it{_report(error)}")
    return FAILED


def _command(words: list[str]) -> int:
    if not words or (words[0] not in COMMANDS and not words[0].startswith("-")):
        if words and not _may_be_file(words[0]):
            say(f"blockloom: {words[0]!r} is neither a command ({', '.join(COMMANDS)}) nor a file")
            return BAD
        words.insert(0, "edit")
    if words[0] == "--version":
        import importlib.metadata as metadata

        put(f"blockloom {metadata.version('blockloom')}\n")
        return DONE
    if words[0] in ("-h", "--help"):
        put(_help())
        return DONE
    command = words.pop(0)
    if command not in COMMANDS:
        say(f"blockloom: there is no option {command}; blockloom --help says what there is")
        return BAD
    try:
        arguments = parser_of(command).parse_args(words)
    except SystemExit as end:
        return int(end.code or 0)
    if command not in _WITHOUT:
        options.choose_environment(arguments)
    return importlib.import_module(COMMANDS[command][0]).run(arguments)


def _help() -> str:
    """What there is besides the arguments of each command, on a screen of 24 lines."""
    commands = "".join(f"  {name:9}  {text}\n" for name, (_, text) in COMMANDS.items())
    return f"""\
blockloom [COMMAND] ... builds TensorFlow graphs out of blocks and runs them.
{commands}
  blockloom new --from linear_regression line.loom      begin with an example
  blockloom run line.loom --until 'LOSS < 0.1' --steps 500
  blockloom help COMMAND (its options) or WORDS (finds documentation); --version
"""


def parser_of(name: str) -> argparse.ArgumentParser:
    """The arguments of a command."""
    module, text = COMMANDS[name]
    codes = ", ".join(f"{code} {why}" for code, why in EXIT_CODES[name].items())
    parser = argparse.ArgumentParser(
        prog=f"blockloom {name}", description=text[0].upper() + text[1:] + ".", epilog=f"Ends with {codes}."
    )
    importlib.import_module(module).add_arguments(parser)
    if name not in _WITHOUT:
        options.add_environment(parser)
    return parser


def _away(stream: TextIO) -> None:
    """Let what is left in a stream that cannot be written go nowhere, lest the end of the process fails on it."""
    with contextlib.suppress(AttributeError, ValueError, OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _line(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _report(error: BaseException) -> str:
    """Where the traceback is, for the report."""
    import traceback

    from platformdirs import user_state_dir

    path = os.path.join(user_state_dir("blockloom"), "error.log")
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
            traceback.print_exception(error, file=file)
    except OSError:
        return ""
    return f" with {path}"


def seconds(text: str) -> float:
    """The type of an option that is a time."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e8:
        raise argparse.ArgumentTypeError("must be a number of seconds above 0")
    return number


def _may_be_file(word: str) -> bool:
    return "." in word or os.sep in word or os.path.exists(word)
