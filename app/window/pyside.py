"""Start of PySide without unused parts: docstrings, and other spellings of names."""

from __future__ import annotations

import builtins
from typing import Any

# Modules of PySide for the texts of TypeErrors and help(). They are sources in its library, without bytecode, so
# importing them is slow.
_LATER = tuple(
    f"shibokensupport/signature/{name}.py"
    for name in ("errorhandler", "layout", "parser", "lib/enum_sig", "lib/pyi_generator", "lib/tool")
)
_AT_FIRST_USE = """
def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    del globals()["__getattr__"]
    exec(compile({source!r}, {path!r}, "exec"), globals())
    return globals()[name]
"""


def start() -> None:
    """Import PySide with fewer modules.

    PySide compiles sources of its library at each start: here each waits for the first use of a name in it. A PySide
    without these sources starts as usual.

    PySide also replaces `import` by a function that searches the source of every module for its `__feature__`s, and
    knows the meaning of `from PySide6.QtCore import *`. Blockloom uses neither, so `import` is restored.
    """
    compiled: Any = builtins.compile
    imported, everywhere = builtins.__import__, vars(builtins)

    def later(source: Any, path: str, *how: Any, **flags: Any) -> Any:
        if path in _LATER:
            source = _AT_FIRST_USE.format(source=source, path=path)
        return compiled(source, path, *how, **{"dont_inherit": True} | flags)

    everywhere["compile"] = later
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        builtins.compile, builtins.__import__ = compiled, imported
