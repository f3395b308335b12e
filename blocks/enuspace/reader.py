"""Reader of enuSpace's files: a page (.svg), with its arrays (.dat), or a project of pages (.enup).

Valid parts are loaded, everything else is reported. No file outside the folder of the project or page is opened.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from blockloom.blocks.document.pages import PAGE_NAME, free_page_name
from blockloom.blocks.enuspace.draft import CHANGED, FAULT, LEFT_OUT, NOTE, ImportedDocument
from blockloom.blocks.enuspace.enuspace_page import PageReader
from blockloom.blocks.enuspace.xml import XmlElement, XmlError, decode, parse
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.file_kinds import kind_of
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import file_error_reason, join, phrase, plural

_TOLD = 3  # most unreadable pages that are listed with their reasons


def read(path: str | Path) -> ImportedDocument:
    """Read a page or a project.

    Raises:
        FileError: if nothing can be read, with a text for the user.
    """
    path = Path(path)
    to = ImportedDocument()
    try:
        if kind_of(path) == ".enup":
            _project(path, to)
        else:
            _page(path.absolute(), path.stem, path.absolute().parent, to)
    except (XmlError, OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(phrase("{}: cannot be read: {}", path, file_error_reason(error))) from None
    to.document.troubles = to.troubles()
    return to


def _tree(path: Path, name: str, to: ImportedDocument) -> XmlElement:
    text, fault = decode(bounded_io.read(path, "document"))
    if fault:
        to.say(FAULT, name, "", fault)
    root, fault = parse(text)
    if fault:
        to.say(FAULT, name, "", phrase("the file is damaged at {}: only the part before it was read", fault))
    return root


def _page(path: Path, name: str, folder: Path, to: ImportedDocument) -> None:
    """Read a page file into the document. Raises XmlError and OSError."""
    name = _page_name(name, to)
    root = _tree(path, name, to)
    if root.tag != "svg":
        raise XmlError(phrase("it is not a page but a {}", root.tag))
    if root.get("pg-libraryname") or root.get("pg-classname"):
        what = phrase("symbol library") if root.get("pg-libraryname") else root.get("pg-classname")
        raise XmlError(phrase("it is not a page but a {}", what))
    binary = _inside(folder, os.path.relpath(path.with_suffix(".dat"), folder))
    has_file, data = binary is not None and binary.exists(), None
    if binary is not None and has_file:
        try:
            data = bounded_io.read(binary, "document")
        except OSError as error:
            to.say(
                FAULT, name, "", phrase("its arrays in {} cannot be read: {}", binary.name, file_error_reason(error))
            )
    count = 0 if has_file else _binary(root)
    if count:
        to.say(
            FAULT,
            name,
            "",
            plural(
                "{1} is missing in the folder of the page: {0} array was stored in it, and is left empty",
                "{1} is missing in the folder of the page: {0} arrays were stored in it, and are left empty",
                count,
                path.with_suffix(".dat").name,
            ),
        )
    to.document.pages[name] = PageReader(root, name, data, to).read()


def _binary(element: XmlElement) -> int:
    """Return the number of arrays of a page in its .dat file."""
    return (element.get("save-type") == "binary") + sum(map(_binary, element.children))


def _page_name(wanted: str, to: ImportedDocument) -> str:
    name = wanted
    if not PAGE_NAME.fullmatch(name):
        name = re.sub(r"[/\\\x00-\x1f\ud800-\udfff]", "_", wanted).lstrip("_ .-")[:90]
    name = free_page_name(name if PAGE_NAME.fullmatch(name) else "page", to.document.pages)
    if name != wanted:
        to.say(
            CHANGED,
            name,
            "",
            phrase("{!r:.60} is not a valid page name, or is used twice: it becomes {}", wanted, name),
        )
    return name


def _project(path: Path, to: ImportedDocument) -> None:
    root = _tree(path, "", to)
    if root.get("pg-classname") != "project":
        raise XmlError(phrase("it is not an enuSpace project"))
    folder = path.resolve().parent
    listed: set[Path] = set()
    lost: list[str] = []  # names of unreadable pages, with reasons

    def lose(page: str, why: str) -> None:
        to.say(LEFT_OUT, "", page, why)
        lost.append(phrase("{}: {}", page, why))

    for entry in root.children:
        href = entry.get("href").strip()
        if entry.tag == "pg-picture":
            file = _inside(folder, href)
            if file is None:
                lose(href, phrase("the page is outside the project's folder"))
            elif not file.exists():
                lose(href, phrase("there is no such file"))
            elif file in listed:
                lose(href, phrase("the page is listed twice"))
            else:
                listed.add(file)
                try:
                    _page(file, Path(href.replace("\\", "/")).stem, folder, to)
                except (XmlError, OSError) as error:
                    lose(href, phrase("the page cannot be read: {}", file_error_reason(error)))
        elif entry.tag == "pg-global":
            _global(folder, href, to)
        elif entry.tag == "activate-view":
            to.say(NOTE, "", href, phrase("the page that was in front, since pages keep their order here"))
        else:
            to.say(LEFT_OUT, "", href or entry.tag, phrase("a {} of the project: only its pages are read", entry.tag))
    for beside in sorted({page.parent for page in listed}):
        for other in sorted(beside.glob("*.svg")):
            if other.resolve() not in listed:
                to.say(LEFT_OUT, "", other.name, phrase("a page that the project does not list: open it separately"))
    if not to.document.pages:
        raise FileError(
            phrase("{}: the project has no page that can be read: {}", path, join("; ", lost[:_TOLD]))
            if lost
            else phrase("{}: the project lists no page", path)
        )


def _global(folder: Path, href: str, to: ImportedDocument) -> None:
    """Report the project's global page, which has scripts only, and is not read."""
    file = _inside(folder, href)
    if file is None or not file.exists():
        to.say(LEFT_OUT, "", href, phrase("the global page is missing or outside the project's folder"))
        return
    try:
        root, _ = parse(decode(bounded_io.read(file, "document"))[0])
    except (XmlError, OSError) as error:
        to.say(LEFT_OUT, "", href, phrase("the global page cannot be read: {}", file_error_reason(error)))
        return
    for element in root.children:
        if element.tag != "defs" or element.children:
            to.say(LEFT_OUT, "", href, phrase("a {} {} of the global page", element.tag, element.get("id")))


def _inside(folder: Path, href: str) -> Path | None:
    """Return the file of a relative Windows path, links followed; None if it is not inside the folder."""
    parts = [part for part in href.replace("\\", "/").split("/") if part not in ("", ".")]
    if not parts or href.startswith(("/", "\\")) or ".." in parts or any(":" in part or "\0" in part for part in parts):
        return None
    at = folder
    for part in parts:
        step = at / part
        if not step.exists() and at.is_dir():  # Windows does not distinguish upper and lower case in file names
            step = next((entry for entry in at.iterdir() if entry.name.casefold() == part.casefold()), step)
        at = step
    target, home = at.resolve(), folder.resolve()
    return target if home in target.parents else None
