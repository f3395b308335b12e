"""Types of a page while it is edited: dtype and shape of every output, inferred by TensorFlow itself.

A document comes in; out come the types on one of its pages, and its problems. A page being edited is nearly always
incomplete. Blocks with errors and what hangs on them are left out of the plan; the rest becomes a graph of its own, and
what TensorFlow refuses there is left out too. So every bad block is reported, and everything else has its types.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from types import MappingProxyType
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks.addresses import Address
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import OPERATION, Document
from blockloom.blocks.dtypes import DTYPES
from blockloom.blocks.incremental import Inferences
from blockloom.blocks.needed import spoilt, weighed
from blockloom.blocks.plan.variables import origin
from blockloom.blocks.problems import ERROR
from blockloom.blocks.structure import Structure
from blockloom.runtime.accumulators import misfits
from blockloom.runtime.checked import checked
from blockloom.runtime.errors import import_problem
from blockloom.runtime.expanders import NATIVE
from blockloom.runtime.lowering import raise_program, telling
from blockloom.runtime.partial_emitter import PartialEmitter
from blockloom.runtime.program import Program, SessionProgram
from blockloom.runtime.variables import Begun, kept_values

_OPAQUE = ("resource", "variant", "string_ref")
# Said of a page as a whole, and no news while it is being drawn.
_NOT_YET = frozenset({"empty-page"})


class Superseded(Exception):
    """Another page, or another state of it, is wanted by now."""


class Type(NamedTuple):
    """Of one tensor: its dtype; its shape with None for unknown sizes, None where even the rank is unknown; and the
    block because of which not all of it is known, "" otherwise."""

    dtype: str | None
    shape: list[int | None] | None
    because: str = ""


def page_types(document: Document, page: str, catalogue: Catalogue, tick: Callable[[], None],
               suspects: Collection[str] = frozenset(), weigh: bool = True,
               tell: Callable[[Address], None] | None = None, without: Collection[str] = (),
               begun: Begun = MappingProxyType({}), inferences: Inferences | None = None) -> tuple[dict, set[str]]:
    """{"types": {block: {pin: type or list of types}}, "problems": rows}, and the nodes that TensorFlow refused.

    `tick` is called now and then, and may raise Superseded. `suspects` are nodes that it refused before, and are tried
    last. Without `weigh`, errors in what no session needs are errors, too. `tell` is that of `compile_page`. Blocks
    `without` which it is to be done are left out, with what hangs on them. `begun`: the values that variables have.
    For `inferences` see `checked`.
    """
    compilation = checked(document, page, catalogue, bare=True, tick=tick, inferences=inferences)
    native, lowered, problems = compilation.page, compilation.lowered, compilation.problems
    bad = spoilt(native, (p for p in problems if p.severity == ERROR and p.block in native.blocks))
    bad |= set(without)
    bad |= {b for cycle in Structure(native).cycles for b in cycle}
    bad |= {name for name in native.blocks if name not in compilation.inference.known}
    bad |= native.out.keys() - native.blocks.keys()     # wires from blocks that are not there
    compilation.leave_out(bad & (native.blocks.keys() | native.out.keys()))
    plan = compilation.plan(partial=True, tick=tick)
    emitter = PartialEmitter(compilation, plan, NATIVE, suspects, tick, telling(tell, lowered))
    try:
        emitter.run()
        problems += misfits(emitter)
    except Superseded:
        raise
    except Exception as error:  # what a block that needs the whole page makes of half of it
        problems.append(import_problem(error, plan, Address(page)))
    tick()
    problems += kept_values(page, [v._replace(origin=origin(native, compilation.inference, b)) for b in begun
                                   if (v := emitter.variables.get(b)) is not None and v.init], begun)
    shown = _Shown(emitter, tick).all()
    program = Program(page, emitter.graph, problems, emitter.places, [SessionProgram("", shown=shown)])
    if lowered.page is not compilation.drawn:
        raise_program(program, lowered, compilation.drawn, catalogue)
    problems = dict.fromkeys((*(p for p in document.troubles if p.page == page), *program.problems))
    told = weighed(compilation.drawn, problems, compilation.need) if weigh else problems
    return {"types": shown, "problems": [p.row() for p in told if p.code not in _NOT_YET]}, emitter.refused


class _Shown:
    """Reads types from the graph."""

    def __init__(self, emitter: PartialEmitter, tick: Callable[[], None]):
        self.emitter, self.tick = emitter, tick
        self.causes: dict[str, str] = {}

    def all(self) -> dict[str, dict[str, Any]]:
        emitter, found = self.emitter, {}
        for number, (name, block) in enumerate(emitter.page.blocks.items()):
            if number % 100 == 0:
                self.tick()
            block_type = emitter.catalogue.get(block.type)
            pins = {p.name: self._pin(name, p) for p in block_type.outputs if p.kind != OPERATION} if block_type else {}
            pins = {pin: made for pin, made in pins.items() if made is not None}
            if pins:
                found[name] = pins
        return found

    def _pin(self, block: str, pin: Any) -> Any:
        emitter = self.emitter
        if block not in emitter.left_out:
            try:
                tensors = [emitter.graph.get_tensor_by_name(n if ":" in n else f"{n}:0")
                           for n in emitter.refs(block, pin.name)]
            except (KeyError, TypeError, ValueError, AttributeError):
                return None     # no tensors: an optimizer, or a block that makes no node
            types = [self._type(t) for t in tensors]
            return types if pin.list else types[0] if types else None
        known = emitter.inference.dtype(block, pin.name) if block in emitter.inference.known else None
        root = emitter.left_out.get(block, block)
        made = [Type(_label(d), None, root) for d in (known if isinstance(known, list) else [known])]
        return made if pin.list else made[0]

    def _type(self, tensor: tf.Tensor) -> Type:
        shape = tensor.shape
        dims = None if shape.rank is None else shape.as_list()
        dtype = tensor.dtype.name
        if dtype.removesuffix("_ref") in _OPAQUE or dtype in _OPAQUE or dims is not None and None not in dims:
            return Type(dtype.removesuffix("_ref"), dims)
        return Type(dtype.removesuffix("_ref"), dims, self._cause(tensor))

    def _cause(self, tensor: tf.Tensor) -> str:
        """The block that made a shape unknown: from one to the next as long as an input is no better known."""
        chain, seen = [], set()
        while tensor.name not in self.causes and tensor.name not in seen:
            chain.append(tensor.name)
            seen.add(tensor.name)
            rank = tensor.shape.rank
            worse = next((t for t in tensor.op.inputs if t.shape.rank is None), None)
            if worse is None and rank is not None:
                worse = next((t for t in tensor.op.inputs if not t.shape.is_fully_defined()), None)
            if worse is None:
                self.causes[tensor.name] = self.emitter.place(tensor.op.name).block
                break
            tensor = worse
        cause = self.causes.get(tensor.name) or self.emitter.place(tensor.op.name).block
        self.causes.update((name, cause) for name in chain)
        return cause


def _label(dtype: str | None) -> str | None:
    return DTYPES[dtype].label if dtype in DTYPES else None
