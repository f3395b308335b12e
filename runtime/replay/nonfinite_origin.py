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
from blockloom.runtime.protocol.replies import (
    GrowthMessage,
    NonFiniteOriginReply,
    NonFiniteValueMessage,
    file_number_messages,
)
from blockloom.runtime.protocol.steps import Summary
from blockloom.runtime.replay.finite_checks import can_be
from blockloom.runtime.replay.growth import Grown, grown, learning_rates, values_back
from blockloom.runtime.replay.inspected_step import CallTensor, InspectedStep, bits
from blockloom.runtime.replay.isolated_graph import copied_graph
from blockloom.runtime.replay.nonfinite_search import NonFiniteCause, causes, chains, last_call, variable_causes
from blockloom.runtime.replay.read_files import places_read
from blockloom.runtime.replay.step_replayer import StepReplayer
from blockloom.runtime.run.step_fetches import names

ELEMENTS = 5  # most non-finite elements that are reported
_ROUNDS = 8  # most rounds of searching for further causes
_BACK = 20  # most variables, one after the other, through which the search goes back
_ORDER = "made", "loop", "held", "given"
_GRADIENT = re.compile(r".*(?:^|/)gradients(?:_\d+)?/(.+?)_grad(?:_\d+)?/")  # gradient of an op


class _OriginQuery(NamedTuple):
    """The values of a query: tensors of the graph, a variable after the step, or an output `inside` a function."""

    own: SessionProgram
    tensors: list[TensorRef]
    variable: Variable | None = None
    inside: Address | None = None


class _OriginMatch(NamedTuple):
    """A cause in a step, with further causes.

    Attributes:
        number: The number of the step.
        other_causes: Further causes.
        variable: The variable of the query in this step.
        beyond: The path from this variable to the value of the query, in later steps.
        query: The query, reduced to its non-finite tensor.
        since: The first and the last step since which the value may be non-finite.
    """

    step: InspectedStep
    number: int
    cause: NonFiniteCause
    other_causes: list[NonFiniteCause]
    variable: Variable | None
    beyond: list[CallTensor]
    query: _OriginQuery
    since: tuple[int, int]


@gc_paused()
def find_origin(again: StepReplayer, number: int, output: Address | None = None) -> NonFiniteOriginReply:
    """Return the origin of a non-finite output in a step; for None, that of the first non-finite value.

    Raises:
        StepNotRecorded: The step cannot be replayed.
        OpError: TensorFlow failed.
    """
    for asked in _asked(again, output):
        found = _find(again, number, asked)
        if found is not None:
            found = _at_first(again, number, found)
            try:
                return _told(again, found)
            finally:
                found.step.close()
    return NonFiniteOriginReply(number)


def _asked(again: StepReplayer, output: Address | None) -> Iterator[_OriginQuery]:
    """Yield the values that an address means, in each session that has it; without an address, all values."""
    for own in again.sessions():
        by_read = {v.read: v for v in own.variables}
        if output is None:
            shown = dict.fromkeys([*(n for n in own.fetched if n in own.requested), *names(own.sources)])
            yield _OriginQuery(own, list(map(_ref, shown)))
            yield from (_OriginQuery(own, [], variable) for variable in own.variables)
            continue
        at = output.owner_on(again.program.page)
        if at.page:
            yield _OriginQuery(own, [], inside=output)
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
        nodes = [node for node, place in again.program.places.items() if place.owner_on(again.program.page) == at]
        # A variable of an imported graph.
        if held := [variable for variable in own.variables if variable.node in nodes]:
            yield _OriginQuery(own, [], held[0])
            return
        # An op that only checks whether a value is finite has no float output.
        body = body_of(copied_graph(again.program.graph, own).definition)
        taken = [ref for node in nodes if node in body.nodes for ref in _asked_by(body, node)]
        if taken:
            yield _OriginQuery(own, taken)
            return


def _asked_by(body: GraphBody, node: str) -> Iterator[TensorRef]:
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


# --- search -----------------------------------------------------------------------------------------------------------


