"""Nodes that do not become blocks: they become a value, a name or a pin of a neighbouring block.

A small Const becomes a value typed in wherever it is used; the handle of a variable whose value is known becomes a
variable with its initial value; a ReadVariableOp becomes the wire from that variable's `value`. A node that cannot be
folded everywhere stays a block.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container

from blockloom.blocks.catalogue.block_types import INTERNAL_ATTRS
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.fields import RESOURCE_VARIABLE, VARIABLE
from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.document.pages import LIST, TENSOR
from blockloom.blocks.from_graph.graph import Graph, GraphPart, PartOutput, attr_of
from blockloom.blocks.from_graph.model import Model
from blockloom.blocks.from_graph.value_texts import SMALL, attr_text, list_text, tensor_text
from blockloom.blocks.lower.structure import DEEPEST_LOOP
from blockloom.blocks.values.dtypes import DTYPES

_VARIABLES = {"resource": RESOURCE_VARIABLE, "reference": VARIABLE}  # block types that have an initial value
# Function that stores an array among the weights under a key derived from a name, and returns the text of the value.
Keep = Callable[[str, Value], str | None]


def value_text(name: str, value: Value, keep: Keep) -> str | None:
    """Return the text of a tensor, or the key of weights named after `name` for a large one; None if it has no text."""
    small = value.array.size <= SMALL
    text = tensor_text(value) if small else None
    text = text if text is not None else keep(name, value)
    return text if text is not None or small else tensor_text(value)


def fold_variables(graph: Graph, model: Model, keep: Keep) -> None:
    """Turn handles whose values are known to the model into variables, with a shared_name each.

    The shared_name of a node without one is its name.
    """
    for holder in graph.parts.values():
        if traits_of(holder.type).variable:
            shared = attr_of(holder.node, graph.catalogue[holder.type], "shared_name") or holder.key
            holder.values["shared_name"] = attr_text("string", shared) or ""
    for key, array in model.variables.items():
        part = graph.parts.get(key)
        kind = traits_of(part.type).variable if part is not None else ""
        if part is None or not kind:
            continue
        node, type_ = part.node, graph.catalogue[part.type]
        dtype, shape = attr_of(node, type_, "dtype"), attr_of(node, type_, "shape")
        text = value_text(key, Value(array, dtype), keep) if dtype in DTYPES else None
        if text is None:
            continue
        part.type = _VARIABLES[kind]
        part.values |= {"initvalues": text, "dtype": dtype}
        if shape != list(array.shape):
            part.values["shape"] = attr_text("shape", shape) or "?"
        for name in ("container", "debug_name"):
            if given := attr_of(node, type_, name):
                part.values[name] = attr_text("string", given) or ""
        if key not in model.trainable:
            part.values["trainable"] = "false"
        if key in model.each_epoch:
            part.values["each_epoch"] = "true"


def fold_reads(graph: Graph) -> None:
    """Replace ReadVariableOps by wires from their variables, unless control edges order them.

    The variable or the pins keep their names.
    """
    reads: dict[str, list[GraphPart]] = {}
    for part in graph.parts.values():
        if part.type == "ReadVariableOp" and _is_plain(graph, part, ("dtype",)):
            variable = graph.parts[part.ends[0].part]
            if (
                variable.type == RESOURCE_VARIABLE
                and variable.node.device == part.node.device
                and variable.values["dtype"] == attr_of(part.node, graph.catalogue[part.type], "dtype")
            ):
                reads.setdefault(variable.key, []).append(part)
    for key, parts in reads.items():
        hard = [part for part in parts if not all(_has_own(graph, user, at) for user, at in graph.users[part.key])]
        named_part = parts[0] if len(parts) == 1 else hard[0] if hard else None
        for part in parts:
            if part is named_part or part not in hard:
                for user, at in graph.users.pop(part.key):
                    taking = graph.parts[user]
                    taking.inputs[at] = PartOutput(key, 1)
                    graph.users[key].append((user, at))
                    if part is not named_part:
                        taking.names[taking.pins[at].pin] = part.key
                del graph.parts[part.key]
        graph.users[key] = [(user, at) for user, at in graph.users[key] if user in graph.parts]
        if named_part is not None:
            graph.parts[key].names["value"] = named_part.key


def _has_own(graph: Graph, user: str, at: int) -> bool:
    """Return whether the wire into an input can have its own node, such as a read of a variable."""
    part = graph.parts[user]
    type_ = graph.catalogue.get(part.type)
    return (
        type_ is not None
        and bool(type_.op)
        and part.pins[at].index is None
        and not (type_.traits.variable or type_.traits.flow == "enter")
    )


def fold_constants(graph: Graph, keep: Keep) -> None:
    """Replace Consts by typed values at all of their users, or at none; large ones only if one pin uses them."""
    looped = _in_loops(graph)
    texts: dict[str, str | None] = {}  # Const to fold -> its text, None for a large value
    for part in graph.parts.values():
        if part.type == "Const" and _is_plain(graph, part, ("value", "dtype")):
            users, value = graph.users[part.key], part.node.attrs.get("value", ("", None))[1]
            if not isinstance(value, Value) or value.dtype not in DTYPES:
                continue
            text = tensor_text(value) if value.array.size <= SMALL else None
            if (text is not None or len(users) == 1) and all(
                graph.parts[user].node.device == part.node.device
                and user not in looped
                and _takes_text(graph, user, at, text is not None)
                for user, at in users
            ):
                texts[part.key] = text
    _drop_mixed(graph, texts)
    typed: dict[tuple[str, str], list[tuple[int, str, str]]] = {}  # (user, pin) -> (position, text, name) of each value
    for key, text in texts.items():
        if text is None:
            text = keep(key, graph.parts[key].node.attrs["value"][1])
        if text is not None:
            users = graph.users.pop(key)
            for user, at in users:
                part = graph.parts[user]
                part.inputs[at] = None
                pin, index = part.pins[at].pin, part.pins[at].index
                typed.setdefault((user, pin), []).append((index or 0, text, key))
                if len(users) > 1 or key != f"{user}/{pin}" + ("" if index is None else f"_{index}"):
                    part.names[pin if index is None else f"{pin}[{index}]"] = key
            del graph.parts[key]
    for (user, pin), rows in typed.items():
        part = graph.parts[user]
        many = graph.catalogue[part.type].known_input(pin).list
        part.values[pin] = list_text([text for _, text, _ in sorted(rows)]) if many else rows[0][1]


def _takes_text(graph: Graph, user: str, at: int, small: bool) -> bool:
    """Return whether a value can be typed in at an input of a part."""
    part = graph.parts[user]
    type_ = graph.catalogue.get(part.type)
    if type_ is None or not type_.op or type_.traits.variable or type_.traits.loops:
        return False
    pin = type_.input(part.pins[at].pin)
    return pin is not None and pin.kind in (TENSOR, LIST) and not pin.ref and (small or not pin.list)


def _drop_mixed(graph: Graph, texts: dict[str, str | None]) -> None:
    """Remove texts of list pins that would only be typed in part: a list pin is typed as a whole."""
    lists: dict[tuple[str, str], list[str]] = {}  # (user, list pin) -> parts that are wired to it
    for user in dict.fromkeys(user for key in texts for user, _ in graph.users[key]):
        part = graph.parts[user]
        for end, taken in zip(part.inputs, part.pins):
            if taken.index is not None and end is not None:
                lists.setdefault((user, taken.pin), []).append(end.part)
    todo = [pin for pin, keys in lists.items() if not all(key in texts for key in keys)]
    while todo:
        for key in lists.pop(todo.pop(), ()):
            if key in texts:
                del texts[key]
                todo += [(user, pin) for user, at in graph.users[key] for pin in [graph.parts[user].pins[at].pin]]


def _is_plain(graph: Graph, part: GraphPart, attrs: Container[str]) -> bool:
    """Return whether a node, which is used, is just its op with these attrs, without control edges."""
    return (
        part.key in graph.users
        and part.key not in graph.waiters
        and not part.control_inputs
        and not any(name in INTERNAL_ATTRS and name not in attrs for name in part.node.attrs)
    )


def _in_loops(graph: Graph) -> set[str]:
    """Return the parts behind more Enters than Exits, without Consts that have no inputs."""
    depth: dict[str, int] = {}
    todo = deque(key for key, part in graph.parts.items() if traits_of(part.type).flow == "enter")
    while todo:
        part = graph.parts[todo.popleft()]
        flow = traits_of(part.type).flow
        here = depth.get(part.key, 0) + (flow == "enter") - (flow == "exit")
        for user in (*(user for user, _ in graph.users.get(part.key, ())), *graph.waiters.get(part.key, ())):
            if depth.get(user, 0) < here <= DEEPEST_LOOP:
                depth[user] = here
                todo.append(user)
    return {key for key, here in depth.items() if here > (traits_of(graph.parts[key].type).flow == "exit")}
