"""Make ops with effects wait for data, so that a step without data changes nothing.

The end of the data is known only when a step asks for more. Independent effects, such as a counter, might or might not
have happened by then. So each op with an effect waits, by control inputs, for the ops that take data: a step that fails
at the end of the data has no effect.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.runtime.compile.deadness import Deadness
from blockloom.runtime.compile.program import SessionProgram
from blockloom.runtime.compile.step_cancel import reached
from blockloom.runtime.compile.step_effects import dependents
from blockloom.runtime.resources.op_effects import acts, makers, writes


def wait_for_data(graph: tf.Graph, programs: Sequence[SessionProgram], deadness: Deadness | None) -> None:
    """Add control inputs from the ops that take data to the ops with effects, in each session.

    Excluded are ops in loops and branches, and ops that also run in a session that takes no data there.
    """
    steps = [reached(graph, session.targets, session.feeds) for session in programs]
    done = sorted((op for op in set().union(*steps) if _always(op, deadness)), key=lambda op: op.name)
    # Ops that run outside steps (for an initial value, or at the start) must not take data.
    apart = reached(
        graph,
        [
            name
            for session in programs
            for name in (
                *session.starts,
                *session.ends,
                *(name for runner in session.runners for name in runner.enqueue_op_name),
                *(v.initial.partition(":")[0] for v in session.variables if v.initial),
            )
        ],
        (),
    )
    data = reached(graph, [name for session in programs for name in session.renews], ())
    acting = [op for op in done if op not in apart and _acts(op, data)]
    for taker in (op for op in done if traits_of(op.type).ends_with_data):
        before_or_after = reached(graph, [taker.name], ()) | dependents(taker)
        for op in acting:
            if op not in before_or_after and all(taker in step for step in steps if op in step):
                op._add_control_input(taker)
                for session in (program for program, step in zip(programs, steps) if op in step):
                    session.waits.setdefault(op.name, []).append(taker.name)


def _always(op: tf.Operation, deadness: Deadness | None) -> bool:
    """Return whether an op runs exactly once in each step."""
    return deadness is None or not (deadness.op_may_die(op) or deadness.op_in_loop(op))


def _acts(op: tf.Operation, data: Container[tf.Operation]) -> bool:
    """Return whether an op has an effect, except on the resources of `data`, whose ops may wait for it."""
    return acts(op) and not any(maker in data for handle in writes(op) for maker in makers(handle))
