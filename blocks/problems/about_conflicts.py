"""Problems of unresolved conflicts: both sides of a merge changed the same thing."""

from __future__ import annotations

from typing import Any

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import CELLS
from blockloom.blocks.problems.problem_registry import ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, phrase

_LONGEST, _MANY = 60, 4  # most shown characters of a text, and elements of a list
_BEFORE = 20  # shown characters before the first difference
_CELLS = {
    **{name: field.about for name, field in CELLS.items()},
    "weights": phrase("the weights"),
    "id": phrase("the name"),
    "page-name": phrase("the name of the page"),
    "wires": phrase("its wires"),
    "size": phrase("the size of the page"),
    "background": phrase("the background of the page"),
    "box": phrase("its appearance"),
}
_FORGET = phrase("Remove the conflict: there is nothing left to choose")


@kind("conflict")
def conflict(address: Address, what: str, base: Any, ours: Any, theirs: Any) -> ProblemTexts:
    """Report that both sides of a merge changed something, and the conflict is unresolved.

    Args:
        what, base, ours, theirs: As in `blocks.document.pages.Conflict`.
    """
    return _message(what, base, ours, theirs), _remedy(what)


@kind("conflict:gone")
def conflict_gone(address: Address, what: str, base: Any, ours: Any, theirs: Any, was_at: str) -> ProblemTexts:
    """Report that the object of a conflict no longer exists.

    Args:
        was_at: Its former place if its page is gone, "" for the document.
    """
    message = _message(what, base, ours, theirs)
    if not was_at:
        return message, _FORGET
    if address.page:
        return phrase("it no longer exists: {0}", message), _FORGET
    return phrase("{0} no longer exists: {1}", was_at, message), _FORGET


def side_text(side: Any) -> Phrase | str:
    """Return a side of a conflict for people, on one line."""
    if isinstance(side, bool):
        return phrase("yes") if side else phrase("no")
    if isinstance(side, tuple):
        some = [str(one) for one in side[:_MANY]]
        return shorten(", ".join([*some, *(["…"] if len(side) > _MANY else [])])) if some else phrase("nothing")
    return phrase("nothing") if side is None or side == "" else shorten(str(side))


def sides_text(what: str, base: Any, ours: Any, theirs: Any) -> tuple[Phrase | str, ...]:
    """Return the sides for people; of long sides, the part around the first difference of ours and theirs."""
    if what == "network":  # addresses of pins, each followed by the value of the pin
        base, ours, theirs = (side[1::2] if isinstance(side, tuple) else side for side in (base, ours, theirs))
    sides, begin = (base, ours, theirs), 0
    for kind_, most, before in ((str, _LONGEST, _BEFORE), (tuple, _MANY, 1)):
        if isinstance(ours, kind_) and isinstance(theirs, kind_) and max(len(ours), len(theirs)) > most:
            same = next((n for n, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
            begin = same - before
    if begin <= 0:
        return tuple(map(side_text, sides))
    more: Any = "…" if isinstance(ours, str) else ("…",)
    alike = [type(side) is type(ours) and side[:begin] == ours[:begin] for side in sides]
    return tuple(side_text(more + side[begin:] if is_like else side) for side, is_like in zip(sides, alike))


def shorten(text: str) -> str:
    """Return a text on one line, cut to the shown length."""
    line = " ".join(text[: 4 * _LONGEST].split())
    return line if len(line) <= _LONGEST and len(text) <= 4 * _LONGEST else f"{line[: _LONGEST - 1]}…"


def _message(what: str, base: Any, ours: Any, theirs: Any) -> Phrase:
    if what == "removed":
        return (
            phrase("ours removed it, theirs changed or wired it")
            if ours is True
            else phrase("theirs removed it, ours changed or wired it")
        )
    if what == "page-removed":
        return (
            phrase("ours removed the page, theirs changed or used it")
            if ours is True
            else phrase("theirs removed the page, ours changed or used it")
        )
    if what == "cycle":
        return phrase(
            "the two sides of a merge form a cycle: ours by {0}, theirs by {1}", side_text(ours), side_text(theirs)
        )
    if what == "library":
        return phrase("the two sides of a merge updated the page from its library, to different versions")
    if what == "network" and isinstance(ours, tuple):
        pins = tuple(str(address).rpartition("/")[2] for address in ours[::2])
        return phrase("both sides trained these weights, which belong together: {0}", side_text(pins))
    was, mine, other = sides_text(what, base, ours, theirs)
    return phrase("{0}: ours {1}, theirs {2}, before {3}", _CELLS.get(what, what), mine, other, was)


def _remedy(what: str) -> Phrase:
    if what == "library":
        return phrase("Update the page from the library, or keep it as it is")
    return phrase("Both sides of a merge changed it: choose one")
