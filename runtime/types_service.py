"""The types service: dtype and shape of every output of a page while it is edited, inferred by TensorFlow itself.

A page being edited is nearly always incomplete. Blocks with errors and what hangs on them are left out; the rest is
imported into a graph of its own, and what TensorFlow refuses there is left out too. So every bad block is reported,
and everything else has its types.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from types import MappingProxyType
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks import checks, files
from blockloom.blocks.addresses import Address
from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import OPERATION, Document
from blockloom.blocks.dtypes import DTYPES
from blockloom.blocks.edits.as_json import from_json
from blockloom.blocks.edits.rules import EditError
from blockloom.blocks.gc_pause import gc_paused
from blockloom.blocks.lowering import lower
from blockloom.blocks.muting import active
from blockloom.blocks.needed import needed, spoilt, weighed
from blockloom.blocks.phrases import phrase
from blockloom.blocks.plan.variables import origin
from blockloom.blocks.problems import ERROR, Problem
from blockloom.blocks.structure import Structure, session_plans
from blockloom.runtime.accumulators import misfits
from blockloom.runtime.compilation import Compilation
from blockloom.runtime.errors import import_problem
from blockloom.runtime.expanders import NATIVE
from blockloom.runtime.lowering import raise_program, telling
from blockloom.runtime.neighbourhood import around
from blockloom.runtime.partial_emitter import PartialEmitter
from blockloom.runtime.program import Program, SessionProgram
from blockloom.runtime.tpu import checks as tpu
from blockloom.runtime.variables import Begun, kept_values

_PATIENCE = 3.0     # seconds for the tries of one problem
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


class DocumentTypes:
    """The document as its editor has it, and the types on its pages."""

    def __init__(self) -> None:
        self._document: Document | None = None
        self._known: dict[str, dict] = {}           # page -> its types when they were last asked for
        self._suspects: dict[str, set[str]] = {}    # page -> nodes that TensorFlow refused the last time

    def take(self, document: str | None = None, edits: list | None = None) -> None:
        """Take a whole document (its text), then edits as JSON. Where these do not fit, a whole one is needed again."""
        try:
            if document is not None:
                self._document = files.loads(document)
            if self._document is not None:
                for edit in edits or ():
                    from_json(edit).apply(self._document)
        except EditError:
            self._document = None

    def types(self, page: str, catalogue: Catalogue, wanted: Callable[[], bool] = lambda: True,
              tell: Callable[[Address], None] | None = None, without: Collection[str] = (),
              begun: Begun = MappingProxyType({})) -> dict:
        """{"types": {block: {pin: type or list of types}}, "problems": [...]}; a type is [dtype, shape, because].
        `begun`: the values that the page's variables have.

        `tell` is that of `compile_page`. Blocks `without` which it is to be done are left out, with what hangs on them.
        {"stale": True} where there is no document with this page: whole, it must be taken again.
        Raises Superseded soon after `wanted` gives False.
        """
        def tick() -> None:
            if not wanted():
                raise Superseded
        if self._document is None or page not in self._document.pages:
            return {"stale": True}
        with gc_paused():
            reply, self._suspects[page] = _types(self._document, page, catalogue, tick, self._suspects.get(page, set()),
                                                 tell=tell, without=without, begun=begun)
        self._known[page] = reply["types"]
        return reply

    def tries(self, page: str, block: str, pin: str, code: str, edits: list, catalogue: Catalogue,
              wanted: Callable[[], bool] = lambda: True, without: Collection[str] = ()) -> dict:
        """What each edit (as JSON) would make of the problem of that code at a pin. The document stays as it is, and
        blocks are left out as in `types`.

        {"tries": [{"left": errors there with it that are not there without it, "sound": whether the block has none at
        all, "types": those of the block} or None (it does not fit the document, or time was up), ...]}. An error counts
        as left, too, where it is the one to be mended. Raises Superseded as `types` does.
        """
        def tick() -> None:
            if not wanted():
                raise Superseded
        document, until = self._document, time.monotonic() + _PATIENCE
        if document is None or page not in document.pages:
            return {"stale": True}
        found: list[dict | None] = []
        with gc_paused():
            before = _errors(_types(around(document, page, block, self._known.get(page, {})), page, catalogue, tick,
                                    weigh=False, without=without)[0])
            mended = {p for p in before if p.code == code and p.block == block and (p.pin == pin or code == "refused")}
            for edit in edits:
                if time.monotonic() > until:
                    found.append(None)
                    continue
                try:
                    back = from_json(edit).apply(document)
                except EditError:
                    found.append(None)
                    continue
                try:
                    part = around(document, page, block, self._known.get(page, {}))
                finally:
                    back.apply(document)
                reply = _types(part, page, catalogue, tick, weigh=False, without=without)[0]
                known = {(p.code, p.address) for p in before - mended}
                now = _errors(reply)
                found.append({"left": [p.row() for p in now if (p.code, p.address) not in known],
                              "sound": not any(p.block == block for p in now), "types": reply["types"].get(block, {})})
        return {"tries": found}


def _errors(reply: dict) -> set[Problem]:
    return {p for p in map(Problem.read, reply["problems"]) if p.severity == ERROR}


def _types(document: Document, page: str, catalogue: Catalogue, tick: Callable[[], None],
           suspects: Collection[str] = frozenset(), weigh: bool = True,
           tell: Callable[[Address], None] | None = None, without: Collection[str] = (),
           begun: Begun = MappingProxyType({})) -> tuple[dict, set[str]]:
    """Without `weigh`, errors in what no session needs are errors, too."""
    drawn = active(document.page(page), catalogue)
    lowered = lower(drawn, catalogue)
    compilation = Compilation(lowered.page, catalogue, bare=True, expanded=NATIVE.keys())
    native, known = compilation.page, compilation.inference.known
    tick()
    problems = compilation.problems
    problems += checks.faults(native, catalogue, compilation.inference, session_plans(native, catalogue))
    tick()
    tpu.prepare(compilation)
    bad = spoilt(native, (p for p in problems if p.severity == ERROR and p.block in native.blocks))
    bad |= set(without)
    bad |= {b for cycle in Structure(native).cycles for b in cycle}
    bad |= {name for name in native.blocks if name not in known}
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
    if lowered.page is not drawn:
        raise_program(program, lowered, drawn, catalogue)
    problems = dict.fromkeys((*(p for p in document.troubles if p.page == page), *program.problems))
    told = weighed(drawn, problems, needed(drawn)) if weigh else problems
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


class TypesService:
    """Answers requests for types, and for tries of fixes, one after the other in a thread of its own: of those of a
    kind that wait, only the last. New ones for types end a try, since the page is another by then."""

    def __init__(self, catalogue: Callable[[], Catalogue], send: Callable[[dict], None],
                 tell: Callable[[Address], None], begun: Callable[[str], Begun]):
        self._catalogue, self._send, self._tell, self._begun = catalogue, send, tell, begun
        self._types = DocumentTypes()
        self._ready = threading.Condition()
        self._next: dict[str, tuple[int, str, dict]] = {}   # kind -> number, page, and how it is asked
        self._changes: list[dict] = []
        self._started = False

    def ask(self, number: int, do: str, page: str, tried: dict | None = None, without: Collection[str] = (),
            careful: bool = False, **change: Any) -> None:
        """Answer a request soon; those not answered by then get {"superseded": True}. `do` is "types" or "try", which
        takes the arguments of `tries` as `tried`. For `without` see `types`, for `change` `take`; what is asked
        `careful`ly is told."""
        with self._ready:
            old = [self._next.pop(kind) for kind in ("try", do) if kind in self._next and (do == "types" or kind == do)]
            self._next[do] = number, page, {**(tried or {}), "without": without}
            if careful:
                self._next[do][2]["tell"] = self._tell
            if change:
                self._changes.append(change)
            if not self._started:
                self._started = True
                threading.Thread(target=self._serve, daemon=True).start()
            self._ready.notify()
        for one in old:
            self._send({"reply": one[0], "superseded": True})

    def _serve(self) -> None:
        while True:
            with self._ready:
                while not self._next:
                    self._ready.wait()
                do = "types" if "types" in self._next else "try"
                number, page, how = self._next.pop(do)
                changes, self._changes = self._changes, []
            try:
                for change in changes:
                    self._types.take(**change)
                if do == "types":
                    reply = self._types.types(page, self._catalogue(), lambda: "types" not in self._next,
                                              begun=self._begun(page), **how)
                else:
                    reply = self._types.tries(page, **how, catalogue=self._catalogue(), wanted=lambda: not self._next)
            except Superseded:
                reply = {"superseded": True}
            except Exception as error:  # the parent shows it; the worker goes on
                reply = {"failed": phrase("{}: {}", type(error).__name__, error)}
            self._send({"reply": number, **reply})
