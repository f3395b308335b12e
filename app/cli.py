"""The command line: `blockloom COMMAND ...`. Each command is a module that is imported only when it is asked for."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import re
import sys
from collections.abc import Iterable
from typing import NoReturn, TextIO

from blockloom.app.commands import options
from blockloom.blocks.text import terminal
from blockloom.blocks.text.terminal import (
    BAD,
    DONE,
    FAILED,
    FOUND,
    INTERRUPTED,
    TIMED_OUT,
    Unwritten,
    print_results,
    say,
)
from blockloom.runtime.worker.errors import BadEnvironment

# name -> (module, one line of help)
COMMANDS = {
    "new": ("blockloom.app.commands.new", "create a document, empty or from a template"),
    "run": ("blockloom.app.commands.run", "run a page without a window"),
    "compare": ("blockloom.app.commands.compare", "compare the values that two models compute from the same feed"),
    "why": ("blockloom.app.commands.why", "find the origin of a non-finite value"),
    "check": ("blockloom.app.commands.check", "list the problems of documents, without running them"),
    "cost": ("blockloom.app.commands.cost_command", "count parameters, operations and memory, without running"),
    "preview": ("blockloom.app.commands.preview", "show the first elements of a dataset"),
    "diff": ("blockloom.app.commands.diff", "compare two documents, models or revisions"),
    "merge": ("blockloom.app.commands.merge", "merge two versions of a document"),
    "convert": ("blockloom.app.commands.convert", "convert a document to another format"),
    "text": ("blockloom.app.commands.text", "print a document as text that git can compare"),
    "render": ("blockloom.app.commands.render", "draw a page as .png, .svg or .pdf"),
    "serve": ("blockloom.app.commands.serve", "run a task of a cluster"),
    "ops": ("blockloom.app.commands.ops_command", "search the block types"),
    "integrate": ("blockloom.app.commands.integrate", "install menu entry, file type, completion and man page"),
    "help": ("blockloom.app.commands.help", "search the documentation"),
    "edit": ("blockloom.app.window.main", "open the window (the default)"),
}

_BAD = "bad usage, or a file that cannot be read or written"
# Command -> its exit codes with their meanings. Every command can also be interrupted.
EXIT_CODES: dict[str, dict[int, str]] = {
    "new": {DONE: "done", BAD: "the file exists, there is no such template, or the file cannot be written"},
    "run": {
        DONE: "done",
        FAILED: "the run failed",
        BAD: "bad usage, a file that cannot be read or written, or a page with errors",
        TIMED_OUT: "timed out",
        FOUND: "stopped at a breakpoint",
    },
    "compare": {
        DONE: "no difference exceeds the tolerance",
        FAILED: "a difference exceeds the tolerance",
        BAD: _BAD,
    },
    "why": {
        DONE: "the origin was found",
        FAILED: "the run failed",
        BAD: _BAD,
        TIMED_OUT: "timed out",
        FOUND: "all values are finite",
    },
    "check": {DONE: "no errors", FAILED: "errors were found", BAD: "a file cannot be read"},
    "cost": {DONE: "done", FAILED: "the process of TensorFlow failed", BAD: _BAD},
    "preview": {DONE: "done", FAILED: "the data cannot be read", BAD: _BAD, TIMED_OUT: "timed out"},
    "diff": {DONE: "done", FAILED: "they differ, with --exit-code", BAD: _BAD},
    "merge": {DONE: "merged without conflicts", FAILED: "conflicts, or missing weights", BAD: _BAD},
    "convert": {DONE: "done", FAILED: "written, but something is missing or differs", BAD: _BAD},
    "text": {DONE: "done", BAD: _BAD},
    "render": {DONE: "done", FAILED: "the page cannot be drawn", BAD: _BAD},
    "serve": {FAILED: "the task cannot start, or ended", BAD: "bad usage, a bad cluster file or no --expose"},
    "ops": {DONE: "done", FAILED: "no block type matches"},
    "integrate": {DONE: "done", BAD: "a file cannot be written"},
    "help": {DONE: "done", FAILED: "no page matches"},
    "edit": {DONE: "the window was closed", BAD: "the window cannot be opened"},
}
COMMON = "options of every command"  # title of the group of common options
_WITHOUT = {"new", "integrate", "help"}  # commands that never start TensorFlow
_ASK = ("run", "compare", "why", "preview", "convert")  # commands that run ops of a page
_UNFIT = "the TensorFlow of --python and --ops cannot be used"
for _name, _codes in EXIT_CODES.items():
    if _name in _ASK:
        _codes[BAD] += ", or a page that needs --trust"
    if _name not in _WITHOUT:
        _codes[BAD] = ", or ".join(filter(None, (_codes.get(BAD), _UNFIT)))
    _codes[INTERRUPTED] = "interrupted"


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit code.

    Errors are printed, never raised: an unexpected one is one line, and its traceback is written to a file.

    Returns:
        An exit code as in EXIT_CODES: 0 done, 1 failed, 2 bad usage or file, 3 timed out, 130 interrupted.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the stream was closed before the start
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  as long as the process lives
        # Write characters that the terminal lacks as \uXXXX. Some other streams cannot be reconfigured.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            getattr(sys, name).reconfigure(errors="backslashreplace")
    try:
        code = _command(list(sys.argv[1:] if argv is None else argv))
        print_results("")
        return code
    except KeyboardInterrupt:
        say("blockloom: interrupted")
        return INTERRUPTED
    except Unwritten as error:
        _away(sys.stdout)
        if isinstance(error.__cause__, BrokenPipeError):  # the reader of the pipe has ended: print nothing more
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
    terminal.set_verbosity(terminal.NORMAL)
    if not words or (words[0] not in COMMANDS and (words[0] == "-" or not words[0].startswith("-"))):
        if words and words[0] != "-" and not _may_be_file(words[0]):
            return _refuse(f"command or file {words[0]!r}", words[0], COMMANDS)
        words.insert(0, "edit")
    if words[0] in ("-V", "--version"):
        import importlib.metadata as metadata

        print_results(f"blockloom {metadata.version('blockloom')}\n")
        return DONE
    if words[0] in ("-h", "--help"):
        print_results(_help())
        return DONE
    command = words.pop(0)
    if command not in COMMANDS:
        return _refuse(f"option {command}", command, ("--version", "--help"))
    try:
        arguments = parser_of(command).parse_args(words)
    except SystemExit as end:
        return int(end.code or 0)
    terminal.set_verbosity(arguments.verbosity)
    if command not in _WITHOUT:
        options.choose_environment(arguments)
    return importlib.import_module(COMMANDS[command][0]).run(arguments)


def _refuse(what: str, word: str, names: Iterable[str]) -> int:
    """Print that there is no such command or option, with a similar one."""
    from blockloom.blocks.text.similar_names import did_you_mean

    say(f"blockloom: error: there is no {what}{did_you_mean(word, names)}")
    say("blockloom --help lists the commands")
    return BAD


def _help() -> str:
    """Return the commands and a few examples, on a screen of 24 lines."""
    commands = "".join(f"  {name:9}  {text}\n" for name, (_, text) in COMMANDS.items())
    return f"""\
