"""Values inside functions, call by call: loops, branches, calls and datasets, while requested."""

import numpy as np
import pytest

from blockloom import BadPage, RunFailed, run
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.document.pages import Block, Document, control
from blockloom.blocks.files import documents
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile import taps
from blockloom.runtime.protocol import requests
from tests.pages import page, pages
from tests.runtime.compile.test_functions import INT, fibonacci
from tests.workers import Real

FIBONACCI = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]


def test_a_fetch_inside_a_loop_gives_its_value_in_each_iteration(worker):
    wanted = ["next/M.z", "next/b", "less/L", "LOOP"]
    found = run(fibonacci(Document()), page="main", fetch=wanted, worker=worker).results
    assert [int(n) for n in found["next/M"]["z"]] == FIBONACCI
    assert [int(n) for n in found["next/b"]["output"]] == [1, *FIBONACCI[:-1]]
    assert [bool(n) for n in found["less/L"]["z"]] == [True] * 10 + [False]
    assert [int(n) for n in found["LOOP"]["output"]] == [10, 55, 89]


def test_an_iteration_is_chosen_and_what_is_shown_is_of_it(worker):
    text = documents.dumps(fibonacci(Document()))
    opened = worker.call(requests.OpenRequest(document=text, page="main", tapped_pages=["next", "less", "elsewhere"]))
    assert {"next/M", "less/L", "LOOP"} <= set(opened.blocks)
    ended = worker.call(requests.RunRequest(mode=RunMode(2)))
    assert ended.shown.calls == {"next": (9, 10), "less": (10, 11)}
    assert ended.shown.results["next/M"]["z"]["text"] == "89"
    chosen = worker.call(requests.ChooseCallRequest(page="next", call=3))
    assert chosen.calls == {"next": (3, 10)} and chosen.results["next/M"]["z"]["text"] == "5"
    assert worker.call(requests.GetSliceRequest(parse("next/M.z"), [])).array.tolist() == 5
    watch = Watch(Address("", "M", "z"))
    told = worker.call(requests.GetCallSeriesRequest("next", [], [watch])).monitors
    assert told.points[:, 0].tolist() == list(range(1, 11)) and told.points[:, 2].tolist() == FIBONACCI
    assert told.texts == ["5"]
    opened = worker.call(requests.OpenRequest(document=text, page="main"))
    assert "next/M" not in opened.blocks and not worker.call(requests.RunRequest(mode=RunMode(1))).shown.calls


def test_instances_and_branches_inside_a_loop_are_distinguished(worker):
    made = pages(
        main=f"I Const value=0 {INT}; LOOP While cond=less body=next input=<I.output",
        less=f"i loom.Arg {INT}; L Less y=4 x=<i.output; r loom.Retval input=<L.z",
        next=f"i loom.Arg {INT}; T page:double x=<i.output; P Less y=2 x=<i.output; "
        "B If then_branch=one else_branch=two Tout=[DT_INT32] cond=<P.z input=<T.y,i.output; "
        "r loom.Retval input=<B.output[0]",
        double=f"x loom.Arg {INT}; M Mul y=2 x=<x.output; y loom.Retval input=<M.z",
    )
    for name, by in (("one", 1), ("two", 2)):
        page(
            made,
            name,
            f"d loom.Arg {INT}; i loom.Arg {INT} index=1; N AddV2 y={by} x=<i.output; r loom.Retval input=<N.z",
        )
    found = run(made, page="main", fetch=["next/T/M", "next/T", "one/N", "two/N"], worker=worker).results
    assert [int(n) for n in found["next/T/M"]["z"]] == [0, 2, 4] == [int(n) for n in found["next/T"]["y"]]
    assert [int(n) for n in found["one/N"]["z"]] == [1, 2] and [int(n) for n in found["two/N"]["z"]] == [4]


