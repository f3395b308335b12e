"""A page of a graph: its blocks and wires, with names, attrs and frames."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.block_types import DEVICE, INTERNAL_ATTRS, BlockType
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import ARG, RETVAL
from blockloom.blocks.document.fields import QUEUE_RUNNER
from blockloom.blocks.document.literal_cache import Value, read_tensor
from blockloom.blocks.document.pages import CONTROL, LIST, NODE_NAME, OPERATION, PLAIN, Block, Look, Page, Wire
from blockloom.blocks.document.scopes import devices
from blockloom.blocks.from_graph import folding, import_frames
from blockloom.blocks.from_graph.graph import Graph, GraphPart, InputPin, attr_of, idle, ordered
from blockloom.blocks.from_graph.graph_training import training_scopes
from blockloom.blocks.from_graph.import_frames import grouped
from blockloom.blocks.from_graph.model import NOWHERE, Model, QueueRunner
from blockloom.blocks.from_graph.savers import savers, scopes_of
from blockloom.blocks.from_graph.value_texts import PendingWeights, attr_text
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.plan.plan_nodes import Node
from blockloom.blocks.text.phrases import phrase

_NO_NODE = "\n"  # prefix of keys that are not names of nodes
_HIDDEN = Look(hidden=True)


def interface(ids: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the values of Args or Retvals, by name, from their ids by name in order.

    These are `index`, unless ids are in sorted order, and `label`, if a name is not an id.
    """
    order = list(ids.values())
    placed = order == sorted(order)
    return {
        name: ({} if placed else {"index": str(number)})
        | ({} if id_ == name else {"label": attr_text("string", name) or ""})
        for number, (name, id_) in enumerate(ids.items())
    }


