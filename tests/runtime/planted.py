"""Random pages with one op that makes non-finite values, and pages whose non-finite values are masked.

An interpreter in numpy computes the op at fault.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Block, Document, Page, split_index
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.worker.client import Worker
from tests.pages import page

D, INT = "dtype=DT_DOUBLE", "dtype=DT_INT32"
UPDATES = ("reference update", "resource update")  # by optimizers and ops that add, of variables of these kinds
PLACES = ("top", "loop", "nested", "branch", "call", "gradient", "loop gradient", *UPDATES, *UPDATES)
KINDS = {  # of variables: the block, the op that adds, the pins of the value and of the variable itself
    "reference": ("loom.Variable", "AssignAdd", "ref", "ref"),
    "resource": ("loom.ResourceVariable", "AssignAddVariableOp", "value", "handle"),
}
OPTIMIZERS = {  # with what they need
    "GradientDescent": "",
    "Momentum": "momentum=0.9",
    "Adam": "",
    "RMSProp": "",
    "Adagrad": "",
    "Ftrl": "",
}
FAR = 3e38  # a float32 of which twice as much is infinite
TURNS = 5
SIZE = 3


class Made(NamedTuple):
    """An op that made what is not finite of finite numbers: the block, and the calls around it, counted from 1."""

    block: str
    calls: tuple[tuple[str, int], ...] = ()


class Planted(NamedTuple):
    """A page, the output to explain after some steps, and the op at fault, None for none.

    `gradient`: it is in the gradient of the block.
    """

    document: Document
    address: str
    culprit: Made | None
    gradient: bool = False
    steps: int = 1


def planted(seed: int, bad: bool) -> Planted:
    """Return a page by its number, with a culprit or without."""
    rng = random.Random(seed)
    place = PLACES[seed % len(PLACES)]
    made = _Writer(rng)
    if "gradient" in place:
        return _gradient(made, rng, "loop" in place, bad)
    if place in UPDATES:
        return _update(made, rng, place.partition(" ")[0], bad)
    document = made.document
    body = made.page(
        "main", f"start Const value={[round(rng.uniform(0.1, 0.9), 2) for _ in range(SIZE)]} {D}".replace(", ", ",")
    )
    now = body.safe("start.output", rng.randint(1, 4))
    now = _structure(made, body, now, place, bad, rng)
    now = body.safe(now, rng.randint(0, 3))
    if rng.random() < 0.6:
        now = body.masked(now)
    body.add_blocks(f"RUN loom.Session; {now} -> RUN.fetch_outputs")
    asked = now
    if rng.random() < 0.3:  # ask about a variable to which it was added
        asked = body.added(now, rng.choice(("reference", "resource")))
    made.write()
    culprit = Interpreter(document).culprit(now)
    assert (culprit is not None) == bad, (seed, place, culprit)
    return Planted(document, asked, culprit)


def _update(made: _Writer, rng: random.Random, kind: str, bad: bool) -> Planted:
    """Build the update of a variable, for example 3e38 from -3e38, which overflows a float32."""
    body = made.page("main", f"start Const value=[0.25,0.5,0.75] {D}")
    now = body.safe("start.output", rng.randint(0, 2))
    if rng.random() < 0.6:
        now = body.masked(now)
    variable, _, value, handle = KINDS[kind]
    begins = "[-3e38,0.25,0.5]" if bad else "[-1.0,0.25,0.5]"
    # The gradient for the first element is always 1.
    body.add_blocks(
        "FLOAT Cast SrcT=DT_DOUBLE DstT=DT_FLOAT; NONE Mul y=0.0f x=<FLOAT.y; "
        f"SLOPE AddV2 y=[1.0f,0.5f,0.25f] x=<NONE.z; W {variable} initvalues={begins} dtype=DT_FLOAT; "
        f"PART Mul x=<W.{value} y=<SLOPE.z; LOSS Sum reduction_indices=[0] input=<PART.z; "
        f"RUN loom.Session fetch_outputs=<LOSS.output; {now} -> FLOAT.x"
    )
    rate = FAR if bad else 0.01
    optimizer = rng.choice((*OPTIMIZERS, "", ""))
    if optimizer:
        body.add_blocks(
            f"RULE loom.{optimizer}Optimizer learning_rate={rate} {OPTIMIZERS[optimizer]}; "
            "TRAIN loom.Minimize optimizer=<RULE.optimizer loss=<LOSS.output; TRAIN.operation -> RUN.run_outputs"
        )
    else:
        body.add_blocks(f"BY Mul y={-rate}f x=<SLOPE.z")
        body.adds("TRAIN", "W", "BY.z", kind)
    asked = rng.choice((f"W.{handle}", "LOSS", "read"))
    if asked == "read":  # in the same step
        read = ("ReadVariableOp dtype=DT_FLOAT", "resource", "value")
        op, pin, out = read if kind == "resource" else ("Identity", "input", "output")
        body.add_blocks(
            f"AFTER {op} {pin}=<W.{handle}; WIDE Cast SrcT=DT_FLOAT DstT=DT_DOUBLE x=<AFTER.{out}; TRAIN -> AFTER"
        )
        asked = body.masked("WIDE.y", ("where", "beside"))  # the other kinds let no infinity pass
        body.add_blocks(f"MORE AddV2 y=0.5; {asked} -> MORE.x; MORE.z -> RUN.fetch_outputs")
    made.write()
    steps = 2 if asked == "LOSS" else 1  # the loss is computed before the update
    return Planted(made.document, asked, Made("main/TRAIN") if bad else None, steps=steps)


def _structure(made: _Writer, outer: _Page, now: str, place: str, bad: bool, rng: random.Random) -> str:
    """Build the block with the culprit, on the page itself or in a function."""
    if place == "top":
        return outer.culprit(now, "2" if bad else "") if bad else outer.masked(now)
    if place in ("loop", "nested"):
        turn = rng.randrange(TURNS)
        less = made.page(
            made.name("less"), f"i loom.Arg {INT}; x loom.Arg index=1 {D}; L Less y={TURNS}; r loom.Retval"
        )
        less.wires += ["i.output -> L.x", "L.z -> r.input"]
        body = made.page(
            made.name("body"),
            f"i loom.Arg {INT}; x loom.Arg index=1 {D}; r0 loom.Retval; r1 loom.Retval index=1; UP AddV2 y=1; "
            f"T Cast SrcT=DT_INT32 DstT=DT_DOUBLE; LEFT Sub x={turn}.0",
        )
        body.wires += ["i.output -> UP.x", "UP.z -> r0.input", "i.output -> T.x", "T.y -> LEFT.y"]
        inner = body.safe("x.output", rng.randint(0, 2))
        if rng.random() < 0.5 or not bad:
            inner = body.masked(inner)
        if place == "nested":
            inner = _structure(made, body, inner, rng.choice(("loop", "branch", "call")), bad, rng)
        elif bad:
            inner = body.culprit(inner, "LEFT.z")
        body.wires.append(f"{body.safe(inner, 1)} -> r1.input")
        loop, start = outer.name("LOOP"), outer.name("zero")
        outer.add_blocks(f"{start} Const value=0 {INT}; {loop} While cond={less.page} body={body.page}")
        outer.wires += [f"{start}.output -> {loop}.input", f"{now} -> {loop}.input"]
        return f"{loop}.output[1]"
    inside = made.page(made.name("fn"), f"x loom.Arg {D}; r loom.Retval")
    inner = inside.safe("x.output", rng.randint(0, 2))
    if rng.random() < 0.5 or not bad:
        inner = inside.masked(inner)
    inner = inside.culprit(inner, "") if bad else inner
    inside.wires.append(f"{inner} -> r.input")
    name = outer.name("CALL")
    if place == "branch":
        other = made.page(made.name("other"), f"x loom.Arg {D}; r loom.Retval; L Log x=-1.0; M Mul")
        other.wires += ["x.output -> M.x", "L.y -> M.y", "M.z -> r.input"]
        truth = rng.random() < 0.5
        pages = (inside.page, other.page) if truth else (other.page, inside.page)
        outer.add_blocks(f"{name} If cond={str(truth).lower()} then_branch={pages[0]} else_branch={pages[1]}")
        outer.wires.append(f"{now} -> {name}.input")
    else:
        outer.add_blocks(f"{name} PartitionedCall f={inside.page}; {now} -> {name}.args")
    return f"{name}.output[0]"


def _gradient(made: _Writer, rng: random.Random, in_loop: bool, bad: bool) -> Planted:
    """Build a logarithm of 0 behind a mask: the masked value is finite, the gradient is not."""
    document, least = made.document, 0.0 if bad else 0.25
    masked = f"K Const value=[{','.join(['true'] * (SIZE - 1))},false]; LOG Log; WHERE SelectV2; "
    masked += f"ONES Const value=[1.0,1.0,1.0] {D}"
    masks = ["K.output -> WHERE.condition", "LOG.y -> WHERE.t", "ONES.output -> WHERE.e"]
    body = made.page("main", f"start Const value=[0.5,0.75,{least}] {D}")
    now = "start.output"
    turn = rng.randrange(TURNS)
    if in_loop:
        less = made.page("less", f"i loom.Arg {INT}; x loom.Arg index=1 {D}; L Less y={TURNS}; r loom.Retval")
        less.wires += ["i.output -> L.x", "L.z -> r.input"]
        inner = made.page(
            "body",
            f"i loom.Arg {INT}; x loom.Arg index=1 {D}; r0 loom.Retval; r1 loom.Retval index=1; UP AddV2 y=1; "
            f"T Cast SrcT=DT_INT32 DstT=DT_DOUBLE; LEFT Sub x={turn}.0; FAR Square; PART Mul y=[0.0,0.0,1.0]; "
            f"HELD Mul y=[1.0,1.0,{least}]; SUM AddV2; {masked}",
            "i.output -> UP.x",
            "UP.z -> r0.input",
            "i.output -> T.x",
            "T.y -> LEFT.y",
            "LEFT.z -> FAR.x",
            "FAR.y -> PART.x",
            "x.output -> HELD.x",
            "HELD.z -> SUM.x",
            "PART.z -> SUM.y",
            "SUM.z -> LOG.x",
            *masks,
        )
        inner.add_blocks("LAST Sigmoid x=<WHERE.output; PAST AddV2 x=<LAST.y; MEAN Mul y=0.5")
        inner.wires += ["x.output -> PAST.y", "PAST.z -> MEAN.x", "MEAN.z -> r1.input"]
        body.add_blocks(f"zero Const value=0 {INT}; LOOP While cond=less body=body")
        body.wires += ["zero.output -> LOOP.input", f"{now} -> LOOP.input"]
        now = "LOOP.output[1]"
        culprit = Made("body/LOG", (("main/LOOP", TURNS - turn),))
    else:
        body.add_blocks(masked, f"{now} -> LOG.x", *masks)
        now, culprit = "WHERE.output", Made("main/LOG")
    now = body.safe(now, rng.randint(0, 3))
    body.add_blocks(f"G loom.Gradients xs=<start.output; RUN loom.Session fetch_outputs=<G.grads[0]; {now} -> G.ys")
    made.write()
    zeros = Interpreter(document).logs_of_zero(now)
    assert zeros == ([culprit] if bad and not in_loop else zeros)
    return Planted(document, "G.grads[0]", culprit if bad else None, True)


class _Page:
    """A page that is being written."""

    def __init__(self, writer: _Writer, name: str, blocks: str, *wires: str):
        self.writer, self.page, self.blocks, self.wires = writer, name, [blocks], list(wires)

    def name(self, stem: str) -> str:
        self.writer.count += 1
        return f"{stem}{self.writer.count}"

    def add_blocks(self, blocks: str, *wires: str) -> None:
        self.blocks.append(blocks)
        self.wires += wires

    def safe(self, now: str, count: int) -> str:
        """Add some ops that keep numbers small and positive."""
        for _ in range(count):
            kind = self.writer.rng.choice(("Sigmoid", "AddV2 y=0.25", "Mul y=0.5", "Reshape", "two"))
            name = self.name("s")
            if kind == "two":
                other = self.name("t")
                self.add_blocks(
                    f"{other} Sigmoid; {name} AddV2; {now} -> {other}.x; {now} -> {name}.x; {other}.y -> {name}.y"
                )
                now = f"{name}.z"
            elif kind == "Reshape":
                self.add_blocks(f"{name} Reshape shape=[{SIZE}]; {now} -> {name}.tensor")
                now = f"{name}.output"
            else:
                self.add_blocks(f"{name} {kind}; {now} -> {name}.x")
                now = f"{name}.{'y' if kind == 'Sigmoid' else 'z'}"
        return now

    def masked(self, now: str, kinds: Sequence[str] = ("where", "slice", "softmax", "beside")) -> str:
        """Add values that are not finite and are masked out."""
        kind = self.writer.rng.choice(kinds)
        a, b, c, d = (self.name("m") for _ in range(4))
        if kind == "where":  # a NaN where it is not chosen
            self.add_blocks(
                f"{a} Sub y=9.0; {b} Log; {c} Const value=[false,false,false]; {d} SelectV2; {now} -> {a}.x; "
                f"{a}.z -> {b}.x; {c}.output -> {d}.condition; {b}.y -> {d}.t; {now} -> {d}.e"
            )
            return f"{d}.output"
        if kind == "slice":  # one before those that are taken
            self.add_blocks(
                f"{a} Const value=[-1.0] {D}; {b} ConcatV2 axis=0; {c} Log; {d} Slice begin=[1] size=[{SIZE}]; "
                f"{a}.output -> {b}.values; {now} -> {b}.values; {b}.output -> {c}.x; {c}.y -> {d}.input"
            )
            return self.safe_exp(f"{d}.output")
        if kind == "softmax":  # the usual mask
            e = self.name("m")
            self.add_blocks(
                f"{a} Const value=[0.0,-inf,0.0] {D}; {b} AddV2; {c} Softmax; {d} AddV2 y=0.125; {now} -> {b}.x; "
                f"{a}.output -> {b}.y; {b}.z -> {c}.logits; {c}.softmax -> {d}.x"
            )
            return f"{d}.z"
        # some elements of each: the selected ones are finite if the input is
        self.add_blocks(
            f"{a} Log x=[-1.0,-1.0,-1.0] T=DT_DOUBLE; {c} Const value=[true,false,true]; "
            f"{b} Const value=[0.5,0.5,0.5] {D}; {d} SelectV2; {c}.output -> {d}.condition; {now} -> {d}.t; "
            f"{a}.y -> {d}.e"
        )
        e, f = self.name("m"), self.name("m")
        self.add_blocks(
            f"{e} Const value=[true,false,true]; {f} SelectV2; {e}.output -> {f}.condition; {d}.output -> {f}.t; "
            f"{b}.output -> {f}.e"
        )
        return f"{f}.output"

    def adds(self, name: str, variable: str, value: str, kind: str) -> None:
        """Add an op that adds a value to a variable, in each step."""
        _, op, _, handle = KINDS[kind]
        pin, out = ("resource", "operation") if kind == "resource" else ("ref", "output_ref")
        self.add_blocks(
            f"{name} {op}; {variable}.{handle} -> {name}.{pin}; {value} -> {name}.value; "
            f"{name}.{out} -> RUN.run_outputs"
        )

    def added(self, now: str, kind: str) -> str:
        """Add a variable that sums up a value, and return its output."""
        variable, _, _, handle = KINDS[kind]
        self.add_blocks(f"KEEP {variable} initvalues=[0.0,0.0,0.0] {D}")
        self.adds("ADD", "KEEP", now, kind)
        return f"KEEP.{handle}"

    def safe_exp(self, now: str) -> str:
        name = self.name("s")
        self.add_blocks(f"{name} Sigmoid; {now} -> {name}.x")
        return f"{name}.y"

    def culprit(self, now: str, left: str) -> str:
        """Add an op that makes a non-finite value of finite ones; in a loop when `left` is 0."""
        a, b, c = (self.name("BAD") for _ in range(3))
        kind = self.writer.rng.choice(("Log", "Reciprocal", "RealDiv"))
        if left and "." in left:
            self.add_blocks(f"{c} Square; {left} -> {c}.x")
            zero = f"{c}.y"
        else:
            self.add_blocks(f"{c} Mul y=0.0; {now} -> {c}.x")
            zero = f"{c}.z"
        if kind == "RealDiv":
            self.add_blocks(f"{a} RealDiv; {now} -> {a}.x; {zero} -> {a}.y")
            made = f"{a}.z"
        else:
            self.add_blocks(f"{a} {kind}; {zero} -> {a}.x")
            made = f"{a}.y"
        d = self.name("BY")
        self.add_blocks(f"{d} Sub; {b} AddV2; {made} -> {d}.x; {made} -> {d}.y; {now} -> {b}.x; {d}.z -> {b}.y")
        return f"{b}.z"


class _Writer:
    def __init__(self, rng: random.Random):
        self.rng, self.count, self.document, self.pages = rng, 0, Document(), dict[str, _Page]()

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def page(self, name: str, blocks: str, *wires: str) -> _Page:
        made = self.pages[name] = _Page(self, name, blocks, *wires)
        return made

    def write(self) -> None:
        """Put the pages into the document, `main` first."""
        for made in self.pages.values():
            page(self.document, made.page, ";".join(made.blocks), *made.wires)


class Interpreter:
    """Computes pages with numpy, and notes which ops make what is not finite of finite numbers."""

    def __init__(self, document: Document):
        self.document = document
        self.made: list[Made] = []
        self.zeros: list[Made] = []
        self._mended = ""

    def culprit(self, asked: str) -> Made | None:
        """Return the op without which an output of `main` would be finite, in its first such call."""
        if np.isfinite(self._asked(asked)).all():
            return None
        found = []
        made = self.made
        for block in dict.fromkeys(one.block for one in made):
            self._mended = block
            if np.isfinite(self._asked(asked)).all():
                found.append(block)
        assert len(found) == 1, found
        return next(one for one in made if one.block == found[0])

    def logs_of_zero(self, asked: str) -> list[Made]:
        """Return the logarithms of 0."""
        self._asked(asked)
        return self.zeros

    def _asked(self, asked: str) -> np.ndarray:
        self.made, self.zeros = [], []
        block, _, pin = asked.partition(".")
        with np.errstate(all="ignore"):
            return np.asarray(self._page("main", [], ())[block][split_index(pin)[1] or 0])

    def _page(self, name: str, given: list[Any], calls: tuple[tuple[str, int], ...]) -> dict[str, list[Any]]:
        page, done = self.document.pages[name], dict[str, list[Any]]()
        for block in _in_order(page):
            if block.type in ("loom.Session", "loom.Gradients") or block.id in ("KEEP", "ADD"):
                continue
            takes = [self._taken(page, wire, done) for wire in page.wires_into(block.id)]
            done[block.id] = self._block(page, block, takes, given, calls)
        return done

    def _taken(self, page: Page, wire: Any, done: dict[str, list[Any]]) -> tuple[str, Any]:
        return wire.target_pin, done[wire.source][split_index(wire.source_pin)[1] or 0]

    def _block(self, page: Page, block: Block, takes: list[tuple[str, Any]], given: list[Any], calls: Any) -> list[Any]:
        at = f"{page.name}/{block.id}"
        values = {pin: _typed(text) for pin, text in block.values.items()} | dict(takes)
        inputs = [value for _, value in takes]
        match block.type:
            case "loom.Arg":
                return [given[int(block.values.get("index", 0))]]
            case "Const":
                return [values["value"]]
            case "While":
                now, turn = inputs, 0
                while self._gives(block.values["cond"], now, (*calls, (at, turn + 1)), tell=False)[0]:
                    turn += 1
                    now = self._gives(block.values["body"], now, (*calls, (at, turn)))
                return now
            case "If":
                chosen = "then_branch" if values["cond"] else "else_branch"
                return self._gives(block.values[chosen], inputs, (*calls, (at, 1)))
            case "PartitionedCall":
                return self._gives(block.values["f"], inputs, (*calls, (at, 1)))
        found = _computed(block.type, values, inputs)
        numbers = [np.asarray(one) for one in values.values() if np.asarray(one).dtype.kind == "f"]
        made = Made(at, calls)
        if block.type == "Log" and (np.asarray(values["x"]) == 0).any():
            self.zeros.append(made)
        if np.isfinite(found).all():
            return [found]
        if not all(np.isfinite(one).all() for one in numbers):
            return [found]
        self.made.append(made)
        return [np.where(np.isfinite(found), found, 0.5) if at == self._mended else found]

    def _gives(self, name: str, given: list[Any], calls: Any, tell: bool = True) -> list[Any]:
        page = self.document.pages[name]
        done = self._page(name, given, calls)
        ends = sorted(
            (block for block in page.blocks.values() if block.type == "loom.Retval"),
            key=lambda block: int(block.values.get("index", 0)),
        )
        return [done[end.id][0] for end in ends]


def _in_order(page: Page) -> Iterator[Block]:
    done, todo = set[str](), list(page.blocks)
    while todo:
        name = todo.pop(0)
        if all(wire.source in done for wire in page.wires_into(name)):
            done.add(name)
            yield page.blocks[name]
        else:
            todo.append(name)


def _typed(text: str) -> Any:
    try:
        return np.array(json.loads(text.replace("inf", "Infinity")))
    except ValueError:
        return text


def _computed(kind: str, values: dict[str, Any], inputs: list[Any]) -> np.ndarray:
    x, y = values.get("x"), values.get("y")
    match kind:
        case "AddV2":
            return x + y
        case "Sub":
            return x - y
        case "Mul":
            return x * y
        case "RealDiv":
            return np.asarray(x / y)
        case "Log":
            return np.log(x)
        case "Sqrt":
            return np.sqrt(x)
        case "Square":
            return np.square(x)
        case "Reciprocal":
            return np.asarray(1.0 / x)
        case "Sigmoid":
            return 1 / (1 + np.exp(-x))
        case "Less":
            return x < y
        case "Cast":
            return np.asarray(x, np.float64)
        case "SelectV2":
            return np.where(values["condition"], values["t"], values["e"])
        case "Slice":
            return values["input"][1:]
        case "ConcatV2":
            return np.concatenate([np.asarray(one) for one in inputs])
        case "Softmax":
            logits = values["logits"]
            high = np.exp(logits - logits.max())
            return high / high.sum()
        case "Reshape":
            return np.reshape(values["tensor"], values["shape"])
        case "loom.Retval":
            return values["input"]
    raise KeyError(kind)


def answered(worker: Worker, one: Planted) -> tuple[Any, Any]:
    """Return the culprit and the one of the answer: block, whether in its gradient, calls; None if all is finite."""
    worker.call(requests.OpenRequest(document=documents.dumps(one.document), page="main", owner=7301))
    worker.call(requests.ResetRequest())
    worker.call(requests.RunRequest(mode=RunMode(one.steps)))
    found = worker.call(requests.FindNonFiniteOriginRequest(parse(one.address)))
    assert not found.refusal, found.refusal
    got = (found.block, found.gradient, tuple((at, number) for at, number, _ in found.calls)) if found.kind else None
    return one.culprit and (one.culprit.block, one.gradient, one.culprit.calls), got
