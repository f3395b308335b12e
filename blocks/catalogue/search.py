"""Search by typed text, the same in all boxes: block types, commands, blocks of a page, examples.

A query matches a name that equals it, begins with it, has a word that begins with it, has words that begin with its
parts in order (`saag`, `sparseaccapp`: SparseAccumulatorApplyGradient), or contains it. Synonyms count as names. If
nothing matches, names match with one wrong letter, or with the letters of the query in order. A rare name comes before
common names for the same only if its capitals are typed, too: `conv` finds Conv2D first, and `Conv` finds Conv.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
KEPT = 200  # most entries whose uses are counted
_MANY = 50  # further uses do not change the order
LONGEST = 64  # most letters of a query, and of a name with a typing error, that are compared
# Ranks of a match, best first. Entries whose ranks have the same whole part are ordered by use.
IS, CALLED, VARIANT, OTHER, BEGINS, CALLED_LIKE, WORD = -1.0, 0.0, 0.7, 0.8, 1.0, 2.0, 2.5
WORDS, HOLDS, CALLED_PARTLY, NEARLY, TEXT = 3.0, 4.0, 4.5, 5.0, 6.0
_VERSION = re.compile(r"v?\d+d?")
_WORD = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]|\d+")


def casefold_text(text: str) -> str:
    """Return a text for comparisons: without case and accents, Hangul as single letters (하 and ㅎ begin 한국)."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))


class Name:
    """A name prepared for searches: its letters and digits without separators, and where its words begin.

    `SparseAdd`, `SPARSE_ADD` and `Sparse add` are equal.
    """

    __slots__ = ("letters", "plain", "starts", "text")

    def __init__(self, text: str):
        self.text = text
        self.starts: list[int] = []
        at, words = 0, [casefold_text(word) for word in _WORD.findall(text)]
        for word in words:
            self.starts.append(at)
            at += len(word)
        self.plain = "".join(words)
        self.letters = frozenset(self.plain)


class SearchEntry(NamedTuple, Generic[Key]):
    """An entry of a search.

    Attributes:
        key: Identifies the entry.
        names: Its names; the first counts most.
        synonyms: Its synonyms, each with the place of the entry among those that share the synonym (0 first).
        text: Its text, from `casefold_text`.
        demotion: Above 0, the entry comes after others.
        order: Decides between equal matches.
        handicap: Added to the rank of its matches: above 0, entries that match a little worse come before it.
        is_rare: Whether its name, typed in other capitals, more likely means a variant (`Conv2D`) or a synonym.
    """

    key: Key
    names: tuple[Name, ...]
    synonyms: Mapping[str, int] = {}
    text: str = ""
    demotion: int = 0
    order: tuple[Any, ...] = ()
    handicap: float = 0.0
    is_rare: bool = False


@lru_cache(1 << 15)
def name_of(text: str) -> Name:
    """Return the Name of a text from a cache: the next key press needs the same names."""
    return Name(text)


