"""Find the fetches, targets, feeds and results of each session.

The programs of the sessions refer to tensors and nodes of the page's graph by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
import tensorflow as tf
from msgspec.structs import replace
from tensorflow.core.protobuf.queue_runner_pb2 import QueueRunnerDef

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import types_on
from blockloom.blocks.document.addresses import address, inside
from blockloom.blocks.document.fields import VALIDATION
from blockloom.blocks.document.pages import LIST, OPERATION, TENSOR, WIRE_KINDS, split_index
from blockloom.blocks.lower.structure import SessionPlan, fed_by, not_fed, running
from blockloom.blocks.lower.supplies import find_supplies
from blockloom.blocks.problems import make_problem
from blockloom.blocks.results.run_modes import gradient_of
from blockloom.blocks.text.phrases import phrase, phrase_of_error
from blockloom.blocks.values.dtypes import DTYPES, TABLE, label_of, labelled, name_of
from blockloom.blocks.values.literals import tensor
from blockloom.runtime.compile.deadness import Deadness, may_die
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.external_inputs import add_slots
from blockloom.runtime.compile.frontend import added_ops
from blockloom.runtime.compile.probes import function_probes, make_probe
from blockloom.runtime.compile.program import (
    CreatedVariables,
    DescribedResult,
    Probe,
    SessionProgram,
    make_step_cancel,
    reached,
)
from blockloom.runtime.compile.step_effects import changes, wait_for_data
from blockloom.runtime.resources.resource import raw
from blockloom.runtime.resources.resource_transfer import resources

OPAQUE = (tf.resource, tf.variant)  # dtypes that cannot be fetched


def session_programs(
    emitter: Emitter,
    plans: Sequence[SessionPlan],
    fetch: Iterable[tuple[str, str]],
    feed: Mapping[tuple[str, str], str | np.ndarray],
    more: Callable[[Sequence[SessionProgram], Deadness | None], None] | None = None,
) -> list[SessionProgram]:
    """Return the program of each session for a finished graph.

    Args:
        emitter: The emitter with the graph.
        plans: The plans of the sessions.
        fetch: Outputs (block, pin or "") that the last session fetches in addition.
        feed: Values to feed in all sessions.
        more: Adds outputs that no session needs to the programs.
    """
    # Collect the types of the ops first, because deadness and probes add ops.
    types = (
        {op.type for op in emitter.graph.get_operations()}
        if emitter.outputs
        else {b.type for b in emitter.page.blocks.values()}
    )
    deadness = Deadness(emitter.graph) if any(map(may_die, types)) else None
    with emitter.graph.as_default():
        last = next((plan for plan in reversed(plans) if plan.within is None), None)
        programs = [_session_program(emitter, plan, fetch if plan is last else (), feed, deadness) for plan in plans]
        if any(traits_of(name).ends_with_data for name in types):
            wait_for_data(emitter.graph, programs, deadness)
        if more is not None:
            more(programs, deadness)
        add_slots(emitter.graph, programs, deadness)
        by_id = {program.id: program for program in programs}
        for program in programs:
            if program.within is not None:
                _share(program, by_id[program.within])
        return programs


def _share(program: SessionProgram, owner: SessionProgram) -> None:
    """Move the contents of a program's TensorFlow session to the `owner` of the session."""
    program.shared, program.variables = program.variables, []
    owner.variables += [v for v in program.shared if v not in owner.variables]
    mine = {block for resource in owner.resources for block in resource.blocks}
    owner.resources += [resource for resource in program.resources if mine.isdisjoint(resource.blocks)]
    program.resources = []
    owner.stateful |= program.stateful
    # The data of a validation restarts with each validation, but not the data of its owner.
    program.starts = [name for name in program.starts if name not in (*owner.starts, *program.renews)]
    program.runners = [runner for runner in program.runners if runner not in owner.runners]


