"""`python -m tests.mutants [--count 150] [--seed 1] [--jobs 1] [FILE_OR_FOLDER ...]`: do the tests notice faults?

A seeded sample of small faults is put into the three floors, each alone, into a copy of the checkout: a condition is
negated, a statement is left out, a bound is off by one. Then the tests of the module's room run, those that import the
module first, and where all of these pass, those elsewhere that import it. Each fault that no test notices is listed.
The exit code is 1 where fewer than 85 % are noticed. A change of the source leaves the sample as it is elsewhere.
"""

from __future__ import annotations

import argparse
import ast
import concurrent.futures
import copy
import hashlib
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests import sources
from tests.lint import FLOORS

LEAST = 0.85  # of the faults are noticed
ENDLESS = 1200  # seconds: a fault that makes the tests of a room run longer is noticed by that
OTHER = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


class Mutant(NamedTuple):
    """A fault: `text` in the place of bytes `begin` to `end` of a file."""

    path: Path  # relative to the checkout
    line: int
    kind: str
    begin: int
    end: int
    text: str
    code: str  # what it is about, without the layout of the source

    def place(self, seed: int) -> bytes:
        """Where it stands among all faults for a seed: by what it is, not by where in its file."""
        return hashlib.sha256(repr((seed, str(self.path), self.kind, self.code)).encode()).digest()

    def source(self, original: bytes) -> bytes:
        """The file with the fault."""
        return original[: self.begin] + self.text.encode() + original[self.end :]

    def told(self, original: bytes) -> str:
        """One line for people: where, what, and the code before and after."""
        before = " ".join(original[self.begin : self.end].decode().split())
        return f"{self.path}:{self.line}: {self.kind}: {before[:90]} -> {' '.join(self.text.split())[:90]}"


def mutants(path: Path, root: Path = sources.ROOT) -> Iterator[Mutant]:
    """All faults that a file of the checkout offers, in the order of its syntax tree."""
    original = (root / path).read_bytes()
    first = [0]  # the byte at which each line begins
    for line in original.splitlines(keepends=True):
        first.append(first[-1] + len(line))

    def span(node: ast.stmt | ast.expr) -> tuple[int, int]:
        """The bytes of the file that a node takes."""
        return first[node.lineno - 1] + node.col_offset, first[node.end_lineno - 1] + node.end_col_offset

    def fault(node: ast.stmt | ast.expr, kind: str, text: str) -> Mutant:
        return Mutant(path, node.lineno, kind, *span(node), text, f"{ast.unparse(node)} {within.get(node, '')}")

    def negated(test: ast.expr) -> Mutant:
        return fault(test, "condition negated", f"(not ({original[slice(*span(test))].decode()}))")

    def bounds(node: ast.expr) -> Iterator[Mutant]:
        """Whole numbers of a slice, an index, or the arguments of range, one more each."""
        for number in ast.walk(node):
            if isinstance(number, ast.Constant) and type(number.value) is int:
                yield fault(number, "bound off by one", f"({number.value} + 1)")

    within: dict[ast.AST, str] = {}  # the function or class that a node is in
    for node in sources.nodes(root / path):
        around = node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else within.get(node, "")
        within.update(dict.fromkeys(ast.iter_child_nodes(node), around))
    for node in sources.nodes(root / path):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            if ast.unparse(node.test) not in ("TYPE_CHECKING", "True", "__name__ == '__main__'"):
                yield negated(node.test)
        elif isinstance(node, ast.comprehension):
            yield from map(negated, node.ifs)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER:
            other = copy.copy(node)
            other.ops = [OTHER[type(node.ops[0])]()]
            yield fault(node, "bound off by one", f"({ast.unparse(other)})")
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.slice, ast.Slice | ast.Tuple | ast.BinOp)
        ):
            yield from bounds(node.slice)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            for argument in node.args:
                yield from bounds(argument)
        elif _droppable(node):
            yield fault(node, "statement left out", "pass")


def _droppable(node: ast.AST) -> bool:
    """Whether a statement does something that others see: without a name that is missing afterwards, which any test
    would notice.
    """
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    if isinstance(node, ast.Raise):
        return node.exc is None or not ast.unparse(node.exc).startswith("NotImplementedError")  # of abstract methods
    return (
        isinstance(node, ast.AugAssign | ast.Continue | ast.Break)
        or isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
    )


