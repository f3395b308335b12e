"""Find the origin of a non-finite value: replay the step, and go back from the value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import join, phrase, plural
from blockloom.blocks.values.dtypes import DTYPES, label_of, name_of
from blockloom.runtime.compile.graph_bodies import ARGUMENT, GraphBody, TensorRef, body_of
from blockloom.runtime.compile.program import Program, SessionProgram, Variable
from blockloom.runtime.protocol import messages
from blockloom.runtime.protocol.records import Summary
from blockloom.runtime.protocol.replies import (
    GrowthMessage,
    NonFiniteOriginReply,
    NonFiniteValueMessage,
    file_number_messages,
)
from blockloom.runtime.replay.finite_checks import can_be
from blockloom.runtime.replay.growth import Grown, find_growth, learning_rates, replay_backwards
from blockloom.runtime.replay.inspected_step import CallTensor, InspectedStep, bits
from blockloom.runtime.replay.isolated_graph import copied_graph
from blockloom.runtime.replay.nonfinite_search import (
    NonFiniteCause,
    find_causes,
    find_chains,
    find_last_call,
    find_variable_causes,
)
from blockloom.runtime.replay.op_input_capture import find_read_places
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run.step_fetches import names

ELEMENTS = 5  # most non-finite elements that are reported
_ROUNDS = 8  # most rounds of searching for further causes
_BACK = 20  # most variables, one after the other, through which the search goes back
_ORDER = "made", "loop", "held", "given"
_GRADIENT = re.compile(r".*(?:^|/)gradients(?:_\d+)?/(.+?)_grad(?:_\d+)?/")  # gradient of an op


class _OriginQuery(NamedTuple):
    """The values of a query: tensors of the graph, a variable after the step, or an `output` inside a function."""

    own: SessionProgram
    tensors: list[TensorRef]
    variable: Variable | None = None
    output: Address | None = None


class _OriginMatch(NamedTuple):
    """A cause in a step, with further causes.

    Attributes:
        step: The number of the step.
        other_causes: Further causes.
        variable: The variable of the query in this step.
        later_path: The path from this variable to the value of the query, in later steps.
        query: The query, reduced to its non-finite tensor.
        since: The first and the last step since which the value may be non-finite.
    """

    inspected: InspectedStep
    step: int
    cause: NonFiniteCause
    other_causes: list[NonFiniteCause]
    variable: Variable | None
    later_path: list[CallTensor]
    query: _OriginQuery
    since: tuple[int, int]


@gc_paused()
def find_origin(replayer: StepReplayer, step: int, output: Address | None = None) -> NonFiniteOriginReply:
    """Return the origin of a non-finite output in a step; for None, that of the first non-finite value.

    Raises:
        StepNotRecorded: The step cannot be replayed.
        OpError: TensorFlow failed.
    """
    for query in _list_queries(replayer, output):
        match = _search_step(replayer, step, query)
        if match is not None:
            match = _search_first_step(replayer, step, match)
            try:
                return _make_reply(replayer, match)
            finally:
                match.inspected.close()
    return NonFiniteOriginReply(step)


def _list_queries(replayer: StepReplayer, output: Address | None) -> Iterator[_OriginQuery]:
    """Yield the values that an address means, in each session that has it; without an address, all values."""
    for own in replayer.sessions():
        by_read = {v.read: v for v in own.variables}
        if output is None:
            shown = dict.fromkeys([*(n for n in own.fetched if n in own.requested), *names(own.sources)])
            yield _OriginQuery(own, list(map(_ref, shown)))
            yield from (_OriginQuery(own, [], variable) for variable in own.variables)
            continue
        at = output.owner_on(replayer.program.page)
        if at.page:
            yield _OriginQuery(own, [], output=output)
            continue
        sources = {pin: source for pin, source in own.sources.get(at, {}).items() if output.pin in ("", pin)}
        if output.element is not None:
            one = slice(output.element, output.element + 1)
            sources = {pin: source[one] if isinstance(source, list) else source for pin, source in sources.items()}
        tensors = names({at: sources})
        reads = [by_read[read] for read in own.reads.get(at, {}).values() if read in by_read]
        if tensors or reads:
            yield _OriginQuery(own, list(map(_ref, tensors))) if tensors else _OriginQuery(own, [], reads[0])
            return
        nodes = [node for node, place in replayer.program.places.items() if place.owner_on(replayer.program.page) == at]
        # A variable of an imported graph.
        if held := [variable for variable in own.variables if variable.node in nodes]:
            yield _OriginQuery(own, [], held[0])
            return
        # An op that only checks whether a value is finite has no float output.
        body = body_of(copied_graph(replayer.program.graph, own).definition)
        tensors_before = [ref for node in nodes if node in body.nodes for ref in _find_float_tensors(body, node)]
        if tensors_before:
            yield _OriginQuery(own, tensors_before)
            return


def _find_float_tensors(body: GraphBody, node: str) -> Iterator[TensorRef]:
    """Yield the nearest tensors before a node that can be non-finite."""
    todo, seen = [node], set[str]()
    while todo:
        name = todo.pop()
        for ref in body.inputs_of(name) if name not in seen else ():
            if can_be(body.dtype(ref)):
                yield ref
            else:
                todo.append(ref.node)
        seen.add(name)


def _ref(name: str) -> TensorRef:
    node, _, number = name.partition(":")
    return TensorRef(node, int(number or 0))


def _inspect_step(replayer: StepReplayer, own: SessionProgram, step: int) -> InspectedStep:
    """Return a step with the values of variables before it."""
    recorded = replayer.past.path_to(step)
    if recorded is not None and len(recorded.tapes) == 1:
        return InspectedStep(replayer.program, own, recorded.snapshot.values(own.id), recorded.tapes[0].get(own.id, {}))
    replicas, tapes = replayer.replicas_before(step)
    return InspectedStep(replayer.program, own, replicas[own.id].variables(), tapes[own.id])


def _search_step(replayer: StepReplayer, step: int, query: _OriginQuery) -> _OriginMatch | None:
    """Return the origin of the values of a query; None if they are finite."""
    inspected = _inspect_step(replayer, query.own, step)
    variable, tensors = query.variable, [CallTensor((), ref) for ref in query.tensors]
    if query.output is not None:
        tensors = _find_in_function(inspected, query.output)
    beyond: list[CallTensor] = []
    since = 0, step
    for turn in range(_BACK):
        if variable is not None and inspected.was_nonfinite(variable):
            causes = [NonFiniteCause("held", CallTensor((), TensorRef(variable.node, 0)), [], variable)]
        else:
            causes = list(_find_minimal_causes(inspected, tensors, variable))
        if not causes:
            inspected.close()
            return None
        if not turn:
            query = query._replace(tensors=[at.ref for at in tensors if not at.scope and inspected.bits(at)][:1])
            since = (step, step) if variable is not None else since
        causes.sort(key=lambda cause: _ORDER.index(cause.kind))
        cause = causes[0]
        if cause.kind != "held" or cause.variable is None:
            return _OriginMatch(inspected, step, cause, causes[1:], variable, beyond, query, since)
        since_step = _find_variable_first_nonfinite(replayer, query.own, cause.variable, step)
        if not turn and variable is not None:
            since = (since_step, since_step) if isinstance(since_step, int) else since_step
        if not isinstance(since_step, int):
            return _OriginMatch(inspected, step, cause, causes[1:], variable, beyond, query, since)
        beyond = [CallTensor((), TensorRef(cause.variable.node, 0)), *cause.path, *beyond]
        inspected.close()
        step, variable, tensors = since_step, cause.variable, []
        inspected = _inspect_step(replayer, query.own, step)
    return None


def _search_first_step(replayer: StepReplayer, step: int, match: _OriginMatch) -> _OriginMatch:
    """Return the origin in the step since which the tensor has always been non-finite.

    Returns `match` if it is in an earlier step, to which variables led.
    """
    if not match.query.tensors:
        return match
    since = _find_first_nonfinite_step(replayer, match.query, step)
    first = _search_step(replayer, since[1], match.query) if since[1] < step == match.step else None
    if first is not None:
        match.inspected.close()
    return (first or match)._replace(since=since)


def _find_first_nonfinite_step(replayer: StepReplayer, query: _OriginQuery, step: int) -> tuple[int, int]:
    """Return the first and the last step since which a tensor may be non-finite; the first is 0 if unknown."""
    name, own = "{}:{}".format(*query.tensors[0]), query.own
    if name in own.feeds:
        return 0, step
    fetch = [name, *([own.alive[name]] if name in own.alive else [])]

    def is_bad(values: Sequence[Any]) -> bool:
        return bits(values[0]) != 0 and not any(values[1:])

    for first, bad in replay_backwards(replayer, own, fetch, [], step, is_bad):
        finite = [finite_step for finite_step, one in enumerate(bad, first) if not one]
        if finite:
            return finite[-1] + 1, finite[-1] + 1
        step = first
    return (1, 1) if step == 1 else (0, step)


def _find_growth(replayer: StepReplayer, match: _OriginMatch) -> Iterator[GrowthMessage]:
    """Yield the growth of the value of the query before it is non-finite, or of a variable that led to that."""
    inspected, query, tensor, (first, _) = match.inspected, match.query, match.cause.tensor, match.since
    if match.cause.kind == "held" or tensor.ref.node == ARGUMENT and not tensor.scope:
        return
    query_tensor = query.tensors[0] if query.tensors and first else None
    led = inspected.graph.closure([tensor.scope[0].node if tensor.scope else tensor.ref.node])
    variables = dict.fromkeys([*([match.variable] if match.variable else []), *_variables(inspected, led)])
    step = min(first, match.step) if first else match.step
    how = find_growth(replayer, inspected, query_tensor, list(variables), step)
    if how is None:
        return
    if how.variable is not None:
        block, trained = _block_of_variable(replayer.program, how.variable), [how.variable]
    else:
        assert query_tensor is not None
        block = next(iter(_places(replayer.program, query_tensor.node)[0][-1:]), Address(replayer.program.page))
        trained = _variables(inspected, inspected.graph.closure([query_tensor.node]))
    assert inspected.replica is not None
    rates = learning_rates(inspected, inspected.graph.closure(inspected.replica.targets(inspected.tape)), trained)
    yield GrowthMessage(
        block=str(block),
        factor=how.factor,
        first=how.first,
        last=how.last,
        learning_rates=rates,
        sentence=_growth_sentence(block, how, rates),
    )


def _variables(inspected: InspectedStep, nodes: Iterable[str]) -> list[Variable]:
    """Return the session's variables among some nodes."""
    found = (
        inspected.variable(CallTensor((), TensorRef(name, 0)))
        for name in nodes
        if traits_of(inspected.graph.nodes[name].op).variable
    )
    return [
        variable for variable in dict.fromkeys(found) if variable is not None and variable in inspected.own.variables
    ]


