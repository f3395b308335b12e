"""Random pages with instances, loops, branches and calls, run with breakpoints inside these.

Numpy computes where each step pauses, and the values shown there.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Document
from blockloom.blocks.results import breakpoints
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.replay.paused_step import BreakpointController
from blockloom.runtime.run.runner import Runner
from tests.pages import page
from tests.runtime.breaks import page_state, shown

D, INT = "dtype=DT_DOUBLE", "dtype=DT_INT32"
ROOM = 60
PLACES = ["INST/H", "INST/U", "body/IN/U", "body/C", "grow/G", "one/S", "two/T"]
FUNCTIONS = ["body", "grow", "one", "two"]
Call = tuple[str, int, dict[str, float]]  # of a function, "" for the page itself, counted from 1: its outputs


class Nested:
    """A page by its number, and the values of each of its steps, call by call."""

    def __init__(self, seed: int):
        self.rng = rng = random.Random(seed)
        self.outputs: dict[str, float] = {}  # of the calls on the page itself, in the step that was computed last
        self.numbers = [rng.randint(-6, 6) / 2 for _ in range(ROOM)]
        self.few = rng.randint(0, 3)
        self.turns, self.scale, self.more, self.limit = rng.randint(1, 6), rng.choice((0.5, -1.5, 2.0)), 0.75, 1.5
        document = self.document = Document()
        given = ",".join(map(str, self.numbers))
        page(
            document,
            "main",
            "Q FIFOQueueV2 component_types=[DT_DOUBLE] shapes=[[]]; "
            f"FILL QueueEnqueueManyV2 handle=<Q.handle components=<WITH.output; WITH Const value=[{given}] {D}; "
            "TAKE QueueDequeueV2 component_types=[DT_DOUBLE] handle=<Q.handle; "
            f"INST page:half x=<TAKE.components[0]; I Const value=0 {INT}; "
            f"LOOP While cond=less body=body input=<I.output,INST.y; P Greater y={self.limit} x=<LOOP.output[1]; "
            "B If then_branch=one else_branch=two Tout=[DT_DOUBLE] cond=<P.z input=<LOOP.output[1]; "
            "CALL PartitionedCall f=one Tout=[DT_DOUBLE] args=<B.output[0]; "
            f"W loom.ResourceVariable initvalues=0.0 {D}; "
            "ADD AssignAddVariableOp resource=<W.handle value=<CALL.output[0]; "
            "RUN loom.Session start_outputs=<FILL.operation fetch_outputs=<CALL.output[0] "
            "run_outputs=<ADD.operation",
        )
        page(
            document,
            "half",
            f"x loom.Arg {D}; H Mul y=0.5 x=<x.output; U AddV2 y={self.more} x=<H.z; y loom.Retval input=<U.z",
        )
        page(
            document,
            "less",
            f"i loom.Arg {INT}; x loom.Arg index=1 {D}; L Less y={self.turns} x=<i.output; r loom.Retval input=<L.z",
        )
        page(
            document,
            "body",
            f"i loom.Arg {INT}; x loom.Arg index=1 {D}; UP AddV2 y=1 x=<i.output; IN page:half x=<x.output; "
            f"C Mul y={self.scale} x=<IN.y; AGAIN PartitionedCall f=one Tout=[DT_DOUBLE] args=<C.z; "
            f"J Const value=0 {INT}; INNER While cond=few body=grow input=<J.output,AGAIN.output[0]; "
            "r0 loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<INNER.output[1]",
        )
        page(
            document,
            "few",
            f"j loom.Arg {INT}; x loom.Arg index=1 {D}; L Less y={self.few} x=<j.output; r loom.Retval input=<L.z",
        )
        page(
            document,
            "grow",
            f"j loom.Arg {INT}; x loom.Arg index=1 {D}; UP AddV2 y=1 x=<j.output; G AddV2 y=0.125 x=<x.output; "
            "r0 loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<G.z",
        )
        page(document, "one", f"x loom.Arg {D}; S Sub y=0.25 x=<x.output; r loom.Retval input=<S.z")
        page(document, "two", f"x loom.Arg {D}; T Mul y=3.0 x=<x.output; r loom.Retval input=<T.z")

    def calls(self, step: int, tried: tuple[str, int, float] | None = None) -> list[Call]:
        """Return the values of a step, counted from 1, call by call, as if a call had another input.

        The last call has the outputs of the loop, the branch and the call, on the page itself.
        """
        x, found, counts = self.numbers[step - 1], list[Call](), dict.fromkeys(FUNCTIONS, 0)

        def given(name: str, x: float) -> float:
            counts[name] += 1
            return tried[2] if tried is not None and tried[:2] == (name, counts[name]) else x

        def ends(name: str, **values: float) -> None:
            found.append((name, counts[name], {f"{name}/{block}": value for block, value in values.items()}))

        def one(x: float) -> float:
            x = given("one", x) - 0.25
            ends("one", S=x)
            return x

        found.append(("", 1, {"INST/H": x * 0.5, "INST/U": x * 0.5 + self.more}))
        x = x * 0.5 + self.more
        for _ in range(self.turns):
            x = given("body", x)
            half = x * 0.5 + self.more
            x = one(half * self.scale)
            for _ in range(self.few):
                x = given("grow", x) + 0.125
                ends("grow", G=x)
            ends("body", C=half * self.scale)
            found[-1][2]["body/IN/U"] = half
        outputs = {"LOOP": x}
        if x > self.limit:
            x = one(x)
        else:
            x = given("two", x) * 3.0
            ends("two", T=x)
        self.outputs = outputs | {"B": x, "CALL": one(x)}
        return found

    def output_for(self, at: str, x: float) -> float:
        """Return the output of a block of a function in a call with this input."""
        half = x * 0.5 + self.more
        given = {"body/IN/U": half, "body/C": half * self.scale, "grow/G": x + 0.125, "one/S": x - 0.25, "two/T": x * 3}
        return given[at]

    def texts(self) -> list[tuple[str, str, float | None]]:
        """Return some breakpoints: text, address, and the threshold."""
        rng, found = self.rng, []
        for at in rng.sample(PLACES, rng.randint(1, 3)):
            least = rng.choice((None, rng.randint(-4, 6) / 2 + 0.1))
            written = f"/{at}" if at.startswith("INST") and rng.random() < 0.5 else at
            found.append((written if least is None else f"{written} > {least}", at, least))
        return found


def expected(calls: list[Call], texts: list[tuple[str, str, float | None]], after: int = 0) -> Call | None:
    """Return the first call after `after` calls that hits a breakpoint, with its value there."""
    for page_, number, values in calls[after:]:
        for _, at, least in texts:
            if at in values and (least is None or values[at] > least):
                return page_, number, {at: values[at]}
    return None


def walk(seed: int, catalogue: Any, steps: int) -> tuple[list[str], int]:
    """Return the faults of a run that pauses at random breaks, and the number of pauses."""
    made = Nested(seed)
    types, main = catalogue.with_pages(made.document), made.document.pages["main"]
    looked = made.rng.sample(FUNCTIONS, made.rng.randint(0, 3))
    plain, paused = (
        Runner(
            compile_page(made.document, "main", types, CompileOptions(tapped_pages=looked, breakpoint_pages=FUNCTIONS))
        )
        for _ in range(2)
    )
    pauses = BreakpointController(paused)
    wrong, count = list[str](), 0
    while paused.steps < steps:
        number = paused.steps + 1
        texts, calls = made.texts(), made.calls(number)
        pauses.breakpoints = [breakpoints.parse_breakpoint(text, main, types) for text, *_ in texts]
        wanted = expected(calls, texts)
        pauses.prepare_step(), paused.step(True)
        if pauses.check_step() != (wanted is not None):
            wrong.append(f"step {number}: {texts} wants {wanted}")
        if pauses.pause is not None and wanted is not None:
            count += 1
            wrong += recorded(pauses, calls, texts, wanted)
            if wanted[0] and made.rng.random() < 0.5:
                tried = made.rng.randint(-9, 9) / 4
                pauses.pause.what_if({Address(wanted[0], "x", "output"): np.array(tried)})
                wrong += differs(pauses, (*wanted[:2], {at: made.output_for(at, tried) for at in wanted[2]}))
                made.calls(number, (*wanted[:2], tried))
                got = {at: float(paused.latest()[Address("", block=at)]["output"][-1]) for at in made.outputs}
                wrong += [f"step {number}: {got}, not {made.outputs}"] * (got != made.outputs)
                pauses.pause.what_if({})
                wrong += recorded(pauses, calls, texts, wanted)
            if made.rng.random() < 0.3:
                if pauses.pause.give_up():
                    wrong.append(f"step {number}: it cannot be rolled back")
                continue
            pauses.go_on()
        plain.step(True)
        if shown(paused) != shown(plain):
            wrong.append(f"step {number}: {shown(paused)} is not {shown(plain)}")
    if page_state(paused) != page_state(plain):
        wrong.append("it holds something else")
    plain.close(), paused.close()
    return wrong, count


def recorded(
    pauses: BreakpointController, calls: list[Call], texts: list[tuple[str, str, float | None]], at: Call
) -> list[str]:
    """Return the faults in the recording of the function in which a run is paused."""
    wrong = differs(pauses, at)
    if not at[0]:
        return wrong
    own = [(number, values) for name, number, values in calls if name == at[0]]
    tap = next(tap for tap in pauses.runner.program.taps if tap.page == at[0])
    told = pauses.paused_at()
    met = [number for number, values in own if expected([(at[0], number, values)], texts) is not None]
    wrong += [f"step {told.step}: {told.matching_calls} are told, and {met} meet a break"] * (
        list(told.matching_calls) != met
    )
    for number, values in own:
        if number in met:
            tap.choose_call(number - 1)
            wrong += differs(pauses, (at[0], number, {one: values[one] for one in at[2]}))
    tap.choose_call(at[1] - 1)
    return wrong


def differs(pauses: BreakpointController, wanted: Call) -> list[str]:
    """Return how the reported pause differs from the expected call."""
    name, number, values = wanted
    ((at, value),) = values.items()
    where = Address(name, path=() if name else ("INST",), block=at.rpartition("/")[2])
    where = where._replace(path=("IN",)) if "/IN/" in at else where
    got, told = float(pauses.runner.latest()[where]["z"]), pauses.paused_at()
    if got == value and told.block == str(where) and told.call == (number if name else 0):
        return []
    return [f"step {told.step}: {told} shows {got}, and wants {wanted}"]
