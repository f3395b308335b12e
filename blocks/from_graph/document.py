"""A document of a model: a page for each signature, or one of the whole graph, and one for each function."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import ARG, PREFIX, RETVAL, signature
from blockloom.blocks.document.fields import SESSION
from blockloom.blocks.document.pages import (
    CONTROL,
    LIST,
    REF,
    TENSOR,
    Block,
    Document,
    Page,
    Wire,
    free_page_name,
    split_index,
)
from blockloom.blocks.from_graph import graph_signatures
from blockloom.blocks.from_graph.graph import Graph
from blockloom.blocks.from_graph.graph_signatures import equal
from blockloom.blocks.from_graph.graph_training import is_summary
from blockloom.blocks.from_graph.model import NOWHERE, Model, ModelFunction
from blockloom.blocks.from_graph.page import PageMaker, interface
from blockloom.blocks.from_graph.value_texts import PendingWeights, attr_text
from blockloom.blocks.layout.arrange import LayoutTooLarge, arrange
from blockloom.blocks.lower.outside import changing
from blockloom.blocks.lower.structure import in_loops
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.gc_pause import gc_paused
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.text.similar_names import natural

MAIN = "main"
_SERVING = "serving_default"  # default signature, which becomes the first page


@gc_paused()
def convert_model(model: Model, catalogue: Catalogue) -> Document:
    """Return the document of a model; its large arrays are written to the state folder.

    Parts that a document cannot represent are added to `model.report`.

    Raises:
        ValueError: for nodes that do not form a graph, with a text for the user.
        WeightsError: if the arrays cannot be written.
    """
    return _Maker(model, catalogue).make()


class _Maker:
    def __init__(self, model: Model, catalogue: Catalogue):
        self.model, self.document = model, Document()
        self.catalogue = PendingWeights(catalogue, self.document)
        self.used = in_use(model)
        self.pages: dict[str, str] = {}  # function -> its page
        self.ids: dict[str, tuple[dict[str, str], dict[str, str]]] = {}  # signature -> ids of its Args and Retvals

    def make(self) -> Document:
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
        pages = self.document.pages
        self.document.pages = {name: pages[name] for name in (*front, *sorted(pages.keys() - set(front), key=natural))}
        for page in self.document.pages.values():
            place(page, self.catalogue)
        self.catalogue.write()
        return self.document

    def _renamed(self, nodes: list[Node[str]]) -> list[Node[str]]:
        return [renamed(node, self.pages) for node in nodes] if self.pages else nodes

    def _add(self, maker: PageMaker) -> Page:
        page = maker.make(self.model)
        self.document.pages[page.name] = page
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
                blocks, said = self.document.pages[page].blocks, {"signature": attr_text("string", name) or ""}
                blocks |= {
                    retval.id: retval._replace(values={**retval.values, **said})
                    for retval in signature(self.document.pages[page]).retvals[:1]
                }
        if left:
            model.report.append(
                phrase("Left out, since no signature needs them: {:,} of {:,} nodes", len(left), len(graph.parts))
            )

    def _instance(self, name: str, of: str, other: str, inputs: Mapping[str, str]) -> None:
        """Add a page that is equivalent to another one: an instance of that page between its own Args and Retvals."""
        page, inner = Page(name), self.document.pages[of]
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
        self.document.pages[name] = page


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


def put_session(
    page: Page,
    catalogue: Catalogue,
    outputs: Iterable[tuple[str, str]] | None = None,
    apart: Collection[str] = (),
) -> None:
    """Add a Session block that fetches outputs of a page.

    Args:
        page: the page, which has no Session block yet.
        catalogue: the block types, with the pages of functions.
        outputs: the outputs to fetch, (block, pin), with pin "" all of the block. None for each output that only
            summaries take, if that changes no variable, table or file.
        apart: blocks that only train the model or report on it: they are fetched only if there are no other outputs.
    """
    if outputs is None:
        ends = _ends(page, catalogue)
        outputs = [(name, "") for name in ends if name not in apart] or [(name, "") for name in ends]
    (session,) = page.free_ids(["SESSION"])
    wires = [
        Wire(name, only or pin, session, "fetch_outputs", TENSOR if split_index(only)[0] != only else kind)
        for name, only in outputs
        for pin, kind in _outputs(page.blocks[name], catalogue)
        if only in ("", pin) or split_index(only)[0] == pin
    ]
    page.blocks[session] = Block(session, SESSION)
    page.put_wires([(wire, None) for wire in wires])


def _ends(page: Page, catalogue: Catalogue) -> list[str]:
    # Users without outputs do not count: a NoOp may wait for a whole graph, and a summary may show its loss.
    gives = {name for name, block in page.blocks.items() if _computes(page, block) and _outputs(block, catalogue)}
    taken = {
        wire.source
        for wires in page.out.values()
        for wire in wires
        if (wire.kind != CONTROL or wire.target in gives) and not is_summary(page.blocks[wire.target].type)
    }
    return sorted(gives - taken - changing(page, catalogue) - in_loops(page), key=natural)


def _computes(page: Page, block: Block) -> bool:
    """Return whether a block is more than a variable, the read of one, or a test of one."""
    traits = traits_of(block.type)
    if traits.asserts or traits.variable or traits.with_value or traits.of_value.get("op") == "Identity":
        return False
    sources = {page.blocks[wire.source].type for wire in page.wires_into(block.id) if wire.kind != CONTROL}
    return not (traits.same_value and sources and all(traits_of(source).with_value for source in sources))


def _outputs(block: Block, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the outputs of a block that a session can fetch, each with its kind.

    An op that TensorFlow does not have gets one output, so that the page needs the library of the op.
    """
    type_ = catalogue.get(block.type)
    if type_ is None:
        return [("output_0", TENSOR)]
    return [(pin.name, pin.kind) for pin in type_.outputs if pin.kind in (TENSOR, LIST, REF)]


_ROW = 100  # blocks in a row, if a page is too large for layout by wires
_APART = 260.0, 240.0


def place(page: Page, catalogue: Catalogue) -> None:
    """Arrange a page whose blocks have no places yet."""
    if not page.blocks:
        return
    try:
        measures = Measures(page, catalogue)
        arrangement = arrange(page, {name: measures.box(block) for name, block in page.blocks.items()})
    except LayoutTooLarge:
        for number, (name, block) in enumerate(page.blocks.items()):
            page.blocks[name] = block._replace(x=number % _ROW * _APART[0], y=number // _ROW * _APART[1])
        return
    for name, (x, y) in arrangement.places.items():
        page.blocks[name] = page.blocks[name]._replace(x=x, y=y)
    page.frames.update(arrangement.frames)
