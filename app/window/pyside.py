"""PySide's own start, without what it does for texts and spellings that nobody has asked for."""

from __future__ import annotations

import builtins
import contextlib

# What makes the texts of PySide's TypeErrors and of help(): in its library as sources, without bytecode.
_LATER = tuple(f"shibokensupport/signature/{name}.py" for name in (
    "errorhandler", "layout", "parser", "lib/enum_sig", "lib/pyi_generator", "lib/tool"))
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
    PySide that has none of them starts as ever."""
    compiled = builtins.compile

    def later(source: bytes, path: str, *how: object, **flags: object) -> object:
        if path in _LATER:
            source = _AT_FIRST_USE.format(source=source, path=path)
        return compiled(source, path, *how, **{"dont_inherit": True} | flags)
    builtins.compile = later
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        builtins.compile = compiled
    _spare_reading_sources()


def _spare_reading_sources() -> None:
    """PySide searches the source of every module that is imported after it for a use of its `__feature__`s, which costs
    as much time as importing it. None here uses one: each is taken for a module that knows of them and wants none."""
    with contextlib.suppress(ImportError):
        from shibokensupport import feature

        if hasattr(feature, "_mod_uses_pyside"):
            feature._mod_uses_pyside = lambda module: True
