"""TensorFlow's errors as problems: page, block, pin, cause and remedy."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Container
from typing import TYPE_CHECKING, Any

import tensorflow as tf
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import REF
from blockloom.blocks.plan.plan_nodes import PagePlan
from blockloom.blocks.problems import Problem, make_problem
from blockloom.blocks.text.phrases import Phrase, phrase, phrase_of_error
from blockloom.runtime.compile import shape_errors
from blockloom.runtime.compile.program import Program
from blockloom.runtime.compile.shape_errors import refused_inputs
from blockloom.runtime.resources.op_effects import definition_of

if TYPE_CHECKING:
    from tensorflow.core.framework.node_def_pb2 import NodeDef

_NODE = re.compile(r"\{\{node ([^}]+)\}\}|[Nn]ode '([^']+)'|node ([\w./\-]+) \(defined|NodeDef: \{\{node ([^}]+)\}\}")
_OF_NODES = re.compile(r"NodeDef|AttrValue|Op<name=|Traceback \(most recent call last\)")
# Text of an error from a Python function: class, message, and a stack trace that repeats both.
_OF_PYTHON = re.compile(r"(?:^|(?<=\n))(?:[\w.]+: )?((?:(?!\n).)*)\nTraceback \(most recent call last\):.*", re.S)
# One line for each function call, with a node in the function; it may contain the name of an inlined function.
_STACK = re.compile(r"\n\t ?\[\[(?:\{\{function_node ([^}]+)\}\})?(?:\{\{node ([^}]+)\}\}|([\w./\-]+))\]\]")
# Separates the name of a node from the name of the call whose function is inlined.
_IN_PLACE = re.compile(r"/[^/]+/_\d+/")
# Errors of a variable, queue or other resource that another page left under the same name.
_ANOTHER = r"shapes of both tensors to match|\w_ref\b|Trying to access|with wrong dtype|Shared \w+ '|Conflicting key"
# Errors of such a variable if an update fits it in the graph but not in the run.
_ANOTHER_SIZE = r"Cannot update variable with shape|Parameters and update must be"
_NO_FILE = r"No such file|not found|NOT_FOUND"
# Patterns of TensorFlow's messages -> remedies. The first match is used.
_REMEDIES = (
    (
        r"uninitialized value|not initialized|does not exist\. This could mean that the variable",
        phrase(
            "Give the variable an initial value (a Variable block has initvalues), or run its Assign before it is read"
        ),
    ),
    (
        r"must feed a value for placeholder",
        phrase("Feed it: a Feed block wired to the Session's inputs, or the default of an Arg"),
    ),
    (
        r"explicitly assigned to /job:.*/job:localhost/",
        phrase("Its frame places it on a task of a cluster: run it with this task as its target, grpc://HOST:PORT"),
    ),
    (
        r"No OpKernel was registered|Could not satisfy|device specification|no supported kernel|"
        r"not supported by XLA_CPU",
        phrase("This machine has no device that runs the op with these types: choose another op, dtype or device"),
    ),
    (
        r"[Dd]imensions must be equal|[Mm]atrix size-incompatible|[Ii]ncompatible shapes|must be broadcastable|same "
        r"shape|must be (?:at least )?rank|must be equal rank|[Ss]hape must be",
        phrase("Check the shapes that reach the block: a Reshape, a transpose attr or another value makes them agree"),
    ),
    (
        r"is closed and has insufficient elements|OutOfRange|End of sequence",
        phrase("The input is used up: enqueue more, or stop before it ends"),
    ),
    (
        r"indices?\[.*\] = .* is not in|out of (?:range|bounds)",
        phrase("Check the indices: each must be within the tensor"),
    ),
    (
        _NO_FILE,
        phrase(
            "Check the file name, and that the file is on this machine: one "
            "without a folder is relative to the document"
        ),
    ),
    (r"Permission denied", phrase("Check the permissions of the file")),
    (r"OOM|Resource exhausted|RESOURCE_EXHAUSTED", phrase("The tensors do not fit into memory: use smaller shapes")),
    (
        r"Could not find callback",
        phrase("The block calls a Python function of another program, which is not here: replace it with other blocks"),
    ),
    (r"not in the list of allowed values", phrase("Choose another dtype, or insert a Cast")),
)


class ExpansionError(ValueError):
    """A block that cannot be expanded: a case of the problem "refused" with its facts, and the pin."""

    def __init__(self, case: str, pin: str = "", **facts: Any):
        super().__init__(case)
        self.kind, self.pin, self.facts = f"refused:{case}", pin, facts


def node_named(text: str, nodes: Container[str]) -> str | None:
    """Return the first of `nodes` that an error's text names; None if it names none."""
    for match in _NODE.finditer(text):
        name = next(g for g in match.groups() if g)
        if name in nodes:
            return name
    return None


