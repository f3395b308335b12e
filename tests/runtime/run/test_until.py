"""Runs that end when a condition is true."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom import BadPage, RunFailed, TimedOut, run
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import MUTE
from blockloom.blocks.results.conditions import COMPARED, FINITE, NOT_FINITE, Condition, ConditionError, parse, resolve
from blockloom.runtime.run.run_thread import is_true
from tests.pages import document

REGRESSION = Path(__file__).resolve().parents[3] / "assets" / "examples" / "linear_regression.loom"


def test_a_run_ends_with_the_first_step_for_which_it_holds(worker):
    done = run(REGRESSION, until="LOSS < 0.5", worker=worker)
    assert done.results["LOSS"]["output"] < 0.5 and done.steps > 1
    before = run(REGRESSION, steps=done.steps - 1, worker=worker)
    assert before.results["LOSS"]["output"] >= 0.5
    again = run(REGRESSION, steps=done.steps, worker=worker)
    assert {
        b: {p: np.asarray(v).tolist() for p, v in pins.items() if not isinstance(v, list)}
        for b, pins in again.results.items()
    } == {
        b: {p: np.asarray(v).tolist() for p, v in pins.items() if not isinstance(v, list)}
        for b, pins in done.results.items()
    }


def test_steps_are_the_most_that_a_condition_may_take(worker):
    for steps, says in ((1, "ran 1 step, and"), (7, "ran 7 steps, and the condition did not become true")):
        with pytest.raises(RunFailed, match=says):
            run(REGRESSION, until="LOSS < 0", steps=steps, worker=worker)


def test_a_condition_that_never_holds_may_time_out(worker):
    with pytest.raises(TimedOut, match="the condition did not become true"):
        run(REGRESSION, until="LOSS < 0", timeout=0.2, worker=worker)


def test_what_stops_being_finite_is_found(catalogue, worker):
    page = document(
        catalogue,
        "V loom.Variable initvalues=1.0f; TWICE Mul y=1e10f x=<V.ref; KEEP Assign ref=<V.ref value=<TWICE.z; "
        "S loom.Session fetch_outputs=<TWICE.z run_outputs=<KEEP.output_ref",
    )
    done = run(page, until="TWICE is not finite", worker=worker)
    assert done.steps == 4 and np.isinf(done.results["TWICE"]["z"])


@pytest.mark.parametrize(
    ("until", "says"),
    [
        ("LOSS", "'LOSS' is not a condition"),
        ("LOSS < much", "much is not a number"),
        ("LOS < 1", "there is no block LOS on page regression; did you mean LOSS?"),
        ("LOSS.z < 1", "LOSS has no output z; it has: output"),
        ("S < 1", "S has no output that a condition could test"),
        ("GRADS[7] < 1", "GRADS.grads has 2 elements: there is no 7"),
        ("X[1, 2] < 1", r"X.output has the shape \[8\]: there is no element \[1, 2\]"),
    ],
)
def test_what_cannot_be_tested_is_said(worker, until, says):
    with pytest.raises(BadPage, match=f"until: .*{says}"):
        run(REGRESSION, until=until, steps=3, worker=worker)


def test_text_and_what_is_not_run_hold_no_numbers(catalogue, worker):
    page = document(
        catalogue,
        "T Const value='a' dtype=DT_STRING; A Const value=1; OTHER Const value=2; "
        "S loom.Session fetch_outputs=<T.output,A.output",
    )
    with pytest.raises(BadPage, match=r"T.output has no numbers"):
        run(page, until="T == 1", worker=worker)
    with pytest.raises(BadPage, match=r"OTHER.output is not part of this run"):
        run(page, until="OTHER == 2", worker=worker)


def test_complex_numbers_have_no_order_and_monitors_give_no_results(catalogue, worker):
    page = document(catalogue, "C Const value=3+4j dtype=DT_COMPLEX64; P loom.Pick value=<C.output")
    with pytest.raises(BadPage, match=r"C.output is not a real number"):
        run(page, until="C > 1", worker=worker)
    assert run(page, until="C != 3", worker=worker).steps == 1
    with pytest.raises(BadPage, match="P has no output that a condition could test"):
        run(page, until="P > 1", worker=worker)


@pytest.mark.parametrize(("muted", "tested"), [("A", "A"), ("A", "N"), ("N", "N")])
def test_a_block_that_is_left_out_is_said_to_be(catalogue, muted, tested):
    page = document(catalogue, "A Const value=1; N Neg x=<A.output").pages["main"]
    resolve(parse(f"{tested} > 0"), page, catalogue)
    page.blocks[muted] = page.blocks[muted]._replace(mode=MUTE)
    with pytest.raises(ConditionError, match=f"{tested} is left out: muted"):
        resolve(parse(f"{tested} > 0"), page, catalogue)


def test_a_pin_has_to_be_named_where_there_are_several(catalogue):
    page = document(catalogue, "U Unique x=[1,2]").pages["main"]
    with pytest.raises(ConditionError, match=r"name one of U.y, U.idx"):
        resolve(parse("U > 1"), page, catalogue)
    wanted = Condition(Address("main", "U", "idx"), (1,), ">=", 1.0)
    for text in (" U.idx [ 1 ] >= 1 ", "main/U.idx[1]>=1"):
        assert resolve(parse(text), page, catalogue) == wanted
    with pytest.raises(ConditionError, match=r"there is no block other page/U.idx on page main"):
        resolve(parse("other page/U.idx > 1"), page, catalogue)


@given(
    st.sampled_from(sorted(COMPARED)),
    st.lists(st.floats(width=32), min_size=1, max_size=5),
    st.floats(allow_nan=False, width=32),
)
def test_it_holds_where_it_holds_for_every_element(test, values, limit):
    results = {Address("", "A"): {"z": np.array(values, np.float32)}}
    want = all(eval(f"a {test} b", {"a": v, "b": limit}) for v in values)
    assert is_true(parse(f"A.z {test} {limit!r}"), results) == want
    finite = bool(np.isfinite(values).all())
    assert is_true(parse(f"A.z {FINITE}"), results) == finite
    assert is_true(parse(f"A.z {NOT_FINITE}"), results) != finite


def test_dead_and_empty_tensors_answer_no():
    for value in (None, np.zeros((0, 2))):
        assert not is_true(parse("A.z >= 0"), {Address("", "A"): {"z": value}})
        assert not is_true(parse("A.z is finite"), {Address("", "A"): {"z": value}})
