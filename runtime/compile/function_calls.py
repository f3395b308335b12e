"""Replace calls, loops and branches of pages by nodes of the graph and functions of its library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import types_on
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.plan.plan_nodes import Node, PagePlan, Ref, Variable
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.constant_folding import MARK, marking
from blockloom.runtime.compile.function_defs import Handles, Key, handles, key_of
from blockloom.runtime.compile.gradient_loops import branched, looped
from blockloom.runtime.compile.inlined_loops import LoopInlining, RandomStates, is_control
from blockloom.runtime.compile.page_gradients import with_gradient
from blockloom.runtime.compile.program import CompiledFunction


def differentiates(document: Document) -> bool:
    """Return whether a document has blocks that compute gradients."""
    return any(
        traits_of(name).step in ("differentiate", "compute", "minimize")
        for page in document.pages.values()
        for name in types_on(page)
    )


def keeps_calls(document: Document, options: CompileOptions) -> bool:
    """Return whether calls of pages stay calls: in exports, unless gradients may be computed through them."""
    return options.bare and not options.inlines and not differentiates(document)


class FunctionCalls:
    """The calls of pages by the blocks of a page, in its graph.

    Args:
        functions: The called pages.

    Attributes:
        keeps_calls: Whether calls stay calls, see `keeps_calls`.
    """

    def __init__(
        self, graph: tf.Graph, plan: PagePlan, functions: Mapping[str, CompiledFunction], options: CompileOptions
    ):
        self._graph, self._plan, self._functions, self._options = graph, plan, functions, options
        self.keeps_calls = keeps_calls(plan.catalogue.document, options)
        self.handles: dict[Key, NodeDef] = {}  # variable of a function -> the node that outputs its handle
        self.random_states = RandomStates(plan.free, options.container) if options.keeps_random else None
        self.in_place = LoopInlining(graph, self.random_states) if options.is_run else None

    def add_definitions(self) -> None:
        """Add the functions to the library of the graph."""
        for function in self._functions.values():
            for name, definition in ({MARK: marking()} | function.definitions).items():
                if not self._graph._is_function(name):
                    self._graph._add_function(definition)

    def functions_of(self, node: Node[Ref]) -> list[CompiledFunction]:
        """Return the functions that a call, loop or branch names; none for another node, or if one is missing."""
        traits = traits_of(node.op)
        pages = [node.attrs[attr][1] for attr in (traits.functions if traits.functional else ())]
        names = [page for one in pages for page in (one if isinstance(one, list) else [one])]
        return [self._functions[page] for page in names] if all(page in self._functions for page in names) else []

    def with_function_names(self, attrs: dict[str, tuple[str, Any]]) -> dict[str, tuple[str, Any]]:
        """Return the attrs of a node with functions in place of pages, and with the name of its gradient."""
        attrs = with_gradient(attrs, self._functions)
        if not self._functions:
            return attrs
        return {
            name: (type_, self._named(value) if type_ in ("func", "list(func)") else value)
            for name, (type_, value) in attrs.items()
        }

    def _named(self, pages: str | list[str]) -> str | list[str]:
        if isinstance(pages, list):
            return [self._functions[page].name if page in self._functions else page for page in pages]
        return self._functions[pages].name if pages in self._functions else pages

    def nodes(self, node: NodeDef, used: list[CompiledFunction], at: Address) -> tuple[list[NodeDef], list[Variable]]:
        """Return the nodes that replace a node of a block, and the variables with the states of random nodes.

        A call becomes the nodes of the page; a loop or branch gets the nodes that its gradient needs.
        """
        functional = traits_of(node.op).functional
        given, nodes = self._handles(node, used)
        nodes += (
            looped(node, used, given, self._differentiates, self._add_function)
            if functional == "loop"
            else inlined(node, used[0], given)
            if functional == "call"
            else branched(node, used, given, self._add_function)
        )
        if self.in_place is not None:
            nodes[:0] = [more for new in nodes if is_control(new.op) for more in self.in_place.inline(new, at)]
        states = self.random_states
        if states is None:
            return nodes, []
        if at.block not in self._in_loops:
            nodes = [states.stateful_node(new, at) if traits_of(new.op).with_state else new for new in nodes]
        more, found = states.take()
        return [*nodes, *more], found

    @cached_property
    def _differentiates(self) -> bool:
        """True if gradients may be computed; loops then count iterations, which takes up to half as long again."""
        return self._options.differentiable or differentiates(self._plan.catalogue.document)

    @cached_property
    def _in_loops(self) -> set[str]:
        return in_loops(self._plan.page)

    def _handles(self, at: NodeDef, used: Iterable[CompiledFunction]) -> tuple[Handles, list[NodeDef]]:
        """Return the nodes that output the handles of the variables of functions, and those of them that are new."""
        given, new = dict[Key, NodeDef](), list[NodeDef]()
        for key, node in {key: node for function in used for key, node in handles(function.nodes).items()}.items():
            if key not in self.handles:
                copy = self.handles[key] = NodeDef()
                copy.CopyFrom(node)
                copy.name = f"{at.name}/handle_{len(self.handles)}"
                new.append(copy)
            given[key] = self.handles[key]
        return given, new

    def _add_function(self, made: Any) -> None:
        if not self._graph._is_function(made.name):
            self._graph._add_function(made)


# Replace calls of functions by the nodes of the functions.
#
# TensorFlow's gradient of an imported call is silently wrong, and nothing inside a call can be fetched. Therefore the
# nodes of the function replace its PartitionedCall, in a scope with the name of the call. They keep the strict order
# of a call: nodes with an effect or without inputs wait for all arguments, and everything that waits for the call
# waits for its effects.


def inlined(call: NodeDef, function: CompiledFunction, handles: Handles) -> list[NodeDef]:
    """Return the nodes that replace a call.

    Args:
        call: The call. The last node returned has its name and outputs; the others are in its scope.
        function: The called function.
        handles: The nodes of the graph that output the handles of variables, by key.

    Raises:
        ValueError: The number of arguments or outputs differs.
    """
    given, after = [name for name in call.input if name[0] != "^"], [name for name in call.input if name[0] == "^"]
    strict = [*(f"^{name.partition(':')[0]}" for name in given), *after]
    if len(given) != len(function.args):
        raise ValueError(
            phrase(
                "Args of the page that is called: {}; values that are wired to the call: {}",
                len(function.args),
                len(given),
            )
        )
    if len(call.attr["Tout"].list.type) != len(function.outputs):
        raise ValueError(
            phrase(
                "Retvals of the page that is called: {}; types in Tout: {}",
                len(function.outputs),
                len(call.attr["Tout"].list.type),
            )
        )
    args, scope = dict(zip(function.args, given)), f"{call.name}/"
    args |= {
        node.name: handles[key_of(node)].name for node in function.nodes if traits_of(node.op).variable == "resource"
    }

    def moved(name: str) -> str:
        stem, colon, number = name.lstrip("^").partition(":")
        sign = "^" if name[0] == "^" else ""
        if stem not in args:
            return sign + scope + stem + colon + number
        return f"^{args[stem].partition(':')[0]}" if sign else args[stem]

    copies = []
    for node in function.nodes:
        if node.name in args:
            continue
        inputs = [moved(name) for name in node.input]
        waits = strict if node.name in function.effects or not inputs else after
        if traits_of(node.op).functional == "loop":
            waits = []  # the seed counters wait instead, because control inputs would prevent the gradient of a loop
        copy = NodeDef(
            name=scope + node.name, op=node.op, device=node.device or call.device, input=_each_once([*inputs, *waits])
        )
        for name, value in node.attr.items():
            copy.attr[name].CopyFrom(value)
        if "_class" in copy.attr:  # rename the nodes that this one is colocated with
            copy.attr["_class"].list.s[:] = [
                b"loc:@" + scope.encode() + entry.removeprefix(b"loc:@") for entry in node.attr["_class"].list.s
            ]
        copies.append(copy)
    end = NodeDef(
        name=call.name,
        op="IdentityN" if function.outputs else "NoOp",
        device=call.device,
        input=_each_once(
            [
                *(moved(name.removesuffix(":0")) for name in function.outputs),
                *after,
                *(f"^{scope}{name}" for name in function.effects),
            ]
        ),
    )
    if function.outputs:
        end.attr["T"].CopyFrom(call.attr["Tout"])
    return [*copies, end]


def _each_once(inputs: Iterable[str]) -> list[str]:
    """Return the inputs of a node with each control input once, at the end."""
    inputs = list(inputs)
    return [*(name for name in inputs if name[0] != "^"), *dict.fromkeys(name for name in inputs if name[0] == "^")]
