"""Steady growth before a value is not finite: its factor and first step, and none in other runs."""

import math
import random

import numpy as np
import pytest

from blockloom.blocks.document.addresses import parse
from blockloom.runtime.replay.growth import _LEAST, _NEAR
from blockloom.runtime.replay.nonfinite_origin import find_origin
from tests.extent import examples
from tests.runtime.replay.test_why import make_document, ran


def descent(curvatures, rate, start, best, kind, more=""):
    """Return a page that minimises sum(curvatures / 2 * (W - best)^2) by gradient descent."""

    def typed(numbers):
        return "[" + ",".join(f"{number!r}f" for number in numbers) + "]"

    value = "ref" if kind == "Variable" else "value"
    return make_document(
        f"W loom.{kind} initvalues={typed(start)}; D Sub x=<W.{value} y={typed(best)}; SQ Square x=<D.z; "
        f"L Mul x=<SQ.y y={typed(curvatures)}; ALL Sum input=<L.z reduction_indices=[0]; "
        "LOSS Mul x=<ALL.output y=0.5f; "
        f"SGD loom.GradientDescentOptimizer learning_rate={rate!r}; "
        "TRAIN loom.Minimize loss=<LOSS.z optimizer=<SGD.optimizer; "
        f"RUN loom.Session run_outputs=<TRAIN.operation fetch_outputs=<LOSS.z; {more}"
    )


def first_bad(runner, fetched, most=1000):
    """Run steps until a fetched output is not finite."""
    for step in range(1, most + 1):
        runner.step(True)
        if not np.isfinite(next(iter(runner.latest()[parse(fetched)].values()))).all():
            return step
    raise AssertionError("it stays finite")


@pytest.mark.parametrize("kind", ["Variable", "ResourceVariable"])
def test_the_growth_of_gradient_descent_is_that_of_its_largest_curvature(catalogue, kind):
    for seed in range(examples(2)):
        rng = random.Random(seed)
        size = rng.randint(1, 4)
        curvatures = sorted(round(rng.uniform(0.5, 3.0), 2) for _ in range(size))
        factor = rng.uniform(1.2, 2.5)
        rate = round((1 + factor) / curvatures[-1], 4)
        factor = abs(1 - rate * curvatures[-1])
        if size > 1 and abs(1 - rate * curvatures[-2]) > 0.9 * factor:
            curvatures = curvatures[-1:]
        start = [round(rng.uniform(-3, 3), 2) + 0.001 for _ in curvatures]
        best = [round(rng.uniform(-50, 50), 2) for _ in curvatures]
        runner, again = ran(catalogue, descent(curvatures, rate, start, best, kind), 0, 0.01)
        last = first_bad(runner, "LOSS")
        found = find_origin(again, last, parse("LOSS.z"))
        (growth,) = found.growth
        assert (growth["block"], growth["last"]) == ("main/LOSS", last - 1)
        assert growth["learning_rates"] == [pytest.approx(rate)]
        assert growth["factor"] == pytest.approx(factor**2, rel=1e-3)
        assert "grows by a factor of" in growth["sentence"] and f"the learning rate is {rate:g}" in growth["sentence"]
        weights = np.array(start) - best
        losses = []
        for _ in range(last):
            losses.append(float((np.array(curvatures) / 2 * weights**2).sum()))
            weights = weights * (1 - rate * np.array(curvatures))
        apart = np.abs(np.diff(np.log(losses)) / (2 * math.log(factor)) - 1)  # of step n + 2 from step n + 1
        assert (apart[growth["first"] - 1 : last - 2] < 1.05 * _NEAR).all()
        assert growth["first"] == 1 or apart[growth["first"] - 2] > 0.95 * _NEAR
        runner.close()


def test_a_variable_is_named_if_the_value_asked_about_has_not_grown(catalogue):
    document = make_document(
        "W loom.ResourceVariable initvalues=[1.0f]; FAR Mul y=2.0f x=<W.value; "
        "UP AssignVariableOp resource=<W.handle value=<FAR.z; ZERO Mul y=0.0f x=<FAR.z; "
        "RUN loom.Session fetch_outputs=<ZERO.z run_outputs=<UP.operation"
    )
    runner, again = ran(catalogue, document, 0, 0.01)
    last = first_bad(runner, "ZERO")
    found = find_origin(again, last, parse("ZERO.z"))
    (growth,) = found.growth
    assert (last, found.block) == (128, "main/FAR")  # 2**128 is not finite in float32
    assert growth["sentence"] == "main/W grows by a factor of 2 in each step, from step 1 to step 127"
    assert (growth["factor"], growth["learning_rates"]) == (pytest.approx(2.0), [])
    runner.close()


def test_growth_that_is_not_steady_is_not_mentioned(catalogue):
    noisy = make_document(
        "W loom.ResourceVariable initvalues=[1.0f]; "
        "R RandomStandardNormal shape=[1] dtype=DT_FLOAT seed=7 seed2=8; E Exp x=<R.output; "
        "F Mul y=9.0f x=<E.y; G Mul x=<W.value y=<F.z; UP AssignVariableOp resource=<W.handle value=<G.z; "
        "RUN loom.Session run_outputs=<UP.operation fetch_outputs=<G.z"
    )
    # The loss falls until the logarithm of a countdown is not finite.
    converging = descent(
        [1.0, 0.3],
        0.5,
        [3.0, -2.0],
        [0.5, 1.0],
        "ResourceVariable",
        "N loom.ResourceVariable initvalues=40.0f; "
        "DOWN AssignSubVariableOp value=1.0f resource=<N.handle; LOG Log x=<N.value; "
        "SUM AddV2 x=<LOG.y y=<LOSS.z; DOWN.operation -> RUN.run_outputs; "
        "SUM.z -> RUN.fetch_outputs",
    )
    for document, asked in (noisy, "G"), (converging, "SUM"):
        runner, again = ran(catalogue, document, 0, 0.01)
        last = first_bad(runner, asked)
        assert last > 2 * _LEAST
        found = find_origin(again, last, parse(f"{asked}.z"))
        assert found.kind == "made" and not found.growth
        runner.close()
