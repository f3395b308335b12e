"""Output of programs for a terminal and for each other: results on stdout, all else on stderr; exit codes."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
import unicodedata

DONE, FAILED, BAD, TIMED_OUT, FOUND, INTERRUPTED = 0, 1, 2, 3, 4, 130


QUIET, NORMAL, VERBOSE = -1, 0, 1  # level of messages that commands print on stderr in addition to errors
_verbosity = NORMAL


def set_verbosity(level: int) -> None:
    """Set how much `Stages` prints from now on: QUIET, NORMAL or VERBOSE."""
    global _verbosity
    _verbosity = level


class Unwritten(Exception):
    """Raised if results cannot be written to stdout; its cause is the OSError."""


def say(line: object) -> None:
    """Print a line on stderr, without control characters."""
    echo(printable(str(line)))


def echo(text: str) -> None:
    """Print the output of ops on stderr, unchanged; do nothing if stderr is closed."""
    with contextlib.suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


class Stages:
    """Messages on stderr. A terminal shows the stage of a command in a separate line until there is a message.

    In verbose commands each new stage is a line, with the seconds since the command started. Quiet commands print only
    errors.
    """

    def __init__(self) -> None:
        self.shown = False
        self._stage, self._began = "", time.monotonic()

    def stage(self, text: str) -> None:
        """Show a stage that begins."""
        # Leave out numbers, so that steps of a run, or parts of a file, are printed once.
        begun, _, _ = text.partition(" ")
        if _verbosity == VERBOSE and begun != self._stage:
            self._stage = begun
            say(f"blockloom: {time.monotonic() - self._began:.1f} s: {text}")
        elif _verbosity == NORMAL and sys.stderr.isatty():
            self.shown = True
            self._over(printable(text))

    def reading(self, what: str, done: float) -> None:
        """Show the progress of reading a model, 0 to 1."""
        self.stage(f"{what}: {done:.0%}" if done else what)

    def clear(self) -> None:
        """Remove the stage from the terminal."""
        if self.shown:
            self._over("")
            self.shown = False

    def _over(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def say(self, line: object) -> None:
        """Print a line, as `say`, unless the command is quiet."""
        if _verbosity != QUIET:
            self.error(line)

    def error(self, line: object) -> None:
        """Print a line about an error."""
        self.echo(printable(str(line)))

    def echo(self, text: str) -> None:
        """Print a text, as `echo`."""
        self.clear()
        echo(text)


def printable(text: str) -> str:
    r"""Return a text with its control characters written as \xNN or \uXXXX: names in a document may contain any."""
    return re.sub(r"[^ -~\n\t]", lambda found: _shown(found[0]), text)


def _shown(character: str) -> str:
    plain = character.isprintable() or unicodedata.category(character) == "Zs"
    return character if plain else character.encode("unicode_escape").decode()


def print_results(data: bytes | str) -> None:
    """Print results on stdout: texts without control characters, bytes unchanged.

    Characters that the terminal does not have are replaced.

    Raises:
        Unwritten: if stdout cannot be written.
    """
    try:
        if isinstance(data, str):
            sys.stdout.write(printable(data))
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except OSError as error:
        raise Unwritten(error.strerror or error) from error


def json_line(data: object) -> bytes:
    """Return a line of JSON, in UTF-8 on every terminal."""
    return (json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "backslashreplace")
