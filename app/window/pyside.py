"""PySide's own start, without what it does for texts and spellings that nobody has asked for."""

from __future__ import annotations

import builtins
from typing import Any

# What makes the texts of PySide's TypeErrors and of help(): in its library as sources, without bytecode.
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
    """Import PySide, which compiles these sources at each start: here each waits until something in it is used. A
    PySide that has none of them starts as ever.

    It also leaves a function of its own in the place of `import`, which searches the source of every module for a use
    of its `__feature__`s, and knows what `from PySide6.QtCore import *` means. Nothing here uses either.
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
