"""The pages of the help: the Markdown of `docs/`, which is shipped unchanged.

Nothing is built, and nothing can be older than the program: full lists (commands, keys, blocks) are generated when a
page is shown.

Readers do not see comment lines in a page:

    % about: command:export_model problem:never-supplied    F1 shows this page, or the part under this heading
    % called: retrain, fine tune                            keywords that find it
    % generated: commands                                   replaced by the text of app/help/generated_reference.py
"""

from __future__ import annotations

import importlib
import posixpath
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.problems import ERROR, Problem

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs"
HOME = "index"  # page that links to all sections; searches exclude it
SECTIONS = {"tutorials": "Tutorials", "how-to": "How to", "concepts": "Concepts", "reference": "Reference"}
_COMMENT = re.compile(r"%\s*(\w+):\s*(.*)")
_FENCE = re.compile(r" *(`{3,}|:{3,})")
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


class Heading(NamedTuple):
    """A heading of a page.

    Attributes:
        slug: the name after the # in links.
        text: the text below the heading.
        about: topics of F1: `command:KEY`, `problem:CODE`, `type:NAME`, `dialog:NAME`, `error:CLASS`.
        line: the number of its line, from 0.
    """

    level: int
    title: str
    slug: str
    text: str
    about: tuple[str, ...] = ()
    line: int = 0


class HelpPage(NamedTuple):
    """A page with its name, such as `how-to/train-a-frozen-graph`.

    The first heading is its title; `keywords` are separated by commas.
    """

    name: str
    title: str
    section: str
    headings: tuple[Heading, ...]
    keywords: str


@lru_cache(1)
def names() -> tuple[str, ...]:
    """Return the names of all pages, by section: first its index, then the pages that the index lists, in its order."""
    found = []
    for section in SECTIONS:
        there = sorted(path.stem for path in (FOLDER / section).glob("*.md"))
        index = (FOLDER / section / "index.md").read_text("utf-8").split() if "index" in there else []
        order = {name: at for at, name in reversed([*enumerate(["index", *index])]) if name in there}
        found += [f"{section}/{name}" for name in sorted(there, key=lambda name: order.get(name, len(index)))]
    return tuple(found)


@lru_cache(256)
def source(name: str) -> str:
    """Return the Markdown of a page, unchanged.

    Raises:
        KeyError: there is no such page.
    """
    if not _there(name):
        raise KeyError(name)
    return (FOLDER / f"{name}.md").read_text("utf-8")


def _there(name: str) -> bool:
    return name == HOME or name in names()


def filled(text: str) -> str:
    """Return the Markdown of a page with its generated parts."""

    def one(found: re.Match[str]) -> str:
        # The command line imports this module for its errors, and the reference of commands imports the command line.
        return importlib.import_module("blockloom.app.help.generated_reference").generated(*found[1].split())

    return re.sub(r"(?m)^% generated: (.+)$", one, text)


@lru_cache(256)
def page(name: str, whole: bool = False) -> HelpPage:
    """Return a page, if `whole` with its generated parts.

    Raises:
        KeyError: there is no such page.
    """
    text = source(name)
    told = [comment.groups() for line in text.splitlines() if (comment := _COMMENT.fullmatch(line.strip()))]
    found = tuple(headings(filled(text) if whole else text))
    return HelpPage(
        name,
        found[0].title if found else name,
        name.partition("/")[0],
        found,
        ", ".join(said for kind, said in told if kind == "called"),
    )


def headings(text: str) -> list[Heading]:
    """Return the headings of Markdown with the text under each, without comments.

    A comment before the first heading belongs to that heading.
    """
    found: list[tuple[int, str, str, list[str], list[str], int]] = []
    about: list[str] = []
    slugs = Slugs()
    fence = ""
    for number, line in enumerate(text.splitlines()):
        opened = _FENCE.match(line)
        if opened and (not fence or line.strip() == fence):
            fence = "" if fence else opened[1]
        elif not fence and re.match(r"#{1,6} ", line):
            level, _, title = line.partition(" ")
            title = plain(title)
            about = [] if found else about
            found.append((len(level), title, slugs.next_slug(title), [], about, number))
        elif comment := _COMMENT.fullmatch(line.strip()):
            about += comment[2].split() if comment[1] == "about" and not fence else ()
        elif found:
            found[-1][3].append(line)
    return [
        Heading(level, title, slug, "\n".join(lines), tuple(about), at)
        for level, title, slug, lines, about, at in found
    ]


def plain(text: str) -> str:
    """Return a line of Markdown without its marks."""
    return re.sub(r"[`*]|\\(?=\W)", "", _LINK.sub(r"\2", text)).strip()