def _find_in_function(inspected: InspectedStep, output: Address) -> list[CallTensor]:
    """Return an output of a block on the page of a function, in the last call in which it is non-finite."""
    chains_with_nodes = find_chains(inspected, output.owner)
    if not chains_with_nodes:
        return []
    inspected.look([chain[0].node for chain, _ in chains_with_nodes], False)
    found = (find_last_call(inspected, chain, node, output.pin) for chain, nodes in chains_with_nodes for node in nodes)
    return next(([tensor] for tensor in found if tensor is not None), [])


def _find_minimal_causes(
    inspected: InspectedStep, tensors: list[CallTensor], variable: Variable | None
) -> list[NonFiniteCause]:
    """Return a minimal set of causes without which the values would be finite."""
    if not tensors and variable is None:
        return []
    nodes = inspected.look(
        [tensor.scope[0].node if tensor.scope else tensor.ref.node for tensor in tensors], variable is not None
    )
    nonfinite = [tensor for tensor in tensors if inspected.bits(tensor)][:1]
    found = _find_origins(inspected, nonfinite, variable, nodes)
    if not found or all(cause.tensor in nonfinite or len(cause.path) == 1 for cause in found):
        return found
    # If replacing the causes by numbers makes the value finite, there are no further causes.
    known = {cause.tensor: cause for cause in found}
    for _ in range(_ROUNDS):
        more = {cause.tensor: cause for cause in _find_remaining_causes(inspected, nonfinite, variable, known.values())}
        if not more.keys() - known.keys():
            break
        known |= more
    if len(known) > 1:
        # Test causes on the paths of other causes first, since replacing them stops the others as well.
        for tensor in sorted(known, key=lambda tensor: not any(tensor in c.path[1:] for c in known.values())):
            others = [cause for cause in known.values() if cause.tensor != tensor]
            if others and not _find_remaining_causes(inspected, nonfinite, variable, others):
                del known[tensor]  # the value is non-finite without this cause
    return list(known.values())


