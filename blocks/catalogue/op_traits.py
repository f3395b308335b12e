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
from typing import Any, Literal

from msgspec import Struct

from blockloom.blocks.values.dtypes import DENSE, RESOURCE, SPARSE, VARIABLE

FILE = Path(__file__).resolve().parents[2] / "assets" / "catalogue" / "op_traits.json"
_NONE: Mapping[str, Any] = MappingProxyType({})


class Traits(Struct, frozen=True):
    """Facts about an op that its OpDef lacks. Traits that refer to another op, a pin or an attr have its name."""

    # The role of the op in a dataflow loop or branch.
    flow: Literal["", "enter", "exit", "next_iteration", "switch", "merge", "loop_cond"] = ""
    # The op calls functions, which can be inlined.
    functional: Literal["", "loop", "branch", "call"] = ""
    # Attr with a function -> arguments and results of the function, in the notation of `function_signatures`.
    functions: Mapping[str, str] = _NONE
    # Attr with a function that computes gradients -> its arguments and results. The op itself does not call it.
    differentiated: Mapping[str, str] = _NONE
    # The op runs Python code, which files of models cannot contain.
    in_python: bool = False

    # The kind of resource that its output handle refers to, a name of `values.dtypes`.
    makes: str = ""
    # Input pin with a handle -> the kinds of resources that the handle can refer to.
    handle_inputs: Mapping[str, tuple[str, ...]] = _NONE
    # The kind of its handles, if it is not one of `values.dtypes`.
    family: Literal["", "iterator", "mutex"] = ""
    # The op is a variable with this kind of handle.
    variable: Literal["", "resource", "reference"] = ""
    # The op is a variable that has its initial value as an input.
    with_value: bool = False
    # The op outputs a reference to memory that other ops write in place.
    in_place: bool = False
    # The op sets a variable, or changes it by an amount.
    assigns: Literal["", "set", "change"] = ""
    # For an op that reads a variable: the op that computes the same from the value instead of the handle. Keys: `op`
    # is the name of that op, `dtype` its attr for the dtype, `attrs` the attrs that both ops have, `pins` maps pin
    # names of this op to those of that op, and `values` has attr values to set.
    of_value: Mapping[str, Any] = _NONE
    # The op changes nothing: neither the resource of its handle or reference, nor any state.
    inert: bool = False
    # The output is the handle or reference at its input.
    hands_on: bool = False
    # The output is the first input, of any kind; the op has no other effect.
    same_value: bool = False
    # The output shares the memory of the first input.
    same_memory: bool = False
    # The output is the reference at an input; the op does not read the value.
    same_reference: bool = False
    # The op writes, reads or merges the files of a checkpoint.
    checkpoint: Literal["", "saves", "restores", "merges"] = ""
    # The op may be between a variable, or its value, and the ops of a Saver.
    restores_through: bool = False
    # The op may write to any of its inputs.
    writes_anywhere: bool = False

    # The op waits for gradients, elements of a queue, room in a queue, elements of a barrier, or a staging area.
    waits: Literal["", "gradients", "queue", "room", "barrier", "stage"] = ""
    # The op waits for the element whose index is at its first input.
    waits_for_index: bool = False
    # The op that counts the elements for which this op waits, if the dtype of the handle does not determine it.
    counted_by: str = ""
    # The op reads or returns several elements at once.
    many: bool = False
    # The op uses a staging area, which has no handle.
    staging: bool = False
    # The op reads from a shared resource. This is the op to add if nothing writes to the resource.
    supplied_by: str = ""
    # The op adds to a shared resource: the `supplied_by` of the ops that read from it.
    supplies: str = ""
    # The pin with the shared resource; "" if container and shared_name identify it.
    shared_by: str = ""
    # The effect of the op on the gradients of an accumulator.
    gradients: Literal["", "take", "apply", "set_step"] = ""

    # The kind of the op's resource, whose contents a module of `runtime/resources/` moves to the next session.
    # Accumulators are not listed: their handles identify them.
    handed: Literal["", "queue", "priority", "table", "filled", "dense", "iterator"] = ""
    # The op runs once when a session begins, and initialises the resource at this pin.
    prepares: str = ""
    # The op fills the resource at this pin. It can be set to do so once, when a session begins (see `INTERNAL_ATTRS`).
    refills: str = ""
    # The op restarts data.
    renews: bool = False
    # The op is a table that is filled once, or fills, queries or measures a table.
    table: Literal["", "filled_once", "fills", "asks", "size"] = ""
    # The op acts outside the session: "reads" or "writes" files, "streams" to URLs, "sends" to a server, "embeds" a
    # graph. The value is the pin or attr with the name of the file or address, or "".
    outside: Mapping[str, str] = _NONE
    # The pin with the name of a file that the op reads.
    file: str = ""
    # The pin whose texts are also the output, possibly in another order.
    passes_texts: str = ""
    # The op reads files. If their names are constants, TensorFlow treats their contents as constants too.
    read_once: bool = False
    # The op converts texts or bytes to numbers; its other inputs are defaults.
    decodes: bool = False
    # The op must be fed, may be fed, or is an argument that the user of the page passes.
    fed: Literal["", "must", "may", "arg"] = ""
    # The op is a dataset, or uses datasets.
    dataset: bool = False
    # The elements of the output dataset: a rule of `dataset_types`, with the pins, attrs or dtypes for it.
    elements: str = ""
    # An input. If it is true, TensorFlow cannot restore the position of an iterator over this dataset, and skips
    # elements.
    loses_place: str = ""
    # The op is a dataset that may iterate over its input dataset more than once.
    repeats: bool = False
    # The op takes the next element of an iterator.
    next_element: bool = False
    # The op fails if there is no next element.
    ends_with_data: bool = False
    # The op that draws the same random numbers, but has its state in a variable.
    with_state: str = ""
    # The op draws random numbers, and has its state in a variable.
    counts: bool = False
    # The op draws other random numbers in each session, and has no seed to repeat them.
    draws_anew: bool = False
    # The output and gradient are finite if a pin meets a condition: (pin, "above 0"), "not 0" or "small".
    finite_for: tuple[str, ...] = ()
    # The op outputs its input, and fails if this is not finite.
    checks: bool = False
    # The op is stateful, but only prints, or stops on an error.
    only_tells: bool = False

    # The shape of the output is typed, that of the first input, or the broadcast shape of both inputs.
    shape: Literal["", "attr", "same", "broadcast"] = ""
    # The sizes of the output depend only on those of the first input, or are typed values.
    keeps_sizes: bool = False
    # The pin into which sizes of the output are typed.
    sizes: str = ""
    # The pin with the start of a slice.
    begins: str = ""
    # Typed sizes may be -1.
    any_size: bool = False
    # The first axis of the output is not that of the input ("moves"), or only if it is not reduced ("reduces"); or all
    # inputs have the same first axis ("alike").
    first_axis: Literal["", "moves", "reduces", "alike"] = ""
    # TensorFlow computes parts of the value during shape inference, without running the op.
    partly_known: bool = False
    # The error message for input shapes that do not fit.
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
    # TensorFlow computes the value from the shape of the input, without running the op.
    known_from_shape: bool = False
    # The op adds two tensors.
    sum: bool = False
    # The way to count floating point operations, see `blocks/lower/cost.py`.
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
    # Number of floating point operations for each element of the largest input or output, if there is no `flops`.
    flops_each: int = 0

    # The role of the block type of Blockloom in training.
    step: Literal["", "optimizer", "minimize", "compute", "apply", "differentiate"] = ""
    # The class in tf.compat.v1.train.
    optimizer: str = ""
    # The op applies an update rule to a variable.
    trains: bool = False
    # Inputs with hyperparameters, such as the learning rate; they are never wired automatically.
    hyperparameters: tuple[str, ...] = ()
    # The op asserts a condition, or returns whether a variable is initialised.
    asserts: bool = False
    # The role of the op in a dropout: random numbers, scaled and shifted, are compared with the rate, or rounded down
    # (TensorFlow 1); the values that remain are divided by the share that is kept.
    dropout: tuple[Literal["random", "scales", "mask", "less", "passes", "selects", "times", "divides"], ...] = ()
    # The op outputs its input; only training uses it.
    passes_in_training: bool = False
    # The op normalises; in training, by the statistics of the batch.
    normalises: bool = False

    # The op can be at the edge of a subgraph: it is fed, an input, or known.
    outer: bool = False
    # The menu of a wire offers the op.
    offered_in_wires: bool = False

    # The way in which the op uses the tables of a TPU.
    embedding: Literal["", "configure", "setup", "load", "retrieve", "enqueue", "send", "receive", "other"] = ""
    # The pin with gradients to send, or the attr with the number of received activations.
    embedding_pin: str = ""
    # The implementation of the op in the CPU reference, which needs no TPU.
    reference: Literal[
        "", "setup", "load", "load_all", "retrieve", "retrieve_all", "enqueue", "deduplicate", "receive", "send"
    ] = ""
    # The position of the op, from 1, among the ops that set up a TPU and fill its tables.
    setup_order: int = 0

    @property
    def things(self) -> tuple[str, ...]:
        """The kinds of resources of its output handle, as in `handle_inputs`: one, or none."""
        return (self.makes,) if self.makes else ()

    @property
    def waits_on_handle(self) -> bool:
        """True if the op waits for a resource whose handle is an input; a staging area has no handle."""
        return self.waits not in ("", "stage")

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
