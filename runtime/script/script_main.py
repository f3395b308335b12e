"""The function `main` of a script: it makes the session, initialises it, runs steps and prints the fetches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from tensorflow.core.framework.graph_pb2 import GraphDef

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile.program import Program, SessionProgram, reached
from blockloom.runtime.run.variable_state import independent_variables
from blockloom.runtime.script import template, tensors
from blockloom.runtime.script.script_nodes import array as in_file
from blockloom.runtime.script.script_ops import NotWritten
from blockloom.runtime.script.tensors import (
    WIDTH,
    Pieces,
    PythonNames,
    assigned,
    bracketed,
    call,
    comment,
    lines,
    listed,
    quoted,
)

_FEW = 4  # most values of a session that get a Python variable each
_STEPS = 100  # number of steps if the page has variables and never waits, otherwise 1
_LOCAL = ("session", "step", "steps", "epoch", "epochs", "feed", "best", "worse", "kept", "name")


class _Fetches(NamedTuple):
    """The fetches of a session: variables of the script -> tensors.

    Attributes:
        values: the variable of all values and the constant with their names, if there are more than a few.
        in_step: tensors that a step computes.
        after_step: values of variables, which are read after the step.
        alive: of some tensors, the tensor that is 0 in a step that computes them.
    """

    values: tuple[str, str] | None
    in_step: dict[str, str]
    after_step: dict[str, str]
    alive: dict[str, str]


class MainWriter:
    """Writes `main` for a program.

    Attributes:
        constants: assignments at the top of the script, of lists that are too long for a line of `main`.
        arrays: values that are too large for the text, by their keys in the file of arrays.
        helpers: functions of `template.HELPERS` that `main` calls.
        needed: the nodes that `main` names.
        waits: nodes that have to wait for others in a step of an epoch, by name.
    """

    def __init__(self, program: Program, chdir: bool, taken: Iterable[str] = ()):
        self.program, self.chdir = program, chdir
        self.constants: list[str] = []
        self.arrays: dict[str, np.ndarray] = {}
        self.helpers: set[str] = set()
        self.needed: set[str] = set()
        self.waits = {name: takers for own in program.sessions for name, takers in own.waits.items() if own.renews}
        self._known: dict[tuple[str, ...], str] = {}  # list of names -> Python constant
        self._names = PythonNames([*template.TAKEN, *_LOCAL, *taken])
        self._feeds: dict[str, Pieces] = {}  # session -> text of its feed
        self._takes_feed = False
        self._write_feeds()
        self._head_lines: list[str] = []
        self._lines: list[str] = []

    def lines(self, looks: bool) -> list[str]:
        """Return the lines of `main`, which calls `look` if there are results to print."""
        return [*self._head_lines, *(["        look()"] if looks else []), *self._lines]

    def write(self) -> None:
        """Write the function."""
        trained = [own for own in self.program.sessions if own.within is None]
        validated = [own for own in self.program.sessions if own.within is not None]
        epochs = any(own.renews for own in trained)
        names = {own.id: "session" for own in self.program.sessions}
        if len(trained) > 1:
            names |= {own.id: self._names.new(own.id.lower()) for own in trained}
            names |= {own.id: names[own.within] for own in validated if own.within is not None}
        fetches = {own.id: self._fetches(own) for own in self.program.sessions}
        self._head(trained, epochs, [names[own.id] for own in trained])
        for own in self.program.sessions:
            self._begin(own, names[own.id])
        if any(own.targets or any(fetches[own.id][1:]) for own in self.program.sessions):
            self._loop(trained, validated if epochs else [], names, fetches)
        for own in self.program.sessions:
            for name in own.ends:
                self._add(2, self._run(own, names[own.id], [name]))

    def _loop(
        self,
        trained: list[SessionProgram],
        validated: list[SessionProgram],
        names: dict[str, str],
        fetches: dict[str, _Fetches],
    ) -> None:
        """Write the loop over steps, or over epochs if the page has data that ends."""
        epochs = any(own.renews for own in trained)
        fit = self.program.validation if validated and self.program.validation is not None else None
        follows = fit is not None and fit.monitor is not None
        if follows:
            self._add(2, ["best, worse = None, 0"])
        count = "epoch" if epochs else "step"
        # The steps end if a queue is closed and empty.
        queued = not epochs and any(
            own.takes_queued(op) for own in trained for op in self.program.graph.get_operations()
        )
        if queued:
            self._add(2, ["with contextlib.suppress(tf.errors.OutOfRangeError):"])
        self._add(2 + queued, [f"for {count} in range(1, {count}s + 1):"])
        for group in (trained, *([own] for own in validated)):
            if epochs:
                if group is not trained:
                    self._renew(3, group[0], names[group[0].id])
                self._add(3, ["with contextlib.suppress(tf.errors.OutOfRangeError):"])
                self._add(4, ["while True:"])
            for own in group:
                self._step(5 if epochs else 3 + queued, own, names[own.id], fetches[own.id])
        shown = [one for own in (*trained, *validated) for one in self._shown(own, fetches[own.id])]
        if shown:
            self._add(3 + queued, call("print", [count], *shown))
        if follows:
            self._follow(validated[-1], names[validated[-1].id], fetches[validated[-1].id])
        for own in trained if epochs else ():
            self._renew(3, own, names[own.id])
        if follows and fit is not None and fit.keep_best:
            self.helpers.add("give")
            self._add(2, ["for name, value in kept.items():"])
            self._add(3, call("give", [names[validated[-1].id]], ["name"], ["value"]))

    def _head(self, trained: list[SessionProgram], epochs: bool, names: list[str]) -> None:
        waits = any(own.probes for own in trained)
        count = _STEPS if any(own.variables for own in trained) and not waits else 1
        parameters = ["epochs=1" if epochs else f"steps={count}", *(["feed=FEED"] if self._takes_feed else [])]
        self._add(0, [f"def main({', '.join(parameters)}):"])
        if self.chdir:
            self._add(1, ["os.chdir(FOLDER)"])
        made = ", ".join(["tf.Graph().as_default()", *(f"tf.compat.v1.Session() as {name}" for name in names)])
        self._add(1, [f"with {made}:"] if len(made) < WIDTH - 12 else bracketed("with (", [[made]], "):"))
        self._add(2, ["build()"])
        self._head_lines, self._lines = self._lines, []

    def _begin(self, own: SessionProgram, session: str) -> None:
        """Initialise the variables of a session and run its start operations."""
        for variable in own.variables:
            if variable.fed_value is not None:
                value = variable.fed_value.value
                key = value.key or variable.node
                self.arrays[key] = np.asarray(value.array)
                self.helpers.add("give")
                self.needed.add(variable.node)
                self._add(2, call("give", [session], quoted(f"{variable.node}:0"), in_file(key)))
        for number, group in enumerate(self._initializers(own)):
            self._add(2, self._run(own, session, group, "INITIALIZERS" if not number else f"INITIALIZERS_{number + 1}"))
        for name in own.starts:
            self._add(2, self._run(own, session, [name]))
        for runner in own.runners:
            self.helpers.add("fill")
            enqueue, ends = [*runner.enqueue_op_name], (runner.close_op_name, runner.cancel_op_name)
            self.needed |= {_node(runner.queue_name), *enqueue, *ends}
            named = [quoted(runner.queue_name), listed(map(quoted, enqueue)), *map(quoted, ends)]
            self._add(2, call("fill", [session], *named))

    def _initializers(self, own: SessionProgram) -> Iterable[list[str]]:
        """Yield the initializers, in one list those that can be run at once, as sessions run them."""
        todo = [v for v in own.variables if v.init and v.fed_value is None]
        while todo:
            ready = independent_variables(self.program.graph, todo)
            yield [v.init for v in ready]
            todo = [v for v in todo if v not in ready]

    def _renew(self, depth: int, own: SessionProgram, session: str) -> None:
        """Initialise the iterators of a session again, and the variables that count over an epoch."""
        for names in own.renews, [v.init for v in own.each_epoch]:
            if names:
                self._add(depth, self._run(own, session, names, "PER_EPOCH"))

    def _step(self, depth: int, own: SessionProgram, session: str, fetches: _Fetches) -> None:
        """Run a session once."""
        alive = [tensor for tensor in fetches.alive.values() if tensor]
        left = [*fetches.in_step, *fetches.alive]
        names = [*fetches.in_step.values(), *alive]
        targets = [name for name in own.targets if name not in map(_node, names)]
        if fetches.values is not None:
            values, constant = fetches.values
            self.constants += lines(assigned(constant, listed(map(quoted, names))))
            asked = [f"{constant} +", *self._listed(targets, "TARGETS")] if targets else [constant]
            self.needed.update(_node(name) for name in [*names, *targets])
            self._add(depth, assigned(values, self._call(own, session, asked)))
        elif names:
            found = ", ".join([*left, *(["*_"] if targets else [])])
            self._add(depth, assigned(found, self._run(own, session, [*names, *targets], "FETCHES")))
        elif targets:
            self._add(depth, self._run(own, session, targets, "TARGETS"))
        if fetches.after_step:
            names = [*fetches.after_step.values()]
            run = self._run(own, session, names, "VARIABLES")
            self._add(depth, assigned(", ".join(fetches.after_step), run))

    def _shown(self, own: SessionProgram, fetches: _Fetches) -> list[Pieces]:
        """Return the arguments of `print` for a session."""
        if fetches.values is not None:
            values, constant = fetches.values
            shown: list[Pieces] = [[f"dict(zip({constant}, {values}))"]]
        else:
            flags = dict(zip((t for t in fetches.in_step.values() if t in own.alive), fetches.alive))
            shown = [
                [f"{name} if {flags[tensor]} == 0 else None"] if tensor in flags else [name]
                for name, tensor in fetches.in_step.items()
            ]
        return [*shown, *([name] for name in fetches.after_step)]

    def _follow(self, own: SessionProgram, session: str, fetches: _Fetches) -> None:
        """Write the lines that keep the best epoch, and that end the loop if the validation does not improve."""
        fit = self.program.validation
        assert fit is not None and fit.monitor is not None
        at, pin = fit.monitor
        tensor = own.sources.get(at, {}).get(pin) or own.reads[at][pin]
        by_tensor = {tensor: name for name, tensor in {**fetches.in_step, **fetches.after_step}.items()}
        value = by_tensor[tensor]
        if fetches.values is not None and tensor in fetches.in_step.values():
            value = f"{fetches.values[0]}[{[*fetches.in_step.values()].index(tensor)}]"
        self._add(3, [f"if best is None or {value} {'>' if fit.higher else '<'} best:"])
        self._add(4, [f"best, worse = {value}, 0"])
        if fit.keep_best:
            kept = {f"{v.node}:0": v.read for v in own.shared if not v.each_epoch}
            self.needed |= {*map(_node, kept), *map(_node, kept.values())}
            items = [_pair(name, quoted(read)) for name, read in kept.items()]
            constant = self._names.new("VARIABLES")
            self.constants += lines(assigned(constant, bracketed("{", items, "}")))
            self._add(4, [f"kept = {session}.run({constant})"])
        self._add(3, ["else:"])
        self._add(4, ["worse += 1"])
        if fit.patience > 0:
            self._add(4, [f"if worse == {fit.patience}:"])
            self._add(5, ["break"])

    def _fetches(self, own: SessionProgram) -> _Fetches:
        before = "validation_" if own.within is not None else ""
        reads = {name for pins in own.reads.values() for name in pins.values()}
        # Reads of variables that only the page itself initialises.
        never = {v.read for v in own.variables if not v.init and v.fed_value is None}
        names = {t: self._names.new(before + block.lower()) for t, block in own.requested.items() if t not in never}
        in_step = {name: tensor for tensor, name in names.items() if tensor not in reads}
        after = {name: tensor for tensor, name in names.items() if tensor in reads}
        alive = {
            self._names.new(f"{name}_dead"): own.alive[tensor]
            for name, tensor in in_step.items()
            if tensor in own.alive
        }
        many = len(in_step) > _FEW and not alive
        return _Fetches(
            (self._names.new("values"), self._names.new("FETCHES")) if many else None, in_step, after, alive
        )

    def _write_feeds(self) -> None:
        """Write the feeds of sessions, and FEED for placeholders without a value on the page."""
        missing = set[str]()
        for own in self.program.sessions:
            runs = [*own.targets, *map(_node, own.requested)]
            missing |= {
                op.outputs[0].name
                for op in reached(self.program.graph, runs, own.feeds)
                if traits_of(op.type).fed == "must" and op.outputs[0].name not in own.feeds
            }
        if missing:
            self.constants += comment(f"Values of placeholders: {', '.join(sorted(missing))}")
            self.constants.append("FEED = {}")
            self._takes_feed = True
        for own in self.program.sessions:
            if own.feeds:
                constant = self._names.new("VALIDATION_FEED" if own.within is not None else "FEED_OF_PAGE")
                items = [_pair(name, self._value(name, array)) for name, array in own.feeds.items()]
                self.constants += lines(assigned(constant, bracketed("{", items, "}")))
                self._feeds[own.id] = [f"{constant} | feed" if missing else constant]
            elif missing:
                self._feeds[own.id] = ["feed"]

    def _value(self, name: str, array: np.ndarray) -> Pieces:
        if array.size > tensors.MOST and array.dtype != object:
            self.arrays[name] = array
            return in_file(name)
        if array.dtype.names or array.dtype.kind == "V":
            raise NotWritten(phrase("the feed of {} has a dtype that a script cannot contain", name))
        return tensors.spelled_array(array)

    def _run(self, own: SessionProgram, session: str, names: list[str], constant: str = "OPERATIONS") -> Pieces:
        """Return a call of `session.run`: of a list of names, or of the only one."""
        self.needed.update(map(_node, names))
        asked = quoted(names[0]) if len(names) == 1 else self._listed(names, constant)
        return self._call(own, session, asked)

    def _call(self, own: SessionProgram, session: str, asked: Pieces) -> Pieces:
        """Return a call of `session.run` with what the session is fed."""
        return call(f"{session}.run", asked, *([self._feeds[own.id]] if own.id in self._feeds else []))

    def _listed(self, names: list[str], constant: str) -> Pieces:
        """Return a list of names, as a constant if it is long."""
        found = listed(map(quoted, names))
        return [self._constant(constant, names)] if len(" ".join(found)) > WIDTH // 2 else found

    def _constant(self, wanted: str, names: list[str]) -> str:
        key = tuple(names)
        if key not in self._known:
            self._known[key] = self._names.new(wanted)
            self.constants += lines(assigned(self._known[key], listed(map(quoted, names))))
        return self._known[key]

    def _add(self, depth: int, pieces: Pieces) -> None:
        self._lines += lines(pieces, 4 * depth)


def _pair(key: str, value: Pieces) -> Pieces:
    """Return an entry of a dictionary."""
    pieces = tensors.within(quoted(key))
    return [*pieces[:-1], f"{pieces[-1]}: {value[0]}", *value[1:]]


def _node(tensor: str) -> str:
    return tensor.partition(":")[0]


def changes_folder(graph: GraphDef) -> bool:
    """Return whether a graph has ops that read or write files, whose names count from the folder of the document."""
    nodes = (*graph.node, *(node for function in graph.library.function for node in function.node_def))
    return any(traits_of(node.op).outside or traits_of(node.op).file for node in nodes)