def _step(again: StepReplayer, own: SessionProgram, number: int) -> InspectedStep:
    """Return a step with the values of variables before it."""
    found = again.past.path_to(number)
    if found is not None and len(found.tapes) == 1:
        return InspectedStep(again.program, own, found.snapshot.values(own.id), found.tapes[0].get(own.id, {}))
    replicas, tapes = again.replicas_before(number)
    return InspectedStep(again.program, own, replicas[own.id].variables(), tapes[own.id])


def _find(again: StepReplayer, number: int, asked: _OriginQuery) -> _OriginMatch | None:
    """Return the origin of the values of a query; None if they are finite."""
    step = _step(again, asked.own, number)
    variable, starts = asked.variable, [CallTensor((), ref) for ref in asked.tensors]
    if asked.inside is not None:
        starts = _in_function(step, asked.inside)
    beyond: list[CallTensor] = []
    since = 0, number
    for turn in range(_BACK):
        if variable is not None and step.was_nonfinite(variable):
            found = [NonFiniteCause("held", CallTensor((), TensorRef(variable.node, 0)), [], variable)]
        else:
            found = list(_causes(step, starts, variable))
        if not found:
            step.close()
            return None
        if not turn:
            asked = asked._replace(tensors=[at.ref for at in starts if not at.scope and step.bits(at)][:1])
            since = (number, number) if variable is not None else since
        found.sort(key=lambda cause: _ORDER.index(cause.kind))
        cause = found[0]
        if cause.kind != "held" or cause.variable is None:
            return _OriginMatch(step, number, cause, found[1:], variable, beyond, asked, since)
        before = _began(again, asked.own, cause.variable, number)
        if not turn and variable is not None:
            since = (before, before) if isinstance(before, int) else before
        if not isinstance(before, int):
            return _OriginMatch(step, number, cause, found[1:], variable, beyond, asked, since)
        beyond = [CallTensor((), TensorRef(cause.variable.node, 0)), *cause.way, *beyond]
        step.close()
        number, variable, starts = before, cause.variable, []
        step = _step(again, asked.own, number)
    return None


def _at_first(again: StepReplayer, number: int, found: _OriginMatch) -> _OriginMatch:
    """Return the origin in the step since which the tensor has always been non-finite.

    Returns `found` if it is in an earlier step, to which variables led.
    """
    if not found.query.tensors:
        return found
    since = _since(again, found.query, number)
    first = _find(again, since[1], found.query) if since[1] < number == found.number else None
    if first is not None:
        found.step.close()
    return (first or found)._replace(since=since)


def _since(again: StepReplayer, asked: _OriginQuery, number: int) -> tuple[int, int]:
    """Return the first and the last step since which a tensor may be non-finite; the first is 0 if unknown."""
    name, own = "{}:{}".format(*asked.tensors[0]), asked.own
    if name in own.feeds:
        return 0, number
    fetch = [name, *([own.alive[name]] if name in own.alive else [])]

    def is_bad(values: Sequence[Any]) -> bool:
        return bits(values[0]) != 0 and not any(values[1:])

    for first, bad in values_back(again, own, fetch, [], number, is_bad):
        finite = [step for step, one in enumerate(bad, first) if not one]
        if finite:
            return finite[-1] + 1, finite[-1] + 1
        number = first
    return (1, 1) if number == 1 else (0, number)


def _growth(again: StepReplayer, found: _OriginMatch) -> Iterator[GrowthMessage]:
    """Yield the growth of the value of the query before it is non-finite, or of a variable that led to that."""
    step, asked, at, (first, _) = found.step, found.query, found.cause.tensor, found.since
    if found.cause.kind == "held" or at.ref.node == ARGUMENT and not at.scope:
        return
    tensor = asked.tensors[0] if asked.tensors and first else None
    led = step.graph.closure([at.scope[0].node if at.scope else at.ref.node])
    variables = dict.fromkeys([*([found.variable] if found.variable else []), *_variables(step, led)])
    number = min(first, found.number) if first else found.number
    how = grown(again, step, tensor, list(variables), number)
    if how is None:
        return
    if how.variable is not None:
        block, trained = _held_by(again.program, how.variable), [how.variable]
    else:
        assert tensor is not None
        block = next(iter(_places(again.program, tensor.node)[0][-1:]), Address(again.program.page))
        trained = _variables(step, step.graph.closure([tensor.node]))
    assert step.replica is not None
    rates = learning_rates(step, step.graph.closure(step.replica.targets(step.tape)), trained)
    yield GrowthMessage(
        block=str(block),
        factor=how.factor,
        first=how.first,
        last=how.last,
        learning_rates=rates,
        sentence=_growth_sentence(block, how, rates),
    )


