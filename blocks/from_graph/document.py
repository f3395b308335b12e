"""A document of a model: a page for each signature, or one of the whole graph, and one for each function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import ARG, PREFIX, RETVAL, signature
from blockloom.blocks.document.pages import Block, Document, Page, Wire, free_page_name
from blockloom.blocks.from_graph import graph_signatures
from blockloom.blocks.from_graph.graph import Graph
from blockloom.blocks.from_graph.graph_signatures import equal
from blockloom.blocks.from_graph.import_session import place, put_session
from blockloom.blocks.from_graph.model import NOWHERE, Model, ModelFunction
from blockloom.blocks.from_graph.page import PageMaker, interface
from blockloom.blocks.from_graph.value_texts import PendingWeights, attr_text
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.text.similar_names import natural

MAIN = "main"
_SERVING = "serving_default"  # default signature, which becomes the first page


@gc_paused()
def document_of(model: Model, catalogue: Catalogue) -> Document:
    """Return the document of a model; its large arrays are written to the state folder.

    Parts that a document cannot represent are added to `model.report`.

    Raises:
        ValueError: for nodes that do not form a graph, with a text for the user.
        WeightsError: if the arrays cannot be written.
    """
    return _Maker(model, catalogue).document()


class _Maker:
    def __init__(self, model: Model, catalogue: Catalogue):
        self.model, self.made = model, Document()
        self.catalogue = PendingWeights(catalogue, self.made)
        self.used = in_use(model)
        self.pages: dict[str, str] = {}  # function -> its page
        self.ids: dict[str, tuple[dict[str, str], dict[str, str]]] = {}  # signature -> ids of its Args and Retvals

    def document(self) -> Document:
        """Make all pages: functions first, since their users need the types of their outputs."""
        order = sorted(self.model.signatures, key=lambda name: (name != _SERVING, natural(name)))
        names: dict[str, str] = {}
        for name in order:
            names[name] = free_page_name(page_name(name, "signature"), names.values())
        front = list(names.values()) or [MAIN]
        self.pages = pages_of(self.used, front)
        done: set[str] = set()
        for function in self.used:
            if self.pages[function.name] not in done:
                done.add(self.pages[function.name])
                self._function(function)
        if names:
            self._signatures(names)
        else:
            maker = PageMaker(MAIN, self._renamed(self.model.nodes), self.catalogue)
            put_session(self._add(maker), self.catalogue, apart=maker.apart)
        pages = self.made.pages
        self.made.pages = {name: pages[name] for name in (*front, *sorted(pages.keys() - set(front), key=natural))}
        for page in self.made.pages.values():
            place(page, self.catalogue)
        self.catalogue.write()
        return self.made

    def _renamed(self, nodes: list[Node[str]]) -> list[Node[str]]:
        return [renamed(node, self.pages) for node in nodes] if self.pages else nodes

    def _add(self, maker: PageMaker) -> Page:
        page = maker.make(self.model)
        self.made.pages[page.name] = page
        self.model.report += maker.report
        return page

    def _function(self, function: ModelFunction) -> None:
        args: list[Node[str]] = [
            Node(name, "Placeholder", NOWHERE, attrs={"dtype": ("type", dtype), "shape": ("shape", shape)})
            for name, (dtype, shape) in function.args.items()
        ]
        maker = PageMaker(self.pages[function.name], args + self._renamed(function.nodes), self.catalogue)
        for name in function.args:
            maker.take(name, name)
        for name, tensor in function.returns.items():
            maker.give(name, tensor)
        self._add(maker)

    def _signatures(self, names: Mapping[str, str]) -> None:
        model = self.model
        graph = Graph(self._renamed(model.nodes), self.catalogue)
        left = set(graph.parts)
        with_page: list[str] = []  # signatures whose nodes are on a page
        for name, page in names.items():
            endpoints = model.signatures[name]
            piece = graph_signatures.piece(graph, endpoints)
            left -= {node.name for node in piece.nodes}
            for other in with_page:
                inputs = graph_signatures.alike(graph, model.signatures[other], endpoints)
                if inputs is not None:
                    self._instance(page, names[other], other, inputs)
                    break
            else:
                maker = PageMaker(page, piece.nodes, self.catalogue)
                for given, placeholder in piece.inputs.items():
                    maker.take(given, placeholder)
                for given, tensor in piece.outputs.items():
                    maker.give(given, tensor)
                self._add(maker)
                self.ids[name] = maker.ids_of_args, maker.ids_of_retvals
                with_page.append(name)
                model.report += [
                    phrase(
                        "The input {:.60} of {:.60} is fed to what is no Placeholder in the model: one takes its place",
                        given,
                        name,
                    )
                    for given in piece.fed
                ]
            if page != name:
                blocks, said = self.made.pages[page].blocks, {"signature": attr_text("string", name) or ""}
                blocks |= {
                    retval.id: retval._replace(values={**retval.values, **said})
                    for retval in signature(self.made.pages[page]).retvals[:1]
                }
        if left:
            model.report.append(
                phrase("Left out, since no signature needs them: {:,} of {:,} nodes", len(left), len(graph.parts))
            )

    def _instance(self, name: str, of: str, other: str, inputs: Mapping[str, str]) -> None:
        """Add a page that is equivalent to another one: an instance of that page between its own Args and Retvals."""
        page, inner = Page(name), self.made.pages[of]
        args, retvals = self.ids[other]
        order, outputs = (sorted(names, key=natural) for names in (inputs, retvals))
        *ids, instance = page.free_ids([*order, *outputs, of])
        own_ids = dict(zip(order, ids)), dict(zip(outputs, ids[len(order) :]))
        told, wires = list(map(interface, own_ids)), []
        for given, id_ in own_ids[0].items():
            block = inner.blocks[args[inputs[given]]]
            values = {key: block.values[key] for key in ("dtype", "shape") if key in block.values}
            page.blocks[id_] = Block(id_, ARG, values=values | told[0][given])
            wires.append(Wire(id_, "output", instance, block.id))
        page.blocks[instance] = Block(instance, PREFIX + of)
        for given, id_ in own_ids[1].items():
            page.blocks[id_] = Block(id_, RETVAL, values=told[1][given])
            wires.append(Wire(instance, retvals[given], id_, "input"))
        page.put_all(wires)
        self.made.pages[name] = page


# --- function attrs ---------------------------------------------------------------------------------------------------


_FUNC = ("func", "list(func)")
_MADE = re.compile(r"^(_*inference_|_+)+|(_\d+)+$")  # prefixes and suffixes that TensorFlow adds to names of functions
_NOT_IN_NAMES = re.compile(r"[/\\\x00-\x1f\ud800-\udfff]")


def page_name(text: str, kind: str) -> str:
    """Return a text as the name of a page; `kind` is put in front of a text that cannot begin a name."""
    found = _NOT_IN_NAMES.sub("_", text).strip()[:90]
    return found if found[:1].isalnum() else f"{kind} {found}".strip()


def functions_named_by(node: Node[str]) -> Iterator[str]:
    """Yield the functions that a node's attrs name."""
    for type_, value in node.attrs.values():
        if type_ in _FUNC:
            yield from [value] if type_ == "func" else value


