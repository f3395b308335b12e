"""Merges of what two people did, looked at from all sides: what git makes of it, what Blockloom does, and what the
oracle says of that."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.merge.merging import merge
from tests.human_edits import Person
from tests.merge_oracle import Judge, Verdict, merged, new_faults, of


class Outcome(NamedTuple):
    """What is to be said of a merge: "" or nothing in all fields but `conflicts` where all is well."""

    conflicts: int
    verdict: Verdict
    opens: str  # how it does not
    faults: list[str]  # that only the merge has, with no conflict that says so
    both_ways: str  # how it differs from the merge with the sides exchanged


def opens(document: Document) -> str:
    """How the file of a document fails to open without troubles, or to be written again to equal bytes."""
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
    one = merge(base, ours.document.copy(), theirs.document.copy(), catalogue)
    other = merge(base, theirs.document.copy(), ours.document.copy(), catalogue)
    judge = Judge(base, ours, theirs)
    verdict = judge.look(one.document, one.document.conflicts, one.notes)
    sides = of(ours), of(theirs)
    known = merged(one.document, *sides)
    faults = [] if one.document.conflicts else new_faults(known, sides, catalogue)
    return Outcome(
        len(one.document.conflicts), verdict, opens(one.document), faults, _differ(one.document, other.document)
    )


def _differ(one: Document, other: Document) -> str:
    """How a merge differs from that with the sides exchanged, but for names, places and looks: in the kinds of its
    conflicts; or, without any, in its blocks and wires."""
    mine, theirs = (Counter(conflict.what for conflict in document.conflicts) for document in (one, other))
    if mine or theirs:
        return "" if mine == theirs else f"conflicts {dict(mine)} and {dict(theirs)}"
    first, second = _parts(one), _parts(other)
    return "" if first == second else f"{first - second} and {second - first}"


def _parts(document: Document) -> Counter[Any]:
    """The blocks of a document and its wires, without names of anything."""
    found: Counter[Any] = Counter()
    for page in document.pages.values():
        types = {name: "instance" if block.type[:5] == "page:" else block.type for name, block in page.blocks.items()}
        for name, block in page.blocks.items():
            values = block.values.values() if types[name] != "instance" else ()
            named = {*document.pages, *page.blocks}
            found[types[name], block.mode, tuple(sorted(text for text in values if not _names(text, named)))] += 1
        for wire in page.wires():
            pins = [
                pin if types.get(end) != "instance" else ""
                for end, pin in ((wire.source, wire.source_pin), (wire.target, wire.target_pin))
            ]
            found[types.get(wire.source), pins[0], types.get(wire.target), pins[1], wire.kind] += 1
        found["items"] += len(page.frames) + len(page.notes)
    return found


def _names(text: str, named: set[str]) -> bool:
    return text[:1] in ("=", "@") or any(name in text for name in named)


# --- git --------------------------------------------------------------------------------------------------------------


def by_git(base: Document, ours: Person, theirs: Person, folder: Path, catalogue: Catalogue) -> str:
    """What `git merge-file` makes of the files: "conflict", "broken" where it calls something clean that does not open
    or has faults that no side has, else ""."""
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
    known = merged(document, of(ours), of(theirs))
    return "broken" if document.troubles or new_faults(known, (of(ours), of(theirs)), catalogue) else ""
