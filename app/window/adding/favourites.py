"""The block types that a user comes back to: favourites, and those added last."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from blockloom.app.window.user_settings import count, counts, settings, texts
from blockloom.blocks.catalogue.search import usage

RECENT = 8  # types remembered as recently added


class _Told(QObject):
    changed = Signal()


told = _Told()  # `changed` tells of other favourites or recent types


def favourites() -> list[str]:
    """The block types that the user marked, in the order of marking."""
    return texts("types/favourites")


def recent() -> list[str]:
    """The block types added last, newest first."""
    return texts("types/recent")


def use() -> dict[str, float]:
    """How much each type is used, for searches."""
    return usage(counts("types/uses"), recent(), favourites())


def shows_symbols() -> bool:
    """Whether the user wants enuSpace's symbols offered on pages without any."""
    return settings().value("types/symbols") in (True, "true")


def show_symbols(on: bool) -> None:
    """Set whether enuSpace's symbols are offered on pages without any."""
    settings().setValue("types/symbols", on)


def remember(name: str) -> None:
    """A block of a type was added, or one of the pieces of `snippets`."""
    count("types/uses", name)
    if ":" in name:
        return
    _store("recent", [name, *(n for n in recent() if n != name)][:RECENT])


def mark(name: str) -> None:
    """Make a type a favourite, or no longer one."""
    have = favourites()
    _store("favourites", [n for n in have if n != name] if name in have else [*have, name])


def _store(key: str, names: list[str]) -> None:
    settings().setValue(f"types/{key}", names)
    told.changed.emit()