def _variables(step: InspectedStep, nodes: Iterable[str]) -> list[Variable]:
    """Return the session's variables among some nodes."""
    found = (
        step.variable(CallTensor((), TensorRef(name, 0)))
        for name in nodes
        if traits_of(step.graph.nodes[name].op).variable
    )
    return [variable for variable in dict.fromkeys(found) if variable is not None and variable in step.own.variables]


def _in_function(step: InspectedStep, output: Address) -> list[CallTensor]:
    """Return an output of a block on the page of a function, in the last call in which it is non-finite."""
    ways = chains(step, output.owner)
    if not ways:
        return []
    step.look([chain[0].node for chain, _ in ways], False)
    found = (last_call(step, chain, node, output.pin) for chain, nodes in ways for node in nodes)
    return next(([at] for at in found if at is not None), [])


def _causes(step: InspectedStep, starts: list[CallTensor], variable: Variable | None) -> list[NonFiniteCause]:
    """Return a minimal set of causes without which the values would be finite."""
    if not starts and variable is None:
        return []
    nodes = step.look([at.scope[0].node if at.scope else at.ref.node for at in starts], variable is not None)
    bad = [at for at in starts if step.bits(at)][:1]
    found = _origins(step, bad, variable, nodes)
    if not found or all(cause.tensor in bad or len(cause.way) == 1 for cause in found):
        return found
    # If replacing the causes by numbers makes the value finite, there are no further causes.
    known = {cause.tensor: cause for cause in found}
    for _ in range(_ROUNDS):
        more = {cause.tensor: cause for cause in _left(step, bad, variable, known.values())}
        if not more.keys() - known.keys():
            break
        known |= more
    if len(known) > 1:
        # Test causes on the paths of other causes first, since replacing them stops the others as well.
        for at in sorted(known, key=lambda at: not any(at in c.way[1:] for c in known.values())):
            others = [cause for cause in known.values() if cause.tensor != at]
            if others and not _left(step, bad, variable, others):
                del known[at]  # the value is non-finite without this cause
    return list(known.values())


def _origins(
    step: InspectedStep, bad: list[CallTensor], variable: Variable | None, nodes: list[str]
) -> list[NonFiniteCause]:
    """Return the origins of bad values of a step, or of a variable's value after the step."""
    if variable is None:
        return _first(causes(step, bad, nodes))
    return _first(variable_causes(step, variable, nodes)) if step.becomes_nonfinite(variable) else []


def _first(found: Iterable[NonFiniteCause]) -> list[NonFiniteCause]:
    """Return the causes; of causes in several calls of a function, only the one of the first call."""
    first: dict[Any, NonFiniteCause] = {}
    for cause in found:
        key = tuple(call[:3] for call in cause.tensor.scope), cause.tensor.ref, cause.variable
        known = first.setdefault(key, cause)
        if [call.number for call in cause.tensor.scope] < [call.number for call in known.tensor.scope]:
            first[key] = cause
    return list(first.values())


def _left(
    step: InspectedStep, bad: list[CallTensor], variable: Variable | None, mended: Iterable[NonFiniteCause]
) -> list[NonFiniteCause]:
    """Return the causes that remain if numbers replace other causes."""
    other = step.with_finite_values(cause.replaced_tensor for cause in mended)
    try:
        in_graph = variable is None and other.replica is not None and not any(at.scope for at in bad)
        if in_graph and not any(map(bits, other.values((), [at.ref for at in bad]))):
            return []
        nodes = other.look([at.scope[0].node if at.scope else at.ref.node for at in bad], variable is not None)
        return _origins(other, [at for at in bad if other.bits(at)], variable, nodes)
    finally:
        other.close()