def _session_program(
    emitter: Emitter,
    plan: SessionPlan,
    extra: Iterable[tuple[str, str]],
    feed: Mapping[tuple[str, str], str | np.ndarray],
    deadness: Deadness | None,
) -> SessionProgram:
    """Return the program of one session.

    Args:
        emitter: The emitter with the graph.
        plan: The plan of the session.
        extra: Outputs (block, pin or "") to fetch in addition to the plan's fetches.
        feed: Values to feed.
        deadness: The analysis of dead tensors, if any.
    """
    program = SessionProgram(plan.id, within=plan.within)
    blocks = emitter.page.blocks
    fetches = list(plan.fetches)
    for block, pin in extra:
        if blocks[block].type == VALIDATION:  # its result is known without the graph
            continue
        if not (block in plan.closure and not pin):
            fetches += [(block, one.name) for one in emitter.catalogue[blocks[block].type].outputs_at(pin)]
    added = [b for b, _ in fetches[len(plan.fetches) :]]
    given = {*emitter.compilation.fed, *fed_by(emitter.page, plan.feeds)}
    closure = plan.closure | not_fed(emitter.page, fetches[len(plan.fetches) :], given) if added else plan.closure
    runs = closure
    if emitter.pinned or given:
        whole = replace(plan, fetches=tuple(fetches), closure=frozenset(closure))
        runs = frozenset(running(emitter.page, whole, {*emitter.pinned, *given}))
        program.feeds |= emitter.fed
        program.idle = set(closure - runs)
    targets: dict[str, None] = {}
    for block, pin in fetches:
        if (block, pin) in given or (block, split_index(pin)[0]) in given or block in emitter.variables:
            continue  # a variable is read after the step instead
        targets.update((name, None) for name in _operations(emitter, block, pin, deadness))
    for block in plan.targets:
        targets.update((name, None) for name in _operations(emitter, block, "", deadness))
    program.targets = list(targets)
    wanted = {*emitter.compilation.watched, *(name for name, _ in (*fetches, *given))}
    wanted |= {name for name, pin in extra if not pin}
    holding = _holding(emitter)
    for block in sorted(closure):
        _hold_block(emitter, program, block, holding)
        if block not in runs:
            _show_idle(emitter, program, block, {*emitter.pinned, *given})
            continue
        if not _is_only_run(emitter, block, runs, wanted):
            show(emitter, program, block, deadness)
        traits = traits_of(blocks[block].type)
        if traits.waits:
            probe = make_probe(block, emitter.graph.get_operation_by_name(emitter.name(block)), deadness)
            if probe is not None:
                program.probes.append(probe)
        elif (expanded := emitter.expansion(block).probe) is not None:
            program.probes.append(expanded)
    required = {probe.block: _elements_taken(emitter, probe) for probe in program.probes}
    supplies = find_supplies(emitter.page, plan.id, runs, plan.initial, required, given)
    program.probes = [probe._replace(supply=supplies.get(probe.block)) for probe in program.probes]
    wires = emitter.wire_gradients
    for block in sorted(runs) if wires is not None and wires.block in runs else ():
        _show_gradients(emitter, program, block, deadness)
    for (at, pin), source in wires.summed.items() if wires is not None and wires.block in runs else ():
        found = _fetchable(emitter, program, source, deadness) if isinstance(source, str) else source
        program.sources.setdefault(at, {})[gradient_of(pin)] = found
    for block, pin in (*plan.fetches, *extra):
        at = inside("", block)
        for output, source in {**program.sources.get(at, {}), **program.reads.get(at, {})}.items():
            if split_index(pin)[0] in ("", output):
                program.requested |= {
                    tensor: block
                    for tensor in (source if isinstance(source, list) else [source])
                    if isinstance(tensor, str)
                }
    for block in sorted(plan.initial - closure):
        _hold_block(emitter, program, block, holding)
    program.starts += dict.fromkeys(name for block in plan.starts for name in _operations(emitter, block, "", deadness))
    program.runners += [_queue_runner(emitter, block) for block in plan.runners]
    program.renews = _renews(emitter.graph, program.starts)
    makers = (source.op.name for name in program.renews for source in emitter.graph.get_operation_by_name(name).inputs)
    program.iterators = program.stateful & {emitter.place(name).block for name in makers}
    program.each_epoch = [variable for variable in program.variables if variable.each_epoch]
    program.ends = _flushes(emitter, closure | plan.initial)
    setup = [name for added in added_ops() for name in added.setup_nodes(emitter, program.targets)]
    program.starts += setup
    program.targets = [name for name in program.targets if name not in setup]
    program.feeds |= read_feeds(emitter, plan, feed)
    # A fed tensor can be neither fetched nor run: its value is known.
    program.fetched = [name for name in program.fetched if name not in program.feeds]
    program.targets = [name for name in program.targets if f"{name}:0" not in program.feeds]
    _hold(emitter, program)
    if emitter.functions:
        ops = sorted(reached(emitter.graph, program.targets, program.feeds), key=lambda op: op.name)
        inlined = [op for op in ops if op.name in emitter.inner and traits_of(op.type).waits]
        probes = (make_probe("", op, deadness) for op in inlined)
        program.probes += [one._replace(nodes=(op.name,)) for op, one in zip(inlined, probes) if one is not None]
        program.probes += function_probes(emitter.graph, ops, deadness)
    program.probes = [
        probe._replace(spills=emitter.place(probe.spills).block) if probe.spills else probe for probe in program.probes
    ]
    if program.probes:
        program.cancel = make_step_cancel(emitter.graph, program.targets, program.feeds, deadness)
    return program


