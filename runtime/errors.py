"""TensorFlow's errors as problems: page, block, pin, what is wrong, what would fix it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Container
from typing import TYPE_CHECKING, Any

from blockloom.blocks.addresses import Address
from blockloom.blocks.document import REF
from blockloom.blocks.phrases import Phrase, phrase
from blockloom.blocks.plan.nodes import Plan
from blockloom.blocks.problems import Problem, problem
from blockloom.runtime import shape_errors
from blockloom.runtime.blame import refused
from blockloom.runtime.program import Program

if TYPE_CHECKING:
    import tensorflow as tf
    from tensorflow.core.framework.node_def_pb2 import NodeDef

_NODE = re.compile(r"\{\{node ([^}]+)\}\}|[Nn]ode '([^']+)'|node ([\w./\-]+) \(defined|NodeDef: \{\{node ([^}]+)\}\}")
_STACK = re.compile(r"\n\t ?\[\[(?:\{\{node ([^}]+)\}\}|([\w./\-]+))\]\]")  # one line for each function under way
# What TensorFlow says -> what a user can do. The first that fits is taken.
_REMEDIES = (
    (r"uninitialized value|not initialized|does not exist\. This could mean that the variable",
     phrase("Give the variable an initial value (a Variable block has initvalues), or run its Assign before it is "
            "read")),
    (r"must feed a value for placeholder",
     phrase("Feed it: a Feed block wired to the Session's inputs, the default of an Arg, or --feed BLOCK=VALUE")),
    (r"explicitly assigned to /job:.*/job:localhost/",
     phrase("Its frame places it on a task of a cluster: run it there, with --target grpc://HOST:PORT")),
    (r"No OpKernel was registered|Could not satisfy|device specification|no supported kernel|not supported by XLA_CPU",
     phrase("This machine has no device that runs the op with these types: choose another op, dtype or device")),
    (r"[Dd]imensions must be equal|[Mm]atrix size-incompatible|[Ii]ncompatible shapes|must be broadcastable|same shape|"
     r"must be (?:at least )?rank|must be equal rank|[Ss]hape must be",
     phrase("Check the shapes that reach the block: a Reshape, a transpose attr or another value makes them agree")),
    (r"is closed and has insufficient elements|OutOfRange|End of sequence",
     phrase("The input is used up: enqueue more, or stop before it ends")),
    (r"indices?\[.*\] = .* is not in|out of (?:range|bounds)",
     phrase("Check the indices: each must lie inside the tensor")),
    (r"No such file|not found|NOT_FOUND", phrase("Check the file name, and that the file is on this machine: one "
                                                     "without a folder is looked for beside the document")),
    (r"Permission denied", phrase("Check the permissions of the file")),
    (r"OOM|Resource exhausted|RESOURCE_EXHAUSTED", phrase("The tensors do not fit into memory: use smaller shapes")),
    (r"not in the list of allowed values", phrase("Choose another dtype, or insert a Cast")),
)


class Refused(ValueError):
    """A block that cannot be expanded: a case of "refused" in problems.kinds with its facts, and at which pin."""

    def __init__(self, case: str, pin: str = "", **facts: Any):
        super().__init__(case)
        self.kind, self.pin, self.facts = f"refused:{case}", pin, facts


def node_named(text: str, nodes: Container[str]) -> str | None:
    """The node that an error names, among the given ones."""
    for match in _NODE.finditer(text):
        name = next(g for g in match.groups() if g)
        if name in nodes:
            return name
    return None


def clean(text: str) -> str:
    """The message without node syntax, stacks and op signatures. A phrase has none."""
    if isinstance(text, Phrase):
        return text
    text = re.split(r"\n\t ?\[\[|\n\nErrors may have|\n\nOriginal stack|\n\t; NodeDef|; NodeDef:", text)[0]
    text = re.sub(r"^Graph execution error:\s+(Detected at node .*?\nNode: '[^']*'\n)?", "", text, flags=re.S)
    text = re.sub(r" for '?\{\{node [^}]+\}\} = .*?'(?= with input)", "", text, flags=re.S)
    text = re.sub(r" for '\{\{node [^}]+\}\} = [^']*'", "", text)
    text = re.sub(r"\{\{(?:function_)?node [^}]*\}\}\s?", "", text)
    text = re.sub(r"^(?:\(\d+\) )?[A-Z_]+: ", "", text.strip())
    text = re.sub(r"^Error in user-defined function passed to \S+ transformation with iterator: [\w:]+: ", "", text)
    return " ".join(text.split()).rstrip(".")


def _remedy(text: str) -> str:
    return next((remedy for pattern, remedy in _REMEDIES if re.search(pattern, text)), "")


def import_problem(error: Exception, plan: Plan, place: Address, node: NodeDef | None = None) -> Problem:
    """A refusal while the page was compiled; of `node`, where it is a node that TensorFlow does not take."""
    at = place._replace(page=plan.page.name)
    if isinstance(error, Refused):
        return problem(error.kind, at.at_pin(error.pin), **error.facts)
    text = str(error)
    told = _of_shapes(text, place, plan, node)
    if told is not None:
        return problem(f"refused:{told.case}", at.at_pin(told.pin), **told.facts)
    if "Op type not registered" in text:
        return problem("refused:unknown-op", at)
    return problem("refused", at, **_as_told(text, error),
                   remedy=_remedy(text) or phrase("Check what is wired to the block and its attributes"))


def _as_told(text: str, error: Exception) -> dict[str, Any]:
    """What an error says that nobody here knows: its text, and whether it is of the number of dimensions."""
    shown = clean(text) or type(error).__name__
    match = re.search(r"\(rank (\d)\)|must have rank (\d)", shown)
    return {"text": shown, "ranks": "rank" in shown or "dimensions" in shown,
            "wanted": int(match[1] or match[2]) if match else None}


def _of_shapes(text: str, place: Address, plan: Plan, node: NodeDef | None) -> shape_errors.Fault | None:
    """What shape inference says of the node of a block, where it lists the shapes of the block's inputs."""
    block = plan.page.blocks.get(place.block)
    known = plan.inference.known.get(place.block)
    if block is None or known is None or not shape_errors.node_of(text) or \
            plan.names[block.id] != shape_errors.node_of(text):
        return None
    pins = []
    for pin in plan.catalogue[block.type].inputs:
        count = known.attrs.get(pin.number_attr or pin.type_list_attr) if pin.list else None
        count = len(count) if isinstance(count, list) else count
        pins += [pin.name] if not pin.list else [f"{pin.name}[{i}]" for i in range(count or 0)]
    state = {pin.name for pin in plan.catalogue[block.type].inputs if pin.kind == REF or pin.dtype == "DT_RESOURCE"}
    several = node is not None and shape_errors.one_of_several(text)
    alone = refused(node, shape_errors.shapes_of(text)) if several else ()
    true = frozenset(name for name, value in known.attrs.items() if value is True)
    return shape_errors.refused(text, pins, true, state, block.values, alone)


