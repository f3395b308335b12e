"""Random pages whose loops and branches use external inputs, run with breakpoints inside these.

Numpy computes where each step pauses, and a run without breakpoints the external inputs.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from blockloom.blocks.document.pages import Document
from blockloom.blocks.results import breakpoints
from blockloom.runtime.compile.compilation import CompileOptions
from blockloom.runtime.compile.compiler import compile_page
from blockloom.runtime.replay.paused_step import BreakpointController
from blockloom.runtime.run.runner import Runner
from tests.pages import page
from tests.runtime.breaks import page_state, shown
from tests.runtime.breaks_inside import INT, Call, D, expected, recorded

ROOM = 600
FUNCTIONS = ["body", "grow", "one", "two"]
PLACES = ["body/C", "body/N", "grow/G", "one/S", "two/T"]
HANDLE = "dtype=DT_RESOURCE"


class Drawing:
    """A page by its number, and the values of each of its steps, call by call.

    `acts`: it may put elements; `differentiates`: a gradient goes through its loop, whose body then takes no
    elements.
    """

    def __init__(self, seed: int):
        self.rng = rng = random.Random(seed)
        self.acts, self.differentiates = rng.random() < 0.4, rng.random() < 0.4
        numbers = [rng.randint(-6, 6) / 2 for _ in range(ROOM)]
        self.takes = iter(numbers)
        self.turns, self.few, self.limit = rng.randint(1, 5), rng.randint(0, 3), 0.5
        document = self.document = Document()
        more = self._more()
        page(
            document,
            "main",
            f"""Q FIFOQueueV2 component_types=[DT_DOUBLE] shapes=[[]]; FILL QueueEnqueueManyV2;
            WITH Const value=[{",".join(map(str, numbers))}] {D}; I Const value=0 {INT}; X Const value=0.0 {D};
            LOOP While cond=less body=body; W loom.ResourceVariable initvalues=0.0 {D}; ADD AssignAddVariableOp;
            V loom.ResourceVariable initvalues=1.0 {D}; RUN loom.Session; """
            + more[0],
            "Q.handle -> FILL.handle",
            "WITH.output -> FILL.components",
            "FILL.operation -> RUN.start_outputs",
            "I.output -> LOOP.input",
            "X.output -> LOOP.input",
            "V.value -> LOOP.input",
            "Q.handle -> LOOP.input",
            "W.handle -> ADD.resource",
            "LOOP.output[1] -> ADD.value",
            "LOOP.output[1] -> RUN.fetch_outputs",
            "LOOP.output[2] -> RUN.fetch_outputs",
            "ADD.operation -> RUN.run_outputs",
            *more[1],
        )
        state = f"i loom.Arg {INT}; x loom.Arg index=1 {D}; "
        args = state + f"v loom.Arg index=2 {D}; q loom.Arg index=3 {HANDLE}; "
        page(document, "less", f"{args}L Less y={self.turns} x=<i.output; r loom.Retval input=<L.z")
        # C comes before INNER, whose first element would otherwise be taken concurrently with that of TAKE.
        page(
            document,
            "body",
            f"{args}UP AddV2 y=1 x=<i.output; TAKE QueueDequeueV2 component_types=[DT_DOUBLE] handle=<q.output; "
            "K StopGradient input=<TAKE.components[0]; H Mul y=0.5 x=<x.output; C AddV2 x=<H.z y=<K.output; "
            f"S Const value=[] {INT}; N Mul x=<R.output y=<v.output; "
            f"R RandomUniform seed=7 seed2={seed % 1000 + 1} dtype=DT_DOUBLE shape=<S.output; "
            f"J Const value=0 {INT}; INNER While cond=few body=grow input=<J.output,C.z,q.output; "
            f"P Greater y={self.limit} x=<INNER.output[1]; "
            "B If then_branch=one else_branch=two Tout=[DT_DOUBLE] cond=<P.z input=<INNER.output[1],q.output; "
            f"{'PUT QueueEnqueueV2; ' if self.acts else ''} r0 loom.Retval input=<UP.z; "
            "r1 loom.Retval index=1 input=<B.output[0]; r2 loom.Retval index=2 input=<N.z; "
            "r3 loom.Retval index=3 input=<q.output; C -> INNER",
            *(("q.output -> PUT.handle", "B.output[0] -> PUT.components") if self.acts else ()),
        )
        deeper = state + f"q loom.Arg index=2 {HANDLE}; "
        page(document, "few", f"{deeper}L Less y={self.few} x=<i.output; r loom.Retval input=<L.z")
        page(
            document,
            "grow",
            f"{deeper}UP AddV2 y=1 x=<i.output; TAKE QueueDequeueV2 component_types=[DT_DOUBLE] handle=<q.output; "
            "K StopGradient input=<TAKE.components[0]; H Mul y=0.25 x=<K.output; G AddV2 x=<H.z y=<x.output; "
            "r0 loom.Retval input=<UP.z; r1 loom.Retval index=1 input=<G.z; "
            "r2 loom.Retval index=2 input=<q.output",
        )
        branch = f"x loom.Arg {D}; q loom.Arg index=1 {HANDLE}; "
        page(
            document,
            "one",
            f"{branch}TAKE QueueDequeueV2 component_types=[DT_DOUBLE] handle=<q.output; "
            "K StopGradient input=<TAKE.components[0]; S Sub x=<x.output y=<K.output; r loom.Retval input=<S.z",
        )
        page(document, "two", f"{branch}T Mul y=2.0 x=<x.output; r loom.Retval input=<T.z")

    def _more(self) -> tuple[str, list[str]]:
        if not self.differentiates:
            return "KEEP AssignVariableOp", [
                "V.handle -> KEEP.resource",
                "LOOP.output[2] -> KEEP.value",
                "KEEP.operation -> RUN.run_outputs",
            ]
        return "OPT loom.GradientDescentOptimizer learning_rate=0.5; MIN loom.Minimize", [
            "LOOP.output[2] -> MIN.loss",
            "OPT.optimizer -> MIN.optimizer",
            "MIN.operation -> RUN.run_outputs",
        ]

    def calls(self, draws: list[dict[str, float]]) -> Iterator[Call]:
        """Yield the values of the next step, call by call; `draws` are the body's random numbers, by call."""
        x, grown, ones = 0.0, 0, 0
        for turn in range(self.turns):
            x = x * 0.5 + next(self.takes)
            found = {"body/C": x} | draws[turn]
            for _ in range(self.few):
                x += next(self.takes) * 0.25
                grown += 1
                yield "grow", grown, {"grow/G": x}
            if x > self.limit:
                x -= next(self.takes)
                ones += 1
                yield "one", ones, {"one/S": x}
            else:
                x *= 2
                yield "two", turn + 1 - ones, {"two/T": x}
            yield "body", turn + 1, found

    def texts(self) -> list[tuple[str, str, float | None]]:
        """Return some breakpoints: text, address, and the threshold."""
        found = []
        for at in self.rng.sample(PLACES, self.rng.randint(1, 3)):
            least = self.rng.choice((None, self.rng.randint(-4, 6) / 2 + 0.1, 0.3 if at == "body/N" else 3.1))
            found.append((at if least is None else f"{at} > {least}", at, least))
        return found