blockloom [COMMAND] ... builds TensorFlow graphs out of blocks and runs them.
{commands}
  blockloom new --from linear_regression line.loom      begin with an example
  blockloom run line.loom --until 'LOSS < 0.1' --steps 500
  blockloom help COMMAND lists its options, help WORDS searches; -V: the version
"""


class CommandParser(argparse.ArgumentParser):
    """The parser of a command, whose errors take two lines and propose names."""

    def error(self, message: str) -> NoReturn:
        """Print an error in the arguments of the command, and exit with BAD."""
        from blockloom.blocks.text.similar_names import did_you_mean

        if unknown := re.fullmatch(r"unrecognized arguments: (.*)", message, re.S):
            word = next((word for word in unknown[1].split() if word.startswith("-")), unknown[1].split()[0])
            what = "option" if word.startswith("-") else "use for"
            message = f"there is no {what} {word}{did_you_mean(word.partition('=')[0], self._option_string_actions)}"
        elif wrong := re.fullmatch(r"(.*): invalid choice: '(.*?)' \(choose from (.*)\)", message, re.S):
            choices = [choice.strip(" '") for choice in wrong[3].split(",")]
            message = f"{wrong[1]}: {wrong[2]!r} is not one of {', '.join(choices)}{did_you_mean(wrong[2], choices)}"
        say(f"blockloom: error: {message}")
        say(f"{self.prog} --help lists its options")
        raise SystemExit(BAD)


def parser_of(name: str) -> CommandParser:
    """Return the parser of a command."""
    module, text = COMMANDS[name]
    codes = ", ".join(f"{code} {why}" for code, why in EXIT_CODES[name].items())
    parser = CommandParser(
        prog=f"blockloom {name}",
        description=text[0].upper() + text[1:] + ".",
        epilog=f"Exit codes: {codes}.",
        add_help=False,
    )
    importlib.import_module(module).add_arguments(parser)
    given = [_word(action) for action in parser._actions if not action.option_strings]
    common = parser.add_argument_group(COMMON)
    common.add_argument("-h", "--help", action="help", help="show this text")
    for short, long, level, about in (
        ("-q", "--quiet", terminal.QUIET, "print only results and errors"),
        ("-v", "--verbose", terminal.VERBOSE, "print each stage of the command, with the time"),
    ):
        common.add_argument(
            short, long, action="store_const", const=level, dest="verbosity", default=terminal.NORMAL, help=about
        )
    if name not in _WITHOUT:
        options.add_environment(common)
    if parser.usage is None:
        parser.usage = " ".join(["%(prog)s [options]", *given])
    return parser


def _word(action: argparse.Action) -> str:
    """Return how the usage of a command spells an argument without a name."""
    metavar = str(action.metavar or action.dest.upper())
    return {"?": f"[{metavar}]", "*": f"[{metavar} ...]", "+": f"{metavar} [{metavar} ...]"}.get(
        str(action.nargs), metavar
    )


def _away(stream: TextIO) -> None:
    """Redirect a stream that cannot be written to nowhere: at the end of the process, Python would fail to flush it."""
    with contextlib.suppress(AttributeError, ValueError, OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _line(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _report(error: BaseException) -> str:
    """Write the traceback to a file, and return a line for the report that names it."""
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
    """Convert the text of an option to seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e8:
        raise argparse.ArgumentTypeError("must be a number of seconds above 0")
    return number


def _may_be_file(word: str) -> bool:
    return "." in word or os.sep in word or os.path.exists(word)