def _find_origins(
    inspected: InspectedStep, tensors: list[CallTensor], variable: Variable | None, nodes: list[str]
) -> list[NonFiniteCause]:
    """Return the origins of bad values of a step, or of a variable's value after the step."""
    if variable is None:
        return _keep_first_calls(find_causes(inspected, tensors, nodes))
    return (
        _keep_first_calls(find_variable_causes(inspected, variable, nodes))
        if inspected.becomes_nonfinite(variable)
        else []
    )


def _keep_first_calls(causes: Iterable[NonFiniteCause]) -> list[NonFiniteCause]:
    """Return the causes; of causes in several calls of a function, only the one of the first call."""
    first: dict[Any, NonFiniteCause] = {}
    for cause in causes:
        key = tuple(call[:3] for call in cause.tensor.scope), cause.tensor.ref, cause.variable
        known = first.setdefault(key, cause)
        if [call.number for call in cause.tensor.scope] < [call.number for call in known.tensor.scope]:
            first[key] = cause
    return list(first.values())


def _find_remaining_causes(
    inspected: InspectedStep,
    tensors: list[CallTensor],
    variable: Variable | None,
    replaced_causes: Iterable[NonFiniteCause],
) -> list[NonFiniteCause]:
    """Return the causes that remain if numbers replace other causes."""
    other = inspected.with_finite_values(cause.replaced_tensor for cause in replaced_causes)
    try:
        in_graph = variable is None and other.replica is not None and not any(tensor.scope for tensor in tensors)
        if in_graph and not any(map(bits, other.values((), [tensor.ref for tensor in tensors]))):
            return []
        nodes = other.look(
            [tensor.scope[0].node if tensor.scope else tensor.ref.node for tensor in tensors], variable is not None
        )
        return _find_origins(other, [tensor for tensor in tensors if other.bits(tensor)], variable, nodes)
    finally:
        other.close()