def find(entries: Sequence[SearchEntry[Key]], query: str, use: Mapping[Key, float] | None = None) -> list[Key]:
    """Return the keys of the entries that match a query, best first.

    Args:
        query: The typed text. An empty query matches all entries, in the order of use, then of `entries`.
        use: How much each entry is used: decides between equal matches, before `order`.
    """
    words = casefold_text(query).split()
    use = use or {}
    if not words:
        return sorted((entry.key for entry in entries), key=lambda key: -use.get(key, 0))
    whole = Name(query).plain[:LONGEST]
    letters = frozenset(whole)
    fits: dict[Name, float | None] = {}  # a cache, because many blocks have the same type name
    ranks = [_rank(entry, words, whole, letters, fits) for entry in entries]
    if not any(rank is not None and rank < NEARLY for rank in ranks):
        ranks = [_nearly(entry, whole) or rank for entry, rank in zip(entries, ranks, strict=True)]
    ranked = []
    for place, (entry, rank) in enumerate(zip(entries, ranks, strict=True)):
        if rank is not None:
            last = entry.demotion if entry.demotion > (rank == IS) else 0  # the exact name finds a deprecated type too
            if rank == IS and entry.is_rare and query.strip() not in (name.text for name in entry.names):
                rank = VARIANT
            rank += entry.handicap
            called = called_rank(entry.synonyms, words)
            likely = TEXT if called is None else called
            ranked.append((last, rank // 1, -use.get(entry.key, 0), rank, likely, entry.order, place, entry.key))
    return [row[-1] for row in sorted(ranked)]


def _rank(
    entry: SearchEntry[Any], words: Sequence[str], whole: str, letters: frozenset[str], fits: dict[Name, float | None]
) -> float | None:
    """Return how well an entry matches the words of a query, and their letters joined to a `whole`.

    Less is better; None if it does not match.
    """
    best = called_rank(entry.synonyms, words) if entry.synonyms else None
    for place, name in enumerate(entry.names):
        if not letters or not letters <= name.letters:
            continue
        if name not in fits:
            fits[name] = _fit(name, words, whole)
        rank = fits[name]
        if rank is not None:
            if place:  # an alternative name: synonyms of other entries come first
                rank = max(rank, OTHER) + place / 10
            best = rank if best is None or rank < best else best
    if best is None and entry.text and all(word in entry.text or word in entry.names[0].plain for word in words):
        first = entry.text.partition("\n\n")[0]
        return TEXT if all(word in first for word in words) else TEXT + 0.5
    return best


def _fit(name: Name, words: Sequence[str], whole: str) -> float | None:
    """Return how well a name that has all letters of a query matches it; None if it does not."""
    plain = name.plain
    if whole in plain:
        if whole == plain:
            return IS
        if plain.startswith(whole):
            return VARIANT if len(whole) in name.starts and _VERSION.fullmatch(plain, len(whole)) else BEGINS
        if any(plain.startswith(whole, start) for start in name.starts):
            return WORD
        held: float | None = HOLDS
    else:
        held = HOLDS + 0.1 if len(words) > 1 and all(word in plain for word in words) else None
    jumps = _word_parts(name, whole)
    return held if jumps is None else min(WORDS + jumps / 20, HOLDS - 0.01)


def _word_parts(name: Name, whole: str) -> int | None:
    """Return how far apart the words of a name are that begin with the parts of a query, in order.

    The result is None if the name has no such words.
    """
    plain, starts = name.plain, name.starts
    at = {start: 3 * (i > 0) for i, start in enumerate(starts) if plain[start] == whole[0]}
    for letter in whole[1:]:
        on: dict[int, int] = {}
        for place, far in at.items():
            place += 1
            if plain.startswith(letter, place):
                on[place] = min(far, on.get(place, far))
            for start in starts:
                if start > place:
                    far += 1
                    if plain[start] == letter and far < on.get(start, far + 1):
                        on[start] = far
        if not on:
            return None
        at = on
    return min(at.values(), default=None)


def called_rank(called: Mapping[str, int], words: Sequence[str]) -> float | None:
    """Return how well synonyms match the typed words, as a rank (less is better); None if none matches.

    A synonym matches if it equals the query, begins with it, has its words, or is one or more of its words.
    """
    query, best = " ".join(words), None
    for word, place in called.items():
        if word == query:
            rank = CALLED
        elif len(query) > 2 and word.startswith(query):
            rank = CALLED_LIKE
        elif len(words) > 1 and _all_begin(words, parts := word.split()):
            rank = CALLED_LIKE + 0.2
        elif len(words) > 1 and set(parts) <= set(words):
            rank = CALLED_PARTLY
        else:
            continue
        rank += place / 100
        best = rank if best is None or rank < best else best
    return best


def _all_begin(words: Collection[str], parts: Collection[str]) -> bool:
    return all(any(part.startswith(word) for part in parts) for word in words)


def _nearly(entry: SearchEntry[Any], whole: str) -> float | None:
    """Return the rank of a near match: one wrong letter, or the letters of a name in order."""
    if len(whole) < 4:
        return None
    if any(_one_wrong(whole, name.plain) for name in entry.names) or any(
        _one_wrong(whole, word.replace(" ", "")) for word in entry.synonyms
    ):
        return NEARLY
    return NEARLY + 0.5 if _in_order(whole, entry.names[0].plain) else None


def _in_order(typed: str, name: str) -> bool:
    """Return whether a name has the typed letters in order, from its first letter on, mostly adjacent."""
    at, pieces = 0, 1
    for letter in typed:
        found = name.find(letter, at)
        if found < 0 or not at and found:
            return False
        pieces, at = pieces + (found > at), found + 1
    return 2 * pieces <= len(typed)


def _one_wrong(typed: str, name: str) -> bool:
    """Return whether a name begins with the typed text but for one letter.

    The letter may be missing, added, replaced or swapped with its neighbour.
    """
    same = 0
    for a, b in zip(typed, name, strict=False):
        if a != b:
            break
        same += 1
    rest, other = typed[same:], name[same:LONGEST]
    return (
        other.startswith(rest[1:])
        or other[1:].startswith(rest)
        or other[1:].startswith(rest[1:])
        or len(rest) > 1
        and other.startswith(rest[1] + rest[0] + rest[2:])
    )


def usage(counts: Mapping[Key, int], recent: Sequence[Key] = (), favourites: Collection[Key] = ()) -> dict[Key, float]:
    """Return how much entries are used, for `find`.

    Args:
        counts: Uses by key, which count up to a limit.
        recent: Keys, most recent first: each counts its distance from the end.
        favourites: Keys that count 10 more.
    """
    found: dict[Key, float] = {key: min(count, _MANY) for key, count in counts.items()}
    for place, key in enumerate(recent):
        found[key] = found.get(key, 0) + len(recent) - place
    for key in favourites:
        found[key] = found.get(key, 0) + 10
    return found


def counted(counts: Mapping[Key, int], key: Key) -> dict[Key, int]:
    """Return the counts after another use of `key`. Above a limit, the least used key is removed."""
    found = {**counts, key: counts.get(key, 0) + 1}
    if len(found) > KEPT:
        del found[min((k for k in found if k != key), key=lambda k: found[k])]
    return found
