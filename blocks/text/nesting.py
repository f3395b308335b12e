"""How deeply a text is nested. Readers call themselves for each level, and where that ends depends on the Python that
runs them: what is nested deeper than anything sound is refused before one of them sees it.
"""

from __future__ import annotations

import re

DEEPEST = 100  # levels of brackets: of a document 10, of a Keras model in models in models 4 for each of them
_UNIFORM = bytes.maketrans(b"{}<>", b"[][]")
_NOT_JSON = bytes(set(range(256)) - set(b'"[]{}'))
_NOT_PROTO = bytes(set(range(256)) - set(b"[]{}<>"))
_TEXT = re.compile(rb'"[^"]*"?')
_OF_PROTO = re.compile(rb"""#[^\n]*|"(?:[^"\\\n]|\\.)*["\n]?|'(?:[^'\\\n]|\\.)*['\n]?""", re.S)


def too_deep(text: str | bytes | bytearray) -> bool:
    """Whether a JSON text, sound or not, is nested too deeply."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    if b"\\" in data:  # what is left of texts are the brackets in them
        data = data.replace(rb"\\", b"").replace(rb"\"", b"")
    return _deep(_TEXT.sub(b"", data.translate(_UNIFORM, _NOT_JSON).replace(b'""', b"")))


def too_deep_proto(data: bytes) -> bool:
    """Whether a text of a proto, sound or not, is nested too deeply."""
    return _deep(_OF_PROTO.sub(b"", data).translate(_UNIFORM, _NOT_PROTO))


def _deep(brackets: bytes) -> bool:
    """Whether brackets of one kind are: each round takes the inmost away."""
    for _ in range(DEEPEST):
        left = brackets.replace(b"[]", b"")
        if left == brackets:  # none is closed that was opened before
            return len(left.lstrip(b"]")) > DEEPEST
        brackets = left
    return bool(brackets.strip(b"]"))