def _find_variable_first_nonfinite(
    replayer: StepReplayer, own: SessionProgram, variable: Variable, step: int
) -> int | tuple[int, int]:
    """Return the step since which a variable has been non-finite until another step.

    Returns:
        The step, or (first, last) if it is one of these; the first is 0 if it may be before the recording.
    """
    last = step - 1  # last step after which the value may have been finite
    for segment in reversed(replayer.past.segments):
        if segment.snapshot.step >= step:
            continue
        held = segment.snapshot.values(own.id).get(variable.block)
        if held is not None and bits(held):
            last = min(last, segment.snapshot.step)
            continue
        for after_step, replicas in replayer.replay_segment(segment):
            if after_step > last:
                break
            value = replicas[own.id].variables([variable.block]).get(variable.block)
            if value is not None and bits(value):
                return after_step
        return min(segment.last_step, last) + 1, last
    return 0, last


def _make_reply(replayer: StepReplayer, match: _OriginMatch) -> NonFiniteOriginReply:
    inspected, cause, program = match.inspected, match.cause, replayer.program
    node, body = cause.tensor.ref.node, inspected.body(cause.tensor.scope)
    scope, is_argument = cause.tensor.scope, node == ARGUMENT
    calls: list[tuple[str, int, int]] = []
    for depth, call in enumerate(scope):
        path, _ = _places(program, call.node)
        counts = inspected.calls(scope[:depth], call.node)
        calls += [(str(at), 1, 1) for at in path[:-1]]
        calls += [(str(at), call.number + 1, counts.get((call.attr, call.place), 1)) for at in path[-1:]]
    path, gradient = ([], False) if is_argument else _places(program, node)
    variable = cause.variable
    if cause.kind == "held" and variable is not None:
        path, gradient = [_block_of_variable(program, variable)], False
    calls += [(str(at), 1, 1) for at in path[:-1]]
    kind, loop_origin, inner = cause.kind, cause.loop_origin, list[CallTensor]()
    if loop_origin is not None:  # iterations of a dataflow loop are reported as calls
        calls += [
            (str(at), number, count) for end, number, count in loop_origin.loops for at in _places(program, end)[0][-1:]
        ]
        kind, node, inner = "made", loop_origin.ref.node, [CallTensor((), ref) for ref in loop_origin.path]
        path, gradient = _places(program, node)
    pin = _typed_pin(program, body, node) if kind == "given" else ""
    places = (
        find_read_places(inspected, node, cause.tensor.ref.number)
        if kind == "given" and not scope and not is_argument
        else []
    )
    inputs, outputs = list[NonFiniteValueMessage](), list[NonFiniteValueMessage]()
    elements, count = list[tuple[list[int], str, list[str]]](), 0
    if loop_origin is not None:
        inputs, outputs, elements, count = _shown(
            body.outputs(node)[loop_origin.ref.number].name, loop_origin.inputs, loop_origin.value
        )
    elif not is_argument and cause.kind in ("made", "loop", "given"):
        inputs, outputs, elements, count = _values(inspected, cause)
        if pin:
            outputs = [NonFiniteValueMessage(pin=pin, value=outputs[0]["value"], is_nonfinite=True)]
    first, last = (0, 0)
    if cause.kind == "held" and variable is not None:
        since = _find_variable_first_nonfinite(replayer, inspected.own, variable, match.step)
        first, last = (since, since) if isinstance(since, int) else since
        if variable.block in inspected.state:
            value = inspected.state[variable.block]
            outputs, count = (
                [NonFiniteValueMessage(pin="", value=_summary(value), is_nonfinite=True)],
                int((~np.isfinite(value)).sum()),
            )
    block = str(path[-1]) if path else program.page + "/"
    others = dict.fromkeys(
        str(at) for other in match.other_causes for at in _places(program, other.tensor.ref.node)[0][-1:]
    )
    origin = NonFiniteOriginReply(
        match.step,
        kind,
        block,
        body.nodes[node].op if not is_argument else "",
        gradient,
        calls,
        inputs,
        outputs,
        elements,
        count,
        first,
        last,
        list(
            dict.fromkeys(
                str(at) for one in (*inner, *cause.path, *match.later_path) for at in _blocks_on_path(program, one)
            )
        ),
        [at for at in others if at != block],
        pin=pin,
        file_numbers=file_number_messages(places[:ELEMENTS]),
        file_number_count=len(places),
    )
    variable_block = "" if match.variable is None else program.address_text(match.variable.block)
    return replace(
        origin,
        sentence=format_sentence(origin),
        step_text=format_step(origin),
        variable=variable_block,
        nonfinite_since=match.since,
        growth=list(_find_growth(replayer, match)),
    )


