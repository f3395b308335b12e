"""Arrays that differ between two documents, as changes of their pins, with the sizes of the differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from blockloom.blocks.diff.array_differences import (
    array_changes,
    array_places,
    array_users,
    compare_arrays,
    not_compared,
)
from blockloom.blocks.diff.changes import CellChange, Key
from blockloom.blocks.diff.differences import Diff
from blockloom.blocks.results.output_differences import SHAPE
from blockloom.blocks.text.phrases import Phrase

ARRAY = "array:"  # prefix of the pin in the field of a change of an array


class ArrayChanges:
    """The changes of weights in a diff, by the changes of the list.

    May be created in any thread. `listed` maps changes of weights to those of the pins by which they are listed.
    `unlisted` has the others: arrays of one document only, which are added and removed with the values that name them.
    """

    def __init__(self, diff: Diff):
        self._diff, self._changes = diff, array_changes(diff)
        places = array_places(diff) if self._changes else {}
        self.unlisted = set(_along(diff))
        self.listed: dict[Key, CellChange] = {}
        for pair, changes in self._changes.items():
            page, item, pin = (places.get(pair) or [("", "", "")])[0]
            for change in changes:
                if change.name == "weights" and page:
                    was, now = (f"{change.pin} {sha256[:8]}" for sha256 in (change.old, change.new))
                    self.listed[change.key] = CellChange(page, item, ARRAY + pin, was, now)

    def not_compared(self, here: str, there: str) -> list[Phrase]:
        """Return the texts about arrays that are not found, by the names of the two documents."""
        sides = (self._diff.a, here), (self._diff.b, there)
        return [said for document, name in sides if (said := not_compared(document, name)) is not None]

    def __bool__(self) -> bool:
        return bool(self._changes)

    def numbers(self) -> Mapping[Key, str]:
        """Return for each listed change the largest relative difference of its arrays, or their shapes if these differ.

        Reads arrays, for some seconds at most.
        """
        found = compare_arrays(self._diff, self._changes)
        return {
            self.listed.get(change.key, change).key: f"{one.was} \N{RIGHTWARDS ARROW} {one.now}"
            if one.kind == SHAPE
            else one.cells[0]
            for pair, one in found.items()
            for change in self._changes[pair]
        }


def _along(diff: Diff) -> Iterator[Key]:
    alone = [change for change in diff.changes if change.name == "weights" and None in (change.old, change.new)]
    if alone:
        was, now = array_users(diff)
        yield from (change.key for change in alone if not (change.pin in was and change.pin in now))
