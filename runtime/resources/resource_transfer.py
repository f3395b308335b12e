"""What the resources of a session hold, taken out and put back: into the next session after an edit, or into the same
one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.values.handle_kinds import BARRIER, QUEUE
from blockloom.runtime.resources.accumulators import Accumulator
from blockloom.runtime.resources.iterators import Iterator
from blockloom.runtime.resources.queues import Queue
from blockloom.runtime.resources.resource import (
    CapturedResource,
    Resource,
    SessionRunner,
    UnreadableResource,
    UnrestorableError,
    raw,
    v1,
)
from blockloom.runtime.resources.tables import DenseTable, FilledTable, LookupTable

_KINDS: Mapping[str, Callable[[tuple[str, ...], tf.Operation], Resource]] = {
    "queue": Queue,
    "priority": Queue,
    "table": LookupTable,
    "filled": FilledTable,
    "dense": DenseTable,
}


def resources(
    graph: tf.Graph,
    made_by: Iterable[tuple[str, str]],
    steps: Collection[tf.Operation],
    begins: Collection[str],
    fed: Mapping[str, np.ndarray],
) -> list[Resource]:
    """The resources that blocks make, with ops added to the graph, which is the default one, to take out and put back
    what they hold; `made_by` are (block, node), `steps`, `begins` and `fed` as in Iterator.
    """
    shared: dict[tuple[Any, ...], list[tuple[str, tf.Operation]]] = {}
    for block, node in made_by:
        op = graph.get_operation_by_name(node)
        names = [attr.name for attr in op.op_def.attr]
        name = op.get_attr("shared_name") if "shared_name" in names else b""
        shared.setdefault((op.type, op.get_attr("container") if name else b"", name or node), []).append((block, op))
    found: list[Resource] = []
    for group in shared.values():
        blocks, op = tuple(block for block, _ in group), group[0][1]
        traits = traits_of(op.type)
        if traits.makes in ACCUMULATORS:
            found.append(Accumulator(blocks, op))
        elif traits.handed == "iterator":
            found.append(Iterator(blocks, op, steps, begins, fed))
        elif traits.handed:
            found.append(_KINDS[traits.handed](blocks, op))
        else:
            found.append(UnreadableResource(blocks, op, _sizes(op)))
    return found


def _sizes(op: tf.Operation) -> list[str]:
    """Tensors that tell how much is in what cannot be taken out; none where it has a state besides."""
    traits, raw_ops = traits_of(op.type), tf.raw_ops
    with v1.name_scope(f"{op.name}/kept/"), tf.control_dependencies(None), tf.device(op.device or None):
        if traits.staging:
            attrs = {name: op.get_attr(name) for name in ("dtypes", "capacity", "memory_limit", "container")}
            return [
                getattr(raw_ops, traits.counted_by)(**attrs, shared_name=op.get_attr("shared_name") or op.name).name
            ]
        if traits.makes == BARRIER:
            ready, incomplete = raw_ops.BarrierReadySize, raw_ops.BarrierIncompleteSize
            return [size(handle=op.outputs[0]).name for size in (ready, incomplete)]
        if traits.makes == QUEUE and not (op.get_attr("seed") or op.get_attr("seed2")):
            return [raw("QueueSize", op)(handle=op.outputs[0]).name]
    return []


def handed(own: Sequence[Resource], held: Mapping[str, CapturedResource]) -> list[tuple[Resource, CapturedResource]]:
    """Which of these resources get what was held, by block; nothing is given twice."""
    found, given = [], set[int]()
    for resource in own:
        for block in resource.blocks:
            one = held.get(block)
            if one is not None and id(one) not in given and resource.fits(one):
                given.add(id(one))
                found.append((resource, one))
                break
    return found


def go_on(own: Sequence[Resource], given: Sequence[tuple[Resource, CapturedResource]]) -> bool:
    """Whether the data of a session goes on from where it was: that of all iterators, and there are some."""
    got = {id(resource) for resource, held in given if held.ready}
    data = [resource for resource in own if isinstance(resource, Iterator) and resource.goes_on]
    return bool(data) and all(id(resource) in got for resource in data)


def begun_anew(own: Sequence[Resource], held: Mapping[str, CapturedResource]) -> dict[str, CapturedResource]:
    """What is held where the data of a session begins anew with its next step."""
    data = {block for resource in own if isinstance(resource, Iterator) for block in resource.blocks}
    return {
        block: one._replace(content=one.content and one.content._replace(state=None), nothing=True, ready=False)
        if block in data
        else one
        for block, one in held.items()
    }


def take_out(calls: SessionRunner, own: Sequence[Resource], ends: bool = False) -> dict[str, CapturedResource]:
    """What these hold, by block. Queues and accumulators are empty afterwards, until `put_back`. With `ends` the
    session ends, so that things may be taken that could not be put back into it: what a closed queue holds. What cannot
    be taken is Taken(None), and stays where it is.
    """
    found = {}
    for resource in own:
        try:
            held = resource.take(calls, ends)
        except (UnrestorableError, tf.errors.OpError, RuntimeError, ValueError, TypeError):  # or the session was ended
            held = CapturedResource(None)
        found.update(dict.fromkeys(resource.blocks, held))
    return found


def put_back(calls: SessionRunner, own: Sequence[Resource], held: Mapping[str, CapturedResource]) -> list[Resource]:
    """Let these hold what was held, and nothing else. Gives those that could; the others stay as they are."""
    done = []
    for resource, one in handed(own, held):
        try:
            resource.put(calls, one.content)
        except UnrestorableError:
            continue
        done.append(resource)
    return done


def look(calls: SessionRunner, own: Sequence[Resource]) -> dict[str, CapturedResource]:
    """What these hold, by block, which they hold afterwards as before."""
    found = take_out(calls, own)
    put_back(calls, [resource for resource in own if resource.emptied], found)
    return found
