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
        path: The tensors from the origin to the value of the query.
        variable: The variable that held the value, or that the op updates.
        loop_origin: The origin inside the loop, if known.
    """

    kind: Literal["made", "given", "held", "loop"]
    tensor: CallTensor
    path: list[CallTensor]
    variable: Variable | None = None
    loop_origin: LoopOrigin | None = None

    @property
    def replaced_tensor(self) -> CallTensor:
        """The tensor to replace by finite numbers to find the other causes.

        For an op that updates a variable, this is the tensor that the step reads from the variable afterwards.
        """
        return self.path[1] if self.kind == "made" and self.variable is not None and len(self.path) > 1 else self.tensor


def find_chains(inspected: InspectedStep, block: Address) -> list[tuple[Chain, list[str]]]:
    """Return the paths to functions with nodes of a block on a function's page, each with these nodes."""
    found, places = list[tuple[Chain, list[str]]](), inspected.program.places
    todo: list[tuple[Chain, GraphBody]] = [((), inspected.graph)]
    while todo:
        chain, body = todo.pop()
        nodes = [name for name in body.nodes if chain and (at := places.get(name)) is not None and at.owner == block]
        if nodes:
            found.append((chain, nodes))
        for node in body.nodes.values() if len(chain) < DEEPEST else ():
            for one in function_uses(node):
                todo.append(
                    ((*chain, FunctionLink(node.name, *one[:2])), body_of(inspected.copied.definition, one.function))
                )
    return found


def find_last_call(inspected: InspectedStep, chain: Chain, node: str, pin: str) -> CallTensor | None:
    """Return the non-finite output of a node, in the last call of a function in which it is non-finite."""

    def scopes(scope: Scope, links: Chain) -> Iterator[Scope]:
        if not links:
            yield scope
            return
        count = inspected.calls(scope, links[0].node).get(links[0][1:], 0)
        for number in reversed(range(count)):
            yield from scopes((*scope, FunctionCall(*links[0], number)), links[1:])

    for scope in itertools.islice(scopes((), chain), _LISTS_MOST):
        for number, output in enumerate(inspected.body(scope).outputs(node)):
            tensor = CallTensor(scope, TensorRef(node, number))
            if pin in ("", output.name) and inspected.bits(tensor):
                return tensor
    return None


def find_causes(
    inspected: InspectedStep, tensors: Iterable[CallTensor], nodes: Iterable[str]
) -> Iterator[NonFiniteCause]:
    """Yield the origins of non-finite values: each once, the nearest first along each path.

    Args:
        tensors: The non-finite values.
        nodes: The nodes that the step ran.
    """
    todo: list[tuple[CallTensor, CallTensor | None]] = [(start, None) for start in tensors]
    next_tensors: dict[CallTensor, CallTensor | None] = {}
    writers: dict[str, list[str]] | None = None
    while todo:
        tensor, next_tensor = todo.pop()
        if tensor in next_tensors:
            continue
        next_tensors[tensor] = next_tensor
        sources = _find_sources(inspected, tensor)
        if sources is None:
            continue
        if isinstance(sources, list):
            todo += [(source, tensor) for source in reversed(sources)]
            continue
        kind, about = sources
        variable = about if isinstance(about, Variable) else None
        if kind == "read" and variable is not None:
            if inspected.was_nonfinite(variable):
                yield NonFiniteCause("held", tensor, _path_from(next_tensors, tensor), variable)
                continue
            writers = _find_writers(inspected, nodes) if writers is None else writers
            written_tensors = [
                CallTensor((), ref)
                for name in writers.get(variable.block, ())
                for ref in _nonfinite_inputs(inspected, (), name)
            ]
            todo += [(source, tensor) for source in reversed(written_tensors)]
            if not written_tensors:
                writer_nodes = writers.get(variable.block, ())
                end = CallTensor((), TensorRef(writer_nodes[0], 0)) if writer_nodes else tensor
                next_tensors.setdefault(end, tensor)
                yield NonFiniteCause("made", end, _path_from(next_tensors, end), variable)
            continue
        loop_origin = about if isinstance(about, LoopOrigin) else None
        yield _skip_typed_infinity(
            inspected,
            NonFiniteCause(
                kind if kind != "read" else "made", tensor, _path_from(next_tensors, tensor), loop_origin=loop_origin
            ),
        )


