"""Merges of two people's edits from all perspectives: git's result, Blockloom's, and the oracle's verdict."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.fields import SESSION
from blockloom.blocks.document.pages import Conflict, Document, Page
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.merge.merge_documents import merge_documents
from tests.human_edits import Person
from tests.merge_oracle import PLACES, Judge, Known, Verdict, known, known_cells, new_faults

# Ours is kept if both sides changed it.
_LOOKS = (*PLACES, "color", "slider", "fill", "font", "bold", "shape", "id", "name")


class Outcome(NamedTuple):
    """Outcome of a merge: all fields but `conflicts` are empty if it is correct."""

    conflicts: int
    verdict: Verdict
    opens: str  # the failure to reload
    faults: list[str]  # new faults, which no conflict explains
    both_ways: str  # differences to the merge with the sides exchanged


def opens(document: Document) -> str:
    """Return how a document fails to save and reopen without troubles, to equal bytes; "" if it does not."""
    text = documents.dumps(document)
    try:
        again = documents.loads(text)
    except FileError as error:
        return str(error)
    if again.troubles:
        return f"troubles: {[str(trouble) for trouble in again.troubles]}"
    return "" if documents.dumps(again) == text else "it is written otherwise"


def judged(base: Document, ours: Person, theirs: Person, catalogue: Catalogue) -> Outcome:
    """Merge both ways, and look at it."""
    one = merge_documents(base, ours.document.copy(), theirs.document.copy(), catalogue)
    other = merge_documents(base, theirs.document.copy(), ours.document.copy(), catalogue)
    judge = Judge(base, ours, theirs)
    verdict = judge.look(one.document, one.document.conflicts, one.notes)
    faults = [] if one.document.conflicts else new_faults(known(one.document), judge.sides, catalogue)
    both_ways = _differ(known(one.document), known(other.document))
    if any("moved it to another page" in note for note in one.notes):
        both_ways = ""  # that note covers everything related to items on a page of ours
    return Outcome(len(one.document.conflicts), verdict, opens(one.document), faults, both_ways)


def _differ(one: Known, other: Known) -> str:
    """Return how a merge differs from that with the sides exchanged, apart from names, places and looks.

    Conflicts are compared, or, if neither merge has any, the cells.
    """
    mine = Counter(_sense(one, conflict, False) for conflict in one.document.conflicts)
    theirs = Counter(_sense(other, conflict, True) for conflict in other.document.conflicts)
    if mine or theirs:
        return "" if mine == theirs else f"conflicts {[*(mine - theirs)]} and {[*(theirs - mine)]}"
    first, second = _cells(one), _cells(other)
    keys = [key for key in first.keys() | second.keys() if first.get(key) != second.get(key)]
    return "; ".join(f"{key}: {first.get(key)!r} and {second.get(key)!r}" for key in keys[:9])


def _cells(known: Known) -> dict[Any, Any]:
    arrays = known.document.weights.arrays
    cells = {
        key: value for key, value in known.cells.items() if key[1] not in (*_LOOKS, "weights") and key[2] != "label"
    }
    for key in [key for key in cells if key[1] == "wires" and cells.get((key[0], "type", "")) == SESSION]:
        cells[key] = Counter(cells[key])  # their order is nothing
    return cells | {"arrays": {arrays.get(key) for key in sorted(known.document.keys())}}


def _sense(known: Known, conflict: Conflict, exchanged: bool) -> Any:
    """Return the subject of a conflict without names, equal to that with the sides exchanged."""
    where = parse(conflict.at)
    page = known.document.pages[where.page]
    uid = known.who(page, where.block) if where.block else known.pages[page.name]
    base, ours, theirs = (_side(known, page, conflict.what, side) for side in conflict.sides)
    sides = (base, theirs, ours) if exchanged else (base, ours, theirs)
    if conflict.what == "cycle":
        return conflict.what, known.pages[page.name], sides
    if any(
        one.what == "type" and one.at == str(where._replace(pin="", element=None)) for one in known.document.conflicts
    ):
        return conflict.what, uid, where.end, sides  # the pins are those of two types
    return conflict.what, uid, known.pin(page, where.block, where.end) if where.pin else "", sides


def _side(known: Known, page: Page, what: str, side: Any) -> Any:
    if isinstance(side, tuple):
        found = tuple(_side(known, page, what, one) for one in side)
        return frozenset(found) if what == "cycle" else found
    if not isinstance(side, str):
        return side
    if what in ("value", "weights"):
        return known.text(page, side).meaning
    if what == "type":
        return known.pages.get(side.removeprefix(PREFIX), side)
    if what == "frame":
        there, _, frame = side.rpartition("/")
        return known.who(known.document.pages.get(there, page), frame) if side else ""
    if what == "cycle" and " -> " in side:
        return tuple(_begin(known, page, end) for end in side.split(" -> "))
    if what == "cycle":
        return known.who(known.document.pages[parse(side).page], parse(side).block)
    return _begin(known, page, side) if what == "wires" else side


def _begin(known: Known, page: Page, text: str) -> Any:
    there, far, local = text.rpartition("/")
    kind, _, local = local.rpartition(" ")
    its = known.document.pages.get(there, page) if far else page
    block, _, pin = local.partition(".")
    who = known.who(its, block)
    if who[0] == "nobody":  # a removed block, which is numbered if another block has its name
        who = "nobody", re.sub(r"_\d+$", "", block)
    return kind, who, known.pin(its, block, pin)


def by_git(base: Document, ours: Person, theirs: Person, folder: Path, catalogue: Catalogue) -> str:
    """Return the outcome of `git merge-file` on the files: "conflict", "broken" or "".

    "broken" is a clean merge that does not open, or has faults that no side has.
    """
    for name, person in (("ours", ours), ("theirs", theirs)):
        text = person.kept.setdefault("text", documents.dumps(person.document))
        (folder / name).write_text(text, "utf-8")
    (folder / "base").write_text(documents.dumps(base), "utf-8")
    done = subprocess.run(
        ["git", "merge-file", "-p", "ours", "base", "theirs"], cwd=folder, capture_output=True, check=False
    )
    if done.returncode:
        return "conflict"
    try:
        document = documents.loads(done.stdout)
    except FileError:
        return "broken"
    return (
        "broken"
        if document.troubles or new_faults(known(document), (known_cells(ours), known_cells(theirs)), catalogue)
        else ""
    )