def _began(again: StepReplayer, own: SessionProgram, variable: Variable, number: int) -> int | tuple[int, int]:
    """Return the step since which a variable has been non-finite until step `number`.

    Returns:
        The step, or (first, last) if it is one of these; the first is 0 if it may be before the recording.
    """
    last = number - 1  # last step after which the value may have been finite
    for segment in reversed(again.past.segments):
        if segment.snapshot.step >= number:
            continue
        held = segment.snapshot.values(own.id).get(variable.block)
        if held is not None and bits(held):
            last = min(last, segment.snapshot.step)
            continue
        for at, replicas in again.steps(segment):
            if at > last:
                break
            after = replicas[own.id].variables([variable.block]).get(variable.block)
            if after is not None and bits(after):
                return at
        return min(segment.last_step, last) + 1, last
    return 0, last


# --- reply ------------------------------------------------------------------------------------------------------------


def _told(again: StepReplayer, found: _OriginMatch) -> NonFiniteOriginReply:
    step, cause, program = found.step, found.cause, again.program
    node, body = cause.tensor.ref.node, step.body(cause.tensor.scope)
    scope, is_argument = cause.tensor.scope, node == ARGUMENT
    calls: list[tuple[str, int, int]] = []
    for depth, call in enumerate(scope):
        way, _ = _places(program, call.node)
        counts = step.calls(scope[:depth], call.node)
        calls += [(str(at), 1, 1) for at in way[:-1]]
        calls += [(str(at), call.number + 1, counts.get((call.attr, call.place), 1)) for at in way[-1:]]
    way, gradient = ([], False) if is_argument else _places(program, node)
    variable = cause.variable
    if cause.kind == "held" and variable is not None:
        way, gradient = [_held_by(program, variable)], False
    calls += [(str(at), 1, 1) for at in way[:-1]]
    kind, began, inner = cause.kind, cause.loop_origin, list[CallTensor]()
    if began is not None:  # iterations of a dataflow loop are reported as calls
        calls += [
            (str(at), number, count) for end, number, count in began.loops for at in _places(program, end)[0][-1:]
        ]
        kind, node, inner = "made", began.ref.node, [CallTensor((), ref) for ref in began.way]
        way, gradient = _places(program, node)
    pin = _typed_pin(program, body, node) if kind == "given" else ""
    places = (
        places_read(step, node, cause.tensor.ref.number) if kind == "given" and not scope and not is_argument else []
    )
    inputs, outputs = list[NonFiniteValueMessage](), list[NonFiniteValueMessage]()
    elements, count = list[tuple[list[int], str, list[str]]](), 0
    if began is not None:
        inputs, outputs, elements, count = _shown(body.outputs(node)[began.ref.number].name, began.inputs, began.value)
    elif not is_argument and cause.kind in ("made", "loop", "given"):
        inputs, outputs, elements, count = _values(step, cause)
        if pin:
            outputs = [NonFiniteValueMessage(pin=pin, value=outputs[0]["value"], is_nonfinite=True)]
    first, last = (0, 0)
    if cause.kind == "held" and variable is not None:
        since = _began(again, step.own, variable, found.number)
        first, last = (since, since) if isinstance(since, int) else since
        if variable.block in step.state:
            value = step.state[variable.block]
            outputs, count = (
                [NonFiniteValueMessage(pin="", value=_summary(value), is_nonfinite=True)],
                int((~np.isfinite(value)).sum()),
            )
    block = str(way[-1]) if way else program.page + "/"
    others = dict.fromkeys(
        str(at) for other in found.other_causes for at in _places(program, other.tensor.ref.node)[0][-1:]
    )
    answer = NonFiniteOriginReply(
        found.number,
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
        list(dict.fromkeys(str(at) for one in (*inner, *cause.way, *found.beyond) for at in _on_the_way(program, one))),
        [at for at in others if at != block],
        pin=pin,
        file_numbers=file_number_messages(places[:ELEMENTS]),
        file_number_count=len(places),
    )
    asked = "" if found.variable is None else program.address_text(found.variable.block)
    return replace(
        answer,
        sentence=sentence(answer),
        step_text=when(answer),
        variable=asked,
        nonfinite_since=found.since,
        growth=list(_growth(again, found)),
    )