def slug_of(title: str) -> str:
    """Return the name of a heading in links, as in GitHub and MyST."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower().replace(" ", "-"))


class Slugs:
    """The names of the headings of a page in links: of several alike, the second is `NAME-1`."""

    def __init__(self) -> None:
        self._taken: Counter[str] = Counter()

    def next_slug(self, title: str) -> str:
        """Return the name of the next heading."""
        slug = slug_of(title)
        self._taken[slug] += 1
        return f"{slug}-{self._taken[slug] - 1}" if self._taken[slug] > 1 else slug


def markdown(name: str, slug: str = "") -> str:
    """Return a page, or the part under one of its headings, as Markdown for Qt.

    It has no comments; notes are quotations, the list of a section is written out, and pictures have their full path.
    Links are unchanged: see `followed`.
    """
    lines: list[str] = []
    fence = kind = ""
    folder = posixpath.dirname(name)
    for line in filled(source(name)).splitlines():
        opened = _FENCE.match(line)
        if opened and not fence:
            fence = opened[1]
            kind = line.strip().removeprefix(fence).strip("{} ")
            if fence[0] == "`" and kind != "toctree":
                lines.append(line)
            elif kind != "toctree":
                lines += [f"> **{kind.capitalize()}**", ">"]
        elif opened and line.strip() == fence:
            if fence[0] == "`" and kind != "toctree":
                lines.append(line)
            fence = kind = ""
        elif kind == "toctree":
            lines += [f"- [{page(one).title}]({posixpath.basename(one)}.md)" for one in _contents(name, line.strip())]
        elif not fence and _COMMENT.fullmatch(line.strip()):
            continue
        elif fence and fence[0] == ":":
            lines.append(f"> {line}")
        else:
            lines.append(line if fence else _LINK.sub(lambda found: _picture(folder, found), line))
    text = "\n".join(lines) + "\n"
    return _under(text, slug) if slug else text


def _contents(name: str, line: str) -> list[str]:
    """Return the pages that a line of a list of contents names; `*` means the pages that the page does not name."""
    known = listed(posixpath.dirname(name))
    if line == "*":
        named = set(source(name).split())
        return [one for one in known if posixpath.basename(one) not in named]
    return [one for one in known if posixpath.basename(one) == line]


def _under(text: str, slug: str) -> str:
    """Return the part under a heading of Markdown, with the headings below it; all if there is no such heading."""
    lines, found = text.splitlines(), headings(text)
    begin = next((one for one in found if one.slug == slug), None)
    if begin is None:
        return text
    end = next((one.line for one in found if one.line > begin.line and one.level <= begin.level), len(lines))
    return "\n".join(lines[begin.line : end]).rstrip() + "\n"


def listed(section: str) -> list[str]:
    """Return the names of the pages of a section, without its index."""
    return [name for name in names() if name.startswith(f"{section}/") and not name.endswith("/index")]


def _picture(folder: str, found: re.Match[str]) -> str:
    if not found[1]:
        return found[0]
    path = ROOT / posixpath.normpath(posixpath.join("docs", folder, found[3]))
    return f"![{found[2]}]({path.as_uri()})" if path.is_file() else f"*{found[2]}*"


def pictures(name: str) -> list[Path]:
    """Return the files of the pictures on a page."""
    folder = FOLDER / posixpath.dirname(name)
    return [(folder / found[3]).resolve() for found in _LINK.finditer(source(name)) if found[1]]


def followed(name: str, link: str) -> tuple[str, str] | None:
    """Return the page and the slug of the heading of a link on a page; None for a link out of the help."""
    path, _, slug = link.partition("#")
    if ":" in path:
        return None
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)).removesuffix(".md") if path else name
    return (target, slug) if _there(target) else None


@lru_cache(1)
def answers() -> dict[str, tuple[str, str]]:
    """Return the pages and headings by the topics that they declare."""
    found: dict[str, tuple[str, str]] = {}
    for name in (HOME, *names()):
        for at, heading in enumerate(page(name).headings):
            for word in heading.about:
                found.setdefault(word, (name, heading.slug if at else ""))
    return found


def about(kind: str, name: str) -> tuple[str, str] | None:
    """Return the page, and the slug of the heading on it, about a topic; None if there is none.

    Args:
        kind: `command`, `dialog`, `problem`, `error` or `type`.
        name: its key, code, class or block type.
    """
    if found := answers().get(f"{kind}:{name}"):
        return found
    target = {"problem": "reference/problems", "command": "reference/keys"}.get(kind, "")
    if kind == "type" and name.startswith("loom."):
        target, name = "reference/blocks", name.removeprefix("loom.")
    if target not in names():
        return None
    slug = slug_of(name)
    return (target, slug) if any(one.slug == slug for one in page(target, whole=True).headings) else None


def page_of_error(error: BaseException) -> str:
    """Return the page about an error of a command, as a topic of `blockloom help`; "" if there is none.

    It is about the first of the error's problems, its class, or the class of its cause.
    """
    if page := page_of_problems(getattr(error, "problems", ())):
        return page
    cause: BaseException | None = error
    while cause is not None:
        for kind in type(cause).__mro__:
            if found := about("error", kind.__name__):
                return _topic(*found)
        cause = cause.__cause__ or cause.__context__
    return ""


def page_of_problems(problems: Iterable[Problem]) -> str:
    """Return the page about the first of the errors among problems that has one; "" if none has."""
    for problem in problems:
        found = about("problem", problem.code) if problem.severity == ERROR else None
        if found and found[0] != "reference/problems":  # other pages explain problems
            return _topic(*found)
    return ""


def _topic(page: str, slug: str) -> str:
    return f"{page}#{slug}" if slug else page
