"""Search back from a non-finite value, along non-finite tensors, to the origin."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import tensorflow as tf

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.runtime.compile.graph_bodies import ARGUMENT, GraphBody, TensorRef, body_of, function_uses
from blockloom.runtime.compile.program import Variable
from blockloom.runtime.replay.dataflow_loops import LoopOrigin
from blockloom.runtime.replay.finite_checks import (
    INFINITE,
    NAN,
    Chain,
    FunctionLink,
    can_be,
)
from blockloom.runtime.replay.inspected_step import DEEPEST, CallTensor, FunctionCall, InspectedStep, Scope, bits

_LISTS_MOST = 100_000  # most iterations of loops to go through for one element of a list


class NonFiniteCause(NamedTuple):
    """The origin of a non-finite value.

    Attributes:
        kind: `made`: an op computed it from finite values. `given`: it was typed, or is an external input. `held`: a
            variable had it before the step. `loop`: it came out of a dataflow loop that no such value entered.
        tensor: The tensor of the origin.
        way: The tensors from the origin to the value of the query.
        variable: The variable that held the value, or that the op updates.
        loop_origin: The origin inside the loop, if known.
    """

    kind: Literal["made", "given", "held", "loop"]
    tensor: CallTensor
    way: list[CallTensor]
    variable: Variable | None = None
    loop_origin: LoopOrigin | None = None

    @property
    def replaced_tensor(self) -> CallTensor:
        """The tensor to replace by finite numbers to find the other causes.

        For an op that updates a variable, this is the tensor that the step reads from the variable afterwards.
        """
        return self.way[1] if self.kind == "made" and self.variable is not None and len(self.way) > 1 else self.tensor


def chains(step: InspectedStep, block: Address) -> list[tuple[Chain, list[str]]]:
    """Return the paths to functions with nodes of a block on a function's page, each with these nodes."""
    found, places = list[tuple[Chain, list[str]]](), step.program.places
    todo: list[tuple[Chain, GraphBody]] = [((), step.graph)]
    while todo:
        chain, body = todo.pop()
        nodes = [name for name in body.nodes if chain and (at := places.get(name)) is not None and at.owner == block]
        if nodes:
            found.append((chain, nodes))
        for node in body.nodes.values() if len(chain) < DEEPEST else ():
            for one in function_uses(node):
                todo.append(
                    ((*chain, FunctionLink(node.name, *one[:2])), body_of(step.copied.definition, one.function))
                )
    return found


def last_call(step: InspectedStep, chain: Chain, node: str, pin: str) -> CallTensor | None:
    """Return the non-finite output of a node, in the last call of a function in which it is non-finite."""

    def scopes(scope: Scope, links: Chain) -> Iterator[Scope]:
        if not links:
            yield scope
            return
        count = step.calls(scope, links[0].node).get(links[0][1:], 0)
        for number in reversed(range(count)):
            yield from scopes((*scope, FunctionCall(*links[0], number)), links[1:])

    for scope in itertools.islice(scopes((), chain), _LISTS_MOST):
        for number, output in enumerate(step.body(scope).outputs(node)):
            at = CallTensor(scope, TensorRef(node, number))
            if pin in ("", output.name) and step.bits(at):
                return at
    return None


# --- search -----------------------------------------------------------------------------------------------------------


def causes(step: InspectedStep, starts: Iterable[CallTensor], nodes: Iterable[str]) -> Iterator[NonFiniteCause]:
    """Yield the origins of non-finite values: each once, the nearest first along each path.

    Args:
        starts: The non-finite values.
        nodes: The nodes that the step ran.
    """
    todo: list[tuple[CallTensor, CallTensor | None]] = [(start, None) for start in starts]
    came: dict[CallTensor, CallTensor | None] = {}
    writers: dict[str, list[str]] | None = None
    while todo:
        at, before = todo.pop()
        if at in came:
            continue
        came[at] = before
        found = _sources(step, at)
        if found is None:
            continue
        if isinstance(found, list):
            todo += [(source, at) for source in reversed(found)]
            continue
        kind, about = found
        variable = about if isinstance(about, Variable) else None
        if kind == "read" and variable is not None:
            if step.was_nonfinite(variable):
                yield NonFiniteCause("held", at, _way(came, at), variable)
                continue
            writers = _writers(step, nodes) if writers is None else writers
            taken = [CallTensor((), ref) for name in writers.get(variable.block, ()) for ref in _bad(step, (), name)]
            todo += [(source, at) for source in reversed(taken)]
            if not taken:
                makers = writers.get(variable.block, ())
                end = CallTensor((), TensorRef(makers[0], 0)) if makers else at
                came.setdefault(end, at)
                yield NonFiniteCause("made", end, _way(came, end), variable)
            continue
        began = about if isinstance(about, LoopOrigin) else None
        yield _of_infinity(
            step, NonFiniteCause(kind if kind != "read" else "made", at, _way(came, at), loop_origin=began)
        )


def variable_causes(step: InspectedStep, variable: Variable, nodes: Iterable[str]) -> Iterator[NonFiniteCause]:
    """Yield the origins of a variable's value after a step, if the variable was finite before."""
    makers = _writers(step, nodes).get(variable.block, [])
    for name in makers:
        taken = [CallTensor((), ref) for ref in _bad(step, (), name)]
        own = CallTensor((), TensorRef(name, 0))
        if taken:
            for cause in causes(step, taken, nodes):
                yield cause._replace(way=[*cause.way, own])
            continue
        body = step.graph
        held = [
            v
            for ref in body.handles(name)
            if (v := step.variable(CallTensor((), ref))) is not None and step.was_nonfinite(v)
        ]
        yield NonFiniteCause("held" if held else "made", own, [own], held[0] if held else variable)


