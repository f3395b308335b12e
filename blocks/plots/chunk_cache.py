"""Large values that are elsewhere, of which only the parts that are looked at are asked for and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any


class Pieces:
    """Cache of parts of a large value, at most `most` of them.

    `ask(key, got)` requests a part. The part that `got` receives is stored and passed to `changed`. If it is None, the
    value no longer exists (`lost`), and nothing is requested until the next `renew`.
    """

    def __init__(self, most: int, ask: Callable[[Any, Callable[[Any], None]], None], changed: Callable[[Any], None]):
        self._most, self._ask, self._changed = most, ask, changed
        self._have: OrderedDict[Hashable, Any] = OrderedDict()
        self._asked: set[Hashable] = set()
        self._stale: set[Hashable] = set()
        self._turn = 0
        self.lost = False

    def renew(self, keep: bool) -> None:
        """Mark all parts as out of date; with `keep` they are shown until their new versions arrive.

        Answers to earlier requests are ignored.
        """
        if not keep:
            self._have.clear()
        self._stale, self.lost = set(self._have), False
        self._asked.clear()
        self._turn += 1

    def get(self, key: Hashable) -> Any:
        """Return a part; None if it has not arrived, or does not exist."""
        piece = self._have.get(key)
        if (piece is None or key in self._stale) and key not in self._asked and not self.lost:
            self._asked.add(key)
            turn = self._turn
            self._ask(key, lambda part: self._got(key, part) if turn == self._turn else None)
            piece = self._have.get(key)  # the answer may have come at once
        if piece is not None:
            self._have.move_to_end(key)
        return piece

    def _got(self, key: Hashable, part: Any) -> None:
        self._asked.discard(key)
        if part is None:
            self.lost = True
        else:
            self._stale.discard(key)
            self._have[key] = part
            while len(self._have) > self._most:
                self._stale.discard(self._have.popitem(last=False)[0])
        self._changed(part)