def renamed(node: Node[str], names: Mapping[str, str]) -> Node[str]:
    """Return the node with other names for the functions in its attrs."""
    attrs = {
        name: (type_, names.get(value, value) if type_ == "func" else [names.get(text, text) for text in value])
        for name, (type_, value) in node.attrs.items()
        if type_ in _FUNC
    }
    return replace(node, attrs=node.attrs | attrs) if attrs else node


def in_use(model: Model) -> list[ModelFunction]:
    """Return the functions that the model's nodes name, directly or through others, each after those that it names.

    Recursive functions may come before those that they name.
    """
    used: dict[str, ModelFunction] = {}
    seen: set[str] = set()
    todo = [
        (name, False)
        for name in sorted(
            {name for node in model.nodes for name in functions_named_by(node)}, key=natural, reverse=True
        )
    ]
    while todo:
        name, done = todo.pop()
        function = model.functions.get(name)
        if function is None:
            continue
        if done:
            used[name] = function
        elif name not in seen:
            seen.add(name)
            todo.append((name, True))
            todo += [
                (other, False)
                for other in sorted(
                    {callee for node in function.nodes for callee in functions_named_by(node)},
                    key=natural,
                    reverse=True,
                )
                if other not in seen
            ]
    return list(used.values())


def pages_of(functions: Iterable[ModelFunction], taken: Iterable[str]) -> dict[str, str]:
    """Return the page name of each function.

    Functions with the same nodes, as TensorFlow writes them for each signature, share one. `taken` are names of other
    pages.
    """
    groups: dict[tuple[object, ...], list[ModelFunction]] = {}
    first: dict[str, str] = {}  # function -> the first equal function
    for function in functions:
        key = len(function.nodes), tuple(function.args), tuple(function.returns.values())
        twin = next((earlier for earlier in groups.get(key, ()) if _same(earlier, function, first)), None)
        if twin is None:
            groups.setdefault(key, []).append(function)
        first[function.name] = function.name if twin is None else twin.name
    names: dict[str, str] = {}
    for name in sorted({*first.values()}, key=natural):
        names[name] = free_page_name(page_name(_MADE.sub("", name), "function"), {*taken, *names.values()})
    return {name: names[other] for name, other in first.items()}


def _same(first_function: ModelFunction, other: ModelFunction, first: Mapping[str, str]) -> bool:
    if first_function.args != other.args:
        return False
    for a, b in zip(first_function.nodes, other.nodes):
        a, b = renamed(a, first), renamed(b, first)
        if (a.name, a.op, a.inputs, a.control_inputs, a.device, a.attrs.keys()) != (
            b.name,
            b.op,
            b.inputs,
            b.control_inputs,
            b.device,
            b.attrs.keys(),
        ) or not all(equal(value, b.attrs[name][1]) for name, (_, value) in a.attrs.items()):
            return False
    return True
