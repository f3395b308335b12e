"""Windows paths inside values: finding them, and putting local folders in their place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import SetValue
from blockloom.blocks.problems import Problem, problem
from blockloom.blocks.text.phrases import phrase

_ROOT = re.compile(r"(?:[A-Za-z]:[\\/]|\\\\)[^\"'\n,;{}\[\]<>|*?]*")


class Mapping:
    """A folder and what stands for it, as `C:\\Users\\me\\dataset=./dataset` says. Raises ValueError for anything else.

    Capitals and small letters, and forward, backward and doubled backward slashes, are the same on the left.
    """

    def __init__(self, text: str):
        old, equals, new = text.partition("=")
        parts = [re.escape(part) for part in re.split(r"[\\/]+", old.strip()) if part]
        if not equals or not parts:
            raise ValueError(phrase("--map wants FROM=TO, not {!r}", text))
        root = r"[\\/]+" if old.strip()[0] in "\\/" else ""
        self.new = new.strip().replace("\\", "/").rstrip("/") or ("/" if new.strip() else ".")
        self._old = re.compile(r"(?<![\w\\/])" + root + r"[\\/]+".join(parts) + r"(?=[\\/]|$|[\"',;}\])])"
                               r"([^\"'\n,;{}\[\])]*)", re.I)

    def apply(self, text: str) -> str:
        """The text with every path below the folder mapped."""
        return self._old.sub(lambda match: (self.new + re.sub(r"[\\/]+", "/", match[1])).replace("//", "/"), text)


def mapped(document: Document, mappings: Iterable[Mapping]) -> list[SetValue]:
    """The edits that map folders in all values of a document."""
    mappings, edits = list(mappings), []
    for page in document.pages.values():
        for block in page.blocks.values():
            for pin, text in block.values.items():
                new = text
                for mapping in mappings:
                    new = mapping.apply(new)
                if new != text:
                    edits.append(SetValue(page.name, block.id, pin, new))
    return edits


def map_paths(document: Document, mappings: Iterable[Mapping]) -> int:
    """Map folders in all values of a document that was just read; gives how many values changed."""
    edits = mapped(document, mappings)
    for edit in edits:
        edit.apply(document)
    return len(edits)


def found_beside(document: Document, folder: Path) -> list[tuple[str, Path]]:
    """Windows folders of a document for which one of their name lies in a local folder or beside it."""
    found = []
    for wanted in windows_folders(document):
        name = wanted.rpartition("\\")[2].casefold()
        for place in (folder, folder.absolute().parent):
            inside = [one for one in place.iterdir() if one.name.casefold() == name and one.is_dir()] \
                if place.is_dir() else []
            if inside:
                found.append((wanted, inside[0]))
                break
    return found


def windows_folders(document: Document) -> list[str]:
    """The folders that Windows paths in a document name, longest first: what a dialog offers to map."""
    found = set()
    for page in document.pages.values():
        for block in page.blocks.values():
            for text in block.values.values():
                for path in _ROOT.findall(text):
                    folder = re.sub(r"[\\/]+", r"\\", path).rpartition("\\")[0]
                    if folder.strip("\\").removesuffix(":"):
                        found.add(folder)
    return sorted(found, key=lambda folder: (-len(folder), folder))


def problems(document: Document, folder: Path) -> list[Problem]:
    """A warning for each block that names a file on a Windows disk, with what `--map` would do about it."""
    local = dict(found_beside(document, folder))
    found = []
    for page in document.pages.values():
        for block in page.blocks.values():
            for pin, text in block.values.items():
                for path in _ROOT.findall(text):
                    wanted = re.sub(r"[\\/]+", r"\\", path).rpartition("\\")[0]
                    found.append(problem("windows-path", address(page.name, block.id, pin), path=path.strip(),
                                         folder=wanted, here=str(local.get(wanted, "FOLDER"))))
    return found
