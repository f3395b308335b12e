"""Search the pages of the help.

Words are compared by their stems. Synonyms count too (`assets/catalogue/help_words.json`), and a word of few pages
counts more than one of many. A word of the title counts most, then a keyword of the page, a word of a heading, of the
text. A keyword that is the whole query multiplies the score.
"""

from __future__ import annotations

import json
import math
import re
from functools import lru_cache
from typing import NamedTuple

from blockloom.app.help import help_pages
from blockloom.blocks.catalogue.search import casefold_text

_WORD = re.compile(r"[^\W_]+")
_TITLE, _CALLED, _HEADING, _TEXT = 4.0, 3.0, 2.0, 1.0
_ALIKE = 0.5  # weight of a synonym, relative to the word itself
_BEGUN = 0.8  # weight of a word that begins with the typed one
_EXACT = 3.0  # factor for the score of a page if one of its keywords (`% called:`) is the query
# Section of a page -> weight: a how-to answers a question best.
_SECTIONS = {"how-to": 1.0, "tutorials": 0.9, "concepts": 0.8, "reference": 0.6}
_LONG = 300  # words of pages with more words than this count less
_STOP = frozenset(
    """a an and any are as at be but by can do does for from get has have how i if in is it its make me my need of
    on or our so some that the their them there they this to use using want was we what when where which who will with
    without you your""".split()  # noqa: SIM905  a list would have a line for each word
)
_ENDS: tuple[str, ...] = (
    "izations",
    "ization",
    "ations",
    "ation",
    "ings",
    "ing",
    "ised",
    "ized",
    "ises",
    "izes",
    "ise",
    "ize",
)
_ENDS += ("edly", "ed", "ies", "es", "ers", "er", "s", "e", "y")


class HelpHit(NamedTuple):
    """A page that was found, and the heading on it that fits best, "" for the page as a whole."""

    page: str
    title: str
    heading: str
    slug: str
    score: float


def stem(word: str) -> str:
    """Return the common part of `train`, `trains`, `training` and `trained`. A short word stays whole."""
    for end in _ENDS:
        if word.endswith(end) and len(word) - len(end) >= 3:
            word = word.removesuffix(end)
            return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word
    return word


def words(text: str) -> list[str]:
    """Return the stems of the words of a text, without stop words."""
    return [stem(word) for word in _WORD.findall(casefold_text(text)) if word not in _STOP]


@lru_cache(1)
def _alike() -> dict[str, frozenset[str]]:
    """Return for each stem the stems that mean the same, including itself; for `fine tune`, each word is a stem."""
    path = help_pages.ROOT / "assets" / "catalogue" / "help_words.json"
    found: dict[str, frozenset[str]] = {}
    for group in json.loads(path.read_text("utf-8")):
        stems = frozenset(stem(casefold_text(word)) for word in group)
        for one in stems:
            found[one] = found.get(one, frozenset()) | stems
    return found


class _Index(NamedTuple):
    """The weights of stems by page, the rarity of each stem, and the headings of each page by their stems."""

    weights: dict[str, dict[str, float]]
    rarities: dict[str, float]
    headings: dict[str, list[tuple[help_pages.Heading, frozenset[str]]]]
    keywords: dict[str, set[frozenset[str]]]  # page -> stems of each keyword


@lru_cache(1)
def _index() -> _Index:
    weights: dict[str, dict[str, float]] = {}
    headings: dict[str, list[tuple[help_pages.Heading, frozenset[str]]]] = {}
    for name in help_pages.names():
        page = help_pages.page(name)
        here = weights[name] = {}
        headings[name] = [(one, frozenset(words(one.title))) for one in page.headings[1:]]
        counts: dict[str, int] = {}
        for heading in page.headings:
            for word in words(heading.text):
                counts[word] = counts.get(word, 0) + 1
        long = max(1.0, sum(counts.values()) / _LONG)
        for word, count in counts.items():
            here[word] = _TEXT * count / (count + long)
        for text, weight in (
            *((one.title, _HEADING / max(1.0, len(page.headings) / 10)) for one in page.headings[1:]),
            *((one, _CALLED / math.sqrt(one.count(" ") + 1)) for one in page.keywords.split(", ")),
            (page.title, _TITLE),
        ):
            for word in words(text):
                here[word] = max(here.get(word, 0), weight)
    pages_with: dict[str, int] = {}
    for here in weights.values():
        for word in here:
            pages_with[word] = pages_with.get(word, 0) + 1
    many = len(weights)
    rarities = {word: math.log(1 + many / count) for word, count in pages_with.items()}
    keywords = {name: {frozenset(words(one)) for one in help_pages.page(name).keywords.split(",")} for name in weights}
    return _Index(weights, rarities, headings, keywords)


def find(query: str, limit: int = 10) -> list[HelpHit]:
    """Return the pages that fit a query, best first; none for an empty query. The last word may be half typed."""
    index, typed = _index(), words(query)
    hits = []
    for name, here in index.weights.items():
        score = sum(_score(word, here, index.rarities, word is typed[-1]) for word in typed)
        if score:
            page = help_pages.page(name)
            score *= _SECTIONS[page.section] * (0.6 if name.endswith("/index") else 1)
            score *= _EXACT if frozenset(typed) in index.keywords[name] else 1
            score *= 0.5 + 0.5 * sum(_score(word, here, index.rarities, True) > 0 for word in typed) / len(typed)
            slug, title = _best_heading(index.headings[name], typed)
            hits.append(HelpHit(name, page.title, title, slug, score))
    return sorted(hits, key=lambda hit: (-hit.score, hit.page))[:limit]


def _score(word: str, here: dict[str, float], rarities: dict[str, float], begun: bool) -> float:
    """Return the score of a typed word for a page."""
    found = [here[word] * rarities[word]] if word in here else []
    for other in _alike().get(word, ()):
        if other in here and other != word:
            found.append(_ALIKE * here[other] * rarities[other])
    if not found and begun and len(word) > 2:
        found = [_BEGUN * here[other] * rarities[other] for other in here if other.startswith(word)]
    return max(found, default=0.0)


def _best_heading(headings: list[tuple[help_pages.Heading, frozenset[str]]], typed: list[str]) -> tuple[str, str]:
    """Return the slug and title of the heading with most of the typed words, at least two."""

    def fits(of: frozenset[str]) -> int:
        return sum(bool(of & ({word} | _alike().get(word, frozenset()))) for word in typed)

    best = max(headings, key=lambda row: fits(row[1]), default=None)
    return (best[0].slug, best[0].title) if best and fits(best[1]) > 1 else ("", "")
