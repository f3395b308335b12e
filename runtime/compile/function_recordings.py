"""Record each draw of external inputs inside functions, for the replay of their calls.

By default a loop or branch whose function draws is a single source: its outputs are recorded. If the function also has
handles, such as of variables or of random states, its effects on these are not among its outputs. So each drawing op
there puts its draws into a queue, in the order of the calls: an iteration of a loop ends before the next begins. After
the loop, a node takes everything out of the queue, and this is an external input of the step. In a copy of the graph, a
node puts the recorded draws into the queue before the loop, and each op takes its draws from there.

The number of draws of a loop is unknown before it runs. So the loop counts the bytes that it drew, and stops recording
beyond a limit: the draws are then unknown, and a replay reports that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.function_pb2 import FunctionDef
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import function, kernels

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import Value
from blockloom.runtime.compile.deadness import Deadness, may_die
from blockloom.runtime.compile.external_inputs import INNER, INNER_MARK, RECORDS, function_nodes, node_role, role
from blockloom.runtime.compile.function_defs import function_attrs
from blockloom.runtime.compile.graph_bodies import GraphBody
from blockloom.runtime.compile.program import Program
from blockloom.runtime.compile.protos import attr_value, node_def
from blockloom.runtime.compile.taps import MARK
from blockloom.runtime.resources.op_effects import definition_of, is_handle

MOST = 64 << 20  # most bytes of random numbers of a call in one step: a sixteenth of the recorded history
_CPU = "/device:CPU:0"


def record_draws(program: Program, taps: Iterable[str]) -> None:
    """Record the draws of the loops and branches of a page that take handles, or that contain certain taps.

    A replay can then use other values there. Each draw must be separate. The graph has not run yet.

    Args:
        taps: The tokens of taps.
    """
    if program.emitter is None or program.emitter.calls.random_states is None:
        return  # random ops keep their own states on a cluster, where steps are not replayed
    graph, tokens = program.graph, {token.encode() for token in taps}
    calls = [
        op
        for op in graph.get_operations()
        if traits_of(op.type).functional
        and role(op) == "draws"
        and (
            any(map(is_handle, op.inputs))
            or any(MARK in node.attr and node.attr[MARK].s in tokens for _, node in function_nodes(graph, op.node_def))
        )
    ]
    recorder = _DrawRecorder(program) if calls else None
    for op in calls:
        if recorder is not None and recorder.can_record(op):
            recorder.record(op)


class _DrawRecorder:
    def __init__(self, program: Program):
        self._program, self._graph = program, program.graph
        ops = self._graph.get_operations()
        self._deadness = Deadness(self._graph) if any(may_die(op.type) for op in ops) else None
        self._bodies: dict[str, GraphBody] = {}
        self._draws: dict[str, bool] = {}
        self._size = ""  # variable with the number of bytes drawn by the current call
        # Count the nodes that name each function: if there are several, the order of their random numbers is unknown.
        top = [op.node_def for op in ops if traits_of(op.type).functions]
        inner = {(name, node.name): node for one in top for name, node in function_nodes(self._graph, one)}
        self._uses = Counter(one.name for node in (*top, *inner.values()) for one in function_attrs(node))

    def can_record(self, call: tf.Operation) -> bool:
        """Return whether a call draws, and each of its draws can be recorded."""
        if self._deadness is not None and self._deadness.op_in_loop(call):
            return False
        drawing = {name for name, _ in function_nodes(self._graph, call.node_def) if self._drawn_in(name)}
        return bool(drawing) and all(self._uses[name] == 1 and _is_plain(self._body(name)) for name in drawing)

    def _body(self, name: str) -> GraphBody:
        if name not in self._bodies:
            definition = definition_of(self._graph._get_function(name))
            self._bodies[name] = GraphBody(definition.node_def, definition)
        return self._bodies[name]

    def _drawn_in(self, name: str) -> bool:
        """Return whether a function, or one that it calls, draws."""
        if name not in self._draws:
            self._draws[name] = any(
                node_role(node) == "draws"
                or traits_of(node.op).functional
                and any(self._drawn_in(one.name) for one in function_attrs(node))
                for node in self._body(name).nodes.values()
            )
        return self._draws[name]

    def record(self, call: tf.Operation) -> None:
        """Change a call so that it records its draws."""
        node, queues = call.node_def, list[NodeDef]()
        self._size = f"{INNER}{call.name}/size"
        self._leads(node, "", queues)
        for attr in (*traits_of(node.op).functions, "parallel_iterations"):
            if attr in node.attr:
                call._set_attr(attr, node.attr[attr])
        with self._graph.as_default(), tf.control_dependencies(None), tf.device(_CPU):
            for queue in queues:
                _takes_out(queue, call)
            _tells_size(self._size, call)

    def _leads(self, call: NodeDef, caller: str, queues: list[NodeDef]) -> None:
        """Replace the functions of a node by functions that record, and add the queues of these to `queues`."""
        if "parallel_iterations" in call.attr:
            call.attr["parallel_iterations"].i = 1
        for one in function_attrs(call):
            if self._drawn_in(one.name):
                one.name = self._recording(one.name, caller, call.name, queues)

    def _recording(self, name: str, caller: str, by: str, queues: list[NodeDef]) -> str:
        body, copy = self._body(name), FunctionDef()
        assert body.function is not None
        copy.CopyFrom(body.function)
        copy.signature.name = f"{name}.records"
        if name in self._program.callers:
            self._program.callers[copy.signature.name] = caller, by
        for node in list(copy.node_def):
            if node_role(node) == "draws":
                queue, *others, end = _records(body, node, copy.signature.name, self._size)
                queues.append(queue)
                copy.node_def.extend([queue, *others, end])
                copy.control_ret[end.name] = end.name
                copy.signature.control_output.append(end.name)
            elif traits_of(node.op).functional:
                self._leads(node, copy.signature.name, queues)
        self._graph._add_function(function._from_definition(copy))
        return copy.signature.name


def _is_plain(body: GraphBody) -> bool:
    """Return whether each op of a function runs once in a call, and its draws can be serialized as strings."""
    return all(
        not may_die(node.op)
        and (node_role(node) != "draws" or all(one.dtype in _dtypes() for one in body.outputs(node.name)))
        for node in body.nodes.values()
    )


@lru_cache
def _dtypes() -> frozenset[int]:
    """Return the dtypes, as numbers, that TensorFlow can serialize as strings."""
    found = kernels.get_registered_kernels_for_op("SerializeTensor").kernel
    types = {number for one in found for part in one.constraint for number in part.allowed_values.list.type}
    return frozenset(types - {tf.resource.as_datatype_enum, tf.variant.as_datatype_enum})


def _records(body: GraphBody, draws: NodeDef, function_name: str, size: str) -> list[NodeDef]:
    """Return nodes that put the draws of a node of a function into a queue, as strings.

    The queue is the first of them, their end the last. The nodes add the bytes to a variable `size`.
    """
    outputs, name = body.outputs(draws.name), f"{draws.name}/drawn"
    strings, bytes_ = ("list(type)", ["DT_STRING"] * len(outputs)), {"dtype": ("type", "DT_INT64")}
    made = list[NodeDef]()

    def add(stem: str, op: str, inputs: Iterable[str], attrs: Mapping[str, tuple[str, Any]]) -> str:
        made.append(node_def(f"{name}/{stem}", op, inputs, _CPU, attrs))
        made[-1].attr[INNER_MARK].b = True
        return f"{name}/{stem}"

    queue = add(
        "queue",
        "FIFOQueueV2",
        [],
        {
            "component_types": strings,
            "shapes": ("list(shape)", [()] * len(outputs)),
            "shared_name": ("string", f"{INNER}{function_name}/{draws.name}"),
        },
    )
    texts, lengths = list[str](), list[str]()
    for number, output in enumerate(outputs):
        text = add(f"text_{number}", "SerializeTensor", [f"{draws.name}:{output.name}:{output.place}"], {})
        made[-1].attr["T"].type = output.dtype
        texts.append(f"{text}:serialized:0")
        lengths.append(f"{add(f'length_{number}', 'StringLength', texts[-1:], {})}:output:0")
    count = {"N": ("int", len(lengths)), "T": ("type", "DT_INT32")}
    length = add("length", "AddN", lengths, count)
    wide = add("wide", "Cast", [f"{length}:sum:0"], {"SrcT": ("type", "DT_INT32"), "DstT": ("type", "DT_INT64")})
    handle = add("size", "VarHandleOp", [], bytes_ | {"shape": ("shape", []), "shared_name": ("string", size)})
    counts = add("counts", "AssignAddVariableOp", [f"{handle}:resource:0", f"{wide}:y:0"], bytes_)
    total = add("total", "ReadVariableOp", [f"{handle}:resource:0", f"^{counts}"], bytes_)
    most = add("most", "Const", [], bytes_ | {"value": ("tensor", Value(np.array(MOST, np.int64), "DT_INT64"))})
    room = add("room", "LessEqual", [f"{total}:value:0", f"{most}:output:0"], {"T": ("type", "DT_INT64")})
    truth = {"T": ("type", "DT_BOOL")}
    way = add("way", "Switch", [f"{room}:z:0", f"{room}:z:0"], truth)
    has_room = add("has_room", "Identity", [f"{way}:output_true:0"], truth)
    puts = add("puts", "QueueEnqueueV2", [f"{queue}:handle:0", *texts, f"^{has_room}"], {"Tcomponents": strings})
    made[-1].attr[RECORDS].s = draws.name.encode()
    done = add("done", "Identity", [f"{has_room}:output:0", f"^{puts}"], truth)
    add("end", "Merge", [f"{way}:output_false:0", f"{done}:output:0"], truth | {"N": ("int", 2)})
    return made


def _tells_size(name: str, call: tf.Operation) -> None:
    """Reset the byte count before a call, and read it afterwards."""
    with tf.compat.v1.name_scope(f"{INNER}{call.name}"):
        handle = tf.raw_ops.VarHandleOp(dtype=tf.int64, shape=[], shared_name=name, name="size")
        none = tf.constant(0, tf.int64, name="none")
        begins = tf.raw_ops.AssignVariableOp(resource=handle, value=none, name="begins")
        call._add_control_input(begins)
        with tf.control_dependencies([call]):
            drew = tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64, name="drew")
    for op in (handle.op, none.op, begins, drew.op):
        op._set_attr(INNER_MARK, attr_value("bool", True))
    drew.op._set_attr(RECORDS, attr_value("string", call.name))


def _takes_out(queue: NodeDef, call: tf.Operation) -> None:
    """Empty a queue before a call, and take all its elements out afterwards."""
    strings = [tf.string] * len(queue.attr["component_types"].list.type)
    with tf.compat.v1.name_scope(f"{INNER}{call.name}"):
        handle = tf.raw_ops.FIFOQueueV2(
            component_types=strings,
            shapes=[[]] * len(strings),
            shared_name=queue.attr["shared_name"].s.decode(),
            name="queue",
        )

        def all_of(name: str) -> tf.Operation:
            size = tf.raw_ops.QueueSizeV2(handle=handle, name=f"{name}_size")
            taken = tf.raw_ops.QueueDequeueManyV2(handle=handle, n=size, component_types=strings, name=name)[0].op
            for op in (size.op, taken):
                op._set_attr(INNER_MARK, attr_value("bool", True))
            return taken

        handle.op._set_attr(INNER_MARK, attr_value("bool", True))
        call._add_control_input(all_of("empties"))
        with tf.control_dependencies([call]):
            all_of("taken")._set_attr(RECORDS, attr_value("string", call.name))


def filled(taken: NodeDef) -> list[NodeDef]:
    """Return the nodes that put elements back into a queue from which `taken` took them.

    A call must wait for the last of these nodes. An unreadable element follows the others: with other values a call may
    draw more than was recorded, and then fails.
    """
    scope, strings = taken.name.rpartition("/")[0], taken.attr["component_types"]
    outputs = [f"{taken.name}:{number}" for number in range(len(strings.list.type))]
    made = NodeDef(name=f"{scope}/filled", op="QueueEnqueueManyV2", device=taken.device)
    made.input.extend([taken.input[0], *outputs, f"^{scope}/empties"])
    nothing = {"dtype": ("type", "DT_STRING"), "value": ("tensor", Value(np.array(b"", object), "DT_STRING"))}
    text = node_def(f"{scope}/no_more", "Const", [], taken.device, nothing)
    end = NodeDef(name=f"{scope}/end", op="QueueEnqueueV2", device=taken.device)
    end.input.extend([taken.input[0], *[text.name] * len(outputs), f"^{made.name}"])
    made.attr["Tcomponents"].CopyFrom(strings)
    end.attr["Tcomponents"].CopyFrom(strings)
    return [made, text, end]


def drew_more(error: Exception) -> bool:
    """Return whether an error occurred because a call drew more than was recorded."""
    return "/drawn/text_" in str(error) and "parse" in str(error).lower()


def draws_again(function: FunctionDef) -> None:
    """Change a function that records so that its drawing ops take the recorded draws from its queues."""
    nodes = {node.name: node for node in function.node_def}
    arguments, given, gone = {arg.name for arg in function.signature.input_arg}, dict[str, str](), set[str]()
    for puts in [node for node in function.node_def if RECORDS in node.attr]:
        draws, (queue, *texts, _) = nodes[puts.attr[RECORDS].s.decode()], puts.input
        takes = NodeDef(name=puts.name, op="QueueDequeueV2", input=[queue], device=puts.device)
        takes.attr["component_types"].CopyFrom(puts.attr["Tcomponents"])
        puts.CopyFrom(takes)
        scope = puts.name.rpartition("/")[0]
        end = nodes[f"{scope}/end"]
        end.CopyFrom(NodeDef(name=end.name, op="NoOp", input=[f"^{puts.name}"]))
        stay = {puts.name, end.name, queue.partition(":")[0]}
        for number, text in enumerate(texts):
            node = nodes[text.partition(":")[0]]
            stay.add(node.name)
            given[node.input[0]] = f"{node.name}:output:0"
            parsed = NodeDef(name=node.name, op="ParseTensor", device=node.device)
            parsed.input.append(f"{puts.name}:components:{number}")
            parsed.attr["out_type"].type = node.attr["T"].type
            node.CopyFrom(parsed)
        gone |= {name for name, one in nodes.items() if name.startswith(f"{scope}/") and INNER_MARK in one.attr} - stay
        waits = [name for name in draws.input if name[0] == "^" and name[1:] not in arguments]
        draws.CopyFrom(NodeDef(name=draws.name, op="NoOp", input=waits))
    for node in function.node_def if given else ():
        node.input[:] = [given.get(name, name) for name in node.input]
    for name, source in [*function.ret.items()] if given else ():
        function.ret[name] = given.get(source, source)
    if gone:
        kept = [NodeDef.FromString(node.SerializeToString()) for node in function.node_def if node.name not in gone]
        del function.node_def[:]
        function.node_def.extend(kept)
