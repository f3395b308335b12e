"""Random walks through the steps of a page: on, back, looks and edits, compared to the bit with a straight run."""

from __future__ import annotations

import random
import threading
from collections.abc import Collection

import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.runtime.compile.external_inputs import role
from blockloom.runtime.compile.program import Program, Results, reached
from blockloom.runtime.compile.step_effects import dependents
from blockloom.runtime.replay.step_replayer import StepReplayer, go_back
from blockloom.runtime.run.page_opening import PageRequest, open_page
from blockloom.runtime.run.runner import EndOfDataError, Runner
from tests.runtime.replays import LONGEST, is_equal

FAR = 30  # steps
TRIES = 10


def walk(catalogue: Catalogue, document: Document, page: str, moves: int, seed: int) -> list[str]:
    """Return the differences of a walk of `moves` moves from a straight run.

    If no two runs of the page are alike, the walk is compared with its own earlier results. Values that the page
    reported as not restorable may differ.
    """
    chosen, found = random.Random(seed), list[str]()
    straight, other = (_straight(catalogue, document, page) for _ in range(2))
    steady, last = all(is_same(straight[n], other.get(n, {})) for n in straight), max(straight, default=0)
    runner = _opened(catalogue, document, page, None)
    seen: dict[int, dict[str, Results]] = {}
    replayer = StepReplayer(runner.program, runner.past)
    for number in range(moves if last else 0):
        move = chosen.choice(("on", "on", "on", "look", "back", "edit"))
        steps = [n for first, final in runner.past.steps() for n in range(first, final + 1)]
        if move in ("look", "back") and not steps:
            move = "on"
        if move == "on" and runner.steps >= last:
            move = "back" if steps else "edit"
        if move == "on":
            if not _step(runner, seen):
                return [*found, f"move {number}: no step after {runner.steps}"]
            loose = _drawn_by_looks(runner.program)
            if steady and not is_same(straight[runner.steps], seen[runner.steps], loose):
                return [*found, f"move {number}: step {runner.steps}"]
        if move == "look":
            step = chosen.choice(steps)
            if wrong := _wrong(seen[step], replayer, step):
                found.append(f"move {number}: step {step} taken again: {wrong[:3]}")
        if move == "back":
            step = chosen.choice(steps)
            steady = not go_back(runner, replayer, step) and steady
            seen = {n: results for n, results in seen.items() if n <= step}
        if move == "edit":
            document = _edited(document, page, number)
            replayer.close()
            runner = _opened(catalogue, document, page, runner)
            replayer = StepReplayer(runner.program, runner.past)
    runner.close()
    return found


def is_same(one: dict[str, Results], other: dict[str, Results], loose: Collection[Address] = ()) -> bool:
    """Return whether a step showed all results of another, except those of blocks in `loose`."""
    return all(
        is_equal(value, other.get(name, {}).get(at, {}).get(pin))
        for name, results in one.items()
        for at, pins in results.items()
        if at not in loose
        for pin, value in pins.items()
    )


def _wrong(seen: dict[str, Results], replayer: StepReplayer, step: int) -> list[str]:
    """Return the blocks whose replayed results always differ from the original ones in the same way.

    Blocks that read what another writes meanwhile vary and are not wrong. Nor are blocks that depend on one that
    draws at each look, since no step needs it. Both are named.
    """
    loose = _drawn_by_looks(replayer.program)
    tries = [replayer.replay_results(step)]
    while len(tries) < TRIES and not is_same(seen, tries[-1]):
        tries.append(replayer.replay_results(step))
    return [
        str(at)
        for name, results in seen.items()
        for at, pins in results.items()
        for pin, value in pins.items()
        if at not in loose
        for got in [[one[name].get(at, {}).get(pin) for one in tries]]
        if not any(is_equal(value, one) for one in got) and all(is_equal(got[0], one) for one in got)
    ]


def _drawn_by_looks(program: Program) -> set[Address]:
    found = set[Address]()
    for own in program.sessions:
        ops = reached(program.graph, own.targets, own.feeds)
        looked = reached(program.graph, [name.partition(":")[0] for name in own.fetched], own.feeds) - ops
        draws = [op for op in looked if traits_of(op.type).counts or role(op) == "draws"]
        hang = {op.name for one in draws for op in dependents(one)}
        found |= {
            at for at, pins in own.sources.items() if any(str(name).partition(":")[0] in hang for name in pins.values())
        }
    return found


def _straight(catalogue: Catalogue, document: Document, page: str) -> dict[int, dict[str, Results]]:
    runner, seen = _opened(catalogue, document, page, None), dict[int, dict[str, Results]]()
    while runner.steps < FAR and _step(runner, seen):
        pass
    runner.close()
    return seen


def _step(runner: Runner, seen: dict[int, dict[str, Results]]) -> bool:
    """Run a step, again if the data ended, and return whether it finished; its results go into `seen`."""
    timer = threading.Timer(LONGEST, runner.cancel)
    timer.start()
    try:
        try:
            runner.step(True)
        except EndOfDataError:
            runner.step(True)
    except (tf.errors.OpError, EndOfDataError):
        return False
    finally:
        timer.cancel()
    seen[runner.steps] = dict(runner.results)
    return True


def _opened(catalogue: Catalogue, document: Document, page: str, old: Runner | None) -> Runner:
    found = open_page(PageRequest(document, page, [], {}, None), old, catalogue, lambda names: {}, None)
    assert found.ok, [str(problem) for problem in found.problems]
    found.runner.past.share = 0.05
    return found.runner


def _edited(document: Document, page: str, number: int) -> Document:
    """Return the document with an additional block without dependents."""
    changed = documents.loads(documents.dumps(document), document.folder)
    block = Block(f"another_{number}", "Const", values={"value": "1.0"})
    Insert(page, (block,)).apply(changed)
    return changed
