"""Merges of the edits of two people: compared with git's, and the time of one of 10,000 blocks a side.

BLOCKLOOM_COUNT is the number of merges (default 10,000), BLOCKLOOM_SEED the seed (default 0). BLOCKLOOM_MODELS names
a folder that keeps the models.
"""

from __future__ import annotations

import itertools
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import blockloom
from blockloom.app.formats import open_document
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from tests.bench.measure import ratio

if TYPE_CHECKING:
    from tests.human_edits import Kinds, Person

PEOPLE = 8  # people who start from one document
SHARES = {1: 0.25, 3: 0.35, 8: 0.3, 20: 0.1}  # of the merges, by edits a side
_MODELS = ("dense", "lstm", "nested", "module", "table", "frozen.pb", "conv.keras", "transformer.keras")
_MOST = 2.0  # times what reading the three files takes


def bench_merge() -> bool:
    """Print a table of merges by edits a side, first random ones, then with edits that swap and reuse names.

    For git: conflicts, and clean merges that are broken. For Blockloom: conflicts; conflicts about changes of one
    side only; merges that lose changes, match a wrong item, do not open, have faults of neither side, or depend on
    the order of the sides. Then measure a large merge.
    """
    from blockloom.runtime.worker.client import ensure_catalogue

    catalogue = ensure_catalogue()
    return _table(catalogue) & _large(catalogue)


def _table(catalogue: Catalogue) -> bool:
    from tests.human_edits import HARD, KINDS
    from tests.merges import by_git, judged

    count, seed = int(os.environ.get("BLOCKLOOM_COUNT", 10_000)), int(os.environ.get("BLOCKLOOM_SEED", 0))
    found = list(_documents())
    print(f"{len(found)} documents; seed {seed}")
    print(
        "| edits a side | merges | git conflicts | git clean but broken | ours conflict | conflicts | spurious "
        "| lost | mistaken | does not open | faults | alike both ways | s |\n|" + "---|" * 13
    )
    ok, wrong = True, list[str]()
    with tempfile.TemporaryDirectory() as folder:
        for kinds, (edits, share) in itertools.product((KINDS, HARD), SHARES.items()):
            row, began, merges = Counter[str](), time.perf_counter(), round(count * share / 2)
            told = f"{edits}, hard" if kinds is HARD else str(edits)
            for number, name, base, ours, theirs in _pairs(found, seed, edits, merges, catalogue, kinds):
                about = f"{name}, seed {seed + number}, {told} edits, {ours.side} and {theirs.side}"
                row[by_git(base, ours, theirs, Path(folder), catalogue)] += 1
                try:
                    one = judged(base, ours, theirs, catalogue)
                except Exception as error:
                    row["raised"] += 1
                    wrong.append(f"{about}: raised {error!r}")
                    continue
                row["ours"] += bool(one.conflicts)
                row["conflicts"] += one.conflicts
                row["spurious"] += len(one.verdict.spurious)
                row["alike"] += not one.both_ways
                for kind, said in (
                    ("lost", one.verdict.lost),
                    ("mistaken", one.verdict.mistaken),
                    ("closed", one.opens),
                    ("faults", one.faults),
                ):
                    if said:
                        row[kind] += 1
                        wrong.append(f"{about}: {kind} {said if isinstance(said, str) else said[0]}")
            cells = (told, merges, *(row[kind] for kind in ("conflict", "broken", "ours", "conflicts", "spurious")))
            cells += (row["lost"], row["mistaken"], row["closed"] + row["raised"], row["faults"], row["alike"])
            print("|".join(("", *map(str, cells), f"{time.perf_counter() - began:.0f}", "")), flush=True)
            ok &= not (row["lost"] or row["mistaken"] or row["closed"] or row["raised"] or row["faults"])
    wrong.sort(key=lambda line: (": mistaken " in line, ": lost " in line))
    print(*(f"  {line:.400}" for line in wrong), sep="\n")
    return ok


def _pairs(
    found: list[tuple[str, Document]], seed: int, edits: int, count: int, catalogue: Catalogue, kinds: Kinds
) -> Iterator[tuple[int, str, Document, Person, Person]]:
    """Yield pairs of people who each did `edits` edits on one of the documents.

    Pairs are formed within a group; every second group works on the same spots of its document.
    """
    from tests.human_edits import Person, hot_spots

    for number in range(count):
        name, base = found[number % len(found)]
        spots = hot_spots(base, seed + number) if number // len(found) % 2 else ()
        people = [
            Person(base, f"person {one}", PEOPLE * (seed + number) + one, catalogue, spots, kinds).work(edits)
            for one in range(PEOPLE)
        ]
        for ours, theirs in itertools.combinations(people, 2):
            if not count:
                return
            count -= 1
            yield number, name, base, ours, theirs


def _documents() -> Iterator[tuple[str, Document]]:
    from tests.bases import bases
    from tests.models import built

    yield from bases().items()
    with tempfile.TemporaryDirectory() as temporary:
        folder = built(
            Path(os.environ.get("BLOCKLOOM_MODELS", temporary)), [name.partition(".")[0] for name in _MODELS]
        )
        for name in _MODELS:
            path = Path(temporary, "document.loom")
            blockloom.save(open_document(folder / name), path)
            yield name, documents.loads(path.read_bytes())  # with the hashes of its arrays


def _large(catalogue: Catalogue) -> bool:
    from blockloom.blocks.edits import Move, Rename, SetValue
    from blockloom.blocks.merge.merge_documents import merge_documents
    from tests.bench.__main__ import big_document

    base, sides = big_document(), []
    for seed in (1, 2):
        side, chance = base.copy(), random.Random(seed)
        names = chance.sample(sorted(side.pages["main"].blocks), 300)
        for name in names[:100]:
            SetValue("main", name, "y", str(seed)).apply(side)
        Move("main", dict.fromkeys(names[100:200], (seed * 10.0, 20.0))).apply(side)
        for name in names[200:]:
            Rename("main", name, f"{name}_by_{seed}").apply(side)
        sides.append(side)
    texts = [documents.dumps(document).encode() for document in (base, *sides)]
    read = [documents.loads(text) for text in texts]
    return ratio(
        "merging 10,000 blocks a side / reading the three files",
        lambda: merge_documents(*read, catalogue),
        lambda: [documents.loads(text) for text in texts],
        _MOST,
    )
