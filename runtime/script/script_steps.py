"""Write composite blocks as calls of TensorFlow functions that build the same nodes: gradients and optimizers.

Other composite blocks are written as their nodes, as are gradients through loops and branches that are functions, since
the gradient changes nodes of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tensorflow as tf
from tensorflow.python.framework import tensor as tensors_of

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.fields import ADAM, APPLY_GRADIENTS, DIFFERENTIATE, MINIMIZE
from blockloom.blocks.document.pages import Block
from blockloom.blocks.plan.plan_nodes import Ref, Variable
from blockloom.blocks.walks import reached
from blockloom.runtime.compile import optimizers
from blockloom.runtime.compile.composites import upstream
from blockloom.runtime.compile.emitter import Emitter
from blockloom.runtime.compile.inlined_loops import is_control
from blockloom.runtime.compile.optimizer_variables import scope_of
from blockloom.runtime.script import tensors
from blockloom.runtime.script.script_nodes import Context, NodeWriter, ScriptVariable
from blockloom.runtime.script.tensors import Pieces, assigned, call, listed, quoted


class StepWriter:
    """Writes those steps of a plan, `calls`, for which TensorFlow has functions."""

    def __init__(self, emitter: Emitter, writer: NodeWriter):
        self.emitter, self.writer = emitter, writer
        self.variables: dict[str, str] = {}  # block -> Python name of its tf.Variable
        self.objects: dict[str, str] = {}  # block -> Python name of its optimizer, or of its (gradient, variable) pairs
        self.written: set[str] = set()
        steps = emitter.plan.steps
        self.calls = {name for name, step in steps.items() if step.kind in optimizers.PLAIN}
        self.calls |= {
            name for name, step in steps.items() if step.kind == DIFFERENTIATE and self._is_plain(name, ("ys",))
        }
        training = {
            name: self._chain(name)
            for name, step in steps.items()
            if traits_of(step.kind).step in ("compute", "apply", "minimize")
        }
        good = {
            name
            for name, chain in training.items()
            if all(
                steps[step_].kind in optimizers.PLAIN or step_ in training and self._is_plain(step_, ("loss",))
                for step_ in chain
            )
        }
        # All users of an optimizer share one Python object, so either all of them are written as calls, or none.
        while spoilt := {
            name for name in good if any(training[name] & training[bad] for bad in training.keys() - good)
        }:
            good -= spoilt
        self.calls |= good
        self.calls -= {name for name, chain in training.items() if name not in good for name in chain}

    def _chain(self, name: str) -> set[str]:
        """Return the optimizer that a step uses, and the steps between."""
        steps = self.emitter.plan.steps
        pins = "optimizer", "gradients"
        return {*reached([name], lambda one: [_block(ref) for pin in pins for ref in steps[one].inputs.get(pin, ())])}

    def _is_plain(self, name: str, pins: tuple[str, ...]) -> bool:
        ys = [t for pin in pins for t in self.emitter.tensors(name, pin)]
        return not any(is_control(op.type) for op in upstream(ys))

    def needed_nodes(self, name: str) -> Iterator[str]:
        """Yield the nodes that the call of a step uses."""
        emitter, step = self.emitter, self.emitter.plan.steps[name]
        for pin, refs in step.inputs.items():
            if pin not in ("optimizer", "gradients"):
                for tensor in emitter.tensors(name, pin) if refs else ():
                    yield tensor.op.name
                    known = emitter.variables.get(emitter.optimizer_variables.block_of(tensor) or "")
                    if known is not None:
                        yield known.node
        yield from (emitter.variables[variable].node for variable in emitter.expansion(name).trained)
        yield from (waited[1:] for ref in step.control_inputs for waited in emitter.control(ref, -1))

    def write(self, name: str) -> None:
        """Write a step as a call."""
        self.written.add(name)
        emitter, step = self.emitter, self.emitter.plan.steps[name]
        block = emitter.page.blocks[name]
        after = tuple(
            self.writer.waited(waited[1:]) for ref in step.control_inputs for waited in emitter.control(ref, -1)
        )
        context = Context(f"{step.name}/", step.device, after)
        if step.kind == DIFFERENTIATE:
            self._gradients(block, context)
        elif step.kind in optimizers.PLAIN:
            self._optimizer(block, context)
        elif step.kind == APPLY_GRADIENTS:
            self._apply(block, context)
        else:
            self._train(block, context)

    def _gradients(self, block: Block, context: Context) -> None:
        ys, xs = (listed([self._tensor(t)] for t in self.emitter.tensors(block.id, pin)) for pin in ("ys", "xs"))
        stop = self.emitter.inference.known[block.id].attrs.get("stop_gradients")
        found = call("tf.gradients", ys, xs, **({"stop_gradients": xs} if stop else {}))
        variable = self.writer.names.new(block.id)
        found = ["[tf.convert_to_tensor(grad)", f"for grad in {found[0]}", *found[1:-1], f"{found[-1]}]"]
        self.writer.say(assigned(variable, found), context)
        for number, name in enumerate(self.emitter.outputs[block.id]["grads"]):
            self._give(name, f"{variable}[{number}]")

    def _optimizer(self, block: Block, context: Context) -> None:
        arguments = {
            name: self._argument(value)
            for name, value in optimizers.arguments(self.emitter, block).items()
            if value is not None
        }
        made = call(f"tf.compat.v1.train.{traits_of(block.type).optimizer}", **arguments)
        if block.type == ADAM:  # Adam has variables that are not slots of one variable
            self.writer.helpers.add("beside")
            made = call("beside", made)
        self._object(block.id, made, context)

    def _argument(self, value: Any) -> Pieces:
        if isinstance(value, tf.Variable):
            return [self._variable(self.emitter.optimizer_variables.block_of_variable(value))]
        if isinstance(value, tensors_of.Tensor):
            return [self._tensor(value)]
        if isinstance(value, str):
            return quoted(value)
        return [tensors.number(value) if isinstance(value, float) else repr(value)]

    def _train(self, block: Block, context: Context) -> None:
        """Write a Minimize or ComputeGradients block."""
        emitter, step = self.emitter, self.emitter.plan.steps[block.id]
        (loss,), kept = emitter.tensors(block.id, "loss"), emitter.outputs[block.id]["grads"]
        names, known = emitter.expansions[block.id].trained, emitter.inference.known[block.id]
        attrs = {name: value.decode() if isinstance(value, bytes) else value for name, value in known.attrs.items()}
        named: dict[str, Pieces] = {"var_list": listed([self._variable(name)] for name in names)}
        if attrs["gate_gradients"] != "GATE_OP":
            named["gate_gradients"] = [f"tf.compat.v1.train.Optimizer.{attrs['gate_gradients']}"]
        if attrs["aggregation_method"] != "DEFAULT":
            named["aggregation_method"] = [f"tf.AggregationMethod.{attrs['aggregation_method']}"]
        if attrs["colocate_gradients_with_ops"]:
            named["colocate_gradients_with_ops"] = ["True"]
        if emitter.tensors(block.id, "grad_loss"):
            named["grad_loss"] = [self._tensor(emitter.tensors(block.id, "grad_loss")[0])]
        elif "grad_loss" in known.literals:
            value = known.literals["grad_loss"][0].array.astype(loss.dtype.base_dtype.as_numpy_dtype)
            named["grad_loss"] = tensors.Constant(tf.make_tensor_proto(value)).creation(quoted("grad_loss"))
        optimizer, whole = self.objects[_block(step.inputs["optimizer"][0])], len(kept) == len(names)
        pairs = call(f"{optimizer}.compute_gradients", [self._tensor(loss)], **named)
        if not whole:
            pairs = ["[pair", f"for pair in {pairs[0]}", *pairs[1:], "if pair[0] is not None]"]
        sparse = any(name not in self._gradients_of(block.id) for name in kept)
        if step.kind == MINIMIZE and whole and not sparse:
            stepped = optimizers.global_step_of(emitter, block)
            if stepped is not None:
                named = {"global_step": self._argument(stepped)} | named
            self._operation(block.id, call(f"{optimizer}.minimize", [self._tensor(loss)], **named), context)
            return
        variable = self.writer.names.new(f"{block.id}_pairs" if step.kind == MINIMIZE else block.id)
        self.objects[block.id] = variable
        self.writer.say(assigned(variable, pairs), context)
        for number, name in enumerate(kept):
            self._give(name, f"{variable}[{number}][0]")
        if sparse:
            dense = self.writer.names.new(f"{block.id}_grads")
            self.writer.say([f"{dense} = [tf.convert_to_tensor(grad) for grad, _ in {variable}]"], context)
            for number, name in enumerate(kept):
                self._give(name, f"{dense}[{number}]")
        if step.kind == MINIMIZE:
            self._applied(block, optimizer, [variable], context)

    def _gradients_of(self, block: str) -> set[str]:
        """Return the names of a block's gradients that are tensors, not IndexedSlices."""
        found = self.emitter.expansions[block].pairs
        return {grad.name for grad, _ in found if isinstance(grad, tensors_of.Tensor)}

    def _apply(self, block: Block, context: Context) -> None:
        step = self.emitter.plan.steps[block.id]
        source = _block(step.inputs["gradients"][0])
        pairs, changed = [self.objects[source]], self.emitter.tensors(block.id, "grads")
        if changed:
            made = self.emitter.expansions[source]
            names = [name for name, (grad, _) in zip(made.trained, made.pairs) if grad is not None]
            pairs = listed(
                [f"({self._tensor(grad)},", f"{self._variable(name)})"] for grad, name in zip(changed, names)
            )
        self._applied(block, self.objects[_block(step.inputs["optimizer"][0])], pairs, context)

    def _applied(self, block: Block, optimizer: str, pairs: Pieces, context: Context) -> None:
        stepped = optimizers.global_step_of(self.emitter, block)
        more = [] if stepped is None else [self._argument(stepped)]
        self._operation(block.id, call(f"{optimizer}.apply_gradients", pairs, *more), context)

    def _operation(self, block: str, value: Pieces, context: Context) -> None:
        (operation,) = self.emitter.outputs[block]["operation"]
        uses = any(
            wire.source_pin in ("", "operation")
            for wire in self.emitter.page.out.get(block, ())
            if wire.target in self.emitter.plan.order
        )
        variable = self.writer.names.new(block) if uses else ""
        self.writer.say(assigned(variable, value), context)
        if uses:
            self.writer.made[operation] = ScriptVariable(variable, "op", ())

    def _give(self, tensor: str, expression: str) -> None:
        """Use an expression for a tensor, by both names that inputs of nodes may have for it."""
        self.writer.given[tensor] = self.writer.given[tensor.removesuffix(":0")] = expression

    def _object(self, block: str, value: Pieces, context: Context) -> None:
        name = self.objects[block] = self.writer.names.new(block)
        self.writer.say(assigned(name, value), context)

    def _tensor(self, tensor: tf.Tensor) -> str:
        return self.writer.tensor(tensor.name)

    def _variable(self, block: str) -> str:
        """Return the Python name of a block's tf.Variable, which is written before its first use."""
        if block not in self.variables:
            known = self.emitter.variables[block]
            self.writer.helpers |= {"variable_of", "wrappers"}
            name = self.variables[block] = self.writer.names.new(f"{block}_variable")
            self.writer.say(assigned(name, call("variable_of", *_described(known, self.writer))))
        return self.variables[block]


def _block(ref: Ref) -> str:
    """Return the block whose object a pin uses."""
    assert not isinstance(ref, str)
    return ref.block


def _described(known: Variable, writer: NodeWriter) -> list[Pieces]:
    """Return the arguments of `variable_of`."""
    read = known.read if known.key[1] else ""
    for name in known.init, known.initial.partition(":")[0], read.partition(":")[0]:
        if name:
            writer.waited(name)  # writes the node before it is used
    return [
        [writer.tensor(known.node)],
        quoted(known.init),
        quoted(known.initial),
        quoted(read),
        quoted(scope_of(known.shared)),
        [repr(known.trainable)],
    ]