def test_files(path: Path, root: Path = sources.ROOT) -> tuple[list[str], list[str]]:
    """The test files of a module's room, those that import the module first; and those elsewhere that import it. Of a
    module beside the rooms of a floor, those beside the rooms of tests.
    """
    words = [path.stem] if path.stem != "__init__" else [path.parent.name]
    module = ".".join(("blockloom", *path.with_suffix("").parts)).removesuffix(".__init__")
    room = root / "tests" / path.parent
    if (across := root / "tests" / path.parent.name).is_dir():  # of all floors, as enuspace
        room = across
    while not room.is_dir() or not any(room.rglob("test_*.py")):
        room = room.parent
    texts = {file: file.read_text("utf-8") for file in (root / "tests").rglob("test_*.py")}
    uses = {
        file
        for file, text in texts.items()
        if module in text or any(f"from {module.rpartition('.')[0]} import {name}" in text for name in words)
    }
    inside = [
        file
        for file in sorted(texts)
        if file.is_relative_to(room) and (path.parent.name not in FLOORS or file.parent == room)
    ]
    inside.sort(key=lambda file: (file.stem != f"test_{words[0]}", file not in uses))
    return (
        [str(file.relative_to(root)) for file in inside],
        [str(file.relative_to(root)) for file in sorted(uses - set(inside))],
    )


class Checkout:
    """A copy of the checkout in a folder, in which one file at a time has a fault."""

    def __init__(self, folder: Path):
        self.folder = folder
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=sources.ROOT, check=True, capture_output=True, text=True)
        for name in listed.stdout.split("\0")[:-1]:
            if (sources.ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(sources.ROOT / name, folder / name)
        # Bytecode that knows its source by content, not by the second in which it was written.
        subprocess.run(
            [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", *FLOORS, "tests"],
            cwd=folder,
            check=True,
        )
        self._environment = os.environ | {
            "PYTHONPATH": str(folder),
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONDONTWRITEBYTECODE": "1",
            "BLOCKLOOM_EXAMPLES": "10",
        }
        self._sound: dict[tuple[str, ...], bool] = {}

    def failing(self, tests: list[str]) -> list[str]:
        """Of these test files the one that fails first, all where they run too long, none where they pass."""
        if not tests:
            return []
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *tests],
                cwd=self.folder,
                env=self._environment,
                capture_output=True,
                timeout=ENDLESS,
                text=True,
            )
        except subprocess.TimeoutExpired:
            return tests
        if done.returncode in (0, 5):  # 5: all were skipped, or there are none
            return []
        told = re.search(r"^(?:FAILED|ERROR) (\S+?\.py)", done.stdout, re.MULTILINE)
        return [told[1]] if told else tests

    def notices(self, mutant: Mutant) -> bool:
        """Whether some test fails with the fault, and passes without."""
        file = self.folder / mutant.path
        original = file.read_bytes()
        for tests in test_files(mutant.path, self.folder):
            file.write_bytes(mutant.source(original))
            try:
                failing = self.failing(tests)
            finally:
                file.write_bytes(original)
            if failing:
                if tuple(failing) not in self._sound:
                    self._sound[tuple(failing)] = not self.failing(failing)
                if self._sound[tuple(failing)]:
                    return True
                print(f"     these fail without a fault: {' '.join(failing)}", flush=True)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", default=FLOORS, help="what to put faults into: the floors")
    parser.add_argument("--count", type=int, default=150, help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="which: the same faults for the same seed and source")
    parser.add_argument("--jobs", type=int, default=1, help="how many at the same time")
    args = parser.parse_args()
    files = sorted(
        {
            file.relative_to(sources.ROOT)
            for path in args.paths
            for file in ([sources.ROOT / path] if path.endswith(".py") else sources.files(path))
        }
    )
    offered = [mutant for file in files for mutant in mutants(file)]
    chosen = sorted(offered, key=lambda mutant: mutant.place(args.seed))[: args.count]
    survived = []
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as folder,
        concurrent.futures.ThreadPoolExecutor(args.jobs) as pool,
    ):
        free: queue.Queue[Checkout] = queue.Queue()
        for job in range(args.jobs):
            (copied := Path(folder) / str(job) / "checkout").mkdir(parents=True)
            if (beside := sources.ROOT.parent / "shared").is_dir():  # what some tests skip without
                (copied.parent / beside.name).symlink_to(beside)
            free.put(Checkout(copied))

        def tried(mutant: Mutant) -> bool:
            checkout = free.get()
            try:
                return checkout.notices(mutant)
            finally:
                free.put(checkout)

        under_way = {pool.submit(tried, mutant): mutant for mutant in chosen}
        for done, job in enumerate(concurrent.futures.as_completed(under_way), 1):
            mutant, noticed = under_way[job], job.result()
            word = "noticed " if noticed else "SURVIVED"
            print(f"{done:4} {word} {mutant.told((sources.ROOT / mutant.path).read_bytes())}", flush=True)
            survived += [] if noticed else [mutant]
    share = 1 - len(survived) / len(chosen)
    print(
        f"{len(chosen) - len(survived)} of {len(chosen)} noticed: {share:.1%} (at least {LEAST:.0%}); "
        f"{len(offered)} faults to choose from, seed {args.seed}"
    )
    return share < LEAST


if __name__ == "__main__":
    sys.exit(main())
