"""Replace calls of functions by the nodes of the functions.

TensorFlow's gradient of an imported call is silently wrong, and nothing inside a call can be fetched. Therefore the
nodes of the function replace its PartitionedCall, in a scope with the name of the call. They keep the strict order of a
call: nodes with an effect or without inputs wait for all arguments, and everything that waits for the call waits for
its effects.
"""

from __future__ import annotations

from collections.abc import Iterable

from tensorflow.core.framework.node_def_pb2 import NodeDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.function_defs import Handles, key_of
from blockloom.runtime.compile.program import CompiledFunction


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
            waits = []  # the counters wait instead, since a loop has no room for control inputs if it is differentiated
        copy = NodeDef(
            name=scope + node.name, op=node.op, device=node.device or call.device, input=_each_once([*inputs, *waits])
        )
        for name, value in node.attr.items():
            copy.attr[name].CopyFrom(value)
        if "_class" in copy.attr:  # the nodes to colocate it with
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
