"""Types of a page while it is edited: dtype and shape of every output, inferred by TensorFlow itself.

A document comes in; out come the types on one of its pages, and its problems. A page being edited is nearly always
incomplete. Blocks with errors and what hangs on them are left out of the plan; the rest becomes a graph of its own, and
what TensorFlow refuses there is left out too. So every bad block is reported, and everything else has its types.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from types import MappingProxyType
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.checks import as_part, instances
from blockloom.blocks.checks.session_closure import spoilt, weighed
from blockloom.blocks.document.addresses import Address, inside
from blockloom.blocks.document.pages import OPERATION, Document
from blockloom.blocks.infer.incremental import Inferences
from blockloom.blocks.lower.structure import Structure
from blockloom.blocks.plan.planned_variables import origin
from blockloom.blocks.problems import ERROR, Problem, problem_sort_key
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.accumulator_checks import misfits
from blockloom.runtime.compile.compile_options import CompileOptions
from blockloom.runtime.compile.compiled_functions import FunctionPages
from blockloom.runtime.compile.error_problems import import_problem
from blockloom.runtime.compile.expanders import NATIVE
from blockloom.runtime.compile.frontend import checked
from blockloom.runtime.compile.program import Program, SessionProgram
from blockloom.runtime.compile.source_mapping import raise_program, telling
from blockloom.runtime.compile.variables import Begun, kept_values
from blockloom.runtime.types.training_steps import TrainingSteps, TypesEmitter
from blockloom.runtime.types.unknown_shapes import Causes

_OPAQUE = ("resource", "variant", "string_ref")
# Said of a page as a whole, and no news while it is being drawn.
_NOT_YET = frozenset({"empty-page"})


class TypesSuperseded(Exception):
    """A newer request makes this one pointless."""


class Type(NamedTuple):
    """The type of a tensor: dtype, None if unknown; shape, None for unknown sizes or an unknown rank; and the block
    because of which something is unknown, else "".
    """

    dtype: str | None
    shape: list[int | None] | None
    because: str = ""


class PageTypes:
    """The types and problems of a page, found at once. `tick` is called now and then, and may raise Superseded.
    `suspects` are nodes that TensorFlow refused before, which are tried last; `refused` those that it refused now.
    Blocks in `without`, and what depends on them, are left out. `tell` as in `compile_page`, `inferences` as in
    `frontend.checked`. Training steps in `training` are not built again; None: all are built.
    """

    def __init__(
        self,
        document: Document,
        page: str,
        catalogue: Catalogue,
        tick: Callable[[], None],
        suspects: Collection[str] = frozenset(),
        tell: Callable[[Address], None] | None = None,
        without: Collection[str] = (),
        inferences: Inferences | None = None,
        training: TrainingSteps | None = None,
    ):
        self.document, self.compilation = (
            document,
            checked(document, page, catalogue, bare=True, tick=tick, inferences=inferences),
        )
        compilation, native = self.compilation, self.compilation.page
        self.faults = list(compilation.problems)  # what is wrong before anything is built
        self.bad = spoilt(native, (p for p in self.faults if p.severity == ERROR and p.block in native.blocks))
        bad = self.bad | set(without)
        bad |= {b for cycle in Structure(native).cycles for b in cycle}
        bad |= {name for name in native.blocks if name not in compilation.inference.known}
        bad |= native.out.keys() - native.blocks.keys()  # wires from blocks that are not there
        compilation.leave_out(bad & (native.blocks.keys() | native.out.keys()))
        plan = compilation.plan(partial=True, tick=tick)
        options = CompileOptions(bare=True, inlines=True, tell=tell, runs=False)
        functions = FunctionPages(document, page, compilation.catalogue, plan.names.values(), options)
        self.of_functions = functions.problems  # of the pages that are used
        self.emitter = emitter = TypesEmitter(
            training,
            compilation,
            plan,
            NATIVE,
            suspects,
            tick,
            telling(tell, compilation.lowered),
            functions.used(compilation, plan),
        )
        try:
            emitter.run()
            compilation.problems += misfits(emitter)
        except TypesSuperseded:
            raise
        except Exception as error:  # what a block that needs the whole page makes of half of it
            compilation.problems.append(import_problem(error, plan, Address(page)))
        leave_behind(emitter, compilation.inference.order)
        tick()
        self.built = compilation.problems[len(self.faults) :]  # what is wrong with what was built
        self.refused = emitter.refused
        self.shown = TypeReader(emitter, emitter.graph.get_tensor_by_name)
        self.types: dict[str, dict[str, Any]] = {}
        for number, name in enumerate(native.blocks):
            if number % 100 == 0:
                tick()
            pins = self.shown.of(name)
            if pins:
                self.types[name] = pins
        if compilation.lowered.page is not compilation.drawn:
            self.types = self._raised()

    def _raised(self) -> dict[str, dict[str, Any]]:
        """The types in the words of the drawn page: those of instances of pages, too, and what is inside of one by its
        id on the flattened page, `INSTANCE/BLOCK`.
        """
        shown = {inside("", name): pins for name, pins in self.types.items()}
        program = Program(
            self.compilation.drawn.name, self.emitter.graph, [], sessions=[SessionProgram("", shown=shown)]
        )
        raise_program(program, self.compilation.lowered, self.compilation.drawn, self.compilation.catalogue)
        return {at.flat: pins for at, pins in shown.items()}

    def problems(self, begun: Begun = MappingProxyType({}), weigh: bool = True) -> list[Problem]:
        """The problems of the page. `begun` are the values that its variables have; with `weigh`, errors in what no
        session needs are warnings.
        """
        compilation, emitter = self.compilation, self.emitter
        page, native = compilation.drawn.name, compilation.page
        kept = kept_values(
            page,
            [
                v._replace(origin=origin(native, compilation.inference, b))
                for b in begun
                if (v := emitter.variables.get(b)) is not None and (v.init or v.given)
            ],
            begun,
        )
        problems = [*self.faults, *sorted(self.built, key=problem_sort_key), *kept]
        if compilation.lowered.page is not compilation.drawn:
            program = Program(page, emitter.graph, problems, emitter.places)
            raise_program(program, compilation.lowered, compilation.drawn, emitter.catalogue)
            problems = instances.once([*problems, *compilation.of_instances], emitter.catalogue)
        all_problems = dict.fromkeys((*(p for p in self.document.troubles if p.page == page), *problems))
        told = weighed(compilation.drawn, all_problems, compilation.need) if weigh else all_problems
        return [p for p in as_part(compilation.drawn, told) if p.code not in _NOT_YET]


def leave_behind(emitter: TypesEmitter, blocks: Iterable[str]) -> None:
    """Leave out those of these blocks, in order, that depend on something left out, whether they were built (variables
    that wait) or not (sessions, feeds).
    """
    left_out = emitter.left_out
    for name in blocks if left_out else ():
        if name not in left_out:
            root = next((left_out[source] for source in emitter.plan.sources(name) if source in left_out), None)
            if root is not None:
                left_out[name] = root


class TypeReader:
    """Reads types from an emitter's graph; `tensor` gives the tensor of a name."""

    def __init__(self, emitter: TypesEmitter, tensor: Callable[[str], tf.Tensor]):
        self.emitter, self.tensor = emitter, tensor
        self.causes = Causes(emitter.place, emitter.causes)
        self.roots: dict[str, str] = {}  # block that is left out -> the block because of which it is

    def of(self, name: str) -> dict[str, Any]:
        """The types of a block's outputs."""
        block_type = self.emitter.catalogue.get(self.emitter.page.blocks[name].type)
        pins = {p.name: self._pin(name, p) for p in block_type.outputs if p.kind != OPERATION} if block_type else {}
        return {pin: made for pin, made in pins.items() if made is not None}

    def root(self, block: str) -> str:
        """The block because of which a block is left out: up the first left-out sources, by id, to a block that is
        wrong itself.
        """
        left_out, chain = self.emitter.left_out, dict[str, None]()
        while block not in self.roots and block not in chain and left_out.get(block, block) != block:
            chain[block] = None
            block = min((s for s in self.emitter.plan.sources(block) if s in left_out), default=left_out[block])
        root = self.roots.get(block, block)
        self.roots.update(dict.fromkeys(chain, root))
        return root

    def _pin(self, block: str, pin: Any) -> Any:
        emitter = self.emitter
        if block not in emitter.left_out:
            try:
                tensors = [self.tensor(n if ":" in n else f"{n}:0") for n in emitter.refs(block, pin.name)]
            except (KeyError, TypeError, ValueError, AttributeError):
                return None  # no tensors: an optimizer, or a block that makes no node
            types = [self._type(t) for t in tensors]
            return types if pin.list else types[0] if types else None
        known = emitter.inference.dtype(block, pin.name) if block in emitter.inference.known else None
        root = self.root(block)
        unknown_types = [Type(_label(d), None, root) for d in (known if isinstance(known, list) else [known])]
        return unknown_types if pin.list else unknown_types[0]

    def _type(self, tensor: tf.Tensor) -> Type:
        shape = tensor.shape
        dims = None if shape.rank is None else shape.as_list()
        dtype = tensor.dtype.name
        if dtype.removesuffix("_ref") in _OPAQUE or dtype in _OPAQUE or dims is not None and None not in dims:
            return Type(dtype.removesuffix("_ref"), dims)
        return Type(dtype.removesuffix("_ref"), dims, self.causes.of(tensor))


def _label(dtype: str | None) -> str | None:
    return DTYPES[dtype].label if dtype in DTYPES else None
