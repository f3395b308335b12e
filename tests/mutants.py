"""`python -m tests.mutants [--count 150] [--seed 1] [--jobs 1] [FILE_OR_FOLDER ...]`: do the tests notice faults?

A seeded sample of small faults is put into the three floors, each alone, into a copy of the checkout: a condition is
negated, a statement is left out, a bound is off by one. Then the tests run that reach its line, those nearest to the
module first, and of these the fastest. Which tests reach a line is measured once for each source, and kept below
`build/mutants`. Each fault that no test notices is listed. The exit code is 1 if the tests notice fewer than 85 %. A
change of the source leaves the sample as it is elsewhere.
"""

from __future__ import annotations

import argparse
import ast
import bisect
import concurrent.futures
import copy
import hashlib
import importlib
import itertools
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest

from tests import sources
from tests.lint import FLOORS

LEAST = 0.85  # of the faults are noticed
LONGEST = 60  # seconds of tests, as measured with coverage, that run for one fault
ENDLESS = 600  # seconds: a fault that makes tests run longer is noticed by that
MEASURED = sources.ROOT / "build" / "mutants"
IMPORTED = ("hypothesis", "networkx", "numpy", "PySide6.QtTest", "PySide6.QtWidgets", "pytestqt.plugin")
OTHER = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


class Mutant(NamedTuple):
    """A fault: `text` in the place of bytes `begin` to `end` of a file."""

    path: Path  # relative to the checkout
    line: int
    kind: str
    begin: int
    end: int
    text: str
    code: str  # the code that it changes, without the layout of the source

    def place(self, seed: int) -> bytes:
        """Return the place among all faults for a seed, which does not depend on the line."""
        return hashlib.sha256(repr((seed, str(self.path), self.kind, self.code)).encode()).digest()

    def source(self, original: bytes) -> bytes:
        """Return the file with the fault."""
        return original[: self.begin] + self.text.encode() + original[self.end :]

    def lines(self, original: bytes) -> range:
        """Return the lines that the code takes."""
        return range(self.line, self.line + original[self.begin : self.end].count(b"\n") + 1)

    def summary(self, original: bytes) -> str:
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
        """Return the byte range of a node in the file."""
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
    """Return whether a statement has an effect elsewhere, and defines no name, whose absence any test would notice."""
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    if isinstance(node, ast.Raise):
        return node.exc is None or not ast.unparse(node.exc).startswith("NotImplementedError")  # of abstract methods
    return (
        isinstance(node, ast.AugAssign | ast.Continue | ast.Break)
        or isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
    )


def test_files(floors: set[str]) -> list[str]:
    """Return the test files of some floors, and those of no floor that import one of them."""
    chosen = []
    for file in sorted((sources.ROOT / "tests").rglob("test_*.py")):
        name = file.relative_to(sources.ROOT)
        text = file.read_text("utf-8")
        if name.parts[1] in floors or name.parts[1] not in FLOORS and any(f"blockloom.{one}" in text for one in floors):
            chosen.append(str(name))
    return chosen


class Recorder:
    """A plugin of pytest that keeps which tests ran, how long they took, and which failed."""

    def __init__(self, measured: coverage.Coverage | None):
        self.measured = measured
        self.ran: list[str] = []
        self.seconds: Counter[str] = Counter()
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.ran.append(item.nodeid)
        if self.measured:
            self.measured.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)


def begin(original: str, folder: str) -> None:
    """Make the copy of the checkout that this process of the pool puts faults into, one at a time."""
    copied = Path(folder) / str(os.getpid()) / "checkout"
    shutil.copytree(original, copied)
    if (beside := sources.ROOT.parent / "shared").is_dir():  # some tests are skipped without it
        (copied.parent / beside.name).symlink_to(beside)
    os.chdir(copied)
    os.environ |= {"PYTHONPATH": str(copied), "QT_QPA_PLATFORM": "offscreen"}
    sys.path[:] = [str(copied), *(path for path in sys.path if path not in ("", str(sources.ROOT)))]
    for name in IMPORTED:
        importlib.import_module(name)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("blockloom", "tests")]:
        del sys.modules[name]  # a process that runs tests imports them from the copy


def run(tests: list[str], measured: str = "", floors: tuple[str, ...] = ()) -> list[str]:
    """Run tests in a process forked for them, up to the first that fails, or all if `measured` names a file.

    Args:
        measured: the file for the seconds of each test that passes; coverage of `floors` goes to `measured`.coverage

    Returns:
        The tests that ran, if one failed or they did not end; none if all passed.
    """
    with tempfile.TemporaryDirectory(prefix="tests-") as scratch:
        ran = Path(scratch, "ran.json")

        def run_here() -> None:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            os.environ["TMPDIR"] = tempfile.tempdir = scratch
            meter = None
            if measured:
                source = [os.path.abspath(floor) for floor in floors]
                meter = coverage.Coverage(f"{measured}.coverage", source=source, config_file=False)
                meter.set_option("run:relative_files", True)
                meter.start()
            recorder = Recorder(meter)
            words = ["-p", "no:cacheprovider", "-m", "not slow", *([] if meter else ["-x"]), *tests]
            code = pytest.main(words, plugins=[recorder])
            if meter:
                meter.stop()
                meter.save()
                passed = {test: seconds for test, seconds in recorder.seconds.items() if test not in recorder.failed}
                Path(measured).write_text(json.dumps(passed), "utf-8")
            ran.write_text(json.dumps(recorder.ran), "utf-8")
            os._exit(code not in (0, 5))  # 5: there are none, or all were left out

        process = multiprocessing.get_context("fork").Process(target=run_here)
        process.start()
        process.join(ENDLESS)
        process.kill()
        process.join()
        if process.exitcode == 0:
            return []
        return json.loads(ran.read_text("utf-8")) if ran.exists() else tests