def _hold(emitter: Emitter, program: SessionProgram) -> None:
    """Find the resources of a session other than variables, and the start nodes that only prepare them."""
    names = {block: emitter.name(block) for block in sorted(program.stateful) if not emitter.expansion(block).has_state}
    makers = [(block, name) for block, name in names.items() if name not in program.filled]
    if not makers:
        return
    graph = emitter.graph
    steps = reached(graph, program.targets, program.feeds)
    steps |= reached(graph, [name.partition(":")[0] for name in program.fetched], program.feeds)
    blocks = {node: block for block, node in makers}
    counting = {variable.node for variable in program.variables if variable.counts}
    for name in program.starts:
        changed = changes(reached(graph, [name], program.feeds))
        prepared = {op.name for op in changed or ()} - counting
        if prepared and prepared <= blocks.keys():
            program.prepares[name] = {blocks[node] for node in prepared}
    program.resources = resources(graph, makers, steps, program.renews, program.feeds)


def _queue_runner(emitter: Emitter, block: str) -> QueueRunnerDef:
    """Return the queue runner of a QueueRunner block."""
    page, graph = emitter.page, emitter.graph

    def nodes(pin: str) -> list[str]:
        return [emitter.name(wire.source) for wire in page.wires_into(block, pin) if wire.source in page.blocks]

    enqueue = nodes("enqueue")
    handle = graph.get_operation_by_name(enqueue[0]).inputs[0]
    ends = {pin: nodes(pin) for pin in ("close", "cancel")}
    for pin, names in ends.items():
        if not names:
            made = raw("QueueClose", handle.op)(handle=handle, cancel_pending_enqueues=pin == "cancel")
            names.append(made.name)
    return QueueRunnerDef(
        queue_name=handle.name,
        enqueue_op_name=enqueue * emitter.inference.known[block].attrs["threads"],
        close_op_name=ends["close"][0],
        cancel_op_name=ends["cancel"][0],
        queue_closed_exception_types=(tf.errors.OUT_OF_RANGE, tf.errors.CANCELLED),
    )


def _renews(graph: tf.Graph, starts: Iterable[str]) -> list[str]:
    """Return the nodes that restart data, among the start nodes and the nodes that these wait for."""
    todo, seen = [graph.get_operation_by_name(name) for name in starts], dict[str, None]()
    names = []
    while todo:
        op = todo.pop(0)
        if op.name not in seen:
            seen[op.name] = None
            todo += op.control_inputs
            if traits_of(op.type).renews:
                names.append(op.name)
    return names


def _elements_taken(emitter: Emitter, probe: Probe) -> int | None:
    """Return how many elements the block of a probe takes in a step, None if unknown."""
    traits = traits_of(emitter.page.blocks[probe.block].type)
    removes = traits.waits != "stage" or traits.staging
    return probe.required if removes and isinstance(probe.required, int) else None


def _flushes(emitter: Emitter, blocks: Iterable[str]) -> list[str]:
    """Return nodes that flush summary writers to their files."""
    blocks = [block for block in sorted(blocks) if emitter.page.blocks[block].type == "SummaryWriter"]
    writers = [emitter.tensor(emitter.refs(block, "writer")[0]) for block in blocks]
    return [tf.raw_ops.FlushSummaryWriter(writer=writer, name="flush").name for writer in writers]


def _holding(emitter: Emitter) -> set[str]:
    """Return the blocks with a state between the steps of a session: variables and all others."""
    blocks = emitter.page.blocks.values()
    types = {name for name in types_on(emitter.page) if _keeps_state(emitter.catalogue.get(name))}
    stateful = {block.id for block in blocks if block.type in types} if types else set()
    created = {block for block, made in emitter.expansions.items() if made.has_state or made.created is not None}
    return {*stateful, *created, *emitter.variables, *emitter.held}


