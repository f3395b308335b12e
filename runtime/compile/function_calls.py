"""Replace calls, loops and branches of pages by nodes of the graph and functions of its library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import types_on
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.plan.outputs import Ref
from blockloom.blocks.plan.plan_nodes import Node, PagePlan, Variable
from blockloom.runtime.compile.call_inlining import inlined
from blockloom.runtime.compile.compile_options import CompileOptions
from blockloom.runtime.compile.constant_folding import MARK, marking
from blockloom.runtime.compile.function_defs import Handles, Key, handles
from blockloom.runtime.compile.gradient_loops import branched, looped
from blockloom.runtime.compile.inlined_loops import LoopInlining, is_control
from blockloom.runtime.compile.page_gradients import with_gradient
from blockloom.runtime.compile.program import CompiledFunction
from blockloom.runtime.compile.random_states import RandomStates


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
        self.handles: dict[Key, NodeDef] = {}  # the nodes that output the handles of the variables of functions
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
