"""What is known of ops beside their OpDefs: how each moves data, waits, writes, trains, loops.

`assets/catalogue/op_traits.json` has what is not false or empty, op by op, for ops of TensorFlow and block types of our
own. A BlockType has its `traits`; `traits_of` tells those of the op of a node. The file is read when first asked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from blockloom.blocks.values.handle_kinds import DENSE, RESOURCE, SPARSE, VARIABLE

FILE = Path(__file__).resolve().parents[2] / "assets" / "catalogue" / "op_traits.json"
_NONE: Mapping[str, Any] = MappingProxyType({})


class Traits(NamedTuple):
    """What is known of an op beyond its OpDef. Traits that mean another op, a pin or an attr hold its name."""

    # --- control flow and functions ---
    # What it is in a loop or branch of dataflow.
    flow: Literal["", "enter", "exit", "next_iteration", "switch", "merge", "loop_cond"] = ""
    # That it runs functions, whose nodes can stand in its place.
    functional: Literal["", "loop", "branch", "call"] = ""
    # attr -> what the function takes and gives, as `function_signatures` says.
    functions: Mapping[str, str] = _NONE
    # attr -> the arguments and results of the function that computes its gradients, in the words of `functions`. The op
    # itself does not run it.
    differentiated: Mapping[str, str] = _NONE
    # Runs Python that no file of a model holds.
    in_python: bool = False

    # --- handles, and what they stand for ---
    # What the handle that it gives stands for, a name of `handle_kinds`.
    makes: str = ""
    # pin -> the things, one of which the handle that it takes stands for.
    takes: Mapping[str, tuple[str, ...]] = _NONE
    # What its handles are of, where that is no thing of `handle_kinds`.
    family: Literal["", "iterator", "mutex"] = ""
    # It is a variable, by the kind of its handle.
    variable: Literal["", "resource", "reference"] = ""
    # A variable that comes with its initial value.
    with_value: bool = False
    # Gives a reference to memory that others write in place.
    in_place: bool = False
    # Gives a variable its value, or changes it by one.
    assigns: Literal["", "set", "change"] = ""
    # Reads a variable: `op` does so with its value in the place of the handle; `dtype` is its attr for the dtype,
    # `attrs` are those that both have, `pins` its pins by those here, `values` what is typed into it.
    of_value: Mapping[str, Any] = _NONE
    # Changes nothing: not what it takes a handle or reference of, and no state of its own.
    inert: bool = False
    # Its output is the handle or reference that it takes.
    hands_on: bool = False
    # Its output is its first input, whatever that is, and it does nothing else.
    same_value: bool = False
    # Its output lies in the memory of its first input.
    same_memory: bool = False
    # Its output is the reference that it takes, or one of several, at which it does not look.
    same_reference: bool = False
    # Writes, reads or joins the files of a checkpoint.
    checkpoint: Literal["", "saves", "restores", "merges"] = ""
    # Stands between a variable, or its value, and the Saver's ops.
    restores_through: bool = False
    # Writes into whatever it takes.
    writes_anywhere: bool = False

    # --- what waits for others ---
    # What it waits for: gradients, elements of a queue or room in it, elements of a barrier, a staging area.
    waits: Literal["", "gradients", "queue", "room", "barrier", "stage"] = ""
    # The op that counts what it waits for, where the dtype of the handle does not decide that.
    counted_by: str = ""
    # Takes or gives several elements at once.
    many: bool = False
    # Uses a staging area, which has no handle.
    staging: bool = False
    # Takes from a shared thing: the op to add where nothing gives to it.
    supplied_by: str = ""
    # Gives to a shared thing: the `supplied_by` of those that take from it.
    supplies: str = ""
    # The pin of that thing; empty where container and shared_name alone tell it.
    shared_by: str = ""
    # What it does with the gradients of an accumulator.
    gradients: Literal["", "take", "apply", "set_step"] = ""

    # --- sessions, data, files ---
    # What it makes is taken out of a session and put into the next: a kind of `runtime/resources/`. Accumulators are by
    # their handles.
    handed: Literal["", "queue", "priority", "table", "filled", "dense", "iterator"] = ""
    # Runs once, when a session begins: the pin of what it prepares.
    prepares: str = ""
    # Puts content into the thing at this pin, which it may do once, when a session begins (see `INTERNAL_ATTRS`).
    refills: str = ""
    # By that, data begins anew.
    renews: bool = False
    # A table that is filled once; or what fills one, asks one, or tells how much one holds.
    table: Literal["", "filled_once", "fills", "asks", "size"] = ""
    # Acts outside the session: "reads" or "writes" files, "streams" to URLs, "sends" to a server, "embeds" a graph. The
    # values are the pins or attrs that name the file or address, "" if none does.
    outside: Mapping[str, str] = _NONE
    # The pin with the name of a file that it reads.
    file: str = ""
    # The pin of the texts that are its output, in the same or another order.
    passes_texts: str = ""
    # Reads files, and of constant names TensorFlow takes what it read for constant.
    read_once: bool = False
    # Makes numbers of texts or bytes: what else it takes are defaults.
    decodes: bool = False
    # It is fed: it must be, it may be, or whoever uses the page does so.
    fed: Literal["", "must", "may", "arg"] = ""
    # Is a dataset, or works with some.
    dataset: bool = False
    # What the elements are of what it gives: a rule of `dataset_types`, with the pins, attrs or dtypes that it takes.
    elements: str = ""
    # The input with which, if it is true, TensorFlow does not find again where an iterator over it is: it misses what
    # follows.
    loses_place: str = ""
    # A dataset that may go through the one that it takes more than once.
    repeats: bool = False
    # Takes the next element of an iterator.
    next_element: bool = False
    # Fails where there is no next element.
    ends_with_data: bool = False
    # The op that draws the same random numbers and has its state in a variable.
    with_state: str = ""
    # Draws random numbers, and has its state in a variable.
    counts: bool = False
    # Draws random numbers, new in each session, and has no seed that would repeat them.
    draws_anew: bool = False
    # It is finite, and its gradient, where a pin is so: (pin, "above 0"), "not 0" or "small".
    finite_for: tuple[str, ...] = ()
    # Passes on what it takes, and fails where that is not finite.
    checks: bool = False
    # Stateful, though nothing hangs on that: it prints, or stops what is wrong.
    only_tells: bool = False

    # --- shapes ---
    # The shape of its output is typed, that of its first input, or that of both as they are broadcast.
    shape: Literal["", "attr", "same", "broadcast"] = ""
    # The sizes of its output hang on those of its first input alone, or are typed into it.
    keeps_sizes: bool = False
    # The pin where sizes of its output are typed.
    sizes: str = ""
    # The pin that says where what is cut out begins.
    begins: str = ""
    # Sizes may be -1.
    any_size: bool = False
    # The first axis of its output is not that of its input, only where it is not reduced; or all inputs have the same.
    first_axis: Literal["", "moves", "reduces", "alike"] = ""
    # TensorFlow tells parts of its value while it infers shapes, without running it.
    partly_known: bool = False
    # How shapes that do not fit are told.
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
    ] = ""
    # TensorFlow tells its value from the shape of its input alone.
    known_from_shape: bool = False
    # Adds two tensors.
    sum: bool = False
    # How its floating point operations are counted: see `blocks/lower/flops.py`.
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
    # Or so many for each element of the largest tensor that it takes or gives.
    flops_each: int = 0

    # --- training ---
    # What a block type of our own does in training.
    step: Literal["", "optimizer", "minimize", "compute", "apply", "differentiate"] = ""
    # The class of tf.compat.v1.train.
    optimizer: str = ""
    # Applies an update rule to a variable.
    trains: bool = False
    # The inputs that set how it trains, such as the learning rate: only a person wires them.
    hyperparameters: tuple[str, ...] = ()
    # Asserts something, or asks whether a variable has a value.
    asserts: bool = False
    # What it may be in a dropout: random numbers, scaled and moved, are compared with the rate, or rounded down
    # (TensorFlow 1); what that mask lets through was divided by the share that is kept.
    dropout: tuple[Literal["random", "scales", "mask", "less", "passes", "selects", "times", "divides"], ...] = ()
    # Passes on what it takes, which only training has a use for.
    passes_in_training: bool = False
    # Normalises, in training by the batch.
    normalises: bool = False

    # --- pages ---
    # May lie around all that is computed: it is fed, given, or known.
    outer: bool = False
    # The menu of a wire offers it.
    offered_in_wires: bool = False

    # --- TPU embedding ---
    # What it does with the tables of a TPU.
    embedding: Literal["", "configure", "setup", "load", "retrieve", "enqueue", "send", "receive", "other"] = ""
    # The pin with gradients that are sent; the attr that counts what is received.
    embedding_pin: str = ""
    # As what the CPU reference runs it, where no TPU is.
    reference: Literal[
        "", "setup", "load", "load_all", "retrieve", "retrieve_all", "enqueue", "deduplicate", "receive", "send"
    ] = ""
    # Its place among the ops that set up a TPU and fill its tables, from 1.
    setup_order: int = 0

    @property
    def things(self) -> tuple[str, ...]:
        """What the handle that the op gives stands for, as `takes` has it: one kind of resource, or none."""
        return (self.makes,) if self.makes else ()

    @property
    def shared_as(self) -> str:
        """The kind of resource that the op makes, or finds if one of its `shared_name` exists; "" if it makes none."""
        if self.makes in (DENSE, SPARSE, RESOURCE):
            return "accumulator"
        return self.makes or self.variable or (self.family if self.handed else "")

    @property
    def loops(self) -> bool:
        """Whether the op is an Enter, Exit or NextIteration of a dataflow loop."""
        return self.flow in ("enter", "exit", "next_iteration")

    @property
    def takes_variable(self) -> bool:
        """Whether it takes the handle of a resource variable."""
        return any(VARIABLE in things for things in self.takes.values())


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
    """The traits of an op, or of a block type of our own, by its name. An unknown name has no traits."""
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
    """The ops that have a trait: name -> the trait's value."""
    return {op: _fixed(row[trait]) for op, row in _rows().items() if trait in row}
