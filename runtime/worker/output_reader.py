"""Output of a worker process, without messages that do not concern the user."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

_LONGEST = 1 << 20  # most bytes of a line; longer lines are split
# Lines that TensorFlow prints at every start.
_NOISE = re.compile(
    r"^(?:[IW]\d{4} [\d:.]+ +\d+ \S+\] |\d{4}-\d\d-\d\d [\d:.]+: [IW] \S+\] |WARNING: All log messages"
    r"|To enable the following instructions:|WARNING:tensorflow:|Instructions for updating:"
    r"|(?:E\d{4} [\d:.]+ +\d+ |\d{4}-\d\d-\d\d [\d:.]+: E )"
    r"(?:(?=.*cu(?:da|Init))\S+\] |\S+\] oneDNN supports "
    r"|.*: Graph does not contain terminal node _SOURCE)"  # see runtime.run.session_calls
    r"|non-resource variables are not supported).*\n",
    re.MULTILINE,
)
# The beginning of a fatal error. Lines that look like a stack trace are removed only after such a line.
_FATAL = re.compile(
    r"^(?:F\d{4} [\d:.]+ +\d+ \S+\] |\d{4}-\d\d-\d\d [\d:.]+: F \S+\] "
    r"|(?=\*\*\* (?:SIG[A-Z]+ received at |Check failure stack trace: )))",
    re.MULTILINE,
)
_STACK = re.compile(r"^(?:\*\*\* |    @ |PC: @).*\n|[^\S\n]+$|^\n", re.MULTILINE)


class OutputReader:
    """Reads the output of a process. `last` is the last line that is not empty."""

    def __init__(self) -> None:
        self.last = ""
        self._fatal = False  # whether the output contains a fatal error

    def read(self, stream: IO[bytes]) -> Iterator[str]:
        """Yield the output, one or more whole lines at a time, until the process closes the stream."""
        rest = b""
        while data := stream.read(1 << 16):
            whole, newline, after = data.rpartition(b"\n")
            if newline or len(rest) > _LONGEST:
                yield from self._filter(rest + whole if newline else rest)
                rest = after if newline else data
            else:
                rest += data
        if rest:
            yield from self._filter(rest)

    def _filter(self, data: bytes) -> Iterator[str]:
        text, before = _NOISE.sub("", data.decode("utf-8", "replace") + "\n"), ""
        if not self._fatal and (match := _FATAL.search(text)):
            self._fatal = True
            before, text = text[: match.start()], text[match.start() :]
        for part in (before, _STACK.sub("", _FATAL.sub("", text)) if self._fatal else text):
            if part:
                self.last = next(filter(str.strip, reversed(part[-20_000:].split("\n")[-20:])), self.last)
                yield part[:-1]
