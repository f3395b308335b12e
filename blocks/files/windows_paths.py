"""Windows paths in values, and their replacement by local folders."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.edits import SetValue
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import phrase

_ROOT = re.compile(r"(?:[A-Za-z]:[\\/]|\\\\)[^\"'\n,;{}\[\]<>|*?]*")


class Mapping:
    r"""A Windows folder and its local replacement, from text such as `C:\Users\me\dataset=./dataset`.

    On the left, case, and the kind and number of slashes, do not matter. Raises ValueError for other texts.
    """

    def __init__(self, text: str):
        old, equals, new = text.partition("=")
        parts = [re.escape(part) for part in re.split(r"[\\/]+", old.strip()) if part]
        if not equals or not parts:
            raise ValueError(phrase("--map wants FROM=TO, not {!r}", text))
        root = r"[\\/]+" if old.strip()[0] in "\\/" else ""
        self.new = new.strip().replace("\\", "/").rstrip("/") or ("/" if new.strip() else ".")
        self._old = re.compile(
            r"(?<![\w\\/])" + root + r"[\\/]+".join(parts) + r"(?=[\\/]|$|[\"',;}\])])"
            r"([^\"'\n,;{}\[\])]*)",
            re.I,
        )

    def apply(self, text: str) -> str:
        """Return the text with every path below the Windows folder mapped."""
        return self._old.sub(lambda match: (self.new + re.sub(r"[\\/]+", "/", match[1])).replace("//", "/"), text)


def mapped(document: Document, mappings: Iterable[Mapping]) -> list[SetValue]:
    """Return the edits that map folders in all values of a document."""
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
    """Map folders in all values of a document that was just read; return the number of changed values."""
    edits = mapped(document, mappings)
    for edit in edits:
        edit.apply(document)
    return len(edits)


def found_beside(document: Document, folder: Path) -> list[tuple[str, Path]]:
    """Return pairs of a Windows folder in values and a folder of that name in `folder` or its parent."""
    pairs = []
    for wanted in windows_folders(document):
        name = wanted.rpartition("\\")[2].casefold()
        for place in (folder, folder.absolute().parent):
            inside = (
                [entry for entry in place.iterdir() if entry.name.casefold() == name and entry.is_dir()]
                if place.is_dir()
                else []
            )
            if inside:
                pairs.append((wanted, inside[0]))
                break
    return pairs


def windows_folders(document: Document) -> list[str]:
    """Return the folders of Windows paths in a document's values, longest first."""
    folders = set()
    for page in document.pages.values():
        for block in page.blocks.values():
            for text in block.values.values():
                for path in _ROOT.findall(text):
                    folder = re.sub(r"[\\/]+", r"\\", path).rpartition("\\")[0]
                    if folder.strip("\\").removesuffix(":"):
                        folders.add(folder)
    return sorted(folders, key=lambda folder: (-len(folder), folder))


def problems(document: Document, folder: Path) -> list[Problem]:
    """Return a warning for each value that names a file on a Windows disk, with the matching local folder."""
    local = dict(found_beside(document, folder))
    warnings = []
    for page in document.pages.values():
        for block in page.blocks.values():
            for pin, text in block.values.items():
                for path in _ROOT.findall(text):
                    wanted = re.sub(r"[\\/]+", r"\\", path).rpartition("\\")[0]
                    warnings.append(
                        make_problem(
                            "windows-path",
                            address(page.name, block.id, pin),
                            path=path.strip(),
                            folder=wanted,
                            here=str(local.get(wanted, "FOLDER")),
                        )
                    )
    return warnings