def _hold_block(emitter: Emitter, program: SessionProgram, block: str, holding: Container[str]) -> None:
    """Add the state of a block, and everything that its expansion created for the session, to a program.

    This includes variables, start nodes and queue runners.
    """
    if block not in holding:
        return
    if block in emitter.variables:
        program.variables.append(emitter.variables[block])
    made = emitter.expansion(block)
    created = made.created or CreatedVariables()
    for owner, pin, variable in created.variables:
        if variable not in program.variables:
            program.variables.append(variable)
        program.reads.setdefault(inside("", owner), {})[pin] = variable.read
    program.starts += created.starts
    program.runners += created.runners
    program.probes += created.probes
    program.variables += [v for v in emitter.held.get(block, ()) if v not in program.variables]
    if made.has_state or _keeps_state(emitter.catalogue[emitter.page.blocks[block].type]):
        program.stateful.add(block)


def _operations(emitter: Emitter, block: str, pin: str, deadness: Deadness | None) -> list[str]:
    """Return the nodes to run for a block, or for one of its outputs."""
    kind = emitter.catalogue[emitter.page.blocks[block].type].known_output(pin).kind if pin else OPERATION
    if kind != OPERATION and not WIRE_KINDS[kind].computed:
        names = [_tensor_name(n).partition(":")[0] for n in emitter.refs(block, pin)]
    else:
        names = emitter.ends(block)
    return [n for n in names if deadness is None or not _op_in_loop(emitter, n, deadness)]


def _is_only_run(emitter: Emitter, block: str, runs: AbstractSet[str], wanted: Collection[str]) -> bool:
    """Return whether an op runs only because of its output `operation`.

    That is, no block in `runs` takes its other outputs, and it is not in `wanted` (fetched, fed or watched).
    """
    wires = emitter.page.out.get(block, ())
    if OPERATION not in [wire.source_pin for wire in wires] or block in wanted or block in emitter.variables:
        return False
    takers = [wire.target for wire in wires if wire.source_pin not in ("", OPERATION)]
    return emitter.catalogue[emitter.page.blocks[block].type].op is not None and runs.isdisjoint(takers)


def _op_in_loop(emitter: Emitter, name: str, deadness: Deadness) -> bool:
    outputs = emitter.graph.get_operation_by_name(name).outputs
    return bool(outputs) and deadness.in_loop(outputs[0])


def _tensor_name(ref: str) -> str:
    return ref if ":" in ref else f"{ref}:0"


def show(emitter: Emitter, program: SessionProgram, block: str, deadness: Deadness | None) -> None:
    """Add the results of the outputs of a block to a program."""
    block_type = emitter.catalogue[emitter.page.blocks[block].type]
    at, shown = inside("", block), dict[str, Any]()
    for pin in block_type.outputs:
        if pin.kind == OPERATION or pin.name in program.reads.get(at, ()):
            continue
        if WIRE_KINDS[pin.kind].computed:
            shown[pin.name] = DescribedResult(phrase("the {}", emitter.outputs[block][pin.name]), pin.kind)
            continue
        names = [n if ":" in n else f"{n}:0" for n in emitter.refs(block, pin.name)]
        if deadness is None and pin.kind == TENSOR and (pin.dtype or pin.type_attr) and block not in emitter.outputs:
            # This is the usual case, which does not need to read the graph.
            dtype = pin.dtype or emitter.inference.known[block].attrs[pin.type_attr or ""]
            if dtype not in ("DT_RESOURCE", "DT_VARIANT"):
                shown[pin.name] = names[0]
                program.fetched.append(names[0])
                continue
        if block in emitter.variables and pin.dtype != "DT_RESOURCE":
            # Show the value of a variable after the step: a fetch during the step would be a race.
            program.reads.setdefault(at, {})[pin.name] = emitter.variables[block].read
            continue
        tensors = [_fetchable(emitter, program, name, deadness) for name in names]
        shown[pin.name] = tensors if pin.kind == LIST else tensors[0]
    if shown:
        program.sources[at] = shown


def _show_idle(emitter: Emitter, program: SessionProgram, block: str, given: Collection[tuple[str, str]]) -> None:
    """Add the results of a block that does not run: its outputs `given` from outside, and values of variables."""
    scratch = SessionProgram(program.id)
    show(emitter, scratch, block, None)
    program.reads |= scratch.reads
    for at, pins in scratch.sources.items():
        program.sources |= {at: fed} if (fed := {p: v for p, v in pins.items() if (block, p) in given}) else {}


