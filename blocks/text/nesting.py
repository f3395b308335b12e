"""Limits on the nesting depth of texts.

Parsers recurse for each level, and Python versions differ in their limits: texts nested deeper than any valid file are
rejected before parsing.
"""

from __future__ import annotations

import re

DEEPEST = 100  # most levels of brackets: a document has 10, a Keras model 4 for each nested model
_UNIFORM = bytes.maketrans(b"{}<>", b"[][]")
_NOT_JSON = bytes(set(range(256)) - set(b'"[]{}'))
_NOT_PROTO = bytes(set(range(256)) - set(b"[]{}<>"))
_TEXT = re.compile(rb'"[^"]*"?')
_OF_PROTO = re.compile(rb"""#[^\n]*|"(?:[^"\\\n]|\\.)*["\n]?|'(?:[^'\\\n]|\\.)*['\n]?""", re.S)


def too_deep(text: str | bytes | bytearray) -> bool:
    """Return whether a JSON text, valid or not, is nested too deeply."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    if b"\\" in data:  # first removes escapes, which could hide the end of a string
        data = data.replace(rb"\\", b"").replace(rb"\"", b"")
    return _deep(_TEXT.sub(b"", data.translate(_UNIFORM, _NOT_JSON).replace(b'""', b"")))


def too_deep_proto(data: bytes) -> bool:
    """Return whether a protobuf in text format, valid or not, is nested too deeply."""
    return _deep(_OF_PROTO.sub(b"", data).translate(_UNIFORM, _NOT_PROTO))


def _deep(brackets: bytes) -> bool:
    """Return whether brackets of one kind are nested too deeply: each round removes the innermost."""
    for _ in range(DEEPEST):
        left = brackets.replace(b"[]", b"")
        if left == brackets:  # no matching pair is left
            return len(left.lstrip(b"]")) > DEEPEST
        brackets = left
    return bool(brackets.strip(b"]"))
