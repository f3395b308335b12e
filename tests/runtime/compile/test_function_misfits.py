"""Functions that do not fit their ops: the Arg, dtype or shape at fault, and fixes."""

import pytest

from blockloom import check
from blockloom.blocks.document.pages import Document
from blockloom.blocks.quickfixes import fixes
from blockloom.runtime.api import running
from tests.pages import page, pages

INT = "dtype=DT_INT32"


def loop(
    body: str = f"i loom.Arg {INT}; N AddV2 y=1; r loom.Retval",
    less: str = "L Less y=3; r loom.Retval",
    value: str = "0",
) -> Document:
    """Return a page with a While from a number, with these blocks on its functions."""
    made = pages(
        main=f"I Const value={value} {INT}; W While cond=less body=next input=<I.output",
        less=f"i loom.Arg {INT}; {less}; i.output -> L.x; L.z -> r.input",
    )
    page(made, "next", body, "i.output -> N.x", "N.z -> r.input")
    return made


def misfits(made: Document) -> list:
    return [p for p in check(made, "main", tensorflow=False) if p.code == "function-misfit"]


def test_pages_that_fit_have_no_problems():
    assert not check(loop())


@pytest.mark.parametrize(
    ("made", "where", "message"),
    [
        (
            loop(less="L AddV2 y=3; r loom.Retval"),
            "main/W.cond",
            "the Retval r of less is DT_INT32, and the block takes DT_BOOL",
        ),
        (
            loop(body="i loom.Arg dtype=DT_FLOAT; N AddV2 y=1.0; C Cast DstT=DT_INT32; r loom.Retval"),
            "main/W.body",
            "the Arg i of next is DT_FLOAT, and the block gives it DT_INT32",
        ),
        (
            loop(body=f"i loom.Arg {INT}; j loom.Arg {INT} index=1; N AddV2 y=1; r loom.Retval"),
            "main/W.body",
            "the block gives i DT_INT32 to next, whose Args are: i, j",
        ),
        (
            loop(body=f"i loom.Arg {INT}; N AddV2 y=1; r loom.Retval; s loom.Retval {INT}"),
            "main/W.body",
            "the block takes i DT_INT32 of next, whose Retvals are: r, s",
        ),
        (
            loop(body=f"i loom.Arg {INT} shape=[2]; N AddV2 y=1; r loom.Retval", value="[1,2,3]"),
            "main/W.body",
            "the Arg i of next has the shape [2], and the block gives it [3]",
        ),
    ],
)
def test_what_does_not_fit_is_named(made, where, message):
    assert (where, message) in [(p.place_text, p.message) for p in misfits(made)]


def test_the_dtype_of_an_arg_is_made_the_one_that_is_given():
    made = loop(body="i loom.Arg dtype=DT_FLOAT; N AddV2 y=1; r loom.Retval")
    (told,) = [p for p in misfits(made) if not p.fact("gives")]
    (mend,) = fixes(made, running.catalogue(), told)
    mend.edit.apply(made)
    assert not misfits(made)


def test_the_state_of_a_function_of_a_dataset_is_reported():
    made = pages(
        main="D RangeDataset start=0 stop=3 step=1 output_types=[DT_INT64] output_shapes=[[]]; "
        "M MapDataset f=noise input_dataset=<D.handle",
        noise="x loom.Arg dtype=DT_INT64; R RandomUniform dtype=DT_FLOAT shape=<C.output; "
        "C Const value=[2] dtype=DT_INT32; y loom.Retval input=<R.output",
    )
    (told,) = [p for p in check(made, "main", tensorflow=False) if p.code == "stateful-element"]
    assert told.place_text == "main/M.f" and "R on page noise" in told.message
