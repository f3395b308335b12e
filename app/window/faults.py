"""Unexpected exceptions: a line with details in the messages, never a traceback on stderr or the end of the window."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable

_tell: Callable[[str, str], None] | None = None


def _say(kind: type[BaseException], error: BaseException | None, trace: object) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    line = f"{kind.__name__}: {error}".splitlines()[0]
    details = "".join(traceback.format_exception(kind, error, trace))
    try:
        if _tell is not None:
            _tell(line, details)
            return
    except Exception:  # the messages themselves failed: one line must do
        pass
    print(f"blockloom: internal error: {line}", file=sys.stderr)


def install(tell: Callable[[str, str], None] | None) -> None:
    """Send every exception that nobody caught to `tell(line, details)`, from any thread; None: one line on stderr."""
    global _tell
    _tell = tell
    sys.excepthook = _say
    threading.excepthook = lambda args: _say(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: _say(args.exc_type, args.exc_value, args.exc_traceback)