def find_variable_causes(
    inspected: InspectedStep, variable: Variable, nodes: Iterable[str]
) -> Iterator[NonFiniteCause]:
    """Yield the origins of a variable's value after a step, if the variable was finite before."""
    writer_nodes = _find_writers(inspected, nodes).get(variable.block, [])
    for name in writer_nodes:
        input_tensors = [CallTensor((), ref) for ref in _nonfinite_inputs(inspected, (), name)]
        output_tensor = CallTensor((), TensorRef(name, 0))
        if input_tensors:
            for cause in find_causes(inspected, input_tensors, nodes):
                yield cause._replace(path=[*cause.path, output_tensor])
            continue
        body = inspected.graph
        held = [
            v
            for ref in body.handles(name)
            if (v := inspected.variable(CallTensor((), ref))) is not None and inspected.was_nonfinite(v)
        ]
        yield NonFiniteCause("held" if held else "made", output_tensor, [output_tensor], held[0] if held else variable)


def _path_from(next_tensors: Mapping[CallTensor, CallTensor | None], tensor: CallTensor) -> list[CallTensor]:
    path = dict.fromkeys([tensor])
    next_tensor = next_tensors[tensor]
    while next_tensor is not None and next_tensor not in path:
        path[next_tensor] = None
        next_tensor = next_tensors[next_tensor]
    return list(path)


def _skip_typed_infinity(inspected: InspectedStep, cause: NonFiniteCause) -> NonFiniteCause:
    """Return the op that turns a typed infinity into a NaN, since the infinity itself is intended; else `cause`."""
    if cause.kind != "given" or inspected.bits(cause.tensor) != INFINITE:
        return cause
    for number, tensor in enumerate(cause.path):
        if inspected.bits(tensor) & NAN and tensor.ref.node != ARGUMENT and not inspected.functions(tensor):
            return NonFiniteCause("made", tensor, cause.path[number:])
    return cause


def _nonfinite_inputs(inspected: InspectedStep, scope: Scope, node: str) -> list[TensorRef]:
    return [ref for ref in inspected.body(scope).inputs_of(node) if inspected.bits(CallTensor(scope, ref))]


def _find_sources(
    inspected: InspectedStep, tensor: CallTensor
) -> list[CallTensor] | tuple[Literal["made", "given", "read", "loop"], Variable | LoopOrigin | None] | None:
    """Return the non-finite tensors from which a tensor was computed; if there are none, the kind of the origin."""
    scope, ref = tensor
    if ref.node == ARGUMENT:
        return [inspected.argument_source(tensor)] if scope else ("given", None)
    body = inspected.body(scope)
    node = body.nodes[ref.node]
    traits = traits_of(node.op)
    if not scope and (f"{ref.node}:{ref.number}" in inspected.copied.fed or body.text(ref) in inspected.own.feeds):
        return "given", None
    opaque = not can_be(body.dtype(ref))
    if function_uses(node):
        return [inspected.result_source(tensor)]
    if not scope and traits.flow == "exit":
        loop_origin = inspected.loop_origin(ref.node)
        if isinstance(loop_origin, LoopOrigin):
            return "loop", loop_origin
        entered = [CallTensor((), one) for one in loop_origin or ()] or _find_entering_tensors(inspected, ref.node)
        return entered if entered else ("loop", None)
    if node.op == "TensorListPopBack" and not opaque:
        top = _find_list_end(inspected, CallTensor(scope, body.inputs_of(ref.node)[0]))
        return [top] if top is not None else ("made", None)
    inputs = body.inputs_of(ref.node)
    if traits.decodes:
        return "given", None
    nonfinite_inputs = [CallTensor(scope, one) for one in inputs if inspected.bits(CallTensor(scope, one))]
    handles = [one for one in inputs if body.dtype(one) == tf.variant.as_datatype_enum]
    if opaque:
        return nonfinite_inputs + [CallTensor(scope, one) for one in handles] or None
    if nonfinite_inputs:
        return nonfinite_inputs
    if handles:
        return [CallTensor(scope, one) for one in handles]
    held = body.handles(ref.node)
    if traits.variable or held:
        source = tensor if traits.variable else CallTensor(scope, held[0])
        variable = inspected.variable(source)
        if variable is not None:
            return "read", variable
    if not scope and (variable := _find_updated_variable(inspected, tensor)) is not None:
        return "read", variable
    return ("made" if inputs else "given"), None


