"""Replay a failed step to show its values and the inputs of the op that failed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.error_problems import clean, named_nodes
from blockloom.runtime.compile.program import DescribedResult, Program, Results, SessionProgram
from blockloom.runtime.replay.op_input_capture import TappedOp, arguments
from blockloom.runtime.replay.replica import NOT_KNOWN, NOT_REACHED, ReplaySession
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run.run_history import DisplayedPastStep, FailedOpInput, OpFailure, RunHistory, StepFailure

_MOST = 20  # after this many other failing ops, all nodes that depend on an op that may fail are left out


class _FailedNode(NamedTuple):
    """The node that ran the failed op.

    Attributes:
        head: The node of the graph that runs the op.
        way: The nodes that lead to the op.
        values: The inputs of the op, by name.
        call: The number of the call, from 1; 0 outside of loops.
        other_error: The error of another op that failed instead.
        differs: Whether the replayed op did not fail, or failed differently.
    """

    head: str
    way: tuple[str, ...] = ()
    values: Mapping[str, Any] = MappingProxyType({})
    call: int = 0
    other_error: Exception | None = None
    differs: bool = False


def failed_step(program: Program, past: RunHistory, failure: StepFailure, step: int) -> DisplayedPastStep:
    """Return the results of the failed step after the last completed one.

    Raises:
        StepNotRecorded: The step cannot be replayed.
        OpError: TensorFlow failed.
    """
    own = next(one for one in program.sessions if one.id == failure.session)
    tapped, replayer, found = _op(program, past, own, step, failure.error)
    if found.other_error is not None:  # another op failed first: iterations of a loop may run ahead
        replayer.close()
        tapped, replayer, found = _op(program, past, own, step, found.other_error)
    try:
        results, gone = _reached_results(replayer, own, step, {found.head} - {""})
    finally:
        replayer.close()
    calls, place = _way(program, tapped, found)
    unreached = _unreached(program, own, gone, results)
    for at in (*calls, *([place] if place is not None else ())):  # the calls that lead to the failed op have begun
        unreached -= {_told(program, at), *(Address(block=one) for one in at.path[:1])}
    inputs = list(_inputs(program, own, tapped, found))
    for one in inputs:  # in a loop or function, show the value of the block in this call
        if one.source is not None and isinstance(one.value, np.ndarray):
            pins = results[own.id].setdefault(one.source.owner, {})
            if isinstance(pins.get(one.source.pin, NOT_KNOWN), DescribedResult):
                pins[one.source.pin] = one.value
    op = tapped.op.op if tapped.op is not None else ""
    return DisplayedPastStep(
        step, results, "failed", OpFailure(calls, place, op, found.call, inputs, unreached, found.differs)
    )


def _op(
    program: Program, past: RunHistory, own: SessionProgram, step: int, error: Exception
) -> tuple[TappedOp, StepReplayer, _FailedNode]:
    """Return the op that an error names, and its inputs in the step."""
    tapped = _tapped(program, own, error)
    replayer = StepReplayer(
        program, past, lambda program, one: ReplaySession(program, one, tapped.copied if one is own else None)
    )
    try:
        return tapped, replayer, _found(replayer, own, step, tapped, error)
    except BaseException:
        replayer.close()
        raise


def _tapped(program: Program, own: SessionProgram, error: Exception) -> TappedOp:
    """Return the op that an error names: the innermost one that a step itself runs, outside of datasets."""
    named = [one for one in named_nodes(error, program) if program.way(*one)]
    tapped = TappedOp(program.graph, own, *(named[0] if named else ("", "")))
    for one in named[1:]:
        if not tapped.heads:
            tapped = TappedOp(program.graph, own, *one)
    heads = {node for node, _ in named} & tapped.heads.keys()
    for function in [function for _, function in named if function in program.callers]:
        while function in program.callers:
            function, head = program.callers[function]
        heads.add(head)
    tapped.heads = {head: heard for head, heard in tapped.heads.items() if head in heads or not heads}
    return tapped


def _found(replayer: StepReplayer, own: SessionProgram, step: int, tapped: TappedOp, real: Exception) -> _FailedNode:
    """Run each node that may have run the op, until the op fails as it did originally."""
    for head, all_heard in tapped.heads.items():
        replicas, tapes = replayer.replicas_before(step)
        replica, tape = replicas[own.id], tapes[own.id]
        if not all_heard or head in replica.unknown(tape) and head != tapped.node:
            continue
        for heard in all_heard:
            heard.begin()
        failed: Exception | None = None
        try:
            replica.run([], [head], replica.fed(tape))
        except (tf.errors.OpError, RuntimeError) as error:
            failed = error
        open_now = [heard for heard in all_heard if heard.calls > heard.done]
        if failed is not None and not open_now and head != tapped.node:
            return _FailedNode(head, other_error=failed)
        if open_now and (failed is not None or head == tapped.node):
            heard = open_now[-1]
            values = dict(zip((one.name for one in heard.arguments), heard.values))
            call = heard.calls if heard.turns or heard.calls > 1 else 0
            again_run = head not in replica.unknown(tape)
            return _FailedNode(head, heard.way, values, call, differs=again_run and not _is_same(failed, real))
    return _FailedNode(next(iter(tapped.heads), ""))


def _is_same(failed: Exception | None, error: Exception) -> bool:
    """Return whether a replayed op failed with the same message."""
    return failed is not None and clean(getattr(failed, "message", str(failed))) == clean(
        getattr(error, "message", str(error))
    )


def _reached_results(
    replayer: StepReplayer,
    own: SessionProgram,
    step: int,
    failed: set[str],
) -> tuple[dict[str, Results], Collection[str]]:
    """Return the results of a step before some nodes failed, and the nodes that it did not reach.

    Further nodes that fail in the replay are left out as well.

    Args:
        step: The number of the step.
        failed: The nodes that failed.
    """
    sessions = [one.id for one in replayer.sessions()]
    before = sessions[: sessions.index(own.id)]
    for attempt in range(_MOST):
        replicas, tapes = replayer.replicas_before(step)
        replica, tape = replicas[own.id], tapes[own.id]
        gone = {*replica.unknown(tape), *replica.copied.downstream(failed)}
        try:
            results = replica.results(tape, unreached=gone)
        except tf.errors.OpError as error:
            named = {node for node, _ in named_nodes(error, replayer.program)}
            more = {node.name for node in replica.copied.definition.node if node.name in named} - gone
            if not more or attempt + 1 == _MOST:
                raise
            failed |= more
            continue
        return {name: replicas[name].results(tapes[name]) for name in before} | {own.id: results}, gone
    raise AssertionError


def _unreached(
    program: Program, own: SessionProgram, gone: Collection[str], results: Mapping[str, Results]
) -> set[Address]:
    """Return the blocks that the step did not reach: without results, or with unreached nodes."""
    reached = {at for found in results.values() for at, pins in found.items() if any(map(_is_known, pins.values()))}
    late = program.sessions[program.sessions.index(own) + 1 :]
    shown = {at for one in (own, *late) if one.within is None for at in one.sources}
    places = {_told(program, program.places[node]) for node in gone if node in program.places}
    return {at for at in shown | places if at not in reached}


def _is_known(value: Any) -> bool:
    return any(map(_is_known, value)) if isinstance(value, list) else value is not NOT_REACHED


def _way(program: Program, tapped: TappedOp, found: _FailedNode) -> tuple[list[Address], Address | None]:
    """Return the calls that lead to the op, and its block."""
    calls = [at for node in found.way for at in program.way(node)]
    way = program.way(tapped.node, "" if calls else tapped.function)
    return list(dict.fromkeys([*calls, *way[:-1]])), way[-1] if way else None


def _inputs(program: Program, own: SessionProgram, tapped: TappedOp, found: _FailedNode) -> Iterator[FailedOpInput]:
    """Yield the inputs of the op, with the blocks that output them."""
    shown = {
        name: at.at_pin(f"{pin}[{number}]" if isinstance(source, list) else pin)
        for at, pins in own.sources.items()
        for pin, source in pins.items()
        for number, name in enumerate(source if isinstance(source, list) else [source])
        if isinstance(name, str)
    }
    for one in arguments(tapped.op) if tapped.op is not None else ():
        if one.dtype.via == "-":
            continue  # a handle has no value to show
        inside = found.head != tapped.node
        at = None if inside else shown.get(one.source if ":" in one.source else f"{one.source}:0")
        yield FailedOpInput(one.name, at or _giver(program, one.source, inside), found.values.get(one.name, NOT_KNOWN))


def _giver(program: Program, source: str, inside: bool) -> Address | None:
    """Return the output of a block for an input of a node.

    Args:
        source: NODE:NUMBER in the graph. In a function NODE:OUTPUT:NUMBER, or the name of an argument: the name of its
            Arg with `_` for `/`.
        inside: Whether the node is in a function.
    """
    node, _, output = source.partition(":")
    if inside and not output:
        found = (
            at for name, at in program.places.items() if name.replace("/", "_") == node and at.page != program.page
        )
        arg = next(found, None)
        return None if arg is None else arg.at_pin("output")
    place = program.places.get(node)
    if place is None or place.pin or place.block != node.rpartition("/")[2]:
        return None
    if inside:
        return place.at_pin(output.partition(":")[0]) if output.endswith(":0") else None
    given = program.graph.get_operation_by_name(node).op_def.output_arg
    plain = not any(arg.number_attr or arg.type_list_attr for arg in given)
    return _told(program, place).at_pin(given[int(output or 0)].name) if plain else None


def _told(program: Program, at: Address) -> Address:
    """Return the address of a block as results use it."""
    return at.owner_on(program.page)
