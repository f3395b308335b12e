"""Capture the resources of a session and restore them in the same session or in the next one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.resource_kinds import ACCUMULATORS
from blockloom.blocks.values.dtypes import BARRIER, QUEUE
from blockloom.runtime.resources.accumulators import Accumulator, Queue
from blockloom.runtime.resources.iterators import Iterator
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
    """Return the resources that blocks create.

    The ops that capture and restore them are added to the graph, which is the default graph.

    Args:
        made_by: pairs of block and node.
        steps: see `Iterator`, as for `begins` and `fed`.
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
    """Return tensors with the numbers of elements of an unreadable resource, [] if it has other state."""
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


def match_resources(
    own: Sequence[Resource], held: Mapping[str, CapturedResource]
) -> list[tuple[Resource, CapturedResource]]:
    """Return the resources that can take captured contents (by block), each content at most once."""
    matches, used = [], set[int]()
    for resource in own:
        for block in resource.blocks:
            captured = held.get(block)
            if captured is not None and id(captured) not in used and resource.accepts(captured):
                used.add(id(captured))
                matches.append((resource, captured))
                break
    return matches


def data_continues(own: Sequence[Resource], matches: Sequence[tuple[Resource, CapturedResource]]) -> bool:
    """Return whether the session has iterators over data and all of them keep their positions."""
    ready = {id(resource) for resource, held in matches if held.ready}
    data = [resource for resource in own if isinstance(resource, Iterator) and resource.goes_on]
    return bool(data) and all(id(resource) in ready for resource in data)


def restarted_data(own: Sequence[Resource], held: Mapping[str, CapturedResource]) -> dict[str, CapturedResource]:
    """Return the captured contents, changed so that the data of the session restarts with its next step."""
    data = {block for resource in own if isinstance(resource, Iterator) for block in resource.blocks}
    return {
        block: captured._replace(
            content=captured.content and captured.content._replace(state=None), nothing=True, ready=False
        )
        if block in data
        else captured
        for block, captured in held.items()
    }


def capture_resources(calls: SessionRunner, own: Sequence[Resource], ends: bool = False) -> dict[str, CapturedResource]:
    """Return the contents of resources, by block.

    Queues and accumulators are empty afterwards, until `restore_resources`. Contents that cannot be captured become
    CapturedResource(None), and stay in the resource.

    Args:
        ends: whether the session ends, so that contents that it could not take back, such as those of a closed queue,
            can be captured.
    """
    contents = {}
    for resource in own:
        try:
            captured = resource.capture(calls, ends)
        except (UnrestorableError, tf.errors.OpError, RuntimeError, ValueError, TypeError):  # or the session is closed
            captured = CapturedResource(None)
        contents.update(dict.fromkeys(resource.blocks, captured))
    return contents


def restore_resources(
    calls: SessionRunner, own: Sequence[Resource], held: Mapping[str, CapturedResource]
) -> list[Resource]:
    """Replace the contents of resources; return those that accepted it. The others are unchanged."""
    restored = []
    for resource, captured in match_resources(own, held):
        try:
            resource.restore(calls, captured.content)
        except UnrestorableError:
            continue
        restored.append(resource)
    return restored


def peek_resources(calls: SessionRunner, own: Sequence[Resource]) -> dict[str, CapturedResource]:
    """Return the contents of resources, by block, and leave them unchanged."""
    contents = capture_resources(calls, own)
    restore_resources(calls, [resource for resource in own if resource.emptied], contents)
    return contents