@pytest.mark.parametrize("tapped", [False, True])
def test_gradients_through_a_loop_are_what_they_are_without_taps(worker, tapped):
    made = pages(
        main=f"I Const value=0 {INT}; X Const value=1.5; LOOP While cond=less body=next input=<I.output,X.output; "
        "G loom.Gradients ys=<LOOP.output[1] xs=<X.output",
    )
    args = f"i loom.Arg {INT}; x loom.Arg dtype=DT_DOUBLE index=1;"
    page(made, "less", f"{args}L Less y=3 x=<i.output; r loom.Retval input=<L.z")
    page(
        made,
        "next",
        f"{args}N AddV2 y=1 x=<i.output; S Square x=<x.output; r loom.Retval input=<N.z; "
        "s loom.Retval index=1 input=<S.y",
    )
    found = run(made, page="main", fetch=["G", *(["next/S"] if tapped else [])], worker=worker).results
    (gradient,) = found["G"].values()
    np.testing.assert_allclose(gradient[0], 8 * 1.5**7, rtol=1e-12)
    assert not tapped or [float(n) for n in found["next/S"]["y"]] == [1.5**2, 1.5**4, 1.5**8]


def test_places_outside_the_run_are_refused_with_a_message(worker):
    made = fibonacci(Document())
    page(made, "other", f"C Const value=1 {INT}")
    for name, said in (
        ("other/C", "is not on page main, nor in what it uses"),
        ("next/Q", "no block 'Q' on page next"),
        ("next/M.q", "has no pin 'q'"),
    ):
        with pytest.raises(BadPage, match=said):
            run(made, page="main", fetch=[name], worker=worker)


def test_what_is_kept_is_bounded(monkeypatch):
    monkeypatch.setattr(taps, "MOST_CALLS", 8)
    at = Address("next", "M")
    tap = taps.Tap("next", [])
    tap.sources = {at: {"z": "M:0"}}
    tap.places, tap._labels = {"M:0": 0}, ["int32"]
    for number in range(100):
        tap.hear(np.array(number, np.int32))
    tap.show_calls(tap.calls())
    calls, values = tap.over_calls(at.at_pin("z"))
    assert calls.tolist() == values == list(range(0, 100, 16)) and (tap.call, tap.shown_calls.count) == (96, 100)
    monkeypatch.setattr(taps, "MOST_BYTES", 10)
    tap.begin()
    for number in range(5):
        tap.hear(np.array(number, np.int32))
    tap.show_calls(tap.calls())
    assert tap.over_calls(at.at_pin("z"))[1] == [0, 4]


def test_the_elements_that_a_dataset_maps_are_calls_since_the_data_began(worker):
    made = pages(
        main="R RangeDataset start=0 stop=5 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
        "D MapDataset f=square output_types=[DT_INT64] output_shapes=[[]] input_dataset=<R.handle; "
        "IT IteratorV2 shared_name=it container= output_types=[DT_INT64] output_shapes=[[]]; "
        "START MakeIterator dataset=<D.handle iterator=<IT.handle; "
        "NEXT IteratorGetNext output_types=[DT_INT64] output_shapes=[[]] iterator=<IT.handle",
        square="x loom.Arg dtype=DT_INT64; M Square x=<x.output; y loom.Retval input=<M.y",
    )
    found = run(made, page="main", steps=3, fetch=["square/M", "NEXT"], worker=worker).results
    squares = [int(n) for n in found["square/M"]["y"]]  # TensorFlow may prefetch elements
    assert squares[:3] == [0, 1, 4] and squares == [0, 1, 4, 9, 16][: len(squares)]
    assert int(found["NEXT"]["components"][0]) == 4


def test_texts_count_by_what_they_hold(monkeypatch):
    monkeypatch.setattr(taps, "MOST_BYTES", 50_000)
    tap = taps.Tap("next", [])
    for _ in range(100):
        tap.hear(np.array([b"x" * 10_000], object))
    tap.show_calls(tap.calls())
    assert tap.shown_calls.count == 100 and 1 < len(tap.shown_calls.values) <= 5


def test_a_page_cannot_guess_by_which_tokens_taps_are_called():
    """TensorFlow counts the functions of a process: pyfunc_0, pyfunc_1, ..."""
    worker = Real(keep_state=False)
    worker.start()
    try:
        for number in range(6):
            made = fibonacci(Document())
            values = {"input": "[99]", "token": f"pyfunc_{number}", "Tin": "[DT_INT32]", "Tout": "[]"}
            made.pages["main"].blocks["P"] = Block("P", "PyFunc", values=values)
            made.pages["main"].put_wire(control("P", "LOOP"))
            with pytest.raises(RunFailed) as caught:
                run(made, page="main", fetch=["next/M.z"], worker=worker)
            assert [problem.block for problem in caught.value.problems] == ["P"]
    finally:
        worker.close()