def _find_updated_variable(inspected: InspectedStep, tensor: CallTensor) -> Variable | None:
    """Return the reference variable that an op reads after the same step made it non-finite."""
    inputs = [
        one
        for one in inspected.graph.inputs_of(tensor.ref.node)
        if tf.as_dtype(inspected.graph.dtype(one))._is_ref_dtype
    ]
    writers = _find_writers(inspected, inspected.graph.closure([tensor.ref.node])) if inputs else {}
    for variable in (inspected.variable(CallTensor((), one)) for one in inputs):
        if variable is not None and variable.block in writers and bits(inspected.updated(variable, tensor)):
            return variable
    return None


def _find_list_end(inspected: InspectedStep, tensor: CallTensor) -> CallTensor | None:
    """Return the tensor at the end of a list, searching back through the ops that added and removed elements."""
    over = 0
    for _ in range(_LISTS_MOST):
        if tensor.ref.node == ARGUMENT:
            tensor = inspected.argument_source(tensor)
            continue
        body = inspected.body(tensor.scope)
        node = body.nodes[tensor.ref.node]
        inputs = body.inputs_of(node.name)
        if function_uses(node):
            tensor = inspected.result_source(tensor)
        elif node.op == "TensorListPushBack":
            if not over:
                return (
                    CallTensor(tensor.scope, inputs[1]) if inspected.bits(CallTensor(tensor.scope, inputs[1])) else None
                )
            over, tensor = over - 1, CallTensor(tensor.scope, inputs[0])
        elif node.op == "TensorListPopBack":
            over, tensor = over + 1, CallTensor(tensor.scope, inputs[0])
        elif inputs and traits_of(node.op).same_value:
            tensor = CallTensor(tensor.scope, inputs[0])
        else:
            return None
    return None


def _find_entering_tensors(inspected: InspectedStep, node: str) -> list[CallTensor]:
    """Return the non-finite tensors that enter a loop of dataflow."""
    body, todo, seen, found = inspected.graph, [node], set[str](), dict[CallTensor, None]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if traits_of(body.nodes[name].op).flow == "enter":
            found.update((CallTensor((), ref), None) for ref in _nonfinite_inputs(inspected, (), name))
        else:
            todo += body.predecessors(name)
    return list(found)


def _find_writers(inspected: InspectedStep, nodes: Iterable[str]) -> dict[str, list[str]]:
    """Return the nodes that write each variable."""
    found: dict[str, list[str]] = {}
    body = inspected.graph
    for name in nodes:
        node = body.nodes[name]
        traits = traits_of(node.op)
        if traits.variable or traits.inert or traits.same_value or traits.of_value or function_uses(node):
            continue
        held = body.handles(name)
        if len(body.inputs_of(name)) < 2:
            continue
        for ref in held:
            if (variable := inspected.variable(CallTensor((), ref))) is not None:
                found.setdefault(variable.block, []).append(name)
    return found