def notices(mutant: Mutant, tests: list[str]) -> bool:
    """Return whether some test fails with the fault, and passes without."""
    original = mutant.path.read_bytes()
    while tests:
        mutant.path.write_bytes(mutant.source(original))
        try:
            ran = run(tests)
        finally:
            mutant.path.write_bytes(original)
        if not ran:
            return False
        if not run(ran):
            return True
        print(f"     fails without a fault: {ran[-1]}", flush=True)
        tests = [test for test in tests if test != ran[-1]]
    return False


def reaching(chosen: list[Mutant], floors: set[str], pool: concurrent.futures.Executor) -> dict[Mutant, list[str]]:
    """Return the tests that reach each fault in the order in which they run, and measure which ones do.

    A line that runs only at an import is reached by all tests that reach other lines of its file.
    """
    code = hashlib.sha256(" ".join(sorted(floors)).encode())
    for path in sources.files(*FLOORS, "tests"):
        if not path.name.startswith("test_"):
            code.update(path.read_bytes())
    measured = {}  # by file of tests
    for file in test_files(floors):
        one = code.copy()
        one.update((sources.ROOT / file).read_bytes())
        measured[file] = MEASURED / f"{one.hexdigest()[:24]}.json"
    MEASURED.mkdir(parents=True, exist_ok=True)
    runs = [pool.submit(run, [file], str(kept), tuple(floors)) for file, kept in measured.items() if not kept.exists()]
    for done, _ in enumerate(concurrent.futures.as_completed(runs), 1):
        print(f"measured {done} of {len(runs)} files of tests", end="\r", flush=True)
    found: dict[Mutant, dict[str, float]] = {mutant: {} for mutant in chosen}
    for kept in measured.values():
        if not kept.exists():  # the tests did not end
            continue
        seconds = json.loads(kept.read_text("utf-8"))
        data = coverage.CoverageData(f"{kept}.coverage")
        data.read()
        for path in {mutant.path for mutant in chosen}:
            tests = data.contexts_by_lineno(str(path))
            for mutant in chosen:
                if mutant.path == path:
                    lines = mutant.lines((sources.ROOT / path).read_bytes())
                    reached = {test for line in lines for test in tests.get(line, ())}
                    if reached == {""}:
                        reached = {test for all_of_line in tests.values() for test in all_of_line}
                    found[mutant].update((test, seconds[test]) for test in seconds if test in reached)
    return {mutant: in_order(mutant, tests) for mutant, tests in found.items()}


def in_order(mutant: Mutant, seconds: dict[str, float]) -> list[str]:
    """Return the tests nearest to the fault, of these the fastest, as many as run in `LONGEST`, file by file."""

    def rank(test: str) -> tuple[int, float]:
        both = zip(mutant.path.parts, Path(test).parts[1:])
        return -len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], both))), seconds[test]

    tests = sorted(seconds, key=rank)
    so_far = itertools.accumulate(seconds[test] for test in tests)
    tests = tests[: max(1, bisect.bisect(list(so_far), LONGEST))]
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    return sorted(set(tests), key=lambda test: (files.index(test.partition("::")[0]), [*seconds].index(test)))


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
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        original = Path(folder, "checkout")
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=sources.ROOT, check=True, capture_output=True, text=True)
        for name in listed.stdout.split("\0")[:-1]:
            if (sources.ROOT / name).is_file():
                (original / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(sources.ROOT / name, original / name)
        # Bytecode that knows its source by content, not by the second in which it was written.
        compiled = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", *FLOORS, "tests"]
        subprocess.run([sys.executable, *compiled], cwd=original, check=True)
        with concurrent.futures.ProcessPoolExecutor(
            args.jobs, multiprocessing.get_context("fork"), begin, (str(original), folder)
        ) as pool:
            tests = reaching(chosen, {mutant.path.parts[0] for mutant in chosen}, pool)
            under_way = {pool.submit(notices, mutant, tests[mutant]): mutant for mutant in chosen}
            for done, job in enumerate(concurrent.futures.as_completed(under_way), 1):
                mutant, noticed = under_way[job], job.result()
                word = "noticed " if noticed else "SURVIVED" if tests[mutant] else "NOT RUN "
                print(f"{done:4} {word} {mutant.summary((sources.ROOT / mutant.path).read_bytes())}", flush=True)
                survived += [] if noticed else [mutant]
    share = 1 - len(survived) / len(chosen)
    print(
        f"{len(chosen) - len(survived)} of {len(chosen)} noticed: {share:.1%} (at least {LEAST:.0%}); "
        f"{len(offered)} faults to choose from, seed {args.seed}"
    )
    return share < LEAST


if __name__ == "__main__":
    sys.exit(main())