def clean(text: str) -> Phrase:
    """Return TensorFlow's message without node syntax, stacks and op signatures; a phrase unchanged."""
    if isinstance(text, Phrase):
        return text
    text = _OF_PYTHON.sub(r"\1", text)
    text = re.split(r"\n\t ?\[\[|\n\nErrors may have|\n\nOriginal stack|\n\t; NodeDef|; NodeDef:", text)[0]
    text = re.sub(r"^Graph execution error:\s+(Detected at node .*?\nNode: '[^']*'\n)?", "", text, flags=re.S)
    text = re.sub(r" for '?\{\{node [^}]+\}\} = .*?'(?= with input)", "", text, flags=re.S)
    text = re.sub(r" for '\{\{node [^}]+\}\} = [^']*'", "", text)
    text = re.sub(r"\{\{(?:function_)?node [^}]*\}\}\s?", "", text)
    text = re.sub(r"^(?:\(\d+\) )?[A-Z_]+: ", "", text.strip())
    text = re.sub(r"^Error in user-defined function passed to \S+ transformation with iterator: [\w:]+: ", "", text)
    return Phrase(" ".join(text.split()).rstrip("."))


def _remedy(text: str) -> str:
    return next((remedy for pattern, remedy in _REMEDIES if re.search(pattern, text)), "")


def import_problem(error: Exception, plan: PagePlan, place: Address, node: NodeDef | None = None) -> Problem:
    """Return the problem for an error in the compilation of a page.

    Args:
        plan: The plan of the page.
        place: The address of the block.
        node: The node that TensorFlow refused, if any.
    """
    at = place._replace(page=plan.page.name)
    if isinstance(error, ExpansionError):
        return make_problem(error.kind, at.at_pin(error.pin), **error.facts)
    text, remedy = user_text(error), phrase("Check what is wired to the block and its attributes")
    if text is None:
        return make_problem("refused:untold", at, remedy=remedy)
    fault = _of_shapes(text, place, plan, node)
    if fault is not None:
        return make_problem(f"refused:{fault.case}", at.at_pin(fault.pin), **fault.facts)
    if "Op type not registered" in text:
        return make_problem("refused:unknown-op", at)
    return make_problem("refused", at, **_as_told(text), remedy=_remedy(text) or remedy)


def user_text(error: BaseException) -> str | None:
    """Return the text of an error for users: of an error of Blockloom, or of a TensorFlow op.

    Returns:
        None for other errors, whose texts are for programmers.
    """
    found = phrase_of_error(error)
    if found is not None:
        return found
    # TensorFlow's Python code wraps the error of an op in a ValueError.
    of_op = next((one for one in (error, error.__context__) if isinstance(one, tf.errors.OpError)), None)
    shown = clean(of_op.message) if of_op is not None else ""
    return of_op.message if of_op is not None and shown and not _OF_NODES.search(shown) else None


def _as_told(text: str) -> dict[str, Any]:
    """Return the facts of an unknown error: its text, and whether it is about the number of dimensions."""
    shown = clean(text)
    match = re.search(r"\(rank (\d)\)|must have rank (\d)", shown)
    return {
        "text": shown,
        "ranks": "rank" in shown or "dimensions" in shown,
        "wanted": int(match[1] or match[2]) if match else None,
    }


