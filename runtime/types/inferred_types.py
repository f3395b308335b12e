"""Infer dtype and shape of every output of a page with TensorFlow while the page is edited.

`PageTypes` returns the types on a page of a document, and its problems. A page being edited is usually incomplete.
Blocks with errors, and blocks that depend on them, are left out of the plan; the rest is built as a graph, and nodes
that TensorFlow refuses are left out as well. So each bad block is reported, and all others have types.
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
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiled_functions import FunctionPages
from blockloom.runtime.compile.error_problems import import_problem
from blockloom.runtime.compile.frontend import NATIVE, checked, raise_program, telling
from blockloom.runtime.compile.program import Program, SessionProgram
from blockloom.runtime.compile.variables import Begun, kept_values, misfits
from blockloom.runtime.types.training_steps import Causes, TrainingSteps, TypesEmitter

_OPAQUE = ("resource", "variant", "string_ref")
# Codes of problems that are expected while a page is being built.
_NOT_YET = frozenset({"empty-page"})


class TypesSuperseded(Exception):
    """Raised when a newer request makes this one obsolete."""


class Type(NamedTuple):
    """The type of a tensor.

    Attributes:
        dtype: None if unknown.
        shape: None if the rank is unknown, with None for each unknown size.
        because: the block that makes the dtype or shape unknown, or "".
    """

    dtype: str | None
    shape: list[int | None] | None
    because: str = ""


class PageTypes:
    """Types and problems of a page, inferred at once.

    Args:
        document: the document, with the folder for its files.
        page: name of the page.
        catalogue: block types.
        tick: is called now and then, and may raise `TypesSuperseded`.
        suspects: nodes that TensorFlow refused before, which are imported last; `refused` has those refused now.
        tell: as in `compile_page`.
        without: blocks to leave out, with everything that depends on them.
        inferences: as in `frontend.checked`.
        training: a cache of training steps; None to build all of them.
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
        self.faults = list(compilation.problems)  # problems that were found before building
        self.bad = spoilt(native, (p for p in self.faults if p.severity == ERROR and p.block in native.blocks))
        bad = self.bad | set(without)
        bad |= {b for cycle in Structure(native).cycles for b in cycle}
        bad |= {name for name in native.blocks if name not in compilation.inference.known}
        bad |= native.out.keys() - native.blocks.keys()  # wires from missing blocks
        compilation.leave_out(bad & (native.blocks.keys() | native.out.keys()))
        plan = compilation.plan(partial=True, tick=tick)
        options = CompileOptions(bare=True, inlines=True, tell=tell, runs=False)
        functions = FunctionPages(document, page, compilation.catalogue, plan.names.values(), options)
        self.of_functions = functions.problems  # problems of the pages that the page uses as functions
        self.emitter = emitter = TypesEmitter(
            training,
            compilation,
            plan,
            NATIVE,
            suspects,
            tick,
            telling(tell, compilation.lowered),
            functions.compile_functions(compilation, plan),
        )
        try:
            emitter.run()
            compilation.problems += misfits(emitter)
        except TypesSuperseded:
            raise
        except Exception as error:  # building part of a page may fail in any way
            compilation.problems.append(import_problem(error, plan, Address(page)))
        leave_behind(emitter, compilation.inference.order)
        tick()
        self.built = compilation.problems[len(self.faults) :]  # problems that building has added
        self.refused = emitter.refused
        self.shown = TypeReader(emitter, emitter.graph.get_tensor_by_name)
        self.types: dict[str, dict[str, Any]] = {}
        for number, name in enumerate(native.blocks):
            if number % 100 == 0:
                tick()
            pins = self.shown.types_of(name)
            if pins:
                self.types[name] = pins
        if compilation.lowered.page is not compilation.source_page:
            self.types = self._raised()

    def _raised(self) -> dict[str, dict[str, Any]]:
        """Return the types by the ids of the drawn page: `INSTANCE/BLOCK` for blocks inside an instance."""
        shown = {inside("", name): pins for name, pins in self.types.items()}
        program = Program(
            self.compilation.source_page.name, self.emitter.graph, [], sessions=[SessionProgram("", sources=shown)]
        )
        raise_program(program, self.compilation.lowered, self.compilation.source_page, self.compilation.catalogue)
        return {at.flat: pins for at, pins in shown.items()}

    def problems(self, begun: Begun = MappingProxyType({}), weigh: bool = True) -> list[Problem]:
        """Return the problems of the page.

        Args:
            begun: the values that the variables of the page have.
            weigh: whether errors of blocks that no session needs become warnings.
        """
        compilation, emitter = self.compilation, self.emitter
        page, native = compilation.source_page.name, compilation.page
        kept = kept_values(
            page,
            [
                v._replace(origin=origin(native, compilation.inference, b))
                for b in begun
                if (v := emitter.variables.get(b)) is not None and (v.init or v.fed_value)
            ],
            begun,
        )
        problems = [*self.faults, *sorted(self.built, key=problem_sort_key), *kept]
        if compilation.lowered.page is not compilation.source_page:
            program = Program(page, emitter.graph, problems, emitter.places)
            raise_program(program, compilation.lowered, compilation.source_page, emitter.catalogue)
            problems = instances.without_repeats([*problems, *compilation.of_instances], emitter.catalogue)
        all_problems = dict.fromkeys((*(p for p in self.document.troubles if p.page == page), *problems))
        told = weighed(compilation.source_page, all_problems, compilation.need) if weigh else all_problems
        return [p for p in as_part(compilation.source_page, told) if p.code not in _NOT_YET]


def leave_behind(emitter: TypesEmitter, blocks: Iterable[str]) -> None:
    """Leave out the blocks, in order, that depend on a block left out, whether they were built or not.

    Variables that wait are built; sessions and feeds are not.
    """
    left_out = emitter.left_out
    for name in blocks if left_out else ():
        if name not in left_out:
            root = next((left_out[source] for source in emitter.plan.sources(name) if source in left_out), None)
            if root is not None:
                left_out[name] = root


class TypeReader:
    """Reads types from an emitter's graph; `tensor` returns a tensor by name."""

    def __init__(self, emitter: TypesEmitter, tensor: Callable[[str], tf.Tensor]):
        self.emitter, self.tensor = emitter, tensor
        self.causes = Causes(emitter.place, emitter.causes)
        self.roots: dict[str, str] = {}  # left-out block -> the faulty block upstream

    def types_of(self, name: str) -> dict[str, Any]:
        """Return the types of a block's outputs, by pin."""
        block_type = self.emitter.catalogue.get(self.emitter.page.blocks[name].type)
        pins = {p.name: self._pin(name, p) for p in block_type.outputs if p.kind != OPERATION} if block_type else {}
        return {pin: made for pin, made in pins.items() if made is not None}

    def root(self, block: str) -> str:
        """Return the faulty block upstream because of which a block is left out."""
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
                return None  # an optimizer, or a block without a node, has no tensors
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
        return Type(dtype.removesuffix("_ref"), dims, self.causes.cause_of(tensor))


def _label(dtype: str | None) -> str | None:
    return DTYPES[dtype].label if dtype in DTYPES else None
