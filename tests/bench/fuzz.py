"""Many mutated journals and documents: the recovered part saves and reopens to equal bytes.

BLOCKLOOM_COUNT is the number of files (defaults below), BLOCKLOOM_SEED the seed (default random, printed).
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

_LONGEST = 900.0  # seconds
_SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "enuspace"
_SMALL = 400_000  # bytes


def _many(what: str, count: int, one: Callable[[random.Random, Path], str]) -> bool:
    """Try a case many times, and print how it failed. Each try prints a seed, which repeats it."""
    count = int(os.environ.get("BLOCKLOOM_COUNT", count))
    seed = int(os.environ.get("BLOCKLOOM_SEED", random.randrange(2**32)))
    wrong: Counter[str] = Counter()
    first: dict[str, int] = {}
    begun, done = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        while done < count and time.monotonic() - begun < _LONGEST:
            failed = one(random.Random(seed + done), Path(folder))
            if failed:
                wrong[failed] += 1
                first.setdefault(failed, seed + done)
            done += 1
    kinds = Counter(
        {
            kind: sum(n for how, n in wrong.items() if how.startswith(kind))
            for kind in ("raised", "lost", "silent", "unsaveable", "unreadable", "unequal")
        }
    )
    print(
        f"{done:,} {what}, seed {seed}, {time.monotonic() - begun:.0f} s: "
        + ", ".join(f"{kind} {number}" for kind, number in kinds.items())
    )
    for how, number in wrong.most_common(10):
        print(f"  {number} x {how:.200} (first: BLOCKLOOM_COUNT=1 BLOCKLOOM_SEED={first[how]})")
    return not wrong and done == count


def bench_journals() -> bool:
    """Recovery of 20,000 random journals: nothing is raised, nothing sound is lost, all is saved and opened again."""
    from tests.blocks.mutation import random_journal, recovers

    return _many("journals", 20_000, lambda chance, folder: recovers(folder / "x.journal", *random_journal(chance)))


def bench_documents() -> bool:
    """Open 5,000 mutated documents, and as many pages of enuSpace: each opens, or is refused with one message.

    The samples of enuSpace are optional, in the folder that contains the project.
    """
    from tests.blocks.mutation import opens, random_document

    found = _many("documents", 5_000, lambda chance, folder: opens(folder / "x.loom", random_document(chance)))
    samples = sorted(path for path in _SAMPLES.rglob("*.svg") if path.stat().st_size < _SMALL)
    return found and (
        not samples or _many("pages of enuSpace", 5_000, lambda chance, folder: _sample(chance, folder, samples))
    )


def _sample(chance: random.Random, folder: Path, samples: list[Path]) -> str:
    from tests.blocks.mutation import opens, scratched

    path = chance.choice(samples)
    arrays = path.with_suffix(".dat")
    if arrays.is_file() and arrays.stat().st_size < _SMALL:
        (folder / "x.dat").write_bytes(scratched(chance, arrays.read_bytes()))
    data = path.read_bytes()
    if chance.random() < 0.7:  # as a text, so that the mutation does not only break the encoding
        data = scratched(chance, data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8").encode())
    return opens(folder / "x.svg", scratched(chance, data))