class PageMaker:
    """Converter of nodes to a page: `take` and `give` add its inputs and outputs, then `make` returns the page.

    `report` lists what the page cannot represent.
    """

    def __init__(self, name: str, nodes: Iterable[Node[str]], catalogue: PendingWeights):
        """Read nodes.

        Raises:
            ValueError: as `Graph` does.
        """
        self.page, self.catalogue = Page(name), catalogue
        self.graph = Graph(nodes, catalogue)
        self.args: dict[str, str] = {}  # key -> name of an Arg; `retvals` is the same for Retvals; both are in order
        self.retvals: dict[str, str] = {}
        self.ids_of_args: dict[str, str] = {}  # name -> id of the Arg, when the page is built
        self.ids_of_retvals: dict[str, str] = {}
        self.report: list[str] = []
        self.apart: set[str] = set()  # blocks that only train the model or report on it, when the page is built
        self.savers: list[set[str]] = []  # set of parts of each Saver

    def take(self, name: str, placeholder: str) -> None:
        """Turn a Placeholder node, which may have a Const as its default, into an input of the page."""
        graph, part = self.graph, self.graph.parts[placeholder]
        type_ = self.catalogue[part.type]
        dtype, shape = attr_of(part.node, type_, "dtype"), attr_of(part.node, type_, "shape")
        part.type, part.values = ARG, {"dtype": dtype} if dtype else {}
        if shape is not None:
            part.values["shape"] = attr_text("shape", shape) or "?"
        for end in part.ends:
            const = graph.parts[end.part]
            part.values["default"] = self._tensor(const.key, const.node.attrs["value"][1]) or ""
            graph.users[const.key].remove((part.key, 0))
            if not graph.users[const.key]:
                del graph.users[const.key]
                if const.key not in graph.waiters:
                    del graph.parts[const.key]
                    part.names["default"] = const.key
        part.inputs = []
        self.args[part.key] = name

    def give(self, name: str, tensor: str) -> None:
        """Make a tensor an output of the page. An Identity that nothing else uses becomes the Retval.

        Raises:
            ValueError: if there is no such tensor.
        """
        graph, end = self.graph, self.graph.end(tensor)
        part = graph.parts[end.part]
        if part.type == "Identity" and not end.number and part.key not in graph.users and part.key not in graph.waiters:
            attrs = {
                "dtype" if attr == "T" else attr: value
                for attr, value in part.node.attrs.items()
                if attr == "T" or attr in INTERNAL_ATTRS
            }
            part.node = Node(part.key, RETVAL, NOWHERE, attrs=attrs, device=part.node.device)
            part.type, part.pins = RETVAL, [InputPin("input", None)]
        else:
            key = _NO_NODE + name
            while key in graph.parts:
                key += _NO_NODE
            part = GraphPart(key, Node("", RETVAL, NOWHERE), RETVAL, [end], [InputPin("input", None)], [])
            graph.add(part)
        self.retvals[part.key] = name

    def make(self, model: Model) -> Page:
        """Return the page for some nodes of a model, with all blocks at (0, 0)."""
        self.savers = savers(self.graph)
        folding.fold_variables(self.graph, model, self.catalogue.keep)
        folding.fold_reads(self.graph)
        folding.fold_constants(self.graph, self.catalogue.keep)
        keys = ordered(self.graph, [*self.args, *self.retvals])
        ids = self._ids(keys)
        parts = self.graph.parts
        for part in parts.values():
            part.values |= {
                name: attr_text(INTERNAL_ATTRS[name], value) or ""
                for name, (_, value) in part.node.attrs.items()
                if name in INTERNAL_ATTRS and name != DEVICE
            }
        self.page.blocks.update((ids[key], Block(ids[key], parts[key].type, values=parts[key].values)) for key in keys)
        none = idle(self.graph, keys)
        self.page.put_all(wire for key in keys for wire in self._wires(parts[key], ids, none))
        self._frames(keys, ids, model.titles)
        self._devices(keys, ids)
        self._names(keys, ids)
        self._put_queue_runners(model.queue_runners, ids)
        nodes = {
            ids[key]: parts[key].node
            for key in keys
            if parts[key].type != ARG and not traits_of(parts[key].type).with_value
        }
        of = {name: key for key, name in ids.items()}
        fitted = Fitted(self.page, self.catalogue, nodes, lambda block, value: self._tensor(of[block], value))
        self.report += [
            phrase("The attr {:.60} of {:.60} is left out: it is none of that op", attr, op)
            for op, attr in sorted(fitted.lost)
        ]
        return self.page

    def _tensor(self, key: str, value: Value) -> str | None:
        """Return the text of a tensor that is an attr, with its dtype unless another attr states it."""
        text = folding.value_text(key, value, self.catalogue.keep)
        type_ = self.catalogue.get(self.graph.parts[key].type)
        if (
            text is None
            or type_ is not None
            and type_.attr("dtype") is not None
            or read_tensor(text, None, self.catalogue.weight).dtype == value.dtype
        ):
            return text
        return self.catalogue.keep(key, value)

    def _ids(self, keys: list[str]) -> dict[str, str]:
        """Return the ids by key: the outside name of an Arg or Retval, the last part of any other name.

        Nodes outside of all scopes keep their names; others get a number if needed.
        """
        outer = {**self.args, **self.retvals}
        order = [*outer, *sorted((key for key in keys if key not in outer), key=lambda key: "/" in key)]
        id_of = dict(zip(order, self.page.free_ids(outer.get(key) or key.rpartition("/")[2] for key in order)))
        self.ids_of_args, self.ids_of_retvals = (
            {name: id_of[key] for key, name in ends.items()} for ends in (self.args, self.retvals)
        )
        for ends, ids in (self.args, self.ids_of_args), (self.retvals, self.ids_of_retvals):
            told = interface(ids)
            for key, name in ends.items():
                self.graph.parts[key].values |= told[name]
        return id_of

    def _wires(self, part: GraphPart, ids: Mapping[str, str], idle: Container[str]) -> Iterable[Wire]:
        """Return the wires into a block. Control wires from `idle` parts are hidden."""
        target, at = ids[part.key], 0
        while at < len(part.inputs):
            end, pin, index = part.inputs[at], part.pins[at].pin, part.pins[at].index
            at += 1
            if end is None:
                continue
            many = self.graph.whole_list(part.inputs, at - 1) if index is not None else 0
            source, kind = self.graph.output(end)
            if many and part.pins[at + many - 2].pin == pin:
                source, kind = source.partition("[")[0], LIST
                at += many - 1
            yield Wire(ids[end.part], source, target, pin, kind)
        for source, key in sorted((ids[key], key) for key in {*part.control_inputs}):
            yield Wire(source, "", target, "", CONTROL, _HIDDEN if key in idle else PLAIN)

    def _put_queue_runners(self, runners: Iterable[QueueRunner], ids: Mapping[str, str]) -> None:
        """Add a block for each queue runner whose nodes are on the page."""
        for runner in runners:
            pins = {"enqueue": runner.enqueue, "close": [runner.close], "cancel": [runner.cancel]}
            if not all(name in ids for name in runner.enqueue):
                continue
            (block,) = self.page.free_ids(["QUEUE_RUNNER"])
            values = {"threads": str(runner.threads)} if runner.threads > 1 else {}
            frame = self.page.blocks[ids[runner.enqueue[0]]].frame
            self.page.blocks[block] = Block(block, QUEUE_RUNNER, values=values, frame=frame)
            wires = [(pin, ids[name]) for pin, names in pins.items() for name in names if name in ids]
            self.page.put_wires([(Wire(source, OPERATION, block, pin, OPERATION), None) for pin, source in wires])

    def _frames(self, keys: list[str], ids: Mapping[str, str], titles: Mapping[str, str]) -> None:
        graph = self.graph
        of_savers = scopes_of(graph, [group & graph.parts.keys() for group in self.savers])
        scopes = {key: () if key in self.args or key in self.retvals else import_frames.scope_of(key) for key in keys}
        training = training_scopes(graph, self.retvals, of_savers)
        scopes |= training | of_savers
        self.apart = {ids[key] for key in (*training, *of_savers)}
        loose = [key for key in self._loose(keys) if ids[key] not in self.apart]
        users = {key: [u for u, _ in graph.users.get(key, ()) if u not in of_savers] for key in loose}
        # Parts that, for example, a layer and its training use.
        shared = {key for key in loose if graph.parts[key].type != "Const"}
        found = grouped(import_frames.homes(scopes, users, loose, shared), ids, {*loose, *self.args, *self.retvals})
        import_frames.put_frames(
            self.page,
            {ids[key]: scope for key, scope in found.items()},
            {ids[key] for key in keys if traits_of(graph.parts[key].type).outer} | self.apart,
            titles,
            {*(scope[:1] for scope in training.values()), *of_savers.values()},
        )

    def _loose(self, keys: list[str]) -> list[str]:
        """Return the parts that go to the scope of their users, users first.

        These are constants, variables, and Identities of these, which may be typed into their users.
        """
        parts, found = self.graph.parts, dict[str, None]()
        for key in keys:
            part = parts[key]
            passed = (
                part.type == "Identity"
                and key not in self.retvals
                and (part.inputs[0] is None or part.inputs[0].part in found)
            )
            if part.type == "Const" or passed or traits_of(part.type).variable:
                found[key] = None
        return list(found)[::-1]

    def _devices(self, keys: list[str], ids: Mapping[str, str]) -> None:
        """Set the device of a frame if all its blocks share it, else of each block."""
        page, told = self.page, {ids[key]: self.graph.parts[key].node.device for key in keys}
        if not any(told.values()):
            return
        inside: dict[str, set[str]] = {}
        for name, block in page.blocks.items():
            at = block.frame
            while at and told[name] not in inside.setdefault(at, set()):
                inside[at].add(told[name])
                at = page.frames[at].frame
        alike = {name for name, had in inside.items() if len(had) == 1}
        for name in alike:
            if page.frames[name].frame not in alike:
                page.frames[name] = page.frames[name]._replace(device=next(iter(inside[name])))
        given = devices(page.frames)
        for name, device in told.items():
            block = page.blocks[name]
            if device != given.get(block.frame, ""):
                page.blocks[name] = block._replace(values={**block.values, DEVICE: attr_text("string", device) or ""})

    def _names(self, keys: list[str], ids: Mapping[str, str]) -> None:
        """Store the names of nodes in blocks whose ids and frames do not result in these names."""
        page = self.page
        for key in keys:
            names = {pin: name for pin, name in self.graph.parts[key].names.items() if NODE_NAME.fullmatch(name)}
            if names:
                page.blocks[ids[key]] = page.blocks[ids[key]]._replace(names=names)
        while True:
            given, changed = node_names(page), False
            for key in keys:
                name, block = ids[key], page.blocks[ids[key]]
                if key[:1] != _NO_NODE and given[name] != key and "" not in block.names and NODE_NAME.fullmatch(key):
                    page.blocks[name] = block._replace(names={"": key, **block.names})
                    changed = True
            if not changed:
                break
        unnamed = sum(key[:1] != _NO_NODE and not NODE_NAME.fullmatch(key) for key in keys)
        if unnamed:
            self.report.append(
                phrase(
                    "Called by their ids, since TensorFlow takes no such names: {:,} of {:,} nodes", unnamed, len(keys)
                )
            )


