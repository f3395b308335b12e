"""Documents with pages that others use, without a window: which page is run, what is fetched and told."""

import json

import pytest

from blockloom import BadPage, RunFailed, check, run
from blockloom.app.cli import main
from blockloom.blocks.files import documents
from tests.pages import page, pages

F32 = "dtype=DT_FLOAT"


@pytest.fixture
def nested():
    """Return a document: `main` has an instance of `twice`, which has two of `scale`, and no other page runs alone."""
    return pages(
        scale=f"x loom.Arg {F32}; gain loom.Parameter default=2; M Mul y==gain x=<x.output; y loom.Retval input=<M.z",
        twice=f"a loom.Arg {F32}; k loom.Parameter; S page:scale gain==k x=<a.output; R page:scale x=<S.y; "
        "out loom.Retval input=<R.y",
        main=f"C Const value=[3.0,1.0] {F32}; T page:twice k=5 a=<C.output; N Neg x=<T.out",
    )


def test_the_page_that_no_other_uses_is_run(nested, worker):
    found = run(nested, worker=worker)
    assert found.page == "main" and {at for at in found.results if at[0] != "/"} == {"C", "N", "T"}
    assert found.results["T"]["out"].tolist() == [30, 10]


def test_a_page_is_run_by_itself_with_what_is_fed_to_its_args(nested, worker):
    found = run(nested, page="scale", feed={"x": "3"}, worker=worker).results
    assert found["y"]["output"] == 6
    assert (
        run(nested, page="scale", feed={"x": 3}, values={"gain.default": "7"}, worker=worker).results["y"]["output"]
        == 21
    )
    with pytest.raises(RunFailed, match="scale/x"):
        run(nested, page="scale", worker=worker)


def test_what_is_inside_is_fetched_and_fed_by_its_way(nested, worker):
    found = run(nested, fetch=["main/T/S/M.z", "/T/R/M", "/T/S/x", "/T/R"], worker=worker).results
    assert {at: value.tolist() for at, pins in found.items() for value in pins.values()} == {
        "/T/S/M": [15, 5],
        "/T/R/M": [30, 10],
        "/T/S/x": [3, 1],
        "/T/R": [30, 10],
    }
    assert run(nested, feed={"/T/S/M.z": [1.0, 2.0]}, worker=worker).results["N"]["y"].tolist() == [-2, -4]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fetch": ["/T/Q/M"]}, "there is no block 'Q' on page twice"),
        ({"fetch": ["/T/S/W"]}, "there is no block 'W' on page scale"),
        ({"fetch": ["/C/M"]}, "C on page main is not an instance"),
        ({"fetch": ["/T/S/M.gone"]}, "no pin 'gone'"),
        ({"fetch": ["T.gone"]}, "its outputs are: out"),
        ({"values": {"/T/S/M.y": "1"}}, "all instances of page scale"),
        ({"page": "none"}, "the pages are: scale, twice, main"),
    ],
)
def test_a_name_that_leads_nowhere_is_reported(nested, options, message):
    with pytest.raises(BadPage, match=message):
        run(nested, **options)


def test_a_fault_three_pages_deep_names_page_block_pin_and_the_way(nested, worker):
    page(
        nested,
        "deep",
        f"x loom.Arg {F32}; G GatherV2 axis=0 indices=[7] params=<x.output; y loom.Retval input=<G.output",
    )
    page(nested, "mid", f"x loom.Arg {F32}; D page:deep x=<x.output; y loom.Retval input=<D.y")
    page(nested, "top", f"C Const value=[3.0,1.0] {F32}; A page:mid x=<C.output; N Neg x=<A.y")
    with pytest.raises(RunFailed) as caught:
        run(nested, page="top", worker=worker)
    (told,) = caught.value.problems
    assert told.place_text.startswith("top/A/D/G") and "7" in told.message


def test_recursion_is_an_error_of_the_page_and_no_death(nested, worker):
    page(
        nested,
        "a",
        "x loom.Arg dtype=DT_INT32; W While cond=less body=a input=<x.output; y loom.Retval input=<W.output[0]",
    )
    page(nested, "less", "x loom.Arg dtype=DT_INT32; L Less y=3 x=<x.output; r loom.Retval input=<L.z")
    page(nested, "self", "S page:self")
    for name in ("a", "self"):
        with pytest.raises(BadPage, match="the page uses itself"):
            run(nested, page=name, worker=worker)
        assert any(p.code == "recursion" and p.severity == "error" for p in check(nested, name))
    assert run(nested, page="main", worker=worker).steps == 1


def test_the_command_prints_what_is_inside_where_it_was_asked_for(nested, tmp_path, capfd):
    path = str(tmp_path / "pages.loom")
    page(nested, "self", "S page:self; y loom.Retval dtype=DT_FLOAT")
    documents.save(nested, path)
    for words, results in ([], {"C", "T", "N"}), (["--fetch", "main/T/S/M.z"], {"/T/S/M"}):
        assert main(["run", path, "--format", "json", *words]) == 0
        assert set(json.loads(capfd.readouterr().out)["results"]) == results
    assert main(["run", path, "--page", "scale", "--feed", "x=3", "--fetch", "y"]) == 0
    assert capfd.readouterr().out.splitlines()[-1].split() == ["y", "output", "DT_FLOAT", "6"]
    assert main(["run", path, "--page", "self"]) == 2
    assert "self/S: the page uses itself: self -> self" in capfd.readouterr().err
    assert main(["check", path]) == 1
    assert "self/S: the page uses itself: self -> self" in capfd.readouterr().out
