"""Facts about ops that their OpDefs lack: how they move data, wait, write, train, loop.

`assets/catalogue/op_traits.json` has the values that are not false or empty, by op, for ops of TensorFlow and our block
types. A BlockType has its `traits`; `traits_of` returns those of a node's op. The file is read at the first use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from blockloom.blocks.values.dtypes import DENSE, RESOURCE, SPARSE, VARIABLE

FILE = Path(__file__).resolve().parents[2] / "assets" / "catalogue" / "op_traits.json"
_NONE: Mapping[str, Any] = MappingProxyType({})


class Traits(NamedTuple):
    """Facts about an op that its OpDef lacks. Traits that refer to another op, a pin or an attr have its name."""

    # --- control flow and functions ---
    # Its role in a loop or branch of dataflow.
    flow: Literal["", "enter", "exit", "next_iteration", "switch", "merge", "loop_cond"] = ""
    # Runs functions, whose nodes can replace it.
    functional: Literal["", "loop", "branch", "call"] = ""
    # attr -> arguments and results of the function, as in `function_signatures`.
    functions: Mapping[str, str] = _NONE
    # attr -> the arguments and results of the function that computes its gradients, in the words of `functions`. The op
    # itself does not run it.
    differentiated: Mapping[str, str] = _NONE
    # Runs Python that no file of a model holds.
    in_python: bool = False

    # --- handles, and what they stand for ---
    # The resource that its output handle refers to, a name of `values.dtypes`.
    makes: str = ""
    # pin -> the kinds of resources that the handle at this input can refer to.
    handle_inputs: Mapping[str, tuple[str, ...]] = _NONE
    # The kind of its handles, if not one of `values.dtypes`.
    family: Literal["", "iterator", "mutex"] = ""
    # It is a variable, by the kind of its handle.
    variable: Literal["", "resource", "reference"] = ""
    # A variable that comes with its initial value.
    with_value: bool = False
    # Outputs a reference to memory that others write in place.
    in_place: bool = False
    # Sets the value of a variable, or changes it by an amount.
    assigns: Literal["", "set", "change"] = ""
    # Reads a variable: `op` does so with its value in the place of the handle; `dtype` is its attr for the dtype,
    # `attrs` are those that both have, `pins` its pins by those here, `values` what is typed into it.
    of_value: Mapping[str, Any] = _NONE
    # Changes nothing: neither the resource of its handle or reference, nor any state.
    inert: bool = False
    # Its output is the handle or reference at its input.
    hands_on: bool = False
    # Its output is its first input, whatever that is; it has no other effect.
    same_value: bool = False
    # Its output shares the memory of its first input.
    same_memory: bool = False
    # Its output is the reference at its input, or one of several, and it does not read the value.
    same_reference: bool = False
    # Writes, reads or joins the files of a checkpoint.
    checkpoint: Literal["", "saves", "restores", "merges"] = ""
    # Stands between a variable, or its value, and the Saver's ops.
    restores_through: bool = False
    # Writes to each of its inputs.
    writes_anywhere: bool = False

    # --- what waits for others ---
    # Waits for gradients, elements of a queue or room in it, elements of a barrier, or a staging area.
    waits: Literal["", "gradients", "queue", "room", "barrier", "stage"] = ""
    # Waits for the element with the index at its first input.
    waits_for_index: bool = False
    # The op that counts the elements that it waits for, if the dtype of the handle does not decide this.
    counted_by: str = ""
    # Reads or returns several elements at once.
    many: bool = False
    # Uses a staging area, which has no handle.
    staging: bool = False
    # Reads from a shared resource: the op to add if nothing writes to it.
    supplied_by: str = ""
    # Adds to a shared resource: the `supplied_by` of the ops that read from it.
    supplies: str = ""
    # The pin of that resource; empty if container and shared_name alone identify it.
    shared_by: str = ""
    # Its effect on the gradients of an accumulator.
    gradients: Literal["", "take", "apply", "set_step"] = ""

    # --- sessions, data, files ---
    # Its resource is moved from one session to the next: a kind of `runtime/resources/`. Accumulators have their
    # handles.
    handed: Literal["", "queue", "priority", "table", "filled", "dense", "iterator"] = ""
    # Runs once when a session begins, for the resource at this pin.
    prepares: str = ""
    # Fills the resource at this pin; it may do so once, when a session begins (see `INTERNAL_ATTRS`).
    refills: str = ""
    # Restarts the data.
    renews: bool = False
    # A table that is filled once; or an op that fills, queries or measures a table.
    table: Literal["", "filled_once", "fills", "asks", "size"] = ""
    # Acts outside the session: "reads" or "writes" files, "streams" to URLs, "sends" to a server, "embeds" a graph. The
    # values are the pins or attrs that name the file or address, "" if none does.
    outside: Mapping[str, str] = _NONE
    # The pin with the name of a file that it reads.
    file: str = ""
    # The pin of the texts that are its output, in the same or another order.
    passes_texts: str = ""
    # Reads files. If their names are constants, TensorFlow treats the contents as constants, too.
    read_once: bool = False
    # Makes numbers of texts or bytes: its other inputs are defaults.
    decodes: bool = False
    # It is fed: it must be, it may be, or whoever uses the page does so.
    fed: Literal["", "must", "may", "arg"] = ""
    # Is a dataset, or works with some.
    dataset: bool = False
    # The elements of its output: a rule of `dataset_types`, with the pins, attrs or dtypes for it.
    elements: str = ""
    # The input with which, if it is true, TensorFlow does not find again where an iterator over it is: it misses what
    # follows.
    loses_place: str = ""
    # A dataset that may go through the one that it takes more than once.
    repeats: bool = False
    # Takes the next element of an iterator.
    next_element: bool = False
    # Fails if there is no next element.
    ends_with_data: bool = False
    # The op that draws the same random numbers and has its state in a variable.
    with_state: str = ""
    # Draws random numbers, and has its state in a variable.
    counts: bool = False
    # Draws random numbers, new in each session, and has no seed that would repeat them.
    draws_anew: bool = False
    # The output and gradient are finite if a pin is so: (pin, "above 0"), "not 0" or "small".
    finite_for: tuple[str, ...] = ()
    # Returns its input, and fails if that is not finite.
    checks: bool = False
    # Stateful, but without consequences: it prints, or stops on an error.
    only_tells: bool = False

    # --- shapes ---
    # The shape of its output is typed, that of its first input, or that of both as they are broadcast.
    shape: Literal["", "attr", "same", "broadcast"] = ""
    # The sizes of its output depend only on those of its first input, or are typed values.
    keeps_sizes: bool = False
    # The pin where sizes of its output are typed.
    sizes: str = ""
    # The pin with the position where a slice begins.
    begins: str = ""
    # Sizes may be -1.
    any_size: bool = False
    # The first axis of its output is not that of its input, only where it is not reduced; or all inputs have the same.
    first_axis: Literal["", "moves", "reduces", "alike"] = ""
    # TensorFlow computes parts of its value while it infers shapes, without running it.
    partly_known: bool = False
    # The error message for shapes that do not fit.
    misfit: Literal[
        "",
        "matrices",
        "batch_matrices",
        "bias",
        "one_shape",
        "per_axis",
        "rows_per_axis",
        "picture",
        "concat",
        "variable",
        "class_numbers",
        "one_hot",
    ] = ""
    # TensorFlow computes its value from the shape of its input, without running it.
    known_from_shape: bool = False
    # Adds two tensors.
    sum: bool = False
    # How its floating point operations are counted: see `blocks/lower/cost.py`.
    flops: Literal[
        "",
        "dot",
        "conv",
        "depthwise",
        "conv_input",
        "conv_filter",
        "depthwise_input",
        "depthwise_filter",
        "einsum",
        "normalise",
        "normalise_gradient",
        "pool",
        "pool_gradient",
        "sum",
    ] = ""
    # Or this number for each element of the largest tensor among its inputs and outputs.
    flops_each: int = 0

    # --- training ---
    # The role of our block type in training.
    step: Literal["", "optimizer", "minimize", "compute", "apply", "differentiate"] = ""
    # The class of tf.compat.v1.train.
    optimizer: str = ""
    # Applies an update rule to a variable.
    trains: bool = False
    # The inputs that set how it trains, such as the learning rate: only a person wires them.
    hyperparameters: tuple[str, ...] = ()
    # Asserts something, or asks whether a variable has a value.
    asserts: bool = False
    # Its role in a dropout: random numbers, scaled and moved, are compared with the rate, or rounded down (TensorFlow
    # 1); the values under the mask are divided by the kept share.
    dropout: tuple[Literal["random", "scales", "mask", "less", "passes", "selects", "times", "divides"], ...] = ()
    # Returns its input; only training uses it.
    passes_in_training: bool = False
    # Normalises, in training by the batch.
    normalises: bool = False

    # --- pages ---
    # Can be at the edge of a computation: it is fed, an input, or known.
    outer: bool = False
    # The menu of a wire offers it.
    offered_in_wires: bool = False

    # --- TPU embedding ---
    # Its use of the tables of a TPU.
    embedding: Literal["", "configure", "setup", "load", "retrieve", "enqueue", "send", "receive", "other"] = ""
    # The pin with gradients that are sent; the attr that counts what is received.
    embedding_pin: str = ""
    # Its implementation in the CPU reference, without a TPU.
    reference: Literal[
        "", "setup", "load", "load_all", "retrieve", "retrieve_all", "enqueue", "deduplicate", "receive", "send"
    ] = ""
    # Its place among the ops that set up a TPU and fill its tables, from 1.
    setup_order: int = 0

    @property
    def things(self) -> tuple[str, ...]:
        """The kinds of resources of its output handle, as in `handle_inputs`: one, or none."""
        return (self.makes,) if self.makes else ()

    @property
    def shared_as(self) -> str:
        """The kind of resource that it creates or finds by its `shared_name`; "" if none."""
        if self.makes in (DENSE, SPARSE, RESOURCE):
            return "accumulator"
        return self.makes or self.variable or (self.family if self.handed else "")

    @property
    def loops(self) -> bool:
        """Return whether the op is an Enter, Exit or NextIteration of a dataflow loop."""
        return self.flow in ("enter", "exit", "next_iteration")

    @property
    def takes_variable(self) -> bool:
        """Return whether an input is the handle of a resource variable."""
        return any(VARIABLE in things for things in self.handle_inputs.values())


NOTHING = Traits()


@lru_cache(1)
def _rows() -> dict[str, dict[str, Any]]:
    return json.loads(FILE.read_bytes())


def _fixed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _fixed(part) for name, part in value.items()}
    return tuple(value) if isinstance(value, list) else value


@lru_cache(4096)
def traits_of(op: str) -> Traits:
    """Return the traits of an op or of our block type, by name. An unknown name has no traits."""
    row = _rows().get(op)
    return NOTHING if row is None else Traits(**_fixed(row))


def has_effect(op: str, stateful: bool, takes_handle: bool) -> bool:
    """Return whether running an op again can change state or draw another value.

    An op has an effect if it is stateful, writes through a reference, or changes the thing behind a handle. Variables,
    and ops that only read what is behind a handle, have none.

    Args:
        op: the op's name.
        stateful: `is_stateful` of the OpDef.
        takes_handle: whether an input is a resource handle or a reference.
    """
    traits = traits_of(op)
    return not traits.variable and (not traits.inert if takes_handle else stateful)


def prepared_pin(op: str, begins: bool) -> str:
    """Return the pin that an op prepares once, when a session begins; "" if it has no such pin.

    Args:
        op: the name of an op or a block type.
        begins: whether its attr `_prepares` is true.
    """
    traits = traits_of(op)
    return traits.prepares or (traits.refills if begins else "")


def ops_with(trait: str) -> dict[str, Any]:
    """Return the ops that have a trait, with the trait's value."""
    return {op: _fixed(row[trait]) for op, row in _rows().items() if trait in row}