# `PageInference` itself infers the attrs, block by block: if an inferred value differs from that of the node, the
# node's is typed, and the block is inferred again before the blocks that it is wired to.


class Fitted(PageInference):
    """Inference of a page whose blocks are made from nodes; it types attrs that a block would not infer.

    `tensor` returns the text of a tensor attr; `lost` are attrs that no block can have.
    """

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        nodes: Mapping[str, Node[str]],
        tensor: Callable[[str, Value], str | None],
    ):
        self.nodes, self.tensor = nodes, tensor
        self.lost: set[tuple[str, str]] = set()  # (op, attr) of attrs that are left out
        for name, node in nodes.items():
            block = page.blocks[name]
            values = self._own(block, node, catalogue.get(block.type))
            if values:
                page.blocks[name] = block._replace(values={**block.values, **values})
        super().__init__(page, catalogue, whole=False)
        for _ in self.walk():
            pass

    def visit(self, block: Block) -> None:
        """Infer a block, and type those attrs of its node that differ."""
        super().visit(block)
        node = self.nodes.get(block.id)
        if node is None:
            return
        typed = self._other(block, node)
        if typed:
            self.page.blocks[block.id] = block = block._replace(values={**block.values, **typed})
            self.forget(block.id)
            super().visit(block)

    def _own(self, block: Block, node: Node[str], type_: BlockType | None) -> dict[str, str]:
        """Return the attrs that follow from no wire: tensors, and all attrs of an unknown op."""
        texts = {}
        for name, (kind, value) in node.attrs.items():
            attr = type_.attr(name) if type_ is not None else None
            if name.startswith("_"):
                continue
            if type_ is not None and attr is None:
                text = None
            elif kind == "tensor":
                text = self.tensor(block.id, value) if isinstance(value, Value) else None
            elif type_ is None:
                text = attr_text(kind, value)
            else:
                continue
            if text is not None:
                texts[name] = text
            else:
                self.lost.add((node.op, name))
        return texts

    def _other(self, block: Block, node: Node[str]) -> dict[str, str]:
        """Return the attrs of the node that differ from those inferred for the block."""
        attrs, texts = self.known[block.id].attrs, {}
        for attr in self.catalogue[block.type].attrs:
            wanted = node.attrs.get(attr.name)
            if wanted is None:
                if attr.required or attr.name not in attrs:
                    continue
                wanted = attr.type, attr.default
            if (
                attr.type != "tensor"
                and attr.name not in block.values
                and not (attr.name in attrs and _same(attrs[attr.name], wanted[1]))
            ):
                text = attr_text(attr.type, wanted[1]) if wanted[1] is not None or attr.type == "shape" else None
                if text is not None:
                    texts[attr.name] = text
        return texts


def _same(found: Any, wanted: Any) -> bool:
    if found is wanted:
        return True
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        return len(found) == len(wanted) and all(map(_same_value, found, wanted))
    return _same_value(found, wanted)


def _same_value(found: Any, wanted: Any) -> bool:
    if isinstance(found, float) or isinstance(wanted, float):
        return (
            isinstance(found, int | float)
            and isinstance(wanted, int | float)
            and np.float32(found).tobytes() == np.float32(wanted).tobytes()
        )
    if isinstance(found, list | tuple) and isinstance(wanted, list | tuple):
        return list(found) == list(wanted)
    return _bytes(found) == _bytes(wanted) and (found is None) == (wanted is None)


def _bytes(value: Any) -> Any:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
