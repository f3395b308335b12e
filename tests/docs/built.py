"""Dead links and size of the documentation in build/docs: `python -m tests.docs.built build/docs`.

Links to other sites are only checked for the form of an address.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

from blockloom.app.help import help_pages
from tests.searches import PAGES


class _Reader(HTMLParser):
    """The links of a page, and the places on it that links can lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = {""}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value or "")
            elif name in ("id", "name"):
                self.places.add(value or "")


def read(path: Path) -> tuple[list[str], set[str]]:
    """Links and places of a page."""
    reader = _Reader()
    reader.feed(path.read_text("utf-8"))
    return reader.links, reader.places


def dead(folder: Path) -> tuple[int, list[str]]:
    """How many links the pages of a folder have, and those that lead nowhere."""
    found = {path.resolve(): read(path) for path in sorted(folder.rglob("*.html"))}
    lost, count = [], 0
    for page, (links, _) in found.items():
        for link in links:
            count += 1
            target, _, place = urllib.parse.unquote(link).partition("#")
            if re.match(r"https?://[\w.-]+\.\w+(/|$)|data:|mailto:", link):
                continue
            there = (page.parent / target.partition("?")[0]).resolve() if target else page
            if not there.is_file() or (there in found and place not in found[there][1]):
                lost.append(f"{page.relative_to(folder.resolve())}: {link}")
    return count, lost


def help_size() -> int:
    """Return the bytes of the help in the window: the shipped pages, and their pictures."""
    pictures = {path for name in help_pages.names() for path in help_pages.pictures(name)}
    return sum(len(help_pages.source(name).encode()) for name in help_pages.names()) + sum(
        path.stat().st_size for path in pictures
    )


def failed_searches(folder: Path) -> list[str] | None:
    """Return the searches of `PAGES` that do not find their page among the first three; None if node is missing."""
    if not (node := shutil.which("node")):
        return None
    command = [node, str(Path(__file__).with_name("site_search.js")), str(folder), *PAGES]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return [search for search, pages in zip(PAGES, found, strict=True) if not {*pages[:3]} & {*PAGES[search]}]


def main(folder: Path) -> int:
    """Report what was built; return 1 if a link is dead, or if more than 5 % of the searches fail."""
    count, lost = dead(folder)
    print(*lost, sep="\n", end="\n" if lost else "")
    built = len(list(folder.rglob("*.html")))
    print(f"{folder}/index.html: {built} pages, {count} links, {len(lost)} of them dead")
    print(f"the help in the window: {len(help_pages.names())} pages, {help_size() / 1e6:.2f} MB")
    failed = failed_searches(folder)
    if failed is None:
        print("the search is not tested: node is missing")
        return bool(lost)
    print(f"the search: {len(PAGES) - len(failed)} of {len(PAGES)} searches find their page", *failed, sep="\n    ")
    return bool(lost) or len(failed) > len(PAGES) / 20


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