def _show_gradients(emitter: Emitter, program: SessionProgram, block: str, deadness: Deadness | None) -> None:
    """Add the gradients of the loss by the outputs of a block."""
    for pin, sources in emitter.wire_gradients.sources_of(block).items() if emitter.wire_gradients is not None else ():
        found = [_fetchable(emitter, program, one, deadness) if isinstance(one, str) else one for one in sources]
        many = emitter.catalogue[emitter.page.blocks[block].type].known_output(pin).kind == LIST
        program.sources.setdefault(inside("", block), {})[gradient_of(pin)] = found if many else found[0]


def _fetchable(
    emitter: Emitter, program: SessionProgram, name: str, deadness: Deadness | None
) -> str | DescribedResult:
    tensor = emitter.graph.get_tensor_by_name(name)
    dtype = tensor.dtype.base_dtype
    if deadness is not None and traits_of(tensor.op.type).flow == "enter" and not tensor.dtype._is_ref_dtype:
        # Fetch the value before the loop: it is the same in each iteration.
        return _fetchable(emitter, program, tensor.op.inputs[0].name, deadness)
    if dtype in OPAQUE:
        texts = (made.descriptions[name] for made in emitter.expansions.values() if name in made.descriptions)
        return DescribedResult(next(texts, "") or phrase("a {}", dtype.name), dtype.name)
    if tensor.dtype._is_ref_dtype and dtype == tf.string:
        return DescribedResult(phrase("the handle of {}", emitter.place(tensor.op.name).local), "string_ref")
    if deadness is not None:
        if deadness.in_loop(tensor):
            return DescribedResult(phrase("inside loop"), dtype.name)
        if deadness.may_die(tensor):
            guarded = deadness.guarded(tensor)
            if guarded is None:
                return DescribedResult(phrase("may have no value"), dtype.name)
            program.alive[guarded[0].name] = guarded[1].name
            name = guarded[0].name
    program.fetched.append(name)
    return name


def _keeps_state(block_type: BlockType | None) -> bool:
    """Return whether a new session begins without the state of the block: a queue, accumulator, stage or table."""
    if block_type is None:
        return False
    traits = block_type.traits
    if not block_type.stateful or traits.variable or not block_type.op:
        return False
    if traits.family == "mutex" or not any(attr.name == "shared_name" for attr in block_type.attrs):
        return False  # a mutex is free between two steps, and other such resources do not outlive a step
    makes_handle = any(
        p.dtype == "DT_RESOURCE" or (p.kind == "ref" and p.dtype == "DT_STRING") for p in block_type.outputs
    )
    return (
        (makes_handle and (not block_type.inputs or traits.makes == TABLE))
        or traits.waits == "stage"
        and bool(traits.supplies)
    )


def read_feeds(
    emitter: Emitter, plan: SessionPlan, feed: Mapping[tuple[str, str], str | np.ndarray]
) -> dict[str, np.ndarray]:
    """Return the values that a session feeds, by tensor: values of the page and of `feed`.

    A value that does not fit becomes a problem.
    """
    feeds: dict[str, np.ndarray] = {}
    from_page: dict[str, tuple[str, str, Any]] = {}
    for block in plan.feeds:
        for wire in emitter.page.wires_into(block, "placeholder"):
            known = emitter.inference.known[block].literals.get("value")
            if known:
                (name, *_) = emitter.refs(wire.source, wire.source_pin)
                from_page[_tensor_name(name)] = (block, "value", known[0].array)
    for (block, pin), value in feed.items():
        pin = pin or emitter.catalogue[emitter.page.blocks[block].type].outputs[0].name
        from_page[_tensor_name(emitter.refs(block, pin)[0])] = (block, pin, value)
    for name, (block, pin, value) in from_page.items():
        fed = emitter.graph.get_tensor_by_name(name)
        dtype = fed.dtype.base_dtype
        label = name_of(dtype.as_datatype_enum)
        try:
            array = tensor(value, label)[0] if isinstance(value, str) else value
            if dtype.is_quantized:  # numpy stores quantized values as integers
                array = labelled(array.astype(DTYPES[label].via), DTYPES[label].label)
            elif DTYPES[label].family != "s":
                array = array.astype(dtype.as_numpy_dtype)
            if not fed.shape.is_compatible_with(array.shape):
                raise ValueError(phrase("its shape is {}, but the placeholder's is {}", list(array.shape), fed.shape))
        except (ValueError, TypeError) as error:
            why = phrase_of_error(error) or phrase("its dtype is {}, not {}", label_of(array), label)
            emitter.problems.append(
                make_problem(
                    "bad-feed", address(emitter.page.name, block, pin), why=why, dtype=label, shape=str(fed.shape)
                )
            )
            continue
        feeds[name] = array
    return feeds
