"""Nodes as calls of tf.raw_ops, each a line where possible.

Ops that tf.raw_ops lacks go by `apply_op`, values that are typed in stand in the call that takes them, and what Python
would add to a node or leave out is put right behind the call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.core.framework.op_def_pb2 import OpDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.graph_compare import FOUND_OUT
from blockloom.runtime.script import tensors
from blockloom.runtime.script.script_ops import (
    NotWritten,
    argument_names,
    arguments,
    attr_value,
    counts,
    definition,
    is_default,
    is_other,
    other_names,
    raw_parameters,
    spread,
    stem,
    structure,
    unusual,
)
from blockloom.runtime.script.tensors import Constant, Pieces, PythonNames, assigned, bracketed, call, listed, quoted


class ScriptVariable(NamedTuple):
    """A node as a Python variable.

    Attributes:
        variable: the name of the variable; of the node for "graph".
        kind: the type of the variable: a "tensor", a "list", a "named" tuple, a "tuple", or the "op"; or "graph" if
            tensors are looked up by name in the graph.
        args: the outputs with their numbers of tensors, None for outputs that are not lists.
    """

    variable: str
    kind: str
    args: tuple[tuple[str, int | None], ...]

    def tensor(self, number: int) -> str:
        """Return the expression of a tensor, by number."""
        if self.kind == "graph":
            return f'tensor("{self.variable}:{number}")'
        if self.kind == "tensor":
            return self.variable
        if self.kind == "list":
            return f"{self.variable}[{number}]"
        for place, (name, count) in enumerate(self.args):
            if number < (1 if count is None else count):
                end = "" if count is None else f"[{number}]"
                return f"{self.variable}.{name}{end}" if self.kind == "named" else f"{self.variable}[{place}]{end}"
            number -= 1 if count is None else count
        raise KeyError(number)

    @property
    def waited(self) -> str:
        """The expression for tf.control_dependencies."""
        if self.kind == "graph":
            return f'operation("{self.variable}")'
        return self.variable if self.kind in ("op", "tensor") else self.tensor(0)

    @property
    def op(self) -> str:
        """The expression of the node as an Operation."""
        return self.waited if self.kind in ("op", "graph") else f"{self.waited}.op"


class Context(NamedTuple):
    """The context of a line: a name scope that ends with /, a device, and control dependencies."""

    scope: str = ""
    device: str = ""
    control_inputs: tuple[str, ...] = ()


_NOWHERE = Context()


class ScriptLine(NamedTuple):
    """A statement or comment in its context."""

    pieces: Pieces
    context: Context
    is_comment: bool = False


class NodeWriter:
    """Writes nodes as statements, each after its inputs, except in loops.

    Args:
        names: the names of Python variables.
        outside: returns the variable of a node that the graph already has.
        large: gets arrays that are too large for the script, with the names of their nodes, the keys in ARRAYS.
        shown: Python names of nodes other than their names in the graph.
        most: the largest number of elements of a value in the text.
        taken: further names in the graph.
    """

    def __init__(
        self,
        names: PythonNames,
        outside: Callable[[str], ScriptVariable | None] | None = None,
        large: Callable[[np.ndarray, str], None] | None = None,
        shown: Mapping[str, str] | None = None,
        most: int = tensors.MOST,
        taken: Iterable[str] = (),
    ):
        self.names, self.outside, self.large = names, outside, large
        self.most = most  # most elements of a value that is written as text
        self.shown = shown or {}  # node -> its name in Python, if that differs
        self.made: dict[str, ScriptVariable] = {}
        self.lines: list[ScriptLine] = []
        self.helpers: set[str] = set()
        self.scope = ""  # the open name scope, without the slash
        self.given: dict[str, str] = {}  # tensors of nodes that are not written -> expressions
        self.beside: set[str] = set()  # nodes with which TensorFlow colocates the nodes of a call
        self._elsewhere: set[str] = set()
        self._taken = set(map(str.lower, taken))  # names of nodes, in lower case: TensorFlow ignores case
        self._back: dict[str, list[tuple[str, int]]] = {}  # NextIteration -> the Merges that use its output

    def prepare(self, nodes: Iterable[NodeDef], elsewhere: Iterable[str] = ()) -> None:
        """Take the nodes to write: find their users, and the constants used by a single node.

        Nodes in `elsewhere` get a variable.
        """
        self._elsewhere = set(elsewhere)
        self.nodes = {node.name: node for node in nodes}
        self.users: dict[str, list[str]] = {name: [""] for name in self._elsewhere}  # node -> its users
        for node in self.nodes.values():
            for name in node.input:
                self.users.setdefault(stem(name), []).append(node.name)
        self.typed: dict[str, Constant] = {}  # values that are written into the call that uses them
        for node in self.nodes.values():
            for name, argument in zip((n for n in node.input if n[0] != "^"), arguments(node)):
                const = self.nodes.get(name.removesuffix(":0"))
                if (
                    const is not None
                    and const.op == "Const"
                    and len(self.users[const.name]) == 1
                    and const.name == f"{node.name}/{argument}"
                    and const.device == node.device
                    and not const.input
                    and set(const.attr) <= {"dtype", "value"}
                    and not any(n[0] == "^" for n in node.input)
                ):
                    value = Constant(const.attr["value"].tensor, self.most if self.large is not None else tensors.MOST)
                    if value.value is not None:
                        self.typed[const.name] = value

    def write(self, names: Iterable[str]) -> None:
        """Write these nodes, after those that they need."""
        for name in names:
            if name not in self.made and name not in self.typed:
                self._write(self.nodes[name])

    def remark(self, text: str) -> None:
        """Add a comment."""
        self.lines.append(ScriptLine([text], _NOWHERE, True))

    def say(self, pieces: Pieces, context: Context = _NOWHERE) -> None:
        """Add a statement."""
        self.lines.append(ScriptLine(pieces, context))

    def _write(self, node: NodeDef) -> None:
        op, outputs = definition(node.op), structure(node)
        inputs = [name for name in node.input if name[0] != "^"]
        after = [name[1:] for name in node.input if name[0] == "^"]
        title, context = self._placed(node)
        beside = {stem(name) for name in inputs}
        waits = [name for name in after if name not in beside]
        refs = self._refs(node, inputs)
        name = [*quoted(self._name(node.name, title))]
        if node.op == "Const" and not inputs:
            value = self._const(node, name)
            kind = "tensor"
        else:
            self._taken.update(
                f"{node.name}/{other}".lower() for other, ref in zip(arguments(node), refs) if not isinstance(ref, str)
            )
            kind, value = self._call(node, op, refs, name)
        variable = self.names.new(self.shown.get(node.name, node.name)) if node.name in self.users else ""
        result = ScriptVariable(
            variable, "op" if not sum(1 if count is None else count for _, count in outputs) else kind, outputs
        )
        mends = self._mends(node, op, inputs, [n for n in after if n in beside])
        if mends and not variable:
            result = result._replace(variable=self.names.new(title))
        self.made[node.name] = result
        self.say(
            assigned(result.variable, value),
            context._replace(control_inputs=tuple(self.waited(other) for other in waits)),
        )
        for mend in mends:
            self.say([result.op + mend[0], *mend[1:]], context._replace(control_inputs=(), device=""))
        for merge, number in self._back.pop(node.name, ()):
            self.say([f"{self.made[merge].op}._update_input({number}, {result.tensor(0)})"])

    def _placed(self, node: NodeDef) -> tuple[str, Context]:
        """Return the name of a node relative to the open scope, if the node is in that scope, and its context."""
        if self.scope and node.name.startswith(f"{self.scope}/"):
            return node.name[len(self.scope) + 1 :], Context(f"{self.scope}/", node.device)
        return node.name, Context("", node.device)

    def variable(self, name: str, parts: Iterable[str]) -> None:
        """Write the nodes `parts` of a variable as one call, if they have the usual form."""
        node, parts, init = self.nodes[name], set(parts), f"{name}/init"
        resource = traits_of(node.op).variable == "resource"
        initial = next(iter(self.nodes[init].input[1:2]), "") if init in parts else ""
        const = self.nodes.get(stem(initial))
        if (
            const is None
            or const.op != "Const"
            or unusual(node)
            or unusual(self.nodes[init])
            or [*node.input, *self.nodes[init].input] != [name, initial]
            or self._taken & {name.lower(), init.lower()}
            or node.attr["shape"].shape != const.attr["value"].tensor.tensor_shape
        ):
            return
        short, context = self._placed(node)
        if const.name in self.made or const.name not in parts:
            value = [self.tensor(initial)]
        else:
            value = self._const(const, quoted(self._name(const.name, self._placed(const)[0])))
            self.made[const.name] = ScriptVariable(const.name, "graph", ())
        usual = {"shared_name": short, "debug_name": ""}
        attrs = {
            key: tensors.text(node.attr[key].s)
            for key, text in usual.items()
            if key in node.attr and node.attr[key].s.decode() != text
        }
        self._taken |= {name.lower(), init.lower()}
        variable = self.names.new(self.shown.get(name, name)) if {*self.users.get(name, ())} - {init} else ""
        kind = "resource_variable" if resource else "variable"
        self.helpers.add(kind)
        self.say(assigned(variable, call(kind, quoted(short), value, **attrs)), context)
        self.made[name] = (
            ScriptVariable(variable, "tensor", (("", None),)) if variable else ScriptVariable(name, "graph", ())
        )
        self.made[init] = ScriptVariable(init, "graph", ())

    def _name(self, name: str, own: str) -> str:
        """Return the name for a call: the full name with a slash if TensorFlow would make another one unique.

        TensorFlow compares names without case.
        """
        key = name.lower()
        if key in self._taken:
            return f"{name}/"
        self._taken.add(key)
        return own

    def _refs(self, node: NodeDef, inputs: list[str]) -> list[str | Constant]:
        """Return the inputs: expressions, and values written in the call."""
        refs: list[str | Constant] = []
        late = []
        for number, name in enumerate(inputs):
            source = stem(name)
            if source in self.typed and source.lower() not in self._taken:
                refs.append(self.typed[source])
            elif (
                source not in self.made
                and source in self.nodes
                and traits_of(self.nodes[source].op).flow == "next_iteration"
            ):
                late.append(number)
                self._back.setdefault(source, []).append((node.name, number))
                refs.append("")
            else:
                refs.append(self.tensor(name))
        first = next((ref for ref in refs if ref), None)
        if late and first is None:
            raise NotWritten(phrase("{}: all inputs come from the loop: add an input from outside the loop", node.name))
        return [ref or first or "" for ref in refs]

    def tensor(self, name: str) -> str:
        """Return the expression of a tensor, by its name as an input."""
        if name in self.given:
            return self.given[name]
        node, _, number = name.partition(":")
        return self._found(node).tensor(int(number or 0))

    def waited(self, node: str) -> str:
        """Return the expression for a control dependency on a node."""
        return self._found(node).waited

    def _found(self, node: str) -> ScriptVariable:
        result = self.made.get(node)
        if result is None and self.outside is not None:
            result = self.outside(node)
        if result is None:
            if node not in self.nodes:
                raise NotWritten(phrase("the node {} is missing from the graph", node))
            self._write(self.nodes[node])
            result = self.made[node]
        return result

    def _const(self, node: NodeDef, name: Pieces) -> Pieces:
        constant = Constant(node.attr["value"].tensor, self.most if self.large is not None else tensors.MOST)
        if constant.large is not None and self.large is not None and constant.large.dtype != object:
            self.large(constant.large, node.name)
            return call("tf.constant", array(node.name), tensors.dtype(constant.dtype), name=name)
        if constant.value is None:
            if not tensors.is_small(constant.proto):
                raise NotWritten(phrase("{} has a value that is too large for a script", node.name))
            self.helpers.add("constant")
        return constant.creation(name)

    def _call(self, node: NodeDef, op: OpDef, refs: list[str | Constant], name: Pieces) -> tuple[str, Pieces]:
        """Return the kind of the call's result, as in `ScriptVariable`, and the call."""
        parameters, given, rest = raw_parameters(node.op), [], list(refs)
        known: set[str] = set()  # attrs that TensorFlow can infer from the inputs so far
        for arg, count in counts(op.input_arg, node):
            mine = [rest.pop(0) for _ in range(1 if count is None else count)]
            fixed = bool(arg.type) or arg.type_attr in known
            if count is not None and not arg.type_list_attr:
                fixed = fixed or any(isinstance(ref, str) for ref in mine)
            written = [
                [ref] if isinstance(ref, str) else self._typed(ref, fixed, self._default(op, arg), label, node)
                for ref, label in zip(mine, argument_names(arg.name, count))
            ]
            given.append((arg.name, listed(written) if count is not None else written[0]))
            known |= {arg.type_attr, arg.number_attr, arg.type_list_attr} - {""}
        attrs = [attr for attr in op.attr if attr.name not in known and attr.name in node.attr]
        if parameters is not None:
            renamed = other_names(op, parameters)
            wanted = [
                attr
                for attr in attrs
                if not is_default(attr, node.attr[attr.name]) or is_other(attr, parameters.get(attr.name))
            ]
            named = {renamed.get(key, key): value for key, value in given}
            named |= {renamed.get(attr.name, attr.name): tensors.attr(node.attr[attr.name], attr) for attr in wanted}
            kind = "tensor" if len(op.output_arg) == 1 else "named"
            value = call(f"tf.raw_ops.{node.op}", **named, name=name)
        else:
            self.helpers.add("op_def_library")
            named = dict(given) | {
                attr.name: tensors.attr(attr_value(node, attr.name), attr) for attr in op.attr if attr.name not in known
            }
            kind = "tensor" if len(op.output_arg) == 1 else "tuple"
            value = call("op_def_library.apply_op", quoted(node.op), **named, name=name)
        if len(op.output_arg) == 1 and (op.output_arg[0].number_attr or op.output_arg[0].type_list_attr):
            kind = "list"
        return kind, value

    @staticmethod
    def _default(op: OpDef, arg: OpDef.ArgDef) -> int:
        """Return the default dtype of an input's type attr, 0 without one."""
        return next(
            (
                attr.default_value.type
                for attr in op.attr
                if attr.name == arg.type_attr and attr.HasField("default_value")
            ),
            0,
        )

    def _typed(self, value: Constant, fixed: bool, default: int, own: str, node: NodeDef) -> Pieces:
        """Return a value within a call, as a tensor with its dtype if TensorFlow would infer another."""
        if value.value is not None and (
            value.plain and fixed or value.natural and default in (0, value.dtype.as_datatype_enum)
        ):
            return value.value
        return value.creation(quoted(f"{self._placed(node)[0]}/{own}"))

    def _mends(self, node: NodeDef, op: OpDef, inputs: list[str], after: list[str]) -> list[Pieces]:
        """Return corrections to write after a call, as ends of statements that begin with the op."""
        mends = [[f"._add_control_input({self._found(name).op})"] for name in after]
        refs = [stem(name) for arg, name in zip(spread(op.input_arg, node), inputs) if arg.is_ref]
        if refs and refs[0] in self.nodes and self.nodes[refs[0]].device != node.device:
            mends.append(call("._set_device", quoted(node.device)))
        if refs and "_class" not in node.attr and node.name in self.beside:
            mends.append(['._clear_attr("_class")'])  # prevents colocation with the reference
        of_op = {attr.name for attr in op.attr}
        for key in sorted(node.attr.keys() - of_op - FOUND_OUT):
            if key == "_class" and {f"loc:@{name}" for name in refs} == {s.decode() for s in node.attr[key].list.s}:
                continue  # TensorFlow adds this attr itself
            self.helpers.add("AttrValue")
            mends.append(call("._set_attr", quoted(key), tensors.proto_code(node.attr[key])))
        return mends


def array(key: str) -> Pieces:
    """Return the expression of an array in the file of the script's large arrays."""
    return bracketed("ARRAYS[", [quoted(key)], "]")
