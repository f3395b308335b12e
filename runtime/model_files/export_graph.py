"""Export pages as the graph of a model: the nodes that their Retvals need, with the values of variables.

Each page becomes a signature. It is compiled as for a run, and its graph is reduced to the nodes before the Retvals and
the nodes that fill tables there. The graphs of all pages are merged to one (`signature_graphs`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tensorflow.core.framework import graph_pb2
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.protobuf.meta_graph_pb2 import TensorInfo

from blockloom.blocks.catalogue.block_types import BESIDE, PREPARES
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import signature
from blockloom.blocks.document.addresses import Address, address
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.lower.model_signatures import DEFAULT, ForwardingPage, exact_name, passing, signature_name
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.compile.constant_folding import unmarked
from blockloom.runtime.compile.program import DescribedResult, Program, SessionProgram
from blockloom.runtime.model_files.signature_graphs import MergedGraph, functions_of, shared_name, sources, unscoped
from blockloom.runtime.run.open_session import OpenSession
from blockloom.runtime.run.variable_state import KeptVariable, Sought

Restored = Callable[[Sought], Mapping[str, np.ndarray]]


@dataclass
class SignatureEnds:
    """The inputs and outputs of a signature, by their public names."""

    inputs: dict[str, TensorInfo] = field(default_factory=dict)
    outputs: dict[str, TensorInfo] = field(default_factory=dict)


@dataclass
class Exported:
    """A model to be written; if there are errors in `problems`, all else is empty.

    Attributes:
        problems: The errors and warnings.
        signatures: The inputs and outputs of signatures.
        variables: The nodes of variables, by shared_name.
        values: The values of variables, by shared_name.
        trainable: The shared_name of each variable that optimizers may change.
        fills: Nodes that fill tables.
        assets: Files that Const nodes name.
    """

    problems: list[Problem]
    graph: graph_pb2.GraphDef = field(default_factory=graph_pb2.GraphDef)
    signatures: dict[str, SignatureEnds] = field(default_factory=dict)
    variables: dict[str, NodeDef] = field(default_factory=dict)
    values: dict[str, np.ndarray] = field(default_factory=dict)
    trainable: set[str] = field(default_factory=set)
    fills: list[str] = field(default_factory=list)
    assets: dict[str, Path] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """True if there are no errors."""
        return not any(one.severity == "error" for one in self.problems)


def export(
    document: Document,
    pages: Iterable[str],
    catalogue: Catalogue,
    restored: Restored | None = None,
    tell: Callable[[Address], None] | None = None,
) -> Exported:
    """Return one model of these pages.

    Args:
        pages: The names of the pages.
        catalogue: The catalogue of block types.
        restored: Returns values of variables by shared_name; None for the initial values.
        tell: As in `compile_page`.

    Raises:
        ValueError: The export is impossible; the text is for the user.
    """
    model, merged, versions = Exported([]), MergedGraph(), None
    ways = {name: _way(document, name) for name in pages}
    parts: dict[str, tuple[dict[str, str], dict[str, str]]] = {}
    for name in dict.fromkeys(way[-1].page if way else name for name, way in ways.items()):
        page = document.pages[name]
        args, retvals, _ = signature(page)
        program = compile_page(
            document,
            name,
            catalogue,
            CompileOptions(
                tell=tell, differentiable=True, runs=False, fetch=[address(name, item.id) for item in retvals]
            ),
        )
        model.problems += program.problems
        if not program.ok:
            continue
        part = _Part(program, page)
        versions = part.graph.versions
        names = merged.add(name, part.nodes, part.functions)
        part.read(model, restored)
        model.fills += [names[item] for item in part.fills if names[item] not in model.fills]
        model.assets |= {names[item]: path for item, path in part.assets.items()}
        ends = model.signatures[name] = SignatureEnds(
            *(
                {key: _info(program, tensor, names) for key, tensor in some.items()}
                for some in (part.inputs, part.outputs)
            )
        )
        if not ends.outputs:
            raise ValueError(phrase("page {} has no outputs: wire the outputs of the model to Retval blocks", name))
        parts[name] = ({item.id: exact_name(item) for item in args}, {item.id: exact_name(item) for item in retvals})
    if not model.ok:
        return model
    all_ends, model.signatures = model.signatures, {}
    for name, way in ways.items():
        ends = all_ends[way[-1].page if way else name]
        page = document.pages[name]
        key = signature_name(page) if signature(page).retvals else DEFAULT
        key = name if key in model.signatures else key
        model.signatures[key] = _through(page, way, ends, *parts[way[-1].page]) if way else ends
    model.graph.node.extend(merged.nodes.values())
    model.graph.library.function.extend(merged.functions.values())
    model.graph.versions.CopyFrom(versions)
    model.variables = {shared_name(node): node for node in merged.nodes.values() if traits_of(node.op).variable}
    return model


def _way(document: Document, name: str) -> list[ForwardingPage]:
    """Return the pages to which a page passes everything on, one after the other."""
    found: list[ForwardingPage] = []
    while (step := passing(document.pages[name])) is not None and step.page in document.pages and len(found) < 50:
        found.append(step)
        name = step.page
    return found


def _through(
    page: Page, way: list[ForwardingPage], ends: SignatureEnds, args: Mapping[str, str], retvals: Mapping[str, str]
) -> SignatureEnds:
    """Return the ends of a page that passes everything on, from the ends of the last page."""
    own = signature(page)
    taken, given = ({one.id: one.id for one in blocks} for blocks in own[:2])
    for step in way:
        taken = {name: step.args[at] for name, at in taken.items()}
        given = {name: step.retvals[at] for name, at in given.items()}
    exact = {one.id: exact_name(one) for blocks in own[:2] for one in blocks}
    return SignatureEnds(
        {exact[name]: ends.inputs[args[at]] for name, at in taken.items() if args[at] in ends.inputs},
        {exact[name]: ends.outputs[retvals[at]] for name, at in given.items()},
    )


def _info(program: Program, tensor: str, names: Mapping[str, str]) -> TensorInfo:
    found = program.graph.get_tensor_by_name(tensor)
    stem, _, number = tensor.partition(":")
    return TensorInfo(
        name=f"{names[stem]}:{number}",
        dtype=found.dtype.base_dtype.as_datatype_enum,
        tensor_shape=found.shape.as_proto(),
    )


class _Part:
    """The part of a page's graph that its signature needs."""

    def __init__(self, program: Program, page: Page):
        self.program, self.page = program, page
        self.graph = unscoped(unmarked(program.graph.as_graph_def()))
        self._all = {node.name: node for node in self.graph.node}
        args, retvals, _ = signature(page)
        given = [(arg, program.names[arg.id]) for arg in args if arg.id in program.names]
        self.outputs = {
            exact_name(retval): self._given(program.names[retval.id])
            for retval in retvals
            if retval.id in program.names
        } or self._shown()
        # Inputs that only the loss uses (labels) are excluded. Other unused inputs are kept, since callers may feed
        # them.
        needed = self._upstream(tensor.partition(":")[0] for tensor in self.outputs.values())
        self.inputs = {
            exact_name(arg): f"{node}:0" for arg, node in given if node in needed or not page.out.get(arg.id)
        }
        self.fills: list[str] = []
        self.nodes = self._needed()
        self._keep_beside()
        taken = {tensor.partition(":")[0] for tensor in self.inputs.values()}
        for name, node in self.nodes.items():
            if traits_of(node.op).fed == "must" and name not in taken:  # other placeholders have a default
                place = program.place(name)
                self.inputs[place.block if place is not None else name] = f"{name}:0"
        self.assets = dict(filter(None, map(self._asset, self.fills)))
        self.functions = self._functions()

    def _given(self, retval: str) -> str:
        """Return the tensor of a Retval by its node.

        It is the tensor wired to the Retval, unless that is an input: a session cannot fetch a tensor that is fed.
        """
        node = self._all[retval]
        if node.op == "Identity" and len(node.input) == 1:
            source = node.input[0]
            if not traits_of(self._all[source.partition(":")[0]].op).fed:
                return source if ":" in source else f"{source}:0"
        return f"{retval}:0"

    def _shown(self) -> dict[str, str]:
        """Return the fetches of the sessions, for a page without Retvals."""
        by_block: dict[Address, dict[str, str]] = {}
        for session in self.program.sessions:
            for at, pins in session.sources.items():
                for pin, source in pins.items():
                    each = (
                        [(f"{pin}[{n}]", name) for n, name in enumerate(source)]
                        if isinstance(source, list)
                        else [(pin, source)]
                    )
                    by_block.setdefault(at, {}).update(
                        (pin, name)
                        for pin, name in each
                        if not isinstance(name, DescribedResult)
                        and name in session.requested
                        and name not in session.feeds
                    )
        return {
            at.local if len(pins) == 1 else at._replace(pin=pin).local: tensor
            for at, pins in by_block.items()
            for pin, tensor in pins.items()
        }

    def _needed(self) -> dict[str, NodeDef]:
        kept = self._upstream(tensor.partition(":")[0] for tensor in (*self.inputs.values(), *self.outputs.values()))
        places = self.program.places  # the nodes that read and restore rows of tables are not in `places`
        fills = [
            node
            for node in self.graph.node
            if (traits_of(node.op).table == "fills" or PREPARES in node.attr)
            and node.name not in kept
            and (node.name in places or "/kept/" not in node.name)
        ]
        while new := [node for node in fills if node.name not in kept and node.input[0].partition(":")[0] in kept]:
            self.fills += [node.name for node in new]
            kept |= self._upstream(node.name for node in new)
        for fill in self.fills:
            self._must_fill_alone(fill)
        return {name: node for name, node in self._all.items() if name in kept}

    def _must_fill_alone(self, fill: str) -> None:
        """Raise ValueError if a node fills a table with values that are unavailable when the model is loaded."""
        for name in sorted(self._upstream([fill])):
            traits = traits_of(self._all[name].op)
            if traits.next_element or traits.supplied_by or traits.fed == "must":
                at, source = (place.display_text if (place := self.program.place(one)) else one for one in (fill, name))
                raise ValueError(
                    phrase(
                        "{}: it fills a table when the model is loaded, and depends on {}, which has no value then",
                        at,
                        source,
                    )
                )

    def _keep_beside(self) -> None:
        """Remove colocation with nodes that are not exported."""
        for node in self.nodes.values():
            if BESIDE in node.attr:
                beside = node.attr[BESIDE].list.s
                beside[:] = [
                    one for one in beside if one.decode("utf-8", "replace").removeprefix("loc:@") in self.nodes
                ]
                if not beside:
                    del node.attr[BESIDE]

    def _upstream(self, names: Iterable[str]) -> set[str]:
        return {*reached(names, lambda name: sources(self._all[name]))}

    def _asset(self, fill: str) -> tuple[str, Path] | None:
        """Return the Const that names the file from which a table is filled, and the file."""
        node = self.nodes[fill]
        if not traits_of(node.op).file:
            return None
        source = self.nodes[node.input[1].partition(":")[0]]
        while source.op == "Identity":
            source = self.nodes[source.input[0].partition(":")[0]]
        if source.op != "Const":
            return None
        path = Path(os.fsdecode(source.attr["value"].tensor.string_val[0]))
        if not os.path.isfile(path):
            place = self.program.place(fill)
            raise ValueError(phrase("{}: there is no file {}", place.display_text if place else fill, path))
        return source.name, path

    def _functions(self) -> dict[str, FunctionDef]:
        """Return the functions that the nodes use, directly or indirectly."""
        library = {one.signature.name: one for one in self.graph.library.function}
        todo, found = [one for node in self.nodes.values() for one in functions_of(node)], {}
        while todo:
            name = todo.pop()
            if name in library and name not in found:
                found[name] = library[name]
                todo += [one for node in library[name].node_def for one in functions_of(node)]
        return found

    def _waits(self, tensor: str) -> bool:
        """Return whether a tensor depends on ops that wait, without ops that supply them."""
        found = [traits_of(self._all[name].op) for name in self._upstream([tensor.partition(":")[0]])]
        return any(one.supplied_by for one in found) and not any(one.supplies for one in found)

    def read(self, into: Exported, restored: Restored | None) -> None:
        """Read the values of the variables that are not known yet."""
        records = {v.node: v for session in self.program.sessions for v in session.variables}
        nodes = {
            name: node
            for name, node in self.nodes.items()
            if traits_of(node.op).variable and shared_name(node) not in into.values
        }
        lost = next((name for name in nodes if name not in records), None)
        wanted = [records[name] for name in nodes if name in records]
        if lost is None and wanted:
            given = restored({shared_name(nodes[v.node]): (*v.key[2:], False) for v in wanted}) if restored else {}
            kept = {v.block: KeptVariable(v.key, given[shared_name(nodes[v.node])]) for v in wanted} if given else {}
            lost = next((v.node for v in wanted if v.init and v.block not in kept and self._waits(v.initial)), None)
        if lost is None and wanted:
            live = OpenSession(
                self.program, SessionProgram("", feeds=self.program.sessions[-1].feeds, variables=wanted), kept
            )
            try:
                held = live.variable_values(wanted)
            finally:
                live.close()
            lost = next((v.node for v in wanted if v.block not in held), None)
            into.values |= {shared_name(nodes[v.node]): held[v.block] for v in wanted if v.block in held}
            into.trainable |= {shared_name(nodes[v.node]) for v in wanted if v.trainable and not v.block.count(".")}
        if lost is not None:
            into.problems.append(
                make_problem(
                    "refused",
                    self.program.place(lost) or Address(self.page.name),
                    text=phrase("the variable has no value before the page runs"),
                    remedy=phrase("Type an initial value, or give a checkpoint with its value"),
                )
            )