def _block_of_variable(program: Program, variable: Variable) -> Address:
    """Return the block of a variable."""
    return parse(program.address_text(variable.block))._replace(page=program.page)


def _blocks_on_path(program: Program, tensor: CallTensor) -> list[Address]:
    """Return the blocks with a tensor on the path, including blocks around functions."""
    names = [*(call.node for call in tensor.scope), tensor.ref.node]
    return [place for name in names if name for place in _places(program, name)[0]]


def _typed_pin(program: Program, body: GraphBody, node: str) -> str:
    """Return the pin of a block into which the value of a node is typed, "" if there is none."""
    place = program.places.get(node)
    if place is None or body.nodes[node].op != "Const":
        return ""
    return place.pin or "value"  # a block Const


def _places(program: Program, node: str) -> tuple[list[Address], bool]:
    """Return the blocks that lead to a node, the outermost first, and whether it is in a gradient of the last."""
    match = _GRADIENT.match(node)
    if match is not None:
        path = program.way(match[1])
        if path:
            return [at.at_pin("") for at in path], True
    return [at.at_pin("") for at in program.way(node)], False


def _values(
    inspected: InspectedStep, cause: NonFiniteCause
) -> tuple[list[NonFiniteValueMessage], list[NonFiniteValueMessage], list[tuple[list[int], str, list[str]]], int]:
    """Return the inputs and the output of an op, the first non-finite elements of the output, and their number.

    For an op that updates a variable, the inputs include the value before the step, and the output is the value after
    the op.
    """
    tensor, variable = cause.tensor, cause.variable
    body, node = inspected.body(tensor.scope), tensor.ref.node
    fetched, held = dict[str, TensorRef](), dict[str, np.ndarray]()
    pins = list(zip(body.pins(node), body.inputs_of(node)))
    updates = {pin: inspected.variable(CallTensor(tensor.scope, ref)) for pin, ref in pins if ref in body.handles(node)}
    for pin, ref in pins:
        handle = updates.get(pin)
        if handle is not None and handle.block in inspected.state:
            held[pin] = inspected.state[handle.block]
        elif _is_shown(body.dtype(ref)):
            fetched[pin] = ref
    given = next((pin for pin, one in updates.items() if one is not None and one is variable), "")
    outputs = [] if given else [tensor.ref]
    fetched_values = inspected.values(tensor.scope, [*fetched.values(), *outputs])
    values = held | dict(zip(fetched, fetched_values))
    takes = [(pin, values[pin]) for pin, _ in pins if pin in values]
    if given and variable is not None:
        return _shown(given, takes, inspected.updated(variable, tensor))
    return _shown(body.outputs(node)[tensor.ref.number].name, takes, fetched_values[-1])