def _way(came: Mapping[CallTensor, CallTensor | None], at: CallTensor) -> list[CallTensor]:
    way = dict.fromkeys([at])
    following = came[at]
    while following is not None and following not in way:
        way[following] = None
        following = came[following]
    return list(way)


def _of_infinity(step: InspectedStep, cause: NonFiniteCause) -> NonFiniteCause:
    """Return the op that turns a typed infinity into a NaN, since the infinity itself is intended; else `cause`."""
    if cause.kind != "given" or step.bits(cause.tensor) != INFINITE:
        return cause
    for number, at in enumerate(cause.way):
        if step.bits(at) & NAN and at.ref.node != ARGUMENT and not step.functions(at):
            return NonFiniteCause("made", at, cause.way[number:])
    return cause


def _bad(step: InspectedStep, scope: Scope, node: str) -> list[TensorRef]:
    return [ref for ref in step.body(scope).inputs_of(node) if step.bits(CallTensor(scope, ref))]


def _sources(
    step: InspectedStep, at: CallTensor
) -> list[CallTensor] | tuple[Literal["made", "given", "read", "loop"], Variable | LoopOrigin | None] | None:
    """Return the non-finite tensors from which a tensor was computed; if there are none, the kind of the origin."""
    scope, ref = at
    if ref.node == ARGUMENT:
        return [step.argument_source(at)] if scope else ("given", None)
    body = step.body(scope)
    node = body.nodes[ref.node]
    traits = traits_of(node.op)
    if not scope and (f"{ref.node}:{ref.number}" in step.copied.fed or body.text(ref) in step.own.feeds):
        return "given", None
    opaque = not can_be(body.dtype(ref))
    if function_uses(node):
        return [step.result_source(at)]
    if not scope and traits.flow == "exit":
        began = step.loop_origin(ref.node)
        if isinstance(began, LoopOrigin):
            return "loop", began
        entered = [CallTensor((), one) for one in began or ()] or _entered(step, ref.node)
        return entered if entered else ("loop", None)
    if node.op == "TensorListPopBack" and not opaque:
        top = _top(step, CallTensor(scope, body.inputs_of(ref.node)[0]))
        return [top] if top is not None else ("made", None)
    takes = body.inputs_of(ref.node)
    if traits.decodes:
        return "given", None
    found = [CallTensor(scope, one) for one in takes if step.bits(CallTensor(scope, one))]
    handles = [one for one in takes if body.dtype(one) == tf.variant.as_datatype_enum]
    if opaque:
        return found + [CallTensor(scope, one) for one in handles] or None
    if found:
        return found
    if handles:
        return [CallTensor(scope, one) for one in handles]
    held = body.handles(ref.node)
    if traits.variable or held:
        source = at if traits.variable else CallTensor(scope, held[0])
        variable = step.variable(source)
        if variable is not None:
            return "read", variable
    if not scope and (variable := _updated_before(step, at)) is not None:
        return "read", variable
    return ("made" if takes else "given"), None


def _updated_before(step: InspectedStep, at: CallTensor) -> Variable | None:
    """Return the reference variable that an op reads after the same step made it non-finite."""
    takes = [one for one in step.graph.inputs_of(at.ref.node) if tf.as_dtype(step.graph.dtype(one))._is_ref_dtype]
    writers = _writers(step, step.graph.closure([at.ref.node])) if takes else {}
    for variable in (step.variable(CallTensor((), one)) for one in takes):
        if variable is not None and variable.block in writers and bits(step.updated(variable, at)):
            return variable
    return None


def _top(step: InspectedStep, at: CallTensor) -> CallTensor | None:
    """Return the tensor at the end of a list, searching back through the ops that added and removed elements."""
    over = 0
    for _ in range(_LISTS_MOST):
        if at.ref.node == ARGUMENT:
            at = step.argument_source(at)
            continue
        body = step.body(at.scope)
        node = body.nodes[at.ref.node]
        takes = body.inputs_of(node.name)
        if function_uses(node):
            at = step.result_source(at)
        elif node.op == "TensorListPushBack":
            if not over:
                return CallTensor(at.scope, takes[1]) if step.bits(CallTensor(at.scope, takes[1])) else None
            over, at = over - 1, CallTensor(at.scope, takes[0])
        elif node.op == "TensorListPopBack":
            over, at = over + 1, CallTensor(at.scope, takes[0])
        elif takes and traits_of(node.op).same_value:
            at = CallTensor(at.scope, takes[0])
        else:
            return None
    return None


def _entered(step: InspectedStep, node: str) -> list[CallTensor]:
    """Return the non-finite tensors that enter a loop of dataflow."""
    body, todo, seen, found = step.graph, [node], set[str](), dict[CallTensor, None]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if traits_of(body.nodes[name].op).flow == "enter":
            found.update((CallTensor((), ref), None) for ref in _bad(step, (), name))
        else:
            todo += body.predecessors(name)
    return list(found)


def _writers(step: InspectedStep, nodes: Iterable[str]) -> dict[str, list[str]]:
    """Return the nodes that write each variable."""
    found: dict[str, list[str]] = {}
    body = step.graph
    for name in nodes:
        node = body.nodes[name]
        traits = traits_of(node.op)
        if traits.variable or traits.inert or traits.same_value or traits.of_value or function_uses(node):
            continue
        held = body.handles(name)
        if len(body.inputs_of(name)) < 2:
            continue
        for ref in held:
            if (variable := step.variable(CallTensor((), ref))) is not None:
                found.setdefault(variable.block, []).append(name)
    return found