def seen_of(runner: Runner) -> dict[str, Any]:
    """Return the results of the latest step for the page itself."""
    return {name: value for name, value in shown(runner).items() if "/" not in name}


def walk(seed: int, catalogue: Any, steps: int) -> tuple[list[str], int]:
    """Return the faults of a run that pauses at random breaks, and the number of pauses."""
    made = Drawing(seed)
    types, main = catalogue.with_pages(made.document), made.document.pages["main"]
    plain = Runner(compile_page(made.document, "main", types, CompileOptions(tapped_pages=["body"])))
    paused = Runner(compile_page(made.document, "main", types, CompileOptions(breakpoint_pages=FUNCTIONS)))
    pauses, (tap,) = BreakpointController(paused), plain.program.taps
    n = next(at for at in tap.sources if at.block == "N")
    wrong, count = list[str](), 0
    for number in range(1, steps + 1):
        plain.step(True)
        drawn = [{"body/N": float(tap.results(call)[n]["z"])} for call in range(made.turns)]
        texts, calls = made.texts(), [*made.calls(drawn)]
        pauses.breakpoints = [breakpoints.parse_breakpoint(text, main, types) for text, *_ in texts]
        wanted = expected(calls, texts)
        for _ in range(1 + made.rng.randint(0, 2)):  # rolled back, and run again
            pauses.prepare_step(), paused.step(True)
            if pauses.check_step() != (wanted is not None):
                wrong.append(f"step {number}: {texts} wants {wanted}")
            if pauses.pause is None or wanted is None:
                break
            count += 1
            wrong += recorded(pauses, calls, texts, wanted)
            lost = pauses.pause.give_up()
            wrong += [f"lost: {lost}"] * bool(lost)
        else:
            pauses.prepare_step(), paused.step(True)
            assert pauses.check_step()
            pauses.go_on()
        if seen_of(paused) != seen_of(plain):
            wrong.append(f"step {number}: it gives something else")
    if page_state(paused) != page_state(plain):
        wrong.append(f"it holds something else: {page_state(paused)} {page_state(plain)}")
    plain.close(), paused.close()
    return wrong, count