def _shown(
    pin: str, takes: Sequence[tuple[str, Any]], given: Any
) -> tuple[list[NonFiniteValueMessage], list[NonFiniteValueMessage], list[tuple[list[int], str, list[str]]], int]:
    inputs = [
        NonFiniteValueMessage(pin=name, value=_summary(value), is_nonfinite=bits(value) != 0) for name, value in takes
    ]
    outputs = [NonFiniteValueMessage(pin=pin, value=_summary(given), is_nonfinite=True)]
    where = np.argwhere(~np.isfinite(given))
    elements = []
    for place in where[:ELEMENTS].tolist():
        sides = []
        for _, value in takes:
            try:
                sides.append(str(np.broadcast_to(value, np.shape(given))[tuple(place)]))
            except ValueError:
                sides.append("")
        elements.append((place, str(np.asarray(given)[tuple(place)]), sides))
    return inputs, outputs, elements, len(where)


def _is_shown(dtype: int) -> bool:
    info = DTYPES.get(name_of(dtype)) if dtype else None
    return info is not None and info.family in "biufc"


def _summary(value: Any) -> Summary:
    value = np.asarray(value)
    return {"dtype": label_of(value), "shape": list(value.shape), "text": messages.array_text(value)}


def format_sentence(origin: NonFiniteOriginReply) -> str:
    """Return an origin as a sentence, without the values."""
    *around, last = *(parse(block) for block, _, _ in origin.calls), parse(origin.block).at_pin(origin.pin)
    at = join(" → ", [block.display_text for block in (*around, last)])
    if origin.gradient:
        at = phrase("the gradient of {}", at)
    if origin.kind == "held":
        if origin.last == 0:
            return phrase("{} is non-finite from the beginning, since its initial value is", at)
        if origin.first == 0:
            return phrase("{} is non-finite after step {}; earlier steps are not recorded", at, origin.last)
        return phrase("{} became non-finite between step {} and step {}", at, origin.first, origin.last)
    if origin.pin:
        return phrase("the value typed into {} is not finite", at)
    if origin.file_numbers:
        return phrase("{0} reads it: {1}", at, origin.file_numbers[0]["sentence"])
    if origin.kind == "given":
        return phrase("{} outputs it: the value is typed, fed or an external input", at)
    if origin.kind == "loop":
        return phrase("it begins within the loop of {}, which only finite values enter", at)
    text = origin.elements[0][1] if origin.elements else "NaN"
    if any(one["is_nonfinite"] for one in origin.inputs):
        return phrase("{} makes {} of infinite numbers", at, text)
    return phrase("{} makes {} of finite numbers", at, text)


def _growth_sentence(block: Address, how: Grown, rates: Sequence[float]) -> str:
    text = phrase(
        "{0} grows by a factor of {1} in each step, from step {2} to step {3}",
        block.display_text,
        f"{how.factor:.4g}",
        how.first,
        how.last,
    )
    if not rates:
        return text
    values = join(", ", [f"{rate:.6g}" for rate in rates])
    return join("; ", [text, plural("the learning rate is {1}", "the learning rates are {1}", len(rates), values)])


def format_step(origin: NonFiniteOriginReply) -> str:
    """Return the step and, for a value in a function, the call."""
    text = phrase("step {}", origin.step)
    for _, number, count in reversed(origin.calls):
        if count > 1:
            return join(", ", [text, phrase("call {} of {}", number, count)])
    return text
