"""Compare the outputs of two pages for the same feed: a model as imported, and its present state.

Each page gets a session and runs one step. If steps have no side effects, they are repeated for groups of outputs of a
bounded size, so that the results of a large model are never all in memory. Random ops without a seed get a seed from
their name, the same in both models.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.framework.node_def_pb2 import NodeDef
from tensorflow.python.framework import op_def_registry

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.parameters import ARG, RETVAL
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.files.feeds import random_values
from blockloom.blocks.plan.node_names import node_names
from blockloom.blocks.problems import ERROR
from blockloom.blocks.results.output_differences import (
    GONE,
    NEW,
    SHAPE,
    VALUES,
    OutputDifference,
    compare_arrays_at,
    describe,
    largest_first,
)
from blockloom.blocks.values.dtypes import name_of
from blockloom.blocks.walks import reached
from blockloom.runtime.compile.error_problems import run_problem
from blockloom.runtime.compile.function_defs import function_attrs
from blockloom.runtime.compile.step_effects import written_blocks
from blockloom.runtime.protocol.replies import CompareModelsReply
from blockloom.runtime.resources.op_effects import definition_of
from blockloom.runtime.run.page_opening import PageRequest, compiled
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.variable_state import State

_GROUP = 128 << 20  # bytes of results of each model that one step fetches
_NO_SEED = ("", "0")  # values of a pin or attr that set no seed
_BATCH = 2  # size of unknown dimensions of random feeds

Output = tuple[Address, str]  # (`Address.owner` without the page, pin)


class ComparedModel(NamedTuple):
    """One side of a comparison: a page of a document, with values for its variables."""

    document: Document
    page: str
    state: State


class ComparisonCancelled(RuntimeError):
    """Raised when the comparison is cancelled."""


class _Model:
    """One compiled side, with its sessions.

    `outputs` has the tensor names of outputs with a value; for a variable the name of its node.
    """

    def __init__(
        self,
        side: ComparedModel,
        feed: Mapping[Address, str | np.ndarray],
        catalogue: Catalogue,
        enter: Callable[[str], None],
    ):
        self.side, self._enter = side, enter
        enter(side.document.folder)
        document = _seeded(side.document, catalogue)
        blocks = side.document.pages[side.page].blocks
        feed = {at._replace(page=side.page): value for at, value in feed.items() if at.top in blocks}
        self.program = compiled(PageRequest(document, side.page, [], feed, None), catalogue, None)
        self.runner = Runner(self.program, side.state)
        self.outputs: dict[Output, list[str]] = {}
        args = {block.id for block in blocks.values() if block.type == ARG}
        for session in self.program.sessions:
            nodes = {variable.read: f"{variable.node}:0" for variable in session.variables}
            for place in (session.sources, session.reads):
                for at, pins in place.items():
                    if at.path and at.top in args:  # the default value of an input has no block
                        continue
                    for pin, source in pins.items():
                        names = [
                            nodes.get(ref, ref)
                            for ref in (source if isinstance(source, list) else [source])
                            if isinstance(ref, str)
                        ]
                        if names:
                            self.outputs[at, pin] = names

    def unfed(self) -> dict[str, tf.Tensor]:
        """Return the placeholders that a step needs and that have no feed."""
        found = {}
        for session in self.program.sessions:
            names = [*session.targets, *(name.partition(":")[0] for name in session.fetched)]
            for op in _above(map(self.program.graph.get_operation_by_name, names)):
                if (
                    traits_of(op.type).fed == "must"
                    and op.outputs[0].name not in session.feeds
                    and op.outputs[0].dtype not in (tf.resource, tf.variant)
                ):
                    found[op.outputs[0].name] = op.outputs[0]
        return found

    def default(self, name: str) -> np.ndarray | None:
        """Return the constant default of the placeholder with this tensor; None without one."""
        try:
            op = self.program.graph.get_tensor_by_name(name).op
        except KeyError:
            return None
        return tf.get_static_value(op.inputs[0]) if traits_of(op.type).fed == "may" else None

    def feed(self, arrays: dict[str, np.ndarray]) -> None:
        """Feed the tensors with these names, if they exist."""
        for session in self.program.sessions:
            for name, array in arrays.items():
                session.feeds[name] = array
            session.fetched = [name for name in session.fetched if name not in session.feeds]

    def step(self, wanted: list[Output]) -> dict[Output, Any]:
        """Run a step and return these of its results."""
        self._enter(self.side.document.folder)
        found = self.runner.step(False, frozenset(at._replace(pin=pin) for at, pin in wanted))
        return {(at, pin): value for at, pins in found.items() for pin, value in pins.items()}

    def bytes(self, output: Output, batch: int) -> float:
        """Return the size of a result in bytes, with `batch` for unknown dimensions."""
        size = 0.0
        for name in self.outputs[output]:
            tensor = self.program.graph.get_tensor_by_name(name)
            dims = [batch if n is None else n for n in tensor.shape.as_list()] if tensor.shape.rank else []
            size += float(np.prod(dims, dtype=float)) * (tensor.dtype.size or 8)
        return size

    def is_result(self, output: Output) -> bool:
        """Return whether an output is a result of the page itself."""
        at = output[0]
        block = self.side.document.pages[self.side.page].blocks.get(at.block)
        return block is not None and not at.path and block.type == RETVAL

    def drawing(self) -> set[str]:
        """Return the names of ops that generate random numbers without a seed, directly or in a function."""
        functions = self.program.graph._functions
        draws: dict[str, bool] = {}

        def function_draws(name: str) -> bool:
            if name not in draws:
                draws[name] = False  # for now, in case the function is recursive
                nodes = definition_of(functions[name]).node_def if name in functions else ()
                draws[name] = any(map(node_draws, nodes))
            return draws[name]

        def node_draws(node: NodeDef) -> bool:
            return _draws_anew(node) or any(function_draws(function.name) for function in function_attrs(node))

        return {
            op.name for op in self.program.graph.get_operations() if _state_begins_anew(op) or node_draws(op.node_def)
        }


def compare(
    was: ComparedModel,
    now: ComparedModel,
    feed: Mapping[Address, str | np.ndarray],
    catalogue: Catalogue,
    enter: Callable[[str], None],
    told: Callable[[int, int], None],
) -> CompareModelsReply:
    """Compare the outputs of two pages, matched by address, otherwise by node name.

    Args:
        was: the first page.
        now: the second page.
        feed: values for both; placeholders without a value get the same random numbers.
        catalogue: block types.
        enter: changes to a folder.
        told: gets the number of compared outputs and of all, and may raise `ComparisonCancelled`.
    """
    models: list[_Model] = []
    try:
        for name, side in ("was", was), ("now", now):
            models.append(_Model(side, feed, catalogue, enter))
            if not models[-1].program.ok:
                return CompareModelsReply([p for p in models[-1].program.problems if p.severity == ERROR], name)
            told(0, 0)
        before, after = models
        fed = _feed_both(before, after)
        pairs, differences = _paired(before, after)
        equal, done, at = 0, 0, before
        try:
            for group in _groups(pairs, before, after):
                at = before
                old = before.step([pair[0] for pair in group])
                at = after
                new = after.step([pair[1] for pair in group])
                for was_output, output in group:
                    for row in _rows(output, old.pop(was_output, None), new.pop(output, None)):
                        if row.kind == VALUES and not row.differing:
                            equal += 1
                        else:
                            differences.append((output, row))
                told(done := done + len(group), len(pairs))
        except ComparisonCancelled:
            raise
        except (tf.errors.OpError, RuntimeError, ValueError) as error:
            return CompareModelsReply([run_problem(error, at.program)], "was" if at is before else "now")
        return CompareModelsReply(
            differences=largest_first(_marked(differences, before, after)), equal=equal, random_feeds=fed
        )
    finally:
        for model in models:
            model.runner.close()


def _above(ops: Iterable[tf.Operation]) -> set[tf.Operation]:
    """Return ops and all that they depend on."""
    return {*reached(ops, lambda op: [*(tensor.op for tensor in op.inputs), *op.control_inputs])}


def _feed_both(before: _Model, after: _Model) -> dict[str, str]:
    """Feed both pages with the same values; return the random feeds.

    The values are the feeds of the second page, then the defaults that a placeholder has in one page only, then random
    numbers.
    """
    fed_by_page = {name: array for session in after.program.sessions for name, array in session.feeds.items()}
    before.feed({name: array for name, array in fed_by_page.items() if _takes(before, name, array)})
    for model, other in ((before, after), (after, before)):
        defaults = {name: other.default(name) for name in model.unfed()}
        known = {name: array for name, array in defaults.items() if array is not None and _takes(model, name, array)}
        fed_by_page |= known
        model.feed(known)
        other.feed(known)
    fed: dict[str, str] = {}
    batch = next((array.shape[0] for array in fed_by_page.values() if array.ndim), _BATCH)
    random: dict[str, np.ndarray] = {}
    for model in (after, before):
        for name, tensor in model.unfed().items():
            if name not in random or not tensor.shape.is_compatible_with(random[name].shape):
                shape = tensor.shape
                twin = before.unfed().get(name) if model is after else None
                if twin is not None and shape.is_compatible_with(twin.shape):
                    shape = shape.merge_with(twin.shape)
                random[name] = _random(
                    name,
                    tensor.dtype,
                    [batch if n is None else n for n in shape.as_list()] if shape.rank is not None else [],
                )
            place = model.program.place(name.partition(":")[0])
            fed[place.block if place else name] = describe(random[name])
            model.feed({name: random[name]})
    return fed


def _takes(model: _Model, name: str, array: np.ndarray) -> bool:
    """Return whether a model has a tensor of that name with a compatible shape."""
    try:
        tensor = model.program.graph.get_tensor_by_name(name)
    except KeyError:
        return False
    return tensor.shape.is_compatible_with(array.shape)


def _seeded(document: Document, catalogue: Catalogue) -> Document:
    """Return the document with seeds for all random blocks without one, derived from their node names."""
    seeded = document.copy()
    for page in seeded.pages.values():
        names = node_names(page)
        for block in page.blocks.values():
            block_type = catalogue.get(block.type)
            if block_type is None or not {"seed", "seed2"} <= {
                one.name for one in (*block_type.inputs, *block_type.attrs)
            }:
                continue
            wired = page.into.get(block.id, {}).keys()
            if any(pin in wired or block.values.get(pin, "").strip() not in _NO_SEED for pin in ("seed", "seed2")):
                continue
            seed = zlib.crc32(names[block.id].encode()) >> 1 | 1
            page.blocks[block.id] = block._replace(values={**block.values, "seed": str(seed)})
    return seeded


def _draws_anew(node: NodeDef) -> bool:
    """Return whether a node generates random numbers from the clock or the system, which no seed repeats."""
    op = op_def_registry.get(node.op)
    if op is None or not op.is_stateful:
        return False
    if {"seed", "seed2"} <= {attr.name for attr in op.attr}:
        return not node.attr["seed"].i and not node.attr["seed2"].i
    return traits_of(node.op).draws_anew


def _state_begins_anew(op: tf.Operation) -> bool:
    """Return whether the state of a random op is a variable that each session initialises at random.

    See `blocks.plan.planned_variables`.
    """
    if not traits_of(op.type).counts:
        return False
    begins = (user.inputs[1].op for user in op.inputs[0].consumers() if traits_of(user.type).assigns == "set")
    return any(_draws_anew(begin.node_def) for begin in begins)


def _random(name: str, dtype: tf.DType, shape: list[int]) -> np.ndarray:
    """Return random values for a placeholder."""
    found = random_values(name, name_of(dtype.base_dtype.as_datatype_enum), shape)
    return found.astype(dtype.base_dtype.as_numpy_dtype) if found.dtype == np.float64 else found


def _paired(before: _Model, after: _Model) -> tuple[list[tuple[Output, Output]], list[tuple[Output, OutputDifference]]]:
    """Return the outputs of both pages, in the order of the second graph, and the outputs of one page only."""
    by_name = {names[0]: output for output, names in before.outputs.items() if output not in after.outputs}
    twins = {
        output: output if output in before.outputs else by_name.get(names[0]) for output, names in after.outputs.items()
    }
    places = {op.name: n for n, op in enumerate(after.program.graph.get_operations())}
    pairs = [(old, new) for new, old in twins.items() if old is not None]
    pairs.sort(key=lambda pair: places[after.outputs[pair[1]][0].partition(":")[0]])
    used = set(twins.values())
    alone = [
        *((output, GONE) for output in before.outputs if output not in used),
        *((output, NEW) for output, old in twins.items() if old is None),
    ]
    return pairs, [(output, OutputDifference(_text(output), kind)) for output, kind in alone]


def _groups(pairs: list[tuple[Output, Output]], before: _Model, after: _Model) -> Iterator[list[tuple[Output, Output]]]:
    """Yield outputs to fetch together: all of them if a step has side effects."""
    if any(written_blocks(model.program, session) for model in (before, after) for session in model.program.sessions):
        yield pairs
        return
    batch = next((a.shape[0] for s in after.program.sessions for a in s.feeds.values() if a.ndim), _BATCH)
    group: list[tuple[Output, Output]] = []
    size = 0.0
    for pair in pairs:
        more = before.bytes(pair[0], batch) + after.bytes(pair[1], batch)
        if group and size + more > 2 * _GROUP:
            yield group
            group, size = [], 0
        group.append(pair)
        size += more
    if group:
        yield group


def _rows(output: Output, was: Any, now: Any) -> Iterator[OutputDifference]:
    """Yield a row for an output, or for each element of a list."""
    if not (isinstance(was, list) or isinstance(now, list)):
        yield compare_arrays_at(_text(output), was, now)
        return
    old, new = (value if isinstance(value, list) else [value] for value in (was, now))
    for n in range(max(len(old), len(new))):
        yield compare_arrays_at(f"{_text(output)}[{n}]", *(row[n] if n < len(row) else None for row in (old, new)))


def _text(output: Output) -> str:
    return str(output[0]._replace(pin=output[1]))


def _marked(rows: list[tuple[Output, OutputDifference]], before: _Model, after: _Model) -> Iterator[OutputDifference]:
    """Yield the differences, marked as the first on their path, as random, or as a result of the page."""
    if not rows:
        return
    differ, new = ({output for output, row in rows if row.kind in kinds} for kinds in ((VALUES, SHAPE), (NEW,)))
    drawing = after.drawing()
    outputs_of: dict[str, list[Output]] = {}
    for output, names in after.outputs.items():
        for name in names if output not in new else ():
            outputs_of.setdefault(name.partition(":")[0], []).append(output)
    random, begins = set[Output](), set[Output]()
    state = {at for session in after.program.sessions for at in written_blocks(after.program, session)}
    bad, drawn = set[tf.Operation](), set[tf.Operation]()
    for op in after.program.graph.get_operations():  # ops are in topological order, except in loops
        takes = {*(tensor.op for tensor in op.inputs), *op.control_inputs}
        outputs = outputs_of.get(op.name, ())
        if op.name in drawing or takes & drawn:
            drawn.add(op)
            random.update(outputs)
        if any(output in differ for output in outputs):
            bad.add(op)
            begins.update(() if takes & bad else outputs)
        elif not outputs and takes & bad:
            bad.add(op)
    for output, row in rows:
        yield row._replace(
            random=row.is_in_both and output in random,
            begins=row.is_in_both and output in begins and str(output[0]) not in state,
            result=(before if row.kind == GONE else after).is_result(output),
        )