def place_in(error: Exception, program: Program) -> tuple[tf.Operation | None, Address]:
    """Which op of the graph an error of a run names, and where that is: the page where nothing is known of it."""
    operation = getattr(error, "op", None)
    place = program.place(operation.name) if operation is not None else None
    if place is None:
        named = next((next(g for g in m.groups() if g) for m in _NODE.finditer(str(error))), "")
        place = program.place(named) or Address(program.page)
        with contextlib.suppress(KeyError, ValueError):
            operation = program.graph.get_operation_by_name(named)
    return operation, place


def run_problem(error: Exception, program: Program) -> Problem:
    """An error while the page ran."""
    text = getattr(error, "message", None) or str(error)
    return _run_problem(error, text, program).called_from(_callers(text, program))


def _callers(text: str, program: Program) -> list[str]:
    """The blocks whose functions were under way where an error came up, the outermost first, as far as TensorFlow tells
    them: texts of addresses."""
    named = [program.way(match[1] or match[2]) for match in _STACK.finditer(text)]
    return list(dict.fromkeys(str(place.at_pin("")) for way in (*named[:0:-1], named[0][:-1]) for place in way)) \
        if named else []


def _run_problem(error: Exception, text: str, program: Program) -> Problem:
    operation, place = place_in(error, program)
    known = ""
    match = re.search(r"placeholder tensor '([^']+)'", text)
    if match:
        place = program.place(match[1]) or place
        known = "failed:not-fed"
    elif "uninitialized value" in text or "FailedPrecondition" in type(error).__name__ and "uninit" in text.lower():
        match = re.search(r"uninitialized value ([\w./\-]+)", text)
        place = (program.place(match[1]) if match else None) or place
        known = "failed:no-value"
    elif operation is not None and operation.name.rpartition("/")[2] == place.block:    # no part of a composite
        true = [name for name in ("transpose_a", "transpose_b", "adj_x", "adj_y")
                if name in operation.node_def.attr and operation.get_attr(name)]
        told = shape_errors.failed(text, operation.type, [arg.name for arg in operation.op_def.input_arg], true)
        if told is not None:
            return problem(f"failed:{told.case}", place.at_pin(told.pin), **told.facts)
    remedy = _remedy(text) or (phrase("Check the values that reach the block") if place.block else "")
    return problem(known, place, remedy=remedy) if known else problem(
        "failed", place, **_as_told(text, error), remedy=remedy)