def _of_shapes(text: str, place: Address, plan: PagePlan, node: NodeDef | None) -> shape_errors.ShapeFault | None:
    """Return the fault that shape inference reports for the node of a block.

    Returns:
        None if the error does not list the shapes of the block's inputs.
    """
    block = plan.page.blocks.get(place.block)
    known = plan.inference.known.get(place.block)
    if (
        block is None
        or known is None
        or not shape_errors.node_of(text)
        or plan.names[block.id] != shape_errors.node_of(text)
    ):
        return None
    # A random op with its state as a variable has additional inputs.
    counts = node is not None and node.op == traits_of(block.type).with_state
    pins = [arg.name for arg in op_def_registry.get(node.op).input_arg] if node is not None and counts else []
    for pin in plan.catalogue[block.type].inputs if not counts else ():
        count = known.attrs.get(pin.number_attr or pin.type_list_attr or "") if pin.list else None
        count = len(count) if isinstance(count, list) else count
        pins += [pin.name] if not pin.list else [f"{pin.name}[{i}]" for i in range(count or 0)]
    state = {pin.name for pin in plan.catalogue[block.type].inputs if pin.kind == REF or pin.dtype == "DT_RESOURCE"}
    several = node is not None and shape_errors.one_of_several(text)
    alone = refused_inputs(node, shape_errors.shapes_of(text)) if several else ()
    true = frozenset(name for name, value in known.attrs.items() if value is True)
    return shape_errors.inference_fault(text, pins, true, state, block.values, alone)


def named_nodes(error: Exception, program: Program) -> list[tuple[str, str]]:
    """Return the nodes that an error of a run names, the innermost first, each with its function.

    The function is "" if the error does not name it.
    """
    found = [
        (match[2] or match[3], match[1]) if match[1] else _run_in_place(match[2] or match[3], program)
        for match in _STACK.finditer(str(error))
    ]
    operation, _ = place_in(error, program)
    return found or ([(operation.name, "")] if operation is not None else [])


def _run_in_place(name: str, program: Program) -> tuple[str, str]:
    """Return a node and its function by the name of the node if run in place: CALLER/ATTR/_NUMBER/NODE."""
    *callers, node = _IN_PLACE.split(name)
    functions = {""}
    for caller in callers:
        functions = {one for one, by in program.callers.items() if by[0] in functions and by[1] == caller}
    for function in functions if callers else ():
        definition = program.graph._get_function(function)
        if definition is not None and any(one.name == node for one in definition_of(definition).node_def):
            return node, function
    return name, ""


def place_in(error: Exception, program: Program) -> tuple[tf.Operation | None, Address]:
    """Return the op that an error of a run names, and its address; the address of the page if unknown."""
    operation = getattr(error, "op", None)
    place = program.place(operation.name) if operation is not None else None
    if place is None:
        named = next((next(g for g in m.groups() if g) for m in _NODE.finditer(str(error))), "")
        place = program.place(named) or Address(program.page)
        with contextlib.suppress(KeyError, ValueError):
            operation = program.graph.get_operation_by_name(named)
    return operation, place


def run_problem(error: Exception, program: Program) -> Problem:
    """Return the problem for an error during a run."""
    text = user_text(error) or ""
    return _run_problem(error, text, program).with_calls(_callers(text, program))


def _callers(text: str, program: Program) -> list[str]:
    """Return the blocks whose functions were running at an error, the outermost first.

    The addresses, as texts, are those that TensorFlow's message contains.
    """
    named = [program.way(match[2] or match[3], match[1] or "") for match in _STACK.finditer(text)]
    return (
        list(dict.fromkeys(str(place.at_pin("")) for way in (*named[:0:-1], named[0][:-1]) for place in way))
        if named
        else []
    )


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
    elif operation is not None and operation.name.rpartition("/")[2] == place.block:  # not a composite block
        true = [
            name
            for name in ("transpose_a", "transpose_b", "adj_x", "adj_y")
            if name in operation.node_def.attr and operation.get_attr(name)
        ]
        fault = shape_errors.run_fault(text, operation.type, [arg.name for arg in operation.op_def.input_arg], true)
        if fault is not None:
            return make_problem(f"failed:{fault.case}", place.at_pin(fault.pin), **fault.facts)
    remedy = _remedy(text) or (phrase("Check the values that reach the block") if place.block else "")
    sized = operation is not None and all(tensor.shape.is_fully_defined() for tensor in operation.inputs)
    if program.target and (re.search(_ANOTHER, text) or sized and re.search(_ANOTHER_SIZE, text)):
        remedy = phrase(
            "Another page has left something else under this name on {}: name a container for this one, "
            "or give it another shared_name",
            program.target,
        )
    if program.target and re.search(_NO_FILE, text):
        remedy = phrase(
            "Check the file name, and that the file is on the machine of {}, where it is looked for", program.target
        )
    return (
        make_problem(known, place, remedy=remedy)
        if known
        else make_problem("failed", place, **_as_told(text), remedy=remedy)
        if text
        else make_problem("failed:untold", place, remedy=remedy)
    )
