"""What the sessions of a page do, as data of a script: what they run, feed and show, in names of tensors and nodes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import About, Program, SessionProgram
from blockloom.runtime.run.initial_values import first
from blockloom.runtime.run.session_calls import is_large, only_computes
from blockloom.runtime.script import tensors
from blockloom.runtime.script.code import Pieces, bracketed, lines, quoted
from blockloom.runtime.script.nodes import array as in_file
from blockloom.runtime.script.ops import NotWritten

INDENT = 4


class Sessions:
    """The sessions of a program as data for the script. `needed` are the nodes that they use."""

    def __init__(self, program: Program):
        self.program = program
        self.large: dict[str, np.ndarray] = {}  # fed values that are too large for the text
        self.validates = program.validation is not None
        self.rows = [self._row(s) for s in program.sessions]
        self.needed = {name.partition(":")[0] for s in program.sessions for name in _names(s)}
        self.renews = any(s.renews for s in program.sessions)
        self.threads = any(s.threads for s in program.sessions)
        self.alive = any(s.alive for s in program.sessions)
        self.unsure = any(not v.init for s in program.sessions for v in s.variables)
        self.anew = any(s.each_epoch for s in program.sessions)
        self.odd = any(
            dtype.is_quantized or dtype.as_numpy_dtype is not object and np.dtype(dtype.as_numpy_dtype).kind == "V"
            for s in program.sessions
            for dtype in _dtypes(program.graph, s)
        )
        # As runs do it: what is small runs in one thread, where of two ops that may go first always the same does.
        self.inline = not is_large(program) and only_computes(program.graph)
        self.given = any(v.given is not None for s in program.sessions for v in s.variables)
        self.holding = sum(len(s.probes) for s in program.sessions)

    def _row(self, session: SessionProgram) -> dict[str, Any]:
        row: dict[str, Any] = {"name": session.id, "initializers": self._initializers(session)}
        row |= {
            key: list(getattr(session, key))
            for key in ("starts", "renews", "targets", "ends", "threads")
            if getattr(session, key)
        }
        given = {v.node: v.given.value for v in session.variables if v.given is not None}
        if given:
            row["given"] = {f"{node}:0": Code(in_file(value.key or node)) for node, value in given.items()}
            self.large.update((value.key or node, np.asarray(value.array)) for node, value in given.items())
        if session.feeds:
            row["feed"] = {name: self._fed(name, array) for name, array in session.feeds.items()}
        row["shown"] = {
            self._told(at): {pin: _source(source) for pin, source in pins.items()} for at, pins in session.shown.items()
        }
        if session.reads and session.within is None:
            row["read"] = {self._told(at): dict(pins) for at, pins in session.reads.items()}
        if session.alive:
            row["alive"] = dict(session.alive)
        if session.renews:
            row["asked"] = sorted(session.asked | self._told_by(session))
        if session.each_epoch:
            row["anew"] = [v.init for v in session.each_epoch]
        if session.within is not None:
            row |= {"within": session.within, "validates": self._validates(session)}
        if session.renews and session.waits:
            row["waits"] = {name: sorted(takers) for name, takers in sorted(session.waits.items())}
        unsure = {v.read: v.is_initialized for v in session.variables if not v.init}
        if unsure:
            row["initialized"] = unsure
        return row

    def _told_by(self, session: SessionProgram) -> set[str]:
        """The tensors of a session of which the history of epochs tells."""
        told = self.program.validation.told if self.program.validation is not None else ()
        sources = (session.shown.get(at, {}).get(pin) for _, at, pin in told)
        return {source for source in sources if isinstance(source, str)}

    def _validates(self, session: SessionProgram) -> dict[str, Any]:
        """What a Validation asks for."""
        asked = self.program.validation
        assert asked is not None
        return {
            "told": [[name, self._told(at), pin] for name, at, pin in asked.told],
            "monitor": [self._told(asked.monitor[0]), asked.monitor[1]] if asked.monitor is not None else [],
            "patience": asked.patience,
            "higher": asked.higher,
            "kept": {f"{v.node}:0": v.read for v in session.shared if not v.each_epoch} if asked.keep_best else {},
        }

    @staticmethod
    def _told(at: Address) -> str:
        return str(at)

    def _fed(self, name: str, array: np.ndarray) -> Any:
        if array.size > tensors.MOST and array.dtype != object:
            self.large[name] = array
            return Code(in_file(name))
        if array.dtype.names or array.dtype.kind == "V":
            raise NotWritten(phrase("what is fed to {} has a dtype that a script cannot write", name))
        return Code(tensors.spelled_array(array))

    def _initializers(self, own: SessionProgram) -> list[list[str]]:
        """The initializers, those in one list that can be run at once, as sessions run them."""
        groups, todo = [], [v for v in own.variables if v.init and v.given is None]
        while todo:
            ready = first(self.program.graph, todo)
            groups.append([v.init for v in ready])
            todo = [v for v in todo if v not in ready]
        return groups

    def written(self) -> list[str]:
        """The assignment of SESSIONS as lines."""
        found = ["SESSIONS = ["]
        for row in self.rows:
            entries = (line for key, value in row.items() for line in _entry(key, value, 2 * INDENT))
            found += ["    {", *entries, "    },"]
        return [*found, "]"]


class Code(list[str]):
    """A piece of Python code among data."""


def _entry(key: str, value: Any, indent: int) -> list[str]:
    """A key with its value, which lies on one line if it fits there, else with a line for each of its keys."""
    name = quoted(key)
    head = ["(", *name[:-1], f"{name[-1]})"] if len(name) > 1 else name
    pieces = _pieces(value)
    whole = [*head[:-1], f"{head[-1]}: {pieces[0]}", *pieces[1:]]
    whole[-1] += ","
    if isinstance(value, dict) and len(" ".join(whole)) + indent > 100:
        first = lines([*head[:-1], f"{head[-1]}: {{"], indent, True)
        return [
            *first,
            *(line for inner, below in value.items() for line in _entry(inner, below, indent + INDENT)),
            " " * indent + "},",
        ]
    return lines(whole, indent, True)


def _pieces(value: Any) -> Pieces:
    if isinstance(value, Code):
        return value
    if isinstance(value, dict):
        items = []
        for key, item in value.items():
            name = quoted(key)
            name = ["(", *name[:-1], f"{name[-1]})"] if len(name) > 1 else name
            below = _pieces(item)
            items.append([*name[:-1], f"{name[-1]}: {below[0]}", *below[1:]])
        return bracketed("{", items, "}")
    if isinstance(value, list):
        return bracketed("[", [_pieces(item) for item in value], "]")
    if isinstance(value, str):
        return tensors.text(value.encode("utf-8", "surrogateescape"))
    return [repr(value)]


def _source(source: Any) -> Any:
    if isinstance(source, About):
        return {"dtype": source.dtype, "about": str(source.text)} if source.dtype else {"about": str(source.text)}
    return [_source(one) for one in source] if isinstance(source, list) else source


def _names(session: SessionProgram) -> Iterable[str]:
    """The tensors and nodes that a session uses."""
    yield from session.fetched
    yield from session.feeds
    alive = session.alive
    for names in session.starts, session.renews, session.targets, session.ends, session.threads, alive, alive.values():
        yield from names
    yield from (variable.init for variable in session.each_epoch)
    for variable in session.variables:
        yield variable.read
        if variable.given is None:
            yield variable.init if variable.init else variable.is_initialized
    for pins in session.reads.values():
        yield from pins.values()


def _dtypes(graph: tf.Graph, own: SessionProgram) -> Iterable[tf.DType]:
    for name in {*own.fetched, *(v.read for v in own.variables)}:
        dtype = graph.get_tensor_by_name(name).dtype.base_dtype
        if dtype != tf.variant:  # numpy has none for it, and a session no value of such a variable
            yield dtype