def _held_by(program: Program, variable: Variable) -> Address:
    """Return the block of a variable."""
    return parse(program.address_text(variable.block))._replace(page=program.page)


def _on_the_way(program: Program, at: CallTensor) -> list[Address]:
    """Return the blocks with a tensor on the path, including blocks around functions."""
    names = [*(call.node for call in at.scope), at.ref.node]
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
        way = program.way(match[1])
        if way:
            return [at.at_pin("") for at in way], True
    return [at.at_pin("") for at in program.way(node)], False


def _values(
    step: InspectedStep, cause: NonFiniteCause
) -> tuple[list[NonFiniteValueMessage], list[NonFiniteValueMessage], list[tuple[list[int], str, list[str]]], int]:
    """Return the inputs and the output of an op, the first non-finite elements of the output, and their number.

    For an op that updates a variable, the inputs include the value before the step, and the output is the value after
    the op.
    """
    at, variable = cause.tensor, cause.variable
    body, node = step.body(at.scope), at.ref.node
    fetched, held = dict[str, TensorRef](), dict[str, np.ndarray]()
    pins = list(zip(body.pins(node), body.inputs_of(node)))
    updates = {pin: step.variable(CallTensor(at.scope, ref)) for pin, ref in pins if ref in body.handles(node)}
    for pin, ref in pins:
        handle = updates.get(pin)
        if handle is not None and handle.block in step.state:
            held[pin] = step.state[handle.block]
        elif _is_shown(body.dtype(ref)):
            fetched[pin] = ref
    given = next((pin for pin, one in updates.items() if one is not None and one is variable), "")
    outputs = [] if given else [at.ref]
    found = step.values(at.scope, [*fetched.values(), *outputs])
    values = held | dict(zip(fetched, found))
    takes = [(pin, values[pin]) for pin, _ in pins if pin in values]
    if given and variable is not None:
        return _shown(given, takes, step.updated(variable, at))
    return _shown(body.outputs(node)[at.ref.number].name, takes, found[-1])


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


def sentence(answer: NonFiniteOriginReply) -> str:
    """Return an answer as a sentence, without the values."""
    *around, last = *(parse(block) for block, _, _ in answer.calls), parse(answer.block).at_pin(answer.pin)
    at = join(" → ", [block.display_text for block in (*around, last)])
    if answer.gradient:
        at = phrase("the gradient of {}", at)
    if answer.kind == "held":
        if answer.last == 0:
            return phrase("{} is non-finite from the beginning, since its initial value is", at)
        if answer.first == 0:
            return phrase("{} is non-finite after step {}; earlier steps are not recorded", at, answer.last)
        return phrase("{} became non-finite between step {} and step {}", at, answer.first, answer.last)
    if answer.pin:
        return phrase("the value typed into {} is not finite", at)
    if answer.file_numbers:
        return phrase("{0} reads it: {1}", at, answer.file_numbers[0]["sentence"])
    if answer.kind == "given":
        return phrase("{} outputs it: the value is typed, fed or an external input", at)
    if answer.kind == "loop":
        return phrase("it begins within the loop of {}, which only finite values enter", at)
    text = answer.elements[0][1] if answer.elements else "NaN"
    if any(one["is_nonfinite"] for one in answer.inputs):
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


def when(answer: NonFiniteOriginReply) -> str:
    """Return the step and, for a value in a function, the call."""
    text = phrase("step {}", answer.step)
    for _, number, count in reversed(answer.calls):
        if count > 1:
            return join(", ", [text, phrase("call {} of {}", number, count)])
    return text
